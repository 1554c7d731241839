//! What the players' screen says beside its table, as plain data: all of it is asked of the game with the screen's own viewer.

use super::super::play::hand::{HeldAt, Made, keys_of};
use super::super::record::{Rolled, rolled};
use super::super::state::Tray;
use desk::{Game, Pending, Turn};
use dice::{Cast, Throw, Tray as _, Typed, TypedEntry};
use drawing::{ArmyColour, Mark};
use game::{Draft, Goal, HeadSide, PieceInHand, Viewer, sentence};

/// What the referee considers, as they entered it. What of it a viewer may know is asked of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Considered {
    /// An order, whole.
    pub order: Option<Draft>,
    /// An order that is being made up, with the answers given so far.
    pub made: Option<Draft>,
    /// A piece that is held over the table.
    pub held: Option<HeldAt>,
    /// The dice that the order waits for.
    pub typing: Option<Typing>,
}

/// Dice that are being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Typing {
    /// The throws of the order made so far.
    before: Vec<(Throw, TypedEntry)>,
    /// The throw asked for.
    throw: Throw,
    faces: Vec<u16>,
    count: Option<String>,
}

impl Typing {
    pub fn of(tray: &Tray<Draft>) -> Self {
        let Tray { before, throw, faces, count, .. } = tray;
        Self { before: before.clone(), throw: throw.clone(), faces: faces.clone(), count: count.clone() }
    }

    fn thrown(&self) -> Vec<TypedEntry> {
        self.before.iter().map(|(_, entry)| entry.clone()).collect()
    }
}

/// A side by name, with its colour.
pub type Who = (String, Option<ArmyColour>);

/// What is said beside the table.
#[derive(Debug, Default)]
pub struct Shown {
    /// Whose decision it is; `None`: the referee's.
    pub turn: Option<Who>,
    pub prompt: String,
    /// The order in hand, and what it measures.
    pub order: String,
    pub measure: String,
    /// The pieces in it, each with its strength.
    pub pieces: Vec<(String, String)>,
    /// Their keys.
    pub ringed: Vec<String>,
    /// The order on the table.
    pub marks: Vec<Mark>,
    /// The throws of the order made so far, and the one asked for.
    pub made: Vec<Rolled>,
    pub asked: Option<Asked>,
    /// The last order that was given, and its dice.
    pub news: Vec<String>,
    pub thrown: Vec<Rolled>,
}

/// A throw that is asked for.
#[derive(Debug)]
pub struct Asked {
    pub by: Option<Who>,
    pub throw: Throw,
    pub faces: Vec<u16>,
    pub count: Option<String>,
}

/// A piece in hand as the viewer sees it, with the version of the game that it is from.
pub type Lifted = Option<(u64, HeldAt, Box<dyn PieceInHand>)>;

/// What the screen asks.
pub struct Asks<'a> {
    pub game: &'a dyn Game,
    pub viewer: Viewer,
    pub sides: &'a [HeadSide],
    /// Points per inch.
    pub scale: f32,
    pub version: u64,
}

impl Shown {
    pub fn of(asks: &Asks<'_>, considered: &Considered, lifted: &mut Lifted) -> Self {
        let Asks { game, viewer, .. } = *asks;
        let Turn { side, prompt, .. } = game.turn(viewer);
        let who = |index: usize| asks.sides.get(index).map(|side| (side.name.clone(), side.colour));
        let last = game.at().checked_sub(1).and_then(|index| game.entry(index, viewer));
        let (news, thrown) = last.map(|entry| (entry.words, entry.dice)).unwrap_or_default();
        let mut shown = Self {
            turn: side.and_then(|side| who(side.index())),
            prompt,
            news,
            thrown: thrown.iter().map(|(cast, by)| rolled(cast, *by)).collect(),
            ..Self::default()
        };
        if let Some(order) = &considered.order {
            shown.lay_order(asks, order, considered.typing.as_ref());
        } else if let Some(said) = &considered.made {
            shown.lay_made(asks, said.clone());
        } else if let Some(held) = &considered.held {
            shown.lay_piece(asks, held, lifted);
        }
        if considered.held.is_none() {
            *lifted = None;
        }
        let named: Vec<(String, String)> = game
            .groups(viewer)
            .into_iter()
            .flat_map(|group| group.members)
            .filter(|member| shown.ringed.contains(&member.piece) && !member.figures.is_empty())
            .map(|member| (member.name, member.figures))
            .collect();
        shown.pieces = named;
        shown
    }

