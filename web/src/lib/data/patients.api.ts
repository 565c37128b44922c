import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { mutate } from 'swr';
import { isCall } from '../rereads.ts';
import { patchAnswers, useCall } from '../use-call.ts';
import { updatePatient, withContact, type Contact } from './calendar.api.ts';

/** The pro's patients. */
export const usePatients = (pro: Pro) => {
  const { data, ...rest } = useCall('getPatients', { params: { key: pro.id } });
  return { data: data?.data as PatientView[] | undefined, ...rest };
};

/** A patient with their bookings at the pro's clinics. */
export const usePatientHistory = (pro: Pro, patientId: string) => {
  const { data, ...rest } = useCall('getPatientBookings', { params: { patientId, proId: pro.id } });
  return { data: data?.data, ...rest };
};

/** Reads patients again, after who answers for whom has changed. */
export const rereadPatients = (): Promise<unknown> =>
  Promise.all([mutate(isCall('getPatients')), mutate(isCall('getPatientBookings'))]);

/** Shows a patient no more, who was erased. Their history, where it is open, is asked for again and not found. */
export const dropPatient = async (id: string): Promise<void> => {
  await patchAnswers('getPatients', (list) =>
    Array.isArray(list) ? list.filter((patient) => patient.id !== id) : list,
  );
  await mutate(isCall('getPatientBookings'));
};

const patchPatient = (
  id: string,
  changes: Partial<PatientView>,
  inBooking: (booking: BookingView) => BookingView = (booking) => booking,
): Promise<unknown> => {
  const patched = <Shown extends PatientView>(patient: Shown): Shown =>
    patient.id === id ? { ...patient, ...changes } : patient;
  return Promise.all([
    patchAnswers('getPatients', (list) => (Array.isArray(list) ? list.map(patched) : patched(list))),
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
  const { name, prefix, phone } = contact;
  await patchPatient(id, { name, prefix, phone }, withContact(id, contact));
};

/** Shows whether a patient's data is restricted. */
export const putRestriction = (id: string, restricted: boolean): Promise<unknown> =>
  patchPatient(id, { restricted: restricted || undefined });

/** Shows why a patient cannot book online, or, where that is undefined, that they can. */
export const putSuspension = (id: string, suspended: string | undefined): Promise<unknown> =>
  patchPatient(id, { suspended });
