//! A newcomer's first minutes on the sandbox's page, with the real bot.
//!
//! One person plays both sides with mouse and keyboard.

use std::path::Path;

use anteroom::matches::Refusal;
use fantoccini::key::Key;

use crate::support::driver::{Browser, Screen};
use crate::support::people::plays;
use crate::support::stage::{Stage, on_board, private};

/// The newest message.
const LAST: &str = "#messages > li:last-child";

/// The rest of a picker or a preview after its turn is played.
const PLAYED: &str = "[data-testid=ephemeral] [data-custom-id='plan/1']";

/// Whether the page fits the width of the screen.
const NOT_SIDEWAYS: &str =
    "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1";

async fn opens(browser: &Browser, stage: &Stage) {
    browser.open(stage.sandbox.base_url()).await;
    browser.wait_gone("#messages[aria-busy=true]").await;
}

/// Types a command, and chooses it from the list.
async fn types_command(browser: &Browser, command: &str) {
    browser.click("#composer").await;
    browser.type_text(command).await;
    browser.wait_for_text("[role=option]", command).await;
    browser.press(Key::Enter).await;
}

/// Switches to another person.
async fn becomes(browser: &Browser, name: &str) {
    let person = format!("#people [data-user={name}]");
    browser.click(&person).await;
    let checked = format!("{person}[aria-checked=true]");
    browser.wait_for(&checked).await;
}

/// Types a turn in the form behind the picker.
async fn fills_in(browser: &Browser, turn: &str) {
    browser.click("[data-custom-id='type/1/0']").await;
    let field = "[role=dialog] input, [role=dialog] textarea";
    browser.wait_for(field).await;
    browser.type_text(turn).await;
    browser.press(Key::Enter).await;
}

/// Covers a challenge, its acceptance, a refused turn, a turn in the form, and a turn by command.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_begun_and_played_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let stage = Stage::new().await;
    begin(&browser, &stage).await;

    // Ana types in the form behind the picker. Only she sees the refusal of an illegal turn, and the board stays.
    browser.click("[data-custom-id='move/1/0']").await;
    browser
        .wait_for_text("[data-testid=ephemeral]", "Only you can see this")
        .await;
    fills_in(&browser, "z").await;
    let play = plays(stage.id("ana"), "z");
    let Refusal::Illegal(illegal) = stage.refusal(1, play).await else {
        panic!("another refusal")
    };
    browser.wait_for_text(LAST, &illegal.sentence).await;
    fills_in(&browser, "d").await;
    browser.wait_for(PLAYED).await;
    browser.wait_for("[data-custom-id='move/1/1']").await;
    browser.wait_for_text(LAST, "Ana").await;
    let seen = "(() => { const it = document.querySelector('#messages > li:last-child img[alt]'); return it && it.naturalWidth > 0 && it.alt.includes('d1'); })()";
    browser.wait_until(seen).await;

    // Ben answers with the command, and chooses a legal turn with the keyboard.
    browser.press_with(Key::Alt, '2').await;
    browser
        .wait_for("#people [data-user=ben][aria-checked=true]")
        .await;
    types_command(&browser, "/move").await;
    browser.wait_for("[data-option=turn]:focus").await;
    browser.wait_for_text("[role=option]", "d2").await;
    browser.press(Key::Down).await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser.wait_for("[data-custom-id='move/1/2']").await;

    // Only the newest board has a *Move…* button.
    browser.wait_gone("[data-custom-id='move/1/0']").await;
    browser.wait_gone("[data-custom-id='move/1/1']").await;
}

/// The page shows a replay as an animated picture.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_shown_in_motion_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let general = stage.person("ben", stage.general());
    let question = general.command("resign", [("match", "1")]).await;
    general
        .press(question.message().expect("a question"), "Resign")
        .await;
    stage.board(&table, 3).await;
    let question = private(on_board(&table.cleo, "Share…").await);
    private(table.cleo.press(&question, "Replay").await);
    stage.board(&table, 4).await;
    opens(&browser, &stage).await;
    browser.click("#messages [data-testid=thread-card]").await;
    let seen = "(() => { const [moving, more] = document.querySelectorAll('#messages > li:last-child img[alt]'); \
                return moving && !more && moving.src.includes('.gif') && moving.naturalWidth > 450 && moving.alt.startsWith('Animation of the match, 1 turn.'); })()";
    browser.wait_until(seen).await;
    // The history is one message whose picture changes.
    browser
        .click("#messages > li:nth-last-child(2) [data-custom-id='history/1/1']")
        .await;
    browser
        .click("[data-testid=ephemeral] [data-custom-id='leaf/1/1/back']")
        .await;
    let turned = "(() => { const it = document.querySelectorAll('[data-testid=ephemeral] img[alt]'); \
                  return it.length === 1 && it[0].naturalWidth > 0 && it[0].alt.includes('Red: nothing'); })()";
    browser.wait_until(turned).await;
}

