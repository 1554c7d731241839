//! Chains of displacement: somebody leaves his hex for a neighbouring one, whoever holds that is driven on to another, and so on
//! until one of them finds a hex free.
//!
//! Who may be driven where, and what is taken first, the rules say by the steps that they give ([`Step`]); nothing of it is known
//! here. Chains are looked for by breadth, the shortest first, and every part of a chain that is kept in hand can be finished: so
//! the work grows with what is listed, never with what there is. A chain that somebody names is judged step by step and needs no
//! list. Units: hexes, steps.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::grid::Hex;

/// What a hex is to the one who would be driven into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footing {
    /// The chain ends there.
    Free,
    /// Its holder is driven on.
    Held,
}

/// A step that may be taken out of a hex; what may not is not given at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub to: Hex,
    pub footing: Footing,
    /// What is taken first: a step is open only where none of a lower rank can be finished. A step into a free hex always can.
    pub rank: u8,
}

/// A step of the graph.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: Hex,
    rank: u8,
    /// The node of a held hex; none of a free one.
    node: Option<usize>,
}

/// A hex whose holder leaves it.
#[derive(Clone, Debug)]
struct Node {
    hex: Hex,
    /// By rank, then by hex.
    links: Vec<Link>,
    /// The lowest rank of a step into a free hex: what lies above it is never open.
    floor: u8,
    /// The nodes with an open step to this one.
    back: Vec<usize>,
}

impl Node {
    /// The steps that no free hex shuts.
    fn open(&self) -> impl Iterator<Item = Link> + '_ {
        self.links.iter().copied().filter(|link| link.rank <= self.floor)
    }

    fn ends(&self) -> bool {
        self.open().any(|link| link.node.is_none())
    }
}

/// Chains that were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Each without the hex that is left first, with the free hex last; the shortest first, among equals by their numbers.
    pub chains: Vec<Vec<Hex>>,
    /// There are more than these, for certain.
    pub more: bool,
}

/// Why a chain cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misstep {
    /// The step at this place may not be taken.
    Shut { at: usize },
    /// The hex at this place has been used before.
    Again { at: usize },
    /// At this place one of these comes first.
    Later { at: usize, first: Vec<Hex> },
    /// It goes on after this place, where a hex was free.
    Beyond { at: usize },
    /// It breaks off before anybody has found a hex free.
    Short,
}

/// No way to a free hex.
const NEVER: usize = usize::MAX;

/// The node of a free hex, in a part of a chain.
const NOBODY: u32 = u32::MAX;

/// A part of a chain: hex by hex, with the node of each.
type Part = Vec<(Hex, u32)>;

/// Distances past those who are used already, asked again and again: nodes are bits, 64 a word.
#[derive(Debug)]
struct Spread {
    words: usize,
    /// Who has an open step into a free hex.
    ends: Vec<u64>,
    /// By node, one row after the other: who has an open step to it.
    back: Vec<u64>,
    /// Who is not come to yet, who was come to last, and who will be next.
    left: Vec<u64>,
    front: Vec<u64>,
    next: Vec<u64>,
    /// By node: the steps from there to a free hex; [`NEVER`] where there is no way.
    far: Vec<usize>,
}

impl Spread {
    fn of(nodes: &[Node]) -> Self {
        let words = nodes.len().div_ceil(64);
        let none = vec![0; words];
        let (mut ends, mut back) = (none.clone(), vec![0; words * nodes.len()]);
        for (place, node) in nodes.iter().enumerate() {
            if node.ends() {
                ends[place / 64] |= 1 << (place % 64);
            }
            for before in &node.back {
                back[place * words + before / 64] |= 1 << (before % 64);
            }
        }
        let far = vec![NEVER; nodes.len()];
        Self { words, ends, back, left: none.clone(), front: none.clone(), next: none, far }
    }

    /// Finds the distances past these: those of [`Chains::distances`].
    fn past(&mut self, used: impl Iterator<Item = usize>) {
        self.far.fill(NEVER);
        self.left.fill(u64::MAX);
        used.for_each(|node| self.left[node / 64] &= !(1 << (node % 64)));
        for word in 0..self.words {
            self.front[word] = self.ends[word] & self.left[word];
        }
        let mut steps = 1;
        while self.front.iter().any(|word| *word != 0) {
            self.next.fill(0);
            for word in 0..self.words {
                self.left[word] &= !self.front[word];
                let mut bits = self.front[word];
                while bits != 0 {
                    let node = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    self.far[node] = steps;
                    let back = &self.back[node * self.words..][..self.words];
                    self.next.iter_mut().zip(back).for_each(|(next, back)| *next |= back);
                }
            }
            for word in 0..self.words {
                self.front[word] = self.next[word] & self.left[word];
            }
            steps += 1;
        }
    }
}

