//! The questions of the referee's acts: possible answers, current values, defaults, and sketches on the table. Units: inches.

use crate::Easy;
use crate::ammunition;
use crate::chits::{Chit, chit, chit_name};
use crate::engineers::task::Task;
use crate::engineers::work::tasks_here;
use crate::fiat::MOST_CHITS;
use crate::ground::{GroundChange, earthwork_body, say_bridge};
use crate::movement::entry_pose;
use crate::options::SPECS;
use crate::spelling::{self, Acts};
use crate::state::{Place, Stock};
use crate::{CommandId, FiatAct, StandId, State, touching};
use drawing::{Ink, Length, Mark, Pen, footprint};
use game::{Answer, Ask, Choosable, Codec as _, Draft, Question, Spot, Vocabulary as _};
use rulebook::{book_of, option_form};
use scenario::Side;
use scenario::army::Arm;
use table::ground::CrossingKind;
use table::measure::{inches_apart, nearest_point_of_line, outside_by};
use table::tolerance::TOUCH;
use table::{Pose, Vec2};

/// Maximum of victory points awarded or taken at once; more are refused in words.
const AWARDED: f64 = 9_999.0;

/// Are the modules of this act in force?
pub fn is_known(state: &State, act: &str) -> bool {
    let options = state.options();
    match act {
        "Square" => options.squares,
        "Ammunition" => options.ammunition,
        "Work" => options.engineers,
        "Ground" => options.engineers || options.pontoons,
        "Side" => state.has_trains(),
        "Chit" => to_come(state).next().is_some(),
        _ => true,
    }
}

/// Commands whose chits have yet to enter the cup (`easy:II.A.1`).
fn to_come(state: &State) -> impl Iterator<Item = CommandId> {
    let commands = state.roster().commands.iter().map(|info| info.id);
    commands.filter(|id| chit(state, *id) == Chit::ToCome)
}

/// An act, as far as it is filled in.
struct Form<'a> {
    state: &'a State,
    act: &'a Draft,
    /// The stand of the act.
    stand: Option<StandId>,
}

/// The questions of an act.
pub fn questions(state: &State, act: &Draft, any: Vec<Question>) -> Vec<Question> {
    let said = act.said();
    let named = said.one("stand").or_else(|_| said.one("engineer")).ok();
    let stand = named.and_then(|name| state.roster().find_stand(name));
    let form = Form { state, act, stand };
    any.into_iter().map(|question| form.question(question)).collect()
}

