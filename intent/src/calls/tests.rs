//! Walks the table: every other spelling means what it says it means, and what is none is refused.

mod samples;

use isolate_protocol::{Called, METHODS, MORE, Param, Shape, lookup};

use super::*;
use crate::params::other_names;
use crate::spellings::{Also, also, field};

fn text(value: &str) -> Value {
    Value::String(value.into())
}

fn object(members: &[(&str, Value)]) -> Value {
    Value::Object(
        members
            .iter()
            .map(|(key, value)| ((*key).into(), value.clone()))
            .collect(),
    )
}

/// A value that a type takes.
fn sample(ty: &Type) -> Value {
    match ty {
        Type::String | Type::Content | Type::Query | Type::Globs => text("/a"),
        Type::Number => Value::Number(2.0),
        Type::Boolean => Value::Boolean(true),
        Type::Bytes => Value::Bytes(vec![1]),
        Type::Date => Value::Date(0.0),
        Type::Json | Type::Data | Type::Kept => text("json"),
        Type::Null | Type::Void => Value::Null,
        Type::Literal(literal) => text(literal),
        Type::Array(item) => Value::Array(vec![sample(item)]),
        Type::Union(members) => sample(&members[0]),
        Type::Named(def) => match &def.shape {
            Shape::Alias(ty) => sample(ty),
            Shape::Options(_) => Value::Object(Vec::new()),
            Shape::Object(fields) => Value::Object(
                fields
                    .iter()
                    .filter(|field| !field.optional)
                    .map(|field| (field.name.into(), sample(&field.ty)))
                    .collect(),
            ),
        },
    }
}

/// The required arguments of a method.
fn required(method: &Method) -> Vec<Value> {
    method
        .params
        .iter()
        .filter(|param| !param.optional)
        .map(|param| sample(&param.ty))
        .collect()
}

/// The arguments of a call with these options.
fn with_options(method: &'static Method, at: usize, options: Value) -> Vec<Value> {
    let mut values = required(method);
    values.resize(at, Value::Undefined);
    values.push(options);
    values
}

fn all() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().chain(MORE)
}

/// A key as written with its value, and the members that it stands for.
type Pair = (&'static str, Value, Vec<(&'static str, Value)>);

#[test]
fn every_other_name_of_an_option_is_that_option() {
    let mut walked = 0;
    for method in all() {
        let Some((at, def)) = options_at(method) else {
            continue;
        };
        for also in also(def) {
            let mut pairs: Vec<Pair> = Vec::new();
            match also {
                Also::Names(target, names) => {
                    let value = sample(&field(def, target).expect(target).ty);
                    let pair = |name| (name, value.clone(), vec![(*target, value.clone())]);
                    pairs.extend(names.split(' ').map(pair));
                }
                Also::Not(target, names) => {
                    for (name, value) in names
                        .split(' ')
                        .flat_map(|name| [(name, true), (name, false)])
                    {
                        pairs.push((
                            name,
                            Value::Boolean(value),
                            vec![(*target, Value::Boolean(!value))],
                        ));
                    }
                }
                Also::Both(targets, names) => {
                    let meant = targets.map(|target| (target, Value::Number(2.0))).to_vec();
                    let pair = |name| (name, Value::Number(2.0), meant.clone());
                    pairs.extend(names.split(' ').map(pair));
                }
                Also::Says(names, values, target) => {
                    let meant: Vec<_> = target
                        .iter()
                        .map(|(name, given)| (*name, given.value()))
                        .collect();
                    for value in values.split(' ') {
                        let value = match value {
                            "true" => Value::Boolean(true),
                            "false" => Value::Boolean(false),
                            "null" => Value::Null,
                            said => text(said),
                        };
                        let pair = |name| (name, value.clone(), meant.clone());
                        pairs.extend(names.split(' ').map(pair));
                    }
                }
                _ => {}
            }
            for (name, value, meant) in pairs {
                let place = format!("{} {name}", method.name);
                let other = bind(
                    method,
                    None,
                    with_options(method, at, object(&[(name, value)])),
                );
                let declared = bind(method, None, with_options(method, at, object(&meant)));
                let other = other.unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(other, declared.expect(&place), "{place}");
                walked += 1;
            }
        }
    }
    assert!(walked > 300, "{walked}");
}

#[test]
fn both_spellings_of_an_option_must_agree() {
    let mut walked = 0;
    for method in all() {
        let Some((at, def)) = options_at(method) else {
            continue;
        };
        let opposites = also(def).filter_map(|also| match also {
            Also::Not(target, names) => Some(names.split(' ').map(move |name| (name, *target))),
            _ => None,
        });
        for (name, target) in opposites.flatten() {
            let options = object(&[(name, Value::Boolean(true)), (target, Value::Boolean(true))]);
            let error = bind(method, None, with_options(method, at, options)).expect_err(name);
            assert!(
                error.message.contains("is given twice"),
                "{}",
                error.message
            );
            walked += 1;
        }
    }
    assert!(walked > 20, "{walked}");
}

