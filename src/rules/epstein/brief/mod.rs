//! What Epstein's rules tell of a game: head, order of battle, scene, tooltips.

mod acts;
mod scene;

use crate::drawing::{ArmyColour, Mark, Stage};
use crate::game::{Agenda, Briefs, Due, Facts, Group, Head, HeadSide, Member, Question, Remark};
use crate::scenario::Side;

use super::event::Event;
use super::kind::Arm;
use super::order::Order;
use super::rule_set::Epstein;
use super::state::{GroupId, Phase, State};
use super::victory;

/// The colour of a unit's army.
fn colour(state: &State, id: GroupId) -> Option<ArmyColour> {
    let info = state.game.unit(state.unit(id));
    let side = state.game.scenario.sides.get(info.side.index())?;
    let army = side.armies.iter().find(|army| army.id == info.army)?;
    Some(ArmyColour::named(&army.colour))
}

/// What an order was about.
pub fn facts(before: &State, after: &State, order: &Order, _events: &[Event]) -> Facts {
    use crate::game::{Answer, Spelled};
    let draft = Epstein::spell(before, order);
    let keys = draft.answers.values().flat_map(Answer::keys);
    let pieces = keys.filter(|key| before.find_group(key).is_ok()).map(str::to_owned).collect();
    let side = match before.phase {
        Phase::HighDie | Phase::Over(_) => None,
        Phase::Period => Some(before.game.side_id(before.decides())),
    };
    let begins = after.turn != before.turn;
    Facts { turn: after.turn, begins, pieces, side, ..Facts::default() }
}

/// A group in the order of battle.
fn member(state: &State, id: GroupId) -> Member {
    let now = state.group(id);
    let figures = state.figures(id);
    let start: u16 = now.stands.iter().map(|stand| state.game.stand(*stand).figures).sum();
    let form = match now.rout {
        Some(rout) => format!("routed, {}", super::messages::rally(rout.rally)),
        None => now.formation.words(),
    };
    let leads = state.arm(id) == Arm::Command;
    Member {
        piece: state.key(id),
        name: state.say(id),
        tag: state.key(id),
        figures: if leads { String::new() } else { format!("{figures}/{start}") },
        weakened: figures < start,
        state: if now.rout.is_some() { "routed".to_owned() } else { String::new() },
        spoken: format!("{}, {}, {figures} figures, {form}", state.say(id), state.kind(id).words()),
        placed: state.is_on_table(id),
        gone: false,
    }
}

impl Briefs for Epstein {
    fn head(state: &State) -> Head {
        let points = victory::points(state);
        let scenario = &state.game.scenario;
        let side = |side: Side| HeadSide {
            id: state.game.side_id(side),
            name: state.game.side_name(side).to_owned(),
            colour: scenario.sides[side.index()].armies.first().map(|army| ArmyColour::named(&army.colour)),
            points: i32::from(points[side.index()]),
        };
        let phase = match &state.phase {
            Phase::Over(_) => "over".to_owned(),
            Phase::HighDie => "who is first".to_owned(),
            Phase::Period => format!("{} period", state.game.side_name(state.active)),
        };
        Head {
            battle: scenario.name.clone(),
            turn: format!("turn {} of {}", state.turn, scenario.turns),
            clock: scenario.clock(state.turn),
            phase,
            sides: Side::BOTH.map(side).into(),
            ..Head::default()
        }
    }

    fn groups(state: &State) -> Vec<Group> {
        let mut found = Vec::new();
        for (side, army) in state.game.scenario.armies() {
            for command in &army.commands {
                let of_command = |id: &GroupId| state.game.unit(state.unit(*id)).command == command.id;
                let own: Vec<GroupId> = state.group_ids().filter(|id| of_command(id)).collect();
                let info = state.game.units.iter().filter(|unit| unit.command == command.id);
                let start = info
                    .flat_map(|unit| &unit.stands)
                    .map(|stand| u32::from(state.game.stand(*stand).figures));
                found.push(Group {
                    key: command.id.clone(),
                    name: command.name.clone(),
                    side: state.game.side_id(side),
                    colour: Some(ArmyColour::named(&army.colour)),
                    active: side == state.active,
                    strength: own.iter().map(|id| u32::from(state.figures(*id))).sum(),
                    start: start.sum(),
                    members: own.iter().map(|id| member(state, *id)).collect(),
                    ..Group::default()
                });
            }
        }
        found
    }

    fn agenda(state: &State, _hand: Option<&crate::game::Draft>) -> Agenda {
        let due = super::turn::due(state);
        let owed = super::rally::waiting(state).into_iter().map(|id| Remark {
            words: format!("{} runs: halt it, or let it run on", state.say(id)),
            clause: Some("epstein:13.7"),
        });
        let ending =
            due.offers.iter().find(|offer| offer.order == Order::EndPeriod).map(|offer| {
                (<Self as crate::game::Spelled>::spell(state, &offer.order), offer.words.clone())
            });
        Agenda { step: due.prompt, owed: owed.collect(), ending }
    }

    fn act_questions(state: &State, act: &crate::game::Draft, any: Vec<Question>) -> Vec<Question> {
        any.into_iter().map(|question| acts::question(state, act, question)).collect()
    }

    fn stage(state: &State, due: &Due<Order>) -> Stage {
        scene::stage(state, due)
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
        scene::layer(state, due, name, scale)
    }
}
