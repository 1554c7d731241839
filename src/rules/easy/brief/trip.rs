//! The trip of the stand in hand: its path, the cost, and where it becomes illegal. Units: inches.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use super::dark::{Priced, why_dark};
use super::snap::{Snap, closing, snapped};
use crate::combat::edges;
use crate::engineers::attach::GOING_ALONG;
use crate::engineers::task::Task;
use crate::ground::earthwork_body;
use crate::movement::luck::{self, Luck};
use crate::movement::walk::record::Walk;
use crate::movement::walk::survey::Survey;
use crate::order::{Family, MoveKind};
use crate::reach::Company;
use crate::touching::Touching;
use crate::{Code, Order, Refusal, StandId, State, fire, movement, reach as ways};
use drawing::overlay::{dots, lit_marks};
use drawing::{Ink, Mark, Pen, footprint, gauge_marks, way_marks};
use game::{Remark, sentence};
use table::field::LineRule;
use table::plan::{Hindrance, Planner, aside};
use table::reach::Reach;
use table::sweep::first_within;
use table::tolerance::{EPS, TOUCH};
use table::{Heading, Leg, Path, Pose, Vec2, threads};

/// The path of a stand.
#[derive(Clone, Debug, Default)]
pub struct Trip {
    pub path: Path,
    /// Its legal part.
    pub legal: Path,
    /// Start, end of every leg.
    pub poses: Vec<Pose>,
    /// Inches of allowance for the whole path, even if it is too long.
    pub cost: f32,
    pub allowance: f32,
    pub refusal: Option<Refusal>,
    /// The effect of dice for its obstacles; `None` if it gets there with any result.
    pub luck: Option<(String, Luck)>,
    /// How far it gets, if not to the end.
    pub stopped: Option<Pose>,
    /// The lines on its legal part that cost a roll, in order.
    pub obstacles: Vec<usize>,
    /// What keeps the stand from where it is held, in one short sentence.
    pub dark: Option<Remark>,
    /// Events on the way, in words.
    pub notes: Vec<String>,
    /// The cost of the path, ground by ground.
    pub spent: Vec<Spent>,
}

impl Trip {
    /// The chance that it gets to the end; negative if the rules do not allow it.
    pub fn chance(&self) -> f64 {
        match (&self.refusal, &self.luck) {
            (Some(_), _) => -1.0,
            (None, Some((_, luck))) => luck.arrives,
            (None, None) => 1.0,
        }
    }
}

/// The cost of one sort of ground on the path.
#[derive(Clone, Debug, PartialEq)]
pub struct Spent {
    /// `Rough ground`, `Turning, uphill`.
    pub ground: String,
    /// Inches gone.
    pub gone: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// The cost of a walk, ground by ground, in the order met.
fn spent(walk: &Walk) -> Vec<Spent> {
    let mut found: Vec<Spent> = Vec::new();
    for stretch in &walk.stretches {
        if stretch.length <= EPS {
            continue;
        }
        let turning = matches!(walk.path.legs.get(stretch.leg), Some(Leg::Turn { .. }));
        let dear = stretch.cost > stretch.length + EPS;
        let ground = match (stretch.span.rough, stretch.span.uphill) {
            (true, true) => "rough and uphill",
            (true, false) => "rough ground",
            (false, true) => "uphill",
            (false, false) if dear => "going back",
            (false, false) => "open ground",
        };
        let ground = if turning { format!("Turning, {ground}") } else { sentence(ground) };
        match found.iter_mut().find(|spent| spent.ground == ground) {
            Some(spent) => {
                spent.gone += stretch.length;
                spent.cost += stretch.cost;
            }
            None => found.push(Spent { ground, gone: stretch.length, cost: stretch.cost }),
        }
    }
    found
}

/// The paths of one stand in one state of the game: everything that does not depend on the goal is computed once, so that
/// moving the pointer costs little. The judge of moves is called again each time.
#[derive(Clone, Debug)]
pub struct Routes {
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    allowance: f32,
    round: Planner<'static>,
    /// Across obstacles that need a roll; `None` if there are none.
    across: Option<Planner<'static>>,
    /// For the ground within reach: see [`Routes::reach`].
    beside: Arc<Mutex<Planner<'static>>>,
    /// The same across obstacles that need a roll.
    lucky: Option<Lucky>,
    /// Attached engineers.
    company: Option<Arc<Company>>,
    /// The last computed ground for them.
    lit: Option<Arc<Reach>>,
    /// The side of its cells.
    cell: f32,
}

impl Routes {
    pub fn new(state: &State, stand: StandId, kind: MoveKind, start: Pose) -> Self {
        let field = ways::field(state, stand, start);
        let body = &state.unit(stand).body;
        let rolls = field
            .lines
            .iter()
            .any(|line| line.rule == LineRule::Obstacle || line.passage.is_some_and(|passage| passage.ford));
        let across = rolls.then(|| {
            let mut field = field.clone();
            field.allow_obstacles = true;
            Planner::new(field, body.clone())
        });
        let allowance = movement::kind::allowance(state, stand, kind);
        let round = Planner::new(field, body.clone());
        let beside = Arc::new(Mutex::new(round.clone()));
        let lucky = across.clone().map(|across| Lucky {
            state: Arc::new(state.clone()),
            stand,
            planner: Arc::new(Mutex::new(across)),
        });
        let company = Company::of(state, stand, kind, start).map(Arc::new);
        let cell = state.lengths().inches(ways::CELL);
        Self { stand, kind, start, allowance, round, across, beside, lucky, company, lit: None, cell }
    }

