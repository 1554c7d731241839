//! Armies that were made for other rules than those of the battle: single stands instead of units, or the other way round.
//!
//! One fault covers all stands of an army.

use std::collections::BTreeMap;

use super::known::{KnownRules, Space};
use crate::army::{Army, Piece, PieceKind};
use data::{Document, Fault, Spot};

/// Checks that the armies, by id, have the pieces that the rules expect. `root` is the scenario's file.
pub(super) fn check_armies(
    known: &dyn KnownRules,
    rules: &str,
    armies: &BTreeMap<String, (Document, Army)>,
    root: Spot<'_>,
    faults: &mut Vec<Fault>,
) {
    let Some(kind) = known.piece_kind(rules) else { return };
    let is_own = |piece: Piece<'_>| piece.kind() == kind;
    let (mixed, foreign): (Vec<_>, Vec<_>) = armies
        .values()
        .filter(|(_, army)| army.pieces().any(|piece| !is_own(piece)))
        .partition(|(_, army)| army.pieces().any(is_own));
    let has = format!("the rules \"{rules}\" have {}", kind.words());
    let ids = known.ids(Space::Table).unwrap_or_default().into_iter();
    let theirs: Vec<String> =
        ids.filter(|id| known.piece_kind(id) == Some(kind.other())).map(|id| format!("\"{id}\"")).collect();
    let theirs = match theirs.as_slice() {
        [] => "other rules".to_owned(),
        ids => format!("the rules {}", ids.join(" or ")),
    };
    let made_for = format!("made for {theirs}, with {}; {has}", kind.other().words());
    if foreign.len() == armies.len() && !foreign.is_empty() {
        let message = match foreign.as_slice() {
            [(_, army)] => format!("the army \"{}\" was {made_for}", army.id),
            _ => {
                let names: Vec<String> = foreign.iter().map(|(_, army)| format!("\"{}\"", army.id)).collect();
                format!("the armies {} were {made_for}", names.join(" and "))
            }
        };
        let help = format!("name {theirs} here, or choose armies with {}", kind.words());
        faults.push(root.field("rules").fault(message, help));
        return;
    }
    for (document, army) in foreign {
        let message = format!("the army \"{}\" was {made_for}", army.id);
        let help = format!("choose an army with {}, or strike all that is of this one", kind.words());
        faults.push(first_other(document, army, kind).fault(message, help));
    }
    for (document, army) in mixed {
        let mut others = army.pieces().filter(|piece| !is_own(*piece)).map(Piece::id);
        let first = others.next().unwrap_or_default();
        let more = match others.count() {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let message = format!(
            "the army \"{}\" has {}, \"{first}\"{more}, among others; {has}",
            army.id,
            kind.other().words()
        );
        let help = format!("strike them, or list each under {}s, as these rules have it", kind.word());
        faults.push(first_other(document, army, kind).fault(message, help));
    }
}

/// The row of the first piece that is not of this kind.
fn first_other<'d>(document: &'d Document, army: &Army, kind: PieceKind) -> Spot<'d> {
    let list = match kind.other() {
        PieceKind::Stand => "stands",
        PieceKind::Unit => "units",
    };
    let at = army.commands.iter().position(|command| command.pieces().any(|piece| piece.kind() != kind));
    document.root().field("commands").item(at.unwrap_or_default()).field(list).item(0)
}
