//! What these rules object to in a battle file, beyond the checks for every battle on hexes.
//!
//! Clauses: `naw:2.4`, `naw:5.32`, `naw:9.0-marsh`, `naw:14.5`, `naw:16.1`, `naw:16.2`.

use std::collections::BTreeMap;

use data::{nearest, suggest};
use hexes::{Hex, HexKind, HexMap, Mark};
use scenario::roster::{CellKind, Column, counter};
use scenario::{HexLayout, HexObjection, HexStart, HexSubject, HexUnit};

/// The id by which the Marengo rules identify the French; only they have reinforcements then (`naw:14.5`).
const FRENCH: &str = "french";
/// The names by which the Marengo rules identify the places that decide the battle (`naw:16.1`, `naw:16.2`): both, or neither.
const PLACES: [&str; 2] = ["marengo", "pietrabuona"];

/// The values on a counter (`naw:2.4`), and the further columns of lists.
pub(super) const COLUMNS: &[Column] = &[
    counter::COUNTER,
    counter::NAME,
    Column::new("arm", "Type", CellKind::OneOf(&counter::UNITS)).required().beginning("Infantry"),
    counter::STRENGTH,
    counter::MOVEMENT,
    counter::FORMATION,
    counter::BEGINS,
    counter::NOTE.detail(),
    counter::BASIS.detail(),
    counter::ONLY_WITH.detail(),
];

/// All objections: first about the places, then about the units in order.
pub(super) fn objections(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let mut found = places(layout);
    found.extend(layout.places.iter().filter_map(|(name, hex)| closed_place(layout, name, *hex)));
    let mut set_up: BTreeMap<Hex, &HexUnit> = BTreeMap::new();
    for (number, unit) in layout.units.iter().copied().enumerate() {
        match unit.start {
            HexStart::Deployed(hex) => {
                if !layout.map.is_some_and(|map| map.contains(hex)) {
                    continue;
                }
                let other = set_up.insert(hex, unit).filter(|other| other.side == unit.side);
                found.extend(other.map(|other| stacked(number, unit, other, hex)));
                found.extend(closed_start(layout, number, unit, hex));
            }
            HexStart::Arrives { .. } => found.extend(reinforcement(layout, number, unit)),
        }
    }
    found.extend(unknown(layout));
    found
}

/// Places are identified by name for victory (`naw:16.1`, `naw:16.2`), so a typing error would silently remove one. Objects to
/// a name that the rules do not know, one of the two without the other, both on one hex, or no French side.
fn places(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let warning = |name: &str, message: String, help: String| {
        HexObjection::error(HexSubject::Place(name.to_owned()), message, help)
            .on(layout.places.get(name).copied())
            .as_warning()
    };
    let misspelt = layout.places.keys().filter(|name| !PLACES.contains(&name.as_str()));
    let mut found: Vec<HexObjection> = misspelt
        .clone()
        .map(|name| {
            let message = format!("these rules know no place \"{name}\" (naw:16.1)");
            warning(name, message, suggest(name, PLACES))
        })
        .collect();
    match PLACES.map(|name| layout.places.get(name)) {
        [None, None] => return found,
        [Some(one), Some(other)] if one == other => {
            let message = format!("\"{}\" and \"{}\" are both {one}", PLACES[0], PLACES[1]);
            let help = "they are two places, both of which the Austrians have to hold (naw:16.2)";
            found.push(warning(PLACES[1], message, help.into()));
        }
        [Some(_), Some(_)] => {}
        [one, _] => {
            let (here, lacking) = if one.is_some() { (PLACES[0], PLACES[1]) } else { (PLACES[1], PLACES[0]) };
            if !misspelt.clone().any(|name| nearest(name, PLACES) == Some(lacking)) {
                let message = format!("\"{here}\" is named without \"{lacking}\": nothing says who wins");
                let help = format!("name \"{lacking}\" as well (naw:16.2), or leave \"{here}\" out");
                found.push(warning(here, message, help));
            }
        }
    }
    let named = PLACES.into_iter().find(|name| layout.places.contains_key(*name));
    if let Some(name) = named.filter(|_| !layout.sides.iter().any(|side| side.id == FRENCH)) {
        let message = format!("\"{name}\" is named, and no side is \"{FRENCH}\": nothing says who wins");
        let meant = layout.sides.iter().find(|side| side.nation == FRENCH);
        let meant = meant.map_or("the side that is French".to_owned(), |side| format!("\"{}\"", side.id));
        let help = format!("give {meant} the id \"{FRENCH}\" (naw:14.5, naw:16.1), or leave places out");
        found.push(warning(name, message, help));
    }
    found
}

