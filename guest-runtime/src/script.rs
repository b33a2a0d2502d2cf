//! The guest's own scripts and tables of text, which are kept compressed (`build.rs`).

use boa_engine::{Context, JsResult, JsValue, Script, Source};
use miniz_oxide::inflate::decompress_slice_iter_to_slice;

/// What errors name the scripts.
const NAME: &str = "prelude.js";

/// A table, or a script: a function of helpers, as a rule.
pub(crate) struct Packed(pub(crate) &'static [u8]);

/// The script or table at a path below `src`.
macro_rules! packed {
    ($path:literal) => {
        $crate::script::Packed(include_bytes!(concat!(env!("OUT_DIR"), "/", $path)))
    };
}
pub(crate) use packed;
pub(crate) use packed as script;

impl Packed {
    /// The text.
    pub(crate) fn text(&self) -> Vec<u8> {
        let Some((length, packed)) = self.0.split_first_chunk() else {
            return Vec::new();
        };
        let mut text = vec![0; u32::from_le_bytes(*length) as usize];
        let filled = decompress_slice_iter_to_slice(&mut text, [packed].into_iter(), false, true);
        debug_assert_eq!(filled, Ok(text.len()));
        text
    }

    /// Runs it. Its functions show `[native code]` in place of their text, and are compiled now.
    pub(crate) fn run(&self, context: &mut Context) -> JsResult<JsValue> {
        let text = self.text();
        let source = Source::from_bytes(&text).with_path(NAME.as_ref());
        Script::parse_native(source, None, context)?.evaluate(context)
    }

    /// Runs it with its text, so that each function is compiled when it is first called.
    pub(crate) fn run_late(&self, context: &mut Context) -> JsResult<JsValue> {
        let text = self.text();
        let source = Source::from_bytes(&text).with_path(NAME.as_ref());
        Script::parse(source, None, context)?.evaluate(context)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_script_is_as_it_is_written() {
        let text = include_bytes!("globals/prelude.js");
        assert_eq!(packed!("globals/prelude.js").text(), text);
    }
}
