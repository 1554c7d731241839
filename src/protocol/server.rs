//! The server: one game at a time, requests in, answers out. No input can leave the game in a broken state.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::answer::{Answer, GameToWire, WireMoved, WireOpened, WireQuestion, WireScenario, WireUndone};
use super::request::{self, BEGINNINGS, Beginning, NAMES, Request};
use data::printable;
use desk::{self, DiceFrom, FOR_ALL, Game, Halt, JournalPlace, Library, Moment, Notice, Rules, peek};
use dice::TypedEntry;
use drawing::{Scene, USUAL_SCALE};
use game::minds::SoloPlayer;
use game::options::Options;
use game::{AnswerKind, AskFault, Draft, Fiat, Goal, LetStand, Odds, OfferKind, Viewer, asking, message_of};
use games::Games;

/// The length limit for a line, in bytes.
pub const LIMIT: usize = 1 << 20;

/// A desk that answers lines of JSON.
#[derive(Debug)]
pub struct Server {
    games: Games,
    library: Library,
    game: Option<Box<dyn Game>>,
}

type Answered = Result<Answer, AskFault>;

impl Server {
    pub fn new(games: Games, library: Library) -> Self {
        Self { games, library, game: None }
    }

    /// Answers line after line until the input ends.
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
                let error = AskFault::new(
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
                let fault = AskFault::new("not-json", format!("this is not a line of JSON: {error}"));
                return failed(&Value::Null, fault);
            }
        };
        let (id, named) = read(value);
        match named.and_then(|(name, message)| self.dispatch(&id, &name, message)) {
            Ok(answer) => answer,
            Err(error) => failed(&id, error),
        }
    }

    /// The answer to a request.
    fn dispatch(&mut self, id: &Value, name: &str, message: Value) -> Result<String, AskFault> {
        if BEGINNINGS.contains(&name) {
            let beginning = message_of::<Beginning>(name, message)?;
            return Ok(text(id, &self.begin(beginning)?));
        }
        if NAMES.contains(&name) {
            let request = message_of::<Request>(name, message)?;
            return Ok(text(id, &self.answer(request)?));
        }
        match &self.game {
            Some(game) => {
                let asks = game.asks();
                if !asks.contains(&name) {
                    return Err(unknown(name, asks));
                }
                Ok(text(id, &game.ask(name, message)?))
            }
            // A request that only some rules have is still a known request, even while no game is open.
            None => {
                let knowing = || self.games.all().filter(|rules| rules.asks().contains(&name));
                if knowing().any(|rules| rules.reads(name, message.clone()).is_ok()) {
                    return Err(no_game());
                }
                let first = knowing().next().ok_or_else(|| unknown(name, self.games.first().asks()))?;
                first.reads(name, message)?;
                Err(no_game())
            }
        }
    }

    /// The answer to a request that needs no game.
    fn begin(&mut self, request: Beginning) -> Answered {
        match request {
            Beginning::Scenarios(_) => {
                let known = self.library.scenarios().into_iter();
                let scenario = |(id, name, rules)| WireScenario { id, name, rules };
                Ok(Answer::Scenarios(known.map(scenario).collect()))
            }
            Beginning::New(new) => {
                let beginning = desk::Beginning {
                    scenario: new.scenario,
                    seed: new.seed,
                    options: Options(new.options),
                    weather: new.weather,
                    variant: new.variant,
                    journal: new.journal.map_or(JournalPlace::Nowhere, |path| JournalPlace::In(path.into())),
                    ..desk::Beginning::default()
                };
                let (game, notices) = self.begun(beginning)?;
                Ok(Answer::Opened(self.opened(game, notices)))
            }
            Beginning::Open(what) => self.open(what).map(Answer::Opened),
        }
    }

    /// The answer to a request about a game.
    fn answer(&mut self, request: Request) -> Answered {
        let Some(game) = self.game.as_deref_mut() else { return Err(no_game()) };
        match request {
            Request::Due(look) => {
                if let Some(kind) = &look.kind {
                    check_kind(game.kinds(), kind)?;
                }
                let due = game.open_to(viewer(game, look.side.as_deref())?);
                GameToWire(game).due(due, look.kind.as_deref()).map(Answer::Due)
            }
            Request::Order(given) => {
                let dice = match given.dice {
                    Some(dice) => DiceFrom::Typed(dice.into_iter().map(Into::into).collect()),
                    None => DiceFrom::Rolled,
                };
                let viewer = viewer(game, given.side.as_deref())?;
                let mut order = read_order(game, "order", &given.order)?;
                order.let_stand = given.let_stand.map(|said| let_stand(game, &order, said)).transpose()?;
                give(game, &order, dice, viewer)
            }
            Request::Odds(asked) => odds(game, asked),
            Request::Undo(request::Undo { to }) => {
                let taken = game.undo(to).map_err(|error| AskFault::new("cannot-step", error))?;
                Ok(Answer::Undone(WireUndone {
                    at: game.at(),
                    orders: taken.orders,
                    dice_seen: taken.dice,
                    hidden_seen: taken.hidden,
                    notices: notices(game),
                }))
            }
            Request::Redo(_) => {
                game.redo().map_err(|error| AskFault::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: game.at(), notices: notices(game) }))
            }
            Request::Branch(request::Branch { from }) => {
                game.branch(from).map_err(|error| AskFault::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: game.at(), notices: notices(game) }))
            }
            Request::Solo(asked) => solo(&self.games, game, &asked),
            Request::Fiat(given) => fiat(game, given),
            Request::Remark(request::Remark { text, to }) => {
                game.remark(to.as_deref().unwrap_or(FOR_ALL), &text)?;
                Ok(Answer::Moved(WireMoved { at: game.at(), notices: notices(game) }))
            }
            Request::Battle(_) => Ok(Answer::Battle(game.battle_file()?)),
            Request::State(_) => Ok(Answer::State(game.whole(Viewer::Referee)?)),
            Request::View(request::View { side }) => {
                let viewer = viewer(game, Some(&side))?;
                Ok(Answer::State(game.whole(viewer)?))
            }
            Request::Journal(request::Journal { from, side }) => {
                let viewer = viewer(game, side.as_deref())?;
                let first = from.unwrap_or(1).saturating_sub(1);
                let entries = (first..game.entries()).filter_map(|index| game.entry(index, viewer));
                let entries = entries.filter(|entry| !entry.words.is_empty());
                Ok(Answer::Journal(entries.map(|entry| GameToWire(game).entry(entry, viewer)).collect()))
            }
            Request::Moment(request::Seen { side: None }) => Ok(Answer::Moment(Box::new(game.moment()?))),
            Request::Moment(request::Seen { side: Some(_) }) => {
                let text = "moment: it hides nothing from anybody: leave out side, or ask for view";
                Err(AskFault::new("bad-message", text))
            }
            Request::Head(request::Seen { side }) => {
                Ok(Answer::Head(game.head(viewer(game, side.as_deref())?)))
            }
            Request::Groups(request::Seen { side }) => {
                Ok(Answer::Groups(game.groups(viewer(game, side.as_deref())?)))
            }
            Request::Agenda(request::Seen { side }) => {
                Ok(Answer::Agenda(game.agenda(None, viewer(game, side.as_deref())?)))
            }
            Request::Trip(asked) => trip(game, asked),
            Request::Scene(drawn) => scene(game, drawn),
            Request::Tooltip(request::About { piece, side }) => {
                Ok(Answer::Tooltip(game.tooltip(&piece, viewer(game, side.as_deref())?)?))
            }
            Request::Threats(request::Threatened { piece, at, side }) => {
                Ok(Answer::Threats(game.threats(&piece, at, viewer(game, side.as_deref())?)?))
            }
            Request::Ask(asked) => ask(game, asked),
            Request::Card(held) => card(game, held),
        }
    }

    /// The file of the open game.
    fn journal(&self) -> Option<&Path> {
        self.game.as_ref()?.journal_path()
    }

    /// Begins a game of one of the library's battles.
    fn begun(&self, beginning: desk::Beginning) -> Result<(Box<dyn Game>, Vec<Notice>), AskFault> {
        let begun = self.rules_of(&beginning.scenario).begin(&self.library, &self.library, beginning);
        begun.map_err(|error| AskFault::new("cannot-open", error))
    }

    /// The rule set of a scenario. The first rule set reports a scenario that is missing or cannot be read.
    fn rules_of(&self, id: &str) -> &dyn Rules {
        let known = self.library.scenarios().into_iter().find(|(known, ..)| known == id);
        known.and_then(|(.., rules)| self.games.of(&rules)).unwrap_or_else(|| self.games.first())
    }

    /// Opens a journal, a scenario at its start, a position, or a moment of a game.
    fn open(&mut self, what: Value) -> Result<WireOpened, AskFault> {
        let keys = || {
            let positions = self.games.all().map(Rules::position_key);
            ["journal", "scenario", "moment"].into_iter().chain(positions).collect::<Vec<_>>().join(", ")
        };
        let one = || AskFault::new("bad-message", format!("open: give one of {}", keys()));
        let Value::Object(fields) = what else { return Err(one()) };
        let mut fields = fields.into_iter();
        let (Some((key, value)), None) = (fields.next(), fields.next()) else { return Err(one()) };
        match key.as_str() {
            "journal" => self.open_journal(Path::new(&message_of::<String>("open", value)?)),
            "scenario" => {
                let scenario = message_of::<String>("open", value)?;
                let beginning = desk::Beginning { scenario, ..desk::Beginning::default() };
                let (game, notices) = self.begun(beginning)?;
                Ok(self.opened(game, notices))
            }
            "moment" => {
                let moment: Moment = message_of("open", value)?;
                let rules = self.games.of(&moment.rules).ok_or_else(|| {
                    let known = self.games.all().map(Rules::id).collect::<Vec<_>>().join(", ");
                    let text = format!("open: there are no rules {}: give one of {known}", moment.rules);
                    AskFault::new("bad-message", text)
                })?;
                let game = rules.resume(moment, &self.library)?;
                Ok(self.opened(game, Vec::new()))
            }
            key => {
                let rules = self.games.all().find(|rules| rules.position_key() == key).ok_or_else(one)?;
                let game = rules.set_up(value, &self.library)?;
                Ok(self.opened(game, Vec::new()))
            }
        }
    }

    fn open_journal(&mut self, path: &Path) -> Result<WireOpened, AskFault> {
        // The open game may be this very one, so it is closed only when the other is open.
        if self.journal().is_some_and(|open| open == path) {
            return Err(AskFault::new("cannot-open", "this journal is open already"));
        }
        // The first rule set reports a journal that cannot be read, or is for other rules.
        let header = peek(path).ok();
        let rules =
            header.and_then(|header| self.games.of(&header.rules)).unwrap_or_else(|| self.games.first());
        let opened = rules.open(path, &self.library);
        let (game, notices) = opened.map_err(|error| AskFault::new("cannot-open", error))?;
        Ok(self.opened(game, notices))
    }

    fn opened(&mut self, game: Box<dyn Game>, mut notices: Vec<Notice>) -> WireOpened {
        notices.extend(game.notices());
        let (scenario, name) = game.battle();
        let opened = WireOpened {
            scenario: scenario.to_owned(),
            name: name.to_owned(),
            seed: game.seed(),
            entries: game.entries(),
            notices: notices.iter().map(ToString::to_string).collect(),
            due: GameToWire(&*game).turn(game.turn(Viewer::Referee)),
        };
        self.game = Some(game);
        opened
    }
}

