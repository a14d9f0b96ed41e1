/** How players are named in short lines. */

import { briefName, type Side } from '../../lib/sides';
import { words } from '../../words';

/** "you" for the viewer, else a player's brief name. */
export function naming(sides: readonly Side[], viewer: number | null): (seat: number | null) => string {
  return (seat) => (seat !== null && seat === viewer ? words.president.you : briefName(sides, seat ?? -1));
}

/** A text whose scores, such as 3-0, stay on one line. */
export function unbroken(text: string): string {
  return text.replace(/(?<=\d)-(?=\d)/g, '\u2060-\u2060');
}
