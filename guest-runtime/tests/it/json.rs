//! `JSON.parse` and `JSON.stringify` against Node 24: `json.js` is the program, `json.txt` what
//! Node returns for it.

use crate::fake::logged;

#[test]
fn json_is_read_and_written_as_in_node() {
    let program = include_str!("json.js").trim_end();
    let got = logged(&format!("async () => console.log(await ({program})())"));
    assert_eq!(got, include_str!("json.txt"));
}
