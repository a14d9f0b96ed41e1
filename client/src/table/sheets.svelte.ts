/** The side sheet that is open, and the clause it opens at. */

export type SheetName = 'rules' | 'invite' | 'glossary' | 'chat' | 'keys' | 'review';

class Sheets {
  open = $state<SheetName | null>(null);
  clause = $state<string | null>(null);
  /** Whether that clause is the one in play, and not one that was looked up. */
  inPlay = $state(false);

  show(name: SheetName, clause: string | null = null, inPlay = false): void {
    this.clause = clause;
    this.inPlay = inPlay;
    this.open = name;
  }

  /** Close the sheet of that name; a dialog tells of its end late, when another may be open. */
  close(name: SheetName): void {
    if (this.open === name) this.open = null;
  }
}

export const sheet = new Sheets();
