//! The spelling of orders, and their words at the table.
//!
//! Orders name everything by key. Units: inches, degrees.

use serde_json::Value;

use game::keyed::{self, SpellFault};
use game::{
    Absent, AnswerKind, ChosenBy, Codec, Contradiction, LegForm, SpotForm, Verb, VerbField, Vocabulary,
};

use super::form::check_may_form;
use super::formation::Formation;
use super::guns::gunners;
use super::kind::Arm;
use super::moving::{check_may_move, check_may_move_on};
use super::order::{Act, Answering, Order, Step};
use super::pending::Pending;
use super::position::play;
use super::rule_set::Epstein;
use super::state::{GroupId, Phase, State};
use super::{charge, control};
use table::Heading;

const fn one(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::One)
}

const fn some(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Some)
}

const fn or_left(field: VerbField) -> VerbField {
    field.absent(Absent::LeftOut)
}

const UNIT: VerbField = one("unit");
const FORMATION: VerbField = one("formation");
const HEADING: VerbField = VerbField::new("heading", AnswerKind::Measure);
const PIVOT: VerbField = VerbField::new("pivot", AnswerKind::Measure);
const SIDE: VerbField = VerbField::new("side", AnswerKind::Count);
const AT: VerbField = VerbField::new("at", AnswerKind::Spot(SpotForm::Pose));

const STEPS: &[LegForm] = &[
    LegForm::Step("Ahead", 1),
    LegForm::Step("Back", 1),
    LegForm::Step("WheelLeft", 1),
    LegForm::Step("WheelRight", 1),
    LegForm::Step("Face", 1),
    LegForm::Step("Slide", 1),
    LegForm::Step("Shift", 2),
    LegForm::Step("Dress", 0),
];
const WAY: VerbField = VerbField::new("way", AnswerKind::Way(STEPS));

/// The way of one stand of skirmishers (`epstein:5.25`).
const STAND_WAY: &[VerbField] = &[one("stand"), VerbField::new("to", AnswerKind::Spot(SpotForm::Pose))];

/// The answers of the passive player (`epstein:9.7`, `epstein:9.9`, `epstein:11.2`).
const ANSWERS: &[Verb] = &[
    Verb::alone("Nothing"),
    Verb::alone("Fire"),
    Verb::named("Guns", &[one("load"), PIVOT]),
    Verb::named("Square", &[HEADING]),
];

/// The acts of the referee.
const ACTS: &[Verb] = &[
    Verb::named("Place", &[UNIT, AT]).titled("Put elsewhere"),
    Verb::named("Figures", &[one("stand"), VerbField::new("figures", AnswerKind::Count)])
        .titled("Set figures"),
    Verb::named("Remove", &[UNIT]).titled("Take off"),
    Verb::named("BringBack", &[one("stand"), AT, VerbField::new("figures", AnswerKind::Count)])
        .titled("Bring back"),
    Verb::named("Rout", &[UNIT, VerbField::new("routed", AnswerKind::Whether)]).titled("Rout or rally"),
    Verb::named("Disrupt", &[UNIT, VerbField::new("disrupted", AnswerKind::Whether)])
        .titled("Disrupt or recover"),
    Verb::named("Turn", &[VerbField::new("turn", AnswerKind::Count)]).titled("Set the clock"),
    Verb::named("Option", &[one("id").called("option"), VerbField::new("value", AnswerKind::Text)])
        .titled("Change an option"),
    Verb::named("Cell", &[one("cell"), VerbField::new("value", AnswerKind::Text)]).titled("Correct a table"),
];

