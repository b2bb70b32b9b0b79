"""Passages and questions embedded by ONNX Runtime in 8 bits, on one thread: embedding.py TWINS WEIGHTS

TWINS holds `given.json` with the texts, and `vectors.f32` with what we made of the passages. Times are CPU-seconds a passage in
the better of two ways, one text at a time or eight, and milliseconds a question. A question's tokens are found beforehand: our
own time has its tokenizer in it, but one in Python would be no match.
"""

import json
import pathlib
import sys
import time

import numpy
import onnxruntime

import e5_onnx
import e5s1
from times import median

ROUNDS, TOGETHER = 3, 8
NAMES = {"ONNX Runtime int8": True, "ONNX Runtime int8, one scale a matrix": False}


class Runtime:
    def __init__(self, path, padding):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.padding = padding

    def vectors(self, texts):
        """Returns the mean of each text's states, of length 1."""
        longest = max(map(len, texts))
        tokens = numpy.full((len(texts), longest), self.padding, dtype=numpy.int64)
        for row, text in zip(tokens, texts):
            row[: len(text)] = text
        is_text = numpy.arange(longest)[None] < numpy.array([len(text) for text in texts])[:, None]
        mask = numpy.where(is_text, 0, -1e9).astype(numpy.float32)[:, None, None]
        given = {"tokens": tokens, "places": numpy.arange(longest, dtype=numpy.int64), "mask": mask}
        (states,) = self.session.run(None, given)
        means = (states * is_text[..., None]).sum(axis=1) / is_text.sum(axis=1, keepdims=True)
        return means / numpy.linalg.norm(means, axis=1, keepdims=True)


def cpu_seconds(runtime, texts, together, rounds):
    """Returns the CPU-seconds of a text in the best round; texts of like length go together, so that little is padded."""
    ordered, best = sorted(texts, key=len), float("inf")
    for _ in range(rounds):
        started = time.process_time()
        for at in range(0, len(ordered), together):
            runtime.vectors(ordered[at : at + together])
        best = min(best, (time.process_time() - started) / len(ordered))
    return best


def main():
    twins, weights = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    given = json.loads((twins / "given.json").read_text(encoding="utf-8"))
    model = e5s1.Model(weights)
    paths = {name: twins / f"e5-{'columns' if each else 'matrix'}.onnx" for name, each in NAMES.items()}
    if not all(path.exists() for path in paths.values()):
        e5_onnx.write(model, {paths[name]: each for name, each in NAMES.items()})
    tokens = lambda kind, texts: [model.tokenizer.tokens(f"{kind}: {text}") for text in texts]
    passages, questions = tokens("passage", given["texts"]), tokens("query", given["questions"])
    rounds = 1 if given["quick"] else ROUNDS
    ours = numpy.fromfile(twins / "vectors.f32", dtype=numpy.float32).reshape(len(passages), -1)
    times, asked, cosines = {}, {}, []
    for name, path in paths.items():
        runtime = Runtime(path, model.tokenizer.padding)
        theirs = numpy.concatenate([runtime.vectors([text]) for text in passages])
        cosines.append(f"{(theirs * ours).sum(axis=1).min():.3f}")
        times[name] = min(cpu_seconds(runtime, passages, together, rounds) for together in (1, TOGETHER))
        asked[name] = median(lambda at: runtime.vectors([questions[at % len(questions)]]), len(questions) * rounds)
    count = sum(map(len, passages)) / len(passages)
    note = f"{len(passages)} texts of {count:.0f} tokens, cosines of ours and theirs at least {' and '.join(cosines)}"
    print(json.dumps({"tokens": count, "times": times, "questions": asked, "note": note}))


if __name__ == "__main__":
    main()
