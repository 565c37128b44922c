import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import type { Database } from '@visita/platform/postgres/connect';
import { foldEvents } from '@visita/platform/projection/projection';
import { writeChanges } from '@visita/platform/projection/write';
import { projections } from '@visita/projector/projections';
import { createReadModels } from '@visita/read-model/schema';
import { bookingLives } from './many-bookings.ts';

const hour = 3_600_000;
const futureBookings = 100;

/** Returns the ids of the clinic at an index. */
export const placeOf = (index: number) => ({
  proId: sampleId(1, 10 + index),
  clinicId: sampleId(2, 10 + index),
  hubId: sampleId(3, 10 + index),
});

/** Number of past bookings of a clinic, each with a new patient or with the given ones. */
export type History = number | { readonly bookings: number; readonly patients: readonly string[] };

/** Rebuilds the read models with one clinic per history. */
export const fillReadModels = async (
  { pool }: Pick<Database, 'pool'>,
  histories: readonly History[],
): Promise<void> => {
  await writeReadModels(
    { pool },
    histories.flatMap((history, index) => clinicWith(history, index)),
  );
};

/** Rebuilds the read models from the events of sample clinics. */
export const writeReadModels = async (
  { pool }: Pick<Database, 'pool'>,
  events: readonly DomainEvent[],
): Promise<void> => {
  await pool.query('drop schema if exists read cascade');
  await createReadModels({ pool }, 'read');
  const client = await pool.connect();
  for (let from = 0; from < events.length; from += 5_000) {
    const page = recorded(events.slice(from, from + 5_000), from);
    await writeChanges(client, 'read', foldEvents(projections, page));
  }
  await client.query('analyze');
  client.release();
};

export const registered = (patientId: string, proId: string, number: number): DomainEvent =>
  sample('PatientRegistered', {
    patientId,
    proId,
    email: `paziente${number}@example.com`,
    contact: { name: `Paziente ${number}`, prefix: '+39', phone: `333${String(number).padStart(7, '0')}` },
  });

/** Returns the events of a clinic with one full-time professional, their history and some future bookings. */
const clinicWith = (history: History, index: number): DomainEvent[] => {
  const { bookings, patients } = typeof history === 'number' ? { bookings: history, patients: [] } : history;
  const visitors = patients.length > 0 ? { patients } : {};
  const place = placeOf(index);
  const { clinicId, hubId, proId } = place;
  const clinicServiceId = `${clinicId}.service1`;
  const hours = [1, 2, 3, 4, 5, 6, 7].map((workingDay) =>
    sample('AvailabilityAdded', {
      ...place,
      availability: {
        availabilityId: `${hubId}.day${workingDay}`,
        workingDay,
        startingHour: '08:00',
        endingHour: '19:00',
      },
    }),
  );
  const now = Date.now();
  return [
    sample('ProSignedUp', { proId }),
    sample('PersonalDataSaved', { proId }),
    sample('PlanChosen', { proId }),
    sample('ClinicOpened', { clinicId, ownerId: proId }),
    sample('ClinicServiceAdded', {
      clinicId,
      service: { ...sample('ClinicServiceAdded').data.service, clinicServiceId },
    }),
    sample('CollaboratorInvited', place),
    sample('HubServiceOffered', { ...place, hubServiceId: `${hubId}.offer1`, clinicServiceId }),
    ...hours,
    ...patients.map((patientId, number) => registered(patientId, proId, number)),
    ...bookingLives({ ...place, ...visitors, bookings, start: now - hour, back: true }).flat(),
    ...bookingLives({ ...place, ...visitors, bookings: futureBookings, start: now + hour }).flat(),
  ];
};
