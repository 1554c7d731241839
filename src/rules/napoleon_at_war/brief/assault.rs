//! A combat being put together: which units may take part and why others may not, what the rules say about it, and which duties
//! remain open beside it.
//!
//! A declaration of all combats (`naw:7.0`) is put together one combat at a time: its draft holds the answers for the combat being
//! made as well as its list. Units: strength points.

use crate::combat::admit::admit;
use crate::combat::form::form;
use crate::combat::odds::outlook;
use crate::combat::owed;
use crate::combat::phase::CombatPhase;
use crate::combat::strength::reckon;
use crate::combat::table::Column;
use crate::combat::{offers, plans};
use crate::spelling::Reader;
use crate::state::{Phase, running};
use crate::{Assault, NapoleonAtWar, Order, State, UnitId};
use drawing::Mark;
use drawing::hex::attack_marks;
use game::hex_combats::joining;
use game::{
    Answer, Answers, Ask, Card, Choosable, Codec as _, Draft, Offer, Presentation as _, Question, Remark,
    Said, WireRefusal, sentence,
};
use hexes::Hex;

/// Whether this draft is a combat, or a declaration of combats.
pub fn is_made_up(draft: &Draft) -> bool {
    matches!(draft.verb.as_str(), "Attack" | "Declare")
}

/// What the button for giving an order with several parts is called; empty for other orders.
pub fn act(order: &Order) -> &'static str {
    match order {
        Order::Declare { .. } => "Declare these combats",
        Order::Exchange { .. } => "Lose these",
        _ => "",
    }
}

/// The combats in a draft's list, and the one being made, as far as each has been filled in.
struct MadeUp {
    listed: Vec<Assault>,
    made: Assault,
}

impl MadeUp {
    fn of(state: &State, draft: &Draft) -> Self {
        let listed = match draft.answers.get("assaults") {
            Some(Answer::List(entries)) => entries.iter().map(|entry| said(state, entry)).collect(),
            _ => Vec::new(),
        };
        Self { listed, made: said(state, &draft.answers) }
    }

    /// All of them. Without at least one there is nothing to say yet.
    fn all(self) -> Vec<Assault> {
        let made = Some(self.made).filter(|made| !made.attackers.is_empty() && !made.defenders.is_empty());
        self.listed.into_iter().chain(made).collect()
    }
}

/// A combat, as far as it has been filled in.
fn said(state: &State, answers: &Answers) -> Assault {
    let said = Said { place: "Attack", answers };
    let units =
        |field: &str| Reader { state }.units(said.some(field).unwrap_or_default()).unwrap_or_default();
    let lowered = said.one("lowered").ok().and_then(Column::named);
    Assault { attackers: units("by"), defenders: units("on"), lowered }
}

/// The duties that remain open beside the combats in a draft.
pub fn owed(state: &State, phase: &CombatPhase, draft: Option<&Draft>) -> Vec<Remark> {
    let declared = draft.filter(|draft| draft.verb == "Declare");
    let beside = declared.map(|draft| MadeUp::of(state, draft).listed).unwrap_or_default();
    let owed = owed::beside(state, phase, &beside);
    let clauses = owed.attackers.iter().map(|_| "naw:7.12").chain(owed.defenders.iter().map(|_| "naw:7.11"));
    let words = owed.words(state, owed::GUNS);
    words
        .iter()
        .zip(clauses)
        .map(|(words, clause)| Remark { words: sentence(words), clause: Some(clause) })
        .collect()
}

/// A legal set of combats for the rest of the phase: one by one, or all in one declaration where combats are declared first.
pub fn proposals(state: &State) -> Vec<(Draft, String)> {
    let Ok(phase) = running(state) else { return Vec::new() };
    let assaults = plans::any_plan(state, phase);
    let words: Vec<String> = match offers::is_to_declare(state, phase) {
        true => vec![format!("Declare {} combats", assaults.len())],
        false => assaults.iter().map(|assault| in_words(state, phase, assault)).collect(),
    };
    let orders = offers::orders(state, phase, assaults).into_iter();
    orders.map(|order| NapoleonAtWar::spell(state, &order)).zip(words).collect()
}

/// `3-1: French 28th demi-brigade in 2311 on Austrian Sticker in 2310`.
fn in_words(state: &State, phase: &CombatPhase, assault: &Assault) -> String {
    let column = form(state, phase, assault).map(|formed| format!("{}: ", reckon(state, &formed).column));
    format!(
        "{}{} on {}",
        column.unwrap_or_default(),
        state.say_all(&assault.attackers),
        state.say_all(&assault.defenders)
    )
}