impl Form<'_> {
    fn question(&self, question: Question) -> Question {
        let state = self.state;
        match (self.act.verb.as_str(), question.field.as_str()) {
            (_, "stand" | "engineer") => self.which(question),
            (_, "at") => self.place(question),
            ("Strength" | "BringBack", "points") => self.strength(question),
            ("Award", "points") => {
                let ask = Ask::Number { least: -AWARDED, most: AWARDED, step: 1.0, unit: "" };
                Question { ask, ..question }.usually(Answer::Count(1))
            }
            (_, "side") => self.side(question),
            ("Turn", _) => {
                let turns = state.game.scenario.turns;
                let ask = Ask::Number { least: 1.0, most: turns.into(), step: 1.0, unit: "" };
                Question { ask, ..question }
                    .usually(Answer::Count(state.turn.into()))
                    .note(format!("now {} of {turns}", state.turn))
            }
            ("Option", "id") => {
                let now = |id: &str| state.game.chosen.value(SPECS, id).to_owned();
                option_form::which(book_of::<Easy>(), now, question)
            }
            ("Option", "value") => match self.act.said().one("id") {
                Ok(id) => {
                    let then = self.act.said().text("value").ok();
                    let now = state.game.chosen.value(SPECS, id);
                    option_form::value(book_of::<Easy>(), id, now, then, question)
                }
                Err(_) => question,
            },
            ("Square", "on") => self.switch(question, |state, id| state.stand(id).square),
            ("Routed", "on") => self.switch(question, |state, id| state.stand(id).routed),
            ("Ammunition", "army") => {
                let ask = Ask::One(state.ammunition.iter().filter_map(|stock| self.army(stock)).collect());
                Question { ask, ..question }
            }
            ("Ammunition", "chits") => self.chits(question),
            ("Chit", _) => {
                let choice = |id| Choosable {
                    group: state.say_side(state.command_side(id)).to_owned(),
                    ..Choosable::new(&state.command_key(id), &chit_name(state, id))
                };
                Question { ask: Ask::One(to_come(state).map(choice).collect()), ..question }
            }
            ("Work", "task") => self.task(question),
            ("Work", "left") => question.note("none: the work is done"),
            ("Ground", _) => Question { ask: Ask::Either(changes(state)), ..question },
            _ => question,
        }
    }

    /// The stands to which the act can be done.
    fn which(&self, question: Question) -> Question {
        let state = self.state;
        let fits = |id: StandId| {
            let on_table = state.pose(id).is_some();
            match self.act.verb.as_str() {
                "Strength" => on_table && state.unit(id).strength > 0,
                "BringBack" => !matches!(state.stand(id).place, Place::Table(_)),
                "Square" => on_table && state.arm(id).is_infantry(),
                "Routed" => on_table && state.arm(id).is_troops(),
                "Work" => on_table && state.arm(id) == Arm::Engineer,
                "Side" => on_table && touching::is_train(state.arm(id)),
                _ => on_table,
            }
        };
        let Ask::One(mut of) = question.ask else { return question };
        of.retain(|choice| state.roster().find_stand(&choice.key).is_some_and(fits));
        Question { ask: Ask::One(of), ..question }
    }

    /// The place of the stand, of its entry, or the middle of the table.
    fn place(&self, question: Question) -> Question {
        match self.stand {
            Some(id) => {
                let entry = || self.come_on(id);
                let pose = self.state.pose(id).or_else(entry).unwrap_or_else(|| middle(self.state));
                question.usually(Answer::Spot(Spot::pose(pose)))
            }
            None => question,
        }
    }

    /// The pose just after entering, wholly on the table; if somebody is there, the nearest free place.
    fn come_on(&self, id: StandId) -> Option<Pose> {
        /// Gap between its rear and the edge of the table, in inches.
        const HAIR: f32 = 0.05;
        /// Distance between the places tried, in inches, and their number to either side and ahead.
        const APART: f32 = 0.5;
        const PLACES: i32 = 24;
        let state = self.state;
        let body = &state.unit(id).body;
        let depth = body.parts().first()?.depth;
        let first = entry_pose(state, id, 0.0)?;
        let first = Pose::new(first.at + first.heading.forward() * (depth + HAIR), first.heading);
        let free = |pose: &Pose| {
            let there = body.placed(*pose);
            outside_by(there, state.terrain().ground().size) <= 0.0
                && state.on_table().all(|(other, stands)| other == id || inches_apart(there, stands) > TOUCH)
        };
        let mut places: Vec<Pose> = (0..=PLACES)
            .flat_map(|ahead| (-PLACES..=PLACES).map(move |beside| (ahead as f32, beside as f32)))
            .map(|(ahead, beside)| {
                let (forward, right) = (first.heading.forward(), first.heading.right());
                Pose::new(first.at + (forward * ahead + right * beside) * APART, first.heading)
            })
            .collect();
        places.sort_by(|a, b| a.at.distance(first.at).total_cmp(&b.at.distance(first.at)));
        Some(places.into_iter().find(free).unwrap_or(first))
    }

    fn strength(&self, question: Question) -> Question {
        let Some(id) = self.stand else { return question };
        let (now, full) = (self.state.stand(id), self.state.unit(id).strength);
        let usual = if now.strength == 0 { full.min(1) } else { now.strength };
        let question = question.usually(Answer::Count(usual.into()));
        let question = match (full, now.hidden) {
            (0, _) => return question.note("it has no strength points"),
            (full, true) => question.note(format!("now ? of {full}")),
            (full, false) => question.note(format!("now {} of {full}", now.strength)),
        };
        match self.act.said().count::<u16>("points") {
            Ok(points) if points > full.into() => question.note(format!("above its full strength of {full}")),
            _ => question,
        }
    }

    /// Asks for the new owner; by default the other side.
    fn side(&self, question: Question) -> Question {
        let state = self.state;
        let choice = |side: Side| Choosable::new(&state.side_id(side), state.say_side(side));
        let usual = match (self.act.verb.as_str(), self.stand) {
            ("Side", Some(id)) => Some(state.side(id).enemy()),
            ("Side", None) => None,
            _ => Some(Side(0)),
        };
        Question {
            ask: Ask::One(Side::BOTH.map(choice).into()),
            usual: usual.map(|side| Answer::One(state.side_id(side))),
            ..question
        }
    }

    /// Asks whether to add a marker, or to remove the one that is there.
    fn switch(&self, question: Question, is_on: fn(&State, StandId) -> bool) -> Question {
        match self.stand {
            Some(id) => {
                let on = is_on(self.state, id);
                question.usually(Answer::Whether(!on)).note(if on { "now it has" } else { "now it has not" })
            }
            None => question,
        }
    }

    fn army(&self, stock: &Stock) -> Option<Choosable> {
        let army = self.state.game.scenario.sides.get(stock.side.index())?.armies.get(stock.army)?;
        let left = ammunition::words(self.state, stock.side, stock.army);
        Some(Choosable::new(&army.id, &format!("{}: {left}", army.name)))
    }

    fn chits(&self, question: Question) -> Question {
        let ask = Ask::Number { least: 0.0, most: MOST_CHITS.into(), step: 1.0, unit: "" };
        let army = self.act.said().one("army").ok().and_then(|army| ammunition::find(self.state, army));
        let left = army.and_then(|stock| stock.left).unwrap_or_default();
        Question { ask, ..question }.usually(Answer::Count(left.into()))
    }

    /// The tasks of the engineers where they stand.
    fn task(&self, question: Question) -> Question {
        let engineers = self.stand.filter(|id| self.state.arm(*id) == Arm::Engineer);
        let tasks = engineers.map_or(Vec::new(), |id| tasks_here(self.state, id));
        let choice = |task: &Task| {
            let draft = spelling::task(task);
            Choosable::new(&draft.verb, &task.say(self.state.ground()))
                .answering(Answer::Either(Box::new(draft)))
        };
        Question { ask: Ask::Either(tasks.iter().map(choice).collect()), ..question }
            .note("without one they leave their work")
    }
}

