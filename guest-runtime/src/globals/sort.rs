//! `sort` and `toSorted`, by merge sorts of our own.
//!
//! The engine's own sort stops the whole program when a comparator contradicts itself, and
//! `list.sort(() => Math.random() - 0.5)` is what many programs shuffle with. A merge sort ends
//! with some order whatever the comparator says, and is stable as the language demands.

mod runs;

use std::cmp::Ordering;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
    js_string,
};

use crate::peek;
use crate::shared::Shared;

/// Elements of an array at most.
const LENGTH_MAX: u64 = u32::MAX as u64;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().prototype();
    super::add(&array, "sort", 1, sort, context);
    super::add(&array, "toSorted", 1, to_sorted, context);
    let typed_array = context
        .intrinsics()
        .constructors()
        .typed_array()
        .prototype();
    for name in ["sort", "toSorted"] {
        replace_typed(&typed_array, name, context)?;
    }
    Ok(())
}

/// Keeps the engine's function for everything but a call with a comparator.
fn replace_typed(holder: &JsObject, name: &'static str, context: &mut Context) -> JsResult<()> {
    let original = holder.get(JsString::from(name), context)?;
    let Some(original) = original.as_function() else {
        return Ok(());
    };
    let call = NativeFunction::from_copy_closure_with_captures(
        move |this, args, original: &JsFunction, context| {
            typed(this, args, name, original, context)
        },
        original,
    );
    let function = FunctionObjectBuilder::new(context.realm(), call)
        .name(JsString::from(name))
        .length(1)
        .build();
    let property = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    holder.insert_property(JsString::from(name), property);
    Ok(())
}

fn typed(
    this: &JsValue,
    args: &[JsValue],
    name: &str,
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let array = this
        .as_object()
        .and_then(|object| JsTypedArray::from_object(object).ok());
    let (Some(array), Some(comparator)) = (array, args.get_or_undefined(0).as_function()) else {
        return original.call(this, args, context);
    };
    // Refuses an array that is out of its buffer's bounds.
    array.at(0, context)?;
    let mut items = Vec::new();
    for index in 0..array.length(context)? {
        items.push(array.get(index, context)?);
    }
    let target = if name == "sort" {
        this.clone()
    } else {
        // A copy of the same kind, whose elements are replaced.
        original.call(this, &[], context)?
    };
    let Some(object) = target.as_object() else {
        return Ok(target);
    };
    let mut order = numbers(items.len());
    runs::sort_halves(&mut order, &mut |left, right| {
        let args = [left, right].map(|at| items[at as usize].clone());
        let order = comparator.call(&JsValue::undefined(), &args, context)?;
        Ok(order.to_number(context)? > 0.0)
    })?;
    for (index, at) in order.into_iter().enumerate() {
        object.set(index, items[at as usize].clone(), true, context)?;
    }
    Ok(target)
}

fn comparator(args: &[JsValue]) -> JsResult<Option<JsFunction>> {
    let given = args.get_or_undefined(0);
    if given.is_undefined() {
        return Ok(None);
    }
    given.as_function().map(Some).ok_or_else(|| {
        JsNativeError::typ()
            .with_message("The comparison function must be either a function or undefined")
            .into()
    })
}

fn length(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object
        .get(js_string!("length"), context)?
        .to_length(context)
}

fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    let mut items = Vec::new();
    for index in 0..length {
        if object.has_property(index, context)? {
            items.push(object.get(index, context)?);
        }
    }
    let count = items.len() as u64;
    let sorted = sorted(items, comparator.as_ref(), context)?;
    for (index, item) in sorted.into_iter().enumerate() {
        object.set(index, item, true, context)?;
    }
    // Holes move to the end.
    for index in count..length {
        object.delete_property_or_throw(index, context)?;
    }
    Ok(object.into())
}

fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    if length > LENGTH_MAX {
        return Err(JsNativeError::range()
            .with_message("Invalid array length")
            .into());
    }
    let mut items = Vec::new();
    for index in 0..length {
        items.push(object.get(index, context)?);
    }
    let sorted = sorted(items, comparator.as_ref(), context)?;
    Ok(JsArray::from_iter(sorted, context).into())
}

