//! Listening by itself.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use isolate_mcp::{
    Access as McpAccess, BoundedListener, HttpOptions, Peer, ServerLimits, Stop, check_address,
};
use tokio::net::TcpListener;

use crate::access::Access;
use crate::front;
use crate::names::Names;
use crate::resuming;
use crate::service::Service;

/// The time that open answers have to end when the server has ended its runs.
const END_MAX: Duration = Duration::from_secs(5);

/// The number of threads that read requests and write answers. Runs and calls of the storage have others.
const THREADS: usize = 2;

/// Options of [`Service::serve`].
///
/// Each field has a setter of the same name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServeOptions {
    hosts: Vec<String>,
    origins: Vec<String>,
    drain_time: Duration,
    connections: ServerLimits,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            origins: Vec::new(),
            drain_time: Duration::from_secs(30),
            connections: ServerLimits::new(),
        }
    }
}

impl ServeOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets additional names that are accepted in the header `Host`, with or without a port. `localhost`,
    /// `127.0.0.1`, `::1` and the address of the listener are always accepted. A server that listens at all
    /// addresses accepts any name if there are none. Default: none.
    #[must_use]
    pub fn hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the origins of web pages that may use the server, such as `https://app.example.com`. Pages of
    /// this machine always may. Default: none.
    #[must_use]
    pub fn origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins = origins.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the time that runs have to end when the server is stopped; then they are cancelled. Default:
    /// 30 seconds.
    #[must_use]
    pub const fn drain_time(mut self, time: Duration) -> Self {
        self.drain_time = time;
        self
    }

    /// Sets the limits of connections: their number, before and after a request over them was admitted, and
    /// the times in which a head has to arrive and in which they may be idle. The other limits do not count
    /// here. Default: those of [`ServerLimits::new`].
    #[must_use]
    pub fn connections(mut self, limits: ServerLimits) -> Self {
        self.connections = limits;
        self
    }
}

impl Service {
    /// Checks whether the service may listen at an address.
    ///
    /// # Errors
    /// Other machines can reach the address, and the service is open to everyone.
    pub fn check_address(&self, address: SocketAddr) -> Result<(), isolate_mcp::AddressError> {
        let access = match self.shared.access {
            Access::Open => McpAccess::Open,
            Access::Given | Access::Tokens(_) => McpAccess::Checked(Arc::new(|_| false)),
        };
        check_address(address, &HttpOptions::new().access(access))
    }

    /// Serves requests until it is stopped. Then it takes no more, waits for its runs as
    /// [`Service::drain`] does, and returns.
    ///
    /// # Errors
    /// Other machines can reach the address and the service is open to everyone, or the listener fails.
    pub async fn serve(
        &self,
        listener: TcpListener,
        options: &ServeOptions,
        stop: &Stop,
    ) -> io::Result<()> {
        let address = listener.local_addr()?;
        self.check_address(address)
            .map_err(|why| io::Error::new(io::ErrorKind::PermissionDenied, why))?;
        let names = Arc::new(Names::of(address.ip(), &options.hosts, &options.origins));
        let router = self
            .router()
            .fallback(front::nothing_here)
            .layer(middleware::from_fn(move |request: Request, next: Next| {
                checked(Arc::clone(&names), request, next)
            }));
        let _resuming = AbortOnDrop(tokio::spawn(self.act_on_answers()));
        let service = router.into_make_service_with_connect_info::<Peer>();
        let listener = BoundedListener::new(listener, &options.connections);
        let ended = tokio::sync::watch::Sender::new(false);
        let mut ending = ended.subscribe();
        let served = axum::serve(listener, service).with_graceful_shutdown({
            let stop = stop.clone();
            async move { stop.stopped().await }
        });
        let drain = async {
            stop.stopped().await;
            let drained = self.drain(options.drain_time).await;
            if let Err(error) = drained {
                tracing::warn!(kind = ?error.kind(), "the sandbox cannot be drained");
            }
            ended.send_replace(true);
        };
        let late = async {
            // The sender is as old as this.
            let _ = ending.wait_for(|is| *is).await;
            tokio::time::sleep(END_MAX).await;
        };
        let served = async {
            tokio::select! {
                served = async { served.await } => served,
                () = late => Ok(()),
            }
        };
        // A listener that fails ends the service too.
        let (served, ()) = tokio::join!(
            async {
                let served = served.await;
                stop.stop();
                served
            },
            drain
        );
        served
    }
}

impl Service {
    /// Resumes runs whose calls somebody else has answered, such as a command that works on the same file,
    /// until the service ends: for those who mount [`Service::router`]. [`Service::serve`] does this by itself.
    /// Such a run has a [`Principal`](crate::Principal) with the name of whoever has started it, and the
    /// functions of the service. Runs that were answered over HTTP are left to those who resume them, until
    /// the next start. See [`ServiceLimits::answers_every`](fn@crate::ServiceLimits::answers_every).
    pub fn act_on_answers(&self) -> impl Future<Output = ()> + Send + use<> {
        resuming::act(Arc::clone(&self.shared))
    }
}

/// Ends a task with whoever has started it.
struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Without an asynchronous runtime.
impl Service {
    /// Serves requests as [`Service::serve`] does, and blocks until it ends. Calls `ready` with the address
    /// when requests are accepted.
    ///
    /// # Errors
    /// Those of that method, and failures to start threads.
    pub fn run(
        &self,
        listener: std::net::TcpListener,
        options: &ServeOptions,
        stop: &Stop,
        ready: impl FnOnce(SocketAddr),
    ) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("service")
            .enable_all()
            .build()?;
        let served = runtime.block_on(async {
            listener.set_nonblocking(true)?;
            let listener = TcpListener::from_std(listener)?;
            ready(listener.local_addr()?);
            self.serve(listener, options, stop).await
        });
        // A call of the storage may still wait for a lock.
        runtime.shutdown_background();
        served
    }
}

async fn checked(names: Arc<Names>, request: Request, next: Next) -> Response {
    match names.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
