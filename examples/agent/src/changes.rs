//! What a session has changed: shown, written to the directory, and taken back.

use std::io::Write;

use isolate_host::text::git::{BinaryFiles, LineCounts};
use isolate_host::vfs::{Difference, ErrorKind, RunId, Tree};
use isolate_tools::CancelToken;
use serde_json::json;

use crate::folder::{Asking, Folder, with_conflicts};
use crate::session::{Session, Step};

/// What became of the changes of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// There were none, or they need not be written: they are in the workspace.
    Here,
    /// They are on the disk.
    Written,
    /// They are in the workspace of the session only.
    NotWritten,
}

/// What a refused write leaves to do.
const WAY_OUT: &str = "nothing was written. Put these paths back as they were and /write again, or take the changes \
     back with /undo; /reload drops what is not written and reads the directory again";

impl<W: Write> Session<W> {
    /// Works on a directory: the workspace of the session is that of [`Folder::workspace`].
    #[must_use]
    pub fn with_folder(mut self, folder: Folder) -> Self {
        if let Some(text) = folder.recovered() {
            self.terminal.say(&text);
        }
        self.folder = Some(folder);
        self
    }

    /// Calls `f` with the directory and the files, if there is a directory.
    fn in_folder<T>(
        &mut self,
        f: impl FnOnce(&mut Folder, &Tree) -> isolate_transfer::Result<T>,
    ) -> Option<Result<T, String>> {
        let folder = self.folder.as_mut()?;
        Some(match self.terminal.workspace().tree() {
            Ok(tree) => f(folder, &tree).map_err(|error| with_conflicts(&error)),
            Err(error) => Err(error.to_string()),
        })
    }

    fn has_unwritten(&mut self) -> Result<bool, String> {
        let found = self.in_folder(|folder, tree| Ok(!folder.unwritten(tree)?.is_empty()));
        found.unwrap_or(Ok(false))
    }

    /// Reads the directory again if it has changed on the disk and nothing would be lost by that.
    pub(crate) fn look_again(&mut self) {
        let is_current = match self.in_folder(|folder, _| folder.is_current()) {
            None | Some(Ok(true)) => return,
            Some(Ok(false)) => self.has_unwritten().map(|has_some| !has_some),
            Some(Err(error)) => Err(error),
        };
        match is_current {
            Ok(true) => match self.read_again() {
                Ok(()) => self
                    .terminal
                    .say("the directory has changed on the disk and was read again"),
                Err(error) => self.terminal.error(&error),
            },
            Ok(false) => self.terminal.say(
                "the directory has changed on the disk, and there are changes that are not written: /write \
                 tells whether they conflict; /reload drops them and reads the directory again",
            ),
            Err(error) => self
                .terminal
                .error(&format!("the directory cannot be looked at: {error}")),
        }
    }

