use crate::discord::ui::mention;
use crate::features::leagues::model::Refusal;

/// Words a refusal for the organiser, with the person whom it is about by name.
pub fn refusal(refusal: &Refusal) -> String {
    let words = refusal.to_string();
    let (Refusal::NotPlaying(user)
    | Refusal::NothingToForfeit(user)
    | Refusal::HasMoved(user)
    | Refusal::NoNewcomer(user)
    | Refusal::CannotReturn(user)) = refusal
    else {
        return words;
    };
    words.replacen("This person", &mention(*user), 1)
}
