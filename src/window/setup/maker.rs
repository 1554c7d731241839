//! The window for setting up tables: its views, its commands, and the fate of the draft.

use egui::{CentralPanel, Context, Frame, Panel, Ui};

use crate::texts::{roster, setup_notes as texts};
use desk::{Game, Library};
use drawing::ArmyColour;
use game::Head;
use scenario::{Draft, Edit, Scenario, Side, SideInfo, Subject};
use table::Vec2;

use super::files::Awaited;
use super::fitting::Preview;
use super::form::{SaveForm, own_name};
use super::model::{FaultRow, TableFacts};
use super::picture::{Picture, SavedPicture};
use super::roster::RosterAct;
use super::saving::folder_words;
use crate::background::{Background, Reporter};
use crate::begun::{OpenedGame, Then};
use crate::command::Command;
use crate::common::Common;
use crate::layout::Pane;
use crate::models::Top;
use crate::state::{Dialog, FilePurpose};
use crate::views::keys::KeysModel;
use crate::views::setup::set_up_ui;
use crate::views::setup_dialogs::{WhatModel, asking_ui};
use crate::views::setup_paste::paste_ui;
use crate::views::setup_roster::{RosterView, roster_panel_ui};
use crate::views::setup_table::{SetUpTable, SetupView, TableState, set_up_table_ui};
use crate::views::{self, ViewContext};
use game::Viewer;
use game::sentence;
use rulebook::{Rulebook, book};

use super::{Act, Asking, Begin, EmptyTable, SetUp, Tab, Tool, WorkAct};

/// Width of the tools beside the table, in points, with its limits.
const TOOLS: f32 = 320.0;
const LEAST: f32 = 260.0;
const MOST: f32 = 520.0;

/// The window for setting up tables; shown over a game until the kind of set-up is chosen.
#[derive(Debug, Default)]
pub struct Maker {
    pub mode: Option<Box<SetUp>>,
    pub asking: Option<Asking>,
    pub picture: Picture,
    pub(super) table: TableState,
    pub(super) own: SetUpTable,
    pub(super) awaited: Option<Awaited>,
    /// The preview of the fitted map.
    preview: Preview,
    /// Unfinished drafts with id and name; and the list being read.
    pub(super) unfinished: Vec<(String, String)>,
    pub(super) listing: Option<Background<Vec<(String, String)>>>,
    /// Have the tools been closed?
    pub(super) closed: bool,
}

/// A command during set-up.
#[derive(Clone, Debug, PartialEq)]
pub enum MakerAction {
    Act(Act),
    /// A command of the window, independent of the table.
    Window(Command),
}

impl Maker {
    /// The head of the window: the title of the draft, undo and redo of its edits.
    fn top(&self) -> Top {
        let Some(mode) = &self.mode else { return Top::default() };
        let scenario = mode.draft.scenario();
        let head = Head {
            battle: format!("{} (set-up)", scenario.name),
            turn: if scenario.turns == 1 { "1 turn".into() } else { format!("{} turns", scenario.turns) },
            clock: scenario.clock(1),
            phase: scenario.weather.words(),
            ..Head::default()
        };
        Top {
            head,
            can_undo: mode.draft.can_undo(),
            can_redo: mode.draft.can_redo(),
            acts: Some(Vec::new()),
            overlays: vec!["grid"],
            ..Top::default()
        }
    }

    /// Is there a table, or only the question what to set up?
    pub(crate) fn has_table(&self) -> bool {
        self.mode.is_some()
    }

    /// The draft being set up.
    pub fn draft(&self) -> Option<&Draft<Scenario>> {
        self.mode.as_ref().map(|mode| &mode.draft)
    }

    /// Shows one frame over the game, while the question what to set up is open; returns whether it stays open.
    pub(crate) fn ask(&mut self, ctx: &Context, common: &mut Common, game: &dyn Game) -> bool {
        self.poll_set_up(ctx, common, game);
        for act in self.asking_ui(ctx, common, game) {
            self.set_up(ctx, common, game, act);
        }
        self.mode.is_some() || self.asking.is_some()
    }

