//! From text to sentences: who, and what each does. Knows no game; a bad text is a [`Fault`] with its place.

use super::grammar::{Head, Verb, edge, head, point, sign, verb};
use game::line::{Fault, LONGEST};
use table::Edge;

/// A line: its sentences in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub sentences: Vec<Sentence>,
}

/// Who does what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    /// What is there instead of stands.
    pub head: Option<Head>,
    pub stands: Vec<Named>,
    /// Stands that are left out: `all-14`.
    pub except: Vec<Named>,
    /// Where the name of a command begins that follows `to` or `as`.
    pub named_from: Option<usize>,
    pub deeds: Vec<Deed>,
    /// Characters of the text.
    pub from: usize,
    pub to: usize,
    /// Where the deeds begin.
    pub deeds_from: usize,
}

/// A stand as it is named: its badge, or some of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub text: String,
    /// Index of its first character.
    pub at: usize,
}

impl Named {
    pub fn badge(&self) -> Option<u32> {
        self.text.parse().ok()
    }
}

/// A verb with what follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    pub verb: Verb,
    pub number: Option<f32>,
    /// Degrees clockwise from north, where a bearing follows.
    pub bearing: Option<f32>,
    pub targets: Vec<Named>,
    pub edge: Option<Edge>,
    pub at: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum TokenKind {
    /// As it is written: `4.5`, `4.`
    Number(String),
    Word(String),
    Mark(char),
}

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    kind: TokenKind,
    pub from: usize,
    pub to: usize,
}

impl Token {
    pub fn number(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Number(raw) => Some(raw),
            TokenKind::Word(_) | TokenKind::Mark(_) => None,
        }
    }

    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            TokenKind::Number(_) | TokenKind::Mark(_) => None,
        }
    }

    pub fn mark(&self) -> Option<char> {
        match self.kind {
            TokenKind::Mark(mark) => Some(mark),
            TokenKind::Number(_) | TokenKind::Word(_) => None,
        }
    }

    /// The verb it is, if it is one.
    pub fn verb(&self) -> Option<Verb> {
        match &self.kind {
            TokenKind::Word(word) => verb(word),
            TokenKind::Mark(mark) => sign(*mark),
            TokenKind::Number(_) => None,
        }
    }
}

/// Numbers, words and signs; never fails.
pub fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while let Some(&letter) = letters.get(i) {
        let from = i;
        let at = |i: usize| letters.get(i).copied();
        let digit = |i: usize| at(i).is_some_and(|c| c.is_ascii_digit());
        if letter.is_ascii_digit() || letter == '.' && digit(i + 1) {
            while digit(i) {
                i += 1;
            }
            if at(i) == Some('.') {
                i += 1;
                while digit(i) {
                    i += 1;
                }
            }
            found.push(Token { kind: TokenKind::Number(letters[from..i].iter().collect()), from, to: i });
        } else if letter.is_alphabetic() {
            // An apostrophe or a hyphen between letters belongs to the name.
            let inner = |i: usize| {
                matches!(at(i), Some('\'' | '’' | '-')) && at(i + 1).is_some_and(char::is_alphabetic)
            };
            while at(i).is_some_and(char::is_alphabetic) || inner(i) {
                i += 1;
            }
            let word: String = letters[from..i].iter().flat_map(|c| c.to_lowercase()).collect();
            found.push(Token { kind: TokenKind::Word(word), from, to: i });
        } else {
            i += 1;
            if !letter.is_whitespace() {
                found.push(Token { kind: TokenKind::Mark(letter), from, to: i });
            }
        }
    }
    found
}

/// A number of inches or degrees: `4` is four, `4.` four and a half.
fn number(raw: &str, at: usize) -> Result<f32, Fault> {
    let value = match raw.strip_suffix('.') {
        Some(whole) => whole.parse::<f32>().map(|whole| whole + 0.5),
        None => raw.parse::<f32>(),
    };
    match value {
        Ok(value) if value.is_finite() && value < 1000.0 => Ok(value),
        _ => Err(Fault::at(
            at,
            format!("{raw} is no distance on a table"),
            "Inches and degrees stay below 1000",
        )),
    }
}

