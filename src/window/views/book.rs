//! The rulebook: contents, search, and a page for each clause with its rulings, options, tables and cases.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Color32, FontId, Grid, Key, Margin, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use crate::book::{cases_of, clause_named, full_sentence, meaning, search, snippet, tag_words};
use crate::case_pictures::CasePictures;
use crate::texts::{rulebook as texts, shared};
use crate::theme::{EguiPalette, heading_font, map_font, serif_font};
use casebook::ShippedCase;
use desk::Terms;
use drawing::Face;
use game::options::Options;
use rulebook::{Clause, Rulebook, Table};

use super::{Sign, ViewContext, clause, heading, linked, sign, sign_button, weak};

/// Where the reader is in the book.
#[derive(Debug)]
pub struct BookState {
    pub book: &'static Rulebook,
    sought: String,
    /// The search words, and the clauses found.
    found: Option<(String, Vec<&'static Clause>)>,
    /// The clauses visited, the open one last; empty for the contents.
    read: Vec<String>,
    /// Clauses to go forward to, the next one last.
    ahead: Vec<String>,
    /// Cases whose text is open, by file and name.
    cases: BTreeSet<(String, String)>,
    /// The page has changed: scroll to its top.
    turned: bool,
    /// Move the focus to the search field.
    pub wants_focus: bool,
    /// The name of a clicked cell of a table.
    clicked_cell: Option<String>,
    /// The pictures of the cases.
    pub pictures: CasePictures,
}

impl Default for BookState {
    fn default() -> Self {
        Self::of(Rulebook::blank())
    }
}

impl BookState {
    /// The state at the contents of this book.
    pub fn of(book: &'static Rulebook) -> Self {
        Self {
            book,
            sought: String::new(),
            found: None,
            read: Vec::new(),
            ahead: Vec::new(),
            cases: BTreeSet::new(),
            turned: false,
            wants_focus: false,
            clicked_cell: None,
            pictures: CasePictures::default(),
        }
    }

    /// Opens the book at a clause, given with or without its rule set; returns whether it exists.
    pub fn show(&mut self, id: &str) -> bool {
        let Some(clause) = clause_named(self.book, id) else { return false };
        if self.read.last() != Some(&clause.id) {
            self.read.push(clause.id.clone());
            self.ahead.clear();
        }
        self.sought.clear();
        self.turned = true;
        true
    }

    /// The clause at which the book is open; `None` for the contents.
    pub fn page(&self) -> Option<&str> {
        self.read.last().map(String::as_str)
    }

    /// Takes the name of the clicked cell of a table.
    pub fn take_cell(&mut self) -> Option<String> {
        self.clicked_cell.take()
    }

    fn back(&mut self) {
        self.ahead.extend(self.read.pop());
        self.turned = true;
    }

    fn on(&mut self) {
        self.read.extend(self.ahead.pop());
        self.turned = true;
    }

    fn contents(&mut self) {
        self.read.clear();
        self.ahead.clear();
        self.sought.clear();
        self.turned = true;
    }

    fn open(&self) -> Option<&'static Clause> {
        self.book.clause(self.read.last()?)
    }

    fn results(&mut self) -> Vec<&'static Clause> {
        let sought = self.sought.trim();
        match &self.found {
            Some((words, found)) if words == sought => found.clone(),
            _ => {
                let found = search(self.book, sought);
                self.found = Some((sought.to_owned(), found.clone()));
                found
            }
        }
    }
}

/// Width of a page, for comfortable reading.
const COLUMN: f32 = 640.0;
/// Width from which the contents are shown beside the page.
const SPREAD: f32 = 820.0;

