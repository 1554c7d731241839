//! The roster of an army for these rules: its columns, and the defaults of empty cells.
//!
//! Clauses: `easy:I.A`, `easy:II.D-range`, `easy:III.C-sp`, `easy:V.A`, `easy:VI.A`, `easy:VI.B`, `easy:VI.C`, `easy:VI.D-slow`.

use scenario::army::{Arm, Battery, MOST_BADGE, MOST_POINTS, Rating, Stand, usual_label, usual_strength};
use scenario::roster::{CellKind, Column, Row};

/// Maximum number of men in a stand.
const MOST_MEN: u16 = 30_000;

const ARMS: &[&str] = &[
    "Infantry",
    "LightCavalry",
    "HeavyCavalry",
    "FootArtillery",
    "HorseArtillery",
    "General",
    "Engineer",
    "Pontoon",
    "Wagon",
];

const BATTERIES: [&str; Battery::ALL.len()] = {
    let mut names = [""; Battery::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Battery::ALL[at].name();
        at += 1;
    }
    names
};

pub(super) const COLUMNS: &[Column] = &[
    Column::new("name", "Name", CellKind::Text).required(),
    Column::new("arm", "Arm", CellKind::OneOf(ARMS)).beginning("Infantry"),
    Column::new(
        "quality",
        "Quality",
        CellKind::OneOf(&["Guards", "Elites", "Veterans", "Trained", "Militia", "Green"]),
    ),
    Column::new("men", "Men", CellKind::Number { least: 0, most: MOST_MEN }),
    Column::new("battery", "Battery", CellKind::Named(&BATTERIES)),
    Column::new("grade", "Grade", CellKind::OneOf(&["Division", "Corps", "Wing", "Army"])),
    Column::new("rating", "Rating", CellKind::OneOf(&["Poor", "Average", "Great"])),
    Column::new("strength", "Strength", CellKind::Number { least: 0, most: MOST_POINTS as u16 }),
    Column::new("formation", "Formation", CellKind::Text).detail(),
    Column::new("short", "Short name", CellKind::Text).detail(),
    Column::new("label", "Label", CellKind::Text).detail(),
    Column::new("width", "Width", CellKind::Inches).detail(),
    Column::new("depth", "Depth", CellKind::Inches).detail(),
    Column::new("slow", "Slow", CellKind::Flag).detail(),
    Column::new("no_zone", "No zone", CellKind::Flag).detail(),
    Column::new("serves", "Serves", CellKind::Text).detail(),
    Column::new("detached", "Detached under", CellKind::Text).detail(),
    Column::new("module", "Module", CellKind::Text).detail(),
    Column::new("badge", "Number", CellKind::Number { least: 1, most: MOST_BADGE }).detail(),
    Column::new("note", "Note", CellKind::Text).detail(),
];

/// The default of a field; `None` if the field means nothing for such a stand.
pub(super) fn usual(row: Row<'_>, field: &str) -> Option<String> {
    let Row::Stand(stand) = row else { return None };
    let Stand { arm, .. } = *stand;
    let when = |means_anything: bool, usual: &str| means_anything.then(|| usual.to_owned());
    let inches = |length: f32| Some(length.to_string());
    match field {
        "name" | "formation" | "module" | "badge" | "note" => when(true, ""),
        "arm" => when(true, ""),
        "quality" => when(arm.is_infantry() || arm.is_cavalry(), ""),
        "men" => when(arm.is_troops(), ""),
        "battery" => when(arm.is_artillery(), ""),
        "grade" => when(arm == Arm::General, ""),
        "rating" => when(arm == Arm::General, &format!("{:?}", Rating::default())),
        "strength" if arm.usual_strength() == 0 => None,
        "strength" => Some(usual_strength(stand).map(|points| points.to_string()).unwrap_or_default()),
        "short" => Some(scenario::army::short_name(&stand.name).to_owned()),
        "label" => Some(usual_label(stand)),
        "width" => inches(arm.stand_size(stand.guns, stand.grade).0),
        "depth" => inches(arm.stand_size(stand.guns, stand.grade).1),
        "slow" => when(arm.is_infantry(), "false"),
        "no_zone" => when(arm.is_troops(), "false"),
        "serves" => when(arm == Arm::Wagon, ""),
        "detached" => when(arm.is_troops(), ""),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::army::Quality;

    fn cells(stand: &Stand) -> Vec<(&'static str, Option<String>, String)> {
        let cells = Row::Stand(stand).cells(COLUMNS, |field| usual(Row::Stand(stand), field));
        cells.into_iter().map(|cell| (cell.column.field, cell.written, cell.usual)).collect()
    }

    fn cell(stand: &Stand, field: &str) -> Option<(Option<String>, String)> {
        cells(stand).into_iter().find(|(of, ..)| *of == field).map(|(_, written, usual)| (written, usual))
    }

    #[test]
    fn a_stand_has_the_cells_of_its_arm() {
        let fields =
            |arm| cells(&Stand::usual("A1", arm)).iter().map(|(field, ..)| *field).collect::<Vec<_>>();
        let foot = fields(Arm::Infantry);
        assert!(
            foot.contains(&"quality") && foot.contains(&"slow") && !foot.contains(&"battery"),
            "{foot:?}"
        );
        let guns = fields(Arm::FootArtillery);
        assert!(guns.contains(&"battery") && !guns.contains(&"quality"), "{guns:?}");
        let general = fields(Arm::General);
        assert!(general.contains(&"grade") && !general.contains(&"strength"), "{general:?}");
        assert!(fields(Arm::Wagon).contains(&"serves"));
    }

    #[test]
    fn what_is_not_filled_in_follows_from_the_rest() {
        let mut foot = Stand::usual("A1", Arm::Infantry);
        (foot.name, foot.quality, foot.men) = ("1st Brigade (Charlet)".into(), Some(Quality::Trained), 2500);
        assert_eq!(cell(&foot, "strength"), Some((None, "5".into())));
        assert_eq!(cell(&foot, "short"), Some((None, "Charlet".into())));
        assert_eq!(cell(&foot, "width"), Some((None, "2".into())));
        foot.strength = 8;
        assert_eq!(cell(&foot, "strength"), Some((Some("8".into()), "5".into())));
        assert_eq!(cell(&foot, "label").map(|(_, usual)| usual), Some("1st Brigade (Charlet), 8sp".into()));
        // Men without a grade do not say how strong they are.
        foot.quality = None;
        assert_eq!(cell(&foot, "strength"), Some((Some("8".into()), String::new())));
    }

    #[test]
    fn the_words_of_the_columns_are_those_of_the_types() {
        let arms = Arm::ALL.map(|arm| format!("{arm:?}"));
        assert_eq!(arms.each_ref().map(String::as_str), ARMS);
        for column in COLUMNS {
            if column.field == "quality" {
                let words = Quality::ALL.map(|quality| format!("{quality:?}"));
                assert!(matches!(column.kind, CellKind::OneOf(all) if all == words));
            }
        }
    }
}
