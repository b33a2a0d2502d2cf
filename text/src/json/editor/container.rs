//! The text of a container whose items are not those that it had.

use super::part::{Edit, Part, applied};
use super::trivia::{Behind, End, Piece, What, behind, lead, pieces};
use super::{Editor, Id, Slot, index};

/// Stands for a character of a comment.
const COMMENT: &str = "\0";

/// An item that the text has.
struct Original {
    id: Id,
    is_kept: bool,
    /// Where its key, or else its value, begins, and where its value ends.
    start: usize,
    end: usize,
    /// Where what belongs to it begins.
    lead: usize,
    behind: Behind,
}

/// A container whose items are not those of the text.
pub(super) struct Container<'a> {
    editor: &'a Editor<'a>,
    /// Behind the opening bracket.
    start: usize,
    /// The closing bracket.
    end: usize,
    originals: Vec<Original>,
    comments: Vec<Piece>,
    style: Style,
    has_trailing_comma: bool,
}

/// How the items of a container are laid out.
struct Style {
    /// The text before the first item.
    first: String,
    /// The text before each other item.
    other: String,
    /// The indentation of an item, where each has its own line.
    line: Option<String>,
    /// What is between a key and its value.
    colon: &'static str,
}

impl<'a> Container<'a> {
    pub(super) fn of(editor: &'a Editor<'a>, slot: &Slot, items: impl Iterator<Item = Id>) -> Self {
        let mut container = Self {
            editor,
            start: index(slot.start) + 1,
            end: index(slot.end) - 1,
            originals: Vec::new(),
            comments: Vec::new(),
            style: Style {
                first: String::new(),
                other: String::new(),
                line: None,
                colon: ": ",
            },
            has_trailing_comma: false,
        };
        container.read(items);
        container.style = container.style();
        container
    }

    /// Reads what is between the items, and whose it is.
    fn read(&mut self, items: impl Iterator<Item = Id>) {
        let text = self.editor.text;
        let mut items = items.peekable();
        let start_of = |id: &Id| {
            let slot = self.editor.slot(*id);
            match slot.key_start == slot.key_end {
                true => index(slot.start),
                false => index(slot.key_start),
            }
        };
        // The earliest position that can belong to the next item.
        let first = items.peek().map_or(self.end, start_of);
        let mut gap = pieces(&text[self.start..first], self.start);
        let end = End {
            at: self.start,
            is_last: false,
        };
        let mut from = behind(text, &gap, end, false).end;
        while let Some(id) = items.next() {
            self.comments
                .extend(gap.iter().filter(|it| it.is_comment()));
            let (start, slot) = (start_of(&id), self.editor.slot(id));
            let lead = lead(text, &gap, from, start);
            let end = End {
                at: index(slot.end),
                is_last: items.peek().is_none(),
            };
            let next = items.peek().map_or(self.end, start_of);
            gap = pieces(&text[end.at..next], end.at);
            let behind = behind(text, &gap, end, true);
            from = behind.comma.map_or(behind.end, |at| behind.end.max(at + 1));
            self.has_trailing_comma = behind.comma.is_some();
            self.originals.push(Original {
                id,
                is_kept: !slot.is_removed,
                start,
                end: end.at,
                lead,
                behind,
            });
        }
        self.comments
            .extend(gap.iter().filter(|it| it.is_comment()));
    }

    fn style(&self) -> Style {
        let first = match self.originals.is_empty() {
            true => self.blank_in_front(),
            false => self.blank_before(0),
        };
        let other = match self.originals.len() {
            0 | 1 if first.contains('\n') => first.clone(),
            0 | 1 if self.editor.is_tight => String::new(),
            0 | 1 => " ".to_owned(),
            _ => self.blank_before(1),
        };
        let line = other.rfind('\n').map(|at| other[at + 1..].to_owned());
        let is_tight = |item: &Original| {
            let slot = self.editor.slot(item.id);
            let colon = &self.editor.text[index(slot.key_end)..index(slot.start)];
            line.is_none() && colon == ":"
        };
        let colon = match self.originals.first() {
            Some(item) if is_tight(item) => ":",
            None if line.is_none() && self.editor.is_tight => ":",
            _ => ": ",
        };
        Style {
            first,
            other,
            line,
            colon,
        }
    }

