//! The order line and the palette at work: where the cursor is, what the text means, what giving it does.

use std::borrow::Cow;

use egui::{Event, Key, Modifiers};

use crate::desk::{DiceFrom, Thrower};
use crate::game::line::{Beside, Choosing, Completion, Does, Reading};
use crate::game::{Draft, Spelled as _, Stop, Viewer};
use crate::rules::easy::Easy;
use crate::rules::easy::brief::line;
use crate::rules::rulebook::Rulebook;
use crate::scenario::Side;

use super::command::{Command, LineDeed};
use super::line::History;
use super::line::palette::Item;
use super::state::{Hand, Tray};
use super::{App, models};

/// The order line between two frames.
#[derive(Clone, Debug, Default)]
pub struct Typing {
    pub text: String,
    /// In characters.
    pub cursor: usize,
    /// It was typed in during the last frame.
    pub focused: bool,
    pub wants_focus: bool,
    pub gives_up_focus: bool,
    /// The text was replaced: the cursor goes to its end.
    pub to_end: bool,
    pub reading: Reading<Draft>,
    /// What the reading was made of: text, cursor, version of the game, selection, names asked for.
    read: Option<(String, usize, u64, Option<u16>, usize)>,
    /// What the list of what is due was made of: version of the game, names asked for.
    listed: Option<(u64, usize)>,
    /// Tab goes through these, and which it has come to; the text before the first.
    cycle: Option<(String, Vec<Completion>, usize)>,
    /// The line is typed in again once the dice are there.
    comes_back: bool,
    /// Keys pressed behind one that may change who listens: for the next frame.
    later: Vec<Event>,
}

/// The text field of the line.
pub fn line_id() -> egui::Id {
    egui::Id::unique("order line text")
}

impl Typing {
    /// Was this key pressed? Keys pressed after it wait for the next frame, when it has had its effect.
    pub fn pressed(&mut self, ctx: &egui::Context, wanted: Key) -> bool {
        ctx.input_mut(|input| {
            let plain = |event: &Event| match event {
                Event::Key { key, pressed: true, modifiers, .. } => *key == wanted && modifiers.is_none(),
                _ => false,
            };
            let Some(at) = input.events.iter().position(plain) else { return false };
            self.put_off(input, at, None);
            true
        })
    }

    /// The digit typed, if nothing that ends or takes back a throw was pressed before it; what was typed after it waits
    /// for the next frame.
    pub fn digit(&mut self, ctx: &egui::Context) -> Option<u16> {
        ctx.input_mut(|input| {
            // Blanks and commas between dice are passed over.
            let first = |(at, event): (usize, &Event)| match event {
                Event::Text(text) => {
                    let (place, letter) = text.char_indices().find(|(_, letter)| letter.is_ascii_digit())?;
                    let rest = text.get(place + 1..).filter(|rest| !rest.is_empty());
                    Some((at, letter.to_digit(10), rest.map(str::to_owned)))
                }
                Event::Key { key: Key::Enter | Key::Backspace, pressed: true, .. } => Some((at, None, None)),
                _ => None,
            };
            let (at, digit, rest) = input.events.iter().enumerate().find_map(first)?;
            let digit = digit?;
            self.put_off(input, at, rest);
            u16::try_from(digit).ok()
        })
    }

    /// Takes the event at this place away, and what was typed after it until the next frame.
    fn put_off(&mut self, input: &mut egui::InputState, at: usize, rest: Option<String>) {
        let mut after = input.events.split_off(at).into_iter();
        let taken = after.next();
        self.later.extend(rest.map(Event::Text));
        // A key comes with its text: Space with a blank.
        let mut paired = matches!(taken, Some(Event::Key { key: Key::Space, .. }));
        for event in after {
            match event {
                Event::Text(text) if paired && text == " " => paired = false,
                Event::Key { pressed: true, .. } | Event::Text(_) => self.later.push(event),
                other => input.events.push(other),
            }
        }
    }

