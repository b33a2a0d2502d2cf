//! Patches as models write them: unified diffs and the `*** Begin Patch` envelope, for one file.
//!
//! Numbers in the headers of hunks are often wrong. They only decide between several places;
//! where a hunk goes is found by its text, as for an edit.

use crate::edit::Edit;
use crate::error::{Code, ToolError};

/// What a patch does to its file.
#[derive(Debug)]
pub(crate) enum Patched {
    /// Changes of what is there.
    Edits(Vec<Edit>),
    /// A whole new content.
    Content(String),
}

/// A patch of one file; other files in it are refused.
pub(crate) fn parse(patch: &str, file: &str) -> Result<Patched, ToolError> {
    let mut edits = Vec::new();
    let mut hunk: Option<Hunk> = None;
    let mut added: Option<String> = None;
    let mut is_ended = false;
    let mut lines = patch.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let bare = line.strip_suffix('\r').unwrap_or(line);
        let in_hunk = hunk.as_ref().is_some_and(|hunk| !hunk.is_complete());
        let next_is_plus = lines
            .peek()
            .is_some_and(|(_, next)| next.starts_with("+++ "));
        let is_header = bare.starts_with("--- ") && (!in_hunk || next_is_plus)
            || bare.starts_with("+++ ") && !in_hunk
            || bare.starts_with("diff --git ")
            || bare.starts_with("*** ")
            || (hunk.is_none() && bare.starts_with("index "));
        if let Some(rest) = bare.strip_prefix("@@") {
            push(&mut edits, hunk.take())?;
            hunk = Some(Hunk::new(rest));
        } else if is_header {
            push(&mut edits, hunk.take())?;
            if check_header(bare, file)? == Header::Adds {
                added = Some(String::new());
            }
            is_ended |= bare.starts_with("*** End Patch");
        } else if let Some(text) = added.as_mut() {
            match bare.strip_prefix('+') {
                Some(row) => {
                    text.push_str(row);
                    text.push('\n');
                }
                None if bare.is_empty() => {}
                None => return Err(bad(index, "every line of an added file begins with +")),
            }
        } else if bare.starts_with(['+', '-', ' ']) || (bare.is_empty() && in_hunk) {
            hunk.get_or_insert_with(|| Hunk::new("")).push(bare);
        } else if bare.starts_with('\\') {
            if let Some(hunk) = hunk.as_mut() {
                hunk.drop_last_newline();
            }
        } else if bare.is_empty() || is_ended || edits.is_empty() && hunk.is_none() {
            // Words before a patch, and empty lines between its parts.
        } else {
            return Err(bad(index, "a line of a hunk begins with +, - or a space"));
        }
    }
    push(&mut edits, hunk)?;
    if let Some(content) = added {
        return Ok(Patched::Content(content));
    }
    if edits.is_empty() {
        return Err(ToolError::invalid("the patch holds no hunk").with_hint(
            "write a unified diff with @@ lines, or use edits with oldText and newText",
        ));
    }
    Ok(Patched::Edits(edits))
}

fn bad(index: usize, why: &str) -> ToolError {
    ToolError::invalid(format!("line {} of the patch: {why}", index + 1))
}

#[derive(Debug, PartialEq, Eq)]
enum Header {
    Adds,
    Other,
}

/// Refuses a patch that is about another file, or does something else than changing one.
fn check_header(line: &str, file: &str) -> Result<Header, ToolError> {
    let named = |text: &str| {
        let name = text
            .split('\t')
            .next()
            .unwrap_or(text)
            .trim()
            .trim_matches('"');
        let plain = name
            .strip_prefix("a/")
            .or_else(|| name.strip_prefix("b/"))
            .unwrap_or(name);
        let wanted = file.trim_start_matches('/');
        let fits = |name: &str| {
            let name = name.trim_start_matches("./").trim_start_matches('/');
            name == wanted || wanted.ends_with(&format!("/{name}"))
        };
        if name == "/dev/null" || fits(plain) || fits(name) {
            Ok(())
        } else {
            Err(ToolError::invalid(format!(
                "the patch is about {}, and the action about {}",
                crate::text::shown(name),
                crate::text::shown(file)
            ))
            .with_hint("use one action for each file"))
        }
    };
    if let Some(rest) = line
        .strip_prefix("--- ")
        .or_else(|| line.strip_prefix("+++ "))
    {
        named(rest)?;
        if line == "+++ /dev/null" {
            return Err(
                ToolError::new(Code::InvalidArgument, "the patch deletes the file")
                    .with_hint("use the action delete_file"),
            );
        }
    } else if let Some(rest) = line.strip_prefix("*** Update File: ") {
        named(rest)?;
    } else if let Some(rest) = line.strip_prefix("*** Add File: ") {
        named(rest)?;
        return Ok(Header::Adds);
    } else if line.starts_with("*** Delete File: ") || line.starts_with("*** Move to: ") {
        return Err(ToolError::invalid("the patch deletes or moves a file")
            .with_hint("use the action delete_file or rename_file"));
    }
    Ok(Header::Other)
}

