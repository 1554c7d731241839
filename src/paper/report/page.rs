//! The report as a page: one file of HTML that needs nothing but itself.
//!
//! Its style and its script are files of our own beside this one. It names no address outside itself; whoever reads it without a script
//! has all of it but the slider.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::desk::{EntrySummary, Game, Thrower};
use crate::dice::Cast;
use crate::drawing::{ArmyColour, Palette};
use crate::game::options::OptionSpec;
use crate::game::{Loss, SideEnding, Viewer, counted, sentence};
use crate::paper::shared::hex;

use super::chart::chart;
use super::chronicle::{Chronicle, Played};
use super::day::{Moment, Said, To, day};
use super::maps::{Maps, map_name, maps};
use super::{Goes, ReportError};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of a game as a viewer may know it; `specs`: the options that its rules know.
///
/// # Errors
///
/// The record has changed meanwhile, or the report is not wanted any more.
pub fn page(
    game: &dyn Game,
    viewer: Viewer,
    specs: &[OptionSpec],
    goes: Goes<'_>,
) -> Result<String, ReportError> {
    let chronicle = Chronicle::of(game, viewer, specs);
    let maps = maps(game, &chronicle, goes)?;
    Ok(whole(&chronicle, &maps).into_string())
}

fn whole(told: &Chronicle, maps: &Maps) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Drumhead";
                title { (told.title()) }
                style { (PreEscaped(style(told, maps))) }
            }
            body {
                svg.shared width="0" height="0" aria-hidden="true" { defs { (PreEscaped(&maps.definitions)) } }
                (head(told))
                main {
                    (viewer(told, maps))
                    (moments(told, maps))
                    (strength(told))
                    (losses(told))
                    (decides(told))
                    (luck(told))
                    (acts(told))
                    (rules(told))
                    (log(told, maps))
                    (elsewhere(told))
                }
                footer { p { "Made by Drumhead from the record of the game" @if told.seen_by.is_none() { ", as the referee has it" } "." } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn style(told: &Chronicle, maps: &Maps) -> String {
    let sides = |palette: Palette| -> String {
        let colour = |side: &SideEnding| hex(palette.chart(side.colour.unwrap_or(ArmyColour::Grey)));
        let each = told.ending.sides.iter().enumerate();
        each.map(|(place, side)| format!("--s{place}:{};", colour(side))).collect()
    };
    let [day, night] = [(Palette::DAY, &maps.day), (Palette::NIGHT, &maps.night)]
        .map(|(palette, inks)| format!("{inks}{}", sides(palette)));
    format!(
        ":root{{{day}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n{STYLE}{}",
        maps.style
    )
}

fn head(told: &Chronicle) -> Markup {
    let ending = &told.ending;
    html! {
        header {
            h1 { (told.battle) }
            p.terms {
                @for (place, (name, words)) in told.terms.facts.iter().enumerate() {
                    @if place > 0 { " · " }
                    (name) ": " (words)
                }
                @if let Some(side) = &told.seen_by { " · As the " (side) " side knew it" }
            }
            p.headline { (ending.verdict) }
            @if let Some(because) = &ending.because {
                p.because { (because.words) @if let Some(clause) = because.clause { " " (clause_of(clause)) } }
            }
            p.scores {
                @for (place, side) in ending.sides.iter().enumerate() {
                    span.score { (swatch(place)) (side.name) ": " (side.points) }
                }
            }
            @if told.turns.len() < 2 { p { "The game has not begun: no order stands in its record." } }
            nav aria-label="Contents" {
                @for (id, title) in contents(told) { a href={ "#" (id) } { (title) } " " }
            }
        }
    }
}

fn contents(told: &Chronicle) -> Vec<(&'static str, &'static str)> {
    let mut all =
        vec![("battle", "The battle"), ("day", "The day"), ("strength", "Strength"), ("losses", "Losses")];
    if !told.ending.conditions.is_empty() || told.ending.sides.iter().any(|side| !side.sources.is_empty()) {
        all.push(("decides", "What decides"));
    }
    all.extend([
        ("luck", "Luck"),
        ("referee", "Acts of the referee"),
        ("rules", "Rules in force"),
        ("log", "Turn by turn"),
    ]);
    all
}

fn swatch(side: usize) -> Markup {
    html! { i class={ "swatch s" (side) } {} }
}

fn clause_of(clause: &str) -> Markup {
    html! { span.clause { (clause) } }
}

fn map(told: &Chronicle, maps: &Maps, place: usize, id: Option<&str>) -> Markup {
    let label = format!("The table at the end of {}", of_turn(&told.turns[place]));
    html! {
        svg.map viewBox={ "0 0 " (maps.size.x) " " (maps.size.y) } role="img" aria-label=(label) {
            use id=[id] href={ "#" (map_name(place)) } {}
        }
    }
}

fn of_turn(turn: &Played) -> String {
    match turn.number {
        0 => "the set-up".to_owned(),
        number => format!("turn {number}"),
    }
}

fn turn_title(turn: &Played) -> String {
    match turn.number {
        0 => format!("Before the first turn, {}", turn.clock),
        number => format!("Turn {number}, {}", turn.clock),
    }
}

/// The map with the slider that runs through the battle.
fn viewer(told: &Chronicle, maps: &Maps) -> Markup {
    let last = told.turns.len() - 1;
    html! {
        section #battle {
            h2 { "The battle" }
            div.run {
                button #back type="button" aria-label="The turn before" { "‹" }
                input #turn type="range" min="0" max=(last) value=(last) aria-label="Turn";
                button #on type="button" aria-label="The turn after" { "›" }
                a #where href={ "#t" (last) } { (turn_title(&told.turns[last])) }
            }
            figure { (map(told, maps, last, Some("shown"))) figcaption {
                "Arrows: who went where in the turn. Crossed blades: where they fought. Slide, or press ← and →."
            } }
            ol #turns hidden {
                @for turn in &told.turns { li { (turn_title(turn)) } }
            }
        }
    }
}

