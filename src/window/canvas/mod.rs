//! The canvas: shows a scene, whether table or map, and returns gestures. Their meaning is decided elsewhere.
//!
//! Every piece and every hex is a widget: it can be found by name, hovered, focused and clicked. Units: points on the screen;
//! inches of the table, or of the sheet of the map.

mod furniture;
mod glide;
mod kept;
mod navigate;
mod over;
mod stroke;

use egui::{PointerButton, Pos2, Rect, Response, Role, Sense, Tooltip, Ui, WidgetInfo};
use glam::Vec2;

use super::painter::{Canvas, Layer, Type, View, furniture as painted};
use super::texts::canvas as texts;
use super::theme::EguiPalette;
use drawing::hex::MapTurn;
use drawing::overlay::{LegendRow, Ruler};
use drawing::shape::{Span, bounds, is_convex, rims};
use drawing::{
    Ink, Length, Mark, NAMES_OVER, Pen, SMALL_GROUND, ScenePiece, Stage, StagePlace, StageSpot, refused_marks,
};
use game::Spot;
use table::measure::point_in_polygon;

use glide::Glide;
pub use kept::{GraphicsCard, GroundCache, GroundKey};
use navigate::Wheel;
use over::{Aside, Beside};
pub use stroke::Stroke;

/// A gesture on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// A piece was clicked, by its key.
    Piece(String),
    /// A place was clicked.
    Place(Spot),
    /// Something beside the table was clicked.
    Nowhere,
    /// A piece is dragged.
    Lifted(String),
    /// What was dragged is let go here; `None` means beside the table.
    Dropped(Option<Spot>),
    /// The pointer, or the keyboard, is over another place.
    Over(Option<Spot>),
    /// The length of a ruler was clicked, by its place in the list.
    Ruler(usize),
}

/// What the canvas shows.
#[derive(Debug)]
pub struct CanvasView<'a> {
    /// Its name for screen readers: `The map: Marengo`.
    pub name: &'a str,
    pub stage: &'a Stage,
    /// Number of the game: drawings of another are out of date.
    pub sheet: u64,
    /// Names of the layers to hide.
    pub hidden: &'a [&'static str],
    /// The marks under the pieces, and over them.
    pub under: &'a [Mark],
    pub over: &'a [Mark],
    /// Keys of the pieces with a ring.
    pub ringed: &'a [&'a str],
    /// Hexes that may be chosen now, each with its label: `3`.
    pub open: &'a [(Spot, String)],
    /// Key of the piece in hand, and its marks relative to the pointer.
    pub in_hand: Option<(&'a str, &'a [Mark])>,
    /// The piece in hand may not go where it is held.
    pub refused: bool,
    /// Suppress tooltips of pieces.
    pub silent: bool,
    /// The rulers that lie on it.
    pub rulers: &'a [Ruler],
    /// Is a ruler being laid?
    pub measuring: bool,
    /// Legend of the overlays that are on.
    pub legend: &'a [LegendRow],
    /// The hex that the keyboard is on, where it goes from hex to hex.
    pub keyboard: Option<Spot>,
    /// Does the pointer draw (see [`CanvasState::strokes`])? Then the ground is moved by its other buttons.
    pub draws: bool,
    /// The card that draws the ground once; `None` if it is drawn in every frame.
    pub card: Option<&'a GraphicsCard>,
}

impl CanvasView<'_> {
    /// A number for this game and the turn of its map: drawings for another number are out of date.
    fn drawn_of(&self) -> u64 {
        self.sheet ^ u64::from(self.stage.north.to_bits())
    }
}

/// The callbacks of the canvas while it is shown.
pub trait Answers {
    /// The marks of a layer, at this many points per inch.
    fn layer(&self, name: &str, scale: f32) -> Vec<Mark>;

    /// Shows the tooltip of a piece. By default, none.
    fn tooltip(&self, _ui: &mut Ui, _piece: &str) {}

    /// Shows the tooltip of a sign, a plate or a place. By default, none.
    fn place_tooltip(&self, _ui: &mut Ui, _spot: &StageSpot) {}

    /// Shows the menu of a piece. By default, none.
    fn menu(&mut self, ui: &mut Ui, _piece: &str) {
        ui.close();
    }

    /// Is there a menu of places?
    fn has_place_menu(&self) -> bool {
        false
    }

    /// Shows the menu of a place. By default, none.
    fn place_menu(&mut self, ui: &mut Ui, _spot: Spot) {
        ui.close();
    }

    /// Shows a hint beside the pointer; returns whether there is one.
    fn hint(&self, _ui: &mut Ui) -> bool {
        false
    }

    /// Is there a hint?
    fn has_hint(&self) -> bool {
        false
    }
}

