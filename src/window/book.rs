//! The rulebook for readers: finding and citing clauses, the meaning of options, the page of rules in force.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::texts::{begin, rulebook as texts, rules_page as page_texts};
use casebook::{ShippedCase, shipped_cases};
use desk::{EarlierAct, Game, Preset};
use game::options::{OptionSpec, Options};
use game::{Ask, Draft, OPTION, Question, Viewer};
use rulebook::{self, Clause, OptionEntry, OptionKind, Rulebook};

use game::sentence;

/// A stretch of a text: words, or the id of a clause of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    Words(&'a str),
    Clause(&'a str),
}

/// The clause with this id, in this book unless the id names another; for the id of a group, such as `III.E`, its first clause.
pub fn clause_named(book: &'static Rulebook, id: &str) -> Option<&'static Clause> {
    let (book, bare) = match id.split_once(':') {
        Some((rules, bare)) => (rulebook::book(rules)?, bare),
        None => (book, id),
    };
    let in_group =
        |clause: &&Clause| clause.id.strip_prefix(bare).is_some_and(|rest| rest.starts_with(['.', '-']));
    book.clause(bare).or_else(|| book.clauses.iter().find(in_group))
}

/// Splits a text at the clauses of this book that it names.
///
/// A number such as 0.5 is a clause only if it stands alone: before a unit it is a quantity.
pub fn pieces<'a>(book: &'static Rulebook, text: &'a str) -> Vec<Piece<'a>> {
    let prefix = format!("{}:", book.id);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let mut found = Vec::new();
    let (mut said, mut at) = (0, 0);
    while let Some(begin) = text[at..].find(is_part).map(|offset| at + offset) {
        let end = text[begin..].find(|c| !is_part(c)).map_or(text.len(), |offset| begin + offset);
        let id = text[begin..end].trim_end_matches(['.', '-']);
        let after = text[begin + id.len()..].chars().next();
        let before = text[..begin].chars().next_back();
        let number = id.starts_with(|c: char| c.is_ascii_digit());
        let stands_alone = !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '"' | '°' | '×'))
            && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '−' | '+' | '=' | '/'));
        if id.contains('.') && stands_alone && clause_named(book, id).is_some() {
            let from = if number && text[..begin].ends_with(&prefix) { begin - prefix.len() } else { begin };
            if said < from {
                found.push(Piece::Words(&text[said..from]));
            }
            found.push(Piece::Clause(id));
            said = begin + id.len();
        }
        at = end;
    }
    if said < text.len() {
        found.push(Piece::Words(&text[said..]));
    }
    found
}

/// The clauses found for `text`: first those with its words, then those whose id and title resemble it.
pub fn search(book: &'static Rulebook, text: &str) -> Vec<&'static Clause> {
    let mut found = book.search(text);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(text, CaseMatching::Ignore, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut like: Vec<(u32, &Clause)> = book
        .clauses
        .iter()
        .filter(|clause| !found.iter().any(|other| other.id == clause.id))
        .filter_map(|clause| {
            let name = format!("{} {}", clause.id, clause.title);
            Some((pattern.score(Utf32Str::new(&name, &mut buffer), &mut matcher)?, clause))
        })
        .collect();
    // The sort is stable, so equal scores keep the book's order.
    like.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.extend(like.into_iter().map(|(_, clause)| clause));
    found
}

/// The part of a clause's text around the search words, for a list of results.
pub fn snippet(clause: &Clause, sought: &str) -> String {
    /// Letters shown on either side of the word found.
    const AROUND: usize = 70;
    let texts = [Some(&clause.text), clause.ruling.as_ref(), clause.geometry.as_ref()];
    for text in texts.into_iter().flatten() {
        let letters: Vec<char> = text.chars().collect();
        let small: String = letters.iter().map(|c| c.to_ascii_lowercase()).collect();
        let at = sought.to_lowercase().split_whitespace().find_map(|word| small.find(word));
        if let Some(at) = at {
            let at = small[..at].chars().count();
            let (from, to) = (at.saturating_sub(AROUND), (at + AROUND).min(letters.len()));
            let part: String = letters[from..to].iter().collect();
            let lead = if from > 0 { "… " } else { "" };
            let tail = if to < letters.len() { " …" } else { "" };
            return format!("{lead}{}{tail}", part.trim());
        }
    }
    let short: String = clause.text.chars().take(2 * AROUND).collect();
    if short.len() < clause.text.len() { format!("{} …", short.trim()) } else { short }
}

/// The cases that show this clause.
pub fn cases_of(book: &Rulebook, clause: &str) -> impl Iterator<Item = &'static ShippedCase> {
    let cited = format!("{}:{clause}", book.id);
    shipped_cases().iter().filter(move |case| case.clauses.contains(&cited))
}

/// The name of a clause's tag, such as `Basic`, with an explanation.
pub fn tag_words(clause: &Clause) -> &'static str {
    texts::tag(clause.tag, clause.in_force)
}

