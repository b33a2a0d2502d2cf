//! Whether the lines of two inputs are sorted, as `comm` and `join` ask.

/// The order of two inputs.
pub(super) struct Order {
    /// Whether it is looked at whatever the lines are, or, as by default, once a line has had no counterpart.
    pub(super) is_always: bool,
    /// Where a line without a counterpart was first met, in each input.
    unpaired: Option<[usize; 2]>,
}

impl Order {
    pub(super) fn new(is_always: bool) -> Self {
        Self {
            is_always,
            unpaired: None,
        }
    }

    /// A line without a counterpart, where the two inputs have come so far.
    pub(super) fn unpaired(&mut self, first: usize, second: usize) {
        self.unpaired.get_or_insert([first, second]);
    }

    /// The first line of an input of so many that is out of order, if that matters.
    pub(super) fn disorder(
        &self,
        input: usize,
        lines: usize,
        is_after: impl Fn(usize, usize) -> bool,
    ) -> Option<usize> {
        let from = match (self.is_always, self.unpaired) {
            (true, _) => 0,
            (false, Some(at)) => at[input].saturating_sub(1),
            (false, None) => return None,
        };
        (from + 1..lines).find(|&line| is_after(line - 1, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_matters_once_a_line_has_no_counterpart() {
        let lines = ["b", "a", "c"];
        let mut order = Order::new(false);
        let disorder = |order: &Order| order.disorder(0, lines.len(), |a, b| lines[a] > lines[b]);
        assert_eq!(disorder(&order), None);
        order.unpaired(0, 0);
        assert_eq!(disorder(&order), Some(1));
        assert_eq!(disorder(&Order::new(true)), Some(1));
    }
}
