//! Settings, as players and servers read them.

use anteroom::board::Theme;
use anteroom::features::settings;
use anteroom::features::settings::ServerRules;
use anteroom::matches::{
    ChannelId, Confirm, Effective, Preferences, RoleId, ServerBounds, ServerPreferences, Viewpoint,
};

use crate::support::messages::check;

#[test]
fn boards() {
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
        ..ServerPreferences::default()
    };
    check(
        "boards_at_first",
        &settings::messages::boards(&Effective::default(), Theme::Dark),
    );
    let own = Preferences {
        theme: Some(Theme::Greyscale),
        viewpoint: Viewpoint::Own,
        text_only: true,
        confirm: Confirm::Always,
        unlisted: true,
    };
    check(
        "boards_changed",
        &settings::messages::boards(&Effective { own, server }, Theme::Dark),
    );
}

#[test]
fn choices_of_a_server() {
    let time = "3d".parse().expect("a clock");
    let rules = ServerRules {
        starters: Some(RoleId(7)),
        channels: vec![ChannelId(50), ChannelId(51)],
        games_off: vec![String::from("anchor"), String::from("connect-n")],
        time: Some("7d+12h".parse().expect("a clock")),
        in_channel: true,
        practice_in_private: true,
        pages_off: true,
    };
    let bounds = ServerBounds {
        open: Some(3),
        running: Some(7),
        total: Some(20),
    };
    let nothing = (ServerRules::default(), ServerBounds::default());
    let where_and_who = settings::messages::where_and_who;
    check("where_and_who", &where_and_who(&rules, &bounds, false));
    check(
        "where_and_who_at_first",
        &where_and_who(&nothing.0, &nothing.1, true),
    );
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
        ..ServerPreferences::default()
    };
    let defaults = settings::messages::defaults;
    check(
        "defaults",
        &defaults(&server, rules.time, Theme::Dark, time),
    );
    let at_first = defaults(&ServerPreferences::default(), None, Theme::Dark, time);
    check("defaults_at_first", &at_first);
}
