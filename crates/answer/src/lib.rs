//! Question and passages to an answer.
pub mod generate;
