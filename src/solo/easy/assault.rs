//! Attacks by sets: who goes at whom together, by the rules' own odds of the whole set (`easy:III.B.1`).
//!
//! Units: inches, strength points.

use std::collections::BTreeMap;

use easy::combat::fight::Fight;
use easy::combat::fight::result::Verdict;
use easy::combat::fight::weigh::weigh;
use easy::combat::planned::{Planned, setup};
use easy::movement::kind::allowance;
use easy::movement::walk::survey::Survey;
use easy::order::MoveKind;
use easy::touching::{edge_of, touched_enemies};
use easy::{StandId, State, reach};
use table::plan::{Planner, aside, contact_goals};
use table::{Edge, Path};

use super::player::follow;
use super::sight::{Enemy, Sight};

/// No set has more attackers than this.
const MOST: usize = 3;
/// So many of the nearest enemies are looked at for each stand.
const NEAREST: usize = 4;
/// So many stands at an edge are looked at for each enemy.
const CANDIDATES: usize = 8;
/// What another attacker has to add to the odds: it could do something else.
const ONE_MORE: f64 = 0.06;

/// What being more likely to win a combat that goes on counts, beside winning it at once.
const LATER: f64 = 0.6;

/// Stands that go at an enemy together, and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Assault {
    pub enemy: StandId,
    /// Those that still have to go there, each with the edge at which it closes.
    pub members: Vec<(StandId, Edge)>,
    /// The chance that the enemy is beaten, and that the attackers are.
    pub beats: f64,
    pub beaten: f64,
}

impl Assault {
    /// The odds in words: `7 Aulard and 8 Noguès on 72 Bijlandt: beats 61 %, is beaten 9 %`.
    pub fn told(&self, view: &State) -> String {
        let members: Vec<String> = self.members.iter().map(|(id, _)| view.say(*id)).collect();
        let members = match &members[..] {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => members.concat(),
        };
        let (beats, beaten) = (self.beats * 100.0, self.beaten * 100.0);
        format!("{members} on {}: beats {beats:.0} %, is beaten {beaten:.0} %", view.say(self.enemy))
    }
}

/// A stand that can close on an enemy, at an edge of it.
#[derive(Clone, Copy, Debug)]
struct Closer {
    stand: StandId,
    edge: Edge,
}

/// The ways on which a stand closes on one of these enemies and on nobody else, one for each edge that it reaches.
pub(super) fn ways_at(
    survey: &Survey<'_>,
    id: StandId,
    enemies: &[(StandId, &[Edge])],
) -> Vec<(StandId, Edge, Path)> {
    let view = survey.state();
    let Some(pose) = view.pose(id) else { return Vec::new() };
    let (body, far) = (&view.unit(id).body, allowance(view, id, MoveKind::Move));
    let mut planner = Planner::new(reach::field(view, id, pose), body.clone());
    let mut ways = Vec::new();
    for (enemy, edges) in enemies {
        let Some(target) = view.placed(*enemy).map(|placed| placed.quad()) else { continue };
        for &edge in *edges {
            let goals = contact_goals(body, pose, &target, Some(edge));
            let beside = goals.first().map(|nearest| aside(body, &target, *nearest)).into_iter().flatten();
            let way = goals.iter().copied().chain(beside).find_map(|place| {
                let plan = planner.plan_within(pose, place, far)?;
                let (path, walk) = follow(survey, id, pose, plan.path, MoveKind::Move);
                let [touch] = &walk.contacts[..] else { return None };
                ((touch.enemy, touch.edge) == (*enemy, edge)).then_some(path)
            });
            ways.extend(way.map(|path| (*enemy, edge, path)));
        }
    }
    ways
}

