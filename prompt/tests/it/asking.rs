//! Questions in the words of models find the methods that answer them.

use isolate_prompt::{Audience, ToolAnnotations, ToolSpec, describe, describe_for, describe_tools};
use serde_json::json;

/// A question, the method that must come first (or one of several), and what must be found too.
const QUESTIONS: &[(&str, &[&str], &[&str])] = &[
    ("delete a file", &["rm"], &[]),
    ("rename", &["mv"], &[]),
    ("unzip", &["extractArchive"], &[]),
    (
        "remove a directory recursively",
        &["removeTree", "rm"],
        &["removeTree"],
    ),
    (
        "delete folder and everything in it",
        &["removeTree", "rm"],
        &["removeTree"],
    ),
    (
        "move a file to another folder",
        &["mv", "moveTree"],
        &["mv"],
    ),
    ("rename a directory", &["moveTree", "mv"], &[]),
    ("copy a file", &["cp"], &[]),
    ("copying folders", &["copyTree", "cp"], &["copyTree"]),
    (
        "list files in a directory",
        &["readdir", "readdirWithFileTypes"],
        &["readdir"],
    ),
    ("ls", &["readdir"], &[]),
    ("list all typescript files with a wildcard", &["glob"], &[]),
    ("find files by name", &["find", "glob"], &["find"]),
    ("find large files", &["find"], &[]),
    ("recently modified files", &["find"], &[]),
    ("grep", &["searchFiles", "searchText"], &["searchFiles"]),
    ("search for text in all files", &["searchFiles"], &[]),
    ("find a string in one file", &["searchText"], &[]),
    ("replace text in many files", &["replaceInFiles"], &[]),
    (
        "sed",
        &["replaceInFiles", "replaceInFile"],
        &["replaceInFiles"],
    ),
    ("find and replace in a single file", &["replaceInFile"], &[]),
    (
        "rename a variable across the project",
        &["replaceInFiles"],
        &[],
    ),
    ("does a file exist", &["exists"], &[]),
    ("check if a path is missing", &["exists"], &[]),
    ("file size and modification time", &["stat"], &[]),
    ("create a folder", &["mkdir"], &[]),
    ("mkdir -p", &["mkdir"], &[]),
    ("save text to a file", &["writeFile"], &[]),
    ("append a line to a log", &["appendFile"], &[]),
    ("read some lines of a file", &["readFile"], &[]),
    ("read binary data", &["readFileBytes"], &[]),
    ("write bytes", &["writeFileBytes"], &[]),
    ("parse a json file", &["readJson"], &[]),
    ("change the version in package.json", &["updateJson"], &[]),
    ("set a value in a JSON file", &["updateJson"], &[]),
    ("get one key of a json file", &["queryJson"], &[]),
    ("zip a folder", &["createArchive"], &[]),
    ("make a tarball", &["createArchive"], &[]),
    ("what is inside an archive", &["listArchive"], &[]),
    ("gzip", &["compressFile"], &[]),
    ("gunzip a file", &["decompressFile"], &[]),
    ("sha256 checksum", &["hashFile"], &[]),
    ("md5 of a file", &["hashFile"], &[]),
    ("mime type", &["detectFile"], &[]),
    ("is this file an image or text", &["detectFile"], &[]),
    ("difference between two files", &["diff"], &["diff"]),
    ("compare a file with a string", &["diffContent"], &[]),
    ("directory structure as a tree", &["walkTree"], &[]),
    ("how many files are there", &["summarizeTree"], &[]),
    ("disk usage", &["summarizeTree"], &[]),
    ("create a symlink", &["symlink"], &[]),
    ("where does a link point to", &["readlink"], &[]),
    ("preview several edits before writing", &["planEdits"], &[]),
    ("apply the planned edits", &["applyEditPlan"], &[]),
    ("write several files at once", &["applyEdits"], &[]),
    ("fs.unlink", &["rm"], &[]),
    ("shutil.rmtree", &["removeTree"], &[]),
    ("os.listdir", &["readdir"], &[]),
    ("rename many files", &["mv"], &[]),
    ("where is a function used", &["searchFiles"], &[]),
    ("find and replace in all files", &["replaceInFiles"], &[]),
    ("set json key", &["updateJson"], &[]),
    ("read a csv file", &["readCsv"], &[]),
    ("write rows as a table", &["writeCsv"], &[]),
    ("parse yaml", &["readYaml"], &[]),
    ("save yaml", &["writeYaml"], &[]),
    ("load a toml config", &["readToml"], &[]),
    ("xml to objects", &["readXml", "writeXml"], &["readXml"]),
    ("jsonl", &["readNdjson", "writeNdjson"], &["readNdjson"]),
    ("json path", &["queryJson"], &[]),
    ("find files larger than 1 MB", &["find"], &[]),
    ("when was a file changed", &["stat"], &[]),
    ("last modified", &["stat", "find"], &["stat"]),
    ("is it a directory", &["stat"], &[]),
    ("overwrite a file", &["writeFile"], &[]),
    ("extract a tar.gz", &["extractArchive"], &[]),
    ("compress a directory", &["createArchive"], &[]),
    ("make several edits at once", &["applyEdits"], &[]),
    ("normalize a relative path", &["resolvePath"], &[]),
];

