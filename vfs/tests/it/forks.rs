//! Copies of workspaces.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use isolate_text::VPath;
use isolate_vfs::{
    BranchOptions, ErrorKind, ForkOptions, MemoryStore, MergeOptions, OpenOptions, Point, RunId,
    RunOptions, Tree,
};
use tempfile::tempdir;

fn path(text: &str) -> VPath {
    VPath::parse(text).unwrap()
}

fn open(path: &Path) -> Tree {
    let tree = Tree::open(path, &OpenOptions::new()).unwrap();
    assert_eq!(tree.findings().unwrap(), []);
    tree
}

/// The paths of a workspace with what they hold.
fn held(tree: &Tree) -> Vec<String> {
    let mut held = Vec::new();
    tree.at(Point::Now, |view| {
        view.walk(&VPath::root(), |entry| {
            let mut bytes = Vec::new();
            view.read(entry, |piece| bytes.extend_from_slice(piece))?;
            let (path, mode) = (&entry.path, entry.stat.mode);
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
            held.push(format!(
                "{path} {mode:o} {} {text} {:?}",
                bytes.len(),
                entry.target
            ));
            Ok::<(), isolate_vfs::Error>(())
        })
    })
    .unwrap();
    held
}

/// A workspace in which something of every kind happened, and what it held after each run.
fn lived(database: &Path) -> (Tree, Vec<(RunId, Vec<String>)>) {
    let tree = open(database);
    let mut states = Vec::new();
    let steps: [&dyn Fn(&Tree); 8] = [
        &|tree| tree.write(&path("/a/secret"), b"an early secret").unwrap(),
        &|tree| tree.append(&path("/a/log"), &[b'x'; 100_000]).unwrap(),
        &|tree| tree.append(&path("/a/log"), b"more").unwrap(),
        &|tree| tree.remove_tree(&path("/a/secret")).unwrap(),
        &|tree| tree.rename(&path("/a"), &path("/b")).unwrap(),
        &|tree| tree.symlink("b/log", &path("/link")).unwrap(),
        &|tree| tree.set_mode(&path("/b/log"), 0o755).unwrap(),
        &|tree| tree.write(&path("/late"), b"a late secret").unwrap(),
    ];
    for step in steps {
        step(&tree);
        states.push((tree.history(1).unwrap()[0].id, held(&tree)));
    }
    (tree, states)
}

#[test]
fn a_copy_has_the_files_and_the_history_and_a_life_of_its_own() {
    let folder = tempdir().unwrap();
    let (tree, states) = lived(&folder.path().join("w.sqlite"));
    fs::set_permissions(
        folder.path().join("w.sqlite"),
        fs::Permissions::from_mode(0o600),
    )
    .unwrap();
    let to = folder.path().join("copy.sqlite");
    tree.fork(&to, &ForkOptions::new()).unwrap();
    assert_eq!(to.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let copy = open(&to);
    assert_eq!(held(&copy), held(&tree));
    assert_eq!(copy.history(100).unwrap(), tree.history(100).unwrap());
    copy.undo(states[7].0).unwrap();
    copy.write(&path("/own"), b"").unwrap();
    assert_eq!(held(&tree), states[7].1);
    assert_eq!(copy.findings().unwrap(), []);
    drop(copy);
    let error = tree.fork(&to, &ForkOptions::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Exists);
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("w.sqlite"))
        .collect();
    names.sort();
    let expected = ["copy.sqlite", "copy.sqlite-reserve"];
    assert_eq!(names, expected, "nothing else is left behind");
}

#[test]
fn a_copy_of_a_point_is_what_the_workspace_was() {
    let folder = tempdir().unwrap();
    let (tree, states) = lived(&folder.path().join("w.sqlite"));
    for (index, (run, state)) in states.iter().enumerate() {
        let to = folder.path().join(format!("{index}.sqlite"));
        tree.fork(&to, &ForkOptions::new().at(Point::After(*run)))
            .unwrap();
        let copy = open(&to);
        assert_eq!(held(&copy), *state, "{index}");
        // The history ends there, and is whole: it goes back to every earlier state, and further on.
        let runs: Vec<RunId> = copy
            .history(100)
            .unwrap()
            .iter()
            .rev()
            .map(|run| run.id)
            .collect();
        let known: Vec<RunId> = states[..=index].iter().map(|(run, _)| *run).collect();
        assert_eq!(runs, known);
        copy.write(&path("/next"), b"n").unwrap();
        copy.restore_at(Point::After(states[0].0), &[]).unwrap();
        assert_eq!(held(&copy), states[0].1);
        assert_eq!(copy.findings().unwrap(), []);
        drop(copy);
        let bytes = fs::read(&to).unwrap();
        let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert_eq!(has(b"a late secret"), index == 7, "{index}");
    }
    let to = folder.path().join("none.sqlite");
    let error = tree
        .fork(&to, &ForkOptions::new().at(Point::After(RunId::from(99))))
        .unwrap_err();
    assert_eq!((error.kind(), to.exists()), (ErrorKind::NotFound, false));
}

