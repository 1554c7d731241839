//! Corrected maps: any edits can be taken back, what is written is read back, faults name their place.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::shipped_tests::on_hexes;
use super::super::{AnyRules, Draft, Embedded, Side};
use super::edit::{HexBattle, HexEdit};
use super::{HexScenario, HexStart, HexUnit, read};
use data::{InMemory, Overlay};
use hexes::{Grid, Hex, HexKind, HexMap, Mark, Marks, Orientation, Stagger, Top};

fn marengo() -> Draft<HexBattle> {
    Draft::open(on_hexes(), &Embedded, &AnyRules).unwrap()
}

fn read_back(draft: &Draft<HexBattle>) -> HexScenario {
    let files = draft.files().into_iter().map(|file| (file.path, file.text)).collect();
    read(draft.id(), &Overlay { upper: InMemory(files), lower: Embedded }, &AnyRules).unwrap().0
}

fn h(numbers: &[u16]) -> Vec<Hex> {
    numbers.iter().copied().map(Hex).collect()
}

#[test]
fn an_untouched_draft_is_the_battle_and_has_no_faults() {
    let draft = marengo();
    assert_eq!(draft.check(&AnyRules), []);
    assert_eq!(read_back(&draft), read(draft.id(), &Embedded, &AnyRules).unwrap().0);
    assert!(!draft.can_undo() && !draft.can_redo());
}

#[test]
fn a_movement_of_the_hand_is_one_stroke() {
    let mut draft = marengo();
    let before = draft.map().clone();
    for hex in [2010, 2011, 2012] {
        draft.edit(HexEdit::paint(HexKind::Forest, h(&[hex]))).unwrap();
    }
    draft.edit(HexEdit::paint(HexKind::Marsh, h(&[2012]))).unwrap();
    draft.undo();
    assert_eq!(draft.map().kind(Hex(2012)), HexKind::Forest, "another kind is another stroke");
    draft.undo();
    assert_eq!(draft.map(), &before);
    draft.redo();
    assert!([2010, 2011, 2012].iter().all(|hex| draft.map().kind(Hex(*hex)) == HexKind::Forest));
    draft.rest();
    draft.edit(HexEdit::paint(HexKind::Forest, h(&[2009]))).unwrap();
    assert!(!draft.can_redo());
    draft.undo();
    assert_eq!(draft.map().kind(Hex(2010)), HexKind::Forest, "the hand had rested");
    // A stroke that comes back to where it began is none.
    let steps = draft.version();
    draft.edit(HexEdit::name(Hex(2010), "Wood")).unwrap();
    draft.edit(HexEdit::name(Hex(2010), " ")).unwrap();
    assert!(draft.version() > steps);
    draft.undo();
    assert_eq!(draft.map(), &before);
}

#[test]
fn undo_goes_back_however_many_strokes_there_were() {
    let mut draft = marengo();
    let before = draft.map().clone();
    for turn in 0..2000 {
        let kind = if turn % 2 == 0 { HexKind::Marsh } else { HexKind::Rough };
        draft.edit(HexEdit::paint(kind, h(&[2010]))).unwrap();
    }
    for _ in 0..2000 {
        draft.undo();
    }
    assert_eq!(draft.map(), &before);
    assert!(!draft.can_undo());
}

#[test]
fn what_is_laid_last_takes_the_place_of_its_contrary() {
    let mut draft = marengo();
    let side = vec![(Hex(2010), Hex(2011))];
    for (mark, other) in [(Mark::River, Mark::Stream), (Mark::Stream, Mark::River)] {
        draft.edit(HexEdit::mark(mark, side.clone())).unwrap();
        let marks = draft.map().between(Hex(2011), Hex(2010)).unwrap();
        assert!(marks.has(mark) && !marks.has(other));
    }
    for (way, other) in [(Mark::Trail, Mark::Road), (Mark::Road, Mark::Trail)] {
        draft.edit(HexEdit::lay(way, h(&[2010, 2011, 2111]))).unwrap();
        for (a, b) in [(2010, 2011), (2011, 2111)] {
            let marks = draft.map().between(Hex(a), Hex(b)).unwrap();
            assert!(marks.has(way) && !marks.has(other));
        }
    }
    draft.edit(HexEdit::lift(Mark::Road, h(&[2011, 2111]))).unwrap();
    assert!(draft.map().between(Hex(2010), Hex(2011)).unwrap().has(Mark::Road));
    assert!(draft.map().between(Hex(2011), Hex(2111)).unwrap().is_plain());
    // A slope is turned by laying it the other way.
    draft.edit(HexEdit::mark(Mark::Slope, side.clone())).unwrap();
    assert!(draft.map().between(Hex(2010), Hex(2011)).unwrap().climbs());
    draft.edit(HexEdit::mark(Mark::Slope, vec![(Hex(2011), Hex(2010))])).unwrap();
    assert!(draft.map().between(Hex(2010), Hex(2011)).unwrap().descends());
    draft.edit(HexEdit::bare(side)).unwrap();
    assert!(draft.map().between(Hex(2010), Hex(2011)).unwrap().is_plain());
}

