//! The colour of every part of the window, by day and by candle.

use super::{Colour, Part};

pub(super) fn day(part: Part) -> Colour {
    Colour::rgb(match part {
        Part::Panel => 0x00f0_e8d6,
        Part::Dialog => 0x00f8_f2e4,
        Part::Faint => 0x00ea_e0ca,
        Part::Field => 0x00ff_fbf2,
        Part::Words => 0x002b_2418,
        Part::Weak => 0x006a_5f4b,
        Part::Frame => 0x00cb_bc9c,
        Part::Rest => 0x00e4_d8be,
        Part::Hovered => 0x00dc_cba6,
        Part::Pressed => 0x00d0_bb8c,
        Part::Accent => 0x0080_4a12,
        Part::OnAccent => 0x00ff_f8e8,
        Part::Chosen => 0x00e6_c98a,
        Part::OnChosen => 0x005e_340a,
        Part::Refused => 0x00a1_3016,
        Part::Warning => 0x0086_5400,
        Part::Link => 0x001f_5a86,
        Part::Card => 0x00fb_f6ea,
        Part::CardLine => 0x00cf_c0a0,
        Part::Bar => 0x00cd_b27c,
    })
}

pub(super) fn night(part: Part) -> Colour {
    Colour::rgb(match part {
        Part::Panel => 0x0027_2420,
        Part::Dialog => 0x002e_2a24,
        Part::Faint => 0x0030_2c26,
        Part::Field => 0x001c_1a16,
        Part::Words => 0x00e6_dcc6,
        Part::Weak => 0x00a3_9883,
        Part::Frame => 0x004c_4436,
        Part::Rest => 0x003b_352b,
        Part::Hovered => 0x004a_4233,
        Part::Pressed => 0x0058_4e3a,
        Part::Accent => 0x00d9_a441,
        Part::OnAccent => 0x0022_1a0c,
        Part::Chosen => 0x006a_5224,
        Part::OnChosen => 0x00f7_e2ae,
        Part::Refused => 0x00f0_9a7e,
        Part::Warning => 0x00f0_b848,
        Part::Link => 0x009c_c8f4,
        Part::Card => 0x0033_2e26,
        Part::CardLine => 0x0051_4939,
        Part::Bar => 0x0088_7446,
    })
}
