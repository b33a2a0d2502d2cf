//! A folder as a store: many processes, and some that are killed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use isolate_ledger::objects::{Created, FolderObjects, Objects, ObjectsErrorKind};

use crate::objects::run;
use crate::sim::chance::Chance;

/// Names the folder of a process that a test starts, and what it does.
const CHILD: &str = "ISOLATE_LEDGER_CHILD";

/// Starts this program for one test, with a folder.
fn child(test: &str, folder: &Path, number: usize) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, format!("{number}:{}", folder.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// In a process that a test has started: its number, and its folder.
fn task() -> Option<(usize, FolderObjects)> {
    let task = std::env::var(CHILD).ok()?;
    let (number, folder) = task.split_once(':').unwrap();
    Some((
        number.parse().unwrap(),
        FolderObjects::open(folder).unwrap(),
    ))
}

/// The lines that a process has printed for its test.
fn said(output: impl std::io::Read) -> Vec<String> {
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    lines
        .filter_map(|line| line.split_once("done ").map(|(_, what)| what.to_owned()))
        .collect()
}

#[test]
fn of_several_processes_one_wins_each_name() {
    const NAMES: usize = 150;
    if let Some((number, store)) = task() {
        run(async {
            for name in 0..NAMES {
                let bytes = format!("{number}").repeat(1 + name * 13).into_bytes();
                let name = format!("race/{name:04}");
                if store.create(&name, bytes).await.unwrap() == Created::Created {
                    println!("done {name}");
                }
            }
        });
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let test = "folder::of_several_processes_one_wins_each_name";
    let children: Vec<_> = (0..4)
        .map(|number| child(test, folder.path(), number).spawn().unwrap())
        .collect();
    let mut winners = BTreeMap::new();
    for (number, child) in children.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        for name in said(&output.stdout[..]) {
            assert_eq!(winners.insert(name.clone(), number), None, "{name}");
        }
    }
    assert_eq!(winners.len(), NAMES);
    let store = FolderObjects::open(folder.path()).unwrap();
    run(async {
        assert_eq!(store.list("race/", None, 1000).await.unwrap().len(), NAMES);
        for (index, (name, number)) in winners.iter().enumerate() {
            let bytes = store.get(name, None).await.unwrap().unwrap();
            assert_eq!(
                bytes,
                format!("{number}").repeat(1 + index * 13).into_bytes()
            );
        }
    });
}

#[test]
fn of_many_threads_one_wins_each_name() {
    let folder = tempfile::tempdir().unwrap();
    let threads: Vec<_> = (0..8)
        .map(|number| {
            let store = FolderObjects::open(folder.path()).unwrap();
            std::thread::spawn(move || {
                run(async {
                    let mut won = Vec::new();
                    for name in 0..60 {
                        let name = format!("a/{name}/b");
                        let bytes = vec![number; 1000];
                        if store.create(&name, bytes).await.unwrap() == Created::Created {
                            won.push(name);
                        }
                    }
                    won
                })
            })
        })
        .collect();
    let mut won: Vec<String> = Vec::new();
    for thread in threads {
        won.extend(thread.join().unwrap());
    }
    won.sort();
    won.dedup();
    assert_eq!(won.len(), 60);
}

/// An object that says how long it is to be.
fn whole(number: usize, length: usize) -> Vec<u8> {
    let mut bytes = format!("{number} {length}\n").into_bytes();
    bytes.resize(length, b'0' + u8::try_from(number % 10).unwrap());
    bytes
}

#[test]
fn a_killed_process_leaves_whole_objects_only() {
    if let Some((round, store)) = task() {
        run(async {
            for number in 0.. {
                let bytes = whole(number, 200_000 + number * 1000);
                // One name is replaced again and again, and each other one made once.
                store.put("replaced", bytes.clone()).await.unwrap();
                println!("done replaced");
                let name = format!("made/{round}/{number}");
                assert_eq!(store.create(&name, bytes).await.unwrap(), Created::Created);
                println!("done {name}");
            }
        });
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let store = FolderObjects::open(folder.path()).unwrap();
    let mut chance = Chance::new(7);
    let mut acknowledged = 0;
    for round in 0..12 {
        let test = "folder::a_killed_process_leaves_whole_objects_only";
        let mut child = child(test, folder.path(), round).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(chance.within(40, 250)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        run(async {
            for name in said(&output.stdout[..]) {
                acknowledged += 1;
                assert!(store.get(&name, None).await.unwrap().is_some(), "{name}");
            }
            for listed in store.list("", None, 100_000).await.unwrap() {
                let bytes = store.get(&listed.name, None).await.unwrap().unwrap();
                let line = bytes.split(|byte| *byte == b'\n').next().unwrap();
                let line = String::from_utf8(line.to_vec()).unwrap();
                let (number, length) = line.split_once(' ').unwrap();
                let expected = whole(number.parse().unwrap(), length.parse().unwrap());
                assert!(bytes == expected, "{}: {line}", listed.name);
            }
        });
    }
    assert!(acknowledged > 0);
}

#[test]
fn what_a_killed_process_has_left_is_not_seen_and_removed_after_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderObjects::open(folder.path()).unwrap();
    run(async {
        store.put("a/b", vec![1]).await.unwrap();
        let place = folder.path().join("a@");
        for (name, hours) in [("~old", 25), ("~young", 23)] {
            let file = File::create(place.join(name)).unwrap();
            let time = SystemTime::now() - Duration::from_secs(hours * 3600);
            file.set_modified(time).unwrap();
        }
        let listed = store.list("", None, 10).await.unwrap();
        let names: Vec<&str> = listed.iter().map(|listed| listed.name.as_str()).collect();
        assert_eq!(names, ["a/b"]);
        assert!(!place.join("~old").exists());
        assert!(place.join("~young").exists());
    });
}

#[test]
fn links_and_other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a="), "secret").unwrap();
    let store = FolderObjects::open(folder.path()).unwrap();
    symlink(outside.path(), folder.path().join("linked@")).unwrap();
    symlink(outside.path().join("a="), folder.path().join("file=")).unwrap();
    fs::create_dir(folder.path().join("folder=")).unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    run(async {
        for name in ["linked/a", "file", "folder"] {
            let kind = |answer: Result<(), isolate_ledger::objects::ObjectsError>| {
                answer.map_err(|error| error.kind())
            };
            let invalid = Err(ObjectsErrorKind::Invalid);
            assert_eq!(
                kind(store.get(name, None).await.map(drop)),
                invalid,
                "{name}"
            );
            assert_eq!(
                kind(store.create(name, vec![1]).await.map(drop)),
                invalid,
                "{name}"
            );
            assert_eq!(kind(store.put(name, vec![1]).await), invalid, "{name}");
        }
        let error = store.get("linked/a", None).await.unwrap_err().to_string();
        let expected = format!(
            "file://{} cannot do it (linked/a): `linked@/` is a link or no folder: remove it",
            folder.path().canonicalize().unwrap().display()
        );
        assert_eq!(error, expected);
        assert_eq!(store.list("", None, 10).await.unwrap(), []);
        assert_eq!(
            fs::read_to_string(outside.path().join("a=")).unwrap(),
            "secret"
        );
        assert_eq!(
            fs::read_to_string(folder.path().join("notes.txt")).unwrap(),
            "mine"
        );
    });
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = FolderObjects::open(file.join("below")).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "file://{}/below cannot do it (open): create the folder: Not a directory (os error 20)",
            file.display()
        )
    );
}
