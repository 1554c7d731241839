//! Supply wagons: capture, destruction, and armies that have none left.
//!
//! Clauses: `easy:VI.A` to `easy:VI.A.d`, `easy:II.D-target`. Units: inches, victory points.

use game::working::{Measured, Note};
use game::{Clause, Offer};
use scenario::Side;
use scenario::army::Arm;
use table::contact::first_touch_is_front;
use table::measure::gap;
use table::tolerance::{TOUCH, touching};

use super::chits;
use super::event::Event;
use super::movement::check_may_move;
use super::movement::walk::roles::touched_trains;
use super::order::{Order, Taking};
use super::refusal::{Code, Refusal};
use super::roster::{CommandId, StandId, Train};
use super::scratch::{Judged, Scratch};
use super::state::{BattleOutcome, Level, Overrun, Phase, Place, Reason, State};
use super::touching::{is_train, takes};

/// A remaining allowance below this ends the move, in printed inches.
const LEAST: f32 = 0.05;

/// The stand that has to capture or destroy wagons before anything else is done, and the wagons it has reached.
///
/// `None` if there is no such stand.
fn undecided(state: &State) -> Option<(StandId, &Overrun)> {
    let overruns = state.active()?.overruns.iter();
    overruns.map(|(stand, overrun)| (*stand, overrun)).find(|(_, overrun)| !overrun.undecided.is_empty())
}

/// The side that has to decide about a wagon before anything else, the clause, and the question (`easy:VI.A.b`).
///
/// `None` if no decision is pending.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    let (stand, overrun) = undecided(state)?;
    let wagon = state.say(*overrun.undecided.first()?);
    let prompt = format!("Does {} capture or destroy {wagon}?", state.say(stand));
    Some((state.side(stand), "easy:VI.A.b", prompt))
}

/// Refuses other orders until a wagon that was reached is captured or destroyed.
pub fn check_decided(state: &State, order: &Order) -> Result<(), Refusal> {
    match (order, awaited(state)) {
        (Order::Take { .. }, _) | (_, None) => Ok(()),
        (_, Some((_, clause, prompt))) => Err(Refusal::new(
            Code::Phase,
            clause,
            "a wagon has been reached, and its fate comes first",
            prompt,
        )),
    }
}

/// A stand captures or destroys a wagon that it touches (`easy:VI.A.b`).
pub fn judge_take(s: &mut Scratch<'_>, stand: StandId, wagon: StandId, how: Taking) -> Judged {
    check_may_take(&s.state, stand, wagon)?;
    if s.state.arm(wagon) == Arm::Pontoon {
        return take_pontoons(s, stand, wagon, how);
    }
    let (to, name, prize) = (s.state.side(stand), s.state.say(stand), s.state.say(wagon));
    let words = match how {
        Taking::Capture => format!("{name} captures {prize}: both may go on"),
        Taking::Destroy => format!("{name} destroys {prize}, and its move ends there"),
    };
    s.note(Note::new("easy:VI.A.b", words));
    s.emit(Event::WagonTaken { wagon, by: stand, how, to });
    score(s, wagon, to);
    close_overrun(s, stand);
    Ok(())
}

/// Ends the action of a stand that has no wagon left to decide about and may not go on, because it destroyed one or
/// has used up its allowance.
fn close_overrun(s: &mut Scratch<'_>, stand: StandId) {
    let now = s.state.active();
    let Some(overrun) = now.and_then(|now| now.overruns.get(&stand)).filter(|o| o.undecided.is_empty())
    else {
        return;
    };
    let least = s.state.lengths().inches(LEAST);
    let spent = overrun.left.is_some_and(|left| left < least);
    if (overrun.destroyed || spent) && s.state.may_act(stand) {
        s.emit(Event::Acted { stand });
    }
}

/// Changes the side of a train by fiat. A stand that had reached it no longer has to decide about it (`easy:0.8`).
pub fn hand_over(s: &mut Scratch<'_>, train: StandId, to: Side) {
    let captor = undecided(&s.state).filter(|(_, overrun)| overrun.undecided.contains(&train));
    let captor = captor.map(|(stand, _)| stand);
    s.emit(Event::SideChanged { stand: train, to });
    if let Some(stand) = captor {
        close_overrun(s, stand);
    }
}

