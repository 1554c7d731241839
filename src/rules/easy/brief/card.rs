//! The card of an order: what it measures, what modifies it, what is thrown for it, and what may come of it.
//!
//! Everything here is asked of the rules; the views show it.

use std::collections::BTreeSet;

use crate::dice::{Answer, Dry, Process, Throw, Tray, TrayStop, TypedEntry};
use crate::drawing::ArmyColour;
use crate::game::working::{Measured, Modifier, Note};
use crate::game::{
    Chance, Clause, Odds, Refused, RuleSet, Ruling, Spot, Stop, WireRefusal, brief as plain, sentence,
};
use crate::rules::easy::combat::declare;
use crate::rules::easy::combat::fight::Fight;
use crate::rules::easy::combat::fight::result::Verdict;
use crate::rules::easy::odds::{
    CombatOdds, Thrown, combat_outcomes_after, fight_after, odds_after, preview_contacts,
};
use crate::rules::easy::retreat::candidate::WhyNot;
use crate::rules::easy::retreat::{self, Fate};
use crate::rules::easy::rule_set::Easy;
use crate::rules::easy::state::Place;
use crate::rules::easy::{Event, Order, Refusal, StandId, State, generals};
use crate::scenario::Side;
use crate::table::Pose;
use crate::table::tolerance::TOUCH;

use super::colours::side_colour;

/// The card of an order.
#[derive(Clone, Debug, Default)]
pub struct Card {
    pub title: String,
    pub notes: Vec<Note>,
    pub refusal: Option<Refusal>,
    pub odds: Option<Weighed>,
    /// The odds are being weighed.
    pub weighing: bool,
    /// How many throws of the order the sheet of the combat and the odds count as made.
    pub thrown: usize,
    /// What has to be rolled first.
    pub throw: Option<Throw>,
    /// Where stands would go without any dice: stand, poses.
    pub ways: Vec<(StandId, Vec<Pose>)>,
    /// Both sides of a combat.
    pub fight: Option<FightCard>,
    /// The way back of a beaten stand.
    pub retreat: Option<WayBack>,
    /// The places where a stand may rally, and the one in hand.
    pub rally: Option<RallyCard>,
}

/// Exact odds of an order.
#[derive(Clone, Debug, Default)]
pub struct Weighed {
    /// How a combat ends: who goes back, and how; from the attackers' best to their worst.
    pub ends: Vec<(String, f64)>,
    /// Stand, points it loses on average, chance that it is gone.
    pub losses: Vec<(String, f64, f64)>,
    /// The chance of losing 0, 1, 2... points in all: of the attackers, of the defenders.
    pub points: [Vec<f64>; 2],
    /// Every different result, the likeliest first.
    pub results: Vec<Chance>,
    /// Why there are no results: they are too many to list, or to be weighed at all.
    pub unlisted: Option<String>,
}

/// A combat, side by side.
#[derive(Clone, Debug, Default)]
pub struct FightCard {
    /// The attackers, the defenders.
    pub sides: [FightSide; 2],
    /// What is thrown for the result, before any losses, and the clause.
    pub result: Option<(String, String)>,
}

/// One side of a combat.
#[derive(Clone, Debug, Default)]
pub struct FightSide {
    /// `French attack`.
    pub title: String,
    pub colour: Option<ArmyColour>,
    /// Whose it is.
    pub side: Option<Side>,
    /// Stand, strength and where it fights.
    pub stands: Vec<(String, String)>,
    /// What it still throws for hits, if it loses nothing before.
    pub throws: Vec<FightThrow>,
    /// Strength that its result die is added to, as it is now.
    pub total: Option<u8>,
}

/// Some dice of one side.
#[derive(Clone, Debug)]
pub struct FightThrow {
    /// `Attack of 3 Ney on 5 Kempt`.
    pub what: String,
    pub dice: u8,
    pub hits_on: Option<u16>,
    pub modifiers: Vec<Modifier>,
    pub clause: Clause,
}

/// How a beaten stand goes back, and what was tried before.
#[derive(Clone, Debug)]
pub struct WayBack {
    pub stand: StandId,
    pub order: Order,
    pub name: String,
    pub rout: bool,
    /// What happens, as a sentence.
    pub words: String,
    /// Start and end; only the start where it is lost.
    pub poses: Vec<Pose>,
    pub destroyed: bool,
    /// By which it goes so far, or is lost.
    pub clause: Clause,
    pub tried: Vec<Tried>,
}

