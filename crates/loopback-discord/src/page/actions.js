// What a person can do: be somebody else, open a channel, press, choose, send. The one place that asks the server to act.

import * as api from "./api.js";
import { openModal, tell } from "./dialogs.js";
import {
  addPending, beginReading, changed, dropMessage, dropPending, endReading, failPending, forgetMessages, markRead, readUpTo, setInteraction,
  state, takeMessages, userById,
} from "./state.js";

const MENTION_PAGES = 25;

/** What markdown asks of the page. The composer and the view of messages add their parts. */
export const around = {
  get me() {
    return state.me;
  },
  user: userById,
  channel: (id) => state.channels.get(id) ?? null,
  openChannel: (id) => openChannel(id),
  openLink,
  useCommand: () => {},
  showMessage: () => {},
};

/** Opens links to this sandbox's own channels in the page; says whether it did. */
function openLink(url) {
  const found = /^\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(url.pathname);
  if (!found || !state.channels.has(found[1])) return false;
  openChannel(found[1], { message: found[2] ?? null });
  return true;
}

/** The address that brings one back to the same person and channel. */
export function addressHere() {
  const name = userById(state.me)?.username ?? "";
  return `#/${encodeURIComponent(name)}/${state.channel ?? ""}`;
}

/** Opens a channel, and a message in it when one is named. */
export async function openChannel(id, { message = null, push = true } = {}) {
  if (!state.channels.has(id)) return;
  const moved = state.channel !== id;
  state.channel = id;
  state.readBefore = readUpTo(state.me, id);
  if (push && moved && location.hash !== addressHere()) history.pushState(null, "", addressHere());
  changed("place", "channels", "messages", "notices", "typing");
  await loadMessages(id);
  if (message) around.showMessage(message);
}

/** Reads a channel's messages unless they are known. */
export async function loadMessages(id, { again = false } = {}) {
  const as = state.me;
  // A person who is on no server has no channel.
  if (!id) return;
  if (!state.messages.has(id) || again) {
    const reading = beginReading(id);
    try {
      takeMessages(id, reading, await api.fetchMessages(id, as));
    } catch (error) {
      endReading(id, reading);
      if (error.status === 0) return;
      tell(error.message);
    }
  }
  noteRead();
}

/** Reads channels that somebody has not, so that mentions in them are counted. */
export async function loadMentions(channels) {
  for (const channel of channels.slice(0, MENTION_PAGES)) await loadMessages(channel.id);
}

/** The open channel has been seen by who is looking at it. */
export function noteRead() {
  const list = state.messages.get(state.channel);
  if (document.hidden || !list) return;
  markRead(state.me, state.channel, list.at(-1)?.id);
  // The last message may have been deleted. Nothing more is there to read.
  markRead(state.me, state.channel, state.channels.get(state.channel)?.last_message_id);
}

/** Forgets what only the former person could see. */
export function leavePerson() {
  forgetMessages();
}

/** Sends ordinary text. The message comes with the events, like all messages: an answer may arrive after later changes. */
export async function sendText(channel, as, content) {
  await api.postMessage(channel, as, content);
}

/** Sends a command. The server's refusal is thrown to the composer, which keeps what was typed. */
export async function sendCommand(channel, as, data, shown) {
  const line = addPending(channel, as, shown);
  try {
    const answer = await api.postInteraction({ as, channel_id: channel, type: 2, data });
    if (answer.result === "failed") {
      failPending(line, answer.error ?? "The application did not respond");
      return;
    }
    dropPending(channel, line);
    takeAnswer(answer, { as, channel, message: null });
  } catch (error) {
    dropPending(channel, line);
    throw error;
  }
}

/** Asks the bot for the choices of the focused option. */
export async function askChoices(channel, as, data) {
  const answer = await api.postInteraction({ as, channel_id: channel, type: 4, data });
  if (answer.result !== "choices") throw new api.ApiError(answer.error ?? "Loading options failed", 200);
  return answer.choices ?? [];
}

/** Presses a button or sends a menu's values. */
export async function useComponent(message, component, values) {
  const as = state.me;
  const channel = message.channel_id;
  if (state.interactions.get(message.id)?.pending) return;
  setInteraction(message.id, { pending: component.custom_id, failed: null });
  const data = { custom_id: component.custom_id, component_type: component.type };
  if (values) data.values = values;
  try {
    const answer = await api.postInteraction({ as, channel_id: channel, type: 3, message_id: message.id, data });
    if (as !== state.me) return;
    const failed = answer.result === "failed" ? "This interaction failed" : null;
    setInteraction(message.id, { pending: null, failed, why: answer.error ?? null });
    if (!failed) takeAnswer(answer, { as, channel, message: message.id });
  } catch (error) {
    if (as === state.me) setInteraction(message.id, { pending: null, failed: error.message, why: null });
  }
}

function takeAnswer(answer, { as, channel, message }) {
  if (as !== state.me) return;
  if (answer.result === "modal" && answer.modal) {
    openModal(answer.modal, (components) => submitModal(answer.modal, components, { as, channel, message }));
  }
}

async function submitModal(modal, components, { as, channel, message }) {
  const data = { custom_id: modal.custom_id, components };
  const answer = await api.postInteraction({ as, channel_id: channel, type: 5, message_id: message, data });
  if (answer.result === "failed") throw new api.ApiError("Something went wrong. Try again.", 200);
  takeAnswer(answer, { as, channel, message });
}

/** Takes an ephemeral message away. */
export async function dismiss(message) {
  try {
    await api.dismissMessage(message.channel_id, message.id, state.me);
    dropMessage(message.channel_id, message.id);
  } catch (error) {
    tell(error.message);
  }
}

/** Clears what was said and done, here and on the server. */
export async function startAfresh() {
  await api.reset();
  forgetMessages({ readToo: true });
  await loadMessages(state.channel);
}

/** Runs a moderator's act and tells when it was refused. */
export async function moderate(act) {
  try {
    await act();
  } catch (error) {
    tell(error.message);
  }
}
