//! One solo player: decides for the command, the stands and the general that may act.
//!
//! Everything is decided from the side's own view: strengths of marked enemies are guessed.
//! Units: inches for stands of the printed size, strength points.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::assault::{Assault, assaults, ways_at};
use super::front::{self, front};
use super::sight::{Enemy, Sight};
use super::works;
use easy::combat::progress::paused;
use easy::combat::squares::offers as squares_offers;
use easy::engineers::attach::offers as join_offers;
use easy::engineers::work::offers as work_offers;
use easy::movement::kind::allowance;
use easy::movement::walk::record::Walk;
use easy::movement::walk::survey::Survey;
use easy::order::MoveKind;
use easy::reach as ways;
use easy::regroup;
use easy::state::{Place, Step};
use easy::touching::touched_enemies;
use easy::{Order, Reaction, StandId, State, Taking, activation, fire, pontoons, touching, wagons};
use game::Offer;
use game::minds::SoloPlayer;
use scenario::Side;
use scenario::army::Arm;
use table::measure::nearest_point_of_line;
use table::plan::plan_within;
use table::reach::reach;
use table::{Edge, Heading, Leg, Path, Pose};

/// Distance that beaten stands keep from the enemy.
const SAFE: f32 = 9.0;
/// Distance that wagons and pontoon trains keep from the enemy: no cavalry gets to them in one move.
const REACH: f32 = 11.0;
/// Distance of a wagon behind its command.
const BEHIND: f32 = 8.0;
/// Preferred distance of guns from their target.
const GUN_RANGE: f32 = 4.5;
/// Distance from the enemy at which a stand stops that does not intend to close: clear of zones.
pub(super) const STAND_OFF: f32 = 2.3;
/// Distance of the enemy within which guns shoot rather than advance.
pub(super) const WORTH_A_SHOT: f32 = 8.0;

/// Nearer than this to the enemy, the enemy itself bars the way and cannot be bypassed.
const CROWD: f32 = 6.0;
/// Least fraction of the possible advance: a way with less is poor.
const POOR: f32 = 0.55;
/// Maximum distance of water for a pontoon train.
const FAR_WATER: f32 = 20.0;
/// Least distance between two bridges.
const NEAR_BRIDGE: f32 = 5.0;
/// Distance of the enemy at which a stand is wanted in the fight.
const NEAR: f32 = 12.0;

/// So much less of an advantage is enough for an attack of a side that has to attack.
const PRESSED: f64 = 0.2;

/// Side of a cell when the planner looks for a way round.
const GRID: f32 = 0.5;

/// The destination of a stand.
#[derive(Clone, Copy)]
struct March {
    toward: Heading,
    /// Distance that it would go if nothing were in the way.
    way: f32,
}

/// A possible charge on an enemy.
struct Charge {
    path: Path,
    score: f32,
}

/// The remaining work in this step.
#[derive(Debug, Default)]
struct Plan {
    begun: bool,
    /// Orders to try, the best last.
    orders: Vec<Order>,
    /// Stands still to be moved, the next one last.
    stands: Vec<StandId>,
    general_done: bool,
    entered: BTreeSet<StandId>,
    /// Stands that have been ordered to leave their squares.
    left: BTreeSet<StandId>,
    /// Engineers that have been ordered to join infantry or to continue their work.
    joined: BTreeSet<StandId>,
    ended: bool,
    /// By stand, the attack that it is in; `None` while none were thought of.
    assaults: Option<BTreeMap<StandId, Assault>>,
    /// Stands that could not go where they were wanted.
    broken_off: BTreeSet<StandId>,
    /// By stand of a side that attacks, its place in the front.
    front: Option<BTreeMap<StandId, front::Place>>,
    /// Why the last order was proposed.
    reason: Option<String>,
}

/// A player of one side.
#[derive(Debug)]
pub struct Player {
    side: Side,
    manner: SoloPlayer,
    plan: Plan,
}

impl Player {
    pub fn new(side: Side, manner: SoloPlayer) -> Self {
        Self { side, manner, plan: Plan::default() }
    }

