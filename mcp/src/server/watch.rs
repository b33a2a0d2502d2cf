//! Notifies clients of changes: of files that they subscribed to, and of the list of files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isolate_host::text::VPath;
use isolate_tools::{EventKind, Feed, Polled, ToolError, Toolbox};
use rmcp::model::{ErrorData, ResourceUpdatedNotificationParam};
use rmcp::service::{Peer, RoleServer, SubscriptionSink};
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// The subscriptions of a client.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The subscribed URIs, by path.
    uris: BTreeMap<VPath, BTreeSet<String>>,
    /// The number of URIs.
    count: usize,
    has_lists: bool,
    has_begun: bool,
}

impl Wanted {
    fn add(&mut self, uri: &str, paths: Vec<VPath>) {
        let is_known = self.uris.values().any(|uris| uris.contains(uri));
        self.count += usize::from(!is_known);
        for path in paths {
            self.uris.entry(path).or_default().insert(uri.to_owned());
        }
    }

    fn remove(&mut self, uri: &str) {
        let mut was_known = false;
        self.uris.retain(|_, uris| {
            was_known |= uris.remove(uri);
            !uris.is_empty()
        });
        self.count -= usize::from(was_known);
    }

    /// The URIs to notify about, and whether the list of files changed.
    fn news(&self, polled: &Polled) -> (BTreeSet<String>, bool) {
        if polled.resync_required {
            // The history no longer has the runs: any file may have changed.
            return (
                self.uris.values().flatten().cloned().collect(),
                self.has_lists,
            );
        }
        let mut uris = BTreeSet::new();
        let mut is_list_changed = false;
        for event in &polled.events {
            is_list_changed |= event.kind != EventKind::Changed;
            for path in [Some(&event.path), event.from.as_ref()]
                .into_iter()
                .flatten()
            {
                uris.extend(self.uris.get(path).into_iter().flatten().cloned());
            }
        }
        (uris, is_list_changed && self.has_lists)
    }
}

/// The subscriptions of one session.
#[derive(Debug, Default)]
pub(super) struct Watching {
    wanted: Mutex<Wanted>,
}

impl Watching {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn subscribe(
        &self,
        uri: &str,
        paths: Vec<VPath>,
        count_max: usize,
    ) -> Result<(), ErrorData> {
        let mut wanted = self.wanted();
        if wanted.count >= count_max {
            return Err(ErrorData::invalid_params(
                format!(
                    "there are {} subscriptions, no more are taken: unsubscribe from some",
                    wanted.count
                ),
                Some(json!({ "uri": uri })),
            ));
        }
        wanted.add(uri, paths);
        Ok(())
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        self.wanted().remove(uri);
    }

    pub(super) fn want_lists(&self) {
        self.wanted().has_lists = true;
    }

    /// Whether the watch must be started.
    pub(super) fn begins(&self) -> bool {
        let mut wanted = self.wanted();
        !std::mem::replace(&mut wanted.has_begun, true)
    }
}

/// How notifications are sent to a client.
enum To {
    Session(Peer<RoleServer>),
    Listener(SubscriptionSink),
}

impl To {
    /// Sends notifications. Returns whether the client can receive more.
    async fn notify(&self, uris: BTreeSet<String>, is_list_changed: bool) -> bool {
        for uri in uris {
            let is_sent = match self {
                Self::Session(peer) => {
                    let param = ResourceUpdatedNotificationParam::new(uri);
                    peer.notify_resource_updated(param).await.is_ok()
                }
                Self::Listener(sink) => sink.notify_resource_updated(uri).await.is_ok(),
            };
            if !is_sent {
                return false;
            }
        }
        if is_list_changed {
            return match self {
                Self::Session(peer) => peer.notify_resource_list_changed().await.is_ok(),
                Self::Listener(sink) => sink.notify_resource_list_changed().await.is_ok(),
            };
        }
        true
    }
}

/// A feed of changes from now on.
pub(super) fn feed(toolbox: &Toolbox) -> Result<Feed, ToolError> {
    Feed::from_now(toolbox.workspace())
}

/// Notifies a session until it ends or is stopped.
pub(super) async fn notify_session(
    watching: std::sync::Arc<Watching>,
    feed: Feed,
    peer: Peer<RoleServer>,
    every: Duration,
    end: CancellationToken,
) {
    let to = To::Session(peer);
    follow(feed, every, &end, &to, |polled| {
        watching.wanted().news(polled)
    })
    .await;
}

/// Notifies a listener until it ends or is stopped.
pub(super) async fn notify_listener(
    feed: Feed,
    sink: SubscriptionSink,
    subscriptions: Vec<(String, Vec<VPath>)>,
    every: Duration,
    end: &CancellationToken,
) {
    let mut wanted = Wanted {
        has_lists: sink.accepted().resources_list_changed == Some(true),
        ..Wanted::default()
    };
    for (uri, paths) in subscriptions {
        wanted.add(&uri, paths);
    }
    let to = To::Listener(sink);
    follow(feed, every, end, &to, |polled| wanted.news(polled)).await;
}

async fn follow(
    mut feed: Feed,
    every: Duration,
    end: &CancellationToken,
    to: &To,
    news: impl Fn(&Polled) -> (BTreeSet<String>, bool),
) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            () = end.cancelled() => return,
        }
        let looked = tokio::task::spawn_blocking(move || {
            let polled = feed.poll();
            (feed, polled)
        });
        let Ok((same, polled)) = looked.await else {
            return;
        };
        feed = same;
        // A workspace that cannot be read is polled again.
        let Ok(polled) = polled else { continue };
        let (uris, is_list_changed) = news(&polled);
        if !to.notify(uris, is_list_changed).await {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_counts_once_and_is_removed_with_all_its_paths() {
        let watching = Watching::default();
        let path = |text: &str| VPath::parse(text).unwrap();
        watching
            .subscribe("u", vec![path("/a"), path("/b")], 2)
            .unwrap();
        watching.subscribe("u", vec![path("/a")], 2).unwrap();
        watching.subscribe("v", vec![path("/a")], 2).unwrap();
        let error = watching.subscribe("w", vec![path("/c")], 2).unwrap_err();
        assert!(
            error.message.contains("2 subscriptions"),
            "{}",
            error.message
        );
        watching.unsubscribe("u");
        watching.unsubscribe("u");
        watching.subscribe("w", vec![path("/c")], 2).unwrap();
        assert_eq!(watching.wanted().count, 2);
        let mut everything = Polled::default();
        everything.resync_required = true;
        let (uris, _) = watching.wanted().news(&everything);
        assert_eq!(uris.into_iter().collect::<Vec<_>>(), ["v", "w"]);
    }
}
