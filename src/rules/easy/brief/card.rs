//! The card of an order: measurements, modifiers, throws, and possible results.
//!
//! Everything here comes from the rules; the views show it.

use std::collections::BTreeSet;

use crate::combat::declare;
use crate::combat::fight::Fight;
use crate::combat::fight::result::Verdict;
use crate::combat::fight::setup::Attack;
use crate::combat::progress::paused;
use crate::odds::{CombatOdds, Thrown, combat_outcomes_of, fight_of_after, odds_after, preview_contacts};
use crate::retreat::candidate::WhyNot;
use crate::retreat::{self, Fate, Trial};
use crate::rule_set::Easy;
use crate::state::Place;
use crate::{Event, Order, Refusal, StandId, State, generals};
use dice::{Answer, Process, Reading, Throw, Tray, TrayStop, TypedEntry};
use game::working::{Measured, Note};
use game::{
    Card, CardCombat, CardSide, CardThrow, CardWay, Chance, Chances, Clause, Odds, Remark, RuleSet, Ruling,
    Spot, Stop, WireRefusal, sentence,
};
use scenario::Side;
use table::Pose;
use table::tolerance::TOUCH;

/// The findings about an order, for its card and its sketch.
#[derive(Clone, Debug, Default)]
pub struct OrderFindings {
    pub title: String,
    pub notes: Vec<Note>,
    pub refusal: Option<Refusal>,
    /// Number of throws that it uses.
    pub thrown: usize,
    /// The next throw.
    pub throw: Option<Throw>,
    /// What that throw decides.
    pub stakes: String,
    /// The paths of stands before any dice: stand, poses.
    pub ways: Vec<(StandId, Vec<Pose>)>,
    /// Both sides of a combat: attackers, defenders.
    pub sides: Vec<CardSide>,
    /// The retreat of a beaten stand.
    pub retreat: Option<WayBack>,
    /// The places where a stand may rally, and the chosen one.
    pub rally: Option<Rallying>,
}

/// The retreat of a beaten stand, and the directions tried before.
#[derive(Clone, Debug)]
pub struct WayBack {
    pub stand: StandId,
    pub order: Order,
    pub name: String,
    pub rout: bool,
    /// The retreat as a sentence.
    pub words: String,
    /// Start and end; only the start if it is lost.
    pub poses: Vec<Pose>,
    pub destroyed: bool,
    /// The clause by which it goes this far, or is lost.
    pub clause: Clause,
    pub tried: Vec<Trial>,
}

/// Where a stand may rally.
#[derive(Clone, Debug)]
pub struct Rallying {
    pub stand: StandId,
    pub pose: Pose,
    pub places: Vec<Pose>,
}

impl OrderFindings {
    /// The card, without its chances.
    pub fn card(self, state: &State) -> Card {
        let way = |(stand, poses): (StandId, Vec<Pose>)| CardWay {
            piece: state.key(stand),
            places: poses.into_iter().map(Spot::pose).collect(),
        };
        let mut card = Card {
            title: self.title,
            notes: self.notes,
            refusal: self.refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            throw: self.throw,
            stakes: self.stakes,
            sides: self.sides,
            ways: self.ways.into_iter().map(way).collect(),
            ..Card::default()
        };
        if let Some(back) = self.retreat {
            // The title names the stand and how it goes.
            let (act, words) = (back.act(), back.words);
            let said = words.strip_prefix(&format!("{act} ")).map(str::to_owned);
            card.title.clone_from(&act);
            card.act = act;
            card.notes.push(Note::new(back.clause, said.unwrap_or(words)));
            card.ways.push(way((back.stand, back.poses)));
            // The chosen way is shown already; those tried before explain why.
            let barred = back.tried.into_iter().filter(|tried| tried.fate != Fate::Taken);
            let remark = |tried: Trial| Remark { words: tried.words, clause: Some(tried.clause) };
            card.tried = barred.map(remark).collect();
        }
        if let Some(rally) = self.rally {
            card.hints = vec![rally.hint()];
            card.ways.push(way((rally.stand, vec![rally.pose])));
        }
        card
    }
}

