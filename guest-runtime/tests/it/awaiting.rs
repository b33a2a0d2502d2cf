//! The order in which jobs run, against that of Node 20: `order.js` is the program, `order.txt`
//! what Node returns for it.

use crate::fake::logged;

#[test]
fn jobs_run_in_the_order_of_node() {
    let program = include_str!("order.js").trim_end();
    let got = logged(&format!("async () => console.log(await ({program})())"));
    assert_eq!(got, include_str!("order.txt").trim_end());
}
