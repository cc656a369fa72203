// The frame around the messages: channels, the people one can be, where one is, notices.

import { around, moderate, openChannel, sendCommand, startAfresh } from "./actions.js";
import { deleteChannel, moveClock, patchChannel } from "./api.js";
import { entries, interactionData } from "./commands.js";
import { confirmAct, tell } from "./dialogs.js";
import { avatar, byId, h, icon, nameOf } from "./dom.js";
import { openMenu } from "./menus.js";
import { openPeople } from "./people-dialog.js";
import {
  channelIcon, guildOf, here, isListed, isThread, me, mentionedIn, mentionsIn, on, serverOf, shownName, state, textChannels, threadsOf, unread,
} from "./state.js";

const HINT = "sandbox.hint";
const THEME = "sandbox.theme";
const narrow = window.matchMedia("(max-width: 760px)");
const dark = window.matchMedia("(prefers-color-scheme: dark)");

const sidebar = byId("sidebar");
const shade = byId("shade");
const main = byId("main");
const opener = byId("open-drawer");
const menuButton = byId("guild-menu");

/** Which channels' older threads are unfolded. */
const unfolded = new Set();

/** By how much the clock can be moved, in seconds: what waits for its time comes at once. */
const LATER = [["An hour later", 3_600], ["A day later", 86_400], ["A week later", 604_800]];

/** Draws the frame and keeps it drawn. `become(id)` makes one another person. */
export function startSidebar(become) {
  opener.append(icon("menu"), h("span", { class: "dot", hidden: true }));
  opener.addEventListener("click", () => drawer(true));
  shade.addEventListener("click", () => drawer(false));
  sidebar.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && sidebar.classList.contains("open")) drawer(false);
  });
  narrow.addEventListener("change", () => drawer(false));
  drawer(false);
  menuButton.append(icon("dots"));
  menuButton.addEventListener("click", () => openMenu(menuButton, "Sandbox menu", [
    { label: isDark() ? "Light theme" : "Dark theme", act: toggleTheme },
    ...(state.movesClock ? LATER.map(([label, seconds]) => ({ label, act: () => moderate(() => moveClock(seconds)) })) : []),
    { label: "People…", act: openPeople },
    {
      label: "Start afresh…",
      danger: true,
      act: () => confirmAct("Start afresh?", "All messages, threads and matches' posts of this sandbox go away. People and channels stay.", "Clear everything",
        () => moderate(async () => {
          await startAfresh();
          remember(HINT, null);
        })),
    },
  ]));
  const people = byId("people");
  people.addEventListener("scroll", fadePeople, { passive: true });
  new ResizeObserver(fadePeople).observe(people);
  // A mouse has one wheel.
  people.addEventListener("wheel", (event) => {
    if (event.deltaX || people.scrollWidth <= people.clientWidth) return;
    event.preventDefault();
    people.scrollLeft += event.deltaY;
  }, { passive: false });
  applyTheme();
  dark.addEventListener("change", applyTheme);
  on(["people", "channels", "place"], () => drawPeople(become));
  on(["channels", "people", "place"], drawChannels);
  on(["place", "channels"], drawPlace);
  on(["people", "place"], drawAccount);
  on(["notices", "people", "channels", "commands", "place"], drawNotices);
}

function drawer(open) {
  const was = sidebar.classList.contains("open");
  sidebar.classList.toggle("open", open);
  shade.hidden = !open;
  main.inert = open;
  sidebar.inert = narrow.matches && !open;
  opener.setAttribute("aria-expanded", String(open));
  if (open) (sidebar.querySelector("[aria-current]") ?? menuButton).focus();
  else if (was) opener.focus();
}

function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  hintClosed = key === HINT ? value !== null : hintClosed;
  drawNotices();
}

function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

let hintClosed = recall(HINT) !== null;

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

function applyTheme() {
  const chosen = recall(THEME);
  if (chosen) document.documentElement.dataset.theme = chosen;
  if (state.users.length) drawAccount();
}

function toggleTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember(THEME, next);
  drawAccount();
}

// People

/** Whom the row of people was last scrolled to. */
let chosenBefore = null;

function drawPeople(become) {
  const people = byId("people");
  const focused = people.contains(document.activeElement);
  const members = serverOf(here())?.members ?? {};
  const left = people.scrollLeft;
  people.replaceChildren(...state.users.map((user, at) => {
    const mine = user.id === state.me;
    const waiting = mentionedIn(user.id);
    const count = waiting.reduce((sum, { count: some }) => sum + some, 0);
    const where = waiting.map(({ channel }) => channel.name).join(", ");
    const away = members[user.id] ? "" : ", not on this server";
    const key = at < 9 ? ` (Alt+${at + 1})` : "";
    return h("button", {
      type: "button",
      role: "radio",
      "aria-checked": String(mine),
      class: away ? "away" : null,
      "aria-label": `${nameOf(user)}${away}${count ? `, ${count} unread ${count === 1 ? "mention" : "mentions"}` : ""}`,
      title: `${nameOf(user)}${away}${key}${where ? `: mentioned in ${where}` : ""}`,
      tabindex: mine ? "0" : "-1",
      dataset: { user: user.username, userId: user.id },
      on: {
        click: () => become(user.id),
        keydown: (event) => {
          const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!step || event.altKey) return;
          event.preventDefault();
          become(state.users[(at + step + state.users.length) % state.users.length].id, { focusSwitch: true });
        },
      },
    },
    h("span", { class: "face" }, avatar(user, "small"),
      count ? h("span", { class: "badge", dataset: { testid: "mention-badge" } }, count > 99 ? "99+" : String(count)) : null),
    h("span", { class: "name" }, nameOf(user)));
  }));
  people.scrollLeft = left;
  const chosen = people.querySelector("[aria-checked=true]");
  if (focused) chosen?.focus({ preventScroll: true });
  if (chosenBefore !== state.me) {
    chosenBefore = state.me;
    chosen?.scrollIntoView({ block: "nearest", inline: "center" });
  }
  fadePeople();
}

