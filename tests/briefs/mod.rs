//! What a game tells of itself, as text: head, order of battle, agenda, what is due with its cards, and tooltips, at moments of
//! battles between solo players. The texts are in `tests/snapshots/text`; `INSTA_UPDATE=always` takes them anew.
//!
//! A word that changes by accident shows here, line by line; a `contains` in a test of its own looks at a few of them only.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use desk::{Beginning, Game, JournalPlace, Library, Sync};
use game::options::Options;
use game::working::Note;
use game::{Branch, Card, Goal, Spot, Viewer};
use games::Games;

/// Orders of one kind are shown so often.
const OF_A_KIND: usize = 2;
/// Of so many pieces of each group the tooltip is shown.
const OF_A_GROUP: usize = 1;

fn note(note: &Note) -> String {
    let modifiers = note.modifiers.iter().map(|by| format!(" [{:+} {} ({})]", by.value, by.why, by.clause));
    let measured = note.measured.as_ref().map(|measured| format!(" <{measured}>")).unwrap_or_default();
    format!("{} ({}){measured}{}", note.text, note.clause, modifiers.collect::<String>())
}

/// An order's card, a line for everything on it.
fn write_card(text: &mut String, card: &Card) -> std::fmt::Result {
    for line in &card.notes {
        writeln!(text, "    note: {}", note(line))?;
    }
    if let Some(refusal) = &card.refusal {
        writeln!(text, "    refused: {} ({})", refusal.text, refusal.clause)?;
    }
    if let Some(throw) = &card.throw {
        writeln!(text, "    throw: {} for {} ({})", throw.say(), throw.why, throw.clause)?;
    }
    for side in &card.sides {
        writeln!(text, "    side: {}, total {:?}, {}", side.title, side.total, side.result)?;
        for (piece, words) in &side.pieces {
            writeln!(text, "      {piece}: {words}")?;
        }
        for throw in &side.throws {
            let by: Vec<String> = throw
                .modifiers
                .iter()
                .map(|by| format!("{:+} {} ({})", by.value, by.why, by.clause))
                .collect();
            let (dice, on) = (throw.dice, throw.hits_on);
            writeln!(
                text,
                "      {}: {dice} dice, hits on {on:?} ({}); {}",
                throw.what,
                throw.clause,
                by.join(", ")
            )?;
        }
    }
    for combat in &card.combats {
        writeln!(text, "    {}: {}", combat.title, combat.words)?;
    }
    for remark in card.tried.iter() {
        writeln!(text, "    tried: {} {:?}", remark.words, remark.clause)?;
    }
    for hint in &card.hints {
        writeln!(text, "    hint: {hint}")?;
    }
    if let Some(chances) = &card.chances {
        for end in chances.ends.iter().chain(&chances.results) {
            writeln!(text, "    chance: {:.4} {}", end.probability, end.result)?;
        }
        write_branches(text, &chances.tree, 0)?;
        for (piece, points, gone) in &chances.losses {
            writeln!(text, "    loses: {piece} {points:.4}, gone {gone:.4}")?;
        }
    }
    Ok(())
}

/// A tree as far as so many turns.
fn write_branches(text: &mut String, branches: &[Branch], depth: usize) -> std::fmt::Result {
    const MOST: usize = 3;
    for branch in branches {
        let chance = branch.probability.map(|chance| format!("{chance:.4} ")).unwrap_or_default();
        let clause = branch.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
        let indent = "  ".repeat(depth);
        writeln!(text, "    {indent}then: {chance}{}{clause}", branch.words)?;
        if depth + 1 < MOST {
            write_branches(text, &branch.branches, depth + 1)?;
        }
    }
    Ok(())
}

/// Everything that the game tells this viewer now.
fn told(game: &dyn Game, viewer: Viewer) -> String {
    let mut text = String::new();
    write_told(&mut text, game, viewer).expect("text takes any line");
    text
}

