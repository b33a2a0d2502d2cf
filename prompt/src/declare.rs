//! Declarations of `state` from the table of methods.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isolate_protocol::{Field, Method, Shape, Type, TypeDef};

use crate::Audience;
use crate::shapes::{
    Case, base_of, cases_of, every_type, for_each_inner, is_inline, own_fields, types_of,
};

/// Columns that a type may have on one line.
const LINE_COLUMNS_MAX: usize = 100;

/// The TypeScript declaration of the methods that an audience may call, and their types.
#[must_use]
pub fn declaration(audience: Audience) -> String {
    declaration_of(&audience.methods().collect::<Vec<_>>())
}

/// The TypeScript declaration of the methods beyond the reference, which `describe` shows where
/// they are asked for.
#[must_use]
pub fn declaration_beyond() -> String {
    declaration_of(&isolate_protocol::beyond().collect::<Vec<_>>())
}

/// The TypeScript declaration of some methods and of every type that they mention.
pub(crate) fn declaration_of(methods: &[&Method]) -> String {
    let mut text = String::new();
    let types = types_of(methods);
    for def in &types {
        push_type(&mut text, def, &types);
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
                format!("{}{mark}: {}", param.name, type_text(&param.ty))
            })
            .collect();
        push_line(
            &mut text,
            format_args!(
                "  {}({}): Promise<{}>;",
                method.name,
                params.join(", "),
                type_text(&method.returns)
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

fn push_type(text: &mut String, def: &TypeDef, types: &[&'static TypeDef]) {
    let base = base_of(def, types);
    let extends = base.map_or_else(String::new, |base| format!("{} & ", base.name));
    let members: Vec<String> = match &def.shape {
        Shape::Alias(ty) => return push_alias(text, def, ty),
        Shape::Options(_) | Shape::Object(_) => {
            own_fields(def, base).into_iter().map(member_text).collect()
        }
    };
    let short = format!("type {} = {extends}{{ {} }};", def.name, members.join("; "));
    if short.chars().count() <= LINE_COLUMNS_MAX {
        push_line(text, format_args!("{short}\n"));
        return;
    }
    push_line(text, format_args!("type {} = {extends}{{", def.name));
    for member in members {
        push_line(text, format_args!("  {member};"));
    }
    text.push_str("};\n\n");
}

fn push_alias(text: &mut String, def: &TypeDef, ty: &Type) {
    let members: Vec<String> = match (cases_of(ty), ty) {
        (Some(cases), _) => {
            let case_text = |case: Case| {
                let words: Vec<String> = case
                    .words
                    .iter()
                    .map(|word| format!("\"{word}\""))
                    .collect();
                let fields: Vec<String> = case.fields.iter().map(member_text).collect();
                let words = words.join(" | ");
                format!("{{ {}: {words}; {} }}", case.tag, fields.join("; "))
            };
            cases.into_iter().map(case_text).collect()
        }
        (None, Type::Union(members)) => members.iter().map(Type::to_string).collect(),
        (None, ty) => vec![ty.to_string()],
    };
    let short = format!("type {} = {};", def.name, members.join(" | "));
    if short.chars().count() <= LINE_COLUMNS_MAX {
        push_line(text, format_args!("{short}\n"));
        return;
    }
    push_line(text, format_args!("type {} =", def.name));
    for (index, member) in members.iter().enumerate() {
        let end = if index + 1 == members.len() { ";" } else { "" };
        push_line(text, format_args!("  | {member}{end}"));
    }
    text.push('\n');
}

fn type_text(ty: &Type) -> String {
    match ty {
        Type::Array(item) if !matches!(item, Type::Union(_)) => format!("{}[]", type_text(item)),
        Type::Named(def) if is_inline(def) => {
            let members: Vec<String> = def.fields().iter().map(member_text).collect();
            format!("{{ {} }}", members.join("; "))
        }
        ty => ty.to_string(),
    }
}

fn member_text(field: &Field) -> String {
    let mark = if field.optional { "?" } else { "" };
    format!("{}{mark}: {}", field.name, type_text(&field.ty))
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
    for def in every_type(&methods) {
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
    types: Vec<&'static TypeDef>,
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
        let types = every_type(methods);
        for def in &types {
            if let Some(base) = base_of(def, &types) {
                *mentions.entry(base.name).or_default() += 1;
            }
            for_each_inner(def, |inner| count(inner, &mut mentions));
        }
        Self { types, mentions }
    }

    fn is_named(&self, def: &TypeDef) -> bool {
        self.mentions.get(def.name).copied().unwrap_or(0) > 1
    }

    fn body(&self, def: &TypeDef) -> String {
        let Shape::Alias(ty) = &def.shape else {
            let base = base_of(def, &self.types);
            let extends = base.map(|base| format!("...{}", plain_name(base)));
            return self.members(extends, own_fields(def, base));
        };
        let Some(cases) = cases_of(ty) else {
            return self.text(ty);
        };
        let case_text = |case: &Case| {
            let words: Vec<String> = case
                .words
                .iter()
                .map(|word| format!("\"{word}\""))
                .collect();
            let tag = format!("{}:{}", case.tag, words.join("|"));
            self.members(Some(tag), case.fields)
        };
        let cases: Vec<String> = cases.iter().map(case_text).collect();
        cases.join("|")
    }

    fn members(
        &self,
        first: Option<String>,
        fields: impl IntoIterator<Item = &'static Field>,
    ) -> String {
        let rest = fields
            .into_iter()
            .map(|field| self.member(field.name, &field.ty, field.optional));
        let members: Vec<String> = first.into_iter().chain(rest).collect();
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

    /// Whether a type is written as several, with `|` between them.
    fn is_union(&self, ty: &Type) -> bool {
        match ty {
            Type::Union(_) => true,
            Type::Named(def) if !self.is_named(def) => {
                matches!(def.shape, Shape::Alias(Type::Union(_)))
            }
            _ => false,
        }
    }

    fn text(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "num".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Bytes => "Uint8Array".to_owned(),
            Type::Json | Type::Data | Type::Kept => "any".to_owned(),
            Type::Array(item) if self.is_union(item) => format!("({})[]", self.text(item)),
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
