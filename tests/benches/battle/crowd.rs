//! Three hundred stands of troops and their generals at close quarters: not copies of a drawing, but stands with zones and rules.

use std::fmt::Write as _;

use easy::Position;
use easy::{Easy, Order, State, reach};
use game::RuleSet;
use table::Pose;

use super::tally::{Print, Tally};

/// Stands of troops of one side, in three lines.
const STANDS: usize = 150;

/// Stands of a command.
const COMMAND: usize = 15;

/// Both sides face to face four inches apart; the middle command of one side is at its moves.
pub fn state() -> State {
    let mut stands = String::new();
    let mut listed = Vec::new();
    for (side, sign) in [("red", -1.0_f32), ("blue", 1.0)] {
        let heading = if sign < 0.0 { 0.0 } else { 180.0 };
        for index in 0..STANDS {
            let (column, line) = (index / 3, index % 3);
            let (x, y) = (4.0 + column as f32 * 2.45, 30.0 + sign * (3.0 + line as f32 * 2.6));
            let command = index / COMMAND;
            let arm = match index % COMMAND {
                3 | 9 => "FootArtillery",
                14 => "LightCavalry",
                _ => "Infantry",
            };
            // Hands do not set them down in line.
            let askew = ((index * 7) % 5) as f32 - 2.0;
            writeln!(
                stands,
                r#"(id: "{side}{index}", side: "{side}", command: "{side}-{command}", arm: {arm}, at: ({x}, {y}, {})),"#,
                (heading + askew).rem_euclid(360.0)
            )
            .expect("text can be written");
            if side == "red" && command == STANDS / COMMAND / 2 {
                listed.push(format!("{side}{index}"));
            }
        }
        for command in 0..STANDS / COMMAND {
            let (x, y) = (6.5 + command as f32 * 12.25, 30.0 + sign * 12.0);
            writeln!(
                stands,
                r#"(id: "{side}-g{command}", side: "{side}", command: "{side}-{command}", arm: General, at: ({x}, {y}, {heading})),"#
            )
            .expect("text can be written");
        }
    }
    let commands: String = ["red", "blue"]
        .into_iter()
        .flat_map(|side| {
            (0..STANDS / COMMAND).map(move |index| format!(r#"(id: "{side}-{index}", side: "{side}"),"#))
        })
        .collect();
    let listed = listed.iter().map(|id| format!("{id:?}")).collect::<Vec<_>>().join(",");
    let text = format!(
        r#"(table: (130, 60), commands: [{commands}], stands: [{stands}], active: (command: "red-{}", stands: [{listed}]))"#,
        STANDS / COMMAND / 2
    );
    let options = data::ron_options();
    let position: Position = options.from_str(&text).expect("the position reads");
    position.set_up().expect("the position is sound")
}

pub fn run() {
    let state = state();
    let due = Easy::due(&state);
    let movers: Vec<_> = due
        .offers
        .iter()
        .filter_map(|offer| match offer.order {
            Order::Move { stand, .. } => Some(stand),
            _ => None,
        })
        .collect();
    assert!(
        state.on_table().count() == 2 * (STANDS + STANDS / COMMAND) && movers.len() > 5,
        "{} may move",
        movers.len()
    );
    let mut tallies = [
        Tally::new("due, 300 stands", None),
        Tally::new("reach, 300 stands", None),
        Tally::new("plan, 300 stands", None),
        Tally::new("threat, 300 stands", None),
    ];
    let [due, reach, plan, threat] = &mut tallies;
    let at = || "the middle of the line".to_owned();
    for _ in 0..20 {
        due.ask(at, || Easy::due(&state), Print::of);
    }
    for stand in movers {
        let start = state.pose(stand).expect("who may move is on the table");
        let at = || state.say(stand);
        reach.ask(
            at,
            || reach::reach(&state, stand, start.heading).expect("it is on the table"),
            super::games::print_reach,
        );
        for (ahead, aside, turn) in [(1.0, 0.0, 0.0), (-3.0, 2.0, 0.5), (3.5, 0.5, 0.3), (-20.0, 4.0, 3.0)] {
            let (right, forward) = (start.heading.right(), start.heading.forward());
            let goal = Pose::new(start.at + forward * ahead + right * aside, start.heading.turned(turn));
            plan.ask(at, || reach::plan(&state, stand, goal).expect("it is on the table"), Print::of);
            threat.ask(at, || reach::threat(&state, stand, goal), Print::of);
        }
    }
    tallies.iter_mut().for_each(Tally::tell);
}
