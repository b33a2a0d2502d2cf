//! How an instance of the guest is made, and how it ends.

use std::sync::Arc;

use futures_util::FutureExt as _;
use wasmtime::{Extern, Global, Instance, ModuleExport, Store, TypedFunc};

use super::{Exports, Guest, Host, Template};
use crate::error::Error;
use crate::image::{Image, Installed};
use crate::large_pages::{LargePages, forget};

/// Instances up to which each leaves its memory to the next one, which saves a run the price of page
/// faults. What a crowd of runs has used is given back.
const WARM_MAX: usize = 64;

/// An instance with what is used of it: its exports, the functions that start and resume a program, the
/// globals of its fuel and its stack, and its image.
type Instantiated = (
    Instance,
    Exports,
    [TypedFunc<u32, u64>; 2],
    [Global; 2],
    Option<Installed>,
);

impl Guest {
    pub(crate) fn new(template: &Template, host: Host) -> wasmtime::Result<Self> {
        Self::with(template, template.image.as_ref(), host)
    }

    /// An instance that starts with this memory, or with the guest's own.
    pub(crate) fn with(
        template: &Template,
        image: Option<&Arc<Image>>,
        host: Host,
    ) -> wasmtime::Result<Self> {
        Self::or_host(template, image, host).map_err(|(error, _)| error)
    }

    /// The same, with the data back where there can be no instance.
    pub(crate) fn or_host(
        template: &Template,
        image: Option<&Arc<Image>>,
        host: Host,
    ) -> Result<Self, (wasmtime::Error, Box<Host>)> {
        let mut store = Store::new(&template.engine, host);
        store.limiter(|host| &mut host.memory);
        let parts = Self::instantiate(template, image, &mut store);
        let (instance, exports, [start, resume], [fuel, stack_pointer], installed) = match parts {
            Ok(parts) => parts,
            Err(error) => return Err((error, Box::new(store.into_data()))),
        };
        let memory_use = template.keeper.begin(&exports.memory, &mut store);
        let indices = &template.exports;
        Ok(Self {
            load: indices.load,
            place: indices.place,
            written: indices.written,
            start,
            resume,
            fuel,
            stack_pointer,
            instance,
            exports,
            installed,
            memory_use,
            store,
            alive: Arc::clone(&template.alive),
        })
    }

    fn instantiate(
        template: &Template,
        image: Option<&Arc<Image>>,
        store: &mut Store<Host>,
    ) -> wasmtime::Result<Instantiated> {
        let indices = &template.exports;
        // The module starts nothing when it is instantiated, so that this waits for nothing.
        let instance = template.guest.instantiate_async(&mut *store);
        let waits = || wasmtime::Error::msg("an instance that waits before it is started");
        let instance = instance.now_or_never().ok_or_else(waits)??;
        let start = export(&instance, store, &indices.start, Extern::into_func)?;
        let resume = export(&instance, store, &indices.resume, Extern::into_func)?;
        let alloc = export(&instance, store, &indices.alloc, Extern::into_func)?;
        let fuel = export(&instance, store, &indices.fuel, Extern::into_global)?;
        let exports = Exports {
            fuel,
            memory: export(&instance, store, &indices.memory, Extern::into_memory)?,
            alloc: alloc.typed(&*store)?,
        };
        let installed = match image {
            Some(image) => {
                store.data_mut().memory.base_bytes = Some(image.bytes());
                Some(image.install(&exports.memory, &mut *store)?)
            }
            None => None,
        };
        let large_pages = LargePages::of(&exports.memory, &*store);
        let host = store.data_mut();
        host.memory.large_pages = Some(large_pages);
        host.exports = Some(exports.clone());
        let pointer = &indices.stack_pointer;
        let pointer = export(&instance, store, pointer, Extern::into_global)?;
        let functions = [start.typed(&*store)?, resume.typed(&*store)?];
        Ok((instance, exports, functions, [fuel, pointer], installed))
    }

    /// Drops the instance and returns the data of its store.
    pub(crate) fn into_host(mut self) -> Host {
        let memory = &self.exports.memory;
        if Arc::strong_count(&self.alive) > WARM_MAX {
            forget(memory.data_mut(&mut self.store));
        }
        self.memory_use.end(memory, &mut self.store, self.installed);
        self.store.into_data()
    }
}

/// An export of an instance, which must be of this kind.
pub(super) fn export<T>(
    instance: &Instance,
    store: &mut Store<Host>,
    index: &ModuleExport,
    of_kind: fn(Extern) -> Option<T>,
) -> wasmtime::Result<T> {
    let export = instance.get_module_export(store, index);
    export
        .and_then(of_kind)
        .ok_or_else(|| wasmtime::Error::msg("an export of the guest is of another kind"))
}

/// The error of an instance that cannot be set up.
pub(crate) fn instantiation_fault(cause: wasmtime::Error) -> Error {
    Error::engine("a sandbox could not be started", cause)
}
