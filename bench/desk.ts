import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleId } from '@visita/contracts/samples';
import type { Database } from '@visita/platform/postgres/connect';
import { freeTimesHandlers } from '@visita/query-service/booking/free-times';
import { clinicPatientHandlers } from '@visita/query-service/patient/clinic-patients';
import { registered, writeReadModels } from '../tests/support/clinics-with-history.ts';
import { bookingLives } from '../tests/support/many-bookings.ts';
import { contextOf, dependenciesOn, timesOf } from './support/asking.ts';

/** Milliseconds of an answer without HTTP, and the maximum of its 99th percentile. */
export type DeskFigures = {
  readonly what: string;
  readonly most: number;
  readonly p50: number;
  readonly p99: number;
};

const rounds = 200;
const professionals = 12;
const pastBookings = 100_000;
/** The hours of a month that each professional has booked. */
const futureBookings = 7 * 24;
const patientsEach = 1_000;
const hour = 3_600_000;

const clinicId = sampleId(2, 10);
const clinicServiceId = `${clinicId}.service1`;
const reception = sampleId(1, 100);
const invited = sample('CollaboratorInvited', { clinicId });

const professional = (index: number): DomainEvent[] => {
  const place = { clinicId, proId: sampleId(1, 10 + index), hubId: sampleId(3, 10 + index) };
  const patients = Array.from({ length: patientsEach }, (_, number) =>
    sampleId(5, index * patientsEach + number + 1),
  );
  const hours = [1, 2, 3, 4, 5].map((workingDay) =>
    sample('AvailabilityAdded', {
      ...place,
      availability: {
        availabilityId: `${place.hubId}.day${workingDay}`,
        workingDay,
        startingHour: '08:00',
        endingHour: '19:00',
      },
    }),
  );
  const past = { bookings: Math.round(pastBookings / professionals), start: Date.now() - hour, back: true };
  return [
    sample('ProSignedUp', { proId: place.proId }),
    sample('PersonalDataSaved', { proId: place.proId }),
    { ...invited, data: { ...invited.data, ...place } },
    sample('HubServiceOffered', { ...place, hubServiceId: `${place.hubId}.offer1`, clinicServiceId }),
    ...hours,
    ...patients.map((patientId, number) =>
      registered(patientId, place.proId, index * patientsEach + number + 1),
    ),
    ...bookingLives({ ...place, patients, ...past }).flat(),
    ...bookingLives({ ...place, patients, bookings: futureBookings, start: Date.now() + hour }).flat(),
  ];
};

const clinic = (): DomainEvent[] => [
  sample('ClinicOpened', { clinicId, ownerId: sampleId(1, 10) }),
  sample('ClinicServiceAdded', {
    clinicId,
    service: { ...sample('ClinicServiceAdded').data.service, clinicServiceId },
  }),
  ...Array.from({ length: professionals }, (_, index) => professional(index)).flat(),
  sample('ProSignedUp', { proId: reception }),
  { ...invited, data: { ...invited.data, proId: reception, hubId: sampleId(3, 100), role: 'reception' } },
];

/** Measures what a reception asks most: the clinic's patients by name or phone, and the free times of a month. */
export const benchDesk = async ({
  database,
}: {
  database: Pick<Database, 'pool'>;
}): Promise<DeskFigures[]> => {
  await writeReadModels(database, clinic());
  const dependencies = dependenciesOn(database);
  const { getClinicPatients } = clinicPatientHandlers(dependencies);
  const { getFreeTimes } = freeTimesHandlers(dependencies);
  const context = { ...contextOf(reception), params: { clinicId } };
  const day = (days: number): string => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
  const figures: DeskFigures[] = [];
  for (const search of ['paziente 77', 'paziente 4321', '3330000077', 'pa']) {
    const times = await timesOf(rounds, () => getClinicPatients({ ...context, query: { search } }));
    const what = `patients of a clinic of ${professionals} by "${search}", ${pastBookings} bookings`;
    figures.push({ what, most: 30, ...times });
  }
  const query = { clinicServiceId, from: day(0), to: day(30) };
  const times = await timesOf(rounds, () => getFreeTimes({ ...context, query }));
  figures.push({ what: `free times of a month, ${professionals} professionals`, most: 20, ...times });
  return figures;
};