/// `terms`: the options and cells of the game.
pub fn rulebook_ui(ui: &mut Ui, view: &ViewContext, terms: &Terms, state: &mut BookState) {
    ui.set_max_width(ui.available_width());
    head_ui(ui, state);
    ui.add_space(2.0);
    if ui.available_width() < SPREAD {
        match (state.sought.trim().is_empty(), state.open()) {
            (false, _) => results_ui(ui, state),
            (true, Some(clause)) => page_ui(ui, view, clause, terms, state),
            (true, None) => contents_ui(ui, view, state),
        }
        return;
    }
    let size = ui.available_size();
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(300.0, size.y), |ui| {
            if state.sought.trim().is_empty() { contents_ui(ui, view, state) } else { results_ui(ui, state) }
        });
        ui.separator();
        ui.allocate_ui(vec2(ui.available_width(), size.y), |ui| {
            let first = state.book.clauses.first();
            if let Some(clause) = state.open().or(first) {
                page_ui(ui, view, clause, terms, state);
            }
        });
    });
}

fn head_ui(ui: &mut Ui, state: &mut BookState) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let button = |ui: &mut Ui, drawn: Sign, name: &str, enabled: bool| {
            sign_button(ui, drawn, name, name, enabled).clicked()
        };
        if button(ui, Sign::Left, texts::BACK, !state.read.is_empty()) {
            state.back();
        }
        if button(ui, Sign::Right, texts::ON, !state.ahead.is_empty()) {
            state.on();
        }
        let inside = !state.read.is_empty() || !state.sought.is_empty();
        if button(ui, Sign::Lines, texts::CONTENTS, inside) {
            state.contents();
        }
        let field = TextEdit::singleline(&mut state.sought).hint_text(texts::FIND);
        let field = ui.add(field.desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts::FIND));
        if std::mem::take(&mut state.wants_focus) {
            field.request_focus();
        }
        if field.changed() {
            state.turned = true;
            // The hint disappears only in the next frame.
            ui.ctx().request_repaint();
        }
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            let best = if state.sought.trim().is_empty() { None } else { state.results().first().copied() };
            if let Some(best) = best {
                state.show(&best.id);
            }
        }
    });
}

/// Shows a line of the contents: the id in the margin, the title; the whole line is one link.
fn line_ui(ui: &mut Ui, entry: &Clause, below: Option<&str>, state: &mut BookState) {
    let palette = EguiPalette::of(ui.visuals());
    let text = if entry.in_force { ui.visuals().text_color() } else { palette.weak() };
    let mut job = egui::text::LayoutJob::default();
    let font = if entry.in_force { serif_font(16.0) } else { map_font(Face::Italic, 16.0) };
    job.append(
        &entry.id,
        0.0,
        egui::TextFormat::simple(map_font(Face::Italic, 14.0), ui.visuals().hyperlink_color),
    );
    job.append(&entry.title, 8.0, egui::TextFormat::simple(font, text));
    if !entry.in_force {
        job.append(
            texts::NOT_IN_FORCE,
            8.0,
            egui::TextFormat::simple(FontId::proportional(11.5), palette.weak()),
        );
    }
    if let Some(below) = below {
        job.append("\n", 0.0, egui::TextFormat::default());
        job.append(below, 0.0, egui::TextFormat::simple(serif_font(14.0), palette.weak()));
    }
    let open = state.read.last() == Some(&entry.id);
    let button = egui::Button::selectable(open, job).wrap().min_size(vec2(ui.available_width(), 0.0));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("{} {}", entry.id, entry.title)));
    if response.clicked() {
        state.show(&entry.id);
    }
}

fn contents_ui(ui: &mut Ui, view: &ViewContext, state: &mut BookState) {
    let book = view.book;
    let mut area = ScrollArea::vertical().id_salt("contents").auto_shrink([false; 2]);
    if std::mem::take(&mut state.turned) && state.read.is_empty() {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().button_padding.y = 2.0;
        ui.vertical_centered(|ui| {
            ui.add_space(10.0);
            ui.label(RichText::new(&book.name).font(heading_font(24.0)));
            let palette = EguiPalette::of(ui.visuals());
            let by = texts::restated(&book.author);
            ui.label(RichText::new(by).font(map_font(Face::Italic, 15.0)).color(palette.weak()));
            ornament(ui);
        });
        for section in &book.sections {
            ui.add_space(10.0);
            let title = format!("{}.  {}", section.id, section.title);
            ui.label(RichText::new(title).font(heading_font(19.0)));
            ui.add_space(2.0);
            for entry in book.section(&section.id) {
                line_ui(ui, entry, None, state);
            }
        }
        if !book.tables.is_empty() {
            ui.add_space(10.0);
            ui.label(RichText::new(texts::TABLES).font(heading_font(19.0)));
            ui.add_space(2.0);
        }
        for table in &book.tables {
            // A table is on the page of the first clause that it serves.
            let page = table.clauses.first().and_then(|id| book.clause(id));
            let line = page.map(|page| Clause { title: table.title.clone(), ..page.clone() });
            if let Some(line) = line {
                line_ui(ui, &line, None, state);
            }
        }
        ui.add_space(20.0);
    });
}

