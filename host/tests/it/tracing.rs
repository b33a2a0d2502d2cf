//! The spans and events of runs, what connects them with traces of other processes, and what must not be
//! in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use isolate_host::trace::{Propagator, TraceContents, TraceContext, set_propagator};
use isolate_host::{Answer, FunctionError, Functions, Outcome, RunOptions, Secrets, Workspace};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Instrument as _, Level, Metadata, Span, Subscriber};
use tracing_core::span::Current;

use crate::one_thread;

thread_local! {
    /// The spans that this thread is in.
    static INSIDE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Where a span is in the list.
fn index(id: u64) -> usize {
    usize::try_from(id).unwrap() - 1
}

#[derive(Clone, Debug, Default)]
struct Known {
    name: &'static str,
    metadata: Option<&'static Metadata<'static>>,
    parent: Option<u64>,
    fields: BTreeMap<&'static str, String>,
    /// Its parent in another process.
    remote: Option<String>,
    links: Vec<String>,
    is_ended: bool,
}

impl Visit for Known {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

impl Known {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Its name for OpenTelemetry.
    fn title(&self) -> &str {
        match self.field("otel.name") {
            "" => self.name,
            title => title,
        }
    }
}

/// All spans and events of the process.
#[derive(Clone, Default)]
struct Recorder {
    spans: Arc<Mutex<Vec<Known>>>,
    events: Arc<Mutex<Vec<(&'static str, Known)>>>,
}

impl Recorder {
    /// For the whole process: a program runs on threads of the sandbox's own.
    fn installed() -> &'static Self {
        static RECORDER: OnceLock<Recorder> = OnceLock::new();
        RECORDER.get_or_init(|| {
            let recorder = Self::default();
            tracing::subscriber::set_global_default(recorder.clone()).unwrap();
            set_propagator(recorder.clone()).unwrap();
            recorder
        })
    }

    fn change(&self, span: &Span, change: impl FnOnce(&mut Known)) {
        let id = span.id().unwrap().into_u64();
        change(&mut self.spans.lock().unwrap()[index(id)]);
    }

    /// The spans below one, depth first, as `depth title`.
    fn tree(&self, root: &Span) -> Vec<String> {
        let root = root.id().unwrap().into_u64();
        let spans = self.spans.lock().unwrap();
        let mut lines = Vec::new();
        fn below(spans: &[Known], of: u64, depth: usize, lines: &mut Vec<String>) {
            for (index, span) in spans.iter().enumerate() {
                if span.parent == Some(of) {
                    lines.push(format!("{depth} {}", span.title()));
                    below(spans, index as u64 + 1, depth + 1, lines);
                }
            }
        }
        below(&spans, root, 1, &mut lines);
        lines
    }

    /// The spans of this title below one.
    fn find(&self, root: &Span, title: &str) -> Vec<Known> {
        let root = root.id().unwrap().into_u64();
        let spans = self.spans.lock().unwrap();
        let is_below = |mut parent: Option<u64>| {
            while let Some(id) = parent {
                if id == root {
                    return true;
                }
                parent = spans[index(id)].parent;
            }
            false
        };
        let found = (spans.iter()).filter(|span| span.title() == title && is_below(span.parent));
        found.cloned().collect()
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("isolate_") || metadata.target().starts_with("it")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent = match span.is_contextual() {
            true => INSIDE.with_borrow(|inside| inside.last().copied()),
            false => span.parent().map(Id::into_u64),
        };
        let mut known = Known {
            name: span.metadata().name(),
            metadata: Some(span.metadata()),
            parent,
            ..Known::default()
        };
        span.record(&mut known);
        let mut spans = self.spans.lock().unwrap();
        spans.push(known);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        values.record(&mut self.spans.lock().unwrap()[index(span.into_u64())]);
    }

    fn event(&self, event: &Event<'_>) {
        let mut known = Known::default();
        event.record(&mut known);
        let target = event.metadata().target();
        self.events.lock().unwrap().push((target, known));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, span: &Id) {
        INSIDE.with_borrow_mut(|inside| inside.push(span.into_u64()));
    }

    fn exit(&self, span: &Id) {
        INSIDE.with_borrow_mut(|inside| {
            let last = inside.iter().rposition(|id| *id == span.into_u64());
            inside.remove(last.unwrap());
        });
    }

    fn current_span(&self) -> Current {
        let Some(id) = INSIDE.with_borrow(|inside| inside.last().copied()) else {
            return Current::none();
        };
        let metadata = self.spans.lock().unwrap()[index(id)].metadata;
        Current::new(Id::from_u64(id), metadata.unwrap())
    }
}

impl Propagator for Recorder {
    fn set_parent(&self, span: &Span, parent: &TraceContext) {
        self.change(span, |known| {
            known.remote = Some(parent.traceparent().to_owned())
        });
    }

    fn add_link(&self, span: &Span, to: &TraceContext) {
        self.change(span, |known| known.links.push(to.span_id().to_owned()));
    }

    fn context(&self, span: &Span) -> Option<TraceContext> {
        let id = span.id()?.into_u64();
        TraceContext::parse(&format!("00-{:032x}-{id:016x}-01", 7), None)
    }

    fn end(&self, span: &Span) {
        self.change(span, |known| known.is_ended = true);
    }
}

/// A span of this test's own.
fn root() -> Span {
    tracing::info_span!(target: "it", "caller")
}

#[test]
fn runs_and_calls_are_reported_without_contents() {
    let recorder = Recorder::installed();
    let code = "async secret => {
        await state.writeFile('/SECRET-name', secret + 'SECRET-content');
        console.log('SECRET-log');
        await tools.echo(secret);
        await tools.fail(secret).catch(() => {});
        const error = new Error('SECRET-message');
        error.name = 'SECRET-type';
        error.code = 'SECRET-code';
        throw error;
    }";
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add("echo", |text: String| async { Ok(text) });
    tools.add("fail", |text: String| async move {
        Err::<(), _>(FunctionError::new(text.clone()).with_code(format!("no code {text}")))
    });
    let options = RunOptions::new()
        .seed(7)
        .input("SECRET-input")
        .unwrap()
        .label("SECRET-label")
        .functions(functions);
    let workspace = Workspace::memory().unwrap();
    let root = root();
    root.in_scope(|| {
        let run = one_thread().run(&workspace, code).options(&options);
        run.blocking().unwrap();
    });
    let [run] = &recorder.find(&root, "execute_tool run")[..] else {
        panic!("one run");
    };
    for (field, value) in [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "run"),
        ("otel.status_code", "ERROR"),
        ("error.type", "_OTHER"),
        ("isolate.commit", "perCall"),
        ("isolate.read_only", "false"),
        ("isolate.resumed", "false"),
        ("isolate.outcome", "threw"),
        ("isolate.calls", "3"),
        ("isolate.run", "1"),
    ] {
        assert_eq!(run.field(field), value, "{field}");
    }
    let [echo] = &recorder.find(&root, "execute_tool tools.echo")[..] else {
        panic!("one call");
    };
    assert_eq!(echo.field("gen_ai.tool.type"), "function");
    assert_eq!(echo.field("error.type"), "");
    let [fail] = &recorder.find(&root, "execute_tool tools.fail")[..] else {
        panic!("one call");
    };
    // What is no code is no type of an error.
    assert_eq!(fail.field("error.type"), "_OTHER");
    assert_ne!(
        fail.field("gen_ai.tool.call.id"),
        echo.field("gen_ai.tool.call.id")
    );
    let [write] = &recorder.find(&root, "state")[..] else {
        panic!("one call of state");
    };
    assert_eq!(write.field("isolate.method"), "writeFile");
    assert_eq!(
        write.metadata.map(|known| *known.level()),
        Some(Level::TRACE)
    );
    assert_eq!(run.metadata.map(|known| *known.level()), Some(Level::INFO));
    let events = recorder.events.lock().unwrap();
    assert!(events.iter().any(|(target, event)| {
        *target == "isolate_host::sandbox" && event.field("ending") == "threw"
    }));
    let spans = recorder.spans.lock().unwrap();
    let all = format!("{spans:?} {events:?}");
    assert!(!all.contains("SECRET"), "{all}");
}

