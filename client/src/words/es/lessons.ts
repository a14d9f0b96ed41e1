/** Spanish: the lesson sheets of the games. */

import type { Lessons } from '../types';

export const lessons: Lessons = {
  title: 'Ficha de clase',
  lesson: (minutes: number) => `Una clase de ${minutes} minutos`,
  print: 'Imprimir',
  open: 'Abrir una clase',
  minutes: (n: number) => `${n} min`,
  back: 'Reglas',
  aim: 'De qué trata',
  size: (n: number) => `${n} jugadores por mesa; los bots ocupan lo que queda.`,
  parts: { arrive: 'Llegar', predict: 'Predecir', play: 'Jugar', discuss: 'Debatir' },
  arrive: ['Muestra el código en el proyector. Los teléfonos entran y reciben un nombre.', 'Empieza el juego cuando todos estén aquí y mirando.'],
  predict: 'Haz cada pregunta con «Detener y preguntar», muestra las respuestas y anótalas en la pizarra.',
  clock: (seconds: number) => `Abre la clase. El reloj es «Estricto»: a los ${seconds} segundos el programa hace la jugada, así que nadie detiene una mesa. La primera jugada de cada jugador no tiene reloj.`,
  stop: (minutes: number, games: number, longest: number) =>
    games === 0
      ? `«Fijar la hora de fin»: ${minutes} minutos. Ninguna partida acaba antes: cada mesa termina a esa hora y gana la puntuación más alta. Dilo antes.`
      : games === 1
        ? `Cabe una partida entera: con este reloj nueve de cada diez duran ${longest} minutos como mucho. «Fijar la hora de fin»: ${minutes} minutos, por si una mesa tarda más: allí gana la puntuación más alta. Dilo antes.`
        : `Caben ${games} partidas enteras: con este reloj nueve de cada diez duran ${longest} minutos como mucho. En la última, «Fijar la hora de fin» para cuando pasen los ${minutes} minutos, por si una mesa tarda más: allí gana la puntuación más alta. Dilo antes.`,
  discuss: [
    'Mirad otra vez las predicciones: ¿qué salió como se esperaba y qué no?',
    'Abre «Los votos, contados de otro modo» en el proyector. Toma una regla con la que en alguna mesa el resultado es otro y una con la que es el mismo.',
  ],
  length: 'Cuánto dura un juego',
  counted: (games: number, size: number, [low, middle, high]: readonly [number, number, number], each: number) =>
    `Contado en ${games} partidas entre bots de regla simple en mesas de ${size}: una mesa espera ${middle} veces a que alguien mueva${low === high ? ', en todas las partidas' : ` (en ocho de cada diez, de ${low} a ${high} veces)`}. En la partida mediana una persona hace ${each} jugadas.`,
  pace: (clock: number) => `Si las jugadas gastan, de los ${clock} segundos`,
  paces: ['todos', 'la mitad', 'un cuarto'],
  half: 'la mitad de las partidas dura como mucho',
  most: 'nueve de cada diez',
  stated: (from: number, to: number) => `El juego se anuncia con ${from} a ${to} minutos.`,
  seated: 'Treinta teléfonos movidos por un programa tuvieron todos asiento a los dos segundos de entrar.',
  untimed: 'No se ha medido ninguna clase de personas. Se suma todo aquello para lo que detengas las mesas.',
  games: {
    combat: {
      aim: 'Los votos electorales son desiguales: unos pocos estados grandes pesan más que muchos pequeños, y lo que gana un lado lo pierde el otro.',
      open: { 90: 'En «Más ajustes» reparte las mismas cartas en todas las mesas.' },
      predict: ['¿Cuántos estados hacen falta, como mínimo, para tener mayoría?', '¿Tendrá el ganador más estados que el perdedor?'],
      play: {
        45: ['Jugad una partida.', 'A la mitad detén todas las mesas: ¿quién va por delante y gracias a qué estado?'],
        90: ['Jugad dos partidas; en la segunda las parejas son otras.', 'Entre ambas comparad dos mesas: las mismas manos, otras decisiones.'],
      },
      discuss: ['¿Qué estados querían todos y por cuáles no luchó nadie?', '¿Qué habrías hecho de otro modo si cada estado contara uno?'],
    },
    president: {
      aim: 'Las campañas van donde el voto está abierto. Todos deciden a la vez y en secreto, así que hay que adivinar qué hacen los demás.',
      predict: ['¿Qué estado recibirá más pirámides?', '¿Tendrá alguien mayoría de electores en la primera cuenta?'],
      play: {
        45: ['Jugad una partida de doce semanas.', 'En la semana seis detén todas las mesas: ¿adónde irías si cada punto del país contara igual?'],
        90: ['Jugad dos partidas.', 'Antes de la segunda, acordad una frase sobre adónde van las campañas y mirad si se mantiene.'],
      },
      discuss: ['¿Qué estados no recibieron nada y por qué?', '¿Quién habría ganado como segunda opción de todos?', '¿Qué debe pasar si nadie tiene mayoría?'],
    },
    politics: {
      aim: 'Los partidos crecen desde una base: el mapa de 1904, con sus fronteras y sus 476 votos, decide quién puede ir adónde.',
      open: { 90: 'En «Más ajustes» reparte las mismas cartas en todas las mesas.' },
      predict: ['¿Qué lado ganará: el del primer estado más grande o el que tiene más fronteras?', '¿Qué estados quedarán para el tercer partido?'],
      play: {
        45: ['Jugad una partida.', 'A la mitad detén todas las mesas: ¿qué estado cerraría el paso al otro lado?'],
        90: ['Jugad dos partidas; en la segunda cada lado acuerda antes un plan.', 'Entre ambas comparad los mapas en el proyector.'],
      },
      discuss: ['¿Qué fronteras importaron más?', '¿En qué se distinguen los votos de 1904 de los de hoy y por qué se muda la gente?', '¿Qué podía esperar un tercer partido?'],
    },
    mudslinger: {
      aim: 'Dinero, barro y promesas: qué gastan las campañas, a quién atacan y cuánto vale una palabra.',
      predict: ['¿Qué rinde más: ganar popularidad o lanzar barro?', '¿Se cumplirán la mayoría de los tratos?'],
      play: {
        45: ['Una partida entera es demasiado larga para una clase: jugad una parte.', 'A los diez minutos detén todas las mesas: ¿con quién harías un trato y por qué?'],
        90: ['Una partida entera es demasiado larga para una clase: jugad una parte.', 'Marcad las promesas como cumplidas o rotas.', 'A la mitad detén todas las mesas: ¿quién va por delante y quién se lo permite?'],
      },
      discuss: ['¿Qué promesas se cumplieron y qué costó romper una?', '¿Ayudó el barro a quien lo lanzó?', '¿Qué estados salieron más caros por sus votos?'],
    },
  },
};
