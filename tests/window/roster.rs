//! The roster of set-up through the window: cells typed, copied, pasted; commands put down in line; and a battle of one's own with
//! forty stands a side from an empty table.

use desk::Library;
use egui::{Event, Key, Modifiers, Pos2, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use scenario::{Draft, Scenario, Side, Start};
use table::Vec2;
use window::{Begin, Command, EmptyTable, SetUpAct as Act, Window};

use super::harness::{click_at, command, draft, drag, has, press, settle, wait_for, window_over};
use super::setup::{empty_table, on_screen};

/// A referee at the window, whose actions are counted: a click, a drag, a chord of keys, a paste, and the text of one cell typed are
/// one each. What only waits is none.
pub struct Referee {
    pub window: Harness<'static, Window>,
    actions: usize,
}

impl Referee {
    fn new(library: Library, size: [f32; 2]) -> Self {
        Self { window: window_over(library, size), actions: 0 }
    }

    pub fn draft(&self) -> &Draft<Scenario> {
        draft(&self.window)
    }

    pub fn press(&mut self, label: &str) {
        self.actions += 1;
        press(&mut self.window, label);
    }

    /// A click on the cell, the heading or the number of a row that is called so.
    pub fn click(&mut self, role: Role, label: &str) {
        self.click_with(role, label, Modifiers::NONE);
    }

    pub fn click_with(&mut self, role: Role, label: &str, modifiers: Modifiers) {
        self.actions += 1;
        let at = self.window.get_by_role_and_label(role, label).rect().center();
        self.window.event(Event::ModifiersChanged(modifiers));
        click_at(&mut self.window, at);
        self.window.event(Event::ModifiersChanged(Modifiers::NONE));
        self.rest();
    }

    pub fn rest(&mut self) {
        self.window.run_steps(3);
        settle(&mut self.window);
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.actions += 1;
        self.window.key_press_modifiers(modifiers, key);
        self.rest();
    }

    /// The text of a cell.
    pub fn type_text(&mut self, text: &str) {
        self.actions += 1;
        self.window.event(Event::Text(text.to_owned()));
        self.rest();
    }

    pub fn paste(&mut self, text: &str) {
        self.actions += 1;
        self.window.event(Event::Paste(text.to_owned()));
        self.rest();
    }

    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.actions += 1;
        drag(&mut self.window, from, to);
        self.rest();
    }

    /// A line drawn on the table.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        let (from, to) = (on_screen(&self.window, from.into()), on_screen(&self.window, to.into()));
        self.drag(from, to);
    }

    pub fn names(&self, side: u8) -> Vec<String> {
        let pieces = self.draft().pieces().filter(|(of, ..)| *of == Side(side));
        pieces.map(|(.., piece)| piece.name().to_owned()).collect()
    }
}

pub fn at_empty_table(home: &std::path::Path, size: [f32; 2]) -> Referee {
    at_empty_table_of(home, size, "easy")
}

/// The same, of these rules.
pub fn at_empty_table_of(home: &std::path::Path, size: [f32; 2], rules: &str) -> Referee {
    let mut referee = Referee::new(Library::at(home, &Games::default()), size);
    let table = EmptyTable { rules: rules.to_owned(), ..empty_table(72.0, 48.0) };
    command(&mut referee.window, Command::Make(Act::Begin(Begin::Empty(table))));
    referee.rest();
    referee
}

/// Forty stands in four corps, each with its general, eight brigades or regiments of horse, and a battery.
fn army() -> String {
    let mut text = String::from("Side\tCommand\tName\tArm\tQuality\tMen\tBattery\tGrade\n");
    for corps in 1..=4 {
        text += &format!("French\tCorps {corps}\tGeneral {corps}\tGeneral\t\t\t\tCorps\n");
        for brigade in 1..=8 {
            let (arm, men) = if brigade > 6 { ("light cavalry", "1,200") } else { ("infantry", "2,400") };
            text += &format!("\t\tBrigade {corps}.{brigade}\t{arm}\tTrained\t{men}\t\t\n");
        }
        text += &format!("\t\tBattery {corps}\tfoot artillery\t\t\t8x6-pdrs\t\n");
    }
    text
}