/// Everybody who could be driven on from one hex, with the steps that they have. Nobody is driven out of a hex twice in a chain, and
/// nobody into the hex that was left first, unless the rules call that one free.
#[derive(Clone, Debug)]
pub struct Chains {
    nodes: Vec<Node>,
    by_hex: BTreeMap<Hex, usize>,
    /// By node: the steps from there to a free hex, as far as nobody is in the way.
    far: Vec<usize>,
}

impl Chains {
    /// A search may look at so many steps before it stops with what it has found, unless that is nothing.
    const WORK: usize = 200_000;

    /// All that can come of leaving this hex. `steps` says which steps are open to whoever leaves a hex.
    pub fn of<S: IntoIterator<Item = Step>>(start: Hex, mut steps: impl FnMut(Hex) -> S) -> Self {
        let mut chains = Self { nodes: Vec::new(), by_hex: BTreeMap::new(), far: Vec::new() };
        chains.add(start);
        let mut next = 0;
        while next < chains.nodes.len() {
            let mut found: Vec<Step> = steps(chains.nodes[next].hex).into_iter().collect();
            found.retain(|step| step.footing == Footing::Free || step.to != start);
            found.sort_unstable_by_key(|step| (step.rank, step.to));
            let free = found.iter().filter(|step| step.footing == Footing::Free);
            let floor = free.map(|step| step.rank).min().unwrap_or(u8::MAX);
            for Step { to, footing, rank } in found {
                let node = (footing == Footing::Held).then(|| chains.add(to));
                chains.nodes[next].links.push(Link { to, rank, node });
                if let Some(node) = node.filter(|_| rank <= floor) {
                    chains.nodes[node].back.push(next);
                }
            }
            chains.nodes[next].floor = floor;
            next += 1;
        }
        let nobody = vec![false; chains.nodes.len()];
        chains.far = chains.distances(&nobody);
        chains
    }

    /// The node of a hex.
    fn add(&mut self, hex: Hex) -> usize {
        let next = self.nodes.len();
        let node = *self.by_hex.entry(hex).or_insert(next);
        if node == next {
            self.nodes.push(Node { hex, links: Vec::new(), floor: u8::MAX, back: Vec::new() });
        }
        node
    }

