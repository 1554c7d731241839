//! The order of battle: groups with their chits, and their pieces with strengths and places.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, FontId, Label, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke,
    StrokeKind, TextWrapMode, Ui, WidgetInfo, pos2, vec2,
};

use crate::canvas::Answers;
use crate::command::Command;
use crate::play::PlayAction;
use crate::play::summary::PlaySummary;
use crate::texts::{cup, groups as texts, shared};
use crate::theme::{EguiPalette, heading_font};
use crate::views::{ViewContext, first, heading, swatch, weak};
use drawing::{ArmyColour, Ink};
use game::{ChitPlace, Group, GroupArmy, Member, Remark};

use super::cup::{cup_ui, cup_words};
use super::remarks_ui;

/// The height of a row, in points.
const ROW: f32 = 20.0;

/// Indentation of a group for each one above it, in points.
const DEPTH: f32 = 7.0;

/// The width of the triangle that folds a group, and of the mark of its chits, in points.
const TRIANGLE: f32 = 13.0;
const MARK: f32 = 16.0;

/// What the rows have in common.
struct Columns {
    /// Width of the right-aligned tags of pieces, in points.
    tags: f32,
    /// Width of the figures at the right end, in points.
    figures: f32,
    /// Are groups folded except those that act?
    folds: bool,
}

impl Columns {
    fn of(groups: &[Group]) -> Self {
        let members = || groups.iter().flat_map(|group| &group.members);
        let longest =
            |of: fn(&Member) -> &str| members().map(|one| of(one).chars().count()).max().unwrap_or(0);
        Self {
            tags: 8.0 + 7.5 * longest(|one| own_tag(one)) as f32,
            figures: 8.0 + 6.6 * longest(|one| &one.figures) as f32,
            folds: groups.iter().any(|group| group.chits.is_some()),
        }
    }
}

/// Shows the order of battle: badges, or every unit if it is `unfolded`; returns its height in points.
pub fn groups_ui(
    ui: &mut Ui,
    view: &ViewContext,
    summary: &PlaySummary,
    selected: Option<&str>,
    unfolded: bool,
    answers: &mut impl Answers,
) -> (Option<Command>, f32) {
    let mut found = None;
    let mut turned = false;
    let shown = ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        // The names get all the space there is.
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        ui.spacing_mut().interact_size.y = ROW;
        let columns = Columns::of(&summary.groups);
        turned = head_ui(ui, summary, unfolded);
        if unfolded && columns.folds {
            cup_ui(ui, summary, &mut found);
        }
        let named = || summary.groups.iter().any(|group| !group.name.is_empty());
        let badges = !unfolded && named();
        let mut side = "";
        for group in &summary.groups {
            if side != group.side {
                side = &group.side;
                side_ui(ui, summary, side);
                if badges {
                    badges_ui(ui, view, summary, side, selected, &mut found);
                }
            }
            if badges && !group.name.is_empty() {
                continue;
            }
            if let Some(army) = &group.army {
                army_ui(ui, view, army);
            }
            if group_ui(ui, view, summary, group, &columns, selected, &mut found) {
                for member in &group.members {
                    let is_selected = selected == Some(member.piece.as_str());
                    member_ui(ui, member, &columns, is_selected, answers, &mut found);
                }
                ui.add_space(2.0);
            }
        }
        ui.add_space(4.0);
    });
    let command = if turned { Some(Command::Unfold) } else { found.map(Command::Play) };
    (command, shown.content_size.y)
}

fn holds(group: &Group, selected: Option<&str>) -> bool {
    selected.is_some_and(|piece| group.members.iter().any(|member| member.piece == piece))
}

/// Shows the number of chits in the cup, and the button that unfolds the badges; returns whether it was pressed.
fn head_ui(ui: &mut Ui, summary: &PlaySummary, unfolded: bool) -> bool {
    let sides = egui::Sides::new().shrink_left().truncate();
    let pressed = sides.show(
        ui,
        |ui| {
            if !unfolded && let Some(words) = cup_words(summary) {
                let hint = if summary.draw.is_some() { cup::CLICK_DRAWN_SHORT } else { &words };
                weak(ui, hint).on_hover_text(&words);
            }
        },
        |ui| {
            let button = ui.small_button(if unfolded { texts::BADGES } else { texts::EVERY_UNIT });
            button
                .on_hover_text(format!("{} ({})", Command::Unfold.tooltip(), Command::Unfold.keys(ui.ctx())))
                .clicked()
        },
    );
    pressed.1
}