    /// The path to `ghost` through `way_points`, with the verdict of the rules.
    ///
    /// The planner proposes, the judge of moves decides; without a legal path the straight one shows the reason.
    pub fn trip(&mut self, state: &State, way_points: &[Pose], ghost: Pose) -> Trip {
        let goals: Vec<Pose> = way_points.iter().copied().chain(std::iter::once(ghost)).collect();
        let (mut trip, why) = self.tried(state, &goals);
        let priced = Priced::of(why, goals.len() > 1, self.across.is_some(), &trip.path);
        trip.dark = why_dark(state, why, priced, &trip);
        trip
    }

    /// The path through these goals, and why the planner has none that is legal.
    fn tried(&mut self, state: &State, goals: &[Pose]) -> (Trip, Option<Hindrance>) {
        let (stand, kind, start) = (self.stand, self.kind, self.start);
        let moved = goals
            .iter()
            .any(|goal| goal.at.distance(start.at) > 0.02 || goal.heading.angle_to(start.heading) > 0.004);
        let (path, why) = if moved { self.planned(goals) } else { (Path::stay(), None) };
        let mut trip = along(state, stand, kind, start, path);
        let end = trip.stopped.unwrap_or(start);
        if let [goal] = *goals {
            trip.notes.extend(not_straight(state, stand, kind, start, goal, &trip));
        }
        if !moved {
            trip.refusal = None;
        }
        if let Some(trip) = self.trip_beside_engineers(state, goals, &trip) {
            return (trip, None);
        }
        let Some(refused) = &mut trip.refusal else { return (trip, None) };
        match why {
            Some(Hindrance::OverAllowance { cost }) if refused.code != Code::OverAllowance => {
                *refused = movement::kind::over_allowance(state, stand, kind, start, end, cost);
                trip.cost = cost;
            }
            // The part of the path that is legal ends in the zone, and would be reported as held there.
            Some(Hindrance::EdgeTaken { id, edge }) => {
                let enemy = u16::try_from(id).ok().map(StandId);
                let taken = enemy.and_then(|enemy| edges::taken(state, stand, enemy, edge));
                if let Some(taken) = taken {
                    *refused = ways::with_free_edges(state, stand, taken.refusal(state)).last_legal(end);
                }
            }
            Some(_) | None => {}
        }
        (trip, why)
    }

    /// The path to the goal that allows for attached engineers, if they bar the planned one (`easy:V.D.2`). Not through
    /// way-points.
    fn trip_beside_engineers(&mut self, state: &State, goals: &[Pose], trip: &Trip) -> Option<Trip> {
        let ([goal], Some(company)) = (goals, &self.company) else { return None };
        trip.refusal.as_ref().filter(|refusal| refusal.clause == GOING_ALONG)?;
        if self.lit.as_ref().is_none_or(|lit| lit.heading() != goal.heading) {
            let found = self.round.reach(self.start, goal.heading, self.allowance, self.cell);
            self.lit = Some(Arc::new(company.lit(found).0));
        }
        let (stand, kind, start) = (self.stand, self.kind, self.start);
        ways::way_over(self.lit.as_ref()?, *goal, |path| {
            let trip = along(state, stand, kind, start, path);
            trip.refusal.is_none().then_some(trip)
        })
    }

