// Slash commands as data: what can be typed, whether a value will do, and what is sent. No element is touched here.

import { nameOf } from "./dom.js";
import { guildOf, here, isDirect, isThread, state } from "./state.js";

export const OPTION = { SUBCOMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };

const CHAT_INPUT = 1;
const USER_COMMAND = 2;
const CONTEXT_GUILD = 0;
const CONTEXT_BOT_DM = 1;
const ADMINISTRATOR = 1n << 3n;
const LONGEST_STRING = 6000;

/** Whether the person may use a command. Administrators may use all, and only they one that asks for no bit. */
function allowed(command) {
  if (command.default_member_permissions == null) return true;
  const [held, needed] = [BigInt(guildOf(here())?.permissions ?? "0"), BigInt(command.default_member_permissions)];
  return (held & ADMINISTRATOR) !== 0n || (needed !== 0n && (held & needed) === needed);
}

/** Whether a command of a kind can be used in a channel: some are for servers or for conversations with the bot only. */
function usable(command, direct, type = CHAT_INPUT) {
  if ((command.type ?? CHAT_INPUT) !== type || !allowed(command)) return false;
  if (command.guild_id && command.guild_id !== guildOf(here())?.id) return false;
  if (command.contexts) return command.contexts.includes(direct ? CONTEXT_BOT_DM : CONTEXT_GUILD);
  return !direct || (!command.guild_id && command.dm_permission !== false);
}

/**
 * Everything that can be invoked: `{path: ["play", "connect-n"], text: "play connect-n", description, options}`, with
 * required options first as Discord orders them.
 */
export function entries(commands, direct) {
  const all = [];
  const walk = (node, path) => {
    const options = node.options ?? [];
    const children = options.filter((option) => option.type === OPTION.SUBCOMMAND || option.type === OPTION.GROUP);
    if (children.length) {
      for (const child of children) walk(child, [...path, child]);
      return;
    }
    const names = path.map((part) => part.name);
    all.push({
      path: names,
      types: path.map((part) => part.type),
      text: names.join(" "),
      description: node.description ?? "",
      options: [...options].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required))),
    });
  };
  const known = commands.filter((command) => usable(command, direct));
  for (const command of known) {
    // A server's own command goes before a global one of its name.
    const hidden = !command.guild_id && known.some((other) => other.guild_id && other.name === command.name);
    if (!hidden) walk(command, [command]);
  }
  return all;
}

/** The commands that stand in a person's menu in the open channel. */
export function menuCommands(commands) {
  return commands.filter((command) => usable(command, isDirect(here()), USER_COMMAND));
}

/** Those that fit what was typed after the slash: the beginning of the whole first, then of a word, then anywhere. */
export function rankEntries(all, typed) {
  const query = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const rank = ({ text }) => {
    if (text.startsWith(query)) return 0;
    if (text.split(/[ -]/).some((word) => word.startsWith(query))) return 1;
    return text.includes(query) ? 2 : 3;
  };
  return all.map((entry) => [rank(entry), entry]).filter(([place]) => place < 3).sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

/** The entry that is typed out in full, with what was typed after it; or null. */
export function typedEntry(all, text) {
  if (!text.startsWith("/")) return null;
  const found = all
    .filter((entry) => text === `/${entry.text}` || text.startsWith(`/${entry.text} `))
    .sort((a, b) => b.text.length - a.text.length)[0];
  return found ? { entry: found, rest: text.slice(found.text.length + 1) } : null;
}

/** What an option's list offers before anything is typed, or null when it has no list of its own. */
export function offers(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: choice.name, value: choice.value }));
  if (option.type === OPTION.BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
  if (option.type === OPTION.USER || option.type === OPTION.MENTIONABLE) {
    return [...state.users, ...(state.bot ? [state.bot] : [])].map((user) => (
      { name: nameOf(user), value: user.id, detail: `@${user.username}`, user }
    ));
  }
  if (option.type === OPTION.CHANNEL) {
    const types = option.channel_types;
    return [...state.channels.values()]
      .filter((channel) => !types?.length || types.includes(channel.type))
      .map((channel) => ({ name: channel.name, value: channel.id, detail: isThread(channel) ? "thread" : "channel" }));
  }
  return null;
}

