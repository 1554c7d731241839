//! The contract of a rule set: what is due, how orders are judged, what happens, and who may know it.
//!
//! A rule set is a functional core. It knows no clock, no file, no window, and rolls nothing itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::faces::say_events;
use super::keyed::{Keys, SpellFault};
use super::refusal::{Overruled, Refusal, RefusalCode};
use super::{Answer, Contradiction, Draft, Facts, SpellingFault, Vocabulary};
use dice::{Cast, DiceError, Throw, Tray, TrayStop, TypedEntry, weigh};
use scenario::army::{PieceKind, Unit, UnitProfile};
use scenario::roster::{Column, Row};
use scenario::{Battle, HexLayout, HexObjection, Scenario, Side, TableObjection};
use table::Body;

use super::options::{OptionFault, OptionSpec, Options};
use super::working::Note;

/// A clause id with its rule set: `easy:II.C.4.1`. A test finds ids that the rulebook lacks.
pub type Clause = &'static str;

/// The viewer of a game; [`RuleSet::view`] decides what they may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    #[default]
    Referee,
    Side(Side),
}

impl Viewer {
    /// Is the viewer of the other side? The referee is nobody's enemy.
    pub fn is_enemy_of(self, side: Side) -> bool {
        matches!(self, Self::Side(own) if own != side)
    }
}

/// The result of an order: what happens, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling<E> {
    pub events: Vec<E>,
    pub working: Vec<Note>,
    pub casts: Vec<Cast>,
}

/// Why an order has no result.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Stop<R: Error> {
    #[error(transparent)]
    Refused(R),
    /// Legal so far; the players have to roll this next.
    #[error("{} needs dice: {}", .0.clause, .0.why)]
    NeedsDice(Box<Throw>),
    #[error(transparent)]
    BadDice(#[from] DiceError),
}

impl<R: Error> From<TrayStop> for Stop<R> {
    fn from(stop: TrayStop) -> Self {
        match stop {
            TrayStop::Dry(throw) => Self::NeedsDice(throw),
            TrayStop::Bad(fault) => Self::BadDice(fault),
        }
    }
}

/// The decision that is due: whose it is, and which.
#[derive(Clone, Debug, PartialEq)]
pub struct Due<O> {
    /// The side that decides; `None` for the referee (drawing chits, weather).
    pub side: Option<Side>,
    pub clause: Clause,
    /// In words for the referee: `French: I Corps is active, choose its stands`.
    pub prompt: String,
    /// The orders that may be given. Empty only if the game is over.
    pub offers: Vec<Offer<O>>,
}

/// One thing that may be ordered now; `order` is legal as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer<O> {
    pub order: O,
    /// What it is: `draw`, `move`, `fire`.
    pub kind: &'static str,
    /// In words: `advance 6.00 in, the furthest straight ahead`.
    pub words: String,
    /// Does the order stand for a family with limits (any move up to this far), so that others like it are legal?
    pub family: bool,
}

/// A kind of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferKind {
    /// See [`Offer::kind`].
    pub name: &'static str,
    /// The verbs of its orders.
    pub verbs: &'static [&'static str],
    /// Does it come before everything else? If nothing of another kind is offered, it cannot be put off.
    pub is_owed: bool,
}

