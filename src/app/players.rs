//! The players' screen: a second window that shows the table as one side may see it, and nothing to press.

use std::sync::Arc;

use egui::{CentralPanel, Frame, Panel, RichText, Ui, ViewportBuilder, ViewportId};

use crate::game::Viewer;

use super::App;
use super::models::{self, Table, Top};
use super::state::drawn_sheet;
use super::theme::{EguiPalette, heading_font, serif_font};
use super::views::table::{Overlays, TableModel, TableState, table_ui};

/// What the second window shows.
#[derive(Debug)]
pub struct Screen {
    pub viewer: Viewer,
    /// For which version of the game the rest was built.
    version: u64,
    top: Top,
    table: Arc<Table>,
    /// What has just happened, as this side may know it.
    news: Vec<String>,
    sheet: TableState,
}

impl Screen {
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            version: 0,
            top: Top::default(),
            table: Arc::default(),
            news: Vec::new(),
            sheet: TableState::default(),
        }
    }
}

impl App {
    /// Opens the second window for this viewer, or closes it.
    pub(super) fn show_screen(&mut self, viewer: Option<Viewer>) {
        self.screen = viewer.map(Screen::new);
        self.shell.saved.screen = viewer;
    }

    /// Shows the second window, if one is open. Gives true when the players' screen has been closed.
    pub(super) fn players_ui(&mut self, ctx: &egui::Context) -> bool {
        let Some(mut screen) = self.screen.take() else { return false };
        if screen.version != self.version {
            let shown = models::for_players(&self.desk, screen.viewer);
            (screen.top, screen.table, screen.news) = shown;
            screen.version = self.version;
        }
        let title = match screen.viewer {
            Viewer::Referee => "Drumhead, the players' screen".to_owned(),
            Viewer::Side(side) => {
                format!("Drumhead, seen by {}", screen.top.sides.get(side.index()).map_or("", String::as_str))
            }
        };
        let builder = ViewportBuilder::default().with_title(title).with_inner_size([1280.0, 800.0]);
        let (names, version) = (self.shell.saved.names, self.version);
        let paper = drawn_sheet(self.paper, self.desk.state());
        let ground = self.desk.state().ground();
        let yards_per_inch = self.desk.state().lengths().yards_per_inch();
        let closed =
            ctx.show_viewport_immediate(ViewportId::from_hash_of("players"), builder, |ui, _class| {
                Panel::top("players' head").exact_size(44.0).show(ui, |ui| head_ui(ui, &screen.top));
                Panel::bottom("news").exact_size(34.0).show(ui, |ui| news_ui(ui, &screen.news));
                CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
                    let overlays = Overlays::default();
                    let model = TableModel {
                        silent: false,
                        ground,
                        sheet: paper,
                        table: &screen.table,
                        overlays: &overlays,
                        zones: None,
                        names,
                        grid: false,
                        selected: None,
                        carrying: false,
                        measuring: false,
                        rulers: &[],
                        version,
                        legend: &[],
                        yards_per_inch,
                    };
                    // Players look and zoom; what they click moves nothing.
                    let _ = table_ui(ui, &model, &mut screen.sheet);
                });
                ui.ctx().input(|input| input.viewport().close_requested())
            });
        if !closed {
            self.screen = Some(screen);
        }
        closed
    }
}

fn head_ui(ui: &mut Ui, top: &Top) {
    ui.horizontal_centered(|ui| {
        let palette = EguiPalette::of(ui.visuals());
        ui.label(RichText::new(&top.battle).font(heading_font(22.0)));
        ui.label(RichText::new(&top.turn).font(serif_font(19.0)));
        ui.label(RichText::new(&top.clock).font(heading_font(22.0)));
        ui.label(RichText::new(&top.weather).font(serif_font(19.0)).color(palette.weak()));
        if let [(one, a), (other, b)] = &top.points[..] {
            ui.separator();
            ui.label(RichText::new(format!("{one} {a} : {b} {other}")).font(serif_font(19.0)));
        }
    });
}

fn news_ui(ui: &mut Ui, news: &[String]) {
    ui.horizontal_centered(|ui| {
        let said = RichText::new(news.join("   ")).font(serif_font(17.0));
        ui.add(egui::Label::new(said).truncate());
    });
}
