//! What a position may not say of itself.

use super::Position;
use super::sound::*;
use super::tests::fault_of;

/// The fault of a position, written as JSON; empty where it has none.
fn fault(text: &str) -> String {
    fault_of(&serde_json::from_str::<Position>(text).unwrap_or_else(|fault| panic!("{text}: {fault}")))
}

/// A position with a fault; the place, the reason and the remedy that are told; the position put right.
type Fault = (&'static str, [&'static str; 3], &'static str);

/// Each is refused with its place, the reason and the remedy; put right, it is taken.
fn check_all(faults: &[Fault]) {
    for (wrong, [place, reason, remedy], right) in faults {
        let told = fault(wrong);
        let all = told.starts_with(&format!("{place}: ")) && told.contains(reason) && told.contains(remedy);
        assert!(all, "{wrong}: {told}");
        assert_eq!(fault(right), "", "{right}");
    }
}

/// Two stands of red and one of blue; `more` is written into A, `beside` into the position.
macro_rules! field {
    ($arm:literal, $more:literal, $beside:literal) => {
        concat!(
            r#"{"stands":[{"id":"A","side":"red","arm":""#,
            $arm,
            "\"",
            $more,
            r#"},{"id":"B","side":"red","arm":"Infantry","at":[20,10,0]},"#,
            r#"{"id":"D","side":"blue","arm":"Infantry","at":[20,30,180]}]"#,
            $beside,
            "}"
        )
    };
}

