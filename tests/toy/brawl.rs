//! A brawl: sides strike in turn with a die for each point they have left, or mend two points among their own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use drumhead::data::{Fault, Faults, Source};
use drumhead::desk::Desk;
use drumhead::dice::{Throw, Tray, Typed, TypedEntry, weigh};
use drumhead::drawing::{ArmyColour, Ink, Mark, ScenePiece, Stage, StageLayer};
use drumhead::game::keyed::{self, Keys, SpellFault};
use drumhead::game::options::{Accepts, OptionFault, OptionSpec, Options};
use drumhead::game::{
    Agenda, Answer, AskFault, Battles, Briefs, Card, Cased, Chance, Clause, Contradiction, Draft, Due, Facts,
    Fiat, Field, Group, Head, HeadSide, Held, Kind, Member, Odds, Offer, Played, Refused, Remark, RuleSet,
    Ruling, Shown, Spelled, SpellingFault, Spot, Standing, Stop, Summary, Tells, Threat, Tooltip, Verb,
    Viewer, Vocabulary, WireRefusal,
};
use drumhead::scenario::{Battle, KnownRules, Side};
use drumhead::solo::{Minds, Solo};
use drumhead::table::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

type Scratch<'t> = drumhead::game::scratch::Scratch<'t, Brawl>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brawl;

/// A position, which is the whole battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pieces: Vec<RawPiece>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPiece {
    key: String,
    /// `red` or `blue`.
    side: String,
    strength: u8,
    /// Left out: all of it.
    #[serde(default)]
    left: Option<u8>,
}

impl Battle for Position {
    fn id(&self) -> &str {
        "brawl"
    }

    fn name(&self) -> &str {
        "A brawl"
    }

    fn description(&self) -> &str {
        ""
    }

    fn rules(&self) -> &str {
        Brawl::ID
    }

    fn side_names(&self) -> Vec<&str> {
        vec!["Red", "Blue"]
    }

    fn turns(&self) -> u8 {
        20
    }

    fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    fn turn_length(&self) -> u16 {
        5
    }

    fn clock(&self, turn: u8) -> String {
        format!("round {turn}")
    }

    fn read(id: &str, _: &dyn Source, _: &dyn KnownRules) -> Result<(Self, Vec<Fault>), Faults> {
        panic!("{id}: a brawl begins from a position")
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    key: String,
    side: Side,
    strength: u8,
    /// None: the viewer may not know.
    left: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    battle: Position,
    options: BTreeMap<String, String>,
    pieces: Vec<Piece>,
    turn: Side,
    rounds: u8,
}

impl State {
    fn find(&self, key: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.key == key)
    }

    fn left(&self, piece: usize) -> u8 {
        self.pieces[piece].left.unwrap_or(self.pieces[piece].strength)
    }

    fn of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.pieces.len()).filter(move |piece| self.pieces[*piece].side == side && self.left(*piece) > 0)
    }
}

/// What play has made of a brawl.
#[derive(Serialize, Deserialize)]
struct Play {
    turn: Side,
    rounds: u8,
    left: BTreeMap<String, u8>,
}

fn keys() -> Keys<'static> {
    Keys::default().with("Side", "side", ["red", "blue"])
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Strike { by: usize, on: usize },
    Mend(Vec<(usize, u8)>),
    Fiat(Fiat<Act>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    Strength { piece: String, points: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Hit { piece: usize, points: u8 },
    Mended { piece: usize, points: u8 },
    Set { piece: usize, points: u8 },
    Turn(Side),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    code: &'static str,
    clause: Clause,
    fact: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)
    }
}

impl std::error::Error for Refusal {}

impl Refused for Refusal {
    fn clause(&self) -> Clause {
        self.clause
    }

    fn code(&self) -> &'static str {
        self.code
    }

    fn remedy(&self) -> String {
        "Ask what is due".to_owned()
    }
}

