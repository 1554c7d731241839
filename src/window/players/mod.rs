//! The players' screen: a second window that shows a game as one side may see it, for a table of players and without controls.
//!
//! `shown` is what it says, asked of the game with the screen's own viewer; `column` lays that out in letters for three metres;
//! `board` is the large board.

mod board;
mod column;
mod shown;

use egui::{CentralPanel, Frame, Panel, Ui, ViewportBuilder, ViewportId};
use glam::Vec2;

use super::texts::menus;
use desk::Game;
use drawing::{Mark, NAMES_OVER, Stage, StageSpot, USUAL_SCALE};
use game::{Head, Viewer};

use super::canvas::{Answers, CanvasState, CanvasView, canvas_ui};
use super::panels::{remarks_ui, spot_ui};
use super::state::{BoardPlace, new_sheet};
use super::views::{self, ViewContext};

pub use board::ClockFace;
use board::{Board, board_ui, clocks_ui};
use shown::{Asks, Lifted, Shown};
pub use shown::{Considered, Typing};

/// What the second window shows.
#[derive(Debug)]
pub struct Screen {
    pub viewer: Viewer,
    /// The version of the game for head and stage.
    version: u64,
    head: Head,
    stage: Stage,
    board: Board,
    /// What is said beside the table, with the version, the scale and what the referee considered when it was asked.
    shown: Shown,
    asked: Option<(u64, u32, Considered)>,
    lifted: Lifted,
    sheet: u64,
    canvas: CanvasState,
}

/// The callbacks of the canvas for a game without controls.
pub struct Seen<'a> {
    pub view: &'a ViewContext,
    pub game: &'a dyn Game,
    pub viewer: Viewer,
}

impl Answers for Seen<'_> {
    fn layer(&self, name: &str, scale: f32) -> Vec<Mark> {
        self.game.layer(name, scale, self.viewer)
    }

    fn tooltip(&self, ui: &mut Ui, piece: &str) {
        let Ok(tooltip) = self.game.tooltip(piece, self.viewer) else { return };
        ui.set_max_width(360.0);
        views::heading(ui, &tooltip.title);
        remarks_ui(ui, self.view, &tooltip.said);
    }

    fn place_tooltip(&self, ui: &mut Ui, spot: &StageSpot) {
        spot_ui(ui, self.view, spot);
    }
}

/// What the window gives its second one in a frame.
pub struct Given<'a> {
    pub view: &'a ViewContext,
    pub game: &'a dyn Game,
    /// The version of the game.
    pub version: u64,
    /// What the referee considers.
    pub considered: Considered,
    /// Are names shown on the table?
    pub names: bool,
    /// Number of pixels that are an inch, if an inch of the table is to be one; `None`: it is as large as it fits.
    pub inch: Option<f32>,
    pub board: BoardPlace,
    /// The clocks of the sides; `None` if they never ran.
    pub clocks: Option<[ClockFace; 2]>,
    /// Is a ruler held to the screen?
    pub ruler: bool,
}

