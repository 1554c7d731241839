//! A brawl, on a table or on hexes: gangs of one stand or two walk, each stand its own way, strike whom they reach, and mend two
//! points among their own. Who is struck at says before the dice fall whether he strikes back or ducks. How many are left of a
//! gang its enemies do not see. `brawl:0` is the turn, `brawl:1` striking, `brawl:2` mending, `brawl:3` walking.

use std::collections::BTreeMap;

use dice::{Throw, Tray};
use drawing::hex::Lie;
use drawing::{ArmyColour, Ink, Mark, ScenePiece, Stage, StageLayer, StagePlace};
use game::AnswerKind::{Count, Either, List, One, Shares, Text};
use game::keyed::{self, Keys, SpellFault};
use game::options::{Accepts, OptionFault, OptionSpec, Options};
use game::{
    Answer, AnswerKind, Battles, CaseRules, ChosenBy, Clause, Codec, Contradiction, Due, Facts, Fiat, Group,
    Member, Minds, NoAsk, Offer, OfferKind, Overruled, Played, Presentation, Refusal, RuleSet, Ruling, Spot,
    SpotForm, Standing, Stop, Summary, Verb, VerbField, Viewer, Vocabulary, Wire,
};
use hexes::{Grid, Hex};
use scenario::{Battle, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Vec2;

type Scratch<'t> = game::scratch::Scratch<'t, Brawl>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brawl;

const SIDES: [&str; 2] = ["red", "blue"];

/// A position, which is the whole battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    gangs: Vec<Gang>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gang {
    key: String,
    /// `red` or `blue`.
    side: String,
    strength: u8,
    /// Left out: all of it, or nobody may know.
    #[serde(default)]
    left: Option<u8>,
    /// One stand or two, by where they are: points in inches, or hexes.
    at: Vec<Spot>,
}

impl Gang {
    fn left(&self) -> u8 {
        self.left.unwrap_or(self.strength)
    }

    /// Its stands by key: `cook/1`; one alone is called as the gang.
    fn stands(&self) -> impl Iterator<Item = (String, Spot)> + '_ {
        let key = move |place: usize| match self.at.len() {
            1 => self.key.clone(),
            _ => format!("{}/{}", self.key, place + 1),
        };
        self.at.iter().enumerate().map(move |(place, at)| (key(place), *at))
    }

    fn side(&self) -> Side {
        Side(u8::from(self.side == SIDES[1]))
    }
}

impl Battle for Position {
    fn id(&self) -> &str {
        Brawl::ID
    }

    fn name(&self) -> &str {
        "A brawl"
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
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    battle: Position,
    play: Play,
    #[serde(skip)]
    overruled: Overruled,
}

/// What play makes of a brawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The side whose turn it is.
    turn: String,
    round: u8,
    gangs: Vec<Gang>,
    /// Who strikes at whom, while that one has still to answer.
    #[serde(default)]
    blow: Option<(String, String)>,
}

impl State {
    fn find(&self, key: &str) -> Option<&Gang> {
        self.play.gangs.iter().find(|gang| gang.key == key)
    }

