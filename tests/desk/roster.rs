//! Rosters of drafts: rows that come, are copied and change their command; and those of a spreadsheet.

use std::collections::BTreeMap;

use glam::Vec2;
use spreadsheet::{CsvFor, Table};

use data::{InMemory, Overlay};
use desk::{Library, RuleList};
use games::Games;
use scenario::Change;
use scenario::army::Army;
use scenario::roster::copied::{copied_text, table_bytes, table_text};
use scenario::roster::mapping::{Mapping, Means};
use scenario::roster::paste::{Goes, Pasted, pasted};
use scenario::roster::recruit::{Listed, NewPiece, Recruit, new_piece};
use scenario::roster::rostered::Rostered as _;
use scenario::roster::sheet::{Head, Line, MOST_ROWS, Sheet};
use scenario::roster::synonyms::Synonyms;
use scenario::{
    Battle as _, Draft, HexBattle, HexEdit, HexScenario, KnownRules, Scenario, Side, SideInfo, Space,
};

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
    read_into(&Sheet::of(draft.scenario(), &rules()), text)
}

/// What would come of this text in this roster.
fn read_into(roster: &Sheet, text: &str) -> (Table, Mapping, Pasted) {
    let table = Table::read(text);
    let mapping = Mapping::guess(&table, roster, Synonyms::shipped());
    let found = pasted(&table, &mapping, &goes(roster), &rules(), roster, Synonyms::shipped());
    (table, mapping, found)
}

fn goes(roster: &Sheet) -> Goes {
    Goes { side: Side(0), command: roster.first_command().into(), nations: BTreeMap::new() }
}

/// The fields of the columns, empty where one stays out.
fn fields(mapping: &Mapping) -> Vec<&'static str> {
    (0..mapping.columns.len()).map(|column| mapping.head(column).map_or("", Head::key)).collect()
}

fn questions(found: &Pasted, mapping: &Mapping) -> Vec<String> {
    found.questions(mapping).into_iter().map(|question| question.words).collect()
}

fn notices(found: &Pasted) -> Vec<String> {
    found.notices.iter().map(ToString::to_string).collect()
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
    assert_eq!(fields(&mapping), ["side", "command", "name", "arm", "quality", "men", "battery", "grade"]);
    assert_eq!(mapping.heading, Some(0));
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
    assert_eq!((fields(&mapping), mapping.heading), (vec!["side", "name", "arm", "quality", "men"], None));
    assert_eq!((found.faults.len(), found.recruits.len()), (0, 2), "{:?}", found.faults);
    // What was chosen is remembered by words, and read back.
    let heads = Sheet::of(draft.scenario(), &rules()).heads;
    let said = Mapping { heading: Some(0), ..mapping };
    let guess = Mapping { columns: vec![Means::Unknown; 5], ..Mapping::default() };
    assert_eq!(Mapping::of_words(&said.words(), &heads, guess.clone()), said);
    // A word that is no column of these rules is guessed, and so is a mapping of fewer columns.
    let words = ["heading", "side", "class", "arm", "quality", "men"].map(str::to_owned);
    assert_eq!(Mapping::of_words(&words, &heads, said.clone()), said);
    assert_eq!(Mapping::of_words(&words[..3], &heads, guess.clone()), guess);
}

#[test]
fn what_no_table_can_be_is_told_and_changes_nothing() {
    let draft = empty(STANDS);
    let (_, _, found) = read(&draft, "2400\n1200\n");
    assert!(found.faults.iter().any(|fault| fault.fault.message == "no column is the name"), "{found:?}");
    // Three nations on two sides: it is asked once whose side each is on.
    let text = "side,name,arm\nFrench,A,infantry\nAllies,B,infantry\nSwedes,C,infantry\nFrench,D,infantry\n";
    let (table, mapping, found) = read(&draft, text);
    assert_eq!(
        questions(&found, &mapping),
        [
            "column 1 (Side): there is no side \"French\", \"Allies\", \"Swedes\": say whose side that nation is on, or write \
             Blue or Red (lines 2 to 5)"
        ]
    );
    let roster = Sheet::of(draft.scenario(), &rules());
    let nations = [("French", "Empire"), ("allies", "Coalition"), ("Swedes", "Coalition")];
    let nations = nations.map(|(nation, side)| (nation.to_owned(), side.to_owned())).into();
    let goes = Goes { nations, ..goes(&roster) };
    let found = pasted(&table, &mapping, &goes, &rules(), &roster, Synonyms::shipped());
    assert_eq!(questions(&found, &mapping), [""; 0]);
    let mut draft = draft.clone();
    draft.edit(found.edit()).expect("it means something");
    let all = draft.scenario().sides.iter().map(|side| {
        let armies: Vec<&str> = side.armies.iter().map(|army| army.name.as_str()).collect();
        format!("{}: {}", side.name, armies.join(", "))
    });
    assert_eq!(all.collect::<Vec<_>>(), ["Empire: French", "Coalition: Allies, Swedes"]);
    // Control characters, ragged rows, quotes that never end.
    for text in ["\u{7}\t\u{1b}[2J", "name,men\n\"a,1\nb,2,3,4,5", ",,,\n,,,", "\u{feff}name\n\n\nA"] {
        let (table, mapping, found) = read(&draft, text);
        assert!(found.recruits.len() <= table.rows.len(), "{text:?}: {mapping:?}");
    }
}

