//! Artillery fire (clauses II.D): range, lane, modifiers, dice.
//!
//! Source: clauses `easy:II.D-when` to `easy:II.D.3`, `easy:IV.D-mud`, `easy:IV.D-poor`. Units: inches, d10 faces.

use std::f32::consts::PI;

use dice::Throw;
use game::Offer;
use game::working::{Measured, Modifier, Note};
use scenario::Weather;
use scenario::army::{Arm, Battery};
use table::ground::Rise;
use table::lane::{self, Blocker, BlockerShape, Lane, Sight};
use table::measure::{nearest_point_of_line, point_in_polygon};
use table::tolerance::EPS;
use table::{CoverFrom, Edge, Placed, Pose};

use super::cause::Cause;
use super::combat::guns::fire_worth;
use super::command::check_listed;
use super::event::Event;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{State, Step};
use super::steps::active;
use super::tables::Band;
use super::touching::{is_train, reach_of, touched_enemies};
use super::{engineers, wagons};

/// Stands farther from the muzzle than the middle of the target plus this cannot be in the lane, in inches. Raised
/// when stands are unusually large.
const BESIDE: f32 = 8.0;

/// A legal shot, before its dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// From the battery's front edge to the nearest part of the target, in inches. The limit is the band's last inch.
    pub range: Measured,
    pub band: Band,
    pub lane: Lane,
    pub roll: Roll,
}

/// The dice of an artillery shot and the hits each face scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    pub modifiers: Vec<Modifier>,
    /// The lowest face that hits, before modifiers.
    pub needed: i32,
    pub dice: u8,
    /// Hits scored by each face, starting with face 1.
    pub worth: Vec<u8>,
}

impl Roll {
    /// Whether no face can hit (`easy:0.6`).
    pub fn is_hopeless(&self) -> bool {
        self.worth.iter().all(|hits| *hits == 0)
    }

    /// The throw of a battery that fires instead of moving (`easy:II.D-roll`): `by` is the side that throws, `why`
    /// the reason shown.
    pub fn throw(self, by: Option<u8>, why: impl Into<String>) -> Throw {
        Throw::hits(self.dice, self.worth, by, "easy:II.D-roll", why)
    }

    /// The average number of hits.
    pub fn expected(&self) -> f64 {
        self.clone().throw(None, "").expected()
    }

    /// The roll in words, naming the faces that hit: `2d10, hits on 8 or more (7 at this range, −1)`.
    pub fn words(&self) -> String {
        let (dice, needed) = (self.dice, self.needed);
        let modifier = match Modifier::net(&self.modifiers) {
            0 => String::new(),
            net if net > 0 => format!(", +{net}"),
            net => format!(", \u{2212}{}", -net),
        };
        match self.worth.iter().position(|hits| *hits > 0) {
            Some(face) if modifier.is_empty() => format!("{dice}d10, hits on {} or more", face + 1),
            Some(face) => {
                format!("{dice}d10, hits on {} or more ({needed} at this range{modifier})", face + 1)
            }
            None => format!("{dice}d10, no face hits ({needed} at this range{modifier})"),
        }
    }
}

/// A battery fires instead of moving (`easy:II.D-when`).
pub fn judge(s: &mut Scratch<'_>, battery: StandId, target: StandId) -> Judged {
    check_may_fire(&s.state, battery)?;
    let shot = shot(&s.state, battery, target)?;
    let (gun, aim) = (s.state.say(battery), s.state.say(target));
    let turn =
        s.state.pose(battery).map_or(0.0, |pose| pose.heading.turn_to(shot.lane.direction)).to_degrees();
    let bearing = match turn {
        turn if turn.abs() < 0.5 => "straight ahead".to_owned(),
        turn if turn > 0.0 => format!("{turn:.0}° right of straight ahead"),
        turn => format!("{:.0}° left of straight ahead", -turn),
    };
    s.note(Note::new(
        "easy:II.D-lane",
        // The order already says who fires at whom.
        format!("a lane {:.2} in wide, {bearing}", shot.lane.width),
    ));
    let words = format!("{}: {}", shot.band.name(), shot.roll.words());
    s.note(
        Note::new("easy:II.D-range", words).with(shot.range.clone()).modified(shot.roll.modifiers.clone()),
    );
    if shot.roll.is_hopeless() {
        s.note(Note::new("easy:0.6", "no face of the dice can hit"));
    }
    super::ammunition::log(s, battery, shot.band);
    let side = s.state.side(battery);
    let why = format!("{gun} fires at {aim}");
    let thrown = s.throw(shot.roll.throw(Some(side.0), why).by_strength_of([battery.0]))?;
    let hits = u8::try_from(thrown.value).unwrap_or(u8::MAX);
    s.note(Note::new("easy:II.D-roll", format!("{} on {aim}", super::terms::hits(hits))));
    s.emit(Event::Fired { battery, target, hits });
    super::ammunition::spend(s, battery, shot.band);
    s.emit(Event::Acted { stand: battery });
    if is_train(s.state.arm(target)) {
        if hits > 0 {
            wagons::wreck(s, target, battery);
        }
    } else {
        engineers::hits::take(s, target, hits, Cause::Fire);
    }
    Ok(())
}

