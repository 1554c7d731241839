//! Regrouping being made up: units, general, name of a new command, place of its general (`easy:V.A` to `easy:V.C`). Units:
//! inches.

use crate::command::command_range;
use crate::regroup::roster::LONGEST_NAME;
use crate::regroup::{detach, names, offers, places};
use crate::rule_set::Easy;
use crate::spelling::Reader;
use crate::{CommandId, StandId, State};
use dice::Dry;
use drawing::{Ink, Mark};
use game::working::Measured;
use game::{Also, Answer, Ask, Card, Choosable, Codec as _, Draft, Question, RuleSet as _, Spot, sentence};
use table::{Body, Pose};

use super::sketch::ghost_marks;

/// An order that regroups units, as far as it is filled in.
struct Regrouping<'a> {
    state: &'a State,
    draft: &'a Draft,
    stands: Vec<StandId>,
}

impl<'a> Regrouping<'a> {
    fn of(state: &'a State, draft: &'a Draft) -> Self {
        let named = draft.said().some("stands").unwrap_or_default();
        let stands = named.iter().filter_map(|name| state.roster().find_stand(name)).collect();
        Self { state, draft, stands }
    }

    fn command(&self, field: &str) -> Option<CommandId> {
        self.draft.said().one(field).ok().and_then(|name| self.state.roster().find_command(name))
    }

    fn pose(&self) -> Option<Pose> {
        let placed = self.draft.said().spot("at").ok()?.placed()?;
        Some(Reader::new(self.state).pose(placed))
    }
}

/// The questions of such an order; `None` for others.
pub fn questions(state: &State, draft: &Draft) -> Option<Vec<Question>> {
    let made = Regrouping::of(state, draft);
    match draft.verb.as_str() {
        "Attach" => {
            Some(vec![made.receiver(), made.units(offers::worth_attaching(state).map(|(stands, _)| stands))])
        }
        "Form" => {
            let units = made.units(offers::worth_forming(state).map(|(stands, _)| stands));
            Some(vec![made.name(), made.place(places::form_pose(state, &made.stands)), made.chief(units)])
        }
        "Post" => {
            let commands = state.regrouped.unposted.first().copied();
            let choice = |id: CommandId| Choosable::new(&state.command_key(id), &state.command(id).name);
            let of = commands.into_iter().map(choice).collect();
            let pose = commands.and_then(|id| detach::post_pose(state, id));
            Some(vec![Question::new("command", "Of", Ask::One(of)), made.place(pose)])
        }
        _ => None,
    }
}

