//! `drumhead draw`: a picture of a game.

use std::path::{Path, PathBuf};

use super::{Done, Failure};
use desk::{Game, Library, write_whole};
use drawing::Palette;
use drawing::scene::USUAL_SCALE;
use games::Games;
use paper::course::at_end_of;
use paper::output::{OutputError, pdf, png};
use paper::picture::{Look, picture, title};
use paper::svg::Svg;

/// Possible scales of a picture, in points per inch.
const SCALES: std::ops::RangeInclusive<f32> = 4.0..=160.0;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario, or the file of a game.
    #[arg(add = super::complete::a_battle_or_game())]
    from: String,
    /// Show the game at the end of this turn (0: the start); by default, as it stands.
    #[arg(long, conflicts_with = "order")]
    turn: Option<u8>,
    /// Show the game after the order with this number.
    #[arg(long)]
    order: Option<usize>,
    /// The file to write: FILE.svg, FILE.png or FILE.pdf.
    #[arg(long, value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    /// Add this overlay, such as zones; for a single piece, zones=14.
    #[arg(long = "overlay", value_name = "NAME[=PIECE]")]
    overlays: Vec<String>,
    /// As this side sees it; by default, as the referee does.
    #[arg(long)]
    side: Option<String>,
    /// Points per inch on the table.
    #[arg(long, default_value_t = USUAL_SCALE)]
    scale: f32,
    /// By candle light.
    #[arg(long)]
    night: bool,
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Svg,
    Png,
    Pdf,
}

impl Kind {
    /// Converts the sheet to such a file.
    pub(super) fn file(self, title: &str, sheet: Svg) -> Result<Vec<u8>, OutputError> {
        match self {
            Self::Svg => Ok(sheet.file().into_bytes()),
            Self::Png => png(&sheet, 1.0),
            Self::Pdf => pdf(title, &[sheet]),
        }
    }

    pub(super) fn of(out: &Path) -> Result<Self, Failure> {
        let ending = out.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("pdf") => Ok(Self::Pdf),
            _ => Err(Failure::new(format!(
                "--out {}: name a file that ends in .svg, .png or .pdf, which says what is written",
                super::shown(out)
            ))),
        }
    }
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let kind = Kind::of(&args.out)?;
    if !SCALES.contains(&args.scale) {
        let (least, most) = (SCALES.start(), SCALES.end());
        return Err(Failure::new(format!("--scale {}: give {least} to {most} points an inch", args.scale)));
    }
    let game = super::game_of(games, library, &args.from)?;
    let game = at_moment(game, args)?;
    let viewer = super::viewer(game.as_ref(), args.side.as_deref())?;
    let mut laid = Vec::new();
    for named in &args.overlays {
        let (name, piece) = overlay(game.as_ref(), named)?;
        laid.extend(game.overlay(&name, piece.as_deref(), None, viewer));
    }
    let palette = if args.night { Palette::NIGHT } else { Palette::DAY };
    let title = title(game.as_ref());
    let drawn = picture(game.as_ref(), &Look { scale: args.scale, palette, viewer, laid, over: Vec::new() });
    let file = kind.file(&title, drawn)?;
    write_whole(&args.out, &file)?;
    say!("{}: {title}, {} KB", super::shown(&args.out), file.len().div_ceil(1000))
}

/// The game at the requested moment.
fn at_moment(game: Box<dyn Game>, args: &Args) -> Result<Box<dyn Game>, Failure> {
    match (args.turn, args.order) {
        (Some(turn), _) => {
            let played = game.turn_number();
            if turn > played {
                return Err(Failure::new(format!("--turn {turn}: the game is in turn {played}")));
            }
            Ok(at_end_of(game.as_ref(), turn)?)
        }
        (_, Some(number)) => Ok(game.past(number)?),
        (None, None) => Ok(game),
    }
}

/// One of this game's overlays by name, for one piece or for all.
fn overlay(game: &dyn Game, named: &str) -> Result<(String, Option<String>), Failure> {
    let (name, piece) = named.split_once('=').map_or((named, None), |(name, piece)| (name, Some(piece)));
    let known = game.overlays();
    if !known.iter().any(|overlay| overlay.name == name) {
        let names: Vec<&str> = known.iter().map(|overlay| overlay.name).collect();
        return Err(Failure::new(format!(
            "--overlay {named}: there is none of this name, there are {}",
            names.join(", ")
        )));
    }
    if let Some(piece) = piece {
        game.tooltip(piece, game::Viewer::Referee)
            .map_err(|fault| Failure::new(format!("--overlay {named}: {}", fault.text)))?;
    }
    Ok((name.to_owned(), piece.map(str::to_owned)))
}
