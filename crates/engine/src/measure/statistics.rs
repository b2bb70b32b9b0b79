//! Ranks, averages and how sure they are.

use super::dice::Dice;

/// How often a sample is drawn again from itself for an interval (Efron 1979, "Bootstrap methods").
pub(super) const ROUNDS: usize = 1000;

/// The share of the drawn values left out at each end of an interval.
const TAIL: f32 = 0.025;

/// A figure, and the range in which it lies with 95 percent of samples like this one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The figure.
    pub value: f32,
    /// The lower end.
    pub low: f32,
    /// The upper end.
    pub high: f32,
}

impl Interval {
    /// Returns the interval of a figure from what it was in samples drawn again.
    fn new(value: f32, mut drawn: Vec<f32>) -> Self {
        drawn.sort_by(f32::total_cmp);
        Self { value, low: quantile(&drawn, TAIL), high: quantile(&drawn, 1.0 - TAIL) }
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
/// false alarms), with its interval; nothing when either is empty.
pub(super) fn auc(high: &[f32], low: &[f32], dice: &mut Dice) -> Option<Interval> {
    if high.is_empty() || low.is_empty() {
        return None;
    }
    let mut values: Vec<f32> = high.iter().chain(low).copied().collect();
    values.sort_by(f32::total_cmp);
    values.dedup();
    let place = |value: &f32| values.partition_point(|other| other.total_cmp(value).is_lt());
    let high: Vec<usize> = high.iter().map(place).collect();
    let low: Vec<usize> = low.iter().map(place).collect();
    let count = |places: &mut dyn Iterator<Item = usize>| {
        let mut counts = vec![0_u32; values.len()];
        places.for_each(|place| counts[place] += 1);
        counts
    };
    let value = area(&count(&mut high.iter().copied()), &count(&mut low.iter().copied()));
    let drawn = (0..ROUNDS)
        .map(|_| {
            let high = count(&mut (0..high.len()).map(|_| high[dice.below(high.len())]));
            area(&high, &count(&mut (0..low.len()).map(|_| low[dice.below(low.len())])))
        })
        .collect();
    Some(Interval::new(value, drawn))
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

/// Returns the mean of some values with its interval; nothing when there are none.
pub(super) fn mean(values: &[f32], dice: &mut Dice) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let count = values.len() as f32;
    let drawn = (0..ROUNDS)
        .map(|_| (0..values.len()).map(|_| values[dice.below(values.len())]).sum::<f32>() / count)
        .collect();
    Some(Interval::new(values.iter().sum::<f32>() / count, drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(high: &[f32], low: &[f32]) -> f32 {
        auc(high, low, &mut Dice::new(1)).unwrap().value
    }

    #[test]
    fn the_area_counts_pairs_in_order_and_ties_half() {
        assert!((value(&[3.0, 4.0], &[1.0, 2.0]) - 1.0).abs() < 1e-6);
        assert!((value(&[1.0], &[2.0, 3.0])).abs() < 1e-6);
        assert!((value(&[2.0, 2.0], &[2.0]) - 0.5).abs() < 1e-6);
        assert!((value(&[1.0, 3.0], &[2.0, 0.0]) - 0.75).abs() < 1e-6);
        assert_eq!(auc(&[], &[1.0], &mut Dice::new(1)), None);
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
    fn an_interval_holds_its_figure_and_narrows_with_more_values() {
        let values = |count: usize| -> Vec<f32> { (0..count).map(|at| (at % 2) as f32).collect() };
        let few = mean(&values(10), &mut Dice::new(3)).unwrap();
        let many = mean(&values(1000), &mut Dice::new(3)).unwrap();
        assert!(few.low < few.value && few.value < few.high);
        assert!(many.high - many.low < (few.high - few.low) / 4.0);
        assert_eq!(few, mean(&values(10), &mut Dice::new(3)).unwrap(), "the same dice, the same");
    }

    #[test]
    fn a_quantile_lies_between_neighbours() {
        assert!((quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25) - 2.0).abs() < 1e-6);
        assert!((quantile(&[1.0, 2.0], 0.25) - 1.25).abs() < 1e-6);
        assert!((quantile(&[4.0], 0.9) - 4.0).abs() < 1e-6 && quantile(&[], 0.5) == 0.0);
    }
}