#[test]
fn an_edit_without_meaning_is_refused_and_leaves_all_as_it_was() {
    let mut draft = marengo();
    let before = draft.map().clone();
    let paint = HexEdit::paint(HexKind::Forest, h(&[2010]));
    let edits = [
        (HexEdit::paint(HexKind::Town, h(&[2010, 4001])), "no hex 4001"),
        (HexEdit::mark(Mark::River, vec![(Hex(2010), Hex(2012))]), "do not touch"),
        (HexEdit::lay(Mark::Road, h(&[2010, 2012])), "do not touch"),
        (HexEdit::lay(Mark::River, h(&[2010, 2011])), "does not go from hex to hex"),
        (HexEdit::title("  "), "has a title"),
        (HexEdit::several(vec![paint, HexEdit::clear(h(&[1000]))]), "no hex 1000"),
    ];
    for (edit, words) in edits {
        let fault = draft.edit(edit).unwrap_err();
        assert!(fault.message.contains(words) && !fault.help.is_empty(), "{fault}");
        assert_eq!(draft.map(), &before);
        assert!(!draft.can_undo());
    }
}

#[test]
fn findings_name_their_place_and_go_when_mended() {
    let mut draft = marengo();
    let find = |draft: &Draft<HexBattle>| -> Vec<(Vec<Hex>, String, bool)> {
        let found = draft.check(&AnyRules).into_iter();
        found
            .map(|fault| {
                (fault.hexes.iter().copied().map(Hex).collect(), fault.message.clone(), fault.is_error())
            })
            .collect()
    };
    draft.edit(HexEdit::mark(Mark::Bridge, vec![(Hex(2010), Hex(2011))])).unwrap();
    let found = find(&draft);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.clone(), found[0].2), (h(&[2010, 2011]), false));
    assert!(found[0].1.contains("no water under it"));
    draft.edit(HexEdit::mark(Mark::Stream, vec![(Hex(2010), Hex(2011))])).unwrap();
    assert_eq!(find(&draft), []);
    // A road that ends on the bank.
    draft.edit(HexEdit::unmark(Mark::Bridge, vec![(Hex(708), Hex(808))])).unwrap();
    assert_eq!(find(&draft)[0].0, h(&[708, 808]));
}

