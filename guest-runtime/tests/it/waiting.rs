//! Timers, pending calls, and everything that goes on over time.

use isolate_protocol::Value;
use isolate_protocol::wire::message::{FunctionFault, Step};

use crate::fake::{Answer, Run, logged, one_file, run};
use crate::programs::{check, shown};

fn waiting() -> Run {
    let next = std::cell::Cell::new(0);
    Run::new(move |name, args| {
        if name == "tools.slow" {
            next.set(next.get() + 1);
            return Answer::Pending(next.get());
        }
        one_file(name, args)
    })
}

#[test]
fn pending_calls_overlap_and_complete_in_either_order() {
    let source = "const [a, b] = await Promise.all([tools.slow(1), tools.slow(2)]); return [a, b];";
    for order in [[1, 2], [2, 1]] {
        let mut run = waiting();
        assert_eq!(run.start(source), Step::Waiting);
        assert_eq!(run.record.borrow().calls.len(), 2);
        let step = run.resume(order[0], &Ok(Value::Number(f64::from(order[0]))));
        assert_eq!(step, Step::Waiting);
        let step = run.resume(order[1], &Ok(Value::Number(f64::from(order[1]))));
        assert_eq!(shown(&step), "[1,2]");
    }
}

#[test]
fn a_pending_call_may_fail_where_it_was_made() {
    let mut run = waiting();
    assert_eq!(
        run.start("const x = 1;\nawait tools.slow(1);"),
        Step::Waiting
    );
    let error = FunctionFault {
        code: "EBROKEN".to_owned(),
        message: "it broke".to_owned(),
        data: Some(Value::Number(5.0)),
        is_argument_error: false,
    };
    let Step::Threw(thrown) = run.resume(1, &Err(error)) else {
        panic!("should throw");
    };
    assert_eq!(thrown.message, "it broke");
    assert_eq!(thrown.code.as_deref(), Some("EBROKEN"));
    assert_eq!(thrown.line, Some(2));
}

#[test]
fn real_calls_come_before_virtual_time() {
    let mut run = waiting();
    let source = "const late = new Promise((_, no) => setTimeout(() => no(new Error('late')), 100));\nreturn Promise.race([tools.slow(1), late]);";
    assert_eq!(run.start(source), Step::Waiting);
    assert_eq!(shown(&run.resume(1, &Ok(Value::Null))), "null");
}

#[test]
fn timers_fire_in_the_order_of_their_time() {
    assert_eq!(
        logged(
            "setTimeout(() => console.log('c'), 20); setTimeout(() => console.log('b'), 10); setImmediate(() => console.log('a')); queueMicrotask(() => console.log('0')); await new Promise((r) => setTimeout(r, 30));"
        ),
        "0\na\nb\nc"
    );
    assert_eq!(
        logged(
            "let n = 0; await new Promise((done) => { const id = setInterval(() => { console.log(++n); if (n === 3) { clearInterval(id); done(); } }, 5); });"
        ),
        "1\n2\n3"
    );
    check(
        "const t = Date.now(); await new Promise((r) => setTimeout(r, 60000)); return Date.now() - t >= 60000 && Date.now() - t < 60010",
        "true",
    );
    check(
        "const id = setTimeout(() => {}, 5); clearTimeout(id); clearTimeout(undefined); 1",
        "1",
    );
    check(
        "await new Promise((r, no) => { setTimeout(() => { throw new Error('in timer') }, 1) })",
        "Error: in timer @1:57",
    );
    check(
        "for (let i = 0; i < 10001; i++) setTimeout(() => {}, 1)",
        "RangeError: more than 10000 timers are waiting @1:33",
    );
}

#[test]
fn what_can_never_settle_is_stalled() {
    assert_eq!(run("await new Promise(() => {})"), Step::Stalled);
    check("await { then() {} }", "stalled");
    check("await state; typeof state.then", "\"undefined\"");
}

#[test]
fn time_and_chance_are_those_of_the_start() {
    check("new Date().toISOString()", "\"2023-11-14T22:13:20.000Z\"");
    let source =
        "[Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(3))]]";
    assert_eq!(run(source), run(source));
    let mut other = Run::new(one_file);
    other.start.seed = 8;
    assert_ne!(other.start(source), run(source));
}

