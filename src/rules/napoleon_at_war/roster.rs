//! The unchanging part of a game: the map, the units and their counters, the options in force.

use std::sync::Arc;

use derive_more::Deref;
use drawing::hex::{Folded, HexSheet};
use game::options::{OptionFault, Options as Chosen};
use hexes::{Hex, Links};
pub use scenario::UnitId;
use scenario::{HexScenario, HexStart, Side};

use super::chart::{self, Entry};
use super::options::Options;

/// The game that is played.
#[derive(Clone, Debug, PartialEq, Deref)]
pub struct Game {
    /// The battle; no two units of a side bear one name.
    #[deref]
    pub scenario: HexScenario,
    /// The chosen options, including the scenario's own.
    pub chosen: Chosen,
    pub options: Options,
    /// The possible steps on the map with their costs by the terrain chart (`naw:9.0`).
    links: Links,
    sheet: Folded,
}

/// What the special rules for Marengo refer to (`naw:13.0` to `naw:16.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marengo {
    pub french: Side,
    pub marengo: Hex,
    pub pietrabuona: Hex,
}

impl Game {
    /// A battle's game; refused if an option is unknown. Chosen options take precedence over the scenario's own.
    pub fn new(scenario: HexScenario, chosen: &Chosen) -> Result<Arc<Self>, OptionFault> {
        let mut all = Chosen(scenario.options.clone());
        all.0.extend(chosen.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        let options = Options::new(&all)?;
        let scenario = scenario.with_names_apart();
        let map = &scenario.map;
        let links = Links::new(map, |_, to, marks| match chart::entry(map.kind(to), marks, &options) {
            Entry::Costs(cost) => Some(cost),
            Entry::River | Entry::Closed => None,
        });
        Ok(Arc::new(Self { scenario, chosen: all, options, links, sheet: Folded::default() }))
    }

    /// The map, prepared for drawing.
    pub fn sheet(&self) -> &HexSheet {
        self.sheet.of(&self.scenario.map)
    }

    /// The same, for views that rotate it.
    pub fn folded(&self) -> &Folded {
        &self.sheet
    }

    /// The same game with another value for an option; refused if the option does not accept the value.
    pub fn with_option(&self, id: &str, value: &str) -> Result<Arc<Self>, OptionFault> {
        let mut all = self.chosen.clone();
        all.set(super::options::SPECS, id, value)?;
        Self::new(self.scenario.clone(), &all)
    }

    /// The French side: the one with the id `french`. Marengo's clauses on movement, counterattack and reinforcements apply
    /// only if there is one (`naw:14.5`, `naw:15.1`, `naw:15.2`).
    pub fn french(&self) -> Option<Side> {
        let index = self.scenario.sides.iter().position(|side| side.id == "french")?;
        u8::try_from(index).ok().map(Side)
    }

    /// The special rules for Marengo, which apply if one side is French and the two places are named.
    pub fn marengo(&self) -> Option<Marengo> {
        let place = |name: &str| self.scenario.places.get(name).copied();
        Some(Marengo {
            french: self.french()?,
            marengo: place("marengo")?,
            pietrabuona: place("pietrabuona")?,
        })
    }

    /// When and where a reinforcement may come on (`naw:14.0`); none of units that begin on the map, and none of the enemies of
    /// the French, whatever their army says (`naw:14.5`).
    pub fn arrival(&self, id: UnitId) -> Option<(u8, Hex)> {
        let unit = self.unit(id);
        match unit.start {
            HexStart::Arrives { .. } if self.french().is_some_and(|french| french != unit.side) => None,
            HexStart::Arrives { turn, at } => Some((turn, at)),
            HexStart::Deployed(_) => None,
        }
    }

    /// Whether this turn is night (`naw:10.0`).
    pub fn is_night(&self, turn: u8) -> bool {
        self.scenario.nights.contains(&turn)
    }

    /// The steps that terrain allows, with their prices in half movement points.
    pub fn links(&self) -> &Links {
        &self.links
    }
}
