//! The kernels against their plain twins.
use super::*;
use half::f16;
use proptest::collection::vec;
use proptest::prelude::*;

/// Makes blocks of any halves, and scales of a sensible size.
fn blocks(count: usize) -> impl Strategy<Value = Vec<q4::Block>> {
    vec((-0.1_f32..0.1, any::<[u8; 16]>()), count).prop_map(|blocks| {
        let block = |(scale, pairs): (f32, [u8; 16])| {
            let mut block = [0; 18];
            block[..2].copy_from_slice(&f16::from_f32(scale).to_le_bytes());
            block[2..].copy_from_slice(&pairs);
            block
        };
        blocks.into_iter().map(block).collect()
    })
}

/// Two panels.
const OUTPUTS: usize = 32;

/// A layer of 32 outputs and 64 inputs, its offset, and rows of input that reach the extremes.
fn layer() -> impl Strategy<Value = (Vec<q4::Block>, Vec<f32>, Vec<f32>)> {
    let number = prop_oneof![-1.0_f32..1.0, Just(0.0), Just(9.0), Just(-9.0)];
    let input = (1_usize..10).prop_flat_map(move |rows| vec(number.clone(), rows * 64));
    (blocks(2 * OUTPUTS), vec(-1.0_f32..1.0, OUTPUTS), input)
}

#[cfg(target_arch = "x86_64")]
#[test]
fn missing_kernels_are_told() {
    let found: Vec<_> = Cpu::all().into_iter().map(Cpu::name).collect();
    assert_eq!(found.last(), Some(&Cpu::detect().name()), "the best comes last");
    for name in ["AVX2", "AVX-VNNI", "AVX512-VNNI"] {
        if !found.contains(&name) {
            println!("NOT RUN: the kernel for {name}: the processor does not have it");
        }
    }
}

#[track_caller]
fn assert_close(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(error <= tolerance * (1.0 + expected.abs()), "{found} is not {expected}");
    }
}

proptest! {
    #[test]
    fn the_portable_layer_is_the_sum_it_stands_for((file, offset, input) in layer()) {
        let layer = Linear::new(Cpu::Portable, &file, offset.clone());
        let mut output = vec![0.0; input.len() / 64 * OUTPUTS];
        layer.apply(&input, &mut output, &mut Scratch::default());
        let mut weights = vec![0.0; OUTPUTS * 64];
        q4::expand(&file, &mut weights);
        let by_hand = input.chunks(64).flat_map(|row| {
            let sum = |(weights, offset): (&[f32], &f32)| {
                offset + weights.iter().zip(row).map(|(w, x)| w * x).sum::<f32>()
            };
            weights.chunks(64).zip(&offset).map(sum).collect::<Vec<_>>()
        });
        assert_close(&output, &by_hand.collect::<Vec<_>>(), 1e-4);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn every_kernel_gives_its_plain_twins_numbers((file, offset, input) in layer()) {
        let weights = quantised::Weights::new(&file, 64, &offset);
        let mut rows = quantised::Rows::default();
        rows.fill(&input, 64, quantised::rounded);
        let mut expected = vec![0.0; input.len() / 64 * OUTPUTS];
        quantised::plain_multiply(&weights, &rows, &mut expected);
        for kernels in X86::all() {
            let mut found = quantised::Rows::default();
            kernels.quantise(&input, 64, &mut found);
            prop_assert_eq!(&found.tiles, &rows.tiles);
            let mut found = vec![0.0; expected.len()];
            kernels.multiply(&weights, &rows, &mut found);
            prop_assert_eq!(&found, &expected, "{:?}", kernels);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vector_code_for_rows_is_its_plain_twin(input in vec(-9.0_f32..9.0, 1..200)) {
        let Some(avx2) = avx2::Avx2::detect() else { return Ok(()) };
        let length = input.len();
        let norm = Norm { gain: input.clone(), offset: vec![0.5; length], epsilon: 1e-12 };
        let both = |fast: &dyn Fn(&mut [f32]), plain: &dyn Fn(&mut [f32])| {
            let (mut found, mut expected) = (input.clone(), input.clone());
            fast(&mut found);
            plain(&mut expected);
            assert_close(&found, &expected, 1e-3);
        };
        both(&|x| avx2.softmax(x, length), &|x| pointwise::softmax::<false>(x, length));
        both(&|x| avx2.gelu(x), &|x| pointwise::gelu::<false>(x));
        if length > 3 {
            both(&|x| avx2.add_and_norm(x, &input, &norm), &|x| pointwise::add_and_norm(x, &input, &norm));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn extremes_stay_within_16_bits() {
    for kernels in X86::all() {
        for (pairs, sign) in [(0xff, 1.0), (0xff, -1.0), (0x00, 1.0), (0x00, -1.0)] {
            let mut block = [pairs; 18];
            block[..2].copy_from_slice(&f16::ONE.to_le_bytes());
            let weights = quantised::Weights::new(&[block; 16], 32, &[0.0; 16]);
            let mut rows = quantised::Rows::default();
            kernels.quantise(&[sign * 127.0; 32], 32, &mut rows);
            let mut output = [0.0; 16];
            kernels.multiply(&weights, &rows, &mut output);
            let weight = if pairs == 0xff { 7.0 } else { -8.0 };
            assert_close(&output, &[weight * sign * 127.0 * 32.0; 16], 1e-6);
        }
    }
}

#[test]
#[should_panic(expected = "the matrix reaches past its data")]
fn a_matrix_cannot_reach_past_its_data() {
    Matrix::new(&[0.0; 7], 2, 4, 4);
}
