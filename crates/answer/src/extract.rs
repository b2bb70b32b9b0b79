//! Answers without a language model: the best sentences of the passages, word for word.

use std::ops::Range;

use notekin_note::StretchKind;

use crate::quotation;
use crate::source::Source;
use crate::words::{Word, WordKind, words};
use crate::{
    Grounded, Outcome, Passage, Segment, Sentence, Similar, Support, SupportLevel, Tie, similar,
};

/// A sentence shorter than this, in bytes, hardly answers by itself.
const SHORTEST: usize = 12;

/// What follows a sentence that ends with a colon is quoted with it, up to so many bytes of the passage.
const LONGEST_LIST: usize = 500;

/// How a sentence is scored: by the words it has itself, by those that stand around it, by the kind of thing that was
/// asked for, by how near it is in meaning, and by how good its passage is. They need not add up to 1.
const OWN: f32 = 0.55;
const AROUND: f32 = 0.2;
const ASKED_FOR: f32 = 0.1;
const NEAR: f32 = 0.35;
const PASSAGE: f32 = 0.15;

/// Each further sentence of one passage counts this much less than the one before.
const OF_SAME_PASSAGE: f32 = 0.85;

/// So near are texts that have nothing in common, by the built-in model.
const FAR: f32 = 0.3;

/// How answers are extracted.
#[derive(Clone, Copy)]
pub struct Extraction<'a> {
    /// How many sentences at most.
    pub sentences: usize,
    /// The least score of the best sentence; below it the notes don't hold the answer.
    pub least: f32,
    /// The same where nearness in meaning adds to the score, as even what is far from the question is a little near.
    pub least_near: f32,
    /// The least part of the best sentence's score that another one must have.
    pub part: f32,
    /// What tells how near two texts are in meaning. Asked for all sentences of all passages, once for each passage.
    pub similar: Option<&'a Similar<'a>>,
}

impl Default for Extraction<'_> {
    fn default() -> Self {
        Self { sentences: 5, least: 0.25, least_near: 0.28, part: 0.4, similar: None }
    }
}

impl<'a> Extraction<'a> {
    /// Returns the settings for answers found by words and by nearness in meaning.
    pub fn with(similar: &'a Similar<'a>) -> Self {
        Self { similar: Some(similar), ..Self::default() }
    }
}

/// A sentence that may be quoted.
struct Quote {
    passage: usize,
    /// The segments of the passage.
    segments: Range<usize>,
    score: f32,
    /// Whether nearness in meaning is part of the score.
    is_by_meaning: bool,
}

/// Answers a question with sentences of the passages, in the order in which they are given, each cited.
///
/// All that is quoted stands in its passage byte for byte, and [`Tie::place`] says where.
pub fn extract(question: &str, passages: &[Passage], settings: &Extraction<'_>) -> Grounded {
    let sources: Vec<Source> = passages.iter().map(Source::of).collect();
    let question = Question::new(question, &sources);
    let mut quotes: Vec<Quote> = Vec::new();
    for (at, (passage, source)) in passages.iter().zip(&sources).enumerate() {
        quotes.extend(question.quotes(at, passage, source, settings));
    }
    quotes.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (best, is_by_meaning) =
        quotes.first().map_or((0.0, false), |quote| (quote.score, quote.is_by_meaning));
    if best < if is_by_meaning { settings.least_near } else { settings.least } {
        return Grounded::nothing();
    }
    quotes.retain(|quote| quote.score >= best * settings.part);
    let mut chosen = distinct(quotes, &sources, settings.sentences);
    chosen.sort_by_key(|quote| (quote.passage, quote.segments.start));
    compose(&joined(chosen), passages, &sources)
}

/// What is asked, as it is looked for.
struct Question<'a> {
    text: &'a str,
    words: Vec<Word>,
    /// How much each word counts: by its kind, and by how few sentences have it.
    weights: Vec<f32>,
    wants: Option<WordKind>,
}

impl<'a> Question<'a> {
    fn new(text: &'a str, sources: &[Source]) -> Self {
        let words: Vec<Word> = words(text).into_iter().filter(Word::is_content).collect();
        let sentences: Vec<&Vec<Word>> = sources.iter().flat_map(Source::words).collect();
        let rarity = |word: &Word| {
            let holders = sentences.iter().filter(|sentence| has(sentence, word)).count();
            ((1.0 + sentences.len() as f32) / (0.5 + holders as f32)).ln().max(0.1)
        };
        let weights = words.iter().map(|word| rarity(word) * word.weight()).collect();
        Self { text, words, weights, wants: wanted(text) }
    }

