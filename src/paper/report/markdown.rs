//! The report as text with pictures, for use elsewhere: Markdown, with a PNG for each moment of the day and for the table at
//! the end.

use std::fmt::Write as _;

use crate::output::png;
use crate::picture::{Look, picture};
use desk::{EarlierAct, EntrySummary, Game};
use drawing::Palette;
use game::{Ending, SideEnding, Viewer, sentence};

use super::chronicle::{Chronicle, Played};
use super::day::{Said, day};
use super::maps::{arrows, fights, places};
use super::page::dice_words;
use super::{Goes, ReportError, ReportFile};

/// Points per inch of the pictures.
const SCALE: f32 = 16.0;
/// Pixels per point.
const PIXELS: f32 = 1.0;

/// The report under a name without its extension: `NAME.md` first, then its pictures `NAME-turn-3.png`.
///
/// # Errors
///
/// Returns an error if the record has changed meanwhile, if a picture is too large, or if the report is no longer wanted.
pub fn markdown(
    game: &dyn Game,
    viewer: Viewer,
    name: &str,
    goes: Goes<'_>,
) -> Result<Vec<ReportFile>, ReportError> {
    let told = Chronicle::of(game, viewer)?;
    let moments = day(&told);
    let mut files = Vec::new();
    let mut text = head(&told);
    for (done, moment) in moments.iter().enumerate() {
        if !goes(done, moments.len()) {
            return Err(ReportError::Stopped);
        }
        let turn = &told.turns[moment.turn];
        let file = format!("{name}-turn-{}.png", moment.turn);
        let _ = write!(text, "\n## {}\n\n", spelled(&moment.title));
        for said in &moment.told {
            match said {
                Said::Words(words) | Said::Linked(words, _) => text += &spelled(words),
            }
        }
        let _ = write!(text, "\n\n![The table at the end of turn {}]({})\n", turn.number, encoded(&file));
        files.push(ReportFile { name: file, bytes: table(game, &told, moment.turn)? });
    }
    strength(&mut text, &told);
    losses(&mut text, &told);
    decides(&mut text, &told);
    luck(&mut text, &told);
    rest(&mut text, &told);
    log(&mut text, &told);
    elsewhere(&mut text, &told);
    files.insert(0, ReportFile { name: format!("{name}.md"), bytes: text.into_bytes() });
    Ok(files)
}

/// The table at the end of a turn as a picture.
fn table(game: &dyn Game, told: &Chronicle, place: usize) -> Result<Vec<u8>, ReportError> {
    let (turn, viewer) = (&told.turns[place], told.viewer);
    let then = game.past(turn.last)?;
    let before = place.checked_sub(1).map_or(0, |place| told.turns[place].last);
    let stage = game.past(before)?.stage(viewer);
    let arrows = arrows(&places(&stage), &places(&then.stage(viewer)));
    let over = fights(game, told.orders_of(turn), viewer);
    let look = Look { scale: SCALE, palette: Palette::DAY, viewer, laid: arrows, over };
    Ok(png(&picture(then.as_ref(), &look), PIXELS)?)
}

fn head(told: &Chronicle) -> String {
    let ending = &told.ending;
    let mut text = format!("# {}\n\n**{}**", spelled(&told.title()), spelled(&ending.verdict));
    if let Some(because) = &ending.because {
        let _ = write!(text, "\n{}", spelled(&because.words));
    }
    text += "\n\n";
    let facts = told.terms.facts.iter().map(|(name, words)| format!("- {name}: {}\n", spelled(words)));
    text.extend(facts);
    text.extend(
        ending.sides.iter().map(|side| format!("- {}: {}\n", spelled(&side.name), spelled(&side.points))),
    );
    if told.turns.len() < 2 {
        text += "\nThe game has not begun: no order stands in its record.\n";
    }
    text
}

