//! The place of an error in its source.

/// Characters of a source line that a frame shows: two lines of an ordinary terminal would be
/// too many, and minified text has lines of megabytes.
const FRAME_COLUMNS_MAX: usize = 100;

/// A source line with its number and a caret under a column; both count from 1, columns in
/// UTF-16 units. `None` for a place that is not in the text.
///
/// Every character takes one column, tabs and control characters as a space; a long line is cut
/// around the caret.
///
/// ```
/// assert_eq!(isolate_host::frame("a\nbcd\n", 2, 3).unwrap(), "2 | bcd\n  |   ^");
/// ```
#[must_use]
pub fn frame(source: &str, line: u32, column: u32) -> Option<String> {
    let text = source_line(source, line)?;
    let mut units_left = usize::try_from(column).ok()?.checked_sub(1)?;
    let mut caret: usize = 0;
    let mut characters = Vec::new();
    for character in text.chars() {
        if units_left >= character.len_utf16() {
            units_left -= character.len_utf16();
            caret += 1;
        } else {
            units_left = 0;
        }
        let is_blank = character.is_control() || character.is_whitespace();
        characters.push(if is_blank { ' ' } else { character });
    }
    let mut first = 0;
    if characters.len() > FRAME_COLUMNS_MAX {
        first = caret
            .saturating_sub(FRAME_COLUMNS_MAX / 2)
            .min(characters.len() - FRAME_COLUMNS_MAX);
    }
    let last = characters.len().min(first + FRAME_COLUMNS_MAX);
    let mut shown: Vec<char> = characters[first..last].to_vec();
    if let Some(start) = shown.first_mut().filter(|_| first > 0) {
        *start = '…';
    }
    if let Some(end) = shown.last_mut().filter(|_| last < characters.len()) {
        *end = '…';
    }
    let shown: String = shown.into_iter().collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let indent = " ".repeat(caret - first);
    Some(format!(
        "{number} | {}\n{margin} | {indent}^",
        shown.trim_end()
    ))
}

/// A line of a program, split at JavaScript's line terminators.
fn source_line(source: &str, line: u32) -> Option<&str> {
    let mut rest = source;
    for _ in 1..line {
        let end = rest.find(is_line_end)?;
        let is_crlf = rest[end..].starts_with("\r\n");
        let width = rest[end..].chars().next().map_or(0, char::len_utf8);
        rest = &rest[end + if is_crlf { 2 } else { width }..];
    }
    let end = rest.find(is_line_end).unwrap_or(rest.len());
    Some(&rest[..end])
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_shows_the_line_and_a_caret() {
        for (source, line, column, expected) in [
            ("a\nbcd\n", 2, 3, "2 | bcd\n  |   ^"),
            ("x", 1, 1, "1 | x\n  | ^"),
            // Lines end as in JavaScript, and columns are UTF-16 units.
            ("a\r\nb\rc\u{2028}d", 4, 1, "4 | d\n  | ^"),
            ("a\r\nb", 2, 1, "2 | b\n  | ^"),
            ("\"😀\" x", 1, 6, "1 | \"😀\" x\n  |     ^"),
            // Behind the line.
            ("ab", 1, 3, "1 | ab\n  |   ^"),
            ("\ta\u{1b}b", 1, 2, "1 |  a b\n  |  ^"),
        ] {
            assert_eq!(frame(source, line, column).unwrap(), expected);
        }
    }

    #[test]
    fn a_frame_needs_a_place_in_the_text() {
        assert_eq!(frame("a", 2, 1), None);
        assert_eq!(frame("a", 1, 0), None);
    }

    #[test]
    fn a_frame_cuts_long_lines_around_the_caret() {
        let line = "0123456789".repeat(100);
        let frame = frame(&line, 1, 501).unwrap();
        let (shown, caret) = frame.split_once('\n').unwrap();
        assert_eq!(shown.chars().count(), "1 | ".len() + FRAME_COLUMNS_MAX);
        assert!(shown.starts_with("1 | …") && shown.ends_with('…'));
        let under = caret.chars().count() - 1;
        assert_eq!(shown.chars().nth(under), Some('0'));
    }
}
