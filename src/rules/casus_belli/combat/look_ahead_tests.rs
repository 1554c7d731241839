//! The look-ahead against brute force, over random phases (`cb:6c`, `cb:7a3`, `cb:7a4`, `cb:9c`).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fixture::Lab;
use crate::order::{Assault, Order};
use crate::roster::UnitId;
use crate::state::State;
use hexes::{HexKind, Mark};
use scenario::UnitSet;

use super::admit::admit;
use super::form::form;
use super::graph::Graph;
use super::owed;
use super::phase::CombatPhase;
use super::plans::{any_plan, singles};
use super::reach::{Part, part};
use super::tests::phase;

/// What has been done: attackers used, enemies attacked.
type Done = (UnitSet, UnitSet);

/// Enemies left unattacked who are owed an attack, then obliged units left idle.
type Left = (usize, usize);

/// Plain search over every well-formed combat, by those who judge a single one: it knows neither the graph nor the look-ahead.
struct Brute<'s> {
    state: &'s State,
    attackers: Vec<UnitId>,
    enemies: Vec<UnitId>,
    known: BTreeMap<Done, Left>,
}

impl<'s> Brute<'s> {
    fn new(state: &'s State) -> Self {
        let of = |own: bool| {
            let units = state.on_map().filter(|(unit, _)| (state.side(*unit) == state.phasing) == own);
            units.map(|(unit, _)| unit).collect::<Vec<_>>()
        };
        Self { state, attackers: of(true), enemies: of(false), known: BTreeMap::new() }
    }

    fn after(&self, done: Done) -> CombatPhase {
        let mut after = phase(self.state).clone();
        after.fought.extend(done.0.iter());
        after.attacked.extend(done.1.iter());
        after
    }

    /// Every well-formed combat after these. A battery whose holders have all been attacked by others has failed its duty, and does
    /// not go free for it (`cb:9c`).
    fn combats(&self, done: Done) -> Vec<Done> {
        let after = self.after(done);
        let left = |units: &[UnitId], gone: UnitSet| {
            units.iter().copied().filter(|unit| !gone.contains(*unit)).collect::<UnitSet>()
        };
        let (by, on) = (left(&self.attackers, done.0), left(&self.enemies, done.1));
        let mut combats = Vec::new();
        for attackers in by.subsets() {
            for enemies in on.subsets() {
                let shirks = attackers.iter().any(|unit| {
                    after.pinned.contains_key(&unit)
                        && !matches!(part(self.state, &after, unit, enemies), Part::Hand(_))
                });
                let assault = Assault { by: attackers.to_vec(), on: enemies.to_vec(), ..Assault::default() };
                if !shirks && form(self.state, &after, &assault).is_ok() {
                    combats.push((attackers, enemies));
                }
            }
        }
        combats
    }

    /// The best that can be come to from here.
    fn best(&mut self, done: Done) -> Left {
        if let Some(best) = self.known.get(&done) {
            return *best;
        }
        let phase = phase(self.state);
        let unattacked = phase.owed.iter().filter(|enemy| !done.1.contains(**enemy)).count();
        let idle = phase.owing.iter().filter(|unit| !done.0.contains(**unit)).count();
        let mut best = (unattacked, idle);
        for (by, on) in self.combats(done) {
            best = best.min(self.best((done.0.or(by), done.1.or(on))));
        }
        self.known.insert(done, best);
        best
    }
}

/// A small crowd with villages, woods, rivers, guns and units out of command.
fn random(rng: &mut ChaCha8Rng, options: &[(&str, &str)]) -> State {
    let mut spots: Vec<u16> = vec![2008, 2009, 2010, 2011, 2109, 2110, 2111, 1909, 1910, 2209, 2210];
    let mut lab = Lab::new();
    let mut written = String::new();
    for place in 0..7 {
        let spot = spots.swap_remove(rng.random_range(0..spots.len()));
        let arm = ["", "", "c", "g"][rng.random_range(0..4)];
        let side = if place < 4 { "F" } else { "E" };
        written.push_str(&format!("{arm}{side}{}@{spot} ", rng.random_range(1..6)));
        match rng.random_range(0..6) {
            0 => lab = lab.kind(spot, HexKind::Town),
            1 if arm.is_empty() => lab = lab.kind(spot, HexKind::Forest),
            _ => {}
        }
    }
    if rng.random_range(0..3) == 0 {
        lab = lab.side(2009, 2010, Mark::River).side(2110, 2010, Mark::River);
    }
    let lab = options.iter().fold(lab.units(&written), |lab, (id, value)| lab.option(id, value));
    let mut state = lab.state();
    for found in state.command.found.values_mut() {
        found.in_command = rng.random_range(0..5) > 0;
    }
    crate::fixture::give(&mut state, &Order::EndMovement, &[]);
    state
}

#[test]
fn the_look_ahead_is_the_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(1800);
    let all: [&[(&str, &str)]; 4] = [
        &[],
        &[("merge", "all-adjacent")],
        &[("mandatory", "strict")],
        &[("ooc-bombardment", "only-unowed"), ("merge", "all-adjacent")],
    ];
    let (mut refused, mut allowed) = (0, 0);
    for round in 0..48 {
        let state = random(&mut rng, all[round % all.len()]);
        let mut brute = Brute::new(&state);
        let nobody = (UnitSet::EMPTY, UnitSet::EMPTY);
        let best = brute.best(nobody);
        let lapsed = Graph::of(&state, phase(&state)).lapsed();
        assert_eq!((lapsed.unattacked.len(), lapsed.idle.len()), best, "round {round}");
        for (by, on) in brute.combats(nobody) {
            let assault = Assault { by: by.to_vec(), on: on.to_vec(), ..Assault::default() };
            let may = admit(&state, phase(&state), &assault).is_ok();
            assert_eq!(may, brute.best((by, on)) == best, "round {round}: {assault:?}");
            *(if may { &mut allowed } else { &mut refused }) += 1;
        }
        for one in singles(&state, phase(&state), 100).combats {
            assert!(admit(&state, phase(&state), &Assault::of(&one)).is_ok(), "round {round}: {one:?}");
        }
        let plan = any_plan(&state, phase(&state));
        assert!(owed::beside(&state, phase(&state), &plan).is_empty(), "round {round}: {plan:?}");
        let mut done = nobody;
        for one in plan {
            let step = (one.by.iter().collect::<UnitSet>(), one.on.iter().collect::<UnitSet>());
            assert!(brute.combats(done).contains(&step), "round {round}: {one:?}");
            done = (done.0.or(step.0), done.1.or(step.1));
        }
        assert_eq!(brute.best(done), best);
    }
    assert!(refused > 50 && allowed > 50, "{refused} refused, {allowed} allowed");
}
