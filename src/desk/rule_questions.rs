//! The questions about a game that its rules answer: each is written once, and asked of the state as the viewer may know it.

use super::desk::Desk;
use drawing::Mark;
use drawing::overlay::Ruler;
use game::line::LineKeys;
use game::options::OptionSpec;
use game::{
    Agenda, Arrival, AskFault, Card, Draft, Group, Head, LogKind, OfferKind, Overlay, PieceInHand,
    Presentation, Printed, RuleLength, RulerEnd, Spot, Threat, Tooltip, Verb, Viewer, Vocabulary,
};

/// Declares [`RuleQuestions`] with its implementation: what is fixed by the rules, each with where it is found, and the questions that go to
/// the function of [`Presentation`] of the same name.
macro_rules! rule_questions {
    (
        fixed { $($(#[$about:meta])* $fixed:ident: $kind:ty = $found:expr;)* }
        seen { $($(#[$asks:meta])* fn $name:ident($($said:ident: $given:ty),*) -> $answer:ty;)* }
        drafted { $($(#[$draws:meta])* fn $drawn:ident($($by:ident: $way:ty),*) -> $seen:ty;)* }
    ) => {
        /// The questions about a game in progress, whatever its rules, that the rules answer.
        pub trait RuleQuestions {
            $($(#[$about])* fn $fixed(&self) -> $kind;)*
            $($(#[$asks])* fn $name(&self, $($said: $given,)* viewer: Viewer) -> $answer;)*
            $($(#[$draws])* fn $drawn(&self, draft: &Draft, $($by: $way,)* viewer: Viewer) -> $seen;)*
        }

        impl<R: Presentation> RuleQuestions for Desk<R> {
            $(fn $fixed(&self) -> $kind {
                $found
            })*
            $(fn $name(&self, $($said: $given,)* viewer: Viewer) -> $answer {
                R::$name(&self.seen(viewer), $($said),*)
            })*
            $(fn $drawn(&self, draft: &Draft, $($by: $way,)* viewer: Viewer) -> $seen {
                R::$drawn(&self.seen_for(draft, viewer), draft, $($by),*)
            })*
        }
    };
}

rule_questions! {
    fixed {
        /// The id of its rule set.
        rules: &'static str = R::ID;

        /// The kinds that offers have.
        kinds: &'static [OfferKind] = R::OFFER_KINDS;

        /// By which its orders are spelled.
        verbs: &'static [Verb] = R::VERBS;

        /// By which the acts of the referee are spelled.
        acts: &'static [Verb] = R::Acts::VERBS;

        /// Something in it is hidden from a side.
        has_secrets: bool = R::HAS_SECRETS;

        /// The kinds of orders, in the order in which a log lists them.
        log_kinds: &'static [LogKind] = R::LOG_KINDS;

        /// What strength is counted in: `strength points`, `figures`.
        counted_in: &'static str = R::COUNTED_IN;

        /// The rules can be asked for proposals.
        proposes: bool = R::PROPOSES;

        /// What can be laid over it.
        overlays: &'static [Overlay] = R::OVERLAYS;

        /// What its own grammar of lines has: see [`Presentation::line_keys`].
        line_keys: Vec<LineKeys> = R::line_keys();

        /// The options that it knows.
        specs: &'static [OptionSpec] = R::option_specs();

        /// The names of the requests that it has of its own.
        asks: &'static [&'static str] = R::ASKS;
    }
    seen {
        /// Which battle it is, when, and how it stands.
        fn head() -> Head;

        /// The order of battle.
        fn groups() -> Vec<Group>;

        /// The pieces that have still to come, in the order of their turns.
        fn arrivals() -> Vec<Arrival>;

        /// What is printed of its pieces, laid out for so many points an inch.
        fn printed(scale: f32) -> Vec<Printed>;

        /// The lengths of the rules in force that are measured on the table.
        fn lengths() -> Vec<RuleLength>;

        /// What the step is about; `hand`: an order that is made up, which is reckoned as given.
        fn agenda(hand: Option<&Draft>) -> Agenda;

        /// Orders that the rules propose, each in words.
        fn proposals() -> Vec<(Draft, String)>;

        /// A ruler between two ends; none where one of them is not on the table.
        fn ruler(ends: [&RulerEnd; 2]) -> Option<Ruler>;

        /// The marks of an overlay: see [`Presentation::overlay`].
        fn overlay(name: &str, piece: Option<&str>, at: Option<Spot>) -> Vec<Mark>;

        /// Takes a piece in hand.
        ///
        /// # Errors
        ///
        /// There is no such piece.
        fn pick_up(piece: &str) -> Result<Box<dyn PieceInHand>, AskFault>;

        /// An order with what was pointed at as near to that as the rules allow: see [`Presentation::nearest_legal`].
        fn nearest_legal(order: Draft) -> Draft;

        /// What is told of a piece.
        ///
        /// # Errors
        ///
        /// There is no such piece.
        fn tooltip(piece: &str) -> Result<Tooltip, AskFault>;

        /// What the enemy could do to a piece, nearest first; `at`: if it stood there.
        ///
        /// # Errors
        ///
        /// There is no such piece or place.
        fn threats(piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault>;

        /// What is drawn while the pointer is over a piece: see [`Presentation::under_pointer`].
        fn under_pointer(piece: &str, by: Option<&str>) -> Vec<Mark>;
    }
    drafted {
        /// The card of an order that is made up, whole or not.
        fn draft_card() -> Card;

        /// What an order that is made up looks like, for so many points an inch.
        fn sketch(scale: f32) -> Vec<Mark>;
    }
}
