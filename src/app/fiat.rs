//! What the referee overrides: the form he fills in, its ghost on the table, and what he decided before.

use crate::army::Arm;
use crate::desk::DiceFrom;
use crate::dice::Dry;
use crate::drawing::{Ink, Mark, Pen, footprint};
use crate::game::{RuleSet as _, Stop};
use crate::rules::easy::engineers::task::Task;
use crate::rules::easy::engineers::work::tasks_here;
use crate::rules::easy::ground::{GroundChange, say_bridge};
use crate::rules::easy::options::SPECS;
use crate::rules::easy::state::Place;
use crate::rules::easy::{Easy, Order, StandId, State, ammunition, brief, fiat, words};
use crate::rules::easy::{Fiat, FiatAct, touching};
use crate::rules::rulebook::{OptionEntry, Rulebook};
use crate::scenario::Side;
use crate::table::ground::CrossingKind;
use crate::table::measure::nearest_point_of_line;
use crate::table::{Pose, Vec2};

use super::command::Command;
use super::panes::{self, Pane};
use super::state::Hand;
use super::{App, models, views};

/// The kinds of fiat, as the form offers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Place,
    Strength,
    Remove,
    BringBack,
    Award,
    Turn,
    Option,
    /// Into squares, or out of them.
    Square,
    /// A routed marker put down, or taken up.
    Routed,
    Ammunition,
    Work,
    Ground,
    /// A wagon or a pontoon train handed over.
    Side,
}

impl Act {
    pub const ALL: [Self; 13] = [
        Self::Place,
        Self::Strength,
        Self::Remove,
        Self::BringBack,
        Self::Award,
        Self::Turn,
        Self::Option,
        Self::Square,
        Self::Routed,
        Self::Ammunition,
        Self::Work,
        Self::Ground,
        Self::Side,
    ];

    /// Whether it is done to a stand.
    pub fn wants_stand(self) -> bool {
        !matches!(self, Self::Award | Self::Turn | Self::Option | Self::Ammunition | Self::Ground)
    }

    /// Whether the modules that it is about are in force.
    pub fn is_in_force(self, state: &State) -> bool {
        let options = state.options();
        match self {
            Self::Square => options.squares,
            Self::Ammunition => options.ammunition,
            Self::Work => options.engineers,
            Self::Ground => options.engineers || options.pontoons,
            Self::Side => state.has_trains(),
            Self::Place
            | Self::Strength
            | Self::Remove
            | Self::BringBack
            | Self::Award
            | Self::Turn
            | Self::Option
            | Self::Routed => true,
        }
    }

    /// Whether it wants strength points.
    pub fn wants_strength(self) -> bool {
        matches!(self, Self::Strength | Self::BringBack)
    }
}

/// What is built or destroyed on the ground, as it is chosen: what is built comes to the place of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Bridge,
    Earthworks,
    Destroy(String),
    Level(String),
}

impl Change {
    /// All that can be chosen now, in words.
    fn all(state: &State) -> Vec<(Self, String)> {
        let ground = state.ground();
        let bridges = ground.crossings.iter().filter(|crossing| crossing.kind == CrossingKind::Bridge);
        let gone = bridges.map(|bridge| {
            let near = format!("{:.0}, {:.0}", bridge.at.x, bridge.at.y);
            (Self::Destroy(bridge.id.clone()), format!("destroy {} ({near})", say_bridge(ground, &bridge.id)))
        });
        let levelled = state.works().map(|works| {
            let at = works.polygon.iter().sum::<Vec2>() / works.polygon.len().max(1) as f32;
            (Self::Level(works.id.clone()), format!("level the earthworks at {:.0}, {:.0}", at.x, at.y))
        });
        let streams = ground.lines.iter().any(|line| line.stream().is_some());
        let bridge = streams.then(|| (Self::Bridge, "build a bridge over the nearest stream".to_owned()));
        let works = (Self::Earthworks, "throw up earthworks".to_owned());
        bridge.into_iter().chain([works]).chain(gone).chain(levelled).collect()
    }

