//! How the orders of Easy Napoleonic are spelled. Inches, degrees clockwise from north; stands and commands by id or badge.

mod read;
mod write;

use serde_json::Value;

use crate::game::keyed::SpellFault;
use crate::game::{
    Absent, Contradiction, Draft, Field, Kind, LegForm, Shown, Spelled, SpellingFault, SpotForm, Usual, Verb,
    Vocabulary,
};

use super::position::play;
use super::rule_set::Easy;
use super::{Order, State};

pub use read::{NameFault, Reader};
pub use write::legs;

/// The legs of a move. Local directions are the stand's own.
const LEGS: &[LegForm] = &[
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

const fn one(name: &'static str) -> Field {
    Field::new(name, Kind::One)
}

const fn some(name: &'static str) -> Field {
    Field::new(name, Kind::Some)
}

const fn count(name: &'static str) -> Field {
    Field::new(name, Kind::Count)
}

const fn measure(name: &'static str) -> Field {
    Field::new(name, Kind::Measure)
}

const fn point(name: &'static str) -> Field {
    Field::new(name, Kind::Spot(SpotForm::Point))
}

/// A centre and a heading.
const fn pose(name: &'static str) -> Field {
    Field::new(name, Kind::Spot(SpotForm::Pose))
}

const fn either(name: &'static str, verbs: &'static [Verb]) -> Field {
    Field::new(name, Kind::Either(verbs))
}

const fn yes(name: &'static str) -> Field {
    Field::new(name, Kind::Whether).absent(Absent::Usual(Usual::Whether(true)))
}

const PATH: Field = Field::new("path", Kind::Way(LEGS));
const STAND: Field = one("stand");

/// What engineers work at (`easy:V.D.1`).
const TASKS: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("bank")]),
    Verb::bare("Destroy", &[one("bridge")]),
    Verb::bare("Earthworks", &[pose("outline")]),
];

/// What a contacted battery does (`easy:III.F`).
const REACTIONS: &[Verb] = &[Verb::alone("Evade"), Verb::alone("Fire"), Verb::alone("Stand")];

/// What is done to a wagon (`easy:VI.A.b`).
const TAKINGS: &[Verb] = &[Verb::alone("Capture"), Verb::alone("Destroy")];

/// What is built or destroyed on the ground by fiat.
const GROUND: &[Verb] = &[
    Verb::listed("Bridge", &[one("line"), point("at")]),
    Verb::bare("Destroy", &[one("bridge")]),
    Verb::bare("Earthworks", &[pose("outline")]),
    Verb::bare("Level", &[one("earthworks")]).about("These earthworks are gone."),
];

