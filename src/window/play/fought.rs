//! A battle between solo players in the window. They think on a thread, over a copy of the game, so that the window stays
//! responsive; their order is then given in the window like any other, with the same dice.

use std::sync::Arc;
use std::sync::mpsc::TryRecvError;

use crate::background::Background;
use crate::texts::fight as texts;
use desk::Game;
use drawing::Mark;
use game::minds::SoloPlayer;
use game::{Draft, Viewer};
use games::Games;
use scenario::Side;
use solo::Players;

/// A battle between solo players.
#[derive(Debug)]
pub(super) struct Fight {
    /// `false` while paused; the players notice orders given meanwhile when they go on.
    pub runs: bool,
    /// A single order is wanted, though it is paused.
    pub once: bool,
    /// When the next order is due, in seconds of the window.
    pub next: f64,
    /// Who plays each side for the program; of the others people decide.
    pub players: [Option<SoloPlayer>; 2],
    /// The last order that was given for them.
    told: Option<Told>,
    thought: Thought,
}

/// An order that was given for a side, as long as it is the last.
#[derive(Debug)]
struct Told {
    of: Standpoint,
    words: String,
    /// Its traces on the table.
    marks: Vec<Mark>,
}

/// A point in the game: number of entries, and the last order.
type Standpoint = (usize, usize);

fn standpoint(game: &dyn Game) -> Standpoint {
    (game.entries(), game.at())
}

/// The copy of the game over which the players think.
#[derive(Debug)]
struct Twin {
    game: Box<dyn Game>,
    /// `None` if they have yet to see it.
    players: Option<Box<dyn Players>>,
}

/// The result of thinking.
#[derive(Debug)]
struct Answer {
    proposed: Proposed,
    /// The copy after that order.
    twin: Twin,
}

/// An order of the solo players.
#[derive(Debug)]
pub(super) struct Proposed {
    /// Or why there is none.
    pub order: Result<Draft, String>,
    /// Why it is given, if there is more to it than its words.
    pub reason: Option<String>,
}

/// The state of thinking about the next order, with the point in the game.
#[derive(Debug)]
enum Thought {
    /// Not thinking. The copy is as they left it, if there is one.
    Idle(Option<Twin>),
    Under(Standpoint, Background<Answer>),
    Ready(Standpoint, Box<Answer>),
}

impl Fight {
    pub fn new(next: f64, players: [Option<SoloPlayer>; 2]) -> Self {
        Self { runs: true, once: false, next, players, told: None, thought: Thought::Idle(None) }
    }

    /// The sides that the program plays.
    pub fn plays(&self) -> [bool; 2] {
        self.players.map(|player| player.is_some())
    }

    /// Does the program play both sides?
    pub fn is_battle(&self) -> bool {
        self.plays() == [true; 2]
    }

    /// Is it for the program to decide? What is no side's decision is for people, as long as they play.
    pub fn decides(&self, side: Option<Side>) -> bool {
        side.map_or(self.is_battle(), |side| self.players[side.index()].is_some())
    }

    /// Remembers the order just given, with its reason, as this viewer sees it.
    pub fn tell(&mut self, game: &dyn Game, viewer: Viewer, words: &str, reason: Option<&str>) {
        let (of, marks) = (standpoint(game), game.traces(game.at(), viewer));
        self.told = Some(Told { of, words: texts::given(words, reason), marks });
    }

    /// The words of the last order given for them and its traces on the table, until somebody else gives one.
    pub fn told(&self, game: &dyn Game) -> Option<(&str, &[Mark])> {
        let told = self.told.as_ref().filter(|told| told.of == standpoint(game))?;
        Some((&told.words, &told.marks))
    }

    /// Forgets the copy of the game: it goes on with other dice.
    pub fn forget(&mut self) {
        self.thought = Thought::Idle(None);
    }

    /// Is an order wanted?
    pub fn wants_order(&self) -> bool {
        self.runs || self.once
    }

    /// Are they thinking about the next order?
    pub fn thinks(&self) -> bool {
        matches!(self.thought, Thought::Under(..))
    }

    /// Is the next order of this game known? If not, starts thinking; thoughts about a game that has since gone on differently
    /// are dropped.
    pub fn is_ready(&mut self, game: &dyn Game, rules: &Arc<Games>, ctx: &egui::Context) -> bool {
        let now = standpoint(game);
        let manners = self.players.map(Option::unwrap_or_default);
        self.thought = match std::mem::replace(&mut self.thought, Thought::Idle(None)) {
            Thought::Under(of, thread) if of == now => match thread.poll() {
                Ok(answer) => Thought::Ready(of, Box::new(answer)),
                Err(TryRecvError::Empty) => Thought::Under(of, thread),
                Err(TryRecvError::Disconnected) => {
                    let twin = Twin { game: game.twin(), players: None };
                    Thought::Ready(
                        of,
                        Box::new(Answer {
                            proposed: Proposed { order: Err(texts::FAILED.to_owned()), reason: None },
                            twin,
                        }),
                    )
                }
            },
            Thought::Ready(of, answer) if of == now => Thought::Ready(of, answer),
            // A single order was wanted, and somebody has given it.
            Thought::Under(..) | Thought::Ready(..) if !self.runs => {
                self.once = false;
                return false;
            }
            Thought::Idle(Some(twin)) if standpoint(&*twin.game) == now => {
                think(now, twin, (rules, manners), ctx)
            }
            Thought::Idle(_) | Thought::Under(..) | Thought::Ready(..) => {
                think(now, Twin { game: game.twin(), players: None }, (rules, manners), ctx)
            }
        };
        matches!(self.thought, Thought::Ready(..))
    }