/// The state that the canvas keeps between frames.
#[derive(Debug, Default)]
pub struct CanvasState {
    /// Where the last click or drag of a piece began.
    pub pressed: Option<Vec2>,
    /// The strokes of this frame, if the pointer draws.
    pub strokes: Vec<Stroke>,
    /// Key of the stand under the pointer, and whether the pointer rests there.
    pub hovered: Option<String>,
    pub tells: bool,
    /// Is the drawing button down?
    drawing: bool,
    /// Where the small map is on the screen.
    small_at: Option<Rect>,
    view: Option<View>,
    /// Is everything shown, and kept in view when the window is resized?
    pub fitted: bool,
    panning: bool,
    /// Its movement to a place out of sight, and the view before that.
    glide: Option<Glide>,
    before: Option<View>,
    wheel: Wheel,
    over: Option<Spot>,
    /// The place of the menu that is open, or was last.
    menu_of: Option<Spot>,
    beside: Option<Beside>,
    aside: Option<Aside>,
    /// Where a button of the pointer last went down or up: tooltips wait until the pointer has left that place.
    quiet: Option<Pos2>,
    layers: Vec<(&'static str, Layer)>,
    small: Option<Layer>,
    ground: GroundCache,
}

/// The layer of names that no piece hides: ground overlays are drawn below it, so that no wash dims a name.
const NAMES: &str = "names";

/// The layer of the pieces: marks of the order in hand are drawn below it or above it.
const PIECES: &str = "pieces";

/// Margin around places that are zoomed to, in inches.
const ROUND: f32 = 3.0;

/// Largest scale at which the map still reads well, in points per inch.
const LARGEST: f32 = 72.0;

impl CanvasState {
    pub fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.view {
            self.view = Some(view.zoomed(factor, view.rect.center()));
            self.fitted = false;
        }
    }

    /// Shows these places as large as possible; everything if there are none.
    pub fn show(&mut self, places: &[Vec2]) {
        let (Some(view), false) = (self.view, places.is_empty()) else {
            self.fitted = true;
            return;
        };
        let (low, high) = bounds(places);
        let mut view = View::around(low - ROUND, high + ROUND, view.rect);
        view.scale = view.scale.min(LARGEST);
        self.view = Some(view);
        self.fitted = false;
    }

    /// Shows these places with nothing round them.
    pub fn show_just(&mut self, places: &[Vec2]) {
        let Some(view) = self.view else { return };
        let (low, high) = bounds(places);
        self.view = Some(View::around(low, high, view.rect));
        self.fitted = false;
    }

    /// Holds an inch at this many points, whatever is done to the view.
    pub fn hold_scale(&mut self, scale: f32) {
        if let Some(view) = self.view.as_mut().filter(|view| view.scale != scale) {
            view.scale = scale;
            self.fitted = false;
        }
    }

    /// Moves this place to the middle if it is out of sight or at the very edge.
    pub fn reveal(&mut self, at: Vec2) {
        let Some(view) = self.view else { return };
        if !self.fitted && !view.rect.shrink(24.0).contains(view.screen_from_table(at)) {
            self.view = Some(View { centre: at, ..view });
        }
    }

    /// Moves to these places if one of them is out of sight; returns whether it does. A dragged piece keeps its ground.
    pub fn bring(&mut self, places: &[Vec2]) -> bool {
        let Some(view) = self.view.filter(|_| !self.fitted && !self.panning && !self.drawing) else {
            return false;
        };
        let aimed = self.glide.map_or(view, |glide| glide.to);
        let seen = view.rect.shrink(24.0);
        if places.iter().all(|place| seen.contains(aimed.screen_from_table(*place))) {
            return false;
        }
        let (low, high) = bounds(places);
        let whole = View::around(low - ROUND, high + ROUND, view.rect);
        let to = View { scale: view.scale.min(whole.scale), ..whole };
        self.before.get_or_insert(view);
        self.glide = Some(Glide { from: view, to, began: None });
        true
    }

    /// Has it moved by itself, so that it can go back?
    pub fn can_go_back(&self) -> bool {
        self.before.is_some()
    }

    /// Goes back to the view before it moved by itself.
    pub fn go_back(&mut self) {
        if let (Some(to), Some(from)) = (self.before.take(), self.view) {
            self.glide = Some(Glide { from, to, began: None });
        }
    }

    /// Forgets the earlier view.
    pub fn stay(&mut self) {
        self.before = None;
    }

