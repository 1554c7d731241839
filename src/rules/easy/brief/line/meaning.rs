//! From sentences to what they mean now: names are looked up, orders made, and the rules asked about each.

use crate::brief::trip;
use crate::chits::chit_name;
use crate::movement::entry::{ShutOut, waits_outside};
use crate::order::MoveKind;
use crate::state::{Place, State, Step};
use crate::touching::touched_enemies;
use crate::{Code, CommandId, Easy, Order, Reaction, Refusal, StandId, Taking, movement, regroup, spelling};
use dice::{Dry, Throw};
use drawing::gauge_marks;
use game::line::names::{best, several, surely};
use game::line::{Barred, Beside, Does, Fault, Ghost};
use game::{Answer, RuleSet, Spot, Stop, WireRefusal};
use scenario::army::Arm;
use table::{Leg, Path};

use super::context::{Context, Meaning};
use super::grammar::{Head, Verb};
use super::moves;
use super::parse::{Deed, Line, Named, Sentence, parse};

/// What the text means, or why it means nothing.
pub fn mean(text: &str, context: &Context<'_>) -> Result<Meaning, Fault> {
    let line = parse(text)?;
    let [first, later @ ..] = &line.sentences[..] else {
        return Err(Fault::at(0, "nothing is said", ""));
    };
    if let Some(declared) = declared(&line, context) {
        return declared;
    }
    if first.deeds.iter().any(|deed| deed.verb == Verb::Share) {
        return shared(&line, context);
    }
    let mut meaning = sentence(text, first, context)?;
    if let Some(next) = later.first() {
        let tail = tail(text, next.from);
        let own = meaning.rest.take();
        // What can be read already is: a fault further on is better known now.
        for sentence in later {
            for named in &sentence.stands {
                if sentence.head.is_none() {
                    find(named, context, StandRole::Actor)?;
                }
            }
        }
        meaning.rest = Some(own.map_or(tail.clone(), |own| format!("{own};{tail}")));
    }
    Ok(meaning)
}

fn tail(text: &str, from: usize) -> String {
    text.chars().skip(from).collect()
}

fn beside(words: impl Into<String>, what: Beside) -> Meaning {
    Meaning::new(words, Does::Beside(what))
}

/// A throw in words, for a note.
fn to_roll(throw: &Throw) -> String {
    let dice = throw.say();
    // Why it is thrown may say already what hits.
    let why = throw.why.split_once(", hits on").map_or(throw.why.as_str(), |(what, _)| what);
    format!("To roll: {dice}: {why}")
}

/// A refusal with what was measured for it.
fn barred(refusal: Refusal) -> Barred {
    let measured = refusal.measured.as_deref().cloned();
    Barred { measured, ..Barred::from(&WireRefusal::of(&refusal)) }
}

/// An order with what the rules say to it.
pub fn order(context: &Context<'_>, order: Order) -> Meaning {
    let mut notes = Vec::new();
    // These say more than their orders: of ranges, ways and odds of strength.
    let telling = context.offers(&["fire", "retreat", "rout", "resolve"]).find(|offer| offer.order == order);
    notes.extend(telling.map(|offer| offer.words.clone()));
    let mut refusal = None;
    match Easy::judge(context.state, &order, &mut Dry) {
        Ok(_) => {}
        Err(Stop::NeedsDice(throw)) => notes.push(to_roll(&throw)),
        Err(Stop::Refused(refused)) => refusal = Some(barred(refused)),
        Err(Stop::BadDice(fault)) => notes.push(fault.to_string()),
    }
    let mut marks = trip::order_marks(context.state, &order);
    let measured = refusal.as_ref().and_then(|refusal: &Barred| refusal.measured.as_ref());
    marks.extend(measured.map(|measured| gauge_marks(&measured.gauge())).into_iter().flatten());
    let words = Easy::say_order(context.state, &order);
    Meaning { notes, refusal, marks, ..Meaning::new(words, Does::Order { order, drawn: Vec::new() }) }
}

