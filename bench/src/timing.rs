//! Times: what a job took each time it was done.

use std::time::Instant;

use crate::Failure;

/// The milliseconds that a job took, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// Returns times in order.
    pub(crate) fn of(mut milliseconds: Vec<f64>) -> Self {
        milliseconds.sort_by(f64::total_cmp);
        Self(milliseconds)
    }

    /// Returns the time that half of all are at most as long as.
    pub(crate) fn median(&self) -> f64 {
        self.at(50)
    }

    /// Returns the time that 95 of 100 are at most as long as.
    pub(crate) fn p95(&self) -> f64 {
        self.at(95)
    }

    /// Returns the time that 99 of 100 are at most as long as.
    pub(crate) fn p99(&self) -> f64 {
        self.at(99)
    }

    /// Returns how many times there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The nearest rank: of one time every share is that one, of none it is not a number.
    fn at(&self, percent: usize) -> f64 {
        let place = (self.0.len() * percent).div_ceil(100).saturating_sub(1);
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }
}

/// Does a job once to warm up, then `times` over; it is told how often it was done before.
pub(crate) fn timed(
    times: usize,
    mut job: impl FnMut(usize) -> Result<(), Failure>,
) -> Result<Times, Failure> {
    job(0)?;
    let mut taken = Vec::with_capacity(times);
    for at in 0..times {
        taken.push(milliseconds(|| job(at))?.0);
    }
    Ok(Times::of(taken))
}

/// Returns the milliseconds that a job took, and what it gave.
pub(crate) fn milliseconds<T>(
    job: impl FnOnce() -> Result<T, Failure>,
) -> Result<(f64, T), Failure> {
    let started = Instant::now();
    let given = job()?;
    Ok((started.elapsed().as_secs_f64() * 1e3, given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_nearest_ranks() {
        let times = Times::of((1..=20).rev().map(f64::from).collect());
        let shown = |times: &Times| format!("{} {}", times.median(), times.p95());
        assert_eq!(shown(&times), "10 19");
        assert_eq!(shown(&Times::of(vec![7.0])), "7 7");
        assert!(Times::default().median().is_nan());
    }

    #[test]
    fn a_job_is_done_once_more_than_it_is_timed() {
        let mut done = 0;
        let times = timed(3, |_| {
            done += 1;
            Ok(())
        });
        assert_eq!((done, times.unwrap().0.len()), (4, 3));
    }
}
