//! What can be typed to let reading by meaning rest.

use std::time::Duration;

use clap::Args;

/// Let reading by meaning rest
///
/// That is what takes processor time, or calls a server. Words go on: what changes is found by them at once. A run that
/// is under way stops after the batch in hand and keeps what is done.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  notekin pause\n  notekin pause --for 2h")]
pub(crate) struct PauseArgs {
    /// Go on by itself after TIME: `90m`, `2h`, `1d`; without it, not before `notekin resume`
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
}

/// Go on reading by meaning after a pause
///
/// What follows a vault goes on by itself within half a minute; `notekin index` does so at once.
#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {}

/// Reads a time: a whole number with its unit.
fn time(typed: &str) -> Result<Duration, String> {
    let none = || format!("`{typed}` is no time: write `90m`, `2h` or `1d`");
    let (number, unit) = typed.split_at_checked(typed.len().saturating_sub(1)).ok_or_else(none)?;
    let minutes = match unit {
        "m" => 1,
        "h" => 60,
        "d" => 24 * 60,
        _ => return Err(none()),
    };
    let number: u32 = number.parse().ok().filter(|&number| number > 0).ok_or_else(none)?;
    Ok(Duration::from_mins(u64::from(number) * minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        let minutes = |typed| time(typed).map(|time| time.as_secs() / 60).ok();
        let times = ["90m", "2h", "1d"].map(minutes);
        assert_eq!(times, [Some(90), Some(120), Some(24 * 60)]);
        for none in ["", "h", "2", "0m", "-1h", "1.5h", "2 h", "2w", "2\u{2009}", "99999999999d"] {
            assert_eq!(minutes(none), None, "{none}");
        }
    }
}
