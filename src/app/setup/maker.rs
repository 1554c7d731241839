//! The window in which tables are set up: what it shows, what it is told, and what becomes of the draft.

use egui::{CentralPanel, Context, Frame, Panel, Ui};

use crate::desk::{Game, SaveFault};
use crate::scenario::{Draft, Edit, Scenario, Side, Subject};
use crate::table::Vec2;

use super::checking::UNCHECKED;
use super::files::Awaited;
use super::form::{SaveForm, own_name};
use super::model::{FaultRow, TableFacts};
use super::picture::{Kept, Picture};
use crate::app::begun::Begun;
use crate::app::command::Command;
use crate::app::layout::{self, Pane};
use crate::app::models::Top;
use crate::app::painter::Type;
use crate::app::shell::Shell;
use crate::app::state::{Dialog, Wanted};
use crate::app::views::keys::KeysModel;
use crate::app::views::setup::set_up_ui;
use crate::app::views::setup_dialogs::asking_ui;
use crate::app::views::setup_table::{SetUpTable, SetupView, TableState, set_up_table_ui};
use crate::app::views::{self, ViewContext, dialogs};
use crate::app::weighing::{Scales, Weighing};
use crate::game::Viewer;
use crate::game::sentence;
use crate::rules::rulebook::{Rulebook, book};

use super::{Act, Asking, Begin, SetUp, Tab, Tool};

/// The tools beside the table are so wide, in points, and at least and at most.
const TOOLS: f32 = 320.0;
const LEAST: f32 = 260.0;
const MOST: f32 = 520.0;

/// The window in which tables are set up; over a game, until it is known what is to be set up.
#[derive(Debug, Default)]
pub struct Maker {
    pub mode: Option<Box<SetUp>>,
    pub asking: Option<Asking>,
    pub picture: Picture,
    pub(super) table: TableState,
    pub(super) own: SetUpTable,
    pub(super) awaited: Option<Awaited>,
    /// What was put by unfinished: id and name; and the list that is being read.
    pub(super) unfinished: Vec<(String, String)>,
    pub(super) listing: Option<Weighing<Vec<(String, String)>>>,
    /// The tools have been closed.
    pub(super) closed: bool,
}

/// What is done while a table is set up.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Act(Act),
    /// What concerns the window, whatever is on the table.
    Window(Command),
}

impl Maker {
    /// The head of the window: what is said of the draft, and undo and redo of its edits.
    fn top(&self) -> Top {
        let Some(mode) = &self.mode else { return Top::default() };
        let scenario = mode.draft.scenario();
        Top {
            battle: format!("{} (set-up)", scenario.name),
            turn: if scenario.turns == 1 { "1 turn".into() } else { format!("{} turns", scenario.turns) },
            clock: scenario.clock(1),
            weather: scenario.weather.words(),
            sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
            can_undo: mode.draft.can_undo(),
            can_redo: mode.draft.can_redo(),
            acts: Some(Vec::new()),
            overlays: vec!["grid"],
            ..Top::default()
        }
    }

    /// A table is on the desk; else it is only asked what is to be set up.
    pub(in crate::app) fn has_table(&self) -> bool {
        self.mode.is_some()
    }

    /// The draft that is being set up.
    pub fn draft(&self) -> Option<&Draft<Scenario>> {
        self.mode.as_ref().map(|mode| &mode.draft)
    }

