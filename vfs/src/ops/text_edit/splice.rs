//! Putting new text into the places, with the line endings of its surroundings unless it has its own.

use super::place::Place;

/// The file with every place replaced. Places do not overlap.
pub(super) fn splice(file: &[u8], is_text: bool, mut places: Vec<Place>) -> Vec<u8> {
    places.sort_by_key(|place| place.start);
    let mut endings = Endings { file, next: None };
    let mut out = Vec::with_capacity(file.len());
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&file[at..place.start]);
        if is_text && !place.is_verbatim && place.new.contains(['\r', '\n']) {
            out.extend_from_slice(with_ends(&place.new, endings.of(&place)).as_bytes());
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
    /// The last result: where the search began, where the ending is, and which it is. Many places
    /// in one long line share it.
    next: Option<(usize, usize, &'static str)>,
}

impl Endings<'_> {
    /// The line ending used inside a place, else by the nearest line, else `\n`.
    fn of(&mut self, place: &Place) -> &'static str {
        if let Some(inside) = first_ending(&self.file[place.start..place.end]) {
            return inside.1;
        }
        if let Some((from, at, ending)) = self.next
            && from <= place.end
            && place.end <= at
        {
            return ending;
        }
        // The end of the line of the place.
        let after = first_ending(&self.file[place.end..]);
        let (at, ending) = match after {
            Some((at, ending)) => (place.end + at, ending),
            None => (
                self.file.len(),
                last_ending(&self.file[..place.start]).unwrap_or("\n"),
            ),
        };
        self.next = Some((place.end, at, ending));
        ending
    }
}

fn first_ending(bytes: &[u8]) -> Option<(usize, &'static str)> {
    let at = bytes
        .iter()
        .position(|byte| matches!(byte, b'\r' | b'\n'))?;
    let ending = match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => "\r\n",
        (b'\r', _) => "\r",
        _ => "\n",
    };
    Some((at, ending))
}

fn last_ending(bytes: &[u8]) -> Option<&'static str> {
    let at = bytes
        .iter()
        .rposition(|byte| matches!(byte, b'\r' | b'\n'))?;
    Some(
        match (bytes[at], at.checked_sub(1).map(|before| bytes[before])) {
            (b'\n', Some(b'\r')) => "\r\n",
            (b'\n', _) => "\n",
            _ => "\r",
        },
    )
}

fn with_ends(text: &str, ending: &str) -> String {
    let plain = text.replace("\r\n", "\n").replace('\r', "\n");
    if ending == "\n" {
        plain
    } else {
        plain.replace('\n', ending)
    }
}
