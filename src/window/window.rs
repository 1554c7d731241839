//! The window as a whole: the game, the editors, and the state that survives a change of game.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use eframe::egui_wgpu::RenderState;
use egui::{Event, Ui};

use games::Games;

use super::begun::{Next, OpenedGame, Then};
use super::canvas::GraphicsCard;
use super::command::{Command, ReportDeed};
use super::common::PendingScreen;
use super::dropped::{Busy, DropAction, Dropped, hovering};
use super::hex::editor::MapEditor;
use super::painter::Type;
use super::play::Play;
use super::recent::is_unplayed;
use super::setup::Act;
use super::setup::maker::Maker;
use super::start::Settings;
use super::state::{Dialog, Saved};
use super::texts::positions;
use super::theme;
use super::views::dropped::hovering_ui;

/// The key under which eframe stores the saved state.
const STORE: &str = "drumhead";

/// eframe's own key for the place of the window, under which earlier versions stored the saved state.
const PLACE: &str = "window";

/// How soon the saved state is written after a change.
const KEPT_AFTER: Duration = Duration::from_secs(1);

/// The window.
#[derive(Debug)]
pub struct Window {
    /// The saved state when it was last written, or will be.
    kept: Saved,
    play: Box<Play>,
    /// Set-up, while it is open.
    maker: Option<Box<Maker>>,
    /// The map editor, while it is open.
    editor: Option<Box<MapEditor>>,
    dropped: Dropped,
    /// Events that wait for the next frame.
    held_back: Vec<Event>,
}

impl Window {
    /// A real window, with the saved state.
    pub(super) fn new(
        context: &eframe::CreationContext<'_>,
        mut begun: OpenedGame,
        settings: &Settings,
    ) -> Self {
        let stored = |key| context.storage.and_then(|storage| eframe::get_value::<Saved>(storage, key));
        let saved = stored(STORE).or_else(|| stored(PLACE));
        begun.notices.extend(settings.notice(context.storage.is_some(), saved.is_some()));
        theme::install(&context.egui_ctx);
        #[cfg(not(any(target_os = "windows", target_os = "macos")))]
        if let Some(window) = context.winit_window() {
            super::screens::bring_back(window);
        }
        let is_first = settings.welcomes && saved.is_none();
        let mut window = Self::with(begun, saved.unwrap_or_default().sound());
        if is_first {
            window.play.common_mut().welcome();
        }
        match context.wgpu_render_state.clone() {
            Some(card) => window.drawn_by(card),
            None => window,
        }
    }

    /// Uses this graphics card, which stores pictures of the ground.
    #[must_use]
    pub fn drawn_by(mut self, card: RenderState) -> Self {
        self.play.common_mut().card = GraphicsCard::new(card);
        self
    }

    /// Uses these rule sets instead of the program's.
    #[must_use]
    pub fn playing(mut self, games: Arc<Games>) -> Self {
        self.play.common_mut().rules = games;
        self
    }

    /// A window for any egui context: for tests. The theme must be installed first.
    pub fn with(begun: OpenedGame, saved: Saved) -> Self {
        Self {
            kept: saved.clone(),
            play: Box::new(Play::with(begun, saved)),
            maker: None,
            editor: None,
            dropped: Dropped::default(),
            held_back: Vec::new(),
        }
    }

    /// The map editor, if it is open.
    pub fn editor(&mut self) -> Option<&mut MapEditor> {
        self.editor.as_deref_mut()
    }

    /// Set-up, if it is open.
    pub fn maker(&self) -> Option<&Maker> {
        self.maker.as_deref()
    }

    /// Opens the map of this battle of the library in the editor; the game waits.
    pub fn edit_map(&mut self, id: &str) {
        let common = self.play.common_mut();
        if let Some(resumed) = common.library.resumed(id) {
            return common.trouble(positions::no_map(&resumed.first().battle_name()));
        }
        match common.library.hex_draft(id) {
            Ok(draft) => {
                common.dialog = None;
                let own = common.library.is_own(draft.id());
                let turn = common.saved.map_turns.get(draft.id()).copied().unwrap_or_default();
                self.editor = Some(Box::new(MapEditor::new(draft, own, turn)));
            }
            Err(faults) => common.trouble(faults),
        }
    }

