//! Step 7 of an activation: combats fought one after the other, with the decisions that interrupt them.
//!
//! The dice are handled by a [`Fight`]; [`super::planned`] builds it from the table, and this file passes it the dice and reports
//! what happened.
//!
//! Clauses: `easy:III.B.1` to `easy:III.D.3`, `easy:III.F` to `easy:III.F.4`, `easy:V.D.2.a` to `easy:V.D.2.c`, `easy:VI.G`,
//! `easy:VI.G.3`.

use crate::cause::Cause;
use crate::event::Event;
use crate::order::{Order, Reaction};
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::{active_at, exact, not_asked};
use crate::touching::contact_of;
use crate::{engineers, retreat};
use dice::{Answer, Process, Throw};
use game::working::Note;
use game::{Clause, Offer};

use super::change::Change;
use super::decisions::check_decided;
use super::declare::{default_attacks, has_contacts};
use super::engaged::{
    cannot_evade, cannot_fire, log_reaction, lose, offer_placements, offer_reaction, say_dice,
};
use super::fight::Fight;
use super::fight::choices::{FightChoice, Misfit};
use super::fight::result::Verdict;
use super::fight::setup::FightKind;
use super::planned::{planned, setup, sides_after};
use super::progress::{beaten, paused, under_way};
use super::shares::{as_they_fall, known_most, say_shares, splits};
use super::status::{Beaten, Status};

/// The fight that this order begins, if it is that combat's turn.
pub fn begin(state: &State, index: usize) -> Result<Fight, Refusal> {
    let now = active_at(state, Step::Combats)?;
    check_decided(state)?;
    if let Some((going, fight)) = paused(state).filter(|(going, _)| *going == index) {
        debug_assert_eq!(going, index);
        return Ok(fight);
    }
    if !now.declared {
        return Err(Refusal::new(
            Code::UnassignedContact,
            "easy:III.A.1",
            "the combats have not been declared",
            "Say first who attacks whom",
        ));
    }
    let waiting = now.combats.get(index).filter(|combat| combat.status == Status::Waiting);
    let fight = waiting.and_then(|combat| setup(state, &planned(state, &combat.attacks))).map(Fight::new);
    fight.ok_or_else(|| not_asked(&format!("combat {} is not waiting to be fought", index.saturating_add(1))))
}

/// Fights a combat (`easy:III.B.1`).
pub fn judge_resolve(s: &mut Scratch<'_>, index: usize) -> Judged {
    let fight = begin(&s.state, index)?;
    let now = active_at(&s.state, Step::Combats)?;
    if now.combats[index].status == Status::Waiting {
        log_sides(s, &fight);
        for (number, fighter) in fight.setup().fighters.clone().iter().enumerate() {
            let attacker = number < usize::from(fight.setup().attackers);
            if attacker || fighter.kind != FightKind::Guns {
                continue;
            }
            if let Some(reaction) = fight.reaction(number) {
                log_reaction(s, fighter.id, reaction);
            } else if fighter.reactions.is_empty() && s.state.stand(fighter.id).evading {
                let words = format!("{} can no longer take shelter", fighter.name);
                s.note(Note::new("easy:III.F.1", words));
                s.emit(Event::Evading { battery: fighter.id, on: false });
            }
        }
    }
    run(s, index, fight)
}

/// Logs who fights, and on which edge.
fn log_sides(s: &mut Scratch<'_>, fight: &Fight) {
    let setup = fight.setup();
    let name = |index: u8| setup.fighters[usize::from(index)].name.as_str();
    let lines: Vec<Note> = setup
        .attacks
        .iter()
        .map(|attack| {
            let defender = &setup.fighters[usize::from(attack.defender)];
            let edge = attack.edge.name();
            let place = if defender.buildings { ", which is in buildings" } else { "" };
            let storm = if attack.stormed { "; engineers with it undo the cover (easy:V.D.2.a)" } else { "" };
            let words =
                format!("{} attacks {} on its {edge}{place}{storm}", name(attack.attacker), defender.name);
            let attacker = setup.fighters[usize::from(attack.attacker)].id;
            let note = Note::new("easy:0.4", words);
            match touch_line(&s.state, attacker, defender.id) {
                Some(measured) => note.with(measured),
                None => note,
            }
        })
        .collect();
    let added: Vec<Note> = (0_u8..)
        .zip(&setup.fighters)
        .filter(|(index, fighter)| fighter.engineers > 0 && !fight.storms(*index))
        .map(|(_, fighter)| {
            let words = format!("{} has {} sp more of its engineers", fighter.name, fighter.engineers);
            Note::new("easy:V.D.2.b", words)
        })
        .collect();
    lines.into_iter().chain(added).for_each(|note| s.note(note));
}

