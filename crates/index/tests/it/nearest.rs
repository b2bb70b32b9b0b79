//! Finding by meaning: the scan finds what comparing every vector exactly finds.

use notekin_index::{Error, NoteId, NoteSet, Space};
use proptest::prelude::*;

use crate::vault::{DIMS, Vault, key, put, space, vector};

/// The score by its definition.
fn exact(space: &Space, query: &[f32], vector: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    let transform = |x: &[f32]| {
        let mut y = x.to_vec();
        for row in &space.basis {
            let along = space.factor * dot(row, x);
            y.iter_mut().zip(row).for_each(|(value, direction)| *value -= along * direction);
        }
        y
    };
    let (query, vector) = (transform(query), transform(&centred(space, vector)));
    dot(&query, &vector) / (dot(&query, &query) * dot(&vector, &vector)).sqrt()
}

fn centred(space: &Space, vector: &[f32]) -> Vec<f32> {
    vector.iter().zip(&space.mean).map(|(x, mean)| x - mean).collect()
}

#[test]
fn the_scan_finds_what_exact_comparison_finds() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    writer.set_space(&space()).unwrap();
    let notes: Vec<NoteId> =
        (0..300).map(|n| put(&mut writer, &format!("{n}.md"), &format!("text {n}"))).collect();
    for pending in writer.unembedded(1000, None).unwrap() {
        let parts: Vec<_> = (0..=pending.note.0 % 3)
            .map(|part| vector(&format!("{} {part}", pending.note.0)))
            .collect();
        writer.put_vectors(&[(pending.chunk, key(&pending.text), &parts)]).unwrap();
    }
    writer.commit().unwrap();
    let reader = vault.reader();
    let some: NoteSet = notes.iter().copied().filter(|note| note.0 % 7 == 0).collect();
    let query = vector("the query");
    let best = |note: NoteId| {
        let parts = (0..=note.0 % 3)
            .map(|part| exact(&space(), &query, &vector(&format!("{} {part}", note.0))));
        parts.fold(f32::MIN, f32::max)
    };
    for among in [None, Some(&some)] {
        let hits = reader.nearest(&space(), &query, among, 400).unwrap();
        assert_eq!(hits.len(), among.map_or(notes.len(), NoteSet::len));
        assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        for hit in &hits {
            assert!((hit.score - best(hit.note)).abs() < 0.01, "{hit:?} {}", best(hit.note));
            assert!(among.is_none_or(|set| set.contains(hit.note)));
        }
        let few = reader.nearest(&space(), &query, among, 5).unwrap();
        assert_eq!(few, hits[..5]);
    }
}

/// Enough rows for several threads, and an odd number of chunks, so that half of the rows ends within one.
#[test]
fn a_scan_by_several_threads_finds_the_same() {
    const PARTS: u32 = 700;
    let vault = Vault::new();
    let mut writer = vault.writer();
    writer.set_space(&space()).unwrap();
    for n in 0..121 {
        put(&mut writer, &format!("{n}.md"), &format!("text {n}"));
    }
    let weak = vector("far from it");
    for pending in writer.unembedded(1000, None).unwrap() {
        let strong = vector(&pending.note.0.to_string());
        let place = pending.note.0 * 37 % PARTS;
        let part = |part| if part == place { strong.clone() } else { weak.clone() };
        let parts: Vec<_> = (0..PARTS).map(part).collect();
        writer.put_vectors(&[(pending.chunk, key(&pending.text), &parts)]).unwrap();
    }
    writer.commit().unwrap();
    let query: Vec<f32> = weak.iter().map(|value| -value).collect();
    let hits = vault.reader().nearest(&space(), &query, None, 400).unwrap();
    let of_two = vault.reader().nearest_to_each(&space(), &[&weak, &query], None, 400).unwrap();
    assert_eq!(of_two[1], hits);
    assert_eq!(hits.len(), 121, "each chunk once");
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    for hit in &hits {
        let scores = [&vector(&hit.note.0.to_string()), &weak];
        let best = scores.map(|vector| exact(&space(), &query, vector)).into_iter();
        assert!((hit.score - best.fold(f32::MIN, f32::max)).abs() < 0.01, "{hit:?}");
    }
}

#[test]
fn vectors_of_two_models_never_mix() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let note = put(&mut writer, "a.md", "text");
    crate::vault::embed(&mut writer);
    writer.commit().unwrap();
    let old = vault.reader();
    let other = Space {
        model: "other".to_owned(),
        dims: 8,
        mean: Vec::new(),
        basis: Vec::new(),
        factor: 0.0,
    };
    let error = old.nearest(&other, &[0.0; 8], None, 1).unwrap_err();
    assert!(matches!(&error, Error::OtherModel { .. }), "{error:?}");
    assert_eq!(error.to_string(), "the stored vectors are of `made-up`, not of `other`");

    writer.set_space(&other).unwrap();
    let pending = writer.unembedded(9, None).unwrap();
    let unit = [vec![0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]];
    writer.put_vectors(&[(pending[0].chunk, key("x"), &unit)]).unwrap();
    writer.commit().unwrap();
    assert_eq!(old.nearest(&space(), &vector("x"), None, 1).unwrap().len(), 1, "a snapshot stays");
    let new = vault.reader();
    assert_eq!(new.model(), Some("other"));
    let hits = new.nearest(&other, &unit[0], None, 9).unwrap();
    assert_eq!((hits.len(), hits[0].note), (1, note));
    assert!((hits[0].score - 1.0).abs() < 1e-3);
}

