//! Sizes new areas in the frame in which they appear.
//!
//! The toolkit lays an area out once without showing it, to learn its size, and draws it in the next frame. Here the first
//! frame is laid out a second time instead, so that a key press shows its effect without another frame.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use egui::plugin::Plugin;
use egui::{Context, LayerId, Ui};

/// Maximum number of passes for a frame: the first, one for its commands, and one for the areas that they opened.
const PASSES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

/// The areas that have been measured; a table has hundreds of tooltips.
#[derive(Default)]
struct SizingPass {
    met: HashSet<LayerId>,
}

impl Plugin for SizingPass {
    fn debug_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let seen = ui.memory(|memory| memory.areas().visible_layer_ids());
        let met = self.met.len();
        self.met.extend(seen);
        if self.met.len() > met {
            ui.request_discard("something new lies over the window");
        }
    }
}

pub fn install(ctx: &Context) {
    ctx.options_mut(|options| options.max_passes = PASSES);
    ctx.add_plugin(SizingPass::default());
}
