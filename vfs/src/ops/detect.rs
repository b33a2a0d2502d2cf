//! What sort of file this is, by its first bytes and its name.
//!
//! The bytes count first: what starts as a known format is that format, whatever its name.
//! The name decides among texts, and for bytes that are no known format.

/// Bytes at the start of a file that are looked at.
pub const HEAD_BYTES: usize = 8 * 1024;

/// Share of bytes outside ASCII up to which text that is not UTF-8 counts as text in an
/// older encoding, in percent.
const OTHER_ENCODING_PERCENT_MAX: usize = 30;

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// The media type.
    pub mime: &'static str,
    /// The media type, with the extension in parentheses if there is one.
    pub description: String,
    /// What follows the last dot of the name, in lower case; `None` without a dot.
    pub extension: Option<String>,
    /// Whether the content is something else than text.
    pub binary: bool,
}

/// Detects what a file is from its path and its first [`HEAD_BYTES`] bytes; more are ignored.
#[must_use]
pub fn detect(path: &str, head: &[u8]) -> Detection {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, end)| end.to_lowercase());
    let by_name = extension.as_deref().and_then(by_extension);
    let (mime, binary) = match (by_content(head), by_name) {
        // Many formats are a zip file inside, and only the name tells which.
        (Some("application/zip"), Some(named @ Named { mime, .. })) if named.is_zip() => {
            (mime, true)
        }
        (Some(mime), _) => (mime, true),
        (None, Some(named)) => {
            let binary = is_binary(head);
            let is_other_text = named.sort == Sort::Binary && !binary && !head.is_empty();
            (
                if is_other_text {
                    "text/plain"
                } else {
                    named.mime
                },
                binary,
            )
        }
        (None, None) if is_binary(head) => ("application/octet-stream", true),
        (None, None) => ("text/plain", false),
    };
    let description = match extension.as_deref() {
        None | Some("") => mime.to_owned(),
        Some(extension) => format!("{mime} ({extension})"),
    };
    Detection {
        mime,
        description,
        extension,
        binary,
    }
}

/// Tells whether bytes are something else than text: control characters that no text has,
/// or too much that is not UTF-8.
fn is_binary(head: &[u8]) -> bool {
    if head.iter().any(|&byte| byte < b'\t') {
        return true;
    }
    match std::str::from_utf8(head) {
        Ok(_) => false,
        // The sample may end inside a character.
        Err(error) if error.error_len().is_none() && head.len() == HEAD_BYTES => false,
        Err(_) => {
            let outside = head.iter().filter(|byte| !byte.is_ascii()).count();
            outside * 100 > head.len() * OTHER_ENCODING_PERCENT_MAX
        }
    }
}

/// A signature: these bytes at this offset, and then these.
struct Signature {
    offset: usize,
    bytes: &'static [u8],
    mime: &'static str,
}

const fn at(offset: usize, bytes: &'static [u8], mime: &'static str) -> Signature {
    Signature {
        offset,
        bytes,
        mime,
    }
}