    /// Shows one frame; returns whether set-up goes on.
    pub(crate) fn show(&mut self, ui: &mut Ui, common: &mut Common, game: &dyn Game) -> bool {
        let ctx = ui.ctx().clone();
        common.ctx = Some(ctx.clone());
        common.dress(&ctx);
        let mut stays = match common.poll_files(&ctx) {
            Some(command) => self.run(&ctx, common, game, MakerAction::Window(command)),
            None => true,
        };
        common.poll_battles();
        self.poll_set_up(&ctx, common, game);
        if let Some(sheets) = common.poll_table() {
            self.set_up(&ctx, common, game, Act::Roster(RosterAct::Sheets(sheets)));
        }
        // A clicked clause opens nothing here: there is no rulebook beside the table.
        let view = ViewContext::new(book(game.rules()).unwrap_or_else(Rulebook::blank), None);
        let mut deeds: Vec<MakerAction> = self.keys(&ctx, common).into_iter().collect();
        let top = self.top();
        let plan = views::top::HeadPlan::of(ui, &top, &common.saved, Viewer::Referee);
        let head = Panel::top("top").exact_size(plan.height());
        deeds.extend(
            head.show(ui, |ui| {
                let seen = (Viewer::Referee, &plan);
                views::top::top_ui(ui, &view, &top, &common.saved, seen, &common.games)
            })
            .inner
            .map(MakerAction::Window),
        );
        if !self.closed {
            deeds.extend(self.tools_ui(ui, common).map(MakerAction::Act));
        }
        if let Some(mode) = self.mode.as_deref().filter(|mode| mode.roster.open) {
            deeds.extend(roster_ui(ui, mode).into_iter().map(MakerAction::Act));
        }
        let middle = CentralPanel::default().frame(Frame::new());
        deeds.extend(middle.show(ui, |ui| self.table_ui(ui, common).map(MakerAction::Act)).inner);
        deeds.extend(dialog_ui(&ctx, &view, common).map(MakerAction::Window));
        deeds.extend(self.asking_ui(&ctx, common, game).into_iter().map(MakerAction::Act));
        let pasted = self.mode.iter().filter_map(|mode| paste_ui(&ctx, &mode.roster));
        deeds.extend(pasted.map(|act| MakerAction::Act(Act::Roster(act))));
        common.toast_ui(&ctx);
        if let Some(mode) = &mut self.mode {
            // The roster's requests have been fulfilled by now.
            mode.roster.has_done();
        }
        for deed in deeds {
            ctx.request_repaint();
            stays &= self.run(&ctx, common, game, deed);
        }
        stays &= common.next.is_none() && self.mode.is_some();
        stays
    }

    /// Runs a command; returns whether set-up goes on.
    pub(crate) fn run_command(
        &mut self,
        ctx: &Context,
        common: &mut Common,
        game: &dyn Game,
        command: Command,
    ) -> bool {
        self.run(ctx, common, game, MakerAction::Window(command))
            && (self.mode.is_some() || self.asking.is_some())
    }

    /// Runs a command; returns whether set-up goes on.
    fn run(&mut self, ctx: &Context, common: &mut Common, game: &dyn Game, deed: MakerAction) -> bool {
        let command = match deed {
            MakerAction::Act(act) => {
                self.set_up(ctx, common, game, act);
                return true;
            }
            MakerAction::Window(command) => command,
        };
        let unsaved = self.mode.as_ref().is_some_and(|mode| mode.is_unsaved());
        match (command, &mut self.mode) {
            (Command::Make(act), _) => self.set_up(ctx, common, game, act),
            (Command::SetUp, _) => self.set_up(ctx, common, game, Act::Ask),
            (Command::Undo, Some(mode)) => {
                mode.undo();
                mode.refresh();
            }
            (Command::Redo, Some(mode)) => {
                mode.redo();
                mode.refresh();
            }
            (Command::TogglePane(Pane::SetUp), _) => self.closed = !self.closed,
            (Command::Fit, _) => self.table.fitted = true,
            (Command::ZoomIn, _) => self.table.zoom(1.25),
            (Command::ZoomOut, _) => self.table.zoom(0.8),
            // Another game would take the table away.
            (Command::ChooseScenario | Command::FightOut | Command::OpenGame | Command::StartGuide, _)
                if unsaved =>
            {
                self.asking = Some(Asking::Leave);
            }
            (Command::OpenFile(_) | Command::ReportOf(_) | Command::PlayAgain(_), _) if unsaved => {
                self.asking = Some(Asking::Leave);
            }
            (Command::OpenFile(path), _) => common.open(ctx, path, game.journal_path(), Then::Refereed),
            (Command::ReportOf(path), _) => common.open(ctx, path, game.journal_path(), Then::Reported),
            (Command::PlayAgain(path), _) => common.play_again(&path),
            (command, _) => {
                if let Some(Command::OpenFile(path)) = common.run(ctx, command) {
                    common.open(ctx, path, game.journal_path(), Then::Refereed);
                }
            }
        }
        common.next.is_none()
    }

