//! How fast the core answers, each figure on Waterloo as it begins, with the basic rules and with every module on; every bench
//! asserts its result.
//!
//! `cargo bench --bench core` prints the medians. Budgets: reach 5 ms, threat 10 ms, judging a planned move 0.2 ms,
//! what is due 1 ms, odds of a combat of twenty dice 5 ms; any card of a late Waterloo 100 ms; a frame
//! of Marengo on its hexes 6 ms; a frame of a crowded Waterloo 2 ms, and 5 ms while the hand moves.

use std::sync::LazyLock;

use desk::{Desk, Preset, Setup};
use dice::Dry;
use divan::{Bencher, black_box};
use drawing::{Palette, Stage, hex};
use easy::Position;
use easy::state::{Phase, State};
use easy::{Easy, Event, Order, StandId, activation, command, reach};
use game::options::Options;
use game::{Chance, Goal, Presentation as _, RuleSet, Spot, Stop};
use hexes::Hex;
use scenario::{self, AnyRules, Embedded, HexArm, HexStart};
use solo::Battle;
use table::Pose;
use window::painter::{Canvas, Layer, Type, View};
use window::theme::EguiPalette;
use window::{FrameBench, bench_frame};

fn main() {
    divan::main();
}

/// The presets of the program under which everything is measured: no module, and all of them. The budgets hold for both.
const PRESETS: [&str; 2] = ["Basic", "Everything"];

/// The options of a preset of the program.
fn options(preset: &str) -> Options {
    let presets = Preset::of_the_program("easy");
    presets.into_iter().find(|known| known.name == preset).expect("the program has this preset").options
}

/// Waterloo with these options.
fn setup(preset: &str, seed: u64) -> Setup {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("Waterloo is sound");
    Setup { options: options(preset), ..Setup::new(scenario, seed) }
}

/// Waterloo before the first chit.
fn begun(preset: &str) -> State {
    let setup = setup(preset, 0);
    Easy::start(setup.scenario, &setup.options).expect("its options are sound")
}

/// Waterloo before the first chit, with a command active: its stands are listed and may move.
fn waterloo(preset: &str, command: &str) -> State {
    let mut state = begun(preset);
    let command = state.roster().find_command(command).expect("the command is there");
    let events = [Event::ChitDrawn { command }, Event::ActivationBegan { command, picked_by: None }];
    events.iter().for_each(|event| Easy::apply(&mut state, event));
    let stands = command::in_range(&state, command);
    if state.active().is_some_and(|now| now.most.is_none()) && activation::rolls_for_stands(&state) {
        // A poor general on his best day.
        Easy::apply(
            &mut state,
            &Event::StandsRolled { most: u8::try_from(stands.len()).expect("few stands") },
        );
    }
    let ruling = Easy::judge(&state, &Order::Activate { stands }, &mut Dry).expect("the list is legal");
    ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    state
}

fn stand(state: &State, key: &str) -> StandId {
    state.roster().find_stand(key).expect("the stand is there")
}

#[divan::bench(args = PRESETS)]
fn reach_of_a_stand_in_the_middle(bencher: Bencher<'_, '_>, preset: &str) {
    let state = waterloo(preset, "al-picton");
    let kempt = stand(&state, "A26");
    let heading = state.pose(kempt).expect("it is deployed").heading;
    bencher.bench_local(|| {
        let reach = reach::reach(black_box(&state), kempt, heading).expect("it is on the table");
        assert!(reach.count() > 300, "{} cells", reach.count());
        reach
    });
}

#[divan::bench(args = PRESETS)]
fn reach_of_light_cavalry(bencher: Bencher<'_, '_>, preset: &str) {
    let state = waterloo(preset, "fr-i");
    let jacquinot = stand(&state, "F12");
    let heading = state.pose(jacquinot).expect("it is deployed").heading;
    bencher.bench_local(|| {
        let reach = reach::reach(black_box(&state), jacquinot, heading).expect("it is on the table");
        assert!(reach.count() > 300, "{} cells", reach.count());
        reach
    });
}

