//! Commands that have nothing to do now, and why: what a menu, a key or the palette gives is not answered with silence.

use crate::app::command::Command;

use super::hand::Hand;
use super::{Deed, Play};

impl Play {
    /// Why nothing comes of this command now; `None`: something does, or what it does is seen.
    pub(super) fn idle(&self, command: &Command) -> Option<&'static str> {
        if self.looking.is_some() && command.is_for_now() {
            return Some("This is an earlier table: go back to the game as it is, or play on from here");
        }
        let nothing_in_hand = self.hand.is_empty() && self.fiat.is_none() && self.tray.is_none();
        if *command == Command::Undo {
            (!self.game.can_undo()).then_some("There is no order to take back")
        } else if *command == Command::Redo {
            (!self.game.can_redo()).then_some("No order was taken back")
        } else if *command == Command::LookBack {
            self.seen_along(false).is_none().then_some("Nothing was ordered before this")
        } else if *command == Command::LookOn {
            let last = if self.looking.is_some() {
                "Nothing follows this"
            } else {
                "This is the table as it is now"
            };
            self.seen_along(true).is_none().then_some(last)
        } else if *command == Command::RemoveRulers {
            self.rulers.is_empty().then_some("No ruler lies on the table")
        } else if matches!(command, Command::TurnMap(_) | Command::NorthUp) {
            self.game.map_turn().is_none().then_some("This table is no map that could be turned")
        } else if *command == Command::GoOn {
            let free = nothing_in_hand && self.common.dialog.is_none();
            (free && self.only_order().is_none()).then(|| self.why_not_on())
        } else if matches!(command, Command::Confirm | Command::ConfirmWith(_) | Command::Play(Deed::Confirm))
        {
            nothing_in_hand.then_some("Nothing is in hand that could be given")
        } else if matches!(command, Command::TurnGhost(_) | Command::WayPoint | Command::TakeWayPoint) {
            nothing_in_hand.then_some("Take a piece in hand first")
        } else if *command == Command::Play(Deed::Clear) {
            (!matches!(self.hand, Hand::Made(_))).then_some("Nothing is made up that could begin anew")
        } else if *command == Command::Play(Deed::Propose) {
            let listed = &self.summary.listed;
            let none = listed.made_up.is_empty() && listed.asked.is_none();
            none.then_some("Nothing is to be made up now")
        } else {
            None
        }
    }

    /// Why the game does not go on by itself: there is not one order alone that is due.
    fn why_not_on(&self) -> &'static str {
        if self.game.is_over() {
            "The battle is over"
        } else if !self.summary.agenda.owed.is_empty() {
            "Something is owed first: it stands with what is due"
        } else if self.summary.offers.is_empty() {
            "Nothing is due"
        } else {
            "There is more than one thing to do: choose one, or type its number"
        }
    }

    /// What is said once the command is done, where the table may look as before.
    pub(super) fn afterwards(&self, command: &Command) -> Option<String> {
        let (saved, shown) = (&self.common.saved, &self.common.saved.shown);
        let on = match command {
            Command::ToggleNames => saved.names,
            Command::ToggleGrid => saved.grid,
            Command::ToggleZones => shown.zones,
            Command::ToggleCommandRange => shown.command,
            Command::ToggleLanes => shown.lanes,
            Command::ToggleReach => shown.reach,
            Command::ToggleThreats => shown.threat,
            Command::ToggleRulers => shown.rulers,
            Command::ResetLayout => return Some("The panels stand as at first".to_owned()),
            _ => return None,
        };
        Some(format!("{}: {}", command.text(), if on { "shown" } else { "hidden" }))
    }
}
