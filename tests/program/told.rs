//! A reader of what a report tells in sentences: it takes them apart figure by figure, and has its own account of the game, from the
//! order of battle as it stood after each order, and from what each order was about.

use desk::{EntrySummary, Game};
use drawing::StagePlace;
use game::ending::people;
use game::{BannerKind, Group, Viewer};
use glam::Vec2;
use scraper::{ElementRef, Html};

use super::report::{find, own_text, text, within};

/// What the reader knows of a game.
pub struct Account<'g> {
    game: &'g dyn Game,
    /// The names of the sides, and their ids.
    sides: Vec<(String, String)>,
    /// The start first.
    turns: Vec<Turn>,
    /// The orders that stand.
    orders: Vec<EntrySummary>,
    /// The order of battle as it stands.
    groups: Vec<Group>,
}

/// A turn with its orders, by their place among those that stand, and what the sides had left at its end.
struct Turn {
    number: u8,
    orders: std::ops::Range<usize>,
    /// The number of the order that ended it, which belongs to the turn that it begins; else of its last. 0: the start.
    ended: usize,
    left: Vec<u32>,
}

impl Turn {
    /// Where the report tells of its end.
    fn end(&self) -> String {
        if self.ended == 0 { "#t0".to_owned() } else { format!("#e{}", self.ended) }
    }
}

fn left(game: &dyn Game, sides: &[(String, String)]) -> Vec<u32> {
    let groups = game.groups(Viewer::Referee);
    let of = |id: &String| groups.iter().filter(|group| group.side == *id).map(|group| group.strength).sum();
    sides.iter().map(|(_, id)| of(id)).collect()
}

/// How many hexes lie from one to the other, by where their middles are: two inches from one to the next.
fn steps(from: &StagePlace, to: &StagePlace) -> i64 {
    let level = from.outline.windows(2).any(|pair| (pair[0].y - pair[1].y).abs() < 0.01);
    let apart = (to.centre - from.centre) / 2.0;
    let (along, across) = if level { (apart.x, apart.y) } else { (apart.y, apart.x) };
    let column = along / 0.866_025_4;
    let row = across - column / 2.0;
    column.abs().max(row.abs()).max((column + row).abs()).round() as i64
}

/// The numbers in words: whole ones, as they stand there.
fn numbers(words: &str) -> Vec<i64> {
    let parts = words.split(|letter: char| !letter.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
}

/// A part of a paragraph: words, and the entry or turn to which they lead.
#[derive(Clone, Debug)]
struct Part {
    words: String,
    to: Option<String>,
}

/// What of a paragraph is still to be read.
#[derive(Debug)]
struct Rest {
    parts: Vec<Part>,
}

impl Rest {
    fn of(paragraph: ElementRef<'_>) -> Self {
        let parts = paragraph.children().map(|child| match child.value().as_text() {
            Some(words) => Part { words: words.to_string(), to: None },
            None => {
                let link = ElementRef::wrap(child).expect("words or a link");
                Part { words: text(link), to: link.value().attr("href").map(str::to_owned) }
            }
        });
        let mut parts: Vec<Part> = parts.collect();
        parts.reverse();
        Self { parts }
    }

    /// Words that lead nowhere, up to and with the first of these ends; none where something else comes.
    fn until(&mut self, ends: &[&str]) -> Option<String> {
        let part = self.parts.last_mut().filter(|part| part.to.is_none())?;
        let found = ends.iter().filter_map(|end| Some(part.words.find(end)? + end.len())).min()?;
        let read: String = part.words.drain(..found).collect();
        if part.words.is_empty() {
            self.parts.pop();
        }
        Some(read)
    }

    /// Takes these words, where they come next.
    fn takes(&mut self, words: &str) -> bool {
        let comes = self.parts.last().is_some_and(|part| part.to.is_none() && part.words.starts_with(words));
        comes && self.until(&[words]).is_some()
    }

    fn must(&mut self, words: &str, whose: &str) {
        assert!(self.takes(words), "{whose}: {words:?} comes before {:?}", self.parts.last());
    }

    fn link(&mut self) -> Option<Part> {
        self.parts.last().is_some_and(|part| part.to.is_some()).then(|| self.parts.pop()).flatten()
    }

    /// A figure that leads to where the record says so.
    fn figure(&mut self, to: &str, whose: &str) -> String {
        let part =
            self.link().unwrap_or_else(|| panic!("{whose}: a figure comes before {:?}", self.parts.last()));
        assert_eq!(part.to.as_deref(), Some(to), "{whose}: {}", part.words);
        part.words
    }

    /// A number that stands next.
    fn number(&mut self, whose: &str) -> i64 {
        let part = self.parts.last_mut().unwrap_or_else(|| panic!("{whose}: a number comes"));
        assert!(part.to.is_none(), "{whose}: {part:?} is a number");
        let long = part.words.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.words.len());
        let read: String = part.words.drain(..long).collect();
        read.parse().unwrap_or_else(|_| panic!("{whose}: a number comes before {part:?}"))
    }
}

