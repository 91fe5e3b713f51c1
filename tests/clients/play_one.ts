// A game of Shark Attacks! against a bot by a generated TypeScript client: `tsc --strict` compiles it, node plays it.
//
// node play_one.js URL says how the game ended, as JSON.

import createClient from "openapi-fetch";
import type { components, paths } from "./tableshark.js";

type Schemas = components["schemas"];
type Outcome = Schemas["Outcome"];
type Move = Schemas["shark-attacks.Move"];

/** Say a move in words; the compiler sees that there are no others. */
function words(move: Move): string {
  switch (move.type) {
    case "stop":
      return "stop";
    case "swim_on":
      return "swim on";
    case "party":
      return "party";
    case "take_sign":
      return `take a sign from ${move.seat}`;
  }
}

/** Give what was asked for, or the problem's own words. */
function given<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    const problem = answer.error as Schemas["Problem"];
    throw new Error(`${problem.status} ${problem.code}: ${problem.detail}`);
  }
  return answer.data;
}

/** Take a window of any rules for one of ours: `rules` tells them apart. */
function ours<Window extends { rules: string }>(window: Window): Extract<Window, { rules: "shark-attacks" }> {
  if (window.rules !== "shark-attacks") throw new Error(`a window of ${window.rules}`);
  return window as Extract<Window, { rules: "shark-attacks" }>;
}

const [url] = process.argv.slice(2);
const anybody = createClient<paths>({ baseUrl: url });
const made = given(
  await anybody.POST("/v1/games", {
    body: {
      rules: "shark-attacks",
      options: { players: 2, target: 40 },
      seats: { p0: { by: "me" }, p1: { by: "bot", bot: "stop-at-8" } },
    },
  }),
);
const me = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${made.tokens.p0}` } });
const path = { game: made.game };

const said: string[] = [];
let number = 0;
let outcome: Outcome | null = null;
while (outcome === null) {
  const answer = await me.GET("/v1/games/{game}/view", { params: { path, query: { after: number, wait: 20 } } });
  if (answer.response.status === 304) continue;
  const view = ours(given(answer));
  ({ number, outcome } = view);
  if (view.turn === null || !Array.isArray(view.legal)) continue;
  const move = view.legal[Math.floor(Math.random() * view.legal.length)];
  if (move === undefined) throw new Error("nothing is legal");
  said.push(words(move));
  given(await me.POST("/v1/games/{game}/moves", { params: { path }, body: { turn: view.turn, move } }));
}

const late = await me.POST("/v1/games/{game}/moves", {
  params: { path },
  body: { turn: said.length + 1, move: { type: "stop" } },
});
const code: Schemas["Problem"]["code"] | undefined = late.error?.code;

// What the contract does not know does not compile.
// @ts-expect-error: there is no such move
export const unknown: Move = { type: "swim_off" };
// @ts-expect-error: a bot's seat names its bot
export const nameless: Schemas["Wish"] = { by: "bot" };
// @ts-expect-error: there is no such code
export const misspelt = code === "game_is_over";

console.log(JSON.stringify({ moves: said.length, ranks: outcome.ranks, code }));
