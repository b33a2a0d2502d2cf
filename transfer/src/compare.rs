//! Reading and comparing files piece by piece.

use std::fs::File;
use std::io::{self, Read as _};

/// Bytes that are read at once.
pub(crate) const CHUNK_BYTES: usize = 64 * 1024;

/// Reads a file to its end, piece by piece.
pub(crate) fn each_piece<E: From<io::Error>>(
    mut file: impl io::Read,
    mut sink: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer = vec![0; CHUNK_BYTES];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => sink(&buffer[..count])?,
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause.into()),
        }
    }
}

/// Compares a file with bytes that are given piece by piece.
#[derive(Debug)]
pub(crate) struct Comparison {
    file: File,
    is_equal: bool,
}

impl Comparison {
    pub(crate) fn new(file: File) -> Self {
        Self {
            file,
            is_equal: true,
        }
    }

    pub(crate) fn next(&mut self, piece: &[u8]) -> io::Result<()> {
        for part in piece.chunks(CHUNK_BYTES) {
            if !self.is_equal {
                return Ok(());
            }
            let mut there = vec![0; part.len()];
            match self.file.read_exact(&mut there) {
                Ok(()) => self.is_equal = there == part,
                Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_equal = false;
                }
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
    }

    /// The same for zeros.
    pub(crate) fn next_zeros(&mut self, mut left: u64) -> io::Result<()> {
        static ZEROS: [u8; CHUNK_BYTES] = [0; CHUNK_BYTES];
        while left > 0 && self.is_equal {
            let part = usize::try_from(left).map_or(CHUNK_BYTES, |left| left.min(CHUNK_BYTES));
            self.next(&ZEROS[..part])?;
            left -= part as u64;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<bool> {
        Ok(self.is_equal && self.file.read(&mut [0])? == 0)
    }
}
