//! Acts of the referee, which override the rules and are logged as such.

use game::Fiat;
use game::messages::sentence;
use game::working::Note;
use rulebook::{Clause, book_of};
use table::{Heading, Pose, Vec2};

use super::event::Event;
use super::formation::Formation;
use super::house_event::HouseEvent;
use super::kind::Arm;
use super::options::SPECS;
use super::order::Act;
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, Marker, State};
use crate::Epstein;

/// Most figures that a stand can be given.
pub const MOST_FIGURES: u16 = 24;

/// Carries out an act of the referee, whatever the rules say.
///
/// Refused only if it names nothing in this game, or would leave a position from which no rule can go on.
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat<Act>) -> Judged {
    let clause = fiat.clause.as_deref().map(known).transpose()?;
    let words = match &fiat.act {
        Act::Place { unit, at } => place(s, unit, *at)?,
        Act::Figures { stand, figures } => set_figures(s, stand, *figures)?,
        Act::Remove { unit } => {
            let id = find(&s.state, unit)?;
            let name = s.state.say(id);
            super::scratch::remove(s, id);
            format!("{name} is taken off")
        }
        Act::BringBack { stand, at, figures } => bring_back(s, stand, *at, *figures)?,
        Act::Rout { unit, routed } => rout(s, unit, *routed)?,
        Act::Disrupt { unit, disrupted } => disrupt(s, unit, *disrupted)?,
        Act::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                let fact = format!("there is no turn {turn}");
                let remedy = format!("Turns run from 1 to {turns}");
                return Err(Refusal::new(Code::BadOrder, "epstein:4.1", fact, remedy).into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            format!("it is turn {turn}")
        }
        Act::Option { id, value } => {
            let clause = SPECS.iter().find(|spec| spec.id == id).map_or("epstein:4.1", |spec| spec.clause);
            if let Err(fault) = s.state.game.with_option(id, value) {
                let remedy = sentence(&fault.remedy());
                return Err(Refusal::new(Code::BadOrder, clause, fault.reason(), remedy).into());
            }
            s.emit(Event::OptionSet { id: id.clone(), value: value.clone() });
            format!("{id} is {value} from now on")
        }
        Act::Cell { cell, value } => {
            let mut cells = s.state.cells_changed.clone();
            cells.insert(cell.clone(), value.clone());
            if let Err(fault) = s.state.game.with_cells(cells) {
                let remedy = "Name a cell by table, row and column, as KINDS/infantry, guard/holds on";
                return Err(Refusal::new(Code::BadOrder, "epstein:9.5", fault.to_string(), remedy).into());
            }
            s.emit(Event::CellSet { cell: cell.clone(), value: value.clone() });
            format!("{cell} is {value} from now on")
        }
    };
    s.note(Note::new("epstein:1.1", format!("By the referee: {words}. {}", fiat.reason)));
    if let Some(clause) = clause {
        s.note(Note::new("epstein:1.1", format!("In place of {}: {}", clause.id, clause.title)));
    }
    Ok(())
}

/// Puts a group at a place in its formation; a garrison leaves its house.
fn place(s: &mut Scratch<'_>, unit: &str, at: (f64, f64, f64)) -> Judged<String> {
    let id = find(&s.state, unit)?;
    let name = s.state.say(id);
    let pose = finite(&name, at)?;
    let garrison = s.state.group(id).stands.first().copied();
    let garrison = garrison.filter(|_| super::houses::house_of(&s.state, id).is_some());
    let to = garrison.map_or_else(|| s.state.moved_to(id, pose), |stand| vec![(stand, pose)]);
    check_free(&s.state, &name, &to, Some(id))?;
    match garrison {
        Some(stand) => s.emit(Event::House(HouseEvent::CameOut { group: id, stand, pose })),
        None => s.emit(Event::Moved { group: id, heading: pose.heading, to }),
    }
    Ok(format!("{name} is put elsewhere"))
}

/// Gives a stand in play this many figures; with none it is lost.
fn set_figures(s: &mut Scratch<'_>, stand: &str, figures: u16) -> Judged<String> {
    let Some(id) = s.state.game.find_stand(stand) else {
        let fact = format!("there is no stand {stand}");
        return Err(Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Give a stand, as F03.2").into());
    };
    if figures > MOST_FIGURES || s.state.group_of(id).is_none() {
        let fact = format!("{} cannot have {figures} figures", s.state.say_stand(id));
        let remedy = format!("Give a stand in play 0 to {MOST_FIGURES}");
        return Err(Refusal::new(Code::BadOrder, "epstein:2.2", fact, remedy).into());
    }
    s.emit(Event::FiguresSet { stand: id, figures });
    if figures == 0 {
        s.emit(Event::Gone { stand: id });
    }
    Ok(format!("{} has {figures} figures", s.state.say_stand(id)))
}

/// The pose given for somebody.
fn finite(name: &str, at: (f64, f64, f64)) -> Result<Pose, Refusal> {
    let pose = Pose::new(Vec2::new(at.0 as f32, at.1 as f32), Heading::from_exact_degrees(at.2));
    if pose.is_finite() {
        return Ok(pose);
    }
    let fact = format!("{name} cannot stand at {}, {}, {}", at.0, at.1, at.2);
    Err(Refusal::new(Code::BadOrder, "epstein:g.1", fact, "Give inches on the table and degrees"))
}

/// Checks that nobody is there, besides the group that is put there.
fn check_free(
    state: &State,
    name: &str,
    to: &[(StandId, Pose)],
    own: Option<GroupId>,
) -> Result<(), Refusal> {
    let taken = overlapped(state, to, own).map(|other| format!("in {}", state.say(other)));
    match taken.or_else(|| misplaced(state, to)) {
        None => Ok(()),
        Some(wrong) => {
            let fact = format!("{name} would stand {wrong}");
            Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, "Put it where nobody is"))
        }
    }
}

