//! The options of Easy Napoleonic: the rulings that can be overturned, typed.
//!
//! Source: the ledger's table of options. Each is fixed before the first chit is drawn, or changed by the referee with
//! their reason (`easy:0.8`); [`SPECS`] names the clause of each.

use game::options::{Accepts, OptionFault, OptionSpec, Options as Chosen};
use scenario::scale_of;

use super::tables::Lengths;

const OFF_ON: Accepts = Accepts::OneOf(&["off", "on"]);
const ON_OFF: Accepts = Accepts::OneOf(&["on", "off"]);

const fn spec(id: &'static str, default: &'static str, accepts: Accepts, clause: &'static str) -> OptionSpec {
    OptionSpec { id, default, accepts, clause, in_force: true }
}

/// Every option of the rule set, in the order of the clauses.
pub const SPECS: &[OptionSpec] = &[
    spec("scale", "1", Accepts::Number(0.25, 4.0), "easy:I.A.1-scale"),
    spec("measure", "edges", Accepts::OneOf(&["edges", "centres"]), "easy:0.3"),
    spec("flank-by", "contact", Accepts::OneOf(&["contact", "start-position"]), "easy:0.4"),
    spec("fire-after-combat", "off", OFF_ON, "easy:0.5"),
    spec("natural-one-misses", "off", OFF_ON, "easy:0.6"),
    spec("natural-top-hits", "off", OFF_ON, "easy:0.6"),
    spec("pass-through", "generals", Accepts::OneOf(&["none", "generals", "all"]), "easy:0.7"),
    spec("joint-activation", "off", OFF_ON, "easy:II.A.4.1"),
    spec("army-range-to", "general", Accepts::OneOf(&["general", "any-stand"]), "easy:II.A.4.2"),
    spec("own-chit-spent", "off", OFF_ON, "easy:II.A.4.3"),
    spec("backward-cost", "full", Accepts::OneOf(&["full", "double"]), "easy:II.B-path"),
    spec("turn-measure", "arc", Accepts::OneOf(&["arc", "chord"]), "easy:II.B-turn"),
    spec("terrain-by", "footprint", Accepts::OneOf(&["footprint", "centre"]), "easy:II.C.1"),
    spec("stack-terrain", "multiply", Accepts::OneOf(&["multiply", "max"]), "easy:II.C.2"),
    spec("zoc-when-locked", "on", ON_OFF, "easy:II.C.4"),
    spec("zoc-stops-at-impassable", "off", OFF_ON, "easy:II.C.4"),
    spec(
        "zoc-many",
        "first-entered",
        Accepts::OneOf(&["first-entered", "strictly-first", "stop"]),
        "easy:II.C.4.2",
    ),
    spec("zoc-leave-angle", "45", Accepts::Number(0.0, 89.0), "easy:II.C.4.3"),
    spec("generals-ignore-zoc", "off", OFF_ON, "easy:II.C.4.5"),
    spec("fire-arc", "45", Accepts::Number(0.0, 90.0), "easy:II.D-lane"),
    spec("overhead-fire", "off", OFF_ON, "easy:II.D-block"),
    spec("no-fire-into-contact", "off", OFF_ON, "easy:II.D-target"),
    spec("fire-at-wagons", "off", OFF_ON, "easy:II.D-target"),
    spec("howitzer-ten", "natural", Accepts::OneOf(&["natural", "modified"]), "easy:II.D.1"),
    spec("bystanders", "excluded", Accepts::OneOf(&["excluded", "count-in-result"]), "easy:III-roles"),
    spec("conform", "off", OFF_ON, "easy:III-contact"),
    spec("edge-taken-by", "any-friend", Accepts::OneOf(&["any-friend", "active-only"]), "easy:III.A.2"),
    spec("overflow-hits", "off", OFF_ON, "easy:III.B.4"),
    spec("hit-placement", "owner", Accepts::OneOf(&["owner", "shooter"]), "easy:III.B.4"),
    spec("multi-defender", "split-dice", Accepts::OneOf(&["split-dice", "owner-allocates"]), "easy:III.B.5"),
    spec("flank-bonus", "all-dice", Accepts::OneOf(&["all-dice", "own-dice"]), "easy:III.B-flank"),
    spec("cover-scope", "edge", Accepts::OneOf(&["edge", "whole-stand"]), "easy:III.B-cover"),
    spec("retreat-terrain", "ignore", Accepts::OneOf(&["ignore", "apply"]), "easy:III.D.2"),
    spec("retreat-direction", "computed", Accepts::OneOf(&["computed", "owner"]), "easy:III.D-dir"),
    spec("table-edge", "stops", Accepts::OneOf(&["stops", "lost"]), "easy:III.D.4"),
    spec(
        "routed-effect",
        "none",
        Accepts::OneOf(&["none", "lose-activation", "no-zone"]),
        "easy:III.D-marker",
    ),
    spec("withdraw-exact", "off", OFF_ON, "easy:III.E.2"),
    spec("mixed-combat", "two-rolls", Accepts::OneOf(&["two-rolls", "one-roll"]), "easy:III.E.3"),
    spec("evade-persists", "off", OFF_ON, "easy:III.F.1"),
    spec(
        "rally-cost",
        "whole-activation",
        Accepts::OneOf(&["whole-activation", "general-only"]),
        "easy:IV.A.2",
    ),
    spec("vp-zero-loser", "literal", Accepts::OneOf(&["literal", "count-as-one"]), "easy:IV.C.4"),
    spec("opt-variable-weather", "off", OFF_ON, "easy:IV.D-variable"),
    spec("detach-check", "turn-end", Accepts::OneOf(&["turn-end", "immediate"]), "easy:V.A"),
    spec("wagon-vp", "each-change", Accepts::OneOf(&["each-change", "held"]), "easy:VI.A.c"),
    spec("slow-turns", "linear", Accepts::OneOf(&["linear", "stepped"]), "easy:VI.D-slow"),
    spec("squares-no-flanks", "off", OFF_ON, "easy:VI.G"),
    spec("adv-detached", "off", OFF_ON, "easy:V.A"),
    spec("adv-attached", "off", OFF_ON, "easy:V.B"),
    spec("adv-new-commands", "off", OFF_ON, "easy:V.C"),
    spec("adv-engineers", "off", OFF_ON, "easy:V.D"),
    spec("adv-pontoons", "off", OFF_ON, "easy:V.D.3"),
    spec("opt-wagons", "off", OFF_ON, "easy:VI.A"),
    spec("opt-ratings", "off", OFF_ON, "easy:VI.B"),
    spec("opt-no-zones", "off", OFF_ON, "easy:VI.C"),
    spec("opt-slow-infantry", "off", OFF_ON, "easy:VI.D-slow"),
    spec("opt-ammunition", "off", OFF_ON, "easy:VI.E"),
    spec("opt-no-corps", "off", OFF_ON, "easy:VI.F"),
    spec("opt-squares", "off", OFF_ON, "easy:VI.G"),
    spec("opt-failed-squares", "off", OFF_ON, "easy:VI.G.3"),
];

