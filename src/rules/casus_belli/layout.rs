//! Objections of these rules to a battle, beyond those of every battle on hexes.
//!
//! Clauses: `cb:1A`, `cb:1B`, `cb:3d`, `cb:5`, `cb:8a5`, `cb:9a`, `cb:10a`, `cb:14a`, `cb:15a1`, `cb:15c2`, `cb:tet-river`.

use std::collections::BTreeMap;

use super::chart::{self, Entry};
use super::options::Options;
use super::roster::{COMMUNICATIONS, PLACE};
use data::suggest;
use game::options::Options as Chosen;
use hexes::{Gate, Hex, HexMap, HexReach, Links};
use scenario::roster::{CellKind, Column, counter};
use scenario::{
    HexArm, HexCorps, HexLayout, HexLeader, HexObjection, HexObjective, HexStart, HexSubject, HexUnit, Side,
};

/// The values of a counter (`cb:1B`), and those only in lists.
pub(super) const COLUMNS: &[Column] = &[
    counter::COUNTER,
    counter::NAME,
    Column::new("arm", "Type", CellKind::OneOf(&counter::UNITS_AND_LEADERS)).required().beginning("Infantry"),
    counter::STRENGTH,
    counter::BONUS,
    counter::MOVEMENT,
    counter::CORPS,
    counter::LEVEL,
    counter::BEGINS,
    Column::new("note", "Men or guns", CellKind::Text),
    counter::FORMATION.detail(),
    counter::FACES.detail(),
    counter::BASIS.detail(),
    counter::ONLY_WITH.detail(),
];

/// All objections: about sides and objectives, then about corps, leaders and units in their order.
pub(super) fn objections(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let ground = layout.map.map(|map| Ground::new(map, layout));
    let mut found = nations(layout);
    found.extend(places(layout));
    found.extend(communications(layout, ground.as_ref()));
    found.extend(commanders(layout));
    found.extend(corps(layout));
    found.extend(units(layout));
    found.extend(ground.iter().flat_map(|ground| begin(layout, ground)));
    found.extend(men_and_guns(layout));
    found
}

/// The map for pieces of each arm, and the origin of each side.
struct Ground<'m> {
    map: &'m HexMap,
    links: [Links; 3],
    sides: [Country; 2],
}

/// The surroundings of a side's line of communications.
#[derive(Default)]
struct Country {
    /// The hexes of its line that are on the map.
    ends: Vec<Hex>,
    /// Those that its pieces can reach; if they fall into separate parts, the largest.
    open: Vec<Hex>,
    /// By arm: everything reachable from these in any time; `None` if none of its pieces can reach its line.
    reach: Option<[HexReach; 3]>,
}

/// A piece with a starting hex: a unit, or a leader, who rides as cavalry (`cb:11a`).
struct Beginner<'l> {
    about: HexSubject,
    id: &'l str,
    /// The word for it in a remedy: the unit.
    what: &'static str,
    side: Side,
    arm: HexArm,
    start: HexStart,
}

/// All units, then all leaders.
fn beginners<'l>(layout: &'l HexLayout<'_>) -> impl Iterator<Item = Beginner<'l>> {
    let units = layout.units.iter().enumerate().map(|(number, unit)| Beginner {
        about: HexSubject::Start(number),
        id: &unit.id,
        what: if unit.arm == HexArm::Artillery { "the guns" } else { "the unit" },
        side: unit.side,
        arm: unit.arm,
        start: unit.start,
    });
    let leaders = layout.leaders.iter().enumerate().map(|(number, leader)| Beginner {
        about: HexSubject::Leader(number),
        id: &leader.id,
        what: "the leader",
        side: leader.side,
        arm: HexArm::Cavalry,
        start: leader.start,
    });
    units.chain(leaders)
}

impl<'m> Ground<'m> {
    fn new(map: &'m HexMap, layout: &HexLayout<'_>) -> Self {
        // Unknown options are reported elsewhere.
        let options = Options::new(&Chosen(layout.options.clone())).unwrap_or_default();
        let links = [HexArm::Infantry, HexArm::Cavalry, HexArm::Artillery].map(|arm| {
            Links::new(map, |_, to, marks| match chart::entry(map.kind(to), marks, arm, &options) {
                Entry::Costs(cost) => Some(cost),
                Entry::River | Entry::NoRoad => None,
            })
        });
        let sides = Side::BOTH.map(|side| Country::new(map, &links, layout, side));
        Self { map, links, sides }
    }

