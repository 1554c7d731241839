//! The handbook: the pages of `assets/handbook`, read into blocks that a view shows, with the pictures of `assets/pictures`.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

static PICTURES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/pictures");

/// The pages by the names of their files, in the order in which they are listed.
const FILES: [(&str, &str); 8] = [
    ("evening", include_str!("../../assets/handbook/evening.md")),
    ("battalions", include_str!("../../assets/handbook/battalions.md")),
    ("hexes", include_str!("../../assets/handbook/hexes.md")),
    ("corps", include_str!("../../assets/handbook/corps.md")),
    ("army", include_str!("../../assets/handbook/army.md")),
    ("paper", include_str!("../../assets/handbook/paper.md")),
    ("keyboard", include_str!("../../assets/handbook/keyboard.md")),
    ("commands", include_str!("../../assets/handbook/commands.md")),
];

/// A page of the handbook.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading below that of the page.
    Heading(String),
    /// A paragraph, or an item of a list with its bullet or number.
    Text { mark: Option<String>, spans: Vec<Span> },
    /// Lines that are typed elsewhere.
    Code(String),
    /// Rows of cells; the first row is the heading.
    Table(Vec<Vec<Vec<Span>>>),
    /// A file of `assets/pictures`, and what is to be seen on it.
    Picture { file: String, alt: String },
}

/// Words of one face.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    pub words: String,
    pub face: SpanFace,
    /// The page that they lead to, by its place among all; `None` if they lead nowhere.
    pub page: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpanFace {
    #[default]
    Plain,
    Italic,
    Bold,
    Code,
}

/// All pages.
pub fn pages() -> &'static [Page] {
    static PAGES: LazyLock<Vec<Page>> =
        LazyLock::new(|| FILES.iter().map(|(_, text)| Page::read(text)).collect());
    &PAGES
}

/// A picture as a PNG.
pub fn picture(file: &str) -> Option<&'static [u8]> {
    PICTURES.get_file(file).map(include_dir::File::contents)
}

/// The state of the handbook in the window.
#[derive(Debug, Default)]
pub struct HandbookState {
    /// The open page, by its place among all.
    pub page: usize,
    /// Another page was opened: scroll to its top.
    pub turned: bool,
}

impl HandbookState {
    pub fn open(&mut self, page: usize) {
        *self = Self { page, turned: true };
    }
}

impl Page {
    fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|event| reader.take(event));
        let Reader { title, blocks, .. } = reader;
        Self { title, blocks }
    }
}

/// What has been read of a page.
#[derive(Default)]
struct Reader {
    title: String,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    face: SpanFace,
    page: Option<usize>,
    /// The number of the next item; `None` within a list without numbers.
    next: Option<u64>,
    mark: Option<String>,
    /// The file of the picture whose words are read.
    picture: Option<String>,
    rows: Vec<Vec<Vec<Span>>>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(words) => self.add(&words, self.face),
            Event::Code(words) => self.add(&words, SpanFace::Code),
            Event::SoftBreak | Event::HardBreak => self.add(" ", self.face),
            Event::Start(tag) => self.begin(tag),
            Event::End(tag) => self.end(tag),
            // Nothing else is in the pages.
            _ => {}
        }
    }

    fn add(&mut self, words: &str, face: SpanFace) {
        self.spans.push(Span { words: words.to_owned(), face, page: self.page });
    }

    fn begin(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.finish();
                self.next = first;
            }
            Tag::Item => {
                self.mark = Some(self.next.map_or("•".to_owned(), |number| format!("{number}.")));
                self.next = self.next.map(|number| number + 1);
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Emphasis => self.face = SpanFace::Italic,
            Tag::Strong => self.face = SpanFace::Bold,
            Tag::Link { dest_url, .. } => {
                self.page = FILES.iter().position(|(file, _)| dest_url.strip_suffix(".md") == Some(*file));
            }
            Tag::Image { dest_url, .. } => {
                self.picture = dest_url.rsplit('/').next().map(str::to_owned);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let words = self.plain();
                match level {
                    pulldown_cmark::HeadingLevel::H1 => self.title = words,
                    _ => self.blocks.push(Block::Heading(words)),
                }
            }
            TagEnd::Paragraph | TagEnd::Item => self.finish(),
            TagEnd::CodeBlock => {
                let code = self.plain().trim_end().to_owned();
                self.blocks.push(Block::Code(code));
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                self.rows.last_mut().expect("a cell is in a row").push(cell);
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            TagEnd::Emphasis | TagEnd::Strong => self.face = SpanFace::Plain,
            TagEnd::Link => self.page = None,
            TagEnd::Image => {
                let alt = self.plain();
                let file = self.picture.take().unwrap_or_default();
                self.blocks.push(Block::Picture { file, alt });
            }
            _ => {}
        }
    }

    /// Ends a paragraph or an item.
    fn finish(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if !spans.is_empty() {
            self.blocks.push(Block::Text { mark: self.mark.take(), spans });
        }
    }

    fn plain(&mut self) -> String {
        self.spans.drain(..).map(|span| span.words).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_whole() {
        for ((file, text), page) in FILES.iter().zip(pages()) {
            assert!(text.starts_with(&format!("# {}\n", page.title)), "{file}");
            let spans = page.blocks.iter().flat_map(|block| match block {
                Block::Text { spans, .. } => spans.clone(),
                Block::Table(rows) => rows.iter().flatten().flatten().cloned().collect(),
                Block::Heading(_) | Block::Code(_) | Block::Picture { .. } => Vec::new(),
            });
            let linked = spans.filter(|span| span.page.is_some()).count();
            assert_eq!(linked, text.matches(".md)").count(), "{file}: a link leads to no page");
            assert!(matches!(page.blocks.first(), Some(Block::Picture { .. })), "{file} has no picture");
            let of_lines = |begin: &str| text.lines().filter(|line| line.starts_with(begin)).count();
            let blocks = |is: fn(&Block) -> bool| page.blocks.iter().filter(|block| is(block)).count();
            assert_eq!(of_lines("## "), blocks(|block| matches!(block, Block::Heading(_))), "{file}");
            assert_eq!(of_lines("```"), 2 * blocks(|block| matches!(block, Block::Code(_))), "{file}");
            let bullet = |block: &Block| matches!(block, Block::Text { mark: Some(mark), .. } if mark == "•");
            assert_eq!(of_lines("- "), blocks(bullet), "{file}");
        }
    }

    #[test]
    fn pictures_are_small() {
        for file in PICTURES.files() {
            let (name, bytes) = (file.path().display(), file.contents());
            assert!(bytes.len() <= 120 * 1024, "{name} has {} bytes: shrink it", bytes.len());
            let icon = eframe::icon_data::from_png_bytes(bytes).expect("it is a PNG");
            assert!(icon.width <= 900, "{name} is {} pixels wide", icon.width);
        }
        let shown = pages().iter().flat_map(|page| &page.blocks);
        for block in shown {
            if let Block::Picture { file, alt } = block {
                assert!(picture(file).is_some() && !alt.is_empty(), "{file}");
            }
        }
    }
}
