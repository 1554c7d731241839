//! Combat of Napoleon at War reckoned a second time, as plainly as can be: every set of defenders is tried with every set of
//! attackers, every way back by every hex, and whether the phase can still be finished by finishing it.
//!
//! Source: the ledger's clauses naw:7.0 to naw:8.52, naw:9.0, naw:15.2, with the options as they usually are. Of the engine only the
//! facts of the map are used. What leaves nobody a choice is done at once; who has a choice is asked. Units: strength points.

use std::collections::{BTreeMap, BTreeSet};

use hexes::{Hex, HexKind, HexMap, Mark};

use super::plain::neighbours;

/// The columns of the table, lowest first, attacker's points to defender's.
const COLUMNS: [(u32, u32); 10] =
    [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];

/// The table (naw:7.6), a column a word, from the first face of the die to the sixth: `k` defenders eliminated, `r` defenders
/// retreat, `x` exchange, `R` attackers retreat, `K` attackers eliminated.
const TABLE: [&str; 10] =
    ["RRKKKK", "RRRRKK", "rRRRRK", "rrRRRR", "rrrRRR", "rrrrRR", "rrrrrR", "krrrrx", "kkrrxx", "kkkrxx"];

/// The heading of a column: `3-1`.
pub fn heading(column: usize) -> String {
    let (over, under) = COLUMNS[column];
    format!("{over}-{under}")
}

/// What the table says in this column for this face of the die.
pub fn result(column: usize, face: usize) -> char {
    char::from(TABLE[column].as_bytes()[face - 1])
}

/// A unit.
#[derive(Clone, Debug)]
pub struct Man {
    pub french: bool,
    pub gun: bool,
    pub strength: u32,
    /// None: off the map.
    pub hex: Option<u16>,
}

/// An order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// In one of the columns that may be named (naw:7.9).
    Attack {
        attackers: Vec<usize>,
        defenders: Vec<usize>,
        column: usize,
    },
    Lose(Vec<usize>),
    /// To the first hex; who stands there goes on to the second, and so on. No hex: lost for want of one.
    Back(usize, Vec<u16>),
    Advance(usize, u16),
    Decline,
    Counterattack,
    Reopen,
    End,
}

/// What a combat waits for.
#[derive(Clone, Debug)]
enum Wait {
    Losses,
    Retreats { left: Vec<usize>, may: Vec<usize> },
    Advance,
}

/// A combat whose die has fallen.
#[derive(Clone, Debug)]
struct Fight {
    result: char,
    contact: Vec<usize>,
    bombarding: Vec<usize>,
    defenders: Vec<usize>,
    /// Hexes that participants of the beaten side have left (naw:7.74).
    vacated: BTreeSet<u16>,
    wait: Wait,
}

/// A combat phase.
#[derive(Clone, Debug)]
pub struct Fights<'m> {
    map: &'m HexMap,
    men: Vec<Man>,
    turn: u8,
    french: bool,
    /// When the counterattack was announced.
    struck: Option<u8>,
    begun: bool,
    /// Who owes an attack and who is owed one: all that touched an enemy as the phase opened.
    duties: BTreeSet<usize>,
    fought: BTreeSet<usize>,
    attacked: BTreeSet<usize>,
    displaced: BTreeSet<usize>,
    silent: BTreeSet<usize>,
    fight: Option<Fight>,
}

/// Every set made of these, the empty one too.
pub fn sets(of: &[usize]) -> Vec<Vec<usize>> {
    let bit = |bits: u32, place: usize| bits >> place & 1 == 1;
    let set = |bits: u32| (0..of.len()).filter(|place| bit(bits, *place)).map(|place| of[place]).collect();
    (0..1_u32 << of.len()).map(set).collect()
}

