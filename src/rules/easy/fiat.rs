//! Fiats: the referee's overrides, which are logged as such.

use crate::Easy;
use crate::{Fiat, FiatAct};
use game::Clause;
use game::ending::people;
use game::messages::sentence;
use game::working::Note;
use game::{counted, strength_points};
use rulebook::book_of;
use scenario::Side;
use scenario::army::{Arm, MOST_POINTS};
use table::Pose;
use table::sweep::lies_in;

use super::cause::Cause;
use super::chits::{Chit, chit, chit_name, say_put_in};
use super::engineers::change::Change;
use super::engineers::task::Task;
use super::event::{Event, How};
use super::ground::GroundChange;
use super::options::SPECS;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Place, Reason, State, Stock};
use super::{ammunition, combat, engineers, losses, touching, turn, wagons};

/// The most ammunition chits of an army: far more than the die gives any.
pub const MOST_CHITS: u16 = 999;

/// The most victory points awarded at once.
const MOST_AWARD: i32 = 1_000;

/// Does what the referee orders, regardless of the rules.
///
/// Refused only if it refers to something that is not on this table, or would leave a stand neither alive nor dead: on the
/// table without strength, or eliminated with some. A stand set to 0 is removed like any other (`easy:III.D-remove`).
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat) -> Judged {
    let clause = fiat.clause.as_deref().map(known).transpose()?;
    let words = match &fiat.act {
        FiatAct::Place { stand, pose } => {
            let id = find(&s.state, stand)?;
            check_not_retired(&s.state, id)?;
            if s.state.stand(id).strength == 0 && s.state.unit(id).strength > 0 {
                return Err(lifeless(&s.state, id).into());
            }
            note_overlap(s, id, *pose);
            s.emit(Event::Placed { stand: id, pose: *pose, how: How::Fiat, path: None, cost: 0.0 });
            tell_of_chit(s, id);
            format!("{} is put at {pose}", s.state.say(id))
        }
        FiatAct::Strength { stand, points } => set_strength(s, stand, *points)?,
        FiatAct::Remove { stand } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::Removed { stand: id });
            format!("{} is taken off", s.state.say(id))
        }
        FiatAct::BringBack { stand, pose, points } => bring_back(s, stand, *pose, *points)?,
        FiatAct::Award { side, points } => award(s, fiat, *side, *points)?,
        FiatAct::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                let fact = format!("there is no turn {turn}");
                return Err(out_of_range("easy:IV.B", fact, format!("Turns run from 1 to {turns}")).into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            format!("the clock is set to turn {turn}")
        }
        FiatAct::Option { id, value } => set_option(s, id, value)?,
        FiatAct::Square { stand, on } => square(s, stand, *on)?,
        FiatAct::Routed { stand, on } => routed(s, stand, *on)?,
        FiatAct::Ammunition { army, chits } => ammunition(s, army, *chits)?,
        FiatAct::Work { engineer, task: Some(task), left } => work(s, engineer, task, *left)?,
        FiatAct::Work { engineer, task: None, .. } => leave_work(s, engineer)?,
        FiatAct::Ground(change) => ground(s, change)?,
        FiatAct::Side { stand, side } => change_sides(s, stand, *side)?,
        FiatAct::Chit { command } => put_chit_in(s, command)?,
    };
    s.note(Note::new("easy:0.8", format!("By the referee: {words}. {}", fiat.reason)));
    turn::end_again(s);
    if let Some(clause) = clause {
        s.note(Note::new("easy:0.8", format!("In place of {}: {}", clause.id, clause.title)));
    }
    Ok(())
}

fn set_strength(s: &mut Scratch<'_>, stand: &str, points: u16) -> Result<String, Refusal> {
    let id = find(&s.state, stand)?;
    let points = check_points(&s.state, id, points)?;
    match (s.state.stand(id).place, points) {
        (Place::Eliminated { .. }, _) => return Err(lifeless(&s.state, id)),
        (Place::Table(_), 0) => {
            let all = s.state.stand(id).strength;
            losses::lose_points(s, id, all, Cause::Fiat);
        }
        (Place::Reserve | Place::Off, 0) => {
            let fact = format!("{} is not on the table", s.state.say(id));
            return Err(out_of_range("easy:III.C-sp", fact, "Take it off instead"));
        }
        (Place::Table(_) | Place::Reserve | Place::Off, _) => {
            s.emit(Event::StrengthSet { stand: id, points });
        }
    }
    Ok(format!("{} has {}", s.state.say(id), strength_points(points)))
}

