//! The sheet for a new game: battle, weather, dice, journal, and every option in force.

use egui::{Align, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use crate::book::{RulesSheet, chapter, is_module, meaning};
use crate::command::Command;
use crate::state::Saved;
use crate::texts::{begin as texts, positions, shared};
use crate::theme::{EguiPalette, heading_font, serif_font};
use desk::{Described, Library, Preset};
use game::options::Options;
use rulebook::{self, OptionEntry};

use super::dialogs::window;
use super::{ViewContext, clause, first, refused_label, sheet as card, weak};

/// One battle that can be begun.
#[derive(Clone, Debug, Default)]
pub struct Battle {
    pub id: String,
    pub name: String,
    pub rules: String,
    pub description: String,
    /// Read and checked; `None` if `fault` says why not.
    pub scenario: Option<Described>,
    /// The default name of its journal; `None` if nothing is saved.
    pub journal: Option<String>,
    /// Why it cannot be played.
    pub fault: Option<String>,
}

/// The referee's own presets, and the faults of unreadable ones, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presets {
    pub own: Vec<Preset>,
    pub faults: Vec<String>,
}

impl Presets {
    pub fn of(library: &Library) -> Self {
        let (own, faults) = library.presets();
        Self { own, faults: faults.iter().map(ToString::to_string).collect() }
    }
}

pub fn begin_ui(
    ctx: &egui::Context,
    view: &ViewContext,
    battles: &[Battle],
    presets: &Presets,
    saved: &Saved,
    sheet: &mut RulesSheet,
) -> Option<Command> {
    let mut found = None;
    let room = ctx.content_rect().size() - vec2(90.0, 170.0);
    let (wide, high) = (room.x.min(1040.0), room.y.min(720.0));
    window(ctx, texts::title(sheet.fights), wide, |ui| {
        ui.allocate_ui_with_layout(vec2(wide, high), Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_size(vec2(wide, high));
            ui.allocate_ui_with_layout(vec2(230.0, high), Layout::top_down(Align::Min), |ui| {
                battles_ui(ui, battles, sheet);
            });
            ui.separator();
            let rest = vec2(ui.available_width(), high);
            ui.allocate_ui_with_layout(rest, Layout::top_down(Align::Min), |ui| {
                let Some(battle) = battles.get(sheet.battle) else {
                    weak(ui, shared::READING_BATTLES);
                    return;
                };
                match &battle.scenario {
                    Some(scenario) => {
                        if sheet.rules != scenario.rules {
                            scenario.rules.clone_into(&mut sheet.rules);
                            sheet.specs = Some(scenario.specs);
                        }
                        let last = saved.last_options(&scenario.rules);
                        sheet_ui(
                            ui,
                            view,
                            battle,
                            scenario,
                            &EarlierOptions { presets, last },
                            sheet,
                            &mut found,
                        );
                    }
                    None => {
                        ui.label(RichText::new(&battle.name).font(heading_font(24.0)));
                        let fault = battle.fault.as_deref().unwrap_or_default();
                        refused_label(ui, fault);
                    }
                }
            });
        });
        ui.separator();
        ui.horizontal(|ui| foot_ui(ui, battles, sheet, &mut found));
    });
    found
}

fn battles_ui(ui: &mut Ui, battles: &[Battle], sheet: &mut RulesSheet) {
    ScrollArea::vertical().id_salt("battles").auto_shrink([false; 2]).show(ui, |ui| {
        for (index, battle) in battles.iter().enumerate() {
            // Several books have the battle of this day.
            let palette = EguiPalette::of(ui.visuals());
            let ink = if battle.fault.is_some() { palette.weak() } else { ui.visuals().text_color() };
            let rules =
                rulebook::book(&battle.rules).map_or(battle.rules.as_str(), |book| book.name.as_str());
            let mut words = egui::text::LayoutJob::default();
            words.append(&battle.name, 0.0, egui::TextFormat::simple(heading_font(16.0), ink));
            let said = format!("\n{rules}");
            let small = egui::FontId::proportional(12.0);
            words.append(&said, 0.0, egui::TextFormat::simple(small, palette.weak()));
            let size = vec2(ui.available_width() - 6.0, 40.0);
            let button = ui.add(egui::Button::selectable(sheet.battle == index, words).wrap().min_size(size));
            let chosen = sheet.battle == index;
            button.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, chosen, texts::battle(&battle.name, rules))
            });
            if button.clicked() && sheet.battle != index {
                *sheet = RulesSheet { battle: index, fights: sheet.fights, ..RulesSheet::default() };
            }
        }
    });
}

