//! The options of Napoleon at War: the rulings that can be changed, typed, each stated once.
//!
//! Source: the ledger's table of options. How the map's columns are staggered is a property of the map. Each option is fixed
//! before turn 1, or changed by the referee with a reason (`naw:1.0`).

use game::options;
use game::working::Note;

use super::roster::Game;

options! {
    /// Which edition of the standard rules is used.
    edition: Edition = "edition", "naw:3.0" { Spi1975 = "spi-1975", DecisionGames = "decision-games" }
    /// A clause that only one of the editions has.
    voluntary_odds_reduction: ByEdition = "voluntary-odds-reduction", "naw:7.9" {
        FromEdition = "from-edition", On = "on", Off = "off",
    }
    /// A clause that only one of the editions has.
    bombarder_may_retreat: ByEdition = "bombarder-may-retreat", "naw:8.15" (ByEdition)
    /// Are combats chosen one at a time, or all declared before the first die?
    declaration: Declaration = "declaration", "naw:7.0" { Sequential = "sequential", UpFront = "up-front" }
    /// Several attackers against several defenders.
    multi_multi: MultiMulti = "multi-multi", "naw:7.22" {
        Complete = "complete", Connected = "connected", Forbid = "forbid",
    }
    /// Is the road or trail rate the whole price?
    road_rate: RoadRate = "road-rate", "naw:5.22" {
        Total = "total",
        /// Hexside surcharges still apply.
        HexOnly = "hex-only",
    }
    /// For which entered hexes the slope surcharge applies.
    slope_into: SlopeInto = "slope-into", "naw:5.26" { Any = "any", ClearOnly = "clear-only" }
    /// Attackers crossing obstacles of different kinds.
    mixed_obstacles: MixedObstacles = "mixed-obstacles", "naw:9.0" {
        Literal = "literal", AnyObstacle = "any-obstacle",
    }
    /// Does a bombarding unit cancel a defence behind hexsides?
    bombarder_hexside: BombarderHexside = "bombarder-hexside", "naw:9.0" {
        Ignored = "ignored", Breaks = "breaks",
    }
    /// How much the losses in an exchange may exceed those required.
    exchange_excess: ExchangeExcess = "exchange-excess", "naw:7.6-ex" { Minimal = "minimal", Any = "any" }
    /// May the winner advance after an exchange?
    advance_after_exchange: bool = "advance-after-exchange", "naw:7.6-ex" (on)
    /// May the defender advance?
    defender_advance: bool = "defender-advance", "naw:7.74" (on)
    /// Which units are involved in a combat and so cannot be displaced by it.
    involved: Involved = "involved", "naw:7.81" {
        Participants = "participants", AdjacentOnly = "adjacent-only",
    }
    /// Does a friendly unit in an enemy zone make its hex available for a retreat?
    displace_into_ezoc: DisplaceIntoEzoc = "displace-into-ezoc", "naw:7.72" {
        Forbidden = "forbidden", FriendShields = "friend-shields",
    }
    /// May a displaced unit take the hex that the retreating one leaves?
    swap: Swap = "swap", "naw:7.81" { Forbidden = "forbidden", Allowed = "allowed" }
    /// When it is judged whether a gun is in contact.
    gun_status: GunStatus = "gun-status", "naw:8.41" {
        AtAttack = "at-attack", AtPhaseStart = "at-phase-start",
    }
    /// How long movement can be resumed after it was ended.
    reopen_movement: ReopenMovement = "reopen-movement", "naw:5.14" {
        UntilFirstDie = "until-first-die", Never = "never",
    }
    /// Half of an odd movement allowance.
    gt1_half_move: HalfMove = "gt1-half-move", "naw:15.1" {
        Exact = "exact", RoundDown = "round-down", RoundUp = "round-up",
    }
    /// May a reinforcement that could enter be held back?
    reinforcement_delay: ReinforcementDelay = "reinforcement-delay", "naw:14.0" {
        Allowed = "allowed", OnlyWhenBlocked = "only-when-blocked",
    }
    /// Who wins where the text is silent: one side meets only its ground condition, the other only its losses condition.
    victory_gap: VictoryGap = "victory-gap", "naw:16.4" { Draw = "draw", GeographyWins = "geography-wins" }
}

impl Options {
    /// Whether the attacker may choose a lower column (`naw:7.9`).
    pub fn lowering_allowed(&self) -> bool {
        self.in_edition(self.voluntary_odds_reduction)
    }

    /// Whether a bombarding unit may choose to retreat (`naw:8.15`).
    pub fn bombarder_may_retreat(&self) -> bool {
        self.in_edition(self.bombarder_may_retreat)
    }

    /// Whether units of equal strength, movement and type may change places before turn 1 (`naw:3.0`).
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

/// What the players should know before turn 1: Marengo relies on clauses that the edition may lack.
///
/// Source: the ledger's "Edition differences". Marengo's player notes assume that the attacker may lower the odds (`naw:7.9`).
/// The text names the clauses that the edition lacks, except those that an option has restored.
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::options::Options as Chosen;

    fn chosen(id: &str, value: &str) -> Options {
        let mut chosen = Chosen::default();
        chosen.set(SPECS, id, value).unwrap();
        Options::new(&chosen).unwrap()
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
