//! The decision that is due: whose it is, and the possible orders (`epstein:4.1` to `epstein:4.4`).
//!
//! Every offer is legal as it stands; an offered move or charge stands for a family of them.

use dice::Dry;
use game::{Due, Offer, Spot};
use table::sweep::may_come_within;
use table::{Body, Leg, Vec2, threads};

use super::at_houses;
use super::contact::{first_met, touched};
use super::fire;
use super::formation::Formation;
use super::guns::{gunners, shot};
use super::losses;
use super::movement::{Purpose, Walked, ends_in_others, is_of_the_end, may_walk, walk};
use super::mover::swept;
use super::moving::{allowance, check_may_move};
use super::order::{Answering, Order, Step};
use super::pending::{ChargeStep, Pending};
use super::scratch::Scratch;
use super::spelling::say_order;
use super::standing::{is_ineffective, skirmishes};
use super::state::{GroupId, Phase, State};
use super::{
    answer, arrival, charge, companies, control, form, groups, rally, reply, river, skirmish, support,
};

/// Groups whose places are farther apart than this, in inches, do not join.
const JOIN_NEAR: f32 = 30.0;

/// Enemies are looked for this far beside a way, in inches: more than a touch, whatever rounding does.
const BESIDE: f32 = 0.2;

/// Number of tasks, five a group, from which they are worth several threads.
const MANY: usize = 50;

/// The decision due in this state.
pub fn due(state: &State) -> Due<Order> {
    let found = match &state.phase {
        Phase::Over(_) => return nothing(),
        Phase::HighDie => vec![(Order::RollFirst, "roll-first", false)],
        Phase::Period => match state.waits() {
            Some(pending) => answers(state, &pending),
            None if control::waits(state) => vec![(Order::RollControl, "roll-control", false)],
            None => of_period(state),
        },
    };
    let offers = found.into_iter().map(|(order, kind, family)| Offer {
        words: say_order(state, &order),
        order,
        kind,
        family,
    });
    let (clause, prompt) = prompt(state);
    let side = match state.phase {
        Phase::HighDie | Phase::Over(_) => None,
        Phase::Period => Some(state.decides()),
    };
    Due { side, clause, prompt, offers: offers.collect() }
}

fn nothing() -> Due<Order> {
    Due { side: None, clause: "epstein:w.8", prompt: "The battle is over".to_owned(), offers: Vec::new() }
}

/// The clause and the words of the question.
fn prompt(state: &State) -> (&'static str, String) {
    let name = |id: GroupId| state.say(id);
    match (&state.phase, state.waits().as_ref()) {
        (Phase::HighDie, _) => ("epstein:4.1", "Who is first: the higher die".to_owned()),
        (_, Some(Pending::Shot(shot))) => {
            ("epstein:11.2", format!("{} is fired at by {}: answer?", name(shot.on), name(shot.by)))
        }
        (_, Some(Pending::Losses(lost))) => {
            let count = losses::figures(state, lost);
            let figures = if count == 1 { "1 figure".to_owned() } else { format!("{count} figures") };
            ("epstein:g.4", format!("{} loses {figures}: from which stands?", name(lost.of)))
        }
        (_, Some(Pending::Charge(now))) => match (&now.met, now.step) {
            (Some(met), ChargeStep::Contact) => (
                "epstein:9.3",
                format!("{} is charged by {}: who joins its defence?", name(met.group), name(now.by)),
            ),
            (Some(met), _) => (
                "epstein:9.7",
                format!(
                    "{} holds against {}: {}?",
                    name(met.group),
                    name(now.by),
                    if reply::answers(state, now).iter().any(|how| matches!(how, Answering::Square { .. })) {
                        "fire, square or neither"
                    } else {
                        "fire or not"
                    }
                ),
            ),
            (None, _) => ("epstein:g.6", format!("{} charges", name(now.by))),
        },
        (_, None) if control::waits(state) => {
            let side = state.game.side_name(state.active);
            ("epstein:16.2", format!("{side}: the dice of control"))
        }
        (_, Some(Pending::HouseShot(shot))) => {
            ("epstein:11.2", format!("{} is fired at by {}: answer?", name(shot.on), name(shot.by)))
        }
        (_, Some(Pending::Assault(now))) => {
            let house = state.game.house_name(now.house);
            ("epstein:15.3", format!("{house} is assaulted: does its garrison fire?"))
        }
        (_, Some(Pending::Opening(now))) => {
            ("epstein:15.8", format!("{} is empty: who goes in?", state.game.house_name(now.house)))
        }
        (_, Some(Pending::Risk(_))) => ("epstein:14.c.3", "Leaders are in danger".to_owned()),
        (_, Some(Pending::Follow(now))) => {
            let (leader, unit) = (name(now.leader), name(now.unit));
            ("epstein:14.c.4", format!("{unit} routs: does {leader} go along with it?"))
        }
        (_, Some(Pending::Flames(house))) => (
            "epstein:15.9",
            format!("{} burns: where is its garrison set down?", state.game.house_name(*house)),
        ),
        (_, None) => {
            let side = state.game.side_name(state.active);
            match rally::waiting(state).first() {
                Some(id) => ("epstein:13.7", format!("{side}: {} runs: does it halt?", name(*id))),
                None => ("epstein:4.2", format!("{side}: move, fire, charge")),
            }
        }
    }
}