/// Who looks, as a request names them.
fn viewer(game: &dyn Game, side: Option<&str>) -> Result<Viewer, AskFault> {
    game.viewer(side).map_err(|fault| AskFault::new("bad-message", fault))
}

fn odds(game: &dyn Game, asked: request::Weigh) -> Answered {
    let order = read_order(game, "odds", &asked.order)?;
    match game.odds(&order, viewer(game, asked.side.as_deref())?) {
        Ok(Odds::Listed(chances)) => Ok(Answer::Odds(chances)),
        Ok(Odds::ByPiece(odds)) => Ok(Answer::OddsByPiece(odds)),
        Ok(Odds::TooMany(words)) => Err(AskFault::new("too-many-ways", words)),
        Err(halt) => halted(game, halt),
    }
}

/// The program plays some sides for as long as they decide; answers with what it has ordered.
fn solo(games: &Games, game: &mut dyn Game, asked: &request::Solo) -> Answered {
    let (mut players, mut sides) = ([SoloPlayer::default(); 2], Vec::new());
    for (id, by) in &asked.0 {
        let Viewer::Side(side) = viewer(game, Some(id))? else { continue };
        players[side.index()] =
            player(by).map_err(|fault| AskFault::new("bad-message", format!("solo: {id}: {fault}")))?;
        sides.push(side);
    }
    let before = game.entries();
    let none = || AskFault::new("no-players", "solo: there are no solo players for the rules of this game");
    let mut players = games.players_as(game, players).ok_or_else(none)?;
    let plays = |game: &dyn Game| game.turn(Viewer::Referee).side.is_some_and(|side| sides.contains(&side));
    while !game.is_over() && plays(game) {
        players.step(game).map_err(|error| AskFault::new("dead-end", error))?;
    }
    let entries = (before..game.entries()).filter_map(|index| game.entry(index, Viewer::Referee));
    Ok(Answer::Journal(entries.map(|entry| GameToWire(game).entry(entry, Viewer::Referee)).collect()))
}