    fn sight<'v>(&self, view: &'v State) -> Sight<'v> {
        Sight { spares: self.manner != SoloPlayer::Classic, ..Sight::new(view, self.side) }
    }

    /// Why the last order was proposed, if there is more to it than its words.
    pub fn reason(&self) -> Option<String> {
        self.plan.reason.clone()
    }

    /// Begins a new step: earlier plans are void.
    pub fn begin(&mut self) {
        self.plan = Plan::default();
    }

    /// The next order of the plan; `None` to take an offer. Every order is proposed once.
    pub fn plan(&mut self, view: &State, offers: impl Fn() -> Vec<Offer<Order>>) -> Option<Order> {
        self.plan.reason = None;
        match view.active()?.step {
            Step::Command => self.command(view, offers),
            Step::Act => self.act(view, offers),
            Step::Close => self.general(view),
            Step::Engaged | Step::Combats => None,
        }
    }

    /// Steps 2 to 4: come on, rally, bring the general up, pick, or fix the list of stands.
    fn command(&mut self, view: &State, offers: impl Fn() -> Vec<Offer<Order>>) -> Option<Order> {
        let now = view.active()?;
        if !self.plan.begun {
            self.plan.begun = true;
            let offers = offers();
            let of = |kinds: &'static [&'static str]| {
                let offers = offers.iter().filter(|offer| kinds.contains(&offer.kind));
                offers.map(|offer| &offer.order)
            };
            let listed = of(&["activate", "roll-stands"]).next();
            // If it is rolled for, the die will decide; half of its faces give no more.
            let ready = listed.map_or(0, |order| order.activated().map_or(3, <[StandId]>::len));
            if let Some(attach) = of(&["attach"]).next()
                && regroup::offers::worth_attaching(view).is_some()
            {
                // A stand out of its general's range may obey another nearby; what is then due is computed anew.
                self.plan.reason = Some("it is out of its general's range, and near another".to_owned());
                self.plan.begun = false;
                return Some(attach.clone());
            }
            let mut picks: Vec<Order> = of(&["pick"]).cloned().collect();
            // A new command is one of the picks: for stands out of command, or for guns if no other command is to be picked.
            let new = || {
                let lost = regroup::offers::worth_forming(view);
                lost.or_else(|| works::grand_battery(&self.sight(view)).filter(|_| picks.is_empty()))
            };
            if of(&["form"]).next().is_some()
                && let Some((stands, pose)) = new()
            {
                picks.push(regroup::offers::forming(view, stands, pose));
            }
            picks.sort_by_key(|order| self.worth_of_pick(view, order));
            // Best last: the list of stands, or the picks, or the rally, or the arrival of the general.
            self.plan.orders.extend(listed.cloned());
            self.plan.orders.extend(picks);
            let mut lost: Vec<&Order> = of(&["rally"]).collect();
            lost.sort_by_key(|order| order.actor().map_or(0, |stand| view.unit(stand).strength));
            let fallen: BTreeSet<StandId> = lost.iter().filter_map(|order| order.actor()).collect();
            if !fallen.is_empty() && (ready <= 2 || fallen.len() >= ready) {
                self.plan.orders.extend(lost.into_iter().cloned());
            }
            self.plan.orders.extend(of(&["enter", "enter-general"]).cloned());
        }
        if !self.plan.general_done && !now.general_moved && self.should_ride_first(view) {
            let ride = self.general(view);
            if ride.is_some() {
                self.give_reason("more stands of his are then in range of him");
                // The stands in command are computed anew from the general's new place.
                self.plan.begun = false;
                self.plan.orders.clear();
                return ride;
            }
        }
        if let Some(order) = self.plan.orders.pop() {
            if order == Order::RollStands {
                // The list that the die allows is computed anew.
                self.plan.begun = false;
                self.plan.orders.clear();
            }
            self.plan.reason = self.told(view, &order);
            return Some(order);
        }
        // A commander who only picks finally rides toward the commands.
        if view.picks_commands(now.command) && !now.general_moved { self.general(view) } else { None }
    }

    /// Why this is ordered of a command.
    fn told(&self, view: &State, order: &Order) -> Option<String> {
        if order.is_pick() {
            let stands = order.command().map_or_else(|| order.stands(), |command| view.members(command));
            let sight = self.sight(view);
            let near = |pose: &Pose| {
                sight.nearest(pose.at).is_some_and(|(_, distance)| distance < view.lengths().inches(NEAR))
            };
            let poses: Vec<Pose> = stands.iter().filter_map(|id| view.pose(*id)).collect();
            let (close, all) = (poses.iter().filter(|pose| near(pose)).count(), poses.len());
            return Some(format!("{close} of its {all} stands are within {NEAR} in of the enemy"));
        }
        let (stand, _) = order.rally()?;
        let strength = view.unit(stand).strength;
        Some(format!("few others can act, and {} had {strength} strength points", view.say(stand)))
    }

    /// Value of a pick: stands on the table, more for those near the enemy. A new command is one as well.
    fn worth_of_pick(&self, view: &State, order: &Order) -> u32 {
        let stands = order.command().map_or_else(|| order.stands(), |command| view.members(command));
        let sight = self.sight(view);
        let lengths = view.lengths();
        let worth: f32 = stands
            .iter()
            .filter_map(|id| view.pose(*id))
            .map(|pose| match sight.nearest(pose.at) {
                Some((_, distance)) if distance < lengths.inches(NEAR) => 3.0,
                Some((_, distance)) if distance < lengths.inches(24.0) => 2.0,
                _ => 1.0,
            })
            .sum();
        worth as u32
    }

    /// Is more of the command out of the general's reach than in it, or, for a general who picks, is no stand in reach?
    fn should_ride_first(&self, view: &State) -> bool {
        let Some(now) = view.active() else { return false };
        if view.picks_commands(now.command) && view.command(now.command).stands.is_empty() {
            return now.picks.is_empty() && !self.plan.orders.iter().any(Order::is_pick);
        }
        let on_table = view.command(now.command).stands.iter().filter(|id| view.pose(**id).is_some()).count();
        let listed = self.plan.orders.iter().find_map(Order::activated).unwrap_or_default();
        listed.iter().filter(|id| view.pose(**id).is_some()).count() < on_table
    }

    /// The general rides to the stands, a little behind them; `None` if already there or unable to.
    fn general(&mut self, view: &State) -> Option<Order> {
        if std::mem::replace(&mut self.plan.general_done, true) {
            return None;
        }
        let now = view.active().filter(|now| !now.general_moved)?;
        let general = view.command(now.command).general?;
        let pose = view.pose(general)?;
        let followed: Vec<Vec2> = match view.command(now.command).stands.is_empty() {
            false => view
                .command(now.command)
                .stands
                .iter()
                .filter_map(|id| view.pose(*id))
                .map(|pose| pose.at)
                .collect(),
            true => {
                let under = view.roster().commands.iter();
                let under = under.filter(|other| view.roster().is_under(other.id, now.command));
                under
                    .filter_map(|other| other.general.and_then(|id| view.pose(id)))
                    .map(|pose| pose.at)
                    .collect()
            }
        };
        let middle = followed.iter().sum::<Vec2>() / followed.len().max(1) as f32;
        if followed.is_empty() {
            return None;
        }
        let sight = self.sight(view);
        let back = sight.home();
        let survey = Survey::new(view);
        let far = allowance(view, general, MoveKind::General);
        let lengths = view.lengths();
        let near = lengths.inches(7.5);
        let in_reach = |at: Vec2| followed.iter().filter(|stand| stand.distance(at) < near).count();
        let danger = |at: Vec2| match sight.nearest(at) {
            Some((_, distance)) if distance < lengths.inches(4.0) => 2.0,
            _ => 0.0,
        };
        let score = |at: Vec2| {
            in_reach(at) as f32
                - danger(at)
                - at.distance(middle + back * lengths.inches(2.5)) / lengths.inches(40.0)
        };
        let mut best: Option<(f32, Path)> = None;
        for behind in [2.5, 4.5, 0.5, 6.5, -1.5] {
            for aside in [0.0, 2.0, -2.0, 4.0, -4.0, 6.0, -6.0] {
                let goal = middle + back * lengths.inches(behind) + back.perp() * lengths.inches(aside);
                let way = (goal - pose.at).clamp_length_max(far);
                if way.length() < lengths.inches(1.0) {
                    continue;
                }
                let path = Path::new(vec![Leg::Slide(way)]);
                let (path, walk) = follow(&survey, general, pose, path, MoveKind::General);
                let value = score(walk.end.at);
                if walk.cost > lengths.inches(0.5)
                    && value > score(pose.at) + 0.05
                    && best.as_ref().is_none_or(|(found, _)| value > *found)
                {
                    best = Some((value, path));
                }
            }
        }
        best.map(|(_, path)| Order::going(MoveKind::General, general, path))
    }

    /// Step 6: guns first, then the stands from the front to the rear.
    fn act(&mut self, view: &State, offers: impl Fn() -> Vec<Offer<Order>>) -> Option<Order> {
        let now = view.active()?;
        let acts = |id: &StandId| now.list.contains(id) && !now.acted.contains(id);
        let sight = self.sight(view);
        if !self.plan.begun {
            self.plan.begun = true;
            let mut shots: Vec<(f32, Order)> = offers()
                .iter()
                .filter_map(|offer| {
                    let (battery, target) = offer.order.shot()?;
                    Some((sight.worth_of_shot(battery, target), offer.order.clone()))
                })
                .filter(|(worth, order)| *worth > 0.0 && self.may_hit(view, order))
                .collect();
            shots.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.plan.orders = shots.into_iter().map(|(_, order)| order).collect();
            let mut stands: Vec<(f32, StandId)> = now
                .list
                .iter()
                .filter(|id| acts(id))
                .filter_map(|id| Some((*id, view.pose(*id)?)))
                .map(|(id, pose)| {
                    let distance = sight.nearest(pose.at).map_or(99.0, |(_, distance)| distance);
                    // Infantry fixes the front before cavalry rides at the flanks; guns come last.
                    let later = if view.arm(id).is_cavalry() { 3.0 } else { 0.0 };
                    (distance + if view.arm(id).is_artillery() { 60.0 } else { later }, id)
                })
                .collect();
            stands.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
            self.plan.stands = stands.into_iter().map(|(_, id)| id).collect();
        }
        while let Some(order) = self.plan.orders.pop() {
            if order.shot().is_some_and(|(battery, _)| acts(&battery)) {
                self.plan.reason = shot_told(view, &order);
                return Some(order);
            }
        }
        if let Some(order) = self.engineers(view) {
            self.give_reason("engineers go on with their work, or with their infantry");
            return Some(order);
        }
        let waiting = now
            .list
            .iter()
            .any(|id| acts(id) && view.stand(*id).place == Place::Reserve && !self.plan.entered.contains(id));
        if waiting {
            let entered = &self.plan.entered;
            let entry = offers().into_iter().find_map(|offer| {
                let enters = offer.order.move_kind() == Some(MoveKind::Enter);
                let stand = offer.order.actor().filter(|stand| enters && !entered.contains(stand))?;
                Some((stand, offer.order))
            });
            match entry {
                Some((stand, order)) => {
                    self.plan.entered.insert(stand);
                    self.give_reason("it is due, and comes on at the first place that is free");
                    return Some(order);
                }
                None => self.plan.entered.extend(now.list.iter().copied()),
            }
        }
        if let Some(take) = self.take(view) {
            self.give_reason("a wagon is kept, unless an enemy is near enough to take it back");
            return Some(take);
        }
        let survey = Survey::new(view);
        self.think_of_assaults(&sight, &survey);
        self.form_front(&sight);
        while let Some(id) = self.plan.stands.pop() {
            if acts(&id) && view.stand(id).square {
                if sight.horse_near(id) || !self.plan.left.insert(id) {
                    continue;
                }
                let Some(leave) = squares(view, id) else { continue };
                self.plan.stands.push(id);
                self.give_reason("no enemy cavalry can charge it here");
                return Some(leave);
            }
            let shaken = view.options().squares && view.arm(id).is_infantry() && sight.is_beaten(id);
            if acts(&id)
                && shaken
                && sight.horse_near(id)
                && touched_enemies(view, id).is_empty()
                && let Some(form) = squares(view, id)
            {
                self.give_reason("it is shaken, and enemy cavalry can charge it here");
                return Some(form);
            }
            if acts(&id) && self.breaks_off(&sight, &survey, id) {
                continue;
            }
            if acts(&id)
                && let Some((order, reason)) = self.move_of(&sight, &survey, id)
            {
                self.plan.reason = Some(reason);
                return Some(order);
            }
        }
        let ending = (!std::mem::replace(&mut self.plan.ended, true)).then(|| activation::ending(view));
        let ending = ending.flatten()?;
        self.give_reason("nobody else has anything better to do than to stay");
        Some(ending.order)
    }

    fn give_reason(&mut self, reason: &str) {
        self.plan.reason = Some(reason.to_owned());
    }

    /// Does any face of its dice hit? The first players do not ask.
    fn may_hit(&self, view: &State, order: &Order) -> bool {
        let Some((battery, target)) = order.shot().filter(|_| self.manner != SoloPlayer::Classic) else {
            return true;
        };
        fire::shot(view, battery, target).is_ok_and(|shot| !shot.roll.is_hopeless())
    }

    /// Finds out who attacks whom together, once in a step, after the guns have fired; those who do go first, set by set.
    fn think_of_assaults(&mut self, sight: &Sight<'_>, survey: &Survey<'_>) {
        let SoloPlayer::Normal(boldness) = self.manner else { return };
        if self.plan.assaults.is_some() {
            return;
        }
        let view = sight.view;
        let fights = |id: &StandId| {
            let arm = view.arm(*id);
            (arm.is_infantry() || arm.is_cavalry())
                && touched_enemies(view, *id).is_empty()
                && !view.stand(*id).evading
                && !view.stand(*id).square
                && !sight.is_beaten(*id)
                && !works::stays_in_works(sight, *id)
        };
        let free: Vec<StandId> = self.plan.stands.iter().copied().filter(fights).collect();
        // Who has to attack cannot wait for better odds than these.
        let least = boldness.least_advantage() - if sight.attacks { PRESSED } else { 0.0 };
        let found = assaults(sight, survey, &free, least);
        let mut by_stand = BTreeMap::new();
        // The last one is next.
        for assault in found.into_iter().rev() {
            let members: Vec<StandId> = assault.members.iter().map(|(id, _)| *id).collect();
            self.plan.stands.retain(|id| !members.contains(id));
            self.plan.stands.extend(members.iter().rev());
            by_stand.extend(members.into_iter().map(|id| (id, assault.clone())));
        }
        self.plan.assaults = Some(by_stand);
    }

    /// Gives the stands of a side that attacks their places, once in a step.
    fn form_front(&mut self, sight: &Sight<'_>) {
        if self.manner == SoloPlayer::Classic || !sight.attacks || self.plan.front.is_some() {
            return;
        }
        let view = sight.view;
        let fights = |(id, _): &(StandId, _)| {
            let arm = view.arm(*id);
            view.side(*id) == self.side
                && (arm.is_infantry() || arm.is_cavalry())
                && !view.stand(*id).evading
                && !sight.is_beaten(*id)
                && !works::stays_in_works(sight, *id)
        };
        let stands: Vec<StandId> = view.on_table().filter(fights).map(|(id, _)| id).collect();
        self.plan.front = Some(front(sight, &stands));
    }

    /// Has its way been closed to a stand of a set? Then it is thought of anew who attacks whom, once for each stand.
    fn breaks_off(&mut self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId) -> bool {
        let is_in_a_set = self.plan.assaults.as_ref().is_some_and(|assaults| assaults.contains_key(&id));
        let Some(pose) = sight.view.pose(id).filter(|_| is_in_a_set) else { return false };
        if self.attack(sight, survey, id, pose).is_some() || !self.plan.broken_off.insert(id) {
            return false;
        }
        self.plan.stands.push(id);
        self.plan.assaults = None;
        self.think_of_assaults(sight, survey);
        true
    }

    /// The way on which a stand goes at an enemy: by itself where it pays, or as it is in a set.
    fn attack(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        match &self.plan.assaults {
            None => self.charge(sight, survey, id, pose),
            Some(assaults) => {
                let assault = assaults.get(&id)?;
                let (_, edge) = assault.members.iter().find(|(member, _)| *member == id)?;
                ways_at(survey, id, &[(assault.enemy, &[*edge])]).pop().map(|(.., path)| path)
            }
        }
    }

    /// Engineers continue their work, or begin work wanted where they stand; others join the infantry they touch.
    fn engineers(&mut self, view: &State) -> Option<Order> {
        let now = view.active()?;
        let any = |id: &StandId| view.arm(*id) == Arm::Engineer || view.arm(*id).is_infantry();
        if !view.options().engineers || !now.list.iter().any(any) {
            return None;
        }
        let (side, tried) = (self.side, &mut self.plan.joined);
        let idle = |id: &StandId| view.arm(*id) == Arm::Engineer && !now.acted.contains(id);
        let idle: Vec<StandId> =
            now.list.iter().copied().filter(idle).filter(|id| !tried.contains(id)).collect();
        let offers = if idle.is_empty() { Vec::new() } else { work_offers(view) };
        for engineer in idle {
            let own = offers.iter().map(|offer| &offer.order).filter(|order| order.actor() == Some(engineer));
            let works: Vec<_> = own.filter_map(|order| Some((order.task()?, order))).collect();
            if works.is_empty() {
                continue;
            }
            let begun = view.engineers.jobs.get(&engineer).map(|job| &job.task);
            let wanted = match begun {
                Some(_) => Vec::new(),
                None => works::wanted(&Sight::new(view, side), engineer),
            };
            let found = works.into_iter().find(|(task, _)| match begun {
                Some(begun) => *task == begun,
                None => wanted.iter().any(|work| works::serves(view, work, task)),
            });
            if let Some((_, order)) = found {
                tried.insert(engineer);
                return Some(order.clone());
            }
        }
        let joins = join_offers(view).into_iter().map(|offer| offer.order);
        joins.into_iter().find(|order| order.actor().is_some_and(|engineer| tried.insert(engineer)))
    }

    /// A wagon that is touched is captured; the captor goes on, and the wagon moves away from the enemy.
    fn take(&mut self, view: &State) -> Option<Order> {
        let mut takings = wagons::offers(view).into_iter().map(|offer| offer.order);
        let wanted = |stand, how| how == self.taking(view, stand);
        let take = takings.find(|order| order.taking().is_some_and(|(stand, _, how)| wanted(stand, how)))?;
        if let Some((stand, wagon, Taking::Capture)) = take.taking() {
            self.plan.stands.extend([wagon, stand]);
        }
        Some(take)
    }

    /// A wagon is worth capturing, unless the enemy is near enough to recapture it.
    fn taking(&self, view: &State, stand: StandId) -> Taking {
        let sight = self.sight(view);
        let near = view.pose(stand).and_then(|pose| sight.nearest(pose.at));
        match near {
            Some((_, distance)) if distance < CROWD => Taking::Destroy,
            _ => Taking::Capture,
        }
    }

    /// Rides at a wagon that can be reached without touching any other stand.
    fn raid(&self, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let view = survey.state();
        let far = allowance(view, id, MoveKind::Move) + 2.5;
        let wagons =
            view.ids().filter(|other| view.arm(*other) == Arm::Wagon && view.are_enemies(id, *other));
        let mut near: Vec<Enemy> = wagons
            .filter_map(|wagon| Some(Enemy { id: wagon, pose: view.pose(wagon)?, strength: 0.0 }))
            .filter(|wagon| wagon.pose.at.distance(pose.at) < far)
            .collect();
        near.sort_by(|a, b| {
            a.pose.at.distance(pose.at).total_cmp(&b.pose.at.distance(pose.at)).then(a.id.cmp(&b.id))
        });
        near.iter().take(3).find_map(|wagon| {
            approaches(view, id, pose, wagon).into_iter().find_map(|(_, path)| {
                let (path, walk) = follow(survey, id, pose, path, MoveKind::Move);
                let only_wagons = walk.contacts.iter().all(|touch| view.arm(touch.enemy) == Arm::Wagon);
                (!walk.contacts.is_empty() && only_wagons).then_some(path)
            })
        })
    }

    /// The action of a stand, with the reason for it; `None` if it stays.
    fn move_of(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId) -> Option<(Order, String)> {
        let view = sight.view;
        let pose = view.pose(id)?;
        if !touched_enemies(view, id).is_empty() || view.stand(id).evading {
            return None;
        }
        if view.arm(id) == Arm::Engineer {
            let order = self.to_work(sight, survey, id, pose)?;
            return Some((order, "engineers go where work is wanted, or to infantry without any".to_owned()));
        }
        if works::stays_in_works(sight, id) && !sight.is_beaten(id) {
            return None;
        }
        if view.arm(id) == Arm::Pontoon && pontoons::site(view, id).is_some() && is_wanted(view, id) {
            let building = |offer: &Offer<Order>| offer.kind == "bridge" && offer.order.actor() == Some(id);
            let build = pontoons::offers(view).into_iter().find(building)?;
            return Some((build.order, "a bridge is wanted here".to_owned()));
        }
        let because = |reason: &str| {
            let reason = reason.to_owned();
            move |path| (path, reason)
        };
        let enemy = sight.nearest(pose.at).map_or_else(String::new, |(enemy, distance)| {
            format!("{} is {distance:.1} in away", view.say(enemy.id))
        });
        let (path, reason) = if touching::is_train(view.arm(id)) {
            self.withdrawal(sight, survey, id, pose)
                .map(because(&enemy))
                .or_else(|| self.to_water(sight, survey, id, pose).map(because("a bridge is wanted there")))
                .or_else(|| {
                    self.with_command(sight, survey, id, pose).map(because("it stays behind its command"))
                })
        } else if view.arm(id).is_artillery() {
            self.gun_move(sight, survey, id, pose).map(because(&enemy))
        } else if sight.is_beaten(id) {
            let (left, start) = (view.stand(id).strength, view.unit(id).strength);
            let spent = format!("{left} of its {start} strength points are left, and {enemy}");
            self.withdrawal(sight, survey, id, pose).map(because(&spent))
        } else {
            self.raid(survey, id, pose)
                .map(because("a wagon can be taken"))
                .or_else(|| {
                    let path = self.attack(sight, survey, id, pose)?;
                    let assault = self.plan.assaults.as_ref().and_then(|assaults| assaults.get(&id));
                    Some((path, assault.map_or(enemy, |assault| assault.told(view))))
                })
                .or_else(|| self.advance(sight, survey, id, pose))
        }?;
        Some((Order::going(MoveKind::Move, id, path), reason))
    }

    /// Guns advance to where their fire is effective, and face the enemy.
    fn gun_move(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let (enemy, distance) = sight.nearest(pose.at)?;
        let toward = Heading::of(enemy.pose.at - pose.at);
        let turn = turn_to(pose, toward);
        if distance <= sight.view.lengths().inches(GUN_RANGE + 2.0) {
            // Near enough: a turn is only worth while if the enemy is out of the arc.
            let off = pose.heading.angle_to(toward).to_degrees();
            let (path, walk) = follow(survey, id, pose, Path::new(vec![turn]), MoveKind::Move);
            return (off > 40.0 && walk.cost > 0.05).then_some(path);
        }
        if !sight.attacks && distance > sight.view.lengths().inches(14.0) {
            return None;
        }
        let way = (distance - sight.view.lengths().inches(GUN_RANGE + 1.0)).min(allowance(
            sight.view,
            id,
            MoveKind::Move,
        ));
        self.best_way(sight, survey, id, pose, March { toward, way }, |at| sight.away_from(at, enemy))
    }

    /// Engineers go to the work that is wanted, or to infantry.
    fn to_work(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Order> {
        let view = sight.view;
        if view.engineers.jobs.contains_key(&id) {
            return None;
        }
        for work in works::wanted(sight, id) {
            if let works::Work::Cover { host } = work {
                if works::touches(view, id, host) {
                    return None;
                }
                if let Some(order) = beside(view, survey, id, pose, host) {
                    return Some(order);
                }
                continue;
            }
            let Some(goal) = works::place_at(view, id, &work) else { continue };
            let (left, toward) = (goal.distance(pose.at), Heading::of(goal - pose.at));
            let straight = Path::new(vec![Leg::Slide(goal - pose.at)]);
            if survey.check(id, pose, &straight, MoveKind::Move).is_ok() {
                return Some(Order::going(MoveKind::Move, id, straight));
            }
            let way = left.min(allowance(view, id, MoveKind::Move));
            let path = self.best_way(sight, survey, id, pose, March { toward, way }, |at| at.distance(goal));
            if let Some(path) = path.filter(|path| goal.distance(path.end(pose).at) < left - 0.5) {
                return Some(Order::going(MoveKind::Move, id, path));
            }
        }
        to_infantry(view, survey, id, pose)
    }

    /// A pontoon train goes where its army's way crosses water, otherwise to the nearest water without a bridge near by.
    fn to_water(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let view = sight.view;
        if view.arm(id) != Arm::Pontoon {
            return None;
        }
        let far = |at: Vec2| at.distance(pose.at) > FAR_WATER;
        let wished =
            works::bridges_wanted(sight).into_iter().map(|crossing| crossing.at).find(|at| !far(*at));
        let nearest = || {
            let water = view.ground().lines.iter().filter(|line| !line.barred_to.is_empty());
            let banks = water
                .map(|line| nearest_point_of_line(&line.points, pose.at))
                .filter(|at| !is_bridged(view, *at));
            banks.min_by(|a, b| a.distance(pose.at).total_cmp(&b.distance(pose.at)))
        };
        let bank = wished.or_else(nearest)?;
        let (off, toward) = (bank.distance(pose.at), Heading::of(bank - pose.at));
        let way = off.min(allowance(view, id, MoveKind::Move));
        (!far(bank))
            .then(|| self.best_way(sight, survey, id, pose, March { toward, way }, |at| at.distance(bank)))?
    }

    /// A wagon goes with its command, well behind it, away from the enemy.
    fn with_command(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let goal = works::behind_command(sight, id, BEHIND)?;
        let lengths = sight.view.lengths();
        let off = goal.distance(pose.at);
        let safe = |at: Vec2| sight.nearest(at).is_none_or(|(_, distance)| distance > lengths.inches(REACH));
        if off < lengths.inches(BEHIND) || !safe(goal) {
            return None;
        }
        let way = off.min(allowance(sight.view, id, MoveKind::Move));
        let toward = Heading::of(goal - pose.at);
        let path = self.best_way(sight, survey, id, pose, March { toward, way }, |at| at.distance(goal))?;
        safe(path.end(pose).at).then_some(path)
    }

    /// A beaten stand withdraws from the enemy, its front toward them.
    fn withdrawal(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let (enemy, distance) = sight.nearest(pose.at)?;
        let keeps = if touching::is_train(sight.view.arm(id)) { REACH } else { SAFE };
        if distance > sight.view.lengths().inches(keeps) {
            return None;
        }
        let away = (pose.at - enemy.pose.at).try_normalize()? + sight.home() * 0.5;
        let far = allowance(sight.view, id, MoveKind::Move);
        let safety = |at: Vec2| sight.nearest(at).map_or(99.0, |(_, distance)| distance);
        let mut best: Option<(f32, Path)> = None;
        for degrees in [0.0_f32, 35.0, -35.0, 70.0, -70.0] {
            let direction = Heading::of(away).turned(degrees.to_radians()).forward();
            let path = Path::new(vec![Leg::Slide(direction * far)]);
            let (path, walk) = follow(survey, id, pose, path, MoveKind::Move);
            let value = safety(walk.end.at);
            if walk.cost > 0.3
                && value > distance + 0.3
                && best.as_ref().is_none_or(|(found, _)| value > *found)
            {
                best = Some((value, path));
            }
        }
        best.map(|(_, path)| path)
    }

    /// Closes on an enemy that can be beaten, by its flank if that can be reached.
    fn charge(&self, sight: &Sight<'_>, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Path> {
        let view = sight.view;
        let far = allowance(view, id, MoveKind::Move);
        let mut near: Vec<(&Enemy, f32)> = sight
            .enemies
            .iter()
            .map(|enemy| (enemy, enemy.pose.at.distance(pose.at)))
            .filter(|(_, distance)| *distance < far + view.lengths().inches(2.5))
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id)));
        let mut best: Option<Charge> = None;
        // Considers a way: its value, if it leads only into contact with enemies worth attacking.
        let consider = |best: &mut Option<Charge>, path: Path, worth: f32| {
            let (path, walk) = follow(survey, id, pose, path, MoveKind::Move);
            let mut met = walk.contacts.iter().map(|touch| {
                let known = sight.enemies.iter().find(|known| known.id == touch.enemy);
                known.map_or(0.0, |known| sight.worth_of_attack(id, known))
            });
            if walk.contacts.is_empty() || met.any(|worth| worth < 0.0) {
                return;
            }
            let flank = walk.contacts.iter().any(|touch| touch.edge != Edge::Front);
            let score = worth + if flank { 1.5 } else { 0.0 };
            if best.as_ref().is_none_or(|found| score > found.score) {
                *best = Some(Charge { path, score });
            }
        };
        for (enemy, _) in near.into_iter().take(4) {
            let worth = sight.worth_of_attack(id, enemy);
            if worth < 0.0 {
                continue;
            }
            for (edge, path) in approaches(view, id, pose, enemy) {
                let flank = if edge == Edge::Front { 0.0 } else { 1.5 };
                let too_far =
                    path.legs.iter().map(|leg| leg.length(&view.unit(id).body)).sum::<f32>() > far + 0.1;
                if !too_far && best.as_ref().is_none_or(|found| found.score < worth + flank) {
                    consider(&mut best, path, worth);
                }
            }
        }
        best.map(|charge| charge.path)
    }

    /// Goes toward its goal, stopping short of enemies it does not intend to fight; turns to face one that is near.
    fn advance(
        &self,
        sight: &Sight<'_>,
        survey: &Survey<'_>,
        id: StandId,
        pose: Pose,
    ) -> Option<(Path, String)> {
        let lengths = sight.view.lengths();
        let facing = || {
            let (enemy, distance) = sight.nearest(pose.at)?;
            let toward = Heading::of(enemy.pose.at - pose.at);
            let off = pose.heading.angle_to(toward).to_degrees();
            let turn = Path::new(vec![turn_to(pose, toward)]);
            let (path, walk) = follow(survey, id, pose, turn, MoveKind::Move);
            let turns = distance < lengths.inches(SAFE) && off > 50.0 && walk.cost > 0.05;
            turns.then(|| (path, format!("it faces {}, {distance:.1} in away", sight.view.say(enemy.id))))
        };
        let place = self.plan.front.as_ref().and_then(|front| front.get(&id));
        if let Some(place) = place
            && let Some(heading) = place.heading
        {
            let goal = Pose::new(place.at, heading);
            if goal.at.distance(pose.at) < lengths.inches(0.3) && pose.heading.angle_to(heading) < 0.03 {
                return None;
            }
            let (body, far) = (&sight.view.unit(id).body, allowance(sight.view, id, MoveKind::Move));
            if let Some(plan) = plan_within(&ways::field(sight.view, id, pose), body, pose, goal, far) {
                return Some((plan.path, place.why.clone()));
            }
        }
        let goal = place.map(|place| (place.at, place.why.clone())).or_else(|| sight.goal(id, pose.at));
        let Some((goal, why)) = goal else { return facing() };
        let left = goal.distance(pose.at) - lengths.inches(0.5);
        if left < lengths.inches(1.0) {
            return facing();
        }
        let toward = Heading::of(goal - pose.at);
        let way = left.min(allowance(sight.view, id, MoveKind::Move));
        let value = |at: Vec2| {
            let clear = lengths.inches(2.0 + STAND_OFF);
            let crowded = match sight.nearest(at) {
                Some((_, distance)) if distance < clear => clear - distance,
                _ => 0.0,
            };
            goal.distance(at) + 2.0 * crowded
        };
        let here = goal.distance(pose.at);
        let path = self.best_way(sight, survey, id, pose, March { toward, way }, value)?;
        let end = path.end(pose);
        (goal.distance(end.at) < here - lengths.inches(0.4)).then_some((path, why)).or_else(facing)
    }

    /// The way whose end has the least `value`: straight after a turn, or aside of an obstacle; if all of these are poor, the
    /// way round found by the planner.
    fn best_way(
        &self,
        sight: &Sight<'_>,
        survey: &Survey<'_>,
        id: StandId,
        pose: Pose,
        march: March,
        value: impl Fn(Vec2) -> f32,
    ) -> Option<Path> {
        let March { toward, way } = march;
        let mut best: Option<(f32, Path)> = None;
        let consider = |best: &mut Option<(f32, Path)>, legs: Vec<Leg>| {
            let (path, walk) = follow(survey, id, pose, Path::new(legs), MoveKind::Move);
            let found = value(walk.end.at);
            let moved = walk.cost > 0.2;
            if moved && best.as_ref().is_none_or(|(least, _)| found < *least - 0.05) {
                *best = Some((found, path));
            }
            // Nearly all the way: there is nothing better to look for.
            walk.end.at.distance(pose.at) > way * 0.7
        };
        let turn = turn_to(pose, toward);
        let off = pose.heading.angle_to(toward).to_degrees();
        let straight = Leg::Slide(toward.forward() * way);
        let first = if off > 8.0 { vec![turn, straight] } else { vec![straight] };
        if !consider(&mut best, first) {
            for degrees in [25.0_f32, -25.0, 50.0, -50.0, 80.0, -80.0] {
                let direction = toward.turned(degrees.to_radians()).forward();
                if consider(&mut best, vec![Leg::Slide(direction * way)]) {
                    break;
                }
            }
            let here = value(pose.at);
            let gain = best.as_ref().map_or(0.0, |(least, _)| here - least);
            let crowd = sight.view.lengths().inches(CROWD);
            let far_off = sight.nearest(pose.at).is_none_or(|(_, distance)| distance > crowd);
            let poor = if sight.spares { gain < way * 0.85 } else { gain < way * POOR && far_off };
            if poor {
                let heading = if off > 8.0 { toward } else { pose.heading };
                let round = way_round(sight.view, id, pose, heading, &value);
                if let Some(path) = round {
                    consider(&mut best, path.legs);
                }
            }
        }
        best.map(|(_, path)| path)
    }

    /// Remembers why this offer is taken, if there is more to it than that it is due.
    pub fn explain(&mut self, view: &State, offer: Option<&Offer<Order>>) {
        self.plan.reason = offer.and_then(|offer| match (offer.kind, offer.order.actor()) {
            (kind @ ("continue" | "withdraw"), Some(stand)) => {
                let [ours, theirs] = self.sight(view).in_contact(stand);
                let does = if kind == "continue" { "goes on" } else { "withdraws" };
                Some(format!("{} {does} with {ours:.0} strength points against {theirs:.0}", view.say(stand)))
            }
            ("react", Some(battery)) if offer.order.reaction() == Some(Reaction::Evade) => {
                Some(format!("the crew of {} shelters: guns alone lose in close combat", view.say(battery)))
            }
            _ => None,
        });
    }

    /// Rank of an offer for the player, the lowest being best. If wary, only offers that end the activation are good.
    pub fn dislike(&self, view: &State, offer: &Offer<Order>, wary: bool) -> u32 {
        let order = &offer.order;
        let is_wanted = |(stand, _, how)| how == self.taking(view, stand);
        match (offer.kind, order.actor()) {
            ("react", _) => order.reaction().map_or(rank(offer.kind), rank_of_reaction),
            // Engineers take hits if that saves their infantry.
            ("spare", _) if order.spared().is_some_and(|(host, hits)| saves(view, host) == (hits > 0)) => 8,
            ("take", _) if order.taking().is_some_and(is_wanted) => 13,
            // Before the dice of a combat, decided by the odds.
            ("square", _) if order.squares().is_some_and(|squares| as_reckoned(view, squares)) => 5,
            ("continue", Some(stand)) if !self.sight(view).can_go_on(stand) => 43,
            ("end-moves", _) if wary => 11,
            ("finish", _) if wary => 12,
            (kind, _) => rank(kind),
        }
    }
}

