"""Tests of the bench itself: a figure that can't be wrong proves nothing."""

import math
import pathlib
import tempfile
import unittest

import bars
import bm25
import rates
import scores
import sets


class Terms(unittest.TestCase):
    def test_words_are_lower_cased_and_chinese_is_cut_into_pairs(self):
        self.assertEqual(bm25.terms("Don't use C++17, 数据库"), ["don", "t", "use", "c", "17", "数据", "据库"])

    def test_a_character_alone_is_a_term(self):
        self.assertEqual(bm25.terms("a 数 b"), ["a", "数", "b"])


class PlainBm25(unittest.TestCase):
    def test_a_score_is_what_the_formula_says(self):
        index = bm25.Bm25([("a", "leek soup soup"), ("b", "bread")])
        rarity, damp = math.log(1 + 1.5 / 1.5), 1.2 * (0.25 + 0.75 * 3 / 2)
        self.assertAlmostEqual(index.scores("soup")[0], rarity * 2 * 2.2 / (2 + damp))
        self.assertEqual(index.best("bread leek")[0], ["b", "a"])
        self.assertEqual(index.best("cheese"), ([], None))

    def test_a_note_is_found_by_its_file_name(self):
        with tempfile.TemporaryDirectory() as folder:
            vault = pathlib.Path(folder)
            (vault / ".hidden").mkdir()
            (vault / ".hidden" / "Leek.md").write_text("leek")
            (vault / "Leek.md").write_text("soup")
            (row,) = bm25.answer(vault, [{"id": 1, "query": "leek"}])
            self.assertEqual(row["results"], ["Leek.md"])


class Figures(unittest.TestCase):
    def test_two_answers_at_the_second_and_sixth_place(self):
        row = scores.of_query({"answers": ["b", "f"]}, ["a", "b", "b", "c", "d", "e", "f"])
        ideal = 1 + 1 / math.log2(3)
        self.assertEqual((row["hit@1"], row["hit@5"]), (0, 1))
        self.assertAlmostEqual(row["ndcg@10"], (1 / math.log2(3) + 1 / math.log2(7)) / ideal)

    def test_area(self):
        self.assertEqual(scores.area([2, 3], [1]), 1)
        self.assertEqual(scores.area([1, 3], [2]), 0.5)
        self.assertEqual(scores.area([1], [1]), 0.5)
        self.assertIsNone(scores.area([], [1]))


def row(figure):
    return {"hit@1": figure, "hit@5": figure, "hit@10": figure, "ndcg@10": figure}


class Bars(unittest.TestCase):
    def test_a_bar_is_met_by_what_is_shown(self):
        verdict = lambda measured: bars.Bar("", measured, 0.6, 0.7).verdict()
        self.assertEqual([verdict(x) for x in (None, 0.5994, 0.5996, 0.71)], ["not run", "**no**", "must", "aim"])

    def test_an_aim_alone_is_no_bar(self):
        self.assertEqual(bars.Bar("", -1.0, None, 0.0).verdict(), "not the aim")

    def test_only_what_plain_bm25_misses_is_counted(self):
        figures = {mode: {name: [] for name in bars.HAND} for mode in ("bm25", "hybrid")}
        figures["bm25"][bars.HAND[0]] = [row(0), row(1), row(0)]
        figures["hybrid"][bars.HAND[0]] = [row(1), row(0), row(0)]
        self.assertEqual(bars.Measured(figures).missed(bars.HAND), (0.5, 2))

    def test_hybrid_is_compared_with_its_better_part(self):
        figures = {"hybrid": {"x": [row(0.5)]}, "keyword": {"x": [row(0.2)]}, "semantic": {"x": [row(0.75)]}}
        self.assertEqual(bars.Measured(figures).against_parts(), {"x": -0.25})

    def test_a_set_that_was_not_asked_leaves_its_bars_open(self):
        verdicts = {bar.verdict() for bar in bars.bars(bars.Measured({}))}
        self.assertEqual(verdicts, {"not run"})


class Rates(unittest.TestCase):
    def test_empty_and_full_are_counted_by_kind(self):
        vault = pathlib.Path("v")
        asked = [
            sets.Set("hand-v", vault, [{"id": 1}, {"id": 2}]),
            sets.Set("unanswered-v", vault, [{"id": 3, "kind": "off-topic", "split": "check"}], answered=False),
        ]
        found = lambda score: {"relevant": score is not None, "score": score}
        answers = {"hand-v": {1: found(0.9), 2: found(None)}, "unanswered-v": {3: found(0.5)}}
        empty, full = rates.rows(asked, answers)
        self.assertEqual((empty["wrong"], empty["n"]), (1, 2))
        self.assertEqual((full["wrong"], full["n"], full["area"]), (1, 1, 0.5))


if __name__ == "__main__":
    unittest.main()