    fn turn(&self) -> Side {
        Side(u8::from(self.play.turn == SIDES[1]))
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &Gang> {
        self.play.gangs.iter().filter(move |gang| gang.side() == side && gang.left() > 0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Strike { by: String, on: String },
    Answer(How),
    Mend(Vec<(String, u8)>),
    Walk(Walk),
    Step(Walk),
    Fiat(Fiat<Act>),
}

/// What who is struck at does about it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum How {
    StrikeBack,
    Duck,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    gang: String,
    ways: Vec<Way>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Way {
    stand: String,
    to: Spot,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    Strength { gang: String, points: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Blow { by: String, on: String },
    Hit { gang: String, points: u8 },
    Left { gang: String, points: u8 },
    Walked { gang: String, ways: Vec<Way> },
    Turn(String),
}

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    id: "hits-on",
    default: "4",
    accepts: Accepts::OneOf(&["3", "4", "5"]),
    clause: "brawl:1",
}];

const GANG: VerbField = VerbField::new("gang", One);
const HOW: &[Verb] = &[Verb::alone("StrikeBack"), Verb::alone("Duck")];
const STAND: VerbField = VerbField::new("stand", One);
const TO_POINT: &[VerbField] = &[STAND, VerbField::new("to", AnswerKind::Spot(SpotForm::Point))];
const TO_HEX: &[VerbField] = &[STAND, VerbField::new("to", AnswerKind::Spot(SpotForm::Hex))];

impl Vocabulary for Brawl {
    const NAME: &'static str = "BrawlOrder";
    const VERBS: &'static [Verb] = &[
        Verb::named("Strike", &[VerbField::new("by", One), VerbField::new("on", One)])
            .titled("Strikes")
            .typed("s"),
        Verb::bare("Answer", &[VerbField::new("how", Either(HOW))]).titled("What they do about it"),
        Verb::bare("Mend", &[VerbField::new("shares", Shares)])
            .titled("Mend")
            .typed("m")
            .chosen_by(ChosenBy::MadeUp),
        Verb::named("Walk", &[GANG, VerbField::new("ways", List(TO_POINT))])
            .titled("Walk")
            .chosen_by(ChosenBy::MadeUp),
        Verb::named("Step", &[GANG, VerbField::new("ways", List(TO_HEX))])
            .titled("Step")
            .chosen_by(ChosenBy::MadeUp),
        Verb::named("Fiat", &[VerbField::new("act", Either(Acts::VERBS)), VerbField::new("reason", Text)]),
    ];
}

#[derive(Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const NAME: &'static str = "BrawlAct";
    const VERBS: &'static [Verb] =
        &[Verb::named("Strength", &[GANG, VerbField::new("points", Count)]).titled("Set strength")];
}

/// Orders name everything by key, so that they are spelled as serde has them.
impl Codec for Brawl {
    fn change(state: &State, before: &Value) -> Result<Value, SpellFault> {
        keyed::change(&state.play, &Keys::default(), before)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        let play: Play = keyed::read(play, &Keys::default(), "play")?;
        let keys = play.gangs.iter().map(|gang| &gang.key).eq(start.play.gangs.iter().map(|gang| &gang.key));
        let is_of_battle = keys && SIDES.contains(&play.turn.as_str());
        let wrong = fault(&play.gangs);
        match wrong.or_else(|| (!is_of_battle).then(|| "gangs or turn are not of the battle".into())) {
            Some(wrong) => Err(Contradiction::new("play", wrong, "put it right")),
            None => Ok(State { play, ..start.clone() }),
        }
    }
}

