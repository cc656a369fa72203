//! How ids and moments are written to columns, and read from them; and what kept words stand for.

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::matches::{ChannelId, GuildId, InteractionId, MatchId, MessageId, RoleId, UserId};
use crate::people::Moment;

// SQLite's numbers have a sign. Discord's ids use 63 bits; those of deleted people use the 64th and are negative here.
macro_rules! ids {
    ($($id:ident)*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.0.cast_signed().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                Ok(Self(value.as_i64()?.cast_unsigned()))
            }
        }
    )*};
}

ids!(MatchId UserId GuildId RoleId ChannelId MessageId InteractionId);

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

/// What a kept word means. One that only another version of the program knows counts as the usual choice, and the log says
/// so: nobody is to wonder why a setting has no effect.
pub(crate) fn meaning<T>(column: &'static str, word: &str, found: Option<T>, usual: T) -> T {
    found.unwrap_or_else(|| {
        tracing::error!(column, word, "a word is kept that means nothing here");
        usual
    })
}
