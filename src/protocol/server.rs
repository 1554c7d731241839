//! The server: one game at a time, requests in, answers out. Whatever comes in, the game stays whole.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{self, Answer, Teller, WireError, WireMoved, WireOpened, WireScenario, WireUndone};
use super::request::{self, NAMES, Open, Request};
use super::wire::{AnswerOf, RequestOf, Wire};
use super::{easy, naw};
use crate::army::plain;
use crate::desk::{Desk, DiceFrom, JournalError, Library, Notice, OrderError, Setup, fresh_seed, peek};
use crate::game::{Draft, Spelt};
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::rules::options::Options;
use crate::rules::{Fiat, Odds, RuleSet, Stop, Viewer};
use crate::scenario::Battle;

/// The longest line that is read, in bytes.
pub const LIMIT: usize = 1 << 20;

/// A desk that answers lines.
#[derive(Debug)]
pub struct Server {
    library: Library,
    game: Option<Game>,
}

/// The game that is open.
#[derive(Debug)]
enum Game {
    Easy(Box<Desk<Easy>>),
    NapoleonAtWar(Box<Desk<NapoleonAtWar>>),
}

/// A rule set whose game can be the one that is open.
trait Seated: Wire {
    fn seat(desk: Box<Desk<Self>>) -> Game;

    fn desk(game: &Game) -> Option<&Desk<Self>>;

    fn desk_mut(game: &mut Game) -> Option<&mut Desk<Self>>;
}

impl Seated for Easy {
    fn seat(desk: Box<Desk<Self>>) -> Game {
        Game::Easy(desk)
    }

    fn desk(game: &Game) -> Option<&Desk<Self>> {
        if let Game::Easy(desk) = game { Some(desk) } else { None }
    }

    fn desk_mut(game: &mut Game) -> Option<&mut Desk<Self>> {
        if let Game::Easy(desk) = game { Some(desk) } else { None }
    }
}

impl Seated for NapoleonAtWar {
    fn seat(desk: Box<Desk<Self>>) -> Game {
        Game::NapoleonAtWar(desk)
    }

    fn desk(game: &Game) -> Option<&Desk<Self>> {
        if let Game::NapoleonAtWar(desk) = game { Some(desk) } else { None }
    }

    fn desk_mut(game: &mut Game) -> Option<&mut Desk<Self>> {
        if let Game::NapoleonAtWar(desk) = game { Some(desk) } else { None }
    }
}

type Answered<R> = Result<AnswerOf<R>, WireError>;

impl Server {
    pub fn new(library: Library) -> Self {
        Self { library, game: None }
    }

