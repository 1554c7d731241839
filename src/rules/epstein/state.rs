//! The state of a game.
//!
//! Nothing here decides anything: `judge` does, and only [`super::event::apply`] changes a state. Units: inches, figures.

use std::collections::BTreeMap;
use std::sync::Arc;

use derive_more::{Deref, DerefMut};
use serde::{Deserialize, Serialize};

use game::Overruled;
use game::keyed::{ById, ByPlace, BySomeId};
use scenario::Side;
use table::measure::{Gap, gap_between_quads};
use table::{Body, Heading, Pose, Quad, Rect, Vec2};

use super::formation::{self, Formation};
use super::kind::{Arm, Kind};
use super::outcome::BattleOutcome;
use super::pending::{Following, Pending};
use super::roster::{Game, HouseId, StandId, UnitId};
use super::watched::{DerivedCache, Watched};

/// A group of stands (`epstein:g.9`): an index into [`Play::groups`], where groups that are gone stay as empty ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u16);

game::numbered!(GroupId);

impl GroupId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a stand is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Place {
    Table(Pose),
    /// In a house, posted at one of its sides (`epstein:15.1`).
    Inside {
        house: HouseId,
        side: u8,
    },
    /// It arrives by the scenario's entries.
    Reserve,
    Lost,
}

/// One stand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandState {
    pub place: Place,
    /// Figures left.
    pub figures: u16,
    /// The unit it now belongs to, which differs from the original one if it was amalgamated (`epstein:7.6`).
    pub unit: UnitId,
    /// After an amalgamation: the turn from whose own period on it is effective (`epstein:7.6`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_from: Option<u8>,
    /// It has been over two widths from its unit, and is ineffective until it is amalgamated (`epstein:7.1`, `epstein:7.6`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strayed: bool,
}

/// What a group has done in this move period (`epstein:4.3`, `epstein:5.18`), whichever side's period it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Marks {
    pub moved: bool,
    /// It has fired: in its own period, or in answer in the enemy's (`epstein:11.2`).
    pub fired: bool,
    /// It has used its melee.
    pub fought: bool,
    /// It has been charged (`epstein:4.4`).
    pub attacked: bool,
    /// Degrees that a gun has turned to its right in place (`epstein:5.10`).
    pub pivoted: f32,
    /// Cavalry has changed its formation, which halves its move and bars it from charging (`epstein:5.8`).
    pub reformed: bool,
    /// It has changed its facing, in its move or with its change of formation (`epstein:5.5`).
    pub faced: bool,
    /// Skirmishers have moved and closed up, and may not fire after it (`epstein:5.4`).
    pub closed_up: bool,
    /// Inches that its move has cost, less the road bonus (`epstein:5.8`, `epstein:5.22`).
    pub spent: f32,
    /// It has been posted at a side of its house (`epstein:15.1`).
    pub posted: bool,
}

impl Marks {
    /// The marks of a group made of two (`epstein:g.9`).
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            moved: self.moved || other.moved,
            fired: self.fired || other.fired,
            fought: self.fought || other.fought,
            attacked: self.attacked || other.attacked,
            posted: self.posted || other.posted,
            pivoted: if self.pivoted.abs() > other.pivoted.abs() { self.pivoted } else { other.pivoted },
            reformed: self.reformed || other.reformed,
            faced: self.faced || other.faced,
            closed_up: self.closed_up || other.closed_up,
            spent: self.spent.max(other.spent),
        }
    }
}

/// The stage of a rally (`epstein:13.7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rally {
    /// They run: they halt in their next own period, or run on.
    Running,
    /// It has the black marker; it turns to face the enemy in its next own period.
    Halted,
    /// It faces the enemy; the marker is removed in its next own period.
    Faced,
}

/// A rout (`epstein:13.1` to `epstein:13.11`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rout {
    pub rally: Rally,
    /// It has been hit or charged since it routed: the next time it is eliminated (`epstein:13.9`, `epstein:13.10`).
    pub hit: bool,
    /// It was halted in this period; a move then restarts the stages (`epstein:13.8`).
    pub stage_done: bool,
}

/// When a marker of disruption is removed: at the end of this side's period of this turn (`epstein:13.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marker {
    pub turn: u8,
    pub side: Side,
}

/// A group that stands in a river, fording it (`epstein:5.24`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// Index of the river among the lines of the ground.
    pub line: u16,
    /// The direction to the far bank.
    pub towards: Heading,
}

