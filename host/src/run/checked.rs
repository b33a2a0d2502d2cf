//! What is checked before a run is taken up that was put away.

use std::io;
use std::time::Duration;

use isolate_vfs::{RunId, Timestamp};

use super::{machine_clock_ms, timestamp};
use crate::error::Error;
use crate::options::RunOptions;
use crate::rules::StartRules;
use crate::suspend::{ImageKey, Shown, waiting};
use crate::workspace::Workspace;

/// What a run that was put away goes on with.
pub(crate) struct TakeUp {
    pub(crate) run: RunId,
    pub(crate) options: RunOptions,
    pub(crate) workspace: Workspace,
    pub(crate) preludes: Option<String>,
    /// What runs are sealed with.
    pub(crate) key: Option<ImageKey>,
    /// Whether its program has ended, so that it only ends.
    pub(crate) is_review: bool,
}

impl TakeUp {
    /// The rules of the start.
    pub(super) fn rules(&self, shown: &Shown) -> Result<StartRules, Error> {
        let reader = self.options.read_rules.as_ref();
        let kept = (shown.is_guarded, shown.rules.as_deref());
        StartRules::of_kept(kept, reader, self.workspace.guard()).map_err(|why| self.refused(&why))
    }

    /// What is in the way of taking the run up, if anything is; else the time that it may still take.
    pub(crate) fn check(&mut self) -> Result<Duration, Error> {
        let tree = self.workspace.tree()?;
        let (kept, shown) = waiting(&tree, self.run)?;
        shown.link_trace();
        self.check_resumer(&shown)?;
        let left = Duration::from_micros(shown.left_us);
        if is_past(kept.until) {
            return Ok(left);
        }
        self.check_answers(&shown, &kept.answered)?;
        match shown.is_review {
            true if self.options.read_only => {
                let why = "its changes are to be taken over, and whoever resumes it may only read";
                return Err(self.refused(why));
            }
            // Its program has ended: there is nothing to compute.
            true => self.is_review = true,
            // Last: it costs a repetition.
            false => self.check_image(&shown)?,
        }
        Ok(left)
    }

    /// Whether whoever resumes it has all that it needs.
    fn check_resumer(&self, shown: &Shown) -> Result<(), Error> {
        if let Some(why) = other_key(shown, self.key.as_ref()) {
            return Err(self.refused(&why));
        }
        self.rules(shown)?;
        if shown.is_confirmed && self.options.confirm.is_none() {
            let why = "its changes are to be confirmed: resume it with a function that is asked";
            return Err(self.refused(why));
        }
        let functions = &self.options.functions;
        let missing = |name: &&String| functions.find(name).is_none();
        match shown.functions.iter().find(missing) {
            None => Ok(()),
            Some(name) => {
                let why = format!("the function {name}, which it may call, is missing");
                Err(self.refused(&why))
            }
        }
    }

    /// Whether it has the answers with which it goes on.
    fn check_answers(&self, shown: &Shown, answered: &[u32]) -> Result<(), Error> {
        let shown = shown.seen_in(&self.workspace, self.run)?;
        shown.check_states(self.run, &self.options.functions, !answered.is_empty())?;
        Ok(())
    }

    /// Whether its memory can be used here.
    fn check_image(&self, shown: &Shown) -> Result<(), Error> {
        let unusable = |why| Err(self.refused(why).of_image());
        if shown.guest != crate::record::GUEST {
            return unusable("it was begun by another version of the engine");
        }
        if shown.preludes != self.preludes {
            return unusable("it was begun with other preludes");
        }
        Ok(())
    }

    pub(super) fn refused(&self, why: &str) -> Error {
        Error::refused(format!("run {} cannot go on: {why}", self.run))
    }

    /// The error of a run of which something cannot be read.
    pub(super) fn damaged(&self, cause: io::Error) -> Error {
        Error::refused(format!("what is kept of run {} is damaged", self.run)).with_source(cause)
    }
}

/// Why what is kept of a run cannot be read with this key, if it cannot.
fn other_key(shown: &Shown, key: Option<&ImageKey>) -> Option<String> {
    let sealed = shown.key.as_ref()?;
    match key.map(ImageKey::name) {
        Some(name) if name == *sealed => None,
        Some(name) => Some(format!(
            "it is sealed with the image key {sealed}, and the sandbox has the key {name}: resume it with that key"
        )),
        None => Some(format!(
            "it is sealed with the image key {sealed}, and the sandbox has none: resume it with that key"
        )),
    }
}

/// Whether a time of the machine is over.
pub(super) fn is_past(time: Timestamp) -> bool {
    timestamp(machine_clock_ms()) >= time
}