/// The gap between two stands in contact, compared with the limit for touching.
fn touch_line(state: &State, attacker: StandId, defender: StandId) -> Option<game::working::Measured> {
    let contact = contact_of(state, attacker, defender)?;
    let [from, to] = contact.at;
    let what = format!("gap of {} and {}", state.say(attacker), state.say(defender));
    let limit = table::tolerance::TOUCH;
    Some(game::working::Measured::at_most(what, from, to, contact.gap, limit))
}

/// Rolls until the combat is over or a decision is needed.
fn run(s: &mut Scratch<'_>, index: usize, mut fight: Fight) -> Judged {
    while let Some(throw) = fight.wants() {
        let before = fight.clone();
        let answer = s.throw(throw.clone())?;
        fight.take(&answer);
        if let Some(stand) = before.forming() {
            log_formed(s, stand, answer.value, &fight);
            continue;
        }
        log_roll(s, index, &before, &throw, &answer);
        log_losses(s, &before, &fight);
    }
    match fight.verdict() {
        Some(verdict) => finish(s, index, &fight, verdict),
        None => s.emit(Event::Combat(Change::Paused { combat: index, fight: Box::new(fight) })),
    }
    Ok(())
}

/// Logs whether squares succeeded, and what failure costs (`easy:VI.G.3`).
fn log_formed(s: &mut Scratch<'_>, stand: StandId, die: u32, after: &Fight) {
    let formed =
        after.setup().fighters.iter().zip(0_u8..).any(|(f, index)| f.id == stand && after.in_squares(index));
    let name = s.state.say(stand);
    if formed {
        s.note(Note::new("easy:VI.G.3", format!("{name} rolls {die}: its squares are formed")));
        s.emit(Event::Square { stand, on: true });
    } else {
        s.note(Note::new(
            "easy:VI.G.3",
            format!("{name} rolls {die}: its squares fail, 1 strength point is lost"),
        ));
        crate::losses::lose_points(s, stand, 1, Cause::Squares);
    }
}

/// Logs a throw: its purpose, the faces, the modifiers, the total; and both totals once they are known.
fn log_roll(s: &mut Scratch<'_>, combat: usize, before: &Fight, throw: &Throw, answer: &Answer) {
    if let Some(pending) = before.pending() {
        let words = format!("{}: {}", throw.why, say_dice(answer, throw.dice, "hit"));
        s.note(Note::new(pending.clause, words).modified(pending.modifiers));
        return;
    }
    let Some(standing) = before.standing() else { return };
    let (who, points) = match before.attackers_total() {
        None => ("attackers", standing.attackers),
        Some(_) => ("defenders", standing.defenders),
    };
    let total = u32::from(points) + answer.value;
    let words = format!("{who}: {points} strength points and a {} make {total}", answer.value);
    s.note(Note::new("easy:III.D-check", words));
    if let Some(attackers) = before.attackers_total() {
        let defenders = u8::try_from(total).unwrap_or(u8::MAX);
        let (clause, words) = say_totals(attackers, defenders);
        s.note(Note::new(clause, words));
        s.emit(Event::Combat(Change::Totals { combat, attackers, defenders }));
    }
}

/// The totals of a result roll and what they mean: `9 against 4: 9 ≥ 2×4, the defenders retreat`.
///
/// Clauses: `easy:III.D.1` to `easy:III.D.3`; the one that applies is returned too.
pub fn say_totals(attackers: u8, defenders: u8) -> (Clause, String) {
    let (high, low) = (attackers.max(defenders), attackers.min(defenders));
    let sums = format!("{attackers} against {defenders}");
    match super::fight::result::compare(attackers, defenders) {
        Verdict::Beaten { attackers_lose, rout } => {
            let who = if attackers_lose { "attackers" } else { "defenders" };
            if rout {
                ("easy:III.D.3", format!("{sums}: {high} ≥ 3×{low}, the {who} rout"))
            } else {
                ("easy:III.D.2", format!("{sums}: {high} ≥ 2×{low}, the {who} retreat"))
            }
        }
        Verdict::Locked | Verdict::Parted => ("easy:III.D.1", format!("{sums}: {high} < 2×{low}, locked")),
    }
}

