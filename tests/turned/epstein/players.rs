//! Players who try whatever comes to their mind.

use epstein::formation::Formation;
use epstein::kind::Arm;
use epstein::order::{Answering, Load, StandWay, Step};
use epstein::state::{GroupId, Phase, State};
use epstein::{Epstein, Order, StandId, charge, control, fire, skirmish};
use game::RuleSet;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use table::{Heading, Pose, Vec2};

use super::super::placing::CENTRE;

/// Whoever is so far from the formation's origin may come to the table's edge by a rout, in inches.
const FAR: f32 = 30.0;

/// A period ends after so many orders, as a rule.
const PERIOD: f64 = 9.0;

pub struct Players {
    pub dice: ChaCha8Rng,
    pub orders: usize,
}

impl Players {
    fn chance(&mut self, of: f64) -> bool {
        self.dice.random_bool(of)
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.dice.random_range(0..all.len())].clone())
    }

    fn inches(&mut self, most: f32) -> f64 {
        self.dice.random_range(0.1..f64::from(most))
    }

    /// The next order; none where the game is over.
    pub fn order(&mut self, state: &State) -> Option<Order> {
        self.orders += 1;
        let centre = Vec2::splat(CENTRE);
        let mut stands = state.game.stand_ids().filter_map(|stand| state.pose(stand));
        // The table's edges are the same for no two placings.
        if matches!(state.phase, Phase::Over(_)) || stands.any(|pose| pose.at.distance(centre) > FAR) {
            return None;
        }
        if state.waits().is_some() || control::waits(state) || self.chance(0.2) {
            return self.offered(state);
        }
        if self.chance(1.0 / PERIOD) {
            return Some(Order::EndPeriod);
        }
        let own: Vec<GroupId> = state.on_table().filter(|id| state.is_active(*id)).collect();
        let enemies: Vec<GroupId> = state.enemies_of(state.active).collect();
        if self.chance(0.3) {
            return self.charge(state, &own, &enemies).or_else(|| self.offered(state));
        }
        let (Some(id), Some(enemy)) = (self.pick(&own), self.pick(&enemies)) else {
            return self.offered(state);
        };
        Some(self.thought_of(state, id, enemy))
    }

    /// What is offered; now and then a little otherwise.
    fn offered(&mut self, state: &State) -> Option<Order> {
        let offers = Epstein::due(state).offers;
        // Of each kind as often.
        let mut kinds: Vec<&str> = offers
            .iter()
            .map(|offer| offer.kind)
            .filter(|kind| !["end-period", "detach"].contains(kind))
            .collect();
        kinds.dedup();
        let kind = self.pick(&kinds).unwrap_or("end-period");
        let orders: Vec<Order> =
            offers.into_iter().filter(|offer| offer.kind == kind).map(|offer| offer.order).collect();
        let mut order = self.pick(&orders)?;
        let tweak = self.chance(0.3);
        match &mut order {
            Order::Form { unit, places, .. } => {
                let id = state.find_group(unit).ok()?;
                *places = Some(keys(state, &state.group(id).stands));
            }
            Order::Move { way, .. } | Order::Charge { way, .. } if tweak => {
                for step in way {
                    if let Step::Ahead(inches) | Step::Shift(_, inches) = step {
                        *inches *= self.dice.random_range(0.2..1.1);
                    }
                }
            }
            Order::Guns { pivot, .. } | Order::Answer { how: Answering::Guns { pivot, .. }, .. } if tweak => {
                *pivot += self.dice.random_range(-6.0..6.0);
            }
            Order::Answer { how: Answering::Square { heading }, .. } if tweak => {
                *heading = self.dice.random_range(0.0..360.0);
            }
            _ => {}
        }
        Some(order)
    }

    fn thought_of(&mut self, state: &State, id: GroupId, enemy: GroupId) -> Order {
        let (unit, target) = (state.key(id), state.key(enemy));
        let group = state.group(id);
        let place = state.place(id);
        let loose = group.formation == Formation::Skirmish;
        match state.arm(id) {
            Arm::Command => {
                let way = Vec2::from_angle(self.dice.random_range(0.0..6.3)) * self.inches(14.0) as f32;
                let to = place.at + way;
                return Order::Lead { leader: unit, to: (to.x.into(), to.y.into()) };
            }
            Arm::Artillery if self.chance(0.6) => {
                let aim = place.heading.turn_to(Heading::of(state.place(enemy).at - place.at));
                let load = if self.chance(0.5) { Load::Round } else { Load::Canister };
                let pivot = f64::from(aim.to_degrees()) + self.dice.random_range(-8.0..8.0);
                return Order::Guns { gun: unit, load, pivot };
            }
            Arm::Infantry | Arm::Cavalry | Arm::Artillery => {}
        }
        match self.dice.random_range(0..14) {
            0..5 => {
                let aims: Vec<GroupId> =
                    fire::aims(state, id).iter().flat_map(|aims| aims.all()).map(|aim| aim.on).collect();
                let aimed = self.pick(&aims).filter(|_| self.chance(0.8));
                Order::volley(unit, aimed.map_or(target, |on| state.key(on)))
            }
            5 | 6 => {
                let formations = Formation::of_arm(state.arm(id));
                let formation = formations[self.dice.random_range(0..formations.len())];
                if loose {
                    let at = place.at + self.aside(3.0);
                    let degrees = place.heading.exact_degrees() + self.dice.random_range(-40.0..40.0);
                    return Order::CloseUp { unit, formation, at: (at.x.into(), at.y.into(), degrees) };
                }
                let mut stands = group.stands.clone();
                if self.chance(0.2) {
                    stands.reverse();
                }
                let heading = self.chance(0.4).then(|| self.dice.random_range(0.0..360.0));
                Order::Form { unit, formation, heading, places: Some(keys(state, &stands)) }
            }
            7 if group.stands.len() > 1 => {
                let stands = keys(state, &group.stands[..self.dice.random_range(1..group.stands.len())]);
                Order::Detach { unit, stands }
            }
            8 => match state.game.house_ids().next() {
                Some(house) => {
                    Order::FireAtHouse { unit, house: state.game.house_key(house).to_owned(), stands: None }
                }
                None => Order::Ford { unit },
            },
            9 | 10 => self.skirmish(state, id),
            _ => {
                let way = (0..self.dice.random_range(1..4)).map(|_| self.step(loose)).collect();
                Order::Move { unit, way }
            }
        }
    }

    fn aside(&mut self, most: f32) -> Vec2 {
        Vec2::new(self.dice.random_range(-most..most), self.dice.random_range(-most..most))
    }

    fn step(&mut self, loose: bool) -> Step {
        let degrees = self.dice.random_range(1.0..60.0);
        match self.dice.random_range(0..9) {
            0..4 if loose => {
                Step::Shift(self.dice.random_range(-3.0..3.0), self.dice.random_range(-3.0..5.0))
            }
            0..4 => Step::Ahead(self.inches(6.0)),
            4 => Step::Back(self.inches(3.0)),
            5 => Step::WheelLeft(degrees),
            6 => Step::WheelRight(degrees),
            7 => Step::Face(self.dice.random_range(-180.0..180.0)),
            _ => Step::Slide(self.dice.random_range(-2.1..2.1)),
        }
    }

    /// A charge on anybody; one that may be is sought for a while.
    fn charge(&mut self, state: &State, own: &[GroupId], enemies: &[GroupId]) -> Option<Order> {
        let mut order = None;
        for _ in 0..12 {
            let (id, enemy) = (self.pick(own)?, self.pick(enemies)?);
            let way = self.way_of_charge(state, id, enemy);
            let may = charge::check_charge(state, id, &way, enemy, &[]).is_ok();
            let joins = charge::of_attack(state, id).into_iter().map(|other| state.key(other));
            let support =
                Some(joins.collect()).filter(|all: &Vec<String>| !all.is_empty() && self.chance(0.6));
            order = Some(Order::Charge { unit: state.key(id), way, target: state.key(enemy), support });
            if may {
                break;
            }
        }
        order
    }

    /// Straight ahead, or turned to whom it goes for.
    fn way_of_charge(&mut self, state: &State, id: GroupId, enemy: GroupId) -> Vec<Step> {
        let place = state.place(id);
        let line = state.place(enemy).at - place.at;
        let turn = f64::from(place.heading.turn_to(Heading::of(line)).to_degrees());
        let turn = turn + self.dice.random_range(-4.0..4.0);
        let far = f64::from(line.length()) * self.dice.random_range(0.6..1.0);
        let ahead = Step::Ahead(far.max(0.1));
        match self.dice.random_range(0..3) {
            0 => vec![Step::Face(turn), ahead],
            1 if turn > 0.0 => vec![Step::WheelRight(turn), ahead],
            1 => vec![Step::WheelLeft(-turn), ahead],
            _ => vec![ahead],
        }
    }

    fn skirmish(&mut self, state: &State, id: GroupId) -> Order {
        if let Some(order) = skirmish::usual(state, id).filter(|_| self.chance(0.4)) {
            return order;
        }
        let aside = self.aside(4.0);
        let mut ways = Vec::new();
        let spread = state.poses(&state.group(id).stands, Formation::Skirmish, state.place(id));
        for (stand, Pose { at, heading }) in spread {
            if self.chance(0.8) {
                let to = at + aside + self.aside(0.5);
                let degrees = heading.exact_degrees() + self.dice.random_range(-30.0..30.0);
                ways.push(StandWay { stand: key(state, stand), to: (to.x.into(), to.y.into(), degrees) });
            }
        }
        Order::Skirmish { unit: state.key(id), ways }
    }
}

fn key(state: &State, stand: StandId) -> String {
    state.game.stand(stand).key.clone()
}

fn keys(state: &State, stands: &[StandId]) -> Vec<String> {
    stands.iter().map(|stand| key(state, *stand)).collect()
}
