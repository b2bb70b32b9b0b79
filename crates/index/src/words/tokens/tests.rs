use proptest::prelude::*;

use super::{Kind, Tokens};

/// The tokens of a text as `position:folded`.
fn cut(text: &str) -> Vec<String> {
    let tokens = Tokens::of(text);
    tokens
        .list()
        .iter()
        .map(|token| format!("{}:{}", token.position, tokens.folded(token)))
        .collect()
}

fn check(text: &str, expect: &str) {
    assert_eq!(cut(text).join(" "), expect, "{text}");
}

#[test]
fn words_are_folded() {
    check("Hello, World!", "0:hello 1:world");
    check("Ärger ÉTÉ naïve Ångström", "0:arger 1:ete 2:naive 3:angstrom");
    check("e\u{301}te\u{301}", "0:ete");
    check(
        "Straße œuvre Łódź smørrebrød İstanbul",
        "0:strasse 1:oeuvre 2:lodz 3:smorrebrod 4:istanbul",
    );
    check("ΣΊΣΥΦΟΣ σίσυφος", "0:σισυφοσ 1:σισυφοσ");
    check("Ёлка", "0:елка");
    check("ｆｕｌｌ ﬁne ①", "0:full 1:fine 2:1");
    check("שָׁלוֹם مُحَمَّد", "0:שלום 1:محمد");
    check("हिन्दी", "0:हिन्दी");
    check("co\u{AD}operate", "0:cooperate");
}

#[test]
fn compounds_are_kept_whole_and_in_parts() {
    check("1.0.21", "0:1.0.21 0:1 1:0 2:21");
    check("key-value store", "0:key-value 0:keyvalue 0:key 1:value 2:store");
    check("snake_case __init__", "0:snake_case 0:snake 1:case 2:init");
    check("C++ C# C++17 F#.", "0:c++ 0:c 1:c# 1:c 2:c++17 2:c 3:17 4:f# 4:f");
    check(".NET (.NET)", "0:.net 0:net 1:.net 1:net");
    check("end.Start a.md", "0:end.start 0:end 1:start 2:a.md 2:a 3:md");
    check("#tag #a/b @me", "0:#tag 0:tag 1:#a 1:a 2:b 3:@me 3:me");
    check("e-mail@x.org", "0:e-mail@x.org 0:e 1:mail 2:x 3:org");
    check("src/main.rs", "0:src 1:main.rs 1:main 2:rs");
    check("12:30 1,000 a,b a:b", "0:12:30 0:12 1:30 2:1,000 2:1000 2:1 3:000 4:a 5:b 6:a 7:b");
    check("AT&T", "0:at&t 0:at 1:t");
    check("well--known -5 a - b", "0:well 1:known 2:5 3:a 4:b");
}

#[test]
fn other_ways_to_write_a_compound_are_kept_too() {
    check(
        "1.000.000 10,5 1,0000",
        "0:1.000.000 0:1000000 0:1 1:000 2:000 3:10,5 3:10 4:5 5:1,0000 5:1 6:0000",
    );
    check("v1.2.3", "0:v1.2.3 0:1.2.3 0:v1 0:1 1:2 2:3");
    check("E-Mail set-up-er", "0:e-mail 0:email 0:e 1:mail 2:set-up-er 2:set 3:up 4:er");
    check("€5 5€ ($10)", "0:€5 0:5 1:5 2:$10 2:10");
    check("2024-01-15 3.14 v2", "0:2024-01-15 0:2024 1:01 2:15 3:3.14 3:3 4:14 5:v2");
}

#[test]
fn flags_are_two_letters() {
    check("🇩🇪🇫🇷", "0:🇩🇪 0:🇫🇷");
    check("🇩", "");
}

#[test]
fn apostrophes_divide_and_join() {
    check("don't", "0:don't 0:don 1:t");
    check("l’homme d'or", "0:l'homme 0:l 1:homme 2:d'or 2:d 3:or");
    check("'quoted'", "0:quoted");
}

#[test]
fn words_with_humps_are_found_by_them() {
    check("getUserName", "0:getusername 0:get 0:user 0:name");
    check("GitHub eBay iPhone", "0:github 1:ebay 1:bay 2:iphone 2:phone");
}

#[test]
fn a_word_right_after_an_emoji_is_a_word() {
    check("🚀rocket 👍🏽ok ❤️love 1️⃣one", "0:🚀 0:rocket 1:👍 1:ok 2:❤ 2:love 3:1 4:one");
    check("👩‍💻code", "0:👩 0:💻 0:code");
}

#[test]
fn unspaced_scripts_are_cut_into_characters_and_pairs() {
    check("日本語", "0:日 0:日本 1:本 1:本語 2:語");
    check("猫", "0:猫");
    check("Pythonの本", "0:python 1:の 1:の本 2:本");
    check("한국어", "0:한 0:한국 1:국 1:국어 2:어");
    check("ﾃﾞｰﾀ", "0:デ 0:デー 1:ー 1:ータ 2:タ");
    check("か\u{3099}", "0:が");
    check("ไทย", "0:ไ 0:ไท 1:ท 1:ทย 2:ย");
    check("中。国", "0:中 1:国");
}

#[test]
fn hostile_text_is_cut_in_linear_time() {
    for text in [
        "a-".repeat(200_000),
        "字".repeat(200_000),
        "+".repeat(400_000),
        "a+".repeat(200_000),
        "_a".repeat(9),
    ] {
        let tokens = Tokens::of(&text);
        assert!(tokens.list().iter().all(|token| tokens.folded(token).len() <= 200));
    }
    let long = "x".repeat(1_000_000);
    assert_eq!(Tokens::of(&long).list().len(), 1);
}

proptest! {
    #[test]
    fn tokens_lie_in_their_text(text in "\\PC{0,60}|[a-zA-Z0-9 .+#'_-]{0,60}|[日本語かﾞテ\u{3099}가ᄀ\u{1161}ไ้ a]{0,30}") {
        let tokens = Tokens::of(&text);
        let mut last = 0;
        for token in tokens.list() {
            prop_assert!(text.get(token.source.clone()).is_some_and(|source| !source.is_empty()));
            prop_assert!(!tokens.folded(token).is_empty());
            prop_assert!(token.position >= last);
            last = token.position;
        }
    }

    #[test]
    fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
        let once = Tokens::of(&text);
        for token in once.list().iter().filter(|token| matches!(token.kind, Kind::Word | Kind::Part)) {
            let folded = once.folded(token);
            let again = Tokens::of(folded);
            let kept = again.list().iter().any(|token| again.folded(token) == folded);
            prop_assert!(kept || folded.chars().any(|c| !c.is_alphanumeric()), "{folded}");
        }
    }

    /// What a plain scan finds in a run of an unspaced script, the tokens find as well.
    #[test]
    fn every_piece_of_a_run_is_made_of_its_tokens(
        text in "[日本語学校東京大阪のをはがカタデータ한국어사전ไทยก a.、]{1,30}",
        at in any::<prop::sample::Index>(),
        length in 1_usize..6,
    ) {
        let characters: Vec<char> = text.chars().collect();
        let start = at.index(characters.len());
        let piece: String = characters[start..].iter().take(length).collect();
        prop_assume!(piece.chars().all(super::is_unspaced));
        let (text, piece) = (Tokens::of(&text), Tokens::of(&piece));
        for token in piece.list() {
            let folded = piece.folded(token);
            prop_assert!(text.list().iter().any(|other| text.folded(other) == folded), "{folded}");
        }
    }
}
