//! The bytes of one side of a step in the journal. Of a file with holes only what is between them is
//! there, with a map of where it belongs: a file of holes takes no space in the journal, and is written
//! with its holes.

use std::io;

use isolate_text::VPath;
use isolate_vfs::{CopyOptions, Tree};

use super::journal::{self, Sink, entry_path};
use super::plan::Side;
use crate::error::Result;

/// Bytes that are a hole if all of them are zero: the blocks of most disks.
const BLOCK_BYTES: usize = 4096;

/// Bytes that are read at once.
const CHUNK_BYTES: u64 = 4 << 20;

/// A part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Bytes(&'a [u8]),
    /// So many zeros.
    Hole(u64),
}

/// Whether a file is kept with its holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Dense,
    Sparse,
}

impl Layout {
    pub(super) fn of(has_holes: bool) -> Self {
        match has_holes {
            true => Self::Sparse,
            false => Self::Dense,
        }
    }
}

/// Start and length of what is between the holes.
type Extent = (u64, u64);

/// The bytes of one side of a step of a write-back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    number: u64,
    pub(super) side: Side,
    step: usize,
}

impl Place {
    pub(super) fn new(number: u64, side: Side, step: usize) -> Self {
        Self { number, side, step }
    }

    fn path(self) -> VPath {
        self.named("")
    }

    /// The map of a file with holes.
    fn map_path(self) -> VPath {
        self.named("-map")
    }

    fn named(self, suffix: &str) -> VPath {
        let side = match self.side {
            Side::Before => "before",
            Side::After => "after",
        };
        entry_path(self.number, &format!("{side}{suffix}/{}", self.step))
    }

    /// Writes the bytes that `fill` gives.
    pub(super) fn write(
        self,
        tree: &Tree,
        layout: Layout,
        fill: impl FnOnce(Sink<'_>) -> Result<()>,
    ) -> Result<()> {
        if layout == Layout::Dense {
            return journal::write(tree, &self.path(), fill);
        }
        let mut splitter = Splitter::default();
        journal::write(tree, &self.path(), |sink| {
            fill(&mut |piece| splitter.take(piece, sink))?;
            splitter.end(sink)
        })?;
        let map = serde_json::to_vec(&splitter.extents).expect("a list of numbers");
        journal::write(tree, &self.map_path(), |sink| sink(&map))
    }

    /// Copies the bytes to another place.
    pub(super) fn copy(self, tree: &Tree, to: Self) -> Result<()> {
        tree.copy(&self.path(), &to.path(), &CopyOptions::new())?;
        if tree.exists(&self.map_path())? {
            tree.copy(&self.map_path(), &to.map_path(), &CopyOptions::new())?;
        }
        Ok(())
    }

    /// Whether the file has holes.
    pub(super) fn has_holes(self, tree: &Tree) -> isolate_vfs::Result<bool> {
        tree.exists(&self.map_path())
    }

    /// Calls `sink` with the parts of the file, from its start to its end; `size` is that of the file.
    pub(super) fn each_piece(
        self,
        tree: &Tree,
        size: u64,
        mut sink: impl FnMut(Piece<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut passed = Ok(());
        self.range(tree, (0, size), &mut |piece| {
            if passed.is_ok() {
                passed = sink(piece);
            }
            Ok(())
        })
        .map_err(io::Error::other)?;
        passed
    }

    /// Calls `sink` with the parts of the file between two positions.
    pub(super) fn range(
        self,
        tree: &Tree,
        (start, end): (u64, u64),
        sink: &mut dyn FnMut(Piece<'_>) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        let extents: Vec<Extent> = match self.has_holes(tree)? {
            true => {
                let map = tree.read(&self.map_path())?;
                serde_json::from_slice(&map).map_err(|_not_ours| damaged())?
            }
            false => vec![(0, end)],
        };
        let (mut at, mut kept_before) = (start, 0);
        for (first, length) in extents {
            let (from, to) = (first.max(at), first.saturating_add(length).min(end));
            if from < to {
                if at < from {
                    sink(Piece::Hole(from - at))?;
                }
                self.kept(tree, kept_before + (from - first), to - from, sink)?;
                at = to;
            }
            kept_before += length;
        }
        match at < end {
            true => sink(Piece::Hole(end - at)),
            false => Ok(()),
        }
    }

    fn kept(
        self,
        tree: &Tree,
        mut at: u64,
        mut left: u64,
        sink: &mut dyn FnMut(Piece<'_>) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        while left > 0 {
            let part = tree.read_range(&self.path(), at, left.min(CHUNK_BYTES))?;
            if part.is_empty() {
                return Err(damaged());
            }
            sink(Piece::Bytes(&part))?;
            at += part.len() as u64;
            left -= part.len() as u64;
        }
        Ok(())
    }
}

fn damaged() -> isolate_vfs::Error {
    isolate_vfs::Error::new(isolate_vfs::ErrorKind::Corrupt)
        .with_detail("the journal of the directory is damaged")
}

/// Leaves out the blocks of a file that are zeros.
#[derive(Debug, Default)]
struct Splitter {
    /// Where the block in the making begins.
    at: u64,
    block: Vec<u8>,
    extents: Vec<Extent>,
}

impl Splitter {
    fn take(&mut self, mut piece: &[u8], sink: Sink<'_>) -> Result<()> {
        while !piece.is_empty() {
            let room = BLOCK_BYTES - self.block.len();
            let (now, later) = piece.split_at(room.min(piece.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK_BYTES {
                self.end(sink)?;
            }
            piece = later;
        }
        Ok(())
    }

    /// Ends a block.
    fn end(&mut self, sink: Sink<'_>) -> Result<()> {
        const ZEROS: [u8; BLOCK_BYTES] = [0; BLOCK_BYTES];
        let length = self.block.len() as u64;
        if self.block != ZEROS[..self.block.len()] {
            sink(&self.block)?;
            match self.extents.last_mut() {
                Some((start, extent)) if *start + *extent == self.at => *extent += length,
                _ => self.extents.push((self.at, length)),
            }
        }
        self.at += length;
        self.block.clear();
        Ok(())
    }
}
