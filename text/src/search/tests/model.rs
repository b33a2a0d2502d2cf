//! Lines as a model sees them that knows nothing of expressions. Tests of other crates use it too.

/// Where a query matches in a line.
pub(crate) type Model = fn(&str) -> Vec<(usize, usize)>;

/// Each line with its place, without its end. The empty text has one line.
pub(crate) fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut at = 0;
    for row in text.split_inclusive('\n') {
        let bare = match row.strip_suffix('\n') {
            None => row,
            Some(bare) => bare.strip_suffix('\r').unwrap_or(bare),
        };
        lines.push((at, bare));
        at += row.len();
    }
    if lines.is_empty() {
        lines.push((0, ""));
    }
    lines
}

/// A text with `<>` in place of each match.
pub(crate) fn replaced(text: &str, model: Model) -> String {
    let mut out = String::new();
    let mut copied = 0;
    for (at, line) in lines(text) {
        for (start, end) in model(line) {
            out += &text[copied..at + start];
            out += "<>";
            copied = at + end;
        }
    }
    out + &text[copied..]
}
