#!/usr/bin/env python3
"""Plays an assistant without a language model, with the tools alone:
loop.py [--data DIR] [--vaults NAME,NAME] -- notekin mcp --vault NOTES --vault NOTES

Asks ten questions of `queries/qa.jsonl`, spread evenly over those of the given vaults. For each it searches, reads
around the best hits, then the notes they are in, and says whether it came to see the lines that hold the answer.
"""

import argparse
import asyncio
import json
import os
import pathlib
import sys
import unicodedata

from mcp import Client, StdioServerParameters

from report import Report, not_run, server_command

DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
QUESTIONS = 10
ENOUGH = 9
HITS = 5
AROUND = 10
READS = 6
TIMEOUT = 300


def questions(data, vaults):
    """Returns ten answerable questions about the vaults, at even distances in the file."""
    path = data / "queries" / "qa.jsonl"
    if not path.exists():
        not_run("the scripted assistant needs ../shared/data/queries/qa.jsonl")
    with open(path, encoding="utf-8") as file:
        known = [json.loads(line) for line in file if line.strip()]
    fitting = [question for question in known if question["answerable"] and question["vault"] in vaults]
    if len(fitting) < QUESTIONS:
        sys.exit(f"only {len(fitting)} questions about {', '.join(vaults)}")
    return [fitting[number * len(fitting) // QUESTIONS] for number in range(QUESTIONS)]


class Assistant:
    """Reads the list of tools as a model would, then searches and reads."""

    def __init__(self, client, tools):
        self.client = client
        self.tools = {tool.name: tool for tool in tools}
        self.reads = 0
        self.tokens = 0

    async def call(self, name, arguments):
        result = await self.client.call_tool(name, arguments)
        self.tokens += len(json.dumps(result.structured_content or {}, ensure_ascii=False)) // 4
        if result.is_error:
            print(f"        {name} {arguments}: {' '.join(block.text for block in result.content)[:200]}")
            return {}
        return result.structured_content

    async def search(self, question):
        return (await self.call("search_notes", {"query": question, "limit": HITS})).get("hits", [])

    async def read(self, note, lines=None):
        """Reads a note, or the lines around a hit."""
        arguments = {"note": note}
        if lines:
            start, end = max(1, lines["start"] - AROUND), lines["end"] + AROUND
            arguments["lines"] = self.lines(start, end)
        self.reads += 1
        return await self.call("read_note", arguments)

    def lines(self, start, end):
        """Spells a range of lines as the schema asks for it."""
        schema = self.tools["read_note"].input_schema["properties"].get("lines", {})
        if schema.get("type") == "object":
            return {"start": start, "end": end}
        return [start, end] if schema.get("type") == "array" else f"{start}-{end}"

    async def find(self, question, evidence):
        """Returns how the evidence was reached, or nothing."""
        self.reads = self.tokens = 0
        hits = await self.search(question)
        places = [(hit["path"], hit["uri"].split("#")[0], hit["lines"]) for hit in hits]
        notes = [(path, uri, None) for path, uri in dict.fromkeys((path, uri) for path, uri, _ in places)]
        for path, uri, lines in (places[:3] + notes + places[3:])[:READS]:
            reply = await self.read(uri, lines)
            if path == evidence["path"] and shows(reply, evidence["passage"]):
                return f"{self.reads} read, {self.tokens} tokens"
        return None


def shows(reply, passage):
    """Returns whether the passage can be read in a reply of `read_note`."""
    return plain(passage) in plain(" ".join(texts(reply)))


def texts(value):
    """Yields every string in a reply."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def plain(text):
    """Leaves out what a server may change in a text that it hands on: spaces and invisible characters."""
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) != "Cf")


async def run(report, asked, command):
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    reached = 0
    async with asyncio.timeout(TIMEOUT), Client(server) as client:
        assistant = Assistant(client, (await client.list_tools()).tools)
        for question in asked:
            seen = [await assistant.find(question["question"], evidence) for evidence in question["evidence"]]
            seen = [how for how in seen if how]
            reached += bool(seen)
            how = f"reached ({seen[0]})" if seen else "MISSED"
            print(f"        {question['id']} {question['question']} {how}", flush=True)
    report.check(reached >= ENOUGH, f"the evidence of at least {ENOUGH} of {len(asked)} questions is reached", reached)


def main():
    own, command = server_command(sys.argv[1:])
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=pathlib.Path, default=DATA)
    parser.add_argument("--vaults", default="data-engineering-wiki,obsidian-tasks-docs")
    args = parser.parse_args(own)
    report = Report()
    asyncio.run(run(report, questions(args.data, args.vaults.split(",")), command))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
