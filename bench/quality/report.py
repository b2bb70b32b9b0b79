"""The report: one table of all sets, one of the bars, one of empty and full."""

import scores
from answers import MODES

FIGURES = ("ndcg@10", "hit@1", "hit@5")
NAMES = {"bm25": "plain BM25", "keyword": "by words", "semantic": "by meaning", "hybrid": "both"}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def sets_table(measured, sizes):
    """A row a set: nDCG@10 / hit@1 / hit@5 of each way of finding."""
    rows = []
    for name, size in sizes.items():
        cells = []
        for mode in MODES:
            values = [measured.mean(mode, [name], figure) for figure in FIGURES]
            cells.append("-" if None in values else " / ".join(f"{value:.3f}" for value in values))
        rows.append([name, str(size), *cells])
    return table(["set", "n", *(NAMES[mode] for mode in MODES)], rows)


def bars_table(all_bars):
    show = lambda bar, value: "-" if value is None else bar.form.format(value)
    cells = lambda bar: [bar.name, show(bar, bar.measured), show(bar, bar.must), show(bar, bar.aim), bar.verdict(), bar.note]
    return table(["bar", "measured", "must", "aim", "met", ""], map(cells, all_bars))


def rates_table(rates):
    part = lambda value: "" if value is None else f"{value:.3f}"
    cells = lambda row: [
        row["kind"], row["split"], str(row["n"]), f"{row['wrong']} = {row['wrong'] / row['n']:.3f}",
        part(row["area"]), part(row["near"]),
    ]
    return table(["kind", "split", "n", "wrong", "AUC", "AUC, same vaults"], map(cells, rates))


def parts_table(above):
    rows = [[name, f"{difference:+.3f}"] for name, difference in sorted(above.items(), key=lambda pair: pair[1])]
    rows.append(["mean", f"{scores.mean(above.values()) or 0:+.4f}"])
    return table(["set", "hybrid less its better part, nDCG@10"], rows)


def report(measured, sizes, all_bars, rates, answers):
    seconds = sum(answers.seconds.values())
    commands = "\n".join(answers.commands)
    return "\n".join([
        "# Search quality",
        "",
        "Made by `cargo xtask bench quality`. Cells are nDCG@10 / hit@1 / hit@5; \"plain BM25\" is `bench/quality/bm25.py`: whole "
        "notes, k1 1.2, b .75, no stemming. One configuration for all rows.",
        "",
        sets_table(measured, sizes),
        "## Bars",
        bars_table(all_bars),
        "## Hybrid against its better part",
        parts_table(measured.against_parts()),
        "## Empty and full",
        "Wrong are questions with an answer for which nothing is found, and questions without one for which anything is. AUC: how "
        "often the best score of a question with an answer is above that of one without.",
        "",
        rates_table(rates),
        "## Commands",
        f"{seconds:.0f} s of these in this run; what was kept from an earlier run of the same program is not listed." if commands
        else "None: all answers were kept from an earlier run of the same program.",
        "",
        *(["```", commands, "```", ""] if commands else []),
    ])