/// An option with its value in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub entry: &'static OptionEntry,
    pub value: String,
    /// What that value means, as a sentence.
    pub meaning: String,
    /// Does it differ from the default?
    pub changed: bool,
}

/// A sentence, with a capital and a full stop.
pub fn full_sentence(words: &str) -> String {
    let mut said = sentence(words);
    if !said.is_empty() && !said.ends_with(['.', '!', '?']) {
        said.push('.');
    }
    said
}

/// The meaning of an option's value, as a sentence.
pub fn meaning(entry: &OptionEntry, value: &str) -> String {
    match (entry.range, entry.meaning_of(value)) {
        (Some(_), _) => format!("{value}: {}", full_sentence(&entry.meaning)),
        (None, Some(words)) => full_sentence(words),
        (None, None) => format!("{value}."),
    }
}

/// An option with the chosen value.
pub fn played(entry: &'static OptionEntry, chosen: &Options) -> Played {
    let value = chosen.0.get(&entry.id).unwrap_or(&entry.default).clone();
    Played { entry, meaning: meaning(entry, &value), changed: value != entry.default, value }
}

/// Every option in force, in the book's order, with the chosen values.
pub fn options_in_force(book: &'static Rulebook, chosen: &Options) -> Vec<Played> {
    let entries = book.options.iter();
    entries.map(|entry| played(entry, chosen)).collect()
}

/// The title of the chapter in which an option's clause stands.
pub fn chapter(book: &'static Rulebook, entry: &OptionEntry) -> (&'static str, &'static str) {
    let id = book.clause(&entry.clause).map_or("", Clause::section);
    book.sections
        .iter()
        .find(|section| section.id == id)
        .map_or(("", texts::OTHER), |section| (section.id.as_str(), section.title.as_str()))
}

/// The scenario's own options, overridden by those chosen for this game.
pub fn chosen_for(own: &BTreeMap<String, String>, options: &Options) -> Options {
    let mut all = Options(own.clone());
    all.0.extend(options.0.iter().map(|(id, value)| (id.clone(), value.clone())));
    all
}

/// A clause that orders were let stand against.
#[derive(Clone, Debug, PartialEq)]
pub struct Overruled {
    pub clause: &'static Clause,
    pub times: usize,
    /// The options that change it and can change during the game.
    pub options: Vec<&'static OptionEntry>,
}

impl Overruled {
    fn of(game: &dyn Game, book: &'static Rulebook) -> Vec<Self> {
        let stood = game.let_stand(Viewer::Referee);
        let each = EarlierAct::overruled(&stood).into_iter().filter_map(|(clause, times)| {
            let clause = book.clause(clause)?;
            Some(Self { clause, times, options: options_of(game, book, &clause.id) })
        });
        each.collect()
    }
}

