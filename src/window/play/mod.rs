//! The window of a game, whatever its rules: it asks a [`Game`] what it tells of itself, shows that, and hands back answers.
//!
//! `summary` is what the game tells, `show` what is shown of it, `on_table` what of that lies on the table, `plate` where what is due
//! lies over the table alone, `sight` what comes into sight, `hand` what is in hand, `deed` all that can be done with pieces and orders,
//! `orders` what that comes to, `round` the orders round a piece, `turning` what turns in hand, `chosen` what a number and a line give,
//! `idle` why nothing comes of a command, `watch` what could come at a piece, `fiat` the acts of the referee, `line` the order line.

mod banners;
mod chosen;
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
use game::{CardFace, Chances, ChosenBy, Draft, RulerEnd, Spot, Viewer};
use paper::output::Pixels;
use rulebook::{Rulebook, book};

use super::background::Background;
use super::begun::Begun;
use super::book::RulesPage;
use super::canvas::{CanvasState, corners_of, middle_of};
use super::command::{Command, LineDeed};
use super::common::{Common, Wish};
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

pub use deed::Deed;
pub use fiat::{Form, wanting};
use fought::Fight;
pub use guide::Advice;
use guide::Guide;
use hand::Hand;
use round::{Aim, Ring, Under};
use summary::{PlaySummary, verb_of};
use watch::Watch;

/// The game as it was, while that is looked at; nothing can be ordered meanwhile.
#[derive(Debug)]
struct Looking {
    /// After this order; 0: before the first.
    number: usize,
    game: Box<dyn Game>,
    /// `Seen: after order 213, turn 4`.
    words: String,
    /// It lies on the way to where the game stands.
    on_line: bool,
}

/// A game in the window.
#[derive(Debug)]
pub struct Play {
    common: Common,
    game: Box<dyn Game>,
    viewer: Viewer,
    book: &'static Rulebook,
    /// Grows with every change of what is shown.
    version: u64,
    /// Grows with every change of the game, and of which of its tables is seen.
    built: u64,
    /// Of this game: what was drawn of another is out of date.
    sheet: u64,
    summary: PlaySummary,
    looking: Option<Looking>,
    hand: Hand,
    /// Orders that the rules propose, where they were asked for.
    proposals: Vec<(Draft, String)>,
    tray: Option<Tray<Draft>>,
    /// What each face of the dice that are asked for does.
    faces: Vec<CardFace>,
    /// The card in hand came there with the dice that are asked for, and goes with them.
    card_of_throw: bool,
    /// The chances of what is in hand, while they are weighed.
    chances: Option<Background<Chances>>,
    /// What could come at the piece in hand.
    watch: Option<Watch>,
    /// A picture of the table, while it is drawn for the clipboard; or why there is none.
    copied: Option<Background<Result<Pixels, String>>>,
    /// The game judged again under another option.
    rejudging: Rejudging,
    /// Paper that is looked at and written.
    printing: Option<Printing>,
    paper_habits: Option<Habits>,
    report: ReportSheet,
    /// What the order in hand looks like, with the version and the scale for which it was drawn.
    sketch: (u64, f32, Vec<Mark>),
    /// What is chosen on the selected piece, or may not be, with why not: of this version, and of this piece.
    on_piece: (u64, Option<String>, Vec<RingItem>),
    ring: Option<Ring>,
    aim: Option<Aim>,
    under: Under,
    /// Where the piece in hand would have come to rest when Shift went down: a way-point, if it comes up and has turned nothing.
    shift: Option<Spot>,
    shift_held: bool,
    /// From the pointer to the middle of the piece in hand, in inches.
    grip: Vec2,
    selected: Option<String>,
    fiat: Option<Form>,
    /// What is laid over the table, and what was on when it was laid.
    overlay: Vec<Mark>,
    laid: overlay::OverlaysShown,
    /// The rulers that lie on the table, and where the one begins that is being laid.
    rulers: Vec<[RulerEnd; 2]>,
    measuring: Option<Option<RulerEnd>>,
    /// Where the pointer is on the table.
    pointed: Option<RulerEnd>,
    /// The overlays that are on and have something to show, by name.
    seen_overlays: Vec<&'static str>,
    guide: Option<Guide>,
    /// What it says in this frame, and whether it has been said at the foot of the orders.
    advice: Option<Advice>,
    advice_docked: bool,
    open_entries: BTreeSet<usize>,
    /// The line of the log under the pointer, and what it was on the table.
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
    /// The panel of orders was seen in this frame: what is filled in stands there.
    docked: bool,
    /// What is told over the table.
    banners: banners::Banners,
    /// Two solo players fight it out.
    fight: Option<Fight>,
    /// Where the plate of what is due was put while the table is alone, and where it was last, which is where it was dragged to: which of
    /// its own corners lies where.
    plate_at: Option<(plate::Corner, plate::Corner)>,
}

