//! Rosters of drafts: rows that come, are copied and change their command; and those of a spreadsheet.

use glam::Vec2;

use super::{Library, RuleList};
use crate::games::Games;
use crate::scenario::roster::paste::{Goes, Mapping, Pasted, Table, csv_text, pasted};
use crate::scenario::roster::recruit::{Recruit, new_piece};
use crate::scenario::roster::sheet::{Head, Sheet};
use crate::scenario::{Draft, Edit, KnownRules, Scenario, Side};

fn rules() -> RuleList {
    Library::embedded(&Games::default()).rules().clone()
}

/// An empty table for the rules of a battle of the library.
fn empty(like: &str) -> Draft<Scenario> {
    let (scenario, _) = Library::embedded(&Games::default()).scenario(like).expect("it is in the program");
    Draft::empty("own", "Own", &scenario.rules, Vec2::new(72.0, 48.0))
}

/// A battle of the program in which armies are made of single stands, and one in which they are made of units.
const STANDS: &str = "first-steps";
const UNITS: &str = "brigade-action";

fn read(draft: &Draft<Scenario>, text: &str) -> (Table, Mapping, Pasted) {
    let (known, table) = (rules(), Table::read(text));
    let mapping = Mapping::guess(&table, &known, draft.scenario());
    let goes = Goes { side: Side(0), command: "1st Command".into() };
    let found = pasted(&table, &mapping, &goes, &known, draft.scenario());
    (table, mapping, found)
}

fn names(draft: &Draft<Scenario>) -> Vec<String> {
    draft.pieces().map(|(.., piece)| format!("{} {}", piece.id(), piece.name())).collect()
}

const SHEET: &str = "\
Nation\tCorps\tUnit\tType\tQuality\tMen\tGuns\tRank
French\tI Corps\tD'Erlon\tGeneral\t\t\t\tCorps
\t\t1st Brigade (Quiot)\tInfantry\tVeterans\t2,400\t\t
\t\tFoot battery\tfoot artillery\t\t\t8x6-pdrs\t
Allies\tReserve\tPicton\tGeneral\t\t\t\tDivision
\t\t\"Kempt's \"\"8th\"\" Brigade\"\tinfantry\televen\t2400\t\t
";

#[test]
fn a_spreadsheet_is_told_apart_by_its_heading_and_makes_sides_and_commands() {
    let mut draft = empty(STANDS);
    let (_, mapping, found) = read(&draft, SHEET);
    let heads: Vec<&str> = mapping.columns.iter().map(|head| head.map_or("", Head::key)).collect();
    assert_eq!(heads, ["side", "command", "name", "arm", "quality", "men", "battery", "grade"]);
    assert!(mapping.has_heading);
    assert_eq!(found.sides, [(Side(0), "French".to_owned()), (Side(1), "Allies".to_owned())]);
    assert_eq!(found.commands, ["I Corps", "Reserve"]);
    // The fault has its line, its column and what would be accepted; the row comes all the same.
    let told: Vec<String> = found.faults.iter().map(|fault| fault.words(&mapping)).collect();
    assert!(told[0].starts_with("line 6, column 5 (Quality): there is no \"eleven\""), "{told:?}");
    assert!(told[0].contains("accepted: Guards"), "{told:?}");
    assert_eq!(found.recruits.len(), 5);

    draft.edit(found.edit()).expect("it means something");
    let all = names(&draft);
    assert_eq!(
        all,
        [
            "F01 D'Erlon",
            "F02 1st Brigade (Quiot)",
            "F03 Foot battery",
            "A01 Picton",
            "A02 Kempt's \"8th\" Brigade"
        ]
    );
    let quiot = draft.stand("F02").expect("he has come");
    assert_eq!((quiot.men, quiot.strength), (2400, 6), "2,400 veterans");
    let kempt = draft.stand("A02").expect("he has come");
    assert!(kempt.note.contains("Quality: eleven"), "nothing is lost: {}", kempt.note);
    assert_eq!(
        draft.scenario().sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(),
        ["French", "Allies"]
    );
    // One step.
    draft.undo();
    assert!(names(&draft).is_empty() && draft.scenario().sides[0].name == "Blue");
}