/// Who may be passed through (`easy:0.7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassThrough {
    None,
    Generals,
    All,
}

/// Which of several zones a mover may close in (`easy:II.C.4.2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManyZones {
    /// The one entered first, or that of a stand abreast of its owner.
    FirstEntered,
    /// The one entered first, to a thousandth of an inch.
    StrictlyFirst,
    /// None: two zones halt the mover.
    Stop,
}

/// What a routed marker does (`easy:III.D-marker`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoutedEffect {
    None,
    LoseActivation,
    NoZone,
}

/// The options in force, typed. Each field's clause stands in [`SPECS`].
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Of the option `scale`.
    pub lengths: Lengths,
    pub measure_centres: bool,
    pub flank_by_start_position: bool,
    pub fire_after_combat: bool,
    pub natural_one_misses: bool,
    pub natural_top_hits: bool,
    pub pass_through: PassThrough,
    pub joint_activation: bool,
    pub army_range_to_any_stand: bool,
    pub own_chit_spent: bool,
    pub backward_double: bool,
    pub turn_by_chord: bool,
    pub terrain_by_centre: bool,
    pub stack_terrain_max: bool,
    pub zoc_when_locked: bool,
    pub zoc_stops_at_impassable: bool,
    pub zoc_many: ManyZones,
    /// Radians.
    pub zoc_leave_angle: f32,
    pub generals_ignore_zoc: bool,
    /// Radians to either side of the heading.
    pub fire_arc: f32,
    pub overhead_fire: bool,
    pub no_fire_into_contact: bool,
    pub howitzer_ten_modified: bool,
    pub bystanders_count: bool,
    pub conform: bool,
    pub edge_taken_by_active_only: bool,
    pub overflow_hits: bool,
    pub hits_placed_by_shooter: bool,
    pub defenders_owner_allocates: bool,
    pub flank_bonus_own_dice: bool,
    pub cover_whole_stand: bool,
    pub retreat_pays_terrain: bool,
    pub retreat_by_owner: bool,
    pub table_edge_loses: bool,
    pub routed_effect: RoutedEffect,
    pub withdraw_exact: bool,
    pub mixed_combat_one_roll: bool,
    pub evade_persists: bool,
    pub rally_costs_general_only: bool,
    pub zero_counts_as_one: bool,
    pub variable_weather: bool,
    pub ratings: bool,
    pub no_zones: bool,
    pub slow_infantry: bool,
    pub slow_turns_stepped: bool,
    pub engineers: bool,
    pub pontoons: bool,
    pub squares: bool,
    pub failed_squares: bool,
    pub squares_no_flanks: bool,
    pub ammunition: bool,
    pub no_corps: bool,
    pub detached: bool,
    /// Detachment is checked whenever a chit has been resolved, not only at the end of a turn.
    pub detach_at_once: bool,
    pub attached: bool,
    pub new_commands: bool,
    pub wagons: bool,
    pub wagon_points_held: bool,
    pub fire_at_wagons: bool,
}

