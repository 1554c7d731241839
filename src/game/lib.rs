//! The plain types in which a game presents itself: what an order asks, what was answered, and how an order is spelled.
//!
//! They name no rule set and no window: public data that window, wire, cases and journal all read. A rule set has a table of
//! [`spelling::Verb`]s in its own folder; a [`draft::Draft`] is one of them with the answers so far. Units: inches, degrees
//! clockwise from north; the unit of a count is given by its question.

pub mod alone;
pub mod answer;
pub mod asking;
pub mod brief;
pub mod cased;
pub mod contract;
pub mod contradiction;
pub mod draft;
pub mod ending;
pub mod faces;
pub mod facts;
pub mod hand;
pub mod hex_combats;
pub mod hex_duties;
pub mod hex_hand;
pub mod hex_lessons;
pub mod hex_names;
pub mod hex_position;
pub mod hex_scene;
pub mod hex_units;
pub mod hex_way;
pub mod hex_wire;
pub mod keyed;
pub mod lesson;
pub mod line;
pub mod messages;
pub mod minds;
pub mod options;
pub mod plan;
pub mod printed;
pub mod question;
pub mod refusal;
pub mod scratch;
pub mod spelling;
pub mod summary;
pub mod working;

pub use alone::Alone;
pub use answer::{Answer, Leg, Spot, written};
pub use asking::{names, questions, which_verb};
pub use brief::{
    Agenda, Arrival, Branch, Card, CardCombat, CardSide, CardThrow, CardWay, Chances, ChitPlace, Group,
    GroupArmy, GroupChits, Head, HeadSide, Listing, Member, NotNow, Overlay, Presentation, Remark, RulerEnd,
    Threat, Tooltip, Watcher, Weigher, chances_of, judged,
};
pub use cased::{CaseOutcome, CaseRules, Played};
pub use contract::{
    Chance, Clause, Codec, Due, FIAT, Fiat, OPTION, Odds, OddsByPiece, Offer, OfferKind, PieceOdds,
    Redundancy, RuleSet, Ruling, Standing, Stop, Viewer, say_on, weighed,
};
pub use contradiction::{Checked, Contradiction, unless};
pub use draft::{Answers, Draft, Said};
pub use ending::{Condition, Ending, Loss, LuckRow, SideEnding};
pub use faces::CardFace;
pub use facts::{Banner, BannerKind, Facts, LogKind};
pub use hand::{Goal, PieceInHand, PieceSummary, ReachSearch, Spent, Supposed, Trip};
pub use hex_units::{HexPlace, HexUnits};
pub use messages::{
    AskFault, Battles, Json, NoAsk, RawDice, Wire, WireEvent, WireMeasured, WireRefusal, WireState, counted,
    joined, json, message_of, sentence, strength_points, to_do,
};
pub use minds::{InProgress, Minds};
pub use printed::{Cutting, Printed, RuleLength};
pub use question::{Also, Ask, Choosable, Extent, Question, Unfit};
pub use refusal::{LetStand, Overruled, Refusal, RefusalCode};
pub use spelling::{
    Absent, AnswerKind, ChosenBy, Form, LegForm, SpellingFault, Spelt, SpeltWay, SpotForm, Usual, Verb,
    VerbField, Vocabulary,
};
pub use summary::{LossPart, LossRow, LossTable, Summary};
