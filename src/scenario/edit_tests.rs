//! Drafts: what is written is read back, edits do what they say and can be taken back, faults name their place.

use proptest::prelude::*;

use super::roster::{CellKind, Column};
use super::*;
use crate::edit::fine;
use crate::muster::numbers;
use data::{Faults, InMemory};
use table::Heading;
use table::ground::{Area, AreaKind, CrossingKind, LineKind, Rise, When};

const NAME: Column = Column::new("name", "Name", CellKind::Text);

const STRENGTH: Column = Column::new("strength", "Strength", CellKind::Number { least: 0, most: 60 });

fn shipped(id: &str) -> Draft<Scenario> {
    match read(id, &Embedded, &AnyRules) {
        Ok((scenario, _)) => Draft::of(scenario),
        Err(faults) => panic!("{faults}"),
    }
}

fn source_of(draft: &Draft<Scenario>) -> InMemory {
    InMemory(draft.files().into_iter().map(|file| (file.path, file.text)).collect())
}

fn read_back(draft: &Draft<Scenario>) -> Result<Scenario, Faults> {
    read(&draft.scenario().id, &source_of(draft), &AnyRules).map(|(scenario, _)| scenario)
}

fn errors(draft: &Draft<Scenario>) -> Vec<String> {
    let found = draft.check(&AnyRules).into_iter().filter(|found| found.fault.is_error());
    found.map(|found| found.fault.message).collect()
}

#[test]
fn shipped_scenarios_are_read_back_as_they_were_under_their_own_and_under_new_ids() {
    for id in ["first-steps", "waterloo"] {
        let mut draft = shipped(id);
        assert_eq!(read_back(&draft).unwrap(), *draft.scenario(), "{id}");
        draft.name_files("my-own");
        let read = read_back(&draft).unwrap();
        assert_eq!(read, *draft.scenario(), "{id}");
        assert_eq!((&*read.id, &*read.ground.id), ("my-own", "my-own"));
        let armies = read.sides.iter().flat_map(|side| &side.armies).map(|army| &*army.id);
        assert!(armies.clone().all(|army| army.starts_with("my-own-")), "{:?}", armies.collect::<Vec<_>>());
    }
}

#[test]
fn an_objective_stays_tied_to_its_village_when_the_village_moves() {
    let mut draft = shipped("first-steps");
    let village = Feature::Area(1);
    assert_eq!(draft.feature_name(village), "Village Lesnes");
    draft.edit(Edit::move_vertex(village, 0, Vec2::new(16.0, 12.5))).unwrap();
    assert_eq!(draft.scenario().objectives[0].place, draft.vertices(village));
    let text = draft.files().pop().unwrap().text;
    assert!(text.contains("feature: \"B1\""), "{text}");
    assert_eq!(read_back(&draft).unwrap(), *draft.scenario());
}

#[test]
fn stands_are_placed_turned_taken_off_and_struck() {
    let mut draft = shipped("first-steps");
    let to = Pose::at(20.004, 3.0, 44.97);
    draft.edit(Edit::place("B02", to)).unwrap();
    assert_eq!(draft.pose("B02"), Some(Pose::at(20.0, 3.0, 45.0)), "to a hundredth and a tenth");
    draft.edit(Edit::turn("B02", -50.0)).unwrap();
    assert_eq!(draft.pose("B02").unwrap().heading, Heading::from_degrees(355.0));
    draft.edit(Edit::take_off("B02")).unwrap();
    assert_eq!(draft.pose("B02"), None);
    assert!(draft.stand("B02").is_some());
    assert!(draft.files().last().unwrap().text.contains("left_out: [\"B02\"]"));
    assert_eq!(read_back(&draft).unwrap(), draft.finished());
    draft.edit(Edit::strike("B02")).unwrap();
    assert_eq!(draft.stand("B02"), None);
    let fault = draft.edit(Edit::turn("B02", 5.0)).unwrap_err();
    assert!(fault.to_string().contains("not on the table"), "{fault}");
    for _ in 0..4 {
        draft.undo();
    }
    assert!(!draft.can_undo());
    assert_eq!(*draft.scenario(), *shipped("first-steps").scenario());
    draft.redo();
    assert_eq!(draft.pose("B02"), Some(Pose::at(20.0, 3.0, 45.0)));
}

