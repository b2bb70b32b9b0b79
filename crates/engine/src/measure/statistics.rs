//! Ranks, averages and how sure they are.

use super::dice::Dice;

/// How often a sample is drawn again from itself for an interval (Efron 1979, "Bootstrap methods").
pub(super) const ROUNDS: usize = 1000;

/// The share of the drawn values left out at each end of an interval.
const TAIL: f32 = 0.025;

/// Values from which it can be told how sure a mean is, and values of each kind for an area.
const LEAST_VALUES: usize = 10;

/// The width of an interval of 95 percent, in standard errors.
const WIDTH: f32 = 1.96;

/// A figure with its interval: where it lies with 95 percent of samples like this one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The figure.
    pub value: f32,
    /// The lower and the upper end; nothing where it can't be told how sure the figure is.
    pub range: Option<(f32, f32)>,
}

impl Interval {
    /// Returns the bootstrap percentile interval of a figure, from what it was in samples drawn again. There is none when it
    /// was always the same: a sample without a miss doesn't know of misses, and would be sure of there being none.
    fn new(value: f32, mut drawn: Vec<f32>) -> Self {
        drawn.sort_by(f32::total_cmp);
        let (low, high) = (quantile(&drawn, TAIL), quantile(&drawn, 1.0 - TAIL));
        Self { value, range: (low < high).then_some((low, high)) }
    }
}

/// Returns the value below which a share of sorted values lies, between neighbours by their distance; 0 of none.
pub(super) fn quantile(sorted: &[f32], share: f32) -> f32 {
    let place = share * sorted.len().saturating_sub(1) as f32;
    let at = |place: f32| sorted.get(place as usize).copied().unwrap_or_default();
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (above - below) * place.fract()
}

/// Returns the chance that one of `high` is above one of `low`, a tie counting half (the area under the curve of hits over
/// false alarms), with its interval; nothing when there are too few of either to tell, or all are the same.
pub(super) fn auc(high: &[f32], low: &[f32], dice: &mut Dice) -> Option<Interval> {
    if high.len().min(low.len()) < LEAST_VALUES {
        return None;
    }
    let ranked = Ranked::new(high, low);
    if ranked.distinct < 2 {
        return None;
    }
    let drawn = (0..ROUNDS)
        .map(|_| {
            let mut again = |of: &[usize]| {
                ranked.counts((0..of.len()).filter_map(|_| of.get(dice.below(of.len())).copied()))
            };
            let high = again(&ranked.high);
            area(&high, &again(&ranked.low))
        })
        .collect();
    Some(Interval::new(area(&ranked.count(&ranked.high), &ranked.count(&ranked.low)), drawn))
}

/// Returns the curve of hits over false alarms: the share of `low` and of `high` that are at least as great as each of some
/// values, from the greatest on; at most `points` of them.
pub(super) fn curve(high: &[f32], low: &[f32], points: usize) -> Vec<(f32, f32)> {
    if high.is_empty() || low.is_empty() {
        return Vec::new();
    }
    let ranked = Ranked::new(high, low);
    let counts = ranked.count(&ranked.low).into_iter().zip(ranked.count(&ranked.high));
    let mut sums = (0.0, 0.0);
    let whole = counts.rev().map(|(low_here, high_here)| {
        sums = (sums.0 + low_here as f32, sums.1 + high_here as f32);
        (sums.0 / low.len() as f32, sums.1 / high.len() as f32)
    });
    let whole: Vec<(f32, f32)> = std::iter::once((0.0, 0.0)).chain(whole).collect();
    let step = whole.len().div_ceil(points.max(2) - 1);
    let last = whole.last().copied();
    whole.into_iter().step_by(step).chain(last).collect()
}

/// Returns the share of values from 0 to 1 in each of some bins of the same width.
pub(super) fn histogram(values: &[f32], bins: usize) -> Vec<f32> {
    let mut shares = vec![0.0; bins];
    for value in values {
        let bin = ((value * bins as f32) as usize).min(bins.saturating_sub(1));
        if let Some(share) = shares.get_mut(bin) {
            *share += 1.0 / values.len() as f32;
        }
    }
    shares
}

/// Two sets of values, each value as its place among all distinct ones.
struct Ranked {
    distinct: usize,
    high: Vec<usize>,
    low: Vec<usize>,
}

