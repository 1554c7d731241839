//! The lessons of a guided first turn of Marengo. The first lesson that fits the state is shown.

use game::BannerKind;
use game::hex_lessons::{BACK_AGAIN, OPENED, PUT_DOWN, never_lost};
use game::lesson::{FirstTurn, Lesson, When};

pub const FIRST_TURN: FirstTurn = FirstTurn { battle: "marengo-cb", lessons: LESSONS, dice: &[] };

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "That was a turn",
        When::Over,
        "Play on, or begin a battle of your own from the Game menu. F1 lists all keys.",
        "The result so far (Alt+R) counts the points: 85 at the end of a turn win at once for the Austrians, 90 for the French.",
    )
    .by("cb:14a"),
    Lesson::new(
        "He was not captured",
        When::Due(&["relocate"]),
        "Choose where the leader goes.",
        "An enemy unit came upon him alone. On a 6 he would have been taken; so he rides to the nearest friends.",
    )
    .by("cb:11e"),
    Lesson::new(
        "It routs",
        When::Told(BannerKind::Rout),
        "Open the last line of the log: it says what made it run. It lies face down until a leader turns it up again.",
        "A unit that has to retreat into an enemy zone routs as well. The routed attack no more; in each of its movement phases a routed unit runs on, until it is reorganised.",
    )
    .by("cb:12a")
    .once(),
    Lesson::new(
        "The beaten go back",
        When::Due(&["retreat"]),
        "Each hex that the rules leave open is in the list and drawn on the map. Choose one, hex by hex.",
        "Every hex must be nearer the line of communications, and free of enemy zones where that can be.",
    )
    .by("cb:8a5"),
    Lesson::new(
        "The hex is empty",
        When::Due(&["advance"]),
        "A unit that took part may enter it, or decline.",
        "An advance does not mind zones of control; leaders with the unit go along.",
    )
    .by("cb:8B"),
    Lesson::new(
        "The card of an order",
        When::Card,
        "Read it: the strength of each unit step by step, the column, and the chance of every result. Then confirm, or put it back with Escape.",
        "Every line names the clause behind it. Nothing has happened yet.",
    ),
    PUT_DOWN.by("cb:3c"),
    BACK_AGAIN,
    OPENED.after("Bring the column on"),
    never_lost("enter").after("Bring the column on"),
    Lesson::new(
        "Before the first turn",
        When::Due(&["begin"]),
        "Look at the armies: point at a counter, and it tells under whom it stands and what its values rest on. Then begin.",
        "Only Melas and five units are over the Bormida; the rest of his army comes by the road at 1301.",
    )
    .by("cb:2A"),
    Lesson::new(
        "Who commands whom",
        When::Due(&["end-command"]),
        "Switch on the overlay Command and look at the lines from Melas. Take a unit and put it on a leader to stand under him; then begin movement.",
        "A unit farther than 3 hexes from its leader (5 of the French) is out of command: it enters no enemy zone and attacks nobody next to it. It holds for the whole player turn.",
    )
    .by("cb:10c")
    .once(),
    Lesson::new(
        "A charge is announced",
        When::Due(&["charge"]),
        "Cavalry with three empty hexes in a straight line before its target may announce a charge now, or leave it.",
        "Its strength doubles if it ends next to the target and attacks it.",
    )
    .by("cb:7f1")
    .once(),
    Lesson::new(
        "Bring the column on",
        When::Due(&["enter"]),
        "Drag a reinforcement from the list, or click its name: Haddick and his corps come on at 1301. The first pays half a point, each later one half a point more.",
        "Corps by corps: once another corps has begun to move, the one before is done.",
    )
    .by("cb:4b")
    .once(),
    Lesson::new(
        "Pick up a unit",
        When::Movable,
        "Drag a unit, or click its name in the list. The lit hexes are all it can reach.",
        "A unit that comes into the zone of control of an enemy stops there, and leaves it only through combat.",
    )
    .by("cb:6b")
    .once(),
    Lesson::new(
        "Enough marching",
        When::Due(&["end-movement"]),
        "Move others if you like; then press the button at the foot of the list.",
        "All battles come after all moves.",
    )
    .by("cb:2D"),
    Lesson::new(
        "No more battles",
        When::Due(&["end-combat"]),
        "End the combat phase.",
        "Units out of command that are still in enemy zones go back now.",
    )
    .by("cb:10e"),
    Lesson::new(
        "Whoever is in a zone must fight",
        When::Due(&["attack"]),
        "Put a combat together: choose attackers and defenders, and a leader who is with them if he is to risk it. Its card shows the column and every result.",
        "Every enemy in the zone of a friendly unit must be attacked, and every friendly unit in an enemy zone must attack.",
    )
    .by("cb:6c"),
    Lesson::new(
        "Turn them face up",
        When::Due(&["rally"]),
        "A routed unit may be reorganised by its corps commander or the army commander: choose one, or end the turn.",
        "He has it in range, and no enemy is within four hexes of him. Two units a phase.",
    )
    .by("cb:12b"),
    Lesson::new(
        "The other side's turn",
        When::Due(&["end-turn"]),
        "End the player turn: now the other side commands, moves and fights.",
        "A turn is over when both have done so; then the points are looked at.",
    )
    .by("cb:2C"),
];
