//! Compares what methods answer with what the table declares, in debug builds and tests.

use isolate_protocol::wire::Decoder;
use isolate_protocol::wire::message::reply;
use isolate_protocol::{Method, Value};

/// Longer answers are not checked: the tree that is made of one would be a part of the memory that tests
/// measure.
const CHECKED_BYTES_MAX: usize = 1 << 20;

/// Whether the arguments are of the declared types, so that the answer must be too: what is accepted
/// beyond the declaration may change the answer. Always false without debug assertions.
pub(super) fn are_declared(method: &Method, values: &[Value]) -> bool {
    if !cfg!(debug_assertions) {
        return false;
    }
    let mut params = method.all_params().zip(values).enumerate();
    params.all(|(index, (param, value))| match value {
        Value::Undefined => true,
        value => index < method.params.len() && param.ty.accepts(value).is_ok(),
    })
}

/// Checks an answer.
///
/// # Panics
///
/// If the answer is not of the declared type.
pub(super) fn check(method: &Method, reply: &[u8]) {
    let Some((&reply::VALUE, answer)) = reply.split_first() else {
        return;
    };
    if answer.len() > CHECKED_BYTES_MAX {
        return;
    }
    let answer = Decoder::of_answer(answer).value().unwrap_or_else(|error| {
        panic!("state.{}: the answer cannot be read: {error}", method.name)
    });
    if let Err(mismatch) = method.returns.accepts(&answer) {
        panic!(
            "state.{}: the answer{} {}, as the table declares {}",
            method.name, mismatch.at, mismatch.problem, method.returns
        );
    }
}

#[cfg(test)]
mod tests {
    use isolate_protocol::wire::Encoder;
    use isolate_protocol::wire::message::reply;
    use isolate_protocol::{METHODS, Value, method_index};

    use super::{are_declared, check};

    #[test]
    fn an_answer_of_another_type_than_declared_panics() {
        let method = &METHODS[method_index("exists").unwrap()];
        let mut out = Encoder::new();
        out.u8(reply::VALUE);
        out.value(&Value::Number(1.0));
        let told = std::panic::catch_unwind(|| check(method, out.as_bytes())).unwrap_err();
        assert_eq!(
            told.downcast_ref::<String>().unwrap(),
            "state.exists: the answer must be boolean, but is the number 1, as the table declares boolean"
        );
    }

    #[test]
    fn a_call_beyond_the_declaration_may_answer_otherwise() {
        let method = &METHODS[method_index("readFile").unwrap()];
        let call = |option: &str| {
            let options = vec![(option.into(), Value::Number(1.0))];
            [Value::String("/a".into()), Value::Object(options)]
        };
        assert!(are_declared(method, &call("startLine")));
        assert!(!are_declared(method, &call("encoding")));
        let method = &METHODS[method_index("searchText").unwrap()];
        let (source, flags) = ("a".to_owned(), String::new());
        let pattern = Value::RegExp { source, flags };
        assert!(!are_declared(
            method,
            &[Value::String("/a".into()), pattern]
        ));
    }
}