fn sentence(text: &str, said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    if let Some(head) = said.head {
        return headed(text, head, said, context);
    }
    if said.deeds.is_empty() {
        return named(said, context);
    }
    let Some(first) = said.stands.first() else { return unnamed(said, context) };
    let stand = find(first, context, StandRole::Actor)?;
    let mut meaning = does(stand, &said.deeds, context)?;
    let mut others = Vec::new();
    for named in &said.stands[1..] {
        let other = find(named, context, StandRole::Actor)?;
        // The others are shown where they would go from the table as it is.
        if let Ok(next) = does(other, &said.deeds, context) {
            meaning.ghosts.extend(next.ghosts);
        }
        others.push(context.state.unit(other).badge.to_string());
    }
    if !others.is_empty() {
        let deeds: String = text.chars().take(said.to).skip(said.deeds_from).collect();
        meaning.words = format!("{}; then {} as well", meaning.words, others.join(", "));
        meaning.rest = Some(format!("{} {deeds}", others.join(",")));
    }
    Ok(meaning)
}

/// The first order that is due of what this verb takes up; of this stand, where one is named.
fn offered(context: &Context<'_>, verb: Verb, stand: Option<StandId>) -> Option<Order> {
    let of_stand = |order: &&Order| stand.is_none() || order.actor() == stand;
    context.offers(verb.kinds()).map(|offer| &offer.order).find(of_stand).cloned()
}

fn headed(text: &str, head: Head, said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    Ok(match head {
        Head::Draw | Head::Weather | Head::End => {
            let due = context.offers(head.kinds()).next().map(|offer| offer.order.clone());
            order(context, due.unwrap_or_else(|| context.say(head.kinds(), [])))
        }
        Head::All => {
            let listed = context.offers(head.kinds()).find_map(|offer| offer.order.activated());
            let mut stands = listed.unwrap_or_default().to_vec();
            for named in &said.except {
                let left_out = find(named, context, StandRole::Actor)?;
                stands.retain(|stand| *stand != left_out);
            }
            activated(&stands, context)
        }
        Head::Nobody => activated(&[], context),
        Head::Pick => {
            let name: Vec<&str> = said.stands.iter().map(|named| named.text.as_str()).collect();
            let at = said.stands.first().map_or(said.to, |named| named.at);
            pick(&name.join(" "), at, context)?
        }
        Head::Attach => attach(text, said, context)?,
        Head::Form => form(text, said, context)?,
        Head::Undo => beside("Takes back the last order", Beside::Undo),
        Head::Redo => beside("Brings back the order taken back last", Beside::Redo),
        Head::Keys => beside("Shows every key", Beside::Keys),
    })
}

/// These stands act, and no others.
fn activated(stands: &[StandId], context: &Context<'_>) -> Meaning {
    order(context, context.say(Head::All.kinds(), [context.stands(stands)]))
}

/// The name behind `to` or `as`, as it is typed.
fn name_behind(text: &str, said: &Sentence) -> String {
    let from = said.named_from.unwrap_or(said.to);
    let name: String = text.chars().take(said.to).skip(from).collect();
    name.trim().to_owned()
}

/// The units that are named: stands, or a whole command by its name.
fn units(said: &Sentence, context: &Context<'_>) -> Result<Vec<StandId>, Fault> {
    let spoken: Vec<&str> = said.stands.iter().map(|named| named.text.as_str()).collect();
    let may: Vec<StandId> = regroup::offers::units(context.state);
    if said.stands.iter().any(|named| named.badge().is_none())
        && let [command] = best_called(&spoken.join(" "), &called(context.state))[..]
    {
        return Ok(may.into_iter().filter(|id| context.state.unit(*id).command == command).collect());
    }
    said.stands.iter().map(|named| find(named, context, StandRole::Unit)).collect()
}

