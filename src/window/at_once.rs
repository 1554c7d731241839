//! What comes to lie over the window is seen in the frame in which it comes.
//!
//! The toolkit lays an area out once unseen, to learn how large it is, and draws it in the next frame. Here that first frame is laid
//! out anew instead: who pressed a key does not wait for a second frame to be drawn.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use egui::plugin::Plugin;
use egui::{Context, LayerId, Ui};

/// A frame is laid out no more often: as it was, with what was told in it, and with what that brought over the window.
const PASSES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(2);

/// The areas that have been measured; a table has some hundred things that are explained beside the pointer.
#[derive(Default)]
struct AtOnce {
    met: HashSet<LayerId>,
}

impl Plugin for AtOnce {
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
    ctx.add_plugin(AtOnce::default());
}
