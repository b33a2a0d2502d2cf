//! The parts of a language tag. `locale.rs` reads and writes it.

/// A language tag in its canonical form, in its parts.
#[derive(Clone, Default)]
pub(super) struct Tag {
    pub(super) language: String,
    pub(super) script: Option<String>,
    pub(super) region: Option<String>,
    pub(super) variants: Vec<String>,
    /// Keywords of the extension `u`, by name.
    pub(super) keywords: Vec<(String, String)>,
    pub(super) attributes: Vec<String>,
    /// Other extensions and private parts, whole.
    pub(super) others: Vec<String>,
}
