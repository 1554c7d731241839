//! How the battle ended, or how it stands: points by source, losses by command, strength by turn, and luck.

use crate::desk::{Desk, KindLuck};
use crate::drawing::ArmyColour;
use crate::game::Standing;
use crate::game::Viewer;
use crate::rules::easy::generals;
use crate::rules::easy::state::{Phase, Place, Reason};
use crate::rules::easy::{Easy, StandId, State};
use crate::scenario::Side;

use super::models::{brief, sentence, side_colour};

/// The end of the battle, or how it stands.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    pub verdict: String,
    pub over: bool,
    pub sides: Vec<SideEnding>,
    /// What the points of a side are; none: victory points.
    pub points_are: Option<&'static str>,
    /// What decides, where points do not: each condition in words, whether it holds, its clause.
    pub conditions: Vec<(String, bool, &'static str)>,
    /// What the conditions come to, with the clause.
    pub because: Option<(String, &'static str)>,
}

/// One side's part of it.
#[derive(Clone, Debug, Default)]
pub struct SideEnding {
    pub name: String,
    pub colour: Option<ArmyColour>,
    pub points: i32,
    /// What for, points.
    pub sources: Vec<(String, i32)>,
    pub losses: Vec<Loss>,
    pub generals_lost: usize,
    pub luck: Vec<LuckRow>,
    /// Turn, strength points left at its end; turn 0: before the first.
    pub strength: Vec<(u8, u32)>,
}

/// What a command has lost.
#[derive(Clone, Debug, Default)]
pub struct Loss {
    pub command: String,
    pub left: u32,
    pub start: u32,
    /// Stands eliminated or gone off the table.
    pub gone: usize,
    /// Turn, strength points left at its end.
    pub strength: Vec<(u8, u32)>,
}

/// What the dice of one kind owed and paid.
#[derive(Clone, Debug, Default)]
pub struct LuckRow {
    /// `Fire`, `Close combat`.
    pub kind: String,
    pub dice: u32,
    pub expected: f64,
    pub actual: f64,
    /// `as much or more once in 12 battles`.
    pub rarity: String,
}

/// How it stands now, as this viewer may know it; when the battle is over nothing is hidden any more.
pub fn ending(desk: &Desk<Easy>, viewer: Viewer) -> Ending {
    let over = matches!(desk.state().phase, Phase::Over(_));
    let viewer = if over { Viewer::Referee } else { viewer };
    let state = &desk.view(viewer);
    let verdict = match &state.phase {
        Phase::Over(outcome) => match outcome.winner {
            Some(side) => {
                let lost = outcome.without_wagons.map_or_else(String::new, |side| {
                    format!("; the {} have no wagon left", state.say_side(side))
                });
                format!("{} victory of the {}{lost}", sentence(outcome.level.name()), state.say_side(side))
            }
            None => "The battle is a draw".to_owned(),
        },
        Phase::Weather | Phase::Draw | Phase::Active => format!("As it stands in turn {}", state.turn),
    };
    let turns = desk.turns(viewer);
    let sides = Side::BOTH.map(|side| side_ending(desk, state, turns, side, over)).into();
    Ending { verdict, over, sides, ..Ending::default() }
}

fn side_ending(desk: &Desk<Easy>, state: &State, turns: &[Standing], side: Side, over: bool) -> SideEnding {
    let luck = &desk.luck()[side.index()];
    SideEnding {
        name: state.say_side(side).to_owned(),
        colour: side_colour(state, side),
        points: state.points_with_objectives()[side.index()],
        sources: sources(state, side, over),
        losses: losses(state, turns, side),
        generals_lost: generals::lost(state, side),
        luck: luck.kinds.iter().map(luck_row).collect(),
        strength: turns.iter().map(|turn| (turn.turn, turn.strength[side.index()])).collect(),
    }
}

fn sources(state: &State, side: Side, over: bool) -> Vec<(String, i32)> {
    let scenario = &state.game.scenario;
    let mut found = Vec::new();
    for score in state.scores.iter().filter(|score| score.side == side) {
        let what = match &score.reason {
            Reason::Stand(id) => format!("{} destroyed, turn {}", brief(state, *id), score.turn),
            Reason::General(id) => format!("general {} lost, turn {}", brief(state, *id), score.turn),
            Reason::Objective(index) => {
                let name = scenario.objectives.get(*index).map_or("an objective", |held| held.name.as_str());
                format!("{name} held")
            }
            Reason::Wagon(id) => format!("wagon {} taken, turn {}", brief(state, *id), score.turn),
            Reason::Fiat(why) => format!("by the referee: {why}"),
        };
        found.push((what, score.points));
    }
    if !over {
        let held = scenario.objectives.iter().zip(&state.holders);
        found.extend(held.filter(|(_, holder)| **holder == Some(side)).map(|(objective, _)| {
            (format!("{}, if held to the end", objective.name), i32::from(objective.points))
        }));
        let wagons = state.wagons_held().filter(|id| state.side(*id) == side);
        found.extend(wagons.map(|id| (format!("wagon {}, if held to the end", brief(state, id)), 1)));
    }
    found
}

/// By the commands in which the stands began: who is regrouped takes no losses along.
fn losses(state: &State, turns: &[Standing], side: Side) -> Vec<Loss> {
    let roster = &state.game.roster;
    let of_side = roster.commands.iter().enumerate().filter(|(_, info)| info.side == side);
    let loss = of_side.map(|(index, info)| {
        let ids: Vec<StandId> = roster.stands_of(info.id).collect();
        let gone = |id: &&StandId| matches!(state.stand(**id).place, Place::Eliminated { .. } | Place::Off);
        Loss {
            command: info.name.clone(),
            left: ids.iter().map(|id| u32::from(state.stand(*id).strength)).sum(),
            start: ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum(),
            gone: ids.iter().filter(gone).count(),
            strength: turns.iter().filter_map(|turn| Some((turn.turn, *turn.commands.get(index)?))).collect(),
        }
    });
    loss.filter(|loss| loss.start > 0).collect()
}

pub(super) fn luck_row(luck: &KindLuck) -> LuckRow {
    let tally = &luck.tally;
    let way = if tally.actual < tally.expected { "as little or less" } else { "as much or more" };
    let chance = tally.extreme();
    let rarity =
        if chance > 0.4 { "about what was due".to_owned() } else { format!("{way} {}", odds_words(chance)) };
    LuckRow {
        kind: sentence(luck.kind),
        dice: tally.dice,
        expected: tally.expected,
        actual: tally.actual,
        rarity,
    }
}

/// `once in 12 battles`; for chances that nobody counts any more, `once in more than 100 000 battles`.
fn odds_words(chance: f64) -> String {
    if chance < 1e-5 {
        return "once in more than 100 000 battles".into();
    }
    let one_in = 1.0 / chance;
    if one_in < 10.0 {
        format!("once in {one_in:.1} battles")
    } else {
        format!("once in {one_in:.0} battles")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{DiceFrom, Library, Setup};
    use crate::game::Due;
    use crate::rules::easy::Order;
    use crate::rules::easy::event::Cause;

    #[test]
    fn rare_luck_is_told_as_a_number_of_battles() {
        assert_eq!(odds_words(0.25), "once in 4.0 battles");
        assert_eq!(odds_words(0.01), "once in 100 battles");
        assert_eq!(odds_words(0.0), "once in more than 100 000 battles");
    }

    #[test]
    fn losses_are_told_by_the_command_in_which_a_stand_began() {
        use crate::army::{Arm, Grade};
        use crate::game::RuleSet;
        use crate::rules::easy::fixture::{Field, OURS, at};
        use crate::rules::easy::regroup::Founded;
        use crate::rules::easy::{CommandId, Event};
        let field = Field::new()
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Infantry, at(4.0, 0.0, 0.0))
            .theirs(Arm::Infantry, at(0.0, 9.0, 180.0));
        let (mut state, ids) = field.state();
        let before = losses(&state, &[Easy::standing(&state)], OURS);
        let founded = Founded {
            command: CommandId(state.roster().commands.len() as u16),
            name: "Reserve".into(),
            under: None,
            general: Some((StandId(state.stands.len() as u16), Grade::Division)),
            stands: vec![ids[0]],
        };
        Easy::apply(&mut state, &Event::Founded(founded));
        Easy::apply(&mut state, &Event::Hit { stand: ids[0], points: 2, cause: Cause::Combat });
        let after = losses(&state, &[Easy::standing(&state)], OURS);
        let told = |of: &[Loss]| {
            of.iter().map(|loss| (loss.command.clone(), loss.start, loss.left)).collect::<Vec<_>>()
        };
        assert_eq!(told(&before), [("Corps".to_owned(), 10, 10)]);
        assert_eq!(told(&after), [("Corps".to_owned(), 10, 8)]);
        assert_eq!(after[0].strength, [(1, 8)], "the curve is of the same stands");
    }

    #[test]
    fn strengths_by_turn_begin_with_the_whole_army_and_commands_add_up() {
        let (scenario, _) = Library::embedded().scenario("first-steps").expect("it is in the program");
        let mut desk = Desk::<Easy>::new(Setup::new(scenario, 3), None).expect("a game begins");
        while desk.state().turn < 3 {
            let Due { offers, .. } = desk.due().clone();
            let calm = offers.iter().rev().find(|offer| !matches!(offer.order, Order::Move { .. }));
            let order = calm.or(offers.first()).expect("something is due").order.clone();
            desk.order(order, DiceFrom::Rolled).expect("what is offered is accepted");
        }
        let ending = ending(&desk, Viewer::Referee);
        assert!(!ending.over);
        for side in &ending.sides {
            let turns: Vec<u8> = side.strength.iter().map(|(turn, _)| *turn).collect();
            assert_eq!(turns, [0, 1, 2]);
            for (at, (_, whole)) in side.strength.iter().enumerate() {
                let parts: u32 = side.losses.iter().map(|loss| loss.strength[at].1).sum();
                assert_eq!(parts, *whole);
            }
            let start: u32 = side.losses.iter().map(|loss| loss.start).sum();
            assert_eq!(side.strength[0].1, start);
        }
    }
}
