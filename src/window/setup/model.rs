//! The draft as plain data for the table and for the list of its pieces.

use std::collections::BTreeMap;

use crate::state::new_sheet;
use crate::texts::setup_notes as texts;
use drawing::{ArmyColour, Ink};
use game::sentence;
use scenario::army::Piece;
use scenario::muster::numbers;
use scenario::{Draft, Finding, KnownRules, Scenario, Side, Start, Subject};
use table::Vec2;

use super::drawn::{PieceOnTable, pieces, profile, unit_words};

/// The data of a draft for the table.
#[derive(Clone, Debug, Default)]
pub struct TableFacts {
    /// Number of these facts, new after each check and for each draft.
    pub number: u64,
    /// The pieces on the table, leaders last so that they are on top.
    pub pieces: Vec<PieceOnTable>,
    /// Place, points, ink of the holder.
    pub objectives: Vec<(Vec<Vec2>, String, Ink)>,
    /// Place, direction, name.
    pub entries: Vec<(Vec2, Vec2, String)>,
    /// Ids of the stands and units with faults.
    pub faulty: Vec<String>,
    pub rows: Vec<CommandRow>,
    /// The numbers of single stands, by their ids.
    pub badges: BTreeMap<String, u16>,
    /// The faults, errors first.
    pub faults: Vec<FaultRow>,
}

/// A fault, with stands and units named as on the table.
#[derive(Clone, Debug)]
pub struct FaultRow {
    pub subject: Subject,
    pub is_error: bool,
    pub words: String,
    pub help: String,
}

/// A command in the list.
#[derive(Clone, Debug)]
pub struct CommandRow {
    pub side: Side,
    pub colour: ArmyColour,
    pub name: String,
    pub pieces: Vec<PieceRow>,
}

/// A stand or a unit in the list.
#[derive(Clone, Debug)]
pub struct PieceRow {
    pub id: String,
    /// `2 Lannoy, 6 sp`; `F03 1/13th Line, line infantry, 4 stands, 12 figures, assault column`.
    pub words: String,
    /// `not deployed`, `turn 3`; empty if it is on the table.
    pub place: String,
    pub deployed: bool,
    /// It is neither on the table nor to come.
    pub stays_away: bool,
}

impl TableFacts {
    pub fn of(draft: &Draft<Scenario>, findings: &[Finding], known: &dyn KnownRules) -> Self {
        let scenario = draft.scenario();
        let badges = numbers(scenario);
        let colour_of = |side: Side| {
            let army = scenario.sides.get(side.index()).and_then(|side| side.armies.first());
            army.map_or(Ink::Plate, |army| Ink::Block(ArmyColour::named(&army.colour)))
        };
        let objectives = scenario.objectives.iter().filter(|one| !one.place.is_empty()).map(|objective| {
            let ink = objective.held_by.map_or(Ink::Plate, colour_of);
            (objective.place.clone(), objective.points.to_string(), ink)
        });
        let entries = scenario.entries.iter();
        // Of two that overlap both are marked: each that a fault is about or names.
        let names = |found: &Finding, id: &str| {
            matches!(&found.subject, Subject::Piece(about) if about == id)
                || found.fault.about.others.iter().any(|other| other == id)
        };
        let errors = || findings.iter().filter(|found| found.fault.is_error());
        let all = draft.pieces().map(|(.., piece)| piece.id());
        let faulty = all.filter(|id| errors().any(|found| names(found, id)));
        Self {
            number: new_sheet(),
            pieces: pieces(draft, known, &badges),
            objectives: objectives.collect(),
            entries: entries
                .map(|entry| (entry.pose.at, entry.pose.heading.forward(), entry.name.clone()))
                .collect(),
            faulty: faulty.map(str::to_owned).collect(),
            rows: rows(draft, known, &badges),
            faults: findings.iter().map(|found| fault_row(draft, &badges, found)).collect(),
            badges,
        }
    }
}

/// The name of a stand or a unit among others: a stand with its number, `2 Lannoy`.
fn called(piece: Piece<'_>, badges: &BTreeMap<String, u16>) -> String {
    match piece {
        Piece::Stand(stand) => {
            format!("{} {}", badges.get(&stand.id).copied().unwrap_or_default(), stand.short())
        }
        Piece::Unit(unit) => unit.short().to_owned(),
    }
}