impl RuleSet for Brawl {
    const ID: &'static str = "brawl";
    const VERSION: u32 = 1;
    const OFFER_KINDS: &'static [OfferKind] = &[
        OfferKind::new("strike", &["Strike"]),
        OfferKind::new("answer", &["Answer"]),
        OfferKind::new("mend", &["Mend"]),
        OfferKind::new("walk", &["Walk", "Step"]),
    ];
    type Scenario = Position;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Code = &'static str;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn start(battle: Position, options: &Options) -> Result<State, OptionFault> {
        options.check(OPTIONS)?;
        let battle = Position { options: options.0.clone(), ..battle };
        let begin = |gang: &Gang| Gang { left: Some(gang.left()), ..gang.clone() };
        let gangs = battle.gangs.iter().map(begin).collect();
        let play = Play { turn: SIDES[0].to_owned(), round: 1, gangs, blow: None };
        Ok(State { battle, play, overruled: Overruled::default() })
    }

    fn due(state: &State) -> Due<Order> {
        let side = if state.play.blow.is_some() { state.turn().enemy() } else { state.turn() };
        let offer = |(order, kind): (Order, &'static str)| Offer {
            words: Self::say_order(state, &order),
            family: kind == "walk",
            order,
            kind,
        };
        let offers = offers(state).into_iter().map(offer).collect();
        let prompt = if state.play.blow.is_some() { "Strike back or duck" } else { "Walk, strike or mend" };
        Due { side: Some(side), clause: "brawl:0", prompt: prompt.to_owned(), offers }
    }

    fn overruled(state: &mut State) -> &mut Overruled {
        &mut state.overruled
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Judged<Ruling<Event>> {
        judge(state, order, tray)
    }

    fn apply(state: &mut State, event: &Event) {
        let mut change = |key: &str, to: &dyn Fn(&mut Gang)| {
            state.play.gangs.iter_mut().filter(|gang| gang.key == key).for_each(to);
        };
        match event {
            Event::Blow { by, on } => state.play.blow = Some((by.clone(), on.clone())),
            Event::Hit { gang, points } => change(gang, &|one| one.left = one.left().checked_sub(*points)),
            Event::Left { gang, points } => change(gang, &|gang| gang.left = Some(*points)),
            Event::Walked { gang, ways } => change(gang, &|gang| gang.at = goes(gang, ways)),
            Event::Turn(side) => {
                state.play.round = state.play.round.saturating_add(u8::from(side == SIDES[0]));
                (state.play.turn, state.play.blow) = (side.clone(), None);
            }
        }
    }

    fn view(state: &State, viewer: Viewer) -> State {
        let mut view = state.clone();
        let hidden = |gang: &&mut Gang| viewer.is_enemy_of(gang.side()) && gang.left() > 0;
        for gang in view.play.gangs.iter_mut().filter(hidden) {
            gang.left = None;
        }
        view
    }

    fn may_count(_: &State, throw: &Throw, viewer: Viewer) -> bool {
        throw.by.is_none_or(|by| !viewer.is_enemy_of(Side(by)))
    }

    fn standing(state: &State) -> Standing {
        Standing { turn: state.play.round, ..Standing::default() }
    }

    fn is_over(state: &State) -> bool {
        let alone = [Side(0), Side(1)].into_iter().any(|side| state.of(side).next().is_none());
        alone || state.play.round > state.battle.turns()
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::Turn(side) if side == SIDES[0])
    }

    fn say_order(state: &State, order: &Order) -> String {
        match order {
            Order::Strike { by, on } => format!("{by} strikes at {on}"),
            Order::Answer(how) => {
                let who = state.play.blow.as_ref().map_or("", |(_, on)| on);
                format!("{who} {}", ["strikes back", "ducks"][*how as usize])
            }
            Order::Mend(shares) => {
                let shares: Vec<String> =
                    shares.iter().map(|(key, points)| format!("{key} {points}")).collect();
                format!("{} mends: {}", state.play.turn, shares.join(", "))
            }
            Order::Walk(Walk { gang, ways }) | Order::Step(Walk { gang, ways }) => {
                let ways: Vec<String> =
                    ways.iter().map(|way| format!("{} to {}", way.stand, way.to)).collect();
                format!("{gang} walks: {}", ways.join("; "))
            }
            Order::Fiat(fiat) => format!("The referee decides: {}", fiat.reason),
        }
    }

    fn facts(before: &State, after: &State, order: &Order, _: &[Event]) -> Facts {
        let answers = Self::spell(before, order).answers;
        let pieces = answers.values().flat_map(Answer::keys).map(str::to_owned).collect();
        Facts { turn: after.play.round, pieces, ..Facts::default() }
    }

    fn say_event(_: &State, event: &Event) -> Option<String> {
        let Event::Hit { gang, points } = event else { return None };
        Some(format!("{gang} loses {points}"))
    }
}

/// The table, in inches, and the map.
const TABLE: (f64, f64) = (24.0, 16.0);
const MAP: Grid = Grid { columns: 12, rows: 8, ..Grid::LAB };

