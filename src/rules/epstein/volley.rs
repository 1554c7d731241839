//! Volleys: the fire of stands at a group, and the die thrown for it (`epstein:8.a.1` to `epstein:8.c`,
//! `epstein:9.7`, `epstein:9.8`).
//!
//! Who may fire at whom is in [`super::fire`]. Units: inches, figures.

use std::collections::BTreeMap;

use dice::Throw;
use game::working::{Measured, Modifier, Note};
use table::{Heading, Quad};

use super::cover::{self, cover_from_line};
use super::event::{Event, ShotFired};
use super::fire::{self, Aim, aim_at, reach};
use super::formation::Formation;
use super::measure::{self, Before, Seen, at_most, front_middle, within};
use super::options::VolleyRange;
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::{fights_as_skirmishers, weaknesses_of_fire};
use super::state::{GroupId, State};
use super::tables::{Cover, Modified, Weapon};

/// Pips of figures for a hit (`epstein:8.a.3`).
const PIPS: i32 = 10;

/// The occasion of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In its own period.
    Opens,
    /// In answer to fire (`epstein:11.1`).
    Answers,
    /// At a charge, always at optimum range (`epstein:9.7`).
    AtCharge,
}

/// The part of one unit in a volley.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub by: GroupId,
    /// Its stands that have the target before them.
    pub stands: Vec<StandId>,
    pub figures: u16,
    pub modifiers: Vec<Modifier>,
}

/// A shot of musketry, ready for its die.
#[derive(Clone, Debug, PartialEq)]
pub struct Volley {
    /// One part, unless battalions fire together (`epstein:8.a.6`).
    pub parts: Vec<Part>,
    /// What each stand fires at: drawn as it was measured.
    pub aims: Vec<(GroupId, StandId, Aim)>,
    pub range: f32,
    pub measured: Measured,
    /// Stands of the target before the firers, which lose first (`epstein:g.4`).
    pub first: Vec<StandId>,
    /// The heading in which the nearest stand fires, and in which routers that are hit run (`epstein:13.9`).
    pub away: Heading,
}

impl Volley {
    pub fn figures(&self) -> u16 {
        self.parts.iter().map(|part| part.figures).sum()
    }

    /// Figures hit by this face: for each part the modified die times its figures, all divided by ten, fractions dropped
    /// (`epstein:8.a.3`, `epstein:8.a.6`, `epstein:g.5`).
    pub fn hits(&self, face: u16) -> u16 {
        let pips = self.parts.iter().map(|part| pips(face, Modifier::net(&part.modifiers), part.figures));
        u16::try_from(pips.sum::<i32>() / PIPS).unwrap_or(u16::MAX)
    }
}

/// The modified die, never below 0, times the figures.
fn pips(face: u16, modifier: i32, figures: u16) -> i32 {
    (i32::from(face) + modifier).max(0) * i32::from(figures)
}

/// Figures hit: the modified die times the figures, divided by ten (`epstein:8.a.3`, `epstein:g.5`).
pub fn hits(face: u16, modifier: i32, figures: u16) -> u16 {
    u16::try_from(pips(face, modifier, figures) / PIPS).unwrap_or(u16::MAX)
}

/// Does the group fire as skirmishers: because it fights so, or its stands are more than half a width apart (`epstein:8.a.1`)?
/// Holes of lost stands do not split it (`epstein:g.10`), unless the option says so.
pub fn fires_loose(state: &State, id: GroupId) -> bool {
    if fights_as_skirmishers(state, id) {
        return true;
    }
    let group = state.group(id);
    if group.formation != Formation::Line || group.stands.len() < 2 {
        return false;
    }
    let (width, _) = state.stand_size(id);
    let right = group.heading.right();
    let mut row: Vec<(StandId, f32)> =
        state.quads(id).map(|(stand, quad)| (stand, quad.pose.at.dot(right))).collect();
    row.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut wide = row.windows(2).filter(|pair| !within(pair[1].1 - pair[0].1 - width, width / 2.0));
    wide.any(|pair| state.game.options.hole_splits || !group.has_hole(pair[0].0, pair[1].0))
}

