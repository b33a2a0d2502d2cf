//! Plural categories: which form of a text goes with a number.

use super::decimal::Decimal;

/// What the rules of CLDR ask of a number as it is shown.
struct Operands {
    /// The whole part, its last twelve digits.
    whole: u64,
    is_large: bool,
    /// Count of digits behind the point.
    places: usize,
    is_whole: bool,
}

impl Operands {
    fn new(shown: &Decimal, least_places: usize) -> Self {
        let whole = shown.whole();
        let fraction = shown.fraction(least_places);
        let last = &whole[whole.len().saturating_sub(12)..];
        Self {
            whole: last.parse().unwrap_or(0),
            is_large: whole.len() > 12,
            places: fraction.len(),
            is_whole: fraction.bytes().all(|digit| digit == b'0'),
        }
    }
}

/// The category of a number that is counted.
pub(super) fn cardinal(language: &str, shown: &Decimal, least_places: usize) -> &'static str {
    let n = Operands::new(shown, least_places);
    let is = |value: u64| n.whole == value && !n.is_large;
    let is_million =
        (n.whole != 0 || n.is_large) && n.whole.is_multiple_of(1_000_000) && n.places == 0;
    match language {
        "ja" | "zh" => "other",
        "fr" if is(0) || is(1) => "one",
        "pt" if is(0) || is(1) => "one",
        "es" if is(1) && n.is_whole => "one",
        "it" | "pt-PT" if is(1) && n.places == 0 => "one",
        "fr" | "pt" | "pt-PT" | "es" | "it" if is_million => "many",
        "fr" | "pt" | "pt-PT" | "es" | "it" => "other",
        "pl" => polish(&n),
        _ if is(1) && n.places == 0 => "one",
        _ => "other",
    }
}

fn polish(n: &Operands) -> &'static str {
    let (ones, tens) = (n.whole % 10, n.whole % 100);
    match n.places {
        0 if n.whole == 1 && !n.is_large => "one",
        0 if (2..=4).contains(&ones) && !(12..=14).contains(&tens) => "few",
        0 => "many",
        _ => "other",
    }
}

/// The category of a place in an order.
pub(super) fn ordinal(language: &str, shown: &Decimal, least_places: usize) -> &'static str {
    let n = Operands::new(shown, least_places);
    if !n.is_whole {
        return "other";
    }
    let (ones, tens) = (n.whole % 10, n.whole % 100);
    let is_teen = (11..=13).contains(&tens);
    match language {
        "en" if ones == 1 && !is_teen => "one",
        "en" if ones == 2 && !is_teen => "two",
        "en" if ones == 3 && !is_teen => "few",
        "fr" if n.whole == 1 && !n.is_large => "one",
        "it" if [8, 11, 80, 800].contains(&n.whole) && !n.is_large => "many",
        "sv" if (ones == 1 || ones == 2) && tens != 11 && tens != 12 => "one",
        _ => "other",
    }
}

/// The categories that a language has.
pub(super) fn categories(language: &str, is_ordinal: bool) -> &'static [&'static str] {
    match (language, is_ordinal) {
        ("en", true) => &["one", "two", "few", "other"],
        ("fr" | "sv", true) => &["one", "other"],
        ("it", true) => &["many", "other"],
        (_, true) | ("ja" | "zh", false) => &["other"],
        ("fr" | "pt" | "pt-PT" | "es" | "it", false) => &["one", "many", "other"],
        ("pl", false) => &["one", "few", "many", "other"],
        (_, false) => &["one", "other"],
    }
}