fn bring_back(s: &mut Scratch<'_>, stand: &str, pose: Pose, points: u16) -> Result<String, Refusal> {
    let id = find(&s.state, stand)?;
    check_not_retired(&s.state, id)?;
    // Generals, wagons and pontoons come back as they were: without strength points.
    let points = if s.state.unit(id).strength == 0 { 0 } else { points };
    if points == 0 && s.state.unit(id).strength > 0 {
        return Err(lifeless(&s.state, id));
    }
    let points = if points == 0 { 0 } else { check_points(&s.state, id, points)? };
    note_overlap(s, id, pose);
    // A wagon that was destroyed comes back as its own side's.
    let destroyed = matches!(s.state.stand(id).place, Place::Eliminated { .. });
    let waited = s.state.stand(id).place == Place::Reserve;
    if destroyed && s.state.is_taken(id) {
        let to = s.state.unit(id).side;
        s.emit(Event::SideChanged { stand: id, to });
    }
    s.emit(Event::Rallied { stand: id, pose, points, fiat: true });
    tell_of_chit(s, id);
    let verb = if waited { "is brought on" } else { "is brought back" };
    Ok(match points {
        0 => format!("{} {verb} at {pose}", s.state.say(id)),
        points => format!("{} {verb} at {pose} with {}", s.state.say(id), strength_points(points)),
    })
}

fn award(s: &mut Scratch<'_>, fiat: &Fiat, side: Side, points: i32) -> Result<String, Refusal> {
    if side.index() > 1 {
        return Err(Refusal::new(Code::NoSuchStand, "easy:IV.C", "there are two sides", "Give side 0 or 1"));
    }
    if points.unsigned_abs() > MOST_AWARD.unsigned_abs() {
        let fact = format!("{} are too many at once", counted(points, "victory point", "victory points"));
        let remedy = format!("Award up to {MOST_AWARD}");
        return Err(out_of_range("easy:IV.C", fact, remedy));
    }
    s.emit(Event::Scored { side, points, reason: Reason::Fiat(fiat.reason.clone()) });
    Ok(format!("{} for {}", counted(points, "point", "points"), people(s.state.say_side(side))))
}

fn set_option(s: &mut Scratch<'_>, id: &str, value: &str) -> Result<String, Refusal> {
    let was = s.state.game.chosen.value(SPECS, id).to_owned();
    if let Err(fault) = s.state.game.with_option(id, value) {
        return Err(out_of_range(option_clause(id), fault.reason, sentence(&fault.remedy)));
    }
    if was == value {
        let fact = format!("{id} is {value} already");
        return Err(out_of_range(option_clause(id), fact, "Give another value"));
    }
    s.emit(Event::OptionSet { id: id.to_owned(), value: value.to_owned() });
    s.note(Note::new(option_clause(id), format!("{id} was {was} and is {value} from now on")));
    Ok(format!("{id} is {value} instead of {was}"))
}

/// The chits of a command that is yet to come go into the cup: it may be drawn from now on (`easy:II.A.1`). Stands that the
/// referee brings on before their command has come into play act on them.
fn put_chit_in(s: &mut Scratch<'_>, command: &str) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:II.A.1";
    let Some(id) = s.state.roster().find_command(command) else {
        let fact = format!("there is no command \"{command}\"");
        let commands = s.state.roster().commands.iter().map(|info| info.name.as_str());
        let remedy = format!("Name one of {}", commands.collect::<Vec<_>>().join(", "));
        return Err(out_of_range(CLAUSE, fact, remedy));
    };
    let name = chit_name(&s.state, id);
    let fact = match chit(&s.state, id) {
        Chit::ToCome => {
            for _ in 0..s.state.chits_of(id) {
                s.emit(Event::ChitJoined { command: id });
            }
            return Ok(say_put_in(&name, s.state.chits_of(id)));
        }
        Chit::Cup => format!("the chit of {name} is in the cup already"),
        Chit::Drawn => format!("the chit of {name} has been drawn, and it acts"),
        Chit::Out => format!("the chit of {name} is among those of this turn that are out of the cup"),
        Chit::Absorbed => format!("the chit of {name} has left play with its command"),
        Chit::None => format!("{name} has no chit: the army commander picks it"),
    };
    Err(out_of_range(CLAUSE, fact, "Leave it where it is"))
}

