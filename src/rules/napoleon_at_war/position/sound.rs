//! Checks a position on hexes for contradictions and excessive lengths.
//!
//! Every state that play can reach passes these checks. Units: hexes by number, turns.

use std::collections::BTreeMap;

use super::{Position, RawPhase, named};
use crate::spelling::Reader;
use crate::state::Phase;
use crate::turn::COUNTERATTACK_FROM;
use crate::{State, UnitId};
use game::hex_position::{self, MOST_UNITS, check_arrival, check_figure};
use game::{Checked, Contradiction};
use hexes::Hex;
use scenario::{HexScenario, HexStart, HexUnit};

/// No list is longer than allowed.
pub(super) fn check_numbers(position: &Position) -> Checked {
    position.ground().check_number()?;
    let lists = [
        ("units in units", position.units.len()),
        ("units in at", position.at.len()),
        ("units in waiting", position.waiting.len()),
        ("units in eliminated", position.eliminated.len()),
        ("units in moved", position.moved.len()),
    ];
    lists.into_iter().try_for_each(|(what, count)| Contradiction::at_most(MOST_UNITS, count, what))?;
    Contradiction::at_most(usize::from(u8::MAX), position.nights.len(), "nights")
}

/// Night turns and the current turn must be turns of the battle.
pub(super) fn clock(position: &Position, scenario: &HexScenario) -> Checked {
    let turns = scenario.turns;
    hex_position::check_turn(position.turn, turns)?;
    if let Some(night) = position.nights.iter().find(|night| !(1..=turns).contains(*night)) {
        let reason = format!("there is no turn {night} to be night: the battle has {turns}");
        return Err(Contradiction::new("nights", reason, format!("name turns from 1 to {turns}")));
    }
    let night = scenario.nights.contains(&position.turn);
    if position.phase == RawPhase::Combat && night {
        let reason = format!("turn {} is night, which has no combat phase (naw:10.0)", position.turn);
        return Err(Contradiction::new(
            "phase",
            reason,
            "give the phase Movement, or another turn or nights",
        ));
    }
    let first = position.turn == 1 && position.moved.is_empty();
    if position.phase == RawPhase::SetUp && !first {
        let reason = "SetUp is before turn 1, and nobody has moved then";
        return Err(Contradiction::new("phase", reason, "give turn 1 and nobody in moved, or another phase"));
    }
    Ok(())
}

/// The position's own units have values that fit on a counter, as in army files.
pub(super) fn counters(units: &[HexUnit]) -> Checked {
    units.iter().try_for_each(|unit| {
        check_figure("units", &unit.id, "a strength", unit.strength)?;
        check_figure("units", &unit.id, "a movement allowance", unit.movement)
    })
}

/// No unit is in a hex with an enemy (`naw:5.12`); friends may share one during movement (`naw:5.32`).
pub(super) fn enemies(state: &State) -> Checked {
    let mut placed: Vec<(Hex, UnitId)> = state.on_map().map(|(id, hex)| (hex, id)).collect();
    placed.sort_unstable();
    let hostile = placed.chunk_by(|(one, _), (other, _)| one == other).find_map(|there| {
        let (_, first) = there[0];
        let enemy = there.iter().find(|(_, other)| state.side(*other) != state.side(first));
        enemy.map(|(hex, other)| (*hex, first, *other))
    });
    let Some((hex, one, other)) = hostile else { return Ok(()) };
    let (one, other) = (&state.game.unit(one).id, &state.game.unit(other).id);
    let reason = format!("the enemies {one} and {other} both stand in {hex} (naw:5.12)");
    Err(Contradiction::new("units", reason, "move one of them"))
}

/// The position's own units arrive on a turn of the battle.
pub(super) fn arrivals(units: &[HexUnit], turns: u8) -> Checked {
    units.iter().try_for_each(|unit| check_arrival("units", &unit.id, unit.start, turns))
}

/// Where the lists of a position say that units are: each has one place.
pub(super) fn places(position: &Position, state: &State) -> Result<(), String> {
    let mut known: BTreeMap<UnitId, String> = BTreeMap::new();
    // A unit in short form that is on the map already has its place.
    if position.scenario.is_none() {
        for id in state.game.units() {
            let unit = state.game.unit(id);
            if let HexStart::Deployed(hex) = unit.start
                && state.hex(id).is_some()
            {
                known.insert(id, format!("stands in {hex} by units"));
            }
        }
    }
    let at = position.at.iter().map(|(name, hex)| ("at", name, format!("stands in {} by at", Hex(*hex))));
    let waiting = position.waiting.iter().map(|name| ("waiting", name, "waits by waiting".to_owned()));
    let gone =
        position.eliminated.iter().map(|name| ("eliminated", name, "is lost by eliminated".to_owned()));
    for (list, name, is) in at.chain(waiting).chain(gone) {
        let id = named(list, Reader { state }.key(name))?;
        if let Some(before) = known.insert(id, is) {
            let reason = format!("{name} {before} already");
            let remedy = format!("leave it out of {list}, or of where it is named before");
            return Err(Contradiction::new(list, reason, remedy).into());
        }
    }
    Ok(())
}