/// The last board of a match fits the screen, with its buttons. If `ANTEROOM_KEEP_PICTURES` is set, the test stores
/// this page as the picture of the README.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_board_is_seen_whole() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let (stage, table) = Stage::playing("antichess", &[]).await;
    for [white, black] in [["e2e4", "d7d5"], ["e4d5", "d8d5"], ["b1c3", "d5d2"]] {
        stage.plays(&table.ana, white).await;
        stage.plays(&table.ben, black).await;
    }
    stage.board(&table, 7).await;
    opens(&browser, &stage).await;
    browser.click("#messages [data-testid=thread-card]").await;
    browser.wait_for("[data-custom-id='move/1/6']").await;
    let whole = "(() => { const it = document.querySelector('#messages > li:last-child img[alt]'); const button = document.querySelector(\
                 \"[data-custom-id='move/1/6']\"); return it && it.naturalWidth > 750 && it.getBoundingClientRect().top >= 0 && \
                 button.getBoundingClientRect().bottom <= innerHeight; })()";
    browser.wait_until(whole).await;
    if std::env::var_os("ANTEROOM_KEEP_PICTURES").is_some() {
        browser
            .screenshot(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/readme/match.png"))
            .await;
    }
}

/// The same first steps on a phone, with a turn by touch alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_begun_on_a_telephone() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let stage = Stage::new().await;
    begin(&browser, &stage).await;
    browser.wait_until(NOT_SIDEWAYS).await;
    browser.click("[data-custom-id='move/1/0']").await;
    browser
        .wait_for("[data-testid=ephemeral] [data-custom-id='pick/1/1/d']")
        .await;
    browser.wait_until(NOT_SIDEWAYS).await;
    browser.click("[data-custom-id='pick/1/1/c']").await;
    // The message and its picture change in place.
    browser
        .click("[data-testid=ephemeral] [data-custom-id='back/1/2']")
        .await;
    browser.click("[data-custom-id='pick/1/3/d']").await;
    browser
        .wait_for("[data-testid=ephemeral] [data-custom-id='play/1/4']")
        .await;
    let shown = "(() => { const it = document.querySelectorAll('[data-testid=ephemeral] img[alt]'); \
                 return it.length === 1 && it[0].naturalWidth > 0 && it[0].alt.includes('d1') && it[0].getBoundingClientRect().right <= innerWidth; })()";
    browser.wait_until(shown).await;
    browser.wait_until(NOT_SIDEWAYS).await;
    browser.click("[data-custom-id='play/1/4']").await;
    browser.wait_for(PLAYED).await;
    browser.wait_for("[data-custom-id='move/1/1']").await;
    assert_eq!(browser.count("[data-testid=ephemeral] img").await, 0);
    browser.wait_until(PICTURES_ARE_THERE).await;
}

/// The player ticks pieces in a menu, and the menu names the ticked pieces.
#[tokio::test(flavor = "multi_thread")]
async fn a_group_is_picked_on_a_telephone() {
    let Some(browser) = Browser::start(Screen::Phone(360, 740)).await else {
        return;
    };
    let stage = Stage::new().await;
    stage.begin("anache", &[]).await;
    opens(&browser, &stage).await;
    browser.click("#messages [data-testid=thread-card]").await;
    browser.click("[data-custom-id='move/1/0']").await;
    // The picker offers whole groups; the player still puts one together.
    browser.click("[data-custom-id='pick/1/1/+']").await;
    browser.click("[data-custom-id='from/1/2/0']").await;
    for square in ["b4", "c4"] {
        browser
            .click(&format!("[role=option][data-value={square}]"))
            .await;
    }
    browser
        .wait_for_text(".select-list [role=status]", "2 of 3 chosen")
        .await;
    browser.click(".select-list footer button").await;
    browser
        .wait_for_text("[data-custom-id='from/1/3/0']", "b4, c4")
        .await;
    browser.wait_until(NOT_SIDEWAYS).await;
    browser.click("[data-custom-id='pick/1/3/N']").await;
    browser.click("[data-custom-id='play/1/4']").await;
    browser.wait_for("[data-custom-id='move/1/1']").await;
}