/// Formats by their bytes; the first that fits counts.
const SIGNATURES: &[Signature] = &[
    at(0, b"\x89PNG\r\n\x1a\n", "image/png"),
    at(0, b"\xff\xd8\xff", "image/jpeg"),
    at(0, b"GIF87a", "image/gif"),
    at(0, b"GIF89a", "image/gif"),
    at(0, b"II*\0", "image/tiff"),
    at(0, b"MM\0*", "image/tiff"),
    at(0, b"\0\0\x01\0", "image/x-icon"),
    at(8, b"WEBP", "image/webp"),
    at(8, b"WAVE", "audio/wav"),
    at(8, b"AVI ", "video/x-msvideo"),
    at(0, b"ID3", "audio/mpeg"),
    at(0, b"OggS\0", "audio/ogg"),
    at(0, b"fLaC\0", "audio/flac"),
    at(4, b"ftypavif", "image/avif"),
    at(4, b"ftyp", "video/mp4"),
    at(0, b"\x1a\x45\xdf\xa3", "video/webm"),
    at(0, b"%PDF-", "application/pdf"),
    at(0, b"PK\x03\x04", "application/zip"),
    at(0, b"PK\x05\x06", "application/zip"),
    at(0, b"\x1f\x8b", "application/gzip"),
    at(0, b"BZh", "application/x-bzip2"),
    at(0, b"\xfd7zXZ\0", "application/x-xz"),
    at(0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    at(0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    at(0, b"Rar!\x1a\x07", "application/vnd.rar"),
    at(257, b"ustar", "application/x-tar"),
    at(0, b"\x7fELF", "application/x-elf"),
    at(0, b"\0asm", "application/wasm"),
    at(0, b"\xca\xfe\xba\xbe", "application/java-vm"),
    at(0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    at(0, b"wOFF", "font/woff"),
    at(0, b"wOF2", "font/woff2"),
];

fn by_content(head: &[u8]) -> Option<&'static str> {
    let fits = |signature: &&Signature| {
        let rest = head.get(signature.offset..).unwrap_or_default();
        let is_riff = signature.offset != 8 || head.starts_with(b"RIFF");
        let is_bzip2 =
            signature.bytes != b"BZh" || matches!(head, [_, _, _, b'1'..=b'9', b'1' | b'\x17', ..]);
        rest.starts_with(signature.bytes) && is_riff && is_bzip2
    };
    SIGNATURES.iter().find(fits).map(|signature| signature.mime)
}

/// A media type by its extension.
#[derive(Clone, Copy)]
struct Named {
    mime: &'static str,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Text,
    Binary,
    Zip,
}

impl Named {
    fn is_zip(self) -> bool {
        self.sort == Sort::Zip
    }
}

fn by_extension(extension: &str) -> Option<Named> {
    let text = |mime| {
        Some(Named {
            mime,
            sort: Sort::Text,
        })
    };
    let binary = |mime| {
        Some(Named {
            mime,
            sort: Sort::Binary,
        })
    };
    let zip = |mime| {
        Some(Named {
            mime,
            sort: Sort::Zip,
        })
    };
    match extension {
        "js" | "mjs" | "cjs" => text("application/javascript"),
        "ts" | "mts" | "cts" => text("application/typescript"),
        "json" => text("application/json"),
        "html" | "htm" => text("text/html"),
        "css" => text("text/css"),
        "md" | "markdown" => text("text/markdown"),
        "txt" | "log" => text("text/plain"),
        "svg" => text("image/svg+xml"),
        "csv" => text("text/csv"),
        "tsv" => text("text/tab-separated-values"),
        "xml" => text("application/xml"),
        "yaml" | "yml" => text("application/yaml"),
        "toml" => text("application/toml"),
        "jsx" => text("text/jsx"),
        "tsx" => text("text/tsx"),
        "py" => text("text/x-python"),
        "rs" => text("text/x-rust"),
        "go" => text("text/x-go"),
        "java" => text("text/x-java"),
        "c" | "h" => text("text/x-c"),
        "cc" | "cpp" | "cxx" | "hpp" => text("text/x-c++"),
        "rb" => text("text/x-ruby"),
        "php" => text("text/x-php"),
        "sh" | "bash" => text("application/x-sh"),
        "sql" => text("application/sql"),
        "diff" | "patch" => text("text/x-diff"),
        "ini" | "conf" | "cfg" | "env" => text("text/plain"),
        "png" => binary("image/png"),
        "jpg" | "jpeg" => binary("image/jpeg"),
        "gif" => binary("image/gif"),
        "webp" => binary("image/webp"),
        "avif" => binary("image/avif"),
        "ico" => binary("image/x-icon"),
        "tif" | "tiff" => binary("image/tiff"),
        "bmp" => binary("image/bmp"),
        "mp3" => binary("audio/mpeg"),
        "wav" => binary("audio/wav"),
        "ogg" => binary("audio/ogg"),
        "flac" => binary("audio/flac"),
        "mp4" => binary("video/mp4"),
        "webm" => binary("video/webm"),
        "pdf" => binary("application/pdf"),
        "zip" => binary("application/zip"),
        "gz" | "tgz" => binary("application/gzip"),
        "bz2" => binary("application/x-bzip2"),
        "xz" => binary("application/x-xz"),
        "zst" => binary("application/zstd"),
        "7z" => binary("application/x-7z-compressed"),
        "tar" => binary("application/x-tar"),
        "wasm" => binary("application/wasm"),
        "class" => binary("application/java-vm"),
        "sqlite" | "db" => binary("application/vnd.sqlite3"),
        "woff" => binary("font/woff"),
        "woff2" => binary("font/woff2"),
        "jar" => zip("application/java-archive"),
        "epub" => zip("application/epub+zip"),
        "docx" => zip("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        "xlsx" => zip("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        "pptx" => zip("application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(path: &str, head: &[u8], expected: &str) {
        let found = detect(path, head);
        let sort = if found.binary { "binary" } else { "text" };
        assert_eq!(format!("{} {sort}", found.description), expected, "{path}");
        assert!(found.description.starts_with(found.mime));
    }

    #[test]
    fn content_counts_before_the_name() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0d";
        check("/x.png", png, "image/png (png) binary");
        check("/p.txt", png, "image/png (txt) binary");
        check("/x", png, "image/png binary");
        check("/x", b"\x1f\x8b\x08\0", "application/gzip binary");
        check("/x", b"%PDF-1.7\n%\xe2\xe3", "application/pdf binary");
        check("/x", b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp binary");
        check("/x", b"not RIFFWEBP", "text/plain text");
        check("/x.bz2", b"BZh91AY&SY", "application/x-bzip2 (bz2) binary");
        check("/x", b"BZh is a city code", "text/plain text");
        check(
            "/x.docx",
            b"PK\x03\x04\x14\0",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document (docx) binary",
        );
        check(
            "/x.txt",
            b"PK\x03\x04\x14\0",
            "application/zip (txt) binary",
        );
        check(
            "/x",
            &[&[b'a'; 257][..], b"ustar\x0000"].concat(),
            "application/x-tar binary",
        );
        check("/t.png", b"not a png", "text/plain (png) text");
        check("/e.png", b"", "image/png (png) text");
    }

    #[test]
    fn names_count_for_texts() {
        check("/a.ts", b"let a;", "application/typescript (ts) text");
        check("/a.HTML", b"<p>", "text/html (html) text");
        check("r.json", b"{}", "application/json (json) text");
        check("/.json", b"{}", "application/json (json) text");
        check("/v1.2/file", b"x", "text/plain text");
        check("/a.", b"x", "text/plain text");
        check("/a.constructor", b"x", "text/plain (constructor) text");
        check("/Makefile", b"all:\n", "text/plain text");
        check(
            "/x.elf",
            b"\x01\x02",
            "application/octet-stream (elf) binary",
        );
        assert_eq!(detect("/v1.2/file", b"").extension, None);
    }

    #[test]
    fn text_and_binary() {
        check("/f", b"\t\n\r\x0c\x0b x", "text/plain text");
        check("/f", b"\x7f\x1b[0m", "text/plain text");
        check("/f", b"caf\xe9", "text/plain text");
        check("/f", b"\xef\xbb\xbfa", "text/plain text");
        check("/f", b"\xff\xfe\x80", "application/octet-stream binary");
        let long = [&[b'a'; 5_000][..], b"\0"].concat();
        check("/f", &long, "application/octet-stream binary");
        let cut = "aé".repeat(HEAD_BYTES);
        check("/f", cut.as_bytes(), "text/plain text");
        let late = [&[b'a'; HEAD_BYTES][..], b"\0"].concat();
        check("/f", &late, "text/plain text");
    }

    proptest! {
        #[test]
        fn anything_is_something(path in "\\PC{0,20}", head in proptest::collection::vec(any::<u8>(), 0..600)) {
            let found = detect(&path, &head);
            prop_assert!(!found.mime.is_empty());
        }
    }
}
