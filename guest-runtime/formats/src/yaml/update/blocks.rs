//! Lines of members and items: a comment on such a line, and comment lines directly above, belong to
//! it, and are kept, moved and deleted with it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::Style;
use super::super::write::{key, nested};
use super::nodes::{Kind, Member, Node};
use super::{MERGE, Update, flow};
use crate::align::aligned;
use crate::{Tree, Walk};

impl Node {
    /// Where its text ends, or the mark of one that is not written.
    fn end(&self) -> usize {
        self.range.end.max(self.from)
    }
}

impl Member {
    fn end(&self) -> usize {
        self.value.range.end.max(self.key.end + 1)
    }
}

/// The lines of the members or items of one value.
struct Blocks {
    /// With the comments above.
    lines: Vec<Range<usize>>,
    column: usize,
    /// Whether the first one begins a line, or is behind a dash.
    is_free: bool,
}

impl Update<'_> {
    pub(super) fn object<'t>(
        &mut self,
        members: &[Member],
        is_flow: bool,
        old: &'t Tree,
        wanted: &'t [(String, Tree)],
    ) -> bool {
        let Tree::Object(before) = old else {
            return false;
        };
        let by_name = |members: &'t [(String, Tree)]| -> HashMap<&'t str, &'t Tree> {
            members
                .iter()
                .map(|(name, value)| (name.as_str(), value))
                .collect()
        };
        let (old, new) = (by_name(before), by_name(wanted));
        let own: HashSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
        // Names that were written in another way, as numbers are, cannot be told from merged ones.
        let is_unknown = |name: &str| name != MERGE && !old.contains_key(name);
        // What comes from a merge cannot be taken away.
        let is_bound = |name: &str| !own.contains(name) && !new.contains_key(name);
        if own.iter().any(|name| is_unknown(name)) || before.iter().any(|(name, _)| is_bound(name))
        {
            return false;
        }
        let gone: Vec<bool> = members
            .iter()
            .map(|member| member.name != MERGE && !new.contains_key(member.name.as_str()))
            .collect();
        let is_merged =
            |name: &str, value: &Tree| old.get(name).is_some_and(|merged| merged.is_same(value));
        let added: Vec<&(String, Tree)> = wanted
            .iter()
            .filter(|(name, value)| !own.contains(name.as_str()) && !is_merged(name, value))
            .collect();
        let column = if is_flow {
            if gone.contains(&true) {
                return false;
            }
            0
        } else {
            let Some(column) = self.members_column(members, &gone) else {
                return false;
            };
            column
        };
        for (member, _) in members.iter().zip(gone).filter(|(_, gone)| !gone) {
            let name = member.name.as_str();
            if let (Some(before), Some(value)) = (old.get(name), new.get(name))
                && !self.node(&member.value, before, value, column + 2)
            {
                return false;
            }
        }
        let Some(last) = members.last() else {
            return false;
        };
        if is_flow {
            let entries = added.into_iter().map(|(name, value)| {
                format!("{}: {}", flow(&Tree::String(name.clone())), flow(value))
            });
            let value = &last.value.range;
            let is_written = !value.is_empty();
            return self.extend(last.key.start..value.end, is_written, entries.collect());
        }
        for (name, value) in added {
            let Some(text) =
                self.entry(&format!("{}:", key(name, &Style::default())), value, column)
            else {
                return false;
            };
            let at = self.line_end(last.end());
            self.edit(at..at, text);
        }
        true
    }

    /// Removes members. Answers the column in which all begin, if they can be removed.
    fn members_column(&mut self, members: &[Member], gone: &[bool]) -> Option<usize> {
        let column = self.column(members.first()?.key.start)?;
        if !gone.contains(&true) {
            return Some(column);
        }
        let places = members
            .iter()
            .map(|member| (member.key.start, member.end()));
        let blocks = self.blocks(places.collect(), column)?;
        self.remove_all(&blocks, gone, |at| members[at].key.start)?;
        Some(column)
    }

    pub(super) fn list(
        &mut self,
        items: &[Node],
        is_flow: bool,
        old: &[Tree],
        new: &[Tree],
    ) -> bool {
        if items.len() != old.len() {
            return false;
        }
        let aligned = aligned(old, new);
        if is_flow {
            return self.flow_list(items, old, new, &aligned.from);
        }
        let Some(column) = self.items_column(items) else {
            return false;
        };
        if aligned.is_in_place(old.len()) {
            let mut each = items.iter().zip(old).zip(new);
            return each.all(|((item, old), new)| self.node(item, old, new, column + 2));
        }
        if items.iter().any(|item| item.from == usize::MAX) {
            return false;
        }
        let places = items.iter().map(|item| (item.from - 1, item.end()));
        let Some(blocks) = self.blocks(places.collect(), column) else {
            return false;
        };
        if !self.lossy {
            let doubtful = aligned.doubtful.iter().map(|at| &blocks.lines[*at]);
            for lines in doubtful {
                let kept = self.kept.iter().filter(|at| lines.contains(at));
                self.lost.extend(kept);
            }
        }
        let ordered = aligned.in_order();
        let mut gone = vec![true; items.len()];
        for (from, _) in aligned.from.iter().zip(&ordered).filter(|(_, is)| **is) {
            from.inspect(|from| gone[*from] = false);
        }
        if self
            .remove_all(&blocks, &gone, |at| items[at].from - 1)
            .is_none()
        {
            return false;
        }
        let first = gone.iter().position(|gone| !gone).unwrap_or(0);
        let mut at = blocks.lines[first].start;
        if !blocks.is_free && aligned.from.first() != Some(&Some(first)) {
            // What comes first would be behind a dash.
            return false;
        }
        for ((new, from), is_ordered) in new.iter().zip(&aligned.from).zip(ordered) {
            let Some(from) = *from else {
                let Some(text) = self.entry("-", new, column) else {
                    return false;
                };
                self.edit(at..at, text);
                continue;
            };
            let (item, old) = (&items[from], &old[from]);
            if is_ordered {
                if !self.node(item, old, new, column + 2) {
                    return false;
                }
                at = blocks.lines[from].end;
            } else {
                let edits = std::mem::take(&mut self.edits);
                let is_changed = self.node(item, old, new, column + 2);
                let text = self.applied(blocks.lines[from].clone());
                self.edits = edits;
                if !is_changed {
                    return false;
                }
                let begun = from == 0 && !blocks.is_free;
                let indent = " ".repeat(if begun { column } else { 0 });
                self.edits.push((at..at, indent + &text));
            }
        }
        true
    }

    /// A list in brackets, of which items are changed in their place, and others come behind.
    fn flow_list(
        &mut self,
        items: &[Node],
        old: &[Tree],
        new: &[Tree],
        from: &[Option<usize>],
    ) -> bool {
        let (Some(kept), Some(last)) = (from.get(..old.len()), items.last()) else {
            return false;
        };
        let is_kept = kept.iter().enumerate().all(|(at, from)| *from == Some(at));
        let mut each = items.iter().zip(old).zip(new);
        if !is_kept || !each.all(|((item, old), new)| self.node(item, old, new, 0)) {
            return false;
        }
        let added = new[old.len()..].iter().map(flow).collect();
        self.extend(last.range.clone(), !last.range.is_empty(), added)
    }

    /// Adds entries in brackets behind the last one: in lines of their own, if it is in one.
    fn extend(&mut self, last: Range<usize>, is_written: bool, added: Vec<String>) -> bool {
        const BLANKS: [char; 2] = [' ', '\t'];
        if added.is_empty() {
            return true;
        }
        let line = self.line_start(last.start);
        let front = &self.text[line..last.start];
        let rest = self.text[last.end..].trim_start_matches(BLANKS);
        let behind = rest.strip_prefix(',');
        let rest = behind.unwrap_or(rest).trim_start_matches(BLANKS);
        let is_line = front.trim_start_matches(BLANKS).is_empty();
        if !is_written || (rest.starts_with('#') && !is_line) {
            return false;
        }
        if !(is_line && rest.starts_with(['#', '\r', '\n'])) {
            let text = format!(", {}", added.join(", "));
            self.edit(last.end..last.end, text);
            return true;
        }
        let lines: Vec<String> = added
            .iter()
            .map(|entry| format!("\n{front}{entry}"))
            .collect();
        let comma = if behind.is_some() { "," } else { "" };
        let at = self.text_end(last.end);
        if behind.is_none() {
            self.edit(last.end..last.end, ",".to_owned());
        }
        self.edit(at..at, lines.join(",") + comma);
        true
    }

    fn items_column(&self, items: &[Node]) -> Option<usize> {
        let first = items.first().filter(|item| item.from != usize::MAX)?;
        self.column(first.from - 1)
    }

    /// Takes all members or items away, whose comments go with them.
    pub(super) fn emptied(&mut self, node: &Node, empty: &str) -> bool {
        let places: Vec<(usize, usize)> = match &node.kind {
            Kind::List { items, .. } if items.iter().all(|item| item.from != usize::MAX) => items
                .iter()
                .map(|item| (item.from - 1, item.end()))
                .collect(),
            Kind::Object { members, .. } => members
                .iter()
                .map(|member| (member.key.start, member.end()))
                .collect(),
            _ => return false,
        };
        let (Some((first, _)), Some(front)) =
            (places.first(), self.text.get(node.from..node.range.start))
        else {
            return false;
        };
        let is_plain = front.lines().all(|line| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with('#')
        });
        let Some(column) = self
            .column(*first)
            .filter(|_| is_plain && front.contains('\n'))
        else {
            return false;
        };
        let all = vec![true; places.len()];
        let Some(blocks) = self.blocks(places, column).filter(|blocks| blocks.is_free) else {
            return false;
        };
        self.edit(node.from..node.from, format!(" {empty}"));
        self.remove_all(&blocks, &all, |_| 0).is_some()
    }

    /// A new member or item in lines of its own.
    fn entry(&self, mark: &str, value: &Tree, column: usize) -> Option<String> {
        let (text, is_block) =
            nested(&mut Walk::default(), &value, &Style::default(), column + 2).ok()?;
        let indent = " ".repeat(column);
        Some(if is_block && mark != "-" {
            format!("{indent}{mark}\n{indent}  {text}\n")
        } else {
            format!("{indent}{mark} {text}\n")
        })
    }

    /// The lines of what begins and ends at places. None, if they are not lines of their own.
    fn blocks(&self, places: Vec<(usize, usize)>, column: usize) -> Option<Blocks> {
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut is_free = true;
        for (start, end) in places {
            let line = self.line_start(start);
            let is_own = self.text[line..start].bytes().all(|c| c == b' ');
            if !is_own && !lines.is_empty() {
                return None;
            }
            is_free &= is_own;
            let from = if is_own {
                self.above(line, column)
            } else {
                start
            };
            lines.push(from..self.line_end(end));
        }
        // Comments at the beginning of a text are about all of it, unless others have some too.
        let own = |at: usize, lines: &Range<usize>| self.text[at..lines.end].trim_start();
        if let Some((first, others)) = lines.split_first()
            && is_free
            && own(first.start, first).starts_with('#')
            && is_beginning(&self.text[..first.start])
            && !others
                .iter()
                .any(|lines| own(lines.start, lines).starts_with('#'))
        {
            let mut start = first.start;
            while own(start, first).starts_with('#') {
                start = self.line_end(start);
            }
            lines[0].start = start;
        }
        Some(Blocks {
            lines,
            column,
            is_free,
        })
    }

    /// Where comment lines directly above a line begin, in the same column.
    fn above(&self, line: usize, column: usize) -> usize {
        let mut start = line;
        while start > 0 {
            let before = self.line_start(start - 1);
            let mark = before + column;
            let is_comment = self.kept.binary_search(&mark).is_ok()
                && self.text[mark..].starts_with('#')
                && self.text[before..mark].bytes().all(|c| c == b' ');
            if !is_comment {
                break;
            }
            start = before;
        }
        start
    }

    /// Removes members or items with their comments; `begin` says where one is without those.
    fn remove_all(
        &mut self,
        blocks: &Blocks,
        gone: &[bool],
        begin: impl Fn(usize) -> usize,
    ) -> Option<()> {
        let mut from = 0;
        if !blocks.is_free && gone[0] {
            // The next one takes the place behind the dash, if nothing is between.
            from = gone.iter().position(|gone| !gone)?;
            let next = &blocks.lines[from];
            let range = blocks.lines[0].start..begin(from);
            let is_own = |at: &usize| blocks.lines[..from].iter().any(|lines| lines.contains(at));
            let mut kept = self.kept.iter().filter(|at| range.contains(at));
            let is_next = next.start == self.line_start(begin(from))
                && begin(from) - next.start == blocks.column;
            if !is_next || !kept.all(is_own) {
                return None;
            }
            self.edit(range, String::new());
        }
        for (lines, _) in blocks.lines[from..]
            .iter()
            .zip(&gone[from..])
            .filter(|(_, gone)| **gone)
        {
            let mut end = lines.end;
            // Of the empty lines around it, one is left.
            let before = self.text[..lines.start].trim_end_matches('\r');
            if before.ends_with("\n\n") || before.ends_with("\n\r\n") {
                let rest = &self.text[end..];
                let next = rest.strip_prefix('\r').unwrap_or(rest);
                if next.starts_with('\n') {
                    end = self.line_end(end);
                }
            }
            self.edit(lines.start..end, String::new());
        }
        Some(())
    }
}

/// Whether nothing but the marks of a document is in front.
fn is_beginning(before: &str) -> bool {
    before.lines().all(|line| {
        let line = line.trim_start_matches('\u{feff}');
        line.trim().is_empty() || line.starts_with('%') || line.trim_end() == "---"
    })
}