/// Captures a pontoon train that the stand touches. This is the stand's action (`easy:V.D.3`).
fn take_pontoons(s: &mut Scratch<'_>, stand: StandId, train: StandId, how: Taking) -> Judged {
    let (to, name, prize) = (s.state.side(stand), s.state.say(stand), s.state.say(train));
    if how == Taking::Destroy {
        let fact = format!("{prize} is a pontoon train, and those are captured");
        return Err(Refusal::new(Code::BadTarget, "easy:V.D.3", fact, "Capture it").into());
    }
    s.note(Note::new("easy:V.D.3", format!("{name} captures {prize}")));
    s.emit(Event::SideChanged { stand: train, to });
    s.emit(Event::Acted { stand });
    Ok(())
}

/// Scores a captured or destroyed wagon at once, unless only wagons held at the end score (`easy:VI.A.c`).
fn score(s: &mut Scratch<'_>, wagon: StandId, side: Side) {
    if s.state.options().wagon_points_held {
        return;
    }
    s.note(Note::new("easy:VI.A.c", format!("1 point for {}", s.state.say_side(side))));
    s.emit(Event::Scored { side, points: 1, reason: Reason::Wagon(wagon) });
}

/// Checks that the stand may take this wagon now.
fn check_may_take(state: &State, stand: StandId, wagon: StandId) -> Result<(), Refusal> {
    let (name, prize) = (state.say(stand), state.say(wagon));
    let refuse = |code, fact: String, remedy: &str| Err(Refusal::new(code, "easy:VI.A.b", fact, remedy));
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    if let Some((by, overrun)) = undecided(state) {
        if by == stand && overrun.undecided.contains(&wagon) {
            return Ok(());
        }
        let first = overrun.undecided.iter().map(|id| state.say(*id)).collect::<Vec<_>>().join(" and ");
        let fact = format!("{} has reached {first}, whose fate comes first", state.say(by));
        return refuse(Code::Phase, fact, "Capture or destroy what was reached");
    }
    check_may_move(state, stand)?;
    if !is_train(state.arm(wagon)) || !state.are_enemies(stand, wagon) {
        let fact = format!("{prize} is no wagon of the enemy");
        return refuse(Code::BadTarget, fact, "Choose an enemy wagon or pontoon train");
    }
    if !takes(state.arm(stand), state.arm(wagon)) {
        let fact = format!("{name} may not take {prize}");
        let remedy = "Infantry, cavalry and engineers take wagons, guns pontoons too";
        refuse(Code::MayNotContact, fact, remedy).or_else(stands)?;
    }
    let (Some(own), Some(there)) = (state.placed(stand), state.placed(wagon)) else {
        let fact = format!("{prize} is not on the table");
        return refuse(Code::NoSuchStand, fact, "Choose a wagon on the table");
    };
    let line = gap(own, there);
    if !touching(line.distance) {
        let what = format!("{name} to {prize}");
        let measured = Measured::at_most(what, line.from, line.to, line.distance, TOUCH);
        let fact = format!("{name} does not touch {prize}");
        let refusal = Refusal::new(Code::BadTarget, "easy:VI.A.b", fact, "Move into contact with it first");
        refusal.with(measured).unless(&state.overruled)?;
    }
    if !first_touch_is_front(own.quad(), there.quad(), state.lengths().front_corner_slack()) {
        let fact = format!("{name} touches {prize} other than with its front");
        refuse(Code::SideContact, fact, "Turn the front edge to the wagon first").or_else(stands)?;
    }
    Ok(())
}

