//! Opens the file of a battle, which is one on the open table or one on hexes.

use super::known::{KnownRules, Space};
use super::shipped::{SCENARIOS, TERRAIN};
use data::{Document, Fault, Source, Spot, open, open_named, path_of};

/// The ground or the map that a scenario names there. One for the other space gives a single fault, at the name.
pub(super) fn ground(
    id: &str,
    space: Space,
    source: &dyn Source,
    named_at: Spot<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Document> {
    let (what, own, other, message, help) = match space {
        Space::Table => {
            ("terrain", "size", "columns", "a hex map", "for the table name a terrain, with its size")
        }
        Space::Hexes => (
            "map",
            "columns",
            "size",
            "a terrain of the table",
            "for hexes name a map, with its columns and rows",
        ),
    };
    let document = open_named(what, TERRAIN, id, source, named_at, faults)?;
    if document.has(other) && !document.has(own) {
        faults.push(named_at.fault(format!("\"{id}\" is {message}"), help));
        return None;
    }
    Some(document)
}

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
