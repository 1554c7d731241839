//! Tooltips of stands and of places on the table: sentences with their clauses. Units: inches, strength points.

use crate::engineers::task::Task;
use crate::engineers::words::{halves_left, say_turns_left};
use crate::ground::{GroundChange, say_bridge, say_line};
use crate::options::SPECS;
use crate::state::{Place, Pontoon};
use crate::touching::touched_enemies;
use crate::{CommandId, StandId, State, pontoons};
use drawing::Sign;
use game::strength_points;
use game::{Remark, Tooltip, sentence};
use scenario::army::{Arm, Grade, Rating};
use table::Vec2;

/// A sentence with its clause, which may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub words: String,
    pub clause: &'static str,
    /// The sign on the stand with this meaning.
    pub sign: Option<Sign>,
}

/// The tooltip of a stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandTooltip {
    /// `14 Foy`.
    pub title: String,
    pub said: Vec<Said>,
}

impl StandTooltip {
    /// The same as plain data.
    pub fn plain(self) -> Tooltip {
        let remark = |Said { words, clause, .. }: Said| Remark {
            words,
            clause: (!clause.is_empty()).then_some(clause),
        };
        Tooltip { title: self.title, said: self.said.into_iter().map(remark).collect() }
    }
}

/// A place with a tooltip: work under way, a bridge built or destroyed, earthworks.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub at: Vec2,
    /// Radius within which the pointer finds it, in inches.
    pub radius: f32,
    /// Is it marked by a plate above the stands?
    pub plate: bool,
    pub title: String,
    pub said: Said,
}

/// Flags of a stand that do not follow from its own state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    pub may_act: bool,
    pub acted: bool,
    pub out_of_command: bool,
    /// Does it touch an enemy, including sheltering guns?
    pub touches: bool,
}

fn say(clause: &'static str, words: impl Into<String>) -> Said {
    Said { words: words.into(), clause, sign: None }
}

fn sign(sign: Sign, clause: &'static str, words: impl Into<String>) -> Said {
    Said { words: words.into(), clause, sign: Some(sign) }
}

/// The whole tooltip of this stand.
pub fn stand(state: &State, id: StandId, flags: Flags) -> StandTooltip {
    let unit = state.unit(id);
    let mut said = vec![say("", who(state, id))];
    if let Some(from) = state.game.roster.stands.get(id.index()).map(|unit| unit.command)
        && from != unit.command
    {
        let clause = founded_by(state, unit.command).unwrap_or("easy:V.B");
        said.push(say(clause, format!("It answered to {} when the battle began.", state.command(from).name)));
    }
    said.extend(general(state, id));
    said.extend(strength(state, id));
    said.extend(place(state, id));
    if flags.may_act {
        said.push(say("", "It may act now."));
    }
    if flags.acted {
        said.push(sign(Sign::Acted, "easy:II.A.2.3", "It has acted in this activation."));
    }
    if flags.out_of_command {
        let range = state.lengths().command_range();
        let words =
            format!("Out of command: its general is more than {range} in away, so it does nothing now.");
        said.push(sign(Sign::OutOfCommand, "easy:II.A.2.2", words));
    }
    said.extend(condition(state, id, flags));
    said.extend(engineers(state, id));
    said.extend(trains(state, id));
    if unit.slow {
        said.push(say("easy:VI.D-slow", "Slow infantry: turns cost it movement as well."));
    }
    if unit.no_zone {
        said.push(say("easy:VI.C", "It has no zone of control."));
    }
    StandTooltip { title: state.say(id), said }
}

/// Its arm or grade, its command and its army: `Infantry of II Corps, Armée du Nord.`
fn who(state: &State, id: StandId) -> String {
    let unit = state.unit(id);
    let army = &state.game.scenario.sides[unit.side.index()].armies[unit.army].name;
    let kind = match (unit.arm, unit.grade) {
        (Arm::General, Some(Grade::Army)) => "army commander".to_owned(),
        (Arm::General, Some(Grade::Wing)) => "wing commander".to_owned(),
        (Arm::General, Some(Grade::Corps)) => "corps general".to_owned(),
        (Arm::General, Some(Grade::Division)) => "division general".to_owned(),
        (arm, _) => arm.name().to_owned(),
    };
    let command = &state.command(unit.command).name;
    let mut words = sentence(&kind);
    if *command != unit.name && command != army {
        words.push_str(&format!(" of {command}"));
    }
    format!("{words}, {army}.")
}

