//! Rows of a roster on their way into a spreadsheet.

use spreadsheet::{CsvFor, Writer};

use super::paste::NONE;
use super::sheet::{Head, Line, Listing, Sheet};

/// Rows of a roster as a clipboard has them for a spreadsheet; with a heading where whole rows are copied.
///
/// What follows from other cells is left out of nothing that is copied: a spreadsheet does not work it out. But a table that comes
/// back has it follow again, so of whole rows with a heading only what is written is.
pub fn copied_text(sheet: &Sheet, ids: &[&str], heads: &[Head], with_heading: bool) -> String {
    let lines = ids.iter().filter_map(|id| sheet.line(id));
    let written = written(Writer::tabs(), sheet, lines, heads, with_heading);
    String::from_utf8(written).unwrap_or_default()
}

fn written<'s>(
    mut writer: Writer,
    sheet: &Sheet,
    lines: impl Iterator<Item = &'s Line>,
    heads: &[Head],
    with_heading: bool,
) -> Vec<u8> {
    if with_heading {
        writer.row(heads.iter().map(|head| head.title()));
    }
    for line in lines {
        let value = |head: &Head| match line.is_usual(*head) && with_heading {
            true => String::new(),
            // An empty cell would be that of the row above.
            false if sheet.on_hexes && matches!(head, Head::Command(_)) && line.command.is_empty() => {
                NONE[0].to_owned()
            }
            false => {
                let said = line.text(*head).unwrap_or_default();
                let cell = if head.takes_number(said) { writer.number(said) } else { writer.text(said) };
                cell.into_owned()
            }
        };
        let cells: Vec<String> = heads.iter().map(value).collect();
        writer.row(cells);
    }
    writer.finish()
}

/// All rows with a heading, and with what of an army its rows in the window do not show: its name where a side has several, its
/// commands, ids. It is a roster that is read back as it was.
pub fn table_bytes(sheet: &Sheet, wanted: CsvFor) -> Vec<u8> {
    whole(sheet, Writer::new(wanted))
}

/// The same as a clipboard has it.
pub fn table_text(sheet: &Sheet) -> String {
    String::from_utf8(whole(sheet, Writer::tabs())).unwrap_or_default()
}

fn whole(sheet: &Sheet, writer: Writer) -> Vec<u8> {
    let says = |head: &Head| match head {
        Head::Listed(Listing::Army) => sheet.has_several_armies(),
        Head::Listed(Listing::Under) => sheet.lines.iter().any(|line| !line.listed.under.is_empty()),
        Head::Listed(Listing::Id | Listing::CommandId) | Head::Side | Head::Command(_) | Head::Cell(_) => {
            head.comes_in()
        }
        Head::Begins => false,
    };
    let heads: Vec<Head> = sheet.heads.iter().copied().filter(says).collect();
    written(writer, sheet, sheet.lines.iter(), &heads, true)
}
