//! Ammunition: rolled for each army before the first chit, spent by shots beyond canister, hidden from the enemy.
//!
//! Clause: `easy:VI.E`. Units: chits.

use dice::Throw;
use game::working::Note;
use game::{Due, Offer};
use scenario::Side;

use super::event::Event;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::{Game, StandId};
use super::scratch::{Judged, Scratch};
use super::state::{State, Stock};
use super::tables::Band;

/// The armies with batteries, each with its stock before the die; empty if ammunition is not counted.
pub fn stocks(game: &Game) -> Vec<Stock> {
    if !game.options.ammunition {
        return Vec::new();
    }
    let mut stocks: Vec<Stock> = Vec::new();
    for unit in game.roster.stands.iter().filter(|unit| unit.arm.is_artillery()) {
        let same = |stock: &&mut Stock| (stock.side, stock.army) == (unit.side, unit.army);
        match stocks.iter_mut().find(same) {
            Some(stock) => stock.batteries += 1,
            None => stocks.push(Stock {
                side: unit.side,
                army: unit.army,
                batteries: 1,
                rolled: false,
                left: None,
            }),
        }
    }
    stocks.sort_by_key(|stock| (stock.side, stock.army));
    stocks
}

/// The roll of the next army, if it is due.
pub(super) fn due(state: &State) -> Option<Due<Order>> {
    let stock = state.unsupplied()?;
    let army = state.say_army(stock.side, stock.army);
    Some(Due {
        side: Some(stock.side),
        clause: "easy:VI.E",
        prompt: format!("Roll the ammunition of {army}"),
        offers: vec![Offer {
            order: Order::RollAmmunition,
            kind: "ammunition",
            words: format!("roll the ammunition of {army}"),
            family: false,
        }],
    })
}

/// Checks that every army has rolled its ammunition.
pub(super) fn check_rolled(state: &State) -> Result<(), Refusal> {
    match state.unsupplied() {
        None => Ok(()),
        Some(stock) => Err(Refusal::new(
            Code::Phase,
            "easy:VI.E",
            format!("{} has not rolled its ammunition", state.say_army(stock.side, stock.army)),
            "Roll it first",
        )),
    }
}

/// Rolls one d6: this many chits for each battery of the next army.
pub fn judge_roll(s: &mut Scratch<'_>) -> Judged {
    let Some(&Stock { side, army, batteries, .. }) = s.state.unsupplied() else {
        return Err(Refusal::new(
            Code::Phase,
            "easy:VI.E",
            "no army has its ammunition to roll",
            "It is rolled once, before the first chit, where the option opt-ammunition is on",
        )
        .into());
    };
    let name = s.state.say_army(side, army).to_owned();
    let why = format!("ammunition of {name}");
    let die = s.throw(Throw::sum(1, 6, Some(side.0), "easy:VI.E", why))?.value;
    let chits = batteries.saturating_mul(u16::try_from(die).unwrap_or(u16::MAX));
    let words = format!("{name} rolled {die} for {batteries} batteries: {}", say_chits(chits));
    s.note(Note::new("easy:VI.E", words));
    s.emit(Event::AmmunitionRolled { side, army, chits });
    Ok(())
}

/// Checks that a shot that needs a chit has one. Canister needs none.
pub(super) fn check(state: &State, battery: StandId, band: Band) -> Result<(), Refusal> {
    let Some(stock) = state.stock_of(battery).filter(|stock| stock.left == Some(0)) else { return Ok(()) };
    if band == Band::Canister {
        return Ok(());
    }
    Refusal::new(
        Code::NoAmmo,
        "easy:VI.E",
        format!(
            "{} has no ammunition left for fire at {}",
            state.say_army(stock.side, stock.army),
            band.name()
        ),
        "Only canister can still be fired",
    )
    .unless(&state.overruled)
}

/// Adds a note on the chit that a shot spends, before its dice.
pub(super) fn log(s: &mut Scratch<'_>, battery: StandId, band: Band) {
    let Some(&Stock { side, army, left: Some(left), .. }) = s.state.stock_of(battery) else { return };
    let name = s.state.say_army(side, army);
    let words = match band {
        Band::Canister => format!("canister spends no ammunition: {name} keeps {}", say_chits(left)),
        Band::Effective | Band::Long => {
            format!("{name} spends an ammunition chit and has {} left", left.saturating_sub(1))
        }
    };
    s.note(Note::new("easy:VI.E", words));
}

/// Spends the chit of a shot, after its dice.
pub(super) fn spend(s: &mut Scratch<'_>, battery: StandId, band: Band) {
    let Some(&Stock { side, army, .. }) = s.state.stock_of(battery) else { return };
    if band == Band::Canister {
        return;
    }
    s.emit(Event::AmmunitionSpent { side, army });
}

/// The stock of the army with this id or name, or of the only army of the side with this id or name.
pub fn find<'a>(state: &'a State, name: &str) -> Option<&'a Stock> {
    let sides = &state.game.scenario.sides;
    let of = |stock: &&Stock| {
        let army = sides.get(stock.side.index()).and_then(|side| side.armies.get(stock.army));
        army.is_some_and(|army| army.id == name || army.name == name)
    };
    state.ammunition.iter().find(of).or_else(|| {
        let side = sides.iter().position(|side| side.id == name || side.name == name)?;
        let mut stocks = state.ammunition.iter().filter(|stock| stock.side.index() == side);
        stocks.next().filter(|_| stocks.next().is_none())
    })
}