impl<'g> Account<'g> {
    pub fn of(game: &'g dyn Game) -> Self {
        let head = game.head(Viewer::Referee);
        let sides: Vec<(String, String)> = head.sides.into_iter().map(|side| (side.name, side.id)).collect();
        let mut orders = Vec::new();
        let mut at = game.at();
        while at > 0 {
            let entry = game.entry(at - 1, Viewer::Referee).expect("it stands");
            at = entry.parent;
            orders.push(entry);
        }
        orders.reverse();
        let start = game.past(0).expect("the start");
        let mut turns = vec![Turn { number: 0, orders: 0..0, ended: 0, left: left(start.as_ref(), &sides) }];
        for (place, order) in orders.iter().enumerate() {
            let before = turns[turns.len() - 1].number;
            let number = order.facts.as_ref().map_or(before, |facts| facts.turn).max(1);
            if number != before {
                let ends = order.facts.as_ref().is_some_and(|facts| facts.begins);
                if let Some(turn) = turns.last_mut().filter(|turn| ends && turn.number > 0) {
                    turn.ended = order.number;
                }
                turns.push(Turn { number, orders: place..place, ended: 0, left: Vec::new() });
            }
            let turn = turns.last_mut().expect("the start is there");
            (turn.orders.end, turn.ended) = (place + 1, order.number);
        }
        for turn in turns.iter_mut().skip(1) {
            let then = game.past(turn.ended).expect("it stands");
            turn.left = left(then.as_ref(), &sides);
        }
        Self { game, sides, turns, orders, groups: game.groups(Viewer::Referee) }
    }

    fn name(&self) -> String {
        format!("{}, seed {}", self.game.battle().0, self.game.seed())
    }

    fn lost(&self, place: usize) -> Vec<u32> {
        let (before, now) = (&self.turns[place - 1].left, &self.turns[place].left);
        before.iter().zip(now).map(|(before, now)| before.saturating_sub(*now)).collect()
    }

    fn orders_of(&self, turn: &Turn) -> &[EntrySummary] {
        &self.orders[turn.orders.clone()]
    }

    /// What everybody at the table was told in a turn, with the numbers of the orders.
    fn told(&self, turn: &Turn, kinds: &[BannerKind]) -> Vec<(usize, String)> {
        let banners = self.orders_of(turn).iter().flat_map(|order| {
            let banners = order.facts.iter().flat_map(|facts| &facts.banners);
            banners.map(move |banner| (order.number, banner))
        });
        let kept = banners.filter(|(_, banner)| kinds.contains(&banner.kind));
        kept.map(|(number, banner)| (number, banner.words.clone())).collect()
    }

    /// Of a side, by its place: what it began with, and what it has left.
    fn strength(&self, side: usize) -> (u32, u32) {
        let own = || self.groups.iter().filter(|group| group.side == self.sides[side].1);
        (own().map(|group| group.start).sum(), own().map(|group| group.strength).sum())
    }

    /// The side of which words speak: by its name, or as those who belong to it.
    fn side_in(&self, words: &str) -> usize {
        let named = |(name, _): &(String, String)| words.contains(name.as_str());
        let first = self.sides.iter().position(named);
        first.unwrap_or_else(|| panic!("{}: a side in {words:?}", self.name()))
    }

    pub fn check(&self, page: &Html) {
        self.check_day(page);
        self.check_decides(page);
        self.check_losses(page);
        self.check_turns(page);
        let because = find(page, ".because").into_iter().map(own_text).collect::<String>();
        let points: Vec<i64> = self.points();
        let apart = (points[0] - points[1]).abs();
        for number in numbers(&because) {
            assert!(points.contains(&number) || apart == number, "{}: {number} in {because}", self.name());
        }
    }

    fn points(&self) -> Vec<i64> {
        self.game.head(Viewer::Referee).sides.iter().map(|side| i64::from(side.points)).collect()
    }