/// Shows the button, or the reason why the game cannot begin.
fn foot_ui(ui: &mut Ui, battles: &[Battle], sheet: &RulesSheet, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let battle = battles.get(sheet.battle);
    let fault = sheet.fault().or_else(|| battle.and_then(|battle| battle.fault.clone()));
    if ui.button(shared::CLOSE).on_hover_text(shared::GAME_STAYS).clicked() {
        first(found, Command::CloseDialog);
    }
    if let Some((id, scenario)) = battle.and_then(|battle| Some((&battle.id, battle.scenario.as_ref()?)))
        && scenario.on_hexes
    {
        let edit = Command::EditMap(Some(id.clone()));
        let button = ui.add_enabled(!scenario.goes_on, egui::Button::new(edit.text()));
        let button = button.on_hover_text(edit.tooltip()).on_disabled_hover_text(positions::NO_MAP);
        if button.clicked() {
            first(found, edit);
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let name = battle.map_or("", |battle| battle.name.as_str());
        let label = RichText::new(texts::begin(name, sheet.fights))
            .font(heading_font(16.0))
            .color(palette.on_accent());
        let button = egui::Button::new(label).fill(palette.accent()).min_size(vec2(180.0, 34.0));
        let enabled = fault.is_none() && battle.is_some();
        if ui.add_enabled(enabled, button).clicked() {
            first(found, Command::BeginSheet);
        }
        if let Some(fault) = fault {
            refused_label(ui, &fault);
        }
    });
}

/// Saved options.
struct EarlierOptions<'a> {
    presets: &'a Presets,
    /// Those of the last game with these rules.
    last: Option<&'a Options>,
}

fn sheet_ui(
    ui: &mut Ui,
    view: &ViewContext,
    battle: &Battle,
    scenario: &Described,
    kept: &EarlierOptions<'_>,
    sheet: &mut RulesSheet,
    found: &mut Option<Command>,
) {
    let own = Options(scenario.options.clone());
    let mut area = ScrollArea::vertical().id_salt(("sheet", &battle.id)).auto_shrink([false; 2]);
    if !std::mem::replace(&mut sheet.seen, true) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        // The scroll bar has its own room.
        ui.set_max_width(ui.available_width() - 10.0);
        ui.label(RichText::new(&battle.name).font(heading_font(26.0)));
        ui.label(RichText::new(&battle.description).font(serif_font(16.0)));
        weak(ui, &scenario.length);
        ui.add_space(6.0);
        game_ui(ui, battle, scenario, sheet);
        ui.add_space(10.0);
        options_head_ui(ui, &own, kept, sheet, found);
        let book = sheet.book();
        let mut section = "";
        let mut listed: Vec<&OptionEntry> = book.options.iter().filter(|entry| sheet.lists(entry)).collect();
        // Modules first; the sort is stable: within a chapter the book's order stays.
        listed.sort_by_key(|entry| {
            let at = book.sections.iter().position(|section| section.id == chapter(book, entry).0);
            (!is_module(entry), at.filter(|_| !is_module(entry)))
        });
        for entry in listed {
            let (id, title) =
                if is_module(entry) { ("modules", texts::MODULES) } else { chapter(book, entry) };
            if section != id {
                section = id;
                ui.add_space(10.0);
                ui.label(RichText::new(title).font(heading_font(19.0)));
                ui.separator();
            }
            option_ui(ui, view, entry, &own, sheet);
        }
    });
}

