/** English: how a game ends, and what can be done with it then. */

import { many } from '../common';
import { list } from './list';

/** What a challenge deals again in each game. */
const SAME: Readonly<Record<string, string>> & { other: string } = { president: 'the same states', politics: 'the same hands and open cards', mudslinger: 'the same cards and dice', other: 'the same cards' };
const start = (game: string, bots: number): string => `${SAME[game] ?? SAME.other} and the same ${bots === 1 ? 'bot' : 'bots'}`;

/** What chance decides in each game. */
const CHANCE: Readonly<Record<string, string>> = { combat: 'the cards', politics: 'the cards', president: 'the deal of the states', mudslinger: 'dice and cards' };

export const after = {
  night: {
    title: 'Election night',
    skip: 'Skip',
    begin: 'The polls are closed. The first returns are coming in …',
    close: (state: string, votes: number) => `It comes down to ${state} and its ${many(votes, 'vote')}`,
    decides: (state: string, name: string) => `${state} decides it: ${name} can no longer be caught`,
    next: (state: string, votes: number) => `Still out: ${state} and its ${many(votes, 'vote')}`,
    counted: (state: string, name: string) => `With ${state} counted, ${name} can no longer be caught`,
    goes: (state: string, name: string, votes: number) => `${state} goes to ${name}: ${votes}`,
    elected: 'Elected',
    tie: 'Dead heat',
    noMajority: 'No majority',
  },
  press: {
    open: 'Newspaper',
    herald: 'The Hustings Herald',
    rival: 'The Morning After',
    extra: 'Election extra',
    price: 'Two cents',
    won: (name: string) => `${name} elected`,
    lost: (name: string) => `${name}: “We will be back”`,
    lostLine: (winner: string, own: number, next: number) => `${winner} wins, ${own} to ${next}.`,
    landslide: (own: number, next: number) => `A landslide: ${own} to ${next}.`,
    clear: (own: number, next: number) => `A clear win: ${own} to ${next}.`,
    runoff: (own: number, next: number) => `Only a later count decides: ${own} to ${next}.`,
    close: (own: number, next: number) => `By a whisker: ${own} to ${next}.`,
    shared: (names: readonly string[]) => `${list(names)} finish level`,
    sharedLine: 'The country cannot make up its mind.',
    nobody: 'No one elected',
    nobodyLine: 'Nobody could bring the country together.',
    prize: (name: string, state: string, votes: number, points: boolean) => `The largest state of ${name}: ${state}, with ${many(votes, points ? 'point' : 'vote')}.`,
    margin: (n: number, points: boolean) => `In the end ${many(n, points ? 'point' : 'vote')} made the difference.`,
    /** What turned the race, and when it had not turned yet. */
    turned: {
      card: (card: string) => ({ cause: card, before: `Before ${card} came up` }),
      play: (card: string) => ({ cause: card, before: `Before ${card} was played` }),
      state: (state: string) => ({ cause: `The fight for ${state}`, before: `Before the fight for ${state}` }),
    },
    /** before, after: the chance of the player who gained. when: one of the above, or null. */
    turn: (name: string, before: number, after: number, when: { cause: string; before: string } | null) => {
      if (when && before > 55) return after >= 95 ? `${when.cause} made it certain: nothing could stop ${name}.` : `${when.cause} put ${name} further ahead.`;
      const then = after >= 95 ? `nothing could stop ${name}` : before > 55 ? `${name}’s lead had grown` : after > 55 ? `${name} was the favorite` : after < 45 ? `${name} was back in the race` : before >= 45 ? `${name} was just ahead` : 'the race was open';
      const first = before > 55 ? `${name} was ahead` : before >= 45 ? 'the race was open' : before >= 20 ? `${name} was behind` : `few would have bet on ${name}`;
      return when ? `${when.before}, ${first}; after it, ${then}.` : `${first.charAt(0).toUpperCase()}${first.slice(1)}; then ${then}.`;
    },
    droppedOut: (names: readonly string[]) => `Nobody had a majority. It was decided when ${list(names)} dropped out and the states were counted again.`,
    left: (votes: number) => `dropped out at ${votes}`,
    undecided: 'No single state decided it.',
    how: 'How the night went',
    count: 'The count',
    caption: 'The map on the morning after.',
    poster: 'Save as a poster',
    share: 'Share',
    other: 'The other paper',
    drawing: 'Drawing the poster …',
    kept: 'The poster is saved.',
    notDrawn: 'This browser cannot draw the poster.',
  },
  ending: {
    review: 'Review',
    share: 'Share',
    shared: (game: string, result: string) => `${game}: ${result} Watch the replay:`,
    copied: 'The link to the replay is copied.',
    byHand: 'The link to the replay:',
    more: 'More',
    result: 'Result',
    again: 'Rematch',
    /** level: the title of the level of bots to play next. */
    rival: (level: string, stronger: boolean) => `${stronger ? 'Harder' : 'Easier'}: ${level}`,
    againAsked: (names: readonly string[]) => `${list(names)} ${names.length === 1 ? 'wants' : 'want'} a rematch.`,
    againWait: (names: readonly string[]) => `The rematch starts once ${list(names)} ${names.length === 1 ? 'agrees' : 'agree'}.`,
    againNot: 'Withdraw',
    againBegun: 'The next game has begun.',
    againGo: 'Go to the table',
    save: 'Save the game',
    draw: 'A draw',
    deal: 'Fingerprint of the deal',
    dealHelp: 'Published before the deal. The secret shown at the end lets anyone check every draw.',
    /** own: whether the viewer alone wins. */
    wins: (names: readonly string[], own = false) => (own ? 'You win' : `${list(names)} ${names.length === 1 ? 'wins' : 'share the win'}`),
  },
  challenge: {
    ask: 'Challenge a friend',
    reply: 'Send it back',
    how: (game: string, bots: number) => `Your friend gets ${start(game, bots)}, without an account. The link stays valid.`,
    name: 'Your name in it',
    send: 'Send',
    copy: 'Copy the text and the link',
    copied: 'Copied. Paste it into a message.',
    byHand: 'Copying is not possible here. Copy it by hand:',
    /** The player's own score first. */
    outcome: (share: number, scores: readonly number[]) => `${share === 1 ? 'won' : share === 0 ? 'lost' : 'tied'} ${scores.join('–')}`,
    /** name: the game's internal name; best: the best result of the others, if any. */
    text: (game: string, name: string, bots: number, own: string, best: { name: string; result: string } | null) =>
      `${game}: I ${own}${best ? `, ${best.name} ${best.result}` : ''}. With ${start(name, bots)}, can you beat ${best ? 'us' : 'that'}?`,
    /** A friend who gave no name, within a sentence and alone. */
    friend: 'your friend',
    aFriend: 'Your friend',
    title: 'Can you beat it?',
    beat: (name: string) => `Can you beat ${name}?`,
    line: (game: string, bots: number) => `You get ${start(game, bots)}. No account needed.`,
    aim: (name: string, share: number, score: number) => `To beat ${name}, win${share === 1 ? ` with more than ${score}` : ` or get more than ${score}`}.`,
    target: (name: string, score: number) => `Beat ${name}: ${score}`,
    play: 'Play',
    played: 'You have played this one',
    back: 'Back to your game',
    results: 'Results',
    you: 'You',
    verdict: (how: 'ahead' | 'level' | 'behind', name: string, result: string) =>
      how === 'ahead' ? `${name} ${result} from the same start: you beat ${name}!` : how === 'level' ? `${name} did exactly as well from the same start.` : `${name} ${result} from the same start and stays ahead of you.`,
    broken: 'This challenge’s link is incomplete. Ask for it again.',
  },
  replay: {
    title: 'Replay',
    open: 'Watch the replay',
    room: 'Back to the table',
    loading: 'Loading the replay …',
    begin: 'Start',
    opening: (players: readonly string[], game: string) => `Before the first move: ${list(players)} sit down to ${game}.`,
    end: 'End',
    point: (at: number, of: number) => `Point ${at} of ${of}`,
    slider: 'Point of the game',
    back: 'Back one line',
    play: 'Play',
    pause: 'Pause',
    next: 'Forward one line',
    share: 'Copy a link to this point',
    copied: 'The link to this point is copied.',
    address: 'The link to this point is in the address bar.',
    seen: 'Point of view',
    /** Lines of the log that do not fit. */
    more: (n: number) => `And ${n} more.`,
    still: 'This is a replay: you can watch but not play.',
    line: 'Chances of winning',
    counting: 'Calculating each player’s chances of winning. The first time, this can take a minute.',
    part: (name: string, first: number, last: number) => `${name} from ${first}% to ${last}%`,
    summary: (parts: readonly string[]) => `Chances of winning, point by point: ${list(parts)}.`,
    turns: 'Turning points',
    dealt: (change: string) => `Luck of the deal, before the first choice: ${change}.`,
    change: (name: string, before: number, after: number) => `${name}: ${before}% → ${after}%`,
    /** when: the part of the game that has begun but is not over, such as "Hand 9". */
    measured: (when: string) => `Measured before this part: ${when}.`,
    how: 'How this is calculated, and the chart as a table',
    counted: (n: number) =>
      `From every point, simple bots that sometimes make mistakes played the game to its end ${n} times with everything that was hidden then. So the chart shows where the game turned, not what a player could know.`,
    entry: 'Point',
  },
  review: {
    title: 'Review',
    ask: 'Review this game',
    offer: 'A strong bot checks every decision. It shows which ones mattered, which moves were better and how lucky you were.',
    seatsOnly: 'This game has no review yet. Its players can ask for one in the browser in which they played.',
    waiting: (ahead: number) => `Waiting: ${many(ahead, 'other game')} will be reviewed first.`,
    counting: 'Checking every decision …',
    you: 'You',
    slips: { inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder' },
    measuring: 'luck is being measured',
    even: 'luck about even',
    /** for_: whether chance, for and against added up, gave the seat wins and did not take them. */
    luck: (game: string, points: number, for_: boolean) => `${CHANCE[game] ?? 'chance'}, for and against: about ${points} ${for_ ? 'more' : 'fewer'} wins in 100 games`,
    /** whole: whether the review is complete. */
    mattered: (n: number, name: string | null, whole: boolean) => {
      const what = `${n === 1 ? 'decision that mattered' : `${n === 2 ? 'two' : 'three'} decisions that mattered`}${whole ? '' : ' so far'}`;
      return name === null ? `Your ${what}` : `${name}: ${what}`;
    },
    decided: 'What decided it',
    greatest: 'The greatest roll',
    openly: 'These chances know what was hidden; a hint does not.',
    begins: 'Review: checking every decision …',
    /** rest: what the viewer's smaller losses cost together, in games of 100. */
    found: (n: number, rest: number) =>
      `Review: ${n === 0 ? (rest > 0 ? 'no big mistakes' : 'no mistakes found') : `${n === 1 ? 'one' : n === 2 ? 'two' : 'three'} of your decisions mattered${rest > 0 ? ' most' : ''}`}${rest > 0 ? `, smaller losses cost ${rest} wins in 100 games` : ''}`,
    rest: (n: number, points: number) => `${n === 1 ? 'A smaller loss' : `${n} smaller losses`} cost ${points} wins in 100 games${n === 1 ? '' : ' together'}.`,
    /** what: what turned the game, in a sentence. */
    turned: (what: string) => `Here the game turned. ${what}`,
    small: (n: number, name: string | null) => `No big mistakes. ${name === null ? 'Your' : `${name}’s`} ${n === 1 ? 'costliest decision' : `${n === 2 ? 'two' : 'three'} costliest decisions`}:`,
    cards: (name: string | null) => `No mistakes found: no decision clearly cost ${name ?? 'you'} anything.`,
    undecided: (name: string | null) => `${name ?? 'You'} had no decision in this game.`,
    /** When a decision was made, before the move. */
    when: {
      president: (week: number) => `Week ${week}: `,
      combat: (hand: number) => `Hand ${hand}: `,
      mudslinger: (turn: number, state: string) => (state ? `Turn ${turn}, ${state}: ` : `Turn ${turn}: `),
    } as Record<string, (number: number, state: string) => string>,
    paid: {
      spent: (name: string, dollars: number) => `${name} spent $${dollars}`,
      slung: (name: string, dollars: number) => `${name} slung $${dollars}`,
      all: (parts: readonly string[]) => `${list(parts)}.`,
    },
    /** What turned a game. name: the player who gains; null for the viewer. */
    turning: {
      /** A contest of Mudslinger. won: whether the roll won the state. */
      roll: (name: string | null, state: string, points: number, chance: string, won: boolean) => `${name ?? 'You'} ${won ? 'win' : 'miss'}${name === null ? '' : won ? 's' : 'es'} ${state} (${points}) at ${chance}.`,
      together: 'Several smaller things together.',
      /** wild: the wild card that turned up in the same hand, or ""; null for a card that only turns up. */
      card: (card: string, votes: number, name: string | null, wild: string | null) =>
        wild === null ? `${card} (${votes}) turns up for ${name ?? 'you'}.` : `${wild && `${wild} turns up, and `}${card} (${votes}) goes to ${name ?? 'you'}.`,
      /** won: the votes of a hand for this player; all: the votes of the hand. */
      share: (won: number, all: number, name: string | null) => `${name === null ? 'You win' : `${name} wins`} ${won} of the ${many(all, 'vote')} of the hand.`,
      hidden: (name: string | null) => `As the cards lie, this helps ${name ?? 'you'}.`,
      /** U.S. President: from, to: who loses a state, and to whom; the points there are of the new holder and of the next player. */
      loses: (state: string, from: string | null, to: string | null, points: number, next: number) => `${from === null ? 'You lose' : `${from} loses`} ${state} to ${to ?? 'you'}, ${points}-${next}.`,
      large: (state: string, name: string | null, last: boolean) => `${name === null ? `You spend ${last ? 'your last' : 'a'}` : `${name} spends ${last ? 'the last' : 'a'}`} large pyramid on ${state}.`,
    },
    lastHand: 'Last hand: ',
    here: 'The decision at this point',
    noDecision: 'Nobody had a choice here.',
    best: 'Well played: the strong bot would have done the same.',
    better: (move: string, more: number) => (more > 0 ? `Better: ${move} (wins ${more} more of 100 games).` : `About as good as the bot’s choice: ${move}.`),
    good: (other: string, fewer: number) => `Well played. The next best, ${other}, wins ${fewer} fewer of 100 games.`,
    /** good: whether the first move is the one made and the other one the next best, instead of a better one and the one made. */
    opens: (states: number, votes: number, other: number, less: number, good: boolean) =>
      `${good ? 'The move made' : 'The better move'} opens ${many(states, 'state')} with ${many(votes, 'vote')}, the ${good ? 'next best' : 'other'} ${other > 0 ? `${other} with ${less}` : 'none'}.`,
    lead: (state: string, better: number, played: number, first: boolean) => `${state} in ${better} ${first ? 'of 100 games ' : ''}instead of ${played}`,
    /** more: whether the player holds each of the states more often. */
    leads: (leads: readonly string[], name: string | null, more: boolean, good: boolean) => `${good ? 'With the move made' : 'Then'} ${name === null ? 'you hold' : `${name} holds`} ${list(leads)}${more ? `, and so ${name === null ? 'win' : 'wins'} more often` : ''}.`,
    scores: (better: number, played: number, unit: string, good: boolean) => `${good ? 'The move made' : 'The better move'} brings on average ${better} ${unit} instead of ${played}.`,
    units: { combat: 'electoral votes', president: 'electors', politics: 'votes', mudslinger: 'points' } as Record<string, string>,
    points: 'points',
    all: (n: number) => `All decisions (${n})`,
    see: 'Press a decision to see it on the board.',
    turns: 'See the turning points',
    how: (n: number, game: string) =>
      `A strong bot judged each decision by what its player knew then. It tried ${n} ways in which the game could go on. Only differences that cannot be chance count as decisions that mattered. Luck is what ${CHANCE[game] ?? 'chance'} alone changed.`,
  },
  deal: {
    open: 'Verify the deal',
    title: 'Was the deal fair?',
    checking: 'Recomputing the deal …',
    holds: 'Yes.',
    broken: 'No.',
    why: 'Before the deal, the room chose a secret and published its fingerprint. Everything dealt and rolled was computed from that secret. Now that the game is over the secret is public, and anyone can repeat the computation.',
    commitment: 'Fingerprint, published before the deal',
    secret: 'Secret, shown after the end',
    yourself: 'Check it yourself',
    how: 'Save the game and check the file with your own copy of Hustings:',
    formula: 'The fingerprint is the SHA-256 of the secret. Number n of a stream is the first 63 bits of the HMAC-SHA256 of “stream:n”, keyed with the secret.',
  },
};
