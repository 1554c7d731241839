//! Why a place is dark: what keeps the stand in hand from it, in one short sentence with its clause.
//!
//! The full refusal, with its remedy, stands in the panel; this is what the pointer says. Units: inches.

use game::{Clause, Remark, joined, sentence};
use table::plan::Hindrance;
use table::tolerance::EPS;
use table::{Leg, Path};

use super::trip::Trip;
use crate::movement::walk::{area_name, line_name};
use crate::{Code, Refusal, StandId, State};

/// How the cost of a path that is too long was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priced {
    /// The planner knows none that is cheaper.
    Cheapest,
    /// The same, but for paths across obstacles that need a roll.
    CheapestWithoutRoll,
    /// By the way-points that were set.
    ByWayPoints,
    /// Straight there, for want of any other path.
    Straight,
    /// By the path that is drawn, for want of a legal one.
    AsDrawn,
}

impl Priced {
    /// What is known of the cost of a path to a place that the planner did not reach. `rolls`, are there obstacles that need a roll?
    pub fn of(why: Option<Hindrance>, by_way_points: bool, rolls: bool, path: &Path) -> Self {
        let slides = path.legs.iter().filter(|leg| matches!(leg, Leg::Slide(_))).count();
        match why {
            _ if by_way_points => Self::ByWayPoints,
            // No path is cheaper than the straight one that is legal, unless the ground makes that dear.
            Some(Hindrance::OverAllowance { .. }) if rolls && slides > 1 => Self::CheapestWithoutRoll,
            Some(Hindrance::OverAllowance { .. }) => Self::Cheapest,
            Some(_) | None if slides <= 1 => Self::Straight,
            Some(_) | None => Self::AsDrawn,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Cheapest => "the cheapest way",
            Self::CheapestWithoutRoll => "the cheapest way without a roll",
            Self::ByWayPoints => "the way by its way-points",
            Self::Straight => "even straight there it",
            Self::AsDrawn => "the way drawn",
        }
    }
}

/// What keeps a stand from the place it is held over; `None` if nothing does.
///
/// `why`: what the planner found. What is wrong with the place itself is said before what is wrong with the path to it: of a
/// place where a friend stands nobody wants to know that it is also too far.
pub fn why_dark(state: &State, why: Option<Hindrance>, priced: Priced, trip: &Trip) -> Option<Remark> {
    let Some(refusal) = &trip.refusal else { return rolls(state, priced, trip) };
    let (words, clause) = of_the_place(state, why)
        .or_else(|| out_of_range(priced, trip))
        .unwrap_or_else(|| (of_the_path(refusal, state, priced, trip), refusal.clause));
    Some(Remark { words: sentence(&words), clause: Some(clause) })
}

/// What is wrong with the place itself, with the clause.
fn of_the_place(state: &State, why: Option<Hindrance>) -> Option<(String, Clause)> {
    let say = |id: u32| u16::try_from(id).ok().map(|id| state.say(StandId(id)));
    Some(match why? {
        Hindrance::Overlap { id } => (format!("{} stands there", say(id)?), "easy:0.7"),
        Hindrance::OffTable => (HANGS_OVER.to_owned(), "easy:0.7"),
        Hindrance::Impassable { id } => {
            (format!("{} may not be entered", area_name(state, id as usize)), "easy:II.C")
        }
        Hindrance::OverAllowance { .. }
        | Hindrance::Blocked { .. }
        | Hindrance::Zone { .. }
        | Hindrance::SideContact { .. }
        | Hindrance::MayNotContact { .. }
        | Hindrance::EdgeTaken { .. }
        | Hindrance::Line { .. }
        | Hindrance::NotFinite => return None,
    })
}

const HANGS_OVER: &str = "there it would hang over the table's edge";

