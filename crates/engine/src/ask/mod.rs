//! Answers: passages are found, a model writes or their sentences are quoted, and every sentence is tied to its passages.

mod candidates;
mod indexes;
mod reply;
mod request;
mod telling;
mod turns;

use std::sync::atomic::AtomicBool;

use indexes::Indexes;
use notekin_answer::generate::{self, Finish, Finished, Generator, Speaker};
pub use notekin_answer::generate::{
    Offered, Servers as WriterServers, ServiceEntry, is_name, offered, services,
};
use notekin_answer::{
    Asking, Budget, Checks, Extraction, Grounded, Outcome, Passage, Prompt, Role, Similar, choose,
    extract, ground, standalone,
};
pub use request::{
    AnswerSentence, AskOutcome, AskReply, AskRequest, Place, Source, Support, SupportLevel, Turn,
    Writer,
};
use telling::Telling;

use crate::engine::Engine;
use crate::notice::Notice;
use crate::{Audience, Error, SearchRequest, Several};

/// How much is looked at for an answer.
struct Width {
    /// Passages that are looked for.
    found: usize,
    /// Of each note at most.
    found_of_one: usize,
    /// Which of them the answer is made from.
    given: Budget,
}

/// What a model is given: it reads each of them, and little is read better than much.
const FOR_A_MODEL: Width =
    Width { found: 20, found_of_one: 4, given: Budget { tokens: TOKENS, passages: 10 } };

/// What is quoted from: only the sentences chosen are shown, so that more can be looked at. Of a long note that answers,
/// the passage that does is often not among the four best.
const FOR_QUOTING: Width =
    Width { found: 60, found_of_one: 12, given: Budget { tokens: 4 * TOKENS, passages: 40 } };

/// About how many tokens the passages for a model may have.
const TOKENS: usize = 4000;

/// The most tokens of an answer.
const ANSWER_TOKENS: usize = 1200;

/// How often a prompt that was too long is shortened to half.
const HALVES: usize = 3;

impl Engine {
    /// Answers a question from the notes of this vault: see [`Several::ask`].
    pub fn ask(
        &self,
        request: &AskRequest,
        audience: Audience,
        hear: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<AskReply, Error> {
        Several::new([self]).ask(request, audience, hear, cancel)
    }
}

impl Several<'_> {
    /// Answers a question from the notes, or says that they don't.
    ///
    /// Passages of all the vaults compete by their scores, as in a search. `hear` is told the answer as far as it is
    /// checked, with the numbers of its sources, while a model writes. Setting `cancel` stops that; what was written so
    /// far is the answer then. For a model that isn't on this machine private notes are left out.
    pub fn ask(
        &self,
        request: &AskRequest,
        audience: Audience,
        hear: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<AskReply, Error> {
        if request.question.trim().is_empty() {
            return Err(Error::Invalid("there is no question".to_owned()));
        }
        let open = |writer: &Writer| generate::open(&writer.model, &writer.servers);
        let writer = request.writer.as_ref().map(open).transpose()?;
        let audience = stricter(audience, writer.as_deref(), cancel)?;
        let turns = self.turns(request, audience)?;
        let query = standalone(&request.question, &turns.said);
        let width = if writer.is_some() { FOR_A_MODEL } else { FOR_QUOTING };
        let found = self.search(&search(&query, request, &width), audience)?;
        let indexes = Indexes::of(self);
        let candidates =
            if found.relevant { indexes.candidates(&found.hits, audience)? } else { Vec::new() };
        let chosen = choose(&candidates, width.given);
        let mut notices = [turns.notices, found.notices.clone()].concat();
        let embedder = indexes.embedder();
        let near =
            |text: &str, sentences: &[&str]| embedder.and_then(|it| it.closeness(text, sentences));
        let (given, grounded) = match &writer {
            _ if chosen.is_empty() => (chosen, None),
            None => {
                let grounded = quoted(&query, &chosen, &near);
                hear(&grounded.marked());
                (chosen, Some(grounded))
            }
            Some(writer) => {
                let (writer, turns) = (writer.as_ref(), turns.said.as_slice());
                let work = Work { request, turns, writer, near: &near, cancel };
                let (given, grounded) = work.written(&chosen, hear, &mut notices)?;
                (given, Some(grounded))
            }
        };
        let model = writer.filter(|_| grounded.is_some()).map(|writer| writer.id().to_owned());
        let is_private = turns.are_private || indexes.are_private(&given)?;
        let grounded = grounded.filter(|grounded| grounded.outcome == Outcome::Answered);
        let reply = reply::reply(&found, query, (&given, grounded), model, notices);
        Ok(AskReply { is_private, ..reply })
    }
}

/// Answers with sentences of the passages.
fn quoted(query: &str, passages: &[Passage], near: &Similar<'_>) -> Grounded {
    let has_nearness = near(query, &[query]).is_some();
    let settings = if has_nearness { Extraction::with(near) } else { Extraction::default() };
    extract(query, passages, &settings)
}

/// Returns for whom an answer is: for a model that isn't on this machine, if the caller may see no less.
fn stricter(
    audience: Audience,
    writer: Option<&dyn Generator>,
    cancel: &AtomicBool,
) -> Result<Audience, Error> {
    Ok(match writer {
        Some(writer) if audience == Audience::Owner && writer.leaves_the_machine(cancel)? => {
            Audience::Remote
        }
        _ => audience,
    })
}

/// Returns the search for what a question may be answered from.
fn search(query: &str, request: &AskRequest, width: &Width) -> SearchRequest {
    SearchRequest {
        lenient: true,
        filter: request.filter.clone(),
        limit: width.found,
        per_note: width.found_of_one,
        update: request.update,
        ..SearchRequest::new(query)
    }
}

/// What a model needs to write an answer.
struct Work<'a> {
    request: &'a AskRequest,
    /// What was said before, as far as it may be told.
    turns: &'a [notekin_answer::Turn],
    writer: &'a dyn Generator,
    /// Tells how near two texts are in meaning.
    near: &'a Similar<'a>,
    cancel: &'a AtomicBool,
}

