//! What the window of a game can be told that has to do with its pieces and orders, whatever its rules.

use egui::Key;

use crate::facts::{Facts, facts};
use crate::state::Habit;
use crate::texts::{commands, deeds as texts};
use game::{Answer, Draft, Spot};

/// One thing that the window of a game can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A piece was clicked, by its key: what that means, the game says.
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
    /// What is in hand goes by this place.
    GoBy(Spot),
    /// Turns what is in hand by this many degrees.
    Turn(f64),
    /// Takes a piece in hand.
    PickUp(String),
    /// Selects a piece and brings it into sight.
    Show(String),
    /// Shows a piece as large as it goes.
    ZoomTo(String),
    /// The one that is called so was drawn.
    Drawn(String),
    /// An order that is listed: it is given, or its card is shown where dice decide.
    Take(Draft),
    /// Gives an order with dice from there, whatever the habit.
    GiveWith(Draft, Habit),
    /// An order of this verb is made up.
    MakeUp(&'static str),
    /// A part of it is answered, by its field; `None` if nothing is said of it.
    Answer(String, Option<Answer>),
    /// Whoever has this key is taken into it, or out of it.
    Toggle(String, String),
    /// A made-up entry goes into the list of its order, by the field of the list.
    Enlist(String),
    /// An entry of a list goes out of it, by its place.
    Strike(String, usize),
    /// An order that could be made up is taken in hand as it is.
    Use(Draft),
    /// A proposal is taken in hand, by its place.
    UseProposal(usize),
    /// Lists orders that the rules propose.
    Propose,
    /// Gives what is in hand.
    Confirm,
    /// What is made up begins anew.
    Clear,
    /// The form for an act of the referee, about this piece.
    Fiat(&'static str, Option<String>),
    /// The form that overrules a refusal of this order, by the clause on which it rests; `None` means of what is in hand.
    Overrule(Option<Draft>, String),
    /// The form for the act that corrects this cell of the rulebook's tables, by name.
    Correct(String),
    /// A field of the form is answered.
    FiatAnswer(String, Option<Answer>),
}

impl Deed {
    /// Those that need no more than their name.
    pub const LISTED: [Self; 3] = [Self::Propose, Self::Confirm, Self::Clear];

    /// Whether it concerns the game as it is now, which is out of reach while an earlier table is looked at.
    pub const fn is_for_now(&self) -> bool {
        !matches!(self, Self::Over(_) | Self::ZoomTo(_) | Self::Show(_) | Self::Piece(_))
    }

    /// Whether another order may be in hand after it, the same with other answers, or one given.
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
            // What a click or a drag means hangs on what is in hand, and is asked there; acts of the referee are no orders.
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
            Self::Overrule(..) => facts(commands::OVERRULE),
            Self::Fiat(..) => facts(texts::FIAT),
        }
    }
}