    /// Adjusts to a map that has been turned: the middle of each view stays in the middle.
    pub fn turned(&mut self, before: &Stage, after: &Stage) {
        let steps = (after.north - before.north).rem_euclid(360.0) / 30.0;
        let turn = MapTurn::from(steps.round() as u8);
        let turned = |view: &mut View| {
            let far = |place: &StagePlace| place.centre.distance_squared(view.centre);
            let places = before.places.iter().zip(&after.places);
            if let Some((was, is)) = places.min_by(|one, other| far(one.0).total_cmp(&far(other.0))) {
                view.centre = is.centre + turn.turned(view.centre - was.centre);
            }
        };
        if !self.fitted {
            self.view.iter_mut().for_each(turned);
        }
        self.before.iter_mut().for_each(turned);
        self.glide.iter_mut().flat_map(|glide| [&mut glide.from, &mut glide.to]).for_each(turned);
    }

    /// The part that was seen last.
    pub fn view(&self) -> Option<View> {
        self.view
    }

    /// Where the pointer is on the canvas; `None` if it is beside it, or on something above it.
    pub fn pointed(&self, ui: &Ui) -> Option<Vec2> {
        let view = self.view?;
        let at = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(view.rect))?;
        (!self.small_at.is_some_and(|small| small.contains(at))).then(|| view.table_from_screen(at))
    }

    /// Points per inch.
    pub fn scale(&self) -> Option<f32> {
        self.view.map(|view| view.scale)
    }

    /// The gesture of this frame, from what was done and what is now under the pointer; `pressed`: where the button went down.
    fn gesture(
        &mut self,
        found: Option<Gesture>,
        over: Option<Spot>,
        pressed: impl FnOnce() -> Option<Pos2>,
    ) -> Option<Gesture> {
        let found = found.or_else(|| (over != self.over).then_some(Gesture::Over(over)));
        if matches!(found, Some(Gesture::Over(_))) {
            self.over = over;
        }
        if matches!(found, Some(Gesture::Piece(_) | Gesture::Lifted(_))) {
            let at = pressed();
            self.pressed = self.view.and_then(|view| at.map(|at| view.table_from_screen(at)));
        }
        found
    }

    fn layer(&mut self, name: &'static str) -> &Layer {
        let known = self.layers.iter().position(|(known, _)| *known == name);
        let place = known.unwrap_or_else(|| {
            self.layers.push((name, Layer::new(self.layers.len() as u8 + 1)));
            self.layers.len() - 1
        });
        &self.layers[place].1
    }
}

/// The middle of the stands of a piece or stand, by key.
pub fn middle_of(stage: &Stage, piece: &str) -> Option<Vec2> {
    let corners = corners_of(stage, &[piece]);
    (!corners.is_empty()).then(|| middle(&corners))
}

/// The corners of all stands of these pieces.
pub fn corners_of(stage: &Stage, pieces: &[&str]) -> Vec<Vec2> {
    let wanted = |one: &&ScenePiece| pieces.iter().any(|piece| one.is(piece));
    stage.pieces.iter().filter(wanted).flat_map(|one| one.outline.iter().copied()).collect()
}

fn middle(outline: &[Vec2]) -> Vec2 {
    let (low, high) = bounds(outline);
    (low + high) / 2.0
}

/// The place at a point: a hex of a map, or a point of a table; `None` beside it.
pub fn spot_at(stage: &Stage, at: Vec2) -> Option<Spot> {
    if !stage.places.is_empty() {
        let near = |place: &&StagePlace| point_in_polygon(at, &place.outline);
        return stage.places.iter().find(near).map(|place| Spot::Hex(place.hex));
    }
    let within = at.cmpge(stage.low).all() && at.cmple(stage.high).all();
    within.then(|| Spot::Point { x: f64::from(at.x), y: f64::from(at.y) })
}

