//! The tools of set-up: ground, the battle, a picture of the table, faults, saving and playing. Stands and units have a page of
//! their own.

use egui::{ComboBox, DragValue, Grid, RichText, Role, ScrollArea, Slider, TextEdit, Ui, WidgetInfo};

use crate::command::Command;
use crate::setup::form::Alone;
use crate::setup::picture::{Fit, Picture, SavedPicture};
use crate::setup::roster::RosterAct;
use crate::setup::{Act, SetUp, Tab, Tool, WorkAct};
use crate::texts::{ground, making, menus, positions, roster, setup as texts, setup_pieces, shared};
use crate::theme::{EguiPalette, heading_font};
use drawing::ArmyColour;
use scenario::army::Piece;
use scenario::features::line_kind_name;
use scenario::geojson::{AREA_KINDS, LINE_KINDS};
use scenario::{Edit, Feature, Home, Side, Subject, Weather, WeatherPlan};
use table::ground::{Area, CrossingKind, Line, Rise, Tread, When};
use table::{Heading, Vec2};

use super::fields::{field, number, number_cells, whole, whole_cells};
use super::setup_palette::palette_ui;
use super::setup_pieces::{deploy_ui, pieces_ui};
use super::{first, first_button, heading, refused_label, sheet, weak};

/// Shows the page of tools; if nothing is being set up, the ways to start.
pub fn set_up_ui(
    ui: &mut Ui,
    setup: Option<&SetUp>,
    picture: &Picture,
    kept: Option<&SavedPicture>,
) -> Option<Act> {
    let mut found = None;
    let Some(setup) = setup else {
        weak(ui, texts::NOTHING_SET_UP);
        if first_button(ui, Command::SetUp.text()).clicked() {
            first(&mut found, Act::Ask);
        }
        return found;
    };
    head_ui(ui, setup, &mut found);
    ui.horizontal_wrapped(|ui| {
        for (tab, words) in [
            (Tab::Pieces, setup_pieces::title(setup.piece_kind())),
            (Tab::Ground, texts::GROUND),
            (Tab::Battle, texts::BATTLE),
            (Tab::Picture, texts::PICTURE),
        ] {
            if ui.selectable_label(setup.tab == tab, RichText::new(words).strong()).clicked() {
                first(&mut found, Act::Tab(tab));
            }
        }
    });
    ui.separator();
    // Messages of the check and of acts have a place of their own below all buttons.
    let foot = (ui.available_height() * 0.32).clamp(96.0, 220.0);
    let page = (ui.available_height() - foot).max(40.0);
    let scroll = ScrollArea::vertical().id_salt("set-up").auto_shrink([false; 2]);
    let scroll = scroll.max_height(page).min_scrolled_height(page.min(64.0));
    match setup.tab {
        Tab::Pieces => drop(scroll.show(ui, |ui| pieces_ui(ui, setup, &mut found))),
        Tab::Ground => {
            let size = egui::vec2(ui.available_width(), page);
            ui.allocate_ui(size, |ui| {
                ui.set_min_size(size);
                ui.set_max_height(page);
                ground_ui(ui, setup, &mut found);
            });
        }
        Tab::Battle => drop(scroll.show(ui, |ui| battle_ui(ui, setup, &mut found))),
        Tab::Picture => drop(scroll.show(ui, |ui| picture_ui(ui, setup, picture, kept, &mut found))),
    }
    ui.separator();
    ScrollArea::vertical().id_salt("set-up foot").auto_shrink([false; 2]).show(ui, |ui| {
        said_ui(ui, setup);
        deploy_ui(ui, setup, &mut found);
        faults_ui(ui, setup, &mut found);
    });
    found
}

fn head_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let name = RichText::new(&setup.draft.scenario().name).font(heading_font(16.0));
    ui.add(egui::Label::new(name).truncate());
    if setup.of_position {
        weak(ui, positions::FROM_BEGINNING);
    }
    let away = setup.facts.rows.iter().flat_map(|row| &row.pieces).filter(|piece| piece.stays_away).count();
    if away > 0 {
        weak(ui, texts::stay_away(away));
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button(making::PLAY).on_hover_text(texts::PLAY_HINT).clicked() {
            first(found, Act::Work(WorkAct::Play));
        }
        let save = ui.button(menus::opens(texts::SAVE_SCENARIO));
        if save.on_hover_text(texts::SAVE_SCENARIO_HINT).clicked() {
            first(found, Act::Work(WorkAct::AskToSave { play: false }));
        }
        let roster = ui.selectable_label(setup.roster.open, texts::ROSTER);
        if roster.on_hover_text(texts::ROSTER_HINT).clicked() {
            first(found, Act::Roster(RosterAct::Open(!setup.roster.open)));
        }
        if ui.button(making::LEAVE).on_hover_text(making::LEAVE_HINT).clicked() {
            first(found, Act::Work(WorkAct::Leave));
        }
    });
}

