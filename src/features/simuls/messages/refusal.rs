use crate::db::Denial;
use crate::features::simuls::model::Refusal;

impl Denial for Refusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        self.to_string()
    }
}