    /// The paragraphs of the day: every figure of them, and nothing that is not read.
    fn check_day(&self, page: &Html) {
        let name = self.name();
        let last = self.turns.len() - 1;
        let verdict = find(page, ".headline").into_iter().map(text).collect::<String>();
        let because = find(page, ".because").into_iter().map(own_text).collect::<String>();
        let articles = find(page, "#day article");
        // What nobody keeps is a dash in the table, and no sentence.
        let known: Vec<Vec<bool>> = find(page, "#strength tbody tr")
            .into_iter()
            .map(|row| within(row, "td.figure").into_iter().map(|cell| text(cell) != "–").collect())
            .collect();
        assert_eq!(known.len(), self.turns.len(), "{name}");
        for (turn, row) in self.turns.iter().zip(find(page, "#strength tbody tr")) {
            let cells = within(row, "td.figure").into_iter().step_by(2);
            let leads = cells.flat_map(|cell| within(cell, "a")).filter_map(|link| link.value().attr("href"));
            assert!(leads.into_iter().all(|to| to == turn.end()), "{name}, turn {}", turn.number);
        }
        assert_eq!(articles.len(), last.min(4), "{name}: moments");
        let mut before = 0;
        for (moment, article) in articles.iter().enumerate() {
            let title = text(within(*article, "h3")[0]);
            let (when, what) = title.split_once(": ").expect("a title says when");
            let whose = format!("{name}: {title}");
            let is_turn = |turn: &Turn| {
                when == format!("Turn {}, {}", turn.number, self.game.clock(turn.number.max(1)))
            };
            // A turn that was played again after the clock was set back is there twice: its title leads to the one that is meant.
            let leads = within(*article, "h3 a")[0].value().attr("href").expect("a title leads to its turn");
            let place = (before + 1..=last)
                .find(|place| is_turn(&self.turns[*place]) && leads == format!("#t{place}"));
            let place = place.unwrap_or_else(|| panic!("{whose}: there is no such turn"));
            before = place;
            let mut rest = Rest::of(within(*article, "p.told")[0]);
            if moment == 0 {
                self.read_opening(&mut rest, place, &whose);
            }
            let is_worst = self.read_cost(&mut rest, place, &known, &whose);
            assert_eq!(what == "the heaviest losses", is_worst && place != last, "{whose}");
            self.read_events(&mut rest, place, &whose);
            if moment + 1 == articles.len() {
                assert_eq!(place, last, "{whose}");
                self.read_end(&mut rest, &known[place], &[verdict.as_str(), because.as_str()], &whose);
            }
            assert!(rest.parts.is_empty(), "{whose}: nobody reads {:?}", rest.parts);
        }
    }

    /// `The French had 81 strength points in 6 commands; the Austrians had 88 in 1 command. They came to blows in turn 1, at 8:00: …`
    fn read_opening(&self, rest: &mut Rest, place: usize, whose: &str) {
        let start = self.game.past(0).expect("the start").groups(Viewer::Referee);
        for (side, (name, id)) in self.sides.iter().enumerate() {
            let who = rest.until(&[" had "]).unwrap_or_else(|| panic!("{whose}: {name} had something"));
            assert!(who.to_lowercase().contains(&people(name).to_lowercase()), "{whose}: {who}");
            assert_eq!(rest.figure("#t0", whose), self.turns[0].left[side].to_string(), "{whose}: {name}");
            let unit = if side == 0 { format!(" {} in ", self.game.counted_in()) } else { " in ".to_owned() };
            rest.must(&unit, whose);
            let groups = start.iter().filter(|group| group.side == *id && group.start > 0).count();
            let word = if groups == 1 { "command" } else { "commands" };
            assert_eq!(rest.figure("#t0", whose), format!("{groups} {word}"), "{whose}: commands of {name}");
            rest.until(&["; ", "."]).unwrap_or_else(|| panic!("{whose}: a sentence ends"));
        }
        if !rest.takes(" They came to blows in turn ") {
            return;
        }
        let turn = &self.turns[place];
        assert_eq!(rest.number(whose), i64::from(turn.number), "{whose}");
        rest.must(&format!(", at {}: ", self.game.clock(turn.number)), whose);
        let blow = rest.link().unwrap_or_else(|| panic!("{whose}: the first blow"));
        let is_blow = |order: &&EntrySummary| {
            order.facts.as_ref().is_some_and(|facts| {
                let fought = ["combats", "charges"].iter().any(|kind| facts.kinds.contains(kind));
                let harmless = [BannerKind::Placed, BannerKind::Objective];
                fought || facts.banners.iter().any(|banner| !harmless.contains(&banner.kind))
            })
        };
        let first = self.orders.iter().find(is_blow).unwrap_or_else(|| panic!("{whose}: nobody fought"));
        assert_eq!(blow.to, Some(format!("#e{}", first.number)), "{whose}");
        assert_eq!(blow.words, first.words[0].trim(), "{whose}");
        assert!(self.orders_of(turn).iter().any(|order| order.number == first.number), "{whose}");
        rest.must(".", whose);
    }

