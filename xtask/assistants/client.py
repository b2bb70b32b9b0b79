#!/usr/bin/env python3
"""Speaks to a server on stdio as assistants do, in both eras of the protocol: client.py -- notekin mcp --vault NOTES

Uses the official client for what a client should see, and bare lines for what it should never have to see.
"""

import asyncio
import json
import os
import sys
import time

import jsonschema
from mcp import Client, StdioServerParameters

import pipe
from report import Report, server_command

TOOLS = ["search_notes", "read_note", "related_notes", "list_notes", "vault_status"]
# What is listed where the user lets assistants ask.
ASKING = "ask_notes"
OF_A_NOTE = ["read_note", "related_notes"]
ERAS = {"modern": "auto", "legacy": "legacy"}
QUERY = "notes"
TIMEOUT = 60


def server(command, **more):
    # The client hands on a handful of variables by itself; the places of the notes are in the others.
    return StdioServerParameters(command=command[0], args=command[1:], env={**os.environ, **more})


async def listing(report, era, client):
    """Every tool is there, describes itself and says that it only reads."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    missing = [name for name in TOOLS if name not in tools]
    report.check(not missing, f"{era}: the tools are listed", ", ".join(missing) or f"{len(tools)} tools")
    for name, tool in tools.items():
        hints = tool.annotations
        complete = tool.title and tool.description and (tool.output_schema or {}).get("type") == "object"
        if not (complete and hints and hints.read_only_hint and hints.open_world_hint is False):
            report.check(False, f"{era}: {name} has a title, a description and an output schema, and only reads")
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools.values()]
    size = len(json.dumps(listed))
    report.check(size / 4 <= 2500, f"{era}: the list is at most 2,500 tokens", f"about {size // 4}")
    return tools


async def calls(report, era, client, tools):
    """Each tool answers, in the shape that it promised."""
    found = await valid(report, era, client, tools, "search_notes", {"query": QUERY})
    hits = (found or {}).get("hits", [])
    if not report.check(hits, f"{era}: a search for `{QUERY}` finds something", len(hits)):
        return
    note = hits[0]["uri"]
    for name in TOOLS[1:]:
        arguments = {"note": note} if name in OF_A_NOTE else {}
        await valid(report, era, client, tools, name, arguments)


async def valid(report, era, client, tools, name, arguments):
    """Calls a tool and holds its answer against the tool's own schema."""
    result = await client.call_tool(name, arguments)
    schema = tools[name].output_schema if name in tools else {}
    fault = "it is an error" if result.is_error else ""
    if not fault:
        errors = jsonschema.Draft202012Validator(schema).iter_errors(result.structured_content)
        fault = next((f"{error.json_path}: {error.message}"[:200] for error in errors), "")
    if not fault and not any(block.type == "text" and block.text for block in result.content):
        fault = "nothing in text"
    report.check(not fault, f"{era}: {name} answers as its schema says", fault)
    return result.structured_content


