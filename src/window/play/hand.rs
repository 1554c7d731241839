//! What is in hand: a piece, an order being made up, or the card of one.

use std::collections::BTreeSet;
use std::sync::mpsc::TryRecvError;

use crate::background::Background;
use crate::filled::{Filled, said_with};
use desk::Game;
use dice::TypedEntry;
use drawing::Mark;
use game::{
    Answer, Answers, Ask, Card, Draft, Extent, Goal, PieceInHand, Question, Spot, Trip, Verb, Viewer,
};

/// Degrees by which a key turns a piece that has a heading.
pub const KEY_STEP: f64 = 5.0;

/// What the referee has in hand.
#[derive(Debug, Default)]
pub enum Hand {
    #[default]
    Empty,
    /// A piece lifted from the table.
    Piece(Box<InHand>),
    /// An order being made up.
    Made(Box<Made>),
    /// An order whose card is shown: because of its dice, or a refusal.
    Card(Box<(Draft, Card)>),
}

impl Hand {
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// The card of an order.
    pub fn card(game: &dyn Game, order: Draft, thrown: &[TypedEntry], viewer: Viewer) -> Self {
        let card = card_with_faces(game, &order, thrown, viewer);
        Self::Card(Box::new((order, card)))
    }
}

/// The card of an order after these throws, with what each face of the next throw does.
pub(super) fn card_with_faces(game: &dyn Game, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Card {
    let mut card = game.plain_card(order, thrown, viewer).unwrap_or_default();
    if card.refusal.is_none() && card.throw.is_some() {
        card.faces = game.faces(order, thrown, viewer);
    }
    card
}

/// The ground that a piece in hand can reach at its present heading.
#[derive(Debug)]
enum LitGround {
    /// As computed when it was lifted.
    AsLifted,
    /// Being computed; meanwhile that of the lift is shown, if the heading is unchanged.
    Sought(Background<Vec<Mark>>, bool),
    Found(Vec<Mark>),
}

/// How a piece is held, without what it would come to.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldAt {
    pub piece: String,
    pub to: Spot,
    pub via: Vec<Spot>,
    pub free: bool,
    /// Number of steps turned, clockwise.
    pub steps: i32,
}

/// A piece in hand.
#[derive(Debug)]
pub struct InHand {
    pub held: Box<dyn PieceInHand>,
    /// It follows the pointer while a button is down.
    pub dragged: bool,
    /// It was put down where it may not go, and stays there with its path until another place is pointed at.
    pub pinned: bool,
    /// Where the pointer holds it.
    to: Option<Spot>,
    /// Its heading, in degrees clockwise from north; `None` if places have no headings.
    heading: Option<f64>,
    /// Degrees turned towards its next step, if it turns by steps; `None` if unturned since it was lifted.
    stepped: Option<f64>,
    /// Number of steps turned, clockwise.
    steps: i32,
    /// Its way-points.
    pub via: Vec<Spot>,
    /// Do not snap to anything.
    pub free: bool,
    /// Where it may end at its present heading.
    reach: LitGround,
    /// The result of putting it down where it is held.
    pub trip: Trip,
}

impl InHand {
    pub fn new(held: Box<dyn PieceInHand>) -> Self {
        let heading = match held.summary().from {
            Some(Spot::Pose { heading, .. }) => Some(heading),
            _ => None,
        };
        Self {
            held,
            dragged: false,
            pinned: false,
            to: None,
            heading,
            stepped: None,
            steps: 0,
            via: Vec::new(),
            free: false,
            reach: LitGround::AsLifted,
            trip: Trip::default(),
        }
    }

    /// Its heading, in degrees clockwise from north; `None` if places have no headings.
    pub fn heading(&self) -> Option<f64> {
        self.heading
    }

    /// Can it have another heading or front?
    pub fn may_turn(&self) -> bool {
        self.heading.is_some() || self.held.summary().turns
    }

