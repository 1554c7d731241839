//! Hex maps from two text tables: one of the hexes, one of the marked hexsides. The separator of the values is detected.
//!
//! Hexes: `hex,terrain,feature-name`, a row for every hex, for any number of hexes. Hexsides: `hexA,hexB,kind,up_hex`, a row
//! for every mark; `up_hex` is the upper hex of a slope, and empty for everything else. Kinds of either game are accepted:
//! woods are forest, a village is a town, a path a trail and a crest a slope.

use csv::{Position, ReaderBuilder, StringRecord, Trim};
use spreadsheet::without_separator_line;

use super::build::{Build, check_metres, check_size};
use data::{Fault, Faults, cell, printable, suggest};
use hexes::{Grid, Hex, HexKind, HexMap, Mark, Orientation, Stagger, Top};

const KINDS: [(&str, HexKind); 7] = [
    ("clear", HexKind::Clear),
    ("forest", HexKind::Forest),
    ("woods", HexKind::Forest),
    ("rough", HexKind::Rough),
    ("town", HexKind::Town),
    ("village", HexKind::Town),
    ("marsh", HexKind::Marsh),
];

const MARKS: [(&str, Mark); 8] = [
    ("river", Mark::River),
    ("stream", Mark::Stream),
    ("bridge", Mark::Bridge),
    ("road", Mark::Road),
    ("trail", Mark::Trail),
    ("path", Mark::Trail),
    ("slope", Mark::Slope),
    ("crest", Mark::Slope),
];

const HEXES: [&str; 3] = ["hex", "terrain", "feature-name"];
const SIDES: [&str; 4] = ["hexA", "hexB", "kind", "up_hex"];

/// What the tables do not give of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapHead {
    pub id: String,
    pub name: String,
    pub orientation: Orientation,
    pub stagger: Stagger,
    pub top: Top,
    /// Width of a hex from flat to flat.
    pub metres: u16,
}

/// A table: its name in faults, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

/// A row, with the means to report a fault in it.
struct Row<'a> {
    table: Table<'a>,
    /// The row as written.
    written: &'a str,
    record: StringRecord,
    line: usize,
    delimiter: char,
}

impl Row<'_> {
    fn value(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default()
    }

    /// A fault of one of its values. Quoted values with commas shift the reported place.
    fn fault(&self, column: usize, message: String, help: String) -> Fault {
        let line = self.written;
        let before: usize =
            line.split(self.delimiter).take(column).map(|value| value.chars().count() + 1).sum();
        Fault {
            line: self.line,
            column: before.min(line.chars().count()) + 1,
            length: self.value(column).chars().count().max(1),
            ..Fault::of_file(self.table.file, message, help)
        }
    }

    /// The number of a hex; a fault if it is not one.
    fn hex(&self, column: usize, faults: &mut Vec<Fault>) -> Option<Hex> {
        let value = self.value(column);
        let digits = !value.is_empty() && value.len() <= 4 && value.bytes().all(|byte| byte.is_ascii_digit());
        let hex = value.parse().ok().filter(|_| digits).map(Hex);
        if hex.is_none() {
            let message = format!("\"{value}\" is no number of a hex");
            let help = "write column and row with two digits each, as 1412";
            faults.push(self.fault(column, message, help.into()));
        }
        hex
    }
}

/// The rows of a table whose first line is `heads`; reports lines that are not rows.
fn rows<'a>(table: Table<'a>, heads: &[&str], faults: &mut Vec<Fault>) -> Vec<Row<'a>> {
    let (text, said) = without_separator_line(table.text);
    let skipped = usize::from(said.is_some());
    // The first line is known, so its separator is that of the others.
    let first = text.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    let parts = |sign: &u8| first.split(char::from(*sign)).count() == heads.len();
    let sign = said.or_else(|| [b',', b';', b'\t', b'|'].into_iter().find(parts)).unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .delimiter(sign)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let lines: Vec<&str> = table.text.lines().collect();
    let mut found = Vec::new();
    let mut is_head = true;
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                faults.push(Fault::of_file(table.file, format!("the table cannot be read: {error}"), ""));
                return found;
            }
        };
        let line = record.position().map_or(1, Position::line);
        let line = usize::try_from(line).unwrap_or(1).max(1) + skipped;
        let record: StringRecord = record.iter().map(cell::text_of).collect();
        let written = lines.get(line - 1).copied().unwrap_or_default();
        let row = Row { table, written, record, line, delimiter: char::from(sign) };
        if let Some(column) = row.record.iter().position(|value| !value.chars().all(printable::is_printable))
        {
            let message = format!("\"{}\" holds a control character", row.value(column));
            faults.push(row.fault(column, message, "take it out: a value is text in one line".into()));
            continue;
        }
        if std::mem::take(&mut is_head) {
            let is_it = |(value, head): (&str, &&str)| value.eq_ignore_ascii_case(head);
            if row.record.len() != heads.len() || !row.record.iter().zip(heads).all(is_it) {
                let written = row.record.iter().collect::<Vec<_>>().join(",");
                let message = format!("the columns are \"{written}\"");
                faults.push(row.fault(0, message, format!("accepted: {}", heads.join(","))));
                return found;
            }
        } else if row.record.len() == heads.len() {
            found.push(row);
        } else {
            let message = format!("the row has {} values", row.record.len());
            faults.push(row.fault(0, message, format!("accepted: {}, as {}", heads.len(), heads.join(","))));
        }
    }
    if is_head {
        let help = format!("begin with the line {}", heads.join(","));
        faults.push(Fault::of_file(table.file, "the table is empty", help));
    }
    found
}