async def asking(report, era, client):
    """Where the user lets them, assistants are told of one more tool, which doesn't say that it stays here."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    report.check(ASKING in tools, f"{era}: {ASKING} is listed where it is allowed")
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools.values()]
    size = len(json.dumps(listed))
    report.check(size / 4 <= 3200, f"{era}: the list is at most 3,200 tokens with it", f"about {size // 4}")
    hints = tools[ASKING].annotations
    report.check(hints.read_only_hint and hints.open_world_hint, f"{era}: {ASKING} reads, and maybe not only here")
    for question in (QUERY, "who won the election in Estonia?"):
        await valid(report, era, client, tools, ASKING, {"question": question})


async def mistakes(report, era, client):
    """What a model can mend comes back as a result that says how."""
    result = await client.call_tool("search_notes", {"query": QUERY, "no_such_argument": 1})
    said = " ".join(block.text for block in result.content if block.type == "text")
    names_them = result.is_error and "limit" in said
    report.check(names_them, f"{era}: an unknown argument is answered with the valid ones", said[:120])
    result = await client.call_tool("read_note", {"note": "no such note, surely.md"})
    report.check(result.is_error, f"{era}: a note that isn't there is an error result")


async def progress(report, era, client):
    """With a token, a call says how far it is."""
    seen = []

    async def on_progress(done, total, message):
        seen.append(done)

    result = await client.call_tool("search_notes", {"query": QUERY}, progress_callback=on_progress)
    rising = all(earlier < later for earlier, later in zip(seen, seen[1:]))
    report.check(seen and rising and not result.is_error, f"{era}: progress comes, and rises", seen)


async def cancellation(report, era, client):
    """Calls that are given up do no harm to the ones after them."""
    calls = [client.call_tool("search_notes", {"query": f"{QUERY} {number}"}) for number in range(20)]
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0.002)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    given_up = sum(isinstance(end, asyncio.CancelledError) for end in ended)
    result = await client.call_tool("vault_status", {})
    served = not result.is_error
    report.check(served, f"{era}: after cancelled calls the next one is answered", f"{given_up} cancelled")


async def crowd(report, command):
    """Eight clients at once, half of each era."""
    async def one(number):
        async with Client(server(command), mode="auto" if number % 2 else "legacy") as client:
            results = [await client.call_tool("search_notes", {"query": QUERY, "limit": 3}) for _ in range(10)]
            return client.protocol_version, [result.structured_content["hits"] for result in results]

    started = time.monotonic()
    answers = await asyncio.gather(*[one(number) for number in range(8)])
    alike = {json.dumps([[hit["path"] for hit in hits] for hits in found]) for _, found in answers}
    versions = sorted({version for version, _ in answers})
    took = time.monotonic() - started
    report.check(len(alike) == 1, "eight clients at once get the same answers", f"{took:.1f} s")
    report.check(versions == [pipe.LEGACY, pipe.MODERN], "half of them in each era", ", ".join(versions))


def endings(report, command, era):
    """What was read before the end of input is answered, and nothing else is written."""
    call = {"name": "search_notes", "arguments": {"query": QUERY}}
    calls = [pipe.request(number, "tools/call", era, token=f"t{number}", **call) for number in range(8)]
    lines, code, took = pipe.talk(command, pipe.opening(era) + calls)
    messages = [json.loads(line) if line.startswith("{") else {"stray": line} for line in lines]
    answered = {message.get("id") for message in messages if "result" in message}
    whole = answered == {-1, *range(8)}
    seen = f"{len(answered)} of 9, {took:.1f} s"
    report.check(whole, f"{era}: all that was asked before the end of input is answered", seen)
    pure = all(message.get("jsonrpc") == "2.0" for message in messages)
    report.check(pure, f"{era}: nothing but protocol on stdout")
    report.check(code == 0, f"{era}: it ends by itself, with 0", code)


def surprises(report, command):
    """Unusual beginnings, each of which some client makes."""
    lines, code, _ = pipe.talk(command, [])
    report.check((lines, code) == ([], 0), "no input at all: it ends quietly, with 0", code)
    gave_up = pipe.notice("notifications/cancelled", requestId=-1)
    lines, _, _ = pipe.talk(command, [*pipe.opening(pipe.MODERN), gave_up, pipe.request(1, "tools/list")])
    report.check(len(lines) == 2, "a probe that was given up does no harm", f"{len(lines)} of 2 answered")
    both = pipe.opening(pipe.MODERN) + pipe.opening(pipe.LEGACY)
    lines, _, _ = pipe.talk(command, [*both, pipe.request(1, "tools/list", pipe.LEGACY)])
    report.check(len(lines) == 3, "a client that looks and then falls back is served", f"{len(lines)} of 3 answered")
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"]:
        lines, _, _ = pipe.talk(command, [*pipe.opening(version), pipe.request(1, "tools/list", version)])
        agreed = [json.loads(line)["result"].get("protocolVersion") for line in lines[:1]]
        report.check(agreed == [version] and len(lines) == 2, f"{version} is spoken")


async def run(report, command):
    for era, mode in ERAS.items():
        async with asyncio.timeout(TIMEOUT), Client(server(command), mode=mode) as client:
            expected = pipe.MODERN if era == "modern" else pipe.LEGACY
            spoken = client.protocol_version
            report.check(spoken == expected, f"{era}: the version is {expected}", spoken)
            tools = await listing(report, era, client)
            await calls(report, era, client, tools)
            await mistakes(report, era, client)
            await progress(report, era, client)
            await cancellation(report, era, client)
        allowed = server(command, NOTEKIN_ANSWER_ASSISTANTS="true")
        async with asyncio.timeout(TIMEOUT), Client(allowed, mode=mode) as client:
            await asking(report, era, client)
    async with asyncio.timeout(TIMEOUT):
        await crowd(report, command)
    for era in (pipe.MODERN, pipe.LEGACY):
        endings(report, command, era)
    surprises(report, command)


def main():
    _, command = server_command(sys.argv[1:])
    report = Report()
    asyncio.run(run(report, command))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