    /// Answers line after line until there are no more.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut input).take(LIMIT as u64 + 1).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(());
            }
            let ended = line.last() == Some(&b'\n');
            if !ended && line.len() > LIMIT {
                skip_line(&mut input)?;
                let error = WireError::new(
                    "too-long",
                    format!("the line is longer than {LIMIT} bytes: send less in one request"),
                );
                writeln!(output, "{}", failed(&Value::Null, error))?;
                output.flush()?;
                continue;
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            writeln!(output, "{}", self.answer_line(&line))?;
            output.flush()?;
        }
    }

    /// The answer to one line, as one line.
    pub fn answer_line(&mut self, line: &[u8]) -> String {
        let value: Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => {
                let fault = WireError::new("not-json", format!("this is not a line of JSON: {error}"));
                return failed(&Value::Null, fault);
            }
        };
        let (id, named) = read(value);
        match named.and_then(|(name, message)| self.hear(&id, &name, message)) {
            Ok(answer) => answer,
            Err(error) => failed(&id, error),
        }
    }

    /// The answer to a request, in the words of the game that is open.
    fn hear(&mut self, id: &Value, name: &str, message: Value) -> Result<String, WireError> {
        match &self.game {
            Some(Game::Easy(_)) => self.hear_of::<Easy>(id, name, message),
            Some(Game::NapoleonAtWar(_)) => self.hear_of::<NapoleonAtWar>(id, name, message),
            // What no rules but these know is a request all the same, though there is no game for it.
            None if is_only_of::<NapoleonAtWar>(name, &message) => {
                self.hear_of::<NapoleonAtWar>(id, name, message)
            }
            None => self.hear_of::<Easy>(id, name, message),
        }
    }

    fn hear_of<R: Seated>(&mut self, id: &Value, name: &str, message: Value) -> Result<String, WireError> {
        if R::EXTRAS.contains(&name) {
            let extra = message_of::<R::WireExtra>(name, message)?;
            return Ok(text(id, &R::extra(self.desk::<R>()?.state(), &extra)));
        }
        if !NAMES.contains(&name) {
            let known: Vec<&str> = NAMES.iter().chain(R::EXTRAS).copied().collect();
            let text = format!("there is no request \"{name}\": it is one of {}", known.join(", "));
            return Err(WireError::new("unknown-message", text));
        }
        let request = message_of::<RequestOf<R>>(name, message)?;
        Ok(text(id, &self.answer::<R>(request)?))
    }

    /// The answer to a request that all rules have.
    fn answer<R: Seated>(&mut self, request: RequestOf<R>) -> Answered<R> {
        match request {
            Request::Scenarios(_) => {
                let known = self.library.scenarios().into_iter();
                Ok(Answer::Scenarios(
                    known.map(|(id, name, rules)| WireScenario { id, name, rules }).collect(),
                ))
            }
            Request::New(new) => self.new_game(new).map(Answer::Opened),
            Request::Open(open) => self.open(open).map(Answer::Opened),
            Request::Due(look) => {
                let desk = self.desk::<R>()?;
                if let Some(kind) = &look.kind {
                    check_kind::<R>(kind)?;
                }
                let due = desk.open_to(self.viewer::<R>(look.side.as_deref())?);
                Ok(Answer::Due(Teller::<R>(desk.state()).due(&due, look.kind.as_deref())))
            }
            Request::Order(given) => {
                let dice = match given.dice {
                    Some(dice) => DiceFrom::Typed(dice.into_iter().map(Into::into).collect()),
                    None => DiceFrom::Rolled,
                };
                let viewer = self.viewer::<R>(given.side.as_deref())?;
                let order = self.read_order::<R>(&given.order)?;
                self.order::<R>(order, dice, viewer)
            }
            Request::Odds(weigh) => {
                let order = self.read_order::<R>(&weigh.order)?;
                let desk = self.desk::<R>()?;
                match desk.odds_for(&order, self.viewer::<R>(weigh.side.as_deref())?) {
                    Ok(Odds::Listed(chances)) => Ok(Answer::Odds(answer::chances(chances))),
                    Ok(Odds::ByPiece(odds)) => Ok(Answer::OddsByPiece(odds.into())),
                    Ok(Odds::TooMany(words)) => Err(WireError::new("too-many-ways", words)),
                    Err(stop) => stopped::<R>(desk.state(), stop),
                }
            }
            Request::Reach(asked) => R::reach(self.desk::<R>()?.state(), &asked),
            Request::Undo(request::Undo { to }) => {
                let desk = self.desk_mut::<R>()?;
                let taken = match to {
                    Some(to) => desk.undo_to(to),
                    None => desk.undo(),
                }
                .map_err(|error| WireError::new("cannot-step", error))?;
                Ok(Answer::Undone(WireUndone {
                    at: desk.at(),
                    orders: taken.orders,
                    dice_seen: taken.dice,
                    hidden_seen: taken.hidden,
                    notices: told(desk),
                }))
            }
            Request::Redo(_) => {
                let desk = self.desk_mut::<R>()?;
                desk.redo().map_err(|error| WireError::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: desk.at(), notices: told(desk) }))
            }
            Request::Branch(request::Branch { from }) => {
                let desk = self.desk_mut::<R>()?;
                desk.branch(from).map_err(|error| WireError::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: desk.at(), notices: told(desk) }))
            }
            Request::Fiat(given) => {
                let fiat = Fiat { act: given.act.0, reason: given.reason, clause: given.clause };
                let order = self.read_order::<R>(&Spelt::new(fiat.draft(Draft::clone)))?;
                if fiat.reason.trim().is_empty() {
                    return Err(WireError::new("bad-order", "a fiat is kept with its reason: say why"));
                }
                self.order::<R>(order, DiceFrom::Rolled, Viewer::Referee)
            }
            Request::State(_) => Ok(Answer::State(Box::new(R::state(self.desk::<R>()?.state())))),
            Request::View(request::View { side }) => {
                let viewer = self.viewer::<R>(Some(&side))?;
                let view = self.desk::<R>()?.view(viewer);
                Ok(Answer::State(Box::new(R::state(&view))))
            }
            Request::Journal(request::Journal { from, side }) => {
                let viewer = self.viewer::<R>(side.as_deref())?;
                let desk = self.desk::<R>()?;
                let first = from.unwrap_or(1).saturating_sub(1);
                let wire = Teller::<R>(desk.state());
                let entries =
                    (first..desk.records().len()).filter_map(|index| wire.record(desk, index, viewer));
                Ok(Answer::Journal(entries.collect()))
            }
        }
    }

    fn desk<R: Seated>(&self) -> Result<&Desk<R>, WireError> {
        self.game.as_ref().and_then(R::desk).ok_or_else(no_game)
    }

    fn desk_mut<R: Seated>(&mut self) -> Result<&mut Desk<R>, WireError> {
        self.game.as_mut().and_then(R::desk_mut).ok_or_else(no_game)
    }

    /// The file of the game that is open.
    fn journal(&self) -> Option<&Path> {
        match self.game.as_ref()? {
            Game::Easy(desk) => desk.journal_path(),
            Game::NapoleonAtWar(desk) => desk.journal_path(),
        }
    }

    fn viewer<R: Seated>(&self, side: Option<&str>) -> Result<Viewer, WireError> {
        let Some(name) = side else { return Ok(Viewer::Referee) };
        let side = R::side(self.desk::<R>()?.state(), name);
        side.map(Viewer::Side).map_err(|fault| WireError::new("bad-message", fault))
    }

    fn read_order<R: Seated>(&self, order: &Spelt<R>) -> Result<R::Order, WireError> {
        R::order_of(self.desk::<R>()?.state(), &order.0).map_err(|fault| WireError::new("bad-order", fault))
    }

    /// The rule set of a scenario; empty for one that is not there or cannot be read.
    fn rules_of(&self, id: &str) -> String {
        let known = self.library.scenarios().into_iter().find(|(known, ..)| known == id);
        known.map(|(.., rules)| rules).unwrap_or_default()
    }

    fn setup<S: Battle>(&self, id: &str, rules: &str) -> Result<Setup<S>, WireError> {
        let (scenario, _) =
            self.library.battle::<S>(id).map_err(|faults| WireError::new("cannot-open", faults))?;
        if scenario.rules() != rules {
            return Err(WireError::new(
                "cannot-open",
                format!("{id} is played by the rules {}, which are not in this program", scenario.rules()),
            ));
        }
        Ok(Setup::new(scenario, fresh_seed()))
    }

    fn new_game(&mut self, new: request::New) -> Result<WireOpened, WireError> {
        match self.rules_of(&new.scenario).as_str() {
            NapoleonAtWar::ID => self.new_game_of::<NapoleonAtWar>(new),
            // What cannot be read is told as for these.
            _ => self.new_game_of::<Easy>(new),
        }
    }

    fn new_game_of<R: Seated>(&mut self, new: request::New) -> Result<WireOpened, WireError> {
        let setup = self.setup::<R::Scenario>(&new.scenario, R::ID)?;
        let mut setup = setup.options(Options(new.options)).weather(new.weather).variant(new.variant);
        setup.seed = new.seed.unwrap_or(setup.seed);
        let journal = new.journal.as_ref().map(Path::new);
        let desk = Desk::new(setup, journal).map_err(|error| WireError::new("cannot-open", error))?;
        Ok(self.opened::<R>(desk, Vec::new()))
    }

    fn open(&mut self, open: Open) -> Result<WireOpened, WireError> {
        let cannot = |error: &dyn ToString| WireError::new("cannot-open", error.to_string());
        match open {
            Open::Journal(path) => {
                let path = Path::new(&path);
                // The game that is open may be this very one: it is let go only when the other is open.
                if self.journal().is_some_and(|open| open == path) {
                    return Err(cannot(&"this journal is open already"));
                }
                let opened = match peek(path) {
                    Ok(header) if header.rules == NapoleonAtWar::ID => {
                        self.open_journal::<NapoleonAtWar>(path)
                    }
                    // A journal that cannot be read, or is of other rules, is refused as for these.
                    Ok(_) | Err(_) => self.open_journal::<Easy>(path),
                };
                opened.map_err(|error| cannot(&error))
            }
            Open::Scenario(id) => match self.rules_of(&id).as_str() {
                NapoleonAtWar::ID => self.open_scenario::<NapoleonAtWar>(&id),
                _ => self.open_scenario::<Easy>(&id),
            },
            Open::Position(position) => {
                let state = easy::set_up(&position)?;
                let setup =
                    Setup::new(state.game.scenario.clone(), fresh_seed()).options(state.game.chosen.clone());
                Ok(self.opened::<Easy>(Desk::from_state(setup, state), Vec::new()))
            }
            Open::NawPosition(position) => {
                let state = naw::set_up(&position, &self.library)?;
                let setup = Setup::new(state.game.scenario.clone(), fresh_seed())
                    .options(Options(position.options.clone()));
                Ok(self.opened::<NapoleonAtWar>(Desk::from_state(setup, state), Vec::new()))
            }
        }
    }

    fn open_journal<R: Seated>(&mut self, path: &Path) -> Result<WireOpened, JournalError> {
        let (desk, notices) = Desk::<R>::open(path, &self.library)?;
        Ok(self.opened(desk, notices))
    }

    fn open_scenario<R: Seated>(&mut self, id: &str) -> Result<WireOpened, WireError> {
        let setup = self.setup::<R::Scenario>(id, R::ID)?;
        let desk = Desk::new(setup, None).map_err(|error| WireError::new("cannot-open", error))?;
        Ok(self.opened::<R>(desk, Vec::new()))
    }

    fn opened<R: Seated>(&mut self, desk: Desk<R>, mut notices: Vec<Notice>) -> WireOpened {
        notices.extend(desk.notices());
        let opened = WireOpened {
            scenario: desk.setup().scenario.id().to_owned(),
            name: desk.setup().scenario.name().to_owned(),
            seed: desk.setup().seed,
            entries: desk.records().len(),
            notices: notices.iter().map(ToString::to_string).collect(),
            due: Teller::<R>(desk.state()).turn(desk.due()),
        };
        self.game = Some(R::seat(Box::new(desk)));
        opened
    }

    fn order<R: Seated>(&mut self, order: R::Order, dice: DiceFrom, viewer: Viewer) -> Answered<R> {
        let desk = self.desk_mut::<R>()?;
        let number = match desk.order_for(order, dice, viewer) {
            Ok(entry) => entry.number,
            Err(OrderError::Stopped(stop)) => return stopped::<R>(desk.state(), stop),
            Err(error @ OrderError::Unwritable(_)) => return Err(WireError::new("bad-order", error)),
            Err(error @ OrderError::Journal { .. }) => return Err(WireError::new("cannot-write", error)),
        };
        let notices = told(desk);
        let teller = Teller::<R>(desk.state());
        let entry = desk.entry_of(number).map(|entry| teller.entry(desk, entry, viewer));
        let mut entry = entry.unwrap_or_default();
        entry.due = Some(teller.turn(&desk.due_for(viewer)));
        entry.notices = notices;
        Ok(Answer::Done(entry))
    }
}