/// What a shot is worth: `23 II Corps 12-pounders on 68 Byng: 0.60 hits on average at 4.2 in`.
fn shot_told(view: &State, order: &Order) -> Option<String> {
    let (battery, target) = order.shot()?;
    let shot = fire::shot(view, battery, target).ok()?;
    let (hits, range) = (shot.roll.expected(), shot.range.value);
    Some(format!("{} on {}: {hits:.2} hits on average at {range:.1} in", view.say(battery), view.say(target)))
}

fn rank_of_reaction(reaction: Reaction) -> u32 {
    match reaction {
        Reaction::Evade => 2,
        Reaction::Fire => 3,
        Reaction::Stand => 4,
    }
}

/// Would this infantry be lost if its engineers took none of the pending hits?
fn saves(view: &State, host: StandId) -> bool {
    let waits = view.engineers.owed.first().filter(|owed| owed.host == host);
    waits.is_some_and(|owed| owed.hits >= view.stand(host).strength)
}

/// Infantry forms or leaves square, if it may.
fn squares(view: &State, id: StandId) -> Option<Order> {
    let mut offers = squares_offers(view).into_iter().map(|offer| offer.order);
    offers.find(|order| order.actor() == Some(id))
}

/// Does infantry form squares before the dice of a combat, or not, by the odds?
fn as_reckoned(view: &State, (stand, form): (StandId, bool)) -> bool {
    paused(view).is_some_and(|(_, fight)| fight.squares_help(stand) == form)
}

