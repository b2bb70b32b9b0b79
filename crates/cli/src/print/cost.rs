//! How it is told what reading by meaning takes.

use std::io::{self, Write};

use notekin_engine::Cost;

use crate::talk::{count, duration, grouped};

/// Writes what reading the rest would take.
pub(crate) fn dry_run(cost: &Cost, out: &mut dyn Write) -> io::Result<()> {
    let place = if cost.elsewhere { "which isn't on this machine" } else { "on this machine" };
    writeln!(out, "{} by `{}`{}, {place}", amount(cost), cost.model, at(cost))?;
    if !cost.tried {
        writeln!(out, "model   not tried yet: nothing was sent there")?;
    }
    if let Some(seconds) = cost.seconds.filter(|_| cost.passages > 0) {
        writeln!(out, "time    about {} on two cores", duration(seconds))?;
    }
    if !cost.elsewhere {
        return Ok(());
    }
    match (cost.price, cost.dollars()) {
        (Some(price), Some(sum)) => writeln!(
            out,
            "price   {}, at {} a million tokens ({}, read {})",
            estimated(sum),
            dollars(price.dollars_per_million),
            price.source,
            price.read
        )?,
        _ => writeln!(out, "price   not known here")?,
    }
    match cost.budget_left {
        Some(left) => writeln!(out, "budget  {} left this month", count(left as usize, "token")),
        None => Ok(()),
    }
}

/// Returns what is read how and for what, as the end of a sentence; `what` says more of the passages.
pub(crate) fn told(cost: &Cost, what: &str) -> String {
    if let Some(seconds) = cost.seconds {
        let passages = count(cost.passages, "passage");
        return format!("{passages}{what} in about {}", duration(seconds));
    }
    if !cost.elsewhere {
        return format!("{}{what}, by `{}`", amount(cost), cost.model);
    }
    let price = match (cost.price, cost.dollars()) {
        (Some(price), Some(sum)) => {
            let rate = dollars(price.dollars_per_million);
            format!("{}, at {rate} a million tokens as of {}", estimated(sum), price.read)
        }
        _ => "price not known here".to_owned(),
    };
    let budget = match cost.budget_left {
        Some(left) if left < cost.tokens as u64 => {
            format!("; the budget leaves only {} of them this month", grouped(left as usize))
        }
        _ => String::new(),
    };
    let sent = if cost.passages == 0 {
        "no note now, but queries and what changes".to_owned()
    } else {
        amount(cost)
    };
    let at = at(cost);
    format!("{sent}{what}, to `{}`{at}, which isn't on this machine ({price}{budget})", cost.model)
}

/// Returns at which other machine a model is, as what follows its name.
fn at(cost: &Cost) -> String {
    cost.host.as_ref().map(|host| format!(" at `{host}`")).unwrap_or_default()
}

fn amount(cost: &Cost) -> String {
    let (notes, passages) = (count(cost.notes, "note"), count(cost.passages, "passage"));
    format!("{passages} of {notes}, about {}", count(cost.tokens, "token"))
}

/// Returns a sum as people write it, to the cent.
fn dollars(sum: f64) -> String {
    format!("${sum:.2}")
}

/// Returns what something costs by an estimate.
fn estimated(sum: f64) -> String {
    if sum < 0.005 { "less than a cent".to_owned() } else { format!("about {}", dollars(sum)) }
}

#[cfg(test)]
mod tests {
    use notekin_engine::Cost;
    use notekin_engine::models::Price;

    use super::told;

    fn cost(tokens: usize, dollars: Option<f64>, budget_left: Option<u64>) -> Cost {
        let price =
            |dollars_per_million| Price { dollars_per_million, read: "2026-11", source: "" };
        Cost {
            model: "openai/x".to_owned(),
            notes: 1,
            passages: 2,
            tokens,
            seconds: None,
            elsewhere: true,
            host: Some("x.example".to_owned()),
            agreed: false,
            tried: true,
            price: dollars.map(price),
            budget_left,
        }
    }

    #[test]
    fn a_cost_is_told_with_all_that_is_known_of_it() {
        insta::assert_snapshot!(told(&cost(3_000_000, Some(0.13), None), ""), @"2 passages of 1 note, about 3,000,000 tokens, to `openai/x` at `x.example`, which isn't on this machine (about $0.39, at $0.13 a million tokens as of 2026-11)");
        insta::assert_snapshot!(told(&cost(300, Some(0.02), Some(299)), ""), @"2 passages of 1 note, about 300 tokens, to `openai/x` at `x.example`, which isn't on this machine (less than a cent, at $0.02 a million tokens as of 2026-11; the budget leaves only 299 of them this month)");
        insta::assert_snapshot!(told(&cost(300, None, Some(300)), ""), @"2 passages of 1 note, about 300 tokens, to `openai/x` at `x.example`, which isn't on this machine (price not known here)");
        let here = Cost { elsewhere: false, host: None, ..cost(300, None, None) };
        insta::assert_snapshot!(told(&here, " without links"), @"2 passages of 1 note, about 300 tokens without links, by `openai/x`");
        let own = Cost { seconds: Some(30.0), ..here };
        insta::assert_snapshot!(told(&own, " without links"), @"2 passages without links in about 30 seconds");
    }
}