impl Options {
    /// The typed options of what was chosen; refused when an id or a value is not known.
    pub fn new(chosen: &Chosen) -> Result<Self, OptionFault> {
        chosen.check(SPECS)?;
        chosen.needs(SPECS, "opt-failed-squares", "opt-squares")?;
        let value = |id| chosen.value(SPECS, id);
        let is = |id, wanted| value(id) == wanted;
        let degrees = |id| value(id).parse::<f32>().unwrap_or(45.0).to_radians();
        Ok(Self {
            lengths: Lengths::new(scale_of(&chosen.0)),
            measure_centres: is("measure", "centres"),
            flank_by_start_position: is("flank-by", "start-position"),
            fire_after_combat: is("fire-after-combat", "on"),
            natural_one_misses: is("natural-one-misses", "on"),
            natural_top_hits: is("natural-top-hits", "on"),
            pass_through: match value("pass-through") {
                "none" => PassThrough::None,
                "all" => PassThrough::All,
                _ => PassThrough::Generals,
            },
            joint_activation: is("joint-activation", "on"),
            army_range_to_any_stand: is("army-range-to", "any-stand"),
            own_chit_spent: is("own-chit-spent", "on"),
            backward_double: is("backward-cost", "double"),
            turn_by_chord: is("turn-measure", "chord"),
            terrain_by_centre: is("terrain-by", "centre"),
            stack_terrain_max: is("stack-terrain", "max"),
            zoc_when_locked: is("zoc-when-locked", "on"),
            zoc_stops_at_impassable: is("zoc-stops-at-impassable", "on"),
            zoc_many: match value("zoc-many") {
                "strictly-first" => ManyZones::StrictlyFirst,
                "stop" => ManyZones::Stop,
                _ => ManyZones::FirstEntered,
            },
            zoc_leave_angle: degrees("zoc-leave-angle"),
            generals_ignore_zoc: is("generals-ignore-zoc", "on"),
            fire_arc: degrees("fire-arc"),
            overhead_fire: is("overhead-fire", "on"),
            no_fire_into_contact: is("no-fire-into-contact", "on"),
            howitzer_ten_modified: is("howitzer-ten", "modified"),
            bystanders_count: is("bystanders", "count-in-result"),
            conform: is("conform", "on"),
            edge_taken_by_active_only: is("edge-taken-by", "active-only"),
            overflow_hits: is("overflow-hits", "on"),
            hits_placed_by_shooter: is("hit-placement", "shooter"),
            defenders_owner_allocates: is("multi-defender", "owner-allocates"),
            flank_bonus_own_dice: is("flank-bonus", "own-dice"),
            cover_whole_stand: is("cover-scope", "whole-stand"),
            retreat_pays_terrain: is("retreat-terrain", "apply"),
            retreat_by_owner: is("retreat-direction", "owner"),
            table_edge_loses: is("table-edge", "lost"),
            routed_effect: match value("routed-effect") {
                "lose-activation" => RoutedEffect::LoseActivation,
                "no-zone" => RoutedEffect::NoZone,
                _ => RoutedEffect::None,
            },
            withdraw_exact: is("withdraw-exact", "on"),
            mixed_combat_one_roll: is("mixed-combat", "one-roll"),
            evade_persists: is("evade-persists", "on"),
            rally_costs_general_only: is("rally-cost", "general-only"),
            zero_counts_as_one: is("vp-zero-loser", "count-as-one"),
            variable_weather: is("opt-variable-weather", "on"),
            ratings: is("opt-ratings", "on"),
            no_zones: is("opt-no-zones", "on"),
            slow_infantry: is("opt-slow-infantry", "on"),
            slow_turns_stepped: is("slow-turns", "stepped"),
            engineers: is("adv-engineers", "on"),
            pontoons: is("adv-pontoons", "on"),
            squares: is("opt-squares", "on"),
            failed_squares: is("opt-failed-squares", "on"),
            squares_no_flanks: is("squares-no-flanks", "on"),
            ammunition: is("opt-ammunition", "on"),
            no_corps: is("opt-no-corps", "on"),
            detached: is("adv-detached", "on"),
            detach_at_once: is("detach-check", "immediate"),
            attached: is("adv-attached", "on"),
            new_commands: is("adv-new-commands", "on"),
            wagons: is("opt-wagons", "on"),
            wagon_points_held: is("wagon-vp", "held"),
            fire_at_wagons: is("fire-at-wagons", "on"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_the_option_takes() {
        for spec in SPECS {
            assert!(spec.accepts.allows(spec.default), "{}", spec.id);
        }
    }

    #[test]
    fn a_mistyped_option_names_the_nearest() {
        let mut chosen = Chosen::default();
        let fault = chosen.set(SPECS, "fire-ark", "45").unwrap_err();
        assert_eq!(fault.to_string(), "there is no option fire-ark: did you mean fire-arc?");
        assert!(chosen.set(SPECS, "fire-arc", "91").is_err());
        // A module that is still to come, while there is one.
        if let Some(later) = SPECS.iter().find(|spec| !spec.in_force && spec.default == "off") {
            assert!(matches!(chosen.set(SPECS, later.id, "on"), Err(OptionFault::NotInForce { .. })));
        }
    }

    #[test]
    fn squares_fail_only_where_there_are_squares() {
        let chosen = |squares: &str| {
            let mut chosen = Chosen::default();
            chosen.set(SPECS, "opt-failed-squares", "on").unwrap();
            chosen.set(SPECS, "opt-squares", squares).unwrap();
            Options::new(&chosen)
        };
        let fault = chosen("off").unwrap_err().to_string();
        assert_eq!(fault, "option opt-failed-squares (easy:VI.G.3) needs opt-squares: set that on as well");
        assert!(chosen("on").is_ok_and(|options| options.squares && options.failed_squares));
    }
}
