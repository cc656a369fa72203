use super::challenge_options::{SetUp, begins, begins_in_private};
use super::practice::practice_begun;
use crate::db::Places;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::terms::rules_button;
use crate::discord::ui::words::{list, message_link};
use crate::discord::ui::{
    Button, Composed, Gallery, GalleryBoard, Picture, Tone, called, channel_link,
};
use crate::features::play::press::options::Shown;
use crate::features::play::press::{ChallengeOptions, Press};
use crate::features::simuls::press::Press as SimulPress;
use crate::features::study::press::Press as StudyPress;
use crate::features::teams::press::{Press as TeamPress, SetUp as TeamSetUp};
use crate::games::{CATALOGUE, Game, alt_text};
use crate::matches::{Level, Match, MatchId, Player, TimeControl};

/// The number of games in one row.
const BESIDE: usize = 4;

/// The list of games, the easiest first. `opponent` is the person to challenge, if known.
pub fn choose_game(with: OpponentChoice, opponent: Option<Player>) -> Composed {
    let question = match opponent {
        Some(opponent) => format!("Which game against {}?", called(opponent)),
        None => String::from("Which game?"),
    };
    let games = CATALOGUE.iter().map(|game| {
        let card = &game.card;
        format!(
            "**{}** · {}. {}\n",
            card.name,
            card.learning.words().to_lowercase(),
            card.tagline
        )
    });
    let buttons = CATALOGUE.iter().map(|game| {
        let id = Press::GamePage {
            game: game.card.key.to_owned(),
            with,
        };
        Button::plain(game.card.name, id)
    });
    let buttons: Vec<_> = buttons.collect();
    Composed {
        gallery: gallery(),
        rows: buttons.chunks(BESIDE).map(<[Button]>::to_vec).collect(),
        ..Composed::text(format!(
            "{question} Press one to see it. Nothing starts yet.\n{}",
            games.collect::<String>().trim_end()
        ))
    }
}

/// The sample boards of all games, in the order of the catalogue.
fn gallery() -> Option<Gallery> {
    let boards: Option<Vec<_>> = CATALOGUE
        .iter()
        .map(|game| {
            let name = game.card.name.to_owned();
            Some(GalleryBoard::plain(name, game.sample_scene()?))
        })
        .collect();
    let names: Vec<_> = CATALOGUE
        .iter()
        .map(|game| game.card.name.to_owned())
        .collect();
    Some(Gallery {
        boards: boards?,
        beside: 3,
        alt: format!("Boards of {}.", list(&names)),
        file: String::from("games.png"),
        lasting: true,
    })
}

/// The picture of a game's page: its sample position.
fn sample_picture(game: &Game) -> Option<Picture> {
    let (position, effects) = game.sample()?;
    Some(Picture {
        scene: game.sample_scene()?,
        alt: alt_text(&*position, &effects),
        position: None,
        legend: String::new(),
        file: format!("{}.png", game.card.key),
        players: None,
    })
}

/// Where a person's match against the computer can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeIn {
    /// In this channel, in which nobody else is.
    Alone,
    /// In direct messages only: the bot is not in the server.
    Private,
    /// In a thread of this channel, or in direct messages.
    Threads,
    /// Like [`Threads`](Self::Threads), but the server prefers direct messages.
    PrivateFirst,
}

impl PracticeIn {
    /// Whether no other player can be challenged here.
    const fn is_alone(self) -> bool {
        matches!(self, PracticeIn::Alone | PracticeIn::Private)
    }
}

