//! Tests of stores: against answers that the tests make up, and against servers where they are found.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test that cannot go on has failed, and its numbers are small"
)]

mod agreement;
mod answers;
mod azure;
mod faulty;
mod postgres;
mod s3;
mod servers;
mod urls;

use std::future::Future;

/// Runs a future to its end, on a runtime with two threads.
fn run<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(future)
}
