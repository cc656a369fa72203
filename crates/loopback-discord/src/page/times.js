// Times as Discord writes them, in English and in the reader's time zone, kept current while they are shown.

import { h } from "./dom.js";

/** By how many milliseconds the sandbox's clock is ahead of this machine's. */
let ahead = 0;

/** Takes in by how much the sandbox's clock is ahead. */
export function setAhead(milliseconds) {
  ahead = milliseconds ?? 0;
}

/** What the sandbox's clock shows, in milliseconds. */
export const now = () => Date.now() + ahead;

const LOCALE = (navigator.languages ?? []).find((language) => language.startsWith("en")) ?? "en-GB";

const format = (options) => {
  const formatter = new Intl.DateTimeFormat(LOCALE, options);
  return (date) => formatter.format(date);
};

const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  R: relative,
};

const relativeFormat = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });

/** "in 3 days", "2 minutes ago", in the largest unit that fits. */
function relative(date) {
  const seconds = Math.round((date.getTime() - now()) / 1000);
  const units = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relativeFormat.format(Math.round(seconds / length), unit);
  }
  return relativeFormat.format(seconds, "second");
}

/** The element for `<t:seconds:style>`. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const known = Object.hasOwn(STYLES, style) ? style : "f";
  return h("time", {
    class: "timestamp",
    datetime: date.toISOString(),
    title: STYLES.F(date),
    dataset: { live: known === "R" ? "R" : null },
  }, STYLES[known](date));
}

function dayNumber(date) {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
}

/** "Today at 14:05", "Yesterday at …", "21/11/2026, 14:05". */
function calendar(date) {
  const days = dayNumber(new Date(now())) - dayNumber(date);
  if (days === 0) return `Today at ${STYLES.t(date)}`;
  if (days === 1) return `Yesterday at ${STYLES.t(date)}`;
  return `${STYLES.d(date)}, ${STYLES.t(date)}`;
}

/** The time beside a message's author: calendar time, the full date on hover. */
export function messageTime(iso, short = false) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return h("time", {
    datetime: date.toISOString(),
    title: STYLES.F(date),
    dataset: { live: short ? null : "calendar" },
  }, short ? STYLES.t(date) : calendar(date));
}

/** What the sandbox's clock shows, in words. */
export function clockWords() {
  return STYLES.F(new Date(now()));
}

/** The heading between two days. */
export function dayName(date) {
  return STYLES.D(date);
}

/** Whether two messages were written on the same day here. */
export function sameDay(a, b) {
  return dayNumber(new Date(a)) === dayNumber(new Date(b));
}

/** Renews every shown time that depends on now. */
export function refreshTimes() {
  for (const element of document.querySelectorAll("time[data-live]")) {
    const date = new Date(element.dateTime);
    const text = element.dataset.live === "R" ? relative(date) : calendar(date);
    if (element.textContent !== text) element.textContent = text;
  }
}
