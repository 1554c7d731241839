//! Plain data for the views, built from the desk when the game has changed. Rules are asked here, never in a view.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::desk::Desk;
use crate::game::working::Measured;
use crate::game::{Briefs as _, Due, Head, RuleSet as _, Verb, Viewer};
use crate::rules::easy::combat::declare::touches;
use crate::rules::easy::state::{Phase, Place};
use crate::rules::easy::{CommandId, Easy, Order, StandId, State, fire};

use super::record::Log;
pub use super::record::Rolled;
use crate::drawing::ArmyColour;
use crate::rules::easy::brief::card::{WayBack, way_back};
use crate::rules::easy::brief::colours::side_colour;
use crate::rules::easy::brief::groups::commands;
use crate::rules::easy::brief::scene::table;
use crate::rules::easy::brief::{movable, told};
use crate::rules::easy::command::{command_range, in_range};
use crate::rules::easy::engineers::attach::shift_of;

pub use crate::game::sentence;
pub use crate::rules::easy::brief::card::{Card, Weighed, measured, weigh};
pub use crate::rules::easy::brief::groups::{ArmyRow, CommandRow, StandRow, strength_words};
pub use crate::rules::easy::brief::scene::{Table, emblem};

/// The head of the window.
#[derive(Clone, Debug, Default)]
pub struct Top {
    pub battle: String,
    pub turn: String,
    pub clock: String,
    pub weather: String,
    /// Side, points.
    pub points: Vec<(String, i32)>,
    /// What the points are; empty: victory points.
    pub points_hint: &'static str,
    /// The game is played on hexes.
    pub on_map: bool,
    /// What can be laid over the table in a window of any rules, by name.
    pub overlays: Vec<&'static str>,
    /// Something in it is hidden from a side.
    pub has_secrets: bool,
    /// What the referee may override, in a window of any rules.
    pub acts: Option<Vec<&'static Verb>>,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Where the journal is written.
    pub journal: Option<std::path::PathBuf>,
    pub sides: Vec<String>,
}

impl Top {
    /// What the brief says of it.
    pub fn of(head: Head) -> Self {
        let Head { battle, turn, clock, phase, sides, points_are } = head;
        let points = sides.iter().map(|side| (side.name.clone(), side.points)).collect();
        let sides = sides.into_iter().map(|side| side.name).collect();
        Self {
            battle,
            turn,
            clock,
            weather: phase,
            points,
            points_hint: points_are,
            sides,
            ..Self::default()
        }
    }
}

/// What is due, and every way to answer.
#[derive(Clone, Debug, Default)]
pub struct DueModel {
    pub colour: Option<ArmyColour>,
    pub prompt: String,
    pub clause: String,
    pub step: String,
    /// Orders that are exact, as buttons; the main one first.
    pub exact: Vec<(Order, String, &'static str)>,
    /// Stands to choose from for the activation.
    pub ticks: Vec<TickRow>,
    /// How many of them may act under a poor general who has rolled (`easy:VI.B`).
    pub most: Option<u8>,
    pub can_activate: bool,
    /// Stands other than the commander may make their moves.
    pub moves: bool,
    /// Stands that may be picked up.
    pub movers: Vec<(StandId, String, &'static str)>,
    /// Reinforcements that may come on.
    pub arrivals: Vec<(StandId, String)>,
    /// Contacts that may be declared as attacks: attacker, defender, words.
    pub pairs: Vec<(StandId, StandId, String)>,
    pub default_pairs: Vec<(StandId, StandId)>,
    /// The ways back that wait to be confirmed, in the order offered.
    pub retreats: Vec<WayBack>,
    /// The shots that may be ordered, battery by battery.
    pub shots: Vec<Shots>,
    pub over: bool,
}

/// What one battery may fire at, the best first.
#[derive(Clone, Debug)]
pub struct Shots {
    pub battery: StandId,
    pub name: String,
    pub shots: Vec<ShotRow>,
    /// Those whose dice cannot hit.
    pub hopeless: Vec<ShotRow>,
}

/// One shot.
#[derive(Clone, Debug)]
pub struct ShotRow {
    pub order: Order,
    /// As it is offered, whole.
    pub words: String,
    /// `at 14 Charlet, canister, 2.40 in`.
    pub at: String,
    /// `0.90 hits on average`.
    pub odds: String,
    /// Hits on average.
    pub expected: f64,
}

/// One stand of the active command.
#[derive(Clone, Debug)]
pub struct TickRow {
    pub id: StandId,
    pub name: String,
    /// `4.31 in`, `arrives`, or why it may not act.
    pub distance: String,
    pub open: bool,
    pub close: bool,
    pub measured: Option<Measured>,
}

/// Everything the views show, but what the pointer does to it.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub top: Top,
    pub commands: Vec<CommandRow>,
    pub table: Arc<Table>,
    pub due: DueModel,
    pub log: Log,
}

impl Models {
    /// `seen`: an earlier state that is looked at instead of the present one. `log`: the lines so far, if there are some.
    pub fn build(desk: &Desk<Easy>, viewer: Viewer, seen: Option<&State>, mut log: Log) -> Self {
        log.update(desk, viewer);
        let now = desk.view(viewer);
        let state = seen.map_or_else(|| now.clone(), |seen| Easy::view(seen, viewer));
        let mut top = top(desk, &state);
        let movable = if seen.is_some() { Vec::new() } else { movable(&now, &desk.due().offers) };
        let told = told(&state, &movable);
        top.can_undo &= seen.is_none();
        top.can_redo &= seen.is_none();
        Self {
            top,
            commands: commands(&state, &told),
            table: Arc::new(table(&state, &movable, told)),
            due: due(&desk.due_for(viewer), &now),
            log,
        }
    }
}

/// Badge and short name: `14 Charlet`.
pub fn brief(state: &State, id: StandId) -> String {
    state.say_short(id)
}

fn top(desk: &Desk<Easy>, state: &State) -> Top {
    Top {
        can_undo: desk.can_undo(),
        can_redo: desk.can_redo(),
        journal: desk.journal_path().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.into())),
        has_secrets: true,
        ..Top::of(Easy::head(state))
    }
}

