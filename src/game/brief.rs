//! The brief: what a game reports to those who watch it, as plain data for window, protocol and paper.
//!
//! Pieces, sides and groups are named by their keys. Strengths are strength points, lengths inches.

use schemars::JsonSchema;
use serde::Serialize;

use std::collections::BTreeMap;

use super::answer::{Answer, Spot};
use super::asking;
use super::contract::{Chance, Clause, Due, Odds, OddsByPiece, Offer, RuleSet, Standing, Stop};
use super::draft::Draft;
use super::ending::{Ending, SideEnding};
use super::faces::{self, CardFace};
use super::facts::LogKind;
use super::hand::PieceInHand;
use super::lesson::FirstTurn;
use super::line::{LineKeys, Meaning, Reading};
use super::messages::{AskFault, Wire, WireRefusal, counted};
use super::printed::{Printed, RuleLength};
use super::question::Question;
use super::working::{Modifier, Note};
use dice::{Throw, Typed, TypedEntry};
use drawing::hex::Folded;
use drawing::overlay::Ruler;
use drawing::{ArmyColour, Mark, Scene, SceneLayer, Stage};
use scenario::{Battle as _, Side};

/// The head: the battle, the time, and the state of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Head {
    pub battle: String,
    /// `turn 3 of 14`.
    pub turn: String,
    /// `07:00`.
    pub clock: String,
    /// The part of the turn, weather and night: `French movement, night`.
    pub phase: String,
    pub sides: Vec<HeadSide>,
    /// The unit of the points; empty for victory points.
    pub points_are: &'static str,
    /// A short word before the points: `Lost`; empty for none.
    #[serde(skip)]
    pub points_said: &'static str,
    /// What the points are for at present: `The mill: held by the Prussians, 1 point`.
    #[serde(skip)]
    pub points_for: Vec<String>,
}

/// A side in the head.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HeadSide {
    pub id: String,
    pub name: String,
    /// The colour of its first army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<ArmyColour>,
    pub points: i32,
}

/// One end of a ruler.
#[derive(Clone, Debug, PartialEq)]
pub enum RulerEnd {
    /// A piece, by its key.
    Piece(String),
    Place(Spot),
}

/// Something that can be laid over the table: zones of control, lanes of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    pub name: &'static str,
    /// The label of its switch.
    pub title: &'static str,
    pub tooltip: &'static str,
}

/// What a step of the game is about, besides the orders that are due in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Agenda {
    /// `French movement`.
    pub step: String,
    /// What has to be done, or corrected, before the step can end.
    pub owed: Vec<Remark>,
    /// What the step is for but cannot be done now, each with the reason.
    #[serde(skip)]
    pub barred: Vec<NotNow>,
    /// The order that ends the step, in words, even if something still prevents it.
    #[serde(skip)]
    pub ending: Option<(Draft, String)>,
}

/// What cannot be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct NotNow {
    pub why: Remark,
    /// The refused order, which the referee may overrule; `None` if there is no such order.
    pub order: Option<Draft>,
}

/// A piece that has still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The turn from which on it may come.
    pub turn: u8,
    /// The side's id.
    pub side: String,
    /// The piece, by name.
    pub name: String,
    /// Where it comes on, in words: `1301`, `the north road`.
    pub at: String,
    /// What it pays there, in words of its rules: `1½`; empty if that is not known beforehand.
    pub price: String,
}

/// A group of the order of battle: a command, a formation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    pub key: String,
    pub name: String,
    /// The side's id.
    pub side: String,
    /// The colour of its army; `None` means that of its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<ArmyColour>,
    /// Number of groups above it.
    pub depth: usize,
    /// Is it active now?
    pub active: bool,
    /// Strength points that are left, and those at the start.
    pub strength: u32,
    pub start: u32,
    /// A short text beside the strength wherever the group is shown: `12 of 18`, `demoralised`; empty if nothing is urgent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub strain: String,
    /// The chits that activate it; `None` if its rules have no chits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chits: Option<GroupChits>,
    /// The army of which it is the first group, if there is something to report about the army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<GroupArmy>,
    /// Other facts about it: how many are still to come, how many are lost.
    pub facts: Vec<String>,
    /// Who is still to come, where and when: each entry in one sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coming: Vec<String>,
    /// The long form of an abbreviated fact, for places without an explanation: first the short form, then the long one.
    #[serde(skip)]
    pub in_full: Option<(String, String)>,
    pub members: Vec<Member>,
}

