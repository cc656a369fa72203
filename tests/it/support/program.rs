//! The real program, `anteroom run`, in a separate process, with a sandbox as its Discord.

use std::ffi::{OsStr, OsString};
use std::future::ready;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loopback_discord::{Answer, Clock, Place, Sandbox, SandboxConfig, Snowflake, ThreadLimits};
use rustix::process::{Pid, Signal};
use serde_json::Value;

use super::play::challenges;
use super::wait;

/// The timeout for anything the program is expected to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running program, killed when it is dropped.
pub struct Program {
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
}

/// For runs that play more matches in an hour than a server in a month.
pub const UNLIMITED_THREADS: ThreadLimits = ThreadLimits {
    sooner_from: usize::MAX,
    most: usize::MAX,
};

/// Starts a sandbox with a running clock, without rate limits and with any number of active threads.
pub async fn sandbox() -> Sandbox {
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    config.limits_rates = false;
    config.thread_limits = UNLIMITED_THREADS;
    Sandbox::start(config).await.expect("a sandbox")
}

/// Runs the program with these arguments. Returns the exit code and the whole output.
pub fn run(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_anteroom"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    let text = [output.stdout, output.stderr];
    let text = text.map(|text| String::from_utf8(text).expect("a text"));
    (output.status.code().expect("a code"), text.concat())
}

/// Returns a command with this token, Discord and database. The developer's own configuration has no effect.
pub fn command(sandbox: &Sandbox, database: &Path, what: &str) -> Command {
    let built = || OsString::from(env!("CARGO_BIN_EXE_anteroom"));
    let mut command = Command::new(std::env::var_os("SOAK_PROGRAM").unwrap_or_else(built));
    command
        .arg(what)
        .current_dir(database.parent().expect("a folder"))
        .env("ANTEROOM_DISCORD_TOKEN", sandbox.token())
        .env("ANTEROOM_DISCORD_API_URL", sandbox.base_url())
        .env("ANTEROOM_DATABASE_PATH", database)
        // The packages set this too.
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::null());
    command
}

impl Program {
    /// Starts the program with further environment variables.
    pub fn start(sandbox: &Sandbox, database: &Path, variables: &[(&str, &str)]) -> Self {
        let mut command = command(sandbox, database, "run");
        command.envs(variables.iter().copied());
        Self::spawn(command)
    }

    /// Starts `anteroom sandbox` with its data in this folder. Returns the address of its page too.
    #[allow(dead_code, reason = "the benches look at no page")]
    pub async fn sandbox(folder: &Path) -> (Self, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_anteroom"));
        command
            .args(["sandbox", "--port", "0", "--data"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let program = Self::spawn(command);
        let line = program.until_said("in a browser").await;
        let address = line.split(' ').find(|word| word.starts_with("http://"));
        let address = address.expect("an address").to_owned();
        (program, address)
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program");
        let said = Arc::<Mutex<Vec<String>>>::default();
        let lines = |from: Box<dyn Read + Send>| {
            let into = Arc::clone(&said);
            std::thread::spawn(move || {
                for line in BufReader::new(from).lines() {
                    let Ok(line) = line else { break };
                    into.lock().expect("no panic").push(line);
                }
            });
        };
        lines(Box::new(child.stderr.take().expect("a pipe")));
        if let Some(stdout) = child.stdout.take() {
            lines(Box::new(stdout));
        }
        Self { child, said }
    }

    /// Starts the program, and waits until the commands are registered.
    pub async fn connected(sandbox: &Sandbox, database: &Path, variables: &[(&str, &str)]) -> Self {
        let program = Self::start(sandbox, database, variables);
        program.until_said("commands are registered").await;
        program
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn said(&self) -> String {
        self.said.lock().expect("no panic").join("\n")
    }

    /// Returns the first logged line that contains a text.
    fn line(&self, what: &str) -> Option<String> {
        let said = self.said.lock().expect("no panic");
        said.iter().find(|line| line.contains(what)).cloned()
    }

    /// Waits for a logged line that contains a text, and returns the line.
    pub async fn until_said(&self, what: &str) -> String {
        if let Some(line) = wait::until(PATIENCE, || ready(self.line(what))).await {
            return line;
        }
        panic!("it does not say \"{what}\", but:\n{}", self.said());
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        terminate(&self.child);
    }

    /// Sends SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("a process");
    }

    pub async fn ended(&mut self) -> ExitStatus {
        let child = &mut self.child;
        let ended = wait::until(PATIENCE, || ready(child.try_wait().expect("a process")));
        if let Some(status) = ended.await {
            // Its last lines may still be in the pipes: their readers end with them.
            let said = &self.said;
            let read = || ready((Arc::strong_count(said) == 1).then_some(()));
            wait::until(PATIENCE, read)
                .await
                .expect("an end of its output");
            return status;
        }
        panic!("it does not end:\n{}", self.said());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The process has usually ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a match of Connect N between Ana, who begins, and Ben. Returns the thread once the first board is posted.
pub async fn begin(sandbox: &Sandbox, channel: Snowflake, options: &[(&str, Value)]) -> Snowflake {
    let ana = sandbox.user("ana").in_channel(channel);
    let mut given = vec![
        ("opponent", Value::from("ben")),
        ("colour", Value::from("Red")),
    ];
    given.extend(options.iter().cloned());
    let answer = challenges(&ana, "connect-n", given).await;
    let Answer::Message(challenge) = answer else {
        panic!("not a challenge: {answer:#?}")
    };
    let ben = sandbox.user("ben").in_channel(channel);
    // If the bot has not noted its own challenge yet, the bot answers the press in words. The thread opens all the
    // same.
    drop(ben.press(&challenge, "Accept").await);
    // A thread opened from a card has the card's id. A thread that does not exist yet shows no messages.
    let thread = challenge.id();
    let place = sandbox.user("ana").in_channel(thread);
    let board = sandbox.until(|_| {
        let mut messages = place.messages().into_iter();
        messages.find(|message| message.button("Move…").is_some())
    });
    board.await.expect("a board");
    thread
}

/// Whether the answer to a command says that the turn was played.
pub fn is_played(answer: &Answer) -> bool {
    match answer {
        // If the new thread is not noted yet, the bot answers privately and posts the turn in the thread.
        Answer::Message(message) => {
            !message.is_ephemeral() || message.content().starts_with("You played ")
        }
        Answer::Deferred(_) => true,
        _ => false,
    }
}

/// Plays a turn, and retries until the bot answers.
pub async fn play(place: &Place, turn: &str) -> Answer {
    let last = Mutex::new(None);
    let played = wait::until(PATIENCE, || async {
        let answer = place.command("move", [("turn", turn)]).await;
        if is_played(&answer) {
            return Some(answer);
        }
        *last.lock().expect("no panic") = Some(answer);
        None
    });
    let played = played.await;
    played.unwrap_or_else(|| panic!("{last:#?}"))
}

/// Sends SIGTERM to a process. Small systems have no program `kill`.
pub fn terminate(child: &Child) {
    rustix::process::kill_process(Pid::from_child(child), Signal::TERM).expect("a process");
}