#[test]
fn a_table_without_a_heading_is_told_apart_by_its_values() {
    let draft = empty(STANDS);
    let (_, mapping, found) =
        read(&draft, "Blue,Charlet,Infantry,Trained,2500\nBlue,Lefol,LightCavalry,Elites,900\n");
    let heads: Vec<&str> = mapping.columns.iter().map(|head| head.map_or("", Head::key)).collect();
    assert_eq!((heads, mapping.has_heading), (vec!["side", "name", "arm", "quality", "men"], false));
    assert_eq!((found.faults.len(), found.recruits.len()), (0, 2), "{:?}", found.faults);
    // What was chosen is remembered by words, and read back.
    let heads = Sheet::of(draft.scenario(), &rules()).heads;
    assert_eq!(Mapping::of_words(&mapping.words(), &heads), mapping);
}

#[test]
fn what_no_table_can_be_is_told_and_changes_nothing() {
    let draft = empty(STANDS);
    let (_, _, found) = read(&draft, "2400\n1200\n");
    assert!(found.faults.iter().any(|fault| fault.fault.message == "no column is the name"), "{found:?}");
    // A third side: there is none to be made.
    let (_, mapping, found) = read(&draft, "side,name\nFrench,A\nAllies,B\nSwedes,C\n");
    let told: Vec<String> = found.faults.iter().map(|fault| fault.words(&mapping)).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("line 4") && told[0].contains("write French or Allies"), "{told:?}");
    // Control characters, ragged rows, quotes that never end.
    for text in ["\u{7}\t\u{1b}[2J", "name,men\n\"a,1\nb,2,3,4,5", ",,,\n,,,", "\u{feff}name\n\n\nA"] {
        let (table, mapping, found) = read(&draft, text);
        assert!(found.recruits.len() <= table.rows.len(), "{text:?}: {mapping:?}");
    }
}

#[test]
fn units_come_as_full_as_their_kind_is() {
    let mut draft = empty(UNITS);
    let (_, mapping, found) = read(
        &draft,
        "command,name,class,stands,figures\n1st Brigade,1/13th Line,inf_line,,\n,Guns,art_foot_line,1,20\n",
    );
    assert!(found.faults.is_empty(), "{:?} {mapping:?}", found.faults);
    draft.edit(found.edit()).expect("it means something");
    let units: Vec<(String, u8, u16)> = draft
        .scenario()
        .armies()
        .flat_map(|(_, army)| army.units())
        .map(|unit| (unit.name.clone(), unit.stands, unit.figures))
        .collect();
    assert_eq!(units[0].0, "1/13th Line");
    assert!(units[0].1 > 1 && units[0].2 > 0, "as its rules have a full one: {units:?}");
    assert_eq!(units[1], ("Guns".to_owned(), 1, 20));
}

/// A battle that is written as a table for a spreadsheet has the same rows when it is read again.
#[test]
fn a_roster_comes_back_from_a_table_as_it_was() {
    for battle in [STANDS, UNITS] {
        let known = rules();
        let (scenario, _) =
            Library::embedded(&Games::default()).scenario(battle).expect("it is in the program");
        let draft = Draft::of(scenario);
        let sheet = Sheet::of(draft.scenario(), &known);
        let mut again = empty(battle);
        let (_, _, found) = read(&again, &csv_text(&sheet));
        assert!(found.faults.is_empty(), "{battle}: {:?}", found.faults);
        again.edit(found.edit()).expect("it means something");
        let back = Sheet::of(again.scenario(), &known);
        let rows = |sheet: &Sheet| -> Vec<Vec<Option<String>>> {
            let heads: Vec<Head> = sheet.heads.iter().copied().filter(|head| *head != Head::Begins).collect();
            let line = |line: &crate::scenario::roster::sheet::Line| {
                heads.iter().map(|head| line.text(*head).map(str::to_owned)).collect()
            };
            let mut rows: Vec<Vec<Option<String>>> = sheet.lines.iter().map(line).collect();
            rows.sort();
            rows
        };
        assert_eq!(rows(&back), rows(&sheet), "{battle}");
    }
}

