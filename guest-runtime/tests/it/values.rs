//! Values over the wall, and objects that mean harm.

use isolate_protocol::Value;
use isolate_protocol::wire::message::{Namespace, Step};
use proptest::prelude::*;

use crate::fake::{Answer, Run, one_file, run};
use crate::programs::{check, shown};

fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof!["[a-z]{0,6}", "\\PC{0,6}"];
    let leaf = prop_oneof![
        Just(Value::Undefined),
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i32>().prop_map(|number| Value::Number(number.into())),
        prop::num::f64::NORMAL.prop_map(Value::Number),
        text.prop_map(|text: String| Value::String(text.into())),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Value::Bytes),
        (0_i32..i32::MAX).prop_map(|time| Value::Date(time.into())),
        any::<i128>().prop_map(|number| Value::BigInt(number.to_string())),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop_oneof![
            "[a-c]{1,3}",
            Just("__proto__".to_owned()),
            Just("constructor".to_owned())
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::btree_map(key, inner.clone(), 0..6).prop_map(|members| {
                let members = members.into_iter().map(|(key, value)| (key.into(), value));
                Value::Object(members.collect())
            }),
            prop::collection::vec(inner, 0..4).prop_map(|items| Value::Map(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(at, item)| (Value::String(at.to_string().into()), item))
                    .collect()
            )),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_come_back_as_they_went(value in value()) {
        let mut run = Run::new(one_file);
        run.start.input = Some(value.clone());
        run.start.functions = vec![Namespace {
            name: "tools".to_owned(),
            functions: vec!["echo".to_owned()],
        }];
        // As the input, through the host, and as the result.
        let step = run.start("async (input) => tools.echo(input)");
        prop_assert_eq!(step, Step::Returned(value));
    }

    #[test]
    fn any_text_gives_a_step(source in "\\PC{0,80}") {
        let _ = run(&source);
    }

    #[test]
    fn any_tokens_give_a_step(tokens in prop::collection::vec(prop::sample::select(&[
        "async", "()", "=>", "{", "}", "(", ")", "return", "await", "const", "x", "=", "1", ";", ",",
        "\n", "```", "js", "'a'", "`", "${", "export", "default", "function", "main", "import",
        "class", "state.", "exists", "[", "]", ".", "?", ":", "/", "//", "/*", "*/", "throw", "new",
        "-", "!", "yield", "for", "of", "in", "let", "if", "else", "é", "😀", "#x", "input",
    ][..]), 0..24)) {
        let source = tokens.join(" ");
        // Endless loops need fuel, which a native engine has not.
        prop_assume!(!source.contains("for"));
        let _ = run(&source);
    }
}

#[test]
fn results_keep_their_kinds() {
    for (source, expected) in [
        (
            "new Uint8Array([1, 2, 3]).subarray(1)",
            Value::Bytes(vec![2, 3]),
        ),
        ("new ArrayBuffer(2)", Value::Bytes(vec![0, 0])),
        (
            "new DataView(new ArrayBuffer(4), 1, 2)",
            Value::Bytes(vec![0, 0]),
        ),
        ("new Date(5)", Value::Date(5.0)),
        (
            "function foo() {}\nreturn [foo]",
            Value::Array(vec![Value::Function("foo".to_owned())]),
        ),
        ("Symbol('s')", Value::Symbol("s".to_owned())),
        (
            "10n ** 30n",
            Value::BigInt("1".to_owned() + &"0".repeat(30)),
        ),
        ("new Set([1])", Value::Set(vec![Value::Number(1.0)])),
        (
            "[1, , 3]",
            Value::Array(vec![
                Value::Number(1.0),
                Value::Undefined,
                Value::Number(3.0),
            ]),
        ),
        ("Object(5)", Value::Number(5.0)),
        ("/a/g", Value::String("/a/g".into())),
        (
            "const o = { a: {} }; o.a.b = o.a; o.c = [o]; return o",
            Value::Object(vec![
                (
                    "a".into(),
                    Value::Object(vec![("b".into(), Value::Reference("$.a".to_owned()))]),
                ),
                (
                    "c".into(),
                    Value::Array(vec![Value::Reference("$".to_owned())]),
                ),
            ]),
        ),
    ] {
        assert_eq!(run(source), Step::Returned(expected), "{source}");
    }
    check("({ toJSON() { return [1] } })", "[1]");
    check(
        "class A { x = 1; #y = 2; get z() { return 3 } }\nnew A()",
        "{x:1}",
    );
    check("[state.readFile('/a')]", "[\"text\"]");
    check("[1].map(async (x) => x + 1)", "[2]");
    check("new Proxy({ a: 1 }, {})", "{a:1}");
    check("[new Proxy([1, new Proxy([], {})], {})]", "[[1,[]]]");
    check("Object.keys(state).length", "45");
    check("'readFile' in state", "true");
    check("Object.isFrozen(state)", "true");
    check(
        "Promise.all(['/a', '/a'].map(state.readFile))",
        "[\"text\",\"text\"]",
    );
    check(
        "const s = {}; s.__proto__ = null; JSON.parse('{\"__proto__\":1}')",
        "{__proto__:1}",
    );
}

