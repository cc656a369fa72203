// The message box: ordinary text, the list of commands after a slash, and the command being filled in.

import { around, sendCommand, sendText } from "./actions.js";
import { makeCommandForm } from "./command-form.js";
import { entries, interactionData, rankEntries, rankOffers, typedEntry } from "./commands.js";
import { avatar, byId, h, icon, nameOf } from "./dom.js";
import { followEnd } from "./messages.js";
import { makePopup } from "./popup.js";
import { changed, here, isDirect, isThread, on, shownName, state, userById } from "./state.js";

const LONGEST = 2000;
/** Names of more characters would be cut off in the empty box on a phone. */
const LONG_NAME = 22;
const coarse = window.matchMedia("(pointer: coarse)");

/** `user/channel` -> `{text, form, error}`: what was begun is there when one comes back. */
const drafts = new Map();
let all = [];
let shownKey = null;

const area = byId("composer-area");
const error = h("p", { class: "composer-error", role: "alert", id: "composer-error", hidden: true, dataset: { testid: "composer-error" } });
const input = h("textarea", {
  id: "composer", rows: "1", "aria-haspopup": "listbox", "aria-autocomplete": "list", "aria-describedby": "composer-error",
  autocomplete: "off", enterkeyhint: "send", dataset: { testid: "composer" },
});
const count = h("span", { class: "count", "aria-live": "polite" });
const slash = h("button", { type: "button", class: "icon-button slash", "aria-label": "Commands", title: "Commands", dataset: { testid: "commands" } }, icon("slash"));
const sendButton = h("button", { type: "submit", class: "icon-button send", "aria-label": "Send", dataset: { testid: "send" } }, icon("send"));
const slot = h("div", { class: "slot" }, input);
const form = h("form", { class: "composer", dataset: { testid: "composer-form" } }, slash, slot, count, sendButton);

const keyHere = () => `${state.me}/${state.channel}`;
const draft = (key = keyHere()) => {
  if (!drafts.has(key)) drafts.set(key, { text: "", form: null, error: "" });
  return drafts.get(key);
};

