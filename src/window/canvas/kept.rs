//! The ground kept as a picture: what lies beneath the pieces, up to its first letters, is drawn by the graphics card when it
//! changes, and reused in every frame. Without a card, as in most tests, it is drawn from its triangles, which looks
//! the same.
//!
//! egui colours each point by a place in its atlas of glyphs. A card does not notice, but a rasteriser in software spends four fifths
//! of a frame on that: the ground, which is points enough for five tables, is coloured here by its corners alone.
//!
//! Units: points on the screen; pixels of the picture.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui_wgpu::RenderState;
use eframe::wgpu::{self, util::DeviceExt as _};
use egui::epaint::Mesh;
use egui::{Color32, Pos2, Rect, TextureId};

use super::Versioned;
use crate::painter::{Canvas, View};
use crate::theme::EguiPalette;

/// The graphics card of a window.
#[derive(Clone)]
pub struct GraphicsCard {
    state: RenderState,
    /// The pipeline that fills triangles.
    filling: wgpu::RenderPipeline,
    /// Pictures no longer in use. The frame in progress may still show them, so they are freed when the next picture is drawn.
    retired: Arc<Mutex<Vec<TextureId>>>,
}

impl std::fmt::Debug for GraphicsCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GraphicsCard").finish()
    }
}

/// Draws pictures of the ground and stores them; implemented by the graphics card.
pub trait Pictures: Clone {
    /// Draws these triangles, which have no letters, within `rect` on this colour, in place of the picture `id`. `None` if it
    /// is too large.
    fn draw(
        &self,
        id: Option<TextureId>,
        rect: Rect,
        pixels: f32,
        on: Color32,
        meshes: &[Arc<Mesh>],
    ) -> Option<TextureId>;

    /// Frees a picture that is no longer in use.
    fn forget(&self, id: TextureId);
}

/// Corners as the card takes them, 12 bytes each: where in the picture (-1 to 1, up), and the colour. Colours are mixed as egui
/// mixes them: multiplied by their opacity, and as the screen has them.
const FILLING: &str = include_str!("filling.wgsl");

impl GraphicsCard {
    /// This card; `None` if its screen format mixes colours differently from a picture.
    pub fn new(state: RenderState) -> Option<Self> {
        if state.target_format.is_srgb() {
            return None;
        }
        let filling = filling(&state.device, state.target_format);
        Some(Self { state, filling, retired: Arc::default() })
    }

    /// The corners of these triangles in a picture of this part of the screen, and which of them make each triangle.
    fn corners(rect: Rect, meshes: &[Arc<Mesh>]) -> (Vec<u8>, Vec<u8>) {
        let (mut corners, mut triangles, mut first) = (Vec::new(), Vec::new(), 0);
        for mesh in meshes {
            for vertex in &mesh.vertices {
                let at = (vertex.pos - rect.min) / rect.size() * 2.0;
                for part in [at.x - 1.0, 1.0 - at.y] {
                    corners.extend(part.to_ne_bytes());
                }
                corners.extend(vertex.color.to_array());
            }
            triangles.extend(mesh.indices.iter().flat_map(|corner| (first + corner).to_ne_bytes()));
            first += mesh.vertices.len() as u32;
        }
        (corners, triangles)
    }
}

/// What fills triangles in pictures of this format.
fn filling(device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("filling"),
        source: wgpu::ShaderSource::Wgsl(FILLING.into()),
    });
    let blend = wgpu::BlendState {
        color: wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::OneMinusSrcAlpha,
            operation: wgpu::BlendOperation::Add,
        },
        alpha: wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::OneMinusDstAlpha,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        },
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("filling"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("placed"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 12,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Unorm8x4],
            })],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("coloured"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(blend),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
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
        let limits = device.limits();
        let most = limits.max_texture_dimension_2d;
        let (corners, triangles) = Self::corners(rect, meshes);
        let too_large = corners.len().max(triangles.len()) as u64 > limits.max_buffer_size;
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) || too_large {
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
        let buffer = |contents: &[u8], usage| {
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("ground"),
                contents,
                usage,
            })
        };
        let [red, green, blue, _] = on.to_array().map(|share| f64::from(share) / 255.0);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
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
            if !triangles.is_empty() {
                pass.set_pipeline(&self.filling);
                pass.set_vertex_buffer(0, buffer(&corners, wgpu::BufferUsages::VERTEX).slice(..));
                let indices = buffer(&triangles, wgpu::BufferUsages::INDEX);
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..(triangles.len() / size_of::<u32>()) as u32, 0, 0..1);
            }
        }
        queue.submit([encoder.finish()]);
        let mut renderer = renderer.write();
        let mut retired = self.retired.lock().unwrap_or_else(PoisonError::into_inner);
        retired.drain(..).for_each(|id| renderer.free_texture(&id));
        drop(retired);
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

