//! How names are compared.

use strsim::osa_distance;

/// A name without what spellings differ in: case, underscores, hyphens.
#[must_use]
pub fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The first of the most similar names, if it is similar enough to be intended: a third of the letters
/// may be wrong, and a name that is a part of the other counts as one wrong letter.
///
/// Takes time in the product of the lengths; a caller that compares text of others bounds them.
#[must_use]
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Letters of a part: a shorter one is in too many names.
    const PART_MIN: usize = 4;
    let given = plain(given);
    let scored = known.into_iter().map(|name| {
        let known = plain(name);
        let distance = osa_distance(&given, &known);
        let is_part = given.len().min(known.len()) >= PART_MIN
            && (known.contains(&given) || given.contains(&known));
        (if is_part { distance.min(1) } else { distance }, name)
    });
    scored
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= (given.len() / 3).max(1))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_forgiven_in_a_short_name_and_more_in_a_long_one() {
        for (given, expected) in [
            ("form", Some("from")),
            ("frm", Some("from")),
            ("fmro", None),
            ("max_depht", Some("maxDepth")),
            ("depth", Some("maxDepth")),
            ("max", None),
            ("maximumDepth", Some("maxDepth")),
        ] {
            assert_eq!(
                nearest(given, ["to", "from", "maxDepth"]),
                expected,
                "{given}"
            );
        }
    }
}
