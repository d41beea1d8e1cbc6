// The game page: joins the board, the panel and the socket.
//
// What it expects of the page (everything but #board and the first three data blocks may be missing):
//
//   <main class="game" data-game="ID">
//     <div id="board" data-glance> static SVG for people without JavaScript; replaced </div>
//                                  data-glance only for visitors without a session
//     <section class="panel" aria-label="…">
//       <ol class="players">
//         <li data-side="white" aria-current="true">        aria-current only on the side to move
//           <span class="stone" aria-hidden="true"></span>
//           <span class="who"><span class="name">Ada</span> <span class="you">(you, White)</span></span>
//           <span class="counts">In hand 9, captured 0</span>
//         </li>
//         <li data-side="black"> … </li>
//       </ol>
//       <p id="matched" role="status" data-seeks></p>      data-seeks only if the player waits meanwhile
//       <p id="status" aria-live="polite">…</p>
//       <p id="notice" role="alert"></p>
//       <p id="connection" role="status"></p>
//       <div id="result" hidden>
//         <p class="verdict"></p> <p class="words"></p>
//         <div class="after"> form[action="/playagain"], a.button to home </div>
//       </div>
//       <form class="selectors" data-ask="place" method="post" action="/place" hidden>   x y
//       <form class="selectors" data-ask="move" method="post" action="/move" hidden>     from_x from_y to_x to_y
//       <form class="selectors" data-ask="capture" method="post" action="/capture" hidden>  x y
//       or, for Ming Mang and Nimble, <form class="selectors" data-ask="text" action="/move"> move
//       <div id="actions">
//         <form data-do="draw" method="post" action="/draw"> one button
//         <form data-do="drawrespond" hidden> <p class="offer">…</p> two buttons, name=response
//         <details class="danger"> <summary>…</summary> <form data-do="forfeit"> … </form> </details>
//       </div>
//       <div class="log" role="log" tabindex="0" aria-label="…">
//         <ol id="log" data-version="12"> one li a sentence </ol>
//       </div>
//     </section>
//   </main>
//   <script type="application/json" id="shape|view|words|events">…</script>
//   <script type="module" src="…/app/game.js"></script>
//
// `data-version` of the log is the version of the last event the server wrote into it; the events
// in the block `events`, if there is one, are added after it.

import { Board } from "../board/board.js";
import { spotsOf } from "../board/notation.js";
import { Sound } from "../board/sound.js";
import { ConnectionLine, data, find, words, write } from "./common.js";
import { Glance, Link } from "./link.js";
import { addEvents, showAsked, showMatched, showView } from "./panel.js";

/** @import { View } from "../board/types.js" */

/** @typedef {{do: "move", ply: number, move: string} | {do: "draft", ply: number, move: string | null}} Turn */

class Game {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {View} */
    const view = data("view");
    this.id = view.game;
    /** @type {(Turn & {id: number | null}) | null} a turn the server has not answered yet */
    this.waiting = null;
    /** Whether the player waits for an opponent while playing this. */
    this.seeks = find("#matched")?.dataset.seeks !== undefined;
    this.sound = new Sound(storage());
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      sound: this.sound,
      onMove: (move) => this.play({ do: "move", ply: this.view.ply, move }),
      onDraft: (move) => this.play({ do: "draft", ply: this.view.ply, move }),
      onChange: () => showAsked(this.board),
    });
    this.view = view;
    this.show(view);
    addEvents(data("events") ?? []);
    this.line = new ConnectionLine();
    const Way = element.dataset.glance === undefined ? Link : Glance;
    this.link = new Way({
      onOpen: () => this.opened(),
      onMessage: (message) => this.read(message),
      onState: (up) => this.line.set(up),
    });
    document.addEventListener("submit", (e) => this.submit(e));
    this.addSoundButton();
  }

  /** @param {View} view */
  show(view) {
    if (view.version < this.view.version) return;
    this.view = view;
    showView(view);
    this.board.set(view);
  }

  /** After every connection: what was missed, and the turn that may not have arrived. */
  opened() {
    this.link.send({ do: "watch", game: this.id, version: this.view.version });
    if (this.seeks) this.link.send({ do: "wait" });
    if (this.waiting) this.waiting.id = this.sendTurn(this.waiting);
  }

  /** @param {Turn} turn */
  sendTurn({ do: what, ply, move }) {
    return this.link.send({ do: what, game: this.id, ply, move });
  }

  /** @param {Turn} turn */
  play(turn) {
    write("#notice", "");
    const id = this.sendTurn(turn);
    this.waiting = { ...turn, id };
    if (id === null && turn.do === "move") write("#connection", words("app-move-waits"));
  }

  /** @param {any} message */
  read(message) {
    if (message.type === "game") {
      // The log last: it scrolls to its end, which depends on the room the rest leaves it.
      this.show(message.view);
      addEvents(message.events);
    } else if (message.type === "ack") {
      if (message.id === this.waiting?.id) this.waiting = null;
    } else if (message.type === "refused") {
      this.refused(message);
    } else if (message.type === "matched" && message.game !== this.id) {
      this.seeks = false;
      showMatched(message.game);
    }
  }

  /**
   * A refused turn is taken off the board. A draft that came too late needs no words, nor does a
   * seat that was given up meanwhile.
   * @param {{id?: number, code: string, reason: string}} message
   */
  refused({ id, code, reason }) {
    if (code === "not-waiting") {
      this.seeks = false;
      return;
    }
    const turn = this.waiting;
    if (turn && id === turn.id) {
      this.waiting = null;
      this.board.refused();
      if (turn.do === "draft" && (code === "stale" || code === "over")) return;
    }
    write("#notice", reason);
  }

  /**
   * Forms go over the socket; while there is none the browser sends them the plain way.
   * @param {SubmitEvent} e
   */
  submit(e) {
    const form = e.target;
    if (!(form instanceof HTMLFormElement) || !this.link.up) return;
    const fields = new FormData(form, e.submitter);
    const what = form.dataset.do;
    if (what) {
      e.preventDefault();
      write("#notice", "");
      this.link.send({ do: what, game: this.id, ...(what === "drawrespond" && { response: fields.get("response") }) });
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
    this.play({ do: "move", ply: this.view.ply, move: text });
  }

  /** The switch for the sounds; without this script there are none. */
  addSoundButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    const label = () => {
      button.textContent = words(this.sound.on ? "app-sound-on" : "app-sound-off");
    };
    button.addEventListener("click", () => {
      this.sound.set(!this.sound.on);
      label();
    });
    label();
    find("#actions")?.insertBefore(button, find("#actions details"));
  }
}

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

/** The browser's storage, where it allows one. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const element = document.getElementById("board");
if (element) new Game(element);
