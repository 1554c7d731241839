//! Every order of Easy Napoleonic: its verb, fields and wording.

use crate::combat::progress;
use crate::engineers::task::Task;
use crate::ground::GroundChange;
use crate::terms;
use crate::words::{names, path, say_fiat, taking as say_taking};
use crate::{Bridging, Order, Reaction, StandId, State, Taking};
use game::keyed::Keys;
use game::{Absent, AnswerKind, ChosenBy, Draft, LegForm, SpotForm, Usual, Verb, VerbField};
use table::Pose;

/// The legs of a move. Local directions are the stand's own.
pub(super) const LEGS: &[LegForm] = &[
    LegForm::Step("Slide", 2),
    LegForm::Step("To", 2),
    LegForm::Step("Ahead", 1),
    LegForm::Step("Back", 1),
    LegForm::Step("Left", 1),
    LegForm::Step("Right", 1),
    LegForm::Step("Turn", 1),
    LegForm::Step("Face", 1),
    LegForm::Step("WheelLeft", 1),
    LegForm::Step("WheelRight", 1),
    LegForm::Step("TurnAbout", 3),
];

const fn one(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::One)
}

const fn some(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Some)
}

const fn count(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Count)
}

const fn measure(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Measure)
}

const fn point(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Spot(SpotForm::Point))
}

/// A centre and a heading.
const fn pose(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Spot(SpotForm::Pose))
}

const fn either(name: &'static str, verbs: &'static [Verb]) -> VerbField {
    VerbField::new(name, AnswerKind::Either(verbs))
}

const fn yes(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Whether).absent(Absent::Usual(Usual::Whether(true)))
}

const PATH: VerbField = VerbField::new("path", AnswerKind::Way(LEGS));
const STAND: VerbField = one("stand");

/// The tasks of engineers (`easy:V.D.1`).
const TASKS: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("bank")]),
    Verb::bare("Destroy", &[one("bridge")]),
    Verb::bare("Earthworks", &[pose("outline")]),
];

/// The reactions of a contacted battery (`easy:III.F`).
const REACTIONS: &[Verb] = &[Verb::alone("Evade"), Verb::alone("Fire"), Verb::alone("Stand")];

/// What may be done to an enemy wagon (`easy:VI.A.b`).
const TAKINGS: &[Verb] = &[Verb::alone("Capture"), Verb::alone("Destroy")];

/// Changes of the ground by fiat.
const GROUND: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("at")]).variant("BridgeBuilt"),
    Verb::bare("Destroy", &[one("bridge")]).variant("BridgeDestroyed"),
    Verb::bare("Earthworks", &[pose("outline")]),
    Verb::bare("Level", &[one("earthworks")]).variant("Levelled").about("These earthworks are gone."),
];

