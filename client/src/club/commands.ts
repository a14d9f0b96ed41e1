/** What members and organisers ask of a club; see docs/club-protocol.md. */

export interface ClubGame {
  game: string;
  options: Record<string, string>;
  size: number;
  level: string;
  clock: 'off' | 'gentle' | 'strict';
  seconds: number;
  duplicate: boolean;
}

export type MemberCommand = { do: 'come'; coming: boolean | null } | { do: 'sit_out'; out: boolean } | { do: 'rename'; name: string } | { do: 'leave' };

export type OrganiserCommand =
  | { do: 'announce'; day: string; hour: string; zone: string; rounds: number; game: ClubGame }
  | { do: 'choose'; game: ClubGame }
  | { do: 'cancel' | 'start_round' | 'end_round' | 'end_evening' | 'delete' }
  | { do: 'appoint'; member: number; organiser: boolean }
  | { do: 'allow'; mark: string; allowed: boolean }
  | { do: 'remove'; member: number }
  | { do: 'lock'; locked: boolean }
  | { do: 'settle'; name: string; best: number | null };
