//! The options of Easy Napoleonic: the rulings that can be overturned, with their types.
//!
//! Source: the ledger's table of options. Each is fixed before the first chit is drawn, or changed by the referee with
//! their reason (`easy:0.8`); [`SPECS`] names the clause of each.

use game::options;
use game::options::{OptionFault, Options as Chosen};

use super::tables::Lengths;

options! {
    /// Factor for the printed size of stands, and for all lengths.
    lengths: Lengths = "scale", "easy:I.A.1-scale" (1 in 0.25..=4.0)
    /// Ranges are measured between centres, not between the nearest edges.
    measure_centres: bool = "measure", "easy:0.3" ("edges" | "centres")
    /// The edge that is attacked is that of the sector in which the attacker began.
    flank_by_start_position: bool = "flank-by", "easy:0.4" ("contact" | "start-position")
    /// Stands may still fire while combats are fought.
    fire_after_combat: bool = "fire-after-combat", "easy:0.5" (off)
    /// A die that shows 1 always misses.
    natural_one_misses: bool = "natural-one-misses", "easy:0.6" (off)
    /// A die that shows its highest face always hits.
    natural_top_hits: bool = "natural-top-hits", "easy:0.6" (off)
    /// The friends that may be passed through.
    pass_through: PassThrough = "pass-through", "easy:0.7" { Generals = "generals", None = "none", All = "all" }
    /// Two commands that an army general picks both move before either fights.
    joint_activation: bool = "joint-activation", "easy:II.A.4.1" (off)
    /// An army general picks a command by any of its stands in range, not by its general alone.
    army_range_to_any_stand: bool = "army-range-to", "easy:II.A.4.2" ("general" | "any-stand")
    /// A command that is picked spends its own chit.
    own_chit_spent: bool = "own-chit-spent", "easy:II.A.4.3" (off)
    /// Moving backward costs double.
    backward_double: bool = "backward-cost", "easy:II.B-path" ("full" | "double")
    /// A turn costs the straight way of its farthest corner, not the arc.
    turn_by_chord: bool = "turn-measure", "easy:II.B-turn" ("arc" | "chord")
    /// Ground counts where the centre of a stand is, not where any of it is.
    terrain_by_centre: bool = "terrain-by", "easy:II.C.1" ("footprint" | "centre")
    /// Uphill in rough ground is no dearer than either.
    stack_terrain_max: bool = "stack-terrain", "easy:II.C.2" ("multiply" | "max")
    /// A stand that is in contact has a zone of control.
    zoc_when_locked: bool = "zoc-when-locked", "easy:II.C.4" (on)
    /// Zones of control end at impassable ground.
    zoc_stops_at_impassable: bool = "zoc-stops-at-impassable", "easy:II.C.4" (off)
    /// Which of several zones a mover may close in.
    zoc_many: ManyZones = "zoc-many", "easy:II.C.4.2" {
        /// The one entered first, or that of a stand abreast of its owner.
        FirstEntered = "first-entered",
        /// The one entered first, to a thousandth of an inch.
        StrictlyFirst = "strictly-first",
        /// Two zones halt the mover.
        Stop = "stop",
    }
    /// A mover leaves a zone within this many degrees of directly away from its owner.
    zoc_leave_angle: f32 = "zoc-leave-angle", "easy:II.C.4.3" (45 in 0.0..=89.0)
    /// Generals ignore zones of control.
    generals_ignore_zoc: bool = "generals-ignore-zoc", "easy:II.C.4.5" (off)
    /// Degrees to either side of the heading in which a stand fires.
    fire_arc: f32 = "fire-arc", "easy:II.D-lane" (45 in 0.0..=90.0)
    /// Guns may fire over stands from higher ground.
    overhead_fire: bool = "overhead-fire", "easy:II.D-block" (off)
    /// Stands in contact with friends of the firer are no targets.
    no_fire_into_contact: bool = "no-fire-into-contact", "easy:II.D-target" (off)
    /// Wagons may be fired at.
    fire_at_wagons: bool = "fire-at-wagons", "easy:II.D-target" (off)
    /// A howitzer hits twice by 10 or more after modifiers, not by a natural 10 alone.
    howitzer_ten_modified: bool = "howitzer-ten", "easy:II.D.1" ("natural" | "modified")
    /// Stands that touch a combat without fighting count in its result.
    bystanders_count: bool = "bystanders", "easy:III-roles" ("excluded" | "count-in-result")
    /// A stand that moves into contact squares up to the edge.
    conform: bool = "conform", "easy:III-contact" (off)
    /// An edge is taken by active stands alone.
    edge_taken_by_active_only: bool = "edge-taken-by", "easy:III.A.2" ("any-friend" | "active-only")
    /// Hits beyond the strength of a stand go on to the next.
    overflow_hits: bool = "overflow-hits", "easy:III.B.4" (off)
    /// The shooter chooses the stand that a hit is on.
    hits_placed_by_shooter: bool = "hit-placement", "easy:III.B.4" ("owner" | "shooter")
    /// A stand that attacks several rolls once, and the hits are allotted.
    defenders_owner_allocates: bool = "multi-defender", "easy:III.B.5" ("split-dice" | "owner-allocates")
    /// The bonus of a flank applies to the dice of the stand that attacks it only.
    flank_bonus_own_dice: bool = "flank-bonus", "easy:III.B-flank" ("all-dice" | "own-dice")
    /// A wall on any edge covers the whole stand.
    cover_whole_stand: bool = "cover-scope", "easy:III.B-cover" ("edge" | "whole-stand")
    /// Retreats pay for ground.
    retreat_pays_terrain: bool = "retreat-terrain", "easy:III.D.2" ("ignore" | "apply")
    /// The owner chooses the direction of a retreat.
    retreat_by_owner: bool = "retreat-direction", "easy:III.D-dir" ("computed" | "owner")
    /// A stand that retreats off the table is lost.
    table_edge_loses: bool = "table-edge", "easy:III.D.4" ("stops" | "lost")
    /// The effect of a routed marker.
    routed_effect: RoutedEffect = "routed-effect", "easy:III.D-marker" { None = "none", LoseActivation = "lose-activation", NoZone = "no-zone" }
    /// A withdrawal is of exactly half a move, not up to it.
    withdraw_exact: bool = "withdraw-exact", "easy:III.E.2" (off)
    /// The enemy does not roll again at fresh stands that join an assault.
    mixed_combat_one_roll: bool = "mixed-combat", "easy:III.E.3" ("two-rolls" | "one-roll")
    /// A battery that has evaded goes on evading when attacked again.
    evade_persists: bool = "evade-persists", "easy:III.F.1" (off)
    /// A rally costs the move of the general alone.
    rally_costs_general_only: bool = "rally-cost", "easy:IV.A.2" ("whole-activation" | "general-only")
    /// A loser's 0 points count as 1.
    zero_counts_as_one: bool = "vp-zero-loser", "easy:IV.C.4" ("literal" | "count-as-one")
    /// The weather changes by a die.
    variable_weather: bool = "opt-variable-weather", "easy:IV.D-variable" (off)
    /// Detachment is checked whenever a chit has been resolved, not only at the end of a turn.
    detach_at_once: bool = "detach-check", "easy:V.A" ("turn-end" | "immediate")
    /// Wagons score for their holder at the end, not at each change.
    wagon_points_held: bool = "wagon-vp", "easy:VI.A.c" ("each-change" | "held")
    /// Turns of slow infantry cost by the nearest 45°.
    slow_turns_stepped: bool = "slow-turns", "easy:VI.D-slow" ("linear" | "stepped")
    /// A square has no flanks.
    squares_no_flanks: bool = "squares-no-flanks", "easy:VI.G" (off)
    /// Detached stands are played.
    detached: bool = "adv-detached", "easy:V.A" (off)
    /// Attached stands are played.
    attached: bool = "adv-attached", "easy:V.B" (off)
    /// Commands are formed anew.
    new_commands: bool = "adv-new-commands", "easy:V.C" (off)
    /// Engineers are played.
    engineers: bool = "adv-engineers", "easy:V.D" (off)
    /// Pontoons are played.
    pontoons: bool = "adv-pontoons", "easy:V.D.3" (off)
    /// Wagons are played.
    wagons: bool = "opt-wagons", "easy:VI.A" (off)
    /// Generals have ratings.
    ratings: bool = "opt-ratings", "easy:VI.B" (off)
    /// Some stands have no zone of control.
    no_zones: bool = "opt-no-zones", "easy:VI.C" (off)
    /// Some infantry is slow.
    slow_infantry: bool = "opt-slow-infantry", "easy:VI.D-slow" (off)
    /// Ammunition runs out.
    ammunition: bool = "opt-ammunition", "easy:VI.E" (off)
    /// There are no corps: wing commanders command as corps generals do.
    no_corps: bool = "opt-no-corps", "easy:VI.F" (off)
    /// Infantry may form squares.
    squares: bool = "opt-squares", "easy:VI.G" (off)
    /// Infantry may fail to form square.
    failed_squares: bool = "opt-failed-squares", "easy:VI.G.3" (off)
}

