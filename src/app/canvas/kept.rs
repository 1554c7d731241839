//! The ground kept as a picture: what lies beneath the pieces is drawn by the graphics card once, and laid down whole until it is
//! another. Where there is no card, as in most tests, it is drawn from its triangles in every frame, which looks the same.
//!
//! Units: points on the screen; pixels of the picture.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui_wgpu::{RenderState, ScreenDescriptor};
use eframe::wgpu;
use egui::epaint::{ClippedPrimitive, Mesh, Primitive};
use egui::{Color32, Pos2, Rect, TextureId};

use crate::app::painter::{Canvas, Type, View};
use crate::app::theme::EguiPalette;

/// The graphics card of a window.
#[derive(Clone)]
pub struct GraphicsCard {
    state: RenderState,
    /// Pictures that nobody has any more. The frame that is being made may show them still, so they go when the next picture is
    /// drawn.
    retired: Arc<Mutex<Vec<TextureId>>>,
}

impl std::fmt::Debug for GraphicsCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GraphicsCard").finish()
    }
}

/// What draws pictures of the ground and has them: the graphics card.
pub trait Pictures: Clone {
    /// The picture of these triangles, of which `rect` is seen, on this colour; `id`: in place of that one. None: it is too
    /// large.
    fn draw(
        &self,
        id: Option<TextureId>,
        rect: Rect,
        pixels: f32,
        on: Color32,
        meshes: &[Arc<Mesh>],
    ) -> Option<TextureId>;

    /// Nobody has this picture any more.
    fn forget(&self, id: TextureId);
}

impl GraphicsCard {
    /// That of a window. None: it has none, or one on whose screen colours are mixed otherwise than in a picture.
    pub fn of(context: &eframe::CreationContext<'_>) -> Option<Self> {
        let card = context.wgpu_render_state.clone();
        let state = card.filter(|card| !card.target_format.is_srgb())?;
        Some(Self { state, retired: Arc::default() })
    }
}

impl Pictures for GraphicsCard {
    fn draw(
        &self,
        id: Option<TextureId>,
        rect: Rect,
        pixels: f32,
        on: Color32,
        meshes: &[Arc<Mesh>],
    ) -> Option<TextureId> {
        let RenderState { device, queue, renderer, target_format, .. } = &self.state;
        let [width, height] = [rect.width(), rect.height()].map(|points| (points * pixels).round() as u32);
        let most = device.limits().max_texture_dimension_2d;
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return None;
        }
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("ground"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            // As the window's own frames are drawn, which ask for no multisampling and no depth.
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: *target_format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let clip_rect = Rect::from_min_size(Pos2::ZERO, rect.size());
        let moved = |mesh: &Arc<Mesh>| {
            let mut mesh = Mesh::clone(mesh);
            mesh.translate(-rect.min.to_vec2());
            ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) }
        };
        let jobs: Vec<ClippedPrimitive> = meshes.iter().map(moved).collect();
        let screen = ScreenDescriptor { size_in_pixels: [width, height], pixels_per_point: pixels };
        let [red, green, blue, _] = on.to_array().map(|share| f64::from(share) / 255.0);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut renderer = renderer.write();
        let mut retired = self.retired.lock().unwrap_or_else(PoisonError::into_inner);
        retired.drain(..).for_each(|id| renderer.free_texture(&id));
        drop(retired);
        let mut commands = renderer.update_buffers(device, queue, &mut encoder, &jobs, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("ground"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color { r: red, g: green, b: blue, a: 1.0 }),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        renderer.render(&mut pass.forget_lifetime(), &jobs, &screen);
        commands.push(encoder.finish());
        queue.submit(commands);
        let nearest = wgpu::FilterMode::Nearest;
        Some(match id {
            Some(id) => {
                renderer.update_egui_texture_from_wgpu_texture(device, &view, nearest, id);
                id
            }
            None => renderer.register_native_texture(device, &view, nearest),
        })
    }

    fn forget(&self, id: TextureId) {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner).push(id);
    }
}