#[test]
fn a_shallow_copy_holds_the_files_and_nothing_else() {
    let folder = tempdir().unwrap();
    let (tree, states) = lived(&folder.path().join("w.sqlite"));
    for (name, options, state) in [
        ("now", ForkOptions::new().shallow(), &states[7].1),
        (
            "then",
            ForkOptions::new().shallow().at(Point::After(states[4].0)),
            &states[4].1,
        ),
    ] {
        let to = folder.path().join(name);
        tree.fork(&to, &options).unwrap();
        let copy = open(&to);
        assert_eq!(held(&copy), *state);
        assert_eq!(copy.history(100).unwrap(), []);
        drop(copy);
        let bytes = fs::read(&to).unwrap();
        let has = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(!has(b"an early secret"), "{name}");
    }
}

/// The copy is one state, while another connection writes without a pause.
#[test]
fn a_copy_of_a_busy_workspace_is_one_state() {
    let folder = tempdir().unwrap();
    let database = folder.path().join("w.sqlite");
    let tree = open(&database);
    let is_over = Arc::new(AtomicBool::new(false));
    let writer = std::thread::spawn({
        let is_over = is_over.clone();
        move || {
            let tree = open(&database);
            let mut count = 0_u32;
            while !is_over.load(Ordering::Relaxed) {
                count += 1;
                let run = tree.begin(&RunOptions::new("both").atomic()).unwrap();
                for name in ["/one", "/two"] {
                    run.write(&path(name), &count.to_le_bytes().repeat(5_000))
                        .unwrap();
                }
                run.commit().unwrap();
            }
            count
        }
    });
    while !tree.exists(&path("/two")).unwrap() {
        std::thread::yield_now();
    }
    for index in 0..5 {
        let to = folder.path().join(format!("{index}.sqlite"));
        tree.fork(&to, &ForkOptions::new()).unwrap();
        let copy = open(&to);
        assert_eq!(
            copy.read(&path("/one")).unwrap(),
            copy.read(&path("/two")).unwrap()
        );
    }
    is_over.store(true, Ordering::Relaxed);
    assert!(writer.join().unwrap() > 5);
}

#[test]
fn what_cannot_be_copied_leaves_no_file() {
    let folder = tempdir().unwrap();
    let (tree, _) = lived(&folder.path().join("w.sqlite"));
    let run = tree.begin(&RunOptions::new("open")).unwrap();
    let to = folder.path().join("copy");
    assert_eq!(
        run.fork(&to, &ForkOptions::new()).unwrap_err().kind(),
        ErrorKind::Invalid
    );
    run.commit().unwrap();
    let error = tree
        .fork(&folder.path().join("none/copy"), &ForkOptions::new())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the copy cannot be written: no such file or directory"
    );
    // A workspace in memory has no file, and its copy is one.
    let memory = Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::new()).unwrap();
    memory.write(&path("/a"), b"1").unwrap();
    memory.fork(&to, &ForkOptions::new()).unwrap();
    assert_eq!(open(&to).read(&path("/a")).unwrap(), b"1");
}

/// A copy has all branches; one of an earlier point has the main branch alone.
#[test]
fn branches_are_copied_with_the_rest() {
    let folder = tempdir().unwrap();
    let tree = Tree::open(&folder.path().join("w.sqlite"), &OpenOptions::new()).unwrap();
    tree.write(&path("/a"), b"1").unwrap();
    let first = tree.history(1).unwrap()[0].id;
    tree.create_branch("side", &BranchOptions::new()).unwrap();
    tree.write(&path("/a"), b"2").unwrap();
    tree.switch_branch("side").unwrap();
    tree.write(&path("/dir/b"), b"side").unwrap();
    let error = tree
        .fork(&folder.path().join("no.sqlite"), &ForkOptions::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
    tree.switch_branch("main").unwrap();
    for (name, options, branches, text) in [
        ("whole", ForkOptions::new(), 1, "2"),
        ("shallow", ForkOptions::new().shallow(), 1, "2"),
        ("early", ForkOptions::new().at(Point::After(first)), 0, "1"),
    ] {
        let file = folder.path().join(name);
        tree.fork(&file, &options).unwrap();
        let copy = Tree::open(&file, &OpenOptions::new()).unwrap();
        assert_eq!(copy.findings().unwrap(), []);
        assert_eq!(copy.branches().unwrap().len(), branches, "{name}");
        assert_eq!(copy.read(&path("/a")).unwrap(), text.as_bytes(), "{name}");
        if branches > 0 {
            copy.switch_branch("side").unwrap();
            assert_eq!(copy.read(&path("/dir/b")).unwrap(), b"side", "{name}");
            copy.switch_branch("main").unwrap();
            assert!(
                copy.merge_branch("side", &MergeOptions::new())
                    .unwrap()
                    .is_done
            );
            assert_eq!(copy.read(&path("/dir/b")).unwrap(), b"side", "{name}");
        }
        assert_eq!(copy.findings().unwrap(), []);
    }
}
