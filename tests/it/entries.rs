//! Generated programs: every kind of what is run, before and after every kind of what it needs.

use isolate_host::{Outcome, RunOptions};

use crate::{ending, run};

/// What is run, which needs `render`.
const ENTRIES: &[&str] = &[
    "async () => render(41);",
    "async () => render(41)",
    "() => {\n  return render(41);\n}",
    "(async () => render(41));",
    "(async function () { return render(41); });",
    "export default async () => render(41);",
    "export default () => {\n  return render(41);\n}",
    "export default async function () { return render(41); }",
    "export default async function job() { return render(41); }",
    "async function main() { return render(41); }",
    "const main = async () => render(41);",
    "const job = async () => render(41);",
    "function job() { return render(41); }",
    "export async function job() { return render(41); }",
    "module.exports = async () => render(41);",
    "module.exports = function () { return render(41); }",
];

/// What is called where it stands, and needs `render` only later.
const CALLED: &[&str] = &[
    "(async () => { await null; return render(41); })();",
    "(async () => { await null; return render(41); })().catch(console.error);",
    "async function main() { await null; return render(41); }\nmain();",
];

/// What declares `render`.
const DECLARATIONS: &[&str] = &[
    "const render = (x) => x + 1;",
    "let render = (x) => x + 1;",
    "var render = (x) => x + 1;",
    "function render(x) { return x + 1; }",
    "class R { static go(x) { return x + 1; } }\nconst render = R.go;",
    "enum E { One = 1 }\nfunction render(x: number): number { return x + E.One; }",
    "interface A { x: number }\ntype B = A | string;\nconst render = (x: number): number => x + 1;",
    "const { render } = { render(x) { return x + 1; } };",
];

/// The same, by what is run itself.
const STATEMENTS: &[&str] = &[
    "let render;\nif (true) { render = (x) => x + 1; }",
    "let render;\nconst set = () => { render = (x) => x + 1; };\nset();",
];

const IMPORTS: &[&str] = &["", "import path from 'node:path';\n"];

/// A program of an entry and what it needs, in one of three orders.
fn program(entry: &str, declared: &str, order: usize) -> String {
    match order {
        0 => format!("{declared}\n{entry}"),
        1 => format!("{entry}\n{declared}"),
        _ => format!("const other = 5;\n{entry}\n{declared}\nclass Last {{}}"),
    }
}

#[test]
fn what_is_meant_is_run_wherever_it_stands() {
    let deferred = ENTRIES.iter().flat_map(|entry| {
        let needed = DECLARATIONS.iter().chain(STATEMENTS);
        needed.map(move |declared| (*entry, *declared))
    });
    let called = CALLED
        .iter()
        .flat_map(|entry| DECLARATIONS.iter().map(move |declared| (*entry, *declared)));
    let mut failures = Vec::new();
    for (entry, declared) in deferred.chain(called) {
        for order in 0..3 {
            // A function of another name is run where the program does nothing else.
            let is_named = entry.contains("job") && !entry.contains("default");
            if is_named && (STATEMENTS.contains(&declared) || order == 2) {
                continue;
            }
            for (index, import) in IMPORTS.iter().enumerate() {
                let text = format!("{import}{}", program(entry, declared, order));
                let fenced = format!("Here it is:\n\n```ts\n{text}\n```\n");
                let text = if index == 0 { text } else { fenced };
                let result = ending(&run(&text, RunOptions::default()));
                if result != "returned 42" {
                    failures.push(format!("{text}\n   gives {result}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn what_is_not_run_is_told() {
    let logs = |program: &str| {
        let run = run(program, RunOptions::default());
        run.logs.into_iter().map(|log| log.text).collect::<Vec<_>>()
    };
    for (program, expected) in [
        (
            "() => 1;\n() => 2;\nconst x = 3;",
            "note: line 1: this function was not run: a program is one function",
        ),
        (
            "function a() { c(); }\nfunction b() { a(); }\nfunction c() { b(); }",
            "note: line 1: nothing was run: the program declares functions and calls none; call one, or name it main",
        ),
        (
            "```bash\nnpm i\n```\n```js\nasync () => 1\n```\n",
            "note: line 1: this block of bash was not run",
        ),
        (
            "```js\nasync () => 1\n```\n\nIt prints:\n\n```\n1\n```\n",
            "note: line 7: this block was not run",
        ),
        (
            "async function read() {}\nasync function write() {}",
            "note: line 1: `write` was called as the program, and `read` was not: call what is meant, or name it main",
        ),
    ] {
        assert_eq!(logs(program), [expected], "{program}");
    }
    for program in [
        "async () => 1",
        "function a() {}\na();",
        "function main() { a(); }\nfunction a() {}",
        "class A {}\nnew A();",
        "async function main() { read(); }\nfunction read() {}\nfunction dead() {}",
    ] {
        assert_eq!(logs(program), [""; 0], "{program}");
    }
}

#[test]
fn an_answer_has_a_program_of_javascript() {
    let ends = |program: &str| ending(&run(program, RunOptions::default()));
    for (program, expected) in [
        (
            "<think>\nfirst `async () => 1`\n</think>\nasync () => 2",
            "returned 2",
        ),
        (
            "<thinking>\n```js\nasync () => 1\n```\n</thinking>\n\nSo:\n\n```js\nasync () => 2\n```\n",
            "returned 2",
        ),
        ("async () => \"<think>\".length", "returned 7"),
    ] {
        assert_eq!(ends(program), expected, "{program}");
    }
    for (program, line) in [
        ("```python\nprint(1)\n```\n", 1),
        ("To list them:\n\n```bash\nls\n```\n\n```json\n[]\n```\n", 3),
    ] {
        let run = run(program, RunOptions::default());
        let Outcome::Unparsable(error) = &run.outcome else {
            panic!("{program}: {:?}", run.outcome);
        };
        let tag = program
            .split("```")
            .nth(1)
            .and_then(|block| block.lines().next());
        let message = format!(
            "a block of {} is no program: write JavaScript, as in const text = await state.readFile(path)",
            tag.unwrap()
        );
        assert_eq!(
            (error.message.as_str(), error.line),
            (message.as_str(), Some(line))
        );
    }
}
