//! The configuration: valid and invalid settings, and its secrets.

use anteroom::config::{Config, ConfigError, KEYS, Shards, variable};

use crate::support::tables::rows;

fn read(file: &str, environment: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let environment = environment
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Config::read(Some(("config.toml", file)), environment)
}

#[test]
fn the_example_documents_every_key_and_fits() {
    let example = include_str!("../../../config.example.toml");
    let config = read(example, &[]).expect("the example is a valid configuration");
    assert_eq!(
        config,
        Config::read(None, []).expect("nothing at all is a valid configuration"),
        "the example shows the defaults"
    );
    for (key, _) in KEYS {
        let (section, name) = key.split_once('.').expect("every key has a section");
        assert!(
            example.contains(&format!("[{section}]")),
            "{section} is missing"
        );
        assert!(
            example.lines().any(|line| line
                .trim_start_matches("# ")
                .starts_with(&format!("{name} = "))),
            "{key} is missing"
        );
    }
    // The commented defaults are right: uncommenting them changes nothing, except for settings that are off by default.
    let shown: Vec<_> = example
        .lines()
        .map(|line| {
            line.strip_prefix("# ")
                .filter(|rest| rest.contains(" = \""))
                .unwrap_or(line)
        })
        .filter(|line| {
            let off = [
                "token_file",
                "folder",
                "listen",
                "searches",
                "shards",
                "name",
                "contact",
                "privacy",
                "terms",
                "listen",
                "shards",
            ];
            !off.iter().any(|key| line.starts_with(&format!("{key} = ")))
        })
        .collect();
    assert_eq!(
        read(&shown.join("\n"), &[]).expect("the documented values fit"),
        config
    );
}

#[test]
fn the_environment_wins() {
    let file = "[discord]\ntoken = \"from-file\"\napi_url = \"http://127.0.0.1:1\"\n[defaults]\ntime = \"1d\"\n";
    let config = read(
        file,
        &[
            ("ANTEROOM_DISCORD_API_URL", "http://127.0.0.1:2/"),
            ("ANTEROOM_DEFAULTS_THEME", "light"),
        ],
    )
    .expect("it fits");
    assert_eq!(config.api_url, "http://127.0.0.1:2");
    assert_eq!(config.theme.to_string(), "light");
    assert_eq!(config.time.to_string(), "1d");
    assert_eq!(config.token.expect("it is given").reveal(), "from-file");
}

#[test]
fn every_key_has_a_variable_that_is_read() {
    for (key, value) in [
        ("discord.token", "t"),
        ("discord.api_url", "https://example.org"),
        ("discord.shards", "0-3/8"),
        ("database.path", "elsewhere.db"),
        ("monitor.listen", "127.0.0.1:9464"),
        ("computers.searches", "2"),
        ("log.level", "debug"),
        ("defaults.theme", "light"),
        ("defaults.time", "7d+12h"),
    ] {
        let plain = Config::read(None, []).expect("it fits");
        let changed = Config::read(None, [(variable(key), value.to_owned())]).expect("it fits");
        assert_ne!(plain, changed, "{key} has no effect");
    }
}

