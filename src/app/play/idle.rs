//! Commands that have nothing to do now, and why: none is answered with silence.

use crate::app::command::Command;

use super::hand::Hand;
use super::{Deed, Play};

impl Play {
    /// Why nothing comes of this command now; `None`: something does.
    pub(super) fn idle(&self, command: &Command) -> Option<&'static str> {
        let in_hand = !self.hand.is_empty() || self.fiat.is_some() || self.tray.is_some();
        match command {
            Command::Undo if !self.game.can_undo() => Some("There is no order to take back"),
            Command::Redo if !self.game.can_redo() => Some("No order was taken back"),
            Command::LookBack if self.seen_along(false).is_none() => Some("Nothing was ordered before this"),
            Command::LookOn if self.seen_along(true).is_none() => Some("This is the table as it is now"),
            Command::RemoveRulers if self.rulers.is_empty() => Some("No ruler lies on the table"),
            Command::GoOn if in_hand => None,
            Command::GoOn if self.only_order().is_none() => {
                Some("There is more than one thing to do: choose one, or type its number")
            }
            Command::Confirm | Command::ConfirmWith(_) | Command::Play(Deed::Confirm) if !in_hand => {
                Some("Nothing is in hand that could be given")
            }
            Command::TurnGhost(_) | Command::WayPoint | Command::TakeWayPoint if !in_hand => {
                Some("Take a piece in hand first")
            }
            Command::Play(Deed::Clear) if !matches!(self.hand, Hand::Made(_)) => {
                Some("Nothing is made up that could begin anew")
            }
            Command::Play(Deed::Propose) if self.summary.listed.made_up.is_empty() => {
                Some("Nothing is to be made up now")
            }
            _ => None,
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
