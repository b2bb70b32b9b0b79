"""Questions by words to SQLite's FTS5 with the same passages: words.py TWINS ROUNDS

TWINS holds `passages.jsonl` and `questions.json`; the index is made there once. Every word of a question may match (OR), the
best ten by bm25 are asked for, title and heading are columns of their own.
"""

import json
import pathlib
import re
import sqlite3
import sys

from times import median

BEST = 10


def index(twins):
    """Opens the index, made new where it is not there to its end."""
    path, draft = twins / "fts5.db", twins / "fts5.draft"
    if not path.exists():
        draft.unlink(missing_ok=True)
        database = sqlite3.connect(draft)
        database.execute("CREATE VIRTUAL TABLE passage USING fts5(title, heading, text)")
        with open(twins / "passages.jsonl", encoding="utf-8") as file:
            rows = ((row["title"], row["heading"], row["text"]) for row in map(json.loads, file))
            database.executemany("INSERT INTO passage VALUES (?, ?, ?)", rows)
        database.execute("INSERT INTO passage(passage) VALUES ('optimize')")
        database.commit()
        database.close()
        draft.replace(path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA mmap_size = 8000000000")
    return database


def expression(question):
    return " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", question.lower())))


def main():
    twins, rounds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    questions = [expression(question) for question in json.loads((twins / "questions.json").read_text(encoding="utf-8"))]
    if not (twins / "passages.jsonl").stat().st_size:
        print(json.dumps({"times": {}}))
        return
    database = index(twins)
    select = "SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY rank LIMIT ?"
    ask = lambda at: database.execute(select, (questions[at % len(questions)], BEST)).fetchall()
    for at in range(len(questions)):
        ask(at)
    print(json.dumps({"times": {"SQLite FTS5": median(ask, rounds * len(questions))}}))


if __name__ == "__main__":
    main()