/// One army comes from a spreadsheet, the other is typed and copied; both are put down in line, and the battle is played.
#[test]
fn a_battle_of_forty_a_side_is_made_from_an_empty_table() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = Referee::new(Library::at(home.path(), &Games::default()), [1600.0, 1000.0]);
    referee.press("Game");
    referee.press("Set up…");
    referee.press("Lay an empty table");
    assert!(has(&referee.window, "Roster"), "who has nobody begins with a roster");

    // Blue's forty from a spreadsheet.
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(&army());
    assert!(has(&referee.window, "Every cell can be read"));
    assert!(has(&referee.window, "4 new commands: Corps 1, Corps 2, Corps 3, Corps 4"));
    assert!(referee.draft().pieces().next().is_none(), "nothing is changed before it is said");
    referee.press("Add 40 rows");
    assert_eq!(referee.names(0).len(), 40);

    // Red's by hand: a general and a brigade, the brigade eight times, a battery; that corps three times more.
    referee.click(Role::Cell, "Side of a new row");
    referee.type_text("Red");
    for (key, text) in [(Key::Tab, "Army Reserve"), (Key::Tab, "General Wolf"), (Key::Tab, "gen")] {
        referee.key(Modifiers::NONE, key);
        referee.type_text(text);
    }
    referee.key(Modifiers::NONE, Key::Enter);
    referee.click(Role::Cell, "Grade of General Wolf: ");
    referee.type_text("corps");
    referee.key(Modifiers::NONE, Key::Enter);
    referee.click(Role::Cell, "Name of a new row");
    for (text, key) in [("1st Brigade", Key::Tab), ("inf", Key::Tab), ("vet", Key::Tab), ("2000", Key::Enter)]
    {
        referee.type_text(text);
        referee.key(Modifiers::NONE, key);
    }
    for _ in 0..7 {
        let rows = referee.names(1).len();
        let last = referee.names(1).pop().expect("a brigade");
        let badge = row_label(&referee, &last);
        referee.click(Role::RowHeader, &badge);
        referee.key(Modifiers::COMMAND, Key::D);
        assert_eq!(referee.names(1).len(), rows + 1);
    }
    assert_eq!(referee.names(1).last().map(String::as_str), Some("8th Brigade"));
    referee.click(Role::Cell, "Name of a new row");
    for (text, key) in [("Horse battery", Key::Tab), ("horse", Key::Tab)] {
        referee.type_text(text);
        referee.key(Modifiers::NONE, key);
    }
    referee.click(Role::Cell, "Battery of Horse battery: ");
    referee.type_text("6x6");
    referee.key(Modifiers::NONE, Key::Enter);
    assert_eq!(referee.names(1).len(), 10);
    for corps in 2..=4 {
        // The ten rows once more, and one command for all that are chosen.
        let (first, last) = (referee.names(1).len() - 10, referee.names(1).len() - 1);
        let names = referee.names(1);
        let (first, last) = (row_label(&referee, &names[first]), row_label(&referee, &names[last]));
        referee.click(Role::RowHeader, &first);
        referee.click_with(Role::RowHeader, &last, Modifiers::SHIFT);
        referee.key(Modifiers::COMMAND, Key::D);
        referee.paste_command(&format!("Reserve {corps}"));
    }
    assert_eq!(referee.names(1).len(), 40);

    // Eight commands in line: Blue faces north from the south, Red the other way.
    referee.key(Modifiers::COMMAND, Key::Home);
    for command in 0..8 {
        let west = 0.6 + 17.75 * (command % 4) as f32;
        let east = west + 17.5;
        referee.press("Deploy in line");
        match command < 4 {
            true => referee.line((west, 10.0), (east, 10.0)),
            false => referee.line((east, 38.0), (west, 38.0)),
        }
        assert!(has(&referee.window, "10 stand in line"), "command {command}");
        // To the next command.
        referee.key(Modifiers::COMMAND, Key::ArrowDown);
    }
    let draft = referee.draft();
    assert!(draft.pieces().all(|(.., piece)| draft.pose(piece.id()).is_some()), "all are on the table");
    referee.press("Play it");
    referee.press("Save and play");
    wait_for(&mut referee.window, "Draw a chit");
    let played = super::harness::desk(&referee.window);
    assert_eq!(played.state().roster().stands.len(), 80);
    println!("a battle of forty a side: {} actions", referee.actions);
    assert!(referee.actions < 150, "{} actions", referee.actions);
}