#[divan::bench(args = PRESETS)]
fn threat_on_a_stand_in_the_middle(bencher: Bencher<'_, '_>, preset: &str) {
    let state = waterloo(preset, "al-picton");
    let kempt = stand(&state, "A26");
    let pose = Pose::at(27.0, 24.0, 180.0);
    bencher.bench_local(|| {
        let threats = reach::threat(black_box(&state), kempt, pose);
        assert!(!threats.is_empty());
        threats
    });
}

#[divan::bench(args = PRESETS)]
fn judge_a_planned_move(bencher: Bencher<'_, '_>, preset: &str) {
    let state = waterloo(preset, "al-picton");
    let kempt = stand(&state, "A26");
    let from = state.pose(kempt).expect("it is deployed");
    // The first of these goals ahead that is free.
    let goals = [(0.8, -2.0), (0.5, -1.2), (0.0, -1.5), (-0.8, -1.5), (0.0, -0.8)];
    let plan = goals
        .into_iter()
        .map(|(x, y)| Pose::at(from.at.x + x, from.at.y + y, 200.0))
        .find_map(|goal| reach::plan(&state, kempt, goal).expect("it is on the table").ok())
        .expect("a goal can be reached");
    let order = Order::Move { stand: kempt, path: plan.path };
    bencher.bench_local(|| {
        let ruling = Easy::judge(black_box(&state), &order, &mut Dry).expect("the planned move is legal");
        assert!(!ruling.events.is_empty());
        ruling
    });
}

/// Every command of Waterloo that has stands in command at the start, under each preset.
fn commands() -> Vec<String> {
    let of = |preset: &str| {
        let state = begun(preset);
        let commands = state.roster().commands.iter();
        let led = commands.filter(|c| !command::in_range(&state, c.id).is_empty());
        led.map(|c| format!("{preset} {}", c.key)).collect::<Vec<_>>()
    };
    PRESETS.into_iter().flat_map(of).collect()
}

#[divan::bench(args = commands())]
fn due_at_the_start_of_an_activation(bencher: Bencher<'_, '_>, case: &str) {
    let (preset, command) = case.split_once(' ').expect("a preset and a command");
    let state = waterloo(preset, command);
    let offered = Easy::due(&state).offers;
    // As many as there should be, and all of them legal.
    for offer in &offered {
        let judged = Easy::judge(&state, &offer.order, &mut Dry);
        assert!(!matches!(judged, Err(Stop::Refused(_))), "{}", offer.words);
    }
    let listed = state.active().map_or(0, |now| now.list.len());
    assert!(offered.len() > listed, "{} offers to {listed} stands", offered.len());
    bencher.bench_local(|| {
        let due = Easy::due(black_box(&state));
        assert_eq!(due.offers.len(), offered.len());
        due
    });
}

#[divan::bench]
fn exact_odds_of_two_attackers_on_one(bencher: Bencher<'_, '_>) {
    let text = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, -2, 0), sp: 7),
            (id: "B", side: "red", arm: Infantry, at: (2, 0, 270), sp: 5),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 8),
        ],
        active: (command: "red"),
    )"#;
    let options = data::ron_options();
    let position: Position = options.from_str(text).expect("the position reads");
    let mut state = position.set_up().expect("the position is sound");
    for order in [
        Order::EndMoves,
        Order::Declare { attacks: vec![(StandId(0), StandId(2)), (StandId(1), StandId(2))] },
    ] {
        let ruling = Easy::judge(&state, &order, &mut Dry).expect("the order is legal");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    bencher.bench_local(|| {
        let odds = Easy::odds(black_box(&state), &Order::Resolve { combat: 0 }).expect("it has odds");
        let sum: f64 = odds.chances().iter().map(|chance: &Chance| chance.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "the odds add up to {sum}");
        odds
    });
}

/// A window on Waterloo with 300 stands.
fn window(preset: &str) -> FrameBench {
    let desk = Desk::<Easy>::new(setup(preset, 1), None).expect("the game begins");
    bench_frame(Box::new(desk), [1600.0, 1000.0], 300)
}

