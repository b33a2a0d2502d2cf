//! How much two files have in common, and which file was renamed to which, as git decides.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Change, Status};
use crate::paths;

/// The score of files that are the same.
pub(super) const SAME: u64 = 60_000;

/// The least score of a rename: a half.
const LEAST: u64 = SAME / 2;

/// The least score of a rename that keeps a name which no other file has: three quarters.
const LEAST_OF_NAME: u64 = SAME * 3 / 4;

/// Files on a side beyond which only equal files are renames.
const FILES_MAX: usize = 1000;

/// Bytes of lines, or of parts of long lines, by what identifies them.
fn parts(bytes: &[u8]) -> BTreeMap<u32, u64> {
    let is_text = !super::patch::is_binary(bytes);
    let mut parts = BTreeMap::new();
    let (mut first, mut second, mut count) = (0_u32, 0_u32, 0_u64);
    let mut rest = bytes.iter().copied().peekable();
    let mut put = |first: u32, second: u32, count: u64| {
        let key = first.wrapping_add(second.wrapping_mul(0x61)) % 107_927;
        *parts.entry(key).or_default() += count;
    };
    while let Some(byte) = rest.next() {
        if is_text && byte == b'\r' && rest.peek() == Some(&b'\n') {
            continue;
        }
        let before = first;
        first = (first << 7) ^ (second >> 25);
        second = (second << 7) ^ (before >> 25);
        first = first.wrapping_add(u32::from(byte));
        count += 1;
        if count < 64 && byte != b'\n' {
            continue;
        }
        put(first, second, count);
        (first, second, count) = (0, 0, 0);
    }
    if count > 0 {
        put(first, second, count);
    }
    parts
}

/// A file with its parts, which are counted once.
struct Measured {
    size: u64,
    parts: BTreeMap<u32, u64>,
}

impl Measured {
    fn of(bytes: &[u8]) -> Self {
        Self {
            size: bytes.len() as u64,
            parts: parts(bytes),
        }
    }

    fn score(&self, after: &Self) -> u64 {
        let (most, least) = (self.size.max(after.size), self.size.min(after.size));
        if least == 0 || most * (SAME - LEAST) < (most - least) * SAME {
            return 0;
        }
        let copied = self.parts.iter().map(|(key, count)| {
            let there = after.parts.get(key).copied().unwrap_or_default();
            there.min(*count)
        });
        copied.sum::<u64>() * SAME / most
    }
}

/// Joins what was deleted with what was added in its place.
pub(super) fn join_renames(changes: Vec<Change>) -> Vec<Change> {
    let is_file =
        |side: &Option<super::changes::Content>| side.as_ref().is_some_and(|side| !side.is_link);
    let of = |status: Status| {
        let found = changes
            .iter()
            .enumerate()
            .filter(move |(_, change)| change.status == status);
        found.map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let (gone, added) = (of(Status::Deleted), of(Status::Added));
    let mut pairs: BTreeMap<usize, (usize, u64)> = BTreeMap::new();
    let mut used = BTreeSet::new();
    same_files(&changes, &gone, &added, (&mut pairs, &mut used));
    if gone.len() <= FILES_MAX && added.len() <= FILES_MAX {
        let left = |all: &[usize], taken: &dyn Fn(usize) -> bool| -> Vec<usize> {
            all.iter().copied().filter(|at| !taken(*at)).collect()
        };
        let sources = left(&gone, &|at| {
            used.contains(&at) || !is_file(&changes[at].before)
        });
        let targets = left(&added, &|at| {
            pairs.contains_key(&at) || !is_file(&changes[at].after)
        });
        like_files(&changes, (&sources, &targets), &mut pairs, &mut used);
    }
    let mut all: Vec<Option<Change>> = changes.into_iter().map(Some).collect();
    let mut joined = Vec::with_capacity(all.len());
    for at in 0..all.len() {
        let from = pairs
            .get(&at)
            .and_then(|(from, score)| Some((all[*from].take()?, *score)));
        if let (Some((from, score)), Some(to)) = (from, &mut all[at]) {
            to.status = Status::Renamed;
            to.from = Some(from.path);
            to.before = from.before;
            to.score = score;
        }
    }
    joined.extend(all.into_iter().flatten());
    joined
}

fn same_files(
    changes: &[Change],
    gone: &[usize],
    added: &[usize],
    (pairs, used): (&mut BTreeMap<usize, (usize, u64)>, &mut BTreeSet<usize>),
) {
    for to in added {
        let Some(after) = &changes[*to].after else {
            continue;
        };
        let alike = gone.iter().filter(|from| {
            !used.contains(*from)
                && changes[**from].before.as_ref().is_some_and(|before| {
                    before.is_link == after.is_link && before.bytes == after.bytes
                })
        });
        let name = paths::base_name(&changes[*to].path);
        // The one with the same name, or else the first.
        let best = alike
            .clone()
            .find(|from| paths::base_name(&changes[**from].path) == name);
        if let Some(from) = best.or_else(|| alike.clone().next()).copied() {
            used.insert(from);
            pairs.insert(*to, (from, SAME));
        }
    }
}

fn like_files(
    changes: &[Change],
    (sources, targets): (&[usize], &[usize]),
    pairs: &mut BTreeMap<usize, (usize, u64)>,
    used: &mut BTreeSet<usize>,
) {
    let measured = |at: usize, side: fn(&Change) -> Option<&super::changes::Content>| {
        Measured::of(
            side(&changes[at])
                .map(|side| side.bytes.as_slice())
                .unwrap_or_default(),
        )
    };
    let before: BTreeMap<usize, Measured> = sources
        .iter()
        .map(|at| (*at, measured(*at, |change| change.before.as_ref())))
        .collect();
    let after: BTreeMap<usize, Measured> = targets
        .iter()
        .map(|at| (*at, measured(*at, |change| change.after.as_ref())))
        .collect();
    let name = |at: usize| paths::base_name(&changes[at].path);
    let only = |all: &[usize], at: usize| {
        all.iter().filter(|other| name(**other) == name(at)).count() == 1
    };
    for to in targets {
        let from = sources.iter().find(|from| name(**from) == name(*to));
        if let Some(from) = from
            && only(sources, *from)
            && only(targets, *to)
        {
            let score = before[from].score(&after[to]);
            if score >= LEAST_OF_NAME {
                pairs.insert(*to, (*from, score));
                used.insert(*from);
            }
        }
    }
    let mut scored = Vec::new();
    for to in targets.iter().filter(|to| !pairs.contains_key(*to)) {
        for from in sources.iter().filter(|from| !used.contains(*from)) {
            let score = before[from].score(&after[to]);
            if score >= LEAST {
                scored.push((score, name(*from) == name(*to), *to, *from));
            }
        }
    }
    // The best first; of equal ones that with the same name, and then as they come.
    scored.sort_by_key(|pair| std::cmp::Reverse((pair.0, pair.1)));
    for (score, _, to, from) in scored {
        if !pairs.contains_key(&to) && !used.contains(&from) {
            pairs.insert(to, (from, score));
            used.insert(from);
        }
    }
}
