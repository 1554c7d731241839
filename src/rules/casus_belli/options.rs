//! The options of 1800: the rulings that can be overturned, with their types.
//!
//! Source: the ledger's list of options. Each is fixed before turn 1, or changed by the referee with their reason.

use game::options;

options! {
    /// Where the counters begin.
    setup: SetUp = "setup", "cb:2A" { Historical = "historical", Free = "free" }
    /// May a reinforcement be held back?
    hold_reinforcements: HoldReinforcements = "hold-reinforcements", "cb:4a" {
        Allowed = "allowed", Forbidden = "forbidden",
    }
    /// Do leaders count in the queue at an entry?
    queue_leaders: QueueLeaders = "queue-leaders", "cb:4b" { Free = "free", Counted = "counted" }
    /// Are units in command in the turn in which they enter?
    entry_command: EntryCommand = "entry-command", "cb:4b" { Grant = "grant", None = "none" }
    /// What reinforcements do that may not enter a hex in an enemy zone.
    barred_entry: BarredEntry = "barred-entry", "cb:4c" { Alternatives = "alternatives", Wait = "wait" }
    /// What a hex that one side does not control excuses.
    mandatory: Mandatory = "mandatory", "cb:6c" { BothWaysExcused = "both-ways-excused", Strict = "strict" }
    /// What combats that are merged must have in common.
    merge: Merge = "merge", "cb:7a4" { Chain = "chain", AllAdjacent = "all-adjacent" }
    /// How doublings of one unit are put together.
    cumulate: Cumulate = "cumulate", "cb:7B" { Multiply = "multiply", Add = "add" }
    /// How many attackers must come over a stream for it to help.
    stream_defence: StreamDefence = "stream-defence", "cb:7B" { AllAcross = "all-across", AnyAcross = "any-across" }
    /// Odds below 1:3.
    below_1_3: BelowOneToThree = "below-1-3", "cb:7c2" { Clamp = "clamp", Ar = "ar" }
    /// How many leaders add their bonus to one combat.
    bonus_per_combat: BonusPerCombat = "bonus-per-combat", "cb:7c3" { One = "one", Sum = "sum" }
    /// What the three arms must attack to be combined.
    combined: Combined = "combined", "cb:7E" { SingleHex = "single-hex", AnyMerged = "any-merged" }
    /// What line a charge rides along.
    charge_line: ChargeLine = "charge-line", "cb:7f1" { HexRow = "hex-row", AnyCentreLine = "any-centre-line" }
    /// The result of a retreat into an enemy zone.
    retreat_zoc: RetreatZoc = "retreat-zoc", "cb:8a2" { RoutOnce = "rout-once", Eliminate = "eliminate" }
    /// May a retreat pass through friends?
    retreat_pass_friends: RetreatPassFriends = "retreat-pass-friends", "cb:8a2" {
        Allowed = "allowed", Forbidden = "forbidden",
    }
    /// May friends be displaced from hexes that are not nearer the line of communications?
    displace_away: DisplaceAway = "displace-away", "cb:8a3" { NearerFirst = "nearer-first", Forbidden = "forbidden" }
    /// Which friends may be displaced.
    displace_whom: DisplaceWhom = "displace-whom", "cb:8a3" {
        AllButRetreating = "all-but-retreating", Uninvolved = "uninvolved",
    }
    /// What a chain that cannot be finished means.
    failed_chain: FailedChain = "failed-chain", "cb:8a3" { AsDeclined = "as-declined", Eliminated = "eliminated" }
    /// The units whose retreat ends on a hex of the line of communications.
    loc_stop: LocStop = "loc-stop", "cb:8a5" { All = "all", RoutOnly = "rout-only" }
    /// Is a path a road for artillery?
    artillery_paths: ArtilleryPaths = "artillery-paths", "cb:9a" { No = "no", Yes = "yes" }
    /// The condition for blocking a line of fire along a hexside.
    hexside_fire: HexsideFire = "hexside-fire", "cb:9e" { Both = "both", Either = "either", Never = "never" }
    /// Which of two texts is right on guns and cavalry in woods and villages.
    woods_village: WoodsVillage = "woods-village", "cb:9f" { Text = "text", Table = "table", Both = "both" }
    /// How the others fight on once guns in woods are gone.
    dead_first: DeadFirst = "dead-first", "cb:9f" { AsDeclared = "as-declared", Recount = "recount" }
    /// Are the ends of a line of command tested?
    line_ends: LineEnds = "line-ends", "cb:10c" { Exempt = "exempt", Count = "count" }
    /// What guns out of command may bombard.
    ooc_bombardment: OocBombardment = "ooc-bombardment", "cb:10e" { Counts = "counts", OnlyUnowed = "only-unowed" }
    /// May a leader enter a hex with an enemy leader?
    leader_contact: LeaderContact = "leader-contact", "cb:11a" { Closed = "closed", Open = "open" }
    /// Who follows a lost commander.
    successor: Successor = "successor", "cb:11f" { Unit = "unit", LeaderBonus0 = "leader-bonus-0" }
    /// Points for the loss of the Austrian army commander.
    melas_vp: MelasVp = "melas-vp", "cb:11f" { None = "0", Five = "5" }
    /// May routed units leave an enemy zone to begin their run?
    rout_leaves_ezoc: RoutLeavesEzoc = "rout-leaves-ezoc", "cb:12a" { Yes = "yes", No = "no" }
    /// Where a run ends.
    rout_run: RoutRun = "rout-run", "cb:12a" { Onward = "onward", Nearest = "nearest" }
    /// The allowance of routed units of a demoralised corps.
    demoralized_rout: DemoralizedRout = "demoralized-rout", "cb:12a" { Full = "full", As13c = "as-13c" }
    /// The limit of two in a reorganisation: per player, or per leader.
    reorg_cap: ReorgCap = "reorg-cap", "cb:12b" { PerPlayer = "per-player", PerLeader = "per-leader" }
    /// The allowance of units of a demoralised corps that enter the map.
    demoralized_entry: DemoralizedEntry = "demoralized-entry", "cb:13c" { Half = "half", Full = "full" }
    /// Who possesses a place.
    possession: Possession = "possession", "cb:14a" { LastOccupied = "last-occupied", OccupiedNow = "occupied-now" }
    /// How a place of several hexes scores.
    castel: Castel = "castel", "cb:14a" { Both = "both", Each5 = "each-5" }
    /// Does demoralisation score while it lasts, or ever after?
    demoralized_vp: DemoralizedVp = "demoralized-vp", "cb:14a" { Current = "current", Ever = "ever" }
    /// What a difference of exactly 15 points is.
    fifteen: Fifteen = "fifteen", "cb:14b" { Draw = "draw", Marginal = "marginal" }
    /// Is facing played?
    facing: Facing = "facing", "cb:15a1" { Off = "off", On = "on" }
    /// Hexsides that a unit may turn without moving, about-faces apart.
    pivot_in_place: PivotInPlace = "pivot-in-place", "cb:15a3" { None = "0", One = "1" }
    /// Does a die say when the reinforcements of turn 8 come?
    variable_arrival: VariableArrival = "variable-arrival", "cb:15b1" { Off = "off", On = "on" }
    /// And one for the optional ones?
    variable_optional: VariableOptional = "variable-optional", "cb:15b2" { No = "no", Yes = "yes" }
    /// Is Nimptsch's cavalry there?
    nimptsch: Nimptsch = "nimptsch", "cb:15c1" { Off = "off", On = "on" }
    /// Is Lapoype's division there?
    lapoype: Lapoype = "lapoype", "cb:15c2" { Off = "off", On = "on" }
    /// The allowance of the French infantry of the line.
    fr_line_ma: FrLineMa = "fr-line-ma", "cb:1B" { Four = "4", Five = "5" }
}

impl Options {
    /// Is facing played (`cb:15a1`)?
    pub fn has_facing(&self) -> bool {
        self.facing == Facing::On
    }
}
