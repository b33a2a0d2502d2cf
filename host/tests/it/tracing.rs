//! The `tracing` events of runs, and what must not be in them.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use isolate_host::{RunOptions, Workspace};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::one_thread;

/// Lines of all spans and events.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

/// Fields, as text.
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push_str(&format!(" {field}={value:?}"));
    }
}

impl Lines {
    fn push(&self, kind: &str, name: &str, fields: Fields) {
        let line = format!("{kind} {name}{}", fields.0);
        self.0.lock().unwrap().push(line);
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("isolate_")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(String::new());
        span.record(&mut fields);
        self.push("span", span.metadata().name(), fields);
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.push("event", event.metadata().target(), fields);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn runs_and_calls_are_reported_without_contents() {
    let lines = Lines::default();
    // For the whole process: a program runs on a thread of the sandbox's own.
    tracing::subscriber::set_global_default(lines.clone()).unwrap();
    let code = "async secret => {
        await state.writeFile('/SECRET-name', secret + 'SECRET-content');
        console.log('SECRET-log');
        await tools.echo(secret);
        throw new Error('SECRET-message');
    }";
    let options = RunOptions::new()
        .seed(7)
        .input("SECRET-input")
        .unwrap()
        .function("tools", "echo", |text: String| async { Ok(text) });
    let workspace = Workspace::memory().unwrap();
    one_thread()
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let lines = lines.0.lock().unwrap();
    for expected in [
        "event isolate_host::sandbox message=building a sandbox threads=1 runs=4 preludes=0",
        "span run commit=PerCall read_only=false seed=7",
        "span call method=\"writeFile\"",
        "event isolate_host::functions::call message=a function ended function=tools.echo",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}: {lines:#?}"
        );
    }
    let ended = "event isolate_host::sandbox message=a run ended ending=\"threw\" fuel=";
    assert!(
        lines.iter().any(|line| line.starts_with(ended)),
        "{lines:#?}"
    );
    for line in lines.iter() {
        assert!(!line.contains("SECRET"), "{line}");
    }
}
