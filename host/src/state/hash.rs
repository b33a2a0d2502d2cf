//! Hashes and types of files.

use isolate_protocol::ErrorCode;
use isolate_text::detect::{HEAD_BYTES, detect};
use isolate_text::hash::{Algorithm, Hasher};

use super::members::Members as _;
use super::{Call, Fault};

pub(super) fn hash_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let algorithm: Algorithm = match call.options(1).text("algorithm") {
        None => Algorithm::default(),
        Some(name) => name
            .parse()
            .map_err(|error| call.error(ErrorCode::Invalid, &format!("{error}")))?,
    };
    let (tree, meter) = (call.tree, &mut *call.meter);
    let digest: Result<String, Fault> = tree.read_with(&path, |reader| {
        meter.read(reader.size())?;
        let mut hasher = Hasher::new(algorithm);
        reader.for_each_piece(|piece| hasher.update(piece))?;
        Ok(hasher.finish())
    });
    let digest = digest?;
    call.out.string(&digest);
    Ok(())
}

pub(super) fn detect_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let head = call.tree.read_range(&path, 0, HEAD_BYTES as u64)?;
    call.meter.read(head.len() as u64)?;
    let found = detect(path.as_str(), &head);
    let optional = [found.extension.is_some(), found.content_extension.is_some()];
    call.out
        .object(3 + optional.iter().filter(|is_there| **is_there).count());
    call.out.member("mime", found.mime);
    call.out.member("description", &found.description);
    if let Some(extension) = &found.extension {
        call.out.member("extension", extension);
    }
    if let Some(extension) = found.content_extension {
        call.out.member("contentExtension", extension);
    }
    call.out.member("binary", found.binary);
    Ok(())
}
