//! Marks on the table in addition to the game's own: what is in hand, overlays, rulers, and the legend that explains them.

use std::borrow::Cow;

use crate::texts::{commands, play as texts};
use drawing::overlay::{self, LegendRow, Ruler, Texture, legend_rows, ruler_marks};
use drawing::plates::parted;
use drawing::{Ink, Mark, Pen};
use game::{HeadSide, Remark, RulerEnd, Spot, WireRefusal};
use scenario::Side;

use super::Play;
use super::hand::{Hand, InHand};
use super::round::Aim;

/// Everything on the table in addition to the game's stage.
#[derive(Default)]
pub(super) struct OnTable<'p> {
    /// Marks above the pieces, and below them.
    pub over: Vec<Mark>,
    pub under: Vec<Mark>,
    /// Keys of the pieces with a ring.
    pub ringed: Vec<&'p str>,
    /// Places that may be chosen, each with its price.
    pub open: Cow<'p, [(Spot, String)]>,
    /// The piece that follows the pointer.
    pub in_hand: Option<(&'p str, &'p [Mark])>,
    /// The refusal shown beside the pointer.
    pub refusal: Option<&'p WireRefusal>,
    /// Why the place under the pointer is dark; it stands there in place of the refusal.
    pub dark: Option<&'p Remark>,
    pub hint: &'p str,
    pub rulers: Vec<Ruler>,
    pub legend: Vec<LegendRow>,
}

impl Play {
    /// The words of the legend.
    pub fn legend(&self) -> Vec<String> {
        let scale = self.scale().unwrap_or(drawing::USUAL_SCALE);
        self.on_table(None, scale).legend.into_iter().map(|(.., words)| words).collect()
    }

    /// The marks on the table. `aim`: under the pointer while a card is shown; `scale`: points per inch.
    pub(super) fn on_table<'p>(&'p self, aim: Option<&'p Aim>, scale: f32) -> OnTable<'p> {
        // Words of an overlay are above the stands, and placed beside them.
        let (over, under) = parted(&self.overlay);
        let ringed = self.selected.as_deref().into_iter().collect();
        let mut on = OnTable { over, under, ringed, ..OnTable::default() };
        let (shown, now) = (self.common.saved.shown, self.looking.is_none());
        if now {
            self.lay_hand(&mut on, aim);
        }
        let laid_by_game = self.game.overlays().iter().any(|overlay| overlay.name == "threat");
        if shown.threat && now && !laid_by_game {
            on.over.extend(self.threat_marks());
        }
        on.over.extend_from_slice(&self.pointed_marks);
        if let Some((_, marks)) =
            self.fight.as_ref().filter(|_| now).and_then(|fight| fight.told(&*self.game))
        {
            on.over.extend_from_slice(marks);
        }
        on.over.extend_from_slice(self.ring_marks());
        on.over.extend_from_slice(&self.under.marks);
        let measured = self.lay_rulers(&mut on);
        self.lay_fiat(&mut on, scale);
        // The legend explains only what is drawn.
        let drawn = |wash: Ink| on.under.iter().any(|mark| mark.ink() == Some(wash));
        // Hexes that may be chosen have the same wash, without a border of this ink.
        let (reach, lucky) = (drawn(Ink::Reach), drawn(Ink::Lit) && drawn(Ink::Close));
        on.legend = legend_rows(overlay::OverlaysShown { reach, ..self.laid_now(!measured) });
        if shown.reach && lucky {
            on.legend.push((Ink::Close, Some((Ink::Lit, Texture::Dotted)), texts::WITH_LUCK.to_owned()));
        }
        self.explain(&mut on.legend, &on.over);
        on
    }