    /// One frame over the game, while it is asked what is to be set up. False: it is given up.
    pub(in crate::app) fn ask(&mut self, ctx: &Context, shell: &mut Shell, game: &dyn Game) -> bool {
        self.hear_set_up(ctx, shell, game);
        if ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
            return false;
        }
        for act in self.asking_ui(ctx, shell, game) {
            self.set_up(ctx, shell, game, act);
        }
        self.mode.is_some() || self.asking.is_some()
    }

    /// One frame. False: the game goes on.
    pub(in crate::app) fn show(&mut self, ui: &mut Ui, shell: &mut Shell, game: &dyn Game) -> bool {
        let glyphs = Type::of(ui.painter());
        let ctx = ui.ctx().clone();
        shell.ctx = Some(ctx.clone());
        shell.dress(&ctx);
        let mut stays = match shell.hear_files(&ctx) {
            Some(command) => self.told(&ctx, shell, game, Deed::Window(command)),
            None => true,
        };
        shell.hear_battles();
        self.hear_set_up(&ctx, shell, game);
        // A clause that is clicked here opens nothing: there is no rulebook beside the table that is made.
        let view = ViewContext::new(book(game.rules()).unwrap_or_else(Rulebook::blank), None);
        let mut told: Vec<Deed> = self.keys(&ctx, shell).into_iter().collect();
        let head = Panel::top("top").exact_size(layout::HEAD);
        let top = self.top();
        told.extend(
            head.show(ui, |ui| {
                views::top::top_ui(ui, &view, &top, &shell.saved, Viewer::Referee, &shell.games)
            })
            .inner
            .map(Deed::Window),
        );
        if !self.closed {
            told.extend(self.tools_ui(ui, shell).map(Deed::Act));
        }
        let middle = CentralPanel::default().frame(Frame::new());
        told.extend(middle.show(ui, |ui| self.table_ui(ui, shell).map(Deed::Act)).inner);
        told.extend(dialog_ui(&ctx, &view, shell).map(Deed::Window));
        told.extend(self.asking_ui(&ctx, shell, game).into_iter().map(Deed::Act));
        shell.toast_ui(&ctx);
        for deed in told {
            ctx.request_repaint();
            stays &= self.told(&ctx, shell, game, deed);
        }
        stays &= shell.next.is_none() && self.mode.is_some();
        if !Type::of(ui.painter()).is_same(&glyphs) {
            ctx.request_discard("the glyph atlas has changed");
            ctx.request_repaint();
        }
        stays
    }

    /// Does what the views or the keys asked for. False: the game goes on.
    pub(in crate::app) fn tell(
        &mut self,
        ctx: &Context,
        shell: &mut Shell,
        game: &dyn Game,
        command: Command,
    ) -> bool {
        self.told(ctx, shell, game, Deed::Window(command)) && (self.mode.is_some() || self.asking.is_some())
    }

    /// Does what it was told. False: another game is played now.
    fn told(&mut self, ctx: &Context, shell: &mut Shell, game: &dyn Game, deed: Deed) -> bool {
        let command = match deed {
            Deed::Act(act) => {
                self.set_up(ctx, shell, game, act);
                return true;
            }
            Deed::Window(command) => command,
        };
        let unsaved = self.mode.as_ref().is_some_and(|mode| mode.is_unsaved());
        match (command, &mut self.mode) {
            (Command::Make(act), _) => self.set_up(ctx, shell, game, act),
            (Command::SetUp, _) => self.set_up(ctx, shell, game, Act::Ask),
            (Command::Undo, Some(mode)) => mode.undo(),
            (Command::Redo, Some(mode)) => mode.redo(),
            (Command::TogglePane(Pane::SetUp), _) => self.closed = !self.closed,
            (Command::Fit, _) => self.table.fitted = true,
            (Command::ZoomIn, _) => self.table.zoom(1.25),
            (Command::ZoomOut, _) => self.table.zoom(0.8),
            // Another game would take the table away.
            (Command::ChooseScenario | Command::OpenGame | Command::StartGuide, _) if unsaved => {
                self.asking = Some(Asking::Leave);
            }
            (Command::OpenFile(_), _) if unsaved => self.asking = Some(Asking::Leave),
            (Command::OpenFile(path), _) => shell.open(ctx, path, game.journal_path()),
            (command, _) => {
                if let Some(Command::OpenFile(path)) = shell.run(ctx, command) {
                    shell.open(ctx, path, game.journal_path());
                }
            }
        }
        shell.next.is_none()
    }

    fn tools_ui(&self, ui: &mut Ui, shell: &Shell) -> Option<Act> {
        let tools = Panel::right("set-up tools").resizable(true).default_size(TOOLS).size_range(LEAST..=MOST);
        let (mode, kept) = (self.mode.as_deref(), shell.saved.picture.as_ref());
        tools.show(ui, |ui| set_up_ui(ui, mode, &self.picture, kept)).inner
    }

    fn table_ui(&mut self, ui: &mut Ui, shell: &Shell) -> Option<Act> {
        let setup = self.mode.as_deref()?;
        let shown = SetupView {
            setup,
            picture: &self.picture,
            kept: shell.saved.picture.as_ref(),
            names: shell.saved.names,
            grid: shell.saved.grid,
        };
        set_up_table_ui(ui, &shown, &mut self.table, &mut self.own)
    }

    fn asking_ui(&self, ctx: &Context, shell: &Shell, game: &dyn Game) -> Vec<Act> {
        let Some(asking) = &self.asking else { return Vec::new() };
        asking_ui(ctx, asking, &shell.battles, &self.unfinished, before_first_order(game))
    }

    /// What set-up is told to do. The only place where it changes.
    pub(in crate::app) fn set_up(&mut self, ctx: &Context, shell: &mut Shell, game: &dyn Game, act: Act) {
        match act {
            Act::Ask if self.mode.as_ref().is_some_and(|mode| mode.is_unsaved()) => {
                self.asking = Some(Asking::Leave);
            }
            Act::Ask => {
                shell.list_battles(ctx);
                self.list_unfinished(ctx, shell);
                self.asking = Some(Asking::What { wide: 72.0, high: 48.0 });
            }
            Act::Begin(begin) => self.begin_set_up(ctx, shell, game, begin),
            Act::Leave => match &self.mode {
                Some(mode) if mode.is_unsaved() => {
                    self.asking = Some(Asking::Leave);
                }
                _ => self.leave_set_up(),
            },
            Act::LeaveAnyway => self.leave_set_up(),
            Act::Form(asking) => self.asking = Some(asking),
            Act::AskToSave { play } => self.ask_to_save(shell, play),
            Act::Save => self.save_draft(shell, game),
            Act::KeepUnfinished => self.keep_unfinished(shell),
            Act::DropUnfinished(id) => match shell.library.drop_unfinished(&id) {
                Ok(()) => self.list_unfinished(ctx, shell),
                Err(error) => shell.trouble(error),
            },
            Act::Play => self.play_draft(shell, game),
            Act::ChoosePicture => shell.ask_for_file(ctx, Wanted::Picture),
            Act::ShowPicture(path) => {
                shell.dialog = None;
                self.picture.load(ctx, path.clone());
                let kept = Kept { path, ..shell.saved.picture.clone().unwrap_or_default() };
                shell.saved.picture = Some(kept);
            }
            Act::DropPicture => {
                self.picture = Picture::default();
                shell.saved.picture = None;
            }
            Act::PictureOpacity(opacity) => {
                if let Some(kept) = &mut shell.saved.picture {
                    kept.opacity = opacity.clamp(0.0, 1.0);
                }
            }
            Act::PictureFit(fit) => {
                if let Some(kept) = &mut shell.saved.picture {
                    kept.fit = fit;
                }
            }
            Act::ChooseGround => shell.ask_for_file(ctx, Wanted::Ground),
            Act::ReadGround(path) => {
                shell.dialog = None;
                self.read_ground_file(ctx, path);
            }
            Act::Ground { path, text } => self.take_in_ground(shell, &path, &text),
            Act::Cancel if self.asking.is_some() => self.asking = None,
            Act::Cancel if self.own.let_go() => {}
            Act::Click(at) if self.mark_picture(shell, at) => {}
            Act::Show(subject) => self.show_subject(subject),
            act => {
                if let Some(mode) = &mut self.mode {
                    mode.act(act);
                }
            }
        }
        if let Some(mode) = &mut self.mode {
            mode.refresh();
            // Checked from the next frame on, which looks what has changed.
            ctx.request_repaint();
        }
    }

    fn list_unfinished(&mut self, ctx: &Context, shell: &Shell) {
        let library = shell.library.clone();
        let list = move |scales: &Scales<_>| scales.tell(library.list_unfinished());
        self.listing = Some(Weighing::begin(Some(ctx.clone()), list));
    }

    fn begin_set_up(&mut self, ctx: &Context, shell: &mut Shell, game: &dyn Game, begin: Begin) {
        let (mut saved, mut kept) = (false, None);
        let present = begin == Begin::Present;
        let draft = match begin {
            Begin::Present => {
                let Some(present) = game.battle_itself().downcast_ref::<Scenario>() else {
                    return shell.trouble("A battle on hexes has no table to set up.");
                };
                let own = shell.library.scenario(&present.id).ok().map(|(scenario, _)| scenario);
                saved = own.as_ref() == Some(present);
                Draft::of(present.clone())
            }
            Begin::Scenario(id) => {
                saved = true;
                match shell.listed(&id) {
                    Some(Ok(battle)) if !battle.on_hexes => match shell.library.scenario(&id) {
                        Ok((scenario, _)) => Draft::of(scenario),
                        Err(faults) => return shell.trouble(faults),
                    },
                    Some(Ok(_)) => {
                        return shell.trouble("A battle on hexes has no table to set up.");
                    }
                    Some(Err(faults)) => return shell.trouble(faults),
                    None => return shell.trouble(format!("There is no battle \"{id}\".")),
                }
            }
            Begin::Unfinished(id) => match shell.library.unfinished(&id) {
                Ok(scenario) => {
                    kept = Some(id);
                    Draft::of(scenario)
                }
                Err(fault) => return shell.trouble(fault),
            },
            Begin::Empty(size) => {
                let id = shell.library.free_id("table");
                let rules = table_rules(shell, game);
                let mut draft = Draft::empty(&id, "A table of our own", &rules, Vec2::new(72.0, 48.0));
                if let Err(fault) = draft.edit(Edit::Size(size)) {
                    return shell.trouble(fault);
                }
                Draft::of(draft.scenario().clone())
            }
        };
        self.asking = None;
        let mut mode = SetUp::new(draft, saved, present);
        mode.kept = kept.map(|id| (id, mode.draft.version()));
        let library = shell.library.clone();
        mode.mustering =
            Some(Weighing::begin(Some(ctx.clone()), move |scales| scales.tell(library.armies())));
        if mode.draft.stands().next().is_none() {
            mode.tab = Tab::Ground;
        }
        mode.refresh();
        self.mode = Some(Box::new(mode));
        self.table.fitted = true;
    }

    fn leave_set_up(&mut self) {
        self.mode = None;
        self.asking = None;
        self.table.fitted = true;
    }

    fn show_subject(&mut self, subject: Subject) {
        let Some(mode) = &mut self.mode else { return };
        let places: Vec<Vec2> = match &subject {
            Subject::Stand(id) => mode.draft.pose(id).map(|pose| pose.at).into_iter().collect(),
            Subject::Feature(feature) => mode.draft.vertices(*feature),
            Subject::Battle => Vec::new(),
        };
        mode.tab = match subject {
            Subject::Stand(_) => Tab::Stands,
            Subject::Feature(_) => Tab::Ground,
            Subject::Battle => Tab::Battle,
        };
        mode.tool = Tool::Hand;
        mode.drawn.clear();
        mode.vertex = None;
        mode.also.clear();
        mode.selected = (subject != Subject::Battle).then_some(subject);
        self.table.zoom_to(&places);
    }

    fn ask_to_save(&mut self, shell: &Shell, play: bool) {
        let Some(mode) = &self.mode else { return };
        let scenario = mode.draft.scenario();
        // Games that were played on a table need it as it was, so a new one is proposed; the form offers the old one.
        let id = shell.library.free_id(&scenario.id);
        let taken = shell.library.scenarios().into_iter().any(|(_, name, _)| name == scenario.name);
        let name = if taken { own_name(&scenario.name, &id) } else { scenario.name.clone() };
        let last = mode.saved.as_ref().map(|(id, _)| id.as_str());
        self.asking = Some(Asking::Save(SaveForm::new(id, name, last, play)));
    }

    fn save_draft(&mut self, shell: &mut Shell, game: &dyn Game) {
        let Some(Asking::Save(form)) = &mut self.asking else { return };
        let SaveForm { id, name, replace, play, fault, .. } = form;
        let Some(mode) = &mut self.mode else { return };
        let mut draft = mode.draft.clone();
        if name.trim().is_empty() {
            *fault = Some("The battle has no name: give it one".into());
            return;
        }
        draft.name_files(id.trim());
        if let Err(refused) = draft.edit(Edit::Title(name.trim().to_owned())) {
            *fault = Some(sentence(&refused.to_string()));
            return;
        }
        match shell.library.save_scenario(&draft, *replace) {
            Ok(()) => {}
            Err(SaveFault::Faulty(_)) => {
                // In the words of the list beside the table: files with lines and columns there are none yet.
                let facts = TableFacts::of(&draft, &draft.check(shell.library.rules()));
                let faults = facts.faults.iter().filter(|row| row.is_error).map(FaultRow::whole);
                let head = "It cannot be played yet, but it can be kept as unfinished.".to_owned();
                *fault = Some(std::iter::once(head).chain(faults).collect::<Vec<_>>().join("\n"));
                return;
            }
            Err(refused) => {
                *fault = Some(sentence(&refused.to_string()));
                return;
            }
        }
        let play = *play;
        draft.rest();
        if let Some((kept, _)) = mode.kept.take() {
            // Finished: what was kept of it on the way is in the way now. Kept longer, it harms nobody.
            let _ = shell.library.drop_unfinished(&kept);
        }
        mode.saved = Some((draft.scenario().id.clone(), draft.version()));
        mode.note = Some(format!("Saved as \"{}\"", draft.scenario().id));
        mode.draft = draft;
        self.asking = None;
        if play {
            self.play_draft(shell, game);
        }
    }

    /// Keeps the draft as it is, faults and all, in the user's folder: under the id that is being filled in, or its own.
    fn keep_unfinished(&mut self, shell: &mut Shell) {
        let Some(mode) = &mut self.mode else { return };
        let mut draft = mode.draft.clone();
        let leaves = matches!(self.asking, Some(Asking::Leave));
        let own = mode.kept.as_ref().map(|(id, _)| id.clone());
        let (id, replace) = match &self.asking {
            Some(Asking::Save(SaveForm { id, name, replace, .. })) => {
                if !name.trim().is_empty() {
                    // A name that is refused is said by the check.
                    let _ = draft.edit(Edit::Title(name.trim().to_owned()));
                }
                (id.trim().to_owned(), *replace)
            }
            _ => (own.clone().unwrap_or_else(|| shell.library.free_unfinished(&draft.scenario().id)), false),
        };
        let replace = replace || own.as_ref() == Some(&id);
        if let Err(refused) = shell.library.save_unfinished(&draft, &id, replace) {
            let words = sentence(&refused.to_string());
            match &mut self.asking {
                Some(Asking::Save(form)) => form.fault = Some(words),
                _ => shell.trouble(words),
            }
            return;
        }
        draft.rest();
        mode.kept = Some((id, draft.version()));
        mode.draft = draft;
        mode.note =
            Some(format!("Kept unfinished as \"{}\": Set up opens it again", mode.draft.scenario().name));
        self.asking = None;
        if leaves {
            self.leave_set_up();
        }
    }

    /// A new game on the draft. A journal names its scenario, so the draft is saved first where a journal is kept.
    pub(super) fn play_draft(&mut self, shell: &mut Shell, game: &dyn Game) {
        let Some(mode) = &mut self.mode else { return };
        mode.refresh();
        if mode.is_checking() {
            mode.check.plays = true;
            mode.note = Some("It is checked first…".into());
            return;
        }
        if mode.check.has_failed(mode.draft.version()) {
            mode.note = Some(UNCHECKED.into());
            return;
        }
        mode.note = None;
        if let Some(fault) = mode.facts.faults.iter().find(|fault| fault.is_error) {
            mode.note = Some(format!("It cannot be played yet. {}", fault.whole()));
            return;
        }
        if Side::BOTH.into_iter().any(|side| mode.draft.is_without_troops(side)) {
            mode.note = Some("It cannot be played: both sides need troops".into());
            return;
        }
        if shell.library.home().is_some() && mode.saved_as().is_none() {
            return self.ask_to_save(shell, true);
        }
        let (scenario, present) = (mode.draft.finished(), mode.present);
        let Some(rules) = shell.library.rules().of(&scenario.rules) else {
            return shell.trouble(format!("There are no rules {} in the program.", scenario.rules));
        };
        let like = Some(game).filter(|_| present);
        match rules.begin_on(&shell.library, &scenario, like) {
            Some(Ok((game, notices))) => {
                let library = shell.library.clone();
                shell.next = Some(Begun { library, game, notices });
            }
            Some(Err(error)) => shell.trouble(error),
            None => shell.trouble(format!("The rules {} do not play on a table.", scenario.rules)),
        }
    }
}

