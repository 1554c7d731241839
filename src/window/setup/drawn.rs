//! Stands and units of a draft as drawn on the table: a unit by the stands of its formation, those in buildings apart.
//!
//! Units: inches.

use std::collections::BTreeMap;

use drawing::{
    ArmyColour, Block, Emblem, Mark, Troop, TroopStand, footprint, plate_marks, sign_marks, stand_marks,
    troop_marks, troops_signs,
};
use scenario::army::{Army, Piece, Stand, Unit, UnitProfile, emblem, number_of};
use scenario::{Draft, KnownRules, Scenario, Side, UnitStart, body_of_piece};
use table::{Body, Pose, Quad, Vec2};

/// Size of the mark for a unit that its rules cannot lay out: it is visible, and can be removed.
const UNKNOWN: f32 = 1.0;

/// A stand or a unit on the table.
#[derive(Clone, Debug)]
pub struct PieceOnTable {
    pub id: String,
    /// For screen readers.
    pub label: String,
    pub emblem: Emblem,
    /// Its place; for a unit the place of its formation.
    pub pose: Pose,
    /// The part that moves with it, and the parts that stay in buildings.
    pub parts: Vec<Part>,
}

/// Stands of a piece that lie together.
#[derive(Clone, Debug)]
pub struct Part {
    pub drawn: Drawn,
    /// In a building: it stays there when the rest moves.
    pub inside: bool,
}

/// How a part is drawn.
#[derive(Clone, Debug)]
pub enum Drawn {
    Block(Block),
    Troop(Troop),
}

impl Drawn {
    /// The corners of each stand.
    pub fn stands(&self) -> Vec<[Vec2; 4]> {
        match self {
            Self::Block(block) => vec![block.corners()],
            Self::Troop(troop) => {
                troop.stands.iter().map(|stand| footprint(stand.pose, stand.width, stand.depth)).collect()
            }
        }
    }

    fn pose(&self) -> Pose {
        match self {
            Self::Block(block) => block.pose,
            Self::Troop(troop) => troop.pose,
        }
    }

    /// The corners of the whole along its heading, enlarged by this on every side.
    pub fn outline(&self, grown: f32) -> [Vec2; 4] {
        let pose = self.pose();
        let local = self.stands().into_iter().flatten().map(|corner| pose.to_local(corner));
        let (low, high) =
            local.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        let (low, high) = (low - grown, high + grown);
        [(low.x, high.y), (high.x, high.y), (high.x, low.y), (low.x, low.y)]
            .map(|(u, v)| pose.to_table(Vec2::new(u, v)))
    }

    /// The same after its piece has moved from one pose to another.
    #[must_use]
    pub fn moved(&self, from: Pose, to: Pose) -> Self {
        match self {
            Self::Block(block) => {
                Self::Block(Block { pose: moved_with(from, to, block.pose), ..block.clone() })
            }
            Self::Troop(troop) => {
                let mut troop = troop.clone();
                troop.pose = moved_with(from, to, troop.pose);
                for stand in &mut troop.stands {
                    stand.pose = moved_with(from, to, stand.pose);
                }
                Self::Troop(troop)
            }
        }
    }

    /// The marks at this many points per inch.
    pub fn marks(&self, scale: f32) -> Vec<Mark> {
        match self {
            Self::Block(block) => stand_marks(block, scale),
            Self::Troop(troop) => troop_marks(troop, scale),
        }
    }

    /// Marks above all stands, as in play: numbers that do not fit on their stands, none over another, and signs.
    pub fn signs<'a>(drawn: impl Iterator<Item = &'a Self>, scale: f32) -> Vec<Mark> {
        let (mut blocks, mut troops) = (Vec::new(), Vec::new());
        for one in drawn {
            match one {
                Self::Block(block) => blocks.push(block),
                Self::Troop(troop) => troops.push(troop),
            }
        }
        let mut marks = match &troops[..] {
            [] => plate_marks(blocks.iter().copied(), scale),
            troops => troops_signs(troops, &blocks, scale),
        };
        marks.extend(blocks.into_iter().flat_map(sign_marks));
        marks
    }
}

impl PieceOnTable {
    /// The corners of each of its stands.
    pub fn stands(&self) -> Vec<[Vec2; 4]> {
        self.parts.iter().flat_map(|part| part.drawn.stands()).collect()
    }

