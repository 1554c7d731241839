//! The order line and the palette in use: cursor, interpretation, giving.

use egui::{Event, Key, Modifiers};

use game::Draft;
use game::line::{Completion, Reading};

use super::command::{Command, LineDeed};
use super::keys::without_text;
use super::line::History;
use super::line::palette::Item;

/// The order line between two frames.
#[derive(Clone, Debug, Default)]
pub struct OrderLine {
    pub text: String,
    /// Position in characters.
    pub cursor: usize,
    /// Did it have the focus in the last frame?
    pub focused: bool,
    pub wants_focus: bool,
    pub gives_up_focus: bool,
    /// The text was replaced: move the cursor to its end.
    pub to_end: bool,
    /// The line was not accepted: select it all, so that typing replaces it.
    pub selects: bool,
    pub reading: Reading<Draft>,
    /// The inputs of the last reading: text, cursor, version of the game, selection, number of requested names.
    read: Option<(String, usize, u64, Option<u16>, usize)>,
    /// The inputs of the list of due orders: version of the game, number of requested names.
    listed: Option<(u64, usize)>,
    /// The completions of Tab, with the current one, and the text before the first.
    cycle: Option<(String, Vec<Completion>, usize)>,
    /// Return to the line after the dice.
    comes_back: bool,
    /// Keys pressed after one that may change the focus: they are handled in the next frame.
    later: Vec<Event>,
}

/// The text field of the line.
pub fn line_id() -> egui::Id {
    egui::Id::unique("order line text")
}

impl OrderLine {
    /// Was this key pressed? Keys pressed after it wait for the next frame, after its effect.
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

    /// The digit typed, unless a key that ends or takes back a throw came before it; what was typed after it waits for the next
    /// frame.
    pub fn digit(&mut self, ctx: &egui::Context) -> Option<u16> {
        ctx.input_mut(|input| {
            // Blanks and commas between dice are skipped.
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

    /// Removes the event at this place, and puts off everything after it until the next frame.
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

    /// Returns the events that were put off.
    pub fn hand_back(&mut self, ctx: &egui::Context) {
        let later = std::mem::take(&mut self.later);
        ctx.input_mut(|input| input.events.splice(0..0, later).for_each(drop));
    }

    /// Were events put off? Then the next frame must not wait for input.
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

    /// The text was given and not accepted.
    pub fn refuse(&mut self) {
        self.selects = !self.text.is_empty();
    }

    /// Inserts a completion.
    pub fn insert(&mut self, completion: &Completion) {
        let kept: String = self.text.chars().take(completion.from).collect();
        let after: String = self.text.chars().skip(self.cursor).collect();
        self.text = format!("{kept}{}{after}", completion.insert);
        self.cursor = completion.from + completion.insert.chars().count();
        self.to_end = after.is_empty();
    }

    /// Inserts the first completion; when repeated, the next one.
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

    /// Runs a command of the line, except giving it.
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

    /// A line has been given. `dice`: dice must now be typed; `covered`: a dialog is open.
    pub fn given(&mut self, ctx: &egui::Context, dice: bool, covered: bool) {
        if dice {
            // Digits are dice from now on.
            ctx.memory_mut(|memory| memory.surrender_focus(line_id()));
        }
        self.comes_back = dice;
        self.wants_focus = !dice && !covered;
    }

    /// Leaves the line; returns whether it was in use.
    pub fn leave(&mut self, history: &mut History) -> bool {
        let used = self.focused || !self.text.is_empty();
        self.set("");
        history.leave();
        self.gives_up_focus = true;
        self.comes_back = false;
        used
    }

    /// Before the line is read: removes a stroke that opened it, and moves the focus to the dice and back. `dice`: dice are
    /// requested; `waits`: an order is; `covered`: a dialog is open.
    pub fn settle(&mut self, dice: bool, waits: bool, covered: bool) {
        // In a line that is open already, the opening sign means nothing.
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

    /// Is the line unchanged since the last reading, in this version of the game? Records it as read.
    pub fn is_read(&mut self, version: u64, selected: Option<u16>, names: usize) -> bool {
        let now = (self.text.clone(), self.cursor, version, selected, names);
        let same = self.read.as_ref() == Some(&now);
        self.read = Some(now);
        same
    }

    /// Is the list of due orders up to date? Records it as made.
    pub fn is_listed(&mut self, version: u64, names: usize) -> bool {
        let same = self.listed == Some((version, names));
        self.listed = Some((version, names));
        same
    }
}

/// The open palette.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    pub query: String,
    pub chosen: usize,
    pub items: Vec<Item>,
    pub fresh: bool,
}

/// Does this input begin the order line? Every letter does, as do digits, a few signs and a stroke, while nothing else has the
/// focus. `turns`: Q and E turn the piece in hand.
pub(super) fn begins_line(ctx: &egui::Context, turns: bool) -> bool {
    if ctx.text_edit_focused() {
        return false;
    }
    ctx.input_mut(|input| {
        // With Alt a letter is a command, and a digit the number of a due order. Alt may have been let go since.
        let mut with_alt = None;
        let first = input.events.iter().enumerate().find_map(|(at, event)| match event {
            Event::Key { pressed: true, modifiers, .. } => {
                with_alt = Some(modifiers.alt);
                None
            }
            Event::Text(text) if !with_alt.take().unwrap_or(input.modifiers.alt) => {
                Some((at, text.chars().next()?))
            }
            _ => None,
        });
        match first {
            Some((at, '/' | ':')) => {
                // Text that came with the stroke belongs to the line.
                if let Some(Event::Text(text)) = input.events.get_mut(at) {
                    text.remove(0);
                }
                true
            }
            Some((_, 'q' | 'Q' | 'e' | 'E')) if turns => false,
            Some((_, letter)) => letter.is_alphanumeric() || "#.!@;".contains(letter),
            None => false,
        }
    })
}

/// The command of a key that opens the line, the palette or the keys, or chooses a due order. `busy`: a dialog is open; `free`:
/// nothing is in hand.
pub(super) fn line_keys(ctx: &egui::Context, busy: bool, free: bool) -> Option<Command> {
    let typing = ctx.text_edit_focused();
    for key in [Key::P, Key::K] {
        // With Shift it is another command's key.
        let shifted = |event: &Event| matches!(event, Event::Key { key: one, pressed: true, modifiers, .. } if *one == key && modifiers.shift);
        let is_other = ctx.input(|input| input.events.iter().any(shifted));
        if !is_other && ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
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
            without_text(ctx, key);
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

/// Maximum number of orders in a line; more are a mistake.
pub(super) const MOST_ORDERS: usize = 40;