/// Rank of offers that need no further thought: first what is required, then what advances the step, and last what
/// the plan handles itself.
pub(super) fn rank(kind: &str) -> u32 {
    match kind {
        "weather" | "ammunition" | "draw" | "post" => 0,
        "opening-fire" => 1,
        "continue" => 5,
        "declare" => 6,
        "resolve" => 7,
        "place-hits" => 8,
        "split" | "spare" => 9,
        "retreat" | "rout" => 10,
        "take" => 14,
        "bridge" => 15,
        "fire" => 20,
        "pick" => 21,
        "roll-stands" | "activate" => 22,
        "end-moves" => 30,
        "finish" => 31,
        "attach" | "form" => 39,
        "enter" | "enter-general" => 40,
        "move" | "general" | "rally" => 41,
        "withdraw" => 42,
        "square" | "stop-bridge" | "work" | "join" => 44,
        _ => 99,
    }
}

/// Engineers go up to the nearest infantry of their army that has none, and stay with it (`easy:V.D.2`).
fn to_infantry(view: &State, survey: &Survey<'_>, id: StandId, pose: Pose) -> Option<Order> {
    if view.host_of(id).is_some() {
        return None;
    }
    let own = view.unit(id);
    let mut hosts: Vec<(f32, StandId)> = view
        .on_table()
        .filter(|(other, _)| {
            let unit = view.unit(*other);
            unit.arm.is_infantry()
                && (unit.side, unit.army) == (own.side, own.army)
                && view.engineer_with(*other).is_none()
        })
        .map(|(other, there)| (there.pose.at.distance(pose.at), other))
        .collect();
    hosts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    hosts.into_iter().take(4).find_map(|(_, host)| beside(view, survey, id, pose, host))
}

