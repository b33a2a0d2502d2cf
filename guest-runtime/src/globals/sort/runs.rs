//! The merge sort of Tim Peters, in the order of comparisons that V8 makes.
//!
//! A consistent comparator gives the same order by any stable sort. Comparators of programs are
//! often not consistent: `(a, b) => a > b` never says that one comes first. What they give elsewhere
//! depends on which items are compared, and so it does here.

use boa_engine::JsResult;

/// Arrays that are shorter are sorted by insertion alone; others are cut into runs of at least half
/// as much.
const SHORT: usize = 64;

/// Wins of one side in a row after which a merge looks for the end of the winning stretch.
const GALLOP_MIN: usize = 7;

/// Sorts numbers of items. `is_less` answers whether the comparator puts its first argument before
/// its second.
///
/// # Errors
///
/// Those of `is_less`.
pub(super) fn sort(
    items: &mut [u32],
    is_less: &mut dyn FnMut(u32, u32) -> JsResult<bool>,
) -> JsResult<()> {
    if items.len() < 2 {
        return Ok(());
    }
    let run_min = run_length_min(items.len());
    let mut state = State {
        is_less,
        runs: Vec::new(),
        gallop: GALLOP_MIN,
    };
    let mut low = 0;
    while low < items.len() {
        let rest = &mut items[low..];
        let mut length = state.first_run(rest)?;
        if length < run_min {
            let forced = run_min.min(rest.len());
            state.insert(&mut rest[..forced], length)?;
            length = forced;
        }
        state.runs.push(Run { start: low, length });
        state.collapse(items)?;
        low += length;
    }
    while state.runs.len() > 1 {
        let last = state.runs.len() - 2;
        let is_earlier = last > 0 && state.length(last - 1) < state.length(last + 1);
        state.merge_at(items, last - usize::from(is_earlier))?;
    }
    Ok(())
}

/// Half of [`SHORT`] up to [`SHORT`], so that the number of runs is a power of two or a little less.
fn run_length_min(mut length: usize) -> usize {
    let mut rest = 0;
    while length >= SHORT {
        rest |= length & 1;
        length >>= 1;
    }
    length + rest
}

#[derive(Clone, Copy)]
struct Run {
    start: usize,
    length: usize,
}

struct State<'a> {
    is_less: &'a mut dyn FnMut(u32, u32) -> JsResult<bool>,
    /// Sorted runs that are not merged yet, side by side.
    runs: Vec<Run>,
    /// Wins in a row from which galloping pays; it adapts.
    gallop: usize,
}

