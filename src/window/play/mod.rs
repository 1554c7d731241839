//! The window of a game, whatever its rules: it shows what a [`Game`] reports, and returns answers.
//!
//! `advised` is what the program would do, `summary` holds the game's data, `show` a frame, `on_table` the marks on the table, `plate` the place of due orders over the
//! table alone, `sight` movements of the view, `hand` what is in hand, `deed` the commands for pieces and orders, `orders`
//! their effect, `round` the ring of orders round a piece, `turning` turns of the piece in hand, `chosen` orders by number and
//! line, `clocks` the sides' clocks, `considered` what the players' screen is given, `idle` commands without effect, `watch` threats to a piece, `fiat` the acts of the referee, `line` the order line.

mod advised;
mod banners;
mod chosen;
mod clocks;
mod considered;
mod copied;
mod deed;
mod fiat;
mod fight;
mod fought;
mod guide;
pub mod hand;
mod idle;
pub mod line;
mod on_table;
mod orders;
mod palette;
mod plate;
mod rejudged;
mod report;
mod round;
mod show;
mod sight;
pub mod summary;
mod turning;
pub mod watch;

use std::collections::BTreeSet;

use glam::Vec2;

use crate::texts::{files, play as texts};
use desk::{Game, Notice};
use drawing::hex::MapTurn;
use drawing::{Mark, Stage, overlay};
use game::line::{Beside, LineChoice};
use game::{CardFace, Chances, ChosenBy, Draft, RulerEnd, Spot, Verb, Viewer};
use paper::output::Pixels;
use rulebook::{Rulebook, book};

use super::background::Background;
use super::begun::{OpenedGame, Then};
use super::book::RulesPage;
use super::canvas::{CanvasState, corners_of, middle_of};
use super::command::{Command, LineDeed};
use super::common::{Common, PendingScreen};
use super::order_line::OrderLine;
use super::panels::ring::RingItem;
use super::printing::{Habits, Printing};
use super::record::Log;
use super::rejudging::Rejudging;
use super::reporting::ReportSheet;
use super::setup::Act as SetUpAct;
use super::state::{Dialog, Saved, Tray, new_sheet};
use super::views::book::BookState;
use super::views::log::LogState;

pub use deed::PlayAction;
pub use fiat::{Form, wanting};
pub use fight::fight_bar;
use fought::{Fight, Proposed};
pub use guide::Advice;
use guide::Guide;
use hand::Hand;
use round::{Aim, Ring, Under};
use summary::{PlaySummary, verb_of};
use watch::Watch;

/// An earlier state of the game that is shown; no orders can be given meanwhile.
#[derive(Debug)]
struct Looking {
    /// The order after which it stands; 0 means before the first.
    number: usize,
    game: Box<dyn Game>,
    /// `Seen: after order 213, turn 4`.
    words: String,
    /// Is it on the present line of play?
    on_line: bool,
}

