//! The front of a side that attacks: each stand has a place of its own before an enemy, at his flank, or behind one who has.
//!
//! Units: inches for stands of the printed size, strength points.

use std::collections::BTreeMap;

use glam::Vec2;

use easy::StandId;
use easy::generals::room_at;
use easy::movement::kind::allowance;
use easy::order::MoveKind;
use easy::vicinity::Room;
use game::counted;
use game::plan::{Corps, Ground, Post, posted};
use table::measure::{inches_apart, nearest_point_of_line};
use table::{Edge, Heading, Placed, Pose};

use super::player::STAND_OFF;
use super::sight::{Enemy, Sight, within};

/// What a place before an enemy is worth, before anything else.
const PLACE: f32 = 8.0;
/// What guns are worth more or less: they are gone once the line is.
const GUNS: f32 = -1.0;
/// What a flank adds.
const FLANK: f32 = 1.5;
/// What a place behind another is worth less.
const BEHIND: f32 = 3.0;
/// Places along an edge, in widths of it from its middle: not every one of them is free.
const ALONG: [f32; 3] = [0.0, -0.35, 0.35];
/// The way of a stand's centre passes an enemy's at no less than this.
const PASSES: f32 = 1.7;
/// Within this distance of a ground an enemy defends it.
const NEAR: f32 = 4.0;

/// The place of a stand.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub at: Vec2,
    /// Its heading there, square to the enemy; `None` where it does not matter.
    pub heading: Option<Heading>,
    pub why: String,
}

/// The places of these stands of a side, as far as there are places for them.
pub(super) fn front(sight: &Sight<'_>, stands: &[StandId]) -> BTreeMap<StandId, Place> {
    let view = sight.view;
    let lengths = view.lengths();
    let own: Vec<(StandId, Corps)> = stands
        .iter()
        .filter_map(|id| {
            let (at, pace) = (view.pose(*id)?.at, allowance(view, *id, MoveKind::Move));
            let strength = f32::from(view.stand(*id).strength);
            Some((*id, Corps { at, strength, width: lengths.inches(2.0), pace }))
        })
        .collect();
    let (posts, headings): (Vec<Post>, Vec<Option<Heading>>) = places(sight, stands).into_iter().unzip();
    let fits = |one: usize, post: usize| {
        let Some(enemy) = sight.enemies.get(posts[post].target) else { return 0.0 };
        (own[one].1.strength / enemy.strength.max(1.0) - 1.0).clamp(-1.0, 1.0) * 2.0
    };
    let is_open = |one: usize, post: usize| {
        let ((id, corps), to) = (own[one], posts[post].at);
        // Who would have to go through an enemy has no way there.
        let bars = |enemy: &Enemy| {
            nearest_point_of_line(&[corps.at, to], enemy.pose.at).distance(enemy.pose.at)
                < lengths.inches(PASSES)
        };
        let pose = Pose::new(to, headings[post].unwrap_or(Heading::NORTH));
        !sight.enemies.iter().any(bars) && room_at(view, id, pose) == Room::Free
    };
    let corps: Vec<Corps> = own.iter().map(|(_, corps)| *corps).collect();
    let found = posted(&corps, &posts, fits, is_open);
    let placed = own.iter().zip(found).filter_map(|((id, _), post)| {
        let (post, heading) = (posts[post?], headings[post?]);
        let why = match sight.enemies.get(post.target) {
            Some(enemy) if post.attacks => format!("its place in the line is before {}", view.say(enemy.id)),
            Some(enemy) => format!("it follows those before {}", view.say(enemy.id)),
            None => {
                let ground = &view.game.scenario.objectives[post.target - sight.enemies.len()];
                let points = counted(i32::from(ground.points), "point", "points");
                format!("it goes for {}, {points}", within(&ground.name))
            }
        };
        Some((*id, Place { at: post.at, heading, why }))
    });
    placed.collect()
}

/// All places from which an enemy is attacked, those behind them, and the grounds to be taken.
///
/// They are out of all zones, where there is room beside those who stay.
fn places(sight: &Sight<'_>, stands: &[StandId]) -> Vec<(Post, Option<Heading>)> {
    let view = sight.view;
    let lengths = view.lengths();
    let Some(body) = stands.first().map(|id| &view.unit(*id).body) else { return Vec::new() };
    let deep = body.parts().iter().map(|part| part.half().y).fold(0.0, f32::max);
    let objectives = view.game.scenario.objectives.iter().zip(&view.holders);
    let grounds: Vec<Ground> = objectives
        .map(|(objective, holder)| Ground {
            polygon: objective.place.clone(),
            points: f32::from(objective.points),
            held: *holder == Some(sight.side),
        })
        .collect();
    let wanted = || grounds.iter().enumerate().filter(|(_, ground)| !ground.held);
    let defends = |at: Vec2| {
        let near = wanted().filter(|(_, ground)| ground.away(at) < lengths.inches(NEAR));
        near.map(|(_, ground)| ground.points).fold(0.0, f32::max)
    };
    let fixed: Vec<(StandId, Placed<'_>)> = view.on_table().filter(|(id, _)| !stands.contains(id)).collect();
    let is_clear = |pose: Pose| {
        let placed = body.placed(pose);
        fixed.iter().all(|(id, there)| {
            let least = if view.side(*id) == sight.side { 0.0 } else { lengths.zone_reach() + 0.02 };
            let apart = there.pose.at.distance(pose.at);
            apart > lengths.inches(6.0) || apart > lengths.inches(1.0) && inches_apart(*there, placed) > least
        })
    };
    let mut found = Vec::new();
    for (target, enemy) in sight.enemies.iter().enumerate() {
        let Some(quad) = view.placed(enemy.id).map(|placed| placed.quad()) else { continue };
        let guns = view.arm(enemy.id).is_artillery();
        let weak = if guns { GUNS } else { (5.0 - enemy.strength).clamp(-2.0, 3.0) };
        let worth = PLACE + weak + defends(enemy.pose.at);
        for edge in Edge::ALL {
            let (normal, [a, b]) = (quad.normal(edge), quad.edge(edge));
            let flank = if edge == Edge::Front { 0.0 } else { FLANK };
            for along in ALONG {
                let before = a.midpoint(b) + (b - a) * along + normal * (lengths.inches(STAND_OFF) + deep);
                let behind = before + normal * (lengths.inches(0.3) + 2.0 * deep);
                let heading = Heading::of(-normal);
                for (at, more, attacks) in [(before, flank, true), (behind, -BEHIND, false)] {
                    if is_clear(Pose::new(at, heading)) {
                        let worth = worth - along.abs() + more;
                        found.push((Post { at, target, worth, attacks }, Some(heading)));
                    }
                }
            }
        }
    }
    for (number, ground) in wanted() {
        let (target, worth) = (sight.enemies.len() + number, PLACE + 2.0 * ground.points);
        found.push((Post { at: ground.middle(), target, worth, attacks: false }, None));
    }
    found
}
