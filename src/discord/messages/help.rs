use super::Composed;

/// What the bot is for and how a match goes. `command` gives a command's name as a link that can be clicked, where
/// that is known.
#[must_use]
pub fn help(command: impl Fn(&str) -> String) -> Composed {
    Composed::text(format!(
        "I host board games that are played by post: a turn now, another one tomorrow.\n\
         **Begin** with {play}: choose a game and, if you like, an opponent, a colour and a clock. Without an opponent anyone may accept. \
         Each match gets a thread of its own.\n\
         **Alone?** The option `computer` of {play} lets you play against me at once, on a server or in a direct message to me. With `against` as well two computers play, and you watch; {end} ends that.\n\
         **Move** with the button under the board, which lets you pick your turn step by step, or with {mov}, which offers legal turns while you type and understands them however you write them. Whoever is to move is notified.\n\
         {board} shows a board as it stands, {describe} tells it in words, {games} your matches, {rules} the rules of a game.\n\
         {history} pages through a match turn by turn, {replay} shows it in motion to everyone.\n\
         {takeback} takes back your last turn: at once if the other player has not seen it, else if they agree.\n\
         *Plan Reply*, or `/conditional`, plans your replies in advance: if they play this, I play that.\n\
         {draw} offers a draw, {resign} gives a match up.\n\
         {settings}: colours of boards, boards as text only, a last look at your turns before they count.\n\
         If your clock runs out, you lose. Everyone may watch.",
        play = command("play"),
        end = command("end-exhibition"),
        mov = command("move"),
        board = command("board"),
        describe = command("describe"),
        games = command("games"),
        history = command("history"),
        replay = command("replay"),
        rules = command("rules"),
        takeback = command("takeback"),
        draw = command("draw"),
        resign = command("resign"),
        settings = command("settings"),
    ))
}
