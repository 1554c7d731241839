//! The plan of a side for a turn: who attacks, who holds and who waits, each with room of its own.
//!
//! A rule set tells what a side sees as its turn begins ([`Situation`]); nothing here knows its rules. Units: inches (or hexes),
//! turns, strength as the rule set counts it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use glam::Vec2;
use table::clip::spans_of_segment;
use table::measure::{nearest_point_of_line, point_in_polygon};

/// Troops that move as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corps {
    pub at: Vec2,
    pub strength: f32,
    /// The front that it takes beside others.
    pub width: f32,
    /// How far it goes in a turn.
    pub pace: f32,
}

/// A ground that is worth points.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub polygon: Vec<Vec2>,
    pub points: f32,
    /// Does the side hold it now?
    pub held: bool,
}

/// What a side sees as its turn begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Situation {
    pub own: Vec<Corps>,
    pub enemies: Vec<Corps>,
    pub grounds: Vec<Ground>,
    /// Does it have to take what it does not hold?
    pub presses: bool,
}

/// What a corps is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It takes a ground.
    Attack,
    /// It keeps one.
    Hold,
    /// It follows those who attack, or stands behind those who hold.
    Reserve,
}

/// What a corps has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    pub role: Role,
    /// The ground, by its number in the situation.
    pub ground: usize,
    /// Where it has room there: nobody else has this place.
    pub slot: Vec2,
    /// 0 for those in front.
    pub wave: usize,
}

/// A place from which a target is attacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Post {
    pub at: Vec2,
    /// What is attacked from there, by its number.
    pub target: usize,
    pub worth: f32,
    /// Does who stands there attack, rather than wait behind one who does?
    pub attacks: bool,
}

/// What another attacker on the same target adds to the worth of a post.
const JOINS: f32 = 1.5;
/// So many posts are looked at for each.
const LOOKED_AT: usize = 500;
/// Least distance between two posts that are taken, in widths of who takes one.
const ABREAST_OF: f32 = 0.9;
/// What a turn's march takes from the worth of a post.
const TURN: f32 = 4.5;

/// Gives everybody a post of their own, the best pairs first; `None` for who finds none that is worth its way.
///
/// `worth` says what a post is worth to one of them beyond [`Post::worth`], and `is_open` whether that one can get there; this is
/// asked only of pairs that would be taken.
pub fn posted(
    own: &[Corps],
    posts: &[Post],
    worth: impl Fn(usize, usize) -> f32,
    is_open: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let mut found = vec![None; own.len()];
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (one, corps) in own.iter().enumerate() {
        let worth = |post: usize| {
            let turns = corps.at.distance(posts[post].at) / corps.pace.max(0.1);
            posts[post].worth + worth(one, post) - TURN * turns
        };
        let mut all: Vec<_> = (0..posts.len()).map(|post| (worth(post), one, post)).collect();
        all.retain(|(worth, ..)| worth + JOINS > 0.0);
        all.sort_by(by_worth);
        all.truncate(LOOKED_AT);
        pairs.extend(all);
    }
    pairs.sort_by(by_worth);
    let mut attackers: BTreeMap<usize, usize> = BTreeMap::new();
    loop {
        let mut best: Option<(f32, usize)> = None;
        for (at, (worth, _, post)) in pairs.iter().enumerate() {
            let (most, place) = (best.map_or(0.0, |(most, _)| most), &posts[*post]);
            if worth + JOINS <= most {
                break;
            }
            let joins = place.attacks && attackers.get(&place.target) == Some(&1);
            let worth = worth + if joins { JOINS } else { 0.0 };
            if worth > most {
                best = Some((worth, at));
            }
        }
        let Some((_, at)) = best else { return found };
        let (_, one, post) = pairs.remove(at);
        if is_open(one, post) {
            found[one] = Some(post);
            *attackers.entry(posts[post].target).or_default() += usize::from(posts[post].attacks);
            let apart =
                |other: usize| posts[other].at.distance(posts[post].at) >= ABREAST_OF * own[one].width;
            pairs.retain(|(_, other, place)| *other != one && apart(*place));
        }
    }
}

/// The best first; of equals the first.
fn by_worth(a: &(f32, usize, usize), b: &(f32, usize, usize)) -> Ordering {
    b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2)))
}

/// Strength in front of a ground for each point of strength that could defend it.
const TAKES: f32 = 1.5;
/// The same for whoever holds it.
const KEEPS: f32 = 0.7;
/// Room between two who stand side by side, and of a wave behind another, in widths.
const ABREAST: f32 = 1.1;
const BEHIND: f32 = 1.6;

/// Farther than any ground is deep.
const FAR: f32 = 200.0;

impl Ground {
    pub fn middle(&self) -> Vec2 {
        self.polygon.iter().sum::<Vec2>() / self.polygon.len().max(1) as f32
    }