/// A game in the window.
#[derive(Debug)]
pub struct Play {
    common: Common,
    game: Box<dyn Game>,
    viewer: Viewer,
    book: &'static Rulebook,
    /// Incremented with every change of what is shown.
    version: u64,
    /// Incremented with every change of the game, or of the table shown.
    built: u64,
    /// Number of this game: drawings of another are out of date.
    sheet: u64,
    summary: PlaySummary,
    looking: Option<Looking>,
    hand: Hand,
    /// Orders that the rules proposed on request.
    proposals: Vec<(Draft, String)>,
    tray: Option<Tray<Draft>>,
    /// What each face of the requested dice does.
    faces: Vec<CardFace>,
    /// The card in hand came with the requested dice, and goes with them.
    card_of_throw: bool,
    /// The odds of what is in hand, while they are computed.
    chances: Option<Background<Chances>>,
    /// The threats to the piece in hand.
    watch: Option<Watch>,
    /// A picture of the table, while it is drawn for the clipboard; or why there is none.
    copied: Option<Background<Result<Pixels, String>>>,
    /// The game judged again under another option.
    rejudging: Rejudging,
    /// The printing dialog.
    printing: Option<Printing>,
    paper_habits: Option<Habits>,
    report: ReportSheet,
    /// The sketch of the order in hand, with the version and the scale that it is for.
    sketch: (u64, f32, Vec<Mark>),
    /// The available and unavailable orders on the selected piece, for this version and piece.
    on_piece: (u64, Option<String>, Vec<RingItem>),
    ring: Option<Ring>,
    aim: Option<Aim>,
    under: Under,
    /// Where the piece in hand would have rested when Shift went down: a way-point, unless it is turned before Shift comes up.
    shift: Option<Spot>,
    shift_held: bool,
    /// From the pointer to the middle of the piece in hand, in inches.
    grip: Vec2,
    selected: Option<String>,
    fiat: Option<Form>,
    /// The overlay marks, and the overlays that were on when they were made.
    overlay: Vec<Mark>,
    laid: overlay::OverlaysShown,
    /// The rulers on the table, and the start of the one being laid.
    rulers: Vec<[RulerEnd; 2]>,
    measuring: Option<Option<RulerEnd>>,
    /// Where the pointer is on the table.
    pointed: Option<RulerEnd>,
    /// The overlays that are on and have something to show, by name.
    seen_overlays: Vec<&'static str>,
    guide: Option<Guide>,
    /// The advice of this frame, and whether it has been shown at the foot of the orders.
    advice: Option<Advice>,
    advice_docked: bool,
    open_entries: BTreeSet<usize>,
    /// The line of the log under the pointer, and its traces on the table.
    pointed_entry: Option<usize>,
    pointed_marks: Vec<Mark>,
    log: Log,
    log_state: LogState,
    canvas: CanvasState,
    order_line: OrderLine,
    /// What is due, numbered.
    choices: Vec<LineChoice<Draft>>,
    /// A number alone is one of them: no piece could be meant.
    numbers_alone: bool,
    dice_at: Option<egui::Rect>,
    /// Was the panel of orders visible in this frame? Forms are shown there.
    docked: bool,
    /// The banners over the table.
    banners: banners::Banners,
    /// The clocks of the sides.
    clocks: clocks::ChessClocks,
    /// Two solo players fight the battle.
    fight: Option<Fight>,
    /// What the program would do, while it thinks about that.
    advice_sought: Option<Background<Proposed>>,
    /// The chosen place of the plate of due orders over the table alone, and its last place, where it was dragged: as one of
    /// its corners with a point.
    plate_at: Option<(plate::Corner, plate::Corner)>,
}

impl Play {
    /// A window for any egui context. The theme must be installed first.
    pub fn with(begun: OpenedGame, saved: Saved) -> Self {
        let OpenedGame { library, game, notices } = begun;
        let mut common = Common::new(library, saved, game.battle().0);
        let book = book(game.rules()).unwrap_or_else(Rulebook::blank);
        common.book = BookState::of(book);
        if let Some(page) = common.saved.pages.get(game.rules()).cloned() {
            common.book.show(&page);
        }
        // Notices from opening it, and about the rules of this battle.
        let notices: Vec<Notice> = notices.into_iter().chain(game.notices()).collect();
        common.notify(&notices);
        let mut play = Self {
            common,
            summary: PlaySummary::default(),
            game,
            viewer: Viewer::Referee,
            book,
            version: 1,
            built: 0,
            sheet: new_sheet(),
            looking: None,
            hand: Hand::Empty,
            proposals: Vec::new(),
            tray: None,
            faces: Vec::new(),
            card_of_throw: false,
            chances: None,
            watch: None,
            copied: None,
            rejudging: Rejudging::default(),
            printing: None,
            paper_habits: None,
            report: ReportSheet::default(),
            sketch: (0, 0.0, Vec::new()),
            on_piece: (0, None, Vec::new()),
            ring: None,
            aim: None,
            under: Under::default(),
            shift: None,
            shift_held: false,
            grip: Vec2::ZERO,
            selected: None,
            fiat: None,
            overlay: Vec::new(),
            laid: overlay::OverlaysShown::default(),
            rulers: Vec::new(),
            measuring: None,
            pointed: None,
            seen_overlays: Vec::new(),
            guide: None,
            advice: None,
            advice_docked: false,
            open_entries: BTreeSet::new(),
            pointed_entry: None,
            pointed_marks: Vec::new(),
            log: Log::default(),
            log_state: LogState::default(),
            canvas: CanvasState::default(),
            order_line: OrderLine::default(),
            choices: Vec::new(),
            numbers_alone: true,
            dice_at: None,
            docked: false,
            banners: banners::Banners::default(),
            clocks: clocks::ChessClocks::default(),
            fight: None,
            advice_sought: None,
            plate_at: None,
        };
        match play.common.saved.map_turns.get(play.game.battle().0) {
            Some(turn) => play.game.turn_map(*turn),
            None => look_north(&mut *play.game),
        }
        play.changed();
        play.play_on();
        play
    }

    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// What the rulers on the table say.
    pub fn rulers(&self) -> Vec<String> {
        let ruler = |[from, to]: &[RulerEnd; 2]| self.game.ruler([from, to], self.viewer);
        self.rulers.iter().filter_map(ruler).map(|ruler| ruler.words).collect()
    }