    /// Adds a whole order, and its dice.
    fn lay_order(&mut self, asks: &Asks<'_>, order: &Draft, typing: Option<&Typing>) {
        let Asks { game, viewer, scale, .. } = *asks;
        let thrown = typing.map(Typing::thrown).unwrap_or_default();
        let Some(Pending { words, throw }) = game.pending(order, &thrown, viewer) else { return };
        self.order = sentence(&words);
        self.ringed = order.answers.values().flat_map(keys_of).map(str::to_owned).collect();
        self.marks = game.sketch(order, scale, viewer);
        if self.marks.is_empty()
            && let Some(meaning) = game.meant(order, viewer)
        {
            self.marks =
                meaning.ghosts.into_iter().flat_map(|ghost| ghost.marks).chain(meaning.marks).collect();
        }
        let Some(typing) = typing else { return };
        let seen = |throw: &Throw| game.may_see(throw, viewer);
        self.made = typing.before.iter().filter(|(throw, _)| seen(throw)).filter_map(made).collect();
        let same = |throw: &Throw| {
            let Throw { sides, by, clause, .. } = &typing.throw;
            (sides, by, clause) == (&throw.sides, &throw.by, &throw.clause) && throw.names.is_empty()
        };
        self.asked = throw.filter(same).map(|throw| Asked {
            by: throw
                .by
                .and_then(|by| asks.sides.get(usize::from(by)))
                .map(|side| (side.name.clone(), side.colour)),
            throw,
            faces: typing.faces.clone(),
            count: typing.count.clone(),
        });
    }

    /// Adds an order that is being made up. What is usual in it is what this viewer would be offered.
    fn lay_made(&mut self, asks: &Asks<'_>, said: Draft) {
        let Asks { game, viewer, scale, .. } = *asks;
        let made = Made::of(game, said, viewer);
        if made.is_ready() {
            return self.lay_order(asks, &made.draft, None);
        }
        // Whether an order depends on what is hidden is known of a whole one only.
        if game.has_secrets() {
            return;
        }
        self.order = made.card.title.clone();
        self.ringed = made.pieces().into_iter().map(str::to_owned).collect();
        self.marks = game.sketch(&made.draft, scale, viewer);
    }

    /// Adds a piece that is held over the table.
    fn lay_piece(&mut self, asks: &Asks<'_>, held: &HeldAt, lifted: &mut Lifted) {
        let Asks { game, viewer, version, .. } = *asks;
        let known = lifted.as_ref().is_some_and(|(of, before, _)| {
            *of == version && before.piece == held.piece && before.steps == held.steps
        });
        if !known {
            *lifted = game.pick_up(&held.piece, viewer).ok().map(|mut piece| {
                for _ in 0..held.steps.unsigned_abs() {
                    piece.turn(held.steps > 0);
                }
                (version, held.clone(), piece)
            });
        }
        let Some((_, _, piece)) = lifted else { return };
        if piece.summary().refusal.is_some() {
            return;
        }
        let trip = piece.trip(Goal { to: held.to, via: &held.via, free: held.free });
        self.order = sentence(&piece.summary().name);
        self.ringed = vec![held.piece.clone()];
        self.marks = trip.marks;
        if trip.refusal.is_none() {
            self.measure = trip.words;
        }
    }
}

/// A throw that has been made, as it is shown.
fn made((throw, entry): &(Throw, TypedEntry)) -> Option<Rolled> {
    let answer = Typed::new([entry.clone()]).answer(throw).ok()?;
    Some(rolled(&Cast { throw: throw.clone(), answer }, desk::Thrower::Players))
}
