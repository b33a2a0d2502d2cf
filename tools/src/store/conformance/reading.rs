//! Checks of looking, reading and listing.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, Checked, Checking, always, ensure, path, pattern};
use crate::store::{
    Depth, Expected, ListRequest, Listing, SearchRequest, StoreErrorKind, StoreKind, StoreStat,
    Version,
};

pub(super) const CHECKS: &[Check] = &[
    ("an empty store", always, empty),
    ("write and read", always, write_and_read),
    ("ranges", always, ranges),
    ("chunks", always, chunks),
    ("names", always, names),
    ("directories above files", always, parents),
    ("list", |can| can.list != Listing::None, list),
    (
        "list below",
        |can| can.list == Listing::Subtrees,
        list_below,
    ),
    ("no list", |can| can.list == Listing::None, no_list),
    ("search", |can| can.search, search),
    ("no search", |can| !can.search, no_search),
];

fn empty(on: &Checked<'_>) -> Checking {
    let root = on.stat("/")?;
    ensure(
        root.as_ref()
            .is_some_and(|root| root.kind == StoreKind::Directory),
        || format!("stat / says {root:?}, and the root is a directory"),
    )?;
    for at in ["/none", "/none/below", "/none/below/that"] {
        on.has_nothing(at)?;
        let kinds = [StoreErrorKind::NotFound];
        on.refused(
            &format!("read {at}"),
            &kinds,
            on.store.read(&path(at), 0..1),
        )?;
    }
    Ok(())
}

fn write_and_read(on: &Checked<'_>) -> Checking {
    for (at, bytes) in [
        ("/a.txt", &b"one\ntwo\n"[..]),
        ("/empty", b""),
        ("/zero", b"\0\0\xff\0"),
        ("/a/b/c", b"deep"),
    ] {
        let version = on.write(at, bytes, &Expected::Missing)?;
        on.has(at, bytes)?;
        let stat = on.stat(at)?.and_then(|stat| stat.version);
        ensure(stat == version, || {
            format!("write {at} gives the version {version:?}, and stat {stat:?}")
        })?;
    }
    on.has("/a.txt", b"one\ntwo\n")
}

fn ranges(on: &Checked<'_>) -> Checking {
    let bytes = pattern(100_000);
    on.write("/file", &bytes, &Expected::Missing)?;
    for (start, end) in [
        (0, 1),
        (0, 100_000),
        (99_999, 100_000),
        (99_999, 200_000),
        (50_000, 50_000),
        (31, 70_001),
        (100_000, 100_001),
        (1 << 40, 1 << 41),
    ] {
        let read = on.read("/file", start, end)?.bytes;
        let at = |place: u64| {
            usize::try_from(place)
                .unwrap_or(usize::MAX)
                .min(bytes.len())
        };
        let wanted = &bytes[at(start)..at(end)];
        ensure(read == wanted, || {
            format!(
                "read {start}..{end} of a file of 100000 bytes gives {} bytes, and must give {}",
                read.len(),
                wanted.len()
            )
        })?;
    }
    Ok(())
}

fn chunks(on: &Checked<'_>) -> Checking {
    let bytes = pattern((1 << 20) + 17);
    let version = on.write("/file", &bytes, &Expected::Missing)?;
    let mut read = Vec::new();
    let mut sink = |piece: &[u8]| {
        read.extend_from_slice(piece);
        Ok(())
    };
    let at = path("/file");
    let of = on.done("read_chunks", on.store.read_chunks(&at, &mut sink))?;
    ensure(read == bytes, || {
        format!(
            "read_chunks gives {} bytes of {}, or others",
            read.len(),
            bytes.len()
        )
    })?;
    ensure(of == version, || {
        format!("read_chunks gives the version {of:?}, and write {version:?}")
    })?;
    let mut stop = |_: &[u8]| {
        Err(crate::store::StoreError::new(
            StoreErrorKind::Full,
            "enough",
        ))
    };
    let kinds = [StoreErrorKind::Full];
    let doing = "read_chunks with a sink that fails";
    on.refused(doing, &kinds, on.store.read_chunks(&at, &mut stop))?;
    let mut none = |_: &[u8]| Ok(());
    let kinds = [StoreErrorKind::NotFound];
    let missing = path("/none");
    on.refused(
        "read_chunks of nothing",
        &kinds,
        on.store.read_chunks(&missing, &mut none),
    )
}

fn names(on: &Checked<'_>) -> Checking {
    let names = [
        "/with space",
        "/.hidden",
        "/a+b%20c",
        "/#hash?query&x=1",
        "/\u{e9}",
        "/e\u{301}",
        "/\u{1f600}",
        "/back\\slash",
        "/quote\"'",
        "/...",
        "/dir.d/file.tar.gz",
    ];
    for (number, at) in names.iter().enumerate() {
        on.write(at, number.to_string().as_bytes(), &Expected::Missing)?;
    }
    for (number, at) in names.iter().enumerate() {
        on.has(at, number.to_string().as_bytes())?;
    }
    Ok(())
}

