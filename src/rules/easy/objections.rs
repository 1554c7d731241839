//! Objections of these rules to a battle that is otherwise sound: stands of unintended size, batteries above their starting
//! strength, too many chits, commands without a general.
//!
//! Clauses: `easy:I.A.1`, `easy:II.A.1`, `easy:II.A.2.2`, `easy:III.C-sp`.

use scenario::army::{Arm, Command, Stand};
use scenario::{Scenario, Side, TableObjection, TableSubject};

/// Number of chits of a side beyond which drawing them gets slow (`easy:II.A.1`).
const MANY_CHITS: usize = 15;

/// All objections to this battle.
pub(super) fn of(scenario: &Scenario) -> Vec<TableObjection> {
    let stands = scenario.armies().flat_map(|(_, army)| army.stands());
    let sizes = stands.flat_map(|stand| [unusual_men(stand), strong_battery(stand)]).flatten();
    let chits = Side::BOTH.into_iter().filter_map(|side| many_chits(scenario, side));
    let leaderless = scenario.armies().flat_map(|(_, army)| &army.commands).filter_map(without_general);
    scenario.beyond_places().into_iter().chain(sizes).chain(chits).chain(leaderless).collect()
}

/// An objection that does not prevent play.
fn warning(about: TableSubject, message: String, help: String, clause: &'static str) -> TableObjection {
    TableObjection { about, message, help, clause: Some(clause), is_warning: true }
}

/// A stand of troops stands for a brigade or so (`easy:I.A.1`).
fn unusual_men(stand: &Stand) -> Option<TableObjection> {
    let (least, most) = match stand.arm {
        Arm::Infantry => (1500, 4000),
        Arm::LightCavalry | Arm::HeavyCavalry => (1000, 2500),
        _ => return None,
    };
    if stand.men == 0 || (least..=most).contains(&stand.men) {
        return None;
    }
    Some(warning(
        TableSubject::Cell(stand.id.clone(), "men"),
        format!("{} men is unusual for a stand of {}", stand.men, stand.arm.name()),
        format!("usual: {least} to {most}"),
        "easy:I.A.1",
    ))
}

/// A battery begins with the strength points of its arm (`easy:III.C-sp`). A journal begun with a stronger one can still be
/// opened.
fn strong_battery(stand: &Stand) -> Option<TableObjection> {
    let most = stand.arm.usual_strength();
    if !stand.arm.is_artillery() || stand.strength <= most {
        return None;
    }
    Some(warning(
        TableSubject::Cell(stand.id.clone(), "strength"),
        format!(
            "the stand \"{}\" has {} strength points: a battery begins with {most}",
            stand.id, stand.strength
        ),
        format!("give 1 to {most}"),
        "easy:III.C-sp",
    ))
}

/// Troops are in command within the range of their general; without one, never (`easy:II.A.2.2`).
fn without_general(command: &Command) -> Option<TableObjection> {
    let first = command.stands.iter().find(|stand| stand.arm.is_troops())?;
    let is_led = command.stands.iter().any(|stand| stand.arm == Arm::General);
    (!is_led).then(|| {
        warning(
            TableSubject::Piece(first.id.clone()),
            format!("{} has no general: none of its stands can take a range test", command.name),
            "add a general to it, or put its stands into the command of one".into(),
            "easy:II.A.2.2",
        )
    })
}

/// Every command that is always in play has its chit in the cup (`easy:II.A.1`).
fn many_chits(scenario: &Scenario, side: Side) -> Option<TableObjection> {
    let info = &scenario.sides[side.index()];
    let commands = info.armies.iter().flat_map(|army| &army.commands);
    let chits = commands.filter(|command| command.module().is_none()).count();
    (chits > MANY_CHITS).then(|| {
        warning(
            TableSubject::Side(side),
            format!("the side \"{}\" has {chits} chits", info.id),
            "12 to 15 a side play well: join small commands".into(),
            "easy:II.A.1",
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::Easy;
    use data::{InMemory, Overlay, Source};
    use game::Alone;
    use scenario::{Embedded, read};

    const BLUE: &str = "armies/first-steps-blue.ron";

    /// All that is told of the smallest battle with one thing in Blue's army written otherwise.
    fn told(from: &str, to: &str) -> Vec<String> {
        let text = Embedded.read(BLUE).unwrap();
        assert!(text.contains(from), "{from}");
        let upper = InMemory(BTreeMap::from([(BLUE.to_owned(), text.replacen(from, to, 1))]));
        let read = read("first-steps", &Overlay { upper, lower: Embedded }, &Alone::<Easy>::new());
        let faults = read.map_or_else(|faults| faults.0, |(_, warnings)| warnings);
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn odd_stands_and_many_chits_draw_warnings() {
        assert_eq!(told("men: 2400", "men: 2400"), [""; 0]);
        for (from, to, wanted) in [
            (
                "men: 2400",
                "men: 4500",
                "10:100: warning: 4500 men is unusual for a stand of infantry (easy:I.A.1) (usual: 1500 to 4000)",
            ),
            (
                "men: 1300",
                "men: 900",
                "18:107: warning: 900 men is unusual for a stand of heavy cavalry (easy:I.A.1) (usual: 1000 to 2500)",
            ),
            (
                "men: 210",
                "strength: 3",
                "14:114: warning: the stand \"B06\" has 3 strength points: a battery begins with 2 (easy:III.C-sp) (give 1 to 2)",
            ),
            (
                "men: 190",
                "added: 1",
                "20:13: warning: the stand \"B10\" has 3 strength points: a battery begins with 2 (easy:III.C-sp) (give 1 to 2)",
            ),
        ] {
            assert_eq!(told(from, to), [format!("{BLUE}:{wanted}")]);
        }
        let commands: String = (1..=14)
            .map(|number| format!("(id: \"x{number}\", name: \"X\", stands: [(id: \"X{number}\", name: \"X\", arm: Engineer)]),"))
            .collect();
        let told = told("commands: [", &format!("commands: [{commands}"));
        let chits = "has 16 chits (easy:II.A.1) (12 to 15 a side play well: join small commands)";
        let about =
            |told: &&String| told.starts_with("assets/scenarios/first-steps.ron:19:9: warning: the side");
        let said: Vec<_> = told.iter().filter(about).collect();
        assert!(said.len() == 1 && said[0].ends_with(chits), "{told:?}");
    }
}
