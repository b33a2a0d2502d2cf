//! How names are compared with those that were meant.

use crate::distance::edit_distance;

/// A name without what spellings differ in: case, underscores, hyphens.
pub(crate) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The name that was meant by another one: a letter or two apart, or part of it.
#[must_use]
pub fn nearest_name<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let wanted = plain(given);
    let scored = known.iter().map(|name| {
        let name_plain = plain(name);
        let distance = edit_distance(&wanted, &name_plain);
        let is_part = wanted.len() >= 3
            && name_plain.len() >= 3
            && (name_plain.contains(&wanted) || wanted.contains(&name_plain));
        (if is_part { distance.min(1) } else { distance }, *name)
    });
    scored
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= (name.len() / 4).max(1))
        .map(|(_, name)| name)
}
