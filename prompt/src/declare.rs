//! Declarations of `state` from the table of methods.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isolate_protocol::{Field, Method, Shape, Type, TypeDef};

use crate::Audience;

/// Columns that a type may have on one line.
const LINE_COLUMNS_MAX: usize = 100;

/// The TypeScript declaration of the methods that an audience may call, and their types.
#[must_use]
pub fn declaration(audience: Audience) -> String {
    declaration_of(&audience.methods().collect::<Vec<_>>())
}

/// The TypeScript declaration of some methods and of every type that they mention.
pub(crate) fn declaration_of(methods: &[&Method]) -> String {
    let mut text = String::new();
    for def in types_of(methods) {
        push_type(&mut text, def);
    }
    text.push_str("interface State {\n");
    for method in methods {
        // A block comment would end inside of a glob pattern.
        push_line(&mut text, format_args!("  // {}", method.doc));
        let params: Vec<String> = method
            .params
            .iter()
            .map(|param| {
                let mark = if param.optional { "?" } else { "" };
                format!("{}{mark}: {}", param.name, param.ty)
            })
            .collect();
        push_line(
            &mut text,
            format_args!(
                "  {}({}): Promise<{}>;",
                method.name,
                params.join(", "),
                method.returns
            ),
        );
    }
    text.push_str("}\n\ndeclare const state: State;\n");
    text
}

fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("text takes any text");
    text.push('\n');
}

fn push_type(text: &mut String, def: &TypeDef) {
    let short = def.declaration();
    if short.chars().count() <= LINE_COLUMNS_MAX {
        text.push_str(&short);
        text.push_str("\n\n");
        return;
    }
    match &def.shape {
        Shape::Options(fields) | Shape::Object(fields) => {
            push_line(text, format_args!("type {} = {{", def.name));
            for field in *fields {
                let mark = if field.optional { "?" } else { "" };
                push_line(text, format_args!("  {}{mark}: {};", field.name, field.ty));
            }
            text.push_str("};\n\n");
        }
        Shape::Alias(Type::Union(members)) => {
            push_line(text, format_args!("type {} =", def.name));
            for (index, member) in members.iter().enumerate() {
                let end = if index + 1 == members.len() { ";" } else { "" };
                push_line(text, format_args!("  | {member}{end}"));
            }
            text.push('\n');
        }
        Shape::Alias(_) => {
            text.push_str(&short);
            text.push_str("\n\n");
        }
    }
}

/// Every named type that methods mention, each after those that it mentions itself.
pub(crate) fn types_of(methods: &[&Method]) -> Vec<&'static TypeDef> {
    let mut found = Vec::new();
    for method in methods {
        for param in method.params {
            collect(&param.ty, &mut Vec::new(), &mut found);
        }
        collect(&method.returns, &mut Vec::new(), &mut found);
    }
    found
}

/// `open` holds the types on the way: a tree node mentions itself.
fn collect(ty: &Type, open: &mut Vec<&'static str>, found: &mut Vec<&'static TypeDef>) {
    match ty {
        Type::Array(item) => collect(item, open, found),
        Type::Union(members) => {
            for member in *members {
                collect(member, open, found);
            }
        }
        Type::Named(def) => {
            if open.contains(&def.name) || found.iter().any(|known| known.name == def.name) {
                return;
            }
            open.push(def.name);
            for_each_inner(def, |inner| collect(inner, open, found));
            open.pop();
            found.push(def);
        }
        _ => {}
    }
}

fn for_each_inner(def: &TypeDef, mut visit: impl FnMut(&Type)) {
    match &def.shape {
        Shape::Alias(ty) => visit(ty),
        Shape::Options(fields) | Shape::Object(fields) => {
            for field in *fields {
                visit(&field.ty);
            }
        }
    }
}

