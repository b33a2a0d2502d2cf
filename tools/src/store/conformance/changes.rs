//! Checks of changing files, and of versions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Check, Checked, Checking, always, ensure, path};
use crate::store::{Expected, StoreErrorKind, Version};

pub(super) const CHECKS: &[Check] = &[
    ("replace", always, replace),
    ("what must not exist", always, missing),
    ("versions", |can| can.versions, versions),
    ("one of several writers", |can| can.versions, one_wins),
    ("one of several makers", always, one_makes),
    ("whole files", always, whole),
    ("remove", |can| can.remove, remove),
    ("no remove", |can| !can.remove, no_remove),
    ("rename", |can| can.rename, rename),
    ("no rename", |can| !can.rename, no_rename),
];

const CHANGED: &[StoreErrorKind] = &[StoreErrorKind::Changed];

fn replace(on: &Checked<'_>) -> Checking {
    let first = on.write("/a", b"one", &Expected::Any)?;
    let second = on.write(
        "/a",
        b"longer than one",
        &Checked::expecting(first.as_ref()),
    )?;
    on.has("/a", b"longer than one")?;
    let third = on.write("/a", b"", &Expected::Any)?;
    on.has("/a", b"")?;
    if on.can.versions {
        ensure(first != second && second != third && first != third, || {
            format!("the versions of three contents are {first:?}, {second:?} and {third:?}")
        })?;
    }
    Ok(())
}

fn missing(on: &Checked<'_>) -> Checking {
    on.write("/a", b"one", &Expected::Missing)?;
    let at = path("/a");
    on.refused(
        "write as Missing of what exists",
        CHANGED,
        on.store.write(&at, b"two", &Expected::Missing, None),
    )?;
    on.has("/a", b"one")
}

fn versions(on: &Checked<'_>) -> Checking {
    let old = on.write("/a", b"one", &Expected::Missing)?;
    let new = on.write("/a", b"two", &Expected::Any)?;
    let at = path("/a");
    for wrong in [
        Checked::expecting(old.as_ref()),
        Expected::Version(Version::new("no version")),
    ] {
        let doing = format!("write as {wrong:?} of what has the version {new:?}");
        on.refused(&doing, CHANGED, on.store.write(&at, b"three", &wrong, None))?;
        on.has("/a", b"two")?;
    }
    let at = path("/none");
    let wrong = Checked::expecting(old.as_ref());
    on.refused(
        "write as a version of what does not exist",
        CHANGED,
        on.store.write(&at, b"x", &wrong, None),
    )?;
    on.has_nothing("/none")?;
    // The same bytes need no new version, and a version says what the bytes are.
    let again = on.write("/a", b"one", &Checked::expecting(new.as_ref()))?;
    on.has("/a", b"one")?;
    ensure(again != new, || {
        format!("other bytes have the version {new:?} of those before")
    })
}

/// Lets several threads write at the same time, and returns whose bytes were taken.
fn race(on: &Checked<'_>, expected: &Expected) -> Result<Vec<usize>, String> {
    let at = path("/a");
    let results: Vec<Result<(), StoreErrorKind>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8_usize)
            .map(|number| {
                let at = &at;
                scope.spawn(move || {
                    let bytes = format!("writer {number}");
                    let write = on.store.write(at, bytes.as_bytes(), expected, None);
                    on.answer("write", write)
                        .map_err(|_| StoreErrorKind::Unavailable)?
                        .map(drop)
                        .map_err(|error| error.kind())
                })
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|result| result.unwrap_or(Err(StoreErrorKind::Failed)))
            .collect()
    });
    let mut winners = Vec::new();
    for (number, result) in results.into_iter().enumerate() {
        match result {
            Ok(()) => winners.push(number),
            Err(StoreErrorKind::Changed) => {}
            Err(kind) => return Err(format!("a writer that comes too late fails with {kind:?}")),
        }
    }
    Ok(winners)
}

fn one_of(on: &Checked<'_>, expected: &Expected) -> Checking {
    let winners = race(on, expected)?;
    let [winner] = winners.as_slice() else {
        return Err(format!(
            "of 8 writers at the same time as {expected:?}, {} wrote",
            winners.len()
        ));
    };
    on.has("/a", format!("writer {winner}").as_bytes())
}

