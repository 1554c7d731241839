//! The verbs of the order line: their keys, their words, and what each is for.

use game::line::{LineKey, LineKeys};
use table::{Edge, Heading};

/// The kinds of moves.
const MOVES: &[&str] = &["move", "withdraw", "general", "enter", "enter-general"];

/// A verb with what is fixed about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verb {
    /// A slide in a direction of the stand itself, in degrees right of its front.
    Slide(f32),
    /// A slide to a compass point, in degrees.
    Compass(f32),
    /// A slide on a bearing that follows.
    Bearing,
    /// A turn about the centre: right 1, left -1.
    Turn(f32),
    /// A turn to face a bearing: a compass point in degrees.
    Face(f32),
    /// A turn to face a bearing that follows.
    FaceBearing,
    About,
    /// A wheel about a front corner: right 1, left -1.
    Wheel(f32),
    Contact,
    Attack,
    Fire,
    Evade,
    Canister,
    Hold,
    Continue,
    /// Squares are formed, or not formed, or left.
    Square(bool),
    Capture,
    Destroy,
    Bridge,
    Unbridge,
    Opening,
    Fight,
    Rally,
    Retreat,
    /// Out of contact: so many inches of the way back that is offered, or all of it.
    Withdraw,
    Show,
    /// Engineers do a step of work.
    Work,
    /// Engineers are attached to infantry.
    Join,
    /// A reinforcement's place along the edge.
    Along,
    Share,
}

impl Verb {
    /// Is it a part of a move?
    pub fn moves(self) -> bool {
        self.kinds() == MOVES
    }

    /// The kinds of what is due that it takes up, as offers name them; where none is due, an order of the first is made.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Attack => &["declare"],
            Self::Fire => &["fire"],
            Self::Evade | Self::Canister | Self::Hold => &["react"],
            Self::Continue => &["continue"],
            Self::Square(_) => &["square"],
            Self::Capture | Self::Destroy => &["take"],
            Self::Bridge => &["bridge"],
            Self::Unbridge => &["stop-bridge"],
            Self::Opening => &["opening-fire"],
            Self::Fight => &["resolve"],
            Self::Rally => &["rally"],
            Self::Retreat => &["retreat", "rout"],
            Self::Withdraw => &["withdraw"],
            Self::Work => &["work"],
            Self::Join => &["join"],
            Self::Share => &["place-hits", "split"],
            Self::Slide(_)
            | Self::Compass(_)
            | Self::Bearing
            | Self::Turn(_)
            | Self::Face(_)
            | Self::FaceBearing
            | Self::About
            | Self::Wheel(_)
            | Self::Contact
            | Self::Along => MOVES,
            Self::Show => &[],
        }
    }
}

/// A verb as it is typed and as it is listed.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The shortest form.
    pub key: &'static str,
    /// Another form, or none.
    pub word: &'static str,
    pub verb: Verb,
    /// With what follows it, for the list of keys: `f6`.
    pub example: &'static str,
    pub about: &'static str,
}

const fn entry(
    key: &'static str,
    word: &'static str,
    verb: Verb,
    example: &'static str,
    about: &'static str,
) -> Entry {
    Entry { key, word, verb, example, about }
}