/// Shows the canvas: ground, pieces, and what is above them; then the widgets.
pub fn canvas_ui(
    ui: &mut Ui,
    shown: &CanvasView<'_>,
    state: &mut CanvasState,
    answers: &mut dyn Answers,
) -> Option<Gesture> {
    let (whole, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let all = state.fitted || state.view.is_none();
    let margin = painted::margin(whole, shown.stage.high - shown.stage.low + 2.0 * edge(shown.stage), all);
    let rect = margin.table;
    let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::click_and_drag());
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, shown.name));
    let mut view = looked_at(ui, &ground, shown, state);
    let small = furniture::small_map(&view, shown.stage);
    let free = |at: &Pos2| small.is_none_or(|small| !small.rect.contains(*at));
    state.small_at = small.map(|small| small.rect);
    state.strokes = stroke::strokes(ui, &view, shown.draws, free, &mut state.drawing);
    let pointer = ui.ctx().pointer_latest_pos().filter(|_| ui.rect_contains_pointer(rect)).filter(free);
    let mut over = pointer.and_then(|at| spot_at(shown.stage, view.table_from_screen(at)));

    let painter = ui.painter().with_clip_rect(rect);
    let canvas = Canvas { painter: &painter, view, palette: EguiPalette::of(ui.visuals()) };
    let brush = Brush {
        canvas: &canvas,
        type_face: Type::of(&painter),
        zooming: state.wheel.turns(ui) || state.glide.is_some(),
    };
    let above = draw_table(&brush, shown, state, answers);
    let laid = over::laid_beside(shown, above, &view, &mut state.beside);
    draw_over(&canvas, shown, laid);

    let mut found = None;
    places_ui(ui, shown, &canvas, pointer, (&mut state.menu_of, answers), &mut over, &mut found);
    let tells = over::may_show_tooltip(ui, shown, &mut state.quiet);
    let near = |over| pointer.filter(|_| tells).and_then(|at| over::spot_near(shown, &view, at, over));
    // The tooltip of a sign takes precedence over that of a piece, and that over the place's.
    let sign = near(true);
    state.tells = tells;
    state.hovered = pieces_ui(ui, shown, &canvas, answers, tells && sign.is_none(), &mut found);
    if let Some(spot) = sign.or_else(|| if state.hovered.is_some() { None } else { near(false) }) {
        over::tooltip_ui(ui, |ui| answers.place_tooltip(ui, spot));
    }
    over::rulers_ui(ui, shown, laid, &canvas, &mut found);
    beside_and_over(ui, &canvas, &margin, shown);
    if let Some(small) = small {
        let layer = state.small.get_or_insert_with(|| Layer::new(0));
        let make = |scale| answers.layer(SMALL_GROUND, scale);
        let type_face = &brush.type_face;
        if let Some(at) = furniture::small_map_ui(ui, shown, &canvas, type_face, small, layer, make) {
            view.centre = at;
            state.fitted = false;
        }
    }
    if answers.has_place_menu() && !shown.draws {
        let opens = ground.secondary_clicked();
        if let Some(at) = ground.interact_pointer_pos().filter(|_| opens) {
            state.menu_of = spot_at(shown.stage, view.table_from_screen(at));
        }
        if let Some(spot) = state.menu_of {
            ground.context_menu(|ui| answers.place_menu(ui, spot));
        }
    }
    if ground.clicked() && !shown.draws {
        let at =
            ground.interact_pointer_pos().and_then(|at| spot_at(shown.stage, view.table_from_screen(at)));
        found.get_or_insert(at.map_or(Gesture::Nowhere, Gesture::Place));
    }
    if let (Some((_, marks)), Some(at)) = (shown.in_hand, pointer) {
        let refused = if shown.refused { refused_marks(box_of_marks(marks)) } else { Vec::new() };
        in_hand_ui(ui, &view, &[marks, &refused].concat(), at, canvas.palette);
    }
    hint_ui(ui, pointer, answers);
    if !Type::of(&painter).is_same(&brush.type_face) {
        // New glyphs have made their atlas grow: triangles made before would use the wrong places in it.
        ui.ctx().request_discard("the glyphs have moved");
    }
    state.view = Some(view);
    state.gesture(found, over, || ui.input(|input| input.pointer.press_origin()).or(pointer))
}

/// The view of this frame: everything if it is fitted, else the last view; then moved by input.
fn looked_at(ui: &Ui, ground: &Response, shown: &CanvasView<'_>, state: &mut CanvasState) -> View {
    let stage = shown.stage;
    let rect = ground.rect;
    let fit = View::around(stage.low - edge(stage), stage.high + edge(stage), rect);
    let mut view = match state.view {
        Some(view) if !state.fitted => painted::kept_view(view, rect),
        _ => {
            state.fitted = true;
            fit
        }
    };
    if state.fitted {
        (state.glide, state.before) = (None, None);
    }
    if let Some(glide) = &mut state.glide {
        match glide.at(ui, rect) {
            Some(way) => view = way,
            None => {
                view = View { rect, ..glide.to };
                state.glide = None;
            }
        }
    }
    state.panning |= match shown.draws {
        true => ground.drag_started_by(PointerButton::Secondary),
        false => ground.drag_started(),
    };
    if navigate::navigate(ui, ground, &mut state.panning, &mut state.wheel, &mut view, fit.scale) {
        state.fitted = false;
        // A movement by hand replaces any automatic one.
        (state.glide, state.before) = (None, None);
    }
    view
}