/// A direction that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// `15° right of straight away: it would touch 14 Foy`.
    pub words: String,
    pub clause: Clause,
    /// How far it would go, in inches.
    pub distance: f32,
    /// Where it would end.
    pub at: Pose,
    pub fate: Fate,
}

/// Where a stand may rally.
#[derive(Clone, Debug)]
pub struct RallyCard {
    pub stand: StandId,
    pub pose: Pose,
    pub places: Vec<Pose>,
}

/// What the ticked attacks come to.
#[derive(Clone, Debug, Default)]
pub struct Declaration {
    pub combats: Vec<DeclaredCombat>,
    /// Contacts that are not fought, by index into the pairs.
    pub left_out: Vec<usize>,
    pub refusal: Option<Refusal>,
}

/// One combat as it would be declared.
#[derive(Clone, Debug)]
pub struct DeclaredCombat {
    /// By index into the pairs.
    pub pairs: Vec<usize>,
    pub attacks: Vec<(StandId, StandId)>,
    /// Strength points on both sides.
    pub strength: [u32; 2],
    /// How it ends, once that is weighed.
    pub ends: Vec<(String, f64)>,
}

impl Card {
    /// The same for whoever reads it, without its chances.
    pub fn plain(self, state: &State) -> plain::Card {
        let way = |(stand, poses): (StandId, Vec<Pose>)| plain::CardWay {
            piece: state.key(stand),
            places: poses.into_iter().map(Spot::pose).collect(),
        };
        let mut ways: Vec<plain::CardWay> = self.ways.into_iter().map(way).collect();
        let mut notes = self.notes;
        let mut tried = Vec::new();
        if let Some(back) = self.retreat {
            ways.push(way((back.stand, back.poses)));
            notes.push(Note::new(back.clause, back.words));
            tried = back
                .tried
                .into_iter()
                .map(|tried| plain::Remark { words: tried.words, clause: Some(tried.clause) })
                .collect();
        }
        let hints = self.rally.iter().map(RallyCard::hint).collect();
        if let Some(rally) = self.rally {
            ways.push(way((rally.stand, vec![rally.pose])));
        }
        let sides = self.fight.map_or_else(Vec::new, |fight| {
            let result = fight.result.map(|(words, _)| words);
            let mut sides = fight.sides.map(|side| side.plain(state)).to_vec();
            if let (Some(words), Some(attackers)) = (result, sides.first_mut()) {
                attackers.result = words;
            }
            sides
        });
        plain::Card {
            act: String::new(),
            title: self.title,
            notes,
            refusal: self.refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            throw: self.throw,
            sides,
            ways,
            tried,
            hints,
            combats: Vec::new(),
            chances: None,
        }
    }
}

