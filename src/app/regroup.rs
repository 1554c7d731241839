//! Regrouping by the army commander: the form in which units are put under another general or made a new command, and in
//! which the general of a detached unit is placed (`easy:V.A` to `easy:V.C`).

use std::collections::BTreeSet;

use crate::dice::Dry;
use crate::drawing::{Ink, Mark, Pen, footprint};
use crate::game::working::Note;
use crate::game::{RuleSet as _, Stop};
use crate::rules::easy::command::command_range;
use crate::rules::easy::{CommandId, Easy, Order, Refusal, StandId, State, regroup};
use crate::table::{Body, Pose, Vec2};

use super::command::Command;
use super::overlay::ghost_marks;
use super::panes::{self, Pane};
use super::{App, models, views};

/// What is done with units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regrouping {
    /// They are put under another general.
    Attach,
    /// They become a new command.
    Form,
    /// The general of this detached unit is placed.
    Post(CommandId),
}

impl Regrouping {
    /// What such an offer is about.
    pub fn of(order: &Order) -> Option<Self> {
        match order {
            Order::Attach { .. } => Some(Self::Attach),
            Order::Form { .. } => Some(Self::Form),
            Order::Post { command, .. } => Some(Self::Post(*command)),
            _ => None,
        }
    }

    pub fn wants_place(self) -> bool {
        !matches!(self, Self::Attach)
    }

    pub fn wants_units(self) -> bool {
        !matches!(self, Self::Post(_))
    }
}

/// A regrouping as far as it is filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct RegroupForm {
    pub what: Regrouping,
    /// The new command's, as typed.
    pub name: String,
    pub stands: BTreeSet<StandId>,
    /// Under whom they are put.
    pub to: Option<CommandId>,
    /// Where the general is placed.
    pub pose: Option<Pose>,
    /// The name was typed, the place pointed at: neither follows the stands any more.
    pub named: bool,
    pub placed: bool,
    /// The name gets the keyboard: the form has just been opened.
    pub fresh: bool,
}

/// A unit that may be regrouped.
#[derive(Clone, Debug)]
pub struct UnitRow {
    pub id: StandId,
    pub name: String,
    /// How far it is from whoever counts, or where it is instead of on the table: `4.20 in`.
    pub distance: String,
    /// What that means where it is not as it should be: `out of command`, `does not act yet`; else empty.
    pub remark: &'static str,
    /// From where it is measured, and what hangs on it, as a sentence.
    pub told: String,
}

/// What the form shows besides what is filled in.
#[derive(Clone, Debug, Default)]
pub struct RegroupModel {
    /// Units command by command.
    pub commands: Vec<(CommandId, String, Vec<UnitRow>)>,
    pub receivers: Vec<(CommandId, String)>,
    /// From whom the distances of the units are, as a sentence.
    pub measured: String,
    /// Whose general is placed.
    pub of: String,
    /// What it comes to: the working, or why not.
    pub verdict: Option<Result<Vec<Note>, Refusal>>,
}

impl RegroupForm {
    fn new(state: &State, what: Regrouping, offered: Option<&Order>) -> Self {
        let mut form = Self {
            what,
            name: String::new(),
            stands: BTreeSet::new(),
            to: None,
            pose: None,
            named: false,
            placed: false,
            fresh: true,
        };
        match offered {
            Some(Order::Post { pose, .. }) => form.pose = Some(*pose),
            // What the rules suggest, where units are better off so; else the players choose.
            Some(Order::Attach { stands, to }) if regroup::offers::worth_attaching(state).is_some() => {
                form.stands = stands.iter().copied().collect();
                form.to = Some(*to);
            }
            Some(Order::Form { stands, .. }) if regroup::offers::worth_forming(state).is_some() => {
                form.stands = stands.iter().copied().collect();
            }
            _ => {}
        }
        form.follow(state);
        form
    }

    /// The order it is; none while something is missing.
    pub fn order(&self) -> Option<Order> {
        let stands: Vec<StandId> = self.stands.iter().copied().collect();
        match self.what {
            Regrouping::Attach => Some(Order::Attach { stands, to: self.to? }),
            Regrouping::Form => Some(Order::Form { name: self.name.clone(), stands, pose: self.pose? }),
            Regrouping::Post(command) => Some(Order::Post { command, pose: self.pose? }),
        }
    }

