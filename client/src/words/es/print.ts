/** Spanish: what the page that prints the cards says, and what stands on printed cards only. */

import type { Partly, Print } from '../types';

export const print: Partly<Print> = {
  title: 'Imprimir y jugar',
  reference: 'Hoja de consulta',
  linkCards: 'Imprimir las cartas',
  linkSheet: 'Imprimir una hoja de consulta',
  line: (cards: number, sheets: number) => `${cards} cartas de 63 × 88 mm en ${sheets === 1 ? 'una hoja' : `${sheets} hojas`}.`,
  designers: 'Imprimir las cartas de este juego corresponde a sus autores. Esta hoja dice qué hay en ellas, para tenerla junto a tu ejemplar.',
  how: 'Al imprimir, elige tamaño real (100 %), sin márgenes y, para los colores, con gráficos de fondo. La regla de cada hoja debe medir entonces 50 mm.',
  paper: 'Papel',
  papers: { a4: 'A4', letter: 'Carta' },
  bleed: 'Sangrado',
  bleeds: { none: 'Ninguno', three: '3 mm' },
  backs: 'Reversos',
  backings: { none: 'Ninguno', long: 'En páginas alternas: imprime a doble cara, girando por el borde largo' },
  ink: 'Tinta',
  inks: { color: 'Color', black: 'Blanco y negro' },
  type: 'Letra',
  types: { usual: 'Normal', large: 'Grande' },
  print: 'Imprimir',
  preview: 'Las páginas',
  page: (game: string, sheet: number, of: number, back: boolean) => `${game} · ${back ? 'reverso de la hoja' : 'hoja'} ${sheet} de ${of}`,
  ruler: '50 mm',
  borders: (states: readonly string[]) => `Limita con ${states.join(', ')}`,
  turn: 'por turno',
  mate: 'Base +2 en tu propio partido, +1 en el de al lado',
  manager: 'Base +1',
  trade: 'O se cambia por $3',
  kinds: { state: 'Estado', candidate: 'Candidato', group: 'Grupo', mate: 'Compañero de fórmula', manager: 'Jefe de campaña', action: 'Acción' },
  total: (votes: number) => `${votes} votos en total`,
};
