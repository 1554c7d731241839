//! The wording of stands, paths and events, and what each side may see of them.

use super::cause::Cause;
use super::chits::{chit_name, say_put_in};
use super::combat::change::Change;
use super::combat::status::{Combat, Status};
use super::combat::{planned, resolve};
use super::event::{Event, How};
use super::movement::luck;
use super::order::{Order, Taking};
use super::roster::StandId;
use super::state::{Level, Place, Reason, State};
use super::terms::plain;
use super::{ammunition, engineers, pontoons};
use glam::Vec2;

use crate::FiatAct;
use game::counted;
use game::ending::people;
use game::{Redundancy, Viewer};
use table::{Heading, Leg, Path, Pose};

/// The state as this viewer may know it. Enemy losses are markers without a number (`easy:III.C.1`), and the enemy's
/// ammunition is hidden (`easy:VI.E`).
pub fn view(state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    let Viewer::Side(side) = viewer else { return seen };
    for id in state.ids() {
        if state.side(id) == side {
            continue;
        }
        let start = state.unit(id).strength;
        let stand = &mut seen.stands[id.index()];
        if stand.marked && !matches!(stand.place, Place::Eliminated { .. }) {
            stand.strength = start;
            stand.hidden = true;
        }
    }
    conceal_fights(&mut seen);
    for stock in seen.ammunition.iter_mut().filter(|stock| stock.side != side) {
        stock.left = None;
    }
    seen
}

/// Limits the strengths in a combat that waits for a decision to what the stands show.
fn conceal_fights(seen: &mut State) {
    let shown: Vec<Option<u8>> =
        seen.stands.iter().map(|stand| stand.hidden.then_some(stand.strength)).collect();
    let engineers: Vec<Option<u8>> =
        seen.ids().map(|host| shown[seen.engineer_with(host)?.index()]).collect();
    for combat in seen.stack.iter_mut().flat_map(|now| &mut now.combats) {
        if let Status::Paused(fight) = &mut combat.status {
            fight.conceal(|id| shown[id.index()], |host| engineers[host.index()]);
        }
    }
    conceal_bystanders(seen);
}

/// Limits the strengths of the attackers' friends that count in the result to what is known
/// (`bystanders=count-in-result`).
fn conceal_bystanders(seen: &mut State) {
    if !seen.options().bystanders_count {
        return;
    }
    let Some(now) = seen.active() else { return };
    let shown = |(index, combat): (usize, &Combat)| {
        let Status::Paused(_) = &combat.status else { return None };
        let setup = planned::setup(seen, &planned::planned(seen, &combat.attacks))?;
        Some((index, setup.bystanders.iter().map(|(strength, _)| *strength).collect()))
    };
    let shown: Vec<(usize, Vec<u8>)> = now.combats.iter().enumerate().filter_map(shown).collect();
    let Some(now) = seen.stack.last_mut() else { return };
    for (index, strengths) in shown {
        if let Some(Combat { status: Status::Paused(fight), .. }) = now.combats.get_mut(index) {
            fight.conceal_bystanders(&strengths);
        }
    }
}

/// The event as this viewer may know it (`easy:III.C.1`). When a marked enemy stand falls, its last strength stays
/// hidden.
pub fn veil(before: &State, event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Hit { stand, points, cause } if hides(before, *stand, viewer) => {
            let all = *points >= before.stand(*stand).strength;
            Event::Hit { stand: *stand, points: if all { 0 } else { *points }, cause: *cause }
        }
        _ => event.clone(),
    }
}

/// Whether the strength of this stand is hidden from this viewer.
pub fn hides(state: &State, stand: StandId, viewer: Viewer) -> bool {
    let Some(at) = state.stands.get(stand.index()) else { return false };
    at.marked && !matches!(at.place, Place::Eliminated { .. }) && viewer.is_enemy_of(state.side(stand))
}

/// Whether the strength of this stand, or of the engineers attached to it, is hidden from this viewer
/// (`easy:V.D.2.b`).
pub fn hides_force(state: &State, stand: StandId, viewer: Viewer) -> bool {
    let with = state.engineer_with(stand);
    std::iter::once(stand).chain(with).any(|stand| hides(state, stand, viewer))
}