/** Shows on which sides the row of people goes on. */
function fadePeople() {
  const people = byId("people");
  people.classList.toggle("before", people.scrollLeft > 1);
  people.classList.toggle("after", people.scrollLeft + people.clientWidth < people.scrollWidth - 1);
}

function drawAccount() {
  const user = me();
  if (!user) return;
  byId("account").replaceChildren(
    avatar(user), h("span", { class: "who" }, h("strong", null, nameOf(user)), h("small", null, `@${user.username}`)),
    h("button", {
      type: "button",
      class: "icon-button",
      "aria-label": isDark() ? "Use the light theme" : "Use the dark theme",
      dataset: { testid: "theme" },
      on: {
        click: () => {
          toggleTheme();
          byId("account").querySelector("button").focus();
        },
      },
    }, icon(isDark() ? "sun" : "moon")));
}

// Channels

function channelButton(channel) {
  const current = channel.id === state.channel;
  const count = mentionsIn(state.me, channel.id);
  const isNew = !current && unread(state.me, channel);
  const archived = channel.thread_metadata?.archived;
  return h("button", {
    type: "button",
    class: [isThread(channel) ? "thread" : "channel", isNew ? "unread" : "", archived ? "archived" : ""].filter(Boolean).join(" "),
    "aria-current": current ? "page" : null,
    "aria-label": `${channel.name}${isThread(channel) ? ", thread" : ""}${count ? `, ${count} mentions` : isNew ? ", unread" : ""}`,
    title: channel.name,
    dataset: { channelId: channel.id },
    on: {
      click: () => {
        drawer(false);
        openChannel(channel.id);
      },
    },
  },
  h("span", { class: "dot", "aria-hidden": "true" }), icon(channelIcon(channel)),
  h("span", { class: "name" }, channel.name),
  channel.thread_metadata?.locked ? icon("lock") : null,
  count ? h("span", { class: "badge" }, String(count)) : null);
}

function drawChannels() {
  byId("guild-name").textContent = guildOf(here())?.name ?? "Sandbox";
  const nav = byId("channels");
  const focus = document.activeElement?.closest?.("#channels [data-channel-id]")?.dataset.channelId;
  const top = nav.scrollTop;
  let above = null;
  nav.replaceChildren(h("ul", null, textChannels().flatMap((channel) => {
    const heads = state.guilds.length > 1 && channel.guild_id && channel.guild_id !== above;
    above = channel.guild_id;
    const heading = heads ? [h("li", { class: "server" }, guildOf(channel).name)] : [];
    const threads = threadsOf(channel);
    const live = threads.filter((thread) => isListed(thread) || thread.id === state.channel);
    const older = threads.filter((thread) => !live.includes(thread));
    return [...heading, h("li", null, channelButton(channel),
      live.length ? h("ul", { class: "threads" }, live.map((thread) => h("li", null, channelButton(thread)))) : null,
      older.length ? olderThreads(channel, older) : null)];
  })));
  nav.scrollTop = top;
  if (focus) nav.querySelector(`[data-channel-id="${CSS.escape(focus)}"]`)?.focus();
  const elsewhere = mentionedIn(state.me).some(({ channel }) => channel.id !== state.channel);
  opener.querySelector(".dot").hidden = !elsewhere;
  const count = mentionedIn(state.me).reduce((sum, { count: some }) => sum + some, 0);
  document.title = `${count ? `(${count}) ` : ""}${here() ? shownName(here()) : ""} · ${guildOf(here())?.name ?? "Sandbox"}`;
}

/** The threads that Discord keeps out of its list, archived or not. */
function olderThreads(channel, threads) {
  return h("details", {
    class: "archive",
    open: unfolded.has(channel.id),
    on: {
      toggle: (event) => {
        if (event.currentTarget.open) unfolded.add(channel.id);
        else unfolded.delete(channel.id);
      },
    },
  },
  h("summary", null, threads.length === 1 ? "1 older thread" : `${threads.length} older threads`),
  h("ul", { class: "threads" }, threads.map((thread) => h("li", null, channelButton(thread)))));
}

