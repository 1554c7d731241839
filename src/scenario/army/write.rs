//! An army as the text of a file that [`super::read`] reads back to the same army.
//!
//! One stand per line, so that the line of a fault identifies the stand. What follows from the arm, the men or the battery is
//! left out, as a referee would leave it out. Units: men, strength points, inches.

use super::raw::usual_label;
use super::{Army, Battery, Rating, Stand, Unit, strength_of};
use data::write::{Record, RecordSheet, list, quoted};

/// The file of an army; its lines record the stand they are about.
pub(crate) fn write(army: &Army) -> RecordSheet<Option<&str>> {
    let mut sheet = RecordSheet::new();
    sheet.fields(Record::default().text("id", &army.id).text("name", &army.name));
    sheet.fields(Record::default().text("colour", &army.colour));
    sheet.plain("    commands: [");
    for command in &army.commands {
        let under = command.under.as_ref().map(|id| format!(", under: {}", quoted(id))).unwrap_or_default();
        let (id, name) = (quoted(&command.id), quoted(&command.name));
        let lists = [
            ("stands", command.stands.iter().map(|one| (&*one.id, stand(one))).collect::<Vec<_>>()),
            ("units", command.units.iter().map(|one| (&*one.id, unit(one))).collect()),
        ];
        sheet.plain(format!("        (id: {id}, name: {name}{under},"));
        for (list, rows) in lists.into_iter().filter(|(_, rows)| !rows.is_empty()) {
            sheet.plain(format!("            {list}: ["));
            for (id, row) in rows {
                sheet.line(Some(id), format!("                {row},"));
            }
            sheet.plain("            ],");
        }
        sheet.plain("        ),");
    }
    sheet.plain("    ],");
    sheet
}

/// A unit as a line of the file: the numbers of stands and figures are always written, even if usual for its class.
pub(crate) fn unit(unit: &Unit) -> Record {
    let mut fields = Record::default();
    fields.text("id", &unit.id).text("name", &unit.name);
    fields
        .some("short", unit.short.as_deref().map(quoted))
        .text("class", &unit.class)
        .field("stands", unit.stands)
        .field("figures", unit.figures)
        .some("weapon", unit.weapon.as_deref().map(quoted));
    if !unit.marks.is_empty() {
        fields.field("marks", list(unit.marks.iter().map(|mark| quoted(mark))));
    }
    fields.filled("note", &unit.note);
    fields
}

/// A stand as a line of the file, without what follows from the rest of the line.
pub(crate) fn stand(stand: &Stand) -> Record {
    let mut fields = Record::default();
    fields.text("id", &stand.id).text("name", &stand.name);
    fields.some("short", stand.short.as_deref().map(quoted));
    if stand.label != usual_label(stand) {
        fields.text("label", &stand.label);
    }
    fields
        .filled("formation", &stand.formation)
        .variant("arm", stand.arm)
        .some("quality", stand.quality.map(|quality| format!("{quality:?}")))
        .unless(0, "men", stand.men)
        .some("battery", stand.battery.map(|battery| quoted(battery.name())))
        .unless(stand.battery.map_or(0, Battery::guns), "guns", stand.guns)
        .some("grade", stand.grade.map(|grade| format!("{grade:?}")));
    if stand.rating != Rating::default() {
        fields.variant("rating", stand.rating);
    }
    fields.unless(false, "slow", stand.slow).unless(false, "no_zone", stand.no_zone);
    if usual_strength(stand) != Some(stand.strength) {
        fields.field("strength", stand.strength);
    }
    fields
        .some("width", stand.width)
        .some("depth", stand.depth)
        .some("serves", stand.serves.as_deref().map(quoted))
        .some("module", stand.module.as_deref().map(quoted))
        .some("detached", stand.detached.as_deref().map(quoted))
        .some("badge", stand.badge)
        .filled("note", &stand.note);
    fields
}

/// The strength in points of a stand of which only men, grade and arm are known; `None` if it does not follow from them
/// (`easy:III.C-sp`).
pub fn usual_strength(stand: &Stand) -> Option<u8> {
    match (stand.quality.and_then(|quality| quality.divisor(stand.arm)), stand.men) {
        (Some(divisor), 1..) => u8::try_from(strength_of(stand.men, divisor)).ok(),
        // Men without a grade are a fault if the strength depends on them.
        (None, 1..) if stand.arm.is_infantry() || stand.arm.is_cavalry() => None,
        _ => Some(stand.arm.usual_strength()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Arm, Command, Grade, Quality};
    use data::Document;

    fn read_back(army: &Army) -> Army {
        let (text, _) = write(army).finish();
        let mut faults = Vec::new();
        let mut document = Document::open(&format!("armies/{}.ron", army.id), &text, &mut faults)
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
        odd.badge = Some(17);
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
        let command = Command { id: "c".into(), name: "C".into(), under: None, stands, units: Vec::new() };
        let army = Army { id: "x".into(), name: "X".into(), colour: "white".into(), commands: vec![command] };
        assert_eq!(read_back(&army), army);
    }
}