/// The attacks that promise more than `least` (the chance of beating less that of being beaten), the best first; each of these
/// stands is in one at most.
pub(super) fn assaults(sight: &Sight<'_>, survey: &Survey<'_>, free: &[StandId], least: f64) -> Vec<Assault> {
    let view = sight.view;
    let mut closers: BTreeMap<StandId, Vec<Closer>> = BTreeMap::new();
    for &stand in free {
        let Some(pose) = view.pose(stand) else { continue };
        let far = allowance(view, stand, MoveKind::Move) + view.lengths().inches(2.5);
        let away = |enemy: &Enemy| enemy.pose.at.distance(pose.at);
        let mut near: Vec<&Enemy> = sight.enemies.iter().filter(|enemy| away(enemy) < far).collect();
        near.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a.id.cmp(&b.id)));
        let near: Vec<(StandId, &[Edge])> =
            near.into_iter().take(NEAREST).map(|enemy| (enemy.id, &Edge::ALL[..])).collect();
        for (enemy, edge, _) in ways_at(survey, stand, &near) {
            closers.entry(enemy).or_default().push(Closer { stand, edge });
        }
    }
    let mut found: Vec<(f64, Assault)> = Vec::new();
    for (enemy, mut closers) in closers {
        closers.sort_by_key(|closer| std::cmp::Reverse(view.stand(closer.stand).strength));
        closers.truncate(CANDIDATES);
        found.extend(best_set(view, enemy, &closers).filter(|(worth, _)| *worth >= least));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.enemy.cmp(&b.1.enemy)));
    let mut taken: Vec<StandId> = Vec::new();
    let mut chosen = Vec::new();
    for (_, assault) in found {
        // Who is wanted elsewhere leaves a set that was weighed with them.
        if assault.members.iter().all(|(stand, _)| !taken.contains(stand)) {
            taken.extend(assault.members.iter().map(|(stand, _)| *stand));
            chosen.push(assault);
        }
    }
    chosen
}

/// The set of these that promises most against an enemy, with those who are at it already.
fn best_set(view: &State, enemy: StandId, closers: &[Closer]) -> Option<(f64, Assault)> {
    let listed = view.active().map(|now| now.list.clone()).unwrap_or_default();
    let there: Vec<Planned> = listed
        .into_iter()
        .filter(|id| !view.arm(*id).is_artillery() && touched_enemies(view, *id).contains(&enemy))
        .filter_map(|attacker| {
            Some(Planned { attacker, defender: enemy, edge: edge_of(view, attacker, enemy)? })
        })
        .collect();
    let mut best: Option<(f64, Assault)> = None;
    for set in 1_u32..1 << closers.len() {
        let members: Vec<Closer> =
            (0..closers.len()).filter(|at| set & (1 << at) != 0).map(|at| closers[at]).collect();
        let on = |edge: Edge| {
            members.iter().filter(|closer| closer.edge == edge).count()
                + there.iter().filter(|planned| planned.edge == edge).count()
        };
        // Each edge is one attacker's (`easy:III.A.2`).
        let crowded = Edge::ALL.into_iter().any(|edge| on(edge) > 1);
        let alone = |closer: &Closer| members.iter().filter(|other| other.stand == closer.stand).count() == 1;
        if members.len() > MOST || crowded || !members.iter().all(alone) {
            continue;
        }
        let joining = members.iter().map(|closer| Planned {
            attacker: closer.stand,
            defender: enemy,
            edge: closer.edge,
        });
        let Some(odds) = odds(view, &there.iter().copied().chain(joining).collect::<Vec<_>>()) else {
            continue;
        };
        let worth = odds.worth() - ONE_MORE * (members.len() - 1) as f64;
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            // Flanks first: where one is closed, nobody stands before the front yet.
            let (front, flanks): (Vec<&Closer>, Vec<&Closer>) =
                members.iter().partition(|closer| closer.edge == Edge::Front);
            let members: Vec<Closer> = flanks.into_iter().chain(front).copied().collect();
            let members = members.iter().map(|closer| (closer.stand, closer.edge)).collect();
            best = Some((worth, Assault { enemy, members, beats: odds.beats, beaten: odds.beaten }));
        }
    }
    best
}

/// What a combat comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    pub beats: f64,
    pub beaten: f64,
    /// How much more likely those who are still locked are to win in the end than to lose, by what they have left.
    later: f64,
}

impl Odds {
    fn worth(self) -> f64 {
        self.beats - self.beaten + LATER * self.later
    }
}

/// What these attacks on one enemy come to. `None` if they can come out in too many ways.
pub(super) fn odds(view: &State, planned: &[Planned]) -> Option<Odds> {
    let weighed = weigh(Fight::new(setup(view, planned)?)).ok()?;
    let mut odds = Odds { beats: 0.0, beaten: 0.0, later: 0.0 };
    for class in &weighed.classes {
        let attackers = usize::from(class.fight.setup().attackers);
        let (ours, theirs) = class.left.split_at(attackers);
        let square = |left: &[f64]| left.iter().sum::<f64>().powi(2);
        let (ours, theirs) = (square(ours), square(theirs));
        match class.verdict {
            Verdict::Beaten { attackers_lose: true, .. } => odds.beaten += class.probability,
            Verdict::Beaten { attackers_lose: false, .. } => odds.beats += class.probability,
            Verdict::Parted if theirs <= 0.0 => odds.beats += class.probability,
            Verdict::Parted => odds.beaten += class.probability,
            Verdict::Locked => odds.later += class.probability * (ours - theirs) / (ours + theirs),
        }
    }
    Some(odds)
}