/// A general's ability, and whether his command was founded in this battle.
fn general(state: &State, id: StandId) -> Vec<Said> {
    let unit = state.unit(id);
    let mut said = Vec::new();
    let picks = matches!(unit.grade, Some(Grade::Army | Grade::Wing));
    match unit.rating {
        Rating::Great => said.push(say("easy:VI.B", "A great general: his command has two chits.")),
        Rating::Poor if picks => {
            said.push(say("easy:VI.B", "A poor general: he picks one command where others pick two."));
        }
        Rating::Poor if unit.arm == Arm::General => {
            said.push(say("easy:VI.B", "A poor general: a die says how many of his stands may act."));
        }
        Rating::Poor | Rating::Average => {}
    }
    if let Some(clause) = state.regrouped.founded_by(id).and_then(|command| founded_by(state, command)) {
        said.push(say(clause, "His command was founded in this battle and has a chit of its own."));
    }
    said
}

/// The clause by which this command was founded in the battle; `None` if it existed from the start.
fn founded_by(state: &State, command: CommandId) -> Option<&'static str> {
    let founded = state.regrouped.founded.iter().find(|founded| founded.command == command)?;
    let options = state.options();
    // A detached unit has a division general, or none if it is a single stand.
    let unit = founded.general.is_none_or(|(_, grade)| grade == Grade::Division);
    Some(if options.detached && (unit || !options.new_commands) { "easy:V.A" } else { "easy:V.C" })
}

fn strength(state: &State, id: StandId) -> Option<Said> {
    let (stand, start) = (state.stand(id), state.unit(id).strength);
    let points = |points: u8| strength_points(points);
    let words = match (start, stand.hidden, stand.strength) {
        (0, ..) => return None,
        (_, true, _) => format!("It began with {}; how many are lost is hidden.", points(start)),
        (_, false, left) if left == start && !stand.marked => format!("{}, fresh.", sentence(&points(left))),
        (_, false, left) => format!("{left} of {} left.", points(start)),
    };
    let said =
        if stand.marked { sign(Sign::Hit, "easy:III.C.1", words) } else { say("easy:III.C-sp", words) };
    Some(said)
}

fn place(state: &State, id: StandId) -> Option<Said> {
    Some(match state.stand(id).place {
        Place::Table(_) => return None,
        Place::Reserve => match state.regrouped.founded_by(id) {
            Some(command) if state.regrouped.unposted.contains(&command) => {
                say("easy:V.A", "He has still to be placed.")
            }
            Some(_) => say("easy:V.A", "He is not on the table: there was no room for him."),
            None => say("", "It has not yet arrived."),
        },
        Place::Eliminated { rallyable: true } => say("easy:IV.A.2", "Eliminated; it may be rallied."),
        Place::Eliminated { rallyable: false } => say("easy:III.D-remove", "Eliminated for good."),
        Place::Off => say("", "It is off the table."),
    })
}

fn condition(state: &State, id: StandId, flags: Flags) -> Vec<Said> {
    let stand = state.stand(id);
    let mut said = Vec::new();
    if stand.routed {
        let words = match state.game.chosen.value(SPECS, "routed-effect") {
            "lose-activation" => "Routed: at its next activation it does nothing but lose this marker.",
            "no-zone" => "Routed: it has no zone of control. The marker comes off at its next activation.",
            _ => "Routed in its last combat. The marker has no effect, and comes off at its next activation.",
        };
        said.push(sign(Sign::Routed, "easy:III.D-marker", words));
    }
    if stand.evading {
        let words = "Its gunners shelter with the infantry: it takes and gives no hits, and neither moves nor fires \
                     until no enemy touches it.";
        said.push(say("easy:III.F.1", words));
    }
    if stand.square {
        let words = "In squares: the dice of cavalry that attacks it count 1 less, those of infantry and guns 1 more. It keeps them \
                     until its next activation, and goes at half rate if it stays in them.";
        said.push(sign(Sign::Square, "easy:VI.G", words));
    }
    if flags.touches && !stand.evading {
        said.extend(contact(state, id));
    }
    said
}

