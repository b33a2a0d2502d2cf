//! Directories that an atomic run and others have changed.

use isolate_vfs::{EffectEntry, MkdirOptions, Tree};

use super::{assert_sound, atomic, commit, connections, listing, path, state, write};

/// Directories that others have removed, filled or replaced.
#[test]
fn conflicts_of_directories_are_found() {
    type Work = fn(&Tree);
    let cases: [(Work, Work, &str); 6] = [
        (
            |run| write(run, "/d/new", "1"),
            |other| other.remove_tree(&path("/d")).unwrap(),
            "/d",
        ),
        (
            |run| run.remove_tree(&path("/d")).unwrap(),
            |other| write(other, "/d/more", "1"),
            "/d/more",
        ),
        (
            |run| write(run, "/x/y/z", "1"),
            |other| write(other, "/x", "a file"),
            "/x",
        ),
        (
            |run| {
                run.remove_tree(&path("/d")).unwrap();
                write(run, "/d", "a file");
            },
            |other| write(other, "/d/sub/more", "1"),
            "/d/sub/more",
        ),
        (
            |run| write(run, "/d/sub/f", "1"),
            |other| {
                other.remove_tree(&path("/d/sub")).unwrap();
                other.symlink("/elsewhere", &path("/d/sub")).unwrap();
            },
            "/d/sub/f",
        ),
        (
            |run| run.rename(&path("/d"), &path("/moved")).unwrap(),
            |other| write(other, "/d/sub/f", "changed"),
            "/d/sub/f",
        ),
    ];
    for (number, (ours, theirs, found)) in cases.into_iter().enumerate() {
        let (tree, other) = connections();
        write(&tree, "/d/sub/f", "0");
        write(&tree, "/d/g", "0");
        let run = tree.begin(&atomic("work")).unwrap();
        ours(&run);
        assert!(run.set_aside().unwrap());
        theirs(&other);
        let there = state(&other);
        let conflict = commit(run).unwrap_err();
        assert!(
            conflict.cause.paths().contains(&path(found)),
            "{number}: {conflict:?}"
        );
        assert_eq!(state(&other), there, "{number}");
        assert_sound(&other);
    }
}

#[test]
fn a_directory_that_both_have_made_is_no_conflict() {
    let (tree, other) = connections();
    let run = tree.begin(&atomic("work")).unwrap();
    write(&run, "/shared/mine/a", "1");
    run.mkdir(&path("/shared/none"), &MkdirOptions::new())
        .unwrap();
    assert!(run.set_aside().unwrap());
    write(&other, "/shared/theirs", "2");
    other
        .mkdir(&path("/shared/none"), &MkdirOptions::new())
        .unwrap();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let effects = run.commit_by(until).unwrap();
    let made = |entries: &[EffectEntry]| -> Vec<String> {
        entries.iter().map(|entry| entry.path.to_string()).collect()
    };
    assert_eq!(made(&effects.created), ["/shared/mine", "/shared/mine/a"]);
    let there = [
        "/ dir",
        "/shared dir",
        "/shared/mine dir",
        "/shared/mine/a file 1",
        "/shared/none dir",
        "/shared/theirs file 2",
    ];
    assert_eq!(listing(&other), there);
    assert_sound(&other);
    // It is theirs.
    other.undo(effects.run.unwrap()).unwrap();
    assert_eq!(listing(&other), [there[0], there[1], there[4], there[5]]);
    assert_sound(&other);
    // A run that has made nothing else has changed nothing.
    let run = tree.begin(&atomic("again")).unwrap();
    run.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
    assert!(run.set_aside().unwrap());
    other.mkdir(&path("/d"), &MkdirOptions::new()).unwrap();
    let effects = run.commit_by(until).unwrap();
    assert!(effects.is_empty(), "{effects:?}");
    assert_sound(&other);
    // Other permissions are a change that both have made.
    let run = tree.begin(&atomic("mode")).unwrap();
    run.mkdir(&path("/e"), &MkdirOptions::new()).unwrap();
    run.set_mode(&path("/e"), 0o700).unwrap();
    assert!(run.set_aside().unwrap());
    other.mkdir(&path("/e"), &MkdirOptions::new()).unwrap();
    assert_eq!(commit(run).unwrap_err().cause.paths(), [path("/e")]);
}
