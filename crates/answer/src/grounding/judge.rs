//! The verdict on one sentence: how well it is borne out, and by which passages.

use std::ops::Range;

use notekin_note::StretchKind;

use super::claim::Claim;
use super::compare::{Match, Statement, compare, fault};
use super::frame::is_frame;
use super::{Checks, SupportLevel, limit};
use crate::source::Source;
use crate::words::{Word, words};
use crate::{Passage, Segment, similar};

/// A sentence of fewer words that say something can't be told by them alone: the question has to fit too.
const FEW_WORDS: usize = 3;

/// How much of such a sentence's score is up to the question.
const OF_QUESTION: f32 = 0.4;

/// Where the model names no passage, so many are asked by meaning.
const ASKED_BY_MEANING: usize = 3;

/// A passage stays named beside others if it has this much of the sentence that they don't have.
const OWN_SHARE: f32 = 0.15;

/// What was found of a sentence.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) level: SupportLevel,
    /// What it is tied to, the best first.
    pub(super) ties: Vec<Match>,
    /// Whether it says nothing of its own.
    pub(super) is_frame: bool,
}

/// What sentences are judged by.
pub(super) struct Judge<'a> {
    sources: Vec<Source>,
    checks: &'a Checks<'a>,
    question: Statement,
    /// How much of the question each passage has.
    asked: Vec<f32>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(passages: &[Passage], checks: &'a Checks<'a>) -> Self {
        let sources: Vec<Source> = passages.iter().map(Source::of).collect();
        let question = Statement::new(checks.question, words(checks.question), &sources);
        let of_question = |source: &Source| match question.words.as_slice() {
            [] => 1.0,
            words => question.coverage(|at| source.has(&words[at])),
        };
        let asked = sources.iter().map(of_question).collect();
        Self { sources, checks, question, asked }
    }

    /// Judges a segment with the passages that the model claims for it; `literals` are the code and formulas in it.
    pub(super) fn judge(&self, segment: &Segment, literals: &[&str], claims: &[Claim]) -> Verdict {
        if segment.kind == StretchKind::Code {
            return self.code(&segment.text, claims);
        }
        let words = words(&segment.text);
        let is_known = |word: &Word| self.sources.iter().any(|source| source.has(word));
        let asked = self.checks.question;
        let is_limited = limit::stands_nowhere(literals, &self.sources);
        if is_limited
            && limit::stand_in(literals, asked)
            && is_frame(segment, &words, &self.question.words, is_known)
        {
            return self.frame(&words, claims);
        }
        if !is_limited && is_frame(segment, &words, &self.question.words, is_known) {
            return self.frame(&words, claims);
        }
        let statement = Statement::new(&segment.text, words, &self.sources);
        let mut matches = self.matches(&statement);
        self.ask_by_meaning(&segment.text, &statement.words, claims, &mut matches);
        let most = self.most(&statement, is_limited);
        for found in &mut matches {
            found.score = found.score.min(most);
        }
        let mut ties = self.kept(&statement, claims, &matches, most);
        let together = together(&statement, &ties).min(most);
        let best = best(&matches);
        let mut score = ties.iter().map(|tie| tie.score).fold(together, f32::max);
        if let Some(best) =
            best.filter(|best| score < self.checks.bars.supported && best.score > score)
        {
            score = best.score;
            if score >= self.checks.bars.supported {
                ties.push(best.clone());
            }
        }
        ties.sort_by(|a, b| b.score.total_cmp(&a.score));
        Verdict { level: self.level(score), ties, is_frame: false }
    }

    /// Judges a block of code: it stands in a passage or it doesn't.
    fn code(&self, code: &str, claims: &[Claim]) -> Verdict {
        let found = self.sources.iter().enumerate().filter_map(|(passage, source)| {
            let place = source.literal(code).filter(|place| !place.is_empty())?;
            let is_quote = source.stands(&place, code);
            Some(Match { passage, score: 1.0, place, is_quote, held: Vec::new() })
        });
        let found: Vec<Match> = found.collect();
        let is_claimed = |found: &&Match| claims.iter().any(|claim| claim.passage == found.passage);
        let mut ties: Vec<Match> = found.iter().filter(is_claimed).cloned().collect();
        if ties.is_empty() {
            ties.extend(found.first().cloned());
        }
        let level =
            if ties.is_empty() { SupportLevel::Unsupported } else { SupportLevel::Supported };
        Verdict { level, ties, is_frame: false }
    }

    /// Returns the most that a sentence's score may be, however well its words fit: nothing where it has code or a
    /// formula that stands nowhere, and weak with a unit that its number has nowhere.
    fn most(&self, statement: &Statement, is_limited: bool) -> f32 {
        if is_limited {
            0.0
        } else if limit::measures_otherwise(&statement.text, &statement.words, &self.sources) {
            self.checks.bars.weak
        } else {
            1.0
        }
    }

    fn level(&self, score: f32) -> SupportLevel {
        if score >= self.checks.bars.supported {
            SupportLevel::Supported
        } else if score >= self.checks.bars.weak {
            SupportLevel::Weak
        } else {
            SupportLevel::Unsupported
        }
    }

    /// Judges what says nothing of its own. Short answers such as "No." do so too: they are weak at best, and stay tied
    /// to a passage that has the question.
    fn frame(&self, words: &[Word], claims: &[Claim]) -> Verdict {
        let asked = |claim: &&Claim| self.asked[claim.passage] >= self.checks.bars.supported;
        let is_answer = (1..FEW_WORDS).contains(&words.len()) && !self.question.words.is_empty();
        let tie = |claim: &Claim| {
            let found = compare(&self.question, claim.passage, &self.sources[claim.passage]);
            Match { score: found.score.min(self.checks.bars.weak), is_quote: false, ..found }
        };
        let ties: Vec<Match> = claims.iter().filter(|_| is_answer).filter(asked).map(tie).collect();
        Verdict { level: SupportLevel::Weak, is_frame: ties.is_empty(), ties }
    }

    /// Compares a sentence with each passage.
    fn matches(&self, statement: &Statement) -> Vec<Match> {
        let is_short = statement.words.iter().filter(|word| word.is_content()).count() < FEW_WORDS;
        let matched = |(at, source): (usize, &Source)| {
            let found = compare(statement, at, source);
            let part =
                if is_short { 1.0 - OF_QUESTION + OF_QUESTION * self.asked[at] } else { 1.0 };
            Match { score: found.score * part, ..found }
        };
        self.sources.iter().enumerate().map(matched).collect()
    }

    /// Raises the scores of passages that say it in other words, where words don't decide.
    fn ask_by_meaning(&self, text: &str, words: &[Word], claims: &[Claim], matches: &mut [Match]) {
        if matches.iter().any(|found| found.score >= self.checks.bars.supported) {
            return;
        }
        let mut asked: Vec<usize> = claims.iter().map(|claim| claim.passage).collect();
        if asked.is_empty() {
            asked = (0..matches.len()).collect();
            asked.sort_by(|&a, &b| matches[b].score.total_cmp(&matches[a].score));
            asked.truncate(ASKED_BY_MEANING);
        }
        for passage in asked {
            let source = &self.sources[passage];
            let Some((score, place)) = self.meant(text, source) else { continue };
            let missing = words.iter().filter(|word| !source.has(word));
            let score = missing.map(|word| fault(word, false)).product::<f32>() * score;
            if score > matches[passage].score {
                matches[passage].score = score;
                matches[passage].place = place;
            }
        }
    }

    /// Returns how well the nearest sentence of a passage bears a text out by its meaning, and where it stands.
    fn meant(&self, text: &str, source: &Source) -> Option<(f32, Range<usize>)> {
        let sentences: Vec<&str> =
            source.segments().iter().map(|segment| segment.text.as_str()).collect();
        let near = similar::ask(self.checks.similar, text, &sentences)?;
        let (at, near) = near.into_iter().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let bars = self.checks.bars;
        let (low, high) = bars.similar;
        let part = (near - low) / (high - low).max(f32::EPSILON);
        let score = (bars.weak + part * (bars.supported - bars.weak)).clamp(0.0, 1.0);
        Some((score, source.place(at..at + 1)))
    }

    /// Returns the claimed passages that say the sentence, or a part of it that no other claimed one says.
    fn kept(
        &self,
        statement: &Statement,
        claims: &[Claim],
        matches: &[Match],
        most: f32,
    ) -> Vec<Match> {
        let claimed: Vec<&Match> = claims.iter().map(|claim| &matches[claim.passage]).collect();
        let together =
            together(statement, &claimed.iter().map(|&found| found.clone()).collect::<Vec<_>>())
                .min(most);
        let adds = |found: &Match| {
            let others = |at: usize| {
                claimed.iter().any(|other| other.passage != found.passage && other.held[at])
            };
            statement.coverage(|at| found.held[at] && !others(at)) >= OWN_SHARE
        };
        let bars = self.checks.bars;
        let is_kept =
            |found: &&&Match| found.score >= bars.weak || together >= bars.supported && adds(found);
        claimed.iter().filter(is_kept).map(|&found| found.clone()).collect()
    }
}

/// Returns how well some passages bear a sentence out together.
fn together(statement: &Statement, ties: &[Match]) -> f32 {
    if ties.len() < 2 {
        return 0.0;
    }
    let held = |at: usize| ties.iter().any(|tie| tie.held[at]);
    let missing = statement.words.iter().enumerate().filter(|(at, _)| !held(*at));
    let faults: f32 = missing.map(|(_, word)| fault(word, false)).product();
    statement.coverage(held) * faults
}

/// Returns the best match, the first of equals.
fn best(matches: &[Match]) -> Option<&Match> {
    matches.iter().reduce(|best, found| if found.score > best.score { found } else { best })
}
