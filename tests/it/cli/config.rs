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
                "address",
                "searches",
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

/// A token in any other key, also in part, stops the program before anything prints it.
#[test]
fn a_token_in_another_key_is_refused_and_not_shown() {
    let token = "MTExMjIyMzMzNDQ0NTU1.Gq1wEr.tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    let (id, rest) = token.split_once('.').expect("parts");
    let secret = rest.split_once('.').expect("parts").1;
    let keys = KEYS.map(|(key, _)| key);
    let others = || keys.iter().filter(|key| **key != "discord.token");
    for key in others() {
        for value in [
            token.to_owned(),
            format!("Bot {token}"),
            format!("  {token}\n"),
            format!("/var/lib/{token}/a.db"),
            format!("https://example.org/?token={token}"),
            format!("https://{token}@example.org"),
            format!("me_{token}"),
            token[..40].to_owned(),
            id.to_owned(),
        ] {
            // Without any token that the program could compare it with, and from either source.
            let name = variable(key);
            for refused in [
                read("", &[(&name, &value)]),
                read(&format!("{key} = {:?}", value), &[]),
                read(&format!("{key} = [{:?}]", value), &[]),
                read(&format!("{key} = {{ a = {{ b = {:?} }} }}", value), &[]),
            ] {
                let error = refused.expect_err(key);
                let said = format!("{error} {error:?}");
                assert!(!shows(&said, token), "{key} = {value}: {said}");
                assert!(error.to_string().contains(key), "{key}: {error}");
            }
        }
        // Parts that only a comparison with the token tells.
        for value in [secret, &secret[..12], rest, "x-tYuIoPaSdF-x"] {
            let error = read(
                &format!("{key} = {value:?}"),
                &[("ANTEROOM_DISCORD_TOKEN", token)],
            );
            let error = error.expect_err(key);
            assert!(!shows(&format!("{error} {error:?}"), token), "{error:?}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    std::fs::write(&file, token).expect("it can be written");
    let error = read(
        &format!("operator.name = {secret:?}"),
        &[(
            "ANTEROOM_DISCORD_TOKEN_FILE",
            file.to_str().expect("a path"),
        )],
    );
    let error = error.expect_err("a token");
    assert!(!shows(&format!("{error} {error:?}"), token), "{error:?}");
    assert!(
        error
            .to_string()
            .starts_with("config.toml: operator.name has a Discord token in it"),
        "{error}"
    );
    // What operators write every day is not taken for a token.
    for (key, value) in [
        (
            "database.path",
            "/var/lib/docker/volumes/3f9A0b7c2Dd14e5F8a6b7C8d9e0f1A2b3c4D5e6f/_data/anteroom.db",
        ),
        (
            "backup.folder",
            "Production-Server-2026-Backup-Folder-Number-01/175928847299117063",
        ),
        ("operator.name", "Ada Example, 175928847299117063"),
        (
            "operator.contact",
            "https://discord.gg/AbCdEfGh12 or games+anteroom@example.org",
        ),
    ] {
        read(
            &format!("{key} = {value:?}"),
            &[("ANTEROOM_DISCORD_TOKEN", token)],
        )
        .expect(value);
    }
}

#[test]
fn a_token_is_not_shown_where_no_key_was_expected() {
    let token = "MTExMjIyMzMzNDQ0NTU1.Gq1wEr.tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    let secret = "tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    for file in [
        format!("{token} = 1"),
        format!("discord.{token} = 1"),
        format!("\"{token}\" = 1"),
        format!("\"Bot {token}\" = 1"),
        format!("[{token}]\na = 1"),
        format!("[\"{token}\"]"),
        format!("{secret} = 1"),
        format!("[operator]\n{secret} = 1"),
        format!("[operator.\"{token}\"]\na = 1"),
        format!("[discord]\ntokn = \"{token}\""),
        format!("[discord.inner]\ntoken = \"{token}\""),
        format!("tokens = [\"{token}\", {{ a = \"{token}\" }}]"),
        format!("[[discord]]\ntoken = \"{token}\""),
        format!("[operator]\nname = {token}"),
        format!("[operator]\nname = \"\"\"{token}"),
        token.to_string(),
        format!("a = {{ {token} = 1, {token} = 2 }}"),
        format!("[{token}]\n[{token}]"),
        format!("\"{token}\" = 1\n\"{token}\" = 2"),
        format!("a = 1\na.{token} = 2"),
        format!("[operator]\ncontact = \"a\\{token}\""),
    ] {
        for environment in [&[][..], &[("ANTEROOM_DISCORD_TOKEN", token)]] {
            let error = read(&file, environment).expect_err(&file);
            let said = format!("{error} {error:?}");
            assert!(!shows(&said, token), "{file}: {said}");
            assert_eq!(error.to_string().lines().count(), 1, "{said}");
        }
    }
    for name in [
        format!("ANTEROOM_{token}"),
        format!("ANTEROOM_OPERATOR_{secret}"),
    ] {
        let error = read("", &[(&name, "1")]).expect_err(&name);
        assert!(!shows(&format!("{error} {error:?}"), token), "{error:?}");
    }
    // A misspelt key is still named.
    for key in ["Discord", "operator.names", "databasePath", "log-level"] {
        let error = read(&format!("{key} = 1"), &[]).expect_err(key).to_string();
        assert!(error.contains(&format!("\"{key}\"")), "{error}");
    }
}