#[divan::bench(args = PRESETS)]
fn frame_of_300_stands(bencher: Bencher<'_, '_>, preset: &str) {
    let mut window = window(preset);
    window.frame();
    bencher.bench_local(move || {
        let triangles = window.frame();
        assert!(triangles > 20_000, "{triangles} triangles");
        triangles
    });
}

/// The same while the stand in hand moves.
#[divan::bench(args = PRESETS)]
fn frame_of_300_stands_while_the_hand_moves(bencher: Bencher<'_, '_>, preset: &str) {
    let mut window = window(preset);
    window.frame();
    bencher.bench_local(move || {
        let triangles = window.frame_while_carrying();
        assert!(window.carries() && triangles > 20_000, "{triangles} triangles");
        triangles
    });
}

/// All of Marengo on its hexes with every counter of its set-up, in a window without screen. Budget: 6 ms.
struct HexWindow {
    ctx: egui::Context,
    sheet: hex::HexSheet,
    counters: Vec<hex::Counter>,
    stage: Stage,
    layers: [Layer; 4],
    frames: u32,
}

impl HexWindow {
    fn new() -> Self {
        let read = scenario::hex::read("marengo-naw", &Embedded, &AnyRules);
        let (scenario, _) = read.expect("Marengo is sound");
        let counters = scenario.units.iter().zip(0..).map(|(unit, id)| hex::Counter {
            id,
            hex: match unit.start {
                HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. } => Some(hex),
            },
            side: unit.side.0,
            colour: scenario.sides[unit.side.index()].ink(),
            arm: match unit.arm {
                HexArm::Infantry => hex::Arm::Infantry,
                HexArm::Cavalry => hex::Arm::Cavalry,
                HexArm::Artillery => hex::Arm::Artillery,
            },
            designation: unit.counter.clone(),
            strength: unit.strength,
            movement: unit.movement,
            condition: hex::Condition { may_act: true, ..hex::Condition::default() },
            faces: None,
        });
        let ctx = egui::Context::default();
        window::theme::install(&ctx);
        let sheet = hex::HexSheet::new(&scenario.map, 1);
        let stage = sheet.stage(|hex| hex.to_string());
        let layers = [1, 2, 3, 4].map(Layer::new);
        Self { ctx, sheet, counters: counters.collect(), stage, layers, frames: 0 }
    }

    /// One frame; gives the number of triangles. `panned`: the map is moved by a few points each frame.
    fn frame(&mut self, panned: bool) -> usize {
        self.frames += 1;
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1600.0, 1000.0));
        let time = Some(f64::from(self.frames) / 60.0);
        let input = egui::RawInput { screen_rect: Some(rect), time, ..egui::RawInput::default() };
        let mut occupied: Vec<Hex> = self.counters.iter().filter_map(|counter| counter.hex).collect();
        occupied.sort_unstable();
        occupied.dedup();
        let reach: Vec<hex::Cost> = occupied
            .iter()
            .map(|at| hex::Cost { hex: *at, halves: at.0 % 9, stops: at.0 % 4 == 0 })
            .collect();
        let mut output = self.ctx.run_ui(input, |ui| {
            let mut view = View::around(self.stage.low, self.stage.high, rect);
            if panned {
                view = view.panned(egui::vec2((self.frames % 40) as f32, 0.0));
            }
            let painter = ui.painter().with_clip_rect(rect);
            let canvas = Canvas { painter: &painter, view, palette: EguiPalette(Palette::DAY) };
            let glyphs = Type::of(&painter);
            let [ground, numbers, names, counters] = &self.layers;
            ground.draw(&canvas, &glyphs, 1, false, |_| self.sheet.ground().to_vec());
            numbers.draw(&canvas, &glyphs, 1, false, |_| self.sheet.numbers());
            names.draw(&canvas, &glyphs, 1, false, |scale| {
                self.sheet.names(&self.counters, scale).under.clone()
            });
            canvas.draw(&hex::reach_marks(&self.sheet.lie, &reach));
            counters.draw(&canvas, &glyphs, 1, false, |scale| {
                let places = hex::counter_places(&self.sheet.lie, &self.counters).into_iter();
                let marks = |(index, at): (usize, _)| hex::counter_marks(&self.counters[index], at, scale);
                places.flat_map(marks).collect()
            });
        });
        output.textures_delta.clear();
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let meshes = primitives.iter().map(|primitive| match &primitive.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            egui::epaint::Primitive::Callback(_) => 0,
        });
        meshes.sum()
    }
}