const STANDS: &[Fault] = &[
    (
        field!("Infantry", r#","at":[10,10,0],"lost":"ForGood""#, ""),
        ["stand A", "it is lost and stands on the table", "leave out lost or at"],
        field!("Infantry", r#","lost":"ForGood""#, ""),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"arrives":[3,"road"]"#, r#","turn":2"#),
        ["stand A", "stands on the table on turn 2 and arrives on turn 3", "leave out arrives"],
        field!(
            "Infantry",
            r#","at":[10,10,0],"arrives":[3,"road"]"#,
            r#","turn":3,"entries":[{"id":"road","at":[0,5,90]}]"#
        ),
    ),
    (
        field!("Infantry", r#","lost":"Rallyable","routed":true"#, ""),
        ["stand A", "not on the table, where alone it can be routed", "leave out routed"],
        field!("Infantry", r#","at":[10,10,0],"routed":true"#, ""),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"evading":true"#, ""),
        ["stand A", "evading is for artillery only, and it is infantry", "another arm"],
        field!("FootArtillery", r#","at":[20,28.5,0],"evading":true"#, ""),
    ),
    (
        field!("FootArtillery", r#","at":[10,10,0],"evading":true"#, ""),
        ["stand A", "evading, and no enemy touches it (easy:III.F.1)", "an enemy in contact with it"],
        field!("FootArtillery", r#","at":[10,10,0]"#, ""),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"sp":6,"start":5"#, ""),
        ["stand A", "it has 6 strength points, and began with 5", "give sp up to start"],
        field!("Infantry", r#","at":[10,10,0],"sp":5,"start":5"#, ""),
    ),
    (
        field!(
            "Infantry",
            r#","at":[10,10,0]"#,
            r#","areas":[{"id":"lake","polygon":[[8,8],[12,8],[12,12],[8,12]],"impassable":true}]"#
        ),
        ["stand A", "it stands on impassable ground lake", "put it beside that area"],
        field!(
            "Infantry",
            r#","at":[6.5,10,0]"#,
            r#","areas":[{"id":"lake","polygon":[[8,8],[12,8],[12,12],[8,12]],"impassable":true}]"#
        ),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"battery":"8x6-pdrs""#, ""),
        ["stand A", "battery is for artillery only", "leave out battery"],
        field!("HorseArtillery", r#","at":[10,10,0],"battery":"8x6-pdrs""#, ""),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"grade":"Wing""#, ""),
        ["stand A", "grade is for generals only", "leave out grade"],
        field!("General", r#","at":[10,10,0],"grade":"Wing""#, ""),
    ),
    (
        field!("Wagon", r#","at":[10,10,0],"taken_by":"red""#, r#","options":{"opt-wagons":"on"}"#),
        ["stand A", "of red and taken by red", "name the other side"],
        field!("Wagon", r#","at":[10,10,0],"taken_by":"blue""#, r#","options":{"opt-wagons":"on"}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0],"square":true"#, ""),
        [
            "stand A",
            "in squares, which are not in force (easy:VI.G)",
            "put opt-squares on, or leave out square",
        ],
        field!("Infantry", r#","at":[10,10,0],"square":true"#, r#","options":{"opt-squares":"on"}"#),
    ),
    (
        field!("Engineer", r#","at":[10,10,0],"attached":"D""#, r#","options":{"adv-engineers":"on"}"#),
        ["stand A", "attached to D, which is no infantry of its side", "leave out attached"],
        field!("Engineer", r#","at":[10,10,0]"#, r#","options":{"adv-engineers":"on"}"#),
    ),
    (
        field!("Engineer", r#","at":[10,10,0],"attached":"B""#, r#","options":{"adv-engineers":"on"}"#),
        ["stand A", "attached to B and does not touch it", "put it beside"],
        field!("Engineer", r#","at":[18.5,10,0],"attached":"B""#, r#","options":{"adv-engineers":"on"}"#),
    ),
    (
        field!(
            "Infantry",
            r#","at":[7.0115,10,0]"#,
            r#","areas":[{"id":"lake","polygon":[[8,8],[12,8],[12,12],[8,12]],"impassable":true}]"#
        ),
        ["stand A", "it stands on impassable ground lake", "put it beside that area"],
        field!(
            "Infantry",
            r#","at":[7.0105,10,0]"#,
            r#","areas":[{"id":"lake","polygon":[[8,8],[12,8],[12,12],[8,12]],"impassable":true}]"#
        ),
    ),
];

/// Names that mean something only where capitals, numbers and what is left out are not minded; what has no place.
const NAMES: &[Fault] = &[
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","stands":["A","a"]}"#),
        ["active", "it names a, which is no stand", "give one of A, B, D"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","stands":["A","B"]}"#),
    ),
    (
        field!("Engineer", r#","at":[18.5,10,0],"attached":"2""#, r#","options":{"adv-engineers":"on"}"#),
        ["stand A", "it names 2, which is no stand", "give one of A, B, D"],
        field!("Engineer", r#","at":[18.5,10,0],"attached":"B""#, r#","options":{"adv-engineers":"on"}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["Red"]"#),
        ["discards", "it names Red, which is no command", "give one of red, blue"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["red"]"#),
    ),
    // Room is found for those on the table alone, however large they are.
    (
        field!("Infantry", r#","lost":"ForGood","at":[10,10,0]"#, r#","options":{"scale":"1.5"}"#),
        ["stand A", "it is lost and stands on the table", "leave out lost or at"],
        field!("Infantry", r#","lost":"ForGood""#, r#","options":{"scale":"1.5"}"#),
    ),
    // The command of A is left out and that of G is said, which is the same.
    (
        r#"{"stands":[{"id":"A","side":"red","arm":"Infantry","at":[10,10,0],"detached":"F"},
            {"id":"G","side":"red","command":"red","arm":"General","at":[10,7,0]}]}"#,
        ["stand A", "it names F, which is no general of its command", "give one of G"],
        r#"{"stands":[{"id":"A","side":"red","arm":"Infantry","at":[10,10,0],"detached":"G"},
            {"id":"G","side":"red","command":"red","arm":"General","at":[10,7,0]}]}"#,
    ),
];

#[test]
fn names_are_those_that_are_given() {
    check_all(NAMES);
}

/// Strength points that there are not, and trains and engineers without their modules.
const POINTS_AND_MODULES: &[Fault] = &[
    (
        field!("FootArtillery", r#","at":[10,10,0],"sp":3"#, ""),
        ["stand A", "sp is 3, and a battery begins with 2 (easy:III.C-sp)", "give 1 to 2"],
        field!("FootArtillery", r#","at":[10,10,0],"sp":2"#, ""),
    ),
    (
        field!("HorseArtillery", r#","at":[10,10,0],"sp":2,"start":3"#, ""),
        ["stand A", "start is 3, and a battery begins with 2 (easy:III.C-sp)", "give 1 to 2"],
        field!("HorseArtillery", r#","at":[10,10,0],"sp":1,"start":2"#, ""),
    ),
    (
        field!("General", r#","at":[10,10,0],"sp":1"#, ""),
        ["stand A", "sp is 1, and a general has no strength points (easy:I.A.3)", "leave out sp"],
        field!("General", r#","at":[10,10,0],"sp":0"#, ""),
    ),
    (
        field!("General", r#","at":[10,10,0],"start":5"#, ""),
        ["stand A", "start is 5, and a general has no strength points (easy:I.A.3)", "leave out start"],
        field!("General", r#","at":[10,10,0]"#, ""),
    ),
    (
        field!("Wagon", r#","at":[10,10,0],"sp":1"#, r#","options":{"opt-wagons":"on"}"#),
        ["stand A", "a wagon has no strength points (easy:VI.A.b)", "leave out sp"],
        field!("Wagon", r#","at":[10,10,0]"#, r#","options":{"opt-wagons":"on"}"#),
    ),
    (
        field!("Pontoon", r#","at":[10,10,0],"sp":1"#, r#","options":{"adv-pontoons":"on"}"#),
        ["stand A", "a pontoon train has no strength points (easy:V.D.3)", "leave out sp"],
        field!("Pontoon", r#","at":[10,10,0]"#, r#","options":{"adv-pontoons":"on"}"#),
    ),
    (
        field!("Infantry", r#","lost":"Rallyable","sp":1"#, ""),
        ["stand A", "it is lost, and sp is 1 (easy:III.D-remove)", "leave out sp"],
        field!("Infantry", r#","lost":"Rallyable","sp":0,"start":5"#, ""),
    ),
    (
        field!("General", r#","lost":"ForGood""#, ""),
        ["stand A", "it is lost, and a general never is", "leave out lost"],
        field!("General", "", ""),
    ),
    (
        field!("Wagon", r#","lost":"Rallyable""#, r#","options":{"opt-wagons":"on"}"#),
        ["stand A", "a wagon is never rallied (easy:IV.A.1)", "give ForGood"],
        field!("Wagon", r#","lost":"ForGood""#, r#","options":{"opt-wagons":"on"}"#),
    ),
    (
        field!("Pontoon", r#","at":[10,10,0]"#, ""),
        [
            "stand A",
            "pontoon trains are not in force (easy:V.D.3)",
            "or leave out at, arrives, lost and taken_by",
        ],
        field!("Pontoon", r#","at":[10,10,0]"#, r#","options":{"adv-pontoons":"on"}"#),
    ),
    (
        field!("Wagon", r#","arrives":[3,"road"]"#, r#","entries":[{"id":"road","at":[0,5,90]}]"#),
        ["stand A", "it has a place, and wagons are not in force (easy:VI.A)", "put opt-wagons on"],
        field!("Wagon", "", ""),
    ),
    (
        field!("Engineer", r#","at":[18.5,10,0],"attached":"B""#, ""),
        [
            "stand A",
            "it is attached, which only the module of engineers allows (easy:V.D.2)",
            "put adv-engineers on",
        ],
        field!("Engineer", r#","at":[18.5,10,0],"routed":true"#, ""),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","commands":[{"id":"i","side":"red"}],"absorbed":["i"]"#),
        [
            "absorbed",
            "neither is in force (easy:V.B, easy:V.C)",
            "put adv-attached or adv-new-commands on, or leave out absorbed",
        ],
        field!(
            "Infantry",
            r#","at":[10,10,0]"#,
            r#","commands":[{"id":"i","side":"red"}],"absorbed":["i"],"options":{"adv-attached":"on"}"#
        ),
    ),
    (
        field!("Wagon", r#","at":[10,10,0],"serves":"blue""#, r#","options":{"opt-wagons":"on"}"#),
        ["stand A", "it names blue, which is no command of its side (easy:VI.A)", "give one of red"],
        field!("Wagon", r#","at":[10,10,0],"serves":"red""#, r#","options":{"opt-wagons":"on"}"#),
    ),
    (
        field!("Engineer", r#","at":[10,10,0],"no_zone":true"#, ""),
        ["stand A", "no_zone is for infantry, cavalry and artillery only", "leave out no_zone"],
        field!("Infantry", r#","at":[10,10,0],"no_zone":true"#, ""),
    ),
    (
        field!("Infantry", r#","arrives":[20,"road"]"#, ""),
        ["stand A, arrives", "20 is out of range", "give 1 to 19"],
        field!("Infantry", r#","arrives":[19,"road"]"#, r#","entries":[{"id":"road","at":[0,5,90]}]"#),
    ),
    (
        field!("Infantry", r#","arrives":[3,"raod"]"#, r#","entries":[{"id":"road","at":[0,5,90]}]"#),
        ["stand A", "it names raod, which is no entry", "give one of road"],
        field!("Infantry", r#","arrives":[3,"road"]"#, r#","entries":[{"id":"road","at":[0,5,90]}]"#),
    ),
    (
        field!(
            "Pontoon",
            r#","at":[10,10,0],"bridge":2"#,
            r#","lines":[{"id":"river","points":[[0,20],[60,20]],"stream":"Major","width":7}],"options":{"adv-pontoons":"on"}"#
        ),
        [
            "stand A",
            "it builds a bridge, and stands at the edge of no water (easy:V.D.3.a)",
            "leave out bridge",
        ],
        field!(
            "Pontoon",
            r#","at":[10,15.5,0],"bridge":2"#,
            r#","lines":[{"id":"river","points":[[0,20],[60,20]],"stream":"Major","width":7}],"options":{"adv-pontoons":"on"}"#
        ),
    ),
];

#[test]
fn strength_points_and_modules_are_those_there_are() {
    check_all(POINTS_AND_MODULES);
    let engineers = fault(field!("Engineer", r#","at":[10,10,0],"sp":0"#, ""));
    assert!(engineers.starts_with("stand A: it cannot have 0 strength points"), "{engineers}");
    let guns = fault(field!("FootArtillery", r#","at":[10,10,0],"sp":0"#, ""));
    assert_eq!(guns, "stand A: it cannot have 0 strength points: give sp and start from 1 to 2");
}

/// What lies off its line or off the table.
const PLACES: &[Fault] = &[
    (
        r#"{"lines":[{"points":[[1,5],[9,5]],"stream":"Small","width":12.1}]}"#,
        ["lines, number 1, width", "12.1 is out of range", "give 0 to 12"],
        r#"{"lines":[{"points":[[1,5],[9,5]],"stream":"Small","width":12}]}"#,
    ),
    (
        r#"{"lines":[{"id":"lane","points":[[1,5],[9,5]],"road":-1}]}"#,
        ["line lane, road", "-1 is out of range", "give 0 to 12"],
        r#"{"lines":[{"id":"lane","points":[[1,5],[9,5]],"road":1}]}"#,
    ),
    (
        r#"{"lines":[{"id":"brook","points":[[1,5],[9,5]],"stream":"Small"}],
            "crossings":[{"id":"ford","at":[4,5.8],"over":"brook","ford":true}]}"#,
        ["crossing ford", "it lies 0.800 in from brook", "put it on that line, give or take 0.750 in"],
        r#"{"lines":[{"id":"brook","points":[[1,5],[9,5]],"stream":"Small"}],
            "crossings":[{"id":"ford","at":[4,5.7],"over":"brook","ford":true}]}"#,
    ),
    // However wide the water is: whoever crosses its line so far off the crossing is not served.
    (
        r#"{"lines":[{"id":"river","points":[[1,9],[9,9]],"stream":"Major","width":7}],
            "crossings":[{"at":[4,6],"over":"river"}]}"#,
        ["crossing of river", "it lies 3.000 in from river", "put it on that line"],
        r#"{"lines":[{"id":"river","points":[[1,9],[9,9]],"stream":"Major","width":7}],
            "crossings":[{"at":[4,9],"over":"river"}]}"#,
    ),
    (
        r#"{"origin":[24,20],"objectives":[{"id":"farm","place":[[5,5],[37,5],[36,6]],"points":2}]}"#,
        ["objective farm", "(37, 5) is off the table", "keep it within -24 to 36 east and -20 to 20 north"],
        r#"{"origin":[24,20],"objectives":[{"id":"farm","place":[[5,5],[36,5],[36,6]],"points":2}]}"#,
    ),
    (
        r#"{"entries":[{"id":"road","at":[30,41,180]}]}"#,
        ["entry road", "(30, 41) is off the table", "keep it within 0 to 60 east and 0 to 40 north"],
        r#"{"entries":[{"id":"road","at":[30,40,180]}]}"#,
    ),
    (
        r#"{"entries":[{"id":"road","at":[30,40,180],"spread":-1}]}"#,
        ["entry road, spread", "-1 is out of range", "give 0 to 60"],
        r#"{"entries":[{"id":"road","at":[30,40,180],"spread":0}]}"#,
    ),
];

#[test]
fn crossings_lie_on_their_lines_and_objectives_and_entries_on_the_table() {
    check_all(PLACES);
}

#[test]
fn a_stand_is_in_one_place_and_what_its_arm_can_be() {
    check_all(STANDS);
    let strong = fault(field!("Infantry", r#","at":[10,10,0],"sp":61"#, ""));
    assert_eq!(strong, "stand A: it cannot have 61 strength points: give sp and start from 1 to 60");
}

const CHITS: &[Fault] = &[
    // The only engineers of an army have no chit.
    (
        r#"{"stands":[{"id":"A","side":"red","command":"sappers","arm":"Engineer","at":[10,10,0]},
            {"id":"G","side":"red","arm":"General","grade":"Army","at":[10,7,0]}],
            "options":{"adv-engineers":"on"},"active":{"command":"sappers"}}"#,
        ["active", "sappers has no chit, since the army commander picks it (easy:V.D)", "the army's command"],
        r#"{"stands":[{"id":"A","side":"red","command":"sappers","arm":"Engineer","at":[10,10,0]},
            {"id":"G","side":"red","arm":"General","grade":"Army","at":[10,7,0]}],
            "options":{"adv-engineers":"on"},"active":{"command":"red"}}"#,
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","step":"Engaged"}"#),
        ["active", "no position begins at the step Engaged", "give the step Command, which"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","step":"Command"}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["red"],"active":{"command":"red"}"#),
        ["active", "the chit of red is in the discards and being resolved", "leave it out of discards"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["blue"],"active":{"command":"red"}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["red","red"]"#),
        ["discards", "red is named 2 times, and its chits number 1", "no oftener"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","discards":["red"]"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","stands":["A","D"]}"#),
        ["active, command red", "activates D, a stand of the enemy", "of the command's side"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","stands":["A","B"]}"#),
    ),
    (
        field!("Infantry", r#","lost":"ForGood""#, r#","active":{"command":"red","stands":["A"]}"#),
        ["active, command red", "activates A, which is not on the table", "leave it out of stands"],
        field!("Infantry", r#","lost":"ForGood""#, r#","active":{"command":"red","stands":["B"]}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","acted":["D"]}"#),
        ["active, command red", "acted names D, which is of the enemy", "leave it out of acted"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","acted":["A"]}"#),
    ),
    (
        field!(
            "Infantry",
            r#","at":[10,10,0]"#,
            r#","active":{"command":"red","stands":["A"],"continuing":["B"]}"#
        ),
        ["active, command red", "continuing names B, which is not activated", "activate it"],
        field!(
            "Infantry",
            r#","at":[20,28.5,0]"#,
            r#","active":{"command":"red","stands":["A"],"continuing":["A"]}"#
        ),
    ),
    (
        field!(
            "Infantry",
            r#","at":[10,10,0]"#,
            r#","active":{"command":"red","stands":["A"],"continuing":["A"]}"#
        ),
        [
            "active, command red",
            "A goes on attacking, and touches no enemy (easy:III.E.2)",
            "put it in contact",
        ],
        field!(
            "FootArtillery",
            r#","at":[10,10,0]"#,
            r#","active":{"command":"red","stands":["A","B"],"continuing":["B"],"acted":["A"]}"#
        ),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","general_moved":true}"#),
        ["active, command red", "its general has moved, and it has none", "leave out general_moved"],
        field!("General", r#","at":[10,10,0]"#, r#","active":{"command":"red","general_moved":true}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","points":[3,-1]"#),
        ["points", "blue has -1, and nobody has fewer than none", "give 0 or more"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","points":[3,0]"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","acted":["A","A"]}"#),
        ["active", "acted names A twice", "name it once"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","acted":["A","B"]}"#),
    ),
    (
        field!(
            "Infantry",
            r#","at":[10,10,0]"#,
            r#","active":{"command":"red","step":"Command","acted":["A"]}"#
        ),
        ["active", "at the step Command, before any stand is activated", "give a later step"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","active":{"command":"red","step":"Command"}"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","roll_weather":true,"active":{"command":"red"}"#),
        ["roll_weather", "rolled before any chit is drawn", "leave out roll_weather"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","roll_weather":true"#),
    ),
    (
        field!("Infantry", r#","at":[10,10,0]"#, r#","ammunition":[3,4]"#),
        ["ammunition", "nobody counts it (easy:VI.E)", "put opt-ammunition on, or leave out ammunition"],
        field!("Infantry", r#","at":[10,10,0]"#, r#","ammunition":[3,4],"options":{"opt-ammunition":"on"}"#),
    ),
    // Squarely before D stands B, so that A is in contact with D no longer.
    (
        r#"{"stands":[{"id":"A","side":"red","arm":"Infantry","at":[22.1,28,0]},
            {"id":"B","side":"red","arm":"Infantry","at":[20,28,0]},
            {"id":"D","side":"blue","arm":"Infantry","at":[20,30,180]}],
            "active":{"command":"red","stands":["A","B"],"continuing":["A"]}}"#,
        [
            "active, command red",
            "A goes on attacking, and touches no enemy (easy:III.E.2)",
            "put it in contact",
        ],
        r#"{"stands":[{"id":"A","side":"red","arm":"Infantry","at":[22.02,28,0]},
            {"id":"B","side":"red","arm":"Infantry","at":[20,28,0]},
            {"id":"D","side":"blue","arm":"Infantry","at":[20,30,180]}],
            "active":{"command":"red","stands":["A","B"],"continuing":["A"]}}"#,
    ),
];

#[test]
fn chits_and_activations_contradict_nothing() {
    check_all(CHITS);
}

#[test]
fn ground_and_names_contradict_nothing() {
    const SQUARE: &str = r#""polygon":[[1,1],[3,1],[3,3]]"#;
    let area = |more: &str| format!(r#"{{"areas":[{{"id":"wood",{SQUARE}{more}}}]}}"#);
    let line = |more: &str| format!(r#"{{"lines":[{{"id":"brook","points":[[1,1],[9,1]]{more}}}]}}"#);
    assert!(fault(&area(r#","uphill":90,"level":1"#)).starts_with("area wood: it is level ground"));
    assert!(fault(&area(r#","impassable":true,"buildings":true"#)).starts_with("area wood: nobody can"));
    assert!(fault(&line(r#","stream":"Major","obstacle":true"#)).starts_with("line brook: what a stream"));
    assert!(fault(&line(r#","width":2"#)).starts_with("line brook: it has a width and is no stream"));
    assert_eq!(fault(&line(r#","stream":"Small","width":2"#)), "");
    let two = |what: &str, one: &str| format!(r#"{{"{what}":[{one},{one}]}}"#);
    let wood = format!(r#"{{"id":"wood",{SQUARE}}}"#);
    assert!(fault(&two("areas", &wood)).starts_with("area wood: it is given twice"));
    assert_eq!(fault(&two("areas", &wood.replace("wood", ""))), "", "without a name there may be several");
    let farm = r#"{"id":"farm","place":[[5,5]],"points":2}"#;
    assert!(fault(&two("objectives", farm)).starts_with("objective farm: it is given twice"));
    let road = r#"{"id":"road","at":[0,5,90]}"#;
    assert!(fault(&two("entries", road)).starts_with("entry road: it is given twice"));
    let ford = fault(r#"{"crossings":[{"at":[4,1],"over":"brook"}]}"#);
    assert!(ford.starts_with("crossing of brook: it names brook, which is no line: leave it out"), "{ford}");
    assert!(fault(r#"{"sides":["red","red"]}"#).starts_with("side red: it is given twice"));
    let under = r#"{"commands":[{"id":"a","side":"red","under":"b"},{"id":"b","side":"blue"}]}"#;
    assert!(fault(under).starts_with("command a: it is of red and b of blue"), "{}", fault(under));
    assert!(fault(r#"{"begins":1440}"#).starts_with("begins: 1440 is out of range: give 0 to 1439"));
}

#[test]
fn nobody_is_under_themselves() {
    let told = |commands: &str| fault(&format!(r#"{{"commands":[{commands}]}}"#));
    let command = |id: &str, under: &str| format!(r#"{{"id":"{id}","side":"red","under":"{under}"}}"#);
    let top = r#"{"id":"top","side":"red"}"#;
    let itself = told(&command("a", "a"));
    assert_eq!(itself, "command a: it is under itself: leave out under, or name another command",);
    let two = told(&[command("a", "b"), command("b", "a")].join(","));
    assert_eq!(two, "command a: it is under b, and that again under a: leave out under of one of them");
    let three = [top.to_owned(), command("x", "a"), command("a", "b"), command("b", "c"), command("c", "a")];
    let three = told(&three.join(","));
    let circle = "command a: it is under b, under c, and that again under a: leave out under of one of them";
    assert_eq!(three, circle, "x leads into the circle and is not of it");
    assert_eq!(told(&[top.to_owned(), command("a", "top"), command("b", "a")].join(",")), "");
}

#[test]
fn whatever_is_named_has_an_id() {
    for (text, at) in [
        (r#"{"sides":["red",""]}"#, "sides, number 2"),
        (r#"{"commands":[{"id":"","side":"red"}]}"#, "commands, number 1"),
        (r#"{"stands":[{"id":"","side":"red","arm":"Infantry"}]}"#, "stands, number 1"),
        (r#"{"objectives":[{"id":"","place":[[5,5]],"points":2}]}"#, "objectives, number 1"),
        (r#"{"entries":[{"id":"","at":[0,5,90]}]}"#, "entries, number 1"),
        (r#"{"crossings":[{"id":"","at":[4,1],"over":"brook"}]}"#, "crossings, number 1"),
    ] {
        assert_eq!(fault(text), format!("{at}: its id is empty: give it a name of its own"));
    }
    let of = fault(r#"{"stands":[{"id":"A","side":"red","arm":"Infantry","command":""}]}"#);
    assert!(of.starts_with("stand A: the id of its command is empty: name a command"), "{of}");
    let over = r#"{"lines":[{"points":[[1,1],[9,1]]}],"crossings":[{"id":"ford","at":[4,1],"over":""}]}"#;
    for over in [over, &over.replace(r#""id":"ford","#, "")] {
        let told = fault(over);
        assert!(told.starts_with("crossings, number 1: it names no line to lie over"), "{told}");
    }
}

#[test]
fn a_position_holds_so_many_features_corners_and_commands() {
    let corners = |count: usize| vec!["[1,1]"; count].join(",");
    let area = |count: usize| format!(r#"{{"polygon":[{}]}}"#, corners(count));
    let areas = |features: usize, count: usize| {
        fault(&format!(r#"{{"areas":[{}]}}"#, vec![area(count); features].join(",")))
    };
    assert_eq!(areas(MOST_FEATURES, 3), "");
    let told = areas(MOST_FEATURES + 1, 3);
    assert!(told.starts_with("the position: there are 501 areas, lines"), "{told}");
    assert!(told.contains("holds 500: leave some of them out"), "{told}");
    assert_eq!(areas(20, MOST_CORNERS), "");
    let told = areas(1, MOST_CORNERS + 1);
    assert_eq!(
        told,
        "areas, number 1: it has 501 corners, and a feature has 500 at most: draw it with fewer"
    );
    assert!(areas(21, MOST_CORNERS).contains("10500 corners of features in all"));
    let commands = |count: usize| {
        let all: Vec<String> = (0..count).map(|n| format!(r#"{{"id":"c{n}","side":"red"}}"#)).collect();
        fault(&format!(r#"{{"commands":[{}]}}"#, all.join(",")))
    };
    assert_eq!(commands(MOST_COMMANDS), "");
    assert!(commands(MOST_COMMANDS + 1).contains("there are 501 commands"));
}
