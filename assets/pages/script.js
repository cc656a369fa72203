"use strict";
// Everything on these pages works without this script. It writes moments in the reader's own time, turns pages without
// loading them whole, and shows new turns as they are played.
(() => {
  const pages = new Map();
  let asked = 0;
  let stream = null;
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

  const waited = (time) => new Promise((done) => setTimeout(done, time));

  // A reader who turns pages quickly is asked to wait a little: the page that is there stays until then.
  const loaded = async (address) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(address);
      if (answer.ok) return answer.text();
      if (![429, 503].includes(answer.status) || tries > 4) throw new Error(String(answer.status));
      await waited(1000 * Math.min(Number(answer.headers.get("retry-after")) || 1, 5));
    }
  };

  const fetched = (address) => {
    if (!pages.has(address)) {
      const text = loaded(address);
      text.catch(() => pages.delete(address));
      pages.set(address, text);
      if (pages.size > 40) pages.delete(pages.keys().next().value);
    }
    return pages.get(address);
  };

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  // The next and the previous page and their pictures are fetched ahead.
  const ahead = async () => {
    const mine = asked;
    await waited(300);
    if (mine !== asked) return;
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
    follow();
  };

  const show = async (path, push) => {
    const address = new URL(path, location).href;
    const mine = ++asked;
    let page;
    try {
      page = parsed(await fetched(address));
    } catch {
      if (mine === asked) location.assign(address);
      return;
    }
    const next = page.querySelector("article.match");
    if (mine !== asked) return;
    if (!next || !article()) {
      location.assign(address);
      return;
    }
    const active = document.activeElement;
    const focus = active && active.closest(".stage nav") && active.getAttribute("aria-label");
    const inList = active && active.closest(".turns");
    article().replaceWith(next);
    document.title = page.title;
    if (push) history.pushState(null, "", address);
    const same = focus && document.querySelector(`.stage nav a[aria-label="${focus}"]`);
    if (same) same.focus();
    ready();
    const current = inList && document.querySelector(".turns a[aria-current]");
    if (current) current.focus();
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

  // The pages of a match that is read from its start have no events, but that of its newest turn.
  const follow = () => {
    const from = article();
    if (stream || !from || !from.dataset.events || !window.EventSource) return;
    stream = new EventSource(from.dataset.events);
    const heard = async (event) => {
      const [seq, ply] = event.data.split(" ");
      // Many read the same match: they do not all ask in the same moment.
      await waited(Math.random() * 600);
      const now = article();
      if (!now || (event.type === "state" && now.dataset.seq === seq)) return;
      pages.clear();
      if (now.querySelector(".live")) {
        const newest = now.dataset.newest;
        await show(newest, location.pathname !== new URL(newest, location).pathname);
        if (stream && (!article() || !article().dataset.events)) {
          stream.close();
          stream = null;
        }
        return;
      }
      const fresh = now.querySelector(".fresh");
      if (fresh && Number(ply) > Number(now.dataset.last)) fresh.hidden = false;
    };
    stream.addEventListener("state", heard);
    stream.addEventListener("change", heard);
    // A browser gives up where a server refuses once.
    stream.addEventListener("error", () => {
      if (!stream || stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => {
        stream = null;
        follow();
      }, 15000 + Math.random() * 15000);
    });
  };

  ready();
})();