impl<'m> Fights<'m> {
    pub fn new(map: &'m HexMap, men: Vec<Man>, turn: u8, french: bool, struck: Option<u8>) -> Self {
        let mut fights = Self {
            map,
            men,
            turn,
            french,
            struck,
            begun: false,
            duties: BTreeSet::new(),
            fought: BTreeSet::new(),
            attacked: BTreeSet::new(),
            displaced: BTreeSet::new(),
            silent: BTreeSet::new(),
            fight: None,
        };
        fights.duties = (0..fights.men.len()).filter(|man| fights.in_contact(*man)).collect();
        fights
    }

    fn marks(&self, from: u16, to: u16) -> hexes::Marks {
        self.map.between(Hex(from), Hex(to)).expect("neighbours")
    }

    /// Do these hexes touch, with no river between that has no bridge (naw:6.6)?
    fn touch(&self, a: u16, b: u16) -> bool {
        neighbours(a).contains(&b) && {
            let marks = self.marks(a, b);
            !marks.has(Mark::River) || marks.has(Mark::Bridge)
        }
    }

    fn is_phasing(&self, man: usize) -> bool {
        self.men[man].french == self.french
    }

    /// Who stands there.
    fn at(&self, hex: u16) -> Option<usize> {
        (0..self.men.len()).find(|man| self.men[*man].hex == Some(hex))
    }

    /// Is the hex in the zone of a unit of that side?
    fn in_zone(&self, hex: u16, french: bool) -> bool {
        neighbours(hex)
            .into_iter()
            .filter(|other| self.touch(hex, *other))
            .filter_map(|other| self.at(other))
            .any(|man| self.men[man].french == french)
    }

    fn in_contact(&self, man: usize) -> bool {
        self.men[man].hex.is_some_and(|hex| self.in_zone(hex, !self.men[man].french))
    }

    fn men_touch(&self, one: usize, other: usize) -> bool {
        match (self.men[one].hex, self.men[other].hex) {
            (Some(a), Some(b)) => self.touch(a, b),
            _ => false,
        }
    }

    /// May it still attack, or be attacked (naw:7.14, naw:7.82)?
    fn is_free(&self, man: usize) -> bool {
        let spent = [&self.fought, &self.attacked].iter().any(|all| all.contains(&man));
        let silent = self.is_phasing(man) && self.silent.contains(&man);
        self.men[man].hex.is_some() && !spent && !silent
    }

    /// A gun outside every enemy zone (naw:8.41).
    fn bombards(&self, man: usize) -> bool {
        self.men[man].gun && !self.in_contact(man)
    }

    /// Does the gun reach that hex: across a river beside it, or two hexes off with nothing in the way (naw:8.11, naw:8.3)?
    fn reaches(&self, gun: usize, target: usize) -> bool {
        let (Some(from), Some(to)) = (self.men[gun].hex, self.men[target].hex) else { return false };
        let near = neighbours(from);
        if near.contains(&to) {
            return !self.touch(from, to);
        }
        let between: Vec<u16> = neighbours(to).into_iter().filter(|hex| near.contains(hex)).collect();
        let blocks = |hex: &u16| matches!(self.map.kind(Hex(*hex)), HexKind::Forest | HexKind::Town);
        match between.as_slice() {
            [] => false,
            // Straight through the one hex; or along the map's edge, where the other of the two is off the map and blocks nothing.
            [only] => !blocks(only) || !straight(from, *only, to),
            both => !both.iter().all(blocks),
        }
    }

    /// The phasing units that could take part in an attack on these, those in contact first: the ones touch every defender, the
    /// guns reach one.
    fn candidates(&self, defenders: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let own = (0..self.men.len()).filter(|man| self.is_phasing(*man) && self.is_free(*man));
        let (guns, others): (Vec<usize>, Vec<usize>) = own.partition(|man| self.bombards(*man));
        let touches = |man: &usize| {
            self.duties.contains(man) && defenders.iter().all(|enemy| self.men_touch(*man, *enemy))
        };
        let reaches = |gun: &usize| defenders.iter().any(|enemy| self.reaches(*gun, *enemy));
        (others.into_iter().filter(touches).collect(), guns.into_iter().filter(reaches).collect())
    }

