"""Answers to the questions of a set, each kept in a file so that a run can be taken up where it ended."""

import json
import os
import pathlib
import subprocess
import sys
import time

import bm25
import sets

HERE = pathlib.Path(__file__).resolve().parent
MODES = ("bm25", "keyword", "semantic", "hybrid")


class Answers:
    """Answers by our own command line in each of its modes, and by plain BM25."""

    def __init__(self, args):
        self.args = args
        self.runs = args.work / "answers"
        places = {"NOTEKIN_DATA_DIR": args.work / "data", "NOTEKIN_CONFIG": args.work / "config.toml"}
        self.env = {**os.environ, **{name: str(place) for name, place in places.items()}}
        self.commands, self.seconds, self.indexed = {}, {}, set()

    def of(self, asked, mode):
        """Returns the rows of a run by the questions' ids; asks only what was not asked of this program before."""
        queries = self.written(asked)
        kept = self.runs / mode / f"{asked.name}.jsonl"
        maker = HERE / "bm25.py" if mode == "bm25" else self.args.notekin
        is_new = kept.exists() and kept.stat().st_mtime > max(maker.stat().st_mtime, queries.stat().st_mtime)
        if self.args.fresh or not is_new:
            rows = self.by_bm25(asked) if mode == "bm25" else self.by_notekin(asked, mode, queries)
            kept.parent.mkdir(parents=True, exist_ok=True)
            draft = kept.with_suffix(".draft")
            draft.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
            draft.replace(kept)
        return {row["id"]: row for row in sets.lines(kept)}

    def written(self, asked):
        """Writes the questions where they are not yet as they should be."""
        path = self.args.work / "queries" / f"{asked.name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(query, ensure_ascii=False) + "\n" for query in asked.queries)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        return path

    def by_bm25(self, asked):
        return list(bm25.answer(asked.vault, asked.queries))

    def by_notekin(self, asked, mode, queries):
        """Keeps ids, paths, and whether and how surely the best hit answers; the passages of the vaults stay where they are."""
        if asked.vault not in self.indexed:
            self.notekin(f"index {asked.name}", "index", asked.vault, "--yes", "--json")
            self.indexed.add(asked.vault)
        flags = ("--mode", mode, "--queries", queries, "--no-update")
        found = self.notekin(f"{mode} {asked.name}", "search", "--vault", asked.vault, *flags)
        rows = [json.loads(line) for line in found.splitlines()]
        score = lambda hits: max((hit["score"] for hit in hits), default=None)
        return [
            {"id": row["id"], "results": row["results"], "relevant": row["relevant"], "score": score(row["hits"])}
            for row in rows
        ]

    def notekin(self, job, *words):
        command = [str(self.args.notekin), *map(str, words)]
        self.commands[" ".join(self.plain(word) for word in command)] = None
        started = time.monotonic()
        ended = subprocess.run(command, env=self.env, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        if ended.returncode not in (0, 1):
            sys.exit(f"failed: {' '.join(command)}")
        self.seconds[job] = time.monotonic() - started
        return ended.stdout

    def plain(self, word):
        """Names places as a reader finds them: relative to the project."""
        for place, name in ((self.args.work, "$WORK"), (self.args.data, "../shared/data"), (sets.ROOT, ".")):
            word = word.replace(str(place), name)
        return f'"{word}"' if " " in word else word
