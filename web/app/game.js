// The game page and the first page: joins the board, the panel and the socket. What it expects of the
// page is made in crates/web/src/game/page.rs; everything but #board and the data blocks `shape`,
// `view` and `words` may be missing.
//
// The first page shows a game that does not exist yet: its first move makes it, in place.

import { Board } from "../board/board.js";
import { spotsOf } from "../board/notation.js";
import { Sound } from "../board/sound.js";
import { Clocks, ServerTime } from "./clock.js";
import { ConnectionLine, data, find, storage, tell, words, write } from "./common.js";
import { Broadcast, Connection } from "./connection.js";
import { pageAt, renew } from "./fragments.js";
import { offerSound } from "./hear.js";
import { addEvents, isShared, showAsked, showMatched, showNear, showTurn, showView, watchLog } from "./panel.js";
import { followSheet, markPly, turnsOf } from "./moves.js";
import { addRemembered, addTurnButton } from "./switches.js";

/** @import { Side, SoundName, View } from "../board/types.js" */
/** @import { ServerMessage } from "./connection.js" */
/** @import { Pocket } from "./pocket.js" */
/** @import { PocketGame } from "./pocket-game.js" */

/** @typedef {typeof import("./pocket-game.js") & {pocket: Pocket}} PocketParts */

/** A shared board turns when the stone has been seen to land. */
const TURN_AFTER_MS = 500;

/** Where browsers do not say when they are idle. */
const IDLE_AFTER_MS = 3_000;

/** @type {Record<string, SoundName>} */
const ENDINGS = { "you-win": "win", "you-lose": "loss", draw: "draw", over: "draw", aborted: "draw" };

