//! The lessons of a guided first turn. The first one that suits the moment is shown.

use game::BannerKind;
use game::hex_lessons::{BACK_AGAIN, OPENED, PUT_DOWN, never_lost};
use game::lesson::{FirstTurn, Lesson, When};

pub const FIRST_TURN: FirstTurn = FirstTurn { battle: "marengo-naw", lessons: LESSONS, dice: &[] };

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "That was a turn",
        When::Over,
        "Play on, or begin a battle of your own from the Game menu. F1 lists all keys.",
        "The result so far (Alt+R) counts the points and says what either side still needs.",
    )
    .by("naw:16.0"),
    Lesson::new(
        "The beaten retreat",
        When::Due(&["retreat"]),
        "Each way that the rules leave open is in the list and drawn on the map. Choose one.",
        "It goes one hex back, out of every enemy zone of control. Where no such hex is free friends make room; where they cannot the unit is lost.",
    )
    .by("naw:7.71"),
    Lesson::new(
        "Lost for good",
        When::Told(BannerKind::Lost),
        "Open the last line of the log: it names the result that took it, or the ways that were closed to it.",
        "These rules know neither rout nor rally: who is lost never comes back, and its printed strength counts for the enemy.",
    )
    .by("naw:7.6")
    .once(),
    Lesson::new(
        "Driven back",
        When::Told(BannerKind::Retreat),
        "Open the last line of the log: it names the result, and the hex to which it went.",
        "It is as strong as it was, and out of every enemy zone. Where one way alone is open it is gone at once, without a question.",
    )
    .by("naw:7.71")
    .once(),
    Lesson::new(
        "The hex is empty",
        When::Due(&["advance"]),
        "A victorious unit may enter it, or decline.",
        "An advance costs no movement and does not mind zones of control.",
    )
    .by("naw:7.74"),
    Lesson::new(
        "The card of an order",
        When::Card,
        "Read it: the strengths, what doubles them, the column, and the chance of every result. Then confirm, or put it back with Escape.",
        "Every line names the clause behind it. Nothing has happened yet.",
    ),
    PUT_DOWN.by("naw:5.0"),
    BACK_AGAIN,
    OPENED.after("Pick up a unit"),
    never_lost("move").after("Put it down"),
    Lesson::new(
        "An exchange",
        When::Asked("exchange"),
        "Choose which of the attackers are lost, then confirm.",
        "The defenders are gone; the attackers lose at least as many strength points.",
    )
    .by("naw:7.6-ex"),
    Lesson::new(
        "Before the first turn",
        When::Due(&["begin"]),
        "Two units alike may change places. When both sides are content, begin.",
        "Everybody stands where the sheet prints it; units of the same strength, movement and type are interchangeable.",
    )
    .by("naw:3.0"),
    Lesson::new(
        "Pick up a unit",
        When::Movable,
        "Drag a unit, or click its name in the list. The lit hexes are all it can reach.",
        "A unit that comes into the zone of control of an enemy goes no farther.",
    )
    .by("naw:5.13")
    .once(),
    Lesson::new(
        "Enough marching",
        When::Due(&["end-movement"]),
        "Move others if you like; then press the button at the foot of the list.",
        "All combats come after all moves.",
    )
    .by("naw:4.1.A"),
    Lesson::new(
        "Attacks are declared",
        When::Asked("declare"),
        "Put together who attacks whom, then declare.",
        "All combats of the phase are declared before the first die.",
    )
    .by("naw:7.0"),
    Lesson::new(
        "The other side's turn",
        When::Due(&["end-combat"]),
        "End the combat phase: now the other side moves and fights.",
        "A turn is over when both have done so.",
    )
    .by("naw:4.1.B"),
    Lesson::new(
        "Every enemy in contact",
        When::Due(&["attack"]),
        "Choose a combat: its card shows both strengths, the column and the chance of every result.",
        "Whoever stands next to an enemy has to attack, and every enemy in contact has to be attacked by somebody.",
    )
    .by("naw:7.11"),
];
