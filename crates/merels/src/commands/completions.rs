//! `merels completions`: shell completions.

use std::io;
use std::process::ExitCode;

use crate::output;
use anyhow::Result;
use clap_complete::Shell;

/// Prints a completion script for your shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  merels completions bash > ~/.local/share/bash-completion/completions/merels
  merels completions zsh > ~/.zfunc/_merels
  merels completions fish > ~/.config/fish/completions/merels.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions of a whole command line.
pub(crate) fn run(args: &Args, mut program: clap::Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "merels", &mut script);
    io::Write::write_all(&mut output::stdout(), &script)?;
    Ok(ExitCode::SUCCESS)
}
