//! Reading and writing files.

use isolate_protocol::wire::tag;

use super::{Call, Fault, Trouble};

pub(super) fn read_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let window = Window::of(call, 1)?;
    let is_whole = window.is_whole();
    // ASCII, which nearly all text is, goes into the reply as it lies in the database.
    let count_at = call.out.open(tag::LATIN1);
    let start = call.out.len();
    copy_window(call, &path, window)?;
    let bytes = &call.out.as_bytes()[start..];
    if bytes.is_ascii() {
        let count = bytes.len();
        call.out.set_count(count_at, count);
        return Ok(());
    }
    let bytes = bytes.to_vec();
    call.out.truncate(count_at - 1);
    let bytes = if is_whole {
        &bytes[..]
    } else {
        whole_characters(&bytes)
    };
    call.out.string(&String::from_utf8_lossy(bytes));
    Ok(())
}

pub(super) fn read_file_bytes(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let window = Window::of(call, 1)?;
    let count_at = call.out.open(tag::BYTES);
    let start = call.out.len();
    copy_window(call, &path, window)?;
    let count = call.out.len() - start;
    call.out.set_count(count_at, count);
    Ok(())
}

/// Part of a file, in bytes.
#[derive(Clone, Copy)]
struct Window {
    offset: u64,
    limit: u64,
}

impl Window {
    fn of(call: &Call<'_>, index: usize) -> Result<Self, Fault> {
        let options = call.options(index);
        Ok(Self {
            offset: options.whole(call, "offset")?.unwrap_or(0),
            limit: options.whole(call, "limit")?.unwrap_or(u64::MAX),
        })
    }

    const fn is_whole(self) -> bool {
        self.offset == 0 && self.limit == u64::MAX
    }
}

/// Copies a part of a file into the reply.
fn copy_window(
    call: &mut Call<'_>,
    path: &isolate_vfs::VPath,
    window: Window,
) -> Result<(), Fault> {
    let (tree, meter, out) = (call.tree, &mut *call.meter, &mut *call.out);
    let copied: Result<(), Trouble> = if window.is_whole() {
        tree.read_with(path, |reader| {
            meter.read(reader.size()).map_err(Fault::Stop)?;
            reader.for_each_piece(|piece| out.raw(piece))?;
            Ok(())
        })
    } else {
        tree.read_range(path, window.offset, window.limit)
            .map_err(Trouble::Vfs)
            .and_then(|bytes| {
                meter.read(bytes.len() as u64).map_err(Fault::Stop)?;
                out.raw(&bytes);
                Ok(())
            })
    };
    copied.map_err(|trouble| call.fault(trouble))
}

/// Drops the halves of characters that a window has cut at its edges.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    let is_continuation = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    // A character has at most three continuation bytes.
    let skipped = bytes
        .iter()
        .take(3)
        .take_while(|byte| is_continuation(byte))
        .count();
    let bytes = &bytes[skipped..];
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

pub(super) fn write_file(call: &mut Call<'_>) -> Result<(), Fault> {
    write(call)
}

pub(super) fn write_file_bytes(call: &mut Call<'_>) -> Result<(), Fault> {
    write(call)
}

fn write(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let length = call.content(1)?.len();
    call.meter.write(length)?;
    call.tree
        .write(&path, &call.content(1)?)
        .map_err(|error| call.fault(error))?;
    call.done();
    Ok(())
}

pub(super) fn append_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let length = call.content(1)?.len();
    call.meter.write(length)?;
    call.tree
        .append(&path, &call.content(1)?)
        .map_err(|error| call.fault(error))?;
    call.done();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::whole_characters;

    #[test]
    fn a_window_drops_halves_of_characters_at_its_edges() {
        let text = "aé😀b".as_bytes();
        assert_eq!(whole_characters(&text[2..]), "😀b".as_bytes());
        assert_eq!(whole_characters(&text[..5]), "aé".as_bytes());
        assert_eq!(whole_characters(text), text);
        assert_eq!(whole_characters(&[0xff, b'a']), &[0xff, b'a']);
    }
}
