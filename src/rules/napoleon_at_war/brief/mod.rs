//! What a game of Napoleon at War shows about itself: header, order of battle, tooltips, threats, order cards.

mod acts;
mod assault;
mod ending;
pub mod facts;
mod hand;
mod lessons;
mod printed;
pub mod scene;
mod traces;
mod units;

use std::collections::BTreeMap;

use crate::combat::strength::{Counted, Reckoning};
use crate::movement::{MarchField, stacks_to_clear};
use crate::state::{Phase, Place};
use crate::{Event, Order, State, UnitId, combat, turn, victory, words, zones};
use dice::TypedEntry;
use drawing::hex::{Folded, zone_marks};
use drawing::overlay::Ruler;
use drawing::{Mark, Stage};
use game::Arrival;
use game::faces::{faces, together};
use game::lesson::FirstTurn;
use game::working::Modifier;
use game::{
    Agenda, AskFault, Card, CardFace, CardSide, CardThrow, CardWay, Chances, Codec as _, Draft, Due, Ending,
    Group, Head, HeadSide, HexUnits as _, LogKind, Member, Odds, Offer, Overlay, PieceInHand, Presentation,
    Printed, Question, Remark, RuleSet, RulerEnd, Spot, Standing, Threat, Tooltip, Vocabulary as _, asking,
    counted, judged,
};
use hexes::sight::{AlongHexside, sight};
use hexes::{Hex, half_points};
use scenario::{Battle as _, Side};

use super::combat::owed;
use super::combat::reach::{RANGE, blocks_sight};
use super::combat::table::Column;
use super::rule_set::NapoleonAtWar;
use assault::combat_phase;
use units::{formations, unit};

/// The current part of the turn: `Austrian movement`.
pub fn phase_words(state: &State) -> String {
    let name = state.game.side_name(state.phasing);
    match &state.phase {
        Phase::SetUp => "Set-up".to_owned(),
        Phase::Movement => format!("{name} movement"),
        Phase::Combat(_) => format!("{name} combat"),
        Phase::Over(_) => "The battle is over".to_owned(),
    }
}

/// Where a unit is, briefly: `2311`, `lost`, `turn 3`.
pub fn whereabouts(state: &State, id: UnitId) -> String {
    match state.unit(id).place {
        Place::Map(hex) => hex.to_string(),
        Place::Eliminated => "lost".to_owned(),
        Place::Waiting => match state.game.arrival(id) {
            Some((turn, _)) => format!("turn {turn}"),
            None => "off the map".to_owned(),
        },
    }
}

impl Presentation for NapoleonAtWar {
    const LOG_KINDS: &'static [LogKind] = facts::LOG_KINDS;

    fn head(state: &State) -> Head {
        let scenario = &state.game.scenario;
        let night = if state.is_night() { ", night" } else { "" };
        let counter = if state.counterattacking() { ", the French counterattack" } else { "" };
        let lost = victory::lost(state);
        Head {
            battle: scenario.name.clone(),
            turn: format!("turn {} of {}", state.turn, scenario.turns),
            clock: scenario.clock(state.turn),
            phase: format!("{}{night}{counter}", phase_words(state)),
            sides: Side::BOTH
                .map(|side| HeadSide {
                    id: state.game.side_id(side),
                    name: state.game.side_name(side).to_owned(),
                    colour: Some(state.game.colour(side)),
                    points: i32::try_from(lost[side.index()]).unwrap_or(i32::MAX),
                })
                .into(),
            points_are: "Strength points lost by each side",
            points_said: "Lost",
            ..Head::default()
        }
    }

    fn arrivals(state: &State) -> Vec<Arrival> {
        let of_side = |side| formations(state, side).into_iter().flat_map(|(_, units)| units);
        let coming = |id: UnitId| {
            let (turn, at) = state.game.arrival(id).filter(|_| state.unit(id).place == Place::Waiting)?;
            let unit = state.game.unit(id);
            let side = state.game.side_id(unit.side);
            Some(Arrival { turn, side, name: unit.name.clone(), at: at.to_string(), price: String::new() })
        };
        let mut arrivals: Vec<Arrival> =
            Side::BOTH.into_iter().flat_map(of_side).filter_map(coming).collect();
        arrivals.sort_by_key(|arrival| arrival.turn);
        arrivals
    }

