//! What flows over pages: headings, paragraphs, tables, pictures. Units: points.

use glam::Vec2;

use drawing::{Face, Mark};

/// One block, above the next.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A line over what follows, which stays with it.
    Heading(String),
    /// The same within that.
    Subheading(String),
    Text(Text),
    Table(Table),
    Picture(Picture),
    /// Nothing, so high; at the head of a column no room at all.
    Gap(f32),
}

/// Words of one face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub face: Face,
    pub text: String,
}

impl Span {
    pub fn roman(text: impl Into<String>) -> Self {
        Self { face: Face::Roman, text: text.into() }
    }

    pub fn bold(text: impl Into<String>) -> Self {
        Self { face: Face::Bold, text: text.into() }
    }

    pub fn italic(text: impl Into<String>) -> Self {
        Self { face: Face::Italic, text: text.into() }
    }
}

/// A paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub spans: Vec<Span>,
    /// All its lines but the first begin so much farther in.
    pub hang: f32,
    /// All its lines begin so much farther in.
    pub indent: f32,
    /// It stays with what follows.
    pub keeps: bool,
    /// It stands close to what is above it, as items of a list do.
    pub tight: bool,
}

impl Text {
    pub fn new(spans: impl Into<Vec<Span>>) -> Self {
        Self { spans: spans.into(), ..Self::default() }
    }

    pub fn plain(text: impl Into<String>) -> Self {
        Self::new([Span::roman(text)])
    }
}

impl From<Text> for Block {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

/// A table, whose head is said again where it goes on in another column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<Column>,
    /// Over the columns; empty: it has no head.
    pub head: Vec<String>,
    pub rows: Vec<Row>,
    /// The size of its type; none: as what stands round it.
    pub size: Option<f32>,
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub wide: Wide,
    pub to: To,
}

impl Column {
    pub const fn new(wide: Wide, to: To) -> Self {
        Self { wide, to }
    }
}

/// How wide a column is: never so narrow that a word in it is broken, while all of them have room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wide {
    /// As wide as what stands in it; where there is less room its cells take several lines.
    Fit,
    Points(f32),
    /// So many parts of what the others leave.
    Part(f32),
}

/// To which edge of its column a cell keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Left,
    Middle,
    Right,
}

/// A row, which is never cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// A line above it.
    pub ruled: bool,
    /// It stays with the row that follows.
    pub keeps: bool,
}

impl Row {
    pub fn new(cells: impl Into<Vec<Cell>>) -> Self {
        Self { cells: cells.into(), ..Self::default() }
    }
}

/// What stands in a row under a head of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Words(Vec<Span>),
    /// Boxes to tick, of which the first are ticked already.
    Boxes {
        all: u32,
        ticked: u32,
    },
    Empty,
}

impl Cell {
    pub fn roman(text: impl Into<String>) -> Self {
        Self::Words(vec![Span::roman(text)])
    }

    pub fn bold(text: impl Into<String>) -> Self {
        Self::Words(vec![Span::bold(text)])
    }

    pub fn italic(text: impl Into<String>) -> Self {
        Self::Words(vec![Span::italic(text)])
    }
}

/// Marks in a frame of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its least and greatest corner, in inches of the marks.
    pub low: Vec2,
    pub high: Vec2,
    /// Points an inch.
    pub scale: f32,
    /// From below to above.
    pub marks: Vec<Mark>,
    /// A thin line round it.
    pub framed: bool,
}

impl Picture {
    /// How large it is on the page.
    pub fn size(&self) -> Vec2 {
        (self.high - self.low) * self.scale
    }

    /// The same no larger than `room`.
    #[must_use]
    pub fn within(mut self, room: Vec2) -> Self {
        let size = self.size();
        let less = (room / size).min_element();
        if less < 1.0 {
            self.scale *= less;
        }
        self
    }
}
