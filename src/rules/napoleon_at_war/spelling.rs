//! How orders in Napoleon at War are spelled, and how they are worded for players. Units by key, or by their hex if alone in it;
//! hexes by number.

use serde_json::Value;

use game::hex_names::Calling;
pub use game::hex_names::NameFault;
use game::keyed::{self, Keys, SpellFault};
use game::{
    Absent, AnswerKind, ChosenBy, Codec, Contradiction, Draft, HexUnits as _, LegForm, Redundancy,
    SpellingFault, SpotForm, Usual, Verb, VerbField, Vocabulary, strength_points,
};
use hexes::{Hex, say_way};
use scenario::Side;

use super::combat::event::{CombatEvent, Loss};
use super::combat::table::Column;
use super::event::Event;
use super::position::play;
use super::roster::Game;
use super::rule_set::NapoleonAtWar;
use super::state::Place;
use super::{Assault, HexAct, Order, State, UnitId};

const UNIT: VerbField = VerbField::new("unit", AnswerKind::One);
const HEX: VerbField = VerbField::new("hex", AnswerKind::Spot(SpotForm::Hex));
const WAY: VerbField = VerbField::new("path", AnswerKind::Way(&[LegForm::Hex]));

/// One combat: the attackers and defenders, and the column chosen instead of the computed one (`naw:7.9`).
const ASSAULT: &[VerbField] = &[
    VerbField::new("by", AnswerKind::Some),
    VerbField::new("on", AnswerKind::Some),
    VerbField::new("lowered", AnswerKind::One).absent(Absent::LeftOut),
];

/// What the referee may decide.
const ACTS: &[Verb] = &[
    Verb::listed("Place", &[UNIT, HEX]).titled("Put elsewhere"),
    Verb::listed("Strength", &[UNIT, VerbField::new("points", AnswerKind::Count).called("strength")])
        .titled("Set strength"),
    Verb::bare("Remove", &[UNIT]).titled("Take off"),
    Verb::bare("Turn", &[VerbField::new("turn", AnswerKind::Count)]).titled("Set the clock"),
    Verb::listed(
        "Option",
        &[VerbField::new("id", AnswerKind::One).called("option"), VerbField::new("value", AnswerKind::Text)],
    )
    .titled("Change an option"),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::listed(
        "Interchange",
        &[VerbField::new("one", AnswerKind::One), VerbField::new("other", AnswerKind::One)],
    )
    .about("Two like units change places before turn 1.")
    .titled("Change places")
    .chosen_by(ChosenBy::OnPiece)
    .in_hand(),
    Verb::alone("Begin").about("The battle begins.").typed("b").chosen_by(ChosenBy::Ending),
    Verb::listed("Move", &[UNIT, WAY])
        .about("A unit, and the hexes it goes through; of a reinforcement the first is where it enters.")
        .titled("May move")
        .chosen_by(ChosenBy::ByHand),
    Verb::named("TakeBack", &[UNIT, VerbField::new("consent", AnswerKind::One).absent(Absent::Null)])
        .about("A move is taken back; `consent` is the side that agrees.")
        .titled("Take back")
        .typed("t")
        .chosen_by(ChosenBy::OnPiece),
    Verb::alone("EndMovement").typed("e").chosen_by(ChosenBy::Ending),
    Verb::alone("Reopen").typed("o"),
    Verb::alone("Counterattack").typed("c"),
    Verb::bare("Declare", &[VerbField::new("assaults", AnswerKind::List(ASSAULT))])
        .titled("Combats to declare")
        .typed("d")
        .chosen_by(ChosenBy::MadeUp),
    Verb::named("Attack", ASSAULT).titled("Combats").typed("x").chosen_by(ChosenBy::MadeUp),
    Verb::bare("Exchange", &[VerbField::new("lost", AnswerKind::Some).called("who is lost")])
        .about("The units that the attacker loses.")
        .titled("Exchange: what is lost")
        .typed("l")
        .chosen_by(ChosenBy::MadeUp),
    Verb::listed("Retreat", &[UNIT, WAY])
        .about("A unit, and its hex, then the hexes of those it displaces.")
        .titled("Retreats")
        .typed("r"),
    Verb::listed("Advance", &[UNIT, HEX]).titled("Advances").typed("a"),
    Verb::alone("Decline").typed("n"),
    Verb::alone("EndCombat").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named(
        "Fiat",
        &[
            VerbField::new("act", AnswerKind::Either(ACTS)),
            VerbField::new("reason", AnswerKind::Text).absent(Absent::Usual(Usual::Text(""))),
            VerbField::new("clause", AnswerKind::Text).absent(Absent::Null),
        ],
    ),
];

/// The referee's acts by themselves.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "NawAct";
}

