//! `sleep`: lets time pass, at once where nothing else waits for it. bashkit's sleeps for a minute at
//! most.

use std::time::Duration;

use bashkit::{Command, CommandContext, CommandStatus, async_trait};

pub(super) struct Sleep;

/// How long a sleep without an end waits for something that ends it.
const ENDLESS: Duration = Duration::from_secs(365 * 24 * 3600);

const ENDLESS_TOLD: &str =
    "sleep: nothing ends this here, where time passes at once: give it a number of seconds\n";

#[async_trait]
impl Command for Sleep {
    async fn execute(&self, context: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let failure = match context.args {
            [] => "sleep: missing operand\n".to_owned(),
            times => match total(times) {
                Ok(Duration::MAX) => {
                    // What ends it, as `timeout`, comes before.
                    tokio::time::sleep(ENDLESS).await;
                    ENDLESS_TOLD.to_owned()
                }
                Ok(total) => {
                    tokio::time::sleep(total).await;
                    return Ok(CommandStatus::success());
                }
                Err(time) => format!("sleep: invalid time interval '{time}'\n"),
            },
        };
        context.stderr.write_all(failure.as_bytes()).await?;
        Ok(CommandStatus::with_code(1))
    }
}

/// The times together, or the first that is none.
fn total(times: &[String]) -> Result<Duration, &str> {
    times.iter().try_fold(Duration::ZERO, |total, time| {
        let time = duration(time).ok_or(&**time)?;
        Ok(total.saturating_add(time))
    })
}

/// A number of seconds, or with the letter for them of minutes, hours or days.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.char_indices().next_back()? {
        (at, 's') => (&text[..at], 1.0),
        (at, 'm') => (&text[..at], 60.0),
        (at, 'h') => (&text[..at], 3600.0),
        (at, 'd') => (&text[..at], 86_400.0),
        _ => (text, 1.0),
    };
    if number == "inf" || number == "infinity" {
        return Some(Duration::MAX);
    }
    let is_number = |letter: char| letter.is_ascii_digit() || ".eE+-".contains(letter);
    let seconds: f64 = number
        .parse()
        .ok()
        .filter(|_| number.chars().all(is_number))?;
    if seconds.is_sign_negative() {
        return None;
    }
    Some(Duration::try_from_secs_f64(seconds * unit).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let seconds = |text| duration(text).map(|time| time.as_secs_f64());
        for (text, expected) in [
            ("2", 2.0),
            ("0.5", 0.5),
            (".5s", 0.5),
            ("1.5m", 90.0),
            ("2h", 7200.0),
            ("1d", 86_400.0),
            ("1e2", 100.0),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for text in ["", "s", "-1", "1x", "nan", "one", "1 "] {
            assert_eq!(seconds(text), None, "{text}");
        }
        assert_eq!(duration("inf"), Some(Duration::MAX));
        let times = ["inf", "1"].map(str::to_owned);
        assert_eq!(total(&times), Ok(Duration::MAX));
        assert_eq!(total(&["1", "x"].map(str::to_owned)), Err("x"));
    }
}
