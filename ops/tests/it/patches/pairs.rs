//! Pairs of trees: what people and programs leave behind, and what makes patches hard to read.

use crate::disk_trees::{Entry, Files, Numbers};

const NAMES: &[&str] = &[
    "a",
    "b",
    "f",
    "a/x",
    "a/a/x",
    "b/f",
    "b/x",
    "x",
    "d",
    "d/x",
    "d/x/y",
    "d/e/f",
    "x y",
    "x ",
    " x",
    "x b/x",
    "d /x",
    "tab\there",
    "q\"q",
    "\"q\"",
    "back\\slash",
    "back\\n",
    "é",
    "café.txt",
    "d/ü/x",
    "\u{1}",
    "new\nline",
    "r\r",
    "\u{7f}",
    "\u{85}",
    "no\u{a0}break",
    "x\u{a0}",
    "zero\u{200b}width",
    "right\u{202e}left",
    "-x",
    "--- a",
    "dev/null",
    "diff --git a/x b/x",
    "{a => b}",
    "x -> y",
    "...",
    "😀",
    "*** x",
    "@@",
];

const LINES: &[&str] = &[
    "a\n",
    "b\n",
    "b\n",
    "c\n",
    "\n",
    "\n",
    "  c\n",
    "c \n",
    "\tc\n",
    "-- a\n",
    "++ b\n",
    "- a\n",
    "@@ x\n",
    "@@ -1 +1 @@\n",
    "-- \n",
    "é“\n",
    "x\r\n",
    "y\r\n",
    "\r\n",
    "\r\r\n",
    "a\rb\n",
    "\r",
    "\u{feff}z\n",
    "\\ No newline at end of file\n",
    "diff --git a/x b/x\n",
    "--- a/x\n",
    "+++ b/x\n",
    "*** Begin Patch\n",
    "*** End Patch\n",
    "rename from x\n",
    "GIT binary patch\n",
    "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n",
    "---\n",
    "Binary files a and b differ\n",
    "new file mode 100644\n",
    "fn f() {\n",
    "}\n",
    "\u{c}\n",
    "\u{2028}\n",
    "0\n",
    "1\n",
    "2\n",
    "3\n",
    "4\n",
    "5\n",
    "6\n",
    "7\n",
    "8\n",
    "9\n",
];

const ENDS: &[&str] = &[
    "end",
    "end\r",
    "a",
    "\\ No newline at end of file",
    "\r",
    " ",
];

/// Two trees.
pub(super) struct Pair {
    pub(super) before: Files,
    pub(super) after: Files,
    /// What the second has from another path of the first.
    pub(super) moves: Vec<(String, String)>,
}

impl Pair {
    pub(super) fn of(numbers: &mut Numbers) -> Self {
        let mut before = Files::new();
        for _ in 0..numbers.below(7) {
            let name = name(numbers);
            put(&mut before, name, entry(numbers));
        }
        let mut pair = Self {
            after: before.clone(),
            before,
            moves: Vec::new(),
        };
        for _ in 0..1 + numbers.below(5) {
            pair.change(numbers);
        }
        pair
    }

    /// A pair whose first tree is the second one of this.
    pub(super) fn next(&self, numbers: &mut Numbers) -> Self {
        let mut next = Self {
            before: self.after.clone(),
            after: self.after.clone(),
            moves: Vec::new(),
        };
        next.change(numbers);
        next.change(numbers);
        next
    }

