//! Documents for a side: its briefing, and its casualty return. Both contain only what that side may know.

use glam::Vec2;

use super::{Document, PrintRequest, What, rosters};
use crate::pages::{Block, Cell, Column, Layout, Picture, Row, Set, Span, Table, Text, To, Wide};
use crate::picture::{Look, layers};
use crate::svg::Frame;
use drawing::{Palette, Stage};
use game::ending::people;
use game::{Ending, Group, Head, HeadSide, Member, Viewer};
use scenario::Side;

/// Margin round a picture, in inches of the table.
const MARGIN: f32 = 0.3;

/// A document for each side, or for the requested one.
pub fn documents(what: What, request: &PrintRequest<'_>) -> Vec<Document> {
    let made = request.sides().into_iter().map(|(side, head)| {
        // As each side sees it, regardless of who prints it.
        let seen = PrintRequest { side: Some(side), ..*request };
        let (_, battle) = request.game.battle();
        let (kind, set) = match what {
            What::Return => ("casualty return", returned(&seen, side)),
            _ => ("briefing", briefing(&seen, side)),
        };
        Document {
            name: format!("{}-{}", what.name(), head.id),
            title: format!("{battle}: {kind}, {}", head.name),
            set,
        }
    });
    made.collect()
}

/// The game as a side sees it.
struct Seen<'g> {
    request: PrintRequest<'g>,
    viewer: Viewer,
    head: Head,
    own: HeadSide,
    ending: Ending,
}

impl<'g> Seen<'g> {
    fn new(request: &PrintRequest<'g>, side: Side) -> Self {
        let viewer = Viewer::Side(side);
        let head = request.game.head(viewer);
        let own = head.sides.get(side.index()).cloned();
        let own = own.unwrap_or(HeadSide { id: String::new(), name: String::new(), colour: None, points: 0 });
        Self { request: *request, viewer, head, own, ending: request.game.ending_as_known(viewer) }
    }

    fn layout(&self, kind: &str) -> Layout {
        let (_, battle) = self.request.game.battle();
        let when = [&self.head.turn, &self.head.clock, &self.head.phase];
        let when: Vec<&str> =
            when.into_iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        Layout {
            paper: self.request.paper,
            columns: 1,
            title: format!("{battle}: {kind}, {}", self.own.name),
            about: format!(
                "Sealed: for {} alone. {}",
                people(&self.own.name),
                game::sentence(&when.join(", "))
            ),
            size: 10.0,
        }
    }

    fn groups(&self, own: bool) -> Vec<Group> {
        let all = self.request.game.groups(self.viewer).into_iter();
        all.filter(|group| (group.side == self.own.id) == own).collect()
    }

    /// Groups of one side, each with its initial and its remaining strength: as in the ending of the battle, if it has such
    /// figures. Pieces still to come are not lost.
    fn losses(&self, groups: &[Group]) -> Table {
        let side = groups.first().map(|group| group.side.as_str());
        let place = self.head.sides.iter().position(|head| Some(head.id.as_str()) == side);
        let ending = place.and_then(|place| self.ending.sides.get(place));
        let mut told = ending.map_or(&[][..], |side| side.losses.as_slice()).iter().peekable();
        let counted = groups.iter().map(|group| {
            let same = told.next_if(|loss| loss.group == group.name && loss.start == group.start);
            (group, same.map_or(group.strength, |loss| loss.left))
        });
        losses(&counted.collect::<Vec<_>>(), self.request.game.counted_in())
    }

    fn enemy(&self) -> String {
        let enemy = self.head.sides.iter().find(|side| side.id != self.own.id);
        people(enemy.map_or("the enemy", |side| &side.name))
    }
}

/// The fractions of a page tried for the picture of a briefing: a smaller one is used if that saves a page.
const PICTURES: [f32; 4] = [0.52, 0.47, 0.42, 0.37];