#[test]
fn an_unknown_option_is_refused_by_name() {
    for method in all() {
        let Some((at, def)) = options_at(method) else {
            continue;
        };
        for key in ["frobnicate", "colour"] {
            let values = with_options(method, at, object(&[(key, Value::Boolean(true))]));
            let error = bind(method, None, values).expect_err(method.name);
            assert!(
                error
                    .message
                    .contains(&format!("options.{key}\" is no option")),
                "{}",
                error.message
            );
            for field in def.fields() {
                assert!(error.message.contains(field.name), "{}", error.message);
            }
        }
        // What is left out is not there.
        let values = with_options(method, at, object(&[("frobnicate", Value::Undefined)]));
        assert!(bind(method, None, values).is_ok(), "{}", method.name);
    }
}

#[test]
fn every_declared_option_is_found_in_other_cases_and_when_it_is_misspelt() {
    for method in all() {
        let Some((at, def)) = options_at(method) else {
            continue;
        };
        for field in def.fields() {
            let value = sample(&field.ty);
            let declared = bind(
                method,
                None,
                with_options(method, at, object(&[(field.name, value.clone())])),
            );
            let declared = declared.expect(field.name);
            let mut snake = String::new();
            for c in field.name.chars() {
                if c.is_ascii_uppercase() {
                    snake.push('_');
                }
                snake.push(c.to_ascii_lowercase());
            }
            let other = bind(
                method,
                None,
                with_options(method, at, object(&[(&snake, value.clone())])),
            );
            assert_eq!(other.expect(&snake), declared, "{} {snake}", method.name);
            let misspelt = format!("{}x", field.name);
            let error = bind(
                method,
                None,
                with_options(method, at, object(&[(&misspelt, value)])),
            )
            .expect_err(&misspelt);
            assert!(error.message.contains("did you mean"), "{}", error.message);
        }
    }
}

#[test]
fn every_other_name_of_a_parameter_is_that_parameter() {
    for method in all() {
        for (index, param) in method.all_params().enumerate() {
            for name in other_names(method, param) {
                let taken: Vec<&Param> = method
                    .all_params()
                    .filter(|other| {
                        other.name == name
                            || options_at(method).is_some_and(|(_, def)| field(def, name).is_some())
                    })
                    .collect();
                if !taken.is_empty() {
                    continue;
                }
                let mut members: Vec<(&str, Value)> = method
                    .params
                    .iter()
                    .filter(|other| !other.optional && other.name != param.name)
                    .map(|other| (other.name, sample(&other.ty)))
                    .collect();
                members.push((name, sample(&param.ty)));
                let place = format!("{} {name}", method.name);
                let bound = bind(method, None, vec![object(&members)]);
                let Arguments(bound) = bound.unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(bound[index], sample(&param.ty), "{place}");
            }
        }
    }
}

#[test]
fn flat_options_stand_beside_named_parameters() {
    for method in all() {
        let Some((_, def)) = options_at(method) else {
            continue;
        };
        for field in def.fields() {
            if method.all_params().any(|param| param.name == field.name) {
                continue;
            }
            let named: Vec<(&str, Value)> = method
                .params
                .iter()
                .filter(|param| !param.optional)
                .map(|param| (param.name, sample(&param.ty)))
                .collect();
            let option = object(&[(field.name, sample(&field.ty))]);
            let (mut flat, mut nested) = (named.clone(), named);
            flat.push((field.name, sample(&field.ty)));
            nested.push(("options", option));
            let flat =
                bind(method, None, vec![object(&flat)]).unwrap_or_else(|error| panic!("{error}"));
            let nested =
                bind(method, None, vec![object(&nested)]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(flat, nested, "{} {}", method.name, field.name);
        }
    }
}

#[test]
fn every_other_name_of_a_method_is_called_with_its_presets() {
    for method in all() {
        for alias in method.aliases.iter().copied() {
            for name in [alias.to_owned(), format!("{alias}Sync")] {
                let found = lookup(&name).unwrap_or_else(|| panic!("{name}"));
                let called = Called::from_wire(found.number).expect("a row");
                assert_eq!(called.method.name, method.name, "{name}");
                assert_eq!(called.alias, Some(alias));
            }
            if order(method, Some(alias)) != Order::Declared {
                continue;
            }
            let presets: Vec<(&str, Value)> = presets(method, Some(alias))
                .iter()
                .map(|(name, given)| (*name, given.value()))
                .collect();
            let declared = match options_at(method) {
                Some((at, _)) if !presets.is_empty() => with_options(method, at, object(&presets)),
                _ => required(method),
            };
            let other = bind(method, Some(alias), required(method)).expect(alias);
            assert_eq!(other, bind(method, None, declared).expect(alias), "{alias}");
        }
    }
}

#[test]
fn a_surplus_argument_is_refused() {
    for method in all() {
        let mut values: Vec<Value> = method.all_params().map(|param| sample(&param.ty)).collect();
        values.push(text("surplus"));
        let error = bind(method, None, values.clone()).expect_err(method.name);
        assert!(error.message.contains("one too many"), "{}", error.message);
        values.pop();
        values.push(Value::Undefined);
        assert!(bind(method, None, values).is_ok(), "{}", method.name);
    }
}