/// Shows a badge for each group of a side: its name, its strength, and where its chit is.
fn badges_ui(
    ui: &mut Ui,
    view: &ViewContext,
    summary: &PlaySummary,
    side: &str,
    selected: Option<&str>,
    found: &mut Option<PlayAction>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for group in summary.groups.iter().filter(|group| group.side == side && !group.name.is_empty()) {
            if badge_ui(ui, view, summary, group, selected).clicked() {
                let in_cup = group.chits.as_ref().filter(|chits| chits.place == ChitPlace::Cup);
                match (summary.draw.is_some(), in_cup) {
                    (true, Some(chits)) => first(found, PlayAction::Drawn(chits.name.clone())),
                    _ => {
                        let placed = group.members.iter().find(|member| member.placed);
                        if let Some(member) = placed {
                            first(found, PlayAction::Show(member.piece.clone()));
                        }
                    }
                }
            }
        }
    });
    ui.add_space(3.0);
}

fn badge_ui(
    ui: &mut Ui,
    view: &ViewContext,
    summary: &PlaySummary,
    group: &Group,
    selected: Option<&str>,
) -> Response {
    let palette = EguiPalette::of(ui.visuals());
    let place = group.chits.as_ref().map(|chits| chits.place);
    let draws = summary.draw.is_some() && place == Some(ChitPlace::Cup);
    // A group whose chit may be drawn is in play, even with no piece on the table.
    let faded = match place {
        Some(ChitPlace::Cup | ChitPlace::Drawn) => false,
        Some(ChitPlace::Spent | ChitPlace::ToCome | ChitPlace::Gone) => true,
        Some(ChitPlace::None) | None => group.members.iter().all(|member| !member.placed),
    };
    let colour = summary.colour_of(group).unwrap_or(ArmyColour::Grey);
    let ink = if faded { palette.weak() } else { palette.ink(Ink::NameOnBlock(colour)) };
    let count = group.chits.as_ref().map_or(1, |chits| chits.count);
    let times = if count > 1 { format!(" ×{count}") } else { String::new() };
    let strength_of = |words: &dyn Fn(u32) -> String| match group.start {
        0 => String::new(),
        start => format!("  {}", words(start)),
    };
    let strength = strength_of(&|start| strength_words(group.strength, start));
    let strain = match group.strain.as_str() {
        "" => String::new(),
        strain => format!("  {strain}"),
    };
    let most = (ui.max_rect().width() - 18.0).max(40.0);
    let laid = |strength: &str| {
        let text = format!("{}{times}{strength}{strain}", group.name);
        let mut job = LayoutJob::simple_singleline(text, FontId::proportional(12.0), ink);
        job.wrap = TextWrapping::truncate_at_width(most);
        ui.painter().layout_job(job)
    };
    let words = laid(&strength);
    // It has room for its losses from the start: no badge moves because another has lost.
    let widest = laid(&strength_of(&|start| format!("{start}/{start}")));
    let room = vec2(words.size().x.max(widest.size().x), words.size().y);
    let left = (room.x - words.size().x) / 2.0;
    let (rect, response) = ui.allocate_exact_size(room + vec2(13.0, 5.0), Sense::click());
    let said = match (&group.chits, draws) {
        (Some(chits), true) => cup::chit_in_cup(&chits.name),
        _ => spoken(group),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    let lit = response.hovered() || response.has_focus();
    let line = match (lit || holds(group, selected), group.active, faded) {
        (true, ..) => Stroke::new(2.0, palette.ink(Ink::Selected)),
        (_, true, _) => Stroke::new(2.0, palette.ink(Ink::Active)),
        (.., true) => Stroke::new(1.0, palette.card_line()),
        (..) => Stroke::new(1.0, palette.ink(Ink::BlockLine)),
    };
    let fill = if faded { ui.visuals().faint_bg_color } else { palette.ink(Ink::Block(colour)) };
    ui.painter().rect(rect, rect.height() / 2.0, fill, line, StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(6.5 + left, 2.5), words, ink);
    if place == Some(ChitPlace::Spent) {
        let across = [pos2(rect.left() + 6.0, rect.center().y), pos2(rect.right() - 6.0, rect.center().y)];
        ui.painter().line_segment(across, Stroke::new(1.0, palette.weak()));
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        heading(ui, &group.name);
        if draws {
            weak(ui, cup::CLICK_IF_DRAWN);
        }
        remarks_ui(ui, view, &remarks(group, summary.counted_in));
        for member in &group.members {
            let figures =
                if member.figures.is_empty() { String::new() } else { format!("  {}", member.figures) };
            weak(ui, format!("{} {}{figures}", own_tag(member), member.name).trim_start());
        }
    })
}