/// Which units may be in the combat, which may not and why, and the columns to which the odds may be lowered (`naw:7.9`).
pub fn questions(state: &State, draft: &Draft, offers: &[Offer<Draft>]) -> Vec<Question> {
    let Some(phase) = combat_phase(state) else { return Vec::new() };
    let MadeUp { listed, made } = MadeUp::of(state, draft);
    let mut found = Vec::new();
    if draft.verb == "Declare" {
        let said = listed.iter().map(|assault| in_words(state, phase, assault)).collect();
        let ask = Ask::List { said, least: 0, most: usize::MAX };
        found.push(Question::new("assaults", "Combats that are declared", ask));
    }
    for (field, prompt, own) in [("by", "Attackers", true), ("on", "Defenders", false)] {
        let of_side = state.on_map().filter(|(id, _)| (state.side(*id) == state.phasing) == own);
        let choice = |(id, _): (UnitId, Hex)| {
            let barred = why_not(state, phase, &made, id, offers).map(|refusal| refusal.text);
            Choosable { barred, ..Choosable::new(&state.game.unit(id).id, &state.say(id)) }
        };
        let of: Vec<Choosable> = of_side.map(choice).collect();
        let ask = Ask::Some { least: 1, most: of.len(), of, in_order: false };
        found.push(Question::new(field, prompt, ask));
    }
    let computed = Assault { lowered: None, ..made };
    if state.game.options.lowering_allowed()
        && let Ok(formed) = form(state, phase, &computed)
    {
        let columns = reckon(state, &formed).column.down_to_lowest();
        let of = columns.map(|column| Choosable::new(column.name(), column.name())).collect();
        let lowered = Question::new("lowered", "Take it at", Ask::One(of));
        found.push(Question { may_be_left: true, ..lowered });
    }
    found
}

/// Why a unit may not join the units already in the combat. `None` if it may, or is in it.
fn why_not(
    state: &State,
    phase: &CombatPhase,
    made: &Assault,
    unit: UnitId,
    offers: &[Offer<Draft>],
) -> Option<WireRefusal> {
    let sides = (&made.attackers[..], &made.defenders[..]);
    let (attackers, defenders) = joining(state, state.phasing, sides, unit, offers)?;
    let with = Assault { attackers, defenders, lowered: None };
    let is_declared = phase.declared.as_ref().is_none_or(|declared| {
        let all = |units: &[UnitId], of: &[UnitId]| units.iter().all(|unit| of.contains(unit));
        let has = |one: Assault| {
            let joins = one.attackers.contains(&unit) || one.defenders.contains(&unit);
            joins && all(&made.attackers, &one.attackers) && all(&made.defenders, &one.defenders)
        };
        let standing = declared.iter().filter_map(|one| plans::standing(state, phase, one));
        standing.map(|one| Assault::of(&one)).any(has)
    });
    let refused = form(state, phase, &with).err();
    // A combat declared before the first die is fought as declared (naw:7.0).
    let undeclared = || admit(state, phase, &with).err().filter(|_| !is_declared);
    refused.or_else(undeclared).map(|refusal| WireRefusal::of(&refusal))
}

/// The card for the combat being made.
pub fn card(state: &State, draft: &Draft) -> Card {
    let MadeUp { listed, made } = MadeUp::of(state, draft);
    let declares = draft.verb == "Declare";
    let order = Order::Attack(made.clone());
    if made.attackers.is_empty() || made.defenders.is_empty() {
        // No combat is being made: show the list as it would be declared.
        return match declares && made.attackers.is_empty() && made.defenders.is_empty() {
            true => NapoleonAtWar::card(state, &Order::Declare { assaults: listed }, &[]),
            false => Card::default(),
        };
    }
    let card = NapoleonAtWar::card(state, &order, &[]);
    // A combat that is only being declared can be refused for its content, but not for its timing.
    match (declares, outlook(state, &made)) {
        (true, Ok(odds)) => {
            Card { refusal: None, throw: None, act: format!("Into the plan at {}", odds.column), ..card }
        }
        (true, Err(refusal)) => Card { refusal: Some(Box::new(WireRefusal::of(&refusal))), ..card },
        (false, _) => card,
    }
}

/// Arrows from the attackers to the defenders, with the odds.
pub fn sketch(state: &State, draft: &Draft, scale: f32) -> Vec<Mark> {
    let Some(phase) = combat_phase(state) else { return Vec::new() };
    let lie = &state.game.sheet().lie;
    let hexes = |units: &[UnitId]| units.iter().filter_map(|unit| state.hex(*unit)).collect::<Vec<Hex>>();
    let arrows = |assault: Assault| {
        let column = form(state, phase, &assault).map(|formed| reckon(state, &formed).column);
        let odds = column.map_or("", |column| assault.lowered.unwrap_or(column).name());
        attack_marks(lie, &hexes(&assault.attackers), &hexes(&assault.defenders), odds, scale)
    };
    MadeUp::of(state, draft).all().into_iter().flat_map(arrows).collect()
}

pub(super) fn combat_phase(state: &State) -> Option<&CombatPhase> {
    match &state.phase {
        Phase::Combat(phase) => Some(phase),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => None,
    }
}