/// The player that is asked for.
fn player(by: &request::PlayedBy) -> Result<SoloPlayer, String> {
    match (by.player.as_deref(), by.boldness.as_deref()) {
        (None | Some("normal"), None) => Ok(SoloPlayer::default()),
        (None | Some("normal"), Some(boldness)) => match boldness.parse()? {
            SoloPlayer::Classic => {
                Err("classic is no boldness: there are cautious, balanced and bold".to_owned())
            }
            player => Ok(player),
        },
        (Some("classic"), None) => Ok(SoloPlayer::Classic),
        (Some("classic"), Some(_)) => Err("classic has no boldness: leave it out".to_owned()),
        (Some(other), _) => Err(format!("there is no player {other}: there are normal and classic")),
    }
}

/// An act of the referee.
fn fiat(game: &mut dyn Game, given: request::Override) -> Answered {
    let act = Draft::read_as(game.acts(), &given.act, "the act");
    let act = act.map_err(|fault| AskFault::new("bad-message", format!("fiat: {fault}")))?;
    if given.reason.trim().is_empty() {
        return Err(AskFault::new("bad-order", "a fiat is kept with its reason: say why"));
    }
    let fiat = Fiat { act, reason: given.reason, clause: given.clause };
    give(game, &fiat.draft(), DiceFrom::Rolled, Viewer::Referee)
}