/// Ana challenges Ben from the menu of his name and chooses a clock. Ben challenges her from the menu of the people at
/// the top.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_challenged_from_their_menu_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let stage = Stage::new().await;
    browser.open(stage.sandbox.base_url()).await;
    browser.click("#people [data-user=ben]").await;
    browser.click("#composer").await;
    browser.type_text("Anybody?").await;
    browser.press(Key::Enter).await;
    browser.wait_for_text(LAST, "Anybody?").await;
    browser.click("#people [data-user=ana]").await;
    browser.click(&format!("{LAST} button.author")).await;
    browser.wait_for_text("[role=menuitem]", "Challenge…").await;
    browser.click("[role=menuitem]").await;
    let ben = stage.sandbox.user("ben").id();
    browser
        .click(&format!("[data-custom-id='game/anacund/user-{ben}']"))
        .await;
    browser
        .click(&format!(
            "[data-custom-id='wish/time/anacund/user-{ben}/usual-rated']"
        ))
        .await;
    browser.click("[role=option][data-value='7d+12h']").await;
    browser
        .click(&format!(
            "[data-custom-id='challenge-so/anacund/user-{ben}/7d+12h-rated']"
        ))
        .await;
    browser.wait_for("[data-custom-id='accept/1']").await;
    let made = stage.state(1).await;
    assert_eq!(made.proposal().time.to_string(), "7d+12h");

    // A right click on a person at the top.
    becomes(&browser, "ben").await;
    browser
        .wait_until(
            "document.querySelector('#people [data-user=ana]').dispatchEvent(\
             new MouseEvent('contextmenu', { bubbles: true, cancelable: true })) === false",
        )
        .await;
    browser.wait_for_text("[role=menuitem]", "Challenge…").await;
    browser.click("[role=menuitem]").await;
    let ana = stage.sandbox.user("ana").id();
    browser
        .wait_for(&format!("[data-custom-id='game/anacund/user-{ana}']"))
        .await;
}

/// Ana challenges Ben with the keyboard, Ben accepts with the mouse, and Ana goes to the thread.
async fn begin(browser: &Browser, stage: &Stage) {
    browser.open(stage.sandbox.base_url()).await;
    browser
        .wait_for("#people [data-user=ana][aria-checked=true]")
        .await;
    browser.wait_gone("[data-testid=bot-offline]").await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    browser.click("#composer").await;
    browser.type_text("/play").await;
    browser
        .wait_until("document.querySelectorAll('[role=option]').length === 1")
        .await;
    browser.press(Key::Tab).await;
    browser.wait_for("[data-command=play]").await;
    let options = [
        ("game", "conn", "Connect N"),
        ("opponent", "ben", "Ben"),
        ("colour", "red", "Red"),
    ];
    for (option, value, offered) in options {
        browser.type_text(option).await;
        browser.wait_for_text("[role=option]", option).await;
        browser.press(Key::Enter).await;
        browser
            .wait_for(&format!("[data-option={option}]:focus"))
            .await;
        browser.type_text(value).await;
        browser.wait_for_text("[role=option]", offered).await;
        browser.press(Key::Enter).await;
    }
    browser.press(Key::Enter).await;
    browser.wait_for("[data-custom-id='accept/1']").await;

    becomes(browser, "ben").await;
    browser.click("[data-custom-id='accept/1']").await;
    browser.wait_for_text(LAST, "Connect N").await;

    browser.click("#people [data-user=ana]").await;
    browser.click("#messages [data-testid=thread-card]").await;
    browser.wait_for("[data-custom-id='move/1/0']").await;
    browser
        .wait_until("document.querySelector('#messages img[alt]')?.naturalWidth > 0")
        .await;
}

/// Whether the page got every picture that it requested, and requested none twice.
const PICTURES_ARE_THERE: &str = "(() => { const asked = performance.getEntriesByType('resource').filter((one) => one.name.includes('/attachments/')); \
     return asked.length > 0 && asked.every((one) => one.responseStatus === 200) && new Set(asked.map((one) => one.name)).size === asked.length; })()";

