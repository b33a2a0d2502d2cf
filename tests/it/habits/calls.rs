//! Calls of methods, with values of the types of their parameters.

use isolate_intent::{Given, fields};
use isolate_protocol::{Field, Method, Param, Shape, Type, TypeDef};

/// Spellings of a name that differ in case, underscores and hyphens alone.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let with = |mark: char| {
        let mut text = String::new();
        for c in name.chars() {
            if c.is_ascii_uppercase() {
                text.push(mark);
            }
            text.push(c.to_ascii_lowercase());
        }
        text
    };
    let mut all = vec![name.to_owned()];
    if name.len() > 1 {
        let capital = name[..1].to_ascii_uppercase() + &name[1..];
        all.extend([with('_'), with('-'), capital, name.to_ascii_uppercase()]);
    }
    all.sort();
    all.dedup();
    all
}

/// The argument that a parameter is called with.
pub(crate) fn argument(method: &Method, param: &Param) -> String {
    let text = match (method.name, param.name) {
        ("updateJson", "operations") => "[{ op: \"set\", path: \"a.c\", value: 1 }]",
        ("planEdits", "instructions") => {
            "[{ kind: \"write\", path: \"/w/a.txt\", content: \"x\" }]"
        }
        ("applyEdits", "edits") => "[{ path: \"/w/a.txt\", content: \"x\" }]",
        ("applyEditPlan", "plan") => "{ edits: [{ path: \"/w/a.txt\", content: \"x\" }] }",
        ("mkdir" | "touch", "path") => "\"/w/new\"",
        ("createArchive", "path") => "\"/w/x.tar\"",
        ("listArchive" | "extractArchive", "path") => "\"/w/t.tar\"",
        ("decompressFile", "path") => "\"/w/z.gz\"",
        ("readlink" | "realpath", "path") => "\"/w/l\"",
        ("writeFileBytes", "content") => "new Uint8Array([120])",
        ("chmod", "mode") => "0o644",
        (_, "path") if method.name.contains("Json") => "\"/w/j.json\"",
        (
            "readdir"
            | "readdirWithFileTypes"
            | "find"
            | "walkTree"
            | "summarizeTree"
            | "listFiles"
            | "isDirectory",
            "path",
        ) => "\"/w/d\"",
        ("removeTree", "path") => "\"/w/d\"",
        ("copyTree" | "moveTree", "src") => "\"/w/d\"",
        ("resolvePath", "path") => "\"a.txt\"",
        (_, "path" | "src" | "pathA" | "target") => "\"/w/a.txt\"",
        (_, "pathB") => "\"/w/b.txt\"",
        (_, "base") => "\"/w\"",
        (_, "dest") => "\"/w/new.txt\"",
        (_, "destination") => "\"/w/out\"",
        (_, "linkPath") => "\"/w/link\"",
        (_, "sources") => "[\"/w/d\"]",
        (_, "pattern") => "\"/w/**/*.txt\"",
        ("queryJson", "query") => "\"a.b\"",
        (_, "query" | "search") => "\"one\"",
        (_, "replacement" | "content" | "newContent") => "\"two\"",
        (_, "value" | "fallback") => "{ x: 1 }",
        (_, "rows") => "[[1]]",
        _ => return value(&param.ty, param.name),
    };
    text.to_owned()
}

/// A call of a method with what it needs.
pub(crate) fn call_of(method: &Method) -> String {
    call_with(method, None)
}

/// As [`call_of`], with this text for one parameter, which may be optional.
pub(crate) fn call_with(method: &Method, given: Option<(&Param, &str)>) -> String {
    let is_given = |param: &Param| given.is_some_and(|(one, _)| one.name == param.name);
    let params = method.params.iter();
    let told = params.filter(|param| !param.optional || is_given(param));
    let arguments: Vec<String> = told
        .map(|param| match (given, &param.ty) {
            (Some((_, text)), Type::Array(_)) if is_given(param) => format!("[{text:?}]"),
            (Some((_, text)), _) if is_given(param) => format!("{text:?}"),
            _ => argument(method, param),
        })
        .collect();
    format!("state.{}({})", method.name, arguments.join(", "))
}

/// A value of a type.
pub(super) fn value(ty: &Type, name: &str) -> String {
    let text = match name {
        "name" | "glob" => "\"*.txt\"",
        "pathPattern" => "\"**/*.txt\"",
        "cwd" => "\"/w\"",
        "flags" => "\"i\"",
        "exclude" => "\"b.txt\"",
        "extension" => "\"txt\"",
        "algorithm" => "\"md5\"",
        "encoding" => "\"hex\"",
        _ => "",
    };
    if !text.is_empty() {
        return text.to_owned();
    }
    match ty {
        Type::String | Type::Content | Type::Query | Type::Globs => "\"\\t\"".to_owned(),
        Type::Number => "1".to_owned(),
        Type::Boolean => "true".to_owned(),
        Type::Bytes => "new Uint8Array([1])".to_owned(),
        Type::Date => "new Date(0)".to_owned(),
        Type::Literal(text) => format!("{text:?}"),
        Type::Array(item) => format!("[{}]", value(item, "")),
        Type::Union(members) => value(&members[0], ""),
        Type::Named(TypeDef {
            shape: Shape::Alias(ty),
            ..
        }) => value(ty, ""),
        Type::Named(_) => "{}".to_owned(),
        Type::Void | Type::Null | Type::Json | Type::Data | Type::Kept => "null".to_owned(),
    }
}

pub(super) fn given(value: Given) -> String {
    match value {
        Given::Boolean(value) => value.to_string(),
        Given::Number(value) => value.to_string(),
        Given::Text(text) => format!("{text:?}"),
    }
}

/// The options of a method: the number of its parameter, and its type.
pub(super) fn options_of(method: &'static Method) -> Option<(usize, &'static TypeDef)> {
    method
        .all_params()
        .enumerate()
        .find_map(|(index, param)| match &param.ty {
            Type::Named(def) if matches!(def.shape, Shape::Options(_)) => Some((index, *def)),
            _ => None,
        })
}

/// A member of a type, declared or not.
pub(super) fn field(def: &'static TypeDef, name: &str) -> Option<&'static Field> {
    fields(def).find(|field| field.name == name)
}

pub(super) fn key(name: &str) -> String {
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name {
        name.to_owned()
    } else {
        format!("{name:?}")
    }
}