    /// One frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let (glyphs, is_making) = (Type::of(ui.painter()), self.busy() != Busy::Playing);
        let (common, game) = self.play.apart();
        if let Some(editor) = &mut self.editor {
            if !editor.show(ui, common) {
                self.editor = None;
                self.play.turn_as_saved();
            }
        } else if let Some(maker) = self.maker.as_mut().filter(|maker| maker.has_table()) {
            if !maker.show(ui, common, game) {
                self.maker = None;
            }
        } else {
            let ctx = ui.ctx().clone();
            // Its question is a dialog like others: input does not reach the game, and Escape closes it.
            let asks = self.maker.is_some() && *common.dialog.get_or_insert(Dialog::SetUp) == Dialog::SetUp;
            self.play.show(ui);
            self.grant(&ctx);
            let (common, game) = self.play.apart();
            let closed = asks && common.dialog.is_none();
            common.dialog.take_if(|dialog| *dialog == Dialog::SetUp);
            if let Some(maker) = &mut self.maker
                && (closed || !maker.ask(&ctx, common, game))
            {
                self.maker = None;
            }
        }
        if is_making && !Type::of(ui.painter()).is_same(&glyphs) {
            ui.ctx().request_discard("the glyph atlas has changed");
            ui.ctx().request_repaint();
        }
        self.grant(ui.ctx());
        self.change_play(ui.ctx());
        self.take_dropped(ui.ctx());
    }

    /// What the players' screen shows, in this place alone: for tests. It must be open.
    pub fn show_players(&mut self, ui: &mut Ui) {
        self.play.show_players(ui);
    }

    /// What the window is doing, when files are dropped.
    fn busy(&self) -> Busy {
        match (&self.editor, &self.maker) {
            (Some(_), _) => Busy::Mapping,
            (None, Some(maker)) if maker.has_table() => Busy::SettingUp,
            (None, _) => Busy::Playing,
        }
    }

    /// Shows what will happen to files held over the window, and carries it out for a dropped one.
    fn take_dropped(&mut self, ctx: &egui::Context) {
        let busy = self.busy();
        if let Some(words) = hovering(ctx, busy) {
            hovering_ui(ctx, &words);
        }
        let common = self.play.common_mut();
        let Some(action) = self.dropped.take(ctx, busy, &common.library) else { return };
        ctx.request_repaint();
        match action {
            DropAction::OpenGame(path) => self.run_command(ctx, Command::OpenFile(path)),
            DropAction::ShowPicture(path) => self.run_command(ctx, Command::Make(Act::ShowPicture(path))),
            DropAction::ReadTable(path) => common.read_table(ctx, path),
            DropAction::ReadGround(path) => self.run_command(ctx, Command::Make(Act::ReadGround(path))),
            DropAction::ChooseBattle(id) => {
                self.run_command(ctx, Command::ChooseScenario);
                self.play.common_mut().prefer_battle(id);
            }
            // The editor shows no dialogs but its own.
            DropAction::Tell(words) if self.editor.is_some() => common.say(ctx, words),
            DropAction::Tell(words) => common.dialog = Some(Dialog::Dropped(words)),
        }
    }

    /// Opens a requested editor.
    fn grant(&mut self, ctx: &egui::Context) {
        let (common, game) = self.play.apart();
        match common.pending_screen.take() {
            Some(PendingScreen::Table(act)) => {
                self.maker.get_or_insert_default().set_up(ctx, common, game, act);
            }
            Some(PendingScreen::Map(id)) => {
                let id = id.unwrap_or_else(|| common.scenario.clone());
                self.edit_map(&id);
            }
            None => {}
        }
    }

    /// Runs a command of the views or the keys.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        let (common, game) = self.play.apart();
        match &mut self.maker {
            Some(maker) => {
                if !maker.run_command(ctx, common, game, command) {
                    self.maker = None;
                }
            }
            None => self.play.run_command(ctx, command),
        }
        self.grant(ctx);
        self.change_play(ctx);
    }

    /// The game.
    pub fn play(&self) -> &Play {
        &self.play
    }

    pub fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    /// Switches to a game that was started or opened.
    fn change_play(&mut self, ctx: &egui::Context) {
        let common = self.play.common_mut();
        let Some(Next { begun, then }) = common.next.take() else { return };
        self.play.stop_clocks();
        let common = self.play.common_mut();
        let trouble = common.dialog.take().filter(|dialog| matches!(dialog, Dialog::Trouble(_)));
        let games = std::mem::take(&mut common.games);
        let (theme_set, rules, card) = (common.theme_set, Arc::clone(&common.rules), common.card.take());
        let left = self.play.game().journal_path().map(Path::to_owned);
        let kept = self.play.common_mut().library.journals();
        let saved = self.play.saved().clone();
        *self.play = Play::with(begun, saved);
        // A game in which nothing has been done is not kept.
        if let (Some(left), Some(kept)) = (left, kept)
            && left.starts_with(kept)
            && is_unplayed(&left)
        {
            let _gone_already = std::fs::remove_file(left);
        }
        (self.maker, self.editor) = (None, None);
        let common = self.play.common_mut();
        common.games = games;
        common.theme_set = theme_set;
        common.rules = rules;
        common.card = card;
        common.ctx = Some(ctx.clone());
        if common.dialog.is_none() {
            common.dialog = trouble;
        }
        self.go_on(ctx, then);
    }

    /// Does what was asked for with the game.
    pub(super) fn go_on(&mut self, ctx: &egui::Context, then: Then) {
        match then {
            Then::Refereed => {}
            Then::Guided => self.play.guide_on(),
            Then::FoughtOut => {
                let solo = self.play.saved().solo;
                self.play.fight_for(ctx, [Some(solo); 2]);
            }
            Then::Opposed(players) => self.play.fight_for(ctx, players),
            Then::Reported => self.play.run_command(ctx, Command::Report(ReportDeed::Show)),
        }
        ctx.request_repaint();
    }

    pub fn saved(&self) -> &Saved {
        self.play.saved()
    }
}

