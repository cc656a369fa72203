// The page of the sandbox: starts the parts, follows the server's events, and is one person at a time.

import { addressHere, leavePerson, loadMentions, loadMessages, noteRead, openChannel } from "./actions.js";
import { fetchState, openEvents } from "./api.js";
import { focusComposer, startComposer } from "./composer.js";
import { dialogOpen, tell } from "./dialogs.js";
import { byId } from "./dom.js";
import { noteNew, startMessages } from "./messages.js";
import { startPeopleDialog } from "./people-dialog.js";
import { startPersonMenus } from "./person-menu.js";
import { startSidebar } from "./sidebar.js";
import {
  changed, dropMessage, forgetMessages, here, isListed, isThread, putChannel, putMessage, readUpTo, settlePending, state, takeState, textChannels, threadsOf,
  unreadByAnybody,
} from "./state.js";
import { clockWords, refreshTimes, setAhead } from "./times.js";

let events = null;
/** Events that came while the whole state was being read; they are newer than it. */
let held = null;

/** Person and channel named in the page's address. */
function addressed() {
  const [, name = "", channel = ""] = location.hash.split("/");
  const user = state.users.find((some) => some.username === decodeURIComponent(name));
  return { user: user?.id ?? null, channel: state.channels.has(channel) ? channel : null };
}

async function boot() {
  startMessages();
  startSidebar(become);
  startComposer();
  startPersonMenus();
  startPeopleDialog();
  setInterval(refreshTimes, 1_000);
  setInterval(() => changed("typing"), 3_000);
  await begin();
}

/** The first reading, tried until the server is there. */
async function begin() {
  try {
    takeState(await fetchState(null));
    state.connected = true;
  } catch (error) {
    byId("messages").replaceChildren(Object.assign(document.createElement("li"), { className: "loading", textContent: error.message }));
    setTimeout(begin, 1_500);
    return;
  }
  const { user, channel } = addressed();
  state.me = user ?? state.users[0]?.id ?? null;
  state.channel = channel ?? textChannels()[0]?.id ?? null;
  state.readBefore = readUpTo(state.me, state.channel);
  history.replaceState(null, "", addressHere());
  changed("people", "channels", "place");
  follow();
  focusComposer({ gently: true });
}

/** Follows the events as the person one is now. */
function follow() {
  events?.close();
  const as = state.me;
  events = openEvents(as, {
    onEvent: (event) => {
      if (held) held.push(event);
      else take(event);
    },
    onOpen: () => refresh(as),
    onDown: () => {
      state.connected = false;
      changed("notices");
      lookForStranger(as);
    },
  });
}

/** A sandbox that was begun anew does not know the person any more: then the page begins anew as well. */
async function lookForStranger(as) {
  try {
    await fetchState(as);
  } catch (error) {
    if (error.status !== 400 || as !== state.me) return;
    events?.close();
    forgetMessages();
    await begin();
  }
}

/** Reads everything again: after connecting, whatever was missed meanwhile is there. */
async function refresh(as) {
  held = [];
  const mine = held;
  try {
    const answer = await fetchState(as);
    if (as !== state.me) return;
    forgetMessages();
    takeState(answer);
    state.connected = true;
    await loadMessages(state.channel);
    if (as !== state.me) return;
    changed("notices");
  } catch (error) {
    if (as === state.me && error.status !== 0) tell(error.message);
  } finally {
    if (held === mine) {
      held = null;
      for (const event of mine) take(event);
    }
  }
  await loadMentions(unreadByAnybody());
}

const TAKE = {
  message_create({ message }) {
    settlePending(message);
    state.typing.get(message.channel_id)?.delete(message.author?.id);
    const mine = message.author?.id === state.me;
    if (putMessage(message) && !mine) noteNew(message);
    else noteRead();
    changed("typing");
  },
  message_update({ message }) {
    // A first answer that was put off comes as a change of the message that held its place.
    settlePending(message);
    putMessage(message);
    noteRead();
  },
  message_delete({ channel_id: channel, id }) {
    dropMessage(channel, id);
  },
  channel_create({ channel }) {
    putChannel(channel);
  },
  channel_update({ channel }) {
    putChannel(channel);
  },
  channel_delete({ id }) {
    const gone = state.channels.get(id);
    state.channels.delete(id);
    state.messages.delete(id);
    for (const thread of gone ? threadsOf(gone) : []) state.channels.delete(thread.id);
    if (state.channel === id) {
      tell(`${isThread(gone) ? "The thread" : "The channel"} “${gone.name}” was deleted.`);
      openChannel(state.channels.has(gone.parent_id) ? gone.parent_id : textChannels()[0]?.id);
    }
    changed("channels", "messages", "place");
  },
  commands_update({ commands }) {
    state.commands = commands;
    changed("commands", "notices");
  },
  bot_status({ online }) {
    state.botOnline = online;
    changed("notices", "people", "channels");
  },
  clock_moved({ ahead }) {
    setAhead(ahead);
    tell(`The sandbox's clock shows ${clockWords()} now.`);
    refreshTimes();
  },
  people_update({ state: answer }) {
    const before = state.channel;
    takeState(answer);
    if (state.channel !== before) {
      state.readBefore = readUpTo(state.me, state.channel);
      history.replaceState(null, "", addressHere());
      loadMessages(state.channel);
    }
    loadMentions(unreadByAnybody());
  },
  typing({ channel_id: channel, user }) {
    if (!state.typing.has(channel)) state.typing.set(channel, new Map());
    state.typing.get(channel).set(user.id ?? user, Date.now());
    changed("typing");
  },
};

function take(event) {
  const act = Object.hasOwn(TAKE, event.type) ? TAKE[event.type] : null;
  if (!act) {
    console.warn(`The page does not know the event ${event.type}.`);
    return;
  }
  act(event);
}

/** Becomes another person: the same channel, seen with their eyes. */
function become(id, { focusSwitch = false } = {}) {
  if (id === state.me || !state.users.some((user) => user.id === id)) return;
  state.me = id;
  leavePerson();
  state.readBefore = readUpTo(id, state.channel);
  history.replaceState(null, "", addressHere());
  changed("people", "channels", "place", "notices");
  follow();
  if (!focusSwitch) focusComposer({ gently: true });
}

function applyAddress() {
  const { user, channel } = addressed();
  if (user) become(user);
  if (channel && channel !== state.channel) openChannel(channel, { push: false });
}

byId("skip").addEventListener("click", () => focusComposer());
window.addEventListener("popstate", applyAddress);
document.addEventListener("visibilitychange", noteRead);

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || dialogOpen()) return;
  // By the key's place: with Alt some layouts write other signs than digits.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : null);
  if (digit) {
    event.preventDefault();
    become(state.users[Number(digit) - 1]?.id);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    const all = textChannels().flatMap((channel) => [channel, ...threadsOf(channel).filter(isListed)]);
    const at = all.findIndex((channel) => channel.id === here()?.id);
    const to = all[(at + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length];
    if (to) openChannel(to.id);
  }
});

boot();
