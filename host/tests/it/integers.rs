//! Integers beyond 2^53 between Rust, JSON and programs: exact, or an error.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use isolate_host::{Functions, Outcome, RunOptions, Value, from_value, to_value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::run_with;

const LARGE: u64 = (1 << 53) + 1;

#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
struct Order {
    id: u64,
    parts: Vec<i64>,
    parent: Option<u64>,
    #[serde(default)]
    by_name: BTreeMap<String, u64>,
}

fn order() -> Order {
    Order {
        id: LARGE,
        parts: vec![1, -9_007_199_254_740_993, i64::MIN],
        parent: Some(u64::MAX),
        by_name: BTreeMap::from([("a".to_owned(), LARGE), ("b".to_owned(), 2)]),
    }
}

/// The message and the code of what a program throws with these functions.
fn thrown(functions: &Functions, code: &str) -> (String, String) {
    let run = run_with(code, &RunOptions::new().functions(functions.clone()));
    let error = run.outcome.error().unwrap();
    let code = error.code().unwrap_or_default().to_owned();
    (error.message().to_owned(), code)
}

#[test]
fn what_one_function_answers_another_takes_digit_for_digit() {
    let deleted = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&deleted);
    let options = RunOptions::new()
        .function("orders", "newest", |(): ()| async { Ok(LARGE) })
        .function("orders", "get", |(): ()| async { Ok(order()) })
        .function("orders", "same", |order: Order| async { Ok(order) })
        .function("orders", "delete", move |id: u64| {
            log.lock().unwrap().push(id);
            async { Ok(()) }
        });
    let code = "async () => {
        const newest = await orders.newest();
        await orders.delete(newest);
        await orders.delete(7n);
        await orders.delete(7);
        const order = await orders.get();
        order.by_name.b = 2n;
        const same = await orders.same(order);
        return { newest, same, types: [typeof order.parts[0], typeof order.parts[1], typeof order.by_name.a] };
    }";
    let run = run_with(code, &options);
    #[derive(Debug, Deserialize, PartialEq)]
    struct Returned {
        newest: u64,
        same: Order,
        types: Vec<String>,
    }
    let returned: Returned = run.result().unwrap();
    assert_eq!(returned.newest, LARGE);
    assert_eq!(returned.same, order());
    assert_eq!(returned.types, ["number", "bigint", "bigint"]);
    assert_eq!(*deleted.lock().unwrap(), [LARGE, 7, 7]);
}

#[test]
fn integers_of_128_bits_are_answered_and_refused_as_arguments_where_they_do_not_fit() {
    let options = RunOptions::new()
        .function("n", "largest", |(): ()| async { Ok(u128::MAX) })
        .function("n", "half", |n: i128| async move { Ok(n / 2) });
    let run = run_with(
        "async () => [await n.largest(), await n.half(2n ** 63n)]",
        &options,
    );
    assert_eq!(run.result::<Vec<u128>>().unwrap(), [u128::MAX, 1 << 62]);
    let code = "async () => n.half(2n ** 64n)";
    let error = run_with(code, &options).outcome.error().unwrap();
    assert_eq!(
        error.message(),
        "n.half: the argument does not fit: the BigInt 18446744073709551616n is beyond 64 bits: \
         pass it as text, or a smaller one"
    );
    assert_eq!(error.code(), Some("EINVAL"));
}

#[test]
fn an_argument_that_may_have_been_rounded_is_refused_with_its_path() {
    let mut functions = Functions::new();
    let mut orders = functions.namespace("orders");
    orders.add("same", |order: Order| async { Ok(order) });
    orders
        .add_dynamic("any", |argument: Json, _| async { Ok(argument) })
        .input(json!({ "properties": { "id": { "type": "integer" }, "n": { "type": "number" } } }));
    let code = "() => orders.same({ id: 9007199254740993, parts: [] })";
    let (message, code) = thrown(&functions, code);
    assert_eq!(code, "EINVAL");
    assert_eq!(
        message,
        "orders.same: the argument does not fit: .id: the number 9007199254740992 is beyond \
         2^53 - 1, so it may have been rounded: use a BigInt, such as 9007199254740992n"
    );
    let (message, _) = thrown(
        &functions,
        "() => orders.same({ id: 1, parts: [0, 2 ** 60] })",
    );
    assert!(message.contains("fit: .parts[1]: the number"), "{message}");
    let (message, _) = thrown(&functions, "() => orders.any({ n: 5n })");
    assert!(
        message.contains(".n: ") && message.contains("BigInt"),
        "{message}"
    );
    let run = run_with(
        "() => orders.any({ id: 5n, n: 2 ** 60 })",
        &RunOptions::new().functions(functions),
    );
    assert_eq!(
        run.result::<Json>().unwrap(),
        json!({ "id": 5, "n": 2_f64.powi(60) })
    );
}