/// The wagons that may be captured or destroyed now: those just reached, otherwise those touched by stands that have
/// not acted.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active() else { return Vec::new() };
    if !state.has_trains() {
        return Vec::new();
    }
    let pairs: Vec<(StandId, StandId)> = match undecided(state) {
        Some((stand, overrun)) => overrun.undecided.iter().map(|wagon| (stand, *wagon)).collect(),
        None => {
            let waiting = now.list.iter().copied().filter(|id| !now.acted.contains(id));
            let touched =
                waiting.flat_map(|id| touched_trains(state, id).into_iter().map(move |wagon| (id, wagon)));
            touched.filter(|(stand, wagon)| check_may_take(state, *stand, *wagon).is_ok()).collect()
        }
    };
    let ways = [(Taking::Capture, "captures"), (Taking::Destroy, "destroys")];
    let open = |wagon: StandId, how: Taking| how == Taking::Capture || state.arm(wagon) == Arm::Wagon;
    let offer = |(stand, wagon): (StandId, StandId)| {
        let open = ways.into_iter().filter(move |(how, _)| open(wagon, *how));
        open.map(move |(how, verb)| Offer {
            order: Order::Take { stand, wagon, how },
            kind: "take",
            words: format!("{} {verb} {}", state.say(stand), state.say(wagon)),
            family: false,
        })
    };
    pairs.into_iter().flat_map(offer).collect()
}

/// Destroys a train that artillery has hit (`easy:V.D.3`; `fire-at-wagons`).
///
/// Ruling: the book allows no fire at wagons. If the option does, one hit destroys a wagon like a pontoon train, and
/// it scores as destroyed (`easy:VI.A.c`).
pub fn wreck(s: &mut Scratch<'_>, train: StandId, battery: StandId) {
    let to = s.state.side(battery);
    let (clause, name) = match s.state.arm(train) {
        Arm::Wagon => ("easy:II.D-target", s.state.say(train)),
        _ => ("easy:V.D.3", s.state.say(train)),
    };
    s.note(Note::new(clause, format!("one hit destroys {name}")));
    s.emit(Event::Wrecked { stand: train, to });
    if s.state.arm(train) == Arm::Wagon {
        score(s, train, to);
    }
}

/// Brings a wagon chit into play for a side that has captured a wagon but has no such chit in play: it has no wagons
/// of its own, or none on the table yet.
///
/// Clause: `easy:VI.A`. Ruling: the chit goes to the discards, because the captor may move the wagon at once
/// (`easy:VI.A.b`). It is in the cup from the next turn on, and stays in play.
pub fn settle(s: &mut Scratch<'_>) {
    let state = &s.state;
    if !state.options().wagons || state.taken.is_empty() || matches!(state.phase, Phase::Over(_)) {
        return;
    }
    let has_prize = |command: CommandId| {
        let mut members = state.members(command).into_iter();
        members.any(|id| state.is_taken(id) && state.pose(id).is_some())
    };
    let chits = state.roster().commands.iter().filter(|info| info.train == Some(Train::Wagons));
    let due: Vec<CommandId> = chits
        .map(|info| info.id)
        .filter(|id| chits::chit(state, *id) == chits::Chit::ToCome && has_prize(*id))
        .collect();
    for command in due {
        let side = s.state.say_side(s.state.command_side(command));
        let words = format!("{side} has captured a wagon and has a wagon chit now: it goes to the discards");
        s.note(Note::new("easy:VI.A", words));
        s.emit(Event::ChitDiscarded { command });
    }
}

/// The sides that began with wagons and control none now. Wagons still to arrive count (`easy:VI.A.d`).
pub fn without(state: &State) -> [bool; 2] {
    let wagons = || state.ids().filter(|id| state.arm(*id) == Arm::Wagon);
    let controlled = |id: &StandId| matches!(state.stand(*id).place, Place::Table(_) | Place::Reserve);
    Side::BOTH.map(|side| {
        wagons().any(|id| state.unit(id).side == side)
            && !wagons().filter(controlled).any(|id| state.side(id) == side)
    })
}

