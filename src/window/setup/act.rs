//! All that set-up can be told to do.

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

/// What set-up can be told to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Ask what is to be set up.
    Ask,
    Begin(Begin),
    Work(WorkAct),
    Tab(Tab),
    /// Take a tool in hand.
    Tool(Tool),
    /// A click on the table with the tool in hand.
    Click(Vec2),
    /// The area or line that is being drawn is complete.
    Finish,
    /// It was drawn without lifting the hand.
    Stroke(Vec<Vec2>),
    /// What is drawn is rounded, or stays as its points are.
    Rounded(bool),
    /// The selected feature with its corners cut.
    RoundIt,
    /// The selected feature once more, beside it.
    CopyIt,
    /// Take back the last point of it.
    Back,
    /// Turn what is in hand or selected, in degrees.
    Turn(f32),
    /// Take away what is selected.
    Delete,
    Select(Option<Subject>),
    /// Choose this stand or unit as well, or no more.
    Also(String),
    /// Choose these as well.
    AlsoAll(Vec<String>),
    /// A corner of the selected feature.
    SelectVertex(usize),
    /// Select it and bring it into view.
    Show(Subject),
    Edit(Edit),
    /// What is done at the roster.
    Roster(RosterAct),
    /// These are to be put down along a line: the tool for it is taken in hand.
    DeployInLine(Vec<String>),
    /// Those on the table already go along, or not.
    DeployAll(bool),
    /// The line along which they are put down.
    DrawLine(Drawn),
    /// The side and the army that stands and units are added from.
    Recruit(Side, Option<usize>),
    /// Ask for id and name of an army or the ground, to be saved by itself.
    AskToSaveAlone(Alone),
    /// The dialog as it is filled in.
    Form(Asking),
    /// Throw away what was put by under this id.
    DropUnfinished(String),
    // Files.
    ChoosePicture,
    ShowPicture(PathBuf),
    DropPicture,
    PictureOpacity(f32),
    PictureFit(Fit),
    ChooseGround,
    /// Read this file and take it in.
    ReadGround(PathBuf),
    /// A table of units in this file is read.
    ReadTable(PathBuf),
    /// A file of ground that has been read.
    Ground {
        path: PathBuf,
        text: String,
        /// What was assumed to read it.
        notices: Vec<String>,
    },
    /// How the map that is fitted is to lie on the table.
    Fit(FitChoice),
    /// The map that is fitted comes in.
    TakeFitted,
}

/// What is set up.
#[derive(Clone, Debug, PartialEq)]
pub enum Begin {
    /// The battle of the present game, as it was before its first chit.
    Present,
    Scenario(String),
    /// What was put by under this id.
    Unfinished(String),
    Empty(EmptyTable),
}

/// A table with nothing on it.
#[derive(Clone, Debug, PartialEq)]
pub struct EmptyTable {
    /// The rule set that it is for, by its id.
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

/// What a click on the table does.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tool {
    /// Selects, drags.
    #[default]
    Hand,
    /// Puts this stand or unit there.
    Place(String),
    Area(AreaKind),
    Line(LineKind),
    Crossing(CrossingKind),
    Label,
    Objective,
    Entry,
    /// Puts these down along a line that is drawn.
    Deploy(Deployed),
    /// Marks a reference point of the picture.
    PicturePoint(usize),
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Asking {
    /// What is set up; the empty table as it is filled in.
    What(EmptyTable),
    Save(SaveForm),
    Leave,
    /// How a map lies on the table whose coordinates are not those of the table.
    Fit(Box<FitForm>),
}

/// Who is put down along the line that is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deployed {
    /// In this order.
    pub pieces: Vec<String>,
    /// Those that are on the table already go along; else only those that are not.
    pub all: bool,
}