/// Engineers go to the rear of this stand, as far as they get; `None` if they get no nearer.
fn beside(view: &State, survey: &Survey<'_>, id: StandId, pose: Pose, host: StandId) -> Option<Order> {
    let half = view.unit(id).body.parts().first()?.half().y;
    let far = allowance(view, id, MoveKind::Move);
    let (deep, host) = (view.placed(host)?.quad().half.y, view.pose(host)?);
    // Its rear is the safest place; flush with it is 0.02" off.
    let goal = host.to_table(Vec2::new(0.0, -deep - half - 0.02));
    let turn = Leg::Turn { pivot: Vec2::ZERO, angle: pose.heading.turn_to(host.heading) };
    let way = Leg::Slide(goal - pose.at);
    let straight = Path::new(vec![way, turn]);
    if goal.distance(pose.at) > 0.3 && survey.check(id, pose, &straight, MoveKind::Move).is_ok() {
        return Some(Order::going(MoveKind::Move, id, straight));
    }
    let nearer = (goal - pose.at).clamp_length_max(far);
    if nearer.length() > 1.0 {
        let (path, walk) = follow(survey, id, pose, Path::new(vec![Leg::Slide(nearer)]), MoveKind::Move);
        if walk.cost > 0.5 && survey.check(id, pose, &path, MoveKind::Move).is_ok() {
            return Some(Order::going(MoveKind::Move, id, path));
        }
    }
    None
}