/// Every hex that can be reached from this one over hexsides that are not shut.
fn reached(map: &HexMap, from: u16, shut: impl Fn(Marks) -> bool) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([Hex(from)]);
    let mut open = vec![Hex(from)];
    while let Some(hex) = open.pop() {
        for (way, next) in map.neighbours(hex) {
            if !shut(map.marks(hex, way)) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn with_the_other_columns_shoved_waters_part_and_roads_join_the_same_hexes() {
    let mut draft = marengo();
    let before = draft.map().clone();
    let bank = |map: &HexMap| reached(map, 1412, |marks| marks.has(Mark::River));
    let road = |map: &HexMap| reached(map, 1412, |marks| !marks.has(Mark::Road));
    let count = |map: &HexMap, mark: Mark| map.marked_sides().filter(|(.., marks)| marks.has(mark)).count();
    let shoved = Grid { stagger: Stagger::OddDown, ..before.grid };
    draft.edit(HexEdit::sheet(shoved, before.metres, true)).unwrap();
    let map = draft.map().clone();
    assert_eq!((map.grid, map.metres), (shoved, before.metres));
    // A corner of the sheet may be cut off, but nobody stands there.
    let (was, is) = (bank(&before), bank(&map));
    assert!(was.symmetric_difference(&is).count() < 10, "{:?}", was.symmetric_difference(&is));
    for unit in draft.units() {
        if let HexStart::Deployed(hex) = unit.start {
            assert_eq!(was.contains(&hex), is.contains(&hex), "{}", unit.id);
        }
    }
    assert!(map.grid.hexes().all(|hex| map.cell(hex) == before.cell(hex)));
    assert!(road(&before).is_subset(&road(&map)), "what roads joined they join");
    for mark in Mark::ALL {
        let (was, is) = (count(&before, mark), count(&map, mark));
        assert!(is * 2 > was && is < was * 2, "{mark:?}: {was} and {is}");
    }
    assert_eq!(read_back(&draft), draft.scenario());
    assert!(draft.check(&AnyRules).iter().all(|fault| !fault.is_error()));
    draft.rest();
    draft.edit(HexEdit::sheet(Grid { top: Top::West, ..shoved }, before.metres, true)).unwrap();
    draft.undo();
    draft.undo();
    assert_eq!(draft.map(), &before);
}

#[test]
fn where_units_begin_and_the_places_of_the_rules_are_corrected_and_read_back() {
    let mut draft = marengo();
    let start =
        |draft: &Draft<HexBattle>, id: &str| draft.units().iter().find(|unit| unit.id == id).unwrap().start;
    draft.edit(HexEdit::start("f44", Hex(1212))).unwrap();
    draft.edit(HexEdit::start("f9", Hex(3924))).unwrap();
    draft.edit(HexEdit::place("pietrabuona", Hex(1212))).unwrap();
    assert_eq!(start(&draft, "f44"), HexStart::Deployed(Hex(1212)));
    assert_eq!(start(&draft, "f9"), HexStart::Arrives { turn: 6, at: Hex(3924) });
    draft.name_files("mine");
    let files: Vec<String> = draft.files().into_iter().map(|file| file.path).collect();
    assert_eq!(
        files,
        ["terrain/mine.ron", "armies/mine-french-set-up.ron", "assets/scenarios/mine.ron"],
        "the Austrians begin where they did"
    );
    assert_eq!(read_back(&draft), draft.scenario());
    // Corrected further and saved under another id, it needs nothing of the first.
    let first = InMemory(draft.files().into_iter().map(|file| (file.path, file.text)).collect());
    let mut next = Draft::open("mine", &Overlay { upper: first, lower: Embedded }, &AnyRules).unwrap();
    next.name_files("mine-2");
    assert_eq!(read_back(&next), next.scenario());
    assert_eq!(start(&next, "f44"), HexStart::Deployed(Hex(1212)));
    // Two enemies in one hex, and nonsense.
    let austrian = |unit: &HexUnit| match unit.start {
        HexStart::Deployed(hex) if unit.side == Side(1) => Some(hex),
        HexStart::Deployed(_) | HexStart::Arrives { .. } => None,
    };
    let theirs = draft.units().iter().find_map(austrian).unwrap();
    draft.edit(HexEdit::start("f44", theirs)).unwrap();
    let found = draft.check(&AnyRules);
    assert!(found.iter().any(|fault| fault.is_error() && *fault.hexes == [theirs.0]), "{found:?}");
    for edit in [
        HexEdit::start("f44", Hex(4001)),
        HexEdit::start("f45", Hex(1212)),
        HexEdit::place("waterloo", Hex(1212)),
    ] {
        assert!(draft.edit(edit).is_err());
    }
    while draft.can_undo() {
        draft.undo();
    }
    assert_eq!((draft.units(), draft.places()), (&draft.battle().units[..], &draft.battle().places));
}

#[test]
fn another_sheet_keeps_what_is_drawn_or_begins_from_nothing() {
    let mut draft = marengo();
    let before = draft.map().clone();
    let sheet = |columns, rows, keeps| HexEdit::sheet(Grid { columns, rows, ..before.grid }, 300, keeps);
    draft.edit(sheet(42, 27, true)).unwrap();
    let map = draft.map();
    assert_eq!((map.grid.columns, map.grid.rows, map.metres), (42, 27, 300));
    assert!(before.grid.hexes().all(|hex| map.cell(hex) == before.cell(hex)));
    assert_eq!(map.marked_sides().count(), before.marked_sides().count());
    // Who came on at the old edge would come on inside.
    let found = draft.check(&AnyRules);
    assert!(
        found.iter().any(|fault| fault.message.contains("\"f9\" arrives at 3925, which is not at the edge"))
    );
    for unit in draft.units().to_vec() {
        if let HexStart::Arrives { at, .. } = unit.start
            && at.column() == 39
        {
            draft.edit(HexEdit::start(unit.id, Hex::new(42, at.row()))).unwrap();
        }
    }
    assert_eq!(read_back(&draft), draft.scenario());
    while draft.can_undo() {
        draft.undo();
    }
    assert_eq!(draft.map(), &before);
    // A smaller one: who is off it is told by name.
    draft.edit(sheet(30, 25, true)).unwrap();
    let found = draft.check(&AnyRules);
    assert!(found.iter().any(|fault| fault.message.contains("3213") && fault.message.contains("\"fgd\"")));
    draft.undo();
    // From nothing, with corners up.
    let grid = Grid { orientation: Orientation::Pointy, top: Top::West, ..before.grid };
    draft.edit(HexEdit::sheet(grid, 400, false)).unwrap();
    assert_eq!(draft.map().grid, grid);
    assert_eq!(draft.map().marked_sides().count(), 0);
    assert!(grid.hexes().all(|hex| draft.map().cell(hex).name.is_empty()));
    assert_eq!(read_back(&draft), draft.scenario());
    assert!(draft.edit(sheet(0, 25, true)).is_err() && draft.edit(sheet(39, 100, true)).is_err());
    draft.undo();
    assert_eq!(draft.map(), &before);
}

fn any_hex() -> impl Strategy<Value = Hex> {
    // One in forty off the map.
    (1_u16..=40, 1_u16..=25).prop_map(|(column, row)| Hex::new(column, row))
}

/// A hexside: a hex and one of its neighbours, or hexes that do not touch.
fn any_side() -> impl Strategy<Value = (Hex, Hex)> {
    (any_hex(), 0_i32..4).prop_map(|(hex, way)| {
        let other = match way {
            0 => Hex(hex.0 + 1),
            1 => Hex(hex.0.saturating_sub(1)),
            2 => Hex(hex.0 + 100),
            _ => Hex(hex.0.saturating_sub(100)),
        };
        (hex, other)
    })
}

fn any_edit() -> impl Strategy<Value = HexEdit> {
    let kinds = [HexKind::Clear, HexKind::Forest, HexKind::Rough, HexKind::Town, HexKind::Marsh];
    let sides = || prop::collection::vec(any_side(), 1..4);
    let hexes = || prop::collection::vec(any_hex(), 1..5);
    let mark = || proptest::sample::select(Mark::ALL.to_vec());
    let way = || proptest::sample::select(vec![Mark::Road, Mark::Trail]);
    let chain = || {
        (any_hex(), 1_u16..6)
            .prop_map(|(hex, length)| (0..length).map(|k| Hex(hex.0 + k)).collect::<Vec<_>>())
    };
    let HexMap { grid, metres, .. } = marengo().map().clone();
    let staggers = vec![Stagger::EvenDown, Stagger::OddDown];
    let tops = vec![Top::North, Top::East, Top::South, Top::West];
    let flat = prop_oneof![
        (proptest::sample::select(kinds.to_vec()), hexes())
            .prop_map(|(kind, hexes)| HexEdit::paint(kind, hexes)),
        (any_hex(), "[A-Za-z \"\\\\é]{0,8}").prop_map(|(hex, name)| HexEdit::name(hex, name)),
        (mark(), sides()).prop_map(|(mark, sides)| HexEdit::mark(mark, sides)),
        (mark(), sides()).prop_map(|(mark, sides)| HexEdit::unmark(mark, sides)),
        sides().prop_map(HexEdit::bare),
        (way(), chain()).prop_map(|(way, chain)| HexEdit::lay(way, chain)),
        (way(), chain()).prop_map(|(way, chain)| HexEdit::lift(way, chain)),
        hexes().prop_map(HexEdit::clear),
        (proptest::sample::select(staggers), proptest::sample::select(tops))
            .prop_map(move |(stagger, top)| { HexEdit::sheet(Grid { stagger, top, ..grid }, metres, true) }),
        "[A-Za-z ]{0,8}".prop_map(HexEdit::title),
    ];
    let flat = flat.boxed();
    prop_oneof![8 => flat.clone(), 1 => prop::collection::vec(flat, 1..4).prop_map(HexEdit::several)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After any edits a draft is read back as it is, without faults, and every edit can be taken back.
    #[test]
    fn what_is_written_is_read_back(edits in prop::collection::vec((any_edit(), any::<bool>()), 1..24)) {
        let mut draft = marengo();
        let before = draft.map().clone();
        for (edit, rests) in edits {
            // What has no meaning is refused; the draft stays as it was.
            let _ = draft.edit(edit);
            if rests {
                draft.rest();
            }
        }
        prop_assert_eq!(read_back(&draft), draft.scenario());
        prop_assert!(draft.check(&AnyRules).iter().all(|fault| !fault.is_error()));
        let after = draft.map().clone();
        while draft.can_undo() {
            draft.undo();
        }
        prop_assert_eq!(draft.map(), &before);
        while draft.can_redo() {
            draft.redo();
        }
        prop_assert_eq!(draft.map(), &after);
    }
}