/// The lines of a hunk.
#[derive(Debug, Default)]
struct Hunk {
    old: String,
    new: String,
    /// The line that the header names, from 1.
    line: Option<usize>,
    /// Lines that the header promises on both sides.
    promised: Option<(usize, usize)>,
    counted: (usize, usize),
    last_was_new_only: bool,
    last_was_old_only: bool,
}

impl Hunk {
    /// From what stands behind the first `@@` of a header.
    fn new(header: &str) -> Self {
        let mut numbers = header.split_whitespace();
        let range = |text: Option<&str>, sign: char| -> Option<(usize, usize)> {
            let text = text?.strip_prefix(sign)?;
            match text.split_once(',') {
                None => Some((text.parse().ok()?, 1)),
                Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
            }
        };
        let old = range(numbers.next(), '-');
        let new = range(numbers.next(), '+');
        Self {
            line: old.map(|(start, _)| start),
            promised: old.zip(new).map(|(old, new)| (old.1, new.1)),
            ..Self::default()
        }
    }

    fn is_complete(&self) -> bool {
        self.promised
            .is_some_and(|(old, new)| self.counted.0 >= old && self.counted.1 >= new)
    }

    fn push(&mut self, line: &str) {
        let (sign, rest) = line.split_at(usize::from(!line.is_empty()));
        self.last_was_new_only = sign == "+";
        self.last_was_old_only = sign == "-";
        if sign != "+" {
            self.old.push_str(rest);
            self.old.push('\n');
            self.counted.0 += 1;
        }
        if sign != "-" {
            self.new.push_str(rest);
            self.new.push('\n');
            self.counted.1 += 1;
        }
    }

    fn drop_last_newline(&mut self) {
        if !self.last_was_new_only {
            self.old.pop();
        }
        if !self.last_was_old_only {
            self.new.pop();
        }
    }
}

fn push(edits: &mut Vec<Edit>, hunk: Option<Hunk>) -> Result<(), ToolError> {
    let Some(hunk) = hunk else { return Ok(()) };
    if hunk.old == hunk.new {
        return Ok(());
    }
    if hunk.old.is_empty() {
        return Err(ToolError::new(
            Code::EditEmpty,
            "a hunk adds lines and shows none of those around them",
        )
        .with_hint("give each hunk some lines of the file, each with a space before it"));
    }
    edits.push(Edit {
        old: hunk.old,
        new: hunk.new,
        near_line: hunk.line,
        ..Edit::default()
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(patch: &str) -> Vec<(String, String)> {
        match parse(patch, "/src/a.txt").unwrap() {
            Patched::Edits(edits) => edits.into_iter().map(|edit| (edit.old, edit.new)).collect(),
            Patched::Content(text) => vec![(String::new(), text)],
        }
    }

    #[test]
    fn hunks_become_edits() {
        let patch = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@ fn\n one\n-two\n+2\n three\n@@ -9 +9 @@\n-x\n+y\n\\ No newline at end of file\n";
        assert_eq!(
            edits(patch),
            [
                ("one\ntwo\nthree\n".to_owned(), "one\n2\nthree\n".to_owned()),
                ("x\n".to_owned(), "y".to_owned()),
            ]
        );
        let patch = "*** Begin Patch\n*** Update File: src/a.txt\n@@\n-a\n+b\n*** End Patch\n";
        assert_eq!(edits(patch), [("a\n".to_owned(), "b\n".to_owned())]);
        let patch = "*** Begin Patch\n*** Add File: src/a.txt\n+a\n+b\n*** End Patch\n";
        assert_eq!(edits(patch), [(String::new(), "a\nb\n".to_owned())]);
    }

    #[test]
    fn other_files_and_no_hunks_are_refused() {
        let refused = |patch: &str| parse(patch, "/a.txt").unwrap_err().message;
        assert_eq!(
            refused("--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a\n+b\n"),
            "the patch is about \"a/b.txt\", and the action about \"/a.txt\""
        );
        assert_eq!(refused("words"), "the patch holds no hunk");
        assert_eq!(
            refused("@@ -1 +1 @@\n+b\n"),
            "a hunk adds lines and shows none of those around them"
        );
    }
}