    /// Does it move on hexes, where there are no way-points?
    pub fn goes_by_hexes(&self) -> bool {
        let is_hex = |spot: &Spot| matches!(spot, Spot::Hex(_) | Spot::Faced { .. });
        let lift = self.held.summary();
        let first = lift.from.as_ref().or(self.to.as_ref()).or(lift.places.first().map(|(spot, _)| spot));
        first.is_some_and(is_hex)
    }

    /// Has it turned by steps since it was lifted?
    pub fn is_turned(&self) -> bool {
        self.stepped.is_some()
    }

    /// How it is held: where, and turned by how many steps; `None` if it is held nowhere.
    pub fn held_at(&self) -> Option<HeldAt> {
        let last = self.via.last().copied().filter(|_| self.is_chosen_hex_by_hex());
        Some(HeldAt {
            piece: self.held.summary().piece.clone(),
            to: self.turned(self.to.or(last)?),
            via: self.via.clone(),
            free: self.free,
            steps: self.steps,
        })
    }

    /// The place with the piece's present heading.
    fn turned(&self, spot: Spot) -> Spot {
        match (spot, self.heading) {
            (Spot::Point { x, y }, Some(heading)) => Spot::Pose { x, y, heading },
            (spot, _) => spot,
        }
    }

    /// Holds it there; `free`: do not snap to anything.
    pub fn hold(&mut self, to: Option<Spot>, free: bool) {
        (self.to, self.free) = (to, free);
        // While it is off the map, the hexes that may be chosen next stay lit.
        let last = self.via.last().copied().filter(|_| self.is_chosen_hex_by_hex());
        self.trip = match to.or(last).map(|to| self.turned(to)) {
            Some(to) => self.held.trip(Goal { to, via: &self.via, free }),
            None => Trip::default(),
        };
    }

    /// Turns it by this many degrees.
    pub fn turn(&mut self, ctx: Option<&egui::Context>, by: f64, free: bool) {
        self.pinned = false;
        if self.held.summary().turns {
            return self.turn_on(by, free);
        }
        let Some(heading) = &mut self.heading else { return };
        *heading = (*heading + by).rem_euclid(360.0);
        let held = self.to.or(self.held.summary().from).map(|spot| match spot {
            Spot::Pose { x, y, .. } => Spot::Point { x, y },
            spot => spot,
        });
        self.seek_reach(ctx, held, false);
        self.hold(held, free);
    }

    /// Accumulates degrees of the key or the wheel: a full step turns it.
    fn turn_on(&mut self, by: f64, free: bool) {
        let on = self.stepped.unwrap_or_default() + by;
        let turns = on.abs() >= KEY_STEP - 0.1;
        self.stepped = Some(if turns { 0.0 } else { on });
        if turns {
            self.step(on > 0.0);
        }
        let held = self.to.or(self.held.summary().from);
        self.hold(held, free);
    }

    fn step(&mut self, clockwise: bool) {
        self.held.turn(clockwise);
        self.steps += if clockwise { 1 } else { -1 };
    }

    /// Computes where it may end if held there, unless its lift has the answer.
    fn seek_reach(&mut self, ctx: Option<&egui::Context>, held: Option<Spot>, as_lifted: bool) {
        if let Some(search) = held.map(|spot| self.turned(spot)).and_then(|spot| self.held.reach(spot)) {
            // One search after another: one made obsolete by another turn stops at its start.
            let sought = Background::begin(ctx.cloned(), move |reporter| {
                if let Some(marks) = search(&|| reporter.stopped()) {
                    reporter.report(marks);
                }
            });
            self.reach = LitGround::Sought(sought, as_lifted);
        }
    }

    /// It has just been lifted: computes where it may end, if its lift does not have it all.
    pub fn taken_up(&mut self, ctx: Option<&egui::Context>) {
        let lift = self.held.summary();
        if lift.more || lift.marks.is_empty() && lift.places.is_empty() {
            let from = lift.from.map(|spot| match spot {
                Spot::Pose { x, y, .. } => Spot::Point { x, y },
                spot => spot,
            });
            self.seek_reach(ctx, from, true);
        }
    }

