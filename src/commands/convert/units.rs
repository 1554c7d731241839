//! Converts tables of units to armies, and back.

use std::io::{self, Write as _};
use std::path::Path;

use clap::ValueEnum;
use glam::Vec2;
use spreadsheet::{CsvFor, ENDINGS, Table};

use super::super::{Done, Failure, faulty, rules, rules_of, say_whole, shown, sound};
use super::Args;
use data::{Faults, printable, suggest};
use desk::{FileKind, Library, MOST_IMPORT, kind_by_name, read_file};
use games::Games;
use scenario::Change;
use scenario::army::Army;
use scenario::roster::copied::table_bytes;
use scenario::roster::mapping::{Mapping, Means, likeliest_sheet};
use scenario::roster::paste::{Goes, Pasted, pasted};
use scenario::roster::rostered::Rostered;
use scenario::roster::sheet::{Head, Sheet};
use scenario::roster::synonyms::Synonyms;
use scenario::write::army_file;
use scenario::{Draft, HexBattle, Resumed, Scenario, Side};

/// An army has no table of its own: any size will do, in inches.
const TABLE: Vec2 = Vec2::new(72.0, 48.0);

/// The program that a table is written for.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum For {
    /// Commas, no byte order mark: for further processing.
    #[default]
    Programs,
    /// Commas, and the byte order mark by which a spreadsheet recognises UTF-8.
    Excel,
    /// Semicolons, decimal commas and the byte order mark, as German, French or Dutch spreadsheets expect.
    De,
}

impl From<For> for CsvFor {
    fn from(wanted: For) -> Self {
        match wanted {
            For::Programs => Self::Programs,
            For::Excel => Self::Excel,
            For::De => Self::De,
        }
    }
}

/// Whether this is the name of a table, or a file that cannot be anything else.
pub(super) fn is_table(path: &Path) -> bool {
    let ends = |with: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(with));
    let is_ours = ends("ron") || matches!(kind_by_name(path), Some(FileKind::Game));
    ENDINGS.into_iter().any(ends) || path.is_file() && !is_ours
}

fn tell(words: &str) {
    let _nobody_reads = writeln!(io::stderr(), "{}", printable::line(words));
}

/// The sheets in a file.
fn sheets(path: &Path) -> Result<Vec<spreadsheet::Sheet>, Failure> {
    let bytes = read_file(path, MOST_IMPORT, "a table of units")?;
    spreadsheet::read(&bytes).map_err(|fault| Failure::new(format!("{}: {fault}", shown(path))))
}

/// What is needed to read a table of units.
struct Reading<'a> {
    file: String,
    sheets: Vec<spreadsheet::Sheet>,
    args: &'a Args,
    library: &'a Library,
    synonyms: Synonyms,
}

/// Converts a table of units to an army.
pub(super) fn army(games: &Games, library: &Library, args: &Args) -> Done {
    let (id, name) = args.called()?;
    let like = args.like.as_deref().ok_or_else(|| {
        Failure::new(
            "--like is missing: name a battle by the rules that the army is for. drumhead list has them",
        )
    })?;
    let rule_set = rules_of(library, like)?;
    rules(games, &rule_set)?;
    let path = Path::new(&args.from);
    let synonyms = library.synonyms().map_err(|fault| Failure::new(fault.to_string()))?;
    let reading = Reading { file: shown(path), sheets: sheets(path)?, args, library, synonyms };
    let text = if library.rules().of_tables().any(|known| known == rule_set) {
        let mut draft = Draft::<Scenario>::empty("table", "Table", &rule_set, TABLE);
        reading.bring_in(&mut draft)?;
        let mut army = reading.whose(&draft, like)?;
        (army.id, army.name) = (id, name);
        army_file(&army).text
    } else {
        let mut draft = library.hex_draft(like).map_err(|faults| faulty(library, &faults))?;
        let all = draft.now().sheet(library.rules()).lines.into_iter();
        let all = all.map(|line| Change::strike(line.id));
        let struck = draft.edit(Change::several(all));
        struck.map_err(|fault| Failure::new(format!("--like {like}: {fault}")))?;
        let found = reading.bring_in(&mut draft)?;
        let names: Vec<String> = draft.sides().iter().map(|side| side.name.clone()).collect();
        let there = (0..)
            .map(Side)
            .zip(names)
            .filter(|(side, _)| found.recruits.iter().any(|recruit| recruit.side == *side));
        let side = reading.wanted(&there.collect::<Vec<_>>())?;
        draft.now().army_text(side, (&id, &name))
    };
    text.trim_end().lines().try_for_each(say_whole)
}