impl WayBack {
    /// The text of its button.
    fn act(&self) -> String {
        let verb = match (self.destroyed, self.rout) {
            (true, _) => "is removed",
            (false, true) => "routs",
            (false, false) => "retreats",
        };
        format!("{} {verb}", self.name)
    }
}

impl Rallying {
    fn hint(&self) -> String {
        match self.places.len() {
            0 => "No other place beside the general with this front; Q and E turn the stand".to_owned(),
            1 => "One place beside the general is open; click it, or turn the stand with Q and E".to_owned(),
            count => {
                format!(
                    "{count} places beside the general are open: click where it shall stand, Q and E turn it"
                )
            }
        }
    }
}

type Judgement = Result<Ruling<Event>, Stop<Refusal>>;

/// A tray with the lowest, or highest, result of every throw: shows what does not depend on the dice.
#[derive(Debug)]
struct Extreme {
    highest: bool,
    first: Option<Throw>,
}

impl Tray for Extreme {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if throw.dice > 0 && self.first.is_none() {
            self.first = Some(throw.clone());
        }
        let mut outcomes = throw.outcomes().into_iter();
        let answer = if self.highest { outcomes.next_back() } else { outcomes.next() };
        answer.map(|(answer, _)| answer).ok_or_else(|| TrayStop::Dry(Box::new(throw.clone())))
    }
}

/// The findings about an order after these throws: measurements, modifiers, refusal. Dice that this state does not need are
/// skipped. Its odds are computed separately.
pub fn findings(state: &State, order: &Order, thrown: &[TypedEntry]) -> OrderFindings {
    let mut card = OrderFindings { title: Easy::say_order(state, order), ..OrderFindings::default() };
    let (mut judged, mut first) = judge_at(state, order, thrown, false);
    let mut made = thrown;
    if matches!(judged, Err(Stop::BadDice(_))) {
        made = &[];
        (judged, first) = judge_at(state, order, made, false);
    }
    match judged {
        Ok(ruling) => match &first {
            None => {
                card.notes = ruling.working;
                card.ways = ways(state, &ruling.events);
            }
            Some(first) => card.notes = before_the_dice(state, order, made, ruling.working, first),
        },
        Err(Stop::Refused(refusal)) => card.refusal = Some(refusal),
        Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => {}
    }
    card.throw = first;
    if let Some(begun) = fight_of_after(state, order, &[]).ok().flatten() {
        let after = fight_of_after(state, order, thrown).ok().flatten();
        card.thrown = if after.is_some() { thrown.len() } else { 0 };
        // A choice answered before its dice is done by then: the combat goes on.
        if card.thrown > 0
            && let Some((combat, _)) = paused(state)
        {
            card.title = Easy::say_order(state, &Order::Resolve { combat });
        }
        let fight = after.unwrap_or(begun);
        card.stakes = stakes(&fight);
        card.sides = sides(state, fight);
    } else if order.retreat().is_some() {
        card.retreat = way_back(state, order);
        // The retreat has a sentence of its own on the card, and the tries a table.
        let told = ["easy:III.D-dir", "easy:III.D.2", "easy:III.D.3", "easy:III.D.4", "easy:III.D.5"];
        card.notes.retain(|note| !told.contains(&note.clause));
    } else if let Some((stand, pose)) = order.rally() {
        let places = generals::rally_places(state, stand, pose.heading);
        // Every fifth, at ten degrees, is enough for drawing.
        let places = places.map(|found| found.open().step_by(5).collect()).unwrap_or_default();
        card.rally = Some(Rallying { stand, pose, places });
    } else {
        card.thrown = thrown.len();
    }
    card
}

/// Judges the order with these throws and all others at their lowest, or highest; returns the first of those others too.
fn judge_at(
    state: &State,
    order: &Order,
    thrown: &[TypedEntry],
    highest: bool,
) -> (Judgement, Option<Throw>) {
    let mut extreme = Extreme { highest, first: None };
    let judged = Easy::judge(state, order, &mut Thrown::then(thrown, &mut extreme));
    (judged, extreme.first)
}

