//! What `console` prints, against what Node 20 prints: `inspect.txt` holds programs of one line
//! (after `>>> `) and Node's output.

use crate::fake::logged;

const CASES: &str = include_str!("inspect.txt");

#[test]
fn values_print_as_in_node() {
    let mut failures = Vec::new();
    for case in CASES.split(">>> ").skip(1) {
        let (program, expected) = case.split_once('\n').unwrap();
        let got = logged(program);
        if got != expected.trim_end_matches('\n') {
            failures.push(format!(
                "{program}\n--- printed\n{got}\n--- wanted\n{expected}"
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}
