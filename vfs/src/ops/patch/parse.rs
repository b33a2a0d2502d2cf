//! From the text of a patch to files and hunks.

use super::{Act, FilePatch, HUNKS_MAX, Hunk, Sign};
use crate::ops::text_edit::{Hint, TextEditError, TextEditErrorKind};

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";

/// The files of a patch that keeps to bounds.
///
/// # Errors
/// As [`parse`], and `TooLarge` beyond a bound.
pub fn parse_within(
    patch: &str,
    bytes_max: usize,
    files_max: usize,
) -> Result<Vec<FilePatch>, TextEditError> {
    if patch.len() > bytes_max {
        let text = format!(
            "the patch has {} bytes, at most {bytes_max} are allowed",
            patch.len()
        );
        return Err(TextEditError::new(TextEditErrorKind::TooLarge, text)
            .with_hint("send it in several calls, whole files in each"));
    }
    let files = parse(patch)?;
    let hunks: usize = files.iter().map(|file| file.hunks.len()).sum();
    if files.len() > files_max || hunks > HUNKS_MAX {
        let text = format!(
            "the patch has {} files and {hunks} hunks, at most {files_max} and {HUNKS_MAX} are allowed",
            files.len()
        );
        return Err(TextEditError::new(TextEditErrorKind::TooLarge, text)
            .with_hint("send it in several calls"));
    }
    Ok(files)
}

/// The files of a patch in its order; those that it names several times are joined.
///
/// # Errors
/// `Invalid` for text that is not a patch.
pub fn parse(patch: &str) -> Result<Vec<FilePatch>, TextEditError> {
    let lines: Vec<&str> = patch
        .lines()
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect();
    let mut parser = Parser::default();
    match lines.iter().position(|line| line.trim_end() == BEGIN) {
        Some(begin) => parser.envelope(&lines, begin + 1)?,
        None => parser.unified(&lines)?,
    }
    parser.close();
    let mut files: Vec<FilePatch> = Vec::new();
    for file in parser.files {
        if file.act == Act::Update && file.hunks.is_empty() && file.to.is_none() {
            continue;
        }
        let same = files.iter_mut().find(|known| known.name == file.name);
        match same {
            None => files.push(file),
            Some(known) if known.act == Act::Update && file.act == Act::Update => {
                known.hunks.extend(file.hunks);
                known.to = known.to.take().or(file.to);
            }
            Some(known) => {
                return Err(TextEditError::invalid(format!(
                    "the patch does two things to {}",
                    crate::ops::text::shown(&known.name)
                ))
                .with_hint("say once what happens to each file"));
            }
        }
    }
    if files.is_empty() {
        return Err(TextEditError::invalid("the patch holds no hunk").with_hint(Hint::WritePatch));
    }
    Ok(files)
}

/// A name without so many leading components; by default, without `a/` or `b/`.
#[must_use]
pub fn stripped(name: &str, components: Option<usize>) -> &str {
    let Some(components) = components else {
        let plain = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/"));
        return plain.unwrap_or(name);
    };
    let mut rest = name;
    // The caller may ask for any number: the loop ends with the name.
    for _ in 0..components {
        match rest.split_once('/') {
            Some((_, below)) => rest = below,
            None => break,
        }
    }
    rest
}

fn bad(index: usize, why: &str) -> TextEditError {
    TextEditError::invalid(format!("line {} of the patch: {why}", index + 1))
}

#[derive(Default)]
struct Parser {
    files: Vec<FilePatch>,
    file: Option<FilePatch>,
    hunk: Option<Hunk>,
    /// Whether the last rows of the hunk were lines without even a space.
    blank_rows: usize,
}

impl Parser {
    fn open(&mut self, name: &str, act: Act) {
        self.close();
        self.file = Some(FilePatch {
            name: name.to_owned(),
            act,
            ..FilePatch::default()
        });
    }

    fn close(&mut self) {
        self.close_hunk();
        self.files.extend(self.file.take());
    }

    fn close_hunk(&mut self) {
        let Some(mut hunk) = self.hunk.take() else {
            return;
        };
        // Empty lines after the last row separate hunks, unless the header counts them.
        while self.blank_rows > 0 && !hunk.is_exact() {
            hunk.rows.pop();
            self.blank_rows -= 1;
        }
        self.blank_rows = 0;
        if hunk.rows.iter().any(|(sign, _)| *sign != Sign::Keep) {
            self.file
                .get_or_insert_with(FilePatch::default)
                .hunks
                .push(hunk);
        }
    }

