//! Settings, as players and servers read them.

use anteroom::board::Theme;
use anteroom::discord::ui::Composed;
use anteroom::features::settings;
use anteroom::features::settings::ServerRules;
use anteroom::matches::{
    ChannelId, Confirm, Effective, Preferences, RoleId, ServerBounds, ServerPreferences, Viewpoint,
};

use crate::support::messages::check;

#[test]
fn settings() {
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
        ..ServerPreferences::default()
    };
    check(
        "settings_at_first",
        &settings::messages::settings(&Effective::default(), Theme::Dark),
    );
    let own = Preferences {
        theme: Some(Theme::Greyscale),
        viewpoint: Viewpoint::Own,
        text_only: true,
        confirm: Confirm::Always,
        unlisted: true,
    };
    check(
        "settings_changed",
        &settings::messages::settings(&Effective { own, server }, Theme::Dark),
    );
    check(
        "server_settings",
        &settings::messages::server_settings(
            &server,
            &ServerBounds {
                open: Some(3),
                running: Some(7),
                total: None,
            },
            Theme::Dark,
        ),
    );
}

#[test]
fn what_a_server_chose() {
    let time = "3d".parse().expect("a clock");
    let rules = ServerRules {
        starters: Some(RoleId(7)),
        moderators: Some(RoleId(8)),
        channels: vec![ChannelId(50), ChannelId(51)],
        games_off: vec![String::from("anchor"), String::from("connect-n")],
        time: Some("7d+12h".parse().expect("a clock")),
        in_channel: true,
        no_exhibitions: true,
    };
    let text = |rules, total| Composed::text(settings::messages::server_rules(rules, total, time));
    check("server_rules", &text(&rules, Some(20)));
    check("server_rules_none", &text(&ServerRules::default(), None));
}