    /// Opens the directory again. What was not written is gone, and turns that were can be taken back
    /// on the disk only.
    fn read_again(&mut self) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let folder = folder.again().map_err(|error| error.to_string())?;
        let workspace = folder.workspace().map_err(|error| error.to_string())?;
        let toolbox = self.toolbox.over(&workspace);
        self.toolbox = toolbox.map_err(|error| error.to_string())?;
        self.agent.set_toolset(self.toolset());
        self.terminal.set_workspace(workspace);
        self.folder = Some(folder);
        self.steps.retain(|step| step.number.is_some());
        self.steps.dedup_by_key(|step| step.number);
        self.steps.iter_mut().for_each(|step| step.ops.clear());
        self.agent.remark(
            "the files were read again from the directory on the disk, where something has changed: look \
             before you rely on them",
        );
        Ok(())
    }

    /// `/reload`.
    pub(crate) fn reload(&mut self) {
        if self.folder.is_none() {
            return self.terminal.say("/reload is for a session with --dir");
        }
        match self.read_again() {
            Ok(()) => self
                .terminal
                .say("the directory was read again; what was not written is gone"),
            Err(error) => self.terminal.error(&error),
        }
    }

    /// Shows what is not on the disk and writes it, if that is agreed. An interrupted turn is not
    /// written without a question.
    pub async fn offer(&mut self, asking: &mut Asking<'_>) -> Kept {
        let shown = self.in_folder(|folder, tree| {
            let unwritten = folder.unwritten(tree)?;
            Ok((patch(tree, &unwritten)?, stat(tree, &unwritten)?))
        });
        let (diff, stat) = match shown {
            None => return Kept::Here,
            Some(Ok((_, stat))) if stat.is_empty() => return Kept::Here,
            Some(Ok(shown)) => shown,
            Some(Err(error)) => {
                self.terminal.error(&error);
                return Kept::NotWritten;
            }
        };
        let place = self.place();
        self.terminal.say(&format!("not written to {place} yet:"));
        if !diff.is_empty() {
            self.terminal.diff(&diff, usize::MAX);
        }
        self.terminal.text(&stat);
        let is_agreed = match asking {
            Asking::Yes if !self.has_answered => {
                self.terminal.say(
                    "nothing was written, because the turn did not end with an answer; /write writes it",
                );
                return Kept::NotWritten;
            }
            Asking::Yes => true,
            Asking::Nobody => {
                self.terminal.say(&format!(
                    "nothing was written to {place}: there is no terminal to ask on; --yes writes without a \
                     question"
                ));
                return Kept::NotWritten;
            }
            Asking::Person(_) => {
                let question = format!("Write these changes to {place}? [y/N] ");
                self.terminal.ask(&question);
                asking.agrees().await
            }
        };
        if !is_agreed {
            self.terminal
                .say("nothing was written; /write writes it, /undo takes back the last turn");
            return Kept::NotWritten;
        }
        match self.write() {
            true => Kept::Written,
            false => Kept::NotWritten,
        }
    }

    fn place(&self) -> String {
        let path = self.folder.as_ref().map(|folder| folder.path().display());
        path.map_or_else(String::new, |path| path.to_string())
    }

    /// Writes what is not on the disk. Returns whether that is there now.
    pub(crate) fn write(&mut self) -> bool {
        let label = format!("agent: {}", self.said);
        let place = self.place();
        let written = match self.in_folder(|folder, tree| folder.write(tree, &label)) {
            None => {
                self.terminal.say("/write is for a session with --dir");
                return false;
            }
            Some(Err(error)) => {
                self.terminal.error(&error);
                self.terminal.say(WAY_OUT);
                return false;
            }
            Some(Ok(written)) => written,
        };
        let Some(number) = written.number else {
            self.terminal.say("there is nothing to write");
            return true;
        };
        for step in &mut self.steps {
            step.number.get_or_insert(number);
        }
        let mut text = format!(
            "written to {place}: {} changed; number {number} of `isolate-run undo --dir`",
            crate::terminal::counted(written.changes.len(), "path")
        );
        if !written.kept.is_empty() {
            text.push_str(&format!(
                "; these directories stay, because something else is in them: {}",
                written.kept.join(", ")
            ));
        }
        self.terminal.say(&text);
        true
    }

    /// `/undo`.
    pub(crate) fn undo(&mut self, which: &str) {
        let step = match (which, which.parse::<RunId>(), self.steps.last()) {
            ("", _, Some(step)) => step.clone(),
            ("", _, None) => {
                return self.terminal.say(
                    "this session has changed nothing that is not undone; /history lists earlier \
                     runs for /undo RUN",
                );
            }
            (_, Ok(op), _) => Step::of(vec![op]),
            _ => {
                return self
                    .terminal
                    .say("/undo, or /undo RUN with a number of /history");
            }
        };
        let done = match (step.ops.as_slice(), step.number) {
            ([], Some(number)) => self.undo_on_disk(number),
            (ops, _) => self.undo_here(ops),
        };
        let where_else = match done {
            Ok(where_else) => where_else,
            Err(error) => return self.terminal.error(&error),
        };
        match which {
            "" => drop(self.steps.pop()),
            _ => self.steps.retain_mut(|other| {
                let was_here = !other.ops.is_empty();
                other.ops.retain(|op| !step.ops.contains(op));
                !was_here || !other.ops.is_empty()
            }),
        }
        self.agent.remark(
            "the user has taken back what your last programs changed in the files: look before \
             you rely on them",
        );
        let what = match step.ops.as_slice() {
            [] => "the last turn is".to_owned(),
            [op] => format!("run {op} is"),
            ops => format!("{} runs of the last turn are", ops.len()),
        };
        self.terminal.say(&format!("{what} taken back{where_else}"));
    }

    /// Takes back a turn from before the directory was read again.
    fn undo_on_disk(&mut self, number: u64) -> Result<&'static str, String> {
        if self.has_unwritten()? {
            return Err(
                "the turn before is on the disk only, and there are changes that are not written: /write or \
                 /reload first"
                    .to_owned(),
            );
        }
        let undone = self.in_folder(|folder, _| folder.take_back(number));
        undone.unwrap_or_else(|| Err("there is no directory".to_owned()))?;
        self.read_again()?;
        Ok(", on the disk too")
    }

    /// Takes back operations in the workspace, and on the disk if they are there.
    fn undo_here(&mut self, ops: &[RunId]) -> Result<&'static str, String> {
        let had_unwritten = self.has_unwritten()?;
        let undone = self.undo_all(ops)?;
        if had_unwritten {
            return match self.has_unwritten()? {
                true => Ok("; what is different from the disk now, /write writes"),
                false => Ok(""),
            };
        }
        let label = format!("undo of agent: {}", self.said);
        match self.in_folder(|folder, tree| folder.write(tree, &label)) {
            None => Ok(""),
            Some(Ok(_)) => Ok(", on the disk too"),
            Some(Err(error)) => {
                // All of it or nothing.
                let text = match self.undo_all(&undone) {
                    Ok(_) => format!("nothing was taken back: {error}"),
                    Err(also) => format!(
                        "taken back here, but not on the disk: {error}; and the other way round: {also}"
                    ),
                };
                Err(format!(
                    "{text}\nput these paths back as they were and /undo again; /reload reads the directory again"
                ))
            }
        }
    }

    /// Undoes operations, the last one first: all of them or none. Returns the operations that did it.
    fn undo_all(&self, ops: &[RunId]) -> Result<Vec<RunId>, String> {
        let undo = |op: RunId| {
            self.toolbox
                .call("undo", json!({ "run": op }), &CancelToken::new())
        };
        let mut undone = Vec::new();
        for op in ops.iter().rev() {
            let reply = undo(*op);
            let Some(error) = reply.error() else {
                undone.extend(reply.receipt().run_id);
                continue;
            };
            let mut text = format!("nothing was taken back: {error}");
            for op in undone.iter().rev() {
                if let Some(error) = undo(*op).error() {
                    text = format!(
                        "not all could be taken back, and run {op} could not be done again: \
                         {error}; /history shows where the files are"
                    );
                }
            }
            return Err(text);
        }
        Ok(undone)
    }
}

