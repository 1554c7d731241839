//! One frame of the window of a game: its views and their commands.

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::canvas::{Answers, CanvasView, Gesture, canvas_ui};
use crate::command::{Command, LookAim};
use crate::common::Common;
use crate::filled::spot_of;
use crate::keys::{WHEEL_TURN, dice_keys, shortcut};
use crate::layout::{self, Pane, Waits};
use crate::order_line::{begins_line, line_keys};
use crate::panels::ring::{ring_keys, ring_ui};
use crate::panels::{card, due, groups};
use crate::panes::{self, PaneHost};
use crate::players::Seen;
use crate::state::{Dialog, Habit};
use crate::texts::{due as due_texts, idle, play as texts, setup};
use crate::views::keys::KeysModel;
use crate::views::line::{LineModel, line_ui};
use crate::views::log::LogModel;
use crate::views::{self, ViewContext, dialogs};
use drawing::{Mark, NAMES_OVER, Stage, StageSpot};
use game::{Ask, Draft, Question, Remark, Spot, Verb, WireRefusal};

use super::hand::Hand;
use super::on_table::OnTable;
use super::{Play, PlayAction, line, plate};

/// Height of the panel below which a card omits what its dice show, in points.
const TIGHT: f32 = 580.0;

/// The room of the panel of orders: see [`LOW`] and [`TIGHT`].
#[derive(Clone, Copy, Debug)]
struct Room {
    low: bool,
    tight: bool,
}

/// Height of the panel below which the purpose of the dice, the effect of their faces and the dice share it, in points.
const LOW: f32 = 330.0;

/// The layers that a switch of the window hides.
const NAMES: &str = "names";
const GRID: &str = "grid";

impl PaneHost for Play {
    fn common(&mut self) -> &mut Common {
        &mut self.common
    }

    fn has_plate(&self) -> bool {
        true
    }

    fn waits(&self) -> Waits {
        let held = !self.hand.is_empty() && !self.holds_what_is_asked();
        Waits {
            answer: self.tray.is_some() || matches!(self.hand, Hand::Card(_)),
            in_hand: held || self.fiat.is_some(),
        }
    }

    fn pane_ui(&mut self, ui: &mut Ui, view: &ViewContext, pane: Pane, commands: &mut Vec<Command>) {
        match pane {
            Pane::Table => {
                if !self.common.saved.alone {
                    commands.extend(self.log_ui(ui, view));
                }
                if let Some(advice) = self.advice.as_ref().filter(|_| layout::is_low(ui.ctx())) {
                    self.advice_docked = true;
                    commands.extend(views::guide::strip_ui(ui, view, &advice.saying()));
                }
                self.common.table_at = Some(ui.available_rect_before_wrap());
                self.canvas_ui(ui, view, commands);
                let seen = self.looking.as_ref();
                commands
                    .extend(seen.and_then(|seen| views::log::banner_ui(ui, view, &seen.words, seen.on_line)));
            }
            Pane::OrderOfBattle => {
                let game = self.looking.as_ref().map_or(&*self.game, |looking| &*looking.game);
                let mut answers = CanvasAnswers {
                    seen: Seen { view, game, viewer: self.viewer },
                    stage: &self.summary.stage,
                    refusal: None,
                    dark: None,
                    hint: "",
                    chosen: None,
                    screen: self.common.screen.is_some(),
                };
                let unfolded = self.common.saved.unfolded;
                let selected = self.selected.as_deref();
                let (found, high) =
                    groups::groups_ui(ui, view, &self.summary, selected, unfolded, &mut answers);
                self.common.battle = Some(high);
                commands.extend(found);
                commands.extend(answers.chosen);
            }
            Pane::Orders => {
                if let Some(advice) = self.advice.as_ref().filter(|_| !self.advice_docked) {
                    self.advice_docked = true;
                    commands.extend(views::guide::docked_ui(ui, view, &advice.saying()));
                }
                commands.extend(self.what_is_due_ui(ui, view));
            }
            Pane::Rulebook => {
                let terms = self.game.terms();
                views::book::rulebook_ui(ui, view, &terms, &mut self.common.book);
                let cell = self.common.book.take_cell();
                commands.extend(cell.map(|cell| Command::Play(PlayAction::Correct(cell))));
                let (pages, rules) = (&mut self.common.saved.pages, self.game.rules());
                let now = self.common.book.page();
                if pages.get(rules).map(String::as_str) != now {
                    match now {
                        Some(page) => drop(pages.insert(rules.to_owned(), page.to_owned())),
                        None => drop(pages.remove(rules)),
                    }
                }
            }
            Pane::SetUp => {
                views::weak(ui, texts::NO_TABLES);
            }
        }
    }
}