impl RallyCard {
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

impl FightSide {
    fn plain(self, state: &State) -> plain::CardSide {
        let throw = |throw: FightThrow| plain::CardThrow {
            what: throw.what,
            dice: throw.dice,
            hits_on: throw.hits_on,
            modifiers: throw.modifiers,
            clause: throw.clause,
        };
        plain::CardSide {
            title: self.title,
            side: self.side.map(|side| state.side_id(side)).unwrap_or_default(),
            pieces: self.stands,
            throws: self.throws.into_iter().map(throw).collect(),
            total: self.total.map(u32::from),
            result: String::new(),
        }
    }
}

impl From<Weighed> for plain::Chances {
    fn from(weighed: Weighed) -> Self {
        let chance = |(result, probability): (String, f64)| Chance { probability, result };
        Self {
            ends: weighed.ends.into_iter().map(chance).collect(),
            losses: weighed.losses,
            results: weighed.results,
            unlisted: weighed.unlisted,
            points: weighed.points.into_iter().filter(|points| !points.is_empty()).collect(),
            combats: Vec::new(),
        }
    }
}

type Judgement = Result<Ruling<Event>, Stop<Refusal>>;

/// A tray by which every throw comes out lowest, or highest: shows what does not hang on the dice.
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

/// What an order would be: measured, modified, refused or not. Its odds are weighed apart.
pub fn card(state: &State, order: &Order) -> Card {
    card_after(state, order, &[])
}

/// The same when these throws of it have been made. Dice that this state does not ask for are passed over.
pub fn card_after(state: &State, order: &Order, thrown: &[TypedEntry]) -> Card {
    let mut card = Card { title: Easy::say_order(state, order), ..Card::default() };
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
    match order {
        Order::Resolve { combat } => {
            card.fight = fight_card(state, *combat, thrown);
            card.thrown = if card.fight.is_some() { thrown.len() } else { 0 };
            card.fight = card.fight.or_else(|| fight_card(state, *combat, &[]));
        }
        Order::Retreat { stand, .. } => {
            card.retreat = way_back(state, *stand, order);
            // The sheet says it all in its table of directions.
            card.notes.retain(|note| note.clause != "easy:III.D-dir");
        }
        Order::Rally { stand, pose } => {
            let places = generals::rally_places(state, *stand, pose.heading);
            // Each fifth, ten degrees from the next, is enough to be drawn.
            let places = places.map(|found| found.open().step_by(5).collect()).unwrap_or_default();
            card.rally = Some(RallyCard { stand: *stand, pose: *pose, places });
        }
        _ => card.thrown = thrown.len(),
    }
    card
}

/// The order judged with these throws made and all others at their lowest, or highest; and the first of those others.
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

/// The working that stands whatever the dice to come say: as far as the lowest and the highest throws agree.
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
    // Where no face can hit both agree on the hits as well: they are no news before the roll.
    lowest.into_iter().take(same).filter(|note| tells(note) || first.clause != note.clause).collect()
}

/// The ways that stands go in these events.
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

/// The measured lines of an order, refused or not; contacts are seen without a line.
pub fn measured(card: &Card) -> Vec<Measured> {
    let refused = card.refusal.as_ref().and_then(Refused::measured).cloned();
    let noted = card.notes.iter().filter_map(|note| note.measured.clone());
    noted.chain(refused).filter(|measured| measured.limit > 2.0 * TOUCH).collect()
}

/// Both sides of a combat that waits to be fought, or goes on, after these throws.
fn fight_card(state: &State, combat: usize, thrown: &[TypedEntry]) -> Option<FightCard> {
    let fight = fight_after(state, combat, thrown).ok()?;
    let setup = fight.setup().clone();
    let attackers = usize::from(setup.attackers);
    let standing = fight.standing();
    let mut card = FightCard::default();
    for (index, (fighter, left)) in setup.fighters.iter().zip(fight.strength()).enumerate() {
        let attacks = index < attackers;
        let side = &mut card.sides[usize::from(!attacks)];
        if side.title.is_empty() {
            let verb = if attacks { "attack" } else { "defend" };
            side.title = format!("{} {verb}", state.say_side(fighter.side));
            side.colour = side_colour(state, fighter.side);
            side.side = Some(fighter.side);
        }
        let edges: Vec<&str> = setup
            .attacks
            .iter()
            .filter(|attack| usize::from(attack.attacker) == index)
            .map(|attack| attack.edge.name())
            .collect();
        let mut words = format!("{left} of {} sp", state.unit(fighter.id).strength);
        if let (true, Some(edge)) = (attacks, edges.first()) {
            words = format!("{words}, on the {edge}");
        }
        if fighter.buildings {
            words.push_str(", in buildings");
        }
        if fight.in_squares(index as u8) {
            words.push_str(", in squares");
        }
        if !attacks
            && setup.attacks.iter().any(|attack| usize::from(attack.defender) == index && attack.cover)
        {
            words.push_str(", in cover");
        }
        side.stands.push((state.say_short(fighter.id), words));
    }
    if let Some(standing) = standing {
        card.sides[0].total = Some(standing.attackers);
        card.sides[1].total = Some(standing.defenders);
    }
    let attacking = setup.fighters.first().map(|fighter| fighter.side);
    let rolled = fight.attackers_total();
    let (hits, result) = throws(fight);
    if let (Some(standing), Some(result)) = (standing, result) {
        let (a, d, sides) = (standing.attackers, standing.defenders, result.sides);
        let words = match rolled {
            Some(total) => format!("Result: {total} of the attackers against {d} and a d{sides}"),
            None if hits.is_empty() => format!("Result: {a} and a d{sides} against {d} and a d{sides}"),
            None => {
                format!("Result: {a} and a d{sides} against {d} and a d{sides}, less what each still loses")
            }
        };
        card.result = Some((words, result.clause.into_owned()));
    }
    for (by, throw) in hits {
        card.sides[usize::from(Some(by) != attacking)].throws.push(throw);
    }
    Some(card)
}