#[test]
fn every_stand_keeps_its_number_whoever_is_deployed_or_taken_off() {
    let mut draft = shipped("first-steps");
    let were = numbers(draft.scenario());
    let pose = Pose::at(20.0, 3.0, 0.0);
    for edit in [
        Edit::take_off("B02"),
        Edit::take_off("R04"),
        Edit::take_off("B05"),
        Edit::place("B05", pose),
        Edit::place("B02", pose),
        Edit::take_off("B01"),
    ] {
        draft.edit(edit).unwrap();
        assert_eq!(numbers(draft.scenario()), were);
        // Nor is it another in play.
        let played = numbers(&draft.finished());
        assert!(played.iter().all(|(id, number)| were[id] == *number), "{played:?}");
    }
}

#[test]
fn strength_and_name_go_into_the_label() {
    let mut draft = shipped("first-steps");
    let cell = |stand: &str, column, said: &str| Edit::cell(stand, column, Some(said.into()));
    draft.edit(cell("B02", STRENGTH, "9")).unwrap();
    draft.edit(cell("B02", NAME, "Lannoy the \"Younger\"")).unwrap();
    assert_eq!(draft.stand("B02").unwrap().label, "I/1/1 Lannoy the \"Younger\", 9sp");
    assert_eq!(read_back(&draft).unwrap(), *draft.scenario());
    let fault = draft.edit(cell("B01", STRENGTH, "3")).unwrap_err();
    assert!(fault.message.contains("general \"B01\" has no strength"), "{fault}");
    draft.edit(cell("B02", STRENGTH, "0")).unwrap();
    assert_eq!(errors(&draft), ["the stand \"B02\" has no strength"]);
}

#[test]
fn edits_of_one_movement_of_the_hand_are_taken_back_together() {
    let mut draft = shipped("first-steps");
    for x in [3.0, 4.0, 5.0] {
        draft.edit(Edit::place("B02", Pose::at(x, 3.0, 0.0))).unwrap();
    }
    draft.rest();
    draft.edit(Edit::place("B02", Pose::at(6.0, 3.0, 0.0))).unwrap();
    draft.undo();
    assert_eq!(draft.pose("B02"), Some(Pose::at(5.0, 3.0, 0.0)));
    draft.undo();
    assert_eq!(*draft.scenario(), *shipped("first-steps").scenario());
}

#[test]
fn faults_are_those_of_the_files_and_name_their_stand_or_feature() {
    let mut draft = shipped("first-steps");
    draft.edit(Edit::place("B02", Pose::at(14.5, 7.0, 0.0))).unwrap();
    draft.edit(Edit::place("R01", Pose::at(15.5, 23.9, 180.0))).unwrap();
    draft.edit(Edit::move_vertex(Feature::Area(3), 1, Vec2::new(50.0, 14.0))).unwrap();
    let found = draft.check(&AnyRules);
    let Err(faults) = read_back(&draft) else { panic!("they are faults") };
    assert_eq!(found.iter().filter(|one| one.fault.is_error()).count(), faults.0.len());
    let says = |subject: &Subject, words: &str| {
        found.iter().any(|one| one.subject == *subject && one.fault.message.contains(words))
    };
    let stand = |id: &str| Subject::Piece(id.into());
    assert!(says(&stand("B02"), "overlap") || says(&stand("B03"), "overlap"), "{found:?}");
    assert!(says(&stand("R01"), "off the table"), "{found:?}");
    assert!(says(&Subject::Feature(Feature::Area(3)), "off the table"), "{found:?}");
    assert!(found.iter().all(|one| !one.fault.help.is_empty()), "each with its remedy");
}