#[test]
fn an_answer_of_undeclared_integers_is_an_error_with_its_path() {
    let mut functions = Functions::new();
    let mut orders = functions.namespace("orders");
    orders.add("untyped", |(): ()| async {
        Ok(json!({ "list": [{ "id": LARGE }] }))
    });
    orders.add_dynamic("json", |_: Json, _| async { Ok(json!({ "id": LARGE })) });
    orders
        .add_dynamic("number", |_: Json, _| async { Ok(json!({ "id": LARGE })) })
        .output(json!({ "properties": { "id": { "type": "number" } } }));
    orders
        .add_dynamic("integer", |_: Json, _| async { Ok(json!({ "id": LARGE })) })
        .output(json!({ "properties": { "id": { "type": "integer", "maximum": LARGE } } }));
    for (name, path) in [
        ("untyped", ".list[0].id"),
        ("json", ".id"),
        ("number", ".id"),
    ] {
        let (message, code) = thrown(&functions, &format!("() => orders.{name}()"));
        assert_eq!(code, "EBADMSG", "{message}");
        let start = format!("the answer of orders.{name} does not reach the program: {path}: ");
        assert!(message.starts_with(&start), "{message}");
    }
    let options = RunOptions::new().functions(functions);
    let run = run_with(
        "async () => (await orders.integer()).id === 9007199254740993n",
        &options,
    );
    assert_eq!(run.outcome, Outcome::Returned(Value::Boolean(true)));
}

#[test]
fn approvals_see_the_integer() {
    let mut functions = Functions::new();
    let mut orders = functions.namespace("orders");
    orders
        .add("delete", |id: u64| async move { Ok(id) })
        .approval(isolate_host::Approval::when(|id| {
            id.as_u64() == Some(LARGE)
        }));
    functions.on_approval(|request| async move {
        match request.argument.as_u64() == Some(LARGE) {
            true => isolate_host::Decision::Approve,
            false => isolate_host::Decision::refuse("another order"),
        }
    });
    let options = RunOptions::new().functions(functions);
    let run = run_with("() => orders.delete(9007199254740993n)", &options);
    assert_eq!(run.result::<u64>().unwrap(), LARGE);
}

#[test]
fn declarations_say_which_integers_may_be_a_bigint() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct All {
        a: u64,
        b: i64,
        c: usize,
        d: isize,
        e: u128,
        f: Option<i64>,
        g: Vec<u64>,
        h: u32,
        i: i8,
    }
    let mut functions = Functions::new();
    functions
        .namespace("n")
        .add("f", |_: All| async { Ok(1_u64) });
    let told = functions.declarations();
    for member in [
        "a: number | bigint;",
        "b: number | bigint;",
        "c: number | bigint;",
        "d: number | bigint;",
        "e: number | bigint;",
        "f?: number | bigint;",
        "g: (number | bigint)[];",
        "h: number;",
        "i: number }",
        "Promise<number | bigint>",
    ] {
        assert!(told.contains(member), "{member}: {told}");
    }
}

#[test]
fn an_input_keeps_its_digits() {
    let options = RunOptions::new().input(&order()).unwrap();
    let run = run_with("order => [typeof order.id, order]", &options);
    let (kind, same): (String, Order) = run.result().unwrap();
    assert_eq!((kind.as_str(), same), ("bigint", order()));
}

