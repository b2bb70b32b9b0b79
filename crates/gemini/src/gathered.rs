//! An answer gathered from its pieces.
//!
//! Texts are joined, so that an answer has as few parts as if it had come in one: its segments count bytes of these. What
//! it relies on comes late, mostly with the last piece; where it comes several times, each piece's own places in its list
//! of passages are turned into those of the whole.
use crate::shapes::{Candidate, Content, GenerateReply, GroundingMetadata, Part};

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    reply: GenerateReply,
}

impl Gathered {
    /// Takes one more piece in.
    pub(crate) fn take(&mut self, piece: GenerateReply) {
        for candidate in piece.candidates {
            self.candidate(candidate.index).take(candidate);
        }
        let reply = &mut self.reply;
        reply.prompt_feedback = piece.prompt_feedback.or(reply.prompt_feedback.take());
        reply.usage_metadata = piece.usage_metadata.or(reply.usage_metadata.take());
        reply.model_version = piece.model_version.or(reply.model_version.take());
        reply.response_id = piece.response_id.or(reply.response_id.take());
        reply.rest.extend(piece.rest);
    }

    /// Returns whether the end of the answer was told, or that there is none.
    pub(crate) fn is_ended(&self) -> bool {
        let feedback = self.reply.prompt_feedback.as_ref();
        feedback.is_some_and(|feedback| feedback.block_reason.is_some())
            || self.reply.candidates.first().is_some_and(|first| first.finish_reason.is_some())
    }

    /// Returns all of it.
    pub(crate) fn whole(self) -> GenerateReply {
        self.reply
    }

    /// Returns the answer with this place, which a piece of it may be the first of.
    fn candidate(&mut self, index: Option<u32>) -> &mut Candidate {
        let candidates = &mut self.reply.candidates;
        let place = |candidate: &Candidate| candidate.index.unwrap_or(0) == index.unwrap_or(0);
        let at = candidates.iter().position(place).unwrap_or_else(|| {
            candidates.push(Candidate { index, ..Candidate::default() });
            candidates.len() - 1
        });
        &mut candidates[at]
    }
}

impl Candidate {
    /// Takes one more piece of the answer in.
    fn take(&mut self, piece: Self) {
        if let Some(content) = piece.content {
            self.content.get_or_insert_default().take(content);
        }
        if let Some(grounding) = piece.grounding_metadata {
            self.grounding_metadata.get_or_insert_default().take(grounding);
        }
        self.finish_reason = piece.finish_reason.or(self.finish_reason.take());
        self.rest.extend(piece.rest);
    }
}

impl Content {
    fn take(&mut self, piece: Self) {
        self.role = piece.role.or(self.role.take());
        self.rest.extend(piece.rest);
        for part in piece.parts {
            match self.parts.last_mut() {
                Some(last) if last.goes_on_with(&part) => last.push(part),
                _ => self.parts.push(part),
            }
        }
    }
}

impl Part {
    /// Returns whether both are texts of one kind.
    fn goes_on_with(&self, next: &Self) -> bool {
        self.text.is_some() && next.text.is_some() && self.is_thought() == next.is_thought()
    }

    fn push(&mut self, next: Self) {
        self.text.get_or_insert_default().push_str(next.text.as_deref().unwrap_or_default());
        self.rest.extend(next.rest);
    }
}

impl GroundingMetadata {
    /// Takes in what one more piece relies on.
    fn take(&mut self, piece: Self) {
        let mut places = Vec::new();
        for chunk in piece.grounding_chunks {
            let at = self.grounding_chunks.iter().position(|known| *known == chunk);
            places.push(at.unwrap_or(self.grounding_chunks.len()) as u32);
            if at.is_none() {
                self.grounding_chunks.push(chunk);
            }
        }
        for mut support in piece.grounding_supports {
            // A piece without passages speaks of those that came before.
            if !places.is_empty() {
                for index in &mut support.grounding_chunk_indices {
                    *index = places.get(*index as usize).copied().unwrap_or(*index);
                }
            }
            if !self.grounding_supports.contains(&support) {
                self.grounding_supports.push(support);
            }
        }
        self.rest.extend(piece.rest);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn gathered(pieces: &[Value]) -> Gathered {
        let mut gathered = Gathered::default();
        for piece in pieces {
            gathered.take(serde_json::from_value(piece.clone()).unwrap());
        }
        gathered
    }

    fn said(text: &str) -> Value {
        json!({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}}]})
    }

    fn relying(chunks: &[&str], indices: &[u32]) -> Value {
        let chunks: Vec<_> =
            chunks.iter().map(|text| json!({"retrievedContext": {"text": text}})).collect();
        json!({"candidates": [{"groundingMetadata": {"groundingChunks": chunks,
            "groundingSupports": [{"segment": {"endIndex": 5}, "groundingChunkIndices": indices}]}}]})
    }

    #[test]
    fn texts_become_one_part_and_thoughts_stay_apart() {
        let thought =
            json!({"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}]}}]});
        let end = json!({"candidates": [{"finishReason": "STOP"}], "modelVersion": "m"});
        let gathered = gathered(&[thought, said("Café: "), said("yes."), end]);
        assert!(gathered.is_ended());
        let whole = gathered.whole();
        assert_eq!(whole.text(), "Café: yes.");
        let content = whole.candidates[0].content.as_ref().unwrap();
        assert_eq!((content.parts.len(), content.role.as_deref()), (2, Some("model")));
        assert_eq!(whole.model_version.as_deref(), Some("m"));
    }

    #[test]
    fn places_of_passages_are_those_of_the_whole() {
        let pieces =
            [relying(&["a", "b"], &[1]), relying(&["b", "c"], &[0, 1]), relying(&[], &[2])];
        let whole = gathered(&pieces).whole();
        let grounding = whole.grounding().unwrap();
        assert_eq!(grounding.grounding_chunks.len(), 3);
        let places =
            grounding.grounding_supports.iter().map(|s| s.grounding_chunk_indices.as_slice());
        assert_eq!(places.collect::<Vec<_>>(), [&[1][..], &[1, 2], &[2]]);
    }

    #[test]
    fn a_list_that_comes_again_is_there_once() {
        let once = relying(&["a", "b"], &[0, 1]);
        assert_eq!(gathered(&[once.clone(), once.clone()]).whole(), gathered(&[once]).whole());
    }

    #[test]
    fn an_answer_without_an_end_is_told_from_one_that_is_held_back() {
        assert!(!gathered(&[said("Let it")]).is_ended());
        assert!(gathered(&[json!({"promptFeedback": {"blockReason": "SAFETY"}})]).is_ended());
    }
}
