//! What a case expects after a step.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::event::Event;
use crate::house_event::HouseEvent;
use crate::rule_set::Epstein;
use crate::standing::{is_ineffective, skirmishes};
use crate::state::{GroupId, Phase, Place, Rally, State};
use crate::victory;
use game::{CaseOutcome, Played, Spot};

/// Expectations after a step, beyond those that every rule set has. Omitted fields are not checked. Places are measured from
/// the position's origin.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// Figures of groups.
    pub figures: BTreeMap<String, u16>,
    /// Figures on stands.
    pub stand: BTreeMap<String, u16>,
    /// Place and heading of groups, to 0.02 in and half a degree.
    pub at: BTreeMap<String, (f32, f32, f32)>,
    pub formation: BTreeMap<String, String>,
    /// Stands left of groups.
    pub stands: BTreeMap<String, usize>,
    /// How far routers have come back: `running`, `halted`, `faced`, `no`.
    pub routed: BTreeMap<String, String>,
    /// Markers of disruption.
    pub disrupted: BTreeMap<String, usize>,
    /// Units with nothing left in play.
    pub gone: Vec<String>,
    /// Place and heading of single stands, as `at`.
    pub stand_at: BTreeMap<String, (f32, f32, f32)>,
    /// Whether stands are effective (`epstein:7.1`, `epstein:7.6`).
    pub effective: BTreeMap<String, bool>,
    /// Whether groups count as skirmishers (`epstein:5.20`).
    pub skirmishes: BTreeMap<String, bool>,
    /// Whether groups stand in a river that they ford (`epstein:5.24`).
    pub in_river: BTreeMap<String, bool>,
    /// Marks of groups: `moved`, `fired`, `fought`, `attacked`, `silent`, `reformed`, `closed-up`; the list must match exactly.
    pub did: BTreeMap<String, Vec<String>>,
    /// What a move cost, in inches, to 0.02.
    pub cost: Option<f32>,
    /// Distance from the start to the last legal place of a refused move, in inches, to 0.02.
    pub furthest: Option<f32>,
    /// Hits of each shot, in order.
    pub hits: Option<Vec<u16>>,
    /// Whether each shot out of a house or at one hits, in order.
    pub house_hits: Option<Vec<bool>>,
    /// Totals of the dice of an assault on a house, in order.
    pub assault: Option<Vec<i32>>,
    /// The house that each stand is in, or `no`.
    pub inside: BTreeMap<String, String>,
    /// The side of a house at which stands are posted, numbered from 1.
    pub posted: BTreeMap<String, u8>,
    /// Hits of round shot on houses.
    pub struck: BTreeMap<String, u8>,
    /// Totals of the morale rolls, in order.
    pub morale: Option<Vec<i32>>,
    /// Totals of the melee: charger, defender.
    pub melee: Option<(u32, u32)>,
    pub turn: Option<u8>,
    pub active: Option<String>,
    /// The side that has won, or `draw`, or `none`.
    pub winner: Option<String>,
    pub points: Option<(u16, u16)>,
}

fn near(found: f32, wanted: f32) -> bool {
    (found - wanted).abs() <= 0.02
}

/// The expectations that the step did not meet.
pub fn compare(step: &Played<'_, Epstein>, expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    match step.outcome {
        CaseOutcome::Refused(refusal) => {
            if let Some(wanted) = expected.furthest {
                let found = refusal.last_legal.and_then(Spot::placed).map(|(x, y, _)| {
                    let start = start_of(step);
                    start.map_or(0.0, |(from_x, from_y)| (x - from_x).hypot(y - from_y))
                });
                if !found.is_some_and(|found| near(found, wanted)) {
                    wrong.push(format!("the furthest is {found:?}, expected {wanted}"));
                }
            }
        }
        CaseOutcome::Ruled(ruling) => check_events(&ruling.events, &ruling.working, expected, &mut wrong),
    }
    check_state(step, expected, &mut wrong);
    check_garrisons(step.after, expected, &mut wrong);
    check_clock(step.after, expected, &mut wrong);
    wrong
}

/// The start of the group that was to move.
fn start_of(step: &Played<'_, Epstein>) -> Option<(f32, f32)> {
    let id = step.before.find_group(step.order.unit()?).ok()?;
    let at = step.before.place(id).at;
    Some((at.x, at.y))
}

