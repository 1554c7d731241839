//! The documents of a game: printed for an evening, each a list of pages. They use what the game presents of itself, and know
//! no rule set.

mod cut;
mod map;
mod pieces;
mod reference;
mod rosters;
mod ruling;
mod sides;
mod sticks;
mod tiles;

use thiserror::Error;

use desk::{Game, StepError};
use drawing::ArmyColour;
use game::{ChitPlace, Group, HeadSide, Viewer};
use rulebook::book;
use scenario::Side;

use super::output::OutputError;
use super::pages::{Paper, Set, document};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Reference,
    HandOut,
    Rosters,
    Labels,
    Chits,
    Counters,
    Cards,
    Map,
    Sticks,
    Briefing,
    Return,
    Ruling,
}

impl What {
    pub const ALL: [Self; 12] = [
        Self::Reference,
        Self::HandOut,
        Self::Rosters,
        Self::Labels,
        Self::Chits,
        Self::Counters,
        Self::Cards,
        Self::Map,
        Self::Sticks,
        Self::Briefing,
        Self::Return,
        Self::Ruling,
    ];

    /// Its name in options, and the name of its file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::HandOut => "handout",
            Self::Rosters => "rosters",
            Self::Labels => "labels",
            Self::Chits => "chits",
            Self::Counters => "counters",
            Self::Cards => "cards",
            Self::Map => "map",
            Self::Sticks => "sticks",
            Self::Briefing => "briefing",
            Self::Return => "return",
            Self::Ruling => "ruling",
        }
    }

    /// Its title in lists.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Reference => "Reference sheet",
            Self::HandOut => "Hand-out for players",
            Self::Rosters => "Rosters",
            Self::Labels => "Labels of stands",
            Self::Chits => "Activation chits",
            Self::Counters => "Counters, front and back",
            Self::Cards => "Order-of-battle cards",
            Self::Map => "Map in true size",
            Self::Sticks => "Range sticks and command rings",
            Self::Briefing => "Briefing of each side",
            Self::Return => "Casualty return of each side",
            Self::Ruling => "Ruling card",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.name() == name)
    }

    /// Has this game anything to print of this kind? A ruling card is printed only on request.
    pub fn makes_sense(self, game: &dyn Game) -> bool {
        let has_map = || !game.stage(Viewer::Referee).places.is_empty();
        let has_cuts = || game.printed(pieces::INCH, Viewer::Referee).iter().any(|one| !one.cuts.is_empty());
        match self {
            Self::Reference | Self::HandOut => book(game.rules()).is_some(),
            Self::Rosters | Self::Briefing | Self::Return => true,
            Self::Labels => !has_map() && has_cuts(),
            Self::Counters | Self::Cards => has_map() && has_cuts(),
            Self::Map => has_map(),
            Self::Chits => game.groups(Viewer::Referee).iter().any(has_chit),
            Self::Sticks => !game.lengths(Viewer::Referee).is_empty(),
            Self::Ruling => false,
        }
    }
}

/// Has the group a chit to be drawn?
fn has_chit(group: &Group) -> bool {
    group.chits.as_ref().is_some_and(|chits| chits.place != ChitPlace::None)
}

/// A request for documents of a game, with the paper.
#[derive(Clone, Copy, Debug)]
pub struct PrintRequest<'g> {
    pub game: &'g dyn Game,
    pub paper: Paper,
    /// For this side alone, as it sees the game; `None` for the referee, and for each side.
    pub side: Option<Side>,
    /// For a ruling card, the number of its order.
    pub order: Option<usize>,
}

/// A document ready for printing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The name of its file, without the extension.
    pub name: String,
    pub title: String,
    pub set: Set,
}

impl Document {
    /// The document as a PDF file.
    ///
    /// # Errors
    ///
    /// Returns an error if a page could not be drawn.
    pub fn pdf(&self) -> Result<Vec<u8>, OutputError> {
        document(&self.title, &self.set.pages)
    }
}

/// Why a document was not made.
#[derive(Debug, Error)]
pub enum PrintFault {
    #[error("{}: this game has nothing of the kind", .0.title())]
    Nothing(What),
    #[error("a ruling card is of one order, which has no number yet")]
    NoNumber,
    #[error("there is no order of the number {number}: the game has {many} entries")]
    NoOrder { number: usize, many: usize },
    #[error(transparent)]
    Step(#[from] StepError),
}

impl PrintRequest<'_> {
    /// The viewer of the documents.
    fn viewer(&self) -> Viewer {
        self.side.map_or(Viewer::Referee, Viewer::Side)
    }

    fn heads(&self) -> Vec<HeadSide> {
        self.game.head(self.viewer()).sides
    }

    /// The sides for which documents are printed.
    fn sides(&self) -> Vec<(Side, HeadSide)> {
        let all = self.heads().into_iter().enumerate().map(|(place, head)| (Side(place as u8), head));
        all.filter(|(side, _)| self.side.is_none_or(|own| own == *side)).collect()
    }

    /// The groups of a side, as the viewer sees them.
    fn groups(&self, id: &str) -> Vec<Group> {
        self.game.groups(self.viewer()).into_iter().filter(|group| group.side == id).collect()
    }
}

/// The colour of a group.
fn colour_of(group: &Group, head: &HeadSide) -> ArmyColour {
    group.colour.or(head.colour).unwrap_or(ArmyColour::Grey)
}

/// The documents of a kind: one, or one for each side.
///
/// # Errors
///
/// Returns an error if there is nothing of the kind in this game, or no order with that number.
pub fn documents(what: What, request: &PrintRequest<'_>) -> Result<Vec<Document>, PrintFault> {
    let (_, battle) = request.game.battle();
    let one = |set: Set| Document {
        name: what.name().to_owned(),
        title: format!("{battle}: {}", what.title().to_lowercase()),
        set,
    };
    if what != What::Ruling && !what.makes_sense(request.game) {
        return Err(PrintFault::Nothing(what));
    }
    let made = match what {
        What::Reference => one(reference::reference(request)),
        What::HandOut => one(reference::hand_out(request)),
        What::Rosters => one(rosters::rosters(request)),
        What::Labels => one(pieces::labels(request)),
        What::Chits => one(pieces::chits(request)),
        What::Counters => one(pieces::counters(request)),
        What::Cards => one(pieces::cards(request)),
        What::Map => one(map::map(request)),
        What::Sticks => one(sticks::sticks(request)),
        What::Ruling => one(ruling::card(request)?),
        What::Briefing | What::Return => return Ok(sides::documents(what, request)),
    };
    Ok(vec![made])
}