/// Sorts by the comparator, or as text; `undefined` comes last in either case.
fn sorted(
    items: Vec<JsValue>,
    comparator: Option<&JsFunction>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let (mut items, undefined): (Vec<_>, Vec<_>) =
        items.into_iter().partition(|item| !item.is_undefined());
    match comparator {
        Some(comparator) => merge_sort(&mut items, comparator, context)?,
        // Each comparison asks objects for their text again, as the standard says.
        None if items.iter().any(JsValue::is_object) => {
            let mut order = numbers(items.len());
            runs::sort(&mut order, &mut |left, right| {
                let left = items[left as usize].to_string(context)?;
                let right = items[right as usize].to_string(context)?;
                Ok(left < right)
            })?;
            items = order.iter().map(|at| items[*at as usize].clone()).collect();
        }
        None => {
            let mut keyed = Vec::with_capacity(items.len());
            for item in items {
                keyed.push((item.to_string(context)?, item));
            }
            keyed.sort_by(|(left, _), (right, _)| left.cmp(right));
            items = keyed.into_iter().map(|(_, item)| item).collect();
        }
    }
    items.extend(undefined);
    Ok(items)
}

/// Sorts by a comparator.
fn merge_sort(
    items: &mut Vec<JsValue>,
    comparator: &JsFunction,
    context: &mut Context,
) -> JsResult<()> {
    if let Some(order) = Order::of(comparator, context)
        && order.sort(items)?
    {
        return Ok(());
    }
    let mut order = numbers(items.len());
    runs::sort(&mut order, &mut |left, right| {
        let args = [left, right].map(|at| items[at as usize].clone());
        let order = comparator.call(&JsValue::undefined(), &args, context)?;
        Ok(order.to_number(context)? < 0.0)
    })?;
    *items = order.iter().map(|at| items[*at as usize].clone()).collect();
    Ok(())
}

/// The places of so many items.
fn numbers(length: usize) -> Vec<u32> {
    (0..u32::try_from(length).unwrap_or(u32::MAX)).collect()
}

/// A comparator that only compares two values or a member of each, such as `(a, b) => a - b` or
/// `(a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)`. Over plain numbers, or plain
/// texts, it runs no code that could be noticed, so that it need not be called.
struct Order {
    /// The member that is compared, where it is not the item itself.
    key: Option<PropertyKey>,
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    /// The first less the second, or the other way round.
    Difference { is_descending: bool },
    /// Whether the first comes before the second, where it is less, equal, greater, or neither, as
    /// with NaN.
    Table([bool; 4]),
}

/// How two values compare, none where neither is less and they are not equal, in the order of
/// [`Rule::Table`].
const OUTCOMES: [Option<Ordering>; 4] = [
    Some(Ordering::Less),
    Some(Ordering::Equal),
    Some(Ordering::Greater),
    None,
];

/// Longest text of a comparator that is looked at.
const ORDER_LENGTH_MAX: usize = 200;

/// Conditions of a comparator at most.
const CONDITIONS_MAX: usize = 4;

impl Order {
    fn of(comparator: &JsFunction, context: &mut Context) -> Option<Self> {
        let to_string = Shared::of(context).originals().function_to_string;
        let text = to_string
            .call(&comparator.clone().into(), &[], context)
            .ok()?
            .as_string()?;
        if text.len() > ORDER_LENGTH_MAX {
            return None;
        }
        Self::parse(&text.to_std_string_lossy())
    }

    fn parse(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|unit| !unit.is_whitespace()).collect();
        let (parameters, body) = text.strip_prefix('(')?.split_once(")=>")?;
        let (first, second) = parameters.split_once(',')?;
        if first == second {
            return None;
        }
        let body = body
            .strip_prefix('(')
            .and_then(|body| body.strip_suffix(')'))
            .unwrap_or(body);
        let mut sides = Sides {
            first,
            second,
            key: None,
        };
        let rule = if body.contains('?') {
            sides.table(body)?
        } else {
            let (left, right) = body.split_once('-')?;
            let is_descending = sides.is_swapped(left, right)?;
            Rule::Difference { is_descending }
        };
        let key = sides.key?.map(|key| PropertyKey::from(JsString::from(key)));
        Some(Self { key, rule })
    }

    /// What an item is compared by, where reading it runs no code.
    fn value(&self, item: &JsValue) -> Option<JsValue> {
        match &self.key {
            None => Some(item.clone()),
            Some(key) => peek::own(&item.as_object()?, key)?.value().cloned(),
        }
    }

    /// Sorts items that are compared by numbers alone, or by texts alone; answers whether they are.
    fn sort(&self, items: &mut Vec<JsValue>) -> JsResult<bool> {
        let values: Option<Vec<JsValue>> = items.iter().map(|item| self.value(item)).collect();
        let Some(values) = values else {
            return Ok(false);
        };
        if let Some(numbers) = values
            .iter()
            .map(JsValue::as_number)
            .collect::<Option<Vec<_>>>()
        {
            sort_by(items, &numbers, |left: &f64, right: &f64| match self.rule {
                Rule::Difference { is_descending } if is_descending => right - left > 0.0,
                Rule::Difference { .. } => left - right > 0.0,
                Rule::Table(table) => look_up(table, right.partial_cmp(left)),
            })?;
            return Ok(true);
        }
        let Rule::Table(table) = self.rule else {
            return Ok(false);
        };
        if let Some(texts) = values
            .iter()
            .map(JsValue::as_string)
            .collect::<Option<Vec<_>>>()
        {
            sort_by(items, &texts, |left: &JsString, right: &JsString| {
                look_up(table, Some(right.cmp(left)))
            })?;
            return Ok(true);
        }
        Ok(false)
    }
}

