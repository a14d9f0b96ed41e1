/** Spanish: how a game ends, and what can be done with it then. */

import type { Partly, Words } from '../types';
import { many, type Much } from '../common';
import { list } from './list';

/** A move within a sentence. */
const small = (move: string): string => move.charAt(0).toLowerCase() + move.slice(1);

const MUCH: Readonly<Record<Much, string>> = { little: ' un poco', some: '', much: ' mucho' };
const ofGames = (points: number, sign: string): string => (points >= 100 ? 'valió la partida entera' : `unas ${points} victorias ${sign} en 100 partidas, decisiones aparte`);

const SAME: Readonly<Record<string, string>> & { other: string } = { president: 'los mismos estados', mudslinger: 'las mismas cartas y dados', other: 'las mismas cartas' };
const start = (game: string, bots: number): string => `${SAME[game] ?? SAME.other} y ${bots === 1 ? 'el mismo bot' : 'los mismos bots'}`;

const CHANCE: Readonly<Record<string, string>> = { combat: 'las cartas', politics: 'las cartas', president: 'los estados repartidos', mudslinger: 'los dados y las cartas' };

export const after: Partly<Words> = {
  night: {
    title: 'Noche electoral',
    skip: 'Saltar',
    begin: 'Las urnas están cerradas. Llegan los primeros resultados …',
    close: (state: string, votes: number) => `Todo depende de ${state} y sus ${many(votes, 'voto')}`,
    decides: (state: string, name: string) => `${state} lo decide: nadie alcanza ya a ${name}`,
    next: (state: string, votes: number) => `Aún falta ${state}, con ${many(votes, 'voto')}`,
    counted: (state: string, name: string) => `Contado ${state}, nadie alcanza ya a ${name}`,
    goes: (state: string, name: string, votes: number) => `${state} es para ${name}: ${votes}`,
    elected: 'Gana',
    tie: 'Empate',
    noMajority: 'Sin mayoría',
  },
  press: {
    open: 'Periódico',
    herald: 'El Heraldo de Hustings',
    rival: 'El Día Después',
    extra: 'Extra electoral',
    price: 'Dos centavos',
    won: (name: string) => `Gana ${name}`,
    lost: (name: string) => `${name}: «Volveremos»`,
    lostLine: (winner: string, own: number, next: number) => `Gana ${winner}, ${own} a ${next}.`,
    landslide: (own: number, next: number) => `Una victoria aplastante: ${own} a ${next}.`,
    runoff: (own, next) => `Solo un conteo posterior decide: ${own} a ${next}.`,
    clear: (own: number, next: number) => `Una victoria clara: ${own} a ${next}.`,
    close: (own: number, next: number) => `Por un pelo: ${own} a ${next}.`,
    shared: (names: readonly string[]) => `${list(names)} quedan empatados`,
    sharedLine: 'El país no se decide.',
    nobody: 'Nadie gana',
    nobodyLine: 'Nadie pudo unir al país.',
    prize: (name: string, state: string, votes: number, points: boolean) => `El mayor estado de ${name}: ${state}, con ${many(votes, points ? 'punto' : 'voto')}.`,
    margin: (n: number, points: boolean) => `Al final la diferencia fue de ${many(n, points ? 'punto' : 'voto')}.`,
    turned: {
      card: (card) => ({ cause: card, before: `Antes de salir ${card}` }),
      play: (card) => ({ cause: card, before: `Antes de jugarse ${card}` }),
      state: (state) => ({ cause: `La lucha por ${state}`, before: `Antes de la lucha por ${state}` }),
    },
    turn: (name, before, after, when) => {
      if (when && before > 55) return after >= 95 ? `${when.cause} lo decidió: ya nada pudo parar a ${name}.` : `${when.cause} dio aún más ventaja a ${name}.`;
      const then = after >= 95 ? `ya nada pudo parar a ${name}` : before > 55 ? `${name} iba aún más por delante` : after > 55 ? `el favorito era ${name}` : after < 45 ? `${name} volvía a contar` : before >= 45 ? `${name} llevaba una ligera ventaja` : 'todo estaba abierto';
      const first = before > 55 ? `${name} iba por delante` : before >= 45 ? 'todo estaba abierto' : before >= 20 ? `${name} iba por detrás` : `pocos habrían apostado por ${name}`;
      return when ? `${when.before}, ${first}; después, ${then}.` : `${first.charAt(0).toUpperCase()}${first.slice(1)}; luego ${then}.`;
    },
    droppedOut: (names: readonly string[]) => `Nadie tenía mayoría. Se decidió al retirarse ${list(names)} y contarse de nuevo los estados.`,
    left: (votes: number) => `se retiró con ${votes}`,
    undecided: 'Ningún estado lo decidió por sí solo.',
    how: 'Cómo fue la noche',
    count: 'El conteo',
    caption: 'El mapa a la mañana siguiente.',
    poster: 'Guardar como cartel',
    share: 'Compartir',
    other: 'El otro periódico',
    drawing: 'Dibujando el cartel …',
    kept: 'El cartel está guardado.',
    notDrawn: 'Este navegador no puede dibujar el cartel.',
  },
  ending: {
    review: 'Análisis',
    share: 'Compartir',
    shared: (game: string, result: string) => `${game}: ${result} Mira la repetición:`,
    copied: 'El enlace a la repetición está copiado.',
    byHand: 'El enlace a la repetición:',
    more: 'Más',
    result: 'Resultado',
    again: 'Revancha',
    rival: (level: string, stronger: boolean) => `${stronger ? 'Más difícil' : 'Más fácil'}: ${level}`,
    againAsked: (names) => `${list(names)} ${names.length === 1 ? 'quiere' : 'quieren'} la revancha.`,
    againWait: (names) => `La revancha empieza cuando ${names.length === 1 ? 'acepte' : 'acepten'} ${list(names)}.`,
    againNot: 'Retirar',
    againBegun: 'Ha empezado la partida siguiente.',
    againGo: 'Ir a la mesa',
    save: 'Guardar la partida',
    draw: 'Empate',
    deal: 'Huella del reparto',
    dealHelp: 'Se publica antes del reparto. El secreto que se muestra al final permite a cualquiera verificar todo lo que salió.',
    wins: (names: readonly string[], own = false) => (own ? 'Ganas' : names.length === 1 ? `Gana ${names[0]}` : `${list(names)} comparten la victoria`),
  },
  challenge: {
    ask: 'Retar a alguien',
    reply: 'Devolver el reto',
    how: (game: string, bots: number) => `Quien reciba el enlace tendrá ${start(game, bots)}, sin cuenta. El enlace no caduca.`,
    name: 'Tu nombre en el reto',
    send: 'Enviar',
    copy: 'Copiar el texto y el enlace',
    copied: 'Copiado. Pégalo en un mensaje.',
    byHand: 'Aquí no se puede copiar solo. Cópialo a mano:',
    outcome: (share: number, scores: readonly number[]) => `${share === 1 ? 'ganada' : share === 0 ? 'perdida' : 'empatada'} ${scores.join('–')}`,
    text: (game: string, name: string, bots: number, own: string, best: { name: string; result: string } | null) =>
      `${game}: mi partida, ${own}${best ? `; la de ${best.name}, ${best.result}` : ''}. Con ${start(name, bots)}, ¿puedes superarlo?`,
    friend: 'quien te reta',
    aFriend: 'Quien te reta',
    title: '¿Puedes hacerlo mejor?',
    beat: (name: string) => `¿Puedes superar a ${name}?`,
    line: (game: string, bots: number) => `Tendrás ${start(game, bots)}. No hace falta cuenta.`,
    aim: (name: string, share: number, score: number) => `Para superar a ${name}, gana${share === 1 ? ` con más de ${score}` : ` o consigue más de ${score}`}.`,
    play: 'Jugar',
    played: 'Ya has jugado este reto',
    back: 'Volver a tu partida',
    results: 'Resultados',
    you: 'Tú',
    verdict: (how: 'ahead' | 'level' | 'behind', name: string, result: string) =>
      how === 'ahead' ? `La partida de ${name} con el mismo comienzo: ${result}. ¡La tuya la supera!` : how === 'level' ? `Con el mismo comienzo, ${name} consiguió exactamente lo mismo que tú.` : `La partida de ${name} con el mismo comienzo: ${result}. Sigue por delante de la tuya.`,
    broken: 'El enlace de este reto está incompleto. Pídelo otra vez.',
  },
  replay: {
    title: 'Repetición',
    open: 'Ver la repetición',
    room: 'Volver a la mesa',
    loading: 'Cargando la repetición …',
    begin: 'Inicio',
    opening: (players: readonly string[], game: string) => `Antes de la primera jugada: ${list(players)} se sientan a jugar a ${game.replace(/\.$/, '')}.`,
    end: 'Final',
    point: (at: number, of: number) => `Punto ${at} de ${of}`,
    slider: 'Punto de la partida',
    back: 'Una línea atrás',
    play: 'Ver',
    pause: 'Pausa',
    next: 'Una línea adelante',
    share: 'Copiar un enlace a este punto',
    copied: 'El enlace a este punto está copiado.',
    address: 'El enlace a este punto está en la barra de direcciones.',
    seen: 'Punto de vista',
    more: (n: number) => `Y ${n} más.`,
    still: 'Esto es una repetición: puedes mirar, pero no jugar.',
    line: 'Probabilidades de ganar',
    counting: 'Calculando las probabilidades de ganar de cada jugador. La primera vez puede tardar un minuto.',
    part: (name: string, first: number, last: number) => `${name} de ${first} a ${last}\u00a0%`,
    summary: (parts: readonly string[]) => `Probabilidades de ganar, punto por punto: ${list(parts)}.`,
    turns: 'Momentos decisivos',
    dealt: (change: string) => `Suerte del reparto, antes de la primera elección: ${change}.`,
    measured: (when: string) => `Medido antes de esta parte: ${when}.`,
    change: (name: string, before: number, after: number) => `${name}: ${before} → ${after}\u00a0%`,
    how: 'Cómo se calcula, y el gráfico como tabla',
    counted: (n: number) =>
      `Desde cada punto unos bots sencillos, que fallan de vez en cuando, jugaron la partida hasta el final ${n} veces, incluido lo que estaba oculto. Muestra dónde cambió la partida, no lo que un jugador podía saber.`,
    entry: 'Punto',
  },
  review: {
    title: 'Análisis',
    ask: 'Analizar esta partida',
    offer: 'Un bot fuerte revisa cada decisión. Muestra cuáles contaron, qué jugadas eran mejores y cuánta suerte tuviste.',
    seatsOnly: 'Esta partida aún no tiene análisis. Sus jugadores pueden pedirlo en el navegador con el que jugaron.',
    waiting: (ahead: number) => `En espera: antes se ${ahead === 1 ? 'analiza otra partida' : `analizan otras ${ahead} partidas`}.`,
    counting: 'Revisando cada decisión …',
    you: 'Tú',
    slips: { inaccuracy: 'Imprecisión', mistake: 'Error', blunder: 'Error grave' },
    measuring: 'se está midiendo la suerte',
    even: 'suerte más o menos pareja',
    lucky: (points: number, how: Much) => `la suerte ayudó${MUCH[how]}: ${ofGames(points, 'más')}`,
    unlucky: (points: number, how: Much) => `la suerte perjudicó${MUCH[how]}: ${ofGames(points, 'menos')}`,
    mattered: (n: number, name: string | null, whole: boolean) => {
      const what = `${n === 1 ? 'decisión que contó' : `${n === 2 ? 'dos' : 'tres'} decisiones que contaron`}${whole ? '' : ' hasta ahora'}`;
      return name === null ? `${n === 1 ? 'Tu' : 'Tus'} ${what}` : `${name}: ${what}`;
    },
    decided: 'Lo que decidió la partida',
    begins: 'Análisis: revisando cada decisión …',
    found: (n, rest) =>
      `Análisis: ${n === 0 ? (rest > 0 ? 'sin errores grandes' : 'sin errores') : `${n === 1 ? 'contó una' : n === 2 ? 'contaron dos' : 'contaron tres'} de tus decisiones${rest > 0 ? ' más que las demás' : ''}`}${rest > 0 ? `; pérdidas menores costaron ${rest} de 100 partidas` : ''}`,
    rest: (n, points) => `${n === 1 ? 'Una pérdida menor costó' : `${n} pérdidas menores costaron juntas`} ${points} de 100 partidas.`,
    turned: (what) => `Aquí cambió la partida. ${what}`,
    small: (n: number, name: string | null) => `Sin errores grandes. ${n === 1 ? 'La decisión' : `Las ${n === 2 ? 'dos' : 'tres'} decisiones`} que más ${name === null ? 'te ' : ''}${n === 1 ? 'costó' : 'costaron'}${name === null ? '' : ` a ${name}`}:`,
    cards: (name: string | null) => `Sin errores: ninguna decisión ${name === null ? 'te costó' : `costó a ${name}`} nada que se note.`,
    undecided: (name: string | null) => `${name === null ? 'No tuviste' : `${name} no tuvo`} nada que decidir en esta partida.`,
    /** When a decision was made, before the move. */
    when: {
      president: (week: number) => `Semana ${week}: `,
      combat: (hand: number) => `Mano ${hand}: `,
      mudslinger: (turn: number, state: string) => (state ? `Turno ${turn}, ${state}: ` : `Turno ${turn}: `),
    } as Record<string, (number: number, state: string) => string>,
    paid: {
      spent: (name: string, dollars: number) => `${name} gastó $${dollars}`,
      slung: (name: string, dollars: number) => `${name} lanzó barro por $${dollars}`,
      all: (parts: readonly string[]) => `${list(parts)}.`,
    },
    turning: {
      card: (card, votes, name, wild) =>
        wild === null ? `${card} (${votes}) sale para ${name ?? 'ti'}.` : `${wild && `Sale ${wild}, y `}${card} (${votes}) es para ${name ?? 'ti'}.`,
      share: (won, all, name) => `${name === null ? 'Ganas' : `${name} gana`} ${won} de los ${many(all, 'voto')} de la mano.`,
      hidden: (name) => `Tal como están las cartas, esto ayuda a ${name ?? 'ti'}.`.replace('ayuda a ti', 'te ayuda'),
      loses: (state, from, to, points, next) => `${from === null ? 'Pierdes' : `${from} pierde`} ${state}: ahora es ${to === null ? 'tuyo' : `de ${to}`}, ${points} a ${next}.`,
      large: (state, name, last) => `${name === null ? `Gastas ${last ? 'tu última' : 'una'}` : `${name} gasta ${last ? 'la última' : 'una'}`} pirámide grande en ${state}.`,
      safe: (state, name) => (name === null ? `Ya nadie te puede quitar ${state}.` : `Ya nadie le puede quitar ${state} a ${name}.`),
    },
    lastHand: 'Última mano: ',
    here: 'La decisión en este punto',
    noDecision: 'Aquí nadie pudo elegir.',
    best: 'Bien jugado: el bot fuerte habría hecho lo mismo.',
    better: (move: string, more: number) => (more > 0 ? `Mejor: ${small(move)} (gana ${more} de 100 partidas más).` : `Casi tan bueno como lo que elige el bot: ${small(move)}.`),
    good: (other: string, fewer: number) => `Bien jugado. La siguiente mejor, ${small(other)}, gana ${fewer} de 100 partidas menos.`,
    opens: (states, votes, other, less, good) =>
      `${good ? 'La jugada hecha' : 'La mejor jugada'} abre ${many(states, 'estado')} con ${many(votes, 'voto')}; la ${good ? 'siguiente mejor' : 'otra'}, ${other > 0 ? `${other} con ${less}` : 'ninguno'}.`,
    lead: (state: string, better: number, played: number, first: boolean) => `${state} en ${better} ${first ? 'de 100 partidas ' : ''}en lugar de ${played}`,
    leads: (leads, name, more, good) => `${good ? 'Con la jugada hecha' : 'Así'} ${name === null ? 'tienes' : `${name} tiene`} ${list(leads)}${more ? `, y por eso ${name === null ? 'ganas' : 'gana'} más a menudo` : ''}.`,
    scores: (better, played, unit, good) => `${good ? 'La jugada hecha' : 'La mejor jugada'} trae de media ${better} ${unit} en lugar de ${played}.`,
    units: { combat: 'votos electorales', president: 'electores', politics: 'votos', mudslinger: 'puntos' },
    points: 'puntos',
    all: (n: number) => `Todas las decisiones (${n})`,
    see: 'Pulsa una decisión para verla en el tablero.',
    turns: 'Ver los momentos decisivos',
    how: (n: number, game: string) =>
      `Un bot fuerte juzgó cada decisión por lo que sabía entonces quien jugaba. Probó ${n} maneras en que podía seguir la partida. Solo cuentan como decisiones importantes las diferencias que no pueden ser azar. La suerte es lo que cambiaron solo ${CHANCE[game] ?? 'las cartas y los dados'}.`,
  },
  deal: {
    open: 'Verificar el reparto',
    title: '¿Fue justo el reparto?',
    checking: 'Calculando de nuevo el reparto …',
    holds: 'Sí.',
    broken: 'No.',
    why: 'Antes del reparto, la sala eligió un secreto y publicó su huella. Todo lo repartido y tirado se calculó a partir de ese secreto. Terminada la partida, el secreto es público y cualquiera puede repetir el cálculo.',
    commitment: 'Huella, publicada antes del reparto',
    secret: 'Secreto, mostrado al final',
    yourself: 'Verifícalo tú',
    how: 'Guarda la partida y verifica el archivo con tu propia copia de Hustings:',
    formula: 'La huella es el SHA-256 del secreto. El número n de una serie son los primeros 63 bits del HMAC-SHA256 de «stream:n», con el secreto como clave.',
  },
};