fn parents(on: &Checked<'_>) -> Checking {
    on.write("/a/b/c", b"x", &Expected::Missing)?;
    for at in ["/a", "/a/b"] {
        let stat = on.stat(at)?;
        ensure(
            stat.as_ref()
                .is_some_and(|stat| stat.kind == StoreKind::Directory),
            || format!("stat {at} says {stat:?}, and /a/b/c is a file"),
        )?;
        let kinds = [StoreErrorKind::NotFound, StoreErrorKind::IsADirectory];
        on.refused(
            &format!("read of the directory {at}"),
            &kinds,
            on.store.read(&path(at), 0..1),
        )?;
    }
    on.has_nothing("/a/b/c/d")?;
    let kinds = [StoreErrorKind::NotADirectory, StoreErrorKind::Changed];
    let below = path("/a/b/c/d");
    let doing = "write below a file";
    on.refused(
        doing,
        &kinds,
        on.store.write(&below, b"y", &Expected::Any, None),
    )?;
    on.has("/a/b/c", b"x")?;
    let kinds = [StoreErrorKind::IsADirectory, StoreErrorKind::Changed];
    let directory = path("/a/b");
    let doing = "write in the place of a directory";
    on.refused(
        doing,
        &kinds,
        on.store.write(&directory, b"y", &Expected::Any, None),
    )?;
    on.has("/a/b/c", b"x")
}

/// A listing, page by page.
fn pages(
    on: &Checked<'_>,
    directory: &str,
    depth: Depth,
    count_max: usize,
) -> Result<BTreeMap<String, StoreStat>, String> {
    let mut found = BTreeMap::new();
    let mut request = ListRequest::new(path(directory), depth, count_max);
    for _ in 0..1_000 {
        let doing = format!("list {directory} ({depth:?}, {count_max} entries)");
        let page = on.done(&doing, on.store.list(&request))?;
        ensure(page.entries.len() <= count_max, || {
            format!("{doing} gives {} entries", page.entries.len())
        })?;
        for entry in page.entries {
            let at = entry.path.to_string();
            if found.insert(at.clone(), entry.stat).is_some() {
                return Err(format!("{doing} gives {at} twice"));
            }
        }
        if page.next.is_none() {
            return Ok(found);
        }
        request = request.with_after(page.next);
    }
    Err(format!(
        "list {directory} does not come to an end in 1000 pages"
    ))
}

fn fill(on: &Checked<'_>) -> Result<BTreeMap<String, Option<Version>>, String> {
    let mut versions = BTreeMap::new();
    for at in ["/b", "/a.txt", "/a/1", "/a/2", "/a/c/3", "/a0", "/d/e/f/4"] {
        versions.insert(
            at.to_owned(),
            on.write(at, at.as_bytes(), &Expected::Missing)?,
        );
    }
    Ok(versions)
}

/// Each entry is what `stat` says, but for times, which may be finer there.
fn compare(
    on: &Checked<'_>,
    found: &BTreeMap<String, StoreStat>,
    wanted: &[(&str, bool)],
    doing: &str,
) -> Checking {
    let files = |all: Vec<&str>| all.join(", ");
    let is_file = |stat: &StoreStat| matches!(stat.kind, StoreKind::File(_));
    let shown = |is_wanted: bool| {
        let found = found.iter().filter(|(_, stat)| is_file(stat) == is_wanted);
        files(found.map(|(at, _)| at.as_str()).collect())
    };
    let wanted_of = |is_wanted: bool| {
        let of_kind = wanted.iter().filter(|(_, is_file)| *is_file == is_wanted);
        files(of_kind.map(|(at, _)| *at).collect())
    };
    ensure(shown(true) == wanted_of(true), || {
        format!(
            "{doing} gives the files {}, and must give {}",
            shown(true),
            wanted_of(true)
        )
    })?;
    // Directories may be left out of what is below one.
    let directories = shown(false);
    ensure(
        directories == wanted_of(false) || doing.contains("Subtree") && directories.is_empty(),
        || {
            format!(
                "{doing} gives the directories {directories}, and must give {}",
                wanted_of(false)
            )
        },
    )?;
    for (at, stat) in found {
        let own = on.stat(at)?;
        let same = own
            .as_ref()
            .is_some_and(|own| own.kind == stat.kind && own.version == stat.version);
        ensure(same, || {
            format!("{doing} says {stat:?} of {at}, and stat {own:?}")
        })?;
    }
    Ok(())
}

