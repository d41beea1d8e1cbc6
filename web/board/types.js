// The words the modules of the board share; nothing here exists at run time. `Shape` and `View` are
// described in docs/protocol.md.

/**
 * @typedef {"white" | "black"} Side
 * @typedef {Side | "pawn"} Colour what a stone looks like; Nimble's pawns belong to nobody
 *
 * @typedef {object} Shape
 * @property {"morris" | "grid" | "strip"} kind
 * @property {{name: string, x: number, y: number}[]} spots
 * @property {string[][]} [edges] pairs of neighbours
 * @property {string[]} [columns]
 * @property {string[]} [rows]
 *
 * @typedef {object} View
 * @property {string} game
 * @property {string} kind
 * @property {number} version
 * @property {number} ply
 * @property {Side | null} toMove
 * @property {Side | null} you
 * @property {Record<Side, {name: string, computer: string | null}>} players
 * @property {Record<string, Side | number>} men
 * @property {Record<Side, number> | null} hand
 * @property {Record<Side, number> | null} captured
 * @property {string[][]} mills
 * @property {{spots: string[], taken?: string | null} | null} last
 * @property {string[]} moves
 * @property {string | null} draft
 * @property {{offeredBy: Side | null, mayOffer: boolean, mayAnswer: boolean}} draw
 * @property {boolean} mayForfeit
 * @property {{winner: Side | null, score: string, words: string} | null} result
 * @property {string} status
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 * @typedef {"place" | "slide" | "mill" | "end"} SoundName
 * @typedef {{play(name: SoundName): void}} Sounds
 */

export {};
