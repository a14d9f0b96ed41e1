/** Spanish: how far a game is, which the server says in English. */

const PROGRESS: readonly (readonly [RegExp, string])[] = [
  [/^Week (\d+) of (\d+)/, 'Semana $1 de $2'],
  [/^Hand (\d+) of (\d+)/, 'Mano $1 de $2'],
  [/^Turn (\d+)/, 'Turno $1'],
  [/rating (\d+)$/, 'índice $1'],
  [/^The set-up/, 'La preparación'],
  [/^The cards are dealt/, 'Se reparten las cartas'],
  [/^The last deal/, 'El último reparto'],
  [/^After the last deal/, 'Tras el último reparto'],
  [/^The nominations/, 'Las candidaturas'],
  [/^The election is over/, 'La elección ha terminado'],
  [/^The election/, 'La elección'],
  [/(\d+) extra cards?$/, 'cartas extra: $1'],
  [/Misinformation$/, 'Desinformación'],
  [/Foreign Interference$/, 'Injerencia Extranjera'],
  [/Fake News$/, 'Noticias Falsas'],
  [/Russian Collusion$/, 'Trama Rusa'],
  [/Celebrity Endorsement$/, 'Apoyo de Famosos'],
  [/Recount$/, 'Recuento'],
  [/Swing State$/, 'Estado Bisagra'],
];

export const progress = (said: string): string => PROGRESS.reduce((text, [english, spanish]) => text.replace(english, spanish), said);