/// The span of the caller is there when a function is polled first, and when it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_has_segments_and_they_have_calls() {
    let recorder = Recorder::installed();
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add("wait", |(): ()| {
        drop(tracing::info_span!(target: "it", "made"));
        async {
            drop(tracing::info_span!(target: "it", "first poll"));
            tokio::time::sleep(Duration::from_millis(20)).await;
            drop(tracing::info_span!(target: "it", "later poll"));
            Ok(1)
        }
    });
    let code = "async () => await tools.wait() + await tools.wait()";
    let workspace = Workspace::memory().unwrap();
    let root = root();
    let sandbox = one_thread();
    let run = sandbox
        .run(&workspace, code)
        .options(RunOptions::new().functions(functions));
    let run = async { run.await.unwrap() }.instrument(root.clone()).await;
    assert_eq!(run.result::<u32>().unwrap(), 2);
    let expected = [
        "1 execute_tool run",
        "2 isolate.segment",
        "3 execute_tool tools.wait",
        "4 made",
        "4 first poll",
        "4 later poll",
        "2 isolate.segment",
        "3 execute_tool tools.wait",
        "4 made",
        "4 first poll",
        "4 later poll",
        "2 isolate.segment",
    ];
    assert_eq!(recorder.tree(&root), expected);
    let segments = recorder.find(&root, "isolate.segment");
    let ways: Vec<_> = (segments.iter())
        .map(|segment| {
            assert!(segment.is_ended);
            (
                segment.field("isolate.begins"),
                segment.field("isolate.ends"),
            )
        })
        .collect();
    assert_eq!(
        ways,
        [("start", "wait"), ("answer", "wait"), ("answer", "end")]
    );
}

