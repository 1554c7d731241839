//! The day in a few paragraphs, from the record: about the first blow, the turns with the largest changes, and the end.

use game::ending::people;
use game::{BannerKind, Ending, SideEnding, counted, sentence};

use super::chronicle::{Chronicle, Played};

/// Maximum number of paragraphs, each with its map.
const MOMENTS: usize = 4;

/// Maximum number of losses in a turn that are named.
const NAMED: usize = 3;

/// A paragraph, and the turn of its map.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Its index among the turns.
    pub turn: usize,
    pub title: String,
    pub told: Vec<Said>,
}

/// A part of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Words(String),
    /// Words with a link to the place in the record.
    Linked(String, To),
}

/// A place in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// An order, by its number.
    Order(usize),
    /// A turn, by its index.
    Turn(usize),
}

impl To {
    /// The place where something came about: an order, or 0 for the start.
    pub fn since(order: usize) -> Self {
        if order == 0 { Self::Turn(0) } else { Self::Order(order) }
    }

    /// The place where a turn ended.
    pub fn end_of(turn: &Played) -> Self {
        Self::since(turn.ended)
    }
}

/// The paragraphs of a game; empty if nothing has happened.
pub fn day(chronicle: &Chronicle) -> Vec<Moment> {
    let chosen = chosen(chronicle);
    let (first, last) = (chosen.first().copied(), chosen.last().copied());
    let worst = worst(chronicle);
    let moment = |place: usize| {
        let turn = &chronicle.turns[place];
        let mut told = Paragraph::default();
        if Some(place) == first {
            opening(&mut told, chronicle, turn);
        }
        course(&mut told, chronicle, place, worst == Some(place));
        if Some(place) == last {
            end(&mut told, chronicle, place);
        }
        let title =
            format!("Turn {}, {}: {}", turn.number, turn.clock, what(chronicle, place, first, last, worst));
        Moment { turn: place, title, told: told.0 }
    };
    chosen.iter().map(|place| moment(*place)).collect()
}

/// The turns that the day is about, in order: the first with fighting, the last, and those in between that changed most.
fn chosen(chronicle: &Chronicle) -> Vec<usize> {
    let played = 1..chronicle.turns.len();
    if played.is_empty() {
        return Vec::new();
    }
    let blow = played.clone().find(|place| {
        let turn = &chronicle.turns[*place];
        chronicle.first_blow(turn).is_some() || lost(turn) > 0
    });
    let mut chosen = vec![blow.unwrap_or(1), chronicle.turns.len() - 1];
    chosen.dedup();
    let mut others: Vec<usize> = played.filter(|place| !chosen.contains(place)).collect();
    // Of two with equal changes the first is chosen.
    others.sort_by_key(|place| (std::cmp::Reverse(weight(chronicle, &chronicle.turns[*place])), *place));
    chosen.extend(others.into_iter().take(MOMENTS - chosen.len()));
    chosen.sort_unstable();
    chosen
}

/// The amount of change in a turn: losses of both sides, and more for leaders and places.
fn weight(chronicle: &Chronicle, turn: &Played) -> u32 {
    let told = |kind: BannerKind| chronicle.told(turn, kind).len() as u32;
    lost(turn)
        + 5 * told(BannerKind::Objective)
        + 4 * told(BannerKind::Leader)
        + 2 * told(BannerKind::Lost)
        + told(BannerKind::Rout)
        + told(BannerKind::Retreat)
}

fn lost(turn: &Played) -> u32 {
    turn.sides.iter().filter_map(|side| side.lost).sum()
}

/// The turn with the highest losses of both sides together; `None` if no record of one side's losses is kept.
fn worst(chronicle: &Chronicle) -> Option<usize> {
    let costs: Vec<u32> = chronicle.turns.iter().skip(1).map(Played::cost).collect::<Option<_>>()?;
    Some(dearest(&costs)? + 1)
}

/// The index of the highest cost; `None` if another is as high or there is no other.
fn dearest(costs: &[u32]) -> Option<usize> {
    let most = costs.iter().copied().max().filter(|most| *most > 0 && costs.len() > 1)?;
    let mut places = costs.iter().enumerate().filter(|(_, cost)| **cost == most).map(|(place, _)| place);
    places.next().filter(|_| places.next().is_none())
}

/// What is special about a moment, for its title.
fn what(
    chronicle: &Chronicle,
    place: usize,
    first: Option<usize>,
    last: Option<usize>,
    worst: Option<usize>,
) -> &'static str {
    let turn = &chronicle.turns[place];
    if last == Some(place) {
        return if chronicle.ending.over { "the end" } else { "as it stands" };
    }
    if worst == Some(place) {
        return "the heaviest losses";
    }
    if first == Some(place) {
        return "the first blow";
    }
    match () {
        () if !chronicle.told(turn, BannerKind::Objective).is_empty() => "a place changes hands",
        () if !chronicle.told(turn, BannerKind::Leader).is_empty() => "a leader falls",
        () => "the fight goes on",
    }
}

#[derive(Debug, Default)]
struct Paragraph(Vec<Said>);

impl Paragraph {
    fn say(&mut self, words: impl Into<String>) {
        let words = words.into();
        match self.0.last_mut() {
            Some(Said::Words(before)) => before.push_str(&words),
            _ => self.0.push(Said::Words(words)),
        }
    }