pub type OfferList = Vec<(Order, &'static str, bool)>;

/// The possible answers to a pending decision.
fn answers(state: &State, pending: &Pending) -> OfferList {
    match pending {
        Pending::Shot(shot) => {
            let unit = state.key(shot.on);
            let offer = |(how, at): (Answering, Option<GroupId>)| {
                let family = matches!(how, Answering::Guns { .. });
                let at = at.map(|firer| state.key(firer));
                (Order::answer_at(unit.clone(), how, at), "answer", family)
            };
            answer::answers(state, shot).into_iter().map(offer).collect()
        }
        Pending::Losses(lost) => {
            let unit = state.key(lost.of);
            let key = |stand| state.game.stand(stand).key.clone();
            let share = |way: losses::Shares| {
                let losses = way.into_iter().map(|(stand, count)| (key(stand), u32::from(count))).collect();
                (Order::losses(unit.clone(), losses), "losses", false)
            };
            losses::ways(state, lost).into_iter().map(share).collect()
        }
        Pending::Charge(now) => {
            let Some(met) = &now.met else { return Vec::new() };
            if now.step == ChargeStep::Contact {
                let all = support::of_defence(state, now);
                let offer = |some: Vec<GroupId>| {
                    let units = some.into_iter().map(|id| state.key(id)).collect();
                    (Order::Support { units }, "support", false)
                };
                return support::choices(&all).into_iter().map(offer).collect();
            }
            let answer = |how| (Order::answer(state.key(met.group), how), "answer", false);
            reply::answers(state, now).into_iter().map(answer).collect()
        }
        Pending::HouseShot(_)
        | Pending::Assault(_)
        | Pending::Opening(_)
        | Pending::Risk(_)
        | Pending::Follow(_)
        | Pending::Flames(_) => at_houses::answers(state, pending),
    }
}

/// One kind of offers in a period: those of a group by itself, or those of the whole table.
enum Offered {
    ByGroup(OfGroup),
    ByTable(OfTable),
}

type OfGroup = fn(&State, GroupId, &mut OfferList);
type OfTable = fn(&State, &mut OfferList);

/// A kind of offers, of one group or of the table.
enum Task {
    Group(OfGroup, GroupId),
    Table(OfTable),
}

/// All kinds, as they are listed. Those that a random player should rarely choose come after the end of the period.
const KINDS: [Offered; 15] = [
    Offered::ByTable(rallies),
    Offered::ByTable(entrances),
    Offered::ByGroup(volleys),
    Offered::ByTable(at_houses::fire),
    Offered::ByGroup(guns),
    Offered::ByTable(gunners),
    Offered::ByGroup(charges),
    Offered::ByTable(at_houses::assaults),
    Offered::ByGroup(moves),
    Offered::ByTable(joins),
    Offered::ByTable(at_houses::entries),
    Offered::ByTable(|_, found| found.push((Order::EndPeriod, "end-period", false))),
    Offered::ByGroup(|state, id, found| {
        found.extend(companies::detached(state, id).map(|order| (order, "detach", true)));
    }),
    Offered::ByTable(at_houses::garrisons),
    Offered::ByTable(at_houses::leaders),
];

/// The possible orders of the active player.
fn of_period(state: &State) -> OfferList {
    let own: Vec<GroupId> = state.friends_of(state.active).collect();
    let tasks: Vec<Task> = KINDS
        .into_iter()
        .flat_map(|kind| match kind {
            Offered::ByGroup(offer) => own.iter().map(|id| Task::Group(offer, *id)).collect(),
            Offered::ByTable(offer) => vec![Task::Table(offer)],
        })
        .collect();
    // No offer depends on others.
    let all = threads::map(&tasks, MANY, |task| {
        let mut found = OfferList::new();
        match task {
            Task::Group(offer, id) => offer(state, *id, &mut found),
            Task::Table(offer) => offer(state, &mut found),
        }
        found
    });
    all.into_iter().flatten().collect()
}

/// Routers that run: do they halt?
fn rallies(state: &State, found: &mut OfferList) {
    for id in rally::waiting(state) {
        found.push((Order::Halt { unit: state.key(id) }, "halt", false));
        found.push((Order::RunOn { unit: state.key(id) }, "run-on", false));
    }
}

/// Units that may come on now and have room.
fn entrances(state: &State, found: &mut OfferList) {
    for unit in arrival::due(state).into_iter().filter(|unit| arrival::room(state, *unit).is_some()) {
        let unit = state.game.unit(unit).id.clone();
        found.push((Order::Enter { unit, at: None }, "enter", true));
    }
}

/// Fire, assaults and entries at houses, as offered in a period.
pub fn at_houses(state: &State) -> OfferList {
    let mut found = OfferList::new();
    if !control::waits(state) {
        at_houses::fire(state, &mut found);
        at_houses::assaults(state, &mut found);
        at_houses::entries(state, &mut found);
    }
    found
}

/// The best shot of each gun with each load, standing for its other shots.
fn guns(state: &State, id: GroupId, found: &mut OfferList) {
    for aim in shot::offers(state, id) {
        found.push((Order::Guns { gun: state.key(id), load: aim.load, pivot: aim.pivot }, "guns", true));
    }
}

/// Gunners who should go to another gun, if their path is clear.
fn gunners(state: &State, found: &mut OfferList) {
    for (id, figures, to) in gunners::offers(state) {
        let mut tray = Dry;
        let mut scratch = Scratch::new(state, &mut tray);
        if gunners::judge_send(&mut scratch, id, figures, to).is_ok() {
            let order = Order::SendGunners { gun: state.key(id), figures, to: state.key(to) };
            found.push((order, "gunners", false));
        }
    }
}

fn volleys(state: &State, id: GroupId, found: &mut OfferList) {
    if fire::check_may_fire(state, id).is_err() {
        return;
    }
    let mut targets: Vec<GroupId> = Vec::new();
    // Ineffective stands do not open fire, even amalgamated ones among others (`epstein:7.3`).
    for aims in fire::aims(state, id).iter().filter(|aims| !is_ineffective(state, aims.stand)) {
        targets.extend(aims.all().map(|aim| aim.on));
    }
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        let order = Order::volley(state.key(id), state.key(target));
        found.push((order, "volley", false));
    }
}

