// Discord's markdown: text in, DOM nodes out. What it does not understand stays as the text it was.

import { h, icon, nameOf } from "./dom.js";
import { timestamp } from "./times.js";

/**
 * What the parser asks of its surroundings:
 * `user(id)`, `channel(id)` give objects or null; `me` is the reader's id; `openChannel(id)`, `useCommand(path)`,
 * `openLink(url)` (which says whether it dealt with the link itself) act on clicks.
 * @typedef {object} Surroundings
 */

/** Renders a whole text: blocks, then what is inside each. */
export function markdown(text, around) {
  return blocks(String(text ?? "").replaceAll("\r\n", "\n"), around);
}

/** Renders one line without blocks, as in embed titles and button-like places. */
export function inlineMarkdown(text, around) {
  return inline(String(text ?? ""), around, 0);
}

const FENCE = /^```(?:([\w+.-]+)\n)?\n?([\s\S]+?)\n?```/;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

function blocks(text, around) {
  const nodes = [];
  const fence = /```(?:[\w+.-]+\n)?\n?[\s\S]+?\n?```/g;
  let from = 0;
  for (let found = fence.exec(text); found; found = fence.exec(text)) {
    const [, language, code] = FENCE.exec(found[0]) ?? [null, null, null];
    if (code === null) continue;
    nodes.push(...lines(text.slice(from, found.index).replace(/\n$/, ""), around));
    nodes.push(h("pre", null, h("code", { dataset: { language } }, code)));
    from = found.index + found[0].length;
  }
  nodes.push(...lines(from ? text.slice(from).replace(/^\n/, "") : text, around));
  return nodes;
}

function lines(text, around, quoted = false) {
  if (text === "") return [];
  const all = text.split("\n");
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(h("div", { class: "text" }, inline(plain.join("\n"), around, 0)));
    plain = [];
  };
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at];
    if (!quoted && line.startsWith(">>> ")) {
      flush();
      nodes.push(h("blockquote", null, lines([line.slice(4), ...all.slice(at + 1)].join("\n"), around, true)));
      return nodes;
    }
    const quote = quoted ? [] : run(all, at, /^> (.*)$|^>$/);
    if (quote.length) {
      flush();
      nodes.push(h("blockquote", null, lines(quote.map((found) => found[1] ?? "").join("\n"), around, true)));
      at += quote.length - 1;
      continue;
    }
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
    if (heading) {
      flush();
      // Headings of a message stand below the page's own (h1 the sandbox, h2 the channel).
      nodes.push(h(`h${heading[1].length + 2}`, { class: `md-h${heading[1].length}` }, inline(heading[2], around, 0)));
      continue;
    }
    const small = /^-# +(\S.*)$/.exec(line);
    if (small) {
      flush();
      nodes.push(h("small", { class: "subtext" }, inline(small[1], around, 0)));
      continue;
    }
    const items = run(all, at, LIST_ITEM);
    if (items.length) {
      flush();
      nodes.push(...lists(items, around));
      at += items.length - 1;
      continue;
    }
    plain.push(line);
  }
  flush();
  return nodes;
}

function run(all, from, pattern) {
  const found = [];
  for (let at = from; at < all.length; at += 1) {
    const match = pattern.exec(all[at]);
    if (!match) break;
    found.push(match);
  }
  return found;
}

const isOrdered = (item) => item[2] !== "-" && item[2] !== "*";

/** Lists of one depth: a new one begins where bullets become numbers or the other way round. */
function lists(items, around) {
  const made = [];
  const depth = items[0][1].length;
  let ordered = null;
  for (let at = 0; at < items.length; at += 1) {
    let end = at + 1;
    while (end < items.length && items[end][1].length > depth) end += 1;
    if (ordered !== isOrdered(items[at])) {
      ordered = isOrdered(items[at]);
      made.push(h(ordered ? "ol" : "ul", { start: ordered ? Number.parseInt(items[at][2], 10) : null }));
    }
    const nested = end > at + 1 ? lists(items.slice(at + 1, end), around) : null;
    made[made.length - 1].append(h("li", null, inline(items[at][3], around, 0), nested));
    at = end - 1;
  }
  return made;
}

const URL_TEXT = /^https?:\/\/[^\s<>]+/;

