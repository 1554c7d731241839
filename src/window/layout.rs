//! The layout of the panels: initially, when they are opened, closed and moved, and in a smaller window.

use egui::Vec2;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::facts::{Facts, facts};
use super::texts::panes as texts;

/// One panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pane {
    Table,
    OrderOfBattle,
    Orders,
    Rulebook,
    SetUp,
}

impl Pane {
    pub const ALL: [Self; 5] = [Self::Table, Self::OrderOfBattle, Self::Orders, Self::Rulebook, Self::SetUp];

    /// Its title, its purpose, and the keys that open and close it.
    pub fn facts(self) -> Facts {
        use egui::Key;
        match self {
            Self::Table => facts(texts::TABLE),
            Self::OrderOfBattle => facts(texts::ORDER_OF_BATTLE).alt(Key::B),
            Self::Orders => facts(texts::ORDERS),
            Self::Rulebook => facts(texts::RULEBOOK).ctrl(Key::R),
            Self::SetUp => facts(texts::SET_UP),
        }
    }

    pub fn title(self) -> &'static str {
        self.facts().text
    }
}

/// The layout of the panels.
pub type Layout = Tree<Pane>;

/// Can the layout be shown: does it have the table, and every tile that it names?
pub fn is_sound(layout: &Layout) -> bool {
    let tiles = &layout.tiles;
    let whole = |tile: &Tile<Pane>| match tile {
        Tile::Pane(_) => true,
        Tile::Container(container) => container.children().all(|child| tiles.get(*child).is_some()),
    };
    layout.root.is_some_and(|root| tiles.get(root).is_some())
        && tiles.tiles().all(whole)
        && tiles.tiles().any(|tile| matches!(tile, Tile::Pane(Pane::Table)))
}

/// The width of the column beside the table in a room this many points wide. The table keeps 68 parts in a hundred of a window
/// of 1600 by 1000 points, and 62 of one of 1280 by 800, though its foot has a strip with compass and scale bars.
fn column(room: f32) -> f32 {
    (room * 0.13 + 141.0).clamp(240.0, 384.0).round()
}

/// The height of the order of battle at the foot of a column this many points high.
fn roster(room: f32) -> f32 {
    (room * 0.3).clamp(140.0, 300.0).round()
}

/// The heights of the head of the window, of the order line, and of the last line of the log over it, in points.
pub const HEAD: f32 = 40.0;
pub const LINE: f32 = 34.0;
pub const LOG: f32 = 30.0;

/// The room for panels in this window: what the head and the order line leave.
pub fn room(ctx: &egui::Context) -> Vec2 {
    ctx.content_rect().size() - egui::vec2(0.0, HEAD + LINE)
}

