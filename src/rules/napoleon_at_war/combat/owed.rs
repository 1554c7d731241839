//! What is still owed in the combat phase, by whom and upon whom, as data and in words (`naw:7.11`, `naw:7.12`, `naw:4.1.B`).

use serde::Serialize;

use crate::rules::napoleon_at_war::options::Declaration;
use crate::rules::napoleon_at_war::{Assault, Code, Refusal, State, UnitId};

use super::advance::check_defenders_advance;
use super::graph::Graph;
use super::phase::{CombatPhase, Step};
use super::plans;
use crate::scenario::UnitSet;

/// A unit that has to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwesAttack {
    pub unit: UnitId,
    /// Whom it touches and may attack.
    pub targets: Vec<UnitId>,
    /// Those of them that nobody else can attack, by hand or gun: where there are several, it attacks them together.
    pub alone: Vec<UnitId>,
}

/// An enemy that has to be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwaitsAttack {
    pub unit: UnitId,
    /// Who touches it and still has its attack.
    pub by: Vec<UnitId>,
    /// Guns that reach it.
    pub guns: Vec<UnitId>,
}

/// All that is still owed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Owed {
    pub attackers: Vec<OwesAttack>,
    pub defenders: Vec<AwaitsAttack>,
    /// Duties that nobody can do any more; they bind nobody.
    pub lapsed: Vec<UnitId>,
}

impl Owed {
    /// What is owed at this moment.
    pub fn of(state: &State, phase: &CombatPhase) -> Self {
        let graph = Graph::of(state, phase);
        let mut owed = Self::default();
        for unit in graph.owing.iter() {
            let targets = graph.touched(unit);
            if targets.is_empty() {
                owed.lapsed.push(unit);
                continue;
            }
            let only = |enemy: &UnitId| {
                graph.touched(*enemy) == UnitSet::of(unit) && graph.reached(*enemy).is_empty()
            };
            let alone = targets.iter().filter(only).collect();
            owed.attackers.push(OwesAttack { unit, targets: targets.to_vec(), alone });
        }
        for unit in graph.owed.iter() {
            let (by, guns) = (graph.touched(unit).to_vec(), graph.reached(unit).to_vec());
            if by.is_empty() && guns.is_empty() {
                owed.lapsed.push(unit);
            } else {
                owed.defenders.push(AwaitsAttack { unit, by, guns });
            }
        }
        owed.lapsed.sort_unstable();
        owed
    }

    /// What stays owed beside these combats, as if all of them had been fought where everybody stands now: what a declaration
    /// still lacks (`naw:7.0`).
    pub fn beside(state: &State, phase: &CombatPhase, assaults: &[Assault]) -> Self {
        let mut after = phase.clone();
        for assault in assaults {
            after.fought.extend(&assault.attackers);
            after.attacked.extend(&assault.defenders);
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
            let text = match (one.targets.as_slice(), one.alone.len()) {
                ([only], _) => format!("{} must join the attack on {}", say(one.unit), say(*only)),
                (_, 2..) => {
                    format!("{} must attack {} all together", say(one.unit), all(&one.alone).join(" and "))
                }
                (targets, _) => format!("{} must attack {}", say(one.unit), all(targets).join(" or ")),
            };
            words.push(text);
        }
        for one in &self.defenders {
            let text = match (one.by.as_slice(), one.guns.as_slice()) {
                ([], guns) => {
                    format!(
                        "{} can only be attacked by bombardment: {}",
                        say(one.unit),
                        all(guns).join(" or ")
                    )
                }
                ([only], []) => format!("{} must be attacked: only {} can", say(one.unit), say(*only)),
                (by, guns) => {
                    let mut can = all(by);
                    can.extend(all(guns).into_iter().map(|gun| format!("{gun} (bombarding)")));
                    format!("{} must be attacked, by {}", say(one.unit), can.join(" or "))
                }
            };
            words.push(text);
        }
        words
    }
}

/// May the combat phase end? Only when nothing that anybody can still do is owed (`naw:4.1.B`).
///
/// An advance, or a bombarder's retreat, that nobody has asked for is let go with it.
pub fn may_close(state: &State, phase: &CombatPhase) -> Result<(), Refusal> {
    if let Some(fight) = &phase.fight
        && fight.step.is_compulsory()
    {
        let (clause, fact) = match &fight.step {
            Step::Exchange => {
                ("naw:7.6-ex", "the attacker has to choose their losses in the exchange".into())
            }
            Step::Retreats { left, .. } => {
                ("naw:7.71", format!("{} must still retreat", state.say_all(left)))
            }
            Step::Advance | Step::Done { .. } => ("naw:7.0", "the last combat is not finished".into()),
        };
        return Err(Refusal::new(Code::CombatOwed, clause, fact, "Finish the combat first"));
    }
    if let Some(fight) = &phase.fight {
        check_defenders_advance(state, fight)?;
    }
    let graph_owed = Owed::of(state, phase);
    let mut units: Vec<UnitId> = graph_owed.attackers.iter().map(|one| one.unit).collect();
    units.extend(graph_owed.defenders.iter().map(|one| one.unit));
    if state.game.options.declaration == Declaration::UpFront
        && let Some(declared) = &phase.declared
    {
        // What dropped out of the declared combats binds nobody; what stands has to be fought.
        units = declared
            .iter()
            .filter_map(|assault| plans::standing(state, phase, assault))
            .flat_map(|formed| formed.attackers().chain(formed.defenders.clone()).collect::<Vec<_>>())
            .collect();
    }
    if units.is_empty() {
        return Ok(());
    }
    let (own, enemy): (Vec<UnitId>, Vec<UnitId>) =
        units.iter().partition(|unit| state.side(**unit) == state.phasing);
    let mut owed = Vec::new();
    if !own.is_empty() {
        owed.push(format!("by {}", state.say_all(&own)));
    }
    if !enemy.is_empty() {
        owed.push(format!("upon {}", state.say_all(&enemy)));
    }
    let fact = format!("attacks are still owed {}", owed.join("; "));
    let remedy = "Fight the combats that are owed first";
    let hexes = units.iter().filter_map(|unit| state.hex(*unit));
    Err(Refusal::new(Code::CombatOwed, "naw:4.1.B", fact, remedy).at(hexes))
}
