"""The bars of search quality: what must be reached, what is aimed at, and how each is measured."""

import dataclasses
import typing

import scores

HAND = "hand-data-engineering-wiki", "hand-owasp-cheatsheets", "hand-obsidian-tasks-docs"
MIXED = tuple(f"crosslingual-fastapi-mixed-{rotation}" for rotation in range(3))


@dataclasses.dataclass
class Bar:
    """One bar; `measured` is None where a set it needs was not asked."""

    name: str
    measured: typing.Optional[float]
    # None where there is only an aim.
    must: typing.Optional[float]
    aim: float
    # A count is shown without decimals, and a difference with its sign.
    form: str = "{:.3f}"
    note: str = ""

    def verdict(self):
        if self.measured is None:
            return "not run"
        # What is shown decides: .6996 is shown as .700 and reaches .70.
        shown = float(self.form.format(self.measured))
        if shown >= self.aim:
            return "aim"
        if self.must is None:
            return "not the aim"
        return "must" if shown >= self.must else "**no**"


class Measured:
    """Every question's figures: by mode, then by set, a row a question."""

    def __init__(self, figures):
        self.figures = figures

    def rows(self, mode, names):
        """Returns the rows of some sets one after the other, or None where one is missing."""
        found = [self.figures.get(mode, {}).get(name) for name in names]
        return None if None in found else [row for rows in found for row in rows]

    def mean(self, mode, names, figure):
        rows = self.rows(mode, names)
        return rows and scores.mean(row[figure] for row in rows)

    def count(self, mode, name, figure):
        rows = self.rows(mode, [name])
        return rows and sum(row[figure] for row in rows)

    def missed(self, names):
        """Returns hit@5 of the questions that plain BM25 misses in its first ten, and how many these are."""
        plain, ours = self.rows("bm25", names), self.rows("hybrid", names)
        if not plain or not ours:
            return None, 0
        left = [row["hit@5"] for row, yardstick in zip(ours, plain) if not yardstick["hit@10"]]
        return scores.mean(left), len(left)

    def against_parts(self):
        """Returns by set how far hybrid is above the better of its parts, nDCG@10.

        The answers of `asked` are those that were looked for, not all there are: they tell a hit, not a ranking.
        """
        above = {}
        for name in self.figures.get("hybrid", {}):
            if name.startswith("asked-"):
                continue
            whole, *parts = (self.mean(mode, [name], "ndcg@10") for mode in ("hybrid", "keyword", "semantic"))
            if None not in (whole, *parts):
                above[name] = whole - max(parts)
        return above


def bars(measured):
    """Returns the bars in the order of the design."""
    hand = [
        Bar(f"{name}, hit@5 of {total}", measured.count("hybrid", name, "hit@5"), must, aim, "{:.0f}")
        for name, total, must, aim in zip(HAND, (40, 24, 22), (29, 21, 15), (32, 22, 17))
    ]
    missed, left = measured.missed(HAND)
    others = "crosslingual-data-engineering-wiki"
    return [
        *hand,
        Bar("hand sets pooled, nDCG@10", measured.mean("hybrid", HAND, "ndcg@10"), 0.60, 0.67),
        Bar("hand questions that plain BM25 misses in its first 10, hit@5", missed, 0.35, 0.50, note=f"{left} questions"),
        Bar("en -> fastapi-mixed pooled, hit@5", measured.mean("hybrid", MIXED, "hit@5"), 0.80, 0.88, note="126 questions"),
        Bar("others -> data-engineering-wiki, hit@5 of 15", measured.count("hybrid", others, "hit@5"), 5, 11, "{:.0f}"),
        *(xquad(measured, *row) for row in XQUAD),
        Bar("SciFact train, nDCG@10", measured.mean("hybrid", ["scifact-train"], "ndcg@10"), 0.69, 0.72),
        *parts(measured.against_parts()),
    ]


XQUAD = (("en-de", 0.90, 0.92), ("en-es", 0.93, 0.95), ("en-ru", 0.91, 0.93), ("en-zh", 0.86, 0.88), ("zh-zh", 0.95, 0.97))


def xquad(measured, pair, must, aim):
    return Bar(f"XQuAD {pair}, nDCG@10", measured.mean("hybrid", [f"xquad-{pair}"], "ndcg@10"), must, aim)


def parts(above):
    """Hybrid must be within .02 of its better part on every set, and is to be above it on average."""
    worst = min(above, key=above.get, default=None)
    lowest = Bar("hybrid less its better part, nDCG@10, worst set", above.get(worst), -0.02, 0.0, "{:+.3f}", worst or "")
    average = scores.mean(above.values())
    return lowest, Bar("the same, mean of all sets", average, None, 0.0001, "{:+.4f}", f"{len(above)} sets")