/// Where the field is that has this text.
pub fn field(referee: &Referee, text: &str) -> Option<Pos2> {
    let mut fields = referee.window.query_all_by_role(Role::TextInput);
    let found = fields.find(|node| node.accesskit_node().value().as_deref() == Some(text));
    found.map(|node| node.rect().center())
}

/// The number of a row as it is called.
pub fn row_label(referee: &Referee, name: &str) -> String {
    let label = format!(": {name}");
    let found = referee.window.query_all_by_role(Role::RowHeader).find_map(|node| {
        let words = node.accesskit_node().label()?;
        words.ends_with(&label).then_some(words)
    });
    found.unwrap_or_else(|| panic!("the row of {name} is in sight"))
}

impl Referee {
    /// A command of its own for the rows that are chosen: the first is typed, and goes down.
    fn paste_command(&mut self, name: &str) {
        let rows: Vec<String> = self.names(1);
        let (first, last) = (rows[rows.len() - 10].clone(), rows[rows.len() - 1].clone());
        let cell = |referee: &Self, name: &str| {
            let begins = format!("Command of {name}: ");
            let found = referee.window.query_all_by_role(Role::Cell).find_map(|node| {
                let words = node.accesskit_node().label()?;
                words.starts_with(&begins).then_some(words)
            });
            found.unwrap_or_else(|| panic!("the command of {name} is in sight"))
        };
        let (first, last) = (cell(self, &first), cell(self, &last));
        self.click(Role::Cell, &first);
        self.click_with(Role::Cell, &last, Modifiers::SHIFT);
        self.paste(name);
    }
}

#[test]
fn over_cells_a_number_with_a_comma_is_one_value_and_rows_that_are_cut_come_back() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    let rows = "side,command,name,arm,quality,men\nMeuse,I Corps,Lannoy,infantry,Veterans,2400\n";
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(rows);
    referee.press("Add the row");
    let cell =
        |referee: &Referee, label: &str| referee.window.query_by_role_and_label(Role::Cell, label).is_some();
    referee.click(Role::Cell, "Men of Lannoy: 2400");
    referee.paste("1,200");
    assert!(cell(&referee, "Men of Lannoy: 1200") && cell(&referee, "Battery of Lannoy: ·"));
    assert_eq!(referee.names(0), ["Lannoy"]);
    referee.click(Role::RowHeader, "Row 1: Lannoy");
    referee.window.event(Event::Cut);
    referee.rest();
    assert_eq!(referee.names(0), [""; 0], "the whole row is cut, not what is in it");
}

