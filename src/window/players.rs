//! The players' screen: a second window that shows a game as one side may see it, without controls.

use egui::{CentralPanel, Frame, Panel, RichText, Ui, ViewportBuilder, ViewportId};

use super::texts::menus;
use desk::Game;
use drawing::{Mark, NAMES_OVER, Stage, StageSpot};
use game::{Head, Viewer};

use super::canvas::{Answers, CanvasState, CanvasView, canvas_ui};
use super::panels::{remarks_ui, spot_ui};
use super::state::new_sheet;
use super::theme::{EguiPalette, heading_font, serif_font};
use super::views::{self, ViewContext};

/// What the second window shows.
#[derive(Debug)]
pub struct Screen {
    pub viewer: Viewer,
    /// The version of the game for the rest.
    version: u64,
    head: Head,
    stage: Stage,
    /// The latest events, as far as this side may know them.
    news: Vec<String>,
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

impl Screen {
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            version: 0,
            head: Head::default(),
            stage: Stage::default(),
            news: Vec::new(),
            sheet: new_sheet(),
            canvas: CanvasState::default(),
        }
    }

    /// Queries what this viewer may know of the game now.
    fn refresh(&mut self, game: &dyn Game, version: u64) {
        if self.version == version {
            return;
        }
        self.version = version;
        self.head = game.head(self.viewer);
        self.stage = game.stage(self.viewer);
        let last = game.at().checked_sub(1).and_then(|index| game.entry(index, self.viewer));
        self.news = last.map(|entry| entry.words).unwrap_or_default();
    }

    /// Shows the second window; returns whether it has been closed.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        view: &ViewContext,
        game: &dyn Game,
        version: u64,
        names: bool,
    ) -> bool {
        self.refresh(game, version);
        let title = match self.viewer {
            Viewer::Referee => menus::PLAYERS_WINDOW.to_owned(),
            Viewer::Side(side) => {
                menus::window_of(self.head.sides.get(side.index()).map_or("", |side| &side.name))
            }
        };
        let builder = ViewportBuilder::default().with_title(title).with_inner_size([1280.0, 800.0]);
        ctx.show_viewport_immediate(ViewportId::from_hash_of("players"), builder, |ui, _class| {
            Panel::top("players' head").exact_size(44.0).show(ui, |ui| head_ui(ui, &self.head));
            Panel::bottom("news").exact_size(34.0).show(ui, |ui| news_ui(ui, &self.news));
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
                let shown = CanvasView {
                    card: None,
                    name: menus::PLAYERS_TABLE,
                    stage: &self.stage,
                    sheet: self.sheet,
                    hidden: if names { &[] } else { &["names", NAMES_OVER] },
                    under: &[],
                    over: &[],
                    ringed: &[],
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
                let _ =
                    canvas_ui(ui, &shown, &mut self.canvas, &mut Seen { view, game, viewer: self.viewer });
            });
            ui.ctx().input(|input| input.viewport().close_requested())
        })
    }
}

fn head_ui(ui: &mut Ui, head: &Head) {
    ui.horizontal_centered(|ui| {
        let palette = EguiPalette::of(ui.visuals());
        ui.label(RichText::new(&head.battle).font(heading_font(22.0)));
        ui.label(RichText::new(&head.turn).font(serif_font(19.0)));
        ui.label(RichText::new(&head.clock).font(heading_font(22.0)));
        ui.label(RichText::new(&head.phase).font(serif_font(19.0)).color(palette.weak()));
        if let [one, other] = &head.sides[..] {
            ui.separator();
            let points = menus::points((&one.name, one.points), (&other.name, other.points));
            ui.label(RichText::new(points).font(serif_font(19.0)));
        }
    });
}

fn news_ui(ui: &mut Ui, news: &[String]) {
    ui.horizontal_centered(|ui| {
        let said = RichText::new(news.join("   ")).font(serif_font(17.0));
        ui.add(egui::Label::new(said).truncate());
    });
}
