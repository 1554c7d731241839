//! A charge of battalions played to its end, its decisions taken as its odds take them.

use dice::Tray;
use epstein::odds::{End, Outcome, Reply, best_of, charge_laws, say, those_of};
use epstein::order::Order;
use epstein::pending::{Charge, ChargeEnd, ChargeStep, Pending};
use epstein::{Epstein, Event, GroupId, State, losses, reply, support};

use super::{Roller, after, judged};

/// A charge, or a decision in one; none for other orders.
pub fn roller<'s>(state: &'s State, order: &'s Order) -> Option<Roller<'s>> {
    let laws = charge_laws(state, order).expect("it is legal");
    let several = laws.len() > 1;
    let (reply, _) = best_of(laws)?;
    let who = those_of(state, order).expect("somebody charges somebody");
    let [by, on] = who.map(|group| state.say(group));
    let before = if several { format!("{on} {}: ", reply.words()) } else { String::new() };
    Some(Box::new(move |tray| format!("{before}{}", say(&outcome(state, order, who, reply, tray), &by, &on))))
}

/// Where a charge has come to, by its events.
struct Course {
    who: [GroupId; 2],
    end: End,
    step: Option<ChargeStep>,
}

impl Course {
    fn come_to(&mut self, charge: &Charge) {
        if let Some(met) = &charge.met {
            self.who[1] = met.group;
        }
        match charge.end {
            Some(ChargeEnd::ChargerWins) => self.end = End::ChargerWins,
            Some(ChargeEnd::DefenderWins) => self.end = End::DefenderWins,
            None => {}
        }
        self.step = Some(charge.step);
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::Began(Pending::Charge(charge)) | Event::Changed(Pending::Charge(charge)) => {
                self.come_to(charge);
            }
            Event::MoraleRolled { group, holds: false, .. } if *group == self.who[0] => {
                self.end = End::ChargerRouts;
            }
            Event::MoraleRolled { holds: false, .. } => self.end = End::DefenderRouts,
            // Who wins is said next; where nobody does, both fall back.
            Event::Melee { .. } => self.end = End::FallBack,
            _ => {}
        }
    }
}

fn outcome(start: &State, order: &Order, who: [GroupId; 2], reply: Reply, tray: &mut dyn Tray) -> Outcome {
    let mut course = Course { who, end: End::Unopposed, step: None };
    if let Some(Pending::Charge(charge)) =
        start.pending.iter().rev().find(|pending| matches!(pending, Pending::Charge(_)))
    {
        course.come_to(charge);
    }
    let mut state = start.clone();
    let mut next = Some(order.clone());
    while let Some(order) = next {
        let events = judged::<Epstein>(&state, &order, tray);
        events.iter().for_each(|event| course.hear(event));
        state = after::<Epstein>(&state, &events);
        next = follows(&state, reply);
    }
    if course.step == Some(ChargeStep::Fired) && course.end != End::ChargerRouts {
        course.end = End::BreaksOff;
    }
    Outcome { end: course.end, figures: course.who.map(|group| state.figures(group)) }
}

/// The next decision in the charge that waits; none: it is over.
fn follows(state: &State, reply: Reply) -> Option<Order> {
    if !matches!(state.pending.last(), Some(Pending::Charge(_) | Pending::Losses(_))) {
        return None;
    }
    match state.waits()? {
        Pending::Charge(charge) if charge.step == ChargeStep::Answer => {
            let met = charge.met.as_ref().map_or(charge.target, |met| met.group);
            let how = reply.of(&reply::answers(state, &charge));
            Some(Order::Answer { unit: state.key(met), how, at: None })
        }
        Pending::Charge(charge) => {
            let units = support::of_defence(state, &charge).into_iter().map(|group| state.key(group));
            Some(Order::Support { units: units.collect() })
        }
        other => stay_or_place(state, &other),
    }
}

/// Losses are placed the first way, and leaders stay; none: this is no such decision.
pub fn stay_or_place(state: &State, pending: &Pending) -> Option<Order> {
    match pending {
        Pending::Losses(lost) => {
            let way = losses::ways(state, lost).swap_remove(0);
            let share = |(stand, count)| (state.game.stand(stand).key.clone(), u32::from(count));
            Some(Order::PlaceLosses {
                unit: state.key(lost.of),
                losses: way.into_iter().map(share).collect(),
            })
        }
        Pending::Follow(following) => Some(Order::Stay { leader: state.key(following.leader) }),
        Pending::Shot(_)
        | Pending::Charge(_)
        | Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Risk(_)
        | Pending::Flames(_) => None,
    }
}