    pub fn is_general(&self) -> bool {
        matches!(self.emblem, Emblem::General { .. })
    }
}

/// A unit in words and marks; if its rules do not know its class, the bare word.
pub fn profile(known: &dyn KnownRules, rules: &str, unit: &Unit) -> UnitProfile {
    known.profile(rules, unit).unwrap_or_else(|| UnitProfile {
        class: unit.class.clone(),
        emblem: Emblem::Infantry,
        formations: Vec::new(),
    })
}

/// The formation of a unit in words; empty if it has none.
pub fn formation(profile: &UnitProfile, begins: Option<&UnitStart>) -> String {
    let chosen = begins.and_then(|begins| begins.formation.as_deref());
    let said = |word: &str| profile.formations.iter().find(|(known, _)| *known == word);
    match chosen {
        Some(word) => said(word).map_or(word, |(_, said)| said).to_owned(),
        None => profile.formations.first().map(|(_, said)| said.clone()).unwrap_or_default(),
    }
}

/// A unit in a few words: `line infantry, 4 stands, 12 figures, assault column`.
pub fn unit_words(unit: &Unit, profile: &UnitProfile, begins: Option<&UnitStart>) -> String {
    let count = |number: u16, one: &str| match number {
        0 => String::new(),
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    };
    let stands = if unit.stands == 1 { String::new() } else { count(unit.stands.into(), "stand") };
    let words = [profile.class.clone(), stands, count(unit.figures, "figure"), formation(profile, begins)];
    let said: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
    said.join(", ")
}

/// All pieces on the table, leaders last so that they are on top. `badges`: the numbers of single stands.
pub fn pieces(
    draft: &Draft<Scenario>,
    known: &dyn KnownRules,
    badges: &BTreeMap<String, u16>,
) -> Vec<PieceOnTable> {
    let mut garrisons = Garrisons::default();
    let mut found: Vec<(u16, PieceOnTable)> = Vec::new();
    for (side, army, piece) in draft.pieces() {
        let Some(pose) = draft.pose(piece.id()) else { continue };
        match piece {
            Piece::Stand(stand) => {
                let badge = badges.get(&stand.id).copied().unwrap_or_default();
                let block = block(side, army, stand, badge, pose, stand.size(draft.scenario().scale()));
                let (label, emblem) = (stand_words(army, stand, badge), block.emblem);
                let parts = vec![Part { drawn: Drawn::Block(block), inside: false }];
                found.push((badge, PieceOnTable { id: stand.id.clone(), label, emblem, pose, parts }));
            }
            Piece::Unit(unit) => {
                let looks = Looks::of(draft.scenario(), known, side, army, unit);
                let parts = looks.parts(draft.scenario(), known, pose, &mut garrisons);
                let label = format!("{}, {} {}", unit.name, army.name, looks.words());
                let emblem = looks.profile.emblem;
                let number = number_of(&unit.id).unwrap_or_default();
                found.push((number, PieceOnTable { id: unit.id.clone(), label, emblem, pose, parts }));
            }
        }
    }
    found.sort_by_key(|(number, piece)| (piece.is_general(), *number));
    found.into_iter().map(|(_, piece)| piece).collect()
}

/// The width of the stands in each area so far, by its id: garrisons stand side by side.
#[derive(Debug, Default)]
struct Garrisons(BTreeMap<String, f32>);

/// The look shared by all parts of a unit.
struct Looks<'a> {
    side: Side,
    army: &'a Army,
    unit: &'a Unit,
    begins: Option<&'a UnitStart>,
    profile: UnitProfile,
}

impl<'a> Looks<'a> {
    fn of(
        scenario: &'a Scenario,
        known: &dyn KnownRules,
        side: Side,
        army: &'a Army,
        unit: &'a Unit,
    ) -> Self {
        let profile = profile(known, &scenario.rules, unit);
        Self { side, army, unit, begins: scenario.unit_starts.get(&unit.id), profile }
    }

    fn words(&self) -> String {
        unit_words(self.unit, &self.profile, self.begins)
    }

