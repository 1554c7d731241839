//! Pontoon trains: the bridge that grows inch by inch, stopping, and mud.
//!
//! A train at a bank builds as its action; the finished bridge is a change of the ground for everyone. Capture and destruction
//! of trains are in [`super::wagons`].
//!
//! Clauses: `easy:V.D.3` to `easy:V.D.3.c`. Units: inches.

use dice::Throw;
use game::Offer;
use game::working::{Measured, Note};
use scenario::Weather;
use scenario::army::Arm;
use table::ground::Line;
use table::measure::{Gap, gap_to_segment, nearest_point_of_line};
use table::tolerance::{TOUCH, within};
use table::{Placed, Vec2};

use super::command::check_listed;
use super::event::Event;
use super::ground::{GroundChange, say_line};
use super::order::{Bridging, Order};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Pontoon, State, Step};
use super::steps::active_at;
use super::terms::plain;

/// Deduction from the die for mud (`easy:V.D.3.c`).
const MUD: i32 = 2;

/// The site where a train could build, or builds.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The line's id.
    pub over: String,
    /// The point of the line where the bridge crosses.
    pub at: Vec2,
    /// From the train's bank to the other one.
    pub banks: [Vec2; 2],
    /// Inches from bank to bank.
    pub width: f32,
    /// Inches built by the dice so far.
    pub built: u8,
    /// The same in inches of this table (`easy:I.A.1-scale`).
    pub inches: f32,
}

impl Site {
    /// The end of the built part.
    pub fn head(&self) -> Vec2 {
        let share = if self.width > 0.0 { (self.inches / self.width).min(1.0) } else { 0.0 };
        self.banks[0].lerp(self.banks[1], share)
    }
}

/// The bridge that the train is building; `None` if it is not building.
pub fn work(state: &State, train: StandId) -> Option<Site> {
    let Some(Pontoon::Building { over, at, built }) = state.pontoons.get(&train) else { return None };
    let line = state.ground().lines.iter().find(|line| line.id == *over)?;
    Some(site_on(state, train, line, *at, *built))
}

/// The bridge over this line at this point, from the train's side.
///
/// Ruling: the water is as wide as its line is drawn, and the bridge leads straight across it (`easy:V.D.3.a`).
fn site_on(state: &State, train: StandId, line: &Line, at: Vec2, built: u8) -> Site {
    let own = state.pose(train).map_or(at, |pose| pose.at);
    let along = line
        .points
        .windows(2)
        .min_by(|a, b| {
            let off = |pair: &[Vec2]| nearest_point_of_line(pair, at).distance(at);
            off(a).total_cmp(&off(b))
        })
        .map_or(Vec2::X, |pair| (pair[1] - pair[0]).normalize_or(Vec2::X));
    let across = if along.perp().dot(own - at) > 0.0 { -along.perp() } else { along.perp() };
    let half = across * line.width / 2.0;
    Site {
        over: line.id.clone(),
        at,
        banks: [at - half, at + half],
        width: line.width,
        built,
        inches: state.lengths().inches(f32::from(built)),
    }
}

/// The site of a train at the edge of water that bars it, the nearest if there are several.
pub fn site(state: &State, train: StandId) -> Option<Site> {
    if let Some(work) = work(state, train) {
        return Some(work).filter(|work| is_at_bank(state, train, &work.over));
    }
    let placed = state.placed(train)?;
    let water = state.ground().lines.iter().filter(|line| !line.barred_to.is_empty());
    let near = water.filter_map(|line| Some((gap_to_line(placed, &line.points)?, line)));
    let reached = near.filter(|(gap, line)| within(gap.distance, line.width / 2.0 + TOUCH));
    let (gap, line) = reached.min_by(|a, b| a.0.distance.total_cmp(&b.0.distance))?;
    Some(site_on(state, train, line, nearest_point_of_line(&line.points, gap.to), 0))
}

/// The shortest line from the stand to the line; `None` for an empty line.
fn gap_to_line(placed: Placed<'_>, line: &[Vec2]) -> Option<Gap> {
    let gaps = line.windows(2).map(|pair| gap_to_segment(placed, [pair[0], pair[1]]));
    gaps.min_by(|a, b| a.distance.total_cmp(&b.distance))
}

fn is_at_bank(state: &State, train: StandId, over: &str) -> bool {
    let line = state.ground().lines.iter().find(|line| line.id == over);
    line.zip(state.placed(train)).is_some_and(|(line, placed)| {
        gap_to_line(placed, &line.points).is_some_and(|gap| within(gap.distance, line.width / 2.0 + TOUCH))
    })
}

/// `3 of 7 in of a bridge over the Bormida`.
pub fn say_site(state: &State, site: &Site) -> String {
    format!(
        "{} of {:.1} in of a bridge over {}",
        plain(site.inches),
        site.width,
        say_line(state.ground(), &site.over)
    )
}

