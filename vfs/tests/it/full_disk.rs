//! A disk that is really full, and a file whose writes really fail, in a process of its own.

use std::path::Path;
use std::process::Command;

use isolate_vfs::{ErrorKind, OpenOptions, RunOptions, Tree};

use super::{assert_sound, bytes, listing, path};

#[cfg(target_os = "linux")]
mod ways;

/// Tells the process of its own which file to work on.
const CHILD_FILE: &str = "ISOLATE_TEST_FULL_DISK";

/// A test of this file, as a command of a shell.
fn child(name: &str) -> String {
    let exe = std::env::current_exe().unwrap();
    format!("'{}' --exact full_disk::{name} --nocapture", exe.display())
}

/// Does nothing by itself: the other tests run it in a process of its own.
#[test]
fn child_works_until_nothing_can_be_written() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let tree = match Tree::open(Path::new(&file), &OpenOptions::default()) {
        Ok(tree) => tree,
        Err(error) => {
            println!("unopened {:?}: {error}", error.kind());
            return;
        }
    };
    for number in 0..500 {
        let before = listing(&tree);
        let folder = path(&format!("/{}", number % 7));
        let result = match number % 5 {
            0 => tree.write(
                &path(&format!("/{}/a{number}", number % 7)),
                &bytes(30_000, number),
            ),
            1 => tree.copy_tree(&folder, &path(&format!("/c{number}"))),
            2 => tree.write(&path(&format!("/{}/b", number % 7)), &bytes(500, number)),
            3 => tree.move_tree(
                &path(&format!("/c{}", number - 2)),
                &path(&format!("/m{number}")),
            ),
            _ => atomic(&tree, number),
        };
        let Err(error) = result else { continue };
        if error.kind() == ErrorKind::NotFound {
            continue;
        }
        println!("failed {number} {:?}", error.kind());
        assert_eq!(listing(&tree), before, "{number}: {error}");
        assert_sound(&tree);
        for size in [9000, 2000, 1] {
            let _ = (0..300).try_for_each(|part| {
                let file = path(&format!("/fill/{size}-{part}"));
                tree.write(&file, &bytes(size, part))
            });
        }
        let before = listing(&tree);
        let Err(error) = tree.remove_tree(&path("/0")) else {
            println!("removed");
            assert_sound(&tree);
            return;
        };
        println!("not removed {:?}: {error}", error.kind());
        assert_eq!(listing(&tree), before, "{error}");
        assert_sound(&tree);
        if let Some(kib) = number_after("free ", &error.to_string()) {
            give_up_room(Path::new(&file), kib);
            tree.remove_tree(&path("/0")).unwrap();
            println!("removed later");
            assert_sound(&tree);
        }
        return;
    }
    println!("never full");
}

/// The number of KiB that stands after some words.
fn number_after(words: &str, text: &str) -> Option<u64> {
    let (_, rest) = text.split_once(words)?;
    rest.split_once(" KiB")?.0.parse().ok()
}

/// Another file that takes room on the disk of a workspace.
fn others(workspace: &Path) -> std::path::PathBuf {
    workspace.with_extension("others")
}

/// Frees so many KiB of the room that another file takes.
fn give_up_room(workspace: &Path, kib: u64) {
    let mut file = std::fs::OpenOptions::new();
    let file = file.write(true).open(others(workspace)).unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length.checked_sub(kib << 10).unwrap())
        .unwrap();
}

/// Fills what is left of the disk of a workspace.
fn fill_disk(workspace: &Path) {
    let mut file = std::fs::OpenOptions::new();
    let mut file = file
        .create(true)
        .append(true)
        .open(others(workspace))
        .unwrap();
    for size in [4096, 1] {
        while std::io::Write::write_all(&mut file, &vec![1_u8; size]).is_ok() {}
    }
}

fn atomic(tree: &Tree, number: usize) -> isolate_vfs::Result<()> {
    let run = tree.begin(&RunOptions::new("atomic").atomic())?;
    let done = (0..4).try_for_each(|part| {
        let file = path(&format!("/r{number}/{part}"));
        tree.write(&file, &bytes(9000, number + part))
    });
    done.and_then(|()| run.commit().map(drop))
}