/// The enemies that it touches, and the effect on its activation: sheltering guns hold nobody.
fn contact(state: &State, id: StandId) -> Option<Said> {
    let (sheltering, fighting): (Vec<StandId>, Vec<StandId>) =
        touched_enemies(state, id).into_iter().partition(|enemy| state.stand(*enemy).evading);
    let names =
        |stands: &[StandId]| listed(&stands.iter().map(|stand| state.say_short(*stand)).collect::<Vec<_>>());
    let (clause, words) = match (&fighting[..], &sheltering[..]) {
        ([], []) => return None,
        ([], sheltering) => (
            "easy:III.F.1",
            format!("Touches {}, whose gunners shelter: it may move freely.", names(sheltering)),
        ),
        (fighting, _) => (
            "easy:III.E.1",
            format!(
                "In contact with {}: when activated it comes under their opening fire, and then attacks or withdraws.",
                names(fighting)
            ),
        ),
    };
    Some(sign(Sign::Contact, clause, words))
}

fn engineers(state: &State, id: StandId) -> Vec<Said> {
    let mut said = Vec::new();
    if let Some(job) = state.engineers.jobs.get(&id) {
        let (task, left) =
            (job.task.say(state.ground()), say_turns_left(halves_left(state, job).unwrap_or(0)));
        let words = format!("At work on {task}: {left}. What is begun is lost when they leave it.");
        said.push(say("easy:V.D.1", words));
    }
    if let Some(host) = state.host_of(id) {
        let words = format!("Attached to {}: they act, move and fight with it.", state.say_short(host));
        said.push(say("easy:V.D.2", words));
    }
    if let Some(engineer) = state.engineer_with(id) {
        let words = format!(
            "{} is attached to it, goes where it goes, and may take hits for it, a point for each.",
            state.say_short(engineer)
        );
        said.push(say("easy:V.D.2.c", words));
    }
    said
}

/// Wagons and pontoon trains: their tasks, and their captors.
fn trains(state: &State, id: StandId) -> Vec<Said> {
    let mut said = Vec::new();
    let arm = state.arm(id);
    if let Some(site) = pontoons::work(state, id) {
        let words =
            format!("Building, {}. Each activation adds a die of inches.", pontoons::say_site(state, &site));
        said.push(say("easy:V.D.3.a", words));
    } else if matches!(state.pontoons.get(&id), Some(Pontoon::Spent)) {
        let words =
            "Spent: it has built its bridge and stays as a part of it. Everybody passes it, nobody takes it.";
        said.push(say("easy:V.D.3.a", words));
    }
    if matches!(state.stand(id).place, Place::Table(_)) && state.is_taken(id) {
        let clause = if arm == Arm::Pontoon { "easy:V.D.3" } else { "easy:VI.A.b" };
        let (now, first) = (state.say_side(state.side(id)), state.say_side(state.unit(id).side));
        said.push(say(clause, format!("Captured: it was {first}, and is {now} now.")));
    }
    said
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Work under way, and what has been built and destroyed in the game.
pub fn spots(state: &State) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (engineer, job) in &state.engineers.jobs {
        let (Some(own), Some(left)) = (state.pose(*engineer), halves_left(state, job)) else { continue };
        let who = state.say_short(*engineer);
        let task = job.task.say(state.ground());
        let words = format!("{who} is at work on {task}: {}.", say_turns_left(left));
        let title = match job.task {
            Task::Bridge { .. } => "A bridge is built",
            Task::Destroy { .. } => "A bridge is destroyed",
            Task::Earthworks { .. } => "Earthworks are thrown up",
        };
        let at = own.at - own.heading.forward() * WORK_PLATE;
        spots.push(Spot {
            at,
            radius: 0.4,
            plate: true,
            title: title.into(),
            said: say("easy:V.D.1", words),
        });
    }
    // Where the bridge is, not where it was ordered from. A bridge of the scenario keeps its id and its place.
    let at_first = &state.game.scenario.ground.crossings;
    let built =
        state.ground().crossings.iter().filter(|crossing| {
            !at_first.iter().any(|first| first.id == crossing.id && first.at == crossing.at)
        });
    for bridge in built {
        let words = format!("It was built over {} in this battle.", say_line(state.ground(), &bridge.over));
        spots.push(Spot {
            at: bridge.at,
            radius: 0.9,
            plate: false,
            title: "Bridge".into(),
            said: say("easy:V.D.1", words),
        });
    }
    for works in state.works() {
        let words = "Hard cover for one stand of infantry: 1 off the dice of fire and of attacks on it. They were thrown up in this \
                     battle.";
        spots.push(Spot {
            at: works.polygon.iter().sum::<Vec2>() / works.polygon.len().max(1) as f32,
            radius: 1.0,
            plate: false,
            title: "Earthworks".into(),
            said: say("easy:V.D.1", words),
        });
    }
    for ruin in ruins(state) {
        spots.push(Spot {
            at: ruin.at,
            radius: 0.9,
            plate: false,
            title: sentence(&ruin.name),
            said: say("easy:V.D.1", "It was destroyed in this battle: nobody crosses here any more."),
        });
    }
    spots
}

