//! Turns: draws, weather, objectives, and the end of the battle (`easy:II.A`, `easy:IV.B` to `easy:IV.D`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dice::Throw;
use game::ending::people;
use game::working::Note;
use game::{Due, Offer};
use scenario::{Side, Start, Weather, WeatherPlan};
use table::measure::gap_to_polygon;
use table::tolerance::within;

use super::chits::chit_name;
use super::engineers::task::Engineers;
use super::event::Event;
use super::ground::Changes;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::regroup::regrouped::Regrouped;
use super::roster::{CommandId, Game, ObjectiveId, StandId};
use super::scratch::{Judged, Scratch};
use super::state::{BattleOutcome, Level, Phase, Place, Play, Reason, StandState, State, Step};
use super::tables::weather_of;
use super::{activation, combat, engineers, regroup, wagons};

/// The state before the first order of a game.
pub fn start(game: Arc<Game>) -> State {
    let stands = game
        .roster
        .stands
        .iter()
        .map(|unit| {
            let place = match &unit.start {
                Start::Deployed(pose) => Place::Table(*pose),
                Start::Arrives { .. } => Place::Reserve,
            };
            StandState::new(place, unit.strength)
        })
        .collect();
    let holders = game.scenario.objectives.iter().map(|objective| objective.held_by).collect();
    let play = Play {
        stands,
        turn: 1,
        weather: Weather::Clear,
        phase: Phase::Draw,
        cup: Vec::new(),
        discards: Vec::new(),
        stack: Vec::new(),
        scores: Vec::new(),
        holders,
        closed: BTreeMap::new(),
        served: BTreeSet::new(),
        ammunition: super::ammunition::stocks(&game),
        regrouped: Regrouped::default(),
        options_changed: BTreeMap::new(),
        taken: BTreeMap::new(),
        pontoons: BTreeMap::new(),
        changes: Changes::default(),
        engineers: Engineers::default(),
    };
    let mut state = State { roster: Arc::clone(&game.roster), game, play };
    match &state.game.scenario.weather {
        WeatherPlan::Fixed(plan) => state.weather = plan.get(&1).copied().unwrap_or_default(),
        WeatherPlan::Rolled { .. } => state.phase = Phase::Weather,
    }
    state.cup = joining(&state);
    state
}

/// Commands whose chits are neither in the cup nor in the discards, and which have come into play by this turn:
/// those that had stands on the table from the start, and those whose first reinforcements are due (`easy:II.A.1`). A
/// command of two chits is named twice (`easy:VI.B`), one that is absorbed never (`easy:V.B`).
pub(super) fn joining(state: &State) -> Vec<CommandId> {
    let in_play = |id: StandId| match &state.unit(id).start {
        Start::Deployed(_) => true,
        Start::Arrives { turn, .. } => *turn <= state.turn,
    };
    let roster = state.roster();
    let out = |command: &CommandId| {
        let chits = state.cup.iter().chain(&state.discards);
        !chits.into_iter().any(|chit| chit == command) && !state.is_absorbed(*command)
    };
    let commands = roster.commands.iter().map(|command| command.id);
    let joining = commands.filter(out).filter(|id| roster.stands_of(*id).any(in_play));
    joining.flat_map(|id| std::iter::repeat_n(id, state.chits_of(id))).collect()
}

/// Refuses every order once the battle is over.
pub fn check_running(state: &State) -> Judged {
    match state.phase {
        Phase::Over(_) => Err(Refusal::new(
            Code::GameOver,
            "easy:IV.B",
            "the battle is over",
            "Undo to play on from an earlier order",
        )
        .into()),
        Phase::Weather | Phase::Draw | Phase::Active => Ok(()),
    }
}

fn wrong_phase(fact: &str, remedy: &str) -> Refusal {
    Refusal::new(Code::Phase, "easy:0.5", fact, remedy)
}