impl OfferKind {
    pub const fn new(name: &'static str, verbs: &'static [&'static str]) -> Self {
        Self { name, verbs, is_owed: false }
    }

    /// A kind that comes before all others, such as a retreat.
    pub const fn owed(name: &'static str, verbs: &'static [&'static str]) -> Self {
        Self { name, verbs, is_owed: true }
    }
}

/// The verb by which the referee overrides, of every rule set.
pub const FIAT: &str = "Fiat";

/// The act of the referee that sets an option.
pub const OPTION: &str = "Option";

/// What the referee overrides, regardless of the rules. Each kind of space defines its acts.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct Fiat<A> {
    pub act: A,
    pub reason: String,
    /// The clause that is overridden or supplemented, if any: `easy:II.B`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl<A> Fiat<A> {
    /// The fiat as a sentence, given the words of its act.
    pub fn words(&self, act: &str) -> String {
        let against = self
            .clause
            .as_deref()
            .map_or(String::new(), |id| format!(" on {}", id.split_once(':').map_or(id, |(_, bare)| bare)));
        format!("By the referee{against}: {act}. {}", self.reason)
    }
}

impl Fiat<Draft> {
    /// The order, if the act is a draft.
    pub fn draft(self) -> Draft {
        let draft = Draft::new(FIAT)
            .with("act", Answer::Either(Box::new(self.act)))
            .with("reason", Answer::Text(self.reason));
        match self.clause {
            Some(clause) => draft.with("clause", Answer::Text(clause)),
            None => draft,
        }
    }
}

/// One way an order can come out, for odds.
#[derive(Clone, Debug, PartialEq, PartialOrd, Serialize, JsonSchema)]
#[schemars(rename = "WireChance")]
pub struct Chance {
    pub probability: f64,
    /// `Ompteda loses 2, routs`.
    pub result: String,
}

impl Chance {
    /// Sorts chances, the likeliest first; equally likely ones by their words.
    pub fn likeliest_first(chances: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut chances: Vec<Self> = chances.collect();
        chances.sort_by(|a, b| b.probability.total_cmp(&a.probability).then_with(|| a.result.cmp(&b.result)));
        chances
    }
}

/// The odds of an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Odds {
    /// Every different result, most likely first: the chances sum to 1.
    Listed(Vec<Chance>),
    /// There are too many to list: what becomes of each piece, just as exact.
    ByPiece(OddsByPiece),
    /// There are too many to be computed at all: a sentence to that effect.
    TooMany(String),
}

/// The odds of an order with too many results to list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WireOddsByPiece")]
pub struct OddsByPiece {
    /// A sentence that they are given by piece, and on which assumptions.
    pub words: String,
    /// The possible endings; the chances sum to 1.
    pub ends: Vec<Chance>,
    pub pieces: Vec<PieceOdds>,
}

/// What becomes of one piece. The chances of different pieces do not hang together: see [`OddsByPiece::ends`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WirePieceOdds")]
pub struct PieceOdds {
    /// The key of the piece.
    pub piece: String,
    pub name: String,
    /// The chance of having 0, 1, 2... strength points left after the dice; the chances sum to 1.
    pub left: Vec<f64>,
    pub retreats: f64,
    pub routs: f64,
    /// The chance that it is beaten and cannot retreat, which loses what it has left too.
    pub without_way: f64,
}

impl Odds {
    /// Every different result; empty if they are not listed.
    pub fn chances(&self) -> &[Chance] {
        match self {
            Self::Listed(chances) => chances,
            Self::ByPiece(_) | Self::TooMany(_) => &[],
        }
    }

    /// The odds as lines of text, for the command line and the card.
    pub fn lines(&self) -> Vec<String> {
        let percent = |p: f64, words: &str| format!("{:8.4} %  {words}", p * 100.0);
        let chances = |list: &[Chance]| -> Vec<String> {
            list.iter().map(|chance| percent(chance.probability, &chance.result)).collect()
        };
        match self {
            Self::Listed(list) => chances(list),
            Self::TooMany(words) => vec![words.clone()],
            Self::ByPiece(by) => {
                let mut lines = vec![by.words.clone()];
                lines.extend(chances(&by.ends));
                for piece in &by.pieces {
                    lines.push(format!("{}:", piece.name));
                    let left = piece.left.iter().enumerate().rev().filter(|(_, p)| **p > 0.0);
                    lines.extend(left.map(|(points, p)| percent(*p, &format!("has {points} left"))));
                    let fates = [
                        (piece.retreats, "retreats"),
                        (piece.routs, "routs"),
                        (piece.without_way, "is destroyed for want of a way back"),
                    ];
                    let told = fates.into_iter().filter(|(p, _)| *p > 0.0);
                    lines.extend(told.map(|(p, words)| percent(p, words)));
                }
                lines
            }
        }
    }
}

/// Exact odds of an order of any rule set: judged once for every way the dice can fall, with results in the words of the log.
///
/// # Errors
///
/// Returns an error if the order is refused.
pub fn weighed<R: RuleSet>(state: &R::State, order: &R::Order) -> Result<Odds, Stop<Refusal<R::Code>>> {
    let words = |ruling: Ruling<R::Event>| say_events::<R>(state, &ruling.events);
    let ends = weigh(|tray| R::judge(state, order, tray).map(words))?;
    let chances = ends.into_iter().map(|(result, probability)| Chance { probability, result });
    Ok(Odds::Listed(Chance::likeliest_first(chances)))
}

