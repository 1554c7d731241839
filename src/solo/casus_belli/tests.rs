//! What solo players of 1800 do.

use super::*;
