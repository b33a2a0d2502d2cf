//! Lines and words mean the same at every door: programs, tools and the command, in searches and in
//! replacements. They are compared with a model that reads no expressions.

#[path = "../../../text/src/search/tests/model.rs"]
mod model;

use isolate_host::text::VPath;
use isolate_host::{Sandbox, Workspace};
use isolate_tools::{Boundary, CancelToken, Freshness, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::Folder;
use model::{Model, lines, replaced};

/// A query, as every door takes it.
struct Query {
    pattern: &'static str,
    is_regex: bool,
    ignores_case: bool,
    is_word: bool,
    /// Where it matches in a line.
    model: Model,
}

const fn regex(pattern: &'static str, model: Model) -> Query {
    Query {
        pattern,
        is_regex: true,
        ignores_case: false,
        is_word: false,
        model,
    }
}

const fn text(pattern: &'static str, model: Model) -> Query {
    Query {
        is_regex: false,
        ..regex(pattern, model)
    }
}

fn end(line: &str) -> (usize, usize) {
    (line.len(), line.len())
}

fn all(line: &str, part: &str) -> Vec<(usize, usize)> {
    let found = line.match_indices(part);
    found.map(|(at, part)| (at, at + part.len())).collect()
}

/// The places of a part that no letter, digit or line touches.
fn words(line: &str, part: &str) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = all(line, part);
    found.retain(|(start, end)| {
        !line[..*start].ends_with(is_word) && !line[*end..].starts_with(is_word)
    });
    found
}

const QUERIES: &[Query] = &[
    regex("^", |_| vec![(0, 0)]),
    regex("$", |line| vec![end(line)]),
    regex("^$", |line| {
        if line.is_empty() {
            vec![(0, 0)]
        } else {
            vec![]
        }
    }),
    regex("x$", |line| {
        all(line, "x")
            .into_iter()
            .filter(|(_, at)| *at == line.len())
            .collect()
    }),
    regex("^x", |line| {
        all(line, "x")
            .into_iter()
            .filter(|(at, _)| *at == 0)
            .collect()
    }),
    regex("^(?=x)", |line| {
        if line.starts_with('x') {
            vec![(0, 0)]
        } else {
            vec![]
        }
    }),
    text("x", |line| all(line, "x")),
    Query {
        ignores_case: true,
        ..text("X", |line| all(line, "x"))
    },
    Query {
        is_word: true,
        ..text("x", |line| words(line, "x"))
    },
    Query {
        is_word: true,
        ..text("т", |line| words(line, "т"))
    },
    Query {
        is_word: true,
        ..regex("x|т", |line| {
            let mut found = [words(line, "x"), words(line, "т")].concat();
            found.sort_unstable();
            found
        })
    },
];

/// Texts of pieces that a line may hold or end with; the first is empty.
fn texts() -> Vec<(String, String)> {
    const PIECES: &[&str] = &[
        "x", "y", " ", "xé", "т", "\n", "\n", "\r\n", "\r\n", "\r", "\u{2028}", "x\r\n", "x\n",
        "x\r",
    ];
    let mut seed = 1_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    (0..60)
        .map(|at| {
            let text: String = (0..at / 4).map(|_| PIECES[next(PIECES.len())]).collect();
            (format!("/{at:02}"), text)
        })
        .collect()
}

/// Path, line, column, match and text of the line.
type Row = (String, usize, usize, String, String);

fn rows(texts: &[(String, String)], query: &Query) -> Vec<Row> {
    let mut rows = Vec::new();
    for (path, text) in texts {
        for (number, (_, line)) in lines(text).into_iter().enumerate() {
            for (start, end) in (query.model)(line) {
                let column = line[..start].encode_utf16().count() + 1;
                let matched = line[start..end].to_owned();
                rows.push((path.clone(), number + 1, column, matched, line.to_owned()));
            }
        }
    }
    rows
}