/// A row of a table.
fn row(text: &mut String, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<String> = cells.into_iter().map(|cell| spelled(&cell)).collect();
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

/// The head of a table; columns after the first `words` contain numbers.
fn columns(text: &mut String, words: usize, names: &[String]) {
    row(text, names.iter().cloned());
    let lines = (0..names.len()).map(|place| if place < words { "---" } else { "---:" });
    let _ = writeln!(text, "| {} |", lines.collect::<Vec<_>>().join(" | "));
}

fn strength(text: &mut String, told: &Chronicle) {
    let _ = write!(text, "\n## {} at the end of each turn\n\n", sentence(told.counted_in));
    let sides = told.ending.sides.iter().flat_map(|side| [side.name.clone(), "lost".to_owned()]);
    let names: Vec<String> = ["Turn", "Time"].map(str::to_owned).into_iter().chain(sides).collect();
    columns(text, 2, &names);
    let figure = |figure: Option<u32>| figure.map_or_else(|| "–".to_owned(), |figure| figure.to_string());
    for turn in &told.turns {
        let figures = turn.sides.iter().flat_map(|tally| [figure(tally.left), figure(tally.lost)]);
        row(text, [number(turn), turn.clock.clone()].into_iter().chain(figures));
    }
}

fn number(turn: &Played) -> String {
    if turn.number == 0 { "start".to_owned() } else { turn.number.to_string() }
}

fn losses(text: &mut String, told: &Chronicle) {
    *text += "\n## Losses by command\n\n";
    columns(text, 2, &["Side", "Command", "Began with", "Left", "Lost", "Gone"].map(str::to_owned));
    for SideEnding { name, losses, .. } in &told.ending.sides {
        for loss in losses {
            let [start, left, lost] = [loss.start, loss.left, loss.start.saturating_sub(loss.left)]
                .map(|figure| figure.to_string());
            row(text, [name.clone(), loss.group.clone(), start, left, lost, loss.gone.clone()]);
        }
    }
    let notes = told.ending.sides.iter().flat_map(|side| side.notes.iter().map(move |note| (side, note)));
    for (place, (side, note)) in notes.enumerate() {
        let gap = if place == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- {}: {}", spelled(&side.name), spelled(note));
    }
}

/// Conditions of victory, and the sources of points.
fn decides(text: &mut String, told: &Chronicle) {
    let Ending { conditions, sides, .. } = &told.ending;
    if conditions.is_empty() && sides.iter().all(|side| side.sources.is_empty()) {
        return;
    }
    *text += "\n## What decides\n\n";
    for condition in conditions {
        let holds = if condition.holds { "holds" } else { "fails" };
        let _ = writeln!(text, "- **{holds}**: {} ({})", spelled(&condition.words), condition.clause);
    }
    for side in sides {
        for (what, points) in &side.sources {
            let _ = writeln!(text, "- {}: {points:+} {}", spelled(&side.name), spelled(what));
        }
    }
}

fn luck(text: &mut String, told: &Chronicle) {
    if told.ending.sides.iter().all(|side| side.luck.is_empty()) {
        return;
    }
    *text += "\n## Luck\n\n";
    columns(text, 2, &["Side", "Dice", "Thrown", "Came", "Due"].map(str::to_owned));
    for SideEnding { name, luck, .. } in &told.ending.sides {
        for kind in luck {
            let figures =
                [kind.dice.to_string(), format!("{:.0}", kind.actual), format!("{:.1}", kind.expected)];
            row(text, [name.clone(), kind.kind.clone()].into_iter().chain(figures));
        }
    }
}

/// The acts of the referee, and the rules in force.
fn rest(text: &mut String, told: &Chronicle) {
    if !told.acts.is_empty() {
        *text += "\n## Acts of the referee\n\n";
        for act in &told.acts {
            let why = match act.says_why() {
                true => String::new(),
                false => format!(": {}", spelled(&act.reason)),
            };
            let against = match act.clauses.is_empty() {
                true => String::new(),
                false => format!(", let stand against {}", act.clauses.join(" and ")),
            };
            let _ = writeln!(text, "- {}{against}{why}", spelled(&act.words));
        }
        let overruled = EarlierAct::overruled(&told.acts);
        if !overruled.is_empty() {
            *text += "\n### Clauses that orders were let stand against\n\n";
            columns(text, 2, &["Clause", "Orders"].map(str::to_owned));
            for (clause, times) in overruled {
                row(text, [clause.to_owned(), times.to_string()]);
            }
        }
    }
    *text += "\n## Rules in force\n\n";
    if told.options.is_empty() {
        *text += "Every option is as the rules have it.\n";
    } else {
        options(text, told);
    }
    if !told.terms.cells.is_empty() {
        *text += "\n### Cells of the tables that the referee corrected\n\n";
        columns(text, 2, &["Cell", "In force"].map(str::to_owned));
        for (cell, value) in &told.terms.cells {
            row(text, [cell.to_string(), value.to_string()]);
        }
    }
}

fn options(text: &mut String, told: &Chronicle) {
    columns(text, 4, &["Option", "In force", "Usually", "Clause"].map(str::to_owned));
    for option in &told.options {
        let clause = option.clause.unwrap_or_default().to_owned();
        row(text, [option.id.clone(), option.value.clone(), option.usual.to_owned(), clause]);
    }
}

fn log(text: &mut String, told: &Chronicle) {
    *text += "\n## Turn by turn\n";
    for turn in told.turns.iter().filter(|turn| !turn.orders.is_empty()) {
        let _ = write!(text, "\n### {}\n\n", spelled(&told.heading(turn)));
        told.orders_of(turn).iter().for_each(|order| order_of(text, order));
    }
}

/// Orders that were taken back, and the steps through the record.
fn elsewhere(text: &mut String, told: &Chronicle) {
    if !told.elsewhere.is_empty() {
        *text += "\n## Beside the game: what was taken back, and the steps to and fro\n\n";
        told.elsewhere.iter().for_each(|order| order_of(text, order));
    }
}

fn order_of(text: &mut String, order: &EntrySummary) {
    for (place, words) in order.words.iter().enumerate() {
        let indent = if place == 0 { "- " } else { "  - " };
        let _ = writeln!(text, "{indent}{}", spelled(words));
    }
    for (cast, thrower) in &order.dice {
        if let Some(words) = dice_words(cast, *thrower) {
            let _ = writeln!(text, "  - *{}*", spelled(&words));
        }
    }
}

/// Words with Markdown's special characters escaped.
fn spelled(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// The name of a file, encoded for a link.
fn encoded(name: &str) -> String {
    name.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "%29")
}
