//! Functions that are called in the middle of something, by native code or by operations, against
//! Node 24: `nested.txt` is what `nested.js` returns there.

use crate::fake::logged;

/// Stack of the thread that the program runs on: frames of a debug build are large, and it calls
/// itself until there is no more room.
const STACK_BYTES: usize = 1 << 30;

#[test]
fn nested_calls_give_what_node_gives() {
    let program = include_str!("nested.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let got = thread.spawn(move || logged(&code)).unwrap().join().unwrap();
    assert_eq!(got, include_str!("nested.txt").trim_end());
}