    /// Brings back what was put off.
    pub fn hand_back(&mut self, ctx: &egui::Context) {
        let later = std::mem::take(&mut self.later);
        ctx.input_mut(|input| input.events.splice(0..0, later).for_each(drop));
    }

    /// Whether something was put off: then the next frame must not wait for the next stroke.
    pub fn waits(&self) -> bool {
        !self.later.is_empty()
    }

    /// Puts a text into the line.
    pub fn set(&mut self, text: impl Into<String>) {
        self.text = text.into();
        self.cursor = self.text.chars().count();
        self.to_end = true;
        self.cycle = None;
    }

    /// Puts a completion in place.
    pub fn insert(&mut self, completion: &Completion) {
        let kept: String = self.text.chars().take(completion.from).collect();
        let after: String = self.text.chars().skip(self.cursor).collect();
        self.text = format!("{kept}{}{after}", completion.insert);
        self.cursor = completion.from + completion.insert.chars().count();
        self.to_end = after.is_empty();
    }

    /// Tab puts the first completion in place; again, the next one.
    pub fn complete(&mut self, back: bool) {
        let (base, list, at) = match self.cycle.take() {
            Some((base, list, at)) => {
                let step = if back { list.len() - 1 } else { 1 };
                let at = (at + step) % list.len();
                (base, list, at)
            }
            None => {
                let base: String = self.text.chars().take(self.cursor).collect();
                (base, self.reading.completions.clone(), 0)
            }
        };
        let Some(completion) = list.get(at) else { return };
        let kept: String = base.chars().take(completion.from).collect();
        self.set(format!("{kept}{}", completion.insert));
        self.cycle = Some((base, list, at));
    }

    /// What was asked of the order line, but to give it.
    pub fn deed(&mut self, deed: LineDeed, history: &mut History) {
        match deed {
            LineDeed::Give => {}
            LineDeed::Complete { back } => self.complete(back),
            LineDeed::Insert(completion) => {
                self.insert(&completion);
                self.wants_focus = true;
            }
            LineDeed::Older => {
                let typed = self.text.clone();
                if let Some(line) = history.older(&typed).map(str::to_owned) {
                    self.set(line);
                }
            }
            LineDeed::Newer => {
                if let Some(line) = history.newer().map(str::to_owned) {
                    self.set(line);
                }
            }
            LineDeed::Typed => {
                history.leave();
                self.cycle = None;
            }
        }
    }

    /// A line has been given. `dice`: they are to be typed now; `covered`: something lies over the window.
    pub fn given(&mut self, ctx: &egui::Context, dice: bool, covered: bool) {
        if dice {
            // Digits are dice from now on.
            ctx.memory_mut(|memory| memory.surrender_focus(line_id()));
        }
        self.comes_back = dice;
        self.wants_focus = !dice && !covered;
    }

    /// Leaves the line; true where it had been in use.
    pub fn leave(&mut self, history: &mut History) -> bool {
        let used = self.focused || !self.text.is_empty();
        self.set("");
        history.leave();
        self.gives_up_focus = true;
        self.comes_back = false;
        used
    }

    /// Before the line is read: takes away a stroke that opens it, and hands over to dice and back. `dice`: they are waited
    /// for; `waits`: an order is; `covered`: something lies over the window.
    pub fn settle(&mut self, dice: bool, waits: bool, covered: bool) {
        // Who is in the line already opens it once more: the sign says nothing.
        if self.text.starts_with('/') {
            self.text.remove(0);
            self.cursor = self.cursor.saturating_sub(1);
        }
        if dice && self.focused {
            // Digits are dice now.
            self.gives_up_focus = true;
            self.comes_back = true;
        }
        if self.comes_back && !waits {
            self.comes_back = false;
            self.wants_focus = !covered;
        }
    }

    /// Is the line as it was when it was read last, in this version of the game? Notes that it is read now.
    pub fn is_read(&mut self, version: u64, selected: Option<u16>, names: usize) -> bool {
        let now = (self.text.clone(), self.cursor, version, selected, names);
        let same = self.read.as_ref() == Some(&now);
        self.read = Some(now);
        same
    }

