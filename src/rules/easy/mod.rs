//! Easy Napoleonic Rules: chits, strength points, brigades as stands on an open table.
//!
//! Source: the clauses `easy:*` of the rulebook in `assets/rules/easy.ron`.
//! Each step of an activation (`easy:0.5`) has its own file; [`judge`](RuleSet::judge) hands an order to the one it belongs to.
//! Units: inches, strength points.

pub mod activation;
pub mod combat;
pub mod event;
pub mod fiat;
pub mod fire;
#[cfg(test)]
pub(crate) mod fixture;
pub mod generals;
pub mod invariants;
pub mod movement;
pub mod odds;
pub mod options;
pub mod order;
pub mod reach;
pub mod refusal;
pub mod retreat;
pub mod roster;
pub mod scratch;
pub mod state;
pub mod tables;
pub mod turn;
pub mod words;

use crate::dice::{Cast, Throw, Tray};
use crate::rules::options::{OptionFault, OptionSpec, Options as Chosen};
use crate::rules::working::Note;
use crate::rules::{Chance, Due, Fiat, FiatAct, RuleSet, Ruling, Standing, Stop, Viewer};
use crate::scenario::Scenario;

pub use event::Event;
pub use order::{Order, Reaction};
pub use refusal::{Code, Refusal};
pub use roster::{CommandId, Game, Roster, StandId, Unit};
pub use scratch::{Judged, Scratch};
pub use state::State;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct Easy;

impl RuleSet for Easy {
    const ID: &'static str = "easy";
    type State = State;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;

    fn option_specs() -> &'static [OptionSpec] {
        options::SPECS
    }

    fn start(scenario: Scenario, options: &Chosen) -> Result<State, OptionFault> {
        Ok(turn::start(Game::new(scenario, options)?))
    }

    fn due(state: &State) -> Due<Order> {
        turn::due(state)
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Result<Ruling<Event>, Stop<Refusal>> {
        let mut scratch = Scratch::new(state, tray);
        rule_on(&mut scratch, order)?;
        turn::settle(&mut scratch)?;
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn odds(state: &State, order: &Order) -> Result<Vec<Chance>, Stop<Refusal>> {
        odds::odds(state, order)
    }

    fn view(state: &State, viewer: Viewer) -> State {
        words::view(state, viewer)
    }

    fn throw_kind(throw: &Throw) -> &'static str {
        match throw.clause.strip_prefix("easy:").unwrap_or_default() {
            "II.D-roll" => "fire",
            "III.F.2" => "canister",
            "III.E.1" => "opening fire",
            "III.D-check" => "result rolls",
            "III.C.2" => "generals contacted",
            "II.C.3" => "obstacles",
            "IV.A.1" => "rallies",
            clause if clause.starts_with("IV.D") => "weather",
            _ => "close combat",
        }
    }

    fn standing(state: &State) -> Standing {
        let left = |id: StandId| match state.stand(id).place {
            state::Place::Off => 0,
            _ => u32::from(state.stand(id).strength),
        };
        let roster = state.roster();
        let mut standing =
            Standing { turn: state.turn, points: state.points_with_objectives(), ..Standing::default() };
        for command in &roster.commands {
            let strength = roster.stands_of(command.id).map(left).sum();
            standing.strength[command.side.index()] += strength;
            standing.commands.push(strength);
        }
        standing
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::Ended(_))
    }

    fn offer_kinds() -> &'static [&'static str] {
        order::OFFER_KINDS
    }

    fn say_order(state: &State, order: &Order) -> String {
        words::say_order(state, order)
    }

    /// Dice of close combat are as many as the strength left (`easy:III.B.2`), and a stand that falls had no more.
    fn reveals(before: &State, ruling: &Ruling<Event>) -> bool {
        let fought = |cast: &Cast| {
            let section = cast.throw.clause.strip_prefix("easy:").unwrap_or_default();
            cast.throw.dice > 0 && (section.starts_with("III.B") || section.starts_with("III.E"))
        };
        let fell = |event: &Event| match event {
            Event::Eliminated { stand, .. } => before.stand(*stand).marked,
            _ => false,
        };
        ruling.casts.iter().any(fought) || ruling.events.iter().any(fell)
    }

    fn say_event(state: &State, event: &Event) -> Option<String> {
        words::say_event(state, event)
    }

    fn hear_order(state: &State, order: &Order, viewer: Viewer) -> String {
        match order {
            Order::Fiat(fiat) if secret_fiat(state, fiat, viewer) => {
                "By the referee: a strength is set".into()
            }
            _ => words::say_order(&words::view(state, viewer), order),
        }
    }

    fn hear_event(state: &State, event: &Event, viewer: Viewer) -> Option<String> {
        match event {
            Event::StrengthSet { stand, .. } if viewer.is_enemy_of(state.side(*stand)) => {
                Some(format!("The strength of {} is set", state.say_short(*stand)))
            }
            _ => words::say_event(&words::view(state, viewer), event),
        }
    }

    fn may_read(state: &State, order: &Order, note: &Note, viewer: Viewer) -> bool {
        let secret = match order {
            Order::Fiat(fiat) => secret_fiat(state, fiat, viewer),
            _ => note.clause == "easy:III.C.1",
        };
        viewer == Viewer::Referee || !secret
    }
}

/// Does the fiat set a strength that this viewer may not know (`easy:III.C.1`)?
fn secret_fiat(state: &State, fiat: &Fiat, viewer: Viewer) -> bool {
    let FiatAct::Strength { stand, .. } = &fiat.act else { return false };
    let stand = state.roster().find_stand(stand);
    stand.is_some_and(|stand| viewer.is_enemy_of(state.side(stand)))
}

/// Hands the order to the step it belongs to.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    activation::check_known(&s.state, order)?;
    if let Order::Fiat(fiat) = order {
        return fiat::judge(s, fiat);
    }
    turn::check_running(&s.state)?;
    match order {
        Order::RollWeather => turn::judge_weather(s),
        Order::Draw => turn::judge_draw(s),
        Order::Rally { stand, pose } => generals::judge_rally(s, *stand, *pose),
        Order::MoveGeneral { path } => movement::judge_general(s, path),
        Order::Pick { command } => activation::judge_pick(s, *command),
        Order::Activate { stands } => activation::judge_activate(s, stands),
        Order::Enter { stand, along, path } => movement::judge_enter(s, *stand, *along, path),
        Order::React { battery, reaction } => combat::judge_react(s, *battery, *reaction),
        Order::OpeningFire { enemy } => combat::judge_opening_fire(s, *enemy),
        Order::Continue { stand } => combat::judge_continue(s, *stand),
        Order::Withdraw { stand, path } => movement::judge_withdraw(s, *stand, path),
        Order::Move { stand, path } => movement::judge_move(s, *stand, path),
        Order::Fire { battery, target } => {
            combat::check_decided(&s.state)?;
            fire::judge(s, *battery, *target)
        }
        Order::EndMoves => activation::judge_end_moves(s),
        Order::Declare { attacks } => combat::judge_declare(s, attacks),
        Order::Resolve { combat } => combat::judge_resolve(s, *combat),
        Order::PlaceHits { shooter, hits } => combat::judge_place_hits(s, *shooter, hits),
        Order::Split { attacker, dice } => combat::judge_split(s, *attacker, dice),
        Order::Retreat { stand, direction } => retreat::judge(s, *stand, *direction),
        Order::Finish => activation::judge_finish(s),
        Order::Fiat(fiat) => fiat::judge(s, fiat),
    }
}