    /// Name and place follow the stands as long as nobody has given others.
    fn follow(&mut self, state: &State) {
        if self.what != Regrouping::Form {
            return;
        }
        let stands: Vec<StandId> = self.stands.iter().copied().collect();
        if !self.named {
            self.name = if stands.is_empty() {
                String::new()
            } else {
                regroup::names::suggested_name(state, &stands)
            };
        }
        match self.pose.filter(|_| self.placed) {
            None => {
                let beside = || stands.iter().find_map(|id| state.pose(*id));
                self.pose = regroup::places::form_pose(state, &stands).or_else(beside);
            }
            // Of other stands he may have a larger stand, or touch none of them: he moves no farther than he has to.
            Some(pose) if !stands.is_empty() && !regroup::places::is_form_place(state, &stands, pose) => {
                self.pose = Some(self.near(state, pose).unwrap_or(pose));
            }
            Some(_) => {}
        }
    }

    /// The general's stand.
    fn body(&self, state: &State) -> Option<Body> {
        let stands: Vec<StandId> = self.stands.iter().copied().collect();
        match self.what {
            Regrouping::Attach => None,
            Regrouping::Form => (!stands.is_empty()).then(|| regroup::places::form_body(state, &stands)),
            Regrouping::Post(command) => {
                state.command(command).general.map(|general| state.unit(general).body.clone())
            }
        }
    }

    /// The place nearest to one pointed at that touches a stand of the command.
    fn near(&self, state: &State, wanted: Pose) -> Option<Pose> {
        let stands: Vec<StandId> = self.stands.iter().copied().collect();
        match self.what {
            Regrouping::Attach => None,
            Regrouping::Form => regroup::places::form_pose_near(state, &stands, wanted),
            Regrouping::Post(command) => regroup::places::post_pose_near(state, command, wanted),
        }
    }
}

impl App {
    /// The form for a regrouping: it takes the place of the orders, beside the table.
    pub(super) fn open_regroup(&mut self, what: Regrouping) {
        let offer = self.desk.due().offers.iter().find(|offer| Regrouping::of(&offer.order) == Some(what));
        let form = RegroupForm::new(self.desk.state(), what, offer.map(|offer| &offer.order));
        self.put_back();
        self.fiat = None;
        self.regroup = Some(form);
        if let Some(layout) = &mut self.shell.saved.layout {
            panes::set_open(layout, Pane::Orders, true);
        }
    }

    /// The regrouping that is being filled in.
    pub fn regroup_form(&self) -> Option<&RegroupForm> {
        self.regroup.as_ref()
    }

    /// The form as it is filled in, and what it was told.
    pub(super) fn regroup_ui(&mut self, ui: &mut egui::Ui) -> Option<Command> {
        let mut form = self.regroup.take()?;
        let before = form.clone();
        let model = self.regroup_model(&form);
        let found = views::regroup::regroup_ui(ui, &mut form, &model);
        if form.name != before.name {
            // A name that was taken out again follows the stands as before.
            form.named = !form.name.trim().is_empty();
        }
        form.placed |= form.pose != before.pose;
        if form != before {
            // What it comes to is told of the form as it is now.
            ui.ctx().request_repaint();
        }
        if form.stands != before.stands {
            form.follow(self.desk.state());
        }
        self.regroup = Some(form);
        found
    }

    fn regroup_model(&self, form: &RegroupForm) -> RegroupModel {
        let state = &self.desk.view(self.viewer);
        let mut model = RegroupModel::default();
        if form.what.wants_units() {
            for id in regroup::offers::units(state) {
                let command = state.unit(id).command;
                if form.what == Regrouping::Form && state.pose(id).is_none() || form.to == Some(command) {
                    continue;
                }
                if model.commands.last().is_none_or(|(last, ..)| *last != command) {
                    model.commands.push((command, state.command(command).name.clone(), Vec::new()));
                }
                if let Some((.., rows)) = model.commands.last_mut() {
                    rows.push(unit_row(state, form, id));
                }
            }
        }
        if form.what == Regrouping::Attach {
            let name = |id: CommandId| (id, state.command(id).name.clone());
            model.receivers = regroup::offers::receivers(state).into_iter().map(name).collect();
        }
        if let (Regrouping::Form, Some(now)) = (form.what, state.active()) {
            let chief = state
                .command(now.command)
                .general
                .map_or_else(|| state.say_command(now.command), |general| state.say(general));
            let range = state.lengths().command_range();
            model.measured = format!(
                "Distances are from {chief}: the new general stands within {range} in of him. Those of ticked units are \
                 from the new general: up to {range} in they act at once."
            );
        }
        if let Regrouping::Post(command) = form.what {
            model.of = state.say_command(command);
        }
        model.verdict = form
            .order()
            .filter(|_| !form.what.wants_units() || !form.stands.is_empty())
            .and_then(|order| match Easy::judge(state, &order, &mut Dry) {
                Ok(ruling) => Some(Ok(ruling.working)),
                Err(Stop::Refused(refusal)) => Some(Err(refusal)),
                Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
            });
        model
    }