/// What a club writes: a title, its own words, a sum below.
#[test]
fn a_table_of_a_club_is_read_with_its_own_words_and_what_was_done_is_told() {
    let mut draft = empty(STANDS);
    let (_, mapping, found) = read(
        &draft,
        "sep=;\nThe Army of the Meuse;;;;;\nSpring 1815;;;;;\n;;;;;\n\
         Corps;Unit;Troop kind;Effectives;Morale;Umpire\n\
         I Corps;1st Brigade;Line Inf;2 400;Veteran;Jo\n\
         ;2nd Brigade;Light Infantry;1'800;Regular;Jo\n\
         ;3rd Brigade;Landwehr;2.000;Landwehr;Jo\n\
         ;4th Brigade;Grenadiers;1,200;Crack;Jo\n\
         Cavalry;Hussars;Hussars;900;-;Al\n\
         ;Lancers;Dragoons;900;n/a;Al\n\
         ;Cuirassiers;Cuirassiers;900.00;Elite;Al\n\
         Corps total;;;10100;;\n",
    );
    assert_eq!(fields(&mapping), ["command", "name", "arm", "men", "quality", ""]);
    assert_eq!(
        notices(&found),
        [
            "column 3 (\"Troop kind\") is read as Arm, by what stands in it",
            "column 6 (\"Umpire\") stays out: no column of the roster is called so",
            "lines 2, 3: left out, above the heading",
            "lines 7 to 9 and 11, 12: no command: taken as that of the row above",
            "line 13: left out, a sum",
        ]
    );
    // A point parts thousands in one language and decimals in another: that is asked.
    let told = questions(&found, &mapping);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("line 8, column 4 (Men): \"2.000\" cannot be"), "{told:?}");
    assert!(told[1].contains("the quality of \"Hussars\", \"Lancers\" is missing"), "{told:?}");
    draft.edit(found.edit()).expect("it means something");
    let arms: Vec<String> = draft
        .scenario()
        .armies()
        .flat_map(|(_, army)| army.stands())
        .map(|stand| format!("{} {:?} {:?} {}", stand.name, stand.arm, stand.quality, stand.men))
        .collect();
    assert_eq!(
        arms,
        [
            "1st Brigade Infantry Some(Veterans) 2400",
            "2nd Brigade Infantry Some(Trained) 1800",
            "3rd Brigade Infantry Some(Militia) 0",
            "4th Brigade Infantry Some(Elites) 1200",
            "Hussars LightCavalry None 900",
            "Lancers HeavyCavalry None 900",
            "Cuirassiers HeavyCavalry Some(Elites) 900",
        ]
    );
    let words = found.words.iter().map(|word| format!("{} = {:?} ({})", word.said, word.means, word.rows));
    let words: Vec<String> = words.collect();
    assert!(words.contains(&"Hussars = Some(\"LightCavalry\") (1)".to_owned()), "{words:?}");
}

/// A column of arms that would be dropped is asked about; once it is said that it stays out, it is not.
#[test]
fn a_column_of_arms_is_never_dropped_in_silence() {
    let draft = empty(STANDS);
    let text = "Name,Sort,Men,Quality\nFoy,xyz,2000,Trained\nPire,zyx,900,Trained\n";
    let (table, mut mapping, found) = read(&draft, text);
    let told = questions(&found, &mapping);
    assert_eq!(
        told,
        [
            "line 1: no column says the Arm: every row would be Infantry: say which column does, or of each column that \
             is not known that it stays out"
        ]
    );
    mapping.say(1, Means::LeftOut);
    let roster = Sheet::of(draft.scenario(), &rules());
    let found = pasted(&table, &mapping, &goes(&roster), &rules(), &roster, Synonyms::shipped());
    assert_eq!(questions(&found, &mapping), [""; 0]);
    assert_eq!(notices(&found), ["no column says the Arm: every row is Infantry"]);
}

/// Rows of other lengths, columns of one name, names of commands between rows, a heading that comes again.
#[test]
fn what_is_odd_about_a_table_is_told_with_its_lines() {
    let draft = empty(STANDS);
    let (_, mapping, found) = read(
        &draft,
        "Name,Arm,Men,Men,Quality\nI Corps\nFoy,infantry,2000,1,Trained\nPire,infantry,900,1\n\
         Name,Arm,Men,Men,Quality\nJamin,infantry,2,000,Trained,x\nBachelu,,2000,1,Trained\n",
    );
    assert_eq!(
        notices(&found),
        [
            "column 4 (\"Men\") stays out: column 3 is headed so too",
            "line 2: taken as the command of the rows below",
            "line 4: fewer values than the heading: the rest is taken as empty",
            "line 5: left out, the heading again",
            "line 7: no Arm: taken as Infantry",
        ]
    );
    let told = questions(&found, &mapping);
    assert!(told.iter().any(|one| one.starts_with("line 6, column 6: the row has 6 values")), "{told:?}");
    assert!(found.recruits.iter().all(|recruit| recruit.command == "I Corps"));
}