fn middle(state: &State) -> Pose {
    let middle = state.game.scenario.ground.size / 2.0;
    Pose::at(middle.x, middle.y, 0.0)
}

/// Everything that can be built or destroyed on the ground now.
fn changes(state: &State) -> Vec<Choosable> {
    let ground = state.ground();
    let (middle, mut found) = (middle(state), Vec::new());
    if let Some(bridge) = bridge_near(state, middle.at) {
        found.push((bridge, "Build a bridge over the nearest stream".to_owned()));
    }
    found.push((GroundChange::Earthworks { at: middle }, "Throw up earthworks".to_owned()));
    for bridge in ground.crossings.iter().filter(|crossing| crossing.kind == CrossingKind::Bridge) {
        let near = format!("{:.0}, {:.0}", bridge.at.x, bridge.at.y);
        let words = format!("Destroy {} ({near})", say_bridge(ground, &bridge.id));
        found.push((GroundChange::BridgeDestroyed { bridge: bridge.id.clone() }, words));
    }
    for works in state.works() {
        let at = works.polygon.iter().sum::<Vec2>() / works.polygon.len().max(1) as f32;
        let words = format!("Level the earthworks at {:.0}, {:.0}", at.x, at.y);
        found.push((GroundChange::Levelled { works: works.id.clone() }, words));
    }
    let choice = |(change, words): (GroundChange, String)| {
        let draft = spelling::ground(&change);
        Choosable::new(&draft.verb, &words).answering(Answer::Either(Box::new(draft)))
    };
    found.into_iter().map(choice).collect()
}

