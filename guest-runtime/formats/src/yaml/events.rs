//! The events of a text.
//!
//! The parser is generic over its input, and would be compiled once more for each crate that makes values
//! of events, as what is generic is. So it is used here alone, by functions that are not.

use granit_parser::{Event, Options, Parser, ScanError, Span, StrInput};

/// The events of a text, until there is an error.
pub(super) struct Events<'text>(Parser<'text, StrInput<'text>>);

impl<'text> Events<'text> {
    #[inline(never)]
    pub(super) fn new(text: &'text str, options: Options) -> Self {
        Self(Parser::new_from_str_with_options(text, options))
    }
}

impl<'text> Iterator for Events<'text> {
    type Item = Result<(Event<'text>, Span), ScanError>;

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
