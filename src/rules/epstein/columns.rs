//! The roster of an army for these rules: its columns, the defaults of empty cells, and units in words.
//!
//! Clauses: `epstein:2.2`, `epstein:2.3`, `epstein:3t.a`, `epstein:3t.d`, `epstein:7.7`, `epstein:8.c`, `epstein:g.8`, `epstein:16.1`, `epstein:16.4`.

use scenario::army::{MOST_FIGURES, Unit, UnitProfile, short_name};
use scenario::roster::{CellKind, Column, Row};

use super::formation::{Formation, MOST_STANDS};
use super::kind::{Arm, KINDS, Kind};

/// The words of army files for the kinds, in the order of the table of kinds.
const CLASSES: [&str; KINDS.len()] = {
    let mut words = [""; KINDS.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = KINDS[at].0;
        at += 1;
    }
    words
};

/// The classes in the game's own words ([`Kind::words`]).
const SPOKEN: &[(&str, &str)] = &[
    ("inf_line", "line infantry"),
    ("inf_guard", "guard infantry"),
    ("inf_landwehr", "landwehr infantry"),
    ("cav_light_line", "light line cavalry"),
    ("cav_medium_line", "medium line cavalry"),
    ("cav_heavy_line", "heavy line cavalry"),
    ("cav_light_guard", "light guard cavalry"),
    ("cav_medium_guard", "medium guard cavalry"),
    ("cav_heavy_guard", "heavy guard cavalry"),
    ("cav_landwehr", "landwehr cavalry"),
    ("art_foot_line", "line foot artillery"),
    ("art_horse_line", "line horse artillery"),
    ("art_foot_guard", "guard foot artillery"),
    ("art_horse_guard", "guard horse artillery"),
    ("command", "leader"),
];

/// The formations in which units of some arm may begin (`epstein:g.8`, `epstein:7.7`).
const FORMATIONS: [&str; 7] =
    ["line", "march_column", "assault_column", "square", "skirmish", "column", "double_column"];

pub(super) const COLUMNS: &[Column] = &[
    Column::new("name", "Name", CellKind::Text).required(),
    Column::new("class", "Class", CellKind::Named(&CLASSES)).required().beginning("inf_line").said_as(SPOKEN),
    Column::new("stands", "Stands", CellKind::Number { least: 1, most: MOST_STANDS as u16 }).required(),
    Column::new("figures", "Figures", CellKind::Number { least: 0, most: MOST_FIGURES }).required(),
    Column::new("weapon", "Weapon", CellKind::Named(&["musket", "gun"])),
    Column::new("formation", "Formation", CellKind::Named(&FORMATIONS)).of_start(),
    Column::new("marks", "Marks", CellKind::Marks),
    Column::new("short", "Short name", CellKind::Text).detail(),
    Column::new("note", "Note", CellKind::Text).detail(),
];

/// The default of a field; `None` if the field means nothing for such a unit.
pub(super) fn usual(row: Row<'_>, field: &str) -> Option<String> {
    let Row::Unit(unit) = row else { return None };
    let kind = Kind::named(&unit.class);
    let leads = kind.is_some_and(|kind| kind.arm() == Arm::Command);
    let number = |of: &dyn Fn(Kind) -> u16| Some(kind.map(|kind| of(kind).to_string()).unwrap_or_default());
    match field {
        "name" | "class" | "note" => Some(String::new()),
        // A full battalion, regiment or battery; with another number of stands, each is as full (`epstein:2.2`, `epstein:2.3`).
        "stands" => number(&|kind| kind.usual_stands().into()),
        "figures" if leads && unit.figures == 0 => None,
        "figures" => number(&|kind| kind.usual_figures() * u16::from(unit.stands)),
        "weapon" => match kind?.arm() {
            Arm::Infantry => Some("musket".to_owned()),
            Arm::Artillery => Some("gun".to_owned()),
            Arm::Cavalry | Arm::Command => None,
        },
        "formation" => match Formation::of_arm(kind?.arm()) {
            // Guns and leaders have no formation (`epstein:g.8`).
            [_] => None,
            _ => Some(Formation::usual(kind?.arm()).word().to_owned()),
        },
        "marks" => (!leads).then(String::new),
        "short" => Some(short_name(&unit.name).to_owned()),
        _ => None,
    }
}