    /// Could a piece of this side and arm ever have entered the hex (`cb:3d`, `cb:9a`, `cb:tet-river`)? If the side's line
    /// leads nowhere, which is reported elsewhere: could any piece?
    fn is_open(&self, side: Side, arm: HexArm, hex: Hex) -> bool {
        let column = chart::column(arm);
        let reach = self.sides[side.index()].reach.as_ref();
        self.links[column].reaches(hex) && reach.is_none_or(|reach| reach[column].cost(hex).is_some())
    }
}

impl Country {
    fn new(map: &HexMap, links: &[Links; 3], layout: &HexLayout<'_>, side: Side) -> Self {
        let ends = lines_of(layout, side).flat_map(|(_, line)| line.hexes.iter().copied());
        let ends: Vec<Hex> = ends.filter(|hex| map.contains(*hex)).collect();
        let starts: Vec<Hex> =
            beginners(layout).filter(|one| one.side == side).map(|one| hex_of(one.start)).collect();
        // From each end, on foot: paths work both ways.
        let foot: Vec<HexReach> = ends.iter().map(|end| everywhere(&links[0], &[*end])).collect();
        let many = |reach: &HexReach| starts.iter().filter(|hex| reach.cost(**hex).is_some()).count();
        let Some(most) = foot.iter().max_by_key(|reach| many(reach)).filter(|reach| many(reach) > 0) else {
            return Self { ends, ..Self::default() };
        };
        let open: Vec<Hex> = ends.iter().copied().filter(|end| most.cost(*end).is_some()).collect();
        let reach = Some([0, 1, 2].map(|column| everywhere(&links[column], &open)));
        Self { ends, open, reach }
    }
}

/// Every hex reachable from these in any time.
fn everywhere(links: &Links, from: &[Hex]) -> HexReach {
    let starts: Vec<(Hex, u16)> = from.iter().map(|hex| (*hex, 0)).collect();
    HexReach::search(links, &starts, u16::MAX - 1, |_| Gate::Go)
}

