// The list of messages of the open channel.

import { around, dismiss, moderate, noteRead, openChannel } from "./actions.js";
import { deleteMessage } from "./api.js";
import { components } from "./components.js";
import { attachments, embeds, oneLine, text, threadCard, threadOn } from "./content.js";
import { announce, confirmAct, tell } from "./dialogs.js";
import { avatar, byId, colourOf, h, icon, nameOf } from "./dom.js";
import { openMenu } from "./menus.js";
import { openPeople } from "./people-dialog.js";
import { openPersonMenu } from "./person-menu.js";
import {
  channelIcon, compareIds, dropPending, FLAG_EPHEMERAL, FLAG_LOADING, here, interactionOf, isThread, me, on, shownName, state, userById,
} from "./state.js";
import { dayName, messageTime, sameDay } from "./times.js";

const GROUP_SPAN = 7 * 60_000;
const NEAR_END = 90;
const PAGE = 100;

const THREAD_CREATED = 18;
const REPLY = 19;
const THREAD_STARTER = 21;
const ORDINARY = new Set([0, REPLY, 20, 23]);

const scroller = byId("scroller");
const list = byId("messages");
const jump = byId("jump");

/** Key of a line -> its element and the text by which it is known to be unchanged. */
let shown = new Map();
let shownChannel = null;
let shownPerson = null;
let atEnd = true;
let lastTop = 0;
let missed = 0;
let target = null;

/** Draws the list and keeps it drawn. */
export function startMessages() {
  on(["messages", "place", "people", "commands"], draw);
  scroller.addEventListener("scroll", () => {
    // Only a person scrolls upwards; a picture that grows must not count as that.
    if (isAtEnd()) atEnd = true;
    else if (scroller.scrollTop < lastTop) atEnd = false;
    lastTop = scroller.scrollTop;
    if (atEnd && missed) {
      missed = 0;
      drawJump();
    }
  }, { passive: true });
  jump.addEventListener("click", () => {
    toEnd();
    byId("scroller").focus({ preventScroll: true });
  });
  // Pictures and keyboards change the height: whoever was at the end stays there.
  const keepEnd = new ResizeObserver(() => {
    if (atEnd) toEnd();
  });
  keepEnd.observe(list);
  keepEnd.observe(scroller);
  around.showMessage = (id) => {
    target = id;
    draw();
  };
}

function isAtEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
}

function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  atEnd = true;
  missed = 0;
  drawJump();
}

function drawJump() {
  jump.hidden = missed === 0;
  jump.textContent = missed === 1 ? "1 new message ↓" : `${missed} new messages ↓`;
}

/** Scrolls to the end, as after something one has sent oneself. */
export function followEnd() {
  toEnd();
}

/** Says a new message to those who cannot see it, and counts it when it stands out of view. */
export function noteNew(message) {
  if (message.channel_id !== state.channel) return;
  if (!atEnd) {
    missed += 1;
    drawJump();
  }
  const described = (message.attachments ?? []).map((attachment) => attachment.description).filter(Boolean);
  announce([`${nameOf(message.author)}: ${oneLine(message)}`, ...described].join(". "));
  noteRead();
}

function lines() {
  const messages = state.messages.get(state.channel) ?? [];
  const all = [];
  let before = null;
  let divided = false;
  for (const message of messages) {
    if (!before || !sameDay(before.timestamp, message.timestamp)) all.push({ key: `day-${message.id}`, day: message.timestamp });
    const isNew = !divided && state.readBefore && state.readBefore !== "0" && compareIds(message.id, state.readBefore) > 0
      && message.author?.id !== state.me && interactionOf(message).user?.id !== state.me;
    if (isNew) {
      divided = true;
      if (before) all.push({ key: "new", newHere: true });
    }
    all.push({ key: message.id, message, compact: !isNew && continues(before, message) });
    before = message;
  }
  for (const pending of (state.local.get(state.channel) ?? []).filter((line) => line.user === state.me)) {
    all.push({ key: pending.id, pending });
  }
  return all;
}

