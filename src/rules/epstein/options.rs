//! The options of Epstein's rules: the rulings that can be overturned, typed.
//!
//! Source: the ledger's table of options. Sizes of units are no option: each roster has them (`epstein:2.3`). Units: inches.

use game::options::{Accepts, OptionFault, OptionSpec, Options as Chosen};

use super::tables::ChosenCells;

const ON_OFF: Accepts = Accepts::OneOf(&["off", "on"]);

const fn spec(id: &'static str, default: &'static str, accepts: Accepts, clause: &'static str) -> OptionSpec {
    OptionSpec { id, default, accepts, clause, in_force: true }
}

/// Every option of the rule set, in the order of the ledger's table.
pub const SPECS: &[OptionSpec] = &[
    spec("loss_choice", "owner", Accepts::OneOf(&["owner", "attacker"]), "epstein:g.4"),
    spec("woods_sight", "2", Accepts::Number(0.0, 12.0), "epstein:g.7"),
    spec("skirmish_gap", "1", Accepts::Number(0.51, 2.0), "epstein:g.8"),
    spec("hole_splits", "off", ON_OFF, "epstein:g.10"),
    spec("formation_shift", "1", Accepts::Number(0.0, 4.0), "epstein:5.2"),
    spec("landwehr_mode", "green", Accepts::OneOf(&["green", "row"]), "epstein:3t.d"),
    spec("horse_artillery_move", "9", Accepts::OneOf(&["9", "12"]), "epstein:3d.2"),
    spec("round_shot_max", "18", Accepts::OneOf(&["18", "48"]), "epstein:3d.4"),
    spec("first_player", "scenario", Accepts::OneOf(&["scenario", "high_die"]), "epstein:4.1"),
    spec("skirmish_march", "notice", Accepts::OneOf(&["notice", "refuse"]), "epstein:5.7"),
    spec(
        "gun_silence",
        "until_own_next_period",
        Accepts::OneOf(&["until_own_next_period", "same_turn"]),
        "epstein:5.9",
    ),
    spec("interpenetration", "per_unit", Accepts::OneOf(&["per_unit", "once"]), "epstein:5.11"),
    spec("slide", "whole_move", Accepts::OneOf(&["whole_move", "then_advance"]), "epstein:5.15"),
    spec("breach_scope", "charges", Accepts::OneOf(&["charges", "all_moves"]), "epstein:5.16"),
    spec("routed_crew", "stays", Accepts::OneOf(&["stays", "removed"]), "epstein:5.19"),
    spec(
        "charge_on",
        "vacated_ground",
        Accepts::OneOf(&["vacated_ground", "stop", "may_contact"]),
        "epstein:5.21",
    ),
    spec("road_bonus", "whole_move", Accepts::OneOf(&["whole_move", "pro_rata"]), "epstein:5.22"),
    spec("difficult_cost", "2", Accepts::OneOf(&["2", "3"]), "epstein:5.23"),
    spec("hill_cost", "all", Accepts::OneOf(&["all", "uphill"]), "epstein:5.23"),
    spec(
        "wheel_measure",
        "front_corner",
        Accepts::OneOf(&["front_corner", "farthest_corner"]),
        "epstein:5.25",
    ),
    spec("own_screen", "blocked", Accepts::OneOf(&["blocked", "open"]), "epstein:6.4"),
    spec("volley_range", "nearest_stand", Accepts::OneOf(&["nearest_stand", "per_stand"]), "epstein:8.a.3"),
    spec("joint_volley", "off", ON_OFF, "epstein:8.a.6"),
    spec("stick_width", "0.25", Accepts::Number(0.05, 2.0), "epstein:8.d.2"),
    spec("shot_target", "stand", Accepts::OneOf(&["stand", "unit"]), "epstein:8.d.2"),
    spec("round_shot_near", "any_part", Accepts::OneOf(&["any_part", "nearest_point"]), "epstein:8.d.2"),
    spec("canister_shape", "sector", Accepts::OneOf(&["sector", "triangle"]), "epstein:8.d.8"),
    spec("canister_friends", "refuse", Accepts::OneOf(&["refuse", "roll"]), "epstein:8.d.10"),
    spec("melee_support", "optional", Accepts::OneOf(&["optional", "none"]), "epstein:9.3"),
    spec("double_contact", "named", Accepts::OneOf(&["named", "both"]), "epstein:9.4"),
    spec("charge_fire_point", "four_inches", Accepts::OneOf(&["four_inches", "contact"]), "epstein:9.7"),
    spec("charge_canister", "optimum", Accepts::OneOf(&["optimum", "by_figure"]), "epstein:9.7"),
    spec("square_cancels_flank", "off", ON_OFF, "epstein:9.9"),
    spec("melee_tie", "reroll", Accepts::OneOf(&["reroll", "defender", "both_fall_back"]), "epstein:9.11"),
    spec("winner_loss", "eighth", Accepts::OneOf(&["eighth", "half_removed"]), "epstein:9.13"),
    spec("casualty_values", "as_fought", Accepts::OneOf(&["as_fought", "base"]), "epstein:9.13"),
    spec("flank_test", "approach", Accepts::OneOf(&["approach", "bearing_at_start", "edge"]), "epstein:10.1"),
    spec("return_fire_pins", "off", ON_OFF, "epstein:11.2"),
    spec("answer_before_dice", "on", ON_OFF, "epstein:11.2"),
    spec("disrupted_penalty", "always", Accepts::OneOf(&["always", "when_attacked"]), "epstein:13.4"),
    spec("rout_edge", "lost", Accepts::OneOf(&["lost", "halts"]), "epstein:13.6"),
    spec("routed_half", "at_least", Accepts::OneOf(&["at_least", "after_fire"]), "epstein:13.9"),
    spec("pursuit_same_period", "off", ON_OFF, "epstein:4.4"),
    spec(
        "strong_position",
        "morale_and_value",
        Accepts::OneOf(&["morale_and_value", "morale_and_die"]),
        "epstein:14.2",
    ),
    spec("behind_reach", "0.5", Accepts::Number(0.0, 3.0), "epstein:14.1"),
    spec("command_measure", "edge", Accepts::OneOf(&["edge", "centre"]), "epstein:14.c.2"),
    spec("command_stack", "off", ON_OFF, "epstein:14.c.2"),
    spec("command_risk", "with_unit", Accepts::OneOf(&["with_unit", "in_radius"]), "epstein:14.c.3"),
    spec("leader_overrun", "escapes", Accepts::OneOf(&["escapes", "captured"]), "epstein:14.c.4"),
    spec("building_multi", "each_stand", Accepts::OneOf(&["each_stand", "beyond_first"]), "epstein:15.6"),
    spec("control", "off", ON_OFF, "epstein:16.1"),
    spec("skirmisher_value", "reduced", Accepts::OneOf(&["reduced", "normal"]), "epstein:7.3"),
    spec("guard_hold", "7", Accepts::OneOf(&["7", "6"]), "epstein:9.5"),
    spec("prussians", "off", ON_OFF, "epstein:w.3"),
    spec("clock_label", "end", Accepts::OneOf(&["end", "start"]), "epstein:w.2"),
    spec("ridge_control", "majority", Accepts::OneOf(&["majority", "sole"]), "epstein:w.4"),
    spec("rifles_1815", "off", ON_OFF, "epstein:w.7"),
];