/// The working that does not depend on coming dice: as far as the lowest and the highest throws agree.
fn before_the_dice(
    state: &State,
    order: &Order,
    thrown: &[TypedEntry],
    lowest: Vec<Note>,
    first: &Throw,
) -> Vec<Note> {
    let (highest, _) = judge_at(state, order, thrown, true);
    let highest = highest.map(|ruling| ruling.working).unwrap_or_default();
    let same = lowest.iter().zip(&highest).take_while(|(a, b)| a == b).count();
    let tells = |note: &Note| note.measured.is_some() || !note.modifiers.is_empty();
    // If no face can hit, both agree on the hits too, which must not be shown before the roll.
    lowest.into_iter().take(same).filter(|note| tells(note) || first.clause != note.clause).collect()
}

/// The paths of stands in these events.
fn ways(state: &State, events: &[Event]) -> Vec<(StandId, Vec<Pose>)> {
    let mut found = Vec::new();
    for event in events {
        if let Event::Placed { stand, pose, path, .. } = event {
            let Some(start) = state.pose(*stand) else { continue };
            let poses = path.as_ref().map_or_else(|| vec![start, *pose], |path| path.poses(start));
            found.push((*stand, poses));
        }
    }
    found
}

/// The measured lines of an order, refused or not; contacts need no line.
pub fn measured(card: &OrderFindings) -> Vec<Measured> {
    let refused = card.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref().cloned());
    let noted = card.notes.iter().filter_map(|note| note.measured.clone());
    noted.chain(refused).filter(|measured| measured.limit > 2.0 * TOUCH).collect()
}

/// The sums that the result die is added to: `3 and the die against 10 and the die`; empty for other dice.
fn stakes(fight: &Fight) -> String {
    let result = |throw: &Throw| throw.dice == 1 && !matches!(throw.reading, Reading::Hits(_));
    if !fight.wants().as_ref().is_some_and(result) || fight.forming().is_some() {
        return String::new();
    }
    match (fight.standing(), fight.attackers_total()) {
        (None, _) => String::new(),
        (Some(standing), None) => {
            format!("{} and the die against {} and the die", standing.attackers, standing.defenders)
        }
        (Some(standing), Some(total)) => format!("{total} against {} and the die", standing.defenders),
    }
}

/// Both sides of a combat that is pending or under way.
fn sides(state: &State, fight: Fight) -> Vec<CardSide> {
    let setup = fight.setup().clone();
    let attackers = usize::from(setup.attackers);
    let standing = fight.standing();
    let mut sides = vec![CardSide::default(), CardSide::default()];
    for (index, (fighter, left)) in setup.fighters.iter().zip(fight.strength()).enumerate() {
        let attacks = index < attackers;
        let side = &mut sides[usize::from(!attacks)];
        if side.title.is_empty() {
            let verb = if attacks { "attack" } else { "defend" };
            side.title = format!("{} {verb}", state.say_side(fighter.side));
            side.side = state.side_id(fighter.side);
        }
        let words = fighter_words(state, &fight, index, *left);
        side.pieces.push((state.say_short(fighter.id), words));
    }
    if let Some(standing) = standing {
        sides[0].total = Some(standing.attackers.into());
        sides[1].total = Some(standing.defenders.into());
    }
    let attacking = setup.fighters.first().map(|fighter| fighter.side);
    let rolled = fight.attackers_total();
    let (hits, result) = throws(fight);
    if let (Some(standing), Some(result)) = (standing, result) {
        let (a, d, die) = (standing.attackers, standing.defenders, result.sides);
        sides[0].result = match rolled {
            Some(total) => format!("Result: {total} against {d} and the die (d{die})"),
            None if hits.is_empty() => format!("Result: {a} and the die against {d} and the die (d{die})"),
            None => {
                format!(
                    "Result: {a} and the die against {d} and the die (d{die}), less what each still loses"
                )
            }
        };
    }
    for (by, throw) in hits {
        sides[usize::from(Some(by) != attacking)].throws.push(throw);
    }
    sides
}

