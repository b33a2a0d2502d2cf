//! Bytes without end.

use std::ops::Range;
use std::sync::Arc;

use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, ChunkSink, Expected, FileStore, StoreBytes, StoreFuture, StoreStat, Version,
};
use serde_json::json;

use super::{failure, tools_of};

/// A store of one file, which says that it has 4 bytes, and gives bytes without end.
struct Endless;

impl FileStore for Endless {
    fn name(&self) -> &str {
        "endless"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::new()
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        let is_file = path.as_str() == "/a";
        Box::pin(async move { Ok(is_file.then(|| StoreStat::file(4))) })
    }

    fn read<'a>(&'a self, _: &'a VPath, _: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        Box::pin(async { Ok(StoreBytes::new(vec![b'x'; 1 << 20], None)) })
    }

    fn read_chunks<'a>(
        &'a self,
        _: &'a VPath,
        sink: ChunkSink<'a>,
    ) -> StoreFuture<'a, Option<Version>> {
        Box::pin(async move {
            loop {
                sink(&[b'x'; 1 << 16])?;
            }
        })
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        _: &'a [u8],
        _: &'a Expected,
        _: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        Box::pin(async move { panic!("{path} is written") })
    }
}

#[test]
fn bytes_without_end_are_not_taken() {
    let tools = tools_of(Arc::new(Endless));
    for (name, args) in [
        ("read", json!({ "path": "/a" })),
        (
            "write",
            json!({ "path": "/a", "content": "x", "intent": "overwrite" }),
        ),
    ] {
        let found = failure(&tools, name, args);
        assert_eq!(
            found,
            "store_failed: the store \"endless\" gave a wrong answer (read /a): it has said that there are 4 bytes, and gave more"
        );
    }
}