/// Stands that share a die: each side of a square has its own (`epstein:8.a.1`), and each band if ranges are measured stand by
/// stand (`volley_range`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Die {
    /// For a square: the side, in tenths of a degree clockwise from its first one, independent of its heading.
    side: Option<(GroupId, i32)>,
    over: bool,
}

/// The direction of a square's side, in tenths of a degree clockwise from its first one.
fn side_of_square(first: Heading, side: Heading) -> i32 {
    ((first.turn_to(side).to_degrees() * 10.0).round() as i32).rem_euclid(3600)
}

/// The volleys of these stands at a group, one for each die. Empty if none of them has it in front.
pub fn volleys(state: &State, firers: &[(GroupId, &[StandId])], on: GroupId, when: Occasion) -> Vec<Volley> {
    all_volleys(state, firers, on, when, false)
}

/// The volleys of a shot whose stands fire wherever its target lies, as the referee lets it stand.
pub fn volleys_anyhow(state: &State, firers: &[(GroupId, &[StandId])], on: GroupId) -> Vec<Volley> {
    all_volleys(state, firers, on, Occasion::Opens, true)
}

fn all_volleys(
    state: &State,
    firers: &[(GroupId, &[StandId])],
    on: GroupId,
    when: Occasion,
    anyhow: bool,
) -> Vec<Volley> {
    let per_stand = state.game.options.volley_range == VolleyRange::PerStand && when != Occasion::AtCharge;
    let stands: Vec<(GroupId, StandId, Quad)> = firers
        .iter()
        .flat_map(|(by, stands)| stands.iter().map(|stand| (*by, *stand)))
        .filter_map(|(by, stand)| Some((by, stand, state.quad(stand)?)))
        .collect();
    let aims: Vec<Option<Aim>> =
        stands.iter().map(|(by, stand, quad)| aim_at(state, *by, quad, on, reach(state, *stand))).collect();
    let mut dice: BTreeMap<Die, Vec<(GroupId, StandId, Aim)>> = BTreeMap::new();
    for ((by, stand, quad), aim) in stands.into_iter().zip(aims) {
        let square = state.group(by).formation == Formation::Square;
        // All stands of an attacked side of a square fire, wherever the charger lies (`epstein:9.8`).
        let anyhow = anyhow || square && when == Occasion::AtCharge;
        let Some(aim) = aim.or_else(|| nearest(state, stand, on).filter(|_| anyhow)) else { continue };
        let side = square.then(|| (by, side_of_square(state.group(by).heading, quad.pose.heading)));
        let over = per_stand && !within(aim.seen.range, optimum(state, &[stand]));
        dice.entry(Die { side, over }).or_default().push((by, stand, aim));
    }
    dice.into_values().filter_map(|aims| volley(state, aims, on, when)).collect()
}

/// The nearest stand of a group, in any direction.
fn nearest(state: &State, stand: StandId, on: GroupId) -> Option<Aim> {
    let own = state.quad(stand)?;
    let gaps = state.quads(on).map(|(other, quad)| (other, table::measure::gap_between_quads(&own, &quad)));
    let (other, gap) = gaps.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance))?;
    let seen = Seen { before: Before::Slant, range: gap.distance, from: gap.from, to: gap.to, aim: gap.to };
    Some(Aim { on, stand: other, seen })
}

fn weapon(state: &State, stands: &[StandId]) -> Weapon {
    let rifles = stands.iter().all(|stand| state.game.stand(*stand).rifles);
    if rifles { Weapon::Rifle } else { Weapon::Musket }
}

fn optimum(state: &State, stands: &[StandId]) -> f32 {
    state.game.tables.range(weapon(state, stands)).optimum
}

