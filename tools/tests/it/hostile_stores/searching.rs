//! A store that searches.

use std::sync::{Arc, Mutex};

use isolate_tools::{Policy, Rule, Toolbox};
use serde_json::{Value as Json, json};

use super::{Odd, call, files_of, in_turn, settings, tools_of};

#[test]
fn a_store_that_searches_spares_the_reading() {
    let all = [
        ("/a", "needle\n"),
        ("/d/b", "a needle\n"),
        ("/d/c", "none\n"),
        ("/e", "NEEDLE\n"),
    ];
    let files = files_of(in_turn(), &all);
    let read = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&read);
    let odd = Odd::new(&files).hook(move |_, doing, path| {
        if doing == "read" {
            noted.lock().unwrap().push(path.to_string());
        }
        None
    });
    let tools = tools_of(Arc::new(odd));
    let found = call(&tools, "grep", json!({ "pattern": "needle" })).data();
    let lines: Vec<&Json> = found["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["path"])
        .collect();
    assert_eq!(lines, [&json!("/a"), &json!("/d/b")]);
    assert_eq!(
        (&found["filesScanned"], &found["filesMatched"]),
        (&json!(4), &json!(2))
    );
    assert_eq!(read.lock().unwrap().as_slice(), ["/a", "/d/b"]);
    let nothing = call(&tools, "grep", json!({ "pattern": "nowhere" })).data();
    assert_eq!(nothing["count"], 0);
    assert_eq!(read.lock().unwrap().len(), 2);
    // An expression is searched here.
    let found = call(
        &tools,
        "grep",
        json!({ "pattern": "needle", "ignoreCase": true }),
    )
    .data();
    assert_eq!(found["count"], 3);
    assert_eq!(read.lock().unwrap().len(), 4);
    // With rules, the store is not asked: it would tell what is in files that they deny.
    let policy = Policy::new().rule(Rule::deny(&["/d"]));
    let guarded =
        Toolbox::over_store(Arc::new(Odd::new(&files)), &settings().policy(policy)).unwrap();
    let with = call(&guarded, "grep", json!({ "pattern": "needle" })).data();
    let without = call(&guarded, "grep", json!({ "pattern": "nowhere" })).data();
    assert_eq!(with["skipped"], without["skipped"]);
}
