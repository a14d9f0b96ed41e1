/** Spanish: what a debrief says of each rule, by the server’s keys. */

import type { RuleWords } from '../entries';

export const debrief: Readonly<Record<string, RuleWords>> = {
  'debrief.caution': { text: 'Estas cuentas cambian la regla después del juego. Si la gente la hubiera conocido antes, habría hecho campaña en otros estados.' },
  'debrief.played': {
    name: 'Tal como se jugó, {elections}',
    text: 'Los votos electorales de cada estado van a quien lo tiene, según las reglas de este juego.',
    question: '¿Qué estado importó más aquí, y cuándo lo supiste?',
  },
  'debrief.first_count': {
    name: 'Primer conteo',
    text: 'Los votos electorales de cada estado van a quien lo tiene. Nadie tiene aún la mayoría.',
    question: '¿Debería haber ganado quien tenía aquí más electores?',
  },
  'debrief.elimination': {
    name: 'Rondas de eliminación',
    text: 'Nadie tenía la mayoría en el primer conteo. Se retiró quien tenía menos electores, sus cartas pasaron a otros y se contó de nuevo. Los números son los del último conteo, con 0 para quien se había retirado antes.',
    question: '¿Quién recibió los estados de quienes se retiraron, y cambió eso al ganador?',
  },
  'debrief.apportionment': {
    name: 'Electores de {elections}',
    text: 'Cada estado cuenta los votos electorales que tenía en las elecciones de {elections}.',
    question: '¿Qué estados cuentan más en estos años que en tu juego, y por qué se muda la gente?',
  },
  'debrief.without_senators': {
    name: 'Sin los dos votos del Senado',
    text: 'Cada estado cuenta dos votos menos: uno por cada miembro de la Cámara.',
    question: '¿Qué estados pierden la mayor parte de su peso, y qué protegían esos dos votos?',
  },
  'debrief.one_each': {
    name: 'Un estado, un voto',
    text: 'Cada estado cuenta uno, viva en él la gente que viva. Solo cuentan los estados: los distritos y los territorios no votan.',
    question: '¿Dónde más son iguales los estados, y qué haría de otro modo un candidato?',
  },
  'debrief.population': {
    name: 'Por población',
    text: 'Cada estado cuenta sus habitantes en el censo de {census}. No se cuenta el voto de nadie: el juego no tiene votantes.',
    question: '¿Qué distancia hay entre esto y contar el voto de cada persona?',
  },
  'debrief.wyoming': {
    name: 'La regla de Wyoming: una Cámara de {house}',
    text: 'La Cámara tiene un escaño por cada tantas personas como viven en el estado más pequeño (censo de {census}), es decir {house} escaños, y cada estado dos votos más.',
    question: 'La Cámara tiene 435 escaños desde 1913. ¿Qué cambia cuando crece?',
  },
  'debrief.hamilton': {
    name: 'Método de Hamilton',
    text: 'Los 435 escaños de la Cámara se reparten por los restos mayores (censo de {census}): primero las partes enteras, luego las fracciones mayores.',
    question: '¿Por qué importa cómo se redondea la fracción de un escaño?',
  },
  'debrief.webster': {
    name: 'Método de Webster',
    text: 'Los 435 escaños de la Cámara se reparten por fracciones mayores (censo de {census}): las de más de un medio se redondean hacia arriba.',
    question: 'Dos métodos justos pueden dar Cámaras distintas. ¿Cómo elegir entre ellos?',
  },
  'debrief.national_vote': {
    name: 'Voto nacional',
    text: 'La gente de cada estado (censo de {census}) se divide como sus puntos, y se suman todos los estados. Gana quien tiene más votos.',
    question: '¿Debe contar igual un voto en cada estado?',
  },
  'debrief.proportional': {
    name: 'Electores proporcionales',
    text: 'Los electores de cada estado se reparten en proporción a los puntos que hay en él, fracciones incluidas.',
    question: '¿Quién gana cuando el vencedor de un estado ya no se lo lleva todo?',
  },
  'debrief.instant_runoff': {
    name: 'Segunda vuelta instantánea',
    text: 'Cada estado es un votante que ordena a los candidatos por sus puntos. Sale el último hasta que alguien es primero en más de la mitad de los estados que aún cuentan.',
    question: '¿Los partidarios de quién decidieron la última ronda?',
  },
  'debrief.borda': {
    name: 'Recuento de Borda',
    text: 'Cada estado es un votante; un candidato recibe uno por cada rival que queda por debajo de él allí, y medio por cada rival igualado.',
    question: '¿Debe valer tanto ser segundo en muchos estados como ser primero en unos pocos?',
  },
  'debrief.condorcet': {
    name: 'Método de Condorcet',
    text: 'Cada estado es un votante. Gana el candidato que vence a cada rival uno a uno, en más estados que al revés. Puede no haberlo.',
    question: '¿Puede un grupo preferir A a B, B a C y C a A?',
  },
  'debrief.contingent': {
    name: 'Elección contingente en la Cámara',
    text: 'Como si nadie tuviera mayoría: cada estado da un voto a quien va primero allí entre los tres con más electores. Hace falta más de la mitad de los estados; un estado empatado o que nadie tiene no da ninguno.',
    question: 'La Cámara eligió en 1801 y en 1825. ¿Debe pesar Montana tanto como Florida?',
  },
};