/// Inches or hexes.
const STRIKES: f64 = 2.0;
const WALKS: f64 = 4.0;

/// Inches or hexes from one to the other.
fn apart(one: Spot, other: Spot) -> f64 {
    match (one, other) {
        (Spot::Hex(one), Spot::Hex(other)) => MAP.distance(Hex(one), Hex(other)).into(),
        (Spot::Point { x, y }, Spot::Point { x: east, y: north }) => (x - east).hypot(y - north),
        _ => f64::INFINITY,
    }
}

fn is_on_board(spot: Spot) -> bool {
    match spot {
        Spot::Hex(hex) => MAP.contains(Hex(hex)),
        Spot::Point { x, y } => (0.5..=TABLE.0 - 0.5).contains(&x) && (0.5..=TABLE.1 - 0.5).contains(&y),
        _ => false,
    }
}

/// The least distance between two gangs.
fn between(one: &Gang, other: &[Spot]) -> f64 {
    let all = one.at.iter().flat_map(|here| other.iter().map(|there| apart(*here, *there)));
    all.fold(f64::INFINITY, f64::min)
}

/// Where the stands of a gang are after they went these ways.
fn goes(gang: &Gang, ways: &[Way]) -> Vec<Spot> {
    let to = |stand: &str| ways.iter().find(|way| way.stand == stand).map(|way| way.to);
    gang.stands().map(|(stand, at)| to(&stand).unwrap_or(at)).collect()
}

/// Why a position cannot be played.
fn fault(gangs: &[Gang]) -> Option<String> {
    let wrong = |(place, gang): &(usize, &Gang)| {
        let known = SIDES.contains(&gang.side.as_str()) && matches!(gang.at.len(), 1 | 2);
        let crowds = |other: &Gang| other.key == gang.key || between(gang, &other.at) < 1.0;
        let stands = |at: &Spot| is_on_board(*at) && apart(*at, gangs[0].at[0]).is_finite();
        !known || !gang.at.iter().all(stands) || gangs[..*place].iter().any(crowds)
    };
    let (_, gang) = gangs.iter().enumerate().find(wrong)?;
    let how = "red or blue, by a key of its own, with one stand or two, all on the table or all on the map";
    Some(format!("{}: {how}, where nobody else stands", gang.key))
}

type Judged<T> = Result<T, Stop<Refusal<&'static str>>>;

fn refused<T>(code: &'static str, clause: Clause, fact: impl Into<String>) -> Judged<T> {
    let remedy = "Ask what is due".to_owned();
    Err(Refusal::new(code, clause, fact, remedy).into())
}

fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Judged<Ruling<Event>> {
    let mut s = Scratch::new(state, tray);
    match (order, &state.play.blow) {
        (Order::Fiat(Fiat { act: Act::Strength { gang, points }, .. }), _) => {
            if state.find(gang).is_none() {
                return refused("no-such-gang", "brawl:0", format!("there is no gang {gang}"));
            }
            s.emit(Event::Left { gang: gang.clone(), points: *points });
            return Ok(s.finish());
        }
        (Order::Answer(how), Some((by, on))) => answer(&mut s, by, on, *how)?,
        (_, Some((_, on))) => return refused("answer-first", "brawl:1", format!("{on} has to answer first")),
        (Order::Answer(_), None) => return refused("no-blow", "brawl:1", "nobody is struck at"),
        (Order::Strike { by, on }, None) => {
            strike(state, by, on)?;
            s.emit(Event::Blow { by: by.clone(), on: on.clone() });
            return Ok(s.finish());
        }
        (Order::Mend(shares), None) => mend(&mut s, shares)?,
        (Order::Walk(Walk { gang, ways }) | Order::Step(Walk { gang, ways }), None) => {
            walk(state, gang, ways)?;
            s.emit(Event::Walked { gang: gang.clone(), ways: ways.clone() });
        }
    }
    s.emit(Event::Turn(SIDES[state.turn().enemy().index()].to_owned()));
    Ok(s.finish())
}

