//! What parts the cells of a table, by its text.

/// What may part cells, the usual one first.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];

/// Rows that are looked at.
const ROWS_MAX: usize = 20;

/// What parts the cells of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// The only one with which the first rows have several cells, and equally many.
    One(char),
    /// None is there: there is one column.
    None,
    /// It may be one or another.
    Unclear,
}

/// Looks at the first rows of a table.
#[must_use]
pub fn delimiter_of(text: &str, quote: char) -> Delimiter {
    let mut rows: Vec<[usize; DELIMITERS.len()]> = Vec::new();
    let mut counts = [0; DELIMITERS.len()];
    let (mut is_quoted, mut is_empty) = (false, true);
    for c in text.chars().chain(['\n']) {
        if c == quote {
            is_quoted = !is_quoted;
        }
        if is_quoted {
            is_empty = false;
        } else if c == '\n' || c == '\r' {
            if !is_empty {
                rows.push(counts);
            }
            if rows.len() == ROWS_MAX {
                break;
            }
            (counts, is_empty) = ([0; DELIMITERS.len()], true);
        } else {
            is_empty = false;
            if let Some(at) = DELIMITERS.iter().position(|delimiter| *delimiter == c) {
                counts[at] += 1;
            }
        }
    }
    if is_quoted {
        // A quote is never closed, or is none.
        return Delimiter::Unclear;
    }
    let Some(first) = rows.first() else {
        return Delimiter::None;
    };
    let fits = |at: &usize| first[*at] > 0 && rows.iter().all(|row| row[*at] == first[*at]);
    let mut fitting = (0..DELIMITERS.len()).filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(at), None) => Delimiter::One(DELIMITERS[at]),
        (None, _) if rows.iter().all(|row| *row == [0; DELIMITERS.len()]) => Delimiter::None,
        _ => Delimiter::Unclear,
    }
}

/// What else may part the cells of a header that is one cell.
#[must_use]
pub fn delimiter_in(name: &str) -> Option<char> {
    DELIMITERS
        .into_iter()
        .find(|c| *c != ',' && name.contains(*c))
}
