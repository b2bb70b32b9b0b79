#!/usr/bin/env python3
"""Finds pairs of notes that look like copies, to be read and labelled: mine.py DATA [VAULT ...] > CANDIDATES.jsonl

Six measures look at the pairs of notes of a vault, each blind to something another sees: how many runs of five words two
notes have in common (of both, and of the shorter), how much of the letters stands in the other (again of both and of the
shorter), how alike their words are by TF-IDF, and whether their names differ by nothing but a number. The best of each are
printed, without those that the shared data or our own file has labelled already.

    mine.py DATA --measure LABELLED.jsonl    writes LABELLED.jsonl anew, with the coverage of every pair
"""

import argparse
import collections
import itertools
import json
import math
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
OWN = {"sample": HERE.parents[2] / "fixtures" / "vaults" / "sample"}
LETTERS = 10
WORDS = 5
# A run of words or a name that more notes than this share is the vault's form, and would pair everything with everything.
MOST_HOLDERS = 60
# The words by which notes are paired for TF-IDF: the heaviest of each note.
HEAVIEST = 25
# Pairs by one measure in which a note may stand.
MOST_OF_ONE = 2
FRONTMATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.S)
MEASURES = ("coverage", "containment", "jaccard5", "containment5", "cosine", "name")


class Note:
    """A note's text, cut in the ways the measures need."""

    def __init__(self, path, text):
        self.path = path
        text = unicodedata.normalize("NFC", text).replace("\r\n", "\n")
        body = FRONTMATTER.sub("", text, count=1).lower()
        letters = "".join(filter(str.isalnum, body))
        words = re.findall(r"\w+", body)
        self.runs = {hash(letters[at : at + LETTERS]) for at in range(len(letters) - LETTERS + 1)}
        self.shingles = {hash(tuple(words[at : at + WORDS])) for at in range(len(words) - WORDS + 1)}
        self.counts = collections.Counter(words)
        self.weights = {}

    @property
    def pattern(self):
        """The file name without numbers; notes of one series or calendar share it."""
        return re.sub(r"\d+", "0", pathlib.PurePosixPath(self.path).stem.lower())


class Vault:
    """All notes of a folder, and the measures of their pairs."""

    def __init__(self, folder):
        files = sorted(file for file in folder.rglob("*.md") if file.is_file())
        read = lambda file: file.read_text(encoding="utf-8", errors="replace")
        self.notes = [Note(str(file.relative_to(folder)), read(file)) for file in files]
        self.weigh()

    def weigh(self):
        held = collections.Counter(word for note in self.notes for word in note.counts)
        for note in self.notes:
            weights = {
                word: (1 + math.log(count)) * math.log(len(self.notes) / held[word]) for word, count in note.counts.items()
            }
            length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1
            note.weights = {word: weight / length for word, weight in weights.items()}

    def pairs(self):
        """Pairs that share anything at all worth a closer look."""
        heaviest = lambda note: sorted(note.weights, key=note.weights.get)[-HEAVIEST:]
        found = set()
        for keys in (lambda note: note.shingles, heaviest, lambda note: [note.pattern]):
            holders = collections.defaultdict(list)
            for at, note in enumerate(self.notes):
                for key in keys(note):
                    holders[key].append(at)
            for held in holders.values():
                if len(held) <= MOST_HOLDERS:
                    found.update(itertools.combinations(held, 2))
        return [(self.notes[one], self.notes[other]) for one, other in sorted(found)]

    def pair(self, one, other):
        by_path = {note.path: note for note in self.notes}
        return by_path[one], by_path[other]


def share(part, whole):
    return part / whole if whole else 0.0


def measured(one, other):
    """All measures of a pair, between 0 and 1."""
    runs, shingles = len(one.runs & other.runs), len(one.shingles & other.shingles)
    row = {
        "coverage": share(runs, max(len(one.runs), len(other.runs))),
        "containment": share(runs, min(len(one.runs), len(other.runs))),
        "jaccard5": share(shingles, len(one.shingles | other.shingles)),
        "containment5": share(shingles, min(len(one.shingles), len(other.shingles))),
        "cosine": sum(weight * other.weights.get(word, 0) for word, weight in one.weights.items()),
        # Names alike say nothing about how alike the notes are: among those, the most alike first.
        "name": 0.0,
    }
    if one.pattern == other.pattern:
        row["name"] = 0.001 + row["cosine"]
    return {name: round(figure, 3) for name, figure in row.items()}


def spread(rows, most):
    """The first rows, in which no note stands more than a few times: a dozen templates alike would fill all places."""
    seen = collections.Counter()
    for row in rows:
        if most and max(seen[row["a"]], seen[row["b"]]) < MOST_OF_ONE:
            seen.update((row["a"], row["b"]))
            most -= 1
            yield row


def candidates(vault, most, known):
    """The best pairs by each measure, with what they are best in."""
    rows = [
        {"a": one.path, "b": other.path, **measured(one, other)}
        for one, other in vault.pairs()
        if frozenset((one.path, other.path)) not in known
    ]
    best = {}
    for measure in MEASURES:
        found = sorted((row for row in rows if row[measure]), key=lambda row: -row[measure])
        for row in spread(found, most):
            best.setdefault((row["a"], row["b"]), {**row, "by": []})["by"].append(measure)
    return sorted(best.values(), key=lambda row: -row["coverage"])


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line] if path.exists() else []


def labelled(data):
    """The pairs that have a label already, by vault."""
    known = collections.defaultdict(set)
    queries = data / "queries"
    for file in (queries / "near_copies.jsonl", queries / "near_copies_drafts.jsonl", HERE / "labelled.jsonl"):
        for row in lines(file):
            known[row.get("vault", "near-copies-dew")].add(frozenset((row["a"], row["b"])))
    return known


def folder(data, vault):
    return OWN.get(vault, data / "vaults" / vault)


def mine(data, vaults, most):
    known = labelled(data)
    every = [entry.name for entry in (data / "vaults").iterdir() if entry.is_dir()] + list(OWN)
    for name in vaults or sorted(every):
        for row in candidates(Vault(folder(data, name)), most, known[name]):
            print(json.dumps({"vault": name, **row}, ensure_ascii=False))


def measure(data, path):
    """Writes the coverage of every labelled pair into its line."""
    rows = lines(path)
    vaults = {name: Vault(folder(data, name)) for name in {row["vault"] for row in rows}}
    for row in rows:
        row["coverage"] = measured(*vaults[row["vault"]].pair(row["a"], row["b"]))["coverage"]
    order = ("vault", "a", "b", "label", "split", "coverage", "why")
    text = "".join(json.dumps({key: row[key] for key in order}, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path, help="the folder of shared data")
    parser.add_argument("vaults", nargs="*", help="the vaults to look into; all, if none is named")
    parser.add_argument("--most", type=int, default=20, help="pairs taken by each measure from each vault")
    parser.add_argument("--measure", type=pathlib.Path, metavar="LABELLED", help="only write coverages into this file")
    given = parser.parse_args()
    if given.measure:
        return measure(given.data, given.measure)
    return mine(given.data, given.vaults, given.most)


if __name__ == "__main__":
    sys.exit(main())