fn refused<T>(code: &'static str, clause: Clause, fact: &str) -> Result<T, Stop<Refusal>> {
    Err(Stop::Refused(Refusal { code, clause, fact: fact.to_owned() }))
}

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    id: "hits-on",
    default: "4",
    accepts: Accepts::OneOf(&["3", "4", "5"]),
    clause: "brawl:1",
    in_force: true,
}];

fn strike(s: &mut Scratch<'_>, by: usize, on: usize) -> Result<(), Stop<Refusal>> {
    let state = &s.state;
    if state.pieces[by].side != state.turn || state.left(by) == 0 || state.pieces[on].side == state.turn {
        return refused("not-yours", "brawl:0", "it is not their turn to strike so");
    }
    let needed = Options(state.options.clone()).value(OPTIONS, "hits-on").parse().unwrap_or(4);
    let worth = Throw::worth_at_least(6, needed, 0);
    let throw = Throw::hits(state.left(by), worth, Some(state.turn.0), "brawl:1", "a strike");
    let (hits, most) = (s.throw(throw)?.value, s.state.left(on));
    if hits > 0 {
        s.emit(Event::Hit { piece: on, points: (hits as u8).min(most) });
    }
    Ok(())
}

fn mend(s: &mut Scratch<'_>, shares: &[(usize, u8)]) -> Result<(), Stop<Refusal>> {
    let total: u32 = shares.iter().map(|(_, points)| u32::from(*points)).sum();
    let fits = |(piece, points): &(usize, u8)| {
        let own = &s.state.pieces[*piece];
        own.side == s.state.turn && s.state.left(*piece) + points <= own.strength
    };
    if total != 2 || !shares.iter().all(fits) {
        return refused(
            "bad-share",
            "brawl:2",
            "two points are mended, among one's own, and nobody is better than new",
        );
    }
    for &(piece, points) in shares.iter().filter(|(_, points)| *points > 0) {
        s.emit(Event::Mended { piece, points });
    }
    Ok(())
}

/// Every way to mend two points.
fn mends(state: &State) -> impl Iterator<Item = Order> + '_ {
    let missing = |piece: usize| state.pieces[piece].strength - state.left(piece);
    let hurt: Vec<usize> = state.of(state.turn).filter(|piece| missing(*piece) > 0).collect();
    let two = hurt.clone().into_iter().filter(move |piece| missing(*piece) > 1).map(|piece| vec![(piece, 2)]);
    let shared = hurt.clone().into_iter().flat_map(move |one| {
        hurt.clone()
            .into_iter()
            .filter(move |other| *other > one)
            .map(move |other| vec![(one, 1), (other, 1)])
    });
    two.chain(shared).map(Order::Mend)
}

impl RuleSet for Brawl {
    const ID: &'static str = "brawl";
    const VERSION: u32 = 1;
    type Scenario = Position;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn start(battle: Position, options: &Options) -> Result<State, OptionFault> {
        options.check(OPTIONS)?;
        let piece = |raw: &RawPiece| Piece {
            key: raw.key.clone(),
            side: Side(u8::from(raw.side == "blue")),
            strength: raw.strength,
            left: Some(raw.left.unwrap_or(raw.strength)),
        };
        let pieces = battle.pieces.iter().map(piece).collect();
        Ok(State { pieces, options: options.0.clone(), battle, turn: Side(0), rounds: 1 })
    }

