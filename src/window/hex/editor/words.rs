//! A map in words: what a hex is, what lies on its hexsides, who is set up there.

use crate::texts::map_words as texts;
use hexes::{Direction, Hex, HexMap, Mark, Marks};
use scenario::hex::{kind_name, mark_name};
use scenario::{Basis, Draft, HexBattle, HexPiece, HexStart};

/// Selects hexsides by their marks.
type MarkFilter = fn(Marks) -> bool;

/// `1412 Marengo, town; stream to 1312; road to 1312, 1413; French 43rd demi-brigade is set up here`.
pub fn hex_words(draft: &Draft<HexBattle>, hex: Hex) -> String {
    let map = draft.map();
    let mut parts = vec![hex_name(map, hex)];
    for mark in Mark::ALL {
        let with = |wanted: MarkFilter| -> Vec<String> {
            let around = map.neighbours(hex).map(|(way, next)| (map.marks(hex, way), next));
            let mut hexes: Vec<Hex> =
                around.filter(|(marks, _)| marks.has(mark) && wanted(*marks)).map(|(_, next)| next).collect();
            hexes.sort_unstable();
            hexes.iter().map(ToString::to_string).collect()
        };
        let kinds: &[(&str, MarkFilter)] = match mark {
            Mark::Slope => &[(texts::DOWN, |marks| marks.descends()), (texts::UP, |marks| marks.climbs())],
            _ => &[("", |_| true)],
        };
        for (which, wanted) in kinds {
            let hexes = with(*wanted);
            if !hexes.is_empty() {
                parts.push(texts::leads(mark_name(mark), which, &hexes));
            }
        }
    }
    let places = draft.places().iter().filter(|(_, at)| **at == hex);
    parts.extend(places.map(|(name, _)| texts::called_by_rules(name)));
    parts.extend(draft.pieces().filter_map(|piece| {
        let name = piece_name(draft, piece);
        match piece.start() {
            HexStart::Deployed(at) if at == hex => Some(texts::set_up_here(&name)),
            HexStart::Arrives { turn, at } if at == hex => Some(texts::comes_on_here(&name, turn)),
            _ => None,
        }
    }));
    parts.join("; ")
}

/// `French 43rd demi-brigade`.
pub fn piece_name(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let side = draft.sides().get(piece.side().index()).map_or("", |side| &side.name);
    format!("{side} {}", piece.name())
}

/// The values of a counter, with their sources: `strength 4, movement 4, of Victor; history, assumed; 1748 men`.
pub fn counter_words(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let (has, none) = match piece {
        HexPiece::Unit(unit) => (texts::strength(unit.strength), ""),
        HexPiece::Leader(leader) => (texts::bonus(leader.bonus), texts::OF_ARMY),
    };
    let corps = piece.corps().map_or_else(
        || none.to_owned(),
        |id| {
            let corps = draft.corps().iter().find(|corps| corps.id == id);
            texts::of_corps(corps.map_or(id, |corps| &corps.name))
        },
    );
    let faces = match piece {
        HexPiece::Unit(unit) => unit.faces.map(texts::facing),
        HexPiece::Leader(_) => None,
    };
    let option = piece.only_with().map(texts::only_with);
    let parts = [
        Some(texts::has_and_moves(&has, piece.movement(), &corps)),
        faces,
        option,
        Some(Basis::words(piece.basis())),
        Some(piece.note().to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The start of a unit: `French 43rd demi-brigade, 1412`; `French 9th demi-brigade, turn 6 at 3925`.
pub fn start_words(draft: &Draft<HexBattle>, piece: HexPiece<'_>) -> String {
    let name = piece_name(draft, piece);
    let (words, hex) = match piece.start() {
        HexStart::Deployed(hex) => (texts::begins(&name, hex), hex),
        HexStart::Arrives { turn, at } => (texts::arrives(&name, turn, at), at),
    };
    if draft.map().contains(hex) { words } else { texts::off_map(&words) }
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
            Mark::Slope if marks.descends() => texts::SLOPE_DOWN.to_owned(),
            Mark::Slope => texts::SLOPE_UP.to_owned(),
            _ => mark_name(mark).to_owned(),
        })
        .collect();
    let words = if words.is_empty() { texts::BARE.to_owned() } else { words.join(", ") };
    Some(texts::side(hex, next, &words))
}