/// A fault in the words of its file, with the names of its stands, units and armies added to their ids: `the stands 2 Lannoy
/// ("B02") and 3 Brissac ("B03") overlap`.
fn fault_row(draft: &Draft<Scenario>, badges: &BTreeMap<String, u16>, found: &Finding) -> FaultRow {
    let mut words = found.fault.said();
    let pieces = draft.pieces().map(|(.., piece)| (piece.id(), called(piece, badges)));
    let armies = draft.scenario().armies().map(|(_, army)| (&*army.id, army.name.clone()));
    let (mut is_named, mut about) = (false, None);
    for (id, called) in pieces.chain(armies) {
        let quoted = format!("\"{id}\"");
        if words.contains(&quoted) {
            is_named = true;
            words = words.replace(&quoted, &format!("{called} ({quoted})"));
        }
        if matches!(&found.subject, Subject::Piece(of) if of == id) {
            about = Some(format!("{called} ({quoted})"));
        }
    }
    if let Some(about) = about.filter(|_| !is_named) {
        words = format!("{about}: {words}");
    }
    FaultRow {
        subject: found.subject.clone(),
        is_error: found.fault.is_error(),
        words: sentence(&words),
        help: sentence(&found.fault.help),
    }
}

impl FaultRow {
    /// The fault and its remedy, as sentences.
    pub fn whole(&self) -> String {
        match self.help.as_str() {
            "" => format!("{}.", self.words),
            help => format!("{}. {help}.", self.words),
        }
    }
}

fn rows(draft: &Draft<Scenario>, known: &dyn KnownRules, badges: &BTreeMap<String, u16>) -> Vec<CommandRow> {
    let commands =
        draft.scenario().armies().flat_map(|(side, army)| army.commands.iter().map(move |c| (side, army, c)));
    commands
        .map(|(side, army, command)| CommandRow {
            side,
            colour: ArmyColour::named(&army.colour),
            name: command.name.clone(),
            pieces: command.pieces().map(|piece| row(draft.scenario(), known, badges, piece)).collect(),
        })
        .collect()
}

fn row(
    scenario: &Scenario,
    known: &dyn KnownRules,
    badges: &BTreeMap<String, u16>,
    piece: Piece<'_>,
) -> PieceRow {
    let id = piece.id();
    let start = scenario.starts.get(id);
    let place = match start {
        Some(Start::Deployed(_)) => String::new(),
        Some(Start::Arrives { turn, .. }) => texts::arrives(*turn),
        None => texts::NOT_DEPLOYED.into(),
    };
    let called = called(piece, badges);
    let words = match piece {
        Piece::Stand(stand) if stand.strength == 0 => called,
        Piece::Stand(stand) => format!("{called}, {} sp", stand.strength),
        Piece::Unit(unit) => {
            let profile = profile(known, &scenario.rules, unit);
            format!("{id} {called}, {}", unit_words(unit, &profile, scenario.unit_starts.get(id)))
        }
    };
    let deployed = matches!(start, Some(Start::Deployed(_)));
    PieceRow { id: id.to_owned(), words, place, deployed, stays_away: start.is_none() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::Library;
    use games::Games;
    use scenario::Edit;

    #[test]
    fn faults_that_are_found_later_are_drawn_though_the_draft_is_the_same() {
        let library = Library::embedded(&Games::default());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let mut draft = Draft::of(scenario);
        let pose = draft.pose("B03").expect("it is deployed");
        draft.edit(Edit::place("B02", pose)).expect("it may be laid there");
        let before = TableFacts::of(&draft, &[], library.rules());
        let after = TableFacts::of(&draft, &draft.check(library.rules()), library.rules());
        assert!(before.faulty.is_empty());
        assert_eq!(after.faulty, ["B02", "B03"], "both that overlap are marked");
        let fault = after.faults.iter().find(|row| row.is_error).map(FaultRow::whole).unwrap_or_default();
        assert!(fault.starts_with("The stands 2 Lannoy"), "{fault}");
        assert!(fault.contains(". Move one of them"), "{fault}");
        assert_ne!(before.number, after.number, "the stands are drawn anew, with their rings");
    }
}
