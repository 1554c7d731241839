//! The options of Napoleon at War: the rulings that can be overturned, typed.
//!
//! Source: the ledger's table of options. How the map's columns are staggered is the map's own affair. Each is fixed before
//! turn 1, or changed by the referee with their reason (`naw:1.0`).

use game::options::{Accepts, OptionFault, OptionSpec, Options as Chosen};
use game::working::Note;

use super::roster::Game;

const FROM_EDITION: Accepts = Accepts::OneOf(&["from-edition", "on", "off"]);
const ON_OFF: Accepts = Accepts::OneOf(&["on", "off"]);

const fn spec(id: &'static str, default: &'static str, accepts: Accepts, clause: &'static str) -> OptionSpec {
    OptionSpec { id, default, accepts, clause, in_force: true }
}

/// Every option of the rule set, in the order of the ledger's table.
pub const SPECS: &[OptionSpec] = &[
    spec("edition", "spi-1975", Accepts::OneOf(&["spi-1975", "decision-games"]), "naw:3.0"),
    spec("voluntary-odds-reduction", "from-edition", FROM_EDITION, "naw:7.9"),
    spec("bombarder-may-retreat", "from-edition", FROM_EDITION, "naw:8.15"),
    spec("declaration", "sequential", Accepts::OneOf(&["sequential", "up-front"]), "naw:7.0"),
    spec("multi-multi", "complete", Accepts::OneOf(&["complete", "connected", "forbid"]), "naw:7.22"),
    spec("road-rate", "total", Accepts::OneOf(&["total", "hex-only"]), "naw:5.22"),
    spec("slope-into", "any", Accepts::OneOf(&["any", "clear-only"]), "naw:5.26"),
    spec("mixed-obstacles", "literal", Accepts::OneOf(&["literal", "any-obstacle"]), "naw:9.0"),
    spec("bombarder-hexside", "ignored", Accepts::OneOf(&["ignored", "breaks"]), "naw:9.0"),
    spec("exchange-excess", "minimal", Accepts::OneOf(&["minimal", "any"]), "naw:7.6-ex"),
    spec("advance-after-exchange", "on", ON_OFF, "naw:7.6-ex"),
    spec("defender-advance", "on", ON_OFF, "naw:7.74"),
    spec("involved", "participants", Accepts::OneOf(&["participants", "adjacent-only"]), "naw:7.81"),
    spec("displace-into-ezoc", "forbidden", Accepts::OneOf(&["forbidden", "friend-shields"]), "naw:7.72"),
    spec("swap", "forbidden", Accepts::OneOf(&["forbidden", "allowed"]), "naw:7.81"),
    spec("gun-status", "at-attack", Accepts::OneOf(&["at-attack", "at-phase-start"]), "naw:8.41"),
    spec("reopen-movement", "until-first-die", Accepts::OneOf(&["until-first-die", "never"]), "naw:5.14"),
    spec("gt1-half-move", "exact", Accepts::OneOf(&["exact", "round-down", "round-up"]), "naw:15.1"),
    spec("reinforcement-delay", "allowed", Accepts::OneOf(&["allowed", "only-when-blocked"]), "naw:14.0"),
    spec("victory-gap", "draw", Accepts::OneOf(&["draw", "geography-wins"]), "naw:16.4"),
];

/// Which printing of the standard rules is played (`naw:3.0`, `naw:7.9`, `naw:8.15`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    #[default]
    Spi1975,
    DecisionGames,
}

/// A clause that one edition has and the other lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByEdition {
    #[default]
    FromEdition,
    On,
    Off,
}

/// Are combats picked one at a time, or all allotted before the first die (`naw:7.0`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Declaration {
    #[default]
    Sequential,
    UpFront,
}

/// Several attackers against several defenders (`naw:7.22`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultiMulti {
    #[default]
    Complete,
    Connected,
    Forbid,
}

/// Is the road's or trail's rate the whole price (`naw:5.22`, `naw:5.23`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoadRate {
    #[default]
    Total,
    /// Hexside surcharges still apply.
    HexOnly,
}

/// Into which hexes the slope's surcharge is paid (`naw:5.26`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlopeInto {
    #[default]
    Any,
    ClearOnly,
}

/// Attackers over obstacles of different kinds (`naw:9.0`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MixedObstacles {
    #[default]
    Literal,
    AnyObstacle,
}

/// Does a bombarder spoil a defence behind hexsides (`naw:9.0`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BombarderHexside {
    #[default]
    Ignored,
    Breaks,
}

/// What an exchange may cost beyond what is owed (`naw:7.6-ex`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExchangeExcess {
    #[default]
    Minimal,
    Any,
}

/// Who is involved in a combat and cannot be displaced by it (`naw:7.81`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Involved {
    #[default]
    Participants,
    AdjacentOnly,
}