/// What putting a piece down somewhere would be.
fn trip(game: &dyn Game, request::Trip { piece, to, side }: request::Trip) -> Answered {
    let mut held = game.pick_up(&piece, viewer(game, side.as_deref())?)?;
    let mut trip = held.trip(Goal::at(to));
    // Who may not be moved now is refused wherever it is put down.
    if trip.order.is_none() && trip.refusal.is_none() {
        trip.refusal = held.summary().refusal.clone();
    }
    Ok(Answer::Trip(GameToWire(game).trip(trip)?))
}

fn scene(game: &dyn Game, request::Drawn { layers, side }: request::Drawn) -> Answered {
    let mut scene = game.scene(USUAL_SCALE, viewer(game, side.as_deref())?);
    if let Some(wanted) = layers {
        check_layers(&scene, &wanted)?;
        scene.layers.retain(|layer| wanted.iter().any(|name| name == layer.name));
    }
    Ok(Answer::Scene(Box::new(scene)))
}

/// What an order still asks.
fn ask(game: &dyn Game, asked: request::Asked) -> Answered {
    let viewer = viewer(game, asked.side.as_deref())?;
    if asked.verb.is_none() && !asked.answers.is_empty() {
        let due = asking::say_due(&game.open_to(viewer).offers);
        let text = format!("ask: answers belong to a verb, give it as \"verb\": {due}");
        return Err(AskFault::new("bad-message", text));
    }
    let answers = Value::Object(asked.answers);
    let draft = asked.verb.map(|verb| Draft::read_part(game.verbs(), &verb, &answers)).transpose();
    let draft = draft.map_err(|fault| AskFault::new("bad-message", format!("ask: {fault}")))?;
    let question = game.question(draft.as_ref(), viewer)?;
    let known = |draft: &Draft| game.verbs().iter().find(|verb| verb.name == draft.verb);
    let verb = draft.as_ref().and_then(known);
    let mut asked = question.map(|question| WireQuestion::new(question, verb));
    if let (Some(asked), Some(draft), Some(verb)) = (&mut asked, &draft, verb)
        && verb.field(&asked.field).is_some_and(|field| matches!(field.kind, AnswerKind::List(_)))
    {
        let mut questions = game.questions(draft, viewer);
        questions.retain(|question| verb.is_of_entry(&question.field));
        asked.each = questions.into_iter().map(|each| WireQuestion::new(each, Some(verb))).collect();
    }
    Ok(Answer::Question(asked))
}

