use proptest::prelude::*;

use super::{each, scalar};

#[test]
#[cfg(target_arch = "x86_64")]
fn missing_kernels_are_told() {
    let found = each(&[1; 64]);
    assert!(!found.is_empty());
    for name in ["AVX2", "AVX-VNNI", "AVX512-VNNI"] {
        if !found.iter().any(|(found, _)| *found == name) {
            println!("NOT RUN: the kernel for {name}: the processor does not have it");
        }
    }
}

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
        let mut plain = vec![0; count];
        scalar::products(&query, &rows, &mut plain);
        for (name, kernel) in each(&query) {
            let mut fast = vec![0; count];
            kernel(&rows, &mut fast);
            prop_assert_eq!(&fast, &plain, "{}", name);
        }
    }
}