/// What is wrong with the path, as the rules refuse it.
fn of_the_path(refusal: &Refusal, state: &State, priced: Priced, trip: &Trip) -> String {
    let Refusal { code, clause, fact, culprit, .. } = refusal;
    // The price of an attached stand is its own.
    let whole = *code == Code::OverAllowance && trip.cost > trip.allowance;
    let Some(name) = culprit else {
        return match code {
            Code::OverAllowance if whole => too_far(priced, trip),
            Code::OffTable => HANGS_OVER.to_owned(),
            _ => fact.clone(),
        };
    };
    match (code, *clause) {
        (Code::Overlap, _) => format!("{name} stands there"),
        (Code::Blocked, _) => format!("{name} stands in the way"),
        (Code::Zone, "easy:II.C.4.3") => {
            let angle = state.options().zoc_leave_angle;
            format!("it starts in the zone of {name}, and may leave only within {angle}° of straight away")
        }
        (Code::Zone, "easy:II.C.4.5") => format!("it halts where the zone of {name} begins"),
        (Code::Zone, _) => format!("the zone of {name} binds here"),
        (Code::ZoneArtillery, _) => format!("guns may not enter the zone of {name}"),
        (Code::SideContact, _) => format!("it would touch {name} other than with its front"),
        (Code::MayNotContact, _) => format!("it may not touch {name}"),
        (Code::InContact, _) => format!("it would touch {name} first, and end there"),
        (Code::Impassable, "easy:II.C") => format!("{name} may not be entered"),
        (Code::Impassable, "easy:V.D.1.a" | "easy:V.D.1.b") => {
            format!("{name} is crossed only at a bridge or a ford")
        }
        (_, _) => fact.clone(),
    }
}

/// `too far by 1.30 in: the cheapest way costs 7.30 of 6.00 in`.
fn too_far(priced: Priced, trip: &Trip) -> String {
    let Trip { cost, allowance, .. } = trip;
    format!("too far by {:.2} in: {} costs {cost:.2} of {allowance:.2} in", cost - allowance, priced.words())
}

/// That a place to which no legal path is known is too far even in a straight line: then it does not matter who is in the way.
fn out_of_range(priced: Priced, trip: &Trip) -> Option<(String, Clause)> {
    let unknown = matches!(priced, Priced::Straight | Priced::AsDrawn);
    let line = trip.poses.first()?.at.distance(trip.poses.last()?.at);
    let allowance = trip.allowance;
    (unknown && line > allowance + EPS).then(|| {
        let over = line - allowance;
        (format!("too far by {over:.2} in: straight there it is {line:.2} of {allowance:.2} in"), "easy:II.B")
    })
}

/// That a place is reached by a roll at best.
fn rolls(state: &State, priced: Priced, trip: &Trip) -> Option<Remark> {
    let names: Vec<String> = trip.obstacles.iter().map(|line| line_name(state, *line)).collect();
    if names.is_empty() {
        return None;
    }
    let across = joined(&names, "and");
    // Where way-points are set another way may cross nothing.
    let way =
        if priced == Priced::ByWayPoints { "The way by its way-points" } else { "Every way in its reach" };
    let words = match &trip.luck {
        Some((_, luck)) if luck.arrives <= 0.0 => {
            format!("{way} crosses {across}, and no roll leaves it enough to get there")
        }
        Some(_) | None => format!("{way} crosses {across}: a roll is due"),
    };
    Some(Remark { words, clause: Some("easy:II.C.3") })
}

#[cfg(test)]
mod tests {
    use drawing::{Ink, Mark};
    use game::{Goal, PieceInHand as _, Spot};
    use table::{Pose, Vec2};

    use super::super::hand::InHand;

