//! Blocking methods, for embedders without an asynchronous runtime.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};

use super::{HttpOptions, Server, Stop};

/// The number of threads that read and write messages. Calls use separate threads.
const THREADS: usize = 2;

impl Server {
    /// Serves standard input and output, as [`Server::serve_pipe`] does. Blocks until it ends.
    ///
    /// # Errors
    /// Those of that method, and failures to start threads.
    pub fn run_stdio(&self, stop: &Stop) -> io::Result<()> {
        run(self.serve_pipe(tokio::io::stdin(), tokio::io::stdout(), stop))
    }

    /// Serves HTTP, as [`Server::serve_http`] does. Blocks until it ends. Calls `ready` with the
    /// address when the server accepts requests.
    ///
    /// # Errors
    /// Those of that method, and failures to start threads.
    pub fn run_http(
        &self,
        listener: TcpListener,
        options: &HttpOptions,
        stop: &Stop,
        ready: impl FnOnce(SocketAddr),
    ) -> io::Result<()> {
        run(async move {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            ready(listener.local_addr()?);
            self.serve_http(listener, options, stop).await
        })
    }
}

fn run(served: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()?;
    let done = runtime.block_on(served);
    // A thread may still wait for standard input, and such a read cannot be cancelled.
    runtime.shutdown_background();
    done
}