    /// Is the list of what is due as it was made last? Notes that it is made now.
    pub fn is_listed(&mut self, version: u64, names: usize) -> bool {
        let same = self.listed == Some((version, names));
        self.listed = Some((version, names));
        same
    }
}

/// The open palette./// The open palette.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    pub query: String,
    pub chosen: usize,
    pub items: Vec<Item>,
    pub fresh: bool,
}

/// Does what is typed now begin the order line? Digits, a few signs and a stroke do, while nothing else listens.
pub(super) fn begins_line(ctx: &egui::Context) -> bool {
    // With Alt a digit is a number of what is due.
    if ctx.text_edit_focused() || ctx.input(|input| input.modifiers.alt) {
        return false;
    }
    ctx.input_mut(|input| {
        let first = input.events.iter().enumerate().find_map(|(at, event)| match event {
            Event::Text(text) => Some((at, text.chars().next()?)),
            _ => None,
        });
        match first {
            Some((at, '/' | ':')) => {
                // What came with the stroke belongs to the line.
                if let Some(Event::Text(text)) = input.events.get_mut(at) {
                    text.remove(0);
                }
                true
            }
            Some((_, letter)) => letter.is_ascii_digit() || "#.!@;".contains(letter),
            None => false,
        }
    })
}

/// Keys that open the line, the palette, the keys, or choose what is due. `busy`: something lies over the window; `free`:
/// nothing is in hand.
pub(super) fn line_keys(ctx: &egui::Context, busy: bool, free: bool) -> Option<Command> {
    let typing = ctx.text_edit_focused();
    for key in [Key::P, Key::K] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
            return Some(Command::ShowPalette);
        }
    }
    if busy {
        return None;
    }
    let numbers = [
        Key::Num0,
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    for (index, key) in numbers.into_iter().enumerate() {
        if ctx.input_mut(|input| input.consume_key(Modifiers::ALT, key)) {
            // Some systems send the digit as text all the same.
            let digit = index.to_string();
            ctx.input_mut(|input| {
                input.events.retain(|event| !matches!(event, Event::Text(text) if *text == digit));
            });
            return Some(Command::Choose(index));
        }
    }
    if typing {
        return None;
    }
    let typed = |wanted: &str| {
        ctx.input_mut(|input| {
            let at =
                input.events.iter().position(|event| matches!(event, Event::Text(text) if text == wanted));
            at.map(|at| input.events.remove(at)).is_some()
        })
    };
    if typed("?") {
        return Some(Command::ShowKeys);
    }
    let button = ctx.memory(|memory| memory.focused().is_some());
    let enter = free && !button && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    enter.then_some(Command::OpenLine)
}

/// More orders of one line than these are a slip of the hand.
pub(super) const MOST_ORDERS: usize = 40;

impl App {
    /// Does what is typed now begin the order line?
    pub(super) fn begins_line(&self, ctx: &egui::Context) -> bool {
        // While an earlier table is seen its own keys count: the full stop goes one order on.
        let busy = self.shell.dialog.is_some()
            || self.shell.finder.is_some()
            || self.looking.is_some()
            || self.form_is_open()
            || self.tray.as_ref().is_some_and(|tray| tray.throw.names.is_empty());
        !busy && begins_line(ctx)
    }

    /// Keys that open the line, the palette, the keys, or choose what is due.
    pub(super) fn line_keys(&self, ctx: &egui::Context) -> Option<Command> {
        let busy = self.shell.dialog.is_some() || self.shell.finder.is_some() || self.form_is_open();
        line_keys(ctx, busy, self.tray.is_none() && matches!(self.hand, Hand::Empty))
    }