    fn groups(state: &State) -> Vec<Group> {
        let of_side = |side: Side| formations(state, side).into_iter().map(move |found| (side, found));
        let groups = Side::BOTH.into_iter().flat_map(of_side);
        let group = |(side, (name, units)): (Side, (&str, Vec<UnitId>))| {
            let left = units.iter().filter(|id| state.unit(**id).place != Place::Eliminated);
            let count = |place: Place| units.iter().filter(|id| state.unit(**id).place == place).count();
            let facts = [(count(Place::Waiting), "to come"), (count(Place::Eliminated), "lost")];
            let facts = facts.into_iter().filter(|(count, _)| *count > 0);
            Group {
                key: name.to_owned(),
                name: name.to_owned(),
                side: state.game.side_id(side),
                strength: left.map(|id| u32::from(state.unit(*id).strength)).sum(),
                start: units.iter().map(|id| u32::from(state.game.unit(*id).strength)).sum(),
                facts: facts.map(|(count, words)| format!("{count} {words}")).collect(),
                members: units.into_iter().map(|id| member(state, id)).collect(),
                ..Group::default()
            }
        };
        groups.map(group).collect()
    }

    fn agenda(state: &State, hand: Option<&Draft>) -> Agenda {
        let stacked = |(_, units): &(Hex, Vec<UnitId>)| Remark {
            words: format!("{} share a hex", state.say_all(units)),
            clause: Some("naw:5.32"),
        };
        let owed = match &state.phase {
            Phase::Movement => stacks_to_clear(state).iter().map(stacked).collect(),
            Phase::Combat(phase) => assault::owed(state, phase, hand),
            Phase::SetUp | Phase::Over(_) => Vec::new(),
        };
        let ending = turn::ending(state).map(|(order, words)| (Self::spell(state, &order), words.to_owned()));
        Agenda { step: phase_words(state), owed, ending, ..Agenda::default() }
    }

    const PROPOSES: bool = true;

    fn proposals(state: &State) -> Vec<(Draft, String)> {
        assault::proposals(state)
    }

    fn folded(state: &State) -> Option<&Folded> {
        Some(state.game.folded())
    }

    fn printed(state: &State, scale: f32) -> Vec<Printed> {
        printed::printed(state, scale)
    }

    fn stage(state: &State, due: &Due<Order>) -> Stage {
        scene::stage(state, due)
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
        scene::layer(state, due, name, scale)
    }

    fn piece(state: &State, name: &str) -> Result<String, AskFault> {
        Ok(state.game.unit(unit(state, name)?).id.clone())
    }

    fn pick_up(state: &State, piece: &str) -> Result<Box<dyn PieceInHand>, AskFault> {
        Ok(Box::new(hand::Lifted::new(state, unit(state, piece)?)))
    }

    fn supposed(state: &State, piece: &str) -> Option<State> {
        hand::supposed(state, unit(state, piece).ok()?)
    }

    fn questions(
        state: &State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        match assault::is_made_up(draft) {
            true => assault::questions(state, draft, offers),
            false => asking::questions(Self::VERBS, draft, offers, names),
        }
    }

    fn act_questions(state: &State, act: &Draft, any: Vec<Question>) -> Vec<Question> {
        any.into_iter().map(|question| acts::question(state, act, question)).collect()
    }

    fn draft_card(state: &State, draft: &Draft) -> Card {
        match assault::is_made_up(draft) {
            true => assault::card(state, draft),
            false => {
                Self::order_of(state, draft).map(|order| Self::card(state, &order, &[])).unwrap_or_default()
            }
        }
    }

    fn sketch(state: &State, draft: &Draft, scale: f32) -> Vec<Mark> {
        assault::sketch(state, draft, scale)
    }

    fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
        let map = state.game.map();
        let hex = |end: &RulerEnd| match end {
            RulerEnd::Piece(piece) => state.hex(unit(state, piece).ok()?),
            RulerEnd::Place(spot) => spot.hex().filter(|hex| map.contains(*hex)),
        };
        let [from, to] = ends.map(hex);
        let (from, to) = (from?, to?);
        let (lie, far) = (&state.game.sheet().lie, map.grid.distance(from, to));
        let metres = u32::from(map.metres) * far;
        Some(Ruler {
            from: lie.centre(from),
            to: lie.centre(to),
            words: format!("{}, {metres} metres", counted(far, "hex", "hexes")),
        })
    }

    const FIRST_TURN: FirstTurn = lessons::FIRST_TURN;

    const OVERLAYS: &'static [Overlay] = &[Overlay {
        name: "zones",
        title: "Zones of control",
        tooltip: "Show or hide what the units control",
    }];

    fn overlay(state: &State, name: &str, _piece: Option<&str>, _at: Option<Spot>) -> Vec<Mark> {
        if name != "zones" {
            return Vec::new();
        }
        let lie = &state.game.sheet().lie;
        let of_side = |side: Side| {
            let hexes: Vec<Hex> = zones::zone(state, side).iter().collect();
            zone_marks(lie, side.0, state.game.colour(side), &hexes)
        };
        Side::BOTH.map(of_side).concat()
    }

    fn ending(state: &State, _turns: &[Standing]) -> Ending {
        ending::ending(state)
    }

    fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
        traces::traces(before, order, events)
    }

    fn tooltip(state: &State, piece: &str) -> Result<Tooltip, AskFault> {
        let id = unit(state, piece)?;
        let said = |words: String, clause| Remark { words, clause };
        let mut remarks = vec![said(words::describe(state, id), None)];
        if let Some(phase) = combat_phase(state) {
            let owed = owed::of(state, phase);
            if owed.attackers.iter().any(|one| one.unit == id) {
                remarks.push(said("It owes an attack".to_owned(), Some("naw:7.12")));
            }
            if owed.defenders.iter().any(|one| one.unit == id) {
                remarks.push(said("It must be attacked".to_owned(), Some("naw:7.11")));
            }
            if phase.fought.contains(&id) || phase.attacked.contains(&id) {
                remarks.push(said("It has fought in this phase".to_owned(), Some("naw:7.14")));
            }
            if phase.silenced.contains(&id) {
                let words = "It was displaced before it fired, and fires no more in this phase";
                remarks.push(said(words.to_owned(), Some("naw:7.82")));
            }
        }
        Ok(Tooltip { title: state.say(id), said: remarks })
    }

    fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        let id = unit(state, piece)?;
        let enemy = state.side(id).enemy();
        let here = state.imagined(id, at, " is not on the map: say where it would be")?;
        let then = at_their_turn(state, id, here);
        let field = MarchField::new(&then, enemy);
        let mut found: Vec<(u16, Threat)> =
            state.game.of_side(enemy).filter_map(|by| threat(&then, &field, by, id, here)).collect();
        found.sort_by(|a, b| (a.0, &a.1.by).cmp(&(b.0, &b.1.by)));
        Ok(found.into_iter().map(|(_, threat)| threat).collect())
    }

    fn faces(state: &State, order: &Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        let odds =
            order.attack().filter(|_| thrown.is_empty()).map(|assault| combat::odds::outlook(state, assault));
        match odds {
            Some(Ok(odds)) => together(odds.faces.iter().map(|one| {
                let result = one.outcome.result;
                (u32::from(one.face), format!("{result}: {}", result.words()))
            })),
            Some(Err(_)) | None => faces::<Self>(state, order, thrown),
        }
    }

    fn plain_card(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
        let (card, events) = judged::<Self>(state, order, thrown);
        let mut card = Card { act: assault::act(order).to_owned(), ways: ways(state, &events), ..card };
        if let Some(assault) = order.attack()
            && let Ok(odds) = combat::odds::outlook(state, assault)
        {
            card.sides = sides(state, &odds.reckoning, odds.column);
            card.act = format!("Fight at {}", odds.column);
            if card.throw.is_some() {
                let units = assault.defenders.iter().chain(&assault.attackers);
                let loss = |id: &UnitId| {
                    let lost = odds.chance_lost(*id);
                    (state.game.say(*id), lost * f64::from(state.unit(*id).strength), lost)
                };
                card.chances = Some(Chances { losses: units.map(loss).collect(), ..Chances::default() });
            }
        }
        if card.throw.is_some()
            && let Ok(odds) = Self::odds(state, order)
        {
            let chances = card.chances.get_or_insert_default();
            match odds {
                Odds::Listed(results) => chances.results = results,
                Odds::ByPiece(odds) => chances.unlisted = Some(odds.words),
                Odds::TooMany(words) => chances.unlisted = Some(words),
            }
        }
        card
    }
}

fn member(state: &State, id: UnitId) -> Member {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    Member {
        piece: unit.id.clone(),
        name: unit.name.clone(),
        tag: unit.counter.clone(),
        figures: format!("{}-{}", now.strength, unit.movement),
        weakened: now.strength < unit.strength,
        state: whereabouts(state, id),
        spoken: words::describe(state, id),
        placed: state.hex(id).is_some(),
        lost: now.place == Place::Eliminated,
        gone: now.place == Place::Eliminated,
    }
}

/// The state when this unit's enemy moves next, with the unit standing in that hex.
fn at_their_turn(state: &State, id: UnitId, here: Hex) -> State {
    let mut then = state.clone();
    then.phasing = state.side(id).enemy();
    then.phase = Phase::Movement;
    for unit in &mut then.units {
        unit.moved = None;
    }
    then.units[id.index()].place = Place::Map(here);
    then
}

