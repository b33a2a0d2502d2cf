//! Line numbers that were copied along with the text.

/// Takes line numbers away from the text to find and, if all of its lines have one, from the
/// text to put there. `None` where the lines have no consecutive numbers.
pub(super) fn without(old: &str, new: &str) -> Option<(String, String)> {
    let old = strip(old)?;
    let new = strip(new).unwrap_or_else(|| new.to_owned());
    Some((old, new))
}

fn strip(text: &str) -> Option<String> {
    let mut bare = String::with_capacity(text.len());
    let mut expected = None;
    for line in text.split_inclusive('\n') {
        let (number, rest) = split(line)?;
        if expected.is_some_and(|expected| expected != number) {
            return None;
        }
        expected = Some(number.checked_add(1)?);
        bare.push_str(rest);
    }
    expected?;
    (!bare.is_empty()).then_some(bare)
}

/// The number of a line and what follows its separator.
fn split(line: &str) -> Option<(u64, &str)> {
    let rest = line.trim_start_matches(' ');
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    for separator in ["\t", "→", ":", "  ", " | ", "|"] {
        if let Some(rest) = rest.strip_prefix(separator) {
            return Some((number, rest));
        }
    }
    // An empty line at the end of which the separator was trimmed.
    (rest.trim_end_matches(['\r', '\n']).is_empty()).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_removed_only_if_they_count_up() {
        assert_eq!(strip("1\ta\n2\tb"), Some("a\nb".to_owned()));
        assert_eq!(strip("  9→a\n 10→\n"), Some("a\n\n".to_owned()));
        assert_eq!(strip("1\ta\n3\tb"), None);
        assert_eq!(strip("a\nb"), None);
    }
}