/// A train goes on with its bridge, or stops and takes up what is built (`easy:V.D.3.a`, `easy:V.D.3.b`).
pub fn judge_bridge(s: &mut Scratch<'_>, train: StandId, how: Bridging) -> Judged {
    let site = check(&s.state, train, how)?;
    let name = s.state.say(train);
    if how == Bridging::Stop {
        let words = format!(
            "{name} stops building: {} in are taken up, and it may move when it acts again",
            plain(site.inches)
        );
        s.note(Note::new("easy:V.D.3.b", words));
        s.emit(Event::BridgeLeft { train });
        s.emit(Event::Acted { stand: train });
        return Ok(());
    }
    let side = s.state.side(train);
    let line = say_line(s.state.ground(), &site.over);
    let why = format!("{name} builds over {line}: inches");
    let die = s.throw(Throw::sum(1, 6, Some(side.0), "easy:V.D.3.a", why))?.value;
    let die = i32::try_from(die).unwrap_or(i32::MAX);
    let gain = if s.state.weather == Weather::Muddy { die - MUD } else { die };
    let built = u8::try_from((i32::from(site.built) + gain).max(0)).unwrap_or(u8::MAX);
    if s.state.weather == Weather::Muddy {
        s.note(Note::new("easy:V.D.3.c", format!("rolled {die}, {MUD} less in mud: {gain:+} in")));
    }
    let inches = s.state.lengths().inches(f32::from(built));
    let what = format!("the bridge over {line}");
    let measured = Measured::at_least(what, site.banks[0], site.banks[1], inches, site.width);
    let words = format!("rolled {die}: {} of {:.1} in are built", plain(inches), site.width);
    s.note(Note::new("easy:V.D.3.a", words).with(measured));
    s.emit(Event::BridgeWorked { train, over: site.over.clone(), at: site.at, built });
    if within(site.width, inches) {
        s.note(Note::new("easy:V.D.3.a", format!("the bridge is finished, and {name} is spent")));
        s.emit(Event::GroundChanged(GroundChange::BridgeBuilt { over: site.over, at: site.at }));
        s.emit(Event::TrainSpent { train });
    }
    s.emit(Event::Acted { stand: train });
    Ok(())
}

/// The site where the train may build or stop now.
fn check(state: &State, train: StandId, how: Bridging) -> Result<Site, Refusal> {
    active_at(state, Step::Act)?;
    let name = state.say(train);
    if state.arm(train) != Arm::Pontoon {
        let fact = format!("{name} is no pontoon train");
        return Err(Refusal::new(Code::NotAtSite, "easy:V.D.3.a", fact, "Choose a pontoon train"));
    }
    check_listed(state, train)?;
    check_unspent(state, train)?;
    let work = work(state, train);
    if how == Bridging::Stop {
        return work.ok_or_else(|| {
            let fact = format!("{name} is building no bridge");
            Refusal::new(
                Code::NotAtSite,
                "easy:V.D.3.b",
                fact,
                "Move it, or begin a bridge at the water's edge",
            )
        });
    }
    site(state, train).ok_or_else(|| {
        let fact = format!("{name} does not stand at the edge of water");
        Refusal::new(
            Code::NotAtSite,
            "easy:V.D.3.a",
            fact,
            "It begins its activation at the water's edge: move it there first",
        )
    })
}

fn check_unspent(state: &State, train: StandId) -> Result<(), Refusal> {
    match state.pontoons.get(&train) {
        Some(Pontoon::Spent) => Refusal::new(
            Code::Committed,
            "easy:V.D.3.a",
            format!("{} has built its bridge and stays at the bank", state.say(train)),
            "A train builds one bridge",
        )
        .unless(&state.overruled),
        Some(Pontoon::Building { .. }) | None => Ok(()),
    }
}

/// Checks that a train may move: it is not building, and has not built (`easy:V.D.3.a`, `easy:V.D.3.b`).
pub fn check_free(state: &State, train: StandId) -> Result<(), Refusal> {
    check_unspent(state, train)?;
    match work(state, train) {
        None => Ok(()),
        Some(site) => Refusal::new(
            Code::Committed,
            "easy:V.D.3.b",
            format!("{} has built {}", state.say(train), say_site(state, &site)),
            "Stop building first: it may move when it acts again",
        )
        .unless(&state.overruled),
    }
}

/// The orders about bridges for trains of the active command.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active().filter(|now| now.step == Step::Act) else { return Vec::new() };
    let trains = now.list.iter().copied().filter(|id| state.arm(*id) == Arm::Pontoon);
    let offer = |train: StandId, how: Bridging| {
        let site = check(state, train, how).ok()?;
        let name = state.say(train);
        let (kind, words) = match how {
            Bridging::Build if site.built == 0 => {
                let over = say_line(state.ground(), &site.over);
                ("bridge", format!("{name} begins a bridge over {over}, {:.1} in wide", site.width))
            }
            Bridging::Build => ("bridge", format!("{name} builds on: {} stand", say_site(state, &site))),
            Bridging::Stop => {
                ("stop-bridge", format!("{name} stops building and takes up {} in", plain(site.inches)))
            }
        };
        Some(Offer { order: Order::Bridge { train, how }, kind, words, family: false })
    };
    trains
        .flat_map(|train| {
            [Bridging::Build, Bridging::Stop].into_iter().filter_map(move |how| offer(train, how))
        })
        .collect()
}