    /// Returns the sentences of a passage with their scores.
    fn quotes(
        &self,
        at: usize,
        passage: &Passage,
        source: &Source,
        settings: &Extraction<'_>,
    ) -> Vec<Quote> {
        let texts: Vec<&str> =
            source.segments().iter().map(|segment| segment.text.as_str()).collect();
        let near = similar::ask(settings.similar, self.text, &texts);
        let around = self.share(|word| source.has(word));
        let scored = |number: usize, segments: &Range<usize>| {
            let sentence = source.words()[segments.clone()].concat();
            let own = self.share(|word| has(&sentence, word));
            let given = self.wants.is_some_and(|kind| {
                sentence.iter().any(|word| word.kind == kind && !self.has(word))
            });
            let near = near
                .as_ref()
                .map_or(0.0, |near| ((near[number] - FAR) / (1.0 - FAR)).clamp(0.0, 1.0));
            OWN * own
                + AROUND * around * own.sqrt()
                + ASKED_FOR * f32::from(u8::from(given)) * own
                + NEAR * near
                + PASSAGE * passage.score.clamp(0.0, 1.0)
        };
        let numbers = (0..texts.len()).filter(|&number| is_quotable(source, number));
        let quote = |number: usize| {
            let segments = with_list(source, number);
            let score = scored(number, &segments);
            Quote { passage: at, score, segments, is_by_meaning: near.is_some() }
        };
        numbers.map(quote).collect()
    }

    fn has(&self, word: &Word) -> bool {
        has(&self.words, word)
    }

    /// Returns the share of the question's words, weighted, that are found.
    fn share(&self, is_found: impl Fn(&Word) -> bool) -> f32 {
        let all: f32 = self.weights.iter().sum();
        let found = self
            .words
            .iter()
            .zip(&self.weights)
            .filter(|(word, _)| is_found(word))
            .map(|(_, weight)| weight);
        if all > 0.0 { found.sum::<f32>() / all } else { 0.0 }
    }
}

/// Returns the kind of word that answers a question such as "who" or "how many".
fn wanted(question: &str) -> Option<WordKind> {
    let question = question.to_lowercase();
    let asks = |starts: &[&str]| starts.iter().any(|start| question.contains(start));
    if asks(&[
        "how many",
        "how much",
        "how long",
        "how old",
        "when ",
        "which version",
        "what year",
        "wie viel",
        "wie lange",
        "wann ",
        "combien",
        "quand ",
        "cuánt",
        "cuándo",
        "quant",
        "quando",
        "сколько",
        "когда",
        "いつ",
        "何",
        "多少",
        "几",
    ]) {
        Some(WordKind::Number)
    } else if asks(&[
        "who ",
        "whom ",
        "wer ",
        "wem ",
        "qui ",
        "quién",
        "chi ",
        "quem ",
        "кто ",
        "which company",
    ]) {
        Some(WordKind::Name)
    } else {
        None
    }
}

fn has(sentence: &[Word], word: &Word) -> bool {
    sentence.iter().any(|other| word.is_like(&other.folded))
}

/// Returns whether a segment can be quoted by itself: no heading, no code, no comment, no scrap but one that leads in.
fn is_quotable(source: &Source, number: usize) -> bool {
    source.segments().get(number).is_some_and(|segment| {
        !matches!(segment.kind, StretchKind::Heading | StretchKind::Header | StretchKind::Code)
            && !source.is_hidden(segment)
            && (segment.text.len() >= SHORTEST || with_list(source, number).len() > 1)
    })
}

/// Returns the segments that are quoted with one: what follows a colon comes with it.
fn with_list(source: &Source, number: usize) -> Range<usize> {
    let segments = source.segments();
    let Some(segment) =
        segments.get(number).filter(|segment| segment.text.trim_end().ends_with([':', '：']))
    else {
        return number..number + 1;
    };
    let kind = segments.get(number + 1).map(|next| next.kind);
    let goes_on = |next: &&Segment| {
        matches!(next.kind, StretchKind::Item | StretchKind::Code)
            && Some(next.kind) == kind
            && !source.is_hidden(next)
            && !(next.kind == StretchKind::Code && source.is_in_quote(next))
            && next.span.end - segment.span.start <= LONGEST_LIST
    };
    let list = segments[number + 1..].iter().take_while(goes_on).count();
    number..number + 1 + list
}