/// A unit's kind in words, and the formations in which it may begin.
pub(super) fn profile(unit: &Unit) -> Option<UnitProfile> {
    let kind = Kind::named(&unit.class)?;
    let usual = Formation::usual(kind.arm());
    let formations = match Formation::of_arm(kind.arm()) {
        // Guns and leaders have no formation (`epstein:g.8`).
        [_] => Vec::new(),
        all => {
            let others = all.iter().copied().filter(|formation| *formation != usual);
            std::iter::once(usual).chain(others).map(|one| (one.word(), one.words())).collect()
        }
    };
    Some(UnitProfile { class: kind.words(), emblem: kind.emblem(), formations })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_class_is_said_and_taken_as_the_game_says_it() {
        let class = COLUMNS.iter().find(|column| column.field == "class").expect("there is one");
        for (word, kind) in KINDS {
            assert_eq!(class.say(word), Some(kind.words().as_str()), "{word}");
            assert_eq!(class.ron(&kind.words()).as_deref(), Ok(format!("\"{word}\"").as_str()));
            assert_eq!(class.ron(word).as_deref(), Ok(format!("\"{word}\"").as_str()), "as the file has it");
        }
        for (said, word) in [
            ("Light cavalry", "cav_light_line"),
            ("Foot artillery", "art_foot_line"),
            ("guard heavy cavalry", "cav_heavy_guard"),
            ("Infantry", "inf_line"),
        ] {
            assert_eq!(class.word(said), word, "{said}");
        }
        assert!(class.ron("marines").is_err() && class.ron("light").is_err(), "of no arm");
        for several in ["Cavalry", "guard cavalry", "line cavalry"] {
            assert!(class.ron(several).is_err(), "{several}: light or heavy is not said");
        }
    }

    fn unit(class: &str, stands: u8, figures: u16) -> Unit {
        Unit {
            id: "F03".into(),
            name: "1st Battalion (Morel)".into(),
            short: None,
            class: class.into(),
            stands,
            figures,
            weapon: None,
            marks: BTreeSet::new(),
            note: String::new(),
        }
    }

    /// What each cell of a unit's row has, and what is usual there.
    fn cells(unit: &Unit) -> Vec<(&'static str, Option<String>, String)> {
        let cells = Row::Unit(unit).cells(COLUMNS, |field| usual(Row::Unit(unit), field));
        cells.into_iter().map(|cell| (cell.column.field, cell.written, cell.usual)).collect()
    }

    fn cell(unit: &Unit, field: &str) -> Option<(Option<String>, String)> {
        cells(unit).into_iter().find(|(of, ..)| *of == field).map(|(_, written, usual)| (written, usual))
    }

    #[test]
    fn a_unit_has_the_cells_of_its_arm() {
        let fields = |class| cells(&unit(class, 1, 0)).iter().map(|(field, ..)| *field).collect::<Vec<_>>();
        assert_eq!(
            fields("inf_guard"),
            ["name", "class", "stands", "figures", "weapon", "formation", "marks", "short", "note"]
        );
        assert!(!fields("cav_heavy_line").contains(&"weapon"), "cavalry never shoots");
        assert_eq!(fields("command"), ["name", "class", "stands", "short", "note"]);
        assert_eq!(fields("phalanx"), ["name", "class", "stands", "figures", "marks", "short", "note"]);
    }

    #[test]
    fn a_full_unit_is_usual_and_each_stand_of_another_as_full() {
        let usual = |unit: &Unit, field| cell(unit, field).map(|(_, usual)| usual);
        for (class, stands, figures) in
            [("inf_line", "4", "15"), ("cav_light_guard", "4", "10"), ("art_foot_line", "1", "20")]
        {
            let five = unit(class, 5, 5);
            assert_eq!(usual(&five, "stands").as_deref(), Some(stands), "{class}");
            assert_eq!(usual(&five, "figures").as_deref(), Some(figures), "{class}");
            assert_eq!(cell(&five, "stands").and_then(|(written, _)| written).as_deref(), Some("5"));
        }
        let one = unit("inf_line", 1, 3);
        assert_eq!(cell(&one, "stands"), Some((Some("1".into()), "4".into())), "one is said, and not usual");
        assert_eq!(usual(&one, "weapon").as_deref(), Some("musket"));
        assert_eq!(usual(&one, "short").as_deref(), Some("Morel"));
    }

    #[test]
    fn the_words_of_the_formations_are_those_of_the_arms() {
        let arms = [Arm::Infantry, Arm::Cavalry];
        let all: BTreeSet<&str> = arms
            .into_iter()
            .flat_map(|arm| Formation::of_arm(arm))
            .map(|formation| formation.word())
            .collect();
        assert_eq!(FORMATIONS.into_iter().collect::<BTreeSet<_>>(), all);
        assert_eq!(cell(&unit("inf_line", 4, 15), "formation"), Some((None, "line".into())));
        assert_eq!(cell(&unit("art_foot_line", 1, 4), "formation"), None);
    }

    #[test]
    fn a_unit_may_begin_in_the_formations_of_its_arm() {
        let of = |class| profile(&unit(class, 1, 0)).map(|profile| profile.formations).unwrap_or_default();
        let said: Vec<String> = of("inf_landwehr").into_iter().map(|(_, said)| said).collect();
        assert_eq!(said, ["line", "march column", "assault column", "square", "skirmish"]);
        assert_eq!(of("cav_medium_line")[1], ("column", "column".to_owned()));
        assert!(of("art_foot_line").is_empty() && of("command").is_empty() && of("phalanx").is_empty());
        assert_eq!(profile(&unit("cav_heavy_guard", 4, 8)).unwrap().class, "heavy guard cavalry");
    }
}