#[test]
fn results_are_read_into_the_types_that_hold_them() {
    let run = |code: &str| run_with(code, &RunOptions::new());
    assert_eq!(run("9007199254740993n").result::<u64>().unwrap(), LARGE);
    assert_eq!(run("-5n").result::<i8>().unwrap(), -5);
    assert_eq!(run("2n ** 100n").result::<i128>().unwrap(), 1 << 100);
    assert_eq!(
        run("new Uint8Array([1, 2])").result::<Vec<u8>>().unwrap(),
        [1, 2]
    );
    assert_eq!(
        run("new Uint8Array([1, 2])").result::<[u8; 2]>().unwrap(),
        [1, 2]
    );
    assert_eq!(
        run("new Map([['a', 1n], ['b', 2]])")
            .result::<HashMap<String, u64>>()
            .unwrap(),
        HashMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)])
    );
    assert_eq!(
        run("new Map([[1, 'x'], [2n ** 60n, 'y']])")
            .result::<BTreeMap<u64, String>>()
            .unwrap(),
        BTreeMap::from([(1, "x".to_owned()), (1 << 60, "y".to_owned())])
    );
    assert_eq!(
        run("({ 1: 'x', 20: 'y' })")
            .result::<BTreeMap<u8, String>>()
            .unwrap(),
        BTreeMap::from([(1, "x".to_owned()), (20, "y".to_owned())])
    );
    assert_eq!(run("new Set([1, 2])").result::<Vec<u8>>().unwrap(), [1, 2]);
    // A type that takes anything gets the documented form.
    assert_eq!(
        run("[5n, new Map([[1, 2]]), new Uint8Array([1])]")
            .result::<Json>()
            .unwrap(),
        json!([{ "$bigint": "5" }, { "$map": [[1, 2]] }, { "$bytes": "AQ==" }])
    );
    for (code, message) in [
        (
            "2 ** 53",
            "the result does not fit: the number 9007199254740992 is beyond 2^53 - 1 and may have been rounded: use a BigInt, such as 9007199254740992n",
        ),
        (
            "300n",
            "the result does not fit: invalid value: integer `300`, expected u8",
        ),
        ("2n ** 200n", "expected u8"),
        ("'5'", "invalid type: string \"5\", expected u8"),
    ] {
        let error = run(code).result::<u8>().unwrap_err().to_string();
        assert!(error.contains(message), "{code}: {error}");
    }
    let error = run("({ a: [5n] })")
        .result::<HashMap<String, Vec<f64>>>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`a[0]` of the result does not fit: invalid type: the BigInt 5n, expected f64"
    );
}

#[test]
fn values_and_rust_types_convert_both_ways() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    enum Kind {
        Plain,
        One(u64),
        Two(u8, String),
        Named { at: i64 },
    }
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Unit;
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct All {
        kinds: Vec<Kind>,
        pair: (u8, Option<String>),
        unit: Unit,
        letter: char,
        half: f32,
        by_number: BTreeMap<u64, bool>,
        nothing: Option<u8>,
        #[serde(flatten)]
        rest: BTreeMap<String, i64>,
    }
    let all = || All {
        kinds: vec![
            Kind::Plain,
            Kind::One(LARGE),
            Kind::Two(1, "x".to_owned()),
            Kind::Named { at: -1 },
        ],
        pair: (1, Some("y".to_owned())),
        unit: Unit,
        letter: 'z',
        half: 0.5,
        by_number: BTreeMap::from([(LARGE, true)]),
        nothing: None,
        rest: BTreeMap::from([("more".to_owned(), 3)]),
    };
    let value = to_value(&all()).unwrap();
    assert_eq!(from_value::<All>(&value).unwrap(), all());
    // It is what JSON would say, but for the large integer.
    let mut json = serde_json::to_value(all()).unwrap();
    json["kinds"][1]["One"] = json!({ "$bigint": LARGE.to_string() });
    assert_eq!(isolate_host::to_json(&value), Some(json));
    let error = from_value::<All>(&to_value(&json!({ "kinds": [{ "One": "x" }] })).unwrap());
    assert!(error.unwrap_err().to_string().starts_with("kinds[0].One: "));
}
