//! Our commands, run to their end.

use std::io::{Read, Write};

use isolate_shell_commands::{Context, Files, run};

/// Runs a command in a directory; answers its exit code and its messages.
pub(crate) fn ran(
    files: &dyn Files,
    directory: &[u8],
    words: &[&str],
    stdin: &mut (dyn Read + Send),
    stdout: &mut (dyn Write + Send),
) -> (u8, String) {
    let mut errors = Vec::new();
    let mut context = Context {
        files,
        stdin,
        stdout,
        stderr: &mut errors,
        directory: directory.to_vec(),
        umask: 0o022,
        environment: std::collections::BTreeMap::new(),
        now_us: 0,
        random: &mut |bytes| bytes.fill(0),
    };
    let rest = words[1..].iter().map(|word| word.as_bytes().to_vec());
    let code = run(&mut context, words[0], rest.collect()).unwrap();
    (code, String::from_utf8_lossy(&errors).into_owned())
}
