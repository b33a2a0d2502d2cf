//! The order in which jobs run, against that of Node 20: `order.js` and `all.js` are programs,
//! `order.txt` and `all.txt` what Node returns for them.

use crate::fake::logged;

fn check(program: &str, expected: &str) {
    let program = program.trim_end();
    let got = logged(&format!("async () => console.log(await ({program})())"));
    assert_eq!(got, expected.trim_end());
}

#[test]
fn jobs_run_in_the_order_of_node() {
    check(include_str!("order.js"), include_str!("order.txt"));
}

#[test]
fn elements_of_all_are_waited_for_in_the_order_of_node() {
    check(include_str!("all.js"), include_str!("all.txt"));
}
