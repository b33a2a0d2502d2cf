//! `*** Begin Patch` with its sections.

use super::rows::{Lines, Rows, bad};
use super::{Act, FilePatch, names};
use crate::text_edit::TextEditError;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";

/// Whether a text has one.
pub(super) fn is_in(lines: &Lines<'_>) -> bool {
    lines.all.iter().any(|line| line.trim_end() == BEGIN)
}

/// The files of all of them, each a patch of its own.
pub(super) fn files(
    lines: &Lines<'_>,
    strip: Option<usize>,
) -> Result<Vec<FilePatch>, TextEditError> {
    let mut files = Vec::new();
    let mut open: Option<Sections> = None;
    let mut count = 0;
    for (index, line) in lines.all.iter().enumerate() {
        match (&mut open, line.trim_end()) {
            (None, BEGIN) => open = Some(Sections::of(lines, strip)),
            (None, _) => outside(lines, index)?,
            (Some(_), END) => {
                let closed = open.take().map(Sections::files).unwrap_or_default();
                files.extend(closed.into_iter().map(|file| FilePatch {
                    patch: count,
                    ..file
                }));
                count += 1;
            }
            (Some(sections), _) => sections.line(index, line)?,
        }
    }
    if open.is_some() {
        let text = format!("the patch has no {END}: it was probably cut");
        return Err(TextEditError::invalid(text)
            .with_hint("send the whole patch, in several calls if it is long"));
    }
    Ok(files)
}

/// Refuses a line that begins a patch of the other form.
fn outside(lines: &Lines<'_>, index: usize) -> Result<(), TextEditError> {
    let line = lines.all[index];
    let next = lines.all.get(index + 1).copied().unwrap_or_default();
    let is_names = line.starts_with("--- ") && next.starts_with("+++ ");
    if is_names || line.starts_with("diff --git ") {
        return Err(bad(index, &format!("a unified diff is beside {BEGIN}"))
            .with_hint("send the two in two calls"));
    }
    Ok(())
}

struct Sections {
    files: Vec<FilePatch>,
    rows: Rows,
    strip: Option<usize>,
}

impl Sections {
    fn of(lines: &Lines<'_>, strip: Option<usize>) -> Self {
        Self {
            files: Vec::new(),
            rows: Rows::of(lines),
            strip,
        }
    }

    fn files(mut self) -> Vec<FilePatch> {
        self.close();
        self.files
    }

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