/// The lines of communications of a side, by their number in the file.
fn lines_of<'l>(
    layout: &HexLayout<'l>,
    side: Side,
) -> impl Iterator<Item = (usize, &'l HexObjective)> + use<'l> {
    let id = layout.sides.get(side.index()).map(|side| side.id.as_str());
    layout.objectives.iter().enumerate().filter(move |(_, objective)| {
        objective.kind.as_deref() == Some(COMMUNICATIONS)
            && id.is_some()
            && objective.terms.get("side").map(String::as_str) == id
    })
}

/// One side must be French: its command ranges are longer, and the loss of its commander ends the battle (`cb:10c`, `cb:14a`).
fn nations(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let french = layout.sides.iter().filter(|side| side.nation == "french").count();
    if french == 1 || layout.sides.len() != 2 {
        return Vec::new();
    }
    let number = layout.sides.iter().rposition(|side| side.nation == "french").unwrap_or_default();
    let message = match french {
        0 => "no side is of the nation \"french\", which these rules know apart (cb:14a)".to_owned(),
        _ => "both sides are of the nation \"french\", of which these rules know one (cb:14a)".to_owned(),
    };
    vec![
        HexObjection::error(HexSubject::Side(number), message, "give one side the nation \"french\"")
            .as_warning(),
    ]
}

/// Objectives are places, held for points, or lines of communications (`cb:14a`, `cb:8a5`). Named places mean nothing here.
fn places(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let named = layout.places.iter().map(|(name, hex)| {
        let message = format!("these rules know no place by its name, such as \"{name}\" (cb:14a)");
        let help = "write it as an objective with its points";
        HexObjection::error(HexSubject::Place(name.clone()), message, help).on([*hex]).as_warning()
    });
    let mut found: Vec<HexObjection> = named.collect();
    for (number, objective) in layout.objectives.iter().enumerate() {
        let about = HexSubject::Objective(number);
        match objective.kind.as_deref() {
            None | Some(PLACE) => {
                if let Some(term) = objective.terms.keys().next() {
                    let message =
                        format!("\"{}\" is held, and \"{term}\" says nothing of that (cb:14a)", objective.id);
                    found.push(HexObjection::error(about, message, "leave terms out"));
                }
            }
            Some(COMMUNICATIONS) => found.extend(line(layout, number, objective)),
            Some(other) => {
                let message = format!("these rules know no objective of the kind \"{other}\" (cb:14a)");
                found.push(HexObjection::error(about, message, suggest(other, [PLACE, COMMUNICATIONS])));
            }
        }
    }
    found
}

/// A line of communications has a side, and ends at the edge of the map.
fn line(layout: &HexLayout<'_>, number: usize, line: &HexObjective) -> Vec<HexObjection> {
    let about = || HexSubject::Objective(number);
    let ids = || layout.sides.iter().map(|side| side.id.as_str());
    let mut found = Vec::new();
    match line.terms.get("side") {
        None => {
            let message = format!("\"{}\" is a line of communications of nobody (cb:8a5)", line.id);
            let help = format!("add terms: {{\"side\": \"{}\"}}", ids().next().unwrap_or("french"));
            found.push(HexObjection::error(about(), message, help));
        }
        Some(side) if !ids().any(|id| id == side) => {
            let message = format!("\"{}\" is of the side \"{side}\", which there is not (cb:8a5)", line.id);
            found.push(HexObjection::error(about(), message, suggest(side, ids())));
        }
        Some(_) => {}
    }
    if let Some(term) = line.terms.keys().find(|term| *term != "side") {
        let message = format!("\"{term}\" says nothing of a line of communications (cb:8a5)");
        found.push(HexObjection::error(about(), message, suggest(term, ["side"])));
    }
    if line.hexes.is_empty() {
        let message = format!("\"{}\" leads nowhere: it has no hex (cb:8a5)", line.id);
        found.push(HexObjection::error(about(), message, "name the edge hexes to which the side falls back"));
    }
    let Some(map) = layout.map else { return found };
    let inside = |hex: &&Hex| map.contains(**hex) && map.neighbours(**hex).count() == 6;
    if let Some(hex) = line.hexes.iter().find(inside) {
        let message = format!("\"{}\" leads nowhere: {hex} is not at the edge (cb:8a5)", line.id);
        let help = "name hexes of the outermost rows or columns";
        found.push(HexObjection::error(about(), message, help).on([*hex]));
    }
    found
}

/// Each side has a line of communications with hexes that its pieces can reach (`cb:8a5`). It retreats to these; unreachable
/// others do no harm.
fn communications(layout: &HexLayout<'_>, ground: Option<&Ground<'_>>) -> Vec<HexObjection> {
    let mut found = Vec::new();
    for (number, (of, side)) in layout.sides.iter().zip(Side::BOTH).enumerate() {
        let Some((first, _)) = lines_of(layout, side).next() else {
            let message = format!("\"{}\" has no line of communications (cb:8a5)", of.id);
            let help = format!(
                "add an objective (kind: \"{COMMUNICATIONS}\", hexes: [...], terms: {{\"side\": \"{}\"}})",
                of.id
            );
            found.push(HexObjection::error(HexSubject::Side(number), message, help));
            continue;
        };
        let Some(ground) = ground else { continue };
        let country = &ground.sides[side.index()];
        let begins = |one: Beginner<'_>| one.side == side && ground.map.contains(hex_of(one.start));
        if country.ends.is_empty() || !beginners(layout).any(begins) {
            continue;
        }
        if country.open.is_empty() {
            let message = format!(
                "the line of communications of \"{}\" leads nowhere: none of its pieces can come there (cb:8a5)",
                of.id
            );
            let help = "lead a way there, or name hexes that its pieces can come to";
            let ends = country.ends.clone();
            found.push(HexObjection::error(HexSubject::Objective(first), message, help).on(ends));
            continue;
        }
        for (number, line) in lines_of(layout, side) {
            let shut = |hex: &&Hex| country.ends.contains(hex) && !country.open.contains(hex);
            for hex in line.hexes.iter().filter(shut) {
                let message =
                    format!("{hex} of \"{}\" leads nowhere: its side cannot come there (cb:8a5)", line.id);
                let help = "lead a way there, or leave the hex out";
                let about = HexSubject::Objective(number);
                found.push(HexObjection::error(about, message, help).on([*hex]).as_warning());
            }
        }
    }
    found
}

/// The hex where a piece starts or enters.
const fn hex_of(start: HexStart) -> Hex {
    match start {
        HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. } => hex,
    }
}

