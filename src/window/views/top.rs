//! The head of the window: battle, turn, clock, weather, points, and what concerns the whole game.

use std::path::Path;
use std::sync::Arc;

use egui::containers::menu::{MenuConfig, SubMenuButton};
use egui::{
    Color32, ColorImage, Id, InnerResponse, Label, PopupCloseBehavior, Pos2, Rect, RichText, Role,
    ScrollArea, Sense, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo,
};

use crate::command::{Command, ReportDeed};
use crate::layout::{self, HEAD, Pane};
use crate::models::Top;
use crate::play::PlayAction;
use crate::recent::{GameRow, Games};
use crate::state::{BoardPlace, Habit, Saved};
use crate::texts::menus as texts;
use crate::theme::{EguiPalette, heading_font, serif_font};
use drawing::Sight;
use game::minds::SoloPlayer;
use game::{Head, HeadSide, Viewer};
use scenario::Side;

use super::{ViewContext, command_button, first, weak};

/// What is said in the head of the window: its parts, in the order in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Battle,
    Turn,
    Clock,
    Weather,
    Points,
}

const PARTS: [Part; 5] = [Part::Battle, Part::Turn, Part::Clock, Part::Weather, Part::Points];

/// How the head is laid out, so that it says all of it whatever the width and however large the text.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadPlan {
    /// In smaller letters.
    dense: bool,
    /// What stands between the menus and the buttons; then line by line below them.
    lines: Vec<Vec<Part>>,
}

/// The height of each line below the first, in points.
const FURTHER: f32 = 24.0;

/// Between two parts of a line, in points.
const APART: f32 = 12.0;

impl HeadPlan {
    /// In smaller letters where it does not fit in one line else; where it does not fit even so, in as many lines as it needs.
    pub fn of(ui: &Ui, model: &Top, saved: &Saved, viewer: Viewer) -> Self {
        let whole = ui.available_width() - 2.0 * SIDE;
        let beside = whole - buttons_width(ui, model, saved, viewer);
        let parts = PARTS.map(|part| (part, part.words(&model.head)));
        let said: Vec<&(Part, String)> = parts.iter().filter(|(_, words)| !words.is_empty()).collect();
        let wide = |dense: bool, (part, words): &(Part, String)| {
            let font = part.font(dense);
            ui.painter().layout_no_wrap(words.clone(), font, Color32::PLACEHOLDER).size().x + APART
        };
        for dense in [false, true] {
            if said.iter().map(|one| wide(dense, one)).sum::<f32>() <= beside {
                return Self { dense, lines: vec![said.iter().map(|(part, _)| *part).collect()] };
            }
        }
        let (mut lines, mut room): (Vec<Vec<Part>>, f32) = (vec![Vec::new()], beside);
        for one in said {
            let need = wide(true, one);
            if need > room {
                lines.push(Vec::new());
                room = whole;
            }
            room -= need;
            lines.last_mut().expect("there is a line").push(one.0);
        }
        Self { dense: true, lines }
    }

    pub fn height(&self) -> f32 {
        HEAD + FURTHER * (self.lines.len() - 1) as f32
    }
}

/// What the head keeps free at either end, in points.
const SIDE: f32 = 10.0;

impl Part {
    fn words(self, head: &Head) -> String {
        match self {
            Self::Battle => head.battle.clone(),
            Self::Turn => head.turn.clone(),
            Self::Clock => head.clock.clone(),
            Self::Weather => head.phase.clone(),
            Self::Points => match &head.sides[..] {
                [one, other] => {
                    let [one, other] = [one, other].map(|side| (side.name.as_str(), side.points));
                    match head.points_said {
                        "" => texts::points(one, other),
                        said => texts::points_said(said, one, other),
                    }
                }
                _ => String::new(),
            },
        }
    }

    fn font(self, dense: bool) -> egui::FontId {
        match (self, dense) {
            (Self::Battle | Self::Clock, false) => heading_font(18.0),
            (Self::Battle | Self::Clock, true) => heading_font(15.5),
            (Self::Turn | Self::Weather | Self::Points, false) => serif_font(16.0),
            (Self::Turn | Self::Weather | Self::Points, true) => serif_font(14.5),
        }
    }