/// Differences in git's format. A file whose earlier bytes are gone from the disk is only named.
pub(crate) fn patch(tree: &Tree, differences: &[Difference]) -> isolate_transfer::Result<String> {
    let mut text = String::new();
    for difference in differences {
        match piece(tree, difference)? {
            Some((piece, _)) => text.push_str(&piece),
            None => text.push_str(&format!(
                "{} has changed on the disk meanwhile\n",
                difference.path
            )),
        }
    }
    Ok(text)
}

/// A line for each path: how many lines were added and removed.
pub(crate) fn stat(tree: &Tree, differences: &[Difference]) -> isolate_transfer::Result<String> {
    let mut text = String::new();
    for difference in differences {
        let counts = match piece(tree, difference)? {
            Some((_, counts)) => format!("+{}\t-{}", counts.added, counts.removed),
            None => "?\t?".to_owned(),
        };
        let what = match (&difference.before, &difference.after) {
            _ if difference.moved_from.is_some() => "moved to",
            (None, _) => "created",
            (_, None) => "deleted",
            _ => "changed",
        };
        text.push_str(&format!("  {counts}\t{what} {}\n", difference.path));
    }
    Ok(text)
}

/// One difference in git's format; none if the disk no longer has what it needs.
fn piece(
    tree: &Tree,
    difference: &Difference,
) -> isolate_transfer::Result<Option<(String, LineCounts)>> {
    let mut text = String::new();
    match tree.write_patch(difference, BinaryFiles::Named, &mut text) {
        Ok(counts) => Ok(Some((text, counts))),
        Err(error) if error.kind() == ErrorKind::Stale => Ok(None),
        Err(error) => Err(error.into()),
    }
}
