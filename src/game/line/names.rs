//! Names as they are abbreviated at the table: beginnings of words, initials, and both together.

use super::Fault;

/// How well an abbreviation fits a name; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    Whole,
    /// Every word of it is a word of the name.
    Words,
    /// Every word of it begins a word of the name, in order; so many of them are not the whole word.
    Beginnings(usize),
    /// The same in another order: `french I Corps` of `I Corps (French)`.
    Reordered(usize),
    /// It is made of beginnings run together: `ifr` of `I Corps (French)`; so many of them are not the whole word.
    RunTogether(usize),
}

/// Lower case, accents dropped.
pub fn plain(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            'à' | 'á' | 'â' | 'ä' | 'ã' | 'å' => 'a',
            'ç' => 'c',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ñ' => 'n',
            'ò' | 'ó' | 'ô' | 'ö' | 'õ' | 'ø' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            'ý' | 'ÿ' => 'y',
            other => other,
        })
        .collect()
}

fn words(text: &str) -> Vec<String> {
    plain(text)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// How well `short` stands for `name`. `None`: it does not.
pub fn fit(short: &str, name: &str) -> Option<Fit> {
    let (asked, known) = (words(short), words(name));
    if asked.is_empty() {
        return None;
    }
    if asked == known {
        return Some(Fit::Whole);
    }
    if let Some(parts) = in_order(&asked, &known) {
        return Some(if parts == 0 { Fit::Words } else { Fit::Beginnings(parts) });
    }
    if let Some(parts) = in_any_order(&asked, &known) {
        return Some(Fit::Reordered(parts));
    }
    let letters: Vec<char> = asked.concat().chars().collect();
    run_together(&letters, &known).map(Fit::RunTogether)
}

/// Does every word asked for begin a word, in order? How many are not whole words, at least.
fn in_order(asked: &[String], known: &[String]) -> Option<usize> {
    let Some((short, later)) = asked.split_first() else { return Some(0) };
    let fitting = known.iter().enumerate().filter(|(_, word)| word.starts_with(short));
    fitting
        .filter_map(|(index, word)| {
            in_order(later, &known[index + 1..]).map(|parts| parts + usize::from(word != short))
        })
        .min()
}

/// Does every word asked for begin a word of its own, in whatever order? How many are not whole words, at least.
fn in_any_order(asked: &[String], known: &[String]) -> Option<usize> {
    let Some((short, later)) = asked.split_first() else { return Some(0) };
    let fitting = known.iter().enumerate().filter(|(_, word)| word.starts_with(short));
    fitting
        .filter_map(|(index, word)| {
            let left: Vec<String> = [&known[..index], &known[index + 1..]].concat();
            in_any_order(later, &left).map(|parts| parts + usize::from(word != short))
        })
        .min()
}

/// Are the letters beginnings of words, one after another? How many are not whole words, at least.
fn run_together(letters: &[char], words: &[String]) -> Option<usize> {
    if letters.is_empty() {
        return Some(0);
    }
    let (word, later) = words.split_first()?;
    let same = word.chars().zip(letters).take_while(|(a, b)| a == *b).count();
    let length = word.chars().count();
    (0..=same)
        .filter_map(|taken| {
            let parts = usize::from(taken > 0 && taken < length);
            run_together(&letters[taken..], later).map(|rest| rest + parts)
        })
        .min()
}

/// Those of the names that the abbreviation fits best.
pub fn best<'n, T: Copy>(short: &str, names: impl IntoIterator<Item = (T, &'n str)>) -> Vec<T> {
    let mut found: Vec<(Fit, T)> =
        names.into_iter().filter_map(|(what, name)| Some((fit(short, name)?, what))).collect();
    let Some(least) = found.iter().map(|(fit, _)| *fit).min() else { return Vec::new() };
    found.retain(|(fit, _)| *fit == least);
    found.into_iter().map(|(_, what)| what).collect()
}

/// Letters of a word that is not typed whole: fewer might as well be of another.
const LEAST: usize = 3;

