//! The traces that the runs of the command are part of, as its environment says.
//!
//! A build with the feature `otlp` sends the spans to a collector; any other has none.

use isolate_host::RunOptions;
use isolate_host::trace::{TraceContents, TraceContext};

/// The variable that asks for contents in spans, by their names.
const CONTENTS: &str = "ISOLATE_TRACE_CONTENTS";

/// Spans that leave the process: those of the command, and those of an interpreter that has loaded a package.
#[derive(Default)]
pub struct Traces {
    #[cfg(feature = "otlp")]
    export: Option<crate::otlp::Export>,
}

impl Traces {
    /// Begins to send spans, if the environment names a collector: `docs/observability.md` has the variables.
    /// What is wrong with it is told on standard error, and ends nothing. Without the feature `otlp` it does
    /// nothing.
    #[cfg(feature = "otlp")]
    #[must_use]
    pub fn begin() -> Self {
        let told = |why: String| crate::otlp::note(&why);
        let export = crate::otlp::Export::begin().map_err(told);
        let export = export.unwrap_or_default();
        if export.is_some() {
            let _ = contents().map_err(told);
        }
        Self { export }
    }

    /// Without the feature `otlp` it does nothing.
    #[cfg(not(feature = "otlp"))]
    #[must_use]
    pub fn begin() -> Self {
        Self::default()
    }

    /// Sends what is left, for at most five seconds.
    pub fn end(self) {
        #[cfg(feature = "otlp")]
        if let Some(export) = self.export {
            export.end();
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The options of a run that belongs to the trace of the process that has started the command.
pub(crate) fn of_environment(options: RunOptions) -> RunOptions {
    // What is wrong with the variable was told where the export began.
    let options = options.trace_contents(contents().unwrap_or_default());
    let parent = variable("TRACEPARENT").and_then(|parent| {
        let state = variable("TRACESTATE");
        TraceContext::parse(&parent, state.as_deref())
    });
    match parent {
        Some(parent) => options.parent(parent),
        None => options,
    }
}

/// Contents that spans may have.
pub(crate) fn contents() -> Result<TraceContents, String> {
    let words = variable(CONTENTS).unwrap_or_default();
    let mut words = words.split(',').map(str::trim);
    words.try_fold(TraceContents::new(), |contents, word| match word {
        "" => Ok(contents),
        "programs" => Ok(contents.programs()),
        "arguments" => Ok(contents.arguments()),
        "results" => Ok(contents.results()),
        other => Err(format!(
            "spans have no contents: {CONTENTS} has {other:?}; it may have programs, arguments and results"
        )),
    })
}