    /// The trip to where a stand is held, by its way-points, with snapping; `free`: without.
    pub fn carried(
        &mut self,
        state: &State,
        way_points: &[Pose],
        pose: Pose,
        free: bool,
    ) -> (Trip, Option<Snap>) {
        let (stand, kind, start) = (self.stand, self.kind, self.start);
        let (drawn, mut snap) = if free { (pose, None) } else { snapped(state, stand, kind, start, pose) };
        let mut trip = self.trip(state, way_points, drawn);
        let enemy = match snap {
            Some(Snap::Contact(enemy, _)) => state.placed(enemy),
            _ => None,
        };
        if let Some(enemy) = enemy.filter(|_| way_points.is_empty() && trip.chance() < 1.0) {
            // Ground that bars the place it is drawn to may leave one beside it free.
            let body = &state.unit(stand).body;
            let free = |place: &Pose| self.round.plan_within(start, *place, self.allowance).is_some();
            if let Some(place) = aside(body, &enemy.quad(), drawn).find(free) {
                trip = self.trip(state, way_points, place);
            }
        }
        if snap.is_some() && trip.refusal.is_some() {
            // Snapping to a place where it may not stand is no help, except for an enemy it is held against: there the reason
            // is wanted.
            let plain = self.trip(state, way_points, pose);
            if enemy.is_none() || plain.refusal.is_none() {
                (trip, snap) = (plain, None);
            }
        }
        if !free && trip.refusal.is_some() {
            // Held against an enemy, but not as straight as the rules demand: straight ahead may be legal.
            let from = way_points.last().copied().unwrap_or(start);
            let straight = closing(state, stand, kind, from, pose).into_iter().find_map(|(goal, snap)| {
                let trip = self.trip(state, way_points, goal);
                trip.refusal.is_none().then_some((trip, snap))
            });
            if let Some((straight, drawn)) = straight {
                (trip, snap) = (straight, Some(drawn));
            }
        }
        (trip, snap)
    }

    /// Of the paths to these goals that cross obstacles, planned or straight, the one most likely to get there; `None` if no
    /// such path is legal.
    pub fn likeliest(&mut self, state: &State, goals: &[Pose]) -> Option<Trip> {
        let (stand, kind, start) = (self.stand, self.kind, self.start);
        let mut best = None;
        for &goal in goals {
            let across = self.across.as_mut().and_then(|way| way.plan_within(start, goal, self.allowance));
            let straight = Path::new(plain(start, goal));
            for path in across.map(|plan| plan.path).into_iter().chain([straight]) {
                let found = Some(along(state, stand, kind, start, path));
                best = likelier(best, found.filter(|trip| trip.refusal.is_none()));
            }
        }
        best
    }

    /// The planned path; if there is none, as far as it goes and then straight ahead, with the reason.
    fn planned(&mut self, goals: &[Pose]) -> (Path, Option<Hindrance>) {
        let mut path = Path::stay();
        let mut why = None;
        if self.kind != MoveKind::Enter {
            let failure = match self.round.plan_through(self.start, goals, self.allowance) {
                Ok(plan) => return (plan.path, None),
                Err(failure) => failure,
            };
            let across = self.across.as_mut().and_then(|way| match goals {
                [goal] => way.plan_within(self.start, *goal, self.allowance),
                _ => way.plan_through(self.start, goals, self.allowance).ok(),
            });
            if let Some(plan) = across {
                return (plan.path, None);
            }
            if !failure.whole.legs.is_empty() && goals.len() == 1 {
                return (failure.whole, Some(failure.reason));
            }
            why = Some(failure.reason);
            path = failure.path;
        }
        let mut at = path.end(self.start);
        // From the first way-point not reached.
        let left = if path.legs.is_empty() { goals } else { goals.split_at(goals.len() - 1).1 };
        for &goal in left {
            path.legs.extend(plain(at, goal));
            at = goal;
        }
        (path, why)
    }

    /// The ground within reach: computed by a separate planner, so that paths can be found meanwhile.
    pub fn reach(&self) -> Reachable {
        Reachable {
            kind: self.kind,
            start: self.start,
            allowance: self.allowance,
            planner: Arc::clone(&self.beside),
            lucky: self.lucky.clone(),
            company: self.company.clone(),
            cell: self.cell,
        }
    }
}

/// The ground within reach of a stand, for any thread.
#[derive(Clone, Debug)]
pub struct Reachable {
    kind: MoveKind,
    start: Pose,
    allowance: f32,
    planner: Arc<Mutex<Planner<'static>>>,
    /// Across obstacles that need a roll; `None` if there are none.
    lucky: Option<Lucky>,
    company: Option<Arc<Company>>,
    cell: f32,
}

/// The data for the ground that luck with obstacle dice may add.
#[derive(Clone, Debug)]
struct Lucky {
    state: Arc<State>,
    stand: StandId,
    planner: Arc<Mutex<Planner<'static>>>,
}

impl Reachable {
    /// Is there ground to compute? Not for entering stands, since it depends on where they enter.
    pub fn is_sought(&self) -> bool {
        self.kind != MoveKind::Enter
    }

