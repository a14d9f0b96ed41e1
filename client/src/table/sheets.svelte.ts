/** The open side sheet, and the clause it opens at. */

export type SheetName = 'rules' | 'invite' | 'glossary' | 'chat' | 'keys' | 'review' | 'challenge';

class Sheets {
  open = $state<SheetName | null>(null);
  clause = $state<string | null>(null);
  /** Whether that clause applies at this moment, instead of being looked up. */
  inPlay = $state(false);

  show(name: SheetName, clause: string | null = null, inPlay = false): void {
    this.clause = clause;
    this.inPlay = inPlay;
    this.open = name;
  }

  /** Close the sheet of this name. A dialog reports its closing late, when another sheet may already be open. */
  close(name: SheetName): void {
    if (this.open === name) this.open = null;
  }
}

export const sheet = new Sheets();