fn briefing(request: &PrintRequest<'_>, side: Side) -> Set {
    let seen = Seen::new(request, side);
    let layout = seen.layout("briefing");
    let mut blocks = aims(&seen);
    blocks.push(Block::Heading("Your troops".to_owned()));
    blocks.push(commands(&seen.groups(true), request.game.counted_in()).into());
    if request.game.arrivals(seen.viewer).iter().any(|arrival| arrival.side == seen.own.id) {
        blocks.push(Block::Heading("Who is still to come".to_owned()));
        blocks.push(rosters::turn_record(request, &seen.own.id).into());
    }
    blocks.push(Block::Heading(format!("What you know of {}", seen.enemy())));
    blocks.push(commands(&seen.groups(false), request.game.counted_in()).into());
    let room = layout.column();
    let room = |part: f32| Vec2::new(room.x, room.y * part);
    let stage = request.game.stage(seen.viewer);
    blocks.insert(0, Block::Gap(0.0));
    // The number of pages depends on the size of the picture, not on its content.
    let mut pages = |part: f32| {
        blocks[0] = Block::Picture(bare(&stage, room(part)));
        layout.pages(&blocks).pages.len()
    };
    // Of those with the fewest pages the largest.
    let part = PICTURES.into_iter().min_by_key(|part| pages(*part)).unwrap_or(PICTURES[0]);
    blocks[0] = Block::Picture(drawn(&seen, &stage, bare(&stage, room(part))));
    layout.pages(&blocks)
}

/// The empty table or map in this room.
fn bare(stage: &Stage, room: Vec2) -> Picture {
    let (low, high) = (stage.low - MARGIN, stage.high + MARGIN);
    Picture { low, high, scale: (room / (high - low)).min_element(), marks: Vec::new(), framed: true }
}

/// The same picture as the side sees the game.
fn drawn(seen: &Seen<'_>, stage: &Stage, bare: Picture) -> Picture {
    let Picture { low, high, scale, .. } = bare;
    let look =
        Look { scale, palette: Palette::PRINT, viewer: seen.viewer, laid: Vec::new(), over: Vec::new() };
    let marks = layers(seen.request.game, stage, &look, &Frame::new(low, high, scale)).concat();
    Picture { marks, ..bare }
}

/// The aims of the battle: points and conditions.
fn aims(seen: &Seen<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let item = |words: &str| Block::from(Text { hang: 10.0, ..Text::plain(format!("• {words}")) });
    // What is also a condition is given once, with its clause.
    let told = |words: &&String| !seen.ending.conditions.iter().any(|condition| condition.words == **words);
    blocks.extend(seen.head.points_for.iter().filter(told).map(|words| item(words)));
    for condition in &seen.ending.conditions {
        let spans = [Span::roman(format!("• {} ", condition.words)), Span::italic(condition.clause)];
        blocks.push(Text { hang: 10.0, ..Text::new(spans) }.into());
    }
    if blocks.is_empty() {
        let sources =
            seen.ending.sides.iter().flat_map(|side| side.sources.iter().map(|source| (&side.name, source)));
        blocks.extend(sources.map(|(name, (words, points))| {
            item(&format!("{name}: {words}, {}", game::counted(*points, "point", "points")))
        }));
    }
    let points: Vec<String> =
        seen.head.sides.iter().map(|side| format!("{} {}", side.name, side.points)).collect();
    let are = if seen.head.points_are.is_empty() { "Victory points" } else { seen.head.points_are };
    blocks.push(Text::plain(format!("{are}: {}.", points.join(", "))).into());
    let mut all = vec![Block::Heading("What decides the day".to_owned())];
    all.extend(blocks);
    all
}

/// Commands with their strength, subordinate ones indented.
fn commands(groups: &[Group], counted: &str) -> Table {
    let row = |group: &Group| {
        let under = "\u{2003}".repeat(group.depth.min(4));
        let strength = match group.start {
            0 => String::new(),
            start if group.strength == start => start.to_string(),
            start => format!("{} of {start}", group.strength),
        };
        let mut told: Vec<String> = Vec::new();
        told.extend(Some(group.strain.clone()).filter(|strain| !strain.is_empty()));
        told.extend(group.facts_in_full().filter(|fact| *fact != group.strain).map(str::to_owned));
        let pieces: Vec<String> = group.members.iter().map(words_of).collect();
        let mut spans = vec![Span::roman(pieces.join(", "))];
        if !told.is_empty() {
            spans.push(Span::italic(format!(" {}", told.join("; "))));
        }
        let cells = [Cell::bold(format!("{under}{}", group.name)), Cell::roman(strength), Cell::Words(spans)];
        Row { ruled: true, ..Row::new(cells) }
    };
    Table {
        columns: vec![
            Column::new(Wide::Fit, To::Left),
            Column::new(Wide::Fit, To::Right),
            Column::new(Wide::Part(1.0), To::Left),
        ],
        head: vec!["Command".to_owned(), game::sentence(counted), "Troops".to_owned()],
        rows: groups.iter().map(row).collect(),
        size: None,
    }
}

