#!/usr/bin/env python3
"""Calls a server a thousand times and watches its memory; says how fast it starts and searches:
soak.py [--calls N] [--growth MIB] [--first MS] [--search MS] -- notekin mcp --vault NOTES
"""

import argparse
import os
import statistics
import sys

import pipe
from report import Report, not_run, server_command

STARTS = 7
WARM_UP = 200
WORDS = ["notes", "how do I start", "the best way to keep it", "project", "water", "why is it slow", "what changed"]
OTHERS = ["read_note", "related_notes", "list_notes", "vault_status"]
OF_A_NOTE = OTHERS[:2]


def starts(report, command, bar):
    """How long after its start a server has listed its tools; the middle of several starts counts."""
    took = []
    for _ in range(STARTS):
        with pipe.Server(command) as server:
            _, moment = server.ask("tools/list")
            took.append((moment - server.started) * 1000)
            server.close()
    middle = statistics.median(took)
    seen = f"median {middle:.0f}, slowest {max(took):.0f} of {STARTS}"
    report.check(middle <= bar, f"the first list of tools is there within {bar:g} ms", seen)


class Soak:
    """Calls of every tool in turn, with the times of the searches."""

    def __init__(self, server):
        self.server = server
        self.searches = []
        self.notes = []

    def step(self, number):
        """One call; half of all are searches."""
        if number % 2 == 0 or not self.notes:
            # Each query is asked in many wordings, so that no cache of answers can hide what a search costs.
            words = f"{WORDS[number // 2 % len(WORDS)]} {number % 97}"
            found, took = self.server.call("search_notes", query=words, limit=5)
            self.searches.append(took)
            self.notes = [hit["uri"].split("#")[0] for hit in found["hits"]] or self.notes
            return
        note = self.notes[number % len(self.notes)]
        tool = OTHERS[number // 2 % len(OTHERS)]
        self.server.call(tool, **({"note": note} if tool in OF_A_NOTE else {}))

    def run(self, calls):
        """Returns the memory every hundred calls, in kilobytes."""
        seen = []
        for number in range(calls):
            self.step(number)
            if (number + 1) % 100 == 0:
                seen.append(self.server.memory())
        return seen


def soak(report, command, args):
    with pipe.Server(command) as server:
        soak = Soak(server)
        soak.run(WARM_UP)
        before = server.memory()
        soak.searches.clear()
        seen = soak.run(args.calls)
        growth = (seen[-1][1] - before[1]) / 1024
        bar = f"{args.calls} calls don't grow the memory by more than {args.growth:g} MiB"
        report.check(growth <= args.growth, bar, f"{growth:+.1f} MiB")
        own = " ".join(f"{own / 1024:.1f}" for _, own in [before, *seen])
        print(f"        RSS {before[0] / 1024:.1f} -> {seen[-1][0] / 1024:.1f} MiB; without mapped files: {own}")
        latencies(report, soak.searches, args.search)
        report.check(server.close() == 0, "it ends by itself, with 0")


def latencies(report, took, bar):
    """The times of the searches, measured where the client sits; a bar is held only where one is given."""
    cuts = statistics.quantiles(took, n=100)
    said = f"median {cuts[49]:.1f}, 95th {cuts[94]:.1f}, slowest {max(took):.1f} ms of {len(took)}"
    if bar:
        report.check(cuts[49] <= bar, f"half of all searches take at most {bar:g} ms", said)
    else:
        print(f"        searches: {said}")


def main():
    own, command = server_command(sys.argv[1:])
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--growth", type=float, default=8, help="MiB that the memory may grow by")
    parser.add_argument("--first", type=float, default=50, help="milliseconds to the first list of tools")
    parser.add_argument("--search", type=float, help="milliseconds that half of all searches must keep to")
    args = parser.parse_args(own)
    if not os.path.exists("/proc/self/status"):
        not_run("the thousand calls need Linux, which tells how much memory a process has")
    report = Report()
    starts(report, command, args.first)
    soak(report, command, args)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
