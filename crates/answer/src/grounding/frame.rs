//! Frames: what of an answer says nothing of its own, such as "In your notes there are the following:".

use std::collections::HashSet;
use std::sync::LazyLock;

use notekin_note::StretchKind;

use crate::function_words::denies;
use crate::words::{Word, WordKind};
use crate::{Segment, number};

/// Words for the notes and for answering itself, folded.
const OF_ANSWERS: &str = "answer answers answered based according note notes passage passages source sources text document \
documents context information provided given following listed list below above here summary summarize overview short found \
find mention mentions mentioned say says state states stated describe describes described contain contains include includes \
example examples question available several various different some options option details conclusion overall \
antwort basierend laut gemass notiz notizen passage passagen quelle quellen text kontext information informationen folgende \
folgenden folgendes zusammenfassung gefunden erwahnt erwahnen genannt beschrieben enthalten enthalt verschiedene frage beispiel \
reponse selon note notes passage passages source sources texte contexte information informations suivant suivante suivants \
suivantes resume trouve mentionne mentionnent contient contiennent plusieurs question exemple \
respuesta segun nota notas pasaje pasajes fuente fuentes texto contexto informacion siguiente siguientes resumen menciona \
mencionan contiene contienen varios varias pregunta ejemplo \
risposta secondo nota note brano brani fonte fonti testo contesto informazioni seguente seguenti menzionano contengono \
resposta segundo notas trecho trechos fonte fontes texto contexto informacao informacoes seguinte seguintes mencionam contem \
antwoord volgens notitie notities bron bronnen tekst context informatie volgende vermelden bevatten \
ответ согласно заметка заметках заметки заметкам источник источники текст информация следующие следующий вопрос упоминается \
содержат содержится";

/// Pieces of the same in scripts without spaces.
const OF_ANSWERS_UNSPACED: [&str; 18] = [
    "以下", "回答", "情報", "記載", "資料", "出典", "質問", "笔记", "资料", "信息", "问题", "内容",
    "根据", "如下", "来源", "提供", "ノー", "ート",
];

static WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| OF_ANSWERS.split(' ').chain(OF_ANSWERS_UNSPACED).collect());

/// Returns whether a segment says nothing that could be right or wrong: it leads in, names what follows, repeats the
/// question, or says that the notes don't hold it.
///
/// `is_known` tells whether a name or number stands in a passage.
pub(super) fn is_frame(
    segment: &Segment,
    words: &[Word],
    question: &[Word],
    is_known: impl Fn(&Word) -> bool,
) -> bool {
    let is_asked = |word: &Word| question.iter().any(|asked| word.is_like(&asked.folded));
    let own: Vec<&Word> = words
        .iter()
        .filter(|word| {
            word.is_content() && !WORDS.contains(word.folded.as_str()) && !is_asked(word)
        })
        .collect();
    if segment.kind == StretchKind::Code {
        return false;
    }
    own.is_empty()
        || labels(segment) && own.iter().all(|word| !is_strong(word) || is_known(word))
        || refuses(words, &own)
}

/// Returns whether a segment only names what follows it.
fn labels(segment: &Segment) -> bool {
    let is_title = matches!(segment.kind, StretchKind::Heading | StretchKind::Header);
    is_title || segment.text.trim_end().ends_with([':', '：'])
}

/// Returns whether a word can be right or wrong by itself; a small number may count what follows.
fn is_strong(word: &Word) -> bool {
    word.kind == WordKind::Name || word.kind == WordKind::Number && !number::may_count(&word.folded)
}

/// Returns whether a segment says that the notes don't say something.
fn refuses(words: &[Word], own: &[&Word]) -> bool {
    let of_notes = words
        .iter()
        .filter(|word| word.is_content() && WORDS.contains(word.folded.as_str()))
        .count();
    let is_denied = words.iter().any(|word| denies(&word.folded));
    is_denied && of_notes >= 2 && own.len() <= 1 && !own.iter().any(|word| is_strong(word))
}