    /// Reads the line anew where it, the game or the selection has changed; and comes back from the dice.
    pub(super) fn read_line(&mut self) {
        let dice = self.tray.as_ref().is_some_and(|tray| tray.throw.names.is_empty());
        self.typing.settle(dice, self.tray.is_some(), self.shell.dialog.is_some());
        let names = self.tray.as_ref().map_or(&[][..], |tray| &tray.throw.names);
        if !self.typing.is_read(self.version, self.selected.map(|id| id.0), names.len()) {
            // A side is told no more here than anywhere else; the referee's own is not copied.
            let (state, due) = match self.viewer {
                Viewer::Referee => (Cow::Borrowed(self.desk.state()), Cow::Borrowed(self.desk.due())),
                side => (Cow::Owned(self.desk.view(side)), Cow::Owned(self.desk.due_for(side))),
            };
            let (state, due, selected) = (&*state, &*due, self.selected);
            // What is due is looked through once a change of the game, not for every stroke.
            if !self.typing.is_listed(self.version, names.len()) {
                let context = line::Context { state, due, names, selected, listed: None };
                self.choices = line::number(&context);
                self.numbers_alone = line::numbers_alone(&context);
            }
            let context = line::Context { state, due, names, selected, listed: Some(&self.choices) };
            let Reading { meaning, fault, completions } =
                line::read(&self.typing.text, self.typing.cursor, &context);
            let meaning = meaning.map(|meaning| meaning.map(|order| Easy::spell(state, &order)));
            self.typing.reading = Reading { meaning, fault, completions };
        }
    }

    /// What was asked of the order line.
    pub(super) fn line_deed(&mut self, ctx: &egui::Context, deed: LineDeed) {
        match deed {
            LineDeed::Give => self.give_line(ctx),
            deed => self.typing.deed(deed, &mut self.shell.saved.history),
        }
    }

    /// Leaves the line; true where it had been in use.
    pub(super) fn leave_line(&mut self) -> bool {
        self.typing.leave(&mut self.shell.saved.history)
    }

    /// Gives what the line means; the rest of it is given as well while no dice are to be typed.
    fn give_line(&mut self, ctx: &egui::Context) {
        let given = self.typing.text.clone();
        for _ in 0..MOST_ORDERS {
            self.read_line();
            let Some(meaning) = self.typing.reading.meaning.clone() else { return };
            if meaning.refusal.is_some() {
                return;
            }
            let before = self.version;
            self.typing.set(meaning.rest.clone().unwrap_or_default());
            let state = self.desk.state();
            let does = match meaning.does {
                Does::Order { order, drawn } => match Easy::order_of(state, &order) {
                    Ok(order) => Does::Order { order, drawn },
                    Err(fault) => return self.trouble(fault),
                },
                Does::Beside(beside) => Does::Beside(beside),
            };
            match does {
                Does::Beside(beside) => self.beside(ctx, &beside),
                Does::Order { order, drawn } if drawn.is_empty() => self.give(ctx, order),
                Does::Order { drawn, .. } if self.tray.is_some() => {
                    drawn.into_iter().for_each(|entry| self.enter_dice(entry));
                }
                Does::Order { order, drawn } => match self.desk.next_throw(&order, &drawn) {
                    Ok(None) => self.order(ctx, order, DiceFrom::Typed(drawn)),
                    Ok(Some(throw)) => {
                        let entered = drawn.into_iter().map(|entry| (entry, Thrower::Players)).collect();
                        self.tray = Some(Tray { entered, ..Tray::new(order, throw) });
                    }
                    Err(Stop::Refused(_)) => self.take(ctx, order),
                    Err(stop) => self.trouble(stop),
                },
            }
            if self.typing.text.is_empty() || self.version == before {
                break;
            }
        }
        self.shell.saved.history.push(&given);
        self.typing.given(ctx, self.dice_wanted().is_some(), self.shell.dialog.is_some());
    }

    /// What a line says besides orders.
    fn beside(&mut self, ctx: &egui::Context, beside: &Beside) {
        let stand = |key: &str| self.desk.state().roster().find_stand(key);
        let command = match beside {
            Beside::Undo => Some(Command::Undo),
            Beside::Redo => Some(Command::Redo),
            Beside::Keys => Some(Command::ShowKeys),
            Beside::PickUp(key) => stand(key).map(|stand| match self.desk.state().pose(stand) {
                Some(_) => Command::PickUp(stand),
                None => Command::BringOn(stand),
            }),
            Beside::Select(key) => Some(Command::Select(stand(key))),
            Beside::Propose => None,
        };
        if let Some(command) = command {
            self.run_command(ctx, command);
        }
    }