    /// The words for the order aimed by the pointer; empty if it aims none.
    pub fn aimed_words(&self) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        aim.refusal.as_ref().map_or_else(|| aim.words.clone(), |refusal| refusal.fact().to_owned())
    }

    /// The marks for the piece under the pointer.
    pub fn under_pointer(&self) -> &[Mark] {
        &self.under.marks
    }

    /// What is due, numbered.
    pub fn choices(&self) -> &[LineChoice<Draft>] {
        &self.choices
    }

    /// The pieces that may be moved by hand, by key.
    pub fn movers(&self) -> Vec<String> {
        let by_hand = self.summary.listed.by_hand.iter().flat_map(|(_, pieces)| pieces);
        by_hand.map(|(key, _)| key.clone()).collect()
    }

    /// Lays a ruler.
    pub fn lay_ruler(&mut self, ends: [RulerEnd; 2]) {
        self.rulers.push(ends);
    }

    /// Points per inch of the table; `None` if it has not been shown yet.
    pub fn scale(&self) -> Option<f32> {
        self.canvas.scale()
    }

    /// Adds copies of the table's pieces beside them, up to this number: for benchmarks.
    pub(super) fn crowd(&mut self, pieces: usize) {
        let there = self.summary.stage.pieces.clone();
        let missing = pieces.saturating_sub(there.len());
        for (number, piece) in there.iter().cycle().take(missing).enumerate() {
            let outline = piece.outline.iter().map(|corner| *corner + Vec2::new(1.3, -2.2)).collect();
            let copy =
                drawing::ScenePiece { key: format!("{} {number}", piece.key), outline, ..piece.clone() };
            self.summary.stage.pieces.push(copy);
        }
    }

    pub fn saved(&self) -> &Saved {
        &self.common.saved
    }

    /// The common state, and the game.
    pub(super) fn apart(&mut self) -> (&mut Common, &dyn Game) {
        (&mut self.common, &*self.game)
    }

    pub(super) fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    /// The visible game: the present one, or an earlier one.
    fn seen(&self) -> &dyn Game {
        self.looking.as_ref().map_or(&*self.game, |looking| &*looking.game)
    }

    /// Rebuilds the data of the visible game.
    fn rebuild(&mut self) {
        self.version += 1;
        self.built += 1;
        let seen = self.looking.as_ref().map(|looking| &*looking.game);
        self.summary = PlaySummary::of(&*self.game, seen, self.viewer);
        self.summary.top.plays = self.plays();
        self.summary.top.solo = self.common.saved.solo;
        self.log.update(&*self.game, self.viewer);
        self.point_at(None);
        self.number_choices();
        self.lay_over();
    }

    /// Numbers the due orders; if a chit is drawn, the chits that may have been.
    fn number_choices(&mut self) {
        let names = self.tray.as_ref().map_or(&[][..], |tray| &tray.throw.names);
        self.choices = self.summary.number(names);
        let bears_numbers = !self.game.line_keys().is_empty();
        self.numbers_alone = !bears_numbers || !names.is_empty() || self.summary.numbers_alone();
    }

    /// The game has changed: rebuilds its data, and empties the hand.
    fn changed(&mut self) {
        self.common.notify_of_journal(&mut *self.game);
        self.looking = None;
        self.tray = None;
        self.card_of_throw = false;
        self.fiat = None;
        self.hand = Hand::Empty;
        self.chances = None;
        self.advice_sought = None;
        self.forget_rejudged();
        let proposed = !std::mem::take(&mut self.proposals).is_empty();
        let decided = self.summary.deciding.take();
        self.rebuild();
        if proposed && !self.summary.listed.made_up.is_empty() {
            self.propose();
        }
        // What was selected is forgotten when the turn passes.
        let turn_passed = decided != self.summary.deciding && self.is_after_an_ending();
        let is_known = |piece: &String| !turn_passed && self.summary.names.contains_key(piece);
        if !self.selected.as_ref().is_none_or(is_known) {
            self.select(None);
        }
        self.take_who_goes();
        self.begin_what_is_due();
        if self.game.is_over() {
            self.common.dialog = Some(Dialog::Result);
        }
    }

    /// Did the last order end a step?
    fn is_after_an_ending(&self) -> bool {
        let last = self.game.last_verb();
        let ends = |verb: &Verb| Some(verb.name) == last.as_deref() && verb.chosen_by == ChosenBy::Ending;
        self.game.verbs().iter().any(ends)
    }

    /// If only one piece can go anywhere by the listed orders, selects it.
    fn take_who_goes(&mut self) {
        let verbs = self.game.verbs();
        let is_listed = |order: &Draft| {
            verb_of(verbs, order).is_some_and(|verb| verb.chosen_by == ChosenBy::Listed)
                && summary::first_place(order).is_some()
        };
        let offers = self.summary.offers.iter().zip(&self.summary.goers);
        let goers: BTreeSet<&String> = offers
            .filter(|(offer, _)| is_listed(&offer.order))
            .filter_map(|(_, goer)| goer.as_ref())
            .collect();
        let one = match goers.len() {
            1 => goers.first().map(|piece| (*piece).clone()),
            _ => None,
        };
        if !goers.is_empty() {
            // Only one ring: not that of the last piece.
            self.selected = one.clone();
        }
        if let Some(piece) = one {
            self.reveal(&piece);
            self.pick_up(&piece);
        }
    }

    /// Starts the order that the step asks for, or an order to make up if nothing else is due.
    fn begin_what_is_due(&mut self) {
        if !self.hand.is_empty() || self.looking.is_some() {
            return;
        }
        let listed = &self.summary.listed;
        let only = || match listed.made_up[..] {
            [verb] if listed.groups.is_empty() && listed.by_hand.is_empty() => Some(verb),
            _ => None,
        };
        if let Some(verb) = listed.asked.or_else(only) {
            return self.make_up(self.begun(verb.name));
        }
        self.show_only_way();
    }

    /// If only ways back are due, shows the first one's card; if only one thing is due and dice decide it, the card of that.
    fn show_only_way(&mut self) {
        let listed = &self.summary.listed;
        let throws = |order: &Draft| {
            let throw = self.game.next_throw(order, &[]).ok().flatten();
            throw.is_some_and(|throw| throw.names.is_empty())
        };
        let way = match &listed.groups[..] {
            [(_, rows)] if listed.is_owed => rows.first().map(|row| row.order.clone()).filter(|first| {
                let card = self.game.plain_card(first, &[], self.viewer).unwrap_or_default();
                !card.tried.is_empty() || !card.ways.is_empty()
            }),
            _ => None,
        };
        if let Some(order) = way.or_else(|| self.only_order().filter(throws)) {
            self.show_card(order);
        }
    }

    fn reveal(&mut self, piece: &str) {
        if let Some(at) = middle_of(&self.summary.stage, piece) {
            self.canvas.reveal(at);
        }
    }

    /// Empties the hand, except for what the step asks for.
    fn put_back(&mut self) {
        self.hand = Hand::Empty;
        self.chances = None;
        if self.summary.listed.asked.is_some() {
            self.begin_what_is_due();
        }
    }

    /// Does the step ask for what is in hand, so that putting it back would only start it again?
    fn holds_what_is_asked(&self) -> bool {
        let asked = self.summary.listed.asked.map(|verb| verb.name);
        matches!(&self.hand, Hand::Made(made) if asked == Some(made.draft.verb.as_str()))
    }

    /// Makes the overlay marks.
    fn lay_over(&mut self) {
        let (seen, piece, shown) = (self.seen(), self.selected.as_deref(), self.common.saved.shown);
        let on = seen.overlays().iter().filter(|overlay| shown.is_on(overlay.name));
        let at = match &self.hand {
            Hand::Piece(in_hand) if Some(in_hand.held.summary().piece.as_str()) == piece => {
                in_hand.trip.rests
            }
            _ => None,
        };
        let (mut marks, mut laid) = (Vec::new(), Vec::new());
        for overlay in on {
            let drawn = seen.overlay(overlay.name, piece, at, self.viewer);
            if !drawn.is_empty() {
                laid.push(overlay.name);
            }
            marks.extend(drawn);
        }
        (self.overlay, self.seen_overlays, self.laid) = (marks, laid, shown);
    }

    fn select(&mut self, piece: Option<String>) {
        self.selected = piece;
        self.version += 1;
        self.lay_over();
    }

    fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        self.common.say(ctx, words);
    }

    /// Handles the result of a step through the record; returns whether it worked.
    fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) -> bool {
        match done {
            Ok(()) => {
                self.common.dialog = None;
                self.banners.forget();
                self.changed();
                self.pause_opponent();
                true
            }
            Err(error) => {
                self.common.trouble(error);
                false
            }
        }
    }

    /// Undoes one thing at a time: an open dialog, an earlier table, the dice, the hand.
    fn cancel(&mut self) {
        let closed = self.common.finder.take().is_some()
            || self.common.close_dialog()
            || self.order_line.leave(&mut self.common.saved.history)
            || self.open_ring().is_some() && self.ring.take().is_some()
            || self.fiat.take().is_some()
            || self.measuring.take().is_some();
        if closed {
            return;
        }
        if self.looking.take().is_some() {
            self.rebuild();
        } else if self.tray.as_mut().is_some_and(Tray::back_a_throw) {
            self.seek_chances_again();
        } else if self.tray.take().is_some() {
            self.leave_throw();
        } else if !self.hand.is_empty() && !self.holds_what_is_asked() {
            self.put_back();
        } else if self.selected.is_none() && self.common.saved.alone {
            self.common.saved.alone = false;
        } else {
            self.select(None);
        }
    }

    /// Shows the table after this order (0: before the first); the present one if it is the last.
    fn look_at(&mut self, number: usize) {
        if number == self.game.at() {
            self.looking = None;
            self.rebuild();
            return;
        }
        match self.game.past(number) {
            Ok(game) => {
                let turn = game.turn_number();
                let words = texts::seen(number, turn);
                let on_line = self.log.order(number).is_none_or(|row| !row.undone);
                self.looking = Some(Looking { number, game, words, on_line });
                self.common.dialog = None;
                self.put_back();
                self.rebuild();
            }
            Err(error) => self.common.trouble(error),
        }
    }

    fn look_along(&mut self, on: bool) {
        if let Some(to) = self.seen_along(on) {
            self.look_at(to);
        }
    }

    /// The number of the order after, or before, the one that is shown.
    fn seen_along(&self, on: bool) -> Option<usize> {
        let at = self.looking.as_ref().map_or_else(|| self.game.at(), |looking| looking.number);
        if on { self.log.next_after(at) } else { self.log.order(at).map(|row| row.parent) }
    }

    /// Records which line of the log is under the pointer, with its traces on the table.
    fn point_at(&mut self, number: Option<usize>) {
        self.pointed_entry = number;
        let marks = number.map(|number| self.game.traces(number, self.viewer));
        self.pointed_marks = marks.unwrap_or_default();
    }

    fn page(&self) -> RulesPage {
        RulesPage::of(&*self.game, self.book)
    }

    /// Takes a step through the record, and confirms it.
    fn step(&mut self, ctx: &egui::Context, command: &Command) {
        let last = |game: &dyn Game| game.last_words().unwrap_or_default().to_owned();
        // An order waiting for its dice has not been given: it is put back first, like Escape does throw by throw.
        if *command == Command::Undo
            && let Some(tray) = &mut self.tray
        {
            while tray.back_a_throw() {}
            self.seek_chances_again();
            self.tray = None;
            self.leave_throw();
            return self.say(ctx, texts::DICE_PUT_AWAY);
        }
        let done = match command {
            Command::Undo if self.game.can_undo() => {
                let order = last(&*self.game);
                self.game.undo(None).map(|_| texts::taken_back(&order))
            }
            Command::Redo if self.game.can_redo() => {
                self.game.redo().map(|()| texts::brought_back(&last(&*self.game)))
            }
            Command::GoTo(number) => self.game.branch(*number).map(|()| texts::branched(*number)),
            _ => return,
        };
        let words = done.as_ref().map(String::clone).unwrap_or_default();
        if self.stepped(done.map(drop)) {
            self.say(ctx, words);
        }
    }

    /// Is it the second click of a double click, which falls on what the first has put under the pointer? It gives no order, and
    /// is no die of a throw that was just asked for.
    fn falls_on_what_is_new(&self, ctx: &egui::Context, command: &Command) -> bool {
        let is_second = ctx.input(|input| input.pointer.button_double_clicked(egui::PointerButton::Primary));
        is_second
            && match command {
                Command::Face(_) => self.tray.as_ref().is_some_and(|tray| !tray.is_begun()),
                Command::Confirm
                | Command::ConfirmWith(_)
                | Command::EnterDice(_)
                | Command::Play(PlayAction::Take(_)) => true,
                _ => false,
            }
    }

    /// Runs a command. Nothing changes anywhere else.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        // One arm a command, long as that is: what each does is found in one place.
        ctx.request_repaint();
        if self.falls_on_what_is_new(ctx, &command) {
            return;
        }
        if let Some(why) = self.idle(&command) {
            return self.say(ctx, why);
        }
        let given = command.clone();
        let left = self.common.run(ctx, command);
        if let Some(words) = self.afterwards(&given) {
            self.say(ctx, words);
        }
        let Some(command) = left else { return };
        match command {
            Command::Play(deed) => self.deed(ctx, deed),
            Command::OpenFile(path) => self.common.open(ctx, path, self.game.journal_path(), Then::Refereed),
            Command::DrumheadPlays(side) => self.change_player(ctx, side),
            Command::DrumheadIs(manner) => self.change_manner(ctx, manner),
            Command::WhatWouldYouDo => self.ask_for_advice(ctx),
            Command::ReportOf(path) => self.common.open(ctx, path, self.game.journal_path(), Then::Reported),
            Command::PlayAgain(path) => self.common.play_again(&path),
            Command::UseFolder(folder) => {
                self.common.use_folder(ctx, &mut *self.game, folder);
                self.rebuild();
            }
            Command::CopyRules => ctx.copy_text(self.page().markdown()),
            Command::CopyPicture => self.copy_picture(ctx),
            Command::AskForPosition => self.ask_for_position(),
            Command::SavePosition(name) => self.save_position(ctx, &name),
            Command::AskToRejudge => self.common.dialog = Some(Dialog::Rejudge),
            Command::Rejudge(option, value) => self.rejudge(ctx, option, value),
            Command::Print => self.print(),
            Command::Report(deed) => self.report_deed(ctx, deed),
            Command::SaveRules => {
                let page = self.page();
                self.common.save_rules(ctx, &page);
            }
            Command::SaveTo(path) => {
                let saved = self.game.save_as(&path).map_err(|error| error.to_string());
                let library = &self.common.library;
                match saved.and_then(|()| library.remember(&path).map_err(|error| error.to_string())) {
                    Ok(()) => {
                        self.common.dialog = None;
                        self.rebuild();
                        self.say(ctx, files::saved(&path.display().to_string()));
                    }
                    Err(error) => self.common.trouble(error),
                }
            }
            Command::Undo | Command::Redo | Command::GoTo(_) => self.step(ctx, &command),
            Command::LookAt(number) => {
                self.common.dialog.take_if(|dialog| *dialog == Dialog::Rejudge);
                self.look_at(number);
            }
            Command::LookBack => self.look_along(false),
            Command::LookOn => self.look_along(true),
            Command::BackToNow => {
                self.looking = None;
                self.rebuild();
            }
            Command::PlayOnFromSeen => {
                if let Some(number) = self.looking.as_ref().map(|looking| looking.number) {
                    let done = self.game.branch(number);
                    self.stepped(done);
                }
            }
            Command::See(viewer) => {
                self.viewer = viewer;
                self.changed();
            }
            Command::RunClocks => self.run_clocks(ctx),
            Command::LookHere(aim) => self.look_here(ctx, aim),
            Command::Fit => self.canvas.fitted = true,
            Command::FitSelection => self.fit_selection(),
            Command::ZoomIn => self.canvas.zoom(1.25),
            Command::ZoomOut => self.canvas.zoom(0.8),
            Command::TurnMap(steps) => self.turn_map(ctx, Some(steps)),
            Command::NorthUp => self.turn_map(ctx, None),
            Command::OpenEntry(number) => {
                // A click on the last line opens the log with it.
                let was_shut = !std::mem::replace(&mut self.common.saved.log, true);
                if was_shut || !self.open_entries.remove(&number) {
                    self.open_entries.insert(number);
                }
            }
            Command::PointAt(number) => self.point_at(number),
            Command::Digit(_)
            | Command::Face(_)
            | Command::Backspace
            | Command::ToggleCount
            | Command::EnterDice(_)
            | Command::EnterMiscounted
            | Command::RollThis
            | Command::RollInstead => self.type_dice(command),
            Command::Confirm => self.confirm(ctx),
            Command::ConfirmWith(habit) => self.confirm_with(ctx, habit),
            Command::TurnGhost(by) => self.turn_step(ctx, by),
            Command::WayPoint => self.set_way_point(ctx),
            Command::TakeWayPoint => self.take_way_point(ctx),
            Command::DropShort => self.drop_short(ctx),
            Command::Measure => {
                self.measuring = Some(None);
                self.say(ctx, texts::MEASURE);
            }
            Command::RemoveRulers => self.rulers.clear(),
            Command::Cancel => self.cancel(),
            Command::GoOn => self.go_on(ctx),
            Command::StartGuide => self.common.start_guide(self.game.rules()),
            Command::SetUp => {
                self.common.dialog = None;
                self.common.pending_screen = Some(PendingScreen::Table(SetUpAct::Ask));
            }
            Command::Make(act) => self.common.pending_screen = Some(PendingScreen::Table(act)),
            Command::SkipLesson => self.skip_lesson(),
            Command::LeaveGuide => self.guide = None,
            Command::GiveFiat => self.give_fiat(ctx),
            Command::ShowRing => self.toggle_ring(ctx),
            Command::OpenLine => self.order_line.wants_focus = true,
            Command::Line(LineDeed::Give) => self.give_line(ctx),
            Command::Line(deed) => self.order_line.deed(deed, &mut self.common.saved.history),
            Command::Choose(number) => self.choose(ctx, number),
            Command::ShowPalette => self.show_palette(ctx),
            Command::ChooseFound(place) => {
                if let (Some(finder), Some(place)) = (&mut self.common.finder, place) {
                    finder.chosen = place;
                }
                if let Some(command) = self.common.found() {
                    self.run_command(ctx, command);
                }
            }
            // Handled by the common state.
            Command::NewGame { .. }
            | Command::ChooseScenario
            | Command::ShowStart
            | Command::FightOut
            | Command::BeginSheet
            | Command::SavePreset
            | Command::DropPreset(_)
            | Command::EditMap(_)
            | Command::OpenGame
            | Command::SaveAs
            | Command::AskForPath(_)
            | Command::ChooseFolder
            | Command::FindGames
            | Command::ShowRules
            | Command::ToggleNames
            | Command::ToggleGrid
            | Command::ToggleZones
            | Command::ToggleCommandRange
            | Command::ToggleLanes
            | Command::ToggleReach
            | Command::ToggleThreats
            | Command::ToggleRulers
            | Command::ToggleTheme
            | Command::ColoursFor(_)
            | Command::LargerText
            | Command::SmallerText
            | Command::UsualText
            | Command::PlayersScreen(_)
            | Command::ClosePlayersScreen
            | Command::LookAtAll
            | Command::TrueSize
            | Command::AskForInch
            | Command::SetInch(_)
            | Command::Board(_)
            | Command::ShowResult
            | Command::ShowKeys
            | Command::ShowHandbook
            | Command::ShowAbout
            | Command::CloseDialog
            | Command::TogglePane(_)
            | Command::ResetLayout
            | Command::TableAlone
            | Command::ToggleLog
            | Command::Unfold
            | Command::ShowClause(_)
            | Command::ToggleDice => {}
        }
    }

    /// The turn of the map after this many steps, or north up without steps; `None` if it cannot be turned.
    fn turned_by(&self, steps: Option<i8>) -> Option<MapTurn> {
        // The steps that turn the compass back to north.
        let to_north = || -((self.summary.stage.north / 30.0).round() as i8);
        self.game.map_turn().map(|turn| turn.by(steps.unwrap_or_else(to_north)))
    }

    /// Turns the map by this many steps, or north up. Its middle stays in place, and the piece in hand stays in hand.
    fn turn_map(&mut self, ctx: &egui::Context, steps: Option<i8>) {
        let Some(turn) = self.turned_by(steps) else { return };
        self.common.saved.map_turns.insert(self.game.battle().0.to_owned(), turn);
        self.look_turned(turn);
        let words = self.summary.stage.north_words();
        self.say(ctx, words);
    }

    /// Turns the map as it was turned last, here or in the editor.
    pub(super) fn turn_as_saved(&mut self) {
        let saved = self.common.saved.map_turns.get(self.game.battle().0).copied();
        if let Some(turn) = saved.filter(|saved| self.game.map_turn().is_some_and(|now| now != *saved)) {
            self.look_turned(turn);
        }
    }

    fn look_turned(&mut self, turn: MapTurn) {
        self.game.turn_map(turn);
        if let Some(looking) = &mut self.looking {
            looking.game.turn_map(turn);
        }
        let before = std::mem::take(&mut self.summary.stage);
        self.rebuild();
        self.canvas.turned(&before, &self.summary.stage);
        if let Hand::Piece(in_hand) = &mut self.hand
            && let Ok(held) = self.game.pick_up(&in_hand.held.summary().piece, self.viewer)
        {
            in_hand.lift_anew(held);
        }
    }

    /// Carries out the other part of a line, which is no order.
    fn beside(&mut self, ctx: &egui::Context, beside: Beside) {
        let command = match beside {
            Beside::Undo => Command::Undo,
            Beside::Redo => Command::Redo,
            Beside::Keys => Command::ShowKeys,
            Beside::Propose => Command::Play(PlayAction::Propose),
            Beside::PickUp(piece) => Command::Play(PlayAction::PickUp(piece)),
            Beside::Select(piece) => Command::Play(PlayAction::Show(piece)),
            Beside::Remark(to, text) => {
                match self.game.remark(to, &text) {
                    Ok(()) => {
                        self.changed();
                        self.say(ctx, texts::REMARK_KEPT);
                    }
                    Err(fault) => self.common.trouble(fault.text),
                }
                return;
            }
        };
        self.run_command(ctx, command);
    }

    /// Zooms to the group of the selected piece, or to all that may act.
    fn fit_selection(&mut self) {
        let of = |piece: &String| {
            let mut groups = self.summary.groups.iter();
            groups.find(|group| group.members.iter().any(|member| member.piece == *piece))
        };
        let wanted: Vec<&str> = match (&self.selected, &self.hand) {
            (Some(piece), _) => match of(piece) {
                Some(group) => group.members.iter().map(|member| member.piece.as_str()).collect(),
                None => vec![piece],
            },
            (None, Hand::Made(made)) => made.choices(),
            (None, _) => {
                let by_hand = self.summary.listed.by_hand.iter().flat_map(|(_, pieces)| pieces);
                by_hand.map(|(key, _)| key.as_str()).collect()
            }
        };
        let places = corners_of(&self.summary.stage, &wanted);
        self.canvas.show(&places);
    }
}

/// Turns a map north up that nobody has turned yet, unless it would be clearly smaller than as printed.
fn look_north(game: &mut dyn Game) {
    /// Usual ratio of a table's width to its height.
    const WIDE: f32 = 1.4;
    /// Compared with its size as printed.
    const SMALLER: f32 = 0.95;
    let Some(printed) = game.map_turn() else { return };
    let large = |stage: &Stage| {
        let size = stage.high - stage.low;
        (WIDE / size.x.max(1.0)).min(1.0 / size.y.max(1.0))
    };
    let as_printed = game.stage(Viewer::Referee);
    let north_up = printed.by(-((as_printed.north / 30.0).round() as i8));
    if north_up == printed {
        return;
    }
    game.turn_map(north_up);
    if large(&game.stage(Viewer::Referee)) < SMALLER * large(&as_printed) {
        game.turn_map(printed);
    }
}
