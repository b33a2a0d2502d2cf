//! The way of a change from the sources back to the engine's folder, on an engine of a few lines.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Place;
use super::checkout::{State, checkout, ensure, state};
use super::overlay::Companions;
use super::repository::Repository;
use super::save::save;
use super::upstream::{Crate, Upstream};
use crate::manifest::hash_folder;

/// Lines far enough from each other that patches of them do not meet.
const PUBLISHED: &str = "one\n\n\n\n\ntwo\n\n\n\n\nthree\n";

const FIRST: &str = "\
From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: isolate <isolate@localhost>
Date: Thu, 1 Jan 2026 00:00:00 +0000
Subject: First: the line \u{201c}one\u{201d}

It was slow.

Kind: speed
Gain: 2 to 1
Test: tests/it/fuel.rs
Upstream: could be offered
";

/// An engine with two patches of one file, one of them of another file too, and one file of our own.
fn engine() -> (tempfile::TempDir, Place) {
    let scratch = tempfile::tempdir().unwrap();
    let place = Place {
        folder: scratch.path().join("engine"),
        sources: scratch.path().join("sources"),
        manifest: scratch.path().join("Cargo.toml"),
        aside: scratch.path().join("aside"),
    };
    let manifest = "boa_engine = { version = \"=1.2.3\" }\nother = \"1\"\n";
    fs::write(&place.manifest, manifest).unwrap();
    let repository = Repository::create(&place.sources).unwrap();
    put(&place.sources, "boa_engine/src/lib.rs", PUBLISHED);
    put(&place.sources, "boa_engine/src/other.rs", "other\n");
    fs::create_dir_all(&place.folder).unwrap();
    let upstream = Upstream {
        crates: vec![Crate {
            name: "boa_engine".to_owned(),
            version: "1.2.3".to_owned(),
            checksum: "00".to_owned(),
            without: Vec::new(),
        }],
    };
    // Nothing is downloaded, since the crates of this description are there.
    commit(&place, &upstream.message().unwrap());

    upstream.write(&place.folder).unwrap();
    put(&place.folder, "overlay/boa_engine/src/ours.rs", "ours\n");
    let mut companions = Companions::default();
    companions
        .files
        .insert("boa_engine/src/ours.rs".to_owned(), "first".to_owned());
    companions.write(&place.folder).unwrap();
    put(
        &place.sources,
        "boa_engine/src/lib.rs",
        &PUBLISHED.replace("one", "ONE"),
    );
    let head = commit(&place, FIRST.split_once("Subject: ").unwrap().1);
    let files = repository.files(&head).unwrap();
    let first = repository.export(&head, &files).unwrap();
    put(&place.folder, "patches/0010-first.patch", &first);
    put(
        &place.sources,
        "boa_engine/src/lib.rs",
        &PUBLISHED.replace("one", "ONE").replace("two", "TWO"),
    );
    put(&place.sources, "boa_engine/src/other.rs", "OTHER\n");
    let message = FIRST.split_once("Subject: ").unwrap().1;
    let head = commit(&place, &message.replace("First", "Second"));
    let second = repository.export(&head, &files).unwrap();
    put(&place.folder, "patches/0020-second.patch", &second);
    git(&place, &["reset", "--quiet", "--hard", "HEAD~2"]);
    assert_eq!(ensure(&place).unwrap(), State::Current);
    (scratch, place)
}

