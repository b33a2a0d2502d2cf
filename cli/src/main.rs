//! The command `isolate-run`.

fn main() -> std::process::ExitCode {
    isolate_run::command(std::env::args_os()).into()
}
