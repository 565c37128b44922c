import type { RecordedEvent } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';

/** Events of the demo data: its people do not exist, so nobody is written to. */
export const demonstration = 'operator:seed';

type Type = DomainEvent['type'];
type Data<T extends Type> = Extract<DomainEvent, { type: T }>['data'];
/** What a mail is about: everything of its job but the event that asks. */
type Ask = Omit<MailJob, 'eventId' | 'sequence'>;

const asks: { readonly [T in Type]?: (data: Data<T>) => Ask[] } = {
  BookingPlaced: ({ bookingId, confirmBy, placedBy }) => {
    if (confirmBy !== null) return [{ template: 'confirmation-request', about: bookingId }];
    return placedBy === 'pro' ? [{ template: 'booked-by-pro', about: bookingId }] : [];
  },
  // Whoever treats is told what patients do; of what they or their clinic did, they know.
  BookingConfirmed: ({ bookingId }) => [
    { template: 'confirmed', about: bookingId },
    { template: 'booked-online', about: bookingId },
  ],
  BookingMoved: ({ bookingId, by, start, previous }) => {
    const about = { about: bookingId, ...(previous.start === start ? {} : { before: previous.start }) };
    const told: Ask[] = by === 'patient' ? [{ template: 'moved-by-patient', ...about }] : [];
    return [{ template: 'moved', ...about }, ...told];
  },
  BookingCancelled: ({ bookingId, by }) => {
    const told: Ask[] = by === 'patient' ? [{ template: 'cancelled-by-patient', about: bookingId }] : [];
    return [{ template: 'cancelled', about: bookingId }, ...told];
  },
  // Of a hub that is gone the clinic's owner is warned, who may find the patient another professional.
  BookingOrphaned: ({ bookingId, reason }) =>
    reason === 'clinic-archived' ? [{ template: 'clinic-gone', about: bookingId }] : [],
  ProSignedUp: ({ proId }) => [{ template: 'welcome', about: proId }],
  ProInvited: ({ proId, tokenId }) => [{ template: 'invitation', about: proId, tokenId }],
  CollaboratorInvited: ({ hubId, status }) =>
    status === 'pending' ? [{ template: 'collaboration-invitation', about: hubId }] : [],
  PasswordResetRequested: ({ proId, tokenId }) => [{ template: 'password-reset', about: proId, tokenId }],
  EmailChangeRequested: ({ proId, tokenId }) => [
    { template: 'email-change', about: proId, tokenId },
    { template: 'email-change-notice', about: proId },
  ],
};

/** The types of events that may ask for mails. */
export const askingTypes = Object.keys(asks);

/** The mails that an event asks for. */
export const mailsFor = ({ id, type, data, metadata, revision }: RecordedEvent): MailJob[] => {
  if (metadata.actor === demonstration) return [];
  // What the store holds was checked when it was written.
  const ask = asks[type as Type] as ((data: unknown) => Ask[]) | undefined;
  // A booking's revision rises with every change, so it orders what calendar programs hear of it.
  const sequence = type.startsWith('Booking') ? { sequence: revision } : {};
  return (ask?.(data) ?? []).map((one) => ({ ...one, eventId: id, ...sequence }));
};

/** What somebody is waiting for in front of a screen goes before everything else. */
const urgent: ReadonlySet<MailJob['template']> = new Set([
  'confirmation-request',
  'invitation',
  'password-reset',
  'email-change',
]);

/** Place in the queue: 0 first. */
export const priorityOf = ({ template }: MailJob): number => (urgent.has(template) ? 0 : 1);

/** The same ask is the same job, however often it is made. */
export const jobIdOf = ({ eventId, template }: Pick<MailJob, 'eventId' | 'template'>): string =>
  `${eventId}_${template}`;
