// What drops down from a button: menus of acts, and the lists of select menus.

import { h, icon } from "./dom.js";

let serial = 0;

/** Shows `content` beside `anchor` in the top layer; Esc and a press elsewhere close it. Gives the function that closes it. */
function drop(anchor, content, { closed, wide = false, end = false }) {
  content.setAttribute("popover", "auto");
  content.classList.add("dropdown");
  document.body.append(content);
  content.showPopover();
  const place = () => {
    const box = anchor.getBoundingClientRect();
    const margin = 8;
    if (wide) content.style.width = `${Math.min(Math.max(box.width, 220), innerWidth - 2 * margin)}px`;
    const below = innerHeight - box.bottom - margin - 4;
    const above = box.top - margin - 4;
    const up = below < Math.min(content.scrollHeight, 320) && above > below;
    content.style.maxHeight = `${Math.max(120, Math.min(360, up ? above : below))}px`;
    const width = content.offsetWidth;
    const left = end ? box.right - width : box.left;
    content.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
    content.style.top = up ? `${box.top - content.offsetHeight - 4}px` : `${box.bottom + 4}px`;
  };
  place();
  anchor.setAttribute("aria-expanded", "true");
  window.addEventListener("resize", place);
  let done = false;
  const finish = () => {
    if (done) return;
    done = true;
    window.removeEventListener("resize", place);
    anchor.setAttribute("aria-expanded", "false");
    const hadFocus = content.contains(document.activeElement) || document.activeElement === document.body;
    content.remove();
    if (hadFocus && anchor.isConnected) anchor.focus();
    closed?.();
  };
  content.addEventListener("toggle", (event) => {
    if (event.newState === "closed") finish();
  });
  return finish;
}

/** Opens a menu of acts: `{label, act, danger}`. */
export function openMenu(anchor, label, items) {
  const menu = h("div", { role: "menu", "aria-label": label });
  let close = () => {};
  const buttons = items.map((item) => h("button", {
    type: "button",
    role: "menuitem",
    class: item.danger ? "danger" : null,
    tabindex: "-1",
    on: {
      click: () => {
        close();
        item.act();
      },
    },
  }, item.label));
  menu.append(...buttons);
  menu.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length].focus();
    } else if (event.key === "Tab") {
      event.preventDefault();
      close();
    }
  });
  close = drop(anchor, menu, { end: true });
  buttons[0]?.focus();
}

/**
 * Opens the list of a select menu. `options`: `{value, label, description, emoji, picture}`; `picked`: values chosen before.
 * `choose(values)` runs once with a valid number of values, and not at all when the list is left with Esc.
 */
export function openSelect(anchor, { label, options, min, max, picked, choose }) {
  const id = `select-${++serial}`;
  const several = max > 1;
  const chosen = new Set(picked);
  let active = Math.max(0, options.findIndex((option) => chosen.has(option.value)));
  let typed = "";
  let typedAt = 0;
  let close = () => {};

  const rows = options.map((option, at) => h("div", {
    role: "option",
    id: `${id}-${at}`,
    class: "option",
    dataset: { value: option.value },
    on: {
      click: () => pick(at),
      pointermove: () => move(at, false),
    },
  },
  option.picture ?? (option.emoji ? h("span", { class: "emoji" }, option.emoji) : null),
  h("span", { class: "what" },
    h("span", { class: "name" }, option.label),
    option.description ? h("span", { class: "description" }, option.description) : null),
  h("span", { class: several ? "tick box" : "tick" }, icon("check"))));

  const list = h("div", { role: "listbox", id, tabindex: "0", "aria-label": label, "aria-multiselectable": several ? "true" : null }, rows,
    rows.length ? null : h("p", { class: "empty" }, "There is nothing to choose."));
  const done = h("button", { type: "button", class: "button primary", on: { click: () => finish() } }, "Done");
  const note = h("span", { class: "note", role: "status" });
  const content = h("div", { class: "select-list" }, list, several || min === 0 ? h("footer", null, note, done) : null);

  const paint = () => {
    rows.forEach((row, at) => {
      row.setAttribute("aria-selected", String(chosen.has(options[at].value)));
      row.classList.toggle("active", at === active);
    });
    if (rows.length) list.setAttribute("aria-activedescendant", `${id}-${active}`);
    const most = Math.min(max, options.length);
    note.textContent = chosen.size < min ? `Choose at least ${min}` : `${chosen.size} of ${most} chosen`;
    done.disabled = chosen.size < min;
  };
  const move = (to, scroll = true) => {
    if (!rows.length || to === active) return;
    active = (to + rows.length) % rows.length;
    paint();
    if (scroll) rows[active].scrollIntoView({ block: "nearest" });
  };
  const finish = () => {
    if (chosen.size < min || chosen.size > max) return;
    close();
    choose(options.filter((option) => chosen.has(option.value)).map((option) => option.value));
  };
  const pick = (at) => {
    const { value } = options[at] ?? {};
    if (value === undefined) return;
    active = at;
    if (!several) {
      const again = min === 0 && chosen.has(value);
      chosen.clear();
      if (!again) chosen.add(value);
      finish();
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    paint();
    if (chosen.size === max) note.textContent = `${max} of ${max} chosen, no more are allowed`;
  };
  list.addEventListener("keydown", (event) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(active);
    } else if (event.key === "Tab" && !content.querySelector("footer")) {
      event.preventDefault();
      close();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed = event.timeStamp - typedAt < 800 ? typed + event.key.toLowerCase() : event.key.toLowerCase();
      typedAt = event.timeStamp;
      const found = options.findIndex((option) => option.label.toLowerCase().startsWith(typed));
      if (found >= 0) move(found);
    }
  });
  close = drop(anchor, content, { wide: true });
  list.focus();
  paint();
  rows[active]?.scrollIntoView({ block: "nearest" });
}