/// The options that change a clause, and that can change during the game.
pub fn options_of(game: &dyn Game, book: &'static Rulebook, clause: &str) -> Vec<&'static OptionEntry> {
    let questions = game.act_questions(&Draft::new(OPTION), Viewer::Referee);
    let can_change = |id: &str| questions.iter().any(|question| is_offered(question, id));
    let Some(clause) = book.clause(clause) else { return Vec::new() };
    let of_clause = book.options.iter().filter(|option| option.clause == clause.id);
    of_clause.filter(|option| can_change(&option.id)).collect()
}

/// Is this among the choices?
pub fn is_offered(question: &Question, key: &str) -> bool {
    matches!(&question.ask, Ask::One(of) if of.iter().any(|choice| choice.key == key))
}

/// One page of the rules in force.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesPage {
    /// `Waterloo, 18 June 1815`.
    pub battle: String,
    /// Rules, turns, weather, dice and journal: name, words.
    pub facts: Vec<(&'static str, String)>,
    /// Every option in force; those that are not at their default first.
    pub options: Vec<Played>,
    /// How many of them differ from their default.
    pub changed: usize,
    /// Cells corrected by the referee: name, the book's value, the present value.
    pub cells: Vec<[String; 3]>,
    /// The clauses that orders were let stand against, and how often.
    pub overruled: Vec<Overruled>,
    /// Clauses with a ruling, where the printed rules are silent or doubtful: clause, title, ruling.
    pub rulings: Vec<&'static Clause>,
}

impl RulesPage {
    pub fn of(game: &dyn Game, book: &'static Rulebook) -> Self {
        let terms = game.terms();
        let mut options = options_in_force(book, &terms.options);
        // The sort is stable: within each half the book's order stays.
        options.sort_by_key(|option| !option.changed);
        let changed = options.iter().filter(|option| option.changed).count();
        let mut facts = vec![(page_texts::RULES, page_texts::rules(&book.name, &book.author))];
        facts.extend(terms.facts);
        facts.push((begin::SEED, game.seed().to_string()));
        if let Some(path) = game.journal_path() {
            facts.push((begin::JOURNAL, path.display().to_string()));
        }
        let rulings =
            book.clauses.iter().filter(|clause| clause.in_force && clause.ruling.is_some()).collect();
        let cells = terms.cells.into_iter().map(|(name, now)| {
            let printed = book.cell(&name).unwrap_or_default().to_owned();
            [name, printed, now]
        });
        let cells = cells.collect();
        Self {
            battle: game.battle().1.to_owned(),
            facts,
            options,
            changed,
            cells,
            overruled: Overruled::of(game, book),
            rulings,
        }
    }

    /// The page as Markdown.
    pub fn markdown(&self) -> String {
        let mut page = page_texts::title(&self.battle);
        for (name, words) in &self.facts {
            let _ = writeln!(page, "- {name}: {words}");
        }
        if !self.overruled.is_empty() {
            let _ = writeln!(page, "{}", page_texts::overruled());
        }
        for Overruled { clause, times, .. } in &self.overruled {
            let _ = writeln!(page, "- **{} {}.** {}", clause.id, clause.title, page_texts::times(*times));
        }
        let _ = writeln!(page, "{}", page_texts::changed_options());
        if self.changed == 0 {
            let _ = writeln!(page, "{}", page_texts::NO_CHANGED_OPTIONS);
        }
        for (index, option) in self.options.iter().enumerate() {
            if index == self.changed {
                let _ = writeln!(page, "{}", page_texts::default_options());
            }
            let Played { entry, value, meaning, .. } = option;
            let _ = writeln!(
                page,
                "- **{}** (`{}`, {}): {value}. {meaning}",
                entry.title, entry.id, entry.clause
            );
        }
        if !self.cells.is_empty() {
            let _ = writeln!(page, "{}", page_texts::changed_tables());
        }
        for [name, printed, now] in &self.cells {
            let _ = writeln!(page, "{}", page_texts::cell(name, now, printed));
        }
        let _ = writeln!(page, "{}", page_texts::rulings());
        for clause in &self.rulings {
            if let Some(ruling) = &clause.ruling {
                let _ = writeln!(page, "- **{} {}.** {ruling}", clause.id, clause.title);
            }
        }
        page
    }
}

/// Maximum length of a journal's name in bytes: every file system takes it with its extension.
const LONGEST_JOURNAL: usize = 200;

/// The choices for a new game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RulesSheet {
    /// The id of the battle's rule set; empty for the open table.
    pub rules: String,
    /// The available options; `None` means those of the open table.
    pub specs: Option<&'static [OptionSpec]>,
    /// Index of the battle in the list.
    pub battle: usize,
    /// The id of a weather variant; `None` means the battle's own weather.
    pub weather: Option<String>,
    /// The id of a variant; `None` means the historical battle.
    pub variant: Option<String>,
    /// The values as typed or ticked, overriding those of the scenario.
    pub options: Options,
    /// Do solo players fight the battle?
    pub fights: bool,
    /// The sides that the program plays.
    pub plays: [bool; 2],
    /// Empty for a fresh seed.
    pub seed: String,
    /// The file's name without its extension.
    pub journal: String,
    /// Search words: only matching options are listed.
    pub sought: String,
    /// Are the referee's own presets shown?
    pub presets_open: bool,
    /// The name under which to save the options.
    pub preset: String,
    /// Why they could not be saved.
    pub preset_fault: Option<String>,
    /// Has it been shown yet? Until then it starts scrolled to its top.
    pub seen: bool,
}

