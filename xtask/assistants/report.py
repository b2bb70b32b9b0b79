"""What a check says: a line for each thing that held or didn't, and an exit code at the end."""

import sys


class Report:
    """The lines so far."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, holds, what, seen=""):
        """Says whether something holds, and what was seen."""
        self.passed += bool(holds)
        self.failed += not holds
        print(f"{'ok      ' if holds else 'FAILED  '}{what}{f': {seen}' if seen != '' else ''}", flush=True)
        return bool(holds)

    def end(self):
        """Returns the exit code: 0 if everything held."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def not_run(what):
    """Says what a check did not do, and ends it; whoever collects such lines decides what that means."""
    print(f"NOT RUN: {what}", file=sys.stderr)
    sys.exit(0)


def server_command(arguments):
    """Splits off what stands behind `--`: the command of the server."""
    if "--" not in arguments:
        sys.exit("usage: ... -- COMMAND OF THE SERVER, as in `-- notekin mcp --vault NOTES`")
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]
