//! Where hunks go in a file, and what it is with them.

use super::parse::Hunk;

/// How a hunk has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Went {
    /// It is in, at this line of the result, this much off, and with so many lines around it passed over.
    In {
        at: isize,
        offset: isize,
        fuzz: usize,
    },
    /// It fits nowhere; it should have been at this line.
    Failed { at: isize },
}

/// A file with hunks in it.
pub(super) struct Applied {
    pub(super) content: Vec<u8>,
    pub(super) went: Vec<Went>,
}

fn signed(number: usize) -> isize {
    isize::try_from(number).unwrap_or(isize::MAX)
}

struct Pattern<'h> {
    old: Vec<&'h [u8]>,
    new: Vec<&'h [u8]>,
    /// Lines around the change, before and behind it.
    around: [usize; 2],
}

impl<'h> Pattern<'h> {
    fn of(hunk: &'h Hunk) -> Self {
        let lines = |other: u8| {
            let lines = hunk.lines.iter().filter(move |line| line.mark != other);
            lines.map(|line| line.text.as_slice()).collect()
        };
        let is_around = |line: &&super::parse::Line| line.mark == b' ';
        let before = hunk.lines.iter().take_while(is_around).count();
        let behind = hunk.lines.iter().rev().take_while(is_around).count();
        Self {
            old: lines(b'+'),
            new: lines(b'-'),
            around: [before, behind],
        }
    }
}

fn fits(lines: &[&[u8]], pattern: &[&[u8]], at: usize, passed: [usize; 2]) -> bool {
    let count = pattern.len().saturating_sub(passed[1]);
    (passed[0].min(count)..count).all(|index| lines.get(at + index) == Some(&pattern[index]))
}

/// The place of a hunk, counted from 0; `guess` is where it should be, `frozen` what is done already.
fn locate(
    lines: &[&[u8]],
    pattern: &Pattern<'_>,
    guess: isize,
    frozen: usize,
    fuzz: usize,
) -> Option<usize> {
    let [before, behind] = pattern.around;
    let most = before.max(behind);
    let passed = [
        signed(fuzz + before) - signed(most),
        signed(fuzz + behind) - signed(most),
    ];
    let whole = passed.map(|count| usize::try_from(count).unwrap_or(0));
    let room = lines
        .len()
        .checked_sub(pattern.old.len().saturating_sub(whole[1]))?;
    let tries = |at: usize| fits(lines, &pattern.old, at, whole).then_some(at);
    // Fewer lines around one side than around the other: the file begins or ends there.
    if passed[0] < 0 {
        return if frozen == 0 { tries(0) } else { None };
    }
    if passed[1] < 0 {
        let at = lines.len().checked_sub(pattern.old.len())?;
        return if at >= frozen { tries(at) } else { None };
    }
    let reach = signed(lines.len()) + guess.abs();
    for distance in 0..=reach {
        for at in [guess + distance, guess - distance] {
            let Ok(at) = usize::try_from(at) else {
                continue;
            };
            if at <= room && at + whole[0] >= frozen && tries(at).is_some() {
                return Some(at);
            }
        }
    }
    None
}

/// Adds a line; one before it that had no end gets one.
fn put(out: &mut Vec<u8>, line: &[u8]) {
    if out.last().is_some_and(|last| *last != b'\n') {
        out.push(b'\n');
    }
    out.extend_from_slice(line);
}

/// Whether a hunk is in a file already: it fits, taken back, with fewer lines passed over than as it is.
pub(super) fn is_in(content: &[u8], hunk: &Hunk, taken_back: &Hunk, fuzz_max: usize) -> bool {
    let lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let fits_at = |hunk: &Hunk, fuzz: usize| {
        let pattern = Pattern::of(hunk);
        let most = pattern.around[0].max(pattern.around[1]);
        let guess = signed(hunk.at[0]) - isize::from(!pattern.old.is_empty());
        pattern.old.is_empty()
            || (fuzz <= most && locate(&lines, &pattern, guess, 0, fuzz).is_some())
    };
    let pattern = Pattern::of(hunk);
    let most = pattern.around[0].max(pattern.around[1]).min(fuzz_max);
    let first = (0..=most).find(|fuzz| fits_at(hunk, *fuzz) || fits_at(taken_back, *fuzz));
    first.is_some_and(|fuzz| !fits_at(hunk, fuzz))
}

/// Puts hunks into a file, those that fit.
pub(super) fn apply(content: &[u8], hunks: &[Hunk], fuzz_max: usize) -> Applied {
    let lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let mut out = Vec::new();
    let mut went = Vec::new();
    // Lines of the file that are copied or replaced, how far hunks were off, and lines that were added.
    let (mut done, mut off, mut added) = (0_usize, 0_isize, 0_isize);
    for hunk in hunks {
        let pattern = Pattern::of(hunk);
        // Nothing is before the first line of an empty side.
        let first = signed(hunk.at[0]) - isize::from(!pattern.old.is_empty());
        let guess = first + off;
        let most = pattern.around[0].max(pattern.around[1]).min(fuzz_max);
        let found = if pattern.old.is_empty() {
            // Nothing fits anywhere.
            let at = usize::try_from(guess).unwrap_or(0);
            Some((at.min(lines.len()).max(done), 0))
        } else {
            (0..=most)
                .find_map(|fuzz| locate(&lines, &pattern, guess, done, fuzz).map(|at| (at, fuzz)))
        };
        let Some((at, fuzz)) = found else {
            went.push(Went::Failed {
                at: first + 1 + added,
            });
            continue;
        };
        let passed = {
            let [before, behind] = pattern.around;
            let most = before.max(behind);
            [before, behind].map(|side| (fuzz + side).saturating_sub(most))
        };
        // A hunk without old lines is where it says, also beyond the end.
        let place = if pattern.old.is_empty() {
            guess
        } else {
            off += signed(at) - guess;
            signed(at)
        };
        went.push(Went::In {
            at: place + 1 + added,
            offset: off,
            fuzz,
        });
        // Lines that were passed over stay as the file has them.
        let start = (at + passed[0]).max(done);
        let end = at + pattern.old.len() - passed[1].min(pattern.old.len());
        for line in &lines[done..start.min(lines.len())] {
            put(&mut out, line);
        }
        let new_end = pattern.new.len() - passed[1].min(pattern.new.len());
        for line in pattern.new.get(start - at..new_end).unwrap_or_default() {
            put(&mut out, line);
        }
        done = end.max(done);
        added += signed(pattern.new.len()) - signed(pattern.old.len());
    }
    for line in lines.get(done..).unwrap_or_default() {
        put(&mut out, line);
    }
    Applied { content: out, went }
}
