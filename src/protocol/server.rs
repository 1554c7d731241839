//! The server: one game at a time, requests in, answers out. Whatever comes in, the game stays whole.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use serde_json::Value;

use super::answer::{
    Answer, Wire, WireChance, WireError, WireMoved, WireOpened, WireReach, WireScenario, WireUndone, WireWay,
    at,
};
use super::request::{self, Open, Request};
use crate::casebook::Position;
use crate::casebook::orders::{RawOrder, Reader};
use crate::desk::{Desk, DiceFrom, Library, OrderError, Setup, fresh_seed};
use crate::rules::easy::state::Phase;
use crate::rules::easy::{Easy, Order, Refusal, StandId, State, reach};
use crate::rules::options::Options;
use crate::rules::{Fiat, RuleSet, Stop, Viewer};
use crate::scenario::Start;
use crate::table::Heading;
use crate::table::measure::{outside_by, overlap_depth};
use crate::table::tolerance::OVERLAP;

/// The longest line that is read, in bytes.
pub const LIMIT: usize = 1 << 20;

/// More stands than this are not taken in a position.
const MOST_STANDS: usize = 1000;

/// Inches or degrees beyond this are a slip.
const FARTHEST: f32 = 1e4;

/// A desk that answers lines.
#[derive(Debug)]
pub struct Server {
    library: Library,
    desk: Option<Desk<Easy>>,
}

type Answered = Result<Answer, WireError>;

