//! Fire of guns, in their own period, in answer, or at a charge: legality, answers, dice, losses (`epstein:5.9`,
//! `epstein:5.10`, `epstein:8.d.1` to `epstein:8.d.13`, `epstein:8.e`, `epstein:9.7`, `epstein:11.1` to `epstein:11.4`,
//! `epstein:g.11`).
//!
//! Units: degrees to the right, figures.

use dice::Throw;
use game::working::Note;
use table::{Heading, Quad};

use crate::answer;
use crate::event::{Event, Mark, ShotFired};
use crate::fire;
use crate::house_event::HouseEvent;
use crate::houses;
use crate::leaders;
use crate::losses;
use crate::measure::at_most;
use crate::order::{Answering, Load};
use crate::pending::{Charge, Fire, Losses, Met, Pending, Shot, Struck};
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::standing::check_may_act;
use crate::state::{GroupId, State};
use crate::tables::{Band, Cover, low_hits};
use crate::volley::{self, Occasion, Volley};
use crate::waiting::losses_after_shots;

use super::aim::{Aim, Bound, LOADS, Layer, radians, range_of};
use super::crew::check_crew;
use super::field::Laid;
use super::pattern::{Die, Pattern, Strike, Terms, weaknesses};
use super::walls::HouseDie;

/// Checks whether it may fire in its own period (`epstein:4.2`, `epstein:5.9`, `epstein:5.18`, `epstein:5.24`,
/// `epstein:8.d.4`).
pub fn check_may_fire(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    check_gun(state, id)?;
    let name = state.say(id);
    let marks = state.group(id).marks;
    if marks.moved {
        let fact = format!("{name} has moved: a gun moves or fires, not both");
        Refusal::new(Code::AlreadyMoved, "epstein:5.9", fact, "Fire it in its next period")
            .unless(&state.overruled)?;
    }
    if marks.fired {
        let fact = format!("{name} has fired in this period");
        Refusal::new(Code::AlreadyFired, "epstein:5.18", fact, "It fires once a period")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Checks that there is a gun, with crew enough, and not in a river.
fn check_gun(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_crew(state, id)?;
    if state.group(id).crossing.is_some() {
        let fact = format!("{} is in the river", state.say(id));
        Refusal::new(Code::River, "epstein:5.24", fact, "It fires from the far bank")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// A gun fires in its own period (`epstein:g.11`), turned this many degrees to its right.
pub fn judge_guns(s: &mut Scratch<'_>, id: GroupId, load: Load, pivot: f64) -> Judged {
    check_may_fire(&s.state, id)?;
    let strike = check_shot(&s.state, id, load, pivot)?;
    turn(s, id, pivot);
    s.emit(Event::Marked { group: id, mark: Mark::Fired });
    let own = s.state.side(id);
    let mut asked: Vec<GroupId> = Vec::new();
    for die in strike.dice.iter().filter(|die| s.state.side(die.group) != own) {
        if !asked.contains(&die.group) {
            asked.push(die.group);
        }
    }
    // Nobody answers fire at a house (`epstein:15.9`).
    let Some(first) = asked.first().copied() else {
        let struck = throw(s, id, load, &strike, false)?;
        suffer(s, Toll::Struck { by: id, struck, leaders: strike.leaders }, false);
        return Ok(());
    };
    let before = s.state.game.options.answer_before_dice;
    let struck = if before { None } else { Some(throw(s, id, load, &strike, false)?) };
    let shot = Shot {
        by: id,
        stands: s.state.group(id).stands.clone(),
        on: first,
        fire: Fire::Guns(load),
        hits: None,
        with: Vec::new(),
        also: asked[1..].to_vec(),
        answers: Vec::new(),
        struck,
        anyhow: false,
    };
    s.emit(Event::Began(Pending::Shot(shot)));
    Ok(())
}

/// The dice of a shot in a gun's own period; prohibitions are checked in the book's order.
fn check_shot(state: &State, id: GroupId, load: Load, pivot: f64) -> Result<Strike, Refusal> {
    let terms = Terms::default();
    let Some(layer) = Layer::of(state, id, terms) else { return Err(no_gun(state, id)) };
    layer.check_pivot(pivot)?;
    let Some((gun, pattern)) = layer.pattern(load, pivot) else { return Err(no_gun(state, id)) };
    let bound = layer.bound();
    if let Some(bound) = bound.filter(|bound| bound.canister && load == Load::Round) {
        nearer(state, id, bound, "canister is what reaches it").unless(&state.overruled)?;
    }
    let strike = check_pattern(state, &gun, &pattern)?;
    // A nearer house straight ahead may be fired at instead: it need not be, since it is no stand.
    let instead =
        |bound: &Bound| strike.houses.iter().any(|die| die.range < bound.range && layer.is_ahead(die));
    if let Some(bound) = bound.filter(|bound| !strike.hits(bound.on) && !instead(bound)) {
        nearer(state, id, bound, "the shot would not strike it").unless(&state.overruled)?;
    }
    Ok(strike)
}

/// Why a gun may not fire so in its own period; `None` if it may.
pub fn refused(state: &State, id: GroupId, load: Load, pivot: f64) -> Option<Refusal> {
    check_may_fire(state, id).and_then(|()| check_shot(state, id, load, pivot)).err()
}

/// The refusal because somebody straight ahead must be fired at (`epstein:8.e`).
fn nearer(state: &State, id: GroupId, bound: Bound, why: &str) -> Refusal {
    let (name, enemy) = (state.say(id), state.say(bound.on));
    let fact = format!("{name} has {enemy} straight ahead, {:.2} in off, and {why}", bound.range);
    let remedy =
        if bound.canister { format!("Fire canister at {enemy}") } else { format!("Fire at {enemy}") };
    let load = if bound.canister { Load::Canister } else { Load::Round };
    let measured = at_most("range", bound.line, bound.range, range_of(state, load));
    Refusal::new(Code::NearerTarget, "epstein:8.e", fact, remedy).with(measured)
}

/// Checks that no friends stand before the target, and that the shot can hit somebody.
fn check_pattern(state: &State, gun: &Laid, pattern: &Pattern) -> Result<Strike, Refusal> {
    pattern.check_friends(state, gun)?;
    let (own, strike) = (state.side(gun.id), pattern.strike(state, gun));
    if strike.houses.is_empty() && strike.dice.iter().all(|die| state.side(die.group) == own) {
        return Err(pattern.no_dice(state, gun));
    }
    Ok(strike)
}

fn no_gun(state: &State, id: GroupId) -> Refusal {
    let fact = format!("{} has no gun on the table", state.say(id));
    Refusal::new(Code::WrongKind, "epstein:3t.c", fact, "Fire with artillery")
}

/// A gun turns on its own axis (`epstein:5.10`).
fn turn(s: &mut Scratch<'_>, id: GroupId, pivot: f64) {
    if pivot == 0.0 {
        return;
    }
    let Some(gun) = Laid::of(&s.state, id, radians(pivot)) else { return };
    let in_all = s.state.group(id).marks.pivoted + pivot as f32;
    s.note(Note::new(
        "epstein:5.10",
        format!("{} turns {:.1} degrees {}", s.state.say(id), pivot.abs(), hand(pivot)),
    ));
    s.emit(Event::Pivoted { group: id, pose: gun.quad.pose, in_all });
}

fn hand(pivot: f64) -> &'static str {
    if pivot < 0.0 { "left" } else { "right" }
}

/// The best shot of a gun with each load in its own period, for loads that may be fired.
pub fn offers(state: &State, id: GroupId) -> Vec<Aim> {
    if check_may_fire(state, id).is_err() {
        return Vec::new();
    }
    let Some(layer) = Layer::of(state, id, Terms::default()) else { return Vec::new() };
    let bound = layer.bound();
    let loads = LOADS
        .into_iter()
        .filter(|load| *load == Load::Canister || !bound.is_some_and(|bound| bound.canister));
    let mut found: Vec<Aim> =
        loads.filter_map(|load| layer.best(load, bound.map(|bound| bound.on))).collect();
    for aim in state.game.house_ids().filter_map(|house| layer.best_at_house(house)) {
        if !found.iter().any(|other| other.load == aim.load && other.pivot == aim.pivot) {
            found.push(aim);
        }
    }
    found
}

/// Checks whether the gun may answer a shot at all (`epstein:5.9`, `epstein:11.1`, `epstein:11.2`).
fn check_may_answer(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_gun(state, id)?;
    let name = state.say(id);
    let group = state.group(id);
    let takes = "It takes what comes";
    if group.rout.is_some() {
        let fact = format!("{name} has routed and does not answer");
        Refusal::new(Code::Routed, "epstein:13.11", fact, takes).unless(&state.overruled)?;
    }
    if group.marks.fired {
        let fact = format!("{name} has fired in this period");
        Refusal::new(Code::AlreadyFired, "epstein:11.2", fact, takes).unless(&state.overruled)?;
    }
    if group.silent {
        let fact = format!("{name} has moved, and is silent until its owner's next period");
        Refusal::new(Code::Silent, "epstein:5.9", fact, takes).unless(&state.overruled)?;
    }
    Ok(())
}

/// The dice of an answer: it is aimed at the firing unit only, but strikes anything else that it touches (`epstein:11.2`).
fn check_answer(
    state: &State,
    id: GroupId,
    firer: GroupId,
    load: Load,
    pivot: f64,
) -> Result<Strike, Refusal> {
    check_may_answer(state, id)?;
    let from: Vec<Quad> = state.quads(firer).map(|(_, quad)| quad).collect();
    let name = state.say(id);
    if fire::in_flank(state, id, &from) {
        let fact = format!("{name} is fired on from flank or rear");
        Refusal::new(Code::OutOfArc, "epstein:11.1", fact, "It takes the fire").unless(&state.overruled)?;
    }
    let terms = Terms { answers: true, ..Terms::default() };
    let Some(layer) = Layer::of(state, id, terms) else { return Err(no_gun(state, id)) };
    strike(state, &layer, firer, load, pivot)
}

/// The dice of a shot that must strike this enemy.
fn strike(state: &State, layer: &Layer<'_>, on: GroupId, load: Load, pivot: f64) -> Result<Strike, Refusal> {
    layer.check_pivot(pivot)?;
    let Some((gun, pattern)) = layer.pattern(load, pivot) else {
        return Err(Refusal::new(
            Code::NoTarget,
            "epstein:8.d.2",
            "there is no gun to be laid",
            "Hold its fire",
        ));
    };
    let strike = check_pattern(state, &gun, &pattern)?;
    if !strike.hits(on) {
        let fact = format!("the shot of {} would not strike {}", state.say(gun.id), state.say(on));
        let remedy = "Lay it on the unit that fires or charges, or hold its fire";
        Refusal::new(Code::NoTarget, "epstein:11.2", fact, remedy).unless(&state.overruled)?;
    }
    Ok(strike)
}

/// The answers of a gun that is fired at: the best way with each load (`epstein:11.1`, `epstein:11.2`).
///
/// Ruling: an answer is aimed at the firing unit even if others stand ahead, so 8.e does not apply to it.
pub fn answers(state: &State, id: GroupId, firer: GroupId) -> Vec<Answering> {
    let from: Vec<Quad> = state.quads(firer).map(|(_, quad)| quad).collect();
    if check_may_answer(state, id).is_err() || fire::in_flank(state, id, &from) {
        return Vec::new();
    }
    let terms = Terms { answers: true, ..Terms::default() };
    let Some(layer) = Layer::of(state, id, terms) else { return Vec::new() };
    let best = LOADS.into_iter().filter_map(|load| layer.best(load, Some(firer)));
    best.map(|aim| Answering::Guns { load: aim.load, pivot: aim.pivot }).collect()
}

/// The owner of a unit that is fired at, or whose fire a gun answers, decides (`epstein:11.2`); `at` is the firer to answer.
pub fn judge_answer(s: &mut Scratch<'_>, shot: &Shot, how: Answering, at: Option<GroupId>) -> Judged {
    let mut next = shot.clone();
    let mut answered = shot.by;
    match how {
        Answering::Nothing => {}
        Answering::Fire => {
            (answered, _) = answer::answered(&s.state, shot, at)?;
            next.answers.push((shot.on, how));
        }
        Answering::Guns { load, pivot } => {
            let check = |firer| check_answer(&s.state, shot.on, firer, load, pivot);
            (answered, _) = answer::answered_by(&s.state, shot, at, check)?;
            next.answers.push((shot.on, how));
        }
        Answering::Square { .. } => {
            let fact = format!("{} answers fire with fire, or holds it", s.state.say(shot.on));
            let remedy = "A square is formed under a charge";
            return Err(Refusal::new(Code::BadOrder, "epstein:11.2", fact, remedy).into());
        }
    }
    go_on(s, next, answered)
}

/// Nobody asked has anything left to decide: on to the next unit, or to the dice. `answered`: the firer that is answered.
pub fn go_on(s: &mut Scratch<'_>, mut shot: Shot, answered: GroupId) -> Judged {
    if shot.also.is_empty() {
        return exchange(s, &shot, answered);
    }
    shot.on = shot.also.remove(0);
    s.emit(Event::Changed(Pending::Shot(shot)));
    Ok(())
}

/// The fire of one unit.
enum Salvo {
    Volleys(Vec<Volley>),
    Guns(Load, Strike),
}

/// The losses from a salvo.
enum Toll {
    /// Figures of a unit whose owner picks the stands (`epstein:g.4`).
    Placed(Losses),
    /// Figures of the stands that a gun has struck, and the leaders in its path (`epstein:14.c.3`).
    Struck { by: GroupId, struck: Vec<Struck>, leaders: Vec<GroupId> },
}

/// Resolves a shot and its answer (`epstein:11.3`): all dice by the figures before, then the losses.
fn exchange(s: &mut Scratch<'_>, shot: &Shot, answered: GroupId) -> Judged {
    let own = own_salvo(&s.state, shot);
    let answers: Vec<(GroupId, Salvo)> = shot
        .answers
        .iter()
        .filter_map(|(id, how)| Some((*id, answering_salvo(&s.state, answered, *id, *how)?)))
        .collect();
    for (id, how) in &shot.answers {
        if let Answering::Guns { pivot, .. } = how {
            turn(s, *id, *pivot);
        }
    }
    let mut on_passive = Vec::new();
    match (own, &shot.struck, shot.hits) {
        (own, Some(struck), _) => {
            let leaders = match own {
                Some(Salvo::Guns(_, strike)) => strike.leaders,
                Some(Salvo::Volleys(_)) | None => Vec::new(),
            };
            on_passive.push(Toll::Struck { by: shot.by, struck: struck.clone(), leaders });
        }
        (Some(Salvo::Volleys(volleys)), None, Some(figures)) => {
            on_passive.extend(placed(&s.state, shot.by, shot.on, figures, &volleys));
        }
        (Some(salvo), None, _) => on_passive.extend(roll(s, shot.by, shot.on, salvo, false)?),
        (None, None, _) => {}
    }
    let mut on_active = Vec::new();
    for (id, salvo) in answers {
        on_active.extend(roll(s, id, answered, salvo, true)?);
        s.emit(Event::Marked { group: id, mark: Mark::Fired });
        if s.state.game.options.return_fire_pins {
            s.emit(Event::Marked { group: id, mark: Mark::Pinned });
        }
    }
    s.emit(Event::Settled);
    let waited = s.state.pending.len();
    // Losses that owners place are stacked on those placed before: the active player's first.
    for toll in on_passive.into_iter().chain(on_active) {
        suffer(s, toll, waited > 0);
    }
    losses_after_shots(s, waited);
    Ok(())
}

fn own_salvo(state: &State, shot: &Shot) -> Option<Salvo> {
    match shot.fire {
        Fire::Musketry => Some(Salvo::Volleys(answer::own_volleys(state, shot))),
        Fire::Guns(load) => {
            let layer = Layer::of(state, shot.by, Terms::default())?;
            let (gun, pattern) = layer.pattern(load, 0.0)?;
            Some(Salvo::Guns(load, pattern.strike(state, &gun)))
        }
    }
}

/// The fire of an answer that was taken: it was judged, or let stand, when it was given.
fn answering_salvo(state: &State, firer: GroupId, id: GroupId, how: Answering) -> Option<Salvo> {
    match how {
        Answering::Nothing | Answering::Square { .. } => None,
        Answering::Fire => {
            let stands = answer::answering_stands(state, id, firer);
            let stands = stands.unwrap_or_else(|_| fire::firing_stands(state, id));
            let back = volley::volleys(state, &[(id, stands.as_slice())], firer, Occasion::Answers);
            Some(Salvo::Volleys(back))
        }
        Answering::Guns { load, pivot } => {
            let layer = Layer::of(state, id, Terms { answers: true, ..Terms::default() })?;
            let (gun, pattern) = layer.pattern(load, pivot)?;
            Some(Salvo::Guns(load, pattern.strike(state, &gun)))
        }
    }
}

fn placed(state: &State, by: GroupId, of: GroupId, figures: u16, volleys: &[Volley]) -> Option<Toll> {
    let lead = volleys.first()?;
    let losses = Losses::to_fire(of, figures, volley::before(volleys), state.side(by), lead.away);
    Some(Toll::Placed(losses))
}

/// The dice of a salvo.
fn roll(s: &mut Scratch<'_>, by: GroupId, on: GroupId, salvo: Salvo, answers: bool) -> Judged<Option<Toll>> {
    match salvo {
        Salvo::Volleys(volleys) => {
            let when = if answers { Occasion::Answers } else { Occasion::Opens };
            let hits = volley::throw_all(s, &volleys, on, when)?;
            Ok(placed(&s.state, by, on, hits, &volleys))
        }
        Salvo::Guns(load, strike) => {
            let struck = throw(s, by, load, &strike, answers)?;
            Ok(Some(Toll::Struck { by, struck, leaders: strike.leaders }))
        }
    }
}

/// The dice of a gun: all those that hit up to the same face are one throw, the nearest first. If only the number of hits is
/// known, the nearest are hit.
fn throw(
    s: &mut Scratch<'_>,
    by: GroupId,
    load: Load,
    strike: &Strike,
    answers: bool,
) -> Judged<Vec<Struck>> {
    let dice = strike.dice.as_slice();
    let clause = match load {
        Load::Round => "epstein:8.d.2",
        Load::Canister => "epstein:8.d.7",
    };
    let verb = if answers { "answers with" } else { "fires" };
    let what = format!("{} {verb} {}", s.state.say(by), load.words());
    let owner = Some(s.state.side(by).0);
    let mut hit = vec![false; dice.len()];
    for number in (1..=6).rev() {
        let these: Vec<usize> = (0..dice.len()).filter(|index| dice[*index].hits_on == number).collect();
        if these.is_empty() {
            continue;
        }
        let count = u8::try_from(these.len()).unwrap_or(u8::MAX);
        let why = format!("{what}, {} on {}", say_hits(number), say_targets(&s.state, dice, &these));
        let throw = Throw::hits(count, low_hits(number), owner, clause, why.clone());
        let answer = s.throw(throw.at_targets(targets(dice, &these)))?;
        let hits = usize::try_from(answer.value).unwrap_or(0);
        for (place, index) in these.iter().enumerate() {
            hit[*index] = match answer.faces.get(place) {
                Some(face) => *face <= u16::from(number),
                None => place < hits,
            };
        }
        let first = &dice[these[0]];
        let note = Note::new(clause_of(load, first), format!("{why}: {hits} hit"));
        s.note(note.modified(weaknesses(&s.state, by, &Terms { answers, ..Terms::default() })));
    }
    let struck = count(dice, &hit);
    report(s, by, dice, &struck, answers);
    for die in &strike.houses {
        throw_at_house(s, by, die, &what, answers)?;
    }
    Ok(struck)
}

/// For each of these dice, the number of the stand that it is thrown at.
fn targets(dice: &[Die], these: &[usize]) -> Vec<u8> {
    let mut stands: Vec<StandId> = Vec::new();
    let number = |index: &usize| {
        let stand = dice[*index].stand;
        let known = stands.iter().position(|other| *other == stand);
        let number = known.unwrap_or_else(|| {
            stands.push(stand);
            stands.len() - 1
        });
        u8::try_from(number).unwrap_or(u8::MAX)
    };
    these.iter().map(number).collect()
}

/// One die at a house (`epstein:15.9`).
fn throw_at_house(s: &mut Scratch<'_>, by: GroupId, die: &HouseDie, what: &str, answers: bool) -> Judged {
    let house = s.state.game.house_name(die.house).to_owned();
    let why = format!("{what}, {} on {house} from {:.2} in, one die", say_hits(die.hits_on), die.range);
    let owner = Some(s.state.side(by).0);
    let throw = Throw::hits(1, low_hits(die.hits_on), owner, "epstein:15.9", why.clone());
    let hit = s.throw(throw)?.value > 0;
    let comes = if hit { "a hit" } else { "a miss" };
    let terms = Terms { answers, ..Terms::default() };
    let note = Note::new("epstein:15.9", format!("{why}: {comes}"));
    s.note(note.modified(weaknesses(&s.state, by, &terms)));
    if hit {
        houses::struck_by_round_shot(s, die.house);
    } else {
        s.emit(Event::House(HouseEvent::Missed { house: die.house, by }));
    }
    Ok(())
}

/// `hits on 1 to 3`.
fn say_hits(number: u8) -> String {
    if number == 1 { "hits on 1".to_owned() } else { format!("hits on 1 to {number}") }
}

/// `2 stands of A at 8.00 to 9.00 in`: the targets of these dice.
fn say_targets(state: &State, dice: &[Die], these: &[usize]) -> String {
    let mut groups: Vec<(GroupId, usize, f32)> = Vec::new();
    for die in these.iter().map(|index| &dice[*index]) {
        match groups.iter_mut().find(|(group, ..)| *group == die.group) {
            Some((_, count, _)) => *count += 1,
            None => groups.push((die.group, 1, die.range)),
        }
    }
    let say = |(group, count, range): &(GroupId, usize, f32)| {
        let dice = if *count == 1 { "one die".to_owned() } else { format!("{count} dice") };
        format!("{} from {range:.2} in, {dice}", state.say(*group))
    };
    groups.iter().map(say).collect::<Vec<_>>().join("; ")
}

/// The clause that sets a die's number.
fn clause_of(load: Load, die: &Die) -> &'static str {
    match (load, die.cover, die.band) {
        (Load::Round, Cover::Open, Band::Optimum | Band::Long) => "epstein:8.d.1",
        (Load::Round, Cover::Light | Cover::Strong, _) => "epstein:8.d.13",
        (Load::Canister, Cover::Open, Band::Optimum | Band::Long) => "epstein:8.d.7",
        (Load::Canister, Cover::Light | Cover::Strong, _) => "epstein:8.d.9",
    }
}

/// Hits stand by stand.
fn count(dice: &[Die], hit: &[bool]) -> Vec<Struck> {
    let mut struck: Vec<Struck> = Vec::new();
    for (die, _) in dice.iter().zip(hit).filter(|(_, hit)| **hit) {
        match struck.iter_mut().find(|one| one.stand == die.stand) {
            Some(one) => one.figures += 1,
            None => struck.push(Struck { group: die.group, stand: die.stand, figures: 1 }),
        }
    }
    struck
}

/// Reports for each unit that was diced for how many figures are hit.
fn report(s: &mut Scratch<'_>, by: GroupId, dice: &[Die], struck: &[Struck], answers: bool) {
    let mut told: Vec<GroupId> = Vec::new();
    for die in dice {
        if told.contains(&die.group) {
            continue;
        }
        told.push(die.group);
        let thrown = dice.iter().filter(|one| one.group == die.group).count();
        let hits: u16 = struck.iter().filter(|one| one.group == die.group).map(|one| one.figures).sum();
        s.emit(Event::Shot(ShotFired {
            by,
            on: die.group,
            answers,
            figures: u16::try_from(thrown).unwrap_or(u16::MAX),
            die: hits,
            modifier: 0,
            hits,
        }));
    }
}

/// The losses from a shot: hits by guns fall at once on the stand struck, and on a gun's crew (`epstein:8.d.3`, `epstein:g.4`);
/// `later`: once all shots of the order have been fired (`epstein:g.11`).
fn suffer(s: &mut Scratch<'_>, toll: Toll, later: bool) {
    let (firer, struck, leaders) = match toll {
        Toll::Placed(losses) => {
            if losses.figures > 0 {
                leaders::endanger(s, &[losses.of], &[], losses.by);
                s.emit(Event::Began(Pending::Losses(losses)));
            }
            return;
        }
        Toll::Struck { by, struck, leaders } => (by, struck, leaders),
    };
    let mut groups: Vec<GroupId> = struck.iter().map(|one| one.group).collect();
    groups.sort_unstable();
    groups.dedup();
    // One throw of two dice a shot, even if it hits several of the leader's units (`epstein:14.c.3`).
    let own = s.state.side(firer);
    let (friends, enemies): (Vec<GroupId>, Vec<GroupId>) =
        groups.iter().copied().partition(|of| s.state.side(*of) == own);
    leaders::endanger(s, &friends, &[], own.enemy());
    leaders::endanger(s, &enemies, &leaders, own);
    for of in groups {
        let own: Vec<(StandId, u16)> =
            struck.iter().filter(|one| one.group == of).map(|one| (one.stand, one.figures)).collect();
        if s.state.group(of).rout.is_some() {
            // Routers lose half, wherever they are hit (`epstein:13.9`).
            let figures = own.iter().map(|(_, figures)| figures).sum();
            let first = own.iter().map(|(stand, _)| *stand).collect();
            let by = s.state.side(of).enemy();
            let away = away_from(&s.state, firer, of);
            s.emit(Event::Began(Pending::Losses(Losses::to_fire(of, figures, first, by, away))));
        } else if later {
            let (by, away) = (s.state.side(of).enemy(), away_from(&s.state, firer, of));
            for (stand, figures) in own {
                let losses = Losses::to_fire(of, figures, vec![stand], by, away);
                s.emit(Event::Began(Pending::Losses(losses)));
            }
        } else {
            losses::take(s, of, &own);
        }
    }
}

/// The heading straight from the firer to the target, in which routers run (`epstein:13.9`).
fn away_from(state: &State, firer: GroupId, of: GroupId) -> Heading {
    let way = state.place(of).at - state.place(firer).at;
    if way.length() > 1e-3 { Heading::of(way) } else { state.group(of).heading }
}

/// The answers of a gun that is charged from the front and holds (`epstein:9.7`): canister, turned up to 30 degrees.
pub fn answers_to_charge(state: &State, charge: &Charge, met: &Met) -> Vec<Answering> {
    if check_may_fire_at_charge(state, met).is_err() {
        return Vec::new();
    }
    let Some(layer) = Layer::of(state, met.group, terms_of_charge(charge)) else { return Vec::new() };
    let best = layer.best(Load::Canister, Some(charge.by));
    best.into_iter().map(|aim| Answering::Guns { load: aim.load, pivot: aim.pivot }).collect()
}

fn terms_of_charge(charge: &Charge) -> Terms {
    Terms { answers: true, charger: Some(charge.by), spared: charge.support.clone() }
}

fn check_may_fire_at_charge(state: &State, met: &Met) -> Result<(), Refusal> {
    if met.flank {
        let fact = format!("{} is charged in flank or rear", state.say(met.group));
        return Err(Refusal::new(Code::OutOfArc, "epstein:10.2", fact, "Let it stand"));
    }
    check_may_answer(state, met.group)
}

/// The dice of a gun's fire at a charge.
///
/// # Errors
///
/// If it does not fire so, with the reason.
pub fn check_charge_fire(
    state: &State,
    charge: &Charge,
    met: &Met,
    load: Load,
    pivot: f64,
) -> Result<Strike, Refusal> {
    check_may_fire_at_charge(state, met)?;
    let name = state.say(met.group);
    if load == Load::Round {
        let fact = format!("{name} is charged, and the charger is too near for round shot");
        return Err(Refusal::new(Code::OutOfRange, "epstein:9.7", fact, "Fire canister"));
    }
    let Some(layer) = Layer::of(state, met.group, terms_of_charge(charge)) else {
        return Err(no_gun(state, met.group));
    };
    strike(state, &layer, charge.by, load, pivot)
}

/// A gun fires at a charge (`epstein:9.7`).
pub fn fire_at_charge(s: &mut Scratch<'_>, charge: &Charge, met: &Met, load: Load, pivot: f64) -> Judged {
    let strike = check_charge_fire(&s.state, charge, met, load, pivot)?;
    turn(s, met.group, pivot);
    s.emit(Event::Marked { group: met.group, mark: Mark::Fired });
    let struck = throw(s, met.group, load, &strike, true)?;
    suffer(s, Toll::Struck { by: met.group, struck, leaders: strike.leaders }, false);
    Ok(())
}
