//! Numbers as JavaScript has them.

/// The largest integer that a double has exactly, with all below it.
pub(crate) const EXACT_MAX: u64 = 1 << 53;

/// As JavaScript prints a number.
pub(crate) fn printed(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    ryu_js::Buffer::new().format_finite(value).to_owned()
}

/// What an integer is: a double where that is exact, or its decimal digits.
#[derive(Debug, PartialEq)]
pub(crate) enum Integer {
    Exact(f64),
    Beyond(String),
}

/// An integer of digits in a base, without separators.
pub(crate) fn integer(is_negative: bool, digits: &str, base: u32) -> Option<Integer> {
    // Rust would take a sign too.
    if !digits.chars().all(|digit| digit.is_digit(base)) || digits.is_empty() {
        return None;
    }
    if let Ok(value) = u64::from_str_radix(digits, base)
        && value <= EXACT_MAX
    {
        #[expect(clippy::cast_precision_loss, reason = "at most 2^53")]
        let value = value as f64;
        return Some(Integer::Exact(if is_negative { -value } else { value }));
    }
    let mut decimal = if base == 10 {
        digits.trim_start_matches('0').to_owned()
    } else {
        decimal(digits, base)?
    };
    if is_negative {
        decimal.insert(0, '-');
    }
    Some(Integer::Beyond(decimal))
}

/// Digits that are looked at in another base than ten: the work grows with their square.
const OTHER_DIGITS_MAX: usize = 4096;

fn decimal(digits: &str, base: u32) -> Option<String> {
    const CHUNK: u64 = 1_000_000_000;
    if digits.len() > OTHER_DIGITS_MAX {
        return None;
    }
    // Groups of nine decimal digits, the lowest first.
    let mut groups: Vec<u64> = vec![0];
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(base)?);
        for group in &mut groups {
            let next = *group * u64::from(base) + carry;
            *group = next % CHUNK;
            carry = next / CHUNK;
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let mut text = groups.pop()?.to_string();
    for group in groups.iter().rev() {
        text.push_str(&format!("{group:09}"));
    }
    Some(text)
}