/// Those who have moved are on the map, of the side whose turn it is, and named once (`naw:4.1.A`).
pub(super) fn moved(position: &Position, state: &State) -> Result<(), String> {
    let mut known: Vec<UnitId> = Vec::new();
    for name in &position.moved {
        let id = named("moved", Reader { state }.key(name))?;
        let whose = state.game.side_name(state.phasing);
        let wrong = if state.side(id) != state.phasing {
            Some(format!("{name} is of the enemy, and it is the turn of {whose}"))
        } else if state.hex(id).is_none() {
            Some(format!("{name} is not on the map"))
        } else if known.contains(&id) {
            Some(format!("{name} is named twice"))
        } else {
            None
        };
        if let Some(reason) = wrong {
            let remedy = format!("name units of {whose} on the map, each once");
            return Err(Contradiction::new("moved", reason, remedy).into());
        }
        known.push(id);
    }
    Ok(())
}

/// The counterattack belongs to the French and must have been announced at the start of a French combat phase from turn 9 on
/// (`naw:15.2`).
pub(super) fn counterattack(position: &Position, state: &State) -> Checked {
    let Some(turn) = position.counterattack else { return Ok(()) };
    let refuse = |reason: String, remedy: &str| Err(Contradiction::new("counterattack", reason, remedy));
    let Some(french) = state.game.french() else {
        return refuse("no side of this battle is French".into(), "leave it out, or give marengo: true");
    };
    if turn < COUNTERATTACK_FROM {
        let reason = format!("it is announced on turn {turn}, and never before turn {COUNTERATTACK_FROM}");
        return refuse(reason, "give the turn on which it was announced, from 9 on");
    }
    let in_combat = state.phasing == french && matches!(state.phase, Phase::Combat(_));
    let after = state.phasing != french && state.game.scenario.first == french;
    if turn > state.turn || (turn == state.turn && !(in_combat || after)) {
        let reason = format!("it is announced on turn {turn}, whose French combat phase is still to come");
        return refuse(reason, "leave it out until it has been announced");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::hex_position::MOST_PLACES;
    use scenario::{AnyRules, Battle, Embedded};

    /// The fault of a position, written as JSON.
    fn fault(text: &str) -> Option<String> {
        let position: Position = serde_json::from_str(text).expect("the position is well written");
        let marengo = |_: &str| {
            let read = HexScenario::read("marengo-naw", &Embedded, &AnyRules);
            read.map(|(scenario, _)| scenario).map_err(|faults| faults.to_string())
        };
        position.set_up(&marengo).err().map(|fault| fault.to_string())
    }

    /// What is wrong; the place, the reason and the remedy that are told; the same put right.
    const FAULTS: &[(&str, &str, &str, &str, &str)] = &[
        (
            r#""marengo":true,"turn":10,"counterattack":8"#,
            "counterattack: ",
            "announced on turn 8, and never before turn 9",
            "from 9 on",
            r#""marengo":true,"turn":10,"counterattack":9"#,
        ),
        (
            r#""marengo":true,"turn":10,"counterattack":11"#,
            "counterattack: ",
            "turn 11, whose French combat phase is still to come",
            "leave it out until",
            r#""marengo":true,"turn":12,"counterattack":11"#,
        ),
        (
            r#""marengo":true,"turn":10,"counterattack":10"#,
            "counterattack: ",
            "still to come",
            "leave it out until",
            r#""marengo":true,"turn":10,"counterattack":10,"phase":"Combat""#,
        ),
        (
            r#""turn":10,"counterattack":9"#,
            "counterattack: ",
            "no side of this battle is French",
            "leave it out",
            r#""turn":10"#,
        ),
        (
            r#""eliminated":["F5"]"#,
            "eliminated: ",
            "F5 stands in 2010 by units already",
            "leave it out of eliminated",
            r#""eliminated":[]"#,
        ),
        (
            r#""at":{"F5":2011}"#,
            "at: ",
            "F5 stands in 2010 by units already",
            "leave it out of at",
            r#""at":{}"#,
        ),
        (
            r#""forest":[2101,2102],"town":[2102]"#,
            "town: ",
            "hex 2102 is forest already, and a hex is of one kind",
            "leave 2102 out of forest or town",
            r#""forest":[2101,2101],"town":[2102]"#,
        ),
        (
            r#""river":[[2010,2011]],"stream":[[2011,2010]]"#,
            "stream: ",
            "between 2011 and 2010 there is a river already",
            "leave that hexside out of river or stream",
            r#""river":[[2010,2011]],"bridge":[[2011,2010]],"stream":[[2011,2012]]"#,
        ),
        (
            r#""road":[[2010,2011,2012]],"trail":[[2112,2012,2011]]"#,
            "trail: ",
            "between 2012 and 2011 there is a road already",
            "out of road or trail",
            r#""road":[[2010,2011,2012],[2011,2012]],"trail":[[2112,2012]]"#,
        ),
        (
            r#""slope":[[2010,2011],[2011,2010]]"#,
            "slope: ",
            "between 2011 and 2010 it rises to 2011 already",
            "the hex at the foot first",
            r#""slope":[[2010,2011],[2011,2012]]"#,
        ),
        (
            r#""river":[[2010,2011],[2011,2010]]"#,
            "river: ",
            "the hexside between 2011 and 2010 is named twice",
            "each hexside once",
            r#""river":[[2010,2011],[2011,2012]]"#,
        ),
        (
            r#""slope":[[2010,2011],[2010,2011]]"#,
            "slope: ",
            "the hexside between 2010 and 2011 is named twice",
            "each hexside once",
            r#""slope":[[2010,2011]]"#,
        ),
        (
            r#""stream":[[2010,2011]],"bridge":[[2011,2012]]"#,
            "bridge: ",
            "between 2011 and 2012 there is no water to bridge",
            "in river or stream as well",
            r#""stream":[[2010,2011]],"bridge":[[2011,2010]]"#,
        ),
        (
            r#""turn":3,"nights":[3],"phase":"Combat""#,
            "phase: ",
            "turn 3 is night, which has no combat phase",
            "give the phase Movement",
            r#""turn":3,"nights":[3]"#,
        ),
        (
            r#""turn":15"#,
            "turn: ",
            "there is no turn 15: the battle has 14",
            "a turn from 1 to 14",
            r#""turn":14"#,
        ),
        (r#""turn":0"#, "turn: ", "there is no turn 0", "a turn from 1 to 14", r#""turn":1"#),
        (r#""turns":0"#, "turns: ", "a battle has some", "give 1 or more", r#""turns":1"#),
        (r#""nights":[15]"#, "nights: ", "there is no turn 15", "turns from 1 to 14", r#""nights":[14]"#),
        (
            r#""moved":["E3"]"#,
            "moved: ",
            "E3 is of the enemy, and it is the turn of Blue",
            "units of Blue",
            r#""moved":["F5"]"#,
        ),
        (r#""moved":["F5","F5"]"#, "moved: ", "F5 is named twice", "each once", r#""moved":["F5","F4"]"#),
        (
            r#""phase":"SetUp","turn":2"#,
            "phase: ",
            "SetUp is before turn 1",
            "give turn 1",
            r#""phase":"SetUp""#,
        ),
    ];

    /// Each is refused with its place, the reason and the remedy; put right, it is taken.
    #[test]
    fn what_contradicts_itself_is_refused_with_place_reason_and_remedy() {
        let units = r#""units":["F5@2010","F4@2012","E3@2008"]"#;
        for (wrong, place, reason, remedy, right) in FAULTS {
            let told = fault(&format!("{{{units},{wrong}}}")).unwrap_or_else(|| panic!("{wrong} is taken"));
            assert!(told.starts_with(place) && told.contains(reason) && told.contains(remedy), "{told}");
            assert_eq!(fault(&format!("{{{units},{right}}}")), None, "{right}");
        }
    }

    #[test]
    fn counters_bear_numbers_that_they_can_and_enemies_share_no_hex() {
        let told = |units: &str| fault(&format!(r#"{{"units":[{units}]}}"#));
        for (wrong, reason, right) in [
            (
                r#""F100@2010","E3@2008""#,
                "units: F100 cannot have a strength of 100: give it 1 to 99",
                r#""F99@2010","E3@2008""#,
            ),
            (
                r#""F0@2010","E3@2008""#,
                "units: F0 cannot have a strength of 0: give it 1 to 99",
                r#""F1@2010","E3@2008""#,
            ),
            (
                r#""F5(0)@2010","E3@2008""#,
                "units: F5 cannot have a movement allowance of 0: give it 1 to 99",
                r#""F5(1)@2010","E3@2008""#,
            ),
            (
                r#""F5@2010","F4@2010","E3@2010""#,
                "units: the enemies E3 and F4 both stand in 2010 (naw:5.12): move one of them",
                r#""F5@2010","F4@2010","E3@2008""#,
            ),
        ] {
            assert_eq!(told(wrong).unwrap_or_else(|| panic!("{wrong} is taken")), reason);
            assert_eq!(told(right), None, "{right}");
        }
        let moved = fault(r#"{"scenario":"marengo-naw","at":{"f44":708}}"#).unwrap_or_default();
        assert!(moved.starts_with("units: the enemies afrim and f44 both stand in 0708"), "{moved}");
    }

    #[test]
    fn units_arrive_on_a_turn_of_the_battle() {
        for (unit, more, sound) in [
            ("E3@2008/0", "", false),
            ("E3@2008/1", "", true),
            ("E3@2008/14", "", true),
            ("E3@2008/15", "", false),
            ("E3@2008/5", r#","turns":4"#, false),
            ("E3@2008/4", r#","turns":4"#, true),
        ] {
            let told = fault(&format!(r#"{{"units":["F5@2010","{unit}"]{more}}}"#));
            assert_eq!(told.is_none(), sound, "{unit}: {told:?}");
            let told = told.unwrap_or_default();
            let turns = if more.is_empty() { 14 } else { 4 };
            let why = format!("and the battle has turns 1 to {turns}: give it a turn from 1 to {turns}");
            let all = told.starts_with("units: E3 arrives on turn ") && told.ends_with(&why);
            assert!(sound || all, "{told}");
        }
    }

    #[test]
    fn units_of_a_scenario_have_one_place_each() {
        let told = |lists: &str| fault(&format!(r#"{{"scenario":"marengo-naw",{lists}}}"#));
        for (wrong, reason) in [
            (r#""at":{"f44":1210},"eliminated":["f44"]"#, "eliminated: f44 stands in 1210 by at already"),
            (r#""at":{"f19":3912},"waiting":["f19"]"#, "waiting: f19 stands in 3912 by at already"),
            (r#""waiting":["f19"],"eliminated":["f19"]"#, "eliminated: f19 waits by waiting already"),
            (r#""eliminated":["f44","f44"]"#, "eliminated: f44 is lost by eliminated already"),
        ] {
            assert!(told(wrong).unwrap_or_default().starts_with(reason), "{:?}", told(wrong));
        }
        assert_eq!(told(r#""at":{"f44":1210},"eliminated":["afrim"]"#), None);
        let moved = told(r#""moved":["f44"]"#).unwrap_or_default();
        assert!(moved.starts_with("moved: f44 is of the enemy, and it is the turn of"), "{moved}");
        // The counterattack is French, whoever moves: the Austrians are first.
        assert_eq!(told(r#""turn":10,"counterattack":9"#), None);
        assert!(told(r#""turn":10,"counterattack":10"#).is_some());
        // What the scenario's map has counts as well.
        let stream = told(r#""stream":[[708,808]]"#).unwrap_or_default();
        assert!(stream.starts_with("stream: between 0708 and 0808 there is a river already"), "{stream}");
    }

    #[test]
    fn a_position_holds_so_many_places_and_units() {
        let many = |count: usize, one: &str| vec![one; count].join(",");
        let told = |count: usize| fault(&format!(r#"{{"forest":[{}]}}"#, many(count, "2010")));
        assert_eq!(told(MOST_PLACES), None);
        let most = told(MOST_PLACES + 1).unwrap_or_default();
        let why =
            "the position: there are 10001 hexes and hexsides of its own, and a position holds 10000: leave";
        assert!(most.starts_with(why), "{most}");
        let moved = fault(&format!(r#"{{"moved":[{}]}}"#, many(MOST_UNITS + 1, r#""F5""#)));
        assert!(moved.unwrap_or_default().contains("251 units in moved, and a position holds 250"));
        // Hexes off the map and hexsides of hexes that do not touch are told as ever.
        assert!(fault(r#"{"river":[[4010,4011]]}"#).unwrap_or_default().contains("no neighbours on the map"));
        assert!(fault(r#"{"river":[[0,1]]}"#).unwrap_or_default().contains("no neighbours on the map"));
    }
}