/// Gunners on foot on their way to a gun (`epstein:8.d.6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gunners {
    /// The gun that they go to.
    pub to: StandId,
    /// Once they have arrived: the turn from whose own period on they serve it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serves_from: Option<u8>,
}

/// Stands of one unit that stand together and receive orders together (`epstein:g.9`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// In the order of the formation: rank by rank from the front, each from its left. Empty once the group is gone.
    pub stands: Vec<StandId>,
    pub formation: Formation,
    pub heading: Heading,
    #[serde(default)]
    pub marks: Marks,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disruption: Vec<Marker>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rout: Option<Rout>,
    /// A gun that has moved may not answer until its owner's next period (`epstein:5.9`), or the end of this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Crossing>,
    /// Neighbours in a line or a skirmish row between which stands have been lost (`epstein:g.10`, `epstein:5.16`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<(StandId, StandId)>,
    /// A crew on foot whose gun is gone (`epstein:5.19`, `epstein:8.d.6`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_foot: bool,
    /// Set for gunners on foot on their way to a gun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gunners: Option<Gunners>,
    /// It has answered fire, and may not move in its next own period (`return_fire_pins`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// It has left a burning house, which counted as its next move (`epstein:15.9`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uprooted: bool,
    /// It has rallied in this period and may still act in any formation: its first change of formation is no move
    /// (`epstein:13.7`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rallied: bool,
    /// The unit of a group that is gone: until the period ends it can still be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<UnitId>,
}

impl Group {
    /// A group as it enters the game.
    pub fn new(stands: Vec<StandId>, formation: Formation, heading: Heading) -> Self {
        Self {
            stands,
            formation,
            heading,
            marks: Marks::default(),
            disruption: Vec::new(),
            rout: None,
            silent: false,
            crossing: None,
            holes: Vec::new(),
            on_foot: false,
            gunners: None,
            pinned: false,
            uprooted: false,
            rallied: false,
            was: None,
        }
    }

    pub fn is_gone(&self) -> bool {
        self.stands.is_empty()
    }

    /// Have stands been lost between these two (`epstein:g.10`)?
    pub fn has_hole(&self, one: StandId, other: StandId) -> bool {
        self.holes.contains(&(one, other)) || self.holes.contains(&(other, one))
    }
}

/// An enemy stand that has fired at a side of a house or assaulted it in this period: no other may (`epstein:15.2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideUse {
    pub side: u8,
    pub stand: StandId,
    /// It has assaulted there, which is possible once a period at each side (`epstein:15.8`).
    #[serde(default)]
    pub assaulted: bool,
}

/// Hits of round shot that set a house alight (`epstein:15.9`).
pub const ALIGHT: u8 = 4;

/// The state of a house (`epstein:15.1` to `epstein:15.9`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HouseState {
    /// Hits of round shot (`epstein:15.9`).
    pub hits: u8,
    /// The side that last had a stand in it (`epstein:w.8`); `None` if none had.
    pub last: Option<Side>,
    /// The sides of it that have been fired at or assaulted in this period, and by which stand.
    pub used: Vec<SideUse>,
}

impl HouseState {
    /// Does it burn: four hits have set it alight (`epstein:15.9`)?
    pub fn burns(&self) -> bool {
        self.hits >= ALIGHT
    }
}

/// The phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// Before turn 1, when dice decide who is first (`epstein:4.1`).
    HighDie,
    /// A move period of the active side.
    Period,
    Over(BattleOutcome),
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deref, DerefMut)]
#[serde(transparent)]
pub struct State {
    #[serde(skip)]
    pub game: Arc<Game>,
    #[deref]
    #[deref_mut]
    pub play: Play,
    #[serde(skip)]
    pub index: DerivedCache<Index>,
    /// The clauses by which the order that is judged on it is not refused.
    #[serde(skip)]
    pub overruled: Overruled,
}

/// Everything that play changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    /// The side whose move period it is (`epstein:4.2`).
    pub active: Side,
    /// The side with the first period of each turn.
    pub first: Side,
    pub phase: Phase,
    /// Indexed by [`StandId`].
    #[serde(with = "ById::<StandId>")]
    pub stands: Watched<StandState>,
    /// Indexed by [`GroupId`]. A list in the saved games of older versions.
    #[serde(with = "ByPlace::<0>")]
    pub groups: Watched<Group>,
    /// Indexed by [`HouseId`].
    #[serde(default, with = "BySomeId::<HouseId>")]
    pub houses: Vec<HouseState>,
    /// Pending decisions, as a stack: the last is settled first.
    #[serde(default)]
    pub pending: Vec<Pending>,
    /// Units whose moves the dice of control halve in this period (`epstein:16.2`); `None` before those dice are thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Vec<UnitId>>,
    /// Leaders whose unit has routed, who may go along with it before anything else happens (`epstein:14.c.4`).
    #[serde(default)]
    pub following: Vec<Following>,
    /// Options that the referee has changed since the battle began, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options_changed: BTreeMap<String, String>,
    /// Cells of the tables that the referee has changed, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cells_changed: BTreeMap<String, String>,
}