/// All matches of a query, as programs find them: in all files, and in each.
const SEARCH: &str = "async ([query, options]) => {
  const found = await state.searchFiles('/*', query, options);
  const one = [];
  for (const path of await state.glob('/*')) {
    const matches = await state.searchText(path, query, options);
    if (matches.length > 0) one.push({ path, matches });
  }
  if (JSON.stringify(one) !== JSON.stringify(found)) throw new Error('searchText finds otherwise');
  return found;
}";

/// The content of each file that a replacement changes, as three methods make it.
const REPLACE: &str = "async ([query, options]) => {
  const made = {};
  const { files } = await state.replaceInFiles('/*', query, '<>', { ...options, dryRun: true });
  for (const file of files) {
    const { content } = file;
    made[file.path] = content;
    const one = await state.replaceInFile(file.path, query, '<>', { ...options, dryRun: true });
    const called = await state.replaceInFile(file.path, query, () => '<>', { ...options, dryRun: true });
    const edit = { kind: 'replace', path: file.path, search: query, replacement: '<>', options };
    const plan = await state.planEdits([edit]);
    for (const other of [one.content, called.content, plan.edits[0].content]) {
      if (other !== content) throw new Error(JSON.stringify([file.path, content, other]));
    }
  }
  return made;
}";

fn options(query: &Query) -> Json {
    json!({ "regex": query.is_regex, "caseSensitive": !query.ignores_case, "wholeWord": query.is_word })
}

