//! A workspace and the disk: `cargo bench -p isolate-benches --bench transfer`.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::fs;

use isolate_benches::{Samples, report};
use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::{ForkOptions, OpenOptions, Tree};
use isolate_transfer::{Checkout, CheckoutOptions, Export, Import};

const FILES: usize = 10_000;
const FILE_BYTES: usize = 2_000;
/// Most files of one directory.
const DIRECTORY_FILES: usize = 100;
/// In milliseconds.
const BOUND: f64 = 3_000.0;
const ROUNDS: usize = 3;
/// How long a start on a directory may take.
const START_BOUND: f64 = 300.0;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source");
    for index in 0..FILES {
        let directory = source.join(format!("d{}", index / DIRECTORY_FILES));
        fs::create_dir_all(&directory).unwrap();
        let text = format!("{index} ").repeat(FILE_BYTES);
        fs::write(directory.join(format!("f{index}.txt")), &text[..FILE_BYTES]).unwrap();
    }
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let tree = workspace.tree().unwrap();
    let mut round = 0;
    let mut next = || {
        round += 1;
        round
    };
    let imported = Samples::take(0, ROUNDS, || {
        let to = VPath::parse(&format!("/{}", next())).unwrap();
        Import::new().to(to).run(&tree, &source).unwrap();
    });
    report(
        "import of 10,000 files of 2 KB",
        imported.median(),
        "ms",
        BOUND,
    );
    let state = folder.path().join("state");
    let open = || Checkout::open(&source, &state, &CheckoutOptions::new()).unwrap();
    let opened = Samples::take(1, 10, || drop(open()));
    report(
        "start on a directory of 10,000 files of 2 KB",
        opened.median(),
        "ms",
        START_BOUND,
    );
    let mut version = 0;
    let written = Samples::take(0, ROUNDS, || {
        version += 1;
        let mut checkout = open();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        for index in 0..100 {
            let path = VPath::parse(&format!("/d0/f{index}.txt")).unwrap();
            tree.write(&path, version.to_string().as_bytes()).unwrap();
        }
        checkout.write_back(&tree, "bench").unwrap();
    });
    report(
        "start, and 100 of the files written back",
        written.median(),
        "ms",
        BOUND,
    );
    let export = Export::new().path(VPath::parse("/1").unwrap());
    let exported = Samples::take(0, ROUNDS, || {
        export
            .run(&tree, &folder.path().join(next().to_string()))
            .unwrap();
    });
    report(
        "export of 10,000 files of 2 KB",
        exported.median(),
        "ms",
        BOUND,
    );
    for end in ["tar", "tar.gz", "zip"] {
        let packed = Samples::take(0, ROUNDS, || {
            let target = folder.path().join(format!("{}.{end}", next()));
            export.run(&tree, &target).unwrap();
        });
        report(&format!("export to .{end}"), packed.median(), "ms", BOUND);
    }
    let forked = Samples::take(0, ROUNDS, || {
        let target = folder.path().join(format!("{}.sqlite", next()));
        tree.fork(&target, &ForkOptions::new()).unwrap();
    });
    report("fork of 30,000 files of 2 KB", forked.median(), "ms", BOUND);
}
