"""A server on pipes, spoken to without a library: what is written, what comes back, and how the process ends."""

import json
import queue
import subprocess
import threading
import time

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
STREAMS = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
PREFIX = "io.modelcontextprotocol/"
ME = {"name": "notekin-checks", "version": "1"}
STATE = {PREFIX + "protocolVersion": MODERN, PREFIX + "clientInfo": ME, PREFIX + "clientCapabilities": {}}


def request(number, method, era=MODERN, token=None, **params):
    """Builds a request; in the modern era each one says who asks."""
    meta = dict(STATE) if era == MODERN else {}
    if token is not None:
        meta["progressToken"] = token
    if meta:
        params["_meta"] = meta
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notice(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def opening(era):
    """Returns what a client of the era says first; the number is -1."""
    if era == MODERN:
        return [request(-1, "server/discover")]
    hello = request(-1, "initialize", era, protocolVersion=era, capabilities={}, clientInfo=ME)
    return [hello, notice("notifications/initialized")]


def written(messages):
    return "".join(json.dumps(message) + "\n" for message in messages).encode()


def talk(command, messages, timeout=30):
    """Writes all messages at once, ends the input, and returns the lines, the exit code and the time it took."""
    started = time.monotonic()
    with subprocess.Popen(command, **STREAMS) as process:
        try:
            out, _ = process.communicate(written(messages), timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            return out.decode().splitlines(), "none: it didn't end", time.monotonic() - started
    return out.decode().splitlines(), process.returncode, time.monotonic() - started


class Server:
    """A running server with one client, in the modern era."""

    def __init__(self, command):
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, **STREAMS)
        self.answers = queue.Queue()
        self.number = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.answers.put((time.monotonic(), json.loads(line)))
        self.answers.put((time.monotonic(), None))

    def ask(self, method, timeout=30, **params):
        """Returns the answer and the moment at which it was there."""
        self.number += 1
        self.process.stdin.write(written([request(self.number, method, **params)]))
        self.process.stdin.flush()
        while True:
            moment, message = self.answers.get(timeout=timeout)
            if message is None:
                raise EOFError(f"the server ended while it was asked `{method}`")
            if message.get("id") == self.number:
                return message, moment

    def call(self, tool, **arguments):
        """Returns the result of a tool and the milliseconds it took."""
        started = time.monotonic()
        answer, moment = self.ask("tools/call", name=tool, arguments=arguments)
        if "error" in answer or answer["result"].get("isError"):
            raise RuntimeError(f"`{tool}` {arguments} failed: {json.dumps(answer)[:400]}")
        return answer["result"]["structuredContent"], (moment - started) * 1000

    def memory(self):
        """Returns the kilobytes of RSS, and of those that are no mapped file, which Linux alone tells."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            figures = dict(line.split(":", 1) for line in file)
        return tuple(int(figures[name].split()[0]) for name in ("VmRSS", "RssAnon"))

    def close(self):
        """Ends the input and returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(15)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
