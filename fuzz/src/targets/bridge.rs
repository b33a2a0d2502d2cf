//! Calls of a guest that was taken over.

use std::cell::RefCell;
use std::time::Duration;

use crate::Chance;
use crate::behaviour::{saw, size};
use isolate_host::bridge::Bridge;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{reply, request};
use isolate_protocol::{METHODS, MORE, Method, Shape, Text, Type, Value};

/// Bytes of all files.
const QUOTA: u64 = 1 << 20;

/// Requests to one workspace. After them it has to be sound.
const REQUESTS: u32 = 3_000;

/// What one request may take.
const TIME_MAX: Duration = Duration::from_secs(2);

thread_local! {
    static BRIDGE: RefCell<Option<(Bridge, u32)>> = const { RefCell::new(None) };
}

/// Sends a request: one that the bytes describe, or the bytes themselves.
pub(super) fn bridge(data: &[u8]) {
    BRIDGE.with_borrow_mut(|slot| {
        let (bridge, left) = slot.get_or_insert_with(|| (filled(), REQUESTS));
        let request = request_of(data);
        let answer = bridge.answer(&request, TIME_MAX);
        saw_answer(&request, answer.as_deref());
        *left -= 1;
        if *left == 0 {
            let findings = bridge
                .check()
                .expect("a workspace in memory can be checked");
            assert!(findings.is_empty(), "{findings:?}");
            *slot = None;
        }
    });
}

/// Tells how a call of which method ended.
fn saw_answer(request: &[u8], answer: Option<&[u8]>) {
    let which = request.get(..3);
    match answer {
        None => saw("the run ended", which),
        // An error begins with its code.
        Some([reply::ERROR, rest @ ..]) => saw("error", (which, rest.get(..2))),
        Some([_, value, rest @ ..]) => saw("value", (which, value, size(rest.len()))),
        Some(_) => saw("no value", which),
    }
}

/// Begins with a new workspace.
pub(super) fn forget() {
    BRIDGE.take();
}

fn request_of(data: &[u8]) -> Vec<u8> {
    match data.split_first() {
        Some((b'=', message)) => message.to_vec(),
        _ => Described { data, at: 0 }.request(),
    }
}

/// Texts that mean something to one method or another.
const TEXTS: &[&str] = &[
    "/a",
    "/d",
    "/d/b.ts",
    "/j.json",
    "/l",
    "/x.tar.gz",
    "/",
    "/new",
    "/new/deep",
    "/out",
    "/l/b.ts",
    "..",
    "",
    "/**",
    "**/*.ts",
    "/d/*",
    "!a",
    "o",
    "(?=o)o+",
    "(\\w+)\\1",
    "$1$&",
    "one",
    ".a[1].b",
    "/a/0",
    "$..b",
    "utf8",
    "base64",
    "wx",
    "a",
    "sha1",
    "set",
    "merge",
    "delete",
    "append",
    "\u{feff}x",
    "\0",
    "x\ny\r\n",
    "md5",
    "755",
    "*** Begin Patch\n*** Update File: /a\n-two\n+2\n*** End Patch\n",
    "--- /a\n+++ /a\n@@ -1 +1 @@\n-one\n+1\n",
    "2024-02-30",
    "file",
    "directory",
    "write",
    "replace",
    "/d/../a",
    "/a/",
    "//",
    "é",
    "e\u{301}",
    "s/a/b/g",
    "-rf",
];

/// Keys beside those of the types.
const KEYS: &[&str] = &[
    "path",
    "content",
    "recursive",
    "force",
    "regex",
    "flag",
    "encoding",
    "options",
    "kind",
    "op",
    "value",
    "search",
    "replacement",
    "lines",
    "exclude",
    "dryRun",
    "$set",
    "/a/0",
    "a.b",
    "__proto__",
    "length",
    "then",
];

/// A request that any bytes describe.
struct Described<'a> {
    data: &'a [u8],
    at: usize,
}

