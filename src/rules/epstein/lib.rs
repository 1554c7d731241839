//! Beer and Pretzels Napoleonics (Epstein, second edition): battalions of several stands, fire and melee by tables, on an open table.
//!
//! Source: the clauses `epstein:*` of the rulebook in `assets/rules/epstein.ron`. Units: inches, figures, points of value.

pub mod advance;
pub mod answer;
pub mod arrival;
pub mod asks;
pub mod assault;
mod at_houses;
#[cfg(test)]
mod bad_input;
pub mod brief;
pub mod cases;
pub mod charge;
pub mod clash;
mod columns;
pub mod coming;
pub mod companies;
pub mod contact;
pub mod control;
pub mod cover;
pub mod event;
pub mod fiat;
pub mod fire;
pub mod form;
pub mod formation;
pub mod garrison;
pub mod ground;
pub mod groups;
pub mod guns;
pub mod holes;
pub mod house_event;
pub mod house_fire;
pub mod houses;
pub mod invariants;
pub mod kind;
pub mod leaders;
pub mod losses;
pub mod measure;
pub mod melee;
pub mod messages;
pub mod morale;
pub mod movement;
pub mod mover;
pub mod moving;
pub mod naming;
mod objections;
pub mod obstacles;
pub mod odds;
pub mod offers;
pub mod options;
pub mod order;
pub mod outcome;
pub mod pending;
pub mod position;
pub mod rally;
pub mod refusal;
pub mod reply;
pub mod river;
pub mod room;
pub mod roster;
pub mod rout;
pub mod rule_set;
pub mod scratch;
pub mod settle;
pub mod sight;
pub mod skirmish;
pub mod spelling;
pub mod standing;
pub mod state;
pub mod summary;
pub mod support;
pub mod tables;
pub mod turn;
pub mod victory;
pub mod volley;
mod waiting;
pub mod watched;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use dice::{Throw, Tray};
use game::options::{OptionFault, OptionSpec, Options as Chosen};
use game::working::Note;
use game::{Due, Facts, Odds, OfferKind, Overruled, RuleSet, Ruling, Standing, Stop};
use scenario::army::{PieceKind, Unit, UnitProfile};
use scenario::roster::{Column, Row};
use scenario::{Scenario, TableObjection};
use table::Body;

pub use event::Event;
pub use order::Order;
pub use position::Position;
pub use refusal::{Code, Refusal};
pub use roster::{Game, StandId, UnitId};
pub use rule_set::Epstein;
pub use scratch::{Judged, Scratch};
pub use state::{GroupId, State};

use formation::Formation;
use kind::Kind;
use naming::find;
use order::{Answering, Family};
use pending::{ChargeStep, Pending};

impl RuleSet for Epstein {
    const ID: &'static str = "epstein";
    const VERSION: u32 = 1;
    const OFFER_KINDS: &'static [OfferKind] = order::OFFER_KINDS;
    const PIECES: PieceKind = PieceKind::Unit;
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

    fn profile(unit: &Unit) -> Option<UnitProfile> {
        columns::profile(unit)
    }

    fn body_of(unit: &Unit, formation: Option<&str>) -> Option<Body> {
        let kind = Kind::named(&unit.class)?;
        let formation = match formation {
            Some(word) => Formation::named(word)?,
            None => Formation::usual(kind.arm()),
        };
        let (width, _) = kind.stand_size();
        Some(formation::body(formation, kind, usize::from(unit.stands), width))
    }

    fn changed_options(state: &State) -> Chosen {
        Chosen(state.options_changed.clone())
    }

    fn changed_cells(state: &State) -> BTreeMap<String, String> {
        state.cells_changed.clone()
    }

    fn start(scenario: Scenario, options: &Chosen) -> Result<State, OptionFault> {
        Ok(turn::start(Game::new(scenario, options)?))
    }

    fn due(state: &State) -> Due<Order> {
        offers::due(state)
    }

    fn overruled(state: &mut State) -> &mut Overruled {
        &mut state.overruled
    }

