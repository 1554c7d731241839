//! The content of pages: headings, paragraphs, tables, pictures. Units: points.

use glam::Vec2;

use drawing::{Face, Mark};

/// One block, above the next.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading, which stays with what follows.
    Heading(String),
    /// A heading below another.
    Subheading(String),
    Text(Text),
    Table(Table),
    Picture(Picture),
    /// Empty space of this height; none at the head of a column.
    Gap(f32),
}

/// Words in one face.
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
    /// Additional indent of all lines but the first.
    pub hang: f32,
    /// Indent of all lines.
    pub indent: f32,
    /// Does it stay with what follows?
    pub keeps: bool,
    /// Is it close to what is above it, like items of a list?
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

/// A table, whose head is repeated where it continues in another column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<Column>,
    /// The headings of the columns; empty if it has no head.
    pub head: Vec<String>,
    pub rows: Vec<Row>,
    /// Font size; `None` for that of the text around it.
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

/// The width of a column: always enough for its longest word, if there is room for all columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wide {
    /// As wide as its content; with less room its cells take several lines.
    Fit,
    Points(f32),
    /// This many parts of what the others leave.
    Part(f32),
}

/// The alignment of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Left,
    Middle,
    Right,
}

/// A row, which is never split.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// Is there a line above it?
    pub ruled: bool,
    /// Does it stay with the row that follows?
    pub keeps: bool,
}

impl Row {
    pub fn new(cells: impl Into<Vec<Cell>>) -> Self {
        Self { cells: cells.into(), ..Self::default() }
    }
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Words(Vec<Span>),
    /// Boxes to tick, the first of which are ticked already.
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
    /// Least corner, in inches of the marks.
    pub low: Vec2,
    /// Greatest corner.
    pub high: Vec2,
    /// Points per inch.
    pub scale: f32,
    /// From bottom to top.
    pub marks: Vec<Mark>,
    /// Is there a thin line round it?
    pub framed: bool,
}

impl Picture {
    /// Its size on the page.
    pub fn size(&self) -> Vec2 {
        (self.high - self.low) * self.scale
    }

    /// The picture scaled down to fit `room`.
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