/// A destroyed bridge of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruin {
    pub at: Vec2,
    /// The line's id.
    pub over: String,
    pub name: String,
}

/// Destroyed bridges of the scenario without a replacement.
pub fn ruins(state: &State) -> Vec<Ruin> {
    let first = &state.game.scenario.ground;
    let now = state.ground();
    let gone = state.changes.list().iter().filter_map(|change| match change {
        GroundChange::BridgeDestroyed { bridge } => first.crossings.iter().find(|known| known.id == *bridge),
        GroundChange::BridgeBuilt { .. }
        | GroundChange::Earthworks { .. }
        | GroundChange::Levelled { .. } => None,
    });
    gone.filter(|old| !now.crossings.iter().any(|crossing| crossing.at.distance(old.at) < 1.0))
        .map(|old| Ruin { at: old.at, over: old.over.clone(), name: say_bridge(first, &old.id) })
        .collect()
}

/// Distance of the plate with the turns left behind the middle of the engineers.
pub const WORK_PLATE: f32 = 0.95;

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::event;
    use crate::ground::GroundChange;
    use crate::regroup::regrouped::Founded;

    use super::*;

    fn set_up(position: &str) -> State {
        let options = data::ron_options();
        let position: Position = options.from_str(position).expect("the position reads");
        position.set_up().expect("the position is sound")
    }

    fn find(state: &State, key: &str) -> StandId {
        state.roster().find_stand(key).expect("there is one")
    }

    /// Clause and words of what is told of this stand with these words in it.
    fn told(state: &State, key: &str, part: &str) -> Option<(&'static str, String)> {
        let flags = Flags { touches: true, ..Flags::default() };
        let told = stand(state, find(state, key), flags);
        told.said.into_iter().find(|said| said.words.contains(part)).map(|said| (said.clause, said.words))
    }

    #[test]
    fn guns_that_shelter_hold_nobody_and_are_held_by_nobody() {
        let text = |evading: bool| {
            format!(
                r#"(
                    origin: (20, 20),
                    stands: [
                        (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
                        (id: "B", side: "blue", arm: FootArtillery, at: (0, 1.5, 180), sp: 2, evading: {evading}),
                        (id: "I", side: "blue", arm: Infantry, at: (0, 3, 180), sp: 5),
                    ],
                )"#
            )
        };
        let fighting = set_up(&text(false));
        assert_eq!(touched_enemies(&fighting, find(&fighting, "A")), [find(&fighting, "B")]);
        for key in ["A", "B"] {
            assert_eq!(
                told(&fighting, key, "In contact with").map(|said| said.0),
                Some("easy:III.E.1"),
                "{key}"
            );
        }
        let sheltering = set_up(&text(true));
        for key in ["A", "B"] {
            assert_eq!(told(&sheltering, key, "In contact with"), None, "{key}");
        }
        let (clause, words) = told(&sheltering, "A", "gunners shelter").expect("it is told");
        assert_eq!(
            (clause, &*words),
            ("easy:III.F.1", "Touches 2 B, whose gunners shelter: it may move freely.")
        );
        assert_eq!(told(&sheltering, "B", "may move freely"), None);
    }

    /// The stands B and C of red in a command of their own, with a general or none.
    fn founded(options: &str, grade: Option<Grade>) -> State {
        let mut state = set_up(&format!(
            r#"(
                origin: (20, 20),
                options: {{{options}}},
                stands: [
                    (id: "G", side: "red", arm: General, at: (0, 0, 0)),
                    (id: "A", side: "red", arm: Infantry, at: (3, 0, 0)),
                    (id: "B", side: "red", arm: Infantry, at: (6, 0, 0)),
                    (id: "C", side: "red", arm: Infantry, at: (9, 0, 0)),
                    (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180)),
                ],
            )"#
        ));
        let command = CommandId(state.roster().commands.len() as u16);
        let general = grade.map(|grade| (StandId(state.roster().stands.len() as u16), grade));
        let stands = vec![find(&state, "B"), find(&state, "C")];
        let founded = Founded { command, name: "red, detached".into(), under: None, general, stands };
        event::apply(&mut state, &event::Event::Founded(founded));
        state
    }

    #[test]
    fn who_answers_to_a_founded_command_is_told_by_what_it_was_founded() {
        let clause = |state: &State| told(state, "B", "when the battle began").map(|said| said.0);
        let (detached, new) = (r#""adv-detached": "on""#, r#""adv-new-commands": "on""#);
        let both = format!("{detached}, {new}, \"adv-attached\": \"on\"");
        assert_eq!(clause(&founded(detached, Some(Grade::Division))), Some("easy:V.A"));
        assert_eq!(clause(&founded(&both, None)), Some("easy:V.A"));
        assert_eq!(clause(&founded(&both, Some(Grade::Corps))), Some("easy:V.C"));
        assert_eq!(clause(&founded(new, Some(Grade::Division))), Some("easy:V.C"));
        // Put under a general who was there from the start.
        let mut state = founded(&both, Some(Grade::Division));
        let (b, red) = (find(&state, "B"), state.unit(find(&state, "A")).command);
        let blue = state.unit(find(&state, "E")).command;
        assert_eq!(told(&state, "A", "when the battle began"), None);
        event::apply(&mut state, &event::Event::Attached { stands: vec![b], to: blue });
        assert_ne!(red, blue);
        assert_eq!(clause(&state), Some("easy:V.B"));
    }

    #[test]
    fn a_founded_general_who_is_not_on_the_table_has_not_to_arrive() {
        let mut state = founded(r#""adv-detached": "on""#, Some(Grade::Division));
        let general = StandId(state.roster().stands.len() as u16 - 1);
        let command = state.regrouped.founded_by(general).expect("it is his");
        let place = |state: &State| place(state, general).map(|said| (said.clause, said.words));
        state.regrouped.unposted.insert(command);
        assert_eq!(place(&state), Some(("easy:V.A", "He has still to be placed.".into())));
        state.regrouped.unposted.remove(&command);
        let words = "He is not on the table: there was no room for him.";
        assert_eq!(place(&state), Some(("easy:V.A", words.into())));
    }

    #[test]
    fn a_bridge_ordered_from_its_bank_is_told_of_where_it_lies() {
        let mut state = set_up(
            r#"(
                lines: [(id: "Dyle", points: [(20, -1), (20, 41)], stream: Some(Major), width: 3)],
                crossings: [(id: "Wavre", at: (20, 30), over: "Dyle")],
                stands: [
                    (id: "A", side: "red", arm: Infantry, at: (10, 10, 0)),
                    (id: "E", side: "blue", arm: Infantry, at: (30, 10, 0)),
                ],
            )"#,
        );
        assert_eq!(spots(&state), []);
        state.change_ground(&GroundChange::BridgeBuilt { over: "Dyle".into(), at: Vec2::new(18.5, 12.0) });
        let told: Vec<(Vec2, String)> = spots(&state).into_iter().map(|spot| (spot.at, spot.title)).collect();
        assert_eq!(told, [(Vec2::new(20.0, 12.0), "Bridge".to_owned())]);
        let built = state.ground().crossings.last().expect("it is built").id.clone();
        state.change_ground(&GroundChange::BridgeDestroyed { bridge: built });
        assert_eq!(spots(&state), [], "it is no more, and the scenario had none there");
    }
}
