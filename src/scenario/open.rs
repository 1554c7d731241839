//! Opening the file of a battle, which is one on the open table or one on hexes.

use super::known::{KnownRules, Space};
use super::shipped::SCENARIOS;
use crate::data::{Document, Fault, Source, open, path_of};

/// The file of a scenario in this space.
pub(super) fn scenario(
    id: &str,
    space: Space,
    known: &dyn KnownRules,
    source: &dyn Source,
    faults: &mut Vec<Fault>,
) -> Option<Document> {
    let absent =
        |help| Fault::of_file(&path_of(SCENARIOS, id), format!("there is no scenario \"{id}\""), help);
    let document = open(SCENARIOS, id, source, faults, absent)?;
    let other = space.other();
    let elsewhere = known.ids(other).unwrap_or_default();
    if let Some(rules) = document.text_of("rules").filter(|rules| elsewhere.contains(&rules.as_str())) {
        let here = known.ids(space).unwrap_or_default();
        let help = match here.is_empty() {
            true => format!("there are no rules for a battle {} here", space.words()),
            false => format!("for a battle {} write {}", space.words(), here.join(" or ")),
        };
        faults.push(
            document
                .root()
                .field("rules")
                .fault(format!("\"{id}\" is a battle {}, by the rules \"{rules}\"", other.words()), help),
        );
        return None;
    }
    Some(document)
}
