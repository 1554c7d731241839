//! Objections of these rules to a battle: unknown kinds, formations, garrisons, objectives.

use scenario::{Scenario, TableObjection, TableSubject};

use super::formation::{Formation, MOST_STANDS};
use super::ground::{LEAST_SIDES, side_starts};
use super::kind::{Arm, Grade, KINDS, Kind};
use super::roster::LANDWEHR;
use super::victory::Goal;

fn objection(
    about: TableSubject,
    clause: &'static str,
    message: String,
    help: impl Into<String>,
) -> TableObjection {
    TableObjection { about, message, help: help.into(), clause: Some(clause), is_warning: false }
}

/// The objections to a battle.
pub fn of(scenario: &Scenario) -> Vec<TableObjection> {
    let mut found = Vec::new();
    for (_, army) in scenario.armies() {
        for unit in army.units() {
            let cell = |field| TableSubject::Cell(unit.id.clone(), field);
            let Some(kind) = Kind::named(&unit.class) else {
                let known: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
                let message = format!("there is no kind \"{}\"", unit.class);
                found.push(objection(cell("class"), "epstein:2.2", message, known.join(", ")));
                continue;
            };
            if unit.stands > MOST_STANDS || kind.arm() == Arm::Artillery && unit.stands != 1 {
                let message = format!("\"{}\" has {} stands", unit.id, unit.stands);
                let help = "give 1 to 8, a gun 1";
                found.push(objection(cell("stands"), "epstein:2.3", message, help));
            }
            if kind.arm() != Arm::Command && unit.figures < u16::from(unit.stands) {
                let message =
                    format!("\"{}\" has {} figures on {} stands", unit.id, unit.figures, unit.stands);
                let help = format!("give each stand one at least, {} as usual", kind.usual_figures());
                found.push(objection(cell("figures"), "epstein:2.2", message, help));
            }
            if kind.arm() != Arm::Infantry && unit.marks.iter().any(|mark| mark.starts_with("rifle")) {
                let message = format!("\"{}\" is {} and has rifles", unit.id, kind.words());
                found.push(objection(cell("marks"), "epstein:8.c", message, "give rifles to infantry"));
            }
            let has_row = kind.arm().has_formations() && kind.grade() != Some(Grade::Guard);
            if unit.marks.contains(LANDWEHR) && !has_row {
                let message = format!("\"{}\" is {} and marked as landwehr", unit.id, kind.words());
                let help = "landwehr is infantry or cavalry of the line: mark others \"green\"";
                found.push(objection(cell("marks"), "epstein:3t.d", message, help));
            }
            starts(scenario, &unit.id, kind, &mut found);
        }
    }
    for (index, objective) in scenario.objectives.iter().enumerate() {
        if Goal::of(objective).is_none() {
            let kind = objective.kind.as_deref().unwrap_or_default();
            let message = format!("there is no objective of the kind \"{kind}\"");
            let help = "give ground, losses, breakpoint or ridge";
            found.push(objection(TableSubject::Objective(index), "epstein:w.8", message, help));
        }
    }
    houses(scenario, &mut found);
    found
}

fn starts(scenario: &Scenario, id: &str, kind: Kind, found: &mut Vec<TableObjection>) {
    let Some(begins) = scenario.unit_starts.get(id) else { return };
    let about = || TableSubject::Start(id.to_owned());
    if let Some(word) = &begins.formation {
        let allowed = Formation::of_arm(kind.arm());
        match Formation::named(word) {
            Some(formation) if allowed.contains(&formation) => {}
            _ => {
                let known: Vec<&str> = allowed.iter().map(|formation| formation.word()).collect();
                let message = format!("{} are in no formation \"{word}\"", kind.words());
                found.push(objection(about(), "epstein:g.8", message, known.join(", ")));
            }
        }
    }
    if !begins.inside.is_empty() && kind.arm() != Arm::Infantry {
        let message = format!("\"{id}\" is {} and holds a house", kind.words());
        found.push(objection(about(), "epstein:15.1", message, "garrisons are infantry"));
    }
}

fn houses(scenario: &Scenario, found: &mut Vec<TableObjection>) {
    for area in &scenario.ground.areas {
        let Some(said) = area.terms.get("capacity") else { continue };
        let about = || TableSubject::Feature(area.id.clone());
        let Ok(capacity) = said.parse::<u8>() else {
            let message = format!("the capacity \"{said}\" is no number of stands");
            found.push(objection(about(), "epstein:15.1", message, "give a whole number"));
            continue;
        };
        if area.polygon.len() < 3 {
            let message = "the house has fewer than three corners".to_owned();
            found.push(objection(about(), "epstein:15.2", message, "give its corners in order"));
        }
        if let Some(said) = area.terms.get("sides")
            && side_starts(said, area.polygon.len()).len() < LEAST_SIDES
        {
            let message = format!("the sides \"{said}\" begin at fewer than two of its corners");
            let help = format!(
                "number the corners from 0 to {}, with commas between",
                area.polygon.len().saturating_sub(1)
            );
            found.push(objection(about(), "epstein:15.2", message, help));
        }
        let held: u32 = scenario
            .unit_starts
            .values()
            .filter_map(|begins| begins.inside.get(&area.id))
            .map(|count| u32::from(*count))
            .sum();
        if held > u32::from(capacity) {
            let message = format!("{held} stands begin in it, and it holds {capacity}");
            found.push(objection(about(), "epstein:15.1", message, "raise its capacity, or put fewer in"));
        }
    }
}
