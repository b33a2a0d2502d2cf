//! The context of a call.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use isolate_host::CancelToken;
use isolate_text::text_edit::TextEditError;
use isolate_text::{VPath, diff};
use isolate_vfs::{Effects, FileKind, RunId, Stat, Tree};
use serde_json::{Value as Json, json};

use crate::error::{Code, ToolError};
use crate::interface::{Interface, Phrase};
use crate::ledger::Seen;
use crate::paths::{parse_any_path, parse_path};
use crate::services::Services;
use crate::settings::{Freshness, Settings};

/// Runs that are searched for the version that was read.
const HISTORY_MAX: usize = 500;

/// One call.
pub(crate) struct Context<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) settings: &'a Settings,
    pub(crate) cancel: &'a CancelToken,
    pub(crate) services: &'a Services,
    pub(crate) call_id: &'a str,
    /// The last run of the history before this call.
    pub(crate) last_run: i64,
    /// Whether the changes of this call are rolled back.
    pub(crate) is_dry_run: bool,
    pub(crate) notices: RefCell<Vec<String>>,
    /// What this call has read, remembered if it succeeds.
    pub(crate) seen: RefCell<Vec<(String, Option<Seen>)>>,
    /// The run of the history that a program of this call was, where it kept changes.
    pub(crate) run_id: Cell<Option<RunId>>,
    /// What a program of this call changed, or would have changed.
    pub(crate) effects: RefCell<Effects>,
    /// Whether this call must not change the workspace.
    pub(crate) is_read_only: Cell<bool>,
}

