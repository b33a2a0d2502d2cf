//! The commands beside GNU coreutils, and on trees in memory.

mod compare;
mod disk;
mod grammar;
mod outside;
mod tree;
