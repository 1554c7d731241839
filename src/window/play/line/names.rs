//! The meaning of a name in the line: by the number of the hex, by a badge, by a word of the name.

use crate::canvas::{middle_of, spot_at};
use crate::texts::line_faults as texts;
use drawing::ScenePiece;
use game::line::Fault;
use game::{Ask, Extent, Member, Question, Spot};
use table::measure::point_in_polygon;

use super::tokens::{Token, What, is_of_word, tokens};
use super::{Context, Meant, fault};
use game::Answer;

/// How well a piece fits the place where it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Eligibility {
    Fits,
    /// It is among the pieces asked for, but not available.
    Barred,
    Not,
}

/// How well this key answers the question.
pub fn eligibility(question: &Question, key: &str) -> Eligibility {
    let (of, answer) = match &question.ask {
        Ask::One(of) => (of, Answer::One(key.to_owned())),
        Ask::Some { of, .. } => (of, Answer::Some(vec![key.to_owned()])),
        _ => return Eligibility::Not,
    };
    let listed = of.iter().any(|choice| choice.key == key);
    if listed && question.ask.check(&answer, Extent::Part).is_ok() {
        Eligibility::Fits
    } else if listed {
        Eligibility::Barred
    } else {
        Eligibility::Not
    }
}

/// How a name matches a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    /// It is the badge or the key.
    Bears,
    Whole,
    /// The piece's name begins with it.
    Begins,
    /// Consecutive words of the piece's name begin with its words.
    Within,
}

/// A piece that may be meant.
#[derive(Clone, Copy, Debug)]
struct Candidate<'c> {
    member: &'c Member,
    met: Met,
}

