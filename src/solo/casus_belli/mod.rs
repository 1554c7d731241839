//! Players of 1800 who are not there: they think nothing yet, and take what is offered first.

use super::{FirstOffer, Solo};
use crate::rules::casus_belli::{CasusBelli, State};

impl Solo for CasusBelli {
    type Minds = FirstOffer;

    fn minds(_state: &State) -> FirstOffer {
        FirstOffer
    }
}
