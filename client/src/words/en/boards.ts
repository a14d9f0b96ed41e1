/** English: the map, and the boards of the games. */

import { LEAST, many } from '../common';
import { list } from './list';

const amount = (n: number): string => ['no', 'one', 'two', 'three', 'four', 'five'][n] ?? String(n);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A few of the codes, and how many more there are. */
const few = (codes: readonly string[]): string => (codes.length <= 7 ? codes.join(', ') : `${codes.slice(0, 6).join(', ')} and ${codes.length - 6} more states`);

/** What is left of the extra cards of Politics. */
const left = (n: number, open: boolean): string => (n === 0 ? 'No extra cards left' : `${open ? many(n, 'open card') : many(n, 'extra card')} left`);

export const boards = {
  map: {
    forms: 'Map view',
    map: 'Map',
    tiles: 'Tiles',
    list: 'List',
    nearer: 'Zoom in',
    whole: 'Show the whole map',
    move: 'Enlarged map: drag it, or use the arrow keys',
    free: 'not won yet',
    hidden: 'holder hidden',
    state: (name: string, votes: number, holder: string) => `${name}, ${many(votes, 'vote')}: ${holder}`,
    summary: (parts: readonly string[]) => `Map of the United States. ${list(parts)}.`,
    held: (name: string, states: number) => `${name} has ${many(states, 'state')}`,
    votes: 'Votes',
    who: 'Held by',
    stateHead: 'State',
    star: 'nominee’s home state',
    lit: 'can be chosen',
    open: 'open',
    chosen: 'chosen',
    asked: 'being contested',
    noVotes: 'no votes',
    key: 'Key',
    count: 'The count',
    majority: (n: number) => `${n} to win`,
    toLose: (n: number) => `Under ${n} wins`,
    votesWord: (n: number) => (n === 1 ? 'vote' : 'votes'),
  },
  politics: {
    of: (state: string) => `of ${state}`,
    sides: 'The two sides',
    party: { R: 'Republican', D: 'Democratic' },
    side: { R: 'Choose the Republicans', D: 'Choose the Democrats' },
    partyShort: { R: 'Rep.', D: 'Dem.' },
    openSide: (n: number) => `Side ${n}`,
    states: (n: number) => many(n, 'state'),
    bar: (parts: readonly string[], total: number) => `Votes on the map: ${parts.join(', ')}, of ${total}.`,
    cards: (n: number) => many(n, 'card'),
    /** After a number of cards: the votes that the side can still play from a hand known whole, or of the cards known in a hand. */
    inHand: (votes: number) => many(votes, 'vote'),
    known: (votes: number) => `${votes} known`,
    /** On the map, of a free state's card. */
    keptMark: 'in a hand',
    keptBy: (party: string) => `in a ${party} hand`,
    /** What the short words on cards and the marks on the map mean, in a player's first games. */
    legend: { opens: 'opens: votes next door', hand: 'to hand: keep it', rival: 'rival: what it opens to your rival', front: 'front: starts anywhere', mark: 'corner on the map: in a hand' },
    /** n: the extra cards; open: those of them that lie open. */
    extra: (n: number, open: number) => (n === 0 ? 'No extra cards left' : open > 0 ? `${n - open}\u00a0face\u00a0down, ${open}\u00a0open` : many(n, 'extra card')),
    thirdParty: 'The last deal',
    nominee: (name: string, state: string) => `${name} of ${state}`,
    noNominee: 'no nominee yet',
    hand: 'Your cards',
    handEmpty: 'No cards left.',
    hands: 'All hands',
    card: (name: string, votes: number, party: string) => `${name}, ${many(votes, 'vote')}, ${party}`,
    choose: (what: string) => `Choose ${what}`,
    tasks: { side: 'Choose your party by the home state you want', nominate: 'Choose a home state. Cards show the votes next door', play: 'Play a state that borders your side', pass: '' },
    /** held: the votes among them in the viewer's hand. */
    opens: (states: number, votes: number, held: number) => (states === 0 ? 'opens nothing' : `opens ${many(states, 'state')}, ${many(votes, 'vote')}${held > 0 ? ` (${held} in your hand)` : ''}`),
    /** name: the rival's; null for a side of several. */
    cutsOff: (name: string | null, votes: number) => `cuts ${name ?? 'the other side'} off from ${many(votes, 'vote')}`,
    /** Of an open card that fits the other side. votes: those that it would open there. */
    left: (name: string | null, votes: number) => `left there, ${name ?? 'the other side'} ${votes > 0 ? `opens ${votes} with it` : 'can play it'}`,
    leftShort: (votes: number) => `rival ${votes}`,
    cutsShort: (votes: number) => `cuts ${votes}`,
    wallsIn: (name: string | null) => `walls ${name ?? 'the other side'} in for good`,
    /** On a card: the votes of the free states that it opens. */
    opensShort: (votes: number) => `opens ${votes}`,
    others: { side: 'to choose a party', nominate: 'to nominate', play: 'to play', pass: 'to pass' },
    drawn: (name: string) => `${name} borders you. Play it!`,
    oneHome: (party: string, state: string) => `You hold one ${party} card: ${state}. No choice this time; name its nominee.`,
    onlyDraw: 'None of your cards fits: draw one.',
    /** What a party offers: home states in the hand, the best of them, and the votes that it opens. */
    homes: (n: number, best: string, votes: number) => (n === 0 ? 'no home state yet: you draw one' : `${n === 1 ? 'only' : `best of ${n}:`} ${best}, ${many(votes, 'vote')} next door`),
    youDrewPlayed: (card: string, near: string) => `You drew ${card}: it borders ${near}, so it was played.`,
    youDrewKept: (card: string) => `You drew ${card}: it borders none of your states, so you keep it.`,
    drewPlayed: (name: string, card: string, near: string) => `${name} drew ${card}: it borders ${near}, so it was played.`,
    onlyFits: (card: string) => `${card} fits: the table plays it for you.`,
    walled: (parties: readonly string[]) => `${parties.length > 1 ? 'Both' : list(parties)} walled in`,
    /** Once the viewer's side is walled in; both: the other one too. */
    shut: (both: boolean) => (both ? 'Both sides are walled in: neither can grow any more.' : 'You are walled in: none of them can join your side.'),
    onlyYou: (name: string) => `${name} is walled in: only you can still grow.`,
    wasWalled: (name: string | null, votes: number) => `${name === null ? 'You were' : `${name} was`} walled in at ${many(votes, 'vote')} before the last deal.`,
    drawsWalled: 'You are walled in: you still draw, but no card can join your side any more.',
    firstDraw: (card: string, fits: boolean) => `None of your cards fits: each turn you draw one. ${card} ${fits ? 'borders you: the table plays it' : 'doesn’t border you: you keep it until it does'}.`,
    drawsOn: 'Nothing fits: you draw until something does.',
    drawnPlays: (card: string) => `You drew ${card}. It fits: the table plays it for you.`,
    film: 'No choice now: the table plays every card that fits.',
    filmLast: 'The last deal: every card that fits is played.',
    /** name: the leader's, null for the viewer; by: votes. */
    lead: (name: string | null, by: number) => (by === 0 ? 'Level' : name === null ? `You lead by ${by}` : `${name} leads by ${by}`),
    playsItself: 'A move that leaves no choice, or changes nothing, plays itself.',
    orderless: 'For two the table plays from here: the order changes nothing.',
    /** At the last choice of a game for two. */
    lastChoice: 'Your last choice: then the table plays',
    /** own: whether the first part is the viewer's. */
    noChoice: (parts: readonly string[], own: boolean) => `${own ? '' : 'No choice for you: '}${parts.join('; ')}.`,
    ownSince: (cards: readonly string[], kept: readonly string[]) => [...(cards.length > 0 ? [`Played for you, all that fit: ${few(cards)}`] : []), ...(kept.length > 0 ? [`${cards.length > 0 ? 'y' : 'Y'}ou drew and kept ${few(kept)}`] : [])],
    otherSince: (name: string, cards: readonly string[], drew: number) => [`${name} ${[...(drew > 0 ? [`drew ${drew}`] : []), ...(cards.length > 0 ? [`played ${few(cards)}`] : [])].join(' and ')}`],
    drewKept: (name: string) => `${name} drew a card that fits nowhere, and keeps it.`,
    fresh: 'new',
    redeal: 'The last deal',
    handGone: (cards: readonly string[]) => `Gone from your hand: ${list(cards)}.`,
    unplayed: 'not played',
    /** plays: whether the table plays. */
    dealtAnew: (n: number, plays: boolean) => `New hands from all ${n} cards; ${plays ? 'the table plays what borders each side' : 'play what borders your side'}.`,
    /** own: whether it is the viewer's side, which comes first. */
    lastDeal: (parts: readonly { own: boolean; name: string; votes: number; cards: readonly string[] }[], left: number) =>
      `The last deal brought ${parts.map(({ own, name, votes, cards }) => `${own ? 'you' : name} ${votes > 0 ? `+${votes} (${few(cards)})` : 'nothing'}`).join(', ')}.${left > 0 ? ` ${many(left, 'card')} stayed unplayed.` : ''}`,
    /**
     * The viewer's cards that nothing joined to their side; all: the votes of the whole hand; party: whose the walls
     * are, null if nobody played them; near: whether the walls border the cards.
     */
    stuck: (cards: readonly string[], all: number, whole: boolean, walls: readonly string[], party: string | null, near: boolean) =>
      `${whole ? `${list(cards)} stayed` : `${many(all, 'vote')} stayed`} in your hand${whole ? '' : `, above all ${list(cards)}`}: ${
        walls.length === 0 ? 'your states did not reach that far' : party === null ? `nobody played ${list(walls)} in between` : `${near ? '' : 'the shortest way there led over '}${list(walls)}, ${party}${near ? ', walled you off' : ''}`}.`,
    /** own: whether the viewer begins; chooses: whether who begins chooses the party. */
    rematch: (name: string, own: boolean, chooses: boolean, won: boolean) =>
      `In a rematch ${own ? `you begin${chooses ? ' and choose the party' : ''}` : `${name} begins${chooses ? ' and chooses the party' : ''}`}${won ? ': the winner deals' : ''}.`,
    understood: 'Got it',
    play: (what: string) => `Play ${what}`,
    playEmpty: 'Play …',
    lacks: 'Choose one of the lit cards',
    nominate: (what: string) => `Nominate ${what}`,
    nominateEmpty: 'Nominate …',
    nomineeLabel: 'Your nominee’s name',
    draw: 'Draw an extra card',
    market: 'Open',
    keptShort: 'to hand',
    /** On an open card that borders nothing and is played all the same. */
    frontShort: (votes: number) => `front ${votes}`,
    /** On a card that walls the other side in. */
    wallsShort: 'walls in!',
    /** Before `opens`. */
    newFront: 'starts a new front and',
    take: (what: string) => `Take ${what}`,
    takeKeep: (what: string) => `Take ${what} into your hand`,
    takePlay: (what: string) => `Take and play ${what}`,
    /** name: null for the viewer. */
    takesPlays: (name: string | null, card: string, total: number) => `${name === null ? 'You take' : `${name} takes`} ${card} from the open cards and ${name === null ? 'play' : 'plays'} it: ${many(total, 'vote')} now.`,
    chooseEmpty: 'Play or take …',
    /** Beside the open cards, at the first turn on a device. */
    uncovers: 'Taking a card uncovers the next one, and your rival may want it.',
    playOrTake: 'Play a lit card, or take an open one',
    /** Instead, until the viewer has played a card. */
    fitsCanWait: 'Play a lit card or take an open one: what fits can wait',
    /** n: the extra cards left; open: whether they lie open. */
    soonOver: (n: number, open: boolean) => `${left(n, open)}, then what fits is played and counted.`,
    soonDealt: (n: number, open: boolean) => `${left(n, open)}: once nobody can play, all hands are dealt anew.`,
    /** n: the cards face down. */
    running: (n: number) => `${n} face down: with no card left to play, you must uncover the next.`,
    /** uncovers: whether an extra card takes the place of the one taken; name: the rival's, null for a side of several. */
    onlyTake: (uncovers: boolean, name: string | null) => `Nothing in your hand fits: take one${uncovers ? ` and uncover the next for ${name ?? 'the other side'}` : ''}.`,
    onlyFront: 'No open card fits either: one of your party opens a new front.',
    /** taken: what the other side loses, or "". */
    keeps: (card: string, taken: string) => `${card} ${taken ? `goes to your hand; ${taken}` : 'does not fit yet: you keep it, and all see it'}.`,
    drawKinds: { fits: 'Fits at once', 'does not fit': 'Does not fit: kept' },
    drawExact: 'Exact: counts every hand your rivals could hold.',
    pass: 'Pass',
    /** name: the only player of the winning side, null if there are several. */
    wins: (party: string, name: string | null, own = false) => (name === null ? (own ? 'Your side wins' : `The ${party} side wins`) : own ? 'You are elected' : `${name} wins`),
    /** state: the one that brought the lead, null if the winner led throughout; name: the winner's, null for the viewer. */
    decided: (state: string | null, name: string | null) => (state === null ? `${name ?? 'You'} led from start to finish.` : `${state} put ${name ?? 'you'} ahead for good.`),
    /** name: the winner's, null for the viewer; n: the cards kept in the hand until no extra card was left. */
    laidDown: (name: string | null, n: number, votes: number) => `When no extra card was left, ${name ?? 'you'} laid down ${n} kept cards: +${votes}.`,
    president: (nominee: string) => `${nominee} becomes president.`,
    territories: { AZ: 'Arizona / Territory', NM: 'New Mexico / Territory', OK: 'Oklahoma / and Indian / Territory', AK: 'District / of Alaska', HI: 'Terr. of Hawaii' },
  },
  president: {
    week: (week: number, weeks: number) => `Week ${week} of ${weeks}`,
    tally: 'Electors so far',
    electorsWord: (n: number) => (n === 1 ? 'elector' : 'electors'),
    worth: (electors: number) => many(electors, 'elector'),
    pledge: (n: number, state: string) => `, and ${n} more if ${state} holds`,
    pledgeShort: (code: string, counts: boolean, leads: boolean) => (counts ? `if ${code} holds` : leads ? `${code} too close` : `${code}: no lead`),
    toWin: 'to win',
    you: 'you',
    forecast: {
      now: 'Now:',
      /** you: whether the viewer is the only one. */
      out: (names: readonly string[], you: boolean, again: boolean) => `${again ? 'Then ' : ''}${again ? list(names) : capital(list(names))} ${names.length > 1 || you ? 'drop' : 'drops'} out.`,
      get: (states: readonly string[], name: string | null) => `${list(states)} ${states.length > 1 ? 'go' : 'goes'} to ${name ?? 'you'}.`,
      empty: (states: readonly string[]) => `Nobody left has a point in ${list(states)}.`,
      tied: (states: readonly string[]) => `Nobody gets ${list(states)}: a tie.`,
      counts: (electors: number, name: string | null) => `Florida’s ${electors} now count for ${name ?? 'you'}.`,
      lapses: (electors: number) => `Florida’s ${electors} count for nobody: the lead is less than 2.`,
      elects: (name: string | null, totals: readonly number[]) => `${name === null ? 'you win' : `${name} wins`}${totals.length > 1 ? ` ${totals.join('-')}` : ''}`,
      end: (result: string, found: readonly string[]) => (found.length > 0 ? `${capital(found.join(', '))}: ${result}.` : `${capital(result)}.`),
      then: (result: string) => `After your choice: ${result}.`,
      none: 'nobody wins',
    },
    news: {
      led: (code: string, name: string | null, points: number, next: number) => `${code} to ${name ?? 'you'}, ${points}-${next}.`,
      aside: (code: string) => `${code} tied: nobody has it.`,
      tied: (code: string, name: string | null) => `${code} tied: ${name === null ? 'you keep' : `${name} keeps`} it.`,
      level: (code: string) => `${code} tied: nobody gets it.`,
      counts: (electors: number, name: string | null) => `FL counts for ${name ?? 'you'}: +${electors}.`,
      lapses: (electors: number) => `FL’s ${electors} count for nobody.`,
      /** points: who placed a pyramid there, each with the points there now. */
      piled: (code: string, points: readonly string[]) => `Most went to ${code}: ${points.join(', ')}.`,
    },
    counts: (out: readonly string[], found: readonly string[]) => `${out.length > 0 ? `${capital(list(out))} out` : 'First count'}: ${found.join(', ') || 'nobody left'}.`,
    stock: (parts: readonly string[]) => `Left: ${parts.join(', ')}`,
    stockPart: (n: number, size: string) => `${n} ${size}`,
    removed: (n: number) => `${n} out of the game`,
    chosen: 'has chosen',
    choosing: 'still choosing',
    gone: 'dropped out',
    size: (size: string) => size,
    pieces: (sizes: readonly string[]) => list(sizes),
    task: 'Choose a pyramid and a state, in secret',
    sizes: 'Your pyramids',
    left: (n: number) => `${n} left`,
    chooseSize: (size: string, n: number) => `${size} pyramid, ${n} left`,
    blankState: 'state',
    line: (size: string, state: string) => `${size} pyramid for ${state}`,
    seal: 'Seal the ballot',
    sealMove: (size: string, state: string) => `Seal a ${size} one for ${state}`,
    put: (size: string, state: string) => `Place a ${size} pyramid in ${state}`,
    lacks: (size: boolean, state: boolean) => (size && state ? 'Choose a pyramid and a state' : size ? 'Now choose a pyramid' : 'Now choose a state'),
    sealedOwn: (size: string, state: string) => `Sealed: a ${size} pyramid for ${state}. Only you can see this.`,
    board: 'The swing states of the 2010s',
    boardList: 'The swing states of the 2010s in a list',
    state: (name: string, electors: number) => `${name}, ${many(electors, 'elector')}`,
    heldBy: (name: string) => `held by ${name}`,
    aside: 'nobody',
    standing: (name: string, points: number, pieces: string, full: boolean) => `${name} ${many(points, 'point')}: ${pieces}${full ? '; full' : ''}`,
    full: 'full',
    nobodyThere: 'no pyramids yet',
    choose: (what: string) => `Choose ${what}`,
    stateHead: 'State',
    votes: 'Electors',
    held: 'Held by',
    pyramids: 'Pyramids and points',
    count: (n: number) => `Count ${n}`,
    needed: (n: number) => `${n} electors needed`,
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    back: 'Step back',
    next: 'Next step',
    play: 'Play',
    pause: 'Pause',
    toEnd: 'Skip to the result',
    result: 'See the result',
    watchCount: 'Follow the count',
    out: 'out',
    noPresident: 'No president',
    wins: (name: string | null) => (name === null ? 'You are elected' : `${name} is elected`),
  },
  combat: {
    hand: (hand: number, hands: number) => `Hand ${hand} of ${hands}`,
    votes: (n: number) => many(n, 'vote'),
    pile: (n: number) => (n === 0 ? 'No cards yet' : `${many(n, 'card')} won`),
    stakesIn: (hand: number) => `stakes in hand ${hand}`,
    lays: 'dealing',
    table: 'The table',
    down: (n: number) => `face-down card ${n}`,
    upCard: (name: string, votes: number) => `${name}, ${many(votes, 'vote')}`,
    turnsItself: 'Turn my cards if nothing else can be done, and let a hand stand that a stop can hardly win',
    turnIt: (n: number) => `Turn card ${n}`,
    choose: (what: string) => `Choose ${what}`,
    wonBy: (name: string) => `won by ${name}`,
    tasks: {
      turn: 'Turn a face-down card',
      take: 'Choose what to take',
      call: 'Call the next card',
      throw: 'Rock, paper or scissors?',
      pick: 'Pick any card',
      add: 'Stake two cards of your pile in your last hand: you can lose them',
      campaign: 'Turn one more card, or let it stand',
    },
    others: {
      turn: 'to turn a card',
      take: 'to choose what to take',
      call: 'to call the next card',
      throw: 'to pick rock, paper or scissors',
      pick: 'to pick a card',
      add: 'to add cards from the pile',
      campaign: 'to campaign or let it stand',
    },
    odds: {
      choose: 'Choose your stake first.',
      hand: (cards: number, votes: string) => `${cards} cards, ${votes} votes on average.`,
      staked: (cards: string, each: string) => `${cards}, each: ${each} for any one place.`,
      also: (cards: string) => `A face-down card is ${cards}.`,
      about: (votes: string) => `≈ ${votes}`,
      range: (least: number, most: number) => `${least} to ${most}`,
      short: (codes: readonly string[], hidden: number) => [...codes, ...(hidden > 0 ? ['?'.repeat(hidden)] : [])].join(' + '),
      takes: (way: string, votes: string, average: boolean, rival: string) => `Take ${way}: ${votes} votes${average ? ' on average' : ''}, about ${rival} for your rival`,
      rival: (votes: string) => `rival ≈ ${votes}`,
      most: (way: string, votes: number) => `On average ${way} brings most: about ${votes} votes.`,
      wins: (p: string) => `You win with ${p} of the cards`,
      way: (cards: readonly string[], hidden: number) => [...cards, ...(hidden > 0 ? [`${amount(hidden)} face-down`] : [])].join(' + '),
      likely: (cards: readonly string[], p: string) => `${cards.join(', ')} (${p}${cards.length > 1 ? ' each' : ''})`,
    },
    /** The players who deal the first hand and who stake in the last one; null for the viewer. */
    rematch: (first: string | null, last: string | null) => `In a rematch you change seats: ${first ?? 'you'} ${first === null ? 'deal' : 'deals'} first, and ${last ?? 'you'} ${last === null ? 'stake' : 'stakes'} last.`,
    byItself: 'Cards turn by themselves',
    asksToTurn: 'It makes no difference which card you turn: from now on the table can turn yours.',
    same: 'Nothing to choose here: every face-down card is as good.',
    turnMine: 'Turn them for me',
    turnOwn: 'I turn them',
    race: {
      left: (wins: boolean) => (wins ? 'more to win' : 'more loses'),
      reached: (goal: number) => `has ${goal}`,
      /** decides: whether a player can win the game with them. */
      lies: (votes: number, decides: boolean) => `About ${votes} votes lie here${decides ? ': this hand can decide the game' : ''}.`,
      turns: (name: string | null, card: string, p: string) => `${name === null ? 'You turn' : `${name} turns`}: ${p} of the cards beat ${card}.`,
      /** left: the votes that this player still needs with the card; null if votes do not win. goal: if a stake can still be lost, else 0. */
      chooses: (name: string | null, card: string, left: number | null, goal: number) => {
        if (left !== null && left <= LEAST) return `${card}${left > 0 ? ' with any state' : ''} ${goal > 0 ? `brings ${name ?? 'you'} to ${goal}` : `makes ${name ?? 'you'} president`}.`;
        return `${card} is higher: ${name === null ? 'you choose' : `${name} chooses`}${left !== null ? `, and ${name === null ? 'need' : 'needs'} ${left} more with it` : ''}.`;
      },
    },
    /** What a hand has brought each seat, the viewer first; large: its large cards with their votes. */
    brought: (each: readonly { name: string | null; votes: number; large: readonly string[] }[]) =>
      `${each.map(({ name, votes, large }) => `${name ?? 'You'} +${votes}${large.length > 0 ? ` with ${list(large)}` : ''}`).join(', ')}.`,
    campaign: {
      /** beats: the chance of a higher card; down: the number of face-down cards. */
      task: (high: string, down: number, hopes: string) => `${high} leads. ${down} face down: ${hopes}`,
      beats: (beats: string, wild: string) => `${beats} beat it${wild === '' ? '' : `, ${wild} are wild`}`,
      /** one: the number of cards to each wild card; 0 without wild cards. */
      beaten: (one: number) => (one > 0 ? `only a wild card could help, 1 in ${one}` : 'none can beat it'),
      here: 'Campaign here',
      turn: (place: string) => `Campaign here: card ${place}`,
      stand: 'Let it stand',
      /** Why to spend or keep a stop: what it can turn up, the votes that it brings now, and those that it is worth later. */
      reason: (card: string, beats: string, one: number, brings: number, kept: number) =>
        `${beats !== '' ? `${beats} beat ${card}` : one > 0 ? `Only a wild card could help (1 in ${one})` : `No card beats ${card}`}: a stop brings about ${many(brings, 'vote')} now, ${kept > 0 ? `about ${kept}` : 'none'} if kept.`,
      /**
       * What the decision is about: the votes of the whole hand, and the viewer's lead if the cards stand and with a higher
       * card, below 0 for the rival's; higher is null if no card is higher.
       */
      lies: (open: readonly string[], votes: number) => `About ${votes} votes lie here, with ${list(open)}.`,
      stakes: (rival: string, stand: number, higher: number | null) => {
        const leads = (by: number, named = true): string => (by === 0 ? 'it is level' : `${named ? `${by > 0 ? 'you lead' : `${rival} leads`} ` : ''}by about ${Math.abs(by)}`);
        return `After this hand ${leads(stand)}${higher === null ? '' : `; with a higher card ${leads(higher, stand * higher <= 0)}`}.`;
      },
      /** left: the number of stops that the viewer has. */
      spend: (left: number) => (left > 1 ? `spend 1 of your ${left} stops` : 'spend your last stop'),
      keep: (left: number) => (left > 1 ? `keep your ${left} stops` : 'keep your last stop'),
      /** Why the table lets the cards stand for the viewer. chance: of a higher or a wild card. */
      stood: (chance: string) => `${chance === '' ? 'Nothing' : `Only ${chance}`} would help: the stop is worth more later`,
      /** name: of the player who is behind; null for the viewer. */
      behind: (name: string | null, card: string) => `${card} is higher: ${name === null ? 'you' : name} may campaign or let it stand.`,
      stops: (n: number) => `${many(n, 'campaign stop')} left`,
    },
    way: (card: string, others: number, hidden: boolean) => `${card} + ${hidden ? `${amount(others)} face-down` : `any ${amount(others)}`}`,
    ways: (each: readonly string[]) => each.join(', or '),
    stake: (card: string) => `Stake your highest card, ${card}, and one more: you can lose both`,
    staking: (hand: number) => `to stake two cards: hand ${hand} is their last`,
    /** votes: all that lie in the last hand; null in the hand before it. name: the player who stakes; null for the viewer. */
    atStakeIn: (name: string | null, votes: number | null) => (votes !== null ? `The last ${many(votes, 'vote')}` : name === null ? 'Your stake' : `${name}’s stake`),
    elects: (names: readonly (string | null)[]) => `elects ${names.length > 1 ? 'either' : (names[0] ?? 'you')}`,
    deciding: (name: string | null, votes: number) => `${many(votes, 'vote')} or more on this card: ${name === null ? 'you are' : `${name} is`} elected.`,
    secondWild: 'The second wild card of a hand. Whoever turns it wins every card left, and the hand is over.',
    whoPlays: (wild: string, text: string) => `Whoever turns ${wild} plays it. If you do: ${text}`,
    atStake: (n: number) => `${many(n, 'vote')} at stake`,
    back: 'kept',
    lost: 'from the stake',
    take: (what: string) => `Take ${what}`,
    pick: (what: string) => `Pick ${what}`,
    add: (what: string) => `Stake ${what}`,
    turn: (n: string) => `Turn card ${n}`,
    takeEmpty: 'Take …',
    lacks: (least: number, most: number, begun: boolean) =>
      begun ? (least === 1 ? 'One more card' : `${least} more cards`) : `Choose ${amount(least)}${most > least ? ` or ${amount(most)}` : ''} ${most === 1 ? 'card' : 'cards'}`,
    pickEmpty: 'Pick …',
    addEmpty: 'Stake …',
    calls: { higher: 'Higher', lower: 'Lower', equal: 'Equal' },
    callName: (call: string) => `Call ${call}`,
    against: (n: string) => `against ${n}`,
    signs: { rock: 'Rock', paper: 'Paper', scissors: 'Scissors' },
    throwName: (sign: string) => `Throw ${sign}`,
    throwing: {
      /** left: the cards left; card: the best open one, or ""; hidden: the expected votes of a face-down one, or 0. */
      prize: (left: number, card: string, hidden: number) =>
        `${left === 1 ? 'For the last card' : `For one of ${left} cards`}: ${[card, hidden > 0 ? `about ${many(hidden, 'vote')} face down` : ''].filter(Boolean).join(' or ')}.`,
      /** name: of the player who is ahead; null for the viewer. */
      leads: (changes: boolean, name: string | null) => (changes ? 'It can change who leads' : `${name === null ? 'You lead' : `${name} leads`} either way`),
      won: (name: string | null, tied: boolean) => (tied ? 'A tie: again' : `${name === null ? 'You win' : `${name} wins`}`),
      tied: (sign: string) => `Both show ${sign}: again.`,
      forMe: 'Throw for me',
      any: 'Any sign is equally good. THROW FOR ME draws them until one of you wins',
      forYou: 'The table throws for you',
    },
    sealed: 'sealed',
    notSealed: 'still choosing',
    yourThrow: (sign: string) => `You picked ${sign}. It stays secret until you both have picked.`,
    sealedSeat: (name: string) => `${name} has picked`,
    openSeat: (name: string) => `${name} is still picking`,
    turnedBy: (name: string) => `turned by ${name}`,
    cardBy: (name: string) => `turned by ${name}`,
    lastHand: (n: number) => `Hand ${n}`,
    lastHandTitle: 'The last hand',
    /** Hands in which the viewer had nothing to choose: what they brought, and why. */
    unchosen: {
      sum: (hands: readonly number[], own: number, rival: string, other: number) => `Hands ${list(hands.map(String))}: you +${own}, ${rival} +${other}.`,
      /** name: of the player who is ahead; null for the viewer. */
      leads: (name: string | null, by: number) => (by === 0 ? 'Now it is level.' : `${name === null ? 'You lead' : `${name} leads`} by ${by}.`),
      wild: (name: string, second: boolean) => `No choice: ${second ? 'the second wild card took all' : `${name} decided`}.`,
      tied: 'No choice: a third card broke the tie.',
      beaten: (high: string, low: string, stop: 'none' | 'spent' | 'slight' | 'idle') =>
        `No choice: ${high} beat ${low}${{ none: '', spent: ', and you had no stop left', slight: ', and a stop would hardly have helped', idle: ', and no stop could help' }[stop]}.`,
    },
    lastWild: 'Wild cards kept for the last hand',
    pileOf: (name: string) => `${name}’s pile`,
    pileStates: 'States won, by votes',
    pileWilds: 'Wild cards',
    pileAdded: (what: string) => `Added to the hand being played: ${what}.`,
    pileStakes: (hand: number) => `In hand ${hand} the highest state and one more card of this pile are at stake.`,
    pileStack: (n: number) => `Still in the stack: ${many(n, 'face-down card')}. No one knows which.`,
    pilePrompt: 'Your pile',
    must: 'must',
    mustBe: (choice: string) => `${choice}: your highest card is always at stake`,
  },
};
