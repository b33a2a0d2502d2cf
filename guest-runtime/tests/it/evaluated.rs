//! Code that is made from text: `evaluated.txt` is what `evaluated.js` returns in Node 24.

use crate::fake::{Run, logged, one_file, run};
use crate::programs::shown;

#[test]
fn code_from_text_is_that_of_node() {
    let program = include_str!("evaluated.js").trim_end();
    let code = format!("() => console.log(({program})().join('\\n'))");
    assert_eq!(logged(&code), include_str!("evaluated.txt").trim_end());
}

#[test]
fn errors_in_a_text_have_their_place_in_it_and_that_of_the_call() {
    for (source, expected) in [
        (
            "eval('1 +\\n  )')",
            "SyntaxError: Unexpected token ')': primary expression (line 2, column 3 of the text) @1:1",
        ),
        (
            "new Function('a', 'return (')",
            "SyntaxError: Unexpected token '}': primary expression (line 1, column 9 of the text) @1:1",
        ),
        (
            "new Function('a b', 'return 1')",
            "SyntaxError: Unexpected token 'b', expected ',' (in the parameters) @1:1",
        ),
        (
            "new Function('/*', '*/) {')",
            "SyntaxError: Arg string terminates parameters early @1:1",
        ),
        (
            "new Function('}) + (function () {')",
            "SyntaxError: Unexpected token '}' @1:1",
        ),
        (
            "eval('let a; let a')",
            "SyntaxError: Identifier 'a' has already been declared (line 1, column 1 of the text) @1:1",
        ),
        (
            "(function () { let x; eval('var x'); })()",
            "SyntaxError: Identifier 'x' has already been declared @1:23",
        ),
        (
            "eval('['.repeat(1000))",
            "SyntaxError: brackets or operators are nested deeper than 300 levels (line 1, column 301 of the text) @1:1",
        ),
        (
            "\n  eval('null.x')",
            "TypeError: Cannot read properties of null (reading 'x') @2:3",
        ),
    ] {
        assert_eq!(shown(&run(source)), expected, "{source}");
    }
}

#[test]
fn stacks_show_the_text() {
    let code = "() => {
  const f = new Function('a', 'return a.b.c');
  function named() { eval('\\n\\nfunction inner() { f({}) }\\ninner()'); }
  try { named(); } catch (error) { console.log(error.stack); }
}";
    assert_eq!(
        logged(code),
        "TypeError: Cannot read properties of undefined (reading 'c')
    at anonymous (<anonymous>:3:12)
    at inner (<anonymous>:3:21)
    at eval (<anonymous>:4:6)
    at named (main.js:3:22)
    at main.js:4:9"
    );
}

#[test]
fn calls_of_eval_within_each_other_use_up_the_stack() {
    let code = "() => {
  function again() { eval('again()'); }
  try { again(); } catch (error) { return `${error.name}: ${error.message}`; }
}";
    assert_eq!(
        shown(&run(code)),
        "\"RangeError: Maximum call stack size exceeded\""
    );
}

#[test]
fn a_run_may_refuse_code_from_text() {
    let refused = "EvalError: code cannot be made from text here: write the code directly @1:1";
    for (source, expected) in [
        ("eval('1')", refused),
        ("new Function('return 1')", refused),
        (
            "const run = eval;\nrun('1')",
            refused.replace("1:1", "2:1").as_str(),
        ),
        (
            "const AsyncFunction = (async () => {}).constructor;\nAsyncFunction('return 1')",
            refused.replace("1:1", "2:1").as_str(),
        ),
        ("Function('return this')() === globalThis", "true"),
        ("eval(5)", "5"),
    ] {
        let mut run = Run::new(one_file);
        run.start.is_code_from_text_refused = true;
        assert_eq!(shown(&run.start(source)), expected, "{source}");
    }
}