/// The strength in words: `5 of 5 sp`, `marked, began with 5 sp`. Empty for stands without strength.
pub fn strength(state: &State, id: StandId) -> String {
    let (stand, start) = (state.stand(id), state.unit(id).strength);
    match (start, stand.hidden) {
        (0, _) => String::new(),
        (_, true) => format!("marked, began with {start} sp"),
        (_, false) => format!("{} of {start} sp", stand.strength),
    }
}

/// A stand in full, for lists and screen readers: `14 Foy, II Corps, French infantry, 5 of 5 sp, fresh`. A regrouped
/// stand also names its first command (`easy:V.A` to `easy:V.C`).
pub fn describe(state: &State, id: StandId) -> String {
    let unit = state.unit(id);
    let stand = state.stand(id);
    let army = &state.game.scenario.sides[unit.side.index()].armies[unit.army].name;
    let mut command = state.command(unit.command).name.clone();
    if let Some(first) = state.game.roster.stands.get(id.index()).map(|unit| unit.command)
        && first != unit.command
    {
        command = format!("{command} (from {})", state.command(first).name);
    }
    let mut parts =
        vec![format!("{} {}", unit.badge, unit.name), command, format!("{army} {}", unit.arm.name())];
    let strength = strength(state, id);
    if !strength.is_empty() {
        parts.push(strength);
    }
    if unit.strength > 0 && !stand.marked {
        parts.push("fresh".into());
    }
    match stand.place {
        Place::Table(_) => {}
        Place::Reserve => parts.push(match state.regrouped.founded_by(id) {
            Some(command) if state.regrouped.unposted.contains(&command) => "still to be placed".into(),
            Some(_) => "not on the table: there was no room for it".into(),
            None => "not yet arrived".into(),
        }),
        Place::Eliminated { rallyable: true } => parts.push("eliminated, may rally".into()),
        Place::Eliminated { rallyable: false } => parts.push("eliminated for good".into()),
        Place::Off => parts.push("off the table".into()),
    }
    if stand.routed {
        parts.push("routed".into());
    }
    if stand.evading {
        parts.push("evading".into());
    }
    parts.extend(engineers::words::say_state(state, id));
    if let Some(site) = pontoons::work(state, id) {
        parts.push(format!("building, {}", pontoons::say_site(state, &site)));
    } else if state.pontoons.contains_key(&id) {
        parts.push("has built its bridge".into());
    }
    if stand.square {
        parts.push("in squares".into());
    }
    if state.is_taken(id) && matches!(stand.place, Place::Table(_)) {
        parts.push(format!("captured by {}", state.say_side(state.side(id))));
    }
    parts.join(", ")
}

/// The verb for what is done to a wagon: `captures`.
pub fn taking(how: Taking) -> &'static str {
    match how {
        Taking::Capture => "captures",
        Taking::Destroy => "destroys",
    }
}

/// A path in words: `4.00 in north-east, turn 30° right`.
pub fn path(path: &Path) -> String {
    if path.legs.is_empty() {
        return "stays".into();
    }
    let leg = |leg: &Leg| match leg {
        Leg::Slide(delta) => format!("{:.2} in {}", delta.length(), Heading::of(*delta).point()),
        Leg::Turn { angle, .. } if *angle >= 0.0 => format!("turn {:.0}° right", angle.to_degrees()),
        Leg::Turn { angle, .. } => format!("turn {:.0}° left", -angle.to_degrees()),
    };
    // Legs that round to nothing are left out, unless there is nothing else.
    let counts = |leg: &&Leg| match leg {
        Leg::Slide(delta) => delta.length() >= 0.005,
        Leg::Turn { angle, .. } => angle.to_degrees().abs() >= 0.5,
    };
    let told: Vec<String> = path.legs.iter().filter(counts).map(leg).collect();
    if told.is_empty() { path.legs.iter().map(leg).collect::<Vec<_>>().join(", ") } else { told.join(", ") }
}

