//! Putting new text into the places, with the line endings of its surroundings.

use super::locate::Place;

/// The file with every place replaced. Places do not overlap.
pub(super) fn splice(file: &[u8], is_text: bool, mut places: Vec<Place>) -> Vec<u8> {
    places.sort_by_key(|place| place.start);
    let mut out = Vec::with_capacity(file.len());
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&file[at..place.start]);
        if is_text {
            out.extend_from_slice(with_ends(&place.new, ending(file, &place)).as_bytes());
        } else {
            out.extend_from_slice(place.new.as_bytes());
        }
        at = place.end;
    }
    out.extend_from_slice(&file[at..]);
    out
}

/// The line ending used inside a place, else by the nearest line, else `\n`.
fn ending(file: &[u8], place: &Place) -> &'static str {
    first_ending(&file[place.start..place.end])
        // The end of the line that the place lies in.
        .or_else(|| first_ending(&file[place.end..]))
        .or_else(|| last_ending(&file[..place.start]))
        .unwrap_or("\n")
}

fn first_ending(bytes: &[u8]) -> Option<&'static str> {
    let at = bytes
        .iter()
        .position(|byte| matches!(byte, b'\r' | b'\n'))?;
    Some(match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => "\r\n",
        (b'\r', _) => "\r",
        _ => "\n",
    })
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
