"""Whether what an answer names stands in the notes: bytes, lines and hashes, recomputed from the files."""

import functools
import hashlib


@functools.lru_cache(maxsize=64)
def read(path):
    return path.read_bytes()


def lines_of(content, span):
    """Returns the first and the last line of a span."""
    last = max(span["start"], span["end"] - 1)
    return {"start": 1 + content.count(b"\n", 0, span["start"]), "end": 1 + content.count(b"\n", 0, last)}


def chunk_is_exact(vault, chunk):
    content = read(vault / chunk["path"])
    span = chunk["bytes"]
    raw = content[span["start"] : span["end"]]
    return (
        raw.decode("utf-8") == chunk["retrievedContext"]["text"]
        and hashlib.sha256(raw).hexdigest() == chunk["quote_hash"]
        and lines_of(content, span) == chunk["lines"]
    )


def quotes(vault, reply):
    """Yields of each place that a sentence is tied to whether the sentence stands there, byte for byte, at these lines."""
    answer = reply["answer"].encode("utf-8")
    for support in reply["groundingSupports"]:
        segment = support["segment"]
        said = answer[segment["startIndex"] : segment["endIndex"]]
        for index, place in zip(support["groundingChunkIndices"], support["places"]):
            content = read(vault / reply["groundingChunks"][index]["path"])
            stands = content[place["bytes"]["start"] : place["bytes"]["end"]]
            yield said == stands and lines_of(content, place["bytes"]) == place["lines"]


def cited(reply):
    """Yields path and lines of each place that a sentence is tied to."""
    for support in reply["groundingSupports"]:
        for index, place in zip(support["groundingChunkIndices"], support["places"]):
            yield reply["groundingChunks"][index]["path"], place["lines"]
