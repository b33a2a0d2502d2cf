//! Stores, and what finds those that are none.

mod broken;

use isolate_ledger::objects::{
    FolderObjects, MemoryObjects, Objects, ProbeError, conformance, probe,
};

use self::broken::{Broken, Fault};

/// Runs a future to its end, on a runtime with two threads.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_time().build().unwrap();
    runtime.block_on(future)
}

#[test]
fn memory_conforms() {
    run(async {
        let store = MemoryObjects::new();
        conformance(&store).await.unwrap();
        probe(&store).await.unwrap();
        assert_eq!(store.list("", None, 10).await.unwrap(), []);
    });
}

#[test]
fn a_folder_conforms() {
    let folder = tempfile::tempdir().unwrap();
    run(async {
        let store = FolderObjects::open(folder.path().join("new/one")).unwrap();
        conformance(&store).await.unwrap();
        probe(&store).await.unwrap();
        assert_eq!(store.list("", None, 10).await.unwrap(), []);
    });
}

#[test]
fn a_store_may_be_probed_and_checked_by_many_at_once() {
    let folder = tempfile::tempdir().unwrap();
    run(async {
        let store = FolderObjects::open(folder.path()).unwrap();
        let all: Vec<_> = (0..4)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    probe(&store).await.unwrap();
                    conformance(&store).await.unwrap();
                })
            })
            .collect();
        for one in all {
            one.await.unwrap();
        }
    });
}

#[test]
fn every_fault_is_found() {
    run(async {
        for fault in Fault::ALL {
            let found = conformance(&Broken::new(*fault)).await;
            let found = found.map_err(|error| error.to_string());
            let text = found.expect_err(&format!("{fault:?}"));
            assert!(
                text.starts_with("broken does not keep to what Objects says:\n- "),
                "{text}"
            );
        }
    });
}

#[test]
fn the_probe_refuses_stores_that_do_not_qualify() {
    run(async {
        for (fault, why) in [
            (
                Fault::Overwrites,
                "broken cannot hold a workspace for several hosts: it creates an object that is there \
                 already: it ignores the condition `If-None-Match: *`, as s3rver does",
            ),
            (
                Fault::LooksFirst,
                "broken cannot hold a workspace for several hosts: of 8 creates of one object at the \
                 same time, 8 succeeded: it looks first and writes later, as some versions of \
                 SeaweedFS, LocalStack and floci do",
            ),
            (
                Fault::LosersWrite,
                "broken cannot hold a workspace for several hosts: a create that was refused has \
                 changed the object",
            ),
            (
                Fault::NobodyWins,
                "broken cannot hold a workspace for several hosts: of 8 creates of one object at the \
                 same time, none succeeded",
            ),
            (
                Fault::ListsLate,
                "broken cannot hold a workspace for several hosts: objects that were created are not \
                 listed at once: 1 of 2",
            ),
            (
                Fault::Unsorted,
                "broken cannot hold a workspace for several hosts: it does not list objects in the \
                 order of their names, as directory buckets of S3 Express do not",
            ),
            (
                Fault::IgnoresAfter,
                "broken cannot hold a workspace for several hosts: a list does not begin after the \
                 name that it is to begin after",
            ),
            (
                Fault::NoConditions,
                "broken cannot hold a workspace for several hosts: it refuses to create an object: \
                 broken cannot do it (create): not implemented",
            ),
        ] {
            let error = probe(&Broken::new(fault)).await.unwrap_err();
            assert!(matches!(error, ProbeError::Unqualified { .. }), "{error}");
            assert_eq!(error.to_string(), why, "{fault:?}");
        }
    });
}

#[test]
fn a_store_without_an_answer_is_not_said_to_be_wrong() {
    run(async {
        let error = probe(&Broken::new(Fault::NoAnswer)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the store could not be probed: broken is not available (create): throttled"
        );
    });
}

#[test]
fn lost_answers_are_no_reason_to_refuse_a_store() {
    run(async {
        for fault in [Fault::WinnerUnclear, Fault::WinnerExists] {
            probe(&Broken::new(fault)).await.unwrap();
        }
    });
}

#[test]
fn what_a_killed_probe_left_is_deleted_later() {
    run(async {
        let store = Broken::new(Fault::OldLeft);
        store.put("probe/old/b0", vec![1]).await.unwrap();
        store.put("other", vec![1]).await.unwrap();
        probe(&store).await.unwrap();
        let left = store.list("", None, 10).await.unwrap();
        let names: Vec<&str> = left.iter().map(|listed| listed.name.as_str()).collect();
        assert_eq!(names, ["other"]);
    });
}