fn log_losses(s: &mut Scratch<'_>, before: &Fight, after: &Fight) {
    let fighters = before.setup().fighters.clone();
    for ((fighter, was), is) in fighters.iter().zip(before.strength()).zip(after.strength()) {
        if is < was {
            lose(s, fighter.id, was - is);
        }
    }
}

fn finish(s: &mut Scratch<'_>, index: usize, fight: &Fight, verdict: Verdict) {
    match verdict {
        Verdict::Parted => {
            s.note(Note::new(
                "easy:III.D-check",
                "no stands of both sides are left in contact: no result roll",
            ));
            s.emit(Event::Combat(Change::Over { combat: index }));
        }
        Verdict::Locked => s.emit(Event::Combat(Change::Over { combat: index })),
        Verdict::Beaten { attackers_lose, rout } => {
            let (losers, winners) = sides_after(fight, attackers_lose);
            let losers = retreat::default_order(&s.state, losers, &winners);
            let fighters = fight.setup().fighters.iter().map(|fighter| fighter.id).collect();
            let beaten = Beaten { losers, winners, fighters, rout };
            s.emit(Event::Combat(Change::Beaten { combat: index, beaten }));
        }
    }
}

/// A battery chooses when its combat is fought (`easy:III.F`).
pub fn react(s: &mut Scratch<'_>, battery: StandId, reaction: Reaction) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let Some((index, fight)) = after_reaction(&s.state, battery, reaction)? else {
        return Err(not_asked("no battery has to choose now").into());
    };
    log_reaction(s, battery, reaction);
    run(s, index, fight)
}

/// The fight after the battery's choice; `None` if no combat is waiting.
fn after_reaction(
    state: &State,
    battery: StandId,
    reaction: Reaction,
) -> Result<Option<(usize, Fight)>, Refusal> {
    let Some((index, mut fight)) = paused(state) else { return Ok(None) };
    fight.react(battery, reaction).map_err(|misfit| match (misfit, reaction) {
        (Misfit::NotOpen, Reaction::Evade) => cannot_evade(state, battery),
        (Misfit::NotOpen, _) => cannot_fire(state, battery),
        _ => not_asked(&format!("{} has nothing to choose", state.say(battery))),
    })?;
    Ok(Some((index, fight)))
}

/// Infantry forms squares when its combat is fought, or declines to (`easy:VI.G`).
pub fn square(s: &mut Scratch<'_>, stand: StandId, form: bool) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let Some((index, fight)) = after_square(&s.state, stand, form)? else {
        return Err(not_asked("no infantry has to say now whether it forms squares").into());
    };
    let name = s.state.say(stand);
    if !form {
        s.note(Note::new("easy:VI.G", format!("{name} does not form squares")));
    } else if !fight.setup().switches.failed_squares {
        s.note(Note::new("easy:VI.G", format!("{name} forms squares")));
        s.emit(Event::Square { stand, on: true });
    }
    run(s, index, fight)
}

/// The fight after the infantry's choice on forming squares; `None` if no combat is waiting.
pub fn after_square(state: &State, stand: StandId, form: bool) -> Result<Option<(usize, Fight)>, Refusal> {
    let Some((index, mut fight)) = paused(state) else { return Ok(None) };
    fight
        .square(stand, form)
        .map_err(|_| not_asked(&format!("{} is not asked now whether it forms squares", state.say(stand))))?;
    Ok(Some((index, fight)))
}

/// A combat's hits are placed (`easy:III.B.4`).
pub fn place(s: &mut Scratch<'_>, shooter: StandId, placed: &[(StandId, u8)]) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let waiting = paused(&s.state).and_then(|(_, fight)| fight.choice());
    let placed = match &waiting {
        Some(FightChoice::Place { among, by, .. }) => as_they_fall(&s.state, *by, among, placed)?,
        _ => placed.to_vec(),
    };
    let Some((index, fight)) = after_placing(&s.state, shooter, &placed)? else {
        return Err(not_asked("no hits wait to be placed").into());
    };
    let words = format!("the hits of {}: {}", s.state.say(shooter), say_shares(&s.state, &placed));
    s.note(Note::new("easy:III.B.4", words));
    for (stand, hits) in placed {
        if !fight.waits_for(stand) {
            lose(s, stand, hits);
        }
    }
    run(s, index, fight)
}