    /// Adds what is in hand, or what the line means as far as it is typed.
    fn lay_hand<'p>(&'p self, on: &mut OnTable<'p>, aim: Option<&'p Aim>) {
        if let Some(meaning) = &self.order_line.reading.meaning {
            on.over.extend(meaning.ghosts.iter().flat_map(|ghost| &ghost.marks).cloned());
            on.over.extend_from_slice(&meaning.marks);
            return;
        }
        match &self.hand {
            Hand::Piece(hand) => self.lay_piece(on, hand),
            Hand::Made(made) => {
                on.ringed.extend(made.pieces());
                on.over.extend_from_slice(&self.sketch.2);
            }
            Hand::Card(_) => match aim.filter(|aim| aim.is_of(self.aimed_order())) {
                Some(aim) => {
                    on.over.extend_from_slice(&aim.marks);
                    on.refusal = aim.refusal.as_deref();
                    on.hint = &aim.words;
                }
                None => on.over.extend_from_slice(&self.sketch.2),
            },
            Hand::Empty => on.open = self.lit().into(),
        }
    }

    /// Adds a piece in hand: where it may go, its path, and the threats to it.
    fn lay_piece<'p>(&'p self, on: &mut OnTable<'p>, hand: &'p InHand) {
        let lift = hand.held.summary();
        // The first choices are shown until a hex is chosen.
        let chosen = hand.is_chosen_hex_by_hex();
        if self.common.saved.shown.reach && !chosen {
            on.under.extend_from_slice(hand.reach());
        }
        on.open = Cow::Borrowed(if chosen { &hand.trip.next } else { &lift.places });
        on.over.extend_from_slice(&hand.trip.marks);
        on.under.extend(self.watch_marks());
        on.ringed.push(&lift.piece);
        on.refusal = hand.trip.refusal.as_deref();
        on.dark = hand.trip.dark.as_ref();
        if self.tray.is_none() && !lift.ghost.is_empty() && lift.refusal.is_none() && !hand.pinned {
            on.in_hand = Some((lift.piece.as_str(), &lift.ghost[..]));
        }
    }

    /// Adds the rulers, and the one being laid; returns whether there are any.
    fn lay_rulers(&self, on: &mut OnTable<'_>) -> bool {
        let ruler = |[from, to]: &[RulerEnd; 2]| self.game.ruler([from, to], self.viewer);
        if self.common.saved.shown.rulers {
            on.rulers = self.rulers.iter().filter_map(ruler).collect();
        }
        let laying = self.measuring.as_ref().and_then(|from| Some([from.clone()?, self.pointed.clone()?]));
        let drawn: Vec<Ruler> = on.rulers.iter().cloned().chain(laying.as_ref().and_then(ruler)).collect();
        on.over.extend(ruler_marks(&drawn));
        !drawn.is_empty()
    }

    /// Adds the subject of the referee's form.
    fn lay_fiat<'p>(&'p self, on: &mut OnTable<'p>, scale: f32) {
        let Some(form) = &self.fiat else { return };
        on.ringed.extend(form.pieces());
        let sketch = self.fiat_draft().map(|fiat| self.game.sketch(&fiat, scale, self.viewer));
        match sketch.filter(|marks| !marks.is_empty()) {
            Some(marks) => on.over.extend(marks),
            None => on.over.extend(form.spot().and_then(|spot| self.spot_mark(spot))),
        }
    }

    /// The overlays with something to show; reach is explained by its own marks.
    fn laid_now(&self, no_rulers: bool) -> overlay::OverlaysShown {
        let (shown, any) = (self.common.saved.shown, |name: &str| self.seen_overlays.contains(&name));
        overlay::OverlaysShown {
            zones: shown.zones && any("zones"),
            command: shown.command && any("command"),
            lanes: shown.lanes && any("lanes"),
            reach: false,
            threat: shown.threat && any("threat"),
            rulers: !no_rulers,
        }
    }

    /// Adds overlays to the legend with samples: zones of both sides, each in its colour; lines of command; and, for threats
    /// without a chosen piece, what to do.
    fn explain(&self, legend: &mut Vec<LegendRow>, over: &[Mark]) {
        if let Some(at) = legend.iter().position(|(ink, ..)| *ink == Ink::ZoneLine) {
            // Other rules have their own name for zones of control.
            let own = self.game.overlays().iter().find(|overlay| overlay.name == "zones");
            let own = own.filter(|zones| zones.title != commands::TOGGLE_ZONES[0]);
            let title = own.map_or_else(|| texts::ZONES.to_owned(), |zones| zones.title.to_lowercase());
            let inks: Vec<Ink> = self.overlay.iter().filter_map(Mark::ink).collect();
            let sides = Side::BOTH.into_iter().zip(&self.summary.top.head.sides).filter_map(
                |(side, HeadSide { name, colour, .. })| {
                    let colour = (*colour)?;
                    let line = overlay::zone_ink(colour);
                    let wash = (overlay::zone_wash(colour), Texture::Hatched(side.index() as u8));
                    let seen = inks.contains(&line);
                    seen.then(|| (line, Some(wash), texts::of_side(name, &title)))
                },
            );
            let rows: Vec<LegendRow> = sides.collect();
            if rows.is_empty() {
                legend[at].2 = title;
            } else {
                legend.splice(at..=at, rows);
            }
        }
        let shown = self.common.saved.shown;
        if shown.command && self.overlay.iter().any(|mark| mark.ink() == Some(Ink::Bad)) {
            legend.push((Ink::Bad, None, texts::OUT_OF_COMMAND.to_owned()));
        }
        if shown.threat && self.selected.is_none() && self.looking.is_none() {
            legend.push((Ink::Threat, None, texts::CHOOSE_THREATENED.to_owned()));
        } else if shown.threat && over.iter().any(|mark| mark.ink() == Some(Ink::Threat)) {
            let known = legend.iter().any(|(ink, ..)| *ink == Ink::Threat);
            if !known {
                legend.push((Ink::Threat, None, texts::THREATS.to_owned()));
            }
        }
        let has_lanes = self.game.overlays().iter().any(|overlay| overlay.name == "lanes");
        if shown.lanes && has_lanes && !self.seen_overlays.contains(&"lanes") {
            legend.push((Ink::Good, Some((Ink::GoodWash, Texture::Plain)), texts::CHOOSE_BATTERY.to_owned()));
        }
    }

    /// Lines from enemies that threaten the piece in hand; faint for those that cannot act yet.
    fn watch_marks(&self) -> Vec<Mark> {
        let line = |threat: &game::Threat| {
            let (from, to) = (self.middle_of_spot(threat.from)?, self.middle_of_spot(threat.to)?);
            let pen = if threat.open {
                Pen::fine(Ink::Bad, 1.6).dashed(9.0, 4.0)
            } else {
                Pen::fine(Ink::FaintLine, 1.2).dashed(2.0, 5.0)
            };
            Some(Mark::line([from, to], pen))
        };
        self.watch.iter().flat_map(|watch| &watch.rows).filter_map(line).collect()
    }

    /// Arrows of the threats to the selected piece.
    fn threat_marks(&self) -> Vec<Mark> {
        let Some(piece) = &self.selected else { return Vec::new() };
        let threats = self.game.threats(piece, None, self.viewer).unwrap_or_default();
        let arrow = |threat: &game::Threat| {
            let (from, to) = (self.middle_of_spot(threat.from)?, self.middle_of_spot(threat.to)?);
            let pen = Pen::fine(Ink::Threat, 2.2);
            Some(Mark::line([from, to], if threat.open { pen } else { pen.dashed(6.0, 5.0) }))
        };
        threats.iter().filter_map(arrow).collect()
    }

    /// A ring round a place.
    fn spot_mark(&self, spot: Spot) -> Option<Mark> {
        let pen = Pen::fine(Ink::Selected, 3.0).dashed(9.0, 4.0);
        let Spot::Hex(hex) = spot else {
            return self
                .middle_of_spot(spot)
                .map(|at| Mark::dot(at, drawing::Length::points(5.0), Ink::Selected));
        };
        let place = self.summary.stage.places.iter().find(|place| place.hex == hex)?;
        Some(Mark::ring(place.outline.clone(), pen))
    }
}
