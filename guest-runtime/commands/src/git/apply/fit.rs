//! Where hunks go in a file, as `git apply` decides: no line around a change may differ.

use crate::patch::parse::Hunk;

/// A line of a file, and whether a hunk has put it there.
type Line<'t> = (&'t [u8], bool);

/// A file with all hunks in it; otherwise the line at which the hunk should have been that fits nowhere.
pub(super) fn with_hunks(content: &[u8], hunks: &[Hunk]) -> Result<Vec<u8>, usize> {
    let lines = content.split_inclusive(|byte| *byte == b'\n');
    let mut lines: Vec<Line<'_>> = lines.map(|line| (line, false)).collect();
    for hunk in hunks {
        let of = |other: u8| {
            let lines = hunk.lines.iter().filter(move |line| line.mark != other);
            lines.map(|line| line.text.as_slice())
        };
        let old: Vec<&[u8]> = of(b'+').collect();
        let place = place_of(&lines, &old, hunk).ok_or(hunk.at[0])?;
        let new = hunk.lines.iter().filter(|line| line.mark != b'-');
        let new: Vec<Line<'_>> = new.map(|line| (line.text.as_slice(), true)).collect();
        lines.splice(place..place + old.len(), new);
    }
    Ok(lines
        .into_iter()
        .flat_map(|(line, _)| line.iter().copied())
        .collect())
}

/// Where the old lines of a hunk are.
fn place_of(lines: &[Line<'_>], old: &[&[u8]], hunk: &Hunk) -> Option<usize> {
    // One that begins with the first line is at the beginning, one with no line behind it at the end.
    let is_first = hunk.at[0] <= 1;
    let is_last = hunk.lines.last().is_none_or(|line| line.mark != b' ');
    let room = lines.len().checked_sub(old.len())?;
    let fits = |at: usize| {
        let is_there = !(is_first && at != 0 || is_last && at != room) && at <= room;
        is_there
            && lines[at..at + old.len()]
                .iter()
                .zip(old)
                .all(|((line, is_new), old)| line == old && !is_new)
    };
    let guess = match (is_first, is_last) {
        (true, _) => 0,
        (_, true) => room,
        _ => hunk.at[1].saturating_sub(1).min(lines.len()),
    };
    let far = guess.max(lines.len() - guess);
    let around =
        (1..=far).flat_map(|distance| [guess.checked_add(distance), guess.checked_sub(distance)]);
    std::iter::once(Some(guess))
        .chain(around)
        .flatten()
        .find(|at| fits(*at))
}
