//! Tests of the sandbox's page by mouse and keyboard in headless Chromium, with a small bot.

pub mod driver;
mod parrot;

use driver::{Browser, Screen};
use fantoccini::key::Key;
use loopback_discord::{
    ChannelLayout, FirstStep, Layout, Sandbox, SandboxConfig, ServerLayout, permissions,
};
use parrot::Parrot;
use serde_json::json;

use super::api::Api;

/// The selector of the last message.
const LAST: &str = "#messages > li:last-child";

/// A sandbox with the bot, and a browser on its page.
struct Stage {
    sandbox: Sandbox,
    browser: Browser,
    _bot: Parrot,
}

/// Returns `None` if no browser is installed.
async fn stage(screen: Screen) -> Option<Stage> {
    let browser = Browser::start(screen).await?;
    let sandbox = Sandbox::start(SandboxConfig::default())
        .await
        .expect("the sandbox starts");
    let bot = Parrot::start(sandbox.base_url(), &sandbox.token()).await;
    sandbox
        .until(|sandbox| (!sandbox.commands().is_empty()).then_some(()))
        .await
        .expect("the bot registers its commands");
    browser.open(sandbox.base_url()).await;
    browser
        .wait_for("#people [data-user=ana][aria-checked=true]")
        .await;
    browser.wait_gone("[data-testid=bot-offline]").await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    Some(Stage {
        sandbox,
        browser,
        _bot: bot,
    })
}

/// A browser on the page of a sandbox without a bot; `None` if no browser is installed.
async fn without_bot() -> Option<(Sandbox, Browser)> {
    let browser = Browser::start(Screen::Desktop).await?;
    let sandbox = Sandbox::start(SandboxConfig::default())
        .await
        .expect("the sandbox starts");
    browser.open(sandbox.base_url()).await;
    browser
        .wait_for("#people [data-user=ana][aria-checked=true]")
        .await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    Some((sandbox, browser))
}

impl Stage {
    /// Sends a person's command that makes the bot greet, without the page.
    async fn greet(&self, person: &str) {
        let general = self.sandbox.channel("general");
        let answer = self
            .sandbox
            .user(person)
            .in_channel(general)
            .command("greet person", [("word", "Hello")])
            .await;
        assert!(answer.message().is_some(), "{answer:?}");
    }