/// Objects to leaders, corps, facing and optional units, which these rules do not have (a counter is a unit with strength and
/// movement, `naw:2.4`), and to objectives, which the rules name themselves (`naw:16.1`).
fn unknown(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let objection = |(about, what): (HexSubject, String)| {
        HexObjection::error(about, format!("{what}, which these rules do not know (naw:2.4)"), "leave it out")
    };
    let facing = layout.units.iter().enumerate().filter(|(_, unit)| unit.faces.is_some());
    let facing =
        facing.map(|(number, unit)| (HexSubject::Facing(number), format!("\"{}\" has a facing", unit.id)));
    let optional = layout.units.iter().enumerate().filter(|(_, unit)| unit.only_with.is_some());
    let optional = optional
        .map(|(number, unit)| (HexSubject::Start(number), format!("\"{}\" comes with an option", unit.id)));
    let leaders = layout.leaders.iter().enumerate();
    let leaders = leaders
        .map(|(number, leader)| (HexSubject::Leader(number), format!("\"{}\" is a leader", leader.id)));
    let corps = layout.corps.iter().enumerate();
    let corps =
        corps.map(|(number, corps)| (HexSubject::Corps(number), format!("\"{}\" is a corps", corps.id)));
    let objectives = (0..layout.objectives.len()).map(|number| {
        HexObjection::error(
            HexSubject::Objective(number),
            "these rules say themselves what wins (naw:16.1)",
            "leave objectives out",
        )
    });
    facing.chain(optional).chain(leaders).chain(corps).map(objection).chain(objectives).collect()
}

/// Two friends begin in one hex: the limit is one unit (`naw:5.32`). For enemies the check is common to all battles on hexes.
fn stacked(number: usize, unit: &HexUnit, other: &HexUnit, hex: Hex) -> HexObjection {
    let message = format!("\"{}\" and \"{}\" are both set up in {hex}", unit.id, other.id);
    HexObjection::error(HexSubject::Start(number), message, "give one of them another hex")
        .on([hex])
        .and_of(&other.id)
}

/// A side fighting the French gets no reinforcements (`naw:14.5`).
fn reinforcement(layout: &HexLayout<'_>, number: usize, unit: &HexUnit) -> Option<HexObjection> {
    let side = layout.sides.get(unit.side.index())?;
    let against_the_french = side.id != FRENCH && layout.sides.iter().any(|side| side.id == FRENCH);
    against_the_french.then(|| {
        HexObjection::error(
            HexSubject::Start(number),
            format!("\"{}\" arrives later, and {} has no reinforcements", unit.id, side.name),
            format!("set it up with at; only the side \"{FRENCH}\" is reinforced (naw:14.5)"),
        )
    })
}

fn closed_place(layout: &HexLayout<'_>, name: &str, hex: Hex) -> Option<HexObjection> {
    is_closed(layout.map?, hex).then(|| {
        HexObjection::error(
            HexSubject::Place(name.to_owned()),
            format!("\"{name}\" is {hex}, a marsh without a road, where no unit comes"),
            "lead a road into it, make it another kind of hex, or name another hex",
        )
        .on([hex])
        .as_warning()
    })
}

fn closed_start(layout: &HexLayout<'_>, number: usize, unit: &HexUnit, hex: Hex) -> Option<HexObjection> {
    is_closed(layout.map?, hex).then(|| {
        HexObjection::error(
            HexSubject::Start(number),
            format!("\"{}\" is set up in {hex}, a marsh without a road, where no unit comes", unit.id),
            "lead a road into it, make it another kind of hex, or set the unit up elsewhere",
        )
        .on([hex])
        .as_warning()
    })
}