    /// The same piece, redrawn for a map that was turned.
    pub fn lift_anew(&mut self, held: Box<dyn PieceInHand>) {
        let clockwise = self.steps > 0;
        self.held = held;
        for _ in 0..std::mem::take(&mut self.steps).unsigned_abs() {
            self.step(clockwise);
        }
        self.hold(self.to, self.free);
    }

    /// Have hexes of its path been chosen, with others to follow? Then the first choices are no longer shown.
    pub fn is_chosen_hex_by_hex(&self) -> bool {
        matches!(self.via.last(), Some(Spot::Hex(_)))
    }

    /// Adds a way-point where it would now come to rest.
    pub fn go_by(&mut self, free: bool) {
        self.pinned = false;
        if let Some(rests) = self.trip.rests {
            self.via.push(rests);
            self.hold(self.to, free);
        }
    }

    /// Adds this way-point.
    pub fn go_by_place(&mut self, place: Spot, free: bool) {
        self.pinned = false;
        self.via.push(place);
        self.hold(self.to, free);
    }

    /// Removes the last way-point.
    pub fn leave_out(&mut self, free: bool) {
        self.pinned = false;
        if self.via.pop().is_some() {
            self.hold(self.to, free);
        }
    }

    /// Takes the computed ground. `false` if the search has failed, so that none is shown.
    pub fn poll_reach(&mut self) -> bool {
        let LitGround::Sought(sought, _) = &self.reach else { return true };
        match sought.poll() {
            Ok(marks) => self.reach = LitGround::Found(marks),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.reach = LitGround::Found(Vec::new());
                return false;
            }
        }
        true
    }

    /// Where it may end at its present heading, drawn; empty while that is computed.
    pub fn reach(&self) -> &[Mark] {
        match &self.reach {
            LitGround::AsLifted | LitGround::Sought(_, true) => &self.held.summary().marks,
            LitGround::Sought(_, false) => &[],
            LitGround::Found(marks) => marks,
        }
    }
}

/// An order being made up.
#[derive(Debug)]
pub struct Made {
    /// `None` if its rules have no such order.
    verb: Option<&'static Verb>,
    /// With defaults in place of answers not given.
    pub draft: Draft,
    pub questions: Vec<Question>,
    pub card: Card,
    /// The fields without an answer.
    unsaid: BTreeSet<String>,
}

impl Made {
    pub fn of(game: &dyn Game, said: Draft, viewer: Viewer) -> Self {
        let verb = game.verbs().iter().find(|verb| verb.name == said.verb);
        let Filled { mut draft, questions, unsaid } =
            Filled::of(verb, said, |draft| game.questions(draft, viewer));
        // Defaults fill the first entry only; later ones begin with an answer.
        let of_entry = |field: &String| verb.is_some_and(|verb| verb.is_of_entry(field));
        let is_listed = |answer: &Answer| matches!(answer, Answer::List(entries) if !entries.is_empty());
        let is_begun = draft.answers.keys().any(|field| of_entry(field) && !unsaid.contains(field));
        if draft.answers.values().any(is_listed) && !is_begun {
            draft.answers.retain(|field, _| !of_entry(field));
        }
        let card = game.draft_card(&draft, viewer);
        Self { verb, draft, questions, card, unsaid }
    }

    /// The answers given, without defaults.
    pub fn said(&self) -> Draft {
        let mut said = self.draft.clone();
        said.answers.retain(|field, _| !self.unsaid.contains(field));
        said
    }

    /// The answers given, and the place pointed at.
    pub fn pointed(&self, to: &Draft) -> Draft {
        said_with(self.said(), &self.draft, to)
    }

