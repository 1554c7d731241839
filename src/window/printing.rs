//! Printing: documents are chosen, previewed page by page, and written as PDFs, all on threads.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::background::{Background, Reporter};
use super::opener::typed_path;
use super::texts::print as texts;
use desk::{Game, write_into};
use drawing::Palette;
use game::Viewer;
use paper::output::{Pixels, pixels};
use paper::pages::{Page, Paper};
use paper::print::{Document, PrintRequest, What, documents};
use scenario::Side;

/// Least and greatest resolution of a page, in pixels per point.
const SHARP: std::ops::RangeInclusive<f32> = 0.4..=4.0;

/// The choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub what: BTreeSet<What>,
    pub side: Option<Side>,
    pub paper: Paper,
    /// The number of a ruling card's order, as typed.
    pub order: String,
}

/// The size of the page in the preview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// The whole page is visible.
    #[default]
    Whole,
    /// As wide as its room; it scrolls.
    Wide,
}

impl Fit {
    /// The size of this page in this room.
    pub fn size(self, page: [f32; 2], room: [f32; 2]) -> [f32; 2] {
        let [wide, high] = [room[0] / page[0], room[1] / page[1]];
        let by = match self {
            Self::Whole => wide.min(high),
            Self::Wide => wide,
        };
        page.map(|side| side * by)
    }
}

/// A page, and the room and fit for which it is drawn.
type Shown = (usize, [u32; 2], Fit);

/// The choices when the dialog was closed, for the next time.
#[derive(Clone, Debug)]
pub struct Habits {
    what: BTreeSet<What>,
    paper: Paper,
    fit: Fit,
}

/// The documents made, and why others were not.
type Made = (Vec<Document>, Vec<String>);

/// A message of the writing thread.
#[derive(Debug)]
enum WriteProgress {
    Begun(String),
    /// This many documents were written into this folder.
    Done(usize, PathBuf),
    Fault(String),
}

/// The printing dialog.
pub struct Printing {
    /// The kinds of documents of this game.
    pub kinds: Vec<What>,
    /// By number, with their names.
    pub sides: Vec<(Side, String)>,
    pub choice: Choice,
    pub folder: String,
    /// Index of the page among all documents.
    pub at: usize,
    /// Size in pixels of the room for the page.
    pub room: [u32; 2],
    pub fit: Fit,
    /// The folder into which the documents were written.
    pub written: Option<PathBuf>,
    /// The result, or the present state.
    pub said: String,
    game: Box<dyn Game>,
    /// The choices that the documents are for.
    set_for: Option<Choice>,
    documents: Vec<Document>,
    setting: Option<Background<Made>>,
    /// The page that is drawn, its room, and its picture.
    drawn: Option<(Shown, TextureHandle)>,
    drawing: Option<(Shown, Background<Result<Pixels, String>>)>,
    writing: Option<Background<WriteProgress>>,
}

impl fmt::Debug for Printing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printing")
            .field("choice", &self.choice)
            .field("said", &self.said)
            .finish_non_exhaustive()
    }
}

impl Printing {
    /// `habits`: the choices of the last time.
    pub fn new(game: Box<dyn Game>, viewer: Viewer, folder: PathBuf, habits: Option<Habits>) -> Self {
        let mut kinds: Vec<What> =
            What::ALL.into_iter().filter(|what| what.makes_sense(game.as_ref())).collect();
        // A ruling card needs at least one order.
        let last = game.at();
        if last > 0 {
            kinds.push(What::Ruling);
        }
        let sides = game.head(viewer).sides.into_iter().enumerate();
        let side = match viewer {
            Viewer::Side(side) => Some(side),
            Viewer::Referee => None,
        };
        let last = last_verdict(game.as_ref()).unwrap_or(last);
        // The usual start of an evening.
        let rosters = || Habits { what: [What::Rosters].into(), paper: Paper::A4, fit: Fit::Whole };
        let Habits { what, paper, fit } = habits.unwrap_or_else(rosters);
        let what = what.into_iter().filter(|what| kinds.contains(what)).collect();
        Self {
            sides: sides.map(|(place, side)| (Side(place as u8), side.name)).collect(),
            choice: Choice { what, side, paper, order: last.to_string() },
            kinds,
            folder: folder.display().to_string(),
            at: 0,
            room: [0; 2],
            fit,
            written: None,
            said: String::new(),
            game,
            set_for: None,
            documents: Vec::new(),
            setting: None,
            drawn: None,
            drawing: None,
            writing: None,
        }
    }

