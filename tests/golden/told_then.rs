//! States as versions 1 and 2 of the protocol told them: what golden games are held to.

use easy::state::{Phase as EasyPhase, Place as EasyPlace};
use easy::{CommandId, StandId};
use game::{HexPlace, HexUnits as _, Wire};
use napoleon_at_war::combat::phase::{Fight, Step};
use napoleon_at_war::state::Phase as HexPhase;
use napoleon_at_war::{Assault, NapoleonAtWar, UnitId, victory};
use scenario::{Battle as _, HexStart, Side};
use serde_json::{Map, Value, json};
use table::Pose;

/// A rule set that was played then.
pub trait ToldThen: Wire {
    fn told_then(state: &Self::State) -> Value;
}

/// The fields of an object; of those named with a question mark none that is null, false or empty.
fn object(fields: Vec<(&str, Value)>) -> Value {
    let is_none = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    let told = |(name, value): (&str, Value)| match name.strip_suffix('?') {
        Some(_) if is_none(&value) => None,
        Some(name) => Some((name.to_owned(), value)),
        None => Some((name.to_owned(), value)),
    };
    Value::Object(Map::from_iter(fields.into_iter().filter_map(told)))
}

/// A number with the digits that are written.
fn number(number: f32) -> Value {
    serde_json::from_str(&serde_json::to_string(&number).expect("a number")).expect("a number")
}

fn at(pose: Pose) -> Value {
    json!([number(pose.at.x), number(pose.at.y), number(pose.heading.degrees())])
}

impl ToldThen for easy::Easy {
    fn told_then(state: &easy::State) -> Value {
        let scenario = &state.game.scenario;
        let command = |id: &CommandId| state.command_key(*id);
        let commands = |ids: &mut dyn Iterator<Item = &CommandId>| ids.map(command).collect::<Vec<_>>();
        let side = |side: Side| state.side_id(side);
        let stands =
            |ids: &mut dyn Iterator<Item = &StandId>| ids.map(|id| state.key(*id)).collect::<Vec<_>>();
        let (phase, result) = match &state.phase {
            EasyPhase::Weather => ("weather", Value::Null),
            EasyPhase::Draw => ("draw", Value::Null),
            EasyPhase::Active => ("active", Value::Null),
            EasyPhase::Over(end) => (
                "over",
                json!({"level": end.level.name(), "winner": end.winner.map(side), "points": end.points}),
            ),
        };
        let active = state.active().map(|now| {
            json!({
                "command": command(&now.command), "step": now.step.name(),
                "stands": stands(&mut now.list.iter()), "acted": stands(&mut now.acted.iter()),
            })
        });
        let points = state.points();
        let sides = Side::BOTH
            .map(|of| json!({"id": side(of), "name": state.say_side(of), "points": points[of.index()]}));
        let stock = |stock: &easy::state::Stock| {
            let army = &scenario.sides[stock.side.index()].armies[stock.army].id;
            json!({"side": side(stock.side), "army": army, "left": stock.left})
        };
        let objectives = scenario.objectives.iter().zip(&state.holders).map(|(of, holder)| {
            json!({"id": of.id, "name": of.name, "points": of.points, "held_by": holder.map(side)})
        });
        let founded = state.regrouped.founded.iter().map(|founded| {
            let info = state.command(founded.command);
            object(vec![
                ("id", json!(info.key)),
                ("name", json!(info.name)),
                ("side", json!(side(info.side))),
                ("under?", json!(info.under.map(|above| command(&above)))),
                ("general?", json!(info.general.map(|general| state.key(general)))),
            ])
        });
        let stand = |id: StandId| {
            let (unit, stand) = (state.unit(id), state.stand(id));
            let place = match stand.place {
                EasyPlace::Table(_) => "table",
                EasyPlace::Reserve => "reserve",
                EasyPlace::Eliminated { rallyable: true } => "eliminated",
                EasyPlace::Eliminated { rallyable: false } => "lost",
                EasyPlace::Off => "off",
            };
            object(vec![
                ("id", json!(unit.key)),
                ("badge", json!(unit.badge)),
                ("name", json!(unit.name)),
                ("side", json!(side(state.side(id)))),
                ("command", json!(command(&unit.command))),
                ("arm", json!(unit.arm.name())),
                ("place", json!(place)),
                ("at?", state.pose(id).map_or(Value::Null, at)),
                ("strength", json!((!stand.hidden).then_some(stand.strength))),
                ("began_with", json!(unit.strength)),
                ("marked", json!(stand.marked)),
                ("routed", json!(stand.routed)),
                ("evading", json!(stand.evading)),
                ("square?", json!(stand.square)),
            ])
        };
        object(vec![
            ("scenario", json!(scenario.id)),
            ("turn", json!(state.turn)),
            ("turns", json!(scenario.turns)),
            ("clock", json!(scenario.clock(state.turn))),
            ("weather", json!(state.weather.words())),
            ("phase", json!(phase)),
            ("active?", json!(active)),
            ("cup", json!(commands(&mut state.cup.iter()))),
            ("discards", json!(commands(&mut state.discards.iter()))),
            ("sides", json!(sides)),
            ("ammunition?", state.ammunition.iter().map(stock).collect()),
            ("objectives", objectives.collect()),
            ("stands", state.ids().map(stand).collect()),
            ("founded?", founded.collect()),
            ("absorbed?", json!(commands(&mut state.regrouped.absorbed.iter()))),
            ("result?", result),
        ])
    }
}

