//! Libraries that are evaluated once, when a sandbox is built, and that every run finds loaded.
//!
//! They are evaluated in an instance of the guest whose memory then becomes an [`Image`]; each run
//! starts from it at the price of the pages that it touches.

mod cache;
mod named;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt as _;
use isolate_protocol::wire::message::{Library, Step, Thrown};
use isolate_text::budget;
use isolate_text::hash::{Algorithm, Hasher};
use isolate_vfs::{CommitMode, OpenRun};

use crate::abi::{Guest, Host, Template, instantiation_fault};
use crate::answers::Answers;
use crate::busy;
use crate::charge::Bounds;
use crate::error::Error;
use crate::fuel::Fuel;
use crate::functions::{Allowance, Functions, RunContext};
use crate::image::{FILE_LIMIT, Image};
use crate::limits::{Limit, Limits};
use crate::record::GUEST;
use crate::state::HostState;
use crate::stop::Stop;
use crate::watchdog::{Control, Halt, Watchdog, end_of};
use crate::workspace::Workspace;

pub use named::{PreludeFile, user_prelude_cache};

/// Longest name of a prelude, in bytes.
const NAME_BYTES_MAX: usize = 200;

/// Largest text of a prelude, in bytes.
const SOURCE_BYTES_MAX: usize = 16 << 20;

/// A library by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prelude {
    pub(crate) name: String,
    pub(crate) source: Arc<str>,
}

/// Identifies preludes together with their engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digest(pub(crate) String);

impl Digest {
    pub(crate) fn of(preludes: &[Prelude]) -> Self {
        let mut hasher = Hasher::new(Algorithm::Sha256);
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add(env!("CARGO_PKG_VERSION"));
        add(GUEST);
        for Prelude { name, source } in preludes {
            add(name);
            add(source);
        }
        Self(hasher.finish())
    }
}

/// Checks names and sizes.
pub(crate) fn check(preludes: &[Prelude]) -> Result<(), Error> {
    for (index, Prelude { name, source }) in preludes.iter().enumerate() {
        let refusal = if name.is_empty() || name.chars().any(char::is_control) {
            "needs a name that is neither empty nor has control characters".to_owned()
        } else if name.len() > NAME_BYTES_MAX {
            format!(
                "has a name of {} bytes: at most {NAME_BYTES_MAX}",
                name.len()
            )
        } else if preludes[..index].iter().any(|other| other.name == *name) {
            "is given twice: each prelude needs a name of its own".to_owned()
        } else if source.len() > SOURCE_BYTES_MAX {
            let bytes = source.len();
            format!("has {bytes} bytes: at most {SOURCE_BYTES_MAX}, which are 16 MiB")
        } else {
            continue;
        };
        return Err(Error::refused(format!("the prelude {name:?} {refusal}")));
    }
    Ok(())
}

/// The image of preludes: from the cache, if there is one and has it, otherwise made. Beside it, why
/// the cache was of no use although it has something of the name.
pub(crate) fn image(
    template: &Template,
    preludes: &[Prelude],
    limits: &Limits,
    folder: Option<&Path>,
    watchdog: &Arc<Watchdog>,
) -> Result<(Image, Vec<String>), Error> {
    let digest = Digest::of(preludes);
    let mut notices = Vec::new();
    if let Some(folder) = folder {
        let memory_bytes_max = template.guest_bytes.saturating_add(limits.memory_bytes);
        match cache::read(folder, &digest, memory_bytes_max) {
            Ok(Some(image)) => return Ok((image, notices)),
            Ok(None) => {}
            Err(unused) => notices.push(format!("the cache of preludes: {unused}")),
        }
    }
    let image = load(template, preludes, limits, watchdog)?;
    if let Some(folder) = folder
        && let Err(cause) = cache::write(folder, &digest, &image)
    {
        let folder = folder.display();
        notices.push(format!(
            "the cache of preludes: nothing is kept in {folder}: {cause}"
        ));
    }
    for notice in &notices {
        tracing::warn!("{notice}");
    }
    Ok((image, notices))
}

