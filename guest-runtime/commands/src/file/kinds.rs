//! Kinds of files with their own first bytes.

use super::{Found, json, text};

/// What bytes are.
pub(super) fn of(bytes: &[u8]) -> Found {
    if bytes.len() == 1 {
        return Found::new(
            "very short file (no magic)",
            "application/octet-stream",
            "binary",
        );
    }
    if let Some(found) = binary(bytes) {
        return found;
    }
    let Some(text) = text::Text::of(bytes) else {
        return Found::new("data", "application/octet-stream", "binary");
    };
    of_text(bytes, &text)
}

fn big_endian(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .take(4)
        .fold(0, |value, byte| (value << 8) | u32::from(*byte))
}

fn little_endian(bytes: &[u8], at: usize, length: usize) -> u64 {
    let part = bytes.get(at..at + length).unwrap_or_default();
    part.iter()
        .rev()
        .fold(0, |value, byte| (value << 8) | u64::from(*byte))
}

fn binary(bytes: &[u8]) -> Option<Found> {
    let starts = |start: &[u8]| bytes.starts_with(start);
    let plain = |words: &str, mime: &str| Some(Found::new(words, mime, "binary"));
    if starts(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") && bytes.len() >= 29 {
        return Some(png(bytes));
    }
    if (starts(b"GIF87a") || starts(b"GIF89a")) && bytes.len() >= 10 {
        let version = String::from_utf8_lossy(&bytes[3..6]).into_owned();
        let (width, height) = (little_endian(bytes, 6, 2), little_endian(bytes, 8, 2));
        let words = format!("GIF image data, version {version}, {width} x {height}");
        return Some(Found::new(words, "image/gif", "binary"));
    }
    if starts(b"\xff\xd8\xff") {
        return plain("JPEG image data", "image/jpeg");
    }
    if starts(b"%PDF-") {
        let version: String = bytes[5..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'.')
            .map(|byte| char::from(*byte))
            .collect();
        let encoding = text::Text::of(bytes).map_or("binary", |text| text.charset());
        return Some(Found::new(
            format!("PDF document, version {version}"),
            "application/pdf",
            encoding,
        ));
    }
    if starts(b"\x1f\x8b") {
        return Some(gzip(bytes));
    }
    if starts(b"PK\x03\x04") && bytes.len() >= 30 {
        let version = little_endian(bytes, 4, 1);
        let method = match little_endian(bytes, 8, 2) {
            0 => "store",
            8 => "deflate",
            _ => "unknown",
        };
        let words = format!(
            "Zip archive data, at least v{}.{} to extract, compression method={method}",
            version / 10,
            version % 10
        );
        return Some(Found::new(words, "application/zip", "binary"));
    }
    if bytes.get(257..262) == Some(b"ustar") {
        let gnu = if bytes.get(262..264) == Some(b"  ") {
            " (GNU)"
        } else {
            ""
        };
        return plain(&format!("POSIX tar archive{gnu}"), "application/x-tar");
    }
    if starts(b"\x7fELF") && bytes.len() > 4 {
        return Some(elf(bytes));
    }
    if starts(b"\0asm") && bytes.len() >= 8 {
        let version = little_endian(bytes, 4, 4);
        let mvp = if version == 1 { " (MVP)" } else { "" };
        let words = format!("WebAssembly (wasm) binary module version {version:#x}{mvp}");
        return Some(Found::new(words, "application/wasm", "binary"));
    }
    if starts(b"SQLite format 3\0") {
        return plain("SQLite 3.x database", "application/vnd.sqlite3");
    }
    if starts(b"BZh") {
        let size = bytes.get(3).map_or('9', |byte| char::from(*byte));
        return plain(
            &format!("bzip2 compressed data, block size = {size}00k"),
            "application/x-bzip2",
        );
    }
    if starts(b"\xfd7zXZ\0") {
        return plain("XZ compressed data", "application/x-xz");
    }
    if starts(b"\x28\xb5\x2f\xfd") {
        return plain("Zstandard compressed data (v0.8+)", "application/zstd");
    }
    if starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return plain("RIFF (little-endian) data, Web/P image", "image/webp");
    }
    None
}

