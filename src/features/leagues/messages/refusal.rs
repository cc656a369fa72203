use crate::db::Denial;
use crate::discord::ui::mention;
use crate::features::leagues::model::Refusal;

impl Denial for Refusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    /// Returns the sentence for the organiser, with the person whom it is about by name.
    fn sentence(&self) -> String {
        let words = self.to_string();
        let (Self::NotPlaying(user)
        | Self::NothingToForfeit(user)
        | Self::HasMoved(user)
        | Self::NoNewcomer(user)
        | Self::CannotReturn(user)) = self
        else {
            return words;
        };
        words.replacen("This person", &mention(*user), 1)
    }
}