/// `attach 14 15 to VI`.
fn attach(text: &str, said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    let stands = units(said, context)?;
    let name = name_behind(text, said);
    if name.is_empty() {
        return Err(Fault::at(said.to, "to whom?", "attach 14 15 to VI puts both under the general of VI"));
    }
    let (state, receivers) = (context.state, regroup::offers::receivers(context.state));
    let all = called(state);
    let near: Vec<(CommandId, String)> =
        all.iter().filter(|(id, _)| receivers.contains(id)).cloned().collect();
    let mut found = best_called(&name, &near);
    if found.is_empty() {
        found = best_called(&name, &all);
    }
    let at = said.named_from.unwrap_or(said.to);
    let to = match found[..] {
        [to] => to,
        [] => {
            let what = format!("no command is called \"{name}\"");
            return Err(Fault::at(at, what, "Name a command by its chit"));
        }
        _ => {
            let names: Vec<String> = found.iter().map(|id| chit_name(state, *id)).collect();
            return Err(several(&name, at, &names));
        }
    };
    let answers = [context.stands(&stands), context.command(to)];
    Ok(order(context, context.say(Head::Attach.kinds(), answers)))
}

/// All commands, as their chits are called.
fn called(state: &State) -> Vec<(CommandId, String)> {
    state.roster().commands.iter().map(|info| (info.id, chit_name(state, info.id))).collect()
}

/// Those of these commands that a name fits best.
fn best_called(name: &str, commands: &[(CommandId, String)]) -> Vec<CommandId> {
    best(name, commands.iter().map(|(id, name)| (*id, name.as_str())))
}

/// `form 14 15 as Grand battery`: its general is placed where there is room, the form places him elsewhere.
fn form(text: &str, said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    let state = context.state;
    let stands = units(said, context)?;
    let typed = name_behind(text, said);
    let name = if typed.is_empty() { regroup::names::suggested_name(state, &stands) } else { typed };
    let beside = || stands.first().and_then(|id| state.pose(*id));
    let Some(pose) = regroup::places::form_pose(state, &stands).or_else(beside) else {
        return Err(Fault::at(said.to, "which stands?", "form 14 15 as Grand battery"));
    };
    Ok(order(context, Order::Form { name, stands, pose }))
}

/// The commands that may be picked, by name.
fn picks(context: &Context<'_>) -> Vec<(CommandId, String)> {
    let commands = context.offers(Head::Pick.kinds()).filter_map(|offer| offer.order.command());
    commands.map(|command| (command, chit_name(context.state, command))).collect()
}

/// A command by name: those that are offered first, then any, which the rules refuse with their reason.
fn pick(name: &str, at: usize, context: &Context<'_>) -> Result<Meaning, Fault> {
    let (offers, all) = (picks(context), called(context.state));
    let names = |of: &[(CommandId, String)]| of.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    let known = if best_called(name, &offers).is_empty() { &all } else { &offers };
    let none = || {
        let remedy = match &names(&offers)[..] {
            [] => "Nobody may be picked now".to_owned(),
            names => format!("He may pick {}", names.join(", ")),
        };
        Fault::at(at, format!("no command is called \"{name}\""), remedy)
    };
    let place = surely(name, at, &names(known), &names(&all), "command", none)?;
    Ok(order(context, context.say(Head::Pick.kinds(), [context.command(known[place].0)])))
}

/// Stands without a deed: those that are activated, or the one to be taken in hand.
fn named(said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    let activating = context.offers(Head::All.kinds()).next().is_some();
    // A command by name, where one may be picked.
    let spoken: Vec<&str> = said.stands.iter().map(|named| named.text.as_str()).collect();
    let spoken = spoken.join(" ");
    if said.stands.iter().all(|named| named.badge().is_none())
        && !best_called(&spoken, &picks(context)).is_empty()
        && let Ok(picked) = pick(&spoken, said.from, context)
    {
        return Ok(picked);
    }
    let mut stands = Vec::new();
    for named in &said.stands {
        stands.push(find(named, context, StandRole::Actor)?);
    }
    let general = context.state.active_general();
    match stands[..] {
        // The general moves himself before his stands are chosen.
        [only] if !activating || Some(only) == general => Ok(take(only, context)),
        _ => Ok(activated(&stands, context)),
    }
}