/// If a stand is put on the table before its command has arrived, says what is needed for it to act (`easy:II.A.1`).
fn tell_of_chit(s: &mut Scratch<'_>, stand: StandId) {
    let command = s.state.unit(stand).command;
    if s.state.pose(stand).is_some() && chit(&s.state, command) == Chit::ToCome {
        let name = chit_name(&s.state, command);
        let words = format!("the chit of {name} is yet to come: put it in for {} to act", s.state.say(stand));
        s.note(Note::new("easy:II.A.1", words));
    }
}

/// Puts infantry on the table into squares or out of them (`easy:VI.G`).
///
/// Ruling: not during a combat, which uses the formation that the infantry had when the combat began.
fn square(s: &mut Scratch<'_>, stand: &str, on: bool) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:VI.G";
    if !s.state.options().squares {
        return Err(not_in_force(CLAUSE, "infantry forms no squares in this battle", "opt-squares"));
    }
    let id = find_on_table(&s.state, stand, CLAUSE)?;
    let name = s.state.say(id);
    if !s.state.arm(id).is_infantry() {
        let fact = format!("{name} is no infantry");
        return Err(Refusal::new(Code::BadTarget, CLAUSE, fact, "Choose infantry"));
    }
    if s.state.stand(id).square == on {
        let fact = format!("{name} is {} already", if on { "in squares" } else { "out of squares" });
        return Err(out_of_range(CLAUSE, fact, "Leave it as it is"));
    }
    if combat::progress::paused(&s.state)
        .is_some_and(|(_, fight)| fight.setup().fighters.iter().any(|f| f.id == id))
    {
        let fact = format!("{name} is in a combat under way");
        let remedy = "Answer for its squares there, or decide this after the combat";
        return Err(Refusal::new(Code::Phase, CLAUSE, fact, remedy));
    }
    s.emit(Event::Square { stand: id, on });
    Ok(format!("{name} is {}", if on { "in squares" } else { "out of its squares" }))
}

/// Gives a stand of troops a routed marker or removes it (`easy:III.D-marker`).
fn routed(s: &mut Scratch<'_>, stand: &str, on: bool) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:III.D-marker";
    let id = find_on_table(&s.state, stand, CLAUSE)?;
    let name = s.state.say(id);
    if s.state.unit(id).strength == 0 {
        let fact = format!("{name} never routs");
        return Err(Refusal::new(Code::BadTarget, CLAUSE, fact, "Choose a stand of troops"));
    }
    if s.state.stand(id).routed == on {
        let fact = format!("{name} has {} marker already", if on { "a routed" } else { "no routed" });
        return Err(out_of_range(CLAUSE, fact, "Leave it as it is"));
    }
    s.emit(Event::Routed { stand: id, on });
    Ok(format!("{name} has {} marker", if on { "a routed" } else { "no routed" }))
}

/// Sets how many ammunition chits an army has left, whether rolled for or not (`easy:VI.E`).
fn ammunition(s: &mut Scratch<'_>, army: &str, chits: u16) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:VI.E";
    if !s.state.options().ammunition {
        return Err(not_in_force(CLAUSE, "ammunition is not counted in this battle", "opt-ammunition"));
    }
    let Some(&Stock { side, army: index, .. }) = ammunition::find(&s.state, army) else {
        let known: Vec<&str> =
            s.state.ammunition.iter().map(|stock| s.state.say_army(stock.side, stock.army)).collect();
        let fact = format!("there is no army {army} with guns");
        let remedy = match known.is_empty() {
            true => "No army has guns".to_owned(),
            false => format!("Name one of {}", known.join(", ")),
        };
        return Err(Refusal::new(Code::NoSuchStand, CLAUSE, fact, remedy));
    };
    if chits > MOST_CHITS {
        let fact = format!("{chits} ammunition chits are too many");
        return Err(out_of_range(CLAUSE, fact, format!("Give up to {MOST_CHITS}")));
    }
    s.emit(Event::AmmunitionSet { side, army: index, chits });
    Ok(format!("{} has {} left", s.state.say_army(side, index), ammunition::say_chits(chits)))
}