    /// `Turn 7 cost the French 7 and the Austrians 10, more than any other turn of the day.` Is it the turn that cost most?
    fn read_cost(&self, rest: &mut Rest, place: usize, known: &[Vec<bool>], whose: &str) -> bool {
        let turn = &self.turns[place];
        let lost = self.lost(place);
        let sum: u32 = lost.iter().sum();
        // The dearest turn is dearer than any other, and known only where the losses of every turn are.
        let costs: Vec<u32> = (1..self.turns.len()).map(|place| self.lost(place).iter().sum()).collect();
        let dearer = |other: usize| other + 1 == place || costs[other] < sum;
        let all_known = known[1..].iter().flatten().all(|known| *known);
        let is_worst = all_known && sum > 0 && costs.len() > 1 && (0..costs.len()).all(dearer);
        if !known[place].iter().skip(1).step_by(2).all(|known| *known) {
            return is_worst;
        }
        rest.takes(" ");
        rest.must(&format!("Turn {} cost ", turn.number), whose);
        if rest.takes("neither side anything") {
            assert_eq!(sum, 0, "{whose}");
        } else {
            for (side, lost) in lost.iter().enumerate() {
                rest.takes(" and ");
                rest.must(&format!("{} ", people(&self.sides[side].0)), whose);
                assert_eq!(rest.figure(&format!("#t{place}"), whose), lost.to_string(), "{whose}");
            }
        }
        assert_eq!(rest.takes(", more than any other turn of the day."), is_worst, "{whose}");
        if !is_worst {
            rest.must(".", whose);
        }
        is_worst
    }

    /// Whatever fell, fled or changed hands: each is told as it was at the table, and what is counted is counted again.
    fn read_events(&self, rest: &mut Rest, place: usize, whose: &str) {
        use BannerKind::{Leader, Lost, Objective, Rout};
        let turn = &self.turns[place];
        let fallen = self.told(turn, &[Lost]);
        let routs = self.told(turn, &[Rout]);
        let mut named = 0;
        loop {
            if rest.parts.last().is_some_and(|part| part.words == " ") {
                rest.takes(" ");
            }
            let Some(part) = rest.link() else { break };
            let to = part.to.as_deref().and_then(|to| to.strip_prefix("#e")).map(|to| to.parse::<usize>());
            let Some(Ok(order)) = to else { panic!("{whose}: {part:?} leads to an order") };
            match part.words.split_once(' ') {
                Some((count, "rout" | "routs")) => {
                    assert_eq!(count, routs.len().to_string(), "{whose}");
                    assert_eq!(order, routs[0].0, "{whose}");
                }
                Some((count, "more after them")) => {
                    assert_eq!(count, (fallen.len() - named).to_string(), "{whose}: {fallen:?}");
                    assert_eq!(order, fallen[named].0, "{whose}");
                }
                _ => {
                    let same = |(number, words): &(usize, String)| {
                        *number == order && words.to_lowercase() == part.words.to_lowercase()
                    };
                    let told = self.told(turn, &[Lost, Leader, Objective]);
                    assert!(told.iter().any(same), "{whose}: {part:?} of {told:?}");
                    named += usize::from(fallen.iter().any(same));
                }
            }
            let ends = [", and ", ", ", " and ", ".", " was seen.", " were seen."];
            let then = ends.iter().find(|end| rest.takes(end));
            assert!(then.is_some(), "{whose}: {:?} follows {part:?}", rest.parts.last());
            rest.takes(" ");
        }
        assert!(named == fallen.len().min(3), "{whose}: {named} named of {fallen:?}");
    }