/// Rolls the weather of this turn (`easy:IV.D`, `easy:IV.D-variable`).
pub fn judge_weather(s: &mut Scratch<'_>) -> Judged {
    super::ammunition::check_rolled(&s.state)?;
    if s.state.phase != Phase::Weather {
        return Err(wrong_phase("the weather is settled for this turn", "Go on with the chits").into());
    }
    if s.state.turn > 1 {
        let change =
            s.throw(Throw::sum(1, 6, None, "easy:IV.D-variable", "weather: odd means a new roll"))?;
        if change.value % 2 == 0 {
            let weather = s.state.weather;
            s.note(Note::new("easy:IV.D-variable", format!("rolled {}: the weather holds", change.value)));
            s.emit(Event::WeatherSet { weather });
            return Ok(());
        }
    }
    let season = matches!(s.state.game.scenario.weather, WeatherPlan::Rolled { winter_or_spring: true });
    let rolled = s.throw(Throw::sum(1, 6, None, "easy:IV.D", "weather"))?;
    let weather = weather_of(rolled.value, season);
    let plus = if season { " + 1 for the season" } else { "" };
    s.note(Note::new("easy:IV.D", format!("rolled {}{plus}: {}", rolled.value, weather.words())));
    s.emit(Event::WeatherSet { weather });
    Ok(())
}

/// Draws a chit; its command becomes active (`easy:II.A.2.1`).
pub fn judge_draw(s: &mut Scratch<'_>) -> Judged {
    super::ammunition::check_rolled(&s.state)?;
    match s.state.phase {
        Phase::Draw => {}
        Phase::Weather => {
            return Err(wrong_phase("the weather has to be rolled first", "Roll the weather").into());
        }
        Phase::Active | Phase::Over(_) => {
            return Err(wrong_phase("a command is still active", "Finish its activation first").into());
        }
    }
    if s.state.cup.is_empty() {
        // No command has come into play yet: the turn ends at once.
        return Ok(());
    }
    let names = s.state.cup.iter().map(|chit| chit_name(&s.state, *chit)).collect();
    let drawn = s.throw(Throw::draw(names, "easy:II.A.2.1", "a chit from the cup"))?;
    let command = s.state.cup[drawn.value as usize - 1];
    s.note(Note::new("easy:II.A.2.1", format!("drew {}", chit_name(&s.state, command))));
    s.emit(Event::ChitDrawn { command });
    if s.state.is_absorbed(command) {
        let words = format!(
            "{} has been absorbed: nothing is activated, and the chit leaves play",
            s.state.say_command(command)
        );
        s.note(Note::new("easy:V.B", words));
        return Ok(());
    }
    s.emit(Event::ActivationBegan { command, picked_by: None });
    Ok(())
}

/// The automatic consequences of an order: evading ends, steps end, turns end.
pub fn settle(s: &mut Scratch<'_>) -> Judged {
    combat::settle(s)?;
    engineers::settle(s);
    regroup::detach::settle_posts(s);
    wagons::settle(s);
    while s.state.phase == Phase::Draw && s.state.regrouped.unposted.is_empty() {
        if s.state.options().detach_at_once && s.happened(|event| matches!(event, Event::ActivationEnded)) {
            regroup::detach::detach(s, false);
        }
        if !s.state.cup.is_empty() || !s.state.regrouped.unposted.is_empty() {
            break;
        }
        end_turn(s);
    }
    Ok(())
}

/// Ends the turn: objectives, chits back, next turn or the end of the battle (`easy:II.A.3`, `easy:IV.B`).
fn end_turn(s: &mut Scratch<'_>) {
    hold_objectives(s);
    let without = wagons::without(&s.state);
    if s.state.turn >= s.state.game.scenario.turns || without != [false; 2] {
        end_battle(s, without);
        return;
    }
    let turn = s.state.turn + 1;
    s.emit(Event::ChitsReturned);
    regroup::detach::detach(s, true);
    s.emit(Event::TurnBegan { turn });
    for command in joining(&s.state) {
        let name = s.state.command(command).name.clone();
        let back = s.state.regrouped.answers.values().any(|now| *now == command);
        let how = if back { "has stands again" } else { "arrives" };
        s.note(Note::new("easy:II.A.1", format!("{name} {how}: its chit goes into the cup")));
        s.emit(Event::ChitJoined { command });
    }
    let planned = match &s.state.game.scenario.weather {
        WeatherPlan::Fixed(plan) => plan.get(&turn).copied(),
        WeatherPlan::Rolled { .. } => None,
    };
    if let Some(weather) = planned.filter(|weather| *weather != s.state.weather) {
        s.note(Note::new("easy:IV.D", format!("the weather turns {}", weather.words())));
        s.emit(Event::WeatherSet { weather });
    } else if planned.is_none() && s.state.options().variable_weather {
        s.emit(Event::WeatherDue);
    }
}

