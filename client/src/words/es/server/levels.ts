/** Spanish: the bots’ levels. */

export const levels = {
  random: { title: 'Novato', line: 'Hace cualquier jugada permitida, pero no negocia.' },
  canvasser: { title: 'Voluntario', line: 'Fácil: una de cada dos veces se le escapa lo mejor.' },
  thumb: { title: 'Jefe local', line: 'Juega con reglas sencillas: sensato, rápido y no muy profundo.' },
  alderman: { title: 'Concejal', line: 'Piensa antes de jugar, pero no mucho.' },
  chair: { title: 'Presidente comarcal', line: 'Piensa un poco por adelantado antes de cada jugada.' },
  boss: { title: 'Cacique', line: 'Piensa por adelantado, y también en lo que harán los demás.' },
  kingmaker: { title: 'Hacedor de reyes', line: 'Piensa diez veces más que el Cacique.' },
};