/// What became of the journal since it was asked last, in words.
fn told<R: RuleSet>(desk: &mut Desk<R>) -> Vec<String> {
    desk.take_notices().iter().map(ToString::to_string).collect()
}

/// Refuses a kind of offers that does not exist, with the nearest one that does.
fn check_kind<R: RuleSet>(kind: &str) -> Result<(), WireError> {
    let known = R::offer_kinds();
    if known.contains(&kind) {
        return Ok(());
    }
    let nearest = known
        .iter()
        .map(|known| (strsim::jaro_winkler(known, kind), known))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness > 0.7);
    let meant = nearest.map_or_else(String::new, |(_, known)| format!(" (do you mean \"{known}\"?)"));
    Err(WireError::new(
        "bad-message",
        format!("no offer is of the kind \"{kind}\"{meant}: the kinds are {}", known.join(", ")),
    ))
}

fn no_game() -> WireError {
    WireError::new("no-game", "no game is open: send \"new\" with a scenario, or \"open\"")
}

fn stopped<R: Wire>(state: &R::State, stop: Stop<R::Refusal>) -> Answered<R> {
    match stop {
        Stop::Refused(refusal) => Ok(Answer::Refused(R::refusal(&refusal))),
        Stop::NeedsDice(throw) => Ok(Answer::NeedsDice(Teller::<R>(state).throw(&throw))),
        Stop::BadDice(fault) => Err(WireError::new("bad-dice", fault)),
    }
}