    /// Takes the order that is ready.
    pub fn take(&mut self) -> Option<Proposed> {
        match std::mem::replace(&mut self.thought, Thought::Idle(None)) {
            Thought::Ready(_, answer) => {
                self.thought = Thought::Idle(Some(answer.twin));
                Some(answer.proposed)
            }
            thought => {
                self.thought = thought;
                None
            }
        }
    }
}

/// Starts thinking about the next order over this copy.
fn think(
    of: Standpoint,
    twin: Twin,
    (rules, manners): (&Arc<Games>, [SoloPlayer; 2]),
    ctx: &egui::Context,
) -> Thought {
    let rules = Arc::clone(rules);
    let thread = Background::begin(Some(ctx.clone()), move |reporter| {
        let Twin { mut game, players } = twin;
        let mut players = players.or_else(|| rules.players_as(&mut *game, manners));
        // Given up: the march of a whole side is not computed for nothing.
        if reporter.stopped() {
            return;
        }
        let proposed = proposed(&mut *game, players.as_deref_mut());
        reporter.report(Answer { proposed, twin: Twin { game, players } });
    });
    Thought::Under(of, thread)
}

/// Gives the next order of these players over this copy of the game.
pub(super) fn proposed(game: &mut dyn Game, players: Option<&mut (dyn Players + 'static)>) -> Proposed {
    let Some(players) = players else {
        return Proposed { order: Err(texts::NO_PLAYERS.to_owned()), reason: None };
    };
    let order = players.step(game).map_err(|error| error.to_string());
    let order = order.and_then(|()| game.last_order().ok_or_else(|| texts::FAILED.to_owned()));
    Proposed { order, reason: players.reason() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::DiceFrom;

    fn wait(fight: &mut Fight, game: &dyn Game, rules: &Arc<Games>, ctx: &egui::Context) {
        while !fight.is_ready(game, rules, ctx) {
            std::thread::yield_now();
        }
    }

    /// What they think of over a twin comes to the very game that they play by themselves; and where somebody else gives an order
    /// meanwhile, what they thought of is dropped.
    #[test]
    fn orders_thought_of_beside_the_game_are_those_that_are_given_in_it() {
        let (rules, ctx) = (Arc::new(Games::default()), egui::Context::default());
        let mut alone: Box<dyn Game> = Box::new(trial::fresh(11));
        let mut players = rules.players(&mut *alone).expect("there are players");
        let mut game: Box<dyn Game> = Box::new(trial::fresh(11));
        let mut fight = Fight::new(0.0, [Some(SoloPlayer::Classic); 2]);
        for _ in 0..40 {
            players.step(&mut *alone).expect("they go on");
            wait(&mut fight, &*game, &rules, &ctx);
            let order = fight.take().expect("it is ready").order.expect("they know one");
            game.order(&order, DiceFrom::Rolled, Viewer::Referee).expect("it is legal");
            assert_eq!(game.log(), alone.log());
        }
        assert!(fight.take().is_none(), "each is taken once");
        wait(&mut fight, &*game, &rules, &ctx);
        game.undo(None).expect("there is an order");
        assert!(!fight.is_ready(&*game, &rules, &ctx), "that was another standpoint");
        wait(&mut fight, &*game, &rules, &ctx);
        let order = fight.take().expect("it is ready").order.expect("they know one");
        game.order(&order, DiceFrom::Rolled, Viewer::Referee).expect("it is legal now");
    }

    /// One order is wanted of them, and somebody gives one by hand while they think: that is the one.
    #[test]
    fn an_order_by_hand_is_the_one_that_was_wanted() {
        let (rules, ctx) = (Arc::new(Games::default()), egui::Context::default());
        let mut game: Box<dyn Game> = Box::new(trial::fresh(11));
        assert!(rules.has_players(&*game));
        let mut fight = Fight::new(0.0, [Some(SoloPlayer::Classic); 2]);
        wait(&mut fight, &*game, &rules, &ctx);
        (fight.runs, fight.once) = (false, true);
        assert!(fight.is_ready(&*game, &rules, &ctx), "they know it");
        let mut twin = game.twin();
        let mut players = rules.players(&mut *twin).expect("there are players");
        players.step(&mut *twin).expect("they go on");
        let by_hand = twin.last_order().expect("an order was given");
        game.order(&by_hand, DiceFrom::Rolled, Viewer::Referee).expect("it is legal");
        assert!(!fight.is_ready(&*game, &rules, &ctx));
        assert!(!fight.wants_order() && !fight.thinks(), "nothing more is wanted of them");
    }
}
