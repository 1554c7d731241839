//! What the window can be told that is only of hexes.

use egui::Key;

use crate::app::command::{Facts, facts};
use crate::app::state::Habit;
use crate::hexes::Hex;
use crate::rules::napoleon_at_war::combat::Column;
use crate::rules::napoleon_at_war::{Order, UnitId};

use super::fiat::Act;

/// One thing that the window of a hex game can do.
#[derive(Clone, Debug, PartialEq)]
pub enum HexCommand {
    /// A counter was clicked: what that means, the phase says.
    Counter(UnitId),
    /// A hex was clicked.
    At(Hex),
    /// A counter is dragged.
    Lift(UnitId),
    /// What was dragged is let go here; nowhere: off the map.
    Drop(Option<Hex>),
    /// The pointer is over this hex.
    Over(Option<Hex>),
    Select(Option<UnitId>),
    /// Takes a counter in hand.
    PickUp(UnitId),
    /// Shows this counter in the middle.
    ShowUnit(UnitId),
    /// Gives an order, with dice from where the habit has it.
    Give(Order),
    /// Gives it with dice from there, whatever the habit.
    GiveWith(Order, Habit),
    /// Takes the unit into the combat that is made up, or out of it.
    Join(UnitId),
    /// Puts a combat of the plan in hand, by its place.
    UsePlan(usize),
    /// Takes a combat out of the plan, by its place.
    DropPlan(usize),
    /// The column that is named instead of the computed one; none: the computed one.
    Lower(Option<Column>),
    /// Fights the combat that was made up.
    Attack,
    /// Lists a complete lawful set of combats.
    Propose,
    /// Makes up the combat anew.
    ClearCombat,
    /// The unit that goes back, or on.
    Goes(UnitId),
    /// The unit is lost in the exchange, or not.
    Lose(UnitId),
    /// The form for a fiat about this unit, or the one that is selected.
    Fiat(Act, Option<UnitId>),
}

impl HexCommand {
    /// Those that need no more than their name.
    pub const LISTED: [Self; 8] = [
        Self::Propose,
        Self::Attack,
        Self::ClearCombat,
        Self::Fiat(Act::Place, None),
        Self::Fiat(Act::Strength, None),
        Self::Fiat(Act::Remove, None),
        Self::Fiat(Act::Turn, None),
        Self::Fiat(Act::Option, None),
    ];

    /// Whether it concerns the game as it is now, which is out of reach while an earlier table is looked at.
    pub const fn is_for_now(&self) -> bool {
        !matches!(self, Self::Over(_) | Self::Select(_) | Self::ShowUnit(_))
    }

    pub const fn facts(&self) -> Facts {
        match self {
            Self::Counter(_) | Self::Select(_) => facts("Select", ""),
            Self::At(_) => facts("Here", ""),
            Self::Lift(_) | Self::PickUp(_) => facts("Pick up", ""),
            Self::Drop(_) => facts("Put down here", ""),
            Self::Over(_) => facts("Look", ""),
            Self::ShowUnit(_) => facts("Show it", "Move the map so that it is in the middle"),
            Self::Give(_) => facts("Order", ""),
            Self::GiveWith(_, Habit::Typed) => {
                facts("Type the die", "The players roll, and their die is typed")
            }
            Self::GiveWith(_, Habit::Rolled) => facts("Roll the die", "The program rolls for this combat"),
            Self::Join(_) => facts("Join", "Take the unit into the combat, or out of it"),
            Self::UsePlan(_) => facts("This combat", "Put it in hand"),
            Self::DropPlan(_) => facts("Out of the plan", "Take this combat out of the plan"),
            Self::Lower(_) => facts("Lower the odds", "Name a lower column"),
            Self::Attack => facts("Fight it", "Throw the die of the combat in hand").key(Key::K),
            Self::Propose => {
                facts("Propose a plan", "A lawful set of combats that does all that is owed").key(Key::P)
            }
            Self::ClearCombat => facts("Clear", "Make up the combat anew").key(Key::Delete),
            Self::Goes(_) => facts("This one", "Show where it may go"),
            Self::Lose(_) => facts("Lost", ""),
            Self::Fiat(Act::Place, _) => facts(
                "Put elsewhere…",
                "The referee puts the unit where he says, whatever the rules say; one that is gone comes back",
            ),
            Self::Fiat(Act::Strength, _) => facts("Set strength…", "The referee sets its strength points"),
            Self::Fiat(Act::Remove, _) => facts("Take off…", "The referee takes the unit off the map"),
            Self::Fiat(Act::Turn, _) => facts("Set the turn…", "The referee sets the turn"),
            Self::Fiat(Act::Option, _) => facts(
                "Change an option…",
                "The referee gives an option of the rules another value from now on",
            ),
        }
    }
}
