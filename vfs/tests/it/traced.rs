//! The events for `tracing`.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use isolate_vfs::RunOptions;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::{memory, path};

/// Keeps each event of one thread as a line.
#[derive(Clone)]
struct Lines {
    thread: ThreadId,
    lines: Arc<Mutex<Vec<(Level, String)>>>,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        if thread::current().id() != self.thread {
            return;
        }
        let mut line = Line(event.metadata().target().to_owned());
        event.record(&mut line);
        let level = *event.metadata().level();
        self.lines.lock().unwrap().push((level, line.0));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn commit_events_have_no_file_contents() {
    let lines = Lines {
        thread: thread::current().id(),
        lines: Arc::default(),
    };
    // For the whole process: whether an event is on is asked once, by whichever thread reaches it
    // first, which may be another test's.
    tracing::subscriber::set_global_default(lines.clone()).unwrap();
    let tree = memory();
    let run = tree.begin(&RunOptions::new("label").atomic()).unwrap();
    run.write(&path("/name"), b"content").unwrap();
    run.commit().unwrap();
    let run = tree.begin(&RunOptions::new("label")).unwrap();
    run.write(&path("/name"), b"content 2").unwrap();
    drop(run);
    tree.write(&path("/other"), b"content").unwrap();
    let lines = lines.lines.lock().unwrap();
    let told = |level: Level| -> Vec<&str> {
        let of_level = lines.iter().filter(|line| line.0 == level);
        of_level.map(|line| line.1.as_str()).collect()
    };
    assert_eq!(
        told(Level::DEBUG),
        [
            "isolate_vfs::history::run message=committed run=1 mode=Atomic created=1 changed=0 deleted=0",
            "isolate_vfs::history::run message=abandoned run=2 mode=PerCall",
        ]
    );
    assert!(told(Level::TRACE).len() > 3);
    for (_, line) in lines.iter() {
        for secret in ["content", "name", "other", "label"] {
            assert!(!line.contains(secret), "{line}");
        }
    }
}
