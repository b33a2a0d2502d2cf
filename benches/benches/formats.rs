//! Formats without a sandbox: `cargo bench -p isolate-benches --bench formats`.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::fmt::Write as _;
use std::hint::black_box;

use isolate_benches::{Samples, note};
use isolate_formats::csv::{self, Row, Rows};
use isolate_formats::{Error, Trees, Walk, toml, xml, yaml};

const ROUNDS: usize = 9;

/// Bytes of a table; documents have a tenth.
const TABLE_BYTES: usize = 10_000_000;

fn main() {
    let table = table();
    speed("csv to arrays, 10 columns, a tenth quoted", &table, || {
        let mut rows = Arrays::default();
        csv::parse(&table, csv::Options::default(), &mut rows).unwrap();
        black_box(rows);
    });
    let text = yaml();
    speed("yaml", &text, || {
        drop(yaml::parse(&text, &yaml::Options::default(), &mut Trees).unwrap())
    });
    let tree = yaml::parse(&text, &yaml::Options::default(), &mut Trees).unwrap();
    speed("yaml, written", &text, || {
        drop(yaml::write(&mut Walk::default(), &&tree, &yaml::Style::default()).unwrap())
    });
    let text = toml();
    speed("toml", &text, || {
        drop(toml::parse(&text, &toml::Options::default(), &mut Trees).unwrap())
    });
    let text = xml();
    speed("xml", &text, || {
        drop(xml::parse(&text, &xml::Options::default(), &mut Trees).unwrap())
    });
}

fn speed(name: &str, text: &str, work: impl FnMut()) {
    let milliseconds = Samples::take(1, ROUNDS, work).median();
    #[expect(clippy::cast_precision_loss, reason = "a size of some megabytes")]
    let speed = text.len() as f64 / 1e3 / milliseconds;
    note(name, speed, "MB/s");
}

#[derive(Default)]
struct Arrays(Vec<Vec<String>>);

impl Rows for Arrays {
    type Error = Error;

    fn columns(&mut self, _: &[String]) -> Result<(), Error> {
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        self.0.push(row.cells().map(str::to_owned).collect());
        Ok(())
    }
}

/// Repeats a part with its number until the text is long enough.
fn repeated(bytes: usize, part: impl Fn(&mut String, usize)) -> String {
    let mut text = String::with_capacity(bytes + 1000);
    let mut number = 0;
    while text.len() < bytes {
        part(&mut text, number);
        number += 1;
    }
    text
}

fn table() -> String {
    repeated(TABLE_BYTES, |text, row| {
        for column in 0..10 {
            let comma = if column == 9 { "\n" } else { "," };
            if (row + column) % 10 == 0 {
                write!(text, "\"cell, {row} \"\"{column}\"\"\"{comma}").unwrap();
            } else {
                write!(text, "cell {row} {column}{comma}").unwrap();
            }
        }
    })
}

fn yaml() -> String {
    repeated(TABLE_BYTES / 10, |text, n| {
        write!(
            text,
            "- id: {n}\n  name: \"user number {n}\"\n  email: user{n}@example.com # c\n  tags: [a, b, c{n}]\n  address:\n    street: some street {n}\n    zip: '0{n}'\n  active: true\n"
        )
        .unwrap();
    })
}

fn toml() -> String {
    repeated(TABLE_BYTES / 10, |text, n| {
        write!(
            text,
            "[[user]]\nid = {n}\nname = \"user number {n}\"\nsince = 2024-01-02T03:04:05Z # c\ntags = [\"a\", 'b', \"c{n}\"]\naddress = {{ street = \"some street {n}\", zip = 1.5 }}\n\n"
        )
        .unwrap();
    })
}

fn xml() -> String {
    let users = repeated(TABLE_BYTES / 10, |text, n| {
        writeln!(
            text,
            "  <user id=\"{n}\" active=\"true\"><name>user &amp; number {n}</name><tag>a</tag><tag>b</tag><address><street>some street {n}</street></address></user>"
        )
        .unwrap();
    });
    format!("<users>\n{users}</users>\n")
}