#[test]
fn an_empty_table_gets_ground_and_stands_of_the_armies_there_are() {
    let mut draft = Draft::empty("trial", "Trial", "sand", Vec2::new(48.0, 36.0));
    assert_eq!(errors(&draft), [""; 0]);
    assert_eq!(draft.check(&AnyRules).len(), 2, "two sides without troops");
    let (army, _) = read_army("waterloo-french", &Embedded).unwrap();
    let stands: Vec<String> = army.commands[1].stands.iter().map(|stand| stand.id.clone()).collect();
    let join = |side| Edit::join(Side(side), army.clone(), stands.clone());
    draft.edit(join(0)).unwrap();
    draft.edit(join(1)).unwrap();
    assert!(draft.edit(join(1)).unwrap_err().message.contains("already"));
    let ids: Vec<(Side, String)> = draft.pieces().map(|(side, _, one)| (side, one.id().to_owned())).collect();
    assert_eq!(ids.len(), 2 * stands.len());
    for (index, (_, id)) in ids.iter().enumerate() {
        let pose = Pose::at(3.0 + 2.5 * (index % 16) as f32, 4.0 + 4.0 * (index / 16) as f32, 0.0);
        draft.edit(Edit::place(id.clone(), pose)).unwrap();
    }
    draft.edit(Edit::add_line(LineKind::Stream, vec![Vec2::ZERO, Vec2::new(48.0, 30.0)])).unwrap();
    draft.edit(Edit::add_crossing(CrossingKind::Ford, Vec2::new(24.0, 15.4))).unwrap();
    draft.edit(Edit::add_entry(Vec2::new(47.0, 20.0))).unwrap();
    draft.edit(Edit::arrive(ids[0].1.clone(), 2, "E1")).unwrap();
    assert_eq!(draft.scenario().entries[0].pose, Pose::at(48.0, 20.0, 270.0));
    assert!(draft.edit(Edit::remove_feature(Feature::Entry(0))).is_err(), "a stand arrives there");
    draft.edit(Edit::size(Vec2::new(60.0, 36.0))).unwrap();
    assert_eq!(draft.scenario().entries[0].pose.at.x, 60.0, "the entry goes along with the edge");
    assert_eq!(errors(&draft), [""; 0]);
    assert_eq!(read_back(&draft).unwrap(), draft.finished());
    draft.edit(Edit::remove_feature(Feature::Line(0))).unwrap();
    assert_eq!(draft.scenario().ground.crossings, [], "a ford through nothing is none");
}

#[test]
fn an_army_on_both_sides_keeps_its_chain_of_command_on_each() {
    let mut draft = Draft::empty("trial", "Trial", "sand", Vec2::new(48.0, 36.0));
    let (army, _) = read_army("waterloo-french", &Embedded).unwrap();
    let ids = |commands: &[&Command]| -> Vec<String> {
        commands.iter().flat_map(|command| &command.stands).map(|stand| stand.id.clone()).collect()
    };
    let join = |side, stands| Edit::join(Side(side), army.clone(), stands);
    // By name, for on the second side the ids are others.
    let chain = |draft: &Draft<Scenario>, side: usize| {
        let commands: Vec<_> =
            draft.scenario().sides[side].armies.iter().flat_map(|own| &own.commands).cloned().collect();
        let name = |id: &String| commands.iter().find(|one| one.id == *id).map(|one| one.name.clone());
        let mut chain: Vec<_> = commands
            .iter()
            .map(|one| (one.name.clone(), one.under.as_ref().map(|id| name(id).expect("on this side"))))
            .collect();
        chain.sort();
        chain
    };
    draft.edit(join(0, ids(&army.commands.iter().collect::<Vec<_>>()))).unwrap();
    let first = chain(&draft, 0);
    assert!(first.iter().filter(|(_, above)| above.is_some()).count() > 1, "{first:?}");
    // On the other side whoever is under somebody comes first, and his superior later.
    let (above, below): (Vec<_>, Vec<_>) = army.commands.iter().partition(|command| command.under.is_none());
    draft.edit(join(1, ids(&below))).unwrap();
    let waiting = chain(&draft, 1);
    assert!(waiting.len() < first.len() && waiting.iter().any(|(_, above)| above.is_none()), "{waiting:?}");
    draft.edit(join(1, ids(&above))).unwrap();
    assert_eq!(chain(&draft, 1), first);
    let every: Vec<&str> = (draft.scenario().sides.iter().flat_map(|side| &side.armies))
        .flat_map(|own| own.commands.iter().map(|command| &*command.id))
        .collect();
    let different: std::collections::BTreeSet<&str> = every.iter().copied().collect();
    assert_eq!(different.len(), every.len(), "{every:?}");
}