fn moments(told: &Chronicle, maps: &Maps) -> Markup {
    let day = day(told);
    html! {
        section #day {
            h2 { "The day" }
            @if day.is_empty() { p { "Nothing has happened yet." } }
            @for moment in &day { (moment_of(told, maps, moment)) }
        }
    }
}

fn moment_of(told: &Chronicle, maps: &Maps, moment: &Moment) -> Markup {
    html! {
        article {
            h3 { (moment.title) }
            p.told {
                @for said in &moment.told {
                    @match said {
                        Said::Words(words) => (words),
                        Said::Linked(words, to) => a href=(address(*to)) { (words) },
                    }
                }
            }
            figure { (map(told, maps, moment.turn, None)) }
        }
    }
}

/// Where in the page it is.
fn address(to: To) -> String {
    match to {
        To::Order(number) => format!("#e{number}"),
        To::Turn(place) => format!("#t{place}"),
    }
}

fn strength(told: &Chronicle) -> Markup {
    let sides = &told.ending.sides;
    let figure = |figure: Option<u32>| figure.map_or_else(|| "–".to_owned(), |figure| figure.to_string());
    html! {
        section #strength {
            h2 { (sentence(told.counted_in)) " at the end of each turn" }
            @match chart(told) {
                Some(chart) => figure { (chart) figcaption { @for (place, side) in sides.iter().enumerate() {
                    span.score { (swatch(place)) (side.name) }
                } } },
                None => p { "The chart begins when the first turn has ended." },
            }
            div.wide { table {
                thead { tr { th { "Turn" } th { "Time" } @for side in sides { th.figure { (side.name) } th.figure { "lost" } } } }
                tbody { @for (place, turn) in told.turns.iter().enumerate() { tr {
                    td { a href={ "#t" (place) } { @if turn.number == 0 { "start" } @else { (turn.number) } } }
                    td { (turn.clock) }
                    @for tally in &turn.sides {
                        td.figure { (figure(tally.left)) }
                        td.figure { @if let Some(lost) = tally.lost { a href={ "#t" (place) } { (lost) } } @else { "–" } }
                    }
                } } }
            } }
        }
    }
}