/// Brings a lost stand back as a group by itself, in the usual formation of its arm.
fn bring_back(s: &mut Scratch<'_>, stand: &str, at: (f64, f64, f64), figures: u16) -> Judged<String> {
    let lost = s.state.game.find_stand(stand).filter(|id| s.state.is_lost(*id));
    let Some(id) = lost else {
        let fact = format!("{} is not lost", data::printable::name(stand));
        return Err(Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Give a lost stand, as F03.2").into());
    };
    let name = s.state.say_stand(id);
    if figures == 0 || figures > MOST_FIGURES {
        let fact = format!("{name} cannot come back with {figures} figures");
        let remedy = format!("Give it 1 to {MOST_FIGURES}");
        return Err(Refusal::new(Code::BadOrder, "epstein:2.2", fact, remedy).into());
    }
    let pose = finite(&name, at)?;
    check_free(&s.state, &name, &[(id, pose)], None)?;
    let arm = s.state.game.unit(s.state.stand(id).unit).kind.arm();
    s.emit(Event::BroughtBack { stand: id, formation: Formation::usual(arm), pose, figures });
    Ok(format!("{name} comes back with {figures} figures"))
}

/// A group routs where it stands, or is in order again (`epstein:13.1`, `epstein:13.7`).
fn rout(s: &mut Scratch<'_>, unit: &str, routed: bool) -> Judged<String> {
    let id = find(&s.state, unit)?;
    let name = s.state.say(id);
    let bad = |clause, fact: String, remedy: &str| Refusal::new(Code::BadOrder, clause, fact, remedy);
    if s.state.group(id).rout.is_some() == routed {
        let fact = if routed { format!("{name} has routed") } else { format!("{name} is in order") };
        return Err(bad("epstein:13.1", fact, "Leave it as it is").into());
    }
    if s.state.arm(id) == Arm::Command || s.state.group(id).formation == Formation::Garrison {
        let fact = format!("{name} does not rout: leaders and garrisons never do");
        return Err(bad("epstein:13.1", fact, "Take it off, or put it elsewhere first").into());
    }
    let (heading, to) = (s.state.group(id).heading, s.state.moved_to(id, s.state.place(id)));
    s.emit(match routed {
        true => Event::Routed { group: id, heading, to, hit: false },
        false => Event::Rallied { group: id, rally: None, heading, to },
    });
    Ok(if routed { format!("{name} routs") } else { format!("{name} is in order again") })
}

/// A group is disrupted until the end of its side's next period, or is so no more (`epstein:13.3`, `epstein:13.4`).
fn disrupt(s: &mut Scratch<'_>, unit: &str, disrupted: bool) -> Judged<String> {
    let id = find(&s.state, unit)?;
    let name = s.state.say(id);
    let markers = s.state.group(id).disruption.len();
    if (markers > 0) == disrupted || disrupted && s.state.group(id).rout.is_some() {
        let fact =
            format!("{name} {}", if disrupted { "is disrupted, or routs" } else { "is not disrupted" });
        return Err(Refusal::new(Code::BadOrder, "epstein:13.3", fact, "Leave it as it is").into());
    }
    if disrupted {
        let marker = Marker { turn: s.state.turn.saturating_add(1), side: s.state.active };
        s.emit(Event::Disrupted { group: id, marker });
        return Ok(format!("{name} is disrupted"));
    }
    (0..markers).for_each(|_| s.emit(Event::Recovered { group: id }));
    Ok(format!("{name} is disrupted no more"))
}

fn known(id: &str) -> Result<&'static Clause, Refusal> {
    book_of::<Epstein>().clause(id).ok_or_else(|| {
        let fact = format!("there is no clause {id}");
        Refusal::new(Code::BadOrder, "epstein:1.1", fact, "Give a clause of the rulebook, as 9.5")
    })
}

fn find(state: &State, unit: &str) -> Result<GroupId, Refusal> {
    state.find_group(unit).map_err(|fact| {
        Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Give the key of a unit in play, as F03")
    })
}
