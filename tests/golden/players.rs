//! How the golden games of version 2 were played: by solo players, with what people do in between.
//!
//! `DRUMHEAD_GOLDEN=v3 cargo test --test games golden_games_are_played -- --ignored` plays a set of the format of today into a
//! folder of that name. It never writes over a game that is there.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use desk::{Desk, DiceFrom, Library, Record, Setup};
use dice::TypedEntry;
use easy::FiatAct;
use game::minds::OrderOf;
use game::options::Options;
use game::{Fiat, Minds, RuleSet, Wire};
use games::Games;
use napoleon_at_war::HexAct;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{Battle as _, Side};
use serde_json::json;
use solo::Battle;

use super::told_then::ToldThen;

/// A game that is to be played.
struct GameToPlay {
    name: &'static str,
    battle: &'static str,
    /// Every module on.
    modules: bool,
    options: &'static [(&'static str, &'static str)],
    variant: Option<&'static str>,
    /// It ends after so many orders, if not before.
    orders: usize,
    /// One order in so many is not a solo player's.
    between: u32,
}

const GAMES_TO_PLAY: [GameToPlay; 6] = [
    GameToPlay {
        name: "first-steps-typed",
        battle: "first-steps",
        modules: false,
        options: &[],
        variant: None,
        orders: 300,
        between: 3,
    },
    GameToPlay {
        name: "first-steps-everything",
        battle: "first-steps",
        modules: true,
        options: &[("scale", "0.75")],
        variant: None,
        orders: 300,
        between: 6,
    },
    GameToPlay {
        name: "waterloo-everything",
        battle: "waterloo",
        modules: true,
        options: &[],
        variant: Some("no-prussians"),
        orders: 400,
        between: 20,
    },
    GameToPlay {
        name: "marengo-basic",
        battle: "marengo",
        modules: false,
        options: &[],
        variant: None,
        orders: 300,
        between: 20,
    },
    GameToPlay {
        name: "marengo-naw-typed",
        battle: "marengo-naw",
        modules: false,
        options: &[],
        variant: None,
        orders: 400,
        between: 6,
    },
    GameToPlay {
        name: "marengo-naw-declared",
        battle: "marengo-naw",
        modules: false,
        options: &[("declaration", "up-front"), ("edition", "decision-games")],
        variant: None,
        orders: 250,
        between: 20,
    },
];

impl GameToPlay {
    fn options<R: RuleSet>(&self) -> Options {
        let specs = R::option_specs();
        let mut options = Options::default();
        let modules = specs.iter().filter(|_| self.modules);
        for spec in modules.filter(|spec| spec.id.starts_with("adv-") || spec.id.starts_with("opt-")) {
            options.set(specs, spec.id, "on").expect("a module can be on");
        }
        for (id, value) in self.options {
            options.set(specs, id, value).expect("the option takes it");
        }
        options
    }
}

/// Somebody who undoes, brings back, branches, types dice, takes any offer, and overrides.
struct Between {
    choose: ChaCha8Rng,
}

impl Between {
    fn act<R: Wire>(&mut self, desk: &mut Desk<R>, fiat: &dyn Fn(u8) -> R::Order) {
        match self.choose.random_range(0..8) {
            0 if desk.can_undo() => drop(desk.undo().expect("there is an order")),
            1 if desk.can_redo() => desk.redo().expect("it was taken back"),
            2 if desk.depth() > 6 => {
                let line: Vec<usize> = desk.line().iter().map(|entry| entry.number).collect();
                let back = line[line.len() - self.choose.random_range(2..6)];
                match self.choose.random_bool(0.5) {
                    true => drop(desk.undo_to(back).expect("it lies behind")),
                    false => desk.branch(back).expect("it is an order"),
                }
            }
            3 => {
                let order = fiat(self.choose.random_range(1..6));
                desk.order(order, DiceFrom::Rolled).expect("the referee may say so anywhere");
            }
            _ => self.typed(desk),
        }
    }