/// Shows the last result, or the prompt of the tool in hand.
fn said_ui(ui: &mut Ui, setup: &SetUp) {
    match (&setup.note, tool_words(setup), setup.saved_as()) {
        (Some(note), ..) => drop(ui.label(RichText::new(note).color(EguiPalette::of(ui.visuals()).accent()))),
        (None, Some(words), _) => drop(ui.label(words)),
        (None, None, Some(id)) => drop(weak(ui, texts::saved_as(id))),
        (None, None, None) if !setup.draft.can_undo() => drop(weak(ui, texts::UNCHANGED)),
        (None, None, None) => drop(weak(ui, texts::UNSAVED)),
    }
}

fn tool_words(setup: &SetUp) -> Option<String> {
    Some(match &setup.tool {
        Tool::Hand => return None,
        Tool::Place(piece) => {
            let name = setup.draft.piece(piece).map_or("", Piece::short);
            texts::waits_for_place(name)
        }
        Tool::Area(kind) => texts::waits_for_area(ground::area(*kind), setup.drawn.len()),
        Tool::Line(kind) => texts::waits_for_line(line_kind_name(*kind), setup.drawn.len()),
        Tool::Crossing(kind) => texts::waits_for_crossing(ground::crossing(*kind)),
        Tool::Label => texts::WAITS_FOR_LABEL.into(),
        Tool::Objective => texts::WAITS_FOR_OBJECTIVE.into(),
        Tool::Entry => texts::waits_for_entry(setup.piece_kind().word()),
        // Its own card has the prompt.
        Tool::Deploy(_) => return Some(String::new()),
        Tool::PicturePoint(index) => texts::waits_for_point(index + 1),
    })
}

fn faults_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let findings = &setup.check.findings;
    if findings.is_empty() {
        weak(ui, if setup.is_checking() { making::CHECKING } else { texts::NO_FAULTS });
        return;
    }
    let errors = findings.iter().filter(|one| one.fault.is_error()).count();
    let words = texts::found(errors, findings.len() - errors, setup.is_checking());
    let palette = EguiPalette::of(ui.visuals());
    let title = if errors > 0 { RichText::new(words).color(palette.refused()) } else { RichText::new(words) };
    ui.label(title.strong());
    for one in &setup.facts.faults {
        let colour = if one.is_error { palette.refused() } else { palette.weak() };
        let words = RichText::new(&one.words).color(colour).size(12.5);
        let line = ui.add(egui::Button::new(words).wrap().frame(false));
        let line = if one.help.is_empty() { line } else { line.on_hover_text(&one.help) };
        if line.clicked() {
            first(found, Act::Show(one.subject.clone()));
        }
    }
}

/// Shows the palette, which stays in place when something is selected: the card of a feature is below it.
fn ground_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let page = ui.available_height();
    let palette = (page * 0.64).max(120.0);
    let scroll = ScrollArea::vertical().id_salt("palette").auto_shrink([false; 2]);
    scroll.max_height(palette).min_scrolled_height(palette).show(ui, |ui| palette_ui(ui, setup, found));
    ui.separator();
    let scroll = ScrollArea::vertical().id_salt("feature").auto_shrink([false; 2]);
    scroll.show(ui, |ui| {
        if setup.selected_feature().is_some() {
            feature_card(ui, setup, found);
            ui.add_space(6.0);
        }
        if ui.button(texts::IMPORT_GROUND).on_hover_text(texts::IMPORT_GROUND_HINT).clicked() {
            first(found, Act::ChooseGround);
        }
        let hint = texts::SAVE_ALONE_HINT;
        if ui.button(texts::SAVE_GROUND).on_hover_text(hint).clicked() {
            first(found, Act::AskToSaveAlone(Alone::Ground));
        }
        ui.collapsing(texts::ALL_FEATURES, |ui| {
            for feature in setup.draft.features() {
                let chosen = setup.selected_feature() == Some(feature);
                if ui.selectable_label(chosen, setup.draft.feature_name(feature)).clicked() {
                    first(found, Act::Show(Subject::Feature(feature)));
                }
            }
        });
    });
}

