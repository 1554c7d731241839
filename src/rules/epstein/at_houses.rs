//! Offers for houses and leaders (`epstein:14.c.4`, `epstein:15.1` to `epstein:15.9`).

use table::Pose;

use super::garrison::{check_may_leave, check_may_post};
use super::house_fire::{check_may_fire_out, shot_out, stands_at_house};
use super::houses;
use super::kind::Arm;
use super::measure::{SLACK, touching};
use super::moving::{allowance, check_may_move};
use super::offers::OfferList;
use super::order::{Answering, Order};
use super::pending::Pending;
use super::roster::{HouseId, StandId};
use super::state::{GroupId, State};
use super::{assault, fire, leaders as commands};

fn key(state: &State, stand: StandId) -> String {
    state.game.stand(stand).key.clone()
}

/// A pose in the form that orders use.
fn spot(pose: Pose) -> (f64, f64, f64) {
    (f64::from(pose.at.x), f64::from(pose.at.y), pose.heading.exact_degrees())
}

/// The answers to a pending decision at a house, or about a leader.
pub(super) fn answers(state: &State, pending: &Pending) -> OfferList {
    let answer = |unit: GroupId, how| (Order::answer(state.key(unit), how), "answer", false);
    match pending {
        Pending::HouseShot(shot) => {
            [Answering::Fire, Answering::Nothing].map(|how| answer(shot.on, how)).into()
        }
        Pending::Assault(now) => {
            let by = assault::next(state, now).and_then(|(.., shot)| shot).map(|shot| shot.by);
            let both = |by| [Answering::Fire, Answering::Nothing].map(|how| answer(by, how));
            by.into_iter().flat_map(both).collect()
        }
        Pending::Opening(now) => {
            let house = state.game.house_key(now.house).to_owned();
            let enter = |stand: &StandId| Order::EnterHouse {
                unit: key(state, *stand),
                house: house.clone(),
                way: None,
                stands: None,
            };
            let mut found: OfferList =
                now.stands.iter().map(|stand| (enter(stand), "enter-house", false)).collect();
            let out = now.stands.first().and_then(|stand| state.group_of(*stand));
            found.extend(out.map(|unit| answer(unit, Answering::Nothing)));
            found
        }
        Pending::Follow(now) => {
            let leader = state.key(now.leader);
            let goes = Order::Follow { leader: leader.clone() };
            vec![(goes, "follow", false), (Order::Stay { leader }, "follow", false)]
        }
        Pending::Flames(house) => {
            let inside = houses::inside(state, *house);
            inside.first().map(|(stand, _)| out_of(state, *stand, *house)).unwrap_or_default()
        }
        Pending::Risk(_) | Pending::Shot(_) | Pending::Losses(_) | Pending::Charge(_) => Vec::new(),
    }
}

/// The places where a stand can leave its house, one at each free side.
fn out_of(state: &State, stand: StandId, house: HouseId) -> OfferList {
    let ways = houses::ways_out(state, stand, house);
    let leave = |pose| Order::LeaveHouse { stand: key(state, stand), at: spot(pose) };
    ways.into_iter().map(|pose| (leave(pose), "leave-house", true)).collect()
}

/// The groups of the active side that are in houses, with their stands and houses.
fn inside(state: &State) -> Vec<(GroupId, StandId, HouseId)> {
    let of = |id: GroupId| Some((id, *state.group(id).stands.first()?, houses::house_of(state, id)?));
    state.group_ids().filter(|id| state.is_active(*id)).filter_map(of).collect()
}

/// The houses that the enemy holds.
fn of_enemy(state: &State) -> Vec<HouseId> {
    let enemy = |id: &HouseId| houses::holder(state, *id) == Some(state.active.enemy());
    state.game.house_ids().filter(enemy).collect()
}

/// Fire out of houses and at them.
pub(super) fn fire(state: &State, found: &mut OfferList) {
    for (id, stand, house) in inside(state) {
        if check_may_fire_out(state, id).is_err() {
            continue;
        }
        let (middle, radius) = houses::circle(state, house);
        let near = state.enemies_near(state.active, middle, radius + fire::reach(state, stand) + SLACK);
        for target in near.filter(|target| shot_out(state, id, *target, None).is_ok()) {
            let (stand, target) = (key(state, stand), state.key(target));
            found.push((Order::HouseFire { stand, target, side: None }, "house-fire", false));
        }
    }
    for house in of_enemy(state) {
        let (middle, radius) = houses::circle(state, house);
        for id in state.friends_near(state.active, middle, radius + 7.0) {
            let near = state.quads(id).any(|(_, quad)| houses::gap_to_house(state, house, &quad) < 7.0);
            if near
                && fire::check_may_fire(state, id).is_ok()
                && !stands_at_house(state, id, house).is_empty()
            {
                let house = state.game.house_key(house).to_owned();
                let order = Order::FireAtHouse { unit: state.key(id), house, stands: None };
                found.push((order, "fire-at-house", true));
            }
        }
    }
}

/// Assaults by all stands that can, the first stand at each side.
pub(super) fn assaults(state: &State, found: &mut OfferList) {
    for house in of_enemy(state) {
        let (mut sides, mut stands): (Vec<u8>, Vec<String>) = (Vec::new(), Vec::new());
        let (middle, radius) = houses::circle(state, house);
        for id in state.friends_near(state.active, middle, radius + SLACK) {
            for stand in &state.group(id).stands {
                if let Ok(side) = assault::check_may_assault(state, *stand, house)
                    && !sides.contains(&side)
                {
                    sides.push(side);
                    stands.push(key(state, *stand));
                }
            }
        }
        if !stands.is_empty() {
            let order = Order::Assault { house: state.game.house_key(house).to_owned(), stands };
            found.push((order, "assault", true));
        }
    }
}

