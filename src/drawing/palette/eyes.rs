//! What eyes that see few colours, and eyes that see none, can tell apart; and what can be read.
//!
//! Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, 2009: the matrices of full protanopia, deuteranopia and
//! tritanopia in linear light. Distances are those of Ottosson's OKLab, in which black and white are 1 apart. Contrast
//! is that of WCAG 2.

use super::inks::block;
use super::{Colour, Light, Palette, Part, Sight};
use crate::mark::{ArmyColour, Ink};
use crate::overlay::{zone_ink, zone_wash};

/// Whose eyes.
#[derive(Clone, Copy, Debug)]
enum Eyes {
    Full,
    Protanope,
    Deuteranope,
    Tritanope,
    Greyscale,
}

const EYES: [Eyes; 5] = [Eyes::Full, Eyes::Protanope, Eyes::Deuteranope, Eyes::Tritanope, Eyes::Greyscale];

/// Least distance of two inks that mean different things, for eyes that see some colour, and in greyscale.
const APART: (f32, f32) = (0.07, 0.04);

/// The same for the blocks of two armies, which are told apart at a glance.
const ARMIES_APART: (f32, f32) = (0.10, 0.07);

/// The same for two washes on the paper, each of which has an edge of its own, too.
const WASHES_APART: (f32, f32) = (0.03, 0.02);

const WHITE: Colour = Colour::rgb(0x00ff_ffff);
const BLACK: Colour = Colour::rgb(0);

/// Least contrast of lettering.
const READ: f32 = 4.5;

fn linear(colour: Colour) -> [f32; 3] {
    colour.linear()
}

