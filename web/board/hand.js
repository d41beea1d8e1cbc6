// A man in the person's hand: which can be picked up, where it may be put down, and what becomes of it.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./types.js" */

export class Hand {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Whether a man on this spot can be picked up.
   * @param {string} spot
   * @returns {boolean}
   */
  liftable(spot) {
    return this.board.shown?.spots.get(spot)?.source ?? false;
  }

  /**
   * Whether a man stands here.
   * @param {string} spot
   * @returns {boolean}
   */
  occupied(spot) {
    return this.board.shown?.spots.get(spot)?.colour != null;
  }

  /**
   * Whether a man of the person's hand lies here and can be placed.
   * @param {Point} p
   * @returns {boolean}
   */
  handAt(p) {
    const side = this.board.view?.toMove;
    const tray = side && this.board.layout.trays?.[side];
    const count = side && this.board.shown?.hand?.[side];
    if (!tray || !count || this.board.draft || !this.board.asked.has("place")) return false;
    return p.y > tray.y && p.y < tray.y + tray.height && p.x < tray.x + tray.width / 2;
  }

  /**
   * Picks up the man on a spot, or one from the hand if `from` is null.
   * @param {string | null} from
   * @returns {boolean}
   */
  lift(from) {
    this.board.chosen = from ? [from] : [];
    this.board.update(true);
    const side = this.board.view?.toMove;
    return this.board.renderer.hold((place) =>
      from ? place.room === "spot" && place.spot === from : place.room === "hand" && place.colour === side);
  }

  /**
   * Whether a man that was picked up may be put down here.
   * @param {string} spot
   * @returns {boolean}
   */
  mayDrop(spot) {
    return this.board.shown?.spots.get(spot)?.possible ?? false;
  }

  /**
   * Puts the man down; where it may not go it returns and it is asked why, and it stays chosen if it
   * never left its place.
   * @param {string | null} from
   * @param {string | null} to
   */
  drop(from, to) {
    if (to && this.mayDrop(to)) {
      this.board.press(to);
      return;
    }
    if (from !== to) this.board.chosen = [];
    this.board.update(true);
    if (to && from !== to) this.board.refuse(from ? [from, to] : [to]);
  }
}
