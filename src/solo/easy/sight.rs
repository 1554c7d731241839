//! What a solo player sees: enemies with estimated strengths, places to take, and the value of a fight.
//!
//! Units: inches between centres, strength points.

use glam::Vec2;

use easy::movement::kind::allowance;
use easy::order::MoveKind;
use easy::tables::Band;
use easy::touching::touched_enemies;
use easy::{StandId, State};
use game::counted;
use scenario::{Home, Side};
use table::Pose;
use table::measure::inches_apart;

/// An enemy stand of troops on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enemy {
    pub id: StandId,
    pub pose: Pose,
    /// Estimated strength: a marked stand has lost something.
    pub strength: f32,
}

/// The table as seen by one side.
#[derive(Debug)]
pub(super) struct Sight<'a> {
    pub view: &'a State,
    pub side: Side,
    pub enemies: Vec<Enemy>,
    /// Does this side advance on the enemy? Otherwise it waits.
    pub attacks: bool,
    /// Are stands taken out of the fight while half of them is left, and weak enemies shot at first?
    pub spares: bool,
}

impl<'a> Sight<'a> {
    pub fn new(view: &'a State, side: Side) -> Self {
        let enemies: Vec<Enemy> = view
            .ids()
            .filter(|id| view.side(*id) != side && view.arm(*id).is_troops())
            .filter_map(|id| {
                let stand = view.stand(id);
                let strength = f32::from(stand.strength) * if stand.hidden { 0.7 } else { 1.0 };
                Some(Enemy { id, pose: view.pose(id)?, strength })
            })
            .collect();
        let attacks = presses(view, side, &enemies);
        Self { view, side, enemies, attacks, spares: false }
    }