#[test]
fn an_error_of_a_function_has_its_code_and_data() {
    let source = "try { await tools.slow(1) } catch (e) { return [e instanceof TypeError, e.name, e.code, e.data.at, e.message] }";
    for (is_argument_error, shape) in [(false, "[false,\"Error\""), (true, "[true,\"TypeError\"")] {
        let mut run = waiting();
        assert_eq!(run.start(source), Step::Waiting);
        let fault = FunctionFault {
            code: "E_QUOTA".to_owned(),
            message: "too many".to_owned(),
            data: Some(Value::Object(vec![("at".into(), Value::Number(3.0))])),
            is_argument_error,
        };
        let shown = shown(&run.resume(1, &Err(fault)));
        assert_eq!(shown, format!("{shape},\"E_QUOTA\",3,\"too many\"]"));
    }
}

#[test]
fn a_program_waits_for_the_calls_that_it_does_not_wait_for() {
    let mut run = waiting();
    let source = "tools.slow(1).then((value) => console.log('then', value)); return 'done'";
    assert_eq!(run.start(source), Step::Waiting);
    let step = run.resume(1, &Ok(Value::Number(7.0)));
    assert_eq!(shown(&step), "\"done\"");
    assert_eq!(run.logs(), ["then 7"]);
}

#[test]
fn a_call_that_a_program_ends_before_ends_in_the_program() {
    let mut run = waiting();
    let source = "tools.slow(1).catch((error) => console.log('caught', error.code)); throw 'over'";
    assert_eq!(shown(&run.start(source)), "Error: over");
    let fault = FunctionFault {
        code: "ECANCELED".to_owned(),
        message: "the program ended".to_owned(),
        data: None,
        is_argument_error: false,
    };
    assert_eq!(run.resume(1, &Err(fault)), Step::Stalled);
    assert_eq!(run.logs(), ["caught ECANCELED"]);
}

#[test]
fn namespaces_are_globals_and_names_that_are_none_say_what_is_meant() {
    for (source, wanted) in [
        (
            "return [typeof github, typeof tools, typeof functions, Object.keys(github), typeof github.createIssue]",
            r#"["object","object","object",["createIssue","listIssues"],"function"]"#,
        ),
        (
            "return [typeof github.createIsue, github.createIsue?.({}) ?? 'none', 'createIsue' in github, typeof tools['no-name']]",
            r#"["undefined","none",false,"undefined"]"#,
        ),
        (
            "const g = github; try { g.createIsue({}) } catch (e) { return e.message }",
            "\"g.createIsue is not a function. github.createIssue may be meant. The functions of github are createIssue, listIssues\"",
        ),
        (
            "try { ({ x: 1, [Symbol.toStringTag]: 'other' }).createIsue() } catch (e) { return e.message }",
            "\"(intermediate value).createIsue is not a function\"",
        ),
        (
            "try { github.createIsue({}) } catch (e) { return e.message }",
            "\"github.createIsue is not a function. github.createIssue may be meant. The functions of github are createIssue, listIssues\"",
        ),
        (
            "try { tools.createIssue({}) } catch (e) { return e.message }",
            "\"tools.createIssue is not a function. github.createIssue is a function. The functions of tools are slow\"",
        ),
        (
            "try { github.x = 1; return 'set' } catch (e) { return e.name }",
            "\"TypeError\"",
        ),
        ("return String(github)", "\"[object github]\""),
    ] {
        assert_eq!(
            shown(&waiting().start(&format!("'use strict'; {source}"))),
            wanted,
            "{source}"
        );
    }
    let Step::Threw(thrown) = waiting().start("githb.createIssue({})") else {
        panic!("should throw");
    };
    assert_eq!(
        thrown.message,
        "githb is not defined; the functions of this run are in github"
    );
    let Step::Threw(thrown) = waiting().start("createIssue({})") else {
        panic!("should throw");
    };
    assert_eq!(
        thrown.message,
        "createIssue is not defined; github.createIssue may be meant"
    );
}
