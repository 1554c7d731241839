//! What is spelled by key, what is read again, and what cannot be read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{ByPlace, Keys, SpellFault, read, spell};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct PieceId(u16);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum What {
    Nothing,
    Holds(PieceId),
    Between(PieceId, u8),
    Moves { who: PieceId, way: Vec<(f32, f32)>, back: Option<PieceId> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Game {
    turn: u8,
    pieces: BTreeMap<PieceId, f32>,
    moved: BTreeSet<PieceId>,
    last: Option<PieceId>,
    what: Vec<What>,
    asked: Vec<Option<PieceId>>,
    by_turn: BTreeMap<u8, String>,
}

fn keys() -> Keys<'static> {
    Keys::default().with("PieceId", "piece", ["cook", "smith"])
}

fn game() -> Game {
    let (cook, smith) = (PieceId(0), PieceId(1));
    Game {
        turn: 3,
        pieces: BTreeMap::from([(cook, 3.1), (smith, -0.25)]),
        moved: BTreeSet::from([smith]),
        last: None,
        what: vec![
            What::Nothing,
            What::Holds(cook),
            What::Between(smith, 7),
            What::Moves { who: cook, way: vec![(1.0, 0.1)], back: Some(smith) },
        ],
        asked: vec![None, Some(cook)],
        by_turn: BTreeMap::from([(2, "two".to_owned())]),
    }
}

#[test]
fn what_is_numbered_is_spelled_by_its_key_and_read_again() {
    let spelled = spell(&game(), &keys()).expect("all have keys");
    let wanted = json!({
        "turn": 3,
        "pieces": {"cook": 3.1, "smith": -0.25},
        "moved": ["smith"],
        "what": [
            "Nothing",
            {"Holds": "cook"},
            {"Between": ["smith", 7]},
            {"Moves": {"who": "cook", "way": [[1.0, 0.1]], "back": "smith"}},
        ],
        "asked": [null, "cook"],
        "by_turn": {"2": "two"},
    });
    assert_eq!(spelled, wanted);
    assert_eq!(read::<Game>(&spelled, &keys(), "game"), Ok(game()));
}

/// Another order of the pieces is another numbering, and the same text.
#[test]
fn a_spelled_value_outlives_its_numbering() {
    let spelled = spell(&game(), &keys()).expect("all have keys");
    let other = Keys::default().with("PieceId", "piece", ["baker", "smith", "cook"]);
    let read: Game = read(&spelled, &other, "game").expect("all are there");
    assert_eq!(read.moved, BTreeSet::from([PieceId(1)]));
    assert_eq!(read.what[1], What::Holds(PieceId(2)));
    assert_eq!(spell(&read, &other), Ok(spelled));
}

#[test]
fn what_cannot_be_read_has_place_reason_and_remedy() {
    let spelled = spell(&game(), &keys()).expect("all have keys");
    let told = |at: &str, with: serde_json::Value| {
        let mut wrong = spelled.clone();
        *wrong.pointer_mut(at).expect("it is there") = with;
        read::<Game>(&wrong, &keys(), "game").map_err(|fault| fault.to_string()).unwrap_err()
    };
    assert_eq!(
        told("/moved/0", json!("baker")),
        "game.moved.0: there is no piece baker: give one of cook, smith"
    );
    assert_eq!(told("/moved/0", json!(1)), "game.moved.0: it is 1: give the key of a piece");
    assert_eq!(
        told("/what/3/Moves/who", json!("baker")),
        "game.what.3.Moves.who: there is no piece baker: give one of cook, smith"
    );
    assert_eq!(
        told("/what/0", json!("Noting")),
        "game.what.0: there is no Noting here: give one of Nothing, Holds, Between, Moves"
    );
    assert_eq!(told("/what/1", json!("Holds")), "game.what.1: Holds stands alone: give what Holds holds");
    assert_eq!(told("/turn", json!(300)), "game.turn: it is 300: give a whole number from 0 to 255");
    assert_eq!(
        told("/pieces/cook", json!(1e300)),
        "game.pieces.cook: 1e+300 is too large: give a smaller number"
    );
    assert_eq!(
        told("/by_turn", json!({"two": ""})),
        "game.by_turn.two: it is the text \"two\": give a whole number"
    );
    assert_eq!(
        told("/what/2/Between", json!(["smith", 7, 8])),
        "game.what.2.Between: it has 3 parts: give fewer"
    );
    let mut wrong = spelled.clone();
    wrong["truns"] = json!(1);
    let told = read::<Game>(&wrong, &keys(), "game").unwrap_err().to_string();
    assert!(told.starts_with("game.truns: there is no such field: give one of turn, pieces"), "{told}");
    let told = read::<Game>(&json!({}), &keys(), "game").unwrap_err().to_string();
    assert_eq!(told, "game: turn is missing: give turn");
}

#[test]
fn what_has_no_key_is_not_spelled() {
    let fault = spell(&PieceId(2), &keys());
    assert_eq!(fault, Err(SpellFault::NoKey { what: "piece", number: 2 }));
    assert!(matches!(spell(&f32::NAN, &keys()), Err(SpellFault::NotFinite(_))));
    assert_eq!(spell(&BTreeMap::from([("a", None::<u8>)]), &keys()), Err(SpellFault::Null));
}

#[test]
fn a_list_by_place_is_read_as_a_list_too() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Lists(#[serde(with = "ByPlace::<0>")] Vec<Vec<PieceId>>);

    let keys = Keys::default().with("PieceId", "piece", ["blue", "red"]);
    let lists = Lists(vec![vec![PieceId(1)], Vec::new()]);
    let spelled = spell(&lists, &keys).unwrap();
    assert_eq!(spelled, json!({"0": ["red"], "1": []}));
    for same in [&spelled, &json!([["red"], []])] {
        assert_eq!(read::<Lists>(same, &keys, "lists").unwrap(), lists);
    }
    let fault = read::<Lists>(&json!({"1": []}), &keys, "lists").unwrap_err();
    assert!(fault.to_string().contains("nothing is said of place 0"), "{fault}");
}

#[test]
fn a_number_is_written_with_the_fewest_digits_that_mean_it() {
    let mut bits = 1815_u32;
    for nth in 0..200_000_u32 {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Places and angles, thousandths of them, and whatever else is a number.
        let number = match nth % 4 {
            0 => f32::from_bits(bits),
            1 => (bits >> 8) as f32 / 65_536.0,
            2 => (bits >> 12) as f32 / 1000.0 - 500.0,
            _ => f32::from_bits((bits >> 9) | 0x4200_0000),
        };
        if number.is_finite() {
            let written: f64 = number.to_string().parse().unwrap();
            assert_eq!(spell(&number, &keys()).unwrap(), json!(written), "{number:?}");
        }
    }
}
