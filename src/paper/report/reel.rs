//! Pictures of one size as a GIF: all share one palette, and each contains only the box that differs from the one before.

use std::borrow::Cow;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame as GifFrame, Repeat};

use crate::output::Pixels;

use super::ReportError;

/// Duration of a frame, in hundredths of a second.
const SHOWN: u16 = 55;
/// Duration of the last frame, in hundredths of a second.
const LAST: u16 = 400;

/// Number of first pictures from which colours are chosen.
const FIRST: usize = 5;

/// Number of colours.
const COLOURS: usize = 255;
/// Number of the transparent colour.
const THROUGH: u8 = 255;

/// Quality of the choice of colours, from 1, best, to 30.
const CARE: i32 = 8;
/// One pixel of a picture in this many is sampled.
const SAMPLED: usize = 7;

/// A film being written.
#[derive(Default)]
pub struct Reel {
    /// Pictures received before the colours were chosen.
    first: Vec<Pixels>,
    writer: Option<Writer>,
}

impl Reel {
    /// Adds a picture.
    ///
    /// # Errors
    ///
    /// Returns an error if it is too large, or could not be written.
    pub fn frame(&mut self, shot: &Pixels) -> Result<(), ReportError> {
        match &mut self.writer {
            Some(writer) => writer.frame(shot),
            None => {
                self.first.push(shot.clone());
                if self.first.len() < FIRST {
                    return Ok(());
                }
                self.writer = Some(Writer::begin(&std::mem::take(&mut self.first))?);
                Ok(())
            }
        }
    }

    /// Completes the film; its last picture stays longest.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no picture, if they are too large, or if the last one could not be written.
    pub fn end(self) -> Result<Vec<u8>, ReportError> {
        match self.writer {
            Some(writer) => writer.end(),
            None => Writer::begin(&self.first)?.end(),
        }
    }
}

/// A film with its colours chosen.
struct Writer {
    encoder: Encoder<Vec<u8>>,
    size: [usize; 2],
    chosen: NeuQuant,
    /// The number of a colour by the upper five bits of its components.
    known: Vec<Option<u8>>,
    /// The visible picture, and the part not written yet, which waits until its duration is known.
    seen: Vec<u8>,
    waits: Option<GifFrame<'static>>,
}

impl Writer {
    /// Starts with these pictures, from which its colours are chosen.
    fn begin(shots: &[Pixels]) -> Result<Self, ReportError> {
        let Some(first) = shots.first() else { return Err(ReportError::Stopped) };
        let size = [first.wide, first.high].map(|side| side as usize);
        let sample = shots.iter().flat_map(|shot| shot.rgba.chunks_exact(4).step_by(SAMPLED)).flatten();
        let sample: Vec<u8> = sample.copied().collect();
        let chosen = NeuQuant::new(CARE, COLOURS, &sample);
        let side = |side: u32| u16::try_from(side).map_err(|_| ReportError::TooLarge(first.wide, first.high));
        let (wide, high) = (side(first.wide)?, side(first.high)?);
        let mut encoder = Encoder::new(Vec::new(), wide, high, &chosen.color_map_rgb())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut writer =
            Self { encoder, size, chosen, known: vec![None; 1 << 15], seen: Vec::new(), waits: None };
        shots.iter().try_for_each(|shot| writer.frame(shot))?;
        Ok(writer)
    }

    fn colour(&mut self, pixel: &[u8]) -> u8 {
        let [red, green, blue] = [0, 1, 2].map(|part| pixel.get(part).copied().unwrap_or_default());
        let key = usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3);
        let chosen = &self.chosen;
        // All colours with these bits become the colour for their middle.
        let middle = [red, green, blue].map(|part| part & 0xf8 | 4);
        let index = || chosen.index_of(&[middle[0], middle[1], middle[2], 255]).min(COLOURS - 1) as u8;
        *self.known[key].get_or_insert_with(index)
    }

    /// Adds a picture: only the box that differs from the visible one.
    fn frame(&mut self, shot: &Pixels) -> Result<(), ReportError> {
        let now: Vec<u8> = shot.rgba.chunks_exact(4).map(|pixel| self.colour(pixel)).collect();
        let [wide, high] = self.size;
        let mut frame = GifFrame { delay: SHOWN, dispose: DisposalMethod::Keep, ..GifFrame::default() };
        if self.seen.is_empty() {
            (frame.width, frame.height) = (wide as u16, high as u16);
            frame.buffer = Cow::Owned(now.clone());
        } else {
            let differs = |at: &usize| self.seen[*at] != now[*at];
            let rows: Vec<usize> = (0..wide * high).filter(differs).collect();
            let (Some(top), Some(foot)) = (rows.first(), rows.last()) else {
                // Nothing changes: the present picture is shown longer.
                if let Some(waits) = &mut self.waits {
                    waits.delay = waits.delay.saturating_add(SHOWN / 3);
                }
                return Ok(());
            };
            let (top, foot) = (top / wide, foot / wide);
            let left = rows.iter().map(|at| at % wide).min().unwrap_or_default();
            let right = rows.iter().map(|at| at % wide).max().unwrap_or_default();
            let cut = (top..=foot).flat_map(|y| (left..=right).map(move |x| y * wide + x));
            let buffer = cut.map(|at| if differs(&at) { now[at] } else { THROUGH }).collect();
            (frame.left, frame.top) = (left as u16, top as u16);
            (frame.width, frame.height) = ((right - left + 1) as u16, (foot - top + 1) as u16);
            (frame.transparent, frame.buffer) = (Some(THROUGH), Cow::Owned(buffer));
        }
        self.seen = now;
        match self.waits.replace(frame) {
            Some(before) => Ok(self.encoder.write_frame(&before)?),
            None => Ok(()),
        }
    }

    fn end(mut self) -> Result<Vec<u8>, ReportError> {
        if let Some(mut last) = self.waits.take() {
            last.delay = LAST;
            self.encoder.write_frame(&last)?;
        }
        Ok(self.encoder.into_inner()?)
    }
}