fn tool_button(ui: &mut Ui, setup: &SetUp, tool: Tool, words: &str, found: &mut Option<Act>) {
    let chosen = setup.tool == tool;
    if ui.selectable_label(chosen, words).clicked() {
        first(found, Act::Tool(if chosen { Tool::Hand } else { tool }));
    }
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    now: T,
    all: &[T],
    words: impl Fn(T) -> String,
) -> Option<T> {
    let mut found = None;
    ComboBox::from_label(label).selected_text(words(now)).show_ui(ui, |ui| {
        for one in all {
            if ui.selectable_label(*one == now, words(*one)).clicked() {
                found = Some(*one).filter(|one| *one != now);
            }
        }
    });
    found
}

fn feature_card(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let Some(feature) = setup.selected_feature() else { return };
    let scenario = setup.draft.scenario();
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(setup.draft.feature_name(feature)).strong());
        match feature {
            Feature::Area(index) => {
                if let Some(area) = scenario.ground.areas.get(index) {
                    area_card(ui, index, area, found);
                }
            }
            Feature::Line(index) => {
                if let Some(line) = scenario.ground.lines.get(index) {
                    line_card(ui, index, line, found);
                }
            }
            Feature::Crossing(index) => {
                if let Some(crossing) = scenario.ground.crossings.get(index) {
                    let mut next = crossing.clone();
                    if let Some(name) = field(ui, shared::NAME, &crossing.name) {
                        next.name = name;
                    }
                    let kinds = [CrossingKind::Bridge, CrossingKind::Ford];
                    if let Some(kind) = choice(ui, texts::KIND, crossing.kind, &kinds, |kind| {
                        ground::crossing(kind).to_owned()
                    }) {
                        next.kind = kind;
                    }
                    changed(crossing, next, |next| Edit::crossing(index, next), found);
                }
            }
            Feature::Label(index) => {
                if let Some(label) = scenario.ground.labels.get(index)
                    && let Some(text) = field(ui, texts::TEXT, &label.text)
                {
                    let next = table::ground::Label { text, at: label.at };
                    first(found, Act::Edit(Edit::label(index, next)));
                }
            }
            Feature::Objective(index) => objective_card(ui, setup, index, found),
            Feature::Entry(index) => {
                if let Some(entry) = scenario.entries.get(index) {
                    let mut next = entry.clone();
                    if let Some(name) = field(ui, shared::NAME, &entry.name) {
                        next.name = name;
                    }
                    ui.horizontal_wrapped(|ui| {
                        let degrees = entry.pose.heading.degrees();
                        if let Some(degrees) = number(ui, shared::FACING, degrees, 0.0..=360.0, 1.0) {
                            next.pose.heading = Heading::from_degrees(degrees);
                        }
                        if let Some(spread) = number(ui, texts::SPREAD, entry.spread, 0.0..=60.0, 0.1) {
                            next.spread = spread;
                        }
                    });
                    changed(entry, next, |next| Edit::entry(index, next), found);
                }
            }
        }
        let corners = setup.draft.vertices(feature).len();
        if corners > 1 {
            weak(ui, texts::DRAG_POINTS);
        }
        ui.horizontal_wrapped(|ui| {
            let is_ground = matches!(feature, Feature::Area(_) | Feature::Line(_));
            if is_ground && ui.button(texts::ROUND).on_hover_text(texts::ROUND_HINT).clicked() {
                first(found, Act::RoundIt);
            }
            if !matches!(feature, Feature::Objective(_) | Feature::Entry(_))
                && ui.button(texts::COPY).on_hover_text(texts::COPY_HINT).clicked()
            {
                first(found, Act::CopyIt);
            }
            if let Some(vertex) = setup.vertex
                && ui.button(texts::remove_point(vertex + 1)).clicked()
            {
                first(found, Act::Edit(Edit::remove_vertex(feature, vertex)));
            }
            if ui.button(texts::REMOVE_FEATURE).on_hover_text(texts::DELETE).clicked() {
                first(found, Act::Edit(Edit::remove_feature(feature)));
            }
        });
    });
}

