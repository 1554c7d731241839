//! Showing the panels of the window.

use egui::{Color32, Frame, Margin, RichText, Stroke, Ui, Vec2, Visuals, WidgetText};
use egui_tiles::{Behavior, SimplificationOptions, TabState, Tabs, TileId, Tiles, UiResponse};

use super::command::Command;
use super::common::Common;
use super::layout::{
    GAP, Layout, MARGIN_Y, PASSING, Pane, Waits, first_layout, is_in_front, is_narrow, is_open, set_open,
    settle,
};
use super::texts::panes as texts;
use super::theme::heading_font;
use super::views::ViewContext;

/// Wide and narrow windows each have a layout: switches when the window changes from one to the other.
fn fold(common: &mut Common, room: Vec2) {
    let narrow = is_narrow(room.x);
    let saved = &mut common.saved;
    if narrow == saved.folded {
        return;
    }
    saved.folded = narrow;
    // A waiting answer comes to the front in the other layout too.
    common.waited = Waits::default();
    let last = saved.layout.take();
    let mut next = saved.other_layout.take().unwrap_or_else(|| first_layout(room));
    if let Some(last) = &last {
        for pane in PASSING {
            if is_open(last, pane) != is_open(&next, pane) {
                set_open(&mut next, pane, is_open(last, pane));
            }
        }
    }
    saved.layout = Some(next);
    saved.other_layout = last;
}

/// Largest shares of the height for the order of battle: as badges, unit by unit, and while a card or dice are answered.
const BADGES: f32 = 0.45;
const UNITS: f32 = 0.62;
const AT_A_CARD: f32 = 0.16;

/// In a layout of tabs, the orders come to the front when something is taken in hand, once. Dice to be typed, and a card to be
/// answered, need the orders: they are opened if closed, unless the table alone has a plate.
fn bring_what_waits(host: &mut dyn PaneHost, layout: &mut Layout) {
    let waits = host.waits();
    let before = std::mem::replace(&mut host.common().waited, waits);
    let begins = waits.is_held() && !before.is_held();
    if host.common().saved.alone && host.has_plate() {
        return;
    }
    let behind = begins && is_open(layout, Pane::Orders) && !is_in_front(layout, Pane::Orders);
    if behind || waits.answer && !is_open(layout, Pane::Orders) {
        set_open(layout, Pane::Orders, true);
    }
    // The table alone has a plate for that.
    if waits.answer && !host.has_plate() {
        host.common().saved.alone = false;
    }
}

/// The contents of the panels.
pub(super) trait PaneHost {
    fn common(&mut self) -> &mut Common;

    /// What the game is waiting for.
    fn waits(&self) -> Waits;

    /// Does it show the due order on a plate over the table alone?
    fn has_plate(&self) -> bool {
        false
    }

    /// Shows a panel and adds its commands: more than one if the pointer goes from one panel to another and clicks there within
    /// a frame.
    fn pane_ui(&mut self, ui: &mut Ui, view: &ViewContext, pane: Pane, commands: &mut Vec<Command>);
}

/// Shows all panels, and returns their commands.
pub(super) fn panes_ui(
    host: &mut dyn PaneHost,
    ui: &mut Ui,
    view: &ViewContext,
    commands: &mut Vec<Command>,
) {
    let room = ui.available_size();
    fold(host.common(), room);
    let mut layout = host.common().saved.layout.take().unwrap_or_else(|| first_layout(room));
    bring_what_waits(host, &mut layout);
    if host.common().saved.alone {
        let common = host.common();
        common.saved.layout = Some(layout);
        // At the next start it is still alone, though nobody has pressed anything.
        if !std::mem::replace(&mut common.alone_told, true) {
            common.say(ui.ctx(), texts::ALONE);
        }
        host.pane_ui(ui, view, Pane::Table, commands);
        return;
    }
    if let Some(root) = layout.root() {
        let common = host.common();
        let battle = common.battle.filter(|_| is_in_front(&layout, Pane::OrderOfBattle));
        // The card of an order, and then its dice, take the room: the order of battle scrolls meanwhile.
        let share = match (common.waited.answer, common.saved.unfolded) {
            (true, _) => AT_A_CARD,
            (false, true) => UNITS,
            (false, false) => BADGES,
        };
        let most = ui.available_height() * share;
        settle(&mut layout, root, ui.available_size(), battle.map(|high| high.min(most)));
    }
    let alone = layout.tiles.find_pane(&Pane::Table).and_then(|table| layout.tiles.parent_of(table));
    let mut shown = PanesView { host, view, commands, closed: None, alone };
    layout.ui(&mut shown, ui);
    if let Some(pane) = shown.closed {
        set_open(&mut layout, pane, false);
    }
    host.common().saved.layout = Some(layout);
}

/// The panels of one frame.
struct PanesView<'a> {
    host: &'a mut dyn PaneHost,
    view: &'a ViewContext,
    commands: &'a mut Vec<Command>,
    closed: Option<Pane>,
    /// The tabs with the table.
    alone: Option<TileId>,
}

impl Behavior<Pane> for PanesView<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let margin = if *pane == Pane::Table { Margin::ZERO } else { Margin::symmetric(8, MARGIN_Y as i8) };
        let host = &mut *self.host;
        Frame::new().inner_margin(margin).show(ui, |ui| host.pane_ui(ui, self.view, *pane, self.commands));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        RichText::new(pane.title()).font(heading_font(14.5)).into()
    }

    fn is_tab_closable(&self, tiles: &Tiles<Pane>, tile: TileId) -> bool {
        // The panel for temporary work is opened and closed by its command alone.
        let passing = |pane: &Pane| match pane {
            Pane::Table | Pane::OrderOfBattle | Pane::Orders => false,
            Pane::Rulebook | Pane::SetUp => true,
        };
        tiles.get_pane(&tile).is_some_and(passing)
    }

    fn on_tab_close(&mut self, tiles: &mut Tiles<Pane>, tile: TileId) -> bool {
        // Closed panels are hidden, so that they open again in the same place.
        self.closed = tiles.get_pane(&tile).copied();
        false
    }

    fn is_tab_bar_visible(&self, tile: TileId, tabs: &Tabs) -> bool {
        // The table alone needs no title.
        tabs.children.len() > 1 || Some(tile) != self.alone
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.faint_bg_color
    }

    fn tab_bg_color(
        &self,
        visuals: &Visuals,
        _tiles: &Tiles<Pane>,
        _tile: TileId,
        state: &TabState,
    ) -> Color32 {
        if state.active { visuals.panel_fill } else { Color32::TRANSPARENT }
    }

    fn tab_outline_stroke(
        &self,
        _visuals: &Visuals,
        _tiles: &Tiles<Pane>,
        _tile: TileId,
        _state: &TabState,
    ) -> Stroke {
        // A heading on the paper, without a frame.
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, visuals: &Visuals) -> Stroke {
        Stroke::new(1.0, visuals.window_stroke.color)
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        90.0
    }
}
