//! The spelling of orders, and the meaning of names: units, leaders and corps by key, hexes by number.
//!
//! Orders hold numbers of pieces; a unit may be named by its hex if it is alone there, or by its key.

use serde_json::Value;

use game::hex_names::Calling;
pub use game::hex_names::NameFault;
use game::hex_units::Called;
use game::keyed::{self, Keys, SpellFault};
use game::{
    Absent, Answer, AnswerKind, ChosenBy, Codec, Contradiction, Draft, HexUnits as _, LegForm, SpellingFault,
    SpotForm, Usual, Verb, VerbField, Vocabulary,
};
use scenario::Side;

use super::combat::table::Column;
use super::command;
use super::order::{Assault, Order};
use super::position::play;
use super::roster::{CorpsId, Game, LeaderId, PieceId, UnitId};
use super::rule_set::CasusBelli;
use super::state::{Group, State};

const UNIT: VerbField = one("unit");
const PIECE: VerbField = one("piece");
const LEADER: VerbField = one("leader");
const HEX: VerbField = hex_field("hex");
const PATH: VerbField = VerbField::new("path", WAY);
/// A neighbouring hex, in front of the piece in the end.
const FACES: VerbField = hex_field("faces").absent(Absent::LeftOut);
const WAY: AnswerKind = AnswerKind::Way(&[LegForm::Hex]);

const fn one(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::One)
}

const fn hex_field(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Spot(SpotForm::Hex))
}

const fn some(name: &'static str) -> VerbField {
    VerbField::new(name, AnswerKind::Some)
}

/// The acts of the referee.
const ACTS: &[Verb] = &[
    Verb::named("Place", &[PIECE, HEX]).titled("Put elsewhere"),
    Verb::named("Strength", &[UNIT, VerbField::new("points", AnswerKind::Count).called("strength")])
        .titled("Set strength"),
    Verb::named("Rout", &[UNIT, VerbField::new("routed", AnswerKind::Whether)]).titled("Rout or reorganise"),
    Verb::named("Remove", &[PIECE]).titled("Take off"),
    Verb::named("Possess", &[one("place"), one("side")]).titled("Give a place"),
    Verb::named(
        "Points",
        &[one("side"), VerbField::new("points", AnswerKind::Count).called("victory points")],
    )
    .titled("Give victory points"),
    Verb::named("Turn", &[VerbField::new("turn", AnswerKind::Count)]).titled("Set the clock"),
    Verb::named("Option", &[one("id").called("option"), VerbField::new("value", AnswerKind::Text)])
        .titled("Change an option"),
];

/// Every order, in the order of a turn.
pub const VERBS: &[Verb] = &[
    Verb::named("Deploy", &[PIECE, HEX])
        .about("A piece begins elsewhere, where setting up is free.")
        .titled("Set up elsewhere")
        .chosen_by(ChosenBy::OnPiece)
        .in_hand(),
    Verb::named("Face", &[UNIT, hex_field("towards")])
        .about("A unit turns where it stands; `towards` is the neighbouring hex that its front looks at.")
        .titled("Turn")
        .typed("f")
        .chosen_by(ChosenBy::OnPiece)
        .in_hand(),
    Verb::alone("Begin").about("The battle begins.").typed("b").chosen_by(ChosenBy::Ending),
    Verb::named("Name", &[UNIT])
        .about("A unit acts as commander of its corps.")
        .titled("Acting commanders")
        .typed("s"),
    Verb::named("Promote", &[LEADER])
        .about("The leader of a corps takes over the army as well.")
        .titled("Who takes over the army")
        .typed("t"),
    Verb::named("Attach", &[UNIT, one("to").called("under whom")])
        .about("A unit is under this commander for the player turn.")
        .titled("Assign")
        .typed("j")
        .chosen_by(ChosenBy::OnPiece),
    Verb::named("Release", &[UNIT])
        .about("A unit is under nobody but its own corps.")
        .titled("Release")
        .typed("d")
        .chosen_by(ChosenBy::OnPiece),
    Verb::named("Charge", &[UNIT, one("target").called("whom")]).titled("Charges").typed("c").aimed(),
    Verb::named("CallOff", &[UNIT]).titled("Call a charge off").typed("o").chosen_by(ChosenBy::OnPiece),
    Verb::alone("EndCommand").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named("Move", &[PIECE, PATH, FACES])
        .about("A piece, and the hexes it goes through; of a reinforcement the first is where it enters.")
        .titled("May move")
        .chosen_by(ChosenBy::ByHand),
    Verb::named("Exit", &[PIECE, PATH])
        .about("A piece leaves the map, by this way to an edge hex.")
        .titled("Leave the map")
        .chosen_by(ChosenBy::OnPiece),
    Verb::alone("EndMovement").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named(
        "Attack",
        &[
            some("by"),
            some("on"),
            one("lowered").absent(Absent::LeftOut),
            some("leaders").absent(Absent::LeftOut),
        ],
    )
    .about("Who attacks whom; `lowered` is the column taken instead, `leaders` those who add their bonus.")
    .titled("Combats")
    .typed("x")
    .chosen_by(ChosenBy::MadeUp),
    Verb::named(
        "Retreat",
        &[
            UNIT,
            VerbField::new("way", WAY),
            VerbField::new("chain", WAY).absent(Absent::LeftOut),
            some("with").absent(Absent::LeftOut),
            FACES,
        ],
    )
    .about("A unit and its way back; `chain` is where those go whom it displaces, `with` the leaders who share it.")
    .titled("Retreats")
    .typed("r"),
    Verb::named("Advance", &[UNIT, hex_field("to")]).titled("Advances").typed("a"),
    Verb::alone("Decline").typed("n"),
    Verb::alone("EndCombat").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named("Rally", &[UNIT, one("by").called("by whom")])
        .about("A commander reorganises a routed unit.")
        .titled("Reorganise")
        .typed("y"),
    Verb::alone("EndTurn").typed("e").chosen_by(ChosenBy::Ending),
    Verb::named("Relocate", &[LEADER, HEX])
        .about("A leader who was not captured goes there.")
        .titled("Where the leader goes")
        .typed("l"),
    Verb::named(
        "Fiat",
        &[
            VerbField::new("act", AnswerKind::Either(ACTS)),
            VerbField::new("reason", AnswerKind::Text).absent(Absent::Usual(Usual::Text(""))),
            VerbField::new("clause", AnswerKind::Text).absent(Absent::Null),
        ],
    ),
];