fn list(on: &Checked<'_>) -> Checking {
    let found = pages(on, "/", Depth::Entries, 10)?;
    ensure(found.is_empty(), || {
        format!("list / of an empty store gives {found:?}")
    })?;
    fill(on)?;
    let top = [
        ("/a", false),
        ("/a.txt", true),
        ("/a0", true),
        ("/b", true),
        ("/d", false),
    ];
    let own = [("/a/1", true), ("/a/2", true), ("/a/c", false)];
    for count_max in [1, 2, 3, 100] {
        let found = pages(on, "/", Depth::Entries, count_max)?;
        compare(on, &found, &top, "list /")?;
        let found = pages(on, "/a", Depth::Entries, count_max)?;
        compare(on, &found, &own, "list /a")?;
    }
    for at in ["/none", "/b", "/b/c"] {
        let request = ListRequest::new(path(at), Depth::Entries, 10);
        let kinds = [StoreErrorKind::NotFound, StoreErrorKind::NotADirectory];
        on.refused(&format!("list {at}"), &kinds, on.store.list(&request))?;
    }
    Ok(())
}

fn list_below(on: &Checked<'_>) -> Checking {
    fill(on)?;
    let all = [
        ("/a", false),
        ("/a.txt", true),
        ("/a/1", true),
        ("/a/2", true),
        ("/a/c", false),
        ("/a/c/3", true),
        ("/a0", true),
        ("/b", true),
        ("/d", false),
        ("/d/e", false),
        ("/d/e/f", false),
        ("/d/e/f/4", true),
    ];
    let own = [
        ("/a/1", true),
        ("/a/2", true),
        ("/a/c", false),
        ("/a/c/3", true),
    ];
    for count_max in [1, 2, 5, 100] {
        let found = pages(on, "/", Depth::Subtree, count_max)?;
        compare(on, &found, &all, "list / (Subtree)")?;
        let found = pages(on, "/a", Depth::Subtree, count_max)?;
        compare(on, &found, &own, "list /a (Subtree)")?;
    }
    Ok(())
}

fn no_list(on: &Checked<'_>) -> Checking {
    let request = ListRequest::new(path("/"), Depth::Entries, 10);
    let kinds = [StoreErrorKind::Unsupported];
    on.refused(
        "list without the capability",
        &kinds,
        on.store.list(&request),
    )
}

/// The files that a search has found, page by page.
fn searched(
    on: &Checked<'_>,
    directory: &str,
    text: &str,
    count_max: usize,
) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut request = SearchRequest::new(path(directory), text, count_max);
    for _ in 0..1_000 {
        let doing = format!("search {text:?} below {directory} ({count_max} paths)");
        let page = on.done(&doing, on.store.search(&request))?;
        ensure(page.paths.len() <= count_max, || {
            format!("{doing} gives {} paths", page.paths.len())
        })?;
        found.extend(page.paths.iter().map(ToString::to_string));
        if page.next.is_none() {
            return Ok(found);
        }
        request = request.with_after(page.next);
    }
    Err(format!(
        "search {text:?} does not come to an end in 1000 pages"
    ))
}

fn search(on: &Checked<'_>) -> Checking {
    let files: [(&str, &[u8]); 6] = [
        ("/a", b"a needle in it\n"),
        ("/d/b", b"no\nneedle"),
        ("/d/e/c", "caf\u{e9} needle".as_bytes()),
        ("/d/binary", b"\0\xffneedle\xff"),
        ("/other", b"nothing of it"),
        ("/d/needle", b"only in its name"),
    ];
    for (at, bytes) in files {
        on.write(at, bytes, &Expected::Missing)?;
    }
    for (directory, text, wanted) in [
        ("/", "needle", &["/a", "/d/b", "/d/binary", "/d/e/c"][..]),
        ("/d", "needle", &["/d/b", "/d/binary", "/d/e/c"]),
        ("/", "caf\u{e9}", &["/d/e/c"]),
        ("/", "in it", &["/a"]),
    ] {
        for count_max in [1, 2, 100] {
            let found = searched(on, directory, text, count_max)?;
            for at in wanted {
                ensure(found.contains(*at), || {
                    format!("search {text:?} below {directory} leaves out {at}, which has it")
                })?;
            }
            for at in &found {
                let is_file = files.iter().any(|(file, _)| file == at);
                ensure(is_file && path(at).starts_with(&path(directory)), || {
                    format!("search {text:?} below {directory} finds {at}, which is no file there")
                })?;
            }
        }
    }
    let request = SearchRequest::new(path("/none"), "x", 10);
    let kinds = [StoreErrorKind::NotFound];
    on.refused("search below nothing", &kinds, on.store.search(&request))
}

fn no_search(on: &Checked<'_>) -> Checking {
    let request = SearchRequest::new(path("/"), "x", 10);
    let kinds = [StoreErrorKind::Unsupported];
    on.refused(
        "search without the capability",
        &kinds,
        on.store.search(&request),
    )
}