/// What is thrown for hits when nobody loses anything on the way, in the order thrown; then the throw for the result.
fn throws(mut fight: Fight) -> (Vec<(Side, FightThrow)>, Option<Throw>) {
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
            FightThrow {
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

/// How a beaten stand goes back under this order; none where it has not to.
pub fn way_back(state: &State, stand: StandId, order: &Order) -> Option<WayBack> {
    let mut plan = retreat::plan(state, stand)?;
    let Order::Retreat { direction, .. } = order else { return None };
    let chosen = direction.or(plan.direction);
    let start = state.pose(stand)?;
    let computed = plan.direction;
    // Its owner may choose another way than the computed one: then that is the one taken.
    plan.direction = chosen;
    let trials = plan.trials(state);
    plan.direction = computed;
    let taken_by = trials.iter().find(|trial| trial.fate == Fate::Taken);
    let lost = |fate: Fate| matches!(fate, Fate::Barred(WhyNot::Touches(_) | WhyNot::StillTouches(_)));
    let barred_by = || trials.iter().find(|trial| lost(trial.fate)).or(trials.first());
    let clause = taken_by.or_else(barred_by).map_or("easy:III.D-dir", |trial| trial.clause);
    let tried = trials
        .into_iter()
        .map(|trial| Tried {
            words: trial.words,
            clause: trial.clause,
            distance: trial.candidate.distance,
            at: trial.candidate.at,
            fate: trial.fate,
        })
        .collect();
    let name = state.say_short(stand);
    let verb = if plan.rout { "routs" } else { "retreats" };
    let mut poses = vec![start];
    let taken = plan.tried.iter().find(|candidate| chosen == Some(candidate.direction));
    let words = if plan.destroyed {
        let back = if plan.rallyable { "it may rally" } else { "it cannot rally" };
        format!("{name} {} and is removed; {back}", plan.why_lost())
    } else {
        let end = if *direction == plan.direction || direction.is_none() {
            plan.end
        } else {
            taken.map_or(plan.end, |candidate| candidate.at)
        };
        poses.push(end);
        let stop = taken
            .and_then(|candidate| candidate.stop.words(state))
            .map_or_else(String::new, |stop| format!(", {stop}"));
        let way = chosen.map_or_else(String::new, |way| format!(" toward {way}"));
        format!("{name} {verb} {:.2} of {:.2} in{way}{stop}", start.at.distance(end.at), plan.distance)
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
        tried,
    })
}

/// The exact odds of an order once these throws of it have been made; none for one that is refused. `stopped`: asked
/// between two steps whether they are wanted.
pub fn weigh(
    state: &State,
    order: &Order,
    thrown: &[TypedEntry],
    stopped: &dyn Fn() -> bool,
) -> Option<Weighed> {
    if stopped() {
        return None;
    }
    let mut weighed = match odds_after(state, order, thrown).ok()? {
        Odds::Listed(results) => Weighed { results, ..Weighed::default() },
        Odds::ByPiece(odds) => Weighed { unlisted: Some(odds.words), ..Weighed::default() },
        Odds::TooMany(words) => return Some(Weighed { unlisted: Some(words), ..Weighed::default() }),
    };
    if let Order::Resolve { combat } = order
        && !stopped()
        && let Ok(odds) = combat_outcomes_after(state, *combat, thrown)
    {
        weighed.ends = ends(&odds);
        let mut stands: Vec<StandId> = odds.fates.iter().map(|fate| fate.stand).collect();
        stands.sort_unstable();
        weighed.losses = stands
            .into_iter()
            .map(|stand| (state.say_short(stand), odds.expected_loss(stand), odds.chance_removed(stand)))
            .collect();
        weighed.points = odds.points;
    }
    Some(weighed)
}

/// How a combat may end, from the attackers' best to their worst; what cannot happen is left out.
fn ends(odds: &CombatOdds) -> Vec<(String, f64)> {
    let ends = [
        ("The defenders rout", Verdict::Beaten { attackers_lose: false, rout: true }),
        ("The defenders retreat", Verdict::Beaten { attackers_lose: false, rout: false }),
        ("They stay locked", Verdict::Locked),
        ("None left in contact", Verdict::Parted),
        ("The attackers retreat", Verdict::Beaten { attackers_lose: true, rout: false }),
        ("The attackers rout", Verdict::Beaten { attackers_lose: true, rout: true }),
    ];
    ends.into_iter()
        .map(|(words, verdict)| (words.to_owned(), odds.chance_of_verdict(verdict)))
        .filter(|(_, chance)| *chance > 0.0)
        .collect()
}

/// What these attacks come to when they are declared: the combats as the rules would have them.
pub fn declaration(
    state: &State,
    pairs: &[(StandId, StandId)],
    ticked: &[(StandId, StandId)],
) -> Declaration {
    let mut declaration = Declaration::default();
    let index = |pair: &(StandId, StandId)| pairs.iter().position(|known| known == pair);
    declaration.left_out = (0..pairs.len()).filter(|index| !ticked.contains(&pairs[*index])).collect();
    let order = Order::Declare { attacks: ticked.to_vec() };
    if let Err(Stop::Refused(refusal)) = Easy::judge(state, &order, &mut Dry) {
        declaration.refusal = Some(refusal);
    }
    let strength = |ids: BTreeSet<StandId>| {
        let on_table = ids.iter().filter(|id| matches!(state.stand(**id).place, Place::Table(_)));
        on_table.map(|id| u32::from(state.stand(*id).strength)).sum()
    };
    declaration.combats = declare::group(ticked)
        .into_iter()
        .map(|attacks| DeclaredCombat {
            pairs: attacks.iter().filter_map(index).collect(),
            strength: [
                strength(attacks.iter().map(|(attacker, _)| *attacker).collect()),
                strength(attacks.iter().map(|(_, defender)| *defender).collect()),
            ],
            attacks,
            ends: Vec::new(),
        })
        .collect();
    declaration
}

/// The combats that these attacks would come to.
pub fn combats(state: &State, attacks: &[(StandId, StandId)]) -> Vec<plain::CardCombat> {
    let pair = |(attacker, defender): &(StandId, StandId)| (state.key(*attacker), state.key(*defender));
    let combat = |(number, combat): (usize, DeclaredCombat)| {
        let [attackers, defenders] = combat.strength;
        plain::CardCombat {
            title: format!("Combat {}", number + 1),
            pairs: combat.attacks.iter().map(pair).collect(),
            words: format!("{attackers} sp attack {defenders} sp"),
        }
    };
    declaration(state, attacks, attacks).combats.into_iter().enumerate().map(combat).collect()
}

/// How each of these combats would end.
pub fn forecasts(
    state: &State,
    attacks: &[(StandId, StandId)],
    stopped: &dyn Fn() -> bool,
) -> Option<plain::Chances> {
    let mut combats = Vec::new();
    for combat in declaration(state, attacks, attacks).combats {
        if stopped() {
            return None;
        }
        let chance = |(result, probability): (String, f64)| Chance { probability, result };
        combats.push(forecast(state, &combat.attacks).into_iter().map(chance).collect());
    }
    Some(plain::Chances { combats, ..plain::Chances::default() })
}

/// How a combat of these attacks would end; nothing where that cannot be said.
pub fn forecast(state: &State, attacks: &[(StandId, StandId)]) -> Vec<(String, f64)> {
    preview_contacts(state, attacks).map(|odds| ends(&odds)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::dice::Typed;
    use crate::rules::easy::Position;

    use super::*;

    /// A position written as in a case, after these orders with these dice.
    fn after(text: &str, orders: &[(Order, &[&[u16]])]) -> State {
        let options = crate::data::ron_options();
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
        let card = card(&state, &Order::Resolve { combat: 0 });
        let fight = card.fight.expect("there are two sides");
        let [attack, defence] = &fight.sides;
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
        let ends: f64 = weighed.ends.iter().map(|(_, chance)| chance).sum();
        assert!((ends - 1.0).abs() < 1e-9);
    }

    #[test]
    fn once_dice_are_down_the_card_and_the_odds_say_how_the_combat_stands() {
        let state = declared();
        let order = Order::Resolve { combat: 0 };
        // Four of the attackers' seven points are lost at the first throw, of five dice.
        let hits = [TypedEntry::Count(4)];
        let card = card_after(&state, &order, &hits);
        assert_eq!(card.thrown, 1);
        let fight = card.fight.expect("there are two sides");
        let [attack, defence] = &fight.sides;
        assert!(attack.stands[0].1.starts_with("3 of 7 sp"), "{}", attack.stands[0].1);
        assert_eq!(attack.throws.iter().map(|throw| throw.dice).collect::<Vec<_>>(), [3]);
        assert!(defence.throws.is_empty(), "the defenders have thrown");
        assert_eq!((attack.total, defence.total), (Some(3), Some(5)));

        let name_of = |weighed: &Weighed, name: &str| {
            weighed.losses.iter().find(|(of, ..)| of.ends_with(name)).map(|(_, lost, _)| *lost)
        };
        let before = weigh(&state, &order, &[], &|| false).expect("a combat has odds");
        let now = weigh(&state, &order, &hits, &|| false).expect("it goes on");
        // Nothing more can befall the attackers but a rout, which takes nothing here.
        let lost = name_of(&now, "A").expect("A has lost");
        assert!((lost - 4.0).abs() < 1e-9, "{lost}");
        let attackers_win = |weighed: &Weighed| -> f64 {
            weighed
                .ends
                .iter()
                .filter(|(end, _)| end.starts_with("The defenders"))
                .map(|(_, chance)| chance)
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
            last.ends.iter().find(|(end, _)| end == "They stay locked").map_or(0.0, |(_, chance)| *chance);
        assert!(locked > 0.0 && (told - locked).abs() < 1e-9, "{told} and {locked}");
        let words =
            card_after(&state, &order, &all).fight.and_then(|fight| fight.result).map(|(words, _)| words);
        assert_eq!(words.as_deref(), Some("Result: 9 of the attackers against 5 and a d6"));
        // Dice that this state does not ask for: then it is said how it stood before them.
        let card = card_after(&state, &order, &[TypedEntry::Faces(vec![1; 9])]);
        assert_eq!((card.thrown, card.fight.is_some()), (0, true));
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
        let way = way_back(&state, stand, &Order::Retreat { stand, direction: None }).expect("it is beaten");
        assert!(!way.destroyed && !way.rout, "{}", way.words);
        let first = way.tried.first().expect("something was tried");
        assert!(first.words.starts_with("straight away: it would touch"), "{first:?}");
        assert_eq!((first.clause, way.clause), ("easy:III.D.4", "easy:III.D.2"));
        let taken: Vec<&Tried> = way.tried.iter().filter(|tried| tried.fate == Fate::Taken).collect();
        assert_eq!(taken.len(), 1);
        let end = way.poses.last().expect("it goes somewhere");
        assert!(end.at.distance(taken[0].at.at) < 1e-4, "the way shown is the one taken");
        assert_eq!(card(&state, &way.order).retreat.expect("its card shows it").tried, way.tried);
    }

    #[test]
    fn a_declaration_groups_what_is_ticked_and_says_what_is_missing() {
        let start = after(FLANKED, &[]);
        let state = after(FLANKED, &[(Order::EndMoves, &[])]);
        let pair = (named(&start, "A"), named(&start, "D"));
        let whole = declaration(&state, &[pair], &[pair]);
        assert!(whole.refusal.is_none() && whole.left_out.is_empty());
        assert_eq!(whole.combats.len(), 1);
        assert_eq!(whole.combats[0].strength, [7, 5]);
        assert!(!forecast(&state, &whole.combats[0].attacks).is_empty());
        let nothing = declaration(&state, &[pair], &[]);
        assert_eq!((nothing.combats.len(), nothing.left_out), (0, vec![0]));
        assert!(nothing.refusal.is_some(), "a contact has to be fought out");
    }
}