    fn tools_ui(&self, ui: &mut Ui, common: &Common) -> Option<Act> {
        let tools = Panel::right("set-up tools").resizable(true).default_size(TOOLS).size_range(LEAST..=MOST);
        let (mode, kept) = (self.mode.as_deref(), common.saved.picture.as_ref());
        tools.show(ui, |ui| set_up_ui(ui, mode, &self.picture, kept)).inner
    }

    fn table_ui(&mut self, ui: &mut Ui, common: &Common) -> Option<Act> {
        let setup = self.mode.as_deref()?;
        let shown = SetupView {
            setup,
            picture: &self.picture,
            kept: common.saved.picture.as_ref(),
            names: common.saved.names,
            grid: common.saved.grid,
            card: common.card.as_ref(),
        };
        set_up_table_ui(ui, &shown, &mut self.table, &mut self.own)
    }

    fn asking_ui(&self, ctx: &Context, common: &Common, game: &dyn Game) -> Vec<Act> {
        let Some(asking) = &self.asking else { return Vec::new() };
        let model = WhatModel {
            battles: &common.battles,
            unfinished: &self.unfinished,
            own: game.battle_itself().is::<Scenario>().then(|| before_first_order(game)),
            rules: common.library.rules(),
            preview: &self.preview,
        };
        asking_ui(ctx, asking, &model)
    }

    /// Carries out an act of set-up. Nothing changes anywhere else.
    pub(crate) fn set_up(&mut self, ctx: &Context, common: &mut Common, game: &dyn Game, act: Act) {
        match act {
            Act::Ask if self.mode.as_ref().is_some_and(|mode| mode.is_unsaved()) => {
                self.asking = Some(Asking::Leave);
            }
            Act::Ask => {
                common.list_battles(ctx);
                self.list_unfinished(ctx, common);
                let rules = table_rules(common, game);
                self.asking = Some(Asking::What(EmptyTable { rules, size: USUAL }));
            }
            Act::Begin(begin) => self.begin_set_up(ctx, common, game, begin),
            Act::Form(asking) => self.asking = Some(asking),
            // An open form is not replaced by another: typing would go into that.
            Act::Work(WorkAct::AskToSave { .. }) | Act::AskToSaveAlone(_) if self.asking.is_some() => {
                common.say(ctx, texts::FORM_FIRST);
            }
            Act::Work(act) => self.work_act(common, game, act),
            Act::AskToSaveAlone(what) => self.ask_to_save_alone(common, what),
            Act::DropUnfinished(id) => match common.library.drop_unfinished(&id) {
                Ok(()) => self.list_unfinished(ctx, common),
                Err(error) => common.trouble(error),
            },
            Act::ChoosePicture => common.ask_for_file(ctx, FilePurpose::Picture),
            Act::ShowPicture(path) => {
                common.dialog = None;
                self.picture.load(ctx, path.clone());
                let kept = SavedPicture { path, ..common.saved.picture.clone().unwrap_or_default() };
                common.saved.picture = Some(kept);
            }
            Act::DropPicture => {
                self.picture = Picture::default();
                common.saved.picture = None;
            }
            Act::PictureOpacity(opacity) => {
                if let Some(kept) = &mut common.saved.picture {
                    kept.opacity = opacity.clamp(0.0, 1.0);
                }
            }
            Act::PictureFit(fit) => {
                if let Some(kept) = &mut common.saved.picture {
                    kept.fit = fit;
                }
            }
            Act::ChooseGround => common.ask_for_file(ctx, FilePurpose::Ground),
            Act::ReadGround(path) => {
                common.dialog = None;
                self.read_ground_file(ctx, path);
            }
            Act::Ground { path, text, notices } => {
                self.take_in_ground(ctx, common, &path, (&text, notices));
            }
            Act::Fit(choice) => {
                if let Some(Asking::Fit(form)) = &mut self.asking {
                    form.choose(choice);
                }
            }
            Act::TakeFitted => self.take_in_fitted(),
            Act::Click(at) if self.mark_picture(common, at) => {}
            Act::Show(subject) => self.show_subject(subject),
            Act::Roster(act) => {
                let Some(mode) = &mut self.mode else { return };
                if let Some(pieces) = mode.roster_act(ctx, common, act) {
                    mode.deploy_in_line(pieces);
                }
            }
            Act::ReadTable(path) => {
                common.dialog = None;
                common.read_table(ctx, path);
            }
            act => {
                if let Some(mode) = &mut self.mode {
                    mode.act(act);
                }
            }
        }
        if let Some(mode) = &mut self.mode {
            mode.refresh();
            // Checked from the next frame on, which notices the change.
            ctx.request_repaint();
        }
    }

