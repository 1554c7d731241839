//! Orders in journals of version 1: serde's derived form of [`Order`], with stands and commands as numbers of the roster.
//!
//! A game begun in version 1 goes on in it, so this form is still written: one type reads and writes it. Nothing else uses it:
//! everywhere else an order is spelled by its verb. The form is frozen: sides are 0 and 1, ways in inches and radians, headings
//! in degrees. A change to an order's shape must keep the old one for serde; the test below has every order and every act as
//! version 1 wrote them.

use super::order::Order;
use super::roster::{CommandId, StandId};
use super::state::State;

/// The order that version 1 wrote as `json`, given in this state. Numbers are those of the roster of the moment, for units
/// are founded in a game (`easy:V.A`, `easy:V.C`).
///
/// # Errors
///
/// If part of it cannot be read, or a number names nothing in this game.
pub fn order(state: &State, json: &str) -> Result<Order, String> {
    let order: Order = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let roster = state.roster();
    let stand = order.stands().into_iter().find(|id| id.index() >= roster.stands.len());
    let command = order.command().filter(|id| id.index() >= roster.commands.len());
    match (stand, command) {
        (Some(StandId(number)), _) => Err(format!("there is no stand with the number {number}")),
        (None, Some(CommandId(number))) => Err(format!("there is no command with the number {number}")),
        (None, None) => Ok(order),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engineers::task::Task;
    use crate::fixture::{Fixture, at};
    use crate::ground::GroundChange;
    use crate::spelling::Acts;
    use crate::version_1::check;
    use crate::{Bridging, Easy, Fiat, FiatAct, Reaction, Taking};
    use game::Vocabulary as _;
    use scenario::Side;
    use scenario::army::Arm;
    use table::{Heading, Leg, Path, Pose, Vec2};

    const ONE: StandId = StandId(0);
    const OTHER: StandId = StandId(2);
    const OURS: CommandId = CommandId(0);

    fn state() -> State {
        let field = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0));
        let field = field.ours(Arm::Infantry, at(5.0, 0.0, 0.0));
        field.theirs(Arm::Infantry, at(0.0, 9.0, 180.0)).state().0
    }

    fn pose() -> Pose {
        Pose::at(1.5, 2.0, 90.0)
    }

    fn path() -> Path {
        let pivot = Vec2::new(0.5, -0.5);
        Path { legs: vec![Leg::Slide(Vec2::new(0.0, 2.5)), Leg::Turn { pivot, angle: 0.25 }] }
    }

    /// Every order but those of the referee, as version 1 wrote it.
    fn orders() -> Vec<(&'static str, Order)> {
        let (stand, stands, pose, path) = (ONE, vec![ONE, StandId(1)], pose(), path());
        let shares = vec![(OTHER, 2)];
        vec![
            (r#""RollWeather""#, Order::RollWeather),
            (r#""RollAmmunition""#, Order::RollAmmunition),
            (r#""Draw""#, Order::Draw),
            (r#"{"Rally":{"stand":0,"pose":{"at":[1.5,2.0],"heading":90.0}}}"#, Order::Rally { stand, pose }),
            (
                r#"{"MoveGeneral":{"path":{"legs":[{"Slide":[0.0,2.5]},{"Turn":{"pivot":[0.5,-0.5],"angle":0.25}}]}}}"#,
                Order::MoveGeneral { path: path.clone() },
            ),
            (r#"{"Pick":{"command":0}}"#, Order::Pick { command: OURS }),
            (r#"{"Attach":{"stands":[0,1],"to":0}}"#, Order::Attach { stands: stands.clone(), to: OURS }),
            (
                r#"{"Form":{"name":"Guns","stands":[0,1],"pose":{"at":[1.5,2.0],"heading":90.0}}}"#,
                Order::Form { name: "Guns".into(), stands: stands.clone(), pose },
            ),
            (
                r#"{"Post":{"command":0,"pose":{"at":[1.5,2.0],"heading":90.0}}}"#,
                Order::Post { command: OURS, pose },
            ),
            (r#""RollStands""#, Order::RollStands),
            (r#"{"Activate":{"stands":[0,1]}}"#, Order::Activate { stands }),
            (
                r#"{"Enter":{"stand":0,"along":-1.5,"path":{"legs":[{"Slide":[0.0,2.5]},{"Turn":{"pivot":[0.5,-0.5],"angle":0.25}}]}}}"#,
                Order::Enter { stand, along: -1.5, path: path.clone() },
            ),
            (
                r#"{"React":{"battery":0,"reaction":"Evade"}}"#,
                Order::React { battery: stand, reaction: Reaction::Evade },
            ),
            (
                r#"{"React":{"battery":0,"reaction":"Fire"}}"#,
                Order::React { battery: stand, reaction: Reaction::Fire },
            ),
            (
                r#"{"React":{"battery":0,"reaction":"Stand"}}"#,
                Order::React { battery: stand, reaction: Reaction::Stand },
            ),
            (r#"{"Square":{"stand":0,"form":false}}"#, Order::Square { stand, form: false }),
            (r#"{"OpeningFire":{"enemy":2}}"#, Order::OpeningFire { enemy: OTHER }),
            (r#"{"Continue":{"stand":0}}"#, Order::Continue { stand }),
            (r#"{"Withdraw":{"stand":0,"path":{"legs":[]}}}"#, Order::Withdraw { stand, path: Path::stay() }),
            (
                r#"{"Move":{"stand":0,"path":{"legs":[{"Slide":[0.0,2.5]},{"Turn":{"pivot":[0.5,-0.5],"angle":0.25}}]}}}"#,
                Order::Move { stand, path },
            ),
            (r#"{"Bridge":{"train":0,"how":"Build"}}"#, Order::Bridge { train: stand, how: Bridging::Build }),
            (r#"{"Bridge":{"train":0,"how":"Stop"}}"#, Order::Bridge { train: stand, how: Bridging::Stop }),
            (
                r#"{"Take":{"stand":0,"wagon":2,"how":"Capture"}}"#,
                Order::Take { stand, wagon: OTHER, how: Taking::Capture },
            ),
            (
                r#"{"Take":{"stand":0,"wagon":2,"how":"Destroy"}}"#,
                Order::Take { stand, wagon: OTHER, how: Taking::Destroy },
            ),
            (r#"{"Fire":{"battery":0,"target":2}}"#, Order::Fire { battery: stand, target: OTHER }),
            (r#""EndMoves""#, Order::EndMoves),
            (r#"{"Declare":{"attacks":[[0,2]]}}"#, Order::Declare { attacks: vec![(ONE, OTHER)] }),
            (r#"{"Resolve":{"combat":3}}"#, Order::Resolve { combat: 3 }),
            (
                r#"{"PlaceHits":{"shooter":0,"hits":[[2,2]]}}"#,
                Order::PlaceHits { shooter: stand, hits: shares.clone() },
            ),
            (r#"{"Split":{"attacker":0,"dice":[[2,2]]}}"#, Order::Split { attacker: stand, dice: shares }),
            (r#"{"Retreat":{"stand":0,"direction":null}}"#, Order::Retreat { stand, direction: None }),
            (
                r#"{"Retreat":{"stand":0,"direction":270.0}}"#,
                Order::Retreat { stand, direction: Some(Heading::from_degrees(270.0)) },
            ),
            (
                r#"{"Work":{"engineer":0,"task":{"Bridge":{"over":"R1","at":[1.5,2.0]}}}}"#,
                Order::Work { engineer: stand, task: Task::Bridge { over: "R1".into(), at: pose.at } },
            ),
            (
                r#"{"Work":{"engineer":0,"task":{"Destroy":{"bridge":"B1"}}}}"#,
                Order::Work { engineer: stand, task: Task::Destroy { bridge: "B1".into() } },
            ),
            (
                r#"{"Work":{"engineer":0,"task":{"Earthworks":{"at":{"at":[1.5,2.0],"heading":90.0}}}}}"#,
                Order::Work { engineer: stand, task: Task::Earthworks { at: pose } },
            ),
            (r#"{"Join":{"engineer":0,"host":1}}"#, Order::Join { engineer: stand, host: StandId(1) }),
            (r#"{"Spare":{"host":0,"hits":2}}"#, Order::Spare { host: stand, hits: 2 }),
            (r#""Finish""#, Order::Finish),
        ]
    }

    /// Every act of the referee, as version 1 wrote it.
    fn acts() -> Vec<(&'static str, FiatAct)> {
        let (stand, pose) = ("S00".to_owned(), pose());
        let built = GroundChange::BridgeBuilt { over: "R1".into(), at: pose.at };
        vec![
            (
                r#"{"Place":{"stand":"S00","pose":{"at":[1.5,2.0],"heading":90.0}}}"#,
                FiatAct::Place { stand: stand.clone(), pose },
            ),
            (
                r#"{"Strength":{"stand":"S00","points":3}}"#,
                FiatAct::Strength { stand: stand.clone(), points: 3 },
            ),
            (r#"{"Remove":{"stand":"S00"}}"#, FiatAct::Remove { stand: stand.clone() }),
            (
                r#"{"BringBack":{"stand":"S00","pose":{"at":[1.5,2.0],"heading":90.0},"points":3}}"#,
                FiatAct::BringBack { stand: stand.clone(), pose, points: 3 },
            ),
            (r#"{"Award":{"side":1,"points":-2}}"#, FiatAct::Award { side: Side(1), points: -2 }),
            (r#"{"Turn":{"turn":4}}"#, FiatAct::Turn { turn: 4 }),
            (
                r#"{"Option":{"id":"opt-squares","value":"on"}}"#,
                FiatAct::Option { id: "opt-squares".into(), value: "on".into() },
            ),
            (r#"{"Square":{"stand":"S00","on":true}}"#, FiatAct::Square { stand: stand.clone(), on: true }),
            (r#"{"Routed":{"stand":"S00","on":true}}"#, FiatAct::Routed { stand: stand.clone(), on: true }),
            (
                r#"{"Ammunition":{"army":"army-0","chits":7}}"#,
                FiatAct::Ammunition { army: "army-0".into(), chits: 7 },
            ),
            (
                r#"{"Work":{"engineer":"S00","task":null,"left":0}}"#,
                FiatAct::Work { engineer: stand.clone(), task: None, left: 0 },
            ),
            (
                r#"{"Work":{"engineer":"S00","task":{"Destroy":{"bridge":"B1"}},"left":2}}"#,
                FiatAct::Work {
                    engineer: stand.clone(),
                    task: Some(Task::Destroy { bridge: "B1".into() }),
                    left: 2,
                },
            ),
            (r#"{"Ground":{"BridgeBuilt":{"over":"R1","at":[1.5,2.0]}}}"#, FiatAct::Ground(built)),
            (
                r#"{"Ground":{"BridgeDestroyed":{"bridge":"B1"}}}"#,
                FiatAct::Ground(GroundChange::BridgeDestroyed { bridge: "B1".into() }),
            ),
            (
                r#"{"Ground":{"Earthworks":{"at":{"at":[1.5,2.0],"heading":90.0}}}}"#,
                FiatAct::Ground(GroundChange::Earthworks { at: pose }),
            ),
            (
                r#"{"Ground":{"Levelled":{"works":"E1"}}}"#,
                FiatAct::Ground(GroundChange::Levelled { works: "E1".into() }),
            ),
            (r#"{"Side":{"stand":"S00","side":1}}"#, FiatAct::Side { stand, side: Side(1) }),
            // Acts that came after version 1.
            (r#"{"Chit":{"command":"late"}}"#, FiatAct::Chit { command: "late".into() }),
        ]
    }

    #[test]
    fn every_order_is_read_and_written_as_version_1_wrote_it() {
        let state = state();
        let fiats = acts().into_iter().map(|(json, act)| {
            let json = format!(r#"{{"Fiat":{{"act":{json},"reason":"So it was."}}}}"#);
            (json, Order::Fiat(Fiat { act, reason: "So it was.".into(), clause: None }))
        });
        let orders: Vec<(String, Order)> =
            orders().into_iter().map(|(json, order)| (json.to_owned(), order)).chain(fiats).collect();
        check::<Easy>(&state, &orders, Acts::VERBS);
        let argued = r#"{"Fiat":{"act":{"Turn":{"turn":4}},"reason":"","clause":"easy:II.B"}}"#;
        let fiat =
            Fiat { act: FiatAct::Turn { turn: 4 }, reason: String::new(), clause: Some("easy:II.B".into()) };
        assert_eq!(order(&state, argued), Ok(Order::Fiat(fiat)));
    }

    #[test]
    fn a_number_that_names_nothing_is_told() {
        let state = state();
        let fault = |json: &str| order(&state, json).expect_err("nobody has this number");
        assert_eq!(fault(r#"{"Activate":{"stands":[0,9]}}"#), "there is no stand with the number 9");
        assert_eq!(
            fault(r#"{"Take":{"stand":0,"wagon":7,"how":"Capture"}}"#),
            "there is no stand with the number 7"
        );
        assert_eq!(fault(r#"{"Attach":{"stands":[0],"to":5}}"#), "there is no command with the number 5");
        assert!(fault(r#"{"Charge":{"stand":0}}"#).contains("unknown variant `Charge`"));
    }
}
