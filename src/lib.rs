#![doc = include_str!("ARCHITECTURE.md")]

pub mod dice;
pub mod hexes;
pub mod table;

pub mod data;
pub mod drawing;

pub mod army;
pub mod scenario;

pub mod game;

pub mod rules;

pub mod desk;
pub mod games;

pub mod casebook;
pub mod solo;

pub mod paper;

pub mod commands;
pub mod protocol;

#[cfg(feature = "window")]
pub mod app;
