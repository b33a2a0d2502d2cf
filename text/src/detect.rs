//! What sort of file this is, by its first bytes and its name.
//!
//! The bytes count first: what starts as a known format is that format, whatever its name.
//! The name decides among texts, and for bytes of an unknown format.
//!
//! `infer` knows formats by their bytes and `mime_guess` by their names. This module has the cases in which
//! they are wrong about sources and texts: `infer` takes `SQLite is small` for a database and `BMW`
//! for an image, and for `mime_guess` TypeScript is a video.

use infer::MatcherType;

/// Why bytes are not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotText {
    /// They have a NUL, or are of a format that is not text.
    Binary,
    /// They are text in another encoding than UTF-8.
    NotUtf8,
}

/// The text of a file: UTF-8 without NUL, as for `git` and `grep`. No other byte is examined, so that
/// text which begins like another format stays text.
///
/// # Errors
/// The file is not text.
pub fn text_of<'b>(path: &str, bytes: &'b [u8]) -> Result<&'b str, NotText> {
    if memchr::memchr(0, bytes).is_some() {
        return Err(NotText::Binary);
    }
    std::str::from_utf8(bytes).map_err(|_| not_utf8(path, bytes))
}

/// As [`text_of`], without a copy.
///
/// # Errors
/// The file is not text.
pub fn into_text(path: &str, bytes: Vec<u8>) -> Result<String, NotText> {
    if memchr::memchr(0, &bytes).is_some() {
        return Err(NotText::Binary);
    }
    String::from_utf8(bytes).map_err(|error| not_utf8(path, error.as_bytes()))
}

fn not_utf8(path: &str, bytes: &[u8]) -> NotText {
    match detect(path, bytes).binary {
        true => NotText::Binary,
        false => NotText::NotUtf8,
    }
}

/// Bytes at the start of a file that are examined.
pub const HEAD_BYTES: usize = 8 * 1024;

/// Share of bytes outside ASCII up to which text that is not UTF-8 counts as text in an
/// older encoding, in percent.
const OTHER_ENCODING_PERCENT_MAX: usize = 30;

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// The media type.
    pub mime: &'static str,
    /// The media type, with the extension in parentheses if there is one.
    pub description: String,
    /// What follows the last dot of the name, in lower case; `None` without a dot.
    pub extension: Option<String>,
    /// The extension that files of this format have, where the bytes show a format that is not the
    /// one of the name's extension.
    pub content_extension: Option<&'static str>,
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
    let is_binary = is_binary(head);
    let shown = by_content(head, is_binary);
    let content_extension = match (shown, by_name) {
        (Some("application/zip"), Some(named)) if is_zip_inside(named) => None,
        (Some(shown), named) if named != Some(shown) => usual_extension(shown, head)
            .filter(|usual| extension.as_deref().is_some_and(|own| own != *usual)),
        _ => None,
    };
    let (mime, binary) = match (shown, by_name) {
        // Many formats are zip files, and only the name distinguishes them.
        (Some("application/zip"), Some(named)) if is_zip_inside(named) => (named, true),
        (Some(mime), _) => (mime, true),
        (None, Some(named)) => {
            let is_other_text = !is_text(named) && !is_binary && !head.is_empty();
            (if is_other_text { "text/plain" } else { named }, is_binary)
        }
        (None, None) if is_binary => ("application/octet-stream", true),
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
        content_extension,
        binary,
    }
}

/// Whether a file that begins so is no text for a reader: [`text_of`] would refuse it, or its bytes show
/// another format, such as a PDF. Text may have control characters, as the log of a terminal has.
#[must_use]
pub fn begins_as_binary(path: &str, head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let is_text = || {
        let has_nul = memchr::memchr(0, head).is_some();
        is_utf8(head) && !has_nul && by_content(head, true).is_none()
    };
    detect(path, head).binary && !is_text()
}

/// The extension that files of the format have that the bytes show.
fn usual_extension(mime: &str, head: &[u8]) -> Option<&'static str> {
    let known = SIGNATURES.iter().find(|(_, _, own, _)| *own == mime);
    known.map_or_else(
        || infer::get(head).map(|found| found.extension()),
        |(.., extension)| Some(*extension),
    )
}

