//! Which lines of two files are changed: a shortest script, found by searching from both ends, whose
//! changes are then moved to where GNU shows them.

use isolate_lines::slide;

/// Steps after which a search takes the best that it has.
const COST_MIN: usize = 4096;

/// Lines that are taken out of the first file and put in from the second, at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// Lines of each file before it.
    pub(crate) at: [usize; 2],
    /// Lines of each file in it.
    pub(crate) count: [usize; 2],
}

struct Search<'l> {
    lines: [&'l [usize]; 2],
    changed: [Vec<bool>; 2],
    /// How far each diagonal has come, from the start and from the end.
    forward: Vec<isize>,
    backward: Vec<isize>,
    shift: isize,
    cost_max: usize,
}

fn signed(number: usize) -> isize {
    isize::try_from(number).expect("files are shorter than memory")
}

fn unsigned(number: isize) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// The changes between two files, whose lines are given as numbers: equal lines have the same.
pub(crate) fn changes(first: &[usize], second: &[usize], is_minimal: bool) -> Vec<Change> {
    let [kept_first, kept_second] = if is_minimal {
        [(0..first.len()).collect(), (0..second.len()).collect()]
    } else {
        [kept(first, second), kept(second, first)]
    };
    let of = |lines: &[usize], kept: &[usize]| -> Vec<usize> {
        kept.iter().map(|at| lines[*at]).collect()
    };
    let (short_first, short_second) = (of(first, &kept_first), of(second, &kept_second));
    let diagonals = short_first.len() + short_second.len() + 3;
    // About the root of how many diagonals there are.
    let cost = 1_usize << (usize::BITS - diagonals.leading_zeros()).div_ceil(2);
    let mut search = Search {
        lines: [&short_first, &short_second],
        // One more, which is never changed: it ends every run.
        changed: [
            vec![false; short_first.len() + 1],
            vec![false; short_second.len() + 1],
        ],
        forward: vec![0; diagonals],
        backward: vec![0; diagonals],
        shift: signed(short_second.len()) + 1,
        cost_max: cost.max(COST_MIN),
    };
    search.compare();
    let [mut removed, mut added] = [vec![true; first.len()], vec![true; second.len()]];
    let [left, right] = search.changed;
    for (kept, (found, all)) in [
        (&kept_first, (left, &mut removed)),
        (&kept_second, (right, &mut added)),
    ] {
        for (at, is_changed) in kept.iter().zip(found) {
            all[*at] = is_changed;
        }
    }
    slide(first, &mut removed, &added);
    slide(second, &mut added, &removed);
    isolate_lines::changes(&removed, &added)
        .map(|[old, new]| Change {
            at: [old.start, new.start],
            count: [old.len(), new.len()],
        })
        .collect()
}

/// What becomes of a line before the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Kept,
    /// The other file does not have it.
    Discarded,
    /// The other file has it so often that it says little.
    Provisional,
}

/// Which lines are searched for: not those that the other file does not have, nor frequent ones among
/// those.
fn kept(lines: &[usize], other: &[usize]) -> Vec<usize> {
    let numbers = lines.iter().chain(other).max().map_or(0, |most| most + 1);
    let mut counts = vec![0_usize; numbers];
    for line in other {
        counts[*line] += 1;
    }
    let mut many = 5;
    let mut rest = lines.len() / 64 / 4;
    while rest > 0 {
        many *= 2;
        rest /= 4;
    }
    let fate = |line: &usize| match counts[*line] {
        0 => Fate::Discarded,
        count if count > many => Fate::Provisional,
        _ => Fate::Kept,
    };
    let mut fates: Vec<Fate> = lines.iter().map(fate).collect();
    let mut at = 0;
    while at < fates.len() {
        match fates[at] {
            Fate::Kept => at += 1,
            Fate::Provisional => {
                fates[at] = Fate::Kept;
                at += 1;
            }
            Fate::Discarded => at = settle(&mut fates, at),
        }
    }
    let kept = fates.iter().enumerate();
    let kept = kept.filter(|(_, fate)| **fate == Fate::Kept);
    kept.map(|(at, _)| at).collect()
}

/// Decides about the frequent lines in a run of discarded ones, and answers its end.
fn settle(fates: &mut [Fate], start: usize) -> usize {
    let run = fates[start..]
        .iter()
        .take_while(|fate| **fate != Fate::Kept);
    let mut end = start + run.count();
    while end > start && fates[end - 1] == Fate::Provisional {
        end -= 1;
        fates[end] = Fate::Kept;
    }
    let length = end - start;
    let run = &mut fates[start..end];
    let frequent = run
        .iter()
        .filter(|fate| **fate == Fate::Provisional)
        .count();
    if frequent * 4 > length {
        for fate in run.iter_mut().filter(|fate| **fate == Fate::Provisional) {
            *fate = Fate::Kept;
        }
        return end;
    }
    let mut least = 1;
    let mut rest = length / 4 / 4;
    while rest > 0 {
        least *= 2;
        rest /= 4;
    }
    least += 1;
    // Many frequent lines in a row are kept.
    let mut at = 0;
    while at < length {
        let row = run[at..]
            .iter()
            .take_while(|fate| **fate == Fate::Provisional)
            .count();
        if row >= least {
            run[at..at + row].fill(Fate::Kept);
        }
        at += row.max(1);
    }
    let clear = |fate: &mut Fate, in_row: &mut usize| match *fate {
        Fate::Provisional => {
            *in_row = 0;
            *fate = Fate::Kept;
        }
        Fate::Kept => *in_row = 0,
        Fate::Discarded => *in_row += 1,
    };
    // Those near an end of the run are kept, too.
    for from_end in [false, true] {
        let mut in_row = 0;
        for step in 0..length {
            let at = if from_end { length - 1 - step } else { step };
            if step >= 8 && run[at] == Fate::Discarded {
                break;
            }
            clear(&mut run[at], &mut in_row);
            if in_row == 3 {
                break;
            }
        }
    }
    end
}

