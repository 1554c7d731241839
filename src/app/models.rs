//! Plain data for the views, built from the desk when the game has changed. Rules are asked here, never in a view.

use std::sync::Arc;

use crate::army::{Arm, Grade};
use crate::desk::Desk;
use crate::dice::{Answer, Throw, Tray, TrayStop};
use crate::rules::easy::activation::{command_range, in_range};
use crate::rules::easy::combat::contacts::engaged;
use crate::rules::easy::combat::declare::touches;
use crate::rules::easy::combat::fight::Verdict;
use crate::rules::easy::odds::combat_outcomes;
use crate::rules::easy::state::{Phase, Place, Reason};
use crate::rules::easy::turn::chit;
use crate::rules::easy::{CommandId, Easy, Event, Order, Refusal, StandId, State, words};
use crate::rules::working::{Measured, Note};
use crate::rules::{Chance, Due, Refused, RuleSet, Stop, Viewer};
use crate::scenario::Side;
use crate::table::tolerance::TOUCH;
use crate::table::{Pose, Vec2};

pub use crate::rules::easy::turn::Chit;

use super::painter::{ArmyColour, Block, Emblem, Ink};
use super::record::Log;
pub use super::record::Rolled;

/// The head of the window.
#[derive(Clone, Debug, Default)]
pub struct Top {
    pub battle: String,
    pub turn: String,
    pub clock: String,
    pub weather: String,
    /// Side, points.
    pub points: Vec<(String, i32)>,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Where the journal is written.
    pub journal: Option<std::path::PathBuf>,
    pub sides: Vec<String>,
}

/// One command in the order of battle.
#[derive(Clone, Debug)]
pub struct CommandRow {
    pub id: CommandId,
    pub name: String,
    pub colour: ArmyColour,
    /// Where its chit is.
    pub chit: Chit,
    /// It acts now, on its own chit or picked.
    pub active: bool,
    pub indent: usize,
    pub strength: u32,
    pub start: u32,
    pub stands: Vec<StandRow>,
}

/// One stand in the order of battle.
#[derive(Clone, Debug)]
pub struct StandRow {
    pub id: StandId,
    pub badge: u16,
    pub name: String,
    pub strength: String,
    pub state: &'static str,
    pub label: String,
    pub on_table: bool,
}

/// The table and what stands on it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub blocks: Vec<Block>,
    /// Place, points, ink of the holder.
    pub objectives: Vec<(Vec<Vec2>, String, Ink)>,
    /// Entries at which something is due.
    pub entries: Vec<(Vec2, Vec2, String)>,
}