    /// Gives the order of the form.
    pub(super) fn give_regroup(&mut self, ctx: &egui::Context) {
        if let Some(order) = self.regroup.as_ref().and_then(RegroupForm::order) {
            let judged = Easy::judge(self.desk.state(), &order, &mut Dry);
            // What is refused stays in the form, which says why.
            if !matches!(judged, Err(Stop::Refused(_))) {
                self.regroup = None;
                self.give(ctx, order);
            }
        }
    }

    /// A click on the table while the form is open: a unit is chosen or left out; elsewhere the general is placed.
    pub(super) fn point_regroup(&mut self, at: Vec2, on: Option<StandId>) {
        let state = self.desk.state();
        let Some(form) = &mut self.regroup else { return };
        let unit = on.filter(|id| form.what.wants_units() && regroup::offers::units(state).contains(id));
        if let Some(id) = unit {
            if !form.stands.remove(&id) {
                form.stands.insert(id);
            }
            form.follow(state);
        } else if form.what.wants_place() {
            let heading = form.pose.map(|pose| pose.heading).unwrap_or_default();
            let wanted = Pose::new(at, heading);
            form.pose = Some(form.near(state, wanted).unwrap_or(wanted));
            form.placed = true;
        }
    }

    /// Turns the general that is placed.
    pub(super) fn turn_regroup(&mut self, degrees: f32) {
        let state = self.desk.state();
        if let Some(form) = &mut self.regroup
            && let Some(pose) = form.pose
        {
            let wanted = Pose::new(pose.at, pose.heading.turned(degrees.to_radians()));
            form.pose = Some(form.near(state, wanted).unwrap_or(wanted));
            form.placed = true;
        }
    }

    /// The chosen units, and where the general would stand.
    pub(super) fn regroup_marks(&self) -> Vec<Mark> {
        let Some(form) = &self.regroup else { return Vec::new() };
        let state = self.desk.state();
        let mut marks: Vec<Mark> = form
            .stands
            .iter()
            .filter_map(|id| Some((state.pose(*id)?, state.unit(*id).body.parts()[0])))
            .map(|(pose, rect)| {
                Mark::ring(footprint(pose, rect.width, rect.depth), Pen::fine(Ink::Selected, 2.4))
            })
            .collect();
        if let (Some(pose), Some(body)) = (form.pose, form.body(state)) {
            let rect = body.parts()[0];
            let order = form.order();
            let judged = order.map(|order| Easy::judge(state, &order, &mut Dry));
            let good = matches!(judged, Some(Ok(_)));
            let (ink, wash) = if good { (Ink::Good, Ink::GoodWash) } else { (Ink::Bad, Ink::BadWash) };
            marks.extend(ghost_marks(pose, rect.width, rect.depth, ink, wash));
        }
        marks
    }
}

/// A unit with its distance: for a new command from the army commander, or, where the unit is of it, from the new general
/// (`easy:V.C`); else from its own general, who may be too far to command it.
fn unit_row(state: &State, form: &RegroupForm, id: StandId) -> UnitRow {
    let stands: Vec<StandId> = form.stands.iter().copied().collect();
    let own = command_range(state, state.unit(id).command, id);
    let out = own.as_ref().is_some_and(|measured| !measured.passes());
    let (measured, remark) = match (form.what, form.pose, state.active()) {
        (Regrouping::Form, Some(pose), _) if form.stands.contains(&id) => {
            (regroup::places::from_new_general(state, &stands, pose, id), "does not act yet")
        }
        (Regrouping::Form, _, Some(now)) => (command_range(state, now.command, id), ""),
        _ => (own.clone(), "out of command"),
    };
    let far = measured.as_ref().is_some_and(|measured| !measured.passes());
    let distance = match (&measured, state.pose(id)) {
        (_, None) => "not on the table".to_owned(),
        (Some(measured), _) => format!("{:.2} in", measured.value),
        (None, _) => "no general".to_owned(),
    };
    let mut told = measured
        .map(|measured| format!("{}: {:.2} in. ", models::sentence(&measured.what), measured.value))
        .unwrap_or_default();
    if form.what == Regrouping::Form
        && let Some(own) = own
    {
        let word = if out { "out of command" } else { "in command" };
        told.push_str(&format!("Its present general: {:.2} in, {word}.", own.value));
    }
    UnitRow { id, name: models::brief(state, id), distance, remark: if far { remark } else { "" }, told }
}
