use crate::features::records::formats::RecordError;
use crate::games::Quoted;

/// A token of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A tag pair: key and value.
    Tag(String, String),
    /// A comment without its brackets.
    Comment(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A move, a number, a sign or a result.
    Word(String),
}

/// A token with its position.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Its first byte.
    pub(crate) at: usize,
    /// Its line, counted from 1.
    pub(crate) line: usize,
    /// The token, or the reason why it is invalid.
    pub(crate) token: Result<Token, String>,
}

/// The characters that end a word.
const SIGNS: &[char] = &['[', ']', '{', '}', '(', ')', ';', '$', '*'];

/// The tokens of a PGN text. Tokenizing continues after an invalid token.
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

    /// Takes the text up to a character and skips that character; `None` if it does not occur.
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

    /// Takes the rest of the line.
    fn line(&mut self) -> &'t str {
        let line = self.rest().lines().next().unwrap_or_default();
        self.skip(line.len());
        line
    }

    /// Reads a tag pair after its bracket, on one line.
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
                    // Some programs do not escape quotation marks in values.
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
        // A sign at the beginning is part of the word: `$3`.
        let first = self.peek().map_or(0, char::len_utf8);
        let behind = rest.get(first..).unwrap_or_default();
        let end = behind
            .find(|c: char| is_space(c) || SIGNS.contains(&c))
            .map_or(rest.len(), |end| first + end);
        self.skip(end);
        rest.get(..end).unwrap_or_default().to_owned()
    }
}

/// Whether a character is white space, a byte order mark, or the end-of-file sign of old programs.
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
    /// Returns the token with its line, or its error with the line.
    pub(crate) fn read(self) -> Result<(usize, Token), RecordError> {
        let line = self.line;
        self.token
            .map(|token| (line, token))
            .map_err(|why| RecordError::at(line, why))
    }
}
