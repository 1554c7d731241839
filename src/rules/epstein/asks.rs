//! The questions that only these rules answer: the result of a volley, where a rout would lead, where a unit may go, the odds
//! of a charge for each answer, and what a gun would strike.
//!
//! Units: inches, degrees clockwise from north, figures, pips.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use game::AskFault;
use game::working::Modifier;
use table::{Heading, Pose, Vec2};

use super::brief::hand::InHand;
use super::guns::aim::Layer;
use super::guns::canister::FigureLot;
use super::guns::stick::Lot;
use super::guns::{Pattern, Strike, Terms, shot};
use super::order::{Load, Order, Step};
use super::rout::{self, Fate};
use super::state::{GroupId, State};
use super::tables::Band;
use super::{answer, fire, odds};

/// Largest coordinate or heading that a question may name, in inches or degrees.
const FARTHEST: f64 = 10_000.0;

/// Musketry of a unit at a target (`epstein:8.a.1` to `epstein:8.c`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolleyQuestion {
    pub unit: String,
    pub target: String,
}

/// A rout of a unit (`epstein:13.1` to `epstein:13.6`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutQuestion {
    pub unit: String,
    /// The heading straight away from the attacker.
    pub away: f32,
}

/// A charge (`epstein:g.6`), with the fields of its order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeQuestion {
    pub unit: String,
    /// Its path, written as in the order.
    #[serde(default)]
    pub way: Vec<serde_json::Value>,
    pub target: String,
    /// Units that join from behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<String>,
}

/// A gun that is laid: turned this many degrees to its right (`epstein:5.10`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaidQuestion {
    pub gun: String,
    #[serde(default)]
    pub pivot: f64,
}

/// Where a unit may go, or its path to a place (`epstein:5.1`, `epstein:5.25`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachQuestion {
    pub unit: String,
    /// East, north, heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<(f64, f64, f64)>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// The hits of a volley at a target, for each face of the die.
    Volley(VolleyQuestion),
    /// Where a unit would run.
    Rout(RoutQuestion),
    /// Where a unit may go.
    Reach(ReachQuestion),
    /// The odds of a charge, for each answer of the charged unit.
    Charge(ChargeQuestion),
    /// What the stick of a gun touches (`epstein:8.d.2`).
    Stick(LaidQuestion),
    /// The figures in the V of a gun (`epstein:8.d.7`).
    Canister(LaidQuestion),
}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Volley(WireVolley),
    Rout(WireRout),
    Reach(WireReach),
    Way(WireWay),
    Charge(WireCharge),
    Stick(WireStick),
    Canister(WireCanister),
}

/// The odds of a charge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCharge {
    /// The odds for each answer that the charged unit has.
    pub answers: Vec<WireLaw>,
    /// The answer that serves the charged unit best.
    pub best: String,
}

/// The odds of a charge for one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireLaw {
    /// `fire`, `square`, `nothing`.
    pub answer: String,
    /// Every outcome that differs from the others; the chances sum to 1.
    pub law: Vec<WireOutcome>,
}

/// One way in which a charge may end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireOutcome {
    /// `unopposed`, `defender-routs`, `charger-routs`, `breaks-off`, `charger-wins`, `defender-wins`, `fall-back`.
    pub end: String,
    /// Figures left to the charger, and to the last enemy that it met.
    pub figures: [u16; 2],
    pub probability: f64,
}

/// What a stick touches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireStick {
    /// Its corners: at the muzzle left and right, at its far end right and left.
    pub outline: Vec<(f32, f32)>,
    /// The nearest first.
    pub stands: Vec<WireTouched>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<WireTouched>,
    /// Enemy leaders whom it endangers (`epstein:14.c.3`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    /// Why it may not be fired so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// A stand, or a house, that a stick touches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireTouched {
    /// The stand, or the house.
    pub key: String,
    /// The unit; absent for a house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Distances from the muzzle to its near and its far edge within the stick.
    pub near: f32,
    pub far: f32,
    /// `optimum` or `long`.
    pub band: String,
    /// `struck`, `too-near`, `covered`, `with-its-unit`, `behind`, `hidden`, `dead-ground`, `burns`.
    pub lot: String,
    /// The highest face that hits; 0 where no die is thrown.
    pub hits_on: u8,
}

