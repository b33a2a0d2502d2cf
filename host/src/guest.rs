//! Loads the guest's machine code, which the build script made and the binary carries.
//!
//! On Linux the code runs where it lies in the binary: nothing is copied or written, so a
//! process start costs page faults for what a run touches, and processes share the pages.

use std::ptr::NonNull;
use std::sync::Arc;

use wasmtime::{Config, CustomCodeMemory, Engine, Module};

use crate::error::{Error, ErrorKind};

/// Aligned as strictly as any page of a supported platform, so that the protection of the pages
/// of the code can be changed without touching a neighbour.
#[repr(C, align(65536))]
struct PageAligned<T: ?Sized>(T);

static GUEST: &PageAligned<[u8]> =
    &PageAligned(*include_bytes!(concat!(env!("OUT_DIR"), "/guest.cwasm")));

/// Makes pages of the binary's read-only data executable.
struct InPlace;

impl CustomCodeMemory for InPlace {
    fn required_alignment(&self) -> usize {
        rustix::param::page_size()
    }

    fn publish_executable(&self, ptr: *const u8, len: usize) -> wasmtime::Result<()> {
        use rustix::mm::{MprotectFlags, mprotect};
        // SAFETY: the range lies in `GUEST`, whole pages of which only the guest's code lies in
        // (the object file aligns its text to pages); it stays readable and is never written.
        unsafe {
            mprotect(
                ptr.cast_mut().cast(),
                len,
                MprotectFlags::READ | MprotectFlags::EXEC,
            )?;
        }
        Ok(())
    }

    fn unpublish_executable(&self, _ptr: *const u8, _len: usize) -> wasmtime::Result<()> {
        // Another module may use the same pages; they are read-only code in any case.
        Ok(())
    }
}

/// Adds to `config` what [`load`] needs.
pub(crate) fn configure(config: &mut Config) {
    if cfg!(target_os = "linux") {
        config.with_custom_code_memory(Some(Arc::new(InPlace)));
    }
}

/// Loads the guest into `engine`, whose configuration went through [`configure`].
pub(crate) fn load(engine: &Engine) -> Result<Module, Error> {
    let loaded = if cfg!(target_os = "linux") {
        // SAFETY: `GUEST` is what `Engine::precompile_module` returned to the build script, and a
        // static is never written and never goes away.
        unsafe { Module::deserialize_raw(engine, NonNull::from(&GUEST.0)) }
    } else {
        // SAFETY: `GUEST` is what `Engine::precompile_module` returned to the build script.
        unsafe { Module::deserialize(engine, &GUEST.0) }
    };
    loaded.map_err(|cause| {
        Error::new(
            ErrorKind::Engine,
            "this machine cannot run the sandbox's code",
        )
        .with_source(cause)
    })
}