impl Group {
    /// Its facts, and who is still to come.
    pub fn told(&self) -> impl Iterator<Item = &String> {
        self.facts.iter().chain(&self.coming)
    }

    /// Its facts, each in its long form.
    pub fn facts_in_full(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().map(|fact| match &self.in_full {
            Some((short, full)) if short == fact => full,
            _ => fact.as_str(),
        })
    }
}

/// The chits of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GroupChits {
    /// The name on them, by which a throw that draws one identifies it.
    pub name: String,
    pub place: ChitPlace,
    /// Number of chits.
    pub count: usize,
    /// Where they are, in words that follow "chit": `in the cup`.
    pub words: String,
    pub clause: Clause,
}

/// Where the chits of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChitPlace {
    /// Drawn, and being resolved.
    Drawn,
    Cup,
    /// They have been drawn, and do nothing more in this turn.
    Spent,
    /// Their group has not arrived yet.
    ToCome,
    /// They have left play.
    Gone,
    /// The group has no chit: its commander activates it.
    None,
}

impl ChitPlace {
    /// The places of chits, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Drawn, Self::Cup, Self::Spent, Self::ToCome, Self::Gone];

    /// The heading of a list of chits in this place.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Drawn => "In hand",
            Self::Cup => "In the cup",
            Self::Spent => "Drawn",
            Self::ToCome => "To come",
            Self::Gone => "Out of play",
            Self::None => "Without chits",
        }
    }
}

/// What is shown of an army above its first group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GroupArmy {
    pub name: String,
    /// What its groups share: `60 ammunition chits`.
    pub words: String,
    /// An explanation of those words.
    pub about: Remark,
}

/// A piece in the order of battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Member {
    pub piece: String,
    pub name: String,
    /// The label on it, by which it is also typed: `14`, `Kell`.
    pub tag: String,
    /// `9/12`, `5-4`: the current figures of its counter; empty if it has no figures.
    pub figures: String,
    /// Does it have fewer points than at the start?
    pub weakened: bool,
    /// Its place or condition in few words: `2311`, `routed`, `lost`; empty if it is on the table in good order.
    pub state: String,
    /// The full text, for screen readers.
    pub spoken: String,
    /// Is it on the table or the map?
    pub placed: bool,
    /// Is it lost, perhaps only for a time?
    pub lost: bool,
    /// Is it lost for good?
    pub gone: bool,
}

/// One sentence, and the clause on which it rests; `None` if it needs no clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Remark {
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
}

/// What is shown of a piece while the pointer is over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tooltip {
    /// `14 Foy`.
    pub title: String,
    pub said: Vec<Remark>,
}

/// What one enemy could do to a piece.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Threat {
    /// The enemy.
    pub by: String,
    /// `12 Picton could fire, effective, 4.2 in`.
    pub words: String,
    /// `1.80 hits on average, gone 4.0 %`; empty if it could do nothing yet.
    pub odds: String,
    /// Could it do so now? Otherwise something is in its way.
    pub open: bool,
    /// Where the enemy stands, and where the piece stands or would stand.
    pub from: Spot,
    pub to: Spot,
}

/// The card of an order in hand: its measurements, its modifiers, its dice, and its possible results.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// The order in words.
    pub title: String,
    /// The label of the button that gives it, if there is a better word than to confirm: `Fight at 3-1`.
    pub act: String,
    /// The working that holds for any result of the dice.
    pub notes: Vec<Note>,
    pub refusal: Option<Box<WireRefusal>>,
    /// The throw that has to be made next.
    pub throw: Option<Throw>,
    /// What that throw decides, if the dice do not show it themselves: `3 and the die against 10 and the die`.
    pub stakes: String,
    /// The effect of each face of that throw, if requested.
    pub faces: Vec<CardFace>,
    /// The two sides of a fight: attackers, defenders.
    pub sides: Vec<CardSide>,
    /// The ways that pieces would go without any dice.
    pub ways: Vec<CardWay>,
    /// What was tried, and why it fails: the directions of a retreat.
    pub tried: Vec<Remark>,
    /// Other things that can be done with the order.
    pub hints: Vec<String>,
    /// What else the order ends or gives up, which is asked before it is given; empty for nothing.
    pub asks: String,
    /// The combats that it would lead to.
    pub combats: Vec<CardCombat>,
    /// The exact chances; `None` if nothing is left to the dice, or if they are not computed.
    pub chances: Option<Chances>,
}

