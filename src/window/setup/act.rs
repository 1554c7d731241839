//! Every act of set-up.

use std::path::PathBuf;

use super::fitting::{FitChoice, FitForm};
use super::form::{Alone, SaveForm};
use super::picture::Fit;
use super::roster::RosterAct;
use super::work::WorkAct;
use scenario::line_up::Drawn;
use scenario::{Edit, Side, Subject};
use table::Vec2;
use table::ground::{AreaKind, CrossingKind, LineKind};

/// An act of set-up.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Ask what to set up.
    Ask,
    Begin(Begin),
    Work(WorkAct),
    Tab(Tab),
    /// Take a tool in hand.
    Tool(Tool),
    /// A click on the table with the tool in hand.
    Click(Vec2),
    /// The area or line being drawn is complete.
    Finish,
    /// A feature drawn in one stroke.
    Stroke(Vec<Vec2>),
    /// Whether drawn features are rounded.
    Rounded(bool),
    /// Rounds the corners of the selected feature.
    RoundIt,
    /// Duplicates the selected feature beside it.
    CopyIt,
    /// Removes its last point.
    Back,
    /// Turns what is in hand or selected, in degrees.
    Turn(f32),
    /// Take away what is selected.
    Delete,
    Select(Option<Subject>),
    /// Adds this stand or unit to the selection, or removes it.
    Also(String),
    /// Adds these to the selection.
    AlsoAll(Vec<String>),
    /// Selects a corner of the selected feature.
    SelectVertex(usize),
    /// Select it and bring it into view.
    Show(Subject),
    Edit(Edit),
    /// An act in the roster.
    Roster(RosterAct),
    /// Takes the tool in hand that deploys these along a line.
    DeployInLine(Vec<String>),
    /// Whether those already on the table are moved along.
    DeployAll(bool),
    /// The line along which they are deployed.
    DrawLine(Drawn),
    /// The side and the army that stands and units are added from.
    Recruit(Side, Option<usize>),
    /// Ask for the id and name of an army or the ground, to save it separately.
    AskToSaveAlone(Alone),
    /// The dialog as filled in.
    Form(Asking),
    /// Deletes the unfinished draft with this id.
    DropUnfinished(String),
    // Files.
    ChoosePicture,
    ShowPicture(PathBuf),
    DropPicture,
    PictureOpacity(f32),
    PictureFit(Fit),
    ChooseGround,
    /// Reads this file and adds its ground.
    ReadGround(PathBuf),
    /// Reads the tables of units in this file.
    ReadTable(PathBuf),
    /// The ground read from a file.
    Ground {
        path: PathBuf,
        text: String,
        /// Assumptions made in reading it.
        notices: Vec<String>,
    },
    /// How the fitted map lies on the table.
    Fit(FitChoice),
    /// Adds the fitted map.
    TakeFitted,
}

/// The start of a set-up.
#[derive(Clone, Debug, PartialEq)]
pub enum Begin {
    /// The battle of the present game, as it was before its first order.
    Present,
    Scenario(String),
    /// The unfinished draft with this id.
    Unfinished(String),
    Empty(EmptyTable),
}

/// A table with nothing on it.
#[derive(Clone, Debug, PartialEq)]
pub struct EmptyTable {
    /// The id of its rule set.
    pub rules: String,
    /// In inches.
    pub size: Vec2,
}

/// A page of the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Stands and units.
    #[default]
    Pieces,
    Ground,
    Battle,
    Picture,
}

/// The effect of a click on the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tool {
    /// Selects, drags.
    #[default]
    Hand,
    /// Places this stand or unit.
    Place(String),
    Area(AreaKind),
    Line(LineKind),
    Crossing(CrossingKind),
    Label,
    Objective,
    Entry,
    /// Deploys these along a line.
    Deploy(Deployed),
    /// Marks a reference point of the picture.
    PicturePoint(usize),
}

/// A pending question.
#[derive(Clone, Debug, PartialEq)]
pub enum Asking {
    /// What to set up; the empty table as filled in.
    What(EmptyTable),
    Save(SaveForm),
    Leave,
    /// How a map with coordinates of its own lies on the table.
    Fit(Box<FitForm>),
}

/// The pieces to be deployed along a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deployed {
    /// In this order.
    pub pieces: Vec<String>,
    /// Are those already on the table included?
    pub all: bool,
}
