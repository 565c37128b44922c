import type { RecordedEvent } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';

/** Events of the demo data: its people do not exist, so nobody is written to. */
const demonstration = 'operator:seed';

/** The mail that an event asks for; null where it asks for none. */
export const mailFor = (recorded: RecordedEvent): MailJob | null => {
  if (recorded.metadata.actor === demonstration) return null;
  const ask = (template: MailJob['template'], about: string): MailJob => ({
    template,
    eventId: recorded.id,
    about,
  });
  // What the store holds was checked when it was written.
  const event = recorded as unknown as DomainEvent;
  if (event.type === 'BookingPlaced') {
    if (event.data.confirmBy !== null) return ask('confirmation-request', event.data.bookingId);
    return event.data.placedBy === 'pro' ? ask('booked-by-pro', event.data.bookingId) : null;
  }
  if (event.type === 'ProSignedUp') return ask('welcome', event.data.proId);
  if (event.type === 'CollaboratorInvited' && event.data.status === 'pending') {
    return ask('collaboration-invitation', event.data.hubId);
  }
  return null;
};

/** The same ask is the same job, however often it is made. */
export const jobIdOf = ({ eventId, template }: MailJob): string => `${eventId}_${template}`;
