// Dialogs: modals of the bot, confirmations, pictures at full size. The native element keeps the focus inside.

import { byId, h, icon } from "./dom.js";

let serial = 0;

/** Whether a dialog is open, so that the page's own keys keep still. */
export const dialogOpen = () => document.querySelector("dialog[open]") !== null;

/** Gives a function that finds the element again, also when its message has been drawn anew. */
function finder(element) {
  const message = element?.closest?.("[data-message-id]")?.dataset.messageId;
  const custom = element?.dataset?.customId;
  return () => {
    if (element instanceof HTMLElement && element !== document.body && element.isConnected) return element;
    const again = message && custom
      ? document.querySelector(`[data-message-id="${CSS.escape(message)}"] [data-custom-id="${CSS.escape(custom)}"]`)
      : null;
    return again ?? document.getElementById("composer");
  };
}

/** Shows a dialog, with the focus on `first`; afterwards the focus is where it was. */
export function show(dialog, first) {
  const before = finder(document.activeElement);
  dialog.addEventListener("close", () => {
    dialog.remove();
    before()?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  first?.focus();
}

/** The text inputs of a label or a row, with their label and description. */
const inputs = (row) => (row.component
  ? [{ ...row.component, label: row.label, description: row.description }]
  : row.components ?? []);

/** Opens a modal. `submit` gets rows as Discord sends them; when it throws, the sentence is shown and nothing typed is lost. */
export function openModal(modal, submit) {
  const id = `modal-${++serial}`;
  const fields = (modal.components ?? []).flatMap(inputs).map((component, at) => textField(component, `${id}-${at}`));
  const error = h("p", { class: "dialog-error", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const close = () => dialog.close();
  const submitted = async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) {
      wrong[0].input.focus();
      return;
    }
    send.disabled = true;
    send.classList.add("busy");
    error.hidden = true;
    try {
      await submit(fields.map(({ component, input }) => (
        { type: 1, components: [{ type: 4, custom_id: component.custom_id, value: input.value }] }
      )));
      dialog.close();
    } catch (failure) {
      error.textContent = failure.message;
      error.hidden = false;
    } finally {
      send.disabled = false;
      send.classList.remove("busy");
    }
  };
  const dialog = h("dialog", { class: "modal form", role: "dialog", "aria-modal": "true", "aria-labelledby": `${id}-title`, dataset: { customId: modal.custom_id, testid: "modal" } },
    h("form", { method: "dialog", novalidate: true, on: { submit: submitted } },
      h("header", null,
        h("h2", { id: `${id}-title` }, modal.title),
        h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: close } }, icon("close"))),
      error,
      fields.map((field) => field.element),
      h("footer", null,
        h("button", { type: "button", class: "button plain", on: { click: close } }, "Cancel"),
        send)));
  show(dialog, fields[0]?.input);
  // A prefilled value is there to be gone on with, not to be replaced by the first key.
  const first = fields[0]?.input;
  first?.setSelectionRange(first.value.length, first.value.length);
}

function textField(component, id) {
  const required = component.required !== false;
  const { min_length: min = 0, max_length: max = 4000 } = component;
  const paragraph = component.style === 2;
  const error = h("span", { class: "field-error", id: `${id}-error`, role: "alert" });
  const count = h("span", { class: "count", "aria-hidden": "true" });
  const input = h(paragraph ? "textarea" : "input", {
    id,
    type: paragraph ? null : "text",
    rows: paragraph ? 4 : null,
    placeholder: component.placeholder,
    "aria-required": String(required),
    "aria-describedby": component.description ? `${id}-description ${id}-error` : `${id}-error`,
    autocomplete: "off",
    dataset: { customId: component.custom_id },
    value: component.value ?? "",
  });
  const tellCount = () => {
    const length = [...input.value].length;
    count.textContent = component.max_length || length > max * 0.9 ? `${length}/${max}` : "";
    count.classList.toggle("over", length > max);
  };
  const check = () => {
    const length = [...input.value].length;
    let sentence = "";
    if (required && length === 0) sentence = "This field is required.";
    else if (length > 0 && length < min) sentence = `Write at least ${min} characters.`;
    else if (length > max) sentence = `Write at most ${max} characters.`;
    error.textContent = sentence;
    input.setAttribute("aria-invalid", String(sentence !== ""));
    return sentence === "";
  };
  input.addEventListener("input", () => {
    tellCount();
    if (error.textContent) check();
  });
  tellCount();
  const element = h("div", { class: "field" },
    h("label", { for: id }, component.label, required ? h("span", { class: "star", "aria-hidden": "true" }, " *") : null),
    component.description ? h("p", { class: "description", id: `${id}-description` }, component.description) : null,
    input, h("div", { class: "under" }, error, count));
  return { component, element, input, check };
}

/** Asks before something that cannot be undone. */
export function confirmAct(title, text, label, act) {
  const id = `confirm-${++serial}`;
  const yes = h("button", { type: "submit", class: "button danger" }, label);
  const dialog = h("dialog", { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": `${id}-title`, "aria-describedby": `${id}-text` },
    h("form", {
      method: "dialog",
      on: {
        submit: (event) => {
          event.preventDefault();
          dialog.close();
          act();
        },
      },
    },
    h("header", null, h("h2", { id: `${id}-title` }, title)),
    h("p", { id: `${id}-text` }, text),
    h("footer", null,
      h("button", { type: "button", class: "button plain", on: { click: () => dialog.close() } }, "Cancel"),
      yes)));
  show(dialog, yes);
}

/** Shows a picture as large as the window allows. */
export function openPicture(source, description) {
  const dialog = h("dialog", { class: "picture", role: "dialog", "aria-modal": "true", "aria-label": "Picture", dataset: { testid: "picture" } },
    h("button", { type: "button", class: "icon-button", "aria-label": "Close picture", on: { click: () => dialog.close() } }, icon("close")),
    h("img", { src: source, alt: description ?? "" }),
    h("p", { class: "caption" },
      description ? h("span", { class: "description" }, description) : null,
      h("a", { href: source, target: "_blank", rel: "noopener noreferrer" }, "Open in a new tab")));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target instanceof HTMLImageElement) dialog.close();
  });
  show(dialog, dialog.querySelector("button"));
}

/** Says a sentence for some seconds at the lower edge. */
export function tell(sentence) {
  document.querySelector(".toast")?.remove();
  const toast = h("div", { class: "toast", role: "alert" }, sentence);
  (document.querySelector("dialog[open]") ?? document.body).append(toast);
  setTimeout(() => toast.remove(), 6_000);
}

/** Says a new message to people who do not see it. */
export function announce(sentence) {
  const announcer = byId("announcer");
  announcer.append(h("p", null, sentence));
  while (announcer.childElementCount > 10) announcer.firstElementChild.remove();
}