#[test]
fn a_feature_takes_the_effects_of_its_kind_and_may_have_others() {
    let mut draft = Draft::empty("trial", "Trial", "sand", Vec2::new(48.0, 36.0));
    let square = |x: f32| [(0., 0.), (1., 0.), (1., 1.), (0., 1.)].map(|(u, v)| Vec2::new(x + u, 3.0 + v));
    draft.edit(Edit::add_area(AreaKind::Woods, square(2.0).into())).unwrap();
    draft.edit(Edit::add_area(AreaKind::Buildings, square(6.0).into())).unwrap();
    draft.edit(Edit::add_area(AreaKind::Hill, square(12.0).into())).unwrap();
    let ground = &draft.scenario().ground;
    assert!(ground.areas[0].blocks_sight && ground.areas[0].rough == When::Always);
    assert!(ground.areas[1].garrison, "smaller than a stand");
    let changed = Area { blocks_sight: false, name: "Thin wood".into(), ..ground.areas[0].clone() };
    let flat = Area { rise: Rise::Level, ..ground.areas[2].clone() };
    draft.edit(Edit::area(0, changed)).unwrap();
    draft.edit(Edit::area(2, flat)).unwrap();
    for vertex in [1, 2] {
        let to = draft.vertices(Feature::Area(1))[vertex] + Vec2::new(4.0, 0.0);
        draft.edit(Edit::move_vertex(Feature::Area(1), vertex, to)).unwrap();
    }
    let ground = &draft.scenario().ground;
    assert!(!ground.areas[1].garrison, "larger than a stand now");
    assert_ne!(ground.areas[2].rise, Rise::Level, "a hill climbs");
    assert_eq!(read_back(&draft).unwrap().ground, *ground);
    draft.edit(Edit::area_kind(0, AreaKind::Marsh)).unwrap();
    assert_eq!(draft.scenario().ground.areas[0].name, "Thin wood");
    assert!(draft.edit(Edit::remove_vertex(Feature::Area(0), 0)).is_ok());
    let fault = draft.edit(Edit::remove_vertex(Feature::Area(0), 0)).unwrap_err();
    assert!(fault.help.contains("whole"), "{fault}");
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut draft = shipped("first-steps");
    let before = draft.scenario().clone();
    let far = Vec2::splat(f32::NAN);
    for edit in [
        Edit::place("B02", Pose::new(far, Heading::NORTH)),
        Edit::place("nobody", Pose::at(1.0, 1.0, 0.0)),
        Edit::turn("B02", f32::INFINITY),
        Edit::move_vertex(Feature::Area(0), 99, Vec2::ONE),
        Edit::move_vertex(Feature::Line(99), 0, Vec2::ONE),
        Edit::add_area(AreaKind::Woods, vec![Vec2::ONE, Vec2::ONE, Vec2::ZERO]),
        Edit::add_crossing(CrossingKind::Bridge, Vec2::new(1.0, 1.0)),
        Edit::add_vertex(Feature::Label(0), 0, Vec2::ONE),
        Edit::size(Vec2::new(3.0, 24.0)),
        Edit::size(far),
        Edit::begins(1500),
        Edit::arrive("B02", 2, "E9"),
    ] {
        let said = draft.edit(edit.clone()).expect_err(&format!("{edit:?}"));
        assert!(!said.help.is_empty());
        assert_eq!(*draft.scenario(), before, "{edit:?}");
    }
    assert!(!draft.can_undo());
}