    fn due(state: &State) -> Due<Order> {
        let mut offers = Vec::new();
        for by in state.of(state.turn) {
            offers.extend(state.of(state.turn.enemy()).map(|on| Offer {
                words: Self::say_order(state, &Order::Strike { by, on }),
                order: Order::Strike { by, on },
                kind: "strike",
                family: false,
            }));
        }
        offers.extend(mends(state).map(|order| Offer {
            words: Self::say_order(state, &order),
            order,
            kind: "mend",
            family: false,
        }));
        Due { side: Some(state.turn), clause: "brawl:0", prompt: "Strike or mend".to_owned(), offers }
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Result<Ruling<Event>, Stop<Refusal>> {
        let mut s = Scratch::new(state, tray);
        match order {
            Order::Strike { by, on } => strike(&mut s, *by, *on)?,
            Order::Mend(shares) => mend(&mut s, shares)?,
            Order::Fiat(Fiat { act: Act::Strength { piece, points }, .. }) => {
                let Some(piece) = state.find(piece) else {
                    return refused("no-such-piece", "brawl:0", "there is no such piece");
                };
                s.emit(Event::Set { piece, points: *points });
                return Ok(s.finish());
            }
        }
        s.emit(Event::Turn(state.turn.enemy()));
        Ok(s.finish())
    }

    fn order_of_v1(_: &State, json: &str) -> Result<Order, String> {
        Err(format!("brawls were not written then: {json}"))
    }

    fn apply(state: &mut State, event: &Event) {
        let mut set = |piece: usize, to: &dyn Fn(u8) -> u8| {
            let left = state.left(piece);
            state.pieces[piece].left = Some(to(left));
        };
        match *event {
            Event::Hit { piece, points } => set(piece, &|left| left.saturating_sub(points)),
            Event::Mended { piece, points } => set(piece, &|left| left + points),
            Event::Set { piece, points } => set(piece, &|_| points),
            Event::Turn(side) => {
                state.turn = side;
                state.rounds += u8::from(side == Side(0));
            }
        }
    }

    fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
        let words = |ruling: Ruling<Event>| {
            let said = ruling.events.iter().filter_map(|event| Self::say_event(state, event));
            said.collect::<Vec<_>>().join(", ")
        };
        let chances = weigh(|tray| Self::judge(state, order, tray).map(words))?;
        let mut chances: Vec<Chance> =
            chances.into_iter().map(|(result, probability)| Chance { probability, result }).collect();
        chances.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.result.cmp(&b.result)));
        Ok(Odds::Listed(chances))
    }

    fn view(state: &State, viewer: Viewer) -> State {
        let mut view = state.clone();
        for piece in view.pieces.iter_mut().filter(|piece| viewer.is_enemy_of(piece.side)) {
            piece.left = None;
        }
        view
    }

    fn standing(state: &State) -> Standing {
        Standing { turn: state.rounds, ..Standing::default() }
    }

    fn is_over(state: &State) -> bool {
        [Side(0), Side(1)].into_iter().any(|side| state.of(side).next().is_none())
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::Turn(Side(0)))
    }

    fn offer_kinds() -> &'static [&'static str] {
        &["strike", "mend"]
    }

    fn say_order(state: &State, order: &Order) -> String {
        let name = |piece: usize| state.pieces[piece].key.as_str();
        match order {
            Order::Strike { by, on } => format!("{} strikes {}", name(*by), name(*on)),
            Order::Mend(shares) => {
                let shares: Vec<String> =
                    shares.iter().map(|(piece, points)| format!("{} {points}", name(*piece))).collect();
                format!("{} mends: {}", ["Red", "Blue"][state.turn.index()], shares.join(", "))
            }
            Order::Fiat(fiat) => format!("The referee decides: {}", fiat.reason),
        }
    }

    fn facts(_: &State, after: &State, order: &Order, _: &[Event]) -> Facts {
        let pieces = match order {
            Order::Strike { by, on } => [*by, *on].map(|piece| after.pieces[piece].key.clone()).into(),
            Order::Mend(_) | Order::Fiat(_) => BTreeSet::new(),
        };
        Facts { turn: after.rounds, pieces, ..Facts::default() }
    }

    fn say_event(state: &State, event: &Event) -> Option<String> {
        match event {
            Event::Hit { piece, points } => Some(format!("{} loses {points}", state.pieces[*piece].key)),
            Event::Mended { .. } | Event::Set { .. } | Event::Turn(_) => None,
        }
    }
}

const PIECE: Field = Field::new("piece", Kind::One);

