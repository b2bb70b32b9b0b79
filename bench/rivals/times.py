"""Times as our own side takes them: once to warm up, then the median of several, in milliseconds."""

import time


def median(job, times):
    """`job` is told how often it was done before."""
    job(0)
    taken = []
    for at in range(times):
        started = time.perf_counter()
        job(at)
        taken.append((time.perf_counter() - started) * 1e3)
    return sorted(taken)[(len(taken) + 1) // 2 - 1]