/// Does its name begin with its label: `44th Line`, `14 Foy`, `Bonaparte`?
fn is_named_by_tag(member: &Member) -> bool {
    member.name.starts_with(&member.tag)
}

/// A piece in few words: number, name, strength, and condition.
fn words_of(member: &Member) -> String {
    let name =
        if is_named_by_tag(member) { member.name.clone() } else { format!("{} {}", member.tag, member.name) };

    let told = [member.figures.as_str(), member.state.as_str()];
    let told: Vec<&str> = told.into_iter().filter(|words| !words.is_empty()).collect();
    if told.is_empty() { name } else { format!("{name} ({})", told.join(", ")) }
}

fn returned(request: &PrintRequest<'_>, side: Side) -> Set {
    let seen = Seen::new(request, side);
    let layout = seen.layout("casualty return");
    let mut blocks = vec![Block::Heading(format!("Losses of {}", people(&seen.own.name)))];
    let own = seen.groups(true);
    blocks.push(seen.losses(&own).into());
    if let Some(ending) = seen.ending.sides.get(side.index()) {
        blocks.extend(ending.notes.iter().map(|note| Text::plain(game::sentence(note)).into()));
    }
    let hit = hit(&own);
    if !hit.rows.is_empty() {
        blocks.push(Block::Heading("Who has lost".to_owned()));
        blocks.push(hit.into());
    }
    blocks.push(Block::Heading(format!("Losses of {}, as far as you know", seen.enemy())));
    blocks.push(seen.losses(&seen.groups(false)).into());
    blocks.push(Text::plain(game::sentence(&seen.ending.verdict)).into());
    layout.pages(&blocks)
}

/// The remaining strength command by command, and the total.
fn losses(groups: &[(&Group, u32)], counted: &str) -> Table {
    let cells = |name: Cell, start: u32, left: u32, gone: usize| {
        let number = |number: u32| Cell::roman(number.to_string());
        let gone = if gone == 0 { Cell::Empty } else { Cell::roman(gone.to_string()) };
        [name, number(start), number(left), Cell::bold(start.saturating_sub(left).to_string()), gone]
    };
    let gone = |group: &Group| group.members.iter().filter(|member| member.lost).count();
    let with_troops = || groups.iter().filter(|(group, _)| group.start > 0 || gone(group) > 0);
    let mut rows: Vec<Row> = with_troops()
        .map(|(group, left)| Row {
            ruled: true,
            ..Row::new(cells(Cell::roman(group.name.clone()), group.start, *left, gone(group)))
        })
        .collect();
    let all = cells(
        Cell::bold("All"),
        with_troops().map(|(group, _)| group.start).sum(),
        with_troops().map(|(_, left)| left).sum(),
        with_troops().map(|(group, _)| gone(group)).sum(),
    );
    rows.push(Row { ruled: true, ..Row::new(all) });
    let right = Column::new(Wide::Points(64.0), To::Right);
    Table {
        columns: vec![Column::new(Wide::Part(1.0), To::Left), right, right, right, right],
        head: [
            format!("Command, {counted}"),
            "Began with".into(),
            "Left".into(),
            "Lost".into(),
            "Pieces lost".into(),
        ]
        .into(),
        rows,
        size: None,
    }
}

/// The pieces that have losses.
fn hit(groups: &[Group]) -> Table {
    let hit = |member: &&Member| member.weakened || member.lost;
    let row = |(group, member): (&Group, &Member)| {
        let name = match is_named_by_tag(member) {
            true => vec![Span::roman(member.name.clone())],
            false => vec![Span::bold(member.tag.clone()), Span::roman(format!(" {}", member.name))],
        };
        let cells = [
            Cell::Words(name),
            Cell::roman(group.name.clone()),
            Cell::roman(member.figures.clone()),
            Cell::italic(member.state.clone()),
        ];
        Row { ruled: true, ..Row::new(cells) }
    };
    let all =
        groups.iter().flat_map(|group| group.members.iter().filter(hit).map(move |member| (group, member)));
    Table {
        columns: vec![
            Column::new(Wide::Part(1.2), To::Left),
            Column::new(Wide::Part(1.0), To::Left),
            Column::new(Wide::Fit, To::Right),
            Column::new(Wide::Part(1.0), To::Left),
        ],
        head: ["Piece", "Command", "Strength", "State"].map(str::to_owned).to_vec(),
        rows: all.map(row).collect(),
        size: None,
    }
}
