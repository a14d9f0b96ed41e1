/** Politics' moves in words. */

import type { Deck } from '../../cards/deck';
import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';
import { partyOf } from './view';

export function moveWords(move: MoveInfo, deck: Deck): string {
  const code = move.args[0] ?? '';
  const name = deck.get(code)?.name ?? code;
  const party = partyOf(code);
  switch (move.verb) {
    case 'side':
      return party ? words.politics.side[party] : code;
    case 'nominate':
      return words.politics.nominate(name);
    case 'play':
      return words.politics.play(name);
    case 'take':
      return words.politics.take(name);
    default:
      return move.verb === 'draw' ? words.politics.draw : words.politics.pass;
  }
}
