//! The start sheet: what to begin with, in four large choices.

use egui::{Align, Button, Layout, RichText, vec2};

use crate::command::Command;
use crate::texts::start as texts;
use crate::theme::{heading_font, serif_font};

use super::dialogs::{close, window};
use super::first;

/// Each with what it is and what it does.
const CHOICES: [([&str; 2], Command); 4] = [
    (texts::GUIDE, Command::StartGuide),
    (texts::BATTLE, Command::ChooseScenario),
    (texts::OWN_TABLE, Command::SetUp),
    (texts::FIGHT_OUT, Command::FightOut),
];

pub fn start_ui(ctx: &egui::Context) -> Option<Command> {
    let mut found = None;
    let room = ctx.content_rect().size();
    let wide = (room.x - 60.0).min(560.0);
    window(ctx, texts::TITLE, wide, |ui| {
        ui.set_width(wide);
        for ([title, about], command) in CHOICES {
            let words = format!("{title}: {about}");
            let high = 74.0_f32.min((room.y - 160.0) / 4.0);
            let answer = ui.add_sized(vec2(wide, high), Button::new(""));
            let inside = answer.rect.shrink2(vec2(18.0, 8.0));
            let layout = Layout::top_down(Align::Min);
            // Over the button: it takes no room of its own.
            let mut over = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(layout));
            let label = |text| egui::Label::new(text).selectable(false).wrap();
            over.add(label(RichText::new(title).font(heading_font(20.0))));
            over.add(label(RichText::new(about).font(serif_font(14.5))));
            answer.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
            if answer.clicked() {
                first(&mut found, command);
            }
            ui.add_space(6.0);
        }
        close(ui, &mut found);
    });
    found
}