/** The address, if it is one that a page may link to. */
export function safeUrl(text) {
  try {
    const url = new URL(text);
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

/** A link that leaves the page, unless the surroundings know its target. */
export function link(text, address, around, props = {}) {
  const url = safeUrl(address);
  if (!url) return text;
  const click = (event) => {
    if (around.openLink(url)) event.preventDefault();
  };
  return h("a", { ...props, href: url.href, target: "_blank", rel: "noopener noreferrer", on: { click } }, text);
}

// Each rule: a pattern at the present place, and what it becomes. Order matters: longer marks first.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (found) => found[1]],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (found) => h("code", null, found[2].replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/^<@!?(\d+)>/, (found, around) => userMention(found[1], around)],
  [/^<#(\d+)>/, (found, around) => channelMention(found[1], around)],
  [/^<@&(\d+)>/, () => h("span", { class: "mention" }, "@role")],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found) => timestamp(Number(found[1]), found[2] ?? "f") ?? found[0]],
  [/^<\/([^:<>\n]{1,100}):(\d+)>/, (found, around) => commandMention(found[1], around)],
  [/^<a?:(\w+):\d+>/, (found) => `:${found[1]}:`],
  [/^<(https?:\/\/[^\s<>]+)>/, (found, around) => link(found[1], found[1], around)],
  [/^\[((?:\\.|[^[\]\\]){1,500})\]\(\s*<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/,
    (found, around, depth) => link(inline(found[1], around, depth), found[2], around)],
  [/^\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/, (found, around, depth) => h("strong", null, h("em", null, inline(found[1], around, depth)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (found, around, depth) => h("strong", null, inline(found[1], around, depth))],
  [/^__([\s\S]+?)__(?!_)/, (found, around, depth) => h("u", null, inline(found[1], around, depth))],
  [/^\*(?=[^\s*])((?:\*\*[^*]+\*\*|[^*])+?)\*(?!\*)/, (found, around, depth) => h("em", null, inline(found[1], around, depth))],
  [/^_((?:__[^_]+__|[^_])+?)_(?!\w)/, (found, around, depth) => h("em", null, inline(found[1], around, depth))],
  [/^~~([\s\S]+?)~~/, (found, around, depth) => h("s", null, inline(found[1], around, depth))],
  [/^\|\|([\s\S]+?)\|\|/, (found, around, depth) => spoiler(inline(found[1], around, depth))],
  [/^@(everyone|here)\b/, (found) => h("span", { class: "mention" }, found[0])],
];

const MARKS = /[\\`<[*_~|@]|https?:\/\//g;
const MAX_DEPTH = 12;

function inline(text, around, depth) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  while (at < text.length) {
    MARKS.lastIndex = at;
    const next = depth < MAX_DEPTH ? MARKS.exec(text) : null;
    if (!next) {
      plain += text.slice(at);
      break;
    }
    plain += text.slice(at, next.index);
    at = next.index;
    const rest = text.slice(at);
    const [node, length] = next[0].startsWith("http") ? bareUrl(rest, around) : apply(rest, plain || text.slice(0, at), around, depth + 1);
    if (length) {
      flush();
      if (Array.isArray(node)) nodes.push(...node);
      else nodes.push(node);
      at += length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function apply(rest, before, around, depth) {
  // An underscore inside a word (snake_case) marks nothing.
  if (rest[0] === "_" && rest[1] !== "_" && /\w$/.test(before)) return [null, 0];
  for (const [pattern, make] of RULES) {
    const found = pattern.exec(rest);
    if (found) return [make(found, around, depth), found[0].length];
  }
  return [null, 0];
}

function bareUrl(rest, around) {
  const address = URL_TEXT.exec(rest)?.[0].replace(/[.,:;"'!?)\]*_~|]+$/, "");
  if (!address || !safeUrl(address)) return [null, 0];
  return [link(address, address, around), address.length];
}

function userMention(id, around) {
  const user = around.user(id);
  const mine = id === around.me;
  return h("span", { class: mine ? "mention mine" : "mention", dataset: { userId: id } }, user ? `@${nameOf(user)}` : "@unknown-user");
}

function channelMention(id, around) {
  const channel = around.channel(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  // A link, because a button does not break over two lines.
  const click = (event) => {
    event.preventDefault();
    around.openChannel(id);
  };
  return h("a", { href: `#${id}`, class: "mention channel-mention", dataset: { channelMention: id }, on: { click } },
    channel.thread_metadata ? [icon("thread"), channel.name] : `#${channel.name}`);
}

function commandMention(path, around) {
  const click = () => around.useCommand(path);
  return h("button", { type: "button", class: "mention command-mention", on: { click } }, `/${path}`);
}

function spoiler(nodes) {
  const cover = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler. Press to show it.", "aria-expanded": "false" }, h("span", null, nodes));
  const show = (event) => {
    if (cover.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    for (const name of ["role", "aria-label", "aria-expanded", "tabindex"]) cover.removeAttribute(name);
  };
  cover.addEventListener("click", show, true);
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") show(event);
  });
  return cover;
}

/** The text without marks, for previews and the live region. */
export function plainText(text, around) {
  return markdown(text, around).map((node) => (typeof node === "string" ? node : node.textContent)).join(" ").replace(/\s+/g, " ").trim();
}