impl Reading<'_> {
    /// The requested table, by the name of its sheet, otherwise the one that has units.
    fn table(&self, roster: &Sheet) -> Result<&Table, Failure> {
        let (file, names) = (&self.file, || self.sheets.iter().map(|sheet| sheet.name.as_str()));
        let found = match self.args.sheet.as_deref() {
            None => likeliest_sheet(&self.sheets, roster, &self.synonyms),
            Some(wanted) => names().position(|name| name.eq_ignore_ascii_case(wanted)).ok_or_else(|| {
                let help = match names().next() {
                    Some("") => "it is a text, which has one table".to_owned(),
                    _ => suggest(wanted, names()),
                };
                Failure::new(format!("--sheet {wanted}: {file} has no such sheet; {help}"))
            })?,
        };
        let Some(sheet) = self.sheets.get(found) else {
            return Err(Failure::new(format!("{file}: there is no table in it")));
        };
        if self.args.sheet.is_none() && self.sheets.len() > 1 {
            let others: Vec<&str> = names().filter(|name| *name != sheet.name).collect();
            let others = others.join(", ");
            tell(&format!("{file}: the sheet \"{}\" is read; --sheet names another: {others}", sheet.name));
        }
        Ok(&sheet.table)
    }

    /// Imports the table and reports how it was read. Nothing is imported if anything is wrong.
    fn bring_in<D: Rostered>(&self, draft: &mut Draft<D>) -> Result<Pasted, Failure> {
        let sheet = draft.now().sheet(self.library.rules());
        let table = self.table(&sheet)?;
        let mut mapping = Mapping::guess(table, &sheet, &self.synonyms);
        for said in &self.args.columns {
            name_column(&mut mapping, table, &sheet, said)?;
        }
        let mut goes = Goes { side: Side(0), command: String::new(), nations: Default::default() };
        for said in &self.args.nations {
            let (nation, side) = said.split_once('=').ok_or_else(|| {
                Failure::new(format!("--nation {said}: write NATION=SIDE, as Hanover=Allied"))
            })?;
            goes.nations.insert(nation.trim().to_owned(), side.trim().to_owned());
        }
        let found = pasted(table, &mapping, &goes, self.library.rules(), &sheet, &self.synonyms);
        let file = &self.file;
        let is_there = |nation: &String| found.nations.iter().any(|one| one.eq_ignore_ascii_case(nation));
        if let Some(nation) = goes.nations.keys().find(|nation| !is_there(nation)) {
            let there = match found.nations.as_slice() {
                [] => "it has no more nations than sides".to_owned(),
                all => format!("it has {}", all.join(", ")),
            };
            return Err(Failure::new(format!("--nation {nation}: {file} asks of no such nation; {there}")));
        }
        for notice in &found.notices {
            tell(&format!("{file}: {notice}"));
        }
        if let [_, ..] = found.sides.as_slice() {
            let names: Vec<&str> = found.sides.iter().map(|(_, name)| name.as_str()).collect();
            tell(&format!("{file}: its sides are {}", names.join(" and ")));
        }
        for word in &found.words {
            if let (Some(means), Head::Cell(column)) = (&word.means, word.head) {
                let means = column.say(means).unwrap_or(means);
                let rows = if word.rows == 1 { "1 row".to_owned() } else { format!("{} rows", word.rows) };
                tell(&format!("{file}: {} \"{}\" is read as {means} ({rows})", column.title, word.said));
            }
        }
        let mut told: Vec<String> =
            found.questions(&mapping).iter().map(|question| format!("{file}, {}", question.words)).collect();
        if told.is_empty() && found.recruits.is_empty() {
            told.push(format!("{file}: there are no units in it: write one a line, under a heading"));
        }
        if !told.is_empty() {
            if !found.nations.is_empty() {
                told.push("--nation NATION=SIDE says whose side a nation is on".to_owned());
            }
            told.push(
                "--column HEADING=COLUMN says what a column is, HEADING=- that it stays out".to_owned(),
            );
            if self.sheets.len() > 1 {
                told.push("--sheet SHEET names another sheet".to_owned());
            }
            return Err(Failure::lines(told));
        }
        draft.edit(found.edit()).map_err(|fault| Failure::new(format!("{file}: {fault}")))?;
        Ok(found)
    }

    /// The requested army, among those whose units are in the table.
    fn whose(&self, draft: &Draft<Scenario>, like: &str) -> Result<Army, Failure> {
        let sides = draft.scenario().sides.iter();
        let armies: Vec<(&Army, String)> = sides
            .flat_map(|side| {
                let there = || side.armies.iter().filter(|army| !army.commands.is_empty());
                let name = |army: &Army| if there().count() > 1 { &army.name } else { &side.name }.clone();
                there().map(move |army| (army, name(army))).collect::<Vec<_>>()
            })
            .collect();
        let mut army = self.wanted(&armies)?.clone();
        let (battle, _) = self.library.scenario(like).map_err(|faults| faulty(self.library, &faults))?;
        let of_side = battle.sides.iter().find(|side| {
            side.name.eq_ignore_ascii_case(&army.name)
                || side.armies.iter().any(|own| own.name.eq_ignore_ascii_case(&army.name))
        });
        let likely = of_side.and_then(|side| {
            let own = side.armies.iter().find(|own| own.name.eq_ignore_ascii_case(&army.name));
            own.or(side.armies.first()).map(|own| own.colour.clone())
        });
        match (&self.args.colour, likely) {
            (Some(colour), _) => army.colour.clone_from(colour),
            (None, likely) => {
                army.colour = likely.unwrap_or(army.colour);
                tell(&format!(
                    "{}: a table says no colour: it is {}; --colour names another",
                    self.file, army.colour
                ));
            }
        }
        Ok(army)
    }

    /// The one that `--side` names. Without `--side`, the only one.
    fn wanted<T: Clone>(&self, there: &[(T, String)]) -> Result<T, Failure> {
        let names = || there.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" or ");
        match (&self.args.side, there) {
            (Some(wanted), _) => {
                let found = there.iter().find(|(_, name)| name.eq_ignore_ascii_case(wanted));
                found.map(|(one, _)| one.clone()).ok_or_else(|| {
                    Failure::new(format!("--side {wanted}: the table has units of {}", names()))
                })
            }
            (None, [(one, _)]) => Ok(one.clone()),
            (None, []) => Err(Failure::new(format!("{}: nobody comes of it", self.file))),
            (None, [_, _]) => Err(Failure::new(format!(
                "the table has two sides, an army one: say which by --side, {}",
                names()
            ))),
            (None, _) => {
                Err(Failure::new(format!("the table has several armies: say which by --side, {}", names())))
            }
        }
    }
}

