use proptest::prelude::*;

use super::{products, scalar};

proptest! {
    #[test]
    fn all_kernels_agree(steps in 1_usize..12, count in 0_usize..5, seed in any::<u64>()) {
        let length = steps * 32;
        let mut state = seed | 1;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let most = (i64::from(i32::MAX) / (128 * length as i64)).min(32_767) as i16;
        let query: Vec<i16> = (0..length).map(|_| (next() as i16).clamp(-most, most)).collect();
        let rows: Vec<u8> = (0..length * count).map(|_| next() as u8).collect();
        let (mut fast, mut plain) = (vec![0; count], vec![0; count]);
        products(&query, &rows, &mut fast);
        scalar::products(&query, &rows, &mut plain);
        prop_assert_eq!(fast, plain);
    }
}
