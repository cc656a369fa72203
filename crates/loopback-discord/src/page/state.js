// What the page knows: people, channels, messages, what has been read. No element is touched here.

import { now, setAhead } from "./times.js";

export const FLAG_EPHEMERAL = 1 << 6;
export const FLAG_LOADING = 1 << 7;

const CHANNEL_DIRECT = 1;

export const state = {
  users: [],
  bot: null,
  botOnline: true,
  /** The servers of the person one is, with what they may do there. */
  guilds: [],
  /** All servers: `{id, name, owner_id, roles, members}`, the last being user id -> ids of roles. */
  servers: [],
  channels: new Map(),
  commands: [],
  /** `{label, command, options}`: what a newcomer is offered in one press; or null. */
  firstStep: null,
  movesClock: false,
  /** Ids of the person one is, and of the open channel. */
  me: null,
  channel: null,
  /** Channel id -> messages, oldest first. Present only when read from the server. */
  messages: new Map(),
  /** Channel id -> lines only this page knows: commands under way and failed ones. */
  local: new Map(),
  /** Message id -> `{pending: custom_id}`, `{failed: sentence}`, and `picked`: custom_id -> values. */
  interactions: new Map(),
  /** Channel id -> user id -> when they began to type. */
  typing: new Map(),
  connected: true,
  /** The last message that was read when the channel was opened: new ones stand below a line. */
  readBefore: null,
};

const listeners = new Map();
const waiting = new Set();

/** Runs `listener` after changes of any of these topics, once for many changes made together. */
export function on(topics, listener) {
  for (const topic of topics) {
    if (!listeners.has(topic)) listeners.set(topic, []);
    listeners.get(topic).push(listener);
  }
}

/** Says that something of a topic changed: people, channels, messages, commands, notices, place, typing. */
export function changed(...topics) {
  if (waiting.size === 0) {
    queueMicrotask(() => {
      const due = new Set([...waiting].flatMap((topic) => listeners.get(topic) ?? []));
      waiting.clear();
      for (const listener of due) listener();
    });
  }
  for (const topic of topics) waiting.add(topic);
}

/** Orders snowflakes by time. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The person or the bot with this id, or null. */
export function userById(id) {
  return state.users.find((user) => user.id === id) ?? (state.bot?.id === id ? state.bot : null);
}

/** The person one is. */
export const me = () => userById(state.me);
/** The open channel. */
export const here = () => state.channels.get(state.channel) ?? null;
/** Whether a channel is a thread. */
export const isThread = (channel) => Boolean(channel?.thread_metadata);

/** Whether a channel stands in the list: a thread that was quiet for long leaves it before Discord archives it. */
export const isListed = (channel) => !channel.thread_metadata?.archived && !channel.sandbox?.hidden;

/** Whether a channel is a conversation with the bot alone. */
export const isDirect = (channel) => channel?.type === CHANNEL_DIRECT;

/** A channel's name as it stands in text. */
export const shownName = (channel) => (isThread(channel) || isDirect(channel) ? channel.name : `#${channel.name}`);

/** Which icon stands before a channel's name. */
export const channelIcon = (channel) => (isThread(channel) ? "thread" : isDirect(channel) ? "direct" : "hash");

/** Channels in their order, conversations with the bot last. */
export function textChannels() {
  return [...state.channels.values()]
    .filter((channel) => !isThread(channel))
    .sort((a, b) => Number(isDirect(a)) - Number(isDirect(b)) || compareIds(a.guild_id ?? "", b.guild_id ?? "") || (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id));
}

/** The server of a channel, or the first one: `{id, name, permissions}`, the last being Discord's bits as text. */
export function guildOf(channel) {
  return state.guilds.find((guild) => guild.id === channel?.guild_id) ?? state.guilds[0] ?? null;
}

/** The server of a channel, or the first one, with its members, also if the person is not a member. */
export function serverOf(channel) {
  const guild = guildOf(channel);
  return state.servers.find((server) => server.id === guild?.id) ?? state.servers[0] ?? null;
}

/** A channel's threads, the liveliest first. */
export function threadsOf(parent) {
  return [...state.channels.values()]
    .filter((channel) => isThread(channel) && channel.parent_id === parent.id)
    .sort((a, b) => compareIds(b.last_message_id ?? b.id, a.last_message_id ?? a.id));
}