fn one_wins(on: &Checked<'_>) -> Checking {
    for _ in 0..5 {
        let version = on.write("/a", b"before", &Expected::Any)?;
        one_of(on, &Checked::expecting(version.as_ref()))?;
    }
    Ok(())
}

fn one_makes(on: &Checked<'_>) -> Checking {
    one_of(on, &Expected::Missing)
}

/// Whoever reads while a file is replaced sees one of its contents.
fn whole(on: &Checked<'_>) -> Checking {
    let contents = [vec![b'a'; 20_000], vec![b'b'; 30_000]];
    on.write("/a", &contents[0], &Expected::Any)?;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut written = Ok(None);
            for round in 1..40 {
                written =
                    written.and_then(|_| on.write("/a", &contents[round % 2], &Expected::Any));
            }
            is_over.store(true, Ordering::Release);
            written.map(drop)
        });
        let mut seen = Ok(());
        while seen.is_ok() && !is_over.load(Ordering::Acquire) {
            seen = on.read("/a", 0, 1 << 20).and_then(|read| {
                ensure(contents.contains(&read.bytes), || {
                    format!(
                        "a file of 20000 or 30000 bytes is read as {} bytes while it is replaced",
                        read.bytes.len()
                    )
                })
            });
        }
        let written = writer
            .join()
            .unwrap_or_else(|_| Err("write panics".to_owned()));
        seen.and(written)
    })
}

fn remove(on: &Checked<'_>) -> Checking {
    let old = on.write("/d/a", b"one", &Expected::Missing)?;
    let new = on.write("/d/a", b"two", &Expected::Any)?;
    let at = path("/d/a");
    if on.can.versions {
        let wrong = Checked::expecting(old.as_ref());
        on.refused(
            "remove of an old version",
            CHANGED,
            on.store.remove(&at, &wrong),
        )?;
        on.has("/d/a", b"two")?;
    }
    let right = Checked::expecting(new.as_ref());
    on.done("remove", on.store.remove(&at, &right))?;
    on.has_nothing("/d/a")?;
    let kinds = [StoreErrorKind::Changed, StoreErrorKind::NotFound];
    on.refused(
        "remove of nothing",
        &kinds,
        on.store.remove(&at, &Expected::Any),
    )?;
    let again = on.write("/d/a", b"two", &Expected::Missing)?;
    ensure(!on.can.versions || again != new, || {
        "a file that was removed and made again has the old version".to_owned()
    })
}

fn no_remove(on: &Checked<'_>) -> Checking {
    on.write("/a", b"one", &Expected::Missing)?;
    let at = path("/a");
    let kinds = [StoreErrorKind::Unsupported];
    on.refused(
        "remove without the capability",
        &kinds,
        on.store.remove(&at, &Expected::Any),
    )?;
    on.has("/a", b"one")
}

fn rename(on: &Checked<'_>) -> Checking {
    let old = on.write("/a", b"one", &Expected::Missing)?;
    let version = on.write("/a", b"two", &Expected::Any)?;
    on.write("/b", b"other", &Expected::Missing)?;
    let (from, to) = (path("/a"), path("/new/place"));
    let right = Checked::expecting(version.as_ref());
    if on.can.versions {
        let wrong = Checked::expecting(old.as_ref());
        on.refused(
            "rename of an old version",
            CHANGED,
            on.store.rename(&from, &to, &wrong),
        )?;
    }
    let taken = path("/b");
    let doing = "rename to where something is";
    on.refused(doing, CHANGED, on.store.rename(&from, &taken, &right))?;
    on.has("/a", b"two")?;
    on.has("/b", b"other")?;
    let moved = on.done("rename", on.store.rename(&from, &to, &right))?;
    on.has_nothing("/a")?;
    on.has("/new/place", b"two")?;
    let stat = on.stat("/new/place")?.and_then(|stat| stat.version);
    ensure(moved == stat, || {
        format!("rename gives the version {moved:?}, and stat {stat:?}")
    })
}

fn no_rename(on: &Checked<'_>) -> Checking {
    on.write("/a", b"one", &Expected::Missing)?;
    let (from, to) = (path("/a"), path("/b"));
    let kinds = [StoreErrorKind::Unsupported];
    let doing = "rename without the capability";
    on.refused(doing, &kinds, on.store.rename(&from, &to, &Expected::Any))?;
    on.has("/a", b"one")
}
