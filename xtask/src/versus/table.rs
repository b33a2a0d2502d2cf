//! A table of what was measured in two engines.

/// How many of the slowest are printed once more at the end.
const SLOWEST: usize = 20;

/// What was measured of a program, in the unit of its table.
pub(super) struct Measured {
    pub(super) name: String,
    pub(super) ours: f64,
    pub(super) theirs: f64,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }
}

/// What was measured, and what could not be.
#[derive(Default)]
pub(super) struct Table {
    pub(super) measured: Vec<Measured>,
    pub(super) failed: Vec<String>,
}

impl Table {
    /// Prints what was measured, the largest ratio last, and what it comes to.
    pub(super) fn print(&mut self, unit: &str, other: &str) {
        let measured = &mut self.measured;
        measured.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
        println!("{unit:<52} {:>10} {other:>10} {:>7}", "sandbox", "ratio");
        for one in &*measured {
            println!(
                "{:<52} {:>10.2} {:>10.2} {:>7.2}",
                one.name,
                one.ours,
                one.theirs,
                one.ratio()
            );
        }
        #[expect(clippy::cast_precision_loss, reason = "hundreds")]
        let count = measured.len() as f64;
        let mean = (measured.iter().map(|one| one.ratio().ln()).sum::<f64>() / count).exp();
        let over = |bound: f64| measured.iter().filter(|one| one.ratio() > bound).count();
        println!(
            "{count} of them: geometric mean {mean:.3}, {} above 1, {} above 1.5",
            over(1.0),
            over(1.5)
        );
        println!("the slowest:");
        for one in measured.iter().rev().take(SLOWEST) {
            println!("{:>7.2}  {}", one.ratio(), one.name);
        }
        for failure in &self.failed {
            println!("not compared: {failure}");
        }
    }
}
