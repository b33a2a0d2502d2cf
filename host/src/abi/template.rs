//! What the instances of a sandbox are created from.

use std::sync::{Arc, OnceLock};

use wasmtime::{Engine, ExternType, InstancePre, Linker, Module, ModuleExport};

use super::Host;
use super::imports::add_to_linker;
use crate::busy;
use crate::image::Image;
use crate::kept::Keeper;

/// The guest's exports, looked up by name once for all runs.
pub(super) struct ExportIndices {
    pub(super) memory: ModuleExport,
    pub(super) alloc: ModuleExport,
    pub(super) load: Option<ModuleExport>,
    pub(super) place: Option<ModuleExport>,
    pub(super) written: Option<ModuleExport>,
    pub(super) start: ModuleExport,
    pub(super) resume: ModuleExport,
    pub(super) fuel: ModuleExport,
    pub(super) stack_pointer: ModuleExport,
}

impl ExportIndices {
    fn new(module: &Module) -> wasmtime::Result<Self> {
        let find = |name: &str| {
            module
                .get_export_index(name)
                .ok_or_else(|| wasmtime::Error::msg(format!("the guest has no export {name}")))
        };
        Ok(Self {
            memory: find("memory")?,
            alloc: find("alloc")?,
            load: module.get_export_index("load"),
            place: module.get_export_index("place"),
            written: module.get_export_index("written"),
            start: find("start")?,
            resume: find("resume")?,
            fuel: find("fuel")?,
            stack_pointer: find("__stack_pointer")?,
        })
    }
}

/// What the instances of a sandbox are created from.
pub(crate) struct Template {
    pub(super) engine: Engine,
    pub(super) guest: InstancePre<Host>,
    pub(super) exports: ExportIndices,
    /// The size of the guest's own initial memory.
    pub(crate) guest_bytes: u64,
    /// The memory that instances start with; `None` for the guest's own.
    pub(crate) image: Option<Arc<Image>>,
    /// A copy of that memory, once a run was put away.
    pub(crate) start: OnceLock<Vec<u8>>,
    pub(super) keeper: Arc<Keeper>,
    /// Counts the instances.
    pub(super) alive: Arc<()>,
}

impl Template {
    pub(crate) fn new(engine: Engine, module: &Module) -> wasmtime::Result<Self> {
        // Otherwise the first instance makes it, and fails where that has to be tried again.
        busy::retried(
            || module.initialize_copy_on_write_image(),
            |error| error.chain().any(busy::is_busy),
        )?;
        let exports = ExportIndices::new(module)?;
        let memory = module.get_export("memory");
        let memory = memory.as_ref().and_then(ExternType::memory);
        let guest_bytes = memory.map_or(0, |memory| memory.minimum() * memory.page_size());
        let mut linker = Linker::new(&engine);
        add_to_linker(&mut linker)?;
        let guest = linker.instantiate_pre(module)?;
        Ok(Self {
            engine,
            guest,
            exports,
            guest_bytes,
            image: None,
            start: OnceLock::new(),
            keeper: Keeper::new(usize::try_from(guest_bytes).unwrap_or(usize::MAX)),
            alive: Arc::new(()),
        })
    }

    pub(crate) fn engine(&self) -> Engine {
        self.engine.clone()
    }
}
