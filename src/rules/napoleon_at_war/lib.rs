//! Napoleon at War: Marengo (SPI 1975; the Decision Games edition as an option), on hexes.
//!
//! Source: the clauses `naw:*` of the rulebook in `assets/rules/naw.ron`. Units: half movement points, strength points.

// The fixture is shared with the tests of the solo players, and names the crate as they do.
#[cfg(test)]
extern crate self as napoleon_at_war;

pub mod brief;
pub mod cases;
pub mod chart;
pub mod combat;
pub mod event;
pub mod fiat;
#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod game_tests;
#[cfg(test)]
#[path = "../../../tests/shared/hex_lab.rs"]
pub mod hex_lab;
pub mod invariants;
pub mod journal_v1;
pub mod known;
mod layout;
pub mod messages;
pub mod movement;
#[cfg(test)]
mod movement_tests;
pub mod options;
pub mod order;
pub mod position;
pub mod refusal;
pub mod roster;
pub mod rule_set;
pub mod scratch;
pub mod spelling;
pub mod state;
pub mod summary;
pub mod turn;
#[cfg(test)]
mod turn_tests;
#[cfg(test)]
#[path = "../../../tests/shared/version_1.rs"]
mod version_1;
pub mod victory;
pub mod words;
pub mod zones;

use dice::{Throw, Tray};
use game::options::{OptionFault, OptionSpec, Options as Chosen};
use game::working::Note;
use game::{Due, Facts, Odds, OfferKind, Overruled, Redundancy, RuleSet, Ruling, Standing, Stop};
use scenario::roster::{Column, Row, counter};
use scenario::{HexLayout, HexObjection, HexScenario};

use known::knows;
use scratch::{Judged, Scratch};

pub use event::Event;
pub use order::{Assault, HexAct, Order};
pub use position::{Position, RawPhase, Scenarios, lab_board};
pub use refusal::{Code, Refusal};
pub use roster::{Game, UnitId};
pub use rule_set::NapoleonAtWar;
pub use state::State;

impl RuleSet for NapoleonAtWar {
    const ID: &'static str = "naw";
    const VERSION: u32 = 1;
    const OFFER_KINDS: &'static [OfferKind] = order::OFFER_KINDS;
    type Scenario = HexScenario;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Code = Code;

    fn option_specs() -> &'static [OptionSpec] {
        options::SPECS
    }

    fn columns() -> &'static [Column] {
        layout::COLUMNS
    }

    fn usual(row: Row<'_>, field: &str) -> Option<String> {
        counter::usual(row, field)
    }

    fn objections(layout: &HexLayout<'_>) -> Vec<HexObjection> {
        layout::objections(layout)
    }

    fn changed_options(state: &State) -> Chosen {
        Chosen(state.options_changed.clone())
    }

    fn start(scenario: HexScenario, options: &Chosen) -> Result<State, OptionFault> {
        Ok(turn::start(Game::new(scenario, options)?))
    }

    fn due(state: &State) -> Due<Order> {
        turn::due(state)
    }

    fn overruled(state: &mut State) -> &mut Overruled {
        &mut state.overruled
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Result<Ruling<Event>, Stop<Refusal>> {
        let mut scratch = Scratch::new(state, tray);
        rule_on(&mut scratch, order)?;
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn order_of_v1(state: &State, json: &str) -> Result<Order, String> {
        journal_v1::order(state, json)
    }

    fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
        combat::odds::odds(state, order).map(Odds::Listed)
    }

    const HAS_SECRETS: bool = false;

    fn standing(state: &State) -> Standing {
        turn::standing(state)
    }

    fn is_over(state: &State) -> bool {
        matches!(state.phase, state::Phase::Over(_))
    }

    fn ends_turn(event: &Event) -> bool {
        event.ends_turn()
    }

    fn throw_kind(_throw: &Throw) -> &'static str {
        "combat"
    }

    fn notices(state: &State) -> Vec<Note> {
        options::notices(&state.game)
    }

    fn say_order(state: &State, order: &Order) -> String {
        spelling::say_order(state, order)
    }

    fn say_event(state: &State, event: &Event) -> Option<String> {
        words::say_event(state, event)
    }

    fn retold(_state: &State, order: &Order, event: &Event) -> Redundancy {
        spelling::retold(order, event)
    }

    fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
        brief::facts::facts(before, after, order, events)
    }
}

/// Passes the order to the step it belongs to.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    if !knows(&s.state, order) {
        let fact = "the order names a unit that is not in this game";
        return Err(Refusal::new(Code::NoSuchUnit, "naw:2.4", fact, "Choose a unit of the game").into());
    }
    if let Order::Fiat(fiat) = order {
        return fiat::judge(s, fiat);
    }
    turn::check_running(&s.state)?;
    match order {
        Order::Interchange { one, other } => turn::judge_interchange(s, *one, *other),
        Order::Begin => turn::judge_begin(s),
        Order::Move { unit, path } => movement::judge_move(s, *unit, path),
        Order::TakeBack { unit, consent } => movement::judge_take_back(s, *unit, *consent),
        Order::EndMovement => turn::judge_end_movement(s),
        Order::Reopen => turn::judge_reopen(s),
        Order::Counterattack => turn::judge_counterattack(s),
        Order::Declare { assaults } => combat::judge_declare(s, assaults),
        Order::Attack(assault) => combat::fight::attack(s, assault),
        Order::Exchange { lost } => combat::fight::exchange(s, lost),
        Order::Retreat { unit, way } => combat::fight::retreat(s, *unit, way),
        Order::Advance { unit, to } => combat::fight::advance(s, *unit, *to),
        Order::Decline => combat::fight::decline(s),
        Order::EndCombat => turn::judge_end_combat(s),
        Order::Fiat(fiat) => fiat::judge(s, fiat),
    }
}
