//! Players' own words in tables: other headings of columns, and other words in cells, for each rule set. The program
//! has a table of them (`assets/synonyms.ron`), and each user one of their own, which takes precedence.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use data::{Document, Fault, Faults};

/// The name of the table in the data folder.
pub const FILE: &str = "synonyms.ron";

/// Synonyms for the words of a field of an army's file, by those words.
type Words = BTreeMap<String, Vec<String>>;

/// A table of synonyms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Synonyms {
    /// Other headings of a column, by its field, for all rules.
    headings: Words,
    /// By rules and field.
    words: BTreeMap<String, BTreeMap<String, Words>>,
    /// The user's own, each by rules, field and plain word: they take precedence.
    #[serde(skip)]
    own: BTreeMap<(String, String, String), String>,
    /// All others, as `own`.
    #[serde(skip)]
    found: BTreeMap<(String, String, String), String>,
}

static SHIPPED: LazyLock<Synonyms> = LazyLock::new(|| {
    let read = Synonyms::read("assets/synonyms.ron", include_str!("../../../assets/synonyms.ron"));
    read.expect("a test reads the program's own table")
});

/// A word reduced to what distinguishes it: `Line-Inf.` becomes `lineinf`.
fn plain(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Synonyms {
    /// The program's own table.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads a written table.
    ///
    /// # Errors
    ///
    /// Returns an error with all its faults.
    pub fn read(file: &str, text: &str) -> Result<Self, Faults> {
        let mut faults: Vec<Fault> = Vec::new();
        let read =
            Document::open(file, text, &mut faults).and_then(|mut document| document.read(&mut faults));
        let read: Option<Self> = read;
        let (mut read, _) = Faults::settle(read, faults)?;
        for (rules, fields) in &read.words {
            for (field, words) in fields {
                for (word, others) in words {
                    for other in others {
                        let key = (rules.clone(), field.clone(), plain(other));
                        read.found.entry(key).or_insert_with(|| word.clone());
                    }
                }
            }
        }
        Ok(read)
    }

    /// The program's own table with a user's before it.
    pub fn with_own(own: &Self) -> Self {
        let mut all = Self::shipped().clone();
        for (field, others) in &own.headings {
            all.headings.entry(field.clone()).or_default().splice(0..0, others.iter().cloned());
        }
        all.own = own.found.clone();
        all
    }

    /// Gives a word the meaning of one of the army's file, in a column of these rules, from now on.
    pub fn learn(&mut self, rules: &str, field: &str, said: &str, word: &str) {
        self.own.insert((rules.to_owned(), field.to_owned(), plain(said)), word.to_owned());
    }

    /// Adds such a word to a user's table; its earlier meaning is forgotten.
    pub fn add(&mut self, rules: &str, field: &str, said: &str, word: &str) {
        let words = self.words.entry(rules.to_owned()).or_default().entry(field.to_owned()).or_default();
        for others in words.values_mut() {
            others.retain(|other| plain(other) != plain(said));
        }
        words.retain(|_, others| !others.is_empty());
        words.entry(word.to_owned()).or_default().push(said.to_owned());
        self.found.insert((rules.to_owned(), field.to_owned(), plain(said)), word.to_owned());
    }

    /// The table in the form that [`Synonyms::read`] accepts.
    pub fn text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::new().depth_limit(5);
        // Plain maps of texts can always be serialised.
        let table = ron::ser::to_string_pretty(self, pretty).unwrap_or_default();
        format!("// Words of your own tables of units, beside those that the program knows.\n{table}\n")
    }

    /// The user's meaning of a word in a column of these rules; `None` if there is none.
    pub fn own_meaning(&self, rules: &str, field: &str, said: &str) -> Option<&str> {
        self.own.get(&(rules.to_owned(), field.to_owned(), plain(said))).map(String::as_str)
    }

    /// The word of the army's file meant by a word in a column of these rules, singular or plural; `None` if it is not known.
    pub fn meaning(&self, rules: &str, field: &str, said: &str) -> Option<&str> {
        let said = plain(said);
        if said.is_empty() {
            return None;
        }
        let several = format!("{said}s");
        let one = said.strip_suffix('s').unwrap_or(&said).to_owned();
        let key = |word: &String| (rules.to_owned(), field.to_owned(), word.clone());
        let all = [said, several, one];
        let tables = [&self.own, &self.found];
        tables
            .into_iter()
            .find_map(|table| all.iter().find_map(|word| table.get(&key(word))))
            .map(String::as_str)
    }

    /// Is this another heading of the column of this field?
    pub fn is_heading(&self, field: &str, words: &str) -> bool {
        let one = |word: &str| plain(word).trim_end_matches('s').to_owned();
        let words = one(words);
        let mut others = self.headings.get(field).into_iter().flatten();
        !words.is_empty() && others.any(|other| one(other) == words)
    }

    /// The synonyms for a column of these rules: the word of the army's file, and the others for it.
    pub fn known(&self, rules: &str, field: &str) -> impl Iterator<Item = (&str, &[String])> {
        let words = self.words.get(rules).and_then(|fields| fields.get(field));
        words.into_iter().flatten().map(|(word, others)| (word.as_str(), others.as_slice()))
    }

    /// Every rule set, field and word that the table names.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.words.iter().flat_map(|(rules, fields)| {
            fields.iter().flat_map(move |(field, words)| {
                words.keys().map(move |word| (rules.as_str(), field.as_str(), word.as_str()))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_user_goes_before_those_of_the_program_and_is_kept() {
        // The rules whose stands are of so many arms.
        let mut all = Synonyms::shipped().all();
        let (rules, ..) = all.find(|(_, _, word)| *word == "LightCavalry").expect("there are such");
        let mut own = Synonyms::default();
        own.add(rules, "arm", "Dragoons", "HeavyCavalry");
        own.add(rules, "arm", "Dragoons", "LightCavalry");
        own.add(rules, "arm", "Potato-diggers", "Engineer");
        let read = Synonyms::read(FILE, &own.text()).expect("it is what was written");
        assert_eq!(read.words, own.words);
        let all = Synonyms::with_own(&read);
        for (said, word) in [
            ("dragoon", Some("LightCavalry")),
            ("potato diggers", Some("Engineer")),
            ("Line Inf.", Some("Infantry")),
            ("Light Infantry", Some("Infantry")),
            ("Guns", Some("FootArtillery")),
            ("Hussars", Some("LightCavalry")),
            ("CUIRASSIER", Some("HeavyCavalry")),
            ("Landwehr", Some("Infantry")),
            ("Grenadiers", Some("Infantry")),
            ("zeppelin", None),
            ("-", None),
        ] {
            assert_eq!(all.meaning(rules, "arm", said), word, "{said}");
        }
        assert_eq!(Synonyms::shipped().meaning(rules, "arm", "Dragoons"), Some("HeavyCavalry"));
        assert!(all.is_heading("arm", "Troop_Types") && !all.is_heading("arm", "Men"));
    }

    #[test]
    fn a_table_that_cannot_be_read_is_told_with_its_place() {
        let fault =
            Synonyms::read(FILE, "(\n  wrods: {},\n)").expect_err("there is no such field").to_string();
        assert!(fault.contains("synonyms.ron") && fault.contains("wrods"), "{fault}");
    }
}
