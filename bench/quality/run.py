#!/usr/bin/env python3
"""Scores the notekin command line on the shared sets: run.py [--notekin BIN] [--data DIR] [--work DIR] [--out DIR] [SET ...]

Sets: hand auto crosslingual xquad scifact (default: all). Each vault is indexed once under --work and found again the
next time; every set is answered by `notekin search --queries` and scored by the data's own score.py. The figures, the
runs and the commands that made them go to --out.
"""

import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def lines(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


class Bench:
    def __init__(self, args):
        self.args = args
        self.data = args.data
        self.env = dict(os.environ, NOTEKIN_DATA_DIR=str(args.work / "data"), NOTEKIN_CONFIG=str(args.work / "config.toml"))
        self.commands = []
        self.figures = []

    def notekin(self, *words, out=None):
        command = [str(self.args.notekin), *map(str, words)]
        self.commands.append(" ".join(self.plain(word) for word in command))
        result = subprocess.run(command, env=self.env, stdout=out or subprocess.PIPE, text=True)
        if result.returncode == 2:
            sys.exit(f"failed: {' '.join(command)}")

    def plain(self, word):
        """Names places as a reader finds them: relative to the project."""
        for place, name in ((self.args.work, "$WORK"), (self.data, "../shared/data"), (self.args.out, "$OUT"), (ROOT, ".")):
            word = word.replace(str(place), name)
        return f'"{word}"' if " " in word else word

    def answer(self, name, vault, queries):
        """Indexes a vault, answers the queries and keeps the score."""
        mode = self.args.mode
        asked = self.args.work / "queries" / f"{name}.jsonl"
        asked.parent.mkdir(parents=True, exist_ok=True)
        asked.write_text("".join(json.dumps(query, ensure_ascii=False) + "\n" for query in queries), encoding="utf-8")
        started = time.time()
        self.notekin("index", vault, "--yes", "--json")
        indexed = time.time()
        run = self.args.out / f"{name}.jsonl"
        with open(run, "w", encoding="utf-8") as out:
            self.notekin("search", "--vault", vault, "--mode", mode, "--queries", asked, "--no-update", out=out)
        slim(run)
        score = [sys.executable, str(self.data / "scripts" / "score.py"), "search", str(asked), str(run)]
        figures = subprocess.run(score, capture_output=True, text=True, check=True).stdout
        overall = next(line for line in figures.splitlines() if line.startswith("ALL"))
        self.figures.append((name, overall[3:].strip(), indexed - started, time.time() - indexed))
        print(f"{name:34s} {overall[3:].strip()}", flush=True)

    def by_vault(self, file):
        groups = {}
        for query in lines(self.data / "queries" / file):
            groups.setdefault(query["vault"], []).append(query)
        for vault, queries in sorted(groups.items()):
            self.answer(f"{file.removeprefix('search_').removesuffix('.jsonl')}-{vault}", self.data / "vaults" / vault, queries)

    def rows_as_vault(self, name, rows):
        """Writes one note a row, named by its id."""
        folder = self.args.work / "vaults" / name
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            title = row.get("title") or ""
            text = (f"# {title}\n\n" if title else "") + row["text"] + "\n"
            path = folder / f"{row.get('_id', row.get('id'))}.md"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        return folder

    def xquad(self):
        folder = self.data / "bench" / "xquad"
        for asked, held in (("en", "de"), ("en", "es"), ("en", "ru"), ("en", "zh"), ("zh", "zh")):
            vault = self.rows_as_vault(f"xquad-{held}", lines(folder / f"passages.{held}.jsonl.gz"))
            self.answer(f"xquad-{asked}-{held}", vault, with_suffix(lines(folder / f"questions.{asked}.jsonl.gz")))

    def scifact(self):
        folder = self.data / "bench" / "scifact"
        vault = self.rows_as_vault("scifact", lines(folder / "corpus.jsonl.gz"))
        self.answer("scifact-train", vault, with_suffix(lines(folder / "queries_train.jsonl")))

    def run(self):
        sets = {
            "hand": lambda: self.by_vault("search_hand.jsonl"),
            "auto": lambda: self.by_vault("search_auto.jsonl"),
            "crosslingual": lambda: self.by_vault("crosslingual.jsonl"),
            "xquad": self.xquad,
            "scifact": self.scifact,
        }
        self.args.out.mkdir(parents=True, exist_ok=True)
        for name in self.args.sets or sets:
            sets[name]()
        self.write_summary()

    def write_summary(self):
        rows = "".join(f"| {name} | {figures} | {index:.1f} | {search:.1f} |\n" for name, figures, index, search in self.figures)
        commands = "\n".join(dict.fromkeys(self.commands))
        (self.args.out / f"summary-{self.args.mode}.md").write_text(
            f"# Search quality, mode {self.args.mode}\n\n"
            "Figures by `../shared/data/scripts/score.py search`; seconds of wall time, 0 model work where vectors were stored.\n\n"
            "| set | figures | index s | search s |\n|---|---|---|---|\n" + rows +
            "\nMade by `cargo xtask bench quality`, which ran:\n\n```\n" + commands + "\n```\n",
            encoding="utf-8",
        )


def slim(run):
    """Keeps ids and paths; passages of the shared vaults stay where they are."""
    rows = [{"id": row["id"], "results": row["results"]} for row in lines(run)]
    run.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def with_suffix(queries):
    """Answers are rows' ids; results are the paths of their notes."""
    return [dict(query, answers=[f"{answer}.md" for answer in query["answers"]]) for query in queries]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notekin", type=pathlib.Path, default=ROOT / "target" / "release" / "notekin")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "bench")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target" / "bench" / "runs")
    parser.add_argument("--mode", default="hybrid", choices=("hybrid", "semantic", "keyword"))
    parser.add_argument("sets", nargs="*")
    args = parser.parse_args()
    args.work, args.out = args.work.resolve(), args.out.resolve()
    if not args.data.is_dir():
        sys.exit(f"NOT RUN: search quality needs {args.data.name} of ../shared")
    Bench(args).run()


if __name__ == "__main__":
    main()
