//! Commands of our own, in place of bashkit's of the same name.
//!
//! A command gets its arguments, environment, working directory and files, reads its input and writes
//! its output in pieces of bytes, and ends where nobody reads that any more.

use bashkit::{BashBuilder, Command, CommandContext, CommandStatus, async_trait};

/// Gives a shell the commands.
pub(crate) fn added_to(builder: BashBuilder) -> BashBuilder {
    builder.command("yes", Yes)
}

/// `yes`: a line, again and again. bashkit's ends after 10,000 lines.
struct Yes;

impl Yes {
    /// Bytes that are written at once.
    const PIECE_BYTES: usize = 8 << 10;
}

#[async_trait]
impl Command for Yes {
    async fn execute(&self, context: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let line = match context.args {
            [] => "y\n".to_owned(),
            words => format!("{}\n", words.join(" ")),
        };
        let piece = line.repeat((Self::PIECE_BYTES / line.len()).max(1));
        loop {
            context.stdout.write_all(piece.as_bytes()).await?;
        }
    }
}
