//! The brief: what a game tells those who watch it, in plain data that window, protocol and paper read alike.
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
use super::hand::Held;
use super::lesson::FirstTurn;
use super::line::{LineKeys, Meaning, Reading};
use super::messages::{AskFault, Tells, WireRefusal, counted};
use super::printed::{Printed, RuleLength};
use super::question::Question;
use super::working::{Modifier, Note};
use dice::{Throw, Typed, TypedEntry};
use drawing::hex::Folded;
use drawing::overlay::Ruler;
use drawing::{ArmyColour, Mark, Scene, SceneLayer, Stage};
use scenario::{Battle as _, Side};

/// The head: which battle it is, when, and how it stands.
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
    /// What the points are; empty: victory points.
    pub points_are: &'static str,
    /// What is said before them in few words: `Lost`; empty: nothing.
    #[serde(skip)]
    pub points_said: &'static str,
    /// What they are for, as it stands: `The mill: held by the Prussians, 1 point`.
    #[serde(skip)]
    pub points_for: Vec<String>,
}

/// A side in the head.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HeadSide {
    pub id: String,
    pub name: String,
    /// Of its first army.
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
    /// On its switch.
    pub title: &'static str,
    pub tooltip: &'static str,
}

/// What a step of the game is about, beside the orders that are due in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Agenda {
    /// `French movement`.
    pub step: String,
    /// What has to be done, or mended, before the step can end.
    pub owed: Vec<Remark>,
    /// What the step is for and cannot be done now, each with the reason.
    #[serde(skip)]
    pub barred: Vec<NotNow>,
    /// The order that ends the step, in words, even where something still hinders it.
    #[serde(skip)]
    pub ending: Option<(Draft, String)>,
}

/// What cannot be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct NotNow {
    pub why: Remark,
    /// The order that is refused, which the referee may overrule; none: it is nobody's order.
    pub order: Option<Draft>,
}

/// A group of the order of battle: a command, a formation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    pub key: String,
    pub name: String,
    /// The side's id.
    pub side: String,
    /// Of its army; none: that of its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<ArmyColour>,
    /// How many groups stand over it.
    pub depth: usize,
    /// It acts now.
    pub active: bool,
    /// Strength points that are left, and with which it began.
    pub strength: u32,
    pub start: u32,
    /// What stands beside that wherever the group is shown, in few words: `12 of 18`, `demoralised`; empty where nothing presses.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub strain: String,
    /// The chits by which it comes to act; none: its rules have no such thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chits: Option<GroupChits>,
    /// The army of which it is the first group, where there is something to say of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<GroupArmy>,
    /// What else there is to know of it: how many are to come, how many are lost.
    pub facts: Vec<String>,
    /// A fact as it is said where nothing explains it, for one that is said in few words: first these, then that.
    #[serde(skip)]
    pub in_full: Option<(String, String)>,
    pub members: Vec<Member>,
}

impl Group {
    /// Its facts, each so that it is understood by itself.
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
    /// What stands on them, by which a throw that draws one names it.
    pub name: String,
    pub place: ChitPlace,
    /// How many of them are there.
    pub count: usize,
    /// Where they are, after "chit": `in the cup`.
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
    /// Their group is not there yet.
    ToCome,
    /// They have left play.
    Gone,
    /// The group has none: who commands it lets it act.
    None,
}

impl ChitPlace {
    /// Where chits lie, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Drawn, Self::Cup, Self::Spent, Self::ToCome, Self::Gone];

    /// Over a list of chits that are there.
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

/// What is said of an army over its first group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GroupArmy {
    pub name: String,
    /// What its groups share: `60 ammunition chits`.
    pub words: String,
    /// What that means.
    pub about: Remark,
}

/// A piece in the order of battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Member {
    pub piece: String,
    pub name: String,
    /// What it bears, by which it is typed as well: `14`, `Kell`.
    pub tag: String,
    /// `9/12`, `5-4`: what its counter says now; empty where it has no figures.
    pub figures: String,
    /// It has fewer points than it began with.
    pub weakened: bool,
    /// Where it is or how it is, in few words: `2311`, `routed`, `lost`; empty: on the table, in order.
    pub state: String,
    /// In full, for those who hear the window.
    pub spoken: String,
    /// It stands on the table or the map.
    pub placed: bool,
    /// It is lost, though it may come back.
    pub lost: bool,
    /// It is lost for good.
    pub gone: bool,
}

/// One sentence, and the clause on which it rests; none: nothing has to say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Remark {
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
}

/// What is told of a piece while somebody looks at it.
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
    /// `1.80 hits on average, gone 4.0 %`; empty where it could do nothing yet.
    pub odds: String,
    /// As things stand it could; else something is in its way.
    pub open: bool,
    /// Where the enemy stands, and where the piece does, or would.
    pub from: Spot,
    pub to: Spot,
}

