//! Walking a path step by step, up to the first clause that forbids a step. Units: half movement points.

use crate::chart::{self, Entry};
use crate::options::RoutLeavesEzoc;
use crate::refusal::{Code, Refusal};
use crate::roster::{Counter, PieceId, UnitId};
use crate::{facing, zones};
use hexes::{Direction, Hex, movement_points, points};

use super::entry;
use super::field::MarchField;
use super::run::Halt;

/// A path that was walked.
pub(super) struct Walked {
    cost: u16,
    /// Its allowance.
    of: u16,
    /// Step by step: `2311 ½`.
    steps: Vec<String>,
    front: Option<Direction>,
    runs: bool,
    /// Is it the minimum of one hex (`cb:3e`)?
    whole: bool,
    /// The hexes of steps that the table does not have, and the referee lets stand.
    alone: Vec<Hex>,
}

impl Walked {
    /// What was judged by the nearest rule, as a sentence; empty if nothing was.
    pub fn unforeseen(&self) -> String {
        if self.alone.is_empty() {
            return String::new();
        }
        let hexes: Vec<String> = self.alone.iter().map(ToString::to_string).collect();
        format!(". At the price of the hex alone: {}", hexes.join(", "))
    }

    pub const fn cost(&self) -> u16 {
        self.cost
    }

    pub const fn front(&self) -> Option<Direction> {
        self.front
    }

    pub const fn runs(&self) -> bool {
        self.runs
    }

    /// `2½ of 4 movement points (2011 ½, 2012 2)`.
    pub fn bill(&self) -> String {
        let what = if self.whole { "the minimum hex, all its" } else { "" };
        let spent = points(self.cost);
        let all = movement_points(self.of);
        let steps = self.steps.join(", ");
        if what.is_empty() {
            format!("{spent} of {all} ({steps})")
        } else {
            format!("{what} {all} ({steps})")
        }
    }
}

/// The walking piece, and its manner.
struct Walker {
    piece: PieceId,
    unit: Option<UnitId>,
    routed: bool,
    /// Its hex; `None` if it enters.
    start: Option<Hex>,
    budget: u16,
    /// Does it have a front (`cb:15a3`)?
    turns: bool,
    front: Option<Direction>,
    /// Does its path have a single hex, from a hex on the map: the minimum (`cb:3e`)?
    one_hex: bool,
}