/// Makes the edit for a card that has changed.
fn changed<T: PartialEq>(was: &T, next: T, edit: impl FnOnce(T) -> Edit, found: &mut Option<Act>) {
    if *was != next {
        first(found, Act::Edit(edit(next)));
    }
}

fn area_card(ui: &mut Ui, index: usize, area: &Area, found: &mut Option<Act>) {
    let mut next = area.clone();
    if let Some(name) = field(ui, shared::NAME, &area.name) {
        next.name = name;
    }
    if let Some(kind) = choice(ui, texts::KIND, area.kind, &AREA_KINDS, |kind| ground::area(kind).to_owned())
    {
        first(found, Act::Edit(Edit::area_kind(index, kind)));
    }
    let all = [When::Never, When::Always, When::WhileMuddy];
    if let Some(rough) = choice(ui, texts::ROUGH, area.rough, &all, texts::when) {
        next.rough = rough;
    }
    ui.checkbox(&mut next.impassable, texts::IMPASSABLE);
    ui.checkbox(&mut next.blocks_sight, texts::BLOCKS_SIGHT);
    ui.checkbox(&mut next.hard_cover, texts::HARD_COVER);
    ui.checkbox(&mut next.buildings, texts::BUILDINGS);
    ui.checkbox(&mut next.garrison, texts::GARRISON).on_hover_text(texts::GARRISON_HINT);
    ui.horizontal_wrapped(|ui| match &mut next.rise {
        Rise::Level => {}
        Rise::Toward(heading) => {
            if let Some(degrees) = number(ui, texts::UPHILL, heading.degrees(), 0.0..=360.0, 1.0) {
                *heading = Heading::from_degrees(degrees);
            }
        }
        Rise::Contour { level, slope } => {
            if let Some(to) = whole(ui, texts::LEVEL, u16::from(*level), 1..=9) {
                *level = u8::try_from(to).unwrap_or(9);
            }
            if let Some(wide) = number(ui, texts::SLOPE, *slope, 0.1..=12.0, 0.05) {
                *slope = wide;
            }
        }
    });
    changed(area, next, |next| Edit::area(index, next), found);
}

fn line_card(ui: &mut Ui, index: usize, line: &Line, found: &mut Option<Act>) {
    let mut next = line.clone();
    if let Some(name) = field(ui, shared::NAME, &line.name) {
        next.name = name;
    }
    if let Some(kind) =
        choice(ui, texts::KIND, line.kind, &LINE_KINDS, |kind| line_kind_name(kind).to_owned())
    {
        first(found, Act::Edit(Edit::line_kind(index, kind)));
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(width) = number(ui, texts::WIDTH, line.width, 0.0..=12.0, 0.02) {
            next.width = width;
        }
    });
    for (label, treads) in
        [(texts::OBSTACLE_TO, &mut next.obstacle_to), (texts::BARRED_TO, &mut next.barred_to)]
    {
        ui.horizontal_wrapped(|ui| {
            ui.label(label);
            for tread in [Tread::Foot, Tread::Horse, Tread::Wheels] {
                let mut on = treads.contains(&tread);
                let said = ground::tread(tread);
                let ticked = ui.checkbox(&mut on, said);
                ticked.widget_info(|| {
                    WidgetInfo::selected(Role::CheckBox, true, on, format!("{label} {said}"))
                });
                if ticked.changed() {
                    treads.retain(|other| *other != tread);
                    if on {
                        treads.push(tread);
                        treads.sort_unstable();
                    }
                }
            }
        });
    }
    ui.checkbox(&mut next.hard_cover, texts::HARD_COVER);
    ui.checkbox(&mut next.blocks_sight, texts::BLOCKS_SIGHT);
    changed(line, next, |next| Edit::line(index, next), found);
}

