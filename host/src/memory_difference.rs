//! The memory of a guest as the difference to the memory that it started from.
//!
//! ```text
//! difference = bytes of the memory, then for each page that differs: its number + 1, and its bytes xor those
//!              of the start; 0 at the end
//! ```
//!
//! Numbers have 32 bits, little-endian. It is compressed by the caller: most bytes of a page that differs
//! are the same as before, which are zeros here.

use std::io::{self, Read, Write};

/// Bytes of a page: those of the machine on every platform that matters, so that a page that was never
/// written to does not differ.
const PAGE_BYTES: usize = 4 << 10;

/// Writes how a memory differs from its start, beyond which it may have grown.
pub(crate) fn difference(memory: &[u8], start: &[u8], out: &mut impl Write) -> io::Result<()> {
    let bytes = u32::try_from(memory.len()).map_err(|_| too_large())?;
    out.write_all(&bytes.to_le_bytes())?;
    let mut buffer = [0; PAGE_BYTES];
    let zeros = [0; PAGE_BYTES];
    for (number, page) in (1_u32..).zip(memory.chunks(PAGE_BYTES)) {
        let at = (number as usize - 1) * PAGE_BYTES;
        let before = start
            .get(at..at + page.len())
            .unwrap_or(&zeros[..page.len()]);
        if page == before {
            continue;
        }
        for (byte, (now, before)) in buffer.iter_mut().zip(page.iter().zip(before)) {
            *byte = now ^ before;
        }
        out.write_all(&number.to_le_bytes())?;
        out.write_all(&buffer[..page.len()])?;
    }
    out.write_all(&0_u32.to_le_bytes())
}

/// Gives a memory that has its start the pages that differ. `grow` makes it as long as it was, and
/// returns it.
pub(crate) fn restore<'m>(
    source: &mut impl Read,
    grow: impl FnOnce(usize) -> io::Result<&'m mut [u8]>,
) -> io::Result<()> {
    let memory = grow(number(source)? as usize)?;
    let mut buffer = [0; PAGE_BYTES];
    loop {
        let at = match number(source)? as usize {
            0 => return Ok(()),
            number => (number - 1) * PAGE_BYTES,
        };
        let end = memory.len().min(at.saturating_add(PAGE_BYTES));
        let page = memory.get_mut(at..end).ok_or_else(damaged)?;
        let bytes = &mut buffer[..page.len()];
        source.read_exact(bytes)?;
        for (now, byte) in page.iter_mut().zip(&*bytes) {
            *now ^= byte;
        }
    }
}

fn number(source: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    source.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn damaged() -> io::Error {
    io::Error::from(io::ErrorKind::InvalidData)
}

fn too_large() -> io::Error {
    io::Error::from(io::ErrorKind::FileTooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn restored(kept: &[u8], start: &[u8]) -> io::Result<Vec<u8>> {
        let mut memory = start.to_vec();
        restore(&mut &*kept, |bytes| {
            memory.resize(bytes, 0);
            Ok(&mut memory[..])
        })?;
        Ok(memory)
    }

    proptest! {
        #[test]
        fn a_memory_is_restored(
            start_pages in 1_usize..5,
            more_pages in 0_usize..3,
            writes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..40),
        ) {
            let start: Vec<u8> = (0..start_pages * PAGE_BYTES).map(|at| at.to_le_bytes()[0] / 3).collect();
            let mut memory = start.clone();
            memory.resize((start_pages + more_pages) * PAGE_BYTES, 0);
            for (at, byte) in &writes {
                let at = at.index(memory.len());
                memory[at] = *byte;
            }
            let mut kept = Vec::new();
            difference(&memory, &start, &mut kept).unwrap();
            prop_assert!(kept.len() <= 8 + writes.len() * (PAGE_BYTES + 4));
            prop_assert!(restored(&kept, &start).unwrap() == memory);
        }

        #[test]
        fn any_bytes_are_restored_or_refused(kept in prop::collection::vec(any::<u8>(), 0..200)) {
            let start = [0; PAGE_BYTES];
            let bytes_max = 4 * PAGE_BYTES;
            let mut memory = start.to_vec();
            let _ = restore(&mut &*kept, |bytes| {
                if bytes > bytes_max {
                    return Err(damaged());
                }
                memory.resize(bytes, 0);
                Ok(&mut memory[..])
            });
        }
    }
}