    fn work_act(&mut self, common: &mut Common, game: &dyn Game, act: WorkAct) {
        match act {
            WorkAct::AskToSave { play } => self.ask_to_save(common, play),
            WorkAct::Form(form) => {
                let form = match &self.asking {
                    Some(Asking::Save(before)) => form.changed(before, &common.library),
                    _ => form,
                };
                self.asking = Some(Asking::Save(form));
            }
            WorkAct::Save => match &self.asking {
                Some(Asking::Save(SaveForm { alone: Some(what), .. })) => self.save_alone(common, *what),
                _ => self.save_draft(common, game),
            },
            WorkAct::KeepUnfinished => self.keep_unfinished(common),
            WorkAct::Play => self.play_draft(common, game),
            WorkAct::Leave if self.mode.as_ref().is_some_and(|mode| mode.is_unsaved()) => {
                self.asking = Some(Asking::Leave);
            }
            WorkAct::Leave | WorkAct::LeaveAnyway => self.leave_set_up(),
            WorkAct::Cancel if self.asking.is_some() => self.asking = None,
            WorkAct::Cancel if self.own.let_go() => {}
            WorkAct::Cancel => {
                if let Some(mode) = &mut self.mode {
                    mode.cancel();
                }
            }
        }
    }

    fn list_unfinished(&mut self, ctx: &Context, common: &Common) {
        let library = common.library.clone();
        let list = move |reporter: &Reporter<_>| reporter.report(library.list_unfinished());
        self.listing = Some(Background::begin(Some(ctx.clone()), list));
    }

