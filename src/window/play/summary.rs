//! The data of a game for the panels, queried once after each change of the game.

use std::collections::BTreeMap;

use crate::models::Top;
use crate::texts::play as texts;
use desk::Game;
use dice::Throw;
use drawing::{ArmyColour, Stage};
use game::line::{Choosing, END, LineChoice};
use game::minds::SoloPlayer;
use game::sentence;
use game::{
    Agenda, Answer, AnswerKind, ChosenBy, Draft, Due, Group, HeadSide, Leg, Listing, Offer, Spot, Verb,
    Viewer, WireRefusal, names,
};

/// A listed order.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number that chooses it from the keyboard; `None` if it has none.
    pub number: Option<usize>,
    pub order: Draft,
    pub words: String,
    /// Given by a click, with dice as usual, or from the other source.
    pub at_once: bool,
    /// Its throw has names: a chit is drawn.
    pub named: bool,
    /// How it is listed; `None` means in its own words.
    pub listing: Option<Listing>,
    /// Why the end of the step is not possible yet; `None` if the order may be given.
    pub refusal: Option<Box<WireRefusal>>,
}

impl Row {
    fn new(order: Draft, words: String) -> Self {
        Self { number: None, order, words, at_once: false, named: false, listing: None, refusal: None }
    }

    /// Has it no possible effect?
    pub fn is_in_vain(&self) -> bool {
        self.listing.as_ref().is_some_and(|listing| listing.in_vain)
    }
}

/// The due orders, sorted for the panel.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Orders by the title of their verb; those without one come first.
    pub groups: Vec<(&'static str, Vec<Row>)>,
    /// Pieces moved by hand, by the title of the verb: key and name.
    pub by_hand: Vec<(&'static str, Vec<(String, String)>)>,
    /// Number of groups that come before them.
    pub by_hand_from: usize,
    /// The step's question: an order to make up, with its initial answers.
    pub asked: Option<&'static Verb>,
    /// Orders made up from their parts.
    pub made_up: Vec<&'static Verb>,
    /// Those of them that have a number, as they are offered: what the step asks for, else all where nothing else is due.
    pub offered: Vec<Row>,
    /// Some of them as they may be given, in words.
    pub ready: Vec<(Draft, String)>,
    /// The ends of the step.
    pub endings: Vec<Row>,
    /// Only ways back are possible: they cannot be put away.
    pub is_owed: bool,
}

impl Listed {
    /// Is there only one order and the step cannot end without it, so that it is the next step of the game?
    pub fn is_next_alone(&self) -> bool {
        let alone = self.by_hand.is_empty() && self.made_up.is_empty();
        let waits = self.endings.iter().all(|end| end.refusal.is_some());
        alone && waits && matches!(&self.groups[..], [("", rows)] if rows.len() == 1)
    }

    /// Numbers the orders: from 1 in reading order, those without effect last, and the first end of the step as 0.
    pub fn number(&mut self) -> Vec<LineChoice<Draft>> {
        let ends = self.endings.len().min(1);
        let (first, others) = self.endings.split_at_mut(ends);
        let rows = self.offered.iter_mut().chain(self.groups.iter_mut().flat_map(|(_, rows)| rows));
        let (useful, in_vain): (Vec<_>, Vec<_>) = rows.partition(|row| !row.is_in_vain());
        let rows = useful.into_iter().chain(others).chain(in_vain);
        let numbered = rows.zip(1..).chain(first.iter_mut().zip(std::iter::once(END)));
        let choice = |(row, number): (&mut Row, usize)| {
            row.number = Some(number);
            let what = Choosing::Order(row.order.clone());
            let in_vain = row.is_in_vain() || row.refusal.is_some();
            LineChoice { number, words: row.words.clone(), what, in_vain }
        };
        numbered.map(choice).collect()
    }

    /// Nothing has a number.
    fn number_nothing(&mut self) {
        let rows = self.groups.iter_mut().flat_map(|(_, rows)| rows).chain(&mut self.endings);
        rows.for_each(|row| row.number = None);
    }

    /// Every order that is listed, or ends the step.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|(_, rows)| rows).chain(&self.endings)
    }
}

