/** Spanish: the screens of a debrief. */

import type { Classes } from '../types';

const of = (n: number, all: number): string => (n === all ? (all === 1 ? 'la única mesa' : `las ${all} mesas`) : `${n} de ${all} mesas`);

export const screens: Classes['screens'] = {
  begin: 'Empezar el repaso',
  end: 'Terminar el repaso',
  back: 'Atrás',
  next: 'Siguiente',
  step: (n, all) => `${n} de ${all}`,
  screen: 'Pantalla',
  table: 'Mesa mostrada',
  best: 'El mejor ejemplo',
  line: 'El proyector y los teléfonos te siguen.',
  expected: 'La clase esperaba',
  own: (n) => `Tu mesa: mesa ${n}`,
  full: 'Todos los recuentos en una página',
  count: (n) => `Recuento ${n}`,
  votes: 'Votos',
  people: 'Gente',
  needed: (votes) => `Hacen falta ${votes}`,
  leaves: 'sale',
  left: 'ya salió',
  wins: (name) => `Gana ${name}`,
  leads: (name) => `Va primero ${name}`,
  perTable: 'Mesa por mesa',
  week: (n) => `Semana ${n}`,
  wasted: 'retirada',
  popularity: 'Popularidad',
  mud: 'Barro',
  dollars: (n) => `$${n}`,
  points: (n) => `${n} puntos`,
  spentOn: 'Dólares por estado, todas las mesas',
  winnersMap: 'Cuanto mayor el cuadro, más ganadores tienen el estado',
  trafficMap: 'Cuanto mayor el cuadro, más pirámides fueron allí',
  partyMap: 'Cada cuadro muestra qué partido tiene el estado, y en cuántas mesas',
  parties: { R: 'Republicanos', D: 'Demócratas' },
  titles: {
    result: 'Todas las mesas',
    winners: 'Los estados de quienes ganan',
    weeks: 'Las campañas secretas',
    states: 'Estados llenos y vacíos',
    together: 'Mismo estado, misma semana',
    networks: 'Las redes',
    money: 'El dinero',
    parties: 'Los partidos',
    all: 'Todas las reglas',
  },
  headline: {
    result: (fewer, tables) => (fewer === 0 ? 'Quien gana tiene también más estados que nadie.' : `En ${of(fewer, tables)} quien gana tiene menos estados que otra persona.`),
    winners: (state, won, tables) => `Quien gana tiene ${state} en ${of(won, tables)}.`,
    noMajority: (count, needed) => `Recuento ${count}: nadie tiene ${needed} electores.`,
    elected: (count, name, votes, needed) => `Recuento ${count}: ${name} gana con ${votes} electores. Hacían falta ${needed}.`,
    decided: (n, tables) => (n === 0 ? 'Aún no hay ganador en ninguna mesa.' : `Ya hay ganador en ${of(n, tables)}.`),
    rule: (name, others, undecided, tables) =>
      others > 0
        ? `${name}: gana otra persona en ${of(others, tables)}.`
        : undecided > 0
          ? `${name}: no gana nadie en ${of(undecided, tables)}.`
          : `${name}: en cada mesa gana la misma persona.`,
    weeks: (met, weeks) => `En ${met} de ${weeks} semanas varias campañas coincidieron en un estado.`,
    states: (most, chosen, least, empty) => `${most} recibió ${chosen} pirámides; ${least.join(' y ')}, ${empty ? 'ninguna' : 'las que menos'}.`,
    together: (state, n) => (n === 0 ? 'Ninguna campaña coincidió con otra en la misma semana.' : `Donde más coincidieron las campañas fue ${state}: ${n === 1 ? 'una vez' : `${n} veces`}.`),
    networks: 'Cada lado creció desde un estado, frontera a frontera.',
    money: (dollars, mud) => `La clase gastó $${dollars}, y $${mud} de ellos en barro.`,
    biggest: (n, tables) => (n === 0 ? 'Quien más gastó no ganó en ninguna mesa.' : `Quien más gastó ganó en ${of(n, tables)}.`),
    parties: (won, tables) => {
      const [first, second] = won;
      if (!first || first[1] === 0) return 'Ningún partido ganó una mesa.';
      return second && second[1] === first[1] ? `${first[0]} y ${second[0]} ganaron ${first[1]} cada uno, de ${tables} mesas.` : `${first[0]}: ganó en ${of(first[1], tables)}.`;
    },
    all: 'Cada mesa, contada por cada regla',
  },
  ask: {
    result: '¿Qué único estado habría cambiado tu resultado?',
    fewer: '¿Cómo se puede ganar con menos estados?',
    winners: '¿Por qué estado lucharías la próxima vez?',
    noMajority: '¿Debería ganar ya quien tiene más electores?',
    inherited: '¿Quién recibió los estados de quienes salieron?',
    elected: '¿Cambió al ganador contar otra vez?',
    atOnce: '¿Qué debería pasar si nadie tiene mayoría?',
    people: '¿Por qué no van juntos los votos y la gente?',
    weeks: '¿Cuándo supiste adónde irían los demás?',
    states: '¿Por qué las campañas se saltan algunos estados?',
    together: '¿Es sensato ir adonde van los demás?',
    networks: '¿Qué frontera importó más?',
    money: '¿Sirvió el barro a quienes lo lanzaron?',
    parties: '¿Por qué le va mejor a un partido en algunos estados?',
    all: '¿Qué regla elegirías antes de saber quién gana con ella?',
  },
};
