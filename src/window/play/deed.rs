//! The commands of a game's window about pieces and orders, whatever the rules.

use egui::Key;

use crate::facts::{Facts, facts};
use crate::state::Habit;
use crate::texts::{commands, deeds as texts};
use game::{Answer, Draft, Spot};

/// A command of the window of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayAction {
    /// A piece was clicked, by its key; the meaning depends on the game.
    Piece(String),
    /// A place was clicked.
    At(Spot),
    /// Something beside the table was clicked.
    Nowhere,
    /// A piece is dragged.
    Lift(String),
    /// What was dragged is let go here; `None` means beside the table.
    Drop(Option<Spot>),
    /// The pointer is over this place.
    Over(Option<Spot>),
    /// Lays a ruler from this piece.
    MeasureFrom(String),
    /// Takes away the ruler with this place in the list.
    TakeRuler(usize),
    /// Adds a way-point to the path of the piece in hand.
    GoBy(Spot),
    /// Turns what is in hand by this many degrees.
    Turn(f64),
    /// Takes a piece in hand.
    PickUp(String),
    /// Selects a piece and brings it into sight.
    Show(String),
    /// Zooms to a piece.
    ZoomTo(String),
    /// This one was drawn.
    Drawn(String),
    /// A listed order: given at once, or its card is shown if dice decide it.
    Take(Draft),
    /// Gives an order with dice from this source, whatever the habit.
    GiveWith(Draft, Habit),
    /// Starts an order of this verb.
    MakeUp(&'static str),
    /// Answers a part of the order in hand, by field; `None` clears it.
    Answer(String, Option<Answer>),
    /// Adds the piece of this key to a field, or removes it.
    Toggle(String, String),
    /// Adds the entry in progress to the list with this field.
    Enlist(String),
    /// Removes an entry from a list, by its index.
    Strike(String, usize),
    /// Takes an order that could be made up in hand as it is.
    Use(Draft),
    /// Takes a proposal in hand, by its index.
    UseProposal(usize),
    /// Lists orders that the rules propose.
    Propose,
    /// Gives what is in hand.
    Confirm,
    /// Starts the order in hand again.
    Clear,
    /// Opens the form for an act of the referee, about this piece.
    Fiat(&'static str, Option<String>),
    /// Opens the form that overrules a refusal of this order, by its clause; `None` means the order in hand.
    Overrule(Option<Draft>, String),
    /// Shows what else the referee may do about a refused order.
    DecideOtherwise,
    /// Opens the form for the act that corrects this cell of the rulebook's tables, by name.
    Correct(String),
    /// Answers a field of the form.
    FiatAnswer(String, Option<Answer>),
}

impl PlayAction {
    /// The commands without parameters.
    pub const LISTED: [Self; 3] = [Self::Propose, Self::Confirm, Self::Clear];

    /// Does it change the present game, so that it is unavailable while an earlier table is shown?
    pub const fn is_for_now(&self) -> bool {
        !matches!(self, Self::Over(_) | Self::ZoomTo(_) | Self::Show(_) | Self::Piece(_))
    }

    /// Can it put another order in hand, change its answers, or give one?
    pub const fn changes_what_is_in_hand(&self) -> bool {
        match self {
            Self::Nowhere
            | Self::PickUp(_)
            | Self::Take(_)
            | Self::GiveWith(..)
            | Self::MakeUp(_)
            | Self::Answer(..)
            | Self::Toggle(..)
            | Self::Enlist(_)
            | Self::Strike(..)
            | Self::Use(_)
            | Self::UseProposal(_)
            | Self::Propose
            | Self::Confirm
            | Self::Clear => true,
            // The effect of a click or a drag depends on what is in hand and is checked there; acts of the referee are no orders.
            Self::Piece(_)
            | Self::At(_)
            | Self::Lift(_)
            | Self::Drop(_)
            | Self::Over(_)
            | Self::MeasureFrom(_)
            | Self::TakeRuler(_)
            | Self::GoBy(_)
            | Self::Turn(_)
            | Self::Show(_)
            | Self::ZoomTo(_)
            | Self::Drawn(_)
            | Self::Fiat(..)
            | Self::Overrule(..)
            | Self::DecideOtherwise
            | Self::Correct(_)
            | Self::FiatAnswer(..) => false,
        }
    }

    pub const fn facts(&self) -> Facts {
        match self {
            Self::Piece(_) | Self::Nowhere => facts(texts::SELECT),
            Self::At(_) => facts(texts::AT),
            Self::Lift(_) | Self::PickUp(_) => facts(texts::LIFT),
            Self::Drop(_) => facts(texts::DROP),
            Self::Over(_) => facts(texts::OVER),
            Self::MeasureFrom(_) | Self::TakeRuler(_) => facts(texts::MEASURE_FROM),
            Self::GoBy(_) => facts(texts::GO_BY),
            Self::Turn(_) => facts(texts::TURN),
            Self::Show(_) => facts(texts::SHOW),
            Self::ZoomTo(_) => facts(texts::ZOOM_TO),
            Self::Take(_) | Self::GiveWith(..) | Self::Drawn(_) => facts(texts::TAKE),
            Self::MakeUp(_) => facts(texts::MAKE_UP),
            Self::Answer(..) | Self::Toggle(..) | Self::FiatAnswer(..) => facts(texts::ANSWER),
            Self::Enlist(_) => facts(texts::ENLIST),
            Self::Strike(..) => facts(texts::STRIKE),
            Self::Use(_) | Self::UseProposal(_) => facts(texts::USE),
            Self::Propose => facts(texts::PROPOSE).alt(Key::P),
            Self::Confirm => facts(texts::CONFIRM).alt(Key::K),
            Self::Clear => facts(texts::CLEAR).key(Key::Delete),
            Self::Correct(_) => facts(texts::CORRECT),
            Self::Overrule(..) | Self::DecideOtherwise => facts(commands::OVERRULE),
            Self::Fiat(..) => facts(texts::FIAT),
        }
    }
}