/// Which words are redundant when an order and one of its events are both reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redundancy {
    /// Neither: each says something of its own.
    Neither,
    /// The order covers the event: the event is left out.
    ByOrder,
    /// The event covers the order: it replaces the order.
    ByEvent,
    /// As `ByEvent`, followed by these words: how the result differs from what was ordered.
    EventCovers(String),
}

/// Adds the words of an event to those of its order, which says `order` by itself. If they cover the last words and more, they
/// replace those, so that nothing is repeated; the order is replaced by the first event that covers it.
pub fn say_on(words: &mut Vec<String>, order: &str, said: String, retold: Redundancy) {
    match retold {
        Redundancy::ByOrder => return,
        Redundancy::ByEvent if words[0] == order => {
            words[0] = said;
            return;
        }
        Redundancy::EventCovers(more) if words[0] == order => {
            words[0] = format!("{said}, {more}");
            return;
        }
        Redundancy::Neither | Redundancy::ByEvent | Redundancy::EventCovers(_) => {}
    }
    let goes_on =
        |last: &str| said.strip_prefix(last).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    match words.last_mut() {
        Some(last) if goes_on(last) => *last = said,
        _ => words.push(said),
    }
}

/// How the sides stand at one moment, for charts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// The turn that ended with this standing; 0 means before the first turn.
    pub turn: u8,
    /// Strength left by side, including reserves that have not arrived yet.
    pub strength: [u32; 2],
    /// Strength left by command, in the order of the rule set's command ids.
    pub commands: Vec<u32>,
    /// Victory points by side, including those for what is held now.
    pub points: [i32; 2],
}

/// A rule set whose orders are spelled by its table of verbs: in cases, on the wire, in journals.
pub trait Codec: RuleSet + Vocabulary {
    /// The keys of everything that orders number, and its other names in this state. Empty if orders name everything by key.
    fn keys(_state: &Self::State) -> Keys<'_> {
        Keys::default()
    }

    /// The order with names for everything, as of this state. Only the verb if the order names something that does not exist.
    fn spell(state: &Self::State, order: &Self::Order) -> Draft {
        Draft::saying(Self::VERBS, order, &Self::keys(state))
    }

    /// The order given by a complete draft in this state.
    ///
    /// # Errors
    ///
    /// Returns an error if something named does not exist, with what would be accepted.
    fn order_of(state: &Self::State, draft: &Draft) -> Result<Self::Order, SpellingFault> {
        draft.meaning(Self::VERBS, &Self::keys(state))
    }

    /// The play: everything in a state beyond the state at the start of the battle, by key.
    ///
    /// It belongs to a battle, not to a numbering of pieces; battle and play together make the state, see [`Codec::resumed`].
    ///
    /// # Errors
    ///
    /// What of it has no key. No state that play can reach has such a thing.
    fn play(state: &Self::State) -> Result<Value, SpellFault> {
        Self::change(state, &Value::Object(Map::new()))
    }

    /// What makes that of what play had made of the battle before: a merge patch (RFC 7396), which has every field that has changed.
    ///
    /// # Errors
    ///
    /// What of it has no key.
    fn change(state: &Self::State, before: &Value) -> Result<Value, SpellFault>;

    /// The state of a battle after this play; `start` is any state of a game of this battle that was begun with the same
    /// options.
    ///
    /// # Errors
    ///
    /// Returns an error if something cannot be read or is impossible, with its place and what to do.
    fn resumed(start: &Self::State, play: &Value) -> Result<Self::State, Contradiction>;
}