/// A gang whose turn it is.
fn own<'s>(state: &'s State, key: &str) -> Judged<&'s Gang> {
    match state.of(state.turn()).find(|gang| gang.key == key) {
        Some(gang) => Ok(gang),
        None => refused("not-yours", "brawl:0", format!("it is not the turn of {key}")),
    }
}

fn strike(state: &State, by: &str, on: &str) -> Judged<()> {
    let by = own(state, by)?;
    let enemy = state.of(state.turn().enemy()).find(|gang| gang.key == on);
    match enemy.map(|enemy| between(by, &enemy.at)) {
        None => refused("no-enemy", "brawl:1", format!("{on} is no enemy who can be struck")),
        Some(far) if far > STRIKES => {
            let fact = format!("{on} is {far:.2} away");
            Ok(Refusal::new("out-of-reach", "brawl:1", fact, "Ask what is due").unless(&state.overruled)?)
        }
        Some(_) => Ok(()),
    }
}

fn answer(s: &mut Scratch<'_>, by: &str, on: &str, how: How) -> Judged<()> {
    let hits_on: i32 =
        Options(s.state.battle.options.clone()).value(OPTIONS, "hits-on").parse().expect("a number");
    let ducks = how == How::Duck;
    let left = |s: &Scratch<'_>, key: &str| s.state.find(key).map_or(0, Gang::left);
    let blows = [(by, on, left(s, by)), (on, by, if ducks { 0 } else { 1 })];
    for (who, whom, dice) in blows.into_iter().filter(|(.., dice)| *dice > 0) {
        let worth = Throw::worth_at_least(6, hits_on, -i32::from(ducks));
        let side = s.state.find(who).map(|gang| gang.side().0);
        let hits = s.throw(Throw::hits(dice, worth, side, "brawl:1", format!("{who} strikes {whom}")))?.value;
        let points = u8::try_from(hits).unwrap_or(u8::MAX).min(left(s, whom));
        if points > 0 {
            s.emit(Event::Hit { gang: whom.to_owned(), points });
        }
    }
    Ok(())
}

fn mend(s: &mut Scratch<'_>, shares: &[(String, u8)]) -> Judged<()> {
    let is_said =
        |way: &Vec<(String, u8)>| way.len() == shares.len() && way.iter().all(|share| shares.contains(share));
    if !mends(&s.state).iter().any(is_said) {
        return refused("bad-share", "brawl:2", "two points are mended, and nobody is better than new");
    }
    for (gang, more) in shares {
        let left = s.state.find(gang).map_or(0, Gang::left);
        let points = left.saturating_add(*more);
        s.emit(Event::Left { gang: gang.clone(), points });
    }
    Ok(())
}

fn walk(state: &State, gang: &str, ways: &[Way]) -> Judged<()> {
    let gang = own(state, gang)?;
    for Way { stand, to } in ways {
        let Some((_, from)) = gang.stands().find(|(key, _)| key == stand) else {
            return refused("no-stand", "brawl:3", format!("{} has no stand {stand}", gang.key));
        };
        let far = apart(from, *to);
        if !(far <= WALKS && is_on_board(*to)) {
            let fact = format!("{stand} goes {far:.2}: at most {WALKS:.2}, and nobody leaves the room");
            return refused("too-far", "brawl:3", fact);
        }
    }
    let after = goes(gang, ways);
    let others = state.play.gangs.iter().filter(|other| other.key != gang.key && other.left() > 0);
    let taken: Vec<Spot> = others.flat_map(|other| other.at.iter().copied()).collect();
    let alone = |place: usize| {
        let own = after.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, at)| at);
        own.chain(&taken).all(|other| apart(after[place], *other) >= 1.0)
    };
    let all_alone = (0..after.len()).all(alone);
    if all_alone { Ok(()) } else { refused("taken", "brawl:3", "somebody stands there") }
}