/// A group on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OnTable {
    id: GroupId,
    side: Side,
    /// It blocks others and can be a target: neither a leader nor a gun without a crew.
    is_in_the_way: bool,
    /// All of its stands lie within `radius` inches of this point.
    middle: Vec2,
    radius: f32,
}

/// Groups and the table, indexed. Derived from stands and groups only, and computed once for as long as neither changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    /// By [`StandId`].
    group_of: Vec<Option<GroupId>>,
    /// The stands of a unit by [`UnitId`], including lost ones.
    stands_of: Vec<Vec<StandId>>,
    /// By [`UnitId`].
    main_body: Vec<Option<GroupId>>,
    /// Sorted by number.
    on_table: Vec<OnTable>,
}

/// Margin for rounding errors in the search for nearby groups, in inches.
const ROUNDING: f32 = 0.05;

impl Index {
    fn new(state: &State) -> Self {
        let mut index = Self {
            group_of: vec![None; state.stands.len()],
            stands_of: vec![Vec::new(); state.game.units.len()],
            main_body: vec![None; state.game.units.len()],
            on_table: Vec::new(),
        };
        for stand in state.game.stand_ids() {
            if let Some(own) = index.stands_of.get_mut(state.stand(stand).unit.index()) {
                own.push(stand);
            }
        }
        let size = |id: GroupId| {
            let stands = &state.group(id).stands;
            (std::cmp::Reverse(stands.len()), stands.iter().min().copied())
        };
        for id in state.group_ids() {
            for stand in &state.group(id).stands {
                if let Some(of) = index.group_of.get_mut(stand.index()) {
                    of.get_or_insert(id);
                }
            }
            if let Some(main) = index.main_body.get_mut(state.unit(id).index())
                && main.is_none_or(|main| size(id) < size(main))
            {
                *main = Some(id);
            }
            index.on_table.extend(OnTable::of(state, id));
        }
        index
    }
}

impl OnTable {
    /// `None` for a group that is not on the table.
    fn of(state: &State, id: GroupId) -> Option<Self> {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let mut half = 0.0_f32;
        for (_, quad) in state.quads(id) {
            (low, high) = (low.min(quad.pose.at), high.max(quad.pose.at));
            half = half.max(quad.half.length());
        }
        (low.x <= high.x).then(|| Self {
            id,
            side: state.side(id),
            is_in_the_way: state.arm(id) != Arm::Command && !state.is_abandoned(id),
            middle: (low + high) / 2.0,
            radius: (high - low).length() / 2.0 + half + ROUNDING,
        })
    }

    fn is_near(&self, at: Vec2, inches: f32) -> bool {
        let far = inches + self.radius;
        self.middle.distance_squared(at) <= far * far
    }
}

impl State {
    fn index(&self) -> Arc<Index> {
        self.index.of([self.stands.mark(), self.groups.mark()], || Index::new(self))
    }

    /// The groups on the table that satisfy a condition.
    fn of_table<F: Fn(&OnTable) -> bool>(&self, is: F) -> impl Iterator<Item = GroupId> + use<F> {
        let index = self.index();
        let count = index.on_table.len();
        (0..count).filter_map(move |at| index.on_table.get(at).filter(|one| is(one)).map(|one| one.id))
    }