    /// The change of the ground, with this place in the form.
    fn at(&self, state: &State, pose: Pose) -> Option<GroundChange> {
        Some(match self {
            Self::Bridge => {
                let streams = state.ground().lines.iter().filter(|line| line.stream().is_some());
                let banks = streams.map(|line| (line, nearest_point_of_line(&line.points, pose.at)));
                let off = |at: &Vec2| at.distance(pose.at);
                let (line, at) = banks.min_by(|(_, a), (_, b)| off(a).total_cmp(&off(b)))?;
                GroundChange::BridgeBuilt { over: line.id.clone(), at }
            }
            Self::Earthworks => GroundChange::Earthworks { at: pose },
            Self::Destroy(bridge) => GroundChange::BridgeDestroyed { bridge: bridge.clone() },
            Self::Level(works) => GroundChange::Levelled { works: works.clone() },
        })
    }
}

/// A fiat as far as it is filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub act: Act,
    pub stand: Option<StandId>,
    pub pose: Pose,
    /// Strength points, as typed: the rules say which a stand may have.
    pub points: u16,
    /// Victory points.
    pub award: i32,
    pub side: Side,
    pub turn: u8,
    /// An option by its id, and the value it is to have; empty: not chosen yet.
    pub option: (String, String),
    /// An army by its id, and the ammunition chits that it has left.
    pub army: String,
    pub chits: u16,
    /// What engineers work at, or that they leave it, and the turns that are left; none: not chosen yet.
    pub work: Option<Option<Task>>,
    pub left: u8,
    pub change: Option<Change>,
    /// The clause that is overridden, as typed; empty: none.
    pub clause: String,
    pub reason: String,
    /// Why it could not be given.
    pub fault: Option<String>,
    /// The reason, which every fiat wants, gets the keyboard: the form has just been opened, or given without one.
    pub fresh: bool,
}

impl Form {
    /// An empty form about this stand, with what is true of it now.
    pub fn about(state: &State, act: Act, stand: Option<StandId>) -> Self {
        let middle = state.game.scenario.ground.size / 2.0;
        let pose = stand.and_then(|id| state.pose(id)).unwrap_or(Pose::at(middle.x, middle.y, 0.0));
        let points = stand.map_or(1, |id| match state.stand(id).strength {
            0 => state.unit(id).strength.min(1),
            left => left,
        });
        let points = u16::from(points);
        Self {
            act,
            stand,
            pose,
            points,
            award: 1,
            side: stand.map_or(Side(0), |id| state.side(id)),
            turn: state.turn,
            option: Default::default(),
            army: String::new(),
            chits: 0,
            work: None,
            left: 1,
            change: None,
            clause: String::new(),
            reason: String::new(),
            fault: None,
            fresh: true,
        }
    }

    /// Whether it wants a place on the table: what is destroyed is where it is.
    pub fn wants_place(&self) -> bool {
        match self.act {
            Act::Place | Act::BringBack => true,
            Act::Ground => matches!(self.change, Some(Change::Bridge | Change::Earthworks)),
            _ => false,
        }
    }

    /// Whether it matters where that which comes to this place faces: a bridge lies across its stream.
    pub fn wants_heading(&self) -> bool {
        self.wants_place() && !(self.act == Act::Ground && self.change == Some(Change::Bridge))
    }