/// Every order, in the order of a period.
pub const VERBS: &[Verb] = &[
    Verb::alone("RollFirst").about("Dice say who has the first period of each turn.").at_once(),
    Verb::alone("RollControl").about("Dice say whose moves are halved in this period.").at_once(),
    Verb::named("Answer", &[UNIT, VerbField::new("how", AnswerKind::Either(ANSWERS)), or_left(one("at"))])
        .about("What a passive unit does about the shot or the charge that is under way.")
        .aimed()
        .titled("Answer")
        .typed("a"),
    Verb::named("Support", &[some("units")]).titled("Supports of the defence").typed("s"),
    Verb::named("PlaceLosses", &[UNIT, VerbField::new("losses", AnswerKind::Shares)])
        .about("Which stands lose the figures.")
        .titled("Losses")
        .typed("l")
        .chosen_by(ChosenBy::Asked),
    Verb::named("Halt", &[UNIT]).titled("Routers that halt").typed("h"),
    Verb::named("RunOn", &[UNIT]).titled("Routers that run on").typed("r"),
    Verb::named("Enter", &[UNIT, or_left(AT)]).titled("Reinforcements").typed("n"),
    Verb::named("Volley", &[UNIT, one("target"), or_left(some("with"))]).titled("May fire").typed("v"),
    Verb::named("Guns", &[one("gun"), one("load"), PIVOT]).titled("Guns").typed("g").aimed(),
    Verb::named("SendGunners", &[one("gun"), VerbField::new("figures", AnswerKind::Count), one("to")])
        .about("Gunners walk to another gun, and serve it after a turn.")
        .titled("Gunners")
        .chosen_by(ChosenBy::OnPiece),
    Verb::named("Charge", &[UNIT, WAY, one("target"), or_left(some("support"))])
        .titled("May charge")
        .typed("c"),
    Verb::named("Move", &[UNIT, WAY]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::named("Form", &[UNIT, FORMATION, or_left(HEADING), or_left(some("places"))])
        .titled("May form")
        .typed("f")
        .chosen_by(ChosenBy::OnPiece),
    Verb::named("Skirmish", &[UNIT, VerbField::new("ways", AnswerKind::List(STAND_WAY))])
        .titled("Skirmish")
        .typed("k")
        .chosen_by(ChosenBy::OnPiece),
    Verb::named("CloseUp", &[UNIT, FORMATION, AT]).titled("Close up").chosen_by(ChosenBy::OnPiece),
    Verb::named("Detach", &[UNIT, some("stands")]).titled("Detach").typed("d").chosen_by(ChosenBy::OnPiece),
    Verb::named("Join", &[UNIT, one("to")]).titled("Join").typed("j").chosen_by(ChosenBy::OnPiece),
    Verb::named("Ford", &[UNIT])
        .titled("Ford")
        .about("From the bank into the river, from it to the far bank."),
    Verb::named("Lead", &[one("leader"), VerbField::new("to", AnswerKind::Spot(SpotForm::Point))])
        .titled("Leaders")
        .chosen_by(ChosenBy::ByHand),
    Verb::named("Follow", &[one("leader")]).titled("Leaders who go along").typed("w"),
    Verb::named("Stay", &[one("leader")]).titled("Leaders who stay behind"),
    Verb::named("HouseFire", &[one("stand"), one("target"), or_left(SIDE)])
        .about("A garrison fires out of one side of its house.")
        .titled("Out of houses"),
    Verb::named("FireAtHouse", &[UNIT, one("house"), or_left(some("stands"))])
        .about("Stands fire at a house that the enemy holds, one at each side.")
        .titled("At houses"),
    Verb::named("Assault", &[one("house"), some("stands")]).titled("Assaults on houses"),
    Verb::named("EnterHouse", &[UNIT, one("house"), or_left(WAY), or_left(some("stands"))])
        .about("Stands that touch a house go into it, in the last inch of their way.")
        .titled("Into houses"),
    Verb::named("LeaveHouse", &[one("stand"), AT]).titled("Out of a house").chosen_by(ChosenBy::ByHand),
    Verb::named("Post", &[one("stand"), SIDE])
        .about("A stand is posted at a side of its house, numbered clockwise from 1.")
        .titled("Posts in houses"),
    Verb::alone("EndPeriod").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named(
        "Fiat",
        &[
            VerbField::new("act", AnswerKind::Either(ACTS)),
            VerbField::new("reason", AnswerKind::Text),
            or_left(VerbField::new("clause", AnswerKind::Text)),
        ],
    ),
];

/// The referee's acts alone.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "EpsteinAct";
}

impl Vocabulary for Epstein {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "EpsteinOrder";
}

impl Codec for Epstein {
    fn change(state: &State, before: &Value) -> Result<Value, SpellFault> {
        keyed::change(&state.play, &play::keys(&state.game), before)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        play::resumed(start, play)
    }
}

/// The spoken name of a group; the given name if there is no such group.
fn name(state: &State, key: &str) -> String {
    state.find_group(key).map_or_else(|_| key.to_owned(), |id| state.say(id))
}

