//! Write-backs that fail or are killed in the middle.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::testing::{Fault, fail_at, fail_ends, has_fired};
use crate::{Checkout, CheckoutOptions, ErrorKind, Recovery};
use isolate_vfs::{OpenOptions, Tree};

use crate::folders::path;
use crate::projects::{Project, change_everything, changed, everything};

/// That each file is as it was or as it will be. Where a file and a directory change places there may
/// be nothing in between, and a new directory has its permissions last.
fn assert_whole(
    project: &Project,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    point: u64,
) {
    let now = project.contents();
    let kind = |thing: Option<&String>| thing.map(|thing| thing.starts_with("folder"));
    for name in before.keys().chain(after.keys()) {
        let (old, new, now) = (before.get(name), after.get(name), now.get(name));
        let is_whole = now == old
            || now == new
            || now.is_none() && kind(old) != kind(new)
            || kind(now) == Some(true) && kind(new) == Some(true);
        assert!(is_whole, "{point}: {name}: {old:?} {new:?} {now:?}");
    }
}

#[test]
fn killed_at_any_point_a_write_back_is_finished_by_the_next_start() {
    let mut point = 1;
    let mut recovered = 0;
    loop {
        let project = everything();
        let before = project.contents();
        let after = changed(&before);
        let (mut checkout, tree) = project.open();
        change_everything(&tree);
        fail_at(point, Fault::Killed);
        let done = checkout.write_back(&tree, "killed");
        let is_fired = has_fired();
        fail_at(0, Fault::Killed);
        drop((checkout, tree));
        if !is_fired {
            done.unwrap();
            break;
        }
        assert!(done.is_err());
        assert_whole(&project, &before, &after, point);
        // The one that finishes may be killed as well: sometimes, because the combinations are many.
        let first = if point % 6 == 1 { 1 } else { 10_000 };
        for again in (first..).step_by(9) {
            fail_at(again, Fault::Killed);
            let opened = Checkout::open(&project.top(), &project.state(), &CheckoutOptions::new());
            let is_fired = has_fired();
            fail_at(0, Fault::Killed);
            assert_whole(&project, &before, &after, point);
            if !is_fired {
                let checkout = opened.unwrap();
                let told = checkout.recovered().unwrap();
                assert_eq!(
                    (told.outcome, told.label.as_str()),
                    (Recovery::Finished, "killed")
                );
                assert!(told.left_alone.is_empty(), "{point}: {told:?}");
                recovered += 1;
                break;
            }
        }
        assert_eq!(project.contents(), after, "{point}");
        let (checkout, _) = project.open();
        assert!(checkout.recovered().is_none());
        project.undo().unwrap();
        assert_eq!(project.contents(), before, "{point}");
        point += 1;
    }
    assert!(recovered > 50, "{recovered}");
}

#[test]
fn a_disk_that_is_full_at_any_point_leaves_everything_as_it_was() {
    let mut point = 1;
    loop {
        let project = everything();
        let before = project.contents();
        let (mut checkout, tree) = project.open();
        change_everything(&tree);
        fail_at(point, Fault::Full);
        let done = checkout.write_back(&tree, "full");
        let is_fired = has_fired();
        fail_at(0, Fault::Full);
        if !is_fired {
            done.unwrap();
            break;
        }
        let error = done.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Target, "{point}: {error}");
        assert!(
            error.to_string().ends_with("; nothing was changed"),
            "{error}"
        );
        assert_eq!(project.contents(), before, "{point}");
        assert!(project.undo().is_err());
        point += 1;
    }
    assert!(point > 50, "{point}");
}

/// A limit of file sizes stands for a full disk: the journal does not fit.
#[test]
fn a_journal_that_does_not_fit_on_the_disk_changes_nothing() {
    if let Some(folder) = std::env::var_os("ISOLATE_TEST_FULL_JOURNAL") {
        let folder = Path::new(&folder);
        let (top, state) = (folder.join("project"), folder.join("state"));
        let mut checkout = Checkout::open(&top, &state, &CheckoutOptions::new()).unwrap();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        tree.write(&path("/a"), &vec![7; 4 << 20]).unwrap();
        let error = checkout.write_back(&tree, "").unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("cannot write the journal: "), "{error}");
        assert!(text.ends_with("; nothing was changed"), "{error}");
        return;
    }
    let project = Project::new(&[("a", "one")]);
    let script = "trap '' XFSZ; ulimit -f 1024; exec \"$0\" --exact checkout::tests::interrupted::a_journal_that_does_not_fit_on_the_disk_changes_nothing";
    let done = Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env("ISOLATE_TEST_FULL_JOURNAL", project.folder.path())
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stdout)
    );
    assert_eq!(project.contents()["a"], "file 644 one");
    let (checkout, _) = project.open();
    assert!(checkout.recovered().is_none());
}

