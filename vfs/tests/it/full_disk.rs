//! A disk that is really full, and a file whose writes really fail, in a process of its own.

use std::path::Path;
use std::process::Command;

use isolate_vfs::{ErrorKind, OpenOptions, RunOptions, Tree};

use super::{assert_sound, bytes, listing, path};

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
            println!("unopened {:?}", error.kind());
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
        let removed = tree.remove_tree(&path("/0"));
        match &removed {
            Ok(()) => println!("removed"),
            Err(error) => {
                println!("not removed {:?}", error.kind());
                assert_eq!(listing(&tree), before, "{error}");
            }
        }
        assert_sound(&tree);
        return;
    }
    println!("never full");
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
    for blocks in [8, 40, 100, 133, 200, 301, 500, 777, 1200, 2000] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("workspace");
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {}",
            child("child_works_until_nothing_can_be_written")
        );
        let text = in_shell(&script, &file);
        assert!(!text.contains("never full"), "{blocks}");
        told.push(text);
        // Where writes work again everything does.
        if let Ok(tree) = Tree::open(&file, &OpenOptions::default()) {
            assert_sound(&tree);
            tree.write(&path("/later"), b"later").unwrap();
            assert_sound(&tree);
        }
    }
    let failed = told.iter().filter(|text| text.contains("failed")).count();
    assert!(failed >= 6, "{told:?}");
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
    let mut others = std::fs::File::create(format!("{file}-others")).unwrap();
    let block = [1_u8; 4096];
    while std::io::Write::write_all(&mut others, &block).is_ok() {}
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
    let mut others = std::fs::File::create(file.with_extension("others")).unwrap();
    for size in [4096, 1] {
        while std::io::Write::write_all(&mut others, &vec![1_u8; size]).is_ok() {}
    }
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

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().display().to_string();
    let mount = |bytes: &str| format!("mount -t tmpfs -o size={bytes} none '{disk}'");
    // Some systems let only the administrator mount anything.
    let is_allowed = Command::new("unshare")
        .args(["-rm", "sh", "-c", &mount("1m")])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_allowed {
        isolate_oracles::skipped("a disk of its own", "nothing can be mounted here");
        return;
    }
    let within = |bytes: &str, name: &str| {
        let script = format!("{} && {}", mount(bytes), child(name));
        let shell = format!("exec unshare -rm sh -c \"{script}\"");
        in_shell(&shell, &folder.path().join("workspace"))
    };
    for (bytes, is_large) in [
        ("600k", false),
        ("1300k", false),
        ("5m", true),
        ("9m", true),
    ] {
        let text = within(bytes, "child_works_until_nothing_can_be_written");
        assert!(text.contains("failed"), "{bytes}: {text}");
        assert!(!text.contains("Storage"), "{bytes}: {text}");
        // A small workspace has no reserve, and its log has never been written back.
        let expected = if is_large {
            "\nremoved"
        } else {
            "not removed NoSpace"
        };
        assert!(text.contains(expected), "{bytes}: {text}");
    }
    for (bytes, name) in [
        ("44m", "child_removes_when_others_have_filled_the_disk"),
        ("9m", "child_is_opened_on_a_full_disk"),
        ("40m", "child_is_opened_on_a_full_disk"),
        ("9m", "child_frees_the_space_it_removes"),
        ("40m", "child_frees_the_space_it_removes"),
    ] {
        let text = within(bytes, name);
        assert!(text.contains("\nremoved"), "{bytes}, {name}: {text}");
    }
}
