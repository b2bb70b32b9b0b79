#!/usr/bin/env python3
"""Scores the notekin command line and plain BM25 on the shared sets, side by side: run.py [OPTION ...] [GROUP ...]

Groups: hand crosslingual qa asked unanswered xquad scifact auto (default: all), and sample. Each vault is indexed once
under --work and found again the next time. Answers are kept there too, and asked again only from another program than
gave them, or with --fresh. The report goes to --out, and with --keep also to bench/runs/DATE/quality.md.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import unittest

import bars
import rates
import report
import scores
import sets
from answers import MODES, Answers

ROOT = sets.ROOT


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notekin", type=pathlib.Path, default=ROOT / "target" / "release" / "notekin")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "bench" / "quality")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target" / "bench" / "runs")
    parser.add_argument("--fresh", action="store_true", help="ask everything again")
    parser.add_argument("--keep", action="store_true", help="write to bench/runs/DATE too")
    parser.add_argument("--quick", action="store_true", help="only show that it works: its tests and the sample vault")
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    args = parser.parse_args()
    unknown = set(args.groups) - {*sets.GROUPS, "sample"}
    if unknown:
        parser.error(f"no group {', '.join(sorted(unknown))}; there are {', '.join(sets.GROUPS)} and sample")
    args.work, args.out, args.data = args.work.resolve(), args.out.resolve(), args.data.resolve()
    return args


def figures(asked, answers):
    """Returns a row a question, in order."""
    return [scores.of_query(query, answers[query["id"]]["results"]) for query in asked.queries]


def check(asked, rows, answers, args, mode):
    """Compares our figures with those of the data's own script, so that the two can't part."""
    run = answers.runs / mode / f"{asked.name}.jsonl"
    script = args.data / "scripts" / "score.py"
    if not script.exists():
        return
    command = [sys.executable, str(script), "search", str(answers.written(asked)), str(run)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    overall = next(line for line in said.splitlines() if line.startswith("ALL")).split()
    official = dict(word.split("=") for word in overall if "@" in word)
    for figure in ("hit@1", "hit@5", "hit@10", "ndcg@10"):
        if f"{scores.mean(row[figure] for row in rows):.3f}" != official[figure]:
            sys.exit(f"failed: {asked.name} {figure} is not what score.py says: {overall}")


def run(args):
    source = sets.Sets(args.data, args.work)
    groups = ["sample"] if args.quick else args.groups or sets.GROUPS
    all_sets = [asked for group in groups for asked in source.group(group)]
    answers = Answers(args)
    measured, hybrid = bars.Measured({mode: {} for mode in MODES}), {}
    for asked in all_sets:
        for mode in MODES if asked.answered else ("hybrid",):
            rows = answers.of(asked, mode)
            if mode == "hybrid":
                hybrid[asked.name] = rows
            if asked.answered:
                measured.figures[mode][asked.name] = figures(asked, rows)
                check(asked, measured.figures[mode][asked.name], answers, args, mode)
        print(asked.name, *map(shown, summary(measured, asked)), flush=True)
    sizes = {asked.name: len(asked.queries) for asked in all_sets if asked.answered}
    all_bars = bars.bars(measured)
    empty_and_full = rates.rows(all_sets, hybrid)
    write(args, report.report(measured, sizes, all_bars, empty_and_full, answers), all_bars, empty_and_full, measured, sizes)


def shown(value):
    return "-" if value is None else f"{value:.3f}"


def summary(measured, asked):
    return [measured.mean(mode, [asked.name], "ndcg@10") for mode in MODES] if asked.answered else []


def write(args, text, all_bars, empty_and_full, measured, sizes):
    print("\n" + text.split("## Commands")[0])
    means = lambda name: {
        mode: {figure: measured.mean(mode, [name], figure) for figure in report.FIGURES} for mode in MODES
    }
    data = {
        "sets": {name: {"n": size, **means(name)} for name, size in sizes.items()},
        "bars": [{"bar": bar.name, "measured": bar.measured, "met": bar.verdict().strip("*")} for bar in all_bars],
        "empty_and_full": empty_and_full,
    }
    folders = [args.out]
    if args.quick:
        folders = [args.out / "quick"]
    elif args.keep:
        folders.append(ROOT / "bench" / "runs" / datetime.date.today().isoformat())
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "quality.md").write_text(text, encoding="utf-8")
        (folder / "quality.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written to {folder / 'quality.md'}")


def test():
    tests = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent), pattern="test_*.py")
    if not unittest.TextTestRunner(verbosity=0).run(tests).wasSuccessful():
        sys.exit("failed: the tests of the bench")


def main():
    args = arguments()
    if not args.quick and not args.data.is_dir() and args.groups != ["sample"]:
        sys.exit(f"NOT RUN: search quality needs ../shared/{args.data.name}")
    test()
    run(args)


if __name__ == "__main__":
    main()