/// The test starts itself, and kills that at moments that nobody chose.
#[test]
fn a_process_that_is_killed_leaves_files_of_one_version() {
    const FILES: usize = 40;
    let version = |number: usize| format!("{number} ").repeat(3_000);
    if let Some(folder) = std::env::var_os("ISOLATE_TEST_WRITE_BACK") {
        let folder = Path::new(&folder);
        let (top, state) = (folder.join("project"), folder.join("state"));
        let mut checkout = Checkout::open(&top, &state, &CheckoutOptions::new()).unwrap();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        for number in 1.. {
            for file in 0..FILES {
                let name = format!("/d{}/{file}", file % 3);
                tree.write(&path(&name), version(number).as_bytes())
                    .unwrap();
            }
            checkout.write_back(&tree, "a version").unwrap();
            fs::write(folder.join("ready"), "").unwrap();
        }
    }
    let project = Project::new(&[]);
    for file in 0..FILES {
        let name = project.at(&format!("d{}/{file}", file % 3));
        fs::create_dir_all(name.parent().unwrap()).unwrap();
        fs::write(name, version(0)).unwrap();
    }
    let mut finished = 0;
    for round in 0..12_u64 {
        let ready = project.folder.path().join("ready");
        let _ = fs::remove_file(&ready);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "checkout::tests::interrupted::a_process_that_is_killed_leaves_files_of_one_version",
            ])
            .env("ISOLATE_TEST_WRITE_BACK", project.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !ready.exists() {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        // Somewhere in the write-backs after the first.
        let until = Instant::now() + Duration::from_millis(1 + round * 13);
        while Instant::now() < until {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let texts = |project: &Project| -> Vec<String> {
            let files = 0..FILES;
            let read =
                |file: usize| fs::read_to_string(project.at(&format!("d{}/{file}", file % 3)));
            files.map(|file| read(file).unwrap()).collect()
        };
        for text in texts(&project) {
            let number: usize = text.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(text, version(number), "a torn file");
        }
        let (checkout, _) = project.open();
        finished += usize::from(checkout.recovered().is_some());
        let texts = texts(&project);
        assert!(
            texts.iter().all(|text| *text == texts[0]),
            "files of two versions"
        );
        let left = project.contents();
        assert!(
            left.keys().all(|name| !name.contains(".isolate-")),
            "{:?}",
            left.keys()
        );
    }
    assert!(finished > 0, "no process was killed in the middle");
}

/// Makes a write-back that was killed after some files.
fn killed_in_the_middle() -> Project {
    let project = Project::new(&[("a", "1"), ("b", "2"), ("c", "3")]);
    let (mut checkout, tree) = project.open();
    for name in ["/a", "/b", "/c"] {
        tree.write(&path(name), b"new").unwrap();
    }
    // Three files are written and waited for, and two have their names.
    fail_at(12, Fault::Killed);
    checkout.write_back(&tree, "killed").unwrap_err();
    assert!(has_fired());
    fail_at(0, Fault::Killed);
    assert_eq!(project.contents()["a"], "file 644 new");
    assert_eq!(project.contents()["c"], "file 644 3");
    project
}

#[test]
fn what_others_changed_since_a_killed_write_back_is_left_alone_and_named() {
    let project = killed_in_the_middle();
    fs::write(project.at("c"), "mine").unwrap();
    let (checkout, _) = project.open();
    let told = checkout.recovered().unwrap();
    assert_eq!(told.outcome, Recovery::Finished);
    assert_eq!(told.left_alone, ["c"]);
    let contents = project.contents();
    assert_eq!(contents["b"], "file 644 new");
    assert_eq!(contents["c"], "file 644 mine");
}

#[test]
fn a_killed_write_back_that_cannot_be_finished_is_taken_back() {
    let project = killed_in_the_middle();
    fail_at(1, Fault::Full);
    let (checkout, _) = project.open();
    fail_at(0, Fault::Full);
    assert_eq!(checkout.recovered().unwrap().outcome, Recovery::TakenBack);
    let contents: Vec<String> = project.contents().into_values().collect();
    assert_eq!(contents, ["file 644 1", "file 644 2", "file 644 3"]);
}

#[test]
fn an_undo_finishes_what_was_killed_and_takes_it_back() {
    let project = killed_in_the_middle();
    project.undo().unwrap();
    let contents: Vec<String> = project.contents().into_values().collect();
    assert_eq!(contents, ["file 644 1", "file 644 2", "file 644 3"]);
}

#[test]
fn another_directory_at_the_path_is_not_written_to() {
    let project = killed_in_the_middle();
    fs::rename(project.top(), project.folder.path().join("old")).unwrap();
    fs::create_dir(project.top()).unwrap();
    fs::write(project.at("b"), "2").unwrap();
    let (checkout, _) = project.open();
    assert_eq!(checkout.recovered().unwrap().outcome, Recovery::Forgotten);
    assert_eq!(project.contents()["b"], "file 644 2");
    assert!(project.undo().is_err());
}

#[test]
fn a_directory_that_is_gone_is_an_error() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/new"), b"new").unwrap();
    fs::remove_dir_all(project.top()).unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
    assert!(
        error.to_string().ends_with("nothing was changed"),
        "{error}"
    );
    tree.write(&path("/a"), b"of another size").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
}

