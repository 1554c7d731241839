//! What is said while two players who are not there fight a battle out.

pub const NO_PLAYERS: &str = "These rules have no solo players: give the orders yourself";
pub const FIGHTING: &str = "Two players fight it out";
pub const WAITING: &str = "The players wait";
pub const PAUSE: &str = "Pause";
pub const SLOWER: &str = "Slower";
pub const FASTER: &str = "Faster";
pub const ONE_ORDER: &str = "One order";
pub const TAKE_OVER: &str = "Take over";