fn png(bytes: &[u8]) -> Found {
    let (width, height) = (big_endian(&bytes[16..]), big_endian(&bytes[20..]));
    let color = match bytes[25] {
        0 => " grayscale",
        2 => "/color RGB",
        3 => " colormap",
        4 => " gray+alpha",
        6 => "/color RGBA",
        _ => "",
    };
    let interlaced = if bytes[28] == 0 {
        "non-interlaced"
    } else {
        "interlaced"
    };
    let words = format!(
        "PNG image data, {width} x {height}, {}-bit{color}, {interlaced}",
        bytes[24]
    );
    Found::new(words, "image/png", "binary")
}

fn gzip(bytes: &[u8]) -> Found {
    let mut words = "gzip compressed data".to_owned();
    let flags = bytes.get(3).copied().unwrap_or(0);
    if flags & 8 != 0 && flags & 4 == 0 {
        let name: Vec<u8> = bytes
            .iter()
            .skip(10)
            .take_while(|byte| **byte != 0)
            .copied()
            .collect();
        words.push_str(&format!(", was \"{}\"", String::from_utf8_lossy(&name)));
    }
    let time = little_endian(bytes, 4, 4);
    if time != 0 {
        let micros = i64::try_from(time).unwrap_or(0) * crate::times::MICROS;
        let shown =
            crate::times::format(&crate::times::Moment::at(micros), b"%a %b %e %H:%M:%S %Y");
        words.push_str(&format!(
            ", last modified: {}",
            String::from_utf8_lossy(&shown)
        ));
    }
    match bytes.get(8) {
        Some(2) => words.push_str(", max compression"),
        Some(4) => words.push_str(", max speed"),
        _ => {}
    }
    if bytes.get(9) == Some(&3) {
        words.push_str(", from Unix");
    }
    if bytes.len() >= 18 {
        let size = little_endian(bytes, bytes.len() - 4, 4);
        words.push_str(&format!(", original size modulo 2^32 {size}"));
    }
    Found::new(words, "application/gzip", "binary")
}

fn elf(bytes: &[u8]) -> Found {
    // A file may end anywhere; what is not there is not said.
    let mut words = "ELF".to_owned();
    match bytes.get(4) {
        Some(1) => words.push_str(" 32-bit"),
        Some(2) => words.push_str(" 64-bit"),
        _ => {}
    }
    let number = |at: usize, length: usize| {
        let mut part = bytes.get(at..at + length)?.to_vec();
        if bytes[5] == 2 {
            part.reverse();
        }
        Some(little_endian(&part, 0, length))
    };
    match bytes.get(5) {
        Some(1) => words.push_str(" LSB"),
        Some(2) => words.push_str(" MSB"),
        _ => {}
    }
    let mut mime = "application/octet-stream";
    if let Some(kind) = number(16, 2) {
        let (word, found) = match kind {
            1 => ("relocatable", "application/x-object"),
            2 => ("executable", "application/x-executable"),
            3 => ("shared object", "application/x-sharedlib"),
            4 => ("core file", "application/x-coredump"),
            _ => ("unknown type", mime),
        };
        words.push_str(&format!(" {word},"));
        mime = found;
    }
    if let Some(machine) = number(18, 2) {
        let machine = match machine {
            3 => "Intel 80386",
            40 => "ARM",
            62 => "x86-64",
            183 => "ARM aarch64",
            243 => "UCB RISC-V",
            _ => "unknown machine",
        };
        words.push_str(&format!(" {machine},"));
    }
    if let Some(version) = number(20, 4) {
        words.push_str(&format!(" version {version}"));
    }
    match bytes.get(7) {
        Some(0) => words.push_str(" (SYSV)"),
        Some(3) => words.push_str(" (GNU/Linux)"),
        _ => {}
    }
    Found::new(words, mime, "binary")
}

