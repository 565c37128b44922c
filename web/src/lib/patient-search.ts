import type { BookingView, PatientView } from '@visita/contracts/booking/views';

/** Name or email in any case, or part of the phone; nothing for an empty query. */
export const searchPatients = (patients: readonly PatientView[], query: string): PatientView[] => {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  return patients.filter(
    ({ name, email, phone }) =>
      name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted) || phone.includes(wanted),
  );
};

/** Patients whose bookings are nearest to now first, then the others as they are. */
export const recentFirst = (
  patients: readonly PatientView[],
  bookings: readonly Pick<BookingView, 'patient_id' | 'date'>[],
  now: string,
): PatientView[] => {
  const nearest = new Map<string, number>();
  for (const { patient_id: id, date } of bookings) {
    const away = Math.abs(Date.parse(date) - Date.parse(now));
    nearest.set(id, Math.min(away, nearest.get(id) ?? Infinity));
  }
  const awayOf = ({ id }: PatientView) => nearest.get(id) ?? Number.MAX_VALUE;
  return patients.toSorted((one, other) => awayOf(one) - awayOf(other));
};
