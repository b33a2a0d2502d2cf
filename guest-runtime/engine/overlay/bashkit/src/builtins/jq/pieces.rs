//! Input that arrives in pieces, and output that leaves in pieces.
//!
//! A filter is evaluated at a stretch. It is stopped where it has written enough, and evaluated again from
//! the beginning, to twice as far, once that was read: it has no effects but its output. So what is
//! computed is at most twice what is read.

use super::args::JqArgs;
use super::{parse_jq_json_stream_partial, run_round};
use crate::builtins::{Context, InputChunks, cut_records};
use crate::error::Result;
use crate::interpreter::ExecResult;

/// Bytes after which output leaves for the first time.
const FIRST_OUTPUT_BYTES: usize = 16 << 10;

/// Bytes of input that are handled together at most, where values are no longer: compiling the filter
/// takes as long as reading some hundred KiB.
const INPUT_BYTES_MAX: usize = 1 << 20;

/// What an evaluation has come to.
pub(super) struct Round {
    pub(super) result: ExecResult,
    /// Bytes of its output, those left out included.
    pub(super) length: usize,
    pub(super) is_stopped: bool,
    pub(super) is_halted: bool,
}

/// Runs the command.
pub(super) async fn run(ctx: &Context<'_>, parsed: &JqArgs<'_>) -> Result<ExecResult> {
    // What asks for more input gets all of it.
    let asks = parsed.filter_file.is_some() || parsed.filter.contains("input");
    if parsed.null_input && !asks {
        return Ok(evaluate(ctx, parsed, "", 0).await?.result);
    }
    let is_whole = asks || parsed.null_input || parsed.slurp || parsed.seq || parsed.stream;
    if !parsed.file_args.is_empty() || is_whole || !ctx.is_streamed() {
        let text = match parsed.file_args.is_empty() {
            true => String::from_utf8_lossy(ctx.stdin_to_end().await?.as_bytes()).into_owned(),
            false => String::new(),
        };
        return Ok(evaluate(ctx, parsed, &text, 0).await?.result);
    }
    let mut input = InputChunks::stdin(ctx)?;
    let mut all = ExecResult::default();
    let mut text = String::new();
    let mut wanted = 1;
    let (mut lines, mut is_first) = (0, true);
    loop {
        let piece = input.next(cut_records(b'\n')).await?;
        if let Some(piece) = &piece {
            text.push_str(&String::from_utf8_lossy(piece));
            if text.len() < wanted {
                continue;
            }
            // A value may go on behind the line.
            if !parsed.raw_input && parse_jq_json_stream_partial(ctx, &text)?.1.is_some() {
                wanted = 2 * text.len();
                continue;
            }
        } else if text.is_empty() && !is_first {
            break;
        }
        let round = evaluate(ctx, parsed, &text, lines).await?;
        let part = round.result;
        all.stdout.append(&part.stdout);
        all.stderr.append(&part.stderr);
        // Where nothing was written, what was before counts.
        if is_first || part.exit_code != 4 || !parsed.exit_status {
            all.exit_code = part.exit_code;
        }
        if piece.is_none() || round.is_halted || matches!(part.exit_code, 2 | 3 | 141) {
            break;
        }
        is_first = false;
        lines += text.matches('\n').count();
        text.clear();
        wanted = (2 * wanted).clamp(4 << 10, INPUT_BYTES_MAX);
    }
    Ok(all)
}

/// Evaluates the filter as far as its output is read.
async fn evaluate(
    ctx: &Context<'_>,
    parsed: &JqArgs<'_>,
    text: &str,
    lines: usize,
) -> Result<Round> {
    let Some(stream) = ctx.stdout_stream() else {
        return run_round(ctx, parsed, text, lines, (0, usize::MAX)).await;
    };
    let (mut sent, mut until) = (0, FIRST_OUTPUT_BYTES);
    loop {
        let mut round = run_round(ctx, parsed, text, lines, (sent, until)).await?;
        let ready = std::mem::take(&mut round.result.stdout);
        if !ready.is_empty() && !stream.write(ready.as_bytes()).await? {
            round.result.exit_code = 141;
            return Ok(round);
        }
        if !round.is_stopped {
            return Ok(round);
        }
        sent = round.length;
        until = 2 * sent;
    }
}
