//! The few WASI functions that the guest's standard library imports, with nothing behind them:
//! no file, no environment, no clock but the run's own, no randomness but the run's seed.

use wasmtime::{Caller, Extern, Linker};

use crate::abi::Host;

const MODULE: &str = "wasi_snapshot_preview1";

/// WASI's codes: success, no such descriptor, a bad address, no such function.
const SUCCESS: i32 = 0;
const BADF: i32 = 8;
const FAULT: i32 = 21;
const NOSYS: i32 = 52;

/// Standard error, the one descriptor that can be written to.
const STDERR: i32 = 2;

/// What is kept of the guest's standard error, in bytes. A panic's message is at its front.
const LAST_WORDS_BYTES_MAX: usize = 1 << 10;

/// Names of the functions that [`add_to_linker`] defines, sorted.
#[cfg(test)]
pub(crate) const IMPORTS: [&str; 8] = [
    "clock_time_get",
    "environ_get",
    "environ_sizes_get",
    "fd_write",
    "poll_oneoff",
    "proc_exit",
    "random_get",
    "sched_yield",
];

/// SplitMix64: the seeds of the guest's hash tables. Nothing secret hangs on them.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

pub(crate) fn add_to_linker(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "clock_time_get", clock_time_get)?;
    linker.func_wrap(MODULE, "environ_get", |_: i32, _: i32| SUCCESS)?;
    linker.func_wrap(MODULE, "environ_sizes_get", environ_sizes_get)?;
    linker.func_wrap(MODULE, "fd_write", fd_write)?;
    linker.func_wrap(MODULE, "proc_exit", |_: i32| -> wasmtime::Result<()> {
        Err(wasmtime::Error::msg("the guest exited"))
    })?;
    // Sleeping is refused: a guest that wants to wait returns to the host.
    linker.func_wrap(MODULE, "poll_oneoff", |_: i32, _: i32, _: i32, _: i32| {
        NOSYS
    })?;
    linker.func_wrap(MODULE, "random_get", random_get)?;
    linker.func_wrap(MODULE, "sched_yield", || SUCCESS)?;
    Ok(())
}

fn with_memory(
    caller: &mut Caller<'_, Host>,
    write: impl FnOnce(&mut [u8], &mut Host) -> Option<()>,
) -> i32 {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
        return FAULT;
    };
    let (bytes, host) = memory.data_and_store_mut(caller);
    write(bytes, host).map_or(FAULT, |()| SUCCESS)
}

fn put(memory: &mut [u8], at: u32, bytes: &[u8]) -> Option<()> {
    let at = at as usize;
    memory
        .get_mut(at..at.checked_add(bytes.len())?)?
        .copy_from_slice(bytes);
    Some(())
}

fn clock_time_get(mut caller: Caller<'_, Host>, _clock: i32, _precision: i64, at: u32) -> i32 {
    with_memory(&mut caller, |memory, host| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast from a float saturates"
        )]
        let nanoseconds = (host.clock_ms * 1e6) as u64;
        put(memory, at, &nanoseconds.to_le_bytes())
    })
}

fn environ_sizes_get(mut caller: Caller<'_, Host>, count_at: u32, bytes_at: u32) -> i32 {
    with_memory(&mut caller, |memory, _| {
        put(memory, count_at, &0_u32.to_le_bytes())?;
        put(memory, bytes_at, &0_u32.to_le_bytes())
    })
}

fn random_get(mut caller: Caller<'_, Host>, at: u32, length: u32) -> i32 {
    with_memory(&mut caller, |memory, host| {
        let at = at as usize;
        let target = memory.get_mut(at..at.checked_add(length as usize)?)?;
        for chunk in target.chunks_mut(8) {
            chunk.copy_from_slice(&host.random.next().to_le_bytes()[..chunk.len()]);
        }
        Some(())
    })
}

fn fd_write(
    mut caller: Caller<'_, Host>,
    descriptor: i32,
    vectors_at: u32,
    vectors: u32,
    written_at: u32,
) -> i32 {
    if descriptor != STDERR {
        return BADF;
    }
    with_memory(&mut caller, |memory, host| {
        let mut written = 0_u32;
        for index in 0..vectors {
            let at = vectors_at.checked_add(index.checked_mul(8)?)? as usize;
            let vector: [u8; 8] = memory.get(at..at.checked_add(8)?)?.try_into().ok()?;
            let [from, length] = [
                [vector[0], vector[1], vector[2], vector[3]],
                [vector[4], vector[5], vector[6], vector[7]],
            ]
            .map(u32::from_le_bytes);
            let bytes = memory.get(from as usize..(from as usize).checked_add(length as usize)?)?;
            let room = LAST_WORDS_BYTES_MAX - host.last_words.len();
            host.last_words.extend(bytes.iter().take(room));
            written = written.checked_add(length)?;
        }
        put(memory, written_at, &written.to_le_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::{IMPORTS, MODULE};

    #[test]
    fn the_guest_imports_nothing_else() {
        let (engine, code) = crate::sandbox::engine(1).unwrap();
        let module = crate::guest::load(&engine, code).unwrap();
        let mut imports: Vec<String> = module
            .imports()
            .map(|import| format!("{}.{}", import.module(), import.name()))
            .collect();
        imports.sort_unstable();
        let mut expected: Vec<String> = IMPORTS
            .iter()
            .map(|name| format!("{MODULE}.{name}"))
            .collect();
        expected.splice(
            0..0,
            ["isolate.call".to_owned(), "isolate.refuel".to_owned()],
        );
        assert_eq!(imports, expected);
    }
}