/// One leader of each side commands the army, and each other one a corps (`cb:10a`).
fn commanders(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let mut found = Vec::new();
    for (number, leader) in layout.leaders.iter().copied().enumerate() {
        let about = HexSubject::Leader(number);
        let before = &layout.leaders[..number];
        let same = |other: &&&HexLeader| other.side == leader.side && other.corps == leader.corps;
        match (before.iter().find(same), &leader.corps) {
            (Some(other), None) => {
                let message = format!(
                    "\"{}\" and \"{}\" both lead no corps, and one of a side commands the army (cb:10a)",
                    other.id, leader.id
                );
                found.push(HexObjection::error(about, message, "give one of them the corps that he leads"));
            }
            (Some(other), Some(corps)) => {
                let message = format!(
                    "\"{}\" and \"{}\" both lead the corps \"{corps}\" (cb:10a)",
                    other.id, leader.id
                );
                found.push(HexObjection::error(about, message, "a corps has one leader"));
            }
            (None, None) => found.extend(leader.only_with.as_ref().map(|option| {
                let message = format!(
                    "\"{}\" commands the army, and is there with \"{option}\" alone (cb:10a)",
                    leader.id
                );
                HexObjection::error(about, message, "leave his only_with out")
            })),
            (None, Some(_)) => {}
        }
    }
    for (number, (of, side)) in layout.sides.iter().zip(Side::BOTH).enumerate() {
        let has_army = layout.leaders.iter().any(|leader| leader.side == side && leader.corps.is_none());
        if !has_army {
            let message = format!("nobody commands the army of \"{}\" (cb:10a)", of.id);
            let help = "add a leader without a corps to one of its armies";
            found.push(HexObjection::error(HexSubject::Side(number), message, help));
        }
    }
    found
}

/// A corps has a leader, present whenever it is, and units; units and leaders of an optional corps have the same option
/// (`cb:10a`, `cb:15c2`).
fn corps(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let mut found = Vec::new();
    for (number, corps) in layout.corps.iter().copied().enumerate() {
        let is_of = |side: Side, of: &Option<String>| side == corps.side && of.as_ref() == Some(&corps.id);
        if !layout.leaders.iter().any(|leader| is_of(leader.side, &leader.corps)) {
            let message = format!("the corps \"{}\" has no leader (cb:10a)", corps.id);
            let help = format!("add a leader with corps: \"{}\", or leave the corps out", corps.id);
            found.push(HexObjection::error(HexSubject::Corps(number), message, help));
        } else if !layout.units.iter().any(|unit| is_of(unit.side, &unit.corps)) {
            let message = format!("the corps \"{}\" has no unit (cb:10a)", corps.id);
            let help = format!("give units corps: \"{}\", or leave the corps and its leader out", corps.id);
            found.push(HexObjection::error(HexSubject::Corps(number), message, help).as_warning());
        }
        let Some(option) = &corps.only_with else {
            found.extend(absent_leader(layout, corps));
            continue;
        };
        let leaders = layout.leaders.iter().enumerate();
        let stray = leaders
            .filter(|(_, leader)| is_of(leader.side, &leader.corps))
            .map(|(number, leader)| (HexSubject::Leader(number), &leader.id, &leader.only_with));
        let units = layout.units.iter().enumerate();
        let units = units
            .filter(|(_, unit)| is_of(unit.side, &unit.corps))
            .map(|(number, unit)| (HexSubject::Start(number), &unit.id, &unit.only_with));
        for (about, id, only_with) in stray.chain(units) {
            if only_with.as_ref() != Some(option) {
                let message = format!(
                    "\"{id}\" is of the corps \"{}\", which is there with \"{option}\" alone (cb:15c2)",
                    corps.id
                );
                found.push(HexObjection::error(about, message, format!("add only_with: \"{option}\"")));
            }
        }
    }
    found
}

/// A permanent corps with an optional leader: without his option nobody leads it (`cb:10a`).
fn absent_leader(layout: &HexLayout<'_>, corps: &HexCorps) -> Option<HexObjection> {
    let leads = |leader: &&HexLeader| leader.side == corps.side && leader.corps.as_ref() == Some(&corps.id);
    let number = layout.leaders.iter().position(leads)?;
    let leader = layout.leaders[number];
    let option = leader.only_with.as_ref()?;
    let message = format!(
        "\"{}\" is there with \"{option}\" alone, and leads the corps \"{}\", which is there without it (cb:10a)",
        leader.id, corps.id
    );
    let help = format!("leave his only_with out, or give the corps only_with: \"{option}\"");
    Some(HexObjection::error(HexSubject::Leader(number), message, help))
}