fn volley(state: &State, aims: Vec<(GroupId, StandId, Aim)>, on: GroupId, when: Occasion) -> Option<Volley> {
    let by_range = |a: &&(GroupId, StandId, Aim), b: &&(GroupId, StandId, Aim)| {
        a.2.seen.range.total_cmp(&b.2.seen.range)
    };
    let (_, stand, aim) = *aims.iter().min_by(by_range)?;
    let mut units: Vec<GroupId> = Vec::new();
    for (by, ..) in &aims {
        if !units.contains(by) {
            units.push(*by);
        }
    }
    let part = |by: &GroupId| {
        let own: Vec<_> = aims.iter().filter(|(unit, ..)| unit == by).collect();
        let nearest = own.iter().copied().min_by(by_range)?;
        let stands: Vec<StandId> = own.iter().map(|(_, stand, _)| *stand).collect();
        let figures = stands.iter().map(|stand| state.stand(*stand).figures).sum();
        let modifiers = modifiers(state, *by, &stands, nearest, when);
        Some(Part { by: *by, stands, figures, modifiers })
    };
    let parts: Vec<Part> = units.iter().filter_map(part).collect();
    let reach = state.game.tables.range(Weapon::Musket).most;
    let mut first: Vec<StandId> = Vec::new();
    for (_, stand, _) in &aims {
        let Some(quad) = state.quad(*stand) else { continue };
        let before = state.quads(on).filter(|(_, other)| measure::before(&quad, other, reach).is_some());
        first.extend(before.map(|(stand, _)| stand));
    }
    first.sort_unstable();
    first.dedup();
    let line = [aim.seen.from, aim.seen.to];
    Some(Volley {
        parts,
        aims,
        range: aim.seen.range,
        measured: at_most("range", line, aim.seen.range, reach),
        first,
        away: state.pose(stand)?.heading,
    })
}

/// The modifiers that lower the die of one unit.
fn modifiers(
    state: &State,
    by: GroupId,
    stands: &[StandId],
    (_, stand, aim): &(GroupId, StandId, Aim),
    when: Occasion,
) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    let loses = |row, clause, why| Modifier::new(state.game.tables.gains(row).fire, clause, why);
    let over = when != Occasion::AtCharge && !within(aim.seen.range, optimum(state, stands));
    match (fires_loose(state, by), over) {
        (true, false) => modifiers.push(loses(Modified::Skirmish, "epstein:8.b", "skirmish fire")),
        (true, true) => {
            modifiers.push(loses(
                Modified::SkirmishBeyond,
                "epstein:8.b",
                "skirmish fire beyond its optimum",
            ));
        }
        (false, true) => modifiers.push(loses(Modified::VolleyBeyond, "epstein:8.a.4", "beyond its optimum")),
        (false, false) => {}
    }
    modifiers.extend(cover::of_fire(state, cover_of_nearest(state, by, stands, (*stand, aim))));
    modifiers.extend(weaknesses_of_fire(state, by, when != Occasion::Opens));
    modifiers
}

/// The cover of the target's stand that is nearest to a unit's volley; if several are equally near, within a rounding error, as
/// in parallel lines, the cover of more than half of them (`epstein:14.1`).
fn cover_of_nearest(state: &State, by: GroupId, stands: &[StandId], (stand, aim): (StandId, &Aim)) -> Cover {
    let of_line = |from: &Quad, to: &Aim| {
        let line = [front_middle(from), to.seen.aim];
        (line[0].distance(line[1]), cover_from_line(state, to.stand, line, from.pose.at))
    };
    // Each by the shortest line to it; of two equal lines, by the one with less cover.
    let mut covers: BTreeMap<StandId, (f32, Cover)> = BTreeMap::new();
    for (stand, from) in stands.iter().filter_map(|stand| Some((*stand, state.quad(*stand)?))) {
        let aims: Vec<Aim> =
            fire::aims_at(state, by, from, aim.on, aim.seen.range + measure::SLACK).collect();
        // The side counts only if nothing is ahead (`epstein:8.a.3`).
        let before = aim_at(state, by, &from, aim.on, reach(state, stand)).map(|aim| aim.seen.before);
        for to in aims.into_iter().filter(|to| Some(to.seen.before) == before) {
            let (length, cover) = of_line(&from, &to);
            let known = covers.entry(to.stand).or_insert((length, cover));
            if length < known.0 - measure::SLACK {
                *known = (length, cover);
            } else if length < known.0 + measure::SLACK {
                *known = (length.min(known.0), cover.min(known.1));
            }
        }
    }
    if covers.is_empty() {
        // A side of a square fires wherever the charger lies.
        return state.quad(stand).map_or(Cover::Open, |from| of_line(&from, aim).1);
    }
    let most_have = |least: Cover| {
        let have = covers.values().filter(|(_, cover)| *cover >= least).count();
        have * 2 > covers.len()
    };
    [Cover::Strong, Cover::Light].into_iter().find(|cover| most_have(*cover)).unwrap_or_default()
}