/// A combat that an order would lead to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardCombat {
    /// `Combat 1`.
    pub title: String,
    /// Pairs of attacker and defender.
    pub pairs: Vec<(String, String)>,
    /// `9 sp attack 6 sp`.
    pub words: String,
}

/// One side of a combat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WireCardSide")]
pub struct CardSide {
    /// `French attack`.
    pub title: String,
    /// The side's id.
    pub side: String,
    /// Each piece, with its strength and place in the combat.
    pub pieces: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<CardThrow>,
    /// The strength with which it fights, or that is added to its die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    /// What is thrown for the result in the end; said of the first side.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result: String,
}

/// Some dice of one side, or the figures with which it fights.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WireCardThrow")]
pub struct CardThrow {
    /// `Attack of 3 Ney on 5 Kempt`.
    pub what: String,
    pub dice: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits_on: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    pub clause: Clause,
}

/// The way of a piece, place by place.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardWay {
    pub piece: String,
    pub places: Vec<Spot>,
}

/// Exact chances of an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WireChances")]
pub struct Chances {
    /// How it may end, from the best of who orders it to the worst.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<Chance>,
    /// Piece, points it loses on average, chance that it is gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<(String, f64, f64)>,
    /// Every different result, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Chance>,
    /// Why there are no results: they are too many to list, or to be weighed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<String>,
    /// The chance of losing 0, 1, 2... points in all, side by side of the card; empty where nobody loses points.
    #[serde(skip)]
    pub points: Vec<Vec<f64>>,
    /// Of a card with several combats: how each may end.
    #[serde(skip)]
    pub combats: Vec<Vec<Chance>>,
    /// The ways to the results, turn by turn; empty: nobody tells them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<Branch>,
}

/// One way in which play may continue, and what may follow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Branch {
    /// `1/7th Infantry holds`.
    pub words: String,
    /// Its chance once play has come so far; `None` if a player chooses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
    /// Empty if it ends here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// Computes the chances of an order in the background; between two steps it asks its argument whether they are still wanted.
pub type Weigher = Box<dyn FnOnce(&dyn Fn() -> bool) -> Option<Chances> + Send>;

/// Finds what could attack a piece, in the background; its argument takes each threat, and returns whether more are wanted.
pub type Watcher = Box<dyn FnOnce(&mut dyn FnMut(Threat) -> bool) + Send>;

/// How an order appears in a list of similar orders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Heading under which orders with the same text are listed together: a battery.
    pub under: String,
    /// `At 14 Charlet, canister, 2.40 in`.
    pub words: String,
    /// `0.90 hits on average`.
    pub note: String,
    /// Expected value of the order: the best is listed first.
    pub worth: f64,
    /// Can nothing come of it?
    pub in_vain: bool,
}

/// The card of an order judged after these throws of it, and the events it causes.
pub fn judged<R: RuleSet>(
    state: &R::State,
    order: &R::Order,
    thrown: &[TypedEntry],
) -> (Card, Vec<R::Event>) {
    let mut card = Card { title: R::say_order(state, order), ..Card::default() };
    match R::judge(state, order, &mut Typed::new(thrown.iter().cloned())) {
        Ok(ruling) => {
            card.notes = ruling.working;
            return (card, ruling.events);
        }
        Err(Stop::Refused(refusal)) => card.refusal = Some(Box::new(WireRefusal::of(&refusal))),
        Err(Stop::NeedsDice(throw)) => card.throw = Some(*throw),
        Err(Stop::BadDice(_)) => {}
    }
    (card, Vec::new())
}