    /// Enemies that somebody can attack.
    fn targets(&self) -> Vec<usize> {
        let enemies = (0..self.men.len()).filter(|man| !self.is_phasing(*man) && self.is_free(*man));
        let can = |enemy: &usize| {
            let (contact, guns) = self.candidates(&[*enemy]);
            !contact.is_empty() || !guns.is_empty()
        };
        enemies.filter(can).collect()
    }

    /// Is this a combat by itself (naw:7.13 to naw:7.22, naw:8.13)?
    fn is_combat(&self, attackers: &[usize], defenders: &[usize]) -> bool {
        if attackers.is_empty() || defenders.is_empty() {
            return false;
        }
        let enemies = defenders.iter().all(|enemy| !self.is_phasing(*enemy) && self.is_free(*enemy));
        let (contact, guns) = self.candidates(defenders);
        enemies
            && attackers.iter().all(|man| contact.contains(man) || guns.contains(man))
            && (attackers.iter().any(|man| contact.contains(man)) || defenders.len() == 1)
    }

    /// Duties that nobody has done: units that owe an attack, enemies that are owed one. A gun out of contact owes none.
    fn open_duties(&self) -> Vec<usize> {
        let owes = |man: &usize| {
            let lapsed = self.is_phasing(*man) && self.bombards(*man);
            self.is_free(*man) && !lapsed
        };
        self.duties.iter().copied().filter(owes).collect()
    }

    /// How many duties have to stay undone however the combats go on: by trying them all, the first duty first. Nobody need be
    /// helped by a gun for it, so guns attack alone here.
    fn undone(&self, known: &mut BTreeMap<Vec<usize>, usize>) -> usize {
        let open = self.open_duties();
        let Some(&first) = open.first() else { return 0 };
        let spent: Vec<usize> = self.fought.iter().chain(&self.attacked).copied().collect();
        if let Some(known) = known.get(&spent) {
            return *known;
        }
        // It may stay undone; or it is done in one of the combats that it can be in.
        let mut least = usize::MAX;
        let owed: Vec<usize> = open.iter().copied().filter(|man| !self.is_phasing(*man)).collect();
        for defenders in sets(&owed) {
            if defenders.is_empty() || (!self.is_phasing(first) && !defenders.contains(&first)) {
                continue;
            }
            let (contact, guns) = self.candidates(&defenders);
            let alone = guns.into_iter().map(|gun| vec![gun]).filter(|_| defenders.len() == 1);
            for attackers in sets(&contact).into_iter().chain(alone).filter(|set| !set.is_empty()) {
                if self.is_phasing(first) && !attackers.contains(&first) {
                    continue;
                }
                if least > 0 {
                    least = least.min(self.after(&attackers, &defenders).undone(known));
                }
            }
        }
        if least > 0 {
            let (own, enemy) =
                if self.is_phasing(first) { (vec![first], vec![]) } else { (vec![], vec![first]) };
            least = least.min(1 + self.after(&own, &enemy).undone(known));
        }
        known.insert(spent, least);
        least
    }

    /// The phase with these attackers and defenders spent, and nobody moved.
    fn after(&self, attackers: &[usize], defenders: &[usize]) -> Self {
        let mut after = self.clone();
        after.fought.extend(attackers);
        after.attacked.extend(defenders);
        after
    }

    /// The column by the points (naw:7.0, naw:7.4, naw:9.0, naw:15.2).
    pub fn column(&self, attackers: &[usize], defenders: &[usize]) -> usize {
        let doubled =
            self.french && self.struck.is_some_and(|turn| self.turn >= turn && self.turn < turn + 3);
        let attack: u32 =
            attackers.iter().map(|man| self.men[*man].strength * if doubled { 2 } else { 1 }).sum();
        let defence: u32 = defenders
            .iter()
            .map(|man| self.men[*man].strength * if self.is_covered(*man, attackers) { 2 } else { 1 })
            .sum();
        (0..10).rev().find(|column| COLUMNS[*column].0 * defence <= COLUMNS[*column].1 * attack).unwrap_or(0)
    }

