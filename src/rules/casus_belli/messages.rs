//! 1800 over the wire: pieces, corps and sides by key, hexes by number, costs in movement points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked;
use super::assign;
use super::combat::event::{CombatEvent, Loss};
use super::combat::phase::{CombatPhase, Fight, Retreating, Step};
use super::command::Chain;
use super::event::{Event, LeaderLoss};
use super::order::Assault;
use super::position::Position;
use super::roster::{CorpsId, LeaderId, PieceId, UnitId};
use super::rule_set::CasusBelli;
use super::spelling::{Acts, Reader, piece_key};
use super::state::{Commander, Group, Moved, Pending, Phase, Place, State};
use super::victory::{self, BattleOutcome, Level};
use super::wire::{
    WireCombat, WireCommand, WireCorps, WireFight, WireLeader, WireLine, WirePlace, WirePost, WireResult,
    WireRetreat, WireScores, WireSide, WireState, WireUnit,
};
use game::hex_wire::{
    Nothing, ReachQuestion, WireEvent, WireMove, WireOwed, WireReach, WireWay, numbers, wire_points,
};
use game::options::Options;
use game::{AskFault, Battles, HexUnits as _, Summary, Tells, Viewer};
use hexes::{Direction, Hex};
use scenario::{Battle, HexScenario, Side};

/// Whose command is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandQuestion {
    /// Left out: that of the side whose turn it is.
    #[serde(default)]
    pub side: Option<String>,
}

/// The unit whose line of command is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineQuestion {
    pub unit: String,
    /// A commander; left out: the one under whom it stands.
    #[serde(default)]
    pub to: Option<String>,
}

/// What can be asked beside what all rules have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a piece can go.
    Reach(ReachQuestion),
    /// Who commands whom, and why who is out of command is so.
    Command(CommandQuestion),
    /// The line of command of a unit, hex by hex, or why there is none.
    Line(LineQuestion),
    /// Who has still to attack, and who has still to be attacked.
    Owed(Nothing),
    /// What each side has points for.
    Points(Nothing),
}

/// What is answered to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Reach(WireReach),
    Way(WireWay),
    Command(WireCommand),
    Line(WireLine),
    Owed(WireOwed),
    Points(Vec<WireScores>),
}

/// What part of the turn it is, by name.
pub const fn phase_name(phase: &Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Command => "command",
        Phase::Movement(_) => "movement",
        Phase::Combat(_) => "combat",
        Phase::Reorganisation(_) => "reorganisation",
        Phase::Over(_) => "over",
    }
}

/// How much a battle was won by, by name.
pub const fn level_name(level: Level) -> &'static str {
    match level {
        Level::Draw => "draw",
        Level::Marginal => "marginal",
        Level::Decisive => "decisive",
        Level::Automatic => "automatic",
    }
}

/// What a combat waits for.
const fn step_name(step: &Step) -> &'static str {
    match step {
        Step::Retreats { .. } => "retreats",
        Step::Advances { .. } => "advances",
        Step::Done => "over",
    }
}

impl Tells for CasusBelli {
    type Acts = Acts;
    type Happened = WireEvent;
    type Whole = WireState;
    type Position = Position;
    const POSITION: &'static str = "cb_position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["reach", "command", "line", "owed", "points"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.game.side_id(side)
    }

    fn side(state: &State, name: &str) -> Result<Side, String> {
        Reader { state }.side(name).map_err(|fault| fault.to_string())
    }

    /// Nothing is hidden in this game.
    fn happened(state: &State, event: &Event, _viewer: Viewer) -> WireEvent {
        Teller(state).event(event)
    }

    fn whole(state: &State) -> WireState {
        Teller(state).state()
    }

    fn summary(state: &State) -> Summary {
        super::summary::summary(state)
    }

    fn ask(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
        asked::answer(state, ask)
    }

    fn set_up(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
        position.set_up(battles).map_err(|fault| fault.to_string())
    }

    fn beginning(state: &State) -> (HexScenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}

/// Turns the game's own things into the wire's, by the state they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teller<'a>(pub &'a State);

