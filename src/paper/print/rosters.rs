//! Rosters by command, with boxes to tick: for each strength point, or for what can happen to a counter as a whole. Units:
//! strength points.

use std::collections::BTreeMap;

use super::pieces::{INCH, bare};
use super::{PrintRequest, has_chit};
use crate::pages::boxes_wide;
use crate::pages::page::Type;
use crate::pages::{Block, Cell, Column, Layout, Row, Set, Span, Table, Text, To, Wide, together};
use drawing::Face;
use game::{Arrival, Group, HeadSide, Member, Printed};

/// The sides one after the other, each on its own pages: in one column if that takes one page for each, otherwise in two.
pub fn rosters(request: &PrintRequest<'_>) -> Set {
    let sides: Vec<HeadSide> = request.sides().into_iter().map(|(_, head)| head).collect();
    let set = |columns: usize| {
        let parts: Vec<_> = sides.iter().map(|head| of_side(request, head, columns)).collect();
        together(&parts)
    };
    let whole = set(1);
    if whole.pages.len() <= sides.len() { whole } else { set(2) }
}

fn of_side(request: &PrintRequest<'_>, side: &HeadSide, many: usize) -> (Layout, Vec<Block>) {
    let (_, battle) = request.game.battle();
    let head = request.game.head(request.viewer());
    let printed: BTreeMap<String, Printed> = request
        .game
        .printed(INCH, request.viewer())
        .into_iter()
        .map(|one| (one.piece.clone(), one))
        .collect();
    let groups = request.groups(&side.id);
    let on_hexes = printed.values().any(|one| !one.fates.is_empty());
    let layout = Layout {
        paper: request.paper,
        columns: many,
        title: format!("{battle}: roster, {}", side.name),
        about: about(&head.turn, &head.clock, on_hexes),
        size: 9.0,
    };
    // A line across the page has room for more boxes.
    let columns = columns(&groups, &printed, layout.size, if many > 1 { 10 } else { 20 });
    let mut blocks = match on_hexes {
        true => vec![Block::Heading("Turn record".to_owned()), turn_record(request, &side.id).into()],
        false => vec![turns(request)],
    };
    for group in &groups {
        blocks.extend(of_group(group, request.game.counted_in()));
        if !group.members.is_empty() {
            let table = if on_hexes { counters } else { stands };
            blocks.push(table(&group.members, &printed, &columns).into());
        }
    }
    (layout, blocks)
}

/// The moment of the roster, and how to read the boxes.
fn about(turn: &str, clock: &str, on_hexes: bool) -> String {
    let when = if clock.is_empty() { turn.to_owned() } else { format!("{turn}, {clock}") };
    let what = if on_hexes { "what happens to a unit" } else { "each point lost" };
    format!("As it stands in {when}. Tick a box for {what}")
}

/// The turns of the battle, to tick as they end.
fn turns(request: &PrintRequest<'_>) -> Block {
    let (all, now) = (u32::from(request.game.turns()), u32::from(request.game.turn_number()));
    let ticked = now.saturating_sub(1).min(all);
    let columns = vec![Column::new(Wide::Fit, To::Left), Column::new(Wide::Part(1.0), To::Left)];
    let row = Row::new([Cell::bold("Turns"), Cell::Boxes { all, ticked }]);
    Table { columns, rows: vec![row], ..Table::default() }.into()
}

/// The turns of the battle one below the other, to tick as they end, each with those of a side who arrive in it, where, and at
/// what price.
pub fn turn_record(request: &PrintRequest<'_>, side: &str) -> Table {
    let (all, now) = (request.game.turns(), request.game.turn_number());
    let own = |arrival: &Arrival| arrival.side == side;
    let arrivals: Vec<Arrival> = request.game.arrivals(request.viewer()).into_iter().filter(own).collect();
    let mut rows = Vec::new();
    for turn in 1..=all {
        let ticked = Cell::Boxes { all: 1, ticked: u32::from(turn < now) };
        let mut begun = vec![ticked, Cell::bold(turn.to_string()), Cell::roman(request.game.clock(turn))];
        // Who is late comes now.
        let coming: Vec<&Arrival> = arrivals.iter().filter(|one| one.turn.max(now) == turn).collect();
        for arrival in &coming {
            begun.resize(3, Cell::Empty);
            let told = [&arrival.at, &arrival.name, &arrival.price].map(|words| Cell::roman(words.as_str()));
            rows.push(Row { ruled: begun[0] != Cell::Empty, ..Row::new([&begun[..], &told].concat()) });
            begun.clear();
        }
        if coming.is_empty() {
            rows.push(Row { ruled: true, ..Row::new(begun) });
        }
    }
    let (fit, right) = (Column::new(Wide::Fit, To::Left), Column::new(Wide::Fit, To::Right));
    let columns = vec![fit, right, fit, fit, Column::new(Wide::Part(1.0), To::Left), right];
    let priced = arrivals.iter().any(|arrival| !arrival.price.is_empty());
    let head =
        ["", "Turn", "Time", "At", "Arrives", if priced { "Pays" } else { "" }].map(str::to_owned).to_vec();
    Table { columns, head, rows, ..Table::default() }
}

