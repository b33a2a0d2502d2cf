//! Arrays with gaps, bits of numbers, equality and instances, against Node 24: `holes.txt` is what
//! `holes.js` returns there, and `operators.txt` what `operators.js` does.

use crate::fake::logged;

#[test]
fn arrays_with_gaps_are_those_of_node() {
    let program = include_str!("holes.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("holes.txt").trim_end());
}

#[test]
fn operators_give_what_node_gives() {
    let program = include_str!("operators.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("operators.txt").trim_end());
}