    fn hint(self, head: &Head) -> String {
        match self {
            Self::Battle | Self::Turn | Self::Weather => {
                let all = PARTS.map(|part| part.words(head));
                let whole: Vec<&str> =
                    all.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
                whole.join(", ")
            }
            Self::Clock if head.sides.is_empty() => texts::FIRST_TURN_BEGINS.to_owned(),
            Self::Clock => texts::TURN_BEGINS.to_owned(),
            Self::Points => {
                let hint = if head.points_are.is_empty() { texts::POINTS } else { head.points_are };
                let hint = std::iter::once(hint).chain(head.points_for.iter().map(String::as_str));
                hint.collect::<Vec<&str>>().join("\n")
            }
        }
    }
}

fn parts_ui(ui: &mut Ui, model: &Top, plan: &HeadPlan, line: usize) {
    let palette = EguiPalette::of(ui.visuals());
    ui.spacing_mut().item_spacing.x = APART;
    for part in plan.lines.get(line).into_iter().flatten() {
        let words = RichText::new(part.words(&model.head)).font(part.font(plan.dense));
        let words = if *part == Part::Weather { words.color(palette.weak()) } else { words };
        ui.add(Label::new(words).extend()).on_hover_text(part.hint(&model.head));
    }
}

/// By whom the table is seen.
fn seen_by(model: &Top, viewer: Viewer) -> String {
    match viewer {
        Viewer::Referee => texts::REFEREE.to_owned(),
        Viewer::Side(side) => {
            model.head.sides.get(side.index()).map(|side| side.name.clone()).unwrap_or_default()
        }
    }
}

fn dice_words(saved: &Saved) -> &'static str {
    match saved.dice {
        Habit::Rolled => texts::DICE_ROLLED,
        Habit::Typed => texts::DICE_TYPED,
    }
}

/// What the menus and the buttons take of the head, with what parts them.
fn buttons_width(ui: &Ui, model: &Top, saved: &Saved, viewer: Viewer) -> f32 {
    let mut words = vec![
        texts::GAME.to_owned(),
        texts::VIEW.to_owned(),
        texts::HELP.to_owned(),
        Command::Undo.text().to_owned(),
        Command::Redo.text().to_owned(),
        dice_words(saved).to_owned(),
    ];
    if model.has_secrets {
        words.push(texts::seen_by(&seen_by(model, viewer)));
    }
    let (font, spacing) = (egui::TextStyle::Button.resolve(ui.style()), ui.spacing());
    let wide = |words: String| {
        let words = ui.painter().layout_no_wrap(words, font.clone(), Color32::PLACEHOLDER);
        words.size().x + 2.0 * spacing.button_padding.x + spacing.item_spacing.x + 2.0
    };
    // Two rules part them from what is said.
    words.into_iter().map(wide).sum::<f32>() + 2.0 * (6.0 + 2.0 * spacing.item_spacing.x)
}

pub fn top_ui(
    ui: &mut Ui,
    view: &ViewContext,
    model: &Top,
    saved: &Saved,
    seen: (Viewer, &HeadPlan),
    games: &Games,
) -> Option<Command> {
    let (mut found, (viewer, plan)) = (None, seen);
    ui.spacing_mut().item_spacing.y = 0.0;
    let line = |ui: &mut Ui, high: f32, add: &mut dyn FnMut(&mut Ui)| {
        let size = egui::vec2(ui.available_width(), high);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_height(high);
            add(ui);
        });
    };
    line(ui, ui.available_height() - FURTHER * (plan.lines.len() - 1) as f32, &mut |ui| {
        game_menu(ui, model, games, &mut found);
        view_menu(ui, model, saved, &mut found);
        help_menu(ui, &mut found);
        ui.separator();
        ui.scope(|ui| parts_ui(ui, model, plan, 0));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            buttons_ui(ui, view, model, saved, viewer, &mut found);
        });
    });
    for further in 1..plan.lines.len() {
        line(ui, FURTHER, &mut |ui| parts_ui(ui, model, plan, further));
    }
    found
}

/// Who sees it, who rolls, undo and redo, from the right end.
fn buttons_ui(
    ui: &mut Ui,
    view: &ViewContext,
    model: &Top,
    saved: &Saved,
    viewer: Viewer,
    found: &mut Option<Command>,
) {
    if model.has_secrets {
        ui.menu_button(texts::seen_by(&seen_by(model, viewer)), |ui| {
            seen_menu(ui, model, saved, viewer, found);
        })
        .response
        .on_hover_text(texts::VIEWER);
    }
    if ui.button(dice_words(saved)).on_hover_text(texts::DICE).clicked() {
        first(found, Command::ToggleDice);
    }
    ui.separator();
    for (command, enabled) in [(Command::Redo, model.can_redo), (Command::Undo, model.can_undo)] {
        if command_button(ui, view, &command, enabled).clicked() {
            first(found, command);
        }
    }
}