fn of_group(group: &Group, counted: &str) -> Vec<Block> {
    let mut blocks = vec![match group.depth {
        0 => Block::Heading(group.name.clone()),
        _ => Block::Subheading(group.name.clone()),
    }];
    let mut said = Vec::new();
    if group.start > 0 {
        said.push(format!("{} of {} {counted}", group.strength, group.start));
    }
    if !group.strain.is_empty() {
        said.push(group.strain.clone());
    }
    if let Some(chits) = group.chits.as_ref().filter(|_| has_chit(group)) {
        let many = if chits.count > 1 { format!("{} chits", chits.count) } else { "chit".to_owned() };
        said.push(format!("{many} {}", chits.words));
    }
    said.extend(group.army.iter().map(|army| format!("{}: {}", army.name, army.words)));
    said.extend(group.facts_in_full().filter(|fact| *fact != group.strain).map(str::to_owned));
    if !said.is_empty() {
        let text = Text::new([Span::italic(said.join("; "))]);
        blocks.push(Text { keeps: !group.members.is_empty(), ..text }.into());
    }
    blocks
}

/// Number, name and arm, strength, movement, and a box for each thing that can happen to it.
fn counters(members: &[Member], printed: &BTreeMap<String, Printed>, _: &[Column]) -> Table {
    let all: Vec<(&Member, &Printed)> =
        members.iter().filter_map(|member| Some((member, printed.get(&member.piece)?))).collect();
    // Less can happen to a leader than to a unit.
    let most = all.iter().map(|(_, printed)| &printed.fates).max_by_key(|fates| fates.len());
    let fates: Vec<&str> = most.into_iter().flatten().map(|(name, _)| *name).collect();
    let row = |(member, printed): &(&Member, &Printed)| {
        let strength = match printed.start {
            // A leader has a bonus in its place.
            0 => member.figures.clone(),
            start if printed.left == start || printed.left == 0 => start.to_string(),
            start => format!("{}/{start}", printed.left),
        };
        let mut cells = vec![
            Cell::bold(member.tag.clone()),
            Cell::Words(named(member, printed)),
            Cell::roman(strength),
            Cell::roman(printed.movement.to_string()),
        ];
        cells.extend(fates.iter().map(|fate| {
            let own = printed.fates.iter().find(|(name, _)| name == fate);
            own.map_or(Cell::Empty, |(_, is_so)| Cell::Boxes { all: 1, ticked: u32::from(*is_so) })
        }));
        Row { ruled: true, ..Row::new(cells) }
    };
    let mut columns = vec![
        Column::new(Wide::Points(26.0), To::Right),
        Column::new(Wide::Part(1.0), To::Left),
        Column::new(Wide::Points(22.0), To::Right),
        Column::new(Wide::Points(16.0), To::Right),
    ];
    columns.extend(fates.iter().map(|_| Column::new(Wide::Fit, To::Left)));
    let mut head = ["", "", "SP", "MP"].map(str::to_owned).to_vec();
    head.extend(fates.iter().map(|fate| game::sentence(fate)));
    Table { columns, head, rows: all.iter().map(row).collect(), ..Table::default() }
}

/// The name of a piece with its arm and where it is.
fn named(member: &Member, printed: &Printed) -> Vec<Span> {
    let mut name = vec![Span::roman(bare(member))];
    let told = [printed.arm.as_str(), member.state.as_str()];
    let told: Vec<&str> = told.into_iter().filter(|words| !words.is_empty()).collect();
    if !told.is_empty() {
        name.push(Span::italic(format!(" {}", told.join(", "))));
    }
    name
}

/// Number, name and arm, strength, boxes.
fn stands(members: &[Member], printed: &BTreeMap<String, Printed>, columns: &[Column]) -> Table {
    let nothing = Printed::default();
    let row = |member: &Member| {
        let printed = printed.get(&member.piece).unwrap_or(&nothing);
        let ticked = if printed.hidden { 0 } else { printed.start.saturating_sub(printed.left) };
        let boxes = match printed.start {
            0 => Cell::Empty,
            all => Cell::Boxes { all, ticked },
        };
        Row {
            ruled: true,
            ..Row::new([
                Cell::bold(member.tag.clone()),
                Cell::Words(named(member, printed)),
                Cell::roman(figures(member, printed)),
                boxes,
            ])
        }
    };
    Table { columns: columns.to_vec(), rows: members.iter().map(row).collect(), ..Table::default() }
}

/// The columns of all tables of a roster: number, name and arm, strength, boxes; up to `a_line` boxes on a line.
fn columns(groups: &[Group], printed: &BTreeMap<String, Printed>, size: f32, a_line: u32) -> Vec<Column> {
    let nothing = Printed::default();
    let all = || groups.iter().flat_map(|group| &group.members);
    let of = |member: &Member| printed.get(&member.piece);
    let wide = |text: String, face: Face| Type::new(face, size).width(&text) + 0.5;
    let numbers = all().map(|member| wide(member.tag.clone(), Face::Bold)).fold(0.0, f32::max);
    let strengths = all()
        .map(|member| wide(figures(member, of(member).unwrap_or(&nothing)), Face::Roman))
        .fold(0.0, f32::max);
    let most =
        all().map(|member| of(member).map_or(0, |printed| printed.start)).max().unwrap_or(0).min(a_line);
    vec![
        Column::new(Wide::Points(numbers), To::Right),
        Column::new(Wide::Part(1.0), To::Left),
        Column::new(Wide::Points(strengths), To::Right),
        Column::new(Wide::Points(boxes_wide(most, size) + 1.0), To::Left),
    ]
}

/// The strength left and at the start, or the figures on its counter if it has any.
fn figures(member: &Member, printed: &Printed) -> String {
    match (printed.start, printed.hidden) {
        (0, _) => member.figures.clone(),
        (start, true) => format!("?/{start}"),
        (start, false) => format!("{}/{start}", printed.left),
    }
}
