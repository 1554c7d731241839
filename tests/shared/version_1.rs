//! What journals of version 1 wrote is read and written as it was: the check that the tests of every rule set ask that has such
//! journals.

use std::collections::BTreeSet;

use game::{Codec, Verb};

/// Each order is read from its JSON in this state and written as the same; every verb of the rule set is among them, and each of
/// these acts of the referee.
pub fn check<R: Codec>(state: &R::State, orders: &[(String, R::Order)], acts: &[Verb]) {
    let (mut verbs, mut given) = (BTreeSet::new(), BTreeSet::new());
    for (json, wanted) in orders {
        assert_eq!(R::order_of_v1(state, json).as_ref(), Ok(wanted), "{json}");
        assert_eq!(serde_json::to_string(wanted).ok().as_ref(), Some(json));
        let draft = R::spell(state, wanted);
        given.extend(draft.said().either("act").ok().map(|act| act.verb.clone()));
        verbs.insert(draft.verb);
    }
    assert!(R::VERBS.iter().all(|verb| verbs.contains(verb.name)), "{verbs:?}");
    assert!(acts.iter().all(|act| given.contains(act.name)), "{given:?}");
}