fn results_ui(ui: &mut Ui, state: &mut BookState) {
    let found = state.results();
    let sought = state.sought.clone();
    let mut area = ScrollArea::vertical().id_salt("found").auto_shrink([false; 2]);
    if std::mem::take(&mut state.turned) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        weak(ui, texts::found(found.len()));
        for entry in found {
            line_ui(ui, entry, Some(&snippet(entry, &sought)), state);
        }
    });
}

/// A thin rule with a lozenge, as between the parts of a printed page.
fn ornament(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width().min(180.0), 14.0), egui::Sense::empty());
    let colour = EguiPalette::of(ui.visuals()).weak();
    let stroke = egui::Stroke::new(1.0, colour);
    let middle = rect.center();
    ui.painter().hline(rect.left()..=middle.x - 9.0, middle.y, stroke);
    ui.painter().hline(middle.x + 9.0..=rect.right(), middle.y, stroke);
    let corners = [vec2(0.0, -3.5), vec2(3.5, 0.0), vec2(0.0, 3.5), vec2(-3.5, 0.0)].map(|by| middle + by);
    ui.painter().add(egui::Shape::convex_polygon(corners.to_vec(), colour, egui::Stroke::NONE));
}

/// One clause on its page.
fn page_ui(ui: &mut Ui, view: &ViewContext, entry: &'static Clause, terms: &Terms, state: &mut BookState) {
    let book = view.book;
    let mut area = ScrollArea::vertical().id_salt("page").auto_shrink([false; 2]);
    if std::mem::take(&mut state.turned) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        let wide = ui.available_width();
        let margin = ((wide - COLUMN) / 2.0).max(6.0);
        let inner = egui::Frame::new().inner_margin(Margin::symmetric(margin.min(120.0) as i8, 6));
        inner.show(ui, |ui| {
            let palette = EguiPalette::of(ui.visuals());
            let text = ui.visuals().text_color();
            if let Some(section) = book.sections.iter().find(|section| section.id == entry.section()) {
                let above = format!("{}. {}", section.id, section.title);
                ui.label(RichText::new(above).font(map_font(Face::Italic, 15.0)).color(palette.weak()));
            }
            let title = ui.label(RichText::new(&entry.title).font(heading_font(27.0)));
            title.widget_info(|| {
                WidgetInfo::labeled(Role::Heading, true, format!("{} {}", entry.id, entry.title))
            });
            ui.horizontal_wrapped(|ui| {
                ui.label(
                    RichText::new(format!("{}:{}", book.id, entry.id)).font(map_font(Face::Italic, 15.0)),
                );
                weak(ui, tag_words(entry));
            });
            ui.add_space(8.0);
            linked(ui, view, &entry.text, &serif_font(17.5), text);
            if let Some(geometry) = &entry.geometry {
                part(ui, texts::MEASURED);
                linked(ui, view, geometry, &serif_font(15.5), text);
            }
            if let Some(ruling) = &entry.ruling {
                part(ui, texts::RULING);
                barred(ui, palette.accent(), |ui| linked(ui, view, ruling, &serif_font(16.0), text));
            }
            questions_ui(ui, view, entry);
            if !entry.options.is_empty() {
                part(ui, shared::OPTIONS);
                for id in &entry.options {
                    option_ui(ui, view, id, &terms.options);
                }
            }
            for table in book.tables.iter().filter(|table| table.clauses.contains(&entry.id)) {
                let clicked = table_ui(ui, view, table, &terms.cells);
                state.clicked_cell = clicked.or(state.clicked_cell.take());
            }
            cases_ui(ui, view, entry, state);
            ui.add_space(18.0);
            neighbours_ui(ui, view, entry, state);
        });
    });
}

