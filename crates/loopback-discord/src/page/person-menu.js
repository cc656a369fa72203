// The menu of a person: what the bot offers to do with them. It opens by a press on their name, or by the second mouse button
// on their name or picture, wherever they are shown.

import { moderate, sendCommand } from "./actions.js";
import { menuCommands } from "./commands.js";
import { nameOf } from "./dom.js";
import { openMenu } from "./menus.js";
import { state } from "./state.js";

const USER_COMMAND = 2;

/** Opens the menu of a person; says whether there is anything in it here. */
export function openPersonMenu(anchor, person, name) {
  const items = menuCommands(state.commands).map((command) => ({
    label: command.name,
    act: () => moderate(() => sendCommand(state.channel, state.me,
      { type: USER_COMMAND, name: command.name, target_id: person }, command.name)),
  }));
  if (!items.length) return false;
  openMenu(anchor, `Apps for ${name}`, items);
  return true;
}

/** Lets the second mouse button, and the menu key, open it on whatever shows a person. */
export function startPersonMenus() {
  document.addEventListener("contextmenu", (event) => {
    const shown = event.target.closest?.("[data-user-id]");
    if (!shown) return;
    const user = state.users.find((one) => one.id === shown.dataset.userId);
    if (!user || !menuCommands(state.commands).length) return;
    event.preventDefault();
    const open = () => openPersonMenu(shown, user.id, nameOf(user));
    // Where the menu is asked for before the button is let go, letting it go would close the menu.
    if (event.buttons) document.addEventListener("pointerup", () => setTimeout(open), { once: true });
    else open();
  });
}
