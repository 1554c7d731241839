//! The drawing of the map: ground, numbers, names, holders of places, counters, fronts.

use std::collections::{BTreeMap, BTreeSet};

use crate::order::Order;
use crate::roster::{Counter, LeaderId, PieceId, UnitId};
use crate::state::{Phase, State};
use crate::{chart, victory, zones};
use drawing::hex::{Arm, Condition, Counter as Drawn, FLAT, Lie, front_marks};
use drawing::{Face, Ink, Length, Lettering, Mark, Pen, Stage, StageSpot};
use game::hex_scene::{self, version};
use game::{Due, Offer};
use glam::Vec2;
use hexes::Hex;
use scenario::Side;

use super::under::Standing;
use super::{head, owed, under, units};

/// The stage of a state.
pub fn stage(state: &State, due: &Due<Order>) -> Stage {
    let (game, (counters, labels)) = (&state.game, counters(state, &acting(state, &due.offers)));
    let key = |id: u16| units::key(state, PieceId(id as u8));
    let mut stage = hex_scene::stage(
        (game.map(), game.sheet()),
        (&counters, &named_beside(state)),
        (key, &labels),
        chart::kind_words,
    );
    let fronts: Vec<_> = counters.iter().map(|counter| (counter.hex, counter.faces)).collect();
    stage.layers.insert(3, hex_scene::layer("places", version(&possessors(state)), false));
    stage.layers.push(hex_scene::layer("fronts", version(&fronts), false));
    stage.by_name = game.leaders().map(|leader| game.leader(leader).id.clone()).collect();
    stage.spots = place_spots(state, &game.sheet().lie);
    stage
}

/// The marks of a layer, at this many points per inch.
pub fn layer(state: &State, due: &Due<Order>, name: &str, scale: f32) -> Vec<Mark> {
    let sheet = state.game.sheet();
    match name {
        "places" => place_marks(state),
        "fronts" if state.game.options.has_facing() => front_marks(&sheet.lie, &named_beside(state)),
        _ => {
            let counters = || counters(state, &acting(state, &due.offers)).0;
            hex_scene::layer_marks((&state.game, sheet), (name, scale), counters, || named_beside(state))
        }
    }
}

/// The counters as obstacles for names, independent of who may act.
fn named_beside(state: &State) -> Vec<Drawn> {
    counters(state, &BTreeSet::new()).0
}

/// Who possesses each hex of each place that is worth points (`cb:14a`), by the number of the side.
fn possessors(state: &State) -> Vec<(Hex, Option<u8>)> {
    let hexes = state.game.places().flat_map(|(_, place)| place.hexes.iter().copied());
    hexes.map(|hex| (hex, victory::possessor(state, hex).map(|side| side.0))).collect()
}

/// Where the flag of a place is drawn: at the lower left of its hex.
fn flag_at(lie: &Lie, hex: Hex) -> Vec2 {
    lie.centre(hex) + Vec2::new(-0.34, -0.42) * FLAT
}

/// A small flag in each hex of a place worth points, in the colour of its holder, with the letter of that side.
fn place_marks(state: &State) -> Vec<Mark> {
    let lie = &state.game.sheet().lie;
    let mut marks = Vec::new();
    for (hex, side) in possessors(state) {
        let foot = flag_at(lie, hex);
        let at = |x: f32, y: f32| foot + Vec2::new(x, y);
        let staff = |ink, inches, least| Pen::new(ink, Length::inches(inches).between(least, 9.0));
        marks.push(Mark::line([at(0.0, -0.12), at(0.0, 0.5)], staff(Ink::Halo, 0.14, 3.0)));
        marks.push(Mark::line([at(0.0, -0.12), at(0.0, 0.5)], staff(Ink::BlockLine, 0.06, 1.3)));
        let cloth = [at(0.0, 0.5), at(0.56, 0.5), at(0.56, 0.1), at(0.0, 0.1)];
        let line = Pen::new(Ink::BlockLine, Length::inches(0.04).between(1.0, 3.0));
        let Some(side) = side.map(Side) else {
            marks.push(Mark::ring(cloth, line.dashed(3.0, 3.0)));
            continue;
        };
        let colour = state.game.colour(side);
        marks.push(Mark::fill(cloth, Ink::Block(colour)));
        marks.push(Mark::ring(cloth, line));
        let letter: String = state.game.side_name(side).chars().take(1).collect();
        let size = Length::inches(0.3).between(6.0, 26.0);
        marks.push(Lettering::new(at(0.28, 0.3), letter, size, Face::Bold, Ink::NameOnBlock(colour)).into());
    }
    marks
}

/// Tooltip spots of the flags.
fn place_spots(state: &State, lie: &Lie) -> Vec<StageSpot> {
    let mut spots = Vec::new();
    for (_, place) in state.game.places() {
        for hex in &place.hexes {
            spots.push(StageSpot {
                at: flag_at(lie, *hex) + Vec2::new(0.28, 0.25),
                reach: Length::inches(0.35).between(8.0, 30.0),
                over: false,
                title: place.name.clone(),
                words: head::place_words(state, place),
                clause: "cb:14a",
            });
        }
    }
    spots
}

/// The pieces with possible orders, apart from the end of the phase.
fn acting(state: &State, offers: &[Offer<Order>]) -> BTreeSet<PieceId> {
    let listed =
        ["move", "enter", "run", "retreat", "advance", "relocate", "rally", "name", "promote", "charge"];
    let own = offers.iter().filter(|offer| listed.contains(&offer.kind));
    let mut acting: BTreeSet<PieceId> = own.filter_map(|offer| doer(state, &offer.order)).collect();
    acting.extend(head::waits_for(state));
    acting
}