/// The fight after the hits are placed; `None` if no combat is waiting.
fn after_placing(
    state: &State,
    shooter: StandId,
    placed: &[(StandId, u8)],
) -> Result<Option<(usize, Fight)>, Refusal> {
    let Some((index, mut fight)) = paused(state) else { return Ok(None) };
    let placed = match fight.choice() {
        Some(FightChoice::Place { among, by, .. }) => as_they_fall(state, by, &among, placed)?,
        _ => placed.to_vec(),
    };
    fight.place(shooter, &placed).map_err(|misfit| say_misfit(state, misfit, "easy:III.B.4", "hits"))?;
    Ok(Some((index, fight)))
}

/// Engineers take some of the hits on their infantry (`easy:V.D.2.c`).
pub fn spare(s: &mut Scratch<'_>, host: StandId, taken: u8) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let Some((index, fight)) = after_sparing(&s.state, host, taken)? else {
        return Err(engineers::hits::not_asked(&s.state, host).into());
    };
    let hits = match paused(&s.state).and_then(|(_, fight)| fight.choice()) {
        Some(FightChoice::Spare { hits, .. }) => hits,
        _ => taken,
    };
    if let Some(engineer) = s.state.engineer_with(host) {
        engineers::hits::log(s, host, engineer, taken);
        lose(s, engineer, taken);
    }
    lose(s, host, hits - taken);
    run(s, index, fight)
}

/// The fight after the owner's choice for the engineers; `None` if no combat is waiting.
fn after_sparing(state: &State, host: StandId, taken: u8) -> Result<Option<(usize, Fight)>, Refusal> {
    let Some((index, mut fight)) = paused(state) else { return Ok(None) };
    fight.take_for(host, taken).map_err(|misfit| match misfit {
        Misfit::TooMany { most, .. } => engineers::hits::too_many(state, host, most),
        _ => engineers::hits::not_asked(state, host),
    })?;
    Ok(Some((index, fight)))
}

/// An attacker's dice are divided (`easy:III.B.5`).
pub fn split(s: &mut Scratch<'_>, attacker: StandId, dice: &[(StandId, u8)]) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let Some((index, fight)) = after_split(&s.state, attacker, dice)? else {
        return Err(not_asked("no dice wait to be divided").into());
    };
    let words = format!("the dice of {}: {}", s.state.say(attacker), say_shares(&s.state, dice));
    s.note(Note::new("easy:III.B.5", words));
    run(s, index, fight)
}

/// The fight after the dice are divided; `None` if no combat is waiting.
fn after_split(
    state: &State,
    attacker: StandId,
    dice: &[(StandId, u8)],
) -> Result<Option<(usize, Fight)>, Refusal> {
    let Some((index, mut fight)) = paused(state) else { return Ok(None) };
    fight.split(attacker, dice).map_err(|misfit| say_misfit(state, misfit, "easy:III.B.5", "dice"))?;
    Ok(Some((index, fight)))
}

/// The fight that an order begins or continues; `None` for orders that are not part of a combat's dice.
pub fn fight_of(state: &State, order: &Order) -> Result<Option<Fight>, Refusal> {
    let after = match order {
        Order::Resolve { combat } => return begin(state, *combat).map(Some),
        _ if paused(state).is_none() => None,
        Order::React { battery, reaction } => after_reaction(state, *battery, *reaction)?,
        Order::Square { stand, form } => after_square(state, *stand, *form)?,
        Order::PlaceHits { shooter, hits } => after_placing(state, *shooter, hits)?,
        Order::Spare { host, hits } => after_sparing(state, *host, *hits)?,
        Order::Split { attacker, dice } => after_split(state, *attacker, dice)?,
        _ => None,
    };
    Ok(after.map(|(_, fight)| fight))
}