/// An order before it is given.
fn card(game: &dyn Game, held: request::OrderInHand) -> Answered {
    let order = read_order(game, "card", &held.order)?;
    let dice: Vec<TypedEntry> = held.dice.into_iter().map(Into::into).collect();
    let viewer = viewer(game, held.side.as_deref())?;
    let mut card = game.card(&order, &dice, viewer)?;
    if card.refusal.is_none() && card.throw.is_some() {
        card.faces = game.faces(&order, &dice, viewer);
    }
    Ok(Answer::Card(Box::new(GameToWire(game).card(card))))
}

/// An order as it is sent.
fn read_order(game: &dyn Game, name: &str, order: &Value) -> Result<Draft, AskFault> {
    let read = Draft::read(game.verbs(), order);
    read.map_err(|fault| AskFault::new("bad-message", format!("{name}: {fault}")))
}

/// What is let stand of an order: if no clauses are named, what first refuses it.
fn let_stand(game: &dyn Game, order: &Draft, said: request::LetStand) -> Result<LetStand, AskFault> {
    let said = match said {
        request::LetStand::By { clauses, reason } => LetStand { clauses, reason },
        request::LetStand::First(reason) => {
            let refusal = game.plain_card(order, &[], Viewer::Referee)?.refusal;
            LetStand { clauses: refusal.into_iter().map(|refusal| refusal.clause).collect(), reason }
        }
    };
    match said.reason.trim().is_empty() {
        true => Err(AskFault::new("bad-order", "let_stand: give the referee's reason")),
        false => Ok(said),
    }
}

fn give(game: &mut dyn Game, order: &Draft, dice: DiceFrom, viewer: Viewer) -> Answered {
    let entry = match game.order(order, dice, viewer) {
        Ok(entry) => entry,
        Err(halt) => return halted(game, halt),
    };
    let notices = notices(game);
    let to_wire = GameToWire(game);
    let mut entry = to_wire.entry(entry, viewer);
    entry.due = Some(to_wire.turn(game.turn(viewer)));
    entry.notices = notices;
    Ok(Answer::Done(entry))
}

