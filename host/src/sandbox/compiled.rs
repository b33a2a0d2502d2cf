//! Sandboxes whose guest is compiled while the process runs: for tests of a guest that fails.

use std::sync::Arc;
use std::time::Duration;

use wasmtime::{Engine, Module};

use super::nested::Inner;
use super::places::Places;
use super::queue::Queue;
use super::shell::Shell;
use super::{Preludes, Sandbox, Shared, Template, not_set_up, pool, take_turn};
use crate::engine_config::base_config;
use crate::error::Error;
use crate::guest;
use crate::pace::Slice;
use crate::suspend::Detached;
use crate::watchdog::Watchdog;
use crate::workers::Workers;

impl Sandbox {
    /// A sandbox with another module as its guest, compiled now: see
    /// [`failing_sandbox`](crate::bridge::failing_sandbox).
    pub(crate) fn of_module(wasm: &[u8]) -> Result<Self, Error> {
        let mut config = base_config();
        config.allocation_strategy(pool::instances(1));
        let engine = Engine::new(&config).map_err(not_set_up)?;
        let module = Module::new(&engine, wasm).map_err(not_set_up)?;
        let template = Template::new(engine, &module).map_err(not_set_up)?;
        let (enders, watchdog) = (Arc::new(Workers::enders()), Arc::new(Watchdog::new()));
        Ok(Self::of(Shared {
            template,
            shell: Shell::default(),
            inner: Inner::default(),
            code: guest::Code::Copied,
            runs: 1,
            preludes: Preludes::default(),
            workers: Workers::new(1, take_turn),
            detached: Detached::new(1, &enders, &watchdog),
            enders,
            askers: Arc::new(Workers::askers()),
            slice: Slice::default(),
            stacks: Arc::default(),
            watchdog,
            queue: Queue::new(Places::new(1, 1), 1, Duration::MAX),
            no_code_from_text: false,
            image_key: None,
        }))
    }
}
