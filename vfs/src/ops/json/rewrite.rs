//! A changed document in the text of the old one: only what changes changes.
//!
//! What is equal keeps its spelling, its place and its layout, comments included. Members that
//! are new come last, laid out as those beside them.

use std::cell::RefCell;

use super::{Indent, Json, JsonString, Layout, Object, parse};
use crate::budget::charge;
use crate::ops::stop::{Pace, is_due};

/// Deepest nesting that is kept; below it, values are printed anew. Each level compares what is
/// below it once more.
const DEPTH_MAX: usize = 64;

/// Values between two looks at whether to stop: about a millisecond.
const VALUES_BETWEEN_LOOKS: u32 = 1 << 12;

/// Bytes of a value that takes longer than a look to compare.
const BYTES_BETWEEN_LOOKS: usize = 1 << 16;

/// The text of `after`, made from the text of another document. `bare` is that text without
/// comments, place by place. `None` where the text cannot be followed: it has equal keys, or is no
/// JSON; also when the work had to [stop](crate::ops::stop), which printing it anew then does, too.
#[must_use]
pub fn rewrite(text: &str, bare: &str, after: &Json) -> Option<String> {
    // The new text is about as long.
    charge(text.len()).ok()?;
    let before = parse(bare).ok()?;
    let start = bare.len()
        - bare
            .trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r'])
            .len();
    let rewriter = Rewriter {
        text,
        bare,
        indent: Layout::detect(text).indent().clone(),
        pace: RefCell::new(Pace::every(VALUES_BETWEEN_LOOKS)),
    };
    let mut at = start;
    let node = rewriter.scan(&mut at, 0)?;
    let end = node.end;
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..start]);
    rewriter.write(&node, &before, after, 0, &mut out)?;
    out.push_str(&text[end..]);
    Some(out)
}

/// A value in the text.
struct Node {
    start: usize,
    end: usize,
    kind: Kind,
}

enum Kind {
    Leaf,
    Array(Vec<Item>),
    Object(Vec<Item>),
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
    pace: RefCell<Pace>,
}

/// How the items of a container are laid out.
struct Style {
    /// What stands before the first item.
    first: String,
    /// What stands before each other one.
    other: String,
    /// The indentation of an item, where each has its own line.
    line: Option<String>,
}