fn check_events(
    events: &[Event],
    working: &[game::working::Note],
    expected: &Expected,
    wrong: &mut Vec<String>,
) {
    let shots: Vec<u16> = events
        .iter()
        .filter_map(|event| if let Event::Shot(shot) = event { Some(shot.hits) } else { None })
        .collect();
    if expected.hits.as_ref().is_some_and(|hits| *hits != shots) {
        wrong.push(format!("the shots hit {shots:?}, expected {:?}", expected.hits));
    }
    check_houses(events, expected, wrong);
    let totals: Vec<i32> = events
        .iter()
        .filter_map(|event| if let Event::MoraleRolled { total, .. } = event { Some(*total) } else { None })
        .collect();
    if expected.morale.as_ref().is_some_and(|morale| *morale != totals) {
        wrong.push(format!("morale came to {totals:?}, expected {:?}", expected.morale));
    }
    let melee = events.iter().find_map(|event| match event {
        Event::Melee { totals, .. } => Some((totals[0], totals[1])),
        _ => None,
    });
    if expected.melee.is_some() && melee != expected.melee {
        wrong.push(format!("the melee came to {melee:?}, expected {:?}", expected.melee));
    }
    if let Some(wanted) = expected.cost {
        let found =
            working.iter().find(|note| note.clause == "epstein:5.25").and_then(|note| note.measured.as_ref());
        let found = found.map(|measured| measured.value);
        if !found.is_some_and(|found| near(found, wanted)) {
            wrong.push(format!("the move cost {found:?}, expected {wanted}"));
        }
    }
}

/// Compares the dice at houses.
fn check_houses(events: &[Event], expected: &Expected, wrong: &mut Vec<String>) {
    let at_house = |event: &Event| if let Event::House(event) = event { Some(event.clone()) } else { None };
    let (mut hits, mut totals) = (Vec::new(), Vec::new());
    for event in events.iter().filter_map(at_house) {
        match event {
            HouseEvent::Shot { hit, .. } => hits.push(hit),
            HouseEvent::Assaulted { total, .. } => totals.push(total),
            HouseEvent::WentIn { .. }
            | HouseEvent::CameOut { .. }
            | HouseEvent::Posted { .. }
            | HouseEvent::SideUsed { .. }
            | HouseEvent::Struck { .. }
            | HouseEvent::Missed { .. } => {}
        }
    }
    if expected.house_hits.as_ref().is_some_and(|wanted| *wanted != hits) {
        wrong.push(format!("shots at houses hit {hits:?}, expected {:?}", expected.house_hits));
    }
    if expected.assault.as_ref().is_some_and(|wanted| *wanted != totals) {
        wrong.push(format!("the assault came to {totals:?}, expected {:?}", expected.assault));
    }
}

/// Compares garrisons and hits on houses.
fn check_garrisons(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let place = |key: &String| state.game.find_stand(key).map(|stand| state.stand(stand).place);
    for (key, house) in &expected.inside {
        let found = match place(key) {
            Some(Place::Inside { house, .. }) => state.game.house_key(house),
            Some(Place::Table(_) | Place::Reserve | Place::Lost) => "no",
            None => "no stand at all",
        };
        if found != house {
            wrong.push(format!("{key} is in {found}, expected {house}"));
        }
    }
    for (key, side) in &expected.posted {
        let found = match place(key) {
            Some(Place::Inside { side, .. }) => side + 1,
            Some(Place::Table(_) | Place::Reserve | Place::Lost) | None => 0,
        };
        if found != *side {
            wrong.push(format!("{key} is at side {found}, expected {side}"));
        }
    }
    for (key, hits) in &expected.struck {
        let found = state.game.find_house(key).map(|house| state.house(house).hits);
        if found != Some(*hits) {
            wrong.push(format!("{key} has been hit {found:?}, expected {hits}"));
        }
    }
}

fn check_state(step: &Played<'_, Epstein>, expected: &Expected, wrong: &mut Vec<String>) {
    let state = step.after;
    let mut check = |name: &str, what: &str, found: &dyn Fn(GroupId) -> String, wanted: String| match state
        .find_group(name)
    {
        Ok(id) if found(id) == wanted => {}
        Ok(id) => wrong.push(format!("{what} of {name}: {}, expected {wanted}", found(id))),
        Err(fault) => wrong.push(format!("{what}: {fault}")),
    };
    for (name, figures) in &expected.figures {
        check(name, "figures", &|id| state.figures(id).to_string(), figures.to_string());
    }
    for (name, formation) in &expected.formation {
        check(name, "formation", &|id| state.group(id).formation.word().to_owned(), formation.clone());
    }
    for (name, count) in &expected.stands {
        check(name, "stands", &|id| state.group(id).stands.len().to_string(), count.to_string());
    }
    for (name, rally) in &expected.routed {
        let found = |id: GroupId| match state.group(id).rout.map(|rout| rout.rally) {
            None => "no".to_owned(),
            Some(Rally::Running) => "running".to_owned(),
            Some(Rally::Halted) => "halted".to_owned(),
            Some(Rally::Faced) => "faced".to_owned(),
        };
        check(name, "rout", &found, rally.clone());
    }
    for (name, markers) in &expected.disrupted {
        check(name, "disruption", &|id| state.group(id).disruption.len().to_string(), markers.to_string());
    }
    for (name, did) in &expected.did {
        let mut wanted = did.clone();
        wanted.sort();
        check(name, "marks", &|id| marks(state, id).join(", "), wanted.join(", "));
    }
    for (name, skirmish) in &expected.skirmishes {
        check(name, "skirmishing", &|id| skirmishes(state, id).to_string(), skirmish.to_string());
    }
    for (name, wet) in &expected.in_river {
        let found = |id: GroupId| state.group(id).crossing.is_some().to_string();
        check(name, "standing in the river", &found, wet.to_string());
    }
    check_places(step, expected, wrong);
    check_stands(state, expected, wrong);
}