#[test]
fn cells_are_worked_at_as_in_a_spreadsheet() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    referee.click(Role::Cell, "Name of a new row");
    // Tab goes on, Enter goes back to the column in which the row was begun.
    for (text, key) in
        [("Lannoy", Key::Tab), ("infantry", Key::Tab), ("veterans", Key::Tab), ("2400", Key::Enter)]
    {
        referee.type_text(text);
        referee.key(Modifiers::NONE, key);
    }
    for (text, key) in [("Brissac", Key::Tab), ("inf", Key::Tab), ("g", Key::Enter)] {
        referee.type_text(text);
        referee.key(Modifiers::NONE, key);
    }
    assert_eq!(referee.names(0), ["Lannoy", "Brissac"]);
    let cell =
        |referee: &Referee, label: &str| referee.window.query_by_role_and_label(Role::Cell, label).is_some();
    assert!(cell(&referee, "Strength of Lannoy: 6") && cell(&referee, "Quality of Brissac: Guards"));

    // What a cell cannot be stays in it, with what it takes.
    referee.click(Role::Cell, "Men of Brissac: ");
    referee.type_text("many");
    referee.key(Modifiers::NONE, Key::Enter);
    assert!(has(&referee.window, "accepted: 0 to 30000"));
    assert!(field(&referee, "many").is_some(), "it is still there to be mended");
    referee.key(Modifiers::NONE, Key::Escape);
    assert!(field(&referee, "many").is_none());

    // Copied down, cleared, taken back: one undo a change.
    referee.click(Role::Cell, "Men of Lannoy: 2400");
    referee.click_with(Role::Cell, "Men of Brissac: ", Modifiers::SHIFT);
    referee.key(Modifiers::COMMAND, Key::D);
    assert!(cell(&referee, "Men of Brissac: 2400") && cell(&referee, "Strength of Brissac: 12"));
    referee.key(Modifiers::COMMAND, Key::Z);
    assert!(cell(&referee, "Men of Brissac: "));
    referee.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(cell(&referee, "Men of Brissac: 2400"));
    referee.click(Role::Cell, "Quality of Brissac: Guards");
    referee.key(Modifiers::NONE, Key::Delete);
    assert!(cell(&referee, "Quality of Brissac: "));
    referee.paste("Elites");
    assert!(cell(&referee, "Quality of Brissac: Elites"));

    // The view is sorted, the armies are not.
    referee.click(Role::ColumnHeader, "Sort by Name");
    let tops = |referee: &Referee| {
        let top = |name: &str| referee.window.get_by_label(&format!("Name of {name}: {name}")).rect().top();
        (top("Brissac"), top("Lannoy"))
    };
    let (brissac, lannoy) = tops(&referee);
    assert!(brissac < lannoy, "Brissac comes first");
    assert_eq!(referee.names(0), ["Lannoy", "Brissac"]);
    referee.click(Role::ColumnHeader, "Sort by Name");
    referee.click(Role::ColumnHeader, "Sort by Name");

    // A row into a command of its own, and dragged back.
    referee.click(Role::Cell, "Command of Brissac: 1st Command");
    referee.type_text("Reserve");
    referee.key(Modifiers::NONE, Key::Enter);
    let commands = |referee: &Referee| referee.draft().scenario().sides[0].armies[0].commands.len();
    assert_eq!(commands(&referee), 2);
    let label = row_label(&referee, "Brissac");
    let from = referee.window.get_by_label(&label).rect();
    let label = row_label(&referee, "Lannoy");
    let onto = referee.window.get_by_label(&label).rect();
    referee.drag(from.center(), Pos2::new(onto.center().x, onto.top() + 4.0));
    assert_eq!((commands(&referee), referee.names(0)), (1, vec!["Brissac".to_owned(), "Lannoy".to_owned()]));

    // Whole rows are struck.
    let label = row_label(&referee, "Lannoy");
    referee.click(Role::RowHeader, &label);
    referee.key(Modifiers::NONE, Key::Delete);
    assert_eq!(referee.names(0), ["Brissac"]);
    super::pictures::compare(&mut referee.window, "set_up_roster");
}

#[test]
fn a_bad_cell_of_a_spreadsheet_is_mended_before_anything_is_changed() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    referee.click(Role::Cell, "Name of a new row");
    let sheet = "Army,Corps,Unit,Type,Quality,Men,Remark\n\
                 French,I Corps,\"Quiot, 1st Brigade\",infantry,Trained,\"2,500\",tired\n\
                 ,,Jacquinot,light cavalry,splendid,900,\n\
                 Allies,Reserve,Kempt,infantry,Veterans,lots,\n";
    referee.paste(sheet);
    assert!(has(&referee.window, "Line 3, column 5 (Quality): there is no \"splendid\""));
    assert!(has(
        &referee.window,
        "Line 4, column 6 (Men): \"lots\" is no number: accepted: 0 to 30000, in digits"
    ));
    assert!(has(&referee.window, "The side Blue, which has nobody, will be called French"));
    super::pictures::compare(&mut referee.window, "set_up_paste");
    let at = field(&referee, "lots").expect("it can be mended");
    click_at(&mut referee.window, at);
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("2400");
    assert!(!has(&referee.window, "Line 4, column 6 (Men)"), "it is right now");
    assert!(referee.draft().pieces().next().is_none(), "nothing is changed yet");
    referee.press("Add 3 rows as they are");
    let all: Vec<String> = (0..2).flat_map(|side| referee.names(side)).collect();
    assert_eq!(all, ["Quiot, 1st Brigade", "Jacquinot", "Kempt"]);
    let draft = referee.draft();
    let note = |name: &str| {
        let stand =
            draft.scenario().armies().flat_map(|(_, army)| army.stands()).find(|stand| stand.name == name);
        stand.map(|stand| (stand.men, stand.note.clone())).expect("it has come")
    };
    assert_eq!(note("Kempt"), (2400, String::new()));
    assert_eq!(note("Jacquinot"), (900, "⊘ Quality: splendid".to_owned()), "nothing is lost");
    let sides: Vec<&str> = draft.scenario().sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides, ["French", "Allies"]);
    // How its columns were told apart is remembered by the heading.
    assert_eq!(referee.window.state().saved().roster_maps.len(), 1);
}