    fn change(&mut self, numbers: &mut Numbers) {
        let known: Vec<String> = self.after.keys().cloned().collect();
        let at = match known.as_slice() {
            [] => name(numbers),
            _ => known[numbers.below(known.len())].clone(),
        };
        match numbers.below(12) {
            0 => drop(self.after.remove(&at)),
            1 => {
                let name = name(numbers);
                put(&mut self.after, name, entry(numbers));
            }
            2 | 3 => {
                if let Some(moved) = self.after.remove(&at) {
                    let to = name(numbers);
                    self.moves.push((at, to.clone()));
                    let moved = if numbers.below(2) == 0 {
                        moved
                    } else {
                        edited(moved, numbers)
                    };
                    put(&mut self.after, to, moved);
                }
            }
            4 => {
                if let Some(copied) = self.after.get(&at).cloned() {
                    let copied = if numbers.below(2) == 0 {
                        copied
                    } else {
                        edited(copied, numbers)
                    };
                    put(&mut self.after, name(numbers), copied);
                }
            }
            5 => {
                // Two change places.
                let other = known.get(numbers.below(known.len().max(1))).cloned();
                if let Some(other) = other.filter(|other| *other != at) {
                    let one = self.after.remove(&at);
                    let two = self.after.remove(&other);
                    self.after.extend(one.map(|entry| (other.clone(), entry)));
                    self.after.extend(two.map(|entry| (at.clone(), entry)));
                    self.moves.push((at, other));
                }
            }
            6 => {
                if let Some(Entry::File { is_executable, .. }) = self.after.get_mut(&at) {
                    *is_executable = !*is_executable;
                }
            }
            7 => {
                if self.after.remove(&at).is_some() {
                    put(&mut self.after, at, entry(numbers));
                }
            }
            _ => {
                if let Some(entry) = self.after.remove(&at) {
                    self.after.insert(at, edited(entry, numbers));
                }
            }
        }
    }
}

fn pick<'t>(from: &[&'t str], numbers: &mut Numbers) -> &'t str {
    from[numbers.below(from.len())]
}

fn name(numbers: &mut Numbers) -> String {
    let folder = match numbers.below(6) {
        0 => format!("{}/", pick(NAMES, numbers)),
        _ => String::new(),
    };
    format!("/{folder}{}", pick(NAMES, numbers))
}

/// Puts an entry at a path, and removes what cannot be beside it.
fn put(files: &mut Files, name: String, entry: Entry) {
    let below = format!("{name}/");
    files.retain(|other, _| !other.starts_with(&below) && !name.starts_with(&format!("{other}/")));
    files.insert(name, entry);
}

fn entry(numbers: &mut Numbers) -> Entry {
    match numbers.below(5) {
        0 => Entry::Link(target(numbers)),
        _ => Entry::File {
            bytes: text(numbers).into_bytes(),
            is_executable: numbers.below(4) == 0,
        },
    }
}

fn target(numbers: &mut Numbers) -> String {
    match numbers.below(8) {
        0 => "x\ny".to_owned(),
        1 => "x\n".to_owned(),
        2 => "../é\r".to_owned(),
        _ => pick(NAMES, numbers).to_owned(),
    }
}

fn text(numbers: &mut Numbers) -> String {
    let count = match numbers.below(6) {
        0 => 0,
        1 => 1,
        2 => 12 + numbers.below(40),
        _ => 2 + numbers.below(8),
    };
    let mut text: String = (0..count).map(|_| pick(LINES, numbers)).collect();
    if numbers.below(3) == 0 {
        text.push_str(pick(ENDS, numbers));
    }
    if numbers.below(6) == 0 {
        text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    text
}

fn edited(entry: Entry, numbers: &mut Numbers) -> Entry {
    let Entry::File {
        bytes,
        is_executable,
    } = entry
    else {
        return Entry::Link(target(numbers));
    };
    let text = String::from_utf8(bytes).unwrap();
    let text = match numbers.below(8) {
        0 => text.replace("\r\n", "\n").replace('\n', "\r\n"),
        1 => text.replace("\r\n", "\n"),
        2 if text.ends_with('\n') => text[..text.len() - 1].to_owned(),
        2 => format!("{text}\n"),
        _ => with_other_lines(&text, numbers),
    };
    Entry::File {
        bytes: text.into_bytes(),
        is_executable,
    }
}

fn with_other_lines(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    for _ in 0..1 + numbers.below(3) {
        let at = numbers.below(lines.len() + 1);
        match numbers.below(3) {
            0 => lines.insert(at, pick(LINES, numbers)),
            1 if at < lines.len() => drop(lines.remove(at)),
            _ if at < lines.len() => lines[at] = pick(LINES, numbers),
            _ => lines.push(pick(LINES, numbers)),
        }
    }
    lines.concat()
}
