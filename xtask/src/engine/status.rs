//! What the engine differs in, in figures.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::checkout::{State, ensure, state};
use super::fields::{self, KINDS};
use super::repository::Repository;
use super::{Place, names};

/// Files and lines that something changes.
#[derive(Default)]
struct Size {
    patches: usize,
    files: BTreeSet<String>,
    added: u64,
    removed: u64,
}

impl Size {
    fn add(&mut self, other: &Self) {
        self.patches += other.patches;
        self.files.extend(other.files.iter().cloned());
        self.added += other.added;
        self.removed += other.removed;
    }

    fn row(&self) -> String {
        let lines = format!("+{} -{}", self.added, self.removed);
        format!("{:>4} files {lines:>13}", self.files.len())
    }
}

/// `cargo xtask engine status`.
pub(super) fn status(place: &Place) -> Result<()> {
    let found = state(place)?;
    if found == State::Missing {
        ensure(place)?;
    }
    let repository = Repository::create(&place.sources)?;
    let upstream = repository.upstream()?;
    let versions: Vec<String> = upstream
        .crates
        .iter()
        .map(|published| format!("{} {}", published.name, published.version))
        .collect();
    println!("published: {}\n", versions.join(", "));

    let published = repository.published()?;
    let theirs = repository.files(&published)?;
    let listed = names::list(&place.patches())?;
    let mut by_kind: BTreeMap<String, Size> = BTreeMap::new();
    let mut rows = Vec::new();
    let mut ours: BTreeMap<String, Size> = BTreeMap::new();
    let mut before = published;
    for commit in repository.commits()? {
        let mut size = Size::default();
        for (file, added, removed) in lines(&repository, &before, &commit)? {
            let size = if theirs.contains(&file) {
                &mut size
            } else {
                let name = file.split('/').next().unwrap_or_default();
                ours.entry(name.to_owned()).or_default()
            };
            size.added += added;
            size.removed += removed;
            size.files.insert(file);
        }
        if !size.files.is_empty() {
            size.patches = 1;
            let fields = fields::read(&repository.git(&["log", "-1", "--format=%B", &commit])?);
            let kind = fields.get("Kind").map_or("-", String::as_str).to_owned();
            by_kind.entry(kind.clone()).or_default().add(&size);
            rows.push((kind, repository.subject(&commit)?, size));
        }
        before = commit;
    }
    let topics: Vec<String> = rows
        .iter()
        .map(|(_, subject, _)| names::topic(subject).unwrap_or_default())
        .collect();
    for (name, (kind, subject, size)) in names::assign(&topics, &listed).iter().zip(&rows) {
        println!("{} {kind:8} {} {subject}", &name[..4], size.row());
    }
    println!();
    let mut total = Size::default();
    for (kind, size) in &by_kind {
        let meaning = KINDS.iter().find(|(known, _)| known == kind);
        let meaning = meaning.map_or("", |(_, meaning)| meaning);
        println!("{:>4} {kind:8} {} {meaning}", size.patches, size.row());
        total.add(size);
    }
    println!("{:>4} {:8} {}\n", total.patches, "patches", total.row());
    let mut total = Size::default();
    for (name, size) in &ours {
        println!("{name:13} {} of our own", size.row());
        total.add(size);
    }
    println!("{:13} {}", "overlay", total.row());

    let dirt = repository.dirt()?;
    if found == State::Outdated {
        println!("\nThe engine's folder has changed since: `cargo xtask engine checkout`.");
    }
    if found == State::Unsaved {
        println!("\nThere is work that is not saved: `cargo xtask engine save`.");
    }
    for file in dirt {
        println!("not committed: {file}");
    }
    Ok(())
}

/// Lines that two commits differ in, file by file.
fn lines(repository: &Repository, from: &str, to: &str) -> Result<Vec<(String, u64, u64)>> {
    let listing = repository.git(&[
        "diff-tree",
        "-r",
        "-z",
        "--no-renames",
        "--numstat",
        from,
        to,
    ])?;
    Ok(listing
        .split_terminator('\0')
        .filter_map(|row| {
            let mut columns = row.splitn(3, '\t');
            let added = columns.next()?.parse().unwrap_or(0);
            let removed = columns.next()?.parse().unwrap_or(0);
            Some((columns.next()?.to_owned(), added, removed))
        })
        .collect())
}
