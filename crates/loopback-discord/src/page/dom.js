// Building elements. Data reaches the page only as text nodes and attributes set here: nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element.
 * `props`: `class`, `dataset`, `on` (event name -> listener), `style` (CSSOM names), booleans and strings as attributes;
 * null, undefined and false are left out. Children: nodes, strings, numbers, arrays of these; null and false are skipped.
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "dataset") {
      for (const [key, datum] of Object.entries(value)) {
        if (datum !== null && datum !== undefined) element.dataset[key] = datum;
      }
    } else if (name === "style") {
      for (const [key, datum] of Object.entries(value)) element.style.setProperty(key, datum);
    } else if (name === "value") {
      element.value = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child !== null && child !== undefined && child !== false) parent.append(child);
  }
}

/** The element with this id, which index.html must hold. */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

const PATHS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  direct: "M4 5h16v11H9l-5 4z",
  thread: "M4 4v9a4 4 0 0 0 4 4h12M16 13l4 4-4 4",
  menu: "M4 6h16M4 12h16M4 18h16",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  send: "M4 12h15M13 5l7 7-7 7",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  down: "M6 9l6 6 6-6",
  slash: "M8 20 16 4",
  reply: "M5 19v-7a4 4 0 0 1 4-4h10",
  link: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  check: "M5 13l4.5 4.5L19 7",
  plus: "M12 5v14M5 12h14",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** A drawn icon, hidden from assistive technology. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const COLOURS = ["#bf446b", "#2575aa", "#2f7d4d", "#9253bd", "#a3581f", "#4f5bd5"];

/** A stable colour for a person, by id. */
export function colourOf(user) {
  let sum = 0;
  for (const digit of String(user?.id ?? "")) sum = (sum * 31 + digit.charCodeAt(0)) >>> 0;
  return COLOURS[(user?.colour ?? sum) % COLOURS.length];
}

/** The name that people read. */
export function nameOf(user) {
  return user?.global_name || user?.username || "Unknown person";
}

/** A drawn avatar: initials on the person's colour. */
export function avatar(user, size = "") {
  const initials = nameOf(user).split(/\s+/).slice(0, 2).map((word) => [...word][0] ?? "").join("").toUpperCase();
  return h("span", { class: `avatar ${size}`, "aria-hidden": "true", style: { "--tone": colourOf(user) } }, initials);
}
