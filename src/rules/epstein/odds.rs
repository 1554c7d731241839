//! Exact odds of charges, fire and assaults: the chance of each end, with the figures left or lost.
//!
//! The dice of a charge can fall in too many ways to judge each one. So it is followed step by step ([`super::clash`]): a step
//! is measured once, its throw is split into its results (holds or routs, hits, who wins), each with its chance by the
//! arithmetic that play uses, and each result leads on to the next step. Decisions of owners are fixed: the answer of the
//! charged unit, all supports join, losses are placed the first way that is offered.
//!
//! Fire and assaults are judged once for each way that their dice can fall, with the answers ordered so far and no others.
//!
//! Clauses: `epstein:8.a.3`, `epstein:9.5` to `epstein:9.13`, `epstein:g.6`, `epstein:g.11`. Units: figures.

use std::collections::BTreeMap;

use dice::{Answer, Dry, Reading, Throw, Tray, TrayStop, Typed};
use game::{Chance, Odds, RuleSet, Stop, weighed};
use scenario::Side;

use super::clash::{self, Check};
use super::coming::Coming;
use super::event::{Event, ShotFired};
use super::house_event::HouseEvent;
use super::kind::Arm;
use super::melee::MeleeEnd;
use super::order::{Answering, Family, Order};
use super::pending::{Charge, ChargeEnd, ChargeStep, Losses, Pending};
use super::refusal::Refusal;
use super::reply;
use super::rule_set::Epstein;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, Phase, State};
use super::{answer, assault, charge, house_fire, leaders, losses, settle, support, volley};

/// The end of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// There was nobody to fight: routers ridden down, a gun without a crew, vacated ground.
    Unopposed,
    /// The charged unit routs at its check (`epstein:9.6`).
    DefenderRouts,
    /// The charger routs at its check (`epstein:9.10`).
    ChargerRouts,
    /// It has one stand left, or none (`epstein:9.10`).
    BreaksOff,
    ChargerWins,
    DefenderWins,
    /// Both fall back from a tied melee (`melee_tie`).
    FallBack,
}

impl End {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unopposed => "unopposed",
            Self::DefenderRouts => "defender-routs",
            Self::ChargerRouts => "charger-routs",
            Self::BreaksOff => "breaks-off",
            Self::ChargerWins => "charger-wins",
            Self::DefenderWins => "defender-wins",
            Self::FallBack => "fall-back",
        }
    }
}

/// The outcome of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub end: End,
    /// Figures left to the charger and to the last enemy that it met; 0 if eliminated.
    pub figures: [u16; 2],
}

/// The chance of every outcome of a charge; they sum to 1.
pub type Law = BTreeMap<Outcome, f64>;

/// What decides a charge, in the order in which it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// Morale of the charged unit, or of the charger (`epstein:9.5`, `epstein:9.10`).
    Checked { who: GroupId, holds: bool },
    /// Fire at the charger hits this many of its figures (`epstein:9.7`).
    Hit { who: GroupId, figures: u16 },
    /// The melee with this enemy (`epstein:9.11`).
    Fought { with: GroupId, end: End },
    /// This many leaders in danger fall (`epstein:14.c.3`).
    Fell { leaders: u32 },
}

/// The chance of every course of a charge, with its outcome; they sum to 1.
pub type Ways = BTreeMap<(Vec<Turn>, Outcome), f64>;

/// The outcomes, whatever the course.
fn law_of_ways(ways: &Ways) -> Law {
    let mut law = Law::new();
    for ((_, outcome), chance) in ways {
        *law.entry(*outcome).or_insert(0.0) += chance;
    }
    law
}

/// The answer of the charged unit in every charge that the odds follow; where it is not possible, nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reply {
    Fire,
    Square,
    Nothing,
}

impl Reply {
    const ALL: [Self; 3] = [Self::Fire, Self::Square, Self::Nothing];

    fn is(self, how: Answering) -> bool {
        match how {
            Answering::Fire | Answering::Guns { .. } => self == Self::Fire,
            Answering::Square { .. } => self == Self::Square,
            Answering::Nothing => self == Self::Nothing,
        }
    }