/// Only one unit starts in a hex (`cb:5`); fronts need facing (`cb:15a1`).
fn units(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let mut found = Vec::new();
    let mut set_up: BTreeMap<Hex, &HexUnit> = BTreeMap::new();
    let facing = layout.options.get("facing").is_some_and(|value| value == "on");
    for (number, unit) in layout.units.iter().copied().enumerate() {
        if unit.faces.is_some() && !facing {
            let message = format!("\"{}\" has a front, and facing is not played (cb:15a1)", unit.id);
            let help = "leave faces out, or give the battle options: {\"facing\": \"on\"}";
            found.push(HexObjection::error(HexSubject::Facing(number), message, help));
        }
        if let HexStart::Deployed(hex) = unit.start
            && layout.map.is_some_and(|map| map.contains(hex))
            && let Some(other) = set_up.insert(hex, unit).filter(|other| other.side == unit.side)
        {
            let message = format!("\"{}\" and \"{}\" are both set up in {hex} (cb:5)", unit.id, other.id);
            found.push(
                HexObjection::error(HexSubject::Start(number), message, "give one of them another hex")
                    .on([hex])
                    .and_of(&other.id),
            );
        }
    }
    found
}

/// Units and leaders start where they could have come from their line of communications (`cb:3d`, `cb:9a`, `cb:tet-river`).
fn begin(layout: &HexLayout<'_>, ground: &Ground<'_>) -> Vec<HexObjection> {
    let on_map = beginners(layout).filter(|one| ground.map.contains(hex_of(one.start)));
    let shut = on_map.filter(|one| !ground.is_open(one.side, one.arm, hex_of(one.start)));
    shut.map(|one| closed(ground, one)).collect()
}

/// The objection to a start where none of the side and arm can come.
fn closed(ground: &Ground<'_>, one: Beginner<'_>) -> HexObjection {
    let (hex, what) = (hex_of(one.start), one.what);
    let begins = match one.start {
        HexStart::Deployed(_) => "is set up",
        HexStart::Arrives { .. } => "arrives",
    };
    let kind = chart::kind_words(ground.map.kind(hex));
    let (why, help) = if one.arm == HexArm::Artillery && ground.is_open(one.side, HexArm::Infantry, hex) {
        let why = match ground.links[chart::column(one.arm)].reaches(hex) {
            false => format!("{kind} without a road, where no guns come (cb:9a)"),
            true => format!("{kind} to which no road leads for guns (cb:9a)"),
        };
        (why, format!("lead a road into it, or give {what} another hex"))
    } else {
        (
            format!("{kind} behind a river, where nobody comes (cb:tet-river)"),
            format!("lead a road over the river, or give {what} another hex"),
        )
    };
    let message = format!("\"{}\" {begins} in {hex}, {why}", one.id);
    HexObjection::error(one.about, message, help).on([hex])
}

/// Men, or guns, for a strength point, at least and at most (`cb:1A`).
const MEN: (u32, u32) = (300, 500);
const GUNS: (u32, u32) = (4, 6);

/// If a note states the number, a strength point stands for 300 to 500 men or four to six guns (`cb:1A`).
///
/// Ruling: deviations are reported, and playable all the same: corps are closed to their levels.
fn men_and_guns(layout: &HexLayout<'_>) -> Vec<HexObjection> {
    let mut found = Vec::new();
    for (number, unit) in layout.units.iter().enumerate() {
        let (noun, (least, most)) = match unit.arm {
            HexArm::Infantry | HexArm::Cavalry => ("men", MEN),
            HexArm::Artillery => ("guns", GUNS),
        };
        let points = u32::from(unit.strength);
        let Some(many) = counted(&unit.note, noun).filter(|_| points > 0) else { continue };
        if (least * points..=most * points).contains(&many) {
            continue;
        }
        let message = format!(
            "\"{}\" has {many} {noun} and {points} strength points: {} a point, and a point is {least} to {most} {noun} (cb:1A)",
            unit.id,
            if many > most * points { many.div_ceil(points) } else { many / points }
        );
        let fitting = (many.div_ceil(most).max(1), many / least);
        let help = match fitting {
            (one, other) if one < other => format!("give it {one} to {other}, or correct its note"),
            (one, other) if one == other => format!("give it {one}, or correct its note"),
            _ => "correct its note".to_owned(),
        };
        let objection = HexObjection::error(HexSubject::Reading(number), message, help).as_warning();
        found.push(objection.on([hex_of(unit.start)]));
    }
    found
}

/// The number stated by a note, if it states just that: `1716 men`, `about 10 guns`.
fn counted(note: &str, noun: &str) -> Option<u32> {
    let words: Vec<&str> = note.split_whitespace().collect();
    let (number, of) = match words.as_slice() {
        ["about", number, of] | [number, of] => (*number, *of),
        _ => return None,
    };
    number.replace(',', "").parse().ok().filter(|many| of == noun && *many < 1_000_000)
}
