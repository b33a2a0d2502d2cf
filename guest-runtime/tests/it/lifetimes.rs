//! Constructors of classes, and what is dropped while it is in use, against Node 24:
//! `lifetimes.txt` is what `lifetimes.js` returns there.

use crate::fake::logged;

#[test]
fn what_is_made_and_dropped_is_that_of_node() {
    let program = include_str!("lifetimes.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("lifetimes.txt").trim_end());
}