    /// The first offered answer of this kind, or nothing.
    pub fn of(self, offered: &[Answering]) -> Answering {
        offered.iter().copied().find(|how| self.is(*how)).unwrap_or(Answering::Nothing)
    }

    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Square => "square",
            Self::Nothing => "nothing",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Fire => "fires",
            Self::Square => "forms square",
            Self::Nothing => "stands",
        }
    }
}

/// A charge followed through its steps.
struct Follow<'l> {
    reply: Reply,
    /// The answer that has been ordered now; enemies met later answer in the same kind.
    now: Option<Answering>,
    ways: &'l mut Ways,
    /// The answers that were offered anywhere.
    offered: &'l mut Vec<Reply>,
}

/// Maximum number of leaders in danger at once that are followed.
const MOST_LEADERS: usize = 6;

/// A stage of a charge.
#[derive(Clone)]
struct At {
    state: State,
    chance: f64,
    end: End,
    who: [GroupId; 2],
    way: Vec<Turn>,
}

impl At {
    /// The stage after this turn, with this share of its chance.
    fn by(&self, turn: Turn, state: State, share: f64) -> Self {
        let way = self.way.iter().copied().chain([turn]).collect();
        Self { state, chance: self.chance * share, end: self.end, who: self.who, way }
    }
}

/// The state after an act that needs no dice.
fn after(state: &State, act: impl FnOnce(&mut Scratch<'_>) -> Judged) -> Judged<State> {
    after_dice(state, &mut Dry, act)
}

/// The state after an act with these dice.
fn after_dice(
    state: &State,
    tray: &mut dyn Tray,
    act: impl FnOnce(&mut Scratch<'_>) -> Judged,
) -> Judged<State> {
    let mut scratch = Scratch::new(state, tray);
    act(&mut scratch)?;
    Ok(scratch.state)
}

/// Places losses in the first way that is offered.
fn place_first(s: &mut Scratch<'_>, lost: &Losses) -> Judged {
    if !settle::place_alone(s, lost)? {
        let ways = losses::ways(&s.state, lost);
        losses::settle(s, lost, ways.first().map_or(&[], Vec::as_slice));
    }
    Ok(())
}

/// A tray that gives the scripted results, and then runs dry.
struct Script<'s> {
    answers: &'s [Answer],
    given: usize,
}

impl Tray for Script<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        self.given += 1;
        let next = self.answers.get(self.given - 1).cloned();
        next.ok_or_else(|| TrayStop::Dry(Box::new(throw.clone())))
    }
}

/// The results of a throw. A leader falls only to a 12 (`epstein:14.c.3`, `epstein:14.c.4`): all other totals are one result.
fn outcomes(throw: &Throw) -> Vec<(Answer, f64)> {
    let all = throw.outcomes();
    match (throw.clause.as_ref(), all.as_slice()) {
        ("epstein:14.c.3" | "epstein:14.c.4", [(safe, _), .., (falls, risk)]) => {
            vec![(safe.clone(), 1.0 - risk), (falls.clone(), *risk)]
        }
        _ => all,
    }
}

