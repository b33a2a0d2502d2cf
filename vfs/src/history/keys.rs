//! Idempotency keys: a request with a key is done once, however often it is repeated.
//!
//! A key is kept with the digest of its request and the number of its run, whose row says how it ended.
//! Only digests of keys are kept.
//!
//! Invariant: the row of a key is on the disk before its run can have an effect, in one transaction with a
//! row of the run.

use super::record::has_no_rows;
use crate::clock::Timestamp;
use crate::error::{Error, ErrorKind, Result};
use crate::run::{CommitMode, RunId, RunOptions};
use crate::store::unsigned;
use crate::tree::{KEY_MS_MIN, UNCHANGED};
use crate::txn::{Tree, WriteTxn};

/// Most idempotency keys of one workspace. Beyond them those older than a day are forgotten, and where
/// there are none, a run with a new key is refused.
pub const KEYS_MAX: u64 = 100_000;

/// A digest of SHA-256.
pub type KeyDigest = [u8; 32];

/// A run with an idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyedRun {
    /// The digest of its request.
    pub request: KeyDigest,
    /// Its number. The history may no longer have it.
    pub run: RunId,
    /// When the key was given, by the clock of the machine.
    pub since: Timestamp,
}

/// What became of a key that a run was to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedKey {
    /// The key belongs to a new run, which is to be begun with [`RunOptions::claimed`].
    New(RunId),
    /// It belongs to an earlier one.
    Taken(KeyedRun),
}

impl Tree {
    /// The run that a key belongs to.
    ///
    /// # Errors
    /// As every read.
    pub fn keyed_run(&self, key: &KeyDigest) -> Result<Option<KeyedRun>> {
        self.store.row(
            "SELECT request, run, created_ms FROM idempotency WHERE key = ?1",
            [&key[..]],
            |row| {
                let request: Vec<u8> = row.get(0)?;
                let request = request.try_into();
                Ok(KeyedRun {
                    request: request.map_err(|_| Error::corrupt("a key without a request"))?,
                    run: RunId(row.get(1)?),
                    since: Timestamp::from_millis(row.get(2)?),
                })
            },
        )
    }

    /// Gives a key to a run that is about to begin on this connection, and records the run. Both are on the
    /// disk when this returns. Where the key belongs to a run already, nothing changes.
    ///
    /// # Errors
    /// `Invalid` for a dry run, while a run is open, and where no history is kept; `TooLarge` where the
    /// workspace has [`KEYS_MAX`] keys of the last day; those of every write.
    pub fn claim_key(
        &self,
        key: &KeyDigest,
        request: &KeyDigest,
        options: &RunOptions,
    ) -> Result<ClaimedKey> {
        if options.mode == CommitMode::DryRun {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("a dry run keeps nothing, and can have no idempotency key"));
        }
        let run = self.new_run(options)?;
        self.check_no_transaction()?;
        self.durably(|txn| {
            if let Some(taken) = txn.keyed_run(key)? {
                return Ok(ClaimedKey::Taken(taken));
            }
            if !txn.keeps_runs()? {
                return Err(has_no_rows());
            }
            txn.check_key_room(run.machine_ms)?;
            let row = txn.insert_open_run(&run, UNCHANGED)?;
            txn.execute(
                "INSERT INTO idempotency (key, request, run, created_ms) VALUES (?1, ?2, ?3, ?4)",
                (&key[..], &request[..], row, run.machine_ms),
            )?;
            Ok(ClaimedKey::New(RunId(row)))
        })
    }

    /// Takes a key from a run that could not be begun, and forgets the run.
    ///
    /// # Errors
    /// Those of every write.
    pub fn release_key(&self, key: &KeyDigest, run: RunId) -> Result<()> {
        self.check_no_transaction()?;
        self.durably(|txn| {
            let sql = "DELETE FROM idempotency WHERE key = ?1 AND run = ?2";
            if txn.execute(sql, (&key[..], run.0))? > 0 {
                txn.delete_run(run.0)?;
            }
            Ok(())
        })
    }
}

impl WriteTxn<'_> {
    /// Makes room for one more key.
    fn check_key_room(&self, now_ms: i64) -> Result<()> {
        // Each key has a run of its own, so there are no more than numbers of runs between them.
        let numbers = self.store.row(
            "SELECT coalesce((SELECT max(run) FROM idempotency) - (SELECT min(run) FROM idempotency) + 1, 0)",
            [],
            |row| unsigned(row, 0),
        )?;
        if numbers.unwrap_or_default() < KEYS_MAX || self.keys()? < KEYS_MAX {
            return Ok(());
        }
        self.execute(
            "DELETE FROM idempotency WHERE created_ms < ?1",
            [now_ms.saturating_sub(KEY_MS_MIN)],
        )?;
        if self.keys()? < KEYS_MAX {
            return Ok(());
        }
        Err(Error::new(ErrorKind::TooLarge).with_detail(format!(
            "the workspace has {KEYS_MAX} idempotency keys of the last 24 hours, and no more are kept: try again \
             later, or run without a key"
        )))
    }

    fn keys(&self) -> Result<u64> {
        let count = self
            .store
            .row("SELECT count(*) FROM idempotency", [], |row| {
                unsigned(row, 0)
            })?;
        Ok(count.unwrap_or_default())
    }
}