    /// Stand A in the middle of the table, with these other stands and other fields of the position.
    fn held(arm: &str, others: &str, rest: &str) -> InHand {
        let text = format!(
            r#"(
                origin: (30, 20),
                stands: [(id: "A", side: "red", arm: {arm}, at: (0, 0, 0)), {others}],
                active: (command: "red"),
                {rest}
            )"#
        );
        let position: crate::Position = data::ron_options().from_str(&text).expect("the position reads");
        let state = position.set_up().expect("the position is sound");
        let stand = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        InHand::new(&state, stand)
    }

    /// The sentence with its clause where the pointer holds the stand so many inches to its right and ahead, turned by so many
    /// degrees.
    ///
    /// Where it is refused, the last legal place is drawn, and the stand may really end there.
    fn said_at(mut hand: InHand, (right, ahead, turned): (f32, f32, f32)) -> Option<String> {
        let goal = |to| Goal { to, via: &[], free: true };
        let trip = hand.trip(goal(Spot::pose(Pose::at(30.0 + right, 20.0 + ahead, turned))));
        if let Some(refusal) = &trip.refusal {
            let last = refusal.last_legal.expect("it stands somewhere");
            let ghost = |mark: &&Mark| mark.ink() == Some(Ink::Close);
            let ghost = trip.marks.iter().find(ghost).expect("the last legal place is drawn");
            let (low, high) = ghost.bounds();
            let (x, y, _) = last.placed().expect("it is a pose");
            assert!(((low + high) / 2.0).distance(Vec2::new(x, y)) < 1e-3, "{last:?}");
            let there = hand.trip(goal(last));
            assert_eq!(there.refusal, None, "{last:?}");
        }
        trip.dark.map(|dark| format!("{} ({})", dark.words, dark.clause.expect("it has its clause")))
    }

    #[track_caller]
    fn check_said(hand: InHand, at: (f32, f32, f32), said: &str) {
        assert_eq!(said_at(hand, at).as_deref(), Some(said));
    }

    const POND: &str =
        r#"areas: [(id: "pond", polygon: [(-6, 2), (6, 2), (6, 5), (-6, 5)], impassable: true)],"#;
    const BROOK: &str = r#"lines: [(id: "brook", points: [(-5, 1.5), (5, 1.5)], obstacle: true)],"#;
    const RIVER: &str = r#"lines: [(id: "river", points: [(-30, 2), (30, 2)], stream: Major)],"#;
    /// A gap of three inches between two ponds.
    const GAP: &str = r#"areas: [
        (id: "left", polygon: [(-29, 2), (-1.5, 2), (-1.5, 4), (-29, 4)], impassable: true),
        (id: "right", polygon: [(29, 2), (1.5, 2), (1.5, 4), (29, 4)], impassable: true),
    ],"#;
    const FRIEND: &str = r#"(id: "B", side: "red", arm: Infantry, at: (0, 3, 0)),"#;

    /// An enemy at this place.
    fn enemy(at: &str) -> String {
        format!(r#"(id: "F", side: "blue", arm: Infantry, at: ({at})),"#)
    }

    #[test]
    fn nothing_is_said_where_it_is_lit() {
        assert_eq!(said_at(held("Infantry", "", ""), (0.0, 3.0, 0.0)), None);
    }

    #[test]
    fn too_far_says_by_how_much_and_what_the_cheapest_way_costs() {
        let straight = "Too far by 1.25 in: the cheapest way costs 7.25 of 6.00 in (easy:II.B)";
        check_said(held("Infantry", "", ""), (0.0, 7.25, 0.0), straight);
        let round = "Too far by 13.04 in: the cheapest way costs 19.04 of 6.00 in (easy:II.B)";
        check_said(held("Infantry", "", POND), (0.0, 6.1, 0.0), round);
        // Across the brook it is nearer, but for the dice.
        let dry = "Too far by 9.50 in: the cheapest way without a roll costs 15.50 of 6.00 in (easy:II.B)";
        check_said(held("Infantry", "", BROOK), (0.0, 7.0, 0.0), dry);
        // No way is known to a place that a friend holds so far away.
        let far = FRIEND.replace("(0, 3, 0)", "(0, 12, 0)");
        let even = "Too far by 6.20 in: straight there it is 12.20 of 6.00 in (easy:II.B)";
        check_said(held("Infantry", &far, ""), (0.0, 12.2, 0.0), even);
    }

    #[test]
    fn what_is_reached_by_a_roll_says_so() {
        let roll = "Every way in its reach crosses the obstacle: a roll is due (easy:II.C.3)";
        check_said(held("Infantry", "", BROOK), (0.0, 4.0, 0.0), roll);
        let never = "Every way in its reach crosses the obstacle, and no roll leaves it enough to get there (easy:II.C.3)";
        check_said(held("Infantry", "", BROOK), (0.0, 5.9, 0.0), never);
    }

    #[test]
    fn a_friend_stands_there_or_in_the_way() {
        check_said(held("Infantry", FRIEND, ""), (0.0, 3.2, 0.0), "2 B stands there (easy:0.7)");
        check_said(held("Infantry", FRIEND, GAP), (0.0, 5.5, 0.0), "2 B stands in the way (easy:0.7)");
    }

    #[test]
    fn ground_and_the_edge_of_the_table_are_named() {
        let pond = "Impassable ground may not be entered (easy:II.C)";
        check_said(held("Infantry", "", POND), (0.0, 3.2, 0.0), pond);
        let river = "The obstacle is crossed only at a bridge or a ford (easy:V.D.1.a)";
        check_said(held("Infantry", "", RIVER), (0.0, 4.0, 0.0), river);
        let edge = "There it would hang over the table's edge (easy:0.7)";
        check_said(held("Infantry", "", ""), (0.0, 20.0, 0.0), edge);
    }

    #[test]
    fn zones_say_whom_they_bind_and_how() {
        let two =
            format!(r#"{} (id: "E", side: "blue", arm: Infantry, at: (3, 5.5, 180)),"#, enemy("0, 4.5, 180"));
        let binds = "The zone of 2 F binds here (easy:II.C.4.1)";
        check_said(held("Infantry", &two, ""), (3.0, 3.2, 0.0), binds);
        let guns = "Guns may not enter the zone of 2 F (easy:II.C.4.4)";
        check_said(held("FootArtillery", &enemy("0, 5.5, 180"), ""), (0.0, 2.9, 0.0), guns);
        let sappers = held("Engineer", &enemy("0, 5.5, 180"), r#"options: {"adv-engineers": "on"},"#);
        check_said(sappers, (0.0, 2.9, 0.0), "It halts where the zone of 2 F begins (easy:II.C.4.5)");
        let inside =
            "It starts in the zone of 2 F, and may leave only within 45° of straight away (easy:II.C.4.3)";
        check_said(held("FootArtillery", &enemy("0, 3.5, 180"), ""), (1.5, 0.6, 0.0), inside);
    }

    #[test]
    fn contacts_that_are_not_allowed_say_with_whom() {
        let behind = enemy("0, 5, 0");
        let side = "It would touch 2 F other than with its front (easy:III-contact)";
        check_said(held("Infantry", &behind, ""), (0.0, 3.0, 90.0), side);
        check_said(held("Infantry", &behind, ""), (0.0, 4.4, 0.0), "2 F stands there (easy:0.7)");
        let first = "It would touch 2 F first, and end there (easy:III-contact)";
        check_said(held("Infantry", &enemy("0, 3.5, 180"), ""), (2.0, 2.0, 0.0), first);
        let guns = "It may not touch 2 F (easy:III-contact)";
        check_said(held("FootArtillery", &enemy("0, 4, 0"), ""), (0.0, 2.5, 0.0), guns);
        let attacked =
            format!(r#"{behind} (id: "B", command: "other", side: "red", arm: Infantry, at: (-1.2, 3, 0)),"#);
        let commands = r#"commands: [(id: "red", side: "red"), (id: "other", side: "red"), (id: "blue", side: "blue")],"#;
        let held_edge = "2 B holds the rear of 3 F (easy:III.A.2)";
        check_said(held("Infantry", &attacked, commands), (0.9, 3.0, 0.0), held_edge);
    }
}