    /// By node: the steps from there to a free hex past those who are used already; [`NEVER`] where there is no way.
    fn distances(&self, used: &[bool]) -> Vec<usize> {
        let mut far = vec![NEVER; self.nodes.len()];
        let mut queue: Vec<usize> =
            (0..self.nodes.len()).filter(|node| !used[*node] && self.nodes[*node].ends()).collect();
        queue.iter().for_each(|node| far[*node] = 1);
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            for &before in &self.nodes[node].back {
                if far[before] == NEVER && !used[before] {
                    far[before] = far[node] + 1;
                    queue.push(before);
                }
            }
            next += 1;
        }
        far
    }

    /// Is there any chain at all?
    pub fn any(&self) -> bool {
        self.far[0] != NEVER
    }

    /// The steps with which a chain can begin, by their hexes.
    pub fn firsts(&self) -> Vec<Hex> {
        let mut used = vec![false; self.nodes.len()];
        used[0] = true;
        let mut firsts: Vec<Hex> = self.takes(0, &self.distances(&used)).map(|link| link.to).collect();
        firsts.sort_unstable();
        firsts
    }

    /// The steps out of a node that can be finished and that none of a lower rank shuts.
    fn takes<'c>(&'c self, node: usize, far: &'c [usize]) -> impl Iterator<Item = Link> + 'c {
        let ends = move |link: &Link| link.node.is_none_or(|node| far[node] != NEVER);
        let rank = self.nodes[node].open().find(ends).map(|link| link.rank);
        self.nodes[node].open().filter(ends).take_while(move |link| Some(link.rank) == rank)
    }

    /// The shortest chains, so many at most; at least one where there is any.
    ///
    /// Parts of chains wait by the length of the shortest chain that each can still become. Only those wait that can be finished, so
    /// what still waits at the end is proof that there are more.
    pub fn shortest(&self, most: usize) -> Listed {
        let mut listed = Listed::default();
        let mut work = 0;
        let mut waiting: BinaryHeap<Reverse<(usize, Part)>> = BinaryHeap::new();
        if self.any() {
            waiting.push(Reverse((self.far[0], Vec::new())));
        }
        let mut spread = Spread::of(&self.nodes);
        while let Some(Reverse((_, path))) = waiting.pop() {
            let is_cut = work >= Self::WORK && !listed.chains.is_empty();
            if listed.chains.len() >= most || is_cut {
                listed.more = true;
                break;
            }
            let here = match path.last() {
                Some((_, NOBODY)) => {
                    listed.chains.push(path.into_iter().map(|(hex, _)| hex).collect());
                    continue;
                }
                Some((_, node)) => *node as usize,
                None => 0,
            };
            spread.past(path.iter().map(|(_, node)| *node as usize).chain([0]));
            work += self.nodes.len() * 6;
            for link in self.takes(here, &spread.far) {
                let left = link.node.map_or(0, |node| spread.far[node]);
                let step = (link.to, link.node.map_or(NOBODY, |node| node as u32));
                let longer: Vec<(Hex, u32)> = path.iter().copied().chain([step]).collect();
                waiting.push(Reverse((longer.len() + left, longer)));
            }
        }
        listed
    }

    /// For every step with which a chain can begin, and for every free hex that it can lead to, one of the shortest chains; and
    /// whether one may be missing, since with ranks the shortest may not be open.
    ///
    /// Who asks only who stands where in the end, and not by what way, needs no more than these.
    pub fn by_ends(&self) -> Listed {
        let mut listed = Listed::default();
        for first in self.firsts() {
            let link = self.nodes[0].links.iter().find(|link| link.to == first);
            let Some(node) = link.and_then(|link| link.node) else {
                listed.chains.push(vec![first]);
                continue;
            };
            // Breadth first from there: every node by a shortest way.
            let mut before = vec![NEVER; self.nodes.len()];
            (before[0], before[node]) = (0, node);
            let (mut queue, mut next) = (vec![node], 0);
            let mut ends: BTreeMap<Hex, usize> = BTreeMap::new();
            while let Some(&here) = queue.get(next) {
                for link in self.nodes[here].open() {
                    match link.node {
                        Some(on) if before[on] == NEVER => {
                            before[on] = here;
                            queue.push(on);
                        }
                        Some(_) => {}
                        None => {
                            ends.entry(link.to).or_insert(here);
                        }
                    }
                }
                next += 1;
            }
            for (end, last) in ends {
                let mut way = vec![end];
                let mut here = last;
                while here != node {
                    way.push(self.nodes[here].hex);
                    here = before[here];
                }
                way.push(first);
                way.reverse();
                if self.judge(&way).is_ok() {
                    listed.chains.push(way);
                } else {
                    listed.more = true;
                }
            }
        }
        listed
    }

    /// May this chain be, written without the hex that is left first and with the free hex last?
    ///
    /// # Errors
    /// The first step that is wrong. Ranks are asked only where a step's node has several.
    pub fn judge(&self, way: &[Hex]) -> Result<(), Misstep> {
        let mut used = vec![false; self.nodes.len()];
        used[0] = true;
        let mut here = 0;
        for (at, hex) in way.iter().enumerate() {
            let node = &self.nodes[here];
            let Some(link) = node.links.iter().find(|link| link.to == *hex) else {
                let again = self.by_hex.get(hex).is_some_and(|node| used[*node]);
                return Err(if again { Misstep::Again { at } } else { Misstep::Shut { at } });
            };
            if link.node.is_some_and(|node| used[node]) {
                return Err(Misstep::Again { at });
            }
            if node.links.iter().any(|other| other.rank < link.rank) {
                let far = self.distances(&used);
                let first = self.takes(here, &far).filter(|first| first.rank < link.rank);
                let first: Vec<Hex> = first.map(|first| first.to).collect();
                if !first.is_empty() {
                    return Err(Misstep::Later { at, first });
                }
            }
            match link.node {
                Some(node) => here = node,
                None if at + 1 < way.len() => return Err(Misstep::Beyond { at }),
                None => return Ok(()),
            }
            used[here] = true;
        }
        Err(Misstep::Short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Grid};

    fn next_to(hex: Hex) -> Vec<Hex> {
        Direction::ALL.iter().filter_map(|way| Grid::LAB.neighbour(hex, *way)).collect()
    }

    /// Those who stand in a block of columns and rows, and the hexes that are free; everything else is shut.
    struct Crowd {
        held: Vec<Hex>,
        free: Vec<Hex>,
    }

    impl Crowd {
        fn block(columns: std::ops::RangeInclusive<u16>, rows: std::ops::RangeInclusive<u16>) -> Self {
            let held = columns.flat_map(|column| rows.clone().map(move |row| Hex::new(column, row)));
            Self { held: held.collect(), free: Vec::new() }
        }

        fn free(mut self, free: &[u16]) -> Self {
            self.free = free.iter().copied().map(Hex).collect();
            self
        }

        fn footing(&self, hex: Hex) -> Option<Footing> {
            if self.free.contains(&hex) {
                return Some(Footing::Free);
            }
            self.held.contains(&hex).then_some(Footing::Held)
        }

        /// Free hexes come first, as they do in Napoleon at War.
        fn chains(&self, start: u16) -> Chains {
            self.ranked(start, |_, _, footing| u8::from(footing == Footing::Held))
        }

        fn ranked(&self, start: u16, rank: impl Fn(Hex, Hex, Footing) -> u8) -> Chains {
            Chains::of(Hex(start), |from| {
                let step = |to| {
                    let footing = self.footing(to)?;
                    Some(Step { to, footing, rank: rank(from, to, footing) })
                };
                next_to(from).into_iter().filter_map(step).collect::<Vec<_>>()
            })
        }

        /// Every chain by plain search in depth: simple paths, free hexes first.
        fn plainly(&self, start: Hex) -> Vec<Vec<Hex>> {
            let mut found = Vec::new();
            self.deeper(&mut vec![start], &mut found);
            found.sort_by_key(|way: &Vec<Hex>| (way.len(), way.clone()));
            found
        }

        fn deeper(&self, path: &mut Vec<Hex>, found: &mut Vec<Vec<Hex>>) {
            let next = next_to(path[path.len() - 1]);
            let free: Vec<Hex> = next.iter().copied().filter(|hex| self.free.contains(hex)).collect();
            for end in &free {
                found.push(path[1..].iter().copied().chain([*end]).collect());
            }
            let on = next.into_iter().filter(|hex| free.is_empty() && self.held.contains(hex));
            for hex in on {
                if !path.contains(&hex) {
                    path.push(hex);
                    self.deeper(path, found);
                    path.pop();
                }
            }
        }
    }

    #[test]
    fn every_chain_is_listed_the_shortest_first_and_judged_without_the_list() {
        for free in [vec![], vec![2008], vec![2008, 2211], vec![1807, 1908, 2211, 2012]] {
            let crowd = Crowd::block(19..=22, 8..=10).free(&free);
            let (chains, all) = (crowd.chains(1908), crowd.plainly(Hex(1908)));
            let listed = chains.shortest(100_000);
            assert_eq!((listed.chains.len(), listed.more), (all.len(), false), "{free:?}");
            assert_eq!(listed.chains, all, "{free:?}");
            assert_eq!(chains.any(), !all.is_empty());
            all.iter().for_each(|way| assert_eq!(chains.judge(way), Ok(()), "{way:?}"));
            // Every prefix breaks off, and every way with a hex more goes on beyond the free one.
            for way in &all {
                assert_eq!(chains.judge(&way[..way.len() - 1]), Err(Misstep::Short));
                let long: Vec<Hex> = way.iter().copied().chain([Hex(3012)]).collect();
                assert_eq!(chains.judge(&long), Err(Misstep::Beyond { at: way.len() - 1 }));
            }
            let mut ends: Vec<(Hex, Hex)> = all.iter().map(|way| (way[0], way[way.len() - 1])).collect();
            ends.sort_unstable();
            ends.dedup();
            let by_ends = chains.by_ends();
            assert!(!by_ends.more);
            assert!(by_ends.chains.iter().all(|way| all.contains(way)));
            let mut told: Vec<(Hex, Hex)> =
                by_ends.chains.iter().map(|way| (way[0], way[way.len() - 1])).collect();
            told.sort_unstable();
            assert_eq!(told, ends);
        }
    }

    #[test]
    fn a_list_that_is_cut_has_the_shortest_and_says_that_there_are_more() {
        let crowd = Crowd::block(16..=20, 8..=12).free(&[2113]);
        let chains = crowd.chains(1608);
        let listed = chains.shortest(40);
        assert_eq!((listed.chains.len(), listed.more), (40, true));
        assert!(listed.chains.windows(2).all(|pair| (pair[0].len(), &pair[0]) < (pair[1].len(), &pair[1])));
        assert_eq!(listed.chains[0], [1609, 1610, 1711, 1811, 1912, 2012, 2113].map(Hex));
        listed.chains.iter().for_each(|way| assert_eq!(chains.judge(way), Ok(()), "{way:?}"));
        // One that winds through all of them stands in no list, and may be all the same.
        let winding: Vec<Hex> = [
            1609, 1610, 1611, 1612, 1712, 1711, 1710, 1709, 1708, 1808, 1809, 1810, 1811, 1812, 1912, 1911,
            1910, 1909, 1908, 2008, 2009, 2010, 2011, 2012, 2113,
        ]
        .map(Hex)
        .to_vec();
        assert!(!listed.chains.contains(&winding));
        assert_eq!(chains.judge(&winding), Ok(()));
    }

    #[test]
    fn what_is_wrong_with_a_chain_is_told_by_its_place() {
        let crowd = Crowd::block(19..=21, 9..=11).free(&[2212]);
        let chains = crowd.chains(1909);
        let judge = |way: &[u16]| chains.judge(&way.iter().copied().map(Hex).collect::<Vec<_>>());
        assert_eq!(judge(&[2009, 2010, 2111, 2212]), Err(Misstep::Shut { at: 3 }));
        assert_eq!(judge(&[2009, 2010, 2111, 2211]), Err(Misstep::Shut { at: 3 }));
        assert_eq!(judge(&[2009, 2010, 2009]), Err(Misstep::Again { at: 2 }));
        assert_eq!(judge(&[2009, 1909]), Err(Misstep::Again { at: 1 }));
        assert_eq!(judge(&[1908]), Err(Misstep::Shut { at: 0 }));
        assert_eq!(judge(&[]), Err(Misstep::Short));
        assert!(!chains.any() && chains.firsts().is_empty() && chains.shortest(9) == Listed::default());
    }

    #[test]
    fn another_order_of_preference_is_kept_step_by_step() {
        // Whoever is driven on goes west if a chain that way can be finished, to a free hex or not, and east only otherwise.
        let west_first = |from: Hex, to: Hex, _| u8::from(to.column() >= from.column());
        let crowd = Crowd::block(18..=22, 9..=10).free(&[1710, 2310]);
        let chains = crowd.ranked(2010, west_first);
        let listed = chains.shortest(1000);
        assert!(!listed.more && !listed.chains.is_empty());
        assert!(listed.chains.iter().all(|way| way[way.len() - 1] == Hex(1710)), "{:?}", listed.chains);
        listed.chains.iter().for_each(|way| assert_eq!(chains.judge(way), Ok(()), "{way:?}"));
        let east: Vec<Hex> = [2110, 2210, 2310].map(Hex).to_vec();
        assert!(
            matches!(chains.judge(&east), Err(Misstep::Later { at: 0, .. })),
            "{:?}",
            chains.judge(&east)
        );
        // Nothing free in the west: the east will serve.
        let crowd = Crowd::block(18..=22, 9..=10).free(&[2310]);
        let chains = crowd.ranked(2010, west_first);
        assert!(
            chains.any() && chains.judge(&east).is_err(),
            "the chain may begin in the west and come back"
        );
        assert!(chains.shortest(1000).chains.iter().all(|way| chains.judge(way).is_ok()));
    }

    #[test]
    fn a_crowd_of_hundreds_with_one_way_out_or_none_takes_no_longer_than_its_size_says() {
        for (free, any) in [(vec![], false), (vec![2020], true)] {
            let crowd = Crowd::block(5..=19, 5..=20).free(&free);
            let chains = crowd.chains(505);
            assert_eq!(chains.any(), any);
            let listed = chains.shortest(50);
            assert_eq!((listed.more, listed.chains.is_empty()), (any, !any));
        }
    }

    #[test]
    fn distances_by_bits_are_those_of_the_plain_search() {
        // Within one word of bits, and beyond.
        for (columns, rows) in [(16..=20, 8..=12), (16..=25, 8..=16)] {
            let chains = Crowd::block(columns, rows).free(&[1507, 2113, 2617, 1517]).chains(1608);
            let count = chains.nodes.len();
            let mut spread = Spread::of(&chains.nodes);
            for turn in 0..200_usize {
                let is_used = |node: usize| (node * 7 + turn * 13) % 11 < turn % 9;
                let used: Vec<bool> = (0..count).map(is_used).collect();
                spread.past((0..count).filter(|node| used[*node]));
                assert_eq!(spread.far, chains.distances(&used), "{turn}");
            }
        }
    }
}