    /// `The battle ended in turn 6, at 16:30, Blue with 19 and Red with 23 left. Marginal victory of Blue.`
    fn read_end(&self, rest: &mut Rest, known: &[bool], told: &[&str], whose: &str) {
        let turn = &self.turns[self.turns.len() - 1];
        rest.takes(" ");
        if rest.takes("The battle ended in turn ") {
            assert!(self.game.is_over(), "{whose}");
            assert_eq!(rest.number(whose), i64::from(turn.number), "{whose}");
        } else {
            rest.must("The record ends in turn ", whose);
            assert!(!self.game.is_over(), "{whose}");
            assert_eq!(rest.number(whose), i64::from(turn.number), "{whose}");
            rest.must(" of ", whose);
            assert_eq!(rest.number(whose), i64::from(self.game.turns()), "{whose}");
        }
        rest.must(&format!(", at {}", self.game.clock(turn.number)), whose);
        let kept = self.sides.iter().enumerate().filter(|(side, _)| known[2 * side]);
        let mut some = false;
        for (side, (name, _)) in kept {
            rest.must(if some { " and " } else { ", " }, whose);
            rest.must(&format!("{} with ", people(name)), whose);
            assert_eq!(rest.figure(&turn.end(), whose), turn.left[side].to_string(), "{whose}: {name}");
            some = true;
        }
        rest.must(if some { " left. " } else { ". " }, whose);
        let words: String = told
            .iter()
            .filter(|words| !words.is_empty())
            .map(|words| format!("{}. ", words.trim_end_matches('.')))
            .collect();
        rest.must(words.trim_end(), whose);
    }

    /// Conditions and points: what is counted in them is counted again.
    fn check_decides(&self, page: &Html) {
        let name = self.name();
        for condition in find(page, "#decides > ul > li") {
            let holds = text(within(condition, "strong")[0]) == "holds:";
            let words = text(within(condition, "a")[0]);
            if let Some(says) = self.condition(&words) {
                assert_eq!(holds, says, "{name}: {words}");
            }
        }
        let points = self.points();
        for column in find(page, "#decides .columns > div") {
            let title = text(within(column, "h3")[0]);
            let side = self.side_in(&title);
            let mut sum = 0;
            for source in within(column, "li") {
                let worth = text(within(source, "a")[0]);
                sum += worth.parse::<i64>().unwrap_or_else(|_| panic!("{name}: {worth} is a figure"));
                self.check_source(&own_text(source));
            }
            assert_eq!(sum, points[side], "{name}: {title}");
            assert_eq!(numbers(&title), [points[side].abs()], "{name}: {title}");
        }
    }

    /// Does it hold, by what the reader counts? None: it counts nothing.
    fn condition(&self, words: &str) -> Option<bool> {
        let (name, numbers) = (self.name(), numbers(words));
        let lost = |side: usize| {
            let (start, left) = self.strength(side);
            i64::from(start - left)
        };
        let share = |side: usize| lost(side) * 100 / i64::from(self.strength(side).0.max(1));
        let say = |found: i64, said: i64| assert_eq!(found, said, "{name}: {words}");
        match &numbers[..] {
            [] => None,
            &[wanted, points] if words.ends_with(" now") => {
                say(self.points()[self.side_in(words)], points);
                Some(points >= wanted)
            }
            &[points, wanted] if words.contains(" points are lost of ") => {
                say(lost(self.side_in(words)), points);
                Some(points >= wanted)
            }
            &[points, hexes, wanted] if words.contains(" hexes of ") => {
                say(self.near(self.side_in(words), words, hexes), points);
                Some(points >= wanted)
            }
            &[wanted, part] if words.contains(" % of their figures: ") => {
                say(share(self.side_in(words)), part);
                Some(part >= wanted)
            }
            &[part, wanted, _] if words.contains(" have lost ") => {
                say(share(self.side_in(words)), part);
                Some(part >= wanted)
            }
            &[.., _] if words.contains(": held by ") => Some(!words.contains("held by nobody")),
            _ => panic!("{name}: nobody reads {words}"),
        }
    }

    /// Strength of a side that stands so many hexes or fewer from the place that is named.
    fn near(&self, side: usize, words: &str, hexes: i64) -> i64 {
        let (_, place) = words.split_once(" hexes of ").expect("a place");
        let (place, _) = place.split_once(" of ").expect("so many are wanted");
        let stage = self.game.stage(Viewer::Referee);
        let is_it = |hex: &&StagePlace| {
            hex.spoken.split_once(' ').is_some_and(|(_, name)| name.starts_with(&format!("{place},")))
        };
        let town = stage.places.iter().find(is_it);
        let town = town.unwrap_or_else(|| panic!("{place} is on the map"));
        let members = self.groups.iter().filter(|group| group.side == self.sides[side].1);
        let members = members.flat_map(|group| &group.members);
        let strength = |member: &game::Member| {
            let piece = stage.pieces.iter().find(|piece| piece.is(&member.piece))?;
            let middle = piece.outline.iter().sum::<Vec2>() / piece.outline.len() as f32;
            let near = |hex: &&StagePlace| (hex.centre.distance(middle) * 1000.0) as u32;
            let hex = stage.places.iter().min_by_key(near)?;
            (steps(hex, town) <= hexes).then(|| numbers(&member.figures)[0])
        };
        members.filter_map(strength).sum()
    }