/** Takes in the answer of `fetchState`. */
export function takeState(answer) {
  state.users = (answer.users ?? []).map((user, colour) => ({ ...user, colour }));
  state.bot = answer.bot ? { ...answer.bot, bot: true, colour: 5 } : null;
  state.botOnline = Boolean(answer.bot_online);
  state.guilds = answer.guilds ?? [];
  state.servers = answer.servers ?? [];
  state.commands = answer.commands ?? [];
  state.firstStep = answer.first_step ?? null;
  state.movesClock = Boolean(answer.moves_clock);
  setAhead(answer.ahead);
  state.channels = new Map();
  for (const channel of [...(answer.channels ?? []), ...(answer.direct_channels ?? [])]) putChannel(channel);
  for (const id of state.messages.keys()) {
    if (!state.channels.has(id)) state.messages.delete(id);
  }
  if (!state.channels.has(state.channel)) state.channel = textChannels()[0]?.id ?? null;
  changed("people", "channels", "commands", "notices", "place", "messages");
}

/** Takes in a channel, whether new or changed. A conversation with the bot has no name of its own: it gets the bot's. */
export function putChannel(channel) {
  const known = { ...state.channels.get(channel.id), ...channel };
  if (known.type === CHANNEL_DIRECT) known.name = state.bot?.global_name || state.bot?.username || "Direct message";
  state.channels.set(channel.id, known);
  changed("channels", "messages", "place");
}

/** Channel id -> the reading of its messages that is under way, with the changes that have come since it began. */
const readings = new Map();

/** Notes that a channel's messages are being read: the answer may be older than events that come before it. */
export function beginReading(channelId) {
  const reading = { changes: [] };
  readings.set(channelId, reading);
  return reading;
}

/** Gives a reading up that got no answer. */
export function endReading(channelId, reading) {
  if (readings.get(channelId) === reading) readings.delete(channelId);
}

/** Takes in a channel's messages as the server listed them for a reading, unless a later reading has begun. */
export function takeMessages(channelId, reading, messages) {
  if (readings.get(channelId) !== reading) return;
  readings.delete(channelId);
  state.messages.set(channelId, [...messages].sort((a, b) => compareIds(a.id, b.id)));
  for (const message of messages) countMentions(message);
  for (const change of reading.changes) change();
  changed("messages", "people", "channels");
}

/** Puts one message in its place, whether new or changed. Says whether it was new. */
export function putMessage(message) {
  readings.get(message.channel_id)?.changes.push(() => putMessage(message));
  const list = state.messages.get(message.channel_id);
  const channel = state.channels.get(message.channel_id);
  const ephemeral = Boolean(message.flags & FLAG_EPHEMERAL);
  if (channel && !ephemeral && compareIds(channel.last_message_id ?? "0", message.id) < 0) channel.last_message_id = message.id;
  countMentions(message);
  changed("messages", "people", "channels");
  if (!list) return true;
  const at = list.findIndex((known) => known.id === message.id);
  if (at >= 0) {
    list[at] = message;
    const interaction = state.interactions.get(message.id);
    if (interaction) state.interactions.set(message.id, { pending: interaction.pending });
    return false;
  }
  let place = list.length;
  while (place > 0 && compareIds(list[place - 1].id, message.id) > 0) place -= 1;
  list.splice(place, 0, message);
  return true;
}

/** Takes a message away. */
export function dropMessage(channelId, id) {
  readings.get(channelId)?.changes.push(() => dropMessage(channelId, id));
  const list = state.messages.get(channelId);
  const at = list?.findIndex((message) => message.id === id) ?? -1;
  if (at >= 0) list.splice(at, 1);
  state.interactions.delete(id);
  // What is gone calls nobody.
  for (const [key, ids] of mentions) {
    if (key.endsWith(`/${channelId}`)) ids.delete(id);
  }
  changed("messages", "people", "channels");
}

/** The person whose command or button an answer answers, and the command's name if it was one. */
export function interactionOf(message) {
  const metadata = message.interaction_metadata;
  const user = message.sandbox?.interaction_of ?? metadata?.user ?? message.interaction?.user ?? null;
  const isCommand = metadata ? metadata.type === 2 : Boolean(message.interaction);
  const name = message.sandbox?.command ?? (isCommand ? metadata?.name ?? message.interaction?.name : null) ?? null;
  // What stands in a person's menu has no slash.
  const inMenu = state.commands.some((command) => command.type === 2 && command.name === name);
  const command = name && !inMenu ? `/${name.replace(/^\//, "")}` : name;
  return { user: user ? userById(user.id) ?? user : null, command };
}

// Reading. Each person has read a channel up to some message; mentions after it are what the badges count.

const STORAGE = "sandbox.read";
let read = load();
/** `user/channel` -> ids of messages that mention the user and are not read. */
const mentions = new Map();

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE)) ?? {};
  } catch {
    return {};
  }
}

function save() {
  try {
    localStorage.setItem(STORAGE, JSON.stringify(read));
  } catch {
    // Storage may be refused; then what has been read is forgotten with the page.
  }
}

// Another tab may be another person of the same sandbox.
window.addEventListener("storage", (event) => {
  if (event.key !== STORAGE) return;
  read = load();
  forgetReadMentions();
  changed("people", "channels");
});

