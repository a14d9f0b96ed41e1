/** English: a sentence about a player, said to that player. */

const IRREGULAR: Readonly<Record<string, string>> = { is: 'are', has: 'have', was: 'were', does: 'do', goes: 'go' };

function verb(third: string): string {
  if (IRREGULAR[third]) return IRREGULAR[third];
  if (/[^aeiou]ies$/.test(third)) return third.replace(/ies$/, 'y');
  return /(ss|sh|ch|x)es$/.test(third) ? third.slice(0, -2) : third.replace(/([^s])s$/, '$1');
}

/** A template with the player's holes filled by "you"; hole: a pattern of those holes. Facts are filled in later. */
export function toYou(template: string, hole: string): string {
  const subject = new RegExp(`(^|[.!?:;] |, so |\\b[Tt]hen |\\bat this table )${hole}( (?:now )?)([a-z]+)([^.!?:;]*)`, 'g');
  const said = template.replace(subject, (_, before: string, gap: string, third: string, rest: string) => {
    const more = rest.replace(/( and )([a-z]+s)\b/g, (_all, and: string, next: string) => and + verb(next));
    return `${before}you${gap}${verb(third)}${more}`;
  });
  const followed = said.replace(new RegExp(`${hole}, who (now )?([a-z]+)`, 'g'), (_, now: string | undefined, third: string) => `you, who ${now ?? ''}${verb(third)}`);
  return followed
    .replace(new RegExp(`the ([a-z]+) of ${hole}`, 'g'), 'your $1')
    .replace(new RegExp(`${hole}'s`, 'g'), 'your')
    .replace(new RegExp(hole, 'g'), 'you')
    .replace(/(^|[.!?] )y(ou)/g, '$1Y$2');
}