/// The id of a request, and the request by its name, still unread, or what is wrong with it.
fn read(value: Value) -> (Value, Result<(String, Value), WireError>) {
    let Value::Object(mut fields) = value else {
        let text = "a request is a JSON object with one key, such as {\"due\": {}}";
        return (Value::Null, Err(WireError::new("bad-message", text)));
    };
    let id = fields.remove("id").unwrap_or_default();
    let mut names = fields.keys();
    let (Some(name), None) = (names.next(), names.next()) else {
        let text = format!("a request has one key beside \"id\", which is one of {}", NAMES.join(", "));
        return (id, Err(WireError::new("bad-message", text)));
    };
    let name = name.clone();
    (id, Ok((name, Value::Object(fields))))
}

/// The request of this name with its fields.
fn message_of<M: DeserializeOwned>(name: &str, message: Value) -> Result<M, WireError> {
    serde_json::from_value(message).map_err(|error| WireError::new("bad-message", format!("{name}: {error}")))
}

/// Is this a request that can be read for a game of these rules, and not for one of the Easy rules?
fn is_only_of<R: Wire>(name: &str, message: &Value) -> bool {
    R::EXTRAS.contains(&name)
        || (message_of::<RequestOf<Easy>>(name, message.clone()).is_err()
            && message_of::<RequestOf<R>>(name, message.clone()).is_ok())
}

/// An error as one line.
fn failed(id: &Value, error: WireError) -> String {
    text(id, &AnswerOf::<Easy>::Error(error))
}

/// The answer as one line, with the id of its request.
fn text(id: &Value, answer: &impl Serialize) -> String {
    let text = serde_json::to_string(answer).unwrap_or_else(|error| {
        // Only a number that is none could fail; it is said in place of the answer.
        serde_json::json!({"error": {"code": "cannot-write", "text": error.to_string()}}).to_string()
    });
    let text = match text.strip_prefix('{') {
        Some(rest) if !id.is_null() => format!("{{\"id\":{id},{rest}"),
        _ => text,
    };
    plain::json(&text).into_owned()
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => {
                input.consume(at + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