/// The card of an order in hand: what it measures, what modifies it, what is thrown for it, and what may come of it.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// The order as it is said.
    pub title: String,
    /// What giving it is called, where there is a better word than to confirm it: `Fight at 3-1`.
    pub act: String,
    /// The working that stands whatever the dice say.
    pub notes: Vec<Note>,
    pub refusal: Option<Box<WireRefusal>>,
    /// What has to be rolled next.
    pub throw: Option<Throw>,
    /// What that decides, where its dice do not say so themselves: `3 and the die against 10 and the die`.
    pub stakes: String,
    /// What each face of that does, where it is asked for.
    pub faces: Vec<CardFace>,
    /// Those who fight: attackers, defenders.
    pub sides: Vec<CardSide>,
    /// Where pieces would go without any dice.
    pub ways: Vec<CardWay>,
    /// What was tried, and why it is not so: the directions of a retreat.
    pub tried: Vec<Remark>,
    /// What else can be done with it.
    pub hints: Vec<String>,
    /// The combats that it would come to.
    pub combats: Vec<CardCombat>,
    /// The exact chances; none where nothing is left to the dice, or they are not weighed.
    pub chances: Option<Chances>,
}

/// A combat that an order would come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardCombat {
    /// `Combat 1`.
    pub title: String,
    /// Who fights whom: attacker and defender.
    pub pairs: Vec<(String, String)>,
    /// `9 sp attack 6 sp`.
    pub words: String,
}

/// One side of a combat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardSide {
    /// `French attack`.
    pub title: String,
    /// The side's id.
    pub side: String,
    /// Piece, and its strength and place in the combat.
    pub pieces: Vec<(String, String)>,
    pub throws: Vec<CardThrow>,
    /// The strength with which it fights, or that is added to its die.
    pub total: Option<u32>,
    /// What is thrown for the result in the end; said of the first side.
    pub result: String,
}

/// Some dice of one side, or the figures with which it fights.
#[derive(Clone, Debug, PartialEq)]
pub struct CardThrow {
    /// `Attack of 3 Ney on 5 Kempt`.
    pub what: String,
    pub dice: u8,
    pub hits_on: Option<u16>,
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// How it may end, from the best of who orders it to the worst.
    pub ends: Vec<Chance>,
    /// Piece, points it loses on average, chance that it is gone.
    pub losses: Vec<(String, f64, f64)>,
    /// Every different result, the likeliest first.
    pub results: Vec<Chance>,
    /// Why there are no results: they are too many to list, or to be weighed at all.
    pub unlisted: Option<String>,
    /// The chance of losing 0, 1, 2... points in all, side by side of the card; empty where nobody loses points.
    pub points: Vec<Vec<f64>>,
    /// Of a card with several combats: how each may end.
    pub combats: Vec<Vec<Chance>>,
    /// The ways to the results, turn by turn; empty: nobody tells them.
    pub tree: Vec<Branch>,
}

/// One way in which something may go on, and what may come of it there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Branch {
    /// `1/7th Infantry holds`.
    pub words: String,
    /// Its chance where it has come so far; none: somebody chooses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
    /// None: it ends so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// Weighs the chances of an order, away from the game; asked between two steps, its argument says whether they are still wanted.
pub type Weigher = Box<dyn FnOnce(&dyn Fn() -> bool) -> Option<Chances> + Send>;

/// Finds what could come at a piece, away from the game; its argument is told each threat, and says whether more are wanted.
pub type Watcher = Box<dyn FnOnce(&mut dyn FnMut(Threat) -> bool) + Send>;

/// How an order stands in a list of others like it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Those with the same are listed together under it: a battery.
    pub under: String,
    /// `At 14 Charlet, canister, 2.40 in`.
    pub words: String,
    /// `0.90 hits on average`.
    pub note: String,
    /// What may be expected of it: the best is listed first.
    pub worth: f64,
    /// Nothing can come of it.
    pub in_vain: bool,
}

/// The card of an order as it is judged when these throws of it have been made, and what happens by it.
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

/// The exact chances of an order before its first throw, as its odds have them; none where nothing is left to the dice.
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

/// A rule set that briefs those who watch its games. What a side may not know is taken out of the state before it is asked.
pub trait Briefs: Tells {
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

    /// What strength is counted in, several of them.
    const COUNTED_IN: &'static str = "strength points";

    /// The kinds of orders, in the order in which a log lists them.
    const LOG_KINDS: &'static [LogKind] = &[];

    /// The order of battle: each group after the one over it.
    fn groups(state: &Self::State) -> Vec<Group>;

