//! What is still owed in the combat phase, by whom and upon whom, as data and in words (`cb:6c`, `cb:9c`).

use serde::Serialize;

use crate::rules::casus_belli::order::Assault;
use crate::rules::casus_belli::refusal::{Code, Refusal};
use crate::rules::casus_belli::roster::UnitId;
use crate::rules::casus_belli::state::State;
use crate::scenario::UnitSet;

use super::advance::check_defenders_advance;
use super::graph::Graph;
use super::phase::{CombatPhase, Step};

/// A unit that has to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwesAttack {
    pub unit: UnitId,
    /// Whom it touches and may attack; of guns those who hold them (`cb:9c`).
    pub targets: Vec<UnitId>,
    /// Those of them who are owed an attack and whom nobody else can attack: where there are several, it attacks them together.
    pub alone: Vec<UnitId>,
}

/// An enemy that has to be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwaitsAttack {
    pub unit: UnitId,
    /// Who touches it and still has its attack, batteries in its zone among them.
    pub by: Vec<UnitId>,
    /// Other guns that can hit it.
    pub guns: Vec<UnitId>,
}

/// All that is still owed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Owed {
    pub attackers: Vec<OwesAttack>,
    pub defenders: Vec<AwaitsAttack>,
    /// Duties that nobody can do any more; they bind nobody (`cb:7a2`, `cb:8a4`).
    pub lapsed: Vec<UnitId>,
}

impl Owed {
    /// What is owed at this moment.
    pub fn of(state: &State, phase: &CombatPhase) -> Self {
        let graph = Graph::of(state, phase);
        let mut owed = Self::default();
        for &unit in &phase.owing {
            let targets = graph.touched(unit);
            if !graph.owing.contains(unit) || targets.is_empty() {
                let done = phase.fought.contains(&unit) || state.hex(unit).is_none();
                owed.lapsed.extend(Some(unit).filter(|_| !done));
                continue;
            }
            let only = |enemy: &UnitId| {
                graph.touched(*enemy) == UnitSet::of(unit) && graph.alone_on(*enemy).is_empty()
            };
            let alone = targets.and(graph.owed).iter().filter(only).collect();
            owed.attackers.push(OwesAttack { unit, targets: targets.to_vec(), alone });
        }
        for &unit in &phase.owed {
            let (by, guns) = (graph.touched(unit), graph.alone_on(unit));
            if !graph.owed.contains(unit) || by.is_empty() && guns.is_empty() {
                let done = phase.attacked.contains(&unit) || state.hex(unit).is_none();
                owed.lapsed.extend(Some(unit).filter(|_| !done));
            } else {
                owed.defenders.push(AwaitsAttack { unit, by: by.to_vec(), guns: guns.to_vec() });
            }
        }
        owed.lapsed.sort_unstable();
        owed
    }

    /// What stays owed beside these combats, as if all of them had been fought where everybody stands now.
    pub fn beside(state: &State, phase: &CombatPhase, assaults: &[Assault]) -> Self {
        let mut after = phase.clone();
        for assault in assaults {
            after.fought.extend(&assault.by);
            after.attacked.extend(&assault.on);
        }
        Self::of(state, &after)
    }

    pub fn is_empty(&self) -> bool {
        self.attackers.is_empty() && self.defenders.is_empty()
    }

    /// Everything in words, a sentence each.
    pub fn words(&self, state: &State) -> Vec<String> {
        let say = |unit: UnitId| state.say(unit);
        let all = |units: &[UnitId]| units.iter().map(|unit| state.say(*unit)).collect::<Vec<_>>();
        let mut words = Vec::new();
        for one in &self.attackers {
            words.push(match (one.targets.as_slice(), one.alone.len()) {
                ([only], _) => format!("{} must join the attack on {}", say(one.unit), say(*only)),
                (_, 2..) => {
                    format!("{} must attack {} all together", say(one.unit), all(&one.alone).join(" and "))
                }
                (targets, _) => format!("{} must attack {}", say(one.unit), all(targets).join(" or ")),
            });
        }
        for one in &self.defenders {
            words.push(match (one.by.as_slice(), one.guns.as_slice()) {
                ([], guns) => {
                    format!("{} must be attacked, by guns alone: {}", say(one.unit), all(guns).join(" or "))
                }
                ([only], []) => format!("{} must be attacked: only {} can", say(one.unit), say(*only)),
                (by, guns) => {
                    let mut can = all(by);
                    can.extend(all(guns).into_iter().map(|gun| format!("{gun} (guns)")));
                    format!("{} must be attacked, by {}", say(one.unit), can.join(" or "))
                }
            });
        }
        words
    }
}

/// What has to be done before anything else in this phase; nothing where it waits for nobody (`cb:7c1`, `cb:8a1`, `cb:10e`).
pub fn check_finished(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    let refuse =
        |clause, fact: String, remedy: &str| Err(Refusal::new(Code::CombatOwed, clause, fact, remedy));
    if let Some(retreating) = &phase.retreating {
        let fact = format!("{} is on its way back", state.say(retreating.unit));
        return refuse("cb:8a1", fact, "Finish its retreat first");
    }
    if let Some(units) = &phase.withdrawing {
        let fact = format!("{} must withdraw", state.say_all(units));
        return refuse("cb:10e", fact, "Let those out of command withdraw");
    }
    let Some(fight) = &phase.fight else { return Ok(()) };
    match &fight.step {
        Step::Retreats { left, .. } if !left.is_empty() => {
            let fact = format!("{} must still retreat", state.say_all(left));
            refuse("cb:8a1", fact, "Finish the combat first")
        }
        Step::Retreats { .. } | Step::Advances { .. } | Step::Done => {
            check_defenders_advance(state, phase, fight)
        }
    }
}

/// May the combat phase end? Only when nothing that anybody can still do is owed (`cb:6c`).
///
/// An advance of the attacker, or a ranged battery's retreat, that nobody has asked for is let go with it.
pub fn may_close(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    check_finished(state, phase)?;
    let owed = Owed::of(state, phase);
    let own: Vec<UnitId> = owed.attackers.iter().map(|one| one.unit).collect();
    let enemy: Vec<UnitId> = owed.defenders.iter().map(|one| one.unit).collect();
    if own.is_empty() && enemy.is_empty() {
        return Ok(());
    }
    let mut parts = Vec::new();
    if !own.is_empty() {
        parts.push(format!("by {}", state.say_all(&own)));
    }
    if !enemy.is_empty() {
        parts.push(format!("upon {}", state.say_all(&enemy)));
    }
    let fact = format!("attacks are still owed {}", parts.join("; "));
    let hexes = own.iter().chain(&enemy).filter_map(|unit| state.hex(*unit));
    Err(Refusal::new(Code::CombatOwed, "cb:6c", fact, "Fight the combats that are owed first").at(hexes))
}
