//! The tree as a POSIX system shows it. What is expected here is what Linux answers, on a real folder.

use std::sync::Arc;

use isolate_text::VPath;
use isolate_vfs::{
    CopyLinks, CopyRules, ErrorKind, FileFlags, FileKind, Guard, ListOrder, MkdirOptions, Posix,
    Refusal, Then, Timestamp, Tree, Verb,
};

use crate::{assert_sound, memory, path};

const WRITE: u32 = 0o1101;
const NEW: u32 = 0o301;

/// A folder with a file, a link to each, a link to nothing and one to itself.
fn tree() -> Tree {
    let tree = memory();
    tree.write(&path("/d/g"), b"gg").unwrap();
    tree.mkdir(&path("/d/e"), &MkdirOptions::new()).unwrap();
    tree.mkdir(&path("/empty"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/f"), b"text").unwrap();
    for (link, target) in [("lf", "f"), ("ld", "d"), ("dang", "nope"), ("loop", "loop")] {
        tree.symlink(target, &path(link)).unwrap();
    }
    tree
}

fn refused<T>(result: isolate_vfs::Result<T>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

fn write(posix: Posix<'_>, path: &str, flags: u32) -> Option<ErrorKind> {
    let flags = FileFlags::from_bits(flags);
    refused(posix.open(path, flags, 0o666, false, Then::Write(b"x")))
}

#[test]
fn paths_lead_where_a_kernel_goes() {
    let tree = tree();
    let at = |path: &str| tree.posix().real_path(path).map_err(|error| error.kind());
    for (path, expected) in [
        ("f", Ok("/f")),
        ("//d///g", Ok("/d/g")),
        ("/d/./g", Ok("/d/g")),
        ("/ld/e/../g", Ok("/d/g")),
        ("/ld/..", Ok("/")),
        ("/../f", Ok("/f")),
        ("/ld/", Ok("/d")),
        ("/", Ok("/")),
        ("", Err(ErrorKind::NotFound)),
        ("/nope/../f", Err(ErrorKind::NotFound)),
        ("/f/../f", Err(ErrorKind::NotDirectory)),
        ("/f/.", Err(ErrorKind::NotDirectory)),
        ("/f/", Err(ErrorKind::NotDirectory)),
        ("/lf/", Err(ErrorKind::NotDirectory)),
        ("/dang", Err(ErrorKind::NotFound)),
        ("/loop", Err(ErrorKind::Loop)),
        ("/loop/x", Err(ErrorKind::Loop)),
    ] {
        assert_eq!(at(path), expected.map(str::to_owned), "{path}");
    }
    let long = "n".repeat(256);
    assert_eq!(at(&long), Err(ErrorKind::NameTooLong));
    assert_eq!(at(&format!("/f/{long}")), Err(ErrorKind::NotDirectory));
    assert_eq!(at(&"/".repeat(4096)), Err(ErrorKind::NameTooLong));
    assert_eq!(at(&"/".repeat(4095)), Ok("/".to_owned()));
}

#[test]
fn a_link_leads_up_from_where_it_has_led() {
    let tree = tree();
    tree.symlink("../f", &path("/d/up")).unwrap();
    tree.symlink("/ld/../empty", &path("/around")).unwrap();
    let posix = tree.posix();
    assert_eq!(posix.real_path("/ld/up").unwrap(), "/f");
    assert_eq!(posix.real_path("/around").unwrap(), "/empty");
    let kind = |path, follows| posix.facts(path, follows).unwrap().stat.kind;
    assert_eq!(kind("/ld", false), FileKind::Symlink);
    assert_eq!(kind("/ld/", false), FileKind::Directory);
    assert_eq!(posix.read_link("/ld").unwrap(), "d");
    assert_eq!(refused(posix.read_link("/ld/")), Some(ErrorKind::Invalid));
}

#[test]
fn facts_are_those_of_a_system() {
    let tree = tree();
    let posix = tree.posix();
    let facts = |path| posix.facts(path, true).unwrap();
    assert_eq!(
        (facts("/").links, facts("/d").links, facts("/f").links),
        (4, 3, 1)
    );
    assert_eq!(facts("/lf").number, facts("/f").number);
    assert_ne!(facts("/d").number, facts("/f").number);
    posix
        .set_time("/lf", Timestamp::from_millis(1), false)
        .unwrap();
    let time = |follows| posix.facts("/lf", follows).unwrap().stat.mtime;
    assert_eq!(time(false), Timestamp::from_millis(1));
    assert_ne!(time(true), Timestamp::from_millis(1));
    posix.set_mode("/lf", 0o600).unwrap();
    assert_eq!(facts("/f").stat.mode, 0o600);
}

#[test]
fn a_view_has_an_umask_of_its_own() {
    let tree = tree();
    let mode = |path: &str| tree.posix().facts(path, true).unwrap().stat.mode;
    let flags = FileFlags::from_bits(WRITE);
    let made = |posix: Posix<'_>, name: &str| {
        posix
            .open(&format!("/{name}"), flags, 0o6777, false, Then::Close)
            .unwrap();
        posix.make_directory(&format!("/{name}d"), 0o1777).unwrap();
        let both = posix.make_directories(&format!("/{name}p/q"), 0o777);
        assert_eq!(both.unwrap(), Some(format!("/{name}p")));
        ["", "d", "p", "p/q"].map(|end| mode(&format!("/{name}{end}")))
    };
    let posix = tree.posix();
    assert_eq!(made(posix, "a"), [0o6755, 0o1755, 0o755, 0o755]);
    assert_eq!(
        made(posix.with_umask(0), "b"),
        [0o6777, 0o1777, 0o777, 0o777]
    );
    assert_eq!(
        made(posix.with_umask(0o77), "c"),
        [0o6700, 0o1700, 0o700, 0o700]
    );
}

#[test]
fn files_are_opened_as_flags_say() {
    let tree = tree();
    tree.symlink("f/", &path("/slash")).unwrap();
    let posix = tree.posix();
    for (path, flags, expected) in [
        ("/d", WRITE, Some(ErrorKind::IsDirectory)),
        ("/q/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/f/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/lf/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/dang/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/loop/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/loop/", NEW, Some(ErrorKind::IsDirectory)),
        ("/loop/x", WRITE, Some(ErrorKind::Loop)),
        ("/slash", WRITE, Some(ErrorKind::IsDirectory)),
        ("/slash", NEW, Some(ErrorKind::Exists)),
        ("/.", WRITE, Some(ErrorKind::IsDirectory)),
        ("/f/x", WRITE, Some(ErrorKind::NotDirectory)),
        ("/q/x", WRITE, Some(ErrorKind::NotFound)),
        ("/loop", WRITE, Some(ErrorKind::Loop)),
        ("/loop/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/loop/", NEW, Some(ErrorKind::IsDirectory)),
        ("/loop/", 2, Some(ErrorKind::Loop)),
        ("/loop/.", WRITE, Some(ErrorKind::Loop)),
        ("/loop/x/", WRITE, Some(ErrorKind::Loop)),
        ("/lf/", WRITE, Some(ErrorKind::IsDirectory)),
        ("/lf/", 2, Some(ErrorKind::NotDirectory)),
        ("/lf/x/", WRITE, Some(ErrorKind::NotDirectory)),
        ("/ld/", NEW, Some(ErrorKind::IsDirectory)),
        ("/ld/./", NEW, Some(ErrorKind::Exists)),
        ("/ld/./", WRITE, Some(ErrorKind::IsDirectory)),
        ("/dang", NEW, Some(ErrorKind::Exists)),
        ("/f", NEW, Some(ErrorKind::Exists)),
        ("/d", 2, Some(ErrorKind::IsDirectory)),
        ("/nope", 2, Some(ErrorKind::NotFound)),
        ("/d", 0, None),
        ("/dang", WRITE, None),
    ] {
        assert_eq!(write(posix, path, flags), expected, "{path} {flags:o}");
    }
    assert_eq!(tree.read(&path("/nope")).unwrap(), b"x");
    let then = |flags, then| {
        posix
            .open("/f", FileFlags::from_bits(flags), 0o666, false, then)
            .unwrap();
        String::from_utf8(tree.read(&path("/f")).unwrap()).unwrap()
    };
    assert_eq!(then(2, Then::Write(b"X")), "Xext");
    assert_eq!(then(2, Then::Write(b"longer")), "longer");
    assert_eq!(then(0o2001, Then::Write(b"!")), "longer!");
    assert_eq!(then(2, Then::Resize(3)), "lon");
    assert_eq!(then(2, Then::Resize(5)), "lon\0\0");
    assert_eq!(then(2, Then::Close), "lon\0\0");
    assert_eq!(then(0o1001, Then::Close), "");
    assert_sound(&tree);
}

#[test]
fn new_entries_get_their_mode_without_the_umask() {
    let tree = tree();
    let posix = tree.posix();
    let mode = |path| posix.facts(path, true).unwrap().stat.mode;
    let flags = FileFlags::from_bits(WRITE);
    posix.open("/n", flags, 0o666, false, Then::Close).unwrap();
    posix.open("/o", flags, 0o707, false, Then::Close).unwrap();
    posix.open("/p/q", flags, 0o666, true, Then::Close).unwrap();
    posix.make_directory("/m", 0o700).unwrap();
    assert_eq!(
        [mode("/n"), mode("/o"), mode("/m"), mode("/p")],
        [0o644, 0o705, 0o700, 0o755]
    );
    assert_eq!(write(posix, "/p/x/../y", WRITE), Some(ErrorKind::NotFound));
}

#[test]
fn directories_are_made_step_by_step() {
    let tree = tree();
    let all = |path: &str| {
        let made = tree.posix().make_directories(path, 0o777);
        made.map_err(|error| error.kind())
    };
    for (path, expected) in [
        ("/a/b/c", Ok(Some("/a"))),
        ("/a/b", Ok(None)),
        ("q/../z", Ok(Some("q"))),
        ("./r//s/./t", Ok(Some("./r/"))),
        ("/ld/x/y", Ok(Some("/ld/x"))),
        ("/f", Err(ErrorKind::Exists)),
        ("/f/x/y", Err(ErrorKind::NotDirectory)),
        ("/dang/x", Err(ErrorKind::NotFound)),
        ("/loop/x", Err(ErrorKind::Loop)),
    ] {
        let expected = expected.map(|first: Option<&str>| first.map(str::to_owned));
        assert_eq!(all(path), expected, "{path}");
    }
    let one = |path: &str| refused(tree.posix().make_directory(path, 0o777));
    assert_eq!(one("/n/"), None);
    assert_eq!(one("/dang/"), Some(ErrorKind::Exists));
    assert_eq!(one("/"), Some(ErrorKind::Exists));
    assert_eq!(one("/nope/x"), Some(ErrorKind::NotFound));
    assert_sound(&tree);
}

#[test]
fn removals_are_refused_as_by_a_system() {
    let tree = tree();
    let posix = tree.posix();
    for (path, expected) in [
        ("/d", ErrorKind::IsDirectory),
        ("/f/", ErrorKind::NotDirectory),
        ("/ld/", ErrorKind::NotDirectory),
        ("/.", ErrorKind::IsDirectory),
        ("/nope/", ErrorKind::NotFound),
    ] {
        assert_eq!(refused(posix.unlink(path)), Some(expected), "{path}");
    }
    for (path, expected) in [
        ("/d", ErrorKind::NotEmpty),
        ("/f", ErrorKind::NotDirectory),
        ("/ld/", ErrorKind::NotDirectory),
        ("/.", ErrorKind::Invalid),
        ("/d/..", ErrorKind::NotEmpty),
        ("/", ErrorKind::InUse),
    ] {
        assert_eq!(
            refused(posix.remove_directory(path)),
            Some(expected),
            "{path}"
        );
    }
    posix.remove_directory("/empty/").unwrap();
    posix.unlink("/ld").unwrap();
    assert_eq!(
        refused(posix.remove_tree("/lf/")),
        Some(ErrorKind::NotDirectory)
    );
    posix.remove_tree("/d/").unwrap();
    assert_eq!(refused(posix.facts("/d", true)), Some(ErrorKind::NotFound));
    assert_sound(&tree);
}

#[test]
fn an_entry_is_renamed_by_the_rules_of_a_system() {
    let tree = tree();
    let rename = |from: &str, to: &str| refused(tree.posix().rename(from, to));
    for (from, to, expected) in [
        ("/f", "/d", Some(ErrorKind::IsDirectory)),
        ("/d", "/f", Some(ErrorKind::NotDirectory)),
        ("/empty", "/d", Some(ErrorKind::NotEmpty)),
        ("/d", "/d/e/x", Some(ErrorKind::Invalid)),
        ("/d/e", "/d", Some(ErrorKind::NotEmpty)),
        ("/d", "/d/", None),
        ("/f", "/q/x", Some(ErrorKind::NotFound)),
        ("/f", "/q/", Some(ErrorKind::NotDirectory)),
        ("/f/", "/q", Some(ErrorKind::NotDirectory)),
        ("/ld/", "/q", Some(ErrorKind::NotDirectory)),
        ("/.", "/q", Some(ErrorKind::InUse)),
        ("/f", "/f/x", Some(ErrorKind::NotDirectory)),
        ("/d", "/ld", Some(ErrorKind::NotDirectory)),
        ("/d", "/empty", None),
        ("/empty", "/new/", None),
        ("/lf", "/f", None),
    ] {
        assert_eq!(rename(from, to), expected, "{from} {to}");
    }
    assert_eq!(tree.posix().read_link("/f").unwrap(), "f");
    assert_sound(&tree);
}

#[test]
fn copies_keep_modes_and_follow_links() {
    let tree = tree();
    let posix = tree.posix();
    posix.set_mode("/f", 0o751).unwrap();
    posix.copy_file("/lf", "/dang", false).unwrap();
    let facts = posix.facts("/nope", false).unwrap();
    assert_eq!((facts.stat.kind, facts.stat.mode), (FileKind::File, 0o751));
    for (from, to, exclusive, expected) in [
        ("/d", "/x", false, ErrorKind::IsDirectory),
        ("/d", "/f", false, ErrorKind::IsDirectory),
        ("/f", "/q/", false, ErrorKind::IsDirectory),
        ("/f", "/loop/", false, ErrorKind::IsDirectory),
        ("/f", "/d/", true, ErrorKind::IsDirectory),
        ("/f", "/q/x", false, ErrorKind::NotFound),
        ("/f", "/ld", true, ErrorKind::Exists),
        ("/f", "/ld/", true, ErrorKind::IsDirectory),
        ("/f", "/ld/.", true, ErrorKind::Exists),
        ("/f", "/loop/", true, ErrorKind::IsDirectory),
        ("/f", "/loop/", false, ErrorKind::IsDirectory),
        ("/f", "/lf/", false, ErrorKind::IsDirectory),
    ] {
        assert_eq!(
            refused(posix.copy_file(from, to, exclusive)),
            Some(expected),
            "{from} {to}"
        );
    }
    assert_eq!(tree.read(&path("/f")).unwrap(), b"text");
    tree.symlink("g", &path("/d/l")).unwrap();
    let rules = CopyRules::new().modes();
    assert!(
        !posix
            .copy_tree("/d", "/c", rules.links(CopyLinks::Absolute))
            .unwrap()
    );
    assert!(
        posix
            .copy_tree("/d", "/c", rules.links(CopyLinks::All))
            .unwrap()
    );
    assert!(
        !posix
            .copy_tree("/d", "/c", rules.links(CopyLinks::All))
            .unwrap()
    );
    assert_eq!(posix.read_link("/c/l").unwrap(), "g");
    assert_sound(&tree);
}

#[test]
fn listings_follow_links_to_directories() {
    let tree = tree();
    let below = |order| {
        let listed = tree.posix().list_all("/", order).unwrap();
        listed
            .into_iter()
            .map(|listing| listing.below)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        below(ListOrder::Levels),
        ["", "d", "empty", "ld", "d/e", "ld/e"]
    );
    assert_eq!(
        below(ListOrder::LastFirst),
        ["", "ld", "ld/e", "empty", "d", "d/e"]
    );
    assert_eq!(
        below(ListOrder::LastFirstUnlinked),
        ["", "empty", "d", "d/e"]
    );
    assert_eq!(
        refused(tree.posix().list("/f")),
        Some(ErrorKind::NotDirectory)
    );
    tree.write(&path("/.checkpoints/one"), b"{}").unwrap();
    let names = |path| {
        let listed = tree.posix().list(path).unwrap();
        listed
            .into_iter()
            .map(|entry| entry.name)
            .collect::<Vec<_>>()
    };
    assert!(!names("/").contains(&".checkpoints".to_owned()));
    assert_eq!(names("/.checkpoints"), ["one"]);
}

#[test]
fn detailed_listings_are_those_of_each_directory() {
    let tree = tree();
    tree.write(&path("/.checkpoints/one"), b"{}").unwrap();
    let posix = tree.posix();
    for (root, from, entries_max, below) in [
        ("/", "", 0, vec![""]),
        ("/", "", 1_000, vec!["", "d", "d/e", "empty"]),
        ("/", "", 8, vec!["", "d"]),
        ("/", "d", 1_000, vec!["d", "d/e", "empty"]),
        ("/", "d/e", 1_000, vec!["d/e", "empty"]),
        ("/", "d/e", 0, vec!["d/e"]),
        ("/", "empty", 1_000, vec!["empty"]),
        ("/ld", "", 1_000, vec!["", "e"]),
        ("/ld", "e", 1_000, vec!["e"]),
        ("/d/", "", 1_000, vec!["", "e"]),
    ] {
        let listed = posix.list_detailed(root, from, entries_max).unwrap();
        let paths: Vec<&str> = listed.iter().map(|one| one.below.as_str()).collect();
        assert_eq!(paths, below, "{root} {entries_max}");
        for listing in &listed {
            let folder = format!("{root}/{}/", listing.below);
            let entries = posix.list(&folder).unwrap();
            let expected = entries.into_iter().map(|entry| {
                let facts = posix.facts(&format!("{folder}{}", entry.name), false);
                (entry.name, facts.unwrap().stat)
            });
            assert_eq!(listing.entries, expected.collect::<Vec<_>>());
        }
    }
    for (root, from, kind) in [
        ("/f", "", ErrorKind::NotDirectory),
        ("/none", "", ErrorKind::NotFound),
        ("/", "none", ErrorKind::NotFound),
        ("/", "f", ErrorKind::NotDirectory),
        ("/", "ld", ErrorKind::NotDirectory),
    ] {
        assert_eq!(refused(posix.list_detailed(root, from, 9)), Some(kind));
    }
}

#[test]
fn detailed_listings_show_what_listings_show() {
    let tree = tree();
    tree.write(&path("/secret/hidden/file"), b"1").unwrap();
    tree.set_guard(Some(Arc::new(Rules)));
    let listed = tree.posix().list_detailed("/", "", 1_000).unwrap();
    let names = listed[0].entries.iter().map(|(name, _)| name.clone());
    assert!(!names.collect::<Vec<_>>().contains(&"secret".to_owned()));
    assert!(!listed.iter().any(|one| one.below.starts_with("secret")));
    assert_eq!(
        refused(tree.posix().list_detailed("/secret", "", 9)),
        refused(tree.posix().list("/secret"))
    );
}

/// Refuses everything below `/secret`, which also looks missing below `/secret/hidden`.
#[derive(Debug)]
struct Rules;

impl Guard for Rules {
    fn refusal(&self, _: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        let secret = VPath::parse("/secret").unwrap();
        path.starts_with(&secret)
            .then(|| Refusal::Denied("rule".to_owned()))
    }

    fn hides(&self, path: &VPath) -> bool {
        path.starts_with(&VPath::parse("/secret/hidden").unwrap())
    }
}

#[test]
fn no_way_tells_what_a_rule_keeps_secret() {
    let tree = tree();
    tree.write(&path("/secret/key/deep"), b"k").unwrap();
    tree.write(&path("/secret/hidden/file"), b"k").unwrap();
    tree.symlink("/f", &path("/secret/hidden/out")).unwrap();
    tree.symlink("/secret", &path("/way")).unwrap();
    tree.set_guard(Some(Arc::new(Rules)));
    let told = |path: &str| refused(tree.posix().facts(path, true));
    for (path, is_hidden) in [
        ("/secret/key", false),
        ("/secret/none", false),
        ("/way/none", false),
        ("/secret/none/x", false),
        ("/secret/key/deep/x", false),
        ("/secret/key/deep/", false),
        ("/secret/key/..", false),
        ("/secret/none/..", false),
        ("/way/key/../../f", false),
        ("/secret/hidden", true),
        ("/secret/hidden/file/x", true),
        ("/secret/hidden/out", true),
        ("/way/hidden/none/x", true),
    ] {
        let expected = match is_hidden {
            true => ErrorKind::NotFound,
            false => ErrorKind::NotPermitted,
        };
        assert_eq!(told(path), Some(expected), "{path}");
    }
    assert_eq!(
        refused(tree.posix().make_directory("/secret/hidden/x", 0o777)),
        Some(ErrorKind::NotFound)
    );
    assert_eq!(
        refused(tree.posix().make_directories("/secret/hidden/x/y", 0o777)),
        Some(ErrorKind::NotFound)
    );
    assert_eq!(
        write(tree.posix(), "/way/new", WRITE),
        Some(ErrorKind::NotPermitted)
    );
    assert!(
        tree.posix()
            .copy_tree("/secret", "/copy", CopyRules::new())
            .is_err()
    );
}
