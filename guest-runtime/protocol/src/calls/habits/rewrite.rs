//! What all steps of rewriting a call know of it.

use crate::error::StateError;
use crate::table::{Method, Param};
use crate::types::{Shape, Type, TypeDef};
use crate::value::{Text, Value};

/// The members of an object.
pub(super) type Members = Vec<(Text, Value)>;

/// A call of a method that is being rewritten.
pub(super) struct Rewrite {
    pub(super) method: &'static Method,
    /// All parameters of the method, those that are not told last.
    pub(super) params: Vec<&'static Param>,
}

impl Rewrite {
    pub(super) fn refusal(&self, text: &str) -> StateError {
        StateError::argument(format!("state.{}: {text}", self.method.name))
    }

    pub(super) fn options_def(&self) -> Option<&'static TypeDef> {
        self.options_at().map(|(_, def)| def)
    }

    pub(super) fn options_at(&self) -> Option<(usize, &'static TypeDef)> {
        self.params
            .iter()
            .enumerate()
            .find_map(|(index, param)| match &param.ty {
                Type::Named(def) if matches!(def.shape, Shape::Options(_)) => Some((index, *def)),
                _ => None,
            })
    }

    pub(super) fn twice(&self, what: &str, one: &str, other: &str) -> StateError {
        self.refusal(&format!(
            "\"{what}\" is given twice, as \"{one}\" and as \"{other}\", and they differ — expected {}",
            self.method.signature()
        ))
    }
}
