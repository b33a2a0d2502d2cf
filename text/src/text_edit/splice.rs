//! Putting new text into the places, with the line endings of its surroundings unless it has its own.

use super::place::Place;
use crate::lines::ends_lines_with_returns;

/// The file with every place replaced. Places do not overlap.
pub(super) fn splice(file: &[u8], is_text: bool, mut places: Vec<Place>) -> Vec<u8> {
    places.sort_by_key(|place| place.start);
    let mut endings = Endings::of(file);
    let mut out = Vec::with_capacity(file.len());
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&file[at..place.start]);
        if is_text && !place.is_verbatim && place.new.contains(['\r', '\n']) {
            out.extend_from_slice(endings.adapted(&place).as_bytes());
        } else {
            out.extend_from_slice(place.new.as_bytes());
        }
        at = place.end;
    }
    out.extend_from_slice(&file[at..]);
    out
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
    fn adapted(&mut self, place: &Place) -> String {
        let new = place.new.replace("\r\n", "\n");
        if self.is_by_returns {
            return new.replace('\n', "\r");
        }
        match self.near(place) {
            "\n" => new,
            ending => new.replace('\n', ending),
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