/// Who picks the stands that lose figures to volleys and in melee. (`epstein:g.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LossChoice {
    #[default]
    Owner,
    Attacker,
}

/// What landwehr is. (`epstein:3t.d`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LandwehrMode {
    #[default]
    Green,
    Row,
}

/// Who has the first move period of each turn. (`epstein:4.1`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstPlayer {
    #[default]
    Scenario,
    HighDie,
}

/// What is done about skirmishers with no enemy near. (`epstein:5.7`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkirmishMarch {
    #[default]
    Notice,
    Refuse,
}

/// How long a gun that moved is silent. (`epstein:5.9`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GunSilence {
    #[default]
    UntilOwnNextPeriod,
    SameTurn,
}

/// What passing through friends costs. (`epstein:5.11`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpenetration {
    #[default]
    PerUnit,
    Once,
}

/// What a slide leaves of the move. (`epstein:5.15`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlideLeaves {
    #[default]
    WholeMove,
    ThenAdvance,
}

/// Which moves may not go through a hole in a line. (`epstein:5.16`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BreachScope {
    #[default]
    Charges,
    AllMoves,
}

/// What becomes of a crew that has lost its gun. (`epstein:5.19`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoutedCrew {
    #[default]
    Stays,
    Removed,
}

/// How a charge goes on after a formed target routs. (`epstein:5.21`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargeOn {
    #[default]
    VacatedGround,
    Stop,
    MayContact,
}