/// Draws compass and scale bar beside the table, and the legend over it.
fn beside_and_over(ui: &Ui, canvas: &Canvas<'_>, margin: &painted::Margin, shown: &CanvasView<'_>) {
    let Canvas { painter, view, palette } = canvas;
    let yardstick = Some(&shown.stage.yardstick).filter(|yardstick| yardstick.inches > 0.0);
    painted::furniture(ui.painter(), margin, view, *palette, yardstick, shown.stage.north);
    if !shown.legend.is_empty() {
        let stands = shown.stage.pieces.iter().map(|piece| box_of(view, &piece.outline));
        painted::legend(painter, margin, *palette, shown.legend, &stands.collect::<Vec<Rect>>());
    }
}

/// The parameters for drawing layers in a frame.
struct Brush<'a> {
    canvas: &'a Canvas<'a>,
    type_face: Type,
    /// Is the wheel turning, so that old drawings are stretched?
    zooming: bool,
}

impl Brush<'_> {
    fn draw(&self, layers: &[Versioned], state: &mut CanvasState, answers: &dyn Answers) {
        for layer in layers {
            self.prepared(*layer, state, answers).show(self.canvas);
        }
    }

    /// A layer made ready, not drawn yet.
    fn prepared<'s>(
        &self,
        (name, version): Versioned,
        state: &'s mut CanvasState,
        answers: &dyn Answers,
    ) -> &'s Layer {
        let make = |scale| answers.layer(name, scale);
        let layer = state.layer(name);
        layer.prepare(self.canvas, &self.type_face, version, self.zooming, make);
        layer
    }
}