fn due(due: &Due<Order>, state: &State) -> DueModel {
    let mut model = DueModel {
        colour: due.side.and_then(|side| side_colour(state, side)),
        prompt: due.prompt.clone(),
        clause: due.clause.to_owned(),
        step: state.active().map(|now| now.step.name().to_owned()).unwrap_or_default(),
        over: matches!(state.phase, Phase::Over(_)),
        ..DueModel::default()
    };
    for offer in &due.offers {
        match &offer.order {
            Order::Move { stand, .. } => {
                model.moves = true;
                mover(&mut model, state, *stand, "may move");
            }
            Order::Withdraw { stand, .. } => mover(&mut model, state, *stand, "may withdraw"),
            Order::MoveGeneral { .. } => {
                if let Some(general) = state.active().and_then(|now| state.command(now.command).general) {
                    mover(&mut model, state, general, "commander's move");
                }
            }
            Order::Enter { stand, .. } => {
                if !model.arrivals.iter().any(|(id, _)| id == stand) {
                    model.arrivals.push((*stand, brief(state, *stand)));
                }
            }
            Order::Activate { .. } => model.can_activate = true,
            Order::Declare { attacks } => {
                model.default_pairs.clone_from(attacks);
                model.pairs = touches(state)
                    .into_iter()
                    .map(|touch| (touch.attacker, touch.defender))
                    .map(|(a, d)| (a, d, format!("{} on {}", brief(state, a), brief(state, d))))
                    .collect();
            }
            order => {
                if let Order::Retreat { stand, direction: None } = order {
                    model.retreats.extend(way_back(state, *stand, order));
                }
                if let Order::Fire { battery, target } = order {
                    shot(&mut model, state, *battery, *target, &offer.words);
                }
                model.exact.push((order.clone(), sentence(&offer.words), offer.kind));
            }
        }
    }
    for id in state.ids().filter(|id| shift_of(state, *id).is_some()) {
        mover(&mut model, state, id, "shift");
    }
    for shots in &mut model.shots {
        shots.shots.sort_by(|a, b| b.expected.total_cmp(&a.expected));
    }
    model.shots.sort_by(|a, b| {
        let best = |shots: &Shots| shots.shots.first().map_or(0.0, |shot| shot.expected);
        best(b).total_cmp(&best(a))
    });
    if model.can_activate
        && let Some(now) = state.active()
    {
        model.ticks = ticks(state, now.command);
        model.most = now.most;
    }
    model
}

/// Puts a shot with the others of its battery.
fn shot(model: &mut DueModel, state: &State, battery: StandId, target: StandId, words: &str) {
    let Ok(shot) = fire::shot(state, battery, target) else { return };
    let expected = shot.roll.expected();
    let hopeless = shot.roll.is_hopeless();
    let row = ShotRow {
        order: Order::Fire { battery, target },
        words: sentence(words),
        at: format!("At {}, {}, {:.2} in", brief(state, target), shot.band.name(), shot.range.value),
        odds: if hopeless { "cannot hit".to_owned() } else { format!("{expected:.2} hits on average") },
        expected,
    };
    let place = model.shots.iter().position(|shots| shots.battery == battery).unwrap_or_else(|| {
        let name = brief(state, battery);
        model.shots.push(Shots { battery, name, shots: Vec::new(), hopeless: Vec::new() });
        model.shots.len() - 1
    });
    if let Some(shots) = model.shots.get_mut(place) {
        if hopeless { shots.hopeless.push(row) } else { shots.shots.push(row) }
    }
}

