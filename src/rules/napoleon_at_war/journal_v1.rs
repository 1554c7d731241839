//! Orders as version 1 journals write them: serde's own form of [`Order`], with units as numbers in the scenario's list.
//!
//! A game begun in version 1 continues in it, so this form is still written today, and one type reads and writes it. It is used
//! only for these journals; everywhere else an order is spelled by its verb. The form is frozen: hexes are as printed (CCRR),
//! sides are 0 and 1, columns as in the table headings. Anyone who changes the shape of an order must keep the old one for
//! serde; the test below has every order and every act as version 1 wrote them.

use super::order::Order;
use super::state::State;

/// The order that version 1 wrote as `json`, given in this state.
///
/// # Errors
///
/// Says what cannot be read, or which number matches nothing in this game.
pub fn order(state: &State, json: &str) -> Result<Order, String> {
    let order: Order = serde_json::from_str(json).map_err(|error| error.to_string())?;
    if let Some(unit) = order.units().into_iter().find(|unit| unit.index() >= state.game.scenario.units.len())
    {
        return Err(format!("there is no unit with the number {}", unit.0));
    }
    let way = order.goes().map_or(&[][..], |(_, way)| way);
    match way.iter().find(|hex| !state.game.map().contains(**hex)) {
        Some(hex) => Err(format!("there is no hex {hex}")),
        None => Ok(order),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::table::Column;
    use crate::fixture::Lab;
    use crate::roster::UnitId;
    use crate::spelling::Acts;
    use crate::version_1::check;
    use crate::{Assault, HexAct, NapoleonAtWar};
    use game::{Fiat, Vocabulary as _};
    use hexes::Hex;
    use scenario::Side;

    fn state() -> State {
        Lab::new().units("F1@1005 F2@1006 E1@1007").state()
    }

    fn orders() -> Vec<(&'static str, Order)> {
        let (unit, other) = (UnitId(0), UnitId(1));
        let assault = Assault { attackers: vec![unit, other], defenders: vec![UnitId(2)], lowered: None };
        let lowered = Assault { lowered: Some(Column::TwoToOne), ..assault.clone() };
        vec![
            (r#"{"Interchange":{"one":0,"other":1}}"#, Order::Interchange { one: unit, other }),
            (r#""Begin""#, Order::Begin),
            (
                r#"{"Move":{"unit":0,"path":[1006,1007]}}"#,
                Order::Move { unit, path: vec![Hex(1006), Hex(1007)] },
            ),
            (r#"{"TakeBack":{"unit":0,"consent":null}}"#, Order::TakeBack { unit, consent: None }),
            (r#"{"TakeBack":{"unit":0,"consent":1}}"#, Order::TakeBack { unit, consent: Some(Side(1)) }),
            (r#""EndMovement""#, Order::EndMovement),
            (r#""Reopen""#, Order::Reopen),
            (r#""Counterattack""#, Order::Counterattack),
            (
                r#"{"Declare":{"assaults":[{"attackers":[0,1],"defenders":[2]}]}}"#,
                Order::Declare { assaults: vec![assault.clone()] },
            ),
            (r#"{"Attack":{"attackers":[0,1],"defenders":[2]}}"#, Order::Attack(assault)),
            (r#"{"Attack":{"attackers":[0,1],"defenders":[2],"lowered":"2-1"}}"#, Order::Attack(lowered)),
            (r#"{"Exchange":{"lost":[0]}}"#, Order::Exchange { lost: vec![unit] }),
            (r#"{"Retreat":{"unit":0,"way":[1006]}}"#, Order::Retreat { unit, way: vec![Hex(1006)] }),
            (r#"{"Advance":{"unit":0,"to":1006}}"#, Order::Advance { unit, to: Hex(1006) }),
            (r#""Decline""#, Order::Decline),
            (r#""EndCombat""#, Order::EndCombat),
        ]
    }

    fn acts() -> Vec<(&'static str, HexAct)> {
        let unit = "f1".to_owned();
        vec![
            (r#"{"Place":{"unit":"f1","hex":1006}}"#, HexAct::Place { unit: unit.clone(), hex: Hex(1006) }),
            (r#"{"Strength":{"unit":"f1","points":3}}"#, HexAct::Strength { unit: unit.clone(), points: 3 }),
            (r#"{"Remove":{"unit":"f1"}}"#, HexAct::Remove { unit }),
            (r#"{"Turn":{"turn":4}}"#, HexAct::Turn { turn: 4 }),
            (
                r#"{"Option":{"id":"declaration","value":"up-front"}}"#,
                HexAct::Option { id: "declaration".into(), value: "up-front".into() },
            ),
        ]
    }

    #[test]
    fn every_order_is_read_and_written_as_version_1_wrote_it() {
        let state = state();
        let fiats = acts().into_iter().map(|(json, act)| {
            let json = format!(r#"{{"Fiat":{{"act":{json},"reason":"So it was.","clause":"naw:5.0"}}}}"#);
            (json, Order::Fiat(Fiat { act, reason: "So it was.".into(), clause: Some("naw:5.0".into()) }))
        });
        let orders: Vec<(String, Order)> =
            orders().into_iter().map(|(json, order)| (json.to_owned(), order)).chain(fiats).collect();
        check::<NapoleonAtWar>(&state, &orders, Acts::VERBS);
    }

    #[test]
    fn a_number_that_names_nothing_is_told() {
        let fault = |json: &str| order(&state(), json).expect_err("nobody has this number");
        assert_eq!(fault(r#"{"Exchange":{"lost":[0,9]}}"#), "there is no unit with the number 9");
        for json in [
            r#"{"Move":{"unit":0,"path":[1006,0]}}"#,
            r#"{"Retreat":{"unit":0,"way":[0]}}"#,
            r#"{"Advance":{"unit":0,"to":0}}"#,
        ] {
            assert_eq!(fault(json), "there is no hex 0000");
        }
        assert_eq!(fault(r#"{"Move":{"unit":0,"path":[4001]}}"#), "there is no hex 4001");
        assert!(fault(r#""Charge""#).contains("unknown variant `Charge`"));
    }
}