impl Server {
    pub fn new(library: Library) -> Self {
        Self { library, desk: None }
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
                writeln!(output, "{}", text(&Value::Null, &Answer::Error(error)))?;
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
                return text(&Value::Null, &Answer::Error(fault));
            }
        };
        let (id, request) = match read(value) {
            (id, Ok(request)) => (id, request),
            (id, Err(error)) => return text(&id, &Answer::Error(error)),
        };
        let answer = self.answer(request).unwrap_or_else(Answer::Error);
        text(&id, &answer)
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::Scenarios(_) => {
                let known = self.library.scenarios().into_iter();
                Ok(Answer::Scenarios(
                    known.map(|(id, name, rules)| WireScenario { id, name, rules }).collect(),
                ))
            }
            Request::New(new) => self.new_game(new),
            Request::Open(open) => self.open(open),
            Request::Due(look) => {
                let desk = self.desk()?;
                if let Some(kind) = &look.kind {
                    check_kind(kind)?;
                }
                let due = desk.due_for(self.viewer(look.side.as_deref())?);
                Ok(Answer::Due(Wire(desk.state()).due(&due, look.kind.as_deref())))
            }
            Request::Order(given) => {
                let dice = match given.dice {
                    Some(dice) => DiceFrom::Typed(dice.into_iter().map(Into::into).collect()),
                    None => DiceFrom::Rolled,
                };
                let viewer = self.viewer(given.side.as_deref())?;
                let order = self.read_order(&given.order)?;
                self.order(order, dice, viewer)
            }
            Request::Odds(weigh) => {
                let order = self.read_order(&weigh.order)?;
                let desk = self.desk()?;
                match desk.odds_for(&order, self.viewer(weigh.side.as_deref())?) {
                    Ok(chances) => Ok(Answer::Odds(
                        chances
                            .into_iter()
                            .map(|chance| WireChance {
                                probability: chance.probability,
                                result: chance.result,
                            })
                            .collect(),
                    )),
                    Err(stop) => stopped(desk.state(), stop),
                }
            }
            Request::Reach(asked) => self.reach(&asked),
            Request::Undo(request::Undo { to }) => {
                let desk = self.desk_mut()?;
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
                }))
            }
            Request::Redo(_) => {
                let desk = self.desk_mut()?;
                desk.redo().map_err(|error| WireError::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: desk.at() }))
            }
            Request::Branch(request::Branch { from }) => {
                let desk = self.desk_mut()?;
                desk.branch(from).map_err(|error| WireError::new("cannot-step", error))?;
                Ok(Answer::Moved(WireMoved { at: desk.at() }))
            }
            Request::Fiat(given) => {
                let state = self.desk()?.state();
                let act = Reader::new(state)
                    .fiat(&given.act)
                    .map_err(|fault| WireError::new("bad-order", fault))?;
                if given.reason.trim().is_empty() {
                    return Err(WireError::new("bad-order", "a fiat is kept with its reason: say why"));
                }
                self.order(
                    Order::Fiat(Fiat { act, reason: given.reason, clause: given.clause }),
                    DiceFrom::Rolled,
                    Viewer::Referee,
                )
            }
            Request::State(_) => Ok(Answer::State(Box::new(Wire(self.desk()?.state()).state()))),
            Request::View(request::View { side }) => {
                let viewer = self.viewer(Some(&side))?;
                let view = self.desk()?.view(viewer);
                Ok(Answer::State(Box::new(Wire(&view).state())))
            }
            Request::Journal(request::Journal { from, side }) => {
                let viewer = self.viewer(side.as_deref())?;
                let desk = self.desk()?;
                let first = from.unwrap_or(1).saturating_sub(1);
                let wire = Wire(desk.state());
                let entries =
                    (first..desk.records().len()).filter_map(|index| wire.record(desk, index, viewer));
                Ok(Answer::Journal(entries.collect()))
            }
        }
    }

    fn desk(&self) -> Result<&Desk<Easy>, WireError> {
        self.desk.as_ref().ok_or_else(no_game)
    }

    fn desk_mut(&mut self) -> Result<&mut Desk<Easy>, WireError> {
        self.desk.as_mut().ok_or_else(no_game)
    }

    fn viewer(&self, side: Option<&str>) -> Result<Viewer, WireError> {
        let Some(name) = side else { return Ok(Viewer::Referee) };
        let side = Reader::new(self.desk()?.state()).side(name);
        side.map(Viewer::Side).map_err(|fault| WireError::new("bad-message", fault))
    }

    fn read_order(&self, raw: &RawOrder) -> Result<Order, WireError> {
        Reader::new(self.desk()?.state()).order(raw).map_err(|fault| WireError::new("bad-order", fault))
    }

    fn setup(&self, id: &str) -> Result<Setup, WireError> {
        let cannot = |text: String| WireError::new("cannot-open", text);
        let (scenario, _) = self.library.scenario(id).map_err(|faults| cannot(faults.to_string()))?;
        if scenario.rules != Easy::ID {
            return Err(cannot(format!(
                "{id} is played by the rules {}, which are not in this program",
                scenario.rules
            )));
        }
        Ok(Setup::new(scenario, fresh_seed()))
    }

    fn new_game(&mut self, new: request::New) -> Answered {
        let mut setup = self.setup(&new.scenario)?.options(Options(new.options)).weather(new.weather);
        setup.seed = new.seed.unwrap_or(setup.seed);
        let journal = new.journal.as_ref().map(Path::new);
        let desk = Desk::new(setup, journal).map_err(|error| WireError::new("cannot-open", error))?;
        Ok(self.opened(desk, Vec::new()))
    }

    fn open(&mut self, open: Open) -> Answered {
        let cannot = |error: &dyn ToString| WireError::new("cannot-open", error.to_string());
        match open {
            Open::Journal(path) => {
                let path = Path::new(&path);
                // The game that is open may be this very one: it is let go only when the other is open.
                let same = self.desk.as_ref().and_then(Desk::journal_path).is_some_and(|open| open == path);
                if same {
                    return Err(cannot(&"this journal is open already"));
                }
                let (desk, notices) = Desk::open(path, &self.library).map_err(|error| cannot(&error))?;
                Ok(self.opened(desk, notices.iter().map(ToString::to_string).collect()))
            }
            Open::Scenario(id) => {
                let desk = Desk::new(self.setup(&id)?, None).map_err(|error| cannot(&error))?;
                Ok(self.opened(desk, Vec::new()))
            }
            Open::Position(position) => {
                let state = set_up(&position)?;
                let setup =
                    Setup::new(state.game.scenario.clone(), fresh_seed()).options(state.game.chosen.clone());
                Ok(self.opened(Desk::from_state(setup, state), Vec::new()))
            }
        }
    }

    fn opened(&mut self, desk: Desk<Easy>, notices: Vec<String>) -> Answer {
        let opened = WireOpened {
            scenario: desk.setup().scenario.id.clone(),
            name: desk.setup().scenario.name.clone(),
            seed: desk.setup().seed,
            entries: desk.records().len(),
            notices,
            due: Wire(desk.state()).turn(desk.due()),
        };
        self.desk = Some(desk);
        Answer::Opened(opened)
    }

    fn order(&mut self, order: Order, dice: DiceFrom, viewer: Viewer) -> Answered {
        let desk = self.desk_mut()?;
        let number = match desk.order(order, dice) {
            Ok(entry) => entry.number,
            Err(OrderError::Stopped(stop)) => return stopped(desk.state(), stop),
            Err(error @ OrderError::Unwritable(_)) => return Err(WireError::new("bad-order", error)),
            Err(error @ OrderError::Journal { .. }) => return Err(WireError::new("cannot-write", error)),
        };
        let wire = Wire(desk.state());
        let entry = desk.entry_of(number).map(|entry| wire.entry(desk, entry, viewer));
        let mut entry = entry.unwrap_or_default();
        entry.due = Some(wire.turn(&desk.due_for(viewer)));
        Ok(Answer::Done(entry))
    }

    fn reach(&self, asked: &request::Reach) -> Answered {
        let state = self.desk()?.state();
        let id =
            Reader::new(state).stand(&asked.stand).map_err(|fault| WireError::new("bad-order", fault))?;
        let numbers = asked.to.into_iter().flat_map(|(x, y, h)| [x, y, h]).chain(asked.heading);
        if let Some(wrong) = numbers.into_iter().find(|number| !number.is_finite() || number.abs() > FARTHEST)
        {
            return Err(WireError::new("bad-order", format!("{wrong} is no place or heading on a table")));
        }
        let off = || WireError::new("bad-order", format!("stand {} is not on the table", asked.stand));
        let wire = Wire(state);
        if let Some(to) = asked.to {
            let goal = Reader::new(state).pose(to);
            let planned = reach::plan(state, id, goal).ok_or_else(off)?;
            let (reached, path, end, cost, touches) = match planned {
                Ok(plan) => (true, plan.path, plan.end, plan.cost, plan.touches),
                Err(failure) => (false, failure.path, failure.at, failure.cost, Vec::new()),
            };
            let touched = touches.into_iter().filter_map(|id| u16::try_from(id).ok()).map(StandId);
            return Ok(Answer::Way(WireWay {
                stand: wire.key(id),
                reached,
                path: wire.legs(&path),
                end: at(end),
                cost,
                touches: touched.map(|id| wire.key(id)).collect(),
            }));
        }
        let pose = state.pose(id).ok_or_else(off)?;
        let heading = asked.heading.map_or(pose.heading, Heading::from_degrees);
        let found = reach::reach(state, id, heading).ok_or_else(off)?;
        let outline = found.outline().into_iter();
        Ok(Answer::Reach(WireReach {
            stand: wire.key(id),
            heading: heading.degrees(),
            allowance: reach::allowance(state, id),
            cell: found.cell,
            count: found.count(),
            outline: outline.map(|line| line.into_iter().map(|point| (point.x, point.y)).collect()).collect(),
        }))
    }
}

