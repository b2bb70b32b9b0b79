#!/usr/bin/env python3
"""Plain BM25 over whole notes, the yardstick of the quality bars: bm25.py VAULT QUERIES.jsonl > RUN.jsonl

Robertson's BM25 with k1 1.2 and b .75 and nothing else: one document a note (its file name and all of its text, markup
included), lower-cased runs of letters and digits as terms, no stemming, no list of stop words. Chinese and Japanese, which
write no spaces, are cut into pairs of characters, as no search would work there otherwise.
"""

import collections
import json
import math
import pathlib
import re
import sys
import unicodedata

K1, B = 1.2, 0.75
BEST = 10
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
RUN = re.compile(rf"[{CJK}]+|[^\W{CJK}]+")
NOTES = {".md", ".markdown"}


def terms(text):
    """Cuts a text into its terms."""
    found = []
    for run in RUN.findall(unicodedata.normalize("NFC", text).lower()):
        if re.match(f"[{CJK}]", run) and len(run) > 1:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
        else:
            found.append(run)
    return found


def notes(vault):
    """Yields the path and text of every note of a vault, hidden folders left out."""
    for path in sorted(vault.rglob("*")):
        place = path.relative_to(vault)
        if path.suffix in NOTES and path.is_file() and not any(part.startswith(".") for part in place.parts):
            text = path.read_text(encoding="utf-8", errors="replace")
            yield unicodedata.normalize("NFC", place.as_posix()), f"{path.stem}\n{text}"


class Bm25:
    """An inverted index of (path, text) pairs."""

    def __init__(self, documents):
        self.paths, self.lengths = [], []
        self.postings = collections.defaultdict(list)
        for path, text in documents:
            counts = collections.Counter(terms(text))
            for term, count in counts.items():
                self.postings[term].append((len(self.paths), count))
            self.paths.append(path)
            self.lengths.append(sum(counts.values()))
        self.mean = sum(self.lengths) / max(1, len(self.lengths)) or 1

    def scores(self, query):
        """Returns the score of each document that has a term of the query."""
        scores = collections.defaultdict(float)
        for term in terms(query):
            found = self.postings.get(term, ())
            rarity = math.log(1 + (len(self.paths) - len(found) + 0.5) / (len(found) + 0.5))
            for document, count in found:
                damp = K1 * (1 - B + B * self.lengths[document] / self.mean)
                scores[document] += rarity * count * (K1 + 1) / (count + damp)
        return scores

    def best(self, query, limit=BEST):
        """Returns the paths of the best documents, best first, and the best score."""
        ranked = sorted(self.scores(query).items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [self.paths[document] for document, _ in ranked], ranked[0][1] if ranked else None


def answer(vault, queries):
    """Yields a row of a run for each query."""
    index = Bm25(notes(vault))
    for query in queries:
        results, score = index.best(query["query"])
        yield {"id": query["id"], "results": results, "relevant": bool(results), "score": score}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    with open(sys.argv[2], encoding="utf-8") as file:
        queries = [json.loads(line) for line in file if line.strip()]
    for row in answer(pathlib.Path(sys.argv[1]), queries):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