/// The words of a name in lower case, without apostrophes and points: `haddicks guns`, `st julien ir 11`.
fn words(name: &str) -> Vec<String> {
    let plain: String = name.to_lowercase().chars().filter(|sign| !"'’.".contains(*sign)).collect();
    let parts = plain.split(|sign: char| !sign.is_alphanumeric() && sign != '/');
    parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// How a name matches a piece; `None` if it does not.
fn met(member: &Member, name: &str) -> Option<Met> {
    let small = name.to_lowercase();
    if member.piece.to_lowercase() == small || member.tag.to_lowercase() == small {
        return Some(Met::Bears);
    }
    if small.chars().count() < 2 {
        return None;
    }
    let (own, typed) = (words(&member.name), words(name));
    let follows = |at: &usize| {
        own.len() >= at + typed.len()
            && own[*at..].iter().zip(&typed).all(|(own, said)| own.starts_with(said))
    };
    match (0..own.len()).find(follows) {
        _ if typed.is_empty() => None,
        Some(0) if own == typed => Some(Met::Whole),
        Some(0) => Some(Met::Begins),
        _ if member.name.to_lowercase().starts_with(&small) => Some(Met::Begins),
        Some(_) => Some(Met::Within),
        None => None,
    }
}

/// Maximum number of candidates named when several could be meant.
const NAMED: usize = 4;

impl Context<'_> {
    fn members(&self) -> impl Iterator<Item = &Member> {
        self.summary.groups.iter().flat_map(|group| &group.members)
    }

    /// All pieces with the name of their side.
    fn with_sides(&self) -> impl Iterator<Item = (&str, &Member)> {
        self.summary.groups.iter().flat_map(move |group| {
            let side = self.summary.side_name(&group.side);
            group.members.iter().map(move |member| (side, member))
        })
    }

    /// Number of letters of the full spoken name, longer than a word, that a text begins with: `Austrian St. Julien`, `French 28`.
    fn told(&self, text: &str) -> Option<usize> {
        let text = text.to_lowercase();
        let names = self.with_sides().flat_map(|(side, Member { name, tag, .. })| {
            [name.clone(), format!("{side} {name}"), format!("{side} {tag}")]
        });
        let begins = |name: &String| {
            let rest = text.strip_prefix(&name.to_lowercase());
            name.trim_end().contains(|sign| !is_of_word(sign))
                && rest.is_some_and(|rest| !rest.starts_with(is_of_word))
        };
        names.filter(begins).map(|name| name.chars().count()).max()
    }

    /// The pieces with this badge or name, with or without the name of their side before it; badges take precedence, then exact
    /// names.
    fn of_name(&self, name: &str) -> Vec<Candidate<'_>> {
        let small = name.to_lowercase();
        let found = self.with_sides().filter_map(|(side, member)| {
            let of_side = || small.strip_prefix(&side.to_lowercase())?.strip_prefix(' ');
            let met = met(member, name).or_else(|| met(member, of_side()?))?;
            Some(Candidate { member, met })
        });
        let mut found: Vec<Candidate<'_>> = found.collect();
        for best in [Met::Bears, Met::Whole] {
            if found.iter().any(|one| one.met == best) {
                found.retain(|one| one.met == best);
            }
        }
        found
    }

    /// The pieces in the hex of this number, from above to below; `None` if it is not a hex number.
    fn in_hex(&self, name: &str) -> Option<Vec<&str>> {
        let stage = &self.summary.stage;
        let Some(Spot::Hex(hex)) = self.hex(name) else { return None };
        let place = stage.places.iter().find(|place| place.hex == hex)?;
        let here = |key: &str| middle_of(stage, key).is_some_and(|at| point_in_polygon(at, &place.outline));
        Some(stage.pieces.iter().rev().filter(|piece| here(&piece.key)).map(ScenePiece::piece).collect())
    }

    /// Is a piece called by its name even if others are in its hex?
    fn is_called_by_name(&self, key: &str) -> bool {
        self.summary.stage.by_name.iter().any(|piece| piece == key)
    }

    /// The piece that a name means: among those in a hex, or with that badge, the one that fits best.
    pub(super) fn pieces(
        &self,
        name: &str,
        at: usize,
        eligibility: &dyn Fn(&str) -> Eligibility,
    ) -> Meant<String> {
        if let Some(mut found) = self.in_hex(name) {
            found.sort_by_key(|key| (eligibility(key), self.is_called_by_name(key)));
            let nobody = || fault(at, texts::nobody_in(name), texts::NAME_A_HEX);
            if let Some(first) = found.first() {
                return Ok((*first).to_owned());
            }
            // A unit may bear the number of a hex.
            return self.named(name, at, eligibility).map_err(|_| nobody());
        }
        self.named(name, at, eligibility)
    }

    /// The piece that moves: in a hex, a piece called by name is meant by the number only if it is alone.
    pub(super) fn mover(&self, name: &str, at: usize) -> Meant<String> {
        let moves = |key: &str| match self.summary.about(key).next() {
            Some(_) => Eligibility::Fits,
            None => Eligibility::Not,
        };
        let here = self.in_hex(name).unwrap_or_default();
        let others = here.iter().filter(|key| !self.is_called_by_name(key));
        match others.min_by_key(|key| moves(key)) {
            Some(first) => Ok((*first).to_owned()),
            None => self.pieces(name, at, &moves),
        }
    }

    /// The piece with this name.
    fn named(&self, name: &str, at: usize, eligibility: &dyn Fn(&str) -> Eligibility) -> Meant<String> {
        let mut found = self.of_name(name);
        let rank = |one: &Candidate<'_>| {
            (eligibility(&one.member.piece), !self.is_placed(&one.member.piece), one.met)
        };
        found.sort_by_key(rank);
        let Some(first) = found.first() else { return Err(self.nobody(name, at)) };
        let mut alike: Vec<&Member> =
            found.iter().filter(|one| rank(one) == rank(first)).map(|one| one.member).collect();
        alike.dedup_by_key(|member| &member.piece);
        if matches!(first.met, Met::Bears | Met::Whole) {
            return Ok(first.member.piece.clone());
        }
        // Whole words take precedence over beginnings.
        let typed = words(name);
        let has_them = |member: &&Member| typed.iter().all(|word| words(&member.name).contains(word));
        if alike.iter().any(has_them) {
            alike.retain(has_them);
        }
        // If one name continues another, the shorter one is meant.
        let shortest = alike.iter().min_by_key(|member| member.name.len()).copied().unwrap_or(first.member);
        let goes_on = |member: &&Member| words(&member.name).starts_with(&words(&shortest.name));
        if alike.iter().all(goes_on) {
            return Ok(shortest.piece.clone());
        }
        let known: Vec<String> = alike.iter().take(NAMED).map(|member| called_in_full(member)).collect();
        let what = texts::may_be(name, &known, alike.len().saturating_sub(NAMED));
        Err(fault(at, what, texts::BY_WHAT_IT_BEARS))
    }

    fn nobody(&self, name: &str, at: usize) -> Fault {
        if !self.on_a_table() && name.len() == 4 && name.chars().all(|sign| sign.is_ascii_digit()) {
            return self.no_hex(name, at);
        }
        fault(at, texts::nobody_called(name), texts::name(self.who()))
    }

    pub(super) fn no_hex(&self, name: &str, at: usize) -> Fault {
        fault(at, texts::no_hex(name), texts::FOUR_DIGITS)
    }

    fn is_placed(&self, key: &str) -> bool {
        self.summary.stage.pieces.iter().any(|piece| piece.is(key))
    }

    /// All pieces that a name may mean, for any question.
    pub(super) fn may_be(&self, name: &str) -> Vec<String> {
        let named = || self.of_name(name).iter().map(|one| one.member.piece.clone()).collect();
        match self.in_hex(name) {
            Some(here) if !here.is_empty() => here.into_iter().map(str::to_owned).collect(),
            _ => named(),
        }
    }

    /// Splits the line into tokens; words that form one name are one token.
    pub(super) fn tokens(&self, text: &str) -> Vec<Token> {
        let is_name = |word: &str| {
            let typed = words(word);
            let has = |member: &Member| typed.len() == 1 && words(&member.name).contains(&typed[0]);
            self.members().any(|member| met(member, word) == Some(Met::Bears) || has(member))
        };
        let all = tokens(text, &self.letters(), &is_name, &|text| self.told(text));
        let mut joined: Vec<Token> = Vec::new();
        let mut rest = &all[..];
        while let [first, ..] = rest {
            let is_word =
                |token: &&Token| token.name().is_some_and(|name| name.contains(char::is_alphabetic));
            let most = rest.iter().take_while(is_word).count();
            let phrase =
                |count: usize| rest[..count].iter().filter_map(Token::name).collect::<Vec<_>>().join(" ");
            let is_one = |count: &usize| !self.of_name(&phrase(*count)).is_empty();
            let count = (2..=most).rev().find(is_one).unwrap_or(1);
            joined.push(match count {
                1 => first.clone(),
                _ => Token { from: first.from, to: rest[count - 1].to, what: What::Name(phrase(count)) },
            });
            rest = &rest[count..];
        }
        // `x 1102 with Victor`: the word adds nothing to the name.
        joined.retain(|token| !token.name().is_some_and(|name| name.eq_ignore_ascii_case("with")));
        joined
    }

    /// The name of a piece in the line: its hex, its badge, or its key.
    pub(super) fn called(&self, piece: &str) -> String {
        let stage = &self.summary.stage;
        let spot = middle_of(stage, piece).and_then(|at| spot_at(stage, at));
        if let Some(Spot::Hex(hex)) = spot {
            let number = format!("{hex:04}");
            let alone = || self.in_hex(&number).is_some_and(|here| here.len() == 1);
            if !self.is_called_by_name(piece) || alone() {
                return number;
            }
        }
        let tag = self.members().find(|member| member.piece == piece).map(|member| member.tag.as_str());
        tag.filter(|tag| !tag.is_empty()).unwrap_or(piece).to_owned()
    }
}

