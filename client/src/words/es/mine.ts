/** Spanish: the page of one's own games, and taking them to another device. */

import { many } from '../common';
import type { Mine, Partly } from '../types';

export const mine: Partly<Mine> = {
  none: 'Aún no hay partidas. Aquí aparece cada partida que juegues en este dispositivo.',
  kept: 'Se guardan en este dispositivo, sin cuenta.',
  keptHere: 'Se guardan solo en este dispositivo: esta página no tiene servidor.',
  finished: 'Acabadas',
  earlier: 'Partidas anteriores',
  record: {
    title: 'Contra los bots',
    line: 'Partidas contra bots nada más, según el más fuerte.',
    about: (level: string, games: number) => `más o menos ${level}, ${many(games, 'partida')}`,
    below: (level: string, games: number) => `aún por debajo de ${level}, ${many(games, 'partida')}`,
    few: (games: number) => many(games, 'partida'),
    level: 'Nivel',
    won: 'Ganadas',
    count: (won: number, played: number) => `${won} de ${played}`,
    how: 'Tu nivel es el más fuerte contra el que ganas al menos tu parte, en cuatro partidas o más.',
  },
  move: {
    title: 'Otro dispositivo',
    line: 'Llévate tus partidas. Después las tienen los dos dispositivos.',
    secret: 'Esto vale como una llave: quien lo tenga juega en tu lugar. Enséñaselo solo a tu propio dispositivo.',
    show: 'Mostrar el código QR y el enlace',
    hide: 'Ocultarlos',
    scan: 'Apunta con la cámara del otro dispositivo.',
    picture: 'Código QR con el enlace a tus partidas',
    long: 'Es demasiado para un código QR. Usa el enlace o el archivo.',
    link: 'El enlace lleva las partidas en curso y tus papeletas. El archivo lo lleva todo.',
    copy: 'Copiar el enlace',
    copied: 'El enlace está copiado.',
    byHand: 'El enlace:',
    local: 'Esta dirección solo vale en esta computadora. Abre la página con su dirección en la red, o usa el archivo.',
    file: 'Guardarlo todo en un archivo',
    open: 'Abrir un archivo de otro dispositivo',
    unread: 'Aquí no hay partidas de Hustings, o están dañadas.',
  },
  take: {
    title: '¿Traer estas partidas?',
    line: 'Vienen de otro dispositivo. Todavía no se ha traído nada.',
    nothing: 'Todo esto ya está aquí.',
    seat: (name: string) => `como ${name}`,
    more: (games: number) => (games === 1 ? 'y 1 partida acabada' : `y ${games} partidas acabadas`),
    ballots: (ballots: number) => many(ballots, 'papeleta'),
    go: 'Traerlas',
    leave: 'Dejarlas',
    taken: 'Ya están aquí.',
  },
  forget: {
    title: 'Olvidarlo todo',
    line: 'Borra todas las partidas, asientos, papeletas y ajustes de este sitio en este dispositivo. Las salas del servidor siguen, pero sin tus partidas en otro dispositivo nadie recupera tus asientos.',
    act: 'Olvidarlo todo',
    again: '¿Olvidarlo todo para siempre?',
    failed: 'El servidor no respondió y sus cookies siguen aquí. No se ha borrado nada; inténtalo otra vez.',
  },
};