/// Whoever does not see the window finds each field of the roster by what it is called, not by what it says.
#[test]
fn every_field_of_the_roster_has_a_name() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    let named = |referee: &Referee, name: &str| {
        referee.window.query_by_role_and_label(Role::TextInput, name).is_some()
    };
    referee.press("Sides…");
    for name in ["Name of side 1", "Name of side 2"] {
        assert!(named(&referee, name), "{name}");
    }
    referee.click(Role::Cell, "Name of a new row");
    referee.type_text("Lannoy");
    assert!(named(&referee, "Name is typed"));
    referee.key(Modifiers::NONE, Key::Enter);
    for title in ["Side", "Command", "Arm", "Men"] {
        let cell = {
            let cells = referee.window.query_all_by_role(Role::Cell);
            let mut labels = cells.filter_map(|node| node.accesskit_node().label());
            labels.find(|label| label.starts_with(&format!("{title} of Lannoy: ")))
        };
        let cell = cell.unwrap_or_else(|| panic!("{title} of Lannoy is in sight"));
        referee.click(Role::Cell, &cell);
        referee.key(Modifiers::NONE, Key::F2);
        assert!(named(&referee, &format!("{title} is typed")), "{title}");
        referee.key(Modifiers::NONE, Key::Escape);
    }
    // A side is renamed by the field of its name.
    referee.press("Sides…");
    referee.window.get_by_role_and_label(Role::TextInput, "Name of side 2").click();
    referee.rest();
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("Allies");
    assert_eq!(referee.draft().scenario().sides[1].name, "Allies");
    // The fields of what is pasted.
    referee.click(Role::Cell, "Name of a new row");
    referee.paste("name,arm,men\nKempt,infantry,lots\n");
    for name in ["into the command", "Line 2, column 3"] {
        assert!(named(&referee, name), "{name}");
    }
    assert!(referee.window.query_by_role_and_label(Role::ComboBox, "Column 1: Name").is_some());
    // And a side's colour is chosen by its name.
    referee.press("Leave it");
    referee.press("Battle");
    referee.window.get_by_role_and_label(Role::ComboBox, "Colour of Allies").click();
    referee.rest();
    referee.press("Green");
    assert_eq!(referee.draft().scenario().sides[1].armies[0].colour, "green");
}

#[test]
fn a_line_that_is_too_short_places_nobody_and_says_who_finds_no_room() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(
        "name,arm,quality,men\nA,infantry,Trained,2500\nB,infantry,Trained,2500\nC,infantry,Trained,2500\n",
    );
    referee.press("Add 3 rows");
    referee.press("Deploy in line");
    referee.line((10.0, 20.0), (14.5, 20.0));
    assert!(has(&referee.window, "No room for C"), "it is said who");
    assert!(referee.draft().scenario().starts.is_empty(), "nobody is placed");
    // In two rows there is room.
    referee.key(Modifiers::NONE, Key::Num2);
    referee.line((10.0, 20.0), (14.5, 20.0));
    assert_eq!(referee.draft().scenario().starts.len(), 3);
    // Another line across them: who stands there already is no place for others.
    referee.key(Modifiers::COMMAND, Key::Z);
    assert!(referee.draft().scenario().starts.is_empty(), "one undo");
}

