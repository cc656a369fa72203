// What a message holds besides its author: text, embeds, attachments, the thread that hangs on it.

import { around, openChannel } from "./actions.js";
import { openPicture } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { inlineMarkdown, link, markdown, plainText, safeUrl } from "./markdown.js";
import { messageTime } from "./times.js";
import { FLAG_EPHEMERAL, isThread, state } from "./state.js";

const THREAD_CREATED = 18;
const THREAD_STARTER = 21;

/** A picture's address on this server, or null: the page loads nothing from elsewhere. */
function ownAddress(address) {
  const url = safeUrl(new URL(address ?? "", location.href).href);
  if (!url) return null;
  if (/^\/(attachments|external)\//.test(url.pathname)) return url.pathname + url.search;
  return url.origin === location.origin ? url.pathname + url.search : null;
}

/** The text, in Discord's markdown. */
export function text(message) {
  if (!message.content) return null;
  return h("div", { class: "content" }, markdown(message.content, around),
    message.edited_timestamp ? h("span", { class: "edited", title: `Edited ${message.edited_timestamp}` }, " (edited)") : null);
}

const MOST_PICTURES = 200;

/** Address -> the picture that was loaded from there: a message that is drawn again does not ask for it once more. It may be gone. */
const pictures = new Map();

function loaded(source) {
  const image = pictures.get(source) ?? h("img", { src: source });
  pictures.delete(source);
  pictures.set(source, image);
  if (pictures.size > MOST_PICTURES) pictures.delete(pictures.keys().next().value);
  return image;
}

function picture(address, description, { width, height, spoiler = false, badge: hasBadge = true } = {}) {
  const source = ownAddress(address);
  if (!source) return link(description || address, address, around, { class: "file" });
  const sized = width > 0 && height > 0;
  const image = loaded(source);
  Object.assign(image, { alt: description ?? "", decoding: "async" });
  for (const [name, value] of Object.entries({ width, height })) {
    if (value) image.setAttribute(name, value);
  }
  const box = { class: sized ? "picture-box sized" : "picture-box", style: sized ? { "--w": width, "--h": height } : {} };
  const open = h("button", {
    type: "button",
    class: spoiler ? "picture-button covered" : "picture-button",
    "aria-label": spoiler ? "Spoiler picture. Press to show it." : `Open picture${description ? `: ${description}` : ""}`,
    on: {
      click: () => {
        if (open.classList.contains("covered")) {
          open.classList.remove("covered");
          open.setAttribute("aria-label", `Open picture${description ? `: ${description}` : ""}`);
        } else {
          openPicture(source, description);
        }
      },
    },
  }, image);
  image.onerror = () => {
    open.classList.add("broken");
    pictures.delete(source);
  };
  if (!description || !hasBadge) return h("div", box, open);
  const badge = h("button", {
    type: "button",
    class: "alt-badge",
    "aria-label": "ALT: show the picture's description",
    "aria-expanded": "false",
    on: {
      click: () => {
        const shown = badge.getAttribute("aria-expanded") === "true";
        badge.setAttribute("aria-expanded", String(!shown));
        words.hidden = shown;
      },
    },
  }, "ALT");
  const words = h("figcaption", { hidden: true }, description);
  return h("figure", box, open, badge, words);
}

/** Pictures and files. */
export function attachments(message) {
  const all = message.attachments ?? [];
  if (!all.length) return null;
  return h("div", { class: all.length > 1 ? "attachments several" : "attachments" }, all.map((attachment) => {
    const isPicture = attachment.content_type?.startsWith("image/") ?? /\.(png|gif|jpe?g|webp)$/i.test(attachment.filename);
    const props = { ...attachment, spoiler: attachment.filename.startsWith("SPOILER_") };
    if (isPicture) return picture(attachment.url, attachment.description, props);
    const address = ownAddress(attachment.url);
    return h("a", { class: "file", href: address, download: attachment.filename }, icon("file"),
      h("span", null, attachment.filename), h("small", null, size(attachment.size)));
  }));
}

function size(bytes) {
  if (!Number.isFinite(bytes)) return "";
  return bytes < 1024 ? `${bytes} B` : bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Pages that a message links to, in its own embeds' form. What they say of themselves is plain text. */
function unfolded(embed) {
  const shown = embed.thumbnail;
  const address = shown?.proxy_url ?? shown?.url;
  const isLarge = embed.type !== "link";
  const image = address ? picture(address, shown.description, { ...(isLarge ? shown : {}), badge: false }) : null;
  if (embed.type === "image") return h("div", { class: "unfolded-picture" }, image);
  const colour = colourOfEmbed(embed);
  return h("article", { class: isLarge ? "embed unfolded large" : "embed unfolded", dataset: { testid: "unfolded" }, style: colour ? { "--bar": colour } : {} },
    h("div", { class: "embed-main" },
      embed.provider?.name ? h("div", { class: "embed-provider" }, embed.provider.name) : null,
      embed.title ? h("div", { class: "embed-title" }, link(embed.title, embed.url, around)) : null,
      embed.description ? h("div", { class: "text" }, embed.description) : null),
    image && !isLarge ? h("div", { class: "thumbnail" }, image) : image);
}

const UNFOLDED = new Set(["link", "article", "image"]);

function colourOfEmbed(embed) {
  return Number.isInteger(embed.color) ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
}

/** Embeds: the author's own, and pages that the message links to. */
export function embeds(message) {
  return (message.embeds ?? []).map((embed) => {
    if (UNFOLDED.has(embed.type)) return unfolded(embed);
    const title = embed.title ? inlineMarkdown(embed.title, around) : null;
    const colour = colourOfEmbed(embed);
    return h("article", { class: "embed", style: colour ? { "--bar": colour } : {} },
      h("div", { class: "embed-main" },
        embed.author?.name ? h("div", { class: "embed-author" }, embed.author.url ? link(embed.author.name, embed.author.url, around) : embed.author.name) : null,
        title ? h("div", { class: "embed-title" }, embed.url ? link(title, embed.url, around) : title) : null,
        embed.description ? h("div", { class: "content" }, markdown(embed.description, around)) : null,
        embed.fields?.length ? h("dl", { class: "embed-fields" }, embed.fields.map((field) => h("div", { class: field.inline ? "inline" : null },
          h("dt", null, inlineMarkdown(field.name, around)), h("dd", null, markdown(field.value, around))))) : null),
      embed.thumbnail?.url ? h("div", { class: "thumbnail" }, picture(embed.thumbnail.url, embed.thumbnail.description)) : null,
      embed.image?.url ? picture(embed.image.url, embed.image.description, embed.image) : null,
      embed.footer?.text || embed.timestamp
        ? h("div", { class: "embed-footer" }, embed.footer?.text, embed.footer?.text && embed.timestamp ? " • " : null,
          embed.timestamp ? messageTime(embed.timestamp) : null)
        : null);
  });
}

/** The thread that was started from a message, or null. */
export function threadOn(message) {
  const id = message.type === THREAD_CREATED ? message.message_reference?.channel_id : message.thread?.id ?? message.id;
  const thread = id ? state.channels.get(id) : null;
  return isThread(thread) ? thread : null;
}

/** The card of a thread under the message it began with. */
export function threadCard(message) {
  const thread = threadOn(message);
  if (!thread) return null;
  const list = (state.messages.get(thread.id) ?? []).filter((some) => some.type !== THREAD_STARTER && !(some.flags & FLAG_EPHEMERAL));
  const last = list.at(-1);
  const count = Math.max(thread.message_count ?? 0, list.length);
  const preview = last ? last.content || last.attachments?.[0]?.filename || last.embeds?.[0]?.title : null;
  return h("button", {
    type: "button",
    class: "thread-card",
    dataset: { threadId: thread.id, testid: "thread-card" },
    on: { click: () => openChannel(thread.id) },
  },
  h("span", { class: "thread-line" }, h("strong", null, thread.name),
    h("span", { class: "go" }, `${count >= 50 ? "50+" : count} ${count === 1 ? "message" : "messages"} ›`)),
  h("span", { class: "thread-preview" },
    thread.thread_metadata.archived ? "This thread is archived." : preview ? plainText(preview, around).slice(0, 120) : "Press to open the thread."));
}

/** A message in one line of plain text. */
export function oneLine(message) {
  const words = message.content ? plainText(message.content, around) : "";
  const embed = message.embeds?.[0];
  return words || embed?.title || (embed?.description ? plainText(embed.description, around) : "")
    || (message.attachments?.length ? "Press to see the attachment" : "…");
}
