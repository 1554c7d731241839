//! Faults as they are drawn: long lines in part, many faults counted, and nothing that a terminal would obey.

use super::*;

fn fault(line: usize, column: usize, length: usize) -> Fault {
    Fault { line, column, length, ..Fault::of_file("armies/a.ron", "it is wrong", "mend it") }
}

fn drawn(text: &str, faults: Vec<Fault>) -> String {
    report(&Faults(faults), &InMemory([("armies/a.ron".to_owned(), text.to_owned())].into()), false)
}

/// What is drawn above the underlining, as far as it is underlined.
fn underlined(drawn: &str) -> String {
    let lines: Vec<&str> = drawn.lines().collect();
    let marks = |line: &&str| line.contains("·") && line.contains(['─', '▲', '┬']);
    let at = lines.iter().position(marks).unwrap_or_else(|| panic!("nothing is underlined: {drawn}"));
    let above: Vec<char> = lines[at - 1].chars().collect();
    lines[at].chars().zip(above).filter(|(mark, _)| "─┬▲".contains(*mark)).map(|(_, letter)| letter).collect()
}

fn assert_plain(drawn: &str) {
    let wrong = drawn.chars().find(|letter| *letter != '\n' && !printable::is_printable(*letter));
    assert!(wrong.is_none(), "{wrong:?} in {drawn:?}");
}

#[test]
fn a_fault_far_along_a_line_is_drawn_with_what_is_round_it() {
    for (column, letter) in [(1, 'x'), (60_000, 'x'), (65_401, 'x'), (70_000, 'é'), (99_995, '中')] {
        let text = format!(
            "{}wrong{}",
            letter.to_string().repeat(column - 1),
            letter.to_string().repeat(100_000 - column)
        );
        let drawn = drawn(&text, vec![fault(1, column, 5)]);
        assert_eq!(
            underlined(&drawn).chars().take(5).collect::<String>().replace(letter, ""),
            if letter == '中' { String::new() } else { "wrong".to_owned() }
        );
        assert!(drawn.contains(&format!("armies/a.ron:1:{column}]")), "{drawn}");
        assert!(drawn.contains("wrong") && drawn.contains('…') && drawn.len() < 2000, "{drawn}");
    }
}

#[test]
fn lines_that_fit_are_drawn_whole_and_others_are_marked_as_cut() {
    let long = "a".repeat(400);
    let text = format!("{long}\nfoo wrong bar\r\n{long}\r\n");
    let shown = drawn(&text, vec![fault(2, 5, 5)]);
    assert_eq!(underlined(&shown), "wrong");
    assert!(shown.contains("2 │ foo wrong bar\n"), "{shown}");
    assert!(shown.contains(&format!("1 │ {}…\n", "a".repeat(150))), "{shown}");
    assert!(shown.contains(&format!("3 │ {}…\n", "a".repeat(150))), "{shown}");
    assert_plain(&shown);
    // Where the fault is the end of the line, it is the last of it that is shown.
    let shown = drawn(&text, vec![fault(1, 400, 1)]);
    assert!(shown.contains(&format!("1 │ …{}\n", "a".repeat(51))), "{shown}");
    // A fault of more than is shown is underlined as far as it is shown.
    let shown = drawn(&text, vec![fault(1, 1, 400)]);
    assert_eq!(underlined(&shown), "a".repeat(150));
}

#[test]
fn tabs_and_control_characters_leave_the_underlining_in_its_place() {
    let shown = drawn("\ta\tb wrong\u{1b}[31m\u{202e}\r\n", vec![fault(1, 6, 5)]);
    assert_eq!(underlined(&shown), "wrong");
    assert!(shown.contains("1 │     a   b wrong\u{241b}[31m\u{fffd}\n"), "{shown}");
    assert_plain(&shown);
    // A carriage return inside the line is shown; the mark of the byte order is not.
    let shown = drawn("\u{feff}a\rb wrong\n", vec![fault(1, 5, 5)]);
    assert_eq!(underlined(&shown), "wrong");
    assert_plain(&shown);
}

#[test]
fn a_fault_past_the_end_is_drawn_where_the_text_ends() {
    for (text, line, column) in
        [("", 1, 1), ("abc", 1, 4), ("abc\n", 1, 4), ("abc\n", 2, 1), ("abc", 9, 9), ("a\n\n", 2, 1)]
    {
        let shown = drawn(text, vec![fault(line, column, 3)]);
        assert!(shown.contains("it is wrong") && shown.contains("mend it"), "{text:?}: {shown}");
    }
}

#[test]
fn the_first_faults_are_drawn_and_the_rest_are_counted() {
    let text = "word\n".repeat(3000);
    let faults: Vec<Fault> = (1..=3000).map(|line| fault(line, 1, 4)).collect();
    let shown = drawn(&text, faults.clone());
    assert_eq!(shown.matches("it is wrong").count(), 20);
    assert_eq!(shown.lines().last(), Some("and 2980 errors more"));
    let said = Faults(faults).to_string();
    assert_eq!((said.lines().count(), said.lines().last()), (21, Some("and 2980 errors more")));
    // Of many faults the errors are drawn, whatever stands before them.
    let warning = |line| Fault { severity: Severity::Warning, ..fault(line, 1, 4) };
    let mut faults: Vec<Fault> = (1..=100).map(warning).collect();
    faults.push(fault(200, 1, 4));
    let shown = drawn(&text, faults);
    assert!(shown.contains("armies/a.ron:200:1]") && shown.contains("armies/a.ron:19:1]"), "{shown}");
    assert!(!shown.contains("armies/a.ron:20:1]") && shown.ends_with("and 81 warnings more\n"), "{shown}");
    let faults = Faults(vec![fault(1, 1, 1); 21]);
    assert!(faults.to_string().ends_with("and 1 error more"));
}

#[test]
fn what_a_fault_quotes_is_cut_and_made_plain() {
    let hostile = Fault {
        message: format!("there is no \"\u{1b}]0;x\u{7}\n{}\"", "é".repeat(100_000)),
        help: "did you mean \"a\u{9b}2J\"?".to_owned(),
        ..Fault::of_file("armies/\u{1b}a.ron", "", "")
    };
    let faults = Faults(vec![hostile]);
    let shown = report(&faults, &InMemory::default(), false);
    for text in [shown, faults.to_string(), faults.in_a_line()] {
        assert_plain(&text);
        assert!(text.len() < 3000, "{}", text.len());
    }
    assert_eq!(faults.to_string().lines().count(), 1);
}
