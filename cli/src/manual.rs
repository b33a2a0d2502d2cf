//! The man page, `packaging/installed/data/share/man/man1/isolate-run.1`: what `--help` says.
//!
//! A test writes it when an option has changed, so that the command itself needs no code for it.

use std::io::Write as _;
use std::path::Path;

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::args::Args;
use crate::{commands, help};

/// The place of the page, from the crate.
const PLACE: &str = "../packaging/installed/data/share/man/man1/isolate-run.1";

/// The page.
fn page() -> std::io::Result<Vec<u8>> {
    let man = Man::new(Args::command()).manual("isolate");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in commands::all() {
        let about = command.get_about().map(ToString::to_string);
        writeln!(
            page,
            ".TP\n\\fBisolate\\-run {}\\fR\n{}",
            escaped(command.get_name()),
            escaped(&about.unwrap_or_default())
        )?;
    }
    // Its lines are columns, which stay as they are.
    writeln!(page, ".SH MORE\n.nf")?;
    for line in help::after_options().lines() {
        writeln!(page, "{}", escaped(line))?;
    }
    writeln!(page, ".fi")?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A line of text for a man page.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}"),
        false => line,
    }
}

mod generated {
    use super::*;

    #[test]
    fn the_man_page_is_that_of_the_options() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(PLACE);
        let page = page().unwrap();
        if std::fs::read(&place).is_ok_and(|known| known == page) {
            return;
        }
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, page).unwrap();
        panic!("the man page was stale; it is written: review and commit it");
    }
}

#[test]
fn a_line_begins_no_request_and_keeps_its_backslashes() {
    assert_eq!(escaped(".nf"), "\\&.nf");
    assert_eq!(escaped("'a' --b \\n"), "\\&'a' \\-\\-b \\en");
}
