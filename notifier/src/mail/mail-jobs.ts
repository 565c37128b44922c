import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import { type Reactions, reactionTo } from '@visita/platform/runtime/reactions';
import { demonstration } from '../demonstration.ts';

/** A mail job without the event that causes it. */
type NewMail = Omit<MailJob, 'eventId' | 'sequence'>;

const mailsByEvent: Reactions<[], NewMail[]> = {
  HoldCodeSent: ({ data: { patientId, codeId } }) => [
    { template: 'hold-code', about: patientId, tokenId: codeId },
  ],
  BookingPlaced: ({ data: { bookingId, confirmBy, placedBy, declined, series } }) => {
    // One mail tells of all visits of a series.
    if (series) return [];
    if (declined) return [{ template: 'known-patients-only', about: bookingId }];
    if (confirmBy !== null) return [{ template: 'confirmation-request', about: bookingId }];
    return placedBy === 'pro' ? [{ template: 'booked-by-pro', about: bookingId }] : [];
  },
  SeriesPlaced: ({ data: { seriesId, placed } }) =>
    placed > 0 ? [{ template: 'series-booked', about: seriesId }] : [],
  SeriesChanged: ({ data: { seriesId, changeId, change, changed } }) => {
    if (changed.length === 0) return [];
    return [{ template: change === 'move' ? 'series-moved' : 'series-cancelled', about: seriesId, changeId }];
  },
  // The treating professional gets mails about actions of patients, not about those of the clinic's
  // staff.
  BookingConfirmed: ({ data: { bookingId } }) => [
    { template: 'confirmed', about: bookingId },
    { template: 'booked-online', about: bookingId },
  ],
  // The links are mailed anew, those of a series in one mail; without a visit ahead the mail is not written.
  BookingEmailCorrected: ({ data: { bookingId, series } }) => {
    if (!series) return [{ template: 'corrected', about: bookingId }];
    return series.last ? [{ template: 'series-corrected', about: series.seriesId, visit: bookingId }] : [];
  },
  BookingMoved: ({ data: { bookingId, by, start, service, previous, changeId } }) => {
    if (changeId) return [];
    const before = previous.start === start ? {} : { before: previous.start };
    const { hubServiceId, services } = service;
    const further = services?.slice(1).map((one) => one.hubServiceId);
    const booked = { hubServiceId, ...(further && { andServices: further.join(',') }) };
    const about = { about: bookingId, at: start, ...booked, ...before };
    const mails: NewMail[] = by === 'patient' ? [{ template: 'moved-by-patient', ...about }] : [];
    return [{ template: 'moved', ...about }, ...mails];
  },
  BookingCancelled: ({ data: { bookingId, by, changeId } }) => {
    if (changeId) return [];
    const mails: NewMail[] = by === 'patient' ? [{ template: 'cancelled-by-patient', about: bookingId }] : [];
    return [{ template: 'cancelled', about: bookingId }, ...mails];
  },
  // If the hub is gone, the clinic's owner is warned and can find another professional.
  BookingOrphaned: ({ data: { bookingId, reason } }) =>
    reason === 'clinic-archived' ? [{ template: 'clinic-gone', about: bookingId }] : [],
  // If the email address is not verified, the welcome mail carries the link.
  WaitingJoined: ({ data: { entryId, confirmBy } }) =>
    confirmBy === null ? [] : [{ template: 'waiting-request', about: entryId }],
  OfferWithdrawn: ({ data: { entryId, offerId, reason } }) =>
    reason === 'gone' ? [{ template: 'offer-gone', about: entryId, offerId }] : [],
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
  SharingTold: ({ data: { hubId, shared } }) => [
    { template: shared ? 'patients-shared' : 'patients-unshared', about: hubId },
  ],
  PasswordResetRequested: ({ data: { proId, tokenId } }) => [
    { template: 'password-reset', about: proId, tokenId },
  ],
  // Setting a first password is not a change of password.
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

/** Event types that may cause mails. */
export const mailEventTypes = Object.keys(mailsByEvent);

export const mailsFor = (event: RecordedEvent): MailJob[] => {
  const { id, type, metadata, revision } = event;
  if (metadata.actor === demonstration) return [];
  // A booking's revision grows with every change, so calendar programs can order updates by it.
  const sequence = type.startsWith('Booking') ? { sequence: revision } : {};
  return (reactionTo(mailsByEvent, type)?.(event) ?? []).map((one) => ({ ...one, eventId: id, ...sequence }));
};

const linkEnds: Reactions<[], string | null | undefined> = {
  HoldCodeSent: ({ data }) => data.expires,
  BookingPlaced: ({ data }) => data.confirmBy,
  WaitingJoined: ({ data }) => data.confirmBy,
  ProSignedUp: ({ data }) => data.proof?.expires,
  AddressProofRequested: ({ data }) => data.expires,
  PasswordResetRequested: ({ data }) => data.expires,
  EmailChangeRequested: ({ data }) => data.expires,
};

/** Mails with a link that has no token id. */
const linked: ReadonlySet<MailJob['template']> = new Set(['confirmation-request', 'waiting-request']);

/** Returns the expiry of the link or code in a mail; undefined if it has none. */
export const linkEndOf = (event: RecordedEvent, { template, tokenId }: MailJob): Date | undefined => {
  if (tokenId === undefined && !linked.has(template)) return undefined;
  const end = reactionTo(linkEnds, event.type)?.(event);
  return end ? new Date(end) : undefined;
};

/** Mails a user waits for in front of a screen; sent first. */
const urgent: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'known-patients-only',
  'waiting-request',
  'address-proof',
  'invitation',
  'password-reset',
  'email-change',
]);

/** Returns the queue priority: 0 first. */
export const priorityOf = ({ template }: MailJob): number => (urgent.has(template) ? 0 : 1);

/** Returns the key of mails that are merged if they follow closely; null for other mails. */
export const topicOf = ({ template, about, at }: MailJob): string | null =>
  at === undefined ? null : `${template} ${about}`;
