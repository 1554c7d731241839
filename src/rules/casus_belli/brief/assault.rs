//! A combat being made up: possible participants and the reasons against others, leaders' bonuses, possible columns, and the
//! rules' verdict. Units: strength points.

use crate::combat::phase::CombatPhase;
use crate::combat::strength::bonus;
use crate::combat::table::Column;
use crate::options::BonusPerCombat;
use crate::roster::{CorpsId, LeaderId, UnitId};
use crate::spelling::Reader;
use crate::state::State;
use crate::{Assault, CasusBelli, Order};
use drawing::Mark;
use drawing::hex::attack_marks;
use game::hex_combats::joining;
use game::{
    Also, Answer, Answers, Ask, Card, Choosable, Draft, Offer, Presentation as _, Question, Said, WireRefusal,
};
use hexes::Hex;

use super::{owed, reckoned};

/// Does this draft make up a combat?
pub fn is_made_up(draft: &Draft) -> bool {
    draft.verb == "Attack"
}

/// The combat, as far as it is filled in.
pub fn said(state: &State, answers: &Answers) -> Assault {
    let said = Said { place: "Attack", answers };
    let reader = Reader { state };
    let units = |field: &str| reader.units(said.some(field).unwrap_or_default()).unwrap_or_default();
    Assault {
        by: units("by"),
        on: units("on"),
        lowered: said.one("lowered").ok().and_then(Column::named),
        leaders: reader.leaders(said.some("leaders").unwrap_or_default()).unwrap_or_default(),
    }
}

/// The questions: possible participants and the reasons against others, the columns (`cb:7c3`), and the leaders (`cb:11b`).
pub fn questions(state: &State, draft: &Draft, offers: &[Offer<Draft>]) -> Vec<Question> {
    let Some(phase) = state.combat() else { return Vec::new() };
    let made = said(state, &draft.answers);
    // Short questions come before the lists of all units.
    let mut found: Vec<Question> = columns(state, &made).into_iter().collect();
    found.extend(leaders(state, phase, &made));
    for (field, prompt, own) in [("by", "Attackers", true), ("on", "Defenders", false)] {
        let of_side = state.on_map().filter(|(id, _)| (state.side(*id) == state.phasing) == own);
        let mut of_side: Vec<(UnitId, Hex)> = of_side.collect();
        of_side.sort_by_key(|(id, _)| state.game.corps_of(*id).map_or(usize::MAX, CorpsId::index));
        let choice = |(id, _): (UnitId, Hex)| Choosable {
            barred: why_not(state, &made, id, offers),
            also: debt(phase, id),
            group: group_words(state, id),
            ..Choosable::new(&state.game.unit(id).id, &state.say(id))
        };
        let of: Vec<Choosable> = of_side.into_iter().map(choice).collect();
        let ask = Ask::Some { least: 1, most: of.len(), of, in_order: false };
        found.push(Question::new(field, prompt, ask));
    }
    found
}

/// A note that a unit owes an attack, or is owed one.
fn debt(phase: &CombatPhase, id: UnitId) -> Option<Also> {
    let words = match (owed::owes(phase, id), owed::is_owed(phase, id)) {
        (true, _) => "must attack",
        (false, true) => "must be attacked",
        (false, false) => return None,
    };
    Some(Also { words: words.to_owned(), ..Also::default() })
}

/// Heading of the units of one corps.
fn group_words(state: &State, id: UnitId) -> String {
    match state.game.corps_of(id) {
        Some(corps) => format!("{}'s corps", state.game.corps(corps).name),
        None => "Independent".to_owned(),
    }
}

/// The computed column, and those below it that the attacker may take instead.
fn columns(state: &State, made: &Assault) -> Option<Question> {
    let computed = Assault { lowered: None, ..made.clone() };
    let sum = reckoned::reckon(state, &computed).ok()?;
    let column = sum.sum.column()?;
    let choice = |one: Column| {
        let words = match one == column {
            true => format!("{one}, as worked out"),
            false => one.to_string(),
        };
        Choosable::new(one.name(), &words)
    };
    let mut of: Vec<Choosable> = column.down_to_lowest().map(choice).collect();
    of.reverse();
    let question = Question::new("lowered", "Take it at", Ask::One(of));
    let question = question.usually(Answer::One(column.name().to_owned()));
    Some(Question { may_be_left: true, ..question })
}

/// The leaders with an attacker; those who have used their bonus are barred.
fn leaders(state: &State, phase: &CombatPhase, made: &Assault) -> Option<Question> {
    let with = |leader: &LeaderId| {
        let here = state.leader_hex(*leader);
        state.game.leader(*leader).side == state.phasing
            && here.is_some()
            && made.by.iter().any(|unit| state.hex(*unit) == here)
    };
    let choice = |leader: LeaderId| {
        let named = state.game.leader(leader);
        let bonus = bonus(state, leader);
        let barred = if phase.inspired.contains(&leader) {
            Some("he has used his bonus in this phase (cb:11b)".to_owned())
        } else {
            (bonus == 0).then(|| "he has no bonus (cb:11f)".to_owned())
        };
        let about = format!("adds {bonus} to the die; on a 6 after it he is lost (cb:11d)");
        Choosable { barred, about, ..Choosable::new(&named.id, &format!("{}, +{bonus}", named.name)) }
    };
    let of: Vec<Choosable> = state.game.leaders().filter(with).map(choice).collect();
    if of.is_empty() {
        return None;
    }
    let most = match state.game.options.bonus_per_combat {
        BonusPerCombat::One => 1,
        BonusPerCombat::Sum => of.len(),
    };
    let ask = Ask::Some { of, least: 0, most, in_order: false };
    let question = Question::new("leaders", "Leaders who add their bonus, and are at risk for it", ask);
    Some(Question { may_be_left: true, ..question })
}

/// Why a unit may not join the combat; `None` if it may, or is in it.
fn why_not(state: &State, made: &Assault, unit: UnitId, offers: &[Offer<Draft>]) -> Option<String> {
    let (by, on) = joining(state, state.phasing, (&made.by, &made.on), unit, offers)?;
    let own = state.side(unit) == state.phasing;
    // Combats merge in chains (`cb:7a4`): whoever has one of the others to fight may come in, though the whole is not linked before all
    // are in it; and whether the phase can be finished after it is asked of the whole combat.
    let others = if own { &on } else { &by };
    let pair = |other: &UnitId| {
        let (by, on) = if own { (unit, *other) } else { (*other, unit) };
        let alone = Assault { by: vec![by], on: vec![on], ..Assault::default() };
        reckoned::form(state, &alone).err().map(|refusal| WireRefusal::of(&refusal).text)
    };
    let refused: Option<Vec<String>> = others.iter().map(pair).collect();
    refused.and_then(|texts| texts.into_iter().next())
}

/// The card of the combat being made up.
pub fn card(state: &State, draft: &Draft) -> Card {
    let made = said(state, &draft.answers);
    if made.by.is_empty() || made.on.is_empty() {
        return Card::default();
    }
    CasusBelli::card(state, &Order::Attack(made), &[])
}

/// Arrows from attackers to defenders, with the odds.
pub fn marks(state: &State, made: &Assault, scale: f32) -> Vec<Mark> {
    let hexes = |units: &[UnitId]| units.iter().filter_map(|unit| state.hex(*unit)).collect::<Vec<Hex>>();
    let column = reckoned::reckon(state, made).ok().and_then(|sum| sum.used);
    let odds = column.map_or("", Column::name);
    attack_marks(&state.game.sheet().lie, &hexes(&made.by), &hexes(&made.on), odds, scale)
}