impl Screen {
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            version: 0,
            head: Head::default(),
            stage: Stage::default(),
            board: Board::default(),
            shown: Shown::default(),
            asked: None,
            lifted: None,
            sheet: new_sheet(),
            canvas: CanvasState::default(),
        }
    }

    /// Shows these places; `near`: there is one place, which comes to the middle.
    pub fn look_at(&mut self, places: &[Vec2], near: bool) {
        if near {
            self.canvas.show(places);
        } else {
            self.canvas.show_just(places);
        }
    }

    pub fn look_at_all(&mut self) {
        self.canvas.fitted = true;
    }

    /// Queries what this viewer may know of the game now.
    fn refresh(&mut self, given: &Given<'_>) {
        let Given { game, version, considered, .. } = given;
        if self.version != *version {
            self.version = *version;
            self.head = game.head(self.viewer);
            self.stage = game.stage(self.viewer);
            self.board = Board::of(*game, self.viewer, &self.head);
        }
        let scale = self.canvas.scale().unwrap_or(USUAL_SCALE);
        let known = self.asked.as_ref().is_some_and(|(of, at, before)| {
            (*of, *at) == (*version, scale.to_bits()) && before == considered
        });
        if !known {
            let (viewer, version) = (self.viewer, *version);
            let asks = Asks { game: *game, viewer, sides: &self.head.sides, scale, version };
            self.shown = Shown::of(&asks, considered, &mut self.lifted);
            self.asked = Some((version, scale.to_bits(), considered.clone()));
        }
    }

    /// Shows the second window; returns whether it has been closed.
    pub fn show(&mut self, ctx: &egui::Context, given: &Given<'_>) -> bool {
        self.refresh(given);
        let title = match self.viewer {
            Viewer::Referee => menus::PLAYERS_WINDOW.to_owned(),
            Viewer::Side(side) => {
                menus::window_of(self.head.sides.get(side.index()).map_or("", |side| &side.name))
            }
        };
        let builder = ViewportBuilder::default().with_title(title).with_inner_size([1280.0, 800.0]);
        ctx.show_viewport_immediate(ViewportId::from_hash_of("players"), builder, |ui, _class| {
            self.ui(ui, given);
            ui.ctx().input(|input| input.viewport().close_requested())
        })
    }

    /// What is in the window.
    pub fn ui(&mut self, ui: &mut Ui, given: &Given<'_>) {
        self.refresh(given);
        let unit = column::unit(ui);
        let frame = Frame::side_top_panel(ui.style());
        let head = Panel::top("players' head").frame(frame).exact_size(unit * 1.7);
        head.show(ui, |ui| column::head_ui(ui, &self.head, unit));
        let beside = Panel::right("players' column").frame(frame).resizable(false);
        let wide = ui.available_width() * COLUMN;
        beside.exact_size(wide).show(ui, |ui| {
            if let Some(clocks) = &given.clocks {
                clocks_ui(ui, &self.head, clocks, unit);
            }
            column::column_ui(ui, &self.shown, unit);
        });
        if given.board == BoardPlace::Beside {
            let high = ui.available_height() * BOARD;
            let below = Panel::bottom("players' board").frame(frame).resizable(false);
            below.exact_size(high).show(ui, |ui| board_ui(ui, &self.board, unit * 0.6));
        }
        match given.board {
            BoardPlace::Instead => {
                CentralPanel::default().show(ui, |ui| board_ui(ui, &self.board, unit * 0.9));
            }
            BoardPlace::Away | BoardPlace::Beside => {
                CentralPanel::default().frame(Frame::new()).show(ui, |ui| self.table_ui(ui, given));
            }
        }
    }

    fn table_ui(&mut self, ui: &mut Ui, given: &Given<'_>) {
        let Given { view, game, names, inch, ruler, .. } = *given;
        let inch = inch.map(|pixels| pixels / ui.ctx().pixels_per_point());
        if let Some(inch) = inch {
            self.canvas.hold_scale(inch);
        }
        let ringed: Vec<&str> = self.shown.ringed.iter().map(String::as_str).collect();
        let shown = CanvasView {
            card: None,
            name: menus::PLAYERS_TABLE,
            stage: &self.stage,
            sheet: self.sheet,
            hidden: if names { &[] } else { &["names", NAMES_OVER] },
            under: &[],
            over: &self.shown.marks,
            ringed: &ringed,
            open: &[],
            in_hand: None,
            refused: false,
            silent: false,
            rulers: &[],
            measuring: false,
            legend: &[],
            keyboard: None,
            draws: false,
        };
        // Players look and zoom; their clicks move nothing.
        let _ = canvas_ui(ui, &shown, &mut self.canvas, &mut Seen { view, game, viewer: self.viewer });
        if let Some(inch) = inch.filter(|_| ruler) {
            column::ruler_ui(ui, inch);
        }
    }
}

/// The height of the board below the table, as a share of what there is.
const BOARD: f32 = 0.3;

/// The width of what is said beside the table, as a share of the window's.
const COLUMN: f32 = 0.34;