impl RulesSheet {
    /// The options of its rule set.
    pub fn specs(&self) -> &'static [OptionSpec] {
        self.specs.unwrap_or_default()
    }

    /// The book of its rules.
    pub fn book(&self) -> &'static Rulebook {
        rulebook::book(&self.rules).unwrap_or_else(Rulebook::blank)
    }

    /// Sets an option; a value equal to the scenario's is dropped.
    pub fn set(&mut self, own: &Options, id: &str, value: &str) {
        if own.value(self.specs(), id) == value {
            self.options.0.remove(id);
        } else {
            self.options.0.insert(id.to_owned(), value.to_owned());
        }
    }

    /// Sets every option from a preset; options that it does not name get the rulebook's default.
    pub fn take(&mut self, own: &Options, preset: &Preset) {
        self.options = Options::default();
        for spec in self.specs() {
            self.set(own, spec.id, preset.value(spec));
        }
    }

    /// What is wrong with an option's value, in the words of the rules.
    pub fn fault_of(&self, id: &str) -> Option<String> {
        let value = self.options.0.get(id)?;
        game::options::check(self.specs(), id, value).err().map(|fault| full_sentence(&fault.to_string()))
    }

    /// Why the game cannot begin; `None` if it can.
    pub fn fault(&self) -> Option<String> {
        if let Err(fault) = self.options.check(self.specs()) {
            return Some(full_sentence(&fault.to_string()));
        }
        for (id, value) in &self.options.0 {
            let needs = self.book().option(id).and_then(|entry| entry.needs.as_deref());
            if let Some(needs) = needs
                && self.options.value(self.specs(), needs) != "on"
            {
                return Some(begin::needs(id, value, needs));
            }
        }
        if let Err(fault) = self.read_seed() {
            return Some(fault);
        }
        let name = self.journal.trim();
        if name.len() > LONGEST_JOURNAL {
            return Some(begin::long_name(LONGEST_JOURNAL));
        }
        (name.contains(['/', '\\', ':']) || name.starts_with('.')).then(|| begin::PLAIN_NAME.into())
    }

    /// The seed; `None` means a fresh one.
    pub fn read_seed(&self) -> Result<Option<u64>, String> {
        match self.seed.trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| begin::bad_seed(text)),
        }
    }

    /// Whether an option is listed.
    pub fn lists(&self, entry: &OptionEntry) -> bool {
        let all = format!("{} {} {} {}", entry.id, entry.title, entry.meaning, entry.clause).to_lowercase();
        self.sought.to_lowercase().split_whitespace().all(|word| all.contains(word))
    }
}

/// `Module` options bring whole chapters into play.
pub fn is_module(entry: &OptionEntry) -> bool {
    entry.kind == OptionKind::Module
}

#[cfg(test)]
mod tests {
    use super::*;
    use trial::{TrialGame, book, specs};