fn objective_card(ui: &mut Ui, setup: &SetUp, index: usize, found: &mut Option<Act>) {
    let scenario = setup.draft.scenario();
    let Some(objective) = scenario.objectives.get(index) else { return };
    let mut next = objective.clone();
    if let Some(name) = field(ui, shared::NAME, &objective.name) {
        next.name = name;
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(points) = whole(ui, texts::POINTS, u16::from(objective.points), 0..=60) {
            next.points = u8::try_from(points).unwrap_or(60);
        }
    });
    let name = |side: Option<Side>| {
        let info = side.and_then(|side| scenario.sides.get(side.index()));
        info.map_or(texts::NOBODY.to_owned(), |info| info.name.clone())
    };
    let all = [None, Some(Side(0)), Some(Side(1))];
    if let Some(holder) = choice(ui, texts::HELD_BY, objective.held_by, &all, name) {
        next.held_by = holder;
    }
    changed(objective, next, |next| Edit::objective(index, next), found);
}

fn battle_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let scenario = setup.draft.scenario();
    if let Some(name) = field(ui, texts::BATTLE_NAME, &scenario.name) {
        first(found, Act::Edit(Edit::title(name)));
    }
    let mut text = scenario.description.clone();
    let named = ui.label(texts::DESCRIPTION);
    let edit = ui.add(TextEdit::multiline(&mut text).desired_rows(3).desired_width(f32::INFINITY));
    if edit.labelled_by(named.id).changed() {
        first(found, Act::Edit(Edit::description(text)));
    }
    Grid::new("battle").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        if let Some(turns) = whole_cells(ui, texts::TURNS, u16::from(scenario.turns), 1..=60) {
            first(found, Act::Edit(Edit::turns(u8::try_from(turns).unwrap_or(60))));
        }
        ui.end_row();
        ui.label(texts::BEGINS_AT);
        ui.horizontal(|ui| {
            let (mut hours, mut minutes) = (scenario.begins / 60, scenario.begins % 60);
            let a = ui.add(
                DragValue::new(&mut hours)
                    .range(0..=23)
                    .clamp_existing_to_range(false)
                    .speed(0.1)
                    .suffix(texts::HOURS),
            );
            let b = ui.add(
                DragValue::new(&mut minutes)
                    .range(0..=59)
                    .clamp_existing_to_range(false)
                    .speed(0.3)
                    .suffix(texts::MINUTES),
            );
            if a.changed() || b.changed() {
                first(found, Act::Edit(Edit::begins(hours * 60 + minutes)));
            }
        });
        ui.end_row();
        if let Some(minutes) = whole_cells(ui, texts::MINUTES_A_TURN, scenario.turn_length, 1..=240) {
            first(found, Act::Edit(Edit::turn_length(minutes)));
        }
        ui.end_row();
        let size = scenario.ground.size;
        if let Some(wide) = number_cells(ui, texts::INCHES_EAST, size.x, 6.0..=240.0, 0.5) {
            first(found, Act::Edit(Edit::size(Vec2::new(wide, size.y))));
        }
        ui.end_row();
        if let Some(high) = number_cells(ui, texts::INCHES_NORTH, size.y, 6.0..=240.0, 0.5) {
            first(found, Act::Edit(Edit::size(Vec2::new(size.x, high))));
        }
        ui.end_row();
    });
    heading(ui, shared::WEATHER);
    weather_ui(ui, &scenario.weather, found);
    heading(ui, texts::SIDES);
    for (info, index) in scenario.sides.iter().zip(0..) {
        if let Some(name) = field(ui, &texts::side(index + 1), &info.name) {
            first(found, Act::Edit(Edit::side_name(Side(index), name)));
        }
        let homes = [Home::North, Home::East, Home::South, Home::West];
        let label = texts::home_edge(&info.name);
        if let Some(home) = choice(ui, &label, info.home, &homes, |home| ground::home(home).to_owned()) {
            first(found, Act::Edit(Edit::home(Side(index), home)));
        }
        for (place, army) in info.armies.iter().enumerate() {
            // If there are several armies, each has its own colour label.
            let label = roster::colour_of(if info.armies.len() > 1 { &army.name } else { &info.name });
            let (colour, words) =
                (ArmyColour::named(&army.colour), |colour| roster::colour(colour).to_owned());
            let chosen = ui.push_id(place, |ui| choice(ui, &label, colour, &ArmyColour::ALL, words)).inner;
            if let Some(colour) = chosen {
                first(found, Act::Edit(Edit::army_colour(Side(index), place, colour.word())));
            }
        }
    }
}

