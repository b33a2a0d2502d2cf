//! `umask`, and the mask of the shell that calls a command.
//!
//! The mask is a variable of the shell that scripts cannot name, so that a subshell has its own. bashkit
//! shows it to what it calls a builtin alone, and to nothing that writes files: each command of ours tells
//! the files the mask of its shell before it begins.

use std::sync::Arc;

use bashkit::{Builtin, BuiltinContext, ExecResult, async_trait};
use isolate_shell_commands::{Context, run};

use super::system::System;
use crate::files::{DEFAULT_UMASK, Files};

/// The variable, in octal digits: a name that bashkit keeps to itself.
const VARIABLE: &str = "_UMASK";

/// The mask of the shell that calls.
fn mask_of(context: &BuiltinContext<'_>) -> u32 {
    let digits = context.variables.get(VARIABLE);
    let mask = digits.and_then(|digits| u32::from_str_radix(digits, 8).ok());
    mask.unwrap_or(DEFAULT_UMASK)
}

pub(super) struct Umask(pub(super) Arc<Files>);

#[async_trait]
impl Builtin for Umask {
    async fn execute(&self, context: BuiltinContext<'_>) -> bashkit::Result<ExecResult> {
        let system = System::new(Arc::clone(&self.0), Arc::clone(&context.fs));
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let mut inner = Context {
            files: &system,
            stdin: &mut std::io::empty(),
            stdout: &mut out,
            stderr: &mut errors,
            directory: b"/".to_vec(),
            umask: mask_of(&context),
            environment: std::collections::BTreeMap::new(),
            now_us: 0,
            random: &mut |bytes| bytes.fill(0),
        };
        let arguments = context.args.iter().map(|word| word.clone().into_bytes());
        let code = run(&mut inner, "umask", arguments.collect()).expect("it is a command");
        let mask = inner.umask;
        (context.variables).insert(VARIABLE.to_owned(), format!("{mask:04o}"));
        self.0.set_umask(mask);
        if !errors.is_empty() {
            errors.splice(..0, *b"bash: ");
        }
        Ok(ExecResult {
            stdout: out.into(),
            stderr: errors.into(),
            exit_code: i32::from(code),
            ..ExecResult::default()
        })
    }
}

/// A command that makes files.
pub(super) struct Masked {
    pub(super) files: Arc<Files>,
    pub(super) command: Arc<dyn Builtin>,
}

#[async_trait]
impl Builtin for Masked {
    fn streams_io(&self) -> bool {
        self.command.streams_io()
    }

    async fn execute(&self, context: BuiltinContext<'_>) -> bashkit::Result<ExecResult> {
        self.files.set_umask(mask_of(&context));
        self.command.execute(context).await
    }
}
