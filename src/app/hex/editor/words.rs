//! A map in words: what a hex is, what lies on its hexsides, who is set up there.

use crate::hexes::{Direction, Hex, HexMap, Mark, Marks};
use crate::scenario::hex::{kind_name, mark_name};
use crate::scenario::{Basis, Draft, HexBattle, HexPiece, HexStart};

/// Which of the hexsides with a mark are meant.
type Wanted = fn(Marks) -> bool;

/// `1412 Marengo, town; stream to 1312; road to 1312, 1413; French 43 is set up here`.
pub fn hex_words(draft: &Draft<HexBattle>, hex: Hex) -> String {
    let map = draft.map();
    let mut parts = vec![hex_name(map, hex)];
    for mark in Mark::ALL {
        let with = |wanted: Wanted| -> Vec<String> {
            let around = map.neighbours(hex).map(|(way, next)| (map.marks(hex, way), next));
            let mut hexes: Vec<Hex> =
                around.filter(|(marks, _)| marks.has(mark) && wanted(*marks)).map(|(_, next)| next).collect();
            hexes.sort_unstable();
            hexes.iter().map(ToString::to_string).collect()
        };
        let kinds: &[(&str, Wanted)] = match mark {
            Mark::Slope => &[(" down", |marks| marks.descends()), (" up", |marks| marks.climbs())],
            _ => &[("", |_| true)],
        };
        for (which, wanted) in kinds {
            let hexes = with(*wanted);
            if !hexes.is_empty() {
                parts.push(format!("{}{which} to {}", mark_name(mark), hexes.join(", ")));
            }
        }
    }
    let places = draft.places().iter().filter(|(_, at)| **at == hex);
    parts.extend(places.map(|(name, _)| format!("the rules call it {name}")));
    parts.extend(draft.pieces().filter_map(|piece| {
        let name = piece_name(draft, piece);
        match piece.start() {
            HexStart::Deployed(at) if at == hex => Some(format!("{name} is set up here")),
            HexStart::Arrives { turn, at } if at == hex => {
                Some(format!("{name} comes on here in turn {turn}"))
            }
            _ => None,
        }
    }));
    parts.join("; ")
}

/// `French 43`.
pub fn piece_name(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let side = draft.sides().get(piece.side().index()).map_or("", |side| &side.name);
    format!("{side} {}", piece.counter())
}

/// What a counter has, and what that rests on: `strength 4, movement 4, of Victor; history, assumed; 1748 men`.
pub fn counter_words(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let (has, none) = match piece {
        HexPiece::Unit(unit) => (format!("strength {}", unit.strength), ""),
        HexPiece::Leader(leader) => (format!("bonus {}", leader.bonus), ", of the army"),
    };
    let corps = piece.corps().map_or_else(
        || none.to_owned(),
        |id| {
            let corps = draft.corps().iter().find(|corps| corps.id == id);
            format!(", of {}", corps.map_or(id, |corps| &corps.name))
        },
    );
    let faces = match piece {
        HexPiece::Unit(unit) => unit.faces.map(|hex| format!("facing {hex}")),
        HexPiece::Leader(_) => None,
    };
    let option = piece.only_with().map(|option| format!("only with the option {option}"));
    let parts = [
        Some(format!("{has}, movement {}{corps}", piece.movement())),
        faces,
        option,
        Some(Basis::words(piece.basis())),
        Some(piece.note().to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// Where a unit begins: `French 43, 1412`; `French 9, turn 6 at 3925`.
pub fn start_words(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let name = piece_name(draft, piece);
    let (words, hex) = match piece.start() {
        HexStart::Deployed(hex) => (format!("{name}, {hex}"), hex),
        HexStart::Arrives { turn, at } => (format!("{name}, turn {turn} at {at}"), at),
    };
    if draft.map().contains(hex) { words } else { format!("{words}, off the map") }
}

/// `1412 Marengo, town`.
pub fn hex_name(map: &HexMap, hex: Hex) -> String {
    let cell = map.cell(hex);
    match cell.name.as_str() {
        "" => format!("{hex}, {}", kind_name(cell.kind)),
        name => format!("{hex} {name}, {}", kind_name(cell.kind)),
    }
}

/// `Hexside of 1412 to 1413: road`; seen from the first hex.
pub fn side_words(map: &HexMap, hex: Hex, way: Direction) -> Option<String> {
    let next = map.grid.neighbour(hex, way)?;
    let marks = map.marks(hex, way);
    let words: Vec<String> = marks
        .iter()
        .map(|mark| match mark {
            Mark::Slope if marks.descends() => "slope down".to_owned(),
            Mark::Slope => "slope up".to_owned(),
            _ => mark_name(mark).to_owned(),
        })
        .collect();
    let words = if words.is_empty() { "bare".to_owned() } else { words.join(", ") };
    Some(format!("Hexside of {hex} to {next}: {words}"))
}
