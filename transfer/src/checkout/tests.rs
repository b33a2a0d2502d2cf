//! What only forged times and injected faults could show.

mod interrupted;
mod leftovers;

use std::fs;

use isolate_text::VPath;
use isolate_vfs::{OpenOptions, Tree};

use super::*;

#[test]
fn a_change_that_no_time_tells_is_found_by_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (top, state) = (folder.path().join("project"), folder.path().join("state"));
    fs::create_dir(&top).unwrap();
    fs::write(top.join("a"), "one").unwrap();
    let mut checkout = Checkout::open(&top, &state, &CheckoutOptions::new()).unwrap();
    let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
    let path = VPath::parse("/a").unwrap();
    assert_eq!(tree.read(&path).unwrap(), b"one");
    tree.write(&path, b"from the program").unwrap();
    fs::write(top.join("a"), "two").unwrap();
    // As if the clock of the disk had stood still.
    let disk::Now::File(metadata) = checkout.disk.look("/a").unwrap() else {
        panic!("a file");
    };
    checkout.known.get_mut("/a").unwrap().stamp = metadata.stamp();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
    assert_eq!(fs::read(top.join("a")).unwrap(), b"two");
}
