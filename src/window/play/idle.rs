//! Commands without effect, and why: a menu, a key or the palette never just does nothing.

use crate::command::Command;
use crate::texts::idle as texts;

use super::hand::Hand;
use super::{Play, PlayAction};

impl Play {
    /// Why this command has no effect now; `None` if it has one.
    pub(super) fn idle(&self, command: &Command) -> Option<&'static str> {
        if self.looking.is_some() && command.is_for_now() {
            return Some(texts::EARLIER_TABLE);
        }
        let nothing_in_hand = self.hand.is_empty() && self.fiat.is_none() && self.tray.is_none();
        if *command == Command::Undo {
            (!self.game.can_undo() && self.tray.is_none()).then_some(texts::NO_UNDO)
        } else if *command == Command::UsualText {
            (self.common.saved.text_scale == 1.0).then_some(texts::USUAL_TEXT)
        } else if matches!(
            command,
            Command::LookHere(_)
                | Command::LookAtAll
                | Command::TrueSize
                | Command::AskForInch
                | Command::Board(_)
        ) {
            self.common.screen.is_none().then_some(texts::NO_PLAYERS_SCREEN)
        } else if *command == Command::Redo {
            (!self.game.can_redo()).then_some(texts::NO_REDO)
        } else if *command == Command::LookBack {
            self.seen_along(false).is_none().then_some(texts::NOTHING_BEFORE)
        } else if *command == Command::LookOn {
            let last = if self.looking.is_some() { texts::NOTHING_AFTER } else { texts::THIS_IS_NOW };
            self.seen_along(true).is_none().then_some(last)
        } else if *command == Command::RemoveRulers {
            self.rulers.is_empty().then_some(texts::NO_RULER)
        } else if matches!(command, Command::TurnMap(_) | Command::NorthUp) {
            self.game.map_turn().is_none().then_some(texts::NO_MAP)
        } else if *command == Command::GoOn {
            let free = nothing_in_hand && self.common.dialog.is_none();
            (free && self.only_order().is_none()).then(|| self.why_not_on())
        } else if matches!(
            command,
            Command::Confirm | Command::ConfirmWith(_) | Command::Play(PlayAction::Confirm)
        ) {
            nothing_in_hand.then_some(texts::NOTHING_IN_HAND)
        } else if matches!(command, Command::TurnGhost(_) | Command::WayPoint | Command::TakeWayPoint) {
            nothing_in_hand.then_some(texts::NO_PIECE)
        } else if *command == Command::Play(PlayAction::Clear) {
            (!matches!(self.hand, Hand::Made(_))).then_some(texts::NOTHING_MADE)
        } else if *command == Command::Play(PlayAction::Propose) {
            let listed = &self.summary.listed;
            let none = listed.made_up.is_empty() && listed.asked.is_none();
            none.then_some(texts::NOTHING_TO_MAKE)
        } else {
            None
        }
    }

    /// Why the game does not go on by itself: more than one order is due.
    fn why_not_on(&self) -> &'static str {
        if self.game.is_over() {
            texts::IS_OVER
        } else if !self.summary.agenda.owed.is_empty() {
            texts::IS_OWED
        } else if self.summary.offers.is_empty() {
            texts::NOTHING_DUE
        } else {
            texts::SEVERAL_DUE
        }
    }

    /// The confirmation after a command whose effect may not be visible.
    pub(super) fn afterwards(&self, command: &Command) -> Option<String> {
        let (saved, shown) = (&self.common.saved, &self.common.saved.shown);
        let on = match command {
            Command::ToggleNames => saved.names,
            Command::ToggleGrid => saved.grid,
            Command::ToggleZones => shown.zones,
            Command::ToggleCommandRange => shown.command,
            Command::ToggleLanes => shown.lanes,
            Command::ToggleReach => shown.reach,
            Command::ToggleThreats if shown.threat && self.selected.is_none() && self.carried().is_none() => {
                return Some(texts::THREATS_TO_WHOM.to_owned());
            }
            Command::ToggleThreats => shown.threat,
            Command::ToggleRulers => shown.rulers,
            Command::TrueSize => saved.true_size,
            Command::ResetLayout => return Some(texts::LAYOUT_RESET.to_owned()),
            _ => return None,
        };
        Some(texts::shown(command.text(), on))
    }
}
