//! Which file a patch is for.

use super::Settings;
use super::parse::{FilePatch, Says, name_of};
use crate::bytes::cat;
use crate::paths;
use crate::run::{Run, Step};

/// A name without so many leading directories; without a number, its last part.
pub(super) fn stripped(name: &[u8], strip: Option<usize>) -> Option<Vec<u8>> {
    if name == b"/dev/null" {
        return None;
    }
    let Some(strip) = strip else {
        return Some(paths::base_name(name).to_vec());
    };
    let mut rest = name;
    for _ in 0..strip {
        let slash = rest.iter().position(|byte| *byte == b'/')?;
        rest = &rest[slash..];
        let slashes = rest.iter().take_while(|byte| **byte == b'/').count();
        rest = &rest[slashes..];
    }
    (!rest.is_empty()).then(|| rest.to_vec())
}

/// Whether a name stays within the directory.
fn is_safe(name: &[u8]) -> bool {
    !name.starts_with(b"/") && !name.split(|byte| *byte == b'/').any(|part| part == b"..")
}

/// The file of a patch, and what it is called afterwards; none if there is none.
pub(super) fn target(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    patch: &FilePatch,
) -> Step<Option<(Vec<u8>, Vec<u8>)>> {
    let strip = settings.strip.or(patch.is_git.then_some(1));
    let names: Vec<Vec<u8>> = match &patch.renames {
        Some([from, to]) => {
            // These names have no letter before them.
            let strip = strip.map(|strip| strip.saturating_sub(1));
            let both = [from, to].map(|name| stripped(name, strip));
            if let [Some(from), Some(to)] = both {
                return Ok(Some((from, to)));
            }
            Vec::new()
        }
        None if patch.headers.iter().all(Option::is_none) && !patch.is_git => {
            let index = patch
                .leading
                .iter()
                .rev()
                .find_map(|line| line.strip_prefix(b"Index:"));
            let name = index.map(|name| name_of(name.trim_ascii_start()));
            name.and_then(|name| stripped(&name, strip))
                .into_iter()
                .collect()
        }
        None => {
            let headers = patch.headers.iter().flatten();
            let mut names: Vec<Vec<u8>> = headers
                .filter_map(|header| stripped(&name_of(header), strip))
                .collect();
            if names.is_empty() && patch.is_git {
                names.extend(git_name(patch).and_then(|name| stripped(&name, strip)));
            }
            names
        }
    };
    let (safe, unsafe_names): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| is_safe(name));
    for name in unsafe_names {
        run.put(cat![
            "Ignoring potentially dangerous file name ",
            name,
            "\n"
        ])?;
    }
    let there: Vec<&Vec<u8>> = safe
        .iter()
        .filter(|name| run.stat(name).is_ok_and(|stat| stat.is_file()))
        .collect();
    // The name with the fewest directories, then the shortest last part, then the shortest.
    let parts = |name: &[u8]| name.split(|byte| *byte == b'/').count();
    let best = there
        .into_iter()
        .min_by_key(|name| (parts(name), paths::base_name(name).len(), name.len()));
    let makes = patch.says(0) != Says::Full;
    let name = match best {
        Some(name) => Some(name.clone()),
        None if makes => safe.iter().min_by_key(|name| parts(name)).cloned(),
        None if patch.says(1) != Says::Full => safe.last().cloned(),
        None => None,
    };
    Ok(name.map(|name| (name.clone(), name)))
}

/// The name on the line `diff --git a/x b/x` of a patch that has no other.
fn git_name(patch: &FilePatch) -> Option<Vec<u8>> {
    let line = patch.leading.first()?.strip_prefix(b"diff --git ")?;
    let half = line.len() / 2;
    line.get(half + 1..).map(<[u8]>::to_vec)
}