    /// The blanks in front of the first item of a container that has only comments.
    fn blank_in_front(&self) -> String {
        let inside = &self.editor.text[self.start..self.end];
        match self.editor.line_of(self.end) {
            Some(line) if inside.contains('\n') => {
                let deeper = self.editor.deeper(line).unwrap_or_else(|| line.to_owned());
                format!("{}{deeper}", self.editor.newline)
            }
            _ => " ".to_owned(),
        }
    }

    /// The blanks in front of an item of the text. Of comments only their line breaks count.
    fn blank_before(&self, nth: usize) -> String {
        let start = match nth.checked_sub(1) {
            None => self.start,
            Some(before) => self.originals[before].end,
        };
        let end = self.originals.get(nth).map_or(self.end, |it| it.start);
        let all = pieces(&self.editor.text[start..end], start);
        let has_comments = all.iter().any(Piece::is_comment);
        let blanks: String = all
            .iter()
            .filter(|piece| piece.what != What::Comma)
            .map(|piece| &self.editor.text[piece.start..piece.end])
            .map(|text| match text.starts_with('/') {
                true => text.replace(|c: char| !c.is_ascii_whitespace(), COMMENT),
                false => text.to_owned(),
            })
            .collect();
        match blanks.rfind('\n') {
            None if has_comments => " ".to_owned(),
            None => blanks,
            Some(at) => {
                let start = at - usize::from(blanks[..at].ends_with('\r'));
                let line = &blanks[start..];
                // A comment in front of the item is not part of its indentation.
                line.split(COMMENT).next().unwrap_or_default().to_owned()
            }
        }
    }

    /// Whether the text has nothing in the container, not even a comment.
    pub(super) fn is_blank(&self) -> bool {
        self.originals.is_empty() && self.comments.is_empty()
    }

    /// What the container consists of. `items` are those of the text and the new ones, in order.
    pub(super) fn parts(&self, items: impl Iterator<Item = Id>) -> Vec<Part> {
        let mut edits = Vec::new();
        // New items that wait for one of the text that follows them.
        let mut fresh: Vec<Id> = Vec::new();
        let mut originals = self.originals.iter();
        for id in items {
            let slot = self.editor.slot(id);
            if slot.is_new {
                fresh.extend((!slot.is_removed).then_some(id));
                continue;
            }
            let Some(original) = originals.next() else {
                break;
            };
            if original.is_kept {
                self.insert_before(original, &std::mem::take(&mut fresh), &mut edits);
                if self.editor.is_other_inside(id) {
                    edits.push(self.editor.edit_inside(id));
                }
            }
        }
        let last = self.originals.iter().rfind(|original| original.is_kept);
        match last {
            Some(last) => self.finish(last, &fresh, &mut edits),
            None => self.fill(&fresh, &mut edits),
        }
        let takes_a_place = last.is_none() && !fresh.is_empty();
        self.remove(takes_a_place, &mut edits);
        let (start, end) = (self.start - 1, self.end + 1);
        applied(start, end, edits)
    }

    /// Puts new items in front of one that is kept.
    fn insert_before(&self, next: &Original, fresh: &[Id], edits: &mut Vec<Edit>) {
        for id in fresh {
            self.item(*id, next.lead, edits);
            insert(next.lead, format!(",{}", self.style.other), edits);
        }
    }