/// Everything that may be ordered, with its kind.
fn offers(state: &State) -> Vec<(Order, &'static str)> {
    if state.play.blow.is_some() {
        return [How::StrikeBack, How::Duck].map(|how| (Order::Answer(how), "answer")).into();
    }
    let (ours, theirs) = (state.turn(), state.turn().enemy());
    let mut found = Vec::new();
    for by in state.of(ours) {
        let near = state.of(theirs).filter(|on| between(by, &on.at) <= STRIKES);
        let strike = |on: &Gang| Order::Strike { by: by.key.clone(), on: on.key.clone() };
        found.extend(near.map(|on| (strike(on), "strike")));
    }
    for gang in state.of(ours) {
        let ways = gang.stands().map(|(stand, to)| Way { stand, to }).collect();
        let walk = Walk { gang: gang.key.clone(), ways };
        let on_map = matches!(gang.at[0], Spot::Hex(_));
        found.push((if on_map { Order::Step(walk) } else { Order::Walk(walk) }, "walk"));
    }
    found.extend(mends(state).into_iter().map(|shares| (Order::Mend(shares), "mend")));
    found
}

/// Every way to mend two points.
fn mends(state: &State) -> Vec<Vec<(String, u8)>> {
    let missing = |gang: &Gang| gang.strength.saturating_sub(gang.left());
    let hurt: Vec<&Gang> = state.of(state.turn()).filter(|gang| missing(gang) > 0).collect();
    let two = hurt.iter().filter(|gang| missing(gang) > 1).map(|gang| vec![(gang.key.clone(), 2)]);
    let pairs = hurt.iter().enumerate().flat_map(|(place, one)| {
        hurt[place + 1..].iter().map(move |other| vec![(one.key.clone(), 1), (other.key.clone(), 1)])
    });
    two.chain(pairs).collect()
}

impl Wire for Brawl {
    type Acts = Acts;
    type Derived = ();
    type Position = Position;
    const POSITION: &'static str = "brawl";
    type Ask = NoAsk;
    type Answered = NoAsk;

    fn side_id(_: &State, side: Side) -> String {
        SIDES[side.index()].to_owned()
    }

    fn derived(_: &State) {}

    fn withheld(before: &State, event: &Event, viewer: Viewer) -> &'static [&'static str] {
        match event {
            Event::Left { gang, .. }
                if before.find(gang).is_some_and(|gang| viewer.is_enemy_of(gang.side())) =>
            {
                &["points"]
            }
            _ => &[],
        }
    }

    fn summary(state: &State) -> Summary {
        let standing = [Side(0), Side(1)].into_iter().find_map(|side| state.of(side).next());
        let result = standing.map(|gang| format!("the {}", gang.key)).unwrap_or_default();
        Summary { result, ..Summary::default() }
    }

    fn set_up(position: &Position, _: Battles<'_, Position>) -> Result<State, String> {
        match fault(&position.gangs) {
            Some(fault) => Err(fault),
            None => Self::start(position.clone(), &Options(position.options.clone()))
                .map_err(|fault| fault.to_string()),
        }
    }

    fn beginning(state: &State) -> (Position, Options) {
        (state.battle.clone(), Options(state.battle.options.clone()))
    }
}

/// What must be left of whom.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    left: BTreeMap<String, u8>,
}

impl CaseRules for Brawl {
    type Expected = Expected;
    type Question = NoAsk;

    fn compare(step: &Played<'_, Self>, expected: &Expected) -> Vec<String> {
        let left = |key: &str| step.after.find(key).map(Gang::left);
        let wrong = expected.left.iter().filter(|(key, points)| left(key) != Some(**points));
        wrong.map(|(key, points)| format!("{key} has {:?}, expected {points}", left(key))).collect()
    }
}