/// The exact chances of an order before its first throw, from its odds; `None` if nothing is left to the dice.
pub fn chances_of<R: RuleSet>(state: &R::State, order: &R::Order, thrown: &[TypedEntry]) -> Option<Chances> {
    let waits = || matches!(R::judge(state, order, &mut Typed::default()), Err(Stop::NeedsDice(_)));
    let odds = (thrown.is_empty() && waits()).then(|| R::odds(state, order));
    match odds?.ok()? {
        Odds::Listed(results) => Some(Chances { results, ..Chances::default() }),
        Odds::ByPiece(OddsByPiece { words, ends, .. }) => {
            Some(Chances { ends, unlisted: Some(words), ..Chances::default() })
        }
        Odds::TooMany(words) => Some(Chances { unlisted: Some(words), ..Chances::default() }),
    }
}

/// A rule set that presents its games. What a side may not know is removed from the state beforehand.
pub trait Presentation: Wire {
    fn head(state: &Self::State) -> Head {
        let (battle, _) = Self::beginning(state);
        let Standing { turn, points, .. } = Self::standing(state);
        let names = battle.side_names();
        let side = |(place, points): (usize, i32)| HeadSide {
            id: Self::side_id(state, Side(place as u8)),
            name: names.get(place).map(|name| (*name).to_owned()).unwrap_or_default(),
            colour: None,
            points,
        };
        Head {
            battle: battle.name().to_owned(),
            turn: format!("turn {turn} of {}", Self::last_turn(state, battle.turns())),
            clock: battle.clock(turn),
            sides: points.into_iter().enumerate().map(side).collect(),
            ..Head::default()
        }
    }

    /// The unit of strength, in the plural.
    const COUNTED_IN: &'static str = "strength points";

    /// The kinds of orders, in the order in which a log lists them.
    const LOG_KINDS: &'static [LogKind] = &[];

    /// The order of battle: each group comes after the one above it.
    fn groups(state: &Self::State) -> Vec<Group>;

    /// What is printed for its pieces, including those that are gone or still to come, laid out at `scale` points an inch. By
    /// default, nothing is cut out for them, and rosters have their figures.
    fn printed(_state: &Self::State, _scale: f32) -> Vec<Printed> {
        Vec::new()
    }

    /// The lengths of the rules in force that are measured on the table. By default, there are none.
    fn lengths(_state: &Self::State) -> Vec<RuleLength> {
        Vec::new()
    }

    /// The pieces that have still to come, in the order of their turns; by default, none.
    fn arrivals(_state: &Self::State) -> Vec<Arrival> {
        Vec::new()
    }

    /// What the step is about; `hand` is an order being made up, which counts as given.
    fn agenda(state: &Self::State, _hand: Option<&Draft>) -> Agenda {
        Agenda { step: Self::due(state).prompt, ..Agenda::default() }
    }

    /// Can the rules make proposals?
    const PROPOSES: bool = false;

    /// Orders that the rules propose, each with its words. Together they leave nothing owed.
    fn proposals(_state: &Self::State) -> Vec<(Draft, String)> {
        Vec::new()
    }

    /// The sheet of its map, on which everything on the map is drawn; a viewer may turn it. `None` if it cannot be turned.
    fn folded(_state: &Self::State) -> Option<&Folded> {
        None
    }

    /// The parts of a scene, and what can be pointed at in it; `due` is what is due in this state.
    fn stage(state: &Self::State, due: &Due<Self::Order>) -> Stage;

    /// The marks of one of its layers, laid out at `scale` points an inch; empty if it has no layer of this name.
    fn layer(state: &Self::State, due: &Due<Self::Order>, name: &str, scale: f32) -> Vec<Mark>;

    /// What is drawn, laid out at `scale` points an inch, and the pieces that can be pointed at.
    fn scene(state: &Self::State, due: &Due<Self::Order>, scale: f32) -> Scene {
        let Stage { low, high, layers, pieces, .. } = Self::stage(state, due);
        let drawn = |name| SceneLayer { name, marks: Self::layer(state, due, name, scale) };
        Scene { low, high, layers: layers.iter().map(|layer| drawn(layer.name)).collect(), pieces }
    }

    /// How an offered order appears in a list of such orders; `None` means in its own words.
    fn listing(_state: &Self::State, _order: &Self::Order) -> Option<Listing> {
        None
    }