/// A step in words: `4.00 in ahead`.
pub fn say_step(step: &Step) -> String {
    match step {
        Step::Ahead(inches) => format!("{inches:.2} in ahead"),
        Step::Back(inches) => format!("{inches:.2} in back"),
        Step::WheelLeft(degrees) => format!("wheels left {degrees:.0}"),
        Step::WheelRight(degrees) => format!("wheels right {degrees:.0}"),
        Step::Face(degrees) if *degrees < 0.0 => format!("faces {:.0} to the left", -degrees),
        Step::Face(degrees) => format!("faces {degrees:.0} to the right"),
        Step::Slide(inches) if *inches < 0.0 => format!("slides left {:.2} in", -inches),
        Step::Slide(inches) => format!("slides right {inches:.2} in"),
        Step::Shift(x, y) => format!("shifts {:.2} in {}", x.hypot(*y), say_direction(*x, *y)),
        Step::Dress => "dresses".to_owned(),
    }
}

/// `ahead`, `back`, `at 45 to the left`: how far a shift leads aside from straight ahead.
fn say_direction(right: f64, ahead: f64) -> String {
    match right.atan2(ahead).to_degrees().round() as i32 {
        0 => "ahead".to_owned(),
        180 | -180 => "back".to_owned(),
        90 => "to the right".to_owned(),
        -90 => "to the left".to_owned(),
        degrees if degrees < 0 => format!("at {} to the left", -degrees),
        degrees => format!("at {degrees} to the right"),
    }
}

fn say_way(way: &[Step]) -> String {
    way.iter().map(say_step).collect::<Vec<_>>().join(", ")
}

/// `goes 3.00 in ahead, wheels left 6`.
fn say_going(way: &[Step]) -> String {
    let said = |step: &Step| match step {
        Step::Ahead(_) | Step::Back(_) => format!("goes {}", say_step(step)),
        Step::WheelLeft(_)
        | Step::WheelRight(_)
        | Step::Face(_)
        | Step::Slide(_)
        | Step::Shift(..)
        | Step::Dress => say_step(step),
    };
    way.iter().map(said).collect::<Vec<_>>().join(", ")
}

/// `turns 12.5 left and `; empty for a gun that is not turned.
fn say_pivot(pivot: f64) -> String {
    match pivot {
        pivot if pivot < 0.0 => format!("turns {:.1} left and ", -pivot),
        pivot if pivot > 0.0 => format!("turns {pivot:.1} right and "),
        _ => String::new(),
    }
}

/// The spoken name of a house; the given name if there is no such house.
fn house_name(state: &State, key: &str) -> String {
    state.game.find_house(key).map_or_else(|| key.to_owned(), |id| state.game.house_name(id).to_owned())
}

/// The named stands of an order, else its unit.
fn stands_or_unit(state: &State, stands: Option<&[String]>, unit: &str) -> String {
    match stands {
        Some(keys) => keys.iter().map(|key| stand_name(state, key)).collect::<Vec<_>>().join(", "),
        None => name(state, unit),
    }
}

/// The spoken name of a stand; the given name if there is no such stand.
fn stand_name(state: &State, key: &str) -> String {
    state.game.find_stand(key).map_or_else(|| key.to_owned(), |stand| state.say_stand(stand))
}