/// Does a friend open a hex in an enemy zone to a retreat (`naw:7.72`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DisplaceIntoEzoc {
    #[default]
    Forbidden,
    FriendShields,
}

/// May a displaced unit take the hex that the retreating one leaves (`naw:7.81`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Swap {
    #[default]
    Forbidden,
    Allowed,
}

/// When it is judged whether a gun is in contact (`naw:8.41`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GunStatus {
    #[default]
    AtAttack,
    AtPhaseStart,
}

/// How long movement that was ended may be taken up again (`naw:5.14`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReopenMovement {
    #[default]
    UntilFirstDie,
    Never,
}

/// Half a movement allowance of an odd number of points (`naw:15.1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HalfMove {
    #[default]
    Exact,
    RoundDown,
    RoundUp,
}

/// May a reinforcement that could enter be held back (`naw:14.0`)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReinforcementDelay {
    #[default]
    Allowed,
    OnlyWhenBlocked,
}

/// Who wins where the text is silent: ground for one side, kills only for the other (`naw:16.4`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VictoryGap {
    #[default]
    Draw,
    GeographyWins,
}

/// The options in force, typed. Each field's clause stands in [`SPECS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub edition: Edition,
    pub voluntary_odds_reduction: ByEdition,
    pub bombarder_may_retreat: ByEdition,
    pub declaration: Declaration,
    pub multi_multi: MultiMulti,
    pub road_rate: RoadRate,
    pub slope_into: SlopeInto,
    pub mixed_obstacles: MixedObstacles,
    pub bombarder_hexside: BombarderHexside,
    pub exchange_excess: ExchangeExcess,
    pub advance_after_exchange: bool,
    pub defender_advance: bool,
    pub involved: Involved,
    pub displace_into_ezoc: DisplaceIntoEzoc,
    pub swap: Swap,
    pub gun_status: GunStatus,
    pub reopen_movement: ReopenMovement,
    pub gt1_half_move: HalfMove,
    pub reinforcement_delay: ReinforcementDelay,
    pub victory_gap: VictoryGap,
}

impl Options {
    /// The typed options of what was chosen; refused when an id or a value is not known.
    pub fn new(chosen: &Chosen) -> Result<Self, OptionFault> {
        chosen.check(SPECS)?;
        let pick = |id| chosen.value(SPECS, id);
        let is = |id, wanted| pick(id) == wanted;
        let by_edition = |id| match pick(id) {
            "on" => ByEdition::On,
            "off" => ByEdition::Off,
            _ => ByEdition::FromEdition,
        };
        Ok(Self {
            edition: if is("edition", "decision-games") { Edition::DecisionGames } else { Edition::Spi1975 },
            voluntary_odds_reduction: by_edition("voluntary-odds-reduction"),
            bombarder_may_retreat: by_edition("bombarder-may-retreat"),
            declaration: match pick("declaration") {
                "up-front" => Declaration::UpFront,
                _ => Declaration::Sequential,
            },
            multi_multi: match pick("multi-multi") {
                "connected" => MultiMulti::Connected,
                "forbid" => MultiMulti::Forbid,
                _ => MultiMulti::Complete,
            },
            road_rate: match pick("road-rate") {
                "hex-only" => RoadRate::HexOnly,
                _ => RoadRate::Total,
            },
            slope_into: match pick("slope-into") {
                "clear-only" => SlopeInto::ClearOnly,
                _ => SlopeInto::Any,
            },
            mixed_obstacles: match pick("mixed-obstacles") {
                "any-obstacle" => MixedObstacles::AnyObstacle,
                _ => MixedObstacles::Literal,
            },
            bombarder_hexside: match pick("bombarder-hexside") {
                "breaks" => BombarderHexside::Breaks,
                _ => BombarderHexside::Ignored,
            },
            exchange_excess: match pick("exchange-excess") {
                "any" => ExchangeExcess::Any,
                _ => ExchangeExcess::Minimal,
            },
            advance_after_exchange: is("advance-after-exchange", "on"),
            defender_advance: is("defender-advance", "on"),
            involved: match pick("involved") {
                "adjacent-only" => Involved::AdjacentOnly,
                _ => Involved::Participants,
            },
            displace_into_ezoc: match pick("displace-into-ezoc") {
                "friend-shields" => DisplaceIntoEzoc::FriendShields,
                _ => DisplaceIntoEzoc::Forbidden,
            },
            swap: match pick("swap") {
                "allowed" => Swap::Allowed,
                _ => Swap::Forbidden,
            },
            gun_status: match pick("gun-status") {
                "at-phase-start" => GunStatus::AtPhaseStart,
                _ => GunStatus::AtAttack,
            },
            reopen_movement: match pick("reopen-movement") {
                "never" => ReopenMovement::Never,
                _ => ReopenMovement::UntilFirstDie,
            },
            gt1_half_move: match pick("gt1-half-move") {
                "round-down" => HalfMove::RoundDown,
                "round-up" => HalfMove::RoundUp,
                _ => HalfMove::Exact,
            },
            reinforcement_delay: match pick("reinforcement-delay") {
                "only-when-blocked" => ReinforcementDelay::OnlyWhenBlocked,
                _ => ReinforcementDelay::Allowed,
            },
            victory_gap: match pick("victory-gap") {
                "geography-wins" => VictoryGap::GeographyWins,
                _ => VictoryGap::Draw,
            },
        })
    }