#[test]
fn dead_rows_are_compacted_away() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    for round in 0..4 {
        for number in 0..600 {
            put(
                &mut writer,
                &format!("{number}.md"),
                &format!("text {number} {}", if number < 500 { round } else { 0 }),
            );
        }
        crate::vault::embed(&mut writer);
        writer.commit().unwrap();
    }
    let reader = vault.reader();
    assert_eq!(reader.nearest(&space(), &vector("q"), None, 9999).unwrap().len(), 600);
    let note = reader.note(&crate::vault::path("550.md")).unwrap().unwrap().id;
    let stored = reader.vectors(&space(), note).unwrap();
    let text = "550|[]|text 550 0";
    let expected = centred(&space(), &vector(text));
    assert!(stored[0].1.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.005));
    let folder = vault.layout().folder.join("vectors");
    let rows = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.metadata().unwrap().len())
        .sum::<u64>();
    assert!(rows < 1800 * (64 + 16), "{rows} bytes for 600 live rows of 2400");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_vector_is_nearest_to_itself(seed in any::<u32>(), factor in 0.0_f32..1.0) {
        let vault = Vault::new();
        let mut writer = vault.writer();
        let space = Space { factor, ..space() };
        writer.set_space(&space).unwrap();
        put(&mut writer, "a.md", "text");
        let own = vector(&seed.to_string());
        let chunk = writer.unembedded(1, None).unwrap()[0].chunk;
        writer.put_vectors(&[(chunk, key("k"), std::slice::from_ref(&own))]).unwrap();
        writer.commit().unwrap();
        let centred = centred(&space, &own);
        let hit = vault.reader().nearest(&space, &centred, None, 1).unwrap()[0];
        prop_assert!((hit.score - 1.0).abs() < 2e-3);
        let opposite: Vec<f32> = centred.iter().map(|value| -value).collect();
        let hit = vault.reader().nearest(&space, &opposite, None, 1).unwrap()[0];
        prop_assert!((hit.score + 1.0).abs() < 2e-3);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn several_queries_at_once_find_what_each_finds_alone(
        seed in any::<u32>(),
        chunks in 1_usize..700,
        queries in 0_usize..9,
        one_in in 1_u32..40,
        limit in prop_oneof![0_usize..40, Just(usize::MAX)],
    ) {
        let vault = Vault::new();
        let mut writer = vault.writer();
        writer.set_space(&space()).unwrap();
        let notes: Vec<NoteId> =
            (0..chunks).map(|n| put(&mut writer, &format!("{n}.md"), &format!("{n}"))).collect();
        for pending in writer.unembedded(1000, None).unwrap() {
            // Some twice, so that there are equal ones.
            let made = |part| vector(&format!("{seed} {} {part}", pending.note.0 / 2));
            let parts: Vec<_> = (0..=pending.note.0 % 3).map(made).collect();
            writer.put_vectors(&[(pending.chunk, key(&pending.text), &parts)]).unwrap();
        }
        writer.commit().unwrap();
        let reader = vault.reader();
        let queries: Vec<_> = (0..queries).map(|query| vector(&format!("{seed} q{query}"))).collect();
        let together: Vec<&[f32]> = queries.iter().map(Vec::as_slice).collect();
        let some: NoteSet = notes.iter().copied().filter(|note| note.0 % one_in == 0).collect();
        for among in [None, Some(&some)] {
            let found = reader.nearest_to_each(&space(), &together, among, limit).unwrap();
            prop_assert_eq!(found.len(), queries.len());
            for (query, hits) in queries.iter().zip(&found) {
                prop_assert_eq!(hits, &reader.nearest(&space(), query, among, limit).unwrap());
                prop_assert!(hits.len() <= limit);
            }
        }
    }
}

#[test]
fn strange_vectors_do_no_harm() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    writer.set_space(&space()).unwrap();
    for number in 0..4 {
        put(&mut writer, &format!("{number}.md"), "text");
    }
    let strange = [vec![f32::NAN; DIMS], vec![0.0; DIMS], vec![f32::INFINITY; DIMS], vec![]];
    for (pending, vector) in writer.unembedded(9, None).unwrap().iter().zip(strange.clone()) {
        writer.put_vectors(&[(pending.chunk, key("k"), &[vector])]).unwrap();
    }
    writer.commit().unwrap();
    let reader = vault.reader();
    for query in strange {
        assert_eq!(reader.nearest(&space(), &query, None, 9).unwrap().len(), 4);
    }
}
