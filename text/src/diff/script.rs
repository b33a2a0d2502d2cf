//! Which lines to remove and to add: the linear-space algorithm of Myers.

use std::collections::HashMap;
use std::ops::Range;

use isolate_lines::slide;

use crate::budget::{Exhausted, charge};
use crate::stop::is_due;

use super::Replaced;

/// Edits that the search for one midpoint may try before it settles for the furthest it got.
/// A midpoint costs the square of this at most, about 2 million comparisons, and gets at
/// least this many lines further.
const EDITS_MAX: isize = 1_024;

/// Comparisons of lines in all: about a fifth of a second. What is left then is replaced as
/// a whole.
const WORK_MAX: usize = 150_000_000;

/// Edits between two checks whether to stop: some ten thousand comparisons.
const EDITS_BETWEEN_LOOKS: isize = 128;

/// What a line that is compared takes: in the old text its position in the table of lines, which
/// has room for twice as many and grows, and numbers for it; in the new one numbers.
const OLD_LINE_BYTES: usize = 120;
const NEW_LINE_BYTES: usize = 24;

/// Which lines of either text have no counterpart in the other.
pub(super) struct Script {
    removed: Vec<bool>,
    added: Vec<bool>,
}

impl Script {
    /// Compares two lists of lines.
    pub(super) fn between(old: &[&str], new: &[&str]) -> Result<Self, Exhausted> {
        Self::within(WORK_MAX, old, new)
    }

    /// As [`Script::between`], with at most this many comparisons.
    pub(super) fn within(work_max: usize, old: &[&str], new: &[&str]) -> Result<Self, Exhausted> {
        let middle = Middle::of(old, new);
        charge(middle.old.len() * OLD_LINE_BYTES + middle.new.len() * NEW_LINE_BYTES)?;
        // Lines that only one side has need no search, and only slow it down.
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut in_both: Vec<bool> = Vec::new();
        let old_ids: Vec<usize> = old[middle.old.clone()]
            .iter()
            .map(|line| {
                let next = in_both.len();
                let id = *numbers.entry(line).or_insert(next);
                if id == next {
                    in_both.push(false);
                }
                id
            })
            .collect();
        let new_ids: Vec<Option<usize>> = new[middle.new.clone()]
            .iter()
            .map(|line| {
                let id = numbers.get(line).copied();
                if let Some(id) = id {
                    in_both[id] = true;
                }
                id
            })
            .collect();
        let old_ids = old_ids.into_iter().map(|id| in_both[id].then_some(id));
        Self::search(
            work_max,
            (old.len(), new.len()),
            &middle,
            old_ids,
            new_ids.into_iter(),
        )
    }

    /// As [`Script::between`], with the choices that git makes where there are several good ones.
    pub(super) fn as_git(old: &[&str], new: &[&str]) -> Result<Self, Exhausted> {
        let middle = Middle::of(old, new);
        charge((old.len() + new.len()) * OLD_LINE_BYTES)?;
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let ids: Vec<usize> = old
            .iter()
            .chain(new)
            .map(|line| {
                let next = numbers.len();
                *numbers.entry(line).or_insert(next)
            })
            .collect();
        let (old_ids, new_ids) = ids.split_at(old.len());
        let mut counts = vec![(0, 0); numbers.len()];
        old_ids.iter().for_each(|&id| counts[id].0 += 1);
        new_ids.iter().for_each(|&id| counts[id].1 += 1);
        let old_found: Vec<usize> = old_ids.iter().map(|&id| counts[id].1).collect();
        let new_found: Vec<usize> = new_ids.iter().map(|&id| counts[id].0).collect();
        let searched = |ids: &[usize], found: &[usize], range: &Range<usize>| {
            let is_searched = searched_by_git(found, range);
            let ids = ids[range.clone()].iter().copied();
            ids.zip(is_searched)
                .map(|(id, is)| is.then_some(id))
                .collect::<Vec<_>>()
                .into_iter()
        };
        Self::search(
            WORK_MAX,
            (old.len(), new.len()),
            &middle,
            searched(old_ids, &old_found, &middle.old),
            searched(new_ids, &new_found, &middle.new),
        )
    }