/// Every result of an act with a few throws, each with its chance; the dice of a gun are split by the stand they are thrown at.
fn branches<T>(run: impl Fn(&mut dyn Tray) -> Judged<T>) -> Judged<Vec<(T, f64)>> {
    let mut open: Vec<(Vec<Answer>, f64)> = vec![(Vec::new(), 1.0)];
    let mut ends = Vec::new();
    while let Some((answers, chance)) = open.pop() {
        match run(&mut Script { answers: &answers, given: 0 }) {
            Ok(end) => ends.push((end, chance)),
            Err(Stop::NeedsDice(throw)) => {
                for (answer, share) in outcomes(&throw) {
                    let longer = answers.iter().cloned().chain([answer]).collect();
                    open.push((longer, chance * share));
                }
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(ends)
}

impl Follow<'_> {
    /// Goes on until the charge has ended and nothing is pending.
    fn go(&mut self, mut at: At) -> Judged {
        loop {
            match at.state.pending.last().cloned() {
                Some(Pending::Risk(risk)) => return self.risk(&at, &risk.leaders),
                // Leaders who may go along are in a list of their own, and change nobody's figures.
                None
                | Some(
                    Pending::Shot(_)
                    | Pending::HouseShot(_)
                    | Pending::Assault(_)
                    | Pending::Opening(_)
                    | Pending::Flames(_)
                    | Pending::Follow(_),
                ) => {
                    let figures = at.who.map(|id| at.state.figures(id));
                    let outcome = Outcome { end: at.end, figures };
                    *self.ways.entry((at.way, outcome)).or_insert(0.0) += at.chance;
                    return Ok(());
                }
                Some(Pending::Losses(lost)) => {
                    at.state = after(&at.state, |s| place_first(s, &lost))?;
                }
                Some(Pending::Charge(now)) => match self.step(at, &now)? {
                    Some(next) => at = next,
                    None => return Ok(()),
                },
            }
        }
    }

    /// Leaders are in danger (`epstein:14.c.3`): each falls to a 12, and the others go on to lead.
    fn risk(&mut self, at: &At, leaders: &[GroupId]) -> Judged {
        for fallen in 0..1_u32 << leaders.len().min(MOST_LEADERS) {
            let falls = |index: usize| fallen >> index & 1 == 1;
            let chance: f64 = (0..leaders.len())
                .map(|index| if falls(index) { leaders::RISK } else { 1.0 - leaders::RISK })
                .product();
            let state = after(&at.state, |s| {
                s.emit(Event::Settled);
                for (_, leader) in leaders.iter().enumerate().filter(|(index, _)| falls(*index)) {
                    super::scratch::remove(s, *leader);
                }
                Ok(())
            })?;
            self.go(at.by(Turn::Fell { leaders: fallen.count_ones() }, state, chance))?;
        }
        Ok(())
    }

    /// One step of a charge; `None` if it has been split, and each part has been followed.
    fn step(&mut self, mut at: At, charge: &Charge) -> Judged<Option<At>> {
        if let Some(met) = &charge.met {
            at.who[1] = met.group;
        }
        match charge.step {
            ChargeStep::March => self.each_way(at, |s| clash::march(s, charge)),
            ChargeStep::Check => {
                let Some(check) = clash::check_of_defender(&at.state, charge) else { return Ok(None) };
                let who = at.who[1];
                self.split(&at, &check, (who, End::DefenderRouts), |s, holds| {
                    clash::checked(s, charge, holds)
                })
            }
            ChargeStep::Answer => self.answer(at, charge),
            ChargeStep::Fired => match clash::check_of_charger(&at.state, charge) {
                Some(check) => self.split(&at, &check, (charge.by, End::ChargerRouts), |s, holds| {
                    clash::fired(s, charge, holds)
                }),
                None => {
                    at.end = End::BreaksOff;
                    at.state = after(&at.state, |s| clash::fired(s, charge, true))?;
                    Ok(Some(at))
                }
            },
            ChargeStep::Contact => {
                let joined = support::of_defence(&at.state, charge);
                self.melee(at, charge, &joined)
            }
            ChargeStep::Fought => {
                at.state = after(&at.state, |s| clash::fought(s, charge))?;
                Ok(Some(at))
            }
            ChargeStep::Onward => self.each_way(at, |s| clash::onward(s, charge)),
        }
    }

    /// A step that throws dice only if it goes over a leader (`epstein:14.c.4`).
    fn each_way(&mut self, at: At, act: impl Fn(&mut Scratch<'_>) -> Judged) -> Judged<Option<At>> {
        let ways = branches(|tray| after_dice(&at.state, tray, &act))?;
        if let [(state, _)] = ways.as_slice() {
            return Ok(Some(At { state: state.clone(), ..at }));
        }
        for (state, share) in ways {
            self.go(At { state, chance: at.chance * share, ..at.clone() })?;
        }
        Ok(None)
    }

    /// Splits a check into holding and failing.
    fn split(
        &mut self,
        at: &At,
        check: &Check,
        (who, routs): (GroupId, End),
        act: impl Fn(&mut Scratch<'_>, bool) -> Judged,
    ) -> Judged<Option<At>> {
        let chance = check.chance();
        for (holds, share) in [(true, chance), (false, 1.0 - chance)] {
            if share <= 0.0 {
                continue;
            }
            let state = after(&at.state, |s| act(s, holds))?;
            let end = if holds { at.end } else { routs };
            self.go(At { end, ..at.by(Turn::Checked { who, holds }, state, share) })?;
        }
        Ok(None)
    }

    fn answer(&mut self, mut at: At, charge: &Charge) -> Judged<Option<At>> {
        let offered = reply::answers(&at.state, charge);
        for reply in Reply::ALL {
            if offered.iter().any(|how| reply.is(*how)) && !self.offered.contains(&reply) {
                self.offered.push(reply);
            }
        }
        let how = self.now.take().unwrap_or_else(|| self.reply.of(&offered));
        match how {
            Answering::Fire => {}
            Answering::Guns { .. } => {
                let before = at.state.figures(charge.by);
                for (state, share) in
                    branches(|tray| after_dice(&at.state, tray, |s| reply::reply(s, charge, how)))?
                {
                    let figures = before.saturating_sub(state.figures(charge.by));
                    self.go(at.by(Turn::Hit { who: charge.by, figures }, state, share))?;
                }
                return Ok(None);
            }
            Answering::Nothing | Answering::Square { .. } => {
                at.state = after(&at.state, |s| reply::reply(s, charge, how))?;
                return Ok(Some(at));
            }
        }
        let volleys = clash::volleys_at(&at.state, charge);
        for (hits, share) in volley::law(&volleys, at.state.figures(charge.by)) {
            let state = after(&at.state, |s| {
                reply::begin_fire(s, charge);
                clash::fired_on(s, charge, hits, &volleys);
                Ok(())
            })?;
            self.go(at.by(Turn::Hit { who: charge.by, figures: hits }, state, share))?;
        }
        Ok(None)
    }

    fn melee(&mut self, at: At, charge: &Charge, joined: &[GroupId]) -> Judged<Option<At>> {
        let mut melee = None;
        let state = after(&at.state, |s| {
            melee = clash::closes(s, charge, joined)?;
            Ok(())
        })?;
        let Some(melee) = melee else { return Ok(None) };
        for (end, share) in melee.chances(state.game.options.melee_tie) {
            let decided = after(&state, |s| clash::decided(s, &melee, end))?;
            let end = match end {
                MeleeEnd::ChargerWins => End::ChargerWins,
                MeleeEnd::DefenderWins | MeleeEnd::Again => End::DefenderWins,
                MeleeEnd::FallBack => End::FallBack,
            };
            let turn = Turn::Fought { with: at.who[1], end };
            self.go(At { end, ..at.by(turn, decided, share) })?;
        }
        Ok(None)
    }
}

/// The end of a charge so far: a melee may be decided while its losses are pending.
fn so_far(charge: &Charge) -> End {
    match charge.end {
        None => End::Unopposed,
        Some(ChargeEnd::ChargerWins) => End::ChargerWins,
        Some(ChargeEnd::DefenderWins) => End::DefenderWins,
    }
}

/// The pending charge of a state.
fn charge_of(state: &State) -> Option<&Charge> {
    state.pending.iter().rev().find_map(|pending| match pending {
        Pending::Charge(charge) => Some(charge.as_ref()),
        Pending::Shot(_)
        | Pending::Losses(_)
        | Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Flames(_)
        | Pending::Risk(_)
        | Pending::Follow(_) => None,
    })
}

/// The courses of the pending charge, for each answer that its defender may give.
fn ways_from(state: &State) -> Judged<Vec<(Reply, Ways)>> {
    let Some(charge) = charge_of(state) else { return Ok(Vec::new()) };
    let mut all: Vec<(Reply, Ways)> = Vec::new();
    let mut offered = Vec::new();
    for reply in [Reply::Nothing, Reply::Fire, Reply::Square] {
        if reply != Reply::Nothing && !offered.contains(&reply) {
            continue;
        }
        let mut ways = Ways::new();
        let mut follow = Follow { reply, now: None, ways: &mut ways, offered: &mut offered };
        follow.go(begun(state, charge))?;
        all.push((reply, ways));
    }
    Ok(all)
}

/// The outcomes of an ordered charge, or of a decision during one, for each answer that its defender may still give; empty if
/// the order is about no charge.
///
/// # Errors
///
/// If the order is refused.
pub fn charge_laws(state: &State, order: &Order) -> Result<Vec<(Reply, Law)>, Stop<Refusal>> {
    let all = charge_ways(state, order)?;
    Ok(all.into_iter().map(|(reply, ways)| (reply, law_of_ways(&ways))).collect())
}

/// The same, with the course to each outcome.
///
/// # Errors
///
/// If the order is refused.
pub fn charge_ways(state: &State, order: &Order) -> Result<Vec<(Reply, Ways)>, Stop<Refusal>> {
    // Legality first: a refusal needs no dice.
    if let Err(Stop::Refused(refusal)) = Epstein::judge(state, order, &mut Typed::new([])) {
        return Err(Stop::Refused(refusal));
    }
    let find = |name: &str| super::find(state, name);
    let begun = match (order, state.pending.last()) {
        (Order::Charge { unit, way, target, support }, None) => {
            let support: Vec<GroupId> =
                support.iter().flatten().map(|name| find(name)).collect::<Result<_, _>>()?;
            let (id, target) = (find(unit)?, find(target)?);
            after(state, |s| charge::judge_charge(s, id, way, target, &support))?
        }
        (Order::Answer { how, .. }, Some(Pending::Charge(now))) => {
            let reply = Reply::ALL.into_iter().find(|reply| reply.is(*how)).unwrap_or(Reply::Nothing);
            let ways = ways_of(state, now, reply, *how)?;
            return Ok(vec![(reply, ways)]);
        }
        (Order::Support { .. }, Some(Pending::Charge(_))) => return supported(state, order),
        (Order::PlaceLosses { losses: placed, .. }, Some(Pending::Losses(lost)))
            if charge_of(state).is_some() =>
        {
            let shares = super::shares(state, placed)?;
            after(state, |s| losses::judge(s, lost, &shares))?
        }
        // The charge has waited for the leader (`epstein:14.c.4`), and now goes on to its next enemy.
        _ if charge_of(state).is_some_and(|charge| charge.step != ChargeStep::Onward) => {
            let following = state.following.first().zip(order.goes_along());
            let Some((following, (leader, goes))) = following else { return Ok(Vec::new()) };
            let id = find(leader)?;
            after(state, |s| leaders::judge_follow(s, *following, id, goes))?
        }
        _ => return Ok(Vec::new()),
    };
    ways_from(&begun)
}

/// A pending charge, before any further decision.
fn begun(state: &State, charge: &Charge) -> At {
    let who = [charge.by, charge.met.as_ref().map_or(charge.target, |met| met.group)];
    At { state: state.clone(), chance: 1.0, end: so_far(charge), who, way: Vec::new() }
}

/// The courses of a pending charge once it has been answered so.
fn ways_of(state: &State, charge: &Charge, reply: Reply, how: Answering) -> Judged<Ways> {
    let mut ways = Ways::new();
    let mut follow = Follow { reply, now: Some(how), ways: &mut ways, offered: &mut Vec::new() };
    follow.go(begun(state, charge))?;
    Ok(ways)
}

/// The melee with the named supports.
fn supported(state: &State, order: &Order) -> Result<Vec<(Reply, Ways)>, Stop<Refusal>> {
    let (Order::Support { units }, Some(charge)) = (order, charge_of(state)) else { return Ok(Vec::new()) };
    let units: Vec<GroupId> = units.iter().map(|name| super::find(state, name)).collect::<Result<_, _>>()?;
    let mut ways = Ways::new();
    let mut follow = Follow { reply: Reply::Nothing, now: None, ways: &mut ways, offered: &mut Vec::new() };
    follow.melee(begun(state, charge), charge, &units)?;
    Ok(vec![(Reply::Nothing, ways)])
}

/// The charger and the charged unit of this order, or of the pending charge: the unit named, or met.
pub fn those_of(state: &State, order: &Order) -> Option<[GroupId; 2]> {
    match (order, charge_of(state)) {
        (Order::Charge { unit, target, .. }, _) => {
            Some([state.find_group(unit).ok()?, state.find_group(target).ok()?])
        }
        (_, Some(charge)) => Some([charge.by, charge.met.as_ref().map_or(charge.target, |met| met.group)]),
        (_, None) => None,
    }
}

/// Exact odds of an order. If the charged unit has several answers, they are for the best one, which is named.
///
/// # Errors
///
/// If the order is refused.
pub fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
    let laws = charge_laws(state, order)?;
    if laws.is_empty() {
        let fights = matches!(order, Order::Answer { .. } | Order::Assault { .. });
        return if fights || order.family() == Family::Fire {
            let ends = branches(|tray| Ok(told(state, &unanswered(state, order, tray)?)))?;
            Ok(listed(ends.into_iter()))
        } else if state.phase == Phase::HighDie && order.family() == Family::Periods {
            Ok(first_of(state))
        } else {
            weighed::<Epstein>(state, order)
        };
    }
    let (by, on) = match those_of(state, order) {
        Some([by, on]) => (state.say(by), state.say(on)),
        None => ("the charger".to_owned(), "the defender".to_owned()),
    };
    let several = laws.len() > 1;
    let Some((reply, law)) = best_of(laws) else {
        return weighed::<Epstein>(state, order);
    };
    let before = if several { format!("{on} {}: ", reply.words()) } else { String::new() };
    Ok(listed(
        law.into_iter().map(|(outcome, chance)| (format!("{before}{}", say(&outcome, &by, &on)), chance)),
    ))
}

/// Equal dice are thrown again without end, which cannot be enumerated: either side is as likely to be first.
fn first_of(state: &State) -> Odds {
    let first =
        |side| (Epstein::say_event(state, &Event::FirstRolled { first: side }).unwrap_or_default(), 0.5);
    listed(Side::BOTH.into_iter().map(first))
}

/// The answer that serves the charged unit best.
pub fn best_of(laws: Vec<(Reply, Law)>) -> Option<(Reply, Law)> {
    laws.into_iter().max_by(|a, b| stands(&a.1).total_cmp(&stands(&b.1)))
}

/// The chance that the charged unit is not beaten.
fn stands(law: &Law) -> f64 {
    let kept = |end: End| match end {
        End::ChargerRouts | End::BreaksOff | End::DefenderWins | End::FallBack => true,
        End::Unopposed | End::DefenderRouts | End::ChargerWins => false,
    };
    law.iter().filter(|(outcome, _)| kept(outcome.end)).map(|(_, chance)| chance).sum()
}

fn listed(law: impl Iterator<Item = (String, f64)>) -> Odds {
    let mut by_words: BTreeMap<String, f64> = BTreeMap::new();
    for (words, chance) in law {
        *by_words.entry(words).or_insert(0.0) += chance;
    }
    let chances = by_words.into_iter().map(|(result, probability)| Chance { probability, result });
    Odds::Listed(Chance::likeliest_first(chances))
}

/// An outcome in words: `1/13th Line routs with 6, the Guard has 8`.
pub fn say(outcome: &Outcome, by: &str, on: &str) -> String {
    let [own, theirs] = outcome.figures;
    let left = |name: &str, figures: u16| match figures {
        0 => format!("{name} is gone"),
        _ => format!("{name} has {figures}"),
    };
    let routs = |name: &str, figures: u16, how: &str| match figures {
        0 => format!("{name} {how} and is gone"),
        _ => format!("{name} {how} with {figures}"),
    };
    match outcome.end {
        End::Unopposed => format!("{}, {}", left(by, own), left(on, theirs)),
        End::DefenderRouts => format!("{}, {}", routs(on, theirs, "routs at its check"), left(by, own)),
        End::ChargerRouts => format!("{}, {}", routs(by, own, "routs at its check"), left(on, theirs)),
        End::BreaksOff => format!("{}, {}", routs(by, own, "breaks off"), left(on, theirs)),
        End::ChargerWins => format!("{}, {}", routs(on, theirs, "is beaten"), left(by, own)),
        End::DefenderWins => format!("{}, {}", routs(by, own, "is beaten"), left(on, theirs)),
        End::FallBack => format!("a tie, {}, {}", left(by, own), left(on, theirs)),
    }
}

/// Judges fire, an assault or an ordered answer when nobody else answers, leaders stay, and losses are placed the first way.
fn unanswered(state: &State, order: &Order, tray: &mut dyn Tray) -> Judged<Vec<Event>> {
    let mut s = Scratch::new(state, tray);
    super::rule_on(&mut s, order)?;
    loop {
        settle::settle(&mut s)?;
        match s.state.waits() {
            Some(Pending::Shot(shot)) => answer::judge_answer(&mut s, &shot, Answering::Nothing, None)?,
            Some(Pending::HouseShot(shot)) => {
                house_fire::judge_answer(&mut s, &shot, Answering::Nothing)?;
            }
            Some(Pending::Assault(now)) => assault::judge_answer(&mut s, &now, Answering::Nothing)?,
            Some(Pending::Losses(lost)) => place_first(&mut s, &lost)?,
            Some(Pending::Follow(_)) => s.emit(Event::FollowSettled),
            Some(Pending::Charge(_) | Pending::Opening(_) | Pending::Flames(_) | Pending::Risk(_)) | None => {
                return Ok(s.finish().events);
            }
        }
    }
}

/// The hits of guns on average, if nobody answers: told at once, where the odds of each way that many dice can fall take seconds.
///
/// # Errors
///
/// If the order is refused.
pub fn mean_hits(state: &State, order: &Order) -> Judged<f64> {
    let mut misses = Misses { hits: 0.0 };
    unanswered(state, order, &mut misses)?;
    Ok(misses.hits)
}

/// A tray in which every throw comes out lowest, with the hits that those for hits have on average.
struct Misses {
    hits: f64,
}

impl Tray for Misses {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if matches!(throw.reading, Reading::Hits(_)) {
            self.hits += throw.expected();
        }
        let lowest = throw.outcomes().into_iter().next();
        lowest.map(|(answer, _)| answer).ok_or_else(|| TrayStop::Dry(Box::new(throw.clone())))
    }
}

/// These events as a result of the odds: the figures that each group under fire loses, from whichever stands, and anything else
/// that happens.
pub fn told(start: &State, events: &[Event]) -> String {
    let mut now = start.clone();
    let (mut lost, mut said) = (BTreeMap::<GroupId, u16>::new(), Vec::new());
    // The groups whose end is in the words.
    let mut ended = Vec::new();
    for event in events {
        if let Event::Came { group, how: Coming::RunsInto { .. } | Coming::RunsOff | Coming::NowhereToRun } =
            event
        {
            ended.push(*group);
        }
        match event {
            Event::Shot(ShotFired { on, .. }) | Event::House(HouseEvent::Shot { on, .. }) => {
                lost.entry(*on).or_default();
            }
            Event::Lost { stand, figures } => {
                let of = start.group_of(*stand);
                of.into_iter().for_each(|of| *lost.entry(of).or_default() += figures);
            }
            // A group that burned in a house has lost nothing else.
            Event::Gone { stand } if now.game.unit(now.stand(*stand).unit).kind.arm() != Arm::Command => {
                let of = start.group_of(*stand);
                of.into_iter().for_each(|of| *lost.entry(of).or_default() += now.stand(*stand).figures);
            }
            Event::Gone { .. } | Event::Strayed { .. } | Event::LeaderRolled { killed: false, .. } => {}
            // How far they run is not a result by itself.
            Event::Came { group, how: Coming::Runs { .. } } => {
                said.push(now.does(*group, "routs", "rout"));
            }
            other => said.extend(Epstein::say_event(&now, other)),
        }
        Epstein::apply(&mut now, event);
    }
    let gone = |id| start.group(id).stands.iter().all(|stand| now.group_of(*stand).is_none());
    lost.retain(|id, _| !ended.contains(id));
    let fates = lost.into_iter().map(|(id, figures)| {
        if gone(id) {
            start.does(id, "is gone", "are gone")
        } else {
            format!("{} {figures}", start.does(id, "loses", "lose"))
        }
    });
    let words: Vec<String> = fates.chain(said).collect();
    if words.is_empty() { "nothing comes of it".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests;