/// Whether bytes are not text: control characters that no text has,
/// or too much that is not UTF-8.
fn is_binary(head: &[u8]) -> bool {
    if head.iter().any(|&byte| byte < b'\t') {
        return true;
    }
    let outside = head.iter().filter(|byte| !byte.is_ascii()).count();
    !is_utf8(head) && outside * 100 > head.len() * OTHER_ENCODING_PERCENT_MAX
}

/// Whether the sample is UTF-8. A sample of [`HEAD_BYTES`] may end inside a character.
fn is_utf8(head: &[u8]) -> bool {
    std::str::from_utf8(head).map_or_else(
        |it| it.error_len().is_none() && head.len() == HEAD_BYTES,
        |_| true,
    )
}

/// The format that the bytes show.
fn by_content(head: &[u8], is_binary: bool) -> Option<&'static str> {
    let inferred = || {
        let found = infer::get(head)?;
        match (found.matcher_type(), found.extension()) {
            (MatcherType::Text, _) => None,
            // Two bytes, which other data begins with as well.
            (_, "obj") => None,
            (_, "elf") => Some("application/x-elf"),
            (_, "class") => Some("application/java-vm"),
            (_, "flac") => Some("audio/flac"),
            (_, "wav") => Some("audio/wav"),
            (_, "ico") => Some("image/x-icon"),
            (_, "woff") => Some("font/woff"),
            (_, "woff2") => Some("font/woff2"),
            _ => Some(found.mime_type()),
        }
    };
    // Its signatures of two to four letters fit the words of many texts.
    let inferred = if is_binary { inferred() } else { None };
    let fits = |(offset, bytes, ..): &&Signature| {
        let rest = head.get(*offset..).unwrap_or_default();
        let is_bzip2 =
            *bytes != b"BZh" || matches!(head, [_, _, _, b'1'..=b'9', b'1' | b'\x17', ..]);
        rest.starts_with(bytes) && is_bzip2
    };
    let signature = || SIGNATURES.iter().find(fits).map(|(_, _, mime, _)| *mime);
    inferred.or_else(signature)
}