    /// What is printed of its pieces, those that are gone and still to come as well, laid out for so many points an inch. Left out:
    /// nothing is cut out for them, and rosters have their figures.
    fn printed(_state: &Self::State, _scale: f32) -> Vec<Printed> {
        Vec::new()
    }

    /// The lengths of the rules in force that are measured on the table. Left out: none are.
    fn lengths(_state: &Self::State) -> Vec<RuleLength> {
        Vec::new()
    }

    /// What the step is about; `hand`: an order that is made up, which is reckoned as given.
    fn agenda(state: &Self::State, _hand: Option<&Draft>) -> Agenda {
        Agenda { step: Self::due(state).prompt, ..Agenda::default() }
    }

    /// The rules can be asked for proposals.
    const PROPOSES: bool = false;

    /// Orders that the rules propose, each in words: together they leave nothing owed.
    fn proposals(_state: &Self::State) -> Vec<(Draft, String)> {
        Vec::new()
    }

    /// The sheet of its map, by which all is drawn that lies on it: whoever looks at it may turn it. None: it cannot be turned.
    fn folded(_state: &Self::State) -> Option<&Folded> {
        None
    }

    /// What a scene is made of, and what can be pointed at in it; `due`: what is due in this state.
    fn stage(state: &Self::State, due: &Due<Self::Order>) -> Stage;

    /// The marks of one of its layers, laid out for so many points an inch; none where it has no layer of this name.
    fn layer(state: &Self::State, due: &Due<Self::Order>, name: &str, scale: f32) -> Vec<Mark>;

    /// What is drawn, laid out for so many points an inch, and the pieces that can be pointed at.
    fn scene(state: &Self::State, due: &Due<Self::Order>, scale: f32) -> Scene {
        let Stage { low, high, layers, pieces, .. } = Self::stage(state, due);
        let drawn = |name| SceneLayer { name, marks: Self::layer(state, due, name, scale) };
        Scene { low, high, layers: layers.iter().map(|layer| drawn(layer.name)).collect(), pieces }
    }

    /// How an order that is offered stands in a list of such orders; none: in its own words.
    fn listing(_state: &Self::State, _order: &Self::Order) -> Option<Listing> {
        None
    }

    /// The piece that an order puts somewhere.
    fn goer(_state: &Self::State, order: &Draft) -> Option<String> {
        let verb = Self::VERBS.iter().find(|verb| verb.name == order.verb)?;
        verb.fields.iter().find_map(|field| match order.answers.get(field.name) {
            Some(Answer::One(key)) => Some(key.clone()),
            _ => None,
        })
    }

    /// The key of a piece that is named as orders may name it: by its key, its badge or one of its stands; rules that name pieces
    /// otherwise besides, as by their hex, look there themselves.
    ///
    /// # Errors
    ///
    /// There is no such piece.
    fn piece(state: &Self::State, name: &str) -> Result<String, AskFault> {
        let members: Vec<Member> = Self::groups(state).into_iter().flat_map(|group| group.members).collect();
        let found =
            members.into_iter().find(|member| member.piece == name || !name.is_empty() && member.tag == name);
        let stand =
            || Self::stage(state, &Self::due(state)).pieces.into_iter().find(|piece| piece.key == name);
        let key = found.map(|member| member.piece).or_else(|| stand().map(|stand| stand.piece().to_owned()));
        key.ok_or_else(|| AskFault::new("bad-order", format_args!("there is no piece called {name}")))
    }

    /// Takes a piece in hand.
    ///
    /// # Errors
    ///
    /// There is no such piece, or none is moved by hand.
    fn lift(_state: &Self::State, piece: &str) -> Result<Box<dyn Held>, AskFault> {
        let words = format_args!("{piece} is not taken in hand: no piece of these rules is, give its orders");
        Err(AskFault::new("bad-order", words))
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

    /// Verbs of which somebody may be able to give an order that no offer lists, nor one like it.
    fn open_verbs(_state: &Self::State) -> Vec<&'static str> {
        Vec::new()
    }

    /// Every question of an order that is made up, answered or not, with what fits beside the other answers.
    ///
    /// `offers` are those that are due, `names` has the names of keys. A draft that is a list has the answers of the entry that
    /// is being made beside the list.
    fn questions(
        _state: &Self::State,
        draft: &Draft,
        offers: &[Offer<Draft>],
        names: &BTreeMap<String, String>,
    ) -> Vec<Question> {
        asking::questions(Self::VERBS, draft, offers, names)
    }

    /// Do the rules in force know this act of the referee?
    fn knows_act(_state: &Self::State, _act: &str) -> bool {
        true
    }

    /// The questions of an act of the referee, in which any piece, place, text and number may be said: with what fits, what is
    /// so now, and what it usually is.
    fn act_questions(_state: &Self::State, _act: &Draft, any: Vec<Question>) -> Vec<Question> {
        any
    }