/// Throws one die for a volley and returns its hits, at most the target's figures (`epstein:g.5`).
pub fn throw(s: &mut Scratch<'_>, volley: &Volley, on: GroupId, when: Occasion) -> Judged<u16> {
    let Some(lead) = volley.parts.first() else { return Ok(0) };
    let by = lead.by;
    let clause = match volley.parts.len() {
        1 if fires_loose(&s.state, by) => "epstein:8.b",
        1 => "epstein:8.a.3",
        _ => "epstein:8.a.6",
    };
    let verb = if when == Occasion::Answers { "answers" } else { "fires at" };
    let names: Vec<String> = volley.parts.iter().map(|part| s.state.say(part.by)).collect();
    let why = format!("{} {verb} {}", names.join(" with "), s.state.say(on));
    let side = Some(s.state.side(by).0);
    let face = s.throw(Throw::sum(1, 6, side, clause, why.clone()))?.value;
    let face = u16::try_from(face).unwrap_or(6);
    let hits = volley.hits(face).min(s.state.figures(on));
    for part in &volley.parts {
        let lowered = (i32::from(face) + Modifier::net(&part.modifiers)).max(0);
        let text = format!("{}: {lowered} times {} figures", s.state.say(part.by), part.figures);
        s.note(Note::new(clause, text).modified(part.modifiers.clone()));
    }
    s.note(Note::new(clause, format!("{why}: by ten, {hits} hit")).with(volley.measured.clone()));
    let modifier = Modifier::net(&lead.modifiers);
    let figures = volley.figures();
    let answers = when != Occasion::Opens;
    s.emit(Event::Shot(ShotFired { by, on, answers, figures, die: face, modifier, hits }));
    Ok(hits)
}

/// Throws all dice of a shot; returns their total hits.
pub fn throw_all(s: &mut Scratch<'_>, volleys: &[Volley], on: GroupId, when: Occasion) -> Judged<u16> {
    let mut hits = 0;
    for volley in volleys {
        hits += throw(s, volley, on, when)?;
    }
    Ok(hits.min(s.state.figures(on)))
}

/// The stands that the losses of a shot fall on first.
pub fn before(volleys: &[Volley]) -> Vec<StandId> {
    let mut first: Vec<StandId> = volleys.iter().flat_map(|volley| volley.first.iter().copied()).collect();
    first.sort_unstable();
    first.dedup();
    first
}

/// The chance of every number of hits of all these dice together, up to `most`.
pub fn law(volleys: &[Volley], most: u16) -> BTreeMap<u16, f64> {
    let mut law = BTreeMap::from([(0_u16, 1.0)]);
    for volley in volleys {
        let mut next = BTreeMap::new();
        for (before, chance) in &law {
            for face in 1..=6 {
                let hits = (before + volley.hits(face).min(most)).min(most);
                *next.entry(hits).or_insert(0.0) += chance / 6.0;
            }
        }
        law = next;
    }
    law
}
