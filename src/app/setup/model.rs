//! The draft as plain data for the table and the list of stands.

use std::collections::BTreeMap;

use crate::app::state::new_sheet;
use crate::army::{Army, Stand, emblem};
use crate::drawing::{ArmyColour, Block, Emblem, Ink};
use crate::game::sentence;
use crate::scenario::{Draft, Finding, Scenario, Side, Start, Subject};
use crate::table::{Pose, Vec2};

/// What the table shows of a draft.
#[derive(Clone, Debug, Default)]
pub struct TableFacts {
    /// The number of these facts: the same draft has others once it is checked, and another draft has others anyway.
    pub number: u64,
    /// Stands on the table with their ids, generals last: they lie on top.
    pub blocks: Vec<(String, Block)>,
    /// Place, points, ink of the holder.
    pub objectives: Vec<(Vec<Vec2>, String, Ink)>,
    /// Place, way in, name.
    pub entries: Vec<(Vec2, Vec2, String)>,
    /// Stands that something is wrong with.
    pub faulty: Vec<String>,
    pub rows: Vec<CommandRow>,
    /// What is wrong, the errors first.
    pub faults: Vec<FaultRow>,
}

/// Something that is wrong, with the stands as the table shows them.
#[derive(Clone, Debug)]
pub struct FaultRow {
    pub subject: Subject,
    pub is_error: bool,
    pub words: String,
    pub help: String,
}

/// A command in the list of stands.
#[derive(Clone, Debug)]
pub struct CommandRow {
    pub side: Side,
    pub colour: ArmyColour,
    pub name: String,
    pub stands: Vec<StandRow>,
}

/// A stand in the list.
#[derive(Clone, Debug)]
pub struct StandRow {
    pub id: String,
    /// `2 Lannoy, 6 sp`.
    pub words: String,
    /// `not deployed`, `turn 3`; nothing where it is on the table.
    pub place: String,
    pub deployed: bool,
}

impl TableFacts {
    pub fn of(draft: &Draft<Scenario>, findings: &[Finding]) -> Self {
        let scenario = draft.scenario();
        let mut blocks = Vec::new();
        let mut badges: BTreeMap<&str, u16> = BTreeMap::new();
        // Numbered as in the game: stands that only an option brings into play come after all others.
        let in_play = |stand: &Stand| {
            stand
                .module
                .as_ref()
                .is_none_or(|module| scenario.options.get(module).is_some_and(|is| is == "on"))
        };
        let stands = || draft.stands().map(|(_, _, stand)| stand);
        let first = stands().filter(|stand| in_play(stand) && scenario.starts.contains_key(&stand.id));
        let rest = stands().filter(|stand| !(in_play(stand) && scenario.starts.contains_key(&stand.id)));
        badges.extend(first.chain(rest).map(|stand| &*stand.id).zip(1_u16..));
        for (side, army, stand) in draft.stands() {
            let badge = badges.get(&*stand.id).copied().unwrap_or_default();
            if let Some(pose) = draft.pose(&stand.id) {
                let size = stand.size(scenario.scale());
                blocks.push((stand.id.clone(), block(side, army, stand, badge, pose, size)));
            }
        }
        blocks.sort_by_key(|(_, block): &(String, Block)| {
            (matches!(block.emblem, Emblem::General { .. }), block.stand)
        });
        let colour_of = |side: Side| {
            let army = scenario.sides.get(side.index()).and_then(|side| side.armies.first());
            army.map_or(Ink::Plate, |army| Ink::Block(ArmyColour::named(&army.colour)))
        };
        let objectives = scenario.objectives.iter().filter(|one| !one.place.is_empty()).map(|objective| {
            let ink = objective.held_by.map_or(Ink::Plate, colour_of);
            (objective.place.clone(), objective.points.to_string(), ink)
        });
        let entries = scenario.entries.iter();
        // Both of two stands that overlap are marked: each that a fault is about or names.
        let names = |found: &Finding, id: &str| {
            matches!(&found.subject, Subject::Stand(about) if about == id)
                || found.fault.message.contains(&format!("\"{id}\""))
        };
        let errors = || findings.iter().filter(|found| found.fault.is_error());
        let faulty = stands().filter(|stand| errors().any(|found| names(found, &stand.id)));
        Self {
            number: new_sheet(),
            blocks,
            objectives: objectives.collect(),
            entries: entries
                .map(|entry| (entry.pose.at, entry.pose.heading.forward(), entry.name.clone()))
                .collect(),
            faulty: faulty.map(|stand| stand.id.clone()).collect(),
            rows: rows(draft, &badges),
            faults: findings.iter().map(|found| fault_row(draft, &badges, found)).collect(),
        }
    }
}