fn say_misfit(state: &State, misfit: Misfit, clause: Clause, what: &str) -> Refusal {
    match misfit {
        Misfit::NotAsked | Misfit::NotOpen => not_asked(&format!("no {what} wait to be shared out here")),
        Misfit::Stranger => Refusal::new(
            Code::BadShare,
            clause,
            "a stand is named twice, or cannot be chosen",
            "Name each of those concerned once",
        ),
        Misfit::Sum { wanted } => Refusal::new(
            Code::BadShare,
            clause,
            format!("{wanted} {what} have to be shared out, no more and no fewer"),
            format!("Share out {wanted}"),
        ),
        Misfit::TooMany { stand, most } => Refusal::new(
            Code::BadShare,
            clause,
            format!("{} has only {most} strength points", state.say(stand)),
            "No stand takes more hits than it has strength points",
        ),
        Misfit::NoDie { stand } => Refusal::new(
            Code::UnassignedContact,
            clause,
            format!("{} gets no die, though dice last", state.say(stand)),
            "Give each target at least one die",
        ),
    }
}

/// Decisions, retreats, then the waiting combats.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active() else { return Vec::new() };
    if let Some((index, fight)) = paused(state) {
        return match fight.choice() {
            Some(FightChoice::React { battery, open, .. }) => {
                open.into_iter().map(|reaction| offer_reaction(state, battery, reaction)).collect()
            }
            Some(FightChoice::Square { stand, .. }) => {
                let first = fight.squares_help(stand);
                [first, !first].map(|form| super::squares::offer(state, stand, form)).into()
            }
            Some(FightChoice::Place { shooter, hits, among, by }) => {
                offer_placements(state, shooter, hits, &known_most(state, by, &among))
            }
            Some(FightChoice::Spare { host, most, .. }) => engineers::hits::choices(state, host, most),
            Some(FightChoice::Split { attacker, dice, among, .. }) => splits(dice, &among).offers(|dice| {
                let words = format!("dice of {}: {}", state.say(attacker), say_shares(state, &dice));
                exact(Order::Split { attacker, dice }, "split", words)
            }),
            None => vec![exact(Order::Resolve { combat: index }, "resolve", "go on".to_owned())],
        };
    }
    if beaten(state).is_some() {
        return retreat::going::offers(state);
    }
    if !now.declared {
        let attacks = default_attacks(state);
        let words = match &attacks[..] {
            [(by, on)] => format!("declare the attack of {} on {}", state.say(*by), state.say(*on)),
            all => format!("declare {} attacks, on every enemy that is touched", all.len()),
        };
        return vec![Offer { order: Order::Declare { attacks }, kind: "declare", words, family: true }];
    }
    let waiting = now.combats.iter().enumerate().filter(|(_, combat)| combat.status == Status::Waiting);
    waiting
        .map(|(index, combat)| {
            let mut defenders: Vec<StandId> = combat.attacks.iter().map(|(_, d)| *d).collect();
            defenders.sort_unstable();
            defenders.dedup();
            let names: Vec<String> = defenders.iter().map(|d| state.say(*d)).collect();
            let words = format!("fight combat {}: on {}", index + 1, names.join(" and "));
            exact(Order::Resolve { combat: index }, "resolve", words)
        })
        .collect()
}

/// Removes losers that are gone and combats whose sides no longer touch, and ends the step.
pub fn settle(s: &mut Scratch<'_>) {
    let Some(now) = s.state.active().filter(|now| now.step == Step::Combats) else { return };
    if !now.declared {
        if !has_contacts(&s.state) {
            s.emit(Event::StepBegan { step: Step::Close });
        }
        return;
    }
    if let Some((index, beaten)) = beaten(&s.state) {
        let gone: Vec<StandId> =
            beaten.losers.iter().copied().filter(|id| s.state.pose(*id).is_none()).collect();
        let over = gone.len() == beaten.losers.len();
        for stand in gone {
            s.emit(Event::Combat(Change::WentBack { combat: index, stand }));
        }
        if over {
            s.emit(Event::Combat(Change::Over { combat: index }));
        }
    }
    let Some(now) = s.state.active() else { return };
    if under_way(now).is_some() {
        return;
    }
    let apart: Vec<usize> = now
        .combats
        .iter()
        .enumerate()
        .filter(|(_, c)| c.status == Status::Waiting && planned(&s.state, &c.attacks).is_empty())
        .map(|(index, _)| index)
        .collect();
    for combat in apart {
        let words = format!("combat {} is skipped: its sides no longer touch", combat + 1);
        s.note(Note::new("easy:III.B.1", words));
        s.emit(Event::Combat(Change::Skipped { combat }));
    }
    if super::progress::all_done(&s.state) {
        s.emit(Event::StepBegan { step: Step::Close });
    }
}