    /// Its stands in buildings, then the rest in its formation.
    fn parts(
        &self,
        scenario: &Scenario,
        known: &dyn KnownRules,
        pose: Pose,
        garrisons: &mut Garrisons,
    ) -> Vec<Part> {
        let (rules, unit) = (&scenario.rules, self.unit);
        let one = known.body_of(rules, &Unit { stands: 1, ..unit.clone() }, None);
        let one = one.unwrap_or_else(|| Body::single(UNKNOWN, UNKNOWN));
        let mut parts = Vec::new();
        let mut first = 1;
        for (area, stands) in self.begins.iter().flat_map(|begins| &begins.inside) {
            let stands = (*stands).min((unit.stands + 1).saturating_sub(first));
            let Some(place) = scenario.ground.areas.iter().find(|one| one.id == *area) else { continue };
            let middle = place.polygon.iter().sum::<Vec2>() / place.polygon.len().max(1) as f32;
            let taken = garrisons.0.entry(area.clone()).or_default();
            let quads: Vec<Quad> = (0..stands)
                .map(|_| {
                    let at = Pose::new(middle, pose.heading).to_table(Vec2::new(*taken, 0.0));
                    let quad = one.placed(Pose::new(at, pose.heading)).quad();
                    *taken += quad.half.x * 2.0;
                    quad
                })
                .collect();
            if let Some(leftmost) = quads.first() {
                parts.push(Part { drawn: self.drawn(leftmost.pose, first, &quads), inside: true });
            }
            first += stands;
        }
        let body = body_of_piece(known, (rules, scenario.scale()), Piece::Unit(unit), self.begins);
        // A unit with nothing else to show gets a single stand.
        if let Some(body) = body.or_else(|| parts.is_empty().then_some(one)) {
            let quads: Vec<Quad> = body.placed(pose).quads().collect();
            parts.push(Part { drawn: self.drawn(pose, first, &quads), inside: false });
        }
        parts
    }

    /// This many of its stands from this number on; `pose`: the middle of the whole.
    fn drawn(&self, pose: Pose, first: u8, stands: &[Quad]) -> Drawn {
        let small = |count: u16| u8::try_from(count).unwrap_or(u8::MAX);
        let unit = self.unit;
        let colour = ArmyColour::named(&self.army.colour);
        let is_foot_or_horse = matches!(self.profile.emblem, Emblem::Infantry | Emblem::Cavalry { .. });
        if let ([quad], false) = (stands, is_foot_or_horse) {
            return Drawn::Block(Block {
                name: unit.short().to_owned(),
                badge: number_of(&unit.id).unwrap_or_default(),
                strength: small(unit.figures),
                start: small(unit.figures),
                ..Block::plain(self.side.0, colour, self.profile.emblem, quad.pose, (quad.half * 2.0).into())
            });
        }
        let stand = |(number, quad): (u8, &Quad)| TroopStand {
            pose: quad.pose,
            width: quad.half.x * 2.0,
            depth: quad.half.y * 2.0,
            figures: small(unit.figures_on(number)),
            start: small(unit.figures_on(number)),
            stray: false,
        };
        let square = stands.iter().any(|quad| quad.pose.heading.angle_to(pose.heading) > 0.01);
        // Touching stands are a width or a depth apart.
        let is_apart = |a: &Quad, b: &Quad| a.pose.at.distance(b.pose.at) > a.half.max_element() * 2.5;
        let open = matches!(stands, [a, b, ..] if is_apart(a, b));
        Drawn::Troop(Troop {
            badge: number_of(&unit.id).map_or_else(|| unit.id.clone(), |number| number.to_string()),
            name: unit.short().to_owned(),
            side: self.side.0,
            colour,
            emblem: self.profile.emblem,
            stands: (first..).zip(stands).map(stand).collect(),
            pose,
            open: open && !square,
            square,
            may_act: false,
            spent: false,
            routed: false,
            signs: Vec::new(),
        })
    }
}

/// A stand at full strength as drawn on the table.
///
/// `size`: its width and depth in inches.
fn block(side: Side, army: &Army, stand: &Stand, badge: u16, pose: Pose, size: (f32, f32)) -> Block {
    let (colour, emblem) = (ArmyColour::named(&army.colour), emblem(stand.arm, stand.grade, stand.rating));
    Block {
        stand: badge,
        badge,
        name: stand.short().to_owned(),
        // Under the name: a general's grade; for troops their formation.
        grade: stand.grade.map_or_else(|| stand.formation.clone(), |grade| format!("{grade:?}")),
        strength: stand.strength,
        start: stand.strength,
        ..Block::plain(side.0, colour, emblem, pose, size)
    }
}

