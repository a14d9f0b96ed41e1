/* The election on the front page: three bots play, week by week, until somebody takes a seat. */
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const WEEK = 1800; // ms
  const MAJORITY = 73;
  const SEATS = ['A', 'B', 'C'];

  function drawn(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return parent.appendChild(made);
  }

  function begin(board, { saved, weeks, map }) {
    const find = (name) => board.querySelector(`[data-board="${name}"]`);
    const chart = find('map');
    chart.setAttribute('viewBox', `0 0 ${map.width} ${map.height}`);
    drawn('path', { d: map.land, class: 'land' }, chart);
    const states = Object.entries(map.states).map(([code, { path, x, y }]) => {
      const group = drawn('g', {}, chart);
      drawn('path', { d: path }, group);
      drawn('text', { x, y: y + 10 }, group).textContent = code;
      return [code, group];
    });
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let [shown, timer] = [0, null];

    function show(number) {
      shown = number;
      const { week, holders, electors, entries } = weeks[number];
      const last = number === weeks.length - 1;
      const winner = SEATS[electors.findIndex((count) => count >= MAJORITY)];
      find('week').textContent = last ? `${winner} is elected` : `Three bots · week ${week} of 12`;
      electors.forEach((count, seat) => (find(`electors-${seat}`).textContent = count));
      for (const [code, group] of states) group.setAttribute('class', code in holders ? `seat-${holders[code]}` : 'beside');
      find('done').style.width = `${(100 * number) / (weeks.length - 1)}%`;
      const { result, ...game } = { ...saved, seats: ['You', 'Dolores Whitfield', 'Rufus Tarn'] };
      const log = saved.log.slice(0, last ? weeks[0].entries : entries);
      find('seat').href = `play/#/try/${encodeURIComponent(JSON.stringify({ ...game, log }))}`;
    }
    function pause() {
      clearInterval(timer);
      timer = null;
      find('pause').setAttribute('aria-label', 'Play');
      find('pause').textContent = '▶\uFE0E';
    }
    function go() {
      timer = setInterval(() => (shown < weeks.length - 1 ? show(shown + 1) : show(0)), WEEK);
      find('pause').setAttribute('aria-label', 'Pause');
      find('pause').textContent = '❚❚';
    }
    find('pause').onclick = () => (timer === null ? go() : pause());
    show(still ? 7 : 0);
    if (still) pause();
    else go();
    board.hidden = false;
  }

  const board = document.querySelector('.front .board');
  if (board) fetch('front/election.json').then((answer) => answer.json()).then((told) => begin(board, told));
})();