    /// Looks for the shortest script between the middles. Lines without a number have no
    /// counterpart.
    fn search(
        work_max: usize,
        (old_len, new_len): (usize, usize),
        middle: &Middle,
        old_ids: impl Iterator<Item = Option<usize>>,
        new_ids: impl Iterator<Item = Option<usize>>,
    ) -> Result<Self, Exhausted> {
        charge(old_len + new_len)?;
        let mut script = Self {
            removed: vec![false; old_len],
            added: vec![false; new_len],
        };
        let old_side = Side::of(old_ids, middle.old.start, &mut script.removed);
        let new_side = Side::of(new_ids, middle.new.start, &mut script.added);
        let mut search = Search::new(&old_side.ids, &new_side.ids, work_max);
        search.run();
        for (nth, &place) in old_side.places.iter().enumerate() {
            script.removed[place] = search.removed[nth];
        }
        for (nth, &place) in new_side.places.iter().enumerate() {
            script.added[place] = search.added[nth];
        }
        Ok(script)
    }

    /// Moves each change among equal lines to the position where git puts it.
    pub(super) fn slide(&mut self, old: &[&str], new: &[&str]) {
        slide(old, &mut self.removed, &self.added);
        slide(new, &mut self.added, &self.removed);
    }

    /// The changes in order.
    pub(super) fn changes(&self) -> Vec<Replaced> {
        isolate_lines::changes(&self.removed, &self.added)
            .map(|[old, new]| Replaced { old, new })
            .collect()
    }
}

/// The lines of one side that both sides have, and where they are.
#[derive(Default)]
struct Side {
    ids: Vec<usize>,
    places: Vec<usize>,
}

impl Side {
    /// The lines that have a number; the others are marked as changed.
    fn of(ids: impl Iterator<Item = Option<usize>>, start: usize, changed: &mut [bool]) -> Self {
        let mut side = Self::default();
        for (place, id) in (start..).zip(ids) {
            match id {
                Some(id) => {
                    side.ids.push(id);
                    side.places.push(place);
                }
                None => changed[place] = true,
            }
        }
        side
    }
}

/// What is between the lines that two texts begin and end with together.
struct Middle {
    old: Range<usize>,
    new: Range<usize>,
}

impl Middle {
    fn of(old: &[&str], new: &[&str]) -> Self {
        let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let pairs = old[prefix..].iter().rev().zip(new[prefix..].iter().rev());
        let suffix = pairs.take_while(|(a, b)| a == b).count();
        Self {
            old: prefix..old.len() - suffix,
            new: prefix..new.len() - suffix,
        }
    }
}

/// The lines of a range that git matches. It leaves out lines that the other text
/// does not have, and lines that it has very often if they are among those.
fn searched_by_git(found: &[usize], range: &Range<usize>) -> Vec<bool> {
    /// Lines before and after a line that decide about it.
    const LINES_AROUND: usize = 100;
    /// So many times as many lines that are missing as lines that are frequent decide.
    const MISSING_PER_FREQUENT: usize = 3;
    const FREQUENT_MAX: usize = 1_024;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Line {
        Missing,
        Found,
        Frequent,
    }

    // About the square root of the number of lines.
    let bits = usize::BITS - found.len().leading_zeros();
    let frequent = (1_usize << bits.div_ceil(2)).min(FREQUENT_MAX);
    let lines: Vec<Line> = found[range.clone()]
        .iter()
        .map(|&count| match count {
            0 => Line::Missing,
            _ if count >= frequent => Line::Frequent,
            _ => Line::Found,
        })
        .collect();
    let around = |lines: &mut dyn Iterator<Item = &Line>| {
        let (mut missing, mut frequent) = (0, 0);
        for line in lines.take(LINES_AROUND) {
            match line {
                Line::Missing => missing += 1,
                Line::Frequent => frequent += 1,
                Line::Found => break,
            }
        }
        (missing, frequent)
    };
    let is_searched = |at: usize| match lines[at] {
        Line::Missing => false,
        Line::Found => true,
        Line::Frequent => {
            let (missing_before, frequent_before) = around(&mut lines[..at].iter().rev());
            let (missing_behind, frequent_behind) = around(&mut lines[at + 1..].iter());
            let missing = missing_before + missing_behind;
            // The line itself counts in both directions.
            let frequent = frequent_before + frequent_behind + 2;
            missing_before == 0 || missing_behind == 0 || missing <= MISSING_PER_FREQUENT * frequent
        }
    };
    (0..lines.len()).map(is_searched).collect()
}

