//! The answer to a call of a run that is put away, as it is kept.
//!
//! ```text
//! answer = JSON of what somebody has given | 0 length head result
//! ```
//! The second is what a function has answered: the length of the head has four bytes, the head is JSON, and
//! the result is encoded as for the program, so that bytes, dates and large integers stay what they are.

use std::io;
use std::time::Duration;

use isolate_protocol::wire::{Decoder, Encoder};
use serde::{Deserialize, Serialize};

use super::answers::Given;
use crate::answers::{read_result, write_result};
use crate::calls::CallErrorKind;
use crate::functions::{EndedCall, FunctionError, Resolved, fault_of};

/// The first byte of what a function has answered.
const OF_FUNCTION: u8 = 0;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    took_us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Whose fault an error is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

/// What a function has answered, as it is kept.
pub(super) fn written(ended: EndedCall) -> io::Result<Vec<u8>> {
    let EndedCall { result, took, note } = ended;
    let kind = result.as_ref().err().map(FunctionError::kind);
    let head = serde_json::to_vec(&Head {
        took_us: crate::state::micros(took),
        note,
        kind: kind.map(|kind| kind.as_str().to_owned()),
    })?;
    let mut out = Encoder::new();
    out.u8(OF_FUNCTION);
    out.u32(u32::try_from(head.len()).map_err(|_| io::ErrorKind::FileTooLarge)?);
    out.raw(&head);
    write_result(&result.map_err(fault_of), &mut out);
    Ok(out.into_bytes())
}

/// What became of a call, of what was kept.
pub(crate) fn resolved(bytes: &[u8]) -> io::Result<Resolved> {
    if bytes.first() != Some(&OF_FUNCTION) {
        return Ok(Resolved::from(serde_json::from_slice::<Given>(bytes)?));
    }
    let damaged = |_| io::Error::from(io::ErrorKind::InvalidData);
    let mut source = Decoder::new(&bytes[1..]);
    let length = source.u32().map_err(damaged)?;
    let head = source.take(length as usize).map_err(damaged)?;
    let head: Head = serde_json::from_slice(head)?;
    let kind = head.kind.as_deref().and_then(CallErrorKind::named);
    let result = read_result(&mut source).map_err(damaged)?;
    source.finish().map_err(damaged)?;
    Ok(Resolved::Ended(EndedCall {
        result: result.map_err(|fault| FunctionError::of_fault(fault, kind.unwrap_or_default())),
        took: Duration::from_micros(head.took_us),
        note: head.note,
    }))
}

#[cfg(test)]
mod tests {
    use isolate_protocol::Value;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_function_answered_is_read_as_it_was() {
        let error = FunctionError::new("no")
            .with_code("ENO")
            .with_data(json!({ "left": [3] }))
            .of_kind(CallErrorKind::Limit);
        let bytes = Value::Map(vec![(Value::Null, Value::Bytes(vec![1, 2]))]);
        for result in [
            Ok(bytes),
            Ok(Value::Undefined),
            Ok(Value::BigInt("9007199254740993".to_owned())),
            Err(error),
        ] {
            let ended = EndedCall {
                result: result.clone(),
                took: Duration::from_micros(1_500),
                note: Some("noted".to_owned()),
            };
            let Resolved::Ended(read) = resolved(&written(ended).unwrap()).unwrap() else {
                panic!("it is of a function");
            };
            assert_eq!(read.result, result);
            let kind = |result: &Result<Value, FunctionError>| {
                result.as_ref().err().map(FunctionError::kind)
            };
            assert_eq!(kind(&read.result), kind(&result));
            assert_eq!(
                (read.took, read.note.as_deref()),
                (Duration::from_micros(1_500), Some("noted"))
            );
        }
    }

    proptest! {
        /// The file of a workspace may have been made by anybody.
        #[test]
        fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = resolved(&bytes);
            if let [first, second, third, fourth, fifth, ..] = &mut bytes[..] {
                (*first, *third, *fourth, *fifth) = (OF_FUNCTION, 0, 0, 0);
                *second %= 20;
                let _ = resolved(&bytes);
            }
        }
    }
}