/// `Haddick's guns (HArt)`.
fn called_in_full(member: &Member) -> String {
    match member.tag.is_empty() || member.tag == member.name {
        true => member.name.clone(),
        false => format!("{} ({})", member.name, member.tag),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_name_are_found_with_and_without_their_apostrophes() {
        let member =
            |tag: &str, name: &str| Member { tag: tag.into(), name: name.into(), ..Member::default() };
        let guns = member("HArt", "Haddick's guns");
        for (typed, wanted) in [
            ("hart", Some(Met::Bears)),
            ("haddick's guns", Some(Met::Whole)),
            ("Haddicks Guns", Some(Met::Whole)),
            ("hadd", Some(Met::Begins)),
            ("haddick gu", Some(Met::Begins)),
            ("guns", Some(Met::Within)),
            ("guns haddick", None),
            ("g", None),
            ("'", None),
            ("'''", None),
        ] {
            assert_eq!(met(&guns, typed), wanted, "{typed}");
        }
        let julien = member("StJu", "St-Julien, IR 11");
        assert_eq!(met(&julien, "julien"), Some(Met::Within));
        assert_eq!(met(&julien, "st. julien"), Some(Met::Begins));
        assert_eq!(met(&member("24L", "24th Light"), "24th"), Some(Met::Begins));
    }

    #[test]
    fn badges_that_begin_with_a_digit_are_names_and_letters_between_numbers_are_letters() {
        let is_badge = |word: &str| word.eq_ignore_ascii_case("24L");
        let cut = |text: &str| -> Vec<What> {
            tokens(text, "xlf", &is_badge, &|_| None).into_iter().map(|token| token.what).collect()
        };
        let name = |name: &str| What::Name(name.to_owned());
        assert_eq!(cut("24l 0908"), [name("24l"), name("0908")]);
        assert_eq!(cut("25l 0908"), [name("25"), What::Letter('l'), name("0908")]);
        assert_eq!(cut("2010x2009"), [name("2010"), What::Letter('x'), name("2009")]);
        assert_eq!(cut("haddick's x 1:3"), [name("haddick's"), What::Letter('x'), name("1:3")]);
        assert_eq!(cut("@1:3 @ hadd"), [What::Choice("1:3".into()), What::Choice("hadd".into())]);
        assert_eq!(cut("x2010"), [What::Letter('x'), name("2010")]);
    }
}
