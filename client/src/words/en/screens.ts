/** English: the screens of a debrief. */

import { list } from './list';

const FEW = 3;
/** A few states by name, more by their number. */
const named = (states: readonly string[]): string => (states.length > FEW ? `${states.length} states` : list(states));
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
  wins: (name: string, several = false) => `${name} ${several ? 'win' : 'wins'}`,
  leads: (name: string, several = false) => `${name} ${several ? 'lead' : 'leads'}`,
  perTable: 'Table by table',
  week: (n: number) => `Week ${n}`,
  wasted: 'removed',
  popularity: 'Popularity',
  mud: 'Mud',
  dollars: (n: number) => `$${n}`,
  points: (n: number) => `${n} points`,
  spentOn: (n: number) => `The ${n} states that got the most dollars, all tables`,
  winnersMap: (first: boolean): string => (first ? 'The larger the mark, the more leaders of the first count hold the state' : 'The larger the mark, the more winners hold the state'),
  trafficMap: 'The larger the mark, the more pyramids went there',
  togetherMap: 'The larger the mark, the more often campaigns met there',
  partyMap: 'Each state shows at how many tables which party holds it',
  rest: (n: number, most: number) => `${n} more on the map: ${most === 0 ? 'none' : `at most ${most} each`}`,
  restDollars: (n: number, most: number) => `${n} more: at most $${most} each`,
  holds: 'Holds it',
  answer: 'right answer',
  outcomes: { other: 'somebody else wins', level: 'a tie', nobody: 'nobody wins' },
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
    result: (fewer: number, tables: number, first: boolean) =>
      fewer === 0
        ? `Nobody holds more states than the ${first ? 'leader of the first count' : 'winner'}.`
        : `At ${of(fewer, tables)} the ${first ? 'leader of the first count' : 'winner'} holds fewer states than somebody else.`,
    winners: (states: readonly string[], won: number, tables: number, first: boolean) =>
      `The ${first ? 'leader of the first count' : 'winner'} holds ${named(states)} ${states.length > 1 ? 'each ' : ''}at ${of(won, tables)}.`,
    turned: (numbers: readonly number[]) =>
      numbers.length === 0 ? 'Counting again changed no winner.' : `Counting again made somebody else win at ${numbers.length === 1 ? 'table' : 'tables'} ${list(numbers.map(String))}.`,
    percent: 'The percentages: the winner’s part of the votes and of the people.',
    noMajority: (count: number, needed: number) => `Count ${count}: nobody has ${needed} electors.`,
    elected: (count: number, name: string, votes: number, needed: number, several = false) => `Count ${count}: ${name} ${several ? 'win' : 'wins'} with ${votes} electors; ${needed} are a majority.`,
    decided: (n: number, tables: number) => (n === 0 ? 'No table has a winner yet.' : `By now ${of(n, tables)} ${n === 1 ? 'has' : 'have'} a winner.`),
    rule: (name: string, others: number, level: number, nobody: number, tables: number) => {
      const parts = ([['somebody else wins at', others], ['a tie at', level], ['nobody wins at', nobody]] as const).filter(([, n]) => n > 0);
      return `${name}: ${parts.length === 0 ? 'the same result at every table' : parts.map(([what, n], k) => `${what} ${k === 0 ? of(n, tables) : n}`).join(', ')}.`;
    },
    weeks: (met: number, weeks: number) => `In ${met} of ${weeks} weeks several campaigns met in one state.`,
    states: (most: readonly string[], chosen: number, least: readonly string[], fewest: number) =>
      `Most pyramids: ${named(most)}, ${chosen}. Fewest: ${named(least)}, ${fewest}.`,
    together: (states: readonly string[], n: number) => (n === 0 ? 'No two campaigns met in the same week.' : `Campaigns met most often in ${named(states)}: ${n === 1 ? 'once' : `${n} times`}.`),
    networks: 'Each side grew from one state, border by border.',
    larger: (n: number, tables: number) => `The side with the larger first state won at ${of(n, tables)}.`,
    network: 'Outlined in blue: a side’s first state. Black link: neighbors of one side.',
    money: (popularity: number, mud: number, tables: number) => `Whoever spent most on popularity won at ${of(popularity, tables)}; whoever slung most mud, at ${mud}.`,
    spent: (dollars: number, mud: number) => `The class spent $${dollars}, and $${mud} of it on mud.`,
    parties: (won: readonly (readonly [string, number])[], tables: number) => {
      const [first, second] = won;
      if (!first || first[1] === 0) return 'No party won a table.';
      return second && second[1] === first[1] ? `${first[0]} and ${second[0]} won ${first[1]} each of ${tables} tables.` : `${first[0]} won ${of(first[1], tables)}.`;
    },
    all: 'Every table, counted by every rule',
  },
  ask: {
    result: 'Which single state would have changed your result?',
    fewer: 'How can somebody come first with fewer states?',
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
    parties: 'How much of a party’s success here was the luck of the cards?',
    all: 'Which rule would you choose before you know who wins by it?',
  },
};
