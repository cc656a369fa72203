//! What the real program stands on and a test can spoil: the disk under its database, and the computer's clocks.
//!
//! Nothing in the program knows of this. The disk is a small one in memory (`mount`, which needs rights that not everybody has),
//! and the clocks are stepped by a library in front of the C library, which the C compiler makes that the build needs anyway.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The room on a small disk.
const ROOM: &str = "size=48m";

/// A small disk in memory, mounted at a folder until it is dropped.
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts one; `None` where that is not allowed.
    pub fn mount(folder: &Path) -> Option<Self> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", ROOM, "anteroom-test"])
            .arg(folder)
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Self {
            folder: folder.to_owned(),
        })
    }

    /// Fills it to the last byte, until it is [emptied](Self::empty) again.
    pub fn fill(&self) {
        let mut balloon = File::create(self.balloon()).expect("a file");
        for size in [1 << 16, 1 << 10, 1] {
            let block = vec![0; size];
            while balloon.write_all(&block).is_ok() {}
            // What was written in part stays.
            let _ = balloon.seek(SeekFrom::End(0));
        }
    }

    /// Gives the room back.
    pub fn empty(&self) {
        let _ = std::fs::remove_file(self.balloon());
    }

    fn balloon(&self) -> PathBuf {
        self.folder.join("balloon")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that still has a file there may close it later.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
    }
}

/// The calendar's clock and the steady clock of a program, as far as they are ahead of the true ones.
pub struct SteppedClock {
    library: PathBuf,
    file: PathBuf,
}

impl SteppedClock {
    /// Clocks that go right; `None` where there is no C compiler for them.
    pub fn new(folder: &Path) -> Option<Self> {
        let clock = Self {
            library: folder.join("clock_shim.so"),
            file: folder.join("ahead"),
        };
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&clock.library)
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/it/support/clock_shim.c"
            ))
            .arg("-ldl")
            .stderr(Stdio::null())
            .status();
        if !made.is_ok_and(|status| status.success()) {
            return None;
        }
        std::fs::write(&clock.file, [0; 16]).expect("a file");
        Some(clock)
    }

    /// What a program must be started with to go by them.
    pub fn variables(&self) -> [(&'static str, &str); 2] {
        let text = |path: &'_ Path| path.to_str().expect("a path of letters").to_owned();
        // They live as long as the test.
        [
            ("LD_PRELOAD", String::leak(text(&self.library))),
            ("STEPPED_CLOCK", String::leak(text(&self.file))),
        ]
    }

    /// Steps the calendar's clock, to this many milliseconds ahead of the true time.
    pub fn step_to(&self, ahead: i64) {
        self.set(0, ahead);
    }

    /// Steps the steady clock, by which the program waits and measures. Its waits of less than `ahead` end at once.
    pub fn step_steady_to(&self, ahead: Duration) {
        let millis = i64::try_from(ahead.as_millis()).expect("not for ever");
        self.set(1, millis);
    }

    fn set(&self, clock: u64, ahead: i64) {
        // In place: the program has the file in its memory.
        let file = OpenOptions::new().write(true).open(&self.file);
        let written = file.and_then(|file| file.write_all_at(&ahead.to_ne_bytes(), 8 * clock));
        written.expect("a file");
    }
}
