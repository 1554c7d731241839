//! The lessons of a guided first turn: the worked example (`epstein:11.5`). The first lesson that fits the state is shown.

use game::lesson::{FirstTurn, Lesson, When};

pub const FIRST_TURN: FirstTurn = FirstTurn { battle: "worked-example", lessons: LESSONS, dice: DICE };

/// Dice of the printed example: the volley, morale, the answer to the charge, the charger's morale, the melee.
const DICE: &[u16] = &[3, 4, 4, 4, 4, 4, 5, 6];

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "That was a turn",
        When::Over,
        "Play on: those who ran halt, turn and come back in three of their own periods. The mill on the Lohbach is a whole battle with every arm. F1 lists all keys.",
        "A turn is a period of each side; whatever is done is seen at once.",
    )
    .by("epstein:13.7"),
    Lesson::new(
        "The card of an order",
        When::Card,
        "Read it: who fights with how many figures, what modifies the dice, the chance of every result. Then confirm, or put it back with Escape.",
        "Every line names the clause behind it. Nothing has happened yet.",
    ),
    Lesson::new(
        "Put it down",
        When::InHand,
        "Carry it where you want it and press Enter, or let go. Q and E turn it; held against an enemy it charges; Escape puts it back.",
        "The green ground is where it may end when it faces that way first. The card says what the way costs, and why not where it is refused.",
    )
    .by("epstein:5.25"),
    Lesson::new(
        "And back again",
        When::Undone,
        "Press Redo (Ctrl+Shift+Z): there it is again, with the same dice.",
        "A game can also go on from any line of the log as a branch of its own.",
    )
    .once()
    .after("Nothing is ever lost"),
    Lesson::new(
        "Whose figures",
        When::Asked("losses"),
        "Choose the stands that lose figures, or leave it as it is; then confirm.",
        "The owner takes them from the stands before the firer, and finishes a damaged stand before another is begun. An empty stand is gone.",
    )
    .by("epstein:g.4"),
    Lesson::new(
        "A volley first",
        When::Due(&["volley"]),
        "Choose the volley under May fire.",
        "One die times the figures of the front rank, by ten: so many figures are hit. The dice fall as in the printed example: a 3, so 3 times 12 by ten, 3 are hit.",
    )
    .by("epstein:8.a.3")
    .once(),
    Lesson::new(
        "Answer, or wait?",
        When::Due(&["answer"]),
        "The Prussians decide before the dice. Let them hold their fire: a charge may follow.",
        "A unit fires once in a period: who answers this volley cannot fire at the charge.",
    )
    .by("epstein:11.2")
    .once(),
    Lesson::new(
        "The charge",
        When::Due(&["charge"]),
        "Choose the charge: its card shows on which dice the Prussians hold, and what the melee would be.",
        "Who has fired may still charge; who has moved may not. The charged unit throws two dice first: below 8 it would run. The book has it throw 8.",
    )
    .by("epstein:g.6")
    .once(),
    Lesson::new(
        "Fire at the charge",
        When::Due(&["answer"]),
        "They have held. Now let them fire: it is measured at 4 inches.",
        "9 figures and a 4: 3 are hit, so the charger throws for its own morale, and holds with 8. Then the melee: 5 times 18 against 6 times 18.",
    )
    .by("epstein:9.7")
    .once()
    .after("The charge"),
    Lesson::new(
        "Every result can be opened",
        When::Working,
        "Click the last line of the log. It opens into its dice, its measurements and its clauses; click again to close it.",
        "Morale, melee and losses of both sides stand there. When a player asks why, this is the answer.",
    )
    .once()
    .after("Fire at the charge"),
    Lesson::new(
        "Nothing is ever lost",
        When::Given("losses"),
        "Press Undo (Ctrl+Z): the last order is taken back.",
        "Undo goes back to the beginning of the battle. The record keeps what was taken back.",
    )
    .once()
    .after("Every result can be opened"),
    Lesson::new(
        "Three periods to rally",
        When::Again("end-period"),
        "Those who ran come back by themselves: in three periods of their own they halt, turn and are in order again. End the period.",
        "Whatever moves them before that begins it anew. The white and black markers beside a unit say how far it has come.",
    )
    .by("epstein:13.7")
    .once(),
    Lesson::new(
        "Who runs, who stays",
        When::Due(&["end-period"]),
        "The loser of the melee has run 9 inches, and disrupts the friends it runs through. End the French period: the Prussians may move, fire and charge.",
        "The loser's 9 figures count 18: a quarter of that is 3 figures, and half of it, rounded down, costs the winner 1. The French run with 6, the Prussians stand with 8.",
    )
    .by("epstein:9.12"),
];
