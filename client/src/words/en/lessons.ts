/** English: the lesson sheets of the games. */

import type { LessonWords } from '../entries';

export const lessons = {
  title: 'Lesson sheet',
  lesson: (minutes: number) => `A lesson of ${minutes} minutes`,
  print: 'Print',
  open: 'Open a class',
  minutes: (n: number) => `${n} min`,
  back: 'Rules',
  aim: 'What it is about',
  size: (n: number) => `${n} players per table; bots fill the empty seats.`,
  parts: { arrive: 'Arrive', predict: 'Predict', play: 'Play', discuss: 'Discuss' },
  arrive: ['Show the code on the projector. Phones join and get a name.', 'Start the game once everyone is here and looking.'],
  predict: 'Ask each question with “Pause and ask”, show the answers and write them on the board.',
  clock: (seconds: number) => `Open the class. The clock is “Strict”: after ${seconds} seconds the program makes the move, so nobody holds up a table. Each player’s first move has no clock.`,
  stop: (minutes: number, games: number, longest: number) =>
    games === 0
      ? `“Set an end time”: ${minutes} minutes. No game is over by then: every table ends at that time, and the leading score wins. Say so beforehand.`
      : games === 1
        ? `A whole game fits: by this clock nine games of ten take ${longest} minutes at most. “Set an end time”, ${minutes} minutes, in case a table is slower: there the leading score wins. Say so beforehand.`
        : `${games} whole games fit: by this clock nine games of ten take ${longest} minutes at most. In the last, “Set an end time” for when the ${minutes} minutes are over, in case a table is slower: there the leading score wins. Say so beforehand.`,
  discuss: [
    'Look at the predictions again: which came true, and which did not?',
    'Open “Count the votes another way” on the projector. Take one rule that changes the result at some table, and one that does not.',
  ],
  length: 'How long a game takes',
  counted: (games: number, size: number, [low, middle, high]: readonly [number, number, number], each: number) =>
    `Counted in ${games} games between rule-of-thumb bots at tables of ${size}: a table waits ${middle} times for somebody to move${low === high ? ', in every game' : ` (in eight games of ten ${low} to ${high} times)`}. In the middle game one person makes ${each} moves.`,
  pace: (clock: number) => `If moves take, of the ${clock} seconds`,
  paces: ['all of them', 'half', 'a quarter'],
  half: 'half of the games take at most',
  most: 'nine games of ten',
  stated: (from: number, to: number) => `The game is announced as ${from} to ${to} minutes.`,
  seated: 'Thirty phones that a program played were all seated within two seconds of joining.',
  untimed: 'No class of people was timed. Whatever you pause the tables for comes on top.',
  games: {
    combat: {
      aim: 'Electoral votes are unequal: a few large states outweigh many small ones, and what one side gains the other loses.',
      open: { 90: 'Under “More settings”, deal the same cards at every table.' },
      predict: ['What is the smallest number of states that gives a majority?', 'Will the winner hold more states than the loser?'],
      play: {
        45: ['Play one game.', 'Halfway, pause all tables: who leads, and thanks to which state?'],
        90: ['Play two games; the second seats everybody in new pairs.', 'In between, compare two tables: same hands, different choices.'],
      },
      discuss: ['Which states did everyone want, and which did nobody fight for?', 'What would you have done differently if every state counted the same?'],
    },
    president: {
      aim: 'Campaigns go where the vote is open. Everybody decides at once and in secret, so one has to guess what the others do.',
      predict: ['Which state will get the most pyramids?', 'Will anyone have a majority of the electors at the first count?'],
      play: {
        45: ['Play one game of twelve weeks.', 'In week six, pause all tables: where would you go if every vote in the country counted the same?'],
        90: ['Play two games.', 'Before the second, agree on one sentence about where campaigns go, and see whether it still holds.'],
      },
      discuss: ['Which states got nothing, and why?', 'Who would have won as everyone’s second choice?', 'What should happen if nobody has a majority?'],
    },
    politics: {
      aim: 'Parties grow from a base: the map of 1904, with its borders and its 476 votes, decides who can go where.',
      open: { 90: 'Under “More settings”, deal the same cards at every table.' },
      predict: ['Which side will win: the one with the larger first state, or the one with more borders?', 'Which states will be left to the third party?'],
      play: {
        45: ['Play one game.', 'Halfway, pause all tables: which state would close off the other side?'],
        90: ['Play two games; in the second each side first agrees on a plan.', 'In between, compare the maps on the projector.'],
      },
      discuss: ['Which borders mattered most?', 'How do the votes of 1904 differ from today’s, and why do people move?', 'What could a third party hope for?'],
    },
    mudslinger: {
      aim: 'Money, mud and promises: what campaigns spend, whom they attack, and what a word is worth.',
      predict: ['Which pays more: gaining popularity or slinging mud?', 'Will most deals be kept?'],
      play: {
        45: ['A whole game is too long for a lesson: play a part of it.', 'After ten minutes, pause all tables: whom would you make a deal with, and why?'],
        90: ['A whole game is too long for a lesson: play a part of it.', 'Mark promises as kept or broken.', 'Halfway, pause all tables: who leads, and who lets them?'],
      },
      discuss: ['Which promises were kept, and what did it cost to break one?', 'Did mud help those who slung it?', 'Which states cost the most for their votes?'],
    },
  } as Record<string, LessonWords>,
};