    /// May dice add ground to that within certain reach?
    pub fn has_luck(&self) -> bool {
        self.is_sought() && self.lucky.is_some()
    }

    /// Where the stand's centre may end with this heading for any dice: the cells, and their borders.
    pub fn marks(&self, heading: Heading) -> Vec<Mark> {
        let certain = self.is_sought().then(|| self.found(&self.planner, heading, &|| false));
        certain
            .flatten()
            .map(|reach| lit_marks(&reach.cells(), Ink::Reach, Pen::fine(Ink::ReachLine, 1.4)))
            .unwrap_or_default()
    }

    /// The same, and fainter the ground that luck with obstacle dice may add; `None` if it was given up.
    pub fn marks_unless(&self, heading: Heading, unwanted: &dyn Fn() -> bool) -> Option<Vec<Mark>> {
        if !self.is_sought() {
            return Some(Vec::new());
        }
        let certain = self.found(&self.planner, heading, unwanted)?;
        let mut marks = lit_marks(&certain.cells(), Ink::Reach, Pen::fine(Ink::ReachLine, 1.4));
        if let Some(lucky) = self.lucky_beyond(&certain, unwanted)? {
            let lit = lit_marks(&lucky.cells(), Ink::Lit, Pen::fine(Ink::Close, 1.0).dashed(5.0, 4.0));
            let boxes = lit.iter().filter_map(|mark| match mark {
                Mark::Boxes { boxes, .. } => Some(boxes),
                _ => None,
            });
            let dotted: Vec<Mark> = boxes.flat_map(|boxes| dots(boxes, Ink::Close)).collect();
            marks.extend(lit);
            // As in the legend, above their wash.
            marks.extend(dotted);
        }
        Some(marks)
    }

    /// The ground that luck with obstacle dice may add, if there are such obstacles: where a stand gets if each die takes the
    /// least that it can.
    fn lucky_beyond(&self, certain: &Reach, unwanted: &dyn Fn() -> bool) -> Option<Option<Reach>> {
        let Some(lucky) = &self.lucky else { return Some(None) };
        let mut found = self.found(&lucky.planner, certain.heading(), unwanted)?;
        if unwanted() {
            return None;
        }
        let rows: Vec<usize> = (0..found.height).collect();
        let survey = Survey::new(&lucky.state);
        let is_dark = |cell: usize| {
            let (column, row) = (cell % found.width, cell / found.width);
            let cost = found.cost[cell];
            let may_arrive = |path: &Path| {
                let spent = [cost, self.allowance];
                luck::may_arrive(&survey, lucky.stand, self.start, path, self.kind, spent)
            };
            cost.is_finite()
                && (certain.contains(found.centre(column, row))
                    || !found.path_to(column, row).is_some_and(|path| may_arrive(&path)))
        };
        let dark = threads::map(&rows, 2, |row| {
            let cells = row * found.width..(row + 1) * found.width;
            cells.filter(|cell| is_dark(*cell)).collect::<Vec<usize>>()
        });
        for cell in dark.into_iter().flatten() {
            found.cost[cell] = f32::INFINITY;
        }
        Some(Some(found))
    }

