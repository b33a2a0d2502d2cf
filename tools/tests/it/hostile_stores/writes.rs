//! Several files that are written: what others change meanwhile stays, and what fails is put back.

use std::ops::Range;
use std::sync::Arc;

use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, Expected, FileStore, Listing, MemoryFiles, StoreBytes, StoreError,
    StoreErrorKind, StoreFuture, StoreStat, Version,
};
use serde_json::{Value as Json, json};

use super::{Odd, call, failure, files_of, in_turn, text, tools_of};

/// A patch of three files, of which the last sorts last.
fn three() -> Json {
    let one = |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n");
    json!({ "patch": format!("{}{}{}", one("a"), one("b"), one("c")) })
}

#[test]
fn what_others_have_changed_meanwhile_is_not_overwritten() {
    for can in [in_turn(), MemoryFiles::new("all").capabilities()] {
        let files = files_of(can, &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")]);
        let odd = Odd::new(&files).hook(|files, doing, path| {
            if matches!(doing, "write" | "change_all") && path.as_str() == "/a" {
                files.put("/b", "by somebody else\n").unwrap();
            }
            None
        });
        let tools = tools_of(Arc::new(odd));
        let found = failure(&tools, "patch", three());
        assert!(
            found.starts_with("stale: /b has changed in the store \"odd\" since this call read it"),
            "{found}"
        );
        assert_eq!(text(&files, "/a").unwrap(), "old\n");
        assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
        assert_eq!(text(&files, "/c").unwrap(), "old\n");
        // The toolbox knows it, and goes on.
        let read = call(&tools, "read", json!({ "path": "/b" }));
        assert_eq!(read.data()["content"], "by somebody else\n");
        let read = call(&tools, "read", json!({ "path": "/a" }));
        assert_eq!(read.data()["content"], "old\n");
    }
}

#[test]
fn the_first_writes_are_put_back_if_the_third_fails() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    let odd = Odd::new(&files).hook(|_, doing, path| {
        let full = StoreError::new(StoreErrorKind::Full, "no room");
        (doing == "write" && path.as_str() == "/c").then_some(full)
    });
    let tools = tools_of(Arc::new(odd));
    assert_eq!(
        failure(&tools, "patch", three()),
        "quota: the store \"odd\" could not write /c: no room; put back: /b, /a"
    );
    for path in ["/a", "/b", "/c"] {
        assert_eq!(text(&files, path).unwrap(), "old\n");
        let read = call(&tools, "read", json!({ "path": path }));
        assert_eq!(read.data()["content"], "old\n");
    }
}

#[test]
fn what_cannot_be_put_back_is_said() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    let odd = Odd::new(&files).hook(|files, doing, path| {
        if doing != "write" || path.as_str() != "/c" {
            return None;
        }
        files.put("/b", "by somebody else\n").unwrap();
        Some(StoreError::new(StoreErrorKind::Failed, "broken"))
    });
    let tools = tools_of(Arc::new(odd));
    let reply = call(&tools, "patch", three());
    let error = reply.error().unwrap();
    assert_eq!(
        error.message,
        "the store \"odd\" could not write /c: broken; put back: /a; changed and NOT put back: /b \
         (the store \"odd\" could not put back /b: it has changed)"
    );
    assert_eq!(error.details["notPutBack"], json!(["/b"]));
    assert_eq!(error.hint, "read these files again before you go on");
    assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
}

#[test]
fn a_write_that_hangs_is_said_to_be_unknown() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    struct HangsAtC(Odd);
    impl FileStore for HangsAtC {
        fn name(&self) -> &str {
            "slow"
        }
        fn capabilities(&self) -> Capabilities {
            self.0.capabilities()
        }
        fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
            self.0.stat(path)
        }
        fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
            self.0.read(path, range)
        }
        fn write<'a>(
            &'a self,
            path: &'a VPath,
            bytes: &'a [u8],
            expected: &'a Expected,
            mode: Option<u32>,
        ) -> StoreFuture<'a, Option<Version>> {
            match path.as_str() {
                // It writes, and nobody learns of it.
                "/c" => Box::pin(async move {
                    self.0.write(path, bytes, expected, mode).await?;
                    std::future::pending().await
                }),
                _ => self.0.write(path, bytes, expected, mode),
            }
        }
    }
    let mut odd = Odd::new(&files);
    odd.can = in_turn()
        .list(Listing::None)
        .remove(false)
        .directories(false);
    let tools = tools_of(Arc::new(HangsAtC(odd)));
    assert_eq!(
        failure(&tools, "patch", three()),
        "timeout: the store \"slow\" has not answered for 0.2 s (write /c); it is not known whether /c was \
         changed; put back: /b, /a"
    );
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    assert_eq!(text(&files, "/c").unwrap(), "new\n");
    let read = call(&tools, "read", json!({ "path": "/c" }));
    assert_eq!(read.data()["content"], "new\n");
}