fn luminance([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn times(rows: [[f32; 3]; 3], [r, g, b]: [f32; 3]) -> [f32; 3] {
    rows.map(|row| row[0] * r + row[1] * g + row[2] * b)
}

/// What these eyes make of linear light.
fn seen(light: [f32; 3], eyes: Eyes) -> [f32; 3] {
    let rows = match eyes {
        Eyes::Full => return light,
        Eyes::Greyscale => return [luminance(light); 3],
        Eyes::Protanope => [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        Eyes::Deuteranope => [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        Eyes::Tritanope => [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    };
    times(rows, light).map(|part| part.clamp(0.0, 1.0))
}

fn oklab(light: [f32; 3]) -> [f32; 3] {
    let cones = times(
        [
            [0.412_221_46, 0.536_332_55, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_85, 0.629_978_7],
        ],
        light,
    );
    times(
        [
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ],
        cones.map(f32::cbrt),
    )
}

fn distance(a: Colour, b: Colour, eyes: Eyes) -> f32 {
    let (a, b) = (oklab(seen(linear(a), eyes)), oklab(seen(linear(b), eyes)));
    a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt()
}

fn contrast(a: Colour, b: Colour) -> f32 {
    let (a, b) = (luminance(linear(a)), luminance(linear(b)));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A wash laid on an opaque ground.
fn laid(wash: Colour, ground: Colour) -> Colour {
    let solid = Colour { alpha: 255, ..wash };
    ground.mixed(solid, f32::from(wash.alpha) / 255.0)
}

/// Every pair that is too close for any eyes, in words.
fn too_close(pairs: &[(String, Colour, Colour)], least: (f32, f32)) -> Vec<String> {
    too_close_for(&EYES, pairs, least)
}

/// The same for these eyes.
fn too_close_for(eyes: &[Eyes], pairs: &[(String, Colour, Colour)], least: (f32, f32)) -> Vec<String> {
    let mut found = Vec::new();
    for (name, a, b) in pairs {
        for &eyes in eyes {
            let wanted = if matches!(eyes, Eyes::Greyscale) { least.1 } else { least.0 };
            let apart = distance(*a, *b, eyes);
            if apart < wanted {
                found.push(format!("{name}, {eyes:?}: {apart:.3} instead of {wanted}"));
            }
        }
    }
    found
}

#[test]
fn white_and_black_are_one_apart_and_read_best() {
    for eyes in EYES {
        let apart = distance(WHITE, BLACK, eyes);
        assert!((apart - 1.0).abs() < 0.02, "{eyes:?}: {apart}");
    }
    assert!((contrast(WHITE, BLACK) - 21.0).abs() < 0.01);
    let (red, green) = (Colour::rgb(0x00c8_3c28), Colour::rgb(0x006e_6e1e));
    assert!(distance(red, green, Eyes::Deuteranope) < 0.4 * distance(red, green, Eyes::Full));
}

#[test]
fn armies_are_told_apart_by_all_eyes() {
    let mut pairs = Vec::new();
    for (i, a) in ArmyColour::ALL.into_iter().enumerate() {
        for b in ArmyColour::ALL.into_iter().skip(i + 1) {
            pairs.push((format!("{a:?} and {b:?}"), block(a), block(b)));
        }
    }
    assert_eq!(pairs.len(), 15);
    assert_eq!(too_close(&pairs, ARMIES_APART), Vec::<String>::new());
}

#[test]
fn what_is_printed_is_black_on_white_and_its_armies_are_told_apart() {
    let print = Palette::PRINT;
    assert_eq!((print.ink(Ink::Paper), print.ink(Ink::Line)), (WHITE, BLACK));
    let mut pairs = Vec::new();
    for (i, a) in ArmyColour::ALL.into_iter().enumerate() {
        let ground = print.ink(Ink::Block(a));
        for ink in [Ink::NameOnBlock(a), Ink::Frame(a)] {
            assert!(contrast(print.ink(ink), ground) > 6.0, "{ink:?}");
        }
        for b in ArmyColour::ALL.into_iter().skip(i + 1) {
            pairs.push((format!("{a:?} and {b:?}"), ground, print.ink(Ink::Block(b))));
        }
    }
    assert_eq!(too_close_for(&[Eyes::Full], &pairs, (0.05, 0.0)), Vec::<String>::new());
    assert_eq!(too_close_for(&[Eyes::Greyscale], &pairs, (0.0, 0.02)), Vec::<String>::new());
}

#[test]
fn inks_that_mean_different_things_are_told_apart_by_all_eyes() {
    for palette in Palette::all() {
        let pairs: Vec<_> = [
            (Ink::Good, Ink::Bad),
            (Ink::Good, Ink::Close),
            (Ink::Bad, Ink::Close),
            (Ink::Way, Ink::Bad),
            (Ink::Active, Ink::Selected),
            (Ink::Active, Ink::Paper),
            (Ink::Active, Ink::BlockLine),
            (Ink::Selected, Ink::Paper),
            (Ink::Threat, Ink::Good),
            (Ink::Threat, Ink::Command),
            (Ink::Command, Ink::Good),
            (Ink::Pip, Ink::BlockLine),
            (Ink::Plate, Ink::BlockLine),
            (Ink::Attack, Ink::Way),
            (Ink::Attack, Ink::Good),
            (Ink::Attack, Ink::Paper),
            (Ink::Owed, Ink::OnOwed),
            (Ink::Owed, Ink::BlockLine),
            (Ink::ReachLine, Ink::Paper),
        ]
        .into_iter()
        .map(|(a, b)| (format!("{palette:?}: {a:?} and {b:?}"), palette.ink(a), palette.ink(b)))
        .collect();
        // The usual palette serves all eyes, the others those for which they are.
        let eyes = Eyes::served(palette.sight);
        assert_eq!(too_close_for(&eyes, &pairs, APART), Vec::<String>::new());
        // What is certainly reached, and what luck may add.
        let on_paper = |ink| laid(palette.ink(ink), palette.ink(Ink::Paper));
        let washes = [(format!("{palette:?}: washes"), on_paper(Ink::Reach), on_paper(Ink::Lit))];
        assert_eq!(too_close_for(&eyes, &washes, WASHES_APART), Vec::<String>::new());
    }
}

#[test]
fn kinds_of_ground_are_told_apart_by_all_eyes() {
    for palette in [Palette::DAY, Palette::NIGHT] {
        let paper = palette.ink(Ink::Paper);
        let on_paper = |ink| laid(palette.ink(ink), paper);
        let kinds = [Ink::Paper, Ink::Woods, Ink::Water, Ink::Building, Ink::RoadCase];
        let mut pairs = Vec::new();
        for (i, a) in kinds.into_iter().enumerate() {
            for b in kinds.into_iter().skip(i + 1) {
                let name = format!("{palette:?}: {a:?} and {b:?}");
                pairs.push((name, on_paper(a), on_paper(b)));
            }
        }
        // Woods and water also have trees and shore lines.
        assert_eq!(too_close(&pairs, (0.045, 0.02)), Vec::<String>::new());
    }
}

#[test]
fn counters_of_french_and_austrians_are_told_apart_at_a_glance() {
    let (french, austrian) = (ArmyColour::of_nation("french"), ArmyColour::of_nation("austrian"));
    for palette in [Palette::DAY, Palette::NIGHT] {
        let fresh = [french, austrian].map(block);
        // Who has moved or fought lies under a wash.
        let spent = fresh.map(|colour| laid(palette.ink(Ink::Faded), colour));
        let name = |what| format!("{palette:?}: {what}");
        let pairs = [
            (name("fresh"), fresh[0], fresh[1]),
            (name("spent"), spent[0], spent[1]),
            (name("French fresh, Austrian spent"), fresh[0], spent[1]),
        ];
        assert_eq!(too_close(&pairs, (0.25, 0.2)), Vec::<String>::new());
        for (colour, ground) in [(french, spent[0]), (austrian, spent[1])] {
            let ratio = contrast(palette.ink(Ink::NameOnBlock(colour)), ground);
            assert!(ratio > 3.0, "{palette:?}: a spent {colour:?} counter reads at {ratio:.2}");
        }
    }
}

#[test]
fn lines_of_armies_in_charts_stand_out_and_apart() {
    for palette in [Palette::DAY, Palette::NIGHT] {
        let dialog = palette.part(Part::Field);
        for colour in ArmyColour::ALL {
            for (ground, name) in [(palette.part(Part::Card), "card"), (dialog, "chart")] {
                let ratio = contrast(palette.chart(colour), ground);
                assert!(ratio >= 3.0, "{palette:?}: {colour:?} on a {name} {ratio:.2}");
            }
        }
        let lines = ["french", "austrian"].map(|nation| palette.chart(ArmyColour::of_nation(nation)));
        let pair = [(format!("{palette:?}: lines"), lines[0], lines[1])];
        assert_eq!(too_close(&pair, (0.05, 0.0)), Vec::<String>::new());
    }
}

#[test]
fn kinds_of_hexes_are_told_apart_by_all_eyes() {
    for palette in [Palette::DAY, Palette::NIGHT] {
        let paper = palette.ink(Ink::Paper);
        let on_paper = |ink| laid(palette.ink(ink), paper);
        // Broken ground and heights lie too near each other for a wash: hummocks and hachures tell them apart.
        let kinds = [Ink::Woods, Ink::Rough, Ink::Water];
        let mut pairs = Vec::new();
        for (i, a) in kinds.into_iter().enumerate() {
            pairs.push((format!("{palette:?}: {a:?} and paper"), on_paper(a), paper));
            for b in kinds.into_iter().skip(i + 1) {
                pairs.push((format!("{palette:?}: {a:?} and {b:?}"), on_paper(a), on_paper(b)));
            }
        }
        assert_eq!(too_close(&pairs, (0.03, 0.018)), Vec::<String>::new());
        let marks = [(Ink::RoughMark, Ink::Rough), (Ink::Hachure, Ink::Height), (Ink::WaterLine, Ink::Water)];
        for (mark, wash) in marks {
            let (mark, ground) = (laid(palette.ink(mark), on_paper(wash)), on_paper(wash));
            assert!(distance(mark, ground, Eyes::Greyscale) > 0.1, "{palette:?}: {wash:?}");
        }
    }
}

#[test]
fn who_has_acted_is_paler_than_who_may_act() {
    for palette in Palette::all() {
        for colour in ArmyColour::ALL {
            let fresh = palette.ink(Ink::Block(colour));
            let spent = laid(palette.ink(Ink::Spent), fresh);
            let rings = distance(palette.ink(Ink::Active), spent, Eyes::Greyscale)
                + distance(palette.ink(Ink::BlockLine), spent, Eyes::Greyscale);
            assert!(rings > 0.2, "{colour:?}: brackets do not stand out");
        }
    }
}

#[test]
fn every_lettering_can_be_read_on_its_ground() {
    let mut faint = Vec::new();
    for palette in Palette::all() {
        let mut read = |name: String, over: Colour, under: Colour| {
            let ratio = contrast(over, under);
            // See `sight`: no three greys are 20 apart and read so well.
            let is_third = palette.sight == Sight::Achromatopsia && name.starts_with("Close");
            if ratio < if is_third { 3.8 } else { READ } {
                faint.push(format!("{palette:?}: {name} {ratio:.2}"));
            }
        };
        let paper = palette.ink(Ink::Paper);
        let hill = laid(palette.ink(Ink::Height), laid(palette.ink(Ink::Height), paper));
        for ink in [
            Ink::Line,
            Ink::Name,
            Ink::WaterName,
            Ink::HillName,
            Ink::Objective,
            Ink::Good,
            Ink::Bad,
            Ink::Close,
            Ink::Way,
            Ink::Command,
            Ink::Threat,
            Ink::Ruler,
            Ink::Attack,
            Ink::ReachLine,
        ] {
            // All map lettering has a halo; on paper it must be read even without.
            read(format!("{ink:?} on paper"), palette.ink(ink), paper);
            read(format!("{ink:?} on its halo"), palette.ink(ink), laid(palette.ink(Ink::Halo), hill));
        }
        // Numbers of hexes lie on any ground.
        for ground in [paper, laid(palette.ink(Ink::Woods), paper), laid(palette.ink(Ink::Rough), paper)] {
            let number = laid(palette.ink(Ink::HexNumber), ground);
            read("the number of a hex".into(), number, ground);
        }
        read("what is owed".into(), palette.ink(Ink::OnOwed), palette.ink(Ink::Owed));
        read("a badge".into(), palette.ink(Ink::OnPlate), palette.ink(Ink::Plate));
        for colour in ArmyColour::ALL {
            read(
                format!("lettering on {colour:?}"),
                palette.ink(Ink::NameOnBlock(colour)),
                palette.ink(Ink::Block(colour)),
            );
        }
        let part = |part| palette.part(part);
        for ground in [Part::Panel, Part::Dialog, Part::Faint, Part::Card].map(part) {
            read("text".into(), part(Part::Words), ground);
            read("weak text".into(), part(Part::Weak), ground);
            read("a refusal".into(), part(Part::Refused), ground);
            read("a warning".into(), part(Part::Warning), ground);
            read("a link".into(), part(Part::Link), ground);
        }
        for ink in [Ink::Good, Ink::Bad, Ink::Close] {
            read(format!("{ink:?} on a card"), palette.ink(ink), part(Part::Card));
        }
        for button in [Part::Rest, Part::Hovered, Part::Pressed].map(part) {
            read("a button".into(), part(Part::Words), button);
        }
        read("the button that goes on".into(), part(Part::OnAccent), part(Part::Accent));
        read("marked text".into(), part(Part::Words), part(Part::Chosen));
        read("a chosen item".into(), part(Part::OnChosen), part(Part::Chosen));
    }
    assert_eq!(faint, Vec::<String>::new());
}

/// CIEDE2000, by a crate that others keep; and what these eyes see of a colour in it.
fn delta_e(a: Colour, b: Colour, eyes: Eyes) -> f32 {
    let lab = |colour: Colour| cie_lab(seen(linear(colour), eyes));
    empfindung::cie00::diff(lab(a), lab(b))
}

/// Linear light in CIE L*a*b* under the white of sRGB.
fn cie_lab(light: [f32; 3]) -> (f32, f32, f32) {
    let rows = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ];
    let [x, y, z] = times(rows, light);
    let bent = |t: f32| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(bent);
    (116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z))
}

impl Eyes {
    /// All eyes that a palette has to serve.
    fn served(sight: Sight) -> Vec<Self> {
        match sight {
            Sight::Full => EYES.to_vec(),
            few => vec![Self::of(few)],
        }
    }

    /// Whose a palette is for.
    fn of(sight: Sight) -> Self {
        match sight {
            Sight::Full => Self::Full,
            Sight::Protanopia => Self::Protanope,
            Sight::Deuteranopia => Self::Deuteranope,
            Sight::Tritanopia => Self::Tritanope,
            Sight::Achromatopsia => Self::Greyscale,
        }
    }
}

#[test]
fn differences_are_those_of_ciede2000() {
    // G. Sharma, W. Wu, E. N. Dalal, 2005, table 1: pairs 1, 7 and 17.
    let pairs: [([f32; 3], [f32; 3], f32); 3] = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
    ];
    for (a, b, known) in pairs {
        let found = empfindung::cie00::diff(a, b);
        assert!((found - known).abs() < 1e-3, "{found} instead of {known}");
    }
    assert!((delta_e(BLACK, WHITE, Eyes::Full) - 100.0).abs() < 0.1);
}

#[test]
fn sides_and_verdicts_are_twenty_apart_for_the_eyes_of_each_palette() {
    /// In CIEDE2000.
    const LEAST: f32 = 20.0;
    // See `sight`: there are four greys so far apart, and six armies.
    let alike = [(ArmyColour::Grey, ArmyColour::Green), (ArmyColour::White, ArmyColour::Yellow)];
    let mut close = Vec::new();
    for palette in Palette::all() {
        let eyes = Eyes::of(palette.sight);
        let mut check = |a: Ink, b: Ink| {
            let apart = delta_e(palette.ink(a), palette.ink(b), eyes);
            if apart < LEAST {
                close.push(format!("{palette:?}: {a:?} and {b:?} are {apart:.1} apart"));
            }
        };
        for (a, b) in [(Ink::Good, Ink::Bad), (Ink::Good, Ink::Close), (Ink::Bad, Ink::Close)] {
            check(a, b);
        }
        for (i, a) in ArmyColour::ALL.into_iter().enumerate() {
            for b in ArmyColour::ALL.into_iter().skip(i + 1) {
                let is_alike = alike.contains(&(a, b)) && palette.sight == Sight::Achromatopsia;
                if !is_alike {
                    check(Ink::Block(a), Ink::Block(b));
                }
            }
        }
    }
    assert_eq!(close, Vec::<String>::new());
}

#[test]
fn the_paper_is_light_by_day_and_dark_by_night_for_all_eyes() {
    for palette in Palette::all() {
        let paper = luminance(linear(palette.ink(Ink::Paper)));
        assert_eq!(paper > 0.5, palette.light == Light::Day, "{palette:?}");
    }
}

#[test]
fn washes_side_by_side_are_ten_apart_or_have_textures_of_their_own() {
    /// In CIEDE2000.
    const LEAST: f32 = 10.0;
    let zones = ArmyColour::ALL.map(zone_wash);
    let mut close = Vec::new();
    for palette in Palette::all() {
        let eyes = Eyes::of(palette.sight);
        let paper = palette.ink(Ink::Paper);
        let mut check = |a: Ink, b: Ink| {
            let apart = delta_e(laid(palette.ink(a), paper), laid(palette.ink(b), paper), eyes);
            if apart < LEAST {
                close.push(format!("{palette:?}: {a:?} and {b:?} are {apart:.1} apart"));
            }
        };
        check(Ink::Reach, Ink::Paper);
        check(Ink::Reach, Ink::Lit);
        // Greys have not the room: what luck adds is dotted, and zones are hatched.
        if palette.sight == Sight::Achromatopsia {
            continue;
        }
        check(Ink::Lit, Ink::Paper);
        for zone in zones {
            check(Ink::Reach, zone);
            check(Ink::Lit, zone);
        }
    }
    assert_eq!(close, Vec::<String>::new());
}

#[test]
fn textures_are_seen_on_their_washes_by_all_eyes() {
    for palette in Palette::all() {
        let paper = palette.ink(Ink::Paper);
        let lit = laid(palette.ink(Ink::Lit), paper);
        let ratio = contrast(palette.ink(Ink::Close), lit);
        assert!(ratio > 2.5, "{palette:?}: dots on what luck adds {ratio:.2}");
        for colour in ArmyColour::ALL {
            let wash = laid(palette.ink(zone_wash(colour)), paper);
            let line = laid(palette.ink(zone_ink(colour)), wash);
            let apart = delta_e(line, wash, Eyes::of(palette.sight));
            assert!(apart > 10.0, "{palette:?}: the hatching of {colour:?} {apart:.1}");
        }
    }
}

#[test]
fn a_stand_or_its_frame_stands_out_from_any_ground() {
    /// Of such contrast to the ground a stand needs no frame to be told from it.
    const UNLIKE: f32 = 1.5;
    let mut lost = Vec::new();
    for palette in Palette::all() {
        let paper = palette.ink(Ink::Paper);
        for ground in [Ink::Paper, Ink::Woods, Ink::Height, Ink::Rough, Ink::Water, Ink::Garden, Ink::Village]
        {
            let under = laid(palette.ink(ground), paper);
            for colour in ArmyColour::ALL {
                let (block, frame) = (palette.ink(Ink::Block(colour)), palette.ink(Ink::Frame(colour)));
                let (own, framed) = (contrast(block, under), contrast(frame, under));
                if own < UNLIKE && framed < 3.0 {
                    lost.push(format!(
                        "{palette:?}: {colour:?} on {ground:?}: {own:.1}, its frame {framed:.1}"
                    ));
                }
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn refusals_are_read_by_the_eyes_of_each_palette() {
    let mut faint = Vec::new();
    for palette in Palette::all() {
        let eyes = Eyes::of(palette.sight);
        let light = |colour: Colour| luminance(seen(linear(colour), eyes));
        for part in [Part::Panel, Part::Dialog, Part::Faint, Part::Card] {
            for (name, ink) in [
                ("a refusal", palette.part(Part::Refused)),
                ("a warning", palette.part(Part::Warning)),
                ("what is close", palette.ink(Ink::Close)),
            ] {
                // See `sight`: no three greys are 20 apart and read so well. It is not written on the stripes of lists.
                let is_close = name == "what is close";
                if is_close && (palette.sight == Sight::Achromatopsia || part == Part::Faint) {
                    continue;
                }
                let (a, b) = (light(ink), light(palette.part(part)));
                let ratio = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                if ratio < READ {
                    faint.push(format!("{palette:?}: {name} on {part:?} {ratio:.2}"));
                }
            }
        }
    }
    assert_eq!(faint, Vec::<String>::new());
}
