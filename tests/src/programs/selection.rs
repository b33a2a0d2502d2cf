//! Which programs a command line asks for.

use anyhow::Result;

/// Which of the programs that can be made.
#[derive(Debug)]
pub struct Selection {
    /// How many.
    pub count: u64,
    /// The number of the first.
    pub first: u64,
    /// What they are made from.
    pub seed: u64,
    /// The family, where only one is meant.
    pub family: Option<String>,
    /// How many differences, or causes of them, are made smaller in each family; others are counted.
    pub most: usize,
}

impl Selection {
    /// Reads an argument, and its value where it has one. Returns whether it is one of these.
    ///
    /// # Errors
    /// For a value that is missing or no number.
    pub fn read(
        &mut self,
        argument: &str,
        value: &mut impl FnMut() -> Result<String>,
    ) -> Result<bool> {
        match argument {
            "--count" => self.count = value()?.parse()?,
            "--first" => self.first = value()?.parse()?,
            "--seed" => self.seed = value()?.parse()?,
            "--family" => self.family = Some(value()?),
            "--most" => self.most = value()?.parse()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