/// Weather, seed, and the name of the journal.
fn game_ui(ui: &mut Ui, battle: &Battle, scenario: &Described, sheet: &mut RulesSheet) {
    let label = |ui: &mut Ui, text: &str| {
        ui.add_sized(vec2(64.0, 22.0), egui::Label::new(RichText::new(text).font(serif_font(15.0))))
    };
    if !scenario.weathers.is_empty() {
        ui.horizontal_wrapped(|ui| {
            label(ui, shared::WEATHER);
            ui.radio_value(&mut sheet.weather, None, &scenario.own_weather);
            for variant in &scenario.weathers {
                ui.radio_value(&mut sheet.weather, Some(variant.to_owned()), variant);
            }
        });
    }
    if !sheet.fights {
        ui.horizontal_wrapped(|ui| {
            label(ui, texts::DRUMHEAD);
            for (plays, side) in sheet.plays.iter_mut().zip(&scenario.sides) {
                ui.checkbox(plays, texts::plays(side)).on_hover_text(texts::PLAYS_HINT);
            }
        });
    }
    if !scenario.variants.is_empty() {
        ui.horizontal_wrapped(|ui| {
            label(ui, texts::VARIANT);
            ui.radio_value(&mut sheet.variant, None, texts::AS_IT_WAS);
            for (id, name) in &scenario.variants {
                ui.radio_value(&mut sheet.variant, Some(id.to_owned()), name);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        let name = label(ui, texts::SEED);
        let field = TextEdit::singleline(&mut sheet.seed).hint_text(texts::NO_SEED).desired_width(150.0);
        ui.add(field).labelled_by(name.id).on_hover_text(texts::SEED_HINT);
        if let Some(free) = &battle.journal {
            ui.add_space(12.0);
            // Unbroken: if the row is too short, the name goes to the next line with its field.
            let whole = vec2(64.0 + 8.0 + 220.0, 24.0);
            ui.allocate_ui_with_layout(whole, Layout::left_to_right(Align::Center), |ui| {
                let name = label(ui, texts::JOURNAL);
                let field = TextEdit::singleline(&mut sheet.journal).hint_text(free).desired_width(200.0);
                ui.add(field).labelled_by(name.id).on_hover_text(texts::JOURNAL_HINT);
            });
        }
    });
}

/// The heading of the options with the presets.
fn options_head_ui(
    ui: &mut Ui,
    own: &Options,
    kept: &EarlierOptions<'_>,
    sheet: &mut RulesSheet,
    found: &mut Option<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(shared::OPTIONS).font(heading_font(22.0)));
        ui.add_space(8.0);
        let field =
            TextEdit::singleline(&mut sheet.sought).hint_text(texts::FIND_OPTION).desired_width(130.0);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts::FIND_OPTION));
        let changed = sheet.options.0.len();
        weak(ui, texts::changed(changed));
    });
    ui.horizontal_wrapped(|ui| {
        if ui.button(texts::AS_BATTLE).on_hover_text(texts::AS_BATTLE_HINT).clicked() {
            sheet.options = Options::default();
        }
        for preset in Preset::of_the_program(&sheet.rules) {
            let on = preset.options.0.values().filter(|value| *value == "on").count();
            let said = texts::preset_hint(on, preset.options.0.len());
            if ui.button(&preset.name).on_hover_text(said).clicked() {
                sheet.take(own, &preset);
            }
        }
        let as_last = ui.add_enabled(kept.last.is_some(), egui::Button::new(texts::AS_LAST));
        if as_last.on_hover_text(texts::AS_LAST_HINT).clicked()
            && let Some(last) = kept.last
        {
            sheet.take(own, &Preset { options: last.clone(), ..Preset::default() });
        }
        let own_presets = egui::Button::selectable(sheet.presets_open, texts::OWN_PRESETS);
        if ui.add(own_presets).on_hover_text(texts::OWN_PRESETS_HINT).clicked() {
            sheet.presets_open = !sheet.presets_open;
        }
    });
    if sheet.presets_open {
        card(ui).show(ui, |ui| presets_ui(ui, own, kept.presets, sheet, found));
    }
    if let Some(fault) = &sheet.preset_fault {
        refused_label(ui, fault);
    }
}