fn losses(told: &Chronicle) -> Markup {
    html! {
        section #losses {
            h2 { "Losses by command" }
            div.columns { @for (place, side) in told.ending.sides.iter().enumerate() { div {
                h3 { (swatch(place)) (side.name) }
                table {
                    thead { tr { th { "Command" } th.figure { "Began with" } th.figure { "Left" } th.figure { "Lost" } th { "Gone" } } }
                    tbody { @for loss in &side.losses { tr {
                        th scope="row" { (loss.group) }
                        td.figure { (loss.start) }
                        td.figure { (loss.left) }
                        td.figure { a href={ "#t" (turn_of(told, loss)) } { (loss.start.saturating_sub(loss.left)) } }
                        td { (loss.gone) }
                    } } }
                }
                @for note in &side.notes { p.note { (note) } }
            } } }
        }
    }
}

/// The turn in which a command lost most, by its place; the last where nobody keeps it.
fn turn_of(told: &Chronicle, loss: &Loss) -> usize {
    let fell = loss.strength.windows(2).map(|pair| (pair[0].1.saturating_sub(pair[1].1), pair[1].0));
    let worst =
        fell.filter(|(lost, _)| *lost > 0).max_by_key(|(lost, turn)| (*lost, std::cmp::Reverse(*turn)));
    let place = worst.and_then(|(_, turn)| told.turns.iter().rposition(|played| played.number == turn));
    place.unwrap_or(told.turns.len() - 1)
}

/// Conditions of victory, and what points are for.
fn decides(told: &Chronicle) -> Markup {
    let ending = &told.ending;
    let last = told.turns.len() - 1;
    if !contents(told).iter().any(|(id, _)| *id == "decides") {
        return html! {};
    }
    html! {
        section #decides {
            h2 { "What decides" }
            @if !ending.conditions.is_empty() { ul { @for condition in &ending.conditions { li {
                strong { @if condition.holds { "holds: " } @else { "fails: " } }
                a href={ "#t" (last) } { (condition.words) } " " (clause_of(condition.clause))
            } } } }
            div.columns { @for (place, side) in ending.sides.iter().enumerate() {
                @if !side.sources.is_empty() { div {
                    h3 { (swatch(place)) (side.name) ": " (side.points) }
                    ul { @for (what, points) in &side.sources { li { a href={ "#t" (last) } { (format!("{points:+}")) } " " (what) } } }
                } }
            } }
        }
    }
}

fn luck(told: &Chronicle) -> Markup {
    html! {
        section #luck {
            h2 { "Luck" }
            @if told.ending.sides.iter().all(|side| side.luck.is_empty()) { p { "No dice were thrown that hit or are added up." } }
            div.columns { @for (place, side) in told.ending.sides.iter().enumerate() { @if !side.luck.is_empty() { div {
                h3 { (swatch(place)) (side.name) }
                table {
                    thead { tr { th { "Dice" } th.figure { "Thrown" } th.figure { "Came" } th.figure { "Due" } th { "So far out" } } }
                    tbody { @for row in &side.luck { tr {
                        th scope="row" { (row.kind) }
                        td.figure { (row.dice) }
                        td.figure { a href="#log" { (format!("{:.0}", row.actual)) } }
                        td.figure { (format!("{:.1}", row.expected)) }
                        td { (row.rarity) }
                    } } }
                }
            } } } }
        }
    }
}

