//! The report as a page: a single self-contained HTML file.
//!
//! Its style and its script are our own files in this folder. It refers to no external address; without scripts everything
//! works except the slider.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use crate::fonts::{Words, font_faces, words_of};
use crate::shared::hex;
use desk::{EarlierAct, EntrySummary, Game, SideSince, Thrower};
use dice::Cast;
use drawing::{ArmyColour, Face, Palette};
use game::{Loss, SideEnding, Viewer, counted, sentence};

use super::chart::chart;
use super::chronicle::{Chronicle, Played};
use super::day::{Moment, Said, To, day};
use super::maps::{Maps, map_name, maps};
use super::{Goes, ReportError};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of a game as a viewer may know it.
///
/// # Errors
///
/// The record has changed meanwhile, or the report is not wanted any more.
pub fn page(game: &dyn Game, viewer: Viewer, goes: Goes<'_>) -> Result<String, ReportError> {
    let chronicle = Chronicle::of(game, viewer)?;
    let maps = maps(game, &chronicle, goes)?;
    Ok(whole(&chronicle, &maps).into_string())
}

fn whole(told: &Chronicle, maps: &Maps) -> Markup {
    let body = body(told, maps);
    let mut words = Words::default();
    for word in words_of(&body.0) {
        Face::ALL.into_iter().for_each(|face| words.add(face, &word));
    }
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Drumhead";
                title { (told.title()) }
                style { (PreEscaped(style(told, maps))) (PreEscaped(font_faces(&words))) }
            }
            (body)
        }
    }
}

fn body(told: &Chronicle, maps: &Maps) -> Markup {
    html! {
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
                    span.score { (swatch(place)) (side.name) ": " (linked(To::since(since(told, place).points), &side.points)) }
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
    let label = format!("The table {}", when(told, &told.turns[place]));
    html! {
        svg.map viewBox={ "0 0 " (maps.size.x) " " (maps.size.y) } role="img" aria-label=(label) {
            use id=[id] href={ "#" (map_name(place)) } {}
        }
    }
}

fn when(told: &Chronicle, turn: &Played) -> String {
    match (turn.number, told.goes_on) {
        (0, Some(first)) => format!("in turn {first}, where the game goes on"),
        (0, None) => "at the end of the set-up".to_owned(),
        (number, _) => format!("at the end of turn {number}"),
    }
}

/// Words with a link.
fn linked(to: To, words: impl Render) -> Markup {
    html! { a href=(address(to)) { (words) } }
}

/// The orders that led to the figures of a side.
fn since(told: &Chronicle, side: usize) -> SideSince {
    told.since.sides.get(side).cloned().unwrap_or_default()
}

/// The order at this index; the start if the index is not known.
fn order_at(orders: &[usize], place: usize) -> To {
    To::since(orders.get(place).copied().unwrap_or_default())
}

/// The map with the slider through the battle.
fn viewer(told: &Chronicle, maps: &Maps) -> Markup {
    let last = told.turns.len() - 1;
    html! {
        section #battle {
            h2 { "The battle" }
            div.run {
                button #back type="button" aria-label="The turn before" { "‹" }
                input #turn type="range" min="0" max=(last) value=(last) aria-label="Turn";
                button #on type="button" aria-label="The turn after" { "›" }
                a #where href={ "#t" (last) } { (told.heading(&told.turns[last])) }
            }
            figure { (map(told, maps, last, Some("shown"))) figcaption {
                "Arrows: who went where in the turn. Crossed blades: where they fought. Slide, or press ← and →."
            } }
            ol #turns hidden {
                @for turn in &told.turns { li { (told.heading(turn)) } }
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
            h3 { (linked(To::Turn(moment.turn), &moment.title)) }
            p.told {
                @for said in &moment.told {
                    @match said {
                        Said::Words(words) => (words),
                        Said::Linked(words, to) => (linked(*to, words)),
                    }
                }
            }
            figure { (map(told, maps, moment.turn, None)) }
        }
    }
}

/// The address within the page.
fn address(to: To) -> String {
    match to {
        To::Order(number) => format!("#e{number}"),
        To::Turn(place) => format!("#t{place}"),
    }
}

fn strength(told: &Chronicle) -> Markup {
    let sides = &told.ending.sides;
    let figure =
        |figure: Option<u32>, to: To| figure.map_or_else(|| html! { "–" }, |figure| linked(to, figure));
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
                        td.figure { (figure(tally.left, To::end_of(turn))) }
                        td.figure { (figure(tally.lost, To::Turn(place))) }
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
                @let since = since(told, place);
                h3 { (swatch(place)) (side.name) }
                table {
                    thead { tr { th { "Command" } th.figure { "Began with" } th.figure { "Left" } th.figure { "Lost" } th { "Gone" } } }
                    tbody { @for (row, loss) in side.losses.iter().enumerate() { tr {
                        th scope="row" { (loss.group) }
                        td.figure { (linked(To::Turn(0), loss.start)) }
                        td.figure { (linked(order_at(&since.losses, row), loss.left)) }
                        td.figure { (linked(To::Turn(turn_of(told, loss)), loss.start.saturating_sub(loss.left))) }
                        td { @if !loss.gone.is_empty() { (linked(order_at(&since.losses, row), &loss.gone)) } }
                    } } }
                }
                @for (row, note) in side.notes.iter().enumerate() { p.note { (linked(order_at(&since.notes, row), note)) } }
            } } }
        }
    }
}

