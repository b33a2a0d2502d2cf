//! The bounds of a toolbox over a store.

use std::time::Duration;

isolate_host::bounds! {
    /// The bounds of a toolbox over a store.
    ///
    /// ```
    /// use isolate_tools::store::StoreOptions;
    /// use std::time::Duration;
    ///
    /// let options = StoreOptions::new().timeout(Duration::from_secs(5)).entries(10_000);
    /// assert_ne!(options, StoreOptions::new());
    /// ```
    pub struct StoreOptions {
        /// How long one question to the store may take, and how long a call waits for another one that
        /// uses the same toolbox. A call that asks several questions may take several times as long.
        /// Default: 30 s.
        timeout: Duration = Duration::from_secs(30),
        /// Entries that the store may show, in all calls together. Default: 1,000,000, as in a workspace.
        entries: u64 = 1_000_000,
        /// Bytes of a file that is replaced, and of one that is read whole because the store has no
        /// versions. Default: 64 MiB, as in a workspace.
        file_bytes: u64 = 64 << 20,
        /// Bytes of contents that are kept in memory between calls. Default: 64 MiB.
        cache_bytes: u64 = 64 << 20,
        /// Bytes that calls have replaced, which are kept in memory for `undo`: of the last 64 changes, as
        /// many as fit. A call that replaces more cannot be undone. 0 leaves `undo` out. Default: 16 MiB.
        undo_bytes: u64 = 16 << 20,
    }
}
