// The list above the composer: commands, choices, people. The focus stays in the field; arrows move the mark.

import { h } from "./dom.js";

/** Makes the popup inside `parent`. One list serves all fields of the composer. */
export function makePopup(parent) {
  const title = h("div", { class: "popup-title" });
  const list = h("div", { role: "listbox", id: "popup", dataset: { testid: "popup" } });
  const note = h("div", { class: "popup-note", role: "status" });
  const box = h("div", { class: "popup", hidden: true }, title, list, note);
  parent.append(box);

  let field = null;
  let items = [];
  let active = -1;
  let choose = () => {};

  // A box of several lines is no combobox, and cannot be expanded.
  const expand = (input, isOpen) => {
    if (input?.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", String(isOpen));
  };

  const paint = () => {
    [...list.children].forEach((row, at) => {
      row.setAttribute("aria-selected", String(at === active));
      row.classList.toggle("active", at === active);
    });
    if (active >= 0) field?.setAttribute("aria-activedescendant", `popup-${active}`);
    else field?.removeAttribute("aria-activedescendant");
    list.children[active]?.scrollIntoView({ block: "nearest" });
  };

  return {
    /** Whether it shows. */
    get open() {
      return !box.hidden;
    },
    /** Whether Enter would choose something. */
    get marked() {
      return !box.hidden && active >= 0;
    },
    /**
     * Shows `rows` (elements' children by row) for an input. `mark`: whether the first is marked at once.
     * `words`: a sentence below, such as "No options match".
     */
    show({ input, label, heading, rows, pick, mark = true, words = "" }) {
      if (field && field !== input) this.hide();
      field = input;
      choose = pick;
      items = rows;
      active = rows.length && mark ? 0 : -1;
      title.replaceChildren(...[heading].flat().filter(Boolean));
      title.hidden = !heading;
      list.setAttribute("aria-label", label);
      list.hidden = rows.length === 0;
      list.replaceChildren(...rows.map((row, at) => h("div", {
        role: "option",
        id: `popup-${at}`,
        class: "option",
        dataset: { value: row.key },
        on: {
          // Pressing must not take the focus out of the field.
          pointerdown: (event) => event.preventDefault(),
          mousedown: (event) => event.preventDefault(),
          click: () => choose(row.item),
          pointermove: () => {
            if (active === at) return;
            active = at;
            paint();
          },
        },
      }, row.children)));
      note.textContent = words;
      note.hidden = !words;
      box.hidden = false;
      list.scrollTop = 0;
      expand(input, true);
      input.setAttribute("aria-controls", "popup");
      paint();
    },
    hide() {
      if (box.hidden) return;
      box.hidden = true;
      items = [];
      active = -1;
      list.replaceChildren();
      expand(field, false);
      field?.removeAttribute("aria-activedescendant");
    },
    /** Moves the mark; says whether there was anything to move in. */
    move(step) {
      if (box.hidden || !items.length) return false;
      active = active < 0 ? (step > 0 ? 0 : items.length - 1) : (active + step + items.length) % items.length;
      paint();
      return true;
    },
    /** Chooses what is marked; says whether something was. */
    take() {
      if (box.hidden || active < 0 || !items[active]) return false;
      choose(items[active].item);
      return true;
    },
  };
}