#[test]
fn results_are_cut_at_their_limit() {
    let mut run = Run::new(one_file);
    run.start.result_bytes_max = 100;
    let step = run.start("Array.from({ length: 1000 }, (_, i) => i)");
    let Step::Returned(Value::Array(items)) = step else {
        panic!("should return an array");
    };
    assert_eq!(items.len(), 12);
    let cut = Value::Cut {
        left_out: 989.0,
        what: "items".to_owned(),
    };
    assert_eq!(items.last(), Some(&cut));
    let step = run.start("'x'.repeat(1000)");
    assert!(shown(&step).contains("more characters cut]"), "{step:?}");
    let step = run.start("Object.fromEntries(Array.from({ length: 50 }, (_, i) => ['k' + i, i]))");
    assert!(shown(&step).contains("members"), "{step:?}");
}

#[test]
fn hostile_objects_do_no_harm() {
    check(
        "({ get x() { throw new Error('trap') } })",
        "Error: trap @1:20",
    );
    check(
        "new Proxy({}, { ownKeys() { throw new Error('keys') } })",
        "Error: keys @1:35",
    );
    check(
        "new Proxy([], { get() { throw new Error('get') } })",
        "Error: get @1:31",
    );
    check(
        "let deep = {}; for (let i = 0; i < 5000; i++) deep = { deep }; typeof deep",
        "\"object\"",
    );
    assert!(matches!(
        run("let deep = []; for (let i = 0; i < 5000; i++) deep = [deep]; deep"),
        Step::Returned(_)
    ));
    for source in [
        "console.log(new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } }))",
        "console.log({ get a() { throw 1 }, toString() { throw 2 }, [Symbol.toPrimitive]() { throw 3 } })",
        "console.log('%s %d %j', { toString() { throw 2 } }, { valueOf() { throw 1 } }, { toJSON() { throw 1 } })",
        "const p = Proxy.revocable({}, {}); p.revoke(); console.log(p.proxy, [p.proxy])",
        "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw 1 } }); console.log(e)",
        "class A { static get name() { throw 1 } }; console.log(new A(), A)",
        "Object.prototype.toJSON = undefined; Array.prototype.map = null; Object.keys = null; console.log({ a: [1] })",
        "let d = []; for (let i = 0; i < 5000; i++) d = [d]; console.log(d)",
        "console.log(state, tools, console, globalThis.Math, globalThis)",
        "console.log(...Array(200).fill(0))",
        "console.table(state); console.table([null, undefined, new Proxy({}, {})])",
    ] {
        let step = run(source);
        assert!(matches!(step, Step::Returned(_)), "{source}: {step:?}");
    }
    check(
        "Object.prototype.then = function (r) { r(7) }; await state.exists('/a')",
        "true",
    );
}

#[test]
fn log_entries_are_cut_and_kept_apart() {
    let mut run = Run::new(|name, args| match name {
        "exists" => Answer::Value(Value::Null),
        _ => one_file(name, args),
    });
    run.start.log_entry_bytes_max = 10;
    run.start("console.log('é'.repeat(100)); console.warn('w'); console.error('e')");
    let record = run.record.borrow();
    assert_eq!(record.logs[0].1, "ééééé");
    assert_eq!(record.logs[0].2, 190);
    assert_eq!(record.logs.len(), 3);
}

#[test]
fn globals_do_what_they_say() {
    for (source, expected) in [
        (
            "new TextDecoder().decode(new TextEncoder().encode('é😀'))",
            "\"é😀\"",
        ),
        (
            "new TextDecoder('latin1').decode(new Uint8Array([233]))",
            "\"é\"",
        ),
        (
            "new TextDecoder('utf-16le').decode(new Uint8Array([65, 0]))",
            "\"A\"",
        ),
        ("btoa('hello') + atob('aGVsbG8=')", "\"aGVsbG8=hello\""),
        ("(1234567.891).toLocaleString()", "\"1,234,567.891\""),
        (
            "(0.256).toLocaleString('en-US', { style: 'percent' })",
            "\"26%\"",
        ),
        (
            "(1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })",
            "\"$1,234.50\"",
        ),
        ("new Date(0).toLocaleDateString()", "\"1/1/1970\""),
        ("new Date(0).toLocaleString()", "\"1/1/1970, 12:00:00 AM\""),
        (
            "new Date(0).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })",
            "\"January 1, 1970\"",
        ),
        (
            "['b', 'a', 'C', 'ä', 'A'].sort((x, y) => x.localeCompare(y))",
            "[\"a\",\"A\",\"ä\",\"b\",\"C\"]",
        ),
        (
            "['f10', 'f9'].sort(new Intl.Collator(undefined, { numeric: true }).compare)",
            "[\"f9\",\"f10\"]",
        ),
        (
            "const a = { d: new Date(1), m: new Map([[1, [2]]]) }; a.self = a; const b = structuredClone(a); [b !== a, b.self === b, b.d.getTime(), b.m.get(1)[0]]",
            "[true,true,1,2]",
        ),
        (
            "typeof SharedArrayBuffer + typeof WebAssembly + typeof window",
            "\"undefinedundefinedundefined\"",
        ),
        (
            "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); f(5000)",
            "5000",
        ),
        ("'abc'.substr(1, 1) + escape('ä')", "\"b%E4\""),
        (
            "const c = new AbortController(); c.abort(); c.signal.aborted",
            "true",
        ),
        ("new Date(2020, 0, 1).getTimezoneOffset()", "0"),
        ("performance.now() < performance.now()", "true"),
    ] {
        check(source, expected);
    }
}
