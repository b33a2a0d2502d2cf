//! Unified diffs, with the headers of git.

use super::rows::{Lines, Rows, bad};
use super::{Act, FilePatch, Hunk, Kind, Sign, mail, names, times};
use crate::lines::shown;
use crate::text_edit::{Hint, TextEditError};

/// The bits of a mode in git that say what an entry is.
const KIND_BITS: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const LINK: u32 = 0o120_000;
const SUBMODULE: u32 = 0o160_000;

/// The files of a unified diff.
pub(super) fn files(
    lines: &Lines<'_>,
    strip: Option<usize>,
) -> Result<Vec<FilePatch>, TextEditError> {
    let mut reader = Reader {
        files: Vec::new(),
        section: None,
        rows: Rows::of(lines),
        strip,
        mails: 0,
        is_in_words: false,
    };
    let mut at = 0;
    while at < lines.all.len() {
        at += reader.line(&lines.all, at)?;
    }
    reader.close()?;
    Ok(reader.files)
}

/// What the headers above the hunks of a file say.
#[derive(Default)]
struct Section<'p> {
    /// The line at which it begins.
    line: usize,
    /// What `diff --git` names.
    header: Option<&'p str>,
    /// The name behind `---`.
    old: Option<String>,
    /// The name behind `+++`.
    new: Option<String>,
    /// The names of a rename or a copy.
    from: Option<String>,
    to: Option<String>,
    is_copy: bool,
    is_new: bool,
    is_deleted: bool,
    /// Whether the time behind the name is that of a file that is not there.
    was_nothing: bool,
    is_nothing: bool,
    kind: Option<Kind>,
    is_executable: Option<bool>,
    /// What cannot be applied, and the line that says so.
    unfit: Option<(usize, Unfit)>,
    hunks: Vec<Hunk>,
}

/// What a patch of text cannot carry.
#[derive(Clone, Copy)]
enum Unfit {
    Bytes,
    Submodule,
    Mode,
}

struct Reader<'p> {
    files: Vec<FilePatch>,
    section: Option<Section<'p>>,
    rows: Rows,
    strip: Option<usize>,
    /// How many mails have begun.
    mails: usize,
    /// Whether the lines are those of a mail, above its patch.
    is_in_words: bool,
}

impl<'p> Reader<'p> {
    /// Reads the line at an index; answers how many lines it took.
    fn line(&mut self, lines: &[&'p str], at: usize) -> Result<usize, TextEditError> {
        let line = lines[at];
        let next = lines.get(at + 1).copied().unwrap_or("");
        let is_within = self.rows.is_within();
        if !is_within && mail::begins(line) {
            self.close()?;
            self.mails += 1;
            self.is_in_words = true;
        }
        self.is_in_words &= !mail::ends_words(line);
        if self.is_in_words {
            return Ok(1);
        }
        const COMBINED: [&str; 3] = ["diff --cc ", "diff --combined ", "@@@"];
        let combined = COMBINED.iter().find_map(|start| line.strip_prefix(start));
        if let Some(name) = combined {
            return Err(bad(
                at,
                &format!(
                    "a combined diff compares {} with several others",
                    shown(name)
                ),
            )
            .with_hint("write the difference between two states: git diff OLD NEW"));
        } else if let Some(header) = line.strip_prefix("@@") {
            let before = self.rows.open(header);
            self.section(at).hunks.extend(before);
        } else if let Some(header) = line.strip_prefix("diff --git ") {
            self.close()?;
            self.section(at).header = Some(header);
        } else if let Some(old) = line.strip_prefix("--- ")
            && (!self.rows.has_hunk() || self.rows.is_header(next, lines.get(at + 2).copied()))
        {
            if let Some(new) = next.strip_prefix("+++ ") {
                self.names(at, old, new)?;
                return Ok(2);
            }
            let mut below = lines[at + 1..].iter().filter(|line| !line.is_empty());
            if below
                .next()
                .is_some_and(|line| line.starts_with(['@', '+', '-']))
            {
                return Err(bad(at, "--- is followed by a line with +++"));
            }
        } else if !is_within && self.tells_of_others(at, line)? {
            // A line about files that a patch of text cannot carry.
        } else if !self.rows.has_hunk() && self.extended(at, line)? {
            // A line that git writes above a file.
        } else if !is_within && line == "-- " {
            // The signature that ends a patch in a mail.
            self.close()?;
        } else if line.starts_with(['+', '-', ' '])
            && (self.rows.has_hunk() || self.section.is_some())
            || (line.is_empty() && is_within)
        {
            self.rows.row(line);
        } else if line.starts_with('\\') {
            self.rows.end_without_break();
        } else if !line.is_empty() && is_within {
            return Err(bad(at, "a line of a hunk begins with +, - or a space"));
        }
        // Anything else is words before a patch, or between its parts.
        Ok(1)
    }

    fn section(&mut self, line: usize) -> &mut Section<'p> {
        self.section.get_or_insert_with(|| Section {
            line,
            ..Section::default()
        })
    }

