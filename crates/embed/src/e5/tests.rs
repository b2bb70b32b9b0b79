//! The engine on tiny weights, and on the real ones where they are installed.
use super::synthetic::Synthetic;
use super::*;
use crate::error::Kind;
use crate::vector::dot;
use half::f16;
use proptest::prelude::*;

fn tiny(cpu: Cpu) -> E5 {
    let file = Synthetic::with(&synthetic::bytes());
    let model = Model { dims: synthetic::HIDDEN, token_limit: synthetic::POSITIONS, ..model() };
    E5::open_for(cpu, model, &file.path()).unwrap()
}

fn open(bytes: &[u8]) -> Result<E5, Error> {
    let file = Synthetic::with(bytes);
    E5::open_for(Cpu::Portable, model(), &file.path())
}

/// Returns the tokens of `text` as their pieces' numbers in the tiny vocabulary.
#[track_caller]
fn check_tokens(text: &str, expect: &[u32]) {
    assert_eq!(tiny(Cpu::Portable).tokenizer.tokens(text), expect, "{text:?}");
}

#[test]
fn the_most_probable_pieces_win() {
    check_tokens("bread", &[5]);
    check_tokens("breads", &[5, 8]);
    check_tokens("  bread\n\tbread ", &[5, 5]);
    check_tokens("passage: a", &[10, 11, 14]);
    check_tokens("", &[]);
}

#[test]
fn letters_without_a_piece_are_unknown_one_by_one() {
    check_tokens("xy", &[4, 3, 3]);
    check_tokens("bread \u{1f35e}", &[5, 4, 3]);
}

#[test]
fn decomposed_letters_are_composed() {
    check_tokens("e\u{301}", &[4, 13]);
}

#[test]
fn a_token_count_is_true_and_within_the_limit() {
    let engine = tiny(Cpu::Portable);
    let parts = engine.parts("passage: ", "bread", "bread bread");
    assert_eq!(parts, [[0, 10, 11, 5, 5, 5, 2]]);
}

#[test]
fn an_over_long_text_loses_nothing() {
    let engine = tiny(Cpu::Portable);
    let body = "bread breads a ".repeat(20);
    let parts = engine.parts("passage: ", "a", &body);
    let head = [0, 10, 11, 14];
    assert!(parts.len() > 1 && parts.iter().all(|part| part.len() <= synthetic::POSITIONS));
    assert!(parts.iter().all(|part| part.starts_with(&head) && part.ends_with(&[2])));
    assert!(parts.iter().all(|part| part[head.len()] != 8), "a part starts inside a word");
    let told: Vec<_> = parts.iter().flat_map(|part| &part[head.len()..part.len() - 1]).collect();
    assert_eq!(told, engine.tokenizer.tokens(&body).iter().collect::<Vec<_>>());
}

#[test]
fn an_over_long_header_loses_nothing_either() {
    let engine = tiny(Cpu::Portable);
    let header = "bread a ".repeat(30);
    let parts = engine.parts("passage: ", &header, "breads");
    assert!(parts.iter().all(|part| part.len() <= synthetic::POSITIONS));
    let told: Vec<_> = parts.iter().flat_map(|part| &part[3..part.len() - 1]).copied().collect();
    assert_eq!(told, engine.tokenizer.tokens(&format!("{header} breads")));
}

#[test]
fn vectors_come_in_the_order_of_the_passages() {
    let engine = tiny(Cpu::Portable);
    let long = "bread a ".repeat(40);
    let texts = ["a", &long, "", "bread"];
    let passages = texts.map(|text| Passage { title: "", heading: &[], text });
    let all = engine.passages(&passages, &AtomicBool::new(false)).unwrap();
    for (passage, parts) in passages.iter().zip(&all) {
        let alone = engine.passages(&[*passage], &AtomicBool::new(false)).unwrap();
        assert_eq!(parts, &alone[0]);
        assert!(parts.iter().all(|vector| (dot(vector, vector) - 1.0).abs() < 1e-5));
    }
    assert!(all[1].len() > 3 && all[0].len() == 1);
}