/// A stand in hand, or only selected where it may not move.
fn take(stand: StandId, context: &Context<'_>) -> Meaning {
    let name = context.state.say_short(stand);
    let key = context.state.key(stand);
    match context.offers_to(stand).find_map(|offer| offer.order.move_kind()) {
        Some(MoveKind::Enter) => beside(format!("Brings {name} on"), Beside::PickUp(key)),
        Some(_) => beside(format!("Takes {name} in hand"), Beside::PickUp(key)),
        None => match waits_outside(context.state, stand) {
            Some(out) => kept_out(out, context),
            None => beside(format!("Selects {name}"), Beside::Select(key)),
        },
    }
}

/// A stand that is to come on and cannot, with the reason.
fn kept_out(out: ShutOut, context: &Context<'_>) -> Meaning {
    let words = format!("Brings {} on", context.state.say_short(out.stand));
    let refusal = Some(barred(out.refusal));
    Meaning { refusal, ..Meaning::new(words, Does::Order { order: out.order, drawn: Vec::new() }) }
}

/// Deeds without stands: what is due, or what the selected stand does.
fn unnamed(said: &Sentence, context: &Context<'_>) -> Result<Meaning, Fault> {
    let Some(deed) = said.deeds.first() else { return Err(Fault::at(said.from, "nothing is said", "")) };
    match (deed.verb, deed.number) {
        (Verb::Fight, _) => {
            let next = offered(context, deed.verb, None);
            return Ok(next.map_or_else(|| fought(0, context), |next| order(context, next)));
        }
        (Verb::Attack, _) if deed.targets.is_empty() => {
            if let Some(all) = offered(context, deed.verb, None) {
                return Ok(order(context, all));
            }
        }
        // `r14`: the stand to be rallied may be named behind.
        (Verb::Slide(_) | Verb::Rally, Some(badge)) if is_rally(deed, context) => {
            let named = Named { text: format!("{badge}"), at: deed.at + 1 };
            return Ok(rally(find(&named, context, StandRole::Actor)?, context));
        }
        (verb @ (Verb::Capture | Verb::Destroy), _) if deed.targets.is_empty() => {
            if let Some(only) = to_take(context, verb, None) {
                return Ok(order(context, only.clone()));
            }
        }
        (verb @ (Verb::Bridge | Verb::Unbridge | Verb::Rally), _) => {
            if let Some(only) = offered(context, verb, None) {
                return Ok(order(context, only));
            }
        }
        _ => {}
    }
    match context.selected {
        Some(stand) => does(stand, &said.deeds, context),
        None => Err(Fault::at(said.from, "which stand?", "Name it by its badge: 14f6, or select it first")),
    }
}

fn is_rally(deed: &Deed, context: &Context<'_>) -> bool {
    let Some(badge) = deed.number else { return false };
    let right = deed.verb == Verb::Slide(90.0) || deed.verb == Verb::Rally;
    right
        && context.state.ids().any(|id| {
            f32::from(context.state.unit(id).badge) == badge
                && matches!(context.state.stand(id).place, Place::Eliminated { .. })
        })
}

