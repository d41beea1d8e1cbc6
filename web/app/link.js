// The connection to the server: one socket that comes back by itself. See docs/protocol.md.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const AFTER_RESTART_MS = 1_000;
const AFTER_LIMIT_MS = 10_000;
const GLANCE_MS = 4_000;
const UNAUTHORIZED = 401;

/**
 * How long to wait before attempt number `tries`, counted from 0: twice as long each time, up to a
 * limit, and a little different for everyone.
 * @param {number} tries
 * @param {number} random from 0 to 1
 * @returns {number}
 */
export function backoff(tries, random) {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.75 + random / 2);
}

/**
 * @typedef {object} Handlers
 * @property {() => void} onOpen say again what this page wants to know
 * @property {(message: any) => void} onMessage
 * @property {(up: boolean) => void} [onState]
 */

export class Link {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.tries = 0;
    this.lastId = 0;
    /** @type {number | null} a wait that the server asked for */
    this.told = null;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("online", () => this.now());
    addEventListener("pageshow", (e) => e.persisted && this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Tries at once instead of waiting on. */
  now() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    let opened = false;
    this.socket = socket;
    socket.addEventListener("open", () => {
      opened = true;
      this.tries = 0;
      this.handlers.onState?.(true);
      this.handlers.onOpen();
    });
    socket.addEventListener("message", (e) => this.read(String(e.data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.lost();
      if (!opened) void leaveIfSignedOut();
    });
  }

  /** @param {string} text */
  read(text) {
    const message = JSON.parse(text);
    if (message.type !== "bye") {
      this.handlers.onMessage(message);
      return;
    }
    if (message.reason === "signed-out") location.assign("/login");
    this.told = message.reason === "restart" ? AFTER_RESTART_MS : AFTER_LIMIT_MS;
  }

  lost() {
    this.socket = null;
    this.handlers.onState?.(false);
    const wait = (this.told ?? 0) + backoff(this.tries, Math.random());
    this.told = null;
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /**
   * Sends a message if the connection stands.
   * @param {Record<string, unknown>} message
   * @returns {number | null} its id, or null if it could not be sent
   */
  send(message) {
    if (!this.up) return null;
    const id = (this.lastId += 1);
    this.socket?.send(JSON.stringify({ ...message, id }));
    return id;
  }
}

/** For visitors without a session, who get no socket: looks at the game of the page now and then. */
export class Glance {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.up = false;
    setInterval(() => document.hidden || void this.look(), GLANCE_MS);
  }

  async look() {
    const headers = { accept: "application/json" };
    const answer = await fetch(location.href, { headers }).catch(() => null);
    this.handlers.onState?.(answer !== null);
    if (!answer?.ok) return;
    const view = await answer.json();
    this.handlers.onMessage({ type: "game", events: view.events, view });
  }

  /** @returns {null} nothing can be sent this way */
  send() {
    return null;
  }
}

/**
 * A socket that never opened may have been refused because the session is over: then home is
 * refused, too, and trying again would be in vain.
 */
async function leaveIfSignedOut() {
  const headers = { accept: "application/json" };
  const home = await fetch("/home", { method: "HEAD", headers }).catch(() => null);
  if (home?.status === UNAUTHORIZED) location.assign("/login");
}