fn of_text(bytes: &[u8], text: &text::Text) -> Found {
    let found = |start: &str, end: &str, mime: &str| {
        Found::new(
            format!("{start}{}{end}{}", text.name(), text.lines()),
            mime,
            text.charset(),
        )
    };
    match json::of(bytes) {
        Some(json::Kind::One) => {
            return Found::new("JSON text data", "application/json", text.charset());
        }
        Some(json::Kind::Lines) => {
            let words = "New Line Delimited JSON text data";
            return Found::new(words, "application/x-ndjson", text.charset());
        }
        None => {}
    }
    let first = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    if let Some(line) = first.strip_prefix(b"#!") {
        return script(line, text);
    }
    let start: Vec<u8> = bytes
        .trim_ascii_start()
        .iter()
        .take(256)
        .map(u8::to_ascii_lowercase)
        .collect();
    if start.starts_with(b"<?xml") {
        let line = String::from_utf8_lossy(&start).into_owned();
        let version = line
            .split("version=")
            .nth(1)
            .and_then(|rest| rest.get(1..4))
            .unwrap_or("1.0");
        return found(&format!("XML {version} document, "), "", "text/xml");
    }
    if start.starts_with(b"<svg") {
        return Found::new(
            "SVG Scalable Vector Graphics image",
            "image/svg+xml",
            text.charset(),
        );
    }
    if [b"<!doctype html".as_slice(), b"<html", b"<head", b"<body"]
        .iter()
        .any(|tag| start.starts_with(tag))
    {
        return found("HTML document, ", "", "text/html");
    }
    if bytes.starts_with(b"diff ") {
        return found("diff output, ", "", "text/x-diff");
    }
    if bytes.starts_with(b"--- ") && bytes.windows(5).any(|part| part == b"\n+++ ") {
        return found("unified diff output, ", "", "text/x-diff");
    }
    if is_csv(bytes) {
        return Found::new("CSV text", "text/csv", text.charset());
    }
    Found {
        is_plain: true,
        ..found("", "", "text/plain")
    }
}

/// Whether the first lines have equally many fields, at least two.
fn is_csv(bytes: &[u8]) -> bool {
    let mut fields = None;
    let mut lines = 0;
    let mut rest = bytes;
    while lines < 10 && !rest.is_empty() {
        let (mut commas, mut is_quoted, mut length) = (0_usize, false, rest.len());
        for (at, byte) in rest.iter().enumerate() {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b',' if !is_quoted => commas += 1,
                b'\n' if !is_quoted => {
                    length = at + 1;
                    break;
                }
                _ => {}
            }
        }
        if !rest[..length].ends_with(b"\n")
            || commas == 0
            || fields.is_some_and(|fields| fields != commas)
        {
            return false;
        }
        fields = Some(commas);
        lines += 1;
        rest = &rest[length..];
    }
    lines > 2
}

fn script(line: &[u8], text: &text::Text) -> Found {
    let line = String::from_utf8_lossy(line).into_owned();
    let mut words = line.split_whitespace();
    let mut program = words.next().unwrap_or_default().to_owned();
    if program.ends_with("/env") {
        let named = words
            .find(|word| !word.starts_with('-'))
            .unwrap_or_default();
        program = named.to_owned();
    }
    let name = program.rsplit('/').next().unwrap_or_default();
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let (kind, mime) = match stem {
        "sh" => ("POSIX shell script, ", "text/x-shellscript"),
        "bash" => ("Bourne-Again shell script, ", "text/x-shellscript"),
        "zsh" => ("Paul Falstad's zsh script, ", "text/x-shellscript"),
        "python" => ("Python script, ", "text/x-script.python"),
        "ruby" => ("Ruby script, ", "text/x-ruby"),
        "node" => {
            return Found::new(
                "Node.js script executable",
                "application/javascript",
                text.charset(),
            );
        }
        "perl" => return Found::new("Perl script text executable", "text/x-perl", text.charset()),
        _ => {
            let kind = format!("a {} script, ", line.trim());
            let words = format!("{kind}{} executable{}", text.name(), text.lines());
            return Found::new(words, "text/plain", text.charset());
        }
    };
    Found::new(
        format!("{kind}{} executable{}", text.name(), text.lines()),
        mime,
        text.charset(),
    )
}