impl Vocabulary for NapoleonAtWar {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "NawOrder";
}

/// A column by its name: `3-1`.
///
/// # Errors
///
/// If the combat results table has no such column.
pub fn column(name: &str) -> Result<Column, NameFault> {
    let remedy = "the columns run from 1-5 to 1-1 and on to 6-1";
    Column::named(name).ok_or_else(|| NameFault::unknown("column", name, remedy))
}

/// Resolves names and parses orders in a state.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub state: &'a State,
}

const UNITS: Calling = Calling { what: "unit", one: "unit", several: "units" };

impl Reader<'_> {
    /// The unit with this key.
    pub fn key(&self, name: &str) -> Result<UnitId, NameFault> {
        UNITS.by_key(name, self.state.called())
    }

    /// The unit with this key, or the one in the hex with this number.
    pub fn unit(&self, name: &str) -> Result<UnitId, NameFault> {
        UNITS.find(name, self.state.called())
    }

    /// The key of a unit.
    pub fn name(&self, id: UnitId) -> String {
        self.state.key_of(id)
    }

    /// Several units, sorted.
    pub fn units(&self, names: &[String]) -> Result<Vec<UnitId>, NameFault> {
        let mut units = names.iter().map(|name| self.unit(name)).collect::<Result<Vec<_>, _>>()?;
        units.sort();
        Ok(units)
    }

    /// A side by id or name; `F` is the first of the two, `E` and `A` the second.
    pub fn side(&self, name: &str) -> Result<Side, NameFault> {
        let sides = &self.state.game.scenario.sides;
        let found = sides.iter().position(|side| side.id == name || side.name == name);
        match (found, name) {
            (Some(0), _) | (None, "F") => Ok(Side(0)),
            (Some(_), _) | (None, "E" | "A") => Ok(Side(1)),
            (None, _) => {
                let known: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
                Err(NameFault::unknown("side", name, format!("it is {}", known.join(" or "))))
            }
        }
    }

    /// A combat, from the names of its attackers and defenders.
    pub fn assault(&self, by: &[String], on: &[String]) -> Result<Assault, NameFault> {
        Ok(Assault { attackers: self.units(by)?, defenders: self.units(on)?, lowered: None })
    }
}

/// The keys for everything that orders and states refer to by number.
pub fn keys(game: &Game) -> Keys<'_> {
    Keys::default()
        .with("Column", "column", Column::ALL.map(Column::name))
        .with("UnitId", "unit", game.scenario.units.iter().map(|unit| unit.id.as_str()))
        .with("Side", "side", game.scenario.sides.iter().map(|side| side.id.as_str()))
}

impl Codec for NapoleonAtWar {
    fn keys(state: &State) -> Keys<'_> {
        let reader = Reader { state };
        keys(&state.game)
            .or_named("Column", |name| column(name).map(|column| column as usize))
            .or_named("UnitId", move |name| reader.unit(name).map(UnitId::index))
            .or_named("Side", move |name| reader.side(name).map(Side::index))
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        let reader = Reader { state };
        let mut draft = draft.clone();
        if let Some(act) = draft.answers.get_mut("act") {
            // A unit that does not exist is left to the rules to report.
            act.rename(&|name| reader.unit(name).ok().map(|id| reader.name(id)));
        }
        let mut order = draft.meaning(VERBS, &Self::keys(state))?;
        match &mut order {
            Order::Declare { assaults } => assaults.iter_mut().for_each(Assault::sort),
            Order::Attack(assault) => assault.sort(),
            Order::Exchange { lost } => lost.sort(),
            _ => {}
        }
        Ok(order)
    }

    fn change(state: &State, before: &Value) -> Result<Value, SpellFault> {
        keyed::change(&state.play, &keys(&state.game), before)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        play::resumed(start, play)
    }
}

