//! Easy Napoleonic Rules: chits, strength points, brigades as stands on an open table.
//!
//! Source: the clauses `easy:*` of the rulebook in `assets/rules/easy.ron`.
//! Each step of an activation (`easy:0.5`) has its own file; [`judge`](RuleSet::judge) passes an order to the right one. Units:
//! inches, strength points.

// The fixture is shared with the tests of the solo players, and uses the crate's name as they do.
#[cfg(test)]
extern crate self as easy;

pub mod activation;
pub mod ammunition;
pub mod brief;
pub mod cases;
pub mod cause;
pub mod chits;
mod columns;
pub mod combat;
pub mod command;
pub mod engineers;
pub mod event;
pub mod fiat;
pub mod fire;
#[cfg(test)]
pub(crate) mod fixture;
pub mod generals;
pub mod ground;
pub mod invariants;
pub mod journal_v1;
pub mod known;
pub mod losses;
pub mod messages;
pub mod movement;
mod objections;
pub mod odds;
pub mod options;
pub mod order;
pub mod pontoons;
pub mod position;
pub mod reach;
pub mod redaction;
pub mod refusal;
pub mod regroup;
pub mod retreat;
pub mod roster;
pub mod rule_set;
pub mod scratch;
pub mod spelling;
pub mod state;
pub mod steps;
pub mod summary;
pub mod tables;
pub mod terms;
pub mod touching;
pub mod turn;
#[cfg(test)]
#[path = "../../../tests/shared/version_1.rs"]
mod version_1;
pub mod vicinity;
pub mod wagons;
pub mod words;

use dice::{Cast, Throw, Tray, TypedEntry};
use game::options::{OptionFault, OptionSpec, Options as Chosen};
use game::working::Note;
use game::{Due, Facts, Odds, OfferKind, Overruled, Redundancy, RuleSet, Ruling, Standing, Stop, Viewer};
use scenario::army::Arm;
use scenario::roster::{Column, Row};
use scenario::{Scenario, TableObjection};

pub use event::Event;
pub use order::{Bridging, Fiat, FiatAct, Order, Reaction, Taking};
pub use position::Position;
pub use refusal::{Code, Refusal};
pub use roster::{CommandId, Game, Roster, StandId, Unit};
pub use rule_set::Easy;
pub use scratch::{Judged, Scratch};
pub use state::State;

impl RuleSet for Easy {
    const ID: &'static str = "easy";
    const VERSION: u32 = 1;
    const OFFER_KINDS: &'static [OfferKind] = order::OFFER_KINDS;
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Code = Code;