fn weather_ui(ui: &mut Ui, plan: &WeatherPlan, found: &mut Option<Act>) {
    let set = |plan: WeatherPlan| Act::Edit(Edit::weather(plan));
    match plan {
        WeatherPlan::Rolled { winter_or_spring } => {
            let mut cold = *winter_or_spring;
            if ui.checkbox(&mut cold, texts::COLD).changed() {
                first(found, set(WeatherPlan::Rolled { winter_or_spring: cold }));
            }
            if ui.button(texts::AGREE).clicked() {
                first(found, set(WeatherPlan::Fixed([(1, Weather::Clear)].into())));
            }
        }
        WeatherPlan::Fixed(turns) => {
            let all = [Weather::Clear, Weather::Muddy, Weather::Poor];
            for (turn, weather) in turns {
                ui.horizontal(|ui| {
                    let label = texts::from_turn(*turn);
                    if let Some(next) =
                        choice(ui, &label, *weather, &all, |one| ground::weather(one).to_owned())
                    {
                        let mut turns = turns.clone();
                        turns.insert(*turn, next);
                        first(found, set(WeatherPlan::Fixed(turns)));
                    }
                    if ui.small_button(texts::REMOVE_CHANGE).clicked() {
                        let mut turns = turns.clone();
                        turns.remove(turn);
                        first(found, set(WeatherPlan::Fixed(turns)));
                    }
                });
            }
            ui.horizontal_wrapped(|ui| {
                if ui.button(texts::ANOTHER_CHANGE).clicked() {
                    let next = turns.keys().next_back().map_or(1, |last| last.saturating_add(1));
                    let mut turns = turns.clone();
                    turns.insert(next, Weather::Clear);
                    first(found, set(WeatherPlan::Fixed(turns)));
                }
                if ui.button(texts::ROLL).clicked() {
                    first(found, set(WeatherPlan::Rolled { winter_or_spring: false }));
                }
            });
        }
    }
}

fn picture_ui(
    ui: &mut Ui,
    setup: &SetUp,
    picture: &Picture,
    kept: Option<&SavedPicture>,
    found: &mut Option<Act>,
) {
    weak(ui, texts::PICTURE_NOTE);
    ui.horizontal_wrapped(|ui| {
        if ui.button(texts::CHOOSE_PICTURE).on_hover_text(texts::CHOOSE_PICTURE_HINT).clicked() {
            first(found, Act::ChoosePicture);
        }
        if kept.is_some() && ui.button(texts::NO_PICTURE).clicked() {
            first(found, Act::DropPicture);
        }
    });
    if picture.is_loading() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(texts::READING_PICTURE);
        });
    }
    if let Some(fault) = &picture.fault {
        refused_label(ui, fault);
    }
    let Some(kept) = kept else { return };
    weak(ui, kept.path.display().to_string());
    for words in &picture.told {
        ui.add(egui::Label::new(words).wrap());
    }
    let mut opacity = kept.opacity;
    let slider = ui.add(Slider::new(&mut opacity, 0.0..=1.0).text(texts::OPACITY).fixed_decimals(2));
    if slider.changed() {
        first(found, Act::PictureOpacity(opacity));
    }
    let stretched = kept.fit == Fit::Stretched;
    let blank = [(None, Vec2::ZERO), (None, Vec2::ZERO)];
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(stretched, texts::STRETCH).clicked() && !stretched {
            first(found, Act::PictureFit(Fit::Stretched));
        }
        if ui.selectable_label(!stretched, texts::BY_POINTS).clicked() && stretched {
            first(found, Act::PictureFit(Fit::Points(blank)));
        }
    });
    let Fit::Points(points) = &kept.fit else { return };
    weak(ui, texts::BY_POINTS_NOTE);
    for (index, (share, at)) in points.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            let tool = Tool::PicturePoint(index);
            tool_button(ui, setup, tool, &texts::point(index + 1, share.is_some()), found);
            let x = number(ui, &texts::point_east(index + 1), at.x, -100.0..=340.0, 0.05);
            let y = number(ui, &texts::point_north(index + 1), at.y, -100.0..=340.0, 0.05);
            if x.is_some() || y.is_some() {
                let mut points = *points;
                points[index].1 = Vec2::new(x.unwrap_or(at.x), y.unwrap_or(at.y));
                first(found, Act::PictureFit(Fit::Points(points)));
            }
        });
    }
}