fn check_places(step: &Played<'_, Epstein>, expected: &Expected, wrong: &mut Vec<String>) {
    let state = step.after;
    let origin = step.position.origin();
    let of_group = |name: &String| state.find_group(name).map(|id| state.place(id));
    let of_stand = |key: &String| {
        let pose = state.game.find_stand(key).and_then(|stand| state.pose(stand));
        pose.ok_or_else(|| format!("{key} is not on the table"))
    };
    let groups = expected.at.iter().map(|(name, at)| (name, at, of_group(name)));
    let stands = expected.stand_at.iter().map(|(key, at)| (key, at, of_stand(key)));
    for (name, (x, y, heading), found) in groups.chain(stands) {
        match found {
            Ok(place) => {
                let (east, north) = (place.at.x - origin.x, place.at.y - origin.y);
                let turned = (place.heading.degrees() - heading).rem_euclid(360.0);
                let faces = turned <= 0.5 || turned >= 359.5;
                if !near(east, *x) || !near(north, *y) || !faces {
                    let found = format!("({east:.2}, {north:.2}, {:.1})", place.heading.degrees());
                    wrong.push(format!("{name} is at {found}, expected ({x}, {y}, {heading})"));
                }
            }
            Err(fault) => wrong.push(fault),
        }
    }
}

fn check_stands(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    for (key, wanted) in &expected.effective {
        let found = state.game.find_stand(key).map(|stand| !is_ineffective(state, stand));
        if found != Some(*wanted) {
            wrong.push(format!("{key} is effective: {found:?}, expected {wanted}"));
        }
    }
    for (key, figures) in &expected.stand {
        match state.game.find_stand(key) {
            Some(stand) if state.stand(stand).figures == *figures => {}
            Some(stand) => {
                wrong.push(format!("{key} has {}, expected {figures}", state.stand(stand).figures));
            }
            None => wrong.push(format!("there is no stand {key}")),
        }
    }
    for name in &expected.gone {
        let Some(unit) = state.game.find_unit(name) else {
            wrong.push(format!("there is no unit {name}"));
            continue;
        };
        let left = state
            .game
            .unit(unit)
            .stands
            .iter()
            .any(|stand| !matches!(state.stand(*stand).place, Place::Lost));
        if left {
            wrong.push(format!("{name} is in play, expected it gone"));
        }
    }
}

fn marks(state: &State, id: GroupId) -> Vec<String> {
    let group = state.group(id);
    let marks = [
        (group.marks.attacked, "attacked"),
        (group.marks.closed_up, "closed-up"),
        (group.marks.fired, "fired"),
        (group.marks.fought, "fought"),
        (group.marks.moved, "moved"),
        (group.marks.reformed, "reformed"),
        (group.silent, "silent"),
    ];
    marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect()
}

fn check_clock(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    if expected.turn.is_some_and(|turn| turn != state.turn) {
        wrong.push(format!("it is turn {}, expected {:?}", state.turn, expected.turn));
    }
    let active = state.game.side_id(state.active);
    if expected.active.as_ref().is_some_and(|wanted| *wanted != active) {
        wrong.push(format!("{active} is active, expected {:?}", expected.active));
    }
    if let Some(wanted) = &expected.winner {
        let found = match &state.phase {
            Phase::Over(outcome) => outcome.winner.map_or("draw".to_owned(), |side| state.game.side_id(side)),
            Phase::HighDie | Phase::Period => "none".to_owned(),
        };
        if found != *wanted {
            wrong.push(format!("the winner is {found}, expected {wanted}"));
        }
    }
    if let Some(points) = expected.points {
        let found = victory::points(state);
        if [points.0, points.1] != found {
            wrong.push(format!("points are {found:?}, expected {points:?}"));
        }
    }
}