    fn begin_set_up(&mut self, ctx: &Context, common: &mut Common, game: &dyn Game, begin: Begin) {
        let (mut saved, mut kept, mut of_position) = (false, None, false);
        let present = begin == Begin::Present;
        let draft = match begin {
            Begin::Present => {
                let Some(present) = game.battle_itself().downcast_ref::<Scenario>() else {
                    return common.trouble(texts::NO_TABLE);
                };
                let beginning = from_beginning(&common.library, present.clone());
                of_position = present.play.is_some();
                saved = is_saved(&common.library, &beginning);
                Draft::of(beginning)
            }
            Begin::Scenario(id) => match common.listed(&id) {
                Some(Ok(battle)) if !battle.on_hexes => match common.library.scenario(&id) {
                    Ok((scenario, _)) => {
                        of_position = scenario.play.is_some();
                        let beginning = from_beginning(&common.library, scenario);
                        saved = is_saved(&common.library, &beginning);
                        Draft::of(beginning)
                    }
                    Err(faults) => return common.trouble(faults),
                },
                Some(Ok(_)) => {
                    return common.trouble(texts::NO_TABLE);
                }
                Some(Err(faults)) => return common.trouble(faults),
                None => return common.trouble(texts::no_battle(&id)),
            },
            Begin::Unfinished(id) => match common.library.unfinished(&id) {
                Ok(scenario) => {
                    kept = Some(id);
                    Draft::of(scenario)
                }
                Err(fault) => return common.trouble(fault),
            },
            Begin::Empty(EmptyTable { rules, size }) => {
                let id = common.library.free_id("table");
                let mut draft = Draft::empty(&id, texts::OWN_TABLE, &rules, USUAL);
                if let Err(fault) = draft.edit(Edit::size(size)) {
                    return common.trouble(fault);
                }
                Draft::of(draft.scenario().clone())
            }
        };
        self.asking = None;
        let mut mode = SetUp::new(draft, common.library.rules().clone(), saved, present);
        mode.of_position = of_position;
        mode.kept = kept.map(|id| (id, mode.draft.version()));
        let library = common.library.clone();
        mode.mustering =
            Some(Background::begin(Some(ctx.clone()), move |reporter| reporter.report(library.armies())));
        // A table without pieces starts with a roster.
        if mode.draft.pieces().next().is_none() {
            mode.tab = Tab::Ground;
            (mode.roster.open, mode.roster.wants_scroll) = (true, true);
            // Its first cell is framed, and typing goes into it.
            mode.roster.wants_focus = true;
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
            Subject::Piece(id) => mode.draft.pose(id).map(|pose| pose.at).into_iter().collect(),
            Subject::Feature(feature) => mode.draft.vertices(*feature),
            Subject::Battle => Vec::new(),
        };
        mode.tab = match subject {
            Subject::Piece(_) => Tab::Pieces,
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

    fn ask_to_save(&mut self, common: &Common, play: bool) {
        let Some(mode) = &self.mode else { return };
        let scenario = mode.draft.scenario();
        // Saved games need the table as it was, so a new id is proposed; the form offers the old one.
        let id = common.library.free_id(&scenario.id);
        let taken = common.library.scenarios().into_iter().any(|(_, name, _)| name == scenario.name);
        let name = if taken { own_name(&scenario.name, &id) } else { scenario.name.clone() };
        let form = SaveForm::new(id, name, mode.last_saved_as(), play);
        self.asking = Some(Asking::Save(SaveForm { goes: folder_words(&common.library), ..form }));
    }

    fn save_draft(&mut self, common: &mut Common, game: &dyn Game) {
        let Some(Asking::Save(form)) = &mut self.asking else { return };
        let Some(mode) = &mut self.mode else { return };
        let name = form.name.trim();
        if name.is_empty() {
            form.fault = Some(texts::NO_BATTLE_NAME.into());
            return;
        }
        let (title, library) = (Edit::title(name), &common.library);
        let faults = |draft: &Draft<Scenario>| {
            // The faults in the words of the list beside the table.
            let facts = TableFacts::of(draft, &draft.check(library.rules()), library.rules());
            let faults = facts.faults.iter().filter(|row| row.is_error).map(FaultRow::whole);
            std::iter::once(texts::ONLY_UNFINISHED.to_owned()).chain(faults).collect()
        };
        if !mode.save(form, title, |draft, replace| library.save_scenario(draft, replace), faults) {
            return;
        }
        let play = form.play;
        if let Some((kept, _)) = mode.kept.take() {
            // The battle is saved, so its unfinished copy is obsolete. If it cannot be deleted, it does no harm.
            let _ = library.drop_unfinished(&kept);
        }
        let id = &mode.draft.scenario().id;
        mode.note =
            Some(library.home().map_or_else(
                || texts::saved_as(id),
                |home| texts::saved_as_in(id, &home.display().to_string()),
            ));
        self.asking = None;
        if play {
            self.play_draft(common, game);
        }
    }

    /// Saves the draft with its faults in the user's folder: under the id being filled in, or its own.
    fn keep_unfinished(&mut self, common: &mut Common) {
        let Some(mode) = &mut self.mode else { return };
        let mut draft = mode.draft.clone();
        let leaves = matches!(self.asking, Some(Asking::Leave));
        let own = mode.kept.as_ref().map(|(id, _)| id.clone());
        let (id, replace) = match &self.asking {
            Some(Asking::Save(SaveForm { id, name, replace, .. })) => {
                if !name.trim().is_empty() {
                    // The check reports a name that is refused.
                    let _ = draft.edit(Edit::title(name.trim().to_owned()));
                }
                (id.trim().to_owned(), *replace)
            }
            _ => (own.clone().unwrap_or_else(|| common.library.free_unfinished(&draft.scenario().id)), false),
        };
        let replace = replace || own.as_ref() == Some(&id);
        if let Err(refused) = common.library.save_unfinished(&draft, &id, replace) {
            let words = sentence(&refused.to_string());
            match &mut self.asking {
                Some(Asking::Save(form)) => form.fault = Some(words),
                _ => common.trouble(words),
            }
            return;
        }
        draft.rest();
        mode.kept = Some((id, draft.version()));
        mode.draft = draft;
        mode.note = Some(texts::kept_unfinished(&mode.draft.scenario().name));
        self.asking = None;
        if leaves {
            self.leave_set_up();
        }
    }

    /// Starts a new game with the draft. A journal names its scenario, so the draft is saved first if journals are kept.
    pub(super) fn play_draft(&mut self, common: &mut Common, game: &dyn Game) {
        let Some(mode) = &mut self.mode else { return };
        mode.refresh();
        if !mode.is_checked_to_play() {
            return;
        }
        if let Some(fault) = mode.facts.faults.iter().find(|fault| fault.is_error) {
            mode.note = Some(texts::not_played_yet(&fault.whole()));
            return;
        }
        if Side::BOTH.into_iter().any(|side| mode.draft.is_without_troops(side)) {
            mode.note = Some(texts::NO_TROOPS.into());
            return;
        }
        if mode.has_to_be_saved(&common.library) {
            return self.ask_to_save(common, true);
        }
        let (scenario, present) = (mode.draft.finished(), mode.present);
        let Some(rules) = common.library.rules().of(&scenario.rules) else {
            return common.trouble(texts::no_rules(&scenario.rules));
        };
        let like = Some(game).filter(|_| present);
        match rules.begin_on(&common.library, &scenario, like) {
            Some(Ok((game, notices))) => {
                let library = common.library.clone();
                common.next = Some(OpenedGame { library, game, notices }.into());
            }
            Some(Err(error)) => common.trouble(error),
            None => common.trouble(texts::not_on_table(&scenario.rules)),
        }
    }
}

/// Shows the open dialog, independent of the table.
fn dialog_ui(ctx: &Context, view: &ViewContext, common: &mut Common) -> Option<Command> {
    match &common.dialog {
        Some(Dialog::Keys) => {
            let commands = Command::listed_in_play(&|overlay| overlay == "grid", false);
            let model = KeysModel { begins: "", line: Vec::new(), commands, hexes: false };
            views::keys::keys_ui(ctx, &model)
        }
        None
        | Some(
            Dialog::Rules
            | Dialog::Print
            | Dialog::Result
            | Dialog::Position
            | Dialog::Rejudge
            | Dialog::Report
            | Dialog::Start
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
            | Dialog::Inch
            | Dialog::SetUp,
        ) => common.dialog_ui(ctx, view),
    }
}

/// May the battle of the present game still be deployed freely, since nothing has been ordered?
fn before_first_order(game: &dyn Game) -> bool {
    let battle = game.battle_itself().downcast_ref::<Scenario>();
    game.depth() == 0 && battle.is_some_and(|battle| battle.play.is_none())
}

/// The battle from its beginning: for a saved position, the battle that was played.
fn from_beginning(library: &Library, scenario: Scenario) -> Scenario {
    if scenario.play.is_none() {
        return scenario;
    }
    let resumed = library.resumed(&scenario.id);
    let beginning = resumed.and_then(|resumed| resumed.beginning(library.rules()));
    beginning.unwrap_or(Scenario { play: None, ..scenario })
}

/// Does the library have exactly this battle?
fn is_saved(library: &Library, scenario: &Scenario) -> bool {
    library.scenario(&scenario.id).is_ok_and(|(saved, _)| saved == *scenario)
}

/// The usual size of a table, in inches.
const USUAL: Vec2 = Vec2::new(72.0, 48.0);

/// The default rules of an empty table: those of the game if it is played on one, else the first that are.
fn table_rules(common: &Common, game: &dyn Game) -> String {
    match game.battle_itself().downcast_ref::<Scenario>() {
        Some(scenario) => scenario.rules.clone(),
        None => common.library.rules().of_tables().next().unwrap_or_default().to_owned(),
    }
}

/// The roster below the table.
fn roster_ui(ui: &mut Ui, mode: &SetUp) -> Vec<Act> {
    let grey = ArmyColour::named("grey");
    let colour = |side: &SideInfo| side.armies.first().map_or(grey, |army| ArmyColour::named(&army.colour));
    let view = RosterView {
        roster: &mode.roster,
        note: mode.note.as_deref(),
        faulty: &mode.facts.faulty,
        badges: &mode.facts.badges,
        colours: mode.draft.scenario().sides.iter().map(colour).collect(),
        deploys: roster::DEPLOY_IN_LINE,
        waits: roster::NOT_ON_TABLE,
    };
    roster_panel_ui(ui, &view).into_iter().map(Act::Roster).collect()
}
