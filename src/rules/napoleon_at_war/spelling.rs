//! How the orders of Napoleon at War are spelled. Units by key or by the hex in which they stand alone; hexes by number.

use crate::game::{Absent, Field, Kind, LegForm, SpotForm, Usual, Verb, Vocabulary};

const UNIT: Field = Field::new("unit", Kind::One);
const HEX: Field = Field::new("hex", Kind::Spot(SpotForm::Hex));
const WAY: Field = Field::new("path", Kind::Way(&[LegForm::Hex]));

/// One combat: who attacks whom, and the column named instead of the computed one (`naw:7.9`).
const ASSAULT: &[Field] = &[
    Field::new("by", Kind::Some),
    Field::new("on", Kind::Some),
    Field::new("lowered", Kind::One).absent(Absent::LeftOut),
];

/// What the referee may decide.
const ACTS: &[Verb] = &[
    Verb::listed("Place", &[UNIT, HEX]),
    Verb::listed("Strength", &[UNIT, Field::new("points", Kind::Count)]),
    Verb::bare("Remove", &[UNIT]),
    Verb::bare("Turn", &[Field::new("turn", Kind::Count)]),
    Verb::listed("Option", &[Field::new("id", Kind::One), Field::new("value", Kind::Text)]),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::listed("Interchange", &[Field::new("one", Kind::One), Field::new("other", Kind::One)]),
    Verb::alone("Begin"),
    Verb::listed("Move", &[UNIT, WAY]),
    Verb::named("TakeBack", &[UNIT, Field::new("consent", Kind::One).absent(Absent::Null)]),
    Verb::alone("EndMovement"),
    Verb::alone("Reopen"),
    Verb::alone("Counterattack"),
    Verb::bare("Declare", &[Field::new("assaults", Kind::List(ASSAULT))]),
    Verb::named("Attack", ASSAULT),
    Verb::bare("Exchange", &[Field::new("lost", Kind::Some)]),
    Verb::listed("Retreat", &[UNIT, WAY]),
    Verb::listed("Advance", &[UNIT, HEX]),
    Verb::alone("Decline"),
    Verb::alone("EndCombat"),
    Verb::named(
        "Fiat",
        &[
            Field::new("act", Kind::Either(ACTS)),
            Field::new("reason", Kind::Text).absent(Absent::Usual(Usual::Text(""))),
            Field::new("clause", Kind::Text).absent(Absent::Null),
        ],
    ),
];

impl Vocabulary for super::NapoleonAtWar {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "NawOrder";
}