    fn judge(state: &State, order: &Order, tray: &mut dyn Tray) -> Result<Ruling<Event>, Stop<Refusal>> {
        let mut scratch = Scratch::new(state, tray);
        rule_on(&mut scratch, order)?;
        settle::settle(&mut scratch)?;
        groups::note_strays(&mut scratch);
        Ok(scratch.finish())
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn odds(state: &State, order: &Order) -> Result<Odds, Stop<Refusal>> {
        odds::odds(state, order)
    }

    const HAS_SECRETS: bool = false;

    /// Notices of stands that overlap at the start.
    fn notices(state: &State) -> Vec<Note> {
        let units = |stand: StandId| &state.game.unit(state.stand(stand).unit).short;
        let said =
            invariants::overlapping(state).into_iter().map(|(one, other, _)| (units(other), units(one)));
        let pairs: BTreeSet<(&String, &String)> = said.collect();
        let words = |(one, other): (&String, &String)| format!("{one} and {other} stand in one another");
        pairs.into_iter().map(|pair| Note::new("epstein:5.11", words(pair))).collect()
    }

    fn throw_kind(throw: &Throw) -> &'static str {
        match throw.clause.strip_prefix("epstein:").unwrap_or_default() {
            clause
                if clause.starts_with("8.") || clause.starts_with("15.3") || clause.starts_with("15.4") =>
            {
                "fire"
            }
            "9.5" | "9.10" => "morale",
            "9.11" => "melee",
            _ => "dice",
        }
    }

    fn standing(state: &State) -> Standing {
        turn::standing(state)
    }

    fn is_over(state: &State) -> bool {
        matches!(state.phase, state::Phase::Over(_))
    }

    fn last_turn(state: &State, _of_scenario: u8) -> u8 {
        victory::last_turn(state)
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::PeriodBegan { .. } | Event::Ended(_))
    }

    fn say_order(state: &State, order: &Order) -> String {
        spelling::say_order(state, order)
    }

    fn say_event(state: &State, event: &Event) -> Option<String> {
        words::say_event(state, event)
    }

    fn log_event(state: &State, event: &Event) -> Option<String> {
        words::log_event(state, event)
    }

    fn facts(before: &State, after: &State, order: &Order, events: &[Event]) -> Facts {
        brief::facts(before, after, order, events)
    }
}

