//! Futures that go on beside each other in one task.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// What all futures come to, in their order.
pub(super) async fn together<T>(
    mut futures: Vec<Pin<Box<dyn Future<Output = T> + Send + '_>>>,
) -> Vec<T> {
    let mut done: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    poll_fn(|context| {
        let mut is_pending = false;
        for (future, done) in futures.iter_mut().zip(&mut done) {
            if done.is_none() {
                match future.as_mut().poll(context) {
                    Poll::Ready(output) => *done = Some(output),
                    Poll::Pending => is_pending = true,
                }
            }
        }
        if is_pending {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
    done.into_iter().flatten().collect()
}