/// What the referee may decide.
const ACTS: &[Verb] = &[
    Verb::named("Place", &[STAND, pose("at")]).titled("Put elsewhere"),
    Verb::named("Strength", &[STAND, count("points")]).titled("Set strength"),
    Verb::named("Remove", &[STAND]).titled("Take off"),
    Verb::named("BringBack", &[STAND, pose("at"), count("points")]).titled("Bring back"),
    Verb::named("Award", &[one("side"), count("points")]).titled("Award points"),
    Verb::bare("Turn", &[count("turn")]).titled("Set the clock"),
    Verb::named("Option", &[one("id").called("option"), Field::new("value", Kind::Text)])
        .titled("Change an option"),
    Verb::named("Square", &[STAND, yes("on")]).about("In squares, or out of them.").titled("Squares"),
    Verb::named("Routed", &[STAND, yes("on")])
        .about("With a routed marker, or without.")
        .titled("Routed marker"),
    Verb::named("Ammunition", &[one("army"), count("chits")])
        .about("An army, or a side that has one army; chits left.")
        .titled("Set ammunition"),
    Verb::named(
        "Work",
        &[
            one("engineer"),
            either("task", TASKS).absent(Absent::Null),
            count("left").absent(Absent::Usual(Usual::Count(0))),
        ],
    )
    .about("Turns left of the work; none: it is done. Without a work the engineers leave theirs.")
    .titled("Work of engineers"),
    Verb::bare("Ground", &[either("change", GROUND)]).titled("Change the ground"),
    Verb::named("Side", &[STAND, one("side")]).titled("Hand over"),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::alone("RollWeather"),
    Verb::alone("Draw").typed("d"),
    Verb::alone("RollStands"),
    Verb::alone("RollAmmunition").about("How much ammunition the next army has."),
    Verb::named("Rally", &[STAND, pose("at")])
        .about("A stand, and where it comes back: centre and heading.")
        .titled("Rally"),
    Verb::bare("MoveGeneral", &[PATH]).titled("May move").shown(Shown::ByHand),
    Verb::bare("Pick", &[one("command")]).titled("Picks").typed("p"),
    Verb::named("Attach", &[some("stands"), one("to")])
        .about("The stands that are put under the general of `to`.")
        .titled("Put under another general")
        .shown(Shown::MadeUp),
    Verb::named("Form", &[Field::new("name", Kind::Text), some("stands"), pose("at")])
        .about("The new command's name and stands, and where its general is placed: centre and heading.")
        .titled("Form a new command")
        .shown(Shown::MadeUp),
    Verb::named("Post", &[one("command"), pose("at")])
        .about("Where the general of a detached unit is placed: centre and heading.")
        .titled("Place its general"),
    Verb::bare("Activate", &[some("stands")]).titled("Stands to activate").shown(Shown::MadeUp),
    Verb::named("Enter", &[STAND, measure("along").absent(Absent::Usual(Usual::Measure(0.0))), PATH])
        .titled("May come on")
        .shown(Shown::ByHand),
    Verb::named("React", &[one("battery"), either("reaction", REACTIONS)]).titled("Decide"),
    Verb::bare("OpeningFire", &[one("enemy")]).titled("Combats"),
    Verb::bare("Continue", &[STAND]).titled("Decide").typed("c"),
    Verb::named("Square", &[STAND, yes("form")])
        .about("Infantry forms squares; with `form: false` it does not, or leaves them.")
        .titled("Squares"),
    Verb::named("Withdraw", &[STAND, PATH]).titled("May move").shown(Shown::ByHand),
    Verb::named("Move", &[STAND, PATH]).titled("May move").shown(Shown::ByHand),
    Verb::named(
        "Bridge",
        &[one("train"), Field::new("stop", Kind::Whether).absent(Absent::Usual(Usual::Whether(false)))],
    )
    .about("A pontoon train at the water's edge builds, or stops building.")
    .titled("Decide"),
    Verb::named("Take", &[STAND, one("wagon"), either("how", TAKINGS)])
        .about("A stand, and an enemy wagon that it touches.")
        .titled("Decide"),
    Verb::named("Fire", &[one("battery"), one("target")]).titled("Fire").typed("g"),
    Verb::alone("EndMoves").shown(Shown::Ending),
    Verb::bare("Declare", &[Field::new("attacks", Kind::Pairs)])
        .about("Attacker and defender, pair by pair.")
        .titled("Attacks")
        .shown(Shown::MadeUp),
    Verb::bare("Resolve", &[count("combat")]).titled("Combats"),
    Verb::named("PlaceHits", &[one("shooter"), Field::new("hits", Kind::Shares)])
        .titled("Place hits")
        .shown(Shown::MadeUp),
    Verb::named("Split", &[one("attacker"), Field::new("dice", Kind::Shares)])
        .titled("Divide dice")
        .shown(Shown::MadeUp),
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
    Verb::alone("Finish").shown(Shown::Ending),
    Verb::named(
        "Fiat",
        &[
            either("act", ACTS),
            Field::new("reason", Kind::Text).absent(Absent::Usual(Usual::Text(""))),
            Field::new("clause", Kind::Text).absent(Absent::Null),
        ],
    ),
];

impl Vocabulary for Easy {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "EasyOrder";
    const LEGS: &'static [LegForm] = LEGS;
}

/// The acts of the referee, by themselves.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "EasyAct";
}

impl Spelled for Easy {
    fn spell(state: &State, order: &Order) -> Draft {
        write::Writer { state }.order(order)
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        Reader::new(state).order(draft)
    }

    fn play(state: &State) -> Result<Value, SpellFault> {
        play::play(state)
    }

    fn resumed(start: &State, play: &Value) -> Result<State, Contradiction> {
        play::resumed(start, play)
    }
}