impl Described<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.data.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let at = usize::from(self.byte());
        all.get(at % all.len().max(1)).copied()
    }

    fn request(mut self) -> Vec<u8> {
        let rows: Vec<&'static Method> = METHODS.iter().chain(MORE).collect();
        let row = usize::from(self.byte()) % rows.len();
        let method = rows[row];
        let alias = usize::from(self.byte()) % (method.aliases.len() + 1);
        let params: Vec<_> = method.all_params().collect();
        let count = match self.byte() % 8 {
            0 => usize::from(self.byte() % 6),
            1 => params.iter().filter(|param| !param.optional).count(),
            _ => params.len(),
        };
        let mut out = Encoder::new();
        out.u8(request::STATE);
        let [row, alias] = [row, alias].map(|number| u8::try_from(number).unwrap_or(0));
        out.u16(u16::from_le_bytes([row, alias]));
        out.u8(u8::try_from(count).unwrap_or(0));
        for index in 0..count {
            let value = match params.get(index) {
                Some(param) => self.typed(method, param.name, &param.ty, 0),
                None => self.any(0),
            };
            out.value(&value);
        }
        out.into_bytes()
    }

    /// A value of a type, mostly.
    fn typed(&mut self, method: &Method, name: &str, ty: &Type, depth: u8) -> Value {
        if self.byte().is_multiple_of(16) || depth > 4 {
            return self.any(depth);
        }
        match ty {
            Type::String | Type::Content | Type::Query | Type::Globs => match self.byte() % 4 {
                0 => self.text(),
                1 => sample(method, name, ty),
                _ => text(self.one_of(TEXTS).unwrap_or_default()),
            },
            Type::Number => self.number(),
            Type::Array(item) => {
                let count = self.byte() % 4;
                Value::Array(
                    (0..count)
                        .map(|_| self.typed(method, name, item, depth + 1))
                        .collect(),
                )
            }
            Type::Union(members) => {
                let at = usize::from(self.byte()) % members.len().max(1);
                members.get(at).map_or(Value::Null, |member| {
                    self.typed(method, name, member, depth + 1)
                })
            }
            Type::Named(def) => match &def.shape {
                Shape::Alias(ty) => self.typed(method, name, ty, depth + 1),
                Shape::Object(fields) | Shape::Options(fields) => {
                    let mut members: Vec<_> = Vec::new();
                    for field in *fields {
                        if !field.optional && !self.byte().is_multiple_of(16)
                            || self.byte().is_multiple_of(4)
                        {
                            let value = self.typed(method, field.name, &field.ty, depth + 1);
                            members.push((field.name.into(), value));
                        }
                    }
                    if self.byte().is_multiple_of(8) {
                        members.push((self.key(), self.any(depth + 1)));
                    }
                    Value::Object(members)
                }
            },
            Type::Json | Type::Data | Type::Kept => self.any(depth + 1),
            _ => sample(method, name, ty),
        }
    }

    fn any(&mut self, depth: u8) -> Value {
        match self.byte() % if depth > 4 { 8 } else { 12 } {
            0 => Value::Undefined,
            1 => Value::Null,
            2 => Value::Boolean(self.byte().is_multiple_of(2)),
            3 => self.number(),
            4 => self.text(),
            5 => text(self.one_of(TEXTS).unwrap_or_default()),
            6 => Value::Bytes(self.bytes()),
            7 => Value::RegExp {
                source: "o+(?=x)?".to_owned(),
                flags: "gi".to_owned(),
            },
            8 => Value::Date(f64::from(self.byte()) * 1e12),
            9 | 10 => {
                let count = self.byte() % 4;
                Value::Array((0..count).map(|_| self.any(depth + 1)).collect())
            }
            _ => {
                let count = self.byte() % 4;
                let member = |_| (self.key(), self.any(depth + 1));
                Value::Object((0..count).map(member).collect())
            }
        }
    }

    fn key(&mut self) -> Text {
        self.one_of(KEYS).unwrap_or_default().into()
    }

    fn number(&mut self) -> Value {
        const NUMBERS: &[f64] = &[
            0.0,
            1.0,
            2.0,
            3.0,
            -1.0,
            0.5,
            1e9,
            1e300,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            -0.0,
            255.0,
            4095.0,
            9_007_199_254_740_993.0,
            1.7e12,
        ];
        Value::Number(self.one_of(NUMBERS).unwrap_or_default())
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = usize::from(self.byte() % 40);
        (0..length).map(|_| self.byte()).collect()
    }

    fn text(&mut self) -> Value {
        Value::String(String::from_utf8_lossy(&self.bytes()).as_ref().into())
    }
}