/// Says what a column of the table holds: `Effectives=men`; `Guns=-` ignores it. A column is named by its heading or its number.
fn name_column(mapping: &mut Mapping, table: &Table, sheet: &Sheet, said: &str) -> Done {
    let of = |why: String| Failure::new(format!("--column {said}: {why}"));
    let (heading, column) =
        said.rsplit_once('=').ok_or_else(|| of("write HEADING=COLUMN, as Effectives=men".to_owned()))?;
    let (heading, wanted) = (heading.trim(), column.trim());
    let heads: Vec<Head> = sheet.heads.iter().copied().filter(|head| head.comes_in()).collect();
    let is_it = |head: &Head| head.key() == wanted || head.title().eq_ignore_ascii_case(wanted);
    let means = match heads.iter().copied().find(is_it) {
        Some(head) => Means::Is(head),
        None if wanted == "-" => Means::LeftOut,
        None => {
            let known = heads.iter().map(|head| head.key());
            return Err(of(format!(
                "there is no column {wanted}; {}, or - to leave it out",
                suggest(wanted, known)
            )));
        }
    };
    let row_of = |row: usize| table.rows.get(row).map_or(&[][..], |row| &row.values);
    let is_heading = |value: &String| value.trim().eq_ignore_ascii_case(heading);
    // The named heading may be in a row that was not recognised as a heading.
    let rows = mapping.heading.into_iter().chain(0..table.rows.len().min(20));
    let found = rows.map(|row| (row, row_of(row).iter().position(is_heading)));
    let found = found.into_iter().find_map(|(row, place)| Some((row, place?)));
    let by_number = || heading.parse::<usize>().ok().filter(|number| (1..=table.width).contains(number));
    let place = match (found, by_number()) {
        (Some((row, place)), _) => {
            mapping.heading = Some(row);
            place
        }
        (None, Some(number)) => number - 1,
        (None, None) => {
            let all = row_of(mapping.heading.unwrap_or(0)).iter().map(|value| value.trim());
            return Err(of(format!("the table has no heading {heading}; {}", suggest(heading, all))));
        }
    };
    mapping.say(place, means);
    Ok(())
}

/// Converts a battle's units to a table; for a battle that continues another, the units it began with.
pub(super) fn units(games: &Games, library: &Library, args: &Args) -> Done {
    let id = rules_of(library, &args.from)?;
    let rules = rules(games, &id)?;
    sound(rules, library, &args.from)?;
    let unread = |faults: Faults| faulty(library, &faults);
    let resumed = library.resumed(&args.from).map(Resumed::first);
    if let Some(resumed) = &resumed {
        let (id, battle) = (&args.from, resumed.battle_name());
        tell(&format!("{id} goes on from where a game of {battle} stood: these units began it"));
    }
    let known = library.rules();
    let sheet = match (known.of_tables().any(|known| known == rules.id()), &resumed) {
        (true, _) => {
            let (scenario, _) = library.battle::<Scenario>(&args.from).map_err(unread)?;
            let armies = scenario.armies().map(|(_, army)| format!("{}: {}", army.name, army.colour));
            let armies = armies.collect::<Vec<_>>().join(", ");
            tell(&format!("a table says no colours of armies ({armies}), nor where its units stand"));
            Draft::of(scenario).now().sheet(known)
        }
        (false, Some(resumed)) => {
            let draft = Draft::<HexBattle>::open(&resumed.battle, &resumed.source(), known);
            draft.map_err(unread)?.now().sheet(known)
        }
        (false, None) => library.hex_draft(&args.from).map_err(unread)?.now().sheet(known),
    };
    let table = table_bytes(&sheet, args.csv_for.unwrap_or_default().into());
    match io::stdout().write_all(&table) {
        Ok(()) => Ok(()),
        // The reader has gone, so there is nowhere to report this.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::said("")),
        Err(error) => Err(Failure::new(format!("cannot print: {error}"))),
    }
}
