// The connection to the server: one socket that comes back by itself, notices when the line is dead,
// and keeps what was not answered until it is. See docs/protocol.md.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const AFTER_RESTART_MS = 1_000;
const AFTER_LIMIT_MS = 10_000;
/** A silent line is asked for a sign of life, and given up when none comes: within ten seconds. */
const PING_AFTER_MS = 6_000;
const PONG_WITHIN_MS = 3_000;
/** An answer that takes longer is missed. */
const SLOW_ANSWER_MS = 2_000;
const UNAUTHORIZED = 401;

/** What an action that was sent again is refused with if it had been done the first time. */
const DONE_BEFORE = new Set(["stale", "over", "no-offer", "offered-already", "asked-already"]);

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

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {{type: "game", events: GameEvent[], view: View}
 *   | {type: "panel", html: string}
 *   | {type: "ack", id: number | null, version: number}
 *   | Refused
 *   | {type: "matched", game: string}
 *   | {type: "watchers", count: number, words: string}
 *   | {type: "news"}
 *   | {type: "pong", now: number}
 *   | {type: "hint", id: number | null, move: string, words: string}
 *   | {type: "why", id: number | null, reason: string | null}
 *   | {type: "bye", reason: "restart" | "signed-out" | "limit"}} ServerMessage
 * @typedef {{type: "refused", id: number | null, code: string, reason: string}} Refused
 */

/** @typedef {Record<string, unknown> & {do: string}} Message */
/** @typedef {{message: Message, again: boolean}} Unanswered */

/** What was sent and not answered yet. Pure. */
export class Outbox {
  constructor() {
    this.lastId = 0;
    /** @type {Map<number, Unanswered>} */
    this.unanswered = new Map();
  }

  get empty() {
    return this.unanswered.size === 0;
  }

  /**
   * @param {Message} message a turn in the making takes the place of the one before it
   * @returns {number} the number under which its answer will come
   */
  add(message) {
    for (const [id, { message: older }] of this.unanswered) {
      if (older.do === "draft" && (message.do === "draft" || message.do === "move")) this.unanswered.delete(id);
    }
    this.lastId += 1;
    this.unanswered.set(this.lastId, { message, again: false });
    return this.lastId;
  }

  /**
   * @param {number | null} id
   * @returns {Unanswered | undefined} what was answered
   */
  answered(id) {
    if (id === null) return undefined;
    const was = this.unanswered.get(id);
    this.unanswered.delete(id);
    return was;
  }

  /** Everything that has to be sent again. */
  again() {
    return [...this.unanswered].map(([id, unanswered]) => {
      unanswered.again = true;
      return { ...unanswered.message, id };
    });
  }
}

/**
 * @typedef {object} Handlers
 * @property {() => void} onOpen say again what this page wants to know
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(message: Message, refusal: {code: string, reason: string}) => void} [onRefused]
 * @property {(state: "up" | "down" | "slow" | "signed-out") => void} [onState]
 * @property {(now: number, took: number) => void} [onTime] the server's time, and how long the answer took
 */

export class Connection {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.outbox = new Outbox();
    this.tries = 0;
    /** @type {number | null} a wait that the server asked for */
    this.told = null;
    this.ended = false;
    this.timer = 0;
    this.pulse = 0;
    this.slow = 0;
    /** When the server was asked for a sign of life. */
    this.asked = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("online", () => this.now());
    addEventListener("offline", () => this.drop());
    addEventListener("pageshow", (e) => e.persisted && this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Tries at once instead of waiting on. */
  now() {
    if (this.socket || this.ended) return;
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
      this.handlers.onState?.("up");
      this.handlers.onOpen();
      for (const message of this.outbox.again()) socket.send(JSON.stringify(message));
      this.ping();
      this.listen();
      this.waitForAnswer();
    });
    socket.addEventListener("message", (e) => this.read(String(e.data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.lost();
      if (!opened) void this.leaveIfSignedOut();
    });
  }

