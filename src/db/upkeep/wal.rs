//! Reads the `-wal` file directly, because SQLite does not report old frames that are left in it.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use crate::db::file::place::beside;

/// The bytes before the first frame, and before the page of each frame, by SQLite's file format.
const HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;

/// Two numbers in the header and in each frame. SQLite draws new ones each time it restarts the file, after all its
/// contents are in the database and nobody reads it.
pub(crate) type Salts = [u8; 8];

/// The state of a `-wal` file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wal {
    /// The salts of the header; `None` if the file is empty or missing.
    pub(crate) salts: Option<Salts>,
    /// Number of frames in the file, valid or not.
    pub(crate) frames: u32,
    /// Whether frames from before the last restart of the file are left.
    pub(crate) has_leftovers: bool,
}

impl Wal {
    /// Reads the `-wal` file of a database.
    ///
    /// SQLite has no lock on this file, so closing it loses none. The database file must not be opened like this:
    /// closing it drops the locks that this process has on it.
    pub(crate) fn of(database: &Path) -> io::Result<Self> {
        match File::open(beside(database, "-wal")) {
            Ok(mut file) => {
                let length = file.metadata()?.len();
                Self::read(&mut file, length)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    fn read(file: &mut (impl Read + Seek), length: u64) -> io::Result<Self> {
        if length < HEADER {
            return Ok(Self::default());
        }
        let mut header = [0; HEADER as usize];
        file.read_exact(&mut header)?;
        let [_, _, page, _, salts @ ..] = header.as_chunks::<4>().0 else {
            return Ok(Self::default());
        };
        let salts: Salts = [salts[0], salts[1]].concat().try_into().unwrap_or_default();
        let frame = FRAME_HEADER + u64::from(u32::from_be_bytes(*page));
        let frames = u32::try_from((length - HEADER).div_ceil(frame)).unwrap_or(u32::MAX);
        let mut has_leftovers = false;
        for number in 0..frames {
            let mut own = Salts::default();
            file.seek(SeekFrom::Start(HEADER + u64::from(number) * frame + 8))?;
            has_leftovers = match file.read_exact(&mut own) {
                Ok(()) => own != salts,
                // A frame that was written only in part.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => true,
                Err(error) => return Err(error),
            };
            if has_leftovers {
                break;
            }
        }
        Ok(Self {
            salts: Some(salts),
            frames,
            has_leftovers,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const PAGE: usize = 512;

    fn file(header: u8, frames: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 32];
        bytes[10] = 2;
        bytes[16..24].fill(header);
        for salt in frames {
            let mut frame = vec![0xff; 24 + PAGE];
            frame[8..16].fill(*salt);
            bytes.extend(frame);
        }
        bytes
    }

    #[test]
    fn frames_of_an_earlier_generation_are_found() {
        let look = |bytes: Vec<u8>| {
            let length = bytes.len() as u64;
            Wal::read(&mut Cursor::new(bytes), length).unwrap()
        };
        let is = |salt: Option<u8>, frames, has_leftovers| Wal {
            salts: salt.map(|salt| [salt; 8]),
            frames,
            has_leftovers,
        };
        assert_eq!(look(Vec::new()), is(None, 0, false));
        assert_eq!(look(file(7, &[])), is(Some(7), 0, false));
        assert_eq!(look(file(7, &[7, 7])), is(Some(7), 2, false));
        assert_eq!(look(file(7, &[7, 6, 7])), is(Some(7), 3, true));
        let mut cut = file(7, &[7, 7]);
        cut.truncate(32 + 24 + PAGE + 3);
        assert_eq!(look(cut), is(Some(7), 2, true));
    }
}
