//! `notekin` alone: how things stand, and what to do next.

use std::path::{Path, PathBuf};

use notekin_config::Error;
use notekin_engine::Audience;
use notekin_wire as wire;

use crate::args::Global;
use crate::opened::{self, Opened};
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};

pub(crate) fn run(global: &Global, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    match notekin_config::choose(&config.register, &global.vault, &opened::here()?) {
        Err(Error::NoVault { here, vaults }) if !output.is_json() => {
            welcome(&here, &vaults, output)
        }
        vaults => {
            for vault in vaults? {
                overview(&Opened::new(&config, vault)?, output)?;
            }
            Ok(Outcome::Found)
        }
    }
}

fn welcome(here: &Path, vaults: &[PathBuf], output: &mut Output) -> Result<Outcome, Failure> {
    output.text(|out| print::status::no_vault(here, vaults, out))?;
    Ok(Outcome::Found)
}

fn overview(opened: &Opened, output: &mut Output) -> Result<(), Failure> {
    let status = opened.engine.status(Audience::Owner)?;
    output.reply(&wire::Status::from(&status), |out| {
        print::status::whole(opened, &status, out)?;
        print::status::next(opened, &status, out)
    })
}