/// Sets how many turns of work engineers at a site have left; with none left the work is done (`easy:V.D.1`).
fn work(s: &mut Scratch<'_>, engineer: &str, task: &Task, left: u8) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:V.D.1";
    let id = find_engineer(&s.state, engineer)?;
    engineers::work::check_task(&s.state, task)?;
    if let Some(placed) = s.state.placed(id) {
        engineers::work::check_site(&s.state, id, placed, task)?;
    }
    let needed = task.turns(s.state.ground()).unwrap_or(0);
    let (name, what) = (s.state.say(id), task.say(s.state.ground()));
    if left > needed {
        let fact = format!("{left} turns are more than {what} can need: {needed}");
        return Err(out_of_range(CLAUSE, fact, format!("Leave up to {needed}")));
    }
    if s.state.host_of(id).is_some() {
        s.emit(Event::Engineers(Change::Left { engineer: id }));
    }
    let halves = (needed - left).saturating_mul(2);
    s.emit(Event::Engineers(Change::Set { engineer: id, task: task.clone(), halves }));
    if left == 0 {
        s.emit(Event::Engineers(Change::Finished { engineer: id }));
        s.emit(Event::GroundChanged(task.change()));
        return Ok(format!("{name} has done its work at {what}"));
    }
    Ok(format!("{name} works at {what}: {}", engineers::words::say_turns_left(left.saturating_mul(2))))
}

/// Resets the engineers' work, as if none had begun (`easy:V.D.1`).
fn leave_work(s: &mut Scratch<'_>, engineer: &str) -> Result<String, Refusal> {
    let id = find_engineer(&s.state, engineer)?;
    let name = s.state.say(id);
    if !s.state.engineers.jobs.contains_key(&id) {
        let fact = format!("{name} has begun no work");
        return Err(out_of_range("easy:V.D.1", fact, "Name engineers at work"));
    }
    s.emit(Event::Engineers(Change::Abandoned { engineer: id }));
    Ok(format!("{name} leaves its work"))
}

/// Adds something to the ground or removes it: anything that engineers and pontoon trains build (`easy:V.D.1`).
fn ground(s: &mut Scratch<'_>, change: &GroundChange) -> Result<String, Refusal> {
    const CLAUSE: &str = "easy:V.D.1";
    let options = s.state.options();
    if !options.engineers && !options.pontoons {
        let fact = "nothing is built or destroyed in this battle";
        return Err(not_in_force(CLAUSE, fact, "adv-engineers or adv-pontoons"));
    }
    match change {
        GroundChange::BridgeBuilt { over, at } => {
            engineers::work::check_task(&s.state, &Task::Bridge { over: over.clone(), at: *at })?;
        }
        GroundChange::BridgeDestroyed { bridge } => {
            engineers::work::check_task(&s.state, &Task::Destroy { bridge: bridge.clone() })?;
        }
        GroundChange::Earthworks { at } => {
            engineers::work::check_task(&s.state, &Task::Earthworks { at: *at })?;
        }
        GroundChange::Levelled { works } => {
            let known: Vec<&str> = s.state.works().map(|area| area.id.as_str()).collect();
            if !known.contains(&works.as_str()) {
                let remedy = match known.is_empty() {
                    true => "Nobody has thrown up earthworks".to_owned(),
                    false => format!("Name one of {}", known.join(", ")),
                };
                let fact = format!("no earthworks of this battle are called \"{works}\"");
                return Err(Refusal::new(Code::BadTarget, CLAUSE, fact, remedy));
            }
        }
    }
    let words = change.say(s.state.ground());
    s.emit(Event::GroundChanged(change.clone()));
    Ok(words)
}

/// Gives a wagon or a pontoon train to a side, without any score (`easy:VI.A.b`, `easy:V.D.3`).
fn change_sides(s: &mut Scratch<'_>, stand: &str, to: Side) -> Result<String, Refusal> {
    let id = find(&s.state, stand)?;
    let clause = if s.state.arm(id) == Arm::Pontoon { "easy:V.D.3" } else { "easy:VI.A.b" };
    if to.index() > 1 {
        return Err(Refusal::new(Code::NoSuchStand, clause, "there are two sides", "Give side 0 or 1"));
    }
    let name = s.state.say(id);
    if !touching::is_train(s.state.arm(id)) {
        let fact = format!("{name} is no wagon and no pontoon train");
        return Err(Refusal::new(Code::BadTarget, clause, fact, "Only those change sides"));
    }
    find_on_table(&s.state, stand, clause)?;
    let side = s.state.say_side(to).to_owned();
    if s.state.side(id) == to {
        let fact = format!("{name} belongs to {} already", people(&side));
        return Err(out_of_range(clause, fact, "Name the other side"));
    }
    wagons::hand_over(s, id, to);
    Ok(format!("{name} belongs to {} from now on", people(&side)))
}