    /// The piece that an order places somewhere.
    fn moving_piece(_state: &Self::State, order: &Draft) -> Option<String> {
        let verb = Self::VERBS.iter().find(|verb| verb.name == order.verb)?;
        verb.fields.iter().find_map(|field| match order.answers.get(field.name) {
            Some(Answer::One(key)) => Some(key.clone()),
            _ => None,
        })
    }

    /// The key of a piece given by any name that orders accept: its key, its badge or one of its stands. Rule sets that also
    /// use other names, such as the hex, override this.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such piece.
    fn piece(state: &Self::State, name: &str) -> Result<String, AskFault> {
        let members: Vec<Member> = Self::groups(state).into_iter().flat_map(|group| group.members).collect();
        let found =
            members.into_iter().find(|member| member.piece == name || !name.is_empty() && member.tag == name);
        let stand =
            || Self::stage(state, &Self::due(state)).pieces.into_iter().find(|piece| piece.key == name);
        let key = found.map(|member| member.piece).or_else(|| stand().map(|stand| stand.piece().to_owned()));
        key.ok_or_else(|| AskFault::new("bad-order", format_args!("there is no piece called {name}")))
    }

    /// Picks up a piece.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such piece, or if it cannot be moved by hand.
    fn pick_up(_state: &Self::State, piece: &str) -> Result<Box<dyn PieceInHand>, AskFault> {
        let words = format_args!("{piece} is not taken in hand: no piece of these rules is, give its orders");
        Err(AskFault::new("bad-order", words))
    }

    /// The state as it would be if this piece might move now; `None` if it could not even then.
    fn supposed(_state: &Self::State, _piece: &str) -> Option<Self::State> {
        None
    }

    /// What a line means, where the rule set has a grammar of its own; `cursor` counts characters and is where completions are
    /// wanted, `selected`: the piece that is meant where none is named.
    fn read_line(
        _state: &Self::State,
        _due: &Due<Self::Order>,
        _text: &str,
        _cursor: usize,
        _selected: Option<&str>,
    ) -> Option<Reading<Self::Order>> {
        None
    }

    /// What such a line would mean that gives this order.
    fn meant(
        _state: &Self::State,
        _due: &Due<Self::Order>,
        _order: Self::Order,
    ) -> Option<Meaning<Self::Order>> {
        None
    }

    /// What every chit is called, in an order that stays the same whatever is drawn or lost: each has its number in the line.
    fn chits(_state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// What its own grammar has, for the list of keys.
    fn line_keys() -> Vec<LineKeys> {
        Vec::new()
    }

    /// Verbs that may have orders other than those offered and their families.
    fn open_verbs(_state: &Self::State) -> Vec<&'static str> {
        Vec::new()
    }

    /// Every question of an order being made up, answered or not, with what fits beside the other answers.
    ///
    /// `offers` are those that are due, `names` has the names of keys. A draft that is a list has the answers of the entry
    /// being made beside the list.
    fn questions(
        _state: &Self::State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        asking::questions(Self::VERBS, draft, offers, names)
    }

    /// Do the rules in force have this act of the referee?
    fn knows_act(_state: &Self::State, _act: &str) -> bool {
        true
    }

    /// The questions of an act of the referee, in which any piece, place, text and number is allowed: with what fits, the
    /// present value, and the usual one.
    fn act_questions(_state: &Self::State, _act: &Draft, any: Vec<Question>) -> Vec<Question> {
        any
    }

    /// An order being made up, or an act of the referee, changed to the nearest one that the rules allow.
    fn nearest_legal(_state: &Self::State, order: Draft) -> Draft {
        order
    }

    /// The card of an order being made up, complete or not, without chances that take long to compute.
    fn draft_card(state: &Self::State, draft: &Draft) -> Card {
        Self::order_of(state, draft).map(|order| Self::plain_card(state, &order, &[])).unwrap_or_default()
    }

    /// A drawing of an order being made up, or of an act of the referee: who attacks whom, where a piece would
    /// stand.
    fn sketch(_state: &Self::State, _draft: &Draft, _scale: f32) -> Vec<Mark> {
        Vec::new()
    }

    /// A ruler between two ends; `None` if one of them is not on the table.
    fn ruler(_state: &Self::State, _ends: [&RulerEnd; 2]) -> Option<Ruler> {
        None
    }

