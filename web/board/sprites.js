// Stones keep their identity from picture to picture; every animation is the difference between the
// places of the same stone before and after.

/** @import { Colour } from "./types.js" */
/** @import { Picture } from "./picture.js" */

/**
 * @typedef {object} Place where a stone lies
 * @property {Colour} colour
 * @property {"spot" | "hand" | "captured"} room
 * @property {string} spot name of the spot; empty in a tray
 * @property {number} i place in the pile or tray
 *
 * @typedef {{id: number, place: Place}} Sprite
 * @typedef {"moved" | "placed" | "taken" | "flipped" | "came" | "went"} ChangeKind
 * @typedef {{kind: ChangeKind, id: number, from: Place | null, to: Place | null}} Change
 */

/** More pawns than this on one square are told by the number alone. */
export const PILE = 5;

/**
 * The places of all stones in a picture; the captured ones first, so that a man that was taken goes
 * there before another place asks for it.
 * @param {Picture} picture
 * @returns {Place[]}
 */
export function placesOf(picture) {
  /** @type {Place[]} */
  const places = [];
  /** @param {"hand" | "captured"} room */
  const fill = (room) => {
    for (const colour of /** @type {const} */ (["white", "black"])) {
      for (let i = 0; i < (picture[room]?.[colour] ?? 0); i += 1) {
        places.push({ colour, room, spot: "", i });
      }
    }
  };
  fill("captured");
  for (const [spot, { colour, count }] of picture.spots) {
    for (let i = 0; colour && i < Math.min(count, PILE); i += 1) {
      places.push({ colour, room: "spot", spot, i });
    }
  }
  fill("hand");
  return places;
}

/** @param {Place} p */
const key = (p) => `${p.room} ${p.spot} ${p.i}`;

/**
 * Gives every place its stone: the one that lies there already, else one of the same colour that
 * has to leave its place, else a new one. Without trays a stone that changes colour turns over.
 * @param {Sprite[]} sprites
 * @param {Place[]} places
 * @param {() => number} newId
 * @returns {{sprites: Sprite[], changes: Change[]}}
 */
export function rearrange(sprites, places, newId) {
  const trays = [...places, ...sprites.map((s) => s.place)].some((p) => p.room !== "spot");
  const there = new Map(sprites.map((s) => [`${s.place.colour} ${key(s.place)}`, s]));
  /** @type {Sprite[]} */
  const result = [];
  /** @type {Change[]} */
  const changes = [];
  /** @type {Place[]} */
  const open = [];
  for (const place of places) {
    const stays = there.get(`${place.colour} ${key(place)}`);
    if (stays) result.push(stays);
    else open.push(place);
  }
  const stayed = new Set(result);
  const loose = new Set(sprites.filter((s) => !stayed.has(s)));
  for (const place of open) {
    const all = [...loose];
    const turned = trays ? undefined : all.find((s) => key(s.place) === key(place));
    const mate = turned ?? all.filter((s) => s.place.colour === place.colour).sort(byRoom(place))[0];
    if (mate) loose.delete(mate);
    const id = mate?.id ?? newId();
    result.push({ id, place });
    changes.push({ kind: kindOf(mate?.place ?? null, place), id, from: mate?.place ?? null, to: place });
  }
  for (const { id, place } of loose) changes.push({ kind: "went", id, from: place, to: null });
  return { sprites: result, changes };
}

/**
 * From the board to the board first, then from the hand, and the uppermost of a tray.
 * @param {Place} to
 * @returns {(a: Sprite, b: Sprite) => number}
 */
function byRoom(to) {
  const rank = to.room === "captured" ? ["spot", "captured", "hand"] : ["spot", "hand", "captured"];
  return (a, b) => rank.indexOf(a.place.room) - rank.indexOf(b.place.room) || b.place.i - a.place.i;
}

/**
 * @param {Place | null} from
 * @param {Place} to
 * @returns {ChangeKind}
 */
function kindOf(from, to) {
  if (!from) return "came";
  if (from.colour !== to.colour) return "flipped";
  if (to.room === "captured") return "taken";
  return from.room === "hand" && to.room === "spot" ? "placed" : "moved";
}