#[test]
fn two_processes_do_not_write_to_one_directory_at_once() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let (mut first, one) = project.open();
    let (mut second, two) = project.open();
    one.write(&path("/a"), b"first").unwrap();
    two.write(&path("/b"), b"second").unwrap();
    two.write(&path("/c"), b"second").unwrap();
    first.write_back(&one, "").unwrap();
    second.write_back(&two, "").unwrap();
    one.write(&path("/c"), b"first").unwrap();
    assert_eq!(
        first.write_back(&one, "").unwrap_err().kind(),
        ErrorKind::Conflict
    );
    let contents: Vec<String> = project.contents().into_values().collect();
    assert_eq!(
        contents,
        ["file 644 first", "file 644 second", "file 644 second"]
    );
}

/// What is in a directory that is gone cannot be finished, and the rest can.
#[test]
fn a_directory_that_is_gone_since_a_killed_write_back_is_left_alone() {
    let project = Project::new(&[("a", "1"), ("d/b", "2"), ("z", "3")]);
    let (mut checkout, tree) = project.open();
    for name in ["/a", "/d/b", "/d/new", "/z"] {
        tree.write(&path(name), b"from the program").unwrap();
    }
    // Before any file has its new name.
    fail_at(10, Fault::Killed);
    checkout.write_back(&tree, "killed").unwrap_err();
    assert!(has_fired());
    fail_at(0, Fault::Killed);
    fs::remove_dir_all(project.at("d")).unwrap();
    let (checkout, _) = project.open();
    let told = checkout.recovered().unwrap();
    assert_eq!(told.outcome, Recovery::Finished);
    assert_eq!(told.left_alone, ["d/b", "d/new"]);
    let contents: Vec<String> = project.contents().into_values().collect();
    assert_eq!(
        contents,
        ["file 644 from the program", "file 644 from the program"]
    );
}

/// The last commit of the journal is after the last file: what is told is what the disk has.
#[test]
fn a_journal_that_fails_at_its_end_does_not_deny_what_was_written() {
    let project = everything();
    let before = project.contents();
    let (mut checkout, tree) = project.open();
    change_everything(&tree);
    fail_ends(true);
    let written = checkout.write_back(&tree, "a test").unwrap();
    assert_eq!(project.contents(), changed(&before));
    assert_eq!(written.number, Some(1));
    assert_eq!(written.unfinished.as_deref(), Some("no space left"));
    // The next write-back notes it, as a start does.
    fail_ends(false);
    tree.write(&path("/a.txt"), b"again").unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!((written.number, written.unfinished), (Some(2), None));
    fail_ends(true);
    let undone = project.undo().unwrap();
    assert!(undone.unfinished.is_some());
    assert_eq!(project.contents(), changed(&before));
    fail_ends(false);
    project.undo().unwrap();
    assert_eq!(project.contents(), before);
}

#[test]
fn an_error_says_what_of_the_changes_is_on_the_disk() {
    let project = Project::new(&[("a", "1"), ("b", "2")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"new").unwrap();
    // All is taken back, and the journal cannot note it.
    fail_at(3, Fault::Full);
    fail_ends(true);
    let error = checkout.write_back(&tree, "").unwrap_err();
    fail_ends(false);
    assert!(has_fired());
    assert!(
        error
            .to_string()
            .ends_with("the next start on the directory writes the changes"),
        "{error}"
    );
    assert_eq!(project.contents()["a"], "file 644 1");
    project.open();
    assert_eq!(project.contents()["a"], "file 644 new");
}
