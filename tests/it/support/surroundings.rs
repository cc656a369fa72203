//! Faults in the real program's environment: a full disk under the database, and stepped clocks.
//!
//! The program knows nothing of this. The disk is a small one in memory (`mount`, which needs privileges). A library in
//! front of the C library steps the clocks; the C compiler that the build needs anyway compiles the library.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The size of a small disk.
const ROOM: &str = "size=48m";

/// A small disk in memory, mounted at a folder until this value is dropped.
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts a small disk; `None` if the user may not mount.
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

    /// Makes the disk read-only.
    pub fn protect(&self) {
        let done = Command::new("mount")
            .args(["-o", "remount,ro"])
            .arg(&self.folder)
            .status();
        assert!(done.is_ok_and(|status| status.success()));
    }

    /// Fills the disk to the last byte, until [`empty`](Self::empty) is called.
    pub fn fill(&self) {
        let mut balloon = File::create(self.balloon()).expect("a file");
        for size in [1 << 16, 1 << 10, 1] {
            let block = vec![0; size];
            while balloon.write_all(&block).is_ok() {}
            // A partial write stays on the disk.
            let _ = balloon.seek(SeekFrom::End(0));
        }
    }

    /// Frees the disk again.
    pub fn empty(&self) {
        let _ = std::fs::remove_file(self.balloon());
    }

    fn balloon(&self) -> PathBuf {
        self.folder.join("balloon")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process with an open file there may close it later.
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
    }
}

/// The wall clock and the monotonic clock of a program, ahead of the true ones by set amounts.
pub struct SteppedClock {
    library: PathBuf,
    file: PathBuf,
}

impl SteppedClock {
    /// Creates correct clocks; `None` if no C compiler is installed.
    pub fn new(folder: &Path) -> Option<Self> {
        let clock = Self {
            library: folder.join("clock_shim.so"),
            file: folder.join("ahead"),
        };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/clock_shim.c");
        if !preloadable(source, &clock.library) {
            return None;
        }
        std::fs::write(&clock.file, [0; 16]).expect("a file");
        Some(clock)
    }

    /// Returns the environment variables that make a program use these clocks.
    pub fn variables(&self) -> [(&'static str, &str); 2] {
        let text = |path: &'_ Path| path.to_str().expect("a path of letters").to_owned();
        // The strings live as long as the test.
        [
            ("LD_PRELOAD", String::leak(text(&self.library))),
            ("STEPPED_CLOCK", String::leak(text(&self.file))),
        ]
    }

    /// Sets the wall clock this many milliseconds ahead of the true time.
    pub fn step_to(&self, ahead: i64) {
        self.set(0, ahead);
    }

    /// Sets the monotonic clock, which the program uses for waits and measurements, this far ahead. The program's waits
    /// shorter than `ahead` end at once.
    pub fn step_steady_to(&self, ahead: Duration) {
        let millis = i64::try_from(ahead.as_millis()).expect("not for ever");
        self.set(1, millis);
    }

    fn set(&self, clock: u64, ahead: i64) {
        // In place: the program has mapped the file into its memory.
        let file = OpenOptions::new().write(true).open(&self.file);
        let written = file.and_then(|file| file.write_all_at(&ahead.to_ne_bytes(), 8 * clock));
        written.expect("a file");
    }
}

/// Kills programs before one of their steps on files.
pub struct Killer {
    library: PathBuf,
}

impl Killer {
    /// Compiles the library that kills; `None` if no C compiler is installed.
    pub fn new(folder: &Path) -> Option<Self> {
        let library = folder.join("kill_shim.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/support/kill_shim.c");
        preloadable(source, &library).then_some(Self { library })
    }

    /// Runs `anteroom` and kills it before a step, counted from 1. Returns whether the program had fewer steps.
    pub fn outlives(&self, arguments: &[&std::ffi::OsStr], step: usize) -> bool {
        let mut command = Command::new(env!("CARGO_BIN_EXE_anteroom"));
        command
            .args(arguments)
            .env("LD_PRELOAD", &self.library)
            .env("KILL_AT", step.to_string());
        let output = command.output().expect("the program");
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => true,
            None => false,
            code => panic!("{code:?} at step {step}: {said}"),
        }
    }
}

/// Compiles a library that goes in front of the C library. Returns whether that was possible.
fn preloadable(source: &str, library: &Path) -> bool {
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(library)
        .arg(source)
        .arg("-ldl")
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success())
}
