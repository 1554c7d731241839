//! The lessons of a guided first turn. The first lesson that fits the state is shown.

use game::lesson::{FirstTurn, Lesson, When};

pub const FIRST_TURN: FirstTurn = FirstTurn { battle: "first-steps", lessons: LESSONS, dice: &[] };

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "That was a turn",
        When::Over,
        "Play on, or begin a battle of your own from the Game menu. F1 lists all keys.",
        "Five more turns decide who holds Lesnes.",
    )
    .by("easy:IV.C"),
    Lesson::new(
        "The card of an order",
        When::Card,
        "Read it: what was measured, what modifies it, the odds to the last percent. Then confirm, or put it back with Escape.",
        "Every line names the clause behind it. Nothing has happened yet.",
    ),
    Lesson::new(
        "Bring a stand back",
        When::Due(&["rally"]),
        "A stand that was eliminated may come back beside this general: choose it, and where it is placed. Or activate the command.",
        "A die says with how many points. The general does nothing else with this chit.",
    )
    .by("easy:IV.A.1")
    .once(),
    Lesson::new(
        "Put it down",
        When::InHand,
        "Carry it where you want it and press Enter, or let go. Q and E turn it; Alt+W sets a way-point; Escape puts it back.",
        "The card says what the way costs. Where it would be illegal it says why, and how far it may go.",
    )
    .by("easy:II.B"),
    Lesson::new(
        "And back again",
        When::Undone,
        "Press Redo (Ctrl+Shift+Z): there it is again, with the same dice.",
        "A game can also go on from any line of the log as a branch of its own.",
    )
    .once()
    .after("Nothing is ever lost"),
    Lesson::new(
        "Every result can be opened",
        When::Working,
        "Click the last line of the log. It opens into its dice, its measurements and its clauses; click again to close it.",
        "When a player asks why, this is the answer.",
    )
    .once()
    .after("The card of an order"),
    Lesson::new(
        "Nothing is ever lost",
        When::Given("move"),
        "Press Undo (Ctrl+Z): the last order is taken back.",
        "Undo goes back to the first chit of the battle. The record keeps what was taken back.",
    )
    .once()
    .after("Put it down"),
    Lesson::new(
        "A rout",
        When::Due(&["rout"]),
        "It runs twice as far, toward its friends, and is marked. Confirm the way that is drawn.",
        "Three times the total of the other side routs. Where an enemy is in its way it is lost for good.",
    )
    .by("easy:III.D.3"),
    Lesson::new(
        "The beaten fall back",
        When::Due(&["retreat"]),
        "The way back is drawn before you confirm it.",
        "The desk tries the ways in the order of the rules and takes the first that is open.",
    )
    .by("easy:III.D-dir"),
    Lesson::new(
        "Fight it out",
        When::Due(&["resolve"]),
        "Choose the combat: its card shows both sides' dice and how it may end.",
        "After the hits each side adds a die to the strength it has left: twice as much makes the other retreat, three times as much routs it, else they stay locked.",
    )
    .by("easy:III.D-check"),
    Lesson::new(
        "Attacks are declared",
        When::Asked("declare"),
        "Stands that touch an enemy are listed. Leave out what is only touched and declare the rest.",
        "All combats of an activation are declared before the first is fought.",
    )
    .by("easy:III.B.1"),
    Lesson::new(
        "A chit decides",
        When::Due(&["draw"]),
        "Press Draw a chit. If your players draw one from a real cup, switch the dice to typed (Alt+D), press The players drew… and name it.",
        "Nobody knows which command acts next: each has one chit in the cup.",
    )
    .by("easy:II.A.2.1")
    .once(),
    Lesson::new(
        "The next command",
        When::Due(&["draw"]),
        "You know what to do. Draw on until the cup is empty: then the turn is over.",
        "Space does what is due where only one thing is.",
    )
    .by("easy:II.A.2.1"),
    Lesson::new(
        "Who hears the order",
        When::Asked("activate"),
        "Every stand of the command is listed with its distance from the general. Leave out whom you like, then activate the rest.",
        "A stand beyond its general's range does not act on this chit; on another one it still may (II.A.4.3). The dashed lines on the table are what was measured.",
    )
    .by("easy:II.A.2.2"),
    Lesson::new(
        "Guns first",
        When::Due(&["fire"]),
        "Choose a shot from the list. Its card opens before anything is rolled.",
        "A battery that has fired does not move, and one that has moved does not fire.",
    )
    .by("easy:II.D-when")
    .once(),
    Lesson::new(
        "Pick up a stand",
        When::Movable,
        "Drag a stand that may act, or click its name in the list. The washed ground is all it can reach, facing as it faces.",
        "The desk has tried every way there, round obstacles and through slow ground.",
    )
    .by("easy:II.B")
    .once(),
    Lesson::new(
        "Enough marching",
        When::Due(&["end-moves"]),
        "Move and fire with others if you like; then press the button at the foot of the list.",
        "Combats come after all moves and fire of the command.",
    )
    .by("easy:II.A.2.3"),
    Lesson::new(
        "Done",
        When::Due(&["finish"]),
        "Finish the activation.",
        "The next chit is drawn. A general may still move.",
    )
    .by("easy:II.A.2.4"),
];