/// Solo players who take whatever is offered first.
#[derive(Debug)]
pub struct FirstOffer;

impl Minds for FirstOffer {
    type Rules = Brawl;

    fn new(_: &State) -> Self {
        Self
    }
}

fn colour(side: Side) -> ArmyColour {
    [ArmyColour::Red, ArmyColour::Blue][side.index()]
}

impl Presentation for Brawl {
    fn groups(state: &State) -> Vec<Group> {
        let named = |key: String| Member { piece: key.clone(), name: key, placed: true, ..Member::default() };
        let group = |side: Side| Group {
            key: Self::side_id(state, side),
            name: state.battle.side_names()[side.index()].to_owned(),
            colour: Some(colour(side)),
            side: Self::side_id(state, side),
            strength: state.of(side).map(|gang| u32::from(gang.left())).sum(),
            members: state.of(side).map(|gang| named(gang.key.clone())).collect(),
            ..Group::default()
        };
        [Side(0), Side(1)].map(group).into()
    }

    fn stage(state: &State, _: &Due<Order>) -> Stage {
        let lie = Lie::new(MAP);
        let middle = |at: Spot| match at {
            Spot::Hex(hex) => lie.centre(Hex(hex)),
            Spot::Point { x, y } => Vec2::new(x as f32, y as f32),
            _ => Vec2::ZERO,
        };
        let square =
            |at: Vec2| [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|arm| at + Vec2::from(arm));
        let stand = |gang: &Gang, (key, at): (String, Spot)| ScenePiece {
            spoken: match gang.left {
                Some(left) => format!("{key}, {left} of {} left", gang.strength),
                None => format!("{key}, nobody knows how many of {} are left", gang.strength),
            },
            of: (key != gang.key).then(|| gang.key.clone()),
            key,
            outline: square(middle(at)).to_vec(),
            colour: Some(colour(gang.side())),
        };
        let stands = |gang| Gang::stands(gang).map(move |one| stand(gang, one)).collect::<Vec<_>>();
        let place = |hex: Hex| StagePlace {
            hex: hex.0,
            spoken: hex.to_string(),
            centre: lie.centre(hex),
            outline: lie.corners(hex).into(),
        };
        let on_map = matches!(state.battle.gangs.first().map(|gang| gang.at[0]), Some(Spot::Hex(_)));
        let places: Vec<StagePlace> = MAP.hexes().filter(|_| on_map).map(place).collect();
        let pieces: Vec<ScenePiece> =
            [Side(0), Side(1)].into_iter().flat_map(|side| state.of(side)).flat_map(stands).collect();
        let version = pieces.iter().flat_map(|piece| &piece.outline).fold(0_u64, |sum, corner| {
            sum.rotate_left(7) ^ u64::from(corner.x.to_bits()) ^ u64::from(corner.y.to_bits()).rotate_left(32)
        });
        let layer = |name, version| StageLayer { name, version, scaled: false, above: false };
        Stage {
            high: if on_map { lie.size } else { Vec2::new(TABLE.0 as f32, TABLE.1 as f32) },
            layers: vec![layer("ground", 0), layer("pieces", version)],
            pieces,
            places,
            ..Stage::default()
        }
    }

    fn layer(state: &State, due: &Due<Order>, name: &str, _: f32) -> Vec<Mark> {
        let stage = Self::stage(state, due);
        let ground = stage.places.iter().map(|place| Mark::fill(place.outline.clone(), Ink::Paper));
        let block = |piece: &ScenePiece| {
            Mark::fill(piece.outline.clone(), Ink::Block(piece.colour.unwrap_or(ArmyColour::Grey)))
        };
        match name {
            "ground" => ground.collect(),
            "pieces" => stage.pieces.iter().map(block).collect(),
            _ => Vec::new(),
        }
    }
}
