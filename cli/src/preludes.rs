//! What the sandbox of programs has: `--prelude` and `--no-code-from-text`.

use isolate_host::{PreludeFile, SandboxOptions, user_prelude_cache};

use crate::input::{self, Bound};
use crate::keys;

/// Libraries of programs, and whether these make code from text, by flags.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Preludes {
    /// Load a library that every program finds under NAME [default: the name of the file]
    #[arg(long, value_name = "[NAME=]FILE", hide_short_help = true)]
    prelude: Vec<String>,

    /// Refuse eval, new Function and the like; by default they run under the same limits
    #[arg(long, hide_short_help = true)]
    no_code_from_text: bool,
}

impl Preludes {
    /// Adds what the flags say, and the key of the environment. An error is a message for the user.
    pub(crate) fn add_to(&self, options: SandboxOptions) -> Result<SandboxOptions, String> {
        let mut options = options;
        for given in &self.prelude {
            let file: PreludeFile = given
                .parse()
                .map_err(|error| format!("--prelude: {error}"))?;
            let source = input::file(&file.path, Bound::TEXT)
                .map_err(|error| format!("--prelude: {error}"))?;
            options = options.prelude(file.name, source);
        }
        if !self.prelude.is_empty()
            && let Some(folder) = user_prelude_cache()
        {
            options = options.prelude_cache(folder);
        }
        if let Some(key) = keys::of_waiting_runs()? {
            options = options.image_key(key);
        }
        if self.no_code_from_text {
            options = options.no_code_from_text();
        }
        Ok(options)
    }
}