/// A fighter in the combat: `3 of 7 sp, lost 4 so far, on the flank`.
fn fighter_words(state: &State, fight: &Fight, index: usize, left: u8) -> String {
    let setup = fight.setup();
    let (fighter, attacks) = (&setup.fighters[index], index < usize::from(setup.attackers));
    let mut words = format!("{left} of {} sp", state.unit(fighter.id).strength);
    let lost = fighter.strength.saturating_sub(left);
    if lost > 0 {
        words = format!("{words}, lost {lost} so far");
    }
    let edge = setup.attacks.iter().find(|attack| usize::from(attack.attacker) == index);
    if let Some(attack) = edge.filter(|_| attacks) {
        words = format!("{words}, on the {}", attack.edge.name());
    }
    if fighter.buildings {
        words.push_str(", in buildings");
    }
    if fight.in_squares(index as u8) {
        words.push_str(", in squares");
    }
    let covered = |attack: &Attack| usize::from(attack.defender) == index && attack.cover;
    if !attacks && setup.attacks.iter().any(covered) {
        words.push_str(", in cover");
    }
    words
}

/// The throws for hits if nobody loses anything on the way, in order; then the throw for the result.
fn throws(mut fight: Fight) -> (Vec<(Side, CardThrow)>, Option<Throw>) {
    let mut found = Vec::new();
    loop {
        while fight.decide_by_default().is_some() {}
        if fight.forming().is_some()
            && let Some(best) = fight.wants().and_then(|throw| throw.outcomes().into_iter().next_back())
        {
            // As if squares succeeded (`easy:VI.G.3`).
            fight.take(&best.0);
            continue;
        }
        let (Some(pending), Some(throw)) = (fight.pending(), fight.wants()) else {
            return (found, fight.wants());
        };
        found.push((
            pending.by,
            CardThrow {
                what: sentence(&pending.what),
                dice: pending.dice,
                hits_on: throw.lowest_hit(),
                modifiers: pending.modifiers,
                clause: pending.clause,
            },
        ));
        let Some((least, _)) = throw.outcomes().into_iter().next() else { return (found, None) };
        fight.take(&least);
    }
}

/// The retreat of a beaten stand by this order; `None` if it need not retreat.
pub fn way_back(state: &State, order: &Order) -> Option<WayBack> {
    let (stand, direction) = order.retreat()?;
    // Its owner may choose another direction than the computed one.
    let toward = direction.and_then(|direction| retreat::plan_toward(state, stand, direction).ok());
    let plan = toward.or_else(|| retreat::plan(state, stand))?;
    let (start, end) = (state.pose(stand)?, plan.end);
    let trials = plan.trials(state);
    let taken_by = trials.iter().find(|trial| trial.fate == Fate::Taken);
    let lost = |fate: Fate| matches!(fate, Fate::Barred(WhyNot::Touches(_) | WhyNot::StillTouches(_)));
    let barred_by = || trials.iter().find(|trial| lost(trial.fate)).or(trials.first());
    let clause = taken_by.or_else(barred_by).map_or("easy:III.D-dir", |trial| trial.clause);
    let name = state.say_short(stand);
    let verb = if plan.rout { "routs" } else { "retreats" };
    let mut poses = vec![start];
    let words = if plan.destroyed {
        let back = if plan.rallyable { "it may rally" } else { "it cannot rally" };
        format!("{name} {} and is removed; {back}", plan.why_lost())
    } else {
        poses.push(end);
        let stop = plan.taken().and_then(|index| plan.tried[index].stop.words(state));
        let stop = stop.map_or_else(String::new, |stop| format!(", {stop}"));
        let way =
            plan.direction.map_or_else(String::new, |way| format!(" {}", state.ground().way(start.at, way)));
        let gone = start.at.distance(end.at);
        // Shown only if it differs from the rule.
        let instead = if (gone - plan.distance).abs() < 0.005 {
            String::new()
        } else {
            format!(" instead of {:.2}", plan.distance)
        };
        format!("{name} {verb} {gone:.2} in{instead}{way}{stop}")
    };
    Some(WayBack {
        stand,
        order: order.clone(),
        name,
        rout: plan.rout,
        words,
        poses,
        destroyed: plan.destroyed,
        clause,
        tried: trials,
    })
}

