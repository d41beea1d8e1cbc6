// The words the modules of the board share; nothing here exists at run time. What the server sends is
// described in docs/protocol.md; `test/sent.js` and
// `test/sent-games.js`, which the server's tests write, are checked against it.

/**
 * @typedef {"white" | "black"} Side
 * @typedef {Side | "pawn"} Colour what a stone looks like; Nimble's pawns belong to nobody
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} Layout where everything lies, in units of which the board is `width` wide
 * @property {number} width
 * @property {number} height
 * @property {number} spacing between neighbouring spots
 * @property {number} stone radius of a stone
 * @property {number} line width of an engraved line
 * @property {Box[]} frames the wooden grounds: one, or one for each row of a strip
 * @property {number[][]} at x and y of each spot, in the order of `spots`
 * @property {{text: string, x: number, y: number}[]} labels
 *
 * @typedef {object} Shape
 * @property {"morris" | "grid" | "strip"} kind
 * @property {{name: string, x: number, y: number}[]} spots
 * @property {string[][]} edges pairs of neighbours
 * @property {string[][]} lines the rows of three that are mills
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {Record<Side, Layout>} layout as it lies before the player of each side
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {string | null} computer its level
 * @property {string | null} rating with a question mark while it is provisional
 *
 * @typedef {{spots: string[], taken: string | null}} LastMove
 *
 * @typedef {object} Result
 * @property {Side | null} winner
 * @property {string} score
 * @property {string} reason such as `reduced`, `blocked`, `first line`, `agreement`
 * @property {string} words
 * @property {string | null} decided what decided it, in a sentence
 *
 * @typedef {object} Clock moments are milliseconds by the server's clock
 * @property {string} control such as `5+5` or `3d`
 * @property {Record<Side, number>} left what both had left at `since`, in milliseconds
 * @property {Side | null} running whose time runs since then
 * @property {number} since
 * @property {number | null} beginBy until when the first turn is to be made, while the clock does not run yet
 *
 * @typedef {object} View
 * @property {string} game
 * @property {string} kind
 * @property {string} title
 * @property {number} version
 * @property {number} ply
 * @property {string} position
 * @property {Side | null} toMove
 * @property {Side | null} you
 * @property {Record<Side, Seat>} players
 * @property {Record<string, Side | number>} men
 * @property {Record<Side, number> | null} hand
 * @property {Record<Side, number> | null} captured
 * @property {string[][]} mills
 * @property {LastMove | null} last
 * @property {string[]} moves
 * @property {string | null} draft
 * @property {{offeredBy: Side | null, mayOffer: boolean, mayAnswer: boolean}} draw
 * @property {Clock | null} clock
 * @property {boolean} rated
 * @property {{mayOffer: boolean, mayAnswer: boolean, game: string | null} | null} rematch
 * @property {{askedBy: Side | null, mayAnswer: boolean}} undo taking a turn back from another person
 * @property {Record<Side, number | null>} away since when somebody is, by the server's clock
 * @property {number | null} claimFrom from when on the win or a draw may be claimed
 * @property {boolean} maySay
 * @property {boolean} mayAbort
 * @property {boolean} mayForfeit
 * @property {boolean} mayUndo
 * @property {boolean} mayHint
 * @property {boolean} assisted whether somebody was helped: it counts as practice
 * @property {Result | null} result
 * @property {string} status
 * @property {string} [panel] what the page shows beside the board, as the server rendered it for this view
 *
 * @typedef {object} Step what a man or pawn did
 * @property {"placed" | "moved" | "flew"} type
 * @property {Side} side
 * @property {string} [from]
 * @property {string} to
 *
 * @typedef {object} Line
 * @property {"closed-mill" | "completed-line"} type
 * @property {Side} side
 * @property {string[][]} lines
 *
 * @typedef {{type: "took", side: Side, at: string}} Took
 * @typedef {{type: "captured", side: Side, at: string[]}} Captured pawns that changed colour
 * @typedef {{type: "moving-began", side: Side}} MovingBegan
 * @typedef {{type: "flies-now", side: Side, men: number}} FliesNow
 * @typedef {{type: "ended", winner: Side | null, reason: string}} Ended
 *
 * @typedef {Step | Line | Took | Captured | MovingBegan | FliesNow | Ended} Happening
 *
 * @typedef {object} GameEvent
 * @property {number} version
 * @property {string} kind
 * @property {string} at
 * @property {string[]} words
 * @property {Happening[]} happenings
 * @property {{side: Side, words: string} | null} [said] quick words of a player
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 * @typedef {"place" | "slide" | "mill" | "take" | "turn" | "refused" | "win" | "loss" | "draw"} SoundName
 * @typedef {{play(name: SoundName): void}} Sounds
 */

export {};
