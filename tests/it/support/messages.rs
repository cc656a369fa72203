//! Matches made by commands, and snapshots of what the bot says about them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::journal::Journal;
use anteroom::db::{Denial, Listed, ListedStatus, Places};
use anteroom::discord::ui::Composed;
use anteroom::features::pages::messages::contest::Contest;
use anteroom::features::pages::messages::html::contest_page;
use anteroom::features::pages::model::ShownContest;
use anteroom::features::play;
use anteroom::games::GivenOptions;
use anteroom::kernel::View;
use anteroom::matches::{
    Challenge, ChannelId, Command, DaysOff, EntryRule, Event, Fact, GuildId, JournalId, Match,
    MatchId, MessageId, Place, Refusal, SeatChoice, ServerPreferences, UserId,
};
use anteroom::people::Moment;
use loopback_discord::Message;
use strum::VariantNames;

use crate::support::people::{challenge, plays};

pub const ANA: UserId = UserId(111);

pub const BO: UserId = UserId(222);

pub const START: Moment = Moment(1_790_000_000_000);

/// A match built from commands, with its latest event.
pub struct Game {
    pub played: Match,
    pub last: Event,
    pub now: Moment,
}

impl Game {
    pub fn proposed(
        game: &str,
        options: &[(&str, &str)],
        invited: Option<UserId>,
        seat: SeatChoice,
    ) -> Self {
        let options: GivenOptions = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let challenge = Challenge {
            place: Place {
                guild: Some(GuildId(5)),
                channel: ChannelId(50),
            },
            options,
            challenger: ANA,
            invited: invited.map(Into::into),
            seat,
            ..challenge(game, "3d")
        };
        let proposal = challenge.into_proposal(|| 0).expect("a challenge");
        let played = Match::proposed(MatchId(12), proposal.clone(), START).expect("a match");
        Self {
            played,
            last: Event {
                at: START,
                fact: Fact::Proposed(proposal),
            },
            now: START,
        }
    }

    pub fn begun(game: &str) -> Self {
        let mut begun = Self::proposed(game, &[], Some(BO), SeatChoice::Seat(Seat::First));
        begun.does(Command::Accept { by: BO });
        begun
    }

    pub fn does(&mut self, command: Command) -> &mut Self {
        self.now = self.now.after(Duration::from_secs(60));
        self.does_at_once(command)
    }

    /// Applies a command without advancing the clock.
    pub fn does_at_once(&mut self, command: Command) -> &mut Self {
        for event in self.played.decide(&command, self.now).expect("an event") {
            self.played.apply(&event).expect("it follows");
            self.last = event;
        }
        self
    }

    pub fn plays(&mut self, turns: &str) -> &mut Self {
        for turn in turns.split(' ') {
            let by = self.played.person_to_move().expect("somebody to move");
            self.does(plays(by, turn));
        }
        self
    }

    pub fn news(&self) -> Composed {
        play::messages::news(&self.played, &self.last)
    }

    /// Returns the card in the channel.
    pub fn card(&self) -> Composed {
        play::messages::card(&self.played, PLACES.thread, self.played.changed_at())
    }

    /// Returns the board that one person sees.
    pub fn board(&self, user: UserId, side: Seat) -> Composed {
        let at = self.played.changed_at();
        play::messages::board(&self.played, PLACES.thread, user, side, at, true)
    }

    pub fn refused(&self, command: Command) -> Refusal {
        self.played
            .decide(&command, self.now)
            .expect_err("a refusal")
    }
}

pub const PLACES: Places = Places {
    thread: Some(ChannelId(77)),
    card: Some(MessageId(77)),
    board: Some(MessageId(78)),
};

/// Returns a league or a ladder.
pub fn journal(name: &str) -> Journal {
    Journal {
        id: JournalId(7),
        guild: GuildId(5),
        channel: ChannelId(50),
        name: name.to_owned(),
        closed: false,
        told: 0,
        entry: EntryRule::Everyone,
        page: None,
    }
}

pub fn listed(id: u64) -> Listed {
    Listed {
        pause: None,
        id: MatchId(id),
        game: String::from("connect-n"),
        status: ListedStatus::Playing,
        place: Place {
            guild: Some(GuildId(5)),
            channel: ChannelId(50),
        },
        challenger: BO,
        team: None,
        invited: Some(ANA.into()),
        players: Some([ANA.into(), BO.into()]),
        to_move: Some(Seat::First),
        deadline: Some(START),
        board: 4,
        turns: 4,
        changed_at: START,
        places: PLACES,
        made_at: START,
        days_off: DaysOff::Allowed,
    }
}

/// A match in which Ana is to move, for reminders.
pub fn waiting(id: u64, channel: u64) -> View {
    let mut game = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Seat(Seat::First));
    let mut proposal = game.played.proposal().clone();
    proposal.place.channel = ChannelId(channel);
    game.played = Match::proposed(MatchId(id), proposal, START).expect("a match");
    game.does(Command::Accept { by: BO });
    view_of(game.played)
}