#[test]
fn ground_is_drawn_freehand_rounded_dragged_and_copied() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    let areas = |referee: &Referee| referee.draft().scenario().ground.areas.clone();
    // A tool by its key, and a wood drawn round without lifting the hand.
    click_at(&mut referee.window, Pos2::new(120.0, 300.0));
    referee.key(Modifiers::NONE, Key::Num1);
    let ring: Vec<Pos2> = (0..=24)
        .map(|step| {
            let way = Vec2::from_angle(step as f32 * std::f32::consts::TAU / 24.0) * 4.0;
            on_screen(&referee.window, Vec2::new(20.0, 20.0) + way)
        })
        .collect();
    referee.stroke(&ring);
    let wood = areas(&referee).pop().expect("a wood");
    assert!((6..30).contains(&wood.polygon.len()), "{} corners", wood.polygon.len());
    assert!(wood.polygon.iter().all(|at| (at.distance(Vec2::new(20.0, 20.0)) - 4.0).abs() < 0.3), "{wood:?}");
    // It is selected: copied, and dragged as a whole.
    referee.key(Modifiers::NONE, Key::Escape);
    referee.key(Modifiers::COMMAND, Key::D);
    assert_eq!(areas(&referee).len(), 2);
    let from = on_screen(&referee.window, Vec2::new(21.0, 19.0));
    let to = on_screen(&referee.window, Vec2::new(41.0, 19.0));
    referee.drag(from, to);
    let copy = areas(&referee).pop().expect("its copy");
    let moved = copy.polygon[0] - wood.polygon[0];
    assert!(moved.distance(Vec2::new(21.0, -1.0)) < 0.3, "{moved}");
    // A tool ends with its page.
    referee.key(Modifiers::NONE, Key::Num2);
    assert!(has(&referee.window, "Hill: draw its edge"));
    referee.press("Battle");
    assert!(!has(&referee.window, "Hill: draw its edge"));
}

#[test]
fn an_army_and_a_ground_are_saved_by_themselves_and_say_where() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    referee.click(Role::Cell, "Name of a new row");
    referee.paste("side,command,name,arm,quality,men\nMeuse,I Corps,Lannoy,infantry,Veterans,2400\n");
    referee.press("Add the row");
    referee.press("Stands");
    referee.press("Save Meuse…");
    assert!(has(&referee.window, &home.path().display().to_string()), "the form says where it goes");
    referee.press("Save");
    let path = home.path().join("armies/meuse.ron");
    assert!(
        has(&referee.window, &format!("Meuse is saved in {}", path.display())),
        "it is said where it lies"
    );
    let army = library.armies().into_iter().find(|army| army.id == "meuse").expect("it can be read");
    assert_eq!(army.stands().map(|stand| stand.name.as_str()).collect::<Vec<_>>(), ["Lannoy"]);
    // The next one has an id of its own.
    referee.press("Save Meuse…");
    referee.press("Save");
    assert!(home.path().join("armies/meuse-2.ron").is_file());
    referee.press("Ground");
    referee.press("Save ground…");
    referee.press("Save");
    assert!(std::fs::read_dir(home.path().join("terrain")).expect("a folder").count() == 1);
}

impl Referee {
    /// A line drawn without lifting the hand.
    fn stroke(&mut self, way: &[Pos2]) {
        self.actions += 1;
        let (Some(first), Some(last)) = (way.first(), way.last()) else { return };
        self.window.hover_at(*first);
        self.window.run_steps(1);
        self.window.drag_at(*first);
        self.window.run_steps(1);
        for at in way {
            self.window.hover_at(*at);
            self.window.run_steps(1);
        }
        self.window.drop_at(*last);
        self.rest();
    }
}

#[test]
fn who_comes_on_later_is_left_alone_by_a_line() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = Referee::new(Library::at(home.path(), &Games::default()), [1600.0, 1000.0]);
    command(&mut referee.window, Command::Make(Act::Begin(Begin::Scenario("marengo".to_owned()))));
    referee.rest();
    let late = |referee: &Referee| -> Vec<(String, Start)> {
        let starts = &referee.draft().scenario().starts;
        let late = starts.iter().filter(|(_, start)| matches!(start, Start::Arrives { .. }));
        late.map(|(id, start)| (id.clone(), start.clone())).collect()
    };
    let before = late(&referee);
    assert!(!before.is_empty(), "somebody comes on later");
    let all: Vec<String> = referee.draft().scenario().starts.keys().cloned().collect();
    let some: Vec<String> = before.iter().map(|(id, _)| id.clone()).chain(all.into_iter().take(1)).collect();
    command(&mut referee.window, Command::Make(Act::DeployInLine(some)));
    referee.line((5.0, 5.0), (30.0, 5.0));
    assert_eq!(late(&referee), before, "turn and entry stay");
}