/// Passes the order to the module that judges it.
fn rule_on(s: &mut Scratch<'_>, order: &Order) -> Judged {
    if let Order::Fiat(fiat) = order {
        return fiat::judge(s, fiat);
    }
    turn::check_running(&s.state)?;
    let of_leader = order.goes_along().is_some();
    let at_house = matches!(order, Order::EnterHouse { .. } | Order::LeaveHouse { .. });
    if order.family() == Family::Decisions || of_leader || at_house && decides_house(&s.state) {
        return decide(s, order);
    }
    check_nothing_waits(&s.state)?;
    if *order != Order::RollControl {
        control::check_thrown(&s.state)?;
    }
    let state = &s.state;
    let group = |name: &str| find(state, name);
    match order {
        Order::RollFirst => turn::judge_first(s),
        Order::RollControl => control::judge(s),
        Order::EndPeriod => turn::judge_end_period(s),
        Order::Halt { unit } => {
            let id = group(unit)?;
            rally::judge_halt(s, id)
        }
        Order::RunOn { unit } => {
            let id = group(unit)?;
            rally::judge_run_on(s, id)
        }
        Order::Enter { unit, at } => arrival::judge_enter(s, unit, *at),
        Order::Form { unit, formation, heading, places } => {
            let id = group(unit)?;
            form::judge_form(s, id, *formation, *heading, places.as_deref())
        }
        Order::Move { unit, way } => {
            let id = group(unit)?;
            movement::judge_move(s, id, way)
        }
        Order::Skirmish { unit, ways } => {
            let id = group(unit)?;
            skirmish::judge_skirmish(s, id, ways)
        }
        Order::CloseUp { unit, formation, at } => {
            let id = group(unit)?;
            skirmish::judge_close_up(s, id, *formation, *at)
        }
        Order::Detach { unit, stands } => {
            let id = group(unit)?;
            groups::judge_detach(s, id, stands)
        }
        Order::Join { unit, to } => {
            let (id, to) = (group(unit)?, group(to)?);
            groups::judge_join(s, id, to)
        }
        Order::Ford { unit } => {
            let id = group(unit)?;
            river::judge_ford(s, id)
        }
        Order::Volley { unit, target, with } => {
            let (id, target) = (group(unit)?, group(target)?);
            let with: Vec<GroupId> =
                with.iter().flatten().map(|name| group(name)).collect::<Result<_, _>>()?;
            fire::judge_volley(s, id, target, &with)
        }
        Order::Charge { unit, way, target, support } => {
            let (id, target) = (group(unit)?, group(target)?);
            let support: Vec<GroupId> =
                support.iter().flatten().map(|name| group(name)).collect::<Result<_, _>>()?;
            charge::judge_charge(s, id, way, target, &support)
        }
        Order::Guns { gun, load, pivot } => {
            let id = group(gun)?;
            guns::shot::judge_guns(s, id, *load, *pivot)
        }
        Order::SendGunners { gun, figures, to } => {
            let (id, to) = (group(gun)?, group(to)?);
            guns::gunners::judge_send(s, id, *figures, to)
        }
        Order::Lead { leader, to } => {
            let id = group(leader)?;
            leaders::judge_lead(s, id, *to)
        }
        Order::EnterHouse { unit, house, way, stands } => {
            garrison::judge_enter(s, unit, house, way.as_deref(), stands.as_deref())
        }
        Order::LeaveHouse { stand, at } => garrison::judge_leave(s, stand, *at),
        Order::Post { stand, side } => garrison::judge_post(s, stand, *side),
        Order::FireAtHouse { unit, house, stands } => {
            house_fire::judge_at_house(s, unit, house, stands.as_deref())
        }
        Order::HouseFire { stand, target, side } => house_fire::judge_out(s, stand, target, *side),
        Order::Assault { house, stands } => assault::judge_assault(s, house, stands),
        Order::Answer { .. }
        | Order::Support { .. }
        | Order::PlaceLosses { .. }
        | Order::Follow { .. }
        | Order::Stay { .. }
        | Order::Fiat(_) => Ok(()),
    }
}

/// Is a move into or out of a house the pending decision?
fn decides_house(state: &State) -> bool {
    matches!(state.waits(), Some(Pending::Opening(_) | Pending::Flames(_)))
}

/// Checks that no decision is pending.
fn check_nothing_waits(state: &State) -> Judged {
    let Some(_) = state.waits() else { return Ok(()) };
    let due = offers::due(state);
    let remedy = format!("Decide first: {}", due.prompt);
    Err(Refusal::new(Code::DecideFirst, due.clause, "something else waits for a decision", remedy).into())
}

/// Losses as shared out by an order.
fn shares(state: &State, losses: &[(String, u32)]) -> Result<losses::Shares, Refusal> {
    let share = |(key, count): &(String, u32)| match state.game.find_stand(key) {
        Some(stand) => Ok((stand, u16::try_from(*count).unwrap_or(u16::MAX))),
        None => {
            let fact = "a stand is named that there is not";
            Err(Refusal::new(Code::NoSuchUnit, "epstein:g.4", fact, "Name stands, as F03.2"))
        }
    };
    losses.iter().map(share).collect()
}

