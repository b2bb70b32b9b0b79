use proptest::prelude::*;

use super::Unmarked;

/// Checks the clean text and the numbers with where they stood, and that the markers can be put back.
#[track_caller]
fn check(answer: &str, clean: &str, expect: &[(usize, &[usize])]) {
    let unmarked = Unmarked::of(answer);
    assert_eq!(unmarked.text, clean);
    let found: Vec<_> =
        unmarked.markers.iter().map(|marker| (marker.at, marker.numbers.as_slice())).collect();
    assert_eq!(found, expect, "{answer}");
    assert_eq!(unmarked.original(), answer);
}

#[test]
fn every_form_is_known() {
    check("Boil [1].", "Boil.", &[(4, &[1])]);
    check("Boil [1, 2] it.", "Boil it.", &[(4, &[1, 2])]);
    check("Boil [1][3].", "Boil.", &[(4, &[1]), (4, &[3])]);
    check("Boil [1] [3].", "Boil.", &[(4, &[1]), (4, &[3])]);
    check("Boil.[2-4]\nEat.", "Boil.\nEat.", &[(5, &[2, 3, 4])]);
    check("Boil.[^2]", "Boil.", &[(5, &[2])]);
    check("Boil [[2]].", "Boil.", &[(4, &[2])]);
    check("Boil 【1】.", "Boil.", &[(4, &[1])]);
    check("Boil【1†lines 3-4】.", "Boil.", &[(4, &[1])]);
    check("煮る［１２］。", "煮る。", &[(6, &[12])]);
    check("煮る【1、2】。", "煮る。", &[(6, &[1, 2])]);
    check("Boil [Passage 2].", "Boil.", &[(4, &[2])]);
    check("Boil \\[2\\].", "Boil.", &[(4, &[2])]);
    check("Boil **[1]**<sup>[2]</sup>([3]).", "Boil.", &[(4, &[1]), (4, &[2]), (4, &[3])]);
}

#[test]
fn markers_at_the_start_leave_no_space() {
    check("[1] Boil.", "Boil.", &[(0, &[1])]);
    check("- [1] Boil.\n- Eat [2]", "- Boil.\n- Eat", &[(1, &[1]), (13, &[2])]);
    check("[1]", "", &[(0, &[1])]);
    check("[1][2] [3]", "", &[(0, &[1]), (0, &[2]), (0, &[3])]);
    check("", "", &[]);
}

#[test]
fn what_is_no_marker_stays() {
    for answer in [
        "- [ ] Boil\n- [x] Eat",
        "In [2024] it was.",
        "Use `list[1]` or\n\n```\na[1] = 2\n```\n",
        "See [1](one.md) and [soup [2] here](two.md).",
        "Where $x[1]$ is.",
        "[a] [1a] [1, b] [] [3-1] [1-900]",
        "[",
        "[1",
    ] {
        check(answer, answer, &[]);
    }
}

#[test]
fn added_lists_of_sources_go() {
    check(
        "Boil [1].\n\n**Sources:**\n- [1] Soup.md\n- [2] Leek.md\n",
        "Boil.",
        &[(4, &[1]), (5, &[])],
    );
    check("Boil [1].\n\n[1]: Soup.md", "Boil.\n\n", &[(4, &[1]), (7, &[])]);
    check("Boil [^1].\n\n[^1]: From Soup.md\n", "Boil.\n\n", &[(4, &[1]), (7, &[])]);
    check("Sources:\n\nnone", "Sources:\n\nnone", &[]);
}

proptest! {
    #[test]
    fn markers_can_be_put_back(answer in "([a-c.é猫😀 \n*_`|#(){}:^-]|e\u{301}|\\[[0-9 ,]{0,3}\\]|【1】|\\[\\^?1\\]: x|Sources:\n|`{3}\n|\\[){0,40}") {
        let unmarked = Unmarked::of(&answer);
        prop_assert_eq!(unmarked.original(), answer);
        prop_assert!(unmarked.markers.windows(2).all(|pair| pair[0].at <= pair[1].at));
        prop_assert!(unmarked.markers.iter().all(|marker| unmarked.text.is_char_boundary(marker.at)));
    }
}
