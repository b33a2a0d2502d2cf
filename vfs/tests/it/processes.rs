//! Several processes on the branches of one file, and processes that are killed.

use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use isolate_vfs::{
    BranchOptions, ErrorKind, LogOptions, MergeOptions, OpenOptions, Retention, RunOptions, Tree,
};

use super::{Numbers, assert_sound, bytes, is_slow, path};

/// The file that a child works on, and what makes its work differ from that of others.
const FILE: &str = "ISOLATE_VFS_TEST_BRANCHES";
const SEED: &str = "ISOLATE_VFS_TEST_SEED";

const BRANCHES: [&str; 4] = ["main", "a", "b", "c"];

/// Files of one batch.
const BATCH: usize = 5;

fn open(file: &Path) -> Tree {
    Tree::open(
        file,
        &OpenOptions::new().busy_timeout(Duration::from_secs(60)),
    )
    .unwrap()
}

/// A workspace with the branches.
fn prepare(file: &Path) {
    let tree = open(file);
    for number in 0..200 {
        let at = path(&format!("/src/{}/{number}", number % 9));
        tree.write(&at, format!("{number}\n").as_bytes()).unwrap();
    }
    for name in &BRANCHES[1..] {
        tree.create_branch(name, &BranchOptions::new()).unwrap();
    }
}

fn child(test: &str, file: &Path, seed: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(FILE, file)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn told() -> Option<(Tree, u64)> {
    let file = std::env::var(FILE).ok()?;
    let seed = std::env::var(SEED).unwrap().parse().unwrap();
    Some((open(Path::new(&file)), seed))
}

/// Does nothing by itself: [`a_killed_process_leaves_every_branch_whole`] runs it in another process.
#[test]
fn child_works_on_branches_until_it_is_killed() {
    let Some((tree, seed)) = told() else {
        return;
    };
    let mut numbers = Numbers(seed);
    for index in 0.. {
        let branch = BRANCHES[numbers.below(4)];
        tree.switch_branch(branch).unwrap();
        match numbers.below(10) {
            0..4 => {
                let at = format!("/done/{seed}-{index}");
                let run = tree.begin(&RunOptions::new("one")).unwrap();
                run.write(&path(&at), at.as_bytes()).unwrap();
                run.write(&path(&format!("/src/3/{index}")), &bytes(9_000, index))
                    .unwrap();
                run.commit().unwrap();
                println!("done {branch} {at}");
            }
            4..7 => {
                let at = format!("/batch/{seed}-{index}");
                let run = tree.begin(&RunOptions::new("batch").atomic()).unwrap();
                for number in 0..BATCH {
                    run.write(&path(&format!("{at}/{number}")), at.as_bytes())
                        .unwrap();
                }
                run.commit().unwrap();
                println!("done {branch} {at}/0");
            }
            7 => {
                tree.create_branch(&format!("t{seed}-{index}"), &BranchOptions::new())
                    .unwrap();
            }
            8 => {
                tree.switch_branch("main").unwrap();
                let from = BRANCHES[1 + numbers.below(3)];
                tree.merge_branch(from, &MergeOptions::new().markers())
                    .unwrap();
            }
            _ => {
                tree.switch_branch("main").unwrap();
                for info in tree.branches().unwrap() {
                    if info.name.starts_with('t') && numbers.below(2) == 0 {
                        tree.delete_branch(&info.name).unwrap();
                    }
                }
                tree.collect(&Retention::new().runs_max(20)).unwrap();
            }
        }
    }
}

#[test]
fn a_killed_process_leaves_every_branch_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    prepare(&file);
    let mut done: Vec<(String, String)> = Vec::new();
    let mut slowest = Duration::ZERO;
    let rounds = if is_slow() { 300 } else { 25 };
    let mut numbers = Numbers(7);
    for round in 0..rounds {
        let mut child = child(
            "processes::child_works_on_branches_until_it_is_killed",
            &file,
            round,
        );
        let out = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let lines = std::io::BufReader::new(out).lines().map_while(Result::ok);
            lines
                .filter(|line| line.contains("done "))
                .collect::<Vec<_>>()
        });
        std::thread::sleep(Duration::from_millis(
            20 + u64::try_from(numbers.below(150)).unwrap(),
        ));
        child.kill().unwrap();
        child.wait().unwrap();
        for line in reader.join().unwrap() {
            // The last line may be cut.
            let words: Vec<&str> = line.split("done ").last().unwrap().split(' ').collect();
            if let [branch, at] = words[..] {
                done.push((branch.to_owned(), at.to_owned()));
            }
        }
        let begun = Instant::now();
        let tree = open(&file);
        tree.write(&path("/opened"), round.to_string().as_bytes())
            .unwrap();
        slowest = slowest.max(begun.elapsed());
        assert_sound(&tree);
        for name in BRANCHES {
            tree.switch_branch(name).unwrap();
            for (_, at) in done.iter().filter(|(branch, _)| branch == name) {
                assert!(
                    tree.exists(&path(at)).unwrap(),
                    "{name} lost {at} in round {round}"
                );
            }
            if tree.exists(&path("/batch")).unwrap() {
                for batch in tree.read_dir(&path("/batch")).unwrap() {
                    let at = path(&format!("/batch/{}", batch.name));
                    assert_eq!(tree.read_dir(&at).unwrap().len(), BATCH, "{name}: {at}");
                }
            }
        }
    }
    assert!(
        done.len() > usize::try_from(rounds).unwrap(),
        "{}",
        done.len()
    );
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
}