/// The referee's acts alone.
#[derive(Clone, Copy, Debug)]
pub enum Acts {}

impl Vocabulary for Acts {
    const VERBS: &'static [Verb] = ACTS;
    const NAME: &'static str = "CbAct";
}

impl Vocabulary for CasusBelli {
    const VERBS: &'static [Verb] = VERBS;
    const NAME: &'static str = "CbOrder";
}

/// A column by its name: `3:1`.
///
/// # Errors
///
/// If the combat results table has no such column.
pub fn column(name: &str) -> Result<Column, NameFault> {
    let remedy = "the columns run from 1:3 to 1:1 and on to 4:1";
    Column::named(name).ok_or_else(|| NameFault::unknown("column", name, remedy))
}

/// The keys of everything that orders and states number.
pub fn keys(game: &Game) -> Keys<'_> {
    let scenario = &game.scenario;
    Keys::default()
        .with("Column", "column", Column::ALL.map(Column::name))
        .with("UnitId", "unit", scenario.units.iter().map(|unit| unit.id.as_str()))
        .with("LeaderId", "leader", scenario.leaders.iter().map(|leader| leader.id.as_str()))
        .with("CorpsId", "corps", scenario.corps.iter().map(|corps| corps.id.as_str()))
        .with("PieceId", "piece", game.piece_keys())
        .with("Side", "side", scenario.sides.iter().map(|side| side.id.as_str()))
}

/// Resolves names and reads orders in a state.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub state: &'a State,
}

const UNITS: Calling = Calling { what: "unit", one: "unit", several: "pieces" };
const LEADERS: Calling = Calling { what: "leader", one: "leader", several: "pieces" };
const PIECES: Calling = Calling { what: "unit or leader", one: "piece", several: "pieces" };