impl Ranked {
    fn new(high: &[f32], low: &[f32]) -> Self {
        // Zeros of both signs are one value, also to who orders them.
        let plain = |of: &[f32]| of.iter().map(|value| value + 0.0).collect::<Vec<f32>>();
        let (high, low) = (plain(high), plain(low));
        let mut distinct: Vec<f32> = high.iter().chain(&low).copied().collect();
        distinct.sort_by(f32::total_cmp);
        distinct.dedup();
        let place = |value: &f32| distinct.partition_point(|other| other.total_cmp(value).is_lt());
        let places = |of: &[f32]| of.iter().map(place).collect();
        Self { high: places(&high), low: places(&low), distinct: distinct.len() }
    }

    /// Counts how many stand at each place.
    fn count(&self, places: &[usize]) -> Vec<u32> {
        self.counts(places.iter().copied())
    }

    fn counts(&self, places: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut counts = vec![0; self.distinct];
        for place in places {
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
        counts
    }
}

/// Returns the area under the curve from how many values of each kind stand at each place.
fn area(high: &[u32], low: &[u32]) -> f32 {
    let (mut below, mut sum) = (0.0, 0.0);
    for (high, low) in high.iter().zip(low) {
        let (high, low) = (f64::from(*high), f64::from(*low));
        sum += high * (below + low / 2.0);
        below += low;
    }
    let highs: u32 = high.iter().sum();
    (sum / (below * f64::from(highs))) as f32
}

/// Returns the share of what is so with its interval (Wilson 1927), which holds for few cases too; nothing when there are
/// none.
pub(super) fn share_with_interval(are: &[bool]) -> Option<Interval> {
    let count = are.len() as f32;
    let share = are.iter().filter(|is| **is).count() as f32 / count;
    let square = WIDTH * WIDTH;
    let middle = (share + square / (2.0 * count)) / (1.0 + square / count);
    let spread = (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
    let half = WIDTH * spread / (1.0 + square / count);
    let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
    (!are.is_empty()).then_some(Interval { value: share, range: Some((low, high)) })
}

/// Returns the mean of some values with its interval, if they are enough for one; nothing when there are none.
pub(super) fn mean_with_interval(values: &[f32], dice: &mut Dice) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let count = values.len() as f32;
    let mean = (values.iter().sum::<f32>() + 0.0) / count;
    if values.len() < LEAST_VALUES {
        return Some(Interval { value: mean, range: None });
    }
    let drawn = (0..ROUNDS)
        .map(|_| {
            let drawn = (0..values.len()).filter_map(|_| values.get(dice.below(values.len())));
            (drawn.sum::<f32>() + 0.0) / count
        })
        .collect();
    Some(Interval::new(mean, drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the area of values that each stand for as many as are needed.
    fn value(high: &[f32], low: &[f32]) -> f32 {
        auc(&high.repeat(LEAST_VALUES), &low.repeat(LEAST_VALUES), &mut Dice::new(1)).unwrap().value
    }

    #[test]
    fn the_area_counts_pairs_in_order_and_ties_half() {
        assert!((value(&[3.0, 4.0], &[1.0, 2.0]) - 1.0).abs() < 1e-6);
        assert!((value(&[1.0], &[2.0, 3.0])).abs() < 1e-6);
        assert!((value(&[2.0, 1.0], &[2.0, 1.0]) - 0.5).abs() < 1e-6);
        assert!((value(&[1.0, 3.0], &[2.0, 0.0]) - 0.75).abs() < 1e-6);
        assert_eq!(auc(&[1.0; 9], &[0.0; 20], &mut Dice::new(1)), None);
    }

    #[test]
    fn the_area_is_the_share_of_all_pairs_in_order() {
        let mut dice = Dice::new(7);
        for _ in 0..50 {
            let mut draw =
                |count: usize| -> Vec<f32> { (0..count).map(|_| dice.below(9) as f32).collect() };
            let (high, low) = (draw(13), draw(8));
            let pairs = high.iter().flat_map(|high| low.iter().map(move |low| (high, low)));
            let won = |(high, low): (&f32, &f32)| match high.total_cmp(low) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            let share = pairs.map(won).sum::<f32>() / (13.0 * 8.0);
            assert!((value(&high, &low) - share).abs() < 1e-5);
        }
    }

    #[test]
    fn zeros_of_both_signs_are_ties() {
        assert!((value(&[0.0, 1.0], &[-0.0, 1.0]) - 0.5).abs() < 1e-6);
        assert!((value(&[-0.0, 1.0], &[0.0, 1.0]) - 0.5).abs() < 1e-6);
        assert_eq!(auc(&[0.0; 20], &[-0.0; 20], &mut Dice::new(1)), None);
    }

    #[test]
    fn the_curve_goes_from_nothing_to_all_and_encloses_the_area() {
        let (high, low) = ([0.9, 0.8, 0.4], [0.7, 0.3, 0.2, 0.1]);
        let curve = curve(&high, &low, 200);
        assert_eq!((curve[0], *curve.last().unwrap()), ((0.0, 0.0), (1.0, 1.0)));
        let trapezoid =
            |pair: &[(f32, f32)]| (pair[1].0 - pair[0].0) * (pair[0].1 + pair[1].1) / 2.0;
        let enclosed: f32 = curve.windows(2).map(trapezoid).sum();
        assert!((enclosed - value(&high, &low)).abs() < 1e-5);
        let many: Vec<f32> = (0..5000).map(|at| at as f32).collect();
        assert!(super::curve(&many, &many, 200).len() <= 201);
    }

    #[test]
    fn a_histogram_holds_everything() {
        let shares = histogram(&[0.0, 0.49, 0.51, 1.0], 2);
        assert_eq!(shares, [0.5, 0.5]);
        assert!(histogram(&[], 3).iter().all(|share| *share < 1e-6));
    }

    #[test]
    fn an_interval_holds_its_figure_and_narrows_with_more_values() {
        let values = |count: usize| -> Vec<f32> { (0..count).map(|at| (at % 2) as f32).collect() };
        let few = mean_with_interval(&values(10), &mut Dice::new(3)).unwrap();
        let many = mean_with_interval(&values(1000), &mut Dice::new(3)).unwrap();
        let ((few_low, few_high), (low, high)) = (few.range.unwrap(), many.range.unwrap());
        assert!(few_low < few.value && few.value < few_high);
        assert!(high - low < (few_high - few_low) / 4.0);
        assert_eq!(
            few,
            mean_with_interval(&values(10), &mut Dice::new(3)).unwrap(),
            "the same dice, the same"
        );
    }

    #[test]
    fn no_interval_claims_to_be_certain() {
        let mut dice = Dice::new(5);
        for count in [1, 2, 9, 10, 100] {
            let all = mean_with_interval(&vec![1.0; count], &mut dice).unwrap();
            assert_eq!(all, Interval { value: 1.0, range: None }, "{count} times the same");
        }
        assert!(mean_with_interval(&[0.0, 1.0, 0.5], &mut dice).unwrap().range.is_none(), "few");
        let apart = auc(&[1.0; 50], &[0.0; 50], &mut dice).unwrap();
        assert_eq!(apart, Interval { value: 1.0, range: None });
        assert_eq!(auc(&[0.0; 50], &[0.0; 50], &mut dice), None, "nothing to tell them by");
        for right in [0, 1, 9, 10] {
            let are: Vec<bool> = (0..10).map(|at| at < right).collect();
            let (low, high) = share_with_interval(&are).unwrap().range.unwrap();
            assert!(high - low > 0.1, "{right} of 10");
        }
    }

    #[test]
    fn a_share_of_few_is_not_sure() {
        // As tables have it: 8 of 12 and 10 of 12.
        for (right, low, high) in [(8, 0.39, 0.86), (10, 0.55, 0.95)] {
            let are: Vec<bool> = (0..12).map(|at| at < right).collect();
            let share = share_with_interval(&are).unwrap();
            let range = share.range.unwrap();
            assert!((range.0 - low).abs() < 0.006 && (range.1 - high).abs() < 0.006, "{share:?}");
        }
        let one = share_with_interval(&[true]).unwrap();
        assert!(one.value > 0.99 && one.range.unwrap().0 < 0.3);
        assert_eq!(share_with_interval(&[]), None);
    }

    #[test]
    fn a_quantile_lies_between_neighbours() {
        assert!((quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25) - 2.0).abs() < 1e-6);
        assert!((quantile(&[1.0, 2.0], 0.25) - 1.25).abs() < 1e-6);
        assert!((quantile(&[4.0], 0.9) - 4.0).abs() < 1e-6 && quantile(&[], 0.5) == 0.0);
    }
}