/// The exact odds of an order after these throws; `None` if it is refused. `stopped`: checked between steps, stops the
/// computation.
pub fn weigh(
    state: &State,
    order: &Order,
    thrown: &[TypedEntry],
    stopped: &dyn Fn() -> bool,
) -> Option<Chances> {
    if stopped() {
        return None;
    }
    let mut weighed = match odds_after(state, order, thrown).ok()? {
        Odds::Listed(results) => Chances { results, ..Chances::default() },
        Odds::ByPiece(odds) => Chances { unlisted: Some(odds.words), ..Chances::default() },
        Odds::TooMany(words) => return Some(Chances { unlisted: Some(words), ..Chances::default() }),
    };
    if !stopped()
        && let Some(odds) = combat_outcomes_of(state, order, thrown)
    {
        weighed.ends = ends(&odds);
        let mut stands: Vec<StandId> = odds.fates.iter().map(|fate| fate.stand).collect();
        stands.sort_unstable();
        weighed.losses = stands
            .into_iter()
            .map(|stand| (state.say_short(stand), odds.expected_loss(stand), odds.chance_removed(stand)))
            .collect();
        weighed.points = odds.points.into_iter().filter(|points| !points.is_empty()).collect();
    }
    Some(weighed)
}

/// The possible ends of a combat, from the attackers' best to their worst.
fn ends(odds: &CombatOdds) -> Vec<Chance> {
    let ends = [
        ("The defenders rout", Verdict::Beaten { attackers_lose: false, rout: true }),
        ("The defenders retreat", Verdict::Beaten { attackers_lose: false, rout: false }),
        ("They stay locked", Verdict::Locked),
        ("None left in contact", Verdict::Parted),
        ("The attackers retreat", Verdict::Beaten { attackers_lose: true, rout: false }),
        ("The attackers rout", Verdict::Beaten { attackers_lose: true, rout: true }),
    ];
    ends.into_iter()
        .map(|(words, verdict)| Chance {
            result: words.to_owned(),
            probability: odds.chance_of_verdict(verdict),
        })
        .filter(|end| end.probability > 0.0)
        .collect()
}

/// The combats formed by these attacks.
pub fn combats(state: &State, attacks: &[(StandId, StandId)]) -> Vec<CardCombat> {
    let strength = |ids: BTreeSet<StandId>| -> u32 {
        let on_table = ids.into_iter().filter(|id| matches!(state.stand(*id).place, Place::Table(_)));
        on_table.map(|id| u32::from(state.stand(id).strength)).sum()
    };
    let combat = |(attacks, number): (Vec<(StandId, StandId)>, usize)| {
        let attackers = strength(attacks.iter().map(|(attacker, _)| *attacker).collect());
        let defenders = strength(attacks.iter().map(|(_, defender)| *defender).collect());
        CardCombat {
            title: format!("Combat {number}"),
            pairs: attacks.iter().map(|(one, other)| (state.key(*one), state.key(*other))).collect(),
            words: format!("{attackers} sp attack {defenders} sp"),
        }
    };
    declare::group(attacks).into_iter().zip(1..).map(combat).collect()
}