    /// Any offer, with dice that were rolled at the table.
    fn typed<R: Wire>(&mut self, desk: &mut Desk<R>) {
        let offers = &desk.due().offers;
        if offers.is_empty() {
            return;
        }
        let order = offers[self.choose.random_range(0..offers.len())].order.clone();
        let mut typed = Vec::new();
        while let Ok(Some(throw)) = desk.next_throw(&order, &typed) {
            let faces = (0..throw.dice).map(|_| self.choose.random_range(1..=throw.sides.max(1)));
            typed.push(TypedEntry::Faces(faces.collect()));
        }
        desk.order(order, DiceFrom::Typed(typed)).expect("it is offered");
    }
}

/// Plays a game into a folder of its own.
fn play<M: Minds<Rules: ToldThen>>(
    folder: &Path,
    game_to_play: &GameToPlay,
    fiat: &dyn Fn(u8) -> OrderOf<M>,
) {
    let (folder, library) = (folder.join(game_to_play.name), Library::embedded(&Games::default()));
    if folder.exists() {
        return;
    }
    fs::create_dir_all(&folder).expect("a folder");
    let (battle, _) =
        library.battle::<<M::Rules as RuleSet>::Scenario>(game_to_play.battle).expect("it is sound");
    let variant = game_to_play.variant.filter(|id| battle.variants().iter().any(|(known, _)| known == id));
    let setup = Setup::new(battle, 41)
        .options(game_to_play.options::<M::Rules>())
        .variant(variant.map(str::to_owned));
    let mut desk = Desk::<M::Rules>::new(setup, Some(&folder.join("game.journal"))).expect("a game begins");
    let mut states = vec![json!({"state": M::Rules::told_then(desk.start())}).to_string()];
    let mut players = Battle::<M>::new(&desk);
    let mut between = Between { choose: ChaCha8Rng::seed_from_u64(19) };
    while !M::Rules::is_over(desk.state()) && desk.records().len() < game_to_play.orders {
        let known = desk.records().len();
        if between.choose.random_ratio(1, game_to_play.between) {
            between.act(&mut desk, fiat);
        } else {
            players.step(&mut desk).expect("somebody can act");
        }
        for record in &desk.records()[known..] {
            let Record::Order(entry) = record else { continue };
            let state = |number| M::Rules::told_then(&desk.state_at(number).expect("it is an order"));
            let patch = json_patch::diff(&state(entry.parent), &state(entry.number));
            states.push(json!({"n": entry.number, "after": entry.parent, "patch": patch}).to_string());
        }
    }
    let mut log = String::new();
    for entry in desk.line() {
        writeln!(log, "{}. {}", entry.number, entry.words.join("\n    ")).expect("text grows");
    }
    fs::write(folder.join("replay.txt"), log).expect("it can be written");
    fs::write(folder.join("states.jsonl"), states.join("\n") + "\n").expect("it can be written");
}

#[test]
#[ignore = "writes a new set of golden games"]
fn golden_games_are_played() {
    let version = std::env::var("DRUMHEAD_GOLDEN").expect("DRUMHEAD_GOLDEN names the folder: v3");
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/golden").join(version);
    for game_to_play in &GAMES_TO_PLAY {
        if game_to_play.battle == "marengo-naw" {
            play::<solo_napoleon_at_war::Staff>(&folder, game_to_play, &|points| {
                let act = HexAct::Turn { turn: 1 + points };
                let reason = format!("the clock is put to turn {}", 1 + points);
                napoleon_at_war::Order::Fiat(Fiat { act, reason, clause: None })
            });
        } else {
            play::<solo_easy::Staff>(&folder, game_to_play, &|points| {
                let act = FiatAct::Award { side: Side(points % 2), points: points.into() };
                easy::Order::Fiat(Fiat { act, reason: "a bet".to_owned(), clause: None })
            });
        }
    }
}