/// A fault in the words of its file, and each stand that it names with badge and name besides its id:
/// `the stands 2 Lannoy ("B02") and 3 Brissac ("B03") overlap`.
fn fault_row(draft: &Draft<Scenario>, badges: &BTreeMap<&str, u16>, found: &Finding) -> FaultRow {
    let mut words = found.fault.said();
    let about = |stand: &Stand| matches!(&found.subject, Subject::Stand(id) if *id == stand.id);
    for (_, _, stand) in draft.stands() {
        let badge = badges.get(&*stand.id).copied().unwrap_or_default();
        let (quoted, named) = (format!("\"{}\"", stand.id), format!("{badge} {}", stand.short()));
        if words.contains(&quoted) {
            words = words.replace(&quoted, &format!("{named} ({quoted})"));
        } else if about(stand) {
            words = format!("{named} ({quoted}): {words}");
        }
    }
    FaultRow {
        subject: found.subject.clone(),
        is_error: found.fault.is_error(),
        words: sentence(&words),
        help: sentence(&found.fault.help),
    }
}

impl FaultRow {
    /// The fault and what mends it, as sentences.
    pub fn whole(&self) -> String {
        match self.help.as_str() {
            "" => format!("{}.", self.words),
            help => format!("{}. {help}.", self.words),
        }
    }
}

fn rows(draft: &Draft<Scenario>, badges: &BTreeMap<&str, u16>) -> Vec<CommandRow> {
    let scenario = draft.scenario();
    let sides = scenario.sides.iter().zip(0..);
    let armies = sides.flat_map(|(side, index)| side.armies.iter().map(move |army| (Side(index), army)));
    armies
        .flat_map(|(side, army)| army.commands.iter().map(move |command| (side, army, command)))
        .map(|(side, army, command)| {
            let stands = command.stands.iter().map(|stand| {
                let start = scenario.starts.get(&stand.id);
                let place = match start {
                    Some(Start::Deployed(_)) => String::new(),
                    Some(Start::Arrives { turn, .. }) => format!("turn {turn}"),
                    None => "not deployed".into(),
                };
                let strength = match stand.strength {
                    0 => String::new(),
                    points => format!(", {points} sp"),
                };
                let badge = badges.get(&*stand.id).copied().unwrap_or_default();
                let words = format!("{badge} {}{strength}", stand.short());
                let deployed = matches!(start, Some(Start::Deployed(_)));
                StandRow { id: stand.id.clone(), words, place, deployed }
            });
            CommandRow {
                side,
                colour: ArmyColour::named(&army.colour),
                name: command.name.clone(),
                stands: stands.collect(),
            }
        })
        .collect()
}

/// A stand as the table draws it, fresh.
///
/// `size` is its width and depth in inches.
pub fn block(
    side: Side,
    army: &Army,
    stand: &Stand,
    badge: u16,
    pose: Pose,
    (width, depth): (f32, f32),
) -> Block {
    let strength = match stand.strength {
        0 => String::new(),
        points => format!(", {points} sp"),
    };
    Block {
        stand: badge,
        badge,
        name: stand.short().to_owned(),
        label: format!("{badge} {}, {} {}{strength}", stand.name, army.name, stand.arm.name()),
        side: side.0,
        colour: ArmyColour::named(&army.colour),
        emblem: emblem(stand.arm, stand.grade, stand.rating),
        grade: grade(stand),
        pose,
        width,
        depth,
        strength: stand.strength,
        start: stand.strength,
        hidden: false,
        marked: false,
        may_act: false,
        acted: false,
        out_of_command: false,
        routed: false,
        evading: false,
        square: false,
        captor: None,
        work: None,
        spent: false,
        locked: false,
    }
}

/// Under the name: a general's grade; troops have their formation there.
fn grade(stand: &Stand) -> String {
    stand.grade.map_or_else(|| stand.formation.clone(), |grade| format!("{grade:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Library;
    use crate::games::Games;
    use crate::scenario::Edit;

    #[test]
    fn faults_that_are_found_later_are_drawn_though_the_draft_is_the_same() {
        let library = Library::embedded(&Games::default());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let mut draft = Draft::of(scenario);
        let pose = draft.pose("B03").expect("it is deployed");
        draft.edit(Edit::Place { stand: "B02".into(), pose }).expect("it may be laid there");
        let before = TableFacts::of(&draft, &[]);
        let after = TableFacts::of(&draft, &draft.check(library.rules()));
        assert!(before.faulty.is_empty());
        assert_eq!(after.faulty, ["B02", "B03"], "both that overlap are marked");
        let fault = after.faults.iter().find(|row| row.is_error).map(FaultRow::whole).unwrap_or_default();
        assert!(fault.starts_with("The stands 2 Lannoy"), "{fault}");
        assert!(fault.contains(". Move one of them"), "{fault}");
        assert_ne!(before.number, after.number, "the stands are drawn anew, with their rings");
    }
}