fn seen_menu(ui: &mut Ui, model: &Top, saved: &Saved, viewer: Viewer, found: &mut Option<Command>) {
    if ui.selectable_label(viewer == Viewer::Referee, texts::REFEREE).clicked() {
        first(found, Command::See(Viewer::Referee));
    }
    for (index, side) in model.head.sides.iter().enumerate() {
        let one = Viewer::Side(Side(index as u8));
        if ui.selectable_label(viewer == one, &side.name).clicked() {
            first(found, Command::See(one));
        }
    }
    ui.separator();
    weak(ui, texts::PLAYERS_SCREEN);
    screen_menu(ui, model, saved, found);
}

/// For which side the players' screen is, and what it looks at.
fn screen_menu(ui: &mut Ui, model: &Top, saved: &Saved, found: &mut Option<Command>) {
    for (side, HeadSide { name, .. }) in Side::BOTH.into_iter().zip(&model.head.sides) {
        let command = Command::PlayersScreen(side);
        let open = saved.screen == Some(Viewer::Side(side));
        tick_named(ui, &texts::screen_for(name), command, open, found);
    }
    if saved.screen.is_some() {
        for command in [Command::LookHere(None), Command::LookAtAll] {
            menu_item(ui, command, found);
        }
        tick_item(ui, Command::TrueSize, saved.true_size, found);
        ui.separator();
        for place in BoardPlace::ALL {
            let command = Command::Board(place);
            let item = ui.radio(place == saved.board, command.text());
            if item.on_hover_text(command.tooltip()).clicked() {
                first(found, command);
                ui.close();
            }
        }
        ui.separator();
        for command in [Command::AskForInch, Command::ClosePlayersScreen] {
            menu_item(ui, command, found);
        }
    }
    menu_item(ui, Command::RunClocks, found);
}

fn menu_item(ui: &mut Ui, command: Command, found: &mut Option<Command>) {
    let keys = command.keys(ui.ctx());
    let item = egui::Button::new(command.text());
    let item = if keys.is_empty() { item } else { item.shortcut_text(keys) };
    if ui.add(item).on_hover_text(command.tooltip()).clicked() {
        first(found, command);
        ui.close();
    }
}

/// A menu that scrolls where the window is not high enough for it.
fn menu_of<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>> {
    // What the head and the frame of the menu leave: it never lies on its own button.
    let most = (ui.ctx().content_rect().height() - HEAD - 2.0 * FRAME).max(80.0);
    ui.menu_button(name, |ui| {
        // A popup that is shown for the first time knows no height of its own yet.
        ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, add).inner
    })
}

/// Frame and shadow of a menu, in points.
const FRAME: f32 = 12.0;

