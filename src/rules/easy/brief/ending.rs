//! How a battle of Easy Napoleonic ended, or how it stands: points by source, losses by command. Units: strength points.

use crate::state::{Phase, Place, Reason};
use crate::{StandId, State, generals, turn};
use game::counted;
use game::ending::{lost, people};
use game::{Ending, Loss, SideEnding, Standing, sentence};
use scenario::Side;

use super::colours::side_colour;

/// How it stands now; `turns`: how it stood at the end of each turn.
pub fn ending(state: &State, turns: &[Standing]) -> Ending {
    let verdict = match &state.phase {
        Phase::Over(outcome) => match outcome.winner {
            Some(side) => {
                let lost = outcome.without_wagons.map_or_else(String::new, |side| {
                    format!("; {} have no wagon left", people(state.say_side(side)))
                });
                format!(
                    "{} victory of {}{lost}",
                    sentence(outcome.level.name()),
                    people(state.say_side(side))
                )
            }
            None => "The battle is a draw".to_owned(),
        },
        Phase::Weather | Phase::Draw | Phase::Active => format!("As it stands in turn {}", state.turn),
    };
    Ending {
        verdict,
        over: matches!(state.phase, Phase::Over(_)),
        sides: Side::BOTH.map(|side| of_side(state, turns, side)).into(),
        ..Ending::default()
    }
}

fn of_side(state: &State, turns: &[Standing], side: Side) -> SideEnding {
    let points = state.points_with_objectives()[side.index()];
    let generals = generals::lost(state, side);
    SideEnding {
        name: state.say_side(side).to_owned(),
        colour: side_colour(state, side),
        score: points.to_string(),
        points: counted(points, "point", "points"),
        sources: sources(state, side),
        losses: losses(state, turns, side),
        notes: (generals > 0).then(|| lost(generals, "general")).into_iter().collect(),
        ..SideEnding::default()
    }
}

/// What each side has points for so far, the objectives with their holders, and the level of victory (`easy:IV.C`).
pub(super) fn points_for(state: &State) -> Vec<String> {
    let scored = Side::BOTH.into_iter().zip(state.points());
    let scored = scored.map(|(side, points)| {
        format!("{}: {} scored", state.say_side(side), counted(points, "point", "points"))
    });
    let held = state.game.scenario.objectives.iter().zip(&state.holders).map(|(objective, holder)| {
        let by = holder.map_or("nobody", |side| state.say_side(side));
        let worth = counted(i32::from(objective.points), "point", "points");
        format!("{}: held by {by}, {worth} at the end", objective.name)
    });
    let level = turn::outcome(state.points_with_objectives(), state.options().zero_counts_as_one);
    let level = match level.winner {
        Some(side) => format!("{} victory of {}", level.level.name(), people(state.say_side(side))),
        None => "a draw".to_owned(),
    };
    scored.chain(held).chain([format!("As it stands: {level}")]).collect()
}

fn sources(state: &State, side: Side) -> Vec<(String, i32)> {
    let scenario = &state.game.scenario;
    let mut found = Vec::new();
    for (place, score) in state.scores.iter().enumerate().filter(|(_, score)| score.side == side) {
        let what = match &score.reason {
            Reason::Stand(id) => {
                let (name, turn) = (state.say_short(*id), score.turn);
                // The points for it stay, whoever rallied it or brought it back (`easy:III.D-remove`, `easy:IV.A.1`).
                let again = state.scores.iter().skip(place + 1).any(|later| later.reason == score.reason);
                let back = if again || state.pose(*id).is_some() { ", back since" } else { "" };
                format!("{name} destroyed, turn {turn}{back}")
            }
            Reason::General(id) => format!("general {} lost, turn {}", state.say_short(*id), score.turn),
            Reason::Objective(held) => {
                let name = scenario.objectives.get(held.0).map_or("an objective", |held| held.name.as_str());
                format!("{name} held")
            }
            Reason::Wagon(id) => format!("wagon {} taken, turn {}", state.say_short(*id), score.turn),
            Reason::Fiat(why) => format!("by the referee: {why}"),
        };
        found.push((what, score.points));
    }
    if !matches!(state.phase, Phase::Over(_)) {
        let held = scenario.objectives.iter().zip(&state.holders);
        found.extend(held.filter(|(_, holder)| **holder == Some(side)).map(|(objective, _)| {
            (format!("{}, if held to the end", objective.name), i32::from(objective.points))
        }));
        let wagons = state.wagons_held().filter(|id| state.side(*id) == side);
        found.extend(wagons.map(|id| (format!("wagon {}, if held to the end", state.say_short(id)), 1)));
    }
    found
}

/// By the commands in which the stands began: who is regrouped takes no losses along.
fn losses(state: &State, turns: &[Standing], side: Side) -> Vec<Loss> {
    let roster = &state.game.roster;
    let of_side = roster.commands.iter().enumerate().filter(|(_, info)| info.side == side);
    let loss = of_side.map(|(index, info)| {
        let ids: Vec<StandId> = roster.stands_of(info.id).collect();
        let gone = |id: &&StandId| state.stand(**id).place.is_lost();
        // Who has left the table has nothing left on it.
        let stays = |id: &&StandId| state.stand(**id).place != Place::Off;
        Loss {
            group: info.name.clone(),
            left: ids.iter().filter(stays).map(|id| u32::from(state.stand(*id).strength)).sum(),
            start: ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum(),
            gone: lost(ids.iter().filter(gone).count(), "stand"),
            strength: turns.iter().filter_map(|turn| Some((turn.turn, *turn.commands.get(index)?))).collect(),
        }
    });
    loss.filter(|loss| loss.start > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::Cause;
    use crate::fixture::{Fixture, OURS, at};
    use crate::regroup::regrouped::Founded;
    use crate::rule_set::Easy;
    use crate::state::{Place, Score};
    use crate::{CommandId, Event};
    use game::RuleSet;
    use scenario::army::{Arm, Grade};

    #[test]
    fn a_stand_that_was_destroyed_and_came_back_is_told_so() {
        let field =
            Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0)).theirs(Arm::Infantry, at(0.0, 9.0, 180.0));
        let (mut state, ids) = field.state();
        let destroyed = Score { side: OURS, points: 5, reason: Reason::Stand(ids[1]), turn: 2 };
        state.scores.push(destroyed.clone());
        assert!(sources(&state, OURS)[0].0.ends_with("destroyed, turn 2, back since"), "it is on the table");
        state.stands[usize::from(ids[1].0)].place = Place::Eliminated { rallyable: true };
        assert!(sources(&state, OURS)[0].0.ends_with("destroyed, turn 2"));
        state.scores.push(Score { turn: 4, ..destroyed });
        let told: Vec<String> = sources(&state, OURS).into_iter().map(|(words, _)| words).collect();
        assert!(told[0].ends_with("turn 2, back since") && told[1].ends_with("turn 4"), "{told:?}");
    }

    #[test]
    fn losses_are_told_by_the_command_in_which_a_stand_began() {
        let field = Fixture::new()
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
            of.iter().map(|loss| (loss.group.clone(), loss.start, loss.left)).collect::<Vec<_>>()
        };
        assert_eq!(told(&before), [("Corps".to_owned(), 10, 10)]);
        assert_eq!(told(&after), [("Corps".to_owned(), 10, 8)]);
        assert_eq!(after[0].strength, [(1, 8)], "the curve is of the same stands");
    }
}
