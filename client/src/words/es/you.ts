/** Spanish: a sentence about a player, said to that player. */

const PAST: Readonly<Record<string, string>> = { eligió: 'elegiste' };

function verb(third: string): string {
  if (third.endsWith('ió')) return PAST[third] ?? third.replace(/ió$/, 'iste');
  return third.endsWith('ó') ? third.replace(/ó$/, 'aste') : `${third}s`;
}

/** A template with the player's holes filled; hole: a pattern of those holes. Facts are filled in later. */
export function toYou(template: string, hole: string): string {
  const all = (text: string): RegExp => new RegExp(text, 'gu');
  const doing = all(`(^|[.!?:;] ?¡?|¡|así que )${hole} ((?:ya |no |se |le |la )*)(\\p{Ll}+)([^.!?:;]*)`);
  const said = template
    .replace(all(`A ${hole} le toca`), 'Te toca')
    .replace(all(`\\ble (\\p{Ll}+)([^.:]*?) a ${hole}`), 'te $1$2')
    .replace(doing, (_, before: string, small: string, third: string, rest: string) => {
      const more = rest.replace(/^ su /, ' tu ').replace(/ y (?!no |otra |ninguna )(se )?(\p{Ll}+[aeo])(?= |$)/gu, (_all, self: string | undefined, next: string) => ` y ${self ? 'te ' : ''}${verb(next)}`);
      return `${before}${small.replace('se ', 'te ')}${verb(third)}${more}`;
    })
    .replace(all(`(Abre|juega|Empieza) ${hole}`), '$1s tú')
    .replace(all(`(?:el|la|los|las) (\\p{Ll}+|\\{points\\})(s?) de ${hole}`), (_, thing: string, more: string) => `${thing.endsWith('s') || more || thing.startsWith('{') ? 'tus' : 'tu'} ${thing}${more}`)
    .replace(all(`ningún estado de ${hole}`), 'ningún estado tuyo')
    .replace(all(`(es|siendo) de ${hole}`), '$1 tuyo')
    .replace(all(`(calla|deja) a ${hole}`), 'te $1')
    .replace(all(`, de ${hole},`), ', que es tuyo,')
    .replace(all(`\\{card\\} de ${hole}`), 'tu {card}')
    .replace(all(`\\ba ${hole} le `), 'a ti te ')
    .replace(all(`con ${hole}`), 'contigo')
    .replace(all(`para ${hole}, que ahora (\\p{Ll}+)`), (_, third: string) => `para ti, que ahora ${verb(third)}`)
    .replace(all(`\\b(a|de|en|[Pp]ara|contra) ${hole}`), '$1 ti')
    .replace(all(hole), 'tú');
  return said.replace(/(^¿?¡?|[.!?] ¡?|¡)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
