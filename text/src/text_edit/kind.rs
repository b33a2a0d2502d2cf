//! The kinds of errors of edits and patches.

macro_rules! refusals {
    ($($(#[$doc:meta])* $kind:ident $text:literal $hint:literal;)*) => {
        /// What sort of reason.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum TextEditErrorKind { $($(#[$doc])* $kind,)* }

        impl TextEditErrorKind {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// A stable word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $text,)* }
            }

            /// The next step when nothing more exact is known.
            #[must_use]
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$kind => $hint,)* }
            }
        }
    };
}

refusals! {
    /// An edit without text to find.
    Empty "edit_empty" "give the text to replace as oldText; to fill a file, use write";
    /// The text of an edit is not in the file.
    NotFound "edit_not_found" "copy oldText exactly from the file";
    /// The text of an edit is in the file several times.
    Ambiguous "edit_ambiguous" "add lines around it to oldText, or set replaceAll or expect";
    /// Two edits concern the same text.
    Overlap "edit_overlap" "join the two edits into one; all edits refer to the original file";
    /// An edit that changes nothing.
    NoChange "edit_no_change" "leave the edit out, or correct newText";
    /// More than a bound allows.
    TooLarge "too_large" "do it in smaller parts";
    /// Text in another encoding.
    NotUtf8 "not_utf8" "copy oldText exactly as it is, from bytes that are UTF-8, or use a program for bytes";
    /// Text that is not a patch.
    Invalid "invalid_argument" "correct the arguments and call again";
    /// The caller has stopped it.
    Stopped "cancelled" "call again if you still need it";
}
