//! Traces that reach over several processes: where a run belongs in them.
//!
//! This crate makes its spans with [`tracing`] alone. Traces of other processes are known by the
//! identifiers of W3C Trace Context, which `tracing` does not have: what exports the spans connects the two
//! by a [`Propagator`], which is set once for the process. Without one, spans are made as ever, and the
//! identifiers are ignored.

use std::fmt;
use std::sync::OnceLock;

use tracing::Span;

use crate::error::Error;

/// Bytes of `tracestate` that are passed on, at most: what the specification asks of everybody.
const STATE_BYTES_MAX: usize = 512;

/// Where a span is in a trace: `traceparent` and `tracestate` of W3C Trace Context.
///
/// ```
/// use isolate_host::trace::TraceContext;
///
/// let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
/// let context = TraceContext::parse(text, None).expect("it is well formed");
/// assert_eq!(context.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
/// assert_eq!(context.span_id(), "00f067aa0ba902b7");
/// assert!(context.is_sampled());
/// assert!(TraceContext::parse("00-0-0-01", None).is_none());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TraceContext {
    /// In the form of version 00.
    parent: String,
    state: Option<String>,
}

impl TraceContext {
    /// Reads the values of the two headers; `None` for a `traceparent` that is not well formed, which is to
    /// be ignored. A version that is not known yet is read as far as version 00 goes. A `tracestate` that
    /// is empty, is no printable ASCII or has more than 512 bytes is left out.
    #[must_use]
    pub fn parse(traceparent: &str, tracestate: Option<&str>) -> Option<Self> {
        let text = traceparent.trim_matches([' ', '\t']);
        if !text.is_ascii() {
            return None;
        }
        let mut fields = text.split('-');
        let mut hex = |digits: usize| {
            let field = fields.next()?;
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            (field.len() == digits && field.bytes().all(is_hex)).then_some(field)
        };
        let (version, trace, span, flags) = (hex(2)?, hex(32)?, hex(16)?, hex(2)?);
        let is_nothing = |id: &str| id.bytes().all(|byte| byte == b'0');
        if version == "ff" || is_nothing(trace) || is_nothing(span) {
            return None;
        }
        let flags = u8::from_str_radix(flags, 16).ok()?;
        let flags = match version {
            "00" if fields.next().is_some() => return None,
            "00" => flags,
            // Of later versions only this flag is known.
            _ => flags & 1,
        };
        let state = tracestate.map(str::trim).filter(|state| {
            let is_shown = |byte: u8| matches!(byte, b' '..=b'~' | b'\t');
            !state.is_empty() && state.len() <= STATE_BYTES_MAX && state.bytes().all(is_shown)
        });
        Some(Self {
            parent: format!("00-{trace}-{span}-{flags:02x}"),
            state: state.map(str::to_owned),
        })
    }

    /// The value of the header `traceparent`.
    #[must_use]
    pub fn traceparent(&self) -> &str {
        &self.parent
    }

    /// The value of the header `tracestate`, if there is any.
    #[must_use]
    pub fn tracestate(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// The trace: 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> &str {
        &self.parent[3..35]
    }

    /// The span: 16 hexadecimal digits.
    #[must_use]
    pub fn span_id(&self) -> &str {
        &self.parent[36..52]
    }

    /// Whether whoever began the trace records it.
    #[must_use]
    pub fn is_sampled(&self) -> bool {
        u8::from_str_radix(&self.parent[53..], 16).is_ok_and(|flags| flags & 1 == 1)
    }
}

impl fmt::Debug for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parent)
    }
}

/// Connects spans of [`tracing`] with traces of other processes: [`set_propagator`].
///
/// With `tracing-opentelemetry`:
///
/// ```text
/// impl Propagator for OpenTelemetry {
///     fn set_parent(&self, span: &Span, parent: &TraceContext) {
///         let _ = span.set_parent(Context::new().with_remote_span_context(span_context(parent)));
///     }
///     fn add_link(&self, span: &Span, to: &TraceContext) {
///         span.add_link(span_context(to));
///     }
///     fn context(&self, span: &Span) -> Option<TraceContext> {
///         trace_context(span.context().span().span_context())
///     }
///     fn end(&self, span: &Span) {
///         span.context().span().end();
///     }
/// }
/// ```
pub trait Propagator: Send + Sync + 'static {
    /// Makes a span that was just made, and was not entered, the child of one of another process.
    fn set_parent(&self, span: &Span, parent: &TraceContext);

    /// Links a span with another one.
    fn add_link(&self, span: &Span, to: &TraceContext);

    /// Where a span is in its trace; `None` if it is not recorded.
    fn context(&self, span: &Span) -> Option<TraceContext>;

    /// Ends a span whose children may go on: `tracing` itself ends it only after them.
    fn end(&self, span: &Span);
}

static PROPAGATOR: OnceLock<Box<dyn Propagator>> = OnceLock::new();

