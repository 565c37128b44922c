import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import { type Reactions, reactionTo } from '@visita/platform/runtime/reactions';
import { demonstration } from '../demonstration.ts';

/** What a mail is about: everything of its job but the event that asks. */
type Ask = Omit<MailJob, 'eventId' | 'sequence'>;

const asks: Reactions<[], Ask[]> = {
  HoldCodeSent: ({ data: { patientId, codeId } }) => [
    { template: 'hold-code', about: patientId, tokenId: codeId },
  ],
  BookingPlaced: ({ data: { bookingId, confirmBy, placedBy, declined } }) => {
    if (declined) return [{ template: 'known-patients-only', about: bookingId }];
    if (confirmBy !== null) return [{ template: 'confirmation-request', about: bookingId }];
    return placedBy === 'pro' ? [{ template: 'booked-by-pro', about: bookingId }] : [];
  },
  // The treating professional is told what patients do; they know what they or their clinic did.
  BookingConfirmed: ({ data: { bookingId } }) => [
    { template: 'confirmed', about: bookingId },
    { template: 'booked-online', about: bookingId },
  ],
  BookingMoved: ({ data: { bookingId, by, start, service, previous } }) => {
    const before = previous.start === start ? {} : { before: previous.start };
    const about = { about: bookingId, at: start, hubServiceId: service.hubServiceId, ...before };
    const told: Ask[] = by === 'patient' ? [{ template: 'moved-by-patient', ...about }] : [];
    return [{ template: 'moved', ...about }, ...told];
  },
  BookingCancelled: ({ data: { bookingId, by } }) => {
    const told: Ask[] = by === 'patient' ? [{ template: 'cancelled-by-patient', about: bookingId }] : [];
    return [{ template: 'cancelled', about: bookingId }, ...told];
  },
  // Of a hub that is gone the clinic's owner is warned, who may find the patient another professional.
  BookingOrphaned: ({ data: { bookingId, reason } }) =>
    reason === 'clinic-archived' ? [{ template: 'clinic-gone', about: bookingId }] : [],
  // Where the address is to be proven, the mail that welcomes carries the link.
  ProSignedUp: ({ data: { proId, proof } }) => [
    proof
      ? { template: 'address-proof', about: proId, tokenId: proof.tokenId }
      : { template: 'welcome', about: proId },
  ],
  AddressProofRequested: ({ data: { proId, tokenId } }) => [
    { template: 'address-proof', about: proId, tokenId },
  ],
  CollaboratorInvited: ({ data: { hubId, status, tokenId } }) => {
    if (status !== 'pending') return [];
    return [
      tokenId === undefined
        ? { template: 'collaboration-invitation', about: hubId }
        : { template: 'invitation', about: hubId, tokenId },
    ];
  },
  PasswordResetRequested: ({ data: { proId, tokenId } }) => [
    { template: 'password-reset', about: proId, tokenId },
  ],
  // Choosing a first password changes none.
  PasswordSet: ({ data: { proId, link } }) =>
    link === 'reset' ? [{ template: 'password-changed', about: proId }] : [],
  EmailChanged: ({ data: { proId } }) => [{ template: 'email-changed', about: proId }],
  NewBrowserUsed: ({ data: { proId } }) => [{ template: 'new-browser', about: proId }],
  LoginSlowed: ({ data: { proId } }) => [{ template: 'login-slowed', about: proId }],
  SessionsEnded: ({ data: { proId } }) => [{ template: 'sessions-ended', about: proId }],
  CalendarFeedCreated: ({ data: { proId } }) => [{ template: 'calendar-feed-created', about: proId }],
  ExternalCalendarConnected: ({ data: { proId } }) => [{ template: 'calendar-connected', about: proId }],
  FactorAdded: ({ data: { proId } }) => [{ template: 'factor-added', about: proId }],
  FactorRemoved: ({ data: { proId } }) => [{ template: 'factor-removed', about: proId }],
  PasskeyAdded: ({ data: { proId } }) => [{ template: 'passkey-added', about: proId }],
  PasskeyRemoved: ({ data: { proId } }) => [{ template: 'passkey-removed', about: proId }],
  RecoveryCodesRenewed: ({ data: { proId } }) => [{ template: 'recovery-codes-renewed', about: proId }],
  RecoveryCodeUsed: ({ data: { proId } }) => [{ template: 'recovery-code-used', about: proId }],
  EmailChangeRequested: ({ data: { proId, tokenId } }) => [
    { template: 'email-change', about: proId, tokenId },
    { template: 'email-change-notice', about: proId },
  ],
};

/** The types of events that may ask for mails. */
export const askingTypes = Object.keys(asks);

/** The mails that an event asks for. */
export const mailsFor = (event: RecordedEvent): MailJob[] => {
  const { id, type, metadata, revision } = event;
  if (metadata.actor === demonstration) return [];
  // A booking's revision rises with every change, so it orders what calendar programs hear of it.
  const sequence = type.startsWith('Booking') ? { sequence: revision } : {};
  return (reactionTo(asks, type)?.(event) ?? []).map((one) => ({ ...one, eventId: id, ...sequence }));
};

const linkEnds: Reactions<[], string | null | undefined> = {
  HoldCodeSent: ({ data }) => data.expires,
  BookingPlaced: ({ data }) => data.confirmBy,
  ProSignedUp: ({ data }) => data.proof?.expires,
  AddressProofRequested: ({ data }) => data.expires,
  PasswordResetRequested: ({ data }) => data.expires,
  EmailChangeRequested: ({ data }) => data.expires,
};

/** Returns when the link or the code in a mail ends; undefined where it has none that ends. */
export const linkEndOf = (event: RecordedEvent, { template, tokenId }: MailJob): Date | undefined => {
  if (tokenId === undefined && template !== 'confirmation-request') return undefined;
  const end = reactionTo(linkEnds, event.type)?.(event);
  return end ? new Date(end) : undefined;
};

/** What somebody is waiting for in front of a screen goes before everything else. */
const urgent: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'known-patients-only',
  'address-proof',
  'invitation',
  'password-reset',
  'email-change',
]);

/** Place in the queue: 0 first. */
export const priorityOf = ({ template }: MailJob): number => (urgent.has(template) ? 0 : 1);

/** Mails of which those that come close together are one; null for any other. */
export const seriesOf = ({ template, about, at }: MailJob): string | null =>
  at === undefined ? null : `${template} ${about}`;

/** The same ask is the same job, however often it is made. */
export const jobIdOf = ({ eventId, template }: Pick<MailJob, 'eventId' | 'template'>): string =>
  `${eventId}_${template}`;