/// A workspace with something of everything.
fn filled() -> Bridge {
    let mut bridge = Bridge::new(QUOTA).expect("there is memory");
    for (name, values) in [
        ("writeFile", vec![text("/a"), text("one\ntwo\nthree\n")]),
        ("writeFile", vec![text("/d/b.ts"), text("let foo = 1;\n")]),
        (
            "writeFile",
            vec![text("/j.json"), text("{\"a\":[1,{\"b\":null}]}")],
        ),
        ("writeFile", vec![text("/t.csv"), text("a,b\n1,2\n")]),
        ("writeFile", vec![text("/t.yaml"), text("a: [1, {b: c}]\n")]),
        (
            "writeFile",
            vec![text("/t.toml"), text("a = 1\n[t]\nb = [2]\n")],
        ),
        (
            "writeFile",
            vec![text("/t.xml"), text("<a b=\"1\"><c>d</c></a>\n")],
        ),
        (
            "writeFile",
            vec![text("/t.ndjson"), text("{\"a\":1}\n[2]\n")],
        ),
        ("symlink", vec![text("/d"), text("/l")]),
        (
            "createArchive",
            vec![text("/x.tar.gz"), Value::Array(vec![text("/d")])],
        ),
        ("checkpoint", vec![text("one")]),
    ] {
        let answer = bridge.answer(&call(name, &values), TIME_MAX);
        assert!(answer.is_some(), "{name}");
    }
    bridge
}

fn text(text: &str) -> Value {
    Value::String(text.into())
}

fn call(name: &str, values: &[Value]) -> Vec<u8> {
    let row = METHODS
        .iter()
        .chain(MORE)
        .position(|method| method.name == name);
    let mut out = Encoder::new();
    out.u8(request::STATE);
    out.u16(u16::try_from(row.expect(name)).expect("there are few rows"));
    out.u8(u8::try_from(values.len()).expect("there are few values"));
    values.iter().for_each(|value| out.value(value));
    out.into_bytes()
}

/// Descriptions of requests to every method, and requests as they are.
pub(super) fn inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = calls()
        .into_iter()
        .map(|call| [vec![b'='], call].concat())
        .collect();
    let rows = METHODS.len() + MORE.len();
    for row in 0..rows {
        for seed in 0..16 {
            let mut chance = Chance::new(u64::try_from(row * 16 + seed).unwrap_or(0));
            let mut bytes: Vec<u8> = (0..60).map(|_| chance.number().to_le_bytes()[0]).collect();
            bytes[0] = u8::try_from(row).unwrap_or(0);
            inputs.push(bytes);
        }
    }
    inputs
}

