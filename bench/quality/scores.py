"""Scores of a run: the same figures as the data's score.py gives, but a question at a time, so that they can be pooled."""

import math
import unicodedata


def same(path):
    return unicodedata.normalize("NFC", path)


def places(query, results):
    """Returns at which of the first ten places, from 0, an answer stands."""
    answers = {same(answer) for answer in query["answers"]}
    distinct = list(dict.fromkeys(map(same, results)))[:10]
    return answers, [place for place, path in enumerate(distinct) if path in answers]


def of_query(query, results):
    """Returns hit@1, hit@5, hit@10 and nDCG@10 of one question."""
    answers, right = places(query, results)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(answers))))
    gain = sum(1 / math.log2(place + 2) for place in right)
    hit = {f"hit@{depth}": float(bool(right) and right[0] < depth) for depth in (1, 5, 10)}
    return {**hit, "ndcg@10": gain / ideal}


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def area(right, wrong):
    """Returns how often a right value is above a wrong one, ties by half (the AUC), or None without both."""
    if not right or not wrong:
        return None
    ranked = sorted([(value, True) for value in right] + [(value, False) for value in wrong])
    total, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        total += sum(is_right for _, is_right in ranked[at:end]) * (at + end + 1) / 2
        at = end
    return (total - len(right) * (len(right) + 1) / 2) / (len(right) * len(wrong))
