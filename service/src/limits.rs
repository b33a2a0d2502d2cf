//! Limits of a service.

use std::time::Duration;

use isolate_host::Limits;

isolate_host::bounds! {
    /// Limits of a service. A value equal to its limit is accepted.
    ///
    /// ```
    /// use isolate_service::ServiceLimits;
    ///
    /// let limits = ServiceLimits::new().waiting_of_workspace(100).workspaces(50);
    /// assert_ne!(limits, ServiceLimits::new());
    /// ```
    pub struct ServiceLimits {
        /// The largest limits that a run may have. A request may ask for less. Default: the defaults of a
        /// run.
        run_limits: Limits = Limits::new(),
        /// The number of runs that compute at the same time. 0 stands for twice the number of cores. A run
        /// gives its turn back while it waits for a function. Default: 0.
        turns: usize = 0,
        /// The number of runs of one workspace that compute at the same time. 0 stands for the number of cores less
        /// one, and at least one, so that no workspace computes on all cores. Default: 0.
        turns_of_workspace: usize = 0,
        /// The number of runs that wait for a turn. A further one is answered 503. Default: 10,000.
        waiting: usize = 10_000,
        /// The number of runs of one workspace that wait for a turn. A further one is answered 429.
        /// Default: 1,000.
        waiting_of_workspace: usize = 1_000,
        /// The total size of the requests whose runs wait for a turn, in bytes. A further one is answered
        /// 503. Default: 256 MiB.
        waiting_bytes: usize = 256 << 20,
        /// How long a run waits for its turn while its client waits for the answer; then 503. Default:
        /// 60 seconds.
        queue_time: Duration = Duration::from_secs(60),
        /// How long a run waits for its turn that was answered 202; then it has failed. Default: 1 hour.
        async_queue_time: Duration = Duration::from_secs(3_600),
        /// The number of ended runs whose whole answer is kept in memory, for those that come back for its
        /// events. The history has the others. Default: 1,000.
        ended_runs: usize = 1_000,
        /// The total size of those answers, in bytes. Default: 64 MiB.
        ended_bytes: usize = 64 << 20,
        /// The number of runs answered 202 of which the service remembers the id. Default: 10,000.
        accepted_runs: usize = 10_000,
        /// The number of workspaces in the folder. A further one is answered 507. Without effect on those of a
        /// store. Default: 10,000.
        workspaces: usize = 10_000,
        /// The number of workspaces that stay open for the next request. Default: 128.
        workspaces_open: usize = 128,
        /// The number of calls of the storage at the same time, outside of runs. Further ones wait.
        /// Default: 32.
        storage_calls: usize = 32,
        /// The number of such calls on one workspace. Further ones wait. Default: 4.
        storage_calls_of_workspace: usize = 4,
        /// The time of one such call; then 503. Imports and exports have [`Self::archive_time`].
        /// Default: 30 seconds.
        storage_time: Duration = Duration::from_secs(30),
        /// The size of a body with JSON, in bytes; beyond it 413. Default: 32 MiB.
        body_bytes: usize = 32 << 20,
        /// The number of JSON values of a body; beyond it 413. Default: 250,000.
        body_values: u64 = 250_000,
        /// The size of a body with the content of a file, in bytes; beyond it 413. Default: 64 MiB, the
        /// default of the largest file of a workspace.
        file_bytes: usize = 64 << 20,
        /// The size of an archive to import, in bytes; beyond it 413. Default: 1 GiB.
        archive_bytes: u64 = 1 << 30,
        /// The time of an import and of an export, with the time of their bodies. Default: 10 minutes.
        archive_time: Duration = Duration::from_secs(600),
        /// The number of imports and exports at the same time. A further one is answered 503. Default: 4.
        archives: usize = 4,
        /// The time in which a body has to arrive; then 408. Default: 30 seconds.
        body_time: Duration = Duration::from_secs(30),
        /// The number of bodies larger than 64 KiB that are in memory at the same time. Further ones wait;
        /// the wait counts towards [`Self::body_time`]. Default: 16.
        large_bodies: usize = 16,
        /// The number of entries on a page, unless the request says so. Default: 100.
        page_entries: usize = 100,
        /// The largest number of entries on a page that a request may ask for. Default: 1,000.
        page_entries_max: usize = 1_000,
        /// The size of a diff, in bytes. What is left out is said at its end. Default: 4 MiB.
        diff_bytes: usize = 4 << 20,
        /// The number of open streams of events. A further one is answered 503. Default: 256.
        streams: usize = 256,
        /// The time after which a stream of events without an event sends a comment. Default: 10 seconds.
        keep_alive: Duration = Duration::from_secs(10),
        /// The interval at which a workspace is checked for changes while somebody listens to them.
        /// Default: 250 ms.
        look_every: Duration = Duration::from_millis(250),
        /// The interval at which the files of the folder are looked at for runs whose calls somebody else has
        /// answered, such as a command: those are resumed. A look takes at most a twentieth of the time. Zero
        /// stands for never. Default: 500 ms.
        answers_every: Duration = Duration::from_millis(500),
        /// How long a run waits for functions that have not answered before it is put away while they go on:
        /// [`RunOptions::suspend_after`](fn@isolate_host::RunOptions::suspend_after). Default: 10 seconds.
        suspend_after: Duration = Duration::from_secs(10),
        /// The number of pairs of a token and a workspace whose server of the Model Context Protocol is
        /// kept. A further one replaces the one that was used least recently, whose sessions end. Default: 64.
        mcp_servers: usize = 64,
    }
}
