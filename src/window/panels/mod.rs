//! The panels of any game: they draw plain data and return answers. A panel knows how to ask a question, but not the order
//! behind it.

pub mod card;
pub mod cup;
pub mod due;
pub mod fiat;
pub mod groups;
pub mod questions;
pub mod ring;

use egui::{FontId, RichText, Ui};

use super::views::{self, ViewContext};
use drawing::StageSpot;
use game::Remark;

/// Shows sentences, each with its clause as a link.
pub fn remarks_ui(ui: &mut Ui, view: &ViewContext, remarks: &[Remark]) {
    for remark in remarks {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(&remark.words).font(FontId::proportional(13.5)));
            if let Some(clause) = remark.clause {
                views::clause(ui, view, clause);
            }
        });
    }
}

/// Shows the tooltip of a sign, a plate or a place.
pub fn spot_ui(ui: &mut Ui, view: &ViewContext, spot: &StageSpot) {
    ui.set_max_width(360.0);
    views::heading(ui, &spot.title);
    remarks_ui(
        ui,
        view,
        &[Remark {
            words: spot.words.clone(),
            clause: Some(spot.clause).filter(|clause| !clause.is_empty()),
        }],
    );
}