/// The page of a game, with buttons that start a match and, against people, menus for its options.
/// `usual` is the default clock; `level` is the computer's level to begin with; `more` is the command with all settings.
pub fn game_page(
    game: &Game,
    (with, opponent): (OpponentChoice, Option<Player>),
    (wanted, usual): (ChallengeOptions, TimeControl),
    (level, practice): (Level, PracticeIn),
    more: &str,
) -> Composed {
    let card = &game.card;
    let key = || card.key.to_owned();
    let set_up = SetUp {
        game,
        with,
        wanted,
        usual,
    };
    let begin = |label, tone, with| Button::new(label, tone, begins(game, with, wanted));
    let page_with = |with| match wanted == ChallengeOptions::USUAL {
        true => Press::GamePage { game: key(), with },
        false => Press::GameSo {
            game: key(),
            with,
            wanted,
        },
    };
    let computer = || {
        let with = OpponentChoice::Computer(level);
        Button::new("Play the Computer", Tone::Primary, page_with(with))
    };
    let (mut begin_row, what) = match (with, opponent) {
        (OpponentChoice::Anyone, _) if practice.is_alone() => (
            vec![computer()],
            String::from("Choose the computer's level next."),
        ),
        (OpponentChoice::Anyone, _) => (
            vec![
                begin("Challenge Anyone", Tone::Success, OpponentChoice::Anyone),
                computer(),
            ],
            String::from(
                "Anyone in this channel may accept your challenge. Against the computer you choose a level and begin at once.",
            ),
        ),
        (with, Some(Player::Person(user))) => (
            vec![begin("Challenge", Tone::Success, with)],
            format!("{} may accept or decline.", called(user.into())),
        ),
        (with, Some(Player::Computer(level))) => (
            practise(practice, |label, tone, private| {
                let id = match private {
                    true => begins_in_private(game, with, wanted),
                    false => begins(game, with, wanted),
                };
                Button::new(label, tone, id)
            }),
            format!("{} begins at once.", called(Player::Computer(level))),
        ),
        (with, Some(Player::Team(_)) | None) => {
            (vec![begin("Challenge", Tone::Success, with)], String::new())
        }
    };
    let lessons = card.lessons.map(|_| {
        let lessons = StudyPress::LessonsOf { game: key() };
        Button::plain("Lessons", lessons)
    });
    let others = Button::plain("Other Games", Press::ChooseGame { with });
    let simul = (with == OpponentChoice::Anyone && !practice.is_alone())
        .then(|| Button::plain("Simul…", SimulPress::New { game: key() }));
    // The other options are for matches that are rated, or that stop for time off.
    let team = (!practice.is_alone() && !matches!(with, OpponentChoice::Same(_))).then(|| {
        let press = TeamPress::New {
            game: key(),
            with,
            set_up: TeamSetUp {
                time: wanted.time,
                ..TeamSetUp::default()
            },
        };
        Button::plain("As a Team…", press)
    });
    let looks = lessons
        .into_iter()
        .chain([rules_button(game), others])
        .chain(simul)
        .chain(team)
        .collect();
    let against_people = !practice.is_alone() && opponent.and_then(Player::computer).is_none();
    let (menus, terms, rest) = if let OpponentChoice::Computer(level) = with {
        begin_row.push(Button::plain("Back", page_with(OpponentChoice::Anyone)));
        (
            vec![set_up.levels(level)],
            String::new(),
            "the setup, your colour or the clock",
        )
    } else if against_people {
        begin_row.push(Button::plain(
            "More…",
            Press::MoreTerms {
                game: key(),
                with,
                wanted,
            },
        ));
        let terms = format!("\n{}", set_up.line());
        (set_up.menus(Shown::Page), terms, "the setup or your colour")
    } else {
        (
            Vec::new(),
            String::new(),
            "the setup, your colour or the clock",
        )
    };
    Composed {
        picture: sample_picture(game),
        small: true,
        menus,
        rows: vec![begin_row, looks],
        ..Composed::text(format!(
            "**{}** · {}. {}\n{what} To choose {rest}, use {more} with the option `game`.{terms}\n-# {}.",
            card.name,
            card.learning.words().to_lowercase(),
            card.tagline,
            card.credit,
        ))
    }
}

/// Returns the buttons that begin a match against the computer. `button` takes a label, a tone, and whether the match is
/// played in direct messages.
fn practise(
    practice: PracticeIn,
    button: impl Fn(&'static str, Tone, bool) -> Button,
) -> Vec<Button> {
    let play = |tone| button("Play", tone, false);
    let private = |tone| button("Play in Private", tone, true);
    match practice {
        PracticeIn::Alone => vec![play(Tone::Success)],
        PracticeIn::Private => vec![private(Tone::Success)],
        PracticeIn::Threads => vec![play(Tone::Success), private(Tone::Plain)],
        PracticeIn::PrivateFirst => vec![private(Tone::Success), play(Tone::Plain)],
    }
}

/// The answer to a person whose challenge is posted elsewhere, with a link if it is posted already.
pub fn challenged(open: &Match, places: &Places) -> String {
    let place = open.proposal().place;
    let (id, channel) = (open.id(), channel_link(place.channel));
    let card = places
        .card
        .map(|card| message_link(place.guild, place.channel, card));
    match (open.proposal().invited, card) {
        (Some(computer @ Player::Computer(_)), _) => practice_begun(open, computer, places.thread),
        (Some(person), Some(card)) => {
            format!("Your challenge to {} is match {id}: {card}", called(person))
        }
        (None, Some(card)) => format!("Your challenge is match {id}: {card}"),
        (invited, None) => challenged_soon(id, invited, &channel),
    }
}

/// The answer to a person whose challenge is not posted yet.
fn challenged_soon(id: MatchId, invited: Option<Player>, channel: &str) -> String {
    match invited {
        Some(person) => format!(
            "Your challenge to {} is match {id}. It will be posted in {channel} in a moment.",
            called(person)
        ),
        None => {
            format!("Your challenge is match {id}. It will be posted in {channel} in a moment.")
        }
    }
}