/// Any edit that the window can make, by numbers that may name nothing.
fn any_edit() -> impl Strategy<Value = Edit> {
    let point = || (0.0_f32..36.0, 0.0_f32..24.0).prop_map(Vec2::from);
    let stand =
        || (1_u8..=10, any::<bool>()).prop_map(|(n, blue)| format!("{}{n:02}", if blue { 'B' } else { 'R' }));
    let feature = || {
        (0_usize..7, 0_u8..6).prop_map(|(index, kind)| match kind {
            0 => Feature::Area(index),
            1 => Feature::Line(index),
            2 => Feature::Crossing(index),
            3 => Feature::Label(index),
            4 => Feature::Objective(index),
            _ => Feature::Entry(index),
        })
    };
    let area = proptest::sample::select(geojson::AREA_KINDS.to_vec());
    let line = proptest::sample::select(geojson::LINE_KINDS.to_vec());
    prop_oneof![
        (stand(), point(), -400.0_f32..400.0)
            .prop_map(|(stand, at, facing)| Edit::place(stand, Pose::at(at.x, at.y, facing))),
        (stand(), -90.0_f32..90.0).prop_map(|(stand, degrees)| Edit::turn(stand, degrees)),
        stand().prop_map(Edit::take_off),
        stand().prop_map(Edit::strike),
        (stand(), 1_u8..60).prop_map(|(stand, points)| Edit::cell(stand, STRENGTH, Some(points.to_string()))),
        (stand(), any::<String>()).prop_map(|(stand, name)| Edit::cell(stand, NAME, Some(name))),
        (stand(), 1_u8..7).prop_map(|(stand, turn)| Edit::arrive(stand, turn, "E1")),
        (area.clone(), prop::collection::vec(point(), 2..7))
            .prop_map(|(kind, polygon)| Edit::add_area(kind, polygon)),
        (line.clone(), prop::collection::vec(point(), 1..6))
            .prop_map(|(kind, points)| Edit::add_line(kind, points)),
        point().prop_map(|at| Edit::add_crossing(CrossingKind::Ford, at)),
        point().prop_map(Edit::add_label),
        point().prop_map(Edit::add_objective),
        point().prop_map(Edit::add_entry),
        (feature(), 0_usize..6, point())
            .prop_map(|(feature, vertex, to)| Edit::move_vertex(feature, vertex, to)),
        (feature(), 0_usize..6, point())
            .prop_map(|(feature, after, at)| Edit::add_vertex(feature, after, at)),
        (feature(), 0_usize..6).prop_map(|(feature, vertex)| Edit::remove_vertex(feature, vertex)),
        (feature(), point()).prop_map(|(feature, by)| Edit::shift(feature, by - Vec2::splat(9.0))),
        feature().prop_map(Edit::remove_feature),
        (0_usize..7, area).prop_map(|(index, kind)| Edit::area_kind(index, kind)),
        (0_usize..7, line).prop_map(|(index, kind)| Edit::line_kind(index, kind)),
        any::<String>().prop_map(Edit::title),
        any::<String>().prop_map(Edit::description),
        (1_u8..60).prop_map(Edit::turns),
        (0_u16..1440).prop_map(Edit::begins),
        point().prop_map(|size| Edit::size(size + 6.0)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// After any edits a draft either has faults, or is read back as it is; and every edit can be taken back.
    #[test]
    fn what_is_written_is_read_back(edits in prop::collection::vec(any_edit(), 1..24)) {
        let mut draft = shipped("first-steps");
        let before = draft.scenario().clone();
        for edit in edits {
            // What has no meaning is refused; the draft stays as it was.
            let _ = draft.edit(edit);
            draft.rest();
        }
        match read_back(&draft) {
            Ok(read) => {
                prop_assert_eq!(read, draft.finished());
            }
            Err(faults) => {
                prop_assert!(faults.has_errors());
                let files: Vec<String> = draft.files().into_iter().map(|file| file.path).collect();
                for fault in &faults.0 {
                    prop_assert!(files.contains(&fault.file));
                    prop_assert!(!fault.message.contains("cannot be read"), "{}", fault);
                }
            }
        }
        let after = draft.scenario().clone();
        while draft.can_undo() {
            draft.undo();
        }
        prop_assert_eq!(draft.scenario(), &before);
        while draft.can_redo() {
            draft.redo();
        }
        prop_assert_eq!(draft.scenario(), &after);
    }

    /// Edits that keep the table in order: whatever ground is drawn, the file gives it back.
    #[test]
    fn ground_in_order_is_read_back(
        kinds in prop::collection::vec((proptest::sample::select(geojson::AREA_KINDS.to_vec()), 0.0_f32..30.0, 0.0_f32..20.0), 1..8),
        turns in prop::collection::vec(0.0_f32..360.0, 1..8),
    ) {
        let mut draft = Draft::empty("trial", "Trial", "sand", Vec2::new(36.0, 24.0));
        for ((kind, x, y), turn) in kinds.into_iter().zip(turns) {
            let corners = [(0.0, 0.0), (3.0, 0.5), (2.0, 3.3)].map(|(u, v)| fine(Vec2::new(x + u, y + v)));
            draft.edit(Edit::add_area(kind, corners.into())).unwrap();
            let index = draft.scenario().ground.areas.len() - 1;
            let area = draft.scenario().ground.areas[index].clone();
            if kind == AreaKind::Slope {
                let rise = Rise::Toward(Heading::from_degrees(turn));
                draft.edit(Edit::area(index, Area { rise, ..area })).unwrap();
            } else if turn > 180.0 {
                let changed = Area { impassable: !area.impassable, garrison: !area.garrison, ..area };
                draft.edit(Edit::area(index, changed)).unwrap();
            }
        }
        prop_assert_eq!(read_back(&draft).unwrap(), draft.finished());
    }
}