fn run(sandbox: &Sandbox, workspace: &Workspace, code: &str, query: &Query) -> Json {
    let input = json!([query.pattern, options(query)]);
    let options = isolate_host::RunOptions::new().input(&input).unwrap();
    let run = sandbox
        .run(workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    run.result()
        .unwrap_or_else(|error| panic!("{}: {error}", query.pattern))
}

fn rows_of_program(found: &Json) -> Vec<Row> {
    let mut rows = Vec::new();
    for file in found.as_array().unwrap() {
        for found in file["matches"].as_array().unwrap() {
            rows.push((
                file["path"].as_str().unwrap().to_owned(),
                usize::try_from(found["line"].as_u64().unwrap()).unwrap(),
                usize::try_from(found["column"].as_u64().unwrap()).unwrap(),
                found["match"].as_str().unwrap().to_owned(),
                found["lineText"].as_str().unwrap().to_owned(),
            ));
        }
    }
    rows
}

/// The first match of each line, as `grep` tells it.
fn rows_of_grep(data: &Json) -> Vec<(String, usize, usize, String)> {
    let matches = data["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|found| {
            (
                found["path"].as_str().unwrap().to_owned(),
                usize::try_from(found["line"].as_u64().unwrap()).unwrap(),
                usize::try_from(found["column"].as_u64().unwrap()).unwrap(),
                found["text"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

fn first_of_lines(rows: &[Row]) -> Vec<(String, usize, usize, String)> {
    let rows = rows.iter().cloned();
    let mut rows: Vec<_> = rows
        .map(|(path, line, column, _, text)| (path, line, column, text))
        .collect();
    rows.dedup_by(|next, first| (&next.0, next.1) == (&first.0, first.1));
    rows
}

fn workspace(texts: &[(String, String)]) -> (Folder, Workspace) {
    let folder = Folder::new();
    let workspace = Workspace::open(folder.path("w.sqlite")).unwrap();
    let tree = workspace.tree().unwrap();
    for (path, text) in texts {
        tree.write(&VPath::parse(path).unwrap(), text.as_bytes())
            .unwrap();
    }
    drop(tree);
    (folder, workspace)
}

#[test]
fn every_door_sees_the_same_lines_and_words() {
    let texts = texts();
    let (folder, workspace) = workspace(&texts);
    let sandbox = Sandbox::new().unwrap();
    let settings = Settings::default()
        .freshness(Freshness::Off)
        .boundary(Boundary::None);
    let tools = Toolbox::new(&workspace, &settings).unwrap();
    let call = |name: &str, args: Json| {
        let reply = tools.call(name, args, &CancelToken::new());
        assert!(reply.is_ok(), "{name}: {}", reply.to_json());
        reply.data()
    };
    for query in QUERIES {
        let expected = rows(&texts, query);
        let pattern = query.pattern;
        let found = run(&sandbox, &workspace, SEARCH, query);
        assert_eq!(rows_of_program(&found), expected, "searchFiles {pattern}");
        let expected = first_of_lines(&expected);
        let mut args = json!({
            "pattern": pattern, "regex": query.is_regex, "ignoreCase": query.ignores_case,
            "wholeWord": query.is_word, "limit": 1_000, "maxPerFile": 1_000,
        });
        assert_eq!(
            rows_of_grep(&call("grep", args.clone())),
            expected,
            "grep {pattern}"
        );
        let mut command = vec!["grep", "--json", "--db", "w.sqlite"];
        command.extend(query.is_regex.then_some("-E"));
        command.extend(query.ignores_case.then_some("-i"));
        command.extend(query.is_word.then_some("-w"));
        command.extend(["--", pattern, "/"]);
        let answer = folder.run(command).json();
        assert_eq!(rows_of_grep(&answer["data"]), expected, "command {pattern}");

        let changed: Vec<(&str, String)> = texts
            .iter()
            .map(|(path, text)| (path.as_str(), replaced(text, query.model)))
            .filter(|(path, made)| {
                texts
                    .iter()
                    .any(|(name, text)| name == path && text != made)
            })
            .collect();
        let made = run(&sandbox, &workspace, REPLACE, query);
        let expected: serde_json::Map<String, Json> = changed
            .iter()
            .map(|(path, made)| ((*path).to_owned(), made.as_str().into()))
            .collect();
        assert_eq!(made, Json::Object(expected), "replaceInFiles {pattern}");
        for key in ["limit", "maxPerFile"] {
            args.as_object_mut().unwrap().remove(key);
        }
        args["glob"] = "**".into();
        args["replacement"] = "<>".into();
        call("replace", args);
        let tree = workspace.tree().unwrap();
        for (path, made) in &changed {
            let bytes = tree.read(&VPath::parse(path).unwrap()).unwrap();
            assert_eq!(
                String::from_utf8(bytes).unwrap(),
                *made,
                "replace {pattern}"
            );
        }
        drop(tree);
        call("undo", json!({}));
    }
}

/// Where a replacement finds a text with a line break, a search finds it.
#[test]
fn a_text_with_a_line_break_is_found() {
    let texts = [("/a", "y\n x\r\nx\r\nx"), ("/b", "x\n\nx\nx\n")]
        .map(|(path, text)| (path.to_owned(), text.to_owned()));
    let (_folder, workspace) = workspace(&texts);
    let sandbox = Sandbox::new().unwrap();
    let row = |path: &str, line, column, matched: &str, text: &str| {
        (
            path.to_owned(),
            line,
            column,
            matched.to_owned(),
            text.to_owned(),
        )
    };
    let none = |_: &str| Vec::new();
    for (query, expected) in [
        (text("x\nx", none), vec![row("/b", 3, 1, "x\nx", "x")]),
        (text("x\r\nx", none), vec![row("/a", 2, 2, "x\r\nx", " x")]),
        (
            regex("^ ?x\\r?\\nx$", none),
            vec![
                row("/a", 2, 1, " x\r\nx", " x"),
                row("/b", 3, 1, "x\nx", "x"),
            ],
        ),
    ] {
        let found = run(&sandbox, &workspace, SEARCH, &query);
        assert_eq!(rows_of_program(&found), expected, "{}", query.pattern);
        let made = run(&sandbox, &workspace, REPLACE, &query);
        assert_eq!(
            made.as_object().unwrap().len(),
            expected.len(),
            "{}",
            query.pattern
        );
    }
}
