// A slash command being filled in: its name as a chip, a field for each option, checks before it is sent.

import { askChoices } from "./actions.js";
import { checkField, interactionData, offers, OPTION, rankOffers, splitTyped } from "./commands.js";
import { avatar, h, icon } from "./dom.js";
import { state } from "./state.js";

const DEBOUNCE = 130;

/**
 * Makes the form for `entry`. `popup` is the composer's; `send(values)` gets checked values, `leave(text)` goes back to
 * plain text, `complain(sentence)` shows an error ("" takes it away).
 */
export function makeCommandForm(entry, { popup, send, leave, complain }) {
  const fields = [];
  const holder = h("span", { class: "fields" });
  const more = h("span", { class: "more" });
  const end = h("input", {
    class: "command-end", type: "text", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
    enterkeyhint: "send", dataset: { testid: "command-end" },
  });
  const element = h("div", { class: "command", role: "group", "aria-label": `Command /${entry.text}`, dataset: { testid: "command", command: entry.text } },
    h("span", { class: "command-name", title: entry.description }, `/${entry.text}`), holder, more, end);

  const unused = () => entry.options.filter((option) => !fields.some((field) => field.option === option));

  const drawMore = () => {
    const left = unused();
    more.replaceChildren(...left.map((option) => h("button", {
      type: "button",
      class: "add-option",
      title: option.description,
      dataset: { addOption: option.name },
      on: { click: () => add(option).input.focus() },
    }, `+ ${option.name}`)));
    end.setAttribute("aria-label", left.length ? `Press Enter to send /${entry.text}, or type the name of another option` : `Press Enter to send /${entry.text}`);
  };

  const add = (option) => {
    const field = makeField(option);
    fields.push(field);
    holder.append(field.element);
    drawMore();
    return field;
  };

  const remove = (field) => {
    const at = fields.indexOf(field);
    if (at < 0 || field.option.required) return;
    fields.splice(at, 1);
    field.element.remove();
    popup.hide();
    drawMore();
    (fields[at - 1]?.input ?? end).focus();
  };

  const next = () => {
    const empty = fields.find((field) => field.option.required && !field.input.value.trim());
    (empty?.input ?? end).focus();
    if (!empty) popup.hide();
  };

  const values = ({ except = null } = {}) => {
    const given = new Map();
    for (const field of fields) {
      if (field === except) continue;
      const { value } = checkField(field.option, field);
      if (value !== undefined) given.set(field.option.name, value);
    }
    return given;
  };

  const submit = () => {
    popup.hide();
    if (end.value.trim()) {
      complain(unused().length ? `/${entry.text} has no option “${end.value.trim()}”.` : `/${entry.text} takes nothing more.`);
      end.focus();
      return;
    }
    let wrong = null;
    for (const field of fields) {
      const { error } = checkField(field.option, field);
      field.setError(error ?? "");
      if (error && !wrong) wrong = { field, error };
    }
    if (wrong) {
      complain(`${wrong.field.option.name}: ${wrong.error}`);
      wrong.field.input.focus();
      return;
    }
    complain("");
    send(values());
  };

  const asText = () => {
    const given = fields.filter((field) => field.text.trim()).map((field) => `${field.option.name}: ${field.text.trim()}`);
    return `/${[entry.text, ...given].join(" ")}`;
  };

  const keys = (event, field) => {
    if (event.isComposing) return;
    const { key } = event;
    if ((key === "ArrowDown" || key === "ArrowUp") && !event.altKey) {
      if (popup.move(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      else if (!field) offerOptions(true);
    } else if (key === "Enter") {
      event.preventDefault();
      if (!popup.take()) submit();
    } else if (key === "Tab" && !event.shiftKey && popup.marked) {
      event.preventDefault();
      popup.take();
    } else if (key === "Escape") {
      event.preventDefault();
      if (popup.open) popup.hide();
      else leave(fields.some((some) => some.text.trim()) ? asText() : "");
    } else if (key === "Backspace" && event.target.value === "") {
      event.preventDefault();
      if (field && !field.option.required) {
        remove(field);
        return;
      }
      const before = field ? fields[fields.indexOf(field) - 1] : fields[fields.length - 1];
      if (before) before.input.focus();
      else leave(`/${entry.text}`);
    }
  };

  const offerOptions = (all = false) => {
    const typed = end.value.trim();
    const left = rankOffers(unused().map((option) => ({ name: option.name, option })), typed);
    if ((!typed && !all) || (!left.length && !typed)) {
      popup.hide();
      return;
    }
    popup.show({
      input: end,
      label: "Options",
      heading: [h("strong", null, "Options of "), `/${entry.text}`],
      rows: left.map((item) => ({
        key: item.name, item, children: [h("span", { class: "what" }, h("span", { class: "name" }, item.name), h("span", { class: "description" }, item.option.description))],
      })),
      words: left.length ? "" : "No options match",
      pick: (item) => {
        end.value = "";
        popup.hide();
        add(item.option).input.focus();
      },
    });
  };
  end.addEventListener("input", () => offerOptions());
  end.addEventListener("focus", () => offerOptions());
  end.addEventListener("blur", () => popup.hide());
  end.addEventListener("keydown", (event) => keys(event, null));

  function makeField(option) {
    const id = `option-${option.name}`;
    const input = h("input", {
      id,
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": String(Boolean(option.required)),
      "aria-description": option.description,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      inputmode: option.type === OPTION.INTEGER && !option.autocomplete && !option.choices?.length ? "numeric" : null,
      dataset: { option: option.name },
      size: "3",
    });
    const removal = option.required ? null : h("button", { type: "button", class: "remove-option", tabindex: "-1", "aria-label": `Remove ${option.name}`, on: { click: () => remove(field) } }, icon("close"));
    const chooser = option.type === OPTION.ATTACHMENT ? fileChooser((file) => field.pick(file)) : null;
    const box = h("span", { class: "field" }, h("label", { for: id }, option.name), input, chooser, removal);
    const field = {
      option,
      input,
      element: box,
      picked: null,
      get text() {
        return input.value;
      },
      setError(sentence) {
        box.classList.toggle("wrong", sentence !== "");
        input.setAttribute("aria-invalid", String(sentence !== ""));
        box.title = sentence;
      },
      setText(text) {
        input.value = text;
        input.size = Math.max(3, Math.min(40, [...text].length + 1));
      },
      pick(offer) {
        field.setText(offer.name);
        field.picked = offer;
        field.setError("");
        complain("");
        popup.hide();
      },
    };
    const suggest = suggester(field);
    input.addEventListener("input", () => {
      field.picked = null;
      field.setText(input.value);
      if (box.classList.contains("wrong")) {
        const { error } = checkField(option, field);
        field.setError(error ?? "");
        complain(error ? `${option.name}: ${error}` : "");
      }
      suggest(DEBOUNCE);
    });
    input.addEventListener("focus", () => suggest(0));
    input.addEventListener("blur", () => popup.hide());
    input.addEventListener("keydown", (event) => keys(event, field));
    box.addEventListener("pointerdown", (event) => {
      if (event.target === box || event.target.tagName === "LABEL") {
        event.preventDefault();
        input.focus();
      }
    });
    return field;
  }

  function showOffers(field, all, { mark = true, words = "" } = {}) {
    const { option, input } = field;
    popup.show({
      input,
      label: option.name,
      heading: [h("strong", null, option.name), h("span", null, option.description), hint(option)],
      rows: all.map((item) => ({
        key: String(item.value),
        item,
        children: [item.user ? avatar(item.user, "small") : null,
          h("span", { class: "what" }, h("span", { class: "name" }, item.name), item.detail ? h("span", { class: "description" }, item.detail) : null)].filter(Boolean),
      })),
      mark,
      words,
      pick: (item) => {
        field.pick(item);
        next();
      },
    });
  }

  /** Gives the function that fills the popup for a field: from its own list, or by asking the bot. */
  function suggester(field) {
    const { option, input } = field;
    let asked = 0;
    let timer = null;
    let known = [];
    return (wait) => {
      clearTimeout(timer);
      asked += 1;
      if (document.activeElement !== input) return;
      if (field.picked) {
        showOffers(field, []);
        return;
      }
      const list = offers(option);
      if (list || !option.autocomplete) {
        const fitting = list ? rankOffers(list, input.value) : [];
        showOffers(field, fitting, { words: list && !fitting.length ? "No options match" : "" });
        return;
      }
      const question = asked;
      // Until the answer is here nothing is marked: Enter must not choose what fitted a shorter text.
      showOffers(field, known, { mark: false, words: "Loading options…" });
      timer = setTimeout(async () => {
        let words = "";
        try {
          const data = interactionData(entry, values({ except: field }), { name: option.name, text: input.value });
          const choices = await askChoices(state.channel, state.me, data);
          if (question !== asked) return;
          known = choices;
          if (!known.length) words = "No options match";
        } catch {
          if (question !== asked) return;
          known = [];
          words = "Loading options failed";
        }
        if (document.activeElement === input && !field.picked) showOffers(field, known, { words });
      }, wait);
    };
  }

  for (const option of entry.options.filter((some) => some.required)) add(option);
  drawMore();

  return {
    element,
    submit,
    asText,
    /** Puts the focus where typing goes on. */
    focus() {
      next();
    },
    /** Takes in text that was typed or pasted after the command's name. */
    fill(text) {
      const { nameless, values: named } = splitTyped(entry, text);
      for (const [name, typed] of named) {
        const option = entry.options.find((some) => some.name === name);
        const field = fields.find((some) => some.option === option) ?? add(option);
        field.setText(typed);
      }
      const first = fields.find((field) => !field.text);
      if (nameless && first) first.setText(nameless);
      else if (nameless) end.value = nameless;
    },
  };
}

/** A button that opens the list of files on this machine, and gives the one that is chosen. */
function fileChooser(chosen) {
  const input = h("input", { type: "file", hidden: "", dataset: { testid: "file" } });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const bytes = [...new Uint8Array(await file.arrayBuffer())];
    chosen({ name: file.name, value: { filename: file.name, bytes } });
  });
  return h("span", null, input,
    h("button", { type: "button", class: "choose-file", on: { click: () => input.click() } }, "Choose File…"));
}

function hint(option) {
  const { min_value: min, max_value: max } = option;
  if (option.type !== OPTION.INTEGER && option.type !== OPTION.NUMBER) return null;
  if (option.choices?.length || (min === undefined && max === undefined)) return null;
  return h("span", { class: "bounds" }, min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `${min} to ${max}`);
}
