//! Rules about paths of a run that waits: those of its start, beside those of whoever resumes it.

use std::fmt;
use std::sync::Arc;

use isolate_text::VPath;
use isolate_vfs::{Guard, Refusal, Verb};

/// Bytes of the text of rules that is kept with a run that waits.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// Makes rules of the text that is kept of them: see
/// [`RunOptions::read_rules`](fn@crate::RunOptions::read_rules).
#[derive(Clone)]
pub(crate) struct RulesReader(Arc<Read>);

type Read = dyn Fn(&str) -> Result<Arc<dyn Guard>, String> + Send + Sync;

impl RulesReader {
    pub(crate) fn new(
        read: impl Fn(&str) -> Result<Arc<dyn Guard>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(read))
    }
}

impl fmt::Debug for RulesReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RulesReader").finish_non_exhaustive()
    }
}

/// The rules under which a run was begun.
#[derive(Clone, Debug)]
pub(crate) enum StartRules {
    None,
    Known(Arc<dyn Guard>),
    /// They are not kept, so that whoever resumes the run needs some.
    Unknown,
}

impl StartRules {
    /// Those of a run that begins.
    pub(crate) fn of_workspace(guard: Option<&Arc<dyn Guard>>) -> Self {
        guard.map_or(Self::None, |guard| Self::Known(Arc::clone(guard)))
    }

    pub(crate) const fn are_some(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// The text that is kept of them, if there is one.
    ///
    /// # Errors
    ///
    /// Why it cannot be kept.
    pub(crate) fn text(&self) -> Result<Option<String>, String> {
        let text = match self {
            Self::Known(guard) => guard.text(),
            Self::None | Self::Unknown => None,
        };
        let bytes = text.as_ref().map_or(0, String::len);
        match bytes <= TEXT_BYTES_MAX {
            true => Ok(text),
            false => Err(format!(
                "its rules about paths have {bytes} bytes, and at most {TEXT_BYTES_MAX} are kept with a run that \
                 waits: use patterns instead of single paths"
            )),
        }
    }

    /// Those of a run that was put away, of what is kept: whether there were some, and their text.
    ///
    /// # Errors
    ///
    /// They cannot be made again, or there are none where there have to be some.
    pub(crate) fn of_kept(
        (are_some, text): (bool, Option<&str>),
        reader: Option<&RulesReader>,
        resumer: Option<&Arc<dyn Guard>>,
    ) -> Result<Self, String> {
        match (text, reader) {
            (Some(text), Some(reader)) => {
                let read = (reader.0)(text);
                read.map(Self::Known).map_err(|why| {
                    format!("the rules about paths that it was begun under cannot be read: {why}")
                })
            }
            (Some(_), None) => Err(
                "it was begun under rules about paths that are kept as text: resume it with \
                 `RunOptions::read_rules`, which reads them"
                    .to_owned(),
            ),
            (None, _) if !are_some => Ok(Self::None),
            (None, _) if resumer.is_some() => Ok(Self::Unknown),
            (None, _) => {
                Err("it was begun under rules about paths: resume it with a policy".to_owned())
            }
        }
    }

    /// The rules that apply when the run goes on.
    pub(crate) fn beside(&self, resumer: Option<&Arc<dyn Guard>>) -> Option<Arc<dyn Guard>> {
        match (self, resumer) {
            (Self::Known(start), Some(resumer)) => Some(Arc::new(Both {
                start: Arc::clone(start),
                resumer: Arc::clone(resumer),
            })),
            (Self::Known(start), None) => Some(Arc::clone(start)),
            (Self::None | Self::Unknown, resumer) => resumer.cloned(),
        }
    }
}

/// What both allow.
#[derive(Debug)]
struct Both {
    start: Arc<dyn Guard>,
    resumer: Arc<dyn Guard>,
}

impl Guard for Both {
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal> {
        let of = |guard: &Arc<dyn Guard>| guard.refusal(verb, path, bytes);
        match (of(&self.start), of(&self.resumer)) {
            // What is denied needs no approval.
            (Some(Refusal::ApprovalNeeded(_)), Some(denied @ Refusal::Denied(_))) => Some(denied),
            (first, second) => first.or(second),
        }
    }

    fn hides(&self, path: &VPath) -> bool {
        self.start.hides(path) || self.resumer.hides(path)
    }
}
