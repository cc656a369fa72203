// Talking to the sandbox's server: requests, and the stream of events.

/** A refusal, or no answer at all; `message` is a sentence for the person. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new ApiError("The sandbox does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(answer?.error ?? answer?.message ?? `The sandbox refused this (${response.status}).`, response.status);
  }
  return answer;
}

const query = (values) => {
  const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
  return text ? `?${text}` : "";
};

/** Everything but messages, as one person sees it; without a person, as the first one does. */
export const fetchState = (as) => call("GET", `/sandbox/state${query({ as })}`);
/** A channel's newest messages, oldest first. */
export const fetchMessages = (channel, as) => call("GET", `/sandbox/channels/${channel}/messages${query({ as, limit: 100 })}`);
/** Posts what a person wrote. */
export const postMessage = (channel, as, content) => call("POST", `/sandbox/channels/${channel}/messages`, { as, content });
/** Starts an interaction; see the server for the shapes. */
export const postInteraction = (body) => call("POST", "/sandbox/interactions", body);
/** Takes an ephemeral message away from its addressee. */
export const dismissMessage = (channel, id, as) => call("POST", `/sandbox/channels/${channel}/messages/${id}/dismiss`, { as });
/** Deletes a message as a moderator. */
export const deleteMessage = (channel, id, as) => call("DELETE", `/sandbox/channels/${channel}/messages/${id}`, { as });
/** Archives, locks or wakes a thread. */
export const patchChannel = (channel, as, change) => call("PATCH", `/sandbox/channels/${channel}`, { as, ...change });
/** Deletes a thread. */
export const deleteChannel = (channel, as) => call("DELETE", `/sandbox/channels/${channel}`, { as });
/** Moves the sandbox's clock forward, for everybody. */
export const moveClock = (seconds) => call("POST", "/sandbox/later", { seconds });
/** Adds a person, who joins a server. */
export const addPerson = (name, guild) => call("POST", "/sandbox/people", { name, guild_id: guild });
/** Changes a person on a server: `{guild_id, member}`, or `{guild_id, role, held}`. */
export const changePerson = (id, change) => call("PATCH", `/sandbox/people/${id}`, change);
/** Clears everything but people and channels. */
export const reset = () => call("POST", "/sandbox/reset", {});

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;

/**
 * One person's event stream; it connects again by itself until it is closed.
 * `onOpen` runs at each connection (what was missed must be read again), `onDown` when one is lost.
 */
export function openEvents(as, { onEvent, onOpen, onDown }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = null;
  let closed = false;

  const connect = () => {
    clearTimeout(timer);
    if (closed) return;
    const address = new URL(`/sandbox/events${query({ as })}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      if (!closed) onOpen();
    });
    socket.addEventListener("message", (frame) => {
      if (closed) return;
      let event = null;
      try {
        event = JSON.parse(frame.data);
      } catch {
        console.warn("An event that is not JSON was left out.", frame.data);
      }
      if (event) onEvent(event);
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      onDown();
      timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  };

  const connectNow = () => {
    if (socket?.readyState === WebSocket.CLOSED) {
      wait = FIRST_WAIT;
      connect();
    }
  };
  const wake = () => {
    if (!document.hidden) connectNow();
  };
  window.addEventListener("online", connectNow);
  document.addEventListener("visibilitychange", wake);
  connect();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener("online", connectNow);
      document.removeEventListener("visibilitychange", wake);
      socket?.close();
    },
  };
}
