//! Removing from a log what nobody needs any more.

use isolate_ledger::collect::{ListedSnapshot, Listing, Removal, Settings, plan};
use isolate_ledger::log::{Log, LogError};

/// Bytes of an object of an entry beside its body, at least.
const HEADER_BYTES: u64 = 100;

/// What was removed from a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collected {
    /// Entries that have only their headers now.
    pub entries: u64,
    /// Snapshots.
    pub snapshots: u64,
    /// Packs.
    pub packs: u64,
}

pub(crate) async fn collect(log: &Log, settings: &Settings) -> Result<Collected, LogError> {
    let found = log.inventory().await?;
    let head = found.entries.last().map_or(0, |(number, _)| *number);
    // The store was as late as this when it last changed something of the log: nothing seems older than
    // it is.
    let now_ms = found.snapshots.iter().map(|(_, modified)| *modified).max();
    let now_ms = now_ms.unwrap_or(0).max(found.modified_ms);
    let snapshots: Vec<ListedSnapshot> = (found.snapshots.iter())
        .map(|(number, modified_ms)| ListedSnapshot {
            number: *number,
            age_ms: now_ms.saturating_sub(*modified_ms),
            // It has all contents itself.
            packs: Vec::new(),
        })
        .collect();
    let is_old = |snapshot: &&ListedSnapshot| snapshot.age_ms >= settings.age_ms;
    let covered = snapshots
        .iter()
        .filter(is_old)
        .map(|snapshot| snapshot.number);
    let covered = covered.max().unwrap_or(0);
    // Of the others nothing can be removed, and a header is a request.
    let has_pack = |number: u64| found.packs.iter().any(|pack| pack.number == number);
    let looked_at = found.entries.iter().filter(|(number, bytes)| {
        has_pack(*number) || (*number <= covered && *bytes > settings.keep_bytes + HEADER_BYTES)
    });
    let looked_at: Vec<u64> = looked_at.map(|(number, _)| *number).collect();
    let listing = Listing {
        entries: log.listed_entries(&looked_at).await?,
        snapshots,
        packs: found.packs,
    };
    let mut collected = Collected::default();
    for removal in plan(&listing, head, settings) {
        log.remove(&removal).await?;
        let counter = match removal {
            Removal::Body(_) => &mut collected.entries,
            Removal::Snapshot(_) => &mut collected.snapshots,
            Removal::Pack(_) => &mut collected.packs,
        };
        *counter += 1;
    }
    Ok(collected)
}