/// The stands' names, separated by commas.
pub fn names(state: &State, stands: &[StandId]) -> String {
    stands.iter().map(|id| state.say_short(*id)).collect::<Vec<_>>().join(", ")
}

/// The referee's act in words.
pub fn say_fiat(state: &State, act: &FiatAct) -> String {
    let named = |stand: &str| match state.roster().find_stand(stand) {
        Some(id) => state.say(id).to_string(),
        None => stand.to_owned(),
    };
    match act {
        FiatAct::Place { stand, pose } => format!("{} is put at {pose}", named(stand)),
        FiatAct::Strength { stand, points } => format!("{} is set to {points} sp", named(stand)),
        FiatAct::Remove { stand } => format!("{} is taken off", named(stand)),
        FiatAct::BringBack { stand, pose, points } => {
            let verb = brought(state, stand);
            let troops = state.roster().find_stand(stand).is_none_or(|id| state.unit(id).strength > 0);
            let strength = if troops { format!(" with {points} sp") } else { String::new() };
            format!("{} {verb} at {pose}{strength}", named(stand))
        }
        FiatAct::Award { side, points } if side.index() < 2 => {
            format!("{} for {}", counted(*points, "point", "points"), people(state.say_side(*side)))
        }
        FiatAct::Award { points, .. } => counted(*points, "point", "points"),
        FiatAct::Turn { turn } => format!("it is turn {turn}"),
        FiatAct::Option { id, value } => format!("option {id} is {value} from now on"),
        FiatAct::Square { stand, on: true } => format!("{} is in squares", named(stand)),
        FiatAct::Square { stand, on: false } => format!("{} is in squares no longer", named(stand)),
        FiatAct::Routed { stand, on: true } => format!("{} has a routed marker", named(stand)),
        FiatAct::Routed { stand, on: false } => format!("{} has no routed marker", named(stand)),
        FiatAct::Ammunition { army, chits } => {
            let stock = ammunition::find(state, army);
            let army = stock.map_or(army.as_str(), |stock| state.say_army(stock.side, stock.army));
            format!("{army} has {} left", ammunition::say_chits(*chits))
        }
        FiatAct::Work { engineer, task: None, .. } => format!("{} leaves its work", named(engineer)),
        FiatAct::Work { engineer, task: Some(task), left: 0 } => {
            format!("{} has done its work at {}", named(engineer), task.say(state.ground()))
        }
        FiatAct::Work { engineer, task: Some(task), left } => {
            let left = engineers::words::say_turns_left(left.saturating_mul(2));
            format!("{} works at {}: {left}", named(engineer), task.say(state.ground()))
        }
        FiatAct::Ground(change) => {
            let said = change.say(state.ground());
            said.strip_prefix("The ").map_or(said.clone(), |rest| format!("the {rest}"))
        }
        FiatAct::Side { stand, side } if side.index() < 2 => {
            format!("{} belongs to {} from now on", named(stand), people(state.say_side(*side)))
        }
        FiatAct::Side { stand, .. } => format!("{} changes sides", named(stand)),
        FiatAct::Chit { command } => {
            let known = state.roster().find_command(command);
            let name = known.map_or_else(|| command.clone(), |id| chit_name(state, id));
            say_put_in(&name, known.map_or(1, |id| state.chits_of(id)))
        }
    }
}

/// The verb for a stand that the referee brings back: one that has never been on the table comes on.
fn brought(state: &State, stand: &str) -> &'static str {
    let known = state.roster().find_stand(stand);
    match known.map(|id| state.stand(id).place) {
        Some(Place::Reserve) => "comes on",
        Some(Place::Table(_) | Place::Eliminated { .. } | Place::Off) | None => "comes back",
    }
}

/// A fiat that sets a strength, worded for a viewer who may not know the number (`easy:III.C.1`). It reports only
/// what can be seen on the table.
pub fn say_secret_fiat(state: &State, act: &FiatAct) -> String {
    match act {
        FiatAct::BringBack { stand, pose, .. } => {
            let name = state.roster().find_stand(stand).map(|id| state.say(id).to_string());
            let verb = brought(state, stand);
            format!("By the referee: {} {verb} at {pose}", name.as_deref().unwrap_or(stand))
        }
        FiatAct::Ammunition { .. } => "By the referee: ammunition is set".into(),
        _ => "By the referee: a strength is set".into(),
    }
}