impl Options {
    /// The options of the chosen values, if each has those that it builds on.
    ///
    /// # Errors
    ///
    /// As [`Options::new`], and if one is on without another that it needs.
    pub fn checked(chosen: &Chosen) -> Result<Self, OptionFault> {
        chosen.needs(SPECS, "opt-failed-squares", "opt-squares")?;
        Self::new(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_option_names_the_nearest() {
        let mut chosen = Chosen::default();
        let fault = chosen.set(SPECS, "fire-ark", "45").unwrap_err();
        assert_eq!(fault.to_string(), "there is no option fire-ark: did you mean fire-arc?");
        assert!(chosen.set(SPECS, "fire-arc", "91").is_err());
    }

    #[test]
    fn squares_fail_only_where_there_are_squares() {
        let chosen = |squares: &str| {
            let mut chosen = Chosen::default();
            chosen.set(SPECS, "opt-failed-squares", "on").unwrap();
            chosen.set(SPECS, "opt-squares", squares).unwrap();
            Options::checked(&chosen)
        };
        let fault = chosen("off").unwrap_err().to_string();
        assert_eq!(fault, "option opt-failed-squares (easy:VI.G.3) needs opt-squares: set that on as well");
        assert!(chosen("on").is_ok_and(|options| options.squares && options.failed_squares));
    }
}
