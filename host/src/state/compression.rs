//! Compression of single files.

use isolate_protocol::{ErrorCode, Value};
use isolate_text::VPath;
use isolate_text::archive::{foreign, foreign_name};
use isolate_text::compress::{GunzipErrorKind, decompressed_path, gunzip, gzip};

use super::members::Members as _;
use super::{Call, Fault};
use crate::stop::Stop;

pub(super) fn compress_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let label = destination(call, |path| Ok(format!("{path}.gz")))?;
    rewrite(call, &path, &label, |_, bytes| Ok(gzip(&bytes)?))
}

pub(super) fn decompress_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let label = destination(call, |text| {
        decompressed_path(text).ok_or_else(|| {
            if let Ok(None) = call.tree.stat(&path) {
                return call.tree.not_found(&path).into();
            }
            if let Some(format) = foreign_name(path.name().unwrap_or_default()) {
                return not_gzip(call, &path, format);
            }
            let text = "the path does not end in .gz or .tgz: pass a destination, as in \
                        decompressFile(path, destination)";
            call.error_at(ErrorCode::Invalid, text, path.as_str())
        })
    })?;
    let bytes_max = call.file_bytes_max();
    rewrite(call, &path, &label, |call, bytes| {
        gunzip(&bytes, bytes_max).map_err(|error| match error.kind() {
            GunzipErrorKind::Stopped => Fault::Stop(Stop::Halted),
            GunzipErrorKind::TooLarge => {
                call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path.as_str())
            }
            GunzipErrorKind::NotGzip | GunzipErrorKind::Damaged | GunzipErrorKind::Followed => {
                if let Some(format) = foreign(&bytes) {
                    return not_gzip(call, &path, format);
                }
                let message = format!("cannot decompress '{path}': {error}");
                call.own_words(ErrorCode::BadFormat, message, Some(&path))
            }
        })
    })
}

/// The error for data that is compressed in another way than with gzip.
fn not_gzip(call: &Call<'_>, path: &VPath, format: &str) -> Fault {
    let text = format!("{format} is not read, only gzip: compress it again with gzip outside");
    call.error_at(ErrorCode::NotSupported, &text, path.as_str())
}

/// The path of the new file: that at parameter 1, or else the one that follows from the path of the file.
fn destination(
    call: &Call<'_>,
    default: impl FnOnce(&str) -> Result<String, Fault>,
) -> Result<String, Fault> {
    match &call.values[1] {
        Value::Undefined => default(call.text(0)?),
        _ => Ok(call.text(1)?.to_owned()),
    }
}

/// Writes the result of `make` for the bytes of a file to another file, which gets its permissions.
fn rewrite(
    call: &mut Call<'_>,
    path: &VPath,
    label: &str,
    make: impl FnOnce(&Call<'_>, Vec<u8>) -> Result<Vec<u8>, Fault>,
) -> Result<(), Fault> {
    let destination = call.parse_path(&Value::String(label.into()), "destination")?;
    let tree = call.tree;
    let written: Result<usize, Fault> = tree.atomically(|_| {
        let bytes = call.read(path)?;
        let bytes = make(call, bytes)?;
        call.write(&destination, &bytes)?;
        // As gzip does it.
        if let Some(stat) = tree.stat(path)? {
            tree.set_mode(&destination, stat.mode)?;
        }
        Ok(bytes.len())
    });
    let written = written?;
    let source = call.text(0)?.to_owned();
    call.out.object(3);
    call.out.member("path", &source);
    call.out.member("destination", label);
    call.out.member("bytesWritten", written);
    Ok(())
}
