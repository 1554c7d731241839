//! The options of Epstein's rules: the rulings that can be overturned, with their types.
//!
//! Source: the ledger's table of options. Unit sizes are not options: each roster sets them (`epstein:2.3`). Units: inches.

use game::options;

use super::tables::ChosenCells;

options! {
    /// Who picks the stands that lose figures to volleys and in melee.
    loss_choice: LossChoice = "loss_choice", "epstein:g.4" { Owner = "owner", Attacker = "attacker" }
    /// Inches of wood through which sight passes.
    woods_sight: f32 = "woods_sight", "epstein:g.7" (2 in 0.0..=12.0)
    /// The gap between skirmishing stands, in stand widths.
    skirmish_gap: f32 = "skirmish_gap", "epstein:g.8" (1 in 0.51..=2.0)
    /// Does a hole in a line split the unit?
    hole_splits: bool = "hole_splits", "epstein:g.10" (off)
    /// Inches by which a new formation may be shifted to a clear place.
    formation_shift: f32 = "formation_shift", "epstein:5.2" (1 in 0.0..=4.0)
    /// How landwehr counts.
    landwehr_mode: LandwehrMode = "landwehr_mode", "epstein:3t.d" { Green = "green", Row = "row" }
    /// Inches that horse artillery moves.
    horse_artillery_move: f32 = "horse_artillery_move", "epstein:3d.2" (9 | 12)
    /// The farthest that round shot reaches, in inches.
    round_shot_max: f32 = "round_shot_max", "epstein:3d.4" (18 | 48)
    /// Who has the first move period of each turn.
    first_player: FirstPlayer = "first_player", "epstein:4.1" { Scenario = "scenario", HighDie = "high_die" }
    /// What happens to skirmishers that march with no enemy near.
    skirmish_march: SkirmishMarch = "skirmish_march", "epstein:5.7" { Notice = "notice", Refuse = "refuse" }
    /// How long a gun stays silent after a move.
    gun_silence: GunSilence = "gun_silence", "epstein:5.9" {
        UntilOwnNextPeriod = "until_own_next_period", SameTurn = "same_turn",
    }
    /// Cost of passing through friends.
    interpenetration: Interpenetration = "interpenetration", "epstein:5.11" {
        PerUnit = "per_unit", Once = "once",
    }
    /// What a slide leaves of the move.
    slide: SlideLeaves = "slide", "epstein:5.15" { WholeMove = "whole_move", ThenAdvance = "then_advance" }
    /// Which moves may not go through a hole in a line.
    breach_scope: BreachScope = "breach_scope", "epstein:5.16" { Charges = "charges", AllMoves = "all_moves" }
    /// What happens to a crew that has lost its gun.
    routed_crew: RoutedCrew = "routed_crew", "epstein:5.19" { Stays = "stays", Removed = "removed" }
    /// How a charge goes on after a formed target routs.
    charge_on: ChargeOn = "charge_on", "epstein:5.21" {
        VacatedGround = "vacated_ground", Stop = "stop", MayContact = "may_contact",
    }
    /// When the road bonus applies.
    road_bonus: RoadBonus = "road_bonus", "epstein:5.22" { WholeMove = "whole_move", ProRata = "pro_rata" }
    /// Inches of allowance for an inch of difficult ground.
    difficult_cost: f32 = "difficult_cost", "epstein:5.23" (2 | 3)
    /// In which direction a slope is difficult.
    hill_cost: HillCost = "hill_cost", "epstein:5.23" { All = "all", Uphill = "uphill" }
    /// The corner whose path a wheel costs.
    wheel_measure: WheelMeasure = "wheel_measure", "epstein:5.25" {
        FrontCorner = "front_corner", FarthestCorner = "farthest_corner",
    }
    /// Whether friends may fire through their own screen.
    own_screen: OwnScreen = "own_screen", "epstein:6.4" { Blocked = "blocked", Open = "open" }
    /// Where the range of a volley is measured.
    volley_range: VolleyRange = "volley_range", "epstein:8.a.3" {
        NearestStand = "nearest_stand", PerStand = "per_stand",
    }
    /// May battalions fire together for one die?
    joint_volley: bool = "joint_volley", "epstein:8.a.6" (off)
    /// Width of the stick, in inches.
    stick_width: f32 = "stick_width", "epstein:8.d.2" (0.25 in 0.05..=2.0)
    /// What a die of round shot is thrown for.
    shot_target: ShotTarget = "shot_target", "epstein:8.d.2" { Stand = "stand", Unit = "unit" }
    /// Which stands are far enough off for round shot.
    round_shot_near: RoundShotNear = "round_shot_near", "epstein:8.d.2" {
        AnyPart = "any_part", NearestPoint = "nearest_point",
    }
    /// The pattern of canister.
    canister_shape: CanisterShape = "canister_shape", "epstein:8.d.8" {
        Sector = "sector", Triangle = "triangle",
    }
    /// Whether canister may be fired with friendly skirmishers in front.
    canister_friends: CanisterFriends = "canister_friends", "epstein:8.d.10" {
        Refuse = "refuse", Roll = "roll",
    }
    /// Whether ranks behind can join a melee.
    melee_support: MeleeSupport = "melee_support", "epstein:9.3" { Optional = "optional", None = "none" }
    /// The enemies fought by a charge that touches two units.
    double_contact: DoubleContact = "double_contact", "epstein:9.4" { Named = "named", Both = "both" }
    /// Where charge fire is measured.
    charge_fire_point: ChargeFirePoint = "charge_fire_point", "epstein:9.7" {
        FourInches = "four_inches", Contact = "contact",
    }
    /// The band of canister at a charge.
    charge_canister: ChargeCanister = "charge_canister", "epstein:9.7" {
        Optimum = "optimum", ByFigure = "by_figure",
    }
    /// Does a square formed under attack cancel the points of a flank attack?
    square_cancels_flank: bool = "square_cancels_flank", "epstein:9.9" (off)
    /// The result of a tied melee.
    melee_tie: MeleeTie = "melee_tie", "epstein:9.11" {
        Reroll = "reroll", Defender = "defender", BothFallBack = "both_fall_back",
    }
    /// What the winner of a melee loses.
    winner_loss: WinnerLoss = "winner_loss", "epstein:9.13" {
        Eighth = "eighth", HalfRemoved = "half_removed",
    }
    /// The values on which losses in melee are based.
    casualty_values: CasualtyValues = "casualty_values", "epstein:9.13" {
        AsFought = "as_fought", Base = "base",
    }
    /// What makes a flank attack.
    flank_test: FlankTest = "flank_test", "epstein:10.1" {
        Approach = "approach", BearingAtStart = "bearing_at_start", Edge = "edge",
    }
    /// A unit that has answered fire may not move in its own next period.
    return_fire_pins: bool = "return_fire_pins", "epstein:11.2" (off)
    /// Is the answer declared before any die is thrown?
    answer_before_dice: bool = "answer_before_dice", "epstein:11.2" (on)
    /// When disruption lowers fire.
    disrupted_penalty: DisruptedPenalty = "disrupted_penalty", "epstein:13.4" {
        Always = "always", WhenAttacked = "when_attacked",
    }
    /// What happens to a rout that leaves the table.
    rout_edge: RoutEdge = "rout_edge", "epstein:13.6" { Lost = "lost", Halts = "halts" }
    /// The strength of which a routed unit loses half when it is hit.
    routed_half: RoutedHalf = "routed_half", "epstein:13.9" { AtLeast = "at_least", AfterFire = "after_fire" }
    /// May a unit that routs be charged again in the same period?
    pursuit_same_period: bool = "pursuit_same_period", "epstein:4.4" (off)
    /// What the two points for a strong position are added to.
    strong_position: StrongPosition = "strong_position", "epstein:14.2" {
        MoraleAndValue = "morale_and_value", MoraleAndDie = "morale_and_die",
    }
    /// How near to a wall or stream a stand counts as behind it, in inches.
    behind_reach: f32 = "behind_reach", "epstein:14.1" (0.5 in 0.0..=3.0)
    /// The point from which a leader's radius is measured.
    command_measure: CommandMeasure = "command_measure", "epstein:14.c.2" { Edge = "edge", Centre = "centre" }
    /// Do several leaders add up?
    command_stack: bool = "command_stack", "epstein:14.c.2" (off)
    /// Which leaders are at risk.
    command_risk: CommandRisk = "command_risk", "epstein:14.c.3" {
        WithUnit = "with_unit", InRadius = "in_radius",
    }
    /// What happens to a leader who is ridden over.
    leader_overrun: LeaderOverrun = "leader_overrun", "epstein:14.c.4" {
        Escapes = "escapes", Captured = "captured",
    }
    /// Whether several stands at a building add up.
    building_multi: BuildingMulti = "building_multi", "epstein:15.6" {
        EachStand = "each_stand", BeyondFirst = "beyond_first",
    }
    /// Are classes of control in force?
    control: bool = "control", "epstein:16.1" (off)
    /// The value of skirmishing infantry in melee.
    skirmisher_value: SkirmisherValue = "skirmisher_value", "epstein:7.3" {
        Reduced = "reduced", Normal = "normal",
    }
    /// The number on which guards hold.
    guard_hold: u8 = "guard_hold", "epstein:9.5" (7 | 6)
    /// Do the Prussians arrive?
    prussians: bool = "prussians", "epstein:w.3" (off)
    /// The turn to which an hour belongs.
    clock_label: ClockLabel = "clock_label", "epstein:w.2" { End = "end", Start = "start" }
    /// Condition for control of the ridge.
    ridge_control: RidgeControl = "ridge_control", "epstein:w.4" { Majority = "majority", Sole = "sole" }
    /// Do stands of Adam and Kempt have rifles?
    rifles_1815: bool = "rifles_1815", "epstein:w.7" (off)
}

impl Options {
    /// The values that replace cells of the tables.
    pub fn of_tables(&self) -> ChosenCells {
        ChosenCells {
            round_shot_max: self.round_shot_max,
            horse_artillery: self.horse_artillery_move,
            guard_hold: self.guard_hold,
            landwehr_rows: self.landwehr_mode == LandwehrMode::Row,
        }
    }
}
