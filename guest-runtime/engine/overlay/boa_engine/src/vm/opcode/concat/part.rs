//! Sums of many parts at once.

use crate::{
    Context, JsResult, JsString,
    string::TextBuilder,
    value::{PreferredType, sum::push},
    vm::opcode::{IndexOperand, Operation, RegisterOperand},
};

/// A first part of this many units or more is text that grows: it is appended to, not copied.
const GROWING_UNITS_MIN: usize = 256;

/// The sum of the values of registers, or nothing where converting one may run code or fail.
pub(super) fn concat(
    mut registers: impl Iterator<Item = usize> + Clone,
    context: &Context,
) -> Option<JsString> {
    let mut growing = None;
    while let Some(first) = registers.clone().next()
        && let Some(text) = context.vm.get_register(first).text()
    {
        // A template begins with the text before its first value, which is none mostly.
        if text.is_empty() {
            registers.next();
            continue;
        }
        if text.len() >= GROWING_UNITS_MIN {
            growing = Some(text);
            registers.next();
        }
        break;
    }
    let parts = match narrow(registers.clone(), context) {
        Some(parts) => parts,
        None => {
            let mut parts = TextBuilder::default();
            for register in registers {
                if !push(context.vm.get_register(register), |text| parts.push(text)) {
                    return None;
                }
            }
            parts.build()
        }
    };
    Some(match growing {
        Some(growing) => JsString::sum(&growing, &parts),
        None => parts,
    })
}

/// The sum of strings of one byte a unit and of integers, written where it stays.
fn narrow(registers: impl Iterator<Item = usize> + Clone, context: &Context) -> Option<JsString> {
    let mut len = 0;
    for register in registers.clone() {
        let value = context.vm.get_register(register);
        len += if let Some(text) = value.text() {
            text.as_str().as_latin1()?.len()
        } else {
            JsString::digits(value.integer()?)
        };
    }
    Some(JsString::narrow(len, |to| {
        for register in registers {
            let value = context.vm.get_register(register);
            if let Some(text) = value.text()
                && let Some(units) = text.as_str().as_latin1()
            {
                to.write(units);
            } else if let Some(integer) = value.integer() {
                to.write_integer(integer, JsString::digits(integer));
            }
        }
    }))
}

/// `ConcatRange` is `ConcatToString` of registers that follow each other.
///
/// Operation:
///  - Concat values into a string.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConcatRange;

impl ConcatRange {
    #[inline(always)]
    pub(crate) fn operation(
        (dst, first, count): (RegisterOperand, RegisterOperand, IndexOperand),
        context: &mut Context,
    ) -> JsResult<()> {
        let first = usize::from(first);
        let registers = first..first + usize::from(count);
        let sum = match concat(registers.clone(), context) {
            Some(sum) => sum,
            None => {
                let mut text = TextBuilder::default();
                for register in registers {
                    let value = context.vm.get_register(register).clone();
                    text.push(value.to_string(context)?.as_str());
                }
                text.build()
            }
        };
        context.vm.set_register(dst.into(), sum.into());
        Ok(())
    }
}

impl Operation for ConcatRange {
    const NAME: &'static str = "ConcatRange";
    const INSTRUCTION: &'static str = "INST - ConcatRange";
    const COST: u8 = 6;
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
        if part.is_plain_part() {
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
