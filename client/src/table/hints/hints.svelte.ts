/**
 * Hints: the strongest bot's best moves for the present decision, asked for by a button and shown until a move is made.
 */

import type { AskHints, Hints, RoomInfo } from '../../lib/protocol';

export type Hint = Hints['hints'][number];

/** Whether a seat may ask for hints: it plays against bots only, and the host allows hints. */
export function hintsAllowed(room: RoomInfo | null, seat: number | null): boolean {
  return room !== null && seat !== null && room.terms.hints && room.seats.every((one) => one.seat === seat || (one.kind === 'bot' && !one.stood_in));
}

/** The chance of winning if the bot chooses among its moves at random, each by its weight. */
export function chanceTogether(hints: readonly Hint[]): number {
  const whole = hints.reduce((sum, { weight }) => sum + weight, 0);
  return hints.reduce((sum, { weight, share }) => sum + weight * (share ?? 0), 0) / (whole || 1);
}

/** Order hints by their percentages: how often the bot plays each move, or the chance of winning. The bot's choice comes first among equals. */
export function bestFirst(hints: readonly Hint[], mixed: boolean): readonly Hint[] {
  const said = ({ weight, share }: Hint): number => Math.round(100 * (mixed ? weight : (share ?? 0)));
  return [...hints].sort((one, other) => said(other) - said(one));
}

/** Return "won" if every move shown wins, "lost" if every move loses, else null. */
export function settledBy(hints: readonly Hint[]): 'won' | 'lost' | null {
  if (hints.length < 2) return null;
  const percents = hints.map(({ share }) => (share === null ? null : Math.round(share * 100)));
  if (percents.every((one) => one === 100)) return 'won';
  return percents.every((one) => one === 0) ? 'lost' : null;
}

/** The part of the table model that hints need. */
interface Asker {
  readonly room: RoomInfo | null;
  readonly seat: number | null;
  readonly decision: number | null;
  readonly myTurn: boolean;
  readonly legal: readonly unknown[];
}

export class HintBook {
  private message = $state.raw<Hints | null>(null);
  /** The request that has no answer yet. */
  private asked = $state.raw<AskHints | null>(null);

  constructor(
    private readonly table: Asker,
    private readonly send: (message: AskHints) => boolean,
    private readonly newId: () => string,
  ) {}

  /** Whether the viewer can ask for hints now. */
  get offered(): boolean {
    return hintsAllowed(this.table.room, this.table.seat) && this.table.myTurn && this.table.legal.length > 1;
  }

  /** The number of sides in this game. */
  get sides(): number {
    return this.table.room?.sides.length ?? 2;
  }

  get waiting(): boolean {
    return this.asked !== null && this.asked.hint === this.table.decision;
  }

  /** The hints for the present decision; null if there are none. */
  get shown(): readonly Hint[] | null {
    return this.offered && this.message?.decision === this.table.decision ? this.message.hints : null;
  }

  ask(): void {
    if (this.waiting || this.table.decision === null) return;
    const question = { id: this.newId(), hint: this.table.decision };
    if (this.send(question)) this.asked = question;
  }

  hear(message: Hints): void {
    this.message = message;
    this.asked = null;
  }

  /** Drop a request that was refused or whose connection was lost. Return true if it was about an earlier decision. */
  drop(id: string | null): boolean {
    const { asked } = this;
    if (!asked || (id !== null && id !== asked.id)) return false;
    this.asked = null;
    return asked.hint !== this.table.decision;
  }

  hide(): void {
    this.message = null;
  }
}