/// Footnotes, comments, a row parted by another sign, a heading in no language that is known, values without meaning, and none at all.
#[test]
fn what_umpires_write_beside_their_units_is_no_unit() {
    let draft = empty(STANDS);
    let (_, mapping, found) = read(
        &draft,
        "Side,Corps,Name,Arm,Men,Quality\nFrench,,,,,\n,I Corps,,,,\n,,Foy,infantry,2000,Trained\n#,,Pire,infantry,1,\n\
         ,,Guns,foot artillery,,Trained\n,,Jamin,infantry,-,\nTotal,,Inf + Cav,,5800,\nBachelu;infantry;2000\n\
         * without the Guard,,,,,\nSource: Siborne,,,,,\n",
    );
    assert_eq!(
        notices(&found),
        [
            "lines 2, 3: taken as that of the rows below",
            "lines 4 and 6, 7: no command: taken as that of the row above",
            "line 5: left out, begins with #",
            "line 6: no Men, no Battery, no Strength: Strength is 2, as usual",
            "line 6: Quality means nothing in such a row, and is left out",
            "line 7: no Men, no Strength: Strength is 5, as usual",
            "line 8: left out, a sum",
            "lines 10, 11: left out, a single value",
        ]
    );
    let told = questions(&found, &mapping);
    assert!(told[0].starts_with("line 6: the battery \"Guns\" has no guns"), "{told:?}");
    assert!(told.len() == 2 && told[1].starts_with("line 9: all of the row stands in one value"), "{told:?}");
    assert!(found.recruits.iter().all(|recruit| recruit.command == "I Corps" && recruit.side == Side(0)));
    // Men under the heading of strength points.
    let rows: String = (1..5).map(|number| format!("{number}. Line,infantry,{number}00,Trained\n")).collect();
    let (_, mapping, found) = read(&draft, &format!("Name,Arm,Strength,Quality\n{rows}"));
    assert_eq!((fields(&mapping)[2], questions(&found, &mapping).len()), ("men", 0));
    assert_eq!(notices(&found), ["column 3 (\"Strength\") is read as Men, by what stands in it"]);
    // A heading of unknown words is one all the same.
    let (_, mapping, found) = read(&draft, "Yksikkö,Miehet\nFoy,2000\nPire,900\n");
    assert_eq!((mapping.heading, found.units), (Some(0), 2));
    // One sentence for a kind, whatever its numbers and signs, in the order of the columns.
    let rows: String =
        (0..4).map(|n| format!("\"The \"\"{n}th\"\"\",infantry,{}.{n},x{n}\n", n + 2)).collect();
    let (_, mapping, found) = read(&draft, &format!("Name,Arm,Men,Quality\nA,infantry,1,Guards\n{rows}"));
    let told = questions(&found, &mapping);
    assert!(told.len() == 2 && told[0].contains("(Men)") && told[1].contains("(Quality)"), "{told:?}");
}

/// The table of an umpire's own program, in which nearly every cell is wrong: some questions, not some for every row.
#[test]
fn a_table_of_many_faults_asks_a_dozen_questions() {
    let draft = empty(STANDS);
    let types = ["Line Inf", "Light Inf", "Hussars", "Guns", "Landwehr", "Sappeurs-pompiers", "Horse Art"];
    let nations = ["French", "Bavarian", "Austrian", "Russian", "Saxon"];
    let row = |number: usize| {
        let (kind, nation) = (types[number % 7], nations[number % 5]);
        let guns = if kind.contains('G') || kind.contains("Art") { 6 + number % 3 } else { 0 };
        let (rating, strength) = (number % 9 + 1, 300 + number * 7 % 2000);
        format!(
            "{number};{nation};{} Corps;Unit {number};{kind};{rating};{guns};{strength};x{number}\n",
            number % 4
        )
    };
    let rows: String = (1..=612).map(row).collect();
    let text = format!("id;nation;corps;unit;type;rating;guns;strength;remarks of the umpire\n{rows}");
    let (_, mapping, found) = read(&draft, &text);
    let told = questions(&found, &mapping);
    assert!(found.faults.len() > 1000 && told.len() <= 12, "{}: {told:#?}", told.len());
    for part in ["Russian", "Sappeurs-pompiers", "Rating", "lines 2 to 613"] {
        assert!(told.iter().any(|one| one.contains(part)), "{part}: {told:#?}");
    }
}

/// A table names those whom its rows refer to as its players do.
#[test]
fn who_serves_and_who_is_detached_is_said_by_name() {
    let mut draft = empty(STANDS);
    let (_, mapping, found) = read(
        &draft,
        "Command,Under,Name,Arm,Grade,Quality,Men,Serves,Detached under\n\
         Army,,Wolf,General,Army,,,,\nI Corps,Army,Foy,General,Corps,,,,\n,,Old Bull (Jamin),General,Division,,,,\n\
         ,,1st Brigade,Infantry,,Trained,2000,,Jamin\nTrain,,Wagons,Wagon,,,,I Corps,\n",
    );
    assert_eq!(questions(&found, &mapping), [""; 0]);
    draft.edit(found.edit()).expect("it means something");
    let armies = &draft.scenario().sides[0].armies;
    let command = |name: &str| armies[0].commands.iter().find(|one| one.name == name).expect("it is there");
    assert_eq!(command("I Corps").under.as_ref(), Some(&command("Army").id));
    let stand = |name: &str| armies[0].stands().find(|one| one.name == name).expect("it is there");
    assert_eq!(stand("Wagons").serves.as_ref(), Some(&command("I Corps").id));
    assert_eq!(stand("1st Brigade").detached.as_ref(), Some(&stand("Old Bull (Jamin)").id));
}