/// Is a bridge wanted where this train stands: is there none near by, or one begun?
fn is_wanted(view: &State, train: StandId) -> bool {
    pontoons::work(view, train).is_some()
        || !view.pontoons.contains_key(&train)
            && pontoons::site(view, train).is_some_and(|site| !is_bridged(view, site.at))
}

/// Is there a bridge or a ford very near this point?
fn is_bridged(view: &State, at: Vec2) -> bool {
    view.ground().crossings.iter().any(|crossing| crossing.at.distance(at) < NEAR_BRIDGE)
}

/// The legal part of the path, as it has to be declared, and its result.
///
/// What follows automatically from a move, such as squaring up to an enemy (`conform`), is no part of the declared path.
pub(super) fn follow(
    survey: &Survey<'_>,
    id: StandId,
    pose: Pose,
    path: Path,
    kind: MoveKind,
) -> (Path, Walk) {
    let (walk, refusal) = survey.preview(id, pose, &path, kind);
    let path = if refusal.is_none() { path } else { walk.path.clone() };
    (path, walk)
}

/// The way to the place within reach, out of contact, with the least `value`; only the given heading is considered.
fn way_round(
    view: &State,
    id: StandId,
    pose: Pose,
    heading: Heading,
    value: impl Fn(Vec2) -> f32,
) -> Option<Path> {
    let body = &view.unit(id).body;
    let field = ways::field(view, id, pose);
    let map =
        reach(&field, body, pose, heading, allowance(view, id, MoveKind::Move), view.lengths().inches(GRID));
    let mut best: Option<(f32, usize)> = None;
    for cell in (0..map.cost.len()).filter(|&cell| map.cost[cell].is_finite()) {
        let (x, y) = (cell % map.width, cell / map.width);
        // Of places of the same value, the cheaper one.
        let worth = value(map.origin + Vec2::new(x as f32, y as f32) * map.cell) + 0.02 * map.cost[cell];
        if best.is_none_or(|(least, _)| worth < least) {
            best = Some((worth, cell));
        }
    }
    let (_, cell) = best?;
    map.path_to(cell % map.width, cell / map.width)
}