    fn link(&mut self, words: impl Into<String>, to: To) {
        self.0.push(Said::Linked(words.into(), to));
    }

    /// Starts a new sentence.
    fn next(&mut self) {
        if !self.0.is_empty() {
            self.say(" ");
        }
    }
}

/// The opposing forces.
fn opening(told: &mut Paragraph, chronicle: &Chronicle, turn: &Played) {
    for (place, side) in chronicle.ending.sides.iter().enumerate() {
        let name = people(&side.name);
        told.say(if place == 0 { format!("{} had ", sentence(&name)) } else { format!("; {name} had ") });
        let at_first = side.strength.first().map(|(_, left)| *left);
        let strength = at_first.unwrap_or_else(|| side.losses.iter().map(|loss| loss.start).sum());
        told.link(strength.to_string(), To::Turn(0));
        told.say(if place == 0 { format!(" {} in ", chronicle.counted_in) } else { " in ".to_owned() });
        told.link(counted(side.losses.len(), "command", "commands"), To::Turn(0));
    }
    if !chronicle.ending.sides.is_empty() {
        told.say(".");
    }
    if let Some(order) = chronicle.first_blow(turn) {
        told.next();
        told.say(format!("They came to blows in turn {}, at {}: ", turn.number, turn.clock));
        let words = order.words.first().map_or("", String::as_str);
        told.link(words, To::Order(order.number));
        told.say(".");
    }
}

/// The losses of a turn, and its events.
fn course(told: &mut Paragraph, chronicle: &Chronicle, place: usize, is_worst: bool) {
    let turn = &chronicle.turns[place];
    let to = To::Turn(place);
    let costs: Vec<(&SideEnding, u32)> = chronicle
        .ending
        .sides
        .iter()
        .zip(&turn.sides)
        .filter_map(|(side, tally)| Some((side, tally.lost?)))
        .collect();
    if let [(one, a), (other, b)] = costs[..] {
        told.next();
        told.say(format!("Turn {} cost ", turn.number));
        if a + b == 0 {
            told.say("neither side anything");
        } else {
            told.say(format!("{} ", people(&one.name)));
            told.link(a.to_string(), to);
            told.say(format!(" and {} ", people(&other.name)));
            told.link(b.to_string(), to);
        }
        told.say(if is_worst { ", more than any other turn of the day." } else { "." });
    }
    for kind in [BannerKind::Objective, BannerKind::Leader] {
        for (number, words) in chronicle.told(turn, kind).into_iter().take(NAMED) {
            told.next();
            told.link(sentence(words), To::Order(number));
            told.say(".");
        }
    }
    fallen(told, &chronicle.told(turn, BannerKind::Lost));
    let ran = chronicle.told(turn, BannerKind::Rout);
    if let Some((number, _)) = ran.first() {
        told.next();
        told.link(counted(ran.len(), "rout", "routs"), To::Order(*number));
        told.say(if ran.len() == 1 { " was seen." } else { " were seen." });
    }
}

/// The losses, the first of them by name.
fn fallen(told: &mut Paragraph, lost: &[(usize, &str)]) {
    if lost.is_empty() {
        return;
    }
    told.next();
    let named = lost.len().min(NAMED);
    for (place, (number, words)) in lost.iter().take(named).enumerate() {
        let is_end = place + 1 == named && named == lost.len();
        if place > 0 {
            told.say(if is_end { " and " } else { ", " });
        }
        told.link(if place == 0 { sentence(words) } else { (*words).to_owned() }, To::Order(*number));
    }
    if let Some((number, _)) = lost.get(named) {
        told.say(", and ");
        told.link(format!("{} more after them", lost.len() - named), To::Order(*number));
    }
    told.say(".");
}

/// The result, or the present situation.
fn end(told: &mut Paragraph, chronicle: &Chronicle, place: usize) {
    let Ending { verdict, over, because, sides, .. } = &chronicle.ending;
    let turn = &chronicle.turns[place];
    told.next();
    told.say(match over {
        true => format!("The battle ended in turn {}, at {}", turn.number, turn.clock),
        false => {
            format!("The record ends in turn {} of {}, at {}", turn.number, chronicle.length, turn.clock)
        }
    });
    let left = sides.iter().zip(&turn.sides).filter_map(|(side, tally)| Some((side, tally.left?)));
    let left: Vec<(&SideEnding, u32)> = left.collect();
    for (place, (side, left)) in left.iter().enumerate() {
        let and = if place == 0 { "," } else { " and" };
        told.say(format!("{and} {} with ", people(&side.name)));
        told.link(left.to_string(), To::end_of(turn));
    }
    if !left.is_empty() {
        told.say(" left");
    }
    told.say(format!(". {}.", verdict.trim_end_matches('.')));
    if let Some(because) = because {
        told.say(format!(" {}.", because.words.trim_end_matches('.')));
    }
}

#[cfg(test)]
mod tests {
    use super::dearest;

    #[test]
    fn the_dearest_turn_is_dearer_than_any_other() {
        assert_eq!(dearest(&[2, 7, 3]), Some(1));
        assert_eq!(dearest(&[7, 2, 7]), None);
        assert_eq!(dearest(&[7]), None);
        assert_eq!(dearest(&[0, 0]), None);
    }
}