    fn linked(text: &str) -> Vec<&str> {
        pieces(book(), text)
            .into_iter()
            .filter_map(|piece| if let Piece::Clause(id) = piece { Some(id) } else { None })
            .collect()
    }

    #[test]
    fn clauses_are_found_in_a_text_and_numbers_left_alone() {
        assert_eq!(linked("As in II.C.4.1, and (0.4); see III.E."), ["II.C.4.1", "0.4", "III.E"]);
        assert_eq!(linked("EPS 0.001\", ANG 0.5°. Half of 0.5\" is no clause"), [""; 0]);
        assert_eq!(linked("I and V are no clauses, nor is IX.Z"), [""; 0]);
        for clause in &book().clauses {
            let whole: String = pieces(book(), &clause.text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Words(words) | Piece::Clause(words) => words,
                })
                .collect();
            assert_eq!(whole, clause.text, "nothing of a text is lost");
        }
    }

    #[test]
    fn the_texts_of_the_book_are_linked() {
        let links: usize = book()
            .clauses
            .iter()
            .flat_map(|clause| [Some(&clause.text), clause.ruling.as_ref(), clause.geometry.as_ref()])
            .flatten()
            .map(|text| linked(text).len())
            .sum();
        assert!(links > 45, "only {links} links");
    }

    #[test]
    fn a_search_finds_words_and_forgives_letters() {
        let first = |text: &str| search(book(), text).first().map_or("", |clause| clause.id.as_str());
        assert_eq!(first("II.D.1"), "II.D.1");
        assert!(book().search("tolrnces").is_empty());
        assert_eq!(first("tolrnces"), "0.2");
        assert!(search(book(), "qqqq").is_empty());
        let clause = book().clause("0.5").expect("it is there");
        assert!(snippet(clause, "discards").contains("discards"));
    }

    #[test]
    fn clauses_have_their_cases() {
        let clauses = book().clauses.iter().filter(|clause| clause.wants_case());
        for clause in clauses {
            assert!(cases_of(book(), &clause.id).next().is_some(), "{} has none", clause.id);
        }
    }

    #[test]
    fn the_page_tells_what_differs_first() {
        let mut options = Options::default();
        options.set(specs(), "fire-arc", "30").expect("it takes 30");
        let setup = trial::setup(7).options(options);
        let page = RulesPage::of(&TrialGame::new(setup, None).expect("a game begins"), book());
        assert_eq!(page.changed, 1);
        assert_eq!((page.options[0].entry.id.as_str(), page.options[0].value.as_str()), ("fire-arc", "30"));
        let text = page.markdown();
        let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} is missing"));
        assert!(at("Options that differ") < at("`fire-arc`") && at("`fire-arc`") < at("at their defaults"));
        assert!(at("at their defaults") < at("`measure`") && at("`measure`") < at("## Rulings"));
        assert!(at("Seed: 7") < at("Options that differ"));
    }

    #[test]
    fn a_sheet_that_cannot_be_played_says_why() {
        let own = Options::default();
        let mut sheet = RulesSheet { specs: Some(specs()), ..RulesSheet::default() };
        assert_eq!(sheet.fault(), None);
        sheet.set(&own, "fire-arc", "120");
        assert_eq!(sheet.fault(), sheet.fault_of("fire-arc"));
        assert!(sheet.fault().is_some_and(|words| words.contains("a number from 0 to 90")));
        sheet.set(&own, "fire-arc", "45");
        assert!(sheet.options.0.is_empty(), "a default that is chosen is no change");
        sheet.seed = "seven".into();
        assert!(sheet.fault().is_some_and(|words| words.contains("seven")));
        sheet.seed = " 7 ".into();
        assert_eq!((sheet.fault(), sheet.read_seed()), (None, Ok(Some(7))));
        sheet.journal = "../elsewhere".into();
        assert!(sheet.fault().is_some());
        sheet.journal = "a".repeat(LONGEST_JOURNAL + 1);
        assert!(sheet.fault().is_some_and(|words| words.contains("too long")));
        sheet.journal.pop();
        assert_eq!(sheet.fault(), None);
    }
}