/// The path of a stand, to follow the verb: `: 4.00 in north-east`. With its cost if that is more than its length.
fn gone(way: Option<&Path>, end: Pose, cost: f32) -> String {
    /// A cost is worth saying if it exceeds the length by this much, in inches.
    const MORE: f32 = 0.05;
    // Games of the first version record no paths.
    let Some(way) = way else { return format!(" to {end} for {cost:.2} in") };
    let straight = length(way);
    let cost = if cost > straight + MORE { format!(", for {cost:.2} in") } else { String::new() };
    format!(": {}{cost}", path(way))
}

/// The length of a path in inches, without turns.
fn length(way: &Path) -> f32 {
    let of = |leg: &Leg| match leg {
        Leg::Slide(delta) => delta.length(),
        Leg::Turn { .. } => 0.0,
    };
    way.legs.iter().map(of).sum()
}

/// Whether the log line of the order or of the event covers the other. A move or retreat says its path once, with the
/// place where the dice for an obstacle stopped it. A referee's decision is worded by the order alone.
pub fn retold(state: &State, order: &Order, event: &Event) -> Redundancy {
    if let Some(fiat) = order.fiat() {
        return if is_decided(&fiat.act, event) { Redundancy::ByOrder } else { Redundancy::Neither };
    }
    let Event::Placed { stand, how, path, .. } = event else { return Redundancy::Neither };
    match how {
        How::Retreated | How::Routed if order.retreat().is_some_and(|(beaten, _)| beaten == *stand) => {
            Redundancy::ByEvent
        }
        // Attached engineers go along and have a line of their own. Games of the first version record no paths.
        How::Moved | How::Entered | How::Withdrew if order.actor().is_none_or(|actor| actor == *stand) => {
            match path.as_ref().filter(|_| order.path().is_some()) {
                Some(gone) => luck::stopped(state, order, *stand, gone)
                    .map_or(Redundancy::ByEvent, Redundancy::EventCovers),
                None => Redundancy::Neither,
            }
        }
        How::Retreated
        | How::Routed
        | How::Moved
        | How::Entered
        | How::Withdrew
        | How::Displaced
        | How::Rallied
        | How::Fiat => Redundancy::Neither,
    }
}

/// Whether the referee's own words cover the event. Its consequences are not covered: a captured wagon that is
/// brought back, for example, returns to its own side.
fn is_decided(act: &FiatAct, event: &Event) -> bool {
    match act {
        FiatAct::Place { .. } => matches!(event, Event::Placed { how: How::Fiat, .. }),
        FiatAct::Strength { .. } => matches!(event, Event::StrengthSet { .. } | Event::Removed { .. }),
        FiatAct::Remove { .. } => matches!(event, Event::Removed { .. }),
        FiatAct::BringBack { .. } => matches!(event, Event::Rallied { fiat: true, .. }),
        FiatAct::Award { .. } => matches!(event, Event::Scored { reason: Reason::Fiat(_), .. }),
        FiatAct::Turn { .. } => matches!(event, Event::ClockSet { .. }),
        FiatAct::Option { .. } => matches!(event, Event::OptionSet { .. }),
        FiatAct::Square { .. } => matches!(event, Event::Square { .. }),
        FiatAct::Routed { .. } => matches!(event, Event::Routed { .. }),
        FiatAct::Ammunition { .. } => matches!(event, Event::AmmunitionSet { .. }),
        FiatAct::Work { .. } => match event {
            Event::Engineers(change) => !matches!(change, engineers::change::Change::Left { .. }),
            event => matches!(event, Event::GroundChanged(_)),
        },
        FiatAct::Ground(_) => matches!(event, Event::GroundChanged(_)),
        FiatAct::Side { .. } => matches!(event, Event::SideChanged { .. }),
        FiatAct::Chit { .. } => matches!(event, Event::ChitJoined { .. }),
    }
}

