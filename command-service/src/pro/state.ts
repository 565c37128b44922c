import type { PlainOptions, ProEvent, Profile, Reviewed } from '@visita/contracts/pro/events';
import type { Erased } from '@visita/contracts/event';

/** A mailed link that has not been used. */
export type PendingLink = { readonly tokenId: string; readonly expires: string };

/** Links that were mailed to the pro; a newer one of a kind ends the older. */
export type PendingLinks = {
  /** Sets a password after a reset was asked for. */
  readonly password: PendingLink | null;
  /** Sets the first password of an invited collaborator. Its own, as strangers may ask for a reset at any time. */
  readonly invitation: PendingLink | null;
  readonly emailChange: (PendingLink & { readonly newEmail: string }) | null;
  /** Proves the address; kept once used, so that using it again is no error. */
  readonly proof: PendingLink | null;
};

/** A booking address with the turn that its claim is for; 0 where it is from the beginning. */
export type SlugTurn = { readonly slug: string; readonly turn: number };

export type SlugState = {
  readonly slug: string | Erased;
  readonly slugTurn: number;
  /** Since when it stands; null where it does from the beginning, or from before times were kept. */
  readonly slugSince: string | null;
  /** Addresses that were left and stay the pro's, the last first. */
  readonly formerSlugs: readonly SlugTurn[];
  /** How many changes have begun. */
  readonly slugTurns: number;
  /** The change that has begun and not ended: one at most. */
  readonly pendingSlug: SlugTurn | null;
};

export type Title = Extract<ProEvent, { type: 'PersonalDataSaved' }>['data']['title'];
export type PlanName = 'free' | 'premium' | 'friends';

export type ProAccount = {
  readonly status: 'registered';
  readonly id: string;
  readonly email: string | Erased;
  /** Whether a mail has reached it. */
  readonly addressProven: boolean;
  /** What the next login asks about. */
  readonly review: Reviewed | null;
  readonly username: string | Erased;
  readonly title: Title | null;
  readonly profile: Profile | Erased | null;
  readonly configStatus: 1 | 2 | 10 | 100;
  readonly plan: PlanName | null;
  readonly marketingConsent: boolean;
  readonly options: PlainOptions;
  /** The connection in use; null where no external calendar is connected. */
  readonly externalCalendar: string | null;
  readonly links: PendingLinks;
} & SlugState;