/// Shows the referee's own presets: a click applies one, and the present options can be saved as another.
fn presets_ui(
    ui: &mut Ui,
    own: &Options,
    presets: &Presets,
    sheet: &mut RulesSheet,
    found: &mut Option<Command>,
) {
    ui.set_width(ui.available_width());
    let fitting: Vec<&Preset> = presets.own.iter().filter(|preset| preset.rules == sheet.rules).collect();
    if fitting.is_empty() {
        weak(ui, texts::NO_PRESETS);
    }
    for preset in fitting {
        ui.horizontal(|ui| {
            if ui.button(&preset.name).clicked() {
                sheet.take(own, preset);
                sheet.preset_fault = None;
            }
            let drop = ui.small_button("×");
            let name = texts::delete_preset(&preset.name);
            drop.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            let command = Command::DropPreset(preset.clone());
            if drop.on_hover_text(command.tooltip()).clicked() {
                first(found, command);
            }
        });
    }
    for fault in &presets.faults {
        let words = RichText::new(fault).size(12.5).color(EguiPalette::of(ui.visuals()).refused());
        ui.add(egui::Label::new(words).wrap());
    }
    ui.separator();
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut sheet.preset).hint_text(shared::NAME).desired_width(120.0);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts::PRESET_NAME));
        let save = Command::SavePreset;
        let button = ui.add_enabled(!sheet.preset.trim().is_empty(), egui::Button::new(save.text()));
        if button.on_hover_text(save.tooltip()).clicked() {
            first(found, save);
        }
    });
}

/// One option: its clause, its values, and what each of them changes.
fn option_ui(ui: &mut Ui, view: &ViewContext, entry: &OptionEntry, own: &Options, sheet: &mut RulesSheet) {
    let palette = EguiPalette::of(ui.visuals());
    let chosen = {
        let mut all = own.clone();
        all.0.extend(sheet.options.0.clone());
        all.value(sheet.specs(), &entry.id).to_owned()
    };
    let usual = own.value(sheet.specs(), &entry.id).to_owned();
    ui.add_space(5.0);
    ui.horizontal_wrapped(|ui| {
        let mut title = RichText::new(&entry.title).font(heading_font(16.0));
        if chosen != usual {
            title = title.color(palette.accent());
        }
        ui.label(title);
        clause(ui, view, &format!("{}:{}", sheet.book().id, entry.clause));
        if chosen != usual {
            weak(ui, texts::CHANGED);
        }
        if is_module(entry) {
            weak(ui, texts::MODULE);
        }
    });
    if let Some((least, most)) = entry.range {
        ui.horizontal_wrapped(|ui| {
            let mut text = chosen.clone();
            let field = ui.add(TextEdit::singleline(&mut text).desired_width(52.0));
            field.widget_info(|| {
                WidgetInfo::labeled(Role::TextInput, true, texts::range(&entry.title, least, most))
            });
            if field.changed() {
                sheet.set(own, &entry.id, text.trim());
            }
            ui.label(RichText::new(&entry.meaning).font(serif_font(15.0)));
            weak(ui, texts::unless_changed(&usual));
        });
    }
    let values = if entry.range.is_some() { Vec::new() } else { entry.values() };
    for value in values {
        let mut words = egui::text::LayoutJob::default();
        let text = ui.visuals().text_color();
        words.append(value, 0.0, egui::TextFormat::simple(egui::FontId::proportional(14.0), text));
        let note = if value == usual { format!(" ({})  ", texts::DEFAULT) } else { "  ".to_owned() };
        words.append(&note, 0.0, egui::TextFormat::simple(egui::FontId::proportional(12.5), palette.weak()));
        words.append(&meaning(entry, value), 0.0, egui::TextFormat::simple(serif_font(15.0), text));
        words.wrap.max_width = ui.available_width() - 26.0;
        let radio = ui.radio(chosen == value, words);
        let label = format!("{}: {value}", entry.title);
        radio.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen == value, &label));
        if radio.clicked() {
            sheet.set(own, &entry.id, value);
        }
    }
    if let Some(fault) = sheet.fault_of(&entry.id) {
        refused_label(ui, &fault);
    }
}