    /// What has still to be chosen before this is a fiat.
    pub fn wanting(&self) -> Option<&'static str> {
        let (id, value) = &self.option;
        match self.act {
            Act::Option if id.is_empty() => Some("Choose the option"),
            Act::Option if value.trim().is_empty() => Some("Choose the value it is to have"),
            act if act.wants_stand() && self.stand.is_none() => Some("Choose the stand"),
            Act::Ammunition if self.army.is_empty() => Some("Choose the army"),
            Act::Work if self.work.is_none() => Some("Choose the work"),
            Act::Ground if self.change.is_none() => Some("Choose what is built or destroyed"),
            _ => None,
        }
    }

    /// The fiat this is; none while something is wanting.
    pub fn fiat(&self, state: &State) -> Option<Fiat> {
        if self.wanting().is_some() {
            return None;
        }
        let named = || self.stand.map(|id| state.unit(id).key.clone());
        let act = match self.act {
            Act::Place => FiatAct::Place { stand: named()?, pose: self.pose },
            Act::Strength => FiatAct::Strength { stand: named()?, points: self.points },
            Act::Remove => FiatAct::Remove { stand: named()? },
            Act::BringBack => FiatAct::BringBack { stand: named()?, pose: self.pose, points: self.points },
            Act::Award => FiatAct::Award { side: self.side, points: self.award },
            Act::Turn => FiatAct::Turn { turn: self.turn },
            Act::Option => {
                let (id, value) = &self.option;
                FiatAct::Option { id: id.clone(), value: value.trim().to_owned() }
            }
            Act::Square => FiatAct::Square { stand: named()?, on: !state.stand(self.stand?).square },
            Act::Routed => FiatAct::Routed { stand: named()?, on: !state.stand(self.stand?).routed },
            Act::Ammunition => FiatAct::Ammunition { army: self.army.clone(), chits: self.chits },
            Act::Work => FiatAct::Work { engineer: named()?, task: self.work.clone()?, left: self.left },
            Act::Ground => FiatAct::Ground(self.change.as_ref()?.at(state, self.pose)?),
            Act::Side => FiatAct::Side { stand: named()?, side: state.side(self.stand?).enemy() },
        };
        let clause = self.clause.trim();
        let clause = (!clause.is_empty()).then(|| Rulebook::easy().clause(clause)).flatten();
        let clause = clause.map(|clause| format!("{}:{}", Easy::ID, clause.id));
        Some(Fiat { act, reason: self.reason.trim().to_owned(), clause })
    }
}

/// So many earlier fiats are shown.
const EARLIER: usize = 5;

/// A fiat given before.
#[derive(Clone, Debug)]
pub struct Earlier {
    pub number: usize,
    pub words: String,
    pub reason: String,
}

/// What the form shows besides what is filled in.
#[derive(Clone, Debug, Default)]
pub struct FormModel {
    /// The kinds that are in force.
    pub acts: Vec<Act>,
    /// Armies whose ammunition is counted: id, name and what is left.
    pub armies: Vec<(String, String)>,
    /// What the engineers could work at where they stand; none of it: that they leave their work.
    pub works: Vec<(Option<Task>, String)>,
    pub changes: Vec<(Change, String)>,
    /// Stands this act can be done to.
    pub stands: Vec<(StandId, String)>,
    pub sides: Vec<String>,
    pub turns: u8,
    /// The clause that was named, or those that come nearest to what is typed: id, title.
    pub clauses: Vec<(String, String)>,
    /// The clause typed is one of the rulebook.
    pub clause_known: bool,
    /// Fiats on the same clause; without a clause, of the same kind. The last one first, and no more than
    /// [`EARLIER`].
    pub earlier: Vec<Earlier>,
    /// How many of them there are.
    pub earlier_in_all: usize,
    /// What would be done.
    pub words: String,
    /// What has still to be chosen.
    pub wanting: Option<&'static str>,
    /// Why the rules do not take it as it is filled in.
    pub refused: Option<String>,
    /// What is to be said of the strength that is typed.
    pub strength: Option<Strength>,
    /// The options in force, with what they are now.
    pub options: Vec<(&'static OptionEntry, String)>,
}

/// What a form showed, and for what.
#[derive(Debug)]
pub(super) struct ShownForm {
    version: u64,
    form: Form,
    model: FormModel,
}

/// The value that stands in the form when an option has just been chosen: the other one where there are two, else none.
pub fn value_at_first(entry: &OptionEntry, now: &str) -> String {
    let mut others = entry.values().into_iter().filter(|value| *value != now);
    match (entry.range, others.next(), others.next()) {
        (None, Some(other), None) => other.to_owned(),
        _ => String::new(),
    }
}

/// What the rules say of a strength that is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strength {
    /// More than the stand began with, but the referee's to give.
    Above(String),
    Refused(String),
}

impl App {
    /// The form for a fiat, about this stand or the one that is selected.
    pub(super) fn open_fiat(&mut self, act: Act, stand: Option<StandId>) {
        let stand = stand.or(self.selected);
        self.show_form(Form::about(&self.desk.view(self.viewer), act, stand));
    }