impl Teller<'_> {
    pub fn side(&self, side: Side) -> String {
        self.0.game.side_id(side)
    }

    pub fn key(&self, id: UnitId) -> String {
        self.0.key_of(id)
    }

    pub fn keys<'i>(&self, ids: impl IntoIterator<Item = &'i UnitId>) -> Vec<String> {
        self.0.keys_of(ids)
    }

    fn leader_key(&self, id: LeaderId) -> String {
        self.0.game.leader(id).id.clone()
    }

    fn leader_keys<'i>(&self, ids: impl IntoIterator<Item = &'i LeaderId>) -> Vec<String> {
        ids.into_iter().map(|id| self.leader_key(*id)).collect()
    }

    pub fn piece(&self, id: PieceId) -> String {
        piece_key(&self.0.game, id)
    }

    pub fn commander(&self, by: Commander) -> String {
        match by {
            Commander::Leader(leader) => self.leader_key(leader),
            Commander::Unit(unit) => self.key(unit),
        }
    }

    pub fn group(&self, group: Group) -> String {
        Reader { state: self.0 }.group_key(group)
    }

    fn corps(&self, id: CorpsId) -> String {
        self.0.game.corps(id).id.clone()
    }

    /// The neighbouring hex that a front looks at.
    fn towards(&self, place: Place, faces: Option<Direction>) -> Option<u16> {
        let hex = place.hex()?;
        self.0.game.map().grid.neighbour(hex, faces?).map(|hex| hex.0)
    }

    fn moved(moved: Option<&Moved>) -> Option<WireMove> {
        moved.map(|moved| WireMove::new(moved.from, &moved.path, moved.cost))
    }

    fn event(&self, event: &Event) -> WireEvent {
        let kind = WireEvent::kind;
        let of = |kind: &str, id: PieceId| WireEvent::of(kind, self.piece(id));
        let unit = |kind: &str, id: &UnitId| WireEvent::of(kind, self.key(*id));
        let leader = |kind: &str, id: &LeaderId| WireEvent::of(kind, self.leader_key(*id));
        match event {
            Event::Deployed { piece, hex } => WireEvent { hex: Some(hex.0), ..of("deployed", *piece) },
            Event::Faced { unit: id, faces } => WireEvent { faces: Some(faces.0), ..unit("faced", id) },
            Event::TurnBegan { turn } => WireEvent { turn: Some(*turn), ..kind("turn-began") },
            Event::ArrivalRolled { printed, face, turn } => {
                let detail = Some(format!("printed {printed}"));
                WireEvent { turn: Some(*turn), die: Some(*face), detail, ..kind("arrival-rolled") }
            }
            Event::ShutOut { side, pieces } => WireEvent {
                side: Some(self.side(*side)),
                by: pieces.iter().map(|piece| self.piece(*piece)).collect(),
                ..kind("shut-out")
            },
            Event::PlayerTurnBegan { phasing, .. } => {
                WireEvent { side: Some(self.side(*phasing)), ..kind("player-turn-began") }
            }
            Event::Named { corps, unit: id } => {
                WireEvent { group: Some(self.corps(*corps)), ..unit("named", id) }
            }
            Event::Succeeded { corps, leader: id, hex } => {
                WireEvent { group: Some(self.corps(*corps)), hex: Some(hex.0), ..leader("succeeded", id) }
            }
            Event::Promoted { leader: id } => leader("promoted", id),
            Event::Attached { unit: id, group } => {
                WireEvent { group: group.map(|group| self.group(group)), ..unit("attached", id) }
            }
            Event::ChargeDeclared { unit: id, charge } => WireEvent {
                other: Some(self.key(charge.target)),
                way: numbers(&charge.line),
                ..unit("charge-declared", id)
            },
            Event::ChargeCalledOff { unit: id } => unit("charge-called-off", id),
            Event::ChargeBroken { unit: id } => unit("charge-broken", id),
            Event::MovementBegan { found, .. } => {
                let out = found.iter().filter(|(_, found)| !found.in_command).map(|(id, _)| id);
                WireEvent {
                    by: self.keys(out),
                    detail: Some("out of command".into()),
                    ..kind("movement-began")
                }
            }
            Event::GroupBegan { group } => {
                WireEvent { group: Some(self.group(*group)), ..kind("group-began") }
            }
            Event::Moved { piece, from, path, cost, faces } => WireEvent {
                from: from.number(),
                way: numbers(path),
                hex: path.last().map(|hex| hex.0),
                cost: Some(wire_points(*cost)),
                faces: faces.map(|faces| faces.0),
                ..of("moved", *piece)
            },
            Event::Left { piece, path, cost } => {
                WireEvent { way: numbers(path), cost: Some(wire_points(*cost)), ..of("left", *piece) }
            }
            Event::CombatBegan => kind("combat-began"),
            Event::Combat(event) => self.combat_event(event),
            Event::ReorganisationBegan => kind("reorganisation-began"),
            Event::Rallied { unit: id, by, face } => {
                WireEvent { other: Some(self.commander(*by)), die: *face, ..unit("rallied", id) }
            }
            Event::RallyFailed { unit: id, by, face } => {
                WireEvent { other: Some(self.commander(*by)), die: Some(*face), ..unit("rally-failed", id) }
            }
            Event::Asked(pending) => {
                let (what, piece) = self.pending(pending);
                WireEvent { detail: Some(what), ..WireEvent::of("asked", piece) }
            }
            Event::Settled => kind("settled"),
            Event::Escaped { leader: id, face } => WireEvent { die: Some(*face), ..leader("escaped", id) },
            Event::Relocated { leader: id, hex } => WireEvent { hex: Some(hex.0), ..leader("relocated", id) },
            Event::LeaderLost { leader: id, cause, face } => {
                let detail = match cause {
                    LeaderLoss::Killed => "killed",
                    LeaderLoss::Captured => "captured",
                };
                WireEvent { die: *face, detail: Some(detail.into()), ..leader("leader-lost", id) }
            }
            Event::Vacated { post, side } => {
                let (group, side) = (Some(self.group(*post)), Some(self.side(*side)));
                WireEvent { group, side, ..kind("vacated") }
            }
            Event::Demoralised { corps, is } => {
                let name = if *is { "demoralised" } else { "recovered" };
                WireEvent { group: Some(self.corps(*corps)), ..kind(name) }
            }
            Event::Possessed { hex, side } => {
                WireEvent { hex: Some(hex.0), side: Some(self.side(*side)), ..kind("possessed") }
            }
            Event::Placed { piece, hex } => WireEvent { hex: Some(hex.0), ..of("placed", *piece) },
            Event::StrengthSet { unit: id, points } => {
                WireEvent { points: Some((*points).into()), ..unit("strength-set", id) }
            }
            Event::RoutSet { unit: id, routed, faces } => {
                let name = if *routed { "routed" } else { "reorganised" };
                WireEvent { faces: faces.map(|faces| faces.0), ..unit(name, id) }
            }
            Event::Removed { piece } => of("removed", *piece),
            Event::Awarded { side, points } => {
                WireEvent { side: Some(self.side(*side)), points: Some((*points).into()), ..kind("awarded") }
            }
            Event::ClockSet { turn } => WireEvent { turn: Some(*turn), ..kind("clock-set") },
            Event::OptionSet { id, value } => {
                WireEvent { detail: Some(format!("{id}={value}")), ..kind("option-set") }
            }
            Event::Ended(outcome) => WireEvent {
                side: outcome.winner.map(|side| self.side(side)),
                result: Some(level_name(outcome.level).to_owned()),
                detail: Some(outcome.because.clone()),
                ..kind("ended")
            },
        }
    }

    fn pending(&self, pending: &Pending) -> (String, String) {
        let (what, piece) = match pending {
            Pending::Relocate { leader, .. } => ("relocate", self.leader_key(*leader)),
            Pending::Run { unit } => ("run", self.key(*unit)),
            Pending::Face { unit } => ("face", self.key(*unit)),
        };
        (what.to_owned(), piece)
    }

    fn combat_event(&self, event: &CombatEvent) -> WireEvent {
        let kind = WireEvent::kind;
        let unit = |kind: &str, id: &UnitId| WireEvent::of(kind, self.key(*id));
        match event {
            CombatEvent::Opened { owing, owed, .. } => {
                WireEvent { by: self.keys(owing), on: self.keys(owed), ..kind("duties-fixed") }
            }
            CombatEvent::Fought { assault, attack, defence, column, face, result, .. } => {
                let Assault { by, on, leaders, .. } = assault;
                WireEvent {
                    by: self.keys(by),
                    on: self.keys(on),
                    leaders: self.leader_keys(leaders),
                    odds: Some((*attack, *defence)),
                    column: column.map(|column| column.name().to_owned()),
                    die: *face,
                    result: result.map(|result| result.name().to_owned()),
                    ..kind("fought")
                }
            }
            CombatEvent::Came { step } => {
                WireEvent { detail: Some(step_name(step).to_owned()), ..kind("came-to") }
            }
            CombatEvent::Lost { unit: id, cause } => {
                let detail = match cause {
                    Loss::Woods => "woods",
                    Loss::NoRetreat => "no retreat",
                    Loss::Zone => "zone",
                    Loss::Chain => "chain",
                };
                WireEvent { detail: Some(detail.to_owned()), ..unit("lost", id) }
            }
            CombatEvent::TurnedBack { retreating } => WireEvent {
                from: Some(retreating.from.0),
                points: Some(retreating.left.into()),
                detail: retreating.routs.then(|| "routs".to_owned()),
                leaders: self.leader_keys(&retreating.with),
                ..unit("turned-back", &retreating.unit)
            },
            CombatEvent::Retreated { unit: id, to, displaced, with } => WireEvent {
                hex: Some(to.0),
                way: displaced.iter().map(|(_, hex)| hex.0).collect(),
                displaced: self.keys(displaced.iter().map(|(unit, _)| unit)),
                leaders: self.leader_keys(with.iter().map(|(leader, _)| leader)),
                ..unit("retreated", id)
            },
            CombatEvent::Wheeled { unit: id, faces } => {
                WireEvent { faces: Some(faces.0), ..unit("wheeled", id) }
            }
            CombatEvent::Converted { unit: id, left } => {
                WireEvent { points: Some((*left).into()), ..unit("converted", id) }
            }
            CombatEvent::Halted { unit: id } => unit("halted", id),
            CombatEvent::Stood => kind("stood"),
            CombatEvent::Advanced { unit: id, to, with } => {
                WireEvent { hex: Some(to.0), leaders: self.leader_keys(with), ..unit("advanced", id) }
            }
            CombatEvent::Held => kind("held"),
            CombatEvent::Unhurt { leader, face } => {
                WireEvent { die: Some(*face), ..WireEvent::of("unhurt", self.leader_key(*leader)) }
            }
            CombatEvent::Withdraw { units } => WireEvent { by: self.keys(units), ..kind("withdraw") },
        }
    }

    fn state(&self) -> WireState {
        let state = self.0;
        let game = &state.game;
        let scenario = &game.scenario;
        let movement = if let Phase::Movement(phase) = &state.phase { Some(phase) } else { None };
        let result = if let Phase::Over(outcome) = &state.phase { Some(self.result(outcome)) } else { None };
        let charges = state.command.charges.iter();
        WireState {
            scenario: scenario.id.clone(),
            turn: state.turn,
            turns: scenario.turns,
            clock: scenario.clock(state.turn),
            phasing: self.side(state.phasing),
            phase: phase_name(&state.phase).to_owned(),
            sides: Side::BOTH.into_iter().map(|side| self.army(side)).collect(),
            corps: game.corps_ids().map(|id| self.corps_of(id)).collect(),
            units: game.units().map(|id| self.unit(id)).collect(),
            leaders: game.leaders().map(|id| self.leader(id)).collect(),
            places: self.places(),
            charges: charges.map(|(id, charge)| (self.key(*id), self.key(charge.target))).collect(),
            pending: state.pending.iter().map(|pending| self.pending(pending)).collect(),
            moving: movement.and_then(|phase| phase.current).map(|group| self.group(group)),
            have_moved: movement
                .map(|phase| phase.closed.iter().map(|group| self.group(*group)).collect())
                .unwrap_or_default(),
            combat: state.combat().map(|phase| self.combat(phase)),
            result,
        }
    }

    fn army(&self, side: Side) -> WireSide {
        let state = self.0;
        WireSide {
            id: self.side(side),
            name: state.game.side_name(side).to_owned(),
            points: victory::points(state, side),
            commander: state.armies[side.index()].commander.map(|leader| self.leader_key(leader)),
            communications: numbers(&state.game.communications[side.index()]),
        }
    }

    fn corps_of(&self, id: CorpsId) -> WireCorps {
        let (state, corps) = (self.0, self.0.game.corps(id));
        WireCorps {
            id: corps.id.clone(),
            name: corps.name.clone(),
            side: self.side(corps.side),
            level: corps.level,
            tally: state.tally(id),
            demoralised: state.is_demoralised(id),
            commander: state.commander(id).map(|by| self.commander(by)),
        }
    }

    fn unit(&self, id: UnitId) -> WireUnit {
        let (state, game) = (self.0, &self.0.game);
        let (unit, now) = (game.unit(id), state.unit(id));
        let arrives = state.arrival(game.piece_of_unit(id));
        WireUnit {
            id: unit.id.clone(),
            counter: unit.counter.clone(),
            name: unit.name.clone(),
            side: self.side(unit.side),
            corps: game.corps_of(id).map(|corps| self.corps(corps)),
            arm: unit.arm.name().to_owned(),
            place: now.place.name().to_owned(),
            hex: now.place.number(),
            strength: now.strength,
            printed: unit.strength,
            movement: unit.movement,
            routed: now.routed,
            faces: self.towards(now.place, now.faces),
            group: self.group(state.group(id)),
            in_command: state.is_in_command(id),
            moved: Self::moved(now.moved.as_ref()),
            arrives: arrives.map(|(turn, at)| (turn, at.0)),
        }
    }

    fn leader(&self, id: LeaderId) -> WireLeader {
        let (state, game) = (self.0, &self.0.game);
        let (leader, now) = (game.leader(id), state.leader(id));
        let arrives = state.arrival(game.piece_of_leader(id));
        WireLeader {
            id: leader.id.clone(),
            counter: leader.counter.clone(),
            name: leader.name.clone(),
            side: self.side(leader.side),
            corps: game.led_by(id).map(|corps| self.corps(corps)),
            bonus: if now.acting { 0 } else { leader.bonus },
            movement: leader.movement,
            place: now.place.name().to_owned(),
            hex: now.place.number(),
            moved: Self::moved(now.moved.as_ref()),
            arrives: arrives.map(|(turn, at)| (turn, at.0)),
        }
    }

    fn places(&self) -> Vec<WirePlace> {
        let state = self.0;
        let possessor = |hex: &Hex| (hex.0, victory::possessor(state, *hex).map(|side| self.side(side)));
        let place = |place: &scenario::HexObjective| WirePlace {
            id: place.id.clone(),
            name: place.name.clone(),
            hexes: place.hexes.iter().map(possessor).collect(),
            points: place.points,
        };
        state.game.places().map(|(_, of)| place(of)).collect()
    }

    fn combat(&self, phase: &CombatPhase) -> WireCombat {
        WireCombat {
            fought: self.keys(&phase.fought),
            attacked: self.keys(&phase.attacked),
            spent: self.keys(&phase.spent),
            owed: asked::owed(self.0, phase),
            fight: phase.fight.as_deref().map(|fight| self.fight(fight)),
            retreating: phase.retreating.as_ref().map(|back| self.retreat(back)),
        }
    }

    fn fight(&self, fight: &Fight) -> WireFight {
        let (must, may, open) = match &fight.step {
            Step::Retreats { left, may } => (self.keys(left), self.keys(may), Vec::new()),
            Step::Advances { open } => (Vec::new(), Vec::new(), numbers(open)),
            Step::Done => Default::default(),
        };
        WireFight {
            by: self.keys(&fight.attackers),
            on: self.keys(&fight.defenders),
            leaders: self.leader_keys(&fight.leaders),
            odds: (fight.attack, fight.defence),
            column: fight.column.map(|column| column.name().to_owned()),
            die: fight.face,
            result: fight.result.map(|result| result.name().to_owned()),
            vacated: fight.vacated.keys().map(|hex| hex.0).collect(),
            step: step_name(&fight.step).to_owned(),
            must_retreat: must,
            may_retreat: may,
            open,
        }
    }

    fn retreat(&self, back: &Retreating) -> WireRetreat {
        WireRetreat {
            unit: self.key(back.unit),
            from: back.from.0,
            made: back.made,
            left: back.left,
            routs: back.routs,
        }
    }

    fn result(&self, outcome: &BattleOutcome) -> WireResult {
        WireResult {
            winner: outcome.winner.map(|side| self.side(side)),
            level: level_name(outcome.level).to_owned(),
            points: outcome.points,
            because: outcome.because.clone(),
        }
    }

    /// The post of a group as it stands.
    pub fn post(&self, chain: &Chain<'_>, side: Side, group: Group) -> WirePost {
        let state = self.0;
        let (commander, vacant_since) = match group {
            Group::Army => {
                let army = &state.armies[side.index()];
                (army.commander.map(Commander::Leader), army.vacant_since)
            }
            Group::Corps(corps) => (state.commander(corps), state.corps[corps.index()].vacant_since),
            Group::Unassigned => (None, None),
        };
        let is_phasing = side == state.phasing;
        WirePost {
            group: self.group(group),
            commander: commander.map(|by| self.commander(by)),
            hex: commander.and_then(|by| state.commander_hex(by)).map(|hex| hex.0),
            taken: if is_phasing { assign::taken(state, group) } else { 0 },
            room: chain.room(group),
            vacant_since,
        }
    }
}