fn not_in_force(clause: Clause, fact: &str, option: &str) -> Refusal {
    Refusal::new(Code::NotActive, clause, fact, format!("It would need {option}"))
}

/// A stand that has to be on the table for this act.
fn find_on_table(state: &State, name: &str, clause: Clause) -> Result<StandId, Refusal> {
    let id = find(state, name)?;
    match state.pose(id) {
        Some(_) => Ok(id),
        None => {
            let fact = format!("{} is not on the table", state.say(id));
            Err(Refusal::new(Code::NoSuchStand, clause, fact, "Bring it back first"))
        }
    }
}

/// Engineers on the table, if there are any (`easy:V.D`).
fn find_engineer(state: &State, name: &str) -> Result<StandId, Refusal> {
    const CLAUSE: &str = "easy:V.D.1";
    if !state.options().engineers {
        return Err(not_in_force(CLAUSE, "engineers have no tasks in this battle", "adv-engineers"));
    }
    let id = find_on_table(state, name, CLAUSE)?;
    if state.arm(id) != Arm::Engineer {
        let fact = format!("{} is no engineer stand", state.say(id));
        return Err(Refusal::new(Code::BadTarget, CLAUSE, fact, "Choose engineers"));
    }
    Ok(id)
}

/// The clause that an option interprets.
fn option_clause(id: &str) -> Clause {
    SPECS.iter().find(|spec| spec.id == id).map_or("easy:0.8", |spec| spec.clause)
}

/// The clause being overridden.
fn known(id: &str) -> Result<&'static rulebook::Clause, Refusal> {
    book_of::<Easy>().clause(id).ok_or_else(|| {
        out_of_range(
            "easy:0.8",
            format!("there is no clause {id}"),
            "Give a clause of the rulebook, as `easy:II.B`",
        )
    })
}

fn out_of_range(clause: Clause, fact: String, remedy: impl Into<String>) -> Refusal {
    Refusal::new(Code::OutOfRange, clause, fact, remedy)
}

/// A stand without strength points cannot be put on the table, and an eliminated one cannot have any.
fn lifeless(state: &State, stand: StandId) -> Refusal {
    let fact = format!("{} would be on the table with no strength, or off it with some", state.say(stand));
    out_of_range("easy:III.D-remove", fact, "Bring it back with 1 strength point or more")
}

/// Checks that the referee may give this stand these strength points: possibly more than it began with, but no more than any
/// stand in an order of battle could have (`easy:III.C-sp`).
pub fn check_points(state: &State, stand: StandId, points: u16) -> Result<u8, Refusal> {
    let name = state.say(stand);
    if state.unit(stand).strength == 0 {
        let fact = format!("{name} has no strength points");
        return Err(out_of_range("easy:III.C-sp", fact, "Choose a stand of troops"));
    }
    match u8::try_from(points) {
        Ok(points) if points <= MOST_POINTS => Ok(points),
        _ => {
            let fact = format!("{points} strength points are too many for {name}");
            Err(out_of_range("easy:III.C-sp", fact, format!("Give up to {MOST_POINTS}")))
        }
    }
}

/// A general placed under V.A or V.C has left with his command; without it he would have no stands to lead.
/// Says on whom it lies there: hands measure what they put on the table, and the referee decides (`easy:0.7`).
fn note_overlap(s: &mut Scratch<'_>, id: StandId, pose: Pose) {
    let there = s.state.unit(id).body.placed(pose);
    let on = s
        .state
        .on_table()
        .find(|(other, lies)| *other != id && !s.state.makes_way(*other) && lies_in(there, *lies))
        .map(|(other, _)| other);
    if let Some(on) = on {
        let words = format!("{} lies on {} there", s.state.say(id), s.state.say(on));
        s.note(Note::new("easy:0.7", words));
    }
}

fn check_not_retired(state: &State, stand: StandId) -> Result<(), Refusal> {
    if !state.is_retired(stand) {
        return Ok(());
    }
    let fact = format!("{} has left the battle with his command, which was absorbed", state.say(stand));
    Err(Refusal::new(Code::NotActive, "easy:V.B", fact, "Form a new command: it brings a general of its own"))
}

fn find(state: &State, name: &str) -> Result<StandId, Refusal> {
    state.roster().find_stand(name).ok_or_else(|| {
        Refusal::new(
            Code::NoSuchStand,
            "easy:I.A",
            format!("there is no stand {name}"),
            "Give its badge number or its id",
        )
    })
}