/// An instance that starts with the guest's own memory.
fn instance(
    template: &Template,
    limits: &Limits,
    control: &Arc<Control>,
    allowance: Allowance,
) -> Result<Guest, Error> {
    let tree = Workspace::memory()?.tree()?;
    tree.set_deadline(Some(end_of(allowance.started, limits.timeout)));
    let options = isolate_vfs::RunOptions::new("preludes").mode(CommitMode::DryRun);
    let tree = OpenRun::holding(tree, &options)
        .map_err(|cause| Error::storage("cannot load preludes", cause))?;
    let (answers, functions) = (Answers::new(None, false), Functions::new());
    let mut state = HostState::new(tree, functions, answers, limits, true, allowance);
    state.is_loading = true;
    let fuel = Fuel::new(limits.fuel, Arc::clone(control));
    let host = Host::new(state, limits, fuel);
    Guest::with(template, None, host).map_err(instantiation_fault)
}

/// The memory that instances start with.
///
/// # Errors
///
/// Where it cannot be had: there is no memory for an instance.
pub(crate) fn start_of(template: &Template) -> Result<&[u8], Error> {
    if let Some(start) = template.start.get() {
        return Ok(start);
    }
    let start = match &template.image {
        Some(image) => image
            .read()
            .map_err(|cause| Error::engine("the memory of preludes cannot be read", cause))?,
        None => {
            let allowance = Allowance::anything();
            let guest = instance(template, &Limits::default(), &Arc::default(), allowance)?;
            guest.memory().to_vec()
        }
    };
    Ok(template.start.get_or_init(|| start))
}

fn not_kept(cause: std::io::Error) -> Error {
    if busy::is_too_large(&cause) {
        return Error::refused(FILE_LIMIT);
    }
    Error::engine("the memory of preludes cannot be kept", cause)
}

/// Evaluates preludes in their order, and takes an image of the memory.
fn load(
    template: &Template,
    preludes: &[Prelude],
    limits: &Limits,
    watchdog: &Arc<Watchdog>,
) -> Result<Image, Error> {
    let (control, started) = (Arc::new(Control::default()), Instant::now());
    let deadline = end_of(started, limits.timeout);
    watchdog.start().map_err(Error::no_thread)?;
    let _watch = watchdog.watch(&control, deadline);
    let allowance = Allowance {
        has_to_claim: false,
        writes_refused: Some("a prelude may call nothing"),
        started,
        watchdog: Arc::clone(watchdog),
        bounds: Bounds::until(&control),
        context: RunContext::default(),
        not_suspended: Some("a prelude waits for nothing"),
        suspend_after: None,
    };
    let mut guest = instance(template, limits, &control, allowance)?;
    let budget = guest.store.data().state.budget.clone();
    for Prelude { name, source } in preludes {
        let library = Library {
            name: name.clone(),
            source: source.to_string(),
        };
        let loaded = budget::within(&budget, || guest.load(&library).now_or_never());
        // It has no turns, so that it waits for nothing.
        let Some(loaded) = loaded else {
            return Err(Error::internal("a prelude waits for a turn"));
        };
        let refusal = match loaded {
            Ok(Step::Returned(_)) => continue,
            Ok(Step::Threw(thrown) | Step::Unparsable(thrown)) => describe(&thrown),
            Ok(Step::Waiting | Step::Stalled) => "it waits for something".to_owned(),
            Err(trap) => match guest.stopped(&trap) {
                Stop::Limit(limit) => beyond(limit, limits),
                Stop::Halted if control.halted() != Some(Halt::Cancelled) => {
                    beyond(Limit::Timeout, limits)
                }
                Stop::Panicked(reason) | Stop::Trapped(reason) => {
                    return Err(Error::internal(reason));
                }
                Stop::Halted | Stop::Diverged | Stop::Hostile(_) => {
                    return Err(Error::internal("a prelude ended in no known way"));
                }
            },
        };
        return Err(Error::refused(format!(
            "the prelude {name:?} cannot be loaded: {refusal}"
        )));
    }
    let image = Image::of(guest.memory()).map_err(not_kept)?;
    let fuel = guest.fuel_used();
    tracing::debug!(
        preludes = preludes.len(),
        bytes = image.bytes(),
        fuel,
        wall = ?started.elapsed(),
        "preludes were loaded"
    );
    Ok(image)
}

fn describe(thrown: &Thrown) -> String {
    let Thrown {
        name,
        message,
        line,
        column,
        ..
    } = thrown;
    match (line, column) {
        (Some(line), Some(column)) => format!("{name}: {message} (line {line}, column {column})"),
        _ => format!("{name}: {message}"),
    }
}

fn beyond(limit: Limit, limits: &Limits) -> String {
    match limit.row() {
        Some(row) => format!(
            "it takes more {} than it may ({})",
            row.noun,
            row.shown(limits)
        ),
        None => format!("it exceeded a limit ({})", limit.as_str()),
    }
}
