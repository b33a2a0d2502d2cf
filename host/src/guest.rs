//! Loads the machine code of the guests, which the build script made and the binary carries.
//!
//! On Linux the code of a process's first sandbox runs where it lies in the binary: nothing is
//! copied or written, so a process start costs page faults for what a run touches, and processes
//! share the pages. Wasmtime registers code by its address, once: further sandboxes of the same
//! process run a copy each.

use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wasmtime::{Config, CustomCodeMemory, Engine};

use crate::error::{Error, ErrorKind};

/// Aligned as strictly as any page of a supported platform, so that the protection of the pages
/// of the code can be changed without touching a neighbour.
#[repr(C, align(65536))]
struct PageAligned<T: ?Sized>(T);

static PROGRAMS: &PageAligned<[u8]> =
    &PageAligned(*include_bytes!(concat!(env!("OUT_DIR"), "/guest.cwasm")));

static SHELL: &PageAligned<[u8]> =
    &PageAligned(*include_bytes!(concat!(env!("OUT_DIR"), "/shell.cwasm")));

/// A module that the binary carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Module {
    /// Runs programs.
    Programs,
    /// Runs commands of a shell.
    Shell,
}

impl Module {
    const fn code(self) -> &'static [u8] {
        match self {
            Self::Programs => &PROGRAMS.0,
            Self::Shell => &SHELL.0,
        }
    }
}

/// Makes pages of the binary's read-only data executable.
struct InPlace;

impl CustomCodeMemory for InPlace {
    fn required_alignment(&self) -> usize {
        rustix::param::page_size()
    }

    fn publish_executable(&self, ptr: *const u8, len: usize) -> wasmtime::Result<()> {
        use rustix::mm::{MprotectFlags, mprotect};
        // SAFETY: the range lies in the code of a guest, whole pages of which only that lies in
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

/// Whether an engine uses the code in the binary. It is never released: a run may outlive its
/// sandbox, and nothing signals the end of the last one.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Where the code of an engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// In the binary.
    InPlace,
    /// In memory of its own.
    Copied,
}

/// Chooses where the code of a new engine is, and prepares its configuration.
pub(crate) fn configure(config: &mut Config) -> Code {
    if cfg!(target_os = "linux") && !IS_TAKEN.swap(true, Ordering::AcqRel) {
        config.with_custom_code_memory(Some(Arc::new(InPlace)));
        return Code::InPlace;
    }
    Code::Copied
}

/// Loads a guest into `engine`, whose configuration went through [`configure`].
pub(crate) fn load(engine: &Engine, module: Module, code: Code) -> Result<wasmtime::Module, Error> {
    if let Some(objection) = processor::objection() {
        return Err(Error::new(ErrorKind::Engine, objection));
    }
    let loaded = match code {
        // SAFETY: it is what `Engine::precompile_module` returned to the build script; a static is
        // never written and never goes away; and one engine alone has its code in place, which loads
        // each module once.
        Code::InPlace => unsafe {
            wasmtime::Module::deserialize_raw(engine, NonNull::from(module.code()))
        },
        // SAFETY: it is what `Engine::precompile_module` returned to the build script.
        Code::Copied => unsafe { wasmtime::Module::deserialize(engine, module.code()) },
    };
    loaded.map_err(|cause| Error::engine("this machine cannot run the sandbox's code", cause))
}

/// What the machine code needs of the processor: `build.rs` compiles it for x86-64-v2.
mod processor {
    /// Why this processor cannot run the code.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn objection() -> Option<String> {
        lacking(&[
            ("SSE3", std::arch::is_x86_feature_detected!("sse3")),
            ("SSSE3", std::arch::is_x86_feature_detected!("ssse3")),
            ("SSE4.1", std::arch::is_x86_feature_detected!("sse4.1")),
            ("SSE4.2", std::arch::is_x86_feature_detected!("sse4.2")),
            ("POPCNT", std::arch::is_x86_feature_detected!("popcnt")),
        ])
    }

    /// Code for other architectures is compiled for their first version.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn objection() -> Option<String> {
        None
    }

    #[cfg(any(target_arch = "x86_64", test))]
    pub(super) fn lacking(features: &[(&str, bool)]) -> Option<String> {
        let missing: Vec<&str> = features
            .iter()
            .filter(|(_, is_there)| !is_there)
            .map(|(name, _)| *name)
            .collect();
        (!missing.is_empty()).then(|| {
            format!(
                "this processor lacks {}: the sandbox needs an x86-64-v2 processor, as made since \
                 about 2009",
                missing.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::processor::lacking;

    #[test]
    fn an_old_processor_is_refused_with_its_missing_features() {
        assert_eq!(lacking(&[("SSE3", true), ("POPCNT", true)]), None);
        assert_eq!(
            lacking(&[("SSE3", true), ("SSE4.2", false), ("POPCNT", false)]).as_deref(),
            Some(
                "this processor lacks SSE4.2, POPCNT: the sandbox needs an x86-64-v2 processor, as \
                 made since about 2009"
            )
        );
    }
}
