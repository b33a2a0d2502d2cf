//! How far two names are apart.

/// The edits that make one text of the other: characters inserted, removed or replaced, and
/// neighbours in the other order, which are one slip of a typist (optimal string alignment).
///
/// Takes time in the product of both lengths; a caller that compares text of others bounds them.
///
/// ```
/// use isolate_protocol::edit_distance;
///
/// assert_eq!(edit_distance("readfile", "readFile"), 1);
/// assert_eq!(edit_distance("from", "form"), 1);
/// assert_eq!(edit_distance("", "abc"), 3);
/// ```
#[must_use]
pub fn edit_distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    // The distances of what came before from each beginning of `other`: two characters before,
    // one before, and now.
    let mut second_last: Vec<usize> = vec![0; other.len() + 1];
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for at in 0..one.len() {
        let mut row = Vec::with_capacity(other.len() + 1);
        row.push(at + 1);
        for to in 0..other.len() {
            let replaced = last[to] + usize::from(one[at] != other[to]);
            let mut least = replaced.min(last[to + 1] + 1).min(row[to] + 1);
            if at > 0 && to > 0 && one[at] == other[to - 1] && one[at - 1] == other[to] {
                least = least.min(second_last[to - 1] + 1);
            }
            row.push(least);
        }
        second_last = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn each_slip_counts_once() {
        for (one, other, distance) in [
            ("app.ts", "app.ts", 0),
            ("app.ts", "ap.ts", 1),
            ("form", "from", 1),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("größe", "grösse", 2),
        ] {
            assert_eq!(edit_distance(one, other), distance, "{one} {other}");
            assert_eq!(edit_distance(other, one), distance, "{other} {one}");
        }
    }
}