/** The newest message this person has read in a channel, or "0". */
export function readUpTo(user, channel) {
  return read[user]?.[channel] ?? "0";
}

/** Notes that a person has read a channel up to a message. */
export function markRead(user, channel, message) {
  if (!user || !message || compareIds(message, readUpTo(user, channel)) <= 0) return;
  (read[user] ??= {})[channel] = message;
  save();
  forgetReadMentions();
  changed("people", "channels");
}

function forgetReadMentions() {
  for (const [key, ids] of mentions) {
    const [user, channel] = key.split("/");
    for (const id of ids) {
      if (compareIds(id, readUpTo(user, channel)) <= 0) ids.delete(id);
    }
  }
}

/** Ids of the users that a message calls. */
function mentionedBy(message) {
  const channel = state.channels.get(message.channel_id);
  if (message.mention_everyone && channel) return state.users.map((user) => user.id).filter((id) => isIn(id, channel));
  return (message.mentions ?? []).map((user) => user.id);
}

/** Whether a person is a member of a channel's server who sees the channel, as far as its overwrites say. */
function isIn(user, channel) {
  const server = state.servers.find((one) => one.id === channel.guild_id);
  const roles = server?.members[user];
  if (!roles) return false;
  const place = isThread(channel) ? state.channels.get(channel.parent_id) : channel;
  const shutOut = (place?.permission_overwrites ?? []).some((overwrite) => overwrite.id === server.id);
  return !shutOut || server.owner_id === user || place.permission_overwrites.some(({ id }) => id === user || roles.includes(id));
}

function countMentions(message) {
  const actor = message.author?.bot ? interactionOf(message).user?.id : message.author?.id;
  // Who acts in a channel has seen what stands there.
  if (actor && state.users.some((user) => user.id === actor)) markRead(actor, message.channel_id, message.id);
  for (const id of mentionedBy(message)) {
    if (id === actor || compareIds(message.id, readUpTo(id, message.channel_id)) <= 0) continue;
    const key = `${id}/${message.channel_id}`;
    if (!mentions.has(key)) mentions.set(key, new Set());
    mentions.get(key).add(message.id);
  }
}

/** How often a person was mentioned since they read a channel. */
export function mentionsIn(user, channel) {
  return mentions.get(`${user}/${channel}`)?.size ?? 0;
}

/** Channels in which a person was mentioned since they read them, with the count; the latest first. */
export function mentionedIn(user) {
  return [...state.channels.values()]
    .map((channel) => ({ channel, count: mentionsIn(user, channel.id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => compareIds(b.channel.last_message_id ?? "0", a.channel.last_message_id ?? "0"));
}

/** Whether a channel holds something that a person has not read. */
export function unread(user, channel) {
  return Boolean(channel.last_message_id) && compareIds(channel.last_message_id, readUpTo(user, channel.id)) > 0;
}

/** Channels whose messages somebody has not read: their mentions are not counted until they are fetched. */
export function unreadByAnybody() {
  return [...state.channels.values()]
    .filter((channel) => !channel.thread_metadata?.archived && !state.messages.has(channel.id))
    .filter((channel) => state.users.some((user) => unread(user.id, channel)));
}

/** Forgets messages and what was read, for a fresh start or another person. */
export function forgetMessages({ readToo = false } = {}) {
  state.messages.clear();
  readings.clear();
  state.interactions.clear();
  if (readToo) {
    state.local.clear();
    mentions.clear();
    read = {};
    save();
  }
  changed("messages", "people", "channels");
}

// Lines that only this page knows.

let nextLocal = 1;

/** Adds a line for a command under way. */
export function addPending(channel, user, command) {
  const line = { id: `local-${nextLocal++}`, user, command, failed: null, at: new Date(now()).toISOString() };
  state.local.set(channel, [...(state.local.get(channel) ?? []), line]);
  changed("messages");
  return line;
}

/** Turns a line under way into one that says why nothing came of it. */
export function failPending(line, sentence) {
  line.failed = sentence;
  changed("messages");
}

/** Takes such a line away. */
export function dropPending(channel, line) {
  state.local.set(channel, (state.local.get(channel) ?? []).filter((known) => known !== line));
  changed("messages");
}

/** Takes the person's oldest line for this command away: its answer has come. */
export function settlePending(message) {
  const { user, command } = interactionOf(message);
  const line = (state.local.get(message.channel_id) ?? [])
    .find((known) => !known.failed && known.user === user?.id && command && sameRoot(known.command, command));
  if (line) dropPending(message.channel_id, line);
}

const sameRoot = (a, b) => a.split(" ")[0] === b.split(" ")[0];

/** Changes what is known of a message's components. */
export function setInteraction(messageId, change) {
  state.interactions.set(messageId, { ...state.interactions.get(messageId), ...change });
  changed("messages");
}