    /// The form takes the place of the orders, beside the table: it covers no stand.
    fn show_form(&mut self, form: Form) {
        self.fiat = Some(form);
        if let Some(layout) = &mut self.shell.saved.layout {
            panes::set_open(layout, Pane::Orders, true);
        }
    }

    /// The form as it is filled in, and what it was told.
    pub(super) fn fiat_ui(&mut self, ui: &mut egui::Ui) -> Option<Command> {
        let mut form = self.fiat.take()?;
        // Built anew only where the form or the game has changed: the rules are asked for it.
        let kept = self.fiat_shown.take().filter(|kept| kept.version == self.version && kept.form == form);
        let kept = kept.unwrap_or_else(|| ShownForm {
            version: self.version,
            form: form.clone(),
            model: self.fiat_model(&form),
        });
        let before = form.clone();
        let found = views::fiat::fiat_ui(ui, &mut form, &kept.model);
        self.fiat_shown = Some(kept);
        if form != before {
            // What it comes to is told of the form as it is now.
            ui.ctx().request_repaint();
        }
        self.fiat = Some(form);
        found
    }

    /// Whether a form waits to be filled in: keys are then for it, not for the game behind it.
    pub(super) fn form_is_open(&self) -> bool {
        self.fiat.is_some() || self.regroup.is_some() || self.making.asking.is_some()
    }

    /// The form for what the rules have just refused: the stand in hand where it would come to rest, and the clause.
    pub(super) fn overrule(&mut self, clause: &str) {
        let state = &self.desk.view(self.viewer);
        let mut form = match &self.hand {
            Hand::Stand(lifted) => {
                let pose = self.resting().unwrap_or(lifted.ghost);
                Form { pose, ..Form::about(state, Act::Place, Some(lifted.stand)) }
            }
            Hand::Card(Order::Fire { target, .. }) => Form::about(state, Act::Strength, Some(*target)),
            Hand::Card(Order::Rally { stand, pose }) => {
                Form { pose: *pose, ..Form::about(state, Act::BringBack, Some(*stand)) }
            }
            Hand::Card(_) | Hand::Empty => Form::about(state, Act::Place, self.selected),
        };
        form.clause = clause.to_owned();
        self.show_form(form);
        self.put_back();
    }

    /// Gives the fiat of the form; a fiat is kept with its reason.
    pub(super) fn give_fiat(&mut self) {
        let Some(form) = &mut self.fiat else { return };
        if form.reason.trim().is_empty() {
            form.fault = Some("A fiat is kept with its reason: say why".into());
            form.fresh = true;
            return;
        }
        let typed = form.clause.trim();
        if !typed.is_empty() && Rulebook::easy().clause(typed).is_none() {
            form.fault = Some(format!("There is no clause {typed}: choose one below, or leave it empty"));
            return;
        }
        let Some(fiat) = form.fiat(self.desk.state()) else {
            form.fault = form.wanting().map(str::to_owned);
            return;
        };
        match self.desk.order(Order::Fiat(fiat), DiceFrom::Rolled) {
            Ok(_) => self.changed(),
            Err(error) => form.fault = Some(error.to_string()),
        }
    }

