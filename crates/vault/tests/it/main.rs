//! Everything the vault promises, tried on small folders written to disk.

#![expect(clippy::unwrap_used, reason = "what fails in a test's own preparation fails the test")]
#![expect(clippy::print_stderr, reason = "a test that can't run says so")]

mod changes;
mod explain;
mod folder;
mod links;
mod open;
mod policy;
mod read;
mod scan;
mod symlinks;
mod vaults;