impl Vocabulary for Brawl {
    const VERBS: &'static [Verb] = &[
        Verb::named("Strike", &[Field::new("by", Kind::One), Field::new("on", Kind::One)])
            .titled("Strikes")
            .typed("s"),
        Verb::bare("Mend", &[Field::new("shares", Kind::Shares)])
            .titled("Mend")
            .typed("m")
            .shown(Shown::MadeUp),
        Verb::named(
            "Fiat",
            &[Field::new("act", Kind::Either(Acts::VERBS)), Field::new("reason", Kind::Text)],
        ),
    ];
    const NAME: &'static str = "BrawlOrder";
}

#[derive(Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] =
        &[Verb::named("Strength", &[PIECE, Field::new("points", Kind::Count)]).titled("Set strength")];
    const NAME: &'static str = "BrawlAct";
}

impl Spelled for Brawl {
    fn spell(state: &State, order: &Order) -> Draft {
        let key = |piece: usize| state.pieces[piece].key.clone();
        match order {
            Order::Strike { by, on } => {
                Draft::new("Strike").with("by", Answer::One(key(*by))).with("on", Answer::One(key(*on)))
            }
            Order::Mend(shares) => {
                let shares = shares.iter().map(|(piece, points)| (key(*piece), u32::from(*points)));
                Draft::new("Mend").with("shares", Answer::Shares(shares.collect()))
            }
            Order::Fiat(fiat) => fiat.draft(|Act::Strength { piece, points }| {
                let points = Answer::Count(i64::from(*points));
                Draft::new("Strength").with("piece", Answer::One(piece.clone())).with("points", points)
            }),
        }
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        let said = draft.said();
        let find =
            |key: &str| state.find(key).ok_or_else(|| SpellingFault::new(format_args!("there is no {key}")));
        Ok(match draft.verb.as_str() {
            "Strike" => Order::Strike { by: find(said.one("by")?)?, on: find(said.one("on")?)? },
            "Mend" => {
                let share = |(key, points): &(String, u32)| {
                    Ok((find(key)?, u8::try_from(*points).map_err(|_| SpellingFault::new("too many"))?))
                };
                Order::Mend(said.shares("shares")?.iter().map(share).collect::<Result<_, SpellingFault>>()?)
            }
            _ => {
                let act = said.either("act")?.said();
                let act = Act::Strength { piece: act.one("piece")?.to_owned(), points: act.count("points")? };
                Order::Fiat(Fiat { act, reason: said.text("reason")?.to_owned(), clause: None })
            }
        })
    }

    fn play(state: &State) -> Result<Value, SpellFault> {
        let left = (0..state.pieces.len()).map(|piece| (state.pieces[piece].key.clone(), state.left(piece)));
        keyed::spell(&Play { turn: state.turn, rounds: state.rounds, left: left.collect() }, &keys())
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        let Play { turn, rounds, left } = keyed::read(play, &keys(), "play")?;
        let mut state = State { turn, rounds, ..start.clone() };
        for piece in &mut state.pieces {
            let said = left.get(&piece.key).copied();
            piece.left = Some(said.ok_or_else(|| {
                Contradiction::new("play.left", format!("{} is missing", piece.key), "say what is left of it")
            })?);
        }
        Ok(state)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    Strongest { side: String },
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Strongest(Option<String>),
}

/// What happened.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Happened {
    #[serde(skip_serializing_if = "Option::is_none")]
    hit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
}

/// The game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Whole {
    pieces: Vec<RawPiece>,
}

impl Tells for Brawl {
    type Acts = Acts;
    type Happened = Happened;
    type Whole = Whole;
    type Position = Position;
    const POSITION: &'static str = "brawl";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["strongest"];
    type Answered = Answered;

    fn side_id(_: &State, side: Side) -> String {
        ["red", "blue"][side.index()].to_owned()
    }

    fn side(_: &State, name: &str) -> Result<Side, String> {
        let side = ["red", "blue"].iter().position(|side| *side == name);
        side.map(|side| Side(side as u8)).ok_or_else(|| format!("there is no side {name}: it is red or blue"))
    }