/// A stand in words, for screen readers.
fn stand_words(army: &Army, stand: &Stand, badge: u16) -> String {
    let strength = match stand.strength {
        0 => String::new(),
        points => format!(", {points} sp"),
    };
    format!("{badge} {}, {} {}{strength}", stand.name, army.name, stand.arm.name())
}

/// The new pose of a piece when another of its group moves from one pose to another: all move and turn together.
pub fn moved_with(from: Pose, to: Pose, other: Pose) -> Pose {
    let turn = from.heading.turn_to(to.heading);
    Pose::new(to.to_table(from.to_local(other.at)), other.heading.turned(turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::Library;
    use games::Games;
    use scenario::Edit;

    /// The parts of a unit of the mill on the Lohbach after these edits.
    fn parts(id: &str, edits: Vec<Edit>) -> Vec<Part> {
        let library = Library::embedded(&Games::default());
        let (scenario, _) = library.scenario("brigade-action").expect("it is in the program");
        let mut draft = Draft::of(scenario);
        for edit in edits {
            draft.edit(edit).expect("it means something");
        }
        let found = pieces(&draft, library.rules(), &BTreeMap::new());
        assert!(found.windows(2).all(|two| two[0].is_general() <= two[1].is_general()), "leaders on top");
        found.into_iter().find(|piece| piece.id == id).expect("it is on the table").parts
    }

    fn troop(part: &Part) -> &Troop {
        match &part.drawn {
            Drawn::Troop(troop) => troop,
            Drawn::Block(block) => panic!("{} is a block", block.name),
        }
    }

    #[test]
    fn a_unit_is_drawn_as_the_stands_of_its_formation_and_its_garrison_apart() {
        let found = parts("P05", Vec::new());
        let [inside, outside] = found.as_slice() else { panic!("{found:?}") };
        assert!(inside.inside && !outside.inside);
        let stands = |part: &Part| troop(part).stands.iter().map(|stand| stand.figures).collect::<Vec<_>>();
        assert_eq!((stands(inside), stands(outside)), (vec![3], vec![3, 3, 3]));
        assert!(!troop(outside).open && !troop(outside).square);
        assert!(troop(&parts("F05", Vec::new())[0]).open, "skirmishers stand apart");
        let square = Edit::formation("F03", Some("square".into()));
        let square = parts("F03", vec![square]);
        assert!(troop(&square[0]).square && !troop(&square[0]).open);
        assert!(matches!(parts("F14", Vec::new())[0].drawn, Drawn::Block(_)), "guns are single stands");
        // All of it in the mill: nothing stands outside.
        let all = Edit::inside("P05", "B1", 4);
        assert!(parts("P05", vec![all]).iter().all(|part| part.inside));
    }

    #[test]
    fn what_is_moved_keeps_its_shape_and_its_outline_goes_round_it() {
        let found = parts("F03", Vec::new());
        let column = &found[0].drawn;
        let from = column.pose();
        let to = Pose::at(20.0, 20.0, 37.0);
        let moved = column.moved(from, to);
        for (before, after) in column.stands().into_iter().flatten().zip(moved.stands().into_iter().flatten())
        {
            assert!(from.to_local(before).distance(to.to_local(after)) < 1e-3);
        }
        let [left, right, rear, _] = moved.outline(0.1);
        assert!((left.distance(right) - 2.7).abs() < 1e-3, "two stands and the margin");
        assert!((right.distance(rear) - 1.7).abs() < 1e-3);
    }

    #[test]
    fn a_unit_that_the_rules_do_not_know_is_seen_all_the_same() {
        let column = scenario::roster::Column::new("class", "Class", scenario::roster::CellKind::Text);
        let phalanx = Edit::cell("F03", column, Some("phalanx".into()));
        let found = parts("F03", vec![phalanx]);
        assert_eq!((found.len(), found[0].drawn.stands().len()), (1, 1));
    }
}