/// What this stand does.
fn does(stand: StandId, deeds: &[Deed], context: &Context<'_>) -> Result<Meaning, Fault> {
    let state = context.state;
    let Some(first) = deeds.first() else { return Ok(take(stand, context)) };
    let alone = || match deeds.get(1) {
        None => Ok(()),
        Some(next) => Err(Fault::at(next.at, "nothing is done after this", "Put ; between two orders")),
    };
    let right = first.verb == Verb::Slide(90.0) && first.number.is_none();
    if right || first.verb == Verb::Retreat {
        let beaten = offered(context, Verb::Retreat, Some(stand));
        if beaten.is_some() || first.verb == Verb::Retreat {
            alone()?;
            let direction = first.bearing.map(|degrees| Answer::Measure(degrees.into()));
            let answers = [context.stand(stand)].into_iter().chain(direction);
            return Ok(order(context, context.say(Verb::Retreat.kinds(), answers)));
        }
        if matches!(state.stand(stand).place, Place::Eliminated { .. }) {
            alone()?;
            return Ok(rally(stand, context));
        }
    }
    match first.verb {
        Verb::Show => {
            alone()?;
            Ok(beside(format!("Selects {}", state.say_short(stand)), Beside::Select(state.key(stand))))
        }
        Verb::Rally => alone().map(|()| rally(stand, context)),
        Verb::Fire => alone().and_then(|()| fire(stand, first, context)),
        Verb::Capture | Verb::Destroy => alone().and_then(|()| taken(stand, first, context)),
        Verb::Withdraw => alone().map(|()| withdrawn(stand, first, context)),
        Verb::Work => alone().and_then(|()| work(stand, first, context)),
        Verb::Join => alone().and_then(|()| join(stand, first, context)),
        Verb::Fight => alone().and_then(|()| fight(stand, first, context)),
        verb => match order_by_verb(context, stand, verb) {
            Some(given) => alone().map(|()| order(context, given)),
            None => moved(stand, deeds, context),
        },
    }
}

/// The order that a stand and a verb are, where nothing else has to be said.
pub fn order_by_verb(context: &Context<'_>, stand: StandId, verb: Verb) -> Option<Order> {
    let reacts = |reaction| Some(Answer::Either(Box::new(spelling::reaction(reaction))));
    let how = match verb {
        Verb::Continue | Verb::Opening => None,
        Verb::Evade => reacts(Reaction::Evade),
        Verb::Canister => reacts(Reaction::Fire),
        Verb::Hold => reacts(Reaction::Stand),
        Verb::Bridge => Some(Answer::Whether(false)),
        Verb::Unbridge => Some(Answer::Whether(true)),
        Verb::Square(form) => Some(Answer::Whether(form)),
        _ => return None,
    };
    Some(context.say(verb.kinds(), [context.stand(stand)].into_iter().chain(how)))
}

/// Withdrawn as it is offered, or so many inches of that; where nothing is offered the rules say what the straight way meets.
fn withdrawn(stand: StandId, deed: &Deed, context: &Context<'_>) -> Meaning {
    let state = context.state;
    let offer = offered(context, Verb::Withdraw, Some(stand));
    let offered = offer.as_ref().and_then(Order::path).cloned();
    let whole = offered.or_else(|| movement::offers::straight_back(state, stand)).unwrap_or_default();
    let path = match (deed.number, &whole.legs[..]) {
        (Some(inches), [Leg::Slide(way)]) => Path::new(vec![Leg::Slide(way.normalize_or_zero() * inches)]),
        _ => whole,
    };
    let stays = path.legs.is_empty();
    let mut meaning = order(context, Order::going(MoveKind::Withdraw, stand, path));
    if stays {
        meaning.words = format!("{} withdraws", state.say_short(stand));
    }
    meaning
}

/// Rallied where it is offered; elsewhere the rules say why not.
fn rally(stand: StandId, context: &Context<'_>) -> Meaning {
    let offer = offered(context, Verb::Rally, Some(stand));
    let state = context.state;
    let general = state.active_general();
    let beside = general.and_then(|id| state.pose(id)).unwrap_or(table::Pose::at(0.0, 0.0, 0.0));
    order(context, offer.unwrap_or(Order::Rally { stand, pose: beside }))
}

fn taking(verb: Verb) -> Taking {
    if verb == Verb::Destroy { Taking::Destroy } else { Taking::Capture }
}

/// The wagon that is offered to be captured, or destroyed: to this stand, where one is named.
fn to_take<'a>(context: &Context<'a>, verb: Verb, stand: Option<StandId>) -> Option<&'a Order> {
    let fits = |order: &&Order| {
        let taking = order.taking().filter(|(.., how)| *how == taking(verb));
        taking.is_some_and(|(by, ..)| stand.is_none_or(|stand| by == stand))
    };
    context.offers(verb.kinds()).map(|offer| &offer.order).find(fits)
}