#[test]
fn a_query_of_any_length_has_one_unit_vector() {
    let engine = tiny(Cpu::detect());
    for count in [0, 1, 100] {
        let vector = engine.query(&"bread a ".repeat(count)).unwrap();
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
    }
}

#[test]
fn of_a_query_only_what_the_model_reads_at_once_counts() {
    let engine = tiny(Cpu::detect());
    let short = "bread a";
    assert_eq!(engine.reach(short), short.len());
    for long in ["bread a ".repeat(1000), "a".repeat(100_000), format!("a {}", "s".repeat(9000))] {
        let reach = engine.reach(&long);
        assert!(0 < reach && reach < 1000, "{reach}");
        assert_eq!(engine.query(&long).unwrap(), engine.query(&long[..reach]).unwrap());
        assert_eq!(engine.reach(&long[..reach]), reach);
    }
    assert_eq!(engine.reach(&" ".repeat(9000)), 9000, "spaces are nothing to read");
}

#[test]
fn cancelling_stops() {
    let passages = [Passage { title: "", heading: &[], text: "a" }];
    let result = tiny(Cpu::Portable).passages(&passages, &AtomicBool::new(true));
    assert!(matches!(result, Err(Error::Cancelled)));
}

#[test]
fn flavours_agree() {
    let plain = tiny(Cpu::Portable);
    for cpu in Cpu::all() {
        for text in ["a", "bread breads", &"bread a s ".repeat(9)] {
            let cosine = dot(&plain.query(text).unwrap(), &tiny(cpu).query(text).unwrap());
            assert!(cosine > 0.999, "{cpu:?} {text:?}: {cosine}");
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_damaged_not_a_panic() {
    let whole = synthetic::bytes();
    assert!(open(&whole).is_ok());
    for length in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
        let error = open(&whole[..length]).unwrap_err();
        assert!(matches!(error.kind(), Kind::Corrupt | Kind::Internal), "{length}: {error}");
    }
}

#[test]
fn other_versions_and_shapes_are_told_apart_from_damage() {
    let with = |place: usize, number: u32| {
        let mut bytes = synthetic::bytes();
        bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
        open(&bytes).unwrap_err()
    };
    assert_eq!(with(4, 2).kind(), Kind::Unsupported);
    assert_eq!(with(8, 33).kind(), Kind::Unsupported);
    assert_eq!(with(0, 0).kind(), Kind::Corrupt);
    assert_eq!(with(8, u32::MAX).kind(), Kind::Corrupt);
}

#[test]
fn a_sound_file_of_another_size_is_another_model() {
    let file = Synthetic::with(&synthetic::bytes());
    assert_eq!(E5::open(&file.path()).unwrap_err().kind(), Kind::Unsupported);
}

#[test]
fn damaged_weights_give_an_error_not_a_vector() {
    let mut bytes = synthetic::bytes();
    let end = bytes.len();
    bytes[end - 128..].copy_from_slice(&f32::NAN.to_le_bytes().repeat(32));
    let error = open(&bytes).unwrap().query("a").unwrap_err();
    assert_eq!(error.kind(), Kind::Corrupt);
}

proptest! {
    #[test]
    fn any_damage_is_an_error_or_harmless(place in 0_usize..1200, byte: u8) {
        let mut bytes = synthetic::bytes();
        bytes[place] = byte;
        if let Ok(engine) = open(&bytes) {
            // Whatever comes out, it comes out.
            drop(engine.query("bread a"));
        }
    }

    #[test]
    fn any_text_has_tokens_within_the_vocabulary(text: String) {
        let engine = tiny(Cpu::Portable);
        prop_assert!(engine.tokenizer.tokens(&text).iter().all(|&token| token < 15));
    }
}

mod real {
    //! What needs the real weights.
    use super::*;
    use crate::remote::tokens;

    /// Returns the installed weights, or says that a test was not run.
    fn weights() -> Option<PathBuf> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/demo/data/models");
        let data = std::env::var_os("XDG_DATA_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::home_dir().map(|home| home.join(".local/share")));
        let folders = [
            std::env::var_os("NOTEKIN_MODELS").map(PathBuf::from),
            Some(target),
            data.map(|data| data.join("notekin/models")),
        ];
        let mut places =
            folders.into_iter().flatten().map(|folder| crate::install::installed(ID, &folder));
        let found = places.find_map(|found| found.ok().flatten());
        if found.is_none() {
            eprintln!("NOT RUN: golden vectors need the model");
            assert!(
                std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(),
                "the model is not installed"
            );
        }
        Some(found?.path)
    }

    struct Golden {
        query: bool,
        text: String,
        tokens: usize,
        vector: Vec<f32>,
    }

    fn golden() -> Vec<Golden> {
        let entries: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../tests/data/golden.json")).unwrap();
        let numbers = include_bytes!("../../tests/data/golden.f16").as_chunks().0;
        let numbers: Vec<_> = numbers.iter().map(|&n| f16::from_le_bytes(n).to_f32()).collect();
        assert_eq!(numbers.len(), entries.len() * DIMS);
        let read = |(entry, vector): (&serde_json::Value, &[f32])| Golden {
            query: entry["kind"] == "query",
            text: entry["text"].as_str().unwrap().to_owned(),
            tokens: entry["tokens"].as_u64().unwrap() as usize,
            vector: vector.to_vec(),
        };
        entries.iter().zip(numbers.chunks(DIMS)).map(read).collect()
    }

    #[test]
    fn vectors_are_those_of_the_packages_own_engine() {
        let Some(path) = weights() else { return };
        for cpu in Cpu::all() {
            let engine = E5::open_for(cpu, model(), &path).unwrap();
            let mut worst = 1.0_f32;
            for golden in golden() {
                let prefix = if golden.query { "query: " } else { "passage: " };
                let parts = engine.parts(prefix, "", &golden.text);
                assert_eq!(parts.len(), 1, "{:?}", golden.text);
                assert_eq!(parts[0].len(), golden.tokens, "{:?}", golden.text);
                let vector = engine.vector(&parts[0]).unwrap();
                let cosine =
                    dot(&vector, &golden.vector) / dot(&golden.vector, &golden.vector).sqrt();
                worst = worst.min(cosine);
            }
            assert!(worst >= 0.9995, "{cpu:?}: {worst}");
        }
    }

    /// The bounds that stand in for a tokenizer that isn't here hold for the one that is.
    #[test]
    fn counts_without_a_tokenizer_lie_around_its_own() {
        if weights().is_none() {
            return;
        }
        for golden in golden() {
            let (least, most) = (tokens::at_least(&golden.text), tokens::at_most(&golden.text));
            // Both marks and the prefix of three tokens are counted in.
            let known = golden.tokens;
            assert!(
                least <= known && known <= most + 6,
                "{least} {known} {most} {:?}",
                golden.text
            );
        }
    }

    /// Vectors are shared between computers: so those of the x86 kernels are the same, bit by bit.
    #[test]
    fn vectors_do_not_depend_on_the_kernel() {
        let Some(path) = weights() else { return };
        let kernels = Cpu::all().into_iter().filter(|cpu| *cpu != Cpu::Portable);
        let engines: Vec<_> =
            kernels.map(|cpu| E5::open_for(cpu, model(), &path).unwrap()).collect();
        for golden in golden() {
            let vector = |engine: &E5| engine.query(&golden.text).unwrap();
            let mut vectors = engines.iter().map(vector);
            let first = vectors.next();
            assert!(vectors.all(|vector| Some(vector) == first), "{:?}", golden.text);
        }
    }
}

#[test]
fn what_is_asked_for_is_near_where_it_is_said() {
    for cpu in Cpu::all() {
        let engine = tiny(cpu);
        let near = engine.closeness("bread", &["bread", "a bread", "", "xy"]).unwrap();
        assert!((near[0] - 1.0).abs() < 1e-4 && (near[1] - 1.0).abs() < 1e-4, "{near:?}");
        assert!(near[2].abs() < 1e-6 && near[3] < 0.99, "{near:?}");
        assert!(near.iter().all(|share| (0.0..=1.0 + 1e-4).contains(share)), "{near:?}");
        assert_eq!(engine.closeness("", &["bread"]), Some(vec![0.0]));
    }
}
