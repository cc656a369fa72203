"use strict";
// Everything on these pages works without this script. It writes moments in the reader's own time, turns pages without
// loading them whole, and shows new turns as they are played.
(() => {
  const pages = new Map();
  const article = () => document.querySelector("article.match");

  const times = () => {
    for (const time of document.querySelectorAll("time")) {
      const at = new Date(time.dateTime);
      time.title = time.textContent;
      time.textContent = new Intl.DateTimeFormat(undefined, {
        weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
      }).format(at);
    }
  };

  const fetched = (address) => {
    if (!pages.has(address)) {
      const text = fetch(address).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      });
      text.catch(() => pages.delete(address));
      pages.set(address, text);
      if (pages.size > 40) pages.delete(pages.keys().next().value);
    }
    return pages.get(address);
  };

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  // The next and the previous page and their pictures are fetched ahead.
  const ahead = () => {
    for (const link of document.querySelectorAll('.stage nav a[rel]')) {
      fetched(link.href).then((text) => {
        const board = parsed(text).querySelector("img.board");
        if (!board) return;
        const image = new Image();
        image.sizes = board.sizes;
        image.srcset = board.srcset;
      }).catch(() => {});
    }
  };

  const ready = () => {
    times();
    for (const one of document.querySelectorAll(".live, .keys")) one.hidden = false;
    const current = document.querySelector('.turns a[aria-current]');
    const list = current && current.closest(".scroll");
    if (list) {
      const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
    ahead();
  };

  let asked = 0;
  const show = async (path, push) => {
    const address = new URL(path, location).href;
    const mine = ++asked;
    let page;
    try {
      page = parsed(await fetched(address));
    } catch {
      location.assign(address);
      return;
    }
    const next = page.querySelector("article.match");
    if (mine !== asked) return;
    if (!next || !article()) {
      location.assign(address);
      return;
    }
    const focus = document.activeElement && document.activeElement.getAttribute("aria-label");
    article().replaceWith(next);
    document.title = page.title;
    if (push) history.pushState(null, "", address);
    const same = focus && document.querySelector(`.stage nav a[aria-label="${focus}"]`);
    if (same) same.focus();
    ready();
  };

  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!link.closest(".stage nav, .turns, .view, .fresh")) return;
    event.preventDefault();
    show(link.href, true);
  });
  addEventListener("popstate", () => show(location.href, false));
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const label = { Home: "First turn", ArrowLeft: "Back", ArrowRight: "Forward", End: "Last turn" }[event.key];
    if (!label || !article()) return;
    event.preventDefault();
    const link = document.querySelector(`.stage nav a[aria-label="${label}"]`);
    if (link) show(link.href, true);
  });

  const follow = () => {
    const from = article();
    if (!from || !from.dataset.events || !window.EventSource) return;
    const stream = new EventSource(from.dataset.events);
    stream.addEventListener("change", () => {
      // Many read the same match: they do not all ask in the same moment.
      setTimeout(() => {
        pages.clear();
        const now = article();
        if (!now) return;
        const live = now.querySelector(".live");
        if (live) {
          const newest = now.dataset.newest;
          show(newest, location.pathname !== new URL(newest, location).pathname).then(() => {
            if (!article() || !article().dataset.events) stream.close();
          });
        } else {
          const fresh = now.querySelector(".fresh");
          if (fresh) fresh.hidden = false;
        }
      }, Math.random() * 600);
    });
  };

  ready();
  follow();
})();