/// What is due, and every way to answer.
#[derive(Clone, Debug, Default)]
pub struct DueModel {
    pub colour: Option<ArmyColour>,
    pub prompt: String,
    pub clause: String,
    pub step: String,
    /// Orders that are exact, as buttons; the main one first.
    pub exact: Vec<(Order, String, &'static str)>,
    /// Stands to choose from for the activation.
    pub ticks: Vec<TickRow>,
    pub can_activate: bool,
    /// Stands that may be picked up.
    pub movers: Vec<(StandId, String, &'static str)>,
    /// Reinforcements that may come on.
    pub arrivals: Vec<(StandId, String)>,
    /// Contacts that may be declared as attacks: attacker, defender, words.
    pub pairs: Vec<(StandId, StandId, String)>,
    pub default_pairs: Vec<(StandId, StandId)>,
    pub over: bool,
}

/// One stand of the active command.
#[derive(Clone, Debug)]
pub struct TickRow {
    pub id: StandId,
    pub name: String,
    /// `4.31 in`, `arrives`, or why it may not act.
    pub distance: String,
    pub open: bool,
    pub close: bool,
    pub measured: Option<Measured>,
}

/// The card of an order.
#[derive(Clone, Debug, Default)]
pub struct Card {
    pub title: String,
    pub notes: Vec<Note>,
    pub refusal: Option<Refusal>,
    pub odds: Option<Weighed>,
    /// What has to be rolled.
    pub throw: Option<Throw>,
    /// Where stands would go without any dice: stand, poses.
    pub ways: Vec<(StandId, Vec<Pose>)>,
}

/// Exact odds of an order.
#[derive(Clone, Debug, Default)]
pub struct Weighed {
    /// How a combat ends: who goes back, and how.
    pub ends: Vec<(String, f64)>,
    /// Stand, points it loses on average, chance that it is gone.
    pub losses: Vec<(String, f64, f64)>,
    /// Every different result, the likeliest first.
    pub results: Vec<Chance>,
}

/// The end of the battle, or how it stands.
#[derive(Clone, Debug, Default)]
pub struct ResultModel {
    pub verdict: String,
    pub over: bool,
    pub sides: Vec<SideResult>,
}

/// One side's part of the result.
#[derive(Clone, Debug, Default)]
pub struct SideResult {
    pub name: String,
    pub colour: Option<ArmyColour>,
    pub points: i32,
    /// What for, points.
    pub sources: Vec<(String, i32)>,
    /// Command, strength left, at the start, stands lost.
    pub losses: Vec<(String, u32, u32, usize)>,
    /// Hits expected, hits rolled.
    pub luck: (f64, f64),
}

/// Everything the views show, but what the pointer does to it.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub top: Top,
    pub commands: Vec<CommandRow>,
    pub table: Arc<Table>,
    pub due: DueModel,
    pub log: Log,
}

impl Models {
    /// `seen`: an earlier state that is looked at instead of the present one. `log`: the lines so far, if there are some.
    pub fn build(desk: &Desk<Easy>, viewer: Viewer, seen: Option<&State>, mut log: Log) -> Self {
        log.update(desk, viewer);
        let now = desk.view(viewer);
        let state = seen.map_or_else(|| now.clone(), |seen| Easy::view(seen, viewer));
        let mut top = top(desk, &state);
        let movable = if seen.is_some() { Vec::new() } else { movable(desk, &now) };
        top.can_undo &= seen.is_none();
        top.can_redo &= seen.is_none();
        Self {
            top,
            commands: commands(&state),
            table: Arc::new(table(&state, &movable)),
            due: due(&desk.due_for(viewer), &now),
            log,
        }
    }
}

/// Badge and short name: `14 Charlet`.
pub fn brief(state: &State, id: StandId) -> String {
    state.say_short(id)
}

fn colour_of(state: &State, id: StandId) -> ArmyColour {
    let unit = state.unit(id);
    ArmyColour::named(&state.game.scenario.sides[unit.side.index()].armies[unit.army].colour)
}

fn side_colour(state: &State, side: Side) -> Option<ArmyColour> {
    state.game.scenario.sides.get(side.index())?.armies.first().map(|army| ArmyColour::named(&army.colour))
}

fn top(desk: &Desk<Easy>, state: &State) -> Top {
    let scenario = &state.game.scenario;
    let points = state.points_with_objectives();
    Top {
        battle: scenario.name.clone(),
        turn: format!("turn {} of {}", state.turn, scenario.turns),
        clock: scenario.clock(state.turn),
        weather: words::weather(state.weather).into(),
        points: Side::BOTH
            .iter()
            .map(|side| (state.say_side(*side).to_owned(), points[side.index()]))
            .collect(),
        can_undo: desk.can_undo(),
        can_redo: desk.can_redo(),
        journal: desk.journal_path().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.into())),
        sides: Side::BOTH.iter().map(|side| state.say_side(*side).to_owned()).collect(),
    }
}

fn commands(state: &State) -> Vec<CommandRow> {
    let roster = state.roster();
    let mut rows: Vec<CommandRow> = Vec::new();
    let in_play = roster.commands.iter().filter(|info| roster.stands_of(info.id).next().is_some());
    for info in in_play {
        let mut indent = 0;
        let mut above = info.under;
        while let Some(id) = above {
            indent += 1;
            above = roster.command(id).under;
        }
        let ids: Vec<StandId> = roster.stands_of(info.id).collect();
        let army = &state.game.scenario.sides[info.side.index()].armies[info.army];
        rows.push(CommandRow {
            id: info.id,
            name: info.name.clone(),
            colour: ArmyColour::named(&army.colour),
            chit: chit(state, info.id),
            active: state.stack.iter().any(|active| active.command == info.id),
            indent,
            strength: ids
                .iter()
                .filter(|id| !matches!(state.stand(**id).place, Place::Off))
                .map(|id| u32::from(state.stand(*id).strength))
                .sum(),
            start: ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum(),
            stands: ids.iter().map(|id| stand_row(state, *id)).collect(),
        });
    }
    rows
}