/// The wagon that is named, else the one that is offered, is captured or destroyed.
fn taken(stand: StandId, deed: &Deed, context: &Context<'_>) -> Result<Meaning, Fault> {
    let how = taking(deed.verb);
    match (deed.targets.first(), to_take(context, deed.verb, Some(stand))) {
        (Some(named), _) => {
            let wagon = find(named, context, StandRole::EnemyOf(stand))?;
            let how = Answer::Either(Box::new(spelling::taking(how)));
            let answers = [context.stand(stand), context.stand(wagon), how];
            Ok(order(context, context.say(deed.verb.kinds(), answers)))
        }
        (None, Some(offer)) => Ok(order(context, offer.clone())),
        (None, None) => Err(Fault::at(
            deed.at,
            format!("{} touches no enemy wagon with its front", context.state.say(stand)),
            "Name a wagon to hear why not: 14 capture 31",
        )),
    }
}

fn fire(battery: StandId, deed: &Deed, context: &Context<'_>) -> Result<Meaning, Fault> {
    let at = |target| {
        order(context, context.say(deed.verb.kinds(), [battery, target].map(|id| context.stand(id))))
    };
    if let Some(named) = deed.targets.first() {
        return Ok(at(find(named, context, StandRole::EnemyOf(battery))?));
    }
    let shots = context.due.offers.iter().filter_map(|offer| offer.order.shot());
    let targets: Vec<StandId> = shots.filter(|(by, _)| *by == battery).map(|(_, target)| target).collect();
    match targets[..] {
        [target] => Ok(at(target)),
        [] => Err(Fault::at(
            deed.at,
            format!("{} has nothing to fire at", context.state.say(battery)),
            "Name a target to hear why not: g22",
        )),
        _ => {
            let names: Vec<String> = targets.iter().map(|target| context.state.say_short(*target)).collect();
            Err(Fault::at(deed.at + 1, format!("fire at {}?", names.join(" or ")), "Name the target: g22"))
        }
    }
}

/// The work at hand: what is begun, else what is offered first.
fn work(engineer: StandId, deed: &Deed, context: &Context<'_>) -> Result<Meaning, Fault> {
    offered(context, deed.verb, Some(engineer)).map(|found| order(context, found)).ok_or_else(|| {
        Fault::at(
            deed.at,
            format!("{} has no work at hand", context.state.say(engineer)),
            "Engineers work at a site that they touch when they are activated",
        )
    })
}

fn join(engineer: StandId, deed: &Deed, context: &Context<'_>) -> Result<Meaning, Fault> {
    if let Some(named) = deed.targets.first() {
        let host = find(named, context, StandRole::Anybody)?;
        let answers = [engineer, host].map(|id| context.stand(id));
        return Ok(order(context, context.say(deed.verb.kinds(), answers)));
    }
    offered(context, deed.verb, Some(engineer)).map(|found| order(context, found)).ok_or_else(|| {
        Fault::at(
            deed.at,
            "there is no infantry to be attached to",
            "Touch infantry first, or name it: join22",
        )
    })
}

/// The combat that this stand is in.
fn fight(stand: StandId, deed: &Deed, context: &Context<'_>) -> Result<Meaning, Fault> {
    let combats = context.state.active().map_or(&[][..], |now| &now.combats);
    let found =
        combats.iter().position(|combat| combat.attacks.iter().any(|(a, d)| *a == stand || *d == stand));
    match found {
        Some(combat) => Ok(fought(combat, context)),
        None => Err(Fault::at(
            deed.at,
            format!("{} is in no combat", context.state.say(stand)),
            "Combats are declared first: a",
        )),
    }
}

/// The combat with this index.
fn fought(combat: usize, context: &Context<'_>) -> Meaning {
    let index = Answer::Count(i64::try_from(combat).unwrap_or(i64::MAX));
    order(context, context.say(Verb::Fight.kinds(), [index]))
}