/// A part of both sides: old lines `x0..x1` against new lines `y0..y1`.
#[derive(Clone, Copy)]
struct Part {
    x0: isize,
    x1: isize,
    y0: isize,
    y1: isize,
}

struct Search<'a> {
    old: &'a [usize],
    new: &'a [usize],
    removed: Vec<bool>,
    added: Vec<bool>,
    /// The furthest old line reached on each diagonal, from the start and from the end.
    forward: Vec<isize>,
    backward: Vec<isize>,
    work_left: usize,
}

impl<'a> Search<'a> {
    fn new(old: &'a [usize], new: &'a [usize], work_max: usize) -> Self {
        let diagonals = old.len() + new.len() + 3;
        Self {
            old,
            new,
            removed: vec![false; old.len()],
            added: vec![false; new.len()],
            forward: vec![0; diagonals],
            backward: vec![0; diagonals],
            work_left: work_max,
        }
    }

    fn run(&mut self) {
        let mut parts = vec![Part {
            x0: 0,
            x1: signed(self.old.len()),
            y0: 0,
            y1: signed(self.new.len()),
        }];
        while let Some(part) = parts.pop() {
            let part = self.trim(part);
            let is_done = part.x0 == part.x1 || part.y0 == part.y1 || self.work_left == 0;
            let middle = if is_done { None } else { self.middle(part) };
            match middle {
                Some((x, y)) => {
                    parts.push(Part {
                        x1: x,
                        y1: y,
                        ..part
                    });
                    parts.push(Part {
                        x0: x,
                        y0: y,
                        ..part
                    });
                }
                None => {
                    self.removed[unsigned(part.x0)..unsigned(part.x1)].fill(true);
                    self.added[unsigned(part.y0)..unsigned(part.y1)].fill(true);
                }
            }
        }
    }

    fn is_same(&self, x: isize, y: isize) -> bool {
        self.old[unsigned(x)] == self.new[unsigned(y)]
    }

    fn trim(&self, mut part: Part) -> Part {
        while part.x0 < part.x1 && part.y0 < part.y1 && self.is_same(part.x0, part.y0) {
            part.x0 += 1;
            part.y0 += 1;
        }
        while part.x0 < part.x1 && part.y0 < part.y1 && self.is_same(part.x1 - 1, part.y1 - 1) {
            part.x1 -= 1;
            part.y1 -= 1;
        }
        part
    }

    /// The position of a diagonal in the two lists; they run from `-new.len() - 1`.
    fn diagonal(&self, diagonal: isize) -> usize {
        unsigned(diagonal + signed(self.new.len()) + 1)
    }

    /// A point on a shortest way through the part, or on a good one if that takes long.
    fn middle(&mut self, part: Part) -> Option<(isize, isize)> {
        let Part { x0, x1, y0, y1 } = part;
        let (lowest, highest) = (x0 - y1, x1 - y0);
        let (start, end) = (x0 - y0, x1 - y1);
        let is_odd = (start - end) & 1 != 0;
        let (mut f_low, mut f_high) = (start, start);
        let (mut b_low, mut b_high) = (end, end);
        let at = self.diagonal(start);
        self.forward[at] = x0;
        let at = self.diagonal(end);
        self.backward[at] = x1;
        for edits in 1_isize.. {
            (f_low, f_high) = self.widen(true, (f_low, f_high), (lowest, highest));
            let mut d = f_high;
            while d >= f_low {
                let at = self.diagonal(d);
                let mut x = self.forward[at + 1].max(self.forward[at - 1] + 1);
                let from = x;
                while x < x1 && x - d < y1 && self.is_same(x, x - d) {
                    x += 1;
                }
                self.work_left = self.work_left.saturating_sub(unsigned(x - from) + 1);
                self.forward[at] = x;
                if is_odd && b_low <= d && d <= b_high && self.backward[at] <= x {
                    return Some((x, x - d)).filter(|&point| is_inside(point, part));
                }
                d -= 2;
            }
            (b_low, b_high) = self.widen(false, (b_low, b_high), (lowest, highest));
            let mut d = b_high;
            while d >= b_low {
                let at = self.diagonal(d);
                let mut x = self.backward[at - 1].min(self.backward[at + 1] - 1);
                let from = x;
                while x0 < x && y0 < x - d && self.is_same(x - 1, x - 1 - d) {
                    x -= 1;
                }
                self.work_left = self.work_left.saturating_sub(unsigned(from - x) + 1);
                self.backward[at] = x;
                if !is_odd && f_low <= d && d <= f_high && x <= self.forward[at] {
                    return Some((x, x - d)).filter(|&point| is_inside(point, part));
                }
                d -= 2;
            }
            if edits % EDITS_BETWEEN_LOOKS == 0 && is_due() {
                self.work_left = 0;
            }
            if edits >= EDITS_MAX || self.work_left == 0 {
                let forward = self.furthest(part, (f_low, f_high));
                return forward.filter(|&point| is_inside(point, part));
            }
        }
        None
    }

