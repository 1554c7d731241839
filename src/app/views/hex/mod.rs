//! What is seen of a hex game: the map, the orders, the order of battle. No rule is in here.

pub mod editor;
pub mod fiat;
pub mod map;
pub mod order_of_battle;
pub mod orders;
pub mod zoom;