/// The map of two tables with its warnings, or all their faults.
pub fn read(sheet: &MapHead, hexes: Table<'_>, sides: Table<'_>) -> Result<(HexMap, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let map = map(sheet, hexes, sides, &mut faults);
    Faults::settle(map, faults)
}

fn map(sheet: &MapHead, hexes: Table<'_>, sides: Table<'_>, faults: &mut Vec<Fault>) -> Option<HexMap> {
    let hex_rows = rows(hexes, &HEXES, faults);
    let side_rows = rows(sides, &SIDES, faults);
    let numbered: Vec<(Hex, &Row<'_>)> =
        hex_rows.iter().filter_map(|row| Some((row.hex(0, faults)?, row))).collect();
    if numbered.is_empty() && !faults.is_empty() {
        return None;
    }
    let largest = |part: fn(Hex) -> u16| numbered.iter().map(|(hex, _)| part(*hex)).max().unwrap_or(0);
    let (columns, rows) = (largest(Hex::column), largest(Hex::row));
    let whole = |message: String, help: String| Fault::of_file(hexes.file, message, help);
    faults.extend(check_metres(sheet.metres, &whole).err().map(|fault| *fault));
    if let Err(fault) = check_size(columns, rows, &whole) {
        faults.push(*fault);
        return None;
    }
    let MapHead { orientation, stagger, top, .. } = *sheet;
    let grid = Grid { columns, rows, orientation, stagger, top };
    let mut spoilt = Vec::new();
    let mut build = Build::new(&sheet.id, &sheet.name, grid, sheet.metres, faults);
    for (hex, row) in &numbered {
        let at = |message: String, help: String| row.fault(0, message, help);
        let written = row.value(1);
        // An unknown kind is reported, and the hex still counts as having a row.
        let kind = KINDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(written)).map(|(_, kind)| *kind);
        if kind.is_none() {
            let help = suggest(written, KINDS.iter().map(|(name, _)| *name));
            build.report(|| row.fault(1, format!("no hex is \"{written}\""), help));
        }
        build.kind(*hex, kind.unwrap_or_default(), &at);
        if !row.value(2).is_empty() {
            build.name(*hex, row.value(2), &|message, help| row.fault(2, message, help));
        }
    }
    let missing: Vec<String> = build.without_kind().iter().map(ToString::to_string).collect();
    if !missing.is_empty() {
        let shown = missing.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > 8 { " and others" } else { "" };
        build.report(|| {
            whole(
                format!("{} hexes have no row: {shown}{more}", missing.len()),
                format!("a map of {columns} columns and {rows} rows has a row for every hex"),
            )
        });
    }
    for row in &side_rows {
        let (Some(one), Some(other)) = (row.hex(0, &mut spoilt), row.hex(1, &mut spoilt)) else { continue };
        let written = row.value(2);
        let Some(mark) =
            MARKS.iter().find(|(name, _)| name.eq_ignore_ascii_case(written)).map(|(_, mark)| *mark)
        else {
            let help = suggest(written, MARKS.iter().map(|(name, _)| *name));
            build.report(|| row.fault(2, format!("nothing on a hexside is \"{written}\""), help));
            continue;
        };
        let up = row.value(3);
        let (from, to) = match (mark, up.is_empty()) {
            (Mark::Slope, true) => {
                build.report(|| {
                    row.fault(
                        3,
                        format!("the slope between {one} and {other} has no upper hex"),
                        format!("write {one} or {other}"),
                    )
                });
                continue;
            }
            (Mark::Slope, false) => match row.hex(3, &mut spoilt) {
                Some(up) if up == one => (other, one),
                Some(up) if up == other => (one, other),
                Some(up) => {
                    build.report(|| {
                        row.fault(
                            3,
                            format!("{up} is not a hex of the side between {one} and {other}"),
                            format!("write {one} or {other}"),
                        )
                    });
                    continue;
                }
                None => continue,
            },
            (_, false) => {
                build.report(|| {
                    row.fault(3, format!("a {written} has no upper hex"), "leave it empty".into())
                });
                continue;
            }
            (_, true) => (one, other),
        };
        build.side(from, to, mark, &|message, help| row.fault(0, message, help));
    }
    let warn = |message: String, help: String| Fault::of_file(sides.file, message, help).as_warning();
    let map = build.finish(&warn);
    faults.extend(spoilt);
    Some(map)
}