impl Context<'_> {
    pub(crate) fn notice(&self, text: impl Into<String>) {
        self.notices.borrow_mut().push(text.into());
    }

    /// The interface of the caller.
    pub(crate) fn interface(&self) -> Interface {
        self.settings.interface
    }

    /// The error for an edit or a patch.
    pub(crate) fn refused(&self, refused: TextEditError) -> ToolError {
        ToolError::from_refused(refused, self.interface())
    }

    /// A name of the workspace, for a line of the reply.
    pub(crate) fn name<'a>(&self, name: &'a str) -> Cow<'a, str> {
        self.interface().name(name)
    }

    /// A phrase in the terms of the caller's interface.
    pub(crate) fn phrase(&self, phrase: Phrase) -> &'static str {
        phrase.of(self.interface())
    }

    /// A path as a model gave it.
    pub(crate) fn path(&self, text: &str) -> Result<VPath, ToolError> {
        let cwd = self.settings.cwd.as_deref();
        match self.interface().takes_hidden_characters() {
            true => parse_any_path(text, cwd),
            false => parse_path(text, cwd),
        }
    }

    /// The metadata of a path, following links.
    pub(crate) fn existing(&self, path: &VPath) -> Result<Stat, ToolError> {
        match self.tree.stat(path)? {
            Some(stat) => Ok(stat),
            None => Err(self.missing(path)),
        }
    }

    /// The error for a path that was not found.
    pub(crate) fn missing(&self, path: &VPath) -> ToolError {
        self.tree.not_found(path).into()
    }

    /// A file, with its version.
    pub(crate) fn file(&self, path: &VPath) -> Result<(Stat, String), ToolError> {
        let stat = self.existing(path)?;
        if stat.kind == FileKind::Directory {
            return Err(ToolError::at(Code::IsDirectory, path, "is a directory"));
        }
        Ok((stat, self.version(path)?.unwrap_or_default()))
    }

    pub(crate) fn version(&self, path: &VPath) -> Result<Option<String>, ToolError> {
        Ok(self.tree.version(path)?)
    }

    /// What this toolbox knows of a file, this call included.
    pub(crate) fn seen(&self, path: &VPath) -> Option<Seen> {
        let pending = self.seen.borrow();
        let own = pending
            .iter()
            .rev()
            .find(|(known, _)| known == path.as_str());
        match own {
            Some((_, seen)) => seen.clone(),
            None => self.services.session.seen(path.as_str()),
        }
    }

    pub(crate) fn remember(&self, path: &VPath, seen: Option<Seen>) {
        self.seen
            .borrow_mut()
            .push((path.as_str().to_owned(), seen));
    }

    /// Remembers a file that this call has written.
    pub(crate) fn written(&self, path: &VPath, size: u64) -> Result<String, ToolError> {
        let etag = self.version(path)?.unwrap_or_default();
        // The run of this call comes next.
        self.remember(path, Some(Seen::whole(&etag, self.last_run + 1, size)));
        Ok(etag)
    }

    /// Refuses to change a file that is not as the caller believes.
    pub(crate) fn check_match(
        &self,
        path: &VPath,
        if_match: Option<&str>,
        current: Option<&str>,
    ) -> Result<(), ToolError> {
        match (if_match, current) {
            (None, _) => Ok(()),
            (Some(wanted), Some(current)) if wanted == current => Ok(()),
            (Some(wanted), _) => Err(self.stale(path, wanted, current)),
        }
    }

    /// Refuses to change an existing file that was not read, or has changed since.
    pub(crate) fn check_fresh(
        &self,
        path: &VPath,
        current: &str,
        if_match: Option<&str>,
    ) -> Result<(), ToolError> {
        if if_match.is_some() || self.settings.freshness == Freshness::Off {
            return Ok(());
        }
        if self.settings.freshness == Freshness::Strict {
            return Err(self.needs_version(path));
        }
        match self.seen(path) {
            None => {
                let if_match = self.phrase(Phrase::IfMatch);
                let error = ToolError::at(Code::NotRead, path, "has not been read here");
                Err(error.with_hint(format!(
                    "read the file first, or give its etag as {if_match}"
                )))
            }
            Some(seen) if seen.etag == current => Ok(()),
            Some(seen) => Err(self.stale(path, &seen.etag, Some(current))),
        }
    }

    /// The error for a change without a version, where every change needs one.
    pub(crate) fn needs_version(&self, path: &VPath) -> ToolError {
        let if_match = self.phrase(Phrase::IfMatch);
        ToolError::at(Code::NotRead, path, "is changed only with its version").with_hint(format!(
            "read the file, or call stat, and give its etag as {if_match}"
        ))
    }

    /// The error for a file that has another version than the caller expects, with the changes
    /// since that version.
    pub(crate) fn stale(&self, path: &VPath, wanted: &str, current: Option<&str>) -> ToolError {
        let what = match current {
            None => "no longer exists".to_owned(),
            Some(_) => format!("has changed since version {wanted}"),
        };
        let error = ToolError::at(Code::Stale, path, what)
            .with("seenEtag", wanted)
            .with("currentEtag", current.map_or(Json::Null, Json::from));
        match self.since(path, wanted) {
            Some((diff, changed_by)) => error.with("changedBy", changed_by).with("diff", diff),
            None => error,
        }
    }

    /// The contents of an earlier version of a file, if the history has it.
    pub(crate) fn version_of(
        &self,
        path: &VPath,
        etag: &str,
    ) -> Result<Option<Vec<u8>>, ToolError> {
        let real = self.tree.real_path(path).unwrap_or_else(|_| path.clone());
        match self.tree.replaced_by(&real, etag)? {
            Some(run) => Ok(self.tree.read_before(run, &real).map(Some)?),
            None => Ok(None),
        }
    }

    /// The difference between the version that the caller knows and the current one.
    fn since(&self, path: &VPath, wanted: &str) -> Option<(String, Json)> {
        let real = self.tree.real_path(path).unwrap_or_else(|_| path.clone());
        let first = self.tree.replaced_by(&real, wanted).ok()??;
        let mut runs = self.tree.history(HISTORY_MAX).ok()?;
        runs.retain(|run| run.id >= first);
        runs.sort_by_key(|run| run.id);
        let mut changed_by = Vec::new();
        for run in &runs {
            if self.tree.change(run.id, &real).ok()?.is_some() {
                changed_by.push(json!({ "run": run.id, "label": run.title() }));
            }
        }
        let old = self.tree.read_before(first, &real).ok()?;
        let new = self.tree.read(path).unwrap_or_default();
        let (old, new) = (String::from_utf8(old).ok()?, String::from_utf8(new).ok()?);
        let text = diff::unified(&old, &new, path.as_str(), path.as_str()).ok()?;
        let (text, _) = crate::cut::middle(&text, 8 << 10, 4 << 10);
        Some((text, changed_by.into()))
    }
}
