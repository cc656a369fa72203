//! Buttons, menus and forms. Features handle their own; this module handles those of panels.

use serenity::all::{ComponentInteraction, ModalInteraction};

use super::panels;
use crate::discord::ui::interaction::{Granted, Interaction};
use crate::discord::ui::panel::PanelPress;
use crate::discord::ui::press::{Pressed, Presses};
use crate::discord::ui::reply::FirstAnswer;
use crate::discord::ui::{self, App, Handle, Handling, Reply, Result};
use crate::features::FEATURES;
use crate::features::watching::store::follows::followed;
use crate::kernel;
use crate::matches::MatchId;

/// Performs the action of a component and answers.
pub(crate) async fn pressed(
    app: &App,
    pressed: &ComponentInteraction,
    granted: &Granted,
    first: &FirstAnswer,
) {
    let reply = app.reply(Interaction::Component(pressed), first);
    let mut reply = reply.with_granted(granted);
    handle(app, &mut reply, &pressed.data.custom_id).await;
}

/// Performs the action of a submitted form and answers.
pub(crate) async fn submitted(app: &App, submitted: &ModalInteraction, first: &FirstAnswer) {
    let mut reply = app.reply(Interaction::Modal(submitted), first);
    handle(app, &mut reply, &submitted.data.custom_id).await;
}

async fn handle(app: &App, reply: &mut Reply<'_>, custom_id: &str) {
    if let Err(error) = carry_out(app, reply, custom_id).await {
        app.own_up(reply, error).await;
    }
}

/// Performs the action of a custom id. An id can be forged: a press gives no right, and nobody learns of a match that is
/// hidden from them.
async fn carry_out(app: &App, reply: &mut Reply<'_>, custom_id: &str) -> Result {
    let Pressed { about, act } = find(custom_id).ok_or_else(ui::unknown_component)?;
    if let Some(id) = about
        && !app.is_in_reach(reply, id).await?
        && !follows(app, reply, id).await?
    {
        return Err(kernel::Error::NoSuchMatch(id).into());
    }
    act.handle(app, reply).await
}

/// Whether the person follows a match, wherever they are now.
async fn follows(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<bool> {
    let user = reply.interaction.user();
    let read = app.arbiter.read(move |db| followed(db, id, user));
    Ok(reply.while_doing(read).await?.is_some())
}

/// The presses of panels, whose pages are the features'.
const PANELS: Presses = Presses::of::<PanelPress>();

/// Returns the tables of all presses.
fn tables() -> impl Iterator<Item = &'static Presses> {
    let of_features = FEATURES.iter().flat_map(|feature| feature.presses);
    of_features.chain(std::iter::once(&PANELS))
}

/// Returns the forms of all custom ids: of each, its word and the types of its parts.
pub fn forms() -> impl Iterator<Item = &'static [&'static str]> {
    tables().flat_map(|table| table.forms).copied()
}

/// Returns the action of a custom id; `None` if no feature reads the id.
fn find(custom_id: &str) -> Option<Pressed> {
    let parts: Vec<&str> = custom_id.split('/').collect();
    tables().find_map(|table| (table.read)(&parts))
}