/// `12` at full strength, `9/12` after losses.
fn strength_words(now: u32, start: u32) -> String {
    if now == start { start.to_string() } else { format!("{now}/{start}") }
}

/// Shows a side, with the strength of all its groups.
fn side_ui(ui: &mut Ui, summary: &PlaySummary, side: &str) {
    let groups = || summary.groups.iter().filter(|group| group.side == side);
    let (now, start) = (groups().map(|one| one.strength).sum(), groups().map(|one| one.start).sum::<u32>());
    ui.add_space(5.0);
    egui::Sides::new().shrink_left().truncate().show(
        ui,
        |ui| ui.label(RichText::new(summary.side_name(side)).font(heading_font(17.0))),
        |ui| {
            if start > 0 {
                weak(ui, strength_words(now, start)).on_hover_text(shared::of_whole(
                    now,
                    start,
                    summary.counted_in,
                ));
            }
        },
    );
}

/// Shows an army with what its groups share, unbroken: without room on one line, the second goes below.
fn army_ui(ui: &mut Ui, view: &ViewContext, army: &GroupArmy) {
    // Its two lines are close together.
    let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 16.0);
    let row = ui.horizontal_wrapped(|ui| {
        let colour = EguiPalette::of(ui.visuals()).weak();
        let whole = |words| Label::new(words).wrap_mode(TextWrapMode::Extend);
        ui.add(whole(RichText::new(&army.name).font(heading_font(14.0))));
        ui.add(whole(RichText::new(&army.words).color(colour).size(12.5)));
    });
    ui.spacing_mut().interact_size.y = usual;
    row.response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        heading(ui, &format!("{}: {}", army.name, army.words));
        remarks_ui(ui, view, std::slice::from_ref(&army.about));
    });
    ui.add_space(1.0);
}

/// Whether a group is unfolded, and why.
#[derive(Clone, Copy, Debug, Default)]
struct Fold {
    open: bool,
    /// It acts, or has the selected piece.
    called_for: bool,
    /// It was opened for that, and not by hand.
    by_itself: bool,
}

impl Fold {
    /// Opens when called for, and closes again afterwards; returns whether it has just been opened.
    fn follow(&mut self, called_for: bool) -> bool {
        let begins = called_for && !self.called_for;
        let ends = !called_for && self.called_for;
        self.called_for = called_for;
        if begins {
            (self.by_itself, self.open) = (!self.open, true);
        } else if ends && std::mem::take(&mut self.by_itself) {
            self.open = false;
        }
        begins
    }

    fn turn(&mut self) {
        (self.open, self.by_itself) = (!self.open, false);
    }
}

/// Shows a group in one line; returns whether its pieces are visible.
fn group_ui(
    ui: &mut Ui,
    view: &ViewContext,
    summary: &PlaySummary,
    group: &Group,
    columns: &Columns,
    selected: Option<&str>,
    found: &mut Option<PlayAction>,
) -> bool {
    if group.name.is_empty() {
        // Its side has no groups: the pieces are listed under the side.
        return true;
    }
    let id = ui.make_persistent_id(("group", &group.side, &group.key));
    let unfolded = Fold { open: !columns.folds, ..Fold::default() };
    let mut fold: Fold = ui.data(|data| data.get_temp(id)).unwrap_or(unfolded);
    let holds = holds(group, selected);
    let begins = fold.follow(group.active || holds);
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.add_space(DEPTH * group.depth as f32);
        if triangle_ui(ui, group, fold.open) {
            fold.turn();
        }
        if group.chits.is_some() {
            mark_ui(ui, group);
        }
        if let Some(colour) = summary.colour_of(group) {
            swatch(ui, colour);
        }
        name_ui(ui, view, summary, group)
    });
    let name = row.inner;
    if begins && group.active {
        name.scroll_to_me(Some(egui::Align::Min));
    }
    if name.clicked() {
        match group.members.iter().find(|member| member.placed) {
            Some(member) if !holds => first(found, PlayAction::Show(member.piece.clone())),
            _ => fold.turn(),
        }
    }
    ui.data_mut(|data| data.insert_temp(id, fold));
    fold.open
}