/// When the road gives its inches. (`epstein:5.22`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoadBonus {
    #[default]
    WholeMove,
    ProRata,
}

/// Which way a slope is difficult. (`epstein:5.23`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HillCost {
    #[default]
    All,
    Uphill,
}

/// Which corner's way a wheel costs. (`epstein:5.25`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WheelMeasure {
    #[default]
    FrontCorner,
    FarthestCorner,
}

/// Whether friends fire out through their own screen. (`epstein:6.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnScreen {
    #[default]
    Blocked,
    Open,
}

/// Where the range of a volley is measured. (`epstein:8.a.3`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolleyRange {
    #[default]
    NearestStand,
    PerStand,
}

/// What a die of round shot is thrown for. (`epstein:8.d.2`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShotTarget {
    #[default]
    Stand,
    Unit,
}

/// Which stands are far enough off for round shot. (`epstein:8.d.2`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoundShotNear {
    #[default]
    AnyPart,
    NearestPoint,
}

/// The pattern of canister. (`epstein:8.d.8`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CanisterShape {
    #[default]
    Sector,
    Triangle,
}

/// Canister with friendly skirmishers before it. (`epstein:8.d.10`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CanisterFriends {
    #[default]
    Refuse,
    Roll,
}

/// Whether ranks behind can join a melee. (`epstein:9.3`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeleeSupport {
    #[default]
    Optional,
    None,
}

/// Whom a charge fights that touches two units. (`epstein:9.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DoubleContact {
    #[default]
    Named,
    Both,
}

/// Where charge fire is measured. (`epstein:9.7`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargeFirePoint {
    #[default]
    FourInches,
    Contact,
}

/// The band of canister at a charge. (`epstein:9.7`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChargeCanister {
    #[default]
    Optimum,
    ByFigure,
}

/// What a tied melee comes to. (`epstein:9.11`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeleeTie {
    #[default]
    Reroll,
    Defender,
    BothFallBack,
}

/// What the winner of a melee loses. (`epstein:9.13`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WinnerLoss {
    #[default]
    Eighth,
    HalfRemoved,
}

/// By which values losses in melee are reckoned. (`epstein:9.13`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CasualtyValues {
    #[default]
    AsFought,
    Base,
}

/// What makes a flank attack. (`epstein:10.1`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlankTest {
    #[default]
    Approach,
    BearingAtStart,
    Edge,
}

/// When disruption lowers fire. (`epstein:13.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DisruptedPenalty {
    #[default]
    Always,
    WhenAttacked,
}

/// What becomes of a rout that leaves the table. (`epstein:13.6`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoutEdge {
    #[default]
    Lost,
    Halts,
}

/// Of what a routed unit that is hit loses half. (`epstein:13.9`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoutedHalf {
    #[default]
    AtLeast,
    AfterFire,
}

/// What the two points of a strong position are added to. (`epstein:14.2`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrongPosition {
    #[default]
    MoraleAndValue,
    MoraleAndDie,
}

/// Whence a leader's radius is measured. (`epstein:14.c.2`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommandMeasure {
    #[default]
    Edge,
    Centre,
}

