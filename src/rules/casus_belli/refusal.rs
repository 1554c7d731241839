//! Refusals of 1800: codes with their clauses and facts.

use serde::Serialize;

use game::{HexRefusal, RefusalCode};

/// Why an order was refused.
pub type Refusal = HexRefusal<Code>;

/// Every code with its name.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal),+ $(,)?) => {
        /// Why an order is refused, in short. When several fit, the first clause by number is given.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code { $($(#[$doc])* $code),+ }

        impl RefusalCode for Code {
            fn name(self) -> &'static str {
                match self { $(Self::$code => $name),+ }
            }
        }
    };
}

codes! {
    GameOver = "game-over",
    NotPhasing = "not-phasing",
    WrongPhase = "wrong-phase",
    /// Not of the group that moves, or of one that has moved (`cb:3b`).
    GroupClosed = "group-closed",
    AlreadyMoved = "already-moved",
    /// A routed unit must run yet (`cb:12a`).
    MustRun = "must-run",
    TooFewMp = "too-few-mp",
    NotAdjacent = "not-adjacent",
    River = "river",
    NoRoad = "no-road",
    OffMap = "off-map",
    EnemyOccupied = "enemy-occupied",
    Stacked = "stacked",
    EzocExit = "ezoc-exit",
    EzocStop = "ezoc-stop",
    /// Guns, the routed, those out of command, a lone leader: they may not enter an enemy zone.
    EzocBarred = "ezoc-barred",
    NotDue = "not-due",
    WrongEntry = "wrong-entry",
    MustEnter = "must-enter",
    NotNearer = "not-nearer",
    NotFrontal = "not-frontal",
    /// Facing where it is not played, or a turn that is not allowed (`cb:15a1`, `cb:15a3`).
    Facing = "facing",
    OutOfCommand = "out-of-command",
    OutOfRange = "out-of-range",
    LineCut = "line-cut",
    TooMany = "too-many",
    NoCharge = "no-charge",
    LeavesUnattacked = "leaves-unattacked",
    LeavesIdle = "leaves-idle",
    CombatOwed = "combat-owed",
    AlreadyAttacked = "already-attacked",
    AlreadyFought = "already-fought",
    NotConnected = "not-connected",
    SingleTarget = "single-target",
    Blocked = "blocked",
    CannotAttack = "cannot-attack",
    NotLower = "not-lower",
    NoBonus = "no-bonus",
    Ezoc = "ezoc",
    Occupied = "occupied",
    VacantFirst = "vacant-first",
    OneAdvance = "one-advance",
    TooNear = "too-near",
    NotRouted = "not-routed",
    WrongLeader = "wrong-leader",
    NotOwed = "not-owed",
    NoSuchPiece = "no-such-piece",
    WrongPiece = "wrong-piece",
    NoSuchHex = "no-such-hex",
    NotInOption = "not-in-option",
    BadOrder = "bad-order",
}
