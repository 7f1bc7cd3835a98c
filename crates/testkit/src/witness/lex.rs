//! The words of a program.

/// A word.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok {
    /// A name; those of numeric modules with their dot.
    Name(String),
    /// A number with its suffix.
    Number(String),
    /// `#name`.
    Con(String),
    /// An operator, `->`, `<-`, `..<` and so on included.
    Op(String),
    /// A bracket, comma, colon, dot, backslash or question mark; `:>` too.
    Mark(&'static str),
    /// Nothing more.
    End,
}

/// A word, and whether white space stands in front of it: `x[0]` is an index, `f [0]` a call.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) tok: Tok,
    pub(super) spaced: bool,
}

const MARKS: [&str; 14] = [":>", "(", ")", "[", "]", "{", "}", ",", ":", ".", "\\", "?", ";", "`"];

/// Cuts a text into words.
pub(super) fn lex(text: &str) -> Result<Vec<Word>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = vec![];
    let mut at = 0;
    let mut spaced = true;
    while at < chars.len() {
        let c = chars[at];
        if c.is_whitespace() {
            spaced = true;
            at += 1;
            continue;
        }
        let run = |from: usize, ok: &dyn Fn(char) -> bool| {
            chars[from..].iter().take_while(|c| ok(**c)).collect::<String>()
        };
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let (tok, used) = if c.is_ascii_digit() {
            let mut number = run(at, &word);
            // `1.5f64` is one word, `1..<n` is not.
            let next = chars.get(at + number.len() + 1);
            if chars.get(at + number.len()) == Some(&'.') && next.is_some_and(char::is_ascii_digit) {
                number = format!("{number}.{}", run(at + number.len() + 1, &word));
            }
            (Tok::Number(number.clone()), number.len())
        } else if c.is_alphabetic() || c == '_' {
            let mut name = run(at, &word);
            let module = matches!(name.as_str(), "i64" | "i32" | "f64" | "bool");
            if module && chars.get(at + name.len()) == Some(&'.') {
                name = format!("{name}.{}", run(at + name.len() + 1, &word));
            }
            (Tok::Name(name.clone()), name.len())
        } else if c == '#' {
            let name = run(at + 1, &word);
            let used = name.len() + 1;
            (Tok::Con(name), used)
        } else if c == '.' && chars.get(at + 1) == Some(&'.') {
            let dots = run(at, &|c| matches!(c, '.' | '<' | '>'));
            (Tok::Op(dots.clone()), dots.len())
        } else if "+-*/%<>=!&|^".contains(c) {
            let op = run(at, &|c| "+-*/%<>=!&|^".contains(c));
            (Tok::Op(op.clone()), op.len())
        } else {
            let rest: String = chars[at..].iter().take(2).collect();
            match MARKS.iter().find(|m| rest.starts_with(**m)) {
                Some(mark) => (Tok::Mark(mark), mark.len()),
                None => return Err(format!("the witness does not know the character {c}")),
            }
        };
        words.push(Word { tok, spaced });
        spaced = false;
        at += used;
    }
    words.push(Word { tok: Tok::End, spaced: true });
    Ok(words)
}
