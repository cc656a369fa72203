//! Playing a turn through the picker.

use std::future::ready;
use std::time::Duration;

use loopback_discord::{Answer, Message, Place};

use crate::support::stage::{Stage, Table, boards, caption, labels};
use crate::support::wait;

/// Presses *Move…* below the latest board. If that board was not an answer, the bot must keep it editable, so the
/// picker arrives as a further message.
pub async fn picker(place: &Place, board: &Message) -> Answer {
    let seen = place.messages().last().map(Message::id);
    let answer = place.press(board, "Move…").await;
    let Answer::DeferredUpdate = answer else {
        return answer;
    };
    let further = wait::until(Duration::from_secs(60), || {
        let last = place.messages().pop();
        ready(last.filter(|last| Some(last.id()) > seen && last.is_ephemeral()))
    });
    Answer::Message(further.await.expect("a picker"))
}

pub struct Hand<'a> {
    pub place: &'a Place,
    pub message: Message,
    /// The number of presses and choices since the picker was opened.
    pub presses: usize,
}

impl<'a> Hand<'a> {
    pub async fn open(place: &'a Place, board: &Message) -> Hand<'a> {
        Self::of(place, picker(place, board).await)
    }

    /// Returns the picker that answers a command or a press.
    #[track_caller]
    pub fn of(place: &'a Place, answer: Answer) -> Self {
        match answer {
            Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => Self {
                place,
                message,
                presses: 0,
            },
            other => panic!("not a picker: {other:#?}"),
        }
    }

    /// Returns the button or the menu with this key; commas separate several pieces.
    fn find(&self, key: &str) -> Option<(String, bool)> {
        let button = self.message.buttons().into_iter().find(|button| {
            ["pick/", "end/"]
                .iter()
                .any(|kind| button.custom_id.starts_with(kind))
                && button.custom_id.ends_with(&format!("/{key}"))
        });
        if let Some(button) = button {
            return Some((button.custom_id, true));
        }
        let menus = self.message.menus().into_iter();
        let has =
            |options: &[(String, String)], key: &str| options.iter().any(|(_, value)| value == key);
        let mut menus = menus.filter(|menu| {
            has(&menu.options, key) || key.split(',').all(|key| has(&menu.options, key))
        });
        menus.next().map(|menu| (menu.custom_id, false))
    }

    /// Presses the button with this key, or chooses the key from its menu.
    pub async fn try_pick(&self, key: &str) -> Answer {
        let found = self.find(key);
        let (custom_id, is_button) =
            found.unwrap_or_else(|| panic!("{key} cannot be picked: {:#?}", self.message));
        if is_button {
            return self.place.click(&self.message, &custom_id).await;
        }
        let keys = if key.starts_with('=') {
            vec![key]
        } else {
            key.split(',').collect()
        };
        self.place.select(&self.message, &custom_id, keys).await
    }

    /// Whether [`make`](Self::make) can make this step.
    pub fn offers(&self, step: &str) -> bool {
        let group = step.contains('-') && self.find("+").is_some();
        group
            || [step.to_owned(), format!("={step}")]
                .iter()
                .any(|key| self.find(key).is_some())
    }

    /// Makes a step: as a whole if the picker offers it, else piece by piece. Also picks a single key.
    pub async fn make(&mut self, step: &str) {
        let whole = format!("={step}");
        let group = step.split_once('-').filter(|_| self.find("+").is_some());
        match group {
            _ if self.find(&whole).is_some() => self.pick(&whole).await,
            Some((group, direction)) => {
                for key in ["+", group, direction] {
                    self.pick(key).await;
                }
            }
            None => self.pick(step).await,
        }
    }

    pub async fn pick(&mut self, key: &str) {
        let answer = self.try_pick(key).await;
        self.changed(answer);
    }

    pub async fn press(&mut self, label: &str) {
        let answer = self.place.press(&self.message, label).await;
        self.changed(answer);
    }

    #[track_caller]
    pub fn changed(&mut self, answer: Answer) {
        let Answer::Update(message) = answer else {
            panic!("the picker does not change: {answer:#?}")
        };
        self.message = message;
        self.presses += 1;
    }

    /// Returns the keys of all buttons and options.
    pub fn keys(&self) -> Vec<String> {
        let buttons = self.message.buttons();
        let keys = buttons.iter().filter_map(|button| {
            button
                .custom_id
                .strip_prefix("pick/")?
                .splitn(3, '/')
                .nth(2)
        });
        let menus = self.message.menus();
        let options = menus
            .iter()
            .flat_map(|menu| &menu.options)
            .map(|(_, value)| value.as_str());
        keys.chain(options).map(str::to_owned).collect()
    }

    /// Whether the turn is played: the message is the picker of another match, which can be left for later, or it shows
    /// no picture, and at most *Plan Reply* as a button.
    pub fn has_played(&self) -> bool {
        let buttons = self.message.buttons();
        let leads_on = buttons.iter().any(|button| button.label == "Later");
        let nothing_left = self.message.attachments().is_empty()
            && buttons.iter().all(|button| button.label == "Plan Reply");
        leads_on || nothing_left
    }

    pub fn says(&self, words: &str) -> bool {
        self.message.content().contains(words) || caption(&self.message).contains(words)
    }
}

pub async fn finish(stage: &Stage, table: &Table, mut hand: Hand<'_>) -> Message {
    let before = boards(&table.cleo).len();
    hand.press("Play").await;
    assert!(
        hand.message.is_ephemeral() && hand.has_played(),
        "{:#?}",
        hand.message
    );
    let board = stage.board(table, before + 1).await;
    // The other player is to move now, so the mover may plan a reply.
    let mover = if std::ptr::eq(hand.place, &table.ana) {
        "ana"
    } else {
        "ben"
    };
    let waits = board.button("Move…").is_some() && !board.mentions().contains(&mover);
    assert_eq!(
        labels(&hand.message),
        if waits { &["Plan Reply"][..] } else { &[] },
        "{:#?}",
        hand.message
    );
    board
}
