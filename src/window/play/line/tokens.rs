//! Tokens of a line: names, letters, signs, choices, numbers of what is due.

/// A token: its start and end, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub from: usize,
    pub to: usize,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A piece or a hex.
    Name(String),
    Letter(char),
    Mark(char),
    /// A choice from a list: `@2-1`.
    Choice(String),
    /// The number of what is due: `#3`.
    Number(usize),
}

impl Token {
    /// Its name, if it is one.
    pub fn name(&self) -> Option<&str> {
        match &self.what {
            What::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// Can this sign be part of a word, such as the apostrophe and hyphen in `O'Reilly's`, `St-Julien`?
pub fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_' | '\'' | '’')
}

/// Splits a line into tokens. A single letter of a verb is that verb, even right before a number, unless somebody is called so.
/// `is_name`: recognises names with digits, such as `24L` and `C5`. `told`: the length of the full spoken name at the start of a text, if there is one,
/// with any signs in it: `Austrian St. Julien`.
pub fn tokens(
    text: &str,
    letters: &str,
    is_name: &dyn Fn(&str) -> bool,
    told: &dyn Fn(&str) -> Option<usize>,
) -> Vec<Token> {
    let signs: Vec<char> = text.chars().collect();
    let run =
        |from: usize, is: fn(char) -> bool| from + signs[from..].iter().take_while(|sign| is(**sign)).count();
    let said = |from: usize, to: usize| signs[from..to].iter().collect::<String>();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let from = at;
        at += 1;
        let begins = from == 0 || !is_of_word(signs[from - 1]);
        let whole = if begins { told(&said(from, signs.len())) } else { None };
        let what = match signs[from] {
            ' ' => continue,
            _ if let Some(length) = whole => {
                at = (from + length).min(signs.len());
                What::Name(said(from, at))
            }
            '#' => {
                at = run(at, |sign| sign.is_ascii_digit());
                What::Number(said(from + 1, at).parse().unwrap_or(0))
            }
            '@' => {
                let begin = run(at, |sign| sign == ' ');
                at = run(begin, |sign| is_of_word(sign) || sign == ':');
                What::Choice(said(begin, at))
            }
            sign if sign.is_ascii_digit() => {
                let word = said(from, run(from, |sign| is_of_word(sign) || sign == '/'));
                at = run(from, |sign| sign.is_ascii_digit());
                match signs.get(at) {
                    _ if word.contains(char::is_alphabetic) && is_name(&word) => {
                        at = from + word.chars().count();
                    }
                    // A name such as `2/13th`.
                    Some('/') => at = run(at, |sign| sign.is_alphanumeric() || sign == '/'),
                    // A place such as `24.5:18`.
                    Some(':' | '.') => {
                        at = run(at, |sign| sign.is_ascii_digit() || sign == ':' || sign == '.');
                    }
                    _ => {}
                }
                What::Name(said(from, at))
            }
            sign if sign.is_alphabetic() => {
                at = run(from, is_of_word);
                let word = said(from, at);
                let rest: Vec<char> = word.chars().skip(1).collect();
                let small = sign.to_ascii_lowercase();
                let attached = rest.iter().all(char::is_ascii_digit);
                if letters.contains(small) && (rest.is_empty() || attached && !is_name(&word)) {
                    at = from + 1;
                    What::Letter(small)
                } else {
                    What::Name(word)
                }
            }
            other => What::Mark(other),
        };
        found.push(Token { from, to: at, what });
    }
    found
}
