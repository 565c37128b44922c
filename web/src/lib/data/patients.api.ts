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

type Query = NonNullable<CallInput<'getPatientList'>['query']>;

const useList = (pro: Pro, query: Query | null, keepPreviousData = false) => {
  const input = query && { params: { proId: pro.id }, query };
  const { data, ...rest } = useCall('getPatientList', input, { keepPreviousData });
  return { data: data?.data, ...rest };
};

export type Listing = {
  readonly search: string;
  readonly tag: string;
  readonly sort: PatientOrder;
  /** True to list only records due for erasure. */
  readonly leaving: boolean;
};

export const everybody: Listing = { search: '', tag: '', sort: 'name', leaving: false };

/** A page of the patient list, {@link listMaximum} per page; the previous one is shown while loading. */
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

/** Maximum search results; the search is refined by further letters. */
const offered = 20;

/**
 * Finds patients by part of a name, email or phone, those with visits nearest to now first; none for an empty
 * query.
 */
export const usePatientSearch = (pro: Pro, typed: string) => {
  const search = typed.trim();
  const query = search === '' ? null : { search, sort: 'nearest' as const, limit: String(offered) };
  const load = useList(pro, query, true);
  // Shows the earlier results that match the new query.
  return { ...load, found: searchPatients(load.data?.patients ?? [], search), settled: !load.isLoading };
};

/** Loads a patient's responsible contact and dependants; none for an empty id. */
export const useFamily = (pro: Pro, patientId: string) =>
  useList(pro, patientId === '' ? null : { familyOf: patientId });

/** Loads a patient with their bookings at the professional's clinics. */
export const usePatientHistory = (pro: Pro, patientId: string) => {
  const { data, ...rest } = useCall('getPatientBookings', { params: { patientId, proId: pro.id } });
  return { data: data?.data, ...rest };
};

export const rereadPatientList = (): Promise<unknown> => mutate(isCall('getPatientList'));

/** Reads patients again after changes of family, duplicates or notes. */
export const rereadPatients = (): Promise<unknown> =>
  Promise.all([rereadPatientList(), mutate(isCall('getPatientBookings')), mutate(isCall('getDuplicates'))]);

/** Removes an erased patient. Their open history is read again and not found. */
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

type Corrected = Contact & Partial<Pick<PatientView, 'birth_date' | 'language'>>;

/** Shows a patient's corrected data in all loaded data; without a name they were erased. */
export const putPatient = async (id: string, corrected: Corrected): Promise<void> => {
  await updatePatient(id, corrected);
  if (corrected.name === '') return dropPatient(id);
  const { name, prefix, phone, version, birth_date, language } = corrected;
  const changes = {
    name,
    prefix,
    phone,
    ...(version && { version }),
    ...(birth_date !== undefined && { birth_date }),
    ...(language && { language }),
  };
  await patchPatient(id, changes, withContact(id, corrected));
};

/** Shows whether a patient's data is restricted, which also prevents its retention-based erasure. */
export const putRestriction = (id: string, restricted: boolean): Promise<unknown> =>
  patchPatient(id, { restricted: restricted || undefined, leaves_at: undefined });

/** Sets a patient's legal hold in the cached answers; undefined removes it. */
export const putLegalHold = (id: string, legal_hold: string | undefined): Promise<unknown> =>
  patchPatient(id, { legal_hold, leaves_at: undefined });

/** Shows why a patient's online booking is suspended; undefined if it is not. */
export const putSuspension = (id: string, suspended: string | undefined): Promise<unknown> =>
  patchPatient(id, { suspended });

export const putRemarks = async (
  id: string,
  { tags, note, remarks_version }: Pick<PatientRecord, 'tags' | 'note' | 'remarks_version'>,
) => {
  await patchPatient(id, { tags, note, remarks_version });
  await rereadPatientList();
};
