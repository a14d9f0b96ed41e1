/** English: the screens of a debrief. */

const of = (n: number, all: number): string => (n === all ? (all === 1 ? 'the one table' : `all ${all} tables`) : `${n} of ${all} tables`);

export const screens = {
  begin: 'Start the debrief',
  end: 'End the debrief',
  back: 'Back',
  next: 'Next',
  step: (n: number, all: number) => `${n} of ${all}`,
  screen: 'Screen',
  table: 'Table shown',
  best: 'Best example',
  line: 'The projector and the phones follow you.',
  expected: 'You expected',
  own: (n: number) => `Your table: table ${n}`,
  full: 'All counts on one page',
  count: (n: number) => `Count ${n}`,
  votes: 'Votes',
  people: 'People',
  needed: (votes: number) => `${votes} needed`,
  leaves: 'leaves',
  left: 'has left',
  wins: (name: string) => `${name} wins`,
  leads: (name: string) => `${name} leads`,
  perTable: 'Table by table',
  week: (n: number) => `Week ${n}`,
  wasted: 'removed',
  popularity: 'Popularity',
  mud: 'Mud',
  dollars: (n: number) => `$${n}`,
  points: (n: number) => `${n} points`,
  spentOn: 'Dollars for each state, all tables',
  winnersMap: 'The larger the square, the more winners hold the state',
  trafficMap: 'The larger the square, the more pyramids went there',
  partyMap: 'Each square shows which party holds the state at how many tables',
  parties: { R: 'Republicans', D: 'Democrats' } as Readonly<Record<string, string>>,
  titles: {
    result: 'Every table',
    winners: 'The winners’ states',
    weeks: 'The sealed campaigns',
    states: 'Crowded and empty states',
    together: 'Same state, same week',
    networks: 'The networks',
    money: 'The money',
    parties: 'The parties',
    all: 'All rules',
  },
  headline: {
    result: (fewer: number, tables: number) =>
      fewer === 0 ? 'Every winner also holds the most states.' : `At ${of(fewer, tables)} the winner holds fewer states than somebody else.`,
    winners: (state: string, won: number, tables: number) => `The winner holds ${state} at ${of(won, tables)}.`,
    noMajority: (count: number, needed: number) => `Count ${count}: nobody has ${needed} electors.`,
    elected: (count: number, name: string, votes: number, needed: number) => `Count ${count}: ${name} wins with ${votes} electors. It took ${needed}.`,
    decided: (n: number, tables: number) => (n === 0 ? 'No table has a winner yet.' : `By now ${of(n, tables)} ${n === 1 ? 'has' : 'have'} a winner.`),
    rule: (name: string, others: number, undecided: number, tables: number) =>
      others > 0
        ? `${name}: somebody else wins at ${of(others, tables)}.`
        : undecided > 0
          ? `${name}: nobody wins at ${of(undecided, tables)}.`
          : `${name}: the same winner at every table.`,
    weeks: (met: number, weeks: number) => `In ${met} of ${weeks} weeks several campaigns met in one state.`,
    states: (most: string, chosen: number, least: readonly string[], empty: boolean) =>
      `${most} got ${chosen} pyramids, ${least.join(' and ')} ${empty ? 'none' : 'the fewest'}.`,
    together: (state: string, n: number) => (n === 0 ? 'No two campaigns met in the same week.' : `Campaigns met most often in ${state}: ${n === 1 ? 'once' : `${n} times`}.`),
    networks: 'Each side grew from one state, border by border.',
    money: (dollars: number, mud: number) => `You spent $${dollars}, and $${mud} of it on mud.`,
    biggest: (n: number, tables: number) => (n === 0 ? 'The biggest spender won nowhere.' : `The biggest spender won at ${of(n, tables)}.`),
    parties: (won: readonly (readonly [string, number])[], tables: number) => {
      const [first, second] = won;
      if (!first || first[1] === 0) return 'No party won a table.';
      return second && second[1] === first[1] ? `${first[0]} and ${second[0]} won ${first[1]} each of ${tables} tables.` : `${first[0]} won ${of(first[1], tables)}.`;
    },
    all: 'Every table, counted by every rule',
  },
  ask: {
    result: 'Which single state would have changed your result?',
    fewer: 'How can somebody win with fewer states?',
    winners: 'Which state would you fight for next time?',
    noMajority: 'Should the player with the most electors win now?',
    inherited: 'Who got the states of those who left?',
    elected: 'Did counting again change the winner?',
    atOnce: 'What should happen if nobody has a majority?',
    people: 'Why do votes and people differ?',
    weeks: 'When did you know where the others would go?',
    states: 'Why do campaigns skip some states?',
    together: 'Is it wise to go where the others go?',
    networks: 'Which border mattered most?',
    money: 'Did mud help those who slung it?',
    parties: 'Why does a party do better in some states?',
    all: 'Which rule would you choose before you know who wins by it?',
  },
};
