//! A stand or a unit: what an army lists, whichever of the two its rules have.

use super::{Army, Command, Stand, Unit};

/// What an army has of one kind or the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    Stand(&'a Stand),
    Unit(&'a Unit),
}

/// What the armies of a rule set are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceKind {
    /// Single stands, each by itself.
    #[default]
    Stand,
    /// Units of one stand or of several.
    Unit,
}

impl PieceKind {
    /// As files call one.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Unit => "unit",
        }
    }

    /// Several of them, told from the other kind: `single stands`.
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

    /// As it is said, and as files call it.
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

    /// What it is called at the table.
    pub fn short(self) -> &'a str {
        match self {
            Self::Stand(stand) => stand.short(),
            Self::Unit(unit) => unit.short(),
        }
    }

    /// As an order of battle lists it.
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
