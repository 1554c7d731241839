//! A combat of brigades played until the beaten have gone back, each the computed way in the usual order.

use dice::Tray;
use easy::combat::change::Change;
use easy::combat::fight::Fight;
use easy::combat::fight::result::Verdict;
use easy::combat::progress;
use easy::movement::luck::Crossing;
use easy::odds::{CombatOutcome, Loss, fight_of_after, say_outcome};
use easy::roster::StandId;
use easy::state::{Place, State};
use easy::{Easy, Event, Order};

use super::{Roller, after, judged};

pub fn roller<'s>(state: &'s State, order: &'s Order) -> Roller<'s> {
    match fight_of_after(state, order, &[]).expect("it is legal") {
        Some(fight) => Box::new(move |tray| fought(state, order, &fight, tray).words(state)),
        None => {
            let crossing = Crossing::of(state, order);
            Box::new(move |tray| say_outcome(state, crossing.as_ref(), &judged::<Easy>(state, order, tray)))
        }
    }
}

fn fought(state: &State, order: &Order, fight: &Fight, tray: &mut dyn Tray) -> CombatOutcome {
    let events = judged::<Easy>(state, order, tray);
    let mut now = after::<Easy>(state, &events);
    let setup = fight.setup();
    let loss = |(index, stand): (usize, StandId)| {
        let (began, left) = (state.stand(stand).strength, now.stand(stand).strength);
        let attacker = index < usize::from(setup.attackers);
        Loss { stand, attacker, lost: began.saturating_sub(left), left }
    };
    let losses = setup.fighters.iter().map(|fighter| fighter.id).enumerate().map(loss).collect();
    let has_totals = events.iter().any(|event| matches!(event, Event::Combat(Change::Totals { .. })));
    let mut outcome = CombatOutcome {
        probability: 0.0,
        verdict: if has_totals { Verdict::Locked } else { Verdict::Parted },
        losses,
        back: Vec::new(),
        destroyed: Vec::new(),
        assumed: Vec::new(),
    };
    while let Some((stand, rout)) = goes_back(&now) {
        // What is said of the losers says who they are.
        outcome.verdict = Verdict::Beaten { attackers_lose: true, rout };
        let retreat = Order::Retreat { stand, direction: None };
        let events = judged::<Easy>(&now, &retreat, tray);
        now = after::<Easy>(&now, &events);
        let is_lost = matches!(now.stand(stand).place, Place::Eliminated { .. });
        if is_lost { &mut outcome.destroyed } else { &mut outcome.back }.push(stand);
    }
    outcome
}

/// The next of the beaten, and whether they rout.
fn goes_back(state: &State) -> Option<(StandId, bool)> {
    let (_, beaten) = progress::beaten(state)?;
    beaten.losers.first().map(|stand| (*stand, beaten.rout))
}
