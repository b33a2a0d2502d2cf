//! A server for programs that have no runtime of their own.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};

use super::{HttpOptions, Server, Stop};

/// Threads that read and write messages: calls have threads of their own.
const THREADS: usize = 2;

impl Server {
    /// Serves standard input and output, as [`Server::serve_pipe`] does, and blocks meanwhile.
    ///
    /// # Errors
    /// As there, and when the system gives no threads.
    pub fn run_stdio(&self, stop: &Stop) -> io::Result<()> {
        run(self.serve_pipe(tokio::io::stdin(), tokio::io::stdout(), stop))
    }

    /// Serves HTTP, as [`Server::serve_http`] does, and blocks meanwhile. `ready` is told the
    /// address when requests are taken.
    ///
    /// # Errors
    /// As there, and when the system gives no threads.
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
    // A thread may still wait for standard input, which nobody can call back.
    runtime.shutdown_background();
    done
}
