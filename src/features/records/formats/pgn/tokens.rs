use crate::features::records::formats::RecordError;
use crate::games::Quoted;

/// A piece of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A tag pair: key and value.
    Tag(String, String),
    /// A comment without its brackets.
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A move, a number, a sign or a result.
    Word(String),
}

/// A piece of a PGN text with its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// The byte at which it begins.
    pub(crate) at: usize,
    /// The line in which it begins, counted from 1.
    pub(crate) line: usize,
    /// The piece, or why it cannot be read.
    pub(crate) token: Result<Token, String>,
}

/// Words end before these.
const SIGNS: &[char] = &['[', ']', '{', '}', '(', ')', ';', '$', '*'];

/// The pieces of a PGN text, one after the other. It goes on after what cannot be read.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) const fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Everything up to a character, which is skipped; `None` if it does not come.
    fn until(&mut self, end: char) -> Option<&'t str> {
        let (found, _) = self.rest().split_once(end)?;
        self.skip(found.len() + end.len_utf8());
        Some(found)
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = self.rest().get(..bytes).unwrap_or_default();
        self.line += skipped.matches('\n').count();
        self.at += skipped.len();
    }

    /// The rest of the line.
    fn line(&mut self) -> &'t str {
        let line = self.rest().lines().next().unwrap_or_default();
        self.skip(line.len());
        line
    }

    /// A tag pair, behind its bracket. It stands on one line.
    fn tag(&mut self) -> Result<Token, String> {
        let line = self.rest().lines().next().unwrap_or_default();
        let unclosed = || String::from("This tag is never closed.");
        let Some((key, rest)) = line.split_once('"') else {
            self.skip(line.len());
            return Err(match line.contains(']') {
                true => String::from("A tag is written as in [Event \"Casual game\"]."),
                false => unclosed(),
            });
        };
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((index, c)) = letters.next() {
            match c {
                '\\' => value.extend(letters.next().map(|(_, c)| c)),
                '"' => {
                    let behind = rest.get(index + 1..).unwrap_or_default();
                    let spaces = behind.len() - behind.trim_start().len();
                    if behind.trim_start().starts_with(']') {
                        self.skip(key.len() + 1 + index + 1 + spaces + 1);
                        return Ok(Token::Tag(key.trim().to_owned(), value));
                    }
                    // Some programs write quotation marks in values as they are.
                    value.push(c);
                }
                c => value.push(c),
            }
        }
        self.skip(line.len());
        Err(unclosed())
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        // A sign at the beginning is part of it: `$3`.
        let first = self.peek().map_or(0, char::len_utf8);
        let behind = rest.get(first..).unwrap_or_default();
        let end = behind
            .find(|c: char| is_space(c) || SIGNS.contains(&c))
            .map_or(rest.len(), |end| first + end);
        self.skip(end);
        rest.get(..end).unwrap_or_default().to_owned()
    }
}

/// White space, and the sign with which old programs end their files.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{1a}' || c == '\u{feff}'
}

impl Iterator for Tokens<'_> {
    type Item = Placed;

    fn next(&mut self) -> Option<Placed> {
        let c = loop {
            let c = self.peek()?;
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if c == '%' && begins_line {
                self.line();
            } else if is_space(c) {
                self.next_char();
            } else {
                break c;
            }
        };
        let (at, line) = (self.at, self.line);
        let token = match c {
            '[' => {
                self.next_char();
                self.tag()
            }
            '{' => {
                self.next_char();
                match self.until('}') {
                    Some(text) => Ok(Token::Comment(text.to_owned())),
                    None => {
                        self.skip(self.rest().len());
                        Err(String::from("This comment is never closed."))
                    }
                }
            }
            ';' => {
                self.next_char();
                Ok(Token::Comment(self.line().to_owned()))
            }
            '(' => {
                self.next_char();
                Ok(Token::Open)
            }
            ')' => {
                self.next_char();
                Ok(Token::Close)
            }
            ']' | '}' => {
                self.next_char();
                Err(format!("{} does not belong here.", Quoted(&c.to_string())))
            }
            '*' => {
                self.next_char();
                Ok(Token::Word(String::from("*")))
            }
            _ => Ok(Token::Word(self.word())),
        };
        Some(Placed { at, line, token })
    }
}

impl Placed {
    /// The piece, or the error in its line.
    pub(crate) fn read(self) -> Result<(usize, Token), RecordError> {
        let line = self.line;
        self.token
            .map(|token| (line, token))
            .map_err(|why| RecordError::at(line, why))
    }
}