fn put(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Changes a file of the sources.
fn change(place: &Place, file: &str, from: &str, to: &str) {
    let path = place.sources.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

fn git(place: &Place, arguments: &[&str]) -> String {
    let repository = Repository::find(&place.sources).unwrap();
    repository.line(arguments).unwrap()
}

/// Commits everything that is changed, as a user would.
fn commit(place: &Place, message: &str) -> String {
    git(place, &["add", "--all"]);
    let status = Command::new("git")
        .current_dir(&place.sources)
        // So long that git folds the line of the author.
        .args(["-c", "user.name=A user whose name is longer than most are"])
        .args(["-c", "user.email=user@a-host-with-a-long-name.localhost"])
        .args(["commit", "--quiet", "--message", message])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .status();
    assert!(status.unwrap().success());
    git(place, &["rev-parse", "HEAD"])
}

/// The files of the engine's folder that an action changes.
fn changed_by(place: &Place, action: impl FnOnce()) -> Vec<String> {
    let before = contents(place);
    action();
    let after = contents(place);
    let mut changed: Vec<String> = before
        .iter()
        .chain(&after)
        .filter(|(name, _)| before.get(*name) != after.get(*name))
        .map(|(name, _)| name.clone())
        .collect();
    changed.sort();
    changed.dedup();
    changed
}

fn contents(place: &Place) -> std::collections::BTreeMap<String, String> {
    crate::manifest::files(&place.folder)
        .unwrap()
        .into_iter()
        .map(|name| {
            let text = fs::read_to_string(place.folder.join(&name)).unwrap();
            (name, text)
        })
        .collect()
}

fn refusal(place: &Place, into: Option<&str>) -> String {
    let hash = hash_folder(&place.folder).unwrap();
    let error = save(place, into).unwrap_err();
    assert_eq!(
        hash_folder(&place.folder).unwrap(),
        hash,
        "nothing is written"
    );
    format!("{error:#}")
}

const LIB: &str = "boa_engine/src/lib.rs";

#[test]
fn the_sources_are_the_crates_with_the_overlay_and_the_patches() {
    let (_scratch, place) = engine();
    let lib = fs::read_to_string(place.sources.join(LIB)).unwrap();
    assert_eq!(lib, PUBLISHED.replace("one", "ONE").replace("two", "TWO"));
    let subjects = git(&place, &["log", "--format=%s", "--reverse"]);
    let second = "Second: the line \u{201c}one\u{201d}";
    let first = second.replace("Second", "First");
    assert_eq!(
        subjects.lines().collect::<Vec<_>>(),
        ["As published", first.as_str(), second]
    );
    assert_eq!(changed_by(&place, || save(&place, None).unwrap()), [""; 0]);
    assert_eq!(state(&place).unwrap(), State::Current);
}

#[test]
fn a_change_of_our_own_file_changes_that_file() {
    let (_scratch, place) = engine();
    change(&place, "boa_engine/src/ours.rs", "ours", "OURS");
    put(&place.sources, "boa_engine/src/new/one.rs", "new\n");
    assert_eq!(state(&place).unwrap(), State::Unsaved);
    let overlay = "overlay/boa_engine/src";
    assert_eq!(
        changed_by(&place, || save(&place, None).unwrap()),
        [
            "overlay.toml".to_owned(),
            format!("{overlay}/new/one.rs"),
            format!("{overlay}/ours.rs")
        ]
    );
    // A new file comes with the last patch, the other one still with the first.
    assert!(!git(&place, &["ls-tree", "-r", "--name-only", "HEAD~1"]).contains("new/one.rs"));
    assert!(git(&place, &["ls-tree", "-r", "--name-only", "HEAD~1"]).contains("ours.rs"));
    fs::remove_file(place.sources.join("boa_engine/src/ours.rs")).unwrap();
    assert_eq!(
        changed_by(&place, || save(&place, None).unwrap()),
        ["overlay.toml".to_owned(), format!("{overlay}/ours.rs")]
    );
    assert_eq!(state(&place).unwrap(), State::Current);
}

#[test]
fn a_change_goes_into_the_only_patch_of_its_file() {
    let (_scratch, place) = engine();
    change(&place, "boa_engine/src/other.rs", "OTHER", "OTHER\nmore");
    let second = "patches/0020-second.patch";
    assert_eq!(changed_by(&place, || save(&place, None).unwrap()), [second]);
    assert!(contents(&place)[second].contains("\n+more\n"));
    assert_eq!(git(&place, &["rev-list", "--count", "HEAD"]), "3");
}

#[test]
fn where_several_patches_change_a_file_the_user_says_which() {
    let (_scratch, place) = engine();
    change(&place, LIB, "ONE", "ONE\nmore");
    let said = refusal(&place, None);
    assert!(
        said.contains("First") && said.contains("Second") && said.contains("--into"),
        "{said}"
    );
    assert!(refusal(&place, Some("30")).contains("there is no patch 30"));
    // The lines of the other patch have moved by one.
    let first = "patches/0010-first.patch";
    assert_eq!(
        changed_by(&place, || save(&place, Some("10")).unwrap()),
        [first]
    );
    assert!(contents(&place)[first].contains("\n+more\n"));
    assert_eq!(state(&place).unwrap(), State::Current);
}

#[test]
fn changes_that_a_later_patch_also_makes_are_folded_by_hand() {
    let (_scratch, place) = engine();
    change(&place, LIB, "TWO", "2");
    let said = refusal(&place, Some("10"));
    assert!(said.contains("--autosquash"), "{said}");
    // Nothing was lost.
    let lib = fs::read_to_string(place.sources.join(LIB)).unwrap();
    assert!(lib.contains("\n2\n"));
    save(&place, Some("20")).unwrap();
}

#[test]
fn a_commit_with_the_required_fields_becomes_a_patch() {
    let (_scratch, place) = engine();
    change(&place, LIB, "three", "THREE");
    commit(&place, "More: three");
    let said = refusal(&place, None);
    assert!(
        said.contains("More: three") && said.contains("Kind"),
        "{said}"
    );
    let message = FIRST.split_once("Subject: ").unwrap().1;
    git(
        &place,
        &["commit", "--quiet", "--amend", "--message", message],
    );
    assert!(refusal(&place, None).contains("that topic already"));
    git(
        &place,
        &[
            "commit",
            "--quiet",
            "--amend",
            "--message",
            &message.replace("First:", "First"),
        ],
    );
    assert!(refusal(&place, None).contains("`Topic: what changes`"));
    git(
        &place,
        &[
            "commit",
            "--quiet",
            "--amend",
            "--message",
            &message.replace("First", "Third"),
        ],
    );
    assert_eq!(
        changed_by(&place, || save(&place, None).unwrap()),
        ["patches/0030-third.patch"]
    );
    let text = &contents(&place)["patches/0030-third.patch"];
    let author = "From: isolate <isolate@localhost>\nDate: ";
    assert!(text.contains(author), "{text}");
}

#[test]
fn unsaved_work_is_never_overwritten() {
    let (_scratch, place) = engine();
    change(&place, LIB, "three", "THREE");
    put(&place.sources, "boa_engine/src/new.rs", "new\n");
    put(&place.folder, "overlay/boa_engine/src/ours.rs", "pulled\n");
    assert!(refusal(&place, None).contains("has changed since"));
    assert!(checkout(&place, false).is_err());
    assert_eq!(ensure(&place).unwrap(), State::Unsaved);
    checkout(&place, true).unwrap();
    assert_eq!(state(&place).unwrap(), State::Current);
    assert!(!place.sources.join("boa_engine/src/new.rs").exists());
    let ours = fs::read_to_string(place.sources.join("boa_engine/src/ours.rs")).unwrap();
    assert_eq!(ours, "pulled\n");
    assert!(git(&place, &["show", &format!("discarded-1:{LIB}")]).contains("THREE"));
    assert_eq!(
        git(&place, &["show", "discarded-1:boa_engine/src/new.rs"]),
        "new"
    );
}

#[test]
fn sources_that_nobody_touched_follow_the_folder() {
    let (_scratch, place) = engine();
    put(&place.folder, "overlay/boa_engine/src/ours.rs", "pulled\n");
    assert_eq!(state(&place).unwrap(), State::Outdated);
    assert_eq!(ensure(&place).unwrap(), State::Current);
    let ours = fs::read_to_string(place.sources.join("boa_engine/src/ours.rs")).unwrap();
    assert_eq!(ours, "pulled\n");
}

#[test]
fn a_file_of_our_own_comes_with_the_commit_that_adds_it() {
    let (_scratch, place) = engine();
    change(&place, LIB, "three", "THREE");
    put(&place.sources, "boa_engine/src/third.rs", "third\n");
    let message = FIRST.split_once("Subject: ").unwrap().1;
    commit(&place, &message.replace("First", "Third"));
    save(&place, None).unwrap();
    let text = &contents(&place)["overlay.toml"];
    assert!(
        text.contains("\"boa_engine/src/third.rs\" = \"third\""),
        "{text}"
    );
    assert!(
        text.contains("\"boa_engine/src/ours.rs\" = \"first\""),
        "{text}"
    );
    put(
        &place.folder,
        "overlay.toml",
        &text.replace("\"third\"", "\"fourth\""),
    );
    let error = ensure(&place).unwrap_err().to_string();
    assert!(
        error.contains("a patch fourth, which does not exist"),
        "{error}"
    );
}

#[test]
fn what_is_written_by_hand_stays_when_the_engine_is_saved() {
    let (_scratch, place) = engine();
    put(&place.folder, "upstream/first.md", "text\n");
    assert_eq!(ensure(&place).unwrap(), State::Current);
    change(&place, "boa_engine/src/ours.rs", "ours", "OURS");
    save(&place, None).unwrap();
    assert_eq!(contents(&place)["upstream/first.md"], "text\n");
}

#[test]
fn each_file_is_either_ours_or_published() {
    let (_scratch, place) = engine();
    put(&place.folder, "overlay/boa_engine/src/lib.rs", "ours\n");
    let error = ensure(&place).unwrap_err().to_string();
    assert!(error.contains("change it with a patch"), "{error}");
    fs::remove_file(place.folder.join("overlay/boa_engine/src/lib.rs")).unwrap();
    put(&place.sources, "elsewhere.rs", "\n");
    assert!(refusal(&place, None).contains("none of the crates"));
}

#[test]
fn another_release_is_written_to_the_manifest() {
    let (_scratch, place) = engine();
    let repository = Repository::find(&place.sources).unwrap();
    let mut next = repository.upstream().unwrap();
    "1.3.0".clone_into(&mut next.crates[0].version);
    let old = repository.published().unwrap();
    let tree = git(&place, &["rev-parse", &format!("{old}^{{tree}}")]);
    let new = repository
        .commit(&tree, None, &next.message().unwrap())
        .unwrap();
    git(&place, &["rebase", "--quiet", "--onto", &new, &old]);
    assert_eq!(
        changed_by(&place, || save(&place, None).unwrap()),
        ["upstream.toml"]
    );
    assert_eq!(
        fs::read_to_string(&place.manifest).unwrap(),
        "boa_engine = { version = \"=1.3.0\" }\nother = \"1\"\n"
    );
}

#[test]
fn what_could_be_offered_as_it_is_has_a_text() {
    let place = Place::here();
    let texts: Vec<String> = fs::read_dir(place.folder.join("upstream"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let patches = crate::engine::names::list(&place.patches()).unwrap();
    for text in &texts {
        let named = patches.iter().filter(|patch| {
            let name = patch.name.trim_end_matches(".patch");
            text.contains(&format!("Patch: `{name}`"))
        });
        assert_eq!(named.count(), 1, "{text}");
    }
    for patch in &patches {
        let message = fs::read_to_string(&patch.path).unwrap();
        let (message, _) = message.split_once("\ndiff --git ").unwrap();
        let name = patch.name.trim_end_matches(".patch");
        assert!(
            !message
                .replace("\n ", " ")
                .contains("could be offered as it is")
                || texts.iter().any(|text| text.contains(name)),
            "{name} has no text in guest-runtime/engine/upstream"
        );
    }
}