/// Returns the best quotes, each text once; further ones of a passage count less, so that others have their say.
fn distinct(mut quotes: Vec<Quote>, sources: &[Source], most: usize) -> Vec<Quote> {
    let folded = |quote: &Quote| -> Vec<String> {
        let words = sources[quote.passage].words()[quote.segments.clone()].iter().flatten();
        words.map(|word| word.folded.clone()).collect()
    };
    let mut chosen: Vec<Quote> = Vec::new();
    while chosen.len() < most {
        let worth = |quote: &Quote| {
            let before = chosen.iter().filter(|other| other.passage == quote.passage).count();
            quote.score * OF_SAME_PASSAGE.powi(before as i32)
        };
        let best = (0..quotes.len())
            .reduce(|best, at| if worth(&quotes[at]) > worth(&quotes[best]) { at } else { best });
        let Some(best) = best else { break };
        let quote = quotes.remove(best);
        if !chosen.iter().any(|other| other.overlaps(&quote) || folded(other) == folded(&quote)) {
            chosen.push(quote);
        }
    }
    chosen
}

impl Quote {
    /// Returns whether both hold a sentence.
    fn overlaps(&self, other: &Self) -> bool {
        self.passage == other.passage
            && self.segments.start < other.segments.end
            && other.segments.start < self.segments.end
    }
}

/// Joins quotes that follow one another in their passage.
fn joined(quotes: Vec<Quote>) -> Vec<Quote> {
    let mut joined: Vec<Quote> = Vec::with_capacity(quotes.len());
    for quote in quotes {
        match joined.last_mut() {
            Some(last)
                if last.passage == quote.passage && last.segments.end == quote.segments.start =>
            {
                last.segments.end = quote.segments.end;
                last.score = last.score.max(quote.score);
            }
            _ => joined.push(quote),
        }
    }
    joined
}

/// Makes the answer: a paragraph for each quote.
fn compose(quotes: &[Quote], passages: &[Passage], sources: &[Source]) -> Grounded {
    let mut grounded = Grounded { outcome: Outcome::Answered, ..Grounded::nothing() };
    for quote in quotes {
        let text = &passages[quote.passage].text;
        let place = sources[quote.passage].place(quote.segments.clone());
        let mut before = None;
        for place in quotation::pieces(text, place) {
            let is_line =
                before.is_some_and(|end| text[end..place.start].matches('\n').count() == 1);
            if !grounded.answer.is_empty() {
                grounded.answer.push_str(if is_line { "\n" } else { "\n\n" });
            }
            before = Some(place.end);
            add(&mut grounded, quote, text, place);
        }
    }
    grounded
}

