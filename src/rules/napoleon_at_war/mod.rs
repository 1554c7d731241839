//! Napoleon at War: Marengo (SPI 1975; the Decision Games edition as an option), on hexes.
//!
//! Source: the clauses `naw:*` of the rulebook in `assets/rules/naw.ron`. Units: half movement points, strength points.

pub mod combat;
pub mod event;
#[cfg(test)]
pub(crate) mod fixture;
pub mod options;
pub mod order;
pub mod refusal;
pub mod roster;
pub mod state;
pub mod turn;
pub mod victory;
pub mod zones;

use crate::dice::Tray;
use crate::rules::options::{OptionFault, OptionSpec, Options as Chosen};
use crate::rules::{Chance, Due, RuleSet, Ruling, Standing, Stop, Viewer};
use crate::scenario::HexScenario;

pub use event::Event;
pub use order::{Assault, HexAct, Order};
pub use refusal::{Code, Refusal};
pub use roster::{Game, UnitId};
pub use state::State;

/// What a judgement comes to.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

impl From<Refusal> for Stop<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The state as it becomes while an order is judged.
pub type Scratch<'t> = crate::rules::scratch::Scratch<'t, NapoleonAtWar>;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct NapoleonAtWar;

impl RuleSet for NapoleonAtWar {
    const ID: &'static str = "naw";
    type Scenario = HexScenario;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;

    fn option_specs() -> &'static [OptionSpec] {
        options::SPECS
    }

    fn start(scenario: HexScenario, options: &Chosen) -> Result<State, OptionFault> {
        Ok(turn::start(Game::new(scenario, options)?))
    }

    fn due(state: &State) -> Due<Order> {
        turn::due(state)
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Result<Ruling<Event>, Stop<Refusal>> {
        let mut scratch = Scratch::new(state, tray);
        rule_on(&mut scratch, order)?;
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn odds(state: &State, order: &Order) -> Result<Vec<Chance>, Stop<Refusal>> {
        combat::odds(state, order)
    }

    /// Nothing is hidden in this game.
    fn view(state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn standing(state: &State) -> Standing {
        turn::standing(state)
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::Ended(_))
    }

    fn offer_kinds() -> &'static [&'static str] {
        order::OFFER_KINDS
    }

    fn say_order(_state: &State, order: &Order) -> String {
        format!("{order:?}")
    }

    fn say_event(_state: &State, event: &Event) -> Option<String> {
        Some(format!("{event:?}"))
    }
}

/// Hands the order to the step it belongs to.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    match order {
        Order::EndMovement => turn::judge_end_movement(s),
        Order::EndCombat => turn::judge_end_combat(s),
        _ => combat::judge(s, order),
    }
}
