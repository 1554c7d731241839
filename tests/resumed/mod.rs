//! Every state that play can reach is spelled by key, and what is spelled is the same state again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dice::Dry;
use easy::Easy;
use game::{Codec, RuleSet, Viewer};
use napoleon_at_war::NapoleonAtWar;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded, Side};
use serde_json::{Value, json};

/// Spells a state of a game that began with `start`, through text, and reads it: it is the same, and so is what is due.
pub fn comes_back<R: Codec>(start: &R::State, state: &R::State, place: &str) {
    let play = R::play(state).unwrap_or_else(|fault| panic!("{place}: {fault}"));
    let text = play.to_string();
    let read: Value = serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{place}: {fault}"));
    let again = R::resumed(start, &read).unwrap_or_else(|fault| panic!("{place}: {fault}\n{text}"));
    assert!(again == *state, "{place}: another state comes back\n{text}");
    assert_eq!(R::due(&again), R::due(state), "{place}: something else is due");
}

/// The way to some value in what is spelled, as a JSON pointer: what is rare is met as often as what is many times there.
fn way(value: &Value, choose: &mut ChaCha8Rng) -> String {
    let pick = |count: usize, choose: &mut ChaCha8Rng| {
        (count > 0 && choose.random_bool(0.85)).then(|| choose.random_range(0..count))
    };
    let (step, value) = match value {
        Value::Array(list) => match pick(list.len(), choose) {
            Some(place) => (place.to_string(), &list[place]),
            None => return String::new(),
        },
        Value::Object(fields) => {
            match pick(fields.len(), choose).and_then(|place| fields.iter().nth(place)) {
                Some((key, value)) => (key.replace('~', "~0").replace('/', "~1"), value),
                None => return String::new(),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return String::new(),
    };
    format!("/{step}{}", way(value, choose))
}

/// Puts something else of its kind somewhere, or takes it away; now and then something of another kind.
fn spoil(play: &mut Value, choose: &mut ChaCha8Rng) {
    let to = way(play, choose);
    let kind = |value: &Value| std::mem::discriminant(value);
    let wanted = play.pointer(&to).map(kind);
    let any_kind = choose.random_bool(0.1);
    let mut others = (0..30).filter_map(|_| play.pointer(&way(play, choose)));
    let other = others.find(|other| any_kind || Some(kind(other)) == wanted).cloned();
    let Some(value) = play.pointer_mut(&to) else { return };
    let place = |count: usize, choose: &mut ChaCha8Rng| choose.random_range(0..count);
    match (choose.random_range(0..4), &mut *value) {
        (0, Value::Array(list)) if !list.is_empty() => {
            list.remove(place(list.len(), choose));
        }
        (1, Value::Array(list)) => list.extend(list.clone()),
        (2, Value::Array(list)) => list.reverse(),
        (0..2, Value::Object(fields)) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            fields.remove(&keys[place(keys.len(), choose)]);
        }
        (0..3, Value::Number(_)) => {
            let numbers =
                [json!(0), json!(1), json!(2), json!(7), json!(100), json!(255), json!(-1), json!(1e4)];
            *value = numbers[place(numbers.len(), choose)].clone();
        }
        (_, Value::Bool(is)) => *is = !*is,
        _ => *value = other.unwrap_or_default(),
    }
}

/// Is a combat under way that waits for a decision?
pub fn is_in_mid_combat<R: Codec>(state: &R::State) -> bool {
    R::play(state).is_ok_and(|play| play.to_string().contains("\"Paused\""))
}

/// Whatever is written in place of what play has made: it is refused with place, reason and remedy, or can be played on.
pub fn spoilt_is_refused_or_played<R: Codec>(start: &R::State, state: &R::State, tries: usize, seed: u64) {
    let play = R::play(state).expect("it can be spelled");
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..tries {
        let mut spoilt = play.clone();
        // Half of the time what is under way, which most can be wrong with.
        let under_way = ["/stack/0/combats/0/status/Paused", "/stack/0/combats", "/stack/0", "/phase/Combat"];
        let first = choose.random_range(0..2 * under_way.len());
        let part = under_way.into_iter().skip(first).find(|part| spoilt.pointer(part).is_some());
        let part = spoilt.pointer_mut(part.unwrap_or_default()).expect("it is there");
        (0..choose.random_range(1..3)).for_each(|_| spoil(part, &mut choose));
        let tried = catch_unwind(AssertUnwindSafe(|| match R::resumed(start, &spoilt) {
            Err(fault) => {
                assert!(
                    fault.place.starts_with("play") && !fault.reason.is_empty() && !fault.remedy.is_empty()
                );
            }
            Ok(state) => {
                let again = R::play(&state).expect("what was read can be spelled");
                assert!(R::resumed(start, &again).is_ok_and(|again| again == state));
                for viewer in [Viewer::Referee, Viewer::Side(Side(0)), Viewer::Side(Side(1))] {
                    let _view = R::view(&state, viewer);
                }
                for offer in R::due(&state).offers.into_iter().take(20) {
                    let _ruling = R::judge(&state, &offer.order, &mut Dry);
                }
            }
        }));
        assert!(tried.is_ok(), "seed {seed}: {}", json_patch::diff(&play, &spoilt));
    }
}

#[test]
fn what_no_state_can_say_is_told_in_words() {
    let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyRules).expect("it is sound");
    let start = Easy::start(scenario, &Default::default()).expect("its options are sound");
    let play = Easy::play(&start).expect("it can be spelled");
    let told = |way: &str, with: Value| {
        let mut spoilt = play.clone();
        *spoilt.pointer_mut(way).expect("it is there") = with;
        Easy::resumed(&start, &spoilt).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(told("/turn", json!(99)), "play.turn: it is turn 99: give 1 to 6");
    assert_eq!(
        told("/phase", json!("Active")),
        "play.stack: nobody is active: give an activation, or another phase"
    );
    let stand = start.roster().stands[0].key.clone();
    let told = told(&format!("/stands/{stand}/place"), json!({"Table": {"at": [1e9, 0], "heading": 0}}));
    assert_eq!(told, format!("play.stands.{stand}: no table reaches so far: give it a place on the table"));
    let (scenario, _) = scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("it is sound");
    let start = NapoleonAtWar::start(scenario, &Default::default()).expect("its options are sound");
    let mut play = NapoleonAtWar::play(&start).expect("it can be spelled");
    play["phasing"] = json!("prussian");
    let told = NapoleonAtWar::resumed(&start, &play).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "play.phasing: there is no side prussian: give one of french, austrian");
}