/// The charge straight ahead, if somebody is there, and on enemies that the group touches already (`epstein:9.16`).
fn charges(state: &State, id: GroupId, found: &mut OfferList) {
    if charge::check_charger(state, id).is_err() || !faces_somebody(state, id) {
        return;
    }
    let order = |way: Vec<Step>, target: GroupId| Order::charge(state.key(id), way, state.key(target));
    for (enemy, _) in touched(state, id, state.place(id)) {
        if charge::check_charge(state, id, &[], enemy, &[]).is_ok() {
            found.push((order(Vec::new(), enemy), "charge", false));
        }
    }
    let Some((step, walked)) = furthest(state, id, Step::Ahead, Purpose::Charge) else { return };
    let mut screens: Vec<GroupId> = Vec::new();
    while let Some(met) = first_met(state, id, &walked.legs, &screens) {
        if charge::check_charge(state, id, &[step], met.group, &[]).is_ok() {
            found.push((order(vec![step], met.group), "charge", true));
        }
        if !skirmishes(state, met.group) {
            return;
        }
        screens.push(met.group);
    }
}

/// Could the group touch an enemy where it stands, or as far straight ahead as it may go? A cheap test before dear ones.
fn faces_somebody(state: &State, id: GroupId) -> bool {
    let (body, at) = (state.body(id), state.place(id));
    let leg = Leg::Slide(at.heading.forward() * allowance(state, id));
    let (middle, reach) = swept(&body, at, leg);
    let enemies = state.enemies_near(state.side(id), middle, reach + BESIDE);
    enemies.flat_map(|enemy| state.quads(enemy)).any(|(_, quad)| {
        let stand = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        may_come_within(&body, at, leg, stand.placed(quad.pose), BESIDE)
    })
}