class Game {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {View} */
    const view = data("view");
    this.id = view.game;
    /** @type {View} */
    this.view = view;
    /** Whether the player waits for an opponent while playing this. */
    this.seeks = find("#matched")?.dataset.seeks !== undefined;
    /** Whether two people share this board, which then turns to the one who is to move unless they put that off. */
    this.shared = isShared();
    this.turns = this.shared;
    /** What the server rendered for the view that comes next. */
    this.panel = "";
    /** @type {Promise<Document | null> | null} the replay of the game so far, once somebody looks back */
    this.record = null;
    /** The ply that is looked at. */
    this.looksAt = view.ply;
    /** @type {number} the question why something cannot be chosen that was asked last */
    this.asked = 0;
    this.time = new ServerTime(data("now") ?? Date.now());
    this.clocks = new Clocks(this.time);
    this.clocks.show(view.clock, view.toMove);
    /** @type {number | null} when the position came in which the player is to move */
    this.turnSince = null;
    this.sound = new Sound(storage());
    this.board = this.boardFor(element, view);
    this.line = new ConnectionLine();
    this.board.set(view);
    /** @type {Connection | Broadcast | PocketGame | null} */
    this.connection = this.id === "" ? null : this.connect(element.dataset.stranger !== undefined);
    /** @type {Promise<PocketParts | null> | null} what plays the computer where there is no line */
    this.pocket = null;
    if (this.connection === null) whenIdle(() => (this.pocket = loadPocket(element)));
    document.addEventListener("submit", (e) => this.submit(e));
    document.addEventListener("merels:chosen", () => this.chosen(element));
    document.addEventListener("merels:happening", (e) => {
      if (e instanceof CustomEvent && e.detail.type === "closed-mill" && e.detail.phase === "end") offerSound();
    });
    foldTyping();
    addTurnButton(() => this.turn(this.board.near === "white" ? "black" : "white"));
    if (view.maySay) addRemembered("app-quick-words", "merels-muted", storage(), (on) => document.body.classList.toggle("muted", !on));
    if (this.shared) addRemembered("app-turns", "merels-turns-off", storage(), (on) => (this.turns = on));
    watchLog();
    this.prepareSheet();
    if (view.result) addSharing();
  }

  /** @param {boolean} stranger whether there is no session */
  connect(stranger) {
    const Way = stranger ? Broadcast : Connection;
    return new Way({
      onOpen: () => this.opened(),
      onMessage: (message) => this.read(message),
      onRefused: (message, refusal) => this.refused(message, refusal),
      onState: (state) => this.line.set(state),
      onTime: (now, took) => this.time.heard(now, took),
    }, this.board.version);
  }

  /** After every connection: what was missed. */
  opened() {
    this.connection?.send({ do: "watch", game: this.id, version: this.board.version, panel: true });
    if (this.seeks) this.connection?.send({ do: "wait" });
  }

  /** A press on the sheet or its steps shows an earlier turn on this board. */
  prepareSheet() {
    find(".sheet")?.addEventListener("click", (e) => {
      const link = e.target instanceof Element && e.target.closest("a");
      if (!(link instanceof HTMLAnchorElement) || e.ctrlKey || e.metaKey || e.shiftKey || this.id === "") return;
      e.preventDefault();
      const from = this.board.staged ? this.looksAt : this.view.ply;
      const { step, ply } = link.dataset;
      const to = step ? { first: 0, back: from - 1, forward: from + 1, last: this.view.ply }[step] : Number(ply);
      void this.look(Math.min(this.view.ply, Math.max(0, to ?? 0)));
    });
  }

  /**
   * Shows how the game stood after so many turns; at the last one it goes on.
   * @param {number} ply
   */
  async look(ply) {
    this.record ??= pageAt(`/game/${encodeURIComponent(this.id)}/replay`);
    const page = await this.record;
    if (!page) return;
    const { turns, scenes } = turnsOf(page);
    this.looksAt = ply;
    if (ply >= this.view.ply || !scenes[ply]) this.board.set(this.view);
    else {
      this.board.stage(scenes[ply]);
      write("#status", turns[ply - 1]?.words?.join(" ") ?? this.view.title);
    }
    markPly(ply);
  }

  /** More has happened than one turn: the sheet as the server has it. */
  async renewSheet() {
    const page = await pageAt(`/game/${encodeURIComponent(this.id)}`);
    renew([page?.getElementById("moves")]);
    followSheet(this.view);
  }

  /**
   * @param {HTMLElement} element
   * @param {View} view
   */
  boardFor(element, view) {
    return new Board(element, {
      shape: data("shape"),
      words,
      near: view.you ?? "white",
      sound: this.sound,
      onMove: (move) => this.move(move),
      onDraft: (move) => this.act({ do: "draft", ply: this.view.ply, move }),
      onRefused: (spots) => this.askWhy(spots),
      onChange: () => showAsked(this.board),
      onTurn: showTurn,
      onEvent: (event) => addEvents([event]),
      onView: (now) => this.settled(now),
      onHappening: tell,
    });
  }

  /**
   * Something else was chosen to play, before the game has begun: its board takes the place of the other.
   * @param {HTMLElement} element
   */
  chosen(element) {
    if (this.connection !== null) return;
    this.board.destroy();
    this.view = data("view");
    this.shared = isShared();
    this.turns = this.shared;
    this.board = this.boardFor(element, this.view);
    this.board.set(this.view);
    foldTyping();
  }

  /** @param {Side} side */
  turn(side) {
    this.board.turn(side);
    showNear(side);
  }

  /**
   * The board shows this view now: the page follows, and says so when it is the player's turn.
   * @param {View} view
   */
  settled(view) {
    const before = this.view;
    this.view = view;
    if (!before.result) showView(view);
    if (view.game !== "" && !followSheet(view)) void this.renewSheet();
    if (before.ply !== view.ply) this.record = null;
    if (view.result && view.panel) {
      // It also tells how the player does now, and which level comes next.
      void pageAt(`/game/${encodeURIComponent(this.id)}/panel`).then((parts) => renew(parts?.body.children ?? []));
    }
    if (!before.result && view.result) {
      if (view.game !== "") addSharing();
      this.sound.play(ENDINGS[find("#result")?.dataset.ending ?? "over"]);
      tell({ type: "ended", winner: view.result.winner, reason: view.result.reason }, "start");
      tell({ type: "ended", winner: view.result.winner, reason: view.result.reason }, "end");
    }
    // Both who played go on together; those who watched are shown the way.
    if (view.you && view.rematch?.game && !before.rematch?.game) location.assign(`/game/${encodeURIComponent(view.rematch.game)}`);
    if (this.turns && view.you) setTimeout(() => view.you && this.turn(view.you), TURN_AFTER_MS);
    if (before.ply !== view.ply) write("#hint", "");
    if (view.you && view.toMove === view.you && before.ply !== view.ply) {
      this.sound.play("turn");
      tell({ type: "your-turn", side: view.you }, "start");
      tell({ type: "your-turn", side: view.you }, "end");
    }
  }

  /** @param {string} move */
  move(move) {
    showTurn(this.view.you === "white" ? "black" : "white");
    this.act({ do: "move", ply: this.view.ply, move, ...this.took() });
  }

  /** How long the turn took, if it is known: what the line takes is not the player's. */
  took() {
    return this.turnSince === null ? {} : { took: Math.round(performance.now() - this.turnSince) };
  }

  /**
   * The clocks follow what the server says at once, however long the board takes to show it.
   * @param {View} view
   */
  keepTime(view) {
    const isNew = view.version > this.board.version;
    if (isNew) this.turnSince = view.you !== null && view.toMove === view.you ? performance.now() : null;
    this.clocks.show(view.clock, view.toMove);
  }

  /** @param {Record<string, unknown> & {do: string}} message */
  act(message) {
    write("#notice", "");
    if (this.connection === null) {
      if (message.do === "move") void this.begin(message);
      return;
    }
    if (!this.connection.up) this.line.say(words("app-move-waits"));
    this.connection.act({ ...message, game: this.id });
  }

  /**
   * Begins the game of the first page and makes its first move.
   * @param {Record<string, unknown> & {do: string}} move
   */
  async begin(move) {
    const form = find("#chooser");
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) fields.append(name, String(value));
    const headers = { accept: "application/json" };
    const answer = await fetch(form.action, { method: "post", headers, body: fields }).catch(() => null);
    if (answer === null && (await this.beginAlone(move))) return;
    const said = await answer?.json().catch(() => null);
    if (!answer?.ok || !said?.game_id) {
      this.board.refused();
      showTurn(this.view.toMove);
      write("#notice", said?.message ?? words("app-connection-lost"));
      return;
    }
    this.id = said.game_id;
    this.board.version = 0;
    history.replaceState(null, "", `/game/${encodeURIComponent(this.id)}`);
    find("main")?.classList.remove("first");
    this.connection = this.connect(false);
    this.act(move);
    // With the first move a visitor became somebody: the page says so as it will when it is loaded again.
    void pageAt(location.href).then((page) => renew(["own", "sheet"].map((id) => page?.getElementById(id))));
  }

  /**
   * Begins a game that the page plays by itself, without a line.
   * @param {Record<string, unknown> & {do: string}} move
   * @returns {Promise<boolean>} whether it can
   */
  async beginAlone(move) {
    const parts = await this.pocket;
    if (!parts?.playsAlone(this.view)) return false;
    this.board.version = 0;
    find("main")?.classList.remove("first");
    this.connection = new parts.PocketGame({
      onMessage: (message) => this.read(message),
      onRefused: (message, refusal) => this.refused(message, refusal),
    }, this.view, parts.pocket);
    this.line.say(words("app-plays-alone"));
    this.connection.act(move);
    return true;
  }

  /** @param {ServerMessage} message */
  read(message) {
    if (message.type === "panel") {
      this.panel = message.html;
    } else if (message.type === "game") {
      this.keepTime(message.view);
      // Whoever looked back sees what happens now.
      if (this.board.staged) this.board.set(this.view);
      this.board.show(message.events, { ...message.view, panel: this.panel });
      // Sentences of things that are not shown on the board come at once.
      if (!this.board.tempo.busy) addEvents(message.events);
    } else if (message.type === "why" && message.id === this.asked) {
      if (message.reason) this.board.reason(message.reason);
    } else if (message.type === "watchers") {
      write(".watchers", message.words);
    } else if (message.type === "hint") {
      this.showHint(message);
    } else if (message.type === "matched" && message.game !== this.id) {
      this.seeks = false;
      showMatched(message.game);
    } else if (message.type === "refused" && message.code === "not-waiting") {
      this.seeks = false;
    }
  }

  /**
   * Why something cannot be chosen only the rules know.
   * @param {string[]} spots
   */
  askWhy(spots) {
    this.asked += 1;
    const sent = this.connection?.send({ do: "why", spots, id: this.asked });
    if (!sent) this.board.reason(words(this.connection instanceof Broadcast ? "app-watching" : "app-connection-lost"));
  }

  /** @param {{move: string, words: string}} hint */
  showHint({ move, words: text }) {
    write("#notice", "");
    this.board.point(spotsOf(move));
    write("#hint", text);
  }

  /**
   * A refused turn is taken off the board. A draft that came too late needs no words.
   * @param {Record<string, unknown> & {do: string}} message
   * @param {{code: string, reason: string}} refusal
   */
  refused(message, { code, reason }) {
    if (message.do === "move" || message.do === "draft") {
      this.board.refused();
      showTurn(this.view.toMove);
      if (message.do === "draft" && (code === "stale" || code === "over")) return;
    }
    write("#notice", reason);
  }

  /**
   * Forms go over the socket.
   * @param {SubmitEvent} e
   */
  submit(e) {
    const form = e.target;
    if (!(form instanceof HTMLFormElement) || this.connection === null || this.connection instanceof Broadcast) return;
    const fields = new FormData(form, e.submitter);
    const what = e.submitter?.dataset.do ?? form.dataset.do;
    if (what) {
      e.preventDefault();
      const said = Object.fromEntries(["response", "phrase", "claim"].flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])));
      this.act({ do: what, ply: this.view.ply, version: this.view.version, ...said });
      form.closest("details")?.removeAttribute("open");
    } else if (form.matches(".selectors")) {
      e.preventDefault();
      this.select(String(form.dataset.ask), fields);
      form.reset();
    }
  }

  /**
   * What was set with the selectors. What the board can do is done there; anything else is sent as
   * it is, so that the server says what is wrong with it.
   * @param {string} ask
   * @param {FormData} fields
   */
  select(ask, fields) {
    const text = moveText(ask, fields, this.board.draft);
    if (!text) {
      write("#notice", words("app-write-a-move"));
      return;
    }
    const { draft } = this.board;
    const spots = spotsOf(text);
    if (this.board.pressAll(draft ? spots.slice(spotsOf(draft).length) : spots)) return;
    this.act({ do: "move", ply: this.view.ply, move: text, ...this.took() });
  }
}