/// Questions that no method answers.
const UNANSWERED: &[&str] = &[
    "frobnicate",
    "send an email",
    "download a url",
    "run a shell command",
    "connect to a database",
    "what is the weather",
    "start a web server",
    "query the git branch",
];

/// The methods of an answer, in order.
fn found(question: &str) -> Vec<String> {
    let answer = describe(question);
    answer
        .lines()
        .filter(|line| line.contains("): Promise<"))
        .filter_map(|line| Some(line.trim_start().split_once('(')?.0.to_owned()))
        .collect()
}

#[test]
fn questions_find_the_methods_that_answer_them() {
    let mut wrong = Vec::new();
    for (question, first, too) in QUESTIONS {
        let found = found(question);
        let is_right = found
            .first()
            .is_some_and(|name| first.contains(&name.as_str()))
            && too
                .iter()
                .all(|name| found.iter().any(|other| other == name))
            && found.len() <= 6;
        if !is_right {
            wrong.push(format!("{question}: {found:?}"));
        }
    }
    assert!(QUESTIONS.len() >= 40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_question_without_a_match_lists_the_groups() {
    for question in UNANSWERED {
        let answer = describe(question);
        assert!(
            answer.starts_with("// Nothing fits."),
            "{question}: {answer}"
        );
        for group in ["(files)", "(JSON)", "(searching and replacing)", "hashFile"] {
            assert!(answer.contains(group), "{answer}");
        }
    }
    let shell = describe("run a shell command");
    assert!(shell.contains("There is no shell here"), "{shell}");
    let lines = describe("count lines");
    assert!(
        lines.starts_with("// Write const lines = (await state.readFile(path)).split"),
        "{lines}"
    );
}

/// Every other name of a method, by itself, finds it.
#[test]
fn other_names_find_their_methods() {
    for method in isolate_prompt::Audience::Full.methods() {
        for name in method.aliases {
            let found = found(name);
            assert_eq!(
                found.first().map(String::as_str),
                Some(method.name),
                "{name}"
            );
        }
        assert_eq!(found(method.name), [method.name]);
        assert_eq!(
            found(&format!("state.{}(path)", method.name)),
            [method.name]
        );
    }
}

#[test]
fn the_order_does_not_depend_on_case_or_order_of_words() {
    assert_eq!(found("DELETE A FILE!"), found("file delete"));
    assert_eq!(found("  Rename? "), found("rename"));
}

/// Who may only read is told nothing that would fail.
#[test]
fn a_read_only_answer_names_no_change() {
    for question in ["delete a file", "rm", "", "frobnicate", "replaceInFilez"] {
        let answer = describe_for(Audience::ReadOnly, question);
        assert!(
            !answer.contains("removeTree") && !answer.contains("  rm("),
            "{answer}"
        );
        assert!(!answer.contains("replaceInFiles("), "{answer}");
    }
    assert!(describe_for(Audience::ReadOnly, "grep").contains("searchFiles("));
}

#[test]
fn tools_are_found_as_methods_are() {
    let tool = |name: &str, about: &str| {
        let input = json!({ "properties": { "run": {}, "path": {} }, "required": ["path"] });
        let about = format!("{about}\n\nMore.");
        ToolSpec::new(name, about, input, ToolAnnotations::READS)
    };
    let tools = [
        tool("undo", "Takes back what one operation changed."),
        tool("grep", "Searches files for a text."),
    ];
    assert_eq!(
        describe_tools("revert my last change", &tools),
        "undo { run?, path }: Takes back what one operation changed.\n"
    );
    assert_eq!(describe_tools("send an email", &tools), "");
    assert_eq!(describe_tools("", &tools), "");
}