    /// The pages of all documents, each with its document's title.
    fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.documents.iter().flat_map(|one| one.set.pages.iter().map(|page| (one.title.as_str(), page)))
    }

    /// Number of pages; `None` while they are being set.
    pub fn many(&self) -> Option<usize> {
        self.setting.is_none().then(|| self.pages().count())
    }

    /// The title of the present document.
    pub fn title(&self) -> Option<&str> {
        self.pages().nth(self.at).map(|(title, _)| title)
    }

    /// The present page, once it is drawn.
    pub fn picture(&self) -> Option<&TextureHandle> {
        self.drawn
            .as_ref()
            .filter(|((at, _, fit), _)| (*at, *fit) == (self.at, self.fit))
            .map(|(_, picture)| picture)
    }

    /// The choices, for the next time.
    pub fn habits(&self) -> Habits {
        Habits { what: self.choice.what.clone(), paper: self.choice.paper, fit: self.fit }
    }

    /// Are documents being written?
    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Goes to the next page, or the last one.
    pub fn turn(&mut self, on: bool) {
        let many = self.pages().count();
        self.at = if on { (self.at + 1).min(many.saturating_sub(1)) } else { self.at.saturating_sub(1) };
    }

    /// Takes the threads' results, and starts the next task.
    pub fn poll(&mut self, ctx: &Context) {
        self.poll_setting();
        if self.set_for.as_ref() != Some(&self.choice) {
            self.begin_setting(ctx);
        }
        self.poll_drawing(ctx);
        self.poll_writing();
    }

    fn begin_setting(&mut self, ctx: &Context) {
        let (choice, game) = (self.choice.clone(), self.game.twin());
        self.set_for = Some(choice.clone());
        (self.drawn, self.drawing) = (None, None);
        self.said.clear();
        self.setting = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let order = choice.order.trim().parse().ok();
            let request = PrintRequest { game: game.as_ref(), paper: choice.paper, side: choice.side, order };
            let (mut all, mut faults) = (Vec::new(), Vec::new());
            for what in choice.what {
                if reporter.stopped() {
                    return;
                }
                match documents(what, &request) {
                    Ok(made) => all.extend(made),
                    Err(fault) => faults.push(texts::fault(&fault)),
                }
            }
            reporter.report((all, faults));
        }));
    }

    fn poll_setting(&mut self) {
        let Some(setting) = &self.setting else { return };
        self.documents = match setting.poll() {
            Ok((made, mut faults)) => {
                let lacking: BTreeSet<char> =
                    made.iter().flat_map(|one| one.set.lacking.iter().copied()).collect();
                if !lacking.is_empty() {
                    let letters: Vec<String> = lacking.iter().map(char::to_string).collect();
                    faults.push(texts::lacking(&letters.join(" ")));
                }
                self.said = faults.join(". ");
                made
            }
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                texts::GIVEN_UP.clone_into(&mut self.said);
                Vec::new()
            }
        };
        self.setting = None;
        self.at = self.at.min(self.pages().count().saturating_sub(1));
    }

    fn poll_drawing(&mut self, ctx: &Context) {
        let now = (self.at, self.room, self.fit);
        if let Some((shown, drawing)) = &self.drawing {
            match drawing.poll() {
                Ok(Ok(Pixels { wide, high, rgba })) => {
                    let size = [wide, high].map(|side| side as usize);
                    let image = ColorImage::from_rgba_premultiplied(size, &rgba);
                    self.drawn = Some((*shown, ctx.load_texture("page", image, TextureOptions::LINEAR)));
                    self.drawing = None;
                }
                Ok(Err(fault)) => {
                    self.said = fault;
                    self.drawing = None;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.drawing = None,
            }
        }
        let is_now = |shown: Option<&Shown>| shown == Some(&now);
        let drawn = is_now(self.drawn.as_ref().map(|(shown, _)| shown));
        let wanted = !drawn && !is_now(self.drawing.as_ref().map(|(shown, _)| shown)) && self.room[1] > 0;
        let page = self.pages().nth(self.at).map(|(_, page)| page.clone());
        if let Some(page) = page.filter(|_| wanted && self.setting.is_none()) {
            let room = self.room.map(|side| side as f32);
            let [wide, _] = self.fit.size([page.size.x, page.size.y], room);
            let sharp = (wide / page.size.x).clamp(*SHARP.start(), *SHARP.end());
            let begun = Background::begin(Some(ctx.clone()), move |reporter| {
                let drawn = pixels(&page.svg(Palette::PRINT), sharp);
                reporter.report(drawn.map_err(|fault| fault.to_string()));
            });
            self.drawing = Some((now, begun));
        }
    }

    /// Writes all chosen documents.
    pub fn write(&mut self, ctx: &Context) {
        if self.setting.is_some() || self.writing.is_some() {
            return;
        }
        if self.choice.what.is_empty() {
            return texts::NOTHING.clone_into(&mut self.said);
        }
        if self.documents.is_empty() {
            // A known reason is already shown.
            if self.said.is_empty() {
                texts::NO_PAGE.clone_into(&mut self.said);
            }
            return;
        }
        let Some(folder) = typed_path(&self.folder) else {
            return texts::NO_FOLDER.clone_into(&mut self.said);
        };
        self.written = None;
        let documents = self.documents.clone();
        self.writing = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            match write_all(&documents, &folder, reporter) {
                Ok(()) => reporter.report(WriteProgress::Done(documents.len(), folder)),
                Err(fault) => reporter.report(WriteProgress::Fault(fault)),
            }
        }));
    }

    fn poll_writing(&mut self) {
        while let Some(writing) = &self.writing {
            match writing.poll() {
                Ok(WriteProgress::Begun(name)) => self.said = texts::writing(&name),
                Ok(WriteProgress::Done(many, folder)) => {
                    self.said = texts::wrote(many, &folder.display().to_string());
                    self.written = Some(folder);
                    self.writing = None;
                }
                Ok(WriteProgress::Fault(fault)) => {
                    self.said = fault;
                    self.writing = None;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    texts::NOT_WRITTEN.clone_into(&mut self.said);
                    self.writing = None;
                }
            }
        }
    }
}

/// The last order of the game that decided something; `None` if there is none.
fn last_verdict(game: &dyn Game) -> Option<usize> {
    let mut at = game.at();
    while at > 0 {
        let entry = game.entry(at - 1, Viewer::Referee)?;
        if entry.dice.iter().any(|(cast, _)| cast.throw.dice > 0) {
            return Some(entry.number);
        }
        at = entry.parent;
    }
    None
}

fn write_all(
    documents: &[Document],
    folder: &Path,
    reporter: &Reporter<WriteProgress>,
) -> Result<(), String> {
    let mut files = Vec::with_capacity(documents.len());
    for document in documents {
        if reporter.stopped() {
            return Ok(());
        }
        let name = format!("{}.pdf", document.name);
        reporter.report(WriteProgress::Begun(name.clone()));
        let file = document.pdf().map_err(|fault| fault.to_string())?;
        files.push((folder.join(name), file));
    }
    if reporter.stopped() {
        return Ok(());
    }
    write_into(folder, &files).map_err(|fault| fault.to_string())
}
