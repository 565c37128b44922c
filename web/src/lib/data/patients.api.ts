import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { mutate } from 'swr';
import { isCall, useCall } from '../use-call.ts';

type List = { message: string; data: PatientView[] | PatientView };
type History = { message: string; data: { bookings: BookingView[]; patient: PatientView } };
type Contact = Pick<PatientView, 'name' | 'prefix' | 'phone'>;

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
  await mutate<List>(
    isCall('getPatients'),
    (list) =>
      list && Array.isArray(list.data) ? { ...list, data: list.data.filter((one) => one.id !== id) } : list,
    { revalidate: false },
  );
  await mutate(isCall('getPatientBookings'));
};

/** Shows a patient's new name and phone wherever patients are loaded; without a name they were erased. */
export const putPatient = async (id: string, { name, prefix, phone }: Contact): Promise<void> => {
  if (name === '') return dropPatient(id);
  const contact = { name, prefix, phone };
  const patched = (patient: PatientView) => (patient.id === id ? { ...patient, ...contact } : patient);
  const booking = (entry: BookingView): BookingView =>
    entry.patient_id === id
      ? { ...entry, patient_name: name, patient_prefix: prefix, patient_phone: phone }
      : entry;
  await Promise.all([
    mutate<List>(
      isCall('getPatients'),
      (list) =>
        list && { ...list, data: Array.isArray(list.data) ? list.data.map(patched) : patched(list.data) },
      { revalidate: false },
    ),
    mutate<History>(
      isCall('getPatientBookings'),
      (history) =>
        history && {
          ...history,
          data: {
            patient: patched(history.data.patient),
            bookings: history.data.bookings.map(booking),
          },
        },
      { revalidate: false },
    ),
  ]);
};
