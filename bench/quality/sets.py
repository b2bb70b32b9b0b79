"""The sets of questions: what is asked of which vault, and where the answers are."""

import dataclasses
import gzip
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
XQUAD = (("en", "de"), ("en", "es"), ("en", "ru"), ("en", "zh"), ("zh", "zh"))
GROUPS = ("hand", "crosslingual", "qa", "asked", "unanswered", "xquad", "scifact", "auto")


@dataclasses.dataclass
class Set:
    """Questions to one vault."""

    name: str
    vault: pathlib.Path
    queries: list
    # Questions without an answer have no score; what counts is whether anything is found.
    answered: bool = True

    @property
    def group(self):
        return self.name.split("-")[0]


def lines(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


class Sets:
    """All sets, those of the shared data and our own."""

    def __init__(self, data, work):
        self.data, self.work = data, work

    def group(self, name):
        return list(getattr(self, name)())

    def by_vault(self, group, queries, answered=True):
        vaults = {}
        for query in queries:
            vaults.setdefault(query["vault"], []).append(query)
        for vault, asked in sorted(vaults.items()):
            yield Set(f"{group}-{vault}", self.data / "vaults" / vault, asked, answered)

    def shared(self, file):
        return lines(self.data / "queries" / file)

    def hand(self):
        return self.by_vault("hand", self.shared("search_hand.jsonl"))

    def auto(self):
        return self.by_vault("auto", self.shared("search_auto.jsonl"))

    def crosslingual(self):
        return self.by_vault("crosslingual", self.shared("crosslingual.jsonl"))

    def qa(self):
        rows = [row for row in self.shared("qa.jsonl") if row["answerable"]]
        notes = lambda row: list(dict.fromkeys(place["path"] for place in row["evidence"]))
        return self.by_vault("qa", [{**row, "query": row["question"], "answers": notes(row)} for row in rows])

    def asked(self):
        """Our own questions that have an answer, to vaults that nothing was chosen on."""
        return self.by_vault("asked", own("answerable.jsonl"))

    def unanswered(self):
        """Our own questions that no note answers, and those of the shared data."""
        asked = {row["id"]: row["question"] for row in self.shared("qa.jsonl")}
        shared = [{**row, "query": asked[row["id"]]} for row in own("unanswerable.jsonl")]
        return self.by_vault("unanswered", own("near-miss.jsonl") + own("off-topic.jsonl") + shared, answered=False)

    def xquad(self):
        folder = self.data / "bench" / "xquad"
        for asked, held in XQUAD:
            vault = self.rows_as_vault(f"xquad-{held}", lines(folder / f"passages.{held}.jsonl.gz"))
            yield Set(f"xquad-{asked}-{held}", vault, with_suffix(lines(folder / f"questions.{asked}.jsonl.gz")))

    def scifact(self):
        folder = self.data / "bench" / "scifact"
        vault = self.rows_as_vault("scifact", lines(folder / "corpus.jsonl.gz"))
        yield Set("scifact-train", vault, with_suffix(lines(folder / "queries_train.jsonl")))

    def sample(self):
        """The project's own small vault, for a run that only shows that everything works."""
        folder = ROOT / "fixtures" / "vaults"
        rows = lines(folder / "sample.queries.jsonl")
        asked = [{**row, "id": row.get("id", f"sample-{at}"), "vault": "sample"} for at, row in enumerate(rows)]
        yield Set("sample-vault", folder / "sample", [row for row in asked if row.get("answers")])

    def rows_as_vault(self, name, rows):
        """Writes one note a row, named by its id."""
        folder = self.work / "vaults" / name
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            title = row.get("title") or ""
            text = (f"# {title}\n\n" if title else "") + row["text"] + "\n"
            path = folder / f"{row.get('_id', row.get('id'))}.md"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        return folder


def own(file):
    path = HERE / "questions" / file
    return lines(path) if path.exists() else []


def with_suffix(queries):
    """Answers are rows' ids; results are the paths of their notes."""
    return [dict(query, answers=[f"{answer}.md" for answer in query["answers"]]) for query in queries]