/// Sets what connects spans with traces of other processes, once for the process.
///
/// # Errors
///
/// [`Refused`](crate::ErrorKind::Refused) if one is set already.
pub fn set_propagator(propagator: impl Propagator) -> Result<(), Error> {
    let set = PROPAGATOR.set(Box::new(propagator));
    set.map_err(|_| Error::refused("a propagator of traces is set already, for the whole process"))
}

/// The propagator, for a span that is recorded.
fn propagator_for(span: &Span) -> Option<&'static dyn Propagator> {
    let propagator = PROPAGATOR.get()?;
    (!span.is_disabled()).then_some(&**propagator)
}

/// Makes a span that was just made the child of one of another process.
pub fn set_parent(span: &Span, parent: &TraceContext) {
    if let Some(propagator) = propagator_for(span) {
        propagator.set_parent(span, parent);
    }
}

/// Links a span with another one.
pub fn add_link(span: &Span, to: &TraceContext) {
    if let Some(propagator) = propagator_for(span) {
        propagator.add_link(span, to);
    }
}

/// Where a span is in its trace; `None` if it is not recorded, or there is no propagator.
#[must_use]
pub fn context(span: &Span) -> Option<TraceContext> {
    propagator_for(span)?.context(span)
}

/// Ends a span whose children may go on. Nothing can be recorded of it after that.
pub fn end(span: &Span) {
    if let Some(propagator) = propagator_for(span) {
        propagator.end(span);
    }
}

/// Contents that spans have only if they are asked for by name. The default is none of them.
///
/// ```
/// use isolate_host::RunOptions;
/// use isolate_host::trace::TraceContents;
///
/// let options = RunOptions::new().trace_contents(TraceContents::new().arguments().results());
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceContents {
    pub(crate) programs: bool,
    pub(crate) arguments: bool,
    pub(crate) results: bool,
}

impl TraceContents {
    /// Nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            programs: false,
            arguments: false,
            results: false,
        }
    }

    /// The texts of programs, as `isolate.program`.
    #[must_use]
    pub const fn programs(mut self) -> Self {
        self.programs = true;
        self
    }

    /// The inputs of programs and the arguments of functions, as `gen_ai.tool.call.arguments`.
    #[must_use]
    pub const fn arguments(mut self) -> Self {
        self.arguments = true;
        self
    }

    /// The results of programs and the answers of functions, as `gen_ai.tool.call.result`.
    #[must_use]
    pub const fn results(mut self) -> Self {
        self.results = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::TraceContext;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const SPAN: &str = "00f067aa0ba902b7";

    fn read(text: &str) -> Option<String> {
        TraceContext::parse(text, None).map(|context| context.traceparent().to_owned())
    }

    #[test]
    fn a_parent_is_read_as_the_specification_says() {
        let whole = format!("00-{TRACE}-{SPAN}-01");
        assert_eq!(read(&whole), Some(whole.clone()));
        assert_eq!(read(&format!(" {whole}\t")), Some(whole.clone()));
        // Later versions may have more behind what is known.
        assert_eq!(read(&format!("01-{TRACE}-{SPAN}-ff-more")), Some(whole));
        let not_sampled = format!("cc-{TRACE}-{SPAN}-fe");
        let as_known = format!("00-{TRACE}-{SPAN}-00");
        assert_eq!(read(&not_sampled), Some(as_known));
    }

    #[test]
    fn what_is_not_well_formed_is_ignored() {
        let zeros = "0".repeat(32);
        for text in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-1"),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("00-{TRACE}-{SPAN}-01-"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("00-{zeros}-{SPAN}-01"),
            format!("00-{TRACE}-0000000000000000-01"),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-{TRACE}-{SPAN}-0g"),
            format!("00_{TRACE}_{SPAN}_01"),
            format!("00-{TRACE}é-{SPAN}-01"),
            format!("00-{TRACE}-{SPAN}-01,00-{TRACE}-{SPAN}-01"),
        ] {
            assert_eq!(read(&text), None, "{text}");
        }
    }

    #[test]
    fn a_state_is_passed_on_if_it_may_be() {
        let state = |state: &str| {
            let parent = format!("00-{TRACE}-{SPAN}-01");
            let context = TraceContext::parse(&parent, Some(state)).unwrap();
            context.tracestate().map(str::to_owned)
        };
        assert_eq!(state("rojo=1,congo=2"), Some("rojo=1,congo=2".to_owned()));
        assert_eq!(state(&"a".repeat(512)).map(|kept| kept.len()), Some(512));
        assert_eq!(state(&"a".repeat(513)), None);
        assert_eq!(state(" "), None);
        assert_eq!(state("rojo=\n1"), None);
    }

    proptest! {
        #[test]
        fn what_is_read_is_read_the_same_again(text in "[0-9a-f-]{0,60}|.{0,60}") {
            if let Some(once) = read(&text) {
                prop_assert_eq!(once.len(), 55);
                prop_assert_eq!(read(&once), Some(once));
            }
        }
    }
}