/// A layer's name, with its version in this game.
type Versioned = (&'static str, u64);

/// The visible layers: those of the ground, and those of names, pieces and everything above them.
fn seen_layers(shown: &CanvasView<'_>) -> [Vec<Versioned>; 2] {
    let first = shown.stage.layers.iter().position(|layer| [NAMES, PIECES].contains(&layer.name));
    let (below, above) = shown.stage.layers.split_at(first.unwrap_or(shown.stage.layers.len()));
    [below, above].map(|layers| {
        let seen = layers.iter().filter(|layer| !shown.hidden.contains(&layer.name));
        seen.map(|layer| (layer.name, shown.drawn_of().rotate_left(32) ^ layer.version)).collect()
    })
}

/// Draws the table up to its pieces; returns the version of the pieces and everything above them.
fn draw_table(
    brush: &Brush<'_>,
    shown: &CanvasView<'_>,
    state: &mut CanvasState,
    answers: &dyn Answers,
) -> u64 {
    let [below, above] = seen_layers(shown);
    draw_ground(brush, &below, shown.card, state, answers);
    let named: Vec<Versioned> =
        above.iter().filter(|(name, _)| [NAMES, NAMES_OVER].contains(name)).copied().collect();
    let mut aside = state.aside.take();
    let names = || {
        named
            .iter()
            .flat_map(|layer| brush.prepared(*layer, state, answers).written(brush.canvas.view.scale))
            .collect()
    };
    let version = named.iter().fold(0, |sum: u64, (_, version)| sum.rotate_left(7) ^ version);
    brush.canvas.draw(over::words_aside(shown, (version, brush.canvas.view.scale), names, &mut aside));
    state.aside = aside;
    brush.canvas.draw(&lit_marks(shown));
    brush.draw(&above, state, answers);
    above.iter().fold(shown.drawn_of(), |sum, (_, version)| sum.rotate_left(7) ^ version)
}

/// Draws everything below the pieces. A card draws the first layers, up to the first with letters, as a picture.
fn draw_ground(
    brush: &Brush<'_>,
    layers: &[Versioned],
    card: Option<&GraphicsCard>,
    state: &mut CanvasState,
    answers: &dyn Answers,
) {
    let canvas = brush.canvas;
    let desk = canvas.palette.ink(Ink::Desk);
    let laid = card.and_then(|card| {
        let plain =
            layers.iter().take_while(|layer| !brush.prepared(**layer, state, answers).has_letters()).count();
        // The ground layer may have letters itself, such as a map's title; then only the part before them.
        let laid = plain.max(1).min(layers.len());
        let pixels = brush.type_face.pixels();
        let key = GroundKey::new(canvas, pixels, brush.zooming, &layers[..laid]);
        let CanvasState { ground, layers: made, .. } = state;
        let layer = |(name, _): &Versioned| made.iter().find(|(known, _)| known == name);
        let meshes = || layers[..laid].iter().filter_map(|named| layer(named)?.1.plain(canvas)).collect();
        if !ground.lay(canvas, card, key, desk, meshes) {
            return None;
        }
        for (_, layer) in layers[..laid].iter().filter_map(layer) {
            layer.show_letters(canvas);
        }
        Some(laid)
    });
    if laid.is_none() {
        canvas.painter.rect_filled(canvas.view.rect, 0.0, desk);
    }
    brush.draw(&layers[laid.unwrap_or(0)..], state, answers);
}

/// Draws everything above the pieces.
fn draw_over(canvas: &Canvas<'_>, shown: &CanvasView<'_>, laid: &[Mark]) {
    canvas.draw(laid);
    let ringed = |piece: &&ScenePiece| shown.ringed.iter().any(|key| piece.is(key));
    let pieces: Vec<&ScenePiece> = shown.stage.pieces.iter().filter(ringed).collect();
    // Adjacent stands of one piece share a ring.
    for stands in pieces.chunk_by(|one, other| one.piece() == other.piece()) {
        let pen = Pen::fine(Ink::Selected, 3.0);
        match stands {
            [alone] => canvas.draw(&[Mark::ring(alone.outline.clone(), pen)]),
            stands => {
                let outlines: Vec<&[Vec2]> = stands.iter().map(|stand| &stand.outline[..]).collect();
                let edges: Vec<Mark> =
                    rims(&outlines).into_iter().map(|edge| Mark::line(edge, pen)).collect();
                canvas.draw(&edges);
            }
        }
    }
}

/// Hexes that may be chosen now and have no price: a wash and a bright ring.
fn lit_marks(shown: &CanvasView<'_>) -> Vec<Mark> {
    let free = shown.open.iter().filter(|(_, price)| price.is_empty()).filter_map(|(spot, _)| match spot {
        Spot::Hex(hex) => shown.stage.places.iter().find(|place| place.hex == *hex),
        Spot::Point { .. } | Spot::Pose { .. } | Spot::Faced { .. } => None,
    });
    let inner = |place: &StagePlace| {
        let corners = place.outline.iter().map(|corner| place.centre.lerp(*corner, 0.91));
        corners.collect::<Vec<Vec2>>()
    };
    let marks = |place: &StagePlace| {
        let ring = inner(place);
        [
            Mark::fill(place.outline.clone(), Ink::Lit),
            Mark::ring(ring.clone(), Pen::new(Ink::BlockLine, Length::inches(0.17).between(3.4, 8.0))),
            Mark::ring(ring, Pen::new(Ink::Active, Length::inches(0.11).between(2.2, 6.0))),
        ]
    };
    free.flat_map(marks).collect()
}

/// Margin shown around everything, in inches.
fn edge(stage: &Stage) -> f32 {
    if stage.places.is_empty() { FRAME } else { EDGE }
}

/// Margin around the sheet of a map, in inches.
const EDGE: f32 = 0.35;

/// Margin around a table with its frame, in inches.
const FRAME: f32 = 0.9;

/// The box of an outline on the screen.
fn box_of(view: &View, outline: &[Vec2]) -> Rect {
    let (low, high) = bounds(outline);
    Rect::from_two_pos(view.screen_from_table(low), view.screen_from_table(high))
}

/// Every hex in sight is a widget: it can be found by its number and clicked.
fn places_ui(
    ui: &Ui,
    shown: &CanvasView<'_>,
    canvas: &Canvas<'_>,
    pointer: Option<Pos2>,
    (menu_of, answers): (&mut Option<Spot>, &mut dyn Answers),
    over: &mut Option<Spot>,
    found: &mut Option<Gesture>,
) {
    let view = &canvas.view;
    let has_menu = answers.has_place_menu() && !shown.draws;
    // Where the pointer draws, a click is already a stroke.
    let drawn = shown.draws && ui.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
    for place in &shown.stage.places {
        let rect = box_of(view, &place.outline);
        let rect = rect.shrink(rect.height() * 0.12).intersect(view.rect);
        if !rect.is_positive() {
            continue;
        }
        let spot = Spot::Hex(place.hex);
        let response = ui.interact(rect, egui::Id::unique((shown.sheet, place.hex)), Sense::click());
        response.widget_info(|| {
            let label = place_label(shown, place);
            match shown.keyboard {
                Some(at) => WidgetInfo::selected(Role::Button, true, at == spot, label),
                None => WidgetInfo::labeled(Role::Button, true, label),
            }
        });
        if has_menu && response.secondary_clicked() {
            *menu_of = Some(spot);
        }
        if has_menu && *menu_of == Some(spot) {
            response.context_menu(|ui| answers.place_menu(ui, spot));
        }
        if response.has_focus() {
            canvas.draw(&[Mark::ring(place.outline.clone(), Pen::fine(Ink::Selected, 3.0).dashed(9.0, 4.0))]);
            *over = Some(spot);
        }
        if response.clicked() && !drawn {
            // The boxes of hexes overlap a little: the pointer decides.
            let at = pointer.filter(|at| rect.contains(*at));
            let at = at.and_then(|at| spot_at(shown.stage, view.table_from_screen(at)));
            *found = Some(Gesture::Place(at.unwrap_or(spot)));
        }
    }
}

/// The label of a hex with the pieces in it: `1412 Marengo, town; French 43rd demi-brigade, infantry, 5-4`.
fn place_label(shown: &CanvasView<'_>, place: &StagePlace) -> String {
    let mut label = place.spoken.clone();
    let here = |piece: &&ScenePiece| point_in_polygon(middle(&piece.outline), &place.outline);
    for piece in shown.stage.pieces.iter().filter(here) {
        label.push_str("; ");
        label.push_str(piece.spoken.split(", in ").next().unwrap_or(&piece.spoken));
    }
    if let Some((_, price)) = shown.open.iter().find(|(spot, _)| *spot == Spot::Hex(place.hex)) {
        match price.as_str() {
            "" => label.push_str(texts::MAY_BE_CHOSEN),
            price => label.push_str(&texts::price(price)),
        }
    }
    label
}

/// Makes every piece a widget: found by name, hovered, selected, dragged. `tells`: show the tooltip of the one under the
/// pointer. Returns the key of the piece under the pointer.
fn pieces_ui(
    ui: &Ui,
    shown: &CanvasView<'_>,
    canvas: &Canvas<'_>,
    answers: &mut dyn Answers,
    tells: bool,
    found: &mut Option<Gesture>,
) -> Option<String> {
    let view = &canvas.view;
    let mut on_piece = None;
    for piece in &shown.stage.pieces {
        let rect = box_of(view, &piece.outline).intersect(view.rect);
        if !rect.is_positive() {
            continue;
        }
        let ringed = shown.ringed.iter().any(|key| piece.is(key));
        let response =
            ui.interact(rect, egui::Id::unique((shown.sheet, &piece.key)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, ringed, &piece.spoken));
        if response.has_focus() {
            canvas.draw(&[Mark::ring(piece.outline.clone(), Pen::fine(Ink::Selected, 2.5).dashed(6.0, 3.0))]);
        }
        // The box of a turned piece has corners outside of it.
        let within = |at: Pos2| {
            !is_convex(&piece.outline) || point_in_polygon(view.table_from_screen(at), &piece.outline)
        };
        let pressed = ui.input(|input| input.pointer.press_origin()).or(response.interact_pointer_pos());
        let hit = pressed.is_none_or(within);
        if response.clicked() && hit {
            *found = Some(Gesture::Piece(piece.key.clone()));
        } else if response.drag_started_by(PointerButton::Primary) && hit {
            *found = Some(Gesture::Lifted(piece.key.clone()));
        } else if response.drag_stopped() {
            let at = response.interact_pointer_pos().or(ui.ctx().pointer_latest_pos());
            let spot = at.and_then(|at| spot_at(shown.stage, view.table_from_screen(at)));
            *found = Some(Gesture::Dropped(spot));
        }
        response.context_menu(|ui| answers.menu(ui, &piece.key));
        if response.hovered() {
            on_piece = Some(piece.key.clone());
        }
        // Its tooltip, unless it is being used.
        if tells {
            // Clear of the piece and of its neighbours.
            let gap = (NEIGHBOURS * view.scale).clamp(14.0, 48.0);
            Tooltip::for_enabled(&response).gap(gap).show(|ui| answers.tooltip(ui, &piece.key));
        }
    }
    on_piece
}

/// How far the tooltip of a piece stays away from it, in inches: neighbours are seen beside it.
const NEIGHBOURS: f32 = 2.1;

/// The bounding box of the filled marks.
fn box_of_marks(marks: &[Mark]) -> Span {
    let filled = |mark: &&Mark| matches!(mark, Mark::Fill { ink: Ink::Block(_), .. });
    let boxes = marks.iter().filter(filled).map(Mark::bounds);
    boxes.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or_default()
}

/// Draws the piece in hand beside the pointer.
fn in_hand_ui(ui: &Ui, view: &View, marks: &[Mark], at: Pos2, palette: EguiPalette) {
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("piece in hand"));
    let above = ui.ctx().layer_painter(layer).with_clip_rect(view.rect);
    let scale = view.scale.clamp(14.0, 48.0);
    let place = at + egui::vec2(scale, scale) * 0.8;
    let rect = Rect::from_center_size(place, egui::Vec2::ZERO);
    Canvas { painter: &above, view: View { centre: Vec2::ZERO, scale, rect }, palette }.draw(marks);
}

