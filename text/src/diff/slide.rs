//! Which of several equal lines a change is said to add or remove.
//!
//! A line that is added beside an equal one can be either of them. Three-way merging compares the
//! positions of two diffs, so both have to choose in the same way, which is git's: beside a change of
//! the other text if there is one, otherwise as far down as possible.

/// Slides the changed lines of one text. `changed` and `other` mark the lines of this text and of
/// the other that have no counterpart.
pub(super) fn slide(lines: &[&str], changed: &mut [bool], other: &[bool]) {
    let mut group = Group { start: 0, end: 0 };
    let mut other_group = Group { start: 0, end: 0 };
    group.extend(changed);
    other_group.extend(other);
    loop {
        if !group.is_empty() {
            settle(lines, changed, other, &mut group, &mut other_group);
        }
        if !group.next(changed) {
            return;
        }
        let _same_number = other_group.next(other);
    }
}

/// Slides one group to its position.
fn settle(
    lines: &[&str],
    changed: &mut [bool],
    other: &[bool],
    group: &mut Group,
    other_group: &mut Group,
) {
    let mut beside_other;
    let mut highest_end;
    loop {
        let size = group.len();
        while group.slide_up(lines, changed) {
            other_group.previous(other);
        }
        highest_end = group.end;
        beside_other = (!other_group.is_empty()).then_some(group.end);
        while group.slide_down(lines, changed) {
            let _same_number = other_group.next(other);
            if !other_group.is_empty() {
                beside_other = Some(group.end);
            }
        }
        // A group that reaches another one is slid together with it.
        if group.len() == size {
            break;
        }
    }
    if group.end > highest_end && beside_other.is_some() {
        while other_group.is_empty() && group.slide_up(lines, changed) {
            other_group.previous(other);
        }
    }
}

/// Changed lines that follow each other, between two unchanged lines; there may be none.
#[derive(Debug)]
struct Group {
    start: usize,
    end: usize,
}

impl Group {
    const fn is_empty(&self) -> bool {
        self.start == self.end
    }

    const fn len(&self) -> usize {
        self.end - self.start
    }

    fn extend(&mut self, changed: &[bool]) {
        while changed.get(self.end) == Some(&true) {
            self.end += 1;
        }
    }

    /// Moves to the group after the next unchanged line. Returns whether there is one.
    fn next(&mut self, changed: &[bool]) -> bool {
        if self.end == changed.len() {
            return false;
        }
        self.start = self.end + 1;
        self.end = self.start;
        self.extend(changed);
        true
    }

    /// Moves to the group before the last unchanged line, if there is one.
    fn previous(&mut self, changed: &[bool]) {
        if self.start == 0 {
            return;
        }
        self.end = self.start - 1;
        self.start = self.end;
        while self.start > 0 && changed[self.start - 1] {
            self.start -= 1;
        }
    }

    fn slide_down(&mut self, lines: &[&str], changed: &mut [bool]) -> bool {
        if self.end == lines.len() || lines[self.start] != lines[self.end] {
            return false;
        }
        changed[self.start] = false;
        changed[self.end] = true;
        self.start += 1;
        self.end += 1;
        self.extend(changed);
        true
    }

    fn slide_up(&mut self, lines: &[&str], changed: &mut [bool]) -> bool {
        if self.start == 0 || lines[self.start - 1] != lines[self.end - 1] {
            return false;
        }
        self.start -= 1;
        self.end -= 1;
        changed[self.start] = true;
        changed[self.end] = false;
        while self.start > 0 && changed[self.start - 1] {
            self.start -= 1;
        }
        true
    }
}