/// What lies over the window, whatever is on the table.
fn dialog_ui(ctx: &Context, view: &ViewContext, shell: &mut Shell) -> Option<Command> {
    match &shell.dialog {
        None | Some(Dialog::Rules | Dialog::Result) => None,
        Some(Dialog::Scenarios) => {
            views::begin::begin_ui(ctx, view, &shell.battles, &shell.presets, &shell.saved, &mut shell.sheet)
        }
        Some(Dialog::File(wanted)) => {
            let wanted = *wanted;
            let mut text = std::mem::take(&mut shell.file_name);
            let found = dialogs::file_ui(ctx, view, wanted, &mut text, |text| shell.typed_path(text, wanted));
            shell.file_name = text;
            found
        }
        Some(Dialog::Busy(words)) => dialogs::busy_ui(ctx, words),
        Some(Dialog::Keys) => {
            let commands = Command::listed_in_play(&|overlay| overlay == "grid");
            let model = KeysModel { begins: "", line: Vec::new(), commands, hexes: false };
            views::keys::keys_ui(ctx, &model)
        }
        Some(Dialog::Trouble(words)) => dialogs::trouble_ui(ctx, view, words),
        Some(Dialog::Notice(words)) => dialogs::notice_ui(ctx, view, words),
        Some(Dialog::Unkept(words)) => dialogs::unkept_ui(ctx, view, words),
    }
}

/// May the battle of the present game still be deployed freely: has nothing been ordered?
fn before_first_order(game: &dyn Game) -> bool {
    game.depth() == 0 && game.battle_itself().is::<Scenario>()
}

/// The rules of an empty table: those of the game, where it is played on one, else the first that are.
fn table_rules(shell: &Shell, game: &dyn Game) -> String {
    match game.battle_itself().downcast_ref::<Scenario>() {
        Some(scenario) => scenario.rules.clone(),
        None => shell.library.rules().of_tables().unwrap_or_default().to_owned(),
    }
}
