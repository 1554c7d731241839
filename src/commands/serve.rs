//! `drumhead serve`: the desk over JSON lines.

use std::io::{self, BufReader};

use super::Done;
use desk::Library;
use games::Games;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the JSON Schema of all messages and exit.
    #[arg(long)]
    schema: bool,
}

pub fn run(games: Games, library: Library, args: &Args) -> Done {
    if args.schema {
        let schema = serde_json::to_string_pretty(&protocol::schema(&games))?;
        return schema.lines().try_for_each(super::say_whole);
    }
    let mut server = protocol::Server::new(games, library);
    match server.serve(BufReader::new(io::stdin().lock()), io::stdout().lock()) {
        // The reader has gone, so there is nowhere to report this.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
