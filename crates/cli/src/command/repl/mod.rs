//! `windrow repl`: definitions and expressions, one after the other.

mod editor;
mod session;

use super::{ExecuteArgs, Stop, Where, parse_where};
use clap::Args;
use driver::devices::Place;
use session::{Reply, Session};
use std::io::{BufRead, IsTerminal};

#[derive(Args)]
pub(super) struct ReplArgs {
    /// A program to load first.
    file: Option<String>,
    /// Where to evaluate: auto, interp, native, opencl or cuda.
    #[arg(short, long, default_value = "interp", value_parser = parse_where)]
    backend: Where,
    #[command(flatten)]
    execute: ExecuteArgs,
}

const HELP: &str = "\
Write an expression to see its value, or a definition to use it later.
What is not complete goes on in the next line; an empty line ends it.
  :type EXPRESSION   show the type of an expression
  :load FILE         make the definitions of a program known
  :help              show this
  :quit              leave (or the end of the input)
The first letter of a command is enough.";

/// Lines from a terminal or from anywhere else.
enum Lines {
    Terminal(Box<editor::Editor>),
    Plain(std::io::Lines<std::io::StdinLock<'static>>),
}

impl Lines {
    /// The next line, or none at the end. An interrupted line is `None` inside.
    fn next(&mut self, more: bool, session: &Session) -> Option<Option<String>> {
        match self {
            Lines::Terminal(editor) => editor.line(more, session),
            Lines::Plain(lines) => lines.next()?.ok().map(Some),
        }
    }
}

pub(super) fn repl(args: &ReplArgs) -> Result<bool, Stop> {
    let options = args.execute.options().map_err(Stop::Use)?;
    let device = args.execute.device.as_deref();
    // A device that was chosen says where.
    let anywhere = Where::Auto.backends();
    let backends = if device.is_some() && args.backend == Where::On(driver::Backend::Interp) {
        anywhere
    } else {
        args.backend.backends()
    };
    let place = Place::first(&backends, device)?;
    place.remark().into_iter().for_each(|remark| eprintln!("note: {remark}"));
    let mut session = Session::new(place, options)?;
    if let Some(file) = &args.file {
        session.load(file)?;
    }
    let mut lines = if std::io::stdin().is_terminal() {
        println!("windrow {}; :help for help", env!("CARGO_PKG_VERSION"));
        Lines::Terminal(Box::new(editor::Editor::new().map_err(|e| format!("error: {e}"))?))
    } else {
        Lines::Plain(std::io::stdin().lock().lines())
    };
    let mut input = String::new();
    while let Some(line) = lines.next(!input.is_empty(), &session) {
        let Some(line) = line else {
            input.clear();
            continue;
        };
        if input.is_empty() && line.trim_start().starts_with(':') {
            if command(&mut session, line.trim()) {
                break;
            }
            continue;
        }
        let last = line.trim().is_empty();
        input.push_str(&line);
        match session.enter(&input, last) {
            Reply::Incomplete => {
                input.push('\n');
                continue;
            }
            Reply::Nothing => {}
            Reply::Text(text) => println!("{text}"),
            Reply::Error(text) => eprintln!("{text}"),
        }
        input.clear();
    }
    if !input.trim().is_empty()
        && let Reply::Error(text) | Reply::Text(text) = session.enter(&input, true)
    {
        eprintln!("{text}");
    }
    Ok(true)
}

/// Does what a line with a colon says; true ends the session.
fn command(session: &mut Session, line: &str) -> bool {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let is = |name: &str| word.len() > 1 && name.starts_with(word);
    let result = if is(":quit") {
        return true;
    } else if is(":help") {
        Ok(HELP.to_string())
    } else if is(":type") {
        session.type_of(rest)
    } else if is(":load") {
        session.load(rest).map(|()| String::new())
    } else {
        Err(format!("error: there is no command {word}; :help shows those there are"))
    };
    match result {
        Ok(text) if text.is_empty() => {}
        Ok(text) => println!("{text}"),
        Err(text) => eprintln!("{text}"),
    }
    false
}
