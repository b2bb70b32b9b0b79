//! The machine a run is on, as far as the system tells.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use notekin_note::Day;

/// Returns the processor's name.
pub(crate) fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// Returns how many threads run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the size of the largest cache in bytes; 0 where it is not told.
pub(crate) fn largest_cache() -> usize {
    let size = |level: usize| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{level}/size");
        let text = fs::read_to_string(path).unwrap_or_default();
        text.trim().trim_end_matches('K').parse::<usize>().unwrap_or(0) << 10
    };
    (0..5).map(size).max().unwrap_or(0)
}

/// Returns the bytes of memory that are free for use; 0 where it is not told.
pub(crate) fn free_memory() -> usize {
    kilobytes("/proc/meminfo", "MemAvailable:").map_or(0, |size| size << 10)
}

/// Returns the megabytes that a line of this process's state tells, such as `VmRSS:`.
pub(crate) fn own_megabytes(name: &str) -> Option<f64> {
    megabytes(std::process::id(), name)
}

/// Returns the same of any process, by its number.
pub(crate) fn megabytes(process: u32, name: &str) -> Option<f64> {
    kilobytes(&format!("/proc/{process}/status"), name).map(|size| size as f64 * 1024.0 / 1e6)
}

fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Returns how many programs wanted a core in the last minute, if that is told.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// Returns the seconds this process has spent on cores, if that is told.
pub(crate) fn cpu_seconds() -> Option<f64> {
    cpu_seconds_of(std::process::id())
}

/// Returns the same of any process, by its number.
pub(crate) fn cpu_seconds_of(process: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in brackets may hold spaces; user and system time are the 12th and 13th after it, in hundredths.
    let after_name = stat.rsplit(')').next()?;
    let ticks = after_name.split_whitespace().skip(11).take(2);
    Some(ticks.map(|ticks| ticks.parse().unwrap_or(0.0)).sum::<f64>() / 100.0)
}

/// Returns today's date, as UTC has it: `2026-11-30`.
pub(crate) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = Day((now.as_secs() / 86_400) as i32).date();
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns a short name for a folder: the letters of the processor's name, and its cores.
pub(crate) fn slug() -> String {
    let name = processor().to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.filter(|word| !matches!(*word, "cpu" | "processor")).collect();
    format!("{}-{}-cores", words.join("-"), cores())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_can_be_a_folder_everywhere() {
        assert!(slug().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
    }
}