    /// What the form shows.
    pub(super) fn fiat_model(&self, form: &Form) -> FormModel {
        let state = &self.desk.view(self.viewer);
        let fits = |id: StandId| match form.act {
            Act::Place => state.pose(id).is_some(),
            Act::Strength => state.pose(id).is_some() && state.unit(id).strength > 0,
            Act::Remove => state.pose(id).is_some(),
            Act::BringBack => !matches!(state.stand(id).place, Place::Table(_)),
            Act::Square => state.pose(id).is_some() && state.arm(id).is_infantry(),
            Act::Routed => state.pose(id).is_some() && state.arm(id).is_troops(),
            Act::Work => state.pose(id).is_some() && state.arm(id) == Arm::Engineer,
            Act::Side => state.pose(id).is_some() && touching::is_train(state.arm(id)),
            Act::Award | Act::Turn | Act::Option | Act::Ammunition | Act::Ground => false,
        };
        let book = Rulebook::easy();
        let typed = form.clause.trim();
        let found = book.clause(typed);
        let clauses = match found {
            Some(clause) => vec![clause],
            None if typed.is_empty() => Vec::new(),
            None => book.search(typed).into_iter().take(4).collect(),
        };
        let in_force = book.options.iter().filter(|entry| entry.in_force);
        let fiat = form.fiat(state);
        let refused = fiat.clone().and_then(|fiat| match Easy::judge(state, &Order::Fiat(fiat), &mut Dry) {
            Err(Stop::Refused(refusal)) => Some(refusal.to_string()),
            _ => None,
        });
        let strength = form.stand.filter(|_| form.act.wants_strength()).and_then(|id| {
            let full = state.unit(id).strength;
            match fiat::check_points(state, id, form.points) {
                // Generals come back without strength points, whatever is typed.
                _ if full == 0 => None,
                Err(refusal) => Some(Strength::Refused(refusal.to_string())),
                Ok(points) if points > full => {
                    Some(Strength::Above(format!("above its full strength of {full}")))
                }
                Ok(_) => None,
            }
        });
        let works = || {
            let engineers = form.stand.filter(|id| state.arm(*id) == Arm::Engineer);
            let tasks = engineers.map_or(Vec::new(), |id| tasks_here(state, id)).into_iter();
            let told = tasks.map(|task| (Some(task.clone()), task.say(state.ground())));
            told.chain([(None, "they leave their work".to_owned())]).collect()
        };
        let armies = || {
            let stocks = state.ammunition.iter().filter_map(|stock| {
                let sides = &state.game.scenario.sides;
                let army = sides.get(stock.side.index())?.armies.get(stock.army)?;
                let left = ammunition::words(state, stock.side, stock.army);
                Some((army.id.clone(), format!("{}: {left}", army.name)))
            });
            stocks.collect()
        };
        let (earlier, earlier_in_all) = self.earlier_fiats(form, found.map(|clause| clause.id.as_str()));
        FormModel {
            acts: Act::ALL.into_iter().filter(|act| act.is_in_force(state)).collect(),
            armies: if form.act == Act::Ammunition { armies() } else { Vec::new() },
            works: if form.act == Act::Work { works() } else { Vec::new() },
            changes: if form.act == Act::Ground { Change::all(state) } else { Vec::new() },
            wanting: form.wanting(),
            // A strength that is refused is told where it is typed.
            refused: refused.filter(|_| !matches!(strength, Some(Strength::Refused(_)))),
            strength,
            options: in_force
                .map(|entry| (entry, state.game.chosen.value(SPECS, &entry.id).to_owned()))
                .collect(),
            stands: state.ids().filter(|id| fits(*id)).map(|id| (id, models::brief(state, id))).collect(),
            sides: Side::BOTH.iter().map(|side| state.say_side(*side).to_owned()).collect(),
            turns: state.game.scenario.turns,
            clauses: clauses.into_iter().map(|clause| (clause.id.clone(), clause.title.clone())).collect(),
            clause_known: found.is_some(),
            earlier,
            earlier_in_all,
            words: fiat.map_or(String::new(), |fiat| words::say_order(state, &Order::Fiat(fiat))),
        }
    }

    /// The last ones, and how many there are.
    fn earlier_fiats(&self, form: &Form, clause: Option<&str>) -> (Vec<Earlier>, usize) {
        let state = self.desk.state();
        let kind = form.fiat(state).map(|fiat| std::mem::discriminant(&fiat.act));
        let line = self.desk.line();
        let same = line.into_iter().rev().filter_map(|entry| match &entry.order {
            Order::Fiat(fiat) => {
                let same = match (clause, &fiat.clause) {
                    (Some(id), Some(old)) => old.rsplit(':').next() == Some(id),
                    (Some(_), None) => false,
                    (None, _) => kind == Some(std::mem::discriminant(&fiat.act)),
                };
                same.then_some((entry, fiat))
            }
            _ => None,
        });
        let same: Vec<_> = same.collect();
        let said = same.iter().take(EARLIER).map(|(entry, fiat)| Earlier {
            number: entry.number,
            words: self.desk.entry_words(entry, self.viewer).into_iter().next().unwrap_or_default(),
            reason: fiat.reason.clone(),
        });
        (said.collect(), same.len())
    }