/// The panels as they stand when first opened, in a room of this size in points.
pub fn first_layout(room: Vec2) -> Layout {
    if is_narrow(room.x) {
        return narrow_layout(room);
    }
    let beside = column(room.x);
    let below = roster(room.y);
    let mut tiles = Tiles::default();
    let mut tab = |pane| {
        let inner = tiles.insert_pane(pane);
        tiles.insert_tab_tile(vec![inner])
    };
    let [table, orders, battle] = [Pane::Table, Pane::Orders, Pane::OrderOfBattle].map(&mut tab);
    let mut side = Linear::new(LinearDir::Vertical, vec![orders, battle]);
    side.shares.set_share(orders, (room.y - below).max(LEAST));
    side.shares.set_share(battle, below);
    let side = tiles.insert_container(side);
    let mut root = Linear::new(LinearDir::Horizontal, vec![table, side]);
    root.shares.set_share(table, (room.x - beside).max(LEAST));
    root.shares.set_share(side, beside);
    let root = tiles.insert_container(root);
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

/// Below this width the panels beside the table lie behind each other: a small window, or large text.
const NARROW: f32 = 960.0;

/// Whether a window this many points wide has the narrow layout.
pub fn is_narrow(room: f32) -> bool {
    room < NARROW
}

/// Below this height the panels beside the table have no room for the guide as well.
const LOW: f32 = 900.0;

/// Whether the guide lies at the foot of the table, not beside the orders.
pub fn is_low(ctx: &egui::Context) -> bool {
    ctx.content_rect().height() < LOW
}

/// The panels in a narrow window: one column of tabs beside the table.
fn narrow_layout(room: Vec2) -> Layout {
    let beside = (room.x * 0.38).clamp(LEAST, 322.0).round();
    let mut tiles = Tiles::default();
    let table = tiles.insert_pane(Pane::Table);
    let table = tiles.insert_tab_tile(vec![table]);
    let side = [Pane::Orders, Pane::OrderOfBattle].map(|pane| tiles.insert_pane(pane)).to_vec();
    let side = tiles.insert_tab_tile(side);
    let mut root = Linear::new(LinearDir::Horizontal, vec![table, side]);
    root.shares.set_share(table, (room.x - beside).max(LEAST));
    root.shares.set_share(side, beside);
    let root = tiles.insert_container(root);
    Tree::new(egui::Id::unique("narrow panels"), root, tiles)
}

/// Panels that are opened for a while, not as part of a layout: they stay open when the layout changes.
pub const PASSING: [Pane; 2] = [Pane::Rulebook, Pane::SetUp];

/// Is this panel visible, or would it be if its tab were in front?
pub fn is_open(layout: &Layout, pane: Pane) -> bool {
    layout.tiles.find_pane(&pane).is_some_and(|tile| layout.is_visible(tile))
}

/// Is this panel visible, not behind another tab?
pub fn is_in_front(layout: &Layout, pane: Pane) -> bool {
    let Some(tile) = layout.tiles.find_pane(&pane) else { return false };
    let behind = layout.tiles.parent_of(tile).and_then(|parent| layout.tiles.get_container(parent)).is_some_and(
        |container| matches!(container, Container::Tabs(tabs) if tabs.active.is_some_and(|active| active != tile)),
    );
    is_open(layout, pane) && !behind
}

/// Opens or closes a panel; one that is opened comes to the front.
pub fn set_open(layout: &mut Layout, pane: Pane, open: bool) {
    let tile = match layout.tiles.find_pane(&pane) {
        Some(tile) => tile,
        None if open => beside(layout, pane),
        None => return,
    };
    layout.set_visible(tile, open);
    if pane == Pane::Rulebook {
        make_room(layout, tile, open, BOOK);
    }
    if open {
        layout.make_active(|id, _| id == tile);
    }
}

/// Smallest size of the book when it is opened, in points.
const BOOK: Vec2 = egui::vec2(430.0, 470.0);

/// Gives the book more room than the tabs it opens in, which go back to their usual size when it is closed.
fn make_room(layout: &mut Layout, tile: TileId, open: bool, room: Vec2) {
    let mut child = tile;
    while let Some(parent) = layout.tiles.parent_of(child) {
        if let Some(Tile::Container(Container::Linear(row))) = layout.tiles.get_mut(parent) {
            let wanted = match row.dir {
                LinearDir::Horizontal => room.x,
                LinearDir::Vertical => room.y,
            };
            let share = row.shares.iter().find(|(id, _)| **id == child).map_or(0.0, |(_, share)| *share);
            if open && share < wanted {
                row.shares.set_share(child, wanted);
            } else if !open && share == wanted {
                row.shares.set_share(child, 0.0);
            }
        }
        child = parent;
    }
}

/// Adds a panel that the layout does not have yet to other tabs: the book to the order of battle, others to the orders, or
/// anywhere.
fn beside(layout: &mut Layout, pane: Pane) -> TileId {
    let tile = layout.tiles.insert_pane(pane);
    let neighbour = if pane == Pane::Rulebook { Pane::OrderOfBattle } else { Pane::Orders };
    let home = layout
        .tiles
        .find_pane(&neighbour)
        .and_then(|other| layout.tiles.parent_of(other))
        .or_else(|| layout.root());
    if let Some(home) = home {
        layout.move_tile_to_container(tile, home, usize::MAX, false);
    }
    tile
}

/// Keeps the panels beside the table at their sizes: in every row and column one panel takes the rest. The order of battle,
/// `battle` points high, gets exactly its height.
pub fn settle(layout: &mut Layout, tile: TileId, size: Vec2, battle: Option<f32>) {
    let shares: Vec<(TileId, f32)> = match layout.tiles.get_container(tile) {
        Some(Container::Linear(row)) => {
            let seen: Vec<TileId> =
                row.children.iter().copied().filter(|id| layout.is_visible_in_layout(*id)).collect();
            let room = match row.dir {
                LinearDir::Horizontal => size.x,
                LinearDir::Vertical => size.y,
            } - GAP * seen.len().saturating_sub(1) as f32;
            let usual = match row.dir {
                LinearDir::Horizontal => column(size.x),
                LinearDir::Vertical => roster(size.y),
            };
            let share = |id: TileId| {
                let fits = battle
                    .filter(|_| row.dir == LinearDir::Vertical && holds(layout, id, Pane::OrderOfBattle));
                if let Some(high) = fits {
                    return high + TAB_BAR + 2.0 * MARGIN_Y;
                }
                let share = row.shares.iter().find(|(held, _)| **held == id).map(|(_, share)| *share);
                share.filter(|share| *share >= LEAST_SHARE).unwrap_or(usual)
            };
            let taker =
                GROWING.iter().find_map(|pane| seen.iter().copied().find(|id| holds(layout, *id, *pane)));
            let others: f32 = seen.iter().filter(|id| Some(**id) != taker).map(|id| share(*id)).sum();
            // In a small window, or with large text, the table still keeps its share.
            let most = match row.dir {
                LinearDir::Horizontal => room * BESIDE,
                LinearDir::Vertical => room * BELOW,
            };
            let squeeze = if taker.is_some() && others > most { most / others } else { 1.0 };
            let others = others * squeeze;
            seen.iter()
                .map(|id| {
                    let taken = Some(*id) == taker;
                    (*id, if taken { (room - others).max(LEAST) } else { share(*id) * squeeze })
                })
                .collect()
        }
        Some(other) => {
            let inside = size - egui::vec2(0.0, TAB_BAR);
            for child in other.children().copied().collect::<Vec<_>>() {
                settle(layout, child, inside, battle);
            }
            return;
        }
        None => return,
    };
    let mut across = false;
    if let Some(Tile::Container(Container::Linear(row))) = layout.tiles.get_mut(tile) {
        across = row.dir == LinearDir::Horizontal;
        for (id, share) in &shares {
            row.shares.set_share(*id, *share);
        }
    }
    for (id, share) in shares {
        let inside = if across { egui::vec2(share, size.y) } else { egui::vec2(size.x, share) };
        settle(layout, id, inside, battle);
    }
}

/// Whether this panel is in this part of the layout.
fn holds(layout: &Layout, tile: TileId, pane: Pane) -> bool {
    match layout.tiles.get(tile) {
        Some(Tile::Pane(held)) => *held == pane,
        Some(Tile::Container(container)) => container.children().any(|child| holds(layout, *child, pane)),
        None => false,
    }
}

/// Panels that take the rest of their row or column, the first one first.
const GROWING: [Pane; 2] = [Pane::Table, Pane::Orders];

/// Largest share of a row or column for all other panels together.
const BESIDE: f32 = 0.56;
const BELOW: f32 = 0.62;

/// Least width and height of a growing panel, in points.
const LEAST: f32 = 200.0;
const TAB_BAR: f32 = 24.0;
pub const MARGIN_Y: f32 = 6.0;
pub const GAP: f32 = 3.0;

/// A smaller share is not yet in points: a panel moved to a new row starts with its usual width or height.
const LEAST_SHARE: f32 = 20.0;

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// An answer in the panel of orders: dice, a card, or a drawn chit.
    pub answer: bool,
    /// Something else is in hand. A dragged stand opens no panel, so that the table does not move below it.
    pub in_hand: bool,
}

