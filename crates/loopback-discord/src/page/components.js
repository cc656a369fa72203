// Message components: rows of buttons and select menus, and what became of a press.

import { around, useComponent } from "./actions.js";
import { avatar, h, icon, nameOf } from "./dom.js";
import { link } from "./markdown.js";
import { openSelect } from "./menus.js";
import { channelIcon, guildOf, setInteraction, state } from "./state.js";

const ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const ROLE_SELECT = 6;
const CHANNEL_SELECT = 8;
const SELECTS = [STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT];
const LINK = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link" };

/** The rows under a message, and the sentence under them when the last press failed. */
export function components(message) {
  const rows = (message.components ?? []).filter((row) => row.type === ROW);
  if (!rows.length) return null;
  const known = state.interactions.get(message.id) ?? {};
  return h("div", { class: "components" },
    rows.map((row) => h("div", { class: "row" }, (row.components ?? []).map((component) => one(message, component, known)))),
    known.failed
      ? h("p", { class: "failed", role: "alert", title: known.why, dataset: { testid: "interaction-failed" } }, known.failed)
      : null);
}

function one(message, component, known) {
  if (component.type === BUTTON) return button(message, component, known);
  if (SELECTS.includes(component.type)) return select(message, component, known);
  return h("span", { class: "unsupported" }, `The page does not show components of type ${component.type}.`);
}

const emojiText = (emoji) => (emoji?.name ? (emoji.id ? `:${emoji.name}:` : emoji.name) : null);

function button(message, component, known) {
  const inside = [
    component.emoji ? h("span", { class: "emoji", "aria-hidden": component.label ? "true" : null }, emojiText(component.emoji)) : null,
    component.label ? h("span", { class: "label" }, component.label) : null,
  ];
  if (component.style === LINK) {
    const content = h("span", { class: "inside" }, inside, icon("link"));
    return component.disabled
      ? h("button", { type: "button", class: "button secondary", disabled: true }, content)
      : link(content, component.url, around, { class: "button secondary", dataset: { testid: "link-button" } });
  }
  const busy = known.pending === component.custom_id;
  return h("button", {
    type: "button",
    class: `button ${STYLES[component.style] ?? "secondary"}${busy ? " busy" : ""}`,
    disabled: Boolean(component.disabled),
    // Not `disabled` while an answer is awaited: the focus must stay where it is.
    "aria-disabled": known.pending ? "true" : null,
    "aria-busy": busy ? "true" : null,
    dataset: { customId: component.custom_id },
    on: { click: () => useComponent(message, component) },
  }, h("span", { class: "inside" }, inside));
}

function selectOptions(message, component) {
  if (component.type === STRING_SELECT) {
    return (component.options ?? []).map((option) => ({ ...option, emoji: emojiText(option.emoji) }));
  }
  if (component.type === USER_SELECT) {
    return [...state.users, ...(state.bot ? [state.bot] : [])].map((user) => (
      { value: user.id, label: nameOf(user), description: user.username, picture: avatar(user, "small") }
    ));
  }
  const guild = guildOf(state.channels.get(message.channel_id));
  if (component.type === ROLE_SELECT) {
    return (guild?.roles ?? []).map((role) => ({ value: role.id, label: role.name }));
  }
  const types = component.channel_types;
  return [...state.channels.values()]
    .filter((channel) => channel.guild_id === guild?.id)
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: channel.name, picture: icon(channelIcon(channel)) }));
}

function select(message, component, known) {
  const options = selectOptions(message, component);
  const defaults = component.type === STRING_SELECT
    ? options.filter((option) => option.default).map((option) => option.value)
    : (component.default_values ?? []).map((value) => value.id);
  const picked = known.picked?.[component.custom_id] ?? defaults;
  const labels = options.filter((option) => picked.includes(option.value)).map((option) => option.label);
  const placeholder = component.placeholder ?? "Make a selection";
  const busy = known.pending === component.custom_id;
  const choose = (values) => {
    setInteraction(message.id, { picked: { ...state.interactions.get(message.id)?.picked, [component.custom_id]: values } });
    useComponent(message, component, values);
  };
  const open = (event) => {
    if (state.interactions.get(message.id)?.pending) return;
    openSelect(event.currentTarget, {
      label: placeholder, options, picked, choose, min: component.min_values ?? 1, max: component.max_values ?? 1,
    });
  };
  return h("button", {
    type: "button",
    class: `select${busy ? " busy" : ""}`,
    disabled: Boolean(component.disabled),
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-label": labels.length ? `${placeholder}: ${labels.join(", ")}` : placeholder,
    "aria-busy": busy ? "true" : null,
    dataset: { customId: component.custom_id },
    on: {
      click: open,
      keydown: (event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        open(event);
      },
    },
  }, h("span", { class: labels.length ? "value" : "value placeholder" }, labels.length ? labels.join(", ") : placeholder), icon("down"));
}
