import type { PatientView } from '@visita/contracts/booking/views';
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

/** Name or email in any case, or part of the phone; nothing for an empty query. */
export const searchPatients = (patients: readonly PatientView[], query: string): PatientView[] => {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  return patients.filter(
    ({ name, email, phone }) =>
      name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted) || phone.includes(wanted),
  );
};

/** A patient with their bookings at the pro's clinics. */
export const usePatientHistory = (pro: Pro, patientId: string) => {
  const { data, ...rest } = useCall('getPatientBookings', { params: { patientId, proId: pro.id } });
  return { data: data?.data, ...rest };
};

/** Shows a patient no more, who was erased. Their history, where it is open, is asked for again and not found. */
export const dropPatient = async (id: string): Promise<void> => {
  await patchAnswers('getPatients', (list) =>
    Array.isArray(list) ? list.filter((patient) => patient.id !== id) : list,
  );
  await mutate(isCall('getPatientBookings'));
};

/** Shows a patient's new name and phone wherever patients are loaded; without a name they were erased. */
export const putPatient = async (id: string, contact: Contact): Promise<void> => {
  await updatePatient(id, contact);
  if (contact.name === '') return dropPatient(id);
  const { name, prefix, phone } = contact;
  const patched = (patient: PatientView) =>
    patient.id === id ? { ...patient, name, prefix, phone } : patient;
  await Promise.all([
    patchAnswers('getPatients', (list) => (Array.isArray(list) ? list.map(patched) : patched(list))),
    patchAnswers('getPatientBookings', ({ patient, bookings }) => ({
      patient: patched(patient),
      bookings: bookings.map(withContact(id, contact)),
    })),
  ]);
};