#[test]
fn invalid_setting_is_refused_by_name() {
    let cases = r#"
        discord.tokn = "x"
            → config.toml: there is no key "discord.tokn"; the keys are discord.token,
        colour = 1
            → there is no key "colour"
        defaults.theme = "pink"
            → config.toml: defaults.theme must be one of light, dark, high-contrast, greyscale, wood, not "pink"
        defaults.time = 3
            → defaults.time must be a text in quotes, not 3
        defaults.time = "soon"
            → defaults.time must be days per move or bank + increment, such as 3d
        discord.api_url = "discord.com"
            → discord.api_url must be an address that begins with http:// or https://
        log.level = "loud"
            → log.level must be one of error, warn, info, debug, trace, not "loud"
        monitor.listen = "0.0.0.0:9464"
            → monitor.listen must be an address of this machine alone with a port, such as 127.0.0.1:9464
        discord.shards = "0-8/8"
            → discord.shards must be the first and the last shard of this process and how many there are in all, such as 0-3/8
        computers.searches = "0"
            → computers.searches must be a whole number from 1 to 64, in quotes
        ANTEROOM_COMPUTERS_SEARCHES=65
            → computers.searches must be a whole number from 1 to 64, in quotes
        discord = 7
            → there is no key "discord"
        ANTEROOM_DISCORD_TOKN=x
            → environment: there is no key "ANTEROOM_DISCORD_TOKN"
        ANTEROOM_DEFAULTS_THEME=pink
            → environment variable ANTEROOM_DEFAULTS_THEME: defaults.theme must be one of
        discord.token_file = "/nowhere/token"
            → discord.token_file must be the path of a readable file
        ANTEROOM_DISCORD_API_URL=http://discord.com:99999
            → discord.api_url must be an address that begins with http:// or https:// and has neither a user name nor a path, such as https://discord.com
        discord.token = "two words"
            → config.toml: discord.token must be the bot's token, which has no white space and nothing beyond ASCII
    "#;
    for (setting, expected) in rows(cases) {
        let variable = setting
            .split_once('=')
            .filter(|_| setting.starts_with("ANTEROOM_"));
        let refused = match variable {
            Some(variable) => read("", &[variable]),
            None => read(setting, &[]),
        };
        let error = refused.expect_err(setting).to_string();
        assert!(error.contains(expected), "{setting}: {error}");
    }
    for (file, expected) in [
        (
            "[discord]\ntoken = \"a\"\ntoken_file = \"b\"",
            "set discord.token or discord.token_file, not both",
        ),
        (
            "[database]\npath = \"a.db\"\n[discord",
            "config.toml, line 3, column 9: unclosed table",
        ),
    ] {
        let error = read(file, &[]).expect_err(file).to_string();
        assert!(error.contains(expected), "{file}: {error}");
    }
}

#[test]
fn the_token_is_never_shown() {
    let secret = "very-secret-token";
    let config = read("", &[("ANTEROOM_DISCORD_TOKEN", secret)]).expect("it fits");
    assert!(!format!("{config:?}").contains(secret));
}

/// Whether a text contains six consecutive letters of a secret.
fn shows(text: &str, secret: &str) -> bool {
    let letters = secret.as_bytes();
    letters
        .windows(6)
        .any(|part| text.as_bytes().windows(6).any(|shown| shown == part))
}

#[test]
fn a_slip_beside_the_token_is_told_by_line_and_column_without_the_token() {
    let secret = "MTExMjIyMzMzNDQ0NTU1.Gq1wEr.tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    for (slip, line, column, why) in [
        (
            format!("token = {secret}"),
            3,
            9,
            "string values must be quoted",
        ),
        (format!("token = \"{secret}"), 3, 0, "basic string"),
        (format!("token = {secret}\""), 3, 9, "missing opening quote"),
        (format!("token = '{secret}"), 3, 0, "literal string"),
        (format!("token = \"{secret}\\q\""), 3, 0, "escape"),
        (format!("token \"{secret}\""), 3, 0, "key"),
        (format!("token = \"{secret}\" {secret}"), 3, 0, "unexpected"),
        (
            format!("token = \"{secret}\"\ntoken = \"{secret}\""),
            4,
            1,
            "duplicate key",
        ),
    ] {
        let file = format!("# Ä\n[discord]\n{slip}\n[log]\nlevel = \"info\"\n");
        let error = read(&file, &[]).expect_err(&slip);
        let said = error.to_string();
        let place = format!("config.toml, line {line}, column ");
        assert!(said.starts_with(&place), "{slip}: {said}");
        if column > 0 {
            assert!(
                said.contains(&format!("column {column}: ")),
                "{slip}: {said}"
            );
        }
        assert!(said.contains(why), "{slip}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!shows(&format!("{error} {error:?}"), secret), "{error:?}");
    }
}