    /// An order that is made up, or an act of the referee, with what was pointed at as near to that as the rules allow.
    fn mended(_state: &Self::State, order: Draft) -> Draft {
        order
    }

    /// The card of an order that is made up, whole or not, without chances that take long to be weighed.
    fn draft_card(state: &Self::State, draft: &Draft) -> Card {
        Self::order_of(state, draft).map(|order| Self::plain_card(state, &order, &[])).unwrap_or_default()
    }

    /// What an order that is made up, or an act of the referee, looks like on the table: who strikes at whom, where a piece would
    /// stand.
    fn sketch(_state: &Self::State, _draft: &Draft, _scale: f32) -> Vec<Mark> {
        Vec::new()
    }

    /// A ruler between two ends; none where one of them is not on the table.
    fn ruler(_state: &Self::State, _ends: [&RulerEnd; 2]) -> Option<Ruler> {
        None
    }

    /// The guided first turn.
    const FIRST_TURN: FirstTurn = FirstTurn::NONE;

    /// What can be laid over the table.
    const OVERLAYS: &'static [Overlay] = &[];

    /// The marks of an overlay; of one that is about a piece, of this one, as if it stood there where a place is said.
    fn overlay(_state: &Self::State, _name: &str, _piece: Option<&str>, _at: Option<Spot>) -> Vec<Mark> {
        Vec::new()
    }

    /// What is drawn while the pointer is over a piece: where it would run. `by`: the piece that is selected, or in hand.
    fn under_pointer(_state: &Self::State, _piece: &str, _by: Option<&str>) -> Vec<Mark> {
        Vec::new()
    }

    /// How the battle ended, or how it stands; `turns`: how it stood at the end of each turn. Luck and strength by turn are put
    /// to it by the game.
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

    /// What an order was on the table, which was given in this state: those whom it touched, the ways that they went.
    fn traces(_before: &Self::State, _order: &Self::Order, _events: &[Self::Event]) -> Vec<Mark> {
        Vec::new()
    }

    /// What is told of a piece.
    ///
    /// # Errors
    ///
    /// There is no such piece.
    fn tooltip(state: &Self::State, piece: &str) -> Result<Tooltip, AskFault> {
        let title = Self::piece(state, piece)?;
        let stage = Self::stage(state, &Self::due(state));
        // One of its stands, if that is named, else all.
        let asked = if stage.pieces.iter().any(|stand| stand.key == piece) { piece } else { &title };
        let stands = stage.pieces.into_iter().filter(|stand| stand.is(asked));
        let said = stands.map(|stand| Remark { words: stand.spoken, clause: None }).collect();
        Ok(Tooltip { title, said })
    }

    /// What the enemy could do to a piece, nearest first; `at`: if it stood there.
    ///
    /// # Errors
    ///
    /// There is no such piece or place.
    fn threats(_state: &Self::State, _piece: &str, _at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        Ok(Vec::new())
    }

    /// The same, one after the other as they are found; `tell` says whether more are wanted.
    ///
    /// # Errors
    ///
    /// There is no such piece or place.
    fn watch(
        state: &Self::State,
        piece: &str,
        at: Spot,
        tell: &mut dyn FnMut(Threat) -> bool,
    ) -> Result<(), AskFault> {
        Self::threats(state, piece, Some(at))?.into_iter().all(tell);
        Ok(())
    }

    /// An order whose piece was pointed to another place: the same order there, as near as can be; none: it cannot be pointed.
    fn pointed(_state: &Self::State, _order: &Self::Order, _at: Spot) -> Option<Self::Order> {
        None
    }

    /// The card of an order when these throws of it have been made, without its chances.
    fn plain_card(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Card {
        judged::<Self>(state, order, thrown).0
    }

    /// What each face of the next throw of an order does when these throws of it have been made; nothing where none decides anything.
    fn faces(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Vec<CardFace> {
        faces::faces::<Self>(state, order, thrown)
    }

    /// The exact chances of an order when these throws of it have been made; none where nothing is left to the dice. `stopped`:
    /// asked between two steps whether they are wanted. Left out: those before the first throw, and none after it.
    fn chances(
        state: &Self::State,
        order: &Self::Order,
        thrown: &[TypedEntry],
        _stopped: &dyn Fn() -> bool,
    ) -> Option<Chances> {
        chances_of::<Self>(state, order, thrown)
    }

    /// The card of an order when these throws of it have been made.
    fn card(state: &Self::State, order: &Self::Order, thrown: &[TypedEntry]) -> Card {
        let card = Self::plain_card(state, order, thrown);
        let weighed = card.chances.is_none() && card.refusal.is_none();
        match weighed.then(|| Self::chances(state, order, thrown, &|| false)).flatten() {
            Some(chances) => Card { chances: Some(chances), ..card },
            None => card,
        }
    }
}