impl Waits {
    pub fn is_held(self) -> bool {
        self.answer || self.in_hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::painter::furniture::STRIP;

    fn share(layout: &Layout, pane: Pane) -> f32 {
        let mut tile = layout.tiles.find_pane(&pane).expect("it is in the layout");
        while let Some(parent) = layout.tiles.parent_of(tile) {
            if let Some(Container::Linear(row)) = layout.tiles.get_container(parent) {
                return row.shares.iter().find(|(id, _)| **id == tile).map_or(0.0, |(_, share)| *share);
            }
            tile = parent;
        }
        0.0
    }

    /// The room of a window of 1600 by 1000 points.
    const FULL: Vec2 = egui::vec2(1600.0, 1000.0 - HEAD - LINE);

    #[test]
    fn the_table_has_the_window() {
        for (size, part) in [([1600.0, 1000.0], 0.68), ([1280.0, 800.0], 0.62)] {
            let size = Vec2::from(size);
            let layout = first_layout(size - egui::vec2(0.0, HEAD + LINE));
            let table = (size.x - beside(&layout)[0] - GAP) * (size.y - HEAD - LINE - LOG - STRIP);
            assert!(table / (size.x * size.y) >= part, "{} of {size}", table / (size.x * size.y));
        }
    }

    fn settled(size: [f32; 2], change: impl FnOnce(&mut Layout)) -> Layout {
        let mut layout = first_layout(FULL);
        change(&mut layout);
        let root = layout.root().expect("there are panels");
        settle(&mut layout, root, size.into(), None);
        layout
    }

    /// The width of the column, and the height of the order of battle in it.
    fn beside(layout: &Layout) -> [f32; 2] {
        let tile = layout.tiles.find_pane(&Pane::OrderOfBattle).expect("it is in the layout");
        let tabs = layout.tiles.parent_of(tile).expect("it is in tabs");
        let side = layout.tiles.parent_of(tabs).expect("they are in the column");
        let root = layout.root().expect("there are panels");
        [(root, side), (side, tabs)].map(|(row, child)| match layout.tiles.get_container(row) {
            Some(Container::Linear(row)) => {
                row.shares.iter().find(|(id, _)| **id == child).map_or(0.0, |(_, s)| *s)
            }
            _ => 0.0,
        })
    }

    #[test]
    fn the_table_takes_what_a_smaller_window_loses() {
        let layout = settled([1280.0, 760.0], |_| {});
        assert_eq!(beside(&layout), [column(1600.0), roster(FULL.y)]);
        assert_eq!(share(&layout, Pane::Table), 1280.0 - column(1600.0) - GAP);
    }

    #[test]
    fn a_closed_panel_gives_its_room_away_and_opens_where_it_was() {
        let mut layout = settled([1600.0, 926.0], |layout| set_open(layout, Pane::OrderOfBattle, false));
        assert!(!is_open(&layout, Pane::OrderOfBattle));
        assert_eq!(beside(&layout)[0], column(1600.0), "its neighbour keeps its width");
        set_open(&mut layout, Pane::OrderOfBattle, true);
        assert!(is_open(&layout, Pane::OrderOfBattle));
        assert_eq!(beside(&layout)[1], roster(FULL.y));
    }

    #[test]
    fn a_layout_is_kept_as_it_is_between_runs() {
        let layout = settled([1300.0, 800.0], |layout| set_open(layout, Pane::OrderOfBattle, false));
        let text = ron::to_string(&layout).expect("a layout is written");
        let read: Layout = ron::from_str(&text).expect("and read");
        assert_eq!(read, layout);
        assert!(!is_open(&read, Pane::OrderOfBattle));
    }

    #[test]
    fn the_rulebook_opens_with_room_for_reading_and_gives_it_back() {
        let mut layout = settled([1600.0, 926.0], |layout| set_open(layout, Pane::Rulebook, true));
        assert!(is_open(&layout, Pane::Rulebook));
        assert_eq!(beside(&layout), [BOOK.x, BOOK.y]);
        set_open(&mut layout, Pane::Rulebook, false);
        assert!(!is_open(&layout, Pane::Rulebook));
        let root = layout.root().expect("there are panels");
        settle(&mut layout, root, FULL, None);
        assert_eq!(beside(&layout), [column(1600.0), roster(FULL.y)]);
    }

    #[test]
    fn a_layout_from_before_a_panel_existed_gets_it() {
        let mut layout = first_layout(FULL);
        let battle = layout.tiles.find_pane(&Pane::OrderOfBattle).expect("it is in the layout");
        layout.remove_recursively(battle);
        set_open(&mut layout, Pane::OrderOfBattle, true);
        assert!(is_open(&layout, Pane::OrderOfBattle));
    }
}