    fn option_specs() -> &'static [OptionSpec] {
        options::SPECS
    }

    fn table_objections(scenario: &Scenario) -> Vec<TableObjection> {
        objections::of(scenario)
    }

    fn columns() -> &'static [Column] {
        columns::COLUMNS
    }

    fn usual(row: Row<'_>, field: &str) -> Option<String> {
        columns::usual(row, field)
    }

    fn changed_options(state: &State) -> Chosen {
        Chosen(state.options_changed.clone())
    }

    fn start(scenario: Scenario, options: &Chosen) -> Result<State, OptionFault> {
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
        turn::settle(&mut scratch)?;
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn order_of_v1(state: &State, json: &str) -> Result<Order, String> {
        journal_v1::order(state, json)
    }

    fn yards_per_inch(scale: f32) -> Option<f32> {
        Some(tables::Lengths::new(scale).yards_per_inch())
    }

    fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
        odds::odds(state, order)
    }

    fn view(state: &State, viewer: Viewer) -> State {
        words::view(state, viewer)
    }

    fn leave_out(state: &State, due: &mut Due<Order>, viewer: Viewer) {
        redaction::leave_out(state, due, viewer);
    }

    fn admit(
        state: &State,
        order: &Order,
        dice: Option<&[TypedEntry]>,
        viewer: Viewer,
    ) -> Result<(), Stop<Refusal>> {
        redaction::admit(state, order, dice, viewer)
    }

    fn may_count(state: &State, throw: &Throw, viewer: Viewer) -> bool {
        !throw.strength_of.iter().any(|id| words::hides_force(state, StandId(*id), viewer))
    }

    fn veil(before: &State, event: &Event, viewer: Viewer) -> Event {
        words::veil(before, event, viewer)
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
            "VI.B" => "poor generals",
            "V.D.3.a" => "pontoon bridges",
            "VI.E" => "ammunition",
            "VI.G.3" => "squares",
            clause if clause.starts_with("IV.D") => "weather",
            _ => "close combat",
        }
    }

    fn standing(state: &State) -> Standing {
        let left = |id: StandId| match state.stand(id).place {
            state::Place::Off => 0,
            _ => u32::from(state.stand(id).strength),
        };
        // By the original commands of the stands, so that a curve covers the same stands from the first turn to the last.
        let roster = &state.game.roster;
        let mut standing =
            Standing { turn: state.turn, points: state.points_with_objectives(), ..Standing::default() };
        for command in &roster.commands {
            let strength = roster.stands_of(command.id).map(left).sum();
            standing.strength[command.side.index()] += strength;
            standing.commands.push(strength);
        }
        standing
    }

    fn is_over(state: &State) -> bool {
        matches!(state.phase, state::Phase::Over(_))
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::Ended(_))
    }

    fn say_order(state: &State, order: &Order) -> String {
        spelling::say_order(state, order)
    }

    fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
        brief::facts::facts(before, after, order, events)
    }

    /// Does the ruling reveal strength? Dice of close combat show the strength left (`easy:III.B.2`), totals of a result roll
    /// are spoken (`easy:III.D-check`), and a stand that falls had no more.
    fn reveals(before: &State, ruling: &Ruling<Event>) -> bool {
        let fought = |cast: &Cast| {
            let section = cast.throw.clause.strip_prefix("easy:").unwrap_or_default();
            let told = ["III.B", "III.E", "III.D-check"].iter().any(|known| section.starts_with(known));
            cast.throw.dice > 0 && told
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

    fn retold(state: &State, order: &Order, event: &Event) -> Redundancy {
        words::retold(state, order, event)
    }

    fn redacted_order(state: &State, order: &Order, viewer: Viewer) -> String {
        match order {
            // The reason may contain the number, so it is hidden too.
            Order::Fiat(fiat) if secret_fiat(state, fiat, viewer) => words::say_secret_fiat(state, &fiat.act),
            _ => spelling::say_order(&words::view(state, viewer), order),
        }
    }

    fn redacted_event(state: &State, event: &Event, viewer: Viewer) -> Option<String> {
        match event {
            Event::StrengthSet { stand, .. } if viewer.is_enemy_of(state.side(*stand)) => {
                Some(format!("The strength of {} is set", state.say_short(*stand)))
            }
            Event::Rallied { stand, points, fiat: true, .. }
                if hides_return(state, *stand, u16::from(*points), viewer) =>
            {
                Some(format!("{} is back, marked", state.say_short(*stand)))
            }
            Event::AmmunitionRolled { side, army, .. } | Event::AmmunitionSet { side, army, .. }
                if viewer.is_enemy_of(*side) =>
            {
                Some(format!("{} has its ammunition", state.say_army(*side, *army)))
            }
            _ => words::say_event(&words::view(state, viewer), &words::veil(state, event, viewer)),
        }
    }

    /// Is the die visible only to its owner, such as that for ammunition (`easy:VI.E`)?
    fn is_secret(throw: &Throw) -> bool {
        throw.clause == "easy:VI.E"
    }

    fn may_read(state: &State, order: &Order, note: &Note, viewer: Viewer) -> bool {
        let secret = match order {
            Order::Fiat(fiat) => secret_fiat(state, fiat, viewer),
            _ if note.clause == "easy:VI.E" => {
                let owner = match order {
                    Order::RollAmmunition => state.unsupplied().map(|stock| stock.side),
                    _ => state.active_side(),
                };
                owner.is_none_or(|owner| viewer.is_enemy_of(owner))
            }
            // The strength of engineers with losses.
            _ if note.clause == "easy:V.D.2.b" => {
                state.ids().any(|id| state.arm(id) == Arm::Engineer && words::hides(state, id, viewer))
            }
            _ => note.clause == "easy:III.C.1",
        };
        viewer == Viewer::Referee || !secret
    }
}

/// Does the fiat set a strength, or ammunition, that this viewer may not know (`easy:III.C.1`, `easy:VI.E`)?
fn secret_fiat(state: &State, fiat: &Fiat, viewer: Viewer) -> bool {
    let find = |name: &str| state.roster().find_stand(name);
    match &fiat.act {
        FiatAct::Strength { stand, .. } => {
            find(stand).is_some_and(|stand| viewer.is_enemy_of(state.side(stand)))
        }
        FiatAct::BringBack { stand, points, .. } => {
            find(stand).is_some_and(|stand| hides_return(state, stand, *points, viewer))
        }
        FiatAct::Ammunition { army, .. } => {
            ammunition::find(state, army).is_none_or(|stock| viewer.is_enemy_of(stock.side))
        }
        FiatAct::Place { .. }
        | FiatAct::Remove { .. }
        | FiatAct::Award { .. }
        | FiatAct::Turn { .. }
        | FiatAct::Option { .. }
        | FiatAct::Square { .. }
        | FiatAct::Routed { .. }
        | FiatAct::Work { .. }
        | FiatAct::Ground(_)
        | FiatAct::Side { .. }
        | FiatAct::Chit { .. } => false,
    }
}

/// Does a stand brought back by the referee with this many strength points have a loss marker for this viewer (`easy:III.C.1`)?
/// The result of a rally is visible to everybody.
pub fn hides_return(state: &State, stand: StandId, points: u16, viewer: Viewer) -> bool {
    viewer.is_enemy_of(state.side(stand)) && points < u16::from(state.unit(stand).strength)
}

/// Passes the order to the module that judges it.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    known::check_known(&s.state, order)?;
    if let Order::Fiat(fiat) = order {
        return fiat::judge(s, fiat);
    }
    turn::check_running(&s.state)?;
    if !matches!(order, Order::Spare { .. }) {
        engineers::hits::check_none_owed(&s.state)?;
    }
    regroup::detach::check_posted(&s.state, order)?;
    wagons::check_decided(&s.state, order)?;
    match order {
        Order::RollWeather => turn::judge_weather(s),
        Order::RollAmmunition => ammunition::judge_roll(s),
        Order::Draw => turn::judge_draw(s),
        Order::Rally { stand, pose } => generals::judge_rally(s, *stand, *pose),
        Order::MoveGeneral { path } => movement::judge_general(s, path),
        Order::Pick { command } => activation::judge_pick(s, *command),
        Order::Attach { stands, to } => regroup::orders::judge_attach(s, stands, *to),
        Order::Form { name, stands, pose } => regroup::orders::judge_form(s, name, stands, *pose),
        Order::Post { command, pose } => regroup::detach::judge_post(s, *command, *pose),
        Order::RollStands => activation::judge_roll_stands(s),
        Order::Activate { stands } => activation::judge_activate(s, stands),
        Order::Enter { stand, along, path } => movement::judge_enter(s, *stand, *along, path),
        Order::React { battery, reaction } => combat::judge_react(s, *battery, *reaction),
        Order::Square { stand, form } => combat::judge_square(s, *stand, *form),
        Order::OpeningFire { enemy } => combat::engaged::judge_opening_fire(s, *enemy),
        Order::Continue { stand } => combat::engaged::judge_continue(s, *stand),
        Order::Withdraw { stand, path } => movement::judge_withdraw(s, *stand, path),
        Order::Move { stand, path } => movement::judge_move(s, *stand, path),
        Order::Bridge { train, how } => pontoons::judge_bridge(s, *train, *how),
        Order::Take { stand, wagon, how } => wagons::judge_take(s, *stand, *wagon, *how),
        Order::Fire { battery, target } => {
            combat::decisions::check_decided(&s.state)?;
            fire::judge(s, *battery, *target)
        }
        Order::EndMoves => activation::judge_end_moves(s),
        Order::Declare { attacks } => combat::declare::judge_declare(s, attacks),
        Order::Resolve { combat } => combat::resolve::judge_resolve(s, *combat),
        Order::PlaceHits { shooter, hits } => combat::judge_place_hits(s, *shooter, hits),
        Order::Split { attacker, dice } => combat::judge_split(s, *attacker, dice),
        Order::Retreat { stand, direction } => retreat::going::judge(s, *stand, *direction),
        Order::Work { engineer, task } => engineers::work::judge_work(s, *engineer, task),
        Order::Join { engineer, host } => engineers::attach::judge_join(s, *engineer, *host),
        Order::Spare { host, hits } => combat::judge_spare(s, *host, *hits),
        Order::Finish => activation::judge_finish(s),
        Order::Fiat(fiat) => fiat::judge(s, fiat),
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::{Fixture, OURS, THEIRS, at};
    use super::*;
    use dice::Dry;

    #[test]
    fn a_stand_that_the_referee_brings_back_shows_the_enemy_a_marker_only() {
        let field = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0));
        let (mut state, ids) = field.ours(Arm::Infantry, at(5.0, 0.0, 0.0)).state();
        Easy::apply(&mut state, &Event::Removed { stand: ids[0] });
        let start = state.unit(ids[0]).strength;
        // All that a viewer hears and reads of the order, and what they see of the stand then.
        let heard = |points: u8, viewer| {
            let act = FiatAct::BringBack {
                stand: "S00".into(),
                pose: at(0.0, 0.0, 0.0),
                points: u16::from(points),
            };
            let reason = format!("It had {points} sp all along.");
            let order = Order::Fiat(Fiat { act, reason, clause: None });
            let ruling = Easy::judge(&state, &order, &mut Dry).expect("the referee may bring it back");
            let mut words = vec![Easy::redacted_order(&state, &order, viewer)];
            let mut now = state.clone();
            for event in &ruling.events {
                words.extend(Easy::redacted_event(&now, event, viewer));
                Easy::apply(&mut now, event);
            }
            let read = |note: &&Note| Easy::may_read(&state, &order, note, viewer);
            words.extend(ruling.working.iter().filter(read).map(|note| note.text.clone()));
            (words.join("; "), words::strength(&Easy::view(&now, viewer), ids[0]))
        };
        let number = |text: &str, points: u8| {
            text.contains(&format!("{points} sp")) || text.contains(&format!("{points} strength"))
        };
        for knows in [Viewer::Referee, Viewer::Side(OURS)] {
            let (words, seen) = heard(start - 1, knows);
            assert!(number(&words, start - 1) && number(&seen, start), "{words}; {seen}");
            assert!(seen.starts_with(&(start - 1).to_string()), "{seen}");
        }
        let (words, seen) = heard(start - 1, Viewer::Side(THEIRS));
        assert!(
            !number(&words, start - 1) && words.contains("comes back") && words.contains("is back, marked")
        );
        assert!(seen.starts_with("marked"), "{seen}");
        // Without losses there is no marker, and nothing to hide.
        let (words, seen) = heard(start, Viewer::Side(THEIRS));
        assert!(number(&words, start) && seen.starts_with(&start.to_string()), "{words}; {seen}");
    }

    #[test]
    fn what_a_rally_rolled_both_sides_hear() {
        let field = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0));
        let (state, ids) = field.theirs(Arm::Infantry, at(0.0, 9.0, 180.0)).state();
        let back = Event::Rallied { stand: ids[0], pose: at(0.0, 0.0, 0.0), points: 2, fiat: false };
        let told = Easy::redacted_event(&state, &back, Viewer::Side(THEIRS));
        assert!(told.is_some_and(|told| told.contains("2 sp")));
    }
}