    async fn sideways(&self) {
        let wide = "return [...document.querySelectorAll('html, body, #main, #scroller, #composer-area')]
            .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => `${it.id || it.tagName}: ${it.scrollWidth} > ${it.clientWidth}`)";
        assert_eq!(
            self.browser.script(wide).await,
            json!([]),
            "something must be scrolled sideways"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_registered_after_a_slash_are_offered() {
    let Some((sandbox, browser)) = without_bot().await else {
        return;
    };
    browser.click("#composer").await;
    browser.type_text("/").await;
    browser
        .wait_for_text("#composer-area [role=status]", "has not registered any")
        .await;
    let _bot = Parrot::start(sandbox.base_url(), &sandbox.token()).await;
    browser
        .wait_for_text("[role=listbox] [role=option]", "/open")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_written_with_the_keyboard_alone() {
    let Some(stage) = stage(Screen::Desktop).await else {
        return;
    };
    let browser = &stage.browser;

    // The message box has the focus from the start.
    browser.type_text("/").await;
    browser
        .wait_for_text("[role=listbox] [role=option]", "/open")
        .await;
    browser.type_text("pers").await;
    browser
        .wait_until("document.querySelectorAll('[role=option]').length === 1")
        .await;
    browser.press(Key::Tab).await;
    browser
        .wait_for("[data-command='greet person'] [data-option=word]:focus")
        .await;

    // A required option cannot be omitted.
    browser.wait_for_text("[role=option]", "Ahoy").await;
    browser.press(Key::Escape).await;
    browser.press(Key::Enter).await;
    browser
        .wait_for_text("[data-testid=composer-error]", "required")
        .await;

    browser.type_text("zz").await;
    browser
        .wait_for_text("#composer-area [role=status]", "No options match")
        .await;
    browser.press(Key::Backspace).await;
    browser.press(Key::Backspace).await;
    browser.type_text("good").await;
    browser
        .wait_until(
            "document.querySelectorAll('[role=option].active').length === 1 && document.querySelectorAll('[role=option]').length === 2",
        )
        .await;
    browser.press(Key::Down).await;
    browser.press(Key::Enter).await;
    browser
        .wait_until("document.querySelector('[data-option=word]').value === 'Good evening'")
        .await;

    // Optional ones are added by name. The page refuses a number out of bounds before sending.
    browser.type_text("tim").await;
    browser.wait_for_text("[role=option]", "times").await;
    browser.press(Key::Enter).await;
    browser.wait_for("[data-option=times]:focus").await;
    browser.type_text("4").await;
    browser.press(Key::Enter).await;
    browser
        .wait_for_text("[data-testid=composer-error]", "from 1 to 3")
        .await;
    browser.press(Key::Backspace).await;
    browser.type_text("2").await;
    browser
        .wait_gone("[data-testid=composer-error]:not([hidden])")
        .await;
    browser.press(Key::Enter).await;

    browser
        .wait_for_text(&format!("{LAST} .content"), "Good evening × 2")
        .await;
    assert_eq!(browser.text(&format!("{LAST} .above strong")).await, "Ana");
    assert_eq!(
        browser.text(&format!("{LAST} .above .mention")).await,
        "/greet person"
    );
    assert_eq!(browser.count("#messages .message").await, 1);
    browser.wait_for("#composer:focus").await;

    // Ordinary text, with a person's name turned into a mention.
    browser.type_text("Hello @be").await;
    browser.wait_for_text("[role=option]", "Ben").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser
        .wait_for_text(&format!("{LAST} .mention"), "@Ben")
        .await;
    let general = stage.sandbox.channel("general");
    let said = stage
        .sandbox
        .messages(general, "cleo")
        .pop()
        .expect("a message was posted");
    assert_eq!(
        said.content(),
        format!("Hello {}", stage.sandbox.user("ben").mention())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_forms_and_whispers_are_used_with_the_mouse() {
    let Some(stage) = stage(Screen::Desktop).await else {
        return;
    };
    let browser = &stage.browser;
    stage.greet("ben").await;
    browser.wait_for("[data-custom-id=off]:disabled").await;

    browser.click("[data-custom-id=write]").await;
    browser.wait_for_text("[role=dialog] h2", "A letter").await;
    browser
        .wait_until("document.activeElement.value === 'abc'")
        .await;
    browser.press(Key::Backspace).await;
    browser.click("[role=dialog] [type=submit]").await;
    browser
        .wait_for_text("[role=dialog] .field-error", "at least 3")
        .await;
    browser.type_text("cd").await;
    browser.press(Key::Enter).await;
    browser.wait_gone("[role=dialog]").await;
    browser.wait_for_text(".content", "You wrote: abcd").await;

    // Esc closes a modal and restores the focus.
    browser.click("[data-custom-id=write]").await;
    browser.wait_for("[role=dialog]").await;
    browser.press(Key::Escape).await;
    browser.wait_gone("[role=dialog]").await;
    browser.wait_for("[data-custom-id=write]:focus").await;

    browser.click("[data-custom-id=whisper]").await;
    browser
        .wait_for_text("[data-testid=ephemeral] .content", "Psst, a secret.")
        .await;
    browser
        .wait_for_text("[data-testid=ephemeral]", "Only you can see this")
        .await;
    browser.click("#people [data-user=ben]").await;
    browser.wait_for_text(".content", "You wrote: abcd").await;
    browser.wait_gone("[data-testid=ephemeral]").await;
    browser.click("#people [data-user=ana]").await;
    browser
        .click("[data-testid=ephemeral] [data-testid=dismiss]")
        .await;
    browser.wait_gone("[data-testid=ephemeral]").await;

    browser.click("[data-custom-id=press]").await;
    browser.wait_for_text(".content", "Pressed by @Ana").await;
    browser.wait_for(".mentioned").await;

    stage.greet("ben").await;
    browser
        .click(&format!("{LAST} [data-custom-id=silence]"))
        .await;
    browser
        .wait_for("[data-custom-id=silence][aria-busy=true]")
        .await;
    browser
        .wait_for_text(
            &format!("{LAST} [data-testid=interaction-failed]"),
            "This interaction failed",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_is_four() {
    let Some(stage) = stage(Screen::Desktop).await else {
        return;
    };
    let browser = &stage.browser;
    let general = stage.sandbox.channel("general");

    // The owner of the server sees all commands, other people only those that they may use.
    browser.type_text("/ti").await;
    browser
        .wait_for_text("[role=listbox] [role=option]", "/tidy")
        .await;
    for _ in 0..3 {
        browser.press(Key::Backspace).await;
    }

    // A person who is mentioned has a badge until they read the message.
    let cleo = stage.sandbox.user("cleo");
    stage
        .sandbox
        .user("ana")
        .in_channel(general)
        .say(&format!("{}, are you there?", cleo.mention()))
        .expect("she may write");
    browser
        .wait_for_text("[data-user=cleo] [data-testid=mention-badge]", "1")
        .await;
    browser
        .wait_gone("[data-user=ben] [data-testid=mention-badge]")
        .await;
    browser.press_with(Key::Alt, '3').await;
    browser
        .wait_for("[data-user=cleo][aria-checked=true]")
        .await;
    browser
        .wait_for_text(".message.mentioned .content", "are you there?")
        .await;
    browser
        .wait_gone("[data-user=cleo] [data-testid=mention-badge]")
        .await;

    browser.type_text("/ti").await;
    browser
        .wait_for_text("#composer-area", "No commands match")
        .await;
    for _ in 0..3 {
        browser.press(Key::Backspace).await;
    }

    // A thread appears in the list and below its starting message.
    browser.type_text("/open").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser
        .wait_for_text("[data-testid=channel-list] .thread", "A place to talk")
        .await;
    browser
        .wait_for_text(
            "[data-testid=mentioned-elsewhere]",
            "Cleo was mentioned in A place to talk",
        )
        .await;
    browser.click("[data-testid=thread-card]").await;
    browser.wait_for_text("#place h2", "A place to talk").await;
    browser.wait_gone("[data-testid=mentioned-elsewhere]").await;
    browser
        .wait_until(
            "document.querySelector('img[alt=\"A square of one colour\"]')?.naturalWidth === 800",
        )
        .await;
    browser.click(".picture-button").await;
    browser.wait_for("[data-testid=picture] img").await;
    browser.press(Key::Escape).await;
    browser.wait_gone("[role=dialog]").await;

    // Reloading the page changes neither the person nor the channel nor the read messages.
    let address = browser.address().await;
    browser.reload().await;
    browser
        .wait_for("[data-user=cleo][aria-checked=true]")
        .await;
    browser.wait_for_text("#place h2", "A place to talk").await;
    browser.wait_for_text(".content", "here is a picture").await;
    browser.wait_gone("[data-testid=mention-badge]").await;
    assert_eq!(browser.address().await, address);

    // The page catches up on events after it reconnects.
    stage
        .sandbox
        .delete_channel(stage.sandbox.channel("A place to talk"));
    browser.wait_for_text("#place h2", "general").await;
    browser
        .wait_gone("[data-testid=channel-list] .thread")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_fits_a_small_phone() {
    let Some(stage) = stage(Screen::Phone(360, 740)).await else {
        return;
    };
    let browser = &stage.browser;
    stage.greet("ana").await;
    browser.wait_for("[data-custom-id=press]").await;
    stage.sideways().await;

    browser.click("#composer").await;
    browser.type_text("/op").await;
    browser.click("[role=option][data-value=open]").await;
    stage.sideways().await;
    browser.click("[data-testid=send]").await;
    browser.wait_for("[data-testid=thread-card]").await;
    stage.sideways().await;

    // The list of channels slides in from the side and out again.
    browser.click("#open-drawer").await;
    browser.wait_for("#sidebar.open [aria-current]:focus").await;
    browser.click("#sidebar .thread").await;
    browser.wait_gone("#sidebar.open").await;
    browser
        .wait_until("document.querySelector('.picture-button img')?.complete")
        .await;
    stage.sideways().await;
    browser.wait_until("document.querySelector('.picture-button img').getBoundingClientRect().right <= innerWidth").await;
    browser
        .wait_until(
            "document.querySelector('#composer').getBoundingClientRect().bottom <= innerHeight",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_stand_one_below_the_other() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let mut config = SandboxConfig::default();
    config.layout = Layout::default().server(
        ServerLayout::new("Club")
            .without("dan")
            .channel(ChannelLayout::text("hall"))
            .channel(ChannelLayout::text("office").only_for(["ben"])),
    );
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    browser.open(sandbox.base_url()).await;
    browser
        .wait_for("#people [data-user=ana][aria-checked=true]")
        .await;
    assert_eq!(browser.count("#channels .server").await, 2);
    assert_eq!(browser.text("#guild-name").await, "Sandbox");
    let place = |name| {
        let id = sandbox.channel_of("Club", name);
        format!("#channels [data-channel-id='{id}']")
    };
    browser.click(&place("hall")).await;
    browser.wait_for_text("#guild-name", "Club").await;

    // Ben sees his office and its messages; Dan sees nothing of the club.
    browser.click("#people [data-user=ben]").await;
    browser.click(&place("office")).await;
    let office = sandbox.channel_of("Club", "office");
    let ben = sandbox.user("ben").in_channel(office);
    ben.say("Nobody else hears this.").expect("a message");
    browser
        .wait_for_text(&format!("{LAST} .content"), "Nobody else")
        .await;
    browser.click("#people [data-user=dan]").await;
    browser.wait_gone(&place("hall")).await;
    browser.wait_for_text("#guild-name", "Sandbox").await;
    assert_eq!(browser.count("#channels .server").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_comes_while_its_channel_is_read_is_there() {
    let Some((sandbox, browser)) = without_bot().await else {
        return;
    };

    // The server's list of messages is delayed, so that it is older than the next events.
    browser
        .script(
            "window.listed = 0;
            const letThrough = new Promise((resolve) => { window.letThrough = resolve; });
            const fetched = window.fetch;
            window.fetch = async (...asked) => {
                const answer = await fetched(...asked);
                if (String(asked[0]).includes('/messages')) {
                    window.listed += 1;
                    await letThrough;
                }
                return answer;
            };",
        )
        .await;
    let lounge = sandbox.channel("lounge");
    browser
        .click(&format!("#channels [data-channel-id='{lounge}']"))
        .await;
    browser.wait_until("window.listed === 1").await;
    let ben = sandbox.user("ben").in_channel(lounge);
    ben.say("Just too late for the list.").expect("a message");
    // The text for screen readers shows that the page has received the message.
    browser.wait_for_text("#announcer", "Just too late").await;
    browser.script("window.letThrough();").await;
    browser
        .wait_for_text(&format!("{LAST} .content"), "Just too late")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_begins_in_one_press() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let mut config = SandboxConfig::default();
    config.first_step = Some(FirstStep {
        label: String::from("Greet Everybody"),
        command: String::from("greet person"),
        options: vec![(String::from("word"), json!("Hello"))],
    });
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    let bot = Parrot::start(sandbox.base_url(), &sandbox.token()).await;
    browser.open(sandbox.base_url()).await;
    browser
        .wait_for_text("[data-testid=first-step]", "Greet Everybody")
        .await;
    browser
        .wait_until(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1",
        )
        .await;
    browser.click("[data-testid=first-step]").await;
    browser.wait_for_text(LAST, "/greet person").await;
    browser.wait_for_text(LAST, "Hello").await;
    drop(bot);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quiet_thread_leaves_the_list_until_somebody_writes() {
    let Some(stage) = stage(Screen::Desktop).await else {
        return;
    };
    let browser = &stage.browser;
    let general = stage.sandbox.channel("general");
    let ben = stage.sandbox.user("ben");
    let place = ben.in_channel(general);
    place.command("open", [] as [(&str, &str); 0]).await;
    let listed = "#channels > ul > li > .threads .thread";
    browser.wait_for_text(listed, "A place to talk").await;
    let written = |sandbox: &Sandbox| {
        let thread = sandbox.channel("A place to talk");
        (sandbox.messages(thread, "ben").len() == 2).then_some(())
    };
    let written = stage.sandbox.until(written).await;
    written.expect("the bot writes in the thread");
    let day = std::time::Duration::from_hours(24);
    stage.sandbox.clock().advance(day);
    browser
        .wait_for_text("#channels summary", "1 older thread")
        .await;
    browser.wait_gone(listed).await;
    // It can be found and opened all the same.
    browser.click("#channels summary").await;
    browser.click("#channels .archive .thread").await;
    browser.wait_for_text("#place h2", "A place to talk").await;
    browser
        .click(&format!("#channels [data-channel-id='{general}']"))
        .await;
    browser.wait_gone(listed).await;
    let thread = stage.sandbox.channel("A place to talk");
    ben.in_channel(thread)
        .say("Still here.")
        .expect("a message");
    browser.wait_for(&format!("{listed}.unread")).await;
    browser.wait_gone("#channels summary").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_of_a_thread_without_a_message_opens_it() {
    let Some((sandbox, browser)) = without_bot().await else {
        return;
    };
    let api = Api::of(&sandbox);
    let general = sandbox.channel("general");
    let body = json!({ "name": "Match 7", "type": 11 });
    let threads = format!("/channels/{general}/threads");
    assert_eq!(api.post(&threads, body).await.status, 201);
    let line = "#messages [data-message-type='18']";
    browser
        .wait_for_text(line, "bot started a thread: Match 7.")
        .await;
    browser
        .click(&format!("{line} [data-testid=thread-link]"))
        .await;
    browser.wait_for_text("#place h2", "Match 7").await;

    // The thread outlives its line.
    let id = sandbox.messages(general, "ana")[0].id();
    let gone = format!("/channels/{general}/messages/{id}");
    assert_eq!(api.delete(&gone).await.status, 204);
    browser.click("#place .parent").await;
    browser.wait_for_text("#place h2", "general").await;
    browser.wait_gone(line).await;
    browser
        .wait_for_text("#channels .threads .thread", "Match 7")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_added_given_roles_and_removed_on_a_phone() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let mut config = SandboxConfig::default();
    config.layout = Layout::empty().person("Ana").person("Ben").server(
        ServerLayout::new("Club")
            .role("Referee", permissions::MANAGE_GUILD)
            .channel(ChannelLayout::text("hall"))
            .channel(ChannelLayout::text("office").only_for(["Referee"])),
    );
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    browser.open(sandbox.base_url()).await;
    browser
        .wait_for("#people [data-user=ana][aria-checked=true]")
        .await;
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1";

    browser.click("#open-drawer").await;
    browser.click("#guild-menu").await;
    browser.click("[role=menuitem]:nth-last-child(2)").await;
    browser.click("#new-person").await;
    browser.type_text("ben").await;
    browser.press(Key::Enter).await;
    browser
        .wait_for_text("[data-testid=people-dialog] .field-error", "already")
        .await;
    for _ in 0..3 {
        browser.press(Key::Backspace).await;
    }
    browser.type_text("Eve").await;
    browser.press(Key::Enter).await;
    browser.wait_for(".roster [data-username=eve]").await;
    browser
        .wait_until("document.querySelector('#new-person').value === ''")
        .await;
    browser.wait_until(fits).await;

    // The owner cannot be removed, others can.
    browser
        .wait_for_text("[data-username=ana] .tag", "OWNER")
        .await;
    browser
        .wait_gone("[data-username=ana] [data-testid=remove-person]")
        .await;
    let referee = "[data-username=eve] [data-role=Referee]";
    browser.click(referee).await;
    browser
        .wait_for(&format!("{referee}[aria-pressed=true]:focus"))
        .await;
    browser
        .click("[data-username=ben] [data-testid=remove-person]")
        .await;
    browser
        .wait_for("[data-username=ben] [data-testid=bring-back]:focus")
        .await;
    browser
        .wait_for_text("[data-username=ben]", "Not a member")
        .await;
    browser.press(Key::Escape).await;
    browser.wait_gone("[data-testid=people-dialog]").await;
    browser.press(Key::Escape).await;
    browser.wait_gone("#sidebar.open").await;

    // Eve sees the office, and Ben nothing until he is back.
    browser.click("#people [data-user=eve]").await;
    browser.wait_for_text("#channels .name", "office").await;
    browser.click("#people [data-user=ben].away").await;
    browser
        .wait_for_text("[data-testid=nowhere]", "Ben is on no server")
        .await;
    browser.wait_for("#bottom[hidden]").await;
    browser.click("[data-testid=nowhere] button").await;
    browser
        .click("[data-username=ben] [data-testid=bring-back]")
        .await;
    browser
        .click("[data-testid=people-dialog] [aria-label=Close]")
        .await;
    browser
        .wait_for_text(".beginning h2", "Welcome to #hall")
        .await;
    browser.wait_for("#bottom:not([hidden])").await;

    // Another open page is told as well.
    let eve = sandbox.user("eve").id();
    browser.click("#people [data-user=eve]").await;
    browser.wait_for_text("#channels .name", "office").await;
    assert!(sandbox.set_role("Club", "eve", "Referee", false));
    browser
        .wait_until("![...document.querySelectorAll('#channels .name')].some((it) => it.textContent === 'office')")
        .await;
    assert!(sandbox.leave("Club", "eve"));
    browser
        .wait_for_text("[data-testid=nowhere]", "Eve is on no server")
        .await;
    let member = format!("/guilds/{}/members/{eve}", sandbox.guild_id());
    assert_eq!(Api::of(&sandbox).get(&member).await.code(), 10007);
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_unread_marks_of_their_own() {
    let Some((sandbox, browser)) = without_bot().await else {
        return;
    };
    let api = Api::of(&sandbox);
    let (general, lounge) = (sandbox.channel("general"), sandbox.channel("lounge"));
    let in_list = |id| format!("#channels [data-channel-id='{id}']");
    let place = in_list(lounge);
    let (unread, badge) = (format!("{place}.unread"), format!("{place} .badge"));
    let cleo = sandbox.user("cleo");
    let ben = sandbox.user("ben").in_channel(lounge);
    ben.say(&format!("{}, look.", cleo.mention()))
        .expect("a message");

    // Ana has something to read, Cleo is called, and each of them reads for themselves.
    browser.wait_for(&unread).await;
    browser.wait_gone(&badge).await;
    browser
        .wait_until(&format!(
            "getComputedStyle(document.querySelector(\"{unread} .dot\")).display === 'block'"
        ))
        .await;
    browser.click("#people [data-user=cleo]").await;
    browser.wait_for_text(&badge, "1").await;
    browser.click(&place).await;
    browser.wait_gone(&badge).await;
    browser.click(&in_list(general)).await;
    browser.wait_gone(&unread).await;
    browser.click("#people [data-user=ana]").await;
    browser.wait_for(&unread).await;

    // @everyone calls everybody but the one who says it, and a deleted message calls nobody.
    let all = sandbox.user("ana").in_channel(lounge);
    let said = all.say("@everyone, look.").expect("a message");
    browser.click("#people [data-user=cleo]").await;
    browser.wait_for_text(&badge, "1").await;
    assert!(sandbox.delete_message(lounge, said.id()));
    browser.wait_gone(&badge).await;
    browser.wait_gone(&unread).await;

    // A thread without a message has its own marks; its announcement may be deleted.
    let body = json!({ "name": "Match", "type": 11 });
    let threads = format!("/channels/{general}/threads");
    browser.click(&place).await;
    let thread = api.post(&threads, body).await;
    let line = sandbox.messages(general, "ana")[0].id();
    browser
        .wait_for(&format!("{}.unread", in_list(general)))
        .await;
    let line = format!("/channels/{general}/messages/{line}");
    assert_eq!(api.delete(&line).await.status, 204);
    browser
        .wait_gone(&format!("{}.unread", in_list(general)))
        .await;
    let place = in_list(sandbox.channel("Match"));
    let messages = format!("/channels/{}/messages", thread.id());
    let words = json!({ "content": format!("{}, your move.", cleo.mention()) });
    assert_eq!(api.post(&messages, words).await.status, 200);
    browser.wait_for_text(&format!("{place} .badge"), "1").await;
    browser.click("#people [data-user=dan]").await;
    browser.wait_for(&format!("{place}.unread")).await;
    browser.wait_gone(&format!("{place} .badge")).await;
    browser.click(&place).await;
    browser.wait_gone(&format!("{place}.unread")).await;
    browser.click(&in_list(general)).await;
    browser.click("#people [data-user=cleo]").await;
    browser.wait_for_text(&format!("{place} .badge"), "1").await;
    browser.click(&place).await;
    browser.wait_gone("#channels .badge").await;
}
