// A man in the person's hand: which can be picked up, where it may be put down, and what becomes of it.

/** @import { Board } from "./board.js" */

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
   * Whether these are men in the hand of the one who is to place one.
   * @param {EventTarget | null} men
   * @returns {boolean}
   */
  isHand(men) {
    const side = this.board.view?.toMove;
    const count = side && this.board.shown?.hand?.[side];
    if (!count || this.board.draft || !this.board.asked.has("place")) return false;
    return men instanceof Element && men.closest(`.seat[data-side=${side}] .men`) !== null;
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