impl Play {
    /// In any egui context. The theme has to be installed there first.
    pub fn with(begun: Begun, saved: Saved) -> Self {
        let Begun { library, game, notices } = begun;
        let mut common = Common::new(library, saved, game.battle().0);
        let book = book(game.rules()).unwrap_or_else(Rulebook::blank);
        common.book = BookState::of(book);
        if let Some(page) = common.saved.pages.get(game.rules()).cloned() {
            common.book.show(&page);
        }
        // What the opening found, and what there is to know of the rules of this battle.
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
            fight: None,
            plate_at: None,
        };
        match play.common.saved.map_turns.get(play.game.battle().0) {
            Some(turn) => play.game.turn_map(*turn),
            None => look_north(&mut *play.game),
        }
        play.changed();
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

    /// What is told of the order that the pointer aims; empty: it aims none.
    pub fn aimed_words(&self) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        aim.refusal.as_ref().map_or_else(|| aim.words.clone(), |refusal| refusal.fact().to_owned())
    }

    /// What is drawn of the piece under the pointer.
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

    /// At how many points an inch the table is seen; none: it has not been seen yet.
    pub fn scale(&self) -> Option<f32> {
        self.canvas.scale()
    }

    /// Copies of the pieces of the table, set down beside them, until there are so many: for benchmarks.
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

    /// What every window has, and the game.
    pub(super) fn apart(&mut self) -> (&mut Common, &dyn Game) {
        (&mut self.common, &*self.game)
    }

    pub(super) fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    /// The game that is seen: the present one, or an earlier one.
    fn seen(&self) -> &dyn Game {
        self.looking.as_ref().map_or(&*self.game, |looking| &*looking.game)
    }

    /// What the game tells of what is seen now.
    fn rebuild(&mut self) {
        self.version += 1;
        self.built += 1;
        let seen = self.looking.as_ref().map(|looking| &*looking.game);
        self.summary = PlaySummary::of(&*self.game, seen, self.viewer);
        self.log.update(&*self.game, self.viewer);
        self.point_at(None);
        self.number_choices();
        self.lay_over();
    }

    /// Numbers what is due; where a chit is asked for, what may have been drawn.
    fn number_choices(&mut self) {
        let names = self.tray.as_ref().map_or(&[][..], |tray| &tray.throw.names);
        self.choices = self.summary.number(names);
        let bears_numbers = !self.game.line_keys().is_empty();
        self.numbers_alone = !bears_numbers || !names.is_empty() || self.summary.numbers_alone();
    }

    /// The game has changed: it tells everything anew, and nothing is in hand.
    fn changed(&mut self) {
        self.common.notify_of_journal(&mut *self.game);
        self.looking = None;
        self.tray = None;
        self.card_of_throw = false;
        self.fiat = None;
        self.hand = Hand::Empty;
        self.chances = None;
        self.forget_rejudged();
        let proposed = !std::mem::take(&mut self.proposals).is_empty();
        self.rebuild();
        if proposed && !self.summary.listed.made_up.is_empty() {
            self.propose();
        }
        if self.selected.as_ref().is_some_and(|piece| !self.summary.names.contains_key(piece)) {
            self.selected = None;
        }
        self.take_who_goes();
        self.begin_what_is_due();
        if self.game.is_over() {
            self.common.dialog = Some(Dialog::Result);
        }
    }

    /// Where only one piece can go somewhere, among orders that are listed, it is the one.
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
            // One ring: not about who went before.
            self.selected = one.clone();
        }
        if let Some(piece) = one {
            self.reveal(&piece);
            self.pick_up(&piece);
        }
    }

    /// What the step asks for is begun as it is offered; and so is an order that is made up, where nothing else is due.
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

    /// Where nothing is due but ways back, the first is shown with its card.
    fn show_only_way(&mut self) {
        let listed = &self.summary.listed;
        let [(_, rows)] = &listed.groups[..] else { return };
        let Some(first) = rows.first().map(|row| &row.order) else { return };
        if listed.is_owed {
            let card = self.game.plain_card(first, &[], self.viewer).unwrap_or_default();
            if !card.tried.is_empty() || !card.ways.is_empty() {
                self.show_card(first.clone());
            }
        }
    }

    fn reveal(&mut self, piece: &str) {
        if let Some(at) = middle_of(&self.summary.stage, piece) {
            self.canvas.reveal(at);
        }
    }

    /// Nothing is in hand but what the step asks for.
    fn put_back(&mut self) {
        self.hand = Hand::Empty;
        self.chances = None;
        if self.summary.listed.asked.is_some() {
            self.begin_what_is_due();
        }
    }

    /// The step asks for what is in hand: to put it back would only begin it again.
    fn holds_what_is_asked(&self) -> bool {
        let asked = self.summary.listed.asked.map(|verb| verb.name);
        matches!(&self.hand, Hand::Made(made) if asked == Some(made.draft.verb.as_str()))
    }

    /// What is laid over the table.
    fn lay_over(&mut self) {
        let (seen, piece, shown) = (self.seen(), self.selected.as_deref(), self.common.saved.shown);
        let on = seen.overlays().iter().filter(|overlay| shown.is_on(overlay.name));
        let at = match &self.hand {
            Hand::Piece(in_hand) if Some(in_hand.held.lift().piece.as_str()) == piece => in_hand.trip.rests,
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

    /// Takes up a step through the record; false where it could not be done.
    fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) -> bool {
        match done {
            Ok(()) => {
                self.common.dialog = None;
                self.banners.forget();
                self.changed();
                true
            }
            Err(error) => {
                self.common.trouble(error);
                false
            }
        }
    }

    /// Puts one thing back at a time: what lies over the window, an earlier table, the dice, what is in hand.
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

    /// Shows the table as it was after this order (0: before the first). The present is not looked back at.
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

    /// The order after that which is looked at, or before it, by its number in the log.
    fn seen_along(&self, on: bool) -> Option<usize> {
        let at = self.looking.as_ref().map_or_else(|| self.game.at(), |looking| looking.number);
        if on { self.log.next_after(at) } else { self.log.order(at).map(|row| row.parent) }
    }

    /// Notes which line of the log the pointer is over, and what that order was on the table.
    fn point_at(&mut self, number: Option<usize>) {
        self.pointed_entry = number;
        let marks = number.map(|number| self.game.traces(number, self.viewer));
        self.pointed_marks = marks.unwrap_or_default();
    }

    fn page(&self) -> RulesPage {
        RulesPage::of(&*self.game, self.book)
    }

    /// Takes a step through the record; what is said of it.
    fn step(&mut self, ctx: &egui::Context, command: &Command) {
        let last = |game: &dyn Game| game.last_words().unwrap_or_default().to_owned();
        // What waits for its dice has not been given yet: it is put back first, as Escape puts it back throw by throw.
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

    /// Does what the views or the keys asked for. The only place where anything changes.
    pub fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        ctx.request_repaint();
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
            Command::OpenFile(path) => self.common.open(ctx, path, self.game.journal_path()),
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
            Command::Fit => self.canvas.fitted = true,
            Command::FitSelection => self.fit_selection(),
            Command::ZoomIn => self.canvas.zoom(1.25),
            Command::ZoomOut => self.canvas.zoom(0.8),
            Command::TurnMap(steps) => self.turn_map(ctx, Some(steps)),
            Command::NorthUp => self.turn_map(ctx, None),
            Command::OpenEntry(number) => {
                // From its last line alone the log opens with it.
                let was_shut = !std::mem::replace(&mut self.common.saved.log, true);
                if was_shut || !self.open_entries.remove(&number) {
                    self.open_entries.insert(number);
                }
            }
            Command::PointAt(number) => self.point_at(number),
            Command::Digit(_)
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
                self.common.wish = Some(Wish::Table(SetUpAct::Ask));
            }
            Command::Make(act) => self.common.wish = Some(Wish::Table(act)),
            Command::SkipLesson => self.skip_lesson(),
            Command::LeaveGuide => self.guide = None,
            Command::GiveFiat => self.give_fiat(),
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
            // Done by what is common to all windows.
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
            | Command::ShowResult
            | Command::ShowKeys
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

    /// How the map is turned once it is turned by so many steps, or, without steps, so that north is up; none: it is none that turns.
    fn turned_by(&self, steps: Option<i8>) -> Option<MapTurn> {
        // So far the compass is turned from up, back again.
        let to_north = || -((self.summary.stage.north / 30.0).round() as i8);
        self.game.map_turn().map(|turn| turn.by(steps.unwrap_or_else(to_north)))
    }

    /// Turns the map by so many steps, or so that north is up. What is in the middle stays there, and what is in hand stays in hand.
    fn turn_map(&mut self, ctx: &egui::Context, steps: Option<i8>) {
        let Some(turn) = self.turned_by(steps) else { return };
        self.common.saved.map_turns.insert(self.game.battle().0.to_owned(), turn);
        self.look_turned(turn);
        let words = self.summary.stage.north_words();
        self.say(ctx, words);
    }

    /// The map is looked at as it was turned last, here or where it was edited.
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
            && let Ok(held) = self.game.lift(&in_hand.held.lift().piece, self.viewer)
        {
            in_hand.lift_anew(held);
        }
    }

    /// What a line says besides orders.
    fn beside(&mut self, ctx: &egui::Context, beside: Beside) {
        let command = match beside {
            Beside::Undo => Command::Undo,
            Beside::Redo => Command::Redo,
            Beside::Keys => Command::ShowKeys,
            Beside::Propose => Command::Play(Deed::Propose),
            Beside::PickUp(piece) => Command::Play(Deed::PickUp(piece)),
            Beside::Select(piece) => Command::Play(Deed::Show(piece)),
        };
        self.run_command(ctx, command);
    }

    /// Shows the group of the selected piece as large as it goes, or all that may act.
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

/// A map that nobody has turned yet is looked at with north up, unless it would be clearly smaller so than as it is printed.
fn look_north(game: &mut dyn Game) {
    /// A table is about so many times as wide as it is high.
    const WIDE: f32 = 1.4;
    /// Of what it would be as printed.
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
