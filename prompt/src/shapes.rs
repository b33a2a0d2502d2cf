//! Common parts of types, so that a declaration has them once.

use isolate_protocol::{Field, METHODS, Method, Shape, Type, TypeDef};

/// Members that options must share with others to be declared as an extension of them.
const SHARED_MEMBERS_MIN: usize = 3;

/// Members that a type may have to be declared inline.
const INLINE_MEMBERS_MAX: usize = 2;

/// Whether a type is declared inline: it is small, and used once.
pub(crate) fn is_inline(def: &TypeDef) -> bool {
    let is_tagged = |field: &Field| matches!(field.ty, Type::Literal(_));
    match &def.shape {
        Shape::Alias(_) => false,
        Shape::Options(fields) | Shape::Object(fields) => {
            fields.len() <= INLINE_MEMBERS_MAX
                && !fields.iter().any(is_tagged)
                && mentions(def) == 1
        }
    }
}

/// How many parameters, results and members of the whole table are of this type.
fn mentions(def: &TypeDef) -> usize {
    let methods: Vec<&Method> = METHODS.iter().collect();
    let params = METHODS.iter().flat_map(|method| method.params);
    let types = params
        .map(|param| &param.ty)
        .chain(METHODS.iter().map(|method| &method.returns));
    let mut count: usize = types.map(|ty| mentions_in(ty, def)).sum();
    for of in every_type(&methods) {
        for_each_inner(of, |inner| count += mentions_in(inner, def));
    }
    count
}

fn mentions_in(ty: &Type, def: &TypeDef) -> usize {
    match ty {
        Type::Array(item) => mentions_in(item, def),
        Type::Union(members) => members.iter().map(|member| mentions_in(member, def)).sum(),
        Type::Named(of) => usize::from(of.name == def.name),
        _ => 0,
    }
}

/// The options among `types` that have most of the members of `def`, and no others.
pub(crate) fn base_of(def: &TypeDef, types: &[&'static TypeDef]) -> Option<&'static TypeDef> {
    let Shape::Options(fields) = &def.shape else {
        return None;
    };
    types
        .iter()
        .copied()
        .filter(|base| matches!(base.shape, Shape::Options(_)) && base.name != def.name)
        .filter(|base| (SHARED_MEMBERS_MIN..fields.len()).contains(&base.fields().len()))
        .filter(|base| base.fields().iter().all(|field| has(fields, field)))
        .max_by_key(|base| base.fields().len())
}

/// The members that a type does not have from its base.
pub(crate) fn own_fields(def: &TypeDef, base: Option<&TypeDef>) -> Vec<&'static Field> {
    let inherited = base.map_or(&[][..], TypeDef::fields);
    let fields = def.fields().iter();
    fields.filter(|field| !has(inherited, field)).collect()
}

fn has(fields: &[Field], wanted: &Field) -> bool {
    fields.iter().any(|field| is_same(field, wanted))
}

fn is_same(a: &Field, b: &Field) -> bool {
    a.name == b.name && a.optional == b.optional && a.ty.to_string() == b.ty.to_string()
}

/// Objects that differ only in the word of their tag.
pub(crate) struct Case {
    /// The name of the tag: `op`.
    pub(crate) tag: &'static str,
    /// Its words.
    pub(crate) words: Vec<&'static str>,
    /// The other members.
    pub(crate) fields: &'static [Field],
}

/// The cases of a union of tagged objects; `None` where no two of them have the same members.
pub(crate) fn cases_of(ty: &Type) -> Option<Vec<Case>> {
    let Type::Union(members) = ty else {
        return None;
    };
    let mut cases: Vec<Case> = Vec::new();
    for member in *members {
        let Type::Named(TypeDef {
            shape: Shape::Object([tag, fields @ ..]),
            ..
        }) = member
        else {
            return None;
        };
        let Type::Literal(word) = tag.ty else {
            return None;
        };
        let alike = |case: &&mut Case| {
            case.tag == tag.name
                && case.fields.len() == fields.len()
                && fields.iter().all(|field| has(case.fields, field))
        };
        match cases.iter_mut().find(alike) {
            Some(case) => case.words.push(word),
            None => cases.push(Case {
                tag: tag.name,
                words: vec![word],
                fields,
            }),
        }
    }
    (cases.len() < members.len()).then_some(cases)
}

/// Every type that is declared by name, each after the types that it uses.
pub(crate) fn types_of(methods: &[&Method]) -> Vec<&'static TypeDef> {
    let mut types = every_type(methods);
    types.retain(|def| !is_inline(def));
    types
}

/// Every named type that methods mention, each after those that it mentions itself.
pub(crate) fn every_type(methods: &[&Method]) -> Vec<&'static TypeDef> {
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

pub(crate) fn for_each_inner(def: &TypeDef, mut visit: impl FnMut(&Type)) {
    match &def.shape {
        Shape::Alias(ty) => match cases_of(ty) {
            Some(cases) => {
                let fields = cases.iter().flat_map(|case| case.fields);
                fields.for_each(|field| visit(&field.ty));
            }
            None => visit(ty),
        },
        Shape::Options(fields) | Shape::Object(fields) => {
            for field in *fields {
                visit(&field.ty);
            }
        }
    }
}
