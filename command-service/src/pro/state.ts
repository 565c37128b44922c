import type { PlainOptions, ProEvent, Profile, Reviewed } from '@visita/contracts/pro/events';
import type { StoredStep } from '@visita/contracts/messages/plan';
import type { MessageSettings } from '@visita/contracts/messages/settings';
import type { RecallRule } from '@visita/contracts/recall/rules';
import type { Erased } from '@visita/contracts/event';

/** A mailed link that has not been used. */
export type PendingLink = { readonly tokenId: string; readonly expires: string };

/** Links mailed to the pro; a newer link of a kind replaces the older one. */
export type PendingLinks = {
  /** Sets a password after a reset request. */
  readonly password: PendingLink | null;
  /**
   * Sets an invited collaborator's first password. Separate, because strangers may request resets at any
   * time.
   */
  readonly invitation: PendingLink | null;
  readonly emailChange: (PendingLink & { readonly newEmail: string }) | null;
  /** Verifies the email address; kept after use, so that using it again is no error. */
  readonly proof: PendingLink | null;
};

/** A booking address with the turn of its claim; 0 for the first one. */
export type SlugTurn = { readonly slug: string; readonly turn: number };

export type SlugState = {
  readonly slug: string | Erased;
  readonly slugTurn: number;
  /**
   * Instant at which the slug was first used; null for the first slug, and for slugs chosen before
   * this instant was stored.
   */
  readonly slugSince: string | null;
  /** Former addresses that the pro keeps, the latest first. */
  readonly formerSlugs: readonly SlugTurn[];
  /** Number of changes begun. */
  readonly slugTurns: number;
  /** The unfinished change, at most one. */
  readonly pendingSlug: SlugTurn | null;
};

export type Title = Extract<ProEvent, { type: 'PersonalDataSaved' }>['data']['title'];
export type PlanName = 'free' | 'premium' | 'friends';

export type ProAccount = {
  readonly status: 'registered';
  readonly id: string;
  readonly email: string | Erased;
  /** Whether the email address was verified by a mailed link. */
  readonly addressProven: boolean;
  /** Part of the account that the next login asks the pro to review. */
  readonly review: Reviewed | null;
  readonly username: string | Erased;
  readonly title: Title | null;
  readonly profile: Profile | Erased | null;
  readonly configStatus: 1 | 2 | 10 | 100;
  readonly plan: PlanName | null;
  readonly marketingConsent: boolean;
  readonly options: PlainOptions;
  /** Empty for one reminder, `REMINDER_HOURS` before the visit. */
  readonly reminderPlan: readonly StoredStep[];
  readonly messages: MessageSettings;
  readonly recallRules: readonly RecallRule[];
  /** Connection in use; null without an external calendar. */
  readonly externalCalendar: string | null;
  readonly links: PendingLinks;
} & SlugState;
