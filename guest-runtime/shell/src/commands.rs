//! Commands of our own, in place of bashkit's of the same name.
//!
//! A command gets its arguments, environment, working directory and files, reads its input and writes
//! its output in pieces of bytes, and ends where nobody reads that any more.

mod git;
mod js;
mod of_files;
mod rg;
mod sleep;
mod system;
mod umask;
mod yes;

use std::sync::Arc;

use bashkit::{BashBuilder, BuiltinRegistry};

use crate::files::Files;

/// Gives a shell the commands, over these files.
pub(crate) fn added_to(builder: BashBuilder, files: &Arc<Files>) -> BashBuilder {
    let streaming = BuiltinRegistry::new();
    let mut builder = builder
        .command("sleep", sleep::Sleep)
        .command("yes", yes::Yes)
        .command("rg", rg::Rg(Arc::clone(files)))
        .command("js", js::Js(Arc::clone(files)))
        .command("node", js::Js(Arc::clone(files)));
    for name in isolate_shell_commands::names().filter(|name| *name != "umask") {
        streaming.insert_command(name, of_files::FileCommand::new(Arc::clone(files)));
        let command = streaming.lookup(name).expect("it was just inserted");
        let files = Arc::clone(files);
        let masked = umask::Masked { files, command };
        builder = match name {
            "git" => builder.builtin(name, Box::new(git::Git(masked))),
            _ => builder.builtin(name, Box::new(masked)),
        };
    }
    builder.builtin("umask", Box::new(umask::Umask(Arc::clone(files))))
}
