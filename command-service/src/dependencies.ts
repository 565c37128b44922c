import type { Zone } from '@visita/contracts/availability/zones';
import type { AccountTokens } from '@visita/platform/auth/account-token';
import type { RequiredFactors } from '@visita/platform/auth/required-factors';
import type { BookingTokens } from '@visita/platform/auth/booking-token';
import type { WaitingTokens } from '@visita/platform/auth/waiting-token';
import type { KnownBrowsers } from '@visita/platform/auth/known-browsers';
import type { Credentials } from '@visita/platform/auth/credentials';
import type { HoldCodes } from '@visita/platform/auth/hold-code';
import type { ProofsOfWork } from '@visita/platform/auth/proof-of-work';
import type { Factors } from '@visita/platform/auth/factors';
import type { LoginFailures } from '@visita/platform/auth/login-failures';
import type { SignUps } from '@visita/platform/auth/sign-ups';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { ConsentTexts } from '@visita/platform/config/consent-texts';
import type { KeyedHash } from '@visita/platform/vault/hash';
import type { Vault } from '@visita/platform/vault/vault';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { Dependants } from './patient/dependants.ts';
import type { LegalHolds } from './patient/legal-holds.ts';
import type { LiveHolds } from './booking/live-holds.ts';
import type { WaitingEntries } from './waiting/entries.ts';
import type { Domain } from './domain.ts';

/** Dependencies of the command handlers, including the clock. */
export type Dependencies = {
  readonly domain: Domain;
  readonly sessions: Omit<Sessions, 'endEverybodys' | 'count'>;
  readonly credentials: Credentials;
  /** Browsers in which pros have logged in. */
  readonly browsers: KnownBrowsers;
  readonly factors: Factors;
  readonly requiredFactors: RequiredFactors;
  readonly loginFailures: Pick<LoginFailures, 'begin' | 'forget' | 'purge'>;
  /** Tokens of patients: in mailed links, and for unconfirmed bookings. */
  readonly bookingTokens: BookingTokens;
  /** Tokens of people on a waiting list. */
  readonly waitingTokens: WaitingTokens;
  readonly accountTokens: Pick<AccountTokens, 'read'>;
  /** Whether strangers are trusted only after a proof (`TRUST=strict`). */
  readonly strict: boolean;
  readonly hash: KeyedHash;
  readonly liveHolds: LiveHolds;
  readonly waitingEntries: WaitingEntries;
  readonly dependants: Dependants;
  readonly legalHolds: LegalHolds;
  readonly proofs: ProofsOfWork;
  readonly holdCodes: HoldCodes;
  readonly consentTexts: ConsentTexts;
  /** Decides who may create an account. */
  readonly signUps: Pick<SignUps, 'allows'>;
  /** Pseudonyms of patients and phones, until they are erased. */
  readonly pseudonyms: Pseudonyms;
  /** Keys are read before personal data is written. */
  readonly personalKeys: Pick<Vault, 'getKeys' | 'keysFor'>;
  readonly zones: (timezone: string) => Zone;
  readonly now: () => Date;
  /** Host part of the event ids (UID) in calendar programs. */
  readonly uidHost: string;
  /** Origin of all links. */
  readonly publicOrigin: string;
  /** Returns whether all running processes can read what this release stores. */
  readonly isUpdateComplete: () => Promise<boolean>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Minutes until an unconfirmed public booking expires. */
  readonly holdMinutes: number;
  readonly holdsPerPatient: number;
};
