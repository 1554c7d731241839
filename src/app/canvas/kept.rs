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
        f.write_str("GraphicsCard")
    }
}

impl GraphicsCard {
    /// That of a window. None: it has none, or one on whose screen colours are mixed otherwise than in a picture.
    pub fn of(context: &eframe::CreationContext<'_>) -> Option<Self> {
        let card = context.wgpu_render_state.clone();
        let state = card.filter(|card| !card.target_format.is_srgb())?;
        Some(Self { state, retired: Arc::default() })
    }

    /// The picture of these triangles, of which `rect` is seen, on this colour; `id`: in place of that one. None: it is too
    /// large for the card.
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
            label: Some("the ground"),
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
            label: Some("the ground"),
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
#[derive(Debug, Default)]
pub struct Kept {
    seen: Option<GroundKey>,
    picture: Option<Picture>,
}

/// A picture on the card, which forgets it when nobody has it any more.
#[derive(Debug)]
struct Picture {
    key: GroundKey,
    id: TextureId,
    card: GraphicsCard,
}

impl Drop for Picture {
    fn drop(&mut self) {
        self.card.retired.lock().unwrap_or_else(PoisonError::into_inner).push(self.id);
    }
}

impl Kept {
    /// Lays the picture down; false: there is none of this.
    pub fn lay(&self, canvas: &Canvas<'_>, key: &GroundKey) -> bool {
        let Some(picture) = self.picture.as_ref().filter(|picture| picture.key.is(key)) else { return false };
        let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        canvas.painter.image(picture.id, on_pixels(key), whole, Color32::WHITE);
        true
    }

    /// Makes the picture of what was drawn, for the frames to come: in the first pass of a frame like the one before, whose letters
    /// are all on the card by then.
    pub fn keep(
        &mut self,
        card: &GraphicsCard,
        key: GroundKey,
        on: Color32,
        meshes: impl FnOnce() -> Vec<Arc<Mesh>>,
    ) {
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
