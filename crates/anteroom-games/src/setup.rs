//! The settings of a match as people type them: `9×7, five in a row`, `handicap 3`, `columns 9, rows 7, n 5`.

use super::card::{Game, GivenOptions, OptionError, OptionKind, OptionSpec};
use super::quoted::Quoted;

pub(super) const COUNTS: [&str; 16] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
];

impl Game {
    /// Returns popular settings with their names, the usual ones first.
    ///
    /// Empty for a game that has no settings, or only a random number.
    #[must_use]
    pub fn setups(&self) -> Vec<(String, GivenOptions)> {
        let named = self.card.setups.iter().filter_map(|setup| {
            let given: GivenOptions = setup
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect();
            let values = self.complete_options(&given, || 0).ok()?;
            Some(((self.card.settings)(&values), given))
        });
        named.collect()
    }

    /// Reads settings as a person typed them, without checking that they fit the game.
    ///
    /// The text is the name of one of the [`setups`](Self::setups), or in any order the values of choices, keys with
    /// numbers, and bare numbers, which fill the game's whole-number settings in order.
    /// [`complete_options`](Self::complete_options) checks them.
    ///
    /// # Errors
    ///
    /// If the text contains no setting.
    pub fn read_setup(&self, text: &str) -> Result<GivenOptions, OptionError> {
        let typed = text.trim().to_lowercase().replace('x', "×");
        let named = self.setups().into_iter().find(|(name, _)| *name == typed);
        if let Some((_, given)) = named {
            return Ok(given);
        }
        let mut given = GivenOptions::new();
        let mut next: Option<&OptionSpec> = None;
        let text = text.to_lowercase();
        for word in words(&text) {
            let number = number(word);
            let key = self.card.options.iter().find(|spec| spec.key == word);
            if let Some((spec, value)) = self.choice(word) {
                given.insert(spec.key.to_owned(), value.to_owned());
            } else if key.is_some() {
                next = key;
            } else if let Some(number) = number
                && let Some(spec) = next.take().or_else(|| self.next_number(&given))
            {
                given.insert(spec.key.to_owned(), number);
            }
        }
        if given.is_empty() {
            return Err(self.unread(&text));
        }
        Ok(given)
    }

    /// Returns the choice setting that has this value.
    fn choice(&self, word: &str) -> Option<(&OptionSpec, &'static str)> {
        self.card.options.iter().find_map(|spec| {
            let OptionKind::Choice { choices, .. } = &spec.kind else {
                return None;
            };
            let found = choices.iter().find(|(value, _)| *value == word);
            found.map(|(value, _)| (spec, *value))
        })
    }

    /// Returns the first number setting that is not given yet.
    fn next_number(&self, given: &GivenOptions) -> Option<&OptionSpec> {
        let mut numbers = self
            .card
            .options
            .iter()
            .filter(|spec| matches!(spec.kind, OptionKind::Integer { .. } | OptionKind::Seed));
        numbers.find(|spec| !given.contains_key(spec.key))
    }

    fn unread(&self, text: &str) -> OptionError {
        let name = self.card.name;
        let setups: Vec<_> = self.setups().into_iter().map(|(setup, _)| setup).collect();
        let keys: Vec<_> = self.card.options.iter().map(|spec| spec.key).collect();
        let offered = match (setups.is_empty(), keys.is_empty()) {
            (false, _) => format!("Choose one of these: {}.", setups.join("; ")),
            (true, false) => format!("Type {} and a number.", keys.join(" or ")),
            (true, true) => String::from("It has one setup only: leave this empty."),
        };
        OptionError(format!(
            "{} is not a setup of {name}. {offered}",
            Quoted(text.trim())
        ))
    }
}

/// Iterates over the words and numbers of a text: `9×7`, `9x7` and `9 by 7` have the same numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let sides = word.split_once('x').filter(|(left, right)| {
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            digits(left) && digits(right)
        });
        let (first, second) = sides.unwrap_or((word, ""));
        [first, second].into_iter().filter(|word| !word.is_empty())
    })
}

fn number(word: &str) -> Option<String> {
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return Some(word.to_owned());
    }
    let count = COUNTS.iter().skip(1).position(|count| *count == word)?;
    Some((count + 1).to_string())
}