    /// Chooses what is due by its number. What has odds shows its card first, as a click does.
    pub(super) fn choose(&mut self, ctx: &egui::Context, number: usize) {
        self.read_line();
        let Some(choice) = self.choices.iter().find(|choice| choice.number == number).cloned() else {
            return;
        };
        match choice.what {
            Choosing::Order(order) => self.give(ctx, order),
            Choosing::Drawn(name) => {
                self.typing.set(name);
                self.give_line(ctx);
            }
        }
    }

    /// Opens the palette with everything that has a name.
    pub(super) fn show_palette(&mut self, ctx: &egui::Context) {
        let mut items = Vec::new();
        let item = |name: String, sort: &'static str, about: String, command: Command| Item {
            name,
            sort,
            about,
            keys: String::new(),
            command,
        };
        for choice in self.choices.iter().filter(|_| self.looking.is_none()) {
            if let Choosing::Order(order) = &choice.what {
                items.push(item(
                    models::sentence(&choice.words),
                    "due",
                    String::new(),
                    Command::Take(order.clone()),
                ));
            }
        }
        let state = self.desk.view(self.viewer);
        let open = self.shell.saved.screen.is_some();
        for command in Command::listed() {
            let name = match command {
                Command::ShowPalette => continue,
                Command::ClosePlayersScreen if !open => continue,
                Command::PlayersScreen(side) => format!("Players' screen: {}", state.say_side(side)),
                _ => command.text().to_owned(),
            };
            let keys = command.keys(ctx);
            items.push(Item { keys, ..item(name, "command", command.tooltip().to_owned(), command) });
        }
        let sides = Side::BOTH.map(|side| (state.say_side(side).to_owned(), Viewer::Side(side)));
        for (name, viewer) in std::iter::once(("Referee".to_owned(), Viewer::Referee)).chain(sides) {
            items.push(item(format!("Seen by: {name}"), "view", String::new(), Command::See(viewer)));
        }
        for row in &self.models.commands {
            let about = format!("{} stands", row.stands.len());
            items.push(item(row.name.clone(), "formation", about, Command::SelectCommand(row.id)));
            for stand in &row.stands {
                let name = format!("{} {}", stand.badge, stand.name);
                items.push(item(name, "stand", stand.label.clone(), Command::Select(Some(stand.id))));
            }
        }
        for (id, name, rules) in self.shell.library.scenarios() {
            if self.shell.rules.of(&rules).is_some() {
                let command = Command::NewGame { scenario: id, weather: None };
                items.push(item(
                    name,
                    "scenario",
                    "Begins it; the present game stays in its journal".into(),
                    command,
                ));
            }
        }
        for clause in &Rulebook::easy().clauses {
            let name = format!("{} {}", clause.id, clause.title);
            items.push(item(
                name,
                "clause",
                clause.text.replace('→', "to"),
                Command::ShowClause(clause.id.clone()),
            ));
        }
        self.shell.finder = Some(Finder { items, fresh: true, ..Finder::default() });
    }

    /// Does what is chosen in the palette.
    pub(super) fn choose_found(&mut self, ctx: &egui::Context) {
        if let Some(command) = self.shell.found() {
            self.run_command(ctx, command);
        }
    }
}

/// For scripts that type: what the window waits for.
impl App {
    /// Dice have to be typed before anything else.
    pub fn waits_for_dice(&self) -> bool {
        self.dice_wanted().is_some()
    }

    /// How many dice of how many sides are to be typed next.
    pub fn dice_wanted(&self) -> Option<(u8, u16)> {
        self.tray
            .as_ref()
            .filter(|tray| tray.throw.names.is_empty())
            .map(|tray| (tray.throw.dice, tray.throw.sides))
    }
}