/// The heading of a part of the page.
fn part(ui: &mut Ui, title: &str) {
    ui.add_space(12.0);
    heading(ui, title);
}

/// Indented, with an upright bar.
fn barred(ui: &mut Ui, colour: Color32, body: impl FnOnce(&mut Ui)) {
    let frame = egui::Frame::new().inner_margin(Margin { left: 12, right: 0, top: 2, bottom: 2 });
    let rect = frame.show(ui, |ui| body(ui)).response.rect;
    ui.painter().vline(rect.left() + 3.0, rect.y_range(), egui::Stroke::new(2.0, colour));
}

fn questions_ui(ui: &mut Ui, view: &ViewContext, entry: &Clause) {
    let asked: Vec<_> = entry.questions.iter().filter_map(|number| view.book.question(*number)).collect();
    if asked.is_empty() {
        return;
    }
    part(ui, texts::OPEN_QUESTIONS);
    for question in asked {
        let text = ui.visuals().text_color();
        linked(
            ui,
            view,
            &format!("{}. {}", question.number, question.question),
            &map_font(Face::Italic, 16.0),
            text,
        );
        linked(ui, view, &question.ruling, &serif_font(15.5), text);
    }
}

/// An option with the alternative that is in force now.
fn option_ui(ui: &mut Ui, view: &ViewContext, id: &str, chosen: &Options) {
    let Some(entry) = view.book.option(id) else { return };
    let palette = EguiPalette::of(ui.visuals());
    let now = chosen.0.get(id).unwrap_or(&entry.default).as_str();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&entry.title).font(heading_font(16.0)));
        weak(ui, &entry.id);
    });
    let values = if entry.range.is_some() { vec![now] } else { entry.values() };
    for value in values {
        let in_force = value == now;
        let mut job = egui::text::LayoutJob::default();
        job.wrap.max_width = ui.available_width();
        let text = if in_force { ui.visuals().text_color() } else { palette.weak() };
        if entry.range.is_none() {
            job.append(value, 0.0, egui::TextFormat::simple(heading_font(15.0), text));
            job.append(" ", 0.0, egui::TextFormat::simple(serif_font(15.0), text));
        }
        job.append(&meaning(entry, value), 2.0, egui::TextFormat::simple(serif_font(15.0), text));
        if in_force {
            job.append(
                &format!("  {}", texts::IN_FORCE_NOW),
                0.0,
                egui::TextFormat::simple(FontId::proportional(11.5), palette.accent()),
            );
        }
        ui.label(job);
    }
    ui.add_space(4.0);
}

/// Shows a table with the game's values: cells corrected by the referee are marked. Returns the name of a clicked cell.
fn table_ui(
    ui: &mut Ui,
    view: &ViewContext,
    table: &Table,
    corrected: &BTreeMap<String, String>,
) -> Option<String> {
    let mut clicked = None;
    part(ui, &table.title);
    ScrollArea::horizontal().id_salt(&table.id).auto_shrink([false, true]).show(ui, |ui| {
        let grid = Grid::new(("book", &table.id)).striped(true).spacing([16.0, 4.0]);
        grid.num_columns(table.columns.len()).show(ui, |ui| {
            for column in &table.columns {
                ui.label(RichText::new(column).font(map_font(Face::Italic, 15.0)));
            }
            ui.end_row();
            for row in &table.rows {
                for (place, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
                    let name = table.cell_name(row, column);
                    let now = corrected.get(&name);
                    let accent = EguiPalette::of(ui.visuals()).accent();
                    let words = match now {
                        Some(now) => RichText::new(format!("{now} *")).color(accent),
                        None => RichText::new(cell),
                    };
                    let words = words.font(serif_font(15.0));
                    if place == 0 || cell.is_empty() && now.is_none() {
                        ui.label(words);
                        continue;
                    }
                    let label = egui::Label::new(words).selectable(false).sense(egui::Sense::click());
                    let said = match now {
                        Some(now) => texts::corrected_cell(&name, now, cell),
                        None => texts::cell(&name, cell),
                    };
                    let response = ui.add(label);
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
                    let response = match now {
                        Some(_) => response.on_hover_text(texts::corrected(cell)),
                        None => response,
                    };
                    if response.clicked() {
                        clicked = Some(name);
                    }
                }
                ui.end_row();
            }
        });
    });
    if let Some(note) = &table.note {
        linked(ui, view, note, &serif_font(14.5), ui.visuals().text_color());
    }
    weak(ui, texts::CORRECT_HINT);
    clicked
}

