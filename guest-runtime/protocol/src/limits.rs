//! Size caps that both sides of the boundary rely on.

/// Deepest nesting of a value that crosses the boundary, in levels.
///
/// JSON files may nest 2,000 levels, and have to fit. Decoding recurses once a level, and that
/// many levels stay below 1 MiB of native stack.
pub const VALUE_DEPTH_MAX: usize = 2_048;

/// Longest message that either side sends, in bytes: 256 MiB.
///
/// Lengths on the wire are 32 bits; a guest's memory is at most 4 GiB, so a length beyond this
/// is a mistake or an attack, never data.
pub const MESSAGE_BYTES_MAX: usize = 256 << 20;