/// The callbacks of the canvas.
struct CanvasAnswers<'a> {
    seen: Seen<'a>,
    stage: &'a Stage,
    /// Why the place under the pointer may not be chosen.
    refusal: Option<&'a WireRefusal>,
    /// The same in one sentence, or that it takes a roll to get there; it is shown in place of the refusal.
    dark: Option<&'a Remark>,
    /// The effect of choosing it; empty for no hint.
    hint: &'a str,
    chosen: Option<Command>,
    /// Is the players' screen open?
    screen: bool,
}

impl Answers for CanvasAnswers<'_> {
    fn layer(&self, name: &str, scale: f32) -> Vec<Mark> {
        self.seen.layer(name, scale)
    }

    fn tooltip(&self, ui: &mut Ui, piece: &str) {
        self.seen.tooltip(ui, piece);
    }

    fn place_tooltip(&self, ui: &mut Ui, spot: &StageSpot) {
        self.seen.place_tooltip(ui, spot);
    }

    fn menu(&mut self, ui: &mut Ui, stand: &str) {
        let piece = self.stage.piece_of(stand);
        ui.set_min_width(170.0);
        ui.set_max_width(230.0);
        if let Ok(tooltip) = self.seen.game.tooltip(piece, self.seen.viewer) {
            ui.add(egui::Label::new(egui::RichText::new(tooltip.title).strong()).wrap());
            ui.separator();
        }
        let zoom = PlayAction::ZoomTo(piece.to_owned());
        if ui.button(zoom.facts().text).on_hover_text(zoom.facts().tooltip).clicked() {
            self.chosen = Some(Command::Play(zoom));
            ui.close();
        }
        self.look_ui(ui, LookAim::Piece(piece.to_owned()));
        if ui.button(texts::MEASURE_FROM).clicked() {
            self.chosen = Some(Command::Play(PlayAction::MeasureFrom(piece.to_owned())));
            ui.close();
        }
        ui.separator();
        for act in self.seen.game.open_acts() {
            // Of a piece with several stands, the act may be about the one under the pointer.
            let Some(about) = [piece, stand].into_iter().find(|key| self.is_about(act, key)) else {
                continue;
            };
            if ui.button(format!("{}…", act.title)).on_hover_text(act.about).clicked() {
                self.chosen = Some(Command::Play(PlayAction::Fiat(act.name, Some(about.to_owned()))));
                ui.close();
            }
        }
    }

    fn has_place_menu(&self) -> bool {
        true
    }

    fn place_menu(&mut self, ui: &mut Ui, spot: Spot) {
        ui.set_min_width(170.0);
        self.look_ui(ui, LookAim::Place(spot));
        for command in [Command::Fit, Command::Measure] {
            if ui.button(command.text()).on_hover_text(command.tooltip()).clicked() {
                self.chosen = Some(command);
                ui.close();
            }
        }
    }

    fn has_hint(&self) -> bool {
        self.refusal.is_some() || self.dark.is_some() || !self.hint.is_empty()
    }

    fn hint(&self, ui: &mut Ui) -> bool {
        if let Some(dark) = self.dark {
            card::dark_ui(ui, self.seen.view, dark, self.refusal.is_some());
        } else if let Some(refusal) = self.refusal {
            card::why_ui(ui, self.seen.view, refusal);
        } else if !self.hint.is_empty() {
            ui.label(self.hint);
        }
        self.has_hint()
    }
}

