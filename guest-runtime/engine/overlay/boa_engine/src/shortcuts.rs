//! Whether the engine takes shortcuts.
//!
//! A shortcut gives what the general way gives, sooner. In a build with the feature
//! `without-shortcuts` the general way does everything, so that programs can be run by both and
//! their answers compared. A constant decides, so that a shortcut costs nothing to switch off.

/// Inline caches, the quick loop, elements and members without descriptors, and methods that look
/// at nothing which a program has not touched.
pub(crate) const SHORTCUTS: bool = !cfg!(feature = "without-shortcuts");