    /// Is the defender doubled: by his hex, or since all who touch him come over streams, all over bridges, or all uphill?
    fn is_covered(&self, defender: usize, attackers: &[usize]) -> bool {
        let Some(to) = self.men[defender].hex else { return false };
        if matches!(self.map.kind(Hex(to)), HexKind::Rough | HexKind::Town | HexKind::Marsh) {
            return true;
        }
        let sides: Vec<_> = attackers
            .iter()
            .filter(|man| !self.bombards(**man) && self.men_touch(**man, defender))
            .filter_map(|man| self.men[*man].hex)
            .map(|from| self.marks(from, to))
            .collect();
        !sides.is_empty()
            && (sides.iter().all(|side| side.has(Mark::Stream))
                || sides.iter().all(|side| side.has(Mark::Bridge))
                || sides.iter().all(|side| side.climbs()))
    }

    /// Everybody who could take part in a combat now, and everybody who could be attacked.
    pub fn at_hand(&self) -> (Vec<usize>, Vec<usize>) {
        let targets = self.targets();
        let of = |enemy: &usize| {
            let (contact, guns) = self.candidates(&[*enemy]);
            contact.into_iter().chain(guns)
        };
        let own: BTreeSet<usize> = targets.iter().flat_map(of).collect();
        (own.into_iter().collect(), targets)
    }

    /// Every attack that may be made now: attackers and defenders.
    pub fn attacks(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut known = BTreeMap::new();
        let now = self.undone(&mut known);
        let mut all = Vec::new();
        for defenders in sets(&self.targets()) {
            let (contact, guns) = self.candidates(&defenders);
            let able: Vec<usize> = contact.into_iter().chain(guns).collect();
            for mut attackers in sets(&able) {
                attackers.sort_unstable();
                if self.is_combat(&attackers, &defenders)
                    && self.after(&attackers, &defenders).undone(&mut known) <= now
                {
                    all.push((attackers, defenders.clone()));
                }
            }
        }
        all
    }

    /// May the hex be entered by that hexside, zones and units apart (naw:7.72)?
    fn is_passable(&self, from: u16, to: u16) -> bool {
        let marsh = self.map.kind(Hex(to)) == HexKind::Marsh;
        self.touch(from, to) && (!marsh || self.marks(from, to).has(Mark::Road))
    }

    /// Hexes next to this one that are open to a retreat from it, whoever of its friends stands there.
    fn open(&self, from: u16, french: bool) -> Vec<u16> {
        let mut open = neighbours(from);
        open.retain(|to| self.is_passable(from, *to) && !self.in_zone(*to, !french));
        open
    }

    /// Every way back of a unit (naw:7.71 to naw:7.82).
    fn ways(&self, man: usize, fight: &Fight) -> Vec<Vec<u16>> {
        let Some(here) = self.men[man].hex else { return Vec::new() };
        let french = self.men[man].french;
        let vacant = self.open(here, french).into_iter().filter(|hex| self.at(*hex).is_none());
        let vacant: Vec<Vec<u16>> = vacant.map(|hex| vec![hex]).collect();
        if !vacant.is_empty() {
            return vacant;
        }
        let mut ways = Vec::new();
        self.chains(here, french, &[here], fight, &mut ways);
        let again = |way: &Vec<u16>| {
            way.iter().filter_map(|hex| self.at(*hex)).any(|friend| self.displaced.contains(&friend))
        };
        if ways.iter().any(|way| !again(way)) {
            ways.retain(|way| !again(way));
        }
        ways
    }