    /// Has no answer been given yet?
    pub fn is_blank(&self) -> bool {
        self.said().answers.values().all(|answer| match answer {
            Answer::Some(keys) => keys.is_empty(),
            Answer::List(entries) => entries.is_empty(),
            Answer::Pairs(pairs) => pairs.is_empty(),
            Answer::Shares(shares) => shares.is_empty(),
            _ => false,
        })
    }

    /// Is it empty, without answers or defaults?
    pub fn is_empty(&self) -> bool {
        self.unsaid.is_empty() && self.is_blank()
    }

    /// The list of the order, if it has one.
    pub fn list(&self) -> Option<&Question> {
        self.questions.iter().find(|question| matches!(question.ask, Ask::List { .. }))
    }

    /// The question in which this key may be chosen.
    pub fn asks_for(&self, key: &str) -> Option<&Question> {
        self.questions.iter().find(|question| offers(&question.ask, key))
    }

    /// The pieces that could take part.
    pub fn choices(&self) -> Vec<&str> {
        fn of(question: &Question) -> Vec<&str> {
            match &question.ask {
                Ask::One(of) | Ask::Some { of, .. } => of.iter().map(|choice| choice.key.as_str()).collect(),
                Ask::Pairs { from, to, .. } => {
                    from.iter().chain(to).map(|choice| choice.key.as_str()).collect()
                }
                _ => Vec::new(),
            }
        }
        self.questions.iter().flat_map(of).collect()
    }

    /// The pieces that take part.
    pub fn pieces(&self) -> Vec<&str> {
        self.draft.answers.values().flat_map(keys_of).collect()
    }

    /// The answers of the entry being made beside the list.
    fn entry(&self) -> Answers {
        let own = self.draft.answers.iter().filter(|(field, _)| self.is_of_entry(field));
        own.map(|(field, answer)| (field.clone(), answer.clone())).collect()
    }

    /// Does this field belong to the entries of its list?
    fn is_of_entry(&self, field: &str) -> bool {
        self.verb.is_some_and(|verb| verb.is_of_entry(field))
    }

    /// Is the entry complete, so that it can go into the list?
    pub fn is_entry_whole(&self) -> bool {
        self.card.refusal.is_none() && self.are_answered(|question| self.is_of_entry(&question.field))
    }

    /// Is everything answered, so that only the rules could refuse it?
    pub fn is_whole(&self) -> bool {
        self.entry().is_empty() && self.are_answered(|question| !self.is_of_entry(&question.field))
    }

    /// Is it complete, with no known reason against it?
    pub fn is_ready(&self) -> bool {
        self.is_whole() && self.card.refusal.is_none()
    }

    fn are_answered(&self, wanted: impl Fn(&Question) -> bool) -> bool {
        let is_answered = |question: &&Question| match self.draft.answers.get(&question.field) {
            Some(answer) => question.ask.check(answer, Extent::Whole).is_ok(),
            None => question.may_be_left,
        };
        self.questions.iter().filter(|question| wanted(question)).all(|question| is_answered(&question))
    }

    /// The order with this answer; `None` clears the field.
    pub fn answered(&self, field: &str, answer: Option<Answer>) -> Draft {
        let mut draft = self.said();
        match answer {
            Some(answer) => drop(draft.answers.insert(field.to_owned(), answer)),
            None => drop(draft.answers.remove(field)),
        }
        draft
    }

