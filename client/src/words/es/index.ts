/** Spanish: what a reader may see at once, the games' own words included. What is missing is said in English. */

import type { Wording } from '../types';
import type { GameWords } from '../merge';
import { combat } from './games/combat';
import { mudslinger } from './games/mudslinger';
import { politics } from './games/politics';
import { president } from './games/president';
import { home } from './home';

export { messages } from './server/messages';

export const words: NonNullable<Wording['words']> = {
  name: 'Hustings',
  percent: (n: number | string) => `${n}\u00a0%`,
  ...home,
};

/** The games' own words, in the shape of the server's English ones. */
export const games: Readonly<Record<string, GameWords>> = { combat, president, politics, mudslinger };

/** The bots’ levels. */
export const levels = {
  random: { title: 'Novato', line: 'Hace cualquier jugada permitida, pero no negocia.' },
  canvasser: { title: 'Voluntario', line: 'Fácil: una de cada dos veces se le escapa lo mejor.' },
  thumb: { title: 'Jefe local', line: 'Juega con reglas sencillas: sensato, rápido y no muy profundo.' },
  alderman: { title: 'Concejal', line: 'Piensa antes de jugar, pero no mucho.' },
  chair: { title: 'Presidente comarcal', line: 'Piensa un poco por adelantado antes de cada jugada.' },
  boss: { title: 'Cacique', line: 'Piensa por adelantado, y también en lo que harán los demás.' },
  kingmaker: { title: 'Hacedor de reyes', line: 'Piensa diez veces más que el Cacique.' },
};

/** The places on the cards, by postal code. */
export const places = {
  AK: 'Alaska', AL: 'Alabama', AR: 'Arkansas', AZ: 'Arizona', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DC: 'Distrito de Columbia', DE: 'Delaware', FL: 'Florida', GA: 'Georgia', HI: 'Hawái', IA: 'Iowa', ID: 'Idaho',
  IL: 'Illinois', IN: 'Indiana', KS: 'Kansas', KY: 'Kentucky', LA: 'Luisiana', MA: 'Massachusetts', MD: 'Maryland',
  ME: 'Maine', MI: 'Míchigan', MN: 'Minnesota', MO: 'Misuri', MS: 'Misisipi', MT: 'Montana', NC: 'Carolina del Norte',
  ND: 'Dakota del Norte', NE: 'Nebraska', NH: 'Nuevo Hampshire', NJ: 'Nueva Jersey', NM: 'Nuevo México', NV: 'Nevada',
  NY: 'Nueva York', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregón', PA: 'Pensilvania', RI: 'Rhode Island',
  SC: 'Carolina del Sur', SD: 'Dakota del Sur', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VA: 'Virginia', VT: 'Vermont',
  WA: 'Washington', WI: 'Wisconsin', WV: 'Virginia Occidental', WY: 'Wyoming',
};