fn look_up(table: [bool; 4], order: Option<Ordering>) -> bool {
    OUTCOMES
        .iter()
        .position(|outcome| *outcome == order)
        .is_some_and(|at| table[at])
}

/// Sorts items by the values that stand for them. `is_after` answers whether the comparator puts its
/// second argument before its first.
fn sort_by<T>(
    items: &mut Vec<JsValue>,
    values: &[T],
    is_after: impl Fn(&T, &T) -> bool,
) -> JsResult<()> {
    let mut order = numbers(items.len());
    runs::sort(&mut order, &mut |left, right| {
        Ok(is_after(&values[right as usize], &values[left as usize]))
    })?;
    *items = order.iter().map(|at| items[*at as usize].clone()).collect();
    Ok(())
}

/// The parameters of a comparator, and the member that it compares, once one is known.
struct Sides<'a> {
    first: &'a str,
    second: &'a str,
    key: Option<Option<&'a str>>,
}

impl<'a> Sides<'a> {
    /// Whether two operands are the second parameter and the first, or the other way round; `None`
    /// where they are not, or where they are of another member than those before.
    fn is_swapped(&mut self, left: &'a str, right: &'a str) -> Option<bool> {
        let (left, left_key) = split_member(left)?;
        let (right, right_key) = split_member(right)?;
        let is_swapped = left == self.second && right == self.first;
        let is_known = is_swapped || (left == self.first && right == self.second);
        let is_same = left_key == right_key && *self.key.get_or_insert(left_key) == left_key;
        (is_known && is_same).then_some(is_swapped)
    }

    /// A chain of conditions, each with the number that it gives, and the number for the rest.
    fn table(&mut self, body: &'a str) -> Option<Rule> {
        let mut parts = Vec::new();
        let mut rest = body;
        while let Some((condition, after)) = rest.split_once('?') {
            if parts.len() == CONDITIONS_MAX {
                return None;
            }
            let (number, after) = after.split_once(':')?;
            let at = condition.find(['<', '>', '=', '!'])?;
            let (left, after_left) = condition.split_at(at);
            let length = after_left.find(|unit| !"<>=!".contains(unit))?;
            let (sign, right) = after_left.split_at(length);
            let is_swapped = self.is_swapped(left, right)?;
            parts.push((sign, is_swapped, signum(number)?));
            rest = after
                .strip_prefix('(')
                .and_then(|after| after.strip_suffix(')'))
                .unwrap_or(after);
        }
        let otherwise = signum(rest)?;
        let mut table = [false; 4];
        for (outcome, is_before) in OUTCOMES.into_iter().zip(&mut table) {
            let mut result = otherwise;
            for (sign, is_swapped, number) in &parts {
                let seen = if *is_swapped {
                    outcome.map(Ordering::reverse)
                } else {
                    outcome
                };
                if holds(sign, seen)? {
                    result = *number;
                    break;
                }
            }
            *is_before = result < 0;
        }
        Some(Rule::Table(table))
    }
}

/// Whether a comparison holds of two values, both numbers or both texts.
fn holds(sign: &str, order: Option<Ordering>) -> Option<bool> {
    Some(match sign {
        "<" => order == Some(Ordering::Less),
        ">" => order == Some(Ordering::Greater),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        ">=" => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        "==" | "===" => order == Some(Ordering::Equal),
        "!=" | "!==" => order != Some(Ordering::Equal),
        _ => return None,
    })
}

/// `-1`, `0` or `1`.
fn signum(number: &str) -> Option<i8> {
    match number {
        "-1" => Some(-1),
        "0" => Some(0),
        "1" => Some(1),
        _ => None,
    }
}

/// `a` or `a.key`, of plain names.
fn split_member(text: &str) -> Option<(&str, Option<&str>)> {
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_' || first == '$')
            && name
                .chars()
                .all(|unit| unit.is_ascii_alphanumeric() || unit == '_' || unit == '$')
    };
    match text.split_once('.') {
        None => is_name(text).then_some((text, None)),
        Some((name, key)) => (is_name(name) && is_name(key)).then_some((name, Some(key))),
    }
}