impl ToldThen for NapoleonAtWar {
    fn told_then(state: &napoleon_at_war::State) -> Value {
        let (game, scenario) = (&state.game, &state.game.scenario);
        let side = |side: Side| Self::side_id(state, side);
        let fight = |fight: &Fight| {
            let (step, [must, may]) = match &fight.step {
                Step::Exchange => ("exchange", [vec![], vec![]]),
                Step::Retreats { left, may } => ("retreats", [state.keys_of(left), state.keys_of(may)]),
                Step::Advance => ("advance", [vec![], vec![]]),
                Step::Done { .. } => ("over", [vec![], vec![]]),
            };
            object(vec![
                ("by", json!(state.keys_of(&fight.attackers))),
                ("on", json!(state.keys_of(&fight.defenders))),
                ("odds", json!([fight.attack, fight.defence])),
                ("column", json!(fight.column.name())),
                ("die", json!(fight.face)),
                ("result", json!(fight.result.name())),
                ("vacated", fight.vacated.iter().map(|hex| hex.0).collect()),
                ("step", json!(step)),
                ("must_retreat?", json!(must)),
                ("may_retreat?", json!(may)),
            ])
        };
        let assault = |assault: &Assault| json!({"by": state.keys_of(&assault.attackers), "on": state.keys_of(&assault.defenders)});
        let combat = |phase: &napoleon_at_war::combat::phase::CombatPhase| {
            let mut told = object(vec![
                ("begun", json!(phase.begun)),
                ("fought", json!(state.keys_of(&phase.fought))),
                ("attacked", json!(state.keys_of(&phase.attacked))),
                ("displaced", json!(state.keys_of(&phase.displaced))),
                ("silenced", json!(state.keys_of(&phase.silenced))),
                ("fight?", phase.fight.as_deref().map_or(Value::Null, fight)),
            ]);
            if let Some(all) = &phase.declared {
                told["declared"] = all.iter().map(assault).collect();
            }
            told
        };
        let (phase, now, result) = match &state.phase {
            HexPhase::SetUp => ("set-up", Value::Null, Value::Null),
            HexPhase::Movement => ("movement", Value::Null, Value::Null),
            HexPhase::Combat(phase) => ("combat", combat(phase), Value::Null),
            HexPhase::Over(end) => (
                "over",
                Value::Null,
                json!({"winner": end.winner.map(side), "lost": end.lost, "because": end.because}),
            ),
        };
        let lost = victory::lost(state);
        let sides = Side::BOTH
            .map(|of| json!({"id": side(of), "name": game.side_name(of), "lost": lost[of.index()]}));
        let unit = |id: UnitId| {
            let (unit, now) = (game.unit(id), state.unit(id));
            let from = |place: HexPlace| place.number();
            let moved = now.moved.as_ref().map(|moved| {
                let way: Vec<u16> = moved.path.iter().map(|hex| hex.0).collect();
                json!({"from": from(moved.from), "way": way, "cost": f64::from(moved.cost) / 2.0})
            });
            let arrives = match unit.start {
                HexStart::Arrives { turn, at } => json!([turn, at.0]),
                HexStart::Deployed(_) => Value::Null,
            };
            object(vec![
                ("id", json!(unit.id)),
                ("counter", json!(unit.counter)),
                ("name", json!(unit.name)),
                ("side", json!(side(unit.side))),
                ("arm", json!(unit.arm.name())),
                ("place", json!(now.place.name())),
                ("hex?", json!(now.place.number())),
                ("strength", json!(now.strength)),
                ("printed", json!(unit.strength)),
                ("movement", json!(unit.movement)),
                ("moved?", json!(moved)),
                ("arrives?", arrives),
            ])
        };
        let places = scenario.places.iter().map(|(name, hex)| (name.clone(), json!(hex.0)));
        object(vec![
            ("scenario", json!(scenario.id)),
            ("turn", json!(state.turn)),
            ("turns", json!(scenario.turns)),
            ("clock", json!(scenario.clock(state.turn))),
            ("night", json!(state.is_night())),
            ("phasing", json!(side(state.phasing))),
            ("phase", json!(phase)),
            ("counterattack", json!(state.counterattack)),
            ("sides", json!(sides)),
            ("places", Value::Object(places.collect())),
            ("units", game.units().map(unit).collect()),
            ("combat?", now),
            ("result?", result),
        ])
    }
}