fn mover(model: &mut DueModel, state: &State, stand: StandId, what: &'static str) {
    if !model.movers.iter().any(|(id, ..)| *id == stand) {
        model.movers.push((stand, brief(state, stand), what));
    }
}

impl DueModel {
    /// The stands ticked at first: all that are in command; none where the players have to choose among them.
    pub fn all_ticked(&self) -> BTreeSet<StandId> {
        let open: BTreeSet<StandId> = self.ticks.iter().filter(|row| row.open).map(|row| row.id).collect();
        match self.most {
            Some(most) if open.len() > usize::from(most) => BTreeSet::new(),
            _ => open,
        }
    }
}

fn ticks(state: &State, command: CommandId) -> Vec<TickRow> {
    let open = in_range(state, command);
    let members = state.members(command).into_iter();
    members
        .filter(|id| !matches!(state.stand(*id).place, Place::Eliminated { .. } | Place::Off))
        .map(|id| {
            let measured = command_range(state, command, id);
            let distance = match (&measured, state.stand(id).place) {
                (_, Place::Reserve) if open.contains(&id) => "arrives".to_owned(),
                (_, Place::Reserve) => "not yet due".to_owned(),
                (Some(measured), _) => format!("{:.2} in", measured.value),
                (None, _) => "no range test".to_owned(),
            };
            TickRow {
                id,
                name: brief(state, id),
                distance,
                open: open.contains(&id),
                close: measured.as_ref().is_some_and(Measured::is_close),
                measured,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::easy::Position;
    use crate::rules::easy::roster::Train;
    use crate::scenario::Side;

    use super::*;

    #[test]
    fn the_order_of_battle_tells_what_the_table_tells_and_lists_captured_wagons_with_their_captors() {
        let options = crate::data::ron_options();
        let position: Position = options
            .from_str(
                r#"(
                    origin: (20, 20),
                    options: {"opt-wagons": "on"},
                    stands: [
                        (id: "G", side: "red", arm: General, at: (0, 0, 0)),
                        (id: "A", side: "red", arm: Infantry, at: (3, 0, 0), sp: 5),
                        (id: "B", side: "red", arm: Infantry, at: (0, 9, 0), sp: 5),
                        (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180), sp: 5),
                        (id: "V", side: "blue", command: "blue-train", arm: Wagon, at: (10, 0, 0)),
                        (id: "W", side: "blue", command: "blue-train", arm: Wagon, at: (12, 0, 0), taken_by: "red"),
                    ],
                    commands: [
                        (id: "red", side: "red"), (id: "blue", side: "blue"), (id: "blue-train", side: "blue"),
                    ],
                    active: (command: "red", stands: ["A"], acted: ["A"]),
                )"#,
            )
            .expect("the position reads");
        let state = position.set_up().expect("the position is sound");
        let find = |key: &str| state.roster().find_stand(key).expect("there is one");
        let told = told(&state, &[find("A")]);
        let rows = commands(&state, &told);
        let table = table(&state, &[find("A")], told);
        let says = |key: &str, part: &str| {
            let id = find(key);
            let row = rows.iter().flat_map(|row| &row.stands).find(|row| row.id == id);
            let row = row.expect("it is listed");
            assert_eq!(Some(&row.told), table.told.get(&id), "{key}");
            row.told.said.iter().any(|said| said.words.contains(part))
        };
        assert!(says("A", "It may act now.") && says("A", "It has acted"));
        assert!(says("B", "Out of command") && !says("B", "It may act now."));
        let listed = |side: Side, train: bool| -> Vec<StandId> {
            let of = |row: &&CommandRow| {
                let info = state.command(row.id);
                info.side == side && (info.train == Some(Train::Wagons)) == train
            };
            rows.iter().filter(of).flat_map(|row| &row.stands).map(|row| row.id).collect()
        };
        assert_eq!(listed(Side(0), true), [find("W")], "with those who took it");
        assert_eq!(listed(Side(1), true), [find("V")], "and no longer with those who lost it");
        assert_eq!(listed(Side(0), false), ["G", "A", "B"].map(find));
    }
}
