#!/usr/bin/env python3
"""Scores `notekin ask --no-llm` on questions with and without an answer: run.py [OPTION ...]

Each vault is indexed under --work, where the quality bench keeps its own, and each question is asked by itself. Exits
with 1 where a quotation isn't exact; bars that are missed are only shown. With --keep the table is written to bench/runs.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import places  # noqa: E402
import report  # noqa: E402
import sets  # noqa: E402

ROOT = sets.ROOT
# Of the cited passages, so many are looked at for the evidence.
DEEP_ENOUGH = 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notekin", type=pathlib.Path, default=ROOT / "target" / "release" / "notekin")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "bench" / "quality")
    parser.add_argument("--keep", action="store_true", help="write the table to bench/runs")
    parser.add_argument("--replies", type=pathlib.Path, help="keep all replies in this file, as JSON lines")
    args = parser.parse_args()
    args.notekin, args.data, args.work = args.notekin.resolve(), args.data.resolve(), args.work.resolve()
    return args


class Notekin:
    """The command line, with the data folder of the bench."""

    def __init__(self, args):
        self.args, self.indexed = args, set()
        settings = {"NOTEKIN_DATA_DIR": args.work / "data", "NOTEKIN_CONFIG": args.work / "config.toml"}
        self.env = {**os.environ, **{name: str(place) for name, place in settings.items()}}

    def run(self, *words):
        command = [self.args.notekin, *map(str, words)]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, encoding="utf-8")
        if done.returncode not in (0, 1):
            sys.exit(f"failed: {command}\n{done.stderr}")
        return done.stdout

    def ask(self, vault, question):
        if vault not in self.indexed:
            self.run("index", vault, "--yes", "--json")
            self.indexed.add(vault)
        flags = ("--json", "--no-llm", "--no-save", "--no-update")
        return json.loads(self.run("ask", "--vault", vault, *flags, "--", question))


def questions(args):
    """Returns all questions, each with its kind and split."""
    source = sets.Sets(args.data, args.work)
    with_evidence = [row for row in source.shared("qa.jsonl") if row["answerable"]]
    rows = [{**row, "query": row["question"], "kind": "evidence", "split": "-"} for row in with_evidence]
    rows += [{**row, "kind": "answerable"} for row in sets.own("answerable.jsonl")]
    return rows + [row for asked in source.unanswered() for row in asked.queries]


def figures(row, vault, reply):
    """Returns what is counted of one reply."""
    is_answered = reply["outcome"] == "answered"
    found = {"kind": row["kind"], "split": row["split"], "answered": is_answered}
    found["exact"] = list(places.quotes(vault, reply))
    found["exact"] += [places.chunk_is_exact(vault, chunk) for chunk in reply["groundingChunks"]]
    if row["kind"] == "evidence":
        found.update(of_evidence(row, reply))
    return found


def of_evidence(row, reply):
    """Returns whether the known lines are among what is cited, and what of it they are."""
    evidence = [(place["path"], place["line"]) for place in row["evidence"]]
    holds = lambda path, lines: any(path == known and lines["start"] <= line <= lines["end"] for known, line in evidence)
    chunks = reply["groundingChunks"]
    cited = [holds(path, lines) for path, lines in places.cited(reply)]
    said = reply["answer"].casefold()
    read = "\n".join(chunk["retrievedContext"]["text"] for chunk in chunks[:DEEP_ENOUGH]).casefold()
    keys = [key.casefold() for key in row["answer_keys"]]
    return {
        "chunk": any(holds(chunk["path"], chunk["lines"]) for chunk in chunks[:DEEP_ENOUGH]),
        "note": any(chunk["path"] in {path for path, _ in evidence} for chunk in chunks[:DEEP_ENOUGH]),
        "line": any(cited),
        "cited right": cited,
        "keys": all(key in said for key in keys),
        "keys in chunks": all(key in read for key in keys),
    }


def share(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def bars(rows):
    """Returns a row a bar: what, of how many, measured, bar."""
    of = collections.defaultdict(list)
    for row in rows:
        of[row["kind"]].append(row)
    evidence = of["evidence"]
    exact = [one for row in rows for one in row["exact"]]
    refused = lambda kind: [not row["answered"] for row in of[kind]]
    mean = lambda name: [row[name] for row in evidence]
    return [
        ("evidence in one of the first five cited passages", mean("chunk"), 0.90),
        ("quotations and passages that stand at their bytes and lines", exact, 1.00),
        ("off-topic questions refused", refused("off-topic"), 0.95),
        ("near-miss questions refused", refused("near-miss"), 0.70),
        ("the evidence's note is cited", mean("note"), None),
        ("the evidence's line is quoted", mean("line"), None),
        ("quotations that are of the evidence's lines", [one for row in evidence for one in row["cited right"]], None),
        ("all answer keys are in the answer", mean("keys"), None),
        ("all answer keys are in the cited passages", mean("keys in chunks"), None),
        ("questions with known evidence that are refused", refused("evidence"), None),
        ("short answerable queries that are refused", refused("answerable"), None),
    ]


def table(rows):
    lines = []
    for what, values, bar in bars(rows):
        measured = share(values)
        met = "" if bar is None else ("yes" if round(measured, 3) >= bar else "**no**")
        lines.append([what, str(len(values)), f"{measured:.3f}", "" if bar is None else f"{bar:.2f}", met])
    splits = []
    for kind in ("off-topic", "near-miss", "answerable"):
        for split in ("choose", "check"):
            of = [not row["answered"] for row in rows if (row["kind"], row["split"]) == (kind, split)]
            splits.append([kind, split, str(len(of)), f"{share(of):.3f}"])
    heads = ["what", "of", "measured", "bar", "met"], ["kind", "split", "of", "refused"]
    return report.table(heads[0], lines) + "\nRefused, by the split of the questions:\n\n" + report.table(heads[1], splits)


def main():
    args = arguments()
    if not args.data.is_dir():
        sys.exit("NOT RUN: the quality of answers needs ../shared/data")
    notekin, rows, kept = Notekin(args), [], []
    for row in questions(args):
        vault = args.data / "vaults" / row["vault"]
        reply = notekin.ask(vault, row["query"])
        rows.append(figures(row, vault, reply))
        kept.append({"id": row["id"], "query": row["query"], **rows[-1], "reply": reply})
    if args.replies:
        args.replies.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")
    text = "# Answers quoted from the notes\n\nMade by `bench/quality/ask/run.py`: `notekin ask --no-llm --json`.\n\n"
    text += table(rows)
    print(text)
    if args.keep:
        folder = ROOT / "bench" / "runs" / datetime.date.today().isoformat()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "answers.md").write_text(text, encoding="utf-8")
    sys.exit(0 if all(one for row in rows for one in row["exact"]) else 1)


if __name__ == "__main__":
    main()