/// Every word of the program's synonyms is one that the column of those rules takes.
#[test]
fn synonyms_are_of_words_that_there_are() {
    let known = rules();
    for (rule_set, field, word) in Synonyms::shipped().all() {
        let column = known.columns(rule_set).iter().find(|column| column.field == field);
        let column = column.unwrap_or_else(|| panic!("{rule_set} has no column {field}"));
        let takes = Head::Cell(*column).accepted().is_some_and(|words| words.contains(&word));
        assert!(takes, "{rule_set} {field}: there is no {word}");
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

/// What the rows of a roster say, whatever their ids, their order, and the numbers that are counted by who is on the table.
fn rows(sheet: &Sheet) -> Vec<Vec<Option<String>>> {
    let is_said = |head: &Head| head.comes_in() && head.key() != "badge";
    let heads: Vec<Head> = sheet.heads.iter().copied().filter(is_said).collect();
    let line = |line: &Line| heads.iter().map(|head| line.text(*head).map(str::to_owned)).collect();
    let mut rows: Vec<Vec<Option<String>>> = sheet.lines.iter().map(line).collect();
    rows.sort();
    rows
}

/// The armies of a battle as they are, but for what no table says: their ids and their colours.
fn armies(scenario: &Scenario) -> Vec<Vec<Army>> {
    let side = |side: &SideInfo| {
        let army = |army: &Army| Army { id: String::new(), colour: String::new(), ..army.clone() };
        side.armies.iter().map(army).collect()
    };
    scenario.sides.iter().map(side).collect()
}

/// The same with the name of an army that is alone on its side, which no table says either.
fn named_as(mut armies: Vec<Vec<Army>>, like: &[Vec<Army>]) -> Vec<Vec<Army>> {
    for (own, like) in armies.iter_mut().zip(like) {
        if let ([own], [like]) = (own.as_mut_slice(), like.as_slice()) {
            own.name.clone_from(&like.name);
        }
    }
    armies
}

/// Every battle of the program on the table that is written for a spreadsheet, whichever, is the same army when it is read again: its
/// ids, its commands and who is under whom, who serves whom and who is detached.
#[test]
fn the_armies_of_a_battle_come_back_from_a_table_as_they_were() {
    let known = rules();
    let library = Library::embedded(&Games::default());
    let on_tables: Vec<String> =
        known.ids(Space::Table).unwrap_or_default().iter().map(|id| (*id).to_owned()).collect();
    let battles = library.scenarios().into_iter().filter(|(.., rules)| on_tables.contains(rules));
    let mut all = 0;
    for (battle, ..) in battles {
        let (scenario, _) = library.scenario(&battle).expect("it is in the program");
        let before = armies(&scenario);
        let sheet = Sheet::of(&scenario, &known);
        let written = [CsvFor::Programs, CsvFor::Excel, CsvFor::De].map(|wanted| table_bytes(&sheet, wanted));
        for text in written.iter().map(Vec::as_slice).chain([table_text(&sheet).as_bytes()]) {
            let mut again = empty(&battle);
            let roster = Sheet::of(again.scenario(), &known);
            let table = spreadsheet::read(text).expect("it is text").remove(0).table;
            let mapping = Mapping::guess(&table, &roster, Synonyms::shipped());
            let found = pasted(&table, &mapping, &goes(&roster), &known, &roster, Synonyms::shipped());
            assert_eq!((questions(&found, &mapping), notices(&found)), (vec![], vec![]), "{battle}");
            again.edit(found.edit()).expect("it means something");
            assert_eq!(named_as(armies(again.scenario()), &before), before, "{battle}");
            all += 1;
        }
    }
    assert!(all >= 12, "{all} tables");
}

#[test]
fn rows_beyond_what_a_battle_may_have_are_told_with_their_number() {
    let table = |rows: usize| {
        let row = |number: usize| format!("Unit {number},2000,Infantry,Trained\n");
        format!("name,men,arm,quality\n{}", (0..rows).map(row).collect::<String>())
    };
    let mut draft = empty(STANDS);
    let (_, mapping, found) = read(&draft, &table(MOST_ROWS + 7));
    let told: Vec<String> = found.faults.iter().map(|fault| fault.words(&mapping)).collect();
    assert_eq!(
        told,
        ["line 1002: 7 rows from here on are too many, for a battle has 1000 at most: leave them out"]
    );
    assert_eq!(found.recruits.len(), MOST_ROWS);
    draft.edit(found.edit()).expect("it means something");
    assert_eq!(names(&draft).last().map(String::as_str), Some("B1000 Unit 999"));
    let (_, mapping, found) = read(&draft, &table(1));
    assert!(found.recruits.is_empty());
    assert_eq!(
        found.faults.iter().map(|fault| fault.words(&mapping)).collect::<Vec<_>>(),
        [
            "line 2: 1 row from here on is too many, for a battle has 1000 at most, and this one has 1000 already: \
          leave them out"
        ]
    );
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
        Recruit { side: Side(0), command: "I Corps".into(), listed: Listed::default(), piece }
    };
    draft.edit(Change::muster(vec![recruit("1st Brigade"), recruit("Artillery")])).expect("they come");
    draft.edit(Change::copy(vec!["B01".into(), "B02".into()])).expect("they are copied");
    assert_eq!(names(&draft), ["B01 1st Brigade", "B02 Artillery", "B03 2nd Brigade", "B04 Artillery 2"]);
    let assign = |pieces: &[&str], side, command: &str, before: Option<&str>| {
        Change::assign(
            pieces.iter().map(|id| (*id).to_owned()).collect(),
            side,
            command,
            before.map(str::to_owned),
        )
    };
    // Of rows of several commands and sides each is copied to its own, in their order.
    draft.edit(assign(&["B02", "B04"], Side(1), "II Corps", None)).expect("they change");
    let alternating = ["B01", "B02", "B03", "B04"].map(str::to_owned).to_vec();
    draft.edit(Change::copy(alternating)).expect("they are copied");
    let said: Vec<String> = names(&draft).iter().map(|name| name[4..].to_owned()).collect();
    assert_eq!(
        said,
        [
            "1st Brigade",
            "2nd Brigade",
            "3rd Brigade",
            "4th Brigade",
            "Artillery",
            "Artillery 2",
            "Artillery 3",
            "Artillery 4",
        ]
    );
    draft.undo();
    draft.undo();
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
    let rename = |piece: &str, name: &str| Change::command_name(piece, name);
    draft.edit(rename("B01", "Vanguard")).expect("it is renamed");
    assert_eq!(draft.scenario().sides[0].armies[0].commands[0].name, "Vanguard");
    for (bad, why) in [
        (rename("B01", " "), "a command has a name"),
        (assign(&["B01"], Side(0), "", None), "a command has a name"),
        (assign(&["Z9"], Side(0), "A", None), "there is no \"Z9\" in these armies"),
        (Change::copy(vec!["Z9".into()]), "there is no \"Z9\" in these armies"),
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
    draft
        .edit(Change::muster(vec![Recruit {
            side: Side(0),
            command: "I".into(),
            listed: Listed::default(),
            piece,
        }]))
        .expect("it comes");
    for (field, said) in [("men", "2400"), ("quality", "Veterans")] {
        let edit = Change::cell("B01", column(field), Some(said.into()));
        draft.edit(edit).expect("it is written");
    }
    assert_eq!(draft.stand("B01").expect("it is there").strength, 6);
}

/// The battles of the program on hexes.
fn on_hexes(library: &Library) -> Vec<String> {
    let ids =
        rules().ids(Space::Hexes).unwrap_or_default().iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let all = library.scenarios().into_iter().filter(|(.., rules)| ids.contains(rules));
    all.map(|(id, ..)| id).collect()
}

/// A battle on hexes whose counters are of corps.
fn with_corps(library: &Library) -> Draft<HexBattle> {
    let drafts = on_hexes(library).into_iter().map(|id| library.hex_draft(&id).expect("it is sound"));
    let mut drafts = drafts.filter(|draft| !draft.corps().is_empty());
    drafts.next().expect("there is one in the program")
}

fn sheet(draft: &Draft<HexBattle>) -> Sheet {
    draft.now().sheet(&rules())
}

fn errors(draft: &Draft<HexBattle>) -> Vec<String> {
    let found = draft.check(&rules()).into_iter().filter(data::Fault::is_error);
    found.map(|fault| fault.message.clone()).collect()
}

/// What its files say when they are read.
fn read_back(draft: &Draft<HexBattle>) -> HexScenario {
    let files = draft.files().into_iter().map(|file| (file.path, file.text)).collect();
    let source = Overlay { upper: InMemory(files), lower: scenario::Embedded };
    HexScenario::read(draft.id(), &source, &rules()).expect("it is sound").0
}

/// Every battle on hexes as rows of a spreadsheet, all its counters struck, and brought in again: nothing is lost.
#[test]
fn a_battle_on_hexes_comes_back_from_a_table_as_it_was() {
    let library = Library::embedded(&Games::default());
    let battles = on_hexes(&library);
    assert!(battles.len() >= 2, "{battles:?}");
    for battle in battles {
        let mut draft = library.hex_draft(&battle).expect("it is sound");
        let before = sheet(&draft);
        assert_eq!(before.lines.len(), draft.pieces().count(), "{battle}");
        let text = table_text(&before);
        let all = before.lines.iter().map(|line| Change::strike(line.id.clone()));
        draft.edit(Change::several(all)).expect("all are struck");
        assert_eq!((draft.pieces().count(), draft.corps().len()), (0, 0), "{battle}");
        assert!(errors(&draft).iter().any(|error| error == "the army has no units"), "{battle}");
        let (_, mapping, found) = read_into(&sheet(&draft), &text);
        assert!(found.faults.is_empty(), "{battle}: {:?} {mapping:?}", found.faults);
        draft.edit(found.edit()).expect("they come");
        assert_eq!(rows(&sheet(&draft)), rows(&before), "{battle}");
        assert_eq!(errors(&draft), [""; 0], "{battle}");
        assert_eq!(read_back(&draft), draft.scenario(), "{battle}");
        let (now, was) = (draft.scenario(), draft.battle().clone());
        assert_eq!((&now.units, &now.leaders), (&was.units, &was.leaders), "{battle}");
        assert_eq!(now.corps, was.corps, "{battle}: levels and options come back");
    }
}

#[test]
fn counters_come_are_copied_change_their_corps_and_wait() {
    let library = Library::embedded(&Games::default());
    let mut draft = with_corps(&library);
    let before = draft.now().clone();
    let corps: Vec<String> =
        draft.corps().iter().filter(|corps| corps.side == Side(0)).map(|corps| corps.name.clone()).collect();
    let text = "Name\tType\tCorps\tStrength\tBonus\tMP\tHex\n\
                9th Chasseurs\tcav\tVanguard\t2\t\t6\t\nMurat\tleader\tVanguard\t\t2\t6\tturn 2 at 0826\n";
    let text = text.replace("\tcav\t", "\tcavalry\t");
    let (_, mapping, found) = read_into(&sheet(&draft), &text);
    assert!(found.faults.is_empty(), "{:?} {mapping:?}", found.faults);
    assert_eq!(found.commands, ["Vanguard"]);
    draft.edit(found.edit()).expect("they come");
    let line = |draft: &Draft<HexBattle>, name: &str| {
        sheet(draft).lines.into_iter().find(|line| line.name() == name).expect("it is there")
    };
    let says = |line: &Line, key: &str| {
        let heads = sheet(&with_corps(&Library::embedded(&Games::default()))).heads;
        let head = heads.into_iter().find(|head| head.key() == key).expect("there is such a column");
        line.text(head).map(str::to_owned)
    };
    let chasseurs = line(&draft, "9th Chasseurs");
    assert_eq!((chasseurs.command.as_str(), chasseurs.deployed), ("Vanguard", false));
    assert_eq!(says(&chasseurs, "counter").as_deref(), Some("9"));
    assert_eq!(says(&chasseurs, "begins").as_deref(), Some("waits for a hex"));
    assert_eq!(says(&chasseurs, "bonus"), None, "a unit has none");
    let murat = line(&draft, "Murat");
    assert_eq!(says(&murat, "begins").as_deref(), Some("turn 2 at 0826"));
    assert_eq!(says(&murat, "strength"), None, "a leader has none");
    // It takes no part, and that is told.
    assert!(draft.piece(&chasseurs.id).is_none() && draft.waits(&chasseurs.id).is_some());
    let found = draft.check(&rules());
    let waits = "one counter waits for a hex, and takes no part";
    assert!(found.iter().any(|fault| !fault.is_error() && fault.message == waits), "{found:?}");
    // Copied: it counts on, and waits.
    draft.edit(Change::copy(vec![chasseurs.id.clone()])).expect("it is copied");
    let copy = line(&draft, "10th Chasseurs");
    assert_eq!((says(&copy, "counter").as_deref(), copy.command.as_str()), (Some("10"), "Vanguard"));
    // Into a corps that is there, by its name; the last who leaves takes theirs along.
    let all: Vec<String> = [&chasseurs, &murat, &copy].into_iter().map(|line| line.id.clone()).collect();
    let assign =
        |pieces: &[String], command: &str| Change::assign(pieces.to_vec(), Side(0), command.to_owned(), None);
    draft.edit(assign(&all[..1], &corps[0].to_uppercase())).expect("it changes");
    assert_eq!(line(&draft, "9th Chasseurs").command, corps[0]);
    draft.edit(assign(&all, "")).expect("they are of none");
    assert!(line(&draft, "Murat").command.is_empty());
    assert!(draft.corps().iter().all(|corps| corps.name != "Vanguard"));
    // Onto the map and off it.
    let hex = draft.map().grid.hexes().last().expect("there is a hex");
    draft.edit(HexEdit::start(all[0].clone(), hex)).expect("it is put there");
    assert!(draft.piece(&all[0]).is_some());
    draft.edit(HexEdit::wait(all[0].clone())).expect("it is taken off");
    assert!(draft.waits(&all[0]).is_some());
    // With nobody on the map there is no battle, and that is told.
    let own = draft.pieces().filter(|piece| piece.side() == Side(0));
    let all_off: Vec<HexEdit> = own.map(|piece| HexEdit::wait(piece.id())).collect();
    draft.edit(HexEdit::several(all_off)).expect("all are taken off");
    let none = "every unit of the army waits for a hex";
    assert!(errors(&draft).iter().any(|error| error == none), "{:?}", errors(&draft));
    while draft.can_undo() {
        draft.undo();
    }
    assert_eq!(*draft.now(), before);
}

#[test]
fn a_bad_row_of_a_battle_on_hexes_is_told_and_nothing_is_lost() {
    let library = Library::embedded(&Games::default());
    let mut draft = with_corps(&library);
    let text = "Side\tName\tType\tStrength\tBonus\tBegins\tNote\n\
                \tA\tcamels\t4\t\t1102\t\n\tB\tinfantry\t400\t\tsoon\t\n\tC\tinfantry\t4\t2\t\t\nSwedes\tD\tleader\t\t1\t\t\n";
    let (_, mapping, found) = read_into(&sheet(&draft), text);
    let told: Vec<String> = found.faults.iter().map(|fault| fault.words(&mapping)).collect();
    for (line, words) in [
        (2, "line 2, column 3 (Type): there is no \"camels\""),
        (3, "line 3, column 4 (Strength): \"400\" cannot be: accepted: 1 to 99"),
        (3, "line 3, column 6 (Begins): \"soon\" is nowhere to begin: write a hex"),
        (5, "line 5, column 1 (Side): there is no side \"Swedes\""),
    ] {
        assert!(told.iter().any(|told| told.starts_with(words)), "line {line}: {told:#?}");
    }
    assert!(notices(&found).contains(&"line 4: Bonus means nothing for a unit, and is left out".to_owned()));
    draft.edit(found.edit()).expect("they come all the same");
    let kept = sheet(&draft).lines.into_iter().find(|line| line.name() == "B").expect("it has come");
    let note = kept.cells.iter().find(|cell| cell.column.field == "note").map(|cell| cell.value().to_owned());
    assert!(note.as_deref().is_some_and(|note| note.contains("Strength: 400")), "{note:?}");
    // Off the map, a front that is none, a cell that means nothing there: refused, and all stays as it was.
    let before = draft.now().clone();
    let roster = sheet(&draft);
    let unit = roster.lines.iter().find(|line| line.name() == "B").expect("it is there").id.clone();
    let head =
        |key: &str| *roster.heads.iter().find(|head| head.key() == key).expect("there is such a column");
    for (key, said, why) in [
        ("begins", "9999", "there is no hex 9999 on this map"),
        ("faces", "1103", "who is not set up faces nobody yet"),
        ("bonus", "1", "Bonus means nothing for B"),
        ("basis", "gossip", "there is no \"gossip\""),
        ("counter", "", "Counter cannot be empty"),
        ("side", "Swedes", "there is no side \"Swedes\""),
    ] {
        let done = roster.edit(&unit, head(key), said).and_then(|edit| draft.edit(edit));
        assert_eq!(done.expect_err("it means nothing").message, why, "{key}");
        assert_eq!(*draft.now(), before, "{key}: nothing is changed");
    }
}

/// Hexes that are not on the map, fronts that are not beside, levels of nobody: told with their lines, and the rows come all the same.
#[test]
fn rows_of_a_spreadsheet_that_begin_nowhere_on_this_map_wait_and_say_why() {
    let library = Library::embedded(&Games::default());
    let mut draft = with_corps(&library);
    let text = "Side\tName\tType\tStrength\tLevel\tBegins\tFaces\n\
                \tAlpha\tinfantry\t4\t\t9999\t\n\tBravo\tinfantry\t4\t\t1102\t3001\n\tCharlie\tleader\t\t9\t\t\n\
                \tDelta\tinfantry\t4\t\t1,102\t\n";
    let (_, mapping, found) = read_into(&sheet(&draft), text);
    let told: Vec<String> = found.faults.iter().map(|fault| fault.words(&mapping)).collect();
    for words in [
        "line 2, column 6 (Begins): there is no hex 9999 on this map",
        "line 3, column 7 (Faces): in 1102 it cannot face 3001, which is not beside it",
        "line 4, column 5 (Level): he leads no corps, and has no level",
    ] {
        assert!(told.iter().any(|told| told.starts_with(words)), "{words}: {told:#?}");
    }
    assert_eq!(told.len(), 3, "{told:#?}");
    draft.edit(found.edit()).expect("they come all the same");
    let sheet = sheet(&draft);
    let says = |name: &str, field: &str| {
        let line = sheet.lines.iter().find(|line| line.name() == name).expect("it has come");
        line.cells.iter().find(|cell| cell.column.field == field).map(|cell| cell.value().to_owned())
    };
    for (name, field, value) in [
        ("Alpha", "begins", "waits for a hex"),
        ("Alpha", "note", "⊘ Begins: 9999"),
        ("Bravo", "begins", "1102"),
        ("Bravo", "note", "⊘ Faces: 3001"),
        ("Charlie", "note", "⊘ Level: 9"),
        ("Delta", "begins", "1102"),
    ] {
        assert_eq!(says(name, field).as_deref(), Some(value), "{field} of {name}");
    }
}

/// A corps that is called anew row by row keeps its level; another side is no corps of the enemy; copies of a counter without a number
/// count on.
#[test]
fn corps_keep_their_level_under_another_name_and_stay_on_their_side() {
    let library = Library::embedded(&Games::default());
    let mut draft = with_corps(&library);
    let roster = sheet(&draft);
    let head =
        |key: &str| *roster.heads.iter().find(|head| head.key() == key).expect("there is such a column");
    let leader = roster.lines.iter().find(|line| {
        let level = line.cells.iter().find(|cell| cell.column.field == "level");
        level.is_some_and(|level| level.written.is_some())
    });
    let leader = leader.expect("somebody leads a corps that has a level").clone();
    let corps = |draft: &Draft<HexBattle>, name: &str| {
        draft
            .corps()
            .iter()
            .find(|corps| corps.name == name)
            .map(|corps| (corps.side, corps.level, corps.only_with.clone()))
    };
    let before = corps(&draft, &leader.command).expect("it is his");
    assert!(before.1.is_some());
    // His units first, as they are below one another in a column that is filled in; then himself.
    let mut rows: Vec<String> = roster
        .lines
        .iter()
        .filter(|line| line.command_id == leader.command_id)
        .map(|line| line.id.clone())
        .collect();
    rows.sort_by_key(|id| *id == leader.id);
    assert!(rows.len() > 1);
    let named =
        rows.iter().map(|id| roster.edit(id, head("command"), "The Old Corps").expect("it is a name"));
    draft.edit(Change::several(named)).expect("they are called so");
    assert_eq!(corps(&draft, "The Old Corps"), Some(before));
    assert_eq!(corps(&draft, &leader.command), None);
    // Who changes sides is of no corps there.
    let other = roster.sides[1 - leader.side.index()].1.clone();
    let one = rows[0].clone();
    let edit = sheet(&draft).edit(&one, head("side"), &other).expect("it is a side");
    draft.edit(edit).expect("it changes");
    let line = sheet(&draft).line(&one).expect("it is there").clone();
    assert_eq!((line.side_name.as_str(), line.command.as_str()), (other.as_str(), ""));
    assert_eq!(draft.corps().iter().filter(|corps| corps.name == "The Old Corps").count(), 1);
    // `-` in the cell of a corps is none.
    let edit = sheet(&draft).edit(&rows[1], head("command"), "-").expect("it is none");
    draft.edit(edit).expect("it leaves");
    assert_eq!(sheet(&draft).line(&rows[1]).map(|line| line.command.clone()).as_deref(), Some(""));
    // Copied twice, a counter without a number is told apart each time.
    let edit = sheet(&draft).edit(&one, head("counter"), "EArt").expect("it is a name");
    draft.edit(edit).expect("it bears that");
    for _ in 0..2 {
        draft.edit(Change::copy(vec![one.clone()])).expect("it is copied");
    }
    let bears: Vec<&str> =
        draft.waiting().map(|piece| piece.counter()).filter(|bears| bears.starts_with("EArt")).collect();
    assert_eq!(bears, ["EArt2", "EArt3"]);
}

/// Rows that are copied in whatever order say of whom they are: none is drawn into the corps above it, and none stands on its original.
#[test]
fn copied_rows_of_no_corps_stay_of_none_and_wait() {
    let library = Library::embedded(&Games::default());
    let draft = with_corps(&library);
    let roster = sheet(&draft);
    let of_none = roster
        .lines
        .iter()
        .find(|line| line.command.is_empty() && line.deployed)
        .expect("somebody is of none");
    let of_corps = roster
        .lines
        .iter()
        .find(|line| !line.command.is_empty() && line.deployed && line.side == of_none.side);
    let of_corps = of_corps.expect("somebody is of a corps");
    let text = copied_text(&roster, &[&of_corps.id, &of_none.id], &roster.heads, true);
    let begins_so = |cell: &str| cell.starts_with(['=', '+', '-', '@']);
    assert!(!text.split(['\t', '\n']).any(begins_so), "no cell is worked out by a spreadsheet: {text}");
    let (_, _, found) = read_into(&roster, &text);
    assert_eq!(found.faults, []);
    let commands: Vec<&str> = found.recruits.iter().map(|recruit| recruit.command.as_str()).collect();
    assert_eq!(commands, [of_corps.command.as_str(), ""]);
    let begins = |found: &Pasted| -> Vec<bool> {
        let recruits = found.recruits.iter();
        recruits
            .map(|recruit| matches!(&recruit.piece, NewPiece::Counter(new) if new.begins.is_some()))
            .collect()
    };
    assert_eq!(begins(&found), [false, false], "they are on the map already");
    // Cut out of the roster first, they come back to where they were.
    let mut cut = draft.clone();
    let pieces = [&of_corps.id, &of_none.id].map(Change::strike);
    cut.edit(Change::several(pieces)).expect("they are cut");
    let (_, _, found) = read_into(&sheet(&cut), &text);
    assert_eq!(begins(&found), [true, true]);
}

/// A referee's own army is saved with its battle, with those who wait, and is there again when it is opened.
#[test]
fn an_own_army_on_hexes_is_saved_and_loaded_again() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    for battle in on_hexes(&library) {
        let mut draft = library.hex_draft(&battle).expect("it is sound");
        let waiting = draft.pieces().next().expect("there is one").id().to_owned();
        draft.edit(Change::side_name(Side(0), " Army of  Italy ")).expect("it is named");
        draft.edit(Change::copy(vec![waiting])).expect("it is copied");
        draft.name_files(&format!("{battle}-mine"));
        assert_eq!(draft.waiting().count(), 1);
        library.save_hex_map(&draft, false).expect("it is saved");
        let again = library.hex_draft(draft.id()).expect("it is sound");
        let written = |draft: &Draft<HexBattle>| {
            let mut sheet = sheet(draft);
            sheet.sides.iter_mut().for_each(|(_, name)| *name = name.trim().replace("  ", " "));
            sheet.lines.iter_mut().for_each(|line| line.side_name = line.side_name.trim().replace("  ", " "));
            sheet
        };
        assert_eq!(written(&again), written(&draft), "{battle}");
        let (played, _) = library.battle::<HexScenario>(draft.id()).expect("it is sound");
        assert_eq!(played, draft.scenario(), "{battle}");
        assert_eq!(
            played.units.len() + played.leaders.len(),
            again.pieces().count(),
            "who waits takes no part"
        );
        assert_eq!(played.sides[0].name, "Army of Italy", "as it is written");
        // One without a name is not saved.
        draft.edit(Change::side_name(Side(0), " ")).expect("it is typed so far");
        assert!(errors(&draft).iter().any(|error| error == "a side has an empty name"), "{battle}");
        library.save_hex_map(&draft, false).expect_err("a side has a name");
        library.drop_hex_map(draft.id()).expect("it is deleted");
    }
}