/// Adjusts the outcome for sides that have lost all wagons: such a side loses at least decisively. If both have, the
/// points decide (`easy:VI.A.d`).
pub fn outcome(by_points: BattleOutcome, without: [bool; 2]) -> BattleOutcome {
    let loser = match without {
        [true, false] => Side(0),
        [false, true] => Side(1),
        [true, true] | [false, false] => return by_points,
    };
    let winner = loser.enemy();
    let level = match by_points.winner {
        Some(side) if side == winner => by_points.level.max(Level::Decisive),
        _ => Level::Decisive,
    };
    BattleOutcome { level, winner: Some(winner), points: by_points.points, without_wagons: Some(loser) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_set::Easy;
    use crate::{event, turn};
    use game::RuleSet;
    use game::options::Options as Chosen;
    use scenario::{self, AnyRules, Embedded};

    fn waterloo(wagons: bool) -> State {
        let (mut scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("Waterloo is sound");
        if wagons {
            scenario.options.insert("opt-wagons".into(), "on".into());
        }
        Easy::start(scenario, &Chosen::default()).expect("its options are sound")
    }

    #[test]
    fn one_chit_moves_the_wagons_of_allied_armies() {
        let state = waterloo(true);
        let find = |key: &str| state.roster().find_command(key).expect("it is in the file");
        let trains: Vec<_> =
            state.roster().commands.iter().filter(|info| info.train == Some(Train::Wagons)).collect();
        assert_eq!(
            trains.iter().map(|info| info.key.as_str()).collect::<Vec<_>>(),
            ["fr-wagons", "al-wagons"]
        );
        assert_eq!(trains.iter().map(|info| info.stands.len()).collect::<Vec<_>>(), [7, 7]);
        for key in ["wellington", "bluecher"] {
            assert!(state.is_under(find("al-wagons"), find(key)), "{key}");
            assert!(!state.is_under(find("fr-wagons"), find(key)), "{key}");
        }
        assert!(!state.is_under(find("fr-wagons"), find("ney")), "a wing commander has none");
        let corps = |key: &str| {
            let members = state.members(find(key)).into_iter();
            members
                .filter(|id| state.arm(*id) == Arm::Wagon)
                .map(|id| state.unit(id).key.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(corps("fr-i"), ["F70"]);
        assert_eq!(corps("al-picton"), ["A63"]);
        assert!(corps("napoleon").is_empty() && corps("pr-iv").is_empty());
        assert_eq!(state.cup.iter().filter(|id| state.command(**id).train.is_some()).count(), 2);
    }

    #[test]
    fn without_the_option_waterloo_has_neither_wagons_nor_their_chits() {
        let state = waterloo(false);
        assert!(state.ids().all(|id| state.arm(id) != Arm::Wagon));
        assert!(state.roster().commands.iter().all(|info| info.train.is_none()));
        let saved = serde_json::to_string(&state).expect("a state is data");
        assert!(!saved.contains("taken") && !saved.contains("overruns"));
    }

    #[test]
    fn a_stand_changes_sides_and_back() {
        let mut state = waterloo(true);
        let id = state.roster().find_stand("F70").expect("the wagon of I Corps");
        let friend = state.roster().find_stand("F71").expect("that of II Corps");
        let own = state.unit(id).side;
        event::apply(&mut state, &Event::SideChanged { stand: id, to: own.enemy() });
        assert_eq!((state.side(id), state.unit(id).side), (own.enemy(), own));
        assert!(state.are_enemies(id, friend));
        let chit = state.roster().find_command("al-wagons").expect("the chit of the Allied wagons");
        assert!(state.members(chit).contains(&id));
        assert!(crate::words::describe(&state, id).ends_with("captured by Allied"));
        event::apply(&mut state, &Event::SideChanged { stand: id, to: own });
        assert!(!state.is_taken(id) && state.taken.is_empty());
    }

    #[test]
    fn who_has_no_wagon_left_loses_decisively_at_least() {
        let end = |points, without| {
            let found = outcome(turn::outcome(points, false), without);
            (found.winner, found.level)
        };
        assert_eq!(end([12, 4], [false, true]), (Some(Side(0)), Level::Overwhelming));
        assert_eq!(end([5, 8], [false, true]), (Some(Side(0)), Level::Decisive));
        assert_eq!(end([7, 7], [true, false]), (Some(Side(1)), Level::Decisive));
        assert_eq!(end([9, 5], [true, true]), (Some(Side(0)), Level::Marginal));
        assert_eq!(end([3, 3], [true, true]), (None, Level::Draw));
        assert_eq!(end([9, 5], [false, false]), (Some(Side(0)), Level::Marginal));
    }
}