fn moved(stand: StandId, deeds: &[Deed], context: &Context<'_>) -> Result<Meaning, Fault> {
    let state = context.state;
    if let Some(other) = deeds.iter().find(|deed| !deed.verb.moves() && deed.verb != Verb::Attack) {
        return Err(Fault::at(other.at, "this is no part of a move", "Put ; between two orders"));
    }
    let kind = moves::kind_of(context, stand);
    let way = moves::way(context, stand, deeds, |deed| {
        deed.targets.first().map(|named| find(named, context, StandRole::EnemyOf(stand))).transpose()
    })?;
    let Some(way) = way else {
        // It is not there: the rules say so.
        return Ok(order(context, Order::going(MoveKind::Move, stand, Path::stay())));
    };
    let verb = match kind {
        MoveKind::Move | MoveKind::General => "goes",
        MoveKind::Withdraw => "withdraws",
        MoveKind::Enter => "comes on",
    };
    let given = Order::going(kind, stand, way.trip.path.clone()).coming(way.along);
    let mut meaning = order(context, given);
    meaning.words = if way.words.starts_with("turns") || way.words.starts_with("wheels") {
        format!("{} {}", state.say_short(stand), way.words)
    } else {
        // Nobody withdraws into contact.
        let verb = if way.words.starts_with("into contact") { "goes" } else { verb };
        format!("{} {verb} {}", state.say_short(stand), way.words)
    };
    meaning.notes.insert(0, trip::cost_words(&way.trip));
    meaning.notes.extend(way.trip.notes.iter().cloned());
    // What the planner knows of the way says more than the leg that failed: who holds the edge, and which are free.
    if meaning.refusal.is_none() || may_set_out(state, stand, kind, way.along) {
        meaning.refusal = way.trip.refusal.clone().map(barred).or(meaning.refusal);
    }
    if meaning.refusal.is_none() && way.trip.path.legs.is_empty() && kind != MoveKind::Enter {
        let said = format!("{} would not move", state.say(stand));
        let refusal =
            Refusal::new(Code::Phase, "easy:II.B-path", said, "Leave it where it is, or say how far it goes");
        meaning.refusal = Some(barred(refusal));
    }
    meaning.risk = way.trip.luck.as_ref().map(|(words, _)| words.clone());
    meaning.marks.clear();
    meaning.ghosts = vec![Ghost {
        piece: state.key(stand),
        marks: trip::trip_marks(state, stand, &way.trip, meaning.refusal.is_none()),
        rests: way.trip.poses.last().copied().map(Spot::pose),
    }];
    Ok(meaning)
}

/// May the stand be moved at all, wherever to?
fn may_set_out(state: &State, stand: StandId, kind: MoveKind, along: f32) -> bool {
    let staying = Order::going(kind, stand, Path::stay()).coming(along);
    !matches!(Easy::judge(state, &staying, &mut Dry), Err(Stop::Refused(_)))
}

/// Attacks, where combats are declared: of all sentences together.
fn declared(line: &Line, context: &Context<'_>) -> Option<Result<Meaning, Fault>> {
    let offer = context.offers(Verb::Attack.kinds()).next()?;
    let all = offer.order.attacks()?;
    let attacking = |said: &Sentence| {
        said.deeds.iter().any(|deed| deed.verb == Verb::Attack)
            && (!said.stands.is_empty() || context.selected.is_some() && !said.deeds[0].targets.is_empty())
    };
    if !line.sentences.iter().any(attacking) {
        return None;
    }
    let attacks = || -> Result<Vec<(StandId, StandId)>, Fault> {
        let mut attacks = Vec::new();
        for said in &line.sentences {
            let [Deed { verb: Verb::Attack, targets, .. }] = &said.deeds[..] else {
                return Err(Fault::at(said.from, "attacks are declared together", "14a22;15a23"));
            };
            let mut attackers = Vec::new();
            for named in &said.stands {
                attackers.push(find(named, context, StandRole::Actor)?);
            }
            attackers.extend(context.selected.filter(|_| said.stands.is_empty()));
            for attacker in attackers {
                for named in targets {
                    attacks.push((attacker, find(named, context, StandRole::EnemyOf(attacker))?));
                }
                if targets.is_empty() {
                    attacks.extend(all.iter().filter(|(by, _)| *by == attacker));
                }
            }
        }
        attacks.sort_unstable();
        attacks.dedup();
        Ok(attacks)
    };
    Some(attacks().map(|attacks| order(context, offer.order.clone().attacking(attacks))))
}

