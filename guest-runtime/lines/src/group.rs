//! Changed lines that follow each other.

/// Changed lines that follow each other, between two unchanged lines; there may be none.
pub(crate) struct Group {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Group {
    /// The group before the first unchanged line.
    pub(crate) fn first(changed: &[bool]) -> Self {
        let mut group = Self { start: 0, end: 0 };
        group.extend(changed);
        group
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.start == self.end
    }

    pub(crate) const fn len(&self) -> usize {
        self.end - self.start
    }

    fn extend(&mut self, changed: &[bool]) {
        while changed.get(self.end) == Some(&true) {
            self.end += 1;
        }
    }

    /// Moves to the group behind the next unchanged line. Answers whether there is one.
    pub(crate) fn next(&mut self, changed: &[bool]) -> bool {
        if self.end == changed.len() {
            return false;
        }
        self.start = self.end + 1;
        self.end = self.start;
        self.extend(changed);
        true
    }

    /// Moves to the group before the last unchanged line, if there is one.
    pub(crate) fn previous(&mut self, changed: &[bool]) {
        if self.start == 0 {
            return;
        }
        self.end = self.start - 1;
        self.start = self.end;
        while self.start > 0 && changed[self.start - 1] {
            self.start -= 1;
        }
    }

    /// Moves the group by a line, where the line behind it is equal to its first. Answers whether it has moved.
    pub(crate) fn slide_down<T: PartialEq>(&mut self, lines: &[T], changed: &mut [bool]) -> bool {
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

    /// Moves the group by a line, where the line before it is equal to its last. Answers whether it has moved.
    pub(crate) fn slide_up<T: PartialEq>(&mut self, lines: &[T], changed: &mut [bool]) -> bool {
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
