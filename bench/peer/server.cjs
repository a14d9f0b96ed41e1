// boardgame.io's server for bench/rooms_load.py --peer: node server.cjs memory | files FOLDER
//
// Its game is about as much to send as a whole state of our Combat: a board of 56 states, a secret deck of their cards,
// five of them open. The player whose turn it is takes one, which they alone see then, and holds its state; another is
// opened in its place. After 48 the game is over.

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const OPEN = 5;
const TAKEN = 48;

function setup({ random }) {
  const cards = Array.from({ length: 56 }, (_, number) => ({ code: `C${number}`, votes: 3 + (number % 38) }));
  const deck = random.Shuffle(cards);
  const open = deck.splice(0, OPEN);
  const board = Object.fromEntries(cards.map(({ code, votes }) => [code, { votes, holder: null }]));
  return { secret: { deck }, open, board, players: { 0: [], 1: [] }, votes: [0, 0], taken: 0 };
}

function take({ G, playerID }, place) {
  if (!Number.isInteger(place) || place < 0 || place >= OPEN) return INVALID_MOVE;
  const card = G.open[place];
  G.players[playerID].push(card);
  G.votes[playerID] += card.votes;
  G.board[card.code].holder = playerID;
  G.taken += 1;
  G.open[place] = G.secret.deck.pop() ?? null;
}

const game = {
  name: "cards",
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  moves: { take: { move: take, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.taken === TAKEN ? { winner: G.votes[0] < G.votes[1] ? "1" : "0" } : undefined),
  disableUndo: true,
};

async function main() {
  const [kept, folder] = process.argv.slice(2);
  const db = kept === "files" ? new FlatFile({ dir: folder }) : undefined;
  const server = Server({ games: [game], origins: [], ...(db && { db }) });
  const { appServer } = await server.run({ port: 0 });
  console.log(`listening at http://127.0.0.1:${appServer.address().port}`);
}

main();
