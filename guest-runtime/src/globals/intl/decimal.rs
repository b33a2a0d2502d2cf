//! Decimal numbers of any length, and how they are rounded.

use std::cmp::Ordering;

/// A number that is not negative: its digits, and how many of them stand before the point.
#[derive(Clone, Default)]
pub(super) struct Decimal {
    /// From 0 to 9, without zeros at either end; none is zero.
    digits: Vec<u8>,
    point: i32,
}

/// Which way a number goes that lies between two that can be shown.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Mode(pub(super) &'static str);

pub(super) const MODES: &[&str] = &[
    "ceil",
    "floor",
    "expand",
    "trunc",
    "halfCeil",
    "halfFloor",
    "halfExpand",
    "halfTrunc",
    "halfEven",
];

impl Mode {
    /// Whether the size grows, by how the rest compares with half of the step.
    fn grows(self, is_negative: bool, half: Ordering, is_odd: bool) -> bool {
        let tie = match self.0 {
            "ceil" => return !is_negative,
            "floor" => return is_negative,
            "expand" => return true,
            "trunc" => return false,
            "halfCeil" => !is_negative,
            "halfFloor" => is_negative,
            "halfTrunc" => false,
            "halfEven" => is_odd,
            _ => true,
        };
        half == Ordering::Greater || half == Ordering::Equal && tie
    }
}

impl Decimal {
    /// The size of a finite number, by the shortest digits that mean it.
    pub(super) fn from_number(value: f64) -> Self {
        Self::parse(&format!("{:e}", value.abs())).unwrap_or_default()
    }

    /// Reads digits with an optional point and exponent.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty() || exponent.abs() > 10_000 {
            return None;
        }
        let mut digits = Vec::with_capacity(whole.len() + fraction.len());
        for byte in whole.bytes().chain(fraction.bytes()) {
            digits.push(byte.is_ascii_digit().then(|| byte - b'0')?);
        }
        let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
        let mut number = Self { digits, point };
        number.trim();
        Some(number)
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        let zeros = self.digits.iter().take_while(|digit| **digit == 0).count();
        self.digits.drain(..zeros);
        self.point -= i32::try_from(zeros).unwrap_or(0);
        if self.digits.is_empty() {
            self.point = 1;
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// How many digits stand before the point; 0 and less for what is below one.
    pub(super) fn point(&self) -> i32 {
        self.point
    }

    /// Times a power of ten.
    pub(super) fn shifted(mut self, power: i32) -> Self {
        if !self.is_zero() {
            self.point += power;
        }
        self
    }

    /// The digit at a place before the point, 0 being the last.
    fn at(&self, index: i32) -> u8 {
        usize::try_from(index)
            .ok()
            .and_then(|index| self.digits.get(index).copied())
            .unwrap_or(0)
    }

    /// Rounded to a multiple of `step` in the last of so many places behind the point.
    pub(super) fn rounded(&self, places: i32, step: u32, mode: Mode, is_negative: bool) -> Self {
        let kept = self.point + places;
        let len = i32::try_from(self.digits.len()).unwrap_or(i32::MAX);
        if self.is_zero() || kept >= len && step == 1 {
            return self.clone();
        }
        let mut head: Vec<u8> = (0..kept.max(0)).map(|index| self.at(index)).collect();
        let tail = usize::try_from(kept.max(0))
            .unwrap_or(0)
            .min(self.digits.len());
        let tail = &self.digits[tail..];
        // Below the first digit of the tail there may be zeros that are not written.
        let half = if kept < 0 || tail.is_empty() {
            Ordering::Less
        } else {
            tail[0].cmp(&5).then(tail.len().cmp(&1))
        };
        let modulo = |by: u32| {
            head.iter()
                .fold(0, |rest, digit| (rest * 10 + u32::from(*digit)) % by)
        };
        let rest = modulo(step);
        if rest == 0 && tail.is_empty() {
            return self.clone();
        }
        let is_odd = modulo(step * 2) >= step;
        let half = if step.is_multiple_of(2) {
            rest.cmp(&(step / 2)).then(tail.len().cmp(&0))
        } else {
            rest.cmp(&(step / 2)).then(half)
        };
        let grows = mode.grows(is_negative, half, is_odd);
        change(
            &mut head,
            if grows { step - rest } else { 0 },
            if grows { 0 } else { rest },
        );
        let len = i32::try_from(head.len()).unwrap_or(i32::MAX);
        let mut number = Self {
            digits: head,
            point: len - places,
        };
        number.trim();
        number
    }

    /// The digits before the point.
    pub(super) fn whole(&self) -> String {
        if self.point <= 0 || self.is_zero() {
            return "0".to_owned();
        }
        (0..self.point)
            .map(|index| char::from(b'0' + self.at(index)))
            .collect()
    }

    /// The digits behind the point, at least so many.
    pub(super) fn fraction(&self, least: usize) -> String {
        let len = i32::try_from(self.digits.len()).unwrap_or(0);
        let mut text: String = if self.is_zero() {
            String::new()
        } else {
            (self.point..len)
                .map(|index| char::from(b'0' + self.at(index)))
                .collect()
        };
        while text.len() < least {
            text.push('0');
        }
        text
    }
}

/// Adds or takes away a small number.
fn change(digits: &mut Vec<u8>, plus: u32, minus: u32) {
    let mut carry = i64::from(plus) - i64::from(minus);
    for digit in digits.iter_mut().rev() {
        let sum = i64::from(*digit) + carry;
        *digit = u8::try_from(sum.rem_euclid(10)).unwrap_or(0);
        carry = sum.div_euclid(10);
        if carry == 0 {
            return;
        }
    }
    while carry > 0 {
        digits.insert(0, u8::try_from(carry % 10).unwrap_or(0));
        carry /= 10;
    }
}
