"""Derives the built-in model's constants: the language subspace and the means of passages and queries.

    pip install numpy
    python constants.py fetch WORK            # Debian's package descriptions, translated (apt)
    python constants.py texts WORK            # texts.txt, titles.txt and what they are
    embed="cargo run --release -p notekin-embed --example vectors -- MODELS"
    $embed passage < WORK/texts.txt > WORK/texts.f32
    $embed query < WORK/titles.txt > WORK/titles.f32
    python constants.py derive WORK ../src/e5 # subspace.f32 and mean.f32, and how they compare
    $embed query < queries.txt > WORK/queries.f32
    python constants.py queries WORK ../src/e5 # query_mean.f32

A passage's vector tells its language as well as its matter. The mean vector of a language, minus
the mean of those means, is what a language adds; the first right singular vectors of these
differences span the directions that tell languages apart. Half of each language's packages are
kept back, to see what taking the directions out does for a title that looks for its text in
another language.

Queries lie elsewhere than passages: their mean is taken from queries.txt, which was written for this,
in the ways people ask their notes (half sentences, questions, single words) and in 25 languages.
"""

import re
import subprocess
import sys
import zlib
from pathlib import Path

import numpy

LANGUAGES = (
    "ca cs da de en eo es eu fi fr hu it ja ko nl pl pt pt_BR ru sk sv uk zh_CN"
).split()
LEAST, MOST = 40, 60  # texts of a language
DIRECTIONS, FACTOR, DIMS = 10, 0.6, 384

# A translation left half in English is no text of its language; dense scripts say as much in less.
OWN_LETTERS = {
    "ja": ("[\u3040-\u30ff]", 15, 110),
    "ko": ("[\uac00-\ud7af]", 25, 130),
    "ru": ("[\u0400-\u04ff]", 60, 220),
    "uk": ("[\u0400-\u04ff]", 60, 220),
    "zh_CN": ("[\u4e00-\u9fff]", 25, 110),
}