/// The longest step of a kind that the walk allows, walked.
fn furthest(
    state: &State,
    id: GroupId,
    step: impl Fn(f64) -> Step,
    purpose: Purpose,
) -> Option<(Step, Walked)> {
    let most = f64::from(allowance(state, id));
    let walked = |inches: f64| walk(state, id, &[step(inches)], purpose);
    let refusal = match walked(most) {
        Ok(walked) => return Some((step(most), walked)),
        Err(refusal) => refusal,
    };
    // Up to this length, nothing but the end itself can be in the way.
    let mut open = if is_of_the_end(&refusal) { most } else { 0.0 };
    let hundredths = |inches: f64| (inches * 100.0).floor() / 100.0;
    if let Some((x, y, _)) = refusal.last_legal.and_then(Spot::placed) {
        let far = Vec2::new(x, y).distance(state.place(id).at);
        let inches = hundredths(f64::from(far));
        if inches >= 0.1 {
            match walked(inches) {
                Ok(walked) => return Some((step(inches), walked)),
                Err(refusal) if is_of_the_end(&refusal) => open = open.max(inches),
                Err(_) => {}
            }
        }
    }
    // It would end on somebody: there is room somewhere short of them.
    let (mut low, mut high) = (0.0, most);
    for _ in 0..10 {
        let middle = (low + high) / 2.0;
        let fits = match middle <= open {
            true => !ends_in_others(state, id, &[step(middle)]),
            false => may_walk(state, id, &[step(middle)], purpose),
        };
        if fits { low = middle } else { high = middle }
    }
    let inches = hundredths(low);
    let walked = (inches >= 0.1).then(|| walked(inches))?.ok()?;
    Some((step(inches), walked))
}

fn moves(state: &State, id: GroupId, found: &mut OfferList) {
    formations(state, id, found);
    if check_may_move(state, id).is_err() {
        return;
    }
    let unit = state.key(id);
    if river::can_ford(state, id) {
        found.push((Order::Ford { unit: unit.clone() }, "ford", false));
    }
    let loose = skirmishes(state, id) || state.group(id).formation == Formation::Square;
    let ahead = |inches: f64| if loose { Step::Shift(0.0, inches) } else { Step::Ahead(inches) };
    let disrupted = !state.group(id).disruption.is_empty();
    let bound = disrupted || state.group(id).crossing.is_some();
    let marches = |walked: &Walked| {
        state.group(id).formation == Formation::Skirmish
            && skirmish::refuses_march(state, id, &state.moved_to(id, walked.to))
    };
    let way = if bound { None } else { furthest(state, id, ahead, Purpose::Move) };
    if let Some((step, _)) = way.filter(|(_, walked)| !marches(walked)) {
        found.push((Order::march(unit, vec![step]), "move", true));
    }
    breaking_and_closing(state, id, found);
}

/// A row of skirmishers in place of a formed group, a line in place of skirmishers (`epstein:5.3`, `epstein:5.4`); similar
/// orders are given by hand.
fn breaking_and_closing(state: &State, id: GroupId, found: &mut OfferList) {
    if let Some(order) = skirmish::usual(state, id) {
        let kind = if state.group(id).formation == Formation::Skirmish { "close-up" } else { "skirmish" };
        found.push((order, kind, true));
    }
    let parts = companies::company(state, id).or_else(|| companies::called_in(state, id));
    found.extend(parts.map(|order| (order, "skirmish", true)));
}

/// The formations that a group can take on the spot.
fn formations(state: &State, id: GroupId, found: &mut OfferList) {
    let now = state.group(id).formation;
    for formation in Formation::of_arm(state.arm(id)) {
        let changes = *formation != now && *formation != Formation::Skirmish && now != Formation::Skirmish;
        if !changes || form::check_may_form(state, id, *formation).is_err() {
            continue;
        }
        let stands = state.group(id).stands.clone();
        let fits = form::check_can_form(state, id, *formation).is_ok()
            && form::room_for(state, id, &stands, *formation, state.place(id)).is_some();
        if fits {
            let order = Order::form(state.key(id), *formation, None);
            found.push((order, "form", true));
        }
    }
}

/// Groups that can join.
fn joins(state: &State, found: &mut OfferList) {
    let own: Vec<GroupId> = state.friends_of(state.active).collect();
    let middles: Vec<Vec2> = own.iter().map(|id| state.place(*id).at).collect();
    for (index, id) in own.iter().enumerate() {
        for (other, at) in own.iter().zip(&middles).skip(index + 1) {
            let near = state.kind(*id) == state.kind(*other) && at.distance(middles[index]) < JOIN_NEAR;
            if near && groups::check_may_join(state, *id, *other).is_ok() {
                let order = Order::Join { unit: state.key(*id), to: state.key(*other) };
                found.push((order, "join", false));
            }
        }
    }
}