    /// The guided first turn.
    const FIRST_TURN: FirstTurn = FirstTurn::NONE;

    /// What can be laid over the table.
    const OVERLAYS: &'static [Overlay] = &[];

    /// The marks of an overlay, for this piece if it is about one, as if the piece stood at the given place, if any.
    fn overlay(_state: &Self::State, _name: &str, _piece: Option<&str>, _at: Option<Spot>) -> Vec<Mark> {
        Vec::new()
    }

    /// The marks shown while the pointer is over a piece, such as its rout path; `by` is the piece selected or in hand.
    fn under_pointer(_state: &Self::State, _piece: &str, _by: Option<&str>) -> Vec<Mark> {
        Vec::new()
    }

    /// How the battle ended, or how it stands; `turns` is how it stood at the end of each turn. The game adds luck and strength
    /// by turn.
    fn ending(state: &Self::State, _turns: &[Standing]) -> Ending {
        let side = |side: HeadSide| SideEnding {
            name: side.name,
            colour: side.colour,
            score: side.points.to_string(),
            points: counted(side.points, "point", "points"),
            ..SideEnding::default()
        };
        Ending {
            verdict: Self::summary(state).result,
            over: Self::is_over(state),
            sides: Self::head(state).sides.into_iter().map(side).collect(),
            ..Ending::default()
        }
    }

    /// The traces on the table of an order given in this state: the pieces touched, the ways taken.
    fn traces(_before: &Self::State, _order: &Self::Order, _events: &[Self::Event]) -> Vec<Mark> {
        Vec::new()
    }

    /// The tooltip of a piece.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such piece.
    fn tooltip(state: &Self::State, piece: &str) -> Result<Tooltip, AskFault> {
        let title = Self::piece(state, piece)?;
        let stage = Self::stage(state, &Self::due(state));
        // Only one of its stands, if that is named, otherwise all.
        let asked = if stage.pieces.iter().any(|stand| stand.key == piece) { piece } else { &title };
        let stands = stage.pieces.into_iter().filter(|stand| stand.is(asked));
        let said = stands.map(|stand| Remark { words: stand.spoken, clause: None }).collect();
        Ok(Tooltip { title, said })
    }

    /// What the enemy could do to a piece, nearest first; `at` is a place where it is assumed to stand.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such piece or place.
    fn threats(_state: &Self::State, _piece: &str, _at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        Ok(Vec::new())
    }

    /// As [`Presentation::threats`], reported one after the other as they are found; `tell` returns whether more are wanted.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such piece or place.
    fn watch(
        state: &Self::State,
        piece: &str,
        at: Spot,
        tell: &mut dyn FnMut(Threat) -> bool,
    ) -> Result<(), AskFault> {
        Self::threats(state, piece, Some(at))?.into_iter().all(tell);
        Ok(())
    }

    /// The same order aimed at another place for its piece, as near as possible; `None` if it cannot be aimed.
    fn pointed(_state: &Self::State, _order: &Self::Order, _at: Spot) -> Option<Self::Order> {
        None
    }

    /// The card of an order after these throws of it, without its chances.
    fn plain_card(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Card {
        judged::<Self>(state, order, thrown).0
    }

    /// What each face of the next throw of an order does after these throws of it; empty if no face decides anything.
    fn faces(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        faces::faces::<Self>(state, order, thrown)
    }

    /// The exact chances of an order after these throws of it; `None` if nothing is left to the dice. `stopped` is called
    /// between two steps to ask whether to stop. By default, those before the first throw, and `None` after it.
    fn chances(
        state: &Self::State,
        order: &Self::Order,
        thrown: &[TypedEntry],
        _stopped: &dyn Fn() -> bool,
    ) -> Option<Chances> {
        chances_of::<Self>(state, order, thrown)
    }

    /// The card of an order after these throws of it.
    fn card(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Card {
        let card = Self::plain_card(state, order, thrown);
        let weighed = card.chances.is_none() && card.refusal.is_none();
        match weighed.then(|| Self::chances(state, order, thrown, &|| false)).flatten() {
            Some(chances) => Card { chances: Some(chances), ..card },
            None => card,
        }
    }
}