impl Rewriter<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bare.as_bytes().get(at).copied()
    }

    fn skip_space(&self, at: &mut usize) {
        while matches!(self.byte(*at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            *at += 1;
        }
    }

    /// Skips a string.
    fn string(&self, at: &mut usize) -> Option<()> {
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

    /// The value at a place of a text that is known to be JSON.
    fn scan(&self, at: &mut usize, depth: usize) -> Option<Node> {
        self.pace.borrow_mut().step().ok()?;
        let start = *at;
        let open = self.byte(start)?;
        let kind = match open {
            b'{' | b'[' if depth < DEPTH_MAX => {
                let is_object = open == b'{';
                *at += 1;
                let mut items = Vec::new();
                loop {
                    self.skip_space(at);
                    match self.byte(*at)? {
                        b'}' | b']' => {
                            *at += 1;
                            break;
                        }
                        b',' => {
                            *at += 1;
                            continue;
                        }
                        _ => {}
                    }
                    charge(size_of::<Item>()).ok()?;
                    let start = *at;
                    let mut key = None;
                    if is_object {
                        self.string(at)?;
                        let Ok(Json::String(name)) = parse(&self.bare[start..*at]) else {
                            return None;
                        };
                        key = Some(name);
                        self.skip_space(at);
                        *at += 1;
                        self.skip_space(at);
                    }
                    let value = self.scan(at, depth + 1)?;
                    items.push(Item { key, start, value });
                }
                if is_object {
                    Kind::Object(items)
                } else {
                    Kind::Array(items)
                }
            }
            b'{' | b'[' => {
                let mut open = 0_usize;
                loop {
                    match self.byte(*at)? {
                        b'"' => {
                            self.string(at)?;
                            continue;
                        }
                        b'{' | b'[' => open += 1,
                        b'}' | b']' => open -= 1,
                        _ => {}
                    }
                    *at += 1;
                    if open == 0 {
                        break;
                    }
                }
                Kind::Leaf
            }
            b'"' => {
                self.string(at)?;
                Kind::Leaf
            }
            _ => {
                while !matches!(
                    self.byte(*at),
                    None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}')
                ) {
                    *at += 1;
                }
                Kind::Leaf
            }
        };
        Some(Node {
            start,
            end: *at,
            kind,
        })
    }

    fn write(
        &self,
        node: &Node,
        before: &Json,
        after: &Json,
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
        // Each level compares anew what is below it.
        if node.end - node.start > BYTES_BETWEEN_LOOKS && is_due() {
            return None;
        }
        self.pace.borrow_mut().step().ok()?;
        if super::equal(before, after) {
            out.push_str(&self.text[node.start..node.end]);
            return Some(());
        }
        match (&node.kind, before, after) {
            (Kind::Object(items), Json::Object(old), Json::Object(new))
                if !items.is_empty() && !new.is_empty() =>
            {
                self.object(node, items, old, new, depth, out)
            }
            (Kind::Array(items), Json::Array(old), Json::Array(new))
                if !items.is_empty() && !new.is_empty() && items.len() == old.len() =>
            {
                self.array(node, items, old, new, depth, out)
            }
            _ => {
                let line = self.line_of(node.start);
                self.print(after, line.as_deref(), out)
            }
        }
    }

    fn object(
        &self,
        node: &Node,
        items: &[Item],
        old: &Object,
        new: &Object,
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
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
            self.write(&item.value, old.get(key)?, value, depth + 1, out)?;
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
        node: &Node,
        items: &[Item],
        old: &[Json],
        new: &[Json],
        depth: usize,
        out: &mut String,
    ) -> Option<()> {
        let style = self.style(node, items);
        let same = |(one, other): &(&Json, &Json)| super::equal(one, other);
        let front = old.iter().zip(new).take_while(same).count();
        let rest = old.len().min(new.len()) - front;
        let back = (old.iter().rev())
            .zip(new.iter().rev())
            .take(rest)
            .take_while(same)
            .count();
        let paired = old.len().min(new.len()) - front - back;
        out.push('[');
        let mut count = 0;
        for nth in 0..front + paired {
            self.lead(node, items, nth, count, &style, out);
            self.write(&items[nth].value, &old[nth], &new[nth], depth + 1, out)?;
            count += 1;
        }
        for value in &new[front + paired..new.len() - back] {
            self.fresh(count, &style, out);
            self.print(value, style.line.as_deref(), out)?;
            count += 1;
        }
        for nth in old.len() - back..old.len() {
            self.lead(node, items, nth, count, &style, out);
            let value = &items[nth].value;
            out.push_str(&self.text[value.start..value.end]);
            count += 1;
        }
        self.close(node, items, out);
        Some(())
    }

    /// What stands between an item and what is before it: the bracket, or the item before and
    /// its comma.
    fn gap(&self, node: &Node, items: &[Item], nth: usize) -> (usize, usize) {
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
        node: &Node,
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

    /// Writes what stands behind the last item of the old text, and the bracket.
    fn close(&self, node: &Node, items: &[Item], out: &mut String) {
        if let Some(last) = items.last() {
            out.push_str(&self.text[last.value.end..node.end]);
        }
    }

    /// Whether the text has no blanks between values.
    fn is_tight(&self) -> bool {
        !self.bare.contains(", ") && !self.bare.contains(": ")
    }

    fn style(&self, node: &Node, items: &[Item]) -> Style {
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

    /// The indentation of the line that a place is in.
    fn line_of(&self, at: usize) -> Option<String> {
        let start = self.text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = &self.text[start..];
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        (start > 0 || self.text.contains('\n')).then(|| line[..blank].to_owned())
    }

    /// Prints a new value: over several lines where those beside it have lines of their own.
    fn print(&self, value: &Json, line: Option<&str>, out: &mut String) -> Option<()> {
        let layout = match line {
            Some(_) => Layout::stringify(self.indent.clone()),
            None => Layout::stringify(Indent::compact()),
        };
        let bytes_max = usize::MAX;
        let printed = layout.print(value, bytes_max).ok()?;
        let newline = if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        match line {
            Some(line) if printed.contains('\n') => {
                out.push_str(&printed.replace('\n', &format!("{newline}{line}")));
            }
            _ => out.push_str(&printed),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{equal, without_comments};
    use super::*;

    /// How often some work asks whether to stop.
    fn looks(work: impl FnOnce()) -> usize {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let signal = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            false
        };
        crate::ops::stop::within(Arc::new(signal), work);
        count.load(Ordering::Relaxed)
    }

    #[test]
    fn the_deadline_is_looked_at_in_between() {
        let mut text = format!("[{}0]", "1,".repeat(100_000));
        for _ in 0..20 {
            text = format!("{{\"a\":{text}}}");
        }
        let after = parse(&text.replacen("1,", "2,", 1)).unwrap();
        let parsing = looks(|| drop(parse(&text)));
        let rewriting = looks(|| drop(rewrite(&text, &text, &after)));
        // As it scans the text, and before each level is compared.
        assert!(rewriting > parsing + 40, "{rewriting}, {parsing}");
        let stopped = crate::ops::stop::within(std::sync::Arc::new(|| true), || {
            rewrite(&text, &text, &after)
        });
        assert_eq!(stopped, None);
    }

    fn check(text: &str, after: &str, expected: &str) {
        let after = parse(after).unwrap();
        let rewritten = rewrite(text, &without_comments(text), &after).unwrap();
        assert_eq!(rewritten, expected);
        assert!(equal(
            &parse(&without_comments(&rewritten)).unwrap(),
            &after
        ));
    }

    #[test]
    fn only_what_changes_changes() {
        check(
            "{\"b\": 1.0, \"1\": [1,2 , 3]}\n",
            r#"{"1":[1,2,3],"b":2}"#,
            "{\"b\": 2, \"1\": [1,2 , 3]}\n",
        );
        check(
            "{\n  \"a\": [1, 2],\n  \"b\": 1e3\n}",
            r#"{"a":[1,2,3],"b":1000}"#,
            "{\n  \"a\": [1, 2, 3],\n  \"b\": 1e3\n}",
        );
        check(
            "{\n\t\"a\": 1\n}\n",
            r#"{"a":1,"c":{"d":[]}}"#,
            "{\n\t\"a\": 1,\n\t\"c\": {\n\t\t\"d\": []\n\t}\n}\n",
        );
        check("{\"a\":1}", r#"{"a":1,"b":2}"#, "{\"a\":1,\"b\":2}");
        check(
            "{\n  \"a\": 1, // one\n  /* two */ \"b\": 2,\n}",
            r#"{"a":1,"b":3}"#,
            "{\n  \"a\": 1, // one\n  /* two */ \"b\": 3,\n}",
        );
        check("[1, 2, 3, 4]", "[1, 4]", "[1, 4]");
        check("[2, 3]", "[1, 2, 3]", "[1, 2, 3]");
        check("{\"a\": 1, \"b\": 2}", r#"{"b":2}"#, "{\"b\": 2}");
        check("{\"a\": 1, \"b\": 2}", r#"{"a":1}"#, "{\"a\": 1}");
        check("{}", r#"{"a":1}"#, "{\"a\":1}");
        check("{\n}\n", r#"{"a":[1]}"#, "{\n  \"a\": [\n    1\n  ]\n}\n");
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("1".to_owned()),
            Just("1.0".to_owned()),
            Just("\"x,]\"".to_owned()),
            Just("null".to_owned())
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let gap = prop_oneof![Just(""), Just(" "), Just("\n  ")];
            prop_oneof![
                (prop::collection::vec(inner.clone(), 0..4), gap.clone()).prop_map(
                    |(items, gap)| format!("[{gap}{}{gap}]", items.join(&format!(",{gap}")))
                ),
                (prop::collection::btree_map("[ab12]", inner, 0..4), gap).prop_map(
                    |(members, gap)| {
                        let members: Vec<String> = members
                            .iter()
                            .map(|(key, value)| format!("\"{key}\":{gap}{value}"))
                            .collect();
                        format!("{{{gap}{}{gap}}}", members.join(&format!(",{gap}")))
                    }
                ),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_document_becomes_any_other(before in json(), after in json()) {
            let after = parse(&after).unwrap();
            let rewritten = rewrite(&before, &before, &after).unwrap();
            prop_assert!(equal(&parse(&rewritten).unwrap(), &after), "{}", rewritten);
        }
    }
}