/// A bridge over the stream nearest to this place.
fn bridge_near(state: &State, at: Vec2) -> Option<GroundChange> {
    let streams = state.ground().lines.iter().filter(|line| line.stream().is_some());
    let banks = streams.map(|line| (line, nearest_point_of_line(&line.points, at)));
    let off = |bank: &Vec2| bank.distance(at);
    let (line, at) = banks.min_by(|(_, a), (_, b)| off(a).total_cmp(&off(b)))?;
    Some(GroundChange::BridgeBuilt { over: line.id.clone(), at })
}

/// The act with its place corrected: a bridge goes over the nearest stream.
pub fn nearest_legal(state: &State, act: Draft) -> Draft {
    match act.meaning(Acts::VERBS, &Easy::keys(state)) {
        Ok(FiatAct::Ground(GroundChange::BridgeBuilt { at, .. })) => match bridge_near(state, at) {
            Some(bridge) => act.with("change", Answer::Either(Box::new(spelling::ground(&bridge)))),
            None => act,
        },
        _ => act,
    }
}

/// The sketch of an act: a stand at its new place, with its path; what is built or destroyed.
pub fn sketch(state: &State, act: &Draft) -> Vec<Mark> {
    let stand = |key: &str| state.roster().find_stand(key);
    match act.meaning(Acts::VERBS, &Easy::keys(state)) {
        Ok(FiatAct::Place { stand: key, pose } | FiatAct::BringBack { stand: key, pose, .. }) => {
            stand(&key).map_or(Vec::new(), |id| placed_marks(state, id, pose))
        }
        Ok(FiatAct::Ground(change)) => change_marks(state, &change),
        Ok(FiatAct::Work { task: Some(task), .. }) => change_marks(state, &task.change()),
        _ => Vec::new(),
    }
}

fn placed_marks(state: &State, stand: StandId, pose: Pose) -> Vec<Mark> {
    let rect = state.unit(stand).body.parts()[0];
    let ghost = footprint(pose, rect.width, rect.depth);
    let front = pose.at + pose.heading.forward() * (rect.depth / 2.0 + 0.5);
    let mut marks = vec![
        Mark::fill(ghost, Ink::GoodWash),
        Mark::ring(ghost, Pen::fine(Ink::Way, 1.8)),
        Mark::line([pose.at, front], Pen::fine(Ink::Way, 1.8)),
    ];
    if let Some(from) = state.pose(stand) {
        marks.push(Mark::line([from.at, pose.at], Pen::fine(Ink::Way, 1.4).dashed(6.0, 4.0)));
    }
    marks
}

/// The marks of what would be built, or destroyed.
pub fn change_marks(state: &State, change: &GroundChange) -> Vec<Mark> {
    let ground = state.ground();
    let gone = Pen::fine(Ink::Bad, 2.4);
    let dot = |at, ink| vec![Mark::dot(at, Length::points(5.0), ink)];
    match change {
        GroundChange::BridgeBuilt { at, .. } => dot(*at, Ink::Way),
        GroundChange::Earthworks { at } => {
            let outline = earthwork_body(state.lengths()).placed(*at).corners().collect::<Vec<_>>();
            vec![Mark::ring(outline, Pen::fine(Ink::Way, 1.8))]
        }
        GroundChange::BridgeDestroyed { bridge } => {
            let bridge = ground.crossings.iter().find(|crossing| crossing.id == *bridge);
            bridge.map_or(Vec::new(), |bridge| dot(bridge.at, Ink::Bad))
        }
        GroundChange::Levelled { works } => {
            let works = ground.areas.iter().find(|area| area.id == *works);
            works.map_or(Vec::new(), |works| vec![Mark::ring(works.polygon.clone(), gone)])
        }
    }
}
