//! What programs can import of `/skills`: the exports of each file, with the first sentence of what
//! its comments say.

use isolate_text::VPath;
use isolate_vfs::FileKind;

use crate::context::Context;
use crate::cut::head;

/// Where programs keep what they want to use again.
const FOLDER: &str = "/skills";
/// Files that are listed.
const FILES_MAX: usize = 50;
/// A file that is larger is no helper, and reading it for a list is too much.
const FILE_BYTES_MAX: u64 = 256 << 10;
/// Bytes of the list: a tenth of what a tool may answer.
const LIST_BYTES_MAX: usize = 8 << 10;
/// Bytes of one signature, and of one sentence.
const PART_BYTES_MAX: usize = 200;

/// The exports of the files in `/skills`, a file and its exports a paragraph; none where there is
/// none. What the caller may not read is not listed.
pub(crate) fn list(context: &Context<'_>) -> Option<String> {
    let folder = VPath::parse(FOLDER).ok()?;
    let entries = context.tree.read_dir(&folder).ok()?;
    let mut text = String::new();
    for entry in entries
        .iter()
        .filter(|entry| entry.kind == FileKind::File)
        .take(FILES_MAX)
    {
        let is_module = [".js", ".ts", ".mjs"]
            .iter()
            .any(|ending| entry.name.ends_with(ending))
            && !entry.name.ends_with(".d.ts");
        let Ok(path) = VPath::parse(&format!("{FOLDER}/{}", entry.name)) else {
            continue;
        };
        if !is_module
            || context
                .tree
                .stat(&path)
                .ok()
                .flatten()
                .is_none_or(|stat| stat.size > FILE_BYTES_MAX)
        {
            continue;
        }
        let Ok(bytes) = context.tree.read(&path) else {
            continue;
        };
        let part = described(path.as_str(), &String::from_utf8_lossy(&bytes));
        if text.len() + part.len() > LIST_BYTES_MAX {
            text.push_str("…\n");
            break;
        }
        text.push_str(&part);
    }
    (!text.is_empty()).then_some(text)
}

/// A file and its exports, a line each.
fn described(path: &str, source: &str) -> String {
    let mut text = format!("{path}\n");
    let mut comment = String::new();
    let mut is_comment = false;
    for line in source.lines() {
        let plain = line.trim();
        if let Some(rest) = plain.strip_prefix("/**") {
            comment.clear();
            is_comment = true;
            add(&mut comment, rest);
        } else if is_comment {
            add(&mut comment, plain);
        } else if let Some(declared) = line.strip_prefix("export ") {
            let said = first_sentence(&comment);
            let signature = signature(declared);
            text.push_str("  ");
            text.push_str(&signature);
            if !said.is_empty() {
                text.push_str(": ");
                text.push_str(said);
            }
            text.push('\n');
            comment.clear();
        } else if !plain.is_empty() {
            comment.clear();
        }
        is_comment = is_comment && !plain.contains("*/");
    }
    text
}

fn add(comment: &mut String, line: &str) {
    let line = line.split("*/").next().unwrap_or(line);
    let line = line.trim().trim_start_matches('*').trim();
    // Tags come after the description.
    if line.starts_with('@') || comment.ends_with('\0') {
        if !comment.ends_with('\0') {
            comment.push('\0');
        }
        return;
    }
    if !comment.is_empty() && !line.is_empty() {
        comment.push(' ');
    }
    comment.push_str(line);
}

fn first_sentence(comment: &str) -> &str {
    let comment = comment.trim_end_matches('\0').trim();
    let end = comment.find(". ").map_or(comment.len(), |at| at + 1);
    head(&comment[..end], PART_BYTES_MAX)
}

/// A declaration without its body.
fn signature(declared: &str) -> String {
    let is_function = declared.contains("function");
    let end = if is_function {
        declared.find(" {").unwrap_or(declared.len())
    } else if declared.starts_with('{') || declared.starts_with('*') {
        declared.len()
    } else {
        declared
            .find("=>")
            .or_else(|| declared.find(" {"))
            .unwrap_or(declared.len())
    };
    head(declared[..end].trim_end_matches([' ', ';']), PART_BYTES_MAX).to_owned()
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn exports_have_signatures_and_first_sentences() {
        let source = "// a note\n/**\n * Makes a slug of a title. It is lower case.\n * @param {string} text\n */\nexport function slug(text, max = 40) {\n  return text;\n}\n\n/** Adds. */\nexport const add = (a, b) => a + b;\nexport const LIMIT = 5;\nconst hidden = 1;\nexport default class Parser extends Base {\n}\nexport { hidden as shown };\n";
        assert_eq!(
            described("/skills/text.js", source),
            "/skills/text.js\n  function slug(text, max = 40): Makes a slug of a title.\n  const add = (a, b): Adds.\n  const LIMIT = 5\n  default class Parser extends Base\n  { hidden as shown }\n"
        );
    }
}
