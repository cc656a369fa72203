//! Reading and writing the text of a press, both made from one table.

/// Declares a `Press` and how it is read and written. Each row has a word, the variant and its parts, with a
/// named reader if the type alone does not limit the values of a part.
///
/// In all tables, `board` is the number of the board for which the button was made, `ply` a number of turns made,
/// `page` a page counted from 0, and `game` the key of a game.
macro_rules! words {
    (@read $part:ident) => {
        $crate::discord::ui::custom_id::Part::read($part)?
    };
    (@read $part:ident $read:ident) => {
        $crate::discord::ui::custom_id::$read($part)?
    };
    ($(#[$about:meta])* pub enum $press:ident {
        $($(#[$doc:meta])* $word:literal => $variant:ident
            $(($only:ident: $only_type:ty))?
            $({ $($part:ident: $type:ty $(as $read:ident)?),+ })?;
        )+
    }) => {
        $(#[$about])*
        pub enum $press {
            $($(#[$doc])* $variant $(($only_type))? $({ $($part: $type),+ })?,)+
        }

        impl $crate::discord::ui::custom_id::Read for $press {
            const FORMS: $crate::discord::ui::custom_id::Forms = &[$(&[
                $word
                $(, stringify!($only_type))?
                $($(, concat!(stringify!($type) $(, " as ", stringify!($read))?))+)?
            ],)+];

            fn read(parts: &[&str]) -> Option<Self> {
                Some(match *parts {
                    $([$word $(, $only)? $($(, $part)+)?] => Self::$variant
                        $(($crate::discord::ui::custom_id::words!(@read $only)))?
                        $({ $($part: $crate::discord::ui::custom_id::words!(@read $part $($read)?)),+ })?,
                    )+
                    _ => return None,
                })
            }

            fn about(&self) -> Option<$crate::matches::MatchId> {
                match self {
                    $(Self::$variant $(($only))? $({ $($part),+ })? => {
                        let parts: &[Option<$crate::matches::MatchId>] = &[
                            $($crate::discord::ui::custom_id::Part::names_match($only))?
                            $($($crate::discord::ui::custom_id::Part::names_match($part)),+)?
                        ];
                        parts.iter().flatten().next().copied()
                    })+
                }
            }
        }

        impl std::fmt::Display for $press {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($only))? $({ $($part),+ })? => {
                        f.write_str($word)?;
                        $(write!(f, "/{}", $only)?;)?
                        $($(write!(f, "/{}", $part)?;)+)?
                        Ok(())
                    })+
                }
            }
        }

        impl From<$press> for $crate::discord::ui::custom_id::CustomId {
            fn from(press: $press) -> Self {
                Self::of(&press)
            }
        }
    };
}

pub(crate) use words;
