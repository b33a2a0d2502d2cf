//! Findings of a check name what they are about, each in one line.

use isolate_text::quoting::{quote, unquote};
use isolate_vfs::{ErrorKind, ForkOptions, OpenOptions, Tree};

use super::{bytes, path};

/// A name with a new line, an escape of a terminal, and a mark that turns text around.
const NAME: &str = "a\n\u{1b}[31m\u{202e}b";

/// The findings of a workspace with files of such names, changed by SQL.
fn findings(sql: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
    tree.write(&path(&format!("/d/{NAME}")), b"small").unwrap();
    tree.write(&path(&format!("/{NAME}/large")), &bytes(200_000, 1))
        .unwrap();
    drop(tree);
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(sql).unwrap();
    drop(connection);
    let tree = Tree::open(&file, &OpenOptions::default()).unwrap();
    let findings = tree.findings().unwrap();
    if findings.iter().any(|finding| finding.rule == "C8") {
        let to = file.with_file_name("copy");
        let error = tree.fork(&to, &ForkOptions::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(
            quote(&error.to_string()).starts_with("workspace"),
            "{error}"
        );
    }
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_finding_is_one_line_that_names_a_path_as_commands_take_it() {
    let small = format!("/d/{NAME}");
    let large = format!("/{NAME}/large");
    let change_of = format!("/{NAME}");
    let text = |name: &str| format!("'{}'", name.replace('\'', "''"));
    for (rule, sql, named) in [
        (
            "C8",
            "UPDATE inline SET sum = sum + 1".to_owned(),
            small.as_str(),
        ),
        ("C8", "UPDATE extent SET sum = sum + 1".to_owned(), &large),
        (
            "N6",
            "UPDATE node SET content = 4000 WHERE size = 5".to_owned(),
            &small,
        ),
        ("C2", "UPDATE content SET stream = 4000".to_owned(), &large),
        (
            "N5",
            format!(
                "UPDATE node SET mode = -1 WHERE name = {} AND kind = 0",
                text(NAME)
            ),
            &small,
        ),
        (
            "N4",
            format!(
                "UPDATE node SET name = {} || '/' WHERE size = 5",
                text(NAME)
            ),
            &format!("{small}/"),
        ),
        (
            "N1",
            format!(
                "UPDATE node SET parent = 0 WHERE name = {} AND kind = 1",
                text(NAME)
            ),
            NAME,
        ),
        ("H1", "UPDATE change SET run = 4000".to_owned(), &change_of),
        (
            "H2",
            "UPDATE change SET before_kind = 7, before_size = 0".to_owned(),
            &change_of,
        ),
        (
            "H3",
            "UPDATE change SET after_content = 4000 WHERE after_content IS NOT NULL".to_owned(),
            &large,
        ),
        (
            "H6",
            format!(
                "INSERT INTO part (run, name, size) VALUES (4000, {}, 0)",
                text(NAME)
            ),
            NAME,
        ),
        (
            "B3",
            format!(
                "INSERT INTO branch SELECT 7 + v, {}, 0, 0, 0, NULL, 0, 0 FROM (SELECT 0 AS v UNION SELECT 1)",
                text(NAME)
            ),
            NAME,
        ),
    ] {
        let all = findings(&sql);
        let quoted = quote(named);
        assert_eq!(unquote(&quoted).unwrap(), named);
        let is_meant = |line: &String| line.starts_with(rule) && line.contains(&*quoted);
        assert!(all.iter().any(is_meant), "{rule}: {all:#?}");
        for line in &all {
            assert_eq!(quote(line), *line, "{rule}");
        }
    }
}