/// Shows the cases of a clause; a clicked one shows its whole text.
fn cases_ui(ui: &mut Ui, view: &ViewContext, entry: &Clause, state: &mut BookState) {
    let cases: Vec<&ShippedCase> = cases_of(view.book, &entry.id).collect();
    if cases.is_empty() {
        return;
    }
    part(ui, &texts::cases(cases.len()));
    for (place, case) in cases.into_iter().enumerate() {
        let palette = EguiPalette::of(ui.visuals());
        let key = (case.file.clone(), case.name.clone());
        let open = state.cases.contains(&key);
        let mut job = egui::text::LayoutJob::default();
        let text = ui.visuals().text_color();
        job.append(&full_sentence(&case.name), 0.0, egui::TextFormat::simple(serif_font(15.5), text));
        if !case.shows.is_empty() {
            let format = egui::TextFormat::simple(map_font(Face::Italic, 14.5), palette.weak());
            job.append(&full_sentence(&case.shows), 6.0, format);
        }
        let response = ui
            .horizontal_top(|ui| {
                ui.add_space(8.0);
                ui.add(egui::Label::new(job).wrap().selectable(false).sense(egui::Sense::click()))
            })
            .inner;
        let margin = egui::Rect::from_min_size(response.rect.min - vec2(14.0, 0.0), vec2(14.0, 22.0));
        sign(ui, margin, if open { Sign::Down } else { Sign::Right }, palette.weak());
        let label = texts::case(&case.name);
        response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, &label));
        if response.clicked() && !state.cases.remove(&key) {
            state.cases.insert(key);
        }
        // The first shows what the clause is about.
        if open || place == 0 {
            picture_ui(ui, case, &mut state.pictures);
        }
        if open {
            super::sheet(ui).show(ui, |ui| {
                ScrollArea::horizontal().id_salt((&case.file, &case.name)).show(ui, |ui| {
                    let text = RichText::new(&case.text).monospace().size(12.0);
                    ui.add(egui::Label::new(text).extend());
                });
                ui.horizontal_wrapped(|ui| {
                    weak(ui, texts::cites(&case.file));
                    for cited in &case.clauses {
                        clause(ui, view, cited);
                    }
                });
            });
        }
    }
}

/// Shows the picture of a case, at its own width or the width available.
fn picture_ui(ui: &mut Ui, case: &ShippedCase, pictures: &mut CasePictures) {
    let Some((texture, size)) = pictures.of(case) else { return };
    let wide = size.x.min(ui.available_width() - 16.0).max(1.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let picture = egui::Image::new((texture.id(), size * (wide / size.x)));
        ui.add(picture.alt_text(texts::picture(&case.name)));
    });
}

/// The clauses before and after this one.
fn neighbours_ui(ui: &mut Ui, view: &ViewContext, entry: &Clause, state: &mut BookState) {
    let clauses = &view.book.clauses;
    let Some(at) = clauses.iter().position(|other| other.id == entry.id) else { return };
    let before = at.checked_sub(1).and_then(|index| clauses.get(index));
    let after = clauses.get(at + 1);
    for (neighbour, name) in [(before, texts::CLAUSE_BEFORE), (after, texts::CLAUSE_AFTER)] {
        let Some(neighbour) = neighbour else { continue };
        let text = format!("{}  {}", neighbour.id, neighbour.title);
        let button = egui::Button::new(RichText::new(text).font(serif_font(15.0))).wrap();
        let response = ui.add(button);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, texts::neighbour(name, &neighbour.id, &neighbour.title))
        });
        if response.clicked() {
            state.show(&neighbour.id);
        }
    }
}