/// The figures in a V, unit by unit, the nearest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCanister {
    /// The muzzle, then the far edge from left to right.
    pub outline: Vec<(f32, f32)>,
    pub units: Vec<WireInside>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// The figures of a unit in a V.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireInside {
    pub unit: String,
    /// It is of the gun's own side.
    pub friend: bool,
    /// Figures in the V, at optimum range, and beyond it.
    pub figures: u16,
    pub optimum: u16,
    pub long: u16,
    /// For each figure that is diced for, the highest face that hits; nearest figure first.
    pub hits_on: Vec<u8>,
}

/// A volley before it is fired: one shot at each target that its stands must fire at, the named target first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireVolley {
    pub shots: Vec<WireShot>,
}

/// One die of a volley.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireShot {
    pub target: String,
    /// The stands that fire.
    pub stands: Vec<String>,
    pub figures: u16,
    pub range: f32,
    /// What lowers the die, each with its clause.
    pub modifiers: Vec<(i32, String)>,
    /// Figures hit by each face from 1 to 6, at most as many as the target has.
    pub hits: [u16; 6],
    /// The target may answer (`epstein:11.1`).
    pub answered: bool,
}

/// Where a unit would run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireRout {
    /// `runs`, `eliminated`, `off-table`.
    pub fate: String,
    /// Degrees to the right of straight away; negative to the left.
    pub swerve: i32,
    /// Where the middle of its column would end, and its heading.
    pub to: (f32, f32, f32),
    pub distance: f32,
    /// Friends that would be run through and disrupted.
    pub through: Vec<String>,
    /// The enemy that is in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<String>,
}

/// Where a unit may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireReach {
    pub unit: String,
    /// Inches that it may go over open ground.
    pub allowance: f32,
    /// How far it gets, going straight, in each of several directions, clockwise from its heading; empty if it may not move.
    pub ends: Vec<(f32, f32)>,
}

/// The path of a unit to a place, as an order would name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireWay {
    pub unit: String,
    /// Is it legal?
    pub reached: bool,
    pub order: serde_json::Value,
    pub cost: f32,
    pub end: (f32, f32, f32),
    /// Why it is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

/// Answers a question.
///
/// # Errors
///
/// If it names a piece that does not exist, or if there is no such shot.
pub fn answer(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
    match ask {
        Ask::Volley(asked) => volley(state, asked).map(Answered::Volley),
        Ask::Rout(asked) => rout(state, asked).map(Answered::Rout),
        Ask::Reach(asked) => reach(state, asked),
        Ask::Charge(asked) => charge(state, asked).map(Answered::Charge),
        Ask::Stick(asked) => stick(state, asked).map(Answered::Stick),
        Ask::Canister(asked) => canister(state, asked).map(Answered::Canister),
    }
}

fn find(state: &State, name: &str) -> Result<GroupId, AskFault> {
    state.find_group(name).map_err(|fact| AskFault::new("bad-order", fact))
}

fn volley(state: &State, asked: &VolleyQuestion) -> Result<WireVolley, AskFault> {
    let (unit, target) = (find(state, &asked.unit)?, find(state, &asked.target)?);
    let refused = |refusal: super::refusal::Refusal| AskFault::new("bad-order", refusal);
    fire::check_may_fire(state, unit).map_err(refused)?;
    let shots = fire::shots(state, unit, target).map_err(refused)?;
    let wire = |shot: &super::pending::Shot| {
        let most = state.figures(shot.on);
        let modifier = |one: &Modifier| (one.value, one.clause.to_owned());
        let key = |stand: &super::roster::StandId| state.game.stand(*stand).key.clone();
        let dice = answer::own_volleys(state, shot).into_iter().map(|volley| WireShot {
            target: state.key(shot.on),
            stands: volley.parts.iter().flat_map(|part| &part.stands).map(key).collect(),
            figures: volley.figures(),
            range: volley.range,
            modifiers: volley.parts.iter().flat_map(|part| &part.modifiers).map(modifier).collect(),
            hits: [1, 2, 3, 4, 5, 6].map(|face| volley.hits(face).min(most)),
            answered: answer::may_answer(state, shot),
        });
        dice.collect::<Vec<WireShot>>()
    };
    Ok(WireVolley { shots: shots.iter().flat_map(wire).collect() })
}

