//! The report as tables, for calculations: turns, losses and throws as CSV. Every table has a head; a number without a
//! record is an empty cell, and a text is written as [`data::cell`] defines.

use spreadsheet::{CsvFor, Writer};

use desk::{Game, Thrower};
use dice::Reading;
use game::Viewer;

use super::chronicle::Chronicle;
use super::{ReportError, ReportFile};

/// `turns.csv`, `losses.csv` and `throws.csv`, in the format for the wanted spreadsheet.
///
/// # Errors
///
/// The record has changed meanwhile.
pub fn tables(game: &dyn Game, viewer: Viewer, wanted: CsvFor) -> Result<Vec<ReportFile>, ReportError> {
    let told = Chronicle::of(game, viewer)?;
    let file = |name: &str, bytes: Vec<u8>| ReportFile { name: name.to_owned(), bytes };
    Ok(vec![
        file("turns.csv", turns(&told, wanted)),
        file("losses.csv", losses(&told, wanted)),
        file("throws.csv", throws(&told, wanted)),
    ])
}

/// A row for every turn and side.
fn turns(told: &Chronicle, wanted: CsvFor) -> Vec<u8> {
    let mut table = Writer::new(wanted);
    table.row(["turn", "time", "orders", "last_entry", "side", "left", "lost"]);
    let figure = |figure: Option<u32>| figure.map_or_else(String::new, |figure| figure.to_string());
    for turn in &told.turns {
        for (side, tally) in told.ending.sides.iter().zip(&turn.sides) {
            table.row([
                turn.number.to_string().as_str(),
                &table.text(&turn.clock),
                &turn.orders.len().to_string(),
                &turn.last.to_string(),
                &table.text(&side.name),
                &figure(tally.left),
                &figure(tally.lost),
            ]);
        }
    }
    table.finish()
}

/// A row for every command.
fn losses(told: &Chronicle, wanted: CsvFor) -> Vec<u8> {
    let mut table = Writer::new(wanted);
    table.row(["side", "command", "began_with", "left", "lost", "gone"]);
    for side in &told.ending.sides {
        for loss in &side.losses {
            table.row([
                table.text(&side.name).as_ref(),
                &table.text(&loss.group),
                &loss.start.to_string(),
                &loss.left.to_string(),
                &loss.start.saturating_sub(loss.left).to_string(),
                &table.text(&loss.gone),
            ]);
        }
    }
    table.finish()
}

/// A row for every throw of dice.
fn throws(told: &Chronicle, wanted: CsvFor) -> Vec<u8> {
    let mut table = Writer::new(wanted);
    table.row([
        "turn",
        "entry",
        "side",
        "clause",
        "for",
        "dice",
        "sides",
        "read",
        "expected",
        "faces",
        "value",
        "thrown_by",
    ]);
    for turn in &told.turns {
        for order in told.orders_of(turn) {
            for (cast, thrower) in order.dice.iter().filter(|(cast, _)| cast.throw.dice > 0) {
                let throw = &cast.throw;
                let side = throw.by.and_then(|by| told.ending.sides.get(usize::from(by)));
                let (read, expected) = match throw.reading {
                    Reading::Hits(_) => ("hits", format!("{:.4}", throw.expected())),
                    Reading::Sum => ("sum", format!("{:.4}", throw.expected())),
                    Reading::Each => ("each", String::new()),
                };
                let faces: Vec<String> = cast.answer.faces.iter().map(u16::to_string).collect();
                table.row([
                    turn.number.to_string().as_str(),
                    &order.number.to_string(),
                    &table.text(side.map_or("", |side| side.name.as_str())),
                    &table.text(throw.clause.as_ref()),
                    &table.text(&throw.why),
                    &throw.dice.to_string(),
                    &throw.sides.to_string(),
                    read,
                    &table.number(&expected),
                    &faces.join(" "),
                    &cast.answer.value.to_string(),
                    match thrower {
                        Thrower::Program => "program",
                        Thrower::Players => "players",
                    },
                ]);
            }
        }
    }
    table.finish()
}