function continues(before, message) {
  return Boolean(before)
    && before.author?.id === message.author?.id
    && ORDINARY.has(before.type ?? 0) && ORDINARY.has(message.type ?? 0)
    && (message.type ?? 0) !== REPLY
    && !interactionOf(message).command
    && !((before.flags | message.flags) & FLAG_EPHEMERAL)
    && sameDay(before.timestamp, message.timestamp)
    && new Date(message.timestamp) - new Date(before.timestamp) < GROUP_SPAN;
}

/** All that a line's look depends on. */
function signature(line) {
  const { message } = line;
  if (!message) return JSON.stringify([line, state.bot?.id, nameOf(userById(line.pending?.user))]);
  const thread = threadOn(message);
  const threadMessages = thread ? state.messages.get(thread.id) : null;
  const named = [...(message.content ?? "").matchAll(/<#(\d+)>/g)].map((found) => state.channels.get(found[1])?.name ?? null);
  return JSON.stringify([message, line.compact, state.me, state.interactions.get(message.id), thread, threadMessages?.at(-1)?.id, named]);
}

function draw() {
  const moved = shownChannel !== state.channel || shownPerson !== state.me;
  if (moved) {
    shown = new Map();
    list.replaceChildren();
    missed = 0;
    drawJump();
  }
  shownChannel = state.channel;
  const known = state.messages.has(state.channel) || !here();
  list.setAttribute("aria-busy", String(!known));
  shownPerson = state.me;
  const follow = moved || atEnd;
  const focused = document.activeElement?.closest?.("[data-message-id] [data-custom-id]");
  const focusKey = focused ? [focused.closest("[data-message-id]").dataset.messageId, focused.dataset.customId] : null;

  const drawn = new Map();
  const elements = [known ? beginning() : h("li", { class: "loading", role: "status" }, "Loading messages…")];
  for (const line of known ? lines() : []) {
    const mark = signature(line);
    const old = shown.get(line.key);
    const element = old?.mark === mark ? old.element : drawLine(line);
    drawn.set(line.key, { mark, element });
    elements.push(element);
  }
  shown = drawn;
  settle(elements);
  if (focusKey && !document.activeElement?.closest("[data-message-id]")) refocus(focusKey);
  if (target && known) {
    revealTarget();
  } else if (follow) {
    toEnd();
  }
}

/** Makes the list hold exactly these, moving as little as possible. */
function settle(elements) {
  const keep = new Set(elements);
  for (const child of [...list.children]) {
    if (!keep.has(child)) child.remove();
  }
  elements.forEach((element, at) => {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  });
}

function refocus([messageId, customId]) {
  const message = shown.get(messageId)?.element;
  const same = [...(message?.querySelectorAll("[data-custom-id]") ?? [])].find((element) => element.dataset.customId === customId);
  (same && !same.disabled ? same : scroller).focus({ preventScroll: true });
}

function revealTarget() {
  const element = shown.get(target)?.element;
  target = null;
  if (!element) {
    tell("That message is not here any more.");
    return;
  }
  atEnd = false;
  element.scrollIntoView({ block: "center" });
  element.classList.add("flash");
  element.addEventListener("animationend", () => element.classList.remove("flash"), { once: true });
}

function beginning() {
  const channel = here();
  if (!channel) return nowhere();
  const full = (state.messages.get(channel.id)?.length ?? 0) >= PAGE;
  if (full) return h("li", { class: "beginning" }, h("p", null, `The latest ${PAGE} messages are shown.`));
  const thread = isThread(channel);
  const starter = thread ? userById(channel.owner_id) : null;
  return h("li", { class: "beginning" },
    h("span", { class: "big-icon" }, icon(channelIcon(channel))),
    h("h2", null, thread ? channel.name : `Welcome to ${shownName(channel)}`),
    h("p", null, thread
      ? ["Started by ", h("strong", null, starter ? nameOf(starter) : "somebody"), "."]
      : channel.topic || "This is the beginning of the channel."),
    state.messages.get(channel.id)?.length ? null : invitation());
}

/** The text for a person who sees no channel. */
function nowhere() {
  return h("li", { class: "beginning", dataset: { testid: "nowhere" } },
    h("span", { class: "big-icon" }, icon("direct")),
    h("h2", null, `${nameOf(me())} is on no server`),
    h("p", null, "There is nothing to see from here. Bring them back, or be somebody else."),
    h("p", { class: "act" }, h("button", { type: "button", class: "button primary", on: { click: openPeople } }, "People…")));
}

/** So many commands are offered in a channel in which nothing has been done yet. */
const FIRST_COMMANDS = 5;

/** What can be done there: the bot registers first what is used most. */
function invitation() {
  const commands = state.commands.filter((command) => (command.type ?? 1) === 1).slice(0, FIRST_COMMANDS);
  if (!commands.length) return null;
  return h("ul", { class: "invitation", "aria-label": "Commands to begin with" }, commands.map((command) => h("li", null,
    h("button", { type: "button", class: "mention command-mention", on: { click: () => around.useCommand(command.name) } }, `/${command.name}`),
    " ", command.description)));
}

function drawLine(line) {
  if (line.day) return h("li", { class: "divider" }, h("span", null, dayName(new Date(line.day))));
  if (line.newHere) return h("li", { class: "divider new" }, h("span", null, "New", h("span", { class: "visually-hidden" }, " messages")));
  if (line.pending) return drawPending(line.pending);
  const { message } = line;
  if (message.type === THREAD_STARTER && message.referenced_message) return drawMessage(message.referenced_message, { compact: false, id: message.id, quoted: true });
  if (!ORDINARY.has(message.type ?? 0)) return drawSystem(message);
  return drawMessage(message, { compact: line.compact, id: message.id });
}

function drawSystem(message) {
  const who = h("strong", null, nameOf(message.author));
  const threadId = message.message_reference?.channel_id;
  const name = threadOn(message)
    ? h("button", { type: "button", class: "plain-link", dataset: { testid: "thread-link" }, on: { click: () => openChannel(threadId) } }, message.content)
    : h("strong", null, message.content);
  const words = {
    4: [who, " changed the name: ", h("strong", null, message.content)],
    6: [who, " pinned a message."],
    7: [who, " joined."],
    [THREAD_CREATED]: [who, " started a thread: ", name, "."],
    [THREAD_STARTER]: ["The message with which this thread began is gone."],
  }[message.type] ?? [who, " ", message.content];
  return h("li", { class: "message system", dataset: { messageId: message.id, messageType: String(message.type) } },
    h("span", { class: "gutter" }, icon(message.type === THREAD_CREATED || message.type === THREAD_STARTER ? "thread" : "down")),
    h("div", { class: "body" },
      h("p", { class: "system-text" }, words, " ", messageTime(message.timestamp)),
      message.type === THREAD_CREATED ? threadCard(message) : null),
    message.type === THREAD_CREATED ? tools(message) : null);
}

function drawMessage(message, { compact, id, quoted = false }) {
  const ephemeral = Boolean(message.flags & FLAG_EPHEMERAL);
  const mine = !quoted && message.author?.id !== state.me
    && (message.mention_everyone || (message.mentions ?? []).some((user) => user.id === state.me));
  const name = nameOf(message.author);
  const loading = Boolean(message.flags & FLAG_LOADING);
  const classes = ["message", compact ? "compact" : "full", ephemeral ? "ephemeral" : "", mine ? "mentioned" : ""].filter(Boolean).join(" ");
  return h("li", {
    class: classes,
    dataset: { messageId: id, channelId: message.channel_id, authorId: message.author?.id, testid: ephemeral ? "ephemeral" : "message" },
  },
  commandLine(message),
  quoted ? null : replyLine(message),
  h("span", { class: "gutter", dataset: { userId: message.author?.id } },
    compact ? messageTime(message.timestamp, true) : avatar(userById(message.author?.id) ?? message.author)),
  h("div", { class: "body" },
    compact ? h("span", { class: "visually-hidden" }, `${name}: `) : h("header", { class: "by" },
      h("button", {
        type: "button",
        class: "author",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        style: { "--tone": colourOf(userById(message.author?.id) ?? message.author) },
        dataset: { userId: message.author?.id },
        on: { click: (event) => openPersonMenu(event.currentTarget, message.author?.id, name) },
      }, name),
      message.author?.bot ? h("span", { class: "tag" }, "BOT") : null,
      messageTime(message.timestamp)),
    loading && !message.content
      ? h("p", { class: "thinking", role: "status" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${name} is thinking…`)
      : text(message),
    attachments(message), embeds(message), quoted ? null : components(message), quoted ? null : threadCard(message),
    ephemeral ? onlyYou(() => dismiss(message)) : null),
  ephemeral || quoted ? null : tools(message));
}

function commandLine(message) {
  const { user, command } = interactionOf(message);
  if (!command || !user) return null;
  return h("div", { class: "above" },
    h("span", { class: "hook", "aria-hidden": "true" }), avatar(user, "tiny"),
    h("strong", null, nameOf(user)), " used ", h("span", { class: "mention" }, command));
}

function replyLine(message) {
  if (message.type !== REPLY) return null;
  // What only one person sees is not quoted, but stands on that person's page.
  const target = message.message_reference?.message_id;
  const known = (state.messages.get(message.channel_id) ?? []).find((one) => one.id === target);
  // The copy in the reply is as old as the reply.
  const to = known ?? message.referenced_message;
  if (!to) return h("div", { class: "above" }, h("span", { class: "hook", "aria-hidden": "true" }), h("em", null, "Message could not be loaded"));
  return h("button", {
    type: "button",
    class: "above reply",
    on: { click: () => around.showMessage(to.id) },
  },
  h("span", { class: "hook", "aria-hidden": "true" }), avatar(userById(to.author?.id) ?? to.author, "tiny"),
  h("span", { class: "visually-hidden" }, "In reply to "), h("strong", null, nameOf(to.author)),
  h("span", { class: "visually-hidden" }, ": "), h("span", { class: "gist" }, oneLine(to)));
}

function onlyYou(away) {
  return h("p", { class: "only-you" }, icon("eye"), "Only you can see this · ",
    h("button", { type: "button", class: "plain-link", dataset: { testid: "dismiss" }, on: { click: away } }, "Dismiss message"));
}

function tools(message) {
  const open = (event) => openMenu(event.currentTarget, "Message", [
    { label: "Copy text", act: () => copy(message.content ?? "") },
    { label: "Copy message ID", act: () => copy(message.id) },
    {
      label: "Delete message…",
      danger: true,
      act: () => confirmAct("Delete this message?", "It goes away for everybody, as when a moderator deletes it.", "Delete",
        () => moderate(() => deleteMessage(message.channel_id, message.id, state.me))),
    },
  ]);
  return h("button", { type: "button", class: "icon-button tools", "aria-label": "Message menu", "aria-haspopup": "menu", "aria-expanded": "false", on: { click: open } }, icon("dots"));
}

function copy(words) {
  navigator.clipboard?.writeText(words).then(() => tell("Copied."), () => tell("The browser did not allow copying."));
}

function drawPending(pending) {
  const bot = state.bot ?? { username: "Bot", bot: true };
  return h("li", { class: "message full ephemeral", dataset: { testid: pending.failed ? "command-failed" : "command-pending" } },
    h("div", { class: "above" }, h("span", { class: "hook", "aria-hidden": "true" }), avatar(me(), "tiny"), h("strong", null, nameOf(me())), " used ",
      h("span", { class: "mention" }, pending.command)),
    h("span", { class: "gutter" }, avatar(bot)),
    h("div", { class: "body" },
      h("header", { class: "by" }, h("span", { class: "author", style: { "--tone": colourOf(bot) } }, nameOf(bot)), h("span", { class: "tag" }, "BOT"), messageTime(pending.at)),
      pending.failed
        ? [h("p", { class: "failed", role: "alert" }, pending.failed), onlyYou(() => dropPending(state.channel, pending))]
        : h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), "Sending command…")));
}
