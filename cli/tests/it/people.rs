//! Output for people: results, logs, errors, and changes that were kept.

use expect_test::{Expect, expect};

use crate::Folder;

fn check(code: &str, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&Folder::new().eval(code, arguments).to_string());
}

#[test]
fn results_for_people() {
    check(
        "() => 'text\\nof two lines\\n'",
        &[],
        &expect![[r#"
        exit 0
        out: text
        out: of two lines
    "#]],
    );
    check(
        "() => 'no newline'",
        &[],
        &expect![[r#"
        exit 0
        out: no newline
    "#]],
    );
    check(
        "() => ''",
        &[],
        &expect![[r#"
        exit 0
        out: 
    "#]],
    );
    check(
        "() => ({ a: [1, { b: null }], c: 'x' })",
        &[],
        &expect![[r#"
        exit 0
        out: {
        out:   "a": [
        out:     1,
        out:     {
        out:       "b": null
        out:     }
        out:   ],
        out:   "c": "x"
        out: }
    "#]],
    );
    check(
        "() => undefined",
        &[],
        &expect![[r#"
        exit 0
    "#]],
    );
    check(
        "() => null",
        &[],
        &expect![[r#"
        exit 0
        out: null
    "#]],
    );
    check(
        "() => [1e21, 0.1, -0, 123456789]",
        &[],
        &expect![[r#"
        exit 0
        out: [
        out:   1e+21,
        out:   0.1,
        out:   0,
        out:   123456789
        out: ]
    "#]],
    );
}

#[test]
fn logs_go_to_standard_error() {
    let program = "() => { console.log('l'); console.info('i'); console.debug('d'); console.warn('w\\nw2'); console.error('e'); return 'r'; }";
    check(
        program,
        &[],
        &expect![[r#"
        exit 0
        out: r
        err: l
        err: i
        err: d
        err: warn: w
        err: w2
        err: error: e
    "#]],
    );
    check(
        program,
        &["--quiet"],
        &expect![[r#"
        exit 0
        out: r
    "#]],
    );
}

#[test]
fn an_error_shows_its_place() {
    let folder = Folder::new().with(
        "job.js",
        "// A comment first.\nasync () => {\n  const list = await state.readdir('/');\n  return list.map((n) => n.size.toFixed()).concat(missing);\n}\n",
    );
    expect![[r#"
        exit 1
        err: warn: note: line 4: state.readdir gives an array of string; what is read here has no size; state.readdirWithFileTypes(path) gives { name, type }
        err: error: ReferenceError: missing is not defined
        err:   at job.js:4:51
        err: 4 |   return list.map((n) => n.size.toFixed()).concat(missing);
        err:   |                                                   ^
    "#]]
    .assert_eq(&folder.run(["job.js"]).to_string());
}

#[test]
fn what_a_run_was_not_given_is_told() {
    check(
        "() => input.n",
        &[],
        &expect![[r#"
            exit 1
            err: error: ReferenceError: input is not defined; this run was given no input
            err:   at --eval:1:7
            err: 1 | () => input.n
            err:   |       ^
        "#]],
    );
}

#[test]
fn changes_that_were_kept_are_reported_after_an_error() {
    let program = "async () => { await state.writeFile('/a', '1'); throw new Error('no'); }";
    check(
        program,
        &[],
        &expect![[r#"
        exit 1
        err: error: Error: no
        err:   at --eval:1:55
        err: 1 | async () => { await state.writeFile('/a', '1'); throw new Error('no'); }
        err:   |                                                       ^
        err: note: earlier changes were kept: 1 created, 0 changed, 0 deleted
    "#]],
    );
    check(
        program,
        &["--atomic"],
        &expect![[r#"
        exit 1
        err: error: Error: no
        err:   at --eval:1:55
        err: 1 | async () => { await state.writeFile('/a', '1'); throw new Error('no'); }
        err:   |                                                       ^
        err: note: nothing was kept; the changes would have been: 1 created, 0 changed, 0 deleted
        err:   create /a (1 bytes)
    "#]],
    );
}

#[test]
fn a_dry_run_reports_the_changes_it_would_make() {
    let folder = Folder::new();
    let set_up =
        "async () => { await state.writeFile('/old', '1'); await state.writeFile('/gone', '22'); }";
    assert_eq!(folder.eval(set_up, &["--db", "s.sqlite"]).code, Some(0));
    let program = "async () => { await state.writeFile('/new', '333'); await state.appendFile('/old', '!'); await state.rm('/gone'); return 'done'; }";
    let answer = folder.eval(program, &["--db", "s.sqlite", "--dry-run"]);
    expect![[r#"
        exit 0
        out: done
        err: note: nothing was kept; the changes would have been: 1 created, 1 changed, 1 deleted
        err:   create /new (3 bytes)
        err:   change /old (1 -> 2 bytes)
        err:   delete /gone (2 bytes)
        err: diff --git a/gone b/gone
        err: deleted file mode 100644
        err: --- a/gone
        err: +++ /dev/null
        err: @@ -1,1 +0,0 @@
        err: -22
        err: \ No newline at end of file
        err: diff --git a/new b/new
        err: new file mode 100644
        err: --- /dev/null
        err: +++ b/new
        err: @@ -0,0 +1,1 @@
        err: +333
        err: \ No newline at end of file
        err: diff --git a/old b/old
        err: --- a/old
        err: +++ b/old
        err: @@ -1,1 +1,1 @@
        err: -1
        err: \ No newline at end of file
        err: +1!
        err: \ No newline at end of file
    "#]]
    .assert_eq(&answer.to_string());
    let after = folder.eval(
        "async () => state.readdir('/')",
        &["--db", "s.sqlite", "--json"],
    );
    assert_eq!(after.json()["result"], serde_json::json!(["gone", "old"]));
}
