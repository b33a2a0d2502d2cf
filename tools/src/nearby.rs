//! Paths that are similar to a missing one.

use isolate_text::VPath;
use isolate_vfs::{FindOptions, Tree};
use strsim::osa_distance;
use unicode_normalization::UnicodeNormalization as _;

/// Candidates that an error names.
const CANDIDATES_MAX: usize = 5;
/// Entries that are searched for the same name elsewhere.
const ENTRIES_MAX: usize = 20_000;

/// Paths similar to a missing one, the most similar first. They are suggestions only.
pub(crate) fn candidates(tree: &Tree, path: &VPath) -> Vec<String> {
    let Some(name) = path.name() else {
        return Vec::new();
    };
    let wanted = plain(name);
    let mut found: Vec<(usize, String)> = Vec::new();
    if let Some(parent) = path.parent()
        && let Ok(entries) = tree.read_dir(&parent)
    {
        let base = parent.as_str().trim_end_matches('/');
        for entry in entries.iter().take(ENTRIES_MAX) {
            let known = plain(&entry.name);
            let away = if known == wanted {
                0
            } else {
                osa_distance(&known, &wanted)
            };
            // A third of the letters may be wrong.
            if away <= (name.chars().count() / 3).max(1) {
                found.push((away, format!("{base}/{}", entry.name)));
            }
        }
    }
    let everywhere = FindOptions::new().entries_max(ENTRIES_MAX);
    if let Ok(entries) = tree.find(&VPath::root(), &everywhere) {
        for entry in entries {
            let is_like = entry
                .path
                .name()
                .is_some_and(|known| known == name || plain(known) == wanted);
            if is_like {
                found.push((1_000, entry.path.as_str().to_owned()));
            }
        }
    }
    found.sort();
    let mut paths: Vec<String> = Vec::new();
    for (_, candidate) in found {
        if !paths.contains(&candidate) {
            paths.push(candidate);
        }
    }
    paths.truncate(CANDIDATES_MAX);
    paths
}

fn plain(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).collect()
}