impl MarchField<'_> {
    fn walker(&self, piece: PieceId, path: &[Hex]) -> Walker {
        let state = self.state;
        let start = state.place(piece).hex();
        let (unit, routed, front) = match state.game.counter(piece) {
            Counter::Unit(unit) => (Some(unit), state.unit(unit).routed, state.unit(unit).faces),
            Counter::Leader(_) => (None, false, None),
        };
        let budget = if start.is_some() { self.budget(piece).0 } else { self.entry_budget(piece) };
        Walker {
            piece,
            unit,
            routed,
            start,
            budget,
            turns: unit.is_some() && !routed && state.game.options.has_facing(),
            front,
            one_hex: start.is_some() && path.len() == 1 && unit.is_some(),
        }
    }

    /// Walks the whole of a path, and stops at its end. A refusal names the last hex of the path at which the piece could have stopped.
    pub(super) fn walk(&self, piece: PieceId, path: &[Hex], faces: Option<Hex>) -> Result<Walked, Refusal> {
        self.try_walk(piece, path, faces).map_err(|refusal| self.with_stop(piece, path, refusal))
    }

    fn with_stop(&self, piece: PieceId, path: &[Hex], refusal: Refusal) -> Refusal {
        let stops = |end: &usize| self.try_walk(piece, &path[..*end], None).is_ok();
        // Every step costs something, so a legal path is no longer than its points.
        let most = path.len().min(usize::from(self.budget(piece).0) + 2);
        let stop = (1..most).rev().find(stops).map(|end| path[end - 1]);
        let routed =
            matches!(self.state.game.counter(piece), Counter::Unit(unit) if self.state.unit(unit).routed);
        let start = self.state.place(piece).hex().filter(|_| !routed && !path.is_empty());
        match stop.or(start) {
            Some(hex) => refusal.last_legal(hex),
            None => refusal,
        }
    }

    pub(super) fn try_walk(
        &self,
        piece: PieceId,
        path: &[Hex],
        faces: Option<Hex>,
    ) -> Result<Walked, Refusal> {
        let who = self.walker(piece, path);
        let name = self.state.say_mover(piece);
        let Some(&last) = path.last() else {
            let remedy = "Name the hexes one by one, or leave the piece where it is";
            return Err(Refusal::new(Code::BadOrder, "cb:3c", format!("{name} is given no way"), remedy));
        };
        let mut walked = self.steps(&who, path)?;
        self.check_end(&who, path, &walked)?;
        if who.turns {
            let (front, extra) = self.front_at_end(&who, path, faces, last, &walked)?;
            (walked.front, walked.cost) =
                (Some(front), if walked.whole { walked.cost } else { walked.cost.saturating_add(extra) });
            if extra > 0 {
                walked.steps.push(format!("facing about {}", points(extra)));
            }
        } else if let (Some(towards), true) = (faces, who.routed) {
            let fact = format!("{name} is routed and has no front");
            return Err(Refusal::new(Code::Facing, "cb:15a5", fact, "Leave the facing out").at([towards]));
        }
        Ok(walked)
    }

    /// Walks to an edge hex and off the map (`cb:3h`); returns the whole cost, and the bill.
    pub(super) fn walk_off(&self, piece: PieceId, path: &[Hex]) -> Result<(u16, String), Refusal> {
        let state = self.state;
        let map = state.game.map();
        let name = state.say_mover(piece);
        let who = self.walker(piece, path);
        let overruled = &state.overruled;
        let Some(start) = who.start else {
            let fact = format!("{name} is not on the map and cannot leave it");
            return Err(Refusal::new(Code::WrongPiece, "cb:3h", fact, "Choose a piece on the map"));
        };
        let who = Walker { one_hex: false, ..who };
        let mut walked = self.steps(&who, path).map_err(|refusal| self.with_stop(piece, path, refusal))?;
        let last = path.last().copied().unwrap_or(start);
        if !entry::is_edge(map, last) {
            let fact = format!("{name} cannot leave the map from {last}");
            Refusal::new(Code::OffMap, "cb:3h", fact, "End its way on an edge hex")
                .at([last])
                .unless(overruled)?;
        }
        let price = entry::exit_price(map, last);
        let turning = self.turning(&who, path, None).map_or(0, |(_, cost)| cost);
        walked.cost = walked.cost.saturating_add(price + turning);
        if walked.cost > who.budget {
            let left = movement_points(who.budget.saturating_sub(walked.cost - price));
            let fact = format!("{name} has {left} left, and the step off the map costs {}", points(price));
            Refusal::new(Code::TooFewMp, "cb:3e", fact, "Stay on the map").at([last]).unless(overruled)?;
        }
        self.check_leaving_map(&who, path, last)?;
        if who.routed {
            let fact =
                format!("{name} is routed: it runs towards its line of communications, and stays on the map");
            Refusal::new(Code::NotNearer, "cb:12a", fact, "Let it run").unless(overruled)?;
        }
        walked.steps.push(format!("off the map {}", points(price)));
        Ok((walked.cost, walked.bill()))
    }

    /// Checks that no enemy zone stops the piece from leaving the map (`cb:6b`, `cb:11a`). A leader who starts in one may leave.
    fn check_leaving_map(&self, who: &Walker, path: &[Hex], last: Hex) -> Result<(), Refusal> {
        if !self.zone().contains(last) || who.unit.is_none() && path.is_empty() {
            return Ok(());
        }
        let (code, words) =
            if path.is_empty() { (Code::EzocExit, "is held") } else { (Code::EzocStop, "stops") };
        let (clause, remedy) = match who.unit {
            Some(_) => ("cb:6b", "Only combat releases it"),
            None => ("cb:11a", "End his way there, and let him leave in a later turn"),
        };
        let by = self.state.say_all(&zones::controllers(self.state, last, self.side().enemy()));
        let name = self.state.say_mover(who.piece);
        let fact = format!("{name} {words} in {last}: it is in the zone of {by}");
        Refusal::new(code, clause, fact, remedy).at([last]).last_legal(last).unless(&self.state.overruled)
    }

    fn steps(&self, who: &Walker, path: &[Hex]) -> Result<Walked, Refusal> {
        let mut walked = Walked {
            cost: 0,
            of: who.budget,
            steps: Vec::new(),
            front: None,
            runs: who.routed,
            whole: false,
            alone: Vec::new(),
        };
        let mut here = who.start;
        for (index, to) in path.iter().copied().enumerate() {
            let step = match here {
                Some(here) => self.check_step(who, (here, to), &path[..=index], &walked),
                None => self.check_entry(who.piece, to, who.budget).map(Some),
            };
            let known = step?;
            let cost = known.unwrap_or_else(|| self.price(who.piece, to));
            walked.alone.extend(known.is_none().then_some(to));
            walked.steps.push(format!("{to} {}", points(cost)));
            walked.cost = walked.cost.saturating_add(cost);
            here = Some(to);
        }
        if let (true, Some(start), Some(to)) = (who.one_hex, who.start, path.last()) {
            let most = self.most(who, start, *to);
            if walked.cost > most {
                (walked.cost, walked.of, walked.whole) = (most, most, true);
            }
        }
        Ok(walked)
    }

    /// The walker's allowance for a path that ends there.
    fn most(&self, who: &Walker, start: Hex, to: Hex) -> u16 {
        match who.unit {
            Some(unit) if who.routed => self.run_limit(unit, start, to),
            Some(_) => self.limit(who.piece, start, to),
            None => who.budget,
        }
    }

    /// May the piece end its move there with regard to friends (`cb:5`)? Leaders may anywhere.
    fn may_stop(&self, who: &Walker, hex: Hex) -> bool {
        who.unit.is_none_or(|unit| self.state.at(hex).all(|other| other == unit))
    }

    fn check_end(&self, who: &Walker, path: &[Hex], walked: &Walked) -> Result<(), Refusal> {
        let state = self.state;
        let Some((last, unit)) = path.last().copied().zip(who.unit) else { return Ok(()) };
        let name = state.say_mover(who.piece);
        if !self.may_stop(who, last) {
            let others: Vec<UnitId> = state.at(last).filter(|other| *other != unit).collect();
            let fact = format!("{name} cannot stop in {last}: {} stands there", state.say_all(&others));
            Refusal::new(Code::Stacked, "cb:5", fact, "Stop elsewhere, or move the other first")
                .at([last])
                .unless(&state.overruled)?;
        }
        let Some(start) = who.start else { return Ok(()) };
        if who.routed {
            let remedy = "Name the hexes on to where its points end";
            let most = self.run_limit(unit, start, last);
            if walked.cost > most {
                let fact =
                    format!("{name} has {} unless it ends farther from the enemy", movement_points(most));
                Refusal::new(Code::TooFewMp, "cb:12a", fact, "End its run sooner")
                    .at([last])
                    .unless(&state.overruled)?;
            }
            let fact = match self.check_run_end(unit, last, walked.cost, walked.whole) {
                Ok(()) => return Ok(()),
                Err(Halt::Short) => format!("{name} is routed and could run on from {last}"),
                Err(Halt::Nearer) => format!("{name} is routed and could end nearer its line than {last}"),
            };
            return Refusal::new(Code::MustRun, "cb:12a", fact, remedy).at([last]).unless(&state.overruled);
        }
        let most = self.limit(who.piece, start, last);
        if walked.cost > most {
            let fact = format!(
                "{name} is of a demoralised corps and has {}: {last} is not farther from the enemy",
                movement_points(most)
            );
            let remedy = "Stop sooner, or end farther from the nearest enemy unit";
            Refusal::new(Code::TooFewMp, "cb:13c", fact, remedy).at([last]).unless(&state.overruled)?;
        }
        Ok(())
    }

    fn turning(&self, who: &Walker, path: &[Hex], wanted: Option<Direction>) -> Option<(Direction, u16)> {
        if !who.turns || path.is_empty() {
            return None;
        }
        facing::along(self.state, who.front, who.start, path, wanted, |hex| self.zone().contains(hex))
    }

    /// The final front of the unit, and the cost of its about-faces (`cb:15a3`).
    fn front_at_end(
        &self,
        who: &Walker,
        path: &[Hex],
        faces: Option<Hex>,
        last: Hex,
        walked: &Walked,
    ) -> Result<(Direction, u16), Refusal> {
        let name = self.state.say_mover(who.piece);
        let grid = self.state.game.map().grid;
        let refuse = |code, clause, fact: String, remedy: &str| {
            Refusal::new(code, clause, fact, remedy).at(faces.into_iter().chain([last]))
        };
        let wanted = match faces.map(|towards| grid.direction(last, towards)) {
            Some(None) => {
                let fact = format!("{name} would look at a hex that is not next to {last}");
                return Err(refuse(Code::NotAdjacent, "cb:15a1", fact, "Name a hex next to where it ends"));
            }
            Some(Some(way)) => Some(way),
            None => None,
        };
        let Some((front, extra)) = self.turning(who, path, wanted) else {
            let fact = format!("{name} cannot look there at the end of this way");
            refuse(Code::Facing, "cb:15a3", fact, "It turns by one hexside for every hex entered")
                .unless(&self.state.overruled)?;
            // It turns for nothing.
            return Ok((wanted.or(who.front).unwrap_or(Direction(0)), 0));
        };
        let most = match who.start {
            Some(start) => self.most(who, start, last),
            None => who.budget,
        };
        let over = if walked.whole { extra > 0 } else { walked.cost.saturating_add(extra) > most };
        if over {
            let fact = format!("{name} has no {} left to face about", movement_points(extra));
            refuse(Code::TooFewMp, "cb:15a3", fact, "Choose another way, or another front")
                .unless(&self.state.overruled)?;
        }
        Ok((front, extra))
    }

    /// The cost of one step, or the refusal by the first clause that forbids it. `way`: the path up to and including this step.
    /// `None` means that the table has no such step, and the referee lets it stand.
    fn check_step(
        &self,
        who: &Walker,
        step: (Hex, Hex),
        way: &[Hex],
        walked: &Walked,
    ) -> Result<Option<u16>, Refusal> {
        let state = self.state;
        let map = state.game.map();
        let (here, to) = step;
        let name = state.say_mover(who.piece);
        let bar = |code, clause, fact: String, remedy: &str| {
            Refusal::new(code, clause, fact, remedy).at([here, to])
        };
        let overruled = &state.overruled;
        if map.grid.direction(here, to).is_none() {
            let fact = format!("{name} cannot go from {here} to {to}: they are not neighbours");
            bar(Code::NotAdjacent, "cb:3c", fact, "Name every hex of the way").unless(overruled)?;
        }
        let marks = if map.contains(to) { map.between(here, to) } else { None };
        let entry =
            marks.map(|marks| chart::entry(map.kind(to), marks, self.arm(who.piece), &state.game.options));
        let begins = who.start.is_some() && way.len() == 1;
        if let Some(Entry::Costs(cost)) = entry
            && !(begins && who.one_hex)
        {
            self.check_points(who, step, (way, walked.cost), cost)?;
        }
        if !map.contains(to) {
            let fact = format!("{to} is not on the map");
            return Err(bar(Code::OffMap, "cb:3h", fact, "Stay on the map, or give the order to leave it"));
        }
        if self.has_enemy(to) {
            let enemies: Vec<UnitId> = state.at(to).collect();
            let fact = format!("{name} cannot enter {to}: {} stands there", state.say_all(&enemies));
            return Err(bar(Code::EnemyOccupied, "cb:5", fact, "Go round it"));
        }
        self.check_leaving(who, step, begins)?;
        if entry == Some(Entry::NoRoad) {
            let fact = format!("{name} cannot enter {to}: {} without a road", self.ground(to));
            bar(Code::NoRoad, "cb:9a", fact, "Enter it by road").unless(overruled)?;
        }
        if let Some(bar) = self.zone_bar(who.piece, to) {
            bar.unless(overruled)?;
        }
        self.check_heading(who, step, way)?;
        match entry {
            Some(Entry::Costs(cost)) => Ok(Some(cost)),
            Some(Entry::River) => {
                let fact = format!("{name} cannot cross from {here} to {to}: a river");
                bar(Code::River, "cb:tet-river", fact, "Stay on this bank").unless(overruled)?;
                Ok(None)
            }
            Some(Entry::NoRoad) | None => Ok(None),
        }
    }

    /// Checks that there are points for this step (`cb:3e`), including about-faces on the way. `way`: the path with this step,
    /// and its cost before it.
    fn check_points(
        &self,
        who: &Walker,
        step: (Hex, Hex),
        way: (&[Hex], u16),
        cost: u16,
    ) -> Result<(), Refusal> {
        let (here, to) = step;
        let turning = self.turning(who, way.0, None).map_or(0, |(_, cost)| cost);
        let spent = way.1.saturating_add(turning);
        if spent.saturating_add(cost) <= who.budget {
            return Ok(());
        }
        let left = movement_points(who.budget.saturating_sub(spent));
        let name = self.state.say_mover(who.piece);
        let fact = match (who.start, way.0.first()) {
            (None, Some(entry)) => {
                format!(
                    "{name} comes on at {entry} and has {left} left there, and {to} costs {}",
                    points(cost)
                )
            }
            (Some(_), _) | (None, None) => format!("{name} has {left} left, and {to} costs {}", points(cost)),
        };
        Refusal::new(Code::TooFewMp, "cb:3e", fact, "Stop before it")
            .at([here, to])
            .unless(&self.state.overruled)
    }

    /// Checks that the step leads nearer the line for a routed piece, and to a frontal hex for one with a front (`cb:12a`,
    /// `cb:15a3`).
    fn check_heading(&self, who: &Walker, step: (Hex, Hex), way: &[Hex]) -> Result<(), Refusal> {
        let state = self.state;
        let (here, to) = step;
        let name = state.say_mover(who.piece);
        if let (true, Some(unit)) = (who.routed, who.unit) {
            let to_line = |hex| state.game.to_communications(state.side(unit), hex);
            if to_line(to) >= to_line(here) {
                let fact = format!(
                    "{name} is routed, and {to} is not nearer its line of communications than {here}"
                );
                Refusal::new(Code::NotNearer, "cb:12a", fact, "Run nearer with every hex")
                    .at([here, to])
                    .unless(&state.overruled)?;
            }
        }
        if who.turns && self.turning(who, way, None).is_none() {
            let fact = format!("{name} cannot enter {to}: it is not before its front");
            let remedy = "Turn by one hexside a hex, or face about out of enemy zones";
            Refusal::new(Code::NotFrontal, "cb:15a3", fact, remedy)
                .at([here, to])
                .unless(&state.overruled)?;
        }
        Ok(())
    }

    /// Checks that the piece may leave its hex with regard to enemy zones (`cb:6b`, `cb:11a`, `cb:12a`).
    fn check_leaving(&self, who: &Walker, step: (Hex, Hex), begins: bool) -> Result<(), Refusal> {
        let (here, to) = step;
        if !self.zone().contains(here) {
            return Ok(());
        }
        let state = self.state;
        let name = state.say_mover(who.piece);
        let by = state.say_all(&zones::controllers(state, here, self.side().enemy()));
        let refuse = |code, clause, fact: String, remedy: &str| {
            Refusal::new(code, clause, fact, remedy).at([here, to]).unless(&state.overruled)
        };
        let leaves = state.game.options.rout_leaves_ezoc == RoutLeavesEzoc::Yes;
        match (begins, who.unit) {
            (true, None) => Ok(()),
            (true, Some(_)) if who.routed && leaves => Ok(()),
            (true, Some(_)) if who.routed => {
                let fact = format!("{name} is in the zone of {by} and does not run");
                refuse(
                    Code::EzocExit,
                    "cb:12a",
                    fact,
                    "Leave it, or choose the option rout-leaves-ezoc = yes",
                )
            }
            (true, Some(_)) => {
                let fact = format!("{name} is in the zone of {by}");
                refuse(Code::EzocExit, "cb:6b", fact, "Leave it there: only combat releases it")
            }
            (false, Some(_)) => {
                let fact = format!("{name} stops in {here}: it is in the zone of {by}");
                refuse(Code::EzocStop, "cb:6b", fact, "End its way there")
            }
            (false, None) => {
                let fact = format!("{name} stops in {here}: it is in the zone of {by}");
                refuse(Code::EzocStop, "cb:11a", fact, "End its way there")
            }
        }
    }
}
