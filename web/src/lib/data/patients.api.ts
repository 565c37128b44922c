import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import { listMaximum } from '@visita/contracts/patient/search';
import type {
  ClinicPatient,
  ListedPatient,
  PatientOrder,
  PatientRecord,
} from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import useSWR, { mutate } from 'swr';
import type { ApiError, CallInput } from '../api/api.ts';
import { call } from '../api/client.ts';
import { seesPatients } from '../booking/hubs.ts';
import { searchPatients } from '../booking/patient-search.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall, useReadAgain } from '../api/use-call.ts';
import { updatePatient, withContact, type Contact } from './calendar.api.ts';
import { useClinics } from './clinic.api.ts';
import { patientPath } from '../page/paths.ts';

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
 * Finds the professional's own patients by part of a name, email or phone, those with visits nearest to now first;
 * none for an empty query.
 */
export const useOwnPatientSearch = (pro: Pro, typed: string) => {
  const search = typed.trim();
  const query = search === '' ? null : { search, sort: 'nearest' as const, limit: String(offered) };
  const load = useList(pro, query, true);
  // Shows the earlier results that match the new query.
  return { ...load, found: searchPatients(load.data?.patients ?? [], search), settled: !load.isLoading };
};

/** A patient of the professional's own, or of a colleague, who is then named. */
export type KnownPatient = Omit<ListedPatient, 'tags' | 'note' | 'remarks_version' | 'leaves_at'> &
  Partial<Pick<ClinicPatient, 'pro_id' | 'professional' | 'others'>>;

/** Returns the clinics at which a professional sees the patients of all professionals. */
export const useClinicsOfPatients = (pro: Pro) => {
  const { data: clinics } = useClinics(pro);
  return clinics?.filter((clinic) => seesPatients(clinic, pro)) ?? [];
};

/** Returns the address of the card of a booking's patient; null if the professional may not open it. */
export const usePathOfPatient = (pro: Pro, booking: BookingView): string | null => {
  const opens = useClinicsOfPatients(pro);
  if (booking.patient_name === '') return null;
  if (booking.pro_id === pro.id) return patientPath(booking.patient_id);
  const { clinic_id: clinicId, pro_id: colleagueId, patient_id: id } = booking;
  return opens.some((clinic) => clinic.id === clinicId) ? patientPath(id, colleagueId) : null;
};

type RecordOf = { id: string | null; proId: string };

/** Returns the address of a patient's card; null without a record, or if the professional may not open it. */
export const usePathOfRecord = (pro: Pro, { id, proId }: RecordOf): string | null => {
  const isColleagues = useClinicsOfPatients(pro).length > 0 && proId !== pro.id;
  if (id === null || !(isColleagues || proId === pro.id)) return null;
  return patientPath(id, isColleagues ? proId : undefined);
};

/**
 * Finds patients of all professionals at the clinics at which the caller sees them; none for an empty query, and none
 * without such a clinic.
 */
export const useClinicPatientSearch = (pro: Pro, typed: string) => {
  const search = typed.trim();
  const ids = useClinicsOfPatients(pro).map(({ id }) => id);
  const key = search === '' || ids.length === 0 ? null : (['getClinicPatients', ids, search] as const);
  const load = useSWR<ClinicPatient[], ApiError>(
    key,
    async () => {
      const ask = (clinicId: string) =>
        call('getClinicPatients', { params: { clinicId }, query: { search } });
      const answers = await Promise.all(ids.map(ask));
      const patients = answers.flatMap(({ data }) => data);
      return patients.filter(({ id }, index) => patients.findIndex((one) => one.id === id) === index);
    },
    { keepPreviousData: true, ...useReadAgain(key) },
  );
  return { ...load, found: key === null ? [] : (load.data ?? []), settled: !load.isLoading };
};

/** Finds the professional's own patients, and those of colleagues at the clinics at which the caller sees them. */
export const usePatientSearch = (pro: Pro, typed: string) => {
  const own = useOwnPatientSearch(pro, typed);
  const atClinics = useClinicPatientSearch(pro, typed);
  const listed = new Set(atClinics.found.flatMap(({ id, others }) => [id, ...others.map((one) => one.id)]));
  const found: KnownPatient[] = [...atClinics.found, ...own.found.filter(({ id }) => !listed.has(id))];
  const settled = own.settled && atClinics.settled;
  return { ...own, error: own.error ?? atClinics.error, found, settled };
};

/** Loads a patient's responsible contact and dependants; none for an empty id. */
export const useFamily = (pro: Pro, patientId: string) =>
  useList(pro, patientId === '' ? null : { familyOf: patientId });

/** Loads a professional's patient with their bookings; of a colleague's, those that the caller may see. */
export const usePatientHistory = (proId: string, patientId: string) => {
  const { data, ...rest } = useCall('getPatientBookings', { params: { patientId, proId } });
  return { data: data?.data, ...rest };
};

export const rereadPatientList = (): Promise<unknown> =>
  Promise.all([mutate(isCall('getPatientList')), mutate(isCall('getClinicPatients'))]);

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
    // Includes searches that are not shown now, because the next form reads its version from them.
    mutate<ClinicPatient[]>(
      isCall('getClinicPatients'),
      (found) => found?.map((first) => ({ ...patched(first), others: first.others.map(patched) })),
      { revalidate: false },
    ),
  ]);
};

type Corrected = Contact & Partial<Pick<PatientView, 'birth_date' | 'language'>>;

/** Shows a patient's corrected data in all loaded data; without a name they were erased. */
export const putPatient = async (id: string, corrected: Corrected): Promise<void> => {
  await updatePatient(id, corrected);
  if (corrected.name === '') return dropPatient(id);
  const { name, prefix, phone, email, version, birth_date, language } = corrected;
  const changes = {
    name,
    prefix,
    phone,
    ...(email && { email }),
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
