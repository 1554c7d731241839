//! One game, and what of it is kept.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use desk::{Beginning, Game, JournalPlace, Library, Sync};
use game::Viewer;
use game::minds::Deed;
use game::options::Options;
use games::Games;

use super::experiment::{Experiment, Plan, Terms};

/// A game that was played: what was asked, and what it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    #[serde(flatten)]
    pub plan: Plan,
    #[serde(flatten)]
    pub result: Result,
}

/// What a game came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Result {
    Over(Box<Over>),
    /// It panicked, or none of what was due could be ordered: what was said.
    Fault(String),
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// The level of victory, with its winner: `decisive French`.
    pub level: String,
    /// Points of the first side before those of the second; where the result counts them otherwise, as there.
    pub margin: i32,
    /// The points of both sides as each turn ended.
    pub by_turn: Vec<[i32; 2]>,
    pub orders: usize,
    /// By command, the figures of the table of losses, by their heading.
    pub losses: Vec<(String, BTreeMap<String, String>)>,
    pub deeds: Vec<Deed>,
}

impl Played {
    /// Plays a game to its end. What it panics with, or where it is stuck, is part of the result.
    pub fn play(games: &Games, library: &Library, experiment: &Experiment, plan: Plan) -> Self {
        let played = catch_unwind(AssertUnwindSafe(|| fought(games, library, experiment, plan)));
        let result = match played {
            Ok(Ok(over)) => Result::Over(Box::new(over)),
            Ok(Err(fault)) => Result::Fault(fault),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
                Result::Fault(format!("it panicked: {}", said.unwrap_or("nothing was said")))
            }
        };
        Self { plan, result }
    }

    pub fn over(&self) -> Option<&Over> {
        match &self.result {
            Result::Over(over) => Some(over),
            Result::Fault(_) => None,
        }
    }
}

/// The game before its first order; kept in this file, if one is named.
///
/// # Errors
///
/// Why it cannot begin: an unknown scenario, option, weather or variant, or a file that cannot be written.
pub fn begun(
    games: &Games,
    library: &Library,
    experiment: &Experiment,
    (terms, seed): (Terms, u64),
    journal: JournalPlace,
) -> std::result::Result<Box<dyn Game>, String> {
    let id = &experiment.scenario;
    let rules = library.scenarios().into_iter().find(|(known, ..)| known == id).map(|(.., rules)| rules);
    let rules =
        rules.ok_or_else(|| format!("there is no scenario {id}: drumhead list has those there are"))?;
    let rules =
        games.of(&rules).ok_or_else(|| format!("{id} is played by rules that are not here: {rules}"))?;
    let Terms { options, weather, variant } = terms;
    let beginning = Beginning {
        scenario: id.clone(),
        seed: Some(seed),
        options: Options(options),
        weather,
        variant,
        journal,
        sync: Sync::System,
    };
    let (game, _) = rules.begin(library, library, beginning).map_err(|fault| fault.to_string())?;
    Ok(game)
}

fn fought(
    games: &Games,
    library: &Library,
    experiment: &Experiment,
    plan: Plan,
) -> std::result::Result<Over, String> {
    let (terms, players) = experiment.of(plan);
    let mut game = begun(games, library, experiment, (terms, plan.seed), JournalPlace::Nowhere)?;
    fight(games, &mut *game, players)
}

/// Plays a game from where it stands to its end.
///
/// # Errors
///
/// Where it is stuck.
pub fn fight(
    games: &Games,
    game: &mut dyn Game,
    players: [game::minds::SoloPlayer; 2],
) -> std::result::Result<Over, String> {
    let none = || format!("there are no solo players for the rules {}", game.rules());
    let fault = none();
    let mut solo = games.players_as(game, players).ok_or(fault)?;
    let (mut by_turn, mut turn) = (Vec::new(), game.turn_number());
    while !game.is_over() {
        solo.step(game).map_err(|error| format!("order {}: {error}", game.depth() + 1))?;
        if game.turn_number() != turn || game.is_over() {
            turn = game.turn_number();
            by_turn.push(points(game));
        }
    }
    let summary = game.summary();
    let parts = summary.losses.parts.iter();
    let rows = parts.flat_map(|part| match part.rows.is_empty() {
        true => vec![(part.name.clone(), &part.figures)],
        false => part.rows.iter().map(|row| (row.name.clone(), &row.figures)).collect(),
    });
    let headed = |figures: &Vec<String>| -> BTreeMap<String, String> {
        let heads = summary.losses.columns.iter().map(|head| (*head).to_owned());
        heads.zip(figures.iter().map(|figure| figure.trim().to_owned())).collect()
    };
    let (level, margin) = outcome(game, &summary.result);
    Ok(Over {
        level,
        margin,
        by_turn,
        orders: game.depth(),
        losses: rows.map(|(name, figures)| (name, headed(figures))).collect(),
        deeds: solo.deeds(game),
    })
}

fn points(game: &dyn Game) -> [i32; 2] {
    let head = game.head(Viewer::Referee);
    [0, 1].map(|side| head.sides.get(side).map_or(0, |side| side.points))
}

/// The level of a result with its winner, and by how many points the first side is ahead of the second: of `decisive French
/// 30-12`, *decisive French* and 18.
fn outcome(game: &dyn Game, result: &str) -> (String, i32) {
    let head = game.head(Viewer::Referee);
    let (level, figures) = result.rsplit_once(' ').unwrap_or((result, ""));
    // A minus may stand before either number.
    let parted = figures.char_indices().skip(1).find(|(_, letter)| *letter == '-');
    let numbers = parted.and_then(|(at, _)| {
        let (own, other) = (figures[..at].parse::<i32>().ok()?, figures[at + 1..].parse::<i32>().ok()?);
        Some(own - other)
    });
    let second = head.sides.get(1).is_some_and(|side| level.ends_with(&side.name));
    let ahead = numbers.unwrap_or_default();
    (level.to_owned(), if second { -ahead } else { ahead })
}
