//! `*** Begin Patch` with its sections.

use super::rows::{Lines, Rows, bad};
use super::{Act, FilePatch, names};
use crate::ops::text_edit::TextEditError;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";

/// The line behind the first one, if there is one.
pub(super) fn begin_of(lines: &Lines<'_>) -> Option<usize> {
    let begin = lines.all.iter().position(|line| line.trim_end() == BEGIN);
    begin.map(|begin| begin + 1)
}

/// The files of the sections from a line on.
pub(super) fn files(
    lines: &Lines<'_>,
    begin: usize,
    strip: Option<usize>,
) -> Result<Vec<FilePatch>, TextEditError> {
    let mut sections = Sections {
        files: Vec::new(),
        rows: Rows::of(lines),
        strip,
    };
    for (index, line) in lines.all.iter().enumerate().skip(begin) {
        if line.trim_end() == END {
            sections.close();
            return Ok(sections.files);
        }
        sections.line(index, line)?;
    }
    Err(
        TextEditError::invalid(format!("the patch has no {END}: it was probably cut"))
            .with_hint("send the whole patch, in several calls if it is long"),
    )
}

struct Sections {
    files: Vec<FilePatch>,
    rows: Rows,
    strip: Option<usize>,
}

impl Sections {
    fn open(&mut self, name: &str, act: Act) {
        self.close();
        self.files.push(FilePatch {
            name: name.trim().to_owned(),
            path: names::stripped(name.trim(), self.strip).to_owned(),
            act,
            ..FilePatch::default()
        });
    }

    fn close(&mut self) {
        let hunk = self.rows.close();
        if let Some(file) = self.files.last_mut() {
            file.hunks.extend(hunk);
        }
    }

    fn line(&mut self, index: usize, line: &str) -> Result<(), TextEditError> {
        if let Some(name) = line.strip_prefix("*** Update File: ") {
            self.open(name, Act::Update);
        } else if let Some(name) = line.strip_prefix("*** Add File: ") {
            self.open(name, Act::Add);
        } else if let Some(name) = line.strip_prefix("*** Delete File: ") {
            self.open(name, Act::Delete);
        } else if let Some(name) = line.strip_prefix("*** Move to: ") {
            let to = names::stripped(name.trim(), self.strip).to_owned();
            match self.files.last_mut() {
                Some(file) if file.act == Act::Update => file.to = Some(to),
                _ => return Err(bad(index, "Move to belongs below an Update File")),
            }
        } else if line.starts_with("*** End of File") {
            if let Some(hunk) = self.rows.current() {
                hunk.is_at_end = true;
            }
        } else if line.starts_with("*** ") {
            return Err(bad(
                index,
                "a section is one of Update File, Add File, Delete File, Move to, End of File",
            ));
        } else if self.files.is_empty() {
            if !line.trim().is_empty() {
                return Err(bad(index, "a section such as *** Update File: comes first"));
            }
        } else if let Some(header) = line.strip_prefix("@@") {
            let before = self.rows.open(header);
            if let Some(file) = self.files.last_mut() {
                file.hunks.extend(before);
            }
        } else if line.is_empty() && !self.rows.has_hunk() {
            // Between sections.
        } else if line.starts_with('\\') {
            self.rows.end_without_break();
        } else if !self.rows.row(line) {
            return Err(bad(index, "a line of a hunk begins with +, - or a space"));
        }
        Ok(())
    }
}