/// Which leaders are at risk. (`epstein:14.c.3`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommandRisk {
    #[default]
    WithUnit,
    InRadius,
}

/// What becomes of a leader who is ridden over. (`epstein:14.c.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeaderOverrun {
    #[default]
    Escapes,
    Captured,
}

/// What several stands add at a building. (`epstein:15.6`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildingMulti {
    #[default]
    EachStand,
    BeyondFirst,
}

/// The value of skirmishing infantry in melee. (`epstein:7.3`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkirmisherValue {
    #[default]
    Reduced,
    Normal,
}

/// Which turn an hour belongs to. (`epstein:w.2`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockLabel {
    #[default]
    End,
    Start,
}

/// What it takes to control the ridge. (`epstein:w.4`)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RidgeControl {
    #[default]
    Majority,
    Sole,
}

/// The options in force, typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Who picks the stands that lose figures to volleys and in melee. (`epstein:g.4`)
    pub loss_choice: LossChoice,
    /// Inches of wood that sight goes through. (`epstein:g.7`)
    pub woods_sight: f32,
    /// The gap between skirmishing stands, in stand widths. (`epstein:g.8`)
    pub skirmish_gap: f32,
    /// A hole in a line parts the unit. (`epstein:g.10`)
    pub hole_splits: bool,
    /// Inches by which a new formation may be shifted to where it is clear. (`epstein:5.2`)
    pub formation_shift: f32,
    /// What landwehr is. (`epstein:3t.d`)
    pub landwehr_mode: LandwehrMode,
    /// Inches that horse artillery moves. (`epstein:3d.2`)
    pub horse_artillery_move: f32,
    /// The farthest that round shot reaches, in inches. (`epstein:3d.4`)
    pub round_shot_max: f32,
    /// Who has the first move period of each turn. (`epstein:4.1`)
    pub first_player: FirstPlayer,
    /// What is done about skirmishers with no enemy near. (`epstein:5.7`)
    pub skirmish_march: SkirmishMarch,
    /// How long a gun that moved is silent. (`epstein:5.9`)
    pub gun_silence: GunSilence,
    /// What passing through friends costs. (`epstein:5.11`)
    pub interpenetration: Interpenetration,
    /// What a slide leaves of the move. (`epstein:5.15`)
    pub slide: SlideLeaves,
    /// Which moves may not go through a hole in a line. (`epstein:5.16`)
    pub breach_scope: BreachScope,
    /// What becomes of a crew that has lost its gun. (`epstein:5.19`)
    pub routed_crew: RoutedCrew,
    /// How a charge goes on after a formed target routs. (`epstein:5.21`)
    pub charge_on: ChargeOn,
    /// When the road gives its inches. (`epstein:5.22`)
    pub road_bonus: RoadBonus,
    /// Inches of allowance for an inch of difficult ground. (`epstein:5.23`)
    pub difficult_cost: f32,
    /// Which way a slope is difficult. (`epstein:5.23`)
    pub hill_cost: HillCost,
    /// Which corner's way a wheel costs. (`epstein:5.25`)
    pub wheel_measure: WheelMeasure,
    /// Whether friends fire out through their own screen. (`epstein:6.4`)
    pub own_screen: OwnScreen,
    /// Where the range of a volley is measured. (`epstein:8.a.3`)
    pub volley_range: VolleyRange,
    /// Battalions may add themselves together for one die. (`epstein:8.a.6`)
    pub joint_volley: bool,
    /// Width of the stick, in inches. (`epstein:8.d.2`)
    pub stick_width: f32,
    /// What a die of round shot is thrown for. (`epstein:8.d.2`)
    pub shot_target: ShotTarget,
    /// Which stands are far enough off for round shot. (`epstein:8.d.2`)
    pub round_shot_near: RoundShotNear,
    /// The pattern of canister. (`epstein:8.d.8`)
    pub canister_shape: CanisterShape,
    /// Canister with friendly skirmishers before it. (`epstein:8.d.10`)
    pub canister_friends: CanisterFriends,
    /// Whether ranks behind can join a melee. (`epstein:9.3`)
    pub melee_support: MeleeSupport,
    /// Whom a charge fights that touches two units. (`epstein:9.4`)
    pub double_contact: DoubleContact,
    /// Where charge fire is measured. (`epstein:9.7`)
    pub charge_fire_point: ChargeFirePoint,
    /// The band of canister at a charge. (`epstein:9.7`)
    pub charge_canister: ChargeCanister,
    /// A square that is formed under attack takes the flank attack its points. (`epstein:9.9`)
    pub square_cancels_flank: bool,
    /// What a tied melee comes to. (`epstein:9.11`)
    pub melee_tie: MeleeTie,
    /// What the winner of a melee loses. (`epstein:9.13`)
    pub winner_loss: WinnerLoss,
    /// By which values losses in melee are reckoned. (`epstein:9.13`)
    pub casualty_values: CasualtyValues,
    /// What makes a flank attack. (`epstein:10.1`)
    pub flank_test: FlankTest,
    /// Who has answered fire does not move in its own next period. (`epstein:11.2`)
    pub return_fire_pins: bool,
    /// Whether to answer is said before any die is thrown. (`epstein:11.2`)
    pub answer_before_dice: bool,
    /// When disruption lowers fire. (`epstein:13.4`)
    pub disrupted_penalty: DisruptedPenalty,
    /// What becomes of a rout that leaves the table. (`epstein:13.6`)
    pub rout_edge: RoutEdge,
    /// Of what a routed unit that is hit loses half. (`epstein:13.9`)
    pub routed_half: RoutedHalf,
    /// Who routs may be charged again in the same period. (`epstein:4.4`)
    pub pursuit_same_period: bool,
    /// What the two points of a strong position are added to. (`epstein:14.2`)
    pub strong_position: StrongPosition,
    /// How near a wall or stream a stand is behind it, in inches. (`epstein:14.1`)
    pub behind_reach: f32,
    /// Whence a leader's radius is measured. (`epstein:14.c.2`)
    pub command_measure: CommandMeasure,
    /// Several leaders add up. (`epstein:14.c.2`)
    pub command_stack: bool,
    /// Which leaders are at risk. (`epstein:14.c.3`)
    pub command_risk: CommandRisk,
    /// What becomes of a leader who is ridden over. (`epstein:14.c.4`)
    pub leader_overrun: LeaderOverrun,
    /// What several stands add at a building. (`epstein:15.6`)
    pub building_multi: BuildingMulti,
    /// Classes of control are in force. (`epstein:16.1`)
    pub control: bool,
    /// The value of skirmishing infantry in melee. (`epstein:7.3`)
    pub skirmisher_value: SkirmisherValue,
    /// What guards hold on. (`epstein:9.5`)
    pub guard_hold: u8,
    /// The Prussians come. (`epstein:w.3`)
    pub prussians: bool,
    /// Which turn an hour belongs to. (`epstein:w.2`)
    pub clock_label: ClockLabel,
    /// What it takes to control the ridge. (`epstein:w.4`)
    pub ridge_control: RidgeControl,
    /// Stands of Adam and Kempt have rifles. (`epstein:w.7`)
    pub rifles_1815: bool,
}