/// The data of a game.
#[derive(Debug, Default)]
pub struct PlaySummary {
    pub top: Top,
    /// The side whose decision it is, by id.
    pub deciding: Option<String>,
    pub prompt: String,
    pub clause: &'static str,
    pub offers: Vec<Offer<Draft>>,
    /// For each offer, the piece that it places.
    pub goers: Vec<Option<String>>,
    pub listed: Listed,
    pub agenda: Agenda,
    pub groups: Vec<Group>,
    /// The unit of strength.
    pub counted_in: &'static str,
    pub names: BTreeMap<String, String>,
    pub stage: Stage,
    /// The due order draws a chit.
    pub draw: Option<Draw>,
    /// What every chit is called, drawn or not.
    pub chits: Vec<String>,
}

/// An order that draws one of several things, which the players then name.
#[derive(Clone, Debug)]
pub struct Draw {
    pub order: Draft,
    /// What may be drawn, by the faces of its die.
    pub names: Vec<String>,
}

impl Draw {
    /// The order, if it is the only one due and draws something.
    fn due(game: &dyn Game, listed: &Listed) -> Option<Self> {
        let mut rows = listed.rows();
        let (only, None) = (rows.next()?, rows.next()) else { return None };
        let throw = game.next_throw(&only.order, &[]).ok()??;
        (!throw.names.is_empty()).then(|| Self { order: only.order.clone(), names: throw.names })
    }

    /// The face that means this name.
    pub fn face(&self, name: &str) -> Option<u16> {
        let place = self.names.iter().position(|known| known == name)?;
        u16::try_from(place + 1).ok()
    }
}

impl PlaySummary {
    /// `seen`: the earlier game that is shown, if any.
    pub fn of(game: &dyn Game, seen: Option<&dyn Game>, viewer: Viewer) -> Self {
        let shown = seen.unwrap_or(game);
        let groups = shown.groups(viewer);
        let names = names(&groups);
        let stage = shown.stage(viewer);
        let top = Top {
            solo: SoloPlayer::default(),
            head: shown.head(viewer),
            on_map: !stage.places.is_empty(),
            overlays: overlays(game, &stage),
            turns_map: game.map_turn().is_some(),
            own_overlays: game.overlays(),
            has_secrets: game.has_secrets(),
            acts: Some(game.open_acts()),
            can_undo: seen.is_none() && game.can_undo(),
            can_redo: seen.is_none() && game.can_redo(),
            journal: game.journal_path().map(Into::into),
            plays: [false; 2],
        };
        let counted_in = game.counted_in();
        let mut summary = Self { top, groups, counted_in, names, stage, ..Self::default() };
        if seen.is_none() {
            let Due { side, clause, prompt, offers } = game.open_to(viewer);
            summary.deciding = side.map(|side| game.side_id(side));
            summary.agenda = game.agenda(None, viewer);
            summary.goers = offers.iter().map(|offer| game.moving_piece(&offer.order)).collect();
            summary.listed =
                listed(game, viewer, offers.iter().zip(&summary.goers), &summary.agenda, &summary.names);
            (summary.prompt, summary.clause, summary.offers) = (prompt, clause, offers);
            summary.draw = Draw::due(game, &summary.listed);
            summary.chits = game.chits(viewer);
        }
        summary
    }