/// Checks that this battery may fire now, at whatever target.
pub fn check_may_fire(state: &State, battery: StandId) -> Result<(), Refusal> {
    let now = active(state)?;
    let late = state.options().fire_after_combat && matches!(now.step, Step::Combats | Step::Close);
    if now.step != Step::Act && !late {
        Refusal::new(
            Code::Phase,
            "easy:0.5",
            "artillery fires in the step of moves and fire",
            "Fire before combats are declared",
        )
        .unless(&state.overruled)?;
    }
    check_listed(state, battery)
}

/// The shot of a battery at a target where both stand, whichever command is active. Rolls no dice.
///
/// Clause: `easy:0.8` for the order of refusals.
pub fn shot(state: &State, battery: StandId, target: StandId) -> Result<Shot, Refusal> {
    check_guns(state, battery)?;
    let others: Vec<(StandId, Placed<'_>)> = state.on_table().collect();
    shot_at(state, battery, target, &others).map_err(|miss| match miss {
        Miss::Refused(refusal) => refusal,
        Miss::NoLane(seen) => no_lane(state, battery, target, seen),
    })
}

/// Why a shot is not possible.
enum Miss {
    Refused(Refusal),
    /// There is no clear lane. The refusal is worded only on request, because most lanes that are tried are blocked.
    NoLane(Sight),
}

impl From<Refusal> for Miss {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Checks that this is a battery that can fire from where it stands, at whatever target.
fn check_guns(state: &State, battery: StandId) -> Result<(), Refusal> {
    let gun = || state.say(battery);
    let refuse = |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy);
    if state.pose(battery).is_none() || state.unit(battery).battery.is_none() {
        let fact = format!("{} is no battery on the table", gun());
        return Err(refuse(Code::CannotFire, "easy:II.D-when", fact, "Choose a battery"));
    };
    if state.stand(battery).evading {
        let fact = format!("the crew of {} shelters", gun());
        let remedy = "It fires when no enemy touches it any more";
        refuse(Code::Evading, "easy:II.D-when", fact, remedy).unless(&state.overruled)?;
    }
    if let Some(enemy) = touched_enemies(state, battery).first() {
        let name = state.say(*enemy);
        let fact = format!("{} touches {name}", gun());
        let remedy = "A battery in contact fires canister in close combat only";
        refuse(Code::InContact, "easy:II.D-when", fact, remedy).culprit(name).unless(&state.overruled)?;
    }
    Ok(())
}

/// The shot of a battery that has passed [`check_guns`]. `others` are the stands that may block the lane.
fn shot_at(
    state: &State,
    battery: StandId,
    target: StandId,
    others: &[(StandId, Placed<'_>)],
) -> Result<Shot, Miss> {
    let (gun, aim) = (|| state.say(battery), || state.say(target));
    let refuse = |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy);
    let (Some(firer), Some(row)) = (state.placed(battery), state.unit(battery).battery) else {
        let fact = format!("{} is no battery on the table", gun());
        return Err(refuse(Code::CannotFire, "easy:II.D-when", fact, "Choose a battery").into());
    };
    check_target(state, battery, target)?;
    let Some(placed) = state.placed(target) else {
        let fact = format!("{} is not on the table", aim());
        return Err(refuse(Code::BadTarget, "easy:II.D-target", fact, "").into());
    };

    let table = state.lengths().to_hit(row);
    let line = lane::range(firer.quad(), placed);
    let range =
        |limit| Measured::at_most(format!("range to {}", aim()), line.from, line.to, line.distance, limit);
    let band = match table.band(line.distance) {
        Some(band) => band,
        // Let stand, it is judged by the nearest band.
        None => {
            let fact = format!("{} is beyond the long range of {}", aim(), gun());
            refuse(Code::OutOfRange, "easy:II.D-range", fact, "Choose a nearer target")
                .with(range(table.long.1))
                .unless(&state.overruled)?;
            Band::Long
        }
    };
    if band == Band::Long && state.weather == Weather::Poor {
        let fact = format!("no long-range fire in poor visibility: {} is too far", aim());
        refuse(Code::LongRangeForbidden, "easy:IV.D-poor", fact, "Choose a nearer target")
            .with(range(table.effective.1))
            .unless(&state.overruled)?;
    }
    super::ammunition::check(state, battery, band)?;
    let lane = match find_lane(state, (battery, firer), (target, placed), others) {
        Sight::Clear(lane) => lane,
        seen if state.overruled.is_empty() => return Err(Miss::NoLane(seen)),
        seen => {
            no_lane(state, battery, target, seen).unless(&state.overruled)?;
            // Let stand, it is judged by the lane that is blocked, or by one beyond the arc.
            match (seen, lane::find_lane(firer.quad(), placed.quad(), PI, &[])) {
                (Sight::Blocked { lane, .. }, _) | (_, Sight::Clear(lane)) => lane,
                _ => return Err(Miss::NoLane(seen)),
            }
        }
    };
    let roll = roll(state, battery, row, target, band);
    Ok(Shot { range: range(table.row(band).1), band, lane, roll })
}

/// Checks the target: enemy infantry, cavalry, artillery, engineers or pontoons, and wagons if the option allows it
/// (`easy:II.D-target`).
fn check_target(state: &State, battery: StandId, target: StandId) -> Result<(), Refusal> {
    let aim = || state.say(target);
    let refuse = |fact: String| {
        Err(Refusal::new(Code::BadTarget, "easy:II.D-target", fact, "Choose an enemy stand of troops")
            .culprit(aim()))
    };
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    if !state.are_enemies(battery, target) {
        return refuse(format!("{} is no enemy", aim()));
    }
    match state.arm(target) {
        Arm::Infantry
        | Arm::LightCavalry
        | Arm::HeavyCavalry
        | Arm::FootArtillery
        | Arm::HorseArtillery
        | Arm::Engineer
        | Arm::Pontoon => {}
        Arm::General => {
            refuse(format!("{} is a general, and generals are no targets", aim())).or_else(stands)?;
        }
        Arm::Wagon if state.options().fire_at_wagons => {}
        Arm::Wagon => refuse(format!("{} is a wagon, and wagons are no targets", aim())).or_else(stands)?,
    }
    if state.pose(target).is_none() {
        return refuse(format!("{} is not on the table", aim()));
    }
    if let Some(host) = state.host_of(target) {
        let fact = format!("{} is attached to {}, and is no target apart from it", aim(), state.say(host));
        Refusal::new(Code::BadTarget, "easy:V.D.2", fact, "Fire at its infantry")
            .culprit(aim())
            .unless(&state.overruled)?;
    }
    if state.options().no_fire_into_contact && !touched_enemies(state, target).is_empty() {
        let fact = format!("{} is in contact with friends", aim());
        Refusal::new(Code::BadTarget, "easy:II.D-target", fact, "Choose an enemy stand of troops")
            .culprit(aim())
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Looks for a clear lane from the battery to the target (`easy:II.D-lane`, `easy:II.D-block`).
fn find_lane(
    state: &State,
    (battery, firer): (StandId, Placed<'_>),
    (target, placed): (StandId, Placed<'_>),
    others: &[(StandId, Placed<'_>)],
) -> Sight {
    let overhead = state.options().overhead_fire;
    let height = if overhead { level(state, firer.pose) } else { 0 };
    let over = |pose: Pose| overhead && level(state, pose) < height;
    // Every lane that reaches the target lies within this distance of the line from muzzle to target.
    let [left, right] = firer.quad().edge(Edge::Front);
    let (muzzle, width) = ((left + right) / 2.0, left.distance(right));
    let aside = |pose: Pose| nearest_point_of_line(&[muzzle, placed.pose.at], pose.at).distance(pose.at);
    let reach = reach_of(placed) + width + 0.1;
    let (ahead, length) = (firer.pose.heading.forward(), muzzle.distance(placed.pose.at) + reach);
    // Cheap tests first: stands behind the front edge or farther away than the target cannot block.
    let may_matter = |there: Placed<'_>| {
        let (own, way) = (reach_of(there), there.pose.at - muzzle);
        ahead.dot(way) >= -own
            && way.length_squared() <= (length + own) * (length + own)
            && aside(there.pose) <= reach + own
    };
    let mut blockers: Vec<Blocker<'_>> = others
        .iter()
        .copied()
        .filter(|(_, there)| may_matter(*there))
        .filter(|(id, there)| *id != battery && *id != target && !state.makes_way(*id) && !over(there.pose))
        .map(|(id, there)| Blocker { id: u32::from(id.0), shape: BlockerShape::Stand(there) })
        .collect();
    blockers.extend(state.terrain().lane_blockers(firer, placed));
    lane::find_lane(firer.quad(), placed.quad(), state.options().fire_arc.to_radians(), &blockers)
}

/// The refusal for a shot without a clear lane.
fn no_lane(state: &State, battery: StandId, target: StandId, seen: Sight) -> Refusal {
    let (gun, aim) = (|| state.say(battery), || state.say(target));
    match seen {
        Sight::Blocked { by, at, lane } => {
            let name = blocker_name(state, by);
            let from = lane.centre[0];
            let measured = Measured::at_least(
                format!("clear way of {} toward {}, as far as {name}", gun(), aim()),
                from,
                at,
                from.distance(at),
                lane.centre[0].distance(lane.centre[1]),
            );
            Refusal::new(
                Code::LaneBlocked,
                "easy:II.D-block",
                format!("{name} stands in every lane from {} to {}", gun(), aim()),
                "Clear the lane first, or choose another target",
            )
            .with(measured)
            .culprit(name)
        }
        Sight::Clear(_) | Sight::OutOfArc => Refusal::new(
            Code::NoLane,
            "easy:II.D-lane",
            format!(
                "{} lies outside the arc of {}, {:.0}° to either side",
                aim(),
                gun(),
                state.options().fire_arc
            ),
            "Turn the battery first; that is its move",
        ),
    }
}

fn blocker_name(state: &State, id: u32) -> String {
    let ground = state.terrain().ground();
    let name = match CoverFrom::from_blocker_id(id) {
        None => return u16::try_from(id).map(|id| state.say(StandId(id))).unwrap_or_default(),
        Some(CoverFrom::Area(index)) => ground.areas.get(index).map(|area| area.name.clone()),
        Some(CoverFrom::Line(index)) => ground.lines.get(index).map(|line| line.name.clone()),
    };
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "the ground".to_owned())
}

/// The level of the ground under a stand's centre: that of the highest contour around it, or 0 (`overhead-fire`).
fn level(state: &State, pose: Pose) -> u8 {
    let areas = &state.terrain().ground().areas;
    let levels = areas.iter().filter_map(|area| match area.rise {
        Rise::Contour { level, .. } if point_in_polygon(pose.at, &area.polygon) => Some(level),
        Rise::Contour { .. } | Rise::Level | Rise::Toward(_) => None,
    });
    levels.max().unwrap_or(0)
}

/// The dice of a shot at a target in this range band.
fn roll(state: &State, battery: StandId, row: Battery, target: StandId, band: Band) -> Roll {
    let modifiers = modifiers(state, battery, row, target, band);
    let (needed, _) = state.lengths().to_hit(row).row(band);
    let worth = fire_worth(state.options(), row, needed, Modifier::net(&modifiers));
    Roll { modifiers, needed, dice: state.stand(battery).strength, worth }
}

/// The modifiers to each die (`easy:II.D.2`, `easy:II.D.3`, `easy:IV.D-mud`, `easy:IV.D-poor`).
fn modifiers(state: &State, battery: StandId, row: Battery, target: StandId, band: Band) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    if state.arm(target).is_artillery() {
        modifiers.push(Modifier::new(-1, "easy:II.D.2", "counter-battery"));
    }
    if let Some(cover) = cover(state, battery, target) {
        modifiers.push(Modifier::new(-1, "easy:II.D.3", cover));
    }
    if state.stand(target).square {
        modifiers.push(Modifier::new(1, "easy:VI.G.1", "infantry in squares"));
    }
    match state.weather {
        Weather::Clear => {}
        Weather::Muddy => {
            if band != Band::Canister && !row.is_howitzers() {
                modifiers.push(Modifier::new(-1, "easy:IV.D-mud", "mud"));
            }
        }
        Weather::Poor => modifiers.push(Modifier::new(-1, "easy:IV.D-poor", "poor visibility")),
    }
    modifiers
}

/// The cover of infantry or engineers from this fire, in words (`easy:II.D.3`). `None` if the target is not in cover.
fn cover(state: &State, battery: StandId, target: StandId) -> Option<String> {
    if !matches!(state.arm(target), Arm::Infantry | Arm::Engineer) {
        return None;
    }
    let (firer, placed) = (state.placed(battery)?, state.placed(target)?);
    let terrain = state.terrain();
    let [left, right] = firer.quad().edge(Edge::Front);
    let from = terrain
        .area_cover(placed)
        .or_else(|| terrain.wall_covers(placed.quad(), (left + right) / 2.0).map(CoverFrom::Line))?;
    Some(format!("cover of {}", blocker_name(state, from.blocker_id())))
}

/// A battery that may fire, with the stands around it.
#[derive(Debug)]
struct Aim<'a> {
    battery: StandId,
    others: Vec<(StandId, Placed<'a>)>,
    /// The enemies within range and arc.
    targets: Vec<StandId>,
}

impl<'a> Aim<'a> {
    /// `None` if the battery may not fire. `largest` is how far the largest stand extends from its centre, in inches.
    fn of(state: &'a State, battery: StandId, largest: f32) -> Option<Self> {
        check_may_fire(state, battery).ok()?;
        check_guns(state, battery).ok()?;
        let from = state.pose(battery)?;
        let row = state.unit(battery).battery?;
        let quad = state.unit(battery).body.placed(from).quad();
        let [left, right] = quad.edge(Edge::Front);
        let (muzzle, half) = ((left + right) / 2.0, left.distance(right) / 2.0);
        // A stand that blocks a shot is hardly farther away than the target.
        let table = state.lengths().to_hit(row);
        let reach = table.long.1 + half + EPS;
        let beside = state.lengths().inches(BESIDE).max(2.0 * (largest + half));
        let within = |there: &Placed<'_>, more: f32| {
            let most = reach + reach_of(*there) + more;
            there.pose.at.distance_squared(muzzle) <= most * most
        };
        let others: Vec<(StandId, Placed<'a>)> =
            state.on_table().filter(|(_, there)| within(there, beside)).collect();
        let arc = state.options().fire_arc.to_radians();
        // The cheapest test first: most stands are too far away.
        let targets = others.iter().filter(|(id, there)| {
            state.are_enemies(battery, *id)
                && !state.makes_way(*id)
                && within(there, 0.0)
                && table.band(lane::range(quad, *there).distance).is_some()
                && lane::find_lane(quad, there.quad(), arc, &[]) != Sight::OutOfArc
        });
        let targets = targets.map(|(id, _)| *id).collect();
        Some(Self { battery, others, targets })
    }
}

/// The batteries that may fire now, each with its targets.
#[derive(Debug)]
pub struct Shots<'a> {
    state: &'a State,
    aims: Vec<Aim<'a>>,
}

/// A battery, by its index among those that may fire, and one of its targets.
#[derive(Clone, Copy, Debug)]
pub struct Aimed(usize, StandId);

impl<'a> Shots<'a> {
    pub fn new(state: &'a State) -> Self {
        let list = state.active().map_or(&[][..], |now| &now.list);
        let batteries = list.iter().filter(|id| state.arm(**id).is_artillery());
        let largest = state.on_table().map(|(_, there)| reach_of(there)).fold(0.0, f32::max);
        Self { state, aims: batteries.filter_map(|id| Aim::of(state, *id, largest)).collect() }
    }

    /// Every pair of battery and target within range and arc.
    pub fn all(&self) -> impl Iterator<Item = Aimed> {
        let aims = self.aims.iter().enumerate();
        aims.flat_map(|(number, aim)| aim.targets.iter().map(move |target| Aimed(number, *target)))
    }

    /// The offer of this shot. `None` if it is not legal.
    pub fn offer(&self, Aimed(number, target): Aimed) -> Option<ShotOffer> {
        let (state, aim) = (self.state, self.aims.get(number)?);
        let shot = shot_at(state, aim.battery, target, &aim.others).ok()?;
        let hopeless = shot.roll.is_hopeless();
        let words = format!(
            "{} fires at {}, {:.2} in, {}{}",
            state.say(aim.battery),
            state.say(target),
            shot.range.value,
            shot.roll.words(),
            if hopeless { ": cannot hit" } else { "" }
        );
        let order = Order::Fire { battery: aim.battery, target };
        Some(ShotOffer { hopeless, offer: Offer { order, kind: "fire", words, family: false } })
    }
}

/// A legal shot, and whether it is unable to hit (`easy:0.6`).
#[derive(Debug)]
pub struct ShotOffer {
    hopeless: bool,
    offer: Offer<Order>,
}

impl ShotOffer {
    /// The offers, with shots that cannot hit last.
    pub fn in_order(offers: Vec<Self>) -> impl Iterator<Item = Offer<Order>> {
        let (hopeless, others): (Vec<_>, Vec<_>) = offers.into_iter().partition(|offer| offer.hopeless);
        others.into_iter().chain(hopeless).map(|offer| offer.offer)
    }
}

/// Every shot that is legal now. Shots that cannot hit say so and come last (`easy:II.D.2`, `easy:0.6`).
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let shots = Shots::new(state);
    ShotOffer::in_order(shots.all().filter_map(|shot| shots.offer(shot)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event;
    use crate::fixture::{Fixture, at};
    use crate::options::Options;
    use crate::rule_set::Easy;
    use crate::state::Place;
    use dice::{Typed, weigh};
    use game::options::Options as Chosen;
    use game::{RuleSet, Stop};
    use table::ground::{Area, AreaKind, Line, LineKind};

    fn options(chosen: &[(&str, &str)]) -> Options {
        let mut all = Chosen::default();
        all.0.extend(chosen.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())));
        Options::new(&all).unwrap()
    }

    fn hits(row: Battery, needed: i32, modifier: i32, faces: &[i32], chosen: &[(&str, &str)]) -> u8 {
        let worth = fire_worth(&options(chosen), row, needed, modifier);
        faces.iter().map(|face| worth[*face as usize - 1]).sum()
    }

    /// A battery at the origin facing north, and its target.
    fn field(arm: Arm, x: f32, y: f32) -> Fixture {
        Fixture::new().ours(Arm::FootArtillery, at(0.0, 0.0, 0.0)).theirs(arm, at(x, y, 180.0))
    }

    fn code(result: Result<Shot, Refusal>) -> Code {
        result.unwrap_err().code
    }

    #[test]
    fn bands_run_to_their_last_inch() {
        let fired = |range: f32| {
            let (state, ids) = field(Arm::Infantry, 0.0, range + 2.0).state();
            shot(&state, ids[0], ids[1])
        };
        let needed = |range| fired(range).unwrap().roll.needed;
        assert_eq!([3.0, 3.01, 5.0, 5.01, 10.0].map(needed), [5, 7, 7, 10, 10]);
        assert_eq!(code(fired(10.01)), Code::OutOfRange);
        assert!((fired(4.0).unwrap().range.value - 4.0).abs() < 1e-4);
    }

    #[test]
    fn lanes_lie_within_the_arc() {
        let shot_at = |arm: Arm, x, y, arc: &str| {
            let (state, ids) = field(arm, x, y).option("fire-arc", arc).state();
            shot(&state, ids[0], ids[1])
        };
        assert!((shot_at(Arm::Infantry, 1.2, 5.0, "45").unwrap().range.value - 3.0).abs() < 1e-4);
        assert!((shot_at(Arm::Infantry, 1.5, 5.0, "45").unwrap().range.value - 3.0).abs() < 1e-4);
        assert_eq!(code(shot_at(Arm::Infantry, 1.5, 5.0, "0")), Code::NoLane);
        assert_eq!(code(shot_at(Arm::Infantry, 6.0, 3.0, "45")), Code::NoLane);
        assert!(shot_at(Arm::Infantry, 6.0, 3.0, "90").is_ok());
        assert_eq!(code(shot_at(Arm::Infantry, 0.0, -6.0, "90")), Code::NoLane);
    }

    #[test]
    fn stands_block_and_generals_do_not() {
        let base = |arc: &str| field(Arm::Infantry, 0.0, 7.0).option("fire-arc", arc);
        let fire = |field: Fixture| {
            let (state, ids) = field.state();
            shot(&state, ids[0], ids[1])
        };
        let refusal = fire(base("0").ours(Arm::Infantry, at(-1.4, 3.0, 0.0))).unwrap_err();
        assert_eq!((refusal.code, refusal.culprit.as_deref()), (Code::LaneBlocked, Some("2 S02")));
        assert!(fire(base("0").ours(Arm::Infantry, at(-1.5, 3.0, 0.0))).is_ok());
        assert!(fire(base("45").ours(Arm::Infantry, at(-1.4, 3.0, 0.0))).is_ok());
        let both =
            |arc| base(arc).ours(Arm::Infantry, at(-1.4, 3.0, 0.0)).ours(Arm::Infantry, at(1.4, 3.0, 0.0));
        assert_eq!(code(fire(both("0"))), Code::LaneBlocked);
        assert!(fire(base("0").ours(Arm::General, at(0.0, 3.0, 0.0))).is_ok());
        // From higher ground over a lower stand.
        let over = |value: &str| {
            let mut field = base("0").ours(Arm::Infantry, at(0.0, 3.0, 0.0)).option("overhead-fire", value);
            let corner = at(0.0, 0.0, 0.0).at;
            let square = [(-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5)];
            let polygon = square.map(|(x, y)| corner + table::Vec2::new(x, y)).to_vec();
            let rise = Rise::Contour { level: 1, slope: 0.2 };
            field.ground.areas = vec![Area { rise, ..Area::plain("hill", AreaKind::Hill, polygon) }];
            fire(field)
        };
        assert!(over("on").is_ok());
        assert_eq!(code(over("off")), Code::LaneBlocked);
    }

    #[test]
    fn targets_are_enemy_troops() {
        let (state, ids) = field(Arm::General, 0.0, 5.0).state();
        assert_eq!(code(shot(&state, ids[0], ids[1])), Code::BadTarget);
        let locked = |value: &str| {
            let field = field(Arm::Infantry, 0.0, 7.0).ours(Arm::Infantry, at(2.0, 7.0, 270.0));
            let (state, ids) = field.option("no-fire-into-contact", value).state();
            shot(&state, ids[0], ids[1])
        };
        assert!(locked("off").is_ok());
        assert_eq!(code(locked("on")), Code::BadTarget);
        // Both beyond long range and out of arc: the range is reported first.
        let (state, ids) = field(Arm::Infantry, 20.0, 0.0).state();
        assert_eq!(code(shot(&state, ids[0], ids[1])), Code::OutOfRange);
    }

    #[test]
    fn dice_hit_as_the_ledger_has_it() {
        let six = Battery::Eight6Pounders;
        assert_eq!(hits(six, 7, 0, &[7, 6], &[]), 1);
        assert_eq!(hits(six, 7, 0, &[8, 9], &[]), 2);
        assert_eq!(hits(Battery::Eight12Pounders, 7, -1, &[8, 7, 6], &[]), 1);
        assert_eq!(hits(six, 5, -1, &[5, 6], &[]), 1);
        assert_eq!(hits(six, 10, -1, &[10], &[]), 0);
        assert_eq!(hits(six, 10, -1, &[10], &[("natural-top-hits", "on")]), 1);
        assert_eq!(hits(six, 2, 1, &[1], &[("natural-one-misses", "on")]), 0);
        assert_eq!(hits(six, 2, 1, &[1], &[]), 1);
    }

    #[test]
    fn a_howitzer_ten_is_two_hits() {
        let howitzers = Battery::EightHowitzers;
        assert_eq!(hits(howitzers, 9, 0, &[10, 9], &[]), 3);
        assert_eq!(hits(howitzers, 9, -1, &[10, 8], &[]), 2);
        assert_eq!(hits(howitzers, 10, -1, &[10], &[]), 0);
        assert_eq!(hits(howitzers, 9, 1, &[9], &[]), 1);
        let modified = [("howitzer-ten", "modified")];
        assert_eq!(hits(howitzers, 9, 1, &[9], &modified), 2);
        assert_eq!(hits(howitzers, 9, -1, &[10], &modified), 1);
        let top = [("howitzer-ten", "modified"), ("natural-top-hits", "on")];
        assert_eq!(hits(howitzers, 9, -1, &[10], &top), 2);
    }

    #[test]
    fn weather_and_cover_take_one_off() {
        let modifiers = |field: Fixture, weather| {
            let (mut state, ids) = field.state();
            state.weather = weather;
            shot(&state, ids[0], ids[1]).map(|shot| Modifier::net(&shot.roll.modifiers))
        };
        let net = |arm, y, weather| modifiers(field(arm, 0.0, y), weather).unwrap();
        assert_eq!(net(Arm::Infantry, 6.0, Weather::Muddy), -1);
        assert_eq!(net(Arm::Infantry, 5.0, Weather::Muddy), 0);
        assert_eq!(net(Arm::Infantry, 5.0, Weather::Poor), -1);
        assert_eq!(net(Arm::FootArtillery, 6.0, Weather::Clear), -1);
        let long = modifiers(field(Arm::Infantry, 0.0, 8.0), Weather::Poor);
        assert_eq!(long.unwrap_err().code, Code::LongRangeForbidden);
        let walled = |arm, y: f32| {
            let mut field = field(arm, 0.0, 5.0);
            let points = vec![at(-3.0, y, 0.0).at, at(3.0, y, 0.0).at];
            let wall = Line { hard_cover: true, ..Line::plain("wall", LineKind::Wall, points) };
            field.ground.lines = vec![wall];
            modifiers(field, Weather::Clear).unwrap()
        };
        assert_eq!(walled(Arm::Infantry, 3.9), -1);
        assert_eq!(walled(Arm::LightCavalry, 3.9), 0);
        assert_eq!(walled(Arm::Infantry, 6.1), 0);
    }

    #[test]
    fn a_shot_is_an_action_and_two_hits_remove_a_stand_of_one() {
        let (mut state, ids) = field(Arm::Infantry, 0.0, 6.0).state();
        state.stands[ids[1].index()].strength = 1;
        let order = Order::Fire { battery: ids[0], target: ids[1] };
        let mut tray = Typed::faces([vec![8, 9]]);
        let ruling = Easy::judge(&state, &order, &mut tray).unwrap();
        ruling.events.iter().for_each(|happened| event::apply(&mut state, happened));
        assert_eq!(state.stand(ids[1]).place, Place::Eliminated { rallyable: true });
        assert_eq!(state.points(), [1, 0]);
        let again = Easy::judge(&state, &order, &mut Typed::default());
        assert!(matches!(again, Err(Stop::Refused(Refusal { code: Code::Acted, .. }))));
        state.stack[0].step = Step::Combats;
        let late = Easy::judge(&state, &order, &mut Typed::default());
        assert!(matches!(late, Err(Stop::Refused(Refusal { code: Code::Phase, .. }))));
    }

    #[test]
    fn a_battery_of_one_point_throws_one_die() {
        let (mut state, ids) = field(Arm::Infantry, 0.0, 6.0).state();
        state.stands[ids[0].index()].strength = 1;
        let order = Order::Fire { battery: ids[0], target: ids[1] };
        let odds = weigh(|tray| {
            Easy::judge(&state, &order, tray).map(|ruling| {
                let fired = ruling.events.iter().find_map(|event| match event {
                    Event::Fired { hits, .. } => Some(*hits),
                    _ => None,
                });
                fired.unwrap_or_default()
            })
        });
        let odds = odds.unwrap();
        assert!((odds[&1] - 0.4).abs() < 1e-12 && odds.len() == 2, "{odds:?}");
    }

    /// The targets of these shots.
    fn targets(offered: &[Offer<Order>]) -> Vec<StandId> {
        let target = |offer: &Offer<Order>| match offer.order {
            Order::Fire { target, .. } => target,
            _ => panic!("{offer:?}"),
        };
        offered.iter().map(target).collect()
    }

    #[test]
    fn shots_that_cannot_hit_say_so_and_come_last() {
        let field = field(Arm::FootArtillery, 0.0, 9.0)
            .theirs(Arm::Infantry, at(6.0, 8.0, 180.0))
            .theirs(Arm::LightCavalry, at(-5.0, 8.0, 180.0));
        let (state, ids) = field.state();
        let offered = offers(&state);
        // Firing at the guns at long range needs 10 or more, with a modifier of −1.
        assert_eq!(targets(&offered), [ids[2], ids[3], ids[1]]);
        let warned: Vec<bool> = offered.iter().map(|offer| offer.words.ends_with(": cannot hit")).collect();
        assert_eq!(warned, [false, false, true], "{offered:?}");
    }

    #[test]
    fn every_offered_shot_is_legal() {
        let field = field(Arm::Infantry, 0.0, 6.0)
            .theirs(Arm::LightCavalry, at(3.0, 7.0, 180.0))
            .theirs(Arm::General, at(-3.0, 7.0, 180.0))
            .theirs(Arm::Infantry, at(0.0, 9.0, 180.0));
        let (state, ids) = field.state();
        let offered = offers(&state);
        let targets = targets(&offered);
        assert!(targets.contains(&ids[1]) && targets.contains(&ids[2]) && !targets.contains(&ids[3]));
        for offer in offered {
            let asked = Easy::judge(&state, &offer.order, &mut Typed::default());
            assert!(matches!(asked, Err(Stop::NeedsDice(_))), "{}", offer.words);
        }
    }
}