/// The order worded for players. Units that the game does not have are given by number.
pub fn say_order(state: &State, order: &Order) -> String {
    if !super::known::knows(state, order) {
        return "An order for units that are not in this game".to_owned();
    }
    match order {
        Order::Interchange { one, other } => {
            format!("{} changes places with {}", state.say(*one), state.say(*other))
        }
        Order::Begin => "Begin turn 1".to_owned(),
        Order::Move { unit, path } => {
            let verb = if state.unit(*unit).place == Place::Waiting { "comes on" } else { "moves" };
            format!("{} {verb} {}", state.game.say(*unit), say_way(path))
        }
        Order::TakeBack { unit, consent } => {
            let consent = match consent {
                Some(side) => format!(", the {} player consenting", state.game.side_name(*side)),
                None => String::new(),
            };
            format!("The move of {} is taken back{consent}", state.say(*unit))
        }
        Order::EndMovement => format!("{} movement ends", state.game.side_name(state.phasing)),
        Order::Reopen => format!("{} movement goes on", state.game.side_name(state.phasing)),
        Order::Counterattack => "The French announce their counterattack".to_owned(),
        Order::Declare { assaults } => {
            let all: Vec<String> = assaults.iter().map(|one| say_assault(state, one)).collect();
            format!("Combats declared: {}", all.join("; "))
        }
        Order::Attack(one) => format!("Attack of {}", say_assault(state, one)),
        Order::Exchange { lost } => format!("Lost in the exchange: {}", state.say_all(lost)),
        Order::Retreat { unit, way: to } => match to.split_first() {
            Some((first, [])) => format!("{} retreats to {first}", state.say(*unit)),
            Some((first, rest)) => {
                let rest: Vec<String> = rest.iter().map(Hex::to_string).collect();
                format!("{} retreats to {first}, displacing to {}", state.say(*unit), rest.join(", "))
            }
            None => format!("{} retreats nowhere", state.say(*unit)),
        },
        Order::Advance { unit, to } => format!("{} advances to {to}", state.say(*unit)),
        Order::Decline => "Declined".to_owned(),
        Order::EndCombat => format!("{} combat ends", state.game.side_name(state.phasing)),
        Order::Fiat(fiat) => fiat.words(&say_act(state, &fiat.act)),
    }
}

fn say_assault(state: &State, assault: &Assault) -> String {
    let lowered = assault.lowered.map_or(String::new(), |column| format!(", taken at {}", column.name()));
    format!("{} on {}{lowered}", state.say_all(&assault.attackers), state.say_all(&assault.defenders))
}

fn named(state: &State, key: &str) -> String {
    state.game.find(key).map_or_else(|| key.to_owned(), |id| state.game.say(id))
}

fn say_act(state: &State, act: &HexAct) -> String {
    match act {
        HexAct::Place { unit, hex } => format!("{} is put in {hex}", named(state, unit)),
        HexAct::Strength { unit, points } => {
            format!("{} has {}", named(state, unit), strength_points(*points))
        }
        HexAct::Remove { unit } => format!("{} is taken off", named(state, unit)),
        HexAct::Turn { turn } => format!("it is turn {turn}"),
        HexAct::Option { id, value } => format!("option {id} is {value} from now on"),
    }
}

/// What an order and its event would both say: a move, an advance, a combat, a loss are told once.
pub fn retold(order: &Order, event: &Event) -> Redundancy {
    // By which way it goes the order alone says.
    if let (Order::Move { unit, path }, Event::Moved { unit: moved, .. }) = (order, event)
        && unit == moved
        && let Some((_, between @ [_, ..])) = path.split_last()
    {
        let by: Vec<String> = between.iter().map(|hex| hex.to_string()).collect();
        return Redundancy::EventCovers(format!("by {}", by.join(", ")));
    }
    let (by_order, by_event) = match (order, event) {
        (Order::Move { unit, .. }, Event::Moved { unit: moved, .. }) => (false, unit == moved),
        (Order::Interchange { .. }, Event::Interchanged { .. }) => (true, false),
        (Order::Counterattack, Event::Counterattack { .. }) => (false, true),
        (Order::Fiat(fiat), event) => (is_decided(&fiat.act, event), false),
        (order, Event::Combat(event)) => match (order, event) {
            (Order::Declare { .. }, CombatEvent::Declared { .. }) => (true, false),
            (Order::Attack(attack), CombatEvent::Fought { assault, .. }) => {
                (false, attack.attackers == assault.attackers)
            }
            (Order::Exchange { lost }, CombatEvent::Lost { unit, cause: Loss::Exchange }) => {
                (lost.contains(unit), false)
            }
            (Order::Retreat { unit, .. }, CombatEvent::Retreated { unit: gone, .. }) => (false, unit == gone),
            (Order::Advance { unit, .. }, CombatEvent::Advanced { unit: gone, .. }) => (unit == gone, false),
            (Order::Decline, CombatEvent::Held | CombatEvent::Stood) => (false, true),
            _ => (false, false),
        },
        _ => (false, false),
    };
    match (by_order, by_event) {
        (true, _) => Redundancy::ByOrder,
        (false, true) => Redundancy::ByEvent,
        (false, false) => Redundancy::Neither,
    }
}

/// Is it what the referee's own words say? Not what follows of it.
fn is_decided(act: &HexAct, event: &Event) -> bool {
    matches!(
        (act, event),
        (HexAct::Place { .. }, Event::Placed { .. })
            | (HexAct::Strength { .. }, Event::StrengthSet { .. })
            | (HexAct::Remove { .. }, Event::Removed { .. })
            | (HexAct::Turn { .. }, Event::ClockSet { .. })
            | (HexAct::Option { .. }, Event::OptionSet { .. })
    )
}