    /// The nearest enemy and the distance of its centre.
    pub fn nearest(&self, at: Vec2) -> Option<(&Enemy, f32)> {
        let nearest = self.enemies.iter().map(|enemy| (enemy, enemy.pose.at.distance_squared(at)));
        nearest.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(enemy, squared)| (enemy, squared.sqrt()))
    }

    pub fn away_from(&self, at: Vec2, enemy: &Enemy) -> f32 {
        at.distance(enemy.pose.at)
    }

    /// The direction to this side's home edge.
    pub fn home(&self) -> Vec2 {
        match self.view.game.scenario.sides[self.side.index()].home {
            Home::North => Vec2::Y,
            Home::East => Vec2::X,
            Home::South => Vec2::NEG_Y,
            Home::West => Vec2::NEG_X,
        }
    }

    /// Does the side hold a place within this distance?
    pub fn holds_place(&self, at: Vec2, near: f32) -> bool {
        let places = self.view.game.scenario.objectives.iter().zip(&self.view.holders);
        places.filter(|(_, holder)| **holder == Some(self.side)).any(|(objective, _)| {
            let middle = objective.place.iter().sum::<Vec2>() / objective.place.len().max(1) as f32;
            middle.distance(at) < near
        })
    }

    /// Is two fifths of its strength or less left, or half of it where stands are spared?
    pub fn is_beaten(&self, id: StandId) -> bool {
        let (left, start) = (u32::from(self.view.stand(id).strength), u32::from(self.view.unit(id).strength));
        start >= 3 && (left * 5 <= start * 2 || self.spares && left * 2 <= start)
    }

    /// Could enemy cavalry charge this stand where it is?
    pub fn horse_near(&self, id: StandId) -> bool {
        let Some(pose) = self.view.pose(id) else { return false };
        let more = self.view.lengths().inches(2.0);
        self.enemies.iter().filter(|enemy| self.view.arm(enemy.id).is_cavalry()).any(|enemy| {
            enemy.pose.at.distance(pose.at) < allowance(self.view, enemy.id, MoveKind::Move) + more
        })
    }

    /// Value of a shot; if 0 or below, it is better to advance first.
    pub fn worth_of_shot(&self, battery: StandId, target: StandId) -> f32 {
        let (Some(from), Some(to)) = (self.view.placed(battery), self.view.placed(target)) else {
            return 0.0;
        };
        // As for stands of the printed size (`easy:I.A.1-scale`).
        let range = inches_apart(from, to) / self.view.lengths().scale();
        if range > WORTH && self.attacks {
            return 0.0;
        }
        if self.saves_ammunition(battery, inches_apart(from, to)) {
            return 0.0;
        }
        let guns = if self.view.arm(target).is_artillery() { 3.0 } else { 0.0 };
        let marked = if self.view.stand(target).marked { 1.0 } else { 0.0 };
        let weak =
            if self.spares { (6.0 - f32::from(self.view.stand(target).strength)).max(0.0) } else { 0.0 };
        (20.0 - range - guns + marked + weak).max(0.1)
    }

    /// Has the army too few chits left for fire at long range (`easy:VI.E`)? One for each battery and each of the next turns
    /// is enough.
    fn saves_ammunition(&self, battery: StandId, range: f32) -> bool {
        let view = self.view;
        let Some(left) = view.stock_of(battery).and_then(|stock| stock.left) else { return false };
        let row = view.unit(battery).battery.map(|battery| view.lengths().to_hit(battery));
        if row.and_then(|row| row.band(range)) != Some(Band::Long) {
            return false;
        }
        let own = view.unit(battery);
        let batteries = view
            .on_table()
            .filter(|(id, _)| view.arm(*id).is_artillery())
            .filter(|(id, _)| (view.unit(*id).side, view.unit(*id).army) == (own.side, own.army))
            .count();
        let turns = view.game.scenario.turns.saturating_sub(view.turn).saturating_add(1).min(ENOUGH_TURNS);
        usize::from(left) < batteries * usize::from(turns)
    }

    /// Combined strength of active friends that could still close on the enemy, or touch it already.
    fn gang(&self, but: StandId, enemy: &Enemy) -> f32 {
        let Some(now) = self.view.active() else { return 0.0 };
        let mut together = 0.0;
        for id in now.list.iter().copied().filter(|id| *id != but && !self.view.arm(*id).is_artillery()) {
            let Some(pose) = self.view.pose(id) else { continue };
            let distance = pose.at.distance(enemy.pose.at);
            let strength = f32::from(self.view.stand(id).strength);
            if distance < self.view.lengths().inches(3.2)
                && touched_enemies(self.view, id).contains(&enemy.id)
            {
                together += strength;
            } else if !now.acted.contains(&id)
                && !self.is_beaten(id)
                && distance < allowance(self.view, id, MoveKind::Move) + self.view.lengths().inches(1.5)
            {
                together += strength * 0.5;
            }
        }
        together
    }

    /// Value of attacking the enemy; negative if it is better left alone.
    pub fn worth_of_attack(&self, id: StandId, enemy: &Enemy) -> f32 {
        let own = f32::from(self.view.stand(id).strength);
        let gang = self.gang(id, enemy);
        let guns = self.view.arm(enemy.id).is_artillery();
        let theirs = if guns { 3.0 } else { enemy.strength };
        let wanted = if self.attacks { 0.9 } else { 1.2 };
        let horse_on_foot =
            self.view.arm(id).is_cavalry() && self.view.arm(enemy.id).is_infantry() && gang < 1.0;
        let ours = own + gang - if horse_on_foot { own * 0.4 } else { 0.0 };
        ours / theirs.max(0.5) - wanted
    }

    /// May a stand in contact go on? Otherwise it had better withdraw.
    pub fn can_go_on(&self, id: StandId) -> bool {
        let [ours, theirs] = self.in_contact(id);
        ours >= theirs * 0.6
    }

    /// The strength of a stand with that of friends who help it, and that of the enemies it touches.
    pub fn in_contact(&self, id: StandId) -> [f32; 2] {
        let theirs: f32 = touched_enemies(self.view, id)
            .iter()
            .filter_map(|enemy| self.enemies.iter().find(|known| known.id == *enemy))
            .map(|enemy| if self.view.arm(enemy.id).is_artillery() { 1.5 } else { enemy.strength })
            .sum();
        let friends: f32 = touched_enemies(self.view, id)
            .iter()
            .filter_map(|enemy| self.enemies.iter().find(|known| known.id == *enemy))
            .map(|enemy| self.gang(id, enemy))
            .fold(0.0, f32::max);
        [f32::from(self.view.stand(id).strength) + friends, theirs]
    }

    /// How many friends who fight hand to hand are nearer to this point, and near it.
    fn before(&self, id: StandId, at: Vec2, point: Vec2) -> usize {
        let far = point.distance(at);
        let near = self.view.lengths().inches(8.0).min(far);
        let friends = self.view.on_table().filter(|(other, _)| {
            *other != id
                && self.view.side(*other) == self.side
                && self.view.arm(*other).is_troops()
                && !self.view.arm(*other).is_artillery()
        });
        friends.filter(|(_, placed)| placed.pose.at.distance(point) < near).count()
    }

    /// Where a stand should go, and why: a place to take, a place to help, or the enemy; `None` if it stays.
    pub fn goal(&self, id: StandId, at: Vec2) -> Option<(Vec2, String)> {
        let scenario = &self.view.game.scenario;
        let mut goals: Vec<(f32, Vec2, String)> = Vec::new();
        for (objective, holder) in scenario.objectives.iter().zip(&self.view.holders) {
            let place = objective.place.iter().sum::<Vec2>() / objective.place.len().max(1) as f32;
            let lengths = self.view.lengths();
            let threat = self.nearest(place).map_or(99.0, |(_, distance)| distance);
            let worth = lengths.inches(1.5) * f32::from(objective.points);
            let held = *holder == Some(self.side);
            let near = place.distance(at) < lengths.inches(10.0);
            if !held && (self.attacks || threat > lengths.inches(12.0))
                || held && threat < lengths.inches(9.0) && (near || !self.attacks)
            {
                let points = counted(i32::from(objective.points), "point", "points");
                let does = if held { "it helps to hold" } else { "it goes for" };
                let before = if self.spares { self.before(id, at, place) } else { 0 };
                // A place is held by half as many as threaten it: the others are free.
                let around = |enemy: &&Enemy| enemy.pose.at.distance(place) < lengths.inches(9.0);
                if held && before * 2 > self.enemies.iter().filter(around).count() {
                    continue;
                }
                let crowd = lengths.inches(CROWDED) * before as f32;
                goals.push((
                    place.distance(at) - worth + crowd,
                    place,
                    format!("{does} {}, {points}", within(&objective.name)),
                ));
            }
        }
        // An attacker seeks the enemy; a defender goes to meet an enemy only if it is near.
        let far = allowance(self.view, id, MoveKind::Move) + self.view.lengths().inches(3.0);
        let sought = self.nearest(at).filter(|(_, distance)| self.attacks || *distance < far);
        if let Some((mut enemy, mut distance)) = sought {
            let mut cost = distance;
            if self.spares {
                // Where friends are before him already there is no room: another enemy, or his flank, is.
                let costs = self.enemies.iter().map(|enemy| {
                    let distance = enemy.pose.at.distance(at);
                    (
                        distance
                            + self.view.lengths().inches(CROWDED) * self.before(id, at, enemy.pose.at) as f32,
                        distance,
                        enemy,
                    )
                });
                if let Some(least) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) {
                    (cost, distance, enemy) = least;
                }
            }
            let why = format!("it goes up to {}, {distance:.1} in away", self.view.say(enemy.id));
            goals.push((cost + self.view.lengths().inches(4.0), enemy.pose.at, why));
        }
        goals.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place, why)| (place, why))
    }
}