impl Options {
    /// What they have instead of cells of the tables.
    pub fn of_tables(&self) -> ChosenCells {
        ChosenCells {
            round_shot_max: self.round_shot_max,
            horse_artillery: self.horse_artillery_move,
            guard_hold: self.guard_hold,
            landwehr_rows: self.landwehr_mode == LandwehrMode::Row,
        }
    }

    /// The typed options of what was chosen; refused when an id or a value is not known.
    pub fn new(chosen: &Chosen) -> Result<Self, OptionFault> {
        chosen.check(SPECS)?;
        let pick = |id| chosen.value(SPECS, id);
        let is = |id, wanted| pick(id) == wanted;
        let number = |id| pick(id).parse().unwrap_or(0.0_f32);
        Ok(Self {
            loss_choice: match pick("loss_choice") {
                "attacker" => LossChoice::Attacker,
                _ => LossChoice::Owner,
            },
            woods_sight: number("woods_sight"),
            skirmish_gap: number("skirmish_gap"),
            hole_splits: is("hole_splits", "on"),
            formation_shift: number("formation_shift"),
            landwehr_mode: match pick("landwehr_mode") {
                "row" => LandwehrMode::Row,
                _ => LandwehrMode::Green,
            },
            horse_artillery_move: number("horse_artillery_move"),
            round_shot_max: number("round_shot_max"),
            first_player: match pick("first_player") {
                "high_die" => FirstPlayer::HighDie,
                _ => FirstPlayer::Scenario,
            },
            skirmish_march: match pick("skirmish_march") {
                "refuse" => SkirmishMarch::Refuse,
                _ => SkirmishMarch::Notice,
            },
            gun_silence: match pick("gun_silence") {
                "same_turn" => GunSilence::SameTurn,
                _ => GunSilence::UntilOwnNextPeriod,
            },
            interpenetration: match pick("interpenetration") {
                "once" => Interpenetration::Once,
                _ => Interpenetration::PerUnit,
            },
            slide: match pick("slide") {
                "then_advance" => SlideLeaves::ThenAdvance,
                _ => SlideLeaves::WholeMove,
            },
            breach_scope: match pick("breach_scope") {
                "all_moves" => BreachScope::AllMoves,
                _ => BreachScope::Charges,
            },
            routed_crew: match pick("routed_crew") {
                "removed" => RoutedCrew::Removed,
                _ => RoutedCrew::Stays,
            },
            charge_on: match pick("charge_on") {
                "stop" => ChargeOn::Stop,
                "may_contact" => ChargeOn::MayContact,
                _ => ChargeOn::VacatedGround,
            },
            road_bonus: match pick("road_bonus") {
                "pro_rata" => RoadBonus::ProRata,
                _ => RoadBonus::WholeMove,
            },
            difficult_cost: number("difficult_cost"),
            hill_cost: match pick("hill_cost") {
                "uphill" => HillCost::Uphill,
                _ => HillCost::All,
            },
            wheel_measure: match pick("wheel_measure") {
                "farthest_corner" => WheelMeasure::FarthestCorner,
                _ => WheelMeasure::FrontCorner,
            },
            own_screen: match pick("own_screen") {
                "open" => OwnScreen::Open,
                _ => OwnScreen::Blocked,
            },
            volley_range: match pick("volley_range") {
                "per_stand" => VolleyRange::PerStand,
                _ => VolleyRange::NearestStand,
            },
            joint_volley: is("joint_volley", "on"),
            stick_width: number("stick_width"),
            shot_target: match pick("shot_target") {
                "unit" => ShotTarget::Unit,
                _ => ShotTarget::Stand,
            },
            round_shot_near: match pick("round_shot_near") {
                "nearest_point" => RoundShotNear::NearestPoint,
                _ => RoundShotNear::AnyPart,
            },
            canister_shape: match pick("canister_shape") {
                "triangle" => CanisterShape::Triangle,
                _ => CanisterShape::Sector,
            },
            canister_friends: match pick("canister_friends") {
                "roll" => CanisterFriends::Roll,
                _ => CanisterFriends::Refuse,
            },
            melee_support: match pick("melee_support") {
                "none" => MeleeSupport::None,
                _ => MeleeSupport::Optional,
            },
            double_contact: match pick("double_contact") {
                "both" => DoubleContact::Both,
                _ => DoubleContact::Named,
            },
            charge_fire_point: match pick("charge_fire_point") {
                "contact" => ChargeFirePoint::Contact,
                _ => ChargeFirePoint::FourInches,
            },
            charge_canister: match pick("charge_canister") {
                "by_figure" => ChargeCanister::ByFigure,
                _ => ChargeCanister::Optimum,
            },
            square_cancels_flank: is("square_cancels_flank", "on"),
            melee_tie: match pick("melee_tie") {
                "defender" => MeleeTie::Defender,
                "both_fall_back" => MeleeTie::BothFallBack,
                _ => MeleeTie::Reroll,
            },
            winner_loss: match pick("winner_loss") {
                "half_removed" => WinnerLoss::HalfRemoved,
                _ => WinnerLoss::Eighth,
            },
            casualty_values: match pick("casualty_values") {
                "base" => CasualtyValues::Base,
                _ => CasualtyValues::AsFought,
            },
            flank_test: match pick("flank_test") {
                "bearing_at_start" => FlankTest::BearingAtStart,
                "edge" => FlankTest::Edge,
                _ => FlankTest::Approach,
            },
            return_fire_pins: is("return_fire_pins", "on"),
            answer_before_dice: is("answer_before_dice", "on"),
            disrupted_penalty: match pick("disrupted_penalty") {
                "when_attacked" => DisruptedPenalty::WhenAttacked,
                _ => DisruptedPenalty::Always,
            },
            rout_edge: match pick("rout_edge") {
                "halts" => RoutEdge::Halts,
                _ => RoutEdge::Lost,
            },
            routed_half: match pick("routed_half") {
                "after_fire" => RoutedHalf::AfterFire,
                _ => RoutedHalf::AtLeast,
            },
            pursuit_same_period: is("pursuit_same_period", "on"),
            strong_position: match pick("strong_position") {
                "morale_and_die" => StrongPosition::MoraleAndDie,
                _ => StrongPosition::MoraleAndValue,
            },
            behind_reach: number("behind_reach"),
            command_measure: match pick("command_measure") {
                "centre" => CommandMeasure::Centre,
                _ => CommandMeasure::Edge,
            },
            command_stack: is("command_stack", "on"),
            command_risk: match pick("command_risk") {
                "in_radius" => CommandRisk::InRadius,
                _ => CommandRisk::WithUnit,
            },
            leader_overrun: match pick("leader_overrun") {
                "captured" => LeaderOverrun::Captured,
                _ => LeaderOverrun::Escapes,
            },
            building_multi: match pick("building_multi") {
                "beyond_first" => BuildingMulti::BeyondFirst,
                _ => BuildingMulti::EachStand,
            },
            control: is("control", "on"),
            skirmisher_value: match pick("skirmisher_value") {
                "normal" => SkirmisherValue::Normal,
                _ => SkirmisherValue::Reduced,
            },
            guard_hold: number("guard_hold") as u8,
            prussians: is("prussians", "on"),
            clock_label: match pick("clock_label") {
                "start" => ClockLabel::Start,
                _ => ClockLabel::End,
            },
            ridge_control: match pick("ridge_control") {
                "sole" => RidgeControl::Sole,
                _ => RidgeControl::Majority,
            },
            rifles_1815: is("rifles_1815", "on"),
        })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new(&Chosen::default()).expect("the defaults are known")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_but_the_default_changes_something() {
        let chosen = |id: &str, value: &str| {
            let mut chosen = Chosen::default();
            chosen.set(SPECS, id, value).expect("it is a value of the option");
            Options::new(&chosen).expect("the options are known")
        };
        for spec in SPECS {
            assert!(spec.accepts.allows(spec.default), "{}", spec.id);
            assert_eq!(chosen(spec.id, spec.default), Options::default(), "{}", spec.id);
            let others: Vec<String> = match spec.accepts {
                Accepts::OneOf(values) => values.iter().map(|value| (*value).to_owned()).collect(),
                Accepts::Number(least, most) => vec![least.to_string(), most.to_string()],
            };
            let mut seen = vec![Options::default()];
            for value in others.iter().filter(|value| **value != spec.default) {
                let options = chosen(spec.id, value);
                assert!(!seen.contains(&options), "{} = {value} is read as another value", spec.id);
                seen.push(options);
            }
        }
    }
}
