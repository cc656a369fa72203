// The dialog of people: adds somebody, and says who is on the server and which roles they have.

import { addPerson, changePerson } from "./api.js";
import { show, tell } from "./dialogs.js";
import { avatar, h, icon, nameOf } from "./dom.js";
import { here, on, serverOf, state } from "./state.js";

const coarse = window.matchMedia("(pointer: coarse)");

/** Draws the open dialog again; null while it is closed. */
let redraw = null;

/** Keeps an open dialog drawn. */
export function startPeopleDialog() {
  on(["people", "place"], () => redraw?.());
}

/** Opens the dialog for the server of the open channel. */
export function openPeople() {
  // A person who was removed has another channel open by then, but the dialog stays with its server.
  const serverId = serverOf(here())?.id;
  const server = () => state.servers.find((one) => one.id === serverId) ?? null;
  const error = h("p", { class: "field-error", id: "new-person-error", role: "alert" });
  const done = h("p", { class: "visually-hidden", role: "status" });
  const input = h("input", {
    id: "new-person",
    type: "text",
    placeholder: "Name",
    autocomplete: "off",
    enterkeyhint: "done",
    "aria-describedby": "new-person-error",
    on: { input: () => complain("") },
  });
  const list = h("ul", { class: "roster", "aria-label": "People" });
  /** User id -> the row and the text by which it is known to be unchanged. */
  const rows = new Map();
  const complain = (sentence) => {
    error.textContent = sentence;
    input.setAttribute("aria-invalid", String(sentence !== ""));
  };

  const add = async (event) => {
    event.preventDefault();
    try {
      const person = await addPerson(input.value, serverId);
      input.value = "";
      complain("");
      done.textContent = `${nameOf(person)} was added.`;
      list.querySelector(`[data-person="${CSS.escape(person.id)}"]`)?.scrollIntoView({ block: "nearest" });
    } catch (failure) {
      complain(failure.message);
    }
    input.focus();
  };

  const change = async (user, what, words) => {
    try {
      await changePerson(user.id, { guild_id: serverId, ...what });
      done.textContent = words;
    } catch (failure) {
      tell(failure.message);
    }
  };

  const row = (user) => {
    const { members, roles, owner_id: owner, name: serverName } = server();
    const held = members[user.id] ?? null;
    const name = nameOf(user);
    return h("li", { class: held ? "person" : "person away", dataset: { person: user.id, username: user.username } },
      avatar(user),
      h("div", { class: "who" },
        h("span", { class: "first" }, h("strong", null, name), user.id === owner ? h("span", { class: "tag" }, "OWNER") : null),
        h("small", null, held ? `@${user.username}` : "Not a member")),
      user.id === owner && held ? null : h("button", {
        type: "button",
        class: "button secondary small",
        "aria-label": held ? `Remove ${name} from ${serverName}` : `Bring ${name} back to ${serverName}`,
        dataset: { key: `${user.id}/member`, testid: held ? "remove-person" : "bring-back" },
        on: { click: () => change(user, { member: !held }, held ? `${name} was removed.` : `${name} is back.`) },
      }, held ? "Remove" : "Bring back"),
      held && roles.length ? h("ul", { class: "roles", "aria-label": `Roles of ${name}` }, roles.map((role) => {
        const has = held.includes(role.id);
        return h("li", null, h("button", {
          type: "button",
          class: "role",
          "aria-pressed": String(has),
          dataset: { key: `${user.id}/${role.id}`, role: role.name },
          on: { click: () => change(user, { role: role.id, held: !has }, `${name} ${has ? "has no longer" : "has now"} the role ${role.name}.`) },
        }, icon(has ? "check" : "plus"), h("span", null, role.name)));
      })) : null);
  };

  const dialog = h("dialog", { class: "modal people", role: "dialog", "aria-modal": "true", "aria-labelledby": "people-title", dataset: { testid: "people-dialog" } },
    h("header", null,
      h("h2", { id: "people-title" }, "People"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    h("form", { novalidate: true, on: { submit: add } },
      h("label", { for: "new-person" }, "Add somebody to ", server()?.name ?? "the sandbox"),
      h("div", { class: "line" }, input, h("button", { type: "submit", class: "button primary" }, "Add")),
      error),
    done, list);

  redraw = () => {
    if (!server()) {
      dialog.close();
      return;
    }
    const key = document.activeElement?.closest?.(".roster [data-key]")?.dataset.key;
    for (const user of state.users) {
      const { members, ...rest } = server();
      const mark = JSON.stringify([user, members[user.id], rest]);
      const old = rows.get(user.id);
      // A row that stays the same keeps its buttons, so that no press is lost.
      if (old?.mark === mark) continue;
      const element = row(user);
      if (old) old.element.replaceWith(element);
      else list.append(element);
      rows.set(user.id, { mark, element });
    }
    if (key) list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  dialog.addEventListener("close", () => {
    redraw = null;
  });
  redraw();
  // The keyboard of a phone would cover the people.
  show(dialog, coarse.matches ? null : input);
}
