//! Idempotency keys: a request that is repeated with its key is not done again.
//!
//! The workspace keeps digests: of the key with its principal, and of the request. What the request was
//! answered is what the history has of its run.

mod answer;

use isolate_protocol::wire::Encoder;
use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::{ClaimedKey, ErrorKind as StorageKind, KeyDigest, RunId, Tree};

use crate::error::Error;
use crate::key::{IdempotencyKey, digest};
use crate::options::RunOptions;
use crate::outcome::Run;
use crate::workspace::Workspace;

/// A request with a key, before its run.
#[derive(Debug)]
pub(crate) struct Request {
    key: IdempotencyKey,
    /// Digest of the program, the input, and the options that belong to it.
    digest: String,
}

impl Request {
    /// The request of a program, if it has a key.
    pub(crate) fn of(source: &str, options: &RunOptions) -> Option<Self> {
        let key = options.idempotency_key?;
        let input = options.input.as_ref().map(|input| {
            let mut encoder = Encoder::new();
            encoder.value(input);
            hash(Algorithm::Sha256, &encoder.into_bytes())
        });
        let now = options
            .now
            .map(|now| now.duration_since(std::time::UNIX_EPOCH));
        let now_ms = now.map(|since| since.unwrap_or_default().as_millis().to_string());
        let mut parts = serde_json::json!([
            hash(Algorithm::Sha256, source.as_bytes()),
            input,
            options.commit.as_str(),
            options.read_only,
            options.seed.map(|seed| seed.to_string()),
            now_ms,
        ]);
        if options.review
            && let Some(parts) = parts.as_array_mut()
        {
            parts.push("review".into());
        }
        Some(Self {
            key,
            digest: parts.to_string(),
        })
    }

    /// The digest of the request on the branch of a connection.
    fn on(&self, tree: &Tree) -> KeyDigest {
        let whole = serde_json::json!([self.digest, tree.branch()]);
        digest(whole.to_string().as_bytes())
    }

    /// Gives the key to a run that is about to begin; or the answer of the run that has it.
    pub(crate) fn claim(
        &self,
        workspace: &Workspace,
        tree: &Tree,
        options: &isolate_vfs::RunOptions,
    ) -> Result<Claimed, Error> {
        if !workspace.has_records() {
            return Err(Error::refused(
                "an idempotency key needs a workspace that records its runs, and that may be changed: one in a \
                 file, or one in memory that is made to record them",
            ));
        }
        let (key, request) = (self.key.digest(), self.on(tree));
        match tree.claim_key(key, &request, options) {
            Ok(ClaimedKey::New(run)) => Ok(Claimed::New(run)),
            Ok(ClaimedKey::Taken(kept)) => answer::of(workspace, tree, &kept, &request)
                .map(|run| Claimed::Answered(Box::new(run))),
            Err(cause) => Err(match cause.kind() {
                StorageKind::Invalid => Error::refused_by(cause),
                StorageKind::TooLarge => Error::busy(cause.to_string()).with_source(cause),
                _ => Error::storage("cannot keep the idempotency key", cause),
            }),
        }
    }

    /// Gives the key of a run back that could not be begun.
    pub(crate) fn release(&self, workspace: &Workspace, run: RunId) {
        let released = workspace.tree().map(|tree| {
            let released = tree.release_key(self.key.digest(), run);
            released.map_err(|cause| Error::storage("cannot give the key back", cause))
        });
        if let Err(error) = released.and_then(|released| released) {
            tracing::debug!(%error, "the key of a run that did not begin is kept");
        }
    }
}

/// What became of a key.
pub(crate) enum Claimed {
    /// The run is recorded, and may begin.
    New(RunId),
    /// An earlier one had it.
    Answered(Box<Run>),
}

impl Workspace {
    /// What [`Sandbox::run`](crate::Sandbox::run) would answer for a run with an idempotency key that was
    /// begun before: `None` if the options have no key, or nobody has used it. Nothing is run and nothing is
    /// changed.
    ///
    /// # Errors
    ///
    /// [`Repeated`](crate::ErrorKind::Repeated) where the earlier run has no answer; else as
    /// [`Workspace::open`].
    pub fn earlier_run(&self, code: &str, options: &RunOptions) -> Result<Option<Run>, Error> {
        let Some(request) = Request::of(code, options) else {
            return Ok(None);
        };
        let on_branch;
        let workspace = match &options.branch {
            Some(name) => {
                on_branch = self.on_branch(name)?;
                &on_branch
            }
            None => self,
        };
        let tree = workspace.tree()?;
        let unread = |cause| Error::storage("cannot read the workspace", cause);
        match tree.keyed_run(request.key.digest()).map_err(unread)? {
            None => Ok(None),
            Some(kept) => answer::of(workspace, &tree, &kept, &request.on(&tree)).map(Some),
        }
    }
}