/// So many chits: `1 ammunition chit`, `12 ammunition chits`.
pub fn say_chits(chits: u16) -> String {
    format!("{chits} ammunition chit{}", if chits == 1 { "" } else { "s" })
}

/// Ammunition in words: `12 chits`, `unknown`; empty if it is not counted.
pub fn words(state: &State, side: Side, army: usize) -> String {
    let stock = state.ammunition.iter().find(|stock| (stock.side, stock.army) == (side, army));
    match stock.map(|stock| (stock.rolled, stock.left)) {
        None => String::new(),
        Some((false, _)) => "ammunition to be rolled".into(),
        Some((true, None)) => "ammunition unknown".into(),
        Some((true, Some(left))) => say_chits(left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, OURS, THEIRS, at};
    use crate::rule_set::Easy;
    use crate::state::Phase;
    use crate::{Fiat, FiatAct, RuleSet, event};
    use dice::Typed;
    use game::{Ruling, Viewer};
    use scenario::army::Arm;

    /// Two batteries against one, before the first chit.
    fn before() -> State {
        let field = Fixture::new()
            .ours(Arm::FootArtillery, at(0.0, 0.0, 0.0))
            .ours(Arm::HorseArtillery, at(4.0, 0.0, 0.0))
            .theirs(Arm::FootArtillery, at(0.0, 20.0, 180.0));
        let (mut state, _) = field.option("opt-ammunition", "on").state();
        state.stack.clear();
        state.phase = Phase::Draw;
        state
    }

    fn rolled(state: &State, face: u16) -> Ruling<Event> {
        let mut tray = Typed::new([dice::TypedEntry::Faces(vec![face])]);
        Easy::judge(state, &Order::RollAmmunition, &mut tray).expect("it is due")
    }

    #[test]
    fn each_army_rolls_once_and_the_enemy_hears_no_number() {
        let mut state = before();
        assert_eq!(Easy::due(&state).side, Some(OURS));
        let ruling = rolled(&state, 5);
        let told = |viewer| {
            let mut words = vec![Easy::redacted_order(&state, &Order::RollAmmunition, viewer)];
            words
                .extend(ruling.events.iter().filter_map(|event| Easy::redacted_event(&state, event, viewer)));
            let notes = ruling.working.iter();
            let read = notes.filter(|note| Easy::may_read(&state, &Order::RollAmmunition, note, viewer));
            words.extend(read.map(|note| note.text.clone()));
            let casts = ruling.casts.iter().filter(|cast| Easy::may_see(&cast.throw, viewer));
            words.extend(casts.map(|cast| format!("{:?}", cast.answer)));
            words.join("; ")
        };
        for knows in [Viewer::Referee, Viewer::Side(OURS)] {
            assert!(told(knows).contains("10") && told(knows).contains('5'), "{}", told(knows));
        }
        let heard = told(Viewer::Side(THEIRS));
        assert!(!heard.contains(char::is_numeric), "{heard}");
        ruling.events.iter().for_each(|done| event::apply(&mut state, done));
        assert_eq!(words(&state, OURS, 0), "10 ammunition chits");
        assert_eq!(words(&Easy::view(&state, Viewer::Side(THEIRS)), OURS, 0), "ammunition unknown");
        assert_eq!(Easy::due(&state).side, Some(THEIRS));
        rolled(&state, 2).events.iter().for_each(|done| event::apply(&mut state, done));
        assert_eq!(words(&state, THEIRS, 0), "2 ammunition chits");
        assert!(state.unsupplied().is_none());
    }

    #[test]
    fn nothing_is_rolled_where_ammunition_is_not_counted() {
        let (state, _) = Fixture::new().ours(Arm::FootArtillery, at(0.0, 0.0, 0.0)).state();
        assert!(state.ammunition.is_empty() && state.unsupplied().is_none());
        let hash = serde_json::to_string(&state).expect("a state is plain data");
        assert!(!hash.contains("ammunition"), "{hash}");
    }

    #[test]
    fn a_fiat_on_ammunition_is_heard_without_its_number_by_the_enemy() {
        let state = before();
        let act = FiatAct::Ammunition { army: "ours".into(), chits: 37 };
        let order = Order::Fiat(Fiat { act, reason: "37 were counted".into(), clause: None });
        let ruling = Easy::judge(&state, &order, &mut Typed::new([])).expect("it is taken");
        let told = |side: Side| {
            let viewer = Viewer::Side(side);
            let events = ruling.events.iter().filter_map(|event| Easy::redacted_event(&state, event, viewer));
            let notes = ruling.working.iter().filter(|note| Easy::may_read(&state, &order, note, viewer));
            let notes = notes.map(|note| note.text.to_string());
            let said = [Easy::redacted_order(&state, &order, viewer)];
            said.into_iter().chain(events).chain(notes).collect::<Vec<String>>().join(" | ")
        };
        assert!(told(OURS).contains("37") && !told(THEIRS).contains("37"), "{}", told(THEIRS));
    }
}