    /// May the attacker name a lower column (`naw:7.9`)?
    pub fn lowering_allowed(&self) -> bool {
        self.in_edition(self.voluntary_odds_reduction)
    }

    /// May a bombarder take the retreat of its own will (`naw:8.15`)?
    pub fn bombarder_may_retreat(&self) -> bool {
        self.in_edition(self.bombarder_may_retreat)
    }

    /// May units of equal strength, movement and type change places before turn 1 (`naw:3.0`)?
    pub fn interchange_allowed(&self) -> bool {
        self.edition == Edition::Spi1975
    }

    fn in_edition(&self, choice: ByEdition) -> bool {
        match choice {
            ByEdition::On => true,
            ByEdition::Off => false,
            ByEdition::FromEdition => self.edition == Edition::Spi1975,
        }
    }
}

/// What the players should know before turn 1: Marengo leans on clauses that the edition may lack.
///
/// Source: the ledger's "Edition differences". The player's notes of Marengo count on the attacker's right to lower the odds
/// (`naw:7.9`). The text names what the other edition lacks, so far as no option has given it back.
pub fn notices(game: &Game) -> Vec<Note> {
    let options = &game.options;
    if options.edition != Edition::DecisionGames || game.marengo().is_none() {
        return Vec::new();
    }
    let lost = [
        (
            !options.lowering_allowed(),
            "no attacker may lower the odds (naw:7.9), on which its player's notes count",
        ),
        (!options.bombarder_may_retreat(), "no bombarder may choose to retreat (naw:8.15)"),
        (!options.interchange_allowed(), "like units do not change places before turn 1 (naw:3.0)"),
    ];
    let lost: Vec<&str> = lost.into_iter().filter(|(is, _)| *is).map(|(_, words)| words).collect();
    let text = format!(
        "Marengo was made for the rules of 1975, and is played by those of Decision Games here: {}. To play it as it was \
         made, choose the option edition = spi-1975",
        lost.join("; ")
    );
    vec![Note::new("naw:7.9", text)]
}

impl Default for Options {
    fn default() -> Self {
        Self::new(&Chosen::default()).expect("the defaults are known")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(id: &str, value: &str) -> Options {
        let mut chosen = Chosen::default();
        chosen.set(SPECS, id, value).unwrap();
        Options::new(&chosen).unwrap()
    }

    #[test]
    fn every_value_but_the_default_changes_something() {
        for spec in SPECS {
            assert!(spec.accepts.allows(spec.default), "{}", spec.id);
            assert_eq!(chosen(spec.id, spec.default), Options::default(), "{}", spec.id);
            let Accepts::OneOf(values) = spec.accepts else { panic!("{} takes names", spec.id) };
            let mut seen = vec![Options::default()];
            for value in values.iter().filter(|value| **value != spec.default) {
                let options = chosen(spec.id, value);
                assert!(!seen.contains(&options), "{} = {value} is read as another value", spec.id);
                seen.push(options);
            }
        }
    }

    #[test]
    fn the_edition_decides_where_nothing_else_is_said() {
        let standard = Options::default();
        assert!(standard.lowering_allowed() && standard.bombarder_may_retreat());
        assert!(standard.interchange_allowed());
        let other = chosen("edition", "decision-games");
        assert!(!other.lowering_allowed() && !other.bombarder_may_retreat() && !other.interchange_allowed());
        let mixed = Options { voluntary_odds_reduction: ByEdition::On, ..other };
        assert!(mixed.lowering_allowed() && !mixed.bombarder_may_retreat());
        assert!(!chosen("bombarder-may-retreat", "off").bombarder_may_retreat());
    }

    #[test]
    fn a_battle_without_marengo_leans_on_no_edition() {
        let lab = crate::fixture::Lab::new();
        let mut other = Chosen::default();
        other.set(SPECS, "edition", "decision-games").unwrap();
        let game = Game::new(lab.scenario, &other).unwrap();
        assert!(game.options.edition == Edition::DecisionGames && notices(&game).is_empty());
    }
}