/// The possible ends of each of these combats.
pub fn forecasts(
    state: &State,
    attacks: &[(StandId, StandId)],
    stopped: &dyn Fn() -> bool,
) -> Option<Chances> {
    let mut combats = Vec::new();
    for attacks in declare::group(attacks) {
        if stopped() {
            return None;
        }
        // Empty if they are unknown.
        combats.push(preview_contacts(state, &attacks).map(|odds| ends(&odds)).unwrap_or_default());
    }
    Some(Chances { combats, ..Chances::default() })
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use dice::Typed;

    use super::*;

    /// A position written as in a case, after these orders with these dice.
    fn after(text: &str, orders: &[(Order, &[&[u16]])]) -> State {
        let options = data::ron_options();
        let position: Position = options.from_str(text).expect("the position reads");
        let mut state = position.set_up().expect("the position is sound");
        for (order, dice) in orders {
            let mut tray = Typed::faces(dice.iter().map(|faces| faces.to_vec()));
            let ruling = Easy::judge(&state, order, &mut tray).expect("the order is legal");
            ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        }
        state
    }

    fn named(state: &State, name: &str) -> StandId {
        state.roster().find_stand(name).expect("it is in the position")
    }

    const FLANKED: &str = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
            (id: "B", side: "red", command: "others", arm: Infantry, at: (0, 2.5, 180), sp: 5),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
        ],
        active: (command: "red"),
    )"#;

    fn declared() -> State {
        let start = after(FLANKED, &[]);
        let attacks = vec![(named(&start, "A"), named(&start, "D"))];
        after(FLANKED, &[(Order::EndMoves, &[]), (Order::Declare { attacks }, &[])])
    }

    #[test]
    fn a_combat_card_tells_both_sides_and_nothing_of_dice_not_thrown() {
        let state = declared();
        let card = findings(&state, &Order::Resolve { combat: 0 }, &[]);
        let [attack, defence] = &card.sides[..] else { panic!("there are two sides") };
        assert_eq!(attack.throws.iter().map(|throw| throw.dice).collect::<Vec<_>>(), [7]);
        assert_eq!(defence.throws.iter().map(|throw| throw.dice).collect::<Vec<_>>(), [5]);
        assert_eq!((attack.total, defence.total), (Some(7), Some(5)));
        assert!(card.notes.iter().all(|note| !note.text.contains("hits")), "{:?}", card.notes);
        assert_eq!(card.throw.map(|throw| throw.dice), Some(5), "the defenders throw first");
    }

    #[test]
    fn bars_of_losses_add_up_and_agree_with_the_mean() {
        let state = declared();
        let weighed =
            weigh(&state, &Order::Resolve { combat: 0 }, &[], &|| false).expect("a combat has odds");
        for (points, name) in weighed.points.iter().zip(["A", "D"]) {
            let sum: f64 = points.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
        }
        let mean: f64 =
            weighed.points[0].iter().zip(0_u32..).map(|(chance, lost)| chance * f64::from(lost)).sum();
        let told = weighed.losses.iter().find(|(name, ..)| name.ends_with('A')).expect("A may lose");
        // The attackers are never without a way back here, so nothing is added to what the dice take.
        assert!((mean - told.1).abs() < 1e-9, "{mean} and {}", told.1);
        let ends: f64 = weighed.ends.iter().map(|end| end.probability).sum();
        assert!((ends - 1.0).abs() < 1e-9);
    }

    #[test]
    fn once_dice_are_down_the_card_and_the_odds_say_how_the_combat_stands() {
        let state = declared();
        let order = Order::Resolve { combat: 0 };
        // Four of the attackers' seven points are lost at the first throw, of five dice.
        let hits = [TypedEntry::Count(4)];
        let card = findings(&state, &order, &hits);
        assert_eq!(card.thrown, 1);
        let [attack, defence] = &card.sides[..] else { panic!("there are two sides") };
        assert!(attack.pieces[0].1.starts_with("3 of 7 sp"), "{}", attack.pieces[0].1);
        assert_eq!(attack.throws.iter().map(|throw| throw.dice).collect::<Vec<_>>(), [3]);
        assert!(defence.throws.is_empty(), "the defenders have thrown");
        assert_eq!((attack.total, defence.total), (Some(3), Some(5)));

        let name_of = |weighed: &Chances, name: &str| {
            weighed.losses.iter().find(|(of, ..)| of.ends_with(name)).map(|(_, lost, _)| *lost)
        };
        let before = weigh(&state, &order, &[], &|| false).expect("a combat has odds");
        let now = weigh(&state, &order, &hits, &|| false).expect("it goes on");
        // Nothing more can befall the attackers but a rout, which takes nothing here.
        let lost = name_of(&now, "A").expect("A has lost");
        assert!((lost - 4.0).abs() < 1e-9, "{lost}");
        let attackers_win = |weighed: &Chances| -> f64 {
            weighed
                .ends
                .iter()
                .filter(|end| end.result.starts_with("The defenders"))
                .map(|end| end.probability)
                .sum()
        };
        assert!(attackers_win(&now) < attackers_win(&before));
        // The same position fought on by the rules comes out as the odds say, with every face of both result dice.
        let all = [TypedEntry::Count(4), TypedEntry::Faces(vec![1, 1, 1]), TypedEntry::Faces(vec![6])];
        let last = weigh(&state, &order, &all, &|| false).expect("one die is still to come");
        let stays = |face: u16| {
            let mut dice = all.to_vec();
            dice.push(TypedEntry::Faces(vec![face]));
            let ruling = Easy::judge(&state, &order, &mut Typed::new(dice)).expect("it is fought");
            ruling.working.iter().any(|note| note.clause == "easy:III.D.1")
        };
        let locked = (1..=6).filter(|face| stays(*face)).count() as f64 / 6.0;
        let told =
            last.ends.iter().find(|end| end.result == "They stay locked").map_or(0.0, |end| end.probability);
        assert!(locked > 0.0 && (told - locked).abs() < 1e-9, "{told} and {locked}");
        let sides = findings(&state, &order, &all).sides;
        assert_eq!(sides[0].result, "Result: 9 against 5 and the die (d6)");
        // Dice that this state does not ask for: then it is said how it stood before them.
        let card = findings(&state, &order, &[TypedEntry::Faces(vec![1; 9])]);
        assert_eq!((card.thrown, card.sides.len()), (0, 2));
    }

    #[test]
    fn a_way_back_tells_why_other_directions_are_barred() {
        let start = after(FLANKED, &[]);
        let attacks = vec![(named(&start, "A"), named(&start, "D"))];
        let dice: &[&[u16]] = &[&[1, 1, 1, 1, 1], &[5, 6, 1, 1, 1, 1, 1], &[1], &[1]];
        let state = after(
            FLANKED,
            &[
                (Order::EndMoves, &[]),
                (Order::Declare { attacks }, &[]),
                (Order::Resolve { combat: 0 }, dice),
            ],
        );
        let stand = named(&state, "D");
        let way = way_back(&state, &Order::Retreat { stand, direction: None }).expect("it is beaten");
        assert!(!way.destroyed && !way.rout, "{}", way.words);
        let first = way.tried.first().expect("something was tried");
        assert!(first.words.starts_with("straight away: it would touch"), "{first:?}");
        assert_eq!((first.clause, way.clause), ("easy:III.D.4", "easy:III.D.2"));
        let taken: Vec<&Trial> = way.tried.iter().filter(|tried| tried.fate == Fate::Taken).collect();
        assert_eq!(taken.len(), 1);
        let end = way.poses.last().expect("it goes somewhere");
        assert!(end.at.distance(taken[0].candidate.at.at) < 1e-4, "the way shown is the one taken");
        assert_eq!(findings(&state, &way.order, &[]).retreat.expect("its card shows it").tried, way.tried);
    }

    #[test]
    fn a_declaration_tells_its_combats_and_how_they_would_end() {
        let start = after(FLANKED, &[]);
        let state = after(FLANKED, &[(Order::EndMoves, &[])]);
        let attacks = [(named(&start, "A"), named(&start, "D"))];
        let told: Vec<String> = combats(&state, &attacks).into_iter().map(|combat| combat.words).collect();
        assert_eq!(told, ["7 sp attack 5 sp"]);
        let chances = forecasts(&state, &attacks, &|| false).expect("nobody stops it");
        let all: f64 = chances.combats[0].iter().map(|end| end.probability).sum();
        assert!((all - 1.0).abs() < 1e-9);
        let nothing = findings(&state, &Order::Declare { attacks: Vec::new() }, &[]);
        assert!(nothing.refusal.is_some(), "a contact has to be fought out");
    }
}