/// A place is held by the last side that was the only one with troops in or near it at the end of a turn (`easy:IV.C-terrain`).
fn hold_objectives(s: &mut Scratch<'_>) {
    let game = Arc::clone(&s.state.game);
    for (index, objective) in game.scenario.objectives.iter().enumerate() {
        let mut near = [false; 2];
        for (id, placed) in s.state.on_table() {
            if s.state.arm(id).is_troops()
                && within(
                    gap_to_polygon(placed, &objective.place).distance,
                    game.options.lengths.hold_range(),
                )
            {
                near[s.state.side(id).index()] = true;
            }
        }
        let alone = match near {
            [true, false] => Some(Side(0)),
            [false, true] => Some(Side(1)),
            [true, true] | [false, false] => None,
        };
        if let Some(by) = alone.filter(|by| s.state.holders[index] != Some(*by)) {
            let words = format!("{} now holds {}", s.state.say_side(by), objective.name);
            s.note(Note::new("easy:IV.C-terrain", words));
            s.emit(Event::Held { objective: index, by });
        }
    }
}

/// Awards the objectives and determines the level of victory (`easy:IV.C`).
///
/// `without`: the sides that have lost every wagon (`easy:VI.A.d`).
fn end_battle(s: &mut Scratch<'_>, without: [bool; 2]) {
    let game = Arc::clone(&s.state.game);
    for (index, objective) in game.scenario.objectives.iter().enumerate() {
        if let Some(side) = s.state.holders[index] {
            let reason = Reason::Objective(ObjectiveId(index));
            s.emit(Event::Scored { side, points: i32::from(objective.points), reason });
        }
    }
    let held: Vec<StandId> = s.state.wagons_held().collect();
    for wagon in held {
        let side = s.state.side(wagon);
        s.emit(Event::Scored { side, points: 1, reason: Reason::Wagon(wagon) });
    }
    for side in Side::BOTH.into_iter().filter(|side| without[side.index()]) {
        let words = format!("no wagon is left to {}: the battle is lost", people(s.state.say_side(side)));
        s.note(Note::new("easy:VI.A.d", words));
    }
    declare(s, without);
}

/// After a fiat in a battle that is over: determines the level again, in case the points have changed. A side that lost because
/// it had no wagons left still loses (`easy:VI.A.d`).
pub fn end_again(s: &mut Scratch<'_>) {
    if let Phase::Over(was) = &s.state.phase
        && was.points != s.state.points()
    {
        let without = Side::BOTH.map(|side| was.without_wagons == Some(side));
        declare(s, without);
    }
}

/// The level of victory for the present points (`easy:IV.C`).
fn declare(s: &mut Scratch<'_>, without: [bool; 2]) {
    let outcome = outcome(s.state.points(), s.state.options().zero_counts_as_one);
    let outcome = wagons::outcome(outcome, without);
    let (clause, words) = match outcome.winner {
        None => ("easy:IV.C.1", "the battle is a draw".to_owned()),
        Some(winner) => {
            let clause = match outcome.level {
                Level::Draw => "easy:IV.C.1",
                Level::Marginal => "easy:IV.C.2",
                Level::Decisive => "easy:IV.C.3",
                Level::Overwhelming => "easy:IV.C.4",
            };
            (clause, format!("{} victory of {}", outcome.level.name(), people(s.state.say_side(winner))))
        }
    };
    let [a, b] = outcome.winner_first();
    s.note(Note::new(clause, format!("{words}, {a} to {b}")));
    s.emit(Event::Ended(outcome));
}

