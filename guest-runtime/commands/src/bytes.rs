//! Text that is put together from pieces of bytes.

/// Joins anything that is bytes: names need not be UTF-8.
macro_rules! cat {
    ($($part:expr),* $(,)?) => {{
        let mut joined: Vec<u8> = Vec::new();
        $(joined.extend_from_slice(AsRef::<[u8]>::as_ref(&$part));)*
        joined
    }};
}

pub(crate) use cat;

/// Pads a text on its left up to a width.
pub(crate) fn right(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}

/// The number that the text is, all of it.
pub(crate) fn number<T: std::str::FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
