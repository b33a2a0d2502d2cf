//! The memory of a guest as the difference to the memory that it started from.
//!
//! ```text
//! difference = bytes of the memory, then for each page that differs: its number + 1, and its bytes xor those
//!              of the start; 0 at the end
//! ```
//!
//! Numbers have 32 bits, little-endian. It is compressed by the caller: most bytes of a page that differs
//! are the same as before, which are zeros here. A page of values and pointers is written in planes, the
//! first byte of every word before the second ones, since bytes of the same place are alike; its number
//! has the highest bit then.
//!
//! The stack of the guest is below its data and grows down, so what is below its pointer is dead: it is not
//! written, and is that of the start when the memory is restored.

use std::io::{self, Read, Write};

/// Bytes of a page: those of the machine on every platform that matters, so that a page that was never
/// written to does not differ.
const PAGE_BYTES: usize = 4 << 10;

/// Bytes of a word, which hold a value.
const WORD_BYTES: usize = 8;

/// What the number of a page in planes has beside the number.
const IN_PLANES: u32 = 1 << 31;

/// Writes how a memory differs from its start, beyond which it may have grown. Pages below the pointer of
/// the stack are left out.
pub(crate) fn difference(
    memory: &[u8],
    start: &[u8],
    stack_pointer: i32,
    out: &mut impl Write,
) -> io::Result<()> {
    let bytes = u32::try_from(memory.len()).map_err(|_| too_large())?;
    out.write_all(&bytes.to_le_bytes())?;
    let mut buffer = [0; PAGE_BYTES];
    let zeros = [0; PAGE_BYTES];
    let dead = usize::try_from(stack_pointer).unwrap_or(0) / PAGE_BYTES;
    for (index, page) in memory.chunks(PAGE_BYTES).enumerate().skip(dead) {
        let at = index * PAGE_BYTES;
        let before = start
            .get(at..at + page.len())
            .unwrap_or(&zeros[..page.len()]);
        if page == before {
            continue;
        }
        let number = u32::try_from(index + 1).map_err(|_| too_large())?;
        for (byte, (now, before)) in buffer.iter_mut().zip(page.iter().zip(before)) {
            *byte = now ^ before;
        }
        let bytes = &buffer[..page.len()];
        match holds_words(bytes) {
            true => {
                out.write_all(&(number | IN_PLANES).to_le_bytes())?;
                out.write_all(&planes(bytes))?;
            }
            false => {
                out.write_all(&number.to_le_bytes())?;
                out.write_all(bytes)?;
            }
        }
    }
    out.write_all(&0_u32.to_le_bytes())
}

/// Whether most of a page differs, and not by text: then its words are alike.
fn holds_words(page: &[u8]) -> bool {
    let differ = page.iter().filter(|byte| **byte != 0).count();
    let texts = page
        .iter()
        .filter(|byte| matches!(byte, b' '..=b'~' | b'\n'))
        .count();
    page.len() == PAGE_BYTES && differ > PAGE_BYTES / 4 && texts < PAGE_BYTES / 2
}

/// The first bytes of all words, then the second ones, and so on.
fn planes(page: &[u8]) -> [u8; PAGE_BYTES] {
    let mut planes = [0; PAGE_BYTES];
    for (at, byte) in page.iter().enumerate() {
        planes[at % WORD_BYTES * (PAGE_BYTES / WORD_BYTES) + at / WORD_BYTES] = *byte;
    }
    planes
}

/// What [`planes`] was made of.
fn words(planes: &[u8]) -> [u8; PAGE_BYTES] {
    let mut page = [0; PAGE_BYTES];
    for (at, byte) in page.iter_mut().enumerate() {
        *byte = planes[at % WORD_BYTES * (PAGE_BYTES / WORD_BYTES) + at / WORD_BYTES];
    }
    page
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
        let number = number(source)?;
        let at = match (number & !IN_PLANES) as usize {
            0 => return Ok(()),
            number => (number - 1) * PAGE_BYTES,
        };
        let end = memory.len().min(at.saturating_add(PAGE_BYTES));
        let page = memory.get_mut(at..end).ok_or_else(damaged)?;
        let bytes = &mut buffer[..page.len()];
        source.read_exact(bytes)?;
        if number & IN_PLANES != 0 {
            if bytes.len() != PAGE_BYTES {
                return Err(damaged());
            }
            buffer = words(&buffer);
        }
        let bytes = &buffer[..page.len()];
        for (now, byte) in page.iter_mut().zip(bytes) {
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
            stack_pointer in any::<prop::sample::Index>(),
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
            let stack_pointer = stack_pointer.index(start.len() + 1);
            let pointer = i32::try_from(stack_pointer).unwrap();
            difference(&memory, &start, pointer, &mut kept).unwrap();
            prop_assert!(kept.len() <= 8 + writes.len() * (PAGE_BYTES + 4));
            // Dead pages are those of the start.
            let dead = stack_pointer / PAGE_BYTES * PAGE_BYTES;
            memory[..dead].copy_from_slice(&start[..dead]);
            prop_assert!(restored(&kept, &start).unwrap() == memory);
        }

        /// Pages of text, of values and of anything: with planes and without.
        #[test]
        fn full_pages_are_restored(
            word in any::<u64>(),
            text in "[ -~]{1,40}",
            bytes in prop::collection::vec(any::<u8>(), PAGE_BYTES),
        ) {
            let values = (0..PAGE_BYTES as u64 / 8).flat_map(|at| (word ^ at).to_le_bytes());
            let texts = text.bytes().cycle().take(PAGE_BYTES);
            let memory: Vec<u8> = values.chain(texts).chain(bytes).collect();
            let start = vec![0; PAGE_BYTES];
            let mut kept = Vec::new();
            difference(&memory, &start, 0, &mut kept).unwrap();
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
