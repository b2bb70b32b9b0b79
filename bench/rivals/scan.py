"""Scans of all vectors on one thread by FAISS and NumKong: scan.py TWINS COUNT

TWINS holds `vectors.f32`, `chunks.u64`, `queries.f32`, and what we found in `found.json`. Where COUNT is more than there are
vectors, these are taken several times over. Each rival finds the best ten for one query after the other.
"""

import json
import pathlib
import sys

import faiss
import numkong
import numpy

from times import median

DIMS, BEST, TIMES = 384, 10, 41
FLAT, SQ8, BYTES = "FAISS flat f32", "FAISS SQ8", "NumKong i8"


def agreement(theirs, exact):
    """The share of the exact best ten that was found."""
    pairs = list(zip(theirs, exact))
    return sum(len(set(found) & set(best)) for found, best in pairs) / sum(len(best) for _, best in pairs)


def quantised(rows):
    """i8 by the largest value of each row, with what turns a product into a cosine again."""
    scale = numpy.abs(rows).max(axis=1, keepdims=True) / 127
    return numpy.rint(rows / scale).astype(numpy.int8), scale[:, 0].astype(numpy.float32)


def best_of(products, scale):
    """The ten best by product times scale, best first."""
    scores = numpy.asarray(products)[0] * scale
    best = numpy.argpartition(scores, -BEST)[-BEST:]
    return best[numpy.argsort(-scores[best])]


def main():
    twins, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    faiss.omp_set_num_threads(1)
    vectors = numpy.fromfile(twins / "vectors.f32", dtype=numpy.float32).reshape(-1, DIMS)
    queries = numpy.fromfile(twins / "queries.f32", dtype=numpy.float32).reshape(-1, DIMS)
    chunks = numpy.fromfile(twins / "chunks.u64", dtype=numpy.uint64)
    is_whole = len(vectors) >= count
    if not is_whole:
        vectors = numpy.tile(vectors, (count // len(vectors) + 1, 1))[:count]
    query = lambda at: queries[at % len(queries)][None]
    times, found = {}, {}

    flat = faiss.IndexFlatIP(DIMS)
    flat.add(vectors)
    times[FLAT] = median(lambda at: flat.search(query(at), BEST), TIMES)
    exact = flat.search(queries, BEST)[1].tolist()
    del flat

    bytes_, scale = quantised(vectors)
    byte_queries, _ = quantised(queries)
    products = lambda at: numkong.cdist(byte_queries[at % len(queries)][None], bytes_, "dot")
    times[BYTES] = median(lambda at: best_of(products(at), scale), TIMES)
    found[BYTES] = [best_of(products(at), scale).tolist() for at in range(len(queries))]
    del bytes_

    coarse = faiss.IndexScalarQuantizer(DIMS, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    coarse.train(vectors[:20_000])
    coarse.add(vectors)
    times[SQ8] = median(lambda at: coarse.search(query(at), BEST), TIMES)
    found[SQ8] = coarse.search(queries, BEST)[1].tolist()

    note = "rivals' rows are the first ones over and over"
    if is_whole:
        ours = json.loads((twins / "found.json").read_text())
        exact_chunks = [[int(chunks[row]) for row in best] for best in exact]
        shares = {"we": agreement(ours, exact_chunks), **{name: agreement(found[name], exact) for name in found}}
        note = "of the exact ten find " + ", ".join(f"{name} {share:.3f}" for name, share in shares.items())
    print(json.dumps({"times": times, "note": note}))


if __name__ == "__main__":
    main()