/// The acts of the referee.
pub(super) const ACTS: &[Verb] = &[
    Verb::named("Place", &[STAND, pose("at").called("place")]).titled("Put elsewhere"),
    Verb::named("Strength", &[STAND, count("points").called("strength points")]).titled("Set strength"),
    Verb::named("Remove", &[STAND]).titled("Take off"),
    Verb::named("BringBack", &[STAND, pose("at").called("place"), count("points").called("strength points")])
        .titled("Bring back"),
    Verb::named("Award", &[one("side"), count("points").called("victory points")]).titled("Award points"),
    Verb::bare("Turn", &[count("turn")]).titled("Set the clock"),
    Verb::named("Option", &[one("id").called("option"), VerbField::new("value", AnswerKind::Text)])
        .titled("Change an option"),
    Verb::named("Square", &[STAND, yes("on").called("in squares")])
        .about("In squares, or out of them.")
        .titled("Squares"),
    Verb::named("Routed", &[STAND, yes("on").called("with a routed marker")])
        .about("With a routed marker, or without.")
        .titled("Routed marker"),
    Verb::named("Ammunition", &[one("army"), count("chits").called("chits left")])
        .about("An army, or a side that has one army; chits left.")
        .titled("Set ammunition"),
    Verb::named(
        "Work",
        &[
            one("engineer"),
            either("task", TASKS).absent(Absent::Null).called("work"),
            count("left").absent(Absent::Usual(Usual::Count(0))).called("turns left"),
        ],
    )
    .about("Turns left of the work; none: it is done. Without a work the engineers leave theirs.")
    .titled("Work of engineers"),
    Verb::bare("Ground", &[either("change", GROUND).called("change")]).titled("Change the ground"),
    Verb::named("Side", &[STAND, one("side")]).titled("Hand over"),
    Verb::bare("Chit", &[one("command")])
        .about("Of a command that is yet to come: it may act from now on.")
        .titled("Put a chit in"),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::alone("RollWeather").at_once(),
    Verb::alone("Draw").typed("d").at_once(),
    Verb::alone("RollStands").at_once(),
    Verb::alone("RollAmmunition").about("How much ammunition the next army has.").at_once(),
    Verb::named("Rally", &[STAND, pose("at")])
        .about("A stand, and where it comes back: centre and heading.")
        .titled("Rally"),
    Verb::bare("MoveGeneral", &[PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::bare("Pick", &[one("command")]).titled("Picks").typed("p"),
    Verb::named("Attach", &[some("stands"), one("to")])
        .about("The stands that are put under the general of `to`.")
        .titled("Put units under another general")
        .chosen_by(ChosenBy::MadeUp),
    Verb::named("Form", &[VerbField::new("name", AnswerKind::Text), some("stands"), pose("at")])
        .about("The new command's name and stands, and where its general is placed: centre and heading.")
        .titled("Form a new command")
        .chosen_by(ChosenBy::MadeUp),
    Verb::named("Post", &[one("command"), pose("at")])
        .about("Where the general of a detached unit is placed: centre and heading.")
        .titled("Place its general")
        .chosen_by(ChosenBy::MadeUp),
    Verb::bare("Activate", &[some("stands")]).titled("Stands to activate").chosen_by(ChosenBy::Asked),
    Verb::named("Enter", &[STAND, measure("along").absent(Absent::Usual(Usual::Measure(0.0))), PATH])
        .titled("May come on")
        .chosen_by(ChosenBy::ByHand),
    Verb::named("React", &[one("battery"), either("reaction", REACTIONS)]).titled("Decide"),
    Verb::bare("OpeningFire", &[one("enemy")]).titled("Combats"),
    Verb::bare("Continue", &[STAND]).titled("Decide").typed("c"),
    Verb::named("Withdraw", &[STAND, PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::named("Move", &[STAND, PATH]).titled("May move").chosen_by(ChosenBy::ByHand),
    Verb::named(
        "Bridge",
        &[
            one("train"),
            VerbField::new("stop", AnswerKind::Whether).absent(Absent::Usual(Usual::Whether(false))),
        ],
    )
    .about("A pontoon train at the water's edge builds, or stops building.")
    .titled("Decide"),
    Verb::named("Take", &[STAND, one("wagon"), either("how", TAKINGS)])
        .about("A stand, and an enemy wagon that it touches.")
        .titled("Decide"),
    Verb::named("Fire", &[one("battery"), one("target")]).titled("Fire").typed("g"),
    Verb::named("Square", &[STAND, yes("form")])
        .about("Infantry forms squares; with `form: false` it does not, or leaves them.")
        .titled("Squares"),
    Verb::alone("EndMoves").chosen_by(ChosenBy::Ending),
    Verb::bare("Declare", &[VerbField::new("attacks", AnswerKind::Pairs)])
        .about("Attacker and defender, pair by pair.")
        .titled("Attacks")
        .chosen_by(ChosenBy::Asked),
    Verb::bare("Resolve", &[count("combat")]).titled("Combats"),
    Verb::named("PlaceHits", &[one("shooter"), VerbField::new("hits", AnswerKind::Shares)])
        .titled("Place hits")
        .chosen_by(ChosenBy::Asked),
    Verb::named("Split", &[one("attacker"), VerbField::new("dice", AnswerKind::Shares)])
        .titled("Divide dice")
        .chosen_by(ChosenBy::Asked),
    Verb::named("Retreat", &[STAND, measure("direction").absent(Absent::Null)]).titled("Retreats").typed("r"),
    Verb::named("Work", &[one("engineer"), either("task", TASKS)])
        .about("Engineers do a step of work instead of moving.")
        .titled("Engineers"),
    Verb::named("Join", &[one("engineer"), one("host")])
        .about("Engineers are attached to infantry that they touch.")
        .titled("Engineers"),
    Verb::named("Spare", &[one("host"), count("hits")])
        .about("So many of the hits on this infantry its engineers take.")
        .titled("Decide"),
    Verb::alone("Finish").chosen_by(ChosenBy::Ending),
    Verb::named(
        "Fiat",
        &[
            either("act", ACTS),
            VerbField::new("reason", AnswerKind::Text).absent(Absent::Usual(Usual::Text(""))),
            VerbField::new("clause", AnswerKind::Text).absent(Absent::Null),
        ],
    ),
];

/// The spelling of a reaction.
pub fn reaction(reaction: Reaction) -> Draft {
    Draft::saying(REACTIONS, &reaction, &Keys::default())
}

/// The spelling of what is done to a wagon.
pub fn taking(how: Taking) -> Draft {
    Draft::saying(TAKINGS, &how, &Keys::default())
}

/// The spelling of an engineers' task.
pub fn task(task: &Task) -> Draft {
    Draft::saying(TASKS, task, &Keys::default())
}

/// The spelling of a change of the ground.
pub fn ground(change: &GroundChange) -> Draft {
    Draft::saying(GROUND, change, &Keys::default())
}

/// The side of the active general's stand on which a place lies, in words. `None` if there is no general on the
/// table.
fn by_general(state: &State, pose: Pose) -> Option<&'static str> {
    let at = state.pose(state.active_general()?)?.to_local(pose.at);
    Some(match at.x.abs() > at.y.abs() {
        true if at.x > 0.0 => "on his right",
        true => "on his left",
        false if at.y > 0.0 => "before him",
        false => "behind him",
    })
}

/// The order in words, as it is given at the table.
pub fn say_order(state: &State, order: &Order) -> String {
    // Long, but one arm per order shows in one place how each is worded.
    let active = || {
        let named = state.active().map(|now| state.command(now.command).name.clone());
        named.unwrap_or_else(|| "the active command".into())
    };
    match order {
        Order::RollWeather => "Roll the weather".into(),
        Order::RollAmmunition => match state.unsupplied() {
            Some(stock) => format!("Roll the ammunition of {}", state.say_army(stock.side, stock.army)),
            None => "Roll the ammunition".into(),
        },
        Order::Draw => "Draw a chit".into(),
        Order::Rally { stand, pose } => {
            let where_to = by_general(state, *pose).map(|place| format!(" {place}")).unwrap_or_default();
            format!("{} rallies {}{where_to}", active(), state.say_short(*stand))
        }
        Order::MoveGeneral { path: way } => {
            let general = state.active_general().map(|id| state.say_short(id));
            format!(
                "{} moves: {}",
                general.unwrap_or_else(|| format!("The general of {}", active())),
                path(way)
            )
        }
        Order::Pick { command } => format!("{} picks {}", active(), state.say_command(*command)),
        Order::Attach { stands, to } => {
            format!("{} puts {} under {}", active(), names(state, stands), state.say_command(*to))
        }
        Order::Form { name, stands, .. } => {
            format!("{} forms {}: {}", active(), name.trim(), names(state, stands))
        }
        Order::Post { command, pose } => {
            let general = state.command(*command).general.map(|general| state.say_short(general));
            let general =
                general.unwrap_or_else(|| format!("The general of {}", state.say_command(*command)));
            format!("{general} is placed at {pose}")
        }
        Order::RollStands => format!("Roll how many stands {} may activate", active()),
        Order::Activate { stands } if stands.is_empty() => format!("{} activates no stand", active()),
        Order::Activate { stands } => format!("{} activates {}", active(), names(state, stands)),
        Order::Enter { stand, path: way, .. } => {
            format!("{} comes on: {}", state.say_short(*stand), path(way))
        }
        Order::React { battery, reaction } => {
            format!("{} {}", state.say_short(*battery), say_reaction(*reaction))
        }
        Order::Square { stand, form } => {
            let does = match (form, state.stands.get(stand.index()).is_some_and(|stand| stand.square)) {
                (true, _) => "forms squares",
                (false, true) => "leaves its squares",
                (false, false) => "does not form squares",
            };
            format!("{} {does}", state.say_short(*stand))
        }
        Order::OpeningFire { enemy } => format!("Opening fire of {}", state.say_short(*enemy)),
        Order::Work { engineer, task } => {
            format!("{} works at {}", state.say_short(*engineer), task.say(state.ground()))
        }
        Order::Join { engineer, host } => {
            format!("{} is attached to {}", state.say_short(*engineer), state.say_short(*host))
        }
        Order::Spare { host, hits: 0 } => format!("{} takes its hits itself", state.say_short(*host)),
        Order::Spare { host, hits } => {
            format!("Engineers take {} for {}", terms::hits(*hits), state.say_short(*host))
        }
        Order::Continue { stand } => format!("{} goes on attacking", state.say_short(*stand)),
        Order::Withdraw { stand, path: way } => {
            format!("{} withdraws: {}", state.say_short(*stand), path(way))
        }
        Order::Move { stand, path: way } => format!("{} moves: {}", state.say_short(*stand), path(way)),
        Order::Bridge { train, how: Bridging::Build } => {
            format!("{} builds its bridge", state.say_short(*train))
        }
        Order::Bridge { train, how: Bridging::Stop } => format!("{} stops building", state.say_short(*train)),
        Order::Take { stand, wagon, how } => {
            format!("{} {} {}", state.say_short(*stand), say_taking(*how), state.say_short(*wagon))
        }
        Order::Fire { battery, target } => {
            format!("{} fires at {}", state.say_short(*battery), state.say_short(*target))
        }
        Order::EndMoves => format!("{} ends moves and fire", active()),
        Order::Declare { attacks } => {
            let pairs: Vec<String> = attacks
                .iter()
                .map(|(a, d)| format!("{} on {}", state.say_short(*a), state.say_short(*d)))
                .collect();
            format!("Attacks declared: {}", pairs.join("; "))
        }
        Order::Resolve { combat } => format!("Combat {} is fought", combat.saturating_add(1)),
        Order::PlaceHits { shooter, hits } => {
            format!("Hits of {} fall: {}", state.say_short(*shooter), shares(state, hits))
        }
        Order::Split { attacker, dice } => {
            format!("{} divides its dice: {}", state.say_short(*attacker), shares(state, dice))
        }
        Order::Retreat { stand, direction } => {
            // The same wording as for the event.
            let routs = progress::beaten(state).is_some_and(|(_, beaten)| beaten.rout);
            let verb = if routs { "routs" } else { "retreats" };
            let toward = direction.map_or_else(String::new, |to| format!(" {}", to.point()));
            format!("{} {verb}{toward}", state.say_short(*stand))
        }
        Order::Finish => format!("{} is done", active()),
        Order::Fiat(fiat) => {
            let against = fiat.clause.as_deref().map_or(String::new(), |id| format!(" on {}", bare(id)));
            let reason = if fiat.reason.is_empty() { String::new() } else { format!(" ({})", fiat.reason) };
            format!("By the referee{against}: {}{reason}", say_fiat(state, &fiat.act))
        }
    }
}

/// The clause id without its rule set: `II.B` for `easy:II.B`.
fn bare(clause: &str) -> &str {
    clause.split_once(':').map_or(clause, |(_, id)| id)
}

fn say_reaction(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Evade => "evades",
        Reaction::Fire => "fires canister",
        Reaction::Stand => "stands",
    }
}

fn shares(state: &State, shares: &[(StandId, u8)]) -> String {
    shares.iter().map(|(id, n)| format!("{n} on {}", state.say_short(*id))).collect::<Vec<_>>().join(", ")
}
