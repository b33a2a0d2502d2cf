//! Commands of a shell.

use std::sync::{Mutex, PoisonError};

use isolate_bindings::ShellSettings;
use isolate_host::{CancelToken, Error, ShellRequest, ShellRun};
use napi::Env;
use napi::bindgen_prelude::{Buffer, Object};
use napi_derive::napi;
use tokio::task::JoinHandle;

use crate::sandbox::Resolver;
use crate::{environment, failure, work};

/// The command with the options in JSON.
pub(crate) fn with_options(request: ShellRequest, settings: &str) -> napi::Result<ShellRequest> {
    let settings: ShellSettings = crate::parsed(settings)?;
    Ok(settings.set(request))
}

/// A command that has ended.
#[napi(object)]
pub struct ShellEnded {
    /// All but the outputs, as JSON.
    pub report: String,
    /// The bytes of its standard output.
    pub stdout: Buffer,
    /// The bytes of its standard error.
    pub stderr: Buffer,
}

/// A command on its way.
#[napi]
pub struct ShellCall {
    cancel: CancelToken,
    run: Mutex<Option<JoinHandle<Result<ShellRun, Error>>>>,
}

impl ShellCall {
    pub(crate) fn of(env: &Env, request: ShellRequest, cancel: CancelToken) -> napi::Result<Self> {
        let entered = environment::under_way(env)?.enter(cancel.clone());
        let run = request.into_future();
        let run = work::runtime()?.spawn(async move {
            let _entered = entered;
            run.await
        });
        Ok(Self {
            cancel,
            run: Mutex::new(Some(run)),
        })
    }
}

#[napi]
impl ShellCall {
    /// Cancels it.
    #[napi]
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// A promise of how it has ended; once.
    #[napi]
    pub fn finished<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        let run = run.take();
        let run = run.ok_or_else(|| failure::usage("the end was taken"))?;
        let (deferred, promise) = env.create_deferred::<ShellEnded, Resolver<ShellEnded>>()?;
        work::runtime()?.spawn(async move {
            match run.await {
                Ok(Ok(run)) => deferred.resolve(Box::new(move |_| {
                    Ok(ShellEnded {
                        report: isolate_bindings::shell_report(&run).to_string(),
                        stdout: run.stdout.into(),
                        stderr: run.stderr.into(),
                    })
                })),
                Ok(Err(error)) => deferred.reject(failure::fault(&error)),
                Err(error) => {
                    deferred.reject(failure::usage(&format!("the command was lost: {error}")));
                }
            }
        });
        Ok(promise)
    }
}
