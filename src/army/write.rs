//! An army as the text of a file that [`super::read`] reads back to the same army.
//!
//! One stand a line, so that a fault's line names its stand. What follows from the arm, the men or the battery is left
//! out, as a referee would leave it out. Units: men, strength points, inches.

use super::raw::label_of;
use super::{Army, Battery, Rating, Stand, strength_of};
use crate::data::write::quoted;

/// One line of a file, and the stand it is about.
pub(crate) type Line<'a> = (String, Option<&'a str>);

/// The file of an army, line by line.
pub(crate) fn write(army: &Army) -> Vec<Line<'_>> {
    let mut lines = vec![
        ("(".to_owned(), None),
        (format!("    id: {}, name: {},", quoted(&army.id), quoted(&army.name)), None),
        (format!("    colour: {},", quoted(&army.colour)), None),
        ("    commands: [".to_owned(), None),
    ];
    for command in &army.commands {
        let under = command.under.as_ref().map(|id| format!(", under: {}", quoted(id))).unwrap_or_default();
        lines.push((
            format!(
                "        (id: {}, name: {}{under}, stands: [",
                quoted(&command.id),
                quoted(&command.name)
            ),
            None,
        ));
        lines.extend(
            command.stands.iter().map(|one| (format!("            {},", stand(one)), Some(&*one.id))),
        );
        lines.push(("        ]),".to_owned(), None));
    }
    lines.push(("    ],".to_owned(), None));
    lines.push((")".to_owned(), None));
    lines
}

fn stand(stand: &Stand) -> String {
    let mut fields = vec![format!("id: {}", quoted(&stand.id)), format!("name: {}", quoted(&stand.name))];
    let mut field = |name: &str, value: String| fields.push(format!("{name}: {value}"));
    if let Some(short) = &stand.short {
        field("short", quoted(short));
    }
    if stand.label != label_of(&stand.name, &stand.formation, stand.arm, stand.battery, stand.strength) {
        field("label", quoted(&stand.label));
    }
    if !stand.formation.is_empty() {
        field("formation", quoted(&stand.formation));
    }
    field("arm", format!("{:?}", stand.arm));
    if let Some(quality) = stand.quality {
        field("quality", format!("{quality:?}"));
    }
    if stand.men > 0 {
        field("men", stand.men.to_string());
    }
    if let Some(battery) = stand.battery {
        field("battery", quoted(battery.name()));
    }
    if stand.guns != stand.battery.map_or(0, Battery::guns) {
        field("guns", stand.guns.to_string());
    }
    if let Some(grade) = stand.grade {
        field("grade", format!("{grade:?}"));
    }
    if stand.rating != Rating::default() {
        field("rating", format!("{:?}", stand.rating));
    }
    if stand.slow {
        field("slow", "true".to_owned());
    }
    if stand.no_zone {
        field("no_zone", "true".to_owned());
    }
    if reckoned(stand) != Some(stand.strength) {
        field("strength", stand.strength.to_string());
    }
    if let Some(width) = stand.width {
        field("width", width.to_string());
    }
    if let Some(depth) = stand.depth {
        field("depth", depth.to_string());
    }
    if let Some(serves) = &stand.serves {
        field("serves", quoted(serves));
    }
    if let Some(module) = &stand.module {
        field("module", quoted(module));
    }
    if let Some(general) = &stand.detached {
        field("detached", quoted(general));
    }
    if !stand.note.is_empty() {
        field("note", quoted(&stand.note));
    }
    format!("({})", fields.join(", "))
}

/// The strength that the reader would reckon by itself; none where it would find a fault (`easy:III.C-sp`).
fn reckoned(stand: &Stand) -> Option<u8> {
    match (stand.quality.and_then(|quality| quality.divisor(stand.arm)), stand.men) {
        (Some(divisor), 1..) => u8::try_from(strength_of(stand.men, divisor)).ok(),
        // Men without a grade are a fault where they decide the strength.
        (None, 1..) if stand.arm.usual_men().is_some() => None,
        _ => Some(stand.arm.usual_strength()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Arm, Command, Grade, Quality};
    use crate::data::Document;

    fn read_back(army: &Army) -> Army {
        let lines: Vec<String> = write(army).into_iter().map(|(line, _)| line).collect();
        let mut faults = Vec::new();
        let mut document = Document::open(&format!("armies/{}.ron", army.id), &lines.join("\n"), &mut faults)
            .unwrap_or_else(|| panic!("{faults:?}"));
        let read = crate::army::read(&mut document, &mut faults).unwrap();
        assert!(faults.iter().all(|fault| !fault.is_error()), "{faults:?}");
        read
    }

    #[test]
    fn odd_stands_are_read_back_as_they_were() {
        let mut odd = Stand::usual("A1", Arm::Infantry);
        odd.name = "The \"Old\" Guard and \\ others é".into();
        odd.note = "Two \"lines\"\nof \\ note".into();
        odd.quality = Some(Quality::Guards);
        odd.men = 2000;
        odd.strength = 3;
        (odd.slow, odd.no_zone) = (true, true);
        odd.width = Some(1.3);
        odd.label = "by hand".into();
        let mut guns = Stand::usual("A2", Arm::HorseArtillery);
        guns.label = "A2, 8x6-pdrs, 2sp".into();
        let mut chief = Stand::usual("A3", Arm::General);
        chief.grade = Some(Grade::Army);
        (chief.width, chief.depth) = (Some(2.0), Some(2.0));
        chief.rating = Rating::Poor;
        chief.label = "A3".into();
        chief.module = Some("opt-wagons".into());
        let mut general = Stand::usual("A4", Arm::General);
        general.grade = Some(Grade::Division);
        general.label = "A4".into();
        general.module = Some("adv-detached".into());
        guns.detached = Some("A4".into());
        let stands = vec![odd, guns, chief, general];
        let command = Command { id: "c".into(), name: "C".into(), under: None, stands };
        let army = Army { id: "x".into(), name: "X".into(), colour: "white".into(), commands: vec![command] };
        assert_eq!(read_back(&army), army);
    }
}