    /// How far a point is from it.
    pub fn away(&self, at: Vec2) -> f32 {
        if point_in_polygon(at, &self.polygon) {
            return 0.0;
        }
        let border: Vec<Vec2> = self.polygon.iter().chain(self.polygon.first()).copied().collect();
        nearest_point_of_line(&border, at).distance(at)
    }
}

impl Situation {
    /// The strength of enemies who are at a ground now, or could be next turn.
    fn against(&self, ground: &Ground) -> f32 {
        let counts = |enemy: &Corps| {
            let turns = ground.away(enemy.at) / enemy.pace.max(0.1);
            enemy.strength * (2.0 - turns).clamp(0.0, 1.0)
        };
        self.enemies.iter().map(counts).sum()
    }

    /// What each corps has to do; `None` where there is nothing to take and nothing to keep.
    ///
    /// Grounds are seen to in turn, those worth most for the strength that they take first. A ground is attacked by those who are
    /// there soonest, and only where they are enough; whoever is left follows the attack on the ground that is worth most, or stands
    /// behind the one held that is worth most.
    pub fn plan(&self) -> Vec<Option<Task>> {
        let mut tasks: Vec<Option<(Role, usize)>> = vec![None; self.own.len()];
        let needs: Vec<f32> = self
            .grounds
            .iter()
            .map(|ground| self.against(ground) * if ground.held { KEEPS } else { TAKES })
            .collect();
        let wanted = |at: &usize| self.grounds[*at].held || self.presses;
        let mut order: Vec<usize> = (0..self.grounds.len()).filter(wanted).collect();
        let worth = |at: usize| self.grounds[at].points / (needs[at] + 1.0);
        order.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)));
        for &at in &order {
            let ground = &self.grounds[at];
            let mut free: Vec<usize> = (0..self.own.len()).filter(|own| tasks[*own].is_none()).collect();
            let turns = |own: usize| ground.away(self.own[own].at) / self.own[own].pace.max(0.1);
            free.sort_by(|a, b| turns(*a).total_cmp(&turns(*b)));
            let all: f32 = free.iter().map(|own| self.own[*own].strength).sum();
            if !ground.held && all < needs[at] {
                continue;
            }
            let role = if ground.held { Role::Hold } else { Role::Attack };
            let mut sent = 0.0;
            for own in free {
                if sent > needs[at] {
                    break;
                }
                tasks[own] = Some((role, at));
                sent += self.own[own].strength;
            }
        }
        let most = |held: bool| {
            let of = order.iter().copied().filter(|at| self.grounds[*at].held == held);
            of.max_by(|a, b| self.grounds[*a].points.total_cmp(&self.grounds[*b].points))
        };
        let rest = most(false).or(most(true));
        for task in tasks.iter_mut().filter(|task| task.is_none()) {
            *task = rest.map(|at| (Role::Reserve, at));
        }
        self.with_slots(&tasks)
    }

    /// Gives everybody who goes to a ground a place there: files side by side over its front, in the order in which they stand, and
    /// those of one file behind one another.
    fn with_slots(&self, tasks: &[Option<(Role, usize)>]) -> Vec<Option<Task>> {
        let mut found: Vec<Option<Task>> = vec![None; tasks.len()];
        for (number, ground) in self.grounds.iter().enumerate() {
            let sent = |own: &usize| tasks[*own].is_some_and(|(_, at)| at == number);
            let mut sent: Vec<usize> = (0..tasks.len()).filter(sent).collect();
            let count = sent.len() as f32;
            if sent.is_empty() {
                continue;
            }
            let from = sent.iter().map(|own| self.own[*own].at).sum::<Vec2>() / count;
            let ahead = (ground.middle() - from).normalize_or(Vec2::Y);
            let across = Vec2::new(ahead.y, -ahead.x);
            let width = sent.iter().map(|own| self.own[*own].width).fold(0.0, f32::max) * ABREAST;
            let sides = ground.polygon.iter().map(|corner| corner.dot(across));
            let (low, high) =
                sides.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
            let (low, high) = (low + width / 2.0, (high - width / 2.0).max(low + width / 2.0));
            let most = ((high - low) / width) as usize + 1;
            let files = most.min(sent.len());
            sent.sort_by(|a, b| self.own[*a].at.dot(across).total_cmp(&self.own[*b].at.dot(across)));
            // Each file keeps to where its troops are, as far as there is room.
            let deep = sent.len().div_ceil(files);
            let files: Vec<&mut [usize]> = sent.chunks_mut(deep).collect();
            let wanted = files.iter().map(|file| {
                file.iter().map(|own| self.own[*own].at.dot(across)).sum::<f32>() / file.len() as f32
            });
            let mut places: Vec<f32> = wanted.map(|at| at.clamp(low, high)).collect();
            for at in 1..places.len() {
                places[at] = places[at].max(places[at - 1] + width);
            }
            let mut right = high;
            for place in places.iter_mut().rev() {
                *place = place.min(right);
                right = *place - width;
            }
            for (file, place) in files.into_iter().zip(places) {
                file.sort_by(|a, b| self.own[*b].at.dot(ahead).total_cmp(&self.own[*a].at.dot(ahead)));
                let front = across * place + ahead * ground.middle().dot(ahead);
                let far = ahead * FAR;
                let line = [front - far, front + far];
                let span = spans_of_segment(line, &ground.polygon).first().copied();
                let front = span.map_or(front, |(from, to)| line[0].lerp(line[1], (from + to) / 2.0));
                for (wave, own) in file.iter().enumerate() {
                    let slot = front - ahead * (BEHIND * width * wave as f32);
                    let role = tasks[*own].map_or(Role::Reserve, |(role, _)| role);
                    found[*own] = Some(Task { role, ground: number, slot, wave });
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corps(x: f32, y: f32, strength: f32) -> Corps {
        Corps { at: Vec2::new(x, y), strength, width: 2.0, pace: 4.0 }
    }

    fn hill(x: f32, held: bool) -> Ground {
        let polygon = [(x, 20.0), (x + 10.0, 20.0), (x + 10.0, 24.0), (x, 24.0)].map(Vec2::from).to_vec();
        Ground { polygon, points: 3.0, held }
    }

    #[test]
    fn files_stand_side_by_side_in_their_order_and_waves_behind() {
        let own: Vec<Corps> =
            (0..8).map(|at| corps(at as f32, if at % 2 == 0 { 4.0 } else { 2.0 }, 6.0)).collect();
        let situation = Situation {
            own,
            enemies: vec![corps(5.0, 22.0, 6.0)],
            grounds: vec![hill(0.0, false)],
            presses: true,
        };
        let tasks: Vec<Task> = situation.plan().into_iter().flatten().collect();
        assert_eq!(tasks.len(), 8);
        let front: Vec<&Task> = tasks.iter().filter(|task| task.wave == 0).collect();
        assert_eq!(front.len(), 4, "two stand behind one another where four have room");
        let apart = |a: &Task, b: &Task| a.slot.distance(b.slot);
        for (at, one) in tasks.iter().enumerate() {
            assert!(
                tasks[at + 1..].iter().all(|other| apart(one, other) > 2.0),
                "{one:?} has its place for itself"
            );
        }
        assert!(front.windows(2).all(|pair| pair[0].slot.x < pair[1].slot.x), "{front:?}");
        assert!(front.iter().all(|task| task.slot.y > 20.0 && task.slot.y < 24.0), "{front:?}");
        assert!(front.iter().any(|task| task.role == Role::Attack));
    }

    #[test]
    fn everybody_has_a_post_of_their_own_that_is_open_and_near() {
        let own = [corps(0.0, 0.0, 4.0), corps(3.0, 0.0, 4.0), corps(40.0, 0.0, 4.0)];
        let post = |x: f32, target| Post { at: Vec2::new(x, 4.0), target, worth: 8.0, attacks: true };
        // The second lies in the first, the fourth is closed, and all are too far for the last of them.
        let posts = [post(0.0, 0), post(0.5, 1), post(5.0, 1), post(3.0, 2)];
        let posted = |posts: &[Post]| posted(&own, posts, |_, _| 0.0, |_, post| post != 3);
        assert_eq!(posted(&posts), [Some(0), Some(2), None]);
        // Of two who could attack anybody, the second joins the first.
        let posts = [post(0.0, 0), post(6.0, 1), post(-2.0, 0)];
        assert_eq!(posted(&posts[..2]), [Some(0), Some(1), None]);
        let joined = super::posted(&own[..2], &posts, |_, _| 0.0, |one, post| one == 0 || post != 0);
        assert_eq!(joined, [Some(0), Some(1)]);
    }

    #[test]
    fn what_is_held_is_kept_by_those_it_takes_and_too_few_attack_nothing() {
        let own = vec![corps(2.0, 21.0, 6.0), corps(4.0, 21.0, 6.0), corps(6.0, 12.0, 6.0)];
        let enemies = vec![corps(5.0, 28.0, 8.0), corps(45.0, 22.0, 60.0)];
        let grounds = vec![hill(0.0, true), hill(40.0, false)];
        let plan = Situation { own, enemies, grounds, presses: true }.plan();
        let roles: Vec<(Role, usize)> =
            plan.into_iter().flatten().map(|task| (task.role, task.ground)).collect();
        assert_eq!(roles[0], (Role::Hold, 0), "{roles:?}");
        assert!(roles.iter().all(|(role, _)| *role != Role::Attack), "{roles:?}");
        assert_eq!(roles[2].0, Role::Reserve, "{roles:?}");
        let nobody = Situation::default().plan();
        assert!(nobody.is_empty());
    }
}
