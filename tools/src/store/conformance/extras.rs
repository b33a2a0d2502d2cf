//! Checks of directories, links, permissions, and changes that are one.

use super::{Check, Checked, Checking, ensure, path};
use crate::store::{Depth, Expected, ListRequest, Listing, StoreChange, StoreErrorKind, StoreKind};

pub(super) const CHECKS: &[Check] = &[
    ("directories", |can| can.directories, directories),
    ("no directories", |can| !can.directories, no_directories),
    ("links", |can| can.links, links),
    ("no links", |can| !can.links, no_links),
    ("modes", |can| can.modes, modes),
    ("no modes", |can| !can.modes, no_modes),
    ("several changes as one", |can| can.atomic, atomic),
    ("no several changes", |can| !can.atomic, no_atomic),
];

const UNSUPPORTED: &[StoreErrorKind] = &[StoreErrorKind::Unsupported];

fn kind(on: &Checked<'_>, at: &str) -> Result<Option<StoreKind>, String> {
    Ok(on.stat(at)?.map(|stat| stat.kind))
}

fn directories(on: &Checked<'_>) -> Checking {
    let at = path("/a/b");
    for _ in 0..2 {
        on.done("make_directory", on.store.make_directory(&at))?;
        for at in ["/a", "/a/b"] {
            let found = kind(on, at)?;
            ensure(found == Some(StoreKind::Directory), || {
                format!("stat {at} says {found:?}, and it was made a directory")
            })?;
        }
    }
    if on.can.list != Listing::None {
        let request = ListRequest::new(at.clone(), Depth::Entries, 10);
        let page = on.done("list of an empty directory", on.store.list(&request))?;
        ensure(page.entries.is_empty(), || {
            format!("an empty directory has {page:?}")
        })?;
    }
    on.write("/file", b"x", &Expected::Missing)?;
    let file = path("/file");
    let kinds = [StoreErrorKind::NotADirectory, StoreErrorKind::Changed];
    let doing = "make_directory in the place of a file";
    on.refused(doing, &kinds, on.store.make_directory(&file))?;
    on.has("/file", b"x")?;
    if on.can.remove {
        let above = path("/a");
        let kinds = [StoreErrorKind::NotEmpty];
        let doing = "remove of a directory with entries";
        on.refused(doing, &kinds, on.store.remove(&above, &Expected::Any))?;
        on.done(
            "remove of an empty directory",
            on.store.remove(&at, &Expected::Any),
        )?;
        on.has_nothing("/a/b")?;
        let found = kind(on, "/a")?;
        ensure(found == Some(StoreKind::Directory), || {
            format!("after its last entry was removed, /a is {found:?}")
        })?;
    }
    Ok(())
}

fn no_directories(on: &Checked<'_>) -> Checking {
    let at = path("/a");
    let doing = "make_directory without the capability";
    on.refused(doing, UNSUPPORTED, on.store.make_directory(&at))?;
    on.has_nothing("/a")?;
    if on.can.remove {
        on.write("/a/b", b"x", &Expected::Missing)?;
        let file = path("/a/b");
        on.done("remove", on.store.remove(&file, &Expected::Any))?;
        on.has_nothing("/a")?;
    }
    Ok(())
}

fn links(on: &Checked<'_>) -> Checking {
    on.write("/d/file", b"x", &Expected::Missing)?;
    for (at, target) in [
        ("/to-file", "d/file"),
        ("/to-directory", "/d"),
        ("/e/nowhere", "../none"),
    ] {
        let link = path(at);
        let version = on.done("make_link", on.store.make_link(&link, target))?;
        let stat = on.stat(at)?;
        let found = stat.as_ref().map(|stat| stat.kind.clone());
        ensure(found == Some(StoreKind::Link(target.to_owned())), || {
            format!("stat {at} says {found:?}, and it is a link to {target}")
        })?;
        let own = stat.and_then(|stat| stat.version);
        ensure(
            version == own && version.is_some() == on.can.versions,
            || format!("make_link gives the version {version:?}, and stat {own:?}"),
        )?;
        let kinds = [StoreErrorKind::Changed];
        let doing = "make_link where something is";
        on.refused(doing, &kinds, on.store.make_link(&link, "other"))?;
    }
    // Whoever asks follows links.
    on.has_nothing("/to-directory/file")?;
    let kinds = [StoreErrorKind::NotFound];
    for at in ["/to-file", "/to-directory/file"] {
        let at = path(at);
        on.refused(
            &format!("read of the link {at}"),
            &kinds,
            on.store.read(&at, 0..1),
        )?;
    }
    if on.can.remove {
        let link = path("/to-file");
        on.done("remove of a link", on.store.remove(&link, &Expected::Any))?;
        on.has_nothing("/to-file")?;
    }
    on.has("/d/file", b"x")
}

