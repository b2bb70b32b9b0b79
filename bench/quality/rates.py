"""Empty and full: whether search says nothing where the notes don't answer, and only there."""

import collections

import scores

# Questions of these groups have an answer; those of `auto` and the benches are of other kinds than people ask.
ANSWERED = ("hand", "crosslingual", "qa", "asked")


def rows(asked_sets, answers):
    """Returns a row a kind: how many were asked, how often something was found, and how its best score parts from that
    of the questions that have an answer."""
    answered, unanswered = collections.defaultdict(list), collections.defaultdict(list)
    for asked in asked_sets:
        if asked.answered and asked.group not in ANSWERED:
            continue
        for query in asked.queries:
            row = answers[asked.name][query["id"]]
            found = asked.vault.name, row["relevant"], row["score"] if row["score"] is not None else 0.0
            if asked.answered:
                answered[asked.group, query.get("split", "")].append(found)
            else:
                unanswered[query["kind"], query["split"]].append(found)
    return [*false_empty(answered), *false_full(unanswered, [one for group in answered.values() for one in group])]


def false_empty(answered):
    for (group, split), found in sorted(answered.items()):
        empty = sum(not is_full for _, is_full, _ in found)
        yield {"kind": f"{group} (answered)", "split": split, "n": len(found), "wrong": empty, "area": None, "near": None}


def false_full(unanswered, right):
    for (kind, split), found in sorted(unanswered.items()):
        wrong = [score for _, _, score in found]
        vaults = {vault for vault, _, _ in found}
        yield {
            "kind": f"{kind} (no answer)",
            "split": split,
            "n": len(found),
            "wrong": sum(is_full for _, is_full, _ in found),
            "area": scores.area([score for _, _, score in right], wrong),
            "near": scores.area([score for vault, _, score in right if vault in vaults], wrong),
        }
