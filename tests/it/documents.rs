//! The documents of the repository: their links have targets.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy::{files_under, root};

/// The Markdown files that people read; patches, corpora and target folders hold others.
fn documents() -> Vec<PathBuf> {
    let mut found = files_under(&root().join("docs"), "md");
    let entries = root()
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    for path in entries {
        if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        } else {
            let readme = path.join("README.md");
            found.extend(readme.is_file().then_some(readme));
        }
    }
    for name in [
        "benches/agent/README.md",
        "examples/agent/README.md",
        "guest-runtime/protocol/README.md",
    ] {
        found.push(root().join(name));
    }
    found
}

/// The targets of the links of a text, outside of code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for rest in line.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                found.push(target.to_owned());
            }
        }
        if let Some((_, target)) = line.split_once("]: ").filter(|_| line.starts_with('[')) {
            found.push(target.to_owned());
        }
    }
    found
}

/// What a heading is linked by.
fn anchors(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading
                .chars()
                .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

fn is_broken(document: &Path, link: &str) -> bool {
    if link.contains("://") || link.starts_with("mailto:") {
        return false;
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (link, None),
    };
    let target = if path.is_empty() {
        document.to_path_buf()
    } else {
        document.parent().unwrap().join(path)
    };
    match anchor {
        None => !target.exists(),
        Some(anchor) => !fs::read_to_string(target)
            .is_ok_and(|text| anchors(&text).iter().any(|found| found == anchor)),
    }
}

#[test]
fn links_have_targets() {
    let documents = documents();
    assert!(documents.len() >= 25, "{documents:?}");
    let mut broken = Vec::new();
    for document in &documents {
        let text = fs::read_to_string(document).unwrap();
        for link in links(&text) {
            if is_broken(document, &link) {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Files and folders of the repository that a text names in code.
fn places(text: &str) -> Vec<&str> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| {
            let first = code.split('/').next().unwrap();
            let is_place = code
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            is_place && code.contains('/') && !first.is_empty() && root().join(first).is_dir()
        })
        .collect()
}

#[test]
fn the_code_map_names_existing_files() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let places = places(&text);
    assert!(places.len() >= 40, "{places:?}");
    let missing: Vec<&&str> = places
        .iter()
        .filter(|place| !root().join(place).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_broken_link_is_found() {
    let text = "See [a](docs/none.md), [b](#here).\n```\n[c](code.md)\n```\n[d]: ../x\n## Here, and there\n";
    assert_eq!(links(text), ["docs/none.md", "#here", "../x"]);
    assert_eq!(anchors(text), ["here-and-there"]);
    let readme = root().join("README.md");
    assert!(is_broken(&readme, "docs/none.md"));
    assert!(is_broken(&readme, "docs/limits.md#none"));
    assert!(!is_broken(&readme, "docs/limits.md"));
}