/// Whether this is a marsh hex that no road leads into, so that no unit may enter it (`naw:9.0-marsh`).
fn is_closed(map: &HexMap, hex: Hex) -> bool {
    let by_road = || map.neighbours(hex).any(|(way, _)| map.marks(hex, way).has(Mark::Road));
    map.contains(hex) && map.kind(hex) == HexKind::Marsh && !by_road()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NapoleonAtWar;
    use data::{Fault, InMemory, Overlay, Source as _};
    use game::Alone;
    use scenario::hex::read;
    use scenario::{AnyRules, Draft, Embedded, HexEdit, KnownRules, list, validate};

    const KNOWN: Alone<NapoleonAtWar> = Alone::new();

    const MAP: &str = r#"(
    id: "ford", name: "The ford",
    columns: 8, rows: 6,
    marsh: [0204, 0505],
    roads: [[0203, 0204, 0205]],
)
"#;

    const BLUE: &str = r#"(
    id: "blue", name: "Blue",
    units: [
        (id: "b1", counter: "1", arm: Infantry, strength: 4, movement: 4, at: 0203),
        (id: "b2", counter: "2", arm: Artillery, strength: 2, movement: 4, at: 0204),
    ],
)
"#;

    const RED: &str = r#"(
    id: "red", name: "Red",
    units: [
        (id: "r1", counter: "1", arm: Cavalry, strength: 3, movement: 6, at: 0703),
        (id: "r2", counter: "2", arm: Infantry, strength: 3, movement: 4, arrives: (turn: 3, at: 0806)),
    ],
)
"#;

    const BATTLE: &str = r#"(
    id: "trial", name: "Trial", rules: "naw", map: "ford",
    turns: 8, begins: "8:00",
    sides: [
        (id: "blue", name: "Blue", nation: "french", armies: ["blue"]),
        (id: "red", name: "Red", nation: "austrian", armies: ["red"]),
    ],
    first: "red",
)
"#;

    /// The faults of the trial battle with a text replaced in one of its files.
    fn faults_with(known: &dyn KnownRules, path: &str, old: &str, new: &str) -> Vec<Fault> {
        let mut files: BTreeMap<String, String> = [
            ("terrain/ford.ron", MAP),
            ("armies/blue.ron", BLUE),
            ("armies/red.ron", RED),
            ("assets/scenarios/trial.ron", BATTLE),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
        let text = files.get_mut(path).unwrap();
        assert!(text.contains(old), "{path} has no {old}");
        *text = text.replacen(old, new, 1);
        match read("trial", &InMemory(files), known) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults.0,
        }
    }

    /// One change, one fault: at this line and column, with these words, and this in its help; and none by other rules.
    fn check(path: &str, (old, new): (&str, &str), place: (usize, usize), message: &str, help: &str) {
        let faults = faults_with(&KNOWN, path, old, new);
        let [fault] = faults.as_slice() else { panic!("{new}: {faults:#?}") };
        assert_eq!((fault.file.as_str(), fault.line, fault.column), (path, place.0, place.1), "{fault}");
        assert!(fault.message.contains(message) && fault.help.contains(help), "{fault}");
        assert_eq!(faults_with(&AnyRules, path, old, new), []);
    }

    #[test]
    fn one_unit_begins_in_a_hex() {
        let army = "armies/blue.ron";
        check(
            army,
            ("at: 0204", "at: 0203"),
            (5, 80),
            "\"b2\" and \"b1\" are both set up in 0203",
            "another",
        );
        // Off the map nothing more is said of it.
        let faults = faults_with(&KNOWN, army, "at: 0203", "at: 0999");
        assert!(faults.len() == 1 && faults[0].message.contains("no hex 0999"), "{faults:#?}");
    }

    #[test]
    fn leaders_corps_and_facing_are_not_of_these_rules() {
        let army = "armies/blue.ron";
        let unknown = "which these rules do not know (naw:2.4)";
        check(army, ("at: 0203", "at: 0203, faces: 0202"), (4, 92), unknown, "leave it out");
        // Even with an option that they have.
        let optional = "at: 0203, only_with: \"advance-after-exchange\"";
        check(army, ("at: 0203", optional), (4, 79), unknown, "leave it out");
        let corps = "corps: [(id: \"left\", name: \"Left\")], units: [";
        check(army, ("units: [", corps), (3, 13), unknown, "leave it out");
        let leader = "leaders: [(id: \"var\", counter: \"Var\", bonus: 2, movement: 9, at: 0203)], units: [";
        check(army, ("units: [", leader), (3, 15), unknown, "leave it out");
    }

    #[test]
    fn a_closed_marsh_is_no_place_to_begin_or_to_be_named() {
        check(
            "armies/blue.ron",
            ("at: 0203", "at: 0505"),
            (4, 79),
            "\"b1\" is set up in 0505",
            "lead a road",
        );
        let battle = "assets/scenarios/trial.ron";
        let faults =
            faults_with(&KNOWN, battle, "first: \"red\"", "first: \"red\", places: {\"lesnes\": 0505}");
        let closed = faults.iter().find(|fault| fault.message.contains("\"lesnes\" is 0505, a marsh"));
        let closed = closed.unwrap_or_else(|| panic!("{faults:#?}"));
        assert_eq!((closed.file.as_str(), closed.line, closed.column), (battle, 8, 38), "{closed}");
        assert!(closed.help.contains("another hex") && !closed.is_error(), "{closed}");
    }

    #[test]
    fn a_slip_in_places_or_sides_is_told_as_without_it_nobody_would_win() {
        let of_marengo = Embedded.read("assets/scenarios/marengo-naw.ron").unwrap();
        let told = |old: &str, new: &str| {
            assert!(of_marengo.contains(old), "{old}");
            let text = of_marengo.replacen(old, new, 1);
            let upper = InMemory([("assets/scenarios/marengo-naw.ron".to_owned(), text)].into());
            let files = Overlay { upper, lower: Embedded };
            let warnings =
                validate("marengo-naw", &files, &KNOWN).unwrap_or_else(|faults| panic!("{faults}"));
            warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let check = |(old, new): (&str, &str), wanted: &str| match told(old, new).as_slice() {
            [fault] => assert_eq!(
                fault.strip_prefix("assets/scenarios/marengo-naw.ron:").unwrap_or(fault),
                wanted,
                "{new}"
            ),
            faults => panic!("{new}: {faults:#?}"),
        };
        for (name, place) in [("Marengo", "25:20"), ("marengoo", "25:21")] {
            let wanted = format!(
                "{place}: warning: these rules know no place \"{name}\" (naw:16.1) \
                 (did you mean \"marengo\"? accepted: marengo, pietrabuona)"
            );
            check(("\"marengo\": 1412", &format!("\"{name}\": 1412")), &wanted);
        }
        check(
            ("pietrabuona\":", "pietrbuona\":"),
            "26:23: warning: these rules know no place \"pietrbuona\" (naw:16.1) (did you mean \"pietrabuona\"? accepted: marengo, pietrabuona)",
        );
        check(
            ("\"marengo\": 1412,", ""),
            "26:24: warning: \"pietrabuona\" is named without \"marengo\": nothing says who wins (name \"marengo\" as well (naw:16.2), or leave \"pietrabuona\" out)",
        );
        check(
            ("\"pietrabuona\": 1111,", ""),
            "25:20: warning: \"marengo\" is named without \"pietrabuona\": nothing says who wins (name \"pietrabuona\" as well (naw:16.2), or leave \"marengo\" out)",
        );
        check(
            ("\"pietrabuona\": 1111", "\"pietrabuona\": 1412"),
            "26:24: warning: \"marengo\" and \"pietrabuona\" are both 1412 (they are two places, both of which the Austrians have to hold (naw:16.2))",
        );
        check(
            ("id: \"french\"", "id: \"fr\""),
            "25:20: warning: \"marengo\" is named, and no side is \"french\": nothing says who wins (give \"fr\" the id \"french\" (naw:14.5, naw:16.1), or leave places out)",
        );
        // With no places at all nothing says who wins, and nothing is meant to.
        assert_eq!(told("\"marengo\": 1412,\n        \"pietrabuona\": 1111,", ""), Vec::<String>::new());
    }

    #[test]
    fn only_the_french_are_reinforced_where_they_fight() {
        let battle = "assets/scenarios/trial.ron";
        let faults = faults_with(&KNOWN, battle, "id: \"blue\", name", "id: \"french\", name");
        let [fault] = faults.as_slice() else { panic!("{faults:#?}") };
        assert_eq!((fault.file.as_str(), fault.line, fault.column), ("armies/red.ron", 5, 84), "{fault}");
        assert!(fault.message.contains("\"r2\" arrives later, and Red has no reinforcements"), "{fault}");
        assert!(fault.help.contains("naw:14.5"), "{fault}");
        // Anybody else is, where there are no French.
        assert_eq!(faults_with(&KNOWN, battle, "Trial", "Trial"), []);
    }

    #[test]
    fn a_draft_is_told_of_two_friends_in_one_hex() {
        let mut draft = Draft::open("marengo-naw", &Embedded, &KNOWN).unwrap();
        draft.edit(HexEdit::start("f44", Hex(1412))).unwrap();
        let found = draft.check(&KNOWN);
        assert!(found.iter().any(|fault| fault.is_error() && *fault.hexes == [1412]), "{found:#?}");
    }

    #[test]
    fn a_draft_is_told_of_a_unit_in_a_closed_marsh_by_its_hex() {
        let mut draft = Draft::open("marengo-naw", &Embedded, &KNOWN).unwrap();
        draft.edit(HexEdit::paint(HexKind::Marsh, vec![Hex(3213)])).unwrap();
        assert_eq!(draft.check(&KNOWN), [], "the road goes through");
        let sides = draft.map().neighbours(Hex(3213)).map(|(_, next)| (Hex(3213), next)).collect();
        draft.edit(HexEdit::unmark(Mark::Road, sides)).unwrap();
        let found = draft.check(&KNOWN);
        assert!(found.iter().all(|fault| *fault.hexes == [3213]) && !found.is_empty(), "{found:#?}");
        assert!(found[0].message.contains("\"fgd\" is set up in 3213, a marsh without a road"), "{found:#?}");
    }

    #[test]
    fn nothing_is_said_against_the_battles_of_the_program() {
        for (id, _, rules) in list(&Embedded) {
            if rules == "naw" {
                assert_eq!(validate(&id, &Embedded, &KNOWN), Ok(vec![]), "{id}");
            }
        }
    }
}