/// Reads the whole line.
pub fn parse(text: &str) -> Result<Line, Fault> {
    if text.chars().count() > LONGEST {
        return Err(Fault::at(LONGEST, "the line is too long", "Give one order after another"));
    }
    let tokens = tokens(text);
    let mut reader = Reader { tokens: &tokens, i: 0 };
    let mut sentences = Vec::new();
    while let Some(token) = reader.peek() {
        if token.mark() == Some(';') {
            reader.i += 1;
            continue;
        }
        sentences.push(reader.sentence()?);
    }
    Ok(Line { sentences })
}

struct Reader<'t> {
    tokens: &'t [Token],
    i: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.i)
    }

    fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.i)?;
        self.i += 1;
        Some(token)
    }

    /// Where the text ends so far.
    fn end(&self) -> usize {
        self.i.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(0, |token| token.to)
    }

    fn sentence(&mut self) -> Result<Sentence, Fault> {
        let mut said = Sentence { from: self.peek().map_or(0, |token| token.from), ..Sentence::default() };
        self.head(&mut said)?;
        if said.head.is_none() {
            self.stands(&mut said.stands)?;
        }
        said.deeds_from = self.peek().map_or(self.end(), |token| token.from);
        while let Some(token) = self.peek() {
            if token.mark() == Some(';') {
                break;
            }
            let shared = said.deeds.last().is_some_and(|deed| deed.verb == Verb::Share);
            if shared && token.mark() == Some(',') {
                self.i += 1;
                continue;
            }
            if shared && token.verb().is_none() {
                // `22:2 23:1` is two sentences.
                break;
            }
            if said.head.is_some() {
                return Err(Fault::at(token.from, "nothing belongs behind this", "Put ; between two orders"));
            }
            said.deeds.push(self.deed()?);
        }
        said.to = self.end();
        Ok(said)
    }

    fn head(&mut self, said: &mut Sentence) -> Result<(), Fault> {
        let Some(token) = self.peek() else { return Ok(()) };
        match &token.kind {
            TokenKind::Mark('.') => {
                self.i += 1;
                said.head = Some(Head::End);
            }
            TokenKind::Mark('?') => {
                self.i += 1;
                said.head = Some(Head::Keys);
            }
            TokenKind::Word(word) => {
                let Some(found) = head(word) else { return Ok(()) };
                self.i += 1;
                said.head = Some(found);
                if found == Head::Pick {
                    // The name is taken as it stands.
                    while let Some(token) = self.peek() {
                        if token.mark() == Some(';') {
                            break;
                        }
                        said.stands.push(Named { text: raw(token), at: token.from });
                        self.i += 1;
                    }
                } else if matches!(found, Head::Attach | Head::Form) {
                    self.units(said, if found == Head::Attach { "to" } else { "as" });
                } else if found == Head::All && self.peek().and_then(Token::mark) == Some('-') {
                    self.i += 1;
                    self.stands(&mut said.except)?;
                }
            }
            TokenKind::Mark(_) | TokenKind::Number(_) => {}
        }
        Ok(())
    }

    /// Badges and names up to this word, and where the name behind it begins.
    fn units(&mut self, said: &mut Sentence, until: &str) {
        while let Some(token) = self.peek() {
            if token.mark() == Some(';') {
                break;
            }
            self.i += 1;
            if said.named_from.is_some() || token.mark() == Some(',') {
                continue;
            }
            if token.word() == Some(until) {
                said.named_from = Some(token.to);
            } else {
                said.stands.push(Named { text: raw(token), at: token.from });
            }
        }
    }

    /// Badges and names up to the first verb.
    fn stands(&mut self, stands: &mut Vec<Named>) -> Result<(), Fault> {
        let mut after_comma = false;
        while let Some(token) = self.peek() {
            match &token.kind {
                TokenKind::Mark(',') => after_comma = true,
                TokenKind::Number(raw) if raw.contains('.') => {
                    return Err(Fault::at(
                        token.from,
                        format!("{raw} is no badge"),
                        "Badges are whole numbers",
                    ));
                }
                TokenKind::Number(raw) => {
                    after_comma = false;
                    stands.push(Named { text: raw.clone(), at: token.from });
                }
                TokenKind::Word(word) if after_comma || verb(word).is_none() => {
                    // `char f6`: only the first may be a name without a comma, or follow another name.
                    after_comma = false;
                    stands.push(Named { text: word.clone(), at: token.from });
                }
                TokenKind::Word(_) | TokenKind::Mark(_) => break,
            }
            self.i += 1;
        }
        Ok(())
    }

    fn deed(&mut self) -> Result<Deed, Fault> {
        let Some(token) = self.next() else { return Err(Fault::at(0, "nothing is said", "")) };
        let Some(verb) = token.verb() else {
            return Err(match &token.kind {
                TokenKind::Number(raw) => Fault::at(
                    token.from,
                    format!("{raw} of what?"),
                    "Put a verb before it: f b l r for inches, @ for a bearing, tr tl for degrees",
                ),
                TokenKind::Word(word) => {
                    Fault::at(token.from, format!("\"{word}\" is no verb here"), nearest(word))
                }
                TokenKind::Mark(mark) => Fault::at(token.from, format!("{mark} does not belong here"), ""),
            });
        };
        let mut deed =
            Deed { verb, number: None, bearing: None, targets: Vec::new(), edge: None, at: token.from };
        match verb {
            Verb::Slide(_) | Verb::Compass(_) | Verb::Wheel(_) => {
                if verb == Verb::Slide(90.0) {
                    // `14r@27` retreats that way.
                    self.bearing_if_any(&mut deed)?;
                }
                self.number_if_any(&mut deed)?;
            }
            Verb::Turn(_) => {
                self.number_if_any(&mut deed)?;
                if deed.number.is_none() {
                    return Err(Fault::at(token.to, "how many degrees?", "tr45 turns right by 45°"));
                }
            }
            Verb::Bearing => self.bearing(&mut deed, token.to)?,
            Verb::FaceBearing => {
                self.bearing_if_any(&mut deed)?;
                if deed.bearing.is_none() {
                    return Err(Fault::at(
                        token.to,
                        "to face where?",
                        "tne faces north-east, t@27 faces 270°",
                    ));
                }
            }
            Verb::Retreat => self.bearing_if_any(&mut deed)?,
            Verb::Withdraw => self.number_if_any(&mut deed)?,
            Verb::Contact => {
                self.target(&mut deed);
                if !deed.targets.is_empty()
                    && let Some(found) = self.peek().and_then(Token::word).and_then(edge)
                {
                    self.i += 1;
                    deed.edge = Some(found);
                }
            }
            Verb::Fire | Verb::Join | Verb::Capture | Verb::Destroy => self.target(&mut deed),
            Verb::Attack => self.stands(&mut deed.targets)?,
            Verb::Share => {
                self.number_if_any(&mut deed)?;
                if deed.number.is_none() {
                    return Err(Fault::at(token.to, "how many?", "22:2 puts two on 22"));
                }
            }
            Verb::Along => {
                let left = self.peek().and_then(Token::mark) == Some('-');
                self.i += usize::from(left);
                self.number_if_any(&mut deed)?;
                let Some(value) = deed.number else {
                    return Err(Fault::at(
                        token.to,
                        "how far along?",
                        ">2 is two inches to the right, >-2 to the left",
                    ));
                };
                deed.number = Some(if left { -value } else { value });
            }
            Verb::Face(_)
            | Verb::About
            | Verb::Evade
            | Verb::Canister
            | Verb::Hold
            | Verb::Continue
            | Verb::Bridge
            | Verb::Unbridge
            | Verb::Square(_)
            | Verb::Opening
            | Verb::Fight
            | Verb::Work
            | Verb::Rally
            | Verb::Show => {}
        }
        Ok(deed)
    }

    fn number_if_any(&mut self, deed: &mut Deed) -> Result<(), Fault> {
        if let Some(token) = self.peek()
            && let Some(raw) = token.number()
        {
            self.i += 1;
            deed.number = Some(number(raw, token.from)?);
        }
        Ok(())
    }

    /// `@27`, or a compass point.
    fn bearing_if_any(&mut self, deed: &mut Deed) -> Result<(), Fault> {
        let Some(token) = self.peek() else { return Ok(()) };
        if token.mark() == Some('@') {
            self.i += 1;
            self.bearing(deed, token.to)?;
        } else if let Some(degrees) = token.word().and_then(point) {
            self.i += 1;
            deed.bearing = Some(degrees);
        }
        Ok(())
    }

    /// What follows `@`: two digits are tens of degrees, and inches may follow at once; digits that stand apart from the
    /// inches are whole degrees.
    fn bearing(&mut self, deed: &mut Deed, at: usize) -> Result<(), Fault> {
        let missing =
            |at| Fault::at(at, "on which bearing?", "Two digits are tens of degrees: @09 is east, @27 west");
        let token = self.peek().filter(|token| token.number().is_some()).ok_or_else(|| missing(at))?;
        let raw = token.number().unwrap_or_default();
        self.i += 1;
        let colon = self.peek().and_then(Token::mark) == Some(':');
        let apart = colon || self.peek().is_some_and(|next| next.number().is_some());
        if apart {
            self.i += usize::from(colon);
            deed.bearing = Some(degrees(number(raw, token.from)?, token.from)?);
            return self.number_if_any(deed);
        }
        let (Some(tens), Some(inches)) = (raw.get(..2), raw.get(2..)) else {
            return Err(missing(token.from));
        };
        let tens: u16 = tens.parse().map_err(|_| missing(token.from))?;
        if tens > 36 {
            return Err(Fault::at(
                token.from,
                format!("there is no bearing of {tens} tens of degrees"),
                "Two digits are tens of degrees up to 36; whole degrees end with a colon: @45:",
            ));
        }
        deed.bearing = Some(f32::from(tens) * 10.0);
        // `@270` is a bearing without inches, not a move of none.
        if !inches.is_empty() && inches != "0" {
            deed.number = Some(if inches == "." { 0.5 } else { number(inches, token.from)? });
        }
        Ok(())
    }

    /// The stand that a verb is done to.
    fn target(&mut self, deed: &mut Deed) {
        let Some(token) = self.peek() else { return };
        let named = match &token.kind {
            TokenKind::Number(_) => true,
            TokenKind::Word(word) => verb(word).is_none(),
            TokenKind::Mark(_) => false,
        };
        if named {
            self.i += 1;
            deed.targets.push(Named { text: raw(token), at: token.from });
        }
    }
}