/// Answers the pending decision.
fn decide(s: &mut Scratch<'_>, order: &Order) -> Judged {
    let Some(pending) = s.state.waits() else {
        return wrong("nothing waits for this decision", "Move, fire or charge");
    };
    match pending {
        Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Flames(_)
        | Pending::Follow(_) => return decide_at_house(s, order, &pending),
        Pending::Shot(_) | Pending::Losses(_) | Pending::Charge(_) | Pending::Risk(_) => {}
    }
    match (order, &pending) {
        (Order::Answer { unit, how, at }, Pending::Shot(shot)) => {
            if !is_about(&s.state, unit, shot.on)? {
                return wrong("another unit is fired at", "Answer for the one that is");
            }
            let at = at.as_deref().map(|name| find(&s.state, name)).transpose()?;
            answer::judge_answer(s, shot, *how, at)
        }
        (Order::Answer { unit, how, .. }, Pending::Charge(charge)) if charge.step == ChargeStep::Answer => {
            let Some(met) = &charge.met else { return Ok(()) };
            if !is_about(&s.state, unit, met.group)? {
                return wrong("another unit is charged", "Answer for the one that is");
            }
            reply::judge_answer(s, charge, *how)
        }
        (Order::Support { units }, Pending::Charge(charge)) if charge.step == ChargeStep::Contact => {
            let units: Vec<GroupId> =
                units.iter().map(|name| find(&s.state, name)).collect::<Result<_, _>>()?;
            reply::judge_support(s, charge, &units)
        }
        (Order::PlaceLosses { unit, losses }, Pending::Losses(lost)) => {
            let mut about = is_about(&s.state, unit, lost.of)?;
            for other in lost.shared.iter().flat_map(|shared| &shared.units) {
                about |= is_about(&s.state, unit, *other)?;
            }
            if !about {
                return wrong("another unit loses figures", "Place those of the one that does");
            }
            let shares = shares(&s.state, losses)?;
            losses::judge(s, lost, &shares)
        }
        _ => not_this(&s.state),
    }
}

/// Answers the pending decision at a house, or of a leader (`epstein:14.c.4`, `epstein:15.3` to `epstein:15.9`).
fn decide_at_house(s: &mut Scratch<'_>, order: &Order, pending: &Pending) -> Judged {
    match (order, pending) {
        (Order::Answer { unit, how, .. }, Pending::HouseShot(shot)) => {
            if !is_about(&s.state, unit, shot.on)? {
                return wrong("another unit is fired at", "Answer for the one that is");
            }
            house_fire::judge_answer(s, shot, *how)
        }
        (Order::Answer { unit, how, .. }, Pending::Assault(assault)) => {
            let by = assault::next(&s.state, assault).and_then(|(.., shot)| shot).map(|shot| shot.by);
            if by != Some(find(&s.state, unit)?) {
                return wrong("another stand is assaulted", "Answer for the one that is");
            }
            assault::judge_answer(s, assault, *how)
        }
        (Order::EnterHouse { unit, house, way: None, stands }, Pending::Opening(opening)) => {
            if houses::find(&s.state, house)? != opening.house {
                return wrong("another house has been emptied", "Name that one, or stay outside");
            }
            let id = find(&s.state, unit)?;
            garrison::judge_occupy(s, opening, id, stands.as_deref())
        }
        (Order::Answer { how: Answering::Nothing, .. }, Pending::Opening(_)) => {
            s.emit(Event::Settled);
            Ok(())
        }
        (Order::LeaveHouse { stand, at }, Pending::Flames(house)) => {
            let id = find(&s.state, stand)?;
            garrison::judge_flee(s, *house, id, *at)
        }
        (Order::Follow { leader }, Pending::Follow(following)) => {
            let id = find(&s.state, leader)?;
            leaders::judge_follow(s, *following, id, true)
        }
        (Order::Stay { leader }, Pending::Follow(following)) => {
            let id = find(&s.state, leader)?;
            leaders::judge_follow(s, *following, id, false)
        }
        _ => not_this(&s.state),
    }
}

/// The refusal of an order that answers another decision than the pending one.
fn not_this(state: &State) -> Judged {
    wrong("this is not what waits for a decision", &offers::due(state).prompt)
}

fn wrong(fact: &str, remedy: &str) -> Judged {
    Err(Refusal::new(Code::NotDue, "epstein:4.2", fact, remedy).into())
}

/// Does the name mean this group? A pending decision is about one group of a unit, which the unit's own name then means, even
/// if the main body is another.
fn is_about(state: &State, name: &str, id: GroupId) -> Result<bool, Refusal> {
    let own = !state.group(id).is_gone() && state.game.unit(state.unit(id)).id == name;
    if own { Ok(true) } else { find(state, name).map(|found| found == id) }
}