    /// A point of the table as the place of the stand in the form.
    pub(super) fn point_fiat(&mut self, at: Vec2) {
        if let Some(form) = &mut self.fiat {
            form.pose = Pose::new(at, form.pose.heading);
        }
    }

    /// Whether a click on the table is a place for the form.
    pub(super) fn fiat_points(&self) -> bool {
        self.fiat
            .as_ref()
            .is_some_and(|form| form.wants_place() && (form.stand.is_some() || form.act == Act::Ground))
    }

    /// Where the stand of the form would be, or what is built or destroyed.
    pub(super) fn fiat_marks(&self) -> Vec<Mark> {
        let Some(form) = &self.fiat else { return Vec::new() };
        if form.act == Act::Ground {
            let change = form.change.as_ref().and_then(|change| change.at(self.desk.state(), form.pose));
            return change.map_or(Vec::new(), |change| brief::acts::change_marks(self.desk.state(), &change));
        }
        if !form.wants_place() {
            return Vec::new();
        }
        let Some(stand) = form.stand else { return Vec::new() };
        let rect = self.desk.state().unit(stand).body.parts()[0];
        let ghost = footprint(form.pose, rect.width, rect.depth);
        let front = form.pose.at + form.pose.heading.forward() * (rect.depth / 2.0 + 0.5);
        let mut marks = vec![
            Mark::fill(ghost, Ink::GoodWash),
            Mark::ring(ghost, Pen::fine(Ink::Way, 1.8)),
            Mark::line([form.pose.at, front], Pen::fine(Ink::Way, 1.8)),
        ];
        if let Some(from) = self.desk.state().pose(stand) {
            marks.push(Mark::line([from.at, form.pose.at], Pen::fine(Ink::Way, 1.4).dashed(6.0, 4.0)));
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use crate::drawing::Length;
    use crate::rules::easy::Position;

    use super::*;

    #[test]
    fn what_is_built_or_destroyed_is_marked_where_it_is() {
        let options = crate::data::ron_options();
        let position: Position = options
            .from_str(
                r#"(
                    options: {"adv-engineers": "on"},
                    lines: [(id: "Dyle", points: [(20, -1), (20, 41)], stream: Some(Major), width: 3)],
                    crossings: [(id: "Wavre", at: (20, 30), over: "Dyle")],
                    stands: [
                        (id: "A", side: "red", arm: Infantry, at: (10, 10, 0)),
                        (id: "E", side: "blue", arm: Infantry, at: (30, 10, 0)),
                    ],
                )"#,
            )
            .expect("the position reads");
        let mut state = position.set_up().expect("the position is sound");
        state.change_ground(&GroundChange::Earthworks { at: Pose::at(30.0, 20.0, 0.0) });
        let works = state.works().next().expect("they are there").clone();
        let pose = Pose::at(12.0, 8.0, 0.0);
        let marks = |change: Change| {
            let form = Form { pose, change: Some(change), ..Form::about(&state, Act::Ground, None) };
            let change = form.change.as_ref().and_then(|change| change.at(&state, pose));
            let wants = (form.wants_place(), form.wants_heading());
            (brief::acts::change_marks(&state, &change.expect("it can be done")), wants)
        };
        let dot = |at: Vec2, ink| vec![Mark::dot(at, Length::points(5.0), ink)];
        assert_eq!(marks(Change::Bridge), (dot(Vec2::new(20.0, 8.0), Ink::Way), (true, false)));
        let gone = marks(Change::Destroy("Wavre".into()));
        assert_eq!(gone, (dot(Vec2::new(20.0, 30.0), Ink::Bad), (false, false)));
        let (levelled, wants) = marks(Change::Level(works.id.clone()));
        assert_eq!(levelled, [Mark::ring(works.polygon.clone(), Pen::fine(Ink::Bad, 2.4))]);
        assert_eq!(wants, (false, false));
        assert_eq!(marks(Change::Earthworks).1, (true, true));
        assert!(!Form::about(&state, Act::Ground, None).wants_place(), "nothing is chosen");
    }
}