/// Takes from the events of a slow frame those that belong to the next: what follows a press with which the pointer moved on, and
/// a release after a movement. What is pressed is looked for where the pointer is at last.
fn later(events: &mut Vec<Event>) -> Vec<Event> {
    let mut moved = false;
    let mut pressed = None;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::PointerMoved(_) => match pressed {
                Some(after) => return events.split_off(after),
                None => moved = true,
            },
            Event::PointerButton { pressed: true, .. } => pressed = pressed.or(Some(at + 1)),
            Event::PointerButton { pressed: false, .. } if moved && pressed.is_none() => {
                return events.split_off(at);
            }
            _ => {}
        }
    }
    Vec::new()
}

impl eframe::App for Window {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        let mut events = std::mem::take(&mut self.held_back);
        events.append(&mut input.events);
        self.held_back = later(&mut events);
        input.events = events;
        if !self.held_back.is_empty() {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
        if self.kept != *self.saved() {
            self.kept = self.saved().clone();
            // It is written with the frame that comes then.
            ui.ctx().request_repaint_after(KEPT_AFTER + Duration::from_millis(100));
        }
    }

    /// The colour of panels, which then need not be filled: for a software rasteriser every pixel filled twice is costly.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    /// What is set is kept soon: nobody's setting is lost with the power.
    fn auto_save_interval(&self) -> Duration {
        KEPT_AFTER
    }

    fn on_exit(&mut self) {
        self.play.stop_clocks();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, STORE, self.saved());
    }
}