/// The index of the turn in which a command lost most; the last turn if no record is kept.
fn turn_of(told: &Chronicle, loss: &Loss) -> usize {
    let fell = loss.strength.windows(2).map(|pair| (pair[0].1.saturating_sub(pair[1].1), pair[1].0));
    let worst =
        fell.filter(|(lost, _)| *lost > 0).max_by_key(|(lost, turn)| (*lost, std::cmp::Reverse(*turn)));
    let place = worst.and_then(|(_, turn)| told.turns.iter().rposition(|played| played.number == turn));
    place.unwrap_or(told.turns.len() - 1)
}

/// Conditions of victory, and the sources of points.
fn decides(told: &Chronicle) -> Markup {
    let ending = &told.ending;
    if !contents(told).iter().any(|(id, _)| *id == "decides") {
        return html! {};
    }
    html! {
        section #decides {
            h2 { "What decides" }
            @if !ending.conditions.is_empty() { ul { @for (row, condition) in ending.conditions.iter().enumerate() { li {
                strong { @if condition.holds { "holds: " } @else { "fails: " } }
                (linked(order_at(&told.since.conditions, row), &condition.words)) " " (clause_of(condition.clause))
            } } } }
            div.columns { @for (place, side) in ending.sides.iter().enumerate() {
                @if !side.sources.is_empty() { div {
                    @let since = since(told, place);
                    h3 { (swatch(place)) (side.name) ": " (linked(To::since(since.points), &side.points)) }
                    ul { @for (row, (what, points)) in side.sources.iter().enumerate() {
                        li { (linked(order_at(&since.sources, row), format!("{points:+}"))) " " (what) }
                    } }
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
                    tbody { @for (at, row) in side.luck.iter().enumerate() { tr {
                        @let thrown = format!("#{}", throws_name(place, at));
                        th scope="row" { (row.kind) }
                        td.figure { a href=(thrown) { (row.dice) } }
                        td.figure { a href=(thrown) { (format!("{:.0}", row.actual)) } }
                        td.figure { a href=(thrown) { (format!("{:.1}", row.expected)) } }
                        td { (row.rarity) }
                    } } }
                }
                @for (at, row) in side.luck.iter().enumerate() {
                    (throws(&throws_name(place, at), &row.kind, told.throws[place.min(1)].get(at).map_or(&[], Vec::as_slice)))
                }
            } } } }
        }
    }
}

/// The id of the throws of a row of a side's luck.
fn throws_name(side: usize, row: usize) -> String {
    format!("luck-{side}-{row}")
}

/// The orders with the throws of a row of luck.
fn throws(name: &str, kind: &str, orders: &[usize]) -> Markup {
    html! {
        details.throws id=(name) {
            summary { (kind) ", order by order" }
            p { @for (place, order) in orders.iter().enumerate() {
                @if place > 0 { ", " }
                (linked(To::Order(*order), order))
            } }
        }
    }
}

fn acts(told: &Chronicle) -> Markup {
    html! {
        section #referee {
            h2 { "Acts of the referee" }
            @if told.acts.is_empty() { p { "The referee overrode nothing." } } @else { ul { @for act in &told.acts { li {
                a href={ "#e" (act.number) } { (act.words) }
                @for (place, clause) in act.clauses.iter().enumerate() {
                    @if place == 0 { ", let stand against " } @else { " and " }
                    (clause_of(clause))
                }
                @if !act.says_why() { ": " (act.reason) }
            } } } }
            @let overruled = EarlierAct::overruled(&told.acts);
            @if !overruled.is_empty() {
                h3 { "Clauses that orders were let stand against" }
                table { tbody { @for (clause, times) in overruled {
                    tr { th scope="row" { (clause_of(clause)) } td { (counted(times, "order", "orders")) } }
                } } }
            }
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
                    summary { (told.heading(turn)) span.brief { (brief(told, turn)) } }
                    figure { (map(told, maps, place, None)) }
                    @let orders = told.orders_of(turn);
                    @if !orders.is_empty() { ol.orders { @for order in orders { (order_of(order)) } } }
                }
            }
        }
    }
}

/// Summary of a turn, in a line.
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

/// The dice and their result; `None` for a throw of no dice.
pub fn dice_words(cast: &Cast, thrower: Thrower) -> Option<String> {
    if cast.throw.dice == 0 {
        return None;
    }
    let came = cast.faces().unwrap_or_else(|| format!("{} counted", cast.answer.value));
    let by = match thrower {
        Thrower::Program => "",
        Thrower::Players => ", by the players",
    };
    Some(format!("{}: {came}{by}", cast.throw.why))
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