/// Refuses a kind of offers that does not exist, with the nearest one that does.
fn check_kind(kind: &str) -> Result<(), WireError> {
    let known = Easy::offer_kinds();
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

/// A position as a game, with stands where stands can be.
fn set_up(position: &Position) -> Result<State, WireError> {
    let bad = |text: String| WireError::new("bad-position", text);
    let state = position.set_up().map_err(|fault| bad(fault.to_string()))?;
    let scenario = &state.game.scenario;
    for (id, start) in &scenario.starts {
        if let Start::Arrives { entry, .. } = start
            && !scenario.entries.iter().any(|known| known.id == *entry)
        {
            return Err(bad(format!(
                "stand {id} arrives at {entry}, which is no entry of the position: add it to entries"
            )));
        }
    }
    if state.phase == Phase::Draw && state.cup.is_empty() {
        return Err(
            bad("there is no chit to draw: give a stand, and leave a command out of discards".into()),
        );
    }
    let size = scenario.ground.size;
    let placed: Vec<_> = state.on_table().collect();
    if placed.len() > MOST_STANDS {
        return Err(bad(format!("{} stands are on the table: it takes {MOST_STANDS}", placed.len())));
    }
    for (index, (id, stand)) in placed.iter().enumerate() {
        let name = &state.unit(*id).key;
        if outside_by(*stand, size) > OVERLAP {
            return Err(bad(format!(
                "stand {name} lies off the table, which is {} by {} in",
                size.x, size.y
            )));
        }
        for (other, under) in &placed[..index] {
            if overlap_depth(*stand, *under) > OVERLAP {
                return Err(bad(format!(
                    "stand {name} lies on stand {}: move one of them",
                    state.unit(*other).key
                )));
            }
        }
    }
    Ok(state)
}

fn stopped(state: &State, stop: Stop<Refusal>) -> Answered {
    match stop {
        Stop::Refused(refusal) => Ok(Answer::Refused(Wire(state).refusal(&refusal))),
        Stop::NeedsDice(throw) => Ok(Answer::NeedsDice(Wire(state).throw(&throw))),
        Stop::BadDice(fault) => Err(WireError::new("bad-dice", fault)),
    }
}

/// The id of a request, and the request or what is wrong with it.
fn read(value: Value) -> (Value, Result<Request, WireError>) {
    let Value::Object(mut fields) = value else {
        let text = "a request is a JSON object with one key, such as {\"due\": {}}";
        return (Value::Null, Err(WireError::new("bad-message", text)));
    };
    let id = fields.remove("id").unwrap_or_default();
    let known = || Request::NAMES.join(", ");
    let mut names = fields.keys();
    let (Some(name), None) = (names.next(), names.next()) else {
        let text = format!("a request has one key beside \"id\", which is one of {}", known());
        return (id, Err(WireError::new("bad-message", text)));
    };
    if !Request::NAMES.contains(&name.as_str()) {
        let text = format!("there is no request \"{name}\": it is one of {}", known());
        return (id, Err(WireError::new("unknown-message", text)));
    }
    let name = name.clone();
    let request = serde_json::from_value(Value::Object(fields));
    (id, request.map_err(|error| WireError::new("bad-message", format!("{name}: {error}"))))
}

/// The answer as one line, with the id of its request.
fn text(id: &Value, answer: &Answer) -> String {
    let text = serde_json::to_string(answer).unwrap_or_else(|error| {
        // Only a number that is none could fail; it is said in place of the answer.
        serde_json::json!({"error": {"code": "cannot-write", "text": error.to_string()}}).to_string()
    });
    match text.strip_prefix('{') {
        Some(rest) if !id.is_null() => format!("{{\"id\":{id},{rest}"),
        _ => text,
    }
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