fn acts(told: &Chronicle) -> Markup {
    html! {
        section #referee {
            h2 { "Acts of the referee" }
            @if told.acts.is_empty() { p { "The referee overrode nothing." } } @else { ul { @for act in &told.acts { li {
                a href={ "#e" (act.number) } { (act.words) }
                @if !act.reason.is_empty() && !act.words.contains(&act.reason) { ": " (act.reason) }
            } } } }
        }
    }
}

fn rules(told: &Chronicle) -> Markup {
    html! {
        section #rules {
            h2 { "Rules in force" }
            @if told.options.is_empty() { p { "Every option is as the rules have it." } } @else { div.wide { table {
                thead { tr { th { "Option" } th { "In force" } th { "Usually" } th { "Clause" } } }
                tbody { @for option in &told.options { tr {
                    th scope="row" { (option.id) }
                    td { (option.value) }
                    td { (option.usual) }
                    td { @if let Some(clause) = option.clause { (clause_of(clause)) } }
                } } }
            } } }
            @if !told.terms.cells.is_empty() {
                h3 { "Cells of the tables that the referee corrected" }
                table { tbody { @for (cell, value) in &told.terms.cells { tr { th scope="row" { (cell) } td { (value) } } } } }
            }
        }
    }
}

fn log(told: &Chronicle, maps: &Maps) -> Markup {
    html! {
        section #log {
            h2 { "Turn by turn" }
            @for (place, turn) in told.turns.iter().enumerate() {
                details id={ "t" (place) } {
                    summary { (turn_title(turn)) span.brief { (brief(told, turn)) } }
                    figure { (map(told, maps, place, None)) }
                    @let orders = told.orders_of(turn);
                    @if !orders.is_empty() { ol.orders { @for order in orders { (order_of(order)) } } }
                }
            }
        }
    }
}

/// What a turn came to, in a line.
fn brief(told: &Chronicle, turn: &Played) -> String {
    let orders = counted(turn.orders.len(), "order", "orders");
    let kinds =
        told.counts(turn).into_iter().map(|(kind, count)| format!("{} {count}", kind.title.to_lowercase()));
    let lost = told.ending.sides.iter().zip(&turn.sides).filter_map(|(side, tally)| {
        Some(format!("{} lost {}", side.name, tally.lost.filter(|lost| *lost > 0)?))
    });
    std::iter::once(orders).chain(kinds).chain(lost).collect::<Vec<_>>().join(" · ")
}

fn order_of(order: &EntrySummary) -> Markup {
    let (first, rest) =
        order.words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    html! {
        li id={ "e" (order.number) } value=(order.number) {
            (first)
            @if !rest.is_empty() { ul { @for words in rest { li { (words) } } } }
            @for (cast, thrower) in &order.dice { @if let Some(words) = dice_words(cast, *thrower) { p.dice { (words) } } }
        }
    }
}

/// What was thrown, and what came; none of a throw of no dice.
pub fn dice_words(cast: &Cast, thrower: Thrower) -> Option<String> {
    let (throw, answer) = (&cast.throw, &cast.answer);
    if throw.dice == 0 {
        return None;
    }
    let face = |face: &u16| match throw.names.get(usize::from(*face).wrapping_sub(1)) {
        Some(name) => name.clone(),
        None => face.to_string(),
    };
    let faces: Vec<String> = answer.faces.iter().map(face).collect();
    let came = if faces.is_empty() { format!("{} counted", answer.value) } else { faces.join(" ") };
    let by = match thrower {
        Thrower::Program => "",
        Thrower::Players => ", by the players",
    };
    Some(format!("{}: {came}{by}", throw.why))
}

fn elsewhere(told: &Chronicle) -> Markup {
    if told.elsewhere.is_empty() {
        return html! {};
    }
    html! {
        section #elsewhere {
            h2 { "Beside the game" }
            details {
                summary { "What was taken back, and the steps to and fro" span.brief { (counted(told.elsewhere.len(), "entry", "entries")) } }
                ol.orders { @for order in &told.elsewhere { (order_of(order)) } }
            }
        }
    }
}
