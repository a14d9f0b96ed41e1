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
  parts: { arrive: 'Arrive', predict: 'Predict', rules: 'Learn the rules', play: 'Play', discuss: 'Discuss', exit: 'Exit ticket' },
  arrive: ['Show the code on the projector. Phones join and get a name.', 'Wait until everyone is here and looking.'],
  predict: 'Your class page has these questions ready: press one, then “Close it and show the answers”.',
  rules: [
    'Press “Start a practice round”. Phones show the rules in five sentences, and no clock runs.',
    'The projector shows what to do, step by step; press “Next step”.',
    'Press “End the practice round”: its tables are deleted.',
  ],
  halfway: (question: string) => `Halfway, ask: ${question}`,
  exit: 'One button on your page shows the three questions, closes each and goes on. The right answer appears when a question closes, and your page marks each pupil.',
  plan: 'Lesson plan',
  c3: 'C3 Framework: Dimension 1, questions (predictions); Dimension 2, concepts and tools of civics (D2.Civ.4.9-12, the Constitution; D2.Civ.11.9-12, procedures for decisions); Dimension 3, evidence (the class’s own results); Dimension 4, conclusions (discussion and exit ticket).',
  goal: 'Goal',
  terms: 'Words of the curriculum',
  time: 'Time',
  questions: 'Questions that your class page has ready',
  right: 'right answer',
  clock: (seconds: number) => `Open the class. The clock is “Strict”: after ${seconds} seconds the program makes the move, so nobody holds up a table. Each player’s first move has no clock.`,
  stop: (minutes: number, games: number, longest: number) =>
    games === 0
      ? `“Set an end time”: ${minutes} minutes. No game is over by then: every table ends at that time, and the leading score wins. Say so beforehand.`
      : games === 1
        ? `A whole game fits: by this clock nine games of ten take ${longest} minutes at most. “Set an end time”, ${minutes} minutes, in case a table is slower: there the leading score wins. Say so beforehand.`
        : `${games} whole games fit: by this clock nine games of ten take ${longest} minutes at most. In the last, “Set an end time” for when the ${minutes} minutes are over, in case a table is slower: there the leading score wins. Say so beforehand.`,
  discuss: [
    'Compare the predictions on the projector with the results.',
    'Press “Start the debrief”: at most eight screens, one minute each. Read the sentence, let the class look, ask the question.',
  ],
  length: 'How long a game takes',
  counted: (games: number, size: number, [low, middle, high]: readonly [number, number, number], each: number) =>
    `Counted in ${games} games between rule-of-thumb bots at tables of ${size}: a table waits ${middle} times for somebody to move${low === high ? ', in every game' : ` (in eight games of ten ${low} to ${high} times)`}. In the middle game one person makes ${each} moves.`,
  pace: (clock: number) => `If moves take, of the ${clock} seconds`,
  paces: ['all of them', 'half', 'a quarter'],
  half: 'half of the games take at most',
  most: 'nine games of ten',
  stated: (from: number, to: number) => `The game is announced as ${from} to ${to} minutes.`,
  used: (parts: string, free: number) => `Tried with 28 scripted pupils and a stepped clock, everybody using all of the game’s clock, nine lessons of ten take at most these minutes: ${parts}. So about ${free} are free, half of them in play. The debrief has none to spare.`,
  seated: 'Thirty phones that a program played were all seated within two seconds of joining.',
  untimed: 'No class of people was timed. Whatever you pause the tables for comes on top.',
  worksheet: {
    title: 'Worksheet',
    head: ['Name', 'Table', 'My letter', 'Date'],
    rules: 'Before you play',
    expect: 'After the practice round, I expect',
    because: 'Because',
    play: 'While you play',
    playLine: 'Write down six moves that mattered: the state, and what you did.',
    counted: 'Our table, counted',
    columns: ['Player', 'At the end', 'By another rule'],
    remember: 'Three things to remember, in your own words',
    think: 'What do you think, and why?',
  },
  key: { title: 'Answer key', line: 'For the teacher: the right answers of the exit ticket, and why they are right. Other questions have no right answer.' },
  letter: {
    title: 'A letter to parents',
    open: 'Dear parents,',
    why: (game: string) => `in one of our next lessons the class plays ${game}, a game about elections in the United States, on phones or in pairs on one phone. It takes no side for any party or candidate. The rules of the game are compared with the law.`,
    data: 'What happens with data:',
    close: 'The teacher can show you every field that is stored. Please ask if anything is unclear.',
    sign: ['Date', 'Teacher'],
  },
  games: {
    combat: {
      aim: 'Electoral votes are unequal: a few large states outweigh many small ones, and what one side gains the other loses.',
      goal: 'Pupils explain why a few large states weigh so much, and how a majority of electoral votes comes together.',
      terms: ['Electoral vote', 'Majority', 'Winner takes all', 'Apportionment'],
      open: { 90: 'Under “More settings”, deal the same cards at every table.' },
      predict: [
        { text: 'What is the smallest number of states that gives a majority?', answers: ['Fewer than 10', '10 to 15', '16 to 25', '26 or more'] },
        { text: 'Will the winner hold more states than the loser?', answers: ['Yes, at most tables', 'At about half of them', 'No, at most tables'] },
      ],
      practice: [
        'Five cards lie face down. One of you opens the hand: press any card.',
        'The other presses a card, too. Whoever shows more votes chooses.',
        'Choose: the higher card and one other. The rest goes to the other player.',
        'Look at the bar at the top: 270 votes win. This hand does not count.',
      ],
      play: {
        45: ['Play one game.'],
        90: ['Play two games; the second seats everybody in new pairs.', 'In between, compare two tables: same hands, different choices.'],
      },
      halfway: { text: 'What has decided your game so far?', answers: ['One or two large states', 'Many small states', 'Wild cards', 'Good choices'] },
      discuss: [
        { text: 'Which states did everyone want?', answers: ['The largest', 'Those that made a majority', 'Any state'] },
        { text: 'If every state counted the same, would you have chosen differently?', answers: ['Yes, often', 'Sometimes', 'No'] },
      ],
      remember: [
        '270 of 538 electoral votes make a president: more than half.',
        'A state has an elector for each of its two senators and each representative: at least three.',
        'In 48 states whoever wins the state, even by one vote, takes all its electors.',
      ],
      exit: [
        { text: 'How many of the 538 electoral votes make a president?', answers: ['218', '269', '270'], right: 2, why: 'A majority is more than half: 538 : 2 = 269, and one more.' },
        { text: 'Why does every state have at least three electoral votes?', answers: ['It has two senators and at least one representative', 'The parties agreed on it', 'It has at least three cities'], right: 0, why: 'A state has as many electors as senators (two) and representatives (one or more) together.' },
        { text: 'A candidate wins Texas by one vote. How many of its electoral votes is that?', answers: ['One more than half', 'All of them', 'A share like the share of the voters'], right: 1, why: 'Texas, like 47 other states, gives all its electors to whoever has the most votes there.' },
      ],
    },
    president: {
      aim: 'Campaigns go where the vote is open. Everybody decides at once and in secret, so one has to guess what the others do.',
      goal: 'Pupils explain what a majority of the electors is, what the Constitution does if nobody has one, and how a rule steers campaigns.',
      terms: ['Swing state', 'Majority', 'Plurality', 'Contingent election'],
      predict: [
        { text: 'Which state will get the most pyramids?', answers: ['Florida', 'Pennsylvania', 'Ohio', 'Another state'] },
        { text: 'Will anyone have a majority of the electors at the first count?', answers: ['Yes, at most tables', 'Yes, at a few tables', 'No, at no table'] },
      ],
      practice: [
        'Press a pyramid: large is three points, medium two, small one.',
        'Press a state, then the button. Nobody else sees your choice.',
        'When everybody has chosen, all pyramids appear. Most points hold a state.',
        'Look at the bars at the top: more than half of the electors win. This week does not count.',
      ],
      play: {
        45: ['Play one game of twelve weeks.'],
        90: ['Play two games.', 'Before the second, agree on one sentence about where campaigns go, and see whether it still holds.'],
      },
      halfway: { text: 'Where would you go if every vote in the country counted the same?', answers: ['Where most people live', 'To the same states as now', 'Everywhere a little'] },
      discuss: [
        { text: 'Which states got nothing?', answers: ['Small ones', 'Those that somebody held safely', 'Large ones', 'None'] },
        { text: 'Who should be president if it cannot be you?', answers: ['The winner', 'The runner-up', 'Another player'] },
        { text: 'What should happen if nobody has a majority?', answers: ['The largest share wins', 'A runoff between two', 'The House decides'] },
      ],
      remember: [
        'More than half of the electors make a president: 270 of 538.',
        'If nobody has that, the House chooses among the first three: one vote for each state, 26 of 50 needed.',
        'Another rule can make another president, and sends campaigns elsewhere.',
      ],
      exit: [
        { text: 'What is a majority of the electors?', answers: ['More than anyone else', 'More than half', 'Two thirds'], right: 1, why: 'More than half: of 538 electors at least 270. More than anyone else is a plurality.' },
        { text: 'Nobody has 270 electors. Who chooses the president?', answers: ['The Supreme Court', 'The Senate', 'The House, with one vote for each state', 'Nobody: most electors win'], right: 2, why: 'The 12th Amendment: the House chooses among the first three, each state has one vote, and 26 of 50 are needed.' },
        { text: 'What can another voting rule change?', answers: ['Who wins, and where campaigns go', 'Only who wins', 'Only where campaigns go', 'Nothing'], right: 0, why: 'Candidates go where votes decide something. Another rule makes other votes decide.' },
      ],
    },
    politics: {
      aim: 'Parties grow from a base: the map of 1904, with its borders and its 476 votes, decides who can go where. In 1904 most women could vote for president only in Wyoming, Colorado, Utah and Idaho, and southern states kept most Black citizens from voting.',
      goal: 'Pupils read the map of 1904: they explain why its votes differ from today’s and how borders limit a party.',
      terms: ['Nominee', 'Third party', 'Territory', 'Census'],
      open: { 90: 'Under “More settings”, deal the same cards at every table.' },
      predict: [
        { text: 'Will the side with the larger first state win?', answers: ['Yes, at most tables', 'At about half of them', 'No, at most tables'] },
        { text: 'Will the winning side hold more states?', answers: ['Yes, at most tables', 'At about half of them', 'No, at most tables'] },
      ],
      practice: [
        'The first player of each side nominates: press a state of your own party.',
        'Lit states in your hand border your side. Press one to play it.',
        'If none fits, draw a card. A state that is played is lost to the other side.',
        'Look at the sums: more votes win. This round does not count.',
      ],
      play: {
        45: ['Play one game.'],
        90: ['Play two games; in the second each side first agrees on a plan.', 'In between, compare the maps on the projector.'],
      },
      halfway: { text: 'Which side can still be closed off?', answers: ['The Republicans', 'The Democrats', 'Both', 'Neither'] },
      discuss: [
        { text: 'Which borders mattered most?', answers: ['Those of large states', 'Those of states with many neighbors', 'Those that shut a side in'] },
        { text: 'Why do the votes of 1904 differ from today’s?', answers: ['People moved west and south', 'The borders of states moved', 'The parties changed'] },
        { text: 'What could a third party hope for?', answers: ['To win', 'To take votes from one side', 'To make the others listen'] },
      ],
      remember: [
        'In this game the most votes win. The law asked for a majority: 239 of 476 electors in 1904.',
        'Electors follow the number of people: California had 10 in 1904 and has 54 today.',
        'Only states vote. Arizona and New Mexico were still territories in 1904.',
      ],
      exit: [
        { text: 'In this game the most votes win. How many of the 476 did the law ask for in 1904?', answers: ['238', '239', '270', 'The most'], right: 1, why: 'Half of 476 is 238, and a majority is more than half. Without it the House chose, as it does today.' },
        { text: 'Why did California have 10 electoral votes in 1904, and more than 50 today?', answers: ['Electoral votes follow the number of people', 'Its area has grown', 'More of its people vote'], right: 0, why: 'Seats in the House follow the census, and electors follow the seats. The area of California is the same.' },
        { text: 'Why are Arizona and New Mexico not on the map of 1904?', answers: ['They belonged to Mexico', 'They did not want to vote', 'They were territories, not states'], right: 2, why: 'Only states choose electors. Arizona and New Mexico became states in 1912.' },
      ],
    },
    mudslinger: {
      aim: 'Money, mud and promises: what campaigns spend, whom they attack, and what a word is worth.',
      goal: 'Pupils describe what campaigns spend money on, and judge when an attack or a broken promise pays.',
      terms: ['Mudslinging', 'Lobbying', 'Running mate', 'Endorsement'],
      predict: [
        { text: 'Which pays more?', answers: ['Gaining popularity', 'Slinging mud', 'Both the same'] },
        { text: 'Will the winner hold more states than anybody else?', answers: ['Yes, at most tables', 'At about half of them', 'No, at most tables'] },
      ],
      practice: [
        'Take a card: draw one, or lobby for the open one.',
        'Press an open state. The higher your number there, the better your chance.',
        'Dollars lift the rating, mud lowers it. Pass when you are done.',
        'Three dice must not top the rating. This turn does not count.',
      ],
      play: {
        45: ['A whole game is too long for a lesson: play a part of it.'],
        90: ['A whole game is too long for a lesson: play a part of it.', 'Mark promises as kept or broken.'],
      },
      halfway: { text: 'Whom would you make a deal with now?', answers: ['The leader', 'Somebody weaker', 'Whoever has kept their word', 'Nobody'] },
      discuss: [
        { text: 'What did it cost to break a promise?', answers: ['Nothing', 'A later deal', 'The game'] },
        { text: 'Did mud help those who slung it?', answers: ['Yes', 'Sometimes', 'No'] },
        { text: 'Which states cost the most for their votes?', answers: ['Large ones', 'Small ones', 'Those that many wanted'] },
      ],
      remember: [
        'Mudslinging attacks the character of a rival, not their plans.',
        'A running mate stands for vice president.',
        'No court enforces a promise of a campaign: only voters can, at the next election.',
      ],
      exit: [
        { text: 'What is mudslinging?', answers: ['Attacking an opponent’s character', 'Drawing districts for one party', 'Promising more than one can pay'], right: 0, why: 'Mud is thrown at a person. Drawing districts for one party is gerrymandering.' },
        { text: 'Which office does a running mate stand for?', answers: ['Speaker of the House', 'Secretary of State', 'Vice President'], right: 2, why: 'President and vice president run together, on one ticket.' },
        { text: 'A president breaks a promise of the campaign. Who can hold them to it?', answers: ['A court', 'The voters, at the next election', 'The Electoral College'], right: 1, why: 'No law makes a promise of a campaign binding. Voters can judge it at the next election.' },
      ],
    },
  } as Record<string, LessonWords>,
};