fn stand_row(state: &State, id: StandId) -> StandRow {
    let (unit, stand) = (state.unit(id), state.stand(id));
    let place = match stand.place {
        Place::Table(_) if stand.routed => "routed",
        Place::Table(_) if stand.evading => "sheltering",
        Place::Table(_) => "",
        Place::Reserve => "to come",
        Place::Eliminated { rallyable: true } => "broken, may rally",
        Place::Eliminated { rallyable: false } => "lost",
        Place::Off => "off",
    };
    let strength = match (unit.strength, stand.hidden) {
        (0, _) => String::new(),
        (start, true) => format!("? / {start}"),
        (start, false) => format!("{} / {start}", stand.strength),
    };
    StandRow {
        id,
        badge: unit.badge,
        name: unit.short.clone(),
        strength,
        state: place,
        label: words::describe(state, id),
        on_table: matches!(stand.place, Place::Table(_)),
    }
}

fn emblem(state: &State, id: StandId) -> Emblem {
    let unit = state.unit(id);
    match unit.arm {
        Arm::Infantry | Arm::Engineer => Emblem::Infantry,
        Arm::LightCavalry => Emblem::Cavalry { heavy: false },
        Arm::HeavyCavalry => Emblem::Cavalry { heavy: true },
        Arm::FootArtillery => Emblem::Guns { horse: false },
        Arm::HorseArtillery => Emblem::Guns { horse: true },
        Arm::General => Emblem::General {
            grade: match unit.grade {
                Some(Grade::Army) => 4,
                Some(Grade::Wing) => 3,
                Some(Grade::Corps) | None => 2,
                Some(Grade::Division) => 1,
            },
        },
        Arm::Pontoon | Arm::Wagon => Emblem::Wagon,
    }
}

fn table(state: &State, movable: &[StandId]) -> Table {
    let engaged = engaged(state);
    let blocks = state.on_table().map(|(id, placed)| {
        let (unit, stand) = (state.unit(id), state.stand(id));
        let rect = unit.body.parts()[0];
        let acted = state.active().is_some_and(|now| now.acted.contains(&id));
        let may_act = movable.contains(&id);
        let mut label = words::describe(state, id);
        if may_act {
            label.push_str(", may act");
        }
        if acted {
            label.push_str(", has acted");
        }
        let locked = engaged.binary_search(&id).is_ok();
        if locked {
            label.push_str(", in contact");
        }
        Block {
            stand: id.0,
            badge: unit.badge,
            name: unit.short.clone(),
            label,
            side: unit.side.0,
            colour: colour_of(state, id),
            emblem: emblem(state, id),
            pose: placed.pose,
            width: rect.width,
            depth: rect.depth,
            strength: stand.strength,
            start: unit.strength,
            hidden: stand.hidden,
            marked: stand.marked,
            may_act,
            acted,
            routed: stand.routed,
            evading: stand.evading,
            locked,
        }
    });
    let mut blocks: Vec<Block> = blocks.collect();
    // Generals lie on top: others pass through them.
    blocks.sort_by_key(|block| (matches!(block.emblem, Emblem::General { .. }), block.stand));
    let scenario = &state.game.scenario;
    let objectives = scenario
        .objectives
        .iter()
        .zip(&state.holders)
        .map(|(objective, holder)| {
            let ink = holder.and_then(|side| side_colour(state, side)).map_or(Ink::Plate, Ink::Block);
            (objective.place.clone(), objective.points.to_string(), ink)
        })
        .collect();
    let entries = scenario
        .entries
        .iter()
        .filter(|entry| {
            state.ids().any(|id| {
                state.stand(id).place == Place::Reserve
                    && matches!(&state.unit(id).start, crate::scenario::Start::Arrives { entry: at, .. } if *at == entry.id)
            })
        })
        .map(|entry| (entry.pose.at, entry.pose.heading.forward(), entry.name.clone()))
        .collect();
    Table { blocks, objectives, entries }
}