#[test]
fn a_secret_in_a_wrong_place_is_not_shown() {
    let token = "MTExMjIyMzMzNDQ0NTU1.Gq1wEr.tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    let address = |address: &str| format!("[discord]\napi_url = \"{address}\"");
    let password = "very-secret-password";
    for (file, secret) in [
        (format!("[discord]\ntoken = \"{token} \\n{token}\""), token),
        (format!("[discord]\ntoken = \"{token}ü\""), token),
        (format!("[discord]\ntoken = [\"{token}\"]"), token),
        (format!("[discord]\ntoken_file = \"{token}\""), token),
        (format!("[discord]\nshards = \"{token}\""), token),
        (format!("[defaults]\ntheme = \"{token}\""), token),
        (
            address(&format!("https://ana:{password}@example.org")),
            password,
        ),
        (
            address(&format!("https://ana:{password}@example.org/api")),
            password,
        ),
        (
            address(&format!("https://{password}@example.org")),
            password,
        ),
        (address(&format!("ana:{password}@example.org")), password),
        (
            address(&format!("https://example.org/?key={password}")),
            password,
        ),
    ] {
        let error = read(&file, &[]).expect_err(&file);
        assert!(!shows(&format!("{error} {error:?}"), secret), "{error:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("token");
    std::fs::write(&path, format!("{token}\n{token}\n")).expect("it can be written");
    let path = path.to_str().expect("a plain path");
    let error = read("", &[("ANTEROOM_DISCORD_TOKEN_FILE", path)]).expect_err("two tokens");
    assert!(!shows(&format!("{error} {error:?}"), token), "{error:?}");
    assert!(
        error
            .to_string()
            .contains("discord.token_file must be the path of a file that holds the bot's token"),
        "{error}"
    );
}

#[test]
fn a_token_may_come_from_a_file() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), " Bot abc.def \n").expect("it can be written");
    let path = file.path().to_str().expect("a plain path");
    let config = read("", &[("ANTEROOM_DISCORD_TOKEN_FILE", path)]).expect("it fits");
    assert_eq!(config.token.expect("it is given").reveal(), "abc.def");
}

#[test]
fn an_empty_token_is_none() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), "abc.def").expect("it can be written");
    let path = file.path().to_str().expect("a plain path");
    // The shipped example, and the service unit, which names a file.
    let example = include_str!("../../../config.example.toml");
    let unit = include_str!("../../../packaging/anteroom.service");
    assert!(unit.contains(&format!("Environment={}=", variable("discord.token_file"))));
    for example in [
        example.to_owned(),
        example.replace("token = \"\"", "token = \" \""),
    ] {
        let config = read(&example, &[("ANTEROOM_DISCORD_TOKEN_FILE", path)]).expect("it fits");
        assert_eq!(config.token.expect("it is given").reveal(), "abc.def");
    }
    let both = read(
        "[discord]\ntoken = \"x\"",
        &[("ANTEROOM_DISCORD_TOKEN_FILE", path)],
    );
    assert_eq!(both, Err(ConfigError::TwoTokens));
}

#[test]
fn shards_are_read_and_know_their_servers() {
    for (text, range, total) in [
        ("0-3/8", 0..=3, 8),
        ("7-7/8", 7..=7, 8),
        (" 2 / 4 ", 2..=2, 4),
    ] {
        let shards: Shards = text.parse().expect(text);
        assert_eq!((shards.range(), shards.total()), (range, total), "{text}");
        assert_eq!(shards.to_string().parse(), Ok(shards));
    }
    for text in [
        "", "3", "0-3", "3-0/8", "0-8/8", "0/0", "-1/8", "0-1-2/8", "0/99999",
    ] {
        assert_eq!(text.parse::<Shards>(), Err(()), "{text}");
    }
    let some: Shards = "0-3/8".parse().expect("shards");
    // Discord's own rule: the server's id without its 22 lowest bits, modulo the number of shards.
    for (guild, shard) in [(Some(5 << 22), 5), (Some((8 << 22) + 77), 0), (None, 0)] {
        assert_eq!(some.of(guild), shard);
        assert_eq!(some.hear(guild), shard <= 3);
    }
}