    fn close(&mut self) -> Result<(), TextEditError> {
        let hunk = self.rows.close();
        if let Some(mut section) = self.section.take() {
            section.hunks.extend(hunk);
            let file = section.file(self.strip)?;
            self.files.extend(file.map(|file| FilePatch {
                patch: self.mails,
                ..file
            }));
        }
        Ok(())
    }

    /// The two lines above the hunks of a file.
    fn names(&mut self, at: usize, old: &str, new: &str) -> Result<(), TextEditError> {
        let is_open = |section: &Section<'_>| section.old.is_none() && section.hunks.is_empty();
        if self.rows.has_hunk() || !self.section.as_ref().is_some_and(is_open) {
            self.close()?;
        }
        let read = |text| names::name_and_time(text).map_err(|why| bad(at, &why));
        let ((old, old_time), (new, new_time)) = (read(old)?, read(new)?);
        let section = self.section(at);
        section.was_nothing = times::is_nought(old_time);
        section.is_nothing = times::is_nought(new_time);
        section.is_new |= old == names::NOTHING;
        section.is_deleted |= new == names::NOTHING;
        section.old = Some(old);
        section.new = Some(new);
        Ok(())
    }

    /// The header lines of git about a file.
    fn extended(&mut self, at: usize, line: &str) -> Result<bool, TextEditError> {
        let after = |start: &str| line.strip_prefix(start);
        if let Some(name) = after("rename from ").or_else(|| after("copy from ")) {
            if self.section.as_ref().is_none_or(|it| it.header.is_none()) {
                self.close()?;
            }
            let name = names::whole_name(name).map_err(|why| bad(at, &why))?;
            let section = self.section(at);
            section.is_copy = line.starts_with("copy");
            section.from = Some(name);
        } else if let Some(name) = after("rename to ").or_else(|| after("copy to ")) {
            let name = names::whole_name(name).map_err(|why| bad(at, &why))?;
            match &mut self.section {
                Some(section) if section.from.is_some() => section.to = Some(name),
                _ => return Err(bad(at, "a new name follows the old one, behind from")),
            }
        } else if let Some(mode) = after("new file mode ") {
            self.section(at).is_new = true;
            self.mode(at, mode, Changes::Bits);
        } else if let Some(mode) = after("deleted file mode ") {
            self.section(at).is_deleted = true;
            self.mode(at, mode, Changes::Nothing);
        } else if let Some(mode) = after("new mode ") {
            self.mode(at, mode, Changes::Bits);
        } else if let Some(mode) = after("old mode ") {
            self.mode(at, mode, Changes::Nothing);
        } else if let Some(hashes) = after("index ") {
            if let Some((_, mode)) = hashes.split_once(' ') {
                self.mode(at, mode, Changes::Nothing);
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// What a mode says of a file that git names.
    fn mode(&mut self, at: usize, mode: &str, changes: Changes) {
        let Some(section) = &mut self.section else {
            return;
        };
        let mode = u32::from_str_radix(mode.trim(), 8).unwrap_or_default();
        match mode & KIND_BITS {
            // Some write only the permissions.
            FILE | 0 => {
                section.kind = Some(Kind::File);
                if let Changes::Bits = changes {
                    section.is_executable = Some(mode & 0o100 != 0);
                }
            }
            LINK => section.kind = Some(Kind::Link),
            SUBMODULE => section.unfit = Some((at, Unfit::Submodule)),
            _ => section.unfit = Some((at, Unfit::Mode)),
        }
    }

    /// Lines about content that is not text, and about submodules.
    fn tells_of_others(&mut self, at: usize, line: &str) -> Result<bool, TextEditError> {
        let names = line
            .strip_prefix("Binary files ")
            .and_then(|rest| rest.strip_suffix(" differ"));
        if line == "GIT binary patch" || names.is_some() {
            let is_named = |section: &Section<'_>| section.header.is_some();
            match (&mut self.section, names) {
                (Some(section), _) if is_named(section) && !self.rows.has_hunk() => {
                    section.unfit = Some((at, Unfit::Bytes));
                }
                (_, names) => return Err(unfit_of(at, names.unwrap_or_default(), Unfit::Bytes)),
            }
            return Ok(true);
        }
        if let Some(name) = line.strip_prefix("* Unmerged path ") {
            return Err(bad(at, &format!("{} is not merged yet", shown(name)))
                .with_hint("resolve the conflict, then make the patch again"));
        }
        match line.strip_prefix("Submodule ").and_then(submodule) {
            Some(name) => Err(unfit_of(at, name, Unfit::Submodule)),
            None => Ok(false),
        }
    }
}

/// Whether a mode is a new one.
#[derive(Clone, Copy)]
enum Changes {
    Bits,
    Nothing,
}

/// The name in a line that `git diff --submodule=log` writes: `Submodule NAME 1234567..89abcde:`.
fn submodule(text: &str) -> Option<&str> {
    let (name, hashes) = text
        .split_once(" (")
        .map_or(text, |(front, _)| front)
        .rsplit_once(' ')?;
    let (old, new) = hashes.trim_end_matches(':').split_once("..")?;
    let is_hash = |text: &str| text.len() >= 7 && text.bytes().all(|b| b.is_ascii_hexdigit());
    (is_hash(old) && is_hash(new.trim_start_matches('.'))).then_some(name)
}

fn unfit_of(at: usize, name: &str, unfit: Unfit) -> TextEditError {
    let name = match name {
        "" => "a file".to_owned(),
        name => shown(name),
    };
    match unfit {
        Unfit::Bytes => bad(
            at,
            &format!("{name} is not text, and a patch changes text only"),
        )
        .with_hint(Hint::WriteBytes),
        Unfit::Submodule => bad(
            at,
            &format!("{name} is a submodule, and a patch changes files and links only"),
        )
        .with_hint("leave it out of the patch, and patch the files in it"),
        Unfit::Mode => bad(
            at,
            &format!("{name} has a mode that is not one of 100644, 100755 and 120000"),
        )
        .with_hint("write the mode of a file, of an executable file or of a link"),
    }
}

impl Section<'_> {
    /// What it says of a file; nothing, if it names none and changes nothing.
    fn file(mut self, strip: Option<usize>) -> Result<Option<FilePatch>, TextEditError> {
        // A file that is there may have that time as well.
        let has_hunks = !self.hunks.is_empty();
        let lacks = |side| has_hunks && self.hunks.iter().all(|hunk| hunk.says_nothing_of(side));
        self.is_new |= self.was_nothing && lacks(Sign::Remove);
        self.is_deleted |= self.is_nothing && lacks(Sign::Add);
        let Named { name, path, to } = self.named(strip)?;
        if let Some((at, unfit)) = self.unfit {
            return Err(unfit_of(at, &path, unfit));
        }
        let act = match (self.is_copy, self.is_new, self.is_deleted) {
            (true, _, _) => Act::Copy,
            (_, true, _) => Act::Add,
            (_, _, true) => Act::Delete,
            _ => Act::Update,
        };
        let file = FilePatch {
            name,
            path,
            act,
            to,
            kind: self.kind,
            is_executable: self.is_executable,
            is_git: self.header.is_some(),
            hunks: self.hunks,
            patch: 0,
        };
        let is_said = !file.path.is_empty() || !file.hunks.is_empty();
        Ok(is_said.then_some(file))
    }

    fn named(&self, strip: Option<usize>) -> Result<Named, TextEditError> {
        if let (Some(from), Some(to)) = (&self.from, &self.to) {
            return Ok(Named {
                name: from.clone(),
                path: names::stripped_of_rename(from, strip).to_owned(),
                to: Some(names::stripped_of_rename(to, strip).to_owned()),
            });
        }
        if self.from.is_some() {
            return Err(bad(
                self.line,
                "a rename or a copy has no new name, behind to",
            ));
        }
        let header = match self.header {
            None => None,
            Some(header) => names::of_header(header, strip).map_err(|why| bad(self.line, &why))?,
        };
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return self.named_by_header(header);
        };
        let only = match (self.is_new, self.is_deleted) {
            (true, _) => new,
            (_, true) => old,
            _ => return Ok(self.named_twice(old, new, strip)),
        };
        // One name does not tell what is prefix; the header has two.
        let agreed = header.filter(|(_, path)| {
            let front = only.strip_suffix(path.as_str());
            front.is_some_and(|front| front.is_empty() || front.ends_with('/'))
        });
        Ok(Named {
            name: only.clone(),
            path: match agreed {
                Some((_, path)) => path,
                None => names::stripped(only, strip).to_owned(),
            },
            to: None,
        })
    }

    /// Of a file without lines, nothing but the header has the name.
    fn named_by_header(&self, header: Option<(String, String)>) -> Result<Named, TextEditError> {
        let is_change = self.is_new
            || self.is_deleted
            || self.is_executable.is_some()
            || self.unfit.is_some()
            || !self.hunks.is_empty();
        match (header, self.header) {
            (Some((name, path)), _) => Ok(Named {
                name,
                path,
                to: None,
            }),
            (None, Some(header)) if is_change => Err(bad(
                self.line,
                &format!("the header {} does not name one file", shown(header)),
            )
            .with_hint(
                "write diff --git a/PATH b/PATH, or say with strip how many components of the names are not part of the path",
            )),
            (None, _) => Ok(Named::default()),
        }
    }

    fn named_twice(&self, old: &str, new: &str, strip: Option<usize>) -> Named {
        let name = old.to_owned();
        if self.header.is_some()
            && let Some(path) = names::common_path(old, new, strip)
        {
            return Named {
                name,
                path: path.to_owned(),
                to: None,
            };
        }
        // Two paths are a move.
        let (old, new) = (names::stripped(old, strip), names::stripped(new, strip));
        Named {
            name,
            path: old.to_owned(),
            to: (old != new).then(|| new.to_owned()),
        }
    }
}

/// What a section calls its file.
#[derive(Default)]
struct Named {
    name: String,
    path: String,
    to: Option<String>,
}