/// The messages about the journal since the last request.
fn notices(game: &mut dyn Game) -> Vec<String> {
    game.take_notices().iter().map(ToString::to_string).collect()
}

/// Refuses a kind of offer that does not exist, suggesting the nearest one.
fn check_kind(known: &[OfferKind], kind: &str) -> Result<(), AskFault> {
    let known: Vec<&str> = known.iter().map(|known| known.name).collect();
    if known.contains(&kind) {
        return Ok(());
    }
    let nearest = known
        .iter()
        .map(|known| (strsim::jaro_winkler(known, kind), known))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness > 0.7);
    let meant = nearest.map_or_else(String::new, |(_, known)| format!(" (do you mean \"{known}\"?)"));
    Err(AskFault::new(
        "bad-message",
        format!(
            "no offer is of the kind \"{}\"{meant}: the kinds are {}",
            printable::name(kind),
            known.join(", ")
        ),
    ))
}

/// Refuses a layer that does not exist, listing the existing ones.
fn check_layers(scene: &Scene, wanted: &[String]) -> Result<(), AskFault> {
    let known: Vec<&str> = scene.layers.iter().map(|layer| layer.name).collect();
    match wanted.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let text = format!(
                "scene: there is no layer \"{}\": there are {}",
                printable::name(name),
                known.join(", ")
            );
            Err(AskFault::new("bad-message", text))
        }
    }
}

fn unknown(name: &str, asks: &[&str]) -> AskFault {
    let known: Vec<&str> = BEGINNINGS.iter().chain(&NAMES).chain(asks).copied().collect();
    let text =
        format!("there is no request \"{}\": it is one of {}", printable::name(name), known.join(", "));
    AskFault::new("unknown-message", text)
}

fn no_game() -> AskFault {
    AskFault::new("no-game", "no game is open: send \"new\" with a scenario, or \"open\"")
}

fn halted(game: &dyn Game, halt: Halt) -> Answered {
    match halt {
        Halt::Refused(refusal) => Ok(Answer::Refused(refusal)),
        Halt::NeedsDice(throw) => Ok(Answer::NeedsDice(GameToWire(game).throw(&throw))),
        Halt::Fault(fault) => Err(fault),
    }
}

/// The id of a request, its name and its content, still unparsed, or what is wrong with it.
fn read(value: Value) -> (Value, Result<(String, Value), AskFault>) {
    let Value::Object(mut fields) = value else {
        let text = "a request is a JSON object with one key, such as {\"due\": {}}";
        return (Value::Null, Err(AskFault::new("bad-message", text)));
    };
    let id = fields.remove("id").unwrap_or_default();
    if !matches!(id, Value::Null | Value::Number(_) | Value::String(_)) {
        let text = "the \"id\" of a request is a number or a text, such as 1 or \"a\"";
        return (Value::Null, Err(AskFault::new("bad-message", text)));
    }
    let mut names = fields.keys();
    let (Some(name), None) = (names.next(), names.next()) else {
        let text = format!(
            "a request has one key beside \"id\", which is one of {}, {}",
            BEGINNINGS.join(", "),
            NAMES.join(", ")
        );
        return (id, Err(AskFault::new("bad-message", text)));
    };
    let name = name.clone();
    (id, Ok((name, Value::Object(fields))))
}

/// An error as one line.
fn failed(id: &Value, error: AskFault) -> String {
    text(id, &Answer::Error(error))
}

/// The answer as one line, with the id of its request.
fn text(id: &Value, answer: &impl Serialize) -> String {
    let text = serde_json::to_string(answer).unwrap_or_else(|error| {
        // Only a number that is not finite could fail; the answer then says so.
        serde_json::json!({"error": {"code": "cannot-write", "text": error.to_string()}}).to_string()
    });
    let text = match text.strip_prefix('{') {
        Some(rest) if !id.is_null() => format!("{{\"id\":{id},{rest}"),
        _ => text,
    };
    printable::json(&text).into_owned()
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