    fn chains(&self, from: u16, french: bool, path: &[u16], fight: &Fight, ways: &mut Vec<Vec<u16>>) {
        for hex in self.open(from, french) {
            let Some(friend) = self.at(hex).filter(|man| self.men[*man].french == french) else { continue };
            let takes_part =
                [&fight.contact, &fight.bombarding, &fight.defenders].iter().any(|all| all.contains(&friend));
            if path.contains(&hex) || takes_part {
                continue;
            }
            let longer = [path, &[hex]].concat();
            let ends = self.open(hex, french).into_iter().filter(|end| self.at(*end).is_none());
            let ends: Vec<u16> = ends.collect();
            for end in &ends {
                ways.push([&longer[1..], &[*end]].concat());
            }
            if ends.is_empty() {
                self.chains(hex, french, &longer, fight, ways);
            }
        }
    }

    /// What the attacker may lose in an exchange: enough by the printed points, and nobody in vain (naw:7.6-ex).
    fn losses(&self, fight: &Fight) -> Vec<Vec<usize>> {
        let points = |men: &[usize]| men.iter().map(|man| self.men[*man].strength).sum::<u32>();
        let owed = points(&fight.defenders);
        if points(&fight.contact) <= owed {
            return vec![fight.contact.clone()];
        }
        let mut all = sets(&fight.contact);
        all.retain(|set| {
            points(set) >= owed && set.iter().all(|man| points(set) - self.men[*man].strength < owed)
        });
        all
    }

    fn retreats(&self, fight: &Fight, left: &[usize], may: &[usize]) -> Vec<Act> {
        let mut all = Vec::new();
        for &man in left {
            let ways = self.ways(man, fight);
            if ways.is_empty() {
                all.push(Act::Back(man, Vec::new()));
            }
            all.extend(ways.into_iter().map(|way| Act::Back(man, way)));
        }
        for &gun in may {
            all.extend(self.ways(gun, fight).into_iter().map(|way| Act::Back(gun, way)));
        }
        all
    }

    /// Who of the victors may enter what the beaten have left (naw:7.74).
    fn advances(&self, fight: &Fight) -> Vec<Act> {
        let victors = if matches!(fight.result, 'R' | 'K') { &fight.defenders } else { &fight.contact };
        let mut all = Vec::new();
        for &man in victors {
            for &to in &fight.vacated {
                if self.at(to).is_none() && self.men[man].hex.is_some_and(|from| self.is_passable(from, to)) {
                    all.push(Act::Advance(man, to));
                }
            }
        }
        all
    }

    /// Every order that may be given now; of attacks one for each column that may be named.
    pub fn acts(&self) -> Vec<Act> {
        let mut acts = Vec::new();
        if let Some(fight) = &self.fight {
            match &fight.wait {
                Wait::Losses => acts.extend(self.losses(fight).into_iter().map(Act::Lose)),
                Wait::Retreats { left, may } => {
                    acts.extend(self.retreats(fight, left, may));
                    if !may.is_empty() {
                        acts.push(Act::Decline);
                    }
                }
                Wait::Advance => {
                    acts.extend(self.advances(fight));
                    acts.push(Act::Decline);
                }
            }
            acts.sort();
            return acts;
        }
        for (attackers, defenders) in self.attacks() {
            let columns = 0..=self.column(&attackers, &defenders);
            acts.extend(columns.map(|column| Act::Attack {
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                column,
            }));
        }
        if !self.begun {
            acts.push(Act::Reopen);
            if self.french && self.turn >= 9 && self.struck.is_none() {
                acts.push(Act::Counterattack);
            }
        }
        // What nobody can do any more binds nobody (naw:4.1.B).
        let targets = self.targets();
        let open = self.open_duties();
        let owed = |man: &usize| {
            let touched = |target: &usize| self.men_touch(*man, *target);
            if self.is_phasing(*man) { open.iter().any(touched) } else { targets.contains(man) }
        };
        if !open.iter().any(owed) {
            acts.push(Act::End);
        }
        acts.sort();
        acts
    }