/// Every verb after stands, compass points and signs apart.
pub const VERBS: &[Entry] = &[
    entry("f", "forward", Verb::Slide(0.0), "f6", "forward; without inches as far as it may"),
    entry("b", "back", Verb::Slide(180.0), "b2", "back, facing as it does"),
    entry("l", "left", Verb::Slide(270.0), "l1.5", "sideways to the left"),
    entry("r", "right", Verb::Slide(90.0), "r1.5", "sideways to the right"),
    entry("m", "max", Verb::Slide(0.0), "m", "forward as far as it may"),
    entry("@", "bearing", Verb::Bearing, "@274", "on a bearing in tens of degrees, then inches"),
    entry("tr", "", Verb::Turn(1.0), "tr45", "turns right about its centre, degrees"),
    entry("tl", "", Verb::Turn(-1.0), "tl45", "turns left about its centre, degrees"),
    entry("ta", "about", Verb::About, "ta", "turns about"),
    entry("t", "turn", Verb::FaceBearing, "tne", "turns to face a compass point or a bearing"),
    entry("wr", "", Verb::Wheel(1.0), "wr30", "wheels about its right front corner"),
    entry("wl", "", Verb::Wheel(-1.0), "wl30", "wheels about its left front corner"),
    entry("x", "contact", Verb::Contact, "x22", "into contact; without a stand straight ahead"),
    entry("a", "attack", Verb::Attack, "a22", "attacks: moves into contact, or is declared"),
    entry("g", "fire", Verb::Fire, "g22", "the guns fire at"),
    entry("v", "evade", Verb::Evade, "v", "the crew takes shelter"),
    entry("k", "canister", Verb::Canister, "k", "fires canister"),
    entry("h", "hold", Verb::Hold, "h", "stands its ground"),
    entry("c", "continue", Verb::Continue, "c", "goes on attacking"),
    entry("bridge", "", Verb::Bridge, "bridge", "the pontoon train builds"),
    entry("unbridge", "", Verb::Unbridge, "unbridge", "the pontoon train stops and takes its bridge up"),
    entry("q", "square", Verb::Square(true), "q", "forms squares"),
    entry("u", "unsquare", Verb::Square(false), "u", "leaves its squares, or does not form them"),
    entry("capture", "", Verb::Capture, "capture", "captures the wagon it touches"),
    entry("destroy", "", Verb::Destroy, "destroy", "destroys the wagon it touches"),
    entry("o", "opening", Verb::Opening, "o", "opening fire"),
    entry("!", "fight", Verb::Fight, "!", "its combat is fought"),
    entry("rally", "", Verb::Rally, "r", "rallies to the active general"),
    entry("retreat", "rout", Verb::Retreat, "r", "falls back after a combat"),
    entry(
        "withdraw",
        "",
        Verb::Withdraw,
        "withdraw2",
        "out of contact, straight back or past what stands there; without inches as far as it may",
    ),
    entry("work", "dig", Verb::Work, "work", "engineers do a step of the work at hand"),
    entry("join", "", Verb::Join, "join22", "engineers are attached to infantry they touch"),
    entry(">", "", Verb::Along, ">2f6", "comes on so far to the right of its entry, - for left"),
    entry("?", "", Verb::Show, "?", "is selected"),
];

/// The sixteen points of the compass, clockwise from north.
const POINTS: [&str; 16] =
    ["n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"];

/// Degrees of a compass point.
pub fn point(word: &str) -> Option<f32> {
    POINTS.iter().position(|point| *point == word).map(|index| index as f32 * 22.5)
}

/// The verb that this word is, exactly.
pub fn verb(word: &str) -> Option<Verb> {
    if let Some(entry) =
        VERBS.iter().find(|entry| entry.key == word || entry.word == word && !word.is_empty())
    {
        return Some(entry.verb);
    }
    if let Some(degrees) = point(word) {
        return Some(Verb::Compass(degrees));
    }
    word.strip_prefix('t').and_then(point).map(Verb::Face)
}

/// The verb that this sign is.
pub fn sign(mark: char) -> Option<Verb> {
    Some(match mark {
        '@' => Verb::Bearing,
        '*' => Verb::Fire,
        '!' => Verb::Fight,
        '?' => Verb::Show,
        '>' => Verb::Along,
        ':' => Verb::Share,
        _ => return None,
    })
}

/// The edge of an enemy that this word names.
pub fn edge(word: &str) -> Option<Edge> {
    Some(match word {
        "f" | "front" => Edge::Front,
        "l" | "left" => Edge::Left,
        "r" | "right" => Edge::Right,
        "b" | "rear" => Edge::Rear,
        _ => return None,
    })
}

/// What stands at the head of a sentence instead of stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    Draw,
    Weather,
    End,
    All,
    Nobody,
    Pick,
    /// Puts units under another general: `attach 14 15 to VI`.
    Attach,
    /// Forms a new command: `form 14 15 as Grand battery`.
    Form,
    Undo,
    Redo,
    Keys,
}

