//! 1800: La Bataille de Marengo (Casus Belli hors-série 7), on hexes.
//!
//! Source: the clauses `cb:*` of the rulebook in `assets/rules/cb.ron`. Units: half movement points, strength points.

// The fixture is shared with the tests of the solo players, and uses the crate's name as they do.
#[cfg(test)]
extern crate self as casus_belli;

pub mod asked;
pub mod assign;
pub mod brief;
pub mod cases;
pub mod charge;
#[cfg(test)]
mod charge_tests;
pub mod chart;
pub mod combat;
pub mod command;
#[cfg(test)]
mod command_tests;
pub mod event;
pub mod facing;
pub mod fiat;
#[cfg(test)]
mod fiat_tests;
#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
#[path = "../../../tests/shared/hex_lab.rs"]
pub mod hex_lab;
pub mod invariants;
pub mod known;
mod layout;
#[cfg(test)]
mod layout_tests;
pub mod leaders;
pub mod messages;
pub mod movement;
pub mod options;
pub mod order;
pub mod position;
pub mod rally;
#[cfg(test)]
mod rally_tests;
pub mod refusal;
pub mod roster;
pub mod rule_set;
pub mod say;
pub mod scratch;
pub mod spelling;
pub mod state;
pub mod summary;
pub mod turn;
pub mod upkeep;
pub mod victory;
pub mod wire;
pub mod words;
#[cfg(test)]
mod words_tests;
pub mod zones;

use dice::{Throw, Tray};
use game::options::{OptionFault, OptionSpec, Options as Chosen};
use game::{Due, Facts, Odds, OfferKind, Overruled, Redundancy, RuleSet, Ruling, Standing, Stop};
use scenario::roster::{Column, Row, counter};
use scenario::{HexLayout, HexObjection, HexScenario};

use known::knows;
use scratch::{Judged, Scratch};

pub use event::Event;
pub use order::{Act, Assault, Order, Withdrawal};
pub use position::{Position, RawPhase, Scenarios, lab_board};
pub use refusal::{Code, Refusal};
pub use roster::{CorpsId, Counter, Game, LeaderId, PieceId, UnitId};
pub use rule_set::CasusBelli;
pub use state::State;

impl RuleSet for CasusBelli {
    const ID: &'static str = "cb";
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
        upkeep::settle(&mut scratch, state);
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
        combat::odds::odds(state, order)
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

    fn throw_kind(throw: &Throw) -> &'static str {
        match throw.clause.as_ref() {
            "cb:11d" | "cb:11e" => "leaders",
            "cb:12c" => "reorganisation",
            "cb:15b1" | "cb:15b2" => "arrival",
            _ => "combat",
        }
    }

    fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
        brief::facts::facts(before, after, order, events)
    }

    fn say_order(state: &State, order: &Order) -> String {
        say::say_order(state, order)
    }

    fn say_event(state: &State, event: &Event) -> Option<String> {
        words::say_event(state, event)
    }

    fn retold(state: &State, order: &Order, event: &Event) -> Redundancy {
        say::retold(state, order, event)
    }
}

/// Passes the order to the module that judges it.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    if !knows(&s.state, order) {
        let fact = "the order names a piece that is not in this game";
        return Err(Refusal::new(Code::NoSuchPiece, "cb:1B", fact, "Choose a piece of the game").into());
    }
    if let Order::Fiat(fiat) = order {
        return fiat::judge(s, fiat);
    }
    turn::check_running(&s.state, order)?;
    match order {
        Order::Deploy { piece, hex } => turn::judge_deploy(s, *piece, *hex),
        Order::Face { unit, towards } => facing::judge_face(s, *unit, *towards),
        Order::Begin => turn::judge_begin(s),
        Order::Name { unit } => assign::judge_name(s, *unit),
        Order::Promote { leader } => assign::judge_promote(s, *leader),
        Order::Attach { unit, to } => assign::judge_attach(s, *unit, *to),
        Order::Release { unit } => assign::judge_release(s, *unit),
        Order::Charge { unit, target } => charge::judge_charge(s, *unit, *target),
        Order::CallOff { unit } => charge::judge_call_off(s, *unit),
        Order::EndCommand => turn::judge_end_command(s),
        Order::Move { piece, path, faces } => movement::judge_move(s, *piece, path, *faces),
        Order::Exit { piece, path } => movement::judge_exit(s, *piece, path),
        Order::EndMovement => turn::judge_end_movement(s),
        Order::Attack(assault) => combat::judge_attack(s, assault),
        Order::Retreat(back) => combat::judge_retreat(s, back),
        Order::Advance { unit, to } => combat::judge_advance(s, *unit, *to),
        Order::Decline => combat::judge_decline(s),
        Order::EndCombat => turn::judge_end_combat(s),
        Order::Rally { unit, by } => rally::judge_rally(s, *unit, *by),
        Order::EndTurn => turn::judge_end_turn(s),
        Order::Relocate { leader, hex } => leaders::judge_relocate(s, *leader, *hex),
        Order::Fiat(fiat) => fiat::judge(s, fiat),
    }
}
