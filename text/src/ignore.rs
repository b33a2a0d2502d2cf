//! The rules of a `.gitignore` file.
//!
//! Knows nothing of trees: it answers what one file says about a path below its folder.
//! Rules are kept as they are written and compiled to nothing, so they take little more memory
//! than their text.
//! Paths and rules are compared byte by byte, as git does: `?` is one byte.
//!
//! | Line | Meaning |
//! |---|---|
//! | `# …`, empty | nothing |
//! | `name` | an entry of this name in the folder or anywhere below it |
//! | `/name`, `a/b` | the entry at this path, from the folder of the file |
//! | `…/` | a folder only |
//! | `!…` | takes back what an earlier rule ignores |
//! | `*`, `?`, `[a-z]`, `[!a]` | any bytes, one byte, one of a set; never `/` |
//! | `[[:digit:]]` | one byte of a class of POSIX |
//! | `**/`, `/**/`, `/**` | any number of folders; everything below |
//! | `\` | takes the next character literally |
//!
//! [`Level`] puts the files of a folder and of the folders above it together.

#[cfg(test)]
mod tests;
mod wildcard;

use std::rc::Rc;

use wildcard::fits;

/// Longest file that is read, in bytes; of a longer one the whole lines up to here count.
pub const FILE_BYTES_MAX: usize = 64 * 1024;

/// What [`Rules`] take for each byte of a file at most.
pub const RULE_BYTES_A_BYTE: usize = 1 + size_of::<Rule>();

/// The rules of one file, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    text: Box<[u8]>,
    rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    /// Where the pattern starts in the text, and where it ends.
    start: u32,
    end: u32,
    /// Whether the rule is for paths below the folder, and not for names.
    is_anchored: bool,
    is_negated: bool,
    is_for_folders: bool,
}

/// Whether an entry is a folder.
///
/// The list is exhaustive on purpose: rules distinguish nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// It is a folder.
    Folder,
    /// It is something else.
    Other,
}

impl Rules {
    /// Reads the first [`FILE_BYTES_MAX`] bytes of a file. Invalid rules are skipped, as git does.
    #[must_use]
    pub fn parse(mut text: Vec<u8>) -> Self {
        text.truncate(FILE_BYTES_MAX);
        let mark = "\u{feff}".as_bytes();
        let mut start = if text.starts_with(mark) {
            mark.len()
        } else {
            0
        };
        // Counted first: a vector that grows would take twice the room.
        let lines = text[start..].split(|&byte| byte == b'\n');
        let count = lines.filter(|line| rule(line).is_some()).count();
        let mut rules = Vec::with_capacity(count);
        for line in text[start..].split(|&byte| byte == b'\n') {
            rules.extend(rule(line).map(|rule| rule.moved(start)));
            start += line.len() + 1;
        }
        Self {
            text: text.into_boxed_slice(),
            rules,
        }
    }

    /// Reads the beginning of a file that has so many bytes in all. What is beyond
    /// [`FILE_BYTES_MAX`] does not count, and neither does a line that goes on there: half of a rule
    /// would be another rule.
    #[must_use]
    pub fn parse_start(mut text: Vec<u8>, bytes: u64) -> Self {
        text.truncate(FILE_BYTES_MAX);
        if bytes > FILE_BYTES_MAX as u64 {
            let end = text.iter().rposition(|&byte| byte == b'\n');
            text.truncate(end.map_or(0, |end| end + 1));
        }
        Self::parse(text)
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether the entry at this path, relative to the file's folder, is ignored; `None` if no
    /// rule matches it. The last rule that matches decides.
    #[must_use]
    pub fn ignores(&self, path: &str, entry: Entry) -> Option<bool> {
        let path = path.as_bytes();
        let name = path.rsplit(|&byte| byte == b'/').next()?;
        let decides = |rule: &&Rule| {
            (entry == Entry::Folder || !rule.is_for_folders)
                && fits(
                    &self.text[rule.start as usize..rule.end as usize],
                    if rule.is_anchored { path } else { name },
                )
        };
        let rule = self.rules.iter().rev().find(decides)?;
        Some(!rule.is_negated)
    }
}

/// The rules that hold in a folder: those of its own file, and those of the folders above it.
#[derive(Debug)]
pub struct Level {
    rules: Rules,
    /// Bytes of the folder's path with a slash at its end.
    prefix_bytes: usize,
    above: Option<Rc<Self>>,
}

impl Level {
    /// Puts the rules of a folder on top of those above it. The path of the folder has no slash at
    /// its end; that of the root is empty.
    #[must_use]
    pub fn new(rules: Rules, folder: &str, above: Option<Rc<Self>>) -> Option<Rc<Self>> {
        if rules.is_empty() {
            return above;
        }
        Some(Rc::new(Self {
            rules,
            prefix_bytes: folder.len() + 1,
            above,
        }))
    }

    /// Whether an entry is ignored. Its path is written as those of the folders were. The nearest file
    /// with a rule for it decides.
    #[must_use]
    pub fn ignores(&self, path: &str, entry: Entry) -> bool {
        let mut level = Some(self);
        while let Some(here) = level {
            let below = path.get(here.prefix_bytes..).unwrap_or_default();
            if let Some(ignored) = here.rules.ignores(below, entry) {
                return ignored;
            }
            level = here.above.as_deref();
        }
        false
    }
}

impl Rule {
    /// The rule of a line that starts at a position of the text.
    fn moved(self, by: usize) -> Self {
        let by = place(by);
        Self {
            start: self.start + by,
            end: self.end + by,
            ..self
        }
    }
}

/// A position in a text, which [`FILE_BYTES_MAX`] bounds.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The rule of a line, with positions from its start.
fn rule(line: &[u8]) -> Option<Rule> {
    if line.starts_with(b"#") {
        return None;
    }
    let line = without_trailing_spaces(line.strip_suffix(b"\r").unwrap_or(line));
    let (mut start, mut end) = (0, line.len());
    let is_negated = line.starts_with(b"!");
    start += usize::from(is_negated);
    let is_for_folders = line[start..].ends_with(b"/");
    end -= usize::from(is_for_folders);
    let is_anchored = line[start..end].contains(&b'/');
    start += usize::from(line[start..end].starts_with(b"/"));
    (start < end).then(|| Rule {
        start: place(start),
        end: place(end),
        is_anchored,
        is_negated,
        is_for_folders,
    })
}

/// Spaces at the end are not part of a rule, unless they follow a backslash.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let count = |line: &[u8], byte| line.iter().rev().take_while(|&&it| it == byte).count();
    let spaces = count(line, b' ');
    let kept = line.len() - spaces;
    let is_escaped = spaces > 0 && count(&line[..kept], b'\\') % 2 == 1;
    &line[..kept + usize::from(is_escaped)]
}
