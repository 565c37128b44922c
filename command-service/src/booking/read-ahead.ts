import { parentOf } from '@visita/contracts/fields';
import type { Facts } from '../facts.ts';
import { byEmail } from '../patient/known.ts';
import { intervalOf, listedService } from './bookable.ts';
import { agendasOf, buffersOf } from './reserve.ts';

type Wish = {
  readonly hubServiceId: string;
  /** On the clinic's clock. */
  readonly date: string;
  /** Of the patient, or who books for them, where they are to be found by it. */
  readonly email: string | null;
  readonly placedBy: 'patient' | 'pro';
};

/**
 * Begins to read what placing asks for later, as far as what was seen of the place before tells what that is, so that all
 * of it is one round trip. A wrong guess is read for nothing.
 */
export const readAhead = (facts: Facts, { hubServiceId, date, email, placedBy }: Wish): void => {
  const { domain, pseudonyms, personalKeys, zones } = facts;
  const hub = domain.hubs.peek(parentOf(hubServiceId));
  const clinic = hub.status === 'none' ? hub : domain.clinics.peek(hub.clinicId);
  if (hub.status === 'none' || clinic.status === 'none') return;
  // Whoever asks for it hears how it failed.
  const begin = (reading: Promise<unknown>): void => void reading.catch(() => undefined);
  begin(domain.duplicates.load(hub.proId));
  const service = listedService({ hub, clinic }, hubServiceId);
  if (service) {
    const interval = intervalOf({ zone: zones(clinic.details.timezone), service }, date);
    begin(agendasOf(domain, hub.proId, { ...interval, ...buffersOf(service) }));
  }
  if (email === null) return;
  const value = byEmail(hub.proId, email);
  begin(pseudonyms.find(value));
  // What a patient books is decided without what is known of them.
  if (placedBy === 'patient') return;
  const patientId = pseudonyms.guess(value);
  if (patientId === null) return;
  begin(domain.patients.load(patientId));
  begin(personalKeys.getKeys([`patient-${patientId}`]));
};
