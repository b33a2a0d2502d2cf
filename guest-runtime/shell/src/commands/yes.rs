//! `yes`: a line, again and again, until nobody reads it. bashkit's ends after 10,000 lines.

use bashkit::{Command, CommandContext, CommandStatus, async_trait};

pub(super) struct Yes;

/// Bytes that are written at once.
const PIECE_BYTES: usize = 8 << 10;

#[async_trait]
impl Command for Yes {
    async fn execute(&self, context: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let line = match context.args {
            [] => "y\n".to_owned(),
            words => format!("{}\n", words.join(" ")),
        };
        let piece = line.repeat((PIECE_BYTES / line.len()).max(1));
        loop {
            context.stdout.write_all(piece.as_bytes()).await?;
        }
    }
}