    /// Puts new items behind the last one that is kept, and the commas right.
    fn finish(&self, last: &Original, fresh: &[Id], edits: &mut Vec<Edit>) {
        let Behind {
            comma,
            end,
            has_line_comment,
        } = last.behind;
        match comma {
            Some(at) if fresh.is_empty() && !self.has_trailing_comma => {
                edits.push(deleted(at, at + 1));
            }
            None if !fresh.is_empty() => {
                let at = if has_line_comment { last.end } else { end };
                insert(at, ",".to_owned(), edits);
            }
            _ => {}
        }
        let at = comma.map_or(end, |comma| end.max(comma + 1));
        let is_own_line = self.style.other.contains('\n');
        let separator = match self.editor.line_of(last.start) {
            Some(line) if has_line_comment && !is_own_line => {
                format!("{}{line}", self.editor.newline)
            }
            _ => self.style.other.clone(),
        };
        for (nth, id) in fresh.iter().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            insert(at, format!("{comma}{separator}"), edits);
            self.item(*id, at, edits);
        }
        if !fresh.is_empty() && self.has_trailing_comma {
            insert(at, ",".to_owned(), edits);
        }
    }

    /// Puts new items into a container of which nothing is kept but comments.
    fn fill(&self, fresh: &[Id], edits: &mut Vec<Edit>) {
        let first = self.originals.first();
        let comment = self.comments.last().filter(|_| first.is_none());
        let at = match (first, comment) {
            (Some(first), _) => first.lead,
            (None, Some(comment)) => comment.end,
            (None, None) => self.start,
        };
        for (nth, id) in fresh.iter().enumerate() {
            match nth {
                0 if comment.is_some() => insert(at, self.style.first.clone(), edits),
                0 => {}
                _ => insert(at, format!(",{}", self.style.other), edits),
            }
            self.item(*id, at, edits);
        }
        if !fresh.is_empty() && self.has_trailing_comma {
            insert(at, ",".to_owned(), edits);
        }
    }

    /// Writes a new item at a position.
    fn item(&self, id: Id, at: usize, edits: &mut Vec<Edit>) {
        let slot = self.editor.slot(id);
        if slot.key_start != slot.key_end {
            let key = self.editor.source(slot.key_start, slot.key_end);
            insert(at, format!("{key}{}", self.style.colon), edits);
        }
        edits.push(Edit {
            start: at,
            end: at,
            part: Some(Part::New(id, self.style.line.clone())),
        });
    }

    /// Removes items with what belongs to them: their commas, comments, and blanks on one side.
    fn remove(&self, takes_a_place: bool, edits: &mut Vec<Edit>) {
        let text = self.editor.text;
        let mut rest = self.originals.iter().enumerate().peekable();
        while let Some((nth, first)) = rest.next() {
            if first.is_kept {
                continue;
            }
            let mut last = first;
            edits.extend(comma_behind(first));
            while let Some((_, next)) = rest.peek()
                && !next.is_kept
                && text[last.behind.end..next.lead]
                    .trim_matches(|c: char| c == ',' || c.is_ascii_whitespace())
                    .is_empty()
            {
                last = next;
                edits.extend(comma_behind(next));
                rest.next();
            }
            let (start, end) = (first.lead, last.behind.end);
            match takes_a_place && nth == 0 {
                true => edits.push(deleted(start, end)),
                false => edits.push(self.with_blanks(start, end)),
            }
        }
    }

    /// Removes the text between two positions, with the blanks on one side of it.
    fn with_blanks(&self, start: usize, end: usize) -> Edit {
        let text = self.editor.text;
        let before = text[self.start..start].trim_ascii_end().len() + self.start;
        let after = self.end - text[end..self.end].trim_ascii_start().len();
        let is_first = before == self.start;
        let is_last = after == self.end;
        let comment = self.comments.iter().find(|comment| comment.end == before);
        let is_after_line_comment = comment.is_some_and(|comment| comment.what == What::Line);
        if is_first && is_last {
            return deleted(before, after);
        }
        if is_last {
            let end_of_line = after - text[end..after].trim_start_matches([' ', '\t']).len();
            return match end_of_line < after {
                true => deleted(before, end_of_line),
                false if is_after_line_comment => deleted(start, end),
                false => deleted(before, end),
            };
        }
        match is_first || comment.is_some() {
            true => deleted(start, after),
            false => deleted(before, end),
        }
    }
}

/// The comma of a removed item, where it does not belong to what is removed with it.
fn comma_behind(item: &Original) -> Option<Edit> {
    let comma = item.behind.comma?;
    (comma >= item.behind.end).then(|| deleted(comma, comma + 1))
}

fn deleted(start: usize, end: usize) -> Edit {
    Edit {
        start,
        end,
        part: None,
    }
}

fn insert(at: usize, text: String, edits: &mut Vec<Edit>) {
    edits.push(Edit {
        start: at,
        end: at,
        part: Some(Part::Text(text)),
    });
}
