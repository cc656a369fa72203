//! What organisers can do about one person of a league.

use super::view::{View, division_name};
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::words::counted;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Offer, Tone, cut, mention};
use crate::features::leagues::model::{GameId, Score};
use crate::features::leagues::press::Press;
use crate::matches::UserId;

/// Returns the page of a person.
pub fn person(view: &View, person: UserId) -> Composed {
    let league = view.id();
    let back = Button::plain("Back", Press::Manage(league));
    if !view.contest.is_playing(person) {
        let text = format!(
            "{}: {} is not playing in this league now.",
            view.title(),
            mention(person)
        );
        return Composed::text(text).with_row(vec![back]);
    }
    let seasons = view.contest.current().filter(|one| one.is_playing(person));
    let open = seasons.flat_map(|season| {
        let games = season.games_of(person).filter(|game| game.is_undecided());
        games.filter_map(move |game| {
            let (division, _) = season.seat_of(person)?;
            let [first, second] = division.people(game)?;
            let other = if first == person { second } else { first };
            Some((game, other))
        })
    });
    let options: Vec<_> = open
        .take(MOST_OPTIONS)
        .map(|(game, other)| {
            let label = format!("Against {}", cut(&view.name(other), 60));
            let running = game.running().map(|id| format!(", match {id}"));
            MenuOption::new(label, game.id.to_string()).described(format!(
                "Round {}{}",
                game.round,
                running.unwrap_or_default()
            ))
        })
        .collect();
    let mut menus = vec![Menu::one_of(
        "Replace them with a newcomer…",
        Press::Replace { league, person },
        Offer::People(Vec::new()),
    )];
    if !options.is_empty() {
        let press = Press::Game { league, person };
        menus.push(Menu::one("Decide one of their games…", press, options));
    }
    Composed {
        menus,
        rows: vec![vec![
            Button::new(
                "Forfeit Unstarted Games…",
                Tone::Danger,
                Press::Forfeit { league, person },
            ),
            back,
        ]],
        ..Composed::text(format!(
            "{} · {}\nForfeit: this player loses every game in which it has been their turn for 24 hours without a first move. Your own games are left out.\nReplace: a newcomer takes over, if this player has not moved yet.",
            view.title(),
            mention(person)
        ))
    }
}

/// Asks in which division of the next season a person plays. `plan` are the people of each division as of now.
pub fn place(view: &View, person: UserId, plan: &[Vec<UserId>]) -> Composed {
    let league = view.id();
    let own = plan.iter().position(|people| people.contains(&person));
    let others = (0..plan.len()).filter(|index| Some(*index) != own);
    let options: Vec<_> = others
        .take(MOST_OPTIONS)
        .map(|index| MenuOption::new(division_name(index), index.to_string()))
        .collect();
    let name = view.season_name(view.contest.next_season()).to_lowercase();
    let text = format!(
        "{} · {}\nChoose the division of {name} for this player. The people between change by one, so that the sizes stay. If people join or leave before the start, the others are divided again.",
        view.title(),
        mention(person)
    );
    let lines = plan.iter().enumerate().map(|(index, people)| {
        let people: Vec<String> = people.iter().map(|user| mention(*user)).collect();
        format!("{}: {}", division_name(index), people.join(", "))
    });
    Composed {
        menus: vec![Menu::one(
            "Move them to another division…",
            Press::Place { league, person },
            options,
        )],
        rows: vec![vec![Button::plain("Back", Press::Manage(league))]],
        ..Composed::text(with_lines(text, lines.collect(), |rest| {
            format!("…and {} more.", counted(rest, "division"))
        }))
    }
}

/// Asks how a game ends.
pub fn decide(view: &View, person: UserId, id: GameId) -> Composed {
    let league = view.id();
    let back = Button::plain("Back", Press::PersonOf { league, person });
    let found = view.contest.game(id);
    let people = found.and_then(|(_, division, game)| division.people(game));
    let Some([first, second]) = people else {
        return Composed::text("This game no longer exists. Choose another one.")
            .with_row(vec![back]);
    };
    let result = |label, score| {
        let game = id;
        Button::plain(
            label,
            Press::Decide {
                league,
                game,
                score,
            },
        )
    };
    let wins = |user| format!("{} Wins…", cut(&view.name(user), 40));
    let text = format!(
        "{} · {} against {}\nThe game ends at once with the result that you choose. It counts in the table but not for ratings.",
        view.title(),
        mention(first),
        mention(second)
    );
    Composed::text(text).with_row(vec![
        result(wins(first), Score::First),
        result(wins(second), Score::Second),
        result(String::from("Draw…"), Score::Draw),
        back,
    ])
}
