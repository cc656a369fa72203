//! The boards on which members pick the turn for which they vote.

use super::acts::acting;
use crate::discord::ui::permissions;
use crate::features::Purpose;
use crate::features::play::discord::next;
use crate::features::play::messages::Beside;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::About;
use crate::features::teams::messages::page;
use crate::features::teams::model::TeamRefusal;

pub(crate) const VOTES: Purpose = Purpose {
    answer: |app, reply, shown| {
        Box::pin(async move {
            let About::Vote { id, board } = shown.session.about else {
                return Err(PlayRefusal::NotOnOffer.into());
            };
            // The picker may have been opened before the match was hidden from the person.
            let view = reply.while_doing(app.arbiter.view(id)).await?;
            if !permissions::sees_match(
                reply.interaction,
                view.state.proposal().place,
                view.places.thread,
            ) {
                return Err(TeamRefusal::NoTeam(id).into());
            }
            let acting = acting(reply);
            let whole = shown.whole()?;
            let (text, line) = (whole.text(), page::voted(id, &whole.written));
            let voted = app.arbiter.vote_for(id, &acting, board, &text);
            let stand = reply.while_doing(voted).await?;
            let seen_from = app.seen_from(reply, &stand.view.state).await;
            let page = |said: &str| page::page(&stand, acting.user, said, seen_from);
            let sitting = (id, shown.session.sitting);
            Ok(next::after_vote(app, reply, sitting, line, page).await)
        })
    },
    ..Purpose::new(
        |about| matches!(about, About::Vote { .. }),
        |shown, _| Beside {
            content: page::asked(shown),
            ..Beside::default()
        },
    )
};
