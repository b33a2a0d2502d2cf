//! Rewriting the text of a document with few changes: only changed values are replaced.
//!
//! What is equal keeps its spelling, its place and its layout, comments included. Members that
//! are new come last, in the layout of their neighbours.

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};

use super::equal::equal_at;
use super::large::VALUES_BETWEEN_LOOKS;
use super::{Indent, Json, JsonString, Layout, Object, parse};
use crate::budget::{charge, scratch};
use crate::ops::stop::{Pace, is_due};

/// Deepest nesting that is kept; below it, values are printed anew. Each level compares and skips
/// what is below it once more.
const DEPTH_MAX: usize = 64;

/// Bytes of a text from which comparing or copying is checked for stopping.
const BYTES_BETWEEN_LOOKS: usize = 1 << 16;

/// The text of `after`, made from the text of `before`. `bare` is that text without comments,
/// place by place. `None` where the text cannot be followed: it has equal keys, or is not that of
/// `before`; also when the work had to [stop](crate::ops::stop), which printing it anew then does,
/// too.
#[must_use]
pub fn rewrite(text: &str, bare: &str, before: &Json, after: &Json) -> Option<String> {
    // The new text is about as long.
    charge(text.len()).ok()?;
    let mut at = bare.len()
        - bare
            .trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r'])
            .len();
    let rewriter = Rewriter {
        text,
        bare,
        indent: Layout::detect(text).indent().clone(),
        first_newline: text.find('\n'),
        newline: match text.contains("\r\n") {
            true => "\r\n",
            false => "\n",
        },
        is_tight: OnceCell::new(),
        pace: RefCell::new(Pace::every(VALUES_BETWEEN_LOOKS)),
    };
    let start = at;
    rewriter.skip(&mut at)?;
    let node = Node { start, end: at };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..start]);
    rewriter.write(node, before, after, 0, &mut out)?;
    out.push_str(&text[node.end..]);
    Some(out)
}

/// Where a value is in the text.
#[derive(Clone, Copy)]
struct Node {
    start: usize,
    end: usize,
}

/// A member or an element.
struct Item {
    key: Option<JsonString>,
    /// Where the key or the element starts.
    start: usize,
    value: Node,
}

struct Rewriter<'a> {
    text: &'a str,
    bare: &'a str,
    indent: Indent,
    /// Where the first line ends.
    first_newline: Option<usize>,
    newline: &'static str,
    /// Whether the text has no blanks between values, once that is needed.
    is_tight: OnceCell<bool>,
    pace: RefCell<Pace>,
}

/// How the items of a container are laid out.
struct Style {
    /// The text before the first item.
    first: String,
    /// The text before each other item.
    other: String,
    /// The indentation of an item, where each has its own line.
    line: Option<String>,
}