    /// Begins a hunk from the text after `@@`.
    fn open_hunk(&mut self, header: &str) {
        let is_stacked = self.hunk.as_ref().is_some_and(|hunk| hunk.rows.is_empty());
        let anchors = match (is_stacked, self.hunk.take()) {
            (true, Some(hunk)) => hunk.anchors,
            (_, hunk) => {
                self.hunk = hunk;
                self.close_hunk();
                Vec::new()
            }
        };
        let mut hunk = Hunk {
            anchors,
            ..Hunk::default()
        };
        let mut words = header.split_whitespace();
        let old = range(words.next(), '-');
        let new = range(words.next(), '+');
        if let Some((old, new)) = old.zip(new) {
            hunk.line = Some(old.0);
            hunk.promised = Some((old.1, new.1));
        } else {
            let anchor = header.trim().trim_end_matches("@@").trim_end();
            if !anchor.is_empty() && old.is_none() {
                hunk.anchors.push(anchor.to_owned());
            }
        }
        self.hunk = Some(hunk);
    }

    /// Adds a row; answers whether the line is one.
    fn row(&mut self, line: &str) -> bool {
        let (sign, text) = match line.as_bytes().first() {
            None => (Sign::Keep, ""),
            Some(b' ') => (Sign::Keep, &line[1..]),
            Some(b'-') => (Sign::Remove, &line[1..]),
            Some(b'+') => (Sign::Add, &line[1..]),
            Some(_) => return false,
        };
        self.blank_rows = if line.is_empty() {
            self.blank_rows + 1
        } else {
            0
        };
        self.hunk
            .get_or_insert_with(Hunk::default)
            .rows
            .push((sign, format!("{text}\n")));
        true
    }

    /// The last row has no line break.
    fn end_without_break(&mut self) {
        let last = self.hunk.as_mut().and_then(|hunk| hunk.rows.last_mut());
        if let Some((_, row)) = last {
            row.pop();
        }
    }

    fn envelope(&mut self, lines: &[&str], begin: usize) -> Result<(), TextEditError> {
        for (index, line) in lines.iter().enumerate().skip(begin) {
            if let Some(name) = line.strip_prefix("*** Update File: ") {
                self.open(name.trim(), Act::Update);
            } else if let Some(name) = line.strip_prefix("*** Add File: ") {
                self.open(name.trim(), Act::Add);
            } else if let Some(name) = line.strip_prefix("*** Delete File: ") {
                self.open(name.trim(), Act::Delete);
            } else if let Some(name) = line.strip_prefix("*** Move to: ") {
                match &mut self.file {
                    Some(file) if file.act == Act::Update => file.to = Some(name.trim().to_owned()),
                    _ => return Err(bad(index, "Move to belongs below an Update File")),
                }
            } else if line.starts_with("*** End of File") {
                if let Some(hunk) = &mut self.hunk {
                    hunk.is_at_end = true;
                }
            } else if line.trim_end() == END {
                return Ok(());
            } else if line.starts_with("*** ") {
                return Err(bad(
                    index,
                    "a section is one of Update File, Add File, Delete File, Move to, End of File",
                ));
            } else if self.file.is_none() {
                if !line.trim().is_empty() {
                    return Err(bad(index, "a section such as *** Update File: comes first"));
                }
            } else if let Some(header) = line.strip_prefix("@@") {
                self.open_hunk(header);
            } else if line.is_empty() && self.hunk.is_none() {
                // Between sections.
            } else if line.starts_with('\\') {
                self.end_without_break();
            } else if !self.row(line) {
                return Err(bad(index, "a line of a hunk begins with +, - or a space"));
            }
        }
        Err(
            TextEditError::invalid(format!("the patch has no {END}: it was probably cut"))
                .with_hint("send the whole patch, in several calls if it is long"),
        )
    }