fn rout(state: &State, asked: &RoutQuestion) -> Result<WireRout, AskFault> {
    let id = find(state, &asked.unit)?;
    if !asked.away.is_finite() || !state.is_on_table(id) {
        return Err(AskFault::new(
            "bad-order",
            "a unit on the table runs along a heading in degrees: give both",
        ));
    }
    let flight = rout::flight(state, id, Heading::from_degrees(asked.away), state.place(id).at);
    let (fate, blocked_by) = match flight.fate {
        Fate::Runs => ("runs", None),
        Fate::Blocked(enemy) => ("eliminated", Some(state.key(enemy))),
        Fate::OffTable => ("off-table", None),
        Fate::NoRoom => ("eliminated", None),
    };
    Ok(WireRout {
        fate: fate.to_owned(),
        swerve: flight.swerve,
        to: (flight.end.x, flight.end.y, flight.heading.degrees()),
        distance: flight.distance,
        through: flight.through.iter().map(|friend| state.key(*friend)).collect(),
        blocked_by,
    })
}

fn reach(state: &State, asked: &ReachQuestion) -> Result<Answered, AskFault> {
    let wrong = |fact: String| AskFault::new("bad-order", fact);
    let id = find(state, &asked.unit)?;
    if !state.is_on_table(id) {
        return Err(wrong(format!("{} is not on the table: ask of a unit that is", asked.unit)));
    }
    let unit = state.key(id);
    let held = InHand::new(state, id);
    let Some((east, north, heading)) = asked.to else {
        let ends = held.ends().into_iter().map(|end| (end.x, end.y)).collect();
        return Ok(Answered::Reach(WireReach { unit, allowance: held.most(), ends }));
    };
    let at = Vec2::new(east as f32, north as f32);
    let fits = |measure: f64| measure.is_finite() && measure.abs() <= FARTHEST;
    if ![east, north, heading].into_iter().all(fits) {
        return Err(wrong(
            "a place is inches east and north and a heading in degrees: give three".to_owned(),
        ));
    }
    let goal = Pose { at, heading: Heading::from_degrees(heading as f32) };
    let none = || wrong(format!("{unit} stands there already, or no way leads there: give another place"));
    let tried = held.way_to(goal).ok_or_else(none)?;
    let order = serde_json::to_value(&tried.way.order).map_err(|error| wrong(error.to_string()))?;
    Ok(Answered::Way(WireWay {
        unit: unit.clone(),
        reached: tried.refusal.is_none(),
        order,
        cost: tried.way.cost,
        end: (tried.way.to.at.x, tried.way.to.at.y, tried.way.to.heading.degrees()),
        refusal: tried.refusal.map(|refusal| refusal.to_string()),
    }))
}

/// The order that a question describes; its path is read as in orders.
fn charge_order(asked: &ChargeQuestion) -> Result<Order, AskFault> {
    let way = asked.way.iter().cloned().map(serde_json::from_value::<Step>).collect::<Result<Vec<Step>, _>>();
    let way = way.map_err(|error| {
        AskFault::new(
            "bad-order",
            format!("the way is none: {error}. Write it as in the order: [{{\"Ahead\": 4}}]"),
        )
    })?;
    Ok(Order::charge(asked.unit.clone(), way, asked.target.clone()).joined_by(&asked.support))
}

fn charge(state: &State, asked: &ChargeQuestion) -> Result<WireCharge, AskFault> {
    let order = charge_order(asked)?;
    let laws =
        odds::charge_laws(state, &order).map_err(|stop| AskFault::new("bad-order", stop.to_string()))?;
    let outcome = |(outcome, probability): (&odds::Outcome, &f64)| WireOutcome {
        end: outcome.end.word().to_owned(),
        figures: outcome.figures,
        probability: *probability,
    };
    let answers = laws.iter().map(|(reply, law)| WireLaw {
        answer: reply.word().to_owned(),
        law: law.iter().map(outcome).collect(),
    });
    let answers = answers.collect();
    let best = odds::best_of(laws).map_or(odds::Reply::Nothing, |(reply, _)| reply);
    Ok(WireCharge { answers, best: best.word().to_owned() })
}

