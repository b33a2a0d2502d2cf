//! Fields of dates and names of typed arrays, against Node 24: `fields.txt` is what `fields.js`
//! returns there.

use crate::fake::logged;

#[test]
fn fields_of_dates_and_names_of_typed_arrays_are_those_of_node() {
    let program = include_str!("fields.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("fields.txt").trim_end());
}