fn write_told(text: &mut String, game: &dyn Game, viewer: Viewer) -> std::fmt::Result {
    let head = game.head(viewer);
    writeln!(text, "{}, {}, {}, {}", head.battle, head.turn, head.clock, head.phase)?;
    for side in &head.sides {
        writeln!(text, "side {}: {} {:?} {}", side.id, side.name, side.colour, side.points)?;
    }
    let agenda = game.agenda(None, viewer);
    writeln!(text, "\nstep: {}", agenda.step)?;
    for owed in &agenda.owed {
        writeln!(text, "owed: {} {:?}", owed.words, owed.clause)?;
    }
    let mut pieces = Vec::new();
    writeln!(text, "\norder of battle")?;
    for group in game.groups(viewer) {
        let facts = group.told().map(String::as_str).collect::<Vec<_>>().join("; ");
        let indent = "  ".repeat(group.depth);
        writeln!(text, "{indent}{} {}/{} {facts}", group.name, group.strength, group.start)?;
        pieces.extend(group.members.iter().take(OF_A_GROUP).map(|member| member.piece.clone()));
    }
    let due = game.open_to(viewer);
    writeln!(text, "\ndue: {}", due.prompt)?;
    let mut shown: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for offer in &due.offers {
        let count = shown.entry(offer.kind).or_default();
        *count += 1;
        if *count > OF_A_KIND {
            continue;
        }
        writeln!(text, "  {} [{}]", offer.words, offer.kind)?;
        match game.card(&offer.order, &[], viewer) {
            Ok(card) => write_card(text, &card)?,
            Err(fault) => writeln!(text, "    no card: {fault}")?,
        }
    }
    for (kind, count) in shown.iter().filter(|(_, count)| **count > OF_A_KIND) {
        writeln!(text, "  {count} in all [{kind}]")?;
    }
    writeln!(text, "\ntooltips")?;
    for piece in pieces {
        match game.tooltip(&piece, viewer) {
            Ok(tooltip) => {
                writeln!(text, "  {}", tooltip.title)?;
                for remark in tooltip.said {
                    writeln!(text, "    {} {}", remark.words, remark.clause.unwrap_or_default())?;
                }
            }
            Err(fault) => writeln!(text, "  {piece}: {fault}")?,
        }
    }
    Ok(())
}

/// Of whoever is on the table and may not move now it is shown how far it would get, and no order comes of it.
fn shows_how_far(game: &dyn Game) {
    let of_groups = game.groups(Viewer::Referee).into_iter().flat_map(|group| group.members);
    let pieces: BTreeSet<String> = of_groups.map(|member| member.piece).collect();
    let (mut shown, mut barred) = (0, 0);
    for piece in &pieces {
        // In some rules who is not in play cannot be picked up.
        let Ok(now) = game.pick_up(piece, Viewer::Referee) else { continue };
        barred += usize::from(now.summary().refusal.is_some() && now.summary().from.is_some());
        let Some(mut held) = game.suppose(piece, Viewer::Referee) else { continue };
        let lift = held.summary();
        assert!(lift.refusal.is_some(), "{piece} may move");
        let Some(from) = lift.from else { continue };
        let near = match from {
            Spot::Pose { x, y, .. } => Spot::Point { x: x + 0.4, y },
            from => lift.places.first().map_or(from, |(place, _)| *place),
        };
        let trip = held.trip(Goal::at(near));
        assert!(trip.order.is_none() && trip.short.is_none(), "{piece}: {:?}", trip.order);
        shown += usize::from(!trip.words.is_empty());
    }
    assert!(shown * 2 >= barred, "of {barred} that may not move {shown} show how far they would get");
}

/// A battle between solo players after so many orders.
fn battle(scenario: &str, orders: &[usize], options: &[(&str, &str)]) {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let listed = library.scenarios();
    let rules =
        listed.iter().find(|(id, ..)| id == scenario).map(|(.., rules)| rules).expect("it is in the program");
    let rules = games.of(rules).expect("the program plays it");
    let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let beginning = Beginning {
        scenario: scenario.to_owned(),
        seed: Some(7),
        options: Options(options),
        weather: None,
        variant: None,
        journal: JournalPlace::Nowhere,
        sync: Sync::System,
    };
    let (mut game, _) = rules.begin(&library, &library, beginning).expect("it begins");
    let mut players = games.players(game.as_mut()).expect("it has solo players");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/snapshots/text"),
    );
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut given = 0;
    for &until in orders {
        while given < until && !game.is_over() {
            players.step(game.as_mut()).expect("the players go on");
            given += 1;
        }
        shows_how_far(game.as_ref());
        let text = told(game.as_ref(), Viewer::Referee);
        settings.bind(|| insta::assert_snapshot!(format!("{scenario}-{until}"), text));
    }
}

#[test]
fn first_steps_tells_what_it_told() {
    battle("first-steps", &[0, 9, 40, 90], &[]);
}

#[test]
fn waterloo_tells_what_it_told() {
    battle("waterloo", &[120, 700], &[]);
}

#[test]
fn marengo_on_the_table_tells_what_it_told() {
    battle(
        "marengo",
        &[60, 300],
        &[("opt-squares", "on"), ("opt-ammunition", "on"), ("adv-engineers", "on")],
    );
}

#[test]
fn marengo_on_hexes_tells_what_it_told() {
    battle("marengo-naw", &[0, 25, 60, 140], &[]);
}

#[test]
fn the_mill_on_the_lohbach_tells_what_it_told() {
    battle("brigade-action", &[0, 40], &[]);
}

#[test]
fn waterloo_with_battalions_tells_what_it_told() {
    battle("waterloo-epstein", &[20], &[]);
}

#[test]
fn marengo_with_corps_tells_what_it_told() {
    battle("marengo-cb", &[0, 30, 75, 240], &[("facing", "on")]);
}