impl Search<'_> {
    fn compare(&mut self) {
        let mut parts = vec![(0, self.lines[0].len(), 0, self.lines[1].len())];
        while let Some((mut x, mut x_end, mut y, mut y_end)) = parts.pop() {
            let [first, second] = self.lines;
            while x < x_end && y < y_end && first[x] == second[y] {
                x += 1;
                y += 1;
            }
            while x < x_end && y < y_end && first[x_end - 1] == second[y_end - 1] {
                x_end -= 1;
                y_end -= 1;
            }
            if x == x_end {
                self.changed[1][y..y_end].fill(true);
            } else if y == y_end {
                self.changed[0][x..x_end].fill(true);
            } else {
                let (x_mid, y_mid) = self.middle(x, x_end, y, y_end);
                parts.push((x_mid, x_end, y_mid, y_end));
                parts.push((x, x_mid, y, y_mid));
            }
        }
    }

    /// A point that a shortest script goes through.
    fn middle(
        &mut self,
        x_start: usize,
        x_end: usize,
        y_start: usize,
        y_end: usize,
    ) -> (usize, usize) {
        let [first, second] = self.lines;
        let (x_start, x_end) = (signed(x_start), signed(x_end));
        let (y_start, y_end) = (signed(y_start), signed(y_end));
        let (least, most) = (x_start - y_end, x_end - y_start);
        let (front, back) = (x_start - y_start, x_end - y_end);
        let is_odd = (front - back) & 1 != 0;
        let shift = self.shift;
        let at = |diagonal: isize| unsigned(diagonal + shift);
        let (mut f_min, mut f_max, mut b_min, mut b_max) = (front, front, back, back);
        self.forward[at(front)] = x_start;
        self.backward[at(back)] = x_end;
        for cost in 1_usize.. {
            if f_min > least {
                f_min -= 1;
                self.forward[at(f_min - 1)] = -1;
            } else {
                f_min += 1;
            }
            if f_max < most {
                f_max += 1;
                self.forward[at(f_max + 1)] = -1;
            } else {
                f_max -= 1;
            }
            let mut diagonal = f_max;
            while diagonal >= f_min {
                let (low, high) = (
                    self.forward[at(diagonal - 1)],
                    self.forward[at(diagonal + 1)],
                );
                let mut x = if low < high { high } else { low + 1 };
                let mut y = x - diagonal;
                while x < x_end && y < y_end && first[unsigned(x)] == second[unsigned(y)] {
                    x += 1;
                    y += 1;
                }
                self.forward[at(diagonal)] = x;
                if is_odd && (b_min..=b_max).contains(&diagonal) && self.backward[at(diagonal)] <= x
                {
                    return (unsigned(x), unsigned(y));
                }
                diagonal -= 2;
            }
            if b_min > least {
                b_min -= 1;
                self.backward[at(b_min - 1)] = isize::MAX;
            } else {
                b_min += 1;
            }
            if b_max < most {
                b_max += 1;
                self.backward[at(b_max + 1)] = isize::MAX;
            } else {
                b_max -= 1;
            }
            let mut diagonal = b_max;
            while diagonal >= b_min {
                let (low, high) = (
                    self.backward[at(diagonal - 1)],
                    self.backward[at(diagonal + 1)],
                );
                let mut x = if low < high { low } else { high - 1 };
                let mut y = x - diagonal;
                while x_start < x
                    && y_start < y
                    && first[unsigned(x - 1)] == second[unsigned(y - 1)]
                {
                    x -= 1;
                    y -= 1;
                }
                self.backward[at(diagonal)] = x;
                if !is_odd && (f_min..=f_max).contains(&diagonal) && x <= self.forward[at(diagonal)]
                {
                    return (unsigned(x), unsigned(y));
                }
                diagonal -= 2;
            }
            if cost >= self.cost_max {
                return self.best(
                    (f_min, f_max),
                    (b_min, b_max),
                    (x_start, x_end, y_start, y_end),
                );
            }
        }
        unreachable!("both searches meet")
    }

    /// The point that either search has come furthest to.
    fn best(
        &self,
        forward: (isize, isize),
        backward: (isize, isize),
        (x_start, x_end, y_start, y_end): (isize, isize, isize, isize),
    ) -> (usize, usize) {
        let at = |diagonal: isize| unsigned(diagonal + self.shift);
        let (mut far, mut far_x) = (-1, x_start);
        for diagonal in (forward.0..=forward.1).rev().step_by(2) {
            let x = self.forward[at(diagonal)].min(x_end);
            let x = x.min(y_end + diagonal);
            if far < x + (x - diagonal) {
                (far, far_x) = (x + (x - diagonal), x);
            }
        }
        let (mut near, mut near_x) = (isize::MAX, x_end);
        for diagonal in (backward.0..=backward.1).rev().step_by(2) {
            let x = self.backward[at(diagonal)].max(x_start);
            let x = x.max(y_start + diagonal);
            if x + (x - diagonal) < near {
                (near, near_x) = (x + (x - diagonal), x);
            }
        }
        if (x_end + y_end) - near < far - (x_start + y_start) {
            (unsigned(far_x), unsigned(far - far_x))
        } else {
            (unsigned(near_x), unsigned(near - near_x))
        }
    }
}