/// Everything that a picture of the ground depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundKey {
    view: View,
    /// Pixels per point.
    pixels: f32,
    /// The game's layers with their versions.
    layers: Vec<Versioned>,
    palette: EguiPalette,
    /// Is it stretched while the wheel turns, to be drawn anew afterwards?
    stretched: bool,
}

impl GroundKey {
    pub fn new(canvas: &Canvas<'_>, pixels: f32, stretched: bool, layers: &[Versioned]) -> Self {
        Self { view: canvas.view, pixels, layers: layers.to_vec(), palette: canvas.palette, stretched }
    }

    /// The part of the screen that the picture covers, in whole pixels, so that no pixel is interpolated.
    fn rect(&self) -> Rect {
        let (rect, pixels) = (self.view.rect, self.pixels);
        let (low, high) = ((rect.min.to_vec2() * pixels).floor(), (rect.max.to_vec2() * pixels).ceil());
        Rect::from_min_max((low / pixels).to_pos2(), (high / pixels).to_pos2())
    }
}

/// The last picture drawn.
#[derive(Debug)]
pub struct GroundCache<C: Pictures = GraphicsCard>(Option<Picture<C>>);

impl<C: Pictures> Default for GroundCache<C> {
    fn default() -> Self {
        Self(None)
    }
}

/// A picture on the card, freed when dropped.
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

impl<C: Pictures> GroundCache<C> {
    /// Lays the picture down, drawn anew from these triangles if its key has changed; `false` if it is too large for the card.
    pub fn lay(
        &mut self,
        canvas: &Canvas<'_>,
        card: &C,
        key: GroundKey,
        on: Color32,
        meshes: impl FnOnce() -> Vec<Arc<Mesh>>,
    ) -> bool {
        let is_known = self.0.as_ref().is_some_and(|picture| picture.key == key);
        if !is_known {
            let id = self.0.as_ref().map(|picture| picture.id);
            match (card.draw(id, key.rect(), key.pixels, on, &meshes()), &mut self.0) {
                (Some(_), Some(picture)) => picture.key = key,
                (Some(id), none) => *none = Some(Picture { key, id, card: card.clone() }),
                (None, picture) => *picture = None,
            }
        }
        let Some(picture) = &self.0 else { return false };
        let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        canvas.painter.image(picture.id, picture.key.rect(), whole, Color32::WHITE);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use glam::Vec2;

    use super::*;
    use drawing::Palette;

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
        kept: GroundCache<Counting>,
    }

    impl Frames {
        fn new() -> Self {
            Self { card: Counting::default(), kept: GroundCache::default() }
        }

        /// One frame as the canvas makes it; true: a picture was laid down.
        fn frame(&mut self, key: &GroundKey) -> bool {
            let ctx = egui::Context::default();
            let layer = egui::LayerId::background();
            let painter = egui::Painter::new(ctx, layer, key.view.rect);
            let canvas = Canvas { painter: &painter, view: key.view, palette: key.palette };
            self.kept.lay(&canvas, &self.card, key.clone(), Color32::WHITE, Vec::new)
        }

        fn drawn(&self) -> usize {
            self.card.0.borrow().drawn.len()
        }

        fn forgotten(&self) -> Vec<TextureId> {
            self.card.0.borrow().forgotten.clone()
        }
    }

    fn key() -> GroundKey {
        let rect = Rect::from_min_size(Pos2::ZERO, egui::vec2(640.0, 480.0));
        GroundKey {
            view: View { centre: Vec2::new(12.0, 9.0), scale: 20.0, rect },
            pixels: 1.0,
            layers: vec![("ground", 1), ("grid", 1)],
            palette: EguiPalette(Palette::DAY),
            stretched: false,
        }
    }