    pub fn stand(&self, id: StandId) -> &StandState {
        &self.stands[id.index()]
    }

    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.index()]
    }

    /// The existing groups, sorted by number.
    pub fn group_ids(&self) -> impl Iterator<Item = GroupId> + '_ {
        let all = (0..self.groups.len()).filter_map(|index| u16::try_from(index).ok()).map(GroupId);
        all.filter(|id| !self.group(*id).is_gone())
    }

    /// The group that a stand belongs to; `None` if it is lost or has still to arrive.
    pub fn group_of(&self, stand: StandId) -> Option<GroupId> {
        self.index().group_of.get(stand.index()).copied().flatten()
    }

    /// The unit of a group.
    pub fn unit(&self, id: GroupId) -> UnitId {
        let group = self.group(id);
        let now = group.stands.first().map(|stand| self.stand(*stand).unit);
        now.or(group.was).unwrap_or(UnitId(0))
    }

    pub fn kind(&self, id: GroupId) -> Kind {
        self.game.unit(self.unit(id)).kind
    }

    pub fn arm(&self, id: GroupId) -> Arm {
        self.kind(id).arm()
    }

    pub fn side(&self, id: GroupId) -> Side {
        self.game.unit(self.unit(id)).side
    }

    /// The pose of a stand on the table.
    pub fn pose(&self, id: StandId) -> Option<Pose> {
        match self.stand(id).place {
            Place::Table(pose) => Some(pose),
            Place::Inside { .. } | Place::Reserve | Place::Lost => None,
        }
    }

    /// Is the stand lost? Those of gunners on foot only come and go (`epstein:8.d.6`).
    pub fn is_lost(&self, stand: StandId) -> bool {
        let StandState { place, unit, .. } = *self.stand(stand);
        place == Place::Lost && self.game.unit(unit).gunners != Some(stand)
    }

    /// Is the group on the table, outside of houses?
    pub fn is_on_table(&self, id: GroupId) -> bool {
        self.group(id).stands.iter().any(|stand| self.pose(*stand).is_some())
    }

    /// The groups on the table.
    pub fn on_table(&self) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(|_| true)
    }

    /// A superset of the groups that lie partly within this many inches of a point.
    pub fn on_table_near(&self, at: Vec2, inches: f32) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(move |one| one.is_near(at, inches))
    }

    /// May some of a group lie within this many inches of a point?
    pub fn may_lie_near(&self, id: GroupId, at: Vec2, inches: f32) -> bool {
        self.index().on_table.iter().any(|one| one.id == id && one.is_near(at, inches))
    }

    /// The enemies of a side on the table, without leaders, who are no targets (`epstein:14.c.4`), and without guns that have
    /// no crew, which block nobody (`epstein:8.d.4`).
    pub fn enemies_of(&self, side: Side) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(move |one| one.side != side && one.is_in_the_way)
    }

    /// A superset of those that lie partly within this many inches of a point.
    pub fn enemies_near(&self, side: Side, at: Vec2, inches: f32) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(move |one| one.side != side && one.is_in_the_way && one.is_near(at, inches))
    }

    /// The groups of a side on the table, without leaders and guns that have no crew.
    pub fn friends_of(&self, side: Side) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(move |one| one.side == side && one.is_in_the_way)
    }

    /// A superset of those that lie partly within this many inches of a point.
    pub fn friends_near(&self, side: Side, at: Vec2, inches: f32) -> impl Iterator<Item = GroupId> + use<> {
        self.of_table(move |one| one.side == side && one.is_in_the_way && one.is_near(at, inches))
    }

    /// Is it a gun without any crew (`epstein:8.d.4`)? It blocks nobody, and is lost when an enemy touches it.
    pub fn is_abandoned(&self, id: GroupId) -> bool {
        self.arm(id) == Arm::Artillery && !self.group(id).on_foot && self.figures(id) == 0
    }

    /// The stands of a group, each with its rectangle.
    pub fn quads(&self, id: GroupId) -> impl Iterator<Item = (StandId, Quad)> + '_ {
        self.group(id).stands.iter().filter_map(|stand| Some((*stand, self.quad(*stand)?)))
    }

    /// The shortest gap between the stands of two groups.
    pub fn gap_between(&self, one: GroupId, other: GroupId) -> Option<Gap> {
        let gaps = |(_, own): (StandId, Quad)| {
            self.quads(other).map(move |(_, quad)| gap_between_quads(&own, &quad))
        };
        self.quads(one).flat_map(gaps).min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// The rectangle of a stand on the table.
    pub fn quad(&self, stand: StandId) -> Option<Quad> {
        let (width, depth) = self.size_of(stand);
        Some(Quad { pose: self.pose(stand)?, half: Vec2::new(width, depth) / 2.0 })
    }

    /// Width and depth of a stand: gunners on foot keep theirs.
    pub fn size_of(&self, stand: StandId) -> (f32, f32) {
        self.game.unit(self.stand(stand).unit).kind.stand_size()
    }

    /// Width and depth of the stands of a group.
    pub fn stand_size(&self, id: GroupId) -> (f32, f32) {
        self.kind(id).stand_size()
    }

    /// The gap between the stands of a skirmish row (`skirmish_gap`), in inches.
    pub fn skirmish_gap(&self, id: GroupId) -> f32 {
        self.game.options.skirmish_gap * self.stand_size(id).0
    }

    /// The place and heading of a group (`epstein:g.8`).
    pub fn place(&self, id: GroupId) -> Pose {
        let group = self.group(id);
        let poses: Vec<Pose> = group.stands.iter().filter_map(|stand| self.pose(*stand)).collect();
        let at = match poses.as_slice() {
            [] => Vec2::ZERO,
            poses => formation::place_of(group.formation, poses, self.stand_size(id), group.heading),
        };
        Pose::new(at, group.heading)
    }

    /// The footprint of a group about its place.
    pub fn body(&self, id: GroupId) -> Body {
        self.body_of(&self.group(id).stands, self.place(id))
    }

    /// The footprint of some stands in their present poses, about a place.
    pub fn body_of(&self, stands: &[StandId], place: Pose) -> Body {
        let rect = |stand: &StandId| {
            let pose = self.pose(*stand)?;
            let (width, depth) = self.size_of(*stand);
            let turned = place.heading.turn_to(pose.heading);
            let offset = Pose::new(place.to_local(pose.at), Heading::from_radians(turned));
            Some(Rect { offset, width, depth })
        };
        let rects: Vec<Rect> = stands.iter().filter_map(rect).collect();
        if rects.is_empty() { Body::single(1.0, 1.0) } else { Body::of(rects) }
    }

    /// The poses of these stands in a formation at a place.
    pub fn poses(&self, stands: &[StandId], formation: Formation, at: Pose) -> Vec<(StandId, Pose)> {
        let Some(first) = stands.first() else { return Vec::new() };
        let size = self.size_of(*first);
        let gap = self.game.options.skirmish_gap * size.0;
        let local = formation::layout(formation, stands.len(), size, gap);
        stands.iter().zip(local).map(|(stand, pose)| (*stand, formation::placed(at, pose))).collect()
    }

    /// The poses of a group's stands when its place and heading become these.
    pub fn moved_to(&self, id: GroupId, to: Pose) -> Vec<(StandId, Pose)> {
        let from = self.place(id);
        let lies = |(stand, pose): (StandId, Pose)| {
            let local = from.to_local(pose.at);
            let turned = from.heading.turn_to(pose.heading);
            (stand, Pose::new(to.to_table(local), to.heading.turned(turned)))
        };
        let stands = self.group(id).stands.iter().filter_map(|stand| Some((*stand, self.pose(*stand)?)));
        stands.map(lies).collect()
    }

    /// Figures of a group.
    pub fn figures(&self, id: GroupId) -> u16 {
        self.group(id).stands.iter().map(|stand| self.stand(*stand).figures).sum()
    }

    /// The remaining stands of a unit, wherever they are.
    pub fn stands_of(&self, unit: UnitId) -> impl Iterator<Item = StandId> + '_ {
        let index = self.index();
        let count = index.stands_of.get(unit.index()).map_or(0, Vec::len);
        let all = (0..count).map(move |at| index.stands_of[unit.index()][at]);
        all.filter(|id| !matches!(self.stand(*id).place, Place::Lost))
    }

    /// The main body of a unit: its largest group; of equal ones, the one with its first stand.
    pub fn main_body(&self, unit: UnitId) -> Option<GroupId> {
        self.index().main_body.get(unit.index()).copied().flatten()
    }

    /// The front rank of a group (`epstein:g.2`): every stand with no other stand of the group in its lane.
    pub fn front_rank(&self, id: GroupId) -> Vec<StandId> {
        let all: Vec<(StandId, Quad)> = self.quads(id).collect();
        let is_first = |(stand, quad): &&(StandId, Quad)| {
            let ahead = all.iter().filter(|(other, _)| other != stand);
            !ahead.clone().any(|(_, other)| {
                let seen = super::measure::before(quad, other, f32::MAX);
                seen.is_some_and(|seen| seen.before == super::measure::Before::Lane)
            })
        };
        all.iter().filter(is_first).map(|(stand, _)| *stand).collect()
    }

    /// Is the side of this group the active one?
    pub fn is_active(&self, id: GroupId) -> bool {
        self.side(id) == self.active
    }

    pub fn house(&self, id: HouseId) -> &HouseState {
        &self.houses[id.index()]
    }
}