fn degrees(value: f32, at: usize) -> Result<f32, Fault> {
    if value <= 360.0 {
        return Ok(value);
    }
    Err(Fault::at(at, format!("{value} is no bearing"), "Bearings go from 0 to 360"))
}

fn raw(token: &Token) -> String {
    match &token.kind {
        TokenKind::Number(raw) | TokenKind::Word(raw) => raw.clone(),
        TokenKind::Mark(mark) => mark.to_string(),
    }
}

/// The verb that was meant, perhaps.
fn nearest(word: &str) -> String {
    let known = super::grammar::VERBS
        .iter()
        .flat_map(|entry| [entry.key, entry.word])
        .filter(|known| known.len() > 1);
    known
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .min()
        .filter(|(distance, _)| *distance <= 2)
        .map(|(_, known)| format!("Did you mean {known}?"))
        .unwrap_or_else(|| "Tab shows what may stand here".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Sentence {
        let line = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(line.sentences.len(), 1, "{text}");
        line.sentences.into_iter().next().expect("one sentence")
    }

    fn deeds(text: &str) -> Vec<(Verb, Option<f32>)> {
        one(text).deeds.iter().map(|deed| (deed.verb, deed.number)).collect()
    }

    fn fault(text: &str) -> Fault {
        parse(text).expect_err(text)
    }

    #[test]
    fn stands_and_deeds_need_no_spaces() {
        for text in ["14,15f6tr30", "14 15 f6 tr30", "14, 15 f 6 tr 30"] {
            let said = one(text);
            let stands: Vec<&str> = said.stands.iter().map(|named| named.text.as_str()).collect();
            assert_eq!(stands, ["14", "15"], "{text}");
            assert_eq!(deeds(text), [(Verb::Slide(0.0), Some(6.0)), (Verb::Turn(1.0), Some(30.0))], "{text}");
        }
    }

    #[test]
    fn a_point_without_digits_is_a_half() {
        assert_eq!(deeds("14f4."), [(Verb::Slide(0.0), Some(4.5))]);
        assert_eq!(deeds("14f.25"), [(Verb::Slide(0.0), Some(0.25))]);
        assert_eq!(deeds("14f4.b"), [(Verb::Slide(0.0), Some(4.5)), (Verb::Slide(180.0), None)]);
    }

    #[test]
    fn bearings_are_tens_or_whole_degrees() {
        let read = |text: &str| {
            let deed = one(text).deeds[0].clone();
            (deed.bearing, deed.number)
        };
        assert_eq!(read("14@274"), (Some(270.0), Some(4.0)));
        assert_eq!(read("14@27"), (Some(270.0), None));
        assert_eq!(read("14@270"), (Some(270.0), None));
        assert_eq!(read("14@270 4"), (Some(270.0), Some(4.0)));
        assert_eq!(read("14@273:4.25"), (Some(273.0), Some(4.25)));
        assert_eq!(read("14@2712"), (Some(270.0), Some(12.0)));
        assert_eq!(read("14@094."), (Some(90.0), Some(4.5)));
        assert_eq!(read("14@45:"), (Some(45.0), None));
        assert_eq!(read("14t@05"), (Some(50.0), None));
        assert_eq!(read("14r@27"), (Some(270.0), None));
        assert_eq!(fault("14@9").at, 3);
        assert!(fault("14@45").remedy.contains("@45:"));
    }

    #[test]
    fn faults_know_their_place() {
        assert_eq!(fault("14 f6 9").at, 6);
        assert_eq!(fault("14 f6 frward").at, 6);
        assert_eq!(fault("14 f6 forwadr").remedy, "Did you mean forward?");
    }

    #[test]
    fn names_and_targets() {
        let said = one("char x 22 l");
        assert_eq!(said.stands[0].text, "char");
        assert_eq!((said.deeds[0].targets[0].text.as_str(), said.deeds[0].edge), ("22", Some(Edge::Left)));
        let said = one("14a22,23 24");
        assert_eq!(said.deeds[0].targets.len(), 3);
        assert_eq!(one("14 x").deeds[0].targets, []);
        assert_eq!(one("d'aubremé f").stands[0].text, "d'aubremé");
    }

    #[test]
    fn sentences_are_parted_by_semicolons_and_by_shares() {
        assert_eq!(parse("14a22;15a23").map(|line| line.sentences.len()), Ok(2));
        assert_eq!(parse("22:2 23:1").map(|line| line.sentences.len()), Ok(2));
        assert_eq!(parse("22:2,23:1").map(|line| line.sentences.len()), Ok(2));
        assert_eq!(one("all-14,15").except.len(), 2);
        assert_eq!(one(".").head, Some(Head::End));
    }
}
