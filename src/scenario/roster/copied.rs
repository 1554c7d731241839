//! Rows of a roster copied for a spreadsheet.

use spreadsheet::{CsvFor, Writer};

use super::paste::NONE;
use super::sheet::{Head, Line, Listing, Sheet};

/// Rows of a roster in clipboard format for a spreadsheet, with a heading if whole rows are copied.
///
/// Copied cells include values that follow from other cells, as a spreadsheet does not compute them. But a table that is read
/// back computes them again, so whole rows with a heading contain only what is written.
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
            // An empty cell would mean that of the row above.
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

/// All rows with a heading, and with the data of an army that its rows in the window do not show: its name if a side has
/// several, its commands, ids. Reading it back gives the same roster.
pub fn table_bytes(sheet: &Sheet, wanted: CsvFor) -> Vec<u8> {
    whole(sheet, Writer::new(wanted))
}

/// The same table in clipboard format.
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