fn game_menu(ui: &mut Ui, model: &Top, games: &Games, found: &mut Option<Command>) {
    let menu = menu_of(ui, texts::GAME, |ui| {
        ui.set_min_width(300.0);
        let made = if model.on_map { Command::EditMap(None) } else { Command::SetUp };
        for command in [
            Command::ShowStart,
            Command::ChooseScenario,
            made,
            Command::OpenGame,
            Command::SaveAs,
            Command::CopyPicture,
            Command::AskForPosition,
            Command::AskToRejudge,
            Command::Print,
            Command::Report(ReportDeed::Show),
        ] {
            menu_item(ui, command, found);
        }
        if let Some(journal) = &model.journal {
            let name = journal.file_name().map(|name| name.to_string_lossy());
            let whole = journal.display().to_string();
            weak(ui, texts::this_game(&name.unwrap_or_default())).on_hover_text(whole);
        } else {
            weak(ui, texts::UNKEPT);
            menu_item(ui, Command::ChooseFolder, found);
        }
        if !model.head.sides.is_empty() {
            // Several of its ticks may be wanted.
            let lasting = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            SubMenuButton::new(texts::WHO_PLAYS).config(lasting).ui(ui, |ui| {
                for (side, HeadSide { name, .. }) in Side::BOTH.into_iter().zip(&model.head.sides) {
                    tick(ui, name, Command::DrumheadPlays(side), model.plays[side.index()], found);
                }
                ui.separator();
                for (_, player) in SoloPlayer::ALL {
                    let command = Command::DrumheadIs(player);
                    let name = command.text();
                    tick(ui, name, command, model.solo == player, found);
                }
            });
        }
        menu_item(ui, Command::WhatWouldYouDo, found);
        ui.separator();
        weak(ui, texts::RECENT);
        let others: Vec<&GameRow> =
            games.rows.iter().filter(|row| Some(&row.path) != model.journal.as_ref()).collect();
        let (shown, rest) = others.split_at(others.len().min(AT_ONCE));
        games_ui(ui, shown, found);
        if !rest.is_empty() {
            menu_of(ui, texts::EARLIER, |ui| games_ui(ui, rest, found));
        }
        if games.older > 0 {
            weak(ui, texts::older(games.older));
        }
        if others.is_empty() {
            weak(ui, texts::NO_OTHERS);
        }
        ui.separator();
        menu_of(ui, texts::BY_REFEREE, |ui| {
            for act in model.acts.iter().flatten() {
                if ui.button(texts::opens(act.title)).on_hover_text(act.about).clicked() {
                    first(found, Command::Play(PlayAction::Fiat(act.name, None)));
                    ui.close();
                }
            }
        });
        for command in [Command::ShowRules, Command::ShowResult] {
            menu_item(ui, command, found);
        }
    });
    if menu.response.clicked() {
        first(found, Command::FindGames);
    }
}

/// So many recent games stand in the menu itself, the others in one of their own.
const AT_ONCE: usize = 4;

/// A row for each game: its picture, its battle, how far it has come, when, and its name; what can be done with it below.
fn games_ui(ui: &mut Ui, games: &[&GameRow], found: &mut Option<Command>) {
    const PICTURE: Vec2 = Vec2::new(108.0, 76.0);
    for row in games {
        ui.horizontal(|ui| {
            let (frame, _) = ui.allocate_exact_size(PICTURE, Sense::hover());
            if let Some(picture) = row.so_far.as_ref().and_then(|so_far| so_far.picture.clone()) {
                picture_ui(ui, &row.path, picture, frame);
            }
            ui.vertical(|ui| game_ui(ui, row, found));
        });
    }
}

fn picture_ui(ui: &Ui, path: &Path, picture: Arc<ColorImage>, frame: Rect) {
    let id = Id::unique(("picture of a game", path));
    let known: Option<(Arc<ColorImage>, TextureHandle)> = ui.data(|data| data.get_temp(id));
    let texture = known.filter(|(of, _)| Arc::ptr_eq(of, &picture)).map_or_else(
        || {
            let texture = ui.ctx().load_texture("game", Arc::clone(&picture), TextureOptions::LINEAR);
            ui.data_mut(|data| data.insert_temp(id, (picture, texture.clone())));
            texture
        },
        |(_, texture)| texture,
    );
    let size = texture.size_vec2();
    let size = size * (frame.size() / size).min_elem();
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    ui.painter().image(texture.id(), Rect::from_center_size(frame.center(), size), whole, Color32::WHITE);
}

fn game_ui(ui: &mut Ui, row: &GameRow, found: &mut Option<Command>) {
    ui.set_min_width(280.0);
    let state = row.so_far.as_ref().map_or(texts::READING, |so_far| &so_far.words);
    ui.add(Label::new(RichText::new(&row.battle).font(serif_font(15.0))).selectable(false));
    weak(ui, state);
    weak(ui, format!("{} · {}", row.when, row.name)).on_hover_text(row.path.display().to_string());
    ui.horizontal(|ui| {
        for command in [
            Command::OpenFile(row.path.clone()),
            Command::PlayAgain(row.path.clone()),
            Command::ReportOf(row.path.clone()),
        ] {
            let item = ui.small_button(command.text()).on_hover_text(command.tooltip());
            let label = texts::with_game(command.text(), &row.name, &row.battle, state, &row.when);
            item.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if item.clicked() {
                first(found, command);
                ui.close();
            }
        }
    });
}