#[test]
fn the_parent_may_be_in_another_process() {
    let recorder = Recorder::installed();
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    for (given, expected) in [(parent, Some(parent)), ("00-4bf92f-00f067-01", None)] {
        let root = root();
        root.in_scope(|| {
            let options = RunOptions::new().traceparent(given);
            let run = sandbox.run(&workspace, "1").options(options).blocking();
            assert_eq!(run.unwrap().result::<u32>().unwrap(), 1);
        });
        let runs = recorder.find(&root, "execute_tool run");
        assert_eq!(runs[0].remote.as_deref(), expected, "{given}");
    }
}

#[test]
fn a_resumed_run_is_linked_with_where_it_was_put_away() {
    let recorder = Recorder::installed();
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let (before, after) = (root(), root());
    let code = "async () => { await state.approve('go on?'); return 5; }";
    let run = before.in_scope(|| sandbox.run(&workspace, code).blocking().unwrap());
    let Outcome::Suspended(suspended) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    let call = &suspended.waiting_for[0];
    workspace
        .answer(suspended.run, call, Answer::Approve)
        .unwrap();
    let run = after.in_scope(|| {
        sandbox
            .resume(&workspace, suspended.run)
            .blocking()
            .unwrap()
    });
    assert_eq!(run.result::<u32>().unwrap(), 5);

    let put_away = recorder.find(&before, "execute_tool state.approve");
    assert_eq!(
        put_away[0].field("isolate.unfinished"),
        "waits for an approval"
    );
    let runs = recorder.find(&after, "execute_tool run");
    assert_eq!(runs[0].field("isolate.resumed"), "true");
    let [link] = &runs[0].links[..] else {
        panic!("one link: {:?}", runs[0].links);
    };
    let link = u64::from_str_radix(link, 16).unwrap();
    let linked = recorder.spans.lock().unwrap()[index(link)].clone();
    assert_eq!(linked.title(), "isolate.segment");
    let segments = recorder.find(&before, "isolate.segment");
    assert!(
        segments
            .iter()
            .any(|segment| segment.parent == linked.parent)
    );
    let segments = recorder.find(&after, "isolate.segment");
    assert_eq!(segments[0].field("isolate.begins"), "resumption");
}

#[test]
fn contents_are_there_if_they_are_asked_for() {
    let recorder = Recorder::installed();
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut secrets = Secrets::new();
    secrets.add("hunter2-hunter2");
    let mut functions = Functions::new();
    functions.hide(&secrets);
    functions
        .namespace("tools")
        .add("echo", |text: String| async move { Ok(text.repeat(2)) });
    let code = "async (input) => (await tools.echo(input + '!')).length";
    let spans_of = |contents: TraceContents| {
        let root = root();
        let options = RunOptions::new()
            .functions(functions.clone())
            .input("a hunter2-hunter2")
            .unwrap()
            .trace_contents(contents);
        root.in_scope(|| {
            sandbox
                .run(&workspace, code)
                .options(options)
                .blocking()
                .unwrap()
        });
        let mut run = recorder.find(&root, "execute_tool run");
        let mut call = recorder.find(&root, "execute_tool tools.echo");
        (run.remove(0), call.remove(0))
    };
    let names = [
        "isolate.program",
        "gen_ai.tool.call.arguments",
        "gen_ai.tool.call.result",
    ];
    let (run, call) = spans_of(TraceContents::new());
    assert!(
        names
            .iter()
            .all(|name| run.field(name).is_empty() && call.field(name).is_empty())
    );

    let all = TraceContents::new().programs().arguments().results();
    let (run, call) = spans_of(all);
    assert_eq!(run.field(names[0]), code);
    let hidden = |text: &str| text.starts_with("\"a ") && !text.contains("hunter2");
    assert!(hidden(run.field(names[1])), "{run:?}");
    // Programs do not see credentials either: "a *****!" twice.
    assert_eq!(run.field(names[2]), "22");
    assert!(hidden(call.field(names[1])), "{call:?}");
    assert!(hidden(call.field(names[2])), "{call:?}");

    let (run, call) = spans_of(TraceContents::new().results());
    assert_eq!(run.field(names[2]), "22");
    assert!(run.field(names[1]).is_empty() && call.field(names[1]).is_empty());
}