function drawPlace() {
  const channel = here();
  byId("bottom").hidden = !channel;
  if (!channel) {
    byId("scroller").setAttribute("aria-label", "Messages");
    byId("place").replaceChildren();
    return;
  }
  const thread = isThread(channel);
  const parent = thread ? state.channels.get(channel.parent_id) : null;
  byId("scroller").setAttribute("aria-label", `Messages in ${channel.name}`);
  byId("place").replaceChildren(
    ...(parent ? [h("button", { type: "button", class: "plain-link parent", on: { click: () => openChannel(parent.id) } }, `#${parent.name}`), h("span", { class: "sep", "aria-hidden": "true" }, "›")] : []),
    icon(channelIcon(channel)),
    h("h2", { title: channel.name }, channel.name),
    ...(channel.topic && !thread ? [h("span", { class: "topic", title: channel.topic }, channel.topic)] : []),
    ...(thread ? [threadMenu(channel)] : []));
}

function threadMenu(thread) {
  const { archived, locked } = thread.thread_metadata;
  const patch = (change) => moderate(() => patchChannel(thread.id, state.me, change));
  return h("button", {
    type: "button",
    class: "icon-button",
    "aria-label": "Thread menu",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    on: {
      click: (event) => openMenu(event.currentTarget, "Thread menu", [
        { label: archived ? "Unarchive thread" : "Archive thread", act: () => patch({ archived: !archived, locked }) },
        { label: locked ? "Unlock thread" : "Lock thread", act: () => patch({ archived, locked: !locked }) },
        {
          label: "Delete thread…",
          danger: true,
          act: () => confirmAct("Delete this thread?", `“${thread.name}” and all its messages go away for everybody.`, "Delete",
            () => moderate(() => deleteChannel(thread.id, state.me))),
        },
      ]),
    },
  }, icon("dots"));
}

// Notices

function notice(kind, testid, words, close) {
  return h("div", { class: `notice ${kind}`, role: kind === "hint" ? "note" : "status", dataset: { testid } }, h("p", null, words),
    close ? h("button", { type: "button", class: "icon-button", "aria-label": "Close this hint", on: { click: close } }, icon("close")) : null);
}

/** The button for the first thing that a newcomer may want to try; null while the bot does not offer its command. */
function firstStep() {
  const step = state.firstStep;
  const entry = step ? entries(state.commands, false).find((one) => one.text === step.command) : null;
  if (!entry) return null;
  return h("button", {
    type: "button",
    class: "button primary",
    dataset: { testid: "first-step" },
    on: {
      click: async (event) => {
        event.currentTarget.disabled = true;
        try {
          await sendCommand(state.channel, state.me, interactionData(entry, new Map(Object.entries(step.options))), `/${entry.text}`);
        } catch (failure) {
          tell(failure.message);
          noticesDrawn = "";
          drawNotices();
        }
      },
    },
  }, h("span", { class: "inside" }, step.label));
}

let noticesDrawn = "";

function drawNotices() {
  if (!state.users.length) return;
  const elsewhere = mentionedIn(state.me).filter(({ channel }) => channel.id !== state.channel);
  const play = state.commands.some((command) => command.name === "play");
  // A bot that plays itself says so by an option of this name.
  const alone = state.commands.some((command) => command.name === "play" && JSON.stringify(command).includes('"name":"computer"'));
  // Whoever has come as far as a thread needs no first hint any more.
  const isNew = here() && !hintClosed && ![...state.channels.values()].some(isThread);
  const mark = JSON.stringify([
    state.connected, state.botOnline, state.bot?.id, Boolean(isNew), play, alone, state.firstStep && state.commands.length, state.me, elsewhere.map(({ channel, count }) => [channel.id, channel.name, count]),
  ]);
  if (mark === noticesDrawn) return;
  noticesDrawn = mark;
  const notices = [];
  if (!state.connected) notices.push(notice("bad", "connection-lost", "The connection to the sandbox is lost. Trying again…"));
  if (!state.botOnline) {
    const name = state.bot ? nameOf(state.bot) : "The bot";
    notices.push(notice("bad", "bot-offline", `${name} is offline. Nobody answers commands and buttons until it is back.`));
  }
  if (elsewhere.length) {
    const [{ channel, count }] = elsewhere;
    notices.push(h("div", { class: "notice mention-notice", role: "status", dataset: { testid: "mentioned-elsewhere" } },
      h("p", null, `${nameOf(me())} was mentioned ${count === 1 ? "" : `${count} times `}in `,
        h("button", { type: "button", class: "plain-link", dataset: { goto: channel.id }, on: { click: () => openChannel(channel.id) } }, channel.name))));
  }
  if (isNew) {
    const step = firstStep();
    const how = step ? ["Type / to see what there is, or press ", step, " and play at once. Switch to another person at the top to answer as them."] : play
      ? ["Type ", h("button", { type: "button", class: "mention command-mention", on: { click: () => around.useCommand("play") } }, "/play"),
        alone
          ? " to start a match: alone, with its option computer, or switch to another person at the top to accept."
          : " to start a match; switch to another person at the top to accept."]
      : "Type / to see what the bot can do; switch to another person at the top to answer.";
    notices.push(notice("hint", "hint", how, () => remember(HINT, "closed")));
  }
  byId("notices").replaceChildren(...notices);
}
