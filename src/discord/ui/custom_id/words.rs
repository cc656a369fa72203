//! How the text of a press is written and read: one table, from which both are made.

/// Makes reading and writing of a `Press` of one table: a word, the variant, and what follows the word, with the reader where a
/// part's type alone does not say what it may be.
macro_rules! words {
    (@read $part:ident) => {
        $crate::discord::ui::custom_id::Part::read($part)?
    };
    (@read $part:ident $read:ident) => {
        $crate::discord::ui::custom_id::$read($part)?
    };
    ($press:ident; $($word:literal => $variant:ident
        $(($only:ident))?
        $({ $($part:ident $(by $read:ident)?),+ })?;
    )+) => {
        impl $crate::discord::ui::custom_id::Read for $press {
            fn read(parts: &[&str]) -> Option<Self> {
                Some(match *parts {
                    $([$word $(, $only)? $($(, $part)+)?] => Self::$variant
                        $(($crate::discord::ui::custom_id::words!(@read $only)))?
                        $({ $($part: $crate::discord::ui::custom_id::words!(@read $part $($read)?)),+ })?,
                    )+
                    _ => return None,
                })
            }
        }

        impl std::fmt::Display for $press {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($only))? $({ $($part),+ })? => {
                        f.write_str($word)?;
                        $($crate::discord::ui::custom_id::write_part(f, $only)?;)?
                        $($($crate::discord::ui::custom_id::write_part(f, $part)?;)+)?
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