/// The level of victory for these points (`easy:IV.C.1` to `easy:IV.C.4`).
pub fn outcome(points: [i32; 2], zero_counts_as_one: bool) -> BattleOutcome {
    let [a, b] = points;
    if a == b {
        return BattleOutcome { level: Level::Draw, winner: None, points, without_wagons: None };
    }
    let (winner, high, low) = if a > b { (Side(0), a, b) } else { (Side(1), b, a) };
    let low = if zero_counts_as_one { low.max(1) } else { low };
    let level = if high >= low.saturating_mul(3) {
        Level::Overwhelming
    } else if high >= low.saturating_mul(2) {
        Level::Decisive
    } else {
        Level::Marginal
    };
    BattleOutcome { level, winner: Some(winner), points, without_wagons: None }
}

/// The decision to be made, and who makes it.
pub fn due(state: &State) -> Due<Order> {
    if let Some(post) = regroup::detach::due(state) {
        return post;
    }
    let referee = |clause, prompt: &str, order, kind, words: &str| Due {
        side: None,
        clause,
        prompt: prompt.to_owned(),
        offers: vec![Offer { order, kind, words: words.to_owned(), family: false }],
    };
    if let Some(due) = super::ammunition::due(state) {
        return due;
    }
    match &state.phase {
        Phase::Weather => referee(
            "easy:IV.D",
            "Roll the weather of this turn",
            Order::RollWeather,
            "weather",
            "roll the weather",
        ),
        Phase::Draw => referee("easy:II.A.2.1", "Draw a chit", Order::Draw, "draw", "draw a chit"),
        Phase::Over(outcome) => Due {
            side: None,
            clause: "easy:IV.C",
            prompt: match outcome.winner {
                Some(winner) => {
                    format!("The battle is over: {} for {}", outcome.level.name(), state.say_side(winner))
                }
                None => "The battle is over: a draw".to_owned(),
            },
            offers: Vec::new(),
        },
        Phase::Active => due_active(state),
    }
}

fn due_active(state: &State) -> Due<Order> {
    let offers = activation::offers(state);
    let awaited = engineers::hits::awaited(state).or_else(|| combat::decisions::awaited(state));
    let (side, clause, prompt) = match awaited.or_else(|| wagons::awaited(state)) {
        Some(awaited) => awaited,
        None => {
            let (name, step, side) = match state.active() {
                Some(now) => {
                    (state.command(now.command).name.as_str(), now.step, state.command_side(now.command))
                }
                None => ("", Step::Close, Side(0)),
            };
            let what = what_is_offered(step, &offers);
            (side, step_clause(step), format!("{}, {name} is active: {what}", state.say_side(side)))
        }
    };
    Due { side: Some(side), clause, prompt, offers }
}

/// The text of the prompt, which mentions only what is really offered.
fn what_is_offered(step: Step, offers: &[Offer<Order>]) -> String {
    let has = |kind: &str| offers.iter().any(|offer| offer.kind == kind);
    // The words for each kind, in the order of a turn's steps (`easy:0.5`).
    let kinds: &[(&str, &str)] = match step {
        Step::Command => &[
            ("rally", "rally"),
            ("general", "move the general"),
            ("pick", "pick a command"),
            ("form", "form a new command"),
            ("attach", "put units under another general"),
            ("roll-stands", "roll how many stands may act"),
            ("activate", "choose the stands that act"),
            ("enter-general", "bring the general on"),
        ],
        Step::Engaged => &[
            ("opening-fire", "opening fire"),
            ("continue", "stands in contact go on attacking"),
            ("withdraw", "withdraw"),
            ("square", "leave squares"),
        ],
        Step::Act => &[
            ("fire", "fire"),
            ("work", "work"),
            ("move", "move stands"),
            ("take", "take wagons"),
            ("bridge", "build a bridge"),
            ("stop-bridge", "stop building"),
            ("join", "attach engineers"),
            ("enter", "bring stands on"),
            ("square", "form or leave squares"),
        ],
        Step::Combats => {
            &[("declare", "declare the attacks"), ("resolve", "fight the combats"), ("fire", "fire")]
        }
        Step::Close => &[
            ("fire", "fire"),
            ("general", "the general may still move"),
            ("attach", "put units under another general"),
            ("enter-general", "the general may come on"),
        ],
    };
    let said: Vec<&str> = kinds.iter().filter(|(kind, _)| has(kind)).map(|(_, words)| *words).collect();
    match said.split_last() {
        None => match step {
            Step::Act => "nothing can move or fire, end this step".to_owned(),
            Step::Command | Step::Engaged | Step::Combats | Step::Close => "nothing left to do".to_owned(),
        },
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
    }
}