/// Stands that touch a house with room enter it from where they stand.
pub(super) fn entries(state: &State, found: &mut OfferList) {
    for house in state.game.house_ids() {
        let room =
            usize::from(state.game.house(house).capacity).saturating_sub(houses::inside(state, house).len());
        let barred = houses::holder(state, house).is_some_and(|holder| holder != state.active);
        if room == 0 || barred || state.house(house).burns() {
            continue;
        }
        let (middle, radius) = houses::circle(state, house);
        for id in state.friends_near(state.active, middle, radius + SLACK) {
            let square = state.group(id).formation == super::formation::Formation::Square;
            let stays = square || state.group(id).crossing.is_some();
            if state.arm(id) != Arm::Infantry || stays || check_may_move(state, id).is_err() {
                continue;
            }
            let touches =
                state.quads(id).filter(|(_, quad)| touching(houses::gap_to_house(state, house, quad)));
            let stands: Vec<String> = touches.take(room).map(|(stand, _)| key(state, stand)).collect();
            if !stands.is_empty() {
                let house = state.game.house_key(house).to_owned();
                let order = Order::EnterHouse { unit: state.key(id), house, way: None, stands: Some(stands) };
                found.push((order, "enter-house", true));
            }
        }
    }
}

/// Leaving houses, and posting stands where a house holds several.
pub(super) fn garrisons(state: &State, found: &mut OfferList) {
    for (id, stand, house) in inside(state) {
        if check_may_post(state, id).is_ok() && houses::inside(state, house).len() > 1 {
            let count = u8::try_from(houses::sides(state, house)).unwrap_or(u8::MAX);
            let post = |side| (Order::Post { stand: key(state, stand), side }, "post", false);
            found.extend((1..=count).map(post));
        }
        if check_may_leave(state, id).is_ok() {
            found.extend(out_of(state, stand, house));
        }
    }
}

/// A leader goes straight ahead as far as he may, or stays.
pub(super) fn leaders(state: &State, found: &mut OfferList) {
    let own = state.on_table().filter(|id| state.is_active(*id) && state.arm(*id) == Arm::Command);
    for id in own {
        let (here, most) = (state.place(id), allowance(state, id));
        let there =
            [1.0_f32, 0.75, 0.5, 0.25, 0.1].map(|share| here.at + here.heading.forward() * (most * share));
        if let Some(to) = there.into_iter().find(|to| commands::way(state, id, *to).is_ok()) {
            let to = (f64::from(to.x), f64::from(to.y));
            found.push((Order::Lead { leader: state.key(id), to }, "lead", true));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Epstein, Position};
    use dice::Rolled;
    use game::{Codec, RuleSet};

    /// Two houses, one of them held, battalions, cavalry and leaders of both sides about them.
    const POSITION: &str = r#"{
        "table": [40, 40],
        "areas": [
            {"id": "farm", "kind": "building", "capacity": 3, "hits": 2, "polygon": [[-3, -2], [3, -2], [3, 2], [-3, 2]]},
            {"id": "mill", "kind": "building", "capacity": 1, "polygon": [[6, -1], [8, -1], [8, 1], [6, 1]]}
        ],
        "turns": 12,
        "units": [
            {"id": "A", "at": [-0.5, -3.375, 0]},
            {"id": "C", "formation": "march_column", "at": [-4.5, 0, 90]},
            {"id": "D", "formation": "skirmish", "at": [6, -5, 0]},
            {"id": "H", "kind": "cav_light_line", "at": [0, -9, 0]},
            {"id": "L", "kind": "command", "at": [0, -4.5, 0]},
            {"id": "K", "kind": "command", "at": [9, -6, 0]},
            {"id": "B", "side": "blue", "at": [0, 9, 180], "inside": "farm", "indoors": [1, 2]},
            {"id": "E", "side": "blue", "at": [0, 3.375, 180]},
            {"id": "F", "side": "blue", "formation": "march_column", "at": [7, 4, 180]},
            {"id": "M", "side": "blue", "kind": "command", "at": [2, 4.3, 180]},
            {"id": "N", "side": "blue", "kind": "command", "at": [-8, 3, 180]}
        ]
    }"#;

    /// Anybody's choice: one of so many.
    fn pick(random: &mut u64, many: usize) -> usize {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*random >> 33).unwrap_or(0) % many
    }

    #[test]
    fn every_offer_is_legal_and_every_state_is_spelled_and_read_again() {
        let position: Position = serde_json::from_str(POSITION).expect("the position is read");
        let start = position.set_up(&|_| Err("no battle".to_owned())).expect("the position stands");
        for game in 0..6_u64 {
            let (mut state, mut random) = (start.clone(), game);
            for entry in 0..120 {
                let mut offers = Epstein::due(&state).offers;
                if offers.is_empty() {
                    assert!(Epstein::is_over(&state), "game {game}: nothing is due at {entry}");
                    break;
                }
                let order = offers.swap_remove(pick(&mut random, offers.len())).order;
                let ruling = Epstein::judge(&state, &order, &mut Rolled::new(game, entry));
                let ruling =
                    ruling.unwrap_or_else(|stop| panic!("game {game}, entry {entry}: {order:?}: {stop:?}"));
                ruling.events.iter().for_each(|event| Epstein::apply(&mut state, event));
                let spelled = Epstein::play(&state).expect("everything has a key");
                assert_eq!(
                    Epstein::resumed(&start, &spelled).as_ref(),
                    Ok(&state),
                    "game {game}, entry {entry}"
                );
            }
        }
    }
}