/** The offers that fit what was typed: beginnings first. */
export function rankOffers(all, typed) {
  const query = typed.trim().toLowerCase().replace(/^[@#]/, "");
  const rank = ({ name, detail }) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(query)) return 0;
    if (lower.includes(query)) return 1;
    return detail?.toLowerCase().includes(query) ? 2 : 3;
  };
  return all.map((offer) => [rank(offer), offer]).filter(([place]) => place < 3).sort(([a], [b]) => a - b).map(([, offer]) => offer);
}

/** The offer that was typed out in full, if it was not picked. */
function typedOffer(all, text) {
  const query = text.trim().toLowerCase();
  return all.find((offer) => offer.name.toLowerCase() === query)
    ?? all.find((offer) => offer.user && (`@${offer.user.username}` === query || offer.user.username === query || `<@${offer.value}>` === query))
    ?? all.find((offer) => String(offer.value).toLowerCase() === query);
}

/**
 * Checks one option's field (`{text, picked}`) as Discord does before it sends.
 * Gives `{value}`, `{absent: true}` or `{error: sentence}`.
 */
export function checkField(option, field) {
  const text = field?.text ?? "";
  if (text.trim() === "" && !field?.picked) {
    return option.required ? { error: "This option is required. Specify a value." } : { absent: true };
  }
  if (option.type === OPTION.ROLE) return { error: "The sandbox has no such values to give." };
  // What is typed or pasted is what stands in the file, unless one was chosen.
  if (option.type === OPTION.ATTACHMENT && field.picked) return { value: field.picked.value };
  if (option.type === OPTION.ATTACHMENT) return { value: { filename: `${option.name}.txt`, text } };
  const list = offers(option);
  if (field.picked) return number(option, field.picked.value) ?? { value: field.picked.value };
  if (list) {
    const offer = typedOffer(list, text);
    return offer ? { value: offer.value } : { error: `“${text.trim()}” is not a valid choice for ${option.name}.` };
  }
  if (option.type === OPTION.INTEGER || option.type === OPTION.NUMBER) return number(option, text.trim());
  const length = [...text.trim()].length;
  const { min_length: min = 0, max_length: max = LONGEST_STRING } = option;
  if (length < min) return { error: `Write at least ${min} characters.` };
  if (length > max) return { error: `Write at most ${max} characters.` };
  return { value: text.trim() };
}

function number(option, given) {
  if (option.type !== OPTION.INTEGER && option.type !== OPTION.NUMBER) return null;
  const whole = option.type === OPTION.INTEGER;
  const pattern = whole ? /^[+-]?\d{1,16}$/ : /^[+-]?(\d+\.?\d*|\.\d+)$/;
  if (!pattern.test(String(given))) return { error: whole ? "Input a valid integer." : "Input a valid number." };
  const value = Number(given);
  const { min_value: min, max_value: max } = option;
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    const bounds = min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
    return { error: `Input a number ${bounds}.` };
  }
  return { value };
}

/**
 * The interaction's `data`. `values`: option name -> value. For autocomplete, `focused` is `{name, text}`: that option
 * carries what was typed, unchecked.
 */
export function interactionData(entry, values, focused = null) {
  let options = entry.options
    .filter((option) => values.has(option.name) || focused?.name === option.name)
    .map((option) => (focused?.name === option.name
      ? { name: option.name, type: option.type, value: focused.text, focused: true }
      : { name: option.name, type: option.type, value: values.get(option.name) }));
  for (let at = entry.path.length - 1; at > 0; at -= 1) options = [{ name: entry.path[at], type: entry.types[at], options }];
  return { name: entry.path[0], options };
}

/** Splits "opponent:@Bo columns: 7 a text" into named values; what stands before the first name is nameless. */
export function splitTyped(entry, text) {
  const names = entry.options.map((option) => option.name);
  const found = [...text.matchAll(/(?:^|\s)([\p{L}\p{N}_-]{1,32}):\s?/gu)].filter((match) => names.includes(match[1]));
  const first = found[0]?.index ?? text.length;
  const values = new Map();
  found.forEach((match, at) => {
    values.set(match[1], text.slice(match.index + match[0].length, found[at + 1]?.index ?? text.length).trim());
  });
  return { nameless: text.slice(0, first).trim(), values };
}
