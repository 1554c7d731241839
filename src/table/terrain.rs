//! The ground prepared for queries.
use super::ground::Ground;
#[derive(Clone, Debug)]
pub struct Terrain {
    ground: Ground,
}
impl Terrain {
    pub fn new(ground: Ground) -> Self {
        Self { ground }
    }
    pub fn ground(&self) -> &Ground {
        &self.ground
    }
}
