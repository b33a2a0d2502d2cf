//! Sums of many parts at once.

use crate::{
    Context, JsResult, JsString,
    string::{JsStr, TextBuilder},
    value::{PreferredType, sum::push},
    vm::opcode::{IndexOperand, Operation, RegisterOperand},
};

/// A first part of this many units or more is text that grows: it is appended to, not copied.
const GROWING_UNITS_MIN: usize = 256;

/// Sums up to this many units of one byte are put together without allocating.
const SMALL_UNITS_MAX: usize = 160;

/// A sum that is put together.
struct Parts {
    small: [u8; SMALL_UNITS_MAX],
    len: usize,
    /// All of it, once it is not small.
    large: Option<TextBuilder>,
}

impl Parts {
    fn push(&mut self, text: JsStr<'_>) {
        if let (None, Some(units)) = (&self.large, text.as_latin1())
            && let Some(room) = self.small.get_mut(self.len..self.len + units.len())
        {
            room.copy_from_slice(units);
            self.len += units.len();
            return;
        }
        let small = JsStr::latin1(&self.small[..self.len]);
        let large = self.large.get_or_insert_with(|| {
            let mut large = TextBuilder::with_capacity(4 * SMALL_UNITS_MAX);
            large.push(small);
            large
        });
        large.push(text);
    }

    fn build(self) -> JsString {
        match self.large {
            Some(large) => large.build(),
            None => JsString::from(JsStr::latin1(&self.small[..self.len])),
        }
    }
}

/// The sum of the values of registers, or nothing where converting one may run code or fail.
pub(super) fn concat(
    registers: impl Iterator<Item = usize>,
    context: &Context,
) -> Option<JsString> {
    let mut parts = Parts {
        small: [0; SMALL_UNITS_MAX],
        len: 0,
        large: None,
    };
    let mut growing = None;
    let mut is_first = true;
    for register in registers {
        let value = context.vm.get_register(register);
        if is_first && let Some(text) = value.text() {
            if text.is_empty() {
                continue;
            }
            if text.len() >= GROWING_UNITS_MIN {
                growing = Some(text);
                is_first = false;
                continue;
            }
        }
        is_first = false;
        if !push(value, |text| parts.push(text)) {
            return None;
        }
    }
    let parts = parts.build();
    Some(match growing {
        Some(growing) => JsString::sum(&growing, &parts),
        None => parts,
    })
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
