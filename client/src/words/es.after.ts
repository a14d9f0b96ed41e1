/** The words of learning to play and of what comes after a game, in Spanish. */

import type { Partly, Words } from '.';

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`;

export const after: Partly<Pick<Words, 'language' | 'glossary' | 'coach' | 'replay' | 'deal'>> = {
  language: 'Idioma',
  glossary: { title: 'Palabras electorales', back: 'Volver a las reglas' },
  coach: {
    start: 'Aprender jugando',
    title: 'Tu primera partida',
    known: 'Esto ya lo sabes',
    knownText: 'Elige como quieras; lo permitido está iluminado, y lo que no lo está dice por qué.',
    fold: 'Mostrar u ocultar la explicación',
    skip: 'Terminar la lección',
    done: 'Seguir sin ayuda',
  },
  replay: {
    title: 'Repetición',
    open: 'Recorrer la partida',
    room: 'Volver a la sala',
    loading: 'Abriendo la partida …',
    begin: 'El principio',
    end: 'El final',
    point: (at: number, of: number) => `Punto ${at} de ${of}`,
    slider: 'Punto de la partida',
    first: 'Al principio',
    back: 'Una línea atrás',
    play: 'Reproducir',
    pause: 'Pausa',
    next: 'Una línea adelante',
    last: 'Al final',
    share: 'Copiar un enlace a este punto',
    copied: 'El enlace a este punto está copiado.',
    address: 'El enlace a este punto está en la barra de direcciones.',
    seen: 'Visto por',
    still: 'Esto es una repetición: aquí no se puede jugar.',
    line: 'Qué probable era que ganara cada uno',
    counting: 'Contando qué probable era que ganara cada uno. La primera vez puede tardar uno o dos minutos.',
    part: (name: string, first: number, last: number) => `${name} de ${first} a ${last} %`,
    summary: (parts: readonly string[]) => `Qué probable era que ganara cada uno, punto por punto: ${list(parts)}.`,
    turns: 'Momentos decisivos',
    change: (name: string, before: number, after: number) => `${name}: ${before} → ${after} %`,
    how: 'Cómo se cuenta, y la línea como tabla',
    counted: (n: number, random: boolean) =>
      `Desde cada punto la partida se siguió ${n} veces ${random ? 'con jugadas al azar' : 'con bots de regla sencilla'}, con todas las cartas entonces ocultas. Dice dónde cambió la partida, no lo que alguien podía saber.`,
    entry: 'Punto',
  },
  deal: {
    open: 'Comprobar el reparto',
    title: '¿Fue justo el reparto?',
    checking: 'Calculando de nuevo cada carta …',
    holds: 'Sí.',
    broken: 'No.',
    why: 'Antes de la primera carta la sala fijó un secreto y publicó su huella. Cada carta y cada dado se calculan a partir del secreto. Al terminar la partida el secreto se abre, y cualquiera puede calcularlo todo otra vez.',
    commitment: 'Huella, publicada antes de la primera carta',
    secret: 'Secreto, mostrado al final',
    yourself: 'Compruébalo tú',
    how: 'Guarda la partida y deja que tu propio Hustings compruebe el archivo:',
    formula: 'La huella es el SHA-256 del secreto. El número n de una serie es el HMAC-SHA256 de «stream:n» con el secreto, sus primeros 63 bits.',
  },
};
