//! The end of an input that arrives in pieces: no more of it is kept than is written.

use super::{Context, InputChunks};
use crate::error::Result;
use crate::interpreter::ExecResult;

/// Bytes that gather before what is not needed any more is dropped.
const GATHERED_BYTES: usize = 64 << 10;

/// Passes on what comes after so many lines or bytes.
pub(super) async fn after(
    ctx: &Context<'_>,
    mut count: usize,
    is_lines: bool,
) -> Result<ExecResult> {
    let mut input = InputChunks::stdin(ctx)?;
    let stream = ctx.stdout_stream();
    let mut all = Vec::new();
    while let Some(piece) = input.next(<[u8]>::len).await? {
        let mut rest = &piece[..];
        while count > 0 && !rest.is_empty() {
            let taken = match is_lines {
                false => {
                    let taken = count.min(rest.len());
                    count -= taken;
                    taken
                }
                true => match rest.iter().position(|&byte| byte == b'\n') {
                    Some(at) => {
                        count -= 1;
                        at + 1
                    }
                    None => rest.len(),
                },
            };
            rest = &rest[taken..];
        }
        match &stream {
            Some(stream) if !rest.is_empty() => {
                if !stream.write(rest).await? {
                    return Ok(ExecResult::with_code("", 141));
                }
            }
            _ => all.extend_from_slice(rest),
        }
    }
    Ok(ExecResult::ok_bytes(all))
}

/// Gathers the end of the input, of which `select` takes a part.
pub(super) async fn end(ctx: &Context<'_>, select: impl Fn(&[u8]) -> &[u8]) -> Result<ExecResult> {
    let mut input = InputChunks::stdin(ctx)?;
    let mut gathered = Vec::new();
    let mut bound = GATHERED_BYTES;
    while let Some(piece) = input.next(<[u8]>::len).await? {
        gathered.extend_from_slice(&piece);
        if gathered.len() > bound {
            // A line that has no end yet counts as one, so that there are enough of them later.
            gathered = select(&gathered).to_vec();
            bound = GATHERED_BYTES.max(2 * gathered.len());
        }
    }
    Ok(ExecResult::ok_bytes(select(&gathered).to_vec()))
}