impl Regrouping<'_> {
    fn receiver(&self) -> Question {
        let state = self.state;
        let choice = |id: CommandId| Choosable::new(&state.command_key(id), &state.command(id).name);
        let of = offers::receivers(state).into_iter().map(choice).collect();
        let question = Question::new("to", "Command", Ask::One(of)).note("They are put under its general");
        match offers::worth_attaching(state) {
            Some((_, to)) => question.usually(Answer::One(state.command_key(to))),
            None => question,
        }
    }

    /// The default name, from its stands.
    fn name(&self) -> Question {
        let question = Question::new("name", "Its name, as on the chit", Ask::Text { longest: LONGEST_NAME });
        match self.stands.is_empty() {
            true => question,
            false => question.usually(Answer::Text(names::suggested_name(self.state, &self.stands))),
        }
    }

    /// The place of its general; `pose`: where he has room.
    fn place(&self, pose: Option<Pose>) -> Question {
        let question = Question::new("at", "Its general", Ask::Spot);
        let beside = || self.stands.iter().find_map(|id| self.state.pose(*id));
        match pose.or_else(beside) {
            Some(pose) => question.usually(Answer::Spot(Spot::pose(pose))),
            None => question,
        }
    }

    /// The units that may be regrouped, command by command; `worth`: those that gain by it.
    fn units(&self, worth: Option<Vec<StandId>>) -> Question {
        let (state, to, forms) = (self.state, self.command("to"), self.draft.verb == "Form");
        let fits = |id: &StandId| match forms {
            true => state.pose(*id).is_some(),
            false => to != Some(state.unit(*id).command) || self.stands.contains(id),
        };
        let of: Vec<Choosable> =
            offers::units(state).into_iter().filter(fits).map(|id| self.unit(id, forms)).collect();
        let ask = Ask::Some { least: 1, most: of.len(), of, in_order: false };
        let keys = worth.unwrap_or_default().into_iter().map(|id| state.key(id)).collect();
        Question::new("stands", "Units", ask).usually(Answer::Some(keys))
    }

    /// A unit with its distance: for a new command from the army commander, or from the new general if the unit is his; else
    /// from its own general, who may be too far away to command it.
    fn unit(&self, id: StandId, forms: bool) -> Choosable {
        let state = self.state;
        let command = state.unit(id).command;
        let own = command_range(state, command, id);
        let (measured, doubt) = match (forms, self.pose(), state.active()) {
            (true, Some(pose), _) if self.stands.contains(&id) => {
                (places::from_new_general(state, &self.stands, pose, id), "does not act yet")
            }
            (true, _, Some(now)) => (command_range(state, now.command, id), ""),
            _ => (own.clone(), "out of command"),
        };
        let far = measured.as_ref().is_some_and(|measured| !measured.passes());
        let words = match (&measured, state.pose(id)) {
            (_, None) => "not on the table".to_owned(),
            (Some(measured), _) if far && !doubt.is_empty() => format!("{:.2} in, {doubt}", measured.value),
            (Some(measured), _) => format!("{:.2} in", measured.value),
            (None, _) => "no general".to_owned(),
        };
        let said = |measured: Measured| format!("{}: {:.2} in", sentence(&measured.what), measured.value);
        let present = own.filter(|_| forms).map(|own| {
            let word = if own.passes() { "in command" } else { "out of command" };
            format!("Its present general: {:.2} in, {word}", own.value)
        });
        let told: Vec<String> = measured.map(said).into_iter().chain(present).collect();
        let also = Also { words, close: false, doubt: far && !doubt.is_empty(), measured: told.join(". ") };
        Choosable {
            group: state.command(command).name.clone(),
            also: Some(also),
            ..Choosable::new(&state.key(id), &state.say_short(id))
        }
    }

    /// The units of a new command, with the origin of their distances.
    fn chief(&self, units: Question) -> Question {
        let state = self.state;
        let Some(now) = state.active() else { return units };
        let general = state.command(now.command).general;
        let chief = general.map_or_else(|| state.say_command(now.command), |general| state.say(general));
        let range = state.lengths().command_range();
        units.note(format!(
            "Distances are from {chief}: the new general stands within {range} in of him. Those of chosen units are from \
             the new general: up to {range} in they act at once"
        ))
    }

    /// The footprint of the general who is placed.
    fn body(&self) -> Option<Body> {
        match self.draft.verb.as_str() {
            "Form" if !self.stands.is_empty() => Some(places::form_body(self.state, &self.stands)),
            "Post" => {
                let general = self.state.command(self.command("command")?).general?;
                Some(self.state.unit(general).body.clone())
            }
            _ => None,
        }
    }

    fn is_allowed(&self) -> bool {
        let order = Easy::order_of(self.state, self.draft);
        order.is_ok_and(|order| Easy::judge(self.state, &order, &mut Dry).is_ok())
    }
}

/// The card of such an order, with the text of its button.
pub fn titled(draft: &Draft, card: Card) -> Card {
    let count = draft.said().some("stands").map_or(0, <[String]>::len);
    let units = if count == 1 { "1 unit".to_owned() } else { format!("{count} units") };
    let act = match draft.verb.as_str() {
        "Attach" => format!("Attach {units}"),
        "Form" => format!("Form it of {units}"),
        "Post" => "Place him here".to_owned(),
        _ => return card,
    };
    Card { act, ..card }
}

/// The order with its general beside one of his stands, as near to the given place as possible.
pub fn nearest_legal(state: &State, draft: Draft) -> Draft {
    let made = Regrouping::of(state, &draft);
    let Some(pose) = made.pose() else { return draft };
    let near = match draft.verb.as_str() {
        "Form" if places::is_form_place(state, &made.stands, pose) => None,
        "Form" => places::form_pose_near(state, &made.stands, pose),
        "Post" if made.is_allowed() => None,
        "Post" => made.command("command").and_then(|id| places::post_pose_near(state, id, pose)),
        _ => None,
    };
    match near {
        Some(near) => draft.with("at", Answer::Spot(Spot::pose(near))),
        None => draft,
    }
}

/// Where the general would stand.
pub fn sketch(state: &State, draft: &Draft) -> Vec<Mark> {
    let made = Regrouping::of(state, draft);
    let (Some(pose), Some(body)) = (made.pose(), made.body()) else { return Vec::new() };
    let rect = body.parts()[0];
    let (ink, wash) = if made.is_allowed() { (Ink::Good, Ink::GoodWash) } else { (Ink::Bad, Ink::BadWash) };
    ghost_marks(pose, rect.width, rect.depth, ink, wash)
}