/// Runs the child by a script for a shell; what it printed.
fn in_shell(script: &str, file: &Path) -> String {
    let output = Command::new("sh")
        .args(["-c", script])
        .env(CHILD_FILE, file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {text}{errors}");
    text
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_changes_nothing() {
    // A limit for the length of files makes writes fail at different places of both files. Blocks
    // have 512 bytes, or 1024 in some shells.
    let mut told = Vec::new();
    for blocks in [8, 40, 100, 149, 216, 317, 400, 516, 777, 1200, 2000] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("workspace");
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {}",
            child("child_works_until_nothing_can_be_written")
        );
        let text = in_shell(&script, &file);
        assert!(!text.contains("never full"), "{blocks}");
        told.push(text);
        // Where the error names a larger limit, that is enough to remove something.
        if let Some(kib) = number_after("(ulimit -f) to ", told.last().unwrap()) {
            let child = child("child_removes_a_folder");
            let script = format!("trap '' XFSZ; ulimit -f {}; exec {child}", 2 * kib);
            assert!(in_shell(&script, &file).contains("\nremoved\n"));
        }
        // Where writes work again everything does.
        if let Ok(tree) = Tree::open(&file, &OpenOptions::default()) {
            assert_sound(&tree);
            tree.write(&path("/later"), b"later").unwrap();
            assert_sound(&tree);
        }
    }
    let count = |word: &str| told.iter().filter(|text| text.contains(word)).count();
    assert!(count("failed") >= 6, "{told:?}");
    // The log starts anew, unless the database itself may not become as long as it is.
    assert!(count("\nremoved\n") >= 5, "{told:?}");
    assert_eq!(count("not removed"), count("(ulimit -f) to "), "{told:?}");
}

/// Does nothing by itself: the test above runs it in a process of its own.
#[test]
fn child_removes_a_folder() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let tree = Tree::open(Path::new(&file), &OpenOptions::default()).unwrap();
    tree.remove_tree(&path("/0")).unwrap();
    assert_sound(&tree);
    println!("removed");
}

/// Does nothing by itself: [`on_a_full_disk`] runs it in a process of its own.
#[test]
fn child_removes_when_others_have_filled_the_disk() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let tree = Tree::open(Path::new(&file), &OpenOptions::default()).unwrap();
    for number in 0..40 {
        let file = path(&format!("/{}/f{number}", number % 4));
        tree.write(&file, &bytes(500_000, number)).unwrap();
    }
    // The log has been written back once, so its place can be used again.
    fill_disk(Path::new(&file));
    for folder in ["/0", "/1"] {
        tree.remove_tree(&path(folder)).unwrap();
        assert_sound(&tree);
    }
    println!("removed");
}

/// Writes files of 500 KB until so many are there, or nothing more fits.
fn write_large(tree: &Tree, files: usize) -> isolate_vfs::Result<()> {
    (0..files).try_for_each(|number| {
        let file = path(&format!("/{}/f{number}", number % 4));
        tree.write(&file, &bytes(500_000, number))
    })
}

/// Ends a run as commands do: in one transaction, on a connection of its own.
fn remove_by_command(file: &Path, removed: &str) -> isolate_vfs::Result<()> {
    let tree = Tree::open(file, &OpenOptions::default())?;
    let run = tree.begin(&RunOptions::new("rm").atomic())?;
    tree.remove_tree(&path(removed))?;
    run.commit()?;
    assert_sound(&tree);
    Ok(())
}

/// Does nothing by itself: [`on_a_full_disk`] runs it in a process of its own.
#[test]
fn child_is_opened_on_a_full_disk() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let file = Path::new(&file);
    write_large(&Tree::open(file, &OpenOptions::default()).unwrap(), 8).unwrap();
    fill_disk(file);
    let look = OpenOptions::new().read_only();
    assert_eq!(listing(&Tree::open(file, &look).unwrap()).len(), 13);
    for removed in ["/0", "/1", "/2/f2", "/2"] {
        remove_by_command(file, removed).unwrap();
    }
    println!("removed");
}

