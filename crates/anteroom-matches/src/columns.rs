//! Conversion of ids, moments and choices to columns and back.

use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::matches::{
    ChannelId, Confirm, DaysOff, Follow, GuildId, InteractionId, JournalId, MatchId, MessageId,
    RoleId, Team, TeamName, UserId, Viewpoint,
};
use crate::people::{Moment, Nudge};

/// Makes columns of ids, which are structs around a `u64`.
// SQLite's numbers have a sign. Discord's ids use 63 bits; those of deleted people use the 64th and are negative here.
#[macro_export]
macro_rules! id_columns {
    ($($id:ident)*) => {$(
        impl ::rusqlite::types::ToSql for $id {
            fn to_sql(&self) -> ::rusqlite::Result<::rusqlite::types::ToSqlOutput<'_>> {
                Ok(self.0.cast_signed().into())
            }
        }

        impl ::rusqlite::types::FromSql for $id {
            fn column_result(
                value: ::rusqlite::types::ValueRef<'_>,
            ) -> ::rusqlite::types::FromSqlResult<Self> {
                Ok(Self(value.as_i64()?.cast_unsigned()))
            }
        }
    )*};
}

id_columns!(MatchId UserId GuildId RoleId ChannelId MessageId InteractionId JournalId);

impl ToSql for Moment {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Moment {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Self)
    }
}

// A team is stored as its name, after the id of its role and a colon: `:Woodpushers`, `12:Woodpushers`.
impl ToSql for Team {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let role = self.role.map(|role| role.to_string());
        Ok(format!("{}:{}", role.unwrap_or_default(), self.name).into())
    }
}

impl FromSql for Team {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let team = value.as_str()?.split_once(':').and_then(|(role, name)| {
            let role = match role {
                "" => None,
                role => Some(role.parse().ok()?),
            };
            let name = TeamName::of(name)?;
            Some(Self { name, role })
        });
        team.ok_or(FromSqlError::InvalidType)
    }
}

// Choices are stored as words.
macro_rules! words {
    ($($choice:ident)*) => {$(
        impl ToSql for $choice {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.to_string().into())
            }
        }

        impl FromSql for $choice {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str().map(choice)
            }
        }
    )*};
}

words!(Follow Viewpoint Confirm DaysOff Nudge);

/// Returns the choice of a word. A word that only another version knows counts as the default. The log says so, since
/// the setting has no effect.
fn choice<T: FromStr + Default>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| {
        let choice = std::any::type_name::<T>();
        tracing::error!(choice, word, "unknown word in a column: using the default");
        T::default()
    })
}