/** Typing a move is for those who ask for it. */
function foldTyping() {
  for (const details of document.querySelectorAll("details.typing")) details.removeAttribute("open");
}

/**
 * Runs what nobody waits for, after all that the page shows has come.
 * @param {() => void} work
 */
function whenIdle(work) {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(work), { once: true });
  else if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, IDLE_AFTER_MS);
}

/**
 * Fetches what plays the computer where there is no line, and marks the board that can do without one.
 * @param {HTMLElement} board
 * @returns {Promise<PocketParts | null>} nothing where it cannot be fetched or run
 */
async function loadPocket(board) {
  try {
    const parts = await import("./pocket-game.js");
    const pocket = await parts.prepared();
    board.dataset.alone = "";
    return { ...parts, pocket };
  } catch {
    return null;
  }
}

/** Only a game that is over is shared: until then nobody has to fetch how. */
const addSharing = () => void import("./share.js");

/**
 * The text of what the selectors say: the place, the way, or the draft with the man it takes.
 * @param {string} ask
 * @param {FormData} fields
 * @param {string | null} draft
 * @returns {string}
 */
function moveText(ask, fields, draft) {
  /** @param {string[]} names */
  const joined = (...names) => names.map((name) => String(fields.get(name) ?? "").trim()).join("");
  if (ask === "move") return `${joined("from_x", "from_y")}-${joined("to_x", "to_y")}`;
  if (ask === "capture" && draft) return `${draft}x${joined("x", "y")}`;
  return ask === "text" ? joined("move") : joined("x", "y");
}

const element = document.getElementById("board");
if (element) new Game(element);