fn view_menu(ui: &mut Ui, model: &Top, saved: &Saved, found: &mut Option<Command>) {
    let listed = Command::listed_in_play(&|overlay| model.overlays.contains(&overlay), model.turns_map);
    menu_of(ui, texts::VIEW, |ui| {
        for command in [Command::Fit, Command::FitSelection, Command::ZoomIn, Command::ZoomOut] {
            menu_item(ui, command, found);
        }
        for command in [Command::TurnMap(1), Command::TurnMap(-1), Command::NorthUp] {
            if listed.contains(&command) {
                menu_item(ui, command, found);
            }
        }
        ui.separator();
        menu_of(ui, texts::OVERLAYS, |ui| overlays_menu(ui, saved, model, &listed, found));
        menu_of(ui, texts::PANELS, |ui| panels_menu(ui, saved, found));
        menu_of(ui, texts::PLAYERS_SCREEN, |ui| screen_menu(ui, model, saved, found));
        ui.separator();
        menu_item(ui, Command::Measure, found);
        menu_item(ui, Command::RemoveRulers, found);
        ui.separator();
        menu_item(ui, Command::ToggleTheme, found);
        menu_of(ui, texts::COLOURS, |ui| colours_menu(ui, saved.sight, found));
        for command in [Command::LargerText, Command::SmallerText, Command::UsualText] {
            menu_item(ui, command, found);
        }
    });
}

/// For whose eyes the colours are.
fn colours_menu(ui: &mut Ui, now: Sight, found: &mut Option<Command>) {
    for sight in Sight::ALL {
        let command = Command::ColoursFor(sight);
        if ui.radio(sight == now, sight.name()).on_hover_text(command.tooltip()).clicked() {
            first(found, command);
            ui.close();
        }
    }
}

fn help_menu(ui: &mut Ui, found: &mut Option<Command>) {
    menu_of(ui, texts::HELP, |ui| {
        for command in [Command::StartGuide, Command::ShowHandbook, Command::ShowKeys, Command::ShowAbout] {
            menu_item(ui, command, found);
        }
    });
}

/// What may lie over the table.
fn overlays_menu(ui: &mut Ui, saved: &Saved, model: &Top, listed: &[Command], found: &mut Option<Command>) {
    for (command, on, name) in [
        (Command::ToggleNames, saved.names, ""),
        (Command::ToggleGrid, saved.grid, ""),
        (Command::ToggleZones, saved.shown.zones, "zones"),
        (Command::ToggleCommandRange, saved.shown.command, "command"),
        (Command::ToggleLanes, saved.shown.lanes, "lanes"),
        (Command::ToggleReach, saved.shown.reach, ""),
        (Command::ToggleThreats, saved.shown.threat, "threat"),
        (Command::ToggleRulers, saved.shown.rulers, ""),
    ] {
        if listed.contains(&command) {
            let own = model.own_overlays.iter().find(|overlay| overlay.name == name);
            tick_named(ui, own.map_or(command.text(), |own| own.title), command, on, found);
        }
    }
}

/// Which panels there are.
fn panels_menu(ui: &mut Ui, saved: &Saved, found: &mut Option<Command>) {
    let panes = Pane::ALL.into_iter().filter(|pane| *pane != Pane::Table);
    for pane in panes.filter(|pane| *pane != Pane::SetUp) {
        let open = saved.layout.as_ref().is_none_or(|layout| layout::is_open(layout, pane));
        tick_item(ui, Command::TogglePane(pane), open, found);
    }
    tick_item(ui, Command::ToggleLog, saved.log, found);
    tick_item(ui, Command::Unfold, saved.unfolded, found);
    ui.separator();
    tick_item(ui, Command::TableAlone, saved.alone, found);
    menu_item(ui, Command::ResetLayout, found);
}

fn tick_item(ui: &mut Ui, command: Command, on: bool, found: &mut Option<Command>) {
    tick_named(ui, command.text(), command, on, found);
}

fn tick_named(ui: &mut Ui, name: &str, command: Command, on: bool, found: &mut Option<Command>) {
    if tick(ui, name, command, on, found) {
        ui.close();
    }
}

/// A tick of a menu that stays open; is it clicked?
fn tick(ui: &mut Ui, name: &str, command: Command, on: bool, found: &mut Option<Command>) -> bool {
    let mut ticked = on;
    let label = format!("{name}  {}", command.keys(ui.ctx()));
    let clicked = ui.checkbox(&mut ticked, label.trim_end()).on_hover_text(command.tooltip()).clicked();
    if clicked {
        first(found, command);
    }
    clicked
}