    fn happened(state: &State, event: &Event, _: Viewer) -> Happened {
        match event {
            Event::Hit { piece, points } => {
                let hit = Some(state.pieces[*piece].key.clone());
                Happened { hit, points: Some(*points), ..Happened::default() }
            }
            Event::Turn(side) => Happened { turn: Some(Self::side_id(state, *side)), ..Happened::default() },
            Event::Mended { .. } | Event::Set { .. } => Happened::default(),
        }
    }

    fn whole(state: &State) -> Whole {
        let piece = |piece: &Piece| RawPiece {
            key: piece.key.clone(),
            side: Self::side_id(state, piece.side),
            strength: piece.strength,
            left: piece.left,
        };
        Whole { pieces: state.pieces.iter().map(piece).collect() }
    }

    fn summary(state: &State) -> Summary {
        let standing = [Side(0), Side(1)].into_iter().find(|side| state.of(*side).next().is_some());
        let first = standing.and_then(|side| state.of(side).next());
        let result = first.map(|piece| format!("the {}", state.pieces[piece].key)).unwrap_or_default();
        Summary { result, ..Summary::default() }
    }

    fn ask(state: &State, Ask::Strongest { side }: &Ask) -> Result<Answered, AskFault> {
        let side = Self::side(state, side).map_err(|fault| AskFault::new("bad-message", fault))?;
        let strongest = state.of(side).max_by_key(|piece| state.left(*piece));
        Ok(Answered::Strongest(strongest.map(|piece| state.pieces[piece].key.clone())))
    }

    fn set_up(position: &Position, _: Battles<'_, Position>) -> Result<State, String> {
        Self::start(position.clone(), &Options(position.options.clone())).map_err(|fault| fault.to_string())
    }

    fn beginning(state: &State) -> (Position, Options) {
        (state.battle.clone(), Options(state.options.clone()))
    }
}

/// What must be left of whom.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    left: BTreeMap<String, u8>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Question {
    Strongest { side: String, is: String },
}

impl Cased for Brawl {
    type Expected = Expected;
    type Question = Question;

    fn arrange(position: &Position, battles: Battles<'_, Position>) -> Result<State, String> {
        Self::set_up(position, battles)
    }

    fn answer(
        state: &State,
        _: &Position,
        Question::Strongest { side, is }: &Question,
    ) -> Result<(), String> {
        match Self::ask(state, &Ask::Strongest { side: side.clone() }) {
            Ok(Answered::Strongest(found)) if found.as_ref() == Some(is) => Ok(()),
            other => Err(format!("the strongest is {other:?}, expected {is}")),
        }
    }

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        let left = |key: &str| step.after.find(key).map(|piece| step.after.left(piece));
        let wrong = expected.left.iter().filter(|(key, points)| left(key) != Some(**points));
        wrong.map(|(key, points)| format!("{key} has {:?}, expected {points}", left(key))).collect()
    }
}

/// They strike whoever comes first.
#[derive(Debug)]
pub struct Hotheads;

impl Solo for Brawl {
    type Minds = Hotheads;

    fn minds(_: &State) -> Hotheads {
        Hotheads
    }
}

impl Minds<Brawl> for Hotheads {
    fn look(&mut self, _: &Desk<Brawl>) {}

    fn propose(&mut self, _: &Desk<Brawl>) -> Option<Order> {
        None
    }

    fn prefer(&mut self, _: &State, _: Option<Side>, _: &mut Vec<&Offer<Order>>) {}
}

fn colour(side: Side) -> ArmyColour {
    [ArmyColour::Red, ArmyColour::Blue][side.index()]
}

impl Briefs for Brawl {
    fn head(state: &State) -> Head {
        let side = |side: Side| HeadSide {
            id: Self::side_id(state, side),
            name: ["Red", "Blue"][side.index()].to_owned(),
            colour: Some(colour(side)),
            points: 0,
        };
        Head {
            battle: "A brawl".to_owned(),
            turn: format!("round {}", state.rounds),
            sides: [Side(0), Side(1)].map(side).into(),
            ..Head::default()
        }
    }