/// Is the name meant by this, and no other that could be thought of? Its words are typed whole, or at least three letters of each;
/// `others`: all names that there are, whether they can be meant now or not. What is drawn or picked by its name is said so.
pub fn is_sure<'n>(short: &str, name: &str, others: impl IntoIterator<Item = &'n str>) -> bool {
    match fit(short, name) {
        Some(Fit::Whole | Fit::Words | Fit::Reordered(0)) => true,
        Some(Fit::Beginnings(_) | Fit::Reordered(_)) => {
            let known = words(name);
            let asked = words(short);
            let long = asked.iter().all(|word| word.chars().count() >= LEAST || known.contains(word));
            long && others.into_iter().filter(|other| *other != name).all(|other| fit(short, other).is_none())
        }
        Some(Fit::RunTogether(_)) | None => false,
    }
}

/// Several are meant by a name.
pub fn several(short: &str, at: usize, names: &[String]) -> Fault {
    let remedy = match names.first().and_then(|first| first.rsplit_once(" (")) {
        // Where they have the same name: whose it is.
        Some((name, side)) => format!("Say whose: {name} {}", side.trim_end_matches(')')),
        None => "Say more of its name".to_owned(),
    };
    Fault::at(at, format!("\"{short}\" is {}", names.join(" or ")), remedy)
}

/// Which of these names is meant, and surely: see [`is_sure`]; `noun`: what is called so, `none`: that none of them is.
///
/// # Errors
///
/// None is meant, or several are, or it is a guess.
pub fn surely(
    short: &str,
    at: usize,
    names: &[String],
    others: &[String],
    noun: &str,
    none: impl FnOnce() -> Fault,
) -> Result<usize, Fault> {
    match best(short, names.iter().map(String::as_str).enumerate())[..] {
        [] => Err(none()),
        [only] if is_sure(short, &names[only], others.iter().map(String::as_str)) => Ok(only),
        [only] => {
            let remedy = format!("Tab puts {} in its place, if that is the one", names[only]);
            Err(Fault::at(at, format!("\"{short}\" could be another {noun}"), remedy))
        }
        ref found => {
            let found: Vec<String> = found.iter().map(|index| names[*index].clone()).collect();
            Err(several(short, at, &found))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corps_is_told_from_the_next_by_its_numeral() {
        let names = ["I Corps (French)", "II Corps (French)", "I Corps (Allied)", "Imperial Guard"];
        let find = |short: &str| best(short, names.into_iter().enumerate());
        assert_eq!(find("ii"), [1]);
        assert_eq!(find("i"), [0, 2]);
        assert_eq!(find("i fr"), [0]);
        assert_eq!(find("ia"), [2]);
        assert_eq!(find("IMP"), [3]);
        assert_eq!(find("ig"), [3]);
        assert!(find("guards of").is_empty());
        // Whose it is may be said first.
        for french in ["french I Corps", "I Corps french", "I french", "french I", "fr i"] {
            assert_eq!(find(french), [0], "{french}");
            assert!(french == "fr i" || is_sure(french, names[0], names), "{french}");
        }
        assert_eq!(find("allied I Corps"), [2]);
    }

    #[test]
    fn a_name_is_sure_only_where_no_other_could_be_meant() {
        let all = ["I Corps (French)", "II Corps (French)", "II Corps (Allied)", "Imperial Guard"];
        let sure = |short: &str, name: &str| is_sure(short, name, all);
        assert!(sure("ii corps (french)", "II Corps (French)") && sure("ii", "II Corps (French)"));
        assert!(sure("imp", "Imperial Guard") && sure("guard", "Imperial Guard"));
        // With the chit of the first corps drawn already, its numeral is no word for the second.
        assert!(!sure("i", "II Corps (French)") && !sure("im", "Imperial Guard"));
        assert!(!sure("ig", "Imperial Guard"), "letters run together are a guess");
        assert!(!sure("fre", "II Corps (French)"), "another is called so as well");
    }

    #[test]
    fn accents_and_apostrophes_need_not_be_typed() {
        assert_eq!(fit("aubreme", "d'Aubremé"), Some(Fit::Words));
        assert_eq!(fit("daub", "d'Aubremé"), Some(Fit::RunTogether(1)));
        assert_eq!(fit("mont", "Monthéry"), Some(Fit::Beginnings(1)));
        assert_eq!(fit("", "Foy"), None);
    }
}