    /// `19 Dragoons destroyed, turn 4, back since`: it was told in that turn.
    fn check_source(&self, words: &str) {
        let Some((what, when)) = words.split_once(", turn ") else { return };
        let number = numbers(when)[0];
        let what = what.strip_prefix("general ").or(what.strip_prefix("wagon ")).unwrap_or(what);
        let what = what.trim_end_matches(" destroyed").trim_end_matches(" lost").trim_end_matches(" taken");
        let turns = self.turns.iter().filter(|turn| i64::from(turn.number) == number);
        let told = turns.flat_map(|turn| self.told(turn, &[BannerKind::Lost, BannerKind::Leader]));
        let told: Vec<String> = told.map(|(_, words)| words).collect();
        assert!(told.iter().any(|words| words.contains(what)), "{}: {words} of {told:?}", self.name());
    }

    /// Pieces that are gone, and what stands below the losses.
    fn check_losses(&self, page: &Html) {
        let name = self.name();
        for (side, column) in find(page, "#losses .columns > div").into_iter().enumerate() {
            let own = || self.groups.iter().filter(|group| group.side == self.sides[side].1);
            for note in within(column, ".note").into_iter().map(text) {
                let (start, left) = self.strength(side);
                let routed =
                    || own().flat_map(|group| &group.members).filter(|one| one.state.contains("rout"));
                match numbers(&note)[..] {
                    [] => {}
                    [lost, of] if note.ends_with(" figures lost") => {
                        assert_eq!((lost, of), (i64::from(start - left), i64::from(start)), "{name}: {note}");
                    }
                    [many] if note.ends_with(" routed") => {
                        assert_eq!(many, routed().count() as i64, "{name}: {note}");
                    }
                    [many] if note.contains("general") => {
                        let told: usize =
                            self.turns.iter().map(|turn| self.told(turn, &[BannerKind::Leader]).len()).sum();
                        assert!(many as usize <= told, "{name}: {note} of {told}");
                    }
                    _ => panic!("{name}: nobody reads {note}"),
                }
            }
        }
    }

    /// What each turn came to in a line, and what the chart says.
    fn check_turns(&self, page: &Html) {
        let name = self.name();
        let briefs: Vec<String> = find(page, "#log .brief").into_iter().map(text).collect();
        assert_eq!(briefs.len(), self.turns.len(), "{name}");
        for (place, brief) in briefs.iter().enumerate() {
            let turn = &self.turns[place];
            let whose = format!("{name}, turn {}: {brief}", turn.number);
            let mut parts = brief.split(" · ");
            let orders = numbers(parts.next().unwrap_or_default());
            assert_eq!(orders, [turn.orders.len() as i64], "{whose}");
            for part in parts {
                let [count] = numbers(part)[..] else { panic!("{whose}: {part}") };
                let kind = self.game.log_kinds().iter().find(|kind| {
                    part.strip_suffix(&format!(" {count}")) == Some(kind.title.to_lowercase().as_str())
                });
                let found = match kind {
                    Some(kind) => {
                        let orders = self.orders_of(turn).iter();
                        let facts = orders.filter_map(|order| order.facts.as_ref());
                        facts.filter(|facts| facts.kinds.contains(kind.name)).count()
                    }
                    None => {
                        assert!(part.contains(" lost "), "{whose}: nobody reads {part}");
                        self.lost(place)[self.side_in(part)] as usize
                    }
                };
                assert_eq!(count, found as i64, "{whose}: {part}");
            }
        }
        for title in find(page, "svg.chart title").into_iter().map(text) {
            let side = self.side_in(&title);
            let (turn, left) = title.split_once(": ").expect("turn and figure");
            let turn = numbers(turn.rsplit_once(", turn ").expect("a turn").1)[0];
            let of_turn = self.turns.iter().rfind(|one| i64::from(one.number) == turn);
            let known = of_turn.unwrap_or_else(|| panic!("{name}: {title}")).left[side];
            assert_eq!(left, known.to_string(), "{name}: {title}");
        }
    }
}