/// A call of each method: as short as it can be, with everything, and with values of its own.
fn calls() -> Vec<Vec<u8>> {
    let mut calls = Vec::new();
    for method in METHODS.iter().chain(MORE) {
        let values = |all: bool| -> Vec<Value> {
            let params = method.all_params().filter(|param| all || !param.optional);
            params
                .map(|param| sample(method, param.name, &param.ty))
                .collect()
        };
        calls.push(call(method.name, &values(false)));
        calls.push(call(method.name, &values(true)));
    }
    for (name, values) in [
        ("glob", vec![text("/**/*.{ts,js}")]),
        (
            "searchFiles",
            vec![
                text("/**"),
                text("(?=o)o+"),
                object(&[("regex", Value::Boolean(true))]),
            ],
        ),
        ("replaceInFiles", vec![text("/**"), text("o"), text("$&$1")]),
        ("queryJson", vec![text("/j.json"), text(".a[1].b")]),
        (
            "updateJson",
            vec![text("/j.json"), object(&[("k", Value::Number(1.0))])],
        ),
        ("extractArchive", vec![text("/x.tar.gz"), text("/out")]),
        (
            "applyPatch",
            vec![text(
                "*** Begin Patch\n*** Update File: /a\n-two\n+2\n*** End Patch\n",
            )],
        ),
        (
            "cp",
            vec![
                text("/d"),
                text("/e"),
                object(&[("recursive", Value::Boolean(true))]),
            ],
        ),
        ("moveTree", vec![text("/e"), text("/d/e")]),
        ("undo", vec![]),
        ("restore", vec![text("one")]),
    ] {
        calls.push(call(name, &values));
    }
    calls
}

fn object(members: &[(&str, Value)]) -> Value {
    Value::Object(
        members
            .iter()
            .map(|(key, value)| ((*key).into(), value.clone()))
            .collect(),
    )
}

fn sample(method: &Method, name: &str, ty: &Type) -> Value {
    match ty {
        Type::Void | Type::Null => Value::Null,
        Type::String | Type::Content | Type::Query => text(match name {
            "destination" | "dest" | "linkPath" => "/new",
            "path" if method.name.ends_with("Json") => "/j.json",
            "path" if method.name.ends_with("Archive") => "/x.tar.gz",
            "path" if method.name.ends_with("Csv") => "/t.csv",
            "path" if method.name.ends_with("Yaml") => "/t.yaml",
            "path" if method.name.ends_with("Toml") => "/t.toml",
            "path" if method.name.ends_with("Xml") => "/t.xml",
            "path" if method.name.ends_with("Ndjson") => "/t.ndjson",
            "query" | "search" => "o",
            _ => "/a",
        }),
        Type::Globs => text("/**"),
        Type::Number => Value::Number(1.0),
        Type::Boolean => Value::Boolean(true),
        Type::Bytes => Value::Bytes(vec![0, 255]),
        Type::Date => Value::Date(0.0),
        Type::Json | Type::Data | Type::Kept => {
            object(&[("k", Value::Array(vec![Value::Number(1.5)]))])
        }
        Type::Literal(literal) => text(literal),
        Type::Array(item) => Value::Array(vec![sample(method, name, item)]),
        Type::Union(members) => members
            .first()
            .map_or(Value::Null, |member| sample(method, name, member)),
        Type::Named(def) => match &def.shape {
            Shape::Alias(ty) => sample(method, name, ty),
            Shape::Object(fields) | Shape::Options(fields) => Value::Object(
                fields
                    .iter()
                    .map(|field| (field.name.into(), sample(method, field.name, &field.ty)))
                    .collect(),
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated;

    /// Mutations that no longer are requests say little: enough of them have to get to a method, and
    /// enough of those to succeed.
    #[test]
    fn enough_requests_get_far() {
        let corpus = calls();
        let mut bridge = filled();
        let succeeded = corpus
            .iter()
            .filter(|call| matches!(bridge.answer(call, TIME_MAX).as_deref(), Some([0, ..])))
            .count();
        assert!(
            succeeded * 2 > corpus.len(),
            "{succeeded} of {}",
            corpus.len()
        );
        let corpus = inputs();
        let (mut answered, mut done) = (0, 0);
        let mut bridge = filled();
        for seed in 0..4_000 {
            let input = mutated(&corpus, &mut Chance::new(seed));
            match bridge.answer(&request_of(&input), TIME_MAX).as_deref() {
                Some([0, ..]) => done += 1,
                Some(_) => answered += 1,
                None => {}
            }
        }
        assert!(
            answered > 800 && done > 400,
            "{answered} refused, {done} done"
        );
    }
}
