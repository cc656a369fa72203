use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::custom_id::{ChallengeList, CustomId};
use crate::discord::ui::terms::{for_whom, terms};
use crate::discord::ui::words::{message_link, up_to};
use crate::discord::ui::{Button, Composed, Tone, channel_link, mention};
use crate::kernel::View;
use crate::matches::UserId;

/// This many challenges of a server are listed at most, and this many on a page.
pub const MOST_OPEN: u32 = 200;
/// See [`MOST_OPEN`].
pub const OPEN_ON_A_PAGE: usize = 5;

/// A page of the challenges that anyone may accept, each with a button that does it, or that withdraws one's own. `page` is counted from 0, of this many
/// `pages`; `in_channel` says that only those of one channel are listed.
#[must_use]
pub fn lobby(
    open: &[View],
    user: UserId,
    in_channel: bool,
    (page, pages): (usize, usize),
) -> Composed {
    let place = if in_channel {
        "this channel"
    } else {
        "this server"
    };
    if open.is_empty() {
        return Composed::text(format!(
            "No challenge is open in {place}. Make one with `/play`: without an opponent anyone may accept it."
        ));
    }
    let mut content = format!("**Open challenges in {place}**");
    let mut buttons = Vec::new();
    let list = ChallengeList::Lobby;
    for View { state, places, .. } in open {
        let (id, proposal) = (state.id(), state.proposal());
        let own = proposal.challenger == user;
        let by = if own {
            String::from("your own")
        } else {
            format!("by {}", mention(proposal.challenger))
        };
        let link = match places.card {
            Some(card) => message_link(proposal.place.guild, proposal.place.channel, card),
            None => channel_link(proposal.place.channel),
        };
        let expected = state.expected().map(|(_, longest)| up_to(longest));
        let expected = expected.map(|time| format!(" · up to {time}"));
        content.push_str(&format!(
            "\n**{}**, match {id}, {by} · {link}\n{}{}{}",
            state.game().card.name,
            terms(state),
            expected.unwrap_or_default(),
            for_whom(&proposal.terms)
                .map(|words| format!("\n{words}"))
                .unwrap_or_default()
        ));
        buttons.push(if own {
            Button::new(
                format!("Withdraw {id}"),
                Tone::Plain,
                CustomId::WithdrawListed { id, list },
            )
        } else {
            Button::new(
                format!("Accept {id}"),
                Tone::Success,
                CustomId::Take { id, list },
            )
        });
    }
    let mut rows = vec![buttons];
    if pages > 1 {
        content.push_str(&format!("\n-# Page {} of {pages}.", page + 1));
        rows.push(page_buttons(page, pages, |page| CustomId::Lobby { page }).to_vec());
    }
    Composed {
        rows,
        ..Composed::text(content)
    }
}
