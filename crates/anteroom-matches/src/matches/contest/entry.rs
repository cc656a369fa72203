use serde::{Deserialize, Serialize};

use super::super::ids::RoleId;

/// The most roles of an [`EntryRule`].
pub const MOST_ENTRY_ROLES: usize = 3;

/// Who may join a league, ladder or tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryRule {
    /// No rule.
    #[default]
    Everyone,
    /// People with at least one of these roles.
    Roles(Vec<RoleId>),
    /// People with a rating in the game within these bounds.
    Ratings(RatingBand),
    /// People whom an organiser lets in when they ask.
    Request,
}

/// Bounds of a rating, both inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingBand {
    /// The lowest rating; `None` for no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest: Option<u16>,
    /// The highest rating; `None` for no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest: Option<u16>,
    /// Whether the rating must be certain: one without a `?`.
    #[serde(default)]
    pub certain: bool,
}

/// What an [`EntryRule`] asks of a person, at the moment at which they join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Their roles in the server.
    pub roles: Vec<RoleId>,
    /// Their rating in the game, rounded; that of a beginner if they have none.
    pub points: u16,
    /// Whether the rating is certain: shown without a `?`.
    pub certain: bool,
}

impl EntryRule {
    /// Whether a person may join, or ask to be let in.
    pub fn admits(&self, entrant: &Entrant) -> bool {
        match self {
            Self::Everyone | Self::Request => true,
            Self::Roles(roles) => roles.iter().any(|role| entrant.roles.contains(role)),
            Self::Ratings(band) => band.holds(entrant.points, entrant.certain),
        }
    }
}

impl EntryRule {
    /// Whether people need a role and these are not among them.
    pub fn lacks_role(&self, roles: &[RoleId]) -> bool {
        match self {
            Self::Roles(wanted) => !wanted.iter().any(|role| roles.contains(role)),
            Self::Everyone | Self::Ratings(_) | Self::Request => false,
        }
    }
}

impl RatingBand {
    fn holds(self, points: u16, certain: bool) -> bool {
        self.lowest.is_none_or(|lowest| lowest <= points)
            && self.highest.is_none_or(|highest| points <= highest)
            && (certain || !self.certain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(points: u16, certain: bool) -> Entrant {
        Entrant {
            roles: vec![RoleId(1), RoleId(2)],
            points,
            certain,
        }
    }

    #[test]
    fn any_of_the_roles_is_enough() {
        let entrant = rated(1500, false);
        assert!(EntryRule::Everyone.admits(&entrant));
        assert!(EntryRule::Roles(vec![RoleId(3), RoleId(2)]).admits(&entrant));
        assert!(!EntryRule::Roles(vec![RoleId(3)]).admits(&entrant));
    }

    #[test]
    fn bounds_belong_to_the_band() {
        let band = |lowest, highest, certain| {
            EntryRule::Ratings(RatingBand {
                lowest,
                highest,
                certain,
            })
        };
        assert!(band(Some(1600), None, false).admits(&rated(1600, false)));
        assert!(!band(Some(1601), None, false).admits(&rated(1600, false)));
        assert!(band(None, Some(1600), true).admits(&rated(1600, true)));
        assert!(!band(None, Some(1600), true).admits(&rated(1600, false)));
        assert!(!band(None, Some(1599), false).admits(&rated(1600, true)));
    }

    #[test]
    fn rules_are_kept_as_plain_json() {
        let band = RatingBand {
            lowest: Some(1400),
            highest: None,
            certain: true,
        };
        for (rule, json) in [
            (EntryRule::Everyone, r#""everyone""#),
            (EntryRule::Request, r#""request""#),
            (EntryRule::Roles(vec![RoleId(7)]), r#"{"roles":[7]}"#),
            (
                EntryRule::Ratings(band),
                r#"{"ratings":{"lowest":1400,"certain":true}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&rule).expect("JSON"), json);
            let read: EntryRule = serde_json::from_str(json).expect("a rule");
            assert_eq!(read, rule);
        }
    }
}