fn no_links(on: &Checked<'_>) -> Checking {
    let at = path("/a");
    let doing = "make_link without the capability";
    on.refused(doing, UNSUPPORTED, on.store.make_link(&at, "b"))?;
    on.has_nothing("/a")
}

fn modes(on: &Checked<'_>) -> Checking {
    let at = path("/a");
    let mode = |on: &Checked<'_>| -> Result<Option<u32>, String> {
        Ok(on.stat("/a")?.and_then(|stat| stat.mode))
    };
    on.write("/a", b"one", &Expected::Missing)?;
    let found = mode(on)?;
    ensure(found.is_some(), || "a new file has no mode".to_owned())?;
    for wanted in [0o755, 0o600] {
        let write = on.store.write(&at, b"two", &Expected::Any, Some(wanted));
        on.done("write with a mode", write)?;
        let found = mode(on)?;
        ensure(found == Some(wanted), || {
            format!("the mode is {found:?}, and {wanted:o} was given")
        })?;
        on.write("/a", b"three", &Expected::Any)?;
        let found = mode(on)?;
        ensure(found == Some(wanted), || {
            format!("a file with the mode {wanted:o} that is replaced has the mode {found:?}")
        })?;
    }
    Ok(())
}

fn no_modes(on: &Checked<'_>) -> Checking {
    on.write("/a", b"one", &Expected::Missing)?;
    let found = on.stat("/a")?.and_then(|stat| stat.mode);
    ensure(found.is_none(), || {
        format!("stat gives the mode {found:?} without the capability")
    })
}

fn atomic(on: &Checked<'_>) -> Checking {
    on.write("/old", b"old", &Expected::Missing)?;
    on.write("/kept", b"kept", &Expected::Missing)?;
    let write = |at: &str, expected: Expected| StoreChange::Write {
        path: path(at),
        bytes: b"new".to_vec(),
        expected,
        mode: None,
    };
    let wrong = [
        write("/new", Expected::Missing),
        write("/old", Expected::Any),
        write("/kept", Expected::Missing),
    ];
    let kinds = [StoreErrorKind::Changed];
    let doing = "change_all whose last change cannot be made";
    on.refused(doing, &kinds, on.store.change_all(&wrong))?;
    on.has_nothing("/new")?;
    on.has("/old", b"old")?;
    on.has("/kept", b"kept")?;
    let mut right = vec![
        write("/new", Expected::Missing),
        write("/old", Expected::Any),
    ];
    if on.can.remove {
        right.push(StoreChange::Remove {
            path: path("/kept"),
            expected: Expected::Any,
        });
    }
    let versions = on.done("change_all", on.store.change_all(&right))?;
    ensure(versions.len() == right.len(), || {
        format!(
            "change_all gives {} versions for {} changes",
            versions.len(),
            right.len()
        )
    })?;
    on.has("/new", b"new")?;
    on.has("/old", b"new")?;
    if on.can.remove {
        on.has_nothing("/kept")?;
    }
    let own = on.stat("/new")?.and_then(|stat| stat.version);
    ensure(versions[0] == own, || {
        format!(
            "change_all gives the version {:?}, and stat {own:?}",
            versions[0]
        )
    })
}

fn no_atomic(on: &Checked<'_>) -> Checking {
    let changes = [StoreChange::Write {
        path: path("/a"),
        bytes: Vec::new(),
        expected: Expected::Missing,
        mode: None,
    }];
    let doing = "change_all without the capability";
    on.refused(doing, UNSUPPORTED, on.store.change_all(&changes))?;
    on.has_nothing("/a")
}