    /// What this planner finds within the allowance; `None` if it was given up.
    fn found(
        &self,
        planner: &Mutex<Planner<'static>>,
        heading: Heading,
        unwanted: &dyn Fn() -> bool,
    ) -> Option<Reach> {
        // A panic during a search leaves nothing inconsistent: searches are stored complete.
        let mut planner = planner.lock().unwrap_or_else(PoisonError::into_inner);
        if unwanted() {
            return None;
        }
        let reach = planner.reach(self.start, heading, self.allowance, self.cell);
        drop(planner);
        Some(match &self.company {
            // Cells that only the rules can exclude stay lit: the rules judge the actual path.
            Some(company) => company.lit(reach).0,
            None => reach,
        })
    }
}

/// The cost of a path, and what it leaves or lacks.
pub fn cost_words(trip: &Trip) -> String {
    let left = trip.allowance - trip.cost;
    let rest = match &trip.refusal {
        Some(refusal) if refusal.code == Code::OverAllowance => format!("{:.2} in too much", -left),
        // Something else stops it there.
        Some(_) => "as far as it may go".to_owned(),
        None => format!("{:.2} in left", left.max(0.0)),
    };
    format!("{:.2} in of {:.2} in, {rest}", trip.cost, trip.allowance)
}

/// The path to `ghost` through `way_points`, with the verdict of the rules: see [`Routes::trip`].
pub fn trip(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    way_points: &[Pose],
    ghost: Pose,
) -> Trip {
    Routes::new(state, stand, kind, start).trip(state, way_points, ghost)
}

/// The better of two paths: the legal one, the one more likely to get there, or the cheaper one; the first if they are equal.
pub fn likelier(one: Option<Trip>, other: Option<Trip>) -> Option<Trip> {
    let is_better = |other: &Trip, one: &Trip| match one.chance().total_cmp(&other.chance()) {
        Ordering::Less => true,
        Ordering::Equal => other.cost < one.cost - EPS,
        Ordering::Greater => false,
    };
    match (one, other) {
        (Some(one), Some(other)) => Some(if is_better(&other, &one) { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// The verdict of the rules on exactly this path.
pub fn along(state: &State, stand: StandId, kind: MoveKind, start: Pose, path: Path) -> Trip {
    let (walk, refusal) = movement::walk::survey::preview(state, stand, start, &path, kind);
    let mut notes = Vec::new();
    let luck = if refusal.is_none() { luck::luck(state, stand, &path, kind, &walk) } else { None };
    for &line in &walk.obstacles {
        if let Some(line) = state.terrain().ground().lines.get(line) {
            notes.push(format!("Crosses {}: a die comes off the allowance", line.name));
        }
    }
    for touch in &walk.contacts {
        notes.push(format!("Comes against the {} of {}", touch.edge.name(), state.say(touch.enemy)));
    }
    if refusal.is_none() {
        notes.extend(corners(state, stand, walk.end));
    }
    notes.extend(walk.generals.iter().map(|general| format!("Comes upon general {}", state.say(*general))));
    // A path that is too long is reported whole: its cost, and where it ends.
    let over = refusal.as_ref().filter(|refusal| refusal.code == Code::OverAllowance);
    let whole = over.and_then(|refusal| refusal.measured.as_ref()).map(|measured| measured.value);
    let priced = whole.map(|_| Survey::new(state).priced(stand, start, &path, kind).0);
    Trip {
        spent: spent(priced.as_ref().unwrap_or(&walk)),
        luck: luck.map(|found| (found.words(&luck::obstacle_names(state, &walk)), found)),
        poses: path.poses(start),
        legal: walk.path.clone(),
        stopped: refusal.is_some().then_some(walk.end),
        path,
        cost: whole.unwrap_or(walk.cost),
        allowance: walk.allowance,
        refusal,
        obstacles: walk.obstacles,
        dark: None,
        notes,
    }
}

/// Why a path that is too long makes a detour.
fn not_straight(
    state: &State,
    stand: StandId,
    kind: MoveKind,
    start: Pose,
    goal: Pose,
    trip: &Trip,
) -> Option<String> {
    trip.refusal.as_ref().filter(|refusal| refusal.code == Code::OverAllowance)?;
    let straight = Path::new(plain(start, goal));
    // A withdrawal is refused also for the rest of its allowance.
    if kind == MoveKind::Withdraw || straight == trip.path {
        return None;
    }
    let (_, why) = Survey::new(state).priced(stand, start, &straight, kind);
    let why = why?;
    Some(format!("Straight there, {:.2} in, is barred: {}", start.at.distance(goal.at), why.fact))
}

/// Corner to corner is contact only while neither touches anybody otherwise: notes for this stand, and for friends that lose
/// contact with an enemy by it (`easy:0.4`).
fn corners(state: &State, stand: StandId, end: Pose) -> Vec<String> {
    let there = Touching::of(state).with(stand, end);
    let mut notes = Vec::new();
    for (enemy, contact) in there.contacts(stand) {
        let name = state.say(enemy);
        if contact.graze {
            notes.push(format!(
                "Corner on corner with {name}: no contact once either touches another otherwise (0.4)"
            ));
            continue;
        }
        let before = Touching::of(state).contacts(enemy);
        for (friend, _) in before.into_iter().filter(|(friend, contact)| *friend != stand && contact.graze) {
            notes.push(format!(
                "{}, corner on corner with {name}, is then out of contact (0.4)",
                state.say(friend)
            ));
        }
    }
    notes
}

/// One turn and one slide; the turn comes first if the stand then moves forward.
fn plain(from: Pose, to: Pose) -> Vec<Leg> {
    let mut legs = Vec::new();
    let angle = from.heading.turn_to(to.heading);
    let way = to.at - from.at;
    if angle.abs() > 0.002 {
        legs.push(Leg::Turn { pivot: Vec2::ZERO, angle });
    }
    if way.length() > 0.005 {
        legs.push(Leg::Slide(way));
        if way.dot(to.heading.forward()) < way.dot(from.heading.forward()) {
            legs.reverse();
        }
    }
    legs
}

/// The marks of a trip: its end, each of its legs, where it would be stopped, measurements. `may`: its order is not refused for
/// a reason other than its path.
pub fn trip_marks(state: &State, stand: StandId, trip: &Trip, may: bool) -> Vec<Mark> {
    let mut over = Vec::new();
    let rect = state.unit(stand).body.parts()[0];
    let good = may && trip.refusal.is_none();
    // Green means certain.
    let (ink, wash) = match (good, &trip.luck) {
        (false, _) => (Ink::Bad, Ink::BadWash),
        (true, Some(_)) => (Ink::Close, Ink::Lit),
        (true, None) => (Ink::Way, Ink::GoodWash),
    };
    if let Some(&end) = trip.poses.last() {
        over.push(Mark::fill(footprint(end, rect.width, rect.depth), wash));
    }
    for stop in trip.luck.iter().flat_map(|(_, luck)| &luck.stops) {
        let place = footprint(stop.at, rect.width, rect.depth);
        over.push(Mark::ring(place, Pen::fine(Ink::Close, 1.2).dashed(4.0, 4.0)));
    }
    over.extend(way_marks(&trip.poses, rect.width, rect.depth, ink));
    if let Some(start) = trip.poses.first().filter(|_| !good) {
        let legal = trip.legal.poses(*start);
        if legal.len() > 1 {
            over.extend(way_marks(&legal, rect.width, rect.depth, Ink::Way));
        }
    }
    if let Some(stopped) = trip.stopped {
        let place = footprint(stopped, rect.width, rect.depth);
        over.push(Mark::ring(place, Pen::fine(Ink::Close, 2.0)));
    }
    // The cost is measured along the path, and shown at its end.
    let refused = trip.refusal.as_ref().filter(|refusal| refusal.code != Code::OverAllowance);
    if let Some(measured) = refused.and_then(|refusal| refusal.measured.as_ref()) {
        over.extend(gauge_marks(&measured.gauge()));
    }
    over
}

/// Marks of an order in hand other than its measured lines: the lane of a shot.
pub fn order_marks(state: &State, order: &Order) -> Vec<Mark> {
    let Some((battery, target)) = order.shot() else { return about_marks(state, order) };
    match fire::shot(state, battery, target) {
        Ok(shot) => {
            let strip = shot.lane.strip;
            vec![Mark::fill(strip, Ink::GoodWash), Mark::ring(strip, Pen::fine(Ink::Good, 1.4))]
        }
        Err(_) => {
            let ends: Vec<Vec2> =
                [battery, target].into_iter().filter_map(|id| state.pose(id)).map(|pose| pose.at).collect();
            vec![Mark::line(ends, Pen::fine(Ink::Bad, 2.0).dashed(8.0, 5.0))]
        }
    }
}

/// Marks of an order without path or target: rings round its stands, and the site of work.
fn about_marks(state: &State, order: &Order) -> Vec<Mark> {
    let is_deed = order.family() == Family::Moves && order.path().is_none();
    let stands = match order.command().filter(|_| order.is_pick()) {
        // An act begun in another game may name a command that this one lacks.
        Some(command) => {
            let info = state.roster().commands.get(command.index());
            info.map_or(Vec::new(), |info| info.stands.clone())
        }
        None if is_deed || order.squares().is_some() => order.stands(),
        None => Vec::new(),
    };
    let ring = |outline: Vec<Vec2>| Mark::ring(outline, Pen::fine(Ink::Way, 2.4));
    let mut marks: Vec<Mark> =
        stands.iter().filter_map(|id| Some(ring(state.placed(*id)?.corners().collect()))).collect();
    if let Some(Task::Earthworks { at }) = order.task() {
        let outline: Vec<Vec2> = earthwork_body(state.lengths()).placed(*at).corners().collect();
        marks.push(Mark::fill(outline.clone(), Ink::GoodWash));
        marks.push(Mark::ring(outline, Pen::fine(Ink::Good, 2.0).dashed(6.0, 4.0)));
    }
    marks
}

/// The pose of a rallying stand nearest to a place: against the general, with this heading.
///
/// `None` if the active command has no general on the table. The rules decide whether it may stand there.
pub fn rally_pose(state: &State, stand: StandId, at: Vec2, heading: Heading) -> Option<Pose> {
    let general = state.active_general()?;
    let there = state.placed(general)?;
    let away = (at - there.pose.at).try_normalize().unwrap_or(-there.pose.heading.forward());
    let far = Pose::new(there.pose.at + away * 8.0, heading);
    let leg = Leg::Slide(away * -8.0);
    let t = first_within(&state.unit(stand).body, far, leg, there, TOUCH / 2.0)?;
    Some(leg.part(far, t))
}

#[cfg(test)]
mod tests {
    use crate::rule_set::Easy;
    use dice::Rolled;
    use game::RuleSet as _;
    use game::options::Options;
    use scenario::shipped::Embedded;
    use scenario::{AnyRules, Battle as _, Scenario};

    use super::*;

    /// A battle played up to where stands may be moved, and the first that may.
    fn moving(battle: &str) -> (State, StandId) {
        let (scenario, _) = Scenario::read(battle, &Embedded, &AnyRules).expect("it is in the program");
        let mut state = Easy::start(scenario, &Options::default()).expect("it is played by these rules");
        for entry in 1.. {
            let offers = Easy::due(&state).offers;
            let mover = offers.iter().find_map(|offer| match offer.order {
                Order::Move { stand, .. } if state.arm(stand).is_troops() => Some(stand),
                _ => None,
            });
            if let Some(stand) = mover {
                return (state, stand);
            }
            let ruling = Easy::judge(&state, &offers[0].order, &mut Rolled::new(7, entry));
            for event in ruling.expect("an offer is legal").events {
                Easy::apply(&mut state, &event);
            }
        }
        unreachable!("somebody may move some time");
    }

    /// Goals all round a place, near and far, as it stands and turned.
    fn goals(start: Pose) -> Vec<Pose> {
        let mut goals = Vec::new();
        for turn in [0.0, 0.5, -1.3] {
            for k in 0..12 {
                let way = start.heading.turned(k as f32 * 0.55).forward();
                let heading = start.heading.turned(turn);
                goals.extend([0.7, 2.0, 5.0, 11.0].map(|far| Pose::new(start.at + way * far, heading)));
            }
        }
        goals
    }

    #[test]
    fn ways_that_are_kept_are_those_that_would_be_found_anew() {
        for battle in ["first-steps", "waterloo"] {
            let (state, stand) = moving(battle);
            let state = &state;
            let start = state.pose(stand).expect("it is on the table");
            let mut kept = Routes::new(state, stand, MoveKind::Move, start);
            let (mut good, mut bad) = (0, 0);
            for goal in goals(start) {
                let (old, new) =
                    (kept.trip(state, &[], goal), trip(state, stand, MoveKind::Move, start, &[], goal));
                assert_eq!((&old.path, &old.legal, &old.refusal), (&new.path, &new.legal, &new.refusal));
                if old.refusal.is_none() { good += 1 } else { bad += 1 }
            }
            assert!(good > 5 && bad > 5, "{battle}: {good} and {bad}");
            let made = kept.round.made();
            assert!(made < 20, "{battle}: {made} searches for 144 goals");
            let heading = start.heading.turned(0.5);
            let fresh = Routes::new(state, stand, MoveKind::Move, start).reach().marks(heading);
            assert_eq!(kept.reach().marks(heading), fresh);
            assert_eq!(kept.reach().marks(heading), fresh, "the second time too");
        }
    }

    #[test]
    fn a_hand_that_moves_on_asks_for_no_other_search() {
        let (state, stand) = moving("waterloo");
        let state = &state;
        let start = state.pose(stand).expect("it is on the table");
        let mut kept = Routes::new(state, stand, MoveKind::Move, start);
        let made: Vec<usize> = (1..40)
            .map(|k| {
                kept.trip(state, &[], start.moved(Vec2::splat(0.05 * k as f32)));
                kept.round.made()
            })
            .collect();
        assert!(made.last().is_some_and(|made| *made <= 4), "{made:?}");
    }

    #[test]
    fn a_pick_of_a_command_that_is_not_there_is_about_nothing() {
        let (state, stand) = moving("first-steps");
        let state = &state;
        let pick = |command| order_marks(state, &Order::Pick { command });
        assert!(!pick(state.unit(stand).command).is_empty());
        let beyond = state.roster().commands.len() as u16;
        assert_eq!(pick(crate::CommandId(beyond)), []);
    }

    /// A stand before two brooks, of which the second runs aslant, with a ford, a friend and an enemy: turned by so many degrees about
    /// the middle of the table, shifted, and mirrored or not.
    fn before_two_brooks(turn: f32, shift: (f32, f32), mirrored: bool) -> State {
        let side = if mirrored { -1.0 } else { 1.0 };
        let (sin, cos) = turn.to_radians().sin_cos();
        let at = |x: f32, y: f32| {
            let x = side * x;
            format!("{}, {}", cos * x + sin * y + shift.0, cos * y - sin * x + shift.1)
        };
        let pose = |x, y, heading: f32| format!("({}, {})", at(x, y), side * heading + turn);
        let text = format!(
            r#"(
                origin: (24, 24),
                lines: [
                    (id: "first", points: [({}), ({})], obstacle: true),
                    (id: "second", points: [({}), ({}), ({})], obstacle: true),
                ],
                stands: [
                    (id: "A", side: "red", arm: Infantry, at: {}, sp: 5),
                    (id: "B", side: "red", arm: Infantry, at: {}, sp: 5),
                    (id: "E", side: "blue", arm: Infantry, at: {}, sp: 5),
                ],
                active: (command: "red"),
            )"#,
            at(-9.0, 1.5),
            at(3.0, 1.5),
            at(-9.0, 2.5),
            at(0.5, 3.0),
            at(6.0, 1.5),
            pose(0.0, 0.0, 0.0),
            pose(2.5, 0.5, 10.0),
            pose(-4.0, 12.0, 180.0),
        );
        let position: crate::Position = data::ron_options().from_str(&text).expect("the position reads");
        position.set_up().expect("the position is sound")
    }

    /// What was compared: places that are certain, that luck may add, that are dark, and those of the dark that are dark for a second
    /// obstacle alone.
    #[derive(Debug, Default)]
    struct Compared {
        certain: usize,
        lucky: usize,
        dark: usize,
        second: usize,
        /// Places that are dark though an order has a chance: past a friend by a hair, which the planner keeps clear of.
        missed: Vec<String>,
    }

    /// Holds the wash of one heading to what an order to every so manieth place of it has for chances.
    fn compare(state: &State, heading: Heading, step: usize, compared: &mut Compared) {
        let stand = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        let start = state.pose(stand).expect("it is on the table");
        let mut routes = Routes::new(state, stand, MoveKind::Move, start);
        let search = routes.reach();
        let certain = search.found(&search.planner, heading, &|| false).expect("it is wanted");
        let lucky = search.lucky_beyond(&certain, &|| false).flatten().expect("there are obstacles");
        for cell in (0..lucky.cost.len()).step_by(step) {
            let at = lucky.centre(cell % lucky.width, cell / lucky.width);
            let trip = routes.trip(state, &[], Pose::new(at, heading));
            let dice = movement::walk::survey::preview(state, stand, start, &trip.path, MoveKind::Move).0;
            let dice = dice.obstacles.len();
            let slack = trip.allowance - trip.cost - dice as f32;
            // On a hair of a limit planner and judge may part.
            if slack.abs() < 0.06 || (trip.refusal.is_some() && trip.allowance - trip.cost < 0.06) {
                continue;
            }
            let chance = match (&trip.refusal, &trip.luck) {
                (Some(_), _) => 0.0,
                (None, None) => 1.0,
                (None, Some((_, luck))) => luck.arrives,
            };
            let lit = (certain.contains(at), lucky.contains(at));
            let said = format!("{at} {lit:?}: {chance}, {} of {} in, {dice} dice", trip.cost, trip.allowance);
            match lit {
                (true, _) => assert_eq!(chance, 1.0, "{said}"),
                (false, true) => assert!(chance > 0.0, "{said}"),
                (false, false) if chance > 0.0 => compared.missed.push(said),
                (false, false) => {}
            }
            match lit {
                (true, _) => compared.certain += 1,
                (false, true) => compared.lucky += 1,
                (false, false) => compared.dark += 1,
            }
            compared.second +=
                usize::from(dice == 2 && trip.refusal.is_none() && (-1.0..0.0).contains(&slack));
        }
    }

    #[test]
    fn what_luck_may_add_is_lit_where_an_order_has_a_chance_wherever_the_table_lies() {
        let mut compared = Compared::default();
        for (number, turn) in [0.0, 33.0, 90.0, 201.5].into_iter().enumerate() {
            for mirrored in [false, true] {
                let shift = [(0.0, 0.0), (3.07, -2.41)][number % 2];
                let state = before_two_brooks(turn, shift, mirrored);
                let heading = Heading::from_degrees(turn + if mirrored { -25.0 } else { 0.0 });
                compare(&state, heading, 23 + number, &mut compared);
            }
        }
        let Compared { certain, lucky, dark, second, ref missed } = compared;
        assert!(certain > 400 && lucky > 200 && dark > 400 && second > 20, "{compared:?}");
        assert!(missed.len() * 300 <= certain + lucky, "{missed:?}");
    }
}