impl<'a> Reader<'a> {
    fn game(&self) -> &'a Game {
        &self.state.game
    }

    /// The key of a unit.
    pub fn name(&self, id: UnitId) -> String {
        self.state.key_of(id)
    }

    /// The unit of this key.
    pub fn key(&self, name: &str) -> Result<UnitId, NameFault> {
        UNITS.by_key(name, self.state.called())
    }

    /// The unit of this key, or the one that stands in the hex of this number.
    pub fn unit(&self, name: &str) -> Result<UnitId, NameFault> {
        if let Some(leader) = self.game().find_leader(name) {
            let name = self.game().leader(leader).name.clone();
            return Err(NameFault::Other { name, is: "a leader", wanted: "a unit" });
        }
        UNITS.find(name, self.state.called())
    }

    fn leaders_called(&self) -> impl Iterator<Item = Called<'a, LeaderId>> + Clone {
        let state = self.state;
        state.game.leaders().map(|id| (state.game.leader(id).id.as_str(), id, state.leader_hex(id)))
    }

    /// The leader of this key, or the one who stands in the hex of this number.
    pub fn leader(&self, name: &str) -> Result<LeaderId, NameFault> {
        if let Some(unit) = self.game().find(name) {
            return Err(NameFault::Other { name: self.game().say(unit), is: "a unit", wanted: "a leader" });
        }
        LEADERS.find(name, self.leaders_called())
    }

    /// The unit or leader of this key, or the only piece in the hex of this number.
    pub fn piece(&self, name: &str) -> Result<PieceId, NameFault> {
        let game = self.game();
        let units = self.state.called().map(|(key, id, at)| (key, game.piece_of_unit(id), at));
        let leaders = self.leaders_called().map(|(key, id, at)| (key, game.piece_of_leader(id), at));
        PIECES.find(name, units.chain(leaders))
    }

    /// Several units, sorted.
    pub fn units(&self, names: &[String]) -> Result<Vec<UnitId>, NameFault> {
        let mut units = names.iter().map(|name| self.unit(name)).collect::<Result<Vec<_>, _>>()?;
        units.sort();
        Ok(units)
    }

    /// Several leaders, sorted.
    pub fn leaders(&self, names: &[String]) -> Result<Vec<LeaderId>, NameFault> {
        let mut leaders = names.iter().map(|name| self.leader(name)).collect::<Result<Vec<_>, _>>()?;
        leaders.sort();
        Ok(leaders)
    }

    /// The corps of this key.
    pub fn corps(&self, name: &str) -> Result<CorpsId, NameFault> {
        let game = self.game();
        let found = game.corps_ids().find(|id| game.corps(*id).id == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = game.corps_ids().map(|id| game.corps(id).id.as_str()).collect();
            NameFault::unknown("corps", name, format!("give its key: {}", known.join(", ")))
        })
    }

    /// A group of those who move together: `army`, `unassigned`, or the key of a corps (`cb:3b`).
    pub fn group(&self, name: &str) -> Result<Group, NameFault> {
        match name {
            "army" => Ok(Group::Army),
            "unassigned" => Ok(Group::Unassigned),
            corps => self.corps(corps).map(Group::Corps),
        }
    }

    /// The key of a group.
    pub fn group_key(&self, group: Group) -> String {
        match group {
            Group::Army => "army".to_owned(),
            Group::Unassigned => "unassigned".to_owned(),
            Group::Corps(corps) => self.game().corps(corps).id.clone(),
        }
    }

    /// The group that a piece of that side commands, or that has this name.
    pub fn group_under(&self, side: Side, name: &str) -> Result<Group, NameFault> {
        let commanded = |piece| command::group_of_commander(self.state, side, piece);
        match self.piece(name).ok().and_then(commanded) {
            Some(group) => Ok(group),
            None => self.group(name),
        }
    }

    /// A side by id or name, or by the capital letter that either begins with.
    pub fn side(&self, name: &str) -> Result<Side, NameFault> {
        let sides = &self.game().scenario.sides;
        let begins = |text: &str| text.get(..1).is_some_and(|first| first.to_uppercase() == name);
        let whole = sides.iter().position(|side| side.id == name || side.name == name);
        let found = whole.or_else(|| sides.iter().position(|side| begins(&side.id) || begins(&side.name)));
        found.and_then(|index| u8::try_from(index).ok()).map(Side).ok_or_else(|| {
            let known: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
            NameFault::unknown("side", name, format!("give its id: {}", known.join(" or ")))
        })
    }

    /// A combat by its participants.
    pub fn assault(&self, by: &[String], on: &[String], leaders: &[String]) -> Result<Assault, NameFault> {
        let (by, on, leaders) = (self.units(by)?, self.units(on)?, self.leaders(leaders)?);
        Ok(Assault { by, on, lowered: None, leaders })
    }

    /// The key for a name in this field of an act; `None` if there is none, or the rules explain why.
    fn key_in_act(&self, field: &str, name: &str) -> Option<String> {
        match field {
            "unit" => self.unit(name).ok().map(|id| self.name(id)),
            "piece" => self.piece(name).ok().map(|id| piece_key(self.game(), id)),
            "side" => self.side(name).ok().map(|side| self.game().side_id(side)),
            _ => None,
        }
    }

    /// The draft with keys in fields whose type does not determine the lookup.
    fn keyed(&self, draft: &Draft) -> Draft {
        let mut keyed = draft.clone();
        if let Some(Answer::Either(act)) = keyed.answers.get_mut("act") {
            for (field, answer) in &mut act.answers {
                answer.rename(&|name| self.key_in_act(field, name));
            }
        }
        // In a hex with several pieces, a unit is charged; other targets are refused by the rules.
        if let Some(target) = keyed.answers.get_mut("target") {
            target.rename(&|name| self.unit(name).ok().map(|id| self.name(id)));
        }
        keyed
    }
}

/// The key of a piece.
pub fn piece_key(game: &Game, id: PieceId) -> String {
    game.piece_keys().nth(id.index()).unwrap_or_default().to_owned()
}

impl Codec for CasusBelli {
    fn keys(state: &State) -> Keys<'_> {
        let reader = Reader { state };
        keys(&state.game)
            .or_named("Column", |name| column(name).map(|column| column as usize))
            .or_named("UnitId", move |name| reader.unit(name).map(UnitId::index))
            .or_named("LeaderId", move |name| reader.leader(name).map(LeaderId::index))
            .or_named("PieceId", move |name| reader.piece(name).map(PieceId::index))
    }

    fn order_of(state: &State, draft: &Draft) -> Result<Order, SpellingFault> {
        let mut order: Order = Reader { state }.keyed(draft).meaning(VERBS, &Self::keys(state))?;
        if let Order::Attack(assault) = &mut order {
            assault.by.sort_unstable();
            assault.on.sort_unstable();
            assault.leaders.sort_unstable();
        }
        if let Order::Retreat(back) = &mut order {
            back.with.sort_unstable();
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
