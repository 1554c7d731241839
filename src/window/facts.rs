//! The words of a command of the window, and its keys.

use egui::{Key, KeyboardShortcut, Modifiers};

/// The words of a command, and its keys.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// On buttons and in menus: `Save as…`.
    pub text: &'static str,
    /// What it does, as a sentence without its stop.
    pub tooltip: &'static str,
    pub shortcut: Option<KeyboardShortcut>,
}

/// A text and a tooltip, as `texts` has them.
pub const fn facts([text, tooltip]: [&'static str; 2]) -> Facts {
    Facts { text, tooltip, shortcut: None }
}

impl Facts {
    pub const fn key(self, key: Key) -> Self {
        Self { shortcut: Some(KeyboardShortcut::new(Modifiers::NONE, key)), ..self }
    }

    pub const fn ctrl(self, key: Key) -> Self {
        Self { shortcut: Some(KeyboardShortcut::new(Modifiers::COMMAND, key)), ..self }
    }

    /// A letter alone would begin the order line.
    pub const fn alt(self, key: Key) -> Self {
        Self { shortcut: Some(KeyboardShortcut::new(Modifiers::ALT, key)), ..self }
    }

    pub const fn alt_shift(self, key: Key) -> Self {
        let both = Modifiers { shift: true, ..Modifiers::ALT };
        Self { shortcut: Some(KeyboardShortcut::new(both, key)), ..self }
    }

    pub const fn ctrl_shift(self, key: Key) -> Self {
        let both = Modifiers { shift: true, ..Modifiers::COMMAND };
        Self { shortcut: Some(KeyboardShortcut::new(both, key)), ..self }
    }
}