/// The way of a retreat in words: `4.00 in toward Plancenoit`. Only the place if it went nowhere, or if its start is
/// unknown.
fn way_back(state: &State, stand: StandId, end: Pose, path: Option<&Path>) -> String {
    let gone = path.map_or_else(
        || state.pose(stand).map_or(Vec2::ZERO, |start| end.at - start.at),
        |path| {
            path.legs.iter().fold(Vec2::ZERO, |gone, leg| match leg {
                Leg::Slide(delta) => gone + *delta,
                Leg::Turn { .. } => gone,
            })
        },
    );
    if gone.length() < 0.25 {
        return format!("to {end}");
    }
    let way = state.ground().way(end.at - gone, Heading::of(gone));
    format!("{:.2} in {way}", gone.length())
}

/// The log line of an event. `None` for bookkeeping.
pub fn say_event(state: &State, event: &Event) -> Option<String> {
    // One arm per event, as in `event::apply`.
    Some(match event {
        Event::TurnBegan { turn } => {
            let clock = state.game.scenario.clock(*turn);
            format!("Turn {} ends; turn {turn} begins, {clock}", turn.saturating_sub(1))
        }
        Event::WeatherSet { weather: now } => format!("The weather is {}", now.words()),
        Event::ChitJoined { command } => {
            format!("The chit of {} goes into the cup", chit_name(state, *command))
        }
        Event::StandsRolled { most } => format!("At most {most} stands may act"),
        Event::ChitDrawn { command } => format!("Drawn: {}", chit_name(state, *command)),
        Event::Placed { stand, pose, how, cost, path } => {
            let who = state.say_short(*stand);
            let way = way_back(state, *stand, *pose, path.as_ref());
            match how {
                How::Moved if path.as_ref().is_some_and(|path| path.legs.is_empty()) => {
                    format!("{who} stays where it is")
                }
                How::Moved => format!("{who} moves{}", gone(path.as_ref(), *pose, *cost)),
                How::Entered => format!("{who} comes on{}", gone(path.as_ref(), *pose, *cost)),
                How::Withdrew => format!("{who} withdraws{}", gone(path.as_ref(), *pose, *cost)),
                How::Retreated => format!("{who} retreats {way}"),
                How::Routed => format!("{who} routs {way}"),
                How::Displaced => format!("{who} makes off {way}"),
                How::Rallied => format!("{who} rallies"),
                How::Fiat => format!("{who} is put at {pose}"),
            }
        }
        Event::ObstacleCost { stand, inches } => {
            let inches = plain(state.lengths().inches(f32::from(*inches)));
            format!("The obstacle costs {} {inches} in", state.say_short(*stand))
        }
        Event::Fired { battery, target, hits } => {
            let (gun, aim) = (state.say_short(*battery), state.say_short(*target));
            format!("{gun} fires at {aim}: {}", super::terms::hits(*hits))
        }
        Event::AmmunitionRolled { side, army, chits } | Event::AmmunitionSet { side, army, chits } => {
            format!("{} has {}", state.say_army(*side, *army), ammunition::say_chits(*chits))
        }
        Event::Hit { stand, points, cause } => {
            let by = match cause {
                Cause::Fire => "to fire",
                Cause::Combat => "in close combat",
                Cause::BlockedRetreat | Cause::BlockedRout => "in going back",
                Cause::NoRefuge => "with no refuge",
                Cause::Squares => "in forming squares",
                Cause::Fiat => "by the referee",
            };
            let lost = if *points == 0 { "what it had left".to_owned() } else { points.to_string() };
            format!("{} loses {lost} {by}", state.say_short(*stand))
        }
        Event::Eliminated { stand, rallyable, .. } => {
            let end = if *rallyable { "is eliminated" } else { "is eliminated for good" };
            format!("{} {end}", state.say_short(*stand))
        }
        Event::GeneralGone { general } => format!("{} leaves the table", state.say_short(*general)),
        Event::Rallied { stand, points, .. } => {
            format!("{} is back with {points} sp", state.say_short(*stand))
        }
        Event::Routed { stand, on: true } => format!("{} is routed", state.say_short(*stand)),
        Event::Routed { stand, on: false } => format!("{} is steady again", state.say_short(*stand)),
        Event::Evading { battery, on: true } => format!("The crew of {} shelters", state.say_short(*battery)),
        Event::Evading { battery, on: false } => {
            format!("The crew of {} is back at its guns", state.say_short(*battery))
        }
        Event::Square { stand, on: true } => format!("{} is in squares", state.say_short(*stand)),
        Event::Square { stand, on: false } => format!("{} leaves its squares", state.say_short(*stand)),
        Event::Scored { side, points, reason } => {
            let what = match reason {
                Reason::Stand(id) => state.say_short(*id),
                Reason::General(id) => format!("{} lost", state.say_short(*id)),
                Reason::Wagon(id) => format!("{} taken", state.say_short(*id)),
                Reason::Objective(held) => {
                    state.game.scenario.objectives.get(held.0).map_or_else(String::new, |o| o.name.clone())
                }
                Reason::Fiat(reason) => reason.clone(),
            };
            format!("{} scores {points}: {what}", state.say_side(*side))
        }
        Event::Held { objective, by } => {
            let name =
                state.game.scenario.objectives.get(*objective).map(|o| o.name.as_str()).unwrap_or_default();
            format!("{} holds {name}", state.say_side(*by))
        }
        Event::Founded(founded) => {
            format!("{} has a chit of its own: {}", founded.name, names(state, &founded.stands))
        }
        Event::Posted { command, pose } => {
            format!("The general of {} stands at {pose}", state.say_command(*command))
        }
        Event::PostDropped { command } => format!("{} acts without a general", state.say_command(*command)),
        Event::Attached { stands, to } => {
            format!("Under {} from now on: {}", state.say_command(*to), names(state, stands))
        }
        Event::OnTheWay { stands } => {
            format!("Time until the end of the next turn to join the new general: {}", names(state, stands))
        }
        Event::Absorbed { command } => {
            format!("The chit of {} leaves play", state.say_command(*command))
        }
        Event::WagonTaken { wagon, by, how, .. } => {
            format!("{} {} {}", state.say_short(*by), taking(*how), state.say_short(*wagon))
        }
        Event::BridgeWorked { train, built, .. } => {
            format!("{} has {built} in of its bridge", state.say_short(*train))
        }
        Event::BridgeLeft { train } => format!("{} takes its bridge up", state.say_short(*train)),
        Event::TrainSpent { train } => format!("{} has built its bridge", state.say_short(*train)),
        Event::Wrecked { stand, .. } => format!("{} is destroyed", state.say_short(*stand)),
        Event::SideChanged { stand, to } => {
            format!("{} belongs to {} now", state.say_short(*stand), people(state.say_side(*to)))
        }
        Event::StrengthSet { stand, points } => format!("{} has {points} sp", state.say_short(*stand)),
        Event::Removed { stand } => format!("{} is taken off", state.say_short(*stand)),
        Event::ClockSet { turn } => format!("The clock is set to turn {turn}"),
        Event::Engineers(change) => return engineers::words::say_change(state, change),
        Event::OptionSet { id, value } => format!("Option {id} is {value}"),
        Event::GroundChanged(change) => change.say(state.ground()),
        Event::Ended(outcome) => {
            let [a, b] = outcome.winner_first();
            match (outcome.level, outcome.winner) {
                (Level::Draw, _) | (_, None) => format!("The battle is a draw, {a} to {b}"),
                (level, Some(winner)) => {
                    let lost = outcome.without_wagons.map_or_else(String::new, |side| {
                        format!(": no wagon is left to {}", people(state.say_side(side)))
                    });
                    format!(
                        "The battle ends: {} victory of {}, {a} to {b}{lost}",
                        level.name(),
                        people(state.say_side(winner))
                    )
                }
            }
        }
        // The order already says who picked it.
        Event::ActivationBegan { command, .. } => {
            format!("{} is active", chit_name(state, *command))
        }
        Event::Combat(Change::Totals { combat, attackers, defenders }) => {
            let (_, words) = resolve::say_totals(*attackers, *defenders);
            format!("Combat {}, attackers against defenders: {words}", combat.saturating_add(1))
        }
        Event::Combat(_)
        | Event::WeatherDue
        | Event::ChitDiscarded { .. }
        | Event::ChitsReturned
        | Event::StepBegan { .. }
        | Event::Listed { .. }
        | Event::GeneralMoved
        | Event::Parked
        | Event::Unparked
        | Event::ActivationEnded
        | Event::Acted { .. }
        | Event::AmmunitionSpent { .. }
        | Event::WagonsReached { .. }
        | Event::Closed { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fixture::{Fixture, at};
    use crate::spelling::say_order;
    use crate::{Easy, Fiat, Order};
    use game::RuleSet;
    use game::options::Options as Chosen;
    use scenario::army::Arm;
    use scenario::{AnyRules, Embedded, read};
    use table::Vec2;

    #[test]
    fn hits_are_counted_as_they_are_said() {
        let field = Fixture::new().ours(Arm::FootArtillery, at(0.0, 0.0, 0.0));
        let (state, ids) = field.theirs(Arm::Infantry, at(0.0, 6.0, 180.0)).state();
        let said = |hits| say_event(&state, &Event::Fired { battery: ids[0], target: ids[1], hits });
        let ends = |hits: u8, words: &str| said(hits).is_some_and(|said| said.ends_with(words));
        assert!(ends(0, ": 0 hits") && ends(1, ": 1 hit") && ends(2, ": 2 hits"));
    }

    #[test]
    fn an_order_is_told_by_what_it_says_and_by_nothing_else() {
        let (state, ids) = Fixture::new()
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Engineer, at(0.0, 0.0, 0.0))
            .state();
        let path = Path::new(vec![Leg::Slide(Vec2::new(0.0, 4.0))]);
        let placed = |stand| Event::Placed {
            stand,
            pose: at(0.0, 4.0, 0.0),
            how: How::Moved,
            path: Some(path.clone()),
            cost: 4.0,
        };
        let order = Order::Move { stand: ids[0], path: path.clone() };
        assert_eq!(retold(&state, &order, &placed(ids[0])), Redundancy::ByEvent);
        assert_eq!(
            retold(&state, &order, &placed(ids[1])),
            Redundancy::Neither,
            "engineers that go along are told beside it"
        );
        // Consequences of the referee's act have their own line.
        let fiat = |act| Order::Fiat(Fiat { act, reason: "so".to_owned(), clause: None });
        let key = state.key(ids[0]);
        let back = fiat(FiatAct::BringBack { stand: key.clone(), pose: at(0.0, 0.0, 0.0), points: 0 });
        let own_again = Event::SideChanged { stand: ids[0], to: scenario::Side(0) };
        assert_eq!(retold(&state, &back, &own_again), Redundancy::Neither);
        assert_eq!(
            retold(&state, &fiat(FiatAct::Side { stand: key.clone(), side: scenario::Side(0) }), &own_again),
            Redundancy::ByOrder
        );
        let work = fiat(FiatAct::Work { engineer: key, task: None, left: 0 });
        let left = engineers::change::Change::Left { engineer: ids[1] };
        assert_eq!(retold(&state, &work, &Event::Engineers(left)), Redundancy::Neither);
    }

    #[test]
    fn a_move_that_its_die_stops_is_told_once_and_says_where_it_stopped() {
        let text = r#"(
            origin: (20, 20),
            stands: [(id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5)],
            lines: [(id: "brook", obstacle: true, points: [(-10, 3), (10, 3)])],
            active: (command: "red"),
        )"#;
        let position: crate::Position = data::ron_options().from_str(text).expect("the position reads");
        let start = position.set_up().expect("the position is sound");
        let stand = start.ids().find(|id| start.key(*id) == "A").expect("it is there");
        let order = Order::Move { stand, path: Path::new(vec![Leg::Slide(Vec2::new(0.0, 5.0))]) };
        let log = |face: u16| {
            let mut dice = dice::Typed::faces([vec![face]]);
            let ruling = Easy::judge(&start, &order, &mut dice).expect("it may try");
            let mut state = start.clone();
            let mut told = Vec::new();
            for event in &ruling.events {
                if let Event::Placed { .. } = event {
                    told.push(retold(&state, &order, event));
                }
                Easy::apply(&mut state, event);
            }
            told
        };
        assert_eq!(log(1), [Redundancy::ByEvent], "it gets there");
        assert_eq!(log(6), [Redundancy::ByEvent], "it stays, which its event says");
        assert_eq!(log(4), [Redundancy::EventCovers("stops at the obstacle".into())]);
        assert_eq!(log(5), [Redundancy::EventCovers("stops short of the obstacle".into())]);
    }

    #[test]
    fn work_and_chits_of_a_fiat_are_counted_as_they_are_said() {
        let (state, _) = Fixture::new().ours(Arm::Engineer, at(0.0, 0.0, 0.0)).state();
        let task = engineers::task::Task::Earthworks { at: at(0.0, 1.5, 0.0) };
        let work = |left| FiatAct::Work { engineer: "E".into(), task: Some(task.clone()), left };
        assert!(
            say_fiat(&state, &work(0)).contains("has done its work at"),
            "{}",
            say_fiat(&state, &work(0))
        );
        assert!(say_fiat(&state, &work(1)).ends_with(": 1 turn left"), "{}", say_fiat(&state, &work(1)));
        assert!(say_fiat(&state, &work(2)).ends_with(": 2 turns left"), "{}", say_fiat(&state, &work(2)));
        let chits = |chits| say_fiat(&state, &FiatAct::Ammunition { army: "red".into(), chits });
        assert_eq!(chits(1), "red has 1 ammunition chit left");
        assert_eq!(chits(2), "red has 2 ammunition chits left");
    }

    #[test]
    fn legs_that_would_read_as_nothing_are_not_told() {
        let slide = |x, y| Leg::Slide(Vec2::new(x, y));
        let turn = |degrees: f32| Leg::Turn { pivot: Vec2::ZERO, angle: degrees.to_radians() };
        let said = |legs: &[Leg]| path(&Path::new(legs.to_vec()));
        assert_eq!(
            said(&[slide(0.001, 0.0), slide(0.0, 2.0), turn(0.2), turn(-30.0)]),
            "2.00 in north, turn 30° left"
        );
        assert_eq!(said(&[slide(0.0, 0.001)]), "0.00 in north");
        assert_eq!(said(&[]), "stays");
    }

    #[test]
    fn a_log_line_tells_the_totals_and_what_they_mean() {
        let (state, _) = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0)).state();
        let said = |attackers, defenders| {
            let totals = Change::Totals { combat: 0, attackers, defenders };
            say_event(&state, &Event::Combat(totals)).unwrap_or_default()
        };
        assert_eq!(
            said(13, 4),
            "Combat 1, attackers against defenders: 13 against 4: 13 \u{2265} 3×4, the defenders rout"
        );
        assert!(said(4, 8).ends_with("the attackers retreat"), "{}", said(4, 8));
        assert!(said(7, 5).ends_with("locked"), "{}", said(7, 5));
    }

    #[test]
    fn a_log_line_is_short_and_the_working_has_names_in_full() {
        let (scenario, _) = read("waterloo", &Embedded, &AnyRules).unwrap();
        let state = &Easy::start(scenario, &Chosen::default()).unwrap();
        let charlet = state.ids().find(|id| state.unit(*id).name.contains("(Charlet)")).unwrap();
        let badge = state.unit(charlet).badge;
        assert_eq!(state.say_short(charlet), format!("{badge} Charlet"));
        assert!(state.say(charlet).len() > state.say_short(charlet).len(), "{}", state.say(charlet));
        let order = Order::Continue { stand: charlet };
        assert_eq!(say_order(state, &order), format!("{badge} Charlet goes on attacking"));
        let event = Event::Routed { stand: charlet, on: true };
        assert_eq!(say_event(state, &event), Some(format!("{badge} Charlet is routed")));
        // Every stand of the battle has a distinct short name.
        let shorts: BTreeSet<String> = state.ids().map(|id| state.say_short(id)).collect();
        assert_eq!(shorts.len(), state.stands.len());
        assert!(shorts.iter().all(|short| short.len() < 54), "{shorts:?}");
    }
}
