"""The weights file of the built-in model, read for others: its numbers as floats, and its tokenizer.

`crates/embed/src/e5/weights.rs` says what is in such a file.
"""

import struct
import unicodedata

import numpy

SHAPE = ("hidden", "layers", "heads", "inner", "words", "positions", "kinds")
BLOCK = 32


class Reader:
    """Takes little-endian values one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def one(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def many(self, form, count):
        return numpy.frombuffer(self.take(count * numpy.dtype(form).itemsize), dtype=form)


class Model:
    """Shape, tensors by name, and the tokenizer."""

    def __init__(self, path):
        self.data = path.read_bytes()
        file = Reader(self.data)
        if file.take(4) != b"E5S1" or file.one("I") != 1:
            raise ValueError(f"{path} is no weights file of this kind")
        self.shape = {name: file.one("i") for name in SHAPE}
        self.epsilon = file.one("f")
        file.one("i")
        self.tokenizer = Tokenizer(file)
        self.tensors = {}
        for _ in range(file.one("i")):
            name = file.take(file.one("H")).decode()
            self.tensors[name] = (file.one("B"), file.one("I"), file.one("Q"), file.one("Q"))

    def tensor(self, name, *shape):
        is_blocks, count, start, length = self.tensors[name]
        raw = self.data[start : start + length]
        values = floats(raw) if is_blocks else numpy.frombuffer(raw, dtype="<f4")
        return values[:count].reshape(shape).astype(numpy.float32)


def floats(raw):
    """Opens blocks of a scale (f16) and 32 numbers of 4 bits: the low halves are the first 16."""
    blocks = numpy.frombuffer(raw, dtype=numpy.uint8).reshape(-1, 2 + BLOCK // 2)
    scales = blocks[:, :2].copy().view("<f2").astype(numpy.float32)
    halves = numpy.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1)
    return ((halves.astype(numpy.float32) - 8) * scales).reshape(-1)


class Tokenizer:
    """The most probable pieces of each word (unigram)."""

    def __init__(self, file):
        count = file.one("i")
        self.begin, self.end, self.padding, self.unknown = (file.one("i") for _ in range(4))
        length = file.one("Q")
        starts, scores = file.many("<u4", count + 1), file.many("<f4", count).tolist()
        blob = file.take(length)
        pieces = [blob[starts[at] : starts[at + 1]].decode(errors="replace") for at in range(count)]
        self.pieces = {piece: (at, scores[at]) for at, piece in enumerate(pieces) if piece and at != self.unknown}
        self.longest = max(map(len, pieces))
        self.unknown_score = min(0.0, *scores) - 10
        entries, self.images = file.one("i"), {}
        inner = Reader(file.take(file.one("I")))
        for _ in range(entries):
            letter, length = inner.one("I"), inner.one("B")
            self.images[chr(letter)] = "".join(chr(inner.one("I")) for _ in range(length))

    def tokens(self, text, most=512):
        """Returns the tokens of a text with the marks around them."""
        composed = unicodedata.normalize("NFC", text)
        mapped = "".join(self.images.get(letter, letter) for letter in composed)
        words = unicodedata.normalize("NFC", mapped).replace("\u2581", " ").split(" ")
        inner = [token for word in words if word for token in self.word("\u2581" + word)]
        return [self.begin, *inner[: most - 2], self.end]

    def word(self, word):
        ways = [(0.0, 0, 0)] + [(float("-inf"), 0, 0)] * len(word)
        for start in range(len(word)):
            base = ways[start][0]
            for end in range(start + 1, min(len(word), start + self.longest) + 1):
                token, score = self.pieces.get(word[start:end], (None, 0.0))
                if token is not None and base + score > ways[end][0]:
                    ways[end] = (base + score, token, start)
            if base + self.unknown_score > ways[start + 1][0]:
                ways[start + 1] = (base + self.unknown_score, self.unknown, start)
        tokens, at = [], len(word)
        while at:
            tokens.append(ways[at][1])
            at = ways[at][2]
        return tokens[::-1]