impl Work<'_> {
    /// Has the model write an answer, and ties it to the passages that were given to it.
    fn written(
        &self,
        passages: &[Passage],
        hear: &mut dyn FnMut(&str),
        notices: &mut Vec<Notice>,
    ) -> Result<(Vec<Passage>, Grounded), Error> {
        let checks = Checks {
            question: &self.request.question,
            similar: Some(self.near),
            ..Checks::default()
        };
        let mut prompt = self.prompt(passages, self.room()?);
        for half in 0..=HALVES {
            let mut telling = Telling::new(&prompt.given, checks, hear);
            let asked = said(&prompt);
            let written = self.writer.generate(&asked, &mut |text| telling.push(text), self.cancel);
            let text = match written {
                Err(generate::Error::TooLong { .. }) if half < HALVES => {
                    prompt = self.shorter(passages, &prompt)?;
                    continue;
                }
                Err(error @ generate::Error::BrokenOff { .. }) if !error.text().is_empty() => {
                    let source = std::error::Error::source(&error).map(ToString::to_string);
                    let reason = source.unwrap_or_else(|| "its server stopped".to_owned());
                    notices.push(Notice::BrokenOff { reason });
                    error.text().to_owned()
                }
                written => finished(written?, notices)?,
            };
            let grounded = ground(&text, &prompt.given, &checks);
            telling.end(&grounded);
            return Ok((prompt.given, grounded));
        }
        Err(question_is_too_long())
    }

    /// Returns a prompt of half the room, or of half of that until something is left out of one that was too long.
    fn shorter(&self, passages: &[Passage], refused: &Prompt) -> Result<Prompt, Error> {
        let mut tokens = self.room()?;
        while tokens > 0 {
            tokens /= 2;
            let prompt = self.prompt(passages, tokens);
            if prompt.bytes() < refused.bytes() {
                return Ok(prompt);
            }
        }
        Err(question_is_too_long())
    }

    /// Returns how many tokens the prompt may have.
    fn room(&self) -> Result<usize, Error> {
        let most = TOKENS * 2;
        let window = self.writer.window(self.cancel)?;
        // What a template adds, and what is counted otherwise by the model, must fit as well.
        Ok(window.map_or(most, |window| (window * 9 / 10).saturating_sub(ANSWER_TOKENS).min(most)))
    }

    fn prompt(&self, passages: &[Passage], tokens: usize) -> Prompt {
        let AskRequest { question, randomness, .. } = self.request;
        let turns = self.turns;
        Prompt::new(&Asking { question, passages, turns, tokens, randomness: *randomness })
    }
}

fn question_is_too_long() -> Error {
    Error::Invalid("the question alone is too long for the model".to_owned())
}

/// Returns a prompt as models are given it.
fn said(prompt: &Prompt) -> generate::Prompt {
    let speaker = |role: &Role| match role {
        Role::User => Speaker::User,
        Role::Assistant => Speaker::Model,
    };
    let turns = prompt.messages.iter().map(|message| generate::Turn {
        speaker: speaker(&message.role),
        text: message.text.clone(),
    });
    generate::Prompt {
        system: prompt.system.clone(),
        turns: turns.collect(),
        max_tokens: ANSWER_TOKENS,
    }
}

/// Returns the text, and tells when it isn't all that was to be said. Where nothing was said, that is no answer at all.
fn finished(finished: Finished, notices: &mut Vec<Notice>) -> Result<String, Error> {
    let reason = match finished.finish {
        Finish::Stop => return Ok(finished.text),
        Finish::Length => "it got too long",
        Finish::Filtered => "its server held it back",
        Finish::Cancelled if finished.text.trim().is_empty() => return Err(Error::Cancelled),
        Finish::Cancelled => "it was stopped",
    };
    if finished.text.trim().is_empty() {
        return Err(Error::Invalid(format!("there is no answer: {reason}")));
    }
    notices.push(Notice::BrokenOff { reason: reason.to_owned() });
    Ok(finished.text)
}
