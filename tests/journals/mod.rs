//! What a game of certain rules writes into its journal and tells before it begins.

use desk::{Desk, DiceFrom, Library, Setup};
use dice::TypedEntry;
use easy::{Easy, Order, regroup};
use game::RuleSet;
use game::options::Options;
use games::Games;
use napoleon_at_war::NapoleonAtWar;

#[test]
fn marengo_by_the_other_edition_is_told_before_it_begins() {
    let notices = |chosen: &[(&str, &str)]| -> Vec<String> {
        let (scenario, _) = Library::embedded(&Games::default()).battle("marengo-naw").unwrap();
        let chosen = chosen.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        let desk = Desk::<NapoleonAtWar>::new(Setup::new(scenario, 1).options(Options(chosen)), None);
        desk.unwrap().notices().iter().map(ToString::to_string).collect()
    };
    let (first_steps, _) = Library::embedded(&Games::default()).scenario("first-steps").unwrap();
    let plain: Desk<Easy> = Desk::new(Setup::new(first_steps, 1), None).unwrap();
    assert!(notices(&[]).is_empty() && plain.notices().is_empty());
    let other = ("edition", "decision-games");
    let told = notices(&[other]);
    assert!(
        matches!(told.as_slice(), [text] if text.contains("lower the odds") && text.contains("naw:8.15")),
        "{told:?}"
    );
    // What an option gives back is not missed.
    let told = notices(&[other, ("voluntary-odds-reduction", "on")]);
    assert!(
        matches!(told.as_slice(), [text] if !text.contains("lower the odds") && text.contains("naw:8.15")),
        "{told:?}"
    );
}

#[test]
fn regrouping_is_written_read_back_undone_and_redone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let mut options = Options::default();
    for module in ["adv-detached", "adv-attached", "adv-new-commands"] {
        options.set(Easy::option_specs(), module, "on").unwrap();
    }
    let (scenario, _) = Library::embedded(&Games::default()).scenario("waterloo").unwrap();
    let setup = Setup { options, ..Setup::new(scenario, 7) };
    let mut game: Desk<Easy> = Desk::new(setup, Some(&path)).unwrap();
    let named = |game: &Desk<Easy>, name: &str| game.state().roster().find_command(name).unwrap();
    // Units that begin detached have their chits from the start.
    let perponcher = named(&game, "Perponcher");
    assert_eq!(game.state().command(perponcher).stands.len(), 4);
    assert!(game.state().cup.contains(&perponcher));
    let drawn = DiceFrom::Typed(vec![TypedEntry::Name("Napoleon".into())]);
    game.order(Order::Draw, drawn).unwrap();
    let at_first = game.state().clone();
    let (guard, sixth) = (named(&game, "fr-guard"), named(&game, "fr-vi"));
    let moved = game.state().command(guard).stands[0];
    game.order(Order::Attach { stands: vec![moved], to: sixth }, DiceFrom::Rolled).unwrap();
    let units: Vec<_> = regroup::offers::units(game.state());
    let (stands, pose) = units
        .into_iter()
        .find_map(|id| Some((vec![id], regroup::places::form_pose(game.state(), &[id])?)))
        .expect("somebody stands near Napoleon");
    let name = "Réserve".to_owned();
    game.order(Order::Form { name, stands: stands.clone(), pose }, DiceFrom::Rolled).unwrap();
    let founded = named(&game, "réserve");
    assert_eq!(game.state().unit(stands[0]).command, founded);
    let regrouped = game.state().clone();
    let (again, notices) = Desk::<Easy>::read(&path, &Library::embedded(&Games::default())).unwrap();
    assert_eq!((again.state(), notices), (&regrouped, vec![]));
    assert_eq!(again.state().roster(), regrouped.roster());
    game.undo().unwrap();
    game.undo().unwrap();
    assert_eq!(game.state(), &at_first);
    assert_eq!(game.state().roster(), at_first.roster());
    game.redo().unwrap();
    game.redo().unwrap();
    assert_eq!((game.state(), game.state().roster()), (&regrouped, regrouped.roster()));
}