/// What this enemy could do to the unit, and the cost of the move it needs: half movement points.
fn threat(state: &State, field: &MarchField<'_>, by: UnitId, on: UnitId, here: Hex) -> Option<(u16, Threat)> {
    let map = state.game.map();
    let guns = state.game.is_artillery(by);
    let strikes = |from: Hex| {
        zones::adjacent(map, from, here)
            || guns
                // A gun in contact with any enemy may not bombard others farther off (`naw:8.41`).
                && !zones::in_zone(state, from, state.side(on))
                && map.grid.distance(from, here) == RANGE
                && sight(map.grid, from, here, AlongHexside::Both, |hex| blocks_sight(map, hex)).is_clear()
    };
    let stands = state.hex(by);
    let own = stands.filter(|hex| strikes(*hex)).map(|hex| (0, hex));
    let (cost, from) = own.or_else(|| {
        let reach = field.reach(by);
        reach.iter().filter(|(hex, _)| strikes(*hex)).map(|(hex, cost)| (cost, hex)).min()
    })?;
    let verb = if zones::adjacent(map, from, here) { "attack" } else { "bombard" };
    let name = state.game.say(by);
    let words = match cost {
        0 => format!("{name} could {verb} from {from}, where it stands"),
        2 => format!("{name} could {verb} from {from}, 1 point away"),
        cost => format!("{name} could {verb} from {from}, {} away", half_points(cost)),
    };
    let (attack, defence) = (state.unit(by).strength, state.unit(on).strength);
    let column = Column::of(u32::from(attack), u32::from(defence));
    let threat = Threat {
        by: state.game.unit(by).id.clone(),
        words,
        odds: format!("alone {attack} against {defence}, column {} before terrain", column.name()),
        open: true,
        from: Spot::Hex(stands.unwrap_or(from).0),
        to: Spot::Hex(here.0),
    };
    Some((cost, threat))
}

/// The paths that units take in these events.
fn ways(state: &State, events: &[Event]) -> Vec<CardWay> {
    let way = |(unit, path, _): (UnitId, &[Hex], u16)| {
        let places = state.hex(unit).into_iter().chain(path.iter().copied()).map(Spot::from).collect();
        CardWay { piece: state.game.unit(unit).id.clone(), places }
    };
    events.iter().filter_map(Event::moves).map(way).collect()
}

/// The two sides of a combat.
fn sides(state: &State, reckoning: &Reckoning, column: Column) -> Vec<CardSide> {
    let side = |counted: &[Counted], total: u32, verb: &str, attack: bool| {
        let owner = counted.first().map(|one| state.side(one.unit));
        let piece = |one: &Counted| {
            let cover = one.cover.map(|cover| format!(" {}", cover.words())).unwrap_or_default();
            let words = match one.printed == one.counted {
                true => format!("{}{cover}", one.printed),
                false => format!("{}, doubled: {}{cover}", one.printed, one.counted),
            };
            (state.say(one.unit), words)
        };
        let of_side = |value: i32| (value > 0) == attack;
        let modifiers =
            reckoning.modifiers.iter().filter(|modifier| of_side(modifier.value)).cloned().collect();
        CardSide {
            title: owner.map(|side| format!("{} {verb}", state.game.side_name(side))).unwrap_or_default(),
            side: owner.map(|side| state.game.side_id(side)).unwrap_or_default(),
            pieces: counted.iter().map(piece).collect(),
            throws: doubled(modifiers),
            total: Some(total),
            result: if attack { format!("Column {column}") } else { String::new() },
        }
    };
    vec![
        side(&reckoning.attackers, reckoning.attack, "attack", true),
        side(&reckoning.defenders, reckoning.defence, "defend", false),
    ]
}

/// What doubling adds to a side's strength, if anything.
fn doubled(modifiers: Vec<Modifier>) -> Vec<CardThrow> {
    if modifiers.is_empty() {
        return Vec::new();
    }
    vec![CardThrow { what: "Strength".to_owned(), dice: 0, hits_on: None, modifiers, clause: "naw:7.4" }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Lab;

    fn words(state: &State, piece: &str, at: Option<u16>) -> Result<Vec<String>, String> {
        let threats = NapoleonAtWar::threats(state, piece, at.map(Spot::Hex));
        threats.map(|found| found.into_iter().map(|one| one.words).collect()).map_err(|fault| fault.text)
    }

    #[test]
    fn a_gun_in_contact_is_no_threat_to_those_farther_off() {
        let state = Lab::new().units("F3@2010 F2@2013 gE4@2012").state();
        let found = words(&state, "F3@2010", None).expect("it stands there");
        assert!(found.iter().all(|words| !words.contains("from 2012")), "{found:?}");
        let alone = Lab::new().units("F3@2010 gE4@2012").state();
        let found = words(&alone, "F3@2010", None).expect("it stands there");
        assert!(found[0].ends_with("could bombard from 2012, where it stands"), "{found:?}");
    }

    #[test]
    fn a_unit_is_not_imagined_in_a_hex_of_the_enemy() {
        let state = Lab::new().units("F3@2010 F2@2013 E4@2012").state();
        let fault = words(&state, "F3@2010", Some(2012)).expect_err("an enemy is in it");
        assert!(fault.ends_with("stands in 2012: name a hex that no enemy is in"), "{fault}");
        assert!(words(&state, "F3@2010", Some(2013)).is_ok(), "friends may share a hex while they move");
    }
}
