//! Players of Epstein's rules who are not there.

use crate::rules::epstein::{Epstein, State};

use super::{FirstOffer, Solo};

impl Solo for Epstein {
    type Minds = FirstOffer;

    fn minds(_state: &State) -> FirstOffer {
        FirstOffer
    }
}