/// Stands that may move, withdraw or fire, as the desk offers it.
fn movable(desk: &Desk<Easy>, state: &State) -> Vec<StandId> {
    let general = state.active().and_then(|now| state.command(now.command).general);
    let mut found: Vec<StandId> = desk
        .due()
        .offers
        .iter()
        .filter_map(|offer| match &offer.order {
            Order::Move { stand, .. }
            | Order::Withdraw { stand, .. }
            | Order::Fire { battery: stand, .. } => Some(*stand),
            Order::MoveGeneral { .. } => general,
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn due(due: &Due<Order>, state: &State) -> DueModel {
    let mut model = DueModel {
        colour: due.side.and_then(|side| side_colour(state, side)),
        prompt: due.prompt.clone(),
        clause: due.clause.to_owned(),
        step: state.active().map(|now| now.step.name().to_owned()).unwrap_or_default(),
        over: matches!(state.phase, Phase::Over(_)),
        ..DueModel::default()
    };
    for offer in &due.offers {
        match &offer.order {
            Order::Move { stand, .. } => mover(&mut model, state, *stand, "may move"),
            Order::Withdraw { stand, .. } => mover(&mut model, state, *stand, "may withdraw"),
            Order::MoveGeneral { .. } => {
                if let Some(general) = state.active().and_then(|now| state.command(now.command).general) {
                    mover(&mut model, state, general, "commander's move");
                }
            }
            Order::Enter { stand, .. } => {
                if !model.arrivals.iter().any(|(id, _)| id == stand) {
                    model.arrivals.push((*stand, brief(state, *stand)));
                }
            }
            Order::Activate { .. } => model.can_activate = true,
            Order::Declare { attacks } => {
                model.default_pairs.clone_from(attacks);
                model.pairs = touches(state)
                    .into_iter()
                    .map(|touch| (touch.attacker, touch.defender))
                    .map(|(a, d)| (a, d, format!("{} on {}", brief(state, a), brief(state, d))))
                    .collect();
            }
            order => model.exact.push((order.clone(), sentence(&offer.words), offer.kind)),
        }
    }
    if model.can_activate
        && let Some(now) = state.active()
    {
        model.ticks = ticks(state, now.command);
    }
    model
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn mover(model: &mut DueModel, state: &State, stand: StandId, what: &'static str) {
    if !model.movers.iter().any(|(id, ..)| *id == stand) {
        model.movers.push((stand, brief(state, stand), what));
    }
}

fn ticks(state: &State, command: CommandId) -> Vec<TickRow> {
    let open = in_range(state, command);
    let info = state.command(command);
    info.stands
        .iter()
        .filter(|id| !matches!(state.stand(**id).place, Place::Eliminated { .. } | Place::Off))
        .map(|&id| {
            let measured = command_range(state, command, id);
            let distance = match (&measured, state.stand(id).place) {
                (_, Place::Reserve) if open.contains(&id) => "arrives".to_owned(),
                (_, Place::Reserve) => "not yet due".to_owned(),
                (Some(measured), _) => format!("{:.2} in", measured.value),
                (None, _) => "no range test".to_owned(),
            };
            TickRow {
                id,
                name: brief(state, id),
                distance,
                open: open.contains(&id),
                close: measured.as_ref().is_some_and(Measured::is_close),
                measured,
            }
        })
        .collect()
}

/// The tray that shows what an order measures before its dice are thrown: everything comes out lowest.
#[derive(Debug, Default)]
struct Lowest {
    first: Option<Throw>,
}

impl Tray for Lowest {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice > 0 && self.first.is_none() {
            self.first = Some(throw.clone());
        }
        let mut outcomes = throw.outcomes().into_iter();
        outcomes.next().map(|(answer, _)| answer).ok_or_else(|| TrayStop::Dry(Box::new(throw.clone())))
    }
}

/// The exact odds of an order; none for one without dice.
pub fn weigh(state: &State, order: &Order) -> Option<Weighed> {
    let results = Easy::odds(state, order).ok().filter(|results| results.len() > 1)?;
    let mut weighed = Weighed { results, ..Weighed::default() };
    if let Order::Resolve { combat } = order
        && let Ok(odds) = combat_outcomes(state, *combat)
    {
        let ends = [
            ("The defenders rout", Verdict::Beaten { attackers_lose: false, rout: true }),
            ("The defenders retreat", Verdict::Beaten { attackers_lose: false, rout: false }),
            ("They stay locked", Verdict::Locked),
            ("None left in contact", Verdict::Parted),
            ("The attackers retreat", Verdict::Beaten { attackers_lose: true, rout: false }),
            ("The attackers rout", Verdict::Beaten { attackers_lose: true, rout: true }),
        ];
        weighed.ends = ends
            .into_iter()
            .map(|(words, verdict)| (words.to_owned(), odds.chance_of(|outcome| outcome.verdict == verdict)))
            .filter(|(_, chance)| *chance > 0.0)
            .collect();
        let mut stands: Vec<StandId> =
            odds.outcomes.iter().flat_map(|outcome| outcome.losses.iter().map(|loss| loss.stand)).collect();
        stands.sort_unstable();
        stands.dedup();
        weighed.losses = stands
            .into_iter()
            .map(|stand| (brief(state, stand), odds.expected_loss(stand), odds.chance_removed(stand)))
            .collect();
    }
    Some(weighed)
}

/// What an order would be: measured, modified, refused or not. Its odds are weighed apart.
pub fn card(state: &State, order: &Order) -> Card {
    let mut card = Card { title: Easy::say_order(state, order), ..Card::default() };
    let mut tray = Lowest::default();
    match Easy::judge(state, order, &mut tray) {
        Ok(ruling) => {
            let dice = !ruling.casts.is_empty();
            let before = |note: &Note| !dice || note.measured.is_some() || !note.modifiers.is_empty();
            card.notes = ruling.working.into_iter().filter(before).collect();
            if !dice {
                card.ways = ways(state, &ruling.events);
            }
        }
        Err(Stop::Refused(refusal)) => card.refusal = Some(refusal),
        Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => {}
    }
    card.throw = tray.first;
    card
}

/// The ways that stands go in these events.
fn ways(state: &State, events: &[Event]) -> Vec<(StandId, Vec<Pose>)> {
    let mut found = Vec::new();
    for event in events {
        if let Event::Placed { stand, pose, path, .. } = event {
            let Some(start) = state.pose(*stand) else { continue };
            let poses = path.as_ref().map_or_else(|| vec![start, *pose], |path| path.poses(start));
            found.push((*stand, poses));
        }
    }
    found
}

/// The measured lines of an order, refused or not; contacts are seen without a line.
pub fn measured(card: &Card) -> Vec<Measured> {
    let refused = card.refusal.as_ref().and_then(Refused::measured).cloned();
    let noted = card.notes.iter().filter_map(|note| note.measured.clone());
    noted.chain(refused).filter(|measured| measured.limit > 2.0 * TOUCH).collect()
}

/// Points by source and losses by command, now or at the end.
pub fn result(desk: &Desk<Easy>) -> ResultModel {
    let state = desk.state();
    let scenario = &state.game.scenario;
    let luck = desk.luck();
    let (verdict, over) = match &state.phase {
        Phase::Over(outcome) => {
            let level = outcome.level.name();
            let words = match outcome.winner {
                Some(side) => format!("{} victory of the {}", sentence(level), state.say_side(side)),
                None => "The battle is a draw".to_owned(),
            };
            (words, true)
        }
        Phase::Weather | Phase::Draw | Phase::Active => {
            (format!("As it stands in turn {}", state.turn), false)
        }
    };
    let mut sides = Vec::new();
    for side in Side::BOTH {
        let mut sources: Vec<(String, i32)> = Vec::new();
        for score in state.scores.iter().filter(|score| score.side == side) {
            let what = match &score.reason {
                Reason::Stand(id) => format!("{} destroyed, turn {}", brief(state, *id), score.turn),
                Reason::General(id) => format!("general {} lost, turn {}", brief(state, *id), score.turn),
                Reason::Objective(index) => {
                    format!(
                        "{} held",
                        scenario.objectives.get(*index).map_or("an objective", |o| o.name.as_str())
                    )
                }
                Reason::Fiat(why) => format!("by the referee: {why}"),
            };
            sources.push((what, score.points));
        }
        if !over {
            for (objective, holder) in scenario.objectives.iter().zip(&state.holders) {
                if *holder == Some(side) {
                    sources.push((
                        format!("{}, if held to the end", objective.name),
                        i32::from(objective.points),
                    ));
                }
            }
        }
        let losses = state
            .roster()
            .commands
            .iter()
            .filter(|info| info.side == side)
            .map(|info| {
                let ids: Vec<StandId> = state.roster().stands_of(info.id).collect();
                let left = ids.iter().map(|id| u32::from(state.stand(*id).strength)).sum();
                let start = ids.iter().map(|id| u32::from(state.unit(*id).strength)).sum();
                let gone = ids
                    .iter()
                    .filter(|id| matches!(state.stand(**id).place, Place::Eliminated { .. } | Place::Off))
                    .count();
                (info.name.clone(), left, start, gone)
            })
            .collect();
        let luck = &luck[side.index()];
        sides.push(SideResult {
            name: state.say_side(side).to_owned(),
            colour: side_colour(state, side),
            points: state.points_with_objectives()[side.index()],
            sources,
            losses,
            luck: (luck.hits.expected, luck.hits.actual),
        });
    }
    ResultModel { verdict, over, sides }
}
