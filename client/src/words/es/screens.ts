/** Spanish: the screens of a debrief. */

import type { Classes } from '../types';
import { list } from './list';

const FEW = 3;
/** A few states by name, more by their number. */
const named = (states: readonly string[]): string => (states.length > FEW ? `${states.length} estados` : list(states));
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
  full: 'Todos los conteos en una página',
  count: (n) => `Conteo ${n}`,
  votes: 'Votos',
  people: 'Gente',
  needed: (votes) => `Hacen falta ${votes}`,
  leaves: 'sale',
  left: 'ya salió',
  wins: (name: string, several = false) => `${several ? 'Ganan' : 'Gana'} ${name}`,
  leads: (name) => `Va primero ${name}`,
  perTable: 'Mesa por mesa',
  week: (n) => `Semana ${n}`,
  wasted: 'retirada',
  popularity: 'Popularidad',
  mud: 'Lodo',
  dollars: (n) => `$${n}`,
  points: (n) => `${n} puntos`,
  spentOn: (n) => `Los ${n} estados con más dólares, todas las mesas`,
  winnersMap: (first) => (first ? 'Cuanto mayor la marca, más líderes del primer conteo tienen el estado' : 'Cuanto mayor la marca, más ganadores tienen el estado'),
  trafficMap: 'Cuanto mayor la marca, más pirámides fueron allí',
  togetherMap: 'Cuanto mayor la marca, más veces coincidieron allí las campañas',
  partyMap: 'Cada estado muestra qué partido lo tiene, y en cuántas mesas',
  rest: (n, most) => `${n} más en el mapa: ${most === 0 ? 'ninguna' : `como mucho ${most} cada uno`}`,
  restDollars: (n, most) => `${n} más: como mucho $${most} cada uno`,
  holds: 'Lo tiene',
  answer: 'respuesta correcta',
  outcomes: { other: 'gana otra persona', level: 'empate', nobody: 'no gana nadie' },
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
    result: (fewer, tables, first) =>
      fewer === 0
        ? `Nadie tiene más estados que quien ${first ? 'va primero en el primer conteo' : 'gana'}.`
        : `En ${of(fewer, tables)} quien ${first ? 'va primero en el primer conteo' : 'gana'} tiene menos estados que otra persona.`,
    winners: (states, won, tables, first) =>
      `Quien ${first ? 'va primero en el primer conteo' : 'gana'} tiene ${named(states)}${states.length > 1 ? ', cada uno' : ''} en ${of(won, tables)}.`,
    turned: (numbers) =>
      numbers.length === 0 ? 'Contar otra vez no cambió a ningún ganador.' : `Al contar otra vez ganó otra persona en ${numbers.length === 1 ? 'la mesa' : 'las mesas'} ${list(numbers.map(String))}.`,
    percent: 'Los porcentajes: la parte de quien gana, de los votos y de la gente.',
    noMajority: (count, needed) => `Conteo ${count}: nadie tiene ${needed} electores.`,
    elected: (count, name, votes, needed) => `Conteo ${count}: ${name} gana con ${votes} electores. Hacían falta ${needed}.`,
    decided: (n, tables) => (n === 0 ? 'Aún no hay ganador en ninguna mesa.' : `Ya hay ganador en ${of(n, tables)}.`),
    rule: (name, others, level, nobody, tables) => {
      const parts = ([['gana otra persona en', others], ['hay empate en', level], ['no gana nadie en', nobody]] as const).filter(([, n]) => n > 0);
      return `${name}: ${parts.length === 0 ? 'el mismo resultado en cada mesa' : parts.map(([what, n], k) => `${what} ${k === 0 ? of(n, tables) : n}`).join(', ')}.`;
    },
    weeks: (met, weeks) => `En ${met} de ${weeks} semanas varias campañas coincidieron en un estado.`,
    states: (most, chosen, least, fewest) => `Más pirámides: ${named(most)}, ${chosen}. Menos: ${named(least)}, ${fewest}.`,
    together: (states, n) => (n === 0 ? 'Ninguna campaña coincidió con otra en la misma semana.' : `Donde más coincidieron las campañas fue en ${named(states)}: ${n === 1 ? 'una vez' : `${n} veces`}.`),
    networks: 'Cada bando creció desde un estado, frontera a frontera.',
    larger: (n, tables) => `El bando con el primer estado más grande ganó en ${of(n, tables)}.`,
    network: 'Con borde azul: el primer estado de un bando. Enlace negro: vecinos de un mismo bando.',
    money: (popularity, mud, tables) => `Quien más gastó en popularidad ganó en ${of(popularity, tables)}; quien más lodo echó, en ${mud}.`,
    spent: (dollars, mud) => `La clase gastó $${dollars}, y $${mud} de ellos en lodo.`,
    parties: (won, tables) => {
      const [first, second] = won;
      if (!first || first[1] === 0) return 'Ningún partido ganó una mesa.';
      return second && second[1] === first[1] ? `${first[0]} y ${second[0]} ganaron ${first[1]} cada uno, de ${tables} mesas.` : `${first[0]}: ganó en ${of(first[1], tables)}.`;
    },
    all: 'Cada mesa, contada por cada regla',
  },
  ask: {
    result: '¿Qué único estado habría cambiado tu resultado?',
    fewer: '¿Cómo se puede ir primero con menos estados?',
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
    money: '¿Sirvió el lodo a quienes lo echaron?',
    parties: '¿Cuánto del éxito de un partido se debe aquí a la suerte de las cartas?',
    all: '¿Qué regla elegirías antes de saber quién gana con ella?',
  },
};
