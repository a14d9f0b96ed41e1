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
  parts: { arrive: 'Llegar', predict: 'Predecir', rules: 'Aprender las reglas', play: 'Jugar', discuss: 'Debatir', exit: 'Preguntas de salida' },
  arrive: ['Muestra el código en el proyector. Los teléfonos entran y reciben un nombre.', 'Espera hasta que todos estén aquí y mirando.'],
  predict: 'Tu página de la clase tiene estas preguntas listas: pulsa una y luego «Cerrarla y mostrar las respuestas».',
  rules: [
    'Pulsa «Empezar una ronda de práctica». Los teléfonos muestran las reglas en cinco frases, sin reloj.',
    'El proyector muestra qué hacer, paso a paso; pulsa «Paso siguiente».',
    'Pulsa «Terminar la ronda de práctica»: sus mesas se borran.',
  ],
  halfway: (question: string) => `A la mitad pregunta: ${question}`,
  exit: 'Un botón de tu página muestra las tres preguntas, cierra cada una y sigue. La respuesta correcta aparece al cerrar, y tu página marca a cada alumno.',
  plan: 'Plan de clase',
  c3: 'Marco C3: dimensión 1, preguntas (predicciones); dimensión 2, conceptos e instrumentos de educación cívica (D2.Civ.4.9-12, la Constitución; D2.Civ.11.9-12, modos de decidir); dimensión 3, pruebas (los resultados de la clase); dimensión 4, conclusiones (debate y preguntas de salida).',
  goal: 'Objetivo',
  terms: 'Palabras del currículo',
  time: 'Tiempo',
  questions: 'Preguntas que tu página de la clase tiene listas',
  right: 'respuesta correcta',
  clock: (seconds: number) => `Abre la clase. El reloj es «Estricto»: a los ${seconds} segundos el programa hace la jugada, así que nadie detiene una mesa. La primera jugada de cada jugador no tiene reloj.`,
  stop: (minutes: number, games: number, longest: number) =>
    games === 0
      ? `«Fijar la hora de fin»: ${minutes} minutos. Ninguna partida acaba antes: cada mesa termina a esa hora y gana la puntuación más alta. Dilo antes.`
      : games === 1
        ? `Cabe una partida entera: con este reloj nueve de cada diez duran ${longest} minutos como mucho. «Fijar la hora de fin»: ${minutes} minutos, por si una mesa tarda más: allí gana la puntuación más alta. Dilo antes.`
        : `Caben ${games} partidas enteras: con este reloj nueve de cada diez duran ${longest} minutos como mucho. En la última, «Fijar la hora de fin» para cuando pasen los ${minutes} minutos, por si una mesa tarda más: allí gana la puntuación más alta. Dilo antes.`,
  discuss: [
    'Comparen las predicciones del proyector con los resultados.',
    'Pulsa «Empezar el repaso»: ocho pantallas como mucho, un minuto cada una. Lee la frase, deja mirar, haz la pregunta.',
  ],
  length: 'Cuánto dura una partida',
  counted: (games: number, size: number, [low, middle, high]: readonly [number, number, number], each: number) =>
    `Contado en ${games} partidas entre bots de regla simple en mesas de ${size}: una mesa espera ${middle} veces a que alguien mueva${low === high ? ', en todas las partidas' : ` (en ocho de cada diez, de ${low} a ${high} veces)`}. En la partida mediana una persona hace ${each} jugadas.`,
  pace: (clock: number) => `Si las jugadas gastan, de los ${clock} segundos`,
  paces: ['todos', 'la mitad', 'un cuarto'],
  half: 'la mitad de las partidas dura como mucho',
  most: 'nueve de cada diez',
  stated: (from: number, to: number) => `El juego se anuncia con ${from} a ${to} minutos.`,
  used: (parts: string, free: number) => `Probado con 28 alumnos de programa y un reloj por pasos, gastando todo el reloj del juego: nueve clases de cada diez duran como mucho estos minutos: ${parts}. Quedan libres unos ${free}, la mitad al jugar. Al repaso no le sobra ninguno.`,
  seated: 'Treinta teléfonos movidos por un programa tuvieron todos asiento a los dos segundos de entrar.',
  untimed: 'No se ha medido ninguna clase de personas. Se suma todo aquello para lo que detengas las mesas.',
  worksheet: {
    title: 'Hoja de trabajo',
    head: ['Nombre', 'Mesa', 'Mi letra', 'Fecha'],
    rules: 'Antes de jugar',
    expect: 'Tras la ronda de práctica, espero',
    because: 'Porque',
    play: 'Mientras juegas',
    playLine: 'Anota seis jugadas importantes: el estado y qué hiciste.',
    counted: 'Nuestra mesa, contada',
    columns: ['Jugador', 'Al final', 'Con otra regla'],
    remember: 'Tres cosas para recordar, con tus palabras',
    think: '¿Qué piensas y por qué?',
  },
  key: { title: 'Respuestas', line: 'Para el docente: las respuestas correctas de las preguntas de salida y por qué lo son. Las demás preguntas no tienen una respuesta correcta.' },
  letter: {
    title: 'Carta a las familias',
    open: 'Estimadas familias:',
    why: (game: string) => `en una de las próximas clases jugaremos ${game}, un juego sobre las elecciones en Estados Unidos, con teléfonos o por parejas en un teléfono. No toma partido por ningún partido ni candidato. Las reglas del juego se comparan con la ley.`,
    data: 'Qué pasa con los datos:',
    close: 'El docente puede mostrarles cada campo que se guarda. Pregunten si algo no queda claro.',
    sign: ['Fecha', 'Docente'],
  },
  games: {
    combat: {
      aim: 'Los votos electorales son desiguales: unos pocos estados grandes pesan más que muchos pequeños, y lo que gana uno lo pierde el otro.',
      goal: 'El alumnado explica por qué pesan tanto unos pocos estados grandes y cómo se reúne una mayoría de votos electorales.',
      terms: ['Voto electoral', 'Mayoría absoluta', 'Todo para el ganador', 'Reparto de escaños'],
      open: { 90: 'En «Más ajustes» reparte las mismas cartas en todas las mesas.' },
      predict: [
        { text: '¿Cuántos estados hacen falta, como mínimo, para tener mayoría?', answers: ['Menos de 10', 'De 10 a 15', 'De 16 a 25', '26 o más'] },
        { text: '¿Tendrá el ganador más estados que el perdedor?', answers: ['Sí, en casi todas las mesas', 'En la mitad, más o menos', 'No, en casi ninguna'] },
      ],
      practice: [
        'Hay cinco cartas tapadas. Uno abre la mano: pulsa cualquier carta.',
        'El otro también pulsa una carta. Quien muestra más votos elige.',
        'Elige: la carta más alta y otra más. El resto es para el otro.',
        'Mira la barra de arriba: con 270 votos se gana. Esta mano no cuenta.',
      ],
      play: {
        45: ['Jueguen una partida.'],
        90: ['Jueguen dos partidas; en la segunda las parejas son otras.', 'Entre ambas comparen dos mesas: las mismas manos, otras decisiones.'],
      },
      halfway: { text: '¿Qué ha decidido tu partida hasta ahora?', answers: ['Uno o dos estados grandes', 'Muchos estados pequeños', 'Los comodines', 'Las buenas decisiones'] },
      discuss: [
        { text: '¿Qué estados querían todos?', answers: ['Los más grandes', 'Los que daban la mayoría', 'Cualquiera'] },
        { text: 'Si todos los estados contaran igual, ¿habrías elegido de otro modo?', answers: ['Sí, a menudo', 'A veces', 'No'] },
      ],
      remember: [
        '270 de 538 votos electorales hacen a un presidente: más de la mitad.',
        'Cada estado tiene un elector por cada senador y cada representante: al menos tres.',
        'En 48 estados, quien gana el estado, aunque sea por un voto, se lleva todos sus electores.',
      ],
      exit: [
        { text: '¿Cuántos de los 538 votos electorales hacen presidente?', answers: ['218', '269', '270'], right: 2, why: 'Mayoría es más de la mitad: 538 : 2 = 269, y uno más.' },
        { text: '¿Por qué tiene cada estado al menos tres votos electorales?', answers: ['Tiene dos senadores y al menos un representante', 'Lo acordaron los partidos', 'Tiene al menos tres ciudades'], right: 0, why: 'Un estado tiene tantos electores como senadores (dos) y representantes (uno o más) juntos.' },
        { text: 'Un candidato gana Texas por un voto. ¿Cuántos de sus votos electorales recibe?', answers: ['Uno más de la mitad', 'Todos', 'Una parte como la de sus votantes'], right: 1, why: 'Texas, como otros 47 estados, da todos sus electores a quien tiene más votos allí.' },
      ],
    },
    president: {
      aim: 'Las campañas van donde el voto está abierto. Todos deciden a la vez y en secreto, así que hay que adivinar qué hacen los demás.',
      goal: 'El alumnado explica qué es una mayoría de los electores, qué hace la Constitución si nadie la tiene, y cómo una regla guía las campañas.',
      terms: ['Estado bisagra', 'Mayoría absoluta', 'Mayoría simple', 'Elección contingente'],
      predict: [
        { text: '¿Qué estado recibirá más pirámides?', answers: ['Florida', 'Pensilvania', 'Ohio', 'Otro estado'] },
        { text: '¿Tendrá alguien mayoría de electores en el primer conteo?', answers: ['Sí, en casi todas las mesas', 'Sí, en unas pocas mesas', 'No, en ninguna mesa'] },
      ],
      practice: [
        'Pulsa una pirámide: la grande da tres puntos, la mediana dos, la pequeña uno.',
        'Pulsa un estado y luego el botón. Nadie más ve lo que eliges.',
        'Cuando todos han elegido, aparecen las pirámides. Quien tiene más puntos se queda con el estado.',
        'Mira las barras de arriba: se gana con más de la mitad de los electores. Esta semana no cuenta.',
      ],
      play: {
        45: ['Jueguen una partida de doce semanas.'],
        90: ['Jueguen dos partidas.', 'Antes de la segunda, acuerden una frase sobre adónde van las campañas y miren si se cumple.'],
      },
      halfway: { text: '¿Adónde irías si cada voto del país contara igual?', answers: ['Donde vive más gente', 'A los mismos estados que ahora', 'Un poco a todas partes'] },
      discuss: [
        { text: '¿Qué estados no recibieron nada?', answers: ['Los pequeños', 'Los que alguien tenía seguros', 'Los grandes', 'Ninguno'] },
        { text: '¿Quién debería ser presidente si no puedes serlo tú?', answers: ['Quien ganó', 'Quien quedó segundo', 'Otra persona'] },
        { text: '¿Qué debe pasar si nadie tiene mayoría?', answers: ['Gana quien tiene más', 'Una segunda vuelta entre dos', 'Decide la Cámara'] },
      ],
      remember: [
        'Más de la mitad de los electores hace a un presidente: 270 de 538.',
        'Si nadie la tiene, la Cámara elige entre los tres primeros: un voto por estado, 26 de 50.',
        'Otra regla puede dar otro presidente, y lleva las campañas a otra parte.',
      ],
      exit: [
        { text: '¿Qué es una mayoría de los electores?', answers: ['Más que nadie', 'Más de la mitad', 'Dos tercios'], right: 1, why: 'Más de la mitad: de 538 electores, al menos 270. Más que nadie es una mayoría simple.' },
        { text: 'Nadie tiene 270 electores. ¿Quién elige al presidente?', answers: ['La Corte Suprema', 'El Senado', 'La Cámara, con un voto por estado', 'Nadie: gana quien tiene más'], right: 2, why: 'La enmienda 12: la Cámara elige entre los tres primeros, cada estado tiene un voto y hacen falta 26 de 50.' },
        { text: '¿Qué puede cambiar otra regla electoral?', answers: ['Quién gana, y adónde van las campañas', 'Solo quién gana', 'Solo adónde van las campañas', 'Nada'], right: 0, why: 'Las campañas van adonde los votos deciden algo. Con otra regla deciden otros votos.' },
      ],
    },
    politics: {
      aim: 'Los partidos crecen desde una base: el mapa de 1904, con sus fronteras y sus 476 votos, decide quién puede ir adónde. En 1904 la mayoría de las mujeres solo podía votar por presidente en Wyoming, Colorado, Utah y Idaho, y los estados del sur impedían votar a la mayoría de los ciudadanos negros.',
      goal: 'El alumnado lee el mapa de 1904: explica por qué sus votos no son los de hoy y cómo las fronteras limitan a un partido.',
      terms: ['Candidato nominado', 'Tercer partido', 'Territorio', 'Censo'],
      open: { 90: 'En «Más ajustes» reparte las mismas cartas en todas las mesas.' },
      predict: [
        { text: '¿Ganará el bando cuyo primer estado es más grande?', answers: ['Sí, en casi todas las mesas', 'En la mitad, más o menos', 'No, en casi ninguna'] },
        { text: '¿Tendrá más estados el bando ganador?', answers: ['Sí, en casi todas las mesas', 'En la mitad, más o menos', 'No, en casi ninguna'] },
      ],
      practice: [
        'El primero de cada bando nomina: pulsa un estado de tu propio partido.',
        'Los estados iluminados de tu mano limitan con tu bando. Pulsa uno para jugarlo.',
        'Si ninguno encaja, roba una carta. Un estado jugado está perdido para el otro bando.',
        'Mira las sumas: gana quien tiene más votos. Esta ronda no cuenta.',
      ],
      play: {
        45: ['Jueguen una partida.'],
        90: ['Jueguen dos partidas; en la segunda cada bando acuerda antes un plan.', 'Entre ambas comparen los mapas en el proyector.'],
      },
      halfway: { text: '¿A qué bando se le puede cerrar el paso todavía?', answers: ['A los republicanos', 'A los demócratas', 'A ambos', 'A ninguno'] },
      discuss: [
        { text: '¿Qué fronteras importaron más?', answers: ['Las de estados grandes', 'Las de estados con muchos vecinos', 'Las que cerraron el paso'] },
        { text: '¿Por qué los votos de 1904 no son los de hoy?', answers: ['La gente se mudó al oeste y al sur', 'Cambiaron las fronteras de los estados', 'Cambiaron los partidos'] },
        { text: '¿Qué podía esperar un tercer partido?', answers: ['Ganar', 'Quitar votos a un bando', 'Que los otros escucharan'] },
      ],
      remember: [
        'En este juego gana quien tiene más votos. La ley pedía mayoría: 239 de 476 electores en 1904.',
        'Los electores siguen a la población: California tenía 10 en 1904 y hoy tiene 54.',
        'Solo votan los estados. Arizona y Nuevo México eran aún territorios en 1904.',
      ],
      exit: [
        { text: 'En este juego gana quien tiene más votos. ¿Cuántos de los 476 pedía la ley en 1904?', answers: ['238', '239', '270', 'Más que nadie'], right: 1, why: 'La mitad de 476 es 238, y mayoría es más de la mitad. Sin ella elegía la Cámara, como hoy.' },
        { text: '¿Por qué tenía California 10 votos electorales en 1904 y hoy más de 50?', answers: ['Los votos siguen al número de habitantes', 'Su superficie ha crecido', 'Vota más gente'], right: 0, why: 'Los escaños de la Cámara siguen al censo, y los electores a los escaños. La superficie de California es la misma.' },
        { text: '¿Por qué no están Arizona y Nuevo México en el mapa de 1904?', answers: ['Pertenecían a México', 'No querían votar', 'Eran territorios, no estados'], right: 2, why: 'Solo los estados eligen electores. Arizona y Nuevo México fueron estados desde 1912.' },
      ],
    },
    mudslinger: {
      aim: 'Dinero, lodo y promesas: qué gastan las campañas, a quién atacan y cuánto vale una palabra.',
      goal: 'El alumnado describe en qué gastan las campañas y valora cuándo compensa un ataque o una promesa rota.',
      terms: ['Guerra sucia', 'Cabildeo', 'Compañero de fórmula', 'Respaldo'],
      predict: [
        { text: '¿Qué rinde más?', answers: ['Ganar popularidad', 'Echar lodo', 'Lo mismo'] },
        { text: '¿Tendrá el ganador más estados que los demás?', answers: ['Sí, en casi todas las mesas', 'En la mitad, más o menos', 'No, en casi ninguna'] },
      ],
      practice: [
        'Toma una carta: roba una o cabildea por la de arriba del descarte.',
        'Pulsa un estado abierto. Cuanto más alto tu número allí, mejor.',
        'Los dólares suben el índice, el lodo lo baja. Pasa cuando hayas terminado.',
        'Tres dados no deben superar el índice. Este turno no cuenta.',
      ],
      play: {
        45: ['Una partida entera es demasiado larga para una clase: jueguen una parte.'],
        90: ['Una partida entera es demasiado larga para una clase: jueguen una parte.', 'Marquen las promesas como cumplidas o rotas.'],
      },
      halfway: { text: '¿Con quién harías un trato ahora?', answers: ['Con quien va por delante', 'Con alguien más débil', 'Con quien cumplió su palabra', 'Con nadie'] },
      discuss: [
        { text: '¿Qué costó romper una promesa?', answers: ['Nada', 'Un trato posterior', 'La partida'] },
        { text: '¿Ayudó el lodo a quien lo echó?', answers: ['Sí', 'A veces', 'No'] },
        { text: '¿Qué estados salieron más caros por sus votos?', answers: ['Los grandes', 'Los pequeños', 'Los que muchos querían'] },
      ],
      remember: [
        'Echar lodo es atacar la persona de un rival, no sus planes.',
        'El compañero de fórmula es candidato a vicepresidente.',
        'Ningún tribunal obliga a cumplir una promesa de campaña: solo los votantes, en la próxima elección.',
      ],
      exit: [
        { text: '¿Qué es la guerra sucia?', answers: ['Atacar la persona del rival', 'Trazar distritos para un partido', 'Prometer más de lo que se puede pagar'], right: 0, why: 'El lodo se lanza contra una persona. Trazar distritos para un partido se llama gerrymandering.' },
        { text: '¿A qué cargo aspira el compañero de fórmula?', answers: ['Presidente de la Cámara', 'Secretario de Estado', 'Vicepresidente'], right: 2, why: 'Presidente y vicepresidente se presentan juntos, en una sola candidatura.' },
        { text: 'Un presidente rompe una promesa de la campaña. ¿Quién puede exigírsela?', answers: ['Un tribunal', 'Los votantes, en la siguiente elección', 'El Colegio Electoral'], right: 1, why: 'Ninguna ley obliga a cumplir una promesa de campaña. Los votantes la juzgan en la siguiente elección.' },
      ],
    },
  },
};