/// What a gun laid with this load would strike, and why it may not fire so.
fn laid(
    state: &State,
    asked: &LaidQuestion,
    load: Load,
) -> Result<(Pattern, Strike, Option<String>), AskFault> {
    let wrong = |fact: String| AskFault::new("bad-order", fact);
    let id = find(state, &asked.gun)?;
    let none = || wrong(format!("{} is no gun on the table: name one", asked.gun));
    let layer = Layer::of(state, id, Terms::default()).ok_or_else(none)?;
    layer.check_pivot(asked.pivot).map_err(|refusal| wrong(refusal.to_string()))?;
    let (gun, pattern) = layer.pattern(load, asked.pivot).ok_or_else(none)?;
    let strike = pattern.strike(state, &gun);
    let refusal = shot::refused(state, id, load, asked.pivot).map(|refusal| refusal.to_string());
    Ok((pattern, strike, refusal))
}

fn keys(state: &State, leaders: &[GroupId]) -> Vec<String> {
    leaders.iter().map(|id| state.key(*id)).collect()
}

fn band_word(band: Band) -> String {
    let word = match band {
        Band::Optimum => "optimum",
        Band::Long => "long",
    };
    word.to_owned()
}

/// The word for a lot, and the highest face that hits.
fn lot_word(lot: Lot) -> (String, u8) {
    let (word, hits_on) = match lot {
        Lot::Struck { hits_on } => ("struck", hits_on),
        Lot::TooNear => ("too-near", 0),
        Lot::Covered => ("covered", 0),
        Lot::WithItsUnit => ("with-its-unit", 0),
        Lot::Behind => ("behind", 0),
        Lot::Hidden(_) => ("hidden", 0),
        Lot::DeadGround => ("dead-ground", 0),
        Lot::Burns => ("burns", 0),
    };
    (word.to_owned(), hits_on)
}

fn stick(state: &State, asked: &LaidQuestion) -> Result<WireStick, AskFault> {
    let (pattern, strike, refusal) = laid(state, asked, Load::Round)?;
    let Pattern::Stick(laid) = pattern else { return Err(AskFault::new("bad-order", "it lays no stick")) };
    let stands = laid.touched.iter().map(|one| {
        let (lot, hits_on) = lot_word(one.lot);
        let key = state.game.stand(one.stand).key.clone();
        let unit = Some(state.key(one.group));
        WireTouched { key, unit, near: one.near, far: one.far, band: band_word(one.band), lot, hits_on }
    });
    let houses = laid.houses.iter().map(|one| {
        let (lot, hits_on) = lot_word(one.lot);
        let key = state.game.house_key(one.house).to_owned();
        WireTouched { key, unit: None, near: one.near, far: one.far, band: band_word(one.band), lot, hits_on }
    });
    Ok(WireStick {
        outline: laid.outline.iter().map(|point| (point.x, point.y)).collect(),
        stands: stands.collect(),
        houses: houses.collect(),
        leaders: keys(state, &strike.leaders),
        refusal,
    })
}

fn canister(state: &State, asked: &LaidQuestion) -> Result<WireCanister, AskFault> {
    let (pattern, strike, refusal) = laid(state, asked, Load::Canister)?;
    let Pattern::Canister(laid) = pattern else { return Err(AskFault::new("bad-order", "it spreads no V")) };
    let mut units: Vec<WireInside> = Vec::new();
    for figure in &laid.figures {
        let unit = state.key(figure.group);
        let place = units.iter().position(|one| one.unit == unit).unwrap_or_else(|| {
            let none = WireInside {
                unit,
                friend: figure.is_friend,
                figures: 0,
                optimum: 0,
                long: 0,
                hits_on: Vec::new(),
            };
            units.push(none);
            units.len() - 1
        });
        let one = &mut units[place];
        one.figures += 1;
        match figure.band {
            Band::Optimum => one.optimum += 1,
            Band::Long => one.long += 1,
        }
        if let FigureLot::Struck { hits_on } = figure.lot {
            one.hits_on.push(hits_on);
        }
    }
    let outline = laid.outline.iter().map(|point| (point.x, point.y)).collect();
    Ok(WireCanister { outline, units, leaders: keys(state, &strike.leaders), refusal })
}