/** Draws the composer and keeps it drawn. */
export function startComposer() {
  area.append(error, form);
  const popup = makePopup(area);
  const complain = (sentence, key = keyHere()) => {
    draft(key).error = sentence;
    if (key !== shownKey) return;
    error.textContent = sentence;
    error.hidden = sentence === "";
  };

  const draw = () => {
    const key = keyHere();
    if (key !== shownKey) {
      shownKey = key;
      popup.hide();
      input.value = draft().text;
      complain(draft().error);
      putSlot();
    }
    const channel = here();
    const closed = channel?.thread_metadata?.locked && channel.thread_metadata.archived;
    input.placeholder = !channel ? "" : closed ? "This thread is locked." : `Message ${isThread(channel) && channel.name.length > LONG_NAME ? "this thread" : shownName(channel)}`;
    input.setAttribute("aria-label", `${input.placeholder}. Type a slash for commands.`);
    grow();
  };

  const putSlot = () => {
    const { form: command } = draft();
    form.classList.toggle("filling", Boolean(command));
    slot.replaceChildren(command?.element ?? input);
    grow();
  };

  const grow = () => {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 200)}px`;
    const length = [...input.value].length;
    count.textContent = length > LONGEST - 200 ? String(LONGEST - length) : "";
    count.classList.toggle("over", length > LONGEST);
  };

  const leave = (text) => {
    draft().form = null;
    draft().text = text;
    input.value = text;
    complain("");
    popup.hide();
    putSlot();
    input.focus();
    if (text.startsWith("/")) offerCommands();
  };

  const begin = (entry, rest = "") => {
    const key = keyHere();
    const command = makeCommandForm(entry, { popup, complain: (sentence) => complain(sentence, key), leave, send: (values) => sendFilled(entry, values, command) });
    popup.hide();
    complain("");
    Object.assign(draft(), { form: command, text: "" });
    input.value = "";
    if (rest.trim()) command.fill(rest);
    putSlot();
    command.focus();
  };

  const sendFilled = async (entry, values, command) => {
    const { channel, me: as } = state;
    const key = keyHere();
    Object.assign(draft(), { form: null, text: "" });
    input.value = "";
    putSlot();
    input.focus();
    followEnd();
    try {
      await sendCommand(channel, as, interactionData(entry, values), `/${entry.text}`);
    } catch (failure) {
      // What was filled in comes back, unless something else was begun meanwhile.
      const now = draft(key);
      if (!now.form && !now.text) {
        now.form = command;
        if (key === shownKey) {
          putSlot();
          command.focus();
        }
      }
      complain(failure.message, key);
    }
  };

  const sendWords = async () => {
    const words = input.value.trim();
    const { channel, me: as } = state;
    const key = keyHere();
    if (!words) return;
    if ([...words].length > LONGEST) {
      complain(`A message has at most ${LONGEST} characters.`);
      return;
    }
    const typed = typedEntry(all, words);
    if (typed) {
      begin(typed.entry, typed.rest);
      return;
    }
    if (/^\/[\p{L}\p{N}_-]/u.test(words) && !/^\/\S*\//.test(words)) {
      const name = words.split(/\s/)[0];
      const known = all.some((entry) => `/${entry.path[0]}` === name);
      complain(known ? `${name} needs one of its subcommands: choose it from the list.` : `There is no command ${name}.`);
      offerCommands();
      return;
    }
    Object.assign(draft(), { text: "" });
    input.value = "";
    grow();
    complain("");
    popup.hide();
    followEnd();
    try {
      await sendText(channel, as, withMentions(words));
    } catch (failure) {
      const now = draft(key);
      if (!now.text) now.text = words;
      if (key === shownKey && !input.value) input.value = words;
      complain(failure.message, key);
    }
  };

  const offerCommands = () => {
    const typed = input.value;
    const found = rankEntries(all, typed.slice(1));
    const none = all.length ? "No commands match" : "The bot has not registered any commands.";
    popup.show({
      input,
      label: "Commands",
      heading: state.bot ? [avatar(state.bot, "tiny"), h("strong", null, nameOf(state.bot))] : [h("strong", null, "Commands")],
      rows: found.map((entry) => ({
        key: entry.text,
        item: entry,
        children: [h("span", { class: "what" },
          h("span", { class: "name" }, `/${entry.text}`, entry.options.map((option) => h("span", { class: option.required ? "opt required" : "opt" }, option.name))),
          h("span", { class: "description" }, entry.description))],
      })),
      words: found.length ? "" : none,
      pick: (entry) => begin(entry),
    });
  };

  const offerPeople = () => {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    const found = /(^|\s)@([\p{L}\p{N}_]{0,20})$/u.exec(before);
    if (!found) {
      popup.hide();
      return;
    }
    const people = [...state.users, ...(state.bot ? [state.bot] : [])].map((user) => ({ name: nameOf(user), detail: `@${user.username}`, user }));
    const fitting = rankOffers(people, found[2]);
    if (!fitting.length) {
      popup.hide();
      return;
    }
    popup.show({
      input,
      label: "People",
      heading: [h("strong", null, "People")],
      rows: fitting.map((item) => ({ key: item.user.id, item, children: [avatar(item.user, "small"), h("span", { class: "what" }, h("span", { class: "name" }, item.name), h("span", { class: "description" }, item.detail))] })),
      pick: (item) => {
        const start = before.length - found[2].length;
        input.value = `${before.slice(0, start)}${item.name} ${input.value.slice(before.length)}`;
        draft().text = input.value;
        popup.hide();
        input.focus();
        input.setSelectionRange(start + item.name.length + 1, start + item.name.length + 1);
      },
    });
  };

  const typed = () => {
    draft().text = input.value;
    complain("");
    grow();
    if (!input.value.startsWith("/")) {
      offerPeople();
      return;
    }
    const full = typedEntry(all, input.value);
    if (full && full.rest !== "") begin(full.entry, full.rest);
    else offerCommands();
  };

  input.addEventListener("input", typed);
  input.addEventListener("focus", () => {
    if (input.value.startsWith("/")) offerCommands();
  });
  input.addEventListener("blur", () => popup.hide());
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const { key } = event;
    if ((key === "ArrowDown" || key === "ArrowUp") && !event.altKey && popup.move(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    else if (key === "Tab" && !event.shiftKey && popup.marked) {
      event.preventDefault();
      popup.take();
    } else if (key === "Escape" && popup.open) {
      event.preventDefault();
      popup.hide();
    } else if (key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!popup.take()) sendWords();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { form: command } = draft();
    if (command) command.submit();
    else sendWords();
  });
  slash.addEventListener("click", () => {
    if (draft().form) leave("/");
    else {
      if (!input.value.startsWith("/")) input.value = "/";
      draft().text = input.value;
      input.focus();
      offerCommands();
    }
  });

  around.useCommand = (path) => {
    const exact = all.find((entry) => entry.text === path);
    if (exact) begin(exact);
    else leave(`/${path}`);
  };

  on(["commands", "place"], () => {
    all = entries(state.commands, isDirect(here()));
  });
  // Whoever has typed a slash already is offered commands that are registered now.
  on(["commands"], () => {
    if (document.activeElement === input && input.value.startsWith("/")) offerCommands();
  });
  on(["place", "people", "channels"], draw);
  on(["typing", "place"], drawTyping);
  changed("commands");

  // Typing anywhere types here, as in any chat.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
    if (document.activeElement !== document.body && document.activeElement !== byId("scroller")) return;
    focusComposer();
  });
}

/** Puts the focus into the message box, except where that would open an on-screen keyboard. */
export function focusComposer({ gently = false } = {}) {
  if (gently && coarse.matches) return;
  // After what has just changed is drawn: another person's draft may be on its way into the box.
  queueMicrotask(() => {
    const { form: command } = draft();
    if (command) command.focus();
    else input.focus();
  });
}

/** "@Bo" and "#general" as Discord sends them. */
function withMentions(words) {
  const names = [
    ...state.users.concat(state.bot ?? []).flatMap((user) => [[`@${nameOf(user)}`, `<@${user.id}>`], [`@${user.username}`, `<@${user.id}>`]]),
    ...[...state.channels.values()].map((channel) => [`#${channel.name}`, `<#${channel.id}>`]),
  ].sort(([a], [b]) => b.length - a.length);
  let sent = "";
  for (let at = 0; at < words.length;) {
    const rest = words.slice(at);
    const found = names.find(([name]) => rest.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)));
    sent += found ? found[1] : words[at];
    at += found ? found[0].length : 1;
  }
  return sent;
}

function drawTyping() {
  const now = Date.now();
  const typing = [...(state.typing.get(state.channel) ?? new Map())].filter(([id, since]) => id !== state.me && now - since < 10_000).map(([id]) => nameOf(userById(id)));
  byId("typing").textContent = typing.length ? `${typing.join(", ")} ${typing.length === 1 ? "is" : "are"} typing…` : "";
}