    fn unified(&mut self, lines: &[&str]) -> Result<(), TextEditError> {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let next = lines.get(at + 1).copied().unwrap_or("");
            let in_hunk = self.hunk.as_ref().is_some_and(|hunk| !hunk.is_complete());
            if let Some(header) = line.strip_prefix("@@") {
                self.open_hunk(header);
            } else if line.starts_with("diff --git ") {
                self.close();
            } else if let Some(old) = line.strip_prefix("--- ")
                && (self.hunk.is_none() || self.is_header(next, lines.get(at + 2).copied()))
            {
                let Some(new) = next.strip_prefix("+++ ") else {
                    return Err(bad(at, "--- is followed by a line with +++"));
                };
                self.header(name_of(old), name_of(new));
                at += 1;
            } else if self.hunk.is_none() && self.extended(at, line)? {
                // A line that git writes above a file.
            } else if line.starts_with(['+', '-', ' '])
                && (self.hunk.is_some() || self.file.is_some())
                || (line.is_empty() && in_hunk)
            {
                self.row(line);
            } else if line.starts_with('\\') {
                self.end_without_break();
            } else if !line.is_empty() && self.hunk.is_some() && in_hunk {
                return Err(bad(at, "a line of a hunk begins with +, - or a space"));
            }
            // Anything else is words before a patch, or between its parts.
            at += 1;
        }
        Ok(())
    }

    /// Whether a line with `---` in a hunk is not the removed line `--`, by what comes after it.
    fn is_header(&self, next: &str, after: Option<&str>) -> bool {
        let Some(hunk) = &self.hunk else { return true };
        // One removed and one added line may be exactly what the hunk lacks.
        let lacks = hunk.promised.map(|(old, new)| {
            let (have_old, have_new) = hunk.counts();
            (old.checked_sub(have_old), new.checked_sub(have_new))
        });
        next.starts_with("+++ ")
            && after.is_none_or(|after| after.starts_with("@@"))
            && lacks != Some((Some(1), Some(1)))
    }

    /// The two lines above the hunks of a file.
    fn header(&mut self, old: &str, new: &str) {
        self.close_hunk();
        let moved = self
            .file
            .take_if(|file| file.hunks.is_empty() && file.to.is_some());
        match (old, new, moved) {
            (_, _, Some(file)) => {
                self.close();
                self.file = Some(file);
            }
            ("/dev/null", new, None) => self.open(new, Act::Add),
            (old, "/dev/null", None) => self.open(old, Act::Delete),
            (old, new, None) => {
                self.open(old, Act::Update);
                let is_same = stripped(old, None) == stripped(new, None);
                if let (Some(file), false) = (&mut self.file, is_same) {
                    file.to = Some(new.to_owned());
                }
            }
        }
    }

    /// The header lines of git about a file.
    fn extended(&mut self, index: usize, line: &str) -> Result<bool, TextEditError> {
        if let Some(name) = line.strip_prefix("rename from ") {
            self.open(name_of(name), Act::Update);
        } else if let Some(name) = line.strip_prefix("rename to ") {
            match &mut self.file {
                Some(file) => file.to = Some(name_of(name).to_owned()),
                None => return Err(bad(index, "rename to follows rename from")),
            }
        } else if line.starts_with("copy from ") {
            return Err(bad(index, "a patch copies no files here").with_hint(Hint::Copy));
        } else if line.starts_with("GIT binary patch") || line.starts_with("Binary files ") {
            return Err(bad(index, "a patch changes text only").with_hint(Hint::WriteBytes));
        } else {
            let known = [
                "index ",
                "old mode ",
                "new mode ",
                "new file mode ",
                "deleted file mode ",
            ];
            return Ok(known.iter().any(|start| line.starts_with(start)));
        }
        Ok(true)
    }
}

impl Hunk {
    /// Whether it has exactly the lines that its header announces.
    fn is_exact(&self) -> bool {
        self.promised == Some(self.counts())
    }
}

/// `-12,3` as the first line and the number of lines.
fn range(text: Option<&str>, sign: char) -> Option<(usize, usize)> {
    let text = text?.strip_prefix(sign)?;
    match text.split_once(',') {
        None => Some((text.parse().ok()?, 1)),
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
    }
}

/// The name in a header, without a time after it and without quotes.
fn name_of(text: &str) -> &str {
    let name = text.split('\t').next().unwrap_or(text).trim();
    name.strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
        .unwrap_or(name)
}