/// The methods on a line each, for small contexts: no documentation, no word that can be
/// guessed. A parameter or member without a type is a string.
#[must_use]
pub fn compact(audience: Audience) -> String {
    let methods: Vec<&Method> = audience.methods().collect();
    let short = Short::new(&methods);
    let mut text = String::from(
        "// await state.NAME(…). No type = string, num = number, bool = boolean, ? optional.\n",
    );
    for def in types_of(&methods) {
        if short.is_named(def) {
            push_line(
                &mut text,
                format_args!("{} = {}", plain_name(def), short.body(def)),
            );
        }
    }
    for method in &methods {
        let params: Vec<String> = method
            .params
            .iter()
            .map(|param| short.param(param.name, &param.ty, param.optional))
            .collect();
        let returns = match method.returns {
            Type::Void => String::new(),
            Type::String => ": string".to_owned(),
            ref other => format!(": {}", short.text(other)),
        };
        push_line(
            &mut text,
            format_args!("{}({}){returns}", method.name, params.join(", ")),
        );
    }
    text
}

/// Writes types briefly: those that are mentioned once are written where they are mentioned.
struct Short {
    mentions: BTreeMap<&'static str, usize>,
}

impl Short {
    fn new(methods: &[&Method]) -> Self {
        let mut mentions = BTreeMap::new();
        for method in methods {
            for ty in method.params.iter().map(|param| &param.ty) {
                count(ty, &mut mentions);
            }
            count(&method.returns, &mut mentions);
        }
        for def in types_of(methods) {
            for_each_inner(def, |inner| count(inner, &mut mentions));
        }
        Self { mentions }
    }

    fn is_named(&self, def: &TypeDef) -> bool {
        self.mentions.get(def.name).copied().unwrap_or(0) > 1
    }

    fn body(&self, def: &TypeDef) -> String {
        match &def.shape {
            Shape::Alias(ty) => self.text(ty),
            Shape::Options(fields) | Shape::Object(fields) => self.members(fields),
        }
    }

    fn members(&self, fields: &[Field]) -> String {
        let members: Vec<String> = fields
            .iter()
            .map(|field| self.member(field.name, &field.ty, field.optional))
            .collect();
        format!("{{{}}}", members.join(", "))
    }

    /// What options are called says nothing that their members do not say.
    fn param(&self, name: &str, ty: &Type, optional: bool) -> String {
        let mark = if optional { "?" } else { "" };
        match ty {
            Type::Named(_) if name == "options" => format!("{}{mark}", self.text(ty)),
            _ => self.member(name, ty, optional),
        }
    }

    fn member(&self, name: &str, ty: &Type, optional: bool) -> String {
        let mark = if optional { "?" } else { "" };
        match ty {
            Type::String | Type::Content | Type::Query | Type::Globs => format!("{name}{mark}"),
            other => format!("{name}{mark}:{}", self.text(other)),
        }
    }

    fn text(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "num".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Bytes => "Uint8Array".to_owned(),
            Type::Json => "any".to_owned(),
            Type::Array(item @ Type::Union(_)) => format!("({})[]", self.text(item)),
            Type::Array(item) => format!("{}[]", self.text(item)),
            Type::Union(members) => {
                let members: Vec<String> = members.iter().map(|member| self.text(member)).collect();
                members.join("|")
            }
            Type::Named(def) if self.is_named(def) => plain_name(def).to_owned(),
            Type::Named(def) => self.body(def),
            Type::Literal(text) => format!("\"{text}\""),
            other => other.to_string(),
        }
    }
}

fn plain_name(def: &TypeDef) -> &'static str {
    def.name.strip_prefix("State").unwrap_or(def.name)
}

fn count(ty: &Type, mentions: &mut BTreeMap<&'static str, usize>) {
    match ty {
        Type::Array(item) => count(item, mentions),
        Type::Union(members) => members.iter().for_each(|member| count(member, mentions)),
        Type::Named(def) => *mentions.entry(def.name).or_default() += 1,
        _ => {}
    }
}