#[test]
fn rows_come_are_copied_and_change_their_command() {
    let known = rules();
    let mut draft = empty(STANDS);
    let rules = draft.scenario().rules.clone();
    let column = |field: &str| {
        *known.columns(&rules).iter().find(|column| column.field == field).expect("it is there")
    };
    let recruit = |name: &str| {
        let (piece, faults) =
            new_piece(&known, &rules, &[(column("name"), name.to_owned())]).expect("it is made");
        assert!(faults.is_empty(), "{faults:?}");
        Recruit { side: Side(0), command: "I Corps".into(), piece }
    };
    draft.edit(Edit::Muster(vec![recruit("1st Brigade"), recruit("Artillery")])).expect("they come");
    draft.edit(Edit::Copy { pieces: vec!["B01".into(), "B02".into()] }).expect("they are copied");
    assert_eq!(names(&draft), ["B01 1st Brigade", "B02 Artillery", "B03 2nd Brigade", "B04 Artillery 2"]);
    let assign = |pieces: &[&str], side, command: &str, before: Option<&str>| Edit::Assign {
        pieces: pieces.iter().map(|id| (*id).to_owned()).collect(),
        side,
        command: command.into(),
        before: before.map(str::to_owned),
    };
    draft.edit(assign(&["B03", "B04"], Side(0), "II Corps", None)).expect("they change");
    draft.edit(assign(&["B01"], Side(0), "ii corps", Some("B04"))).expect("he changes");
    assert_eq!(names(&draft), ["B02 Artillery", "B03 2nd Brigade", "B01 1st Brigade", "B04 Artillery 2"]);
    // The last leaves, and the command goes; another side makes its own.
    draft.edit(assign(&["B02"], Side(1), "Reserve", None)).expect("he changes");
    let commands: Vec<String> = draft
        .scenario()
        .armies()
        .flat_map(|(_, army)| &army.commands)
        .map(|command| command.name.clone())
        .collect();
    assert_eq!(commands, ["II Corps", "Reserve"]);
    let id = draft.scenario().sides[0].armies[0].commands[0].id.clone();
    draft.edit(Edit::CommandName { command: id.clone(), name: "Vanguard".into() }).expect("it is renamed");
    assert_eq!(draft.scenario().sides[0].armies[0].commands[0].name, "Vanguard");
    for (bad, why) in [
        (Edit::CommandName { command: id, name: " ".into() }, "a command has a name"),
        (assign(&["B01"], Side(0), "", None), "a command has a name"),
        (assign(&["Z9"], Side(0), "A", None), "there is no \"Z9\" in these armies"),
        (Edit::Copy { pieces: vec!["Z9".into()] }, "there is no \"Z9\" in these armies"),
        (assign(&["B01"], Side(7), "A", None), "there is no such thing any more"),
    ] {
        let before = draft.scenario().clone();
        assert_eq!(draft.edit(bad).expect_err("it means nothing").message, why);
        assert_eq!(draft.scenario(), &before, "nothing is changed");
    }
    while draft.can_undo() {
        draft.undo();
    }
    assert!(names(&draft).is_empty());
}

/// Men before a quality say no strength; once both are there it follows.
#[test]
fn a_strength_follows_whichever_cell_is_filled_in_first() {
    let known = rules();
    let mut draft = empty(STANDS);
    let rules = draft.scenario().rules.clone();
    let column = |field: &str| {
        *known.columns(&rules).iter().find(|column| column.field == field).expect("it is there")
    };
    let (piece, _) = new_piece(&known, &rules, &[]).expect("it is made");
    draft.edit(Edit::Muster(vec![Recruit { side: Side(0), command: "I".into(), piece }])).expect("it comes");
    for (field, said) in [("men", "2400"), ("quality", "Veterans")] {
        let edit = Edit::Cell { piece: "B01".into(), column: column(field), said: Some(said.into()) };
        draft.edit(edit).expect("it is written");
    }
    assert_eq!(draft.stand("B01").expect("it is there").strength, 6);
}