impl Head {
    /// The kinds of what is due that it takes up; where none is due, an order of the first is made.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Draw => &["draw"],
            Self::Weather => &["weather"],
            Self::End => &["finish", "end-moves"],
            Self::All | Self::Nobody => &["activate"],
            Self::Pick => &["pick"],
            Self::Attach => &["attach"],
            Self::Form => &["form"],
            Self::Undo | Self::Redo | Self::Keys => &[],
        }
    }
}

/// Every head with its key, its word, and what it is for.
pub const HEADS: &[(&str, &str, Head, &str)] = &[
    ("d", "draw", Head::Draw, "draws a chit"),
    (".", "end", Head::End, "ends the step or the activation"),
    ("all", "", Head::All, "activates every stand in command; all-14 leaves one out"),
    ("none", "", Head::Nobody, "activates no stand"),
    ("p", "pick", Head::Pick, "the commander picks this command"),
    ("attach", "", Head::Attach, "puts units under another general: attach 14 15 to VI"),
    ("form", "", Head::Form, "forms a new command: form 14 15 as Grand battery"),
    ("weather", "", Head::Weather, "rolls the weather"),
    ("u", "undo", Head::Undo, "takes back the last order"),
    ("redo", "", Head::Redo, "brings it back"),
    ("?", "keys", Head::Keys, "every key of the window"),
];

pub fn head(word: &str) -> Option<Head> {
    HEADS
        .iter()
        .find(|(key, long, ..)| *key == word || *long == word && !word.is_empty())
        .map(|entry| entry.2)
}

/// A direction in words: `to the west`.
pub fn toward(degrees: f32) -> String {
    format!("to the {}", Heading::from_degrees(degrees).exactly())
}

/// All that can be typed, for the list of keys.
pub fn keys() -> Vec<LineKeys> {
    let stands = [
        ("14   char", "A stand by badge, or by the beginning of its name"),
        ("14,15", "Several stands; while a command is activated, those that act"),
        ("f4.", "Forward four and a half inches: a full stop after a number is a half"),
        ("ne4", "To a compass point, of sixteen"),
        ("f4tr30f1", "One after the other"),
        ("22:2 23:1", "Where hits fall, or how dice are divided"),
        ("ii", "The chit drawn or the command picked, by some of its name"),
    ];
    let heads = HEADS.iter().map(|(key, word, _, about)| LineKey::new(format!("{key}   {word}"), about));
    let who = stands.into_iter().map(|(keys, about)| LineKey::new(keys, about)).chain(heads);
    let verbs =
        VERBS.iter().map(|verb| LineKey { word: verb.word, ..LineKey::new(verb.example, verb.about) });
    vec![
        LineKeys { title: "Who, and what is due", keys: who.collect() },
        LineKeys { title: "After the stands", keys: verbs.collect() },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::OFFER_KINDS;

    #[test]
    fn no_word_is_two_verbs() {
        let mut seen = Vec::new();
        for entry in VERBS {
            for word in [entry.key, entry.word] {
                assert!(word.is_empty() || !seen.contains(&word), "{word} is two verbs");
                seen.push(word);
            }
        }
        for point in POINTS {
            let facing = format!("t{point}");
            assert!(!seen.contains(&point) && !seen.contains(&facing.as_str()), "{point} is a verb as well");
        }
    }

    #[test]
    fn what_is_taken_up_is_offered_by_these_rules() {
        let verbs = VERBS.iter().flat_map(|entry| entry.verb.kinds()).chain(Verb::Share.kinds());
        for kind in verbs.chain(HEADS.iter().flat_map(|(.., head, _)| head.kinds())) {
            assert!(OFFER_KINDS.iter().any(|known| known.name == *kind), "nothing is offered as {kind}");
        }
    }

    #[test]
    fn compass_points_go_round_in_sixteenths() {
        assert_eq!(verb("n"), Some(Verb::Compass(0.0)));
        assert_eq!(verb("sw"), Some(Verb::Compass(225.0)));
        assert_eq!(verb("tnnw"), Some(Verb::Face(337.5)));
        assert_eq!(verb("tx"), None);
    }
}
