//! Putting new text into the places, with the line endings of its surroundings.

use super::error::TextEditError;
use super::place::Place;
use crate::ops::diff::aligned_changes;
use crate::ops::text::ends_lines_with_returns;

/// The file with every place replaced. Places do not overlap. A line that a new text has in common with
/// its place stays as it is, with its line ending.
pub(super) fn splice(
    file: &[u8],
    is_text: bool,
    mut places: Vec<Place>,
) -> Result<Vec<u8>, TextEditError> {
    places.sort_by_key(|place| place.start);
    let mut endings = Endings::of(file);
    let mut out = Vec::with_capacity(file.len());
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&file[at..place.start]);
        if is_text && place.new.contains(['\r', '\n']) {
            out.extend_from_slice(endings.adapted(&place)?.as_bytes());
        } else {
            out.extend_from_slice(place.new.as_bytes());
        }
        at = place.end;
    }
    out.extend_from_slice(&file[at..]);
    Ok(out)
}

/// The line endings of a file, asked for from its beginning to its end.
struct Endings<'f> {
    file: &'f [u8],
    /// Whether `\r` alone ends a line.
    is_by_returns: bool,
    /// The last result: where the search began, where the ending is, and which it is. Many places
    /// in one long line share it.
    next: Option<(usize, usize, &'static str)>,
}

impl<'f> Endings<'f> {
    fn of(file: &'f [u8]) -> Self {
        Self {
            file,
            is_by_returns: ends_lines_with_returns(file),
            next: None,
        }
    }

    /// The new text of a place with the line endings of the file.
    fn adapted(&mut self, place: &Place) -> Result<String, TextEditError> {
        let new = place.new.replace("\r\n", "\n");
        if self.is_by_returns {
            return Ok(new.replace('\n', "\r"));
        }
        let ending = self.near(place);
        let inside = &self.file[place.start..place.end];
        let old: Option<Vec<&str>> = std::str::from_utf8(inside)
            .ok()
            .filter(|old| has_both_endings(old))
            .map(|old| old.split_inclusive('\n').collect());
        match old {
            Some(old) => keeping(&old, &new, ending),
            None if ending == "\n" => Ok(new),
            None => Ok(new.replace('\n', ending)),
        }
    }

    /// The line ending used inside a place, else by the nearest line, else `\n`.
    fn near(&mut self, place: &Place) -> &'static str {
        if let Some((_, inside)) = self.first(place.start, place.end) {
            return inside;
        }
        if let Some((from, at, ending)) = self.next
            && from <= place.end
            && place.end <= at
        {
            return ending;
        }
        // The end of the line of the place.
        let (at, ending) = match self.first(place.end, self.file.len()) {
            Some(found) => found,
            None => {
                let last = memchr::memrchr(b'\n', &self.file[..place.start]);
                (self.file.len(), last.map_or("\n", |at| self.at(at)))
            }
        };
        self.next = Some((place.end, at, ending));
        ending
    }

    /// The first line ending from one byte to before another.
    fn first(&self, from: usize, to: usize) -> Option<(usize, &'static str)> {
        let at = from + memchr::memchr(b'\n', &self.file[from..to])?;
        Some((at, self.at(at)))
    }

    /// The line ending whose `\n` is at a byte.
    fn at(&self, newline: usize) -> &'static str {
        if self.file[..newline].ends_with(b"\r") {
            "\r\n"
        } else {
            "\n"
        }
    }
}

fn has_both_endings(text: &str) -> bool {
    let returns = text.matches("\r\n").count();
    returns > 0 && returns < text.matches('\n').count()
}

/// A line without its ending.
fn bare(row: &str) -> &str {
    match row.strip_suffix('\n') {
        None => row,
        Some(row) => row.strip_suffix('\r').unwrap_or(row),
    }
}

/// A new text in which the lines that it has in common with the old ones stay as they are. A line in the
/// place of another gets its ending, and one beyond those `ending`.
fn keeping(old: &[&str], new: &str, ending: &str) -> Result<String, TextEditError> {
    let rows: Vec<&str> = new.split_inclusive('\n').collect();
    let bare_old: Vec<&str> = old.iter().map(|row| bare(row)).collect();
    let bare_rows: Vec<&str> = rows.iter().map(|row| bare(row)).collect();
    let changes = aligned_changes(&bare_old, &bare_rows).map_err(|_| TextEditError::stopped())?;
    let mut out = String::with_capacity(new.len());
    let mut push = |row: &str, replaced: Option<&&str>| {
        out.push_str(bare(row));
        if row.ends_with('\n') {
            let own = replaced.map(|old| &old[bare(old).len()..]);
            out.push_str(own.filter(|own| !own.is_empty()).unwrap_or(ending));
        }
    };
    let (mut at, mut next) = (0, 0);
    for change in changes {
        for (row, old) in rows[next..change.new.start].iter().zip(&old[at..]) {
            push(row, Some(old));
        }
        let mut replaced = old[change.old.clone()].iter();
        for row in &rows[change.new.clone()] {
            push(row, replaced.next());
        }
        (at, next) = (change.old.end, change.new.end);
    }
    for (row, old) in rows[next..].iter().zip(&old[at..]) {
        push(row, Some(old));
    }
    Ok(out)
}