/// All that a picture of the ground hangs on.
#[derive(Clone, Debug)]
pub struct GroundKey {
    pub view: View,
    /// Of what game, and which layers in which versions.
    pub layers: Vec<(&'static str, u64)>,
    pub palette: EguiPalette,
    pub type_face: Type,
}

impl GroundKey {
    fn is(&self, other: &Self) -> bool {
        (self.view, &self.layers, self.palette) == (other.view, &other.layers, other.palette)
            && self.type_face.is_same(&other.type_face)
    }
}

/// The picture, and whether it is worth its while: it is made once a frame was like the one before.
#[derive(Debug)]
pub struct Kept<C: Pictures = GraphicsCard> {
    seen: Option<GroundKey>,
    picture: Option<Picture<C>>,
}

impl<C: Pictures> Default for Kept<C> {
    fn default() -> Self {
        Self { seen: None, picture: None }
    }
}

/// A picture on the card, which forgets it when nobody has it any more.
#[derive(Debug)]
struct Picture<C: Pictures> {
    key: GroundKey,
    id: TextureId,
    card: C,
}

impl<C: Pictures> Drop for Picture<C> {
    fn drop(&mut self) {
        self.card.forget(self.id);
    }
}

impl<C: Pictures> Kept<C> {
    /// Lays the picture down; false: there is none of this.
    pub fn lay(&self, canvas: &Canvas<'_>, key: &GroundKey) -> bool {
        let Some(picture) = self.picture.as_ref().filter(|picture| picture.key.is(key)) else { return false };
        let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        canvas.painter.image(picture.id, on_pixels(key), whole, Color32::WHITE);
        true
    }

    /// Makes the picture of what was drawn, for the frames to come: in the first pass of a frame like the one before, whose letters
    /// are all on the card by then.
    pub fn keep(&mut self, card: &C, key: GroundKey, on: Color32, meshes: impl FnOnce() -> Vec<Arc<Mesh>>) {
        if !self.seen.as_ref().is_some_and(|seen| seen.is(&key)) {
            self.seen = Some(key);
            return;
        }
        let id = self.picture.as_ref().map(|picture| picture.id);
        let drawn = card.draw(id, on_pixels(&key), key.type_face.pixels(), on, &meshes());
        match (&mut self.picture, drawn) {
            (Some(picture), Some(_)) => picture.key = key,
            (_, Some(id)) => self.picture = Some(Picture { key, id, card: card.clone() }),
            (_, None) => self.picture = None,
        }
    }
}

/// The part of the screen that the picture covers: whole pixels, so that it is laid down pixel for pixel.
fn on_pixels(key: &GroundKey) -> Rect {
    let (rect, pixels) = (key.view.rect, key.type_face.pixels());
    let (low, high) = ((rect.min.to_vec2() * pixels).floor(), (rect.max.to_vec2() * pixels).ceil());
    Rect::from_min_max((low / pixels).to_pos2(), (high / pixels).to_pos2())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use glam::Vec2;

    use super::*;
    use crate::app::theme;
    use crate::drawing::Palette;

    /// A card of the test, which counts.
    #[derive(Clone, Debug, Default)]
    struct Counting(Rc<RefCell<Counted>>);

    #[derive(Debug, Default)]
    struct Counted {
        made: u64,
        /// Each picture that was drawn: which, in place of another or not, and how large.
        drawn: Vec<(TextureId, bool, Rect)>,
        forgotten: Vec<TextureId>,
    }

    /// No picture is wider, in points.
    const WIDEST: f32 = 1000.0;

    impl Pictures for Counting {
        fn draw(
            &self,
            id: Option<TextureId>,
            rect: Rect,
            _pixels: f32,
            _on: Color32,
            _meshes: &[Arc<Mesh>],
        ) -> Option<TextureId> {
            if rect.width() > WIDEST {
                return None;
            }
            let mut counted = self.0.borrow_mut();
            let own = id.unwrap_or_else(|| {
                counted.made += 1;
                TextureId::User(counted.made)
            });
            counted.drawn.push((own, id.is_some(), rect));
            Some(own)
        }

        fn forget(&self, id: TextureId) {
            self.0.borrow_mut().forgotten.push(id);
        }
    }

    /// The frames of a window whose ground is kept.
    struct Frames {
        card: Counting,
        kept: Kept<Counting>,
    }

    impl Frames {
        fn new() -> Self {
            Self { card: Counting::default(), kept: Kept::default() }
        }

        /// One frame as the canvas makes it: the picture is laid down, or the ground is drawn and offered to be kept. True: it was
        /// laid down.
        fn frame(&mut self, key: &GroundKey) -> bool {
            let ctx = egui::Context::default();
            let layer = egui::LayerId::background();
            let painter = egui::Painter::new(ctx, layer, key.view.rect);
            let canvas = Canvas { painter: &painter, view: key.view, palette: key.palette };
            let laid = self.kept.lay(&canvas, key);
            if !laid {
                self.kept.keep(&self.card, key.clone(), Color32::WHITE, Vec::new);
            }
            laid
        }

        /// Three frames of the same, after which a picture is there.
        fn three(&mut self, key: &GroundKey) {
            for _ in 0..3 {
                self.frame(key);
            }
        }

        fn drawn(&self) -> usize {
            self.card.0.borrow().drawn.len()
        }

        fn forgotten(&self) -> Vec<TextureId> {
            self.card.0.borrow().forgotten.clone()
        }
    }

    fn key() -> GroundKey {
        let ctx = egui::Context::default();
        let mut type_face = None;
        theme::install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| type_face = Some(Type::of(ui.painter())));
        output.textures_delta.clear();
        let rect = Rect::from_min_size(Pos2::ZERO, egui::vec2(640.0, 480.0));
        GroundKey {
            view: View { centre: Vec2::new(12.0, 9.0), scale: 20.0, rect },
            layers: vec![("ground", 1), ("names", 1)],
            palette: EguiPalette(Palette::DAY),
            type_face: type_face.expect("a frame was made"),
        }
    }