/// A set of rules: pure functions from a state and an order to what happens.
pub trait RuleSet: 'static + Clone + Sized {
    /// `easy`.
    const ID: &'static str;
    /// The version of the rules as the program plays them, raised whenever some order has a different result than before.
    /// Journals name the version they were begun under.
    const VERSION: u32;
    /// The kinds that its offers have.
    const OFFER_KINDS: &'static [OfferKind];
    /// The kind of pieces in its armies, if it is played on a table.
    const PIECES: PieceKind = PieceKind::Stand;
    /// What a game starts from: a battle on a table, or on hexes.
    type Scenario: Battle;
    type State: Clone + PartialEq + Debug + Serialize + Send;
    type Order: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send;
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send;
    type Code: RefusalCode;

    fn option_specs() -> &'static [OptionSpec];

    /// Ground scale: yards per inch of the table, for stands of `scale` times the printed size. `None` if it is not
    /// played on a table, or has no such scale.
    fn yards_per_inch(_scale: f32) -> Option<f32> {
        None
    }

    /// Objections to a battle on hexes, besides the rules that every such battle must keep.
    fn objections(_layout: &HexLayout<'_>) -> Vec<HexObjection> {
        Vec::new()
    }

    /// Objections to a battle on the table, besides the rules that every such battle must keep: unknown classes, weapons and
    /// formations, kinds of objectives. By default, the only known objectives are places to hold.
    fn table_objections(scenario: &Scenario) -> Vec<TableObjection> {
        scenario.beyond_places()
    }

    /// The profile of a unit. `None`, the default, if it knows no such unit.
    fn profile(_unit: &Unit) -> Option<UnitProfile> {
        None
    }

    /// The stands of a unit in this formation (`None` means its usual one), relative to the place where it is deployed. By
    /// default, there are no units of several stands.
    fn body_of(_unit: &Unit, _formation: Option<&str>) -> Option<Body> {
        None
    }

    /// The columns of its rosters, in order. By default, there are none, and its armies are written by hand.
    fn columns() -> &'static [Column] {
        &[]
    }

    /// The value of this field's cell if the file leaves it out: a default, or what follows from the other cells; empty
    /// if there is no such value. `None` if the field has no meaning in this row.
    fn usual(_row: Row<'_>, _field: &str) -> Option<String> {
        None
    }

    /// The options that the referee has changed since the battle began.
    fn changed_options(_state: &Self::State) -> Options {
        Options::default()
    }

    /// The cells of the rulebook's tables that the referee has corrected since the battle began, by name (`TABLE/row/column`),
    /// with their present values.
    fn changed_cells(_state: &Self::State) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The state before the first order.
    fn start(scenario: Self::Scenario, options: &Options) -> Result<Self::State, OptionFault>;

    fn due(state: &Self::State) -> Due<Self::Order>;

    fn judge(
        state: &Self::State,
        order: &Self::Order,
        tray: &mut dyn Tray,
    ) -> Result<Ruling<Self::Event>, Stop<Refusal<Self::Code>>>;

    /// The clauses by which orders are not refused in this state: see [`Refusal::unless`].
    fn overruled(state: &mut Self::State) -> &mut Overruled;

    /// The order that a journal of version 1 wrote as `json`, given in this state; or an error if it cannot be read.
    ///
    /// Version 1 is frozen: its meaning stays the same, however [`RuleSet::Order`] changes.
    fn order_of_v1(_state: &Self::State, json: &str) -> Result<Self::Order, String> {
        Err(format!("{} was not played in journals of version 1: {json}", Self::ID))
    }

    /// Applies an event. It cannot fail, and is the only way to change a state.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// Exact odds of an order: judged once for every way the dice can fall, unless the rule set has a faster way.
    fn odds(state: &Self::State, order: &Self::Order) -> Result<Odds, Stop<Refusal<Self::Code>>> {
        weighed::<Self>(state, order)
    }

    /// The state as this viewer may know it. By default, nothing is hidden.
    fn view(state: &Self::State, _viewer: Viewer) -> Self::State {
        state.clone()
    }

    /// As [`RuleSet::view`], but borrowed if nothing is hidden.
    fn seen(state: &Self::State, viewer: Viewer) -> Cow<'_, Self::State> {
        match viewer {
            Viewer::Side(_) if Self::HAS_SECRETS => Cow::Owned(Self::view(state, viewer)),
            Viewer::Side(_) | Viewer::Referee => Cow::Borrowed(state),
        }
    }

    /// What is due as this viewer may know it: neither prompt nor offers reveal a strength that is hidden from them.
    fn redacted_due(state: &Self::State, viewer: Viewer) -> Due<Self::Order> {
        Self::due(&Self::seen(state, viewer))
    }

    /// Removes the offers that this viewer may not order, for any dice, because they depend on what is hidden from them.
    fn leave_out(_state: &Self::State, _due: &mut Due<Self::Order>, _viewer: Viewer) {}

    /// May this viewer give the order, with these dice (`None` if the program rolls)? Judged only by what they may know, so
    /// that the answer reveals nothing that is hidden from them.
    ///
    /// An admitted order goes on to [`RuleSet::judge`] with the same dice, of which some may then be left over.
    fn admit(
        _state: &Self::State,
        _order: &Self::Order,
        _dice: Option<&[TypedEntry]>,
        _viewer: Viewer,
    ) -> Result<(), Stop<Refusal<Self::Code>>> {
        Ok(())
    }

    /// May this viewer know how many dice this throw has before it is made?
    fn may_count(_state: &Self::State, _throw: &Throw, _viewer: Viewer) -> bool {
        true
    }

    /// Is anything hidden from anybody in this game?
    const HAS_SECRETS: bool = true;

    /// The event as this viewer may know it: numbers that are hidden from them are removed.
    ///
    /// `before` is the full state before the event.
    fn veil(_before: &Self::State, event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// Odds as this viewer may compute them: a stand whose strength is hidden counts with its initial strength.
    fn redacted_odds(
        state: &Self::State,
        order: &Self::Order,
        viewer: Viewer,
    ) -> Result<Odds, Stop<Refusal<Self::Code>>> {
        Self::odds(&Self::seen(state, viewer), order)
    }

    /// The kind of a throw, for the luck account: `fire`, `close combat`.
    fn throw_kind(_throw: &Throw) -> &'static str {
        "dice"
    }

    /// How the sides stand in this state, at its turn.
    fn standing(state: &Self::State) -> Standing;

    /// Is the battle over?
    fn is_over(state: &Self::State) -> bool;

    /// The last turn of the battle: `of_scenario`, the last turn of its scenario, unless the rules end it earlier.
    fn last_turn(_state: &Self::State, of_scenario: u8) -> u8 {
        of_scenario
    }

    /// Does this event end a turn? Then the state before it is that at the end of the turn.
    fn ends_turn(event: &Self::Event) -> bool;

    /// What the players should know of the rules before the first order, if the options in force and the battle do not go
    /// together as intended. Empty for most games.
    fn notices(_state: &Self::State) -> Vec<Note> {
        Vec::new()
    }

    /// The order in words, for the log.
    fn say_order(state: &Self::State, order: &Self::Order) -> String;

    /// Does the ruling reveal a strength that one side did not know? An undo after it records that.
    fn reveals(_before: &Self::State, _ruling: &Ruling<Self::Event>) -> bool {
        false
    }

    /// The event in words, for the log and for the results of odds; `None` for bookkeeping.
    fn say_event(state: &Self::State, event: &Self::Event) -> Option<String>;

    /// The event in words for the log alone: includes the result of the dice, which odds omit.
    fn log_event(state: &Self::State, event: &Self::Event) -> Option<String> {
        Self::say_event(state, event)
    }

    /// Which words of the order and of this event the log would repeat. `state` is that before the event. With `ByOrder` the
    /// event is left out, so the words of the order must cover it.
    fn retold(_state: &Self::State, _order: &Self::Order, _event: &Self::Event) -> Redundancy {
        Redundancy::Neither
    }

    /// The facts about an order that led from one state to the other.
    fn facts(before: &Self::State, after: &Self::State, order: &Self::Order, events: &[Self::Event])
    -> Facts;

    /// The order in words, as this viewer may know it.
    fn redacted_order(state: &Self::State, order: &Self::Order, viewer: Viewer) -> String {
        Self::say_order(&Self::seen(state, viewer), order)
    }

    /// The event in words, as this viewer may know it.
    fn redacted_event(state: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<String> {
        Self::log_event(&Self::seen(state, viewer), event)
    }

    /// Is it a throw that only the side that makes it, and the referee, may see?
    fn is_secret(_throw: &Throw) -> bool {
        false
    }

    /// May this viewer see what was thrown?
    fn may_see(throw: &Throw, viewer: Viewer) -> bool {
        let own = throw.by.is_some_and(|by| !viewer.is_enemy_of(Side(by)));
        own || !Self::is_secret(throw) || viewer == Viewer::Referee
    }

    /// May this viewer read this note on the order? Notes that reveal a hidden strength are for those who know it.
    fn may_read(_state: &Self::State, _order: &Self::Order, _note: &Note, _viewer: Viewer) -> bool {
        true
    }
}