    /// After an attack with this result.
    pub fn fought(&self, attackers: &[usize], defenders: &[usize], result: char) -> Self {
        let mut after = self.after(attackers, defenders);
        let (bombarding, contact): (Vec<usize>, Vec<usize>) =
            attackers.iter().copied().partition(|man| self.bombards(*man));
        let wait = match result {
            'r' => Wait::Retreats { left: defenders.to_vec(), may: Vec::new() },
            'R' => Wait::Retreats { left: contact.clone(), may: bombarding.clone() },
            'x' => Wait::Losses,
            _ => Wait::Advance,
        };
        let mut fight = Fight {
            result,
            contact,
            bombarding,
            defenders: defenders.to_vec(),
            vacated: BTreeSet::new(),
            wait,
        };
        let lost = match result {
            'k' | 'x' => fight.defenders.clone(),
            'K' => fight.contact.clone(),
            _ => Vec::new(),
        };
        for man in lost {
            fight.vacated.extend(after.men[man].hex.take());
        }
        (after.begun, after.fight) = (true, Some(fight));
        after.settle();
        after
    }

    /// After an order that is no attack and does not end the phase.
    pub fn after_act(&self, act: &Act) -> Self {
        let mut after = self.clone();
        if *act == Act::Counterattack {
            (after.struck, after.begun) = (Some(self.turn), true);
            return after;
        }
        let mut fight = after.fight.take().expect("a combat waits");
        match (act, &mut fight.wait) {
            (Act::Lose(men), _) => {
                for man in men {
                    after.men[*man].hex = None;
                }
                fight.wait = Wait::Advance;
            }
            (Act::Back(man, way), Wait::Retreats { left, may }) => {
                left.retain(|other| other != man);
                may.retain(|other| other != man);
                fight.vacated.extend(after.men[*man].hex);
                let mut mover = Some(*man);
                if way.is_empty() {
                    after.men[*man].hex = None;
                }
                for hex in way {
                    let next = after.at(*hex);
                    let moved = mover.expect("each of the displaced has a hex to go to");
                    after.men[moved].hex = Some(*hex);
                    if let Some(friend) = next {
                        after.displaced.insert(friend);
                        if after.men[friend].gun && !after.fought.contains(&friend) {
                            after.silent.insert(friend);
                        }
                    }
                    mover = next;
                }
            }
            (Act::Decline, Wait::Retreats { may, .. }) => may.clear(),
            (Act::Advance(man, to), _) => {
                after.men[*man].hex = Some(*to);
                return after;
            }
            (Act::Decline, _) => return after,
            _ => panic!("{act:?} is no order of {fight:?}"),
        }
        after.fight = Some(fight);
        after.settle();
        after
    }

    /// Does what leaves nobody a choice.
    fn settle(&mut self) {
        let Some(mut fight) = self.fight.clone() else { return };
        let next = match &fight.wait {
            Wait::Losses => match self.losses(&fight).as_slice() {
                [only] => Some(Act::Lose(only.clone())),
                _ => None,
            },
            Wait::Retreats { left, may } => {
                let all = self.retreats(&fight, left, may);
                if left.is_empty() && all.is_empty() {
                    fight.wait = Wait::Advance;
                    self.fight = Some(fight);
                    self.settle();
                    return;
                }
                (left.len() == 1 && may.is_empty() && all.len() == 1).then(|| all[0].clone())
            }
            Wait::Advance => {
                if self.advances(&fight).is_empty() {
                    self.fight = None;
                }
                None
            }
        };
        if let Some(act) = next {
            *self = self.after_act(&act);
        }
    }
}

/// Does the straight line from the one hex to the other lead through this hex between them? Else it runs along its side.
fn straight(from: u16, between: u16, to: u16) -> bool {
    // Centres in half hexes from the top left: even columns stand half a hex lower.
    let centre = |hex: u16| {
        let (column, row) = (i32::from(hex / 100), i32::from(hex % 100));
        (2 * column, 2 * row + i32::from(column % 2 == 0))
    };
    let (a, b, c) = (centre(from), centre(between), centre(to));
    a.0 + c.0 == 2 * b.0 && a.1 + c.1 == 2 * b.1
}