    /// Numbers what is due; `drawn`: what may have been drawn, where that is asked for. A chit keeps its number however many are
    /// drawn: behind the draw itself, as the order of battle has it.
    pub fn number(&mut self, drawn: &[String]) -> Vec<LineChoice<Draft>> {
        const DRAW: usize = 1;
        let mut found = self.listed.number();
        let in_cup = self.draw.as_ref().map_or(&[][..], |draw| &draw.names);
        let names = if drawn.is_empty() { in_cup } else { drawn };
        let chits = &self.chits;
        let named = names.iter().map(|name| {
            let place = chits.iter().position(|known| known == name).unwrap_or(chits.len() + names.len());
            let words = if drawn.is_empty() { texts::drew(name) } else { name.clone() };
            let what = Choosing::Drawn(name.clone());
            LineChoice { number: place + 1 + DRAW, words, what, in_vain: false }
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by_key(|choice| choice.number);
        named.dedup_by(|one, other| one.what == other.what);
        if !drawn.is_empty() {
            self.listed.number_nothing();
            found.clear();
        }
        found.extend(named);
        found
    }

    /// Is a number alone one of the choices, where pieces bear numbers? Not while pieces are named: to be moved by hand, to fire, to
    /// act.
    pub fn numbers_alone(&self) -> bool {
        let listed = &self.listed;
        let names_pieces =
            |verb: &Verb| verb.fields.iter().any(|field| matches!(field.kind, AnswerKind::Some));
        let mut rows = listed.groups.iter().flat_map(|(_, rows)| rows);
        listed.by_hand.is_empty()
            && !listed.asked.is_some_and(names_pieces)
            && !rows.any(|row| row.listing.is_some())
    }

    /// The side of this id.
    pub fn side(&self, id: &str) -> Option<&HeadSide> {
        self.top.head.sides.iter().find(|side| side.id == id)
    }

    /// The side of a piece, by id.
    pub fn side_of(&self, piece: &str) -> Option<&str> {
        let mut groups = self.groups.iter();
        let group = groups.find(|group| group.members.iter().any(|member| member.piece == piece))?;
        Some(&group.side)
    }

    /// The name of a side.
    pub fn side_name<'n>(&'n self, id: &'n str) -> &'n str {
        self.side(id).map_or(id, |side| &side.name)
    }

    /// The side that makes this throw, by name, with its colour; `None` means the referee.
    pub fn roller(&self, throw: &Throw) -> Option<(&str, Option<ArmyColour>)> {
        let side = self.top.head.sides.get(usize::from(throw.by?))?;
        Some((&side.name, side.colour))
    }

    /// The colour of a group: its army's, or its side's.
    pub fn colour_of(&self, group: &Group) -> Option<ArmyColour> {
        group.colour.or_else(|| self.side(&group.side)?.colour)
    }

    /// The badge of a piece that is not on the table yet. `None` if its name contains it.
    pub fn badge_of_absent(&self, piece: &str) -> Option<&str> {
        let mut members = self.groups.iter().flat_map(|group| &group.members);
        let member = members.find(|member| member.piece == piece && !member.placed)?;
        (!member.tag.is_empty() && member.tag != member.name).then_some(&member.tag)
    }

    /// The offers that name a piece.
    pub fn about(&self, piece: &str) -> impl Iterator<Item = &Offer<Draft>> {
        self.offers.iter().filter(move |offer| names_piece(&offer.order, piece))
    }
}

/// Does an order name this piece directly?
pub fn names_piece(order: &Draft, piece: &str) -> bool {
    order.answers.values().any(|answer| matches!(answer, Answer::One(key) if key == piece))
}

/// The first piece that an order names directly.
pub fn first_piece(order: &Draft) -> Option<&String> {
    order.answers.values().find_map(|answer| if let Answer::One(key) = answer { Some(key) } else { None })
}

/// The first place of an order.
pub fn first_place(order: &Draft) -> Option<Spot> {
    order.answers.values().find_map(|answer| match answer {
        Answer::Spot(spot) => Some(*spot),
        Answer::Way(legs) => match legs.first()? {
            Leg::Hex(hex) => Some(Spot::Hex(*hex)),
            Leg::Step { .. } => None,
        },
        _ => None,
    })
}

/// Does an order place a piece?
pub fn goes_somewhere(order: &Draft) -> bool {
    order.answers.values().any(|answer| matches!(answer, Answer::Way(_) | Answer::Spot(_)))
}

pub fn verb_of(verbs: &'static [Verb], order: &Draft) -> Option<&'static Verb> {
    verbs.iter().find(|verb| verb.name == order.verb)
}

/// Maximum number of ready orders listed.
const MOST_READY: usize = 8;

fn listed<'o>(
    game: &dyn Game,
    viewer: Viewer,
    offers: impl Iterator<Item = (&'o Offer<Draft>, &'o Option<String>)>,
    agenda: &Agenda,
    names: &BTreeMap<String, String>,
) -> Listed {
    let (verbs, mut listed) = (game.verbs(), Listed::default());
    let (mut endings, mut made_up): (Vec<Row>, Vec<Row>) = Default::default();
    let mut last_by_hand = None;
    let (mut any, mut all_owed) = (false, true);
    let is_owed = |name: &str| game.kinds().iter().any(|kind| kind.name == name && kind.is_owed);
    for (offer, goer) in offers {
        (any, all_owed) = (true, all_owed && is_owed(offer.kind));
        let Some(verb) = verb_of(verbs, &offer.order) else { continue };
        match verb.chosen_by {
            ChosenBy::Listed => {
                let listing = game.listing(&offer.order, viewer);
                let row = Row {
                    at_once: verb.at_once,
                    named: verb.at_once && draws(game, &offer.order),
                    listing,
                    ..Row::new(offer.order.clone(), sentence(&offer.words))
                };
                match listed.groups.iter_mut().find(|(title, _)| *title == verb.title) {
                    Some((_, rows)) => rows.push(row),
                    None => listed.groups.push((verb.title, vec![row])),
                }
            }
            ChosenBy::Ending => endings.push(Row::new(offer.order.clone(), sentence(&offer.words))),
            ChosenBy::ByHand => {
                let at = verbs.iter().position(|known| known.name == verb.name);
                last_by_hand = last_by_hand.max(at);
                let Some(piece) = goer else { continue };
                let name = names.get(piece).unwrap_or(piece).clone();
                let place = listed.by_hand.iter().position(|(title, _)| *title == verb.title);
                let place = place.unwrap_or_else(|| {
                    listed.by_hand.push((verb.title, Vec::new()));
                    listed.by_hand.len() - 1
                });
                let known = &mut listed.by_hand[place].1;
                if known.iter().all(|(key, _)| key != piece) {
                    known.push((piece.clone(), name));
                }
            }
            ChosenBy::Asked => {
                listed.asked = Some(verb);
                listed.offered.push(Row::new(offer.order.clone(), sentence(&offer.words)));
            }
            ChosenBy::MadeUp => {
                if listed.made_up.iter().all(|known| known.name != verb.name) {
                    listed.made_up.push(verb);
                }
                let words = sentence(&offer.words);
                made_up.push(Row::new(offer.order.clone(), words.clone()));
                // What says no more than its verb is made up by the button of that.
                if words != verb.title {
                    listed.ready.push((offer.order.clone(), words));
                }
            }
            ChosenBy::OnPiece => {}
        }
    }
    if let Some((order, words)) = &agenda.ending
        && endings.iter().all(|row| row.order != *order)
    {
        let refusal = game.plain_card(order, &[], viewer).ok().and_then(|card| card.refusal);
        endings.push(Row { refusal, ..Row::new(order.clone(), words.clone()) });
    }
    listed.is_owed = any && all_owed && endings.is_empty();
    listed.endings = endings;
    if listed.groups.is_empty() && listed.by_hand.is_empty() && listed.endings.is_empty() {
        listed.offered.extend(made_up);
    }
    // Where there are many they are sooner made up than found in a list.
    if listed.ready.len() > MOST_READY {
        listed.ready.clear();
    }
    for (_, rows) in &mut listed.groups {
        best_first(rows);
    }
    // Automatic orders come before those with a title, which are in the order of the rules' verbs.
    let place = |order: &Draft| verbs.iter().position(|verb| verb.name == order.verb);
    listed
        .groups
        .sort_by_key(|(title, rows)| (!title.is_empty(), rows.first().and_then(|row| place(&row.order))));
    listed.by_hand_from = listed
        .groups
        .iter()
        .filter(|(_, rows)| rows.first().and_then(|row| place(&row.order)) < last_by_hand)
        .count();
    listed
}

/// Sorts listings so that related ones are together, the best first, and groups by their best.
fn best_first(rows: &mut [Row]) {
    if rows.iter().all(|row| row.listing.is_none()) {
        return;
    }
    let worth = |row: &Row| row.listing.as_ref().map_or(0.0, |listing| listing.worth);
    let under = |row: &Row| row.listing.as_ref().map(|listing| listing.under.clone()).unwrap_or_default();
    let mut best: Vec<(String, f64)> = Vec::new();
    for row in rows.iter() {
        match best.iter_mut().find(|(known, _)| *known == under(row)) {
            Some((_, most)) => *most = most.max(worth(row)),
            None => best.push((under(row), worth(row))),
        }
    }
    best.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let place = |row: &Row| best.iter().position(|(known, _)| *known == under(row));
    rows.sort_by(|one, other| {
        place(one).cmp(&place(other)).then_with(|| worth(other).total_cmp(&worth(one)))
    });
}

/// The overlays of a game, by name.
fn overlays(game: &dyn Game, stage: &Stage) -> Vec<&'static str> {
    let grid = stage.layers.iter().map(|layer| layer.name).filter(|name| *name == "grid");
    game.overlays().iter().map(|overlay| overlay.name).chain(grid).collect()
}

/// Does an order draw something instead of rolling?
fn draws(game: &dyn Game, order: &Draft) -> bool {
    game.next_throw(order, &[]).is_ok_and(|throw| throw.is_some_and(|throw| !throw.names.is_empty()))
}