/// Shows the hint beside the pointer.
fn hint_ui(ui: &Ui, pointer: Option<Pos2>, answers: &dyn Answers) {
    let Some(at) = pointer.filter(|_| answers.has_hint()) else { return };
    egui::Area::new(egui::Id::unique("hint of the canvas"))
        .order(egui::Order::Tooltip)
        .interactable(false)
        .constrain_to(ui.ctx().content_rect())
        .fixed_pos(at + egui::vec2(32.0, 28.0))
        .show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(320.0);
                answers.hint(ui);
            });
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::hex::HexSheet;
    use hexes::{Grid, Hex, HexMap, Orientation, Stagger, Top};

    fn map(orientation: Orientation, stagger: Stagger) -> Stage {
        let grid = Grid { columns: 39, rows: 25, orientation, stagger, top: Top::North };
        HexSheet::new(&HexMap::clear("trial", "Trial", grid), 1).stage(|hex| hex.to_string())
    }

    #[test]
    fn every_hex_is_found_again_on_the_screen() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for stagger in [Stagger::EvenDown, Stagger::OddDown] {
                let stage = map(orientation, stagger);
                let rect = Rect::from_min_max(egui::pos2(220.0, 60.0), egui::pos2(1380.0, 900.0));
                let fit = View::around(stage.low - EDGE, stage.high + EDGE, rect);
                let near = fit.zoomed(3.7, egui::pos2(400.0, 300.0)).panned(egui::vec2(-37.0, 91.0));
                for view in [fit, near] {
                    for place in &stage.places {
                        let at = view.table_from_screen(view.screen_from_table(place.centre));
                        assert_eq!(spot_at(&stage, at), Some(Spot::Hex(place.hex)));
                    }
                }
                let inside = |place: &StagePlace| rect.contains_rect(box_of(&fit, &place.outline));
                assert!(stage.places.iter().all(inside), "all of it is shown");
            }
        }
    }

    #[test]
    fn what_is_shown_is_as_large_as_it_goes_and_stays_under_the_pointer() {
        let stage = map(Orientation::Flat, Stagger::EvenDown);
        let rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1600.0, 1000.0));
        let fit = View::around(stage.low - EDGE, stage.high + EDGE, rect);
        let centre =
            |hex: Hex| stage.places.iter().find(|place| place.hex == hex.0).expect("it is on the map").centre;
        let pointer = fit.screen_from_table(centre(Hex(1412)));
        let zoomed = fit.zoomed(2.5, pointer);
        assert_eq!(spot_at(&stage, zoomed.table_from_screen(pointer)), Some(Spot::Hex(1412)));
        let mut state = CanvasState { view: Some(fit), fitted: true, ..CanvasState::default() };
        state.show(&[centre(Hex(1412)), centre(Hex(1111))]);
        let view = state.view.expect("it is seen");
        assert!(view.scale > fit.scale && !state.fitted);
        assert!([1412, 1111].iter().all(|hex| rect.contains(view.screen_from_table(centre(Hex(*hex))))));
        state.reveal(centre(Hex(3901)));
        let view = state.view.expect("it is seen");
        assert_eq!(view.screen_from_table(centre(Hex(3901))), rect.center(), "it was out of sight");
    }

    #[test]
    fn whatever_is_looked_at_or_was_stays_in_the_middle_of_a_map_that_is_turned() {
        let grid = Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        };
        let map = HexMap::clear("trial", "Trial", grid);
        let stage = |steps: u8| HexSheet::turned(&map, 1, MapTurn::from(steps)).stage(|hex| hex.to_string());
        let before = stage(0);
        let centre = |stage: &Stage, hex: u16| {
            stage.places.iter().find(|place| place.hex == hex).expect("it is on the map").centre
        };
        let rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1600.0, 1000.0));
        let near = View { scale: 90.0, ..View::around(before.low, before.high, rect) };
        let near = View { centre: centre(&before, 1009), ..near };
        for steps in 1..MapTurn::ROUND {
            let mut state = CanvasState { view: Some(near), ..CanvasState::default() };
            assert!(state.bring(&[centre(&before, 3020)]), "it is out of sight");
            let after = stage(steps);
            state.turned(&before, &after);
            let in_the_middle = |view: Option<View>| view.and_then(|view| spot_at(&after, view.centre));
            let goes_to = state.glide.map(|glide| glide.to);
            assert_eq!(in_the_middle(state.view), Some(Spot::Hex(1009)), "{steps}");
            assert_eq!(in_the_middle(state.before), Some(Spot::Hex(1009)), "{steps}");
            assert_eq!(in_the_middle(goes_to), Some(Spot::Hex(3020)), "{steps}");
            state.go_back();
            assert_eq!(in_the_middle(state.glide.map(|glide| glide.to)), Some(Spot::Hex(1009)), "{steps}");
        }
    }
}