/// Does nothing by itself: [`processes_work_on_branches_together`] runs it in other processes.
#[test]
fn child_runs_on_all_branches() {
    let Some((tree, seed)) = told() else {
        return;
    };
    for index in 0..250_u64 {
        let branch = BRANCHES[usize::try_from((index + seed) % 4).unwrap()];
        tree.switch_branch(branch).unwrap();
        let options = RunOptions::new(format!("{seed}-{index}")).recorded();
        let options = if index % 5 == 0 {
            options.atomic()
        } else {
            options
        };
        let run = tree.begin(&options).unwrap();
        let at = path(&format!("/by/{seed}/{index}"));
        run.write(&at, branch.as_bytes()).unwrap();
        run.append(&path("/log"), format!("{seed}-{index}\n").as_bytes())
            .unwrap();
        run.commit().unwrap();
    }
    println!("finished");
}

#[test]
fn processes_work_on_branches_together() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    prepare(&file);
    let children: Vec<Child> = (0..4)
        .map(|seed| child("processes::child_runs_on_all_branches", &file, seed))
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("finished"),
            "{text}"
        );
    }
    let tree = open(&file);
    assert_sound(&tree);
    let mut runs: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for info in tree
        .log(&LogOptions::new().limit(10_000).all_branches())
        .unwrap()
    {
        if info.label.contains('-') {
            *runs.entry(info.branch).or_default() += 1;
        }
    }
    assert_eq!(runs.into_values().collect::<Vec<_>>(), [250; 4]);
    for (number, name) in BRANCHES.into_iter().enumerate() {
        tree.switch_branch(name).unwrap();
        let log = String::from_utf8(tree.read(&path("/log")).unwrap()).unwrap();
        let mut lines: Vec<&str> = log.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!((log.lines().count(), lines.len()), (250, 250), "{name}");
        for seed in 0..4_u64 {
            for index in 0..250_u64 {
                let at = path(&format!("/by/{seed}/{index}"));
                let is_here = (index + seed) % 4 == number as u64;
                match tree.read(&at) {
                    Ok(bytes) => assert!(is_here && bytes == name.as_bytes(), "{name}: {at}"),
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::NotFound);
                        assert!(!is_here, "{name} lost {at}");
                    }
                }
            }
        }
    }
}
