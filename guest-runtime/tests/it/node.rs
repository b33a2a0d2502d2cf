//! What is known of Node's modules, against Node 24: `node.txt` is what `node.js` returns there.

use crate::fake::logged;

#[test]
fn modules_give_what_node_gives() {
    let program = include_str!("node.js").trim_end();
    let code = format!("async () => console.log((await ({program})(require)).join('\\n'))");
    assert_eq!(logged(&code), include_str!("node.txt").trim_end());
}