    /// Adds a diagonal on each side, or takes one away where the part ends.
    fn widen(
        &mut self,
        is_forward: bool,
        (low, high): (isize, isize),
        (lowest, highest): (isize, isize),
    ) -> (isize, isize) {
        let unreached = if is_forward { -1 } else { isize::MAX };
        let mut bounds = (low + 1, high - 1);
        if low > lowest {
            bounds.0 = low - 1;
            let at = self.diagonal(bounds.0 - 1);
            self.side(is_forward)[at] = unreached;
        }
        if high < highest {
            bounds.1 = high + 1;
            let at = self.diagonal(bounds.1 + 1);
            self.side(is_forward)[at] = unreached;
        }
        bounds
    }

    fn side(&mut self, is_forward: bool) -> &mut [isize] {
        if is_forward {
            &mut self.forward
        } else {
            &mut self.backward
        }
    }

    /// The point furthest from the start that the forward search has reached.
    fn furthest(&self, part: Part, (low, high): (isize, isize)) -> Option<(isize, isize)> {
        let mut best: Option<(isize, isize)> = None;
        let mut d = high;
        while d >= low {
            let x = self.forward[self.diagonal(d)].min(part.x1).min(part.y1 + d);
            if x >= part.x0 && x - d >= part.y0 && best.is_none_or(|(a, b)| a + b < x + x - d) {
                best = Some((x, x - d));
            }
            d -= 2;
        }
        best
    }
}

/// Whether a point splits a part into two smaller ones.
fn is_inside((x, y): (isize, isize), part: Part) -> bool {
    let is_in_range = part.x0 <= x && x <= part.x1 && part.y0 <= y && y <= part.y1;
    is_in_range && (x, y) != (part.x0, part.y0) && (x, y) != (part.x1, part.y1)
}

fn signed(number: usize) -> isize {
    isize::try_from(number).expect("no slice is longer than isize::MAX bytes")
}

fn unsigned(number: isize) -> usize {
    usize::try_from(number).expect("lines and diagonals are counted from 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many lines the script between two texts changes.
    fn changed(work_max: usize, old: &str, new: &str) -> usize {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let script = Script::within(work_max, &old, &new).unwrap();
        let is_set = |flags: &[bool]| flags.iter().filter(|&&is| is).count();
        // What is left on both sides is the same in any case.
        let left = |lines: &[&str], gone: &[bool]| -> Vec<String> {
            let pairs = lines.iter().zip(gone).filter(|(_, gone)| !**gone);
            pairs.map(|(line, _)| (*line).to_owned()).collect()
        };
        assert_eq!(left(&old, &script.removed), left(&new, &script.added));
        is_set(&script.removed) + is_set(&script.added)
    }

    #[test]
    fn work_is_bounded() {
        let (old, new) = ("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc");
        let best = changed(WORK_MAX, old, new);
        let needed = (0..1_000)
            .find(|&work| changed(work, old, new) == best)
            .expect("small texts need little work");
        assert!(needed > 1);
        assert!(changed(needed - 1, old, new) > best);
        assert_eq!(changed(0, old, new), 7 + 6);
    }
}