    /// The order with this key added, or removed if it was there.
    pub fn toggled(&self, field: &str, key: &str) -> Draft {
        let Some(question) = self.questions.iter().find(|question| question.field == field) else {
            return self.draft.clone();
        };
        let before = self.draft.answers.get(field);
        let answer = match (&question.ask, before) {
            (Ask::Some { .. }, Some(Answer::Some(keys))) => {
                let mut keys = keys.clone();
                match keys.iter().position(|known| known == key) {
                    Some(place) => drop(keys.remove(place)),
                    None => keys.push(key.to_owned()),
                }
                Some(Answer::Some(keys))
            }
            (Ask::Some { .. }, _) => Some(Answer::Some(vec![key.to_owned()])),
            (Ask::Shares { total, among }, before) => {
                Some(Answer::Shares(shared(*total, among, before, key)))
            }
            (Ask::One(_), Some(Answer::One(known))) if known == key => None,
            (Ask::One(_), _) => Some(Answer::One(key.to_owned())),
            _ => before.cloned(),
        };
        // An empty choice is an answer too, if the default is not empty.
        let nobody = |answer: &Answer| matches!(answer, Answer::Some(keys) if keys.is_empty());
        let answer = answer.filter(|answer| !nobody(answer) || question.usual.is_some());
        let mut draft = self.answered(field, answer);
        // A name that was cleared follows the participants again.
        draft.answers.retain(|_, answer| !matches!(answer, Answer::Text(text) if text.trim().is_empty()));
        // Other choices depend on who takes part.
        if matches!(question.ask, Ask::Some { .. }) && !question.may_be_left {
            let left = self.questions.iter().filter(|question| question.may_be_left);
            for question in left {
                draft.answers.remove(&question.field);
            }
        }
        draft
    }

    /// The order with its entry added to the list, replacing entries that share a piece with it.
    pub fn enlisted(&self, list: &str) -> Draft {
        let entry = self.entry();
        let ours: Vec<&str> = entry.values().flat_map(keys_of).collect();
        let mut entries = match self.draft.answers.get(list) {
            Some(Answer::List(entries)) => entries.clone(),
            _ => Vec::new(),
        };
        entries.retain(|other| !other.values().flat_map(keys_of).any(|key| ours.contains(&key)));
        entries.push(entry);
        let mut draft = self.said().with(list, Answer::List(entries));
        draft.answers.retain(|field, _| !self.is_of_entry(field));
        draft
    }

    /// The order without an entry of its list.
    pub fn struck(&self, list: &str, place: usize) -> Draft {
        let mut draft = self.said();
        if let Some(Answer::List(entries)) = draft.answers.get_mut(list)
            && place < entries.len()
        {
            entries.remove(place);
        }
        draft
    }
}

/// Gives this key one more of a shared total; after its maximum, none. If all is shared out already, the first other one that
/// has any gets one less.
fn shared(
    total: u32,
    among: &[(game::Choosable, u32)],
    before: Option<&Answer>,
    key: &str,
) -> Vec<(String, u32)> {
    let mut shares = match before {
        Some(Answer::Shares(shares)) => shares.clone(),
        _ => Vec::new(),
    };
    let most = among.iter().find(|(choice, _)| choice.key == key).map_or(0, |(_, most)| *most);
    match shares.iter_mut().find(|(known, _)| known == key) {
        Some((_, share)) => *share = if *share < most { *share + 1 } else { 0 },
        None => shares.push((key.to_owned(), 1.min(most))),
    }
    let given: u32 = shares.iter().map(|(_, share)| share).sum();
    let other = shares.iter_mut().find(|(known, share)| known != key && *share > 0);
    if let Some((_, share)) = other.filter(|_| given > total) {
        *share -= 1;
    }
    shares.retain(|(_, share)| *share > 0);
    shares
}

/// May this key be chosen there?
fn offers(ask: &Ask, key: &str) -> bool {
    match ask {
        Ask::One(of) | Ask::Some { of, .. } => of.iter().any(|choice| choice.key == key),
        Ask::Shares { among, .. } => among.iter().any(|(choice, _)| choice.key == key),
        _ => false,
    }
}

/// The keys in an answer.
pub fn keys_of(answer: &Answer) -> Vec<&str> {
    match answer {
        Answer::One(key) => vec![key],
        Answer::Some(keys) => keys.iter().map(String::as_str).collect(),
        Answer::Pairs(pairs) => {
            pairs.iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]).collect()
        }
        Answer::Shares(shares) => shares.iter().map(|(key, _)| key.as_str()).collect(),
        _ => Vec::new(),
    }
}
