//! The settings of a match as people type them.

use anteroom_games::{CATALOGUE, GivenOptions, find};

fn read(game: &str, text: &str) -> String {
    let game = find(game).expect("a game");
    let given = match game.read_setup(text) {
        Ok(given) => given,
        Err(error) => return error.to_string(),
    };
    let values = game.complete_options(&given, || 7);
    values.map_or_else(|error| error.to_string(), |values| values.to_string())
}

#[test]
fn setups_on_offer_are_read_back() {
    for game in CATALOGUE {
        let setups = game.setups();
        assert_eq!(setups.len(), game.card.setups.len(), "{}", game.card.key);
        for (name, given) in setups {
            let read = game.read_setup(&name).expect("a setup");
            let values = |given: &GivenOptions| game.complete_options(given, || 0).expect("values");
            assert_eq!(values(&read), values(&given), "{}: {name}", game.card.key);
            assert!(name.chars().count() <= 80, "{name}");
        }
        if let Some((_, usual)) = game.setups().first() {
            let values = |given: &GivenOptions| game.complete_options(given, || 0).expect("values");
            assert_eq!(values(usual), values(&GivenOptions::new()));
        }
    }
}

#[test]
fn setups_are_read_however_they_are_typed() {
    for (game, text, values) in [
        ("connect-n", "9x7", "columns 9, n 4, rows 7"),
        (
            "connect-n",
            "9 × 7, FIVE in a row",
            "columns 9, n 5, rows 7",
        ),
        ("connect-n", "n 5, columns 9", "columns 9, n 5, rows 6"),
        ("connect-n", "rows=8", "columns 7, n 4, rows 8"),
        ("anchor", "handicap 3", "handicap 3, start handicap"),
        ("anchor", "3 handicap stones", "handicap 3, start handicap"),
        ("anchor", "even", "start even"),
        ("anchor", "No pie rule", "start even"),
        ("anaash", "8", "size 8"),
        ("anaash", "10x10", "size 10"),
        ("anache", "size 16", "size 16"),
        ("anacund", "board 12", "board 12"),
        ("anacund", "12", "board 12"),
    ] {
        assert_eq!(read(game, text), values, "{game}: {text}");
    }
}

#[test]
fn what_is_no_setup_says_what_there_is() {
    for (game, text, told) in [
        ("anaash", "huge", "6×6; 4×4; 8×8; 10×10"),
        ("anacund", "huge", "board"),
        ("antichess", "960", "one setup only"),
        ("connect-n", "40x40", "from 2 to 16"),
        ("anchor", "handicap 9", "from 1 to 7"),
    ] {
        let said = read(game, text);
        assert!(said.contains(told), "{game}, {text}: {said}");
    }
}