fn triangle_ui(ui: &mut Ui, group: &Group, open: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(TRIANGLE, ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::fold_group(open, &group.name)));
    let at = rect.center();
    let corners = match open {
        true => [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)],
        false => [vec2(-2.5, -4.0), vec2(-2.5, 4.0), vec2(3.5, 0.0)],
    };
    let lit = response.hovered() || response.has_focus();
    let colour = if lit { ui.visuals().strong_text_color() } else { EguiPalette::of(ui.visuals()).weak() };
    let points = corners.map(|by| at + by).to_vec();
    ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
    response.on_hover_text(texts::fold(open)).clicked()
}

/// Shows the name of a group, cut if it has no room, and its strength at the right end of the line.
fn name_ui(ui: &mut Ui, view: &ViewContext, summary: &PlaySummary, group: &Group) -> Response {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spoken(group)));
    if ui.is_rect_visible(rect) {
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let strength =
            if group.start > 0 { strength_words(group.strength, group.start) } else { String::new() };
        let ink = if group.strength < group.start { ui.visuals().text_color() } else { palette.weak() };
        let end = rect.right_center() - vec2(3.0, 0.0);
        let taken = ui.painter().text(end, Align2::RIGHT_CENTER, strength, FontId::proportional(12.5), ink);
        let font = if group.active { heading_font(14.5) } else { FontId::proportional(13.5) };
        let room = taken.left() - 5.0 - rect.left();
        let gone = group.chits.as_ref().is_some_and(|chits| chits.place == ChitPlace::Gone);
        let ink = if gone { palette.weak() } else { ui.visuals().text_color() };
        let asides = group.told().map(String::as_str).collect::<Vec<_>>().join(", ");
        let name = cut(ui, rect.left_center(), &group.name, font, ink, room);
        if !asides.is_empty() {
            let from = pos2(name.right() + 7.0, rect.center().y);
            cut(ui, from, &asides, FontId::proportional(12.0), palette.weak(), taken.left() - 5.0 - from.x);
        }
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        heading(ui, &group.name);
        remarks_ui(ui, view, &remarks(group, summary.counted_in));
    })
}

/// Writes a line from there, cut with … if it has no room; returns its rectangle.
fn cut(ui: &Ui, from: Pos2, words: &str, font: FontId, ink: egui::Color32, room: f32) -> Rect {
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, ink);
    job.wrap = TextWrapping::truncate_at_width(room.max(10.0));
    let galley = ui.painter().layout_job(job);
    let place = Align2::LEFT_CENTER.anchor_size(from, galley.size());
    ui.painter().galley(place.min, galley, ink);
    place
}

/// A group in words for screen readers: `I Corps, active, chit in hand, 12 of 14 points`.
fn spoken(group: &Group) -> String {
    let active = group.active.then(|| texts::ACTIVE.to_owned());
    let chits = group.chits.as_ref().map(|chits| texts::chit(&chits.words));
    let points = (group.start > 0).then(|| shared::of_whole(group.strength, group.start, texts::POINTS));
    let said = [Some(group.name.clone()), active, chits, points].into_iter().flatten();
    said.chain(group.told().cloned()).collect::<Vec<_>>().join(", ")
}

/// The tooltip of a group; `counted_in`: the unit of its strength.
fn remarks(group: &Group, counted_in: &str) -> Vec<Remark> {
    let plain = |words: String| Remark { words, clause: None };
    let mut said = Vec::new();
    if group.active {
        said.push(plain(texts::ACTIVE_NOW.to_owned()));
    }
    if let Some(chits) = &group.chits {
        said.push(Remark { words: texts::chit_is(&chits.words), clause: Some(chits.clause) });
        if chits.count > 1 {
            said.push(plain(texts::chits_there(chits.count)));
        }
    }
    if group.start > 0 {
        said.push(plain(shared::of_whole(group.strength, group.start, counted_in)));
    }
    said.extend(group.told().cloned().map(plain));
    said
}