/// Does nothing by itself: [`on_a_full_disk`] runs it in a process of its own.
#[test]
fn child_frees_the_space_it_removes() {
    let Ok(file) = std::env::var(CHILD_FILE) else {
        return;
    };
    let file = Path::new(&file);
    let tree = Tree::open(file, &OpenOptions::default()).unwrap();
    let run = tree.begin(&RunOptions::new("")).unwrap();
    let full = write_large(&tree, 1000).unwrap_err();
    assert_eq!(full.kind(), ErrorKind::NoSpace);
    for size in [9000, 2000, 1] {
        let full = (0..1000).find_map(|part| {
            let file = path(&format!("/fill/{size}-{part}"));
            tree.write(&file, &bytes(size, part)).err()
        });
        assert_eq!(full.unwrap().kind(), ErrorKind::NoSpace);
    }
    // The end of a run is told on a full disk, too.
    run.commit().unwrap();
    drop(tree);
    for removed in ["/0/f0", "/1", "/2", "/0", "/fill", "/3"] {
        remove_by_command(file, removed).unwrap();
    }
    let tree = Tree::open(file, &OpenOptions::default()).unwrap();
    assert_eq!(listing(&tree), ["/ dir"]);
    // History has made room, and not only for what is removed.
    tree.write(&path("/more"), &bytes(500_000, 1)).unwrap();
    assert_sound(&tree);
    println!("removed");
}

/// Runs a child on a disk of its own that has so many bytes, of which another file takes some. `None`
/// where nothing can be mounted: some systems let only the administrator do that.
#[cfg(target_os = "linux")]
fn on_disk_of(bytes: &str, taken: u64, name: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().display().to_string();
    let mount = format!("mount -t tmpfs -o size={bytes} none '{disk}'");
    let is_allowed = Command::new("unshare")
        .args(["-rm", "sh", "-c", &mount])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_allowed {
        isolate_oracles::skipped("a disk of its own", "nothing can be mounted here");
        return None;
    }
    let file = folder.path().join("workspace");
    let take = format!("head -c {taken} /dev/zero >'{}'", others(&file).display());
    let script = format!("{mount} && {take} && {}", child(name));
    let shell = format!("exec unshare -rm sh -c \"{script}\"");
    Some(in_shell(&shell, &file))
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk() {
    for (bytes, name) in [
        ("400k", "child_works_until_nothing_can_be_written"),
        ("600k", "child_works_until_nothing_can_be_written"),
        ("1300k", "child_works_until_nothing_can_be_written"),
        ("5m", "child_works_until_nothing_can_be_written"),
        ("9m", "child_works_until_nothing_can_be_written"),
        ("44m", "child_removes_when_others_have_filled_the_disk"),
        ("9m", "child_is_opened_on_a_full_disk"),
        ("40m", "child_is_opened_on_a_full_disk"),
        ("9m", "child_frees_the_space_it_removes"),
        ("40m", "child_frees_the_space_it_removes"),
    ] {
        let Some(text) = on_disk_of(bytes, 0, name) else {
            return;
        };
        if name.contains("until") {
            assert!(text.contains("failed"), "{bytes}: {text}");
        }
        assert!(!text.contains("Storage"), "{bytes}: {text}");
        assert!(text.contains("\nremoved\n"), "{bytes}, {name}: {text}");
    }
}

/// A workspace of less than 128 KiB has no reserve, and its log cannot be written back: then the error
/// says how much room is missing, and with that it works.
#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_removed_the_error_names_the_room_that_it_needs() {
    for bytes in ["458k", "478k", "488k"] {
        let taken = 250 << 10;
        let Some(text) = on_disk_of(bytes, taken, "child_works_until_nothing_can_be_written")
        else {
            return;
        };
        assert!(text.contains("not removed NoSpace"), "{bytes}: {text}");
        assert!(text.contains("\nremoved later\n"), "{bytes}: {text}");
    }
}