    #[test]
    fn a_picture_is_made_in_the_second_frame_and_laid_down_from_the_third_on() {
        let (mut frames, key) = (Frames::new(), key());
        let seen: Vec<(bool, usize)> = (0..5).map(|_| (frames.frame(&key), frames.drawn())).collect();
        assert_eq!(seen, [(false, 0), (false, 1), (true, 1), (true, 1), (true, 1)]);
        assert_eq!(frames.card.0.borrow().drawn[0].2, key.view.rect);
    }

    #[test]
    fn while_every_frame_is_another_no_picture_is_made() {
        let mut frames = Frames::new();
        let mut key = key();
        for _ in 0..10 {
            key.view.centre.x += 0.5;
            assert!(!frames.frame(&key));
        }
        assert_eq!(frames.drawn(), 0);
    }

    #[test]
    fn whatever_the_ground_hangs_on_makes_another_picture_in_the_place_of_the_old() {
        let first = key();
        let [mut moved, mut larger, mut newer, mut fewer, mut night] = [(); 5].map(|()| first.clone());
        moved.view.centre.y += 1.0;
        larger.view.scale *= 1.5;
        newer.layers[1].1 += 1;
        fewer.layers.pop();
        night.palette = EguiPalette(Palette::NIGHT);
        // Letters cut from another atlas.
        let lettered = GroundKey { type_face: key().type_face, ..first.clone() };
        for other in [moved, larger, newer, fewer, night, lettered] {
            let mut frames = Frames::new();
            frames.three(&first);
            assert!(!frames.frame(&other) && frames.drawn() == 1, "seen once it is drawn: {other:?}");
            assert!(frames.frame(&first), "the old picture is there until then");
            assert!(!frames.frame(&other) && frames.drawn() == 2, "{other:?}");
            assert!(frames.frame(&other) && !frames.frame(&first), "{other:?}");
            let id = TextureId::User(1);
            let drawn: Vec<(TextureId, bool)> =
                frames.card.0.borrow().drawn.iter().map(|(id, again, _)| (*id, *again)).collect();
            assert_eq!(drawn, [(id, false), (id, true)]);
            assert!(frames.forgotten().is_empty());
        }
    }

    #[test]
    fn a_picture_that_is_too_large_is_none_and_the_old_one_is_forgotten() {
        let (mut frames, small) = (Frames::new(), key());
        let mut wide = small.clone();
        wide.view.rect.max.x = WIDEST + 1.0;
        frames.three(&small);
        (0..3).for_each(|_| assert!(!frames.frame(&wide)));
        assert_eq!(frames.forgotten(), [TextureId::User(1)]);
        // In a smaller window there is one again.
        assert_eq!([(); 3].map(|()| frames.frame(&small)), [false, false, true]);
        assert_eq!(frames.card.0.borrow().made, 2);
    }

    #[test]
    fn a_window_that_is_closed_leaves_no_picture() {
        let (mut frames, key) = (Frames::new(), key());
        frames.three(&key);
        let card = frames.card.clone();
        drop(frames);
        assert_eq!(card.0.borrow().forgotten, [TextureId::User(1)]);
    }
}
