//! Sums of many parts at once.

use crate::{
    Context, JsResult, JsString,
    string::TextBuilder,
    value::PreferredType,
    vm::opcode::{Operation, RegisterOperand},
};

/// A first part of this many units or more is text that grows: it is appended to, not copied.
const GROWING_UNITS_MIN: usize = 256;

/// Room for most sums, so that the builder is allocated once.
const ROOM_UNITS: usize = 120;

/// The sum of values as one string, or nothing where converting one may run code or fail.
pub(super) fn concat(values: &[RegisterOperand], context: &Context) -> Option<JsString> {
    let first = context.vm.get_register((*values.first()?).into()).text();
    let growing = first.filter(|text| text.len() >= GROWING_UNITS_MIN);
    let mut rest = TextBuilder::with_capacity(ROOM_UNITS);
    let skipped = usize::from(growing.is_some());
    for value in &values[skipped..] {
        if !crate::value::sum::push(&mut rest, context.vm.get_register((*value).into())) {
            return None;
        }
    }
    let rest = rest.build();
    Some(match growing {
        Some(growing) => JsString::sum(&growing, &rest),
        None => rest,
    })
}

/// `ConcatPart` makes a value ready for being a part of a sum of strings.
///
/// Operation:
///  - Convert an object to a primitive value, and what is no simple one to a string.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConcatPart;

impl ConcatPart {
    #[inline(always)]
    pub(crate) fn operation(value: RegisterOperand, context: &mut Context) -> JsResult<()> {
        let part = context.vm.get_register(value.into());
        if !part.is_object() && !part.is_symbol() && !part.is_bigint() {
            return Ok(());
        }
        let part = part.clone();
        let part = part.to_primitive(context, PreferredType::Default)?;
        let part = part.to_string(context)?;
        context.vm.set_register(value.into(), part.into());
        Ok(())
    }
}

impl Operation for ConcatPart {
    const NAME: &'static str = "ConcatPart";
    const INSTRUCTION: &'static str = "INST - ConcatPart";
    const COST: u8 = 2;
}