/// Hits or dice that are shared out: `22:2 23:1`.
fn shared(line: &Line, context: &Context<'_>) -> Result<Meaning, Fault> {
    let mut shares = Vec::new();
    for said in &line.sentences {
        let ([named], [Deed { verb: Verb::Share, number: Some(count), at, .. }]) =
            (&said.stands[..], &said.deeds[..])
        else {
            return Err(Fault::at(
                said.from,
                "shares are given together",
                "22:2 23:1 puts two on 22 and one on 23",
            ));
        };
        if count.fract() != 0.0 || *count > 99.0 {
            return Err(Fault::at(
                *at,
                format!("{count} is no number of hits or dice"),
                "Give a whole number",
            ));
        }
        shares.push((find(named, context, StandRole::Anybody)?, *count as u8));
    }
    shares.retain(|(_, count)| *count > 0);
    match offered(context, Verb::Share, None).and_then(|offer| offer.sharing(shares)) {
        Some(shared) => Ok(order(context, shared)),
        None => Err(Fault::at(0, "nothing is to be shared out now", "See what is due")),
    }
}

/// For what a stand is looked up: of several that a name fits, those are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandRole {
    Actor,
    EnemyOf(StandId),
    /// A unit that the army commander may regroup.
    Unit,
    Anybody,
}

/// The stands that may be meant first of all.
pub fn likely(context: &Context<'_>, role: StandRole) -> Vec<StandId> {
    let state = context.state;
    let mut found: Vec<StandId> = match role {
        StandRole::Unit => regroup::offers::units(state),
        StandRole::Anybody => state.on_table().map(|(id, _)| id).collect(),
        StandRole::EnemyOf(stand) => {
            let enemies = state.on_table().map(|(id, _)| id).filter(|id| state.are_enemies(stand, *id));
            if state.active().is_some_and(|now| now.step == Step::Combats) {
                touched_enemies(state, stand)
            } else {
                enemies.filter(|id| state.arm(*id) != Arm::General).collect()
            }
        }
        StandRole::Actor => {
            let general = state.active_general();
            let offers = context.due.offers.iter();
            offers.flat_map(|offer| offer.order.actors(general)).collect()
        }
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// The stand with this badge or name.
pub fn find(named: &Named, context: &Context<'_>, role: StandRole) -> Result<StandId, Fault> {
    let state = context.state;
    if let Some(badge) = named.badge() {
        let found = state.ids().find(|id| u32::from(state.unit(*id).badge) == badge);
        return found.ok_or_else(|| {
            let most = state.stands.len();
            Fault::at(named.at, format!("no stand has badge {badge}"), format!("Badges go from 1 to {most}"))
        });
    }
    let first = likely(context, role);
    let names =
        |ids: &[StandId]| best(&named.text, ids.iter().map(|id| (*id, state.unit(*id).short.as_str())));
    let mut found = names(&first);
    let all: Vec<StandId> = state.ids().collect();
    if found.is_empty() {
        found = names(&all);
    }
    if found.is_empty() {
        found = best(&named.text, all.iter().map(|id| (*id, state.unit(*id).name.as_str())));
    }
    match found[..] {
        [only] => Ok(only),
        [] => Err(Fault::at(
            named.at,
            format!("no stand is called \"{}\"", named.text),
            "Name stands by badge, or by the beginning of a word of their name",
        )),
        _ => {
            let several: Vec<String> = found.iter().take(4).map(|id| state.say_short(*id)).collect();
            let more = if found.len() > 4 { " or another" } else { "" };
            let what = format!("\"{}\" is {}{more}", named.text, several.join(" or "));
            Err(Fault::at(named.at, what, "Name it by its badge"))
        }
    }
}