#[divan::bench(args = [false, true])]
fn frame_of_the_hex_map(bencher: Bencher<'_, '_>, panned: bool) {
    let mut window = HexWindow::new();
    // The first frames fill the glyph atlas and cut the layers.
    for _ in 0..4 {
        window.frame(panned);
    }
    bencher.bench_local(move || {
        let triangles = window.frame(panned);
        assert!(triangles > 20_000, "{triangles} triangles");
        triangles
    });
}

/// Two moments of Waterloo as two solo players fight it with seed 7 up to turn 12.
struct Late {
    /// The combat with the most attacks, and of those with the most dice, is about to be fought: the state and its order.
    combat: (State, Order),
    /// Most shots may be fired.
    fire: State,
}

/// The late battle under each preset.
static LATE: [LazyLock<Late>; 2] =
    [LazyLock::new(|| fought(PRESETS[0])), LazyLock::new(|| fought(PRESETS[1]))];

fn late(preset: &str) -> &'static Late {
    let index = PRESETS.iter().position(|known| *known == preset).expect("one of the presets");
    &LATE[index]
}

fn fought(preset: &str) -> Late {
    let mut desk = Desk::<Easy>::new(setup(preset, 7), None).expect("a game without a journal begins");
    let mut battle = Battle::<solo_easy::Staff>::new(&desk);
    let mut combat: Option<((usize, u32), State, Order)> = None;
    let mut fire: Option<(usize, State)> = None;
    while desk.state().turn <= 12 && !matches!(desk.state().phase, Phase::Over(_)) {
        let state = desk.state();
        if let Some(now) = state.active().filter(|_| state.turn >= 4) {
            for offer in &desk.due().offers {
                if let Order::Resolve { combat: index } = offer.order
                    && let Some(waiting) = now.combats.get(index)
                {
                    let dice = |id: StandId| u32::from(state.stand(id).strength);
                    let size: u32 = waiting.attacks.iter().map(|(a, d)| dice(*a) + dice(*d)).sum();
                    let size = (waiting.attacks.len(), size);
                    // Guns that take shelter end some combats before any die.
                    let open =
                        |order: &Order| Easy::odds(state, order).is_ok_and(|odds| odds.chances().len() > 1);
                    if combat.as_ref().is_none_or(|(most, ..)| size > *most) && open(&offer.order) {
                        combat = Some((size, state.clone(), offer.order.clone()));
                    }
                }
            }
            let shots =
                desk.due().offers.iter().filter(|offer| matches!(offer.order, Order::Fire { .. })).count();
            if shots > 0 && fire.as_ref().is_none_or(|(most, _)| shots > *most) {
                fire = Some((shots, state.clone()));
            }
        }
        battle.step(&mut desk).expect("the players go on");
    }
    let (_, state, order) = combat.expect("there is fighting");
    Late { combat: (state, order), fire: fire.expect("there are shots").1 }
}

/// What the card of an order answered: enough to see that it did.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CardAnswer {
    /// Steps of the working, directions tried, throws and ways.
    told: usize,
    /// The sum of the odds: 1, or 0 for an order without dice.
    odds: f64,
    refused: bool,
}

/// All that the card of this order has to find out, odds included.
fn answer_card(state: &State, order: &Order) -> CardAnswer {
    let card = Easy::card(state, order, &[]);
    let throws: usize = card.sides.iter().map(|side| side.throws.len()).sum();
    CardAnswer {
        told: card.notes.len() + card.tried.len() + throws + card.ways.len(),
        odds: card.chances.map_or(0.0, |odds| match odds.results.as_slice() {
            // Too many to list: what is listed then is how it ends.
            [] => odds.ends.iter().map(|end| end.probability).sum(),
            results => results.iter().map(|chance| chance.probability).sum(),
        }),
        refused: card.refusal.is_some(),
    }
}