/// Draws where the chit of a group is, by shape alone. In the cup: a full disc; spent: a ring with a stroke; to come: a small
/// ring; out of play: a cross; no chit: a dot. For a group that acts, wherever its chit is: a larger disc with a dot in it.
fn mark_ui(ui: &mut Ui, group: &Group) {
    let Some(chits) = &group.chits else { return };
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(MARK, ROW), Sense::hover());
    let (at, ink) = (rect.center(), palette.ink(Ink::Line));
    let (line, painter) = (Stroke::new(1.4, ink), ui.painter());
    let slash = |by: f32| [at + vec2(-by, by), at + vec2(by, -by)];
    match chits.place {
        _ if group.active => {
            painter.circle(at, 6.5, palette.ink(Ink::Active), Stroke::new(1.6, ink));
            painter.circle_filled(at, 2.4, ui.visuals().panel_fill);
        }
        ChitPlace::Cup => drop(painter.circle_filled(at, 5.5, ink)),
        ChitPlace::Drawn => drop(painter.circle(at, 5.0, palette.ink(Ink::Active), line)),
        ChitPlace::Spent => {
            painter.circle_stroke(at, 5.0, line);
            painter.line_segment(slash(3.5), line);
        }
        ChitPlace::ToCome => drop(painter.circle_stroke(at, 3.0, Stroke::new(1.2, palette.weak()))),
        ChitPlace::Gone => {
            let [from, to] = slash(3.5);
            let pen = Stroke::new(1.2, palette.weak());
            painter.line_segment([from, to], pen);
            painter.line_segment([pos2(from.x, to.y), pos2(to.x, from.y)], pen);
        }
        ChitPlace::None => drop(painter.circle_filled(at, 2.0, palette.weak())),
    }
    response.on_hover_text(texts::mark(group.active, &chits.words));
}

/// The tag of a piece, if its name does not contain it.
fn own_tag(member: &Member) -> &str {
    if member.tag == member.name { "" } else { &member.tag }
}

fn member_ui(
    ui: &mut Ui,
    member: &Member,
    columns: &Columns,
    selected: bool,
    answers: &mut impl Answers,
    found: &mut Option<PlayAction>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW - 1.0), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(Role::ListItem, true, selected, texts::in_list(&member.spoken)));
    if ui.is_rect_visible(rect) {
        paint_member(ui, member, columns, rect, selected, response.hovered() || response.has_focus());
    }
    response.context_menu(|ui| answers.menu(ui, &member.piece));
    if response.clicked() {
        let key = member.piece.clone();
        first(found, if member.placed { PlayAction::Show(key) } else { PlayAction::PickUp(key) });
    }
    response.on_hover_ui(|ui| answers.tooltip(ui, &member.piece));
}

/// Draws its right-aligned tag, its name, its place or condition, and its figures at the right end.
fn paint_member(ui: &Ui, member: &Member, columns: &Columns, rect: Rect, selected: bool, lit: bool) {
    let palette = EguiPalette::of(ui.visuals());
    let fill = match (selected, lit) {
        (true, _) => Some(ui.visuals().selection.bg_fill),
        (false, true) => Some(ui.visuals().widgets.hovered.weak_bg_fill),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let plain = ui.visuals().text_color();
    let ink = if member.placed { plain } else { palette.weak() };
    let (left, right) = (rect.left_center(), rect.right_center() - vec2(3.0, 0.0));
    let (font, painter) = (FontId::proportional(12.5), ui.painter());
    let tag = own_tag(member);
    let begin = left + vec2(TRIANGLE + columns.tags, 0.0);
    painter.text(begin, Align2::RIGHT_CENTER, tag, heading_font(13.0), ink);
    let strong = if member.weakened { plain } else { palette.weak() };
    painter.text(right, Align2::RIGHT_CENTER, &member.figures, font.clone(), strong);
    let end = right - vec2(columns.figures, 0.0);
    let state = painter.text(end, Align2::RIGHT_CENTER, &member.state, font.clone(), palette.weak());
    // If the name begins with the tag, it is not repeated.
    let rest = member.name.strip_prefix(tag).and_then(|rest| rest.strip_prefix(' '));
    let name = rest.unwrap_or(&member.name);
    let from = begin + vec2(6.0, 0.0);
    let name = cut(ui, from, name, font, ink, state.left() - 5.0 - from.x);
    if member.gone {
        painter.hline(name.x_range(), rect.center().y, Stroke::new(1.0, ink));
    }
}