/// The piece that carries out an order.
pub fn doer(state: &State, order: &Order) -> Option<PieceId> {
    // A combat has many participants.
    if order.attack().is_some() {
        return None;
    }
    let unit = order.units().first().map(|unit| state.game.piece_of_unit(*unit));
    let leader = || order.leaders().first().map(|leader| state.game.piece_of_leader(*leader));
    unit.or_else(|| order.pieces().first().copied()).or_else(leader)
}

/// The counters of all pieces, and each in full, for those who hear the window; `acting`: those who may act.
pub fn counters(state: &State, acting: &BTreeSet<PieceId>) -> (Vec<Drawn>, Vec<String>) {
    let commanded = !matches!(state.phase, Phase::SetUp | Phase::Over(_));
    let standings = if commanded { under::all(state, state.phasing) } else { BTreeMap::new() };
    let mut counters = Vec::new();
    let mut labels = Vec::new();
    for piece in units::pieces(state) {
        let may_act = acting.contains(&piece);
        let (condition, told) = match state.game.counter(piece) {
            Counter::Unit(unit) => of_unit(state, unit, may_act, standings.get(&unit)),
            Counter::Leader(leader) => of_leader(state, leader, may_act),
        };
        let mut label = units::describe(state, piece);
        for said in told {
            label.push_str(", ");
            label.push_str(said);
        }
        labels.push(label);
        counters.push(Drawn { condition, ..counter(state, piece) });
    }
    (counters, labels)
}

/// The condition of a unit, as drawn and in words.
fn of_unit(
    state: &State,
    id: UnitId,
    may_act: bool,
    standing: Option<&Standing>,
) -> (Condition, Vec<&'static str>) {
    let now = state.unit(id);
    let phase = state.combat();
    let fighting = phase.is_some_and(|phase| phase.under_way().is_some() || phase.retreating.is_some());
    let owes = phase.is_some_and(|phase| owed::owes(phase, id));
    let is_owed = phase.is_some_and(|phase| owed::is_owed(phase, id));
    let done = |has: bool| has && !may_act;
    let condition = Condition {
        may_act: may_act || (owes && !fighting),
        moved: now.moved.is_some(),
        // A unit that must retreat or may advance is not done yet.
        fought: done(phase.is_some_and(|phase| phase.fought.contains(&id) || phase.attacked.contains(&id))),
        owed: owes || is_owed,
        in_contact: !zones::touching(state, id).is_empty(),
        displaced: phase.is_some_and(|phase| phase.displaced.contains(&id)),
        selected: false,
        ghost: false,
        doubled: false,
        routed: now.routed,
        demoralised: state.is_unit_demoralised(id),
        charging: state.command.charges.contains_key(&id),
        // A later arrival needs no commander.
        out_of_command: standing.is_some_and(|standing| !standing.in_command) && now.place.hex().is_some(),
        spent: done(phase.is_some_and(|phase| phase.spent.contains(&id))),
    };
    let told = [
        (condition.routed, "routed"),
        (condition.demoralised, "its corps demoralised"),
        (condition.charging, "charging"),
        (condition.out_of_command, "out of command"),
        (condition.fought, "has fought"),
        (owes, "owes an attack"),
        (is_owed, "must be attacked"),
        (condition.displaced, "displaced in this phase"),
        (condition.spent, "takes no more part in this phase"),
    ];
    (condition, told.into_iter().filter(|(is, _)| *is).map(|(_, said)| said).collect())
}

/// The condition of a leader, as drawn and in words.
fn of_leader(state: &State, id: LeaderId, may_act: bool) -> (Condition, Vec<&'static str>) {
    let shaken = state.game.led_by(id).is_some_and(|corps| state.is_demoralised(corps));
    let condition = Condition {
        may_act,
        moved: state.leader(id).moved.is_some(),
        demoralised: shaken,
        spent: state.combat().is_some_and(|phase| phase.inspired.contains(&id)),
        ..Condition::default()
    };
    let told = [
        (condition.moved, "has moved"),
        (condition.demoralised, "his corps demoralised"),
        (condition.spent, "his bonus is used"),
    ];
    (condition, told.into_iter().filter(|(is, _)| *is).map(|(_, said)| said).collect())
}

/// The counter of a piece, without any condition.
pub fn counter(state: &State, piece: PieceId) -> Drawn {
    let side = state.game.side_of(piece);
    let (arm, strength, movement, faces) = match state.game.counter(piece) {
        Counter::Unit(unit) => {
            let (printed, now) = (state.game.unit(unit), state.unit(unit));
            (printed.arm.sign(), now.strength, printed.movement, now.faces)
        }
        Counter::Leader(leader) => {
            let printed = state.game.leader(leader);
            let bonus = if state.leader(leader).acting { 0 } else { printed.bonus };
            (Arm::Leader { bonus: i8::try_from(bonus).unwrap_or(i8::MAX) }, 0, printed.movement, None)
        }
    };
    Drawn {
        id: u16::from(piece.0),
        hex: units::hex(state, piece),
        side: side.0,
        colour: state.game.colour(side),
        arm,
        designation: units::tag(state, piece).to_owned(),
        strength,
        movement,
        condition: Condition::default(),
        faces,
    }
}
