// A client made from the description of the interface (docs/api.md): two bots play a game, one of them
// challenged by the other. Their tokens and the address of the site come from the environment.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { env: Record<string, string | undefined> };

type Game = components["schemas"]["Game"];
type Line = components["schemas"]["GameLine"];

function need<T>(value: T | undefined | null, what: unknown): T {
  if (value === undefined || value === null) throw new Error(JSON.stringify(what));
  return value;
}

function bot(token: string) {
  const baseUrl = need(process.env.SITE, "SITE");
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

type Bot = ReturnType<typeof bot>;

/** Follows a game until its stream ends; gives the last state that was told. */
async function follow(client: Bot, id: string): Promise<Game> {
  const params = { path: { id } };
  const { data } = await client.GET("/api/v1/games/{id}/events", { params, parseAs: "stream" });
  let [text, last]: [string, Game | null] = ["", null];
  const reader = need(data, "a stream").pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.map((line): Line => JSON.parse(line))) {
      if (line.type === "state") last = line.game;
    }
  }
  return need(last, "a line");
}

/** Plays the first move that is legal, whenever it is this bot's turn, until the game is over. */
async function play(client: Bot, id: string): Promise<void> {
  const path = { id };
  for (;;) {
    const { data, error } = await client.GET("/api/v1/games/{id}", { params: { path } });
    const game = need(data, error);
    if (game.result) return;
    const [move] = game.legal_moves;
    if (move === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      continue;
    }
    const body = { move, ply: game.ply };
    const played = await client.POST("/api/v1/games/{id}/moves", { params: { path }, body });
    need(played.data, played.error);
  }
}

const [deep, quick] = ["DEEP", "QUICK"].map((name) => bot(need(process.env[name], name)));
const account = await quick.GET("/api/v1/account");
const to = need(account.data, account.error).name;
const made = await deep.POST("/api/v1/challenges", { body: { to, game: "three", clock: "5+3" } });
const offered = need(made.data, made.error);
const open = await quick.GET("/api/v1/challenges");
const found = need(open.data, open.error).challenges.find((one) => one.id === offered.id);
const path = { id: need(found, "the challenge").id };
const begun = await quick.POST("/api/v1/challenges/{id}/accept", { params: { path } });
const id = need(begun.data, begun.error).game_id;
const [last] = await Promise.all([follow(deep, id), play(deep, id), play(quick, id)]);
const result = need(last.result, last);
const record = await deep.GET("/api/v1/games/{id}/record", { params: { path: { id } }, parseAs: "text" });
if (!need(record.data, record.error).includes(result.score)) throw new Error("the record differs");
const refused = await deep.POST("/api/v1/games/{id}/resign", { params: { path: { id } } });
if (refused.error?.error !== "over") throw new Error(JSON.stringify(refused.error));
console.log(`${last.moves.length} moves, ${result.score}, ${result.reason}`);
