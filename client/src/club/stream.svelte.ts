/** The live data of a club for a member's page or the television. */

import type { ClubClientMessage, ClubRound, ClubServerMessage, ClubView, GatheringHelloBody, MemberCommand, MemberInfo, OrganiserCommand, Pong } from '../lib/protocol';
import { seatIn } from '../classroom/seats';
import { env, type ConnectionEnv } from '../session/env';
import { Gathering } from '../session/gathering.svelte';
import type { Clubs } from '../words';
import { clubPath, memberToken } from './api';

/** The props of each part of a member's page. */
export interface MemberPart {
  all: ClubView;
  me: MemberInfo;
  say: Clubs;
  /** The games' titles in the language shown. */
  titles: Readonly<Record<string, string>>;
  member: (command: MemberCommand) => Promise<boolean>;
  organise: (command: OrganiserCommand) => Promise<boolean>;
}

export class ClubStream extends Gathering<GatheringHelloBody, ClubClientMessage, Exclude<ClubServerMessage, Pong>> {
  all = $state.raw<ClubView | null>(null);

  constructor(code: string, role: 'member' | 'screen', around: ConnectionEnv = env()) {
    super(clubPath(code), (looking) => ({ role, token: role === 'member' ? memberToken(code) : null, looking }), around);
  }

  protected override hear(message: Exclude<ClubServerMessage, Pong>): void {
    this.all = { ...message, round: roundIn(message.round) };
  }
}

/** A round with its bots named by their level in the language shown. */
export function roundIn(round: ClubRound | null): ClubRound | null {
  const named = <T extends { name: string | null }>(seat: T & { level: string | null; number: number | null }): T => ({ ...seat, ...seatIn({ ...seat, name: seat.name ?? '' }) });
  return round && { ...round, tables: round.tables.map((table) => ({ ...table, seats: table.seats.map((seat) => (seat.level ? named(seat) : seat)) })) };
}