/// The offset of a signature, the signature, the media type, the usual extension.
type Signature = (usize, &'static [u8], &'static str, &'static str);

/// Formats that may begin like text, some of which `infer` does not detect from few bytes or names
/// differently.
const SIGNATURES: &[Signature] = &[
    (0, b"GIF87a", "image/gif", "gif"),
    (0, b"GIF89a", "image/gif", "gif"),
    (0, b"%PDF-", "application/pdf", "pdf"),
    (0, b"BZh", "application/x-bzip2", "bz2"),
    (0, b"II*\0", "image/tiff", "tiff"),
    (0, b"MM\0*", "image/tiff", "tiff"),
    (0, b"\x7fELF", "application/x-elf", "elf"),
    (0, b"\0asm", "application/wasm", "wasm"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm", "webm"),
    (4, b"ftyp", "video/mp4", "mp4"),
    (0, b"wOFF", "font/woff", "woff"),
    (0, b"wOF2", "font/woff2", "woff2"),
];

/// Whether a file of this type is a zip archive inside.
fn is_zip_inside(mime: &str) -> bool {
    mime.starts_with("application/vnd.openxmlformats-officedocument.")
        || mime.starts_with("application/vnd.oasis.opendocument.")
        || matches!(
            mime,
            "application/java-archive"
                | "application/epub+zip"
                | "application/vnd.android.package-archive"
        )
}

/// Whether a file of this type is text.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/")
        || mime.ends_with("+xml")
        || mime.ends_with("+json")
        || matches!(
            mime,
            "application/javascript"
                | "application/json"
                | "application/json5"
                | "application/sql"
                | "application/toml"
                | "application/typescript"
                | "application/x-csh"
                | "application/x-latex"
                | "application/x-perl"
                | "application/x-sh"
                | "application/x-tcl"
                | "application/x-tex"
                | "application/xml"
                | "application/yaml"
        )
}

/// A media type by its extension.
fn by_extension(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "js" | "cjs" => "application/javascript",
        "ts" | "mts" | "cts" => "application/typescript",
        "jsx" => "text/jsx",
        "tsx" => "text/tsx",
        "xml" => "application/xml",
        "yaml" | "yml" => "application/yaml",
        "toml" => "application/toml",
        "py" => "text/x-python",
        "go" => "text/x-go",
        "java" => "text/x-java",
        "c" | "h" => "text/x-c",
        "cc" | "cpp" | "cxx" | "hpp" => "text/x-c++",
        "rb" => "text/x-ruby",
        "php" => "text/x-php",
        "bash" => "application/x-sh",
        "sql" => "application/sql",
        "diff" | "patch" => "text/x-diff",
        "tgz" => "application/gzip",
        "zst" => "application/zstd",
        "class" => "application/java-vm",
        "sqlite" | "db" => "application/vnd.sqlite3",
        "woff" => "font/woff",
        // Any format of settings has these names; the crate takes them for XML.
        "config" | "settings" | "master" | "filters" | "ruleset" => return None,
        extension => return mime_guess::from_ext(extension).first_raw(),
    })
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
    fn text_with_control_characters_is_shown_as_text() {
        let long = [b"\x08".as_slice(), "é".repeat(HEAD_BYTES).as_bytes()].concat();
        for text in [&b"a\x08b\x07\n"[..], b"\x1b[31mred\x1b[0m\x01", &long] {
            assert!(!begins_as_binary("/a.log", text), "{text:?}");
        }
        for binary in [&b"a\0b"[..], b"\x01\xff\xfe\xfd", b"%PDF-1.7\n\x01"] {
            assert!(begins_as_binary("/a.log", binary), "{binary:?}");
        }
    }

    #[test]
    fn text_is_utf8_without_nul() {
        let kind = |bytes: &[u8]| {
            let text = text_of("/a", bytes).map(str::to_owned);
            assert_eq!(text, into_text("/a", bytes.to_vec()), "{bytes:?}");
            text.err()
        };
        for text in [
            &b""[..],
            "caf\u{e9}".as_bytes(),
            b"a\x01\x1b[0m",
            b"%PDF-1.4 text",
        ] {
            assert_eq!(kind(text), None, "{text:?}");
        }
        let late = [vec![b'a'; HEAD_BYTES], vec![0]].concat();
        for binary in [&b"a\0"[..], &late, b"\xff\xfe\xfd\xfc"] {
            assert_eq!(kind(binary), Some(NotText::Binary), "{binary:?}");
        }
        assert_eq!(kind(b"latin caf\xe9"), Some(NotText::NotUtf8));
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
        // Words that begin as formats do.
        for text in [
            "SQLite is small",
            "BMW",
            "MZ",
            "MAC address",
            "ID3 tags",
            "a %PDF-1.7",
        ] {
            check("/x.md", text.as_bytes(), "text/markdown (md) text");
        }
        check("/x", b"-----BEGIN CERTIFICATE-----\n", "text/plain text");
        check("/x", b"#!/bin/sh\n", "text/plain text");
        check("/x", b"\x7fELF\x02\x01\x01\0", "application/x-elf binary");
        check("/x", b"8BPS\0\x01\0\0", "image/vnd.adobe.photoshop binary");
        check("/x", b"\0\x02\0\0", "application/octet-stream binary");
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
        check("/a.lua", b"x = 1", "text/x-lua (lua) text");
        check("/id.pub", b"ssh-rsa AAAA", "text/plain (pub) text");
        check("/app.config", b"a = 1", "text/plain (config) text");
        check(
            "/x.elf",
            b"\x01\x02",
            "application/octet-stream (elf) binary",
        );
        assert_eq!(detect("/v1.2/file", b"").extension, None);
    }

    #[test]
    fn the_extension_of_the_bytes_is_told_where_the_name_has_another() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        let told = |path| {
            let found = detect(path, png);
            (found.extension, found.content_extension)
        };
        assert_eq!(told("/a.png"), (Some("png".to_owned()), None));
        assert_eq!(told("/a.txt"), (Some("txt".to_owned()), Some("png")));
        assert_eq!(told("/a.bak"), (Some("bak".to_owned()), Some("png")));
        assert_eq!(told("/a"), (None, None));
        let zip = detect("/a.docx", b"PK\x03\x04\0\0\0\0");
        assert_eq!(zip.content_extension, None);
        let jpeg = detect("/a.jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF\0");
        assert_eq!(jpeg.content_extension, None);
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
        fn any_content_is_detected_as_something(path in "\\PC{0,20}", head in proptest::collection::vec(any::<u8>(), 0..600)) {
            let found = detect(&path, &head);
            prop_assert!(!found.mime.is_empty());
        }
    }
}