/// Each future is boxed alone: together they would not fit on a thread's stack.
impl Handle for PanelPress {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            PanelPress::Page { page } => {
                Box::pin(async move { panels::turn(app, reply, &page, "").await })
            }
            PanelPress::Pages => Box::pin(panels::choose(app, reply)),
            PanelPress::Set { page, act } => {
                Box::pin(async move { panels::turn(app, reply, &page, &act).await })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The longest text of each form. Words in capitals are placeholders.
    const LONGEST: &str = "
        accept/MAXID
        take/MAXID
        decline/MAXID
        decline-listed/MAXID
        withdraw/MAXID
        withdraw-listed/MAXID
        renew/MAXID
        move/MAXID/MAX
        pick-again/MAXID/MAX
        plan/MAXID
        type/MAXID/MAX
        turn/MAXID/MAX
        try/MAXID/MAX/TURN
        offer/MAXID/MAX/MAX
        only/MAXID/MAX
        rules/GAME/MAX
        page/GAME/MAX
        rules-leaf/GAME/MAX/first
        rules-part/GAME
        help/MAX
        games/challenges/GAME/MAX
        open
        page-link/MAXID
        page-withdraw/MAXID
        contest-link/MAXID
        vote/MAXID/MAX
        team/MAXID
        team-other/MAXID/MAX
        team-support/MAXID/MAX/MAX
        team-withdraw/MAXID/MAX
        team-wait/MAXID/MAX/MAX
        team-draw/MAXID/MAX/MAX
        team-more/MAXID
        team-call/MAXID/MAX
        team-join/MAXID/2
        team-leave/MAXID
        team-resign/MAXID
        team-resign-ask/MAXID
        team-yes/MAXID/MAXID
        team-no/MAXID/MAXID
        team-talk/MAXID
        team-players/MAXID
        team-new/connect-n/user-9223372036854775807/for.r9223372036854775807.t59d23h59m59s+23h59m59s.s2.k9
        team-role/connect-n/user-9223372036854775807/for.r9223372036854775807.t59d23h59m59s+23h59m59s.s2.k9
        team-kind/connect-n/user-9223372036854775807/for.r9223372036854775807.t59d23h59m59s+23h59m59s.s2.k9
        team-make/connect-n/user-9223372036854775807/for.r9223372036854775807.t59d23h59m59s+23h59m59s.s2.k9
        contest-withdraw/MAXID
        calendar
        calendar-renew
        calendar-revoke
        resign/MAXID/MAX
        resign/MAXID
        resign-yes/MAXID/MAX
        resign-no/MAXID
        abort/MAXID
        rematch/MAXID
        harder/MAXID
        choose/WITH
        game/GAME/WITH
        challenge/GAME/WITH
        challenge-so/GAME/WITH/WISH
        in-private/GAME/WITH
        in-private-so/GAME/WITH/WISH
        wish/finished/GAME/WITH/WISH
        game-so/GAME/WITH/WISH
        more/GAME/WITH/WISH
        draw/MAXID/MAX
        takeback-yes/MAXID/MAX
        takeback-no/MAXID/MAX
        draw-yes/MAXID/MAX
        draw-no/MAXID/MAX
        follow/MAXID
        follow-so/MAXID/turns
        follow-one
        unfollow/MAXID
        notes/MAXID
        note/MAXID/MAX
        note-text/MAXID/MAX
        notes-publish/MAXID
        notes-clear/MAXID
        history/MAXID/MAX
        replay/MAXID
        share/MAXID
        post-board/MAXID
        post-replay/MAXID/normal
        take-back/MAXID
        gift/MAXID
        give-time/MAXID/MAXID
        explore/MAXID/MAX
        puzzle/GAME
        puzzle-again/GAME/MAX
        solution/GAME/MAX
        mistake/MAXID/MAX
        better/MAXID/MAX
        analysis/MAXID
        hint/MAXID
        hint-turn/MAXID/MAX
        hints-yes/MAXID
        hints-no/MAXID
        lines/MAXID
        line/MAXID/MAX/MAX
        clear/MAXID
        clear/MAXID/MAX
        board/MAXID
        describe/MAXID
        describe/MAXID/TURN
        leaf/MAXID/MAX/first
        import-list/MAX/MAX
        import-open/MAX
        import/IMPORT/MAX/first
        play-on-from/IMPORT/MAX
        play-on/IMPORT/MAX/anyone
        mute/MAXID/MAX
        mute-all
        finished/PERSON/antichess/3/253402300799999/MAXID
        finished-result/PERSON/antichess
        export-all
        export-of/MAXID
        export/MAXID/4
        leaders/GAME/1/MAX
        leaders-of/1
        privacy-export
        forget
        forget-yes
        panel/WORD
        pages
        set/WORD/WORD
        learn
        lessons/GAME
        lesson/LESSON
        lesson-type/LESSON
        lesson-text/LESSON
        lesson-show/LESSON
        lesson-match/LESSON
        lesson-match-here/LESSON
        pick/MAXID/MAX/KEY
        end/MAXID/MAX/KEY
        from/MAXID/MAX/255
        back/MAXID/MAX
        over/MAXID/MAX
        on/MAXID/MAX
        play/MAXID/MAX
        think/MAXID/MAX
        retype/MAXID/MAX
        skip/MAXID/MAX
        later/MAXID/MAX
        next
    ";

    fn longest() -> Vec<String> {
        let (turn, key, word) = ("d3-N end !".repeat(7), "k".repeat(60), "w".repeat(46));
        let values = [
            ("MAXID", u64::MAX.to_string()),
            ("MAX", u32::MAX.to_string()),
            ("GAME", "a".repeat(32)),
            ("WITH", format!("user-{}", (1_u64 << 63) - 1)),
            ("WISH", String::from("14d+1d-unrated")),
            ("TURN", turn[..64].to_owned()),
            ("PERSON", ((1_u64 << 63) - 1).to_string()),
            ("IMPORT", format!("{0}-{0}", u32::MAX)),
            ("LESSON", format!("connect-n.{}", "z".repeat(15))),
            ("KEY", key),
            ("WORD", word),
        ];
        let forms = LONGEST.split_whitespace();
        forms
            .map(|form| {
                values.iter().fold(form.to_owned(), |text, (name, value)| {
                    text.replace(name, value)
                })
            })
            .collect()
    }

    #[test]
    fn every_text_is_read_by_one_feature_and_written_as_it_was() {
        let texts = longest();
        assert!(texts.len() > 110, "{}", texts.len());
        for text in texts {
            assert!(text.len() <= 100, "{text}");
            let parts: Vec<&str> = text.split('/').collect();
            let found: Vec<_> = tables().filter_map(|table| (table.read)(&parts)).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].act.to_string(), text);
        }
    }

    /// Contests have a test of their longest ids of their own.
    #[test]
    fn every_form_has_a_longest_text() {
        let own = |word: &str| {
            ["league", "ladder", "tournament", "simul"]
                .iter()
                .any(|own| word.starts_with(own))
        };
        let key = |word: &str, parts: usize| format!("{word}/{parts}");
        let listed: BTreeSet<_> = LONGEST
            .split_whitespace()
            .map(|text| {
                key(
                    text.split('/').next().unwrap_or_default(),
                    text.split('/').count(),
                )
            })
            .collect();
        let all: BTreeSet<_> = forms()
            .filter(|form| !own(form[0]))
            .map(|form| key(form[0], form.len()))
            .collect();
        assert_eq!(listed, all);
    }

    #[test]
    fn rare_choices_are_written_as_they_were_read() {
        for text in [
            "choose/anyone",
            "choose/computer-1",
            "choose/match-18446744073709551615",
            "wish/range/anchor/anyone/usual-rated.weekends.pq.5.1400-1700",
            "challenge-so/anchor/anyone/14d+1d-unrated.weekends.pq.100.1400-1700",
            "import/1790000000/0/last",
            "rules-leaf/anchor/0/back",
        ] {
            let found = find(text).map(|press| press.act.to_string());
            assert_eq!(found.as_deref(), Some(text));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "/",
            "accept",
            "accept/",
            "accept/0",
            "accept/-1",
            "accept/+1",
            "accept/01",
            "accept/1/2",
            "accept/x",
            "accept/18446744073709551616",
            "move/1",
            "move/1/-1",
            "move/1/2/3",
            "move/1/4294967296",
            "pick/1/2",
            "pick/1/2/",
            "pick/1/2/a b",
            "pick/1/2/a/b",
            "from/1/2/256",
            "back/1/2/3",
            "rules/Go/0",
            "rules//0",
            "rules/a b/0",
            "fly/1",
            "try/1/2/",
            "try/1/2/a/b",
            "try/1/2/é",
            "set/boards",
            "set/boards/A",
            "set/Page/x",
            "panel/",
            "archive/0/any/0/0/0/0",
            "choose/nobody",
            "choose/user-",
            "choose/user-05",
            "choose/user-0",
            "choose/user-9223372036854775808",
            "choose/computer-9",
            "choose/match-0",
            "wish/x/anchor/anyone/usual-rated",
            "more/anchor/anyone/usual-rated.5.pq",
            "lesson/none",
            "import/1-0/0/last",
            "follow-so/1/x",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }

    #[test]
    fn any_text_is_read_as_nothing_or_as_what_writes_it() {
        let mut random = fastrand::Rng::with_seed(7);
        let samples = longest();
        for _ in 0..20_000 {
            let mut text: Vec<char> = samples[random.usize(..samples.len())].chars().collect();
            for _ in 0..random.usize(..4) {
                let at = random.usize(..=text.len());
                if random.bool() && at < text.len() {
                    text.remove(at);
                } else {
                    let letters = ['/', '-', '0', '1', '7', '9', 'a', 'z', 'é', '\u{0}'];
                    text.insert(at, random.choice(letters).unwrap_or('/'));
                }
            }
            let text: String = text.into_iter().collect();
            if let Some(press) = find(&text) {
                assert_eq!(press.act.to_string(), text);
            }
        }
    }
}