def fetch(work: Path) -> None:
    """Downloads the package lists with apt into a state of its own."""
    (work / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    languages = " ".join(f'"{language}";' for language in LANGUAGES)
    conf = work / "apt.conf"
    conf.write_text(f"#clear Acquire::Languages;\nAcquire::Languages {{ {languages} }};\n")
    options = [f"Dir::State::Lists={work.resolve()}/lists", f"Dir::Cache={work.resolve()}"]
    options += ["APT::Sandbox::User=root", "Acquire::GzipIndexes=false"]
    command = ["apt-get", "-c", str(conf)]
    subprocess.run(command + [f"-o{option}" for option in options] + ["update"], check=True)


def descriptions(path: Path) -> dict[str, tuple[str, str]]:
    """Returns title and text of each package in a translation file."""
    if path.suffix == ".lz4":
        raw = subprocess.run(["lz4", "-dc", path], capture_output=True, check=True).stdout
    else:
        raw = path.read_bytes()
    found = {}
    for record in raw.decode("utf-8", "replace").split("\n\n"):
        package = re.search(r"^Package: (\S+)", record, re.M)
        text = re.search(r"^Description-(?!md5)\S+: (.*)((?:\n .*)*)", record, re.M)
        if package and text:
            lines = (line.strip() for line in text[2].split("\n"))
            found[package[1]] = (text[1], " ".join(line for line in lines if line not in ("", ".")))
    return found


def usable(language: str, text: str) -> bool:
    letters, least, _ = OWN_LETTERS.get(language, ("", 0, 0))
    return len(text) > 80 and (not letters or len(re.findall(letters, text)) >= least)


def held_out(package: str) -> bool:
    return zlib.crc32(package.encode()) % 2 == 0


def translations(work: Path, language: str) -> dict[str, tuple[str, str]]:
    name = f"*_bookworm_main_i18n_Translation-{language.replace('_', '%5f')}"
    return {package: both for path in (work / "lists").glob(name)
            for package, both in descriptions(path).items()}


def texts(work: Path) -> None:
    """Writes the texts and titles to embed, and the role, language and package of each text."""
    english = translations(work, "en")
    lines, labels, titles = [], [], {}
    for language in LANGUAGES:
        found = {package: text for package, (_, text) in translations(work, language).items()
                 if usable(language, text)}
        order = sorted(found, key=lambda package: zlib.crc32(package.encode()[::-1]))
        learn = [package for package in order if not held_out(package)][:MOST]
        check = [package for package in order if held_out(package) and package in english][:MOST]
        if len(learn) < LEAST:
            continue
        length = OWN_LETTERS.get(language, ("", 0, 220))[2]
        lines += [found[package][:length] for package in learn + check]
        labels += [f"learn {language} {package}" for package in learn]
        labels += [f"check {language} {package}" for package in check]
        titles |= {package: english[package][0] for package in check}
    (work / "texts.txt").write_text("\n".join(lines) + "\n")
    (work / "texts.labels").write_text("\n".join(labels) + "\n")
    (work / "titles.txt").write_text("\n".join(titles.values()) + "\n")
    (work / "titles.labels").write_text("\n".join(titles) + "\n")


def without(vectors: numpy.ndarray, basis: numpy.ndarray) -> numpy.ndarray:
    taken = vectors - FACTOR * (vectors @ basis.T) @ basis
    return taken / numpy.linalg.norm(taken, axis=1, keepdims=True)


class Check:
    """The texts kept back and the English titles that look for them in one pool."""

    def __init__(self, work: Path, texts: numpy.ndarray, labels: list[list[str]]) -> None:
        kept = [i for i, label in enumerate(labels) if label[0] == "check"]
        self.pool, self.labels = texts[kept], [labels[i] for i in kept]
        packages = (work / "titles.labels").read_text().splitlines()
        self.titles = dict(zip(packages, vectors(work / "titles.f32")))

    def hits(self, basis: numpy.ndarray) -> str:
        """Returns how often a title's nearest text is its own, for foreign and English texts.

        Another language's text of the same package is out of the pool while one is looked for.
        """
        pool, found = without(self.pool, basis), {True: [], False: []}
        for i, (_, language, package) in enumerate(self.labels):
            title = without(self.titles[package][None], basis)[0]
            scores = pool @ title
            twins = [j for j, label in enumerate(self.labels) if label[2] == package and j != i]
            scores[twins] = -1
            found[language == "en"].append(int(numpy.argmax(scores)) == i)
        return f"{numpy.mean(found[False]):.3f} / {numpy.mean(found[True]):.3f}"


def vectors(path: Path) -> numpy.ndarray:
    return numpy.frombuffer(path.read_bytes(), "<f4").reshape(-1, DIMS)


def derive(work: Path, into: Path) -> None:
    """Writes the constants and says how they do against none and against the ones there are."""
    labels = [line.split() for line in (work / "texts.labels").read_text().splitlines()]
    texts = vectors(work / "texts.f32")
    check = Check(work, texts, labels)
    languages = sorted({label[1] for label in labels if label[0] == "learn"})
    learn = {language: [i for i, label in enumerate(labels) if label[:2] == ["learn", language]]
             for language in languages}
    means = numpy.stack([texts[learn[language]].mean(0) for language in languages])
    mean = means.mean(0)
    basis = numpy.linalg.svd(means - mean, full_matrices=False)[2][:DIRECTIONS]
    print(f"{len(languages)} languages: {' '.join(languages)}")
    print(f"{len(check.labels)} texts kept back; hit@1 of English titles, foreign / English texts")
    print("  nothing taken out  ", check.hits(basis[:0]))
    constant = into / "subspace.f32"
    if constant.exists():
        before = vectors(constant)
        cosines = numpy.linalg.svd(before @ basis.T)[1]
        print("  the constant so far", check.hits(before))
        print("  this derivation    ", check.hits(basis))
        print("cosines of the principal angles between them", numpy.round(cosines, 3))
    else:
        print("  this derivation    ", check.hits(basis))
    print(f"length of the mean {numpy.linalg.norm(mean):.3f}")
    constant.write_bytes(basis.astype("<f4").tobytes())
    (into / "mean.f32").write_bytes(mean.astype("<f4").tobytes())


def queries(work: Path, into: Path) -> None:
    """Writes the mean of the queries' vectors."""
    (into / "query_mean.f32").write_bytes(vectors(work / "queries.f32").mean(0).astype("<f4").tobytes())


if __name__ == "__main__":
    step, *folders = sys.argv[1:]
    {"fetch": fetch, "texts": texts, "derive": derive, "queries": queries}[step](*map(Path, folders))