/// All that could come at a stand there; gives how many enemies are told of, and how many with odds.
fn answer_threats(state: &State, stand: StandId, at: Pose) -> (usize, usize) {
    let key = &state.roster().unit(stand).key;
    let threats = Easy::threats(state, key, Some(Spot::pose(at))).expect("it is on the table");
    (threats.len(), threats.iter().filter(|threat| !threat.odds.is_empty()).count())
}

/// The largest combat of the late battle: card, both sides and exact odds. Budget: 100 ms.
#[divan::bench(args = PRESETS)]
fn late_card_of_the_largest_combat(bencher: Bencher<'_, '_>, preset: &str) {
    let (state, order) = &late(preset).combat;
    bencher.bench_local(|| {
        let answer = answer_card(black_box(state), order);
        assert!(!answer.refused && answer.told >= 2, "{answer:?}");
        assert!((answer.odds - 1.0).abs() < 1e-9, "{answer:?}");
        answer
    });
}

/// Every shot that may be fired at the busiest moment: the cards of all of them. Budget: 100 ms each.
#[divan::bench(args = PRESETS)]
fn late_cards_of_all_shots(bencher: Bencher<'_, '_>, preset: &str) {
    let state = &late(preset).fire;
    let shots: Vec<Order> = Easy::due(state)
        .offers
        .into_iter()
        .map(|offer| offer.order)
        .filter(|order| matches!(order, Order::Fire { .. }))
        .collect();
    assert!(shots.len() > 1, "{} shots", shots.len());
    bencher.bench_local(|| {
        for shot in &shots {
            let answer = answer_card(black_box(state), shot);
            // A shot that cannot hit has one outcome only, which is no odds.
            assert!(!answer.refused && answer.told > 0, "{answer:?}");
            assert!(answer.odds == 0.0 || (answer.odds - 1.0).abs() < 1e-9, "{answer:?}");
        }
    });
}

/// A stand that may move then, held an inch and a half ahead: its way, what it costs, the ground that it can reach.
#[divan::bench(args = PRESETS)]
fn late_stand_in_hand(bencher: Bencher<'_, '_>, preset: &str) {
    let (state, stand, goal) = held(preset);
    let key = &state.roster().unit(stand).key;
    bencher.bench_local(|| {
        // Lifted anew each time: what a hand has found once it knows.
        let mut held = Easy::pick_up(state, key).expect("it is on the table");
        let trip = held.trip(Goal::at(Spot::pose(black_box(goal))));
        let reach = held.reach(Spot::pose(goal)).expect("it can be turned")(&|| false);
        assert!(reach.as_ref().is_some_and(|marks| !marks.is_empty()));
        (trip, reach)
    });
}

/// What could come at it there, with exact odds.
#[divan::bench(args = PRESETS)]
fn late_threats_with_odds(bencher: Bencher<'_, '_>, preset: &str) {
    let (state, stand, goal) = held(preset);
    bencher.bench_local(|| {
        let (told, weighed) = answer_threats(black_box(state), stand, goal);
        assert!(weighed <= told);
        told
    });
}

/// The stand in hand that has the most enemies about it.
fn held(preset: &str) -> (&'static State, StandId, Pose) {
    let state = &late(preset).fire;
    let movers = Easy::due(state).offers.into_iter().filter_map(|offer| match offer.order {
        Order::Move { stand, .. } => Some(stand),
        _ => None,
    });
    let ahead = |stand: StandId| {
        let pose = state.pose(stand).expect("who may move is on the table");
        pose.moved(pose.heading.forward() * 1.5)
    };
    let busiest = movers.max_by_key(|stand| (answer_threats(state, *stand, ahead(*stand)).1, stand.0));
    let stand = busiest.expect("somebody may move");
    (state, stand, ahead(stand))
}
