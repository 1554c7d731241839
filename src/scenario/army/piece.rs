//! A stand or a unit: the pieces of an army, depending on its rules.

use super::{Army, Command, Stand, Unit};

/// A piece of an army, of either kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    Stand(&'a Stand),
    Unit(&'a Unit),
}

/// The kind of pieces in the armies of a rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceKind {
    /// Single stands, each by itself.
    #[default]
    Stand,
    /// Units of one stand or of several.
    Unit,
}

impl PieceKind {
    /// The word for one piece in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Unit => "unit",
        }
    }

    /// The plural, which distinguishes the two kinds: `single stands`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stand => "single stands",
            Self::Unit => "units of several stands",
        }
    }

    pub const fn other(self) -> Self {
        match self {
            Self::Stand => Self::Unit,
            Self::Unit => Self::Stand,
        }
    }
}

impl<'a> Piece<'a> {
    pub fn kind(self) -> PieceKind {
        match self {
            Self::Stand(_) => PieceKind::Stand,
            Self::Unit(_) => PieceKind::Unit,
        }
    }

    /// The word for it in texts and files.
    pub fn word(self) -> &'static str {
        self.kind().word()
    }

    pub fn id(self) -> &'a str {
        match self {
            Self::Stand(stand) => &stand.id,
            Self::Unit(unit) => &unit.id,
        }
    }

    pub fn name(self) -> &'a str {
        match self {
            Self::Stand(stand) => &stand.name,
            Self::Unit(unit) => &unit.name,
        }
    }

    /// The name at the table.
    pub fn short(self) -> &'a str {
        match self {
            Self::Stand(stand) => stand.short(),
            Self::Unit(unit) => unit.short(),
        }
    }

    /// The label in an order of battle.
    pub fn label(self) -> &'a str {
        match self {
            Self::Stand(stand) => &stand.label,
            Self::Unit(unit) => &unit.name,
        }
    }
}

impl Command {
    /// Its stands, then its units.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.stands.iter().map(Piece::Stand).chain(self.units.iter().map(Piece::Unit))
    }
}

impl Army {
    /// All its stands and units, command by command.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.commands.iter().flat_map(Command::pieces)
    }
}