impl Rewriter<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bare.as_bytes().get(at).copied()
    }

    /// Counts a step of work that takes about as long as any other.
    fn step(&self) -> Option<()> {
        self.pace.borrow_mut().step().ok()
    }

    fn skip_space(&self, at: &mut usize) {
        while matches!(self.byte(*at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            *at += 1;
        }
    }

    /// Skips a string.
    fn string(&self, at: &mut usize) -> Option<()> {
        self.step()?;
        *at += 1;
        loop {
            match self.byte(*at)? {
                b'"' => {
                    *at += 1;
                    return Some(());
                }
                b'\\' => *at += 2,
                _ => *at += 1,
            }
        }
    }

    /// Skips a value of a text that is known to be JSON.
    fn skip(&self, at: &mut usize) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.byte(*at)? {
                b'"' => self.string(at)?,
                b'{' | b'[' => {
                    self.step()?;
                    open += 1;
                    *at += 1;
                }
                b'}' | b']' => {
                    open = open.checked_sub(1)?;
                    *at += 1;
                }
                // Between the values of a container.
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => *at += 1,
                _ => {
                    self.step()?;
                    while !matches!(
                        self.byte(*at),
                        None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}')
                    ) {
                        *at += 1;
                    }
                }
            }
            if open == 0 {
                return Some(());
            }
        }
    }

    /// The contents of a container.
    fn items(&self, node: Node) -> Option<Vec<Item>> {
        let is_object = self.byte(node.start)? == b'{';
        let mut items = Vec::new();
        let mut at = node.start + 1;
        loop {
            self.skip_space(&mut at);
            match self.byte(at)? {
                b'}' | b']' => return Some(items),
                b',' => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            charge(size_of::<Item>()).ok()?;
            let start = at;
            let mut key = None;
            if is_object {
                self.string(&mut at)?;
                let Ok(Json::String(name)) = parse(&self.bare[start..at]) else {
                    return None;
                };
                key = Some(name);
                self.skip_space(&mut at);
                at += 1;
                self.skip_space(&mut at);
            }
            let start_of_value = at;
            self.skip(&mut at)?;
            let value = Node {
                start: start_of_value,
                end: at,
            };
            items.push(Item { key, start, value });
        }
    }

    fn write(
        &self,
        node: Node,
        before: &Json,
        after: &Json,
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
        // Each level compares anew what is below it.
        if node.end - node.start > BYTES_BETWEEN_LOOKS && is_due() {
            return None;
        }
        if self.is_same(before, after)? {
            out.push_str(&self.text[node.start..node.end]);
            return Some(());
        }
        // Only the containers around a place are held at once.
        let _items = scratch();
        match (before, after) {
            (Json::Object(old), Json::Object(new))
                if depth < DEPTH_MAX && !old.is_empty() && !new.is_empty() =>
            {
                self.object(node, old, new, depth, out)
            }
            (Json::Array(old), Json::Array(new))
                if depth < DEPTH_MAX && !old.is_empty() && !new.is_empty() =>
            {
                self.array(node, old, new, depth, out)
            }
            _ => {
                let line = self.line_of(node.start);
                self.print(after, line, out)
            }
        }
    }

    fn is_same(&self, before: &Json, after: &Json) -> Option<bool> {
        equal_at(before, after, &mut self.pace.borrow_mut()).ok()
    }

    fn object(
        &self,
        node: Node,
        old: &Object,
        new: &Object,
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
        let items = &self.items(node)?[..];
        // Of equal keys only the last counts: such a text is printed anew.
        if items.len() != old.len() {
            return None;
        }
        let style = self.style(node, items);
        out.push('{');
        let mut count = 0;
        for (nth, item) in items.iter().enumerate() {
            let key = item.key.as_ref()?;
            let Some(value) = new.get(key) else {
                continue;
            };
            self.lead(node, items, nth, count, &style, out);
            out.push_str(&self.text[item.start..item.value.start]);
            self.write(item.value, old.get(key)?, value, depth + 1, out)?;
            count += 1;
        }
        for (key, value) in new.iter() {
            if old.get(key).is_some() {
                continue;
            }
            self.fresh(count, &style, out);
            self.print(&Json::String(key.clone()), None, out)?;
            let is_tight = style.line.is_none()
                && self.text[items[0].start..items[0].value.start].ends_with(':');
            out.push_str(if is_tight { ":" } else { ": " });
            self.print(value, style.line.as_deref(), out)?;
            count += 1;
        }
        self.close(node, items, out);
        Some(())
    }

    fn array(
        &self,
        node: Node,
        old: &[Json],
        new: &[Json],
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
        let items = &self.items(node)?[..];
        if items.len() != old.len() {
            return None;
        }
        let style = self.style(node, items);
        let front = self.same_count(old.iter().zip(new))?;
        let rest = old.len().min(new.len()) - front;
        let ends = old.iter().rev().zip(new.iter().rev());
        let back = self.same_count(ends.take(rest))?;
        let paired = old.len().min(new.len()) - front - back;
        out.push('[');
        let mut count = 0;
        for nth in 0..front + paired {
            self.step()?;
            self.lead(node, items, nth, count, &style, out);
            self.write(items[nth].value, &old[nth], &new[nth], depth + 1, out)?;
            count += 1;
        }
        for value in &new[front + paired..new.len() - back] {
            self.step()?;
            self.fresh(count, &style, out);
            self.print(value, style.line.as_deref(), out)?;
            count += 1;
        }
        for nth in old.len() - back..old.len() {
            self.step()?;
            self.lead(node, items, nth, count, &style, out);
            let value = items[nth].value;
            out.push_str(&self.text[value.start..value.end]);
            count += 1;
        }
        self.close(node, items, out);
        Some(())
    }

    /// How many pairs are the same before one that is not.
    fn same_count<'j>(
        &self,
        mut pairs: impl Iterator<Item = (&'j Json, &'j Json)>,
    ) -> Option<usize> {
        let mut count = 0;
        loop {
            match pairs.next() {
                Some((one, other)) if self.is_same(one, other)? => count += 1,
                _ => return Some(count),
            }
        }
    }

    /// The text between an item and what is before it: the bracket, or the item before and
    /// its comma.
    fn gap(&self, node: Node, items: &[Item], nth: usize) -> (usize, usize) {
        let from = if nth == 0 {
            node.start + 1
        } else {
            items[nth - 1].value.end
        };
        (from, items[nth].start)
    }

    /// Writes what leads to an item of the old text, which is the `count`-th now.
    fn lead(
        &self,
        node: Node,
        items: &[Item],
        nth: usize,
        count: usize,
        style: &Style,
        out: &mut String,
    ) {
        let (from, to) = self.gap(node, items, nth);
        let gap = &self.text[from..to];
        match (nth, count) {
            (0, 0) => out.push_str(gap),
            (0, _) => {
                out.push(',');
                out.push_str(&style.other);
            }
            (_, 0) => out.push_str(&style.first),
            _ => out.push_str(gap),
        }
    }

    fn fresh(&self, count: usize, style: &Style, out: &mut String) {
        if count == 0 {
            out.push_str(&style.first);
        } else {
            out.push(',');
            out.push_str(&style.other);
        }
    }

    /// Writes the text after the last item of the old text, and the bracket.
    fn close(&self, node: Node, items: &[Item], out: &mut String) {
        if let Some(last) = items.last() {
            out.push_str(&self.text[last.value.end..node.end]);
        }
    }

    fn is_tight(&self) -> bool {
        let has_blanks = || self.bare.contains(", ") || self.bare.contains(": ");
        *self.is_tight.get_or_init(|| !has_blanks())
    }

    fn style(&self, node: Node, items: &[Item]) -> Style {
        let blank = |(from, to): (usize, usize)| {
            let gap = self.bare[from..to].replace(',', "");
            // Of comments only their line breaks count.
            match gap.rfind('\n') {
                None if gap.trim().is_empty() && self.bare[from..to] == self.text[from..to] => gap,
                None => " ".to_owned(),
                Some(at) => {
                    let start = if gap[..at].ends_with('\r') {
                        at - 1
                    } else {
                        at
                    };
                    gap[start..].to_owned()
                }
            }
        };
        let first = blank(self.gap(node, items, 0));
        let other = match items.len() {
            1 if first.contains('\n') => first.clone(),
            1 if self.is_tight() => String::new(),
            1 => " ".to_owned(),
            _ => blank(self.gap(node, items, 1)),
        };
        let line = other.rfind('\n').map(|at| other[at + 1..].to_owned());
        Style { first, other, line }
    }

    /// The indentation of the line that a place is in; none in a text of one line.
    fn line_of(&self, at: usize) -> Option<&str> {
        let first = self.first_newline?;
        let start = match first < at {
            true => self.text[..at].rfind('\n').map_or(0, |at| at + 1),
            false => 0,
        };
        let line = &self.text[start..];
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        Some(&line[..blank])
    }

    /// Prints a new value, over several lines if its neighbours are on lines of their own.
    fn print(&self, value: &Json, line: Option<&str>, out: &mut String) -> Option<()> {
        let layout = match line {
            Some(_) => Layout::stringify(self.indent.clone()),
            None => Layout::stringify(Indent::compact()),
        };
        let bytes_max = usize::MAX;
        let printed = layout.print(value, bytes_max).ok()?;
        let newline = self.newline;
        match line {
            Some(line) if printed.contains('\n') => {
                out.push_str(&printed.replace('\n', &format!("{newline}{line}")));
            }
            _ => out.push_str(&printed),
        }
        Some(())
    }
}