impl State<'_> {
    fn is_less(&mut self, left: u32, right: u32) -> JsResult<bool> {
        (self.is_less)(left, right)
    }

    fn length(&self, run: usize) -> usize {
        self.runs[run].length
    }

    /// The length of the run at the front. One that falls is turned round.
    fn first_run(&mut self, items: &mut [u32]) -> JsResult<usize> {
        if items.len() < 2 {
            return Ok(items.len());
        }
        let is_falling = self.is_less(items[1], items[0])?;
        let mut length = 2;
        while length < items.len() && self.is_less(items[length], items[length - 1])? == is_falling
        {
            length += 1;
        }
        if is_falling {
            items[..length].reverse();
        }
        Ok(length)
    }

    /// Sorts items of which the first `sorted` are sorted.
    fn insert(&mut self, items: &mut [u32], sorted: usize) -> JsResult<()> {
        for at in sorted.max(1)..items.len() {
            let pivot = items[at];
            let (mut left, mut right) = (0, at);
            while left < right {
                let middle = left + (right - left) / 2;
                if self.is_less(pivot, items[middle])? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            items.copy_within(left..at, left + 1);
            items[left] = pivot;
        }
        Ok(())
    }

    /// Merges runs until each is longer than the two behind it together.
    fn collapse(&mut self, items: &mut [u32]) -> JsResult<()> {
        while self.runs.len() > 1 {
            let last = self.runs.len() - 2;
            if !self.is_balanced(last + 1) || !self.is_balanced(last) {
                let is_earlier = self.length(last - 1) < self.length(last + 1);
                self.merge_at(items, last - usize::from(is_earlier))?;
            } else if self.length(last) <= self.length(last + 1) {
                self.merge_at(items, last)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn is_balanced(&self, run: usize) -> bool {
        run < 2 || self.length(run - 2) > self.length(run - 1) + self.length(run)
    }

    /// Merges a run with the one behind it.
    fn merge_at(&mut self, items: &mut [u32], run: usize) -> JsResult<()> {
        let (left, right) = (self.runs[run], self.runs.remove(run + 1));
        self.runs[run].length += right.length;
        // What is in its place already is left out.
        let whole = &items[left.start..left.start + left.length];
        let skipped = self.gallop_right(items[right.start], whole, 0)?;
        let left_length = left.length - skipped;
        if left_length == 0 {
            return Ok(());
        }
        let key = items[right.start - 1];
        let whole = &items[right.start..right.start + right.length];
        let right_length = self.gallop_left(key, whole, right.length - 1)?;
        if right_length == 0 {
            return Ok(());
        }
        let span = &mut items[left.start + skipped..right.start + right_length];
        if left_length <= right_length {
            self.merge_low(span, left_length)
        } else {
            self.merge_high(span, left_length)
        }
    }

    /// The first place where a key can be inserted, found from `hint` on.
    fn gallop_left(&mut self, key: u32, items: &[u32], hint: usize) -> JsResult<usize> {
        let (mut last, mut offset) = (0, 1);
        let (mut low, mut high);
        if self.is_less(items[hint], key)? {
            let most = items.len() - hint;
            while offset < most && self.is_less(items[hint + offset], key)? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (hint + last + 1, hint + offset.min(most));
        } else {
            let most = hint + 1;
            while offset < most && !self.is_less(items[hint - offset], key)? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (hint + 1 - offset.min(most), hint - last);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.is_less(items[middle], key)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(high)
    }

    /// The last place where a key can be inserted, found from `hint` on.
    fn gallop_right(&mut self, key: u32, items: &[u32], hint: usize) -> JsResult<usize> {
        let (mut last, mut offset) = (0, 1);
        let (mut low, mut high);
        if self.is_less(key, items[hint])? {
            let most = hint + 1;
            while offset < most && self.is_less(key, items[hint - offset])? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (hint + 1 - offset.min(most), hint - last);
        } else {
            let most = items.len() - hint;
            while offset < most && !self.is_less(key, items[hint + offset])? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (hint + last + 1, hint + offset.min(most));
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.is_less(key, items[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(high)
    }

    /// Merges two runs of which the left one is not longer, from the front.
    fn merge_low(&mut self, items: &mut [u32], left_length: usize) -> JsResult<()> {
        let left = items[..left_length].to_vec();
        // Next of the left run, of the right one, and the place of the next result.
        let (mut a, mut b, mut to) = (0, left_length, 0);
        let result = self.merge_forward(items, &left, &mut a, &mut b, &mut to);
        // Where nothing is left of one run, the other is in its place. The last of the left run
        // comes after all of the right one, and so it does where the comparator has thrown.
        let rest = items.len() - b;
        if left.len() - a == 1 && rest > 0 {
            items.copy_within(b.., to);
            items[to + rest] = left[a];
        } else {
            items[to..to + left.len() - a].copy_from_slice(&left[a..]);
        }
        result
    }

    fn merge_forward(
        &mut self,
        items: &mut [u32],
        left: &[u32],
        a: &mut usize,
        b: &mut usize,
        to: &mut usize,
    ) -> JsResult<()> {
        let take_right = |items: &mut [u32], b: &mut usize, to: &mut usize| {
            items[*to] = items[*b];
            *b += 1;
            *to += 1;
            *b == items.len()
        };
        let take_left = |items: &mut [u32], a: &mut usize, to: &mut usize| {
            items[*to] = left[*a];
            *a += 1;
            *to += 1;
            left.len() - *a <= 1
        };
        if take_right(items, b, to) || left.len() == 1 {
            return Ok(());
        }
        let mut gallop = self.gallop;
        loop {
            let (mut left_wins, mut right_wins) = (0, 0);
            while left_wins < gallop && right_wins < gallop {
                let is_over = if self.is_less(items[*b], left[*a])? {
                    (left_wins, right_wins) = (0, right_wins + 1);
                    take_right(items, b, to)
                } else {
                    (left_wins, right_wins) = (left_wins + 1, 0);
                    take_left(items, a, to)
                };
                if is_over {
                    return Ok(());
                }
            }
            gallop += 1;
            loop {
                gallop = (gallop - 1).max(1);
                self.gallop = gallop;
                left_wins = self.gallop_right(items[*b], &left[*a..], 0)?;
                items[*to..*to + left_wins].copy_from_slice(&left[*a..*a + left_wins]);
                (*a, *to) = (*a + left_wins, *to + left_wins);
                if (left_wins > 0 && left.len() - *a <= 1) || take_right(items, b, to) {
                    return Ok(());
                }
                right_wins = self.gallop_left(left[*a], &items[*b..], 0)?;
                items.copy_within(*b..*b + right_wins, *to);
                (*b, *to) = (*b + right_wins, *to + right_wins);
                if *b == items.len() || take_left(items, a, to) {
                    return Ok(());
                }
                if left_wins < GALLOP_MIN && right_wins < GALLOP_MIN {
                    break;
                }
            }
            gallop += 1;
            self.gallop = gallop;
        }
    }

    /// Merges two runs of which the right one is shorter, from the back.
    fn merge_high(&mut self, items: &mut [u32], left_length: usize) -> JsResult<()> {
        let right = items[left_length..].to_vec();
        // What is left of the left run and of the right one: the next result goes behind both.
        let (mut a, mut b) = (left_length, right.len());
        let result = self.merge_backward(items, &right, &mut a, &mut b);
        if b == 1 && a > 0 {
            items.copy_within(..a, 1);
            items[0] = right[0];
        } else {
            items[a..a + b].copy_from_slice(&right[..b]);
        }
        result
    }

    fn merge_backward(
        &mut self,
        items: &mut [u32],
        right: &[u32],
        a: &mut usize,
        b: &mut usize,
    ) -> JsResult<()> {
        let take_left = |items: &mut [u32], a: &mut usize, b: usize| {
            *a -= 1;
            items[*a + b] = items[*a];
            *a == 0
        };
        let take_right = |items: &mut [u32], a: usize, b: &mut usize| {
            *b -= 1;
            items[a + *b] = right[*b];
            *b <= 1
        };
        if take_left(items, a, *b) || right.len() == 1 {
            return Ok(());
        }
        let mut gallop = self.gallop;
        loop {
            let (mut left_wins, mut right_wins) = (0, 0);
            while left_wins < gallop && right_wins < gallop {
                let is_over = if self.is_less(right[*b - 1], items[*a - 1])? {
                    (left_wins, right_wins) = (left_wins + 1, 0);
                    take_left(items, a, *b)
                } else {
                    (left_wins, right_wins) = (0, right_wins + 1);
                    take_right(items, *a, b)
                };
                if is_over {
                    return Ok(());
                }
            }
            gallop += 1;
            loop {
                gallop = (gallop - 1).max(1);
                self.gallop = gallop;
                left_wins = *a - self.gallop_right(right[*b - 1], &items[..*a], *a - 1)?;
                *a -= left_wins;
                items.copy_within(*a..*a + left_wins, *a + *b);
                if *a == 0 || take_right(items, *a, b) {
                    return Ok(());
                }
                right_wins = *b - self.gallop_left(items[*a - 1], &right[..*b], *b - 1)?;
                *b -= right_wins;
                items[*a + *b..*a + *b + right_wins].copy_from_slice(&right[*b..*b + right_wins]);
                if (right_wins > 0 && *b <= 1) || take_left(items, a, *b) {
                    return Ok(());
                }
                if left_wins < GALLOP_MIN && right_wins < GALLOP_MIN {
                    break;
                }
            }
            gallop += 1;
            self.gallop = gallop;
        }
    }
}

/// Sorts items as V8 sorts typed arrays by a comparator: halves, then a merge. `is_after` answers
/// whether the comparator puts its first argument behind its second.
///
/// # Errors
///
/// Those of `is_after`.
pub(super) fn sort_halves(
    items: &mut [u32],
    is_after: &mut dyn FnMut(u32, u32) -> JsResult<bool>,
) -> JsResult<()> {
    let middle = items.len() / 2;
    if items.len() < 2 {
        return Ok(());
    }
    sort_halves(&mut items[..middle], is_after)?;
    sort_halves(&mut items[middle..], is_after)?;
    let whole = items.to_vec();
    let (mut left, mut right) = (0, middle);
    for item in items {
        let is_right =
            left == middle || (right < whole.len() && is_after(whole[left], whole[right])?);
        let from = if is_right { &mut right } else { &mut left };
        *item = whole[*from];
        *from += 1;
    }
    Ok(())
}