/// Returns a match as the bot reads it.
pub fn view_of(played: Match) -> View {
    View {
        state: Arc::new(played),
        places: PLACES,
        server: ServerPreferences::default(),
        followers: Default::default(),
        names: Vec::new(),
    }
}

/// Compares a message with its snapshot, and checks Discord's limit of 2000 characters.
#[track_caller]
pub fn check(name: &str, message: &Composed) {
    assert!(message.content.chars().count() <= 2000, "{name}");
    check_text(name, &message.to_string());
}

/// Compares a text with its snapshot. The snapshot's folder has the name of the test's file:
///
/// `play/messages/news/win.snap` for `play/messages/news.rs`.
#[track_caller]
pub fn check_text(name: &str, text: &str) {
    let file = Path::new(std::panic::Location::caller().file()).with_extension("");
    check_in(&file, name, text);
}

/// Compares the sentences of refusals with a snapshot. A new refusal fails here until it is among them.
#[track_caller]
pub fn check_denials<D: Denial + VariantNames>(name: &str, all: &[D]) {
    let names: BTreeSet<_> = all.iter().map(Denial::name).collect();
    assert_eq!(names, D::VARIANTS.iter().copied().collect(), "{name}");
    let said: Vec<_> = all.iter().map(Denial::sentence).collect();
    check_text(name, &said.join("\n"));
}

/// Compares messages in Discord with a snapshot: `computers/messages/hints.snap` for `computers/hints.rs`. For messages
/// that a test can only get on a stage.
#[track_caller]
pub fn check_seen<'a>(name: &str, seen: impl IntoIterator<Item = &'a Message>) {
    let file = Path::new(std::panic::Location::caller().file()).with_file_name("messages");
    let seen: Vec<_> = seen.into_iter().map(words).collect();
    check_in(&file, name, &without_ids(&seen.join("---\n")));
}

/// Like [`check_seen`], but for lines that no other snapshot has.
#[track_caller]
pub fn check_lines<'a>(name: &str, lines: impl IntoIterator<Item = &'a str>) {
    let file = Path::new(std::panic::Location::caller().file()).with_file_name("messages");
    let lines: Vec<_> = lines.into_iter().collect();
    check_in(&file, name, &without_ids(&lines.join("\n")));
}

/// Returns the small lines of a message.
pub fn small_lines(message: &Message) -> impl Iterator<Item = &str> {
    let lines = message.content().lines();
    lines.filter(|line| line.starts_with("-# "))
}

/// Returns the line of a challenge that names its terms.
pub fn terms(challenge: &Message) -> &str {
    challenge.content().lines().nth(1).expect("terms")
}

fn check_in(folder: &Path, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Returns all text of a message: content, pictures, menus and buttons.
fn words(message: &Message) -> String {
    let mut words = format!("{}\n", message.content());
    for file in message.attachments() {
        words += &format!("({}: {})\n", file.filename, file.description);
    }
    for menu in message.menus() {
        let options: Vec<_> = menu.options.into_iter().map(|(label, _)| label).collect();
        words += &format!("[{}]\n", options.join(" | "));
    }
    for button in message.buttons() {
        words += &format!("[{}] ", button.label);
    }
    words.trim_end().to_owned() + "\n"
}

/// Replaces Discord's ids and timestamps, which differ in each run, by numbers: the first id is `#1`.
fn without_ids(text: &str) -> String {
    let mut ids = Vec::new();
    let mut without = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        if digits.len() < 10 {
            without += part;
            continue;
        }
        let at = ids.iter().position(|id| *id == digits);
        let at = at.unwrap_or(ids.len());
        if at == ids.len() {
            ids.push(digits);
        }
        without += &format!("#{}{}", at + 1, &part[digits.len()..]);
    }
    without
}

/// Returns what the web page of a contest says, a line for each heading, row and game.
pub fn on_the_web(contest: &Contest, season: Option<u32>) -> String {
    let page = contest_page(&ShownContest {
        name: "ABCDEFGHIJKLMNOPQRSTUV".parse().expect("a name"),
        title: contest.journal().name.clone(),
        kind: contest.title(),
        game: contest.game(),
        terms: contest.terms(),
        content: contest.content(season).expect("such a season"),
        privacy: None,
    });
    let main = page.split("<main>").nth(1).expect("a beginning");
    let main = main.split("</main>").next().expect("an end");
    let mut text = String::new();
    for part in main.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').expect("a tag");
        let name = tag.split(' ').next().unwrap_or_default();
        text.push_str(match name {
            "h1" | "h2" | "h3" | "li" | "tr" | "p" | "div" | "details" | "nav" => "\n",
            _ => " ",
        });
        text.push_str(rest);
    }
    let lines = text.lines().map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.join(" ")
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}