/// A spectator finds the board on the card and the way to the thread, and always sees one side.
#[tokio::test(flavor = "multi_thread")]
async fn spectator_finds_the_board_and_its_description_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.advance(std::time::Duration::from_secs(61));
    stage.plays(&table.ana, "e2e4").await;
    stage.card_follows(&table).await;
    opens(&browser, &stage).await;
    becomes(&browser, "cleo").await;
    let small = "(() => { const it = document.querySelector('#messages img[alt]'); return it && it.naturalWidth > 200 && it.naturalWidth < 450 \
                 && it.alt.includes('e4'); })()";
    browser.wait_until(small).await;
    browser.click("[data-testid=link-button]").await;
    browser.wait_for("[data-custom-id='move/1/1']").await;
    types_command(&browser, "/board").await;
    browser.press(Key::Enter).await;
    browser
        .wait_for("[data-testid=ephemeral] [data-custom-id='describe/1']")
        .await;
    assert_eq!(
        browser
            .count("[data-testid=ephemeral] [data-custom-id^='move/']")
            .await,
        0
    );
    browser
        .click("[data-testid=ephemeral] [data-custom-id='describe/1']")
        .await;
    browser.wait_for_text(LAST, "a2").await;
    browser.wait_until(PICTURES_ARE_THERE).await;
}

/// With several matches, a typed turn is kept until the player chooses the match.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_kept_until_its_match_is_chosen() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let (stage, first) = Stage::playing("connect-n", &[]).await;
    stage.begin("connect-n", &[]).await;
    opens(&browser, &stage).await;
    types_command(&browser, "/move").await;
    browser.wait_for("[data-option=turn]:focus").await;
    browser.type_text("d").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser.click("[data-custom-id='try/1/0/d']").await;
    browser.click("[data-custom-id='play/1/1']").await;
    stage.board(&first, 2).await;
    browser.wait_for(PLAYED).await;
    browser.wait_until(PICTURES_ARE_THERE).await;
}

/// An outdated board in another channel answers with a link to the newest board in the match's thread.
#[tokio::test(flavor = "multi_thread")]
async fn a_stale_board_leads_from_another_channel_to_the_newest_one() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.plays(&table.ana, "e4").await;
    stage.plays(&table.ben, "d6").await;
    opens(&browser, &stage).await;
    types_command(&browser, "/board").await;
    browser.press(Key::Enter).await;
    browser
        .wait_for("[data-testid=ephemeral] [data-custom-id='move/1/2']")
        .await;
    stage.plays(&table.ana, "d4").await;
    stage.plays(&table.ben, "e6").await;
    stage.board(&table, 5).await;
    browser
        .click("[data-testid=ephemeral] [data-custom-id='move/1/2']")
        .await;
    browser
        .wait_for(&format!("{LAST} a[href*='/channels/']"))
        .await;
    assert_eq!(browser.count("[data-custom-id='move/1/4']").await, 0);
    browser
        .click("#messages > li:last-child a[href*='/channels/']")
        .await;
    let seen = "(() => { const button = document.querySelector(\"[data-custom-id='move/1/4']\"); if (!button) return false; \
                const at = button.getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight; })()";
    browser.wait_until(seen).await;
    browser.click("[data-custom-id='move/1/4']").await;
    browser
        .wait_for("[data-testid=ephemeral] [data-custom-id^='type/1/']")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_chosen_as_a_file() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let stage = Stage::new().await;
    browser.open(stage.sandbox.base_url()).await;
    browser.wait_gone("[data-testid=bot-offline]").await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    types_command(&browser, "/import").await;
    browser.wait_for("[data-option=file]:focus").await;
    browser.wait_for("[data-testid=file]").await;
    // Scripts cannot open the file dialog, so this sets the file as the dialog would.
    let chosen = "const files = new DataTransfer(); \
                  files.items.add(new File(['4453'], 'columns.txt')); \
                  const input = document.querySelector('[data-testid=file]'); \
                  input.files = files.files; input.dispatchEvent(new Event('change'));";
    browser.script(chosen).await;
    browser
        .wait_until("document.querySelector('[data-option=file]').value === 'columns.txt'")
        .await;
    browser.press(Key::Enter).await;
    browser.wait_for_text(LAST, "Connect N").await;
}