fn step_clause(step: Step) -> &'static str {
    match step {
        Step::Command => "easy:II.A.2.2",
        Step::Engaged => "easy:III.E.1",
        Step::Act => "easy:II.A.2.3",
        Step::Combats => "easy:III.B.1",
        Step::Close => "easy:II.A.2.4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chits::{Chit, chit};
    use crate::fixture::{Fixture, at};
    use crate::state::Activation;
    use scenario::army::Arm;

    #[test]
    fn the_prompt_asks_for_what_is_offered_only() {
        let field =
            Fixture::new().ours(Arm::General, at(0.0, 0.0, 0.0)).ours(Arm::Infantry, at(4.0, 0.0, 0.0));
        let (mut state, ids) = field.clone().ours(Arm::Infantry, at(20.0, 0.0, 0.0)).state();
        state.stack[0].step = Step::Command;
        let prompt = |state: &State| due(state).prompt;
        assert_eq!(prompt(&state), "Ours, Corps is active: move the general or choose the stands that act");
        state.stands[ids[2].index()].place = Place::Eliminated { rallyable: true };
        assert_eq!(
            prompt(&state),
            "Ours, Corps is active: rally, move the general or choose the stands that act"
        );
        state.stack[0].step = Step::Act;
        assert_eq!(prompt(&state), "Ours, Corps is active: move stands");
        state.stack[0].acted = state.stack[0].list.iter().copied().collect();
        assert_eq!(prompt(&state), "Ours, Corps is active: nothing can move or fire, end this step");
    }

    #[test]
    fn no_prompt_speaks_of_a_general_who_has_moved() {
        let field =
            Fixture::new().ours(Arm::General, at(0.0, 0.0, 0.0)).ours(Arm::Infantry, at(4.0, 0.0, 0.0));
        let (mut state, _) = field.state();
        for step in [Step::Command, Step::Act, Step::Close] {
            state.stack[0].step = step;
            state.stack[0].general_moved = false;
            let before = due(&state).prompt;
            assert_eq!(before.contains("general"), step != Step::Act, "{before}");
            state.stack[0].general_moved = true;
            let after = due(&state);
            assert!(!after.prompt.contains("general"), "{}", after.prompt);
            assert!(after.offers.iter().all(|offer| !offer.kind.contains("general")));
        }
    }

    #[test]
    fn a_chit_is_in_one_place_whoever_acts() {
        let field =
            Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0)).theirs(Arm::Infantry, at(0.0, 9.0, 180.0));
        let (mut state, _) = field.state();
        let [ours, theirs] = [CommandId(0), CommandId(1)];
        state.cup.retain(|id| *id == theirs);
        let chits = |state: &State| [chit(state, ours), chit(state, theirs)];
        assert_eq!(chits(&state), [Chit::Drawn, Chit::Cup], "the chit in hand is neither in the cup nor out");
        // Picked by the other: it acts, and its own chit stays in the cup.
        state.stack.push(Activation::new(theirs, Some(ours)));
        assert_eq!(chits(&state), [Chit::Drawn, Chit::Cup]);
        state.stack.clear();
        state.discards.push(ours);
        assert_eq!(chits(&state), [Chit::Out, Chit::Cup]);
        state.cup.clear();
        assert_eq!(chit(&state, theirs), Chit::ToCome);
    }

    #[test]
    fn levels_are_reached_at_exactly_twice_and_thrice() {
        let level = |a, b| outcome([a, b], false).level;
        assert_eq!(level(7, 7), Level::Draw);
        assert_eq!(level(9, 5), Level::Marginal);
        assert_eq!(level(10, 5), Level::Decisive);
        assert_eq!(level(14, 5), Level::Decisive);
        assert_eq!(level(15, 5), Level::Overwhelming);
        assert_eq!(level(1, 0), Level::Overwhelming);
        assert_eq!(outcome([2, 0], true).level, Level::Decisive);
        assert_eq!(outcome([11, 16], false).winner_first(), [16, 11]);
        assert_eq!(outcome([16, 11], false).winner_first(), [16, 11]);
    }
}