/// The shorter turn about the centre to a heading.
fn turn_to(pose: Pose, heading: Heading) -> Leg {
    Leg::Turn { pivot: Vec2::ZERO, angle: pose.heading.turn_to(heading) }
}

/// Ways into contact with an enemy, edge by edge: face the enemy, ride to a point square in front of the edge, go in.
///
/// The last leg goes straight at the edge, as closing in a zone has to (`easy:II.C.4.1`).
fn approaches(view: &State, id: StandId, pose: Pose, enemy: &Enemy) -> Vec<(Edge, Path)> {
    let Some(placed) = view.placed(enemy.id) else { return Vec::new() };
    let quad = placed.quad();
    let depth = view.unit(id).body.parts()[0].half().y;
    let mut ways = Vec::new();
    for edge in [Edge::Front, Edge::Right, Edge::Left, Edge::Rear] {
        let normal = quad.normal(edge);
        let [a, b] = quad.edge(edge);
        let middle = (a + b) / 2.0;
        // Only an edge that faces the stand can be reached without going round.
        let ours = (pose.at - middle).dot(normal);
        if ours < depth * 0.5 {
            continue;
        }
        let along = (b - a).normalize_or_zero();
        let half = (b - a).length() / 2.0;
        let shift = (pose.at - middle).dot(along);
        let heading = Heading::of(-normal);
        // If the stand already overlaps the edge's width it goes straight in; otherwise it shifts first.
        for over in [shift.clamp(-half * 0.9, half * 0.9), 0.0] {
            let staging = middle + along * over + normal * (ours.max(depth + 0.05));
            let aside = staging - pose.at;
            let mut legs = Vec::new();
            if pose.heading.angle_to(heading) > 0.01 {
                legs.push(turn_to(pose, heading));
            }
            if aside.length() > 0.02 {
                legs.push(Leg::Slide(aside));
            }
            legs.push(Leg::Slide(-normal * (ours - depth)));
            ways.push((edge, Path::new(legs)));
            if (shift - over).abs() < 0.01 {
                break;
            }
        }
    }
    ways
}