    fn groups(state: &State) -> Vec<Group> {
        let member = |piece: usize| Member {
            piece: state.pieces[piece].key.clone(),
            name: state.pieces[piece].key.clone(),
            placed: true,
            ..Member::default()
        };
        let group = |side: Side| Group {
            key: Self::side_id(state, side),
            side: Self::side_id(state, side),
            strength: state.of(side).map(|piece| u32::from(state.left(piece))).sum(),
            members: state.of(side).map(member).collect(),
            ..Group::default()
        };
        [Side(0), Side(1)].map(group).into()
    }

    fn agenda(_: &State, _: Option<&Draft>) -> Agenda {
        Agenda { step: "A round".to_owned(), ..Agenda::default() }
    }

    fn stage(state: &State) -> Stage {
        let piece = |(place, piece): (usize, &Piece)| {
            let corner = |(x, y): (f32, f32)| Vec2::new(2.0 * place as f32 + x, y);
            ScenePiece {
                key: piece.key.clone(),
                spoken: format!("{}, {} points", piece.key, state.left(place)),
                outline: [(0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5)].map(corner).to_vec(),
                colour: Some(colour(piece.side)),
            }
        };
        let pieces = StageLayer { name: "pieces", version: 0, scaled: false, above: false };
        Stage {
            high: Vec2::new(2.0 * state.pieces.len() as f32, 2.0),
            layers: vec![pieces],
            pieces: state.pieces.iter().enumerate().map(piece).collect(),
            ..Stage::default()
        }
    }

    fn layer(state: &State, _: &str, _: f32) -> Vec<Mark> {
        let ink = |colour: Option<ArmyColour>| Ink::Block(colour.unwrap_or(ArmyColour::Grey));
        Self::stage(state)
            .pieces
            .into_iter()
            .map(|piece| Mark::fill(piece.outline, ink(piece.colour)))
            .collect()
    }

    fn piece(state: &State, name: &str) -> Result<String, AskFault> {
        let found = state.find(name).ok_or_else(|| AskFault::new("bad-order", "there is no such piece"))?;
        Ok(state.pieces[found].key.clone())
    }

    fn lift(_: &State, piece: &str) -> Result<Box<dyn Held>, AskFault> {
        Err(AskFault::new("bad-order", format_args!("{piece} stays where it is: nobody moves in a brawl")))
    }

    fn tooltip(state: &State, piece: &str) -> Result<Tooltip, AskFault> {
        let found = state.find(piece).ok_or_else(|| AskFault::new("bad-order", "there is no such piece"))?;
        let words = match state.pieces[found].left {
            Some(left) => format!("{left} left"),
            None => "nobody knows how many are left".to_owned(),
        };
        Ok(Tooltip { title: piece.to_owned(), said: vec![Remark { words, clause: Some("brawl:0") }] })
    }

    fn threats(state: &State, piece: &str, at: Option<Spot>) -> Result<Vec<Threat>, AskFault> {
        let side = state.find(piece).map(|piece| state.pieces[piece].side);
        let side = side.ok_or_else(|| AskFault::new("bad-order", "there is no such piece"))?;
        let here = at.unwrap_or(Spot::Hex(0));
        let threat = |by: usize| Threat {
            by: state.pieces[by].key.clone(),
            words: format!("{} could strike", state.pieces[by].key),
            odds: String::new(),
            open: true,
            from: here,
            to: here,
        };
        Ok(state.of(side.enemy()).map(threat).collect())
    }

    fn plain_card(state: &State, order: &Order, _: &[TypedEntry]) -> Card {
        let title = Self::say_order(state, order);
        match Self::judge(state, order, &mut Typed::default()) {
            Err(Stop::Refused(refusal)) => {
                Card { title, refusal: Some(Box::new(WireRefusal::of(&refusal))), ..Card::default() }
            }
            Err(Stop::NeedsDice(throw)) => Card { title, throw: Some(*throw), ..Card::default() },
            Ok(_) | Err(Stop::BadDice(_)) => Card { title, ..Card::default() },
        }
    }
}