impl CanvasAnswers<'_> {
    /// Shows the item that brings the players' screen there.
    fn look_ui(&mut self, ui: &mut Ui, aim: LookAim) {
        let command = Command::LookHere(Some(aim));
        let button = ui.add_enabled(self.screen, egui::Button::new(command.text()));
        let button = button.on_hover_text(command.tooltip()).on_disabled_hover_text(idle::NO_PLAYERS_SCREEN);
        if button.clicked() {
            self.chosen = Some(command);
            ui.close();
        }
    }

    /// May an act of the referee be about this piece?
    fn is_about(&self, act: &Verb, piece: &str) -> bool {
        let questions = self.seen.game.act_questions(&Draft::new(act.name), self.seen.viewer);
        let names = |question: &Question| matches!(&question.ask, Ask::One(of) if of.iter().any(|choice| choice.key == piece));
        questions.iter().any(names)
    }
}

impl Play {
    /// Shows one frame, then runs its commands.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.common.ctx = Some(ctx.clone());
        self.common.dress(&ctx);
        if let Some(command) = self.common.poll_files(&ctx) {
            self.run_command(&ctx, command);
        }
        self.common.poll_battles();
        let Common { book, library, .. } = &mut self.common;
        book.pictures.poll(&ctx, library);
        self.order_line.hand_back(&ctx);
        if self.laid != self.common.saved.shown {
            self.lay_over();
        }
        self.fight_on(&ctx);
        self.clock_on(&ctx);
        self.poll_chances();
        self.poll_copied(&ctx);
        self.poll_advice(&ctx);
        self.poll_rejudged();
        self.poll_report(&ctx);
        self.let_go_of_print(&ctx);
        if let Hand::Piece(in_hand) = &mut self.hand
            && !in_hand.poll_reach()
        {
            self.common.say(&ctx, texts::REACH_FAILED);
        }
        self.read_line();
        self.advice = self.advise();
        self.advice_docked = false;
        let lit = self.advice.as_ref().and_then(|advice| advice.lit.as_deref());
        let mut view = ViewContext::new(self.book, lit.map(str::to_owned));
        view.numbers_alone = self.numbers_alone;
        let mut commands: Vec<Command> = Vec::new();
        let covered = self.common.dialog.is_some() || self.common.finder.is_some() || self.fiat.is_some();
        if !covered && self.begins_dice(&ctx) {
            self.confirm(&ctx);
        }
        let busy = covered || self.looking.is_some() || self.dice_wanted().is_some();
        let ring = self.open_ring().map(|ring| ring.items.len());
        if self.begins_reason(&ctx) {
            // What is typed while the referee's form is open belongs to it.
        } else if let Some(place) = ring.filter(|_| !busy).and_then(|of| ring_keys(&ctx, of)) {
            self.choose_in_ring(&ctx, place);
        } else if !busy && begins_line(&ctx, self.turns()) {
            self.order_line.wants_focus = true;
        } else {
            // Enter opens the line if it has nothing to give.
            let idle = match &self.hand {
                Hand::Empty => true,
                Hand::Made(made) => self.holds_what_is_asked() && !made.is_ready(),
                Hand::Piece(_) | Hand::Card(_) => false,
            };
            let free = self.tray.is_none() && idle;
            commands.extend(line_keys(&ctx, covered, free).or_else(|| self.keys_pressed(&ctx)));
        }
        // An order waiting for its dice can be put back even before the first order.
        let undoes = self.game.can_undo() || self.tray.is_some();
        self.summary.top.can_undo = self.looking.is_none() && undoes;
        let (top, saved, games) = (&self.summary.top, &self.common.saved, &self.common.games);
        let plan = views::top::HeadPlan::of(ui, top, saved, self.viewer);
        let head = Panel::top("top").frame(views::bare(ui)).exact_size(plan.height());
        let seen = (self.viewer, &plan);
        let found = head.show(ui, |ui| views::top::top_ui(ui, &view, top, saved, seen, games)).inner;
        commands.extend(found);
        let line = Panel::bottom("order line").frame(views::bare(ui)).exact_size(layout::LINE);
        commands.extend(line.show(ui, |ui| self.line_ui(ui, &view)).inner);
        let middle = CentralPanel::default().frame(Frame::new());
        middle.show(ui, |ui| panes::panes_ui(self, ui, &view, &mut commands));
        commands.extend(self.dialog_ui(&ctx, &view));
        if let Some(finder) = &mut self.common.finder {
            commands.extend(views::palette::palette_ui(&ctx, finder));
        }
        self.ring_ui(&ctx);
        self.sight_ui(&ctx);
        self.fight_ui(&ctx);
        commands.extend(self.plate_ui(&ctx, &view));
        self.common.toast_ui(&ctx);
        if let Some(advice) = self.advice.take().filter(|_| !self.advice_docked) {
            commands.extend(views::guide::floating_ui(&ctx, &view, &advice.saying()));
        }
        self.watch_hand(&ctx);
        commands.extend(self.floating_fiat_ui(&ctx, &view));
        if let Some(mut screen) = self.common.screen.take() {
            let is_closed = screen.show(&ctx, &self.given(&view));
            self.common.screen = Some(screen);
            if is_closed {
                commands.push(Command::ClosePlayersScreen);
            }
        }
        commands.extend(view.take_wanted().map(Command::ShowClause));
        let waits = |command: &Command| !matches!(command, Command::Play(PlayAction::Over(_)));
        if commands.iter().any(waits) {
            // The frame is laid out again with their changes: the effect of a key does not wait for the next frame.
            ctx.request_discard("commands were given");
        }
        for command in commands {
            self.run_command(&ctx, command);
        }
        if self.order_line.waits() {
            ctx.request_repaint();
        }
    }

    /// Shows what is due, in hand, or asked.
    fn what_is_due_ui(&mut self, ui: &mut Ui, view: &ViewContext) -> Vec<Command> {
        self.docked = true;
        let mut commands = Vec::new();
        if self.looking.is_some() {
            views::log::nothing_to_order_ui(ui, view);
        } else if self.fiat.is_some() {
            commands.extend(self.fiat_ui(ui, view));
        } else {
            let room = Room { low: ui.available_height() < LOW, tight: ui.available_height() < TIGHT };
            commands.extend(self.tray_ui(ui, room));
            commands.extend(self.orders_ui(ui, view, room));
        }
        commands
    }

    /// Shows a small plate with the due orders over the table alone, which works like the panel. It is placed in the corner
    /// with the fewest stands, until it is moved, and grows while something is in hand or dice are requested.
    fn plate_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Vec<Command> {
        let Some(table) = self.canvas.view().filter(|_| self.common.saved.alone) else {
            self.plate_at = None;
            return Vec::new();
        };
        if self.looking.is_some() || self.common.dialog.is_some() {
            return Vec::new();
        }
        let held = !self.hand.is_empty() || self.tray.is_some() || self.fiat.is_some();
        let rows = self.summary.listed.rows().count();
        // There is always room for what is due, two rows of pieces that may act, and the ends of the step.
        let high = if held { 380.0 } else { (150.0 + 30.0 * rows.min(6) as f32).max(250.0) };
        let size = egui::vec2(320.0, high).min(table.rect.size() * 0.6);
        let stage = &self.summary.stage;
        let keen = self.places_in_hand();
        let hides = |place| plate::hides(&table, plate::covers(place, size), &keen);
        // Its present place, where it was dragged.
        let kept = self.plate_at.filter(|(_, now)| !hides(*now));
        let place = kept.map_or_else(|| plate::corner(&table, stage, size, &keen), |(place, _)| place);
        let (own, corner) = place;
        // If every corner hides something, it may still be dragged.
        let goes = self.plate_at.is_none_or(|(before, _)| before != place) || kept.is_none() && !hides(place);
        let window = egui::Window::new(Pane::Orders.title())
            .id(egui::Id::unique("plate of what is due").with(format!("{own:?}")))
            .title_bar(false)
            .resizable(false)
            .collapsible(false)
            .pivot(own)
            .default_pos(corner)
            .constrain_to(table.rect)
            .fixed_size(size);
        let window = if goes { window.current_pos(corner) } else { window };
        let plate = window.show(ctx, |ui| {
            ui.set_min_size(size);
            ui.set_max_width(size.x);
            self.what_is_due_ui(ui, view)
        });
        let now = plate.as_ref().map(|plate| (own, own.pos_in_rect(&plate.response.rect)));
        self.plate_at = now.map(|now| (place, now));
        plate.and_then(|plate| plate.inner).unwrap_or_default()
    }

    /// The places of the pieces in hand, and their settled destinations: nothing should cover them. A piece that follows the
    /// pointer can be led to the plate as well.
    fn places_in_hand(&self) -> Vec<glam::Vec2> {
        let pieces: Vec<&str> = match &self.hand {
            Hand::Piece(hand) => vec![hand.held.summary().piece.as_str()],
            Hand::Made(made) => made.pieces(),
            Hand::Card(_) | Hand::Empty => Vec::new(),
        };
        let stand = |piece: &str| crate::canvas::middle_of(&self.summary.stage, piece);
        let goes = match &self.hand {
            Hand::Piece(hand) if hand.pinned => hand.trip.rests.and_then(|spot| self.middle_of_spot(spot)),
            Hand::Piece(_) | Hand::Made(_) | Hand::Card(_) | Hand::Empty => None,
        };
        pieces.into_iter().filter_map(stand).chain(goes).collect()
    }

    /// Shows the ring round its piece, if the table is visible.
    fn ring_ui(&mut self, ctx: &egui::Context) {
        let Some(ring) = self.open_ring() else { return };
        let (Some(view), Some(at)) =
            (self.canvas.view(), crate::canvas::middle_of(&self.summary.stage, &ring.piece))
        else {
            return;
        };
        let rung = ring_ui(ctx, view.screen_from_table(at), view.rect, &ring.items);
        self.show_in_ring(rung.over);
        if let Some(place) = rung.chosen {
            self.choose_in_ring(ctx, place);
        }
    }

    /// Shows the requested dice at the foot of their order; in a low panel their purpose is at its head, and the effect of the
    /// faces between.
    fn tray_ui(&mut self, ui: &mut Ui, Room { low, tight }: Room) -> Option<Command> {
        let tray = self.tray.as_ref().filter(|tray| tray.throw.names.is_empty())?;
        let by = self.summary.roller(&tray.throw);
        if low {
            card::roller_ui(ui, by);
            views::tray::title_ui(ui, tray);
            ui.add_space(2.0);
        }
        let foot = Panel::bottom("dice").frame(views::sheet(ui)).show_separator_line(false);
        let shown = foot.show(ui, |ui| {
            if low {
                return views::tray::low_tray_ui(ui, tray);
            }
            // A card with enough room says so itself.
            if tight || self.hand.is_empty() {
                card::roller_ui(ui, by);
            }
            views::tray::tray_ui(ui, tray)
        });
        self.dice_at = Some(shown.response.rect);
        shown.inner
    }

    /// Shows the last line of the log at the foot of the table, or all of it if opened.
    fn log_ui(&mut self, ui: &mut Ui, view: &ViewContext) -> Option<Command> {
        let model = LogModel {
            view,
            log: &self.log,
            selected: self.selected.as_deref(),
            open: &self.open_entries,
            at: self.looking.as_ref().map_or_else(|| self.game.at(), |looking| looking.number),
        };
        if !self.common.saved.log {
            let foot = Panel::bottom("last line of the log").frame(views::bare(ui)).exact_size(layout::LOG);
            return foot.show(ui, |ui| views::log::last_ui(ui, &model)).inner;
        }
        let most = (ui.available_height() - 200.0).max(120.0);
        let open = Panel::bottom("log")
            .frame(views::bare(ui))
            .resizable(true)
            .default_size(300.0)
            .size_range(120.0..=most);
        let found = open.show(ui, |ui| views::log::log_ui(ui, &model, &mut self.log_state)).inner;
        found.filter(|found| !matches!(found, Command::PointAt(at) if *at == self.pointed_entry))
    }

    /// Is something in hand, or in a form, that can be turned?
    fn turns(&self) -> bool {
        let stands = |spot: Option<Spot>| matches!(spot, Some(Spot::Pose { .. }));
        match (&self.fiat, &self.hand) {
            (Some(form), _) => stands(form.spot()),
            (None, Hand::Piece(in_hand)) => in_hand.may_turn(),
            (None, Hand::Made(made)) => stands(spot_of(&made.draft)),
            (None, Hand::Card(held)) => stands(spot_of(&held.0)),
            (None, Hand::Empty) => false,
        }
    }

    /// Keys: digits for dice first, then the shortcuts of all commands.
    fn keys_pressed(&mut self, ctx: &egui::Context) -> Option<Command> {
        let dialog = self.common.dialog.is_some();
        if let Some(tray) = self.tray.as_ref().filter(|_| !dialog)
            && let Some(command) = dice_keys(ctx, tray, &mut self.order_line)
        {
            return Some(command);
        }
        if !dialog && self.goes_back(ctx) {
            return None;
        }
        // Behind a dialog nothing is given, thrown or taken back: it is about the present table.
        let behind = |command: &Command| {
            command.is_for_now() || matches!(command, Command::LookBack | Command::LookOn)
        };
        let mut listed = self.commands();
        listed.retain(|command| !dialog || !behind(command));
        // While the referee decides, no other order is given.
        listed.retain(|command| self.fiat.is_none() || !matches!(command, Command::Confirm | Command::GoOn));
        shortcut(ctx, listed, self.turns())
    }

    fn line_ui(&mut self, ui: &mut Ui, view: &ViewContext) -> Option<Command> {
        let looking = self.looking.is_some();
        let typed = self.common.saved.dice == Habit::Typed;
        let at_once = self.summary.listed.rows().filter(|row| row.at_once && typed);
        let called: Vec<(usize, String)> = at_once
            .filter_map(|row| {
                let [words, _] = due_texts::at_once(&row.words, row.named, typed);
                Some((row.number?, words.to_owned()))
            })
            .chain(self.made_as_called())
            .collect();
        let model = LineModel {
            view,
            called: &called,
            // While the ring is open, only its numbers count.
            choices: if looking || self.open_ring().is_some() { &[] } else { &self.choices },
            looking,
            dice: self.dice_at.take(),
            table: self.common.table_at,
            waits_for_dice: self.dice_wanted().is_some(),
            begins: if self.summary.stage.places.is_empty() { texts::A_NAME } else { texts::A_HEX },
            grammar: texts::LINE_GRAMMAR,
        };
        line_ui(ui, &model, &mut self.order_line)
    }

    fn canvas_ui(&mut self, ui: &mut Ui, view: &ViewContext, commands: &mut Vec<Command>) {
        let scale = self.canvas.scale().unwrap_or(drawing::USUAL_SCALE);
        self.draw_order(scale);
        self.seek_ring();
        self.seek_under_pointer();
        // The scene is of this game; the view changes meanwhile.
        let (aim, mut canvas) = (self.aim.take(), std::mem::take(&mut self.canvas));
        let OnTable { over, under, ringed, open, in_hand, refusal, dark, hint, rulers, legend } =
            self.on_table(aim.as_ref(), scale);
        let (saved, now) = (&self.common.saved, self.looking.is_none());
        let hidden: Vec<&'static str> = [(NAMES, saved.names), (NAMES_OVER, saved.names), (GRID, saved.grid)]
            .into_iter()
            .filter_map(|(layer, on)| (!on).then_some(layer))
            .collect();
        let game = self.looking.as_ref().map_or(&*self.game, |looking| &*looking.game);
        let seen = Seen { view, game, viewer: self.viewer };
        let (stage, screen) = (&self.summary.stage, self.common.screen.is_some());
        let mut answers = CanvasAnswers { seen, stage, refusal, dark, hint, chosen: None, screen };
        let shown = CanvasView {
            card: self.common.card.as_ref(),
            name: &setup::table(&self.summary.top.head.battle),
            stage: &self.summary.stage,
            sheet: self.sheet,
            hidden: &hidden,
            under: &under,
            over: &over,
            ringed: &ringed,
            open: &open,
            in_hand,
            refused: refusal.is_some(),
            // Tooltips would cover the pieces below the one in hand.
            silent: refusal.is_some()
                || dark.is_some()
                || self.common.dialog.is_some()
                || now && self.carried_over().is_some(),
            rulers: &rulers,
            measuring: self.measuring.is_some(),
            legend: &legend,
            keyboard: None,
            draws: false,
        };
        let gesture = canvas_ui(ui, &shown, &mut canvas, &mut answers);
        let chosen = answers.chosen;
        (self.aim, self.canvas) = (aim, canvas);
        let tapped = self.shifted(ui).or_else(|| self.wheeled(ui));
        let deed = gesture.map(|gesture| self.deed_of(gesture));
        commands.extend(chosen);
        commands.extend(deed.map(Command::Play));
        commands.extend(tapped);
    }

    fn deed_of(&self, gesture: Gesture) -> PlayAction {
        match gesture {
            Gesture::Piece(stand) => PlayAction::Piece(self.meant(stand)),
            Gesture::Place(spot) => PlayAction::At(spot),
            Gesture::Nowhere => PlayAction::Nowhere,
            Gesture::Lifted(stand) => PlayAction::Lift(self.meant(stand)),
            Gesture::Dropped(spot) => PlayAction::Drop(spot),
            Gesture::Over(spot) => PlayAction::Over(spot),
            Gesture::Ruler(place) => PlayAction::TakeRuler(place),
        }
    }

    /// The piece meant by a click on a stand: the stand if it is asked for, else the piece that it belongs to.
    fn meant(&self, stand: String) -> String {
        match &self.hand {
            Hand::Made(made) if made.asks_for(&stand).is_some() => stand,
            _ => self.summary.stage.piece_of(&stand).to_owned(),
        }
    }

    /// Is a die typed for the order whose card is shown? Then that is given, and asks for its dice.
    fn begins_dice(&self, ctx: &egui::Context) -> bool {
        let Hand::Card(card) = &self.hand else { return false };
        let typed = self.common.saved.dice == Habit::Typed && self.tray.is_none() && self.looking.is_none();
        let thrown =
            card.1.refusal.is_none() && card.1.throw.as_ref().is_some_and(|throw| throw.names.is_empty());
        let digit = |event: &egui::Event| matches!(event, egui::Event::Text(text) if text.chars().next().is_some_and(|first| first.is_ascii_digit()));
        typed
            && thrown
            && !ctx.text_edit_focused()
            && ctx.input(|input| !input.modifiers.alt && input.events.iter().any(digit))
    }

    /// Tapping Shift while a piece is dragged sets a way-point where the piece would have come to rest.
    fn shifted(&mut self, ui: &Ui) -> Option<Command> {
        let Hand::Piece(in_hand) = &self.hand else { return None };
        let rests = in_hand.trip.rests;
        let (down, shift, turning) = ui.input(|input| {
            let turning = [egui::Key::Q, egui::Key::E].into_iter().any(|key| input.key_down(key));
            (input.pointer.primary_down(), input.modifiers.shift, turning)
        });
        match (down && shift, self.shift) {
            (true, None) if !turning => {
                // Held on after a turn, Shift has no other effect.
                if !self.shift_held {
                    self.shift = rests;
                }
                self.shift_held = true;
                None
            }
            (false, Some(spot)) => {
                self.shift = None;
                self.shift_held = false;
                down.then_some(Command::Play(PlayAction::GoBy(spot)))
            }
            (false, None) => {
                self.shift_held = false;
                None
            }
            (true, _) => None,
        }
    }

    /// With Ctrl the wheel turns the piece in hand, some five degrees a notch; egui reports it as zoom.
    fn wheeled(&self, ui: &Ui) -> Option<Command> {
        let Hand::Piece(_) = &self.hand else { return None };
        let zoom = ui.input(|input| if input.modifiers.command { input.zoom_delta() } else { 1.0 });
        let turn = (-zoom.ln() * WHEEL_TURN).to_degrees();
        (turn != 0.0).then_some(Command::Play(PlayAction::Turn(turn.into())))
    }

    /// Draws the order in hand again if it or the scale has changed.
    fn draw_order(&mut self, scale: f32) {
        if (self.sketch.0, self.sketch.1) == (self.version, scale) {
            return;
        }
        let marks = match &self.hand {
            Hand::Made(made) => self.game.sketch(&made.draft, scale, self.viewer),
            Hand::Card(held) => self.game.sketch(&held.0, scale, self.viewer),
            Hand::Piece(_) | Hand::Empty => Vec::new(),
        };
        self.sketch = (self.version, scale, marks);
    }

    pub(super) fn middle_of_spot(&self, spot: Spot) -> Option<glam::Vec2> {
        match spot {
            Spot::Hex(hex) | Spot::Faced { hex, .. } => {
                self.summary.stage.places.iter().find(|place| place.hex == hex).map(|place| place.centre)
            }
            Spot::Point { x, y } | Spot::Pose { x, y, .. } => Some(glam::Vec2::new(x as f32, y as f32)),
        }
    }

    /// The commands of the window.
    pub fn commands(&self) -> Vec<Command> {
        let top = &self.summary.top;
        Command::listed_in_play(&|overlay| top.overlays.contains(&overlay), top.turns_map)
    }

    /// All keys, with the syntax of the order line.
    fn keys(&self) -> KeysModel {
        let hexes = !self.summary.stage.places.is_empty();
        let own = self.game.line_keys();
        let begins = match (own.is_empty(), hexes) {
            (false, _) => texts::WHAT_IT_BEARS,
            (true, true) => texts::NUMBER_OF_HEX,
            (true, false) => texts::A_NAME,
        };
        let line = if own.is_empty() { vec![line::keys(self.game.verbs(), !hexes)] } else { own };
        KeysModel { begins, line, commands: self.commands(), hexes }
    }

    fn orders_ui(&self, ui: &mut Ui, view: &ViewContext, Room { low, tight }: Room) -> Option<Command> {
        let model = due::DueModel {
            view,
            summary: &self.summary,
            verbs: self.game.verbs(),
            hand: &self.hand,
            made_number: self.number_of_made(),
            on_selected: &self.on_piece.2,
            proposals: &self.proposals,
            proposes: self.game.proposes() && !self.summary.listed.made_up.is_empty(),
            habit: self.common.saved.dice,
            waits_for_dice: self.tray.is_some(),
            names: &self.drawables(),
            thrown: self.tray.as_ref().map_or(0, |tray| tray.entered.len()),
            throw: self.tray.as_ref().map(|tray| &tray.throw),
            faces: &self.faces,
            watch: self.watch.as_ref(),
            weighs: self.chances.is_some(),
            is_over: self.game.is_over(),
            ring: self.open_ring().is_some(),
            low,
            tight,
        };
        due::due_ui(ui, &model)
    }

    fn dialog_ui(&mut self, ctx: &egui::Context, view: &ViewContext) -> Option<Command> {
        match &self.common.dialog {
            Some(Dialog::Rules) => dialogs::rules_ui(ctx, view, &self.page()),
            Some(Dialog::Print) => match &mut self.printing {
                Some(printing) => {
                    printing.poll(ctx);
                    views::print::print_ui(ctx, printing)
                }
                None => Some(Command::CloseDialog),
            },
            Some(Dialog::Result) => views::ending::ending_ui(ctx, view, &self.game.ending(self.viewer)),
            Some(Dialog::Keys) => views::keys::keys_ui(ctx, &self.keys()),
            Some(Dialog::Position) => views::rejudge::position_ui(ctx, view, &mut self.common.file_name),
            Some(Dialog::Rejudge) => {
                let (book, terms) = (self.book, self.game.terms());
                views::rejudge::rejudge_ui(ctx, view, book, &terms, &mut self.rejudging)
            }
            Some(Dialog::Report) => self.report_ui(ctx, view),
            None
            | Some(
                Dialog::Start
                | Dialog::Scenarios
                | Dialog::File(_)
                | Dialog::Busy(_)
                | Dialog::Trouble(_)
                | Dialog::Notice(_)
                | Dialog::Dropped(_)
                | Dialog::Imported(_)
                | Dialog::Handbook
                | Dialog::About
                | Dialog::Unkept(_)
                | Dialog::SetUp
                | Dialog::Inch,
            ) => self.common.dialog_ui(ctx, view),
        }
    }
}
