"""Has requests name notes that there are: a name that is made up finds nothing, and then little is tried."""

import itertools

import schemathesis
from schemathesis import GenerationMode

NOTES = itertools.cycle(
    ["garden/Krautfäule.md", "work/Docling.md", "Sourdough", "Lighthouse lenses.md", "京都の三日間", "nowhere.md"]
)
FIELDS = {"note", "target", "path"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Names a real note in what is asked, unless the request is one that must be refused."""
    meta = case.meta
    if meta is None or meta.generation.mode is not GenerationMode.POSITIVE or case.path.endswith("/vaults"):
        return
    for asked in (case.query, case.body):
        if isinstance(asked, dict):
            for field in FIELDS.intersection(asked):
                if isinstance(asked[field], str):
                    asked[field] = next(NOTES)
