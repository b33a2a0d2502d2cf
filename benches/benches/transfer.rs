//! A workspace and the disk: `cargo bench -p isolate-benches --bench transfer`.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::fs;

use isolate_benches::{Samples, report};
use isolate_host::Workspace;
use isolate_host::vfs::{ForkOptions, VPath};
use isolate_transfer::{Export, Import};

const FILES: usize = 10_000;
const FILE_BYTES: usize = 2_000;
/// Most files of one directory.
const DIRECTORY_FILES: usize = 100;
/// In milliseconds.
const BOUND: f64 = 3_000.0;
const ROUNDS: usize = 3;

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
