//! Disks and sources that fail in the middle.
