import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import { listMaximum } from '@visita/contracts/patient/search';
import type { PatientOrder, PatientRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { mutate } from 'swr';
import type { CallInput } from '../api/api.ts';
import { searchPatients } from '../booking/patient-search.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall } from '../api/use-call.ts';
import { updatePatient, withContact, type Contact } from './calendar.api.ts';

type Asked = NonNullable<CallInput<'getPatientList'>['query']>;

const useList = (pro: Pro, query: Asked | null, keepPreviousData = false) => {
  const input = query && { params: { proId: pro.id }, query };
  const { data, ...rest } = useCall('getPatientList', input, { keepPreviousData });
  return { data: data?.data, ...rest };
};

/** What of the pro's patients is to be listed, and how. */
export type Listing = {
  readonly search: string;
  readonly tag: string;
  readonly sort: PatientOrder;
  /** Only whose record is about to be erased for its age. */
  readonly leaving: boolean;
};

/** Everybody by name. */
export const everybody: Listing = { search: '', tag: '', sort: 'name', leaving: false };

/** A page of the pro's patients, {@link listMaximum} a page; the first stays until there is another. */
export const usePatientPage = (pro: Pro, { search, tag, sort, leaving }: Listing, page = 0) => {
  const query = {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(tag === '' ? {} : { tag }),
    ...(leaving ? { leaving: 'true' as const } : {}),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 0 ? {} : { from: String(page * listMaximum) }),
  };
  return useList(pro, query, page === 0);
};

/** How many a search offers: who is not among them is found by another letter. */
const offered = 20;

/** The pro's patients by part of a name, email or phone, whose visits are nearest to now first; nobody for nothing. */
export const usePatientSearch = (pro: Pro, typed: string) => {
  const search = typed.trim();
  const query = search === '' ? null : { search, sort: 'nearest' as const, limit: String(offered) };
  const load = useList(pro, query, true);
  // What was found before is shown as far as it is meant by what is typed now.
  return { ...load, found: searchPatients(load.data?.patients ?? [], search), settled: !load.isLoading };
};

/** Who answers for a patient, and for whom they answer; nobody's for an empty id. */
export const useFamily = (pro: Pro, patientId: string) =>
  useList(pro, patientId === '' ? null : { familyOf: patientId });

/** A patient with their bookings at the pro's clinics. */
export const usePatientHistory = (pro: Pro, patientId: string) => {
  const { data, ...rest } = useCall('getPatientBookings', { params: { patientId, proId: pro.id } });
  return { data: data?.data, ...rest };
};

/** Reads the list of patients again, as after a booking. */
export const rereadPatientList = (): Promise<unknown> => mutate(isCall('getPatientList'));

/** Reads patients again, after who answers for whom, who is one person, or what the pro wrote of them, has changed. */
export const rereadPatients = (): Promise<unknown> =>
  Promise.all([rereadPatientList(), mutate(isCall('getPatientBookings')), mutate(isCall('getDuplicates'))]);

/** Shows a patient no more, who was erased. Their history, where it is open, is asked for again and not found. */
export const dropPatient = async (id: string): Promise<void> => {
  await patchAnswers('getPatientList', ({ patients, ...rest }) => ({
    ...rest,
    patients: patients.filter((patient) => patient.id !== id),
  }));
  await rereadPatients();
};

const patchPatient = (
  id: string,
  changes: Partial<PatientRecord>,
  inBooking: (booking: BookingView) => BookingView = (booking) => booking,
): Promise<unknown> => {
  const patched = <Shown extends PatientView>(patient: Shown): Shown =>
    patient.id === id ? { ...patient, ...changes } : patient;
  return Promise.all([
    patchAnswers('getPatientList', ({ patients, ...rest }) => ({ ...rest, patients: patients.map(patched) })),
    patchAnswers('getPatientBookings', ({ patient, bookings, ...rest }) => ({
      ...rest,
      patient: patched(patient),
      bookings: bookings.map(inBooking),
    })),
  ]);
};

/** Shows a patient's new name and phone wherever patients are loaded; without a name they were erased. */
export const putPatient = async (id: string, contact: Contact): Promise<void> => {
  await updatePatient(id, contact);
  if (contact.name === '') return dropPatient(id);
  const { name, prefix, phone, version } = contact;
  await patchPatient(id, { name, prefix, phone, ...(version && { version }) }, withContact(id, contact));
};

/** Shows whether a patient's data is restricted; what is restricted does not go for its age. */
export const putRestriction = (id: string, restricted: boolean): Promise<unknown> =>
  patchPatient(id, { restricted: restricted || undefined, leaves_at: undefined });

/** Shows why a patient's record is under legal hold, or, where that is undefined, that it is not. */
export const putLegalHold = (id: string, legal_hold: string | undefined): Promise<unknown> =>
  patchPatient(id, { legal_hold, leaves_at: undefined });

/** Shows why a patient cannot book online, or, where that is undefined, that they can. */
export const putSuspension = (id: string, suspended: string | undefined): Promise<unknown> =>
  patchPatient(id, { suspended });

/** Shows by which words a patient is grouped, and what the pro keeps in mind about them. */
export const putRemarks = async (
  id: string,
  { tags, note, remarks_version }: Pick<PatientRecord, 'tags' | 'note' | 'remarks_version'>,
) => {
  await patchPatient(id, { tags, note, remarks_version });
  await rereadPatientList();
};