/// The form of a verb for this number of subjects.
fn of_many(count: usize, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

/// An order in words.
pub fn say_order(state: &State, order: &Order) -> String {
    // One arm an order, long as that is: how each is said is read in one place.
    let name = |key: &str| name(state, key);
    let names = |keys: &[String]| keys.iter().map(|key| name(key)).collect::<Vec<_>>().join(", ");
    match order {
        Order::RollFirst => "The higher die is first".to_owned(),
        Order::RollControl => {
            format!("The dice of control of the {}", state.game.side_name(state.active))
        }
        Order::Ford { unit } => format!("{} fords the river", name(unit)),
        Order::EndPeriod => {
            let halting = super::rally::waiting(state);
            let halt = match halting.as_slice() {
                [] => String::new(),
                [one] => format!(", and {} halts", state.say(*one)),
                several => format!(", and {} units that run halt", several.len()),
            };
            format!("The {} period ends{halt}", state.game.side_name(state.active))
        }
        Order::Form { unit, formation, heading, .. } => match heading {
            Some(heading) => {
                let facing = Heading::from_degrees(*heading as f32).exactly();
                format!("{} forms {}, facing {facing}", name(unit), formation.words())
            }
            None => format!("{} forms {}", name(unit), formation.words()),
        },
        Order::Move { unit, way } => format!("{} {}", name(unit), say_going(way)),
        Order::Skirmish { unit, ways } => match ways.as_slice() {
            [one] => format!("{} moves in skirmish order", stand_name(state, &one.stand)),
            several => format!("{} skirmishes, {} stands move", name(unit), several.len()),
        },
        Order::CloseUp { unit, formation, .. } => {
            format!("{} closes up into {}", name(unit), formation.words())
        }
        Order::Detach { unit, stands } => {
            let stands: Vec<String> = stands.iter().map(|key| stand_name(state, key)).collect();
            format!("{} detaches {}", name(unit), stands.join(", "))
        }
        Order::Join { unit, to } => format!("{} joins {}", name(unit), name(to)),
        Order::Volley { unit, target, with } => {
            let with = with.as_deref().filter(|units| !units.is_empty());
            let with = with.map(|units| format!(" with {}", names(units))).unwrap_or_default();
            format!("{}{with} fires at {}", name(unit), name(target))
        }
        Order::Guns { gun, load, pivot } => {
            format!("{} {}fires {}", name(gun), say_pivot(*pivot), load.words())
        }
        Order::SendGunners { gun, figures, to } => {
            let who = if *figures == 1 { "one gunner".to_owned() } else { format!("{figures} gunners") };
            format!("{who} of {} to {}", name(gun), name(to))
        }
        Order::Charge { unit, way, target, support } => {
            let with = support.as_deref().filter(|units| !units.is_empty());
            let with = with.map(|units| format!(" with {}", names(units))).unwrap_or_default();
            let both = state.find_group(unit).ok().zip(state.find_group(target).ok());
            let until = both.and_then(|(id, on)| charge::until_touch(state, id, way, on));
            let way = until.unwrap_or_else(|| way.clone());
            let by = if way.is_empty() { String::new() } else { format!(": {}", say_way(&way)) };
            format!("{}{with} charges {}{by}", name(unit), name(target))
        }
        Order::Answer { unit, how: Answering::Nothing, .. }
            if matches!(state.waits(), Some(Pending::Opening(_))) =>
        {
            format!("{} stays outside", name(unit))
        }
        Order::Answer { unit, how, at } => {
            let does = match how {
                Answering::Nothing => "holds its fire".to_owned(),
                Answering::Fire => "fires".to_owned(),
                Answering::Guns { load, pivot } => format!("{}fires {}", say_pivot(*pivot), load.words()),
                Answering::Square { .. } => "forms square".to_owned(),
            };
            let at = at.as_deref().map(|firer| format!(" at {}", name(firer))).unwrap_or_default();
            format!("{} {does}{at}", name(unit))
        }
        Order::Support { units } if units.is_empty() => "Nobody joins the defence".to_owned(),
        Order::Support { units } => {
            format!("{} {} the defence", names(units), of_many(units.len(), "joins", "join"))
        }
        Order::PlaceLosses { unit, losses } => {
            let (unit, whole) = (name(unit), format!(" of {}", name(unit)));
            let of = losses.iter().map(|(stand, count)| {
                let stand = stand_name(state, stand);
                format!("{count} from {}", stand.strip_suffix(&whole).unwrap_or(&stand))
            });
            format!("{unit} loses {}", of.collect::<Vec<_>>().join(", "))
        }
        Order::Halt { unit } => format!("{} halts", name(unit)),
        Order::RunOn { unit } => format!("{} runs on", name(unit)),
        Order::Enter { unit, .. } => {
            let unit =
                state.game.find_unit(unit).map_or(unit.as_str(), |id| state.game.unit(id).short.as_str());
            format!("{unit} comes on")
        }
        Order::Follow { leader } => format!("{} goes along", name(leader)),
        Order::Stay { leader } => format!("{} stays behind", name(leader)),
        Order::EnterHouse { unit, house, way, stands } => {
            let by = way.as_deref().map(|way| format!(": {}", say_way(way))).unwrap_or_default();
            let who = stands_or_unit(state, stands.as_deref(), unit);
            let goes = of_many(stands.as_ref().map_or(1, Vec::len), "goes", "go");
            format!("{who} {goes} into {}{by}", house_name(state, house))
        }
        Order::LeaveHouse { stand, .. } => format!("{} leaves the house", stand_name(state, stand)),
        Order::Post { stand, side } => format!("{} is posted at side {side}", stand_name(state, stand)),
        Order::FireAtHouse { unit, house, stands } => {
            let who = stands_or_unit(state, stands.as_deref(), unit);
            let fires = of_many(stands.as_ref().map_or(1, Vec::len), "fires", "fire");
            format!("{who} {fires} at {}", house_name(state, house))
        }
        Order::HouseFire { stand, target, side } => {
            let out = side.map(|side| format!(" out of side {side}")).unwrap_or_default();
            format!("{} fires{out} at {}", stand_name(state, stand), name(target))
        }
        Order::Assault { house, stands } => {
            let who = stands_or_unit(state, Some(stands), "");
            let assaults = of_many(stands.len(), "assaults", "assault");
            format!("{who} {assaults} {}", house_name(state, house))
        }
        Order::Lead { leader, to } => format!("{} goes to {:.1}, {:.1}", name(leader), to.0, to.1),
        Order::Fiat(fiat) => {
            let act = match &fiat.act {
                Act::Place { unit, at: (east, north, heading) } => {
                    let facing = Heading::from_degrees(*heading as f32).exactly();
                    format!("{} is put at {east:.1}, {north:.1}, facing {facing}", name(unit))
                }
                Act::Figures { stand, figures } => {
                    let begins = state.game.find_stand(stand).map(|stand| state.game.stand(stand).figures);
                    let over = begins.filter(|begins| figures > begins);
                    let over = over.map(|begins| format!(", more than the {begins} that it began with"));
                    format!("{} has {figures} figures{}", stand_name(state, stand), over.unwrap_or_default())
                }
                Act::Remove { unit } => format!("{} is taken off", name(unit)),
                Act::BringBack { stand, at: (east, north, _), figures } => format!(
                    "{} comes back at {east:.1}, {north:.1} with {figures} figures",
                    stand_name(state, stand)
                ),
                Act::Rout { unit, routed: true } => format!("{} routs", name(unit)),
                Act::Rout { unit, routed: false } => format!("{} is in order again", name(unit)),
                Act::Disrupt { unit, disrupted: true } => format!("{} is disrupted", name(unit)),
                Act::Disrupt { unit, disrupted: false } => format!("{} is disrupted no more", name(unit)),
                Act::Turn { turn } => format!("it is turn {turn}"),
                Act::Option { id, value } => format!("{id} is {value}"),
                Act::Cell { cell, value } => format!("{cell} is {value}"),
            };
            format!("The referee decides: {act}. {}", fiat.reason)
        }
    }
}

/// Verbs of orders that may be legal although no offer has them: only one path, place or number of gunners out of many is
/// offered.
pub fn open_verbs(state: &State) -> Vec<&'static str> {
    if state.phase != Phase::Period || state.waits().is_some() || control::waits(state) {
        return Vec::new();
    }
    let own: Vec<GroupId> = state.on_table().filter(|id| state.is_active(*id)).collect();
    let any = |may: &dyn Fn(GroupId) -> bool| own.iter().any(|id| may(*id));
    let moves = |id| check_may_move(state, id).is_ok() || check_may_move_on(state, id).is_ok();
    let is_foot = |id| state.arm(id) == Arm::Infantry;
    let is_loose = |id| state.group(id).formation == Formation::Skirmish;
    let forms = |id| {
        let formations = Formation::of_arm(state.arm(id)).iter();
        formations.copied().any(|formation| check_may_form(state, id, formation).is_ok())
    };
    let open: [(&str, &dyn Fn(GroupId) -> bool); 8] = [
        ("Move", &moves),
        ("Form", &|id| moves(id) && forms(id)),
        ("Skirmish", &|id| moves(id) && is_foot(id)),
        ("CloseUp", &|id| moves(id) && is_loose(id)),
        ("EnterHouse", &|id| moves(id) && is_foot(id) && state.game.house_ids().next().is_some()),
        ("Charge", &|id| charge::check_charger(state, id).is_ok()),
        ("SendGunners", &|id| gunners::may_send(state, id)),
        ("Lead", &|id| state.arm(id) == Arm::Command && !state.group(id).marks.moved),
    ];
    open.into_iter().filter(|(_, may)| any(may)).map(|(verb, _)| verb).collect()
}