/// A name as it stands within a sentence: `the crossroads`.
pub(super) fn within(name: &str) -> String {
    name.strip_prefix("The ").map_or_else(|| name.to_owned(), |rest| format!("the {rest}"))
}

/// Does a side advance on the enemy? A side that is not ahead, as places are held now, has to. One that is ahead goes on if it
/// began behind, until it is clearly the weaker; otherwise it advances only when much the stronger.
fn presses(view: &State, side: Side, enemies: &[Enemy]) -> bool {
    let points = view.points_with_objectives();
    if points[side.index()] <= points[side.enemy().index()] {
        return true;
    }
    let objectives = &view.game.scenario.objectives;
    let began = |side: Side| -> u32 {
        let held = objectives.iter().filter(|objective| objective.held_by == Some(side));
        held.map(|objective| u32::from(objective.points)).sum()
    };
    let ours: f32 = view
        .on_table()
        .filter(|(id, _)| view.side(*id) == side && view.arm(*id).is_troops())
        .map(|(id, _)| f32::from(view.stand(id).strength))
        .sum();
    let theirs: f32 = enemies.iter().map(|enemy| enemy.strength).sum();
    let needed = if began(side) < began(side.enemy()) { GOES_ON } else { COMES_OUT };
    ours >= needed * theirs
}

/// How much farther an enemy seems for each friend who is before him already, in inches.
const CROWDED: f32 = 3.0;

/// Least ratio to the enemy's strength on the table at which the attacker goes on.
const GOES_ON: f32 = 0.8;
/// Least ratio to the enemy's strength on the table at which the defender advances.
const COMES_OUT: f32 = 1.4;

/// Number of turns' chits that is enough to fire at long range too.
const ENOUGH_TURNS: u8 = 3;

/// Beyond this range an attacker's guns advance instead of firing.
const WORTH: f32 = super::player::WORTH_A_SHOT;
