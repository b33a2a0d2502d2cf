//! How names are compared with those that were meant.

use strsim::osa_distance;

/// A name without what spellings differ in: case, underscores, hyphens.
pub(crate) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The name that was meant by another one: a letter or two apart, or part of it.
///
/// Takes time in the product of the lengths; a caller that compares text of others bounds them.
#[must_use]
pub fn nearest_name<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let wanted = plain(given);
    let scored = known.iter().map(|name| {
        let name_plain = plain(name);
        let distance = osa_distance(&wanted, &name_plain);
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

#[cfg(test)]
mod tests {
    use super::{nearest_name, osa_distance};

    /// Characters that are inserted, removed or replaced, and neighbours in the other order.
    #[test]
    fn each_slip_counts_once() {
        for (one, other, distance) in [
            ("app.ts", "app.ts", 0),
            ("app.ts", "ap.ts", 1),
            ("form", "from", 1),
            ("ab", "bca", 3),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("größe", "grösse", 2),
        ] {
            assert_eq!(osa_distance(one, other), distance, "{one} {other}");
            assert_eq!(osa_distance(other, one), distance, "{other} {one}");
        }
    }

    #[test]
    fn one_slip_is_forgiven_in_a_short_name() {
        assert_eq!(nearest_name("form", &["to", "from"]), Some("from"));
        assert_eq!(nearest_name("frm", &["to", "from"]), Some("from"));
        assert_eq!(nearest_name("fmro", &["to", "from"]), None);
    }
}