/// Adds a piece of a passage to an answer.
fn add(grounded: &mut Grounded, quote: &Quote, text: &str, place: Range<usize>) {
    let start = grounded.answer.len();
    grounded.answer.push_str(&text[place.clone()]);
    let (end, chunk) = (grounded.answer.len(), grounded.cite(quote.passage));
    let tie = Tie { chunk, place, is_quote: true, score: quote.score.clamp(0.0, 1.0) };
    grounded.supports.push(Support { start, end, sources: vec![tie] });
    let (support, chunks) = (SupportLevel::Supported, vec![chunk]);
    grounded.sentences.push(Sentence { start, end, support, chunks, is_code: false });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Extraction, extract};
    use crate::passage::tests::passage;
    use crate::{Outcome, Passage};

    fn kitchen() -> Vec<Passage> {
        vec![
            passage(
                "Leek.md",
                0,
                "# Leek\nLeek soup is boiled for 20 minutes. It is *not* fried.\n\nIt needs:\n- leek\n- cream\n\n| Fat | Use |\n|--|--|\n| Butter | Leek is sweated in it |\n",
            ),
            passage(
                "Borscht.md",
                0,
                "Borscht is a soup of beets from Ukraine.\nAuguste Escoffier wrote\n**the recipe** down in 1903.\n",
            ),
            passage(
                "カレー.md",
                0,
                "カレーは玉ねぎと人参を煮込む料理です。東京では金曜日に食べます。\n",
            ),
        ]
    }

    #[track_caller]
    fn check(question: &str, expect: &str) {
        let passages = kitchen();
        let found =
            extract(question, &passages, &Extraction { sentences: 1, ..Extraction::default() });
        assert_eq!(found.answer, expect, "{question}");
        assert_eq!(found.outcome == Outcome::NotInNotes, expect.is_empty());
    }

    #[test]
    fn the_best_sentence_answers() {
        check("How long is leek soup boiled?", "Leek soup is boiled for 20 minutes.");
        check(
            "Who wrote the borscht recipe down?",
            "Auguste Escoffier wrote\n**the recipe** down in 1903.",
        );
        check("What is needed for leek?", "It needs:\n- leek\n- cream");
        check("カレーは何を煮込む料理？", "カレーは玉ねぎと人参を煮込む料理です。");
        check("What is leek sweated in?", "Butter | Leek is sweated in it");
    }

    #[track_caller]
    fn check_note(note: &str, expect: &str) {
        let passages = [passage("Leek.md", 0, note)];
        let settings = Extraction { sentences: 2, part: 0.9, ..Extraction::default() };
        let found = extract("How long is leek soup boiled?", &passages, &settings);
        assert_eq!(found.answer, expect, "{note}");
        for (sentence, support) in found.sentences.iter().zip(&found.supports) {
            let place = support.sources[0].place.clone();
            assert_eq!(&found.answer[sentence.start..sentence.end], &note[place]);
        }
    }

    #[test]
    fn marks_of_quoted_text_and_callouts_are_not_quoted() {
        check_note(
            "> [!note] \n> Leek soup is boiled\n> for 20 minutes.\n",
            "Leek soup is boiled\nfor 20 minutes.",
        );
        check_note(
            "Leek soup is boiled so:\n\n> [!tip]\n> - for 20 minutes\n> - with cream\n",
            "Leek soup is boiled so:\n\n- for 20 minutes\n- with cream",
        );
    }

    #[test]
    fn comments_are_not_quoted() {
        check_note(
            "%% Leek soup is boiled for 90 minutes. %%\n\nLeek soup is boiled.\n",
            "Leek soup is boiled.",
        );
        check_note("%%\nLeek soup is boiled for 90 minutes.\n\nLong leek soup.\n%%\n", "");
        check_note("Leek soup is boiled <!-- not long --> for 90 minutes.\n", "");
        check_note(
            "Leek soup is boiled `%%` for 20 minutes, %%.\n",
            "Leek soup is boiled `%%` for 20 minutes, %%.",
        );
    }

    #[test]
    fn what_no_passage_holds_is_not_in_the_notes() {
        check("Who was the first president of Estonia?", "");
        check("", "");
        assert_eq!(extract("Leek?", &[], &Extraction::default()).outcome, Outcome::NotInNotes);
    }

    #[test]
    fn meaning_finds_what_words_do_not() {
        let near = |_: &str, others: &[&str]| {
            Some(
                others
                    .iter()
                    .map(|other| if other.contains("1903") { 0.95 } else { 0.1 })
                    .collect(),
            )
        };
        let settings = Extraction { similar: Some(&near), least: 0.3, ..Extraction::default() };
        let found = extract("Von wem stammt das Rezept?", &kitchen(), &settings);
        assert_eq!(found.answer, "Auguste Escoffier wrote\n**the recipe** down in 1903.");
    }

    proptest! {
        #[test]
        fn all_is_quoted_byte_for_byte(
            text in "(Leek soup is boiled|boiled |玉ねぎと人参|[a-c.é。😀 \n*_`|#:!-]|e\u{301}|`{3}\n|- |\\. ){0,30}",
        ) {
            let passages = [passage("a.md", 0, &text), kitchen().remove(0)];
            let found = extract("How long is leek soup boiled?", &passages, &Extraction::default());
            for (sentence, support) in found.sentences.iter().zip(&found.supports) {
                let tie = &support.sources[0];
                let passage = &passages[found.chunks[tie.chunk].passage];
                prop_assert_eq!(&found.answer[sentence.start..sentence.end], &passage.text[tie.place.clone()]);
            }
            prop_assert!(found.sentences.len() <= 5);
        }
    }
}