    #[test]
    fn a_picture_is_drawn_in_the_frame_that_wants_it_and_laid_down_in_all_that_follow() {
        let (mut frames, key) = (Frames::new(), key());
        let seen: Vec<(bool, usize)> = (0..3).map(|_| (frames.frame(&key), frames.drawn())).collect();
        assert_eq!(seen, [(true, 1), (true, 1), (true, 1)]);
        assert_eq!(frames.card.0.borrow().drawn[0].2, key.view.rect);
    }

    #[test]
    fn whatever_the_ground_hangs_on_makes_another_picture_in_the_place_of_the_old() {
        let first = key();
        let [mut moved, mut larger, mut newer, mut fewer, mut night, mut finer, mut resting] =
            [(); 7].map(|()| first.clone());
        moved.view.centre.y += 1.0;
        larger.view.scale *= 1.5;
        newer.layers[1].1 += 1;
        fewer.layers.pop();
        night.palette = EguiPalette(Palette::NIGHT);
        finer.pixels = 2.0;
        resting.stretched = true;
        for other in [moved, larger, newer, fewer, night, finer, resting] {
            let mut frames = Frames::new();
            assert!([&first, &other, &other, &first].map(|key| frames.frame(key)).iter().all(|laid| *laid));
            let id = TextureId::User(1);
            let drawn: Vec<(TextureId, bool)> =
                frames.card.0.borrow().drawn.iter().map(|(id, again, _)| (*id, *again)).collect();
            assert_eq!(drawn, [(id, false), (id, true), (id, true)], "{other:?}");
            assert!(frames.forgotten().is_empty());
        }
    }

    #[test]
    fn a_picture_covers_whole_pixels() {
        let mut key = key();
        key.pixels = 1.5;
        key.view.rect = Rect::from_min_max(egui::pos2(10.1, 20.3), egui::pos2(99.9, 70.5));
        let pixels = |points: f32| points * key.pixels;
        let rect = key.rect();
        assert!(rect.contains_rect(key.view.rect));
        for side in [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(pixels) {
            assert!((side - side.round()).abs() < 1e-4, "{side}");
        }
    }

    #[test]
    fn corners_lie_in_the_picture_as_they_do_on_the_screen() {
        let rect = Rect::from_min_size(egui::pos2(100.0, 50.0), egui::vec2(200.0, 100.0));
        let mut mesh = Mesh::default();
        for at in [rect.left_top(), rect.right_bottom(), rect.center()] {
            mesh.colored_vertex(at, Color32::from_rgba_premultiplied(1, 2, 3, 4));
        }
        mesh.add_triangle(0, 1, 2);
        let mesh = Arc::new(mesh);
        let (corners, triangles) = GraphicsCard::corners(rect, &[Arc::clone(&mesh), mesh]);
        let part = |bytes: &[u8]| f32::from_ne_bytes(bytes.try_into().expect("four bytes"));
        let read = |corner: &[u8]| ([part(&corner[..4]), part(&corner[4..8])], corner[8..].to_vec());
        let colour = vec![1, 2, 3, 4];
        let seen: Vec<([f32; 2], Vec<u8>)> = corners.chunks(12).map(read).collect();
        let once = [[-1.0, 1.0], [1.0, -1.0], [0.0, 0.0]].map(|at| (at, colour.clone()));
        assert_eq!(seen, [once.clone(), once].concat());
        let numbers = triangles.chunks(4).map(|bytes| u32::from_ne_bytes(bytes.try_into().expect("four")));
        assert_eq!(numbers.collect::<Vec<u32>>(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_picture_that_is_too_large_is_none_and_the_old_one_is_forgotten() {
        let (mut frames, small) = (Frames::new(), key());
        let mut wide = small.clone();
        wide.view.rect.max.x = WIDEST + 1.0;
        assert!(frames.frame(&small));
        (0..3).for_each(|_| assert!(!frames.frame(&wide)));
        assert_eq!(frames.forgotten(), [TextureId::User(1)]);
        // In a smaller window there is one again.
        assert!(frames.frame(&small));
        assert_eq!(frames.card.0.borrow().made, 2);
    }

    #[test]
    fn a_window_that_is_closed_leaves_no_picture() {
        let (mut frames, key) = (Frames::new(), key());
        frames.frame(&key);
        let card = frames.card.clone();
        drop(frames);
        assert_eq!(card.0.borrow().forgotten, [TextureId::User(1)]);
    }
}
