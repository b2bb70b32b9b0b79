"""Tests of the mining: python3 -m unittest discover -s bench/quality/copies"""

import json
import pathlib
import unittest

import mine

HERE = pathlib.Path(__file__).resolve().parent


class Measures(unittest.TestCase):
    def measured(self, one, other):
        return mine.measured(mine.Note("one 1.md", one), mine.Note("one 22.md", other))

    def test_coverage_is_of_the_longer_note_and_containment_of_the_shorter(self):
        row = self.measured("abcdefghijkl", "ABCDEFGHIJKL, mnopqr")
        self.assertEqual((row["coverage"], row["containment"]), (round(3 / 9, 3), 1.0))

    def test_frontmatter_is_no_text(self):
        row = self.measured("---\nid: 1\n---\nabcdefghijkl", "---\r\nid: 27\r\n---\r\nabcdefghijkl")
        self.assertEqual(row["coverage"], 1.0)

    def test_notes_without_text_are_not_alike(self):
        row = self.measured("", "")
        self.assertEqual((row["coverage"], row["containment"], row["jaccard5"]), (0, 0, 0))

    def test_names_that_differ_by_a_number_are_alike(self):
        self.assertGreater(self.measured("a", "b")["name"], 0)

    def test_no_note_fills_the_list(self):
        rows = [{"a": "x", "b": str(at)} for at in range(9)] + [{"a": "y", "b": "z"}]
        self.assertEqual([row["b"] for row in mine.spread(rows, 5)], ["0", "1", "z"])


class Labels(unittest.TestCase):
    def test_every_pair_is_labelled_once_and_no_vault_is_on_both_sides(self):
        rows = mine.lines(HERE / "labelled.jsonl")
        pairs = [(row["vault"], *sorted((row["a"], row["b"]))) for row in rows]
        self.assertEqual(len(pairs), len(set(pairs)))
        sides = {(row["vault"], row["split"]) for row in rows}
        self.assertEqual(len(sides), len({vault for vault, _ in sides}), json.dumps(sorted(sides)))


if __name__ == "__main__":
    unittest.main()
