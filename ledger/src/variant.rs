//! Variants of the protocol that are broken on purpose.
//!
//! Each leaves out one step. The simulator has to find what goes wrong then; otherwise it would not
//! find it in the protocol either. Without the feature `variants` there is none.

/// A step that is left out.
#[cfg_attr(
    not(feature = "variants"),
    expect(dead_code, unreachable_pub, reason = "only tests make one")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// A create that is refused counts as lost: nobody looks whose the entry is.
    NoLookAfterExists,
    /// A create without a clear outcome counts as won.
    UnclearIsWon,
    /// A create without a clear outcome counts as lost.
    UnclearIsLost,
    /// The client is answered before the entry is created.
    AnswerBeforeAppend,
    /// The copy is committed before the entry is won.
    CommitBeforeAppend,
    /// A function that writes is called before its run is claimed.
    EffectBeforeClaim,
    /// A function that writes is called although the claim was lost.
    EffectAfterLostClaim,
    /// A run that lost its number calls its functions again.
    AnswersForgotten,
    /// A snapshot is made of a transaction whose entry is not won yet.
    SnapshotOfOpenBatch,
    /// A run that only read is answered without a look at the head.
    ReadWithoutLook,
    /// Where nothing could be learnt about an entry, its runs are queued again.
    RetryAfterGivingUp,
    /// The number at the head is taken for the next one after a lost race, and its winner skipped.
    WinnerNotApplied,
    /// Of a batch that was lost, only the first run is repeated; the others count as done.
    BatchHalfRepeated,
    /// The hash of the predecessor is not compared.
    ChainNotChecked,
    /// A copy that is opened again is not compared with the log.
    HeadNotChecked,
    /// Of what a host knows, only the head is compared with the log.
    OnlyHeadChecked,
    /// A run is resumed without a claim.
    ResumeWithoutClaim,
    /// A pack has the name of its run, also when the run is repeated.
    PackNameReused,
    /// What is left of a collected entry does not name its author.
    StubWithoutAuthor,
    /// A collected entry is deleted, and its number free.
    NumberFreed,
    /// Entries are collected that no snapshot covers.
    CollectedWithoutSnapshot,
    /// Packs whose number is not decided yet are collected.
    UndecidedPackCollected,
    /// A pack that a snapshot still names is collected.
    NamedPackCollected,
}
