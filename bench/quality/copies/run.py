#!/usr/bin/env python3
"""Scores `notekin copies` on labelled pairs: run.py [OPTION ...]

Each vault is indexed by words under --work, asked once for its near-copies, and every pair within a group counts as
folded. Prints how many copies are found and how many other pairs are folded, by label and split; exits with 1 where a
bar is missed. Writes copies.jsonl for `score.py copies` of the shared data, and compares with what that says.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time
import unicodedata

from mine import OWN, lines

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
COPIES = ("copy", "edited-copy")
LEAST_FOUND = 0.9
# Pairs labelled `copy` in the shared data that differ in what they are about: two options, two commands, two lists of
# symbols, two events. They are counted, and once more left out.
DOUBTFUL = (
    ("enableHashesForFMTags", "enableFrontmatterTags"),
    ("go-next-sibling", "go-previous-sibling"),
    ("priority-symbols", "status-symbols"),
    ("office-hours", "new-user-tuesdays"),
)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notekin", type=pathlib.Path, default=ROOT / "target" / "release" / "notekin")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "bench" / "copies")
    parser.add_argument("--wrong", action="store_true", help="print the pairs that were judged wrongly")
    args = parser.parse_args()
    args.notekin, args.data, args.work = args.notekin.resolve(), args.data.resolve(), args.work.resolve()
    return args


def labelled(data):
    """All labelled pairs, each with its set: a split of ours, or the shared file it comes from."""
    shared = lines(data / "queries" / "near_copies.jsonl")
    drafts = lines(data / "queries" / "near_copies_drafts.jsonl")
    rows = [{**row, "split": "shared"} for row in shared]
    rows += [{"vault": "near-copies-dew", **row, "split": "drafts"} for row in drafts]
    return rows + lines(HERE / "labelled.jsonl")


def is_doubtful(row):
    named = lambda one, other: one in row["a"] and other in row["b"]
    return row["split"] == "shared" and any(named(*pair) or named(*reversed(pair)) for pair in DOUBTFUL)


def key(vault, one, other):
    return (vault, *sorted(unicodedata.normalize("NFC", path) for path in (one, other)))


def ask(args, vault, folder):
    """The pairs of a vault that are folded, and the seconds it took."""
    places = {"NOTEKIN_DATA_DIR": str(args.work / "data"), "NOTEKIN_CONFIG": str(args.work / "config.toml")}
    run = lambda *words: subprocess.run(
        [args.notekin, *words], env={**os.environ, **places}, capture_output=True, text=True, encoding="utf-8"
    )
    indexed = run("index", "--words-only", str(folder))
    if indexed.returncode:
        sys.exit(indexed.stderr)
    start = time.perf_counter()
    copies = run("copies", "--json", "--no-update", "--vault", str(folder))
    took = time.perf_counter() - start
    if copies.returncode > 1:
        sys.exit(copies.stderr)
    found = set()
    for group in json.loads(copies.stdout)["groups"]:
        paths = [note["path"] for note in group["notes"]]
        found.update(key(vault, *pair) for pair in itertools.combinations(paths, 2))
    return found, took


def table(rows, folded):
    """Folded pairs of all pairs, by label and set."""
    counts = collections.Counter()
    for row in rows:
        cell = row["label"], row["split"]
        counts[*cell, "all"] += 1
        counts[*cell, "folded"] += key(row["vault"], row["a"], row["b"]) in folded
    sets = ("choose", "drafts", "check", "shared")
    labels = sorted({row["label"] for row in rows}, key=lambda label: (label not in COPIES, label))
    cell = lambda label, split: (
        f"{counts[label, split, 'folded']}/{counts[label, split, 'all']}" if counts[label, split, "all"] else "-"
    )
    print("| label | " + " | ".join(sets) + " |\n|" + "---|" * (len(sets) + 1))
    for label in labels:
        print(f"| `{label}` | " + " | ".join(cell(label, split) for split in sets) + " |")


def sums(rows, folded, what):
    """Prints how many copies are found and how many others folded, and returns whether that is good enough."""
    is_folded = lambda row: key(row["vault"], row["a"], row["b"]) in folded
    copies = [row for row in rows if row["label"] in COPIES]
    others = [row for row in rows if row["label"] not in COPIES]
    found, wrong = sum(map(is_folded, copies)), sum(map(is_folded, others))
    print(f"{what}: {found} of {len(copies)} copies found ({found / len(copies):.3f}), {wrong} of {len(others)} others folded")
    return found / len(copies) >= LEAST_FOUND and not wrong


def compare(args, rows, folded):
    """Lets the script of the shared data count too, so that the two can't part."""
    run = args.work / "copies.jsonl"
    named = ("vault", "a", "b")
    run.write_text("".join(json.dumps(dict(zip(named, pair)), ensure_ascii=False) + "\n" for pair in sorted(folded)), "utf-8")
    script = args.data / "scripts" / "score.py"
    for name in ("near_copies", "near_copies_drafts"):
        pairs = args.data / "queries" / f"{name}.jsonl"
        command = [sys.executable, str(script), "copies", str(pairs), str(run)]
        print(name, subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip(), sep="\n")


def main():
    args = arguments()
    rows = labelled(args.data)
    args.work.mkdir(parents=True, exist_ok=True)
    folded = set()
    for vault in sorted({row["vault"] for row in rows}):
        found, took = ask(args, vault, OWN.get(vault, args.data / "vaults" / vault))
        print(f"{vault}: {len(found)} pairs in {took:.2f} s", file=sys.stderr)
        folded |= found
    table(rows, folded)
    sure = [row for row in rows if not is_doubtful(row)]
    sums(rows, folded, "all")
    is_good = sums(sure, folded, "without the four doubtful labels")
    if args.wrong:
        for row in rows:
            is_folded = key(row["vault"], row["a"], row["b"]) in folded
            if is_folded != (row["label"] in COPIES):
                print("folded" if is_folded else "missed", row["split"], row["vault"], row["a"], row["b"], row["label"], sep=" | ")
    compare(args, rows, folded)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