  /** Asks for a sign of life when nothing was heard for a while. */
  listen() {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.ping();
      this.pulse = setTimeout(() => this.drop(), PONG_WITHIN_MS);
    }, PING_AFTER_MS);
  }

  /** Asks for a sign of life, and for the time. */
  ping() {
    this.asked = performance.now();
    this.socket?.send(JSON.stringify({ do: "ping" }));
  }

  /** Gives up a line that is dead, without waiting for it to say so. */
  drop() {
    const { socket } = this;
    if (!socket) return;
    this.lost();
    socket.close();
  }

  /** @param {string} text */
  read(text) {
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    this.listen();
    if (message.type === "pong") {
      this.handlers.onTime?.(message.now, performance.now() - this.asked);
    } else if (message.type === "ack" || message.type === "hint") {
      this.outbox.answered(message.id);
      this.waitForAnswer();
    } else if (message.type === "refused" && message.id) {
      this.refused(message);
      this.waitForAnswer();
    } else if (message.type === "bye") {
      if (message.reason === "signed-out") this.end();
      this.told = message.reason === "restart" ? AFTER_RESTART_MS : AFTER_LIMIT_MS;
    }
    this.handlers.onMessage(message);
  }

  /** @param {Refused} refusal */
  refused(refusal) {
    const was = this.outbox.answered(refusal.id);
    if (!was || (was.again && DONE_BEFORE.has(refusal.code))) return;
    this.handlers.onRefused?.(was.message, refusal);
  }

  /** Says so when an answer takes long. */
  waitForAnswer() {
    clearTimeout(this.slow);
    if (this.outbox.empty) {
      if (this.up) this.handlers.onState?.("up");
      return;
    }
    this.slow = setTimeout(() => this.up && this.handlers.onState?.("slow"), SLOW_ANSWER_MS);
  }

  /** The session is over: there is nothing to come back to. */
  end() {
    this.ended = true;
    this.handlers.onState?.("signed-out");
  }

  lost() {
    this.socket = null;
    clearTimeout(this.pulse);
    clearTimeout(this.slow);
    if (this.ended) return;
    this.handlers.onState?.("down");
    const wait = (this.told ?? 0) + backoff(this.tries, Math.random());
    this.told = null;
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  /**
   * Sends a message if the connection stands; it is not kept.
   * @param {Record<string, unknown>} message
   * @returns {boolean} whether it was sent
   */
  send(message) {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Sends an action now or as soon as there is a connection, until it is answered.
   * @param {Message} message
   */
  act(message) {
    const id = this.outbox.add(message);
    this.send({ ...message, id });
    this.waitForAnswer();
  }

  /**
   * A socket that never opened may have been refused because the session is over: then home is
   * refused, too, and trying again would be in vain.
   */
  async leaveIfSignedOut() {
    const headers = { accept: "application/json" };
    const home = await fetch("/home", { method: "HEAD", headers }).catch(() => null);
    if (home?.status !== UNAUTHORIZED) return;
    clearTimeout(this.timer);
    this.end();
  }
}

/** For visitors without a session, who get no socket: hears how the game of the page goes on. */
export class Broadcast {
  /**
   * @param {Handlers} handlers
   * @param {number} version what the page has seen
   */
  constructor(handlers, version) {
    this.handlers = handlers;
    this.up = false;
    this.open(version);
  }

  /** @param {number} version */
  open(version) {
    const source = new EventSource(`${location.pathname}/live?version=${version}&panel=yes`);
    source.addEventListener("open", () => this.handlers.onState?.("up"));
    source.addEventListener("message", (e) => this.handlers.onMessage(JSON.parse(e.data)));
    source.addEventListener("error", () => {
      this.handlers.onState?.("down");
      // It comes again by itself, unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(version), AFTER_LIMIT_MS);
    });
  }

  /** @returns {boolean} nothing can be sent this way */
  send() {
    return false;
  }

  act() {}
}
